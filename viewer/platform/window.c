// window.c: how is the window opened, how large is it, and what happens when its renderer is lost?
#include "platform/window.h"
#include "platform/imgui_shim.h"
#include "platform/notice.h"
#include "platform/parse.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static int fail_sdl(const char* what) {
    char text[600];
    snprintf(text, sizeof text, "%s: %s", what, SDL_GetError());
    complain(text);
    return VIEW_RESOURCE;
}

bool window_update_size(window* w) {
    int units = 1, height = 1, old_width = w->width, old_height = w->height;
    SDL_GetWindowSize(w->handle, &units, &height);
    SDL_GetRendererOutputSize(w->renderer, &w->width, &w->height);
    w->pixel_ratio = (float)w->width / (float)SDL_max(units, 1);
    return w->width != old_width || w->height != old_height;
}

void window_update_place(window* w) {
    w->maximized = (SDL_GetWindowFlags(w->handle) & (SDL_WINDOW_MAXIMIZED | SDL_WINDOW_FULLSCREEN)) != 0;
    if (w->maximized) return;
    SDL_GetWindowPosition(w->handle, &w->place.x, &w->place.y);
    SDL_GetWindowSize(w->handle, &w->place.w, &w->place.h);
}

static float density_scale(const window* w) {
    float dpi = 96;
    int display = SDL_GetWindowDisplayIndex(w->handle);
    if (w->headless || SDL_GetDisplayDPI(display, NULL, &dpi, NULL) != 0) dpi = 96;
    return roundf(SDL_clamp(fmaxf(dpi / 96, w->pixel_ratio), 1.0f, 4.0f) * 4) / 4;
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
    snprintf(title, sizeof title, "%s%s - wend-view", note, w->name);
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

// True when enough of a remembered window is on a present display.
static bool is_reachable(SDL_Rect place) {
    for (int i = 0; i < SDL_GetNumVideoDisplays(); i++) {
        SDL_Rect display, both;
        if (SDL_GetDisplayBounds(i, &display) == 0 && SDL_IntersectRect(&display, &place, &both) &&
            both.w >= 64 && both.h >= 64)
            return true;
    }
    return false;
}

static SDL_Renderer* make_renderer(const window* w) {
    SDL_Renderer* made = SDL_CreateRenderer(w->handle, -1, w->headless ? 0 : SDL_RENDERER_PRESENTVSYNC);
    return made != NULL ? made : SDL_CreateRenderer(w->handle, -1, SDL_RENDERER_SOFTWARE);
}

int window_open(window* w) {
    if (!start_video(w)) return VIEW_RESOURCE;
    Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    if (w->maximized) flags |= SDL_WINDOW_MAXIMIZED;
    if (w->place.w == 0 || !is_reachable(w->place)) w->place.x = w->place.y = (int)SDL_WINDOWPOS_UNDEFINED;
    if (w->place.w == 0) {
        w->place.w = 1280;
        w->place.h = 800;
    }
    w->handle = SDL_CreateWindow("wend-view", w->place.x, w->place.y, w->place.w, w->place.h, flags);
    if (w->handle == NULL) return fail_sdl("no window");
    w->renderer = make_renderer(w);
    if (w->renderer == NULL) return fail_sdl("no renderer");
    window_update_size(w);
    if (w->scale == 0) w->scale = density_scale(w);
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
    snprintf(why, COMMAND_WHY, "'%.40s' cannot be lost, expected renderer", value);
    return false;
}

const command_def window_commands[] = {COMMAND_SWITCH("light", window, light, .then = show_theme),
                                       COMMAND("lose", run_lose, COMMAND_SETTING), COMMANDS_END};
