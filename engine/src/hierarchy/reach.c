// reach.c: which components lead to others without a way back?
#include "hierarchy/reach.h"

#include <string.h>

#include "core/containers.h"

WENDI_LIST_FUNCTIONS(wendi_component_edge_list, wendi_component_edge)

static int compare_edges(const void* a, const void* b) {
    const wendi_component_edge *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

// Sorts edges and drops loops and repeats.
static void tidy(wendi_component_edge_list* edges) {
    size_t kept = 0;
    for (int64_t i = 0; i < edges->count; i++)
        if (edges->data[i].from != edges->data[i].to) edges->data[kept++] = edges->data[i];
    edges->count = (int64_t)wendi_sort_once(edges->data, kept, sizeof *edges->data, compare_edges);
}

static int32_t index_of(const uint32_t* labels, uint32_t count, uint32_t label) {
    return wendi_find_number(labels, sizeof *labels, 0, (int32_t)count, label);
}

// ---- groups of components that reach each other (strongly connected components, Tarjan 1972)

// Tarjan's algorithm without recursion. Components are numbered by their index in labels.
typedef struct tarjan {
    const wendi_component_edge* edges; // by index, sorted by from
    uint32_t* first;                   // by component: its first edge; one more entry for the end
    uint32_t* order;                   // by component: when it was found, from 1 on; 0: not yet
    uint32_t* low;                     // by component: least order that it reaches on the stack
    uint32_t* stack;                   // components without a group
    uint32_t* path;                    // components on the path that is searched
    uint32_t* next;                    // by component: the next edge to follow
    uint32_t* groups;                  // answer; UINT32_MAX: none yet
    uint32_t depth, length, found, group_count;
} tarjan;

static void enter(tarjan* t, uint32_t component) {
    t->order[component] = t->low[component] = ++t->found;
    t->next[component] = t->first[component];
    t->stack[t->depth++] = t->path[t->length++] = component;
}

// Makes a group of the components that were found since this one and reach it.
static void close_group(tarjan* t, uint32_t component) {
    uint32_t member;
    do {
        member = t->stack[--t->depth];
        t->groups[member] = t->group_count;
    } while (member != component);
    t->group_count++;
}

static void search_from(tarjan* t, uint32_t root) {
    enter(t, root);
    while (t->length > 0) {
        uint32_t at = t->path[t->length - 1];
        if (t->next[at] < t->first[at + 1]) {
            uint32_t to = t->edges[t->next[at]++].to;
            if (t->order[to] == 0)
                enter(t, to);
            else if (t->groups[to] == UINT32_MAX && t->order[to] < t->low[at])
                t->low[at] = t->order[to];
            continue;
        }
        t->length--;
        if (t->low[at] == t->order[at]) close_group(t, at);
        if (t->length == 0) continue;
        uint32_t before = t->path[t->length - 1];
        if (t->low[at] < t->low[before]) t->low[before] = t->low[at];
    }
}

// The first edge of each of count sources, for edges sorted by their source.
static void index_edges(const wendi_component_edge_list* edges, uint32_t count, uint32_t* first) {
    uint32_t edge = 0;
    for (uint32_t i = 0; i <= count; i++) {
        while (edge < (uint32_t)edges->count && edges->data[edge].from < i) edge++;
        first[i] = edge;
    }
}

// Replaces labels by groups in a list of edges, and sorts it again.
static wend_result group_edges(wendi_component_edge_list* edges, const wend_allocator* allocator,
                               wendi_reach* out) {
    const size_t count = out->label_count;
    uint32_t* scratch = wendi_alloc_zeroed(allocator, 6 * count + 1, sizeof *scratch);
    if (!scratch) return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < edges->count; i++) {
        wendi_component_edge* edge = &edges->data[i];
        edge->from = (uint32_t)index_of(out->labels, out->label_count, edge->from);
        edge->to = (uint32_t)index_of(out->labels, out->label_count, edge->to);
    }
    tarjan t = {.edges = edges->data,
                .first = scratch,
                .order = scratch + count + 1,
                .low = scratch + 2 * count + 1,
                .stack = scratch + 3 * count + 1,
                .path = scratch + 4 * count + 1,
                .next = scratch + 5 * count + 1,
                .groups = out->groups};
    index_edges(edges, out->label_count, t.first);
    memset(out->groups, 0xff, count * sizeof *out->groups);
    for (uint32_t i = 0; i < out->label_count; i++)
        if (t.order[i] == 0) search_from(&t, i);
    out->group_count = t.group_count;
    for (int64_t i = 0; i < edges->count; i++) {
        wendi_component_edge* edge = &edges->data[i];
        *edge = (wendi_component_edge){out->groups[edge->from], out->groups[edge->to]};
        WENDI_ASSERT(edge->from >= edge->to);
    }
    tidy(edges);
    wendi_free(allocator, scratch, 6 * count + 1, sizeof *scratch);
    return WEND_OK;
}

wend_result wendi_reach_find(wendi_component_edge_list* edges, const wend_allocator* allocator,
                             wendi_reach* out) {
    *out = (wendi_reach){0};
    tidy(edges);
    if (edges->count == 0) return WEND_OK;
    // Room for the most that there can be: two labels for each edge, each a group.
    const size_t most = 2 * (size_t)edges->count;
    out->block_bytes = (3 * most + 1 + (size_t)edges->count) * sizeof(uint32_t);
    out->block = wendi_alloc(allocator, 1, out->block_bytes);
    if (!out->block) {
        *out = (wendi_reach){0};
        return WEND_ERROR_MEMORY;
    }
    out->labels = out->block;
    out->groups = out->labels + most;
    out->first = out->groups + most;
    out->to = out->first + most + 1;
    for (int64_t i = 0; i < edges->count; i++) {
        out->labels[2 * i] = edges->data[i].from;
        out->labels[2 * i + 1] = edges->data[i].to;
    }
    wendi_sort_numbers(out->labels, most);
    for (size_t i = 0; i < most; i++)
        if (i == 0 || out->labels[i] != out->labels[out->label_count - 1])
            out->labels[out->label_count++] = out->labels[i];
    wend_result result = group_edges(edges, allocator, out);
    if (result != WEND_OK) {
        wendi_reach_free(out, allocator);
        return result;
    }
    index_edges(edges, out->group_count, out->first);
    for (int64_t i = 0; i < edges->count; i++) out->to[i] = edges->data[i].to;
    out->edge_count = (uint32_t)edges->count;
    return WEND_OK;
}

wend_result wendi_reach_copy(const wendi_reach* reach, const wend_allocator* allocator, wendi_reach* out) {
    *out = (wendi_reach){0};
    if (!reach->block) return WEND_OK;
    char* block = wendi_alloc_copy(allocator, reach->block, 1, reach->block_bytes);
    if (!block) return WEND_ERROR_MEMORY;
    const char* from = reach->block;
    *out = *reach;
    out->block = block;
    out->labels = (uint32_t*)(void*)(block + ((const char*)reach->labels - from));
    out->groups = (uint32_t*)(void*)(block + ((const char*)reach->groups - from));
    out->first = (uint32_t*)(void*)(block + ((const char*)reach->first - from));
    out->to = (uint32_t*)(void*)(block + ((const char*)reach->to - from));
    return WEND_OK;
}

void wendi_reach_free(wendi_reach* reach, const wend_allocator* allocator) {
    wendi_free(allocator, reach->block, 1, reach->block_bytes);
    *reach = (wendi_reach){0};
}

// ---- which groups do components lead to?

uint32_t wendi_reach_number(const wendi_reach* reach, uint32_t label) {
    int32_t index = index_of(reach->labels, reach->label_count, label);
    return index >= 0 ? reach->groups[index] : reach->group_count + label;
}

static bool holds(const uint32_t* set, uint32_t i) {
    return set[i / 32] >> i % 32 & 1;
}
static void insert(uint32_t* set, uint32_t i) {
    set[i / 32] |= 1u << i % 32;
}

// Adds the groups of some components, if they have numbers least .. most.
static void add_groups(const wendi_reach* reach, const uint32_t* labels, int32_t count, uint32_t least,
                       uint32_t most, uint32_t* set) {
    for (int32_t i = 0; i < count; i++) {
        const uint32_t number = wendi_reach_number(reach, labels[i]);
        if (number >= least && number <= most) insert(set, number - least);
    }
}

// Follows the edges from the groups in `reached`, numbers least .. most, to a group in `wanted`. Every edge
// leads to a lower number, so each group is complete when its turn comes.
static bool search(const wendi_reach* reach, uint32_t least, uint32_t most, uint32_t* reached,
                   const uint32_t* wanted) {
    for (uint32_t left = most - least + 1; left-- > 0;) {
        if (!holds(reached, left)) continue;
        if (holds(wanted, left)) return true;
        for (uint32_t i = reach->first[least + left]; i < reach->first[least + left + 1]; i++)
            if (reach->to[i] >= least) insert(reached, reach->to[i] - least);
    }
    return false;
}

bool wendi_reach_leads(const wendi_reach* reach, const wend_allocator* allocator, const uint32_t* from,
                       int32_t from_count, const uint32_t* to, int32_t to_count) {
    enum { WORDS = 256 }; // on the stack, for each of two sets
    uint32_t least = UINT32_MAX, most = 0;
    for (int32_t i = 0; i < from_count; i++)
        for (int32_t k = 0; k < to_count; k++)
            if (from[i] == to[k]) return true;
    for (int32_t i = 0; i < to_count; i++) {
        uint32_t number = wendi_reach_number(reach, to[i]);
        if (number < reach->group_count && number < least) least = number;
    }
    for (int32_t i = 0; i < from_count; i++) {
        uint32_t number = wendi_reach_number(reach, from[i]);
        if (number < reach->group_count && number > most) most = number;
    }
    if (most < least) return false;
    const size_t words = (most - least) / 32 + 1;
    uint32_t small[2 * WORDS] = {0}, *sets = small;
    if (words > WORDS) sets = wendi_alloc_zeroed(allocator, 2 * words, sizeof *sets);
    if (!sets) return true; // perhaps
    add_groups(reach, from, from_count, least, most, sets);
    add_groups(reach, to, to_count, least, most, sets + words);
    bool found = search(reach, least, most, sets, sets + words);
    if (words > WORDS) wendi_free(allocator, sets, 2 * words, sizeof *sets);
    return found;
}

void wendi_reach_all(const wendi_reach* reach, const uint32_t* from, int32_t from_count, uint32_t* groups) {
    memset(groups, 0, wendi_reach_set_words(reach) * sizeof *groups);
    for (int32_t i = 0; i < from_count; i++) {
        uint32_t number = wendi_reach_number(reach, from[i]);
        if (number < reach->group_count) insert(groups, number);
    }
    for (uint32_t left = reach->group_count; left-- > 0;) // edges lead to lower numbers
        for (uint32_t i = reach->first[left]; holds(groups, left) && i < reach->first[left + 1]; i++)
            insert(groups, reach->to[i]);
}

bool wendi_reach_holds(const wendi_reach* reach, const uint32_t* groups, uint32_t label) {
    uint32_t number = wendi_reach_number(reach, label);
    return number < reach->group_count && holds(groups, number);
}
