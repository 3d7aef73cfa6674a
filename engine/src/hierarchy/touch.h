// touch.h: is a cluster of a mapped world checked before it is read? (first_check.c)
#ifndef WENDI_TOUCH_H
#define WENDI_TOUCH_H
#include "hierarchy/abstract_graph.h"

/// True for a cluster of a mapped world that is not checked yet.
static inline bool wendi_is_unchecked(const wendi_graph* graph, int32_t level, int32_t cluster) {
    const _Atomic uint32_t* checks = graph->level[level - 1].checks;
    return checks && wendi_check_state_of(checks, cluster) == WENDI_UNCHECKED;
}
void wendi_read_ahead_now(struct wendi_first_checks* checks, int32_t level, int32_t cluster);
/// Asks the system for the pages of a cluster that will be touched, and does not wait for them
/// (read_pass.c).
static inline void wendi_read_ahead(const wendi_graph* graph, int32_t level, int32_t cluster) {
    if (wendi_is_unchecked(graph, level, cluster)) wendi_read_ahead_now(graph->first_checks, level, cluster);
}
wend_result wendi_touch_now(struct wendi_first_checks* checks, int32_t level, int32_t cluster);
/// Checks a cluster, unless that is done. Any number of threads may call it at once. Errors: DAMAGED, MEMORY.
static inline wend_result wendi_touch(const wendi_graph* graph, int32_t level, int32_t cluster) {
    return graph->first_checks ? wendi_touch_now(graph->first_checks, level, cluster) : WEND_OK;
}
#endif
