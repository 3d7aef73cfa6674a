// panel_performance.c: what does the performance window show?
#include "document/place.h"
#include "panels/fields.h"
#include "panels/panel.h"
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>

static const SDL_Color hpa_color = {59, 142, 234, 255}, astar_color = {224, 138, 30, 255},
                       plan_color = {150, 96, 214, 255};

// Two plots and what belongs to them fit a low window, too.
static float plot_height(const view* v, float low) {
    return gui_line_height() * ((float)view_free_area(v).h < 600 * v->scale ? low : 8.5f);
}

static void show_export(const performance* p, performance_tab tab, commands* c) {
    gui_separator();
    field_button(c, "csv", "Save CSV", p->csv[tab], false);
    field_file(c, "csv-name", "CSV file", p->csv[tab], sizeof p->csv[tab]);
}

// ---- this query

// The least of a row is marked where less is better and it says something alone.
static const struct {
    const char *name, *hint;
    size_t stat; // of compare_column: where the number is, an int64_t; 0: value_of says
    int decimals;
    bool least_is_best, timed; // timed: only with a clock
} rows[] = {
    {"cost", "of the path", 0, 2, true, false},
    {"cost / optimal", "divided by the cost that exact found", 0, 4, true, false},
    {"expanded tiles", ROW_EXPANDED_HINT, offsetof(compare_column, stats.expanded), 0, false, false},
    {"scanned tiles", ROW_SCANNED_HINT, offsetof(compare_column, stats.scanned), 0, false, false},
    {"abstract nodes", "nodes of the abstract graph taken from the open list",
     offsetof(compare_column, stats.abstract_expanded), 0, false, false},
    {"clusters", "clusters whose tiles the sweep kernel computed, counted each time",
     offsetof(compare_column, stats.clusters_refined), 0, false, false},
    {"insert, ms", "linking start and goal to the abstract graph", offsetof(compare_column, stats.insert_ns),
     3, false, true},
    {"route, ms", "the search over the abstract graph", offsetof(compare_column, stats.route_ns), 3, false,
     true},
    {"refine, ms", "the search over tiles", offsetof(compare_column, stats.refine_ns), 3, false, true},
    {"smooth, ms", "the waypoints", offsetof(compare_column, stats.smooth_ns), 3, false, true},
    {"median, ms", "the whole query: processor time, median of the runs after the first",
     offsetof(compare_column, stats.total_ns), 3, true, true},
    {"runs", "that the median is of; a query of a second and more runs only once", 0, 0, false, true},
    {"first run, ms", "the run before them, which also makes the memory of the search",
     offsetof(compare_column, first_ns), 3, false, true},
    {"memory, kB", NULL, 0, 0, true, false},
};
enum {
    ROWS = sizeof rows / sizeof rows[0],
    ROW_COST = 0,
    ROW_RATIO,
    ROW_RUNS = ROWS - 3,
    ROW_MEMORY = ROWS - 1
};

// Below 0: there is none.
static double value_of(const comparison* c, int row, int algorithm) {
    const compare_column* col = &c->columns[algorithm];
    double ratio = compare_ratio(c, algorithm);
    if (row == ROW_COST) return col->outcome == WEND_FOUND ? col->cost : -1;
    if (row == ROW_RATIO) return ratio > 0 ? ratio : -1;
    if (row == ROW_RUNS) return col->runs > 0 ? col->runs : -1;
    if (row == ROW_MEMORY) return (double)col->bytes / 1000;
    double value = (double)*(const int64_t*)((const char*)col + rows[row].stat);
    return !rows[row].timed ? value : value > 0 ? value / 1e6 : -1;
}

static void show_outcomes(const comparison* c, int done, int fastest) {
    gui_cell(GUI_QUIET, false, "", NULL);
    for (int i = 0; i < WEND_ALGORITHM_COUNT; i++) gui_cell(GUI_PLAIN, i == fastest, row_algorithms[i], NULL);
    gui_cell(GUI_QUIET, false, "outcome", NULL);
    for (int i = 0; i < WEND_ALGORITHM_COUNT; i++) {
        const compare_column* col = &c->columns[i];
        if (i >= done)
            gui_cell(GUI_QUIET, false, "...", NULL);
        else if (col->result != WEND_OK)
            gui_cell(GUI_BAD, i == fastest, "failed", wend_result_string(col->result));
        else
            gui_cell(col->outcome == WEND_FOUND ? GUI_GOOD : GUI_BAD, i == fastest,
                     col->outcome == WEND_FOUND ? "found" : "none", row_outcome(col->outcome));
    }
}

static void show_row(const comparison* c, int row, const char* hint, int done, int fastest, int digits) {
    double values[WEND_ALGORITHM_COUNT], least = INFINITY; // of those that found a way
    for (int i = 0; i < WEND_ALGORITHM_COUNT; i++) {
        values[i] = i < done && c->columns[i].result == WEND_OK ? value_of(c, row, i) : -1;
        if (values[i] >= 0 && c->columns[i].outcome == WEND_FOUND) least = fmin(least, values[i]);
    }
    gui_cell(GUI_QUIET, false, rows[row].name, hint);
    for (int i = 0; i < WEND_ALGORITHM_COUNT; i++) {
        char text[24] = "-", exact[40];
        if (values[i] >= 0) plot_number(values[i], digits, rows[row].decimals, text);
        snprintf(exact, sizeof exact, "%.10g", values[i]);
        // Sums of the same steps in another order differ in their last digits.
        bool best =
            rows[row].least_is_best && values[i] >= 0 && isfinite(least) && values[i] <= least * (1 + 1e-9);
        gui_cell(values[i] < 0 ? GUI_QUIET
                 : best        ? GUI_GOOD
                               : GUI_PLAIN,
                 i == fastest, text, values[i] >= 0 ? exact : NULL);
    }
}

static void show_table(const performance* p) {
    const comparison* c = &p->comparison;
    int done = atomic_load(&c->done), fastest = compare_fastest(c);
    float names = gui_text_width("expanded tiles ");
    bool wide = gui_room().width > names + 6 * gui_text_width("00000000.00");
    const wend_world_info* info = &p->document->scene.info;
    char grid[24], graph[24], memory[160];
    snprintf(memory, sizeof memory, "of the search itself; the map takes %s kB, its graph %s kB more",
             plot_number((double)info->grid_bytes / 1000, 5, 0, grid),
             plot_number((double)(info->bytes - info->grid_bytes) / 1000, 5, 0, graph));
    if (!gui_begin_table("compare", WEND_ALGORITHM_COUNT + 1, names)) return;
    show_outcomes(c, done, fastest);
    for (int row = 0; row < ROWS; row++)
        if (!rows[row].timed || c->clocked)
            show_row(c, row, row == ROW_MEMORY ? memory : rows[row].hint, done, fastest, wide ? 7 : 5);
    gui_end_table();
}

void panel_performance_show_state(const performance* p, performance_work work, const comparison* c,
                                  bool asked, bool current, commands* q) {
    const bool working = p->work == work || performance_wants(p, work);
    const int done = atomic_load(&c->done);
    field_checkbox(q, "follow", "follow the query", p->follow);
    field_button(q, "measure", working ? "Cancel" : "Compare",
                 working ? "cancel" : performance_work_name(work), true);
    gui_same_line();
    if (working)
        gui_progress_bar(c->count > 0 ? (float)done / (float)c->count : 0);
    else if (!asked)
        gui_text(GUI_QUIET, "not compared yet");
    else if (!current)
        gui_text(GUI_BAD, "of another query or map");
    else if (done < c->count)
        gui_text(GUI_BAD, "stopped");
    else
        gui_text(GUI_GOOD, "of this query");
}

static void show_query(const performance* p, commands* q) {
    const scene* s = &p->document->scene;
    const comparison* c = &p->comparison;
    const bool asked_before = c->revision != 0;
    panel_performance_show_state(p, MEASURE_QUERY, c, asked_before, performance_is_current(p), q);
    if (!performance_is_modest(p)) { // a node for each tile
        double gigabytes = 8e-9 * (double)scene_tile_count(s);
        row_paragraph(
            GUI_QUIET,
            "Up to %.1f GB, and long times, for each search over tiles: a large map is compared when asked.",
            gigabytes);
    }
    if (!asked_before) return;
    const wend_query* asked = &c->queries[WEND_ASTAR];
    const bool none =
        atomic_load(&c->done) > 0 && c->columns[0].result == WEND_OK && c->columns[0].outcome != WEND_FOUND;
    char goal[64];
    if (asked->goal_count > 0)
        snprintf(goal, sizeof goal, "the nearest of %d goals", asked->goal_count);
    else
        snprintf(goal, sizeof goal, "%s", place_tile(s, asked->goal).text);
    row_paragraph(none ? GUI_BAD : GUI_PLAIN, "%s  to  %s%s%s", place_tile(s, asked->start).text, goal,
                  none ? ": " : "", none ? row_outcome(c->columns[0].outcome) : "");
    show_table(p);
    row_paragraph(GUI_QUIET, "heuristic of A* and greedy: %s; weight of A* %.2f%s%s%s",
                  row_heuristics[asked->heuristic], (double)asked->heuristic_weight,
                  asked->until_proven ? ", until the path is proven"
                  : asked->reopen     ? ", reopens closed tiles"
                                      : "",
                  asked->refinement == WEND_REFINE_ASTAR ? "; refined by A*" : "",
                  asked->smooth ? "; smooth waypoints" : "");
    show_export(p, TAB_QUERY, q);
}

// ---- the last plans

static double time_of(const void* context, int series, int index) {
    const plan_record* r = history_at(context, index);
    return !r->compared || !r->both_found ? 0
                                          : (double)(series == 0 ? r->hpa : r->astar).stats.total_ns / 1e3;
}

static double ratio_of(const void* context, int series, int index) {
    const plan_record* r = history_at(context, index);
    if (!r->compared) return 0;
    if (series == 0) return history_hpa_ratio(r);
    return r->query.algorithm == WEND_HPA ? 0 : history_plan_ratio(r);
}

static void describe_plan(const void* context, int index, char* out, int size) {
    const plan_record* r = history_at(context, index);
    const bool has_floors = r->query.start.floor > 0 || r->query.goal.floor > 0;
    int used = snprintf(out, (size_t)size, "plan %" PRId64 ", %s: %s to %s\n%s, cost %.2f", r->number,
                        row_algorithms[r->query.algorithm], place_tile_text(r->query.start, has_floors).text,
                        place_tile_text(r->query.goal, has_floors).text, row_outcome(r->outcome), r->cost);
    if (r->compared && r->both_found && r->query.hex_diagonals)
        used += snprintf(out + used, (size_t)(size - used),
                         "\nwith diagonals of hexagons; HPA* over its optimum %.5f", history_hpa_ratio(r));
    else if (r->compared && r->both_found)
        used += snprintf(out + used, (size_t)(size - used), "\nover the optimum: %.5f, HPA* %.5f",
                         history_plan_ratio(r), history_hpa_ratio(r));
    else
        used += snprintf(out + used, (size_t)(size - used),
                         r->compared ? "\nno path to compare" : "\nnot compared with flat A*");
    if (r->compared && r->hpa.stats.total_ns > 0)
        snprintf(out + used, (size_t)(size - used), "\nHPA* %.1f \xC2\xB5s, flat A* %.1f \xC2\xB5s",
                 (double)r->hpa.stats.total_ns / 1e3, (double)r->astar.stats.total_ns / 1e3);
}

// The least and the greatest value above 0 of two series; false: there is none.
static bool range_of(const history* h, double (*value)(const void*, int, int), plot_axis* axis) {
    axis->least = INFINITY;
    axis->most = 0;
    for (int i = 0; i < h->count; i++) {
        for (int series = 0; series < 2; series++) {
            double v = value(h, series, i);
            if (!(v > 0)) continue;
            axis->least = fmin(axis->least, v);
            axis->most = fmax(axis->most, v);
        }
    }
    return axis->most > 0;
}

static void show_history(const performance* p, const view* v, commands* c) {
    const plot_series times[] = {{"HPA*", hpa_color, time_of}, {"flat A*", astar_color, time_of}};
    const plot_series ratios[] = {{"HPA*", hpa_color, ratio_of}, {"plans by others", plan_color, ratio_of}};
    const history* h = &p->history;
    int compared = 0;
    for (int i = 0; i < h->count; i++) compared += history_at(h, i)->compared;
    field_checkbox(c, "fill", "plan again by HPA* and by flat A*", p->fill);
    row_paragraph(GUI_QUIET, "%d of the last %d plans compared%s", compared, h->count,
                  p->work == MEASURE_PLAN ? " ..." : "");
    plot_lines plot = {.y = {.title = "time, \xC2\xB5s", .logarithmic = true},
                       .x_title = "",
                       .series = times,
                       .series_count = 2,
                       .count = h->count,
                       .context = h,
                       .describe = describe_plan};
    if (range_of(h, time_of, &plot.y))
        plot_show_lines(&plot, plot_height(v, 7));
    else if (!p->document->scene.clocked)
        gui_text(GUI_QUIET, "times are not measured in this run");
    plot.y = (plot_axis){.title = "cost / optimal"};
    plot.x_title = "the last plans, the newest on the right";
    plot.series = ratios;
    if (range_of(h, ratio_of, &plot.y)) {
        plot.y.least = 1;
        plot.y.most = fmax(plot.y.most, 1.01);
        plot_show_lines(&plot, plot_height(v, 7));
    }
    show_export(p, TAB_HISTORY, c);
}

// ---- many queries

static void show_figures(const scen_run* r) {
    const struct {
        const char* name;
        const summary* s;
        int decimals;
        bool shown;
    } lines[] = {{"suboptimality, %", &r->excess_pct, 4, true}, {"time, \xC2\xB5s", &r->us, 1, r->clocked}};
    static const char* const heads[] = {"", "mean", "median", "p99", "max"};
    if (!gui_begin_table("figures", 5, gui_text_width("suboptimality, % "))) return;
    for (int i = 0; i < 5; i++) gui_cell(GUI_QUIET, false, heads[i], NULL);
    for (int i = 0; i < 2; i++) {
        if (!lines[i].shown) continue;
        const double values[] = {lines[i].s->mean, lines[i].s->median, lines[i].s->p99, lines[i].s->max};
        gui_cell(GUI_QUIET, false, lines[i].name, NULL);
        for (int k = 0; k < 4; k++) {
            char text[24];
            gui_cell(GUI_PLAIN, false, plot_number(values[k], 5, lines[i].decimals, text), NULL);
        }
    }
    gui_end_table();
}

static void show_run(const scen_run* r, const view* v) {
    const trial* t = &r->trial;
    row_paragraph(t->wrong == 0 ? GUI_GOOD : GUI_BAD,
                  "%" PRId64 " problems, %s: %" PRId64 " answered, %" PRId64 " without a path, %" PRId64
                  " wrong",
                  t->count, row_algorithms[r->algorithm], t->answered, t->unreachable, t->wrong);
    if (r->first_wrong[0] != '\0') gui_paragraph(GUI_BAD, r->first_wrong);
    gui_paragraph(GUI_QUIET, r->file_optimum ? "compared with the optimum in the scenario"
                                             : "compared with our own flat A*, tile by tile");
    if (r->result == WEND_ERROR_CANCELLED)
        row_paragraph(GUI_BAD, "stopped: %" PRId64 " were asked for", r->problems.count);
    if (t->answered == 0) return;
    show_figures(r);
    plot_show_bins(&r->excess_bins, "problems", hpa_color, plot_height(v, 5.6f));
    if (r->clocked) plot_show_bins(&r->us_bins, "problems", hpa_color, plot_height(v, 5.6f));
}

static void show_scenario(const performance* p, const view* v, commands* c) {
    bool working = p->work == MEASURE_SCENARIO || performance_wants(p, MEASURE_SCENARIO);
    field_text(c, "scenario", "scenario", p->scenario, sizeof p->scenario);
    int count = p->random_count, seed = p->seed;
    if (p->scenario[0] == '\0') {
        if (gui_pair("queries, seed", &count, &seed)) commands_pushf(c, "random", "%d,%d", count, seed);
    }
    if (!working) {
        field_button(c, "measure", p->scenario[0] != '\0' ? "Run the scenario" : "Run random queries",
                     "scenario", false);
        row_paragraph(GUI_QUIET, "plans every problem by %s and checks each path, tile by tile",
                      row_algorithms[p->document->scene.query.algorithm]);
        if (p->run.ran && p->run_revision != p->document->scene.revision)
            gui_paragraph(GUI_BAD, "what follows is of the map before it was edited");
        if (p->run.ran) show_run(&p->run, v);
        if (p->run.ran) show_export(p, TAB_SCENARIO, c);
        return;
    }
    field_button(c, "measure", "Cancel", "cancel", false);
    gui_same_line();
    gui_progress_bar(p->work == MEASURE_SCENARIO ? job_progress(&p->job) : 0);
}

// ---- the window

void panel_performance_show(const performance* p, const view* v, commands* c) {
    static const char* const tabs[TAB_COUNT] = {"This query", "Two searches", "Last plans", "Many queries"};
    int tab = p->tab;
    if (gui_tabs(tabs, TAB_COUNT, &tab)) commands_push(c, "tab", performance_tab_name(tab));
    gui_separator();
    if (p->tab == TAB_QUERY)
        show_query(p, c);
    else if (p->tab == TAB_PAIR)
        panel_pair_show(p, c);
    else if (p->tab == TAB_HISTORY)
        show_history(p, v, c);
    else
        show_scenario(p, v, c);
}
