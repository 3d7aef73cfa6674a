// mouse.h: what do the buttons of the mouse do on the map?
#ifndef WEND_VIEW_MOUSE_H
#define WEND_VIEW_MOUSE_H
#include "document/document.h"
#include "tools/boid_tool.h"
#include "tools/brush.h"
#include "tools/link_tool.h"
#include "tools/obstacles.h"
#include "tools/ruler.h"
#include "tools/wall_tool.h"
#include "views/view.h"

typedef enum mouse_drag {
    DRAG_NONE,
    DRAG_START,
    DRAG_GOAL,
    DRAG_MAP,
    DRAG_MINIMAP,
    DRAG_EDIT,
    DRAG_BOIDS,
    DRAG_LINK,
    DRAG_WALL,
    DRAG_RULER
} mouse_drag;

/// What buttons do without a tool.
typedef enum mouse_preset {
    MOUSE_USUAL,
    MOUSE_COURSE, ///< right drag moves the goal; Z and left draws obstacles, Z and right erases them
    MOUSE_DRAW,   ///< a left drag on open ground draws walls, and on blocked ground erases them
    MOUSE_PRESETS
} mouse_preset;

typedef struct mouse {
    document* document;
    view* view;
    boid_tool* boids;
    brush brush;
    link_tool links;
    wall_tool walls;
    ruler ruler;
    obstacles obstacles;
    mouse_preset preset;
    brush walls_brush; ///< of strokes without a tool, as the preset has them
    brush* painting;   ///< the one of the stroke
    bool z_held;       ///< the key Z is down
    tool_kind tool;
    mouse_drag drag;
    int goal;             ///< that is dragged
    Uint8 button;         ///< that drags
    float from_x, from_y; ///< where it was pressed
    bool clicks;          ///< it has not moved yet: released here it is a click on the map
    bool shift;           ///< it was pressed with Shift
} mouse;

/// Borrows all. Keeps the preset, and whether the scale bar is shown.
void mouse_init(mouse* m, document* d, view* v, boid_tool* b);
/// The tools as commands name them; NULL past the last. The tool of the boids has its own command.
const char* mouse_tool_name(int tool);

/// The presets as commands name them; NULL past the last.
const char* mouse_preset_name(int preset);
/// A key goes down or up. True: it belongs to the preset, and does nothing else.
bool mouse_take_key(mouse* m, SDL_Keycode key, int modifiers, bool down);
void mouse_press(mouse* m, Uint8 button);
void mouse_release(mouse* m, Uint8 button);
void mouse_move(mouse* m, float x, float y);
void mouse_turn_wheel(mouse* m, float notches);
/// Ends a drag, as if the button were released.
void mouse_let_go(mouse* m);
/// The boid whose state is to be shown; -1: none.
int mouse_shown_boid(const mouse* m);
/// Draws the tiles under the tool, and the markers of start and goal.
void mouse_draw(const mouse* m);

#endif
