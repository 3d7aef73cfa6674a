// derived_grid.c: the tiles, costs, steps and links of a profile's view.
#include "grid/derived_grid.h"

#include <math.h>
#include <string.h>

#include "grid/distance_transform.h"
#include "grid/exits.h"
#include "grid/links.h"

// ---- costs

wend_result wendi_profile_costs(const wend_profile_def* def, const float map_costs[WEND_CLASS_COUNT],
                                float out[WEND_CLASS_COUNT]) {
    out[0] = 0;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        const float cost = def->class_costs[k];
        if (isnan(cost)) return WEND_ERROR_ARGUMENT;
        out[k] = cost < 0 ? map_costs[k] : isinf(cost) ? 0 : cost;
        if (out[k] != 0 && !(out[k] >= WEND_MIN_CLASS_COST && out[k] <= WEND_MAX_CLASS_COST))
            return WEND_ERROR_ARGUMENT;
    }
    return WEND_OK;
}

static bool is_inflated(const wend_profile_def* def) {
    return def->inflation.inflation_radius > 0;
}

static bool has_margin(const wend_profile_def* def) {
    return (def->margin > 0 || is_inflated(def)) && def->margin_cost > 0;
}

static bool has_body(const wend_profile_def* def) {
    return def->radius > 0 || def->inflation.inscribed_radius > 0;
}

// In tiles.
static double radius_of(const wend_profile_def* def, const wend_grid* grid) {
    return is_inflated(def) ? def->inflation.inscribed_radius / (double)grid->tile_size : (double)def->radius;
}

static int32_t reach_of(const wend_profile_def* def, const wend_grid* grid) {
    if (is_inflated(def)) return 2 * wendi_inflation_tiles(&def->inflation, (double)grid->tile_size) + 1;
    // Every passable tile has a clearance of half a tile.
    if (!has_margin(def) && def->radius <= 0.5f) return 0;
    return wendi_max((int32_t)ceil(2 * ((double)def->radius + (double)def->margin)), 1);
}

// ---- derivation

// The extra cost at a squared distance in half tiles, in levels of margin_cost / level_count, rounded down,
// so that it ends with the margin; or WENDI_TOO_NARROW.
static uint8_t level_at(const wend_profile_def* def, double tile_size, size_t square, int32_t level_count) {
    if (is_inflated(def)) {
        if (square % 4 != 0) return 0; // of no tile
        const int32_t value = wendi_inflation_value(&def->inflation, tile_size, (int64_t)(square / 4));
        if (value >= WENDI_INSCRIBED) return WENDI_TOO_NARROW;
        return has_margin(def) ? (uint8_t)(value * level_count / WENDI_MOST_INFLATED) : 0;
    }
    const double radius = (double)def->radius;
    if ((double)square < 4 * radius * radius) return WENDI_TOO_NARROW;
    if (!has_margin(def)) return 0;
    const double distance = fmax(sqrt((double)square) / 2, radius);
    const double extra = wendi_margin_factor(def, distance) - 1;
    return (uint8_t)floor(extra / (double)def->margin_cost * level_count);
}

// The groups of classes of one cost: the first class of each, and the group of each.
typedef struct cost_groups {
    uint8_t first[WEND_CLASS_COUNT], of_class[WEND_CLASS_COUNT];
    int32_t count;
} cost_groups;

static void find_groups(const float* costs, cost_groups* out) {
    out->count = 0;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        if (costs[k] == 0) continue;
        int32_t g = 0;
        while (g < out->count && costs[out->first[g]] != costs[k]) g++;
        if (g == out->count) out->first[out->count++] = (uint8_t)k;
        out->of_class[k] = (uint8_t)g;
    }
}

// The level of each distance. Returns how many of them occur, with level 0.
static int32_t find_levels(wendi_derivation* d, const wend_profile_def* def, double tile_size,
                           int32_t level_count, bool occurs[WEND_MARGIN_LEVELS + 1]) {
    int32_t count = 1;
    memset(occurs, 0, WEND_MARGIN_LEVELS + 1);
    occurs[0] = true;
    for (size_t square = 0; square < wendi_derivation_bytes(d); square++) {
        const uint8_t level = d->levels[square] = level_at(def, tile_size, square, level_count);
        if (level == WENDI_TOO_NARROW || occurs[level]) continue;
        occurs[level] = true;
        count++;
    }
    return count;
}

// Numbers the classes of the view: group by group, and in each by the levels that occur. There are as many
// levels as costs of the map leave room for.
static wend_result number_classes(wendi_derivation* d, const wend_profile_def* def, const float* costs,
                                  double tile_size) {
    bool occurs[WEND_MARGIN_LEVELS + 1];
    uint8_t rank[WEND_MARGIN_LEVELS + 1]; // of the levels that occur
    cost_groups groups;
    find_groups(costs, &groups);
    const int32_t most = groups.count > 0 ? (WEND_CLASS_COUNT - 1) / groups.count : WEND_CLASS_COUNT - 1;
    int32_t level_count = WEND_MARGIN_LEVELS;
    int32_t count = find_levels(d, def, tile_size, level_count, occurs);
    if (count > most) {
        level_count = most - 1;
        if (level_count < 1) return WEND_ERROR_LIMIT;
        count = find_levels(d, def, tile_size, level_count, occurs);
    }
    memset(d->class_costs, 0, sizeof d->class_costs);
    for (int32_t level = 0, next = 0; level <= level_count; level++) {
        if (!occurs[level]) continue;
        rank[level] = (uint8_t)next;
        for (int32_t g = 0; g < groups.count; g++)
            d->class_costs[1 + g * count + next] =
                (float)((double)costs[groups.first[g]] *
                        (1 + (double)def->margin_cost * level / level_count));
        next++;
    }
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        if (costs[k] != 0) d->first_class[k] = (uint8_t)(1 + groups.of_class[k] * count);
        if (costs[k] == 0) d->first_class[k] = 0;
        if (d->class_costs[k] > WEND_MAX_CLASS_COST) return WEND_ERROR_LIMIT;
    }
    for (size_t square = 0; square < wendi_derivation_bytes(d); square++)
        if (d->levels[square] != WENDI_TOO_NARROW) d->levels[square] = rank[d->levels[square]];
    return WEND_OK;
}

wend_result wendi_derivation_make(const wend_profile_def* def, const wend_grid* grid,
                                  const wend_allocator* allocator, wendi_derivation* out) {
    *out = (wendi_derivation){.connectivity = grid->connectivity,
                              .to_centers = is_inflated(def),
                              .radius = radius_of(def, grid),
                              .unknown_class = is_inflated(def) ? def->inflation.unknown_class : 0};
    if (has_body(def) && out->connectivity == WEND_CONNECTIVITY_8_CUT)
        out->connectivity = WEND_CONNECTIVITY_8;
    float costs[WEND_CLASS_COUNT];
    wend_result result = wendi_profile_costs(def, grid->class_costs, costs);
    if (result != WEND_OK) return result;
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        out->is_blocked[k] = costs[k] == 0;
        out->is_obstacle[k] = costs[k] == 0 && (k == 0 || k != out->unknown_class);
        out->first_class[k] = (uint8_t)k;
    }
    memcpy(out->class_costs, costs, sizeof costs);
    const int32_t reach = reach_of(def, grid);
    if (reach == 0) return WEND_OK;
    out->levels = wendi_alloc_zeroed(allocator, (size_t)reach * (size_t)reach, 1);
    if (!out->levels) return WEND_ERROR_MEMORY;
    out->reach = reach;
    const double tile_size = (double)grid->tile_size;
    if (has_margin(def)) return number_classes(out, def, costs, tile_size);
    for (size_t square = 0; square < wendi_derivation_bytes(out); square++)
        out->levels[square] = level_at(def, tile_size, square, 0);
    return WEND_OK;
}

wend_result wendi_derivation_copy(const wendi_derivation* derivation, const wend_allocator* allocator,
                                  wendi_derivation* out) {
    const size_t bytes = wendi_derivation_bytes(derivation);
    *out = *derivation;
    if (bytes == 0) return WEND_OK;
    out->levels = wendi_alloc(allocator, bytes, 1);
    if (!out->levels) return WEND_ERROR_MEMORY;
    memcpy(out->levels, derivation->levels, bytes);
    return WEND_OK;
}

void wendi_derivation_free(wendi_derivation* derivation, const wend_allocator* allocator) {
    wendi_free(allocator, derivation->levels, wendi_derivation_bytes(derivation), 1);
    derivation->levels = NULL;
}

size_t wendi_derivation_bytes(const wendi_derivation* derivation) {
    return derivation->levels ? (size_t)derivation->reach * (size_t)derivation->reach : 0;
}

// ---- tiles

typedef struct derive_job {
    const wendi_derivation* derivation;
    const wend_grid* grid;
    wend_rect area;
    uint8_t* classes; // of one row
    wendi_derived_row_fn* row;
    void* context;
} derive_job;

static void derive_row(void* context, int32_t y, const uint32_t* squares) {
    const derive_job* job = context;
    const wendi_derivation* d = job->derivation;
    const uint32_t end = (uint32_t)d->reach * (uint32_t)d->reach;
    wendi_get_tiles(job->grid, job->area.x, y, job->area.width, job->classes);
    for (int32_t x = 0; x < job->area.width; x++) {
        const uint8_t k = job->classes[x], first = d->first_class[k];
        const uint8_t level = squares[x] < end && !d->is_blocked[k] ? d->levels[squares[x]] : 0;
        const bool is_unknown = k == d->unknown_class && k != 0;
        job->classes[x] = level == WENDI_TOO_NARROW ? 0 : (uint8_t)(first + (is_unknown ? 0 : level));
    }
    job->row(job->context, y, job->classes);
}

wend_result wendi_derive(const wendi_derivation* derivation, const wend_grid* grid, wend_rect area,
                         const wend_allocator* allocator, wendi_derived_row_fn* row, void* context) {
    WENDI_ASSERT(!wendi_keeps_tiles(derivation));
    derive_job job = {derivation, grid, area, NULL, row, context};
    job.classes = wendi_alloc(allocator, (size_t)area.width, 1);
    if (!job.classes) return WEND_ERROR_MEMORY;
    wend_result result =
        (derivation->to_centers ? wendi_center_distance_transform : wendi_distance_transform)(
            grid, derivation->is_obstacle, area, derivation->reach, allocator, derive_row, &job);
    wendi_free(allocator, job.classes, (size_t)area.width, 1);
    return result;
}

wend_rect wendi_derived_area(const wendi_derivation* derivation, const wend_grid* grid, wend_rect area) {
    const int32_t more = derivation->reach > 0 ? derivation->reach / 2 + 1 : 0; // tiles
    const int32_t left = wendi_max(area.x - more, 0), top = wendi_max(area.y - more, 0);
    const int32_t right = wendi_min(area.x + area.width + more, grid->width),
                  bottom = wendi_min(area.y + area.height + more, grid->height);
    return (wend_rect){left, top, right - left, bottom - top};
}

// ---- the grid of a view

wend_link wendi_derived_link(const wend_link* link, int32_t profile) {
    wend_link derived = *link;
    derived.enabled = link->enabled && (link->profiles >> profile & 1);
    derived.profiles |= 1; // which is this profile in its view
    if (link->profile_costs[profile] >= 0) derived.cost = link->profile_costs[profile];
    for (int32_t p = 0; p < WEND_MAX_PROFILES; p++) derived.profile_costs[p] = -1;
    return derived;
}

static wend_result copy_links(const wend_grid* grid, int32_t profile, wend_grid* view) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < grid->links.count && result == WEND_OK; i++) {
        const wend_link link = wendi_derived_link(&grid->links.data[i], profile);
        result = wendi_grid_reserve_link(view);
        if (result == WEND_OK) wendi_links_insert(&view->links, &link);
    }
    if (result == WEND_OK) wendi_grid_find_shortcuts(view);
    return result;
}

static wend_result copy_exits(const wend_grid* grid, wend_grid* view) {
    wend_result result = WEND_OK;
    for (int32_t i = -1; result == WEND_OK && (i = wendi_exits_next_page(&grid->exits, i + 1)) >= 0;)
        result = wendi_exits_load_page(view, i, grid->exits.pages[i]->declared);
    return result == WEND_OK ? wendi_exits_derive(view) : result;
}

// A body of up to half a tile fits everywhere, so its obstacles are the blocked tiles of the view.
static wendi_body_rule body_rule_of(const wendi_derivation* derivation, const wend_grid* grid) {
    if (derivation->to_centers) return (wendi_body_rule){.widest = derivation->radius, .by_center = true};
    if (derivation->radius <= 0.5) return (wendi_body_rule){0};
    return (wendi_body_rule){grid, derivation->is_blocked, derivation->radius, false};
}

static void write_row(void* context, int32_t y, const uint8_t* classes) {
    wend_grid* view = context;
    wend_grid_write(view, (wend_rect){0, y, view->width, 1}, classes, 0);
}

wend_result wendi_derived_grid(const wendi_derivation* derivation, const wend_grid* grid, int32_t profile,
                               const wend_allocator* allocator, wend_grid** out) {
    wend_grid_def def = wend_default_grid_def();
    def.width = grid->width;
    def.height = grid->height;
    def.tile_size = grid->tile_size;
    def.origin = grid->origin;
    def.connectivity = derivation->connectivity;
    def.allocator = allocator;
    wend_grid* view = NULL;
    const bool borrows = wendi_keeps_tiles(derivation);
    wend_result result =
        borrows ? wendi_grid_create_borrowing(&def, grid, &view) : wend_grid_create(&def, &view);
    if (result != WEND_OK) return result;
    view->cost_range.declared = grid->cost_range.declared;
    view->body_rule = body_rule_of(derivation, grid);
    view->relief = wendi_relief_borrow(&grid->relief);
    result = wendi_grid_set_costs(view, derivation->class_costs, grid->costs.unit);
    const wend_rect all = {0, 0, grid->width, grid->height};
    if (result == WEND_OK && !borrows)
        result = wendi_derive(derivation, grid, all, allocator, write_row, view);
    if (result == WEND_OK) result = copy_exits(grid, view);
    if (result == WEND_OK) result = copy_links(grid, profile, view);
    if (result == WEND_OK)
        *out = view;
    else
        wend_grid_destroy(view);
    return result;
}
