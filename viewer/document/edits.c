// edits.c: which edits were made to the world of a scene, and how are they undone?
#include "document/edits.h"
#include <stdlib.h>
#include <string.h>

enum { REFRESHED_A_FRAME = 8 }; // clusters: a few milliseconds at most

static void free_steps(edits* e, int first) {
    for (int i = first; i < e->step_count; i++) {
        free(e->steps[i].done.items);
        free(e->steps[i].before.items);
        free(e->steps[i].links);
        free(e->steps[i].costs);
        free(e->steps[i].profiles);
    }
    if (e->step_count > first) e->step_count = first;
}

void edits_destroy(edits* e) {
    free_steps(e, 0);
    free(e->steps);
    *e = (edits){0};
}

void edits_reset(edits* e) {
    free_steps(e, 0);
    e->position = e->saved_position = 0;
    e->open = false;
    e->refreshed = true;
    e->clusters_rebuilt = e->edit_ns = 0;
}

bool edits_are_unsaved(const edits* e) {
    return e->position != e->saved_position;
}

static bool append(edit_list* list, wend_edit edit) {
    if (list->count == list->capacity) {
        if (list->capacity > INT32_MAX / 2) return false;
        int32_t capacity = list->capacity > 0 ? 2 * list->capacity : 64;
        wend_edit* items = realloc(list->items, (size_t)capacity * sizeof *items);
        if (items == NULL) return false;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = edit;
    return true;
}

// Consecutive rows with the same extent become one rectangle.
static bool push(edit_list* list, wend_rect row, uint8_t terrain_class) {
    wend_edit* last = list->count > 0 ? &list->items[list->count - 1] : NULL;
    if (last != NULL && last->kind == WEND_EDIT_TILES && last->terrain_class == terrain_class &&
        last->area.floor == row.floor && last->area.x == row.x && last->area.width == row.width &&
        last->area.y + last->area.height == row.y) {
        last->area.height++;
        return true;
    }
    return append(list, wend_edit_tiles(row, terrain_class));
}

// Listeners learn of the tiles of one floor at a time.
static void add_changed(scene* s, wend_rect r) {
    wend_rect* c = &s->changed;
    if (c->width > 0 && c->floor != r.floor) {
        scene_notify(s, SCENE_EDITED);
        c->width = 0;
    }
    if (c->width == 0) {
        *c = r;
        return;
    }
    int32_t x1 = c->x + c->width > r.x + r.width ? c->x + c->width : r.x + r.width;
    int32_t y1 = c->y + c->height > r.y + r.height ? c->y + c->height : r.y + r.height;
    c->x = c->x < r.x ? c->x : r.x;
    c->y = c->y < r.y ? c->y : r.y;
    c->width = x1 - c->x;
    c->height = y1 - c->y;
}

static void add_tile(scene* s, wend_tile tile) {
    add_changed(s, (wend_rect){tile.x, tile.y, 1, 1, tile.floor});
}

static void add_edit(scene* s, const wend_edit* edit) {
    if (edit->kind == WEND_EDIT_TILES) {
        add_changed(s, edit->area);
        return;
    }
    add_tile(s, edit->from);
    add_tile(s, edit->to);
}

static wend_result apply(edits* e, scene* s, const wend_edit* items, int32_t count) {
    if (count == 0) return WEND_OK;
    int32_t rebuilt = 0;
    scene_notify(s, SCENE_CHANGING);
    s->revision++;
    int64_t began = scene_now_ns(s);
    wend_result result = wend_world_edit(s->world, items, count, &rebuilt);
    e->edit_ns += scene_now_ns(s) - began;
    e->clusters_rebuilt += rebuilt;
    e->refreshed = false;
    for (int32_t i = 0; i < count; i++) add_edit(s, &items[i]);
    return result;
}

static wend_result apply_links(edits* e, scene* s, link_change* changes, int32_t count, bool undo) {
    scene_notify(s, SCENE_CHANGING);
    s->revision++;
    int64_t began = scene_now_ns(s);
    wend_result result = link_changes_apply(s->world, changes, count, undo);
    e->edit_ns += scene_now_ns(s) - began;
    e->refreshed = false;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        // Whoever takes a link stands on its first end before.
        const wend_link* link = changes[i].had ? &changes[i].before : &changes[i].after;
        add_tile(s, link->from);
    }
    return result;
}

static wend_result set_cost(scene* s, const cost_change* c, bool undo) {
    return wend_world_set_class_cost(s->world, c->profile, c->terrain_class, undo ? c->before : c->after);
}

// All or none.
static wend_result apply_costs(edits* e, scene* s, const cost_change* changes, int32_t count, bool undo) {
    scene_notify(s, SCENE_CHANGING);
    int64_t began = scene_now_ns(s);
    wend_result result = WEND_OK;
    int32_t done = 0;
    for (; done < count && result == WEND_OK; done++) result = set_cost(s, &changes[done], undo);
    for (done -= 2; done >= 0 && result != WEND_OK; done--) set_cost(s, &changes[done], !undo);
    e->edit_ns += scene_now_ns(s) - began;
    e->refreshed = false;
    s->revision++;
    s->recosted = true;
    return result;
}

// ---- steps

wend_result edits_begin_step(edits* e, scene* s) {
    scene_notify(s, SCENE_CHANGING);
    wend_result result = wend_world_keep_original(s->world);
    if (result != WEND_OK) return result;
    if (e->saved_position > e->position) e->saved_position = -1;
    free_steps(e, e->position); // a new step discards those that could be redone
    if (e->step_count == e->step_capacity) {
        int capacity = e->step_capacity > 0 ? 2 * e->step_capacity : 16;
        edit_step* steps = realloc(e->steps, (size_t)capacity * sizeof *steps);
        if (steps == NULL) return WEND_ERROR_MEMORY;
        e->steps = steps;
        e->step_capacity = capacity;
    }
    e->steps[e->step_count++] = (edit_step){0};
    e->position = e->step_count;
    e->clusters_rebuilt = e->edit_ns = 0;
    e->open = true;
    return WEND_OK;
}

void edits_end_step(edits* e) {
    e->open = false;
    const edit_step* step = &e->steps[e->position - 1];
    if (step->done.count > 0 || step->link_count > 0 || step->cost_count > 0 || step->profiles != NULL)
        return;
    e->position--;
    free_steps(e, e->position);
}

static int32_t last_height(const edit_list* list) {
    return list->count > 0 ? list->items[list->count - 1].area.height : 0;
}

edit_pass edits_begin_pass(edits* e, scene* s) {
    edit_step* step = &e->steps[e->position - 1];
    return (edit_pass){.edits = e,
                       .scene = s,
                       .step = step,
                       .first_done = step->done.count,
                       .first_before = step->before.count,
                       .done_height = last_height(&step->done),
                       .before_height = last_height(&step->before)};
}

void edits_add_run(edit_pass* p, wend_rect run, uint8_t old_class, uint8_t new_class) {
    p->failed = p->failed || !push(&p->step->done, run, new_class) || !push(&p->step->before, run, old_class);
}

void edits_add_exit(edit_pass* p, wend_tile from, wend_tile to, bool closed) {
    if (wend_grid_step_is_open(p->scene->grid, from, to) != closed) return;
    p->failed = p->failed || !append(&p->step->done, wend_edit_step(from, to, closed)) ||
                !append(&p->step->before, wend_edit_step(from, to, !closed));
}

static void take_back(edit_list* list, int32_t count, int32_t height) {
    list->count = count;
    if (count > 0) list->items[count - 1].area.height = height;
}

wend_result edits_end_pass(edit_pass* p) {
    edit_list* done = &p->step->done;
    if (p->failed) {
        take_back(done, p->first_done, p->done_height);
        take_back(&p->step->before, p->first_before, p->before_height);
        return WEND_ERROR_MEMORY;
    }
    // The last rectangle of the previous pass may have grown; it is then applied again.
    int32_t first = p->first_done;
    if (first > 0 && done->items[first - 1].area.height > p->done_height) first--;
    return done->count > first ? apply(p->edits, p->scene, done->items + first, done->count - first)
                               : WEND_OK;
}

wend_result edits_change_links(edits* e, scene* s, link_change* changes, int32_t count) {
    link_change* kept = malloc((size_t)count * sizeof *kept);
    if (kept == NULL) return WEND_ERROR_MEMORY;
    wend_result result = edits_begin_step(e, s);
    if (result != WEND_OK) {
        free(kept);
        return result;
    }
    result = apply_links(e, s, changes, count, false);
    edit_step* step = &e->steps[e->position - 1];
    if (result == WEND_OK) {
        memcpy(kept, changes, (size_t)count * sizeof *kept); // with the ids of new links
        step->links = kept;
        step->link_count = count;
    } else {
        free(kept);
    }
    edits_end_step(e);
    return result;
}

wend_result edits_change_costs(edits* e, scene* s, const cost_change* changes, int32_t count) {
    cost_change* kept = malloc((size_t)count * sizeof *kept);
    if (kept == NULL) return WEND_ERROR_MEMORY;
    memcpy(kept, changes, (size_t)count * sizeof *kept);
    wend_result result = edits_begin_step(e, s);
    if (result != WEND_OK) {
        free(kept);
        return result;
    }
    result = apply_costs(e, s, kept, count, false);
    edit_step* step = &e->steps[e->position - 1];
    if (result == WEND_OK) {
        step->costs = kept;
        step->cost_count = count;
    } else {
        free(kept);
    }
    edits_end_step(e);
    return result;
}

wend_result edits_add_profiles(edits* e, scene* s, profile_change* change) {
    const wend_result result = edits_begin_step(e, s);
    if (result != WEND_OK) {
        free(change);
        return result;
    }
    e->steps[e->position - 1].profiles = change;
    edits_end_step(e);
    return WEND_OK;
}

// ---- undo and redo

const profile_change* edits_next_profiles(const edits* e, bool undo) {
    if (e->open || (undo ? e->position == 0 : e->position == e->step_count)) return NULL;
    return e->steps[undo ? e->position - 1 : e->position].profiles;
}

wend_result edits_undo(edits* e, scene* s) {
    if (e->open || e->position == 0) return WEND_OK;
    const edit_step* step = &e->steps[e->position - 1];
    const edit_list* before = &step->before;
    if (step->profiles != NULL) return WEND_OK;
    if (step->link_count > 0) {
        e->clusters_rebuilt = e->edit_ns = 0;
        wend_result undone = apply_links(e, s, step->links, step->link_count, true);
        if (undone == WEND_OK) e->position--;
        return undone;
    }
    if (step->cost_count > 0) {
        e->clusters_rebuilt = e->edit_ns = 0;
        wend_result undone = apply_costs(e, s, step->costs, step->cost_count, true);
        if (undone == WEND_OK) e->position--;
        return undone;
    }
    // Where a stroke crossed itself the older edit knows the original tiles, so edits are undone last to
    // first.
    wend_edit* reversed = malloc((size_t)before->count * sizeof *reversed);
    if (reversed == NULL) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < before->count; i++) reversed[i] = before->items[before->count - 1 - i];
    e->clusters_rebuilt = e->edit_ns = 0;
    e->position--;
    wend_result result = apply(e, s, reversed, before->count);
    free(reversed);
    return result;
}

wend_result edits_redo(edits* e, scene* s) {
    if (e->open || e->position == e->step_count) return WEND_OK;
    const edit_step* step = &e->steps[e->position];
    const edit_list* done = &step->done;
    if (step->profiles != NULL) return WEND_OK;
    e->clusters_rebuilt = e->edit_ns = 0;
    if (step->link_count > 0) {
        wend_result redone = apply_links(e, s, step->links, step->link_count, false);
        if (redone == WEND_OK) e->position++;
        return redone;
    }
    if (step->cost_count > 0) {
        wend_result redone = apply_costs(e, s, step->costs, step->cost_count, false);
        if (redone == WEND_OK) e->position++;
        return redone;
    }
    e->position++;
    return apply(e, s, done->items, done->count);
}

wend_result edits_rest(edits* e, scene* s) {
    if (e->refreshed || e->open) return WEND_OK;
    scene_notify(s, SCENE_CHANGING);
    wend_result result = wend_world_refresh(s->world, REFRESHED_A_FRAME, &e->refreshed);
    if (result != WEND_OK || !e->refreshed) return result;
    s->info = wend_world_get_info(s->world);
    return s->mapped ? WEND_OK : wend_world_count(s->world, &s->counts);
}
