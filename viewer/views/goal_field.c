// goal_field.c: what does the path from each tile to the goal cost, as the goal and the map change?
#include "views/field_layer.h"
#include <math.h>
#include <string.h>

enum {
    CLUSTERS_A_FRAME = 96, // of 32 x 32 tiles: some milliseconds
    SHOWN_EVERY = 8,       // frames, while it grows
    PLAYED_FRAMES = 240,   // that all steps take, about
    CLUSTER_SIDE = 31,     // of a field
};
static const size_t most_bytes = (size_t)300 << 20; // of one field: 8,000 x 8,000 tiles

void goal_field_forget(goal_field* f) {
    wend_field_destroy(f->shown);
    wend_field_destroy(f->next);
    *f = (goal_field){.version = f->version + 1};
}

void goal_field_restart(goal_field* f) {
    f->goal_count = 0;
    f->failed = false;
}

static bool begin(goal_field* f, const scene* s) {
    memcpy(f->goals, s->goals, sizeof f->goals);
    f->goal_count = s->goal_count;
    f->grid = wend_world_grid(scene_view(s));
    f->failed = (f->next == NULL && wend_field_create(NULL, &f->next) != WEND_OK) ||
                wend_field_begin(f->next, f->grid, WEND_FIELD_TO, s->goals, s->goal_count,
                                 (double)INFINITY) != WEND_OK;
    f->filling = !f->failed;
    f->steps = 0;
    return f->filling;
}

static void show_next(goal_field* f, bool partial) {
    wend_field* old = f->shown;
    f->shown = f->next;
    f->next = old;
    f->filling = f->stepping = f->playing = false;
    f->partial = partial;
    f->version++;
}

static bool leads_to(const goal_field* f, const scene* s) {
    bool same = f->goal_count == s->goal_count && f->grid == wend_world_grid(scene_view(s));
    for (int i = 0; i < s->goal_count && same; i++) same = same_tile(f->goals[i], s->goals[i]);
    return same;
}

// ---- in steps

void goal_field_step_by(goal_field* f, int64_t steps) {
    if (!f->stepping) f->wanted = 0;
    if (!f->stepping) goal_field_restart(f);
    f->stepping = true;
    f->wanted = f->wanted + steps > 0 ? f->wanted + steps : 0;
}

void goal_field_play(goal_field* f, bool playing) {
    if (playing && !f->stepping) goal_field_step_by(f, 0);
    f->playing = playing && f->stepping;
}

static void want_more(goal_field* f) {
    double columns = (double)wend_grid_width(f->grid) / CLUSTER_SIDE + 1;
    double rows = (double)wend_grid_height(f->grid) * wend_grid_floors(f->grid) / CLUSTER_SIDE + 1;
    f->due += columns * rows / PLAYED_FRAMES;
    f->wanted += (int64_t)f->due;
    f->due -= floor(f->due);
}

// Takes the steps that are wanted. True: there is nothing to do until others are.
static bool step(goal_field* f, const scene* s) {
    bool same = leads_to(f, s), done = false;
    if (!same && f->goal_count > 0) f->wanted = 0; // other goals: from the beginning
    if ((!same || f->wanted < f->steps) && !begin(f, s)) return true;
    if (f->playing) want_more(f);
    if (f->steps != f->wanted || !same) f->version++;
    for (; f->steps < f->wanted && !done; f->steps++) {
        if (wend_field_step(f->next, 1, &done) == WEND_OK) continue;
        f->failed = true;
        f->filling = f->stepping = f->playing = false;
        return true;
    }
    if (done) show_next(f, false);
    return !f->playing;
}

bool goal_field_work(goal_field* f, const scene* s, bool whole) {
    if (f->stepping) return step(f, s);
    bool same = leads_to(f, s);
    if (same && !f->filling) return true;
    if (!same && !begin(f, s)) return true;
    do {
        bool done = false;
        if (wend_field_step(f->next, CLUSTERS_A_FRAME, &done) != WEND_OK) {
            f->failed = true;
            f->filling = false;
            return true;
        }
        bool full = wend_field_bytes(f->next) > most_bytes;
        if (f->shown == NULL && ++f->grown % SHOWN_EVERY == 1) f->version++;
        if (done || full) show_next(f, !done);
    } while (whole && f->filling);
    return !f->filling;
}

const wend_field* goal_field_now(const goal_field* f) {
    if (f->stepping) return f->filling ? f->next : NULL;
    return f->shown != NULL ? f->shown : f->filling ? f->next : NULL;
}
