// service_fixture.c: a world with a service on it, and the calls that the tests of services repeat.
#include "service_fixture.h"

#include "verify.h"

map_recipe rooms(void) {
    return map_recipe_of("rooms 200x150 8 whole 15 3");
}

fixture start_service_of(const wend_service_def* def) {
    const map_recipe recipe = rooms();
    fixture f = {.world = map_make_world(&recipe)};
    assert_ok(wend_service_create(f.world, def, &f.service));
    f.query = across(f.world, WEND_HPA);
    return f;
}

fixture start_service(int32_t workers) {
    wend_service_def def = wend_default_service_def();
    def.worker_count = workers;
    return start_service_of(&def);
}

void end_service(fixture* f) {
    wend_service_destroy(f->service);
    wend_world_destroy(f->world);
}

wend_service* new_service(wend_world* world, int32_t workers) {
    wend_service_def def = wend_default_service_def();
    def.worker_count = workers;
    wend_service* service = NULL;
    assert_ok(wend_service_create(world, &def, &service));
    return service;
}

wend_query across(const wend_world* world, wend_algorithm algorithm) {
    const wend_grid* grid = wend_world_grid(world);
    wend_tile start = {0, 0}, goal = {199, 149};
    while (!wend_grid_passable(grid, start)) start.y++;
    while (!wend_world_connected(world, start, goal) && goal.y > 0) goal.y--;
    assert_true(wend_world_connected(world, start, goal));
    wend_query query = wend_default_query(start, goal);
    query.algorithm = algorithm;
    return query;
}

wend_ticket submit(wend_service* service, wend_query query, int32_t priority, uint64_t tag) {
    wend_ticket ticket;
    assert_ok(wend_service_submit(service, &query, priority, tag, &ticket));
    return ticket;
}

wend_ticket submit_tile(wend_service* service, wend_tile tile, uint8_t terrain_class) {
    wend_edit edit = wend_edit_tiles((wend_rect){tile.x, tile.y, 1, 1}, terrain_class);
    wend_ticket ticket;
    assert_ok(wend_service_submit_edits(service, &edit, 1, 0, &ticket));
    return ticket;
}

wend_answer wait_for(wend_service* service, wend_ticket ticket) {
    wend_answer answer;
    assert_ok(wend_service_wait(service, ticket, &answer));
    return answer;
}

wend_answer take(wend_service* service, wend_ticket ticket) {
    wend_answer answer = wait_for(service, ticket);
    wend_path_destroy(answer.path);
    answer.path = NULL;
    return answer;
}

uint64_t take_next(wend_service* service) {
    bool ready = false;
    wend_answer answer;
    assert_ok(wend_service_next(service, &ready, &answer));
    assert_true(ready);
    wend_path_destroy(answer.path);
    return answer.tag;
}

bool is_ready(wend_service* service, wend_ticket ticket, wend_answer* out) {
    bool ready = false;
    assert_ok(wend_service_poll(service, ticket, &ready, out));
    return ready;
}

void run_until_idle(wend_service* service) {
    for (bool idle = false; !idle;) assert_ok(wend_service_run(service, 0, &idle));
}

void assert_same_path(const wend_world* world, const wend_query* query, const wend_answer* answer) {
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_stats stats;
    char why[VERIFY_TEXT];
    assert_ok(answer->result);
    assert_ok(wend_find_path(search, world, query, path, &stats));
    assert_true(wend_path_hash(path) == wend_path_hash(answer->path));
    assert_int_equal(answer->stats.expanded, stats.expanded);
    assert_int_equal(answer->stats.abstract_expanded, stats.abstract_expanded);
    const int32_t goal = wend_path_goal(path);
    assert_int_equal(wend_path_goal(answer->path), goal);
    wend_query single = *query;
    single.goal_count = 0;
    if (query->goal_count > 0) single.goal = query->goals[goal >= 0 ? goal : 0];
    const char* fault = query->avoid_count > 0 // costs are then those of another grid
                            ? NULL
                            : verify_answer(wend_world_grid(world), &single, answer->path, why);
    if (fault) fail_msg("%s", fault);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

void assert_stale(wend_service* service, wend_ticket ticket) {
    bool ready = false;
    wend_answer answer = {.tag = 77};
    assert_int_equal(wend_service_poll(service, ticket, &ready, &answer), WEND_ERROR_STALE);
    assert_int_equal(wend_service_wait(service, ticket, &answer), WEND_ERROR_STALE);
    assert_int_equal(wend_service_cancel(service, ticket), WEND_ERROR_STALE);
    assert_true(!ready && answer.tag == 77);
}
