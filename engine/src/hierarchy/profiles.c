// profiles.c: how does a kind of agents see the map?
#include "hierarchy/profiles.h"

#include <math.h>
#include <string.h>

#include "grid/derived_grid.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/open.h"
#include "hierarchy/tile_index.h"

// ---- equal distance matrices of profiles are found, shared and separated

static wendi_matrix* matrix_of(wend_world* world, int32_t profile, int32_t level, int32_t cluster) {
    wendi_graph* graph = &wendi_profile_world(world, profile)->graph;
    return level <= graph->level_count ? wendi_item(&graph->level[level - 1].matrices, cluster) : NULL;
}

// The costs of a pending matrix of level 1 are stored later, and in its own memory.
static bool is_pending(const wendi_graph* graph, int32_t level, int32_t cluster) {
    return level == 1 && wendi_state_of(graph, 1, cluster) != WENDI_UP_TO_DATE;
}

// The first profile before this one whose matrix for a cluster is equal to its; -1: none.
static int32_t equal_matrix(const wend_world* world, int32_t profile, int32_t level, int32_t cluster) {
    const wendi_matrix* matrix = wendi_matrix_of(&wend_world_profile(world, profile)->graph, level, cluster);
    if (is_pending(&wend_world_profile(world, profile)->graph, level, cluster)) return -1;
    for (int32_t i = 0; i < profile && matrix->count > 0; i++) {
        const wendi_graph* graph = &wend_world_profile(world, i)->graph;
        if (level > graph->level_count || is_pending(graph, level, cluster)) continue;
        const wendi_matrix* other = wendi_matrix_of(graph, level, cluster);
        if (other->nodes == matrix->nodes || wendi_matrix_equal(other, matrix)) return i;
    }
    return -1;
}

wend_result wendi_unshare_matrices_of(wend_world* world, int32_t level, int32_t cluster) {
    wend_result result = WEND_OK;
    for (int32_t i = 1; i <= world->profiles.count && result == WEND_OK; i++) {
        wendi_graph* graph = &wendi_profile_world(world, i)->graph;
        if (level > graph->level_count) continue;
        result = wendi_table_own(&graph->level[level - 1].matrices.table, cluster);
        wendi_matrix* matrix = matrix_of(world, i, level, cluster);
        if (result == WEND_OK && matrix->borrowed) result = wendi_matrix_separate(matrix, &world->allocator);
    }
    return result;
}

static void borrow(wendi_matrix* matrix, const wendi_matrix* from, const wend_allocator* allocator) {
    wendi_matrix_free(matrix, allocator);
    *matrix = *from;
    matrix->owns_memory = false;
    matrix->borrowed = true;
}

void wendi_share_matrices_of(wend_world* world, int32_t level, int32_t cluster) {
    for (int32_t i = 1; i <= world->profiles.count; i++) {
        wendi_matrix* matrix = matrix_of(world, i, level, cluster);
        if (!matrix || matrix->borrowed) continue;
        const int32_t equal = equal_matrix(world, i, level, cluster);
        wendi_level* l = &wendi_profile_world(world, i)->graph.level[level - 1];
        if (equal < 0 || wendi_table_own(&l->matrices.table, cluster) != WEND_OK) continue;
        matrix = matrix_of(world, i, level, cluster);
        borrow(matrix, matrix_of(world, equal, level, cluster), &world->allocator);
    }
}

// The matrices that borrow from one of a profile follow it to new memory.
static void follow(wend_world* world, int32_t profile, int32_t level, int32_t cluster, const uint32_t* from,
                   uint32_t* to) {
    for (int32_t i = profile + 1; i <= world->profiles.count; i++) {
        wendi_matrix* matrix = matrix_of(world, i, level, cluster);
        if (matrix && matrix->borrowed && matrix->nodes == from) matrix->nodes = to;
    }
}

// Moves the matrices of a level that lie in its block and are not borrowed to a block without gaps, unless
// another version of the world uses them.
static void compact(wend_world* world, int32_t profile, int32_t level_number) {
    wendi_level* level = &wendi_profile_world(world, profile)->graph.level[level_number - 1];
    const int32_t cluster_count = wendi_cluster_count(&level->clusters);
    size_t bytes = WENDI_ROW_OVERREAD;
    if (!level->block || !wendi_is_only_use(level->block)) return;
    for (int32_t c = 0; c < cluster_count; c++) {
        const wendi_matrix* matrix = wendi_item(&level->matrices, c);
        if (!matrix->owns_memory && !matrix->borrowed) bytes += wendi_matrix_bytes(matrix->count);
    }
    if (bytes + WENDI_SHARED_HEAD > level->block->bytes) return;
    wendi_shared* block = wendi_shared_new(&world->allocator, bytes);
    if (!block) return;
    char* at = wendi_shared_memory(block);
    for (int32_t c = 0; c < cluster_count; c++) {
        wendi_matrix* matrix = wendi_item(&level->matrices, c);
        if (matrix->owns_memory || matrix->borrowed || matrix->count == 0) continue;
        uint32_t* nodes = (uint32_t*)(void*)at;
        memcpy(nodes, matrix->nodes, wendi_matrix_bytes(matrix->count));
        follow(world, profile, level_number, c, matrix->nodes, nodes);
        matrix->nodes = nodes;
        at += wendi_matrix_bytes(matrix->count);
    }
    wendi_shared_drop(level->block);
    level->block = block;
}

void wendi_share_matrices(wend_world* world, int32_t profile) {
    wendi_graph* graph = &wendi_profile_world(world, profile)->graph;
    for (int32_t level = 1; level <= graph->level_count; level++) {
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++)
            wendi_share_matrices_of(world, level, c);
        compact(world, profile, level);
    }
}

void wendi_profiles_drop_levels(wend_world* world, int32_t profile, int32_t kept) {
    for (int32_t i = world->profiles.count; i >= profile; i--) {
        wend_world* dropped = wendi_profile_world(world, i);
        if (dropped->graph.level_count <= kept) continue;
        wendi_graph_drop_levels(&dropped->graph, kept);
        if (dropped->changes_opt) dropped->changes_opt->levels = true;
        dropped->refreshed = false;
    }
}

// ---- profiles in .wend files
//
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
    const int32_t equal = equal_matrix(v->world, profile, level, cluster);
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
    wend_result result =
        wendi_graph_partition(world->grid, cluster_size, (int32_t)record->level_count, &world->allocator, a);
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
    if (result == WEND_OK) result = wendi_passable_index_make(graph, view->grid, NULL, NULL);
    if (result == WEND_OK && view->grid->cost_range.declared)
        result = wendi_class_index_make(graph, view->grid, NULL, NULL);
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

// ---- how are the profiles of a world checked, made and found?

wend_profile_def wend_default_profile_def(void) {
    wend_profile_def def = {
        .margin_cost = 3, .margin_falloff = 1, .max_climb = -1, .max_drop = -1, .cookie = WENDI_COOKIE};
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) def.class_costs[k] = -1;
    return def;
}

// ---- definitions

static bool is_valid_name(const char* name) {
    const size_t length = name ? strlen(name) : 0;
    return length > 0 && length <= WEND_MAX_PROFILE_NAME && strcmp(name, "default") != 0 &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") == length;
}

static bool is_within(float value, float most) {
    return value >= 0 && value <= most;
}

static bool is_valid_inflation(const wend_grid* grid, const wend_profile_def* def) {
    const wend_inflation* i = &def->inflation;
    const float most = WEND_MAX_PROFILE_REACH * grid->tile_size; // as exact as the side of a tile
    return i->inflation_radius >= 0 && (float)i->inflation_radius <= most && i->inscribed_radius >= 0 &&
           i->inscribed_radius <= i->inflation_radius && i->cost_scaling_factor >= 0 &&
           i->cost_scaling_factor <= 1e6 &&
           (i->inflation_radius == 0 || (def->radius == 0 && def->margin == 0));
}

static wend_result check(const wend_grid* grid, const wend_profile_def* def) {
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    float costs[WEND_CLASS_COUNT];
    if (!is_valid_name(def->name) || !is_within(def->radius, WEND_MAX_PROFILE_REACH) ||
        !is_within(def->margin, WEND_MAX_PROFILE_REACH) ||
        !is_within(def->margin_cost, WEND_MAX_MARGIN_COST) || !is_within(def->margin_falloff, 64) ||
        !is_valid_inflation(grid, def) || isnan(def->max_climb) || isnan(def->max_drop) ||
        wendi_slopes_check(def->slopes, def->slope_count) != WEND_OK ||
        wendi_profile_costs(def, grid->class_costs, costs) != WEND_OK)
        return WEND_ERROR_ARGUMENT;
    if (wendi_has_own_slopes(def) && !wend_grid_has_elevations(grid)) return WEND_ERROR_UNSUPPORTED;
    if (wendi_is_hex(grid->connectivity) &&
        ((double)def->radius > WENDI_HEX_HALF_SIDE || def->margin > 0 || def->inflation.inflation_radius > 0))
        return WEND_ERROR_UNSUPPORTED;
    return 2 * def->radius > (float)wendi_min(grid->width, grid->height) && def->radius > 0.5f
               ? WEND_ERROR_LIMIT
               : WEND_OK;
}

wend_result wendi_profiles_check(const wend_grid* grid, const wend_profile_def* defs, int32_t count) {
    if (count < 0 || (count > 0 && !defs)) return WEND_ERROR_ARGUMENT;
    if (count >= WEND_MAX_PROFILES) return WEND_ERROR_LIMIT;
    for (int32_t i = 0; i < count; i++) {
        wend_result result = check(grid, &defs[i]);
        if (result != WEND_OK) return result;
        for (int32_t k = 0; k < i; k++)
            if (strcmp(defs[i].name, defs[k].name) == 0) return WEND_ERROR_ARGUMENT;
    }
    return WEND_OK;
}

// Where a range is declared, the costs of all profiles lie in it.
static wend_result check_range(const wendi_cost_range* range, const double* costs, size_t count) {
    wend_result result = WEND_OK;
    for (size_t i = 0; i < count && result == WEND_OK && range->declared; i++)
        result = wendi_check_class_cost(range, (float)costs[i]);
    return result;
}

// The least of some costs but 0; 1: there is none.
static double least_of(const double* costs, size_t count) {
    double least = INFINITY;
    for (size_t i = 0; i < count; i++)
        if (costs[i] > 0) least = fmin(least, costs[i]);
    return isinf(least) ? 1 : least;
}

// Raises a unit to the one that suits a profile with slopes of its own, whose classes have these costs.
static wend_result raise_unit(const wend_grid* grid, const wend_profile_def* def, const double* costs,
                              int32_t* unit_io) {
    wendi_shared* table;
    if (!wendi_has_own_slopes(def)) return WEND_OK;
    const wend_result result = wendi_slopes_of_profile(def, grid, 0, &table);
    if (result != WEND_OK) return result;
    const double least = fmin(least_of(costs, WEND_CLASS_COUNT), (double)grid->cost_range.least);
    *unit_io = wendi_max(*unit_io, wendi_relief_unit(wendi_shared_memory(table), least));
    wendi_shared_drop(table);
    return WEND_OK;
}

wend_result wendi_profiles_unit(const wend_grid* grid, const wend_profile_def* defs, int32_t count,
                                const wend_allocator* allocator, int32_t* out) {
    const size_t tables = (size_t)count + 1;
    double* costs = wendi_alloc(allocator, tables * WEND_CLASS_COUNT, sizeof *costs);
    if (!costs) return WEND_ERROR_MEMORY;
    float table[WEND_CLASS_COUNT];
    for (int32_t i = 0; i <= count; i++) {
        if (i > 0) wendi_profile_costs(&defs[i - 1], grid->class_costs, table);
        for (int32_t k = 0; k < WEND_CLASS_COUNT; k++)
            costs[i * WEND_CLASS_COUNT + k] = (double)(i > 0 ? table[k] : grid->class_costs[k]);
    }
    wend_result result = check_range(&grid->cost_range, costs, tables * WEND_CLASS_COUNT);
    if (result == WEND_OK && wendi_has_directions(grid))
        *out = wendi_max(grid->costs.unit,
                         wendi_relief_unit(grid->relief.table, least_of(costs, tables * WEND_CLASS_COUNT)));
    else if (result != WEND_OK || grid->cost_range.declared)
        *out = grid->costs.unit;
    else
        result = wendi_common_unit(costs, (int32_t)tables * WEND_CLASS_COUNT, grid->costs.unit, out);
    for (int32_t i = 1; i <= count && result == WEND_OK; i++)
        result = raise_unit(grid, &defs[i - 1], costs + i * WEND_CLASS_COUNT, out);
    wendi_free(allocator, costs, tables * WEND_CLASS_COUNT, sizeof *costs);
    return result;
}

// ---- views

static wend_result make_view(const wend_world* world, wendi_profile* profile, int32_t index,
                             const wend_grid* grid) {
    const wend_allocator* allocator = &world->allocator;
    wend_result result = wendi_derivation_make(&profile->def, grid, allocator, &profile->derivation);
    if (result != WEND_OK) return result;
    profile->view = wendi_world_new(allocator, world->metadata, world->metadata_size);
    if (!profile->view) return WEND_ERROR_MEMORY;
    return wendi_derived_grid(&profile->def, &profile->derivation, grid, index, allocator,
                              &profile->view->grid);
}

wend_result wendi_profiles_make(wend_world* world, const wend_grid* grid, const wend_profile_def* defs,
                                int32_t count) {
    WENDI_ASSERT(world->profiles.count == 0 && count < WEND_MAX_PROFILES);
    if (count == 0) return WEND_OK;
    world->profiles.data = wendi_alloc_zeroed(&world->allocator, (size_t)count, sizeof *world->profiles.data);
    if (!world->profiles.data) return WEND_ERROR_MEMORY;
    world->profiles.count = count;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        wendi_profile* profile = &world->profiles.data[i];
        profile->def = defs[i];
        memcpy(profile->name, defs[i].name, strlen(defs[i].name) + 1);
        profile->def.name = profile->name;
        result = make_view(world, profile, i + 1, grid);
        if (result != WEND_OK) break;
        profile->def.slopes = NULL; // the table of the view has a copy
        profile->view->base = world;
        profile->view->base_profile = i + 1;
    }
    return result;
}

const wend_world* wendi_world_of_query(const wend_world* world, const wend_query* query) {
    return query->cookie == WENDI_COOKIE && query->profile != 0 ? wend_world_profile(world, query->profile)
                                                                : world;
}

// ---- what a host asks

int32_t wend_world_profile_count(const wend_world* world) {
    return world ? world->profiles.count + 1 : 0;
}

static bool has_profile(const wend_world* world, int32_t profile) {
    return world && profile >= 0 && profile <= world->profiles.count;
}

const char* wend_world_profile_name(const wend_world* world, int32_t profile) {
    if (!has_profile(world, profile)) return "";
    return profile == 0 ? "default" : world->profiles.data[profile - 1].name;
}

int32_t wend_world_find_profile(const wend_world* world, const char* name) {
    for (int32_t i = 0; name && i < wend_world_profile_count(world); i++)
        if (strcmp(wend_world_profile_name(world, i), name) == 0) return i;
    return -1;
}

const wend_world* wend_world_profile(const wend_world* world, int32_t profile) {
    if (!has_profile(world, profile)) return NULL;
    return profile == 0 ? world : world->profiles.data[profile - 1].view;
}

wend_result wend_world_get_profile(const wend_world* world, int32_t profile, wend_profile_def* out) {
    if (!has_profile(world, profile) || !out) return WEND_ERROR_ARGUMENT;
    *out = profile == 0 ? wend_default_profile_def() : world->profiles.data[profile - 1].def;
    out->name = wend_world_profile_name(world, profile);
    if (out->slope_count > 0) out->slopes = wend_world_profile(world, profile)->grid->relief.table->points;
    return WEND_OK;
}

float wend_world_widest_body(const wend_world* world, int32_t profile) {
    return has_profile(world, profile) ? (float)wendi_widest_body(wend_world_profile(world, profile)->grid)
                                       : 0;
}

// ---- clearance

enum { FIRST_REACH = 64 }; // half tiles

typedef struct clearance_job {
    wend_rect area;
    float limit;
    float* out;
    uint32_t most;  // squared distances stop here
    bool too_short; // one of them is there
} clearance_job;

static void put_row(void* context, int32_t y, const uint32_t* squares) {
    clearance_job* job = context;
    float* row = job->out + (size_t)(y - job->area.y) * (size_t)job->area.width;
    for (int32_t x = 0; x < job->area.width; x++) {
        // Rounded down, so that a body of this radius fits.
        const double distance = sqrt((double)squares[x]) / 2;
        float clearance = (float)distance;
        if ((double)clearance > distance) clearance = nextafterf(clearance, 0);
        row[x] = clearance < job->limit ? clearance : job->limit;
        job->too_short |= squares[x] == job->most;
    }
}

// In a mapped world, checks the clusters that have tiles so near to an area.
static wend_result check_around(const wend_world* world, wend_rect area, int32_t tiles) {
    const bool whole = area.width == world->grid->width && area.height == world->grid->height;
    if (wendi_has_regions(&world->graph) || whole) return wendi_open_all(world);
    return wendi_open_area(&world->graph, area, tiles);
}

wend_result wend_world_clearance(const wend_world* world, int32_t profile, wend_rect area, float limit,
                                 float* clearances_out) {
    if (!world) return WEND_ERROR_ARGUMENT;
    return wendi_world_clearance(world, profile, wendi_area_to_sheet(&world->grid->floors, area), limit,
                                 clearances_out);
}

wend_result wendi_world_clearance(const wend_world* world, int32_t profile, wend_rect area, float limit,
                                  float* clearances_out) {
    if (!has_profile(world, profile) || !clearances_out || !(limit >= 0)) return WEND_ERROR_ARGUMENT;
    const wend_grid* grid = world->grid;
    if (area.x < 0 || area.y < 0 || area.width <= 0 || area.height <= 0 ||
        area.width > grid->width - area.x || area.height > grid->height - area.y)
        return WEND_ERROR_ARGUMENT;
    if (wendi_is_hex(grid->connectivity)) return WEND_ERROR_UNSUPPORTED;
    bool is_blocked[WEND_CLASS_COUNT];
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++)
        is_blocked[k] = profile == 0 ? grid->costs.straight[k] == 0
                                     : world->profiles.data[profile - 1].derivation.is_blocked[k];
    // Without a limit, first as far as most obstacles are, then farther: the work grows with the reach.
    const int32_t farthest = wendi_min(wendi_max(grid->width, grid->height), WENDI_MAX_DISTANCE / 2) * 2;
    const bool limited = limit > 0 && limit < (float)(farthest / 2);
    int32_t reach = limited ? (int32_t)ceilf(2 * limit) : wendi_min(FIRST_REACH, farthest);
    clearance_job job = {.area = area, .limit = limit > 0 ? limit : INFINITY, .out = clearances_out};
    for (;; reach = wendi_min(4 * reach, farthest)) {
        job.most = (uint32_t)reach * (uint32_t)reach;
        job.too_short = false;
        wend_result result = check_around(world, area, reach / 2 + 2);
        if (result != WEND_OK) return result;
        result = wendi_distance_transform(grid, is_blocked, area, reach, &world->allocator, put_row, &job);
        if (result != WEND_OK || limited || !job.too_short || reach == farthest) return result;
    }
}
