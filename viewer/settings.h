// settings.h: what does the program remember from one run to the next?
#ifndef WEND_VIEW_SETTINGS_H
#define WEND_VIEW_SETTINGS_H
#include "panels/panel.h"
#include "platform/remember.h"

/// Takes the settings of the last run. False: lines of the file, named in file_out, are broken, and
/// were ignored.
bool settings_recall(window* w, panel* p, document* d, mouse* m, char file_out[REMEMBER_PATH]);
/// Saves the settings; prints an error when that fails.
void settings_keep(window* w, panel* p, document* d, mouse* m);

#endif
