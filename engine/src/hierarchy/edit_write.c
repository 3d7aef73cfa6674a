// edit_write.c: how does an edit change a map or a view, and how do its old tiles, steps and costs come back?
#include <string.h>

#include "grid/exits.h"
#include "hierarchy/edit_job.h"

bool wendi_edit_follows_map(const wendi_edit_job* job) {
    return job->derivation && wendi_keeps_tiles(job->derivation);
}

// Neighbouring clusters share the tiles on their border line: these are saved with both.
void wendi_edit_save_tiles(const wendi_edit_job* job) {
    if (wendi_edit_follows_map(job)) return;
    const wend_grid* grid = job->world->grid;
    for (int32_t i = 0; i < job->touched.count && job->old_tiles; i++) {
        wend_rect area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[i]);
        for (int32_t y = 0; y < area.height; y++)
            memcpy(job->old_tiles[i].rows[y], wendi_tile(grid, area.x, area.y + y), (size_t)area.width);
    }
}

void wendi_edit_restore_tiles(const wendi_edit_job* job) {
    if (wendi_edit_follows_map(job)) {
        wendi_grid_follow(job->world->grid, job->root->grid); // which has its tiles back
        return;
    }
    for (int32_t i = 0; i < job->touched.count && job->old_tiles; i++) {
        wend_rect area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[i]);
        wend_grid_write(job->world->grid, area, job->old_tiles[i].rows[0], WENDI_MAX_CLUSTER_SIDE);
    }
}

static wend_result set_step(wendi_edit_job* job, wend_tile from, wend_tile to, bool open) {
    bool changed;
    wend_result result = wendi_exits_set(job->world->grid, from, to, open, &changed);
    if (result == WEND_OK && changed)
        job->old_steps[job->old_step_count++] = (wendi_old_step){from, to, !open};
    return result;
}

typedef struct derived_square {
    wend_rect area;
    wendi_class_square classes;
} derived_square;

static void keep_row(void* context, int32_t y, const uint8_t* classes) {
    derived_square* square = context;
    memcpy(square->classes.rows[y - square->area.y], classes, (size_t)square->area.width);
}

// Derives the tiles of the touched clusters of a view.
static wend_result write_derived_tiles(wendi_edit_job* job) {
    derived_square square;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < job->touched.count && result == WEND_OK; i++) {
        square.area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[i]);
        result = wendi_derive(job->derivation, job->root->grid, square.area, &job->world->allocator, keep_row,
                              &square);
        if (result == WEND_OK)
            wend_grid_write(job->world->grid, square.area, square.classes.rows[0], WENDI_MAX_CLUSTER_SIDE);
    }
    return result;
}

static wend_result write_costs(const wendi_edit_job* job, const float* class_costs) {
    return wendi_grid_set_costs(job->world->grid, class_costs, job->world->grid->costs.unit);
}

void wendi_edit_restore_costs(const wendi_edit_job* job) {
    if (!job->costs_opt || !job->costs_opt->written) return;
    wend_result result = write_costs(job, job->costs_opt->before);
    WENDI_ASSERT(result == WEND_OK); // the grid had them before
    (void)result;
}

static wend_result change_costs(wendi_edit_job* job) {
    wend_result result = write_costs(job, job->costs_opt->after);
    job->costs_opt->written = result == WEND_OK;
    return result == WEND_OK && job->costs_opt->derives ? write_derived_tiles(job) : result;
}

wend_result wendi_edit_write(wendi_edit_job* job) {
    if (job->costs_opt) return change_costs(job);
    wend_result result = WEND_OK;
    if (wendi_edit_follows_map(job))
        wendi_grid_follow(job->world->grid, job->root->grid);
    else if (job->derivation && !job->links_changed)
        result = write_derived_tiles(job);
    for (int32_t i = 0; i < job->count && result == WEND_OK; i++) {
        const wend_edit* edit = &job->edits[i];
        if (edit->kind == WEND_EDIT_TILES && !job->derivation)
            wend_grid_fill(job->world->grid, edit->area, edit->terrain_class);
        else if (edit->kind != WEND_EDIT_TILES)
            result = set_step(job, edit->from, edit->to, !edit->closed);
        if (edit->kind == WEND_EDIT_WALL && result == WEND_OK)
            result = set_step(job, edit->to, edit->from, !edit->closed);
    }
    return result;
}

// No page of closed steps was freed meanwhile, so this needs no memory.
void wendi_edit_restore_steps(const wendi_edit_job* job) {
    bool changed;
    for (int32_t i = job->old_step_count - 1; i >= 0; i--) {
        const wendi_old_step* old = &job->old_steps[i];
        wend_result result = wendi_exits_set(job->world->grid, old->from, old->to, old->open, &changed);
        WENDI_ASSERT(result == WEND_OK && changed);
        (void)result;
    }
}

void wendi_edit_trim(const wendi_edit_job* job) {
    for (int32_t i = 0; i < job->count; i++)
        if (job->edits[i].kind != WEND_EDIT_TILES) {
            wendi_exits_trim(job->world->grid, job->edits[i].from);
            wendi_exits_trim(job->world->grid, job->edits[i].to);
        }
}
