// graph_steps.c: what did a search over a graph do, step by step? The recorded events are played back.
#include "graph_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A node of the playback.
typedef struct node {
    wend_graph_event last; // about this node
    int64_t order;         // of its opening, for breadth first
    int64_t closed_at;     // step; 0: it is not closed
    bool is_open;
} node;

typedef struct playback {
    const graph_question* q;
    node* nodes;
    int32_t node_count;
    int32_t *open, *closed; // the lists, in their orders
    int32_t open_count, closed_count;
    int64_t step;
} playback;

static bool begin(const graph_question* q, playback* p) {
    *p = (playback){.q = q, .node_count = wend_graph_node_count(q->graph)};
    p->nodes = calloc((size_t)p->node_count, sizeof *p->nodes);
    p->open = malloc((size_t)p->node_count * sizeof *p->open);
    p->closed = malloc((size_t)p->node_count * sizeof *p->closed);
    return p->nodes != NULL && p->open != NULL && p->closed != NULL;
}

static void end(playback* p) {
    free(p->nodes);
    free(p->open);
    free(p->closed);
}

static void apply(playback* p, const wend_graph_event* event, int64_t order) {
    node* n = &p->nodes[event->node];
    n->last = *event;
    n->is_open = event->kind != WEND_GRAPH_CLOSED;
    if (event->kind == WEND_GRAPH_OPENED) n->order = order;
    n->closed_at = event->kind == WEND_GRAPH_CLOSED ? p->step : 0;
}

static bool comes_before(const playback* p, int32_t a, int32_t b) {
    const node *m = &p->nodes[a], *n = &p->nodes[b];
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

// The events of a step: the one that closes a node, and those up to the next. The first step only opens the
// start.
static int64_t step_end(const graph_question* q, int64_t from) {
    int64_t to = from + 1;
    while (to < q->event_count && q->events[to].kind != WEND_GRAPH_CLOSED) to++;
    return to;
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

bool graph_steps_print(const graph_question* q) {
    playback p;
    if (!begin(q, &p)) {
        end(&p);
        return false;
    }
    printf("step            node            g        h        f  from     connection\n");
    for (int64_t from = 0; from < q->event_count; p.step++) {
        const int64_t to = step_end(q, from);
        printf("%4lld\n", (long long)p.step);
        for (int64_t i = from; i < to; i++) {
            apply(&p, &q->events[i], i);
            print_event(q, &q->events[i]);
        }
        list_nodes(&p);
        print_list(&p, "open", p.open, p.open_count);
        print_list(&p, "closed", p.closed, p.closed_count);
        from = to;
    }
    printf("\n");
    end(&p);
    return true;
}

// ---- as JSON

static void add_event(const graph_question* q, cJSON* array, const wend_graph_event* e) {
    cJSON* item = cJSON_CreateObject();
    cJSON_AddItemToArray(array, item);
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
        cJSON* item = cJSON_CreateObject();
        cJSON_AddItemToArray(array, item);
        json_text(item, "node", graph_node_text(p->q, list[i]).text);
        json_number(item, "f", p->nodes[list[i]].last.f, 6);
    }
}

bool graph_steps_json(const graph_question* q, cJSON* json) {
    playback p;
    if (!begin(q, &p)) {
        end(&p);
        return false;
    }
    cJSON* steps = cJSON_AddArrayToObject(json, "steps");
    for (int64_t from = 0; from < q->event_count; p.step++) {
        const int64_t to = step_end(q, from);
        cJSON* step = cJSON_CreateObject();
        cJSON_AddItemToArray(steps, step);
        cJSON* events = cJSON_AddArrayToObject(step, "events");
        for (int64_t i = from; i < to; i++) {
            apply(&p, &q->events[i], i);
            add_event(q, events, &q->events[i]);
        }
        list_nodes(&p);
        add_list(&p, step, "open", p.open, p.open_count);
        add_list(&p, step, "closed", p.closed, p.closed_count);
        from = to;
    }
    end(&p);
    return true;
}
