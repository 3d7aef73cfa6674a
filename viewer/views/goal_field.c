// goal_field.c: what does the path from each tile to the goal cost, as the goal and the map change?
#include "views/field_layer.h"
#include <math.h>

enum {
    CLUSTERS_A_FRAME = 96, // of 32 x 32 tiles: some milliseconds
    SHOWN_EVERY = 8,       // frames, while it grows
};
static const size_t most_bytes = (size_t)300 << 20; // of one field: 8,000 x 8,000 tiles

void goal_field_forget(goal_field* f) {
    wend_field_destroy(f->shown);
    wend_field_destroy(f->next);
    *f = (goal_field){.version = f->version + 1};
}

void goal_field_restart(goal_field* f) {
    f->goal = (wend_tile){-1, -1};
    f->failed = false;
}

static bool begin(goal_field* f, const wend_grid* grid, wend_tile goal) {
    f->goal = goal;
    f->grid = grid;
    f->failed = (f->next == NULL && wend_field_create(NULL, &f->next) != WEND_OK) ||
                wend_field_begin(f->next, grid, WEND_FIELD_TO, &goal, 1, (double)INFINITY) != WEND_OK;
    f->filling = !f->failed;
    return f->filling;
}

static void show_next(goal_field* f, bool partial) {
    wend_field* old = f->shown;
    f->shown = f->next;
    f->next = old;
    f->filling = false;
    f->partial = partial;
    f->version++;
}

bool goal_field_work(goal_field* f, const wend_grid* grid, wend_tile goal, bool whole) {
    bool same = f->goal.x == goal.x && f->goal.y == goal.y && f->grid == grid;
    if (same && !f->filling) return true;
    if (!same && !begin(f, grid, goal)) return true;
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
    return f->shown != NULL ? f->shown : f->filling ? f->next : NULL;
}
