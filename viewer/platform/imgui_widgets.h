// imgui_widgets.h: where in the window is a widget with a given name? The list is rebuilt in every frame.
#ifndef WEND_VIEW_IMGUI_WIDGETS_H
#define WEND_VIEW_IMGUI_WIDGETS_H
#include <SDL.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WIDGET_NAME = 96 };

typedef struct widget {
    char name[WIDGET_NAME]; ///< the label on or beside the widget, with single spaces
    SDL_FRect place;        ///< [Units: pixels]
    SDL_FRect seen;         ///< the visible part; width or height 0: none
    Uint32 window;
    bool enabled; ///< not greyed
    bool still;   ///< in the same place as one frame before
} widget;

// ---- for the imgui_*.cpp files

void widgets_begin_frame(void);
/// Notes the last widget.
void widgets_note(const char* name);
/// Notes the next widget, which will be in this place; for widgets that open a window.
void widgets_note_at(const char* name, SDL_FRect place);

// ---- for all

/// The widgets of the last frame in their order.
int widgets_count(void);
const widget* widgets_at(int index);
/// False: another window lies above the widget at that pixel.
bool widgets_is_on_top(const widget* w, float x, float y);

#ifdef __cplusplus
}
#endif
#endif
