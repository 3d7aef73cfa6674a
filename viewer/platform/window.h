// window.h: how does the window come up, how large is it, and what if its renderer is lost?
#ifndef WEND_VIEW_WINDOW_H
#define WEND_VIEW_WINDOW_H
#include "platform/commands.h"
#include <SDL.h>

typedef struct window {
    SDL_Window* handle;
    SDL_Renderer* renderer;
    SDL_Rect place; ///< while it is not maximised, in units of the window system; of no width: by the system
    bool maximized;
    int width, height; ///< [Units: pixels]
    float scale;       ///< of texts and lines; before window_open 0: by the display's density
    float pixel_ratio; ///< pixels to a unit of the mouse's coordinates
    bool headless;     ///< no display: all is drawn into memory
    bool light;        ///< theme
    const char* name;  ///< of what it shows, for the title; borrowed
    bool is_recording; ///< the title says so
} window;

/// Commands of the window: its theme, and losing its renderer.
extern const command_def window_commands[];

/// Opens window, renderer and font, at the place that is set. Returns an exit code; an error is printed.
int window_open(window* w);
void window_close(window* w);
/// Takes the size that the window has now. True: it is another one.
bool window_update_size(window* w);
/// Where it is now, or would be if it were not maximised.
void window_update_place(window* w);
/// Begins a picture: fills the window with the background.
void window_clear(const window* w);
/// doing_opt: what keeps the program busy, in the title too.
void window_show_title(const window* w, const char* doing_opt);
/// Gives up the renderer; no texture may be left.
void window_drop_renderer(window* w);
/// Makes another one. Returns an exit code; an error is printed.
int window_renew_renderer(window* w);

#endif
