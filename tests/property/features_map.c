// features_map.c: a random world, and what it costs from a tile to all others, by no code of the search.
#include "place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the map

wend_tile place_tile(place* p, const wend_grid* grid) {
    wend_tile tile = {0, 0};
    for (int32_t i = 0; i < 4; i++) {
        tile = tile_of(grid, rng_below(&p->r, tile_count(grid)));
        if (wend_grid_passable(grid, tile)) break;
    }
    return tile;
}

wend_rect place_area(place* p, const wend_grid* grid) {
    const wend_tile a = place_tile(p, grid);
    const wend_rect all = wend_grid_area(grid);
    const int32_t most = rng_chance(&p->r, 60) ? 1 : rng_chance(&p->r, 80) ? 8 : 80;
    const int32_t width = rng_between(&p->r, 1, most), height = rng_between(&p->r, 1, most);
    return (wend_rect){a.x, a.y, width < all.x + all.width - a.x ? width : all.x + all.width - a.x,
                       height < all.y + all.height - a.y ? height : all.y + all.height - a.y, a.floor};
}

// ---- the reference

static bool is_usable(const wend_grid* grid, const wend_link* link) {
    return wend_grid_link_is_usable(grid, link->id);
}

void place_distances(place* p, const wend_grid* grid, wend_tile start) {
    static const floor_rules rules = {wend_grid_step_cost, is_usable};
    floor_distances(grid, &rules, start, p->distances);
}

// How far two tiles are apart in a straight line: on floors the nearest floor counts first.
static double gap(const wend_grid* grid, wend_tile a, wend_tile b) {
    const wend_vec2 p = wend_grid_center(grid, a), q = wend_grid_center(grid, b);
    const double dx = (double)p.x - (double)q.x, dy = (double)p.y - (double)q.y;
    return round(4 * (dx * dx + dy * dy)) + 1e12 * abs(a.floor - b.floor);
}

// The nearest tile among passable ones, or those with a finite distance. False: there is none.
bool place_nearest(place* p, const wend_grid* grid, bool reached, const wend_tile* to, int32_t count,
                   double radius, wend_tile* out) {
    double least = INFINITY;
    const int32_t tiles = tile_count(grid);
    for (int32_t i = 0; i < tiles; i++) {
        const wend_tile tile = tile_of(grid, i);
        if (reached ? !isfinite(p->distances[i]) : !wend_grid_passable(grid, tile)) continue;
        for (int32_t k = 0; k < count; k++) {
            const double distance = gap(grid, tile, to[k]);
            if (distance >= least || distance > 4 * radius * radius) continue;
            least = distance;
            *out = tile;
        }
    }
    return isfinite(least);
}

wend_tile place_snap(place* p, const wend_grid* grid, wend_tile tile, double radius) {
    wend_tile out = tile;
    if (radius > 0 && !wend_grid_passable(grid, tile)) place_nearest(p, grid, false, &tile, 1, radius, &out);
    return out;
}

// ---- making

wend_profile_def profile_defs[PROFILES - 1];

wend_world* place_build(const place* p, wend_grid* grid, int32_t profiles) {
    wend_world_def def = wend_default_world_def();
    def.cluster_size = p->cluster_size;
    def.profiles = profile_defs;
    def.profile_count = profiles;
    wend_world* world = NULL;
    if (wend_world_build(&grid, &def, &world) == WEND_OK) return world;
    wend_grid_destroy(grid);
    return NULL;
}

void place_fill_classes(place* p, uint8_t* classes, int32_t count) {
    const int32_t blocked = rng_between(&p->r, 0, 45), costly = rng_between(&p->r, 0, 40);
    for (int32_t i = 0; i < count; i++)
        classes[i] = (uint8_t)(rng_chance(&p->r, blocked)  ? 0
                               : rng_chance(&p->r, costly) ? rng_between(&p->r, 2, 3)
                                                           : 1);
}

wend_seam place_seam(place* p, const wend_grid* grid) {
    const wend_rect all = wend_grid_area(grid);
    const bool row = rng_chance(&p->r, 50), turned = rng_chance(&p->r, 20);
    const int32_t least = all.width < all.height ? all.width : all.height;
    const int32_t length = rng_between(&p->r, 1, least < 12 ? least : 12);
    wend_seam seam =
        wend_default_seam(place_tile(p, grid), (wend_tile){0, 0}, place_tile(p, grid), (wend_tile){0, 0});
    seam.a_last = seam.a_first;
    seam.b_last = seam.b_first;
    *(row ? &seam.a_last.x : &seam.a_last.y) += length - 1;
    *(row != turned ? &seam.b_last.x : &seam.b_last.y) += length - 1;
    return seam;
}

wend_link place_link(place* p, const wend_grid* grid) {
    wend_link link =
        wend_default_link(place_tile(p, grid), place_tile(p, grid), (float)rng_below(&p->r, 40) / 4);
    if (rng_chance(&p->r, 20)) link.profiles = 1u << rng_below(&p->r, PROFILES);
    if (rng_chance(&p->r, 10)) link.enabled = false;
    return link;
}

static void add_relief(place* p, wend_grid* grid) {
    static float metres[MOST_TILES];
    static uint8_t lanes[MOST_TILES];
    static const wend_slope_point slopes[] = {{-2, 3}, {-0.3f, 0.9f}, {0, 1}, {1, 4}, {3, INFINITY}};
    const int32_t count = tile_count(grid), rough = rng_between(&p->r, 1, 12);
    wend_relief_def def = wend_default_relief_def();
    for (int32_t i = 0; i < count; i++) {
        metres[i] = (float)rng_below(&p->r, rough) / 4;
        lanes[i] = (uint8_t)(rng_chance(&p->r, 10) ? rng_between(&p->r, 1, 8) : 0);
    }
    if (rng_chance(&p->r, 80)) def.elevations = metres;
    def.slopes = slopes;
    def.slope_count = rng_between(&p->r, 4, 5);
    if (rng_chance(&p->r, 50)) {
        def.lanes = lanes;
        for (int32_t i = 0; i < WEND_LANE_ANGLES; i++) def.lane_factors[i] = (float)(i + 2) / 2;
        if (rng_chance(&p->r, 50)) def.lane_factors[4] = INFINITY;
    }
    if (wend_grid_set_relief(grid, &def) != WEND_OK) abort();
    p->has_relief = true;
}

bool place_make(place* p, uint64_t seed) {
    p->r = rng_seeded(seed);
    p->more = rng_seeded(~seed);
    p->form = BUILT;
    p->has_relief = p->holds = false;
    p->patches = -1;
    static uint8_t classes[MOST_TILES];
    wend_grid_def def = wend_default_grid_def();
    def.connectivity = rng_chance(&p->r, 50) ? WEND_CONNECTIVITY_8
                                             : (wend_connectivity)rng_below(&p->r, WEND_CONNECTIVITY_COUNT);
    p->is_hex = def.connectivity >= WEND_CONNECTIVITY_HEX_ODD_R;
    def.width = rng_between(&p->r, 2, MOST_SIDE);
    def.height = rng_between(&p->r, 2, MOST_SIDE);
    def.floors = rng_chance(&p->r, 60) ? rng_between(&p->r, 2, MOST_FLOORS) : 1;
    def.class_costs[2] = 3;
    def.class_costs[3] = 1.5f;
    def.least_cost = 1;
    def.greatest_cost = 64;
    const bool plain = rng_chance(&p->more, 15); // may have subgoals
    place_fill_classes(p, classes, def.width * def.height * def.floors);
    for (int32_t i = 0; i < def.width * def.height * def.floors && plain; i++) classes[i] = classes[i] > 0;
    def.classes = classes;
    wend_grid* grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) abort();
    if (!plain && rng_chance(&p->r, 25)) add_relief(p, grid);
    const int32_t walls = plain || rng_chance(&p->r, 50) ? 0 : rng_below(&p->r, tile_count(grid) / 4 + 1);
    for (int32_t i = 0; i < walls; i++) {
        const wend_tile a = place_tile(p, grid);
        const wend_tile c = {a.x + (i & 1), a.y + !(i & 1), a.floor};
        if (rng_chance(&p->r, 80))
            wend_grid_set_wall(grid, a, c, true);
        else
            wend_grid_set_step(grid, a, c, false);
    }
    const int32_t links = plain ? 0 : rng_between(&p->r, 0, 3 * def.floors),
                  seams = plain ? 0 : rng_between(&p->r, 0, def.floors);
    for (int32_t i = 0; i < links; i++) {
        const wend_link link = place_link(p, grid);
        wend_grid_add_link(grid, &link, NULL);
    }
    for (int32_t i = 0; i < seams; i++) {
        const wend_seam seam = place_seam(p, grid);
        wend_grid_add_seam(grid, &seam, NULL);
    }
    if (!plain && rng_chance(&p->more, 20)) wend_grid_wrap(grid, 1 + (uint32_t)rng_below(&p->more, 3));
    p->cluster_size = rng_chance(&p->r, 50) ? 31 : 15;
    for (int32_t i = 0; i < PROFILES - 1; i++) profile_defs[i] = wend_default_profile_def();
    profile_defs[0].name = "swimmer";
    profile_defs[0].class_costs[2] = 1;
    profile_defs[0].class_costs[3] = 2;
    profile_defs[1].name = "wide";
    profile_defs[1].radius = 0.9f;
    if (!p->is_hex && rng_chance(&p->r, 30)) {
        profile_defs[1].margin = 2;
        profile_defs[1].margin_cost = 1;
    }
    const int32_t profiles = rng_chance(&p->r, 60) ? 0 : p->is_hex ? 1 : rng_between(&p->r, 1, 2);
    p->world = place_build(p, grid, profiles);
    p->asked = p->world;
    return p->world != NULL;
}

void place_drop_overlay(place* p) {
    wend_overlay_destroy(p->overlay);
    p->overlay = NULL;
    p->asked = p->world;
}

void place_free(place* p) {
    place_drop_overlay(p);
    wend_world_destroy(p->world);
    wend_world_destroy(p->kept);
    p->world = p->kept = NULL;
}
