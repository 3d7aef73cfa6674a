// app.c: what does an event do, and what happens in a frame?
#define _POSIX_C_SOURCE 200809L
#include "app.h"
#include "tools/boids_draw.h"
#include "platform/imgui_shim.h"
#include "views/minimap.h"
#include "views/overlay.h"
#include "platform/screenshot.h"
#include "platform/window.h"
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    MESSAGE_FRAMES = 360,
    TILES_A_FRAME = 500 * 1000, // read for textures, so that no frame is late
    SETTLE_FRAMES = 4,          // that widgets need to come to rest after an event
};

void app_complain(const char* text) {
    fputs("wend-view: ", stderr);
    for (const char* c = text; *c != '\0'; c++) fputc(iscntrl((unsigned char)*c) ? '?' : *c, stderr);
    fputc('\n', stderr);
}

// ---- actions

void app_say(app* a, bool error, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(a->message, sizeof a->message, format, arguments);
    va_end(arguments);
    a->message_is_error = error;
    a->message_frames = MESSAGE_FRAMES;
}

static void plan(app* a) {
    a->replan = false;
    a->playback.stale = true;
    wend_result result = scene_plan(&a->scene);
    if (result != WEND_OK) app_say(a, true, "cannot plan: %s", wend_result_string(result));
    performance_note_plan(a);
    agent_start(&a->agent, a->scene.grid, a->scene.path);
    a->ticks_due = 0;
}

const palette* app_palette(const app* a) {
    return (a->layers >> LAYER_COSTS & 1) != 0 ? &a->scene.costs : &a->scene.picture;
}

void app_set_layers(app* a, uint32_t layers) {
    bool recolor = ((layers ^ a->layers) >> LAYER_COSTS & 1) != 0;
    a->layers = layers;
    if (recolor) map_layer_set_colors(a->map, app_palette(a)->colors);
}

static void move_end(app* a, wend_tile* end, wend_tile tile) {
    tile.x = SDL_clamp(tile.x, 0, a->camera.map_width - 1);
    tile.y = SDL_clamp(tile.y, 0, a->camera.map_height - 1);
    if (tile.x == end->x && tile.y == end->y) return;
    *end = tile;
    a->replan = true;
}

void app_set_start(app* a, wend_tile tile) {
    move_end(a, &a->scene.query.start, tile);
}

void app_set_goal(app* a, wend_tile tile) {
    move_end(a, &a->scene.query.goal, tile);
}

void app_fit(app* a) {
    camera_fit(&a->camera, panel_free_area(a));
    a->fitted = true;
}

void app_set_light(app* a, bool light) {
    a->light = light;
    gui_set_light(light);
}

void app_run_again(app* a) {
    a->paused = false;
    plan(a);
}

// ---- mouse

static SDL_Rect small_map(const app* a) {
    return minimap_area(&a->camera, panel_free_area(a), a->scale);
}

static void look_by_minimap(app* a) {
    minimap_look(&a->camera, small_map(a), a->pointer_x, a->pointer_y);
    a->fitted = a->follow = false;
}

static bool is_on_minimap(const app* a) {
    SDL_Rect area = small_map(a);
    return SDL_PointInRect(&(SDL_Point){(int)a->pointer_x, (int)a->pointer_y}, &area);
}

static void press_button(app* a, Uint8 button) {
    if (a->drag != DRAG_NONE || a->asking != LEAVE_NOT || a->import.file != NULL ||
        gui_covers(a->pointer_x, a->pointer_y))
        return;
    bool edits = a->editor.tool != TOOL_LOOK;
    int marker = overlay_marker_at(&a->scene, &a->camera, a->pointer_x, a->pointer_y, a->scale);
    a->drag_button = button;
    if (!is_on_minimap(a) && app_press_boids(a, button)) return;
    if (button == SDL_BUTTON_MIDDLE || (button == SDL_BUTTON_RIGHT && !edits))
        a->drag = DRAG_MAP;
    else if (button == SDL_BUTTON_LEFT && is_on_minimap(a))
        a->drag = DRAG_MINIMAP;
    else if (button == SDL_BUTTON_LEFT && marker != MARKER_NONE)
        a->drag = marker == MARKER_START ? DRAG_START : DRAG_GOAL;
    else if (edits && (button == SDL_BUTTON_LEFT || button == SDL_BUTTON_RIGHT))
        a->drag = DRAG_EDIT;
    if (a->drag == DRAG_MINIMAP) look_by_minimap(a);
    if (a->drag == DRAG_EDIT) app_press_tool(a, button == SDL_BUTTON_RIGHT);
}

static void release_button(app* a, Uint8 button) {
    if (a->drag == DRAG_NONE || button != a->drag_button) return;
    if (a->drag == DRAG_EDIT) app_release_tool(a);
    if (a->drag == DRAG_BOIDS) app_release_boids(a);
    a->drag = DRAG_NONE;
}

static void move_pointer(app* a, float x, float y) {
    float dx = x - a->pointer_x, dy = y - a->pointer_y;
    a->pointer_x = x;
    a->pointer_y = y;
    a->pointer_inside = true;
    wend_tile tile = camera_tile_at(&a->camera, x, y);
    if (a->drag == DRAG_START) app_set_start(a, tile);
    if (a->drag == DRAG_GOAL) app_set_goal(a, tile);
    if (a->drag == DRAG_EDIT) app_move_tool(a);
    if (a->drag == DRAG_BOIDS) app_move_boids(a);
    if (a->drag == DRAG_MINIMAP && small_map(a).w > 0) look_by_minimap(a);
    if (a->drag == DRAG_MAP) {
        camera_pan(&a->camera, dx, dy);
        a->fitted = a->follow = false;
    }
}

static void turn_wheel(app* a, float notches) {
    if (a->import.file != NULL || gui_covers(a->pointer_x, a->pointer_y)) return;
    camera_zoom_at(&a->camera, a->pointer_x, a->pointer_y, a->camera.zoom * pow(1.2, notches));
    a->fitted = false;
}

static void handle_event(app* a, const SDL_Event* event) {
    gui_event(event, a->pixel_ratio);
    switch (event->type) {
    case SDL_QUIT:
        app_leave(a, LEAVE_QUIT);
        break;
    case SDL_KEYDOWN:
        app_press_key(a, &event->key);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        move_pointer(a, (float)event->button.x * a->pixel_ratio, (float)event->button.y * a->pixel_ratio);
        if (event->type == SDL_MOUSEBUTTONDOWN)
            press_button(a, event->button.button);
        else
            release_button(a, event->button.button);
        break;
    case SDL_MOUSEMOTION:
        move_pointer(a, (float)event->motion.x * a->pixel_ratio, (float)event->motion.y * a->pixel_ratio);
        break;
    case SDL_MOUSEWHEEL:
        turn_wheel(a, event->wheel.preciseY);
        break;
    case SDL_DROPFILE:
    case SDL_DROPCOMPLETE:
        app_take_drop(a, &event->drop);
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_LEAVE) a->pointer_inside = false;
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        window_renew(a);
        break;
    default:
        if (event->type == a->setting_event) {
            const script_setting* setting = event->user.data1;
            char why[200];
            if (settings_apply(a, setting->name, setting->value, why)) break;
            char text[600];
            snprintf(text, sizeof text, "%s:%d: %s", a->options->script, setting->line, why);
            app_complain(text);
            a->exit_code = APP_BAD_INPUT;
            a->quit = true;
        }
    }
}

// ---- frames

void app_clear(app* a) {
    a->batch.renderer = a->renderer;
    SDL_SetRenderDrawColor(a->renderer, a->light ? 226 : 18, a->light ? 229 : 20, a->light ? 234 : 25, 255);
    SDL_RenderClear(a->renderer);
}

// whole: a picture of this frame is wanted, so nothing may be coarser than it should be.
static void draw(app* a, double seconds, bool whole) {
    app_clear(a);
    SDL_SetRenderDrawBlendMode(a->renderer, SDL_BLENDMODE_BLEND);
    bool areas = (a->layers >> LAYER_COMPONENTS & 1) != 0;
    wend_tasks tasks = a->threads != NULL ? wend_threads_tasks(a->threads) : (wend_tasks){0};
    bool known = connected_work(&a->connected, a->renderer, &tasks, areas, whole);
    map_layer* shown = areas && a->connected.picture != NULL ? a->connected.picture : a->map;
    a->map_complete = map_layer_draw(shown, &a->camera, whole ? INT64_MAX : TILES_A_FRAME) && known;
    a->map_complete &= fields_draw_distance(a, whole);
    wend_tile pointer = {-1, -1};
    if (a->pointer_inside && !gui_covers(a->pointer_x, a->pointer_y))
        pointer = camera_tile_at(&a->camera, a->pointer_x, a->pointer_y);
    fields_draw_flow(a);
    playback_draw_lists(a);
    scene view = a->scene;
    uint32_t layers = playback_layers(a);
    if (a->playback.open && a->playback.path != NULL) view.path = a->playback.path;
    overlay_draw(&view, &a->camera, layers, SDL_min(a->level, view.info.level_count), pointer, &a->batch,
                 a->scale);
    playback_draw(a);
    bool agent_shown = (layers >> LAYER_AGENT & 1) != 0;
    if (agent_shown) boids_draw_trails(&a->boids, &a->camera, &a->batch, a->scale);
    if (agent_shown) agent_draw_trail(&a->agent, a->scene.grid, &a->camera, &a->batch, a->scale);
    int held = a->drag == DRAG_START ? MARKER_START : a->drag == DRAG_GOAL ? MARKER_GOAL : MARKER_NONE;
    if (a->editor.tool != TOOL_LOOK && (a->editor.stroke || pointer.x >= 0))
        overlay_draw_tool(&a->editor, &a->camera, pointer, &a->batch, a->scale);
    overlay_draw_markers(&a->scene, &a->camera, held, &a->batch, a->scale);
    if (agent_shown) agent_draw(&a->agent, a->scene.grid, &a->camera, &a->batch, a->scale);
    if (agent_shown) app_draw_boids(a);
    SDL_Rect small = small_map(a);
    if (small.w > 0) minimap_draw(shown, &a->scene, &a->camera, small, &a->batch, a->scale);
    draw_flush(&a->batch);
    gui_begin_frame(a->camera.width, a->camera.height, a->options->headless ? AGENT_TICK : (float)seconds);
    panel_show(a);
    gui_end_frame(a->renderer);
}

static void save_numbered_picture(app* a) {
    a->picture_wanted = false;
    char file[40] = "";
    for (int i = 1; i < 1000; i++) {
        snprintf(file, sizeof file, "wend-view-%03d.png", i);
        if (access(file, F_OK) != 0) break;
    }
    wend_error error;
    if (screenshot_save(a->renderer, file, &error) == WEND_OK)
        app_say(a, false, "saved %s", file);
    else
        app_say(a, true, "%s", error.text);
}

static bool something_moves(const app* a) {
    bool working = a->performance.work != MEASURE_NOTHING || a->playback.playing || !a->editor.settled;
    return app_something_walks(a) || working || a->drag != DRAG_NONE || !a->map_complete ||
           a->script != NULL || a->message_frames > 0 || a->options->frames > 0 || a->sequence.on;
}

// Processor time of this thread: what a frame costs, whatever else the machine does. [Units: milliseconds]
static double cpu_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void count_frame(app* a, double ms, double cpu) {
    if (a->frame == 0) return;
    a->frame_ms_sum += ms;
    a->frame_ms_max = fmax(a->frame_ms_max, ms);
    a->cpu_ms_sum += cpu;
    a->cpu_ms_max = fmax(a->cpu_ms_max, cpu);
    a->slow_frames += cpu > 1000.0 / 60;
}

static void run_frames(app* a) {
    const double tick_seconds = 1.0 / (double)SDL_GetPerformanceFrequency();
    SDL_RendererInfo info = {.flags = 0};
    SDL_GetRendererInfo(a->renderer, &info);
    bool paced = a->options->headless || (info.flags & SDL_RENDERER_PRESENTVSYNC) != 0;
    Uint64 last_start = SDL_GetPerformanceCounter();
    int settled = 0;
    for (bool last = false; !last; a->frame++) {
        if (settled > SETTLE_FRAMES && !something_moves(a)) SDL_WaitEventTimeout(NULL, 500);
        Uint64 start = SDL_GetPerformanceCounter();
        double cpu_start = cpu_ms();
        double seconds = (double)(start - last_start) * tick_seconds;
        if (a->sequence.on) seconds = (double)AGENT_TICK; // a film runs evenly, however long its frames take
        last_start = start;
        bool scripted = a->script != NULL && script_play(a->script);
        SDL_Event event;
        settled++;
        while (!a->quit && SDL_PollEvent(&event)) {
            handle_event(a, &event);
            settled = 0;
        }
        if (a->map == NULL) break; // memory ran out while another map was loading
        window_update_size(a);
        app_follow_edits(a);
        import_follow(&a->import);
        if (a->replan) plan(a);
        performance_follow(a);
        playback_follow(a, a->options->headless ? (double)AGENT_TICK : seconds);
        if (!a->playback.open) app_walk(a, seconds);
        app_follow(a);
        last = a->quit || (a->options->frames > 0 && a->frame + 1 >= a->options->frames && !scripted);
        draw(a, seconds, a->picture_wanted || a->sequence.on || (last && a->options->screenshot != NULL));
        if (a->message_frames > 0) a->message_frames--;
        if (a->picture_wanted) save_numbered_picture(a);
        if (a->sequence.on && !app_add_to_sequence(a) && a->options->record != NULL) {
            app_complain(a->message);
            a->exit_code = APP_RESOURCE;
        }
        if (last && a->options->screenshot != NULL && a->exit_code == APP_OK) {
            wend_error error;
            if (screenshot_save(a->renderer, a->options->screenshot, &error) != WEND_OK) {
                app_complain(error.text);
                a->exit_code = APP_RESOURCE;
            }
        }
        SDL_RenderPresent(a->renderer);
        double ms = (double)(SDL_GetPerformanceCounter() - start) * tick_seconds * 1000;
        count_frame(a, ms, cpu_ms() - cpu_start);
        if (!paced && ms < 16) SDL_Delay((Uint32)(16 - ms));
    }
}

// ---- beginning and end

static int exit_code_of(wend_result result) {
    switch (result) {
    case WEND_OK:
        return APP_OK;
    case WEND_ERROR_CANCELLED:
        return APP_OK; // the person closed the window
    case WEND_ERROR_FORMAT:
    case WEND_ERROR_UNSUPPORTED:
    case WEND_ERROR_LIMIT:
    case WEND_ERROR_IO:
        return APP_BAD_INPUT;
    default:
        return APP_RESOURCE;
    }
}

static int complain_about(wend_result result, const wend_error* error) {
    if (result != WEND_ERROR_CANCELLED)
        app_complain(error->text[0] != '\0' ? error->text : wend_result_string(result));
    return exit_code_of(result);
}

static int open_all(app* a) {
    int code = window_open(a);
    if (code != APP_OK) return code;
    a->setting_event = SDL_RegisterEvents(1);
    wend_error error = {.text = ""};
    wend_result result = WEND_OK;
    if (a->options->script != NULL)
        result = script_load(a->options->script, a->setting_event, &a->script, &error);
    if (result == WEND_OK) result = scene_create(!a->options->headless, &a->scene);
    performance_init(a);
    if (result == WEND_OK) result = app_load_first(a, &error);
    if (result != WEND_OK) {
        a->quit = true;
        return complain_about(result, &error);
    }
    // Widgets measure themselves in their first frames.
    for (int i = 0; i < 2; i++) draw(a, (double)AGENT_TICK, false);
    if (a->options->record == NULL || app_begin_sequence(a, a->options->record)) return APP_OK;
    app_complain(a->message);
    return APP_RESOURCE;
}

int app_run(const app_options* options, file_list* files) {
    app* a = calloc(1, sizeof *a);
    if (a == NULL) {
        file_list_clear(files);
        app_complain("out of memory");
        return APP_RESOURCE;
    }
    a->options = options;
    a->files = *files;
    a->layers = LAYERS_DEFAULT;
    if (wend_threads_create(0, &a->threads) != WEND_OK) a->threads = NULL; // then all runs in this one
    a->panel = true;
    a->new_width = 64;
    a->new_height = 48;
    a->open[SECTION_MAP] = a->open[SECTION_PLAN] = a->open[SECTION_LAYERS] = true;
    editor_init(&a->editor);
    playback_init(&a->playback);
    boids_init(&a->boids);
    a->hand.group = 1;
    a->time_scale = 1;
    a->exit_code = open_all(a);
    if (a->exit_code == APP_OK && !a->quit) run_frames(a);
    if (a->exit_code == APP_OK) window_remember(a);
    if (options->report && a->exit_code == APP_OK && a->scene.world != NULL) report_print(a);
    map_layer_destroy(a->map);
    connected_destroy(&a->connected);
    editor_destroy(&a->editor);
    performance_destroy(a);
    playback_destroy(&a->playback);
    boids_destroy(&a->boids);
    fields_destroy(a);
    scene_destroy(&a->scene);
    wend_threads_destroy(a->threads);
    script_destroy(a->script);
    file_list_clear(&a->files);
    SDL_free(a->dropped);
    import_close(&a->import);
    gui_destroy();
    if (a->renderer != NULL) SDL_DestroyRenderer(a->renderer);
    if (a->window != NULL) SDL_DestroyWindow(a->window);
    SDL_Quit();
    int code = a->exit_code;
    free(a);
    return code;
}
