// panel_pair.c: what does the tab of the two searches show, and what does a picture of them say?
#include "document/place.h"
#include "panels/fields.h"
#include "panels/panel.h"
#include "platform/picture.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- the sides

// "A*, octile, weight 1.50"
static const char* describe_side(const pair_side* side, char out[80]) {
    int used = snprintf(out, 80, "%s", row_algorithms[side->algorithm]);
    if (pair_has_heuristic(side))
        used += snprintf(out + used, (size_t)(80 - used), ", %s", row_heuristics[side->heuristic]);
    if (pair_has_weight(side))
        snprintf(out + used, (size_t)(80 - used), ", weight %.2f", (double)side->weight);
    return out;
}

static void push_side(int side, const pair_side* wanted, commands* c) {
    commands_pushf(c, side == PAIR_A ? "pair_a" : "pair_b", "%s,%s,%.9g",
                   scene_algorithm_name((int)wanted->algorithm),
                   document_heuristic_name((int)wanted->heuristic), (double)wanted->weight);
}

static void show_sides(const pair* p, commands* c) {
    static const char* const names[3][PAIR_SIDES] = {
        {"algorithm A", "algorithm B"}, {"heuristic A", "heuristic B"}, {"weight A", "weight B"}};
    static const char* const titles[3] = {"algorithm", "heuristic", "weight"};
    for (int row = 0; row < 3; row++) {
        gui_cell_label(titles[row]);
        for (int side = 0; side < PAIR_SIDES; side++) {
            pair_side s = p->sides[side];
            int algorithm = (int)s.algorithm, heuristic = (int)s.heuristic;
            bool changed = false;
            if (row == 0)
                changed = gui_cell_combo(names[row][side], row_algorithms, WEND_ALGORITHM_COUNT, &algorithm);
            else if (row == 1 && pair_has_heuristic(&s))
                changed = gui_cell_combo(names[row][side], row_heuristics, WEND_HEURISTIC_COUNT, &heuristic);
            else if (row == 2 && pair_has_weight(&s))
                changed = gui_cell_slider(names[row][side], &s.weight, 0, 5, "%.2f");
            else
                gui_cell_label("-");
            s.algorithm = (wend_algorithm)algorithm;
            s.heuristic = (wend_heuristic)heuristic;
            if (changed) push_side(side, &s, c);
        }
        if (row == 0 && gui_cell_button("Swap A and B")) commands_push(c, "pair-swap", "");
        if (row == 1 && gui_cell_button("Play both")) commands_push(c, "playing", "1");
        if (row == 2) gui_cell_label("");
    }
}

// ---- what they found

typedef enum figure { COST, LENGTH, EXPANDED, NODES, MEDIAN, FIRST, FIGURES } figure;

// Below 0: there is none.
static double value_of(const pair* p, figure which, int side) {
    const recording* r = &p->searches[side];
    const compare_column* col = &p->measures.columns[side];
    bool timed = p->measures.clocked && atomic_load(&p->measures.done) > side && col->result == WEND_OK;
    bool found = wend_path_outcome(r->path) == WEND_FOUND;
    int32_t tiles = 0;
    switch (which) {
    case COST:
        return found ? wend_path_cost(r->path) : -1;
    case LENGTH:
        wend_path_tiles(r->path, &tiles);
        return found ? tiles : -1;
    case EXPANDED:
        return (double)r->stats.expanded;
    case NODES:
        return (double)r->stats.abstract_expanded;
    case MEDIAN:
        return timed ? (double)col->stats.total_ns / 1e6 : -1;
    default:
        return timed ? (double)col->first_ns / 1e6 : -1;
    }
}

static void write_value(figure which, double value, char out[32]) {
    if (which == EXPANDED || which == NODES || which == LENGTH)
        playback_grouped((int64_t)value, out);
    else
        snprintf(out, 32, "%.*f", which == COST ? 2 : 3, value);
}

static void show_figure(const pair* p, figure which, const char* name, const char* hint) {
    double values[PAIR_SIDES];
    for (int side = 0; side < PAIR_SIDES; side++) values[side] = value_of(p, which, side);
    bool both = values[PAIR_A] >= 0 && values[PAIR_B] >= 0;
    double difference = values[PAIR_B] - values[PAIR_A];
    bool equal = fabs(difference) <= 1e-9 * fabs(values[PAIR_A]);
    gui_cell(GUI_QUIET, false, name, hint);
    for (int side = 0; side < PAIR_SIDES; side++) {
        char text[32] = "-";
        if (values[side] >= 0) write_value(which, values[side], text);
        if (values[side] < 0 && which == COST) snprintf(text, sizeof text, "%s", "no path");
        bool less = which != NODES && both && !equal && values[side] < values[1 - side];
        gui_cell(less ? GUI_GOOD : GUI_PLAIN, false, text, NULL);
    }
    char text[40] = "", number[32], ratio[60];
    if (both) {
        write_value(which, fabs(difference), number);
        bool zero = strspn(number, "0.") == strlen(number);
        snprintf(text, sizeof text, "%s%s", zero ? "" : difference < 0 ? "-" : "+", zero ? "0" : number);
    }
    snprintf(ratio, sizeof ratio, "B / A = %.4g", values[PAIR_A] > 0 ? values[PAIR_B] / values[PAIR_A] : 0);
    gui_cell(GUI_QUIET, false, text, both && values[PAIR_A] > 0 ? ratio : NULL);
}

// The tiles on the map, with the colours that they have there.
static void show_tiles(const pair* p) {
    char number[32];
    gui_cell(GUI_QUIET, false, "by one alone", "tiles that one search expanded and the other did not");
    for (int side = 0; side < PAIR_SIDES; side++)
        gui_cell_swatch(trace_pair_colors[side], playback_grouped(p->only[side], number));
    gui_cell(GUI_QUIET, false, "", NULL);
    gui_cell(GUI_QUIET, false, "by both", "tiles that both searches expanded");
    gui_cell_swatch(trace_pair_colors[PAIR_SIDES], playback_grouped(p->both, number));
    gui_cell(GUI_QUIET, false, "", NULL);
    gui_cell(GUI_QUIET, false, "", NULL);
}

// Does planning sweep where the recording expands tiles?
static bool sweeps(const pair* p, int side) {
    return scene_refines(p->sides[side].algorithm) &&
           p->document->scene.query.refinement == WEND_REFINE_SWEEP;
}

static void show_table(const pair* p, commands* c) {
    if (!gui_begin_table("pair", 4, gui_text_width("median of 5, ms "))) return;
    gui_cell(GUI_QUIET, false, "", NULL);
    gui_cell_swatch(trace_pair_colors[PAIR_A], "A");
    gui_cell_swatch(trace_pair_colors[PAIR_B], "B");
    gui_cell(GUI_QUIET, false, "B - A", "the difference; point at a number for the ratio");
    show_sides(p, c);
    if (pair_is_recorded(p)) {
        char median[40] = "median, ms";
        const comparison* m = &p->measures;
        int done = atomic_load(&m->done), runs = done > 0 ? m->columns[PAIR_A].runs : 0;
        if (done == PAIR_SIDES && runs > 0 && runs == m->columns[PAIR_B].runs)
            snprintf(median, sizeof median, "median of %d, ms", runs);
        show_figure(p, COST, "cost", "of the path");
        show_figure(p, LENGTH, "length", "tiles of the path");
        show_figure(p, EXPANDED, "expanded tiles", ROW_EXPANDED_HINT);
        show_tiles(p);
        if (value_of(p, NODES, PAIR_A) > 0 || value_of(p, NODES, PAIR_B) > 0)
            show_figure(p, NODES, "abstract nodes", "nodes of the abstract graph that were expanded");
        if (m->clocked) {
            show_figure(p, MEDIAN, median,
                        "processor time of the query as it is planned, by the sweep kernel");
            show_figure(p, FIRST, "first run, ms", "the run before them, which also makes the memory");
        }
    }
    gui_end_table();
    if (pair_is_recorded(p) && (sweeps(p, PAIR_A) || sweeps(p, PAIR_B)))
        gui_paragraph(GUI_QUIET,
                      "HPA* and exact are shown as A* refines them, tile by tile. Planning sweeps their "
                      "clusters instead: it scans tiles and expands none.");
}

void panel_pair_show(const performance* p, commands* c) {
    const pair* two = p->pair;
    panel_performance_show_state(p, MEASURE_PAIR, &two->measures, pair_is_recorded(two),
                                 !two->stale && pair_is_measured(two), c);
    show_table(two, c);
    if (!pair_is_recorded(two)) return;
    gui_separator();
    field_button(c, "pair_picture", "Save picture", two->picture, false);
    field_file(c, "pair-picture-name", "picture file", two->picture, sizeof two->picture);
    field_button(c, "csv", "Save CSV", p->csv[TAB_PAIR], false);
    field_file(c, "csv-name", "CSV file", p->csv[TAB_PAIR], sizeof p->csv[TAB_PAIR]);
}

// ---- the picture

enum { CAPTION_WIDTH = 600 }; // at least

static float caption_height(void) {
    return 10 * gui_line_height(); // of texts, three of them beside a square of colour, and the margins
}

static void show_caption(const pair* p, float width) {
    const scene* s = &p->document->scene;
    char text[300], side_text[80], numbers[3][32];
    gui_begin_window("caption", 0, 0, 0, 0, width, caption_height(), 1);
    snprintf(text, sizeof text, "%.120s: %s to %s", s->name, place_tile(s, s->query.start).text,
             place_tile(s, s->query.goal).text);
    gui_text(GUI_PLAIN, text);
    for (int side = 0; side < PAIR_SIDES; side++) {
        snprintf(text, sizeof text, "%c  %s", 'A' + side, describe_side(&p->sides[side], side_text));
        gui_swatch(trace_pair_colors[side]);
        gui_text(GUI_PLAIN, text);
        int used = 0;
        if (value_of(p, COST, side) < 0)
            used = snprintf(text, sizeof text, "no path");
        else
            used = snprintf(text, sizeof text, "cost %.2f, %s tiles long", value_of(p, COST, side),
                            playback_grouped((int64_t)value_of(p, LENGTH, side), numbers[0]));
        used += snprintf(text + used, sizeof text - (size_t)used, ", %s tiles expanded",
                         playback_grouped((int64_t)value_of(p, EXPANDED, side), numbers[1]));
        if (value_of(p, MEDIAN, side) >= 0 && pair_is_measured(p))
            snprintf(text + used, sizeof text - (size_t)used, ", %.3f ms (median of %d)",
                     value_of(p, MEDIAN, side), p->measures.columns[side].runs);
        gui_text(GUI_QUIET, text);
    }
    snprintf(text, sizeof text, "%s tiles expanded by both", playback_grouped(p->both, numbers[2]));
    gui_swatch(trace_pair_colors[PAIR_SIDES]);
    gui_text(GUI_PLAIN, text);
    gui_end_window();
}

void panel_pair_save_picture(pair* p, notice* n) {
    const view* v = p->view;
    SDL_Renderer* renderer = v->window->renderer;
    p->picture_wanted = false;
    SDL_Rect area = view_seen_map(v), below = {0, 0, SDL_max(area.w, (int)(CAPTION_WIDTH * v->scale)), 0};
    below.w = SDL_min(below.w, v->camera.width);
    below.h = SDL_min((int)caption_height(), v->camera.height);
    picture searches = {.pixels = NULL}, caption = {.pixels = NULL};
    wend_error error = {.text = ""};
    wend_result result = picture_read(renderer, area, &searches);
    gui_begin_frame(v->camera.width, v->camera.height, 0);
    show_caption(p, (float)below.w);
    gui_end_frame(renderer);
    if (result == WEND_OK) result = picture_read(renderer, below, &caption);
    if (result == WEND_OK) result = picture_save_stacked(&searches, &caption, p->picture, &error);
    if (notice_check(n, result, &error)) notice_show(n, false, "saved %s", p->picture);
    picture_clear(&searches);
    picture_clear(&caption);
}
