// lifts.h: for how many steps is a mover on a link, and of which lift is a link?
#ifndef WENDI_LIFTS_H
#define WENDI_LIFTS_H
#include "core/base.h"
#include "grid/grid.h"
#include "wend/fleet.h"

/// True when all fields are in range, and nothing is missing.
bool wendi_link_rules_are_valid(const wend_link_rules* rules);
/// True when a link takes more than one step, or any lift may refuse it.
bool wendi_has_link_rules(const wend_link_rules* rules);
/// Copies rules with all their lifts. allocator: its owner frees the copy. Errors: MEMORY.
wend_result wendi_link_rules_copy(const wend_allocator* allocator, const wend_link_rules* rules,
                                  wend_link_rules* out);

/// The link that a mover takes from one tile to another; NULL: it makes a step, or stays. Tiles of the sheet.
const wend_link* wendi_link_taken(const wend_grid* grid, wend_tile from, wend_tile to);
/// How many steps it takes.
int32_t wendi_link_steps(const wend_link_rules* rules, const wend_link* link);
/// True when a link is one of a lift.
bool wendi_is_of_lift(const wend_lift* lift, int32_t link);

#endif
