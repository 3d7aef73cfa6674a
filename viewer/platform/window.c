// window.c: how is the window opened, how large is it, and what happens when its renderer is lost?
#include "platform/window.h"
#include "platform/commands.h"
#include "platform/imgui_shim.h"
#include "platform/notice.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static int fail_sdl(const char* what) {
    char text[600];
    snprintf(text, sizeof text, "%s: %s", what, SDL_GetError());
    complain(text);
    return VIEW_RESOURCE;
}

// ---- how large texts are

// What the desktop says in the resources of X, or else a dense screen: without a monitor of known size it
// says about 100. SDL asks neither. 0: nothing is known.
static float x11_dpi(void) {
    typedef struct x11 x11;
    x11* (*open_display)(const char*) = NULL;
    int (*close_display)(x11*) = NULL;
    char* (*resources)(x11*) = NULL;
    int (*height)(x11*, int) = NULL;
    int (*height_mm)(x11*, int) = NULL;
    void* library = SDL_LoadObject("libX11.so.6");
    if (library == NULL) return 0;
    const struct {
        const char* name;
        void* place;
    } functions[] = {{"XOpenDisplay", &open_display},
                     {"XCloseDisplay", &close_display},
                     {"XResourceManagerString", &resources},
                     {"XDisplayHeight", &height},
                     {"XDisplayHeightMM", &height_mm}};
    bool whole = true;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        void* function = SDL_LoadFunction(library, functions[i].name);
        memcpy(functions[i].place, &function, sizeof function);
        whole &= function != NULL;
    }
    x11* display = whole ? open_display(NULL) : NULL;
    double dpi = 0;
    if (display != NULL) {
        const char* end = NULL;
        const char* text = resources(display);
        const char* line = text != NULL ? strstr(text, "Xft.dpi:") : NULL;
        if (line != NULL) line += strcspn(line, ":") + 1;
        if (line != NULL) line += strspn(line, " \t");
        char number[32];
        if (line != NULL) snprintf(number, sizeof number, "%.*s", (int)strcspn(line, "\n"), line);
        if (line == NULL || !parse_number(number, &dpi, &end)) dpi = 0;
        const double screen = height(display, 0) * 25.4 / SDL_max(height_mm(display, 0), 1);
        if (dpi <= 0 && screen > 110) dpi = screen;
        close_display(display);
    }
    SDL_UnloadObject(library);
    return (float)dpi;
}

// Of the display where the window is, or will be.
static float density_scale(const window* w, int display) {
    enum { TALL = 2000 }; // a display of unknown size with so many rows is a dense one
    if (w->headless) return 1;
    SDL_DisplayMode mode = {.h = 0};
    float dpi = w->desktop_dpi;
    if (dpi <= 0 && SDL_GetDisplayDPI(display, NULL, &dpi, NULL) != 0)
        dpi = SDL_GetDesktopDisplayMode(display, &mode) == 0 && mode.h >= TALL ? 192 : 96;
    return roundf(SDL_clamp(fmaxf(dpi / 96, w->pixel_ratio), 1.0f, 4.0f) * 4) / 4;
}

bool window_update_size(window* w) {
    int units = 1, height = 1, old_width = w->width, old_height = w->height;
    const float old_scale = w->scale;
    SDL_GetWindowSize(w->handle, &units, &height);
    SDL_GetRendererOutputSize(w->renderer, &w->width, &w->height);
    w->pixel_ratio = (float)w->width / (float)SDL_max(units, 1);
    if (w->by_display) w->scale = density_scale(w, SDL_GetWindowDisplayIndex(w->handle));
    // Not before there is a gui: window_open creates it.
    if (old_scale != w->scale && old_width > 0 && !gui_set_scale(w->scale, w->renderer)) w->scale = old_scale;
    return w->width != old_width || w->height != old_height || w->scale != old_scale;
}

void window_update_place(window* w) {
    w->maximized = (SDL_GetWindowFlags(w->handle) & (SDL_WINDOW_MAXIMIZED | SDL_WINDOW_FULLSCREEN)) != 0;
    if (w->maximized) return;
    SDL_GetWindowPosition(w->handle, &w->place.x, &w->place.y);
    SDL_GetWindowSize(w->handle, &w->place.w, &w->place.h);
}

void window_clear(const window* w) {
    SDL_SetRenderDrawColor(w->renderer, w->light ? 226 : 18, w->light ? 229 : 20, w->light ? 234 : 25, 255);
    SDL_RenderClear(w->renderer);
}

void window_draw_beside(window* w, bool beside) {
    if (beside && w->beside == NULL)
        w->beside = SDL_CreateTexture(w->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_TARGET, 1, 1);
    SDL_SetRenderTarget(w->renderer, beside ? w->beside : NULL);
}

void window_show_title(const window* w, const char* doing_opt) {
    char title[300], note[100] = "";
    const char* doing = doing_opt != NULL ? doing_opt : w->is_recording ? "recording" : NULL;
    if (doing != NULL) snprintf(note, sizeof note, "(%s) ", doing);
    snprintf(title, sizeof title, "%s%s%s - wend-view", note, w->is_unsaved ? "*" : "", w->name);
    SDL_SetWindowTitle(w->handle, title);
}

// ---- opening

static bool start_video(const window* w) {
    if (w->headless) {
        SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "dummy", SDL_HINT_OVERRIDE);
        SDL_SetHintWithPriority(SDL_HINT_RENDER_DRIVER, "software", SDL_HINT_OVERRIDE);
    }
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    SDL_SetMainReady();
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        fail_sdl("no display");
        return false;
    }
    // Without a display SDL would draw into memory, and the user would wait for a window.
    bool nowhere = !w->headless && SDL_GetHint(SDL_HINT_VIDEODRIVER) == NULL &&
                   strcmp(SDL_GetCurrentVideoDriver(), "offscreen") == 0;
    if (nowhere) complain("no display; --headless needs none");
    return !nowhere;
}

// The display that has most of a place; without any of it the first.
static int display_of(SDL_Rect place) {
    int most = 0, best = 0;
    for (int i = 0; i < SDL_GetNumVideoDisplays(); i++) {
        SDL_Rect bounds, both;
        if (SDL_GetDisplayBounds(i, &bounds) != 0 || !SDL_IntersectRect(&bounds, &place, &both)) continue;
        if (both.w / 64 * (both.h / 64) <= most) continue;
        most = both.w / 64 * (both.h / 64);
        best = i;
    }
    return best;
}

// What a display offers, without the panels of the desktop.
static SDL_Rect room_of(int display) {
    SDL_Rect room = {0, 0, 640, 480};
    if (SDL_GetDisplayUsableBounds(display, &room) != 0) SDL_GetDisplayBounds(display, &room);
    return room;
}

// Puts the whole window with its frame into the room. Where it has no place yet, it comes into the middle.
static void fit_place(SDL_Rect* place, SDL_Rect room, int top, int left, int bottom, int right) {
    room.x += left;
    room.y += top;
    room.w = SDL_max(room.w - left - right, 64);
    room.h = SDL_max(room.h - top - bottom, 64);
    place->w = SDL_min(place->w, room.w);
    place->h = SDL_min(place->h, room.h);
    if (place->x == (int)SDL_WINDOWPOS_UNDEFINED) {
        place->x = room.x + (room.w - place->w) / 2;
        place->y = room.y + (room.h - place->h) / 2;
    }
    place->x = SDL_clamp(place->x, room.x, room.x + room.w - place->w);
    place->y = SDL_clamp(place->y, room.y, room.y + room.h - place->h);
}

// The window manager has added a frame, of a size that is known only now, and moved the window by it.
static void fit_frame(window* w, int display) {
    enum { PATIENCE_MS = 250 };
    int top = 0, left = 0, bottom = 0, right = 0;
    const Uint64 end = SDL_GetTicks64() + PATIENCE_MS;
    while (SDL_GetWindowBordersSize(w->handle, &top, &left, &bottom, &right) == 0 &&
           top + left + bottom + right == 0 && SDL_GetTicks64() < end) {
        SDL_Delay(5);
        SDL_PumpEvents();
    }
    fit_place(&w->place, room_of(display), top, left, bottom, right);
    if (w->maximized || top + left + bottom + right == 0) return;
    SDL_SetWindowSize(w->handle, w->place.w, w->place.h);
    SDL_SetWindowPosition(w->handle, w->place.x, w->place.y);
}

static SDL_Renderer* make_renderer(const window* w) {
    SDL_Renderer* made = SDL_CreateRenderer(w->handle, -1, w->headless ? 0 : SDL_RENDERER_PRESENTVSYNC);
    return made != NULL ? made : SDL_CreateRenderer(w->handle, -1, SDL_RENDERER_SOFTWARE);
}

int window_open(window* w) {
    if (!start_video(w)) return VIEW_RESOURCE;
    const bool is_x11 = strcmp(SDL_GetCurrentVideoDriver(), "x11") == 0;
    if (is_x11) w->desktop_dpi = x11_dpi();
    w->by_display = w->scale == 0;
    Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    if (w->maximized) flags |= SDL_WINDOW_MAXIMIZED;
    const bool fits = !w->exact && !w->headless;
    const int display = fits && w->place.w > 0 ? display_of(w->place) : 0;
    if (w->place.w == 0) {
        // Elsewhere the units of the window system grow with the density.
        const float scale = !is_x11 ? 1 : w->by_display ? density_scale(w, display) : w->scale;
        w->place = (SDL_Rect){(int)SDL_WINDOWPOS_UNDEFINED, (int)SDL_WINDOWPOS_UNDEFINED, (int)(1280 * scale),
                              (int)(800 * scale)};
    }
    if (fits) fit_place(&w->place, room_of(display), 0, 0, 0, 0);
    w->handle = SDL_CreateWindow("wend-view", w->place.x, w->place.y, w->place.w, w->place.h, flags);
    if (w->handle == NULL) return fail_sdl("no window");
    w->renderer = make_renderer(w);
    if (w->renderer == NULL) return fail_sdl("no renderer");
    if (fits) fit_frame(w, display); // not before: SDL may make another window for the renderer
    window_update_size(w);
    if (!gui_create(w->scale) || !gui_set_renderer(w->renderer)) return fail_sdl("no font");
    gui_set_light(w->light);
    return VIEW_OK;
}

void window_close(window* w) {
    gui_destroy();
    if (w->renderer != NULL) SDL_DestroyRenderer(w->renderer);
    if (w->handle != NULL) SDL_DestroyWindow(w->handle);
    SDL_Quit();
}

// ---- a lost renderer

void window_drop_renderer(window* w) {
    gui_set_renderer(NULL);
    SDL_DestroyRenderer(w->renderer); // and its textures
    w->renderer = NULL;
    w->beside = NULL;
}

int window_renew_renderer(window* w) {
    w->renderer = make_renderer(w);
    if (w->renderer != NULL && gui_set_renderer(w->renderer)) return VIEW_OK;
    return fail_sdl("the renderer was lost");
}

// ---- commands

static void show_theme(void* owner) {
    gui_set_light(((window*)owner)->light);
}

// Simulates the removal of a graphics card.
static bool run_lose(void* owner, const char* value, char* why) {
    (void)owner;
    if (strcmp(value, "renderer") == 0 && SDL_PushEvent(&(SDL_Event){.type = SDL_RENDER_DEVICE_RESET}) == 1)
        return true;
    return command_refuse(why, "'%.40s' cannot be lost, expected renderer", value);
}

const command_def window_commands[] = {COMMAND_SWITCH("light", window, light, .then = show_theme),
                                       COMMAND("lose", run_lose, COMMAND_SETTING), COMMANDS_END};
