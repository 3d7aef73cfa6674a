// panel.c: which texts and widgets stand on the map?
#include "app.h"
#include "platform/imgui_shim.h"
#include "views/overlay.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PANEL_WIDTH = 320, MARGIN = 12 };

const char* const panel_section_names[SECTION_COUNT] = {"map", "build", "plan", "edit", "boids", "layers"};

static void row(const char* name, const char* format, ...) __attribute__((format(printf, 2, 3)));
static void row(const char* name, const char* format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gui_row(name, GUI_PLAIN, text);
}

const char* panel_outcome(wend_outcome outcome) {
    switch (outcome) {
    case WEND_FOUND:
        return "found";
    case WEND_NO_ROUTE:
        return "no route";
    case WEND_START_BLOCKED:
        return "start blocked";
    case WEND_GOAL_BLOCKED:
        return "goal blocked";
    default:
        return wend_outcome_string(outcome);
    }
}

static float status_height(const app* a) {
    return gui_line_height() + 20 * a->scale;
}

SDL_Rect panel_free_area(const app* a) {
    int margin = (int)(MARGIN * a->scale), left = a->panel ? (int)(PANEL_WIDTH * a->scale) + margin : margin;
    int bottom = (int)status_height(a) + (int)a->playback.bar_height + margin;
    if (left > a->camera.width / 2) left = margin; // a small window shows the map beneath the panel
    return (SDL_Rect){left, margin, a->camera.width - left - margin, a->camera.height - margin - bottom};
}

// ---- the panel

// The files that [ and ] walk over; a click shows one.
static void show_files(app* a) {
    enum { LINES = 5 };
    int count = a->files.count;
    if (count < 2) {
        gui_text(GUI_PLAIN, a->scene.name);
        return;
    }
    float line = gui_line_height() + 5 * a->scale;
    gui_begin_part("files", 0, line * (float)SDL_min(count, LINES));
    for (int i = 0; i < count; i++) {
        const char* slash = strrchr(a->files.names[i], '/');
        const char* name = slash != NULL && slash[1] != '\0' ? slash + 1 : a->files.names[i];
        if (gui_choice(i, strcmp(name, "-") == 0 ? "standard input" : name, i == a->files.current))
            app_choose_file(a, i);
    }
    gui_end_part();
}

static void show_map(app* a) {
    const scene* s = &a->scene;
    show_files(a);
    double tiles = (double)a->camera.map_width * a->camera.map_height;
    row("size", "%d x %d tiles", a->camera.map_width, a->camera.map_height);
    row("passable", "%.1f %%", 100.0 * (double)wend_grid_passable_count(s->grid) / tiles);
    row("areas", "%" PRId64, s->info.component_count);
    row("clusters", "%" PRId64 " of %d x %d", s->info.cluster_count, s->info.cluster_size,
        s->info.cluster_size);
    row("graph", "%" PRId64 " nodes", s->info.node_count);
    row("", "%" PRId64 " edges", s->info.edge_count);
}

static void show_legend(const app* a) {
    enum { STEPS = 24 };
    float least = 1, most = 1;
    if ((a->layers >> LAYER_COSTS & 1) == 0 || !palette_cost_range(a->scene.grid, &least, &most)) return;
    SDL_Color colors[STEPS];
    for (int i = 0; i < STEPS; i++) {
        uint32_t rgb = palette_ramp(most > least ? (float)i / (STEPS - 1) : 0);
        colors[i] = (SDL_Color){(Uint8)(rgb >> 16), (Uint8)(rgb >> 8), (Uint8)rgb, 255};
    }
    row("cost", most > least ? "%.4g to %.4g" : "%.4g everywhere", (double)least, (double)most);
    gui_gradient(colors, STEPS);
}

static void show_query(app* a) {
    static const char* const titles[WEND_ALGORITHM_COUNT] = {"HPA*", "exact", "A*", "Dijkstra", "BFS"};
    static const char* const heuristics[WEND_HEURISTIC_COUNT] = {"octile", "Manhattan", "Chebyshev",
                                                                 "Euclidean", "none"};
    wend_query* q = &a->scene.query;
    int algorithm = (int)q->algorithm, heuristic = (int)q->heuristic;
    if (gui_combo("algorithm", titles, WEND_ALGORITHM_COUNT, &algorithm)) {
        q->algorithm = (wend_algorithm)algorithm;
        a->replan = true;
    }
    if (q->algorithm == WEND_ASTAR) { // the others have none, or their own
        if (gui_combo("heuristic", heuristics, WEND_HEURISTIC_COUNT, &heuristic)) {
            q->heuristic = (wend_heuristic)heuristic;
            a->replan = true;
        }
        a->replan |= gui_slider("weight", &q->heuristic_weight, 0, 5, "%.2f");
    }
    a->replan |= gui_checkbox("smooth waypoints", &q->smooth);
    if (gui_button("Run", false)) app_run_again(a);
    if (gui_button("Reload", true)) app_leave(a, LEAVE_RELOAD);
    if (gui_button(a->playback.open ? "Close the player" : "Record and play", true)) playback_toggle(a);
}

static void show_plan(const app* a) {
    const scene* s = &a->scene;
    const wend_stats* stats = &s->stats;
    wend_outcome outcome = wend_path_outcome(s->path);
    int32_t count = 0;
    wend_path_tiles(s->path, &count);
    row("start", "%d, %d", s->query.start.x, s->query.start.y);
    row("goal", "%d, %d", s->query.goal.x, s->query.goal.y);
    gui_row("outcome", outcome == WEND_FOUND ? GUI_GOOD : GUI_BAD, panel_outcome(outcome));
    if (outcome == WEND_FOUND) {
        row("cost", "%.2f", wend_path_cost(s->path));
        row("tiles", "%d", count);
    }
    bool abstract_only = stats->expanded == 0 && stats->abstract_expanded > 0;
    if (!abstract_only) row("expanded", "%" PRId64 " tiles", stats->expanded);
    if (stats->abstract_expanded > 0)
        row(abstract_only ? "expanded" : "", "%" PRId64 " nodes", stats->abstract_expanded);
    if (stats->clusters_refined > 0) row("refined in", "%" PRId64 " clusters", stats->clusters_refined);
    if (stats->total_ns > 0) {
        row("time", "%.3f ms", (double)stats->total_ns / 1e6);
        if (stats->route_ns > 0)
            row("", "%.3f insert, %.3f route,", (double)stats->insert_ns / 1e6,
                (double)stats->route_ns / 1e6);
        if (stats->route_ns > 0) row("", "%.3f refine", (double)stats->refine_ns / 1e6);
    }
}

static void show_agent(const app* a) {
    const agent* walker = &a->agent;
    double seconds = (double)walker->ticks * (double)AGENT_TICK;
    if (!walker->present)
        row("agent", "none: there is no path");
    else if (walker->arrived)
        row("agent", "arrived after %.1f s", seconds);
    else
        row("agent", "%s, %.1f s", a->paused || a->playback.open ? "paused" : "walking", seconds);
}

static void show_layers(app* a) {
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        bool on = (a->layers >> layer & 1) != 0;
        if (layer == LAYER_COSTS || layer == LAYER_COMPONENTS ||
            layer == LAYER_DISTANCE) // the map itself changes
            gui_swatch((SDL_Color){0, 0, 0, 0});
        else
            gui_swatch(overlay_color((view_layer)layer));
        if (gui_checkbox(layer_labels[layer], &on)) app_set_layers(a, a->layers ^ 1u << layer);
    }
    char names[WEND_MAX_LEVELS + 1][32] = {"all"};
    const char* choices[WEND_MAX_LEVELS + 1] = {names[0]};
    int levels = a->scene.info.level_count, level = SDL_min(a->level, levels);
    for (int i = 1; i <= levels; i++) {
        int side = a->scene.info.cluster_size << (i - 1);
        snprintf(names[i], sizeof names[i], "%d: %d x %d tiles", i, side, side);
        choices[i] = names[i];
    }
    if (gui_combo("level", choices, levels + 1, &level)) a->level = level;
}

static void show_panel(app* a) {
    gui_begin_window("panel", 0, 0, 0, 0, PANEL_WIDTH * a->scale, (float)a->camera.height - status_height(a),
                     1);
    if (gui_section("Map", &a->open[SECTION_MAP])) show_map(a);
    show_legend(a);
    fields_show_legend(a);
    if (gui_section("Movement and clusters", &a->open[SECTION_BUILD])) panel_show_build(a);
    if (gui_section("Plan", &a->open[SECTION_PLAN])) {
        show_query(a);
        show_plan(a);
        show_agent(a);
    }
    if (gui_section("Edit", &a->open[SECTION_EDIT])) panel_show_editor(a);
    if (a->hand.reveal) gui_scroll_here();
    a->hand.reveal = false;
    if (gui_section("Boids", &a->open[SECTION_BOIDS])) panel_show_boids(a);
    if (gui_section("Layers", &a->open[SECTION_LAYERS])) show_layers(a);
    gui_separator();
    gui_text(GUI_QUIET, "H  help with keys and mouse");
    gui_end_window();
}

// ---- the rest

static void show_message(const app* a) {
    SDL_Rect area = panel_free_area(a);
    float padding = 32 * a->scale, width = gui_text_width(a->message) + padding;
    gui_begin_window("message", (float)area.x + (float)area.w / 2, (float)area.y, 0.5f, 0,
                     SDL_min(width, (float)area.w), 0, 0.97f);
    gui_paragraph(a->message_is_error ? GUI_BAD : GUI_PLAIN, a->message);
    gui_end_window();
}

void panel_show(app* a) {
    if (a->import.file != NULL && a->asking == LEAVE_NOT) {
        panel_show_status(a, status_height(a));
        import_show(a);
        return;
    }
    if (a->panel) show_panel(a);
    playback_show_bar(a, status_height(a));
    panel_show_status(a, status_height(a));
    panel_show_performance(a);
    if (a->message_frames > 0) show_message(a);
    if (a->help) panel_show_help(a);
    if (a->asking != LEAVE_NOT) panel_show_question(a);
}

bool panel_show_loading(app* a, const char* name, const char* doing, float progress) {
    int width = 0, height = 0;
    SDL_GetRendererOutputSize(a->renderer, &width, &height);
    gui_begin_window("loading", (float)width / 2, (float)height / 2, 0.5f, 0.5f, 480 * a->scale, 0, 1);
    gui_text(GUI_PLAIN, name);
    gui_progress_bar(progress);
    gui_text(GUI_QUIET, doing);
    bool stop = gui_button("Stop (Esc)", false);
    gui_end_window();
    return stop;
}
