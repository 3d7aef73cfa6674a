// abstract_heuristic.h: what does the rest of an abstract path cost at least? The octile distance to the
// target, or on hexagons the number of steps, and never more than a path over links.
#ifndef WENDI_ABSTRACT_HEURISTIC_H
#define WENDI_ABSTRACT_HEURISTIC_H
#include "search/abstract_state.h"

/// Chooses the heuristic for the world, the scope and the target of a search. Errors: MEMORY.
wend_result wendi_abstract_heuristic_begin(wendi_abstract_search* search, wend_tile start);
/// Sets the heuristics of the nodes of a cluster, by links too. False: out of memory.
bool wendi_abstract_set_heuristics(wendi_abstract_search* search, const wendi_active_cluster* v, int32_t* h);

/// What the search uses for a node on this tile.
static inline wend_cost wendi_abstract_heuristic_at(const wendi_abstract_search* s, wend_tile tile) {
    const wend_cost direct = wendi_heuristic_between(&s->heuristic, tile, s->target);
    return s->linked ? wendi_link_bound_by(&s->bounds, wendi_link_bounds_all(&s->bounds), tile, direct)
                     : direct;
}
#endif
