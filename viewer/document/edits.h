// edits.h: which edits were made to the world of a scene, and how are they undone?
#ifndef WEND_VIEW_EDITS_H
#define WEND_VIEW_EDITS_H
#include "document/scene.h"

/// What becomes of tiles, or of a step between two, and what undoes it.
typedef struct tile_change {
    wend_edit done, before;
} tile_change;

/// What becomes of a link: it is added, removed, or replaced by one with the same id.
typedef struct link_change {
    bool had, has;           ///< the link is on the map before, after
    wend_link before, after; ///< where it is
} link_change;

/// What becomes of the cost of a class; 0: blocked.
typedef struct cost_change {
    int32_t profile;
    uint8_t terrain_class;
    float before, after;
} cost_change;

/// What becomes of the profiles: the world is built again with others.
typedef struct profile_change {
    profile_definitions before, after;
    int32_t chosen_before, chosen_after; ///< which one plans
    int32_t removed, added;              ///< the one that goes, or comes, by its number; 0: none
} profile_change;

typedef enum edit_kind { EDIT_TILES, EDIT_LINKS, EDIT_COSTS, EDIT_PROFILES } edit_kind;

/// Changes of one kind, in their order: those of a stroke, or others.
typedef struct edit_step {
    edit_kind kind;
    int32_t count, capacity;
    union {
        void* items;
        tile_change* tiles;
        link_change* links;
        cost_change* costs;
        profile_change* profiles; ///< one
    };
} edit_step;

typedef struct edits {
    scene* scene; ///< set by the owner
    edit_step* steps;
    int step_count, step_capacity;
    int position;             ///< number of steps that are applied; those after it can be redone
    int saved_position;       ///< position when the map was last saved; -1: never
    bool open;                ///< the last step is being added to
    bool refreshed;           ///< no cluster is pending
    int64_t clusters_rebuilt; ///< by the last step, undo or redo
    int64_t edit_ns;          ///< its time; 0 without a clock
} edits;

void edits_destroy(edits* e);
/// Forgets all steps, for another map.
void edits_reset(edits* e);
bool edits_are_unsaved(const edits* e);

/// Opens a step of tiles; nothing can be undone or redone until it is closed. Errors: MEMORY.
wend_result edits_begin_step(edits* e);
/// Closes the step, or drops it when it changed nothing.
void edits_end_step(edits* e);

/// A part of the open step, or where none is open a step of its own, that is applied completely or not at
/// all.
typedef struct edit_pass {
    edits* edits;
    scene* scene;
    edit_step* step;    ///< NULL: none could be begun
    int32_t first;      ///< of this pass
    int32_t height;     ///< of the rectangle before it, which may grow
    bool is_step;       ///< the step ends with it
    wend_result result; ///< so far
} edit_pass;
edit_pass edits_begin_pass(edits* e);
/// Adds a run of tiles of one row, all of the class old_class.
void edits_add_run(edit_pass* p, wend_rect run, uint8_t old_class, uint8_t new_class);
/// Closes or opens the step from a tile to a neighbour, unless it is closed or open already.
void edits_add_exit(edit_pass* p, wend_tile from, wend_tile to, bool closed);
/// Changes the world. Errors: MEMORY, and nothing was changed.
wend_result edits_end_pass(edit_pass* p);

/// Makes changes of one kind, as a step that can be undone, and writes the ids that new links get into them.
/// Costs are those for a profile, 0 for the map and all that have their costs from there. Profiles have been
/// changed already. Errors: those of wend_world_add_link and wend_world_set_class_cost; nothing was changed.
wend_result edits_change(edits* e, edit_kind kind, void* changes, int32_t count);

/// The step that is undone, or done again, next; NULL: there is none.
const edit_step* edits_next(const edits* e, bool undo);
/// Undoes the last step, or does the next one again. Does nothing when there is none, or when it is of
/// profiles: whoever changes them moves the position. Errors: MEMORY; it stays as it is.
wend_result edits_go(edits* e, bool undo);
/// Refreshes some of the pending clusters; call it in frames without an edit. Errors: MEMORY.
wend_result edits_rest(edits* e);

#endif
