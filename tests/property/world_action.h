// world_action.h: what random_worlds does to a world or asks of it, as plain data and as a line of text, so
// that a sequence which fails can be stored, shortened by hand and done again.
#ifndef WEND_TEST_WORLD_ACTION_H
#define WEND_TEST_WORLD_ACTION_H
#include <stdio.h>

#include "wend/search.h"
#include "world_operation.h"

enum { MOST_GOALS = 5, MOST_ACTIONS = 200 };

typedef enum action_kind {
    CHANGE,
    ASK,     // a query; its path is kept
    COMPARE, // with a new build of the model
    REPAIR,  // the path of the last query that found one
    FIELD,   // the costs from the start of the query to all tiles
    EXPLAIN, // why there is no path
    WALK,    // a path that is refined piece by piece, while the world changes
    ACTION_KIND_COUNT
} action_kind;

typedef struct action {
    action_kind kind;
    world_operation operation; // for CHANGE
    wend_query query;          // for ASK, FIELD and EXPLAIN; several goals are below
    wend_tile goals[MOST_GOALS];
    bool on_grid, in_slices;
    bool loads; // ground that is missing, so that the answer is exact
} action;

/// Where a script begins: the seed of its world, the longest side of a map, and whether it is mostly in
/// files.
typedef struct script_head {
    uint64_t seed;
    int32_t most, by_file;
} script_head;

/// One line for the head and one for each action, behind a comment for a person.
void script_write(FILE* out, const script_head* head, const action* actions, int32_t count);
/// Returns the number of actions; -1: a line is not understood, which is printed.
int32_t script_read(FILE* in, script_head* head, action actions[MOST_ACTIONS]);
#endif
