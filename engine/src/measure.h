// measure.h: filling the tables of cells: those of clusters by the distance kernel, those of the levels above
// over the tables of their children.
#ifndef WENDI_MEASURE_H
#define WENDI_MEASURE_H
#include "abstract.h"
#include "sweep.h"

/// Lists the nodes of a cell and measures its table. *changed_opt tells if any of it is new. Errors: MEMORY;
/// LIMIT: costs of 2^30 or more, so that no level can be built from here on.
wend_result wendi_measure(wendi_abstract* abstract, const wend_grid* grid, int32_t level, int32_t cell,
                          bool* changed_opt);
#endif
