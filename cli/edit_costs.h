// edit_costs.h: which class costs does `wend edit --class-cost` change?
#ifndef EDIT_COSTS_H
#define EDIT_COSTS_H
#include "options.h"

#include <wend/world.h>

/// Changes class costs in the order of the texts "CLASS=COST" or "PROFILE:CLASS=COST". *changed_out: costs
/// that are others now. CLI_OK or an exit code, the reason printed.
int edit_costs_apply(const option_list* texts, wend_world* world, int* changed_out);
/// Gives classes that no tile has these costs, within the declared range. CLI_OK or an exit code, the reason
/// printed.
int edit_costs_add(const float class_costs[WEND_CLASS_COUNT], wend_world* world);
#endif
