// overlay.c: is an overlay, after any changes of its parent and its layers, a world of the tiles that it
// should have? unit_overlay [WORLDS]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grid/grid.h"
#include "overlay_fixture.h"
#include "world_operation.h"

static int32_t worlds = 25;

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

// ---- few costs, and queries with shapes

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

int main(int argc, char** argv) {
    if (argc > 1) worlds = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_costs_are_exact),
        cmocka_unit_test(queries_avoid_shapes),
        cmocka_unit_test(a_random_overlay_is_a_world_of_its_tiles),
    };
    return run_unit_tests(tests);
}
