// reference_view.c: a profile's view of a map, tile by tile, by its definition.
#include "reference_view.h"

#include <math.h>

#include "rng.h"

static int64_t square(int64_t a) {
    return a * a;
}
static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}
// From the centre of the tile at a coordinate to a tile at another one, along one axis, in half tiles.
static int64_t along(int64_t from, int64_t to) {
    int64_t gap = 2 * (from > to ? from - to : to - from);
    return gap > 0 ? gap - 1 : 0;
}
// To the line before a tile.
static int64_t to_line(int64_t from, int64_t before) {
    int64_t gap = 2 * from + 1 - 2 * before;
    return gap > 0 ? gap : -gap;
}

static bool is_wall(const wend_grid* grid, wend_tile a, wend_tile b) {
    return !wend_grid_step_is_open(grid, a, b) && !wend_grid_step_is_open(grid, b, a);
}

int64_t reference_distance(const wend_grid* grid, const float* costs, wend_tile tile) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    int64_t best = square(least(2 * tile.x + 1, 2 * (width - tile.x) - 1));
    best = least(best, square(least(2 * tile.y + 1, 2 * (height - tile.y) - 1)));
    const bool walls = wend_grid_closed_step_count(grid) > 0;
    for (int32_t y = 0; y < height; y++) {
        const uint8_t* row = wend_grid_row(grid, y);
        for (int32_t x = 0; x < width; x++) {
            if (costs[row[x]] == 0) best = least(best, square(along(tile.x, x)) + square(along(tile.y, y)));
            if (!walls) continue;
            const wend_tile at = {x, y}, left = {x - 1, y}, above = {x, y - 1};
            if (x > 0 && is_wall(grid, at, left))
                best = least(best, square(to_line(tile.x, x)) + square(along(tile.y, y)));
            if (y > 0 && is_wall(grid, at, above))
                best = least(best, square(along(tile.x, x)) + square(to_line(tile.y, y)));
        }
    }
    return best;
}

// Different costs of passable classes.
static int32_t count_costs(const float* costs) {
    int32_t count = 0;
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        bool seen = costs[k] == 0;
        for (int32_t i = 0; i < k && !seen; i++) seen = costs[i] == costs[k];
        count += !seen;
    }
    return count;
}

// The extra cost is rounded down to one of so many levels.
static bool is_right_cost(const wend_profile_def* def, int32_t levels, float base, double distance,
                          float cost) {
    double extra = 0;
    if (distance < (double)def->radius + (double)def->margin)
        extra = (double)def->margin_cost *
                exp(-(double)def->margin_falloff * fmax(distance - (double)def->radius, 0));
    const double level = (double)def->margin_cost / levels, found = (double)cost / (double)base - 1;
    return found <= extra + 1e-4 * (1 + extra) && found > extra - level - 1e-4 * (1 + extra) && found >= 0;
}

static const char* check_links(const wend_grid* map, int32_t profile, const wend_grid* view) {
    int32_t count, view_count;
    const wend_link *links = wend_grid_links(map, &count), *derived = wend_grid_links(view, &view_count);
    if (count != view_count) return "another number of links";
    for (int32_t i = 0; i < count; i++) {
        const wend_link *a = &links[i], *b = &derived[i];
        if (a->id != b->id || a->from.x != b->from.x || a->from.y != b->from.y || a->to.x != b->to.x ||
            a->to.y != b->to.y || a->cost != b->cost)
            return "another link";
        if (b->enabled != (a->enabled && (a->profiles >> profile & 1))) return "a link of another state";
    }
    return NULL;
}

const char* reference_check(const wend_grid* map, const wend_profile_def* def, int32_t profile,
                            const wend_grid* view, wend_tile* where_out) {
    float costs[WEND_CLASS_COUNT];
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        const float own = def->class_costs[k];
        costs[k] = k == 0 || isinf(own) ? 0 : own < 0 ? wend_grid_class_costs(map)[k] : own;
    }
    const wend_connectivity connectivity = wend_grid_connectivity(map);
    const bool cuts = connectivity == WEND_CONNECTIVITY_8_CUT && def->radius > 0;
    *where_out = (wend_tile){0, 0};
    if (wend_grid_connectivity(view) != (cuts ? WEND_CONNECTIVITY_8 : connectivity))
        return "another connectivity";
    const int32_t groups = count_costs(costs);
    const int32_t levels = groups == 0 || 255 / groups - 1 > WEND_MARGIN_LEVELS ? WEND_MARGIN_LEVELS
                                                                                : 255 / groups - 1;
    const bool by_distance = def->radius > 0.5f || (def->margin > 0 && def->margin_cost > 0);
    for (int32_t y = 0; y < wend_grid_height(map); y++) {
        for (int32_t x = 0; x < wend_grid_width(map); x++) {
            const wend_tile tile = *where_out = (wend_tile){x, y};
            const float base = costs[wend_grid_class(map, tile)], cost = wend_grid_cost(view, tile);
            if (wend_grid_closed_steps(map, tile) != wend_grid_closed_steps(view, tile))
                return "other closed steps";
            if (base == 0 || !by_distance) {
                if (cost != base) return "another cost";
                continue;
            }
            const int64_t distance = reference_distance(map, costs, tile);
            const double radius = (double)def->radius;
            if ((double)distance < 4 * radius * radius) {
                if (cost != 0) return "a tile that is too narrow";
            } else if (!is_right_cost(def, levels, base, sqrt((double)distance) / 2, cost)) {
                return "another cost beside an obstacle";
            }
        }
    }
    return check_links(map, profile, view);
}

// ---- random profiles

static const char* const names[WEND_MAX_PROFILES - 1] = {"a",     "tank", "boat-2", "d_4", "e", "f", "g", "h",
                                                         "scout", "j",    "k",      "l",   "m", "n", "o"};

void reference_random_profiles(const wend_grid* map, rng* random, wend_profile_def* defs, int32_t count) {
    const bool hex = wend_grid_connectivity(map) >= WEND_CONNECTIVITY_HEX_ODD_R;
    const int32_t width = wend_grid_width(map), height = wend_grid_height(map);
    const double widest = (width < height ? width : height) / 2.0;
    for (int32_t i = 0; i < count; i++) {
        wend_profile_def* def = &defs[i];
        *def = wend_default_profile_def();
        def->name = names[i];
        for (int32_t k = rng_below(random, 6); k > 0; k--) {
            const int32_t which = rng_below(random, 40);
            def->class_costs[which] = rng_chance(random, 40) ? 0 : (float)(1 + rng_below(random, 30)) / 4;
        }
        if (hex) continue;
        if (rng_chance(random, 60)) def->radius = (float)(rng_unit(random) * fmin(widest, 3.5));
        if (rng_chance(random, 15)) def->radius = 0.5f;
        // Margins need groups of classes.
        if (count_costs(wend_grid_class_costs(map)) > 40 || !rng_chance(random, 40)) continue;
        def->margin = (float)(rng_unit(random) * 5);
        def->margin_cost = (float)(rng_unit(random) * 6);
        def->margin_falloff = (float)(rng_unit(random) * 3);
    }
}
