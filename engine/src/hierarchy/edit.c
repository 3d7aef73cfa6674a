// edit.c: how do the world and the views of all profiles follow an edit together?
//
// An edit is one job for the world and one for the view of each profile (edit_job.h).
// Invariant: an edit applies completely or not at all. Every old value stays in the undo logs until nothing
// can fail any more in any of the jobs.
#include "hierarchy/edit.h"
#include "hierarchy/cluster_nodes.h"
#include "hierarchy/edit_job.h"
#include "hierarchy/pending.h"
#include "hierarchy/shared_matrices.h"

wend_result wendi_edit_batch_make(wendi_edit_batch* batch) {
    const wendi_profiles* profiles = &batch->root->profiles;
    batch->jobs = &batch->first;
    batch->count = 1;
    if (profiles->count > 0) {
        batch->jobs =
            wendi_alloc_zeroed(&batch->root->allocator, (size_t)profiles->count + 1, sizeof *batch->jobs);
        if (!batch->jobs) return WEND_ERROR_MEMORY;
        batch->count = profiles->count + 1;
    }
    batch->workspace = wendi_cluster_workspace_new(&batch->root->allocator);
    if (!batch->workspace) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < batch->count; i++) {
        wendi_edit_job* job = &batch->jobs[i];
        job->root = batch->root;
        job->profile = i;
        job->world = wendi_profile_world(batch->root, i);
        job->derivation = i > 0 ? &profiles->data[i - 1].derivation : NULL;
        job->workspace = batch->workspace;
    }
    return WEND_OK;
}

void wendi_edit_batch_free(wendi_edit_batch* batch) {
    const wend_allocator* allocator = &batch->root->allocator;
    for (int32_t i = 0; i < batch->count && batch->jobs && batch->jobs[i].world; i++)
        wendi_edit_free(&batch->jobs[i]);
    wendi_cluster_workspace_free(batch->workspace, allocator);
    for (int32_t i = 0; i < batch->count && batch->costs; i++)
        wendi_derivation_free(&batch->costs[i].derivation, allocator);
    if (batch->costs) wendi_free(allocator, batch->costs, (size_t)batch->count, sizeof *batch->costs);
    if (batch->jobs != &batch->first)
        wendi_free(allocator, batch->jobs, (size_t)batch->count, sizeof *batch->jobs);
}

// Afterwards equal matrices are shared again, whether all jobs end well or none.
static void share_touched(const wendi_edit_batch* batch) {
    for (int32_t i = 0; i < batch->count && batch->count > 1; i++)
        for (int32_t k = 0; k < batch->jobs[i].touched.count; k++)
            wendi_share_matrices_of(batch->root, 1, batch->jobs[i].touched.data[k]);
}

// The jobs of the map come first, because views may borrow its tiles.
void wendi_edit_batch_end(wendi_edit_batch* batch, wend_result result) {
    for (int32_t i = 0; i < batch->count; i++) {
        wendi_edit_job* job = &batch->jobs[i];
        if (result == WEND_OK)
            wendi_edit_commit(job);
        else
            wendi_edit_undo(job);
        if (job->begun) wendi_edit_trim(job);
        wendi_pending_trim(&job->world->graph);
    }
    share_touched(batch);
}

static wend_result run_edits(wendi_edit_batch* batch, const wend_edit* edits, int32_t count) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < batch->count && result == WEND_OK; i++) {
        wendi_edit_job* job = &batch->jobs[i];
        job->edits = edits;
        job->count = count;
        result = wendi_edit_find_touched(job);
        if (result == WEND_OK && job->touched.count > 0) result = wendi_edit_apply(job);
    }
    wendi_edit_batch_end(batch, result);
    return result;
}

// Finds again what components lead to.
static wend_result find_reach(wendi_edit_job* job) {
    const wend_world* world = job->world;
    return wendi_components_reach(&world->components, world->grid, &world->graph, &world->components.one_ways,
                                  &job->reach);
}

static wend_result change_links(wendi_edit_batch* batch, const int32_t* clusters, int32_t count) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++)
        result = wendi_check_link_nodes_in(&batch->root->graph, batch->root->grid, clusters[i]);
    for (int32_t i = 0; i < batch->count && result == WEND_OK; i++) {
        wendi_edit_job* job = &batch->jobs[i];
        job->links_changed = true;
        for (int32_t k = 0; k < count && result == WEND_OK; k++)
            result = wendi_cluster_list_add(&job->touched, &job->world->allocator, clusters[k]);
        wendi_sort_clusters(&job->touched);
        if (result == WEND_OK) result = count > 0 ? wendi_edit_apply(job) : find_reach(job);
    }
    wendi_edit_batch_end(batch, result);
    return result;
}

wend_result wendi_links_changed(wend_world* world, const int32_t* clusters, int32_t count) {
    wendi_edit_batch batch = {.root = world};
    wend_result result = wendi_edit_batch_make(&batch);
    if (result == WEND_OK) result = change_links(&batch, clusters, count);
    wendi_edit_batch_free(&batch);
    return result;
}

wend_edit wend_edit_tiles(wend_rect area, uint8_t terrain_class) {
    return (wend_edit){.kind = WEND_EDIT_TILES, .area = area, .terrain_class = terrain_class};
}
wend_edit wend_edit_step(wend_tile from, wend_tile to, bool closed) {
    return (wend_edit){.kind = WEND_EDIT_STEP, .from = from, .to = to, .closed = closed};
}
wend_edit wend_edit_wall(wend_tile a, wend_tile b, bool closed) {
    return (wend_edit){.kind = WEND_EDIT_WALL, .from = a, .to = b, .closed = closed};
}

bool wendi_is_valid_edit(const wend_grid* grid, const wend_edit* edit) {
    if ((int)edit->kind < 0 || edit->kind >= WEND_EDIT_KIND_COUNT) return false;
    bool moves = edit->kind != WEND_EDIT_TILES;
    if (moves && (!wend_grid_contains(grid, edit->from) || !wend_grid_contains(grid, edit->to))) return false;
    wend_rect r = wendi_edit_area(edit);
    if (moves) return r.width <= 2 && r.height <= 2 && r.width + r.height > 2;
    return r.x >= 0 && r.y >= 0 && r.width > 0 && r.height > 0 && r.x < grid->width && r.y < grid->height &&
           r.width <= grid->width - r.x && r.height <= grid->height - r.y;
}

wend_result wend_world_edit(wend_world* world, const wend_edit* edits, int32_t count,
                            int32_t* clusters_rebuilt_opt) {
    if (!world || count < 0 || (count > 0 && !edits)) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (!wendi_is_valid_edit(world->grid, &edits[i])) return WEND_ERROR_ARGUMENT;
    wendi_edit_batch batch = {.root = world};
    int32_t rebuilt = 0;
    wend_result result = count > 0 ? wendi_edit_batch_make(&batch) : WEND_OK;
    if (result == WEND_OK && count > 0) result = run_edits(&batch, edits, count);
    for (int32_t i = 0; i < batch.count && result == WEND_OK; i++) rebuilt += batch.jobs[i].touched.count;
    if (result == WEND_OK && clusters_rebuilt_opt) *clusters_rebuilt_opt = rebuilt;
    wendi_edit_batch_free(&batch);
    return result;
}
