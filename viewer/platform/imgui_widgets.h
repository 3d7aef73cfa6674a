// imgui_widgets.h: where in the window is a widget, by its name? The list is made in every frame.
#ifndef WEND_VIEW_IMGUI_WIDGETS_H
#define WEND_VIEW_IMGUI_WIDGETS_H
#include <SDL.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WIDGET_NAME = 96 };

typedef struct widget {
    char name[WIDGET_NAME]; ///< as it is written on or beside the widget, runs of spaces as one
    SDL_FRect place;        ///< [Units: pixels]
    SDL_FRect seen;         ///< the part that is not scrolled away; of no width or height: none
    Uint32 window;
    bool enabled; ///< not greyed
    bool still;   ///< where it was a frame before
} widget;

// ---- for imgui_shim.cpp

void widgets_begin_frame(void);
/// The widget that was made last.
void widgets_note(const char* name);
/// The widget that is made next, in this place. For what opens a window as it is made.
void widgets_note_at(const char* name, SDL_FRect place);

// ---- for all

/// The widgets of the last frame, in the order in which they were made.
int widgets_count(void);
const widget* widgets_at(int index);
/// False: another window lies above the widget at that pixel.
bool widgets_is_on_top(const widget* w, float x, float y);

#ifdef __cplusplus
}
#endif
#endif
