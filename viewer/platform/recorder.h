// recorder.h: which frames of the window are saved as pictures?
#ifndef WEND_VIEW_RECORDER_H
#define WEND_VIEW_RECORDER_H
#include "platform/notice.h"
#include "platform/window.h"

enum { RECORDER_PATH = 600 };

typedef struct recorder {
    window* window;
    notice* notice;
    bool on;            ///< every frame is saved as a numbered picture
    int count;          ///< of numbered pictures
    bool single_wanted; ///< this frame is saved
    char folder[RECORDER_PATH];
} recorder;

/// Commands of the recorder: "record" and "screenshot".
extern const command_def recorder_commands[];

/// Starts saving all frames; NULL: to a new folder. Shows a notice and returns false when that fails.
bool recorder_begin(recorder* r, const char* folder_opt);
/// True when this frame will be saved and must be complete.
bool recorder_wants_frame(const recorder* r);
/// Saves the drawn frame if required. If that fails, shows a notice, ends the recording and returns false.
bool recorder_take_frame(recorder* r);

#endif
