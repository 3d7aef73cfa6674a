// explain.c: what does an explanation say on small maps, and is it whole or unchanged when something fails?
#include "wend/explain.h"

#include "test_memory.h"
#include "unit.h"

typedef struct desk {
    wend_world* world;
    wend_search* search;
    wend_explanation* why;
} desk;

static desk desk_over(wend_grid* grid) {
    desk d = {.search = new_search()};
    d.world = build_world(grid);
    assert_ok(wend_explanation_create(NULL, &d.why));
    return d;
}
static void clear(desk* d) {
    wend_world_destroy(d->world);
    wend_search_destroy(d->search);
    wend_explanation_destroy(d->why);
}

// Explains and returns the number of openings.
static int32_t explain(desk* d, wend_tile from, wend_tile to, const wend_opening** out) {
    int32_t count;
    assert_ok(wend_explain(d->search, d->world, from, to, d->why));
    *out = wend_explanation_openings(d->why, &count);
    return count;
}

static void an_empty_explanation_says_nothing(void** state) {
    (void)state;
    wend_explanation* why = NULL;
    int32_t count = 9;
    assert_ok(wend_explanation_create(NULL, &why));
    assert_int_equal(wend_explanation_get_info(why).outcome, WEND_NO_ROUTE);
    assert_false(wend_explanation_get_info(why).from.passable);
    wend_explanation_openings(why, &count);
    assert_int_equal(count, 0);
    wend_explanation_tiles(why, &count);
    assert_int_equal(count, 0);
    wend_explanation_destroy(why);
    count = 9;
    assert_null(wend_explanation_tiles(NULL, &count));
    assert_int_equal(count, 0);
}

static void opens_the_fewest_then_the_shortest(void** state) {
    (void)state;
    desk d = desk_over(map_from_text("..#......\n"
                                     "..#......\n"
                                     "..##.....\n"
                                     "###......\n",
                                     WEND_CONNECTIVITY_8));
    const wend_opening* openings;
    assert_int_equal(explain(&d, (wend_tile){0, 2}, (wend_tile){8, 0}, &openings), 1);
    assert_int_equal(openings[0].kind, WEND_OPENING_TILE);
    assert_tile(openings[0].from, 2, 1); // nearer than 2,0
    assert_int_equal(openings[0].terrain_class, 0);
    assert_int_equal(openings[0].link, -1);
    const wend_explanation_info info = wend_explanation_get_info(d.why);
    assert_int_equal(info.outcome, WEND_NO_ROUTE);
    assert_int_equal(info.from.component_tiles, 6);
    assert_int_equal(info.to.component_tiles, 23);
    assert_false(info.leads_back);
    assert_int_equal(explain(&d, (wend_tile){0, 3}, (wend_tile){1, 3}, &openings), 2); // both ends blocked
    assert_tile(openings[0].from, 0, 3);
    assert_tile(openings[1].from, 1, 3);
    assert_int_equal(wend_explanation_get_info(d.why).outcome, WEND_START_BLOCKED);
    assert_int_equal(explain(&d, (wend_tile){2, 3}, (wend_tile){2, 3}, &openings), 1); // opened once
    assert_int_equal(explain(&d, (wend_tile){0, 0}, (wend_tile){1, 2}, &openings), 0);
    assert_int_equal(wend_explanation_get_info(d.why).outcome, WEND_FOUND);
    clear(&d);
}

static void names_steps_walls_and_links(void** state) {
    (void)state;
    wend_grid* grid = map_from_text(".......\n", WEND_CONNECTIVITY_4);
    assert_ok(wend_grid_set_wall(grid, (wend_tile){1, 0}, (wend_tile){2, 0}, true));
    assert_ok(wend_grid_set_step(grid, (wend_tile){3, 0}, (wend_tile){4, 0}, false));
    assert_ok(wend_grid_set_step(grid, (wend_tile){5, 0}, (wend_tile){6, 0}, false));
    desk d = desk_over(grid);
    const wend_opening* openings;
    assert_int_equal(explain(&d, (wend_tile){0, 0}, (wend_tile){6, 0}, &openings), 3);
    assert_int_equal(openings[0].kind, WEND_OPENING_WALL);
    assert_tile(openings[0].from, 1, 0);
    assert_tile(openings[0].to, 2, 0);
    assert_int_equal(openings[1].kind, WEND_OPENING_STEP);
    assert_int_equal(openings[2].kind, WEND_OPENING_STEP);
    for (int32_t i = 0; i < 3; i++) assert_int_equal(openings[i].link, -1);
    assert_tile(openings[2].to, 6, 0);
    assert_false(wend_explanation_get_info(d.why).leads_back); // the wall
    assert_int_equal(explain(&d, (wend_tile){3, 0}, (wend_tile){6, 0}, &openings), 2);
    assert_true(wend_explanation_get_info(d.why).leads_back);
    wend_link link = wend_default_link((wend_tile){0, 0}, (wend_tile){6, 0}, 100);
    link.enabled = false;
    int32_t id;
    assert_ok(wend_world_add_link(d.world, &link, &id));
    for (int32_t i = 0; i < 2; i++) { // the search remembers nothing
        assert_int_equal(explain(&d, (wend_tile){0, 0}, (wend_tile){6, 0}, &openings), 1);
        assert_int_equal(openings[0].kind, WEND_OPENING_LINK);
        assert_int_equal(openings[0].link, id);
        assert_tile(openings[0].to, 6, 0);
    }
    int32_t count;
    wend_explanation_tiles(d.why, &count);
    assert_int_equal(count, 2);
    clear(&d);
}

// For a body that is wider than a gap, the gap is too narrow; what it may not enter stays a blocked tile.
static void names_narrow_places_of_a_profile(void** state) {
    (void)state;
    wend_grid* grid = map_from_text(".....#......\n"
                                    ".....#......\n"
                                    ".....2...3..\n"
                                    ".....#......\n"
                                    ".....#......\n",
                                    WEND_CONNECTIVITY_8);
    wend_profile_def cart = wend_default_profile_def();
    cart.name = "cart";
    cart.radius = 1;
    wend_profile_def foot = wend_default_profile_def();
    foot.name = "foot";
    foot.class_costs[2] = 0;
    const wend_profile_def profiles[] = {cart, foot};
    desk d = {world_with_profiles(grid, profiles, 2), new_search(), NULL};
    assert_ok(wend_explanation_create(NULL, &d.why));
    int32_t count;
    assert_ok(
        wend_explain(d.search, wend_world_profile(d.world, 1), (wend_tile){2, 2}, (wend_tile){8, 2}, d.why));
    const wend_opening* openings = wend_explanation_openings(d.why, &count);
    assert_int_equal(count, 3); // and the tiles beside it
    for (int32_t i = 0; i < 3; i++) {
        assert_int_equal(openings[i].kind, WEND_OPENING_NARROW);
        assert_tile(openings[i].from, 4 + i, 2);
        assert_true(openings[i].clearance < 1 && openings[i].clearance >= 0.5f);
    }
    assert_int_equal(openings[1].terrain_class, 2);
    assert_ok(
        wend_explain(d.search, wend_world_profile(d.world, 2), (wend_tile){2, 2}, (wend_tile){8, 2}, d.why));
    openings = wend_explanation_openings(d.why, &count);
    assert_int_equal(count, 1);
    assert_int_equal(openings[0].kind, WEND_OPENING_TILE);
    assert_int_equal(openings[0].terrain_class, 2);
    assert_true(openings[0].clearance == 0);
    clear(&d);
}

static bool cancel(void* context) {
    return ++*(int32_t*)context > 1;
}

static void failures_leave_it_unchanged(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("islands 200x190 8 unit 15/2 5");
    wend_world* world = map_make_linked_world(&recipe, 6);
    const wend_grid* grid = wend_world_grid(world);
    wend_tile from = {0, 0}, to = {199, 189};
    rng r = rng_seeded(1);
    while (wend_world_connected(world, from, to))
        assert_true(map_random_open_tile(grid, &r, &from) && map_random_open_tile(grid, &r, &to));
    int32_t failures = 0;
    bool done = false;
    for (int64_t fail_at = 1; !done; fail_at++) {
        test_memory memory = test_memory_new();
        wend_allocator allocator = test_memory_allocator(&memory);
        wend_search_def def = wend_default_search_def();
        def.allocator = &allocator;
        wend_search* search = NULL;
        wend_explanation* why = NULL;
        assert_ok(wend_search_create(&def, &search));
        assert_ok(wend_explanation_create(&allocator, &why));
        memory.fail_at = memory.calls + fail_at;
        const wend_result result = wend_explain(search, world, from, to, why);
        done = result == WEND_OK;
        if (!done) {
            failures++;
            assert_int_equal(result, WEND_ERROR_MEMORY);
            assert_false(wend_explanation_get_info(why).from.component_tiles > 0);
            memory.fail_at = -1;
            assert_ok(wend_explain(search, world, from, to, why));
        }
        int32_t count;
        wend_explanation_openings(why, &count);
        assert_true(count > 0);
        wend_search_destroy(search);
        wend_explanation_destroy(why);
        assert_int_equal(memory.live, 0);
    }
    assert_true(failures > 5);
    int32_t calls = 0;
    wend_search_def def = wend_default_search_def();
    def.should_cancel = cancel;
    def.cancel_context = &calls;
    wend_search* search = NULL;
    wend_explanation* why = NULL;
    assert_ok(wend_search_create(&def, &search));
    assert_ok(wend_explanation_create(NULL, &why));
    assert_int_equal(wend_explain(search, world, (wend_tile){-1, 0}, to, why), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_explain(search, world, from, (wend_tile){0, 190}, why), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_explanation_get_info(why).outcome, WEND_NO_ROUTE);
    wend_search_destroy(search);
    wend_explanation_destroy(why);
    wend_world_destroy(world);
}

static void a_long_search_can_be_cancelled(void** state) {
    (void)state;
    wend_grid_def grid_def = wend_default_grid_def();
    grid_def.width = grid_def.height = 400;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&grid_def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){380, 0, 1, 400}, 0));
    desk d = desk_over(grid);
    const wend_opening* openings;
    assert_int_equal(explain(&d, (wend_tile){0, 0}, (wend_tile){399, 399}, &openings), 1);
    wend_search_destroy(d.search);
    int32_t calls = 0;
    wend_search_def def = wend_default_search_def();
    def.should_cancel = cancel;
    def.cancel_context = &calls;
    assert_ok(wend_search_create(&def, &d.search));
    assert_int_equal(wend_explain(d.search, d.world, (wend_tile){0, 0}, (wend_tile){399, 0}, d.why),
                     WEND_ERROR_CANCELLED);
    assert_int_equal(calls, 2);
    assert_tile(wend_explanation_get_info(d.why).to.tile, 399, 399);
    clear(&d);
}

static void kinds_have_names(void** state) {
    (void)state;
    static const char* const names[WEND_OPENING_KIND_COUNT] = {"tile", "step",   "wall",
                                                               "link", "narrow", "slope"};
    for (int32_t i = 0; i < WEND_OPENING_KIND_COUNT; i++)
        assert_string_equal(wend_opening_kind_string((wend_opening_kind)i), names[i]);
    assert_string_equal(wend_opening_kind_string((wend_opening_kind)-1), "unknown kind");
    assert_string_equal(wend_opening_kind_string(WEND_OPENING_KIND_COUNT), "unknown kind");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_have_names),
        cmocka_unit_test(an_empty_explanation_says_nothing),
        cmocka_unit_test(opens_the_fewest_then_the_shortest),
        cmocka_unit_test(names_steps_walls_and_links),
        cmocka_unit_test(names_narrow_places_of_a_profile),
        cmocka_unit_test(failures_leave_it_unchanged),
        cmocka_unit_test(a_long_search_can_be_cancelled),
    };
    return run_unit_tests(tests);
}
