// mapped_operations.c: does each operation on a mapped world check what it touches, give the answer of a
// built world, and fail with DAMAGED where it meets damage, and only there?
#include <stdlib.h>
#include <string.h>

#include "files/world_file.h"
#include "hierarchy/world.h"
#include "mapped_fixture.h"

static int32_t checked_clusters(const wend_world* map) {
    const wendi_graph* graph = &map->graph;
    int32_t checked = 0;
    for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters); c++)
        checked += wendi_open_state_of(graph->level[0].opened, c) != WENDI_UNOPENED;
    return checked;
}

// ---- operations

// Between two tiles near each other. Each result is a number that tells answers apart.
typedef struct job {
    wend_world* world;
    wend_tile start, goal;
    int32_t terrain_class;
    uint64_t sum;
} job;

static void add(job* j, uint64_t value) {
    j->sum = (j->sum ^ value) * 0x9e3779b97f4a7c15u;
}

static void add_cost(job* j, double cost) {
    uint64_t bits;
    memcpy(&bits, &cost, sizeof bits);
    add(j, bits);
}

static wend_result find(job* j, wend_query query) {
    wend_search* search = new_search();
    wend_path* path = new_path();
    const wend_result result = wend_find_path(search, j->world, &query, path, NULL);
    if (result == WEND_OK) add(j, wend_path_hash(path));
    wend_path_destroy(path);
    wend_search_destroy(search);
    return result;
}

static wend_result by_algorithm(job* j, wend_algorithm algorithm) {
    wend_query query = wend_default_query(j->start, j->goal);
    query.algorithm = algorithm;
    return find(j, query);
}

static wend_result by_astar(job* j) {
    return by_algorithm(j, WEND_ASTAR);
}

static wend_result by_dijkstra(job* j) {
    return by_algorithm(j, WEND_DIJKSTRA);
}

static wend_result by_greedy(job* j) {
    return by_algorithm(j, WEND_GREEDY);
}

static wend_result by_bfs_to_several(job* j) {
    const wend_tile goals[] = {j->goal, j->start};
    wend_query query = wend_default_query(j->start, j->goal);
    query.algorithm = WEND_BFS;
    query.goals = goals;
    query.goal_count = 2;
    return find(j, query);
}

static wend_result smoothed(job* j) {
    wend_query query = wend_default_query(j->start, j->goal);
    query.smooth = true;
    query.body_radius = 0.4f;
    return find(j, query);
}

static wend_result to_class(job* j) {
    wend_query query = wend_default_query(j->start, j->goal);
    query.goal_class = j->terrain_class;
    return find(j, query);
}

static wend_result to_class_first_tiles(job* j) {
    wend_query query = wend_default_query(j->start, j->goal);
    query.goal_class = j->terrain_class;
    query.first_tiles = 5;
    query.partial = true;
    return find(j, query);
}

static wend_result to_class_exactly(job* j) {
    wend_query query = wend_default_query(j->start, j->goal);
    query.goal_class = j->terrain_class;
    query.algorithm = WEND_EXACT;
    return find(j, query);
}

static wend_result alternatives(job* j) {
    enum { MOST = 3 };
    const wend_query query = wend_default_query(j->start, j->goal);
    const wend_alternatives_def def = wend_default_alternatives_def();
    wend_search* search = new_search();
    wend_path* paths[MOST] = {new_path(), new_path(), new_path()};
    int32_t count = 0;
    const wend_result result = wend_find_alternatives(search, j->world, &query, &def, MOST, paths, &count);
    for (int32_t i = 0; i < count; i++) add(j, wend_path_hash(paths[i]));
    for (int32_t i = 0; i < MOST; i++) wend_path_destroy(paths[i]);
    wend_search_destroy(search);
    return result;
}

static wend_field* new_field(void) {
    wend_field* field = NULL;
    assert_ok(wend_field_create(NULL, &field));
    return field;
}

static wend_result movement_range(job* j) {
    enum { MOST_TILES = 4000 };
    static wend_tile tiles[MOST_TILES];
    wend_field* field = new_field();
    const wend_grid* grid = wend_world_grid(j->world);
    const wend_result result = wend_field_fill(field, grid, WEND_FIELD_FROM, &j->start, 1, 60);
    const int64_t count = result == WEND_OK ? wend_field_tiles(field, tiles, MOST_TILES) : 0;
    add(j, (uint64_t)count);
    for (int64_t i = 0; i < count && i < MOST_TILES; i++) add_cost(j, wend_field_cost(field, tiles[i]));
    wend_field_destroy(field);
    return result;
}

static wend_result goal_field(job* j) {
    wend_field* field = new_field();
    wend_search* search = new_search();
    bool found = false;
    wend_result result = wend_field_set_goals(field, j->world, &j->goal, 1);
    if (result == WEND_OK) result = wend_field_expand_to(field, search, j->start, &found);
    wend_tile at = j->start;
    for (int32_t i = 0; i < 50 && found && result == WEND_OK; i++) {
        const wend_vec2 position = wend_grid_center(wend_world_grid(j->world), at);
        wend_vec2 way;
        result = wend_field_flow(field, position, 0.3f, &way);
        if (result != WEND_OK) break;
        add_cost(j, (double)way.x + 10 * (double)way.y);
        assert_true(wend_field_next_tile(field, at, &at));
    }
    wend_search_destroy(search);
    wend_field_destroy(field);
    return result;
}

static wend_result nearest_of_several(job* j) {
    wend_field* field = new_field();
    const wend_tile goals[] = {j->goal, {j->start.x, j->goal.y}, {j->goal.x, j->start.y}};
    int32_t index = -1;
    double cost = 0;
    const wend_result result =
        wend_field_nearest(field, wend_world_grid(j->world), j->start, goals, 3, &index, &cost);
    add(j, (uint64_t)index);
    add_cost(j, cost);
    wend_field_destroy(field);
    return result;
}

static wend_result formation(job* j) {
    enum { TILES = 60 };
    wend_tile tiles[TILES];
    int32_t count = 0;
    const wend_result result =
        wend_formation_tiles(wend_world_grid(j->world), j->start, TILES, 2, NULL, tiles, &count);
    for (int32_t i = 0; i < count; i++) add(j, (uint64_t)tiles[i].x << 32 | (uint32_t)tiles[i].y);
    return result;
}

static wend_result clearance(job* j) {
    enum { SIDE = 12 };
    float clearances[SIDE * SIDE] = {0};
    const wend_grid* grid = wend_world_grid(j->world);
    wend_rect area = {j->start.x, j->start.y, 0, 0};
    area.width = wendi_min(SIDE, wend_grid_width(grid) - area.x);
    area.height = wendi_min(SIDE, wend_grid_height(grid) - area.y);
    if (wendi_is_hex(grid->connectivity)) return WEND_OK;
    const wend_result result = wend_world_clearance(j->world, 0, area, 4, clearances);
    for (int32_t i = 0; i < area.width * area.height; i++) add_cost(j, (double)clearances[i]);
    return result;
}

enum { TICKS = 40, AGENTS = 4 };

static wend_result crowd(job* j) {
    const wend_crowd_def def = wend_default_crowd_def();
    const wend_grid* grid = wend_world_grid(j->world);
    wend_crowd* crowd = NULL;
    wend_tile tiles[AGENTS];
    int32_t count = 0;
    wend_result result = wend_formation_tiles(grid, j->start, AGENTS, 1, NULL, tiles, &count);
    if (result == WEND_OK) result = wend_crowd_create(j->world, &def, &crowd);
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        const wend_agent agent = {.position = wend_grid_center(grid, tiles[i]),
                                  .max_speed = 6,
                                  .max_acceleration = 48,
                                  .radius = 0.3f};
        wend_agent_id id;
        result = wend_crowd_add(crowd, &agent, &id);
        if (result == WEND_OK) result = wend_crowd_send(crowd, id, j->goal);
    }
    for (int32_t i = 0; i < TICKS && result == WEND_OK; i++) result = wend_crowd_tick(crowd, 1.0f / 20);
    if (result == WEND_OK) add(j, wend_crowd_hash(crowd));
    wend_crowd_destroy(crowd);
    return result;
}

// ---- those that need all of the world

static wend_result explain(job* j) {
    wend_search* search = new_search();
    wend_explanation* explanation = NULL;
    assert_ok(wend_explanation_create(NULL, &explanation));
    const wend_result result = wend_explain(search, j->world, j->start, j->goal, explanation);
    add(j, (uint64_t)wend_explanation_get_info(explanation).from.component_tiles);
    wend_explanation_destroy(explanation);
    wend_search_destroy(search);
    return result;
}

static wend_result level_info(job* j) {
    const wend_level_info info = wend_world_get_level_info(j->world, 1);
    add(j, (uint64_t)info.edge_count);
    return info.edge_count > 0 ? WEND_OK : WEND_ERROR_DAMAGED; // it has no result
}

typedef struct operation {
    const char* name;
    wend_result (*run)(job* j);
} operation;

static const operation local[] = {
    {"A*", by_astar},
    {"Dijkstra", by_dijkstra},
    {"greedy", by_greedy},
    {"breadth-first to several goals", by_bfs_to_several},
    {"smoothed", smoothed},
    {"class", to_class},
    {"class, first tiles", to_class_first_tiles},
    {"alternatives", alternatives},
    {"movement range", movement_range},
    {"field to a goal", goal_field},
    {"nearest", nearest_of_several},
    {"formation", formation},
    {"clearance", clearance},
    {"crowd", crowd},
};
static const operation whole[] = {
    {"class, exactly", to_class_exactly}, {"explain", explain}, {"level", level_info}};
enum { LOCAL = sizeof local / sizeof *local, WHOLE = sizeof whole / sizeof *whole };

static uint64_t answer(const operation* o, wend_world* world, const job* asked) {
    job j = *asked;
    j.world = world;
    const wend_result result = o->run(&j);
    if (result != WEND_OK) fail_msg("%s: %s", o->name, wend_result_string(result));
    return j.sum;
}

// ---- answers

// Each operation meets a world of which nothing is checked.
static void answers_are_those_of_a_built_world(void** state) {
    (void)state;
    files_enter();
    int32_t answered = 0;
    for (uint64_t seed = 1; seed <= 16; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 4000, 150);
        wend_world* world = map_make_linked_world(&recipe, seed % 3 ? 0 : 12);
        const wend_grid* grid = wend_world_grid(world);
        rng r = rng_seeded(seed);
        job asked = {.terrain_class = 0};
        assert_ok(wend_world_save(world, "world", NULL));
        if (map_random_open_tile(grid, &r, &asked.start) && map_random_open_tile(grid, &r, &asked.goal)) {
            asked.terrain_class = wend_grid_class(grid, map_random_tile(grid, &r));
            for (int32_t i = 0; i < LOCAL + WHOLE; i++) {
                const operation* o = i < LOCAL ? &local[i] : &whole[i - LOCAL];
                if (o->run == level_info || recipe.connectivity == WEND_CONNECTIVITY_8_CUT) continue;
                wend_world* map = mapped("world");
                job a = asked, b = asked;
                a.world = world;
                b.world = map;
                const wend_result expected = o->run(&a), result = o->run(&b);
                if (result != expected || (result == WEND_OK && a.sum != b.sum))
                    fail_msg("%s, seed %d", o->name, (int)seed);
                answered += result == WEND_OK;
                wend_world_destroy(map);
            }
        }
        wend_world_destroy(world);
    }
    assert_true(answered > 100);
    files_leave();
}

// ---- damage

enum { RARE = 200 }; // a passable class that no tile has

typedef struct fixture {
    wend_world* world;
    job asked;
    wend_tile far, near; // tiles in clusters that the operations do not touch, and that all do
} fixture;

// The first tile of a row, from one on, that a path leads to.
static bool find_reached(const wend_world* world, wend_tile from, wend_tile at, wend_tile* out) {
    const int32_t width = wend_grid_width(wend_world_grid(world));
    for (; at.x < width && !wend_world_connected(world, from, at); at.x++) continue;
    *out = at;
    return at.x < width;
}

static void begin(fixture* f) {
    files_enter();
    map_recipe recipe = map_recipe_of("rooms 900x900 8 whole 31 4");
    wend_grid* made = map_make(&recipe);
    const wend_world_def def = map_world_def(&recipe);
    float costs[WEND_CLASS_COUNT];
    memcpy(costs, made->class_costs, sizeof costs);
    costs[RARE] = costs[1];
    assert_ok(wend_grid_set_class_costs(made, costs));
    f->world = map_build_world(made, &def);
    assert_ok(wend_world_save(f->world, "world", NULL));
    const wend_grid* grid = wend_world_grid(f->world);
    job* j = &f->asked;
    *j = (job){.start = {140, 140}};
    while (!find_reached(f->world, j->start, (wend_tile){166, 155}, &j->goal) ||
           !find_reached(f->world, j->start, (wend_tile){780, 800}, &f->far))
        assert_true(j->start.x++ < 160);
    wend_tile other = j->start;
    while (!wend_grid_passable(grid, other) ||
           wend_grid_class(grid, other) == wend_grid_class(grid, j->start))
        other.x++;
    j->terrain_class = wend_grid_class(grid, other);
    f->near = j->start;
}

static void end(fixture* f) {
    wend_world_destroy(f->world);
    files_leave();
}

// Changes the class of a tile in a file.
static void damage(const char* file, const wend_grid* grid, wend_tile tile) {
    wend_world* map = mapped(file);
    const size_t at =
        (size_t)((const char*)wendi_tile(map->grid, tile.x, tile.y) - wendi_file_of(map)->bytes);
    wend_world_destroy(map);
    files_poke(file, at, (uint8_t)(wend_grid_class(grid, tile) ^ 1));
}

static void copy_world(const char* to) {
    size_t size;
    uint8_t* bytes = files_get("world", &size);
    files_put(to, bytes, size);
    free(bytes);
}

static void assert_named(wend_world* map, wend_tile tile) {
    wend_damage found;
    int32_t count = 0;
    assert_ok(wend_world_find_damage(map, &found, 1, &count));
    assert_in_range(count, 1, 4);
    assert_int_equal(found.level, 1);
    assert_true(wendi_area_contains(found.tiles, tile) || count > 1);
}

static void operations_check_what_they_touch(void** state) {
    (void)state;
    fixture f;
    begin(&f);
    const wend_grid* grid = wend_world_grid(f.world);
    copy_world("far");
    damage("far", grid, f.far);
    copy_world("near");
    damage("near", grid, f.near);
    for (int32_t i = 0; i < LOCAL; i++) {
        const uint64_t expected = answer(&local[i], f.world, &f.asked);
        wend_world* map = mapped("far");
        if (answer(&local[i], map, &f.asked) != expected) fail_msg("%s: another answer", local[i].name);
        const int32_t checked = checked_clusters(map);
        if (checked < 1 || checked > 120) fail_msg("%s: %d clusters", local[i].name, (int)checked); // of 841
        wend_world_destroy(map);
        map = mapped("near");
        job j = f.asked;
        j.world = map;
        const wend_result result = local[i].run(&j);
        if (result != WEND_ERROR_DAMAGED) fail_msg("%s: %s", local[i].name, wend_result_string(result));
        assert_named(map, f.near);
        wend_world_destroy(map);
    }
    end(&f);
}

static void others_need_all_of_the_world(void** state) {
    (void)state;
    fixture f;
    begin(&f);
    copy_world("far");
    damage("far", wend_world_grid(f.world), f.far);
    for (int32_t i = 0; i < WHOLE; i++) {
        const uint64_t expected = answer(&whole[i], f.world, &f.asked);
        wend_world* map = mapped("world");
        assert_true(answer(&whole[i], map, &f.asked) == expected);
        wend_world_destroy(map);
        map = mapped("far");
        job j = f.asked;
        j.world = map;
        assert_int_equal(whole[i].run(&j), WEND_ERROR_DAMAGED);
        assert_named(map, f.far);
        wend_world_destroy(map);
    }
    wend_world* map = mapped("far");
    assert_int_equal(wend_world_set_class_cost(map, 0, 2, 7), WEND_ERROR_DAMAGED);
    wend_world_destroy(map);
    end(&f);
}

// A class that is only far away: a query to it comes to the damage there.
static void a_class_far_away_is_checked_there(void** state) {
    (void)state;
    fixture f;
    begin(&f);
    const wend_edit edit = wend_edit_tiles((wend_rect){f.far.x, f.far.y, 2, 2}, RARE);
    assert_ok(wend_world_edit(f.world, &edit, 1, NULL));
    assert_ok(wend_world_refresh(f.world, 0, NULL));
    assert_ok(wend_world_save(f.world, "world", NULL));
    f.asked.terrain_class = RARE;
    const operation class_query = {"class", to_class};
    wend_world* map = mapped("world");
    assert_true(answer(&class_query, map, &f.asked) == answer(&class_query, f.world, &f.asked));
    wend_world_destroy(map);
    copy_world("far");
    damage("far", wend_world_grid(f.world), f.far);
    map = mapped("far");
    f.asked.world = map;
    assert_int_equal(to_class(&f.asked), WEND_ERROR_DAMAGED);
    wend_world_destroy(map);
    end(&f);
}

// ---- crowds

static wend_agent_id add_agent(wend_crowd* crowd, const wend_grid* grid, wend_tile at, wend_tile goal) {
    const wend_agent agent = {
        .position = wend_grid_center(grid, at), .max_speed = 8, .max_acceleration = 64, .radius = 0.3f};
    wend_agent_id id = {0};
    assert_ok(wend_crowd_add(crowd, &agent, &id));
    assert_ok(wend_crowd_send(crowd, id, goal));
    return id;
}

// An agent whose way leads into damage stays where it is and says so; the others walk on.
static void an_agent_that_meets_damage_stays(void** state) {
    (void)state;
    fixture f;
    begin(&f);
    const wend_grid* grid = wend_world_grid(f.world);
    copy_world("far");
    damage("far", grid, f.far);
    wend_world* map = mapped("far");
    wend_crowd_def def = wend_default_crowd_def();
    def.replan_time = 1;
    wend_crowd* crowd = NULL;
    assert_ok(wend_crowd_create(map, &def, &crowd));
    const wend_agent_id lost = add_agent(crowd, grid, f.asked.goal, f.far);
    const wend_agent_id walks = add_agent(crowd, grid, f.asked.start, f.asked.goal);
    const wend_vec2 place = wend_crowd_agent(crowd, lost)->position;
    int32_t damaged = 0;
    for (int32_t i = 0; i < 400; i++) {
        const wend_result result = wend_crowd_tick(crowd, 1.0f / 20);
        damaged += result == WEND_ERROR_DAMAGED;
        assert_true(result == WEND_OK || result == WEND_ERROR_DAMAGED);
    }
    assert_in_range(damaged, 2, 25); // once, and each time that it plans again
    const wend_agent_state state_of_lost = wend_crowd_state(crowd, lost);
    assert_true(state_of_lost == WEND_AGENT_STUCK || state_of_lost == WEND_AGENT_WAITING);
    const wend_vec2 now = wend_crowd_agent(crowd, lost)->position;
    assert_true(wendi_abs((int32_t)(now.x - place.x)) <= 2 && wendi_abs((int32_t)(now.y - place.y)) <= 2);
    assert_int_equal(wend_crowd_state(crowd, walks), WEND_AGENT_ARRIVED);
    // No agent is put down on damaged ground, and none is sent from there.
    const wend_agent agent = {
        .position = wend_grid_center(grid, f.far), .max_speed = 8, .max_acceleration = 64, .radius = 0.3f};
    wend_agent_id id;
    assert_int_equal(wend_crowd_add(crowd, &agent, &id), WEND_ERROR_DAMAGED);
    assert_int_equal(wend_crowd_change(crowd, walks, &agent), WEND_ERROR_DAMAGED);
    wend_crowd_destroy(crowd);
    wend_world_destroy(map);
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_a_built_world),
        cmocka_unit_test(operations_check_what_they_touch),
        cmocka_unit_test(others_need_all_of_the_world),
        cmocka_unit_test(a_class_far_away_is_checked_there),
        cmocka_unit_test(an_agent_that_meets_damage_stays),
    };
    return run_unit_tests(tests);
}
