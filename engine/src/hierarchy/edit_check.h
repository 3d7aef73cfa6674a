// edit_check.h: which clusters of a mapped world does an edit check before it changes anything?
#ifndef WENDI_EDIT_CHECK_H
#define WENDI_EDIT_CHECK_H
#include "hierarchy/edit_job.h"

/// Checks the clusters that an edit of tiles, steps or costs may change or read around the touched ones. What
/// the repair of components reads further away, it checks itself. Errors: DAMAGED, MEMORY.
wend_result wendi_check_before_edit(const wendi_edit_job* job);
/// Checks the clusters that may change when a link comes, goes or changes. Errors: DAMAGED, MEMORY.
wend_result wendi_check_before_link_edit(const wend_world* world, const wend_link* link);
#endif
