// profiles.c: how does a kind of agents see the map?
#include "hierarchy/world.h"

#include <math.h>
#include <string.h>

#include "grid/derived_grid.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/matrix_build.h"
#include "hierarchy/open.h"
#include "hierarchy/tile_index.h"

// ---- equal distance matrices of profiles are found, shared and separated

static wendi_matrix* matrix_of(wend_world* world, int32_t profile, int32_t level, int32_t cluster) {
    wendi_graph* graph = &wendi_profile_world(world, profile)->graph;
    return level <= graph->level_count ? wendi_item(&graph->level[level - 1].matrices, cluster) : NULL;
}

// The costs of a pending matrix of level 1 are stored later, and in its own memory.
static bool is_pending(const wendi_graph* graph, int32_t level, int32_t cluster) {
    return level == 1 && wendi_is_pending(graph, cluster);
}

int32_t wendi_equal_matrix(const wend_world* world, int32_t profile, int32_t level, int32_t cluster) {
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
        const int32_t equal = wendi_equal_matrix(world, i, level, cluster);
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

bool wendi_profile_fits(const wend_profile_def* def, int32_t width, int32_t height) {
    return 2 * def->radius <= (float)wendi_min(width, height) || def->radius <= 0.5f;
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
    return wendi_profile_fits(def, grid->width, grid->height) ? WEND_OK : WEND_ERROR_LIMIT;
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
    wendi_relief relief = {.lanes = grid->relief.lanes};
    if (!wendi_has_own_slopes(def)) return WEND_OK;
    const wend_result result = wendi_slopes_of_profile(def, grid, 0, &relief);
    if (result != WEND_OK) return result;
    const double least = fmin(least_of(costs, WEND_CLASS_COUNT), (double)grid->cost_range.least);
    *unit_io = wendi_max(*unit_io, wendi_relief_unit(relief.table, least));
    wendi_relief_drop(&relief);
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

// Opens the clusters that have tiles so near to an area.
static wend_result open_around(const wend_world* world, wend_rect area, int32_t tiles) {
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
    if (!wendi_is_valid_area(grid, area)) return WEND_ERROR_ARGUMENT;
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
        wend_result result = open_around(world, area, reach / 2 + 2);
        if (result != WEND_OK) return result;
        result =
            wendi_distance_transform(grid, is_blocked, area, reach, false, &world->allocator, put_row, &job);
        if (result != WEND_OK || limited || !job.too_short || reach == farthest) return result;
    }
}
