// touch.h: is a cluster of a mapped world checked before it is read? (first_check.c)
#ifndef WENDI_TOUCH_H
#define WENDI_TOUCH_H
#include "hierarchy/abstract_graph.h"

wend_result wendi_touch_now(struct wendi_first_checks* checks, int32_t level, int32_t cluster);
/// Checks a cluster, unless that is done. Any number of threads may call it at once. Errors: DAMAGED, MEMORY.
static inline wend_result wendi_touch(const wendi_graph* graph, int32_t level, int32_t cluster) {
    return graph->first_checks ? wendi_touch_now(graph->first_checks, level, cluster) : WEND_OK;
}
#endif
