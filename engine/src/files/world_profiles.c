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

uint64_t wendi_file_profiles_size(const wend_world* world) {
    return (uint64_t)world->profiles.count * sizeof(profile_record);
}

// Calls a function for each matrix of the views that has nodes, in the order of the file.
typedef struct matrix_visit {
    const wend_world* world;
    wendi_writer* writer; // NULL: only the size is wanted
    uint64_t size;
} matrix_visit;

static void visit(matrix_visit* v, int32_t profile, int32_t level, int32_t cluster) {
    const wendi_matrix* matrix =
        wendi_matrix_of(&wend_world_profile(v->world, profile)->graph, level, cluster);
    if (matrix->count == 0) return;
    const int32_t equal = wendi_equal_matrix(v->world, profile, level, cluster);
    const uint16_t tag = equal >= 0 ? (uint16_t)equal : OWN_MATRIX;
    v->size += sizeof tag + (equal >= 0 ? 0 : wendi_file_matrix_bytes(matrix));
    if (v->writer) wendi_put_records(v->writer, &tag, 1, &wendi_u16);
    if (v->writer && equal < 0) wendi_put_matrix(v->writer, matrix);
}

static uint64_t visit_matrices(const wend_world* world, wendi_writer* writer_opt) {
    matrix_visit v = {world, writer_opt, 0};
    for (int32_t i = 1; i <= world->profiles.count; i++) {
        const wendi_graph* graph = &wend_world_profile(world, i)->graph;
        for (int32_t level = 1; level <= graph->level_count; level++)
            for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++)
                visit(&v, i, level, c);
    }
    return v.size;
}

uint64_t wendi_file_profile_matrices_size(const wend_world* world) {
    return visit_matrices(world, NULL);
}

void wendi_put_profile_matrices(wendi_writer* writer, const wend_world* world) {
    visit_matrices(world, writer);
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

uint64_t wendi_file_profile_slopes_size(const wend_world* world) {
    uint64_t size = 0;
    for (int32_t i = 0; i < world->profiles.count; i++) {
        const wend_profile_def* def = &world->profiles.data[i].def;
        if (wendi_has_own_slopes(def))
            size += sizeof(slopes_record) + (uint64_t)def->slope_count * sizeof(wend_slope_point);
    }
    return size;
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

// Reads the slopes of profiles into points, which have room for as many as the section.
static wend_result get_slopes(wendi_reader* r, wend_slope_point* points, wend_profile_def* defs,
                              int32_t count) {
    uint64_t left = r->table[WENDI_SECTION_SLOPES - 1].size;
    uint32_t last = 0;
    wend_result result = wendi_begin_section(r, WENDI_SECTION_SLOPES);
    while (left > 0 && result == WEND_OK) {
        slopes_record record;
        if (left < sizeof record) return wendi_damaged(r, "size of the slopes of profiles");
        result = wendi_get_records(r, &record, 1, &slopes_layout);
        if (result != WEND_OK) return result;
        left -= sizeof record;
        if (record.profile <= last || record.profile > (uint32_t)count ||
            record.point_count > left / sizeof *points)
            return wendi_damaged(r, "slopes of a profile");
        wend_profile_def* def = &defs[record.profile - 1];
        def->slopes = points;
        def->slope_count = (int32_t)record.point_count;
        def->max_climb = record.max_climb;
        def->max_drop = record.max_drop;
        if (!wendi_has_own_slopes(def)) return wendi_damaged(r, "slopes of a profile");
        result = wendi_get_records(r, points, 2 * (size_t)record.point_count, &wendi_u32);
        points += record.point_count;
        left -= record.point_count * sizeof *points;
        last = record.profile;
    }
    return result == WEND_OK ? wendi_end_section(r, WENDI_SECTION_SLOPES) : result;
}

static wend_result get_records(wendi_reader* r, wend_world* world, profile_record* records,
                               wend_profile_def* defs, wend_slope_point* slopes_opt, int32_t count) {
    wend_result result = wendi_get_section(r, WENDI_SECTION_PROFILES, &record_layout, records);
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
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
    if (result == WEND_OK && slopes_opt) result = get_slopes(r, slopes_opt, defs, count);
    if (result != WEND_OK) return result;
    if (wendi_profiles_check(world->grid, defs, count) != WEND_OK)
        return wendi_damaged(r, "profile out of range");
    result = wendi_profiles_make(world, world->grid, defs, count);
    return result == WEND_OK || result == WEND_ERROR_MEMORY ? result : wendi_damaged(r, "costs of a profile");
}

static wend_result get_matrix(wendi_reader* r, wend_world* world, int32_t profile, int32_t level,
                              int32_t cluster) {
    wendi_graph* graph = &wendi_profile_world(world, profile)->graph;
    wendi_matrix* matrix = wendi_item(&graph->level[level - 1].matrices, cluster);
    uint16_t tag;
    if (matrix->count == 0) return WEND_OK;
    wend_result result = wendi_get_records(r, &tag, 1, &wendi_u16);
    if (result != WEND_OK) return result;
    if (tag == OWN_MATRIX) return wendi_get_matrix(r, matrix);
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
        result = wendi_graph_alloc_matrices(a, grid, level);
    }
    return result;
}

// Makes the graph of a view with all nodes, and matrices without costs.
static wend_result begin_graph(wendi_reader* r, int32_t cluster_size, const profile_record* record,
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

static wend_result get_view(wendi_reader* r, wend_world* world, int32_t profile,
                            const profile_record* record) {
    wend_world* view = wendi_profile_world(world, profile);
    wendi_graph* graph = &view->graph;
    wend_result result = begin_graph(r, world->graph.clusters.size, record, view);
    for (int32_t level = 1; level <= graph->level_count && result == WEND_OK; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters) && result == WEND_OK;
             c++)
            result = get_matrix(r, world, profile, level, c);
    if (result == WEND_OK) result = wendi_components_find(view->grid, graph, &view->components);
    if (result == WEND_OK) result = wendi_indices_make(graph, view->grid);
    const wendi_graph_record graph_record = {
        .wanted_levels = world->wanted_levels,
        .counts = {record->edge_count, record->component_count, record->largest_component}};
    return result == WEND_OK ? wendi_set_counts(r, &graph_record, wendi_file_graph_bytes(graph), view)
                             : result;
}

static wend_result get_views(wendi_reader* r, wend_world* world, const profile_record* records) {
    wend_result result = wendi_begin_section(r, WENDI_SECTION_PROFILE_MATRICES);
    for (int32_t i = 1; i <= world->profiles.count && result == WEND_OK; i++) {
        result = get_view(r, world, i, &records[i - 1]);
        if (result == WEND_OK) wendi_share_matrices(world, i);
    }
    if (result == WEND_OK &&
        wendi_file_profile_matrices_size(world) != r->table[WENDI_SECTION_PROFILE_MATRICES - 1].size)
        return wendi_damaged(r, "size of the matrices of profiles");
    return result == WEND_OK ? wendi_end_section(r, WENDI_SECTION_PROFILE_MATRICES) : result;
}

wend_result wendi_get_profiles(wendi_reader* r, wend_world* world) {
    const uint64_t size = r->table[WENDI_SECTION_PROFILES - 1].size;
    const uint64_t slopes_size =
        r->section_count >= WENDI_SECTION_SLOPES ? r->table[WENDI_SECTION_SLOPES - 1].size : 0;
    const size_t count = (size_t)(size / sizeof(profile_record)),
                 point_room = (size_t)(slopes_size / sizeof(wend_slope_point));
    if (size % sizeof(profile_record) != 0 || count >= WEND_MAX_PROFILES)
        return wendi_damaged(r, "size of the profiles");
    if (count == 0 && slopes_size > 0) return wendi_damaged(r, "slopes without profiles");
    if (count == 0)
        return r->table[WENDI_SECTION_PROFILE_MATRICES - 1].size == 0
                   ? WEND_OK
                   : wendi_damaged(r, "size of the matrices of profiles");
    wend_slope_point* slopes =
        slopes_size > 0 ? wendi_alloc(&world->allocator, point_room + 1, sizeof *slopes) : NULL;
    profile_record* records = wendi_alloc(&world->allocator, count, sizeof *records);
    wend_profile_def* defs = wendi_alloc(&world->allocator, count, sizeof *defs);
    wend_result result = records && defs && (slopes || slopes_size == 0) ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK) result = get_records(r, world, records, defs, slopes, (int32_t)count);
    if (result == WEND_OK) result = get_views(r, world, records);
    wendi_free(&world->allocator, defs, count, sizeof *defs);
    wendi_free(&world->allocator, records, count, sizeof *records);
    if (slopes) wendi_free(&world->allocator, slopes, point_room + 1, sizeof *slopes);
    return result;
}
