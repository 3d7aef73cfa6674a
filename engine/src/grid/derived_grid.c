// derived_grid.c: the tiles, costs, steps and links of a profile's view.
#include "grid/derived_grid.h"

#include <math.h>
#include <string.h>

#include "grid/distance_transform.h"
#include "grid/exits.h"
#include "grid/margin.h"

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

// Half tiles, rounded up.
static int32_t reach_of(const wend_profile_def* def) {
    return (int32_t)ceil(2 * ((double)def->radius + (double)def->margin));
}

static bool has_margin(const wend_profile_def* def) {
    return def->margin > 0 && def->margin_cost > 0;
}

// ---- derivation

// Numbers the classes of the view: group by group, and in each by level of extra cost.
static wend_result number_classes(wendi_derivation* d, const wend_profile_def* def, const float* costs,
                                  int32_t* level_count_out) {
    float group_costs[WEND_CLASS_COUNT];
    uint8_t group_of[WEND_CLASS_COUNT] = {0};
    int32_t groups = 0;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        int32_t g = 0;
        while (g < groups && group_costs[g] != costs[k]) g++;
        if (costs[k] == 0) continue;
        if (g == groups) group_costs[groups++] = costs[k];
        group_of[k] = (uint8_t)g;
    }
    const int32_t levels =
        groups > 0 ? wendi_min(WEND_MARGIN_LEVELS, (WEND_CLASS_COUNT - 1) / groups - 1) : 1;
    if (levels < 1) return WEND_ERROR_LIMIT;
    memset(d->class_costs, 0, sizeof d->class_costs);
    for (int32_t g = 0; g < groups; g++) {
        if (group_costs[g] * (1 + def->margin_cost) > WEND_MAX_CLASS_COST) return WEND_ERROR_LIMIT;
        for (int32_t level = 0; level <= levels; level++)
            d->class_costs[1 + g * (levels + 1) + level] =
                (float)((double)group_costs[g] * (1 + (double)def->margin_cost * level / levels));
    }
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++)
        d->first_class[k] = costs[k] == 0 ? 0 : (uint8_t)(1 + group_of[k] * (levels + 1));
    *level_count_out = levels;
    return WEND_OK;
}

// The level of each distance. The extra cost is rounded down to a level, so that it ends with the margin.
static wend_result find_levels(wendi_derivation* d, const wend_profile_def* def, int32_t level_count,
                               const wend_allocator* allocator) {
    const double radius = (double)def->radius, least = 4 * radius * radius;
    const size_t count = (size_t)d->reach * (size_t)d->reach;
    d->levels = wendi_alloc_zeroed(allocator, count, 1);
    if (!d->levels) return WEND_ERROR_MEMORY;
    for (size_t square = 0; square < count; square++) {
        if ((double)square < least) {
            d->levels[square] = WENDI_TOO_NARROW;
        } else if (has_margin(def)) {
            const double distance = fmax(sqrt((double)square) / 2, radius);
            const double extra = wendi_margin_factor(def, distance) - 1;
            d->levels[square] = (uint8_t)floor(extra / (double)def->margin_cost * level_count);
        }
    }
    return WEND_OK;
}

wend_result wendi_derivation_make(const wend_profile_def* def, const wend_grid* grid,
                                  const wend_allocator* allocator, wendi_derivation* out) {
    *out = (wendi_derivation){.connectivity = grid->connectivity};
    if (def->radius > 0 && out->connectivity == WEND_CONNECTIVITY_8_CUT)
        out->connectivity = WEND_CONNECTIVITY_8;
    int32_t level_count = 1;
    float costs[WEND_CLASS_COUNT];
    wend_result result = wendi_profile_costs(def, grid->class_costs, costs);
    if (result != WEND_OK) return result;
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        out->is_blocked[k] = costs[k] == 0;
        out->first_class[k] = (uint8_t)k;
    }
    memcpy(out->class_costs, costs, sizeof costs);
    if (has_margin(def)) result = number_classes(out, def, costs, &level_count);
    // Every passable tile has a clearance of half a tile.
    if (has_margin(def) || def->radius > 0.5f) out->reach = wendi_max(reach_of(def), 1);
    if (result == WEND_OK && out->reach > 0) result = find_levels(out, def, level_count, allocator);
    return result;
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
    const uint8_t* tiles = wendi_tile(job->grid, job->area.x, y);
    const uint32_t end = (uint32_t)d->reach * (uint32_t)d->reach;
    for (int32_t x = 0; x < job->area.width; x++) {
        const uint8_t k = tiles[x], first = d->first_class[k];
        const uint8_t level = squares[x] < end && !d->is_blocked[k] ? d->levels[squares[x]] : 0;
        job->classes[x] = level == WENDI_TOO_NARROW ? 0 : (uint8_t)(first + level);
    }
    job->row(job->context, y, job->classes);
}

wend_result wendi_derive(const wendi_derivation* derivation, const wend_grid* grid, wend_rect area,
                         const wend_allocator* allocator, wendi_derived_row_fn* row, void* context) {
    WENDI_ASSERT(!wendi_keeps_tiles(derivation));
    derive_job job = {derivation, grid, area, NULL, row, context};
    job.classes = wendi_alloc(allocator, (size_t)area.width, 1);
    if (!job.classes) return WEND_ERROR_MEMORY;
    wend_result result = wendi_distance_transform(grid, derivation->is_blocked, area, derivation->reach,
                                                  allocator, derive_row, &job);
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
    return derived;
}

static wend_result copy_links(const wend_grid* grid, int32_t profile, wend_grid* view) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < grid->links.count && result == WEND_OK; i++) {
        const wend_link link = wendi_derived_link(&grid->links.data[i], profile);
        result = wendi_links_reserve(&view->links, &view->allocator, view->width, view->height);
        if (result == WEND_OK) wendi_links_insert(&view->links, &link);
    }
    return result;
}

static wend_result copy_exits(const wend_grid* grid, wend_grid* view) {
    wend_result result = WEND_OK;
    for (int32_t i = -1; result == WEND_OK && (i = wendi_exits_next_page(&grid->exits, i + 1)) >= 0;)
        result = wendi_exits_load_page(view, i, grid->exits.pages[i]->declared);
    return result == WEND_OK ? wendi_exits_derive(view) : result;
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
