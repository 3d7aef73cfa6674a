// overlay.c: is an overlay, after any changes of its parent and its layers, a world of the tiles that it
// should have? unit_overlay [WORLDS]
#define _XOPEN_SOURCE 700 // barriers
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dijkstra.h"
#include "files.h"
#include "grid/grid.h"
#include "overlay/overlay.h"
#include "relief_model.h"
#include "test_memory.h"
#include "unit.h"
#include "wend/wend.h"
#include "world_operation.h"

static int32_t worlds = 25;

static wend_overlay* overlay_of(const wend_world* parent) {
    wend_overlay* made = NULL;
    assert_ok(wend_overlay_create(parent, &made));
    return made;
}

static float cost_at(const wend_world* world, int32_t x, int32_t y) {
    return wend_grid_cost(wend_world_grid(world), (wend_tile){x, y});
}

// ---- random sequences against a plain model

enum { MOST_SHAPES = 12, MOST_POINTS = 6 };

typedef struct known_shape {
    int32_t handle;
    wend_shape shape;
    wend_vec2 points[MOST_POINTS];
    float* costs; // instead of the shape, for each tile of the map
    double left;  // after decay
} known_shape;

typedef struct known_overlay {
    world_model* model;
    known_shape shapes[MOST_SHAPES];
    int32_t count;
    bool hidden;
    float unknown_cost;
    uint8_t *seen, *remembered; // by tile
} known_overlay;

static wendi_vec center(const plain_map* map, int32_t x, int32_t y) {
    if (map->connectivity >= WEND_CONNECTIVITY_HEX_ODD_R)
        return wendi_hex_center(map->connectivity, (wend_tile){x, y});
    return (wendi_vec){x + 0.5, y + 0.5};
}

static double to_segment(wendi_vec p, wend_vec2 a, wend_vec2 b) {
    const double ux = (double)b.x - (double)a.x, uy = (double)b.y - (double)a.y;
    const double vx = p.x - (double)a.x, vy = p.y - (double)a.y;
    const double length = ux * ux + uy * uy, along = length > 0 ? (ux * vx + uy * vy) / length : 0;
    const double t = along < 0 ? 0 : along > 1 ? 1 : along;
    return hypot(vx - t * ux, vy - t * uy);
}

static double distance_to(const wend_shape* s, wendi_vec p) {
    double least = INFINITY;
    int32_t crossings = 0;
    if (s->kind == WEND_SHAPE_DISC)
        return hypot(p.x - (double)s->from.x, p.y - (double)s->from.y) - (double)s->radius;
    if (s->kind == WEND_SHAPE_CAPSULE) return to_segment(p, s->from, s->to) - (double)s->radius;
    if (s->kind == WEND_SHAPE_RECT)
        return hypot(fmax(fmax((double)s->from.x - p.x, p.x - (double)s->to.x), 0),
                     fmax(fmax((double)s->from.y - p.y, p.y - (double)s->to.y), 0));
    for (int32_t i = 0; i < s->point_count; i++) {
        const wend_vec2 a = s->points[i], b = s->points[(i + 1) % s->point_count];
        least = fmin(least, to_segment(p, a, b));
        if (((double)a.y > p.y) == ((double)b.y > p.y)) continue;
        const double at =
            (double)a.x + ((double)b.x - (double)a.x) * (p.y - (double)a.y) / ((double)b.y - (double)a.y);
        crossings += at > p.x;
    }
    return crossings % 2 ? 0 : least;
}

// What a tile should cost; 0: blocked. *near_out: a border of a shape runs so close that either is right.
static double expected_cost(const known_overlay* k, int32_t x, int32_t y, bool* near_out) {
    const plain_map* map = &k->model->map;
    const int32_t at = y * map->width + x;
    double cost = (double)map->class_costs[map->classes[at]];
    if (k->hidden) cost = k->seen[at] ? (double)map->class_costs[k->remembered[at]] : (double)k->unknown_cost;
    *near_out = false;
    if (cost == 0 || isinf(cost)) return 0;
    for (int32_t i = 0; i < k->count; i++) {
        const known_shape* s = &k->shapes[i];
        double share = 1, added = (double)s->shape.cost;
        if (s->costs) {
            added = (double)s->costs[at];
        } else {
            const double distance = distance_to(&s->shape, center(map, x, y));
            const double falloff = isinf(added) ? 0 : (double)s->shape.falloff;
            share = distance <= 0 ? 1 : distance < falloff ? 1 - distance / falloff : 0;
            *near_out |= fabs(distance) < 1e-6;
        }
        if (share > 0 && added > 0) cost += isinf(added) ? INFINITY : added * share * s->left;
    }
    return isinf(cost) ? 0 : cost;
}

// The greatest cost that a tile of the world can have.
static double greatest_cost(const wend_grid* grid) {
    const double by_range = (double)grid->cost_range.least * (double)WEND_MAX_COST_RATIO;
    double units = WENDI_MAX_STEP / 1.41421356 / 1.001;
    if (wendi_has_directions(grid))
        units =
            fmin(units, WENDI_MAX_STEP / 1.001 /
                            (double)fmaxf(grid->relief.table->greatest[0], grid->relief.table->greatest[1]));
    return fmin(fmin(WEND_MAX_CLASS_COST, by_range), units / grid->costs.unit);
}

static void compare_tiles(const known_overlay* k, const wend_world* world, double factor) {
    const wend_grid* grid = wend_world_grid(world);
    const double most = greatest_cost(grid);
    for (int32_t y = 0; y < k->model->map.height; y++)
        for (int32_t x = 0; x < k->model->map.width; x++) {
            bool near = false;
            const double expected = expected_cost(k, x, y, &near), cost = (double)cost_at(world, x, y);
            if (near) continue;
            if ((cost == 0) != (expected == 0))
                fail_msg("seed %lld: tile %d,%d costs %g instead of %g", (long long)k->model->recipe.seed, x,
                         y, cost, expected);
            const double bound = fmin(expected, most);
            if (cost > 0 && (cost > bound * sqrt(factor) * 1.0001 || cost < bound / sqrt(factor) / 1.0001))
                fail_msg("seed %lld: tile %d,%d costs %g instead of %g, factor %g",
                         (long long)k->model->recipe.seed, x, y, cost, expected, factor);
        }
}

// A new world of the tiles of another one, in its unit.
static wend_world* rebuilt(const world_model* m, const wend_world* world) {
    const wend_grid* from = wend_world_grid(world);
    wend_grid_def def = wend_default_grid_def();
    def.width = from->width;
    def.height = from->height;
    def.connectivity = from->connectivity;
    memcpy(def.class_costs, from->class_costs, sizeof def.class_costs);
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    for (int32_t y = 0; y < from->height; y++) {
        uint8_t row[1024];
        assert_ok(wend_grid_read(from, (wend_rect){0, y, from->width, 1}, row, 0));
        assert_ok(wend_grid_write(grid, (wend_rect){0, y, from->width, 1}, row, 0));
    }
    assert_ok(wend_grid_copy_connections(from, grid));
    if (m && m->map.has_relief) {
        wend_relief_def relief = relief_model;
        relief.elevations = m->map.elevations;
        relief.lanes = m->map.lanes;
        assert_ok(wend_grid_set_relief(grid, &relief));
    }
    assert_ok(wendi_grid_set_costs(grid, from->class_costs, from->costs.unit));
    wend_world_def world_def = wend_default_world_def();
    if (m) world_def = map_world_def(&m->recipe);
    return map_build_world(grid, &world_def);
}

static wend_vec2 random_point(const plain_map* map, rng* r) {
    return (wend_vec2){(float)(rng_unit(r) * 1.2 - 0.1) * (float)map->width,
                       (float)(rng_unit(r) * 1.2 - 0.1) * (float)map->height};
}

static void draw_shape(const known_overlay* k, rng* r, known_shape* out) {
    const plain_map* map = &k->model->map;
    const float size = 1 + (float)rng_unit(r) * 25;
    *out = (known_shape){.left = 1};
    wend_shape* s = &out->shape;
    s->kind = (wend_shape_kind)rng_below(r, WEND_SHAPE_KIND_COUNT);
    s->from = random_point(map, r);
    s->to = (wend_vec2){s->from.x + (float)rng_unit(r) * size, s->from.y + (float)rng_unit(r) * size};
    s->radius = size / 2;
    s->point_count = 3 + rng_below(r, MOST_POINTS - 2);
    for (int32_t i = 0; i < s->point_count; i++)
        out->points[i] = (wend_vec2){s->from.x + ((float)rng_unit(r) - 0.5f) * size,
                                     s->from.y + ((float)rng_unit(r) - 0.5f) * size};
    s->points = out->points;
    s->cost = rng_chance(r, 35)   ? INFINITY
              : rng_chance(r, 10) ? 1000
                                  : k->model->least * (float)rng_unit(r) * 6;
    if (rng_chance(r, 50)) s->falloff = (float)rng_unit(r) * 12;
    if (rng_chance(r, 30)) s->decay = (float)rng_unit(r) * 0.4f;
}

static void drop_shape(known_overlay* k, int32_t at) {
    free(k->shapes[at].costs);
    k->shapes[at] = k->shapes[--k->count];
    k->shapes[at].shape.points = k->shapes[at].points;
}

static void add_shape(known_overlay* k, wend_overlay* o, rng* r) {
    const plain_map* map = &k->model->map;
    if (k->count == MOST_SHAPES) return;
    known_shape* s = &k->shapes[k->count];
    draw_shape(k, r, s);
    if (rng_chance(r, 15)) {
        s->costs = calloc((size_t)(map->width * map->height), sizeof *s->costs);
        assert_non_null(s->costs);
        const int32_t x0 = rng_below(r, map->width), y0 = rng_below(r, map->height);
        for (int32_t y = y0; y < map->height; y++)
            for (int32_t x = x0; x < map->width; x++)
                if (rng_chance(r, 40))
                    s->costs[y * map->width + x] = k->model->least * (float)rng_below(r, 4);
        assert_ok(wend_overlay_add_costs(o, (wend_rect){0, 0, map->width, map->height}, s->costs, 0,
                                         s->shape.decay, &s->handle));
    } else {
        assert_ok(wend_overlay_add(o, &s->shape, &s->handle));
    }
    k->count++;
}

static void tick(known_overlay* k, wend_overlay* o, int32_t ticks) {
    assert_ok(wend_overlay_tick(o, ticks));
    for (int32_t i = k->count - 1; i >= 0; i--) {
        if (k->shapes[i].shape.decay == 0) continue;
        k->shapes[i].left *= pow(1 - (double)k->shapes[i].shape.decay, ticks);
        if (k->shapes[i].left < 1.0 / 1024) drop_shape(k, i);
    }
}

static void see(known_overlay* k, wend_overlay* o, rng* r) {
    const plain_map* map = &k->model->map;
    const wend_rect area = {rng_between(r, -5, map->width - 1), rng_between(r, -5, map->height - 1),
                            rng_between(r, 1, 40), rng_between(r, 1, 40)};
    uint8_t mask[40 * 40];
    for (int32_t i = 0; i < 40 * 40; i++) mask[i] = rng_chance(r, 70);
    const bool forgets = rng_chance(r, 20);
    if (forgets)
        assert_ok(wend_overlay_forget(o, area, mask, 40));
    else
        assert_ok(wend_overlay_see(o, area, mask, 40));
    for (int32_t y = 0; y < area.height; y++)
        for (int32_t x = 0; x < area.width; x++) {
            const int32_t to_x = area.x + x, to_y = area.y + y, at = to_y * map->width + to_x;
            if (!mask[y * 40 + x] || to_x < 0 || to_y < 0 || to_x >= map->width || to_y >= map->height)
                continue;
            k->seen[at] = !forgets;
            k->remembered[at] = map->classes[at];
        }
}

static void change_layers(known_overlay* k, wend_overlay* o, rng* r) {
    const size_t tiles = (size_t)(k->model->map.width * k->model->map.height);
    const int32_t what = rng_below(r, 100), at = k->count > 0 ? rng_below(r, k->count) : -1;
    if (what < 40 || at < 0) {
        add_shape(k, o, r);
    } else if (what < 55) {
        assert_ok(wend_overlay_remove(o, k->shapes[at].handle));
        assert_int_equal(wend_overlay_remove(o, k->shapes[at].handle), WEND_ERROR_STALE);
        drop_shape(k, at);
    } else if (what < 70) {
        known_shape moved;
        draw_shape(k, r, &moved);
        moved.handle = k->shapes[at].handle;
        assert_ok(wend_overlay_move(o, moved.handle, &moved.shape));
        free(k->shapes[at].costs);
        k->shapes[at] = moved;
        k->shapes[at].shape.points = k->shapes[at].points;
    } else if (what < 80) {
        tick(k, o, 1 + rng_below(r, 3));
    } else if (what < 84) {
        k->hidden = rng_chance(r, 70);
        k->unknown_cost = rng_chance(r, 50) ? 0 : k->model->least;
        if (k->hidden)
            assert_ok(wend_overlay_hide(o, k->unknown_cost));
        else
            assert_ok(wend_overlay_reveal(o));
        memset(k->seen, 0, tiles);
    } else if (k->hidden) {
        see(k, o, r);
    }
}

static bool keeps_world(operation_kind kind) {
    return kind == OPERATION_EDIT || kind == OPERATION_ADD_LINK || kind == OPERATION_REMOVE_LINK ||
           kind == OPERATION_SET_LINK || kind == OPERATION_SET_LINK_COST || kind == OPERATION_CLASS_COST ||
           kind == OPERATION_REFRESH || kind == OPERATION_REFRESH_NEAR;
}

static void change_parent(world_model* m, wend_world** world, rng* r) {
    world_operation operation = world_operation_draw(m, r);
    for (int32_t i = 0; i < 200 && !keeps_world(operation.kind); i++) operation = world_operation_draw(m, r);
    if (!keeps_world(operation.kind)) return;
    const char* fault = world_operation_do(&operation, m, world);
    if (fault) fail_msg("%s", fault);
}

// Paths on each profile against Dijkstra on its view.
static void compare_paths(const wend_world* world, wend_search* search, wend_path* path, rng* r) {
    const int32_t profile = rng_below(r, wend_world_profile_count(world));
    const wend_grid* grid = wend_world_grid(wend_world_profile(world, profile));
    wend_query query;
    if (!map_random_query(grid, r, WEND_EXACT, &query)) return;
    wend_profile_def def;
    assert_ok(wend_world_get_profile(world, profile, &def));
    const wend_relief_def map = relief_model;
    if (profile > 0) relief_model = relief_model_of(&def); // which may have slopes of its own
    const double optimum = oracle_optimum(grid, query.start, query.goal);
    relief_model = map;
    query.profile = profile;
    for (int32_t i = 0; i < 2; i++) {
        query.algorithm = i == 0 ? WEND_EXACT : WEND_HPA;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        assert_int_equal(wend_path_outcome(path), isinf(optimum) ? WEND_NO_ROUTE : WEND_FOUND);
        if (isinf(optimum)) continue;
        if (i == 0) assert_true((double)wend_path_integer_cost(path) == optimum);
        assert_true((double)wend_path_integer_cost(path) >= optimum);
        assert_true(wend_path_is_valid(path, world, NULL));
    }
}

// A path that was found before some changes is valid when all its steps are there and cost the same.
static void compare_validity(const wend_world* world, const wend_path* path) {
    int32_t count = 0, links = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    wend_path_links(path, &links);
    bool walkable = count > 0 && wend_grid_passable(wend_world_grid(world), tiles[0]);
    for (int32_t i = 1; i < count && links == 0; i++)
        walkable &= wend_grid_can_step(wend_world_grid(world), tiles[i - 1], tiles[i]);
    if (count == 0 || links > 0) return;
    wend_cost units = 0;
    if (walkable) wendi_path_cost(wend_world_grid(world), tiles, count, &units);
    assert_int_equal(wend_path_is_valid(path, world, NULL),
                     walkable && units == wend_path_integer_cost(path));
}

static void plan_again(const wend_world* world, wend_search* search, wend_path* path, rng* r) {
    wend_query query;
    if (map_random_query(wend_world_grid(world), r, WEND_HPA, &query))
        assert_ok(wend_find_path(search, world, &query, path, NULL));
}

static void a_random_overlay_is_a_world_of_its_tiles(void** state) {
    (void)state;
    wend_search* search = new_search();
    wend_path *path = new_path(), *kept = new_path();
    int64_t rebuilds = 0, refused = 0, hidden = 0;
    for (int32_t i = 0; i < worlds; i++) {
        rng r = rng_seeded(77 + (uint64_t)i);
        world_model model;
        wend_world* world = world_model_make(&model, 1000 + (uint64_t)i, 110, false);
        const size_t tiles = (size_t)(model.map.width * model.map.height);
        known_overlay k = {.model = &model, .seen = calloc(tiles, 1), .remembered = calloc(tiles, 1)};
        wend_overlay* overlay = overlay_of(world);
        const wend_world* given = NULL;
        for (int32_t n = 0; n < 25; n++) {
            for (int32_t c = rng_below(&r, 4); c > 0; c--) {
                if (rng_chance(&r, 40))
                    change_parent(&model, &world, &r);
                else
                    change_layers(&k, overlay, &r);
            }
            const wend_world* now = NULL;
            const wend_result result = wend_overlay_world(overlay, &now);
            if (result == WEND_ERROR_LIMIT) { // more costs than classes
                refused++;
                while (k.count > 0) {
                    assert_ok(wend_overlay_remove(overlay, k.shapes[0].handle));
                    drop_shape(&k, 0);
                }
                if (wend_overlay_world(overlay, &now) ==
                    WEND_ERROR_LIMIT) { // unknown ground alone is too much
                    assert_ok(wend_overlay_reveal(overlay));
                    k.hidden = false;
                    assert_ok(wend_overlay_world(overlay, &now));
                }
            } else {
                assert_ok(result);
            }
            assert_true(!given || given == now);
            given = now;
            compare_tiles(&k, now, wend_overlay_get_info(overlay).level_factor);
            compare_paths(now, search, path, &r);
            if (n > 0) compare_validity(now, kept);
            plan_again(now, search, kept, &r);
            if (!rng_chance(&r, 40)) continue;
            bool refreshed = false;
            assert_ok(wend_overlay_refresh(overlay, 0, &refreshed));
            assert_true(refreshed);
            compare_paths(now, search, path, &r);
            hidden += k.hidden;
            if (model.profile_count > 0) continue;
            wend_world* fresh = rebuilt(&model, now);
            if (map_hash(fresh) != map_hash(now)) fail_msg("world %d, step %d: another hash", i, n);
            wend_world_destroy(fresh);
            rebuilds++;
        }
        if (rng_chance(&r, 50)) {
            wend_world_destroy(world);
            compare_paths(given, search, path, &r);
            wend_overlay_destroy(overlay);
        } else {
            wend_overlay_destroy(overlay);
            wend_world_destroy(world);
        }
        while (k.count > 0) drop_shape(&k, 0);
        free(k.seen);
        free(k.remembered);
        world_model_free(&model);
    }
    printf("%lld rebuilt, %lld hidden, %lld refused\n", (long long)rebuilds, (long long)hidden,
           (long long)refused);
    assert_true(worlds < 25 || (rebuilds > 10 && hidden > 10));
    wend_path_destroy(path);
    wend_path_destroy(kept);
    wend_search_destroy(search);
}

// ---- single properties

static const wend_world* world_of(wend_overlay* overlay) {
    const wend_world* world = NULL;
    assert_ok(wend_overlay_world(overlay, &world));
    return world;
}

static wend_shape blocked_rect(int32_t x, int32_t y, int32_t width, int32_t height) {
    return wend_shape_rect((wend_rect){x, y, width, height}, INFINITY);
}

static double cost_of_path(const wend_world* world, wend_tile from, wend_tile to) {
    wend_search* search = new_search();
    wend_path* path = new_path();
    const wend_query query = wend_default_query(from, to);
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    const double cost = wend_path_outcome(path) == WEND_FOUND ? wend_path_cost(path) : INFINITY;
    wend_path_destroy(path);
    wend_search_destroy(search);
    return cost;
}

static void obstacles_are_counted(void** state) {
    (void)state;
    wend_world* world = new_world(200, 100, false);
    const uint64_t hash = map_hash(world);
    wend_overlay* overlay = overlay_of(world);
    const wend_shape crate = blocked_rect(50, 10, 4, 4), barrel = blocked_rect(52, 12, 4, 4);
    int32_t a = -1, b = -1;
    assert_ok(wend_overlay_add(overlay, &crate, &a));
    assert_ok(wend_overlay_add(overlay, &barrel, &b));
    assert_true(cost_at(world_of(overlay), 53, 13) == 0);
    assert_ok(wend_overlay_remove(overlay, a));
    const wend_world* now = world_of(overlay);
    assert_true(cost_at(now, 53, 13) == 0 && cost_at(now, 50, 10) == 1);
    const wend_shape moved = blocked_rect(150, 60, 4, 4);
    assert_ok(wend_overlay_move(overlay, b, &moved));
    assert_true(world_of(overlay) == now && cost_at(now, 53, 13) == 1 && cost_at(now, 151, 61) == 0);
    assert_ok(wend_overlay_remove(overlay, b));
    assert_int_equal(wend_overlay_remove(overlay, b), WEND_ERROR_STALE);
    assert_int_equal(wend_overlay_move(overlay, a, &moved), WEND_ERROR_STALE);
    assert_int_equal(wend_overlay_remove(overlay, 2), WEND_ERROR_ARGUMENT);
    assert_ok(wend_overlay_refresh(overlay, 0, NULL));
    assert_true(map_hash(world_of(overlay)) == hash && map_hash(world) == hash);
    assert_int_equal(wend_overlay_get_info(overlay).handle_count, 0);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

static void danger_decays(void** state) {
    (void)state;
    wend_world* world = new_world(100, 100, false);
    wend_overlay* overlay = overlay_of(world);
    const wend_vec2 towers[2] = {{20.5f, 20.5f}, {70.5f, 70.5f}};
    const float ranges[2] = {10, 5}, costs[2] = {8, 4};
    int32_t handles[2] = {-1, -1}, smoke = -1;
    assert_ok(wend_overlay_add_dangers(overlay, towers, ranges, costs, 2, handles));
    assert_int_equal(handles[0], 0);
    assert_int_equal(handles[1], 1);
    const wend_world* now = world_of(overlay);
    assert_float_equal(cost_at(now, 20, 20), 9, 0.27);
    assert_float_equal(cost_at(now, 25, 20), 5, 0.15);
    assert_true(cost_at(now, 30, 20) == 1);
    wend_shape cloud = wend_shape_disc((wend_vec2){50.5f, 50.5f}, 3, 6);
    cloud.decay = 0.5f;
    assert_ok(wend_overlay_add(overlay, &cloud, &smoke));
    assert_float_equal(cost_at(world_of(overlay), 50, 50), 7, 0.2);
    assert_ok(wend_overlay_tick(overlay, 1));
    assert_float_equal(cost_at(world_of(overlay), 50, 50), 4, 0.12);
    assert_ok(wend_overlay_tick(overlay, 10));
    assert_true(cost_at(world_of(overlay), 50, 50) == 1);
    assert_int_equal(wend_overlay_remove(overlay, smoke), WEND_ERROR_STALE);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

static void what_was_seen_is_remembered(void** state) {
    (void)state;
    wend_world* world = new_world(100, 60, false);
    wend_overlay* overlay = overlay_of(world);
    const wend_rect here = {10, 10, 20, 20};
    assert_int_equal(wend_overlay_see(overlay, here, NULL, 0), WEND_ERROR_ARGUMENT); // nothing is hidden
    assert_true(wend_overlay_is_seen(overlay, (wend_tile){0, 0}));
    assert_ok(wend_overlay_hide(overlay, 3));
    assert_ok(wend_overlay_see(overlay, here, NULL, 0));
    const wend_world* now = world_of(overlay);
    assert_true(cost_at(now, 10, 10) == 1 && cost_at(now, 9, 10) == 3);
    assert_true(wend_overlay_is_seen(overlay, (wend_tile){29, 29}));
    assert_false(wend_overlay_is_seen(overlay, (wend_tile){30, 29}));
    assert_false(wend_overlay_is_seen(overlay, (wend_tile){-1, 0}));
    edit_tiles(world, (wend_rect){15, 15, 3, 3}, 0);
    now = world_of(overlay);
    assert_true(cost_at(now, 16, 16) == 1 && cost_at(world, 16, 16) == 0);
    assert_ok(wend_overlay_see(overlay, (wend_rect){16, 16, 1, 1}, NULL, 0));
    now = world_of(overlay);
    assert_true(cost_at(now, 16, 16) == 0 && cost_at(now, 17, 16) == 1);
    assert_ok(wend_overlay_forget(overlay, here, NULL, 0));
    assert_true(cost_at(world_of(overlay), 16, 16) == 3);
    assert_ok(wend_overlay_reveal(overlay));
    assert_ok(wend_overlay_refresh(overlay, 0, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_true(map_hash(world_of(overlay)) == map_hash(world));
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

static void unknown_ground_costs_every_profile_the_same(void** state) {
    (void)state;
    wend_grid_def grid_def = wend_default_grid_def();
    wend_profile_def boat = wend_default_profile_def();
    wend_grid* grid = NULL;
    grid_def.width = 100;
    grid_def.height = 60;
    grid_def.class_costs[2] = 4;
    boat.name = "boat";
    boat.class_costs[1] = 0;
    boat.class_costs[2] = 1;
    assert_ok(wend_grid_create(&grid_def, &grid));
    wend_world* world = world_with_profiles(grid, &boat, 1);
    wend_overlay* overlay = overlay_of(world);
    const wend_shape danger = wend_shape_disc((wend_vec2){20, 20}, 4, 3);
    int32_t handle = -1;
    assert_ok(wend_overlay_hide(overlay, 2));
    assert_ok(wend_overlay_add(overlay, &danger, &handle));
    for (int32_t i = 0; i < 2; i++) { // and again, once the classes of the overlay are in use
        const wend_world* seen = world_of(overlay);
        for (int32_t p = 0; p < wend_world_profile_count(world); p++) {
            const wend_world* view = wend_world_profile(seen, p);
            assert_true(cost_at(view, 60, 30) == 2);
            assert_float_equal(cost_at(view, 20, 20), 5, 0.15);
        }
        assert_ok(wend_overlay_see(overlay, (wend_rect){70, 10, 5, 5}, NULL, 0));
    }
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

static void a_parent_may_end_first(void** state) {
    (void)state;
    wend_world* world = new_world(100, 60, false);
    wend_overlay *early = overlay_of(world), *late = overlay_of(world);
    const wend_shape wall = blocked_rect(50, 0, 1, 60), other = blocked_rect(20, 0, 1, 10);
    int32_t handle = -1;
    assert_ok(wend_overlay_add(early, &wall, &handle));
    assert_true(isinf(cost_of_path(world_of(early), (wend_tile){5, 5}, (wend_tile){90, 5})));
    wend_world_destroy(world);
    const wend_world* out = NULL;
    assert_int_equal(wend_overlay_world(late, &out), WEND_ERROR_STALE);
    assert_int_equal(wend_overlay_refresh(late, 0, NULL), WEND_ERROR_STALE);
    assert_ok(wend_overlay_remove(early, handle));
    assert_ok(wend_overlay_add(early, &other, &handle));
    assert_true(cost_of_path(world_of(early), (wend_tile){5, 5}, (wend_tile){90, 5}) > 85);
    assert_ok(wend_overlay_hide(early, 2));
    assert_int_equal(wend_overlay_see(early, (wend_rect){0, 0, 5, 5}, NULL, 0), WEND_ERROR_STALE);
    wend_overlay_destroy(early);
    wend_overlay_destroy(late);
}

static void an_overlay_has_overlays_and_forks(void** state) {
    (void)state;
    wend_world* world = new_world(120, 90, false);
    wend_overlay* side = overlay_of(world);
    const wend_shape wall = blocked_rect(40, 0, 1, 80), swamp = wend_shape_disc((wend_vec2){60, 85}, 12, 5);
    int32_t handle = -1, inner_handle = -1;
    assert_ok(wend_overlay_add(side, &wall, &handle));
    const wend_world* of_side = world_of(side);
    wend_overlay* plan = overlay_of(of_side);
    assert_ok(wend_overlay_add(plan, &swamp, &inner_handle));
    const wend_world* of_plan = world_of(plan);
    assert_true(cost_at(of_plan, 40, 20) == 0);
    assert_float_equal(cost_at(of_plan, 60, 85), 6, 0.18);
    assert_true(cost_at(of_side, 60, 85) == 1);
    edit_tiles(world, (wend_rect){80, 0, 1, 50}, 0);
    assert_ok(wend_overlay_remove(side, handle));
    assert_true(world_of(side) == of_side && cost_at(of_side, 80, 20) == 0);
    assert_true(world_of(plan) == of_plan && cost_at(of_plan, 80, 20) == 0 && cost_at(of_plan, 40, 20) == 1);
    wend_world* fork = NULL;
    assert_ok(wend_world_fork(of_plan, &fork));
    const uint64_t hash = map_hash(fork);
    assert_true(hash == map_hash(of_plan));
    assert_ok(wend_overlay_remove(plan, inner_handle));
    assert_true(map_hash(world_of(plan)) != hash && map_hash(fork) == hash);
    edit_tiles(fork, (wend_rect){1, 1, 1, 1}, 0);
    wend_overlay_destroy(side);
    assert_true(cost_at(world_of(plan), 80, 20) == 0);
    wend_overlay_destroy(plan);
    wend_world_destroy(world);
    wend_world_destroy(fork);
}

static void its_world_is_changed_by_the_overlay_alone(void** state) {
    (void)state;
    wend_world* world = new_world(90, 90, true);
    wend_overlay* overlay = overlay_of(world);
    wend_world* own = (wend_world*)(uintptr_t)world_of(overlay);
    const wend_edit edit = wend_edit_tiles((wend_rect){1, 1, 1, 1}, 0);
    assert_int_equal(wend_world_edit(own, &edit, 1, NULL), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_refresh(own, 0, NULL), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_set_class_cost(own, 0, 1, 2), WEND_ERROR_UNSUPPORTED);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

// A polygon has the tiles whose centres lie on its edges, on each side and in whichever order its corners
// are.
static void borders_belong_to_shapes(void** state) {
    (void)state;
    wend_world* world = new_world(40, 40, false);
    static const wend_vec2 corners[] = {{4.5f, 0.5f}, {6.5f, 0.5f}, {6.5f, 5.5f}, {4.5f, 5.5f}},
                           slanted[] = {{20.5f, 20.5f}, {26.5f, 23.5f}, {20.5f, 26.5f}};
    for (int32_t turn = 0; turn < 8; turn++) {
        wend_vec2 square[4], triangle[3];
        for (int32_t i = 0; i < 4; i++) square[i] = corners[turn % 2 ? (turn + i) % 4 : (turn + 4 - i) % 4];
        for (int32_t i = 0; i < 3; i++) triangle[i] = slanted[turn % 2 ? (turn + i) % 3 : (turn + 3 - i) % 3];
        wend_overlay* overlay = overlay_of(world);
        const wend_shape shapes[] = {wend_shape_polygon(square, 4, INFINITY),
                                     wend_shape_polygon(triangle, 3, INFINITY)};
        const wend_world* made = NULL;
        int32_t handle = -1;
        for (int32_t i = 0; i < 2; i++) assert_ok(wend_overlay_add(overlay, &shapes[i], &handle));
        assert_ok(wend_overlay_world(overlay, &made));
        for (int32_t y = 0; y < 40; y++)
            for (int32_t x = 0; x < 40; x++) {
                const bool in_square = x >= 4 && x <= 6 && y <= 5,
                           in_triangle = x >= 20 && 2 * abs(y - 23) <= 26 - x;
                if (in_square || in_triangle)
                    assert_false(wend_grid_passable(wend_world_grid(made), (wend_tile){x, y}));
                else
                    assert_true(wend_grid_passable(wend_world_grid(made), (wend_tile){x, y}) ==
                                wend_grid_passable(wend_world_grid(world), (wend_tile){x, y}));
            }
        wend_overlay_destroy(overlay);
    }
    wend_world_destroy(world);
}

static void wrong_layers_are_refused(void** state) {
    (void)state;
    wend_world* world = new_world(90, 90, false);
    wend_overlay* overlay = overlay_of(world);
    wend_vec2 points[3] = {{1, 1}, {9, 1}, {5, 9}};
    const wend_shape disc = wend_shape_disc((wend_vec2){5, 5}, 3, 1),
                     triangle = wend_shape_polygon(points, 3, 1),
                     rect = wend_shape_rect((wend_rect){5, 5, 3, 3}, 1);
    wend_shape wrong[16] = {disc,     disc,     disc,     disc, disc, disc, disc,
                            triangle, triangle, triangle, rect, rect, disc, disc};
    int32_t count = 0, handle = -7;
    wrong[count++].cost = -1;
    wrong[count++].cost = NAN;
    wrong[count++].cost = 2 * WEND_MAX_CLASS_COST;
    wrong[count++].radius = -1;
    wrong[count++].radius = INFINITY;
    wrong[count++].falloff = NAN;
    wrong[count++].from.x = INFINITY;
    wrong[count++].point_count = 2;
    wrong[count++].point_count = WEND_MAX_SHAPE_POINTS + 1;
    wrong[count++].points = NULL;
    wrong[count++].to.x = 4; // inside out
    wrong[count++].to.y = NAN;
    wrong[count++].decay = 1.5f;
    wrong[count++].kind = WEND_SHAPE_KIND_COUNT;
    for (int32_t i = 0; i < count; i++)
        assert_int_equal(wend_overlay_add(overlay, &wrong[i], &handle), WEND_ERROR_ARGUMENT);
    points[1].y = NAN;
    assert_int_equal(wend_overlay_add(overlay, &triangle, &handle), WEND_ERROR_ARGUMENT);
    const float costs[4] = {1, 2, NAN, 3};
    const uint8_t bytes[4] = {0, 255, 1, 2};
    const wend_rect square = {0, 0, 2, 2};
    assert_int_equal(wend_overlay_add_costs(overlay, square, costs, 0, 0, &handle), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_overlay_add_costs(overlay, square, costs, 1, 0, &handle), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_overlay_add_image(overlay, square, bytes, 0, 5, 0, &handle), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_overlay_add_image(overlay, square, bytes, 0, 1, -1, &handle), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_overlay_hide(overlay, 2000), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_overlay_hide(overlay, NAN), WEND_ERROR_ARGUMENT);
    assert_int_equal(handle, -7);
    // Off the map, in part or as a whole, is fine.
    const wend_shape off = wend_shape_disc((wend_vec2){-3e9f, 5e9f}, 10, 1),
                     huge = wend_shape_disc((wend_vec2){45, 45}, 1e9f, 1);
    assert_ok(wend_overlay_add(overlay, &off, &handle));
    assert_ok(wend_overlay_add(overlay, &huge, &handle));
    assert_ok(wend_overlay_add_image(overlay, (wend_rect){-1, 89, 2, 2}, bytes, 0, 1, 0, &handle));
    assert_float_equal(cost_at(world_of(overlay), 0, 0), 2, 0.06);
    assert_float_equal(cost_at(world_of(overlay), 0, 89), 257, 8);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

// A few discs on ground of a few costs are exact, at every tick of their decay, too. When there are too many
// different costs they are rounded, and exact again when these are gone.
static void few_costs_are_exact(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = 100;
    for (int32_t k = 1; k <= 3; k++) def.class_costs[k] = (float)k * 0.7f;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    for (int32_t k = 2; k <= 3; k++)
        assert_ok(wend_grid_fill(grid, (wend_rect){33 * (k - 1), 0, 33, 100}, (uint8_t)k));
    wend_world* world = build_world(grid);
    wend_overlay* overlay = overlay_of(world);
    int32_t handle = 0, fading = 0, many = 0;
    wend_shape disc = wend_shape_disc((wend_vec2){40, 50}, 30, 0.013f);
    assert_ok(wend_overlay_add(overlay, &disc, &handle));
    disc.cost = 123.4f;
    assert_ok(wend_overlay_add(overlay, &disc, &handle));
    disc = wend_shape_disc((wend_vec2){60, 50}, 30, 8);
    disc.decay = 0.01f;
    assert_ok(wend_overlay_add(overlay, &disc, &fading));
    double left = 8;
    for (int32_t tick = 0; tick < 40; tick++) {
        const wend_world* now = world_of(overlay);
        assert_float_equal(cost_at(now, 20, 50), 0.7f + 123.413f, 1e-4);
        assert_float_equal(cost_at(now, 40, 50), 1.4f + 123.413f + (float)left, 1e-4);
        assert_float_equal(cost_at(now, 85, 50), 2.1f + (float)left, 1e-4);
        assert_float_equal(cost_at(now, 95, 50), 2.1f, 1e-6);
        assert_true(wend_overlay_get_info(overlay).level_factor == 1);
        assert_ok(wend_overlay_tick(overlay, 1));
        left *= 0.99;
    }
    const wend_vec2 enemy = {20, 20};
    const float range = 25, danger = 90;
    assert_ok(wend_overlay_add_dangers(overlay, &enemy, &range, &danger, 1, &many));
    world_of(overlay);
    assert_true(wend_overlay_get_info(overlay).level_factor > 1);
    assert_ok(wend_overlay_hide(overlay, 5));
    assert_ok(wend_overlay_remove(overlay, many));
    assert_float_equal(cost_at(world_of(overlay), 20, 50), 5 + 123.413f, 1e-4);
    assert_true(wend_overlay_get_info(overlay).level_factor == 1);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

static void queries_avoid_shapes(void** state) {
    (void)state;
    wend_search* search = new_search();
    wend_path *path = new_path(), *other = new_path();
    for (int32_t i = 0; i < 40; i++) {
        rng r = rng_seeded(900 + (uint64_t)i);
        world_model model;
        wend_world* world = world_model_make(&model, 4000 + (uint64_t)i, 100, false);
        known_overlay k = {.model = &model};
        known_shape drawn[3];
        wend_shape shapes[3];
        wend_overlay* overlay = overlay_of(world);
        const int32_t count = 1 + rng_below(&r, 3);
        int32_t handle = -1;
        for (int32_t n = 0; n < count; n++) {
            draw_shape(&k, &r, &drawn[n]);
            drawn[n].shape.decay = 0;
            drawn[n].shape.points = drawn[n].points;
            shapes[n] = drawn[n].shape;
            assert_ok(wend_overlay_add(overlay, &shapes[n], &handle));
        }
        const wend_world* now = NULL;
        const wend_result made = wend_overlay_world(overlay, &now);
        wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){0, 0}); // of a blocked map
        for (int32_t n = 0; n < 6 && map_random_query(wend_world_grid(world), &r, WEND_HPA, &query); n++) {
            query.profile = rng_below(&r, wend_world_profile_count(world));
            query.algorithm = (wend_algorithm)rng_below(&r, WEND_ALGORITHM_COUNT);
            query.smooth = rng_chance(&r, 50);
            query.partial = rng_chance(&r, 50);
            if (made == WEND_OK) assert_ok(wend_find_path(search, now, &query, other, NULL));
            query.avoid = shapes;
            query.avoid_count = count;
            assert_int_equal(wend_find_path(search, world, &query, path, NULL), made);
            if (made == WEND_OK) assert_true(wend_path_hash(path) == wend_path_hash(other));
            if (made != WEND_OK) continue;
            bool done = false;
            assert_ok(wend_search_begin(search, world, &query));
            while (!done) assert_ok(wend_search_step(search, 50, &done));
            assert_ok(wend_search_finish(search, path, NULL));
            assert_true(wend_path_hash(path) == wend_path_hash(other));
        }
        query.avoid_count = -1;
        assert_int_equal(wend_find_path(search, world, &query, path, NULL), WEND_ERROR_ARGUMENT);
        query.avoid_count = 1;
        query.avoid = NULL;
        assert_int_equal(wend_find_path(search, world, &query, path, NULL), WEND_ERROR_ARGUMENT);
        wend_overlay_destroy(overlay);
        wend_world_destroy(world);
        world_model_free(&model);
    }
    wend_path_destroy(path);
    wend_path_destroy(other);
    wend_search_destroy(search);
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    const wend_allocator allocator = test_memory_allocator(&memory);
    map_recipe recipe = map_recipe_of("rooms 90x90 8+mixed whole 15 3");
    wend_grid* grid = map_make(&recipe);
    wend_profile_def tank = wend_default_profile_def();
    tank.name = "tank";
    tank.radius = 1.5f;
    wend_world_def def = map_world_def(&recipe);
    def.allocator = &allocator;
    def.profiles = &tank;
    def.profile_count = 1;
    wend_world* world = map_build_world(map_copy(grid, &allocator), &def);
    const wend_vec2 points[4] = {{10, 10}, {40, 15}, {30, 50}, {5, 30}};
    const wend_shape polygon = wend_shape_polygon(points, 4, 3), wall = blocked_rect(50, 5, 2, 60);
    const float costs[4] = {1, 2, 3, 4};
    static uint8_t ground[40 * 100];
    memset(ground, 1, sizeof ground);
    const int64_t live = memory.live;
    wend_overlay* overlay = NULL;
    int64_t failed = 0;
    for (int32_t step = 0; step < 11; step++) {
        wend_result result = WEND_ERROR_MEMORY;
        int32_t handle = -1;
        const wend_world* now = NULL;
        for (int64_t fail = 0; result != WEND_OK; fail += step == 10 ? 13 : 1, failed++) {
            const uint64_t hash = overlay && overlay->world ? map_hash(overlay->world) : 0;
            memory.fail_at = memory.calls + fail;
            if (step == 0) result = wend_overlay_create(world, &overlay);
            if (step == 1) result = wend_overlay_add(overlay, &polygon, &handle);
            if (step == 2) result = wend_overlay_add(overlay, &wall, &handle);
            if (step == 3)
                result = wend_overlay_add_costs(overlay, (wend_rect){70, 70, 2, 2}, costs, 0, 0, &handle);
            if (step % 2 == 0 && step >= 4) result = wend_overlay_world(overlay, &now);
            if (step == 5) result = wend_overlay_move(overlay, 0, &wall);
            if (step == 7) {
                assert_ok(wend_overlay_hide(overlay, 2));
                result = wend_overlay_see(overlay, (wend_rect){5, 5, 50, 50}, NULL, 0);
            }
            if (step == 9) result = wend_overlay_see(overlay, (wend_rect){-50, 0, 60, 20}, NULL, 0);
            memory.fail_at = -1;
            if (result == WEND_OK) break;
            assert_int_equal(result, WEND_ERROR_MEMORY);
            assert_true(hash == 0 || map_hash(overlay->world) == hash);
        }
        if (step == 5) edit_tiles(world, (wend_rect){60, 60, 4, 4}, 0);
        if (step == 8) assert_ok(wend_world_add_ground(world, (wend_rect){-60, -10, 40, 100}, ground, 0));
    }
    assert_true(failed > 100);
    wend_overlay_destroy(overlay);
    assert_in_range(memory.live, live, live + 200); // blocks and chunks of the world itself
    wend_world_destroy(world);
    assert_int_equal(memory.live, 0);
    wend_grid_destroy(grid);
}

static void a_mapped_world_has_overlays(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("rooms 300x200 8 whole 31 3");
    wend_world *built = map_make_world(&recipe), *mapped = NULL;
    assert_ok(wend_world_save(built, "parent.wend", NULL));
    assert_ok(wend_world_map("parent.wend", NULL, &mapped, NULL));
    wend_overlay* overlays[2] = {overlay_of(built), overlay_of(mapped)};
    uint64_t hashes[2];
    for (int32_t n = 0; n < 3; n++) {
        for (int32_t i = 0; i < 2; i++) {
            const wend_shape disc = wend_shape_disc((wend_vec2){90, 40.0f + 50 * (float)n}, 20, 4);
            int32_t handle = -1;
            assert_ok(wend_overlay_add(overlays[i], &disc, &handle));
            if (n == 1) edit_tiles(i == 0 ? built : mapped, (wend_rect){200, 100, 9, 9}, 0);
            if (n == 2) assert_ok(wend_overlay_hide(overlays[i], 3));
            if (n == 2) assert_ok(wend_overlay_see(overlays[i], (wend_rect){180, 80, 60, 60}, NULL, 0));
            const wend_world* now = world_of(overlays[i]);
            assert_true(cost_of_path(now, (wend_tile){1, 1}, (wend_tile){298, 198}) > 0);
            assert_ok(wend_overlay_refresh(overlays[i], 0, NULL));
            hashes[i] = map_hash(now);
        }
        assert_true(hashes[0] == hashes[1]);
    }
    for (int32_t i = 0; i < 2; i++) wend_overlay_destroy(overlays[i]);
    wend_world_destroy(built);
    wend_world_destroy(mapped);
}

// ---- threads: the parent is edited while several threads query its overlays

enum { ROUNDS = 20, ASKING = 3 };

typedef struct round_trip {
    wend_world* parent;
    const wend_world* overlays[2];
    pthread_barrier_t begin, end;
    uint64_t hashes[ROUNDS][ASKING];
} round_trip;

typedef struct asker {
    round_trip* trip;
    int32_t number;
} asker;

static void* ask(void* context) {
    const asker* a = context;
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    if (wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK) abort();
    for (int32_t n = 0; n < ROUNDS; n++) {
        pthread_barrier_wait(&a->trip->begin);
        uint64_t sum = 0;
        for (int32_t i = 0; i < 12; i++) { // the same queries on every thread
            const wend_query query = wend_default_query((wend_tile){3 + i, 5}, (wend_tile){190, 120 - 7 * i});
            if (wend_find_path(search, a->trip->overlays[i % 2], &query, path, NULL) != WEND_OK) abort();
            sum = sum * 31 + wend_path_hash(path);
        }
        a->trip->hashes[n][a->number] = sum;
        pthread_barrier_wait(&a->trip->end);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    return NULL;
}

static void threads_query_while_the_parent_is_edited(void** state) {
    (void)state;
    round_trip trip = {.parent = new_world(200, 130, false)};
    wend_overlay* overlays[2] = {overlay_of(trip.parent), overlay_of(trip.parent)};
    pthread_t threads[ASKING];
    asker askers[ASKING];
    rng r = rng_seeded(12);
    pthread_barrier_init(&trip.begin, NULL, ASKING + 1);
    pthread_barrier_init(&trip.end, NULL, ASKING + 1);
    for (int32_t i = 0; i < ASKING; i++) {
        askers[i] = (asker){&trip, i};
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
    }
    assert_ok(wend_overlay_hide(overlays[1], 2));
    for (int32_t n = 0; n < ROUNDS; n++) {
        const wend_shape disc =
            wend_shape_disc((wend_vec2){(float)rng_below(&r, 200), (float)rng_below(&r, 130)}, 9,
                            rng_chance(&r, 30) ? INFINITY : 5);
        int32_t handle = -1;
        assert_ok(wend_overlay_add(overlays[n % 2], &disc, &handle));
        assert_ok(wend_overlay_see(overlays[1], (wend_rect){10 * n, 0, 20, 130}, NULL, 0));
        for (int32_t i = 0; i < 2; i++) trip.overlays[i] = world_of(overlays[i]);
        pthread_barrier_wait(&trip.begin);
        for (int32_t i = 0; i < 8; i++) {
            const wend_edit edit = wend_edit_tiles(
                (wend_rect){rng_below(&r, 195), 10 + rng_below(&r, 100), 4, 6}, (uint8_t)rng_below(&r, 2));
            assert_ok(wend_world_edit(trip.parent, &edit, 1, NULL));
            assert_ok(wend_world_refresh(trip.parent, 3, NULL));
        }
        pthread_barrier_wait(&trip.end);
        for (int32_t i = 1; i < ASKING; i++) assert_true(trip.hashes[n][i] == trip.hashes[n][0]);
    }
    for (int32_t i = 0; i < ASKING; i++) pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&trip.begin);
    pthread_barrier_destroy(&trip.end);
    for (int32_t i = 0; i < 2; i++) wend_overlay_destroy(overlays[i]);
    wend_world_destroy(trip.parent);
}

// A crowd and a field on an overlay follow it: its world stays where it is.
static void crowds_and_fields_follow(void** state) {
    (void)state;
    wend_world* world = new_world(80, 40, false);
    wend_overlay* overlay = overlay_of(world);
    const wend_world* own = world_of(overlay);
    const wend_crowd_def def = wend_default_crowd_def();
    wend_crowd* crowd = NULL;
    wend_field* field = NULL;
    wend_agent agent = {.position = {5.5f, 20.5f}, .max_speed = 4, .max_acceleration = 32, .radius = 0.3f};
    wend_agent_id id;
    assert_ok(wend_crowd_create(own, &def, &crowd));
    assert_ok(wend_crowd_add(crowd, &agent, &id));
    assert_ok(wend_crowd_send(crowd, id, (wend_tile){70, 20}));
    const wend_tile goal = {70, 20}, from = {5, 20};
    assert_ok(wend_field_create(NULL, &field));
    assert_ok(wend_field_fill(field, wend_world_grid(own), WEND_FIELD_TO, &goal, 1, INFINITY));
    assert_float_equal(wend_field_cost(field, from), 65, 0.1);
    for (int32_t i = 0; i < 60; i++) assert_ok(wend_crowd_tick(crowd, 1.0f / 30));
    const wend_shape wall = blocked_rect(40, 5, 2, 35);
    int32_t handle = -1;
    assert_ok(wend_overlay_add(overlay, &wall, &handle));
    edit_tiles(world, (wend_rect){60, 0, 2, 30}, 0);
    assert_true(world_of(overlay) == own);
    assert_ok(wend_field_fill(field, wend_world_grid(own), WEND_FIELD_TO, &goal, 1, INFINITY));
    assert_true(wend_field_cost(field, from) > 75);
    for (int32_t i = 0; i < 30 * 60; i++) {
        assert_ok(wend_crowd_tick(crowd, 1.0f / 30));
        wend_tile tile;
        assert_ok(wend_grid_tile_at(wend_world_grid(own), wend_crowd_agent(crowd, id)->position, &tile));
        assert_true(wend_grid_passable(wend_world_grid(own), tile));
    }
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ARRIVED);

    // The map grows to the left, and the crowd walks there.
    static uint8_t ground[60 * 40];
    memset(ground, 1, sizeof ground);
    assert_ok(wend_world_add_ground(world, (wend_rect){-60, 0, 60, 40}, ground, 0));
    assert_true(world_of(overlay) == own && cost_at(own, 40, 20) == 0 && cost_at(own, -50, 20) == 1);
    assert_true(!(wend_field_cost(field, from) < 1e30));         // a field of another map is empty
    assert_ok(wend_crowd_send(crowd, id, (wend_tile){-50, 20})); // before the crowd has seen that
    for (int32_t i = 0; i < 60 * 60; i++) assert_ok(wend_crowd_tick(crowd, 1.0f / 30));
    assert_int_equal(wend_crowd_state(crowd, id), WEND_AGENT_ARRIVED);
    assert_true(wend_crowd_agent(crowd, id)->position.x < -45);
    wend_field_destroy(field);
    wend_crowd_destroy(crowd);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

// The rows between small floors lie in the page whose tiles change, and are no tiles of the map.
static void tiles_between_floors_are_not_counted(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = 8;
    def.height = 5;
    def.floors = 3;
    wend_grid* grid = NULL;
    wend_world *world = NULL, *again = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    const wend_world_def world_def = wend_default_world_def();
    assert_ok(wend_world_build(&grid, &world_def, &world));
    wend_overlay* overlay = overlay_of(world);
    int32_t handle;
    for (uint16_t floor = 0; floor < 3; floor += 2) { // the whole sheet lies between the two
        const wend_shape all = wend_shape_rect((wend_rect){0, 0, 8, 5, floor}, INFINITY);
        assert_ok(wend_overlay_add(overlay, &all, &handle));
    }
    const wend_world* own = world_of(overlay);
    assert_int_equal(wend_grid_class_counts(wend_world_grid(own))[0], 2 * 8 * 5);
    assert_int_equal(wend_grid_passable_count(wend_world_grid(own)), 8 * 5);
    assert_ok(wend_overlay_refresh(overlay, 0, NULL));
    assert_ok(wend_world_save(own, "overlay.wend", NULL));
    assert_ok(wend_world_open("overlay.wend", NULL, &again, NULL));
    wend_world_destroy(again);
    wend_overlay_destroy(overlay);
    wend_world_destroy(world);
}

int main(int argc, char** argv) {
    if (argc > 1) worlds = atoi(argv[1]);
    files_enter();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obstacles_are_counted),
        cmocka_unit_test(danger_decays),
        cmocka_unit_test(what_was_seen_is_remembered),
        cmocka_unit_test(unknown_ground_costs_every_profile_the_same),
        cmocka_unit_test(a_parent_may_end_first),
        cmocka_unit_test(an_overlay_has_overlays_and_forks),
        cmocka_unit_test(its_world_is_changed_by_the_overlay_alone),
        cmocka_unit_test(borders_belong_to_shapes),
        cmocka_unit_test(wrong_layers_are_refused),
        cmocka_unit_test(few_costs_are_exact),
        cmocka_unit_test(queries_avoid_shapes),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(a_mapped_world_has_overlays),
        cmocka_unit_test(threads_query_while_the_parent_is_edited),
        cmocka_unit_test(crowds_and_fields_follow),
        cmocka_unit_test(tiles_between_floors_are_not_counted),
        cmocka_unit_test(a_random_overlay_is_a_world_of_its_tiles),
    };
    const int failures = run_unit_tests(tests);
    files_leave();
    return failures;
}
