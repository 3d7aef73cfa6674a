// script.h: how does a text file stand in for a person? Its lines become the SDL events that a mouse and a
// keyboard would have made, so that a script runs the same code.
//
//     # comment                 move X Y                  click X Y
//     drag X1 Y1 X2 Y2          wheel N (up: positive)    key NAME
//     wait FRAMES               drop FILE                 set NAME VALUE
//     hover-widget NAME         click-widget NAME         drag-widget NAME FROM TO
//     hover-tile TILE           click-tile TILE           drag-tile TILE TILE
//
// X and Y are window pixels. Every event has its own frame, as it has with a person. Where a widget or a
// tile is in the window is asked when its line is played.
#ifndef WEND_VIEW_SCRIPT_H
#define WEND_VIEW_SCRIPT_H
#include <SDL.h>
#include <stdbool.h>
#include <wend/base.h>

typedef struct script script;

/// What the user event of a "set" line points to.
typedef struct script_setting {
    const char* name;
    const char* value;
    int line; ///< in the script, from 1
} script_setting;

enum { SCRIPT_WHY = 400 };

/// What a line calls by its name rather than by pixels.
typedef struct script_place {
    bool widget;      ///< otherwise a tile
    const char* name; ///< of a widget; of a tile "start" or "goal", or NULL
    wend_tile tile;   ///< where it has no name
    double part;      ///< of a widget: how far from its left end to its right one [Range: 0..1]
    bool beyond;      ///< where a drag ends: something may lie over it, and it may be outside the window
} script_place;

/// Where in the window a place is, in the mouse's coordinates. False: *why_out says what is wrong.
typedef bool script_find(const void* context, const script_place* place, SDL_Point* out,
                         char why_out[SCRIPT_WHY]);

/// Reads and checks a script; the error names the line. event_type: of the SDL event that a "set" becomes;
/// its data1 is a script_setting, borrowed; so is the name of the file. Errors: IO, FORMAT, MEMORY.
wend_result script_load(const char* file, Uint32 event_type, script** out, wend_error* error);
void script_destroy(script* s);

/// Pushes the event of the next frame, if it has one; *playing_out false: the script was at its end. What
/// cannot be found is asked for again for some frames, as a window may just be opening. Errors: FORMAT (a
/// place was not found; the error names the line).
wend_result script_play(script* s, script_find* find, const void* context, bool* playing_out,
                        wend_error* error);

#endif
