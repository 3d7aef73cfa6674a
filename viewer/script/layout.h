// layout.h: where in the window is what a script, or a program that drives the window, calls by its name?
#ifndef WEND_VIEW_LAYOUT_H
#define WEND_VIEW_LAYOUT_H
#include "script/script.h"
#include "views/camera.h"

/// What of the window is not a widget. Pixels are those of the drawing.
typedef struct layout {
    const camera* camera;
    wend_tile start, goal;
    SDL_Rect small_map; ///< of no width: not shown
    bool map_in_reach;  ///< false: a panel that takes all clicks lies over the map
    float pixel_ratio;  ///< pixels to a unit of the mouse's coordinates
} layout;

/// Where to click for it, in the mouse's coordinates: a script_find with a layout for its context.
bool layout_find(const void* layout, const script_place* place, SDL_Point* out, char why_out[SCRIPT_WHY]);

/// What else a program that drives the window has to know.
typedef struct layout_progress {
    int64_t inputs; ///< keys, buttons and turns of the wheel that were handled
    SDL_Point pointer;
    bool script_ended; ///< or there is none
    int boid_count, walking_boids;
} layout_progress;

/// Writes all that can be clicked, one thing a line, and replaces the file whole when it has changed since
/// *text_io was written; *text_io is NULL before the first time, and freed by the caller. False: *why_out
/// says why the file cannot be written.
bool layout_write(const layout* l, const layout_progress* progress, const char* file, char** text_io,
                  char why_out[SCRIPT_WHY]);

#endif
