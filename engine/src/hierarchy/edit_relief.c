// edit_relief.c: how do new elevations come into a world and the views of its profiles, and how does an edit
// take them back?
#include <string.h>

#include "hierarchy/edit_job.h"

// ---- room for them

wend_result wendi_edit_follow_relief(wend_world* root, int32_t difference) {
    wend_result result = WEND_OK;
    for (int32_t i = 1; i <= root->profiles.count; i++) {
        wend_grid* view = wendi_profile_world(root, i)->grid;
        const wend_result owned = wendi_relief_own_table(view, difference);
        wendi_relief_follow(view, root->grid);
        const wend_result followed = wendi_grid_follow_relief(view);
        if (result == WEND_OK) result = owned == WEND_OK ? followed : owned;
    }
    return result;
}

wend_result wendi_edit_prepare_elevations(wend_world* world, const wend_edit* edits, int32_t count) {
    int32_t difference = 0, changes = 0;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        if (edits[i].kind != WEND_EDIT_ELEVATION) continue;
        result = wendi_relief_difference(world->grid, edits[i].area, edits[i].elevation, &difference);
        changes++;
    }
    // One after the other, edits may meet each other.
    for (int32_t i = 0; i < count && changes > 1 && result == WEND_OK; i++)
        for (int32_t k = 0; k < i; k++)
            if (edits[i].kind == WEND_EDIT_ELEVATION && edits[k].kind == WEND_EDIT_ELEVATION)
                difference = wendi_max(difference,
                                       wendi_relief_gap(world->grid, edits[i].elevation, edits[k].elevation));
    if (result != WEND_OK || changes == 0) return result;
    result = wendi_relief_own(world->grid, difference);
    const wend_result followed = wendi_edit_follow_relief(world, difference);
    return result == WEND_OK ? followed : result;
}

// ---- those of the clusters that an edit touches

bool wendi_edit_has_elevations(const wendi_edit_job* job) {
    for (int32_t i = 0; i < job->count; i++)
        if (job->edits[i].kind == WEND_EDIT_ELEVATION) return true;
    return false;
}

static int16_t* elevations_at(const wendi_edit_job* job, int32_t x, int32_t y) {
    return job->world->grid->relief.elevations + (int64_t)y * job->world->grid->width + x;
}

// Saves the elevations of the touched clusters, or brings them back.
static void copy_elevations(const wendi_edit_job* job, bool back) {
    for (int32_t i = 0; i < job->touched.count && job->old_elevations; i++) {
        const wend_rect area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[i]);
        for (int32_t y = 0; y < area.height; y++) {
            int16_t *here = elevations_at(job, area.x, area.y + y), *old = job->old_elevations[i].rows[y];
            memcpy(back ? here : old, back ? old : here, (size_t)area.width * sizeof *old);
        }
    }
}

void wendi_edit_save_elevations(const wendi_edit_job* job) {
    copy_elevations(job, false);
}

wend_result wendi_edit_write_elevation(const wendi_edit_job* job, const wend_edit* edit) {
    const wend_rect area = edit->area;
    wend_grid* grid = job->world->grid;
    int16_t value = 0;
    const bool fits = wendi_elevation_value(grid->relief.table, edit->elevation, &value);
    WENDI_ASSERT(fits);
    (void)fits;
    for (int32_t y = area.y; y < area.y + area.height; y++)
        for (int32_t x = 0; x < area.width; x++) elevations_at(job, area.x, y)[x] = value;
    wendi_relief_measure(grid, area, false);
    return wendi_grid_set_costs(grid, grid->class_costs, grid->costs.unit);
}

void wendi_edit_restore_elevations(const wendi_edit_job* job) {
    wend_grid* grid = job->world->grid;
    if (!job->old_elevations) return;
    copy_elevations(job, true);
    wendi_relief_measure(grid, (wend_rect){0, 0, grid->width, grid->height}, true);
    wend_result result = wendi_grid_follow_relief(grid);
    if (result == WEND_OK) result = wendi_edit_follow_relief(job->root, 0);
    WENDI_ASSERT(result == WEND_OK); // the grids had them before
    (void)result;
}
