// world_build.c: how is a world made: from a grid, with views and subgoals, or as another version of a world?
#include <string.h>

#include "core/file.h"
#include "hierarchy/matrix_build.h"
#include "hierarchy/open.h"
#include "hierarchy/world.h"
#include "subgoals/subgoal_graph.h"

// ---- how do a grid and the definitions of profiles become a world with views?

// Part of the progress of a build: of one world among its views.
typedef struct share {
    const wend_world_def* def;
    int32_t index, count;
} share;

static bool report_share(double fraction, void* context) {
    const share* s = context;
    return s->def->progress((s->index + fraction) / s->count, s->def->progress_context);
}

static wend_result build_share(wend_world* world, const wend_grid* grid, const wend_world_def* def,
                               int32_t index) {
    share part = {def, index, def->profile_count + 1};
    wend_world_def partial = *def;
    if (def->progress) {
        partial.progress = report_share;
        partial.progress_context = &part;
    }
    return wendi_world_construct(world, grid, &partial);
}

wend_result wendi_world_construct_all(wend_world* world, const wend_grid* grid, const wend_world_def* def) {
    wend_result result = wendi_profiles_make(world, grid, def->profiles, def->profile_count);
    if (result == WEND_OK) result = build_share(world, grid, def, 0);
    for (int32_t i = 1; i <= def->profile_count && result == WEND_OK; i++) {
        wend_world* view = wendi_profile_world(world, i);
        result = build_share(view, view->grid, def, i);
        if (result == WEND_OK) wendi_share_matrices(world, i);
    }
    return result;
}

// Builds the world and the views of its profiles.
static wend_result build(wend_world* world, wend_grid* grid, const wend_world_def* def) {
    int32_t unit;
    wend_result result =
        wendi_profiles_unit(grid, def->profiles, def->profile_count, &world->allocator, &unit);
    if (result == WEND_OK && unit != grid->costs.unit)
        result = wendi_grid_set_costs(grid, grid->class_costs, unit);
    return result == WEND_OK ? wendi_world_construct_all(world, grid, def) : result;
}

wend_result wend_world_build(wend_grid** grid_io, const wend_world_def* def, wend_world** out) {
    if (!grid_io || !*grid_io || !def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (!wendi_is_valid_tasks(&def->tasks)) return WEND_ERROR_ARGUMENT;
    size_t metadata_size = def->metadata ? strlen(def->metadata) : 0;
    if (!wendi_valid_cluster_size(def->cluster_size) || def->level_count < 0 ||
        def->level_count > WEND_MAX_LEVELS || metadata_size > WEND_MAX_METADATA)
        return WEND_ERROR_LIMIT;
    wend_result result = wendi_profiles_check(*grid_io, def->profiles, def->profile_count);
    if (result != WEND_OK) return result;
    const int32_t unit = (*grid_io)->costs.unit;
    wend_allocator allocator = wendi_allocator(def->allocator);
    wend_world* world = wendi_world_new(&allocator, def->metadata, metadata_size);
    if (!world) return WEND_ERROR_MEMORY;
    result =
        def->profile_count == 0 ? wendi_world_construct(world, *grid_io, def) : build(world, *grid_io, def);
    if (result != WEND_OK) {
        wend_world_destroy(world);
        if (unit != (*grid_io)->costs.unit) // it had this unit before, so it fits
            wendi_grid_set_costs(*grid_io, (*grid_io)->class_costs, unit);
        return result;
    }
    world->grid = *grid_io;
    *grid_io = NULL;
    *out = world;
    return WEND_OK;
}

// ---- when does a world have a subgoal graph?

void wendi_drop_subgoals(wend_world* world) {
    world->subgoals_removed |= world->subgoals != NULL;
    wendi_subgoal_graph_free(world->subgoals);
    world->subgoals = NULL;
}

wend_result wend_world_add_subgoals(wend_world* world, size_t most_bytes, wend_progress_fn* progress_opt,
                                    void* context) {
    if (!world) return WEND_ERROR_ARGUMENT;
    if (world->is_snapshot || wendi_has_regions(&world->graph) || !wendi_subgoals_fit(world->grid))
        return WEND_ERROR_UNSUPPORTED;
    wendi_subgoal_graph* graph = NULL;
    wend_result result = wendi_open_all(world);
    if (result == WEND_OK)
        result = wendi_subgoal_graph_make(world->grid, most_bytes, &world->allocator, progress_opt, context,
                                          &graph);
    if (result != WEND_OK) return result;
    wendi_drop_subgoals(world);
    world->subgoals = graph;
    world->subgoals_removed = false;
    return WEND_OK;
}

wend_subgoal_state wend_world_subgoal_state(const wend_world* world) {
    if (!world) return WEND_SUBGOALS_NONE;
    return world->subgoals           ? WEND_SUBGOALS_KEPT
           : world->subgoals_removed ? WEND_SUBGOALS_REMOVED
                                     : WEND_SUBGOALS_NONE;
}

size_t wend_world_subgoal_bytes(const wend_world* world) {
    return world && world->subgoals ? world->subgoals->owner.bytes : 0;
}

// ---- how does a world get another version of itself?
//
// The new world shares tables, tiles and matrices with the old one (store/table.h, grid/tiles.h); what
// is small is copied. From then on whoever changes a part that both have copies it first.

static void share_graph(const wendi_graph* graph, wendi_graph* out) {
    memcpy(out, graph, offsetof(wendi_graph, kept_hashes));
    out->source = NULL;
    out->region_level = 0; // all ground is there: it reads what it touches
    out->versions.table = wendi_table_share(&graph->versions.table);
    out->class_bits.table = wendi_table_share(&graph->class_bits.table);
    if (wendi_all_are_open(graph)) // otherwise a thread may be making it now
        out->holds_passable.table = wendi_table_share(&graph->holds_passable.table);
    else
        out->holds_passable.table = (wendi_table){0};
    out->pending_rows.table = wendi_table_share(&graph->pending_rows.table);
    if (graph->source) // it opens them
        out->passability_bits.table = (wendi_table){0};
    else
        out->passability_bits.table = wendi_table_share(&graph->passability_bits.table);
    for (int32_t i = 0; i < graph->level_count; i++) {
        const wendi_level* level = &graph->level[i];
        out->level[i].opened = NULL;
        out->level[i].nodes.table = wendi_table_share(&level->nodes.table);
        out->level[i].matrices.table = wendi_table_share(&level->matrices.table);
        out->level[i].states.table = wendi_table_share(&level->states.table);
        wendi_shared_keep(level->block);
    }
}

static wend_result share_ground(const wend_world* world, wend_world* out) {
    const wendi_ground_list* list = &world->ground;
    if (list->count == 0) return WEND_OK;
    wend_rect* data = wendi_alloc_copy(&world->allocator, list->data, (size_t)list->count, sizeof *data);
    if (data) out->ground = (wendi_ground_list){world->allocator, data, (size_t)list->count, list->count};
    return data ? WEND_OK : WEND_ERROR_MEMORY;
}

// Everything but grid and profiles.
static wend_result share_parts(const wend_world* world, wend_world* out) {
    out->edge_count = world->edge_count;
    out->wanted_levels = world->wanted_levels;
    out->refreshed = world->refreshed;
    out->version = world->version;
    out->other_version = world->other_version;
    out->original = world->original;
    out->original_stride = world->original_stride;
    out->original_use = wendi_shared_keep(world->original_use);
    out->file = wendi_shared_keep(world->file);
    out->file_bytes = world->file_bytes;
    out->subgoals = wendi_subgoal_graph_keep(world->subgoals);
    out->subgoals_removed = world->subgoals_removed;
    share_graph(&world->graph, &out->graph);
    wend_result result = wendi_components_share(&world->components, &out->components);
    out->components.stored_opt = NULL;
    if (result == WEND_OK) result = wendi_kept_hashes_share(&world->graph, &out->graph);
    if (result == WEND_OK && world->graph.source)
        result = world->graph.source->kind->share(world->graph.source, out);
    if (result == WEND_OK) result = share_ground(world, out);
    if (result != WEND_OK || !world->changes_opt) return result;
    out->changes_opt = wendi_changes_copy(world->changes_opt);
    return out->changes_opt ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result share_world(const wend_world* world, const wend_grid* map_opt, void* context,
                               wend_world* out) {
    (void)context;
    wend_result result = wendi_grid_share(world->grid, map_opt, &out->grid);
    return result == WEND_OK ? share_parts(world, out) : result;
}

// What of a view points into its profile and the map points there.
static void find_map(const wendi_profile* profile, const wend_grid* map) {
    wendi_body_rule* rule = &profile->view->grid->body_rule;
    if (rule->map) rule->map = map;
    if (rule->is_blocked) rule->is_blocked = profile->derivation.is_blocked;
}

static wend_result version_of_profile(const wendi_profile* from, wendi_version_fn* fill, void* context,
                                      wend_world* to, wendi_profile* profile) {
    memcpy(profile->name, from->name, sizeof profile->name);
    profile->def = from->def;
    profile->def.name = profile->name;
    wend_result result = wendi_derivation_copy(&from->derivation, &to->allocator, &profile->derivation);
    if (result != WEND_OK) return result;
    profile->view = wendi_world_new(&to->allocator, to->metadata, to->metadata_size);
    if (!profile->view) return WEND_ERROR_MEMORY;
    profile->view->base = to;
    profile->view->base_profile = from->view->base_profile;
    result = fill(from->view, to->grid, context, profile->view);
    if (result == WEND_OK) find_map(profile, to->grid);
    return result;
}

wend_result wendi_world_version(const wend_world* world, wendi_version_fn* fill, void* context,
                                wend_world** out) {
    const int32_t count = world->profiles.count;
    wend_world* made = wendi_world_new(&world->allocator, world->metadata, world->metadata_size);
    if (!made) return WEND_ERROR_MEMORY;
    wend_result result = fill(world, NULL, context, made);
    if (result == WEND_OK && count > 0) {
        made->profiles.data =
            wendi_alloc_zeroed(&made->allocator, (size_t)count, sizeof *made->profiles.data);
        if (made->profiles.data)
            made->profiles.count = count;
        else
            result = WEND_ERROR_MEMORY;
    }
    for (int32_t i = 0; i < count && result == WEND_OK; i++)
        result = version_of_profile(&world->profiles.data[i], fill, context, made, &made->profiles.data[i]);
    if (result == WEND_OK)
        *out = made;
    else
        wend_world_destroy(made);
    return result;
}

wend_result wend_world_fork(const wend_world* world, wend_world** out) {
    if (!world || !out || world->base) return WEND_ERROR_ARGUMENT;
    wendi_source* source = world->graph.source;
    const wend_result result = source ? source->kind->prepare_share(source) : WEND_OK;
    return result == WEND_OK ? wendi_world_version(world, share_world, NULL, out) : result;
}

wend_result wend_world_snapshot(const wend_world* world, wend_world** out) {
    wend_result result = wend_world_fork(world, out);
    if (result != WEND_OK) return result;
    (*out)->id = world->id;
    (*out)->is_snapshot = true;
    for (int32_t i = 0; i < world->profiles.count; i++) {
        wend_world* view = (*out)->profiles.data[i].view;
        view->id = world->profiles.data[i].view->id;
        view->is_snapshot = true;
    }
    return WEND_OK;
}

// ---- how do versions take each other's place?

// What points into the world itself points into this one again.
static void find_itself(wend_world* world) {
    wendi_graph* graph = &world->graph;
    if (graph->source) graph->source->kind->belong(graph->source, world);
    if (world->components.stored_opt) world->components.stored_opt = &graph->level[0];
    if (world->grid->world) world->grid->world = world;
}

// In pieces: grids are larger than a thread's stack should hold.
static void exchange_bytes(void* a, void* b, size_t size) {
    char piece[256], *x = a, *y = b;
    for (size_t at = 0; at < size; at += sizeof piece) {
        const size_t count = size - at < sizeof piece ? size - at : sizeof piece;
        memcpy(piece, x + at, count);
        memcpy(x + at, y + at, count);
        memcpy(y + at, piece, count);
    }
}

static void exchange_grids(wend_grid* a, wend_grid* b) {
    const uint64_t version = (a->version > b->version ? a->version : b->version) + 1;
    exchange_bytes(a, b, sizeof *a);
    a->version = b->version = version;
}

// All but the views.
static void exchange_one(wend_world* a, wend_world* b, uint64_t version) {
    wend_grid *of_a = a->grid, *of_b = b->grid;
    const uint64_t id_a = a->id, id_b = b->id;
    const bool snapshot_a = a->is_snapshot, snapshot_b = b->is_snapshot;
    const wend_world *base_a = a->base, *base_b = b->base;
    wendi_shared *life_a = atomic_load(&a->life), *life_b = atomic_load(&b->life);
    exchange_bytes(a, b, sizeof *a);
    a->grid = of_a, b->grid = of_b;
    a->id = id_a, b->id = id_b;
    a->is_snapshot = snapshot_a, b->is_snapshot = snapshot_b;
    a->base = base_a, b->base = base_b;
    atomic_store(&a->life, life_a);
    atomic_store(&b->life, life_b);
    exchange_grids(of_a, of_b);
    a->version = b->version = version;
    find_itself(a);
    find_itself(b);
}

void wendi_world_exchange(wend_world* a, wend_world* b, uint64_t version) {
    exchange_one(a, b, version);
    for (int32_t i = 0; i < a->profiles.count; i++) {
        wendi_profile *of_a = &a->profiles.data[i], *of_b = &b->profiles.data[i];
        wend_world* view = of_a->view; // which has been that of b so far
        of_a->view = of_b->view;
        of_b->view = view;
        exchange_one(of_a->view, of_b->view, version);
        find_map(of_a, a->grid);
        find_map(of_b, b->grid);
    }
}
