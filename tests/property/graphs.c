// graphs.c: random graphs against Bellman and Ford: does every algorithm find a legal path exactly when there
// is one, the cheapest where it must be, and does the observer tell what happened?
//     property_graphs [--graphs N] [--first SEED] [--most NODES]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "wend/graph.h"

enum { MOST_NODES = 400, MOST_CONNECTIONS = 2000, MOST_GOALS = 4 };

static uint64_t seed;
static int32_t failures;
static int64_t queries, paths, expanded;

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (condition) break;                                                                                \
        if (failures++ < 10)                                                                                 \
            fprintf(stderr, "graphs.c:%d: %s does not hold: --graphs 1 --first %llu\n", __LINE__,            \
                    #condition, (unsigned long long)seed);                                                   \
    } while (0)

// ---- a graph, and what is known about it without the engine

static int32_t node_count, connection_count, goal_count;
static wend_graph_connection connections[MOST_CONNECTIONS];
static wend_graph_position positions[MOST_NODES];
static bool enabled[MOST_CONNECTIONS];
static int32_t start, goals[MOST_GOALS];
static double distance[MOST_NODES], steps[MOST_NODES]; // from the start
static double rest[MOST_NODES];                        // to the nearest goal
static bool is_whole; // costs are small whole numbers, so that every sum is exact

static double length_of(int32_t from, int32_t to) {
    return hypot(positions[from].x - positions[to].x, positions[from].y - positions[to].y);
}

static void make(rng* random, int32_t most) {
    node_count = rng_between(random, 1, most);
    connection_count = rng_between(random, node_count, 5 * node_count);
    if (rng_chance(random, 5)) connection_count = rng_below(random, node_count);
    is_whole = rng_chance(random, 50);
    bool is_road = rng_chance(random, 40); // costs never below the distance, ends near each other
    for (int32_t n = 0; n < node_count; n++)
        positions[n] = (wend_graph_position){rng_unit(random) * 1000, rng_unit(random) * 1000};
    for (int32_t i = 0; i < connection_count; i++) {
        int32_t from = rng_below(random, node_count);
        int32_t to =
            rng_chance(random, 60) ? from + rng_between(random, -3, 3) : rng_below(random, node_count);
        to = to < 0 ? 0 : to >= node_count ? node_count - 1 : to;
        double cost = is_whole ? rng_between(random, 0, 20) : rng_unit(random) * 20;
        if (is_road) cost = length_of(from, to) * (1 + rng_unit(random) / 5);
        if (is_road && is_whole) cost = ceil(cost);
        if (rng_chance(random, 5)) cost = INFINITY;
        connections[i] = (wend_graph_connection){from, to, cost};
        enabled[i] = true;
    }
    start = rng_below(random, node_count);
    goal_count = rng_between(random, 1, MOST_GOALS);
    for (int32_t i = 0; i < goal_count; i++) goals[i] = rng_below(random, node_count);
}

// Bellman and Ford: relaxes all connections until nothing changes.
static void bellman_ford(double* out, bool backwards, bool count_steps) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t i = 0; i < connection_count; i++) {
            const wend_graph_connection* c = &connections[i];
            int32_t from = backwards ? c->to : c->from, to = backwards ? c->from : c->to;
            double reached = out[from] + (count_steps ? 1 : c->cost);
            if (!enabled[i] || isinf(c->cost) || !(reached < out[to])) continue;
            out[to] = reached;
            changed = true;
        }
    }
}

static void solve(void) {
    for (int32_t n = 0; n < node_count; n++) distance[n] = steps[n] = rest[n] = INFINITY;
    distance[start] = steps[start] = 0;
    for (int32_t i = 0; i < goal_count; i++) rest[goals[i]] = 0;
    bellman_ford(distance, false, false);
    bellman_ford(steps, false, true);
    bellman_ford(rest, true, false);
}

static double least_at_goals(const double* values) {
    double least = INFINITY;
    for (int32_t i = 0; i < goal_count; i++) least = fmin(least, values[goals[i]]);
    return least;
}

// ---- what the observer heard

typedef struct heard {
    wend_graph_node nodes[MOST_NODES];
    wend_graph_stats stats;
    int64_t open;
    bool is_sound;
} heard;
static heard log_of;

static void hear(const wend_graph_event* e, void* context) {
    heard* h = context;
    wend_graph_node* node = &h->nodes[e->node];
    static const wend_graph_node_state before[] = {WEND_GRAPH_UNSEEN, WEND_GRAPH_IS_OPEN,
                                                   WEND_GRAPH_IS_CLOSED, WEND_GRAPH_IS_OPEN};
    h->is_sound = h->is_sound && node->state == before[e->kind];
    if (e->kind == WEND_GRAPH_IMPROVED || e->kind == WEND_GRAPH_REOPENED)
        h->is_sound = h->is_sound && e->g < node->g;
    if (e->connection >= 0) h->is_sound = h->is_sound && connections[e->connection].to == e->node;
    *node = (wend_graph_node){e->kind == WEND_GRAPH_CLOSED ? WEND_GRAPH_IS_CLOSED : WEND_GRAPH_IS_OPEN,
                              e->connection, e->g, e->h};
    h->stats.opened += e->kind == WEND_GRAPH_OPENED;
    h->stats.improved += e->kind == WEND_GRAPH_IMPROVED;
    h->stats.reopened += e->kind == WEND_GRAPH_REOPENED;
    h->stats.expanded += e->kind == WEND_GRAPH_CLOSED;
    h->open += e->kind == WEND_GRAPH_CLOSED ? -1 : e->kind != WEND_GRAPH_IMPROVED;
    if (h->open > h->stats.most_open) h->stats.most_open = h->open;
}

static void start_log(void) {
    memset(&log_of, 0, sizeof log_of);
    for (int32_t n = 0; n < node_count; n++)
        log_of.nodes[n] = (wend_graph_node){WEND_GRAPH_UNSEEN, -1, INFINITY, 0};
    log_of.is_sound = true;
}

static void check_log(const wend_graph_search* search, const wend_graph_stats* stats) {
    EXPECT(log_of.is_sound);
    EXPECT(log_of.stats.opened == stats->opened && log_of.stats.improved == stats->improved);
    EXPECT(log_of.stats.reopened == stats->reopened && log_of.stats.expanded == stats->expanded);
    EXPECT(log_of.stats.most_open == stats->most_open);
    for (int32_t n = 0; n < node_count; n++) {
        wend_graph_node node = wend_graph_search_node(search, n);
        EXPECT(node.state == log_of.nodes[n].state && node.connection == log_of.nodes[n].connection);
        EXPECT(node.g == log_of.nodes[n].g && node.h == log_of.nodes[n].h);
    }
}

// ---- one query

static wend_graph_search *watched, *plain;

// Asks both searches, checks all that holds for any algorithm, and returns the cost; INFINITY: no path.
static double ask(const wend_graph* graph, const wend_graph_query* query, wend_graph_stats* stats) {
    wend_graph_stats again;
    start_log();
    EXPECT(wend_graph_find_path(watched, graph, query, stats) == WEND_OK);
    EXPECT(wend_graph_find_path(plain, graph, query, &again) == WEND_OK);
    check_log(watched, stats);
    EXPECT(memcmp(stats, &again, sizeof again) == 0);
    queries++;
    expanded += stats->expanded;
    int32_t count = -1, nodes = -1, others = -1;
    const int32_t* path = wend_graph_search_connections(watched, &count);
    const int32_t* way = wend_graph_search_nodes(watched, &nodes);
    const int32_t* other = wend_graph_search_connections(plain, &others);
    EXPECT(count == others && (count == 0 || memcmp(path, other, (size_t)count * sizeof *path) == 0));
    if (wend_graph_search_outcome(watched) != WEND_FOUND) {
        EXPECT(count == 0 && nodes == 0 && isinf(least_at_goals(distance)));
        return INFINITY;
    }
    if (query->goal < 0) return 0;
    EXPECT(nodes == count + 1 && way[0] == start);
    paths += count > 0;
    double sum = 0;
    for (int32_t i = 0; i < count; i++) {
        EXPECT(connections[path[i]].from == way[i] && connections[path[i]].to == way[i + 1]);
        EXPECT(enabled[path[i]] && isfinite(connections[path[i]].cost));
        sum += connections[path[i]].cost;
    }
    EXPECT(sum == wend_graph_search_cost(watched));
    bool ends_at_goal = false;
    for (int32_t i = 0; i < goal_count; i++) ends_at_goal = ends_at_goal || way[nodes - 1] == goals[i];
    EXPECT(ends_at_goal);
    return sum;
}

static void check_fills(const wend_graph* graph) {
    wend_graph_stats stats;
    wend_graph_query query = wend_default_graph_query(start, -1);
    query.algorithm = WEND_GRAPH_DIJKSTRA;
    ask(graph, &query, &stats);
    for (int32_t n = 0; n < node_count; n++) EXPECT(wend_graph_search_node(watched, n).g == distance[n]);
    query.algorithm = WEND_GRAPH_BFS;
    ask(graph, &query, &stats);
    for (int32_t n = 0; n < node_count; n++) EXPECT(wend_graph_search_node(watched, n).g == steps[n]);
}

static void check_heuristics(const wend_graph* graph, wend_graph_query query, rng* random) {
    static double h[MOST_NODES];
    const double best = least_at_goals(distance), less = is_whole ? 1 : 1 - 1e-9;
    wend_graph_stats stats;
    query.heuristic = WEND_GRAPH_EUCLIDEAN;
    EXPECT(ask(graph, &query, &stats) == best);
    query.heuristic = WEND_GRAPH_TABLE;
    query.heuristic_table = h;
    // Exact, so consistent: nothing is reopened.
    for (int32_t n = 0; n < node_count; n++) h[n] = isinf(rest[n]) ? 1e6 : rest[n] * less;
    EXPECT(ask(graph, &query, &stats) == best);
    EXPECT(stats.reopened == 0 || !is_whole);
    // Admissible, but not consistent.
    for (int32_t n = 0; n < node_count; n++)
        h[n] = rng_chance(random, 50) ? 0 : (isinf(rest[n]) ? 1e6 : rest[n] * less) * rng_unit(random);
    EXPECT(ask(graph, &query, &stats) == best);
    double weight = 1 + rng_unit(random) * 3;
    query.heuristic_weight = weight;
    EXPECT(ask(graph, &query, &stats) <= best * weight * (1 + 1e-9));
    query.heuristic_weight = 1;
    query.reopen = false;
    double without = ask(graph, &query, &stats);
    EXPECT(without >= best && isinf(without) == isinf(best) && stats.reopened == 0);
    EXPECT(stats.expanded <= node_count);
    // Anything at all.
    for (int32_t n = 0; n < node_count; n++) h[n] = rng_unit(random) * 100;
    double misled = ask(graph, &query, &stats);
    EXPECT(misled >= best && isinf(misled) == isinf(best));
    query.algorithm = WEND_GRAPH_GREEDY;
    misled = ask(graph, &query, &stats);
    EXPECT(misled >= best && isinf(misled) == isinf(best));
    EXPECT(stats.expanded <= node_count && stats.improved == 0);
}

static void check_all(const wend_graph* graph, rng* random) {
    solve();
    check_fills(graph);
    const double best = least_at_goals(distance);
    wend_graph_query query = wend_default_graph_query(start, goals[0]);
    wend_graph_stats stats;
    query.other_goals = goals + 1;
    query.other_goal_count = goal_count - 1;
    query.algorithm = WEND_GRAPH_DIJKSTRA;
    EXPECT(ask(graph, &query, &stats) == best && stats.reopened == 0);
    query.algorithm = WEND_GRAPH_BFS;
    ask(graph, &query, &stats);
    int32_t count = 0;
    wend_graph_search_connections(watched, &count);
    EXPECT(isinf(best) || count == (int32_t)least_at_goals(steps));
    query.algorithm = WEND_GRAPH_ASTAR;
    check_heuristics(graph, query, random);
}

static void change(wend_graph* graph, rng* random) {
    for (int32_t i = 0; i < connection_count; i++) {
        if (rng_chance(random, 20)) {
            enabled[i] = !enabled[i];
            EXPECT(wend_graph_set_enabled(graph, i, enabled[i]) == WEND_OK);
        }
        if (rng_chance(random, 20)) {
            double factor = rng_between(random, 0, 3);
            connections[i].cost = isinf(connections[i].cost) ? 20 : connections[i].cost * factor;
            if (rng_chance(random, 20)) connections[i].cost = INFINITY;
            EXPECT(wend_graph_set_cost(graph, i, connections[i].cost) == WEND_OK);
        }
        EXPECT(wend_graph_is_enabled(graph, i) == enabled[i]);
    }
    // The factor is that of a graph made with these costs, whatever happened before.
    wend_graph_def def = wend_default_graph_def();
    def.node_count = node_count;
    def.positions = positions;
    def.connections = connections;
    def.connection_count = connection_count;
    wend_graph* fresh = NULL;
    EXPECT(wend_graph_create(&def, &fresh) == WEND_OK);
    EXPECT(wend_graph_euclidean_factor(fresh) == wend_graph_euclidean_factor(graph));
    wend_graph_destroy(fresh);
}

static void try_graph(int32_t most) {
    rng random = rng_seeded(seed);
    make(&random, most);
    wend_graph_def def = wend_default_graph_def();
    def.node_count = node_count;
    def.positions = positions;
    def.connections = connections;
    def.connection_count = connection_count;
    wend_graph* graph = NULL;
    if (wend_graph_create(&def, &graph) != WEND_OK) abort();
    check_all(graph, &random);
    change(graph, &random);
    check_all(graph, &random);
    wend_graph_destroy(graph);
}

int main(int count, char** arguments) {
    int64_t graphs = 1000, first = 1, most = 30;
    const struct {
        const char* name;
        int64_t* value;
    } options[] = {{"--graphs", &graphs}, {"--first", &first}, {"--most", &most}};
    for (int i = 1; i + 1 < count; i += 2)
        for (size_t k = 0; k < sizeof options / sizeof *options; k++)
            if (strcmp(arguments[i], options[k].name) == 0) *options[k].value = atoll(arguments[i + 1]);
    if (most < 1 || most > MOST_NODES) return 2;
    wend_graph_search_def def = wend_default_graph_search_def();
    if (wend_graph_search_create(&def, &plain) != WEND_OK) abort();
    def.observer = (wend_graph_observer){hear, &log_of};
    if (wend_graph_search_create(&def, &watched) != WEND_OK) abort();
    for (int64_t i = 0; i < graphs; i++) {
        seed = (uint64_t)(first + i);
        try_graph((int32_t)most);
    }
    wend_graph_search_destroy(watched);
    wend_graph_search_destroy(plain);
    printf("%lld graphs, %lld queries, %lld paths, %lld nodes expanded, %d failures\n", (long long)graphs,
           (long long)queries, (long long)paths, (long long)expanded, failures);
    return failures > 0 || paths == 0;
}
