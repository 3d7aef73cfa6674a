// abstract_events.h: what does an abstract search report to its observer? Each function is called only when
// there is one.
#ifndef WENDI_ABSTRACT_EVENTS_H
#define WENDI_ABSTRACT_EVENTS_H
#include "search/abstract_state.h"

/// Expanding edges reports nothing, for it decides nothing.
static inline bool wendi_abstract_is_observed(const wendi_abstract_search* s) {
    return wendi_is_observed(&s->observer) && s->scope.level == 0;
}

/// A cluster was popped at a key.
void wendi_abstract_notify_popped(const wendi_abstract_search* search, int32_t index, int32_t key);
/// The g of a node falls to a cost in an active cluster.
void wendi_abstract_notify_improved(wendi_abstract_search* search, int32_t index, int32_t slot,
                                    wend_tile from, int32_t cost);
/// The row of a node is relaxed.
void wendi_abstract_notify_row(wendi_abstract_search* search, int32_t index, int32_t row, int32_t cost);
/// The active cluster that improved a node to a cost closes it.
void wendi_abstract_notify_closed(const wendi_abstract_search* search, int32_t index, int32_t slot,
                                  int32_t cost);
/// A node that a link leads to is improved and closed.
void wendi_abstract_notify_arrival(wendi_abstract_search* search, int32_t index, int32_t slot,
                                   const wendi_arrival* arrival);
#endif
