// profiles.c: profiles of a world: their definitions, views, queries and edits.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile_fixture.h"
#include "reference_view.h"
#include "unit.h"

// ---- definitions

static void a_world_without_profiles_has_itself(void** state) {
    (void)state;
    wend_world* world = build_from("open 40x40 8 unit 15/1 1", NULL, 0);
    assert_int_equal(wend_world_profile_count(world), 1);
    assert_string_equal(wend_world_profile_name(world, 0), "default");
    assert_string_equal(wend_world_profile_name(world, 1), "");
    assert_string_equal(wend_world_profile_name(world, -1), "");
    assert_ptr_equal(wend_world_profile(world, 0), world);
    assert_null(wend_world_profile(world, 1));
    assert_int_equal(wend_world_find_profile(world, "default"), 0);
    assert_int_equal(wend_world_find_profile(world, "tank"), -1);
    wend_profile_def def;
    assert_ok(wend_world_get_profile(world, 0, &def));
    assert_string_equal(def.name, "default");
    assert_true(def.class_costs[1] < 0 && def.radius == 0 && def.margin == 0);
    assert_int_equal(wend_world_get_profile(world, 1, &def), WEND_ERROR_ARGUMENT);
    wend_world_destroy(world);
}

static void profiles_are_found_by_name(void** state) {
    (void)state;
    wend_profile_def defs[2] = {profile("tank"), profile("boat_2-b")};
    defs[0].radius = 1.5f;
    char name[] = "tank";
    defs[0].name = name;
    wend_world* world = build_from("rooms 60x50 8 whole 15/2 3", defs, 2);
    name[0] = 'x'; // it was copied
    assert_int_equal(wend_world_profile_count(world), 3);
    assert_int_equal(wend_world_find_profile(world, "tank"), 1);
    assert_int_equal(wend_world_find_profile(world, "boat_2-b"), 2);
    wend_profile_def def;
    assert_ok(wend_world_get_profile(world, 1, &def));
    assert_string_equal(def.name, "tank");
    assert_true(def.radius == 1.5f);
    const wend_world* view = wend_world_profile(world, 1);
    assert_int_equal(wend_world_profile_count(view), 1);
    assert_ptr_equal(wend_world_profile(view, 0), view);
    assert_int_equal(wend_grid_cost_units(wend_world_grid(view)),
                     wend_grid_cost_units(wend_world_grid(world)));
    wend_world_destroy(world);
}

static void refused(wend_profile_def def, wend_result expected) {
    map_recipe recipe = map_recipe_of("noise 40x30 8 unit 15/1 3");
    wend_grid *grid = map_make(&recipe), *given = grid;
    const uint64_t hash = wend_grid_hash(grid);
    wend_profile_def defs[2] = {profile("good"), def};
    wend_world* world = NULL;
    assert_int_equal(build(&grid, defs, 2, &world), expected);
    assert_null(world);
    assert_ptr_equal(grid, given);
    assert_true(wend_grid_hash(grid) == hash);
    wend_grid_destroy(grid);
}

static wend_profile_def changed(size_t offset, float value) {
    wend_profile_def def = profile("changed");
    memcpy((char*)&def + offset, &value, sizeof value);
    return def;
}

static void bad_definitions_are_refused(void** state) {
    (void)state;
    refused((wend_profile_def){.name = "zeros"}, WEND_ERROR_DEF);
    refused(profile(NULL), WEND_ERROR_ARGUMENT);
    refused(profile(""), WEND_ERROR_ARGUMENT);
    refused(profile("default"), WEND_ERROR_ARGUMENT);
    refused(profile("Tank"), WEND_ERROR_ARGUMENT);
    refused(profile("a b"), WEND_ERROR_ARGUMENT);
    refused(profile("good"), WEND_ERROR_ARGUMENT); // twice
    refused(profile("a234567890123456789012345678901"
                    "2"),
            WEND_ERROR_ARGUMENT);
    const float bad[] = {-0.5f, NAN, INFINITY, 64.5f};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        refused(changed(offsetof(wend_profile_def, radius), bad[i]), WEND_ERROR_ARGUMENT);
        refused(changed(offsetof(wend_profile_def, margin), bad[i]), WEND_ERROR_ARGUMENT);
        refused(changed(offsetof(wend_profile_def, margin_cost), bad[i]), WEND_ERROR_ARGUMENT);
        refused(changed(offsetof(wend_profile_def, margin_falloff), bad[i]), WEND_ERROR_ARGUMENT);
    }
    refused(changed(offsetof(wend_profile_def, radius), 15.5f), WEND_ERROR_LIMIT); // wider than the map
    const size_t cost = offsetof(wend_profile_def, class_costs) + 3 * sizeof(float);
    refused(changed(cost, NAN), WEND_ERROR_ARGUMENT);
    refused(changed(cost, 1025), WEND_ERROR_ARGUMENT);
    refused(changed(cost, 0.001f), WEND_ERROR_ARGUMENT);
    wend_profile_def far = changed(cost, 1.0f / 64); // from the next, by a factor of 65536
    far.class_costs[4] = 1024;
    refused(far, WEND_ERROR_LIMIT);
    wend_profile_def many = profile("many");
    many.margin = 1;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) many.class_costs[k] = (float)k;
    refused(many, WEND_ERROR_LIMIT);
    wend_profile_def dear = changed(cost, 1000);
    dear.margin = 1;
    refused(dear, WEND_ERROR_LIMIT);
}

static void a_world_has_at_most_sixteen(void** state) {
    (void)state;
    char names[WEND_MAX_PROFILES][4];
    wend_profile_def defs[WEND_MAX_PROFILES];
    for (int32_t i = 0; i < WEND_MAX_PROFILES; i++) {
        snprintf(names[i], sizeof names[i], "p%d", i);
        defs[i] = profile(names[i]);
    }
    map_recipe recipe = map_recipe_of("rooms 50x40 8 unit 15/1 3");
    wend_grid* grid = map_make(&recipe);
    wend_world* world = NULL;
    assert_int_equal(build(&grid, defs, 16, &world), WEND_ERROR_LIMIT);
    assert_int_equal(build(&grid, defs, -1, &world), WEND_ERROR_ARGUMENT);
    assert_int_equal(build(&grid, NULL, 1, &world), WEND_ERROR_ARGUMENT);
    assert_ok(build(&grid, defs, 15, &world));
    assert_int_equal(wend_world_profile_count(world), 16);
    wend_world_destroy(world);
}

static void hexagons_have_costs_but_no_radius(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("noise 40x30 hex_odd_r unit 15/1 3");
    wend_grid* grid = map_make(&recipe);
    wend_profile_def def = profile("wide");
    wend_world* world = NULL;
    def.radius = 0.29f; // wider than some gap between two tiles
    assert_int_equal(build(&grid, &def, 1, &world), WEND_ERROR_UNSUPPORTED);
    def.radius = 0.2886f;
    def.margin = 1;
    assert_int_equal(build(&grid, &def, 1, &world), WEND_ERROR_UNSUPPORTED);
    def.margin = 0;
    def.radius = 0;
    def.inflation.inflation_radius = 0.5;
    assert_int_equal(build(&grid, &def, 1, &world), WEND_ERROR_UNSUPPORTED);
    def.inflation.inflation_radius = 0;
    def.radius = 0.2886f;
    def.class_costs[1] = 2;
    assert_ok(build(&grid, &def, 1, &world));
    assert_true(wend_grid_class_costs(wend_world_grid(wend_world_profile(world, 1)))[1] == 2);
    float clearance;
    assert_int_equal(wend_world_clearance(world, 0, (wend_rect){0, 0, 1, 1}, 0, &clearance),
                     WEND_ERROR_UNSUPPORTED);
    wend_world_destroy(world);
}

// ---- units

static void one_unit_serves_all(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("open 40x40 8 unit 15/1 1");
    wend_grid* grid = map_make(&recipe);
    const int32_t own = wend_grid_cost_units(grid);
    wend_profile_def def = profile("slow");
    def.class_costs[1] = 3; // as precise in the unit of the map
    wend_world* world = NULL;
    assert_ok(build(&grid, &def, 1, &world));
    assert_int_equal(wend_grid_cost_units(wend_world_grid(world)), own);
    wend_world_destroy(world);

    grid = map_make(&recipe);
    def.class_costs[1] = 0.25f; // needs a finer one
    assert_ok(build(&grid, &def, 1, &world));
    const wend_grid *map = wend_world_grid(world), *view = wend_world_grid(wend_world_profile(world, 1));
    const int32_t unit = wend_grid_cost_units(map);
    assert_true(unit > own);
    assert_int_equal(wend_grid_cost_units(view), unit);
    assert_int_equal(wend_grid_straight_cost(map, 1), unit);
    assert_true(fabs(wend_grid_straight_cost(view, 1) / (unit * 0.25) - 1) <= 0.001);
    assert_true(fabs(wend_grid_diagonal_cost(view, 1) / (unit * 0.25 * sqrt(2)) - 1) <= 0.001);
    wend_world_destroy(world);
}

// ---- queries

static const char gap_map[] = "....................\n"
                              "....................\n"
                              "##########.#########\n"
                              "....................\n"
                              "....................\n"
                              "....................\n"
                              "##########...#######\n"
                              "....................\n"
                              "....................\n";

static void bodies_need_room(void** state) {
    (void)state;
    wend_grid* grid = map_from_text(gap_map, WEND_CONNECTIVITY_8);
    wend_profile_def defs[3] = {profile("scout"), profile("tank"), profile("wide")};
    defs[0].radius = 0.5f;
    defs[1].radius = 0.6f;
    defs[2].radius = 1.5f;
    wend_world* world = NULL;
    assert_ok(build(&grid, defs, 3, &world));
    const wend_tile above = {10, 1}, middle = {10, 4}, below = {11, 7};
    assert_true(cost_of(world, 1, above, middle) == 3); // the gap of one tile
    assert_true(cost_of(world, 2, above, middle) == -(double)WEND_NO_ROUTE);
    assert_true(cost_of(world, 2, middle, below) > 0); // the gap of three
    assert_true(cost_of(world, 3, (wend_tile){11, 4}, below) == 3);
    assert_true(cost_of(world, 3, (wend_tile){10, 3}, below) == -(double)WEND_START_BLOCKED);
    assert_true(wend_world_connected(wend_world_profile(world, 1), above, below));
    assert_false(wend_world_connected(wend_world_profile(world, 2), above, below));
    // A smaller body takes every path of a larger one.
    assert_true(cost_of(world, 2, (wend_tile){11, 4}, below) <= cost_of(world, 3, (wend_tile){11, 4}, below));
    wend_world_destroy(world);
}

static void queries_name_a_profile(void** state) {
    (void)state;
    wend_profile_def def = profile("tank");
    wend_world* world = build_from("open 40x40 8 unit 15/1 1", &def, 1);
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){1, 1}, (wend_tile){30, 30});
    assert_int_equal(query.profile, 0);
    const int32_t bad[] = {-1, 2, 16, INT32_MAX};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        query.profile = bad[i];
        wend_stats stats = {.expanded = 5};
        assert_int_equal(wend_find_path(search, world, &query, path, &stats), WEND_ERROR_ARGUMENT);
        assert_int_equal(stats.expanded, 0);
        assert_int_equal(wend_search_begin(search, world, &query), WEND_ERROR_ARGUMENT);
    }
    query.profile = 1; // a bare grid and a view have none
    assert_int_equal(wend_find_path(search, wend_world_profile(world, 1), &query, path, NULL),
                     WEND_ERROR_ARGUMENT);
    query.algorithm = WEND_ASTAR;
    assert_int_equal(wend_find_path_on_grid(search, wend_world_grid(world), &query, path, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    query.cookie = 0;
    assert_int_equal(wend_find_path(search, world, &query, path, NULL), WEND_ERROR_DEF);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

static void a_service_answers_for_profiles(void** state) {
    (void)state;
    wend_profile_def def = profile("tank");
    def.class_costs[1] = 2;
    wend_world* world = build_from("open 40x40 8 unit 15/1 1", &def, 1);
    wend_service_def service_def = wend_default_service_def();
    service_def.worker_count = 0;
    wend_service* service = NULL;
    assert_ok(wend_service_create(world, &service_def, &service));
    wend_ticket ticket;
    wend_query query = wend_default_query((wend_tile){1, 1}, (wend_tile){31, 1});
    query.profile = 2;
    assert_int_equal(wend_service_submit(service, &query, 0, 0, &ticket), WEND_ERROR_ARGUMENT);
    for (query.profile = 0; query.profile < 2; query.profile++) {
        wend_answer answer;
        assert_ok(wend_service_submit(service, &query, 0, 0, &ticket));
        assert_ok(wend_service_wait(service, ticket, &answer));
        assert_ok(answer.result);
        assert_true(wend_path_cost(answer.path) == 30 * (1 + query.profile));
        wend_path_destroy(answer.path);
    }
    wend_service_destroy(service);
    wend_world_destroy(world);
}

static void views_serve_fields(void** state) {
    (void)state;
    wend_grid* grid = map_from_text(gap_map, WEND_CONNECTIVITY_8);
    wend_profile_def def = profile("tank");
    def.radius = 0.75f;
    wend_world* world = NULL;
    assert_ok(build(&grid, &def, 1, &world));
    wend_field* field = NULL;
    wend_search* search = new_search();
    assert_ok(wend_field_create(NULL, &field));
    const wend_tile goal = {11, 7}, near = {11, 4}, far = {11, 1};
    const wend_world* view = wend_world_profile(world, 1);
    bool reached;
    assert_ok(wend_field_set_goals(field, view, &goal, 1));
    assert_ok(wend_field_expand_to(field, search, near, &reached));
    assert_true(reached);
    assert_ok(wend_field_expand_to(field, search, far, &reached));
    assert_false(reached);
    wend_search_destroy(search);
    wend_field_destroy(field);
    wend_world_destroy(world);
}

// With a radius no diagonal step cuts a corner, whatever the map allows.
static void bodies_do_not_cut_corners(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("..#..\n"
                                    ".#...\n"
                                    ".....\n",
                                    WEND_CONNECTIVITY_8_CUT);
    wend_profile_def defs[2] = {profile("point"), profile("body")};
    defs[1].radius = 0.25f;
    wend_world* world = NULL;
    assert_ok(build(&grid, defs, 2, &world));
    const wend_tile a = {1, 0}, b = {2, 1};
    assert_true(cost_of(world, 1, a, b) < 1.5);
    assert_true(cost_of(world, 2, a, b) > 4);
    wend_world_destroy(world);
}

// ---- margins

static void a_margin_falls_off(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("............\n............\n............\n............\n............\n"
                                    "............\n............\n............\n............\n............\n",
                                    WEND_CONNECTIVITY_8);
    wend_profile_def def = profile("shy");
    def.margin = 3;
    def.margin_cost = 4;
    for (int32_t k = 2; k < WEND_CLASS_COUNT; k++)
        def.class_costs[k] = 0; // one cost: as many levels as there are
    wend_world* world = NULL;
    assert_ok(build(&grid, &def, 1, &world));
    const wend_grid* view = wend_world_grid(wend_world_profile(world, 1));
    for (int32_t x = 0; x < 6; x++) { // the edge of the map is an obstacle
        const double distance = x + 0.5, extra = distance < 3 ? 4 * exp(-distance) : 0;
        const double cost = (double)wend_grid_cost(view, (wend_tile){x, 5});
        assert_true(cost <= 1 + extra + 1e-5 && cost > 1 + extra - 4.0 / WEND_MARGIN_LEVELS - 1e-5);
    }
    // The path keeps away from the edge.
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){11, 0});
    query.profile = 1;
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    int32_t count;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    int32_t deepest = 0;
    for (int32_t i = 0; i < count; i++) deepest = tiles[i].y > deepest ? tiles[i].y : deepest;
    assert_true(deepest >= 2);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

// ---- clearance

static void clearance_is_a_layer(void** state) {
    (void)state;
    map_recipe recipe = map_recipe_of("rooms 60x50 8+walls whole 15/2 3");
    wend_grid* grid = map_make(&recipe);
    wend_profile_def def = profile("no-mud");
    def.class_costs[3] = 0;
    def.radius = 2; // counts for what fits, not for the distance
    wend_world* world = NULL;
    assert_ok(build(&grid, &def, 1, &world));
    plain_map plain = plain_map_of(wend_world_grid(world));
    static const wend_rect areas[] = {{7, 5, 50, 40}, {0, 0, 60, 50}};
    float* clearances = malloc(60 * 50 * sizeof *clearances);
    float costs[WEND_CLASS_COUNT];
    memcpy(costs, plain.class_costs, sizeof costs);
    for (int32_t which = 0; which < 2; which++) {
        if (which == 1) costs[3] = 0;
        for (int32_t round = 0; round < 4; round++) {
            const wend_rect area = areas[round / 2];
            const float limit = round % 2 ? 1.25f : 0;
            assert_ok(wend_world_clearance(world, which, area, limit, clearances));
            for (int32_t i = 0; i < area.width * area.height; i++) {
                const wend_tile tile = {area.x + i % area.width, area.y + i / area.width};
                double expected = sqrt((double)reference_distance(&plain, costs, tile)) / 2;
                if (limit > 0 && expected > 1.25) expected = 1.25;
                assert_true(fabs((double)clearances[i] - expected) < 1e-6);
                assert_true((double)clearances[i] <= expected);
            }
        }
    }
    float one = 5;
    assert_int_equal(wend_world_clearance(world, 2, areas[0], 0, clearances), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_clearance(world, 0, (wend_rect){0, 0, 61, 1}, 0, &one), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_clearance(world, 0, (wend_rect){0, 0, 0, 1}, 0, &one), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_clearance(world, 0, (wend_rect){-1, 0, 1, 1}, 0, &one), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_clearance(world, 0, (wend_rect){0, -1, 1, 1}, 0, &one), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_clearance(world, 0, (wend_rect){0, 0, 1, 1}, -1, &one), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_clearance(world, 0, (wend_rect){0, 0, 1, 1}, NAN, &one), WEND_ERROR_ARGUMENT);
    assert_true(one == 5);
    free(clearances);
    plain_map_free(&plain);
    wend_world_destroy(world);
}

// ---- edits

static void an_edit_counts_for_all(void** state) {
    (void)state;
    wend_grid* grid = map_from_text(gap_map, WEND_CONNECTIVITY_8);
    wend_profile_def defs[2] = {profile("point"), profile("tank")};
    defs[1].radius = 1.5f;
    wend_world* world = NULL;
    assert_ok(build(&grid, defs, 2, &world));
    const wend_tile above = {10, 4}, below = {11, 7};
    assert_true(cost_of(world, 2, (wend_tile){11, 4}, below) == 3);
    const wend_edit narrower = wend_edit_tiles((wend_rect){12, 6, 1, 1}, 0);
    assert_ok(wend_world_edit(world, &narrower, 1, NULL));
    assert_true(cost_of(world, 0, above, below) > 0);
    assert_true(cost_of(world, 1, above, below) == cost_of(world, 0, above, below));
    assert_true(cost_of(world, 2, (wend_tile){11, 4}, below) == -(double)WEND_GOAL_BLOCKED);
    assert_true(wend_world_version(wend_world_profile(world, 2)) == 1);
    const wend_edit wider = wend_edit_tiles((wend_rect){12, 6, 1, 1}, 1);
    assert_ok(wend_world_edit(world, &wider, 1, NULL));
    assert_true(cost_of(world, 2, (wend_tile){11, 4}, below) == 3);
    const wend_edit wall =
        wend_edit_wall((wend_tile){11, 6}, (wend_tile){11, 7}, true); // a body does not fit
    assert_ok(wend_world_edit(world, &wall, 1, NULL));
    assert_true(cost_of(world, 2, (wend_tile){11, 4}, below) == -(double)WEND_GOAL_BLOCKED);
    wend_world_destroy(world);
}

// A view that sees no difference does no work.
static void a_view_without_a_difference_is_left_alone(void** state) {
    (void)state;
    wend_profile_def def = profile("tank");
    def.radius = 2;
    wend_grid* grid = map_from_text("....................\n"
                                    "....................\n"
                                    "....................\n"
                                    "....................\n"
                                    "....................\n"
                                    "....................\n"
                                    "....................\n"
                                    "....................\n",
                                    WEND_CONNECTIVITY_8);
    wend_world* world = NULL;
    assert_ok(build(&grid, &def, 1, &world));
    const wend_edit edit = wend_edit_tiles((wend_rect){0, 0, 1, 1}, 0); // too narrow in the corner anyway
    int32_t alone, both;
    assert_ok(wend_world_edit(world, &edit, 1, &alone));
    assert_int_equal(alone, 1);
    const wend_edit inside = wend_edit_tiles((wend_rect){3, 3, 1, 1}, 0);
    assert_ok(wend_world_edit(world, &inside, 1, &both));
    assert_int_equal(both, 2);
    bool refreshed;
    assert_ok(wend_world_refresh(world, 0, &refreshed));
    assert_true(refreshed);
    wend_world_destroy(world);
}

static void links_belong_to_profiles(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("....#....\n"
                                    "....#....\n",
                                    WEND_CONNECTIVITY_8);
    wend_link link = wend_default_link((wend_tile){3, 0}, (wend_tile){5, 0}, 2);
    link.profiles = 1 << 0 | 1 << 2;
    int32_t first;
    assert_ok(wend_grid_add_link(grid, &link, &first));
    wend_profile_def defs[2] = {profile("a"), profile("b")};
    wend_world* world = NULL;
    assert_ok(build(&grid, defs, 2, &world));
    const wend_tile from = {0, 0}, to = {8, 0};
    assert_true(cost_of(world, 0, from, to) > 0 && cost_of(world, 2, from, to) > 0);
    assert_true(cost_of(world, 1, from, to) == -(double)WEND_NO_ROUTE);
    const wend_world* view = wend_world_profile(world, 1);
    assert_false(wend_grid_find_link(wend_world_grid(view), first)->enabled);

    int32_t second;
    link.profiles = 1 << 1;
    assert_ok(wend_world_add_link(world, &link, &second));
    assert_true(cost_of(world, 1, from, to) > 0);
    assert_true(wend_grid_link_is_usable(wend_world_grid(view), second));
    assert_false(wend_grid_link_is_usable(wend_world_grid(world), second));
    assert_ok(wend_world_set_link(world, first, 2, false)); // profile 0 has no other
    assert_true(cost_of(world, 0, from, to) == -(double)WEND_NO_ROUTE);
    assert_ok(wend_world_set_link(world, first, 2, true));
    assert_ok(wend_world_set_link(world, second, 3, false));
    assert_true(cost_of(world, 1, from, to) == -(double)WEND_NO_ROUTE);
    assert_ok(wend_world_set_link(world, second, 3, true));
    assert_true(cost_of(world, 1, from, to) == 9);
    assert_ok(wend_world_remove_link(world, second));
    assert_true(cost_of(world, 1, from, to) == -(double)WEND_NO_ROUTE);
    assert_ok(wend_world_set_link(world, first, 1, true)); // still not for profile 1
    assert_true(cost_of(world, 1, from, to) == -(double)WEND_NO_ROUTE);
    wend_world_destroy(world);
}

// A link costs each profile what is said for it, through edits, files and the grid alone.
static void links_have_costs_of_profiles(void** state) {
    (void)state;
    wend_grid* grid = map_from_text("....#....\n"
                                    "....#....\n",
                                    WEND_CONNECTIVITY_8);
    wend_link link = wend_default_link((wend_tile){3, 0}, (wend_tile){5, 0}, 2);
    link.profile_costs[2] = 7;
    int32_t id;
    assert_ok(wend_grid_add_link(grid, &link, &id));
    wend_profile_def defs[2] = {profile("a"), profile("b")};
    wend_world* world = NULL;
    assert_ok(build(&grid, defs, 2, &world));
    const wend_tile from = {0, 0}, to = {8, 0};
    assert_true(cost_of(world, 0, from, to) == 8 && cost_of(world, 1, from, to) == 8);
    assert_true(cost_of(world, 2, from, to) == 13);
    assert_true(wend_grid_find_link(wend_world_grid(wend_world_profile(world, 2)), id)->cost == 7);
    const uint64_t hash = map_hash(world);
    assert_ok(wend_world_set_link_cost(world, id, 1, 0.5f));
    assert_true(cost_of(world, 0, from, to) == 8 && cost_of(world, 1, from, to) == 6.5);
    assert_true(map_hash(world) != hash);
    assert_ok(wend_world_set_link(world, id, 3, true)); // those of the profiles stay
    assert_true(cost_of(world, 0, from, to) == 9 && cost_of(world, 2, from, to) == 13);
    assert_true(cost_of(world, 1, from, to) == 6.5);
    wend_world* copy = NULL;
    void* bytes = NULL;
    size_t size = 0;
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_ok(wend_world_save_memory(world, NULL, &bytes, &size, NULL));
    assert_ok(wend_world_open_memory(bytes, size, NULL, &copy, NULL));
    assert_true(map_hash(copy) == map_hash(world));
    assert_true(cost_of(copy, 1, from, to) == 6.5 && cost_of(copy, 2, from, to) == 13);
    wend_world_destroy(copy);
    free(bytes);
    assert_ok(wend_world_set_link_cost(world, id, 0, 2));
    assert_ok(wend_world_set_link_cost(world, id, 1, -1));
    assert_true(cost_of(world, 0, from, to) == 8 && cost_of(world, 1, from, to) == 8);
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_true(map_hash(world) == hash);
    assert_ok(wend_world_set_link_cost(world, id, 2, -5));
    assert_true(cost_of(world, 2, from, to) == 8);
    const float bad[] = {NAN, INFINITY, 2 * WEND_MAX_LINK_COST};
    for (int32_t i = 0; i < 3; i++)
        assert_int_equal(wend_world_set_link_cost(world, id, 1, bad[i]), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_set_link_cost(world, id, 0, -1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_set_link_cost(world, id, 3, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_set_link_cost(world, id, -1, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_set_link_cost(world, id + 1, 1, 1), WEND_ERROR_ARGUMENT);
    for (int32_t p = 0; p < 2; p++) {
        wend_link other = wend_default_link((wend_tile){2, 0}, (wend_tile){6, 0}, 2);
        other.profile_costs[p] = p == 0 ? 4 : NAN; // that of the map itself is its cost
        assert_int_equal(wend_world_add_link(world, &other, NULL), WEND_ERROR_ARGUMENT);
    }
    wend_world_destroy(world);
}

// A declared range holds for the costs of every profile.
static void costs_outside_of_the_range_are_refused(void** state) {
    (void)state;
    for (int32_t i = 0; i < 2; i++) {
        wend_grid_def def = wend_default_grid_def();
        def.width = def.height = 20;
        def.least_cost = 1;
        def.greatest_cost = 4;
        wend_grid* grid = NULL;
        assert_ok(wend_grid_create(&def, &grid));
        wend_profile_def costly = profile("costly");
        costly.class_costs[1] = i ? 4.5f : 4;
        wend_world* world = NULL;
        assert_int_equal(build(&grid, &costly, 1, &world), i ? WEND_ERROR_LIMIT : WEND_OK);
        wend_grid_destroy(grid);
        wend_world_destroy(world);
    }
}

// A view has class numbers of its own; a link may end on a tile that has the number of the goal there.
static void a_goal_class_is_that_of_the_world_at_links_too(void** state) {
    (void)state;
    const uint8_t goal_class = 9;
    wend_grid_def grid_def = wend_default_grid_def();
    wend_profile_def profile = wend_default_profile_def();
    wend_grid* grid = NULL;
    grid_def.width = 40;
    grid_def.height = 9;
    assert_ok(wend_grid_create(&grid_def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){36, 2, 3, 3}, goal_class));
    profile.name = "wide";
    profile.margin = 3;
    wend_world* world = world_with_profiles(grid, &profile, 1);
    const wend_grid* view = wend_world_grid(wend_world_profile(world, 1));
    int32_t links = 0;
    for (int32_t y = 0; y < 9; y++) {
        const wend_tile to = {20, y};
        const wend_link link = wend_default_link((wend_tile){2, 4}, to, 1);
        if (wend_grid_class(view, to) != goal_class) continue;
        assert_ok(wend_world_add_link(world, &link, NULL));
        links++;
    }
    assert_true(links > 0);
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){1, 4}, (wend_tile){0, 0});
    query.profile = 1;
    query.goal_class = goal_class;
    for (int32_t a = 0; a < WEND_ALGORITHM_COUNT; a++) {
        query.algorithm = (wend_algorithm)a;
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        assert_int_equal(wend_path_outcome(path), WEND_FOUND);
        assert_int_equal(wend_grid_class(wend_world_grid(world), wend_path_goal_tile(path)), goal_class);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_goal_class_is_that_of_the_world_at_links_too),
        cmocka_unit_test(costs_outside_of_the_range_are_refused),
        cmocka_unit_test(a_world_without_profiles_has_itself),
        cmocka_unit_test(profiles_are_found_by_name),
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(a_world_has_at_most_sixteen),
        cmocka_unit_test(hexagons_have_costs_but_no_radius),
        cmocka_unit_test(one_unit_serves_all),
        cmocka_unit_test(bodies_need_room),
        cmocka_unit_test(queries_name_a_profile),
        cmocka_unit_test(a_service_answers_for_profiles),
        cmocka_unit_test(views_serve_fields),
        cmocka_unit_test(bodies_do_not_cut_corners),
        cmocka_unit_test(a_margin_falls_off),
        cmocka_unit_test(clearance_is_a_layer),
        cmocka_unit_test(an_edit_counts_for_all),
        cmocka_unit_test(a_view_without_a_difference_is_left_alone),
        cmocka_unit_test(links_belong_to_profiles),
        cmocka_unit_test(links_have_costs_of_profiles),
    };
    return run_unit_tests(tests);
}
