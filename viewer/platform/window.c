// window.c: how does the window come up, and what if its renderer is lost?
#include "window.h"
#include "imgui_shim.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static int fail_sdl(const char* what) {
    char text[600];
    snprintf(text, sizeof text, "%s: %s", what, SDL_GetError());
    app_complain(text);
    return APP_RESOURCE;
}

void window_update_size(app* a) {
    int window_width = 1, window_height = 1, width = 0, height = 0;
    SDL_GetWindowSize(a->window, &window_width, &window_height);
    SDL_GetRendererOutputSize(a->renderer, &width, &height);
    a->pixel_ratio = (float)width / (float)SDL_max(window_width, 1);
    a->batch.width = (float)width;
    a->batch.height = (float)height;
    if (a->camera.width == width && a->camera.height == height) return;
    a->camera.width = width;
    a->camera.height = height;
    if (a->fitted) app_fit(a);
}

static float density_scale(const app* a) {
    float dpi = 96;
    int display = SDL_GetWindowDisplayIndex(a->window);
    if (a->options->headless || SDL_GetDisplayDPI(display, NULL, &dpi, NULL) != 0) dpi = 96;
    return roundf(SDL_clamp(fmaxf(dpi / 96, a->pixel_ratio), 1.0f, 4.0f) * 4) / 4;
}

// ---- opening

static bool start_video(const app* a) {
    if (a->options->headless) {
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
    // Where SDL finds no display it draws into memory, and a person would wait for a window.
    bool nowhere = !a->options->headless && SDL_GetHint(SDL_HINT_VIDEODRIVER) == NULL &&
                   strcmp(SDL_GetCurrentVideoDriver(), "offscreen") == 0;
    if (nowhere) app_complain("no display; --headless needs none");
    return !nowhere;
}

// Is enough of a remembered window on a display that is there now?
static bool is_reachable(SDL_Rect place) {
    for (int i = 0; i < SDL_GetNumVideoDisplays(); i++) {
        SDL_Rect display, both;
        if (SDL_GetDisplayBounds(i, &display) == 0 && SDL_IntersectRect(&display, &place, &both) &&
            both.w >= 64 && both.h >= 64)
            return true;
    }
    return false;
}

static SDL_Renderer* make_renderer(const app* a) {
    SDL_Renderer* made =
        SDL_CreateRenderer(a->window, -1, a->options->headless ? 0 : SDL_RENDERER_PRESENTVSYNC);
    return made != NULL ? made : SDL_CreateRenderer(a->window, -1, SDL_RENDERER_SOFTWARE);
}

int window_open(app* a) {
    const app_options* o = a->options;
    if (!start_video(a)) return APP_RESOURCE;
    window_recall(a);
    bool placed = a->place.w > 0 && is_reachable(a->place);
    Uint32 flags = SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    if (a->maximized) flags |= SDL_WINDOW_MAXIMIZED;
    if (a->place.w == 0) {
        a->place.w = o->width > 0 ? o->width : 1280;
        a->place.h = o->width > 0 ? o->height : 800;
    }
    a->window =
        SDL_CreateWindow("wend-view", placed ? a->place.x : (int)SDL_WINDOWPOS_UNDEFINED,
                         placed ? a->place.y : (int)SDL_WINDOWPOS_UNDEFINED, a->place.w, a->place.h, flags);
    if (a->window == NULL) return fail_sdl("no window");
    a->renderer = make_renderer(a);
    if (a->renderer == NULL) return fail_sdl("no renderer");
    a->fitted = false;
    window_update_size(a);
    a->scale = o->scale > 0 ? o->scale : density_scale(a);
    if (!gui_create(a->scale) || !gui_set_renderer(a->renderer)) return fail_sdl("no font");
    gui_set_light(a->light);
    if (gui_font_problem() != NULL) app_say(a, false, "%s", gui_font_problem());
    return APP_OK;
}

// ---- a lost renderer

static void hand_out(app* a) {
    map_layer_set_renderer(a->map, a->renderer);
    map_layer_set_renderer(a->connected.picture, a->renderer);
    trace_layer_reset(&a->playback.layer);
    a->playback.layer.renderer = a->renderer;
    preview_forget(&a->import.preview);
    fields_lose_textures(a);
}

void window_renew(app* a) {
    SDL_Renderer* lost = a->renderer;
    a->renderer = NULL;
    hand_out(a); // no texture outlives its renderer
    gui_set_renderer(NULL);
    SDL_DestroyRenderer(lost);
    a->renderer = make_renderer(a);
    if (a->renderer != NULL && gui_set_renderer(a->renderer)) {
        hand_out(a);
        return;
    }
    a->exit_code = fail_sdl("the renderer was lost");
    a->quit = true;
    if (editor_is_unsaved(&a->editor)) {
        app_save(a, a->save_name);
        app_complain(a->message);
    }
}
