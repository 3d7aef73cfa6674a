// graph.c: `wend graph`: plans in any graph.
#include "clock.h"
#include "graph_question.h"
#include "json.h"
#include "memory.h"
#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- the search step by step: the recorded events are played back

enum { GRAPH_STEPS_MAX_NODES = 10000 }; ///< the lists of larger graphs are not shown

// A node of the playback.
typedef struct played_node {
    wend_graph_event last; // about this node
    int64_t order;         // of its opening, for breadth first
    int64_t closed_at;     // step; 0: it is not closed
    bool is_open;
} played_node;

typedef struct playback {
    const graph_question* q;
    played_node* nodes;
    int32_t node_count;
    int32_t *open, *closed; // the lists, in their orders
    int32_t open_count, closed_count;
    int64_t step, from, to; // its number, its events
} playback;

static playback begin(const graph_question* q) {
    playback p = {.q = q, .node_count = wend_graph_node_count(q->graph), .step = -1};
    p.nodes = memory_for(p.node_count, sizeof *p.nodes, "nodes");
    p.open = memory_for(p.node_count, sizeof *p.open, "nodes");
    p.closed = memory_for(p.node_count, sizeof *p.closed, "nodes");
    return p;
}

static void end(playback* p) {
    free(p->nodes);
    free(p->open);
    free(p->closed);
}

static void apply(playback* p, const wend_graph_event* event, int64_t order) {
    played_node* n = &p->nodes[event->node];
    n->last = *event;
    n->is_open = event->kind != WEND_GRAPH_CLOSED;
    if (event->kind == WEND_GRAPH_OPENED) n->order = order;
    n->closed_at = event->kind == WEND_GRAPH_CLOSED ? p->step : 0;
}

static bool comes_before(const playback* p, int32_t a, int32_t b) {
    const played_node *m = &p->nodes[a], *n = &p->nodes[b];
    if (!m->is_open) return m->closed_at < n->closed_at;
    if (p->q->query.algorithm == WEND_GRAPH_BFS) return m->order < n->order;
    return m->last.f < n->last.f || (!(n->last.f < m->last.f) && a < b);
}

// Keeps both lists sorted as they grow: few nodes change in one step.
static void insert(const playback* p, int32_t* list, int32_t* count, int32_t item) {
    int32_t at = (*count)++;
    for (; at > 0 && comes_before(p, item, list[at - 1]); at--) list[at] = list[at - 1];
    list[at] = item;
}

static void list_nodes(playback* p) {
    p->open_count = p->closed_count = 0;
    for (int32_t i = 0; i < p->node_count; i++) {
        if (p->nodes[i].is_open)
            insert(p, p->open, &p->open_count, i);
        else if (p->nodes[i].closed_at > 0)
            insert(p, p->closed, &p->closed_count, i);
    }
}

// Plays the next step: the event that closes a node, and those up to the next. The first step only opens the
// start. False: there is none.
static bool take_step(playback* p) {
    const graph_question* q = p->q;
    if (p->to >= q->event_count) return false;
    p->step++;
    p->from = p->to++;
    while (p->to < q->event_count && q->events[p->to].kind != WEND_GRAPH_CLOSED) p->to++;
    for (int64_t i = p->from; i < p->to; i++) apply(p, &q->events[i], i);
    list_nodes(p);
    return true;
}

// ---- as text

static const char* const kind_texts[WEND_GRAPH_EVENT_COUNT] = {"opened", "improved", "reopened", "closed"};

static void print_event(const graph_question* q, const wend_graph_event* e) {
    printf("      %-9s %-8s %8s %8s %8s  %-8s %s\n", kind_texts[e->kind], graph_node_text(q, e->node).text,
           graph_number_text(e->g).text, graph_number_text(e->h).text, graph_number_text(e->f).text,
           graph_from_text(q, e->connection).text,
           e->connection < 0 ? "-" : graph_connection_text(q, e->connection).text);
}

static void print_list(const playback* p, const char* name, const int32_t* list, int32_t count) {
    printf("      %-9s", name);
    for (int32_t i = 0; i < count; i++)
        printf("%s %s %s", i > 0 ? "," : "", graph_node_text(p->q, list[i]).text,
               graph_number_text(p->nodes[list[i]].last.f).text);
    printf(count == 0 ? " -\n" : "\n");
}

// Prints each step: the node that is closed, what it changes, the open list in its order, the closed list.
static void graph_steps_print(const graph_question* q) {
    playback p = begin(q);
    printf("step            node            g        h        f  from     connection\n");
    while (take_step(&p)) {
        printf("%4lld\n", (long long)p.step);
        for (int64_t i = p.from; i < p.to; i++) print_event(q, &q->events[i]);
        print_list(&p, "open", p.open, p.open_count);
        print_list(&p, "closed", p.closed, p.closed_count);
    }
    printf("\n");
    end(&p);
}

// ---- as JSON

static void add_event(const graph_question* q, cJSON* array, const wend_graph_event* e) {
    cJSON* item = json_row(array);
    json_text(item, "event", kind_texts[e->kind]);
    json_text(item, "node", graph_node_text(q, e->node).text);
    json_number(item, "g", e->g, 6);
    json_number(item, "h", e->h, 6);
    json_number(item, "f", e->f, 6);
    if (e->connection < 0)
        cJSON_AddNullToObject(item, "connection");
    else
        json_integer(item, "connection", e->connection);
}

static void add_list(const playback* p, cJSON* step, const char* name, const int32_t* list, int32_t count) {
    cJSON* array = cJSON_AddArrayToObject(step, name);
    for (int32_t i = 0; i < count; i++) {
        cJSON* item = json_row(array);
        json_text(item, "node", graph_node_text(p->q, list[i]).text);
        json_number(item, "f", p->nodes[list[i]].last.f, 6);
    }
}

// Adds the array "steps".
static void graph_steps_json(const graph_question* q, cJSON* json) {
    playback p = begin(q);
    cJSON* steps = cJSON_AddArrayToObject(json, "steps");
    while (take_step(&p)) {
        cJSON* step = json_row(steps);
        cJSON* events = cJSON_AddArrayToObject(step, "events");
        for (int64_t i = p.from; i < p.to; i++) add_event(q, events, &q->events[i]);
        add_list(&p, step, "open", p.open, p.open_count);
        add_list(&p, step, "closed", p.closed, p.closed_count);
    }
    end(&p);
}

typedef struct graph_arguments {
    common_options common;
    const char *file, *nodes, *from, *heuristic, *render;
    option_list to, disable, cost;
    int algorithm;
    double weight;
    bool two_way, no_reopen, steps;
} graph_arguments;

static const char* const algorithm_names[] = {"astar", "dijkstra", "bfs", "greedy", NULL}; // as the enum

#define AT(member) offsetof(graph_arguments, member)
static const option options[] = {
    OPT_OPERAND("FILE", "a table from,to,cost (CSV), GraphML, or DIMACS .gr; - is standard input", AT(file)),
    OPT_TEXT(0, "from", "NODE", "the start", AT(from), REQUIRED),
    OPT_LIST("to", "NODE", "a goal; again for more; without one: the distances of all nodes", AT(to)),
    OPT_TEXT(0, "nodes", "FILE", "a table node,x,y with positions, or a DIMACS .co", AT(nodes), OPTIONAL),
    OPT_FLAG(0, "two-way", "every edge leads both ways", AT(two_way)),
    OPT_CHOICE("algorithm", "how to search", AT(algorithm), algorithm_names),
    OPT_TEXT(0, "heuristic", "none|euclidean|FILE",
             "h: 0, the distance of positions, or a table node,h [default: euclidean]", AT(heuristic),
             OPTIONAL),
    OPT_NUMBER("weight", "W", "of h, for astar", AT(weight), 0, 1e6),
    OPT_FLAG(0, "no-reopen", "never open a closed node again", AT(no_reopen)),
    OPT_LIST("disable", "ID", "leave out an edge: its id in the file, or else its number from 0",
             AT(disable)),
    OPT_LIST("cost", "ID=C", "change the cost of an edge; inf: no path uses it", AT(cost)),
    OPT_FLAG(0, "steps", "print the search step by step, with the open and the closed list", AT(steps)),
    OPT_OUTPUT(0, "render", "OUT.svg|png", ".svg .png",
               "draw the graph, with open and closed nodes and the path", AT(render), OPTIONAL),
    COMMON_OPTIONS(graph_arguments),
};

// ---- the question

static int find_node(const graph_question* q, const char* option_name, const char* name, int32_t* out) {
    *out = wend_graph_find_node(q->names, name);
    if (*out >= 0) return CLI_OK;
    return command_fail(CLI_USAGE, "--%s %s is not a node; the graph has %d, the first is '%s'", option_name,
                        name, wend_graph_node_count(q->graph), graph_node_text(q, 0).text);
}

// An edge by its label or its number.
static int find_edge(const graph_question* q, const char* option_name, const char* id, int32_t* out) {
    char* end = NULL;
    *out = wend_graph_find_edge(q->names, id);
    if (*out >= 0) return CLI_OK;
    const long number = *id >= '0' && *id <= '9' ? strtol(id, &end, 10) : -1;
    const bool is_number = end != NULL && *end == '\0' && number < wend_graph_connection_count(q->graph);
    *out = is_number ? wend_graph_edge_of(q->names, (int32_t)number) : -1;
    if (*out >= 0) return CLI_OK;
    return command_fail(CLI_USAGE, "--%s %s is not an edge: expected its id, or its number from 0",
                        option_name, id);
}

// Changes all connections of an edge: cost, or -1 to disable it.
static void change_edge(graph_question* q, int32_t edge, double cost) {
    for (int32_t i = 0; i < wend_graph_connection_count(q->graph); i++) {
        if (wend_graph_edge_of(q->names, i) != edge) continue;
        if (cost < 0)
            wend_graph_set_enabled(q->graph, i, false);
        else
            wend_graph_set_cost(q->graph, i, cost);
    }
}

static int change_edges(const graph_arguments* a, graph_question* q) {
    int32_t edge;
    for (int i = 0; i < a->cost.count; i++) {
        const char* equals = strrchr(a->cost.items[i], '=');
        double cost;
        const bool is_infinite = equals != NULL && strcmp(equals + 1, "inf") == 0;
        if (is_infinite) cost = INFINITY;
        if (equals == NULL || (!is_infinite && (!options_parse_number(equals + 1, &cost) || cost < 0 ||
                                                cost > WEND_GRAPH_MAX_COST)))
            return command_fail(CLI_USAGE, "--cost expects ID=C, C a number in 0..1e100 or inf, got '%s'",
                                a->cost.items[i]);
        char* id = memory_text(a->cost.items[i], (size_t)(equals - a->cost.items[i]));
        int code = find_edge(q, "cost", id, &edge);
        free(id);
        if (code != CLI_OK) return code;
        change_edge(q, edge, cost);
    }
    for (int i = 0; i < a->disable.count; i++) {
        int code = find_edge(q, "disable", a->disable.items[i], &edge);
        if (code != CLI_OK) return code;
        change_edge(q, edge, -1);
    }
    return CLI_OK;
}

static int set_heuristic(const graph_arguments* a, graph_question* q, double** table_out) {
    q->query.heuristic = WEND_GRAPH_EUCLIDEAN;
    if (a->heuristic == NULL || strcmp(a->heuristic, "euclidean") == 0) {
        if (a->heuristic != NULL && wend_graph_euclidean_factor(q->graph) <= 0)
            cli_warn("--heuristic euclidean is 0 everywhere: it needs a position of every node, and costs "
                     "above 0 between positions that differ");
        return CLI_OK;
    }
    q->query.heuristic = WEND_GRAPH_NO_HEURISTIC;
    if (strcmp(a->heuristic, "none") == 0) return CLI_OK;
    *table_out = memory_for(wend_graph_node_count(q->graph), sizeof **table_out, "nodes");
    wend_error error = {.text = ""};
    wend_result result = wend_import_heuristic(a->heuristic, q->names, *table_out, &error);
    q->query.heuristic = WEND_GRAPH_TABLE;
    q->query.heuristic_table = *table_out;
    return result == WEND_OK ? CLI_OK : cli_fail_error(&error, result, CLI_READING);
}

static int set_ends(const graph_arguments* a, graph_question* q, int32_t** goals_out) {
    int32_t start;
    int code = find_node(q, "from", a->from, &start);
    if (code != CLI_OK) return code;
    q->query = wend_default_graph_query(start, -1);
    if (a->to.count == 0) return CLI_OK;
    *goals_out = memory_for(a->to.count, sizeof **goals_out, "goals");
    for (int i = 0; i < a->to.count; i++)
        if ((code = find_node(q, "to", a->to.items[i], &(*goals_out)[i])) != CLI_OK) return code;
    q->query.goal = (*goals_out)[0];
    q->query.other_goals = *goals_out + 1;
    q->query.other_goal_count = a->to.count - 1;
    return CLI_OK;
}

static int load(const graph_arguments* a, graph_question* q) {
    wend_graph_import_def def = wend_default_graph_import_def();
    wend_graph_import_info info;
    wend_error error = {.text = ""};
    def.two_way = a->two_way;
    def.node_table = a->nodes;
    wend_result result = wend_import_graph(a->file, &def, &q->graph, &q->names, &info, &error);
    if (result != WEND_OK) return cli_fail_error(&error, result, CLI_READING);
    if (info.warning[0] != '\0') cli_warn("%s", info.warning);
    if (a->steps && wend_graph_node_count(q->graph) > GRAPH_STEPS_MAX_NODES)
        return command_fail(CLI_USAGE, "--steps is for graphs of up to %d nodes; this one has %d",
                            GRAPH_STEPS_MAX_NODES, wend_graph_node_count(q->graph));
    return CLI_OK;
}

static void record(const wend_graph_event* event, void* context) {
    graph_question* q = context;
    q->events = memory_grow(q->events, q->event_count, &q->event_capacity, sizeof *q->events, "events");
    q->events[q->event_count++] = *event;
}

static int search(const graph_arguments* a, graph_question* q) {
    wend_graph_search_def def = wend_default_graph_search_def();
    def.clock_ns = clock_wall_ns;
    if (a->steps) def.observer = (wend_graph_observer){record, q};
    q->query.algorithm = (wend_graph_algorithm)a->algorithm;
    q->query.heuristic_weight = a->weight;
    q->query.reopen = !a->no_reopen;
    wend_result result = wend_graph_search_create(&def, &q->search);
    if (result == WEND_OK) result = wend_graph_find_path(q->search, q->graph, &q->query, &q->stats);
    return cli_result(result, "graph");
}

// ---- the answer

static double microseconds(const graph_question* q) {
    return (double)q->stats.total_ns * 1e-3;
}

// After a search without goals: what each node costs, and how it is reached.
static void print_distances(const graph_question* q) {
    printf("%-12s %12s  %-12s %s\n", "node", "cost", "from", "connection");
    for (int32_t n = 0; n < wend_graph_node_count(q->graph); n++) {
        const wend_graph_node node = wend_graph_search_node(q->search, n);
        printf("%-12s %12s  %-12s %s\n", graph_node_text(q, n).text, graph_number_text(node.g).text,
               graph_from_text(q, node.connection).text,
               node.connection < 0 ? "-" : graph_connection_text(q, node.connection).text);
    }
}

static void print_path(const graph_question* q) {
    int32_t count = 0;
    const int32_t* path = wend_graph_search_connections(q->search, &count);
    if (count == 0) return;
    printf("%-12s %-12s %-12s %12s %12s\n", "connection", "from", "to", "cost", "sum");
    double sum = 0;
    for (int32_t i = 0; i < count; i++) {
        const wend_graph_connection c = wend_graph_get_connection(q->graph, path[i]);
        sum += c.cost;
        printf("%-12s %-12s %-12s %12s %12s\n", graph_connection_text(q, path[i]).text,
               graph_node_text(q, c.from).text, graph_node_text(q, c.to).text, graph_number_text(c.cost).text,
               graph_number_text(sum).text);
    }
}

static void print_text(const graph_question* q) {
    const wend_outcome outcome = wend_graph_search_outcome(q->search);
    int32_t count = 0;
    const int32_t* nodes = wend_graph_search_nodes(q->search, &count);
    printf("outcome      %s\n", wend_outcome_string(outcome));
    if (count > 0) {
        printf("cost         %s\n", graph_number_text(wend_graph_search_cost(q->search)).text);
        printf("path        ");
        for (int32_t i = 0; i < count; i++) printf(" %s", graph_node_text(q, nodes[i]).text);
        printf("\n");
    }
    printf("expanded     %lld node%s; %lld opened, %lld improved, %lld reopened, at most %lld open\n",
           (long long)q->stats.expanded, cli_plural(q->stats.expanded), (long long)q->stats.opened,
           (long long)q->stats.improved, (long long)q->stats.reopened, (long long)q->stats.most_open);
    printf("time         %.0f us: search\n", microseconds(q));
    if (graph_has_goals(q))
        print_path(q);
    else
        print_distances(q);
}

static void add_distances(const graph_question* q, cJSON* json) {
    cJSON* array = cJSON_AddArrayToObject(json, "distances");
    for (int32_t n = 0; n < wend_graph_node_count(q->graph); n++) {
        const wend_graph_node node = wend_graph_search_node(q->search, n);
        cJSON* item = json_row(array);
        json_text(item, "node", graph_node_text(q, n).text);
        json_number(item, "cost", node.g, 6);
        if (node.connection < 0)
            cJSON_AddNullToObject(item, "connection");
        else
            json_integer(item, "connection", node.connection);
    }
}

static void add_connections(const graph_question* q, cJSON* json) {
    int32_t count = 0;
    const int32_t* path = wend_graph_search_connections(q->search, &count);
    cJSON* array = cJSON_AddArrayToObject(json, "connections");
    for (int32_t i = 0; i < count; i++) {
        const wend_graph_connection c = wend_graph_get_connection(q->graph, path[i]);
        const char* label = wend_graph_edge_label(q->names, wend_graph_edge_of(q->names, path[i]));
        cJSON* item = json_row(array);
        json_integer(item, "id", path[i]);
        if (label != NULL) json_text(item, "label", label);
        json_text(item, "from", graph_node_text(q, c.from).text);
        json_text(item, "to", graph_node_text(q, c.to).text);
        json_number(item, "cost", c.cost, 6);
    }
}

static void print_json(const graph_question* q, cJSON* json) {
    int32_t count = 0;
    const int32_t* nodes = wend_graph_search_nodes(q->search, &count);
    json_text(json, "outcome", wend_outcome_string(wend_graph_search_outcome(q->search)));
    json_number(json, "cost", wend_graph_search_cost(q->search), 6);
    cJSON* array = cJSON_AddArrayToObject(json, "nodes");
    for (int32_t i = 0; i < count; i++) json_append_text(array, graph_node_text(q, nodes[i]).text);
    add_connections(q, json);
    if (!graph_has_goals(q)) add_distances(q, json);
    cJSON* stats = cJSON_AddObjectToObject(json, "stats");
    json_integer(stats, "nodes", wend_graph_node_count(q->graph));
    json_integer(stats, "connections", wend_graph_connection_count(q->graph));
    json_integer(stats, "expanded", q->stats.expanded);
    json_integer(stats, "opened", q->stats.opened);
    json_integer(stats, "improved", q->stats.improved);
    json_integer(stats, "reopened", q->stats.reopened);
    json_integer(stats, "most_open", q->stats.most_open);
    json_number(stats, "us_total", microseconds(q), 3);
    json_integer(stats, "bytes", (int64_t)(wend_graph_bytes(q->graph) + wend_graph_search_bytes(q->search)));
    json_print(json);
}

static void print(const graph_arguments* a, const graph_question* q) {
    if (a->common.json) {
        cJSON* json = cJSON_CreateObject();
        json_text(json, "graph", a->file);
        json_text(json, "from", a->from);
        if (a->to.count > 0) {
            cJSON* to = cJSON_AddArrayToObject(json, "to");
            for (int i = 0; i < a->to.count; i++) json_append_text(to, a->to.items[i]);
        }
        if (a->steps) graph_steps_json(q, json);
        print_json(q, json);
        return;
    }
    if (a->steps) graph_steps_print(q);
    print_text(q);
}

// ---- the command

static int answer(void* arguments) {
    const graph_arguments* a = arguments;
    graph_question q = {0};
    double* table = NULL;
    int32_t* goals = NULL;
    int code = load(a, &q);
    if (code == CLI_OK) code = set_ends(a, &q, &goals);
    if (code == CLI_OK) code = change_edges(a, &q);
    if (code == CLI_OK) code = set_heuristic(a, &q, &table);
    if (code == CLI_OK) code = search(a, &q);
    if (code == CLI_OK && a->render != NULL) code = graph_picture_write(&q, a->render);
    if (code == CLI_OK) print(a, &q);
    if (code == CLI_OK && wend_graph_search_outcome(q.search) != WEND_FOUND) code = CLI_NEGATIVE;
    wend_graph_search_destroy(q.search);
    wend_graph_names_destroy(q.names);
    wend_graph_destroy(q.graph);
    free(q.events);
    free(table);
    free(goals);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    graph_arguments a = {.weight = 1};
    return options_run(self, argc, argv, &a, answer);
}

const command command_graph = {
    .name = "graph",
    .summary = "plan in any graph of nodes and connections",
    .details =
        "Prints the outcome, the cost and the connections of the cheapest path, or without --to the "
        "costs of all\n"
        "nodes. With --steps it prints the search as course notes do. Exits with 1 when there is no path.",
    .example = "wend graph data/course_graph.csv --nodes data/course_nodes.csv --from S --to G --heuristic "
               "data/course_nodes.csv --steps",
    .options = options,
    .run = run,
};
