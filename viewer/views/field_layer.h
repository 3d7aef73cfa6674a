// field_layer.h: how are the costs to the goal and the directions towards it drawn?
#ifndef WEND_VIEW_FIELD_LAYER_H
#define WEND_VIEW_FIELD_LAYER_H
#include "views/view.h"
#include <wend/field.h>

// ---- goal_field.c

/// Two fields: the shown one, and the one that replaces it when it is complete. All zero: not used yet.
typedef struct goal_field {
    wend_field* shown;            ///< NULL: none
    wend_field* next;             ///< NULL: none was ever begun
    const wend_grid* grid;        ///< of both; NULL: neither holds anything
    wend_tile goals[SCENE_GOALS]; ///< of the one begun last
    int goal_count;
    bool filling;          ///< next is not whole yet
    bool partial;          ///< what is shown ends where it would need too much memory
    bool failed;           ///< there was no memory; nothing is tried until something changes
    int version;           ///< changes with what is shown, now and then as that grows
    int grown;             ///< times that it grew
    bool stepping;         ///< only so many steps are taken as are wanted, and next is shown
    bool playing;          ///< more are wanted in every frame
    int64_t steps, wanted; ///< clusters filled, counted each time
    double due;            ///< part of a step that should have been taken since the last one
} goal_field;

/// Another map, or none: frees all.
void goal_field_forget(goal_field* f);
/// Takes some steps on, or back where that is below 0. From a field that is whole, or none, it starts over;
/// the last step makes it whole.
void goal_field_step_by(goal_field* f, int64_t steps);
/// Plays all steps in a few seconds, or pauses.
void goal_field_play(goal_field* f, bool playing);
/// The map was edited.
void goal_field_restart(goal_field* f);
/// Continues to fill the field of a scene's goals, completely when whole; begins again for other goals. True:
/// the field is complete.
bool goal_field_work(goal_field* f, const scene* s, bool whole);
/// The field to show: the last complete one, or the first while it grows. NULL: none.
const wend_field* goal_field_now(const goal_field* f);

// ---- field_layer.c

/// Textures of 256 x 256 texels, a texel of level k for one of 2^k x 2^k tiles; only what is seen is made,
/// and some of it in each frame, so that no frame is late on a map of any size.
typedef struct field_layer field_layer;

field_layer* field_layer_create(SDL_Renderer* renderer);
void field_layer_destroy(field_layer* layer);

/// Draws the distance map in view, with lines of equal cost. Tiles without a path keep the map's colours.
/// True: everything is drawn and up to date.
bool field_layer_draw(field_layer* layer, const goal_field* f, const palette* ground, view* v, bool whole);
/// The cost at the end of the ramp, and from one line to the next. [Units: tile costs]
double field_layer_most(const field_layer* layer);
double field_layer_interval(const view* v);

/// Draws arrows towards the goal: one for each tile where they are legible, otherwise one for several.
void field_layer_draw_flow(const goal_field* f, view* v);

#endif
