// edit.c: how do the world and the views of all profiles follow an edit of tiles, connections or class costs?
#include <math.h>
#include <string.h>

#include "core/containers.h"
#include "grid/links.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/edit_job.h"
#include "hierarchy/matrix_build.h"
#include "hierarchy/open.h"
#include "hierarchy/tile_index.h"
#include "hierarchy/world.h"

// ---- how do the world and the views of all profiles follow an edit together?
//
// An edit is one job for the world and one for the view of each profile (edit_job.h). Invariant: an edit
// applies completely or not at all. Every old value stays in the undo logs until nothing can fail any
// more in any of the jobs.

typedef struct edit_batch { // the jobs of one edit
    wendi_owner owner;      // of all memory that ends with it
    wend_world* root;
    wendi_edit_job* jobs;     // by profile
    wendi_cost_change* costs; // by profile; NULL: costs do not change
    int32_t count;
    wendi_cluster_workspace* workspace;
} edit_batch;

// Makes a job for the world and each profile. costs: of a change of costs. Free the batch also after an
// error. Errors: MEMORY.
static wend_result make_batch(wend_world* root, bool costs, edit_batch* batch) {
    const wendi_profiles* profiles = &root->profiles;
    const size_t count = (size_t)profiles->count + 1;
    *batch = (edit_batch){.root = root, .count = profiles->count + 1};
    const wend_allocator scratch = wendi_owner_begin(&batch->owner, &root->allocator);
    batch->jobs = wendi_alloc_zeroed(&scratch, count, sizeof *batch->jobs);
    if (costs) batch->costs = wendi_alloc_zeroed(&scratch, count, sizeof *batch->costs);
    batch->workspace = wendi_cluster_workspace_new(&scratch);
    if (!batch->jobs || !batch->workspace || (costs && !batch->costs)) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < batch->count; i++) {
        wendi_edit_job* job = &batch->jobs[i];
        job->root = root;
        job->profile = i;
        job->world = wendi_profile_world(root, i);
        job->derivation = i > 0 ? &profiles->data[i - 1].derivation : NULL;
        job->workspace = batch->workspace;
        job->scratch = job->touched.allocator = job->relabelled.allocator = scratch;
    }
    return WEND_OK;
}

static void free_batch(edit_batch* batch) {
    for (int32_t i = 0; i < batch->count && batch->costs; i++)
        wendi_derivation_free(&batch->costs[i].derivation, &batch->root->allocator);
    wendi_owner_end(&batch->owner);
}

// Afterwards equal matrices are shared again, whether all jobs end well or none.
static void share_touched(const edit_batch* batch) {
    for (int32_t i = 0; i < batch->count && batch->count > 1; i++)
        for (int32_t k = 0; k < batch->jobs[i].touched.count; k++)
            wendi_share_matrices_of(batch->root, 1, batch->jobs[i].touched.data[k]);
}

// A profile has the costs that its view has now.
static void commit_derivation(wendi_edit_job* job) {
    wendi_profile* profile = &job->root->profiles.data[job->profile - 1];
    const wendi_derivation old = profile->derivation;
    profile->derivation = job->costs_opt->derivation;
    profile->def = job->costs_opt->def;
    job->costs_opt->derivation = old; // freed with the batch
}

// Commits all jobs of a batch, or undoes them when the result is an error. The jobs of the map come first,
// because views may borrow its tiles.
static void end_batch(edit_batch* batch, wend_result result) {
    for (int32_t i = 0; i < batch->count; i++) {
        wendi_edit_job* job = &batch->jobs[i];
        if (result == WEND_OK)
            wendi_edit_commit(job);
        else
            wendi_edit_undo(job);
        if (result == WEND_OK && job->costs_opt && job->profile > 0) commit_derivation(job);
        if (job->begun) wendi_edit_trim(job);
        wendi_pending_trim(&job->world->graph);
    }
    share_touched(batch);
}

static wend_result run_edits(edit_batch* batch, const wend_edit* edits, int32_t count) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < batch->count && result == WEND_OK; i++) {
        wendi_edit_job* job = &batch->jobs[i];
        job->edits = edits;
        job->count = count;
        result = wendi_edit_find_touched(job);
        if (result == WEND_OK && job->touched.count > 0) result = wendi_edit_apply(job);
    }
    end_batch(batch, result);
    return result;
}

// Finds again what components lead to.
static wend_result find_reach(wendi_edit_job* job) {
    const wend_world* world = job->world;
    return wendi_components_reach(&world->components, world->grid, &world->graph, &world->components.one_ways,
                                  &job->reach);
}

static wend_result change_links(edit_batch* batch, const int32_t* clusters, int32_t count) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++)
        result = wendi_check_link_nodes_in(&batch->root->graph, batch->root->grid, clusters[i]);
    for (int32_t i = 0; i < batch->count && result == WEND_OK; i++) {
        wendi_edit_job* job = &batch->jobs[i];
        job->links_changed = true;
        for (int32_t k = 0; k < count && result == WEND_OK; k++)
            result = wendi_index_list_push(&job->touched, clusters[k]);
        wendi_tidy_indices(&job->touched);
        if (result == WEND_OK) result = count > 0 ? wendi_edit_apply(job) : find_reach(job);
    }
    end_batch(batch, result);
    return result;
}

// The edits of a caller on the sheet, in memory that ends with the batch. NULL: out of memory.
static const wend_edit* on_sheet(edit_batch* batch, const wend_edit* edits, int32_t count) {
    const wend_grid* grid = batch->root->grid;
    if (wendi_is_sheet(&grid->floors)) return edits;
    const wend_allocator scratch = wendi_owned_by(&batch->owner);
    wend_edit* made = wendi_alloc(&scratch, (size_t)count, sizeof *made);
    for (int32_t i = 0; i < count && made; i++) made[i] = wendi_edit_on_sheet(grid, &edits[i]);
    return made;
}

wend_result wend_world_edit(wend_world* world, const wend_edit* edits, int32_t count,
                            int32_t* clusters_rebuilt_opt) {
    edit_batch batch;
    int32_t rebuilt = 0;
    if (!world || count < 0 || (count > 0 && !edits)) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (!wendi_is_valid_edit(world->grid, &edits[i])) return WEND_ERROR_ARGUMENT;
    if (world->is_snapshot) return WEND_ERROR_UNSUPPORTED;
    if (clusters_rebuilt_opt && count == 0) *clusters_rebuilt_opt = 0;
    if (count == 0) return WEND_OK;
    wend_result result = make_batch(world, false, &batch);
    if (result == WEND_OK) edits = on_sheet(&batch, edits, count);
    if (result == WEND_OK && !edits) result = WEND_ERROR_MEMORY;
    if (result == WEND_OK) result = wendi_edit_prepare_elevations(world, edits, count);
    if (result == WEND_OK) result = run_edits(&batch, edits, count);
    for (int32_t i = 0; i < batch.count && result == WEND_OK; i++)
        rebuilt += (int32_t)batch.jobs[i].touched.count;
    if (result == WEND_OK && clusters_rebuilt_opt) *clusters_rebuilt_opt = rebuilt;
    free_batch(&batch);
    return result;
}

wend_result wendi_edit_ground(wend_world* world, const wend_edit* edits, int32_t count,
                              const uint8_t* classes_opt, size_t stride, bool laid_out) {
    edit_batch batch;
    if (count == 0) return WEND_OK;
    wend_result result = make_batch(world, false, &batch);
    for (int32_t i = 0; i < batch.count && result == WEND_OK; i++) {
        batch.jobs[i].classes_opt = classes_opt;
        batch.jobs[i].classes_stride = stride;
        batch.jobs[i].laid_out = laid_out;
    }
    if (result == WEND_OK) result = run_edits(&batch, edits, count);
    free_batch(&batch);
    return result;
}

// ---- what must be recomputed when the links of a world change?
//
// A link inside a cluster of level 1 is part of its distance matrix. A link that leads out of clusters
// makes its ends nodes of them, on as many levels as it leads out of (abstract_graph.h); on the level
// above it is part of the matrix. The levels above the first become pending, as after an edit of tiles.
// Cost and state of a link never change the nodes, but for the state of a seam's.

// The clusters of level 1 that contain an end of a link; inside: both its ends. Returns how many.
static int32_t clusters_of(const wendi_graph* graph, const wend_link* link, bool inside, int32_t out[8]) {
    const wendi_partition* clusters = &graph->clusters;
    int32_t from[4], to[4], count = 0;
    const int32_t from_count = wendi_clusters_at(clusters, link->from, from);
    const int32_t to_count = wendi_clusters_at(clusters, link->to, to);
    for (int32_t i = 0; i < from_count; i++)
        if (!inside || wendi_area_contains(wendi_cluster_rect(clusters, from[i]), link->to))
            out[count++] = from[i];
    for (int32_t k = 0; k < to_count && !inside; k++) out[count++] = to[k];
    return count;
}

// Marks what a change of the link makes pending: the matrices that it is part of and, where it came or went,
// those that its ends are nodes of.
static void mark_levels(wend_world* world, const wend_link* link, bool nodes_changed) {
    wendi_graph* graph = &world->graph;
    const int32_t levels = wendi_link_levels(graph, link), level = levels + 1;
    int32_t clusters[8], to[4], count = clusters_of(graph, link, false, clusters);
    const int32_t to_count = wendi_clusters_at(&graph->clusters, link->to, to);
    for (int32_t i = 0; i < count; i++)
        for (int32_t n = 2; n <= levels && nodes_changed; n++) wendi_mark_pending(graph, n, clusters[i]);
    for (int32_t i = 0; i < count && level > 1 && level <= graph->level_count; i++) {
        const int32_t parent = wendi_cluster_containing(graph, level, clusters[i]);
        for (int32_t k = 0; k < to_count && i < count - to_count; k++) // the first ones contain link->from
            if (wendi_cluster_containing(graph, level, to[k]) == parent)
                wendi_mark_pending(graph, level, clusters[i]);
    }
}

// Makes what a change of the link marks the world's own, and lists the clusters to recompute after it.
static wend_result list_touched(wend_world* world, const wend_link* link, bool nodes_changed,
                                wendi_index_list* touched) {
    const bool inside = wendi_link_levels(&world->graph, link) == 0;
    int32_t clusters[8], count = clusters_of(&world->graph, link, false, clusters);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i <= world->profiles.count; i++)
        for (int32_t k = 0; k < count && result == WEND_OK; k++)
            result = wendi_own_cluster(&wendi_profile_world(world, i)->graph, clusters[k], 0);
    if (inside) count = clusters_of(&world->graph, link, true, clusters);
    for (int32_t k = 0; k < count && (inside || nodes_changed) && result == WEND_OK; k++)
        result = wendi_index_list_push(touched, clusters[k]);
    return result;
}

// Repairs the world and its views after links came, went or changed in all their grids. On error the caller
// restores the links.
static wend_result repair(wend_world* world, const wend_link* links, int32_t count, bool nodes_changed) {
    wendi_index_list touched = {.allocator = world->allocator};
    edit_batch batch;
    wend_result result = make_batch(world, false, &batch);
    for (int32_t n = 0; n < count && result == WEND_OK; n++)
        result = list_touched(world, &links[n], nodes_changed, &touched);
    if (result == WEND_OK) result = change_links(&batch, touched.data, (int32_t)touched.count);
    free_batch(&batch);
    wendi_index_list_free(&touched);
    for (int32_t i = 0; i <= world->profiles.count && result == WEND_OK; i++) {
        wend_world* profile = wendi_profile_world(world, i);
        for (int32_t n = 0; n < count; n++) {
            int32_t clusters[8];
            mark_levels(profile, &links[n], nodes_changed);
            const int32_t ends = clusters_of(&profile->graph, &links[n], false, clusters);
            for (int32_t k = 0; k < ends; k++) wendi_note_change(profile, clusters[k]);
        }
    }
    return result;
}

// ---- in the grids of all profiles; every view has the links of the map, some of them disabled

static void remove_link(wend_world* world, int32_t id) {
    for (int32_t i = 0; i <= world->profiles.count; i++)
        wend_grid_remove_link(wendi_profile_world(world, i)->grid, id); // does nothing where it is not
}

// Adds a link of the map to the grids of the profiles from one on. Where it was removed before, there is
// room.
static wend_result insert_link(wend_world* world, int32_t first, const wend_link* link) {
    wend_result result = WEND_OK;
    for (int32_t i = first; i <= world->profiles.count && result == WEND_OK; i++) {
        wend_grid* grid = wendi_profile_world(world, i)->grid;
        const wend_link derived = i == 0 ? *link : wendi_derived_link(link, i);
        result = wendi_grid_reserve_link(grid);
        if (result == WEND_OK) wendi_grid_insert_link(grid, &derived);
    }
    return result;
}

static void put_back(wend_world* world, const wend_link* link) {
    const wend_result result = insert_link(world, 0, link);
    WENDI_ASSERT(result == WEND_OK);
    (void)result;
}

// Sets cost and state of a link, which are valid.
static void set_in_views(wend_world* world, const wend_link* link) {
    for (int32_t i = 1; i <= world->profiles.count; i++) {
        const wend_link derived = wendi_derived_link(link, i);
        wend_grid_set_link(wendi_profile_world(world, i)->grid, link->id, derived.cost, derived.enabled);
    }
}

// Adds a link between tiles of the sheet to all grids; *link_io becomes what it is there.
static wend_result add_to_grids(wend_world* world, wend_link* link_io) {
    int32_t id;
    wend_result result = wendi_open_for_link(world, link_io);
    if (result == WEND_OK) result = wendi_sheet_add_link(world->grid, link_io, &id);
    if (result != WEND_OK) return result;
    *link_io = *wendi_sheet_find_link(world->grid, id);
    result = insert_link(world, 1, link_io);
    if (result != WEND_OK) remove_link(world, id);
    return result;
}

// Adds links between tiles of the sheet, all of them or none.
static wend_result add_links(wend_world* world, wend_link* links_io, int32_t count,
                             int32_t* first_id_out_opt) {
    int32_t added = 0;
    wend_result result = WEND_OK;
    for (; added < count && result == WEND_OK; added += result == WEND_OK)
        result = add_to_grids(world, &links_io[added]);
    if (result == WEND_OK) result = repair(world, links_io, count, true);
    if (result == WEND_OK && first_id_out_opt) *first_id_out_opt = links_io[0].id;
    for (int32_t i = 0; result != WEND_OK && i < added; i++) remove_link(world, links_io[i].id);
    return result;
}

wend_result wend_world_add_link(wend_world* world, const wend_link* link, int32_t* id_out_opt) {
    if (!world || !link) return WEND_ERROR_ARGUMENT;
    if (world->is_snapshot) return WEND_ERROR_UNSUPPORTED;
    wend_link added = *link;
    added.from = wendi_to_sheet(&world->grid->floors, link->from);
    added.to = wendi_to_sheet(&world->grid->floors, link->to);
    return add_links(world, &added, 1, id_out_opt);
}

wend_result wend_world_add_seam(wend_world* world, const wend_seam* seam, int32_t* first_id_out_opt) {
    wend_seam on_sheet;
    if (!world || !seam || !wendi_seam_to_sheet(world->grid, seam, &on_sheet)) return WEND_ERROR_ARGUMENT;
    if (world->is_snapshot) return WEND_ERROR_UNSUPPORTED;
    const int32_t count = 2 * wend_seam_length(&on_sheet);
    wend_link* links = wendi_alloc(&world->allocator, (size_t)count, sizeof *links);
    if (!links) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < count; i++) links[i] = wendi_seam_link(&on_sheet, i / 2, i % 2);
    const wend_result result = add_links(world, links, count, first_id_out_opt);
    wendi_free(&world->allocator, links, (size_t)count, sizeof *links);
    return result;
}

// Finds a link that is to change.
static wend_result find_to_change(wend_world* world, int32_t id, wend_link* out) {
    const wend_link* link = world ? wendi_sheet_find_link(world->grid, id) : NULL;
    if (!link) return WEND_ERROR_ARGUMENT;
    if (world->is_snapshot) return WEND_ERROR_UNSUPPORTED;
    *out = *link;
    return wendi_open_for_link(world, link);
}

wend_result wend_world_remove_link(wend_world* world, int32_t id) {
    wend_link removed;
    wend_result result = find_to_change(world, id, &removed);
    if (result != WEND_OK) return result;
    remove_link(world, id);
    result = repair(world, &removed, 1, true);
    if (result != WEND_OK) put_back(world, &removed);
    return result;
}

// Repairs the world after a link has changed in its grid. On error the link is what it was before.
static wend_result finish_change(wend_world* world, const wend_link* before) {
    set_in_views(world, wendi_sheet_find_link(world->grid, before->id));
    const wend_result result = repair(world, before, 1, before->kind == WEND_LINK_SEAM);
    if (result == WEND_OK) return result;
    remove_link(world, before->id);
    put_back(world, before);
    return result;
}

wend_result wend_world_set_link(wend_world* world, int32_t id, float cost, bool enabled) {
    wend_link before;
    wend_result result = find_to_change(world, id, &before);
    if (result == WEND_OK) result = wend_grid_set_link(world->grid, id, cost, enabled);
    return result == WEND_OK ? finish_change(world, &before) : result;
}

wend_result wend_world_set_link_cost(wend_world* world, int32_t id, int32_t profile, float cost) {
    wend_link before;
    if (!world || profile < 0 || profile > world->profiles.count) return WEND_ERROR_ARGUMENT;
    wend_result result = find_to_change(world, id, &before);
    if (result == WEND_OK) result = wend_grid_set_link_cost(world->grid, id, profile, cost);
    return result == WEND_OK ? finish_change(world, &before) : result;
}

// ---- what happens when a lake freezes? A class cost changes on a world that is in use.
//
// The change is an edit. A new cost of the map also changes all profiles that have it from there. It
// may touch very many clusters: their matrices become pending too (matrix_build.h).

// Adds the clusters that hold a class whose cost changes.
static wend_result add_clusters_of_costs(wendi_edit_job* job) {
    wendi_cost_change* costs = job->costs_opt;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        costs->opens |= costs->before[k] == 0 && costs->after[k] != 0;
        costs->blocks |= costs->before[k] != 0 && costs->after[k] == 0;
    }
    wend_result result = wendi_class_index_make(&job->world->graph, job->world->grid, NULL);
    for (int32_t k = 1; k < WEND_CLASS_COUNT && result == WEND_OK; k++)
        if (costs->before[k] != costs->after[k])
            result = wendi_clusters_holding(&job->world->graph, job->world->grid, (uint8_t)k, &job->touched);
    return result;
}

// Adds the clusters of a view in which a tile becomes another: around the clusters of the map that hold the
// class, or anywhere when the view numbers its classes differently now.
static wend_result add_renumbered_clusters(wendi_edit_job* job, const wendi_index_list* holders,
                                           bool renumbered) {
    const wend_grid* grid = job->root->grid;
    const wend_edit all = wend_edit_tiles((wend_rect){0, 0, grid->width, grid->height}, 0);
    wend_result result = renumbered ? wendi_edit_add_derived(job, &all) : WEND_OK;
    for (int32_t i = 0; i < holders->count && result == WEND_OK && !renumbered; i++) {
        const wend_rect area = wendi_cluster_rect(&job->root->graph.clusters, holders->data[i]);
        const wend_edit edit = wend_edit_tiles(area, 0);
        result = wendi_edit_add_derived(job, &edit);
    }
    return result;
}

// Finds the new costs of a view by its new definition. The map has its new costs already.
static wend_result derive_costs(wendi_edit_job* job, bool* renumbered_out) {
    wendi_cost_change* costs = job->costs_opt;
    const wendi_derivation* before = job->derivation;
    wend_result result =
        wendi_derivation_make(&costs->def, job->root->grid, &job->root->allocator, &costs->derivation);
    if (result != WEND_OK) return result;
    memcpy(costs->after, costs->derivation.class_costs, sizeof costs->after);
    costs->derives = costs->derivation.reach > 0;
    *renumbered_out =
        memcmp(before->first_class, costs->derivation.first_class, sizeof before->first_class) != 0 ||
        memcmp(before->class_costs, costs->derivation.class_costs, sizeof before->class_costs) != 0;
    job->derivation = &costs->derivation;
    return WEND_OK;
}

// True when tiles that stay as they are will cost something else: the view numbers its classes differently.
static bool changes_costs_in_use(const wendi_edit_job* job) {
    const wendi_cost_change* costs = job->costs_opt;
    bool changes = false;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++)
        changes |= costs->before[k] != costs->after[k] && job->world->grid->class_counts[k] > 0;
    return changes;
}

// Does a job whose new costs are known: those of the map, or the definition of the view.
static wend_result run_costs(wendi_edit_job* job, const wendi_rewrite* rewrite_opt,
                             const wendi_index_list* holders) {
    wendi_cost_change* costs = job->costs_opt;
    const bool view = job->profile > 0;
    bool renumbered = false;
    memcpy(costs->before, job->world->grid->class_costs, sizeof costs->before);
    wend_result result = view ? derive_costs(job, &renumbered) : WEND_OK;
    if (result == WEND_OK && rewrite_opt) {
        costs->rewrite_opt = rewrite_opt;
        costs->opens = view || rewrite_opt->opens;
        costs->blocks = view || rewrite_opt->blocks;
        job->edits = rewrite_opt->squares;
        job->count = rewrite_opt->count;
        result = wendi_edit_find_touched(job);
    }
    if (result == WEND_OK && (!rewrite_opt || (view && changes_costs_in_use(job))))
        result = add_clusters_of_costs(job);
    if (result == WEND_OK && costs->derives && (!rewrite_opt || renumbered))
        result = add_renumbered_clusters(job, holders, renumbered);
    if (result != WEND_OK) return result;
    wendi_tidy_indices(&job->touched);
    return job->touched.count > 0 ? wendi_edit_apply(job) : wendi_edit_write(job);
}

// Sets what the world or view of a job has after a class costs something else; false: what it has now.
static bool set_cost(const wendi_edit_job* job, int32_t profile, uint8_t terrain_class, float cost,
                     wendi_cost_change* out) {
    if (job->profile == 0) {
        memcpy(out->after, job->root->grid->class_costs, sizeof out->after);
        out->after[terrain_class] = cost;
        return profile == 0;
    }
    out->def = job->root->profiles.data[job->profile - 1].def;
    const bool follows = profile == 0 && out->def.class_costs[terrain_class] < 0;
    if (job->profile == profile) out->def.class_costs[terrain_class] = cost;
    return job->profile == profile || follows;
}

// The clusters of a class may be anywhere: a pass over the world opens all and makes the index.
static wend_result make_index(wend_world* world) {
    wendi_pass pass;
    wend_result result = wendi_pass_begin(world, &pass);
    if (result == WEND_OK) result = wendi_class_index_make(&world->graph, world->grid, &pass);
    wendi_pass_end(&pass);
    return result;
}

static wend_result change_class_cost(edit_batch* batch, int32_t profile, uint8_t terrain_class, float cost) {
    wend_world* root = batch->root;
    wendi_index_list holders = {.allocator = wendi_owned_by(&batch->owner)};
    wend_result result = wendi_clusters_holding(&root->graph, root->grid, terrain_class, &holders);
    for (int32_t i = 0; i < batch->count && result == WEND_OK; i++) {
        wendi_edit_job* job = &batch->jobs[i];
        if (!set_cost(job, profile, terrain_class, cost, &batch->costs[i])) continue;
        job->costs_opt = &batch->costs[i];
        result = run_costs(job, NULL, &holders);
    }
    end_batch(batch, result);
    return result;
}

wend_result wend_world_set_class_cost(wend_world* world, int32_t profile, uint8_t terrain_class, float cost) {
    if (!world || profile < 0 || profile > world->profiles.count) return WEND_ERROR_ARGUMENT;
    if (world->is_snapshot) return WEND_ERROR_UNSUPPORTED;
    const wend_grid* grid = world->grid;
    wend_result result = wendi_check_class_cost(&grid->cost_range, cost);
    if (result == WEND_OK && terrain_class == 0) result = WEND_ERROR_ARGUMENT;
    if (result != WEND_OK) return result;
    if (isinf(cost)) cost = 0;
    const float before = profile == 0 ? grid->class_costs[terrain_class]
                                      : world->profiles.data[profile - 1].def.class_costs[terrain_class];
    if (before == cost) return WEND_OK;
    const bool indexed = world->graph.class_bits.table.kind;
    result = make_index(world);
    if (result != WEND_OK) return result;
    edit_batch batch;
    result = make_batch(world, true, &batch);
    if (result == WEND_OK) result = change_class_cost(&batch, profile, terrain_class, cost);
    free_batch(&batch);
    if (result != WEND_OK && !indexed) wendi_class_index_free(&world->graph);
    return result;
}

// ---- how do tiles become others when costs change with them?

// The definition of a profile after a rewrite: where a class stands for another one, it costs what that costs
// there, and what was added. A class that stands for 0 costs every profile the same: it is unknown ground.
static void rewritten_def(const wendi_profile* profile, const wendi_rewrite* rewrite, wend_profile_def* out) {
    const float* own = profile->def.class_costs;
    *out = profile->def;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        const int32_t base = rewrite->bases[k];
        const bool same = base == 0 || rewrite->bases[base] == 0 || own[base] < 0;
        float cost = same ? rewrite->class_costs[base == 0 ? k : base] : own[base];
        if (base == k) continue;
        if (base != 0 && cost > 0 && !isinf(cost))
            cost = fminf(cost + rewrite->added[k], WEND_MAX_CLASS_COST);
        out->class_costs[k] = cost;
    }
}

static wend_result rewrite_all(edit_batch* batch, const wendi_rewrite* rewrite) {
    const wendi_index_list none = {0};
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < batch->count && result == WEND_OK; i++) {
        wendi_edit_job* job = &batch->jobs[i];
        job->costs_opt = &batch->costs[i];
        if (i == 0)
            memcpy(job->costs_opt->after, rewrite->class_costs, sizeof job->costs_opt->after);
        else
            rewritten_def(&batch->root->profiles.data[i - 1], rewrite, &job->costs_opt->def);
        result = run_costs(job, rewrite, &none);
    }
    end_batch(batch, result);
    return result;
}

wend_result wendi_world_rewrite(wend_world* world, const wendi_rewrite* rewrite) {
    edit_batch batch;
    wend_result result = make_batch(world, true, &batch);
    if (result == WEND_OK) result = rewrite_all(&batch, rewrite);
    free_batch(&batch);
    return result;
}
