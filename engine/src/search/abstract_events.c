// abstract_events.c: which events does an abstract search report?
#include "search/abstract_events.h"

#include "search/abstract_heuristic.h"
#include "search/active_clusters.h"

static wend_tile tile_of(const wendi_abstract_search* s, const wendi_active_cluster* v, int32_t slot) {
    return wendi_node_tile(&s->world->graph.clusters, v->matrix->nodes[slot]);
}

static wend_rect area_of(const wendi_abstract_search* s, const wendi_active_cluster* v) {
    return wendi_cluster_rect(&s->world->graph.level[v->level - 1].clusters, v->cluster);
}

static void notify(const wendi_abstract_search* s, wend_event_kind kind, const wendi_active_cluster* v,
                   wend_tile tile, wend_tile from, wend_cost cost) {
    wendi_notify(&s->observer, (wend_event){kind, v->level, tile, from, cost,
                                            wendi_abstract_heuristic_at(s, tile), area_of(s, v)});
}

// An event if g is higher in the other clusters of the node too.
void wendi_abstract_notify_improved(wendi_abstract_search* s, int32_t index, int32_t slot, wend_tile from,
                                    int32_t cost) {
    const wendi_active_cluster* v = &s->active[index];
    wendi_node_slot others[4];
    int32_t count = wendi_active_others(s, v->matrix->nodes[slot], index, others);
    int32_t least = wendi_active_values(s, v, WENDI_VALUE_G)[slot]; // in any of its clusters
    for (int32_t i = 0; i < count; i++)
        least = wendi_min(
            least, wendi_active_values(s, &s->active[others[i].active], WENDI_VALUE_G)[others[i].slot]);
    if (cost >= least) return;
    wend_event_kind kind = least == WENDI_COST_LIMIT ? WEND_EVENT_OPENED
                           : least == wendi_active_values(s, v, WENDI_VALUE_CLOSED_G)[slot]
                               ? WEND_EVENT_REOPENED
                               : WEND_EVENT_IMPROVED;
    notify(s, kind, v, tile_of(s, v, slot), from, cost);
}

// The node that an active cluster improved another from: the closed one whose cost and edge add up.
static wend_tile reached_from(const wendi_abstract_search* s, const wendi_active_cluster* v, int32_t slot,
                              int32_t cost) {
    const int32_t* closed_g = wendi_active_values(s, v, WENDI_VALUE_CLOSED_G);
    for (int32_t i = 0; i < v->matrix->count; i++)
        if (closed_g[i] < cost && wendi_active_cost(s, v, i, slot) == (uint32_t)(cost - closed_g[i]))
            return tile_of(s, v, i);
    return s->start;
}

void wendi_abstract_notify_row(wendi_abstract_search* s, int32_t index, int32_t row, int32_t cost) {
    const wendi_active_cluster* v = &s->active[index];
    wend_tile from = tile_of(s, v, row);
    notify(s, WEND_EVENT_ROW, v, from, from, cost);
    for (int32_t i = 0; i < v->matrix->count; i++) {
        uint32_t step = wendi_active_cost(s, v, row, i);
        if (i != row && step != WENDI_UNREACHED)
            wendi_abstract_notify_improved(s, index, i, from, cost + (int32_t)step);
    }
}

void wendi_abstract_notify_closed(const wendi_abstract_search* s, int32_t index, int32_t slot, int32_t cost) {
    const wendi_active_cluster* v = &s->active[index];
    notify(s, WEND_EVENT_CLOSED, v, tile_of(s, v, slot), reached_from(s, v, slot, cost), cost);
}

void wendi_abstract_notify_arrival(wendi_abstract_search* s, int32_t index, int32_t slot,
                                   const wendi_arrival* arrival) {
    const wendi_active_cluster* v = &s->active[index];
    const wend_tile from = s->world->grid->links.data[arrival->link].from;
    wendi_abstract_notify_improved(s, index, slot, from, arrival->cost);
    notify(s, WEND_EVENT_CLOSED, v, tile_of(s, v, slot), from, arrival->cost);
}

void wendi_abstract_notify_popped(const wendi_abstract_search* s, int32_t index, int32_t key) {
    const wendi_active_cluster* v = &s->active[index];
    wendi_notify_cluster(&s->observer, WEND_EVENT_CLUSTER, v->level, area_of(s, v), key);
}
