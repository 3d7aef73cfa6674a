// edits.c: which edits were made to the world of a scene, and how are they undone?
#include "document/edits.h"
#include "platform/memory.h"
#include <stdlib.h>
#include <string.h>

enum { REFRESHED_A_FRAME = 8 }; // clusters: a few milliseconds at most

static void free_steps(edits* e, int first) {
    for (int i = first; i < e->step_count; i++) free(e->steps[i].items);
    if (e->step_count > first) e->step_count = first;
}

void edits_destroy(edits* e) {
    free_steps(e, 0);
    free(e->steps);
    *e = (edits){.scene = e->scene};
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

static bool append(edit_step* step, wend_edit done, wend_edit before) {
    if (!memory_grow(&step->tiles, step->count, &step->capacity, sizeof *step->tiles)) return false;
    step->tiles[step->count++] = (tile_change){done, before};
    return true;
}

// Consecutive rows with the same extent become one rectangle.
static bool push(edit_step* step, wend_rect row, uint8_t old_class, uint8_t new_class) {
    tile_change* last = step->count > 0 ? &step->tiles[step->count - 1] : NULL;
    const wend_rect* area = last != NULL ? &last->done.area : NULL;
    if (last == NULL || last->done.kind != WEND_EDIT_TILES || last->done.terrain_class != new_class ||
        last->before.terrain_class != old_class || area->floor != row.floor || area->x != row.x ||
        area->width != row.width || area->y + area->height != row.y)
        return append(step, wend_edit_tiles(row, new_class), wend_edit_tiles(row, old_class));
    last->done.area.height++;
    last->before.area.height++;
    return true;
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

// Where a stroke crossed itself the older edit knows the original tiles, so edits are undone last to first.
static wend_result apply_tiles(edits* e, scene* s, const tile_change* changes, int32_t count, bool undo) {
    wend_edit* items = malloc((size_t)count * sizeof *items);
    int32_t rebuilt = 0;
    if (items == NULL) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < count; i++) items[i] = undo ? changes[count - 1 - i].before : changes[i].done;
    const wend_result result = wend_world_edit(s->world, items, count, &rebuilt);
    e->clusters_rebuilt += rebuilt;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) add_edit(s, &items[i]);
    free(items);
    return result;
}

// ---- links

// A class that can be entered; 0: none.
static uint8_t passable_class(const wend_grid* grid) {
    const float* costs = wend_grid_class_costs(grid);
    int i = 1;
    while (i < WEND_CLASS_COUNT && costs[i] <= 0) i++;
    return i < WEND_CLASS_COUNT ? (uint8_t)i : 0;
}

// Adds a link that was on the map before, even if an end was blocked meanwhile: the world takes only links
// between passable tiles, so for this moment they are.
static wend_result add_again(wend_world* world, const wend_link* link) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_tile ends[2] = {link->from, link->to};
    wend_edit open[2], close[2];
    int32_t count = 0;
    for (int i = 0; i < 2; i++) {
        if (wend_grid_passable(grid, ends[i])) continue;
        wend_rect tile = {ends[i].x, ends[i].y, 1, 1, ends[i].floor};
        open[count] = wend_edit_tiles(tile, passable_class(grid));
        close[count++] = wend_edit_tiles(tile, wend_grid_class(grid, ends[i]));
    }
    wend_result result = wend_world_edit(world, open, count, NULL);
    if (result != WEND_OK) return result;
    result = wend_world_add_link(world, link, NULL);
    wend_result closed = wend_world_edit(world, close, count, NULL);
    return result != WEND_OK ? result : closed;
}

static bool same_but_state(const wend_link* a, const wend_link* b) {
    return same_tile(a->from, b->from) && same_tile(a->to, b->to) && a->kind == b->kind &&
           a->duration == b->duration && a->profiles == b->profiles &&
           memcmp(a->profile_costs, b->profile_costs, sizeof a->profile_costs) == 0;
}

// From one state of a link to the other; NULL: it is not on the map. The new one gets its id.
static wend_result replace(wend_world* world, const wend_link* old, wend_link* new) {
    if (old != NULL && new != NULL && same_but_state(old, new))
        return wend_world_set_link(world, old->id, new->cost, new->enabled);
    wend_result result = old != NULL ? wend_world_remove_link(world, old->id) : WEND_OK;
    if (result != WEND_OK || new == NULL) return result;
    result = new->id < 0 || old != NULL ? wend_world_add_link(world, new, &new->id) : add_again(world, new);
    if (result != WEND_OK && old != NULL) {
        wend_result back = add_again(world, old);
        if (back == WEND_ERROR_MEMORY) result = back;
    }
    return result;
}

static wend_result change(wend_world* world, link_change* c, bool undo) {
    wend_link *before = c->had ? &c->before : NULL, *after = c->has ? &c->after : NULL;
    return undo ? replace(world, after, before) : replace(world, before, after);
}

// Applies changes in their order, or undoes them in the opposite one: all or none.
static wend_result change_links(wend_world* world, link_change* changes, int32_t count, bool undo) {
    for (int32_t i = 0; i < count; i++) {
        wend_result result = change(world, &changes[undo ? count - 1 - i : i], undo);
        if (result == WEND_OK) continue;
        while (--i >= 0) change(world, &changes[undo ? count - 1 - i : i], !undo);
        return result;
    }
    return WEND_OK;
}

static wend_result apply_links(scene* s, link_change* changes, int32_t count, bool undo) {
    const wend_result result = change_links(s->world, changes, count, undo);
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

static wend_result apply_costs(scene* s, const cost_change* changes, int32_t count, bool undo) {
    wend_result result = WEND_OK;
    int32_t done = 0;
    for (; done < count && result == WEND_OK; done++) result = set_cost(s, &changes[done], undo);
    for (done -= 2; done >= 0 && result != WEND_OK; done--) set_cost(s, &changes[done], !undo);
    s->recosted = true;
    return result;
}

// Makes the changes of a step from one on, or undoes them: all or none.
static wend_result apply(edits* e, const edit_step* step, int32_t first, bool undo) {
    scene* s = e->scene;
    const int32_t count = step->count - first;
    if (count == 0 || step->kind == EDIT_PROFILES) return WEND_OK;
    scene_notify(s, SCENE_CHANGING);
    s->revision++;
    e->refreshed = false;
    const int64_t began = scene_now_ns(s);
    const wend_result result = step->kind == EDIT_LINKS ? apply_links(s, step->links, count, undo)
                               : step->kind == EDIT_COSTS
                                   ? apply_costs(s, step->costs, count, undo)
                                   : apply_tiles(e, s, step->tiles + first, count, undo);
    e->edit_ns += scene_now_ns(s) - began;
    return result;
}

// ---- steps

wend_result edits_begin_step(edits* e) {
    scene* s = e->scene;
    scene_notify(s, SCENE_CHANGING);
    wend_result result = wend_world_keep_original(s->world);
    if (result != WEND_OK) return result;
    if (e->saved_position > e->position) e->saved_position = -1;
    free_steps(e, e->position); // a new step discards those that could be redone
    if (!memory_grow(&e->steps, e->step_count, &e->step_capacity, sizeof *e->steps)) return WEND_ERROR_MEMORY;
    e->steps[e->step_count++] = (edit_step){0};
    e->position = e->step_count;
    e->clusters_rebuilt = e->edit_ns = 0;
    e->open = true;
    return WEND_OK;
}

void edits_end_step(edits* e) {
    e->open = false;
    if (e->steps[e->position - 1].count > 0) return;
    e->position--;
    free_steps(e, e->position);
}

edit_pass edits_begin_pass(edits* e) {
    edit_pass p = {.edits = e, .scene = e->scene, .is_step = !e->open};
    if (p.is_step) p.result = edits_begin_step(e);
    if (p.result != WEND_OK) return p;
    p.step = &e->steps[e->position - 1];
    p.first = p.step->count;
    if (p.first > 0) p.height = p.step->tiles[p.first - 1].done.area.height;
    return p;
}

void edits_add_run(edit_pass* p, wend_rect run, uint8_t old_class, uint8_t new_class) {
    if (p->result == WEND_OK && !push(p->step, run, old_class, new_class)) p->result = WEND_ERROR_MEMORY;
}

void edits_add_exit(edit_pass* p, wend_tile from, wend_tile to, bool closed) {
    if (p->result == WEND_OK && wend_grid_step_is_open(p->scene->grid, from, to) == closed &&
        !append(p->step, wend_edit_step(from, to, closed), wend_edit_step(from, to, !closed)))
        p->result = WEND_ERROR_MEMORY;
}

wend_result edits_end_pass(edit_pass* p) {
    edit_step* step = p->step;
    if (step == NULL) return p->result;
    tile_change* last = p->first > 0 ? &step->tiles[p->first - 1] : NULL; // of the previous pass
    if (p->result == WEND_OK) { // a rectangle of the previous pass that has grown is applied again
        const bool grown = last != NULL && last->done.area.height > p->height;
        p->result = apply(p->edits, step, p->first - grown, false);
    } else {
        step->count = p->first;
        if (last != NULL) last->done.area.height = last->before.area.height = p->height;
    }
    if (p->is_step) edits_end_step(p->edits);
    return p->result;
}

wend_result edits_change(edits* e, edit_kind kind, void* changes, int32_t count) {
    static const size_t sizes[] = {[EDIT_TILES] = sizeof(tile_change),
                                   [EDIT_LINKS] = sizeof(link_change),
                                   [EDIT_COSTS] = sizeof(cost_change),
                                   [EDIT_PROFILES] = sizeof(profile_change)};
    const size_t bytes = (size_t)count * sizes[kind];
    void* kept = malloc(bytes);
    wend_result result = kept != NULL ? edits_begin_step(e) : WEND_ERROR_MEMORY;
    if (result != WEND_OK) {
        free(kept);
        return result;
    }
    edit_step* step = &e->steps[e->position - 1];
    *step = (edit_step){.kind = kind, .count = count, .items = memcpy(kept, changes, bytes)};
    if (kind == EDIT_PROFILES) { // whose names and slopes are pointers
        const profile_change* from = changes;
        profile_definitions_keep(&from->before, &step->profiles->before);
        profile_definitions_keep(&from->after, &step->profiles->after);
    }
    result = apply(e, step, 0, false);
    memcpy(changes, kept, bytes); // with the ids of new links
    if (result != WEND_OK) step->count = 0;
    edits_end_step(e);
    return result;
}

// ---- undo and redo

const edit_step* edits_next(const edits* e, bool undo) {
    if (e->open || (undo ? e->position == 0 : e->position == e->step_count)) return NULL;
    return &e->steps[undo ? e->position - 1 : e->position];
}

wend_result edits_go(edits* e, bool undo) {
    const edit_step* step = edits_next(e, undo);
    if (step == NULL || step->kind == EDIT_PROFILES) return WEND_OK;
    e->clusters_rebuilt = e->edit_ns = 0;
    const wend_result result = apply(e, step, 0, undo);
    if (result == WEND_OK) e->position += undo ? -1 : 1;
    return result;
}

wend_result edits_rest(edits* e) {
    scene* s = e->scene;
    if (e->refreshed || e->open) return WEND_OK;
    scene_notify(s, SCENE_CHANGING);
    wend_result result = wend_world_refresh(s->world, REFRESHED_A_FRAME, &e->refreshed);
    if (result != WEND_OK || !e->refreshed) return result;
    s->info = wend_world_get_info(s->world);
    return s->mapped ? WEND_OK : wend_world_count(s->world, &s->counts);
}
