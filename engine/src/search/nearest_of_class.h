// nearest_of_class.h: which tile of a class is the nearest, without a look at the whole map? For queries by
// WEND_HPA on maps without links, where distance bounds costs.
#ifndef WENDI_NEAREST_OF_CLASS_H
#define WENDI_NEAREST_OF_CLASS_H
#include "search/search.h"

/// True when the query at work is answered by wendi_enter_class.
bool wendi_looks_around(const wend_search* search);
/// Finds the ends of the query and passes its stages up to the outcome, as wendi_query_ends_find and
/// wendi_enter_several_goals do, with the same answer. Errors: as those, DAMAGED.
wend_result wendi_enter_class(wend_search* search);
#endif
