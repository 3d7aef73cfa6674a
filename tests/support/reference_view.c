// reference_view.c: a profile's view of a map, tile by tile, by its definition.
#include "reference_view.h"

#include <math.h>
#include <stdlib.h>

#include "rng.h"

// What a body must not touch, as a box in half tiles: a blocked tile, a wall, or an edge of the map.
typedef struct box {
    int64_t left, top, right, bottom;
} box;

// The squared distance from the centre of a tile to a box.
static int64_t distance_to(const box* b, wend_tile tile) {
    const int64_t x = 2 * tile.x + 1, y = 2 * tile.y + 1;
    const int64_t dx = x < b->left ? b->left - x : x > b->right ? x - b->right : 0;
    const int64_t dy = y < b->top ? b->top - y : y > b->bottom ? y - b->bottom : 0;
    // A wall on the line of a side of the tile, beyond its end: from the middle of the side.
    if (b->left == b->right && dx == 1 && dy > 0) return dy * dy;
    if (b->top == b->bottom && dy == 1 && dx > 0) return dx * dx;
    return dx * dx + dy * dy;
}

static void take_nearer(int64_t* best, wend_tile tile, box b) {
    const int64_t distance = distance_to(&b, tile);
    if (distance < *best) *best = distance;
}

// The squared distance to the nearest obstacle up to so many columns and rows away.
static int64_t nearest_obstacle(const plain_map* map, const float* costs, wend_tile tile, int32_t reach) {
    const int64_t right = 2 * map->width, bottom = 2 * map->height;
    int64_t best = INT64_MAX;
    take_nearer(&best, tile, (box){0, 0, 0, bottom});
    take_nearer(&best, tile, (box){right, 0, right, bottom});
    take_nearer(&best, tile, (box){0, 0, right, 0});
    take_nearer(&best, tile, (box){0, bottom, right, bottom});
    const int32_t x_end = tile.x + reach < map->width ? tile.x + reach + 1 : map->width,
                  y_end = tile.y + reach < map->height ? tile.y + reach + 1 : map->height;
    for (int32_t y = tile.y > reach ? tile.y - reach : 0; y < y_end; y++) {
        for (int32_t x = tile.x > reach ? tile.x - reach : 0; x < x_end; x++) {
            const wend_tile at = {x, y}, before = {x - 1, y}, above = {x, y - 1};
            const int64_t x2 = 2 * x, y2 = 2 * y;
            if (costs[map->classes[y * map->width + x]] == 0)
                take_nearer(&best, tile, (box){x2, y2, x2 + 2, y2 + 2});
            if (map->closed[y * map->width + x] == 0) continue;
            if (plain_map_has_wall(map, at, before)) take_nearer(&best, tile, (box){x2, y2, x2, y2 + 2});
            if (plain_map_has_wall(map, at, above)) take_nearer(&best, tile, (box){x2, y2, x2 + 2, y2});
        }
    }
    return best;
}

int64_t reference_distance(const plain_map* map, const float* costs, wend_tile tile) {
    if (costs[map->classes[tile.y * map->width + tile.x]] == 0) return 0;
    for (int32_t reach = 4;; reach *= 2) {
        const int64_t distance = nearest_obstacle(map, costs, tile, reach);
        if (distance <= 4 * (int64_t)reach * reach || (reach > map->width && reach > map->height))
            return distance;
    }
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

static const char* check_links(const plain_map* map, int32_t profile, const wend_grid* view) {
    int32_t view_count;
    const wend_link* derived = wend_grid_links(view, &view_count);
    if (map->link_count != view_count) return "another number of links";
    for (int32_t i = 0; i < view_count; i++) {
        const wend_link *a = &map->links[i], *b = &derived[i];
        if (a->id != b->id || a->from.x != b->from.x || a->from.y != b->from.y || a->to.x != b->to.x ||
            a->to.y != b->to.y)
            return "another link";
        if (b->cost != (a->profile_costs[profile] >= 0 ? a->profile_costs[profile] : a->cost))
            return "a link of another cost";
        if ((b->enabled && (b->profiles & 1)) != (a->enabled && (a->profiles >> profile & 1)))
            return "a link of another state";
    }
    return NULL;
}

// How a profile sees classes and distances.
typedef struct rule {
    const wend_profile_def* def;
    float costs[WEND_CLASS_COUNT]; // of classes, without the margin
    int32_t levels;                // of the margin
    bool by_distance;
    int32_t reach; // in tiles, that matters
} rule;

static rule rule_of(const plain_map* map, const wend_profile_def* def) {
    const bool has_margin = def->margin > 0 && def->margin_cost > 0;
    rule r = {.def = def, .by_distance = def->radius > 0.5f || has_margin};
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        const float own = def->class_costs[k];
        r.costs[k] = k == 0 || isinf(own) ? 0 : own < 0 ? map->class_costs[k] : own;
    }
    const int32_t groups = has_margin ? count_costs(r.costs) : 0;
    r.levels = groups == 0 || 255 / groups - 1 > WEND_MARGIN_LEVELS ? WEND_MARGIN_LEVELS : 255 / groups - 1;
    r.reach = (int32_t)ceil((double)def->radius + (double)def->margin) + 1;
    return r;
}

// NULL: the tile of the view is right.
static const char* check_tile(const rule* r, const plain_map* map, float base, float cost, wend_tile tile) {
    if (base == 0 || !r->by_distance) return cost == base ? NULL : "another cost";
    const int64_t distance = nearest_obstacle(map, r->costs, tile, r->reach);
    const double radius = (double)r->def->radius;
    if ((double)distance < 4 * radius * radius) return cost == 0 ? NULL : "a tile that is too narrow";
    return is_right_cost(r->def, r->levels, base, sqrt((double)distance) / 2, cost)
               ? NULL
               : "another cost beside an obstacle";
}

const char* reference_check(const plain_map* map, const wend_profile_def* def, int32_t profile,
                            const wend_grid* view, wend_tile* where_out) {
    const rule r = rule_of(map, def);
    const bool cuts = map->connectivity == WEND_CONNECTIVITY_8_CUT && def->radius > 0;
    *where_out = (wend_tile){0, 0};
    if (wend_grid_width(view) != map->width || wend_grid_height(view) != map->height) return "another size";
    if (wend_grid_connectivity(view) != (cuts ? WEND_CONNECTIVITY_8 : map->connectivity))
        return "another connectivity";
    for (int32_t y = 0; y < map->height; y++) {
        for (int32_t x = 0; x < map->width; x++) {
            const wend_tile tile = *where_out = (wend_tile){x, y};
            const int32_t at = y * map->width + x;
            const char* fault =
                check_tile(&r, map, r.costs[map->classes[at]], wend_grid_cost(view, tile), tile);
            if (!fault && map->closed[at] != wend_grid_closed_steps(view, tile)) fault = "other closed steps";
            if (fault) return fault;
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
