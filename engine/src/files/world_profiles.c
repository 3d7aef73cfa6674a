// world_profiles.c: how are the profiles of a world stored in its file? docs/file-format.md describes it byte
// by byte.
#include "files/world_file.h"

#include <string.h>

#include "grid/derived_grid.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/tile_index.h"
#include "hierarchy/world.h"

// The tiles of views are not stored but derived again. A matrix that equals that of the same cluster of
// an earlier profile is stored as the number of the first such profile, so that one world has one file.

enum { OWN_MATRIX = UINT16_MAX };

typedef struct profile_record {
    char name[WEND_MAX_PROFILE_NAME + 1]; // the rest is 0
    float radius, margin, margin_cost, margin_falloff;
    float class_costs[WEND_CLASS_COUNT];
    uint32_t level_count;
    uint32_t node_count; // of level 1
    int64_t component_count, largest_component, edge_count;
    double inscribed_radius, inflation_radius, cost_scaling_factor;
    uint64_t unknown_class;
} profile_record;
_Static_assert(sizeof(profile_record) == 1136, "layout of the file");
static const wendi_layout record_layout = {
    1136, {{WEND_MAX_PROFILE_NAME + 1, 1}, {4 + WEND_CLASS_COUNT + 2, 4}, {7, 8}}};

// Before the points of a profile that has slopes or limits of its own; profiles ascend.
typedef struct slopes_record {
    uint32_t profile, point_count;
    float max_climb, max_drop;
} slopes_record;
_Static_assert(sizeof(slopes_record) == 16, "layout of the file");
static const wendi_layout slopes_layout = {16, {{4, 4}}};

// ---- writing

// A matrix of a profile that has nodes: the shift and the costs, unless an earlier profile has an equal one.
static void put_matrix(wendi_writer* w, const wend_world* world, int32_t profile, int32_t level,
                       int32_t cluster) {
    const wendi_matrix* matrix = wendi_matrix_of(&wend_world_profile(world, profile)->graph, level, cluster);
    if (matrix->count == 0) return;
    const int32_t equal = wendi_equal_matrix(world, profile, level, cluster);
    const uint16_t head[2] = {equal >= 0 ? (uint16_t)equal : OWN_MATRIX, (uint16_t)matrix->shift};
    wendi_put_records(w, head, equal >= 0 ? 1 : 2, &wendi_u16);
    if (equal < 0)
        wendi_put_records(w, wendi_matrix_row(matrix, 0), (size_t)matrix->count * (size_t)matrix->count,
                          &wendi_u16);
}

void wendi_put_profile_matrices(wendi_writer* writer, const wend_world* world) {
    for (int32_t i = 1; i <= world->profiles.count; i++) {
        const wendi_graph* graph = &wend_world_profile(world, i)->graph;
        for (int32_t level = 1; level <= graph->level_count; level++)
            for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++)
                put_matrix(writer, world, i, level, c);
    }
}

void wendi_put_profiles(wendi_writer* writer, const wend_world* world, const wend_world_counts* counts) {
    for (int32_t i = 0; i < world->profiles.count; i++) {
        const wendi_profile* profile = &world->profiles.data[i];
        const wendi_graph* graph = &profile->view->graph;
        profile_record record = {.radius = profile->def.radius,
                                 .margin = profile->def.margin,
                                 .margin_cost = profile->def.margin_cost,
                                 .margin_falloff = profile->def.margin_falloff,
                                 .inscribed_radius = profile->def.inflation.inscribed_radius,
                                 .inflation_radius = profile->def.inflation.inflation_radius,
                                 .cost_scaling_factor = profile->def.inflation.cost_scaling_factor,
                                 .unknown_class = profile->def.inflation.unknown_class,
                                 .level_count = (uint32_t)graph->level_count,
                                 .node_count = (uint32_t)wendi_count_nodes(graph, profile->view->grid, 1),
                                 .component_count = counts[i].component_count,
                                 .largest_component = counts[i].largest_component,
                                 .edge_count = counts[i].edge_count};
        memcpy(record.name, profile->name, strlen(profile->name));
        memcpy(record.class_costs, profile->def.class_costs, sizeof record.class_costs);
        wendi_put_records(writer, &record, 1, &record_layout);
    }
}

void wendi_put_profile_slopes(wendi_writer* writer, const wend_world* world) {
    for (int32_t i = 0; i < world->profiles.count; i++) {
        const wendi_profile* profile = &world->profiles.data[i];
        if (!wendi_has_own_slopes(&profile->def)) continue;
        const slopes_record record = {(uint32_t)i + 1, (uint32_t)profile->def.slope_count,
                                      profile->def.max_climb, profile->def.max_drop};
        wendi_put_records(writer, &record, 1, &slopes_layout);
        wendi_put_records(writer, profile->view->grid->relief.table->points, 2 * (size_t)record.point_count,
                          &wendi_u32);
    }
}

// ---- reading

// Gives the definitions of profiles their slopes, which stay where they are.
static wend_result get_slopes(const wendi_reader* r, wend_profile_def* defs, int32_t count) {
    char* at = wendi_section_bytes(r, WENDI_SECTION_SLOPES);
    uint64_t left = wendi_section_size(r, WENDI_SECTION_SLOPES);
    for (uint32_t last = 0; left > 0;) {
        slopes_record* record = (void*)at;
        if (left < sizeof *record) return wendi_damaged(r, "size of the slopes of profiles");
        wendi_reorder(record, 1, &slopes_layout);
        left -= sizeof *record;
        if (record->profile <= last || record->profile > (uint32_t)count ||
            record->point_count > left / sizeof(wend_slope_point))
            return wendi_damaged(r, "slopes of a profile");
        wend_profile_def* def = &defs[record->profile - 1];
        wend_slope_point* points = (void*)(record + 1);
        wendi_reorder(points, 2 * (size_t)record->point_count, &wendi_u32);
        def->slopes = points;
        def->slope_count = (int32_t)record->point_count;
        def->max_climb = record->max_climb;
        def->max_drop = record->max_drop;
        if (!wendi_has_own_slopes(def)) return wendi_damaged(r, "slopes of a profile");
        left -= record->point_count * sizeof *points;
        last = record->profile;
        at = (char*)(points + record->point_count);
    }
    return WEND_OK;
}

static wend_result get_records(const wendi_reader* r, wend_world* world, const profile_record* records,
                               wend_profile_def* defs, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const profile_record* record = &records[i];
        if (record->name[WEND_MAX_PROFILE_NAME] != 0) return wendi_damaged(r, "name of a profile");
        defs[i] = wend_default_profile_def();
        defs[i].name = record->name;
        defs[i].radius = record->radius;
        defs[i].margin = record->margin;
        defs[i].margin_cost = record->margin_cost;
        defs[i].margin_falloff = record->margin_falloff;
        if (record->unknown_class >= WEND_CLASS_COUNT) return wendi_damaged(r, "unknown class of a profile");
        defs[i].inflation = (wend_inflation){record->inscribed_radius, record->inflation_radius,
                                             record->cost_scaling_factor, (uint8_t)record->unknown_class};
        memcpy(defs[i].class_costs, record->class_costs, sizeof defs[i].class_costs);
        if (record->level_count < 1 || record->level_count > (uint32_t)world->wanted_levels)
            return wendi_damaged(r, "levels of a profile");
    }
    wend_result result = get_slopes(r, defs, count);
    if (result != WEND_OK) return result;
    if (wendi_profiles_check(world->grid, defs, count) != WEND_OK)
        return wendi_damaged(r, "profile out of range");
    result = wendi_profiles_make(world, world->grid, defs, count);
    return result == WEND_OK || result == WEND_ERROR_MEMORY ? result : wendi_damaged(r, "costs of a profile");
}

// The numbers of the section of matrices that are still to be read.
typedef struct entries {
    const uint16_t *next, *end;
} entries;

static wend_result get_matrix(const wendi_reader* r, entries* e, wend_world* world, int32_t profile,
                              int32_t level, int32_t cluster) {
    wendi_graph* graph = &wendi_profile_world(world, profile)->graph;
    wendi_matrix* matrix = wendi_item(&graph->level[level - 1].matrices, cluster);
    const ptrdiff_t count = (ptrdiff_t)matrix->count * matrix->count;
    if (count == 0) return WEND_OK;
    if (e->next == e->end) return wendi_damaged(r, "size of the matrices of profiles");
    const uint16_t tag = *e->next++;
    if (tag == OWN_MATRIX) {
        if (e->end - e->next <= count || *e->next > WENDI_MAX_SHIFT)
            return wendi_damaged(r, "costs out of range");
        matrix->shift = (int16_t)*e->next++;
        memcpy(wendi_matrix_entries(matrix), e->next, (size_t)count * sizeof *e->next);
        e->next += count;
        return WEND_OK;
    }
    const wendi_graph* from = tag < profile ? &wend_world_profile(world, tag)->graph : NULL;
    if (!from || level > from->level_count) return wendi_damaged(r, "shared costs of a profile");
    const wendi_matrix* other = wendi_matrix_of(from, level, cluster);
    if (other->count != matrix->count ||
        memcmp(other->nodes, matrix->nodes, (size_t)matrix->count * sizeof *matrix->nodes) != 0)
        return wendi_damaged(r, "shared costs of a profile");
    wendi_matrix_copy(matrix, other);
    return WEND_OK;
}

// Chooses the nodes of all levels and allocates their matrices.
static wend_result prepare_levels(wendi_graph* a, const wend_grid* grid) {
    wend_result result = WEND_OK;
    for (int32_t level = 1; level <= a->level_count && result == WEND_OK; level++) {
        int32_t cluster_count = wendi_cluster_count(&a->level[level - 1].clusters);
        for (int32_t c = 0; c < cluster_count; c++) wendi_choose_nodes(a, grid, level, c);
        result = wendi_graph_alloc_matrices(a, grid, level, NULL);
    }
    return result;
}

// Makes the graph of a view with all nodes, and matrices without costs.
static wend_result begin_graph(const wendi_reader* r, int32_t cluster_size, const profile_record* record,
                               wend_world* world) {
    wendi_graph* a = &world->graph;
    wend_result result = wendi_graph_divide(world->grid, cluster_size, (int32_t)record->level_count, NULL,
                                            &world->allocator, a);
    if (result == WEND_OK) wendi_graph_read_all_passability(a, world->grid);
    if (result == WEND_OK && wendi_check_link_nodes(a, world->grid) != WEND_OK)
        result = wendi_damaged(r, "too many links in one cluster");
    if (result == WEND_OK) result = prepare_levels(a, world->grid);
    if (result == WEND_OK && wendi_count_nodes(a, world->grid, 1) != record->node_count)
        result = wendi_damaged(r, "size of the abstract graph");
    return result;
}

static wend_result get_view(const wendi_reader* r, entries* e, wend_world* world, int32_t profile,
                            const profile_record* record) {
    wend_world* view = wendi_profile_world(world, profile);
    wendi_graph* graph = &view->graph;
    uint64_t most_edges = 0;
    wend_result result = begin_graph(r, world->graph.clusters.size, record, view);
    for (int32_t level = 1; level <= graph->level_count && result == WEND_OK; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters) && result == WEND_OK;
             c++) {
            const uint64_t nodes = (uint64_t)wendi_matrix_of(graph, level, c)->count;
            result = get_matrix(r, e, world, profile, level, c);
            most_edges += nodes * nodes;
        }
    if (result == WEND_OK) result = wendi_components_find(view->grid, graph, &view->components);
    if (result == WEND_OK) result = wendi_indices_make(graph, view->grid);
    const wend_world_counts counts = {record->edge_count, record->component_count, record->largest_component};
    view->wanted_levels = world->wanted_levels;
    return result == WEND_OK ? wendi_set_counts(r, &counts, most_edges, view) : result;
}

// A world has one file, so the matrices are those that would be put.
static wend_result get_views(const wendi_reader* r, wend_world* world, const profile_record* records) {
    uint64_t count;
    const uint16_t* first = wendi_section_items(r, WENDI_SECTION_PROFILE_MATRICES, &wendi_u16, &count);
    if (!first) return wendi_damaged(r, "size of the matrices of profiles");
    entries e = {first, first + count};
    wend_result result = WEND_OK;
    for (int32_t i = 1; i <= world->profiles.count && result == WEND_OK; i++) {
        result = get_view(r, &e, world, i, &records[i - 1]);
        if (result == WEND_OK) wendi_share_matrices(world, i);
    }
    if (result != WEND_OK) return result;
    wendi_writer sizes = wendi_writer_of(NULL, NULL, NULL);
    wendi_put_profile_matrices(&sizes, world);
    return sizes.size == count * sizeof *first ? WEND_OK
                                               : wendi_damaged(r, "size of the matrices of profiles");
}

wend_result wendi_get_profiles(const wendi_reader* r, wend_world* world) {
    uint64_t count;
    const profile_record* records = wendi_section_items(r, WENDI_SECTION_PROFILES, &record_layout, &count);
    if (!records || count >= WEND_MAX_PROFILES) return wendi_damaged(r, "size of the profiles");
    if (count == 0 && wendi_section_size(r, WENDI_SECTION_SLOPES) > 0)
        return wendi_damaged(r, "slopes without profiles");
    if (count == 0)
        return wendi_section_size(r, WENDI_SECTION_PROFILE_MATRICES) == 0
                   ? WEND_OK
                   : wendi_damaged(r, "size of the matrices of profiles");
    wend_profile_def* defs = wendi_alloc(&world->allocator, (size_t)count, sizeof *defs);
    if (!defs) return WEND_ERROR_MEMORY;
    wend_result result = get_records(r, world, records, defs, (int32_t)count);
    if (result == WEND_OK) result = get_views(r, world, records);
    wendi_free(&world->allocator, defs, (size_t)count, sizeof *defs);
    return result;
}
