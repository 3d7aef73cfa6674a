// search.c: which path does a query find? One best-first search serves all algorithms: they differ in
// the key of the open list, and in whether a node may get a better path later.
#include "search.h"

#include <math.h>
#include <string.h>

enum { CANCEL_INTERVAL = 1024 };

wend_graph_query wend_default_graph_query(int32_t start, int32_t goal) {
    return (wend_graph_query){.cookie = WGR_COOKIE,
                              .start = start,
                              .goal = goal,
                              .algorithm = WEND_GRAPH_ASTAR,
                              .heuristic = WEND_GRAPH_EUCLIDEAN,
                              .euclidean_factor = -1,
                              .heuristic_weight = 1,
                              .reopen = true};
}

// ---- one query

typedef struct run {
    wend_graph_search* search;
    const wend_graph* graph;
    const wend_graph_query* query;
    wend_graph_stats* stats;
    bool uses_heuristic;
    double euclidean_factor;
    double g_weight, h_weight; // f = g_weight x g + h_weight x h
    bool improves, reopens;    // open nodes, closed nodes may get a cheaper path
    bool counts;               // breadth first: each connection counts 1
    bool reads_positions;      // for the heuristic
    int64_t open_count;        // nodes, not entries of the open list
} run;

static bool is_unseen(const wend_graph_search* search, const wgr_mark* mark) {
    return (mark->stamp & ~(uint32_t)WGR_GOAL) <= search->stamp; // unseen is state 0
}
static uint32_t state_of(const wgr_mark* mark) {
    return mark->stamp & WGR_STATE;
}
static void set_state(wgr_mark* mark, uint32_t state) {
    mark->stamp = (mark->stamp & ~(uint32_t)WGR_STATE) | state;
}

static double estimate_of(const run* r, const wgr_mark* mark) {
    return r->g_weight * mark->g + r->h_weight * mark->h;
}

static void notify(const run* r, wend_graph_event_kind kind, int32_t node) {
    const wend_graph_observer* observer = &r->search->observer;
    if (!observer->event) return;
    const wgr_mark* mark = &r->search->marks[node];
    const wend_graph_event event = {kind, node, mark->connection, mark->g, mark->h, estimate_of(r, mark)};
    observer->event(&event, observer->context);
}

static double euclidean(const run* r, int32_t node) {
    const wend_graph_search* search = r->search;
    if (search->goal_position_count == 0 || !wgr_is_placed(r->graph, node)) return 0;
    double least = INFINITY;
    for (int32_t i = 0; i < search->goal_position_count; i++) {
        double distance = wgr_distance(r->graph->positions[node], search->goal_positions[i]);
        if (distance < least) least = distance;
    }
    return least * r->euclidean_factor;
}

// Errors: ARGUMENT (out of range).
static wend_result find_h(const run* r, int32_t node, double* out) {
    double h = 0;
    if (r->uses_heuristic) {
        switch (r->query->heuristic) {
        case WEND_GRAPH_EUCLIDEAN:
            h = euclidean(r, node); // in range, since its factors are
            break;
        case WEND_GRAPH_TABLE:
            h = r->query->heuristic_table[node];
            if (!wgr_is_finite_cost(h)) return WEND_ERROR_ARGUMENT;
            break;
        case WEND_GRAPH_CALLBACK:
            h = r->query->heuristic_fn(node, r->query->heuristic_context);
            if (!wgr_is_finite_cost(h)) return WEND_ERROR_ARGUMENT;
            break;
        default:
            break;
        }
    }
    *out = h + 0.0; // no negative zero
    return WEND_OK;
}

// ---- the open list: no entry comes before its parent, the entry at (index - 1) / 2 (Williams 1964)

static bool before(wgr_open a, wgr_open b) {
    return a.key < b.key || (a.key == b.key && a.node < b.node);
}

static wend_result push(run* r, int32_t node) {
    wend_graph_search* search = r->search;
    if (search->open_count == INT32_MAX) return WEND_ERROR_LIMIT;
    wgr_open* open = wimp_grow_one(wgr_allocator_opt(&search->allocator), search->open,
                                   &search->open_capacity, search->open_count, sizeof *open);
    if (!open) return WEND_ERROR_MEMORY;
    search->open = open;
    const double key = r->counts ? (double)r->stats->opened : estimate_of(r, &search->marks[node]);
    const wgr_open entry = {key, node};
    int32_t at = search->open_count++;
    for (; at > 0 && before(entry, open[(at - 1) / 2]); at = (at - 1) / 2) open[at] = open[(at - 1) / 2];
    open[at] = entry;
    return WEND_OK;
}

static int32_t pop(wend_graph_search* search) {
    wgr_open* open = search->open;
    const wgr_open top = open[0], last = open[--search->open_count];
    int32_t at = 0;
    for (int32_t child = 1; child < search->open_count; child = 2 * at + 1) {
        if (child + 1 < search->open_count && before(open[child + 1], open[child])) child++;
        if (!before(open[child], last)) break;
        open[at] = open[child];
        at = child;
    }
    open[at] = last;
    return top.node;
}

// ---- opening and closing nodes

static wend_result open_node(run* r, int32_t node, int32_t connection, double g) {
    wend_graph_search* search = r->search;
    wgr_mark* mark = &search->marks[node];
    double h;
    wend_result result = find_h(r, node, &h);
    if (result != WEND_OK) return result;
    uint32_t goal = mark->stamp >= search->stamp ? mark->stamp & WGR_GOAL : 0;
    *mark = (wgr_mark){g, h, connection, search->stamp | goal | WEND_GRAPH_IS_OPEN};
    result = push(r, node);
    if (result != WEND_OK) return result;
    r->stats->opened++;
    if (++r->open_count > r->stats->most_open) r->stats->most_open = r->open_count;
    notify(r, WEND_GRAPH_OPENED, node);
    return WEND_OK;
}

// Offers a path to a node that has one.
static wend_result improve(run* r, int32_t node, int32_t connection, double g) {
    wgr_mark* mark = &r->search->marks[node];
    bool is_closed = state_of(mark) == WEND_GRAPH_IS_CLOSED;
    if (!(g < mark->g) || !(is_closed ? r->reopens : r->improves)) return WEND_OK;
    mark->g = g;
    mark->connection = connection;
    set_state(mark, WEND_GRAPH_IS_OPEN);
    // Its older entry stays in the open list. It cannot come first: its key is not less, and when it comes
    // the node is closed.
    wend_result result = push(r, node);
    if (result != WEND_OK) return result;
    r->open_count += is_closed;
    if (r->open_count > r->stats->most_open) r->stats->most_open = r->open_count;
    if (is_closed)
        r->stats->reopened++;
    else
        r->stats->improved++;
    notify(r, is_closed ? WEND_GRAPH_REOPENED : WEND_GRAPH_IMPROVED, node);
    return WEND_OK;
}

static wend_result expand(run* r, int32_t node) {
    const wend_graph* graph = r->graph;
    wgr_mark* marks = r->search->marks;
    const double g = marks[node].g;
    // Waiting for the marks of neighbours takes most of the time in a large graph: wait for all of them at
    // once.
    for (int32_t at = graph->first[node]; at < graph->first[node + 1]; at++) {
        __builtin_prefetch(&marks[graph->arcs[at].to]);
        if (r->reads_positions) __builtin_prefetch(&graph->positions[graph->arcs[at].to]);
    }
    for (int32_t at = graph->first[node]; at < graph->first[node + 1]; at++) {
        const wgr_arc* arc = &graph->arcs[at];
        if (!wgr_arc_is_open(arc)) continue;
        const double next = g + (r->counts ? 1 : arc->cost);
        wend_result result = is_unseen(r->search, &marks[arc->to])
                                 ? open_node(r, arc->to, wgr_arc_number(arc), next)
                                 : improve(r, arc->to, wgr_arc_number(arc), next);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static bool is_cancelled(const wend_graph_search* search) {
    return search->should_cancel && search->should_cancel(search->cancel_context);
}

// Searches until a goal is closed: *reached_out, or -1 when no node is open any more.
static wend_result search_goal(run* r, int32_t* reached_out) {
    wend_graph_search* search = r->search;
    *reached_out = -1;
    wend_result result = open_node(r, r->query->start, -1, 0);
    while (result == WEND_OK && search->open_count > 0) {
        int32_t node = pop(search);
        if (search->open_count > 0) // mostly the next node
            __builtin_prefetch(&r->graph->arcs[r->graph->first[search->open[0].node]]);
        wgr_mark* mark = &search->marks[node];
        if (state_of(mark) == WEND_GRAPH_IS_CLOSED) continue; // an older entry
        set_state(mark, WEND_GRAPH_IS_CLOSED);
        r->open_count--;
        r->stats->expanded++;
        notify(r, WEND_GRAPH_CLOSED, node);
        if (mark->stamp & WGR_GOAL) {
            *reached_out = node;
            return WEND_OK;
        }
        if (r->stats->expanded % CANCEL_INTERVAL == 0 && is_cancelled(search)) return WEND_ERROR_CANCELLED;
        result = expand(r, node);
    }
    return result;
}

// ---- the answer

static wend_result reserve(const wend_allocator* allocator, wgr_list* list, int32_t count) {
    if (count == 0) return WEND_OK;
    int32_t* data =
        wimp_grow(wgr_allocator_opt(allocator), list->data, &list->capacity, 0, (size_t)count, sizeof *data);
    if (!data) return WEND_ERROR_MEMORY;
    list->data = data;
    return WEND_OK;
}

// Walks back along the last connections. They cannot form a cycle: g never rises on the way back, and a node
// takes another connection only for a smaller g.
static wend_result store_path(run* r, int32_t goal) {
    wend_graph_search* search = r->search;
    const wgr_mark* marks = search->marks;
    int32_t count = 0;
    for (int32_t n = goal; marks[n].connection >= 0; n = r->graph->from[marks[n].connection]) count++;
    wend_result result = reserve(&search->allocator, &search->connections, count);
    if (result == WEND_OK) result = reserve(&search->allocator, &search->nodes, count + 1);
    if (result != WEND_OK) return result;
    search->connections.count = count;
    search->nodes.count = count + 1;
    search->nodes.data[count] = goal;
    for (int32_t n = goal, i = count; i > 0; i--) {
        search->connections.data[i - 1] = marks[n].connection;
        n = r->graph->from[marks[n].connection];
        search->nodes.data[i - 1] = n;
    }
    for (int32_t i = 0; i < count; i++)
        search->cost += r->graph->arcs[r->graph->arc_of[search->connections.data[i]]].cost;
    return WEND_OK;
}

// ---- the query

static void clear_answer(wend_graph_search* search) {
    search->node_count = search->connections.count = search->nodes.count = 0;
    search->outcome = WEND_NO_ROUTE;
    search->cost = 0;
}

static bool is_valid(const wend_graph* graph, const wend_graph_query* q) {
    if (!wgr_has_node(graph, q->start)) return false;
    if (q->goal != -1 && !wgr_has_node(graph, q->goal)) return false;
    if (q->other_goal_count < 0 || (!q->other_goals && q->other_goal_count > 0)) return false;
    for (int32_t i = 0; i < q->other_goal_count; i++)
        if (!wgr_has_node(graph, q->other_goals[i])) return false;
    if ((int)q->algorithm < 0 || q->algorithm >= WEND_GRAPH_ALGORITHM_COUNT) return false;
    if ((int)q->heuristic < 0 || q->heuristic >= WEND_GRAPH_HEURISTIC_COUNT) return false;
    if (q->euclidean_factor != -1 && !wgr_is_finite_cost(q->euclidean_factor)) return false;
    if (!(q->heuristic_weight >= 0 && q->heuristic_weight <= 1e6)) return false;
    if (q->heuristic == WEND_GRAPH_TABLE && !q->heuristic_table) return false;
    return q->heuristic != WEND_GRAPH_CALLBACK || q->heuristic_fn;
}

// Forgets the nodes of the last query and makes room for those of this graph.
static wend_result reset(wend_graph_search* search, const wend_graph* graph) {
    search->open_count = 0;
    size_t nodes = (size_t)graph->node_count;
    if (nodes > search->mark_capacity) {
        wgr_mark* marks = wgr_alloc_zeroed(&search->allocator, nodes, sizeof *marks);
        if (!marks) return WEND_ERROR_MEMORY;
        wgr_free(&search->allocator, search->marks, search->mark_capacity, sizeof *marks);
        search->marks = marks;
        search->mark_capacity = nodes;
        search->stamp = 0;
    }
    if (search->stamp > UINT32_MAX - 2 * WGR_STAMP_STEP) {
        memset(search->marks, 0, search->mark_capacity * sizeof *search->marks);
        search->stamp = 0;
    }
    search->stamp += WGR_STAMP_STEP;
    return WEND_OK;
}

// The goal at an index; -1: there are no more.
static int32_t goal_at(const wend_graph_query* q, int32_t index) {
    int32_t own = q->goal >= 0;
    if (index < own) return q->goal;
    return index - own < q->other_goal_count ? q->other_goals[index - own] : -1;
}

static wend_result mark_goals(run* r) {
    wend_graph_search* search = r->search;
    const wend_graph_query* q = r->query;
    int32_t goals = 0;
    bool all_placed = r->uses_heuristic && q->heuristic == WEND_GRAPH_EUCLIDEAN && r->graph->positions;
    for (int32_t goal; (goal = goal_at(q, goals)) >= 0; goals++) {
        search->marks[goal].stamp = search->stamp | WGR_GOAL;
        all_placed = all_placed && wgr_is_placed(r->graph, goal);
    }
    search->goal_position_count = 0;
    if (!all_placed || goals == 0) return WEND_OK;
    wend_graph_position* positions = wimp_grow(wgr_allocator_opt(&search->allocator), search->goal_positions,
                                               &search->goal_capacity, 0, (size_t)goals, sizeof *positions);
    if (!positions) return WEND_ERROR_MEMORY;
    search->goal_positions = positions;
    for (int32_t i = 0; i < goals; i++) positions[i] = r->graph->positions[goal_at(q, i)];
    search->goal_position_count = goals;
    r->reads_positions = true;
    return WEND_OK;
}

static wend_result answer(run* r) {
    wend_graph_search* search = r->search;
    wend_result result = reset(search, r->graph);
    if (result == WEND_OK) result = mark_goals(r);
    int32_t reached = -1;
    if (result == WEND_OK) result = search_goal(r, &reached);
    if (result == WEND_OK && reached >= 0) result = store_path(r, reached);
    if (result != WEND_OK) return result;
    bool has_goals = goal_at(r->query, 0) >= 0;
    search->outcome = reached >= 0 || !has_goals ? WEND_FOUND : WEND_NO_ROUTE;
    search->node_count = r->graph->node_count;
    return WEND_OK;
}

wend_result wend_graph_find_path(wend_graph_search* search, const wend_graph* graph,
                                 const wend_graph_query* query, wend_graph_stats* stats_opt) {
    if (!search || !graph || !query) return WEND_ERROR_ARGUMENT;
    wend_graph_stats stats = {0};
    if (stats_opt) *stats_opt = stats;
    clear_answer(search);
    if (query->cookie != WGR_COOKIE) return WEND_ERROR_DEF;
    if (!is_valid(graph, query)) return WEND_ERROR_ARGUMENT;
    const wend_graph_algorithm algorithm = query->algorithm;
    const bool is_astar = algorithm == WEND_GRAPH_ASTAR, is_greedy = algorithm == WEND_GRAPH_GREEDY;
    run r = {.search = search, .graph = graph, .query = query, .stats = &stats};
    r.uses_heuristic = is_astar || is_greedy;
    r.euclidean_factor =
        query->euclidean_factor == -1 ? wend_graph_euclidean_factor(graph) : query->euclidean_factor;
    r.g_weight = is_greedy ? 0 : 1;
    r.h_weight = is_astar ? query->heuristic_weight : is_greedy ? 1 : 0;
    r.improves = is_astar || algorithm == WEND_GRAPH_DIJKSTRA;
    r.reopens = is_astar && query->reopen;
    r.counts = algorithm == WEND_GRAPH_BFS;
    uint64_t began = search->clock_ns ? search->clock_ns(search->clock_context) : 0;
    wend_result result = answer(&r);
    if (search->clock_ns) stats.total_ns = (int64_t)(search->clock_ns(search->clock_context) - began);
    if (stats_opt) *stats_opt = stats;
    return result;
}

// ---- the search object

wend_graph_search_def wend_default_graph_search_def(void) {
    return (wend_graph_search_def){.cookie = WGR_COOKIE};
}

wend_result wend_graph_search_create(const wend_graph_search_def* def, wend_graph_search** out) {
    if (!def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WGR_COOKIE) return WEND_ERROR_DEF;
    wend_allocator allocator = wgr_allocator(def->allocator);
    wend_graph_search* search = wgr_alloc_zeroed(&allocator, 1, sizeof *search);
    if (!search) return WEND_ERROR_MEMORY;
    search->allocator = allocator;
    search->clock_ns = def->clock_ns;
    search->clock_context = def->clock_context;
    search->should_cancel = def->should_cancel;
    search->cancel_context = def->cancel_context;
    search->observer = def->observer;
    search->outcome = WEND_NO_ROUTE;
    *out = search;
    return WEND_OK;
}

void wend_graph_search_destroy(wend_graph_search* search) {
    if (!search) return;
    wend_allocator allocator = search->allocator;
    wgr_free(&allocator, search->open, search->open_capacity, sizeof *search->open);
    wgr_free(&allocator, search->marks, search->mark_capacity, sizeof *search->marks);
    wgr_free(&allocator, search->goal_positions, search->goal_capacity, sizeof *search->goal_positions);
    wgr_free(&allocator, search->connections.data, search->connections.capacity, sizeof(int32_t));
    wgr_free(&allocator, search->nodes.data, search->nodes.capacity, sizeof(int32_t));
    wgr_free(&allocator, search, 1, sizeof *search);
}

size_t wend_graph_search_bytes(const wend_graph_search* search) {
    if (!search) return 0;
    return sizeof *search + search->open_capacity * sizeof *search->open +
           search->mark_capacity * sizeof *search->marks +
           search->goal_capacity * sizeof *search->goal_positions +
           (search->connections.capacity + search->nodes.capacity) * sizeof(int32_t);
}

wend_outcome wend_graph_search_outcome(const wend_graph_search* search) {
    return search ? search->outcome : WEND_NO_ROUTE;
}

double wend_graph_search_cost(const wend_graph_search* search) {
    return search ? search->cost : 0;
}

static const int32_t* items_of(const wgr_list* list, int32_t* count_out) {
    *count_out = list->count;
    return list->count > 0 ? list->data : NULL;
}

const int32_t* wend_graph_search_connections(const wend_graph_search* search, int32_t* count_out) {
    if (count_out) *count_out = 0;
    return search && count_out ? items_of(&search->connections, count_out) : NULL;
}

const int32_t* wend_graph_search_nodes(const wend_graph_search* search, int32_t* count_out) {
    if (count_out) *count_out = 0;
    return search && count_out ? items_of(&search->nodes, count_out) : NULL;
}

wend_graph_node wend_graph_search_node(const wend_graph_search* search, int32_t node) {
    if (!search || node < 0 || node >= search->node_count) return (wend_graph_node){0};
    const wgr_mark* mark = &search->marks[node];
    if (is_unseen(search, mark)) return (wend_graph_node){WEND_GRAPH_UNSEEN, -1, INFINITY, 0};
    return (wend_graph_node){(wend_graph_node_state)state_of(mark), mark->connection, mark->g, mark->h};
}
