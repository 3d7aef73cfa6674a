// reference_view.c: a profile's view of a map, tile by tile, by its definition.
#include "reference_view.h"

#include <math.h>
#include <stdlib.h>

#include "rng.h"

// What a body must not touch, as a box in half tiles: a blocked tile, a wall, or an edge of the map.
typedef struct box {
    int64_t left, top, right, bottom;
} box;

typedef struct obstacles {
    box* boxes;
    int64_t count;
} obstacles;

static bool is_wall(const wend_grid* grid, wend_tile a, wend_tile b) {
    return !wend_grid_step_is_open(grid, a, b) && !wend_grid_step_is_open(grid, b, a);
}

// Tiles with only blocked neighbours are left out: their neighbours are nearer.
static bool is_outer(const wend_grid* grid, const float* costs, wend_tile tile) {
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            const wend_tile beside = {tile.x + dx, tile.y + dy};
            if (wend_grid_contains(grid, beside) && costs[wend_grid_class(grid, beside)] != 0) return true;
        }
    return false;
}

static obstacles find_obstacles(const wend_grid* grid, const float* costs) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    obstacles found = {malloc((3 * (size_t)width * (size_t)height + 4) * sizeof *found.boxes), 0};
    if (!found.boxes) abort();
    const int64_t right = 2 * width, bottom = 2 * height;
    found.boxes[found.count++] = (box){0, 0, 0, bottom};
    found.boxes[found.count++] = (box){right, 0, right, bottom};
    found.boxes[found.count++] = (box){0, 0, right, 0};
    found.boxes[found.count++] = (box){0, bottom, right, bottom};
    const bool walls = wend_grid_closed_step_count(grid) > 0;
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            const wend_tile at = {x, y}, before = {x - 1, y}, above = {x, y - 1};
            const int64_t x2 = 2 * x, y2 = 2 * y;
            if (costs[wend_grid_class(grid, at)] == 0 && is_outer(grid, costs, at))
                found.boxes[found.count++] = (box){x2, y2, x2 + 2, y2 + 2};
            if (walls && x > 0 && is_wall(grid, at, before))
                found.boxes[found.count++] = (box){x2, y2, x2, y2 + 2};
            if (walls && y > 0 && is_wall(grid, at, above))
                found.boxes[found.count++] = (box){x2, y2, x2 + 2, y2};
        }
    }
    return found;
}

static int64_t distance_to(const obstacles* o, wend_tile tile) {
    const int64_t x = 2 * tile.x + 1, y = 2 * tile.y + 1;
    int64_t best = INT64_MAX;
    for (int64_t i = 0; i < o->count; i++) {
        const box* b = &o->boxes[i];
        const int64_t dx = x < b->left ? b->left - x : x > b->right ? x - b->right : 0;
        const int64_t dy = y < b->top ? b->top - y : y > b->bottom ? y - b->bottom : 0;
        if (dx * dx + dy * dy < best) best = dx * dx + dy * dy;
        // A wall on the line of a side of the tile, beyond its end: from the middle of the side.
        const bool upright = b->left == b->right, level = b->top == b->bottom;
        if (upright && dx == 1 && dy > 0 && dy * dy < best) best = dy * dy;
        if (level && dy == 1 && dx > 0 && dx * dx < best) best = dx * dx;
    }
    return best;
}

int64_t reference_distance(const wend_grid* grid, const float* costs, wend_tile tile) {
    if (costs[wend_grid_class(grid, tile)] == 0) return 0;
    obstacles found = find_obstacles(grid, costs);
    const int64_t distance = distance_to(&found, tile);
    free(found.boxes);
    return distance;
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

// NULL: the tile of the view is right.
static const char* check_tile(const wend_profile_def* def, int32_t levels, float base, float cost,
                              const obstacles* found, wend_tile tile) {
    const bool by_distance = def->radius > 0.5f || (def->margin > 0 && def->margin_cost > 0);
    if (base == 0 || !by_distance) return cost == base ? NULL : "another cost";
    const int64_t distance = distance_to(found, tile);
    const double radius = (double)def->radius;
    if ((double)distance < 4 * radius * radius) return cost == 0 ? NULL : "a tile that is too narrow";
    return is_right_cost(def, levels, base, sqrt((double)distance) / 2, cost)
               ? NULL
               : "another cost beside an obstacle";
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
    const int32_t levels =
        groups == 0 || 255 / groups - 1 > WEND_MARGIN_LEVELS ? WEND_MARGIN_LEVELS : 255 / groups - 1;
    obstacles found = find_obstacles(map, costs);
    const char* fault = NULL;
    for (int32_t y = 0; y < wend_grid_height(map) && !fault; y++) {
        for (int32_t x = 0; x < wend_grid_width(map) && !fault; x++) {
            const wend_tile tile = *where_out = (wend_tile){x, y};
            const float base = costs[wend_grid_class(map, tile)];
            fault = check_tile(def, levels, base, wend_grid_cost(view, tile), &found, tile);
            if (wend_grid_closed_steps(map, tile) != wend_grid_closed_steps(view, tile))
                fault = "other closed steps";
        }
    }
    free(found.boxes);
    return fault ? fault : check_links(map, profile, view);
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
