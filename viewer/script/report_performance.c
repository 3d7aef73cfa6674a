// report_performance.c: what does the report say of the performance window?
#include "script/report.h"
#include <inttypes.h>
#include <stdio.h>

static void print_column(const comparison* c, int i) {
    const char* name = scene_algorithm_name(i);
    const compare_column* col = &c->columns[i];
    const wend_stats* s = &col->stats;
    printf(",\"%s_outcome\":\"%s\",\"%s_cost\":%.6f,\"%s_ratio\":%.6f", name,
           col->result == WEND_OK ? wend_outcome_string(col->outcome) : "failed", name, col->cost, name,
           compare_ratio(c, i));
    printf(",\"%s_expanded\":%" PRId64 ",\"%s_nodes\":%" PRId64 ",\"%s_clusters\":%" PRId64, name,
           s->expanded, name, s->abstract_expanded, name, s->clusters_refined);
    printf(",\"%s_us\":%.3f,\"%s_runs\":%d,\"%s_bytes\":%zu", name, (double)s->total_ns / 1e3, name,
           col->runs, name, col->bytes);
}

static void print_history(const performance* p) {
    int compared = 0;
    double most = 0;
    for (int i = 0; i < p->history.count; i++) {
        const plan_record* r = history_at(&p->history, i);
        double ratio = r->compared ? history_hpa_ratio(r) : 0;
        compared += r->compared;
        most = ratio > most ? ratio : most;
    }
    printf(",\"plans_made\":%" PRId64 ",\"plans_kept\":%d,\"plans_compared\":%d,\"plans_ratio_max\":%.6f",
           p->history.made, p->history.count, compared, most);
}

static void print_run(const scen_run* r) {
    const trial* t = &r->trial;
    printf(",\"scen_problems\":%" PRId64 ",\"scen_asked\":%" PRId64 ",\"scen_answered\":%" PRId64
           ",\"scen_unreachable\":%" PRId64 ",\"scen_wrong\":%" PRId64,
           t->count, r->problems.count, t->answered, t->unreachable, t->wrong);
    printf(",\"scen_subopt_mean_pct\":%.6f,\"scen_subopt_p99_pct\":%.6f,\"scen_subopt_max_pct\":%.6f",
           r->excess_pct.mean, r->excess_pct.p99, r->excess_pct.max);
    printf(",\"scen_us_mean\":%.3f,\"scen_us_median\":%.3f,\"scen_us_p99\":%.3f", r->us.mean, r->us.median,
           r->us.p99);
    printf(",\"scen_reference\":\"%s\",\"scen_hash\":\"%016" PRIx64 "\"",
           r->file_optimum ? "scenario" : "astar", t->answers_hash);
}

void report_performance(const performance* p) {
    printf(",\"performance\":%s,\"tab\":\"%s\",\"measuring\":\"%s\"", p->open ? "true" : "false",
           performance_tab_name(p->tab), performance_work_name(p->work));
    int done = p->compare_revision != 0 ? atomic_load(&p->comparison.done) : 0;
    printf(",\"columns\":%d,\"columns_current\":%s", done,
           done > 0 && performance_is_current(p) ? "true" : "false");
    for (int i = 0; i < done; i++) print_column(&p->comparison, i);
    print_history(p);
    if (p->work != MEASURE_SCENARIO && p->run.ran) print_run(&p->run);
}
