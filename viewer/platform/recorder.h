// recorder.h: which frames of the window become pictures?
#ifndef WEND_VIEW_RECORDER_H
#define WEND_VIEW_RECORDER_H
#include "platform/notice.h"
#include "platform/window.h"

/// Writes what was drawn since the last SDL_RenderPresent, as wend_file_write does: whole or not at all.
/// Errors: IO, MEMORY.
wend_result screenshot_save(SDL_Renderer* renderer, const char* file, wend_error* error);

enum { RECORDER_PATH = 600 };

typedef struct recorder {
    window* window;
    notice* notice;
    bool on;            ///< every frame becomes a numbered picture
    int count;          ///< of those
    bool single_wanted; ///< this frame becomes a picture
    char folder[RECORDER_PATH];
} recorder;

/// Commands of the recorder: "record" and "screenshot".
extern const command_def recorder_commands[];

/// Writes the frames from now on; NULL: to a new folder. False, after a notice: it cannot be written to.
bool recorder_begin(recorder* r, const char* folder_opt);
/// This frame is to be whole: a picture of it is wanted.
bool recorder_wants_frame(const recorder* r);
/// The frame was drawn. False, after a notice: it could not be added to the numbered ones, which end.
bool recorder_take_frame(recorder* r);

#endif
