// goal_field.h: what does the way to the goal cost from everywhere, as the goal and the map change?
#ifndef WEND_VIEW_GOAL_FIELD_H
#define WEND_VIEW_GOAL_FIELD_H
#include <wend/field.h>

/// Two fields: what is shown, and what replaces it when it is whole. All zero: nothing was asked for yet.
typedef struct goal_field {
    wend_field* shown;     ///< NULL: none
    wend_field* next;      ///< NULL: none was ever begun
    const wend_grid* grid; ///< of both; NULL: neither holds anything
    wend_tile goal;        ///< of the one begun last
    bool filling;          ///< next is not whole yet
    bool partial;          ///< what is shown ends where it would need too much memory
    bool failed;           ///< there was no memory; nothing is tried until something changes
    int version;           ///< changes with what is shown, now and then as that grows
    int grown;             ///< times that it grew
} goal_field;

/// Another map, or none: frees all.
void goal_field_forget(goal_field* f);
/// The map was edited.
void goal_field_restart(goal_field* f);
/// Fills some more towards a goal, or all when whole; begins again when the goal is another. True: all is
/// there.
bool goal_field_work(goal_field* f, const wend_grid* grid, wend_tile goal, bool whole);
/// What can be shown now: the last that is whole, or the first as it grows. NULL: nothing.
const wend_field* goal_field_now(const goal_field* f);

#endif
