// app.h: how does the viewer run, from its first frame to its last?
#ifndef WEND_VIEW_APP_H
#define WEND_VIEW_APP_H
#include "document/document.h"
#include "panels/panel.h"
#include "platform/remember.h"

/// What the command line asks for.
typedef struct app_options {
    document_options maps;
    int autosave; ///< unsaved edits are kept beside the map: 1 or -1: not; 0: unless headless
    bool headless;
    bool draw_all;          ///< headless: also the frames of which no picture is written
    bool report;            ///< print the state as a line of JSON at the end
    int frames;             ///< end after so many frames, and when the script has ended; 0: never
    const char* screenshot; ///< file for a picture of the last frame; NULL: none
    const char* script;     ///< NULL: none
    const char* layout;     ///< file that says where things are in the window; NULL: none
    const char* record;     ///< folder for pictures of all frames; NULL: none
    int width, height;      ///< of the window [Units: pixels]; 0: as it was last time
    int fleet;              ///< movers of a fleet that is begun at once; 0: none
    float scale;            ///< of texts and lines; 0: by the display's density
} app_options;

/// Runs until the person or the options end it, and returns the exit code. Takes the files.
int app_run(const app_options* options, file_list* files);

// ---- settings.c

/// Takes the settings of the last run. False: lines of the file, named in file_out, are broken, and
/// were ignored.
bool settings_recall(window* w, panel* p, document* d, mouse* m, char file_out[REMEMBER_PATH]);
/// Saves the settings; prints an error when that fails.
void settings_keep(window* w, panel* p, document* d, mouse* m);

#endif
