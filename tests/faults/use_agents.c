// use_agents.c: what do crowds, services, graphs and imported things answer?
#include <string.h>

#include "use.h"

uint64_t use_crowd(const wend_crowd* crowd) {
    int32_t count = 0, points = 0;
    uint64_t hash = wend_crowd_hash(crowd);
    const wend_crowd_stats stats = wend_crowd_get_stats(crowd);
    const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
    MIX(hash, stats.ticks), MIX(hash, count);
    for (int32_t i = 0; i < count; i++) {
        float progress = 0;
        const wend_agent* agent = wend_crowd_agent(crowd, ids[i]);
        const wend_agent_state state = wend_crowd_state(crowd, ids[i]);
        const wend_vec2* path = wend_crowd_path(crowd, ids[i], &points);
        const int32_t link = wend_crowd_link(crowd, ids[i], &progress);
        int32_t floors = 0;
        if (wend_crowd_path_floors(crowd, ids[i], &floors) && floors != points)
            scene_fails("a path has other floors");
        MIX(hash, agent->position), MIX(hash, state), MIX(hash, link), MIX(hash, points);
        if (points > 0) hash = mix(hash, path, (size_t)points * sizeof *path);
        if (wend_crowd_index(crowd, ids[i]) != i || wend_crowd_agents(crowd, &points) + i != agent)
            scene_fails("an agent has another index");
        if (!*wend_agent_state_string(state)) scene_fails("a state without a name");
    }
    return hash;
}

uint64_t use_explanation(const wend_explanation* explanation) {
    int32_t openings = 0, tiles = 0;
    const wend_explanation_info info = wend_explanation_get_info(explanation);
    const wend_opening* opening = wend_explanation_openings(explanation, &openings);
    const wend_tile* way = wend_explanation_tiles(explanation, &tiles);
    uint64_t hash = 9;
    MIX(hash, info.outcome), MIX(hash, info.from.component_tiles), MIX(hash, openings);
    for (int32_t i = 0; i < openings; i++) {
        MIX(hash, opening[i].from), MIX(hash, opening[i].kind);
        if (!*wend_opening_kind_string(opening[i].kind)) scene_fails("a kind of opening without a name");
    }
    return tiles > 0 ? mix(hash, way, (size_t)tiles * sizeof *way) : hash;
}

static wend_result no_change(wend_world* world, void* context) {
    (void)world, (void)context;
    return WEND_OK;
}

uint64_t use_service(wend_world* world) {
    wend_service_def def = wend_default_service_def();
    def.worker_count = 0;
    wend_service* service = NULL;
    wend_ticket ticket, other, change;
    wend_answer answer;
    bool ready = false, idle = false;
    const wend_query query = wend_default_query((wend_tile){3, 3}, (wend_tile){40, 35});
    const wend_edit edit = wend_edit_tiles((wend_rect){20, 20, 3, 3}, 1);
    scene_must(wend_service_create(world, &def, &service));
    scene_must(wend_service_submit(service, &query, 0, 1, &ticket));
    scene_must(wend_service_submit(service, &query, 1, 2, &other));
    scene_must(wend_service_submit_edits(service, &edit, 1, 3, &change));
    scene_must(wend_service_submit_change(service, no_change, NULL, 4, NULL));
    scene_must(wend_service_cancel(service, other));
    scene_must(wend_service_run(service, 0, &idle));
    scene_must(wend_service_wait(service, ticket, &answer));
    uint64_t hash = answer.path ? use_path(answer.path) : 0;
    wend_path_destroy(answer.path);
    scene_must(wend_service_poll(service, change, &ready, &answer));
    scene_must(wend_service_next(service, &ready, &answer));
    scene_must(wend_service_drain(service));
    hash ^= wend_world_version(wend_service_hold(service));
    wend_service_release(service);
    const wend_service_stats stats = wend_service_get_stats(service);
    MIX(hash, stats.answered), MIX(hash, stats.applied);
    wend_service_close(service);
    wend_service_destroy(service);
    return hash;
}

static uint64_t use_graph(wend_graph* graph) {
    uint64_t hash = 2;
    const double factor = wend_graph_euclidean_factor(graph);
    const int32_t nodes = wend_graph_node_count(graph), connections = wend_graph_connection_count(graph);
    MIX(hash, factor), MIX(hash, nodes), MIX(hash, connections);
    for (int32_t i = 0; i < connections; i++) {
        const wend_graph_connection c = wend_graph_get_connection(graph, i);
        const bool enabled = wend_graph_is_enabled(graph, i);
        MIX(hash, c.from), MIX(hash, c.to), MIX(hash, c.cost), MIX(hash, enabled);
        scene_must(wend_graph_set_cost(graph, i, c.cost));
        scene_must(wend_graph_set_enabled(graph, i, enabled));
    }
    for (int32_t i = 0; i < nodes; i++) {
        int32_t out[4] = {0};
        wend_graph_position position = {0, 0};
        const int32_t count = wend_graph_outgoing(graph, i, out, 4);
        wend_graph_get_position(graph, i, &position);
        MIX(hash, count), MIX(hash, out), MIX(hash, position);
    }
    if (wend_graph_bytes(graph) == 0) scene_fails("a graph without bytes");
    const wend_graph_search_def def = wend_default_graph_search_def();
    wend_graph_search* search = NULL;
    scene_must(wend_graph_search_create(&def, &search));
    const wend_graph_query query = wend_default_graph_query(0, nodes - 1);
    scene_must(wend_graph_find_path(search, graph, &query, NULL));
    int32_t count = 0;
    const double cost = wend_graph_search_cost(search);
    wend_graph_search_connections(search, &count);
    MIX(hash, cost), MIX(hash, count);
    wend_graph_search_destroy(search);
    return hash;
}

static uint64_t use_graph_search(const wend_graph_search* search) {
    uint64_t hash = 4;
    int32_t nodes = 0, connections = 0;
    const int32_t* path = wend_graph_search_connections(search, &connections);
    const int32_t* passed = wend_graph_search_nodes(search, &nodes);
    const wend_outcome outcome = wend_graph_search_outcome(search);
    const double cost = wend_graph_search_cost(search);
    const wend_graph_node node = wend_graph_search_node(search, 2);
    MIX(hash, outcome), MIX(hash, cost), MIX(hash, node.state), MIX(hash, node.g), MIX(hash, connections);
    if (connections > 0) hash = mix(hash, path, (size_t)connections * sizeof *path);
    if (wend_graph_search_bytes(search) == 0) scene_fails("a search without bytes");
    return nodes > 0 ? mix(hash, passed, (size_t)nodes * sizeof *passed) : hash;
}

static uint64_t use_names(const wend_graph_names* names) {
    uint64_t hash = 6;
    char name[WEND_GRAPH_NAME_BYTES];
    for (int32_t i = 0; wend_graph_node_name(names, i, name); i++) {
        hash = mix(hash, name, strlen(name));
        if (wend_graph_find_node(names, name) != i) scene_fails("a node has another name");
        const int32_t edge = wend_graph_edge_of(names, i);
        const char* label = edge >= 0 ? wend_graph_edge_label(names, edge) : NULL;
        if (label && wend_graph_find_edge(names, label) != edge) scene_fails("an edge has another label");
        MIX(hash, edge);
    }
    return hash;
}

static uint64_t use_survey(const wend_image_survey* survey) {
    uint64_t hash = 8;
    const wend_survey_info info = wend_image_survey_get_info(survey);
    const wend_image_colors* colors = wend_image_survey_colors(survey);
    MIX(hash, info.width), MIX(hash, info.copy_width), MIX(hash, colors->distinct);
    hash = mix(hash, wend_image_survey_histogram(survey, WEND_CHANNEL_MAX), 256 * sizeof(int64_t));
    static uint8_t rgba[4096 * 4];
    wend_image_survey_copy(survey, rgba);
    wend_legend legend;
    static char text[WEND_LEGEND_TEXT_BYTES];
    if (wend_legend_propose(colors, &legend) == WEND_OK) {
        wend_legend_write(&legend, "a map", colors, text);
        hash = mix(hash, text, strlen(text));
    }
    return mix(hash, rgba, (size_t)info.copy_width * (size_t)info.copy_height * 4);
}

static uint64_t use_bake(const wend_bake* bake) {
    const wend_bake_info info = wend_bake_get_info(bake);
    uint64_t hash = 12;
    MIX(hash, info.finished);
    return info.finished ? hash ^ info.world_hash : hash;
}

uint64_t use_others(const scene* s) {
    uint64_t hash = 0;
    int32_t count = 0;
    if (s->graph) hash += use_graph(s->graph);
    if (s->graph_search) hash += 3 * use_graph_search(s->graph_search);
    if (s->names) hash += 5 * use_names(s->names);
    if (s->survey) hash += 7 * use_survey(s->survey);
    if (s->bake) hash += 11 * use_bake(s->bake);
    if (s->threads) hash += (uint64_t)wend_threads_tasks(s->threads).worker_count;
    if (s->scenario) {
        const wend_scenario_problem* problems = wend_scenario_problems(s->scenario, &count);
        for (int32_t i = 0; i < count; i++) MIX(hash, problems[i].start), MIX(hash, problems[i].line);
    }
    if (s->service) {
        const wend_service_stats stats = wend_service_get_stats(s->service);
        hash ^= wend_world_hash(wend_service_hold(s->service)) ^ (uint64_t)stats.waiting << 5;
        wend_service_release(s->service);
    }
    return hash;
}
