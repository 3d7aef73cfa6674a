// window.h: how is the window opened, how large is it, and what happens when its renderer is lost?
#ifndef WEND_VIEW_WINDOW_H
#define WEND_VIEW_WINDOW_H
#include "platform/commands.h"
#include <SDL.h>

typedef struct window {
    SDL_Window* handle;
    SDL_Renderer* renderer;
    SDL_Texture* beside; ///< of one pixel, for pictures that nobody looks at; or NULL
    SDL_Rect place; ///< while it is not maximised, in units of the window system; of no width: by the system
    bool exact;     ///< the place is not fitted to a display
    bool maximized;
    int width, height; ///< [Units: pixels]
    float scale;       ///< of texts and lines; before window_open 0: by the display's density
    bool by_display;   ///< the scale follows the display that the window is on
    float desktop_dpi; ///< that the desktop asks for; 0: it says nothing
    float pixel_ratio; ///< pixels to a unit of the mouse's coordinates
    bool headless;     ///< without a display: draws into memory
    bool light;        ///< theme
    const char* name;  ///< of the map, for the title; borrowed
    bool is_recording; ///< for the title
    bool is_unsaved;   ///< the map has edits that are not saved; for the title
} window;

/// Commands of the window: its theme, and losing its renderer.
extern const command_def window_commands[];

/// Opens window, renderer and font, at the place that is set. Returns an exit code; an error is printed.
int window_open(window* w);
void window_close(window* w);
/// Reads the window's size, and the scale by its display. True: one has changed.
bool window_update_size(window* w);
/// Stores the window's place, or its place before it was maximised.
void window_update_place(window* w);
/// Begins a picture: fills the window with the background.
void window_clear(const window* w);
/// Until window_draw_beside(w, false) all drawing goes to one pixel beside the window: for pictures that
/// nobody looks at (without a graphics card, pixels take most of a frame's time).
void window_draw_beside(window* w, bool beside);
/// doing_opt: the current long work, shown in the title.
void window_show_title(const window* w, const char* doing_opt);
/// Destroys the renderer; no texture may be left.
void window_drop_renderer(window* w);
/// Creates another renderer. Returns an exit code; an error is printed.
int window_renew_renderer(window* w);

#endif
