// boid_tool.h: how does the user place, select and send boids, and how are they drawn?
#ifndef WEND_VIEW_BOID_TOOL_H
#define WEND_VIEW_BOID_TOOL_H
#include "document/document.h"
#include "tools/boids.h"
#include "views/view.h"

typedef enum boid_grip { GRIP_NONE, GRIP_BOX, GRIP_ERRAND } boid_grip;

typedef struct boid_tool {
    const scene* scene;
    view* view;
    notice* notice;
    boids boids;
    int group;            ///< how many a click places [Range: 1..BOIDS_A_CLICK]
    boid_grip grip;       ///< what the current drag does
    bool moved;           ///< the pointer has moved far enough for a drag
    int number;           ///< the boid under the pointer at the press; -1: none
    float from_x, from_y; ///< position of the press [Units: pixels]
} boid_tool;

/// Borrows both.
void boid_tool_init(boid_tool* t, document* d, view* v);
/// The boid under the pointer; -1: none.
int boid_tool_at_pointer(const boid_tool* t);

/// Handles a press of the left or right button. True: the tool handles the drag, too.
bool boid_tool_press(boid_tool* t, bool left, bool on_marker, bool* taken_out);
void boid_tool_move(boid_tool* t);
void boid_tool_release(boid_tool* t);
/// Draws the boids, and what a drag would do. shown: the one whose state is shown; -1: none. in_hand: the
/// tool is.
void boid_tool_draw(const boid_tool* t, int shown, bool in_hand);

/// The trails of the boids in view; the more boids, the fewer and shorter trails.
void boid_tool_draw_trails(const boids* b, view* v);

#endif
