// subgoals.c: straight runs, the contraction hierarchy, and what a world promises of its subgoals.
// tests/property/subgoals.c compares the paths with an oracle.
#include "subgoals/subgoal_graph.h"

#include <stdio.h>
#include <stdlib.h>

#include "maps.h"
#include "unit.h"
#include "wend/stream.h"
#include "world_seal.h"

static wend_world* world_of(const char* recipe_text) {
    const map_recipe recipe = map_recipe_of(recipe_text);
    return map_make_world(&recipe);
}

// One tile after the other.
static int32_t run_by_tiles(const wend_grid* grid, wend_tile at, int32_t direction, int32_t most) {
    for (int32_t count = 0;; count++) {
        at.x += wendi_direction[direction].x;
        at.y += wendi_direction[direction].y;
        if (count == most || !wendi_is_passable(grid, at.x, at.y)) return count;
    }
}

// Around the ends of words of 64 bits, and on lines without an obstacle.
static void runs_end_at_obstacles(void** state) {
    (void)state;
    static const char* const recipes[] = {"noise 200x67 8 unit 31/2 1", "open 131x129 8 unit 31/2 2",
                                          "rooms 63x190 8 unit 31/2 3"};
    for (size_t i = 0; i < sizeof recipes / sizeof recipes[0]; i++) {
        const map_recipe recipe = map_recipe_of(recipes[i]);
        wend_grid* grid = map_make(&recipe);
        wendi_owner owner;
        const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
        wendi_passable_lines lines;
        assert_ok(wendi_passable_lines_make(grid, &allocator, &lines));
        for (int32_t y = 0; y < recipe.height; y++)
            for (int32_t x = 0; x < recipe.width; x++)
                for (int32_t d = 0; d < WENDI_STRAIGHT; d++)
                    for (int32_t k = 0; k < 2; k++) {
                        const int32_t most = k == 0 ? INT32_MAX : (x + y) % 70;
                        const wend_tile at = {x, y};
                        assert_int_equal(wendi_passable_run(&lines, at, d, most),
                                         run_by_tiles(grid, at, d, most));
                    }
        wendi_owner_end(&owner);
        wend_grid_destroy(grid);
    }
}

enum { NODES = 60 };

// Costs of all pairs, by Floyd and Warshall.
static void all_pairs(wend_cost cost[NODES][NODES]) {
    for (int32_t k = 0; k < NODES; k++)
        for (int32_t i = 0; i < NODES; i++)
            for (int32_t j = 0; j < NODES; j++)
                if (cost[i][k] + cost[k][j] < cost[i][j]) cost[i][j] = cost[i][k] + cost[k][j];
}

// Costs from a node to those of higher rank, by an upward search.
static void search_upward(const wendi_contraction* c, uint32_t from, wend_cost far, wend_cost cost[NODES]) {
    bool begun = false;
    for (int32_t i = 0; i < NODES; i++) cost[i] = far;
    cost[from] = 0;
    for (int32_t k = 0; k < NODES; k++) {
        const uint32_t node = c->order[k];
        begun = begun || node == from;
        for (int32_t i = 0; begun && i < c->arcs[node].count; i++) {
            const wendi_arc* arc = &c->arcs[node].data[i];
            if (cost[node] + arc->cost < cost[arc->to]) cost[arc->to] = cost[node] + arc->cost;
        }
    }
}

static void upward_meet_at_the_least_cost(void** state) {
    (void)state;
    static wend_cost cost[NODES][NODES], up[NODES][NODES];
    const wend_cost far = 1 << 30;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        rng random = rng_seeded(seed);
        wendi_owner owner;
        const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
        wendi_contraction c;
        assert_ok(wendi_contraction_begin(&c, NODES, &allocator));
        for (int32_t i = 0; i < NODES; i++)
            for (int32_t j = 0; j < NODES; j++) cost[i][j] = i == j ? 0 : far;
        for (int32_t n = rng_between(&random, 40, 250); n > 0; n--) {
            const int32_t a = rng_below(&random, NODES), b = rng_below(&random, NODES);
            if (a == b || cost[a][b] < far) continue;
            cost[a][b] = cost[b][a] = rng_between(&random, 1, 100);
            assert_ok(wendi_contraction_add_arc(&c, (uint32_t)a, (uint32_t)b, (uint32_t)cost[a][b],
                                                WENDI_NO_MIDDLE, WENDI_NO_MIDDLE));
        }
        all_pairs(cost);
        assert_ok(wendi_contraction_run(&c, INT32_MAX, NULL, NULL));
        for (int32_t i = 0; i < NODES; i++) search_upward(&c, (uint32_t)i, far, up[i]);
        for (int32_t i = 0; i < NODES; i++)
            for (int32_t j = 0; j < NODES; j++) {
                wend_cost least = far;
                for (int32_t k = 0; k < NODES; k++)
                    if (up[i][k] + up[j][k] < least) least = up[i][k] + up[j][k];
                assert_int_equal(least, cost[i][j]);
            }
        wendi_owner_end(&owner);
    }
}

static bool stop_at_once(double fraction, void* context) {
    (void)fraction, (void)context;
    return false;
}

static void subgoals_are_for_one_cost(void** state) {
    (void)state;
    static const struct {
        const char* recipe;
        size_t most;
        wend_result result;
    } cases[] = {
        {"rooms 90x70 8 unit 31/2 5", 1 << 20, WEND_OK},
        {"open 90x70 8 unit 31/2 5", 1 << 20, WEND_OK}, // without a subgoal
        {"blocked 40x40 8 unit 31/2 5", 1 << 20, WEND_OK},
        {"rooms 90x70 8 unit 31/2 5", 5000, WEND_ERROR_LIMIT},
        {"rooms 90x70 8 unit 31/2 5", 0, WEND_ERROR_LIMIT},
        {"rooms 90x70 8 whole 31/2 5", 1 << 20, WEND_ERROR_UNSUPPORTED},
        {"rooms 90x70 4 unit 31/2 5", 1 << 20, WEND_ERROR_UNSUPPORTED},
        {"rooms 90x70 8cut unit 31/2 5", 1 << 20, WEND_ERROR_UNSUPPORTED},
        {"rooms 90x70 hex_odd_r unit 31/2 5", 1 << 20, WEND_ERROR_UNSUPPORTED},
        {"rooms 90x70 8+walls unit 31/2 5", 1 << 20, WEND_ERROR_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        wend_world* world = world_of(cases[i].recipe);
        const size_t before = wend_world_get_info(world).bytes;
        assert_int_equal(wend_world_add_subgoals(world, cases[i].most, NULL, NULL), cases[i].result);
        const size_t bytes = wend_world_subgoal_bytes(world);
        assert_true((bytes > 0) == (cases[i].result == WEND_OK) && bytes <= cases[i].most);
        assert_int_equal(wend_world_get_info(world).bytes, before + bytes);
        wend_world_destroy(world);
    }
}

static void a_world_without_them_stays_as_it_was(void** state) {
    (void)state;
    wend_world* world = world_of("noise 200x200 8 unit 31/0 8");
    const wend_edit edit = wend_edit_tiles((wend_rect){7, 7, 1, 1}, 0);
    assert_int_equal(wend_world_add_subgoals(NULL, 1, NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_subgoal_bytes(NULL), 0);
    assert_int_equal(wend_world_add_subgoals(world, 1 << 24, stop_at_once, NULL), WEND_ERROR_CANCELLED);
    assert_int_equal(wend_world_subgoal_bytes(world), 0);
    assert_ok(wend_world_add_subgoals(world, 1 << 24, NULL, NULL));
    const size_t bytes = wend_world_subgoal_bytes(world);
    assert_int_equal(wend_world_add_subgoals(world, 1, NULL, NULL), WEND_ERROR_LIMIT);
    assert_int_equal(wend_world_subgoal_bytes(world), bytes); // those from before
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
    assert_int_equal(wend_world_subgoal_bytes(world), 0);
    wend_world_destroy(world);
}

// ---- files

typedef struct saved {
    void* bytes;
    size_t size;
} saved;

static saved save(const wend_world* world) {
    saved s;
    assert_ok(wend_world_save_memory(world, NULL, &s.bytes, &s.size, NULL));
    return s;
}

static wend_world* open_saved(const saved* s) {
    wend_world* world = NULL;
    assert_ok(wend_world_open_memory(s->bytes, s->size, NULL, &world, NULL));
    return world;
}

// Both worlds answer by subgoals, or neither does, and alike.
static void answers_are_equal(const wend_world* a, const wend_world* b, bool by_subgoals) {
    wend_search* search = NULL;
    wend_path* path = new_path();
    const wend_search_def def = wend_default_search_def();
    assert_ok(wend_search_create(&def, &search));
    rng random = rng_seeded(3);
    for (int32_t i = 0; i < 50; i++) {
        wend_query query;
        wend_stats stats;
        assert_true(map_random_query(wend_world_grid(a), &random, WEND_HPA, &query));
        assert_ok(wend_find_path(search, a, &query, path, &stats));
        const uint64_t hash = wend_path_hash(path);
        assert_int_equal(stats.used_subgoals, by_subgoals);
        assert_ok(wend_find_path(search, b, &query, path, &stats));
        assert_int_equal(stats.used_subgoals, by_subgoals);
        assert_int_equal(wend_path_hash(path), hash);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
}

static void files_keep_them(void** state) {
    (void)state;
    static const char* const recipes[] = {"rooms 90x70 8 unit 31/2 5", "noise 150x130 8 unit 15/0 8",
                                          "open 40x30 8 unit 31/0 5"};
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++) {
        wend_world* world = world_of(recipes[i]);
        const saved without = save(world);
        const uint64_t hash = wend_world_hash(world);
        assert_ok(wend_world_add_subgoals(world, 1 << 24, NULL, NULL));
        const saved with = save(world);
        assert_int_equal(get32((uint8_t*)without.bytes + 24), WORLD_SECTIONS);
        assert_true(with.size > without.size);
        wend_world* opened = open_saved(&with);
        assert_int_equal(wend_world_subgoal_state(opened), WEND_SUBGOALS_KEPT);
        assert_int_equal(wend_world_subgoal_bytes(opened), wend_world_subgoal_bytes(world));
        assert_int_equal(wend_world_hash(opened), hash);
        answers_are_equal(world, opened, true);
        const saved again = save(opened);
        assert_int_equal(again.size, with.size);
        assert_memory_equal(again.bytes, with.bytes, with.size);
        wend_world_destroy(opened);
        opened = open_saved(&without);
        assert_int_equal(wend_world_subgoal_state(opened), WEND_SUBGOALS_NONE);
        wend_world_destroy(opened);
        wend_world_destroy(world);
        free(without.bytes), free(with.bytes), free(again.bytes);
    }
}

static void an_edit_removes_them(void** state) {
    (void)state;
    wend_world* world = world_of("rooms 90x70 8 unit 31/2 5");
    const wend_edit edit = wend_edit_tiles((wend_rect){7, 7, 3, 3}, 0);
    assert_int_equal(wend_world_subgoal_state(NULL), WEND_SUBGOALS_NONE);
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
    assert_int_equal(wend_world_subgoal_state(world), WEND_SUBGOALS_NONE); // there were none
    assert_ok(wend_world_add_subgoals(world, 1 << 20, NULL, NULL));
    assert_ok(wend_world_edit(world, &(wend_edit){.kind = edit.kind, .area = {20, 20, 2, 2}}, 1, NULL));
    assert_int_equal(wend_world_subgoal_state(world), WEND_SUBGOALS_REMOVED);
    assert_ok(wend_world_refresh(world, INT32_MAX, NULL));
    const saved s = save(world);
    wend_world* opened = open_saved(&s);
    assert_int_equal(wend_world_subgoal_state(opened), WEND_SUBGOALS_REMOVED);
    answers_are_equal(world, opened, false);
    assert_ok(wend_world_add_subgoals(opened, 1 << 20, NULL, NULL));
    assert_int_equal(wend_world_subgoal_state(opened), WEND_SUBGOALS_KEPT);
    wend_world_destroy(opened);
    wend_world_destroy(world);
    free(s.bytes);
}

// A mapped world has them; one with a patch does not, since that changes tiles; a streamed one has none.
static void mapped_worlds_have_them(void** state) {
    (void)state;
    const char *file = "unit-subgoals.wend", *patch = "unit-subgoals.patch";
    wend_world *world = world_of("rooms 160x150 8 unit 15/3 5"), *opened = NULL;
    const wend_edit edit = wend_edit_tiles((wend_rect){40, 40, 5, 5}, 0);
    assert_ok(wend_world_add_subgoals(world, 1 << 20, NULL, NULL));
    assert_ok(wend_world_save(world, file, NULL));
    assert_ok(wend_world_map(file, NULL, &opened, NULL));
    assert_int_equal(wend_world_subgoal_state(opened), WEND_SUBGOALS_KEPT);
    assert_ok(wend_world_verify(opened, NULL));
    answers_are_equal(world, opened, true);
    assert_ok(wend_world_edit(opened, &edit, 1, NULL));
    assert_ok(wend_world_refresh(opened, INT32_MAX, NULL));
    assert_ok(wend_world_save_patch(opened, 0, patch, NULL));
    wend_world* patched = NULL;
    assert_ok(wend_world_map_patched(file, &patch, 1, NULL, &patched, NULL));
    assert_int_equal(wend_world_subgoal_state(patched), WEND_SUBGOALS_REMOVED);
    answers_are_equal(opened, patched, false);
    const saved merged = save(patched);
    wend_world* whole = open_saved(&merged);
    assert_int_equal(wend_world_subgoal_state(whole), WEND_SUBGOALS_REMOVED);
    wend_world_destroy(whole);
    free(merged.bytes);
    wend_world_destroy(patched);
    wend_world_destroy(opened);
    const wend_stream_def def = wend_default_stream_def();
    assert_ok(wend_world_stream(file, &def, &opened, NULL));
    assert_int_equal(wend_world_subgoal_state(opened), WEND_SUBGOALS_NONE);
    assert_int_equal(wend_world_add_subgoals(opened, 1 << 20, NULL, NULL), WEND_ERROR_UNSUPPORTED);
    wend_world_destroy(opened);
    wend_world_destroy(world);
    remove(file), remove(patch);
}

// With profiles, the map has them and the views do not.
static void profiles_go_without(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("rooms 90x70 8 unit 31/2 5");
    wend_grid* grid = map_make(&recipe);
    wend_profile_def wide = wend_default_profile_def();
    wide.name = "wide";
    wide.radius = 1;
    wend_world* world = world_with_profiles(grid, &wide, 1);
    assert_ok(wend_world_add_subgoals(world, 1 << 20, NULL, NULL));
    const saved s = save(world);
    wend_world* opened = open_saved(&s);
    assert_int_equal(wend_world_subgoal_state(opened), WEND_SUBGOALS_KEPT);
    assert_int_equal(wend_world_subgoal_state(wend_world_profile(opened, 1)), WEND_SUBGOALS_NONE);
    answers_are_equal(world, opened, true);
    wend_world_destroy(opened);
    wend_world_destroy(world);
    free(s.bytes);
}

// A section whose checksum is right and whose content cannot be.
static void impossible_ones_are_refused(void** state) {
    (void)state;
    wend_world* world = world_of("rooms 90x70 8 unit 31/2 5");
    assert_ok(wend_world_add_subgoals(world, 1 << 20, NULL, NULL));
    const saved s = save(world);
    uint8_t *file = s.bytes, *at = world_section_of(file, s.size, WORLD_SUBGOALS).bytes;
    const uint32_t count = get32(at), arc_count = get32(at + 8);
    const size_t tiles = 16, first = tiles + 8 * count, arcs = first + 4 * (count + 1);
    assert_true(count > 20 && arc_count > 20);
    size_t shortcut = arcs + 8;
    while (get32(at + shortcut) >= WENDI_NO_MIDDLE) shortcut += 12;
    const struct {
        size_t at;
        uint32_t value;
    } changes[] = {
        {0, count - 1},                       // subgoals
        {0, UINT32_MAX},                      //
        {4, 1},                               // removed, and there
        {4, 2},                               //
        {8, arc_count + 1},                   // arcs
        {12, 1},                              //
        {tiles, get32(at + tiles) + 1},       // another tile
        {tiles, UINT32_MAX},                  //
        {tiles + 8, get32(at + tiles)},       // a tile twice
        {first, 1},                           // the first arc
        {first + 4, UINT32_MAX},              //
        {first + 4 * count, arc_count - 1},   //
        {arcs, 0},                            // to lower ranks
        {arcs, count},                        // to no subgoal
        {arcs + 4, get32(at + arcs + 4) + 1}, // another cost
        {shortcut - 4, 0},                    //
        {shortcut, get32(at + shortcut) + 1}, // over another subgoal
        {shortcut, count},                    // over a higher one
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        wend_world* opened = NULL;
        wend_error error = {.text = ""};
        const uint32_t old = get32(at + changes[i].at);
        put32(at + changes[i].at, changes[i].value);
        world_seal(file, s.size);
        if (wend_world_open_memory(file, s.size, NULL, &opened, &error) != WEND_ERROR_FORMAT)
            fail_msg("change %zu is not refused", i);
        assert_true(strstr(error.text, "memory: damaged .wend file: ") && strstr(error.text, "subgoals"));
        put32(at + changes[i].at, old);
    }
    at[arcs] ^= 1; // without a right checksum
    wend_world* opened = NULL;
    wend_error error = {.text = ""};
    world_seal(file, s.size);
    at[arcs] ^= 1;
    assert_int_equal(wend_world_open_memory(file, s.size, NULL, &opened, &error), WEND_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "checksum of section \"subgoals\""));
    wend_world_destroy(world);
    free(s.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_end_at_obstacles),
        cmocka_unit_test(upward_meet_at_the_least_cost),
        cmocka_unit_test(subgoals_are_for_one_cost),
        cmocka_unit_test(a_world_without_them_stays_as_it_was),
        cmocka_unit_test(files_keep_them),
        cmocka_unit_test(an_edit_removes_them),
        cmocka_unit_test(mapped_worlds_have_them),
        cmocka_unit_test(profiles_go_without),
        cmocka_unit_test(impossible_ones_are_refused),
    };
    return run_unit_tests(tests);
}
