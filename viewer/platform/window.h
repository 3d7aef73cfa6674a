// window.h: how does the window come up, and what if its renderer is lost?
#ifndef WEND_VIEW_WINDOW_H
#define WEND_VIEW_WINDOW_H
#include "app.h"

/// Opens window, renderer and font, as large as the options say or as it was last time. Returns an exit code;
/// what went wrong is told.
int window_open(app* a);
/// Takes the size that the window has now.
void window_update_size(app* a);
/// The renderer lost what it held: another one, and all textures anew as they come into view. Where there is
/// none to be had edits are saved, and the program ends.
void window_renew(app* a);

// ---- window_memory.c

/// How the window was when it was last closed: into a->place, the theme and the sections. Reads nothing where
/// the options say how it is to be; a file that is broken is told about and ignored.
void window_recall(app* a);
/// Writes it for the next time, under the same condition.
void window_remember(const app* a);

#endif
