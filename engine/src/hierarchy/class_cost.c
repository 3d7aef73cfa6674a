// class_cost.c: what happens when a lake freezes? A class cost changes on a world that is in use.
//
// The change is an edit (edit.h). A new cost of the map also changes all profiles that have it from there. It
// may touch very many clusters: their matrices become pending too (pending.h).
#include <math.h>
#include <string.h>

#include "hierarchy/class_index.h"
#include "hierarchy/edit_job.h"
#include "hierarchy/first_check.h"
#include "hierarchy/read_pass.h"

// Adds the clusters that hold a class whose cost changes.
static wend_result add_clusters_of_costs(wendi_edit_job* job) {
    wendi_cost_change* costs = job->costs_opt;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        costs->opens |= costs->before[k] == 0 && costs->after[k] != 0;
        costs->blocks |= costs->before[k] != 0 && costs->after[k] == 0;
    }
    wend_result result = wendi_class_index_make(&job->world->graph, job->world->grid, NULL, NULL);
    for (int32_t k = 1; k < WEND_CLASS_COUNT && result == WEND_OK; k++)
        if (costs->before[k] != costs->after[k])
            result = wendi_clusters_holding(&job->world->graph, job->world->grid, (uint8_t)k, &job->touched);
    return result;
}

// Adds the clusters of a view in which a tile becomes another: around the clusters of the map that hold the
// class, or anywhere when the view numbers its classes differently now.
static wend_result add_renumbered_clusters(wendi_edit_job* job, const wendi_cluster_list* holders,
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

// Finds the new costs of a view. The map has its new costs already.
static wend_result derive_costs(wendi_edit_job* job, const wend_profile_def* def, bool* renumbered_out) {
    wendi_cost_change* costs = job->costs_opt;
    const wendi_derivation* before = job->derivation;
    wend_result result =
        wendi_derivation_make(def, job->root->grid, &job->root->allocator, &costs->derivation);
    if (result != WEND_OK) return result;
    memcpy(costs->after, costs->derivation.class_costs, sizeof costs->after);
    costs->derives = costs->derivation.reach > 0;
    *renumbered_out =
        memcmp(before->first_class, costs->derivation.first_class, sizeof before->first_class) != 0 ||
        memcmp(before->class_costs, costs->derivation.class_costs, sizeof before->class_costs) != 0;
    job->derivation = &costs->derivation;
    return WEND_OK;
}

static wend_result run_costs(wendi_edit_job* job, const wend_profile_def* def_opt,
                             const wendi_cluster_list* holders) {
    bool renumbered = false;
    memcpy(job->costs_opt->before, job->world->grid->class_costs, sizeof job->costs_opt->before);
    wend_result result = def_opt ? derive_costs(job, def_opt, &renumbered) : WEND_OK;
    if (result == WEND_OK) result = add_clusters_of_costs(job);
    if (result == WEND_OK && job->costs_opt->derives)
        result = add_renumbered_clusters(job, holders, renumbered);
    if (result != WEND_OK) return result;
    wendi_sort_clusters(&job->touched);
    return job->touched.count > 0 ? wendi_edit_apply(job) : wendi_edit_write(job);
}

// The cost of a class as the definition of a profile has it after the change; NULL: it stays as it is.
static const wend_profile_def* changed_def(const wendi_edit_job* job, int32_t profile, uint8_t terrain_class,
                                           float cost, wend_profile_def* out) {
    *out = job->root->profiles.data[job->profile - 1].def;
    if (job->profile == profile)
        out->class_costs[terrain_class] = cost;
    else if (profile != 0 || out->class_costs[terrain_class] >= 0)
        return NULL;
    return out;
}

static void commit_derivation(wendi_edit_job* job, const wend_profile_def* def) {
    wendi_profile* profile = &job->root->profiles.data[job->profile - 1];
    const wendi_derivation old = profile->derivation;
    profile->derivation = job->costs_opt->derivation;
    profile->def = *def;
    job->costs_opt->derivation = old; // freed with the batch
}

// The clusters of a class may be anywhere: a pass over a mapped world checks all and makes the index.
static wend_result make_index(wend_world* world) {
    wendi_read_pass pass;
    wendi_read_pass_begin(world, &pass);
    wend_result result = wendi_check_all_in_pass(world, &pass);
    if (result == WEND_OK)
        result = wendi_class_index_make(&world->graph, world->grid, wendi_read_pass_ground, &pass);
    wendi_read_pass_end(&pass);
    return result;
}

static wend_result change_class_cost(wendi_edit_batch* batch, int32_t profile, uint8_t terrain_class,
                                     float cost) {
    wend_world* root = batch->root;
    wend_profile_def def;
    wendi_cluster_list holders = {0};
    batch->costs = wendi_alloc_zeroed(&root->allocator, (size_t)batch->count, sizeof *batch->costs);
    if (!batch->costs) return WEND_ERROR_MEMORY;
    wend_result result = wendi_clusters_holding(&root->graph, root->grid, terrain_class, &holders);
    if (result == WEND_OK && profile == 0) {
        wendi_edit_job* job = &batch->jobs[0];
        job->costs_opt = &batch->costs[0];
        memcpy(job->costs_opt->after, root->grid->class_costs, sizeof job->costs_opt->after);
        job->costs_opt->after[terrain_class] = cost;
        result = run_costs(job, NULL, &holders);
    }
    for (int32_t i = 1; i < batch->count && result == WEND_OK; i++) {
        wendi_edit_job* job = &batch->jobs[i];
        if (!changed_def(job, profile, terrain_class, cost, &def)) continue;
        job->costs_opt = &batch->costs[i];
        result = run_costs(job, &def, &holders);
    }
    wendi_edit_batch_end(batch, result);
    for (int32_t i = 1; i < batch->count && result == WEND_OK; i++)
        if (batch->jobs[i].costs_opt) {
            changed_def(&batch->jobs[i], profile, terrain_class, cost, &def);
            commit_derivation(&batch->jobs[i], &def);
        }
    wendi_cluster_list_free(&holders, &root->allocator);
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
    wendi_edit_batch batch = {.root = world};
    result = wendi_edit_batch_make(&batch);
    if (result == WEND_OK) result = change_class_cost(&batch, profile, terrain_class, cost);
    wendi_edit_batch_free(&batch);
    if (result != WEND_OK && !indexed) wendi_class_index_free(&world->graph);
    return result;
}
