// edit_check.h: which clusters of a mapped world does an edit check before it changes anything?
#ifndef WENDI_EDIT_CHECK_H
#define WENDI_EDIT_CHECK_H
#include "hierarchy/component_repair.h"
#include "hierarchy/world.h"

/// Checks the clusters that an edit of tiles, steps or costs may change or read around the touched ones. What
/// the repair of components reads further away, it checks itself. levels: bit n is set when nodes of level
/// n + 1 may change. Errors: DAMAGED, MEMORY.
wend_result wendi_check_before_edit(const wendi_graph* graph, const wendi_cluster_list* touched,
                                    uint32_t levels);
/// Checks the clusters that may change when a link comes, goes or changes. Errors: DAMAGED, MEMORY.
wend_result wendi_check_before_link_edit(const wend_world* world, const wend_link* link);
#endif
