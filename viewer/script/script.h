// script.h: how does a text file stand in for a person? Its lines become the SDL events that a mouse and a
// keyboard would have made, so that a script runs the same code.
//
//     # comment                 move X Y                  click X Y
//     drag X1 Y1 X2 Y2          wheel N (up: positive)    key NAME
//     wait FRAMES               drop FILE                 set NAME VALUE
//
// X and Y are window pixels. Every event has a frame of its own, as it has with a person.
#ifndef WEND_VIEW_SCRIPT_H
#define WEND_VIEW_SCRIPT_H
#include <SDL.h>
#include <wend/base.h>

typedef struct script script;

/// What the user event of a "set" line points to.
typedef struct script_setting {
    const char* name;
    const char* value;
    int line; ///< in the script, from 1
} script_setting;

/// Reads and checks a script; the error names the line. event_type: of the SDL event that a "set" becomes;
/// its data1 is a script_setting, borrowed. Errors: IO, FORMAT, MEMORY.
wend_result script_load(const char* file, Uint32 event_type, script** out, wend_error* error);
void script_destroy(script* s);

/// Pushes the event of the next frame, if it has one. False: the script was at its end.
bool script_play(script* s);

#endif
