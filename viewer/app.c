// app.c: how are the parts of the viewer wired, and what happens in a frame? The only file that knows them
// all.
#include "app.h"
#include "document/document.h"
#include "document/place.h"
#include "panels/panel.h"
#include "platform/imgui_shim.h"
#include "platform/notice.h"
#include "platform/picture.h"
#include "platform/recorder.h"
#include "script/layout.h"
#include "script/report.h"
#include "script/script.h"
#include "tools/actions.h"
#include "tools/boid_tool.h"
#include "tools/browser.h"
#include "views/map_view.h"
#include "views/overlay.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REST_FRAMES = 4 }; // that widgets need to come to rest after an event

typedef struct app {
    const app_options* options;
    wend_threads* threads; // NULL: none could be started
    window window;
    notice notice;
    commands commands;
    recorder recorder;
    document document;
    view view;
    map_view map_view;
    boid_tool boid_tool;
    walk walk;
    fog fog;
    mouse mouse;
    pair pair;
    playback playback;
    why_tool why;
    places_tool places;
    heights_tool heights;
    fleet_tool fleet;
    performance performance;
    thumbnails thumbnails;
import import;
    panel panel;
    browser browser;
    script* script;
    char* layout_text;           // that was written last
    char picture[REMEMBER_PATH]; // a picture of the map, to be saved in the next frame; "": none
    int64_t inputs;              // keys, buttons and turns of the wheel that were handled
    Uint32 setting_event;
    bool more_dropped; // a file of the drop that is under way was taken already
    bool measured;     // the performance window was open in the frame before
    bool leaving;      // Escape was pressed with nothing left to close: the user is asked
    bool showing;      // thumbnails are being made
    bool quit;
    int exit_code;
    frame_times times;
} app;

// A size on the command line is for one run.
static bool remembers(const app* a) {
    return !a->options->headless && a->options->width == 0;
}

// ---- commands

static void act_quit(void* owner) {
    app* a = owner;
    autosave_stop(&a->document.autosave); // the edits are saved, or not wanted
    a->quit = true;
}

// To the question about unsaved edits: "yes" saves them, "discard" loses them, "stay". About those of an
// earlier run: see document_restore. To the question whether to replace a file, and to the one whether to
// quit: "yes" or "stay".
static void take_answer(void* owner, const char* value) {
    app* a = owner;
    if (a->document.autosave.found != NULL) {
        document_restore(&a->document, value);
        return;
    }
    replacing* r = &a->document.replacing;
    if (r->file[0] != '\0') {
        if (strcmp(value, "discard") == 0) return;
        r->file[0] = '\0';
        if (strcmp(value, "yes") == 0) commands_push(&a->commands, r->command, r->value);
        return;
    }
    if (a->leaving) {
        a->leaving = false;
        a->quit = strcmp(value, "yes") == 0;
        return;
    }
    bool saved = strcmp(value, "yes") == 0 && document_save(&a->document, a->document.save_name);
    commands_answer(&a->commands, saved || strcmp(value, "discard") == 0);
}

// Closes the topmost thing that is open; where nothing is, asks whether to quit.
static void act_escape(void* owner) {
    static const struct {
        const char *command, *closed;
    } closable[] = {{"help", "0"},     {"start_page", "0"}, {"why", "0"},         {"tool", "look"},
                    {"places", "off"}, {"heights", "0"},    {"fleet_panel", "0"}, {"performance", "0"},
                    {"player", "0"},   {"messages", "0"},   {"refused", "no"},    {"warning", "0"}};
    app* a = owner;
    commands* c = &a->commands;
    if (gui_close_popups()) return;
    for (size_t i = 0; i < sizeof closable / sizeof closable[0]; i++) {
        if (commands_is(c, closable[i].command, closable[i].closed)) continue;
        commands_push(c, closable[i].command, closable[i].closed);
        return;
    }
    if (edits_are_unsaved(&a->document.edits))
        commands_push(c, "quit", "");
    else
        a->leaving = true;
}

static const command_def app_commands[] = {COMMAND_TEXT("map_picture", app, picture, .kind = COMMAND_SETTING),
                                           COMMAND_ACT("quit", act_quit, COMMAND_LEAVES),
                                           COMMAND_ACT("escape", act_escape, COMMAND_ACTION),
                                           COMMAND_TAKE("answer", take_answer, COMMAND_ACTION), COMMANDS_END};

static void fail(app* a, int exit_code, const char* text) {
    complain(text);
    a->exit_code = exit_code;
    a->quit = true;
}

static void run_commands(app* a) {
    command_refusal refusal;
    while (!a->quit && !commands_run(&a->commands, &refusal)) {
        if (refusal.line == 0) {
            notice_show(&a->notice, true, "%s", refusal.why);
            continue;
        }
        char text[600];
        snprintf(text, sizeof text, "%s:%d: %s", a->options->script, refusal.line, refusal.why);
        fail(a, VIEW_BAD_INPUT, text);
    }
}

static bool has_unsaved(const void* context) {
    const app* a = context;
    return edits_are_unsaved(&a->document.edits);
}

// ---- events

static bool is_importing(const app* a) {
    return a->import.file != NULL;
}

static bool is_asking(const app* a) {
    return a->commands.waiting.name != NULL || a->leaving || a->document.autosave.found != NULL ||
           a->document.replacing.file[0] != '\0';
}

// A window that takes all clicks and keys.
static bool is_modal(const app* a) {
    return is_asking(a) || is_importing(a) || a->browser.mode != BROWSER_CLOSED;
}

// Of several files only the first can be shown; the others join the list.
static void take_drop(app* a, const SDL_DropEvent* event) {
    if (event->type == SDL_DROPCOMPLETE || event->file == NULL) {
        a->more_dropped = false;
        return;
    }
    if (scen_run_is_scenario(event->file)) {
        commands_push(&a->commands, "take-scenario", event->file);
    } else {
        if (!a->more_dropped)
            commands_push(&a->commands, "drop-file", event->file);
        else if (file_list_add(&a->document.files, event->file) < 0)
            notice_show(&a->notice, true, "out of memory");
        a->more_dropped = true;
    }
    SDL_free(event->file);
}

static void hand_out_renderer(app* a, SDL_Renderer* renderer) {
    draw_set_renderer(&a->view.batch, renderer);
    map_view_set_renderer(&a->map_view, renderer);
    playback_set_renderer(&a->playback, renderer);
    pair_set_renderer(&a->pair, renderer);
    tile_raster_forget(&a->places.areas);
    tile_raster_forget(&a->fog.unknown);
    preview_forget(&a->import.preview);
    thumbnails_set_renderer(&a->thumbnails, renderer);
}

// The renderer lost what it held: another one. Where there is none to be had edits are saved, and the program
// ends.
static void renew_renderer(app* a) {
    hand_out_renderer(a, NULL);
    window_drop_renderer(&a->window);
    a->exit_code = window_renew_renderer(&a->window);
    if (a->exit_code == VIEW_OK) {
        hand_out_renderer(a, a->window.renderer);
        return;
    }
    a->quit = true;
    if (!edits_are_unsaved(&a->document.edits)) return;
    document_save(&a->document, a->document.save_name);
    complain(a->notice.text);
}

static void press_key(app* a, const SDL_KeyboardEvent* event) {
    keys_mode mode = is_asking(a)                        ? KEYS_QUESTION
                     : a->browser.mode != BROWSER_CLOSED ? KEYS_BROWSER
                     : is_importing(a)                   ? KEYS_IMPORT
                     : playback_is_loaded(&a->playback)  ? KEYS_PLAYER
                                                         : KEYS_MAP;
    if (mode == KEYS_MAP && !gui_wants_keys() &&
        mouse_take_key(&a->mouse, event->keysym.sym, event->keysym.mod, true))
        return;
    actions_press(event, mode, &a->commands);
}

static void handle_event(app* a, const SDL_Event* event) {
    float ratio = a->window.pixel_ratio;
    gui_event(event, ratio);
    Uint32 type = event->type;
    a->inputs += type == SDL_KEYDOWN || type == SDL_MOUSEBUTTONDOWN || type == SDL_MOUSEBUTTONUP ||
                 type == SDL_MOUSEWHEEL;
    switch (event->type) {
    case SDL_QUIT:
        commands_push(&a->commands, "quit", "");
        break;
    case SDL_KEYDOWN:
        press_key(a, &event->key);
        break;
    case SDL_KEYUP:
        mouse_take_key(&a->mouse, event->key.keysym.sym, 0, false);
        break;
    case SDL_MOUSEBUTTONDOWN:
        mouse_move(&a->mouse, (float)event->button.x * ratio, (float)event->button.y * ratio);
        if (!is_modal(a)) mouse_press(&a->mouse, event->button.button);
        break;
    case SDL_MOUSEBUTTONUP:
        mouse_move(&a->mouse, (float)event->button.x * ratio, (float)event->button.y * ratio);
        mouse_release(&a->mouse, event->button.button);
        break;
    case SDL_MOUSEMOTION:
        mouse_move(&a->mouse, (float)event->motion.x * ratio, (float)event->motion.y * ratio);
        break;
    case SDL_MOUSEWHEEL:
        if (!is_modal(a)) mouse_turn_wheel(&a->mouse, event->wheel.preciseY);
        break;
    case SDL_DROPFILE:
    case SDL_DROPCOMPLETE:
        take_drop(a, &event->drop);
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_LEAVE) a->view.pointer_inside = false;
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        renew_renderer(a);
        break;
    default:
        if (event->type != a->setting_event) break;
        const script_setting* setting = event->user.data1;
        commands_push_line(&a->commands, setting->name, setting->value, setting->line);
    }
    run_commands(a);
}

static layout layout_of(const app* a) {
    const view* v = &a->view;
    const wend_query* q = &a->document.scene.query;
    return (layout){.camera = &v->camera,
                    .start = q->start,
                    .goal = q->goal,
                    .small_map = minimap_area(v),
                    .map_in_reach = !is_modal(a),
                    .pixel_ratio = a->window.pixel_ratio};
}

// False: there is no script, or it was at its end.
static bool play_script(app* a) {
    bool playing = false;
    wend_error error;
    layout l = layout_of(a);
    if (a->script != NULL && script_play(a->script, layout_find, &l, &playing, &error) != WEND_OK)
        fail(a, VIEW_BAD_INPUT, error.text);
    return playing;
}

static void write_layout(app* a, bool script_ended) {
    if (a->options->layout == NULL || a->exit_code != VIEW_OK) return;
    layout l = layout_of(a);
    float ratio = a->window.pixel_ratio;
    layout_progress progress = {
        .inputs = a->inputs,
        .pointer = {(int)(a->view.pointer_x / ratio), (int)(a->view.pointer_y / ratio)},
        .script_ended = script_ended,
        .boid_count = a->boid_tool.boids.count,
        .walking_boids = boids_on_the_way(&a->boid_tool.boids),
    };
    char why[SCRIPT_WHY];
    if (!layout_write(&l, &progress, a->options->layout, &a->layout_text, why)) fail(a, VIEW_RESOURCE, why);
}

// ---- frames

static void show_panel(app* a) {
    document* d = &a->document;
    commands* c = &a->commands;
    panel* p = &a->panel;
    bool playing = a->playback.open;
    if (panel_begin_layers(p, c)) {
        panel_layers_show(&a->view, c);
        panel_layers_show_legend(&a->map_view, c);
        gui_end_window();
    }
    if (!panel_begin(p, c)) return;
    if (panel_begin_section(p, SECTION_MAP)) panel_map_show(d, &a->map_view, c, a->window.scale);
    if (panel_begin_section(p, SECTION_BUILD)) panel_map_show_build(&d->scene, c);
    if (panel_begin_section(p, SECTION_PLAN))
        panel_plan_show(&d->scene, &a->walk.agent, &a->fog, p->world_units, a->walk.paused || playing,
                        d->notice, c);
    if (panel_begin_section(p, SECTION_PROFILES)) panel_profiles_show(d, c);
    if (panel_begin_section(p, SECTION_TERRAIN)) panel_terrain_show(d, c);
    if (panel_begin_section(p, SECTION_EDIT)) panel_edit_show(d, &a->mouse, &a->fog, c);
    if (panel_begin_section(p, SECTION_BOIDS)) panel_boids_show(&a->mouse, &a->walk, c);
    panel_end();
}

static void show_panels(app* a) {
    commands* c = &a->commands;
    panel_menu_show(&a->document, &a->playback, &a->view, !is_modal(a), c);
    panel_follow(&a->panel, a->performance.open && !is_importing(a));
    if (is_importing(a) && !is_asking(a)) {
        panel_status_show(&a->map_view);
        panel_import_show(&a->import, &a->view, c);
        if (a->browser.mode != BROWSER_CLOSED) panel_browser_show(&a->browser, &a->window, c);
        return;
    }
    show_panel(a);
    panel_take_room(&a->panel);
    panel_playback_show(&a->playback, c);
    if (a->mouse.drag == DRAG_NONE) panel_playback_show_tooltip(&a->playback);
    panel_status_show(&a->map_view);
    if (a->mouse.drag == DRAG_NONE && !is_asking(a)) panel_connections_show_tooltip(&a->view);
    if (a->performance.open) {
        panel_begin_performance(&a->panel, c);
        panel_performance_show(&a->performance, &a->view, c);
        gui_end_window();
    }
    panel_places_show(&a->places, &a->view, c);
    panel_heights_show(&a->heights, &a->view, c);
    panel_fleet_show(&a->fleet, &a->view, c);
    panel_why_show(&a->why, &a->view, c);
    float top = 0;
    if (a->document.refused.file[0] != '\0')
        top = panel_refused_show(&a->document, &a->view, c);
    else if (a->document.warning_shown)
        top = panel_warning_show(&a->document, &a->view, c);
    view_take_banner(&a->view, top);
    if (a->panel.frames) panel_status_show_frames(&a->times, &a->view);
    if (a->notice.frames_left > 0) panel_status_show_notice(&a->notice, &a->view);
    if (a->notice.log_shown && panel_messages_show(&a->notice, &a->window)) commands_push(c, "messages", "0");
    if (a->panel.start && !is_modal(a) && panel_start_show(&a->document, &a->thumbnails, &a->view, c))
        commands_push(c, "start_page", "0");
    if (a->panel.help && panel_help_show(&a->window)) commands_push(c, "help", "0");
    if (a->browser.mode != BROWSER_CLOSED && !is_asking(a)) panel_browser_show(&a->browser, &a->window, c);
    if (is_asking(a)) panel_edit_show_question(&a->document, &a->window, c);
}

// The plan is that of the player while it is open. pointer: a tile whose node, if it has one, shows its
// edges.
static void draw_overlay(app* a, uint32_t layers) {
    view* v = &a->view;
    const wend_path* played = a->playback.open ? a->playback.search.path : NULL;
    wend_tile pointer = NO_TILE;
    if (v->pointer_inside && !gui_covers(v->pointer_x, v->pointer_y)) pointer = view_pointer_tile(v);
    overlay_draw(v, played != NULL ? played : a->document.scene.path, layers, pointer);
}

// What lies under the panels. whole: a picture of this frame is wanted, so nothing may be coarser than it
// should be. Without a display only such frames are seen.
static void draw_map(app* a, bool whole) {
    view* v = &a->view;
    uint32_t layers = playback_layers(&a->playback);
    bool walkers = (layers >> LAYER_AGENT & 1) != 0;
    v->batch.unseen = a->options->headless && !whole && !a->options->draw_all;
    if (v->batch.unseen) window_draw_beside(&a->window, true);
    window_clear(&a->window);
    SDL_SetRenderDrawBlendMode(a->window.renderer, SDL_BLENDMODE_BLEND);
    map_view_draw(&a->map_view, whole);
    map_view_draw_flow(&a->map_view);
    playback_draw_below(&a->playback);
    places_draw_areas(&a->places);
    places_draw_tour(&a->places);
    fleet_tool_draw_heat(&a->fleet);
    draw_overlay(a, layers);
    playback_draw(&a->playback);
    if (walkers) boid_tool_draw_trails(&a->boid_tool.boids, v);
    if (walkers) fog_draw(&a->fog);
    if (walkers) walk_draw_trail(&a->walk);
    if (walkers) fleet_tool_draw(&a->fleet);
    why_draw(&a->why);
    mouse_draw(&a->mouse);
    heights_draw(&a->heights);
    if (walkers) walk_draw_agent(&a->walk);
    if (walkers) boid_tool_draw(&a->boid_tool, mouse_shown_boid(&a->mouse), a->mouse.tool == TOOL_BOIDS);
    map_view_draw_minimap(&a->map_view);
    draw_flush(&v->batch);
}

// What is seen of the map beside the panels, with the scale bar.
static void save_map_picture(app* a) {
    const view* v = &a->view;
    picture shown = {.pixels = NULL};
    wend_error error = {.text = ""};
    draw_map(a, true);
    gui_begin_frame(a->window.width, a->window.height, 0);
    playback_draw_values(&a->playback);
    ruler_show(&a->mouse.ruler, view_seen_map(v), a->mouse.tool == TOOL_MEASURE);
    gui_end_frame(a->window.renderer);
    wend_result result = picture_read(a->window.renderer, view_seen_map(v), &shown);
    if (result == WEND_OK) result = picture_save(&shown, a->picture, &error);
    if (notice_check(&a->notice, result, &error)) {
        replacing_note(&a->document.replacing, a->picture);
        notice_show(&a->notice, false, "saved %s", a->picture);
    }
    picture_clear(&shown);
    a->picture[0] = '\0';
}

static void draw(app* a, double seconds, bool whole) {
    if (a->picture[0] != '\0') save_map_picture(a);
    if (a->pair.picture_wanted) {
        draw_map(a, true);
        panel_pair_save_picture(&a->pair, &a->notice);
    }
    draw_map(a, whole);
    gui_begin_frame(a->window.width, a->window.height, a->options->headless ? AGENT_TICK : (float)seconds);
    playback_draw_values(&a->playback);
    ruler_show(&a->mouse.ruler, view_free_area(&a->view), a->mouse.tool == TOOL_MEASURE);
    show_panels(a);
    gui_end_frame(a->view.batch.unseen ? NULL : a->window.renderer);
    if (a->view.batch.unseen) window_draw_beside(&a->window, false);
}

static bool something_moves(const app* a) {
    bool working =
        a->performance.work != MEASURE_NOTHING || a->playback.playing || !a->document.edits.refreshed;
    return walk_something_moves(&a->walk) || fleet_tool_moves(&a->fleet) || working ||
           a->mouse.drag != DRAG_NONE || !a->map_view.complete || a->script != NULL ||
           (a->mouse.obstacles.count > 0 && !a->walk.paused) || a->notice.frames_left > 0 ||
           a->import.late_frames > 0 || a->showing || a->options->frames > 0 || a->recorder.on;
}

// False, after a notice: memory ran out while a map was loading, and without its picture there is nothing to
// go on with.
static bool has_picture(app* a) {
    if (a->map_view.map != NULL) return true;
    complain("out of memory for the picture of the map");
    a->exit_code = VIEW_RESOURCE;
    return false;
}

static void take_events(app* a, int* rested) {
    SDL_Event event;
    ++*rested;
    while (!a->quit && SDL_PollEvent(&event)) {
        handle_event(a, &event);
        *rested = 0;
    }
}

static void follow(app* a, double seconds) {
    if (window_update_size(&a->window)) view_update_size(&a->view);
    document_follow(&a->document);
    if (is_importing(a)) mouse_let_go(&a->mouse);
    import_follow(&a->import);
    if (a->document.scene.replan) document_plan(&a->document);
    pair_follow(&a->pair, performance_shows_pair(&a->performance), a->performance.follow,
                a->mouse.drag != DRAG_NONE);
    a->map_view.busy = !a->document.edits.refreshed;
    if (a->window.is_unsaved != edits_are_unsaved(&a->document.edits)) {
        a->window.is_unsaved = !a->window.is_unsaved;
        window_show_title(&a->window, NULL);
    }
    places_follow(&a->places, a->mouse.drag != DRAG_NONE,
                  a->view.pointer_inside && !gui_covers(a->view.pointer_x, a->view.pointer_y));
    heights_follow(&a->heights);
    performance_follow(&a->performance);
    a->showing = thumbnails_follow(&a->thumbnails);
    if (a->performance.open && !a->measured) a->panel.start = false; // it would lie below that window
    a->measured = a->performance.open;
    playback_follow(&a->playback, a->options->headless ? (double)AGENT_TICK : seconds,
                    a->mouse.drag != DRAG_NONE);
    if (!a->playback.open) walk_frame(&a->walk, seconds);
    fleet_tool_frame(&a->fleet, a->options->headless ? (double)AGENT_TICK : seconds);
    walk_follow(&a->walk);
    const double passed = a->options->headless ? (double)AGENT_TICK : seconds;
    obstacles_follow(&a->mouse.obstacles, a->walk.paused ? 0 : passed * (double)a->walk.time_scale);
}

static void save_pictures(app* a, bool last) {
    if (!recorder_take_frame(&a->recorder) && a->options->record != NULL) {
        complain(a->notice.text);
        a->exit_code = VIEW_RESOURCE;
    }
    wend_error error;
    if (!last || a->options->screenshot == NULL || a->exit_code != VIEW_OK ||
        picture_save_window(a->window.renderer, a->options->screenshot, &error) == WEND_OK)
        return;
    complain(error.text);
    a->exit_code = VIEW_RESOURCE;
}

static void run_frames(app* a) {
    SDL_RendererInfo info = {.flags = 0};
    SDL_GetRendererInfo(a->window.renderer, &info);
    bool paced = a->options->headless || (info.flags & SDL_RENDERER_PRESENTVSYNC) != 0;
    int rested = 0;
    for (bool last = false; !last;) {
        if (rested > REST_FRAMES && !something_moves(a)) SDL_WaitEventTimeout(NULL, 500);
        double seconds = frame_times_begin(&a->times);
        if (a->recorder.on) seconds = (double)AGENT_TICK; // a film runs evenly, however long its frames take
        bool scripted = play_script(a);
        take_events(a, &rested);
        if (!has_picture(a)) break;
        follow(a, seconds);
        last = a->quit || (a->options->frames > 0 && a->times.count + 1 >= a->options->frames && !scripted);
        draw(a, seconds, recorder_wants_frame(&a->recorder) || (last && a->options->screenshot != NULL));
        write_layout(a, !scripted);
        if (a->notice.frames_left > 0) a->notice.frames_left--;
        save_pictures(a, last);
        SDL_RenderPresent(a->window.renderer);
        run_commands(a);
        double ms = frame_times_end(&a->times);
        if (!paced && ms < 16) SDL_Delay((Uint32)(16 - ms));
    }
}

// ---- beginning and end

static void report(const app* a) {
    const frame_times* t = &a->times;
    putchar('{');
    report_document(&a->document);
    report_view(&a->map_view);
    report_connections(&a->document.scene, &a->view, &a->mouse.links);
    report_walk(&a->walk);
    const char* tool = a->mouse.tool == TOOL_BOIDS ? "look" : mouse_tool_name(a->mouse.tool);
    printf(",\"tool\":\"%s\",\"boid_tool\":%s", tool, a->mouse.tool == TOOL_BOIDS ? "true" : "false");
    printf(",\"fog\":%s,\"fog_seen\":%lld,\"dangers\":%d", a->fog.on ? "true" : "false",
           (long long)a->fog.seen_count, a->fog.danger_count);
    printf(",\"obstacles\":%d,\"mouse\":\"%s\"", a->mouse.obstacles.count,
           mouse_preset_name((int)a->mouse.preset));
    char measured[RULER_TEXT];
    ruler_text(&a->mouse.ruler, measured);
    report_text("measured", measured);
    printf(",\"panel\":%s,\"help\":%s,\"light\":%s,\"asking\":%s", a->panel.shown ? "true" : "false",
           a->panel.help ? "true" : "false", a->window.light ? "true" : "false",
           is_asking(a) ? "true" : "false");
    printf(",\"start_page\":%s", a->panel.start ? "true" : "false");
    printf(",\"browser\":%s,\"player_open\":%s", a->browser.mode != BROWSER_CLOSED ? "true" : "false",
           a->playback.open ? "true" : "false");
    report_why(&a->why);
    report_places(&a->places);
    report_heights(&a->heights);
    report_fleet(&a->fleet);
    report_performance(&a->performance);
    report_pair(&a->pair);
    report_import(&a->import);
    report_boids(&a->boid_tool.boids);
    report_playback(&a->playback);
    printf(",\"recorded\":%d", a->recorder.count);
    report_text("message", a->notice.frames_left > 0 ? a->notice.text : "");
    int counted = t->count > 1 ? t->count - 1 : 1;
    printf(",\"frames\":%d,\"frame_ms_mean\":%.3f,\"frame_ms_max\":%.3f", t->count, t->ms_sum / counted,
           t->ms_max);
    printf(",\"frame_cpu_ms_mean\":%.3f,\"frame_cpu_ms_max\":%.3f,\"slow_frames\":%d}\n",
           t->cpu_ms_sum / counted, t->cpu_ms_max, t->slow);
}

static int exit_code_of(wend_result result) {
    switch (result) {
    case WEND_OK:
    case WEND_ERROR_CANCELLED: // the person closed the window
        return VIEW_OK;
    case WEND_ERROR_FORMAT:
    case WEND_ERROR_UNSUPPORTED:
    case WEND_ERROR_LIMIT:
    case WEND_ERROR_IO:
        return VIEW_BAD_INPUT;
    default:
        return VIEW_RESOURCE;
    }
}

static void listen(void* context, scene_event event) {
    app* a = context;
    if (event != SCENE_OPENED) return;
    a->panel.world_units = place_has_units(&a->document.scene);
    window_show_title(&a->window, NULL);
    a->panel.start = false;
}

// Hands every part what it needs, and registers the commands of those that do not know the document.
static void wire(app* a) {
    document* d = &a->document;
    commands* c = &a->commands;
    wend_tasks tasks = a->threads != NULL ? wend_threads_tasks(a->threads) : (wend_tasks){0};
    d->window = &a->window;
    d->shown_floor = &a->view.camera.floor;
    d->notice = &a->notice;
    d->tasks = tasks;
    a->window.name = d->scene.name;
    a->recorder.window = &a->window;
    a->recorder.notice = &a->notice;
    d->commands = c;
    commands_add(c, document_commands, d);
    commands_add(c, edit_commands, d);
    commands_add(c, profile_commands, d);
    scene_listen(&d->scene, listen, a);
    performance_init(&a->performance, d, &a->pair);
    view_init(&a->view, &a->window, &d->scene);
    view_update_size(&a->view);
    map_view_init(&a->map_view, &a->view, &d->scene, tasks);
    boid_tool_init(&a->boid_tool, d, &a->view);
    fog_init(&a->fog, d, &a->view);
    walk_init(&a->walk, d, &a->view, &a->boid_tool.boids, &a->fog);
    pair_init(&a->pair, d, &a->view);
    playback_init(&a->playback, d, &a->view, &a->pair);
    why_init(&a->why, d, &a->view);
    places_init(&a->places, d, &a->view);
    heights_init(&a->heights, d, &a->view);
    fleet_tool_init(&a->fleet, d, &a->view);
    mouse_init(&a->mouse, d, &a->view, &a->boid_tool);
    import_init(&a->import, d);
    thumbnails_init(&a->thumbnails, a->window.renderer, a->options->headless);
    browser_init(&a->browser, d);
    c->has_unsaved = has_unsaved;
    c->unsaved_context = a;
    c->grid = &d->scene.grid;
    commands_add(c, view_commands, &a->view);
    commands_add(c, map_view_commands, &a->map_view);
    commands_add(c, panel_commands, &a->panel);
    commands_add(c, window_commands, &a->window);
    commands_add(c, recorder_commands, &a->recorder);
    commands_add(c, notice_commands, &a->notice);
    commands_add(c, app_commands, a);
}

// Without a terminal, as when the desktop has started the program, what is wrong is said in the window.
static bool nobody_reads_errors(const app* a) {
    return !a->options->headless && a->options->script == NULL && !isatty(STDERR_FILENO);
}

static int open_all(app* a) {
    const app_options* o = a->options;
    char file[REMEMBER_PATH];
    if (remembers(a) && !settings_recall(&a->window, &a->panel, &a->document, &a->mouse, file))
        notice_show(&a->notice, true, "%s is broken: what could not be read was ignored", file);
    if (o->width > 0) a->window.place = (SDL_Rect){0, 0, o->width, o->height};
    a->window.exact = o->width > 0;
    int code = window_open(&a->window);
    if (code != VIEW_OK) return code;
    if (gui_font_problem() != NULL) notice_show(&a->notice, false, "%s", gui_font_problem());
    a->setting_event = SDL_RegisterEvents(1);
    wend_error error = {.text = ""};
    wend_result result = WEND_OK;
    if (o->script != NULL) result = script_load(o->script, a->setting_event, &a->script, &error);
    if (result == WEND_OK) result = document_create(&a->document, !o->headless);
    if (result == WEND_OK) {
        wire(a);
        result = document_open(&a->document, a->document.files.current, NULL, &error);
        if (result != WEND_OK && result != WEND_ERROR_CANCELLED && nobody_reads_errors(a)) {
            notice_check(&a->notice, result, &error);
            result = document_open(&a->document, -1, NULL, &error);
        }
    }
    if (result != WEND_OK) {
        a->quit = true;
        if (import_remedy_take(&error) == REMEDY_OUTSIDE)
            snprintf(error.text + strlen(error.text), sizeof error.text - strlen(error.text),
                     "; --outside or --root DIR allows it");
        if (result != WEND_ERROR_CANCELLED)
            complain(error.text[0] != '\0' ? error.text : wend_result_string(result));
        return exit_code_of(result);
    }
    if (!has_picture(a)) return VIEW_RESOURCE;
    a->panel.start = a->document.files.current < 0 && !o->headless && o->script == NULL;
    // Widgets measure themselves in their first frames.
    for (int i = 0; i < 2; i++) draw(a, (double)AGENT_TICK, false);
    if (o->fleet > 0) commands_pushf(&a->commands, "fleet", "%d", o->fleet);
    if (o->record == NULL || recorder_begin(&a->recorder, o->record)) return VIEW_OK;
    complain(a->notice.text);
    return VIEW_RESOURCE;
}

static void close_all(app* a) {
    thumbnails_destroy(&a->thumbnails);
    places_destroy(&a->places);
    heights_destroy(&a->heights);
    browser_close(&a->browser);
    document_destroy(&a->document);
    wend_threads_destroy(a->threads);
    script_destroy(a->script);
    free(a->layout_text);
    commands_free(&a->commands);
    window_close(&a->window);
}

int app_run(const app_options* options, file_list* files) {
    app* a = calloc(1, sizeof *a);
    if (a == NULL) {
        file_list_clear(files);
        complain("out of memory");
        return VIEW_RESOURCE;
    }
    a->options = options;
    a->document.files = *files;
    a->document.options = &options->maps;
    a->document.autosave.on = options->autosave == 0 ? !options->headless : options->autosave > 0;
    a->window.headless = options->headless;
    a->window.scale = options->scale;
    panel_init(&a->panel, &a->view);
    if (wend_threads_create(0, &a->threads) != WEND_OK) a->threads = NULL; // then all runs in this one
    a->exit_code = open_all(a);
    if (a->exit_code == VIEW_OK && !a->quit) run_frames(a);
    if (a->exit_code == VIEW_OK && remembers(a))
        settings_keep(&a->window, &a->panel, &a->document, &a->mouse);
    if (options->report && a->exit_code == VIEW_OK && a->document.scene.world != NULL) report(a);
    close_all(a);
    int code = a->exit_code;
    free(a);
    return code;
}
