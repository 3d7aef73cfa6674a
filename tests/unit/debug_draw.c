// debug_draw.c: are all shapes of a world and a path drawn, none outside the view, and none lost between
// views?
#include "wend/debug_draw.h"
#include "wend/ground.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

typedef struct shape {
    int32_t kind;
    float numbers[4]; // ends of a line, or a rectangle
} shape;

typedef struct sketch {
    shape* shapes;
    int32_t count, capacity;
} sketch;

static void add(sketch* s, shape shape_added) {
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 256;
        s->shapes = realloc(s->shapes, (size_t)s->capacity * sizeof *s->shapes);
        assert_non_null(s->shapes);
    }
    s->shapes[s->count++] = shape_added;
}
static void on_line(wend_draw_kind kind, wend_vec2 a, wend_vec2 b, void* context) {
    add(context, (shape){(int32_t)kind, {a.x, a.y, b.x, b.y}});
}
static void on_rect(wend_draw_kind kind, wend_rect r, void* context) {
    add(context, (shape){(int32_t)kind, {(float)r.x, (float)r.y, (float)r.width, (float)r.height}});
}

static wend_debug_draw drawer(sketch* s, wend_rect view) {
    return (wend_debug_draw){.line = on_line, .rect = on_rect, .context = s, .view = view};
}
static int by_content(const void* a, const void* b) {
    return memcmp(a, b, sizeof(shape));
}
// Sorts, and drops repeats.
static void normalise(sketch* s) {
    int32_t kept = 0;
    if (s->count) qsort(s->shapes, (size_t)s->count, sizeof *s->shapes, by_content);
    for (int32_t i = 0; i < s->count; i++)
        if (i == 0 || by_content(&s->shapes[i], &s->shapes[kept - 1]) != 0) s->shapes[kept++] = s->shapes[i];
    s->count = kept;
}
static int64_t count_of(const sketch* s, wend_draw_kind kind) {
    int64_t count = 0;
    for (int32_t i = 0; i < s->count; i++) count += s->shapes[i].kind == (int32_t)kind;
    return count;
}
static bool same(const sketch* a, const sketch* b) {
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->shapes, b->shapes, (size_t)a->count * sizeof(shape)) == 0);
}

enum {
    WORLD_LAYERS =
        1 << WEND_DRAW_CLUSTER | 1 << WEND_DRAW_ENTRANCE | 1 << WEND_DRAW_NODE | 1 << WEND_DRAW_EDGE
};

static bool touches(const shape* s, wend_rect view) {
    bool is_line = s->kind >= WEND_DRAW_EDGE;
    const float* n = s->numbers;
    float left = is_line ? (n[0] < n[2] ? n[0] : n[2]) - 0.5f : n[0],
          top = is_line ? (n[1] < n[3] ? n[1] : n[3]) - 0.5f : n[1];
    float right = is_line ? (n[0] > n[2] ? n[0] : n[2]) + 0.5f : n[0] + n[2];
    float bottom = is_line ? (n[1] > n[3] ? n[1] : n[3]) + 0.5f : n[1] + n[3];
    return left < (float)(view.x + view.width) && right > (float)view.x &&
           top < (float)(view.y + view.height) && bottom > (float)view.y;
}

static void views_add_up_to_the_whole(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        map_recipe recipe = map_recipe_random(seed, 110);
        recipe.levels = 1; // so that the counts of the info are those of the level that is drawn
        wend_world* world = map_make_world(&recipe);
        wend_world_info info = wend_world_get_info(world);
        wend_world_counts counts = map_count(world);
        sketch whole = {0}, parts = {0};
        wend_debug_draw draw = drawer(&whole, (wend_rect){0, 0, recipe.width, recipe.height});
        assert_ok(wend_world_draw(world, WORLD_LAYERS, &draw));
        assert_on(&recipe, count_of(&whole, WEND_DRAW_CLUSTER) == info.cluster_count);
        assert_on(&recipe, count_of(&whole, WEND_DRAW_NODE) == info.node_count);
        assert_on(&recipe,
                  2 * count_of(&whole, WEND_DRAW_EDGE) == counts.edge_count); // one line for both directions
        for (int32_t layer = 0; layer < WEND_DRAW_KIND_COUNT; layer++) {      // each layer alone
            sketch one = {0};
            draw = drawer(&one, (wend_rect){0, 0, recipe.width, recipe.height});
            assert_ok(wend_world_draw(world, 1u << layer, &draw));
            assert_on(&recipe, one.count == count_of(&whole, (wend_draw_kind)layer));
            free(one.shapes);
        }
        normalise(&whole);
        rng r = rng_seeded(seed);
        int32_t side = rng_between(&r, 1, 40) + (recipe.width + recipe.height) / 20;
        for (int32_t y = -side / 2; y < recipe.height; y += side) {
            for (int32_t x = -side / 2; x < recipe.width; x += side) {
                wend_rect view = {x, y, side, side};
                int32_t first = parts.count;
                draw = drawer(&parts, view);
                assert_ok(wend_world_draw(world, WORLD_LAYERS, &draw));
                for (int32_t i = first; i < parts.count; i++)
                    assert_on(&recipe, touches(&parts.shapes[i], view));
            }
        }
        normalise(&parts);
        assert_on(&recipe, same(&whole, &parts));

        sketch from_nodes = {0}; // every edge, from both ends
        draw = drawer(&from_nodes, (wend_rect){0, 0, recipe.width, recipe.height});
        for (int32_t i = 0; i < recipe.width * recipe.height; i++)
            assert_ok(wend_world_draw_node(world, (wend_tile){i % recipe.width, i / recipe.width}, &draw));
        assert_on(&recipe, from_nodes.count == counts.edge_count);
        free(from_nodes.shapes);
        free(parts.shapes);
        free(whole.shapes);
        wend_world_destroy(world);
    }
}

static void every_level_is_drawn(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("noise 180x150 8 whole 15/3 8");
    wend_world* world = map_make_world(&recipe);
    int32_t levels = wend_world_get_info(world).level_count;
    assert_true(levels >= 2);
    for (int32_t level = 1; level <= levels; level++) {
        wend_level_info info = wend_world_get_level_info(world, level);
        sketch s = {0};
        wend_debug_draw draw = drawer(&s, (wend_rect){0, 0, 180, 150});
        draw.level = level;
        assert_ok(wend_world_draw(world, WORLD_LAYERS, &draw));
        assert_int_equal(count_of(&s, WEND_DRAW_CLUSTER), info.columns * info.rows);
        assert_int_equal(count_of(&s, WEND_DRAW_NODE), info.node_count);
        sketch from_nodes = {0}; // every edge, from both ends
        draw.context = &from_nodes;
        for (int32_t i = 0; i < 180 * 150; i++)
            assert_ok(wend_world_draw_node(world, (wend_tile){i % 180, i / 180}, &draw));
        assert_int_equal(from_nodes.count, info.edge_count);
        free(from_nodes.shapes);
        free(s.shapes);
    }
    wend_debug_draw draw = {.view = {0, 0, 180, 150}, .level = levels + 1};
    assert_int_equal(wend_world_draw(world, 1, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_draw_node(world, (wend_tile){0, 0}, &draw), WEND_ERROR_ARGUMENT);
    draw.level = -1;
    assert_int_equal(wend_world_draw(world, 1, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_draw_node(world, (wend_tile){0, 0}, &draw), WEND_ERROR_ARGUMENT);
    wend_world_destroy(world);
}

static void a_path_is_drawn_leg_by_leg(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("noise 120x90 8 whole 15 8");
    wend_world* world = map_make_world(&recipe);
    const wend_grid* grid = wend_world_grid(world);
    wend_search* search = new_search();
    wend_path* path = new_path();
    rng r = rng_seeded(8);
    int32_t drawn[2] = {0}; // paths, abstract paths
    for (int32_t i = 0; i < 50; i++) {
        wend_query query = wend_default_query(map_random_tile(grid, &r), (wend_tile){0, 0});
        query.goal = map_random_tile(grid, &r);
        query.smooth = i % 2;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        sketch s = {0};
        wend_debug_draw draw = drawer(&s, (wend_rect){0, 0, 120, 90});
        uint32_t layers = 1u << WEND_DRAW_ROUTE | 1u << WEND_DRAW_PATH | 1u << WEND_DRAW_WAYPOINT;
        assert_ok(wend_path_draw(path, grid, layers, &draw));
        int32_t tiles, route, points;
        wend_path_tiles(path, &tiles);
        wend_path_route(path, &route);
        wend_path_waypoints(path, &points);
        assert_int_equal(count_of(&s, WEND_DRAW_PATH), tiles ? tiles - 1 : 0);
        assert_int_equal(count_of(&s, WEND_DRAW_ROUTE), route ? route - 1 : 0);
        assert_int_equal(count_of(&s, WEND_DRAW_WAYPOINT), points ? points - 1 : 0);
        assert_int_equal(s.count,
                         (tiles ? tiles - 1 : 0) + (route ? route - 1 : 0) + (points ? points - 1 : 0));
        drawn[0] += tiles > 1;
        drawn[1] += route > 1;
        int32_t all = s.count;
        draw.view = (wend_rect){-50, -50, 40, 40}; // beside the map
        assert_ok(wend_path_draw(path, grid, layers, &draw));
        assert_int_equal(s.count, all);
        free(s.shapes);
    }
    assert_true(drawn[0] > 10 && drawn[1] > 10);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void odd_views_and_arguments(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("rooms 70x50 8 unit 15 3");
    wend_world* world = map_make_world(&recipe);
    sketch whole = {0};
    wend_debug_draw draw = drawer(&whole, (wend_rect){0, 0, 70, 50});
    assert_ok(wend_world_draw(world, WORLD_LAYERS, &draw));
    static const wend_rect views[] = {{0, 0, INT_MAX, INT_MAX},
                                      {-10, -10, INT_MAX, INT_MAX},
                                      {INT_MIN, INT_MIN, INT_MAX, INT_MAX},
                                      {69, 49, INT_MAX, INT_MAX},
                                      {INT_MAX, INT_MAX, INT_MAX, INT_MAX},
                                      {10, 10, 0, 0},
                                      {10, 10, -5, -5},
                                      {-100, -100, 50, 50}};
    static const int32_t seen[] = {2, 2, 0, 1, 0, 0, 0, 0}; // 2: all, 1: some
    for (int32_t i = 0; i < 8; i++) {
        sketch s = {0};
        draw = drawer(&s, views[i]);
        assert_ok(wend_world_draw(world, WORLD_LAYERS, &draw));
        if (seen[i] == 2 ? s.count != whole.count : (s.count > 0) != seen[i])
            fail_msg("view %d: %d shapes", i, s.count);
        free(s.shapes);
    }
    wend_debug_draw silent = {.view = {0, 0, 70, 50}}; // no callbacks
    assert_ok(wend_world_draw(world, UINT32_MAX, &silent));
    wend_path* path = new_path();
    const wend_grid* grid = wend_world_grid(world);
    assert_ok(wend_path_draw(path, grid, UINT32_MAX, &silent));
    assert_int_equal(wend_world_draw(NULL, 1, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_draw(world, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_draw_node(world, (wend_tile){70, 0}, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_draw_node(NULL, (wend_tile){0, 0}, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_draw(NULL, grid, 1, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_draw(path, NULL, 1, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_draw(path, grid, 1, NULL), WEND_ERROR_ARGUMENT);
    wend_path_destroy(path);
    free(whole.shapes);
    wend_world_destroy(world);
}

// Columns and rows keep their numbers when ground is added to the left and above.
static void grown_maps_are_drawn_where_they_lie(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("rooms 70x50 8 unit 15 3");
    wend_world* world = map_make_world(&recipe);
    uint8_t ones[40 * 30];
    memset(ones, 1, sizeof ones);
    assert_ok(wend_world_add_ground(world, (wend_rect){-40, -30, 40, 30}, ones, 0));
    const wend_rect map = wend_grid_area(wend_world_grid(world)), all = {-5000, -5000, 10000, 10000};
    assert_true(map.x <= -40 && map.y <= -30);
    sketch whole = {0}, parts = {0}, way = {0};
    wend_debug_draw draw = drawer(&whole, all);
    assert_ok(wend_world_draw(world, WORLD_LAYERS, &draw));
    int32_t negative = 0;
    for (int32_t i = 0; i < whole.count; i++) {
        assert_true(touches(&whole.shapes[i], map));
        negative += whole.shapes[i].numbers[0] < 0;
    }
    assert_true(negative > 0 && negative < whole.count);
    for (int32_t y = map.y - 7; y < map.y + map.height; y += 23)
        for (int32_t x = map.x - 7; x < map.x + map.width; x += 23) {
            const int32_t first = parts.count;
            draw = drawer(&parts, (wend_rect){x, y, 23, 23});
            assert_ok(wend_world_draw(world, WORLD_LAYERS, &draw));
            for (int32_t i = first; i < parts.count; i++) assert_true(touches(&parts.shapes[i], draw.view));
        }
    normalise(&whole);
    normalise(&parts);
    assert_true(same(&whole, &parts));

    wend_path* path = new_path();
    wend_search* search = new_search();
    const wend_query query = wend_default_query((wend_tile){-40, -30}, (wend_tile){-3, -2});
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    draw = drawer(&way, all);
    assert_ok(wend_path_draw(path, wend_world_grid(world), 1 << WEND_DRAW_PATH, &draw));
    int32_t count = 0;
    wend_path_tiles(path, &count);
    assert_int_equal(way.count, count - 1);
    assert_true(way.shapes[0].numbers[0] == -39.5f && way.shapes[0].numbers[1] == -29.5f);
    wend_search_destroy(search);
    wend_path_destroy(path);
    free(way.shapes);
    free(parts.shapes);
    free(whole.shapes);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_add_up_to_the_whole),           cmocka_unit_test(every_level_is_drawn),
        cmocka_unit_test(a_path_is_drawn_leg_by_leg),          cmocka_unit_test(odd_views_and_arguments),
        cmocka_unit_test(grown_maps_are_drawn_where_they_lie),
    };
    return run_unit_tests(tests);
}
