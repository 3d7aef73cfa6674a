// scenarios_agents.c: fields, crowds, services and graphs without memory.
#include <math.h>
#include <stddef.h>

#include "scene.h"

static void begin_field(scene* s, int32_t variant) {
    s->stock = (stock)(variant % STOCK_COUNT);
    s->world = stock_world(s->stock);
    scene_must(wend_field_create(NULL, &s->field));
}

static void begin_nothing(scene* s, int32_t variant) {
    s->stock = (stock)variant;
}

static wend_result create_field(scene* s, int32_t variant) {
    (void)variant;
    return wend_field_create(NULL, &s->field);
}

static wend_result fill(scene* s, int32_t variant) {
    const wend_query query = stock_query(s->stock);
    return wend_field_fill(s->field, wend_world_grid(s->world), variant % 2 ? WEND_FIELD_TO : WEND_FIELD_FROM,
                           &query.start, 1, INFINITY);
}

static wend_result fill_in_steps(scene* s, int32_t variant) {
    const wend_query query = stock_query(s->stock);
    bool done = false;
    wend_result result = wend_field_begin(s->field, wend_world_grid(s->world),
                                          variant % 2 ? WEND_FIELD_TO : WEND_FIELD_FROM, &query.start, 1, 40);
    while (result == WEND_OK && !done) result = wend_field_step(s->field, 1, &done);
    return result;
}

static void begin_field_and_search(scene* s, int32_t variant) {
    begin_field(s, variant);
    const wend_search_def def = wend_default_search_def();
    scene_must(wend_search_create(&def, &s->search));
}

static wend_result expand(scene* s, int32_t variant) {
    (void)variant;
    const wend_query query = stock_query(s->stock);
    bool found = false;
    const wend_result result = wend_field_set_goals(s->field, s->world, &query.goal, 1);
    return result == WEND_OK ? wend_field_expand_to(s->field, s->search, query.start, &found) : result;
}

static wend_result find_nearest(scene* s, int32_t variant) {
    (void)variant;
    const wend_query query = stock_query(s->stock);
    const wend_tile goals[] = {query.goal, {3, 3}, {30, 30}};
    int32_t index = -1;
    double cost = 0;
    const wend_result result =
        wend_field_nearest(s->field, wend_world_grid(s->world), query.start, goals, 3, &index, &cost);
    if (result == WEND_OK) MIX(s->told, index);
    return result;
}

// ---- crowds

static wend_result create_crowd(scene* s, int32_t variant) {
    (void)variant;
    wend_crowd_def def = wend_default_crowd_def();
    def.snap = 3;
    def.partial = true;
    return wend_crowd_create(s->world, &def, &s->crowd);
}

static void begin_world(scene* s, int32_t variant) {
    s->stock = (stock)variant;
    s->world = stock_world(s->stock);
}

static void begin_crowd(scene* s, int32_t variant) {
    begin_world(s, variant);
    scene_must(create_crowd(s, variant));
}

static wend_result add(scene* s, wend_tile tile, wend_agent_id* id_out) {
    const wend_agent agent = {.position = wend_grid_center(wend_world_grid(s->world), tile),
                              .max_speed = 4,
                              .max_acceleration = 20,
                              .radius = 0.2f};
    return wend_crowd_add(s->crowd, &agent, id_out);
}

// As many as the number of a scene.
static wend_result add_many(scene* s, int32_t variant) {
    (void)variant;
    wend_result result = WEND_OK;
    int32_t count = 0;
    wend_crowd_agents(s->crowd, &count);
    for (; count < 40 && result == WEND_OK; count++) {
        wend_agent_id id;
        result = add(s, stock_query(s->stock).start, &id);
    }
    return result;
}

static void begin_walkers(scene* s, int32_t variant) {
    begin_crowd(s, variant);
    const wend_query query = stock_query(s->stock);
    const wend_search_def def = wend_default_search_def();
    scene_must(wend_search_create(&def, &s->search));
    scene_must(wend_field_create(NULL, &s->field));
    scene_must(wend_field_set_goals(s->field, s->world, &query.goal, 1));
    for (int32_t i = 0; i < 4; i++) {
        wend_agent_id id;
        scene_must(add(s, i % 2 ? query.goal : query.start, &id));
        scene_must(i == 2 ? wend_crowd_send_by_field(s->crowd, id, query.goal, s->field)
                          : wend_crowd_send(s->crowd, id, i % 2 ? query.start : query.goal));
    }
}

// The third of three ticks decides, wherever the first failed.
static wend_result tick(scene* s, int32_t variant) {
    (void)variant;
    wend_result result = WEND_OK;
    while (result == WEND_OK && wend_crowd_get_stats(s->crowd).ticks < 3)
        result = wend_crowd_tick(s->crowd, 0.1f);
    return result;
}

static void begin_walkers_after_edit(scene* s, int32_t variant) {
    begin_walkers(s, variant);
    scene_must(wend_crowd_tick(s->crowd, 0.1f));
    const wend_edit edits[] = {wend_edit_tiles((wend_rect){20, 0, 1, 14}, 0),
                               wend_edit_tiles((wend_rect){0, 20, 14, 1}, 0)};
    scene_must(wend_world_edit(s->world, edits, 2, NULL));
}

static wend_result change_crowd(scene* s, int32_t variant) {
    (void)variant;
    int32_t count = 0;
    const wend_agent_id* ids = wend_crowd_ids(s->crowd, &count);
    wend_agent body = *wend_crowd_agent(s->crowd, ids[0]);
    wend_crowd_def def = wend_default_crowd_def();
    body.radius = 0.1f;
    scene_must(wend_crowd_change(s->crowd, ids[0], &body));
    scene_must(wend_crowd_set_def(s->crowd, &def));
    wend_crowd_replan(s->crowd, (wend_rect){0, 0, 47, 40});
    if (count == 4) scene_must(wend_crowd_remove(s->crowd, ids[1]));
    return tick(s, variant);
}

static wend_result form(scene* s, int32_t variant) {
    (void)variant;
    wend_tile tiles[9];
    int32_t count = 0;
    const wend_result result = wend_formation_tiles(wend_world_grid(s->world), stock_query(s->stock).start, 9,
                                                    2, NULL, tiles, &count);
    if (result == WEND_OK) s->told = mix(1, tiles, (size_t)count * sizeof *tiles);
    return result;
}

// ---- services

static wend_service_def service_def(void) {
    wend_service_def def = wend_default_service_def();
    def.worker_count = 0;
    return def;
}

static wend_result create_service(scene* s, int32_t variant) {
    wend_service_def def = service_def();
    def.worker_count = variant % 2;
    return wend_service_create(s->world, &def, &s->service);
}

static void begin_service(scene* s, int32_t variant) {
    begin_world(s, variant);
    const wend_service_def def = service_def();
    scene_must(wend_service_create(s->world, &def, &s->service));
}

static wend_result submit(scene* s, int32_t variant) {
    (void)variant;
    wend_query query = stock_query(s->stock);
    const wend_tile goals[] = {query.goal, {3, 3}};
    query.goals = goals;
    query.goal_count = 2;
    return wend_service_submit(s->service, &query, 0, 7, &s->ticket);
}

static wend_result submit_edits(scene* s, int32_t variant) {
    (void)variant;
    const wend_edit edit = wend_edit_tiles((wend_rect){20, 0, 1, 14}, 0);
    return wend_service_submit_edits(s->service, &edit, 1, 8, NULL);
}

// The failure is in the answer.
static wend_result answer(scene* s, int32_t variant) {
    wend_answer answer = {.result = WEND_OK};
    wend_result result = submit(s, variant);
    if (result != WEND_OK) return result;
    scene_must(wend_service_wait(s->service, s->ticket, &answer));
    if (answer.result == WEND_OK) s->told = wend_path_hash(answer.path);
    wend_path_destroy(answer.path);
    return answer.result;
}

static wend_result answer_edits(scene* s, int32_t variant) {
    (void)variant;
    const wend_edit edit = wend_edit_tiles((wend_rect){20, 0, 1, 14}, 0);
    wend_answer answer = {.result = WEND_OK};
    const wend_result result = wend_service_submit_edits(s->service, &edit, 1, 8, &s->ticket);
    if (result != WEND_OK) return result;
    scene_must(wend_service_wait(s->service, s->ticket, &answer));
    return answer.result;
}

static wend_result snapshot_of_service(scene* s, int32_t variant) {
    (void)variant;
    wend_world* snapshot = NULL;
    const wend_result result = wend_service_snapshot(s->service, &snapshot);
    wend_world_destroy(snapshot);
    if (wend_world_get_stream_info(s->world).columns > 0)
        return result == WEND_ERROR_UNSUPPORTED ? WEND_OK : WEND_ERROR_STALE;
    return result;
}

static wend_result work(scene* s, int32_t variant) {
    (void)variant;
    bool idle = false;
    scene_must(wend_service_run(s->service, 0, &idle));
    return WEND_OK;
}

static wend_result work_on_queries(scene* s, int32_t variant) {
    wend_answer answer = {.result = WEND_OK};
    wend_result result = submit(s, variant);
    if (result != WEND_OK) return result;
    scene_must(work(s, variant));
    bool ready = false;
    scene_must(wend_service_poll(s->service, s->ticket, &ready, &answer));
    if (!ready) scene_fails("a service is idle without an answer");
    if (answer.result == WEND_OK) s->told = wend_path_hash(answer.path);
    wend_path_destroy(answer.path);
    return answer.result;
}

// ---- graphs

enum { SIDE = 9, NODES = SIDE * SIDE };

static wend_result create_graph(scene* s, int32_t variant) {
    (void)variant;
    static wend_graph_connection connections[2 * NODES];
    static wend_graph_position positions[NODES];
    for (int32_t i = 0; i < NODES; i++) {
        positions[i] = (wend_graph_position){i % SIDE, i / SIDE};
        connections[2 * i] = (wend_graph_connection){i, (i + 1) % NODES, 1 + i % 3};
        connections[2 * i + 1] = (wend_graph_connection){i, (i + SIDE) % NODES, 1 + i % 5};
    }
    wend_graph_def def = wend_default_graph_def();
    def.node_count = NODES;
    def.connections = connections;
    def.connection_count = 2 * NODES;
    def.positions = positions;
    return wend_graph_create(&def, &s->graph);
}

static wend_result create_graph_search(scene* s, int32_t variant) {
    (void)variant;
    const wend_graph_search_def def = wend_default_graph_search_def();
    return wend_graph_search_create(&def, &s->graph_search);
}

static void begin_graph(scene* s, int32_t variant) {
    scene_must(create_graph(s, variant));
    scene_must(create_graph_search(s, variant));
}

static wend_result find_in_graph(scene* s, int32_t variant) {
    wend_graph_query query = wend_default_graph_query(0, NODES - 1);
    const int32_t others[] = {NODES - 2, 40};
    query.other_goals = others;
    query.other_goal_count = 2;
    query.algorithm = (wend_graph_algorithm)(variant % WEND_GRAPH_ALGORITHM_COUNT);
    return wend_graph_find_path(s->graph_search, s->graph, &query, NULL);
}

// ---- many to many

static wend_result create_matrices(scene* s, int32_t variant) {
    (void)variant;
    return wend_matrix_search_create(NULL, &s->matrices);
}

// A world of several blocks, with a link from one to another and a wall with a gap; odd variants are matrices
// of few sources.
static void begin_matrices(scene* s, int32_t variant) {
    s->stock = STOCK_PLAIN;
    (void)variant;
    wend_grid_def def = wend_default_grid_def();
    def.width = 300;
    def.height = 40;
    const wend_link link = wend_default_link((wend_tile){20, 5}, (wend_tile){290, 30}, 3);
    scene_must(wend_grid_create(&def, &s->grid));
    scene_must(wend_grid_fill(s->grid, (wend_rect){120, 0, 1, 39}, 0));
    scene_must(wend_grid_add_link(s->grid, &link, NULL));
    const wend_world_def world_def = wend_default_world_def();
    scene_must(wend_world_build(&s->grid, &world_def, &s->world));
    scene_must(wend_matrix_search_create(NULL, &s->matrices));
}

static wend_result compute_matrix(scene* s, int32_t variant) {
    enum { MANY = 65 };
    wend_tile sources[MANY], targets[MANY];
    static double costs[MANY * MANY];
    for (int32_t i = 0; i < MANY; i++) {
        sources[i] = (wend_tile){3 * i, i % 40};
        targets[i] = (wend_tile){299 - 3 * i, 7 * i % 40};
    }
    const int32_t count = variant % 2 ? 4 : MANY;
    const wend_matrix_def def = wend_default_matrix_def();
    const wend_result result =
        wend_cost_matrix(s->matrices, s->world, sources, count, targets, count, &def, costs);
    if (result == WEND_OK) s->told = mix(s->told, costs, (size_t)(count * count) * sizeof *costs);
    return result;
}

static wend_result find_rings(scene* s, int32_t variant) {
    static float costs[300 * 40];
    const wend_tile source = {5, 5};
    (void)variant;
    const wend_result result =
        wend_round_costs(wend_world_grid(s->world), &source, 1, INFINITY, (wend_rect){0, 0, 300, 40}, costs);
    if (result == WEND_OK) MIX(s->told, costs[400]);
    return result;
}

static wend_result find_corridor(scene* s, int32_t variant) {
    const wend_tile source = {5, 5}, goals[] = {{200, 20 + variant}, {210, 20}};
    wend_field* fields[2] = {NULL};
    double cost = 0;
    wend_result result = wend_field_create(NULL, &fields[0]);
    if (result == WEND_OK) result = wend_field_create(NULL, &fields[1]);
    if (result == WEND_OK)
        result = wend_corridor_fill(fields[0], fields[1], wend_world_grid(s->world), &source, 1, goals, 2, 5,
                                    &cost);
    wend_field_destroy(fields[0]);
    wend_field_destroy(fields[1]);
    if (result == WEND_OK) MIX(s->told, cost);
    return result;
}

static wend_result assign(scene* s, int32_t variant) {
    double costs[30];
    int32_t jobs[6];
    for (int32_t i = 0; i < 30; i++) costs[i] = i * 7 % 11;
    const wend_result result = wend_assign(costs, 5 + variant, 6 - variant, (wend_assign_goal)variant, jobs);
    if (result == WEND_OK) MIX(s->told, jobs[0]);
    return result;
}

static wend_result find_tour(scene* s, int32_t variant) {
    double costs[20 * 20], cost;
    int32_t order[20];
    const int32_t stops = variant ? 20 : 9;
    for (int32_t i = 0; i < stops * stops; i++) costs[i] = i * 13 % 17;
    const wend_tour_def def = wend_default_tour_def();
    const wend_result result = wend_tour(costs, stops, &def, order, &cost);
    if (result == WEND_OK) MIX(s->told, cost);
    return result;
}

// ---- fleets

enum { ALL = STOCK_COUNT, BOTH = 2 * STOCK_COUNT };

// Of movers that turn in variants from ALL on.
static wend_result create_fleet(scene* s, int32_t variant) {
    static const int32_t links[2] = {0, 1};
    static const wend_lift lifts[2] = {{links, 2, 1}, {links, 1, 1}};
    wend_fleet_def def = wend_default_fleet_def();
    def.links = (wend_link_rules){.step_seconds = 1, .lifts = lifts, .lift_count = 2};
    const wend_connectivity steps = wend_grid_connectivity(wend_world_grid(s->world));
    def.turns = variant >= ALL && (steps == WEND_CONNECTIVITY_4 || steps == WEND_CONNECTIVITY_8);
    return wend_fleet_create(s->world, &def, &s->fleet);
}

static void begin_fleet(scene* s, int32_t variant) {
    begin_world(s, variant % ALL);
    scene_must(create_fleet(s, variant));
}

// Movers with goals, and tasks that the last of them take.
static wend_result man_fleet(scene* s) {
    const wend_query query = stock_query(s->stock);
    const wend_tile stops[2] = {query.goal, query.start};
    wend_tile tiles[12];
    int32_t count = 0, mover, task;
    wend_result result =
        wend_formation_tiles(wend_world_grid(s->world), query.start, 12, 1, NULL, tiles, &count);
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        result = wend_fleet_add(s->fleet, tiles[i], 0, 0, &mover);
        if (result == WEND_ERROR_LIMIT)
            result = WEND_OK; // by an earlier attempt
        else if (result == WEND_OK && i < 8)
            result = wend_fleet_send(s->fleet, mover, query.goal);
    }
    if (result == WEND_OK) result = wend_fleet_add_task(s->fleet, stops, 2, &task);
    return result;
}

static wend_result add_movers(scene* s, int32_t variant) {
    (void)variant;
    return man_fleet(s);
}

// Those that turn have noticed where others go, and each has a goal of its own now.
static void begin_movers(scene* s, int32_t variant) {
    begin_fleet(s, variant);
    scene_must(man_fleet(s));
    if (variant < ALL) return;
    wend_tile tiles[8];
    int32_t count = 0;
    for (int32_t i = 0; i < 5; i++) scene_must(wend_fleet_step(s->fleet));
    scene_must(wend_formation_tiles(wend_world_grid(s->world), stock_query(s->stock).goal, 8, 1, NULL, tiles,
                                    &count));
    for (int32_t i = 0; i < count; i++) scene_must(wend_fleet_send(s->fleet, i, tiles[i]));
}

static wend_result step_fleet(scene* s, int32_t variant) {
    (void)variant;
    return wend_fleet_step(s->fleet);
}

static wend_result check_moves(scene* s, int32_t variant) {
    const wend_tile before[2] = {{1, 1}, {2, 1}}, after[2] = {{2, 1}, {1, 1}};
    int32_t count = 0;
    (void)variant;
    return wend_check_moves(wend_world_grid(s->world), before, after, 2, NULL, 0, &count);
}

static wend_result check_links(scene* s, int32_t variant) {
    const wend_tile before[2] = {{1, 1}, {2, 1}};
    const wend_link_rules rules = {.step_seconds = 1};
    wend_link_use uses[2] = {{0, 0}};
    int32_t count = 0;
    (void)variant;
    return wend_check_links(s->world, NULL, &rules, before, before, 2, uses, NULL, 0, &count);
}

static wend_result check_profile_moves(scene* s, int32_t variant) {
    const wend_tile before[2] = {{1, 1}, {2, 1}}, after[2] = {{2, 1}, {1, 1}};
    const int32_t profiles[2] = {0, 0};
    int32_t count = 0;
    (void)variant;
    return wend_check_profile_moves(s->world, profiles, before, after, 2, NULL, 0, &count);
}

static wend_result change_fleet(scene* s, int32_t variant) {
    wend_result result = wend_fleet_step(s->fleet);
    (void)variant;
    if (result == WEND_OK) {
        scene_must(wend_fleet_stop(s->fleet, 6));
        scene_must(wend_fleet_remove(s->fleet, 7));
    }
    return result;
}

static wend_result send_group(scene* s, int32_t variant) {
    (void)variant;
    static const int32_t movers[3] = {0, 1, 2};
    int32_t sent;
    return wend_fleet_send_group(s->fleet, movers, 3, stock_query(s->stock).goal, 1, &sent);
}

const scenario agent_scenarios[] = {
    {"create a field", 1, KEEPS, begin_nothing, create_field},
    {"fill", BOTH, EMPTIES, begin_field, fill},
    {"fill in steps", BOTH, EMPTIES, begin_field, fill_in_steps},
    {"expand to a tile", ALL, EMPTIES, begin_field_and_search, expand},
    {"find the nearest goal by a field", ALL, EMPTIES, begin_field, find_nearest},
    {"create a search for matrices", 1, KEEPS, begin_nothing, create_matrices},
    {"compute a matrix", 2, KEEPS_VALID, begin_matrices, compute_matrix},
    {"find round rings", 1, KEEPS, begin_matrices, find_rings},
    {"find a corridor", 2, KEEPS, begin_matrices, find_corridor},
    {"assign", 2, KEEPS, begin_nothing, assign},
    {"find a tour", 2, KEEPS, begin_nothing, find_tour},
    {"create a crowd", ALL, KEEPS, begin_world, create_crowd},
    {"add agents", ALL, KEEPS_VALID, begin_crowd, add_many},
    {"tick", ALL, KEEPS_VALID, begin_walkers, tick},
    {"tick after an edit", ALL, KEEPS_VALID, begin_walkers_after_edit, tick},
    {"tick after changes of agents", ALL, KEEPS_VALID, begin_walkers, change_crowd},
    {"form a group", ALL, KEEPS, begin_world, form},
    {"create a fleet", ALL, KEEPS, begin_world, create_fleet},
    {"add movers", ALL, KEEPS_VALID, begin_fleet, add_movers},
    {"step a fleet", BOTH, KEEPS_VALID, begin_movers, step_fleet},
    {"check moves", 1, KEEPS, begin_world, check_moves},
    {"check moves by profile", 1, KEEPS, begin_world, check_profile_moves},
    {"check links", 1, KEEPS, begin_world, check_links},
    {"stop and remove movers", 1, KEEPS_VALID, begin_movers, change_fleet},
    {"send a group", ALL, KEEPS_VALID, begin_movers, send_group},
    {"create a service", BOTH, KEEPS, begin_field, create_service},
    {"submit a query", ALL, KEEPS, begin_service, submit},
    {"submit edits", ALL, KEEPS, begin_service, submit_edits},
    {"snapshot of a service", ALL, KEEPS, begin_service, snapshot_of_service},
    {"answer by a service", ALL, KEEPS_VALID, begin_service, answer},
    {"apply edits by a service", ALL, KEEPS, begin_service, answer_edits},
    {"work for a service", ALL, KEEPS_VALID, begin_service, work_on_queries},
    {"create a graph", 1, KEEPS, begin_nothing, create_graph},
    {"create a graph search", 1, KEEPS, begin_nothing, create_graph_search},
    {"find in a graph", WEND_GRAPH_ALGORITHM_COUNT, KEEPS_VALID, begin_graph, find_in_graph},
    {NULL, 0, KEEPS, NULL, NULL},
};
