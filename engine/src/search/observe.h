// observe.h: how does a search report to its observer, if it has one?
#ifndef WENDI_OBSERVE_H
#define WENDI_OBSERVE_H
#include "core/base.h"
#include "wend/search.h"

static inline bool wendi_is_observed(const wend_search_observer* observer) {
    return observer->event != NULL;
}

/// Only for an observer that is there.
static inline void wendi_notify(const wend_search_observer* observer, wend_event event) {
    WENDI_ASSERT(wendi_is_observed(observer));
    observer->event(&event, observer->context);
}

/// Reports an event of a whole cluster, if there is an observer.
static inline void wendi_notify_cluster(const wend_search_observer* observer, wend_event_kind kind,
                                        int32_t level, wend_rect area, wend_cost cost) {
    wend_tile corner = {area.x, area.y};
    if (wendi_is_observed(observer))
        wendi_notify(observer, (wend_event){kind, level, corner, corner, cost, area});
}
#endif
