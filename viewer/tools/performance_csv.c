// performance_csv.c: how are measurements saved as tables for other programs? Columns are documented in
// wend-view(1), and only added at the end.
#include "path_file.h"
#include "platform/job.h"
#include "tools/performance.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <wend/private.h>

static double us(int64_t ns) {
    return (double)ns / 1e3;
}

static void print_ends(file_text* out, wend_tile start, wend_tile goal) {
    file_text_add(out, "%d,%d,%d,%d,", start.x, start.y, goal.x, goal.y);
}

// Maps with floors have two more columns: the floors of both ends.
static void end_head(file_text* out, const scene* s) {
    file_text_add(out, "%s", wend_grid_floors(s->grid) > 1 ? ",start_floor,goal_floor\n" : "\n");
}

static void end_row(file_text* out, const scene* s, wend_tile start, wend_tile goal) {
    if (wend_grid_floors(s->grid) > 1) file_text_add(out, ",%d,%d", start.floor, goal.floor);
    file_text_add(out, "\n");
}

static void print_query(file_text* out, const performance* p) {
    const comparison* c = &p->comparison;
    file_text_add(
        out,
        "algorithm,start_x,start_y,goal_x,goal_y,heuristic,weight,outcome,cost,cost_over_optimal,expanded,"
        "abstract_expanded,clusters_refined,scanned,us_insert,us_route,us_refine,us_smooth,us_total,runs,"
        "search_bytes");
    const scene* sc = &p->document->scene;
    end_head(out, sc);
    int done = c->revision != 0 ? atomic_load(&c->done) : 0;
    for (int i = 0; i < done; i++) {
        const compare_column* col = &c->columns[i];
        const wend_stats* s = &col->stats;
        file_text_add(out, "%s,", scene_algorithm_name(i));
        const bool chosen = c->queries[WEND_ASTAR].goal_count > 0 && col->result == WEND_OK && col->goal >= 0;
        const wend_tile goal = chosen ? c->goals[col->goal] : c->queries[WEND_ASTAR].goal;
        print_ends(out, c->queries[WEND_ASTAR].start, goal);
        if (i == WEND_GREEDY)
            file_text_add(out, "%s,,", document_heuristic_name(c->queries[WEND_ASTAR].heuristic));
        else if (i == WEND_ASTAR)
            file_text_add(out, "%s,%g,", document_heuristic_name(c->queries[WEND_ASTAR].heuristic),
                          (double)c->queries[WEND_ASTAR].heuristic_weight);
        else
            file_text_add(out, ",,");
        if (col->result != WEND_OK) {
            file_text_add(out, "failed,,,,,,,,,,,,,");
            end_row(out, sc, c->queries[WEND_ASTAR].start, goal);
            continue;
        }
        file_text_add(
            out,
            "%s,%.6f,%.6f,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%.3f,%.3f,%.3f,%.3f,%.3f,%d,%zu",
            wend_outcome_string(col->outcome), col->cost, compare_ratio(c, i), s->expanded,
            s->abstract_expanded, s->clusters_refined, s->scanned, us(s->insert_ns), us(s->route_ns),
            us(s->refine_ns), us(s->smooth_ns), us(s->total_ns), col->runs, col->bytes);
        end_row(out, sc, c->queries[WEND_ASTAR].start, goal);
    }
}

static void print_pair(file_text* out, const pair* p) {
    file_text_add(out,
                  "side,algorithm,heuristic,weight,start_x,start_y,goal_x,goal_y,outcome,cost,tiles,expanded,"
                  "abstract_expanded,expanded_alone,expanded_by_both,us_median,runs,us_first");
    const scene* sc = &p->document->scene;
    end_head(out, sc);
    if (!pair_is_recorded(p)) return;
    int done = pair_is_measured(p) ? atomic_load(&p->measures.done) : 0;
    for (int side = 0; side < PAIR_SIDES; side++) {
        const pair_side* s = &p->sides[side];
        const recording* r = &p->searches[side];
        const int32_t reached = wend_path_goal(r->path);
        const wend_tile goal = reached >= 0 ? sc->goals[reached] : sc->query.goal;
        int32_t tiles = 0;
        wend_path_tiles(r->path, &tiles);
        file_text_add(out, "%c,%s,%s,", 'A' + side, scene_algorithm_name((int)s->algorithm),
                      pair_has_heuristic(s) ? document_heuristic_name((int)s->heuristic) : "");
        if (pair_has_weight(s)) file_text_add(out, "%g", (double)s->weight);
        file_text_add(out, ",");
        print_ends(out, sc->query.start, goal);
        file_text_add(out, "%s,%.6f,%d,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",",
                      wend_outcome_string(wend_path_outcome(r->path)), wend_path_cost(r->path), tiles,
                      r->stats.expanded, r->stats.abstract_expanded, p->only[side], p->both);
        const compare_column* col = &p->measures.columns[side];
        if (side < done && col->result == WEND_OK && col->runs > 0)
            file_text_add(out, "%.3f,%d,%.3f", us(col->stats.total_ns), col->runs, us(col->first_ns));
        else
            file_text_add(out, ",,");
        end_row(out, sc, sc->query.start, goal);
    }
}

// As CSV wants it: in quotes, which are doubled.
static void print_name(file_text* out, const char* name) {
    file_text_add(out, "\"");
    for (const char* c = name; *c != '\0'; c++)
        file_text_add(out, "%s", *c == '"' ? "\"\"" : (char[2]){*c, '\0'});
    file_text_add(out, "\",");
}

static void print_history(file_text* out, const performance* p) {
    file_text_add(
        out, "number,map,algorithm,start_x,start_y,goal_x,goal_y,outcome,cost,cost_over_optimal,us_total,"
             "hpa_cost,hpa_over_optimal,hpa_us,astar_cost,astar_us");
    end_head(out, &p->document->scene);
    for (int i = 0; i < p->history.count; i++) {
        const plan_record* r = history_at(&p->history, i);
        file_text_add(out, "%" PRId64 ",", r->number);
        print_name(out, r->map);
        file_text_add(out, "%s,", scene_algorithm_name(r->query.algorithm));
        print_ends(out, r->query.start, r->query.goal);
        file_text_add(out, "%s,%.6f,", wend_outcome_string(r->outcome), r->cost);
        if (r->compared && r->both_found)
            file_text_add(out, "%.6f,%.3f,%.6f,%.6f,%.3f,%.6f,%.3f", history_plan_ratio(r), us(r->plan_ns),
                          r->hpa.cost, history_hpa_ratio(r), us(r->hpa.stats.total_ns), r->astar.cost,
                          us(r->astar.stats.total_ns));
        else
            file_text_add(out, ",%.3f,,,,,", us(r->plan_ns));
        end_row(out, &p->document->scene, r->query.start, r->query.goal);
    }
}

static wend_result print_run(file_text* out, const performance* p, job* j) {
    enum { LINES_BETWEEN_REPORTS = 4096 };
    static const char* const verdicts[] = {"answered", "unreachable", "misjudged"};
    const scen_run* r = &p->run;
    file_text_add(
        out, "number,line,start_x,start_y,goal_x,goal_y,outcome,verdict,wrong,cost,optimum,excess_pct,us");
    end_head(out, &p->document->scene);
    for (int64_t i = 0; i < r->trial.count; i++) {
        const trial_answer* a = &r->trial.answers[i];
        const problem* asked = &r->problems.items[i];
        file_text_add(out, "%" PRId64 ",%d,", i + 1, asked->line);
        print_ends(out, asked->start, asked->goal);
        file_text_add(out, "%s,%s,%d,%.6f,%.6f,%.6f,%.3f", wend_outcome_string(a->outcome),
                      verdicts[a->verdict], a->wrong, a->cost, a->optimum, a->excess_pct, a->us);
        end_row(out, &p->document->scene, asked->start, asked->goal);
        if (i % LINES_BETWEEN_REPORTS == 0 && !job_report((double)i / (double)r->trial.count, j))
            return WEND_ERROR_CANCELLED;
    }
    return WEND_OK;
}

typedef struct saving {
    const performance* p;
    const char* file;
    wend_error error;
} saving;

static wend_result save(job* j, void* context) {
    saving* s = context;
    const performance* p = s->p;
    file_text out = {.size = 0};
    wend_result result = WEND_OK;
    if (p->tab == TAB_QUERY)
        print_query(&out, p);
    else if (p->tab == TAB_PAIR)
        print_pair(&out, p->pair);
    else if (p->tab == TAB_HISTORY)
        print_history(&out, p);
    else
        result = print_run(&out, p, j);
    if (out.failed) result = WEND_ERROR_MEMORY;
    if (result == WEND_OK) result = wend_file_write(s->file, out.bytes, out.size, &s->error);
    free(out.bytes);
    return result;
}

void performance_save(const performance* p, const char* file) {
    notice* n = p->document->notice;
    if ((p->tab == TAB_QUERY && p->work == MEASURE_QUERY) ||
        (p->tab == TAB_PAIR && p->work == MEASURE_PAIR) ||
        (p->tab == TAB_SCENARIO && p->work == MEASURE_SCENARIO)) {
        notice_show(n, true, "%s: not saved: it is still being measured", file);
        return;
    }
    saving s = {p, file, {.text = ""}};
    wend_result result = work_run(p->document->window, file, "writing the table", save, &s);
    if (notice_check(n, result, &s.error)) notice_show(n, false, "saved %s", file);
}
