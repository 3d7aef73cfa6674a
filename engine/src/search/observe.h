// observe.h: telling an observer what a search does. A hot loop is instantiated twice, with and without an
// observer, so that a search that nobody watches does nothing for it.
#ifndef WENDI_OBSERVE_H
#define WENDI_OBSERVE_H
#include "wend/search.h"

#define WENDI_SPECIALISED static inline __attribute__((always_inline))

static inline bool wendi_is_observed(const wend_search_observer* observer) {
    return observer->event != NULL;
}

/// There must be one.
static inline void wendi_notify(const wend_search_observer* observer, wend_event event) {
    observer->event(&event, observer->context);
}

/// The same about a cell, if there is one.
static inline void wendi_notify_cluster(const wend_search_observer* observer, wend_event_kind kind,
                                        int32_t level, wend_rect area, wend_cost cost) {
    wend_tile corner = {area.x, area.y};
    if (wendi_is_observed(observer))
        wendi_notify(observer, (wend_event){kind, level, corner, corner, cost, area});
}
#endif
