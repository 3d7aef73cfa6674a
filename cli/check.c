// check.c: `wend check`: plans many queries, verifies every answer, and measures.
#include "clock.h"
#include "json.h"
#include "options.h"
#include "overlay_options.h"
#include "plan.h"
#include "progress.h"
#include "rebuild.h"
#include "trial.h"
#include "world_file.h"

#include <stdio.h>

typedef struct check_arguments {
    view_options of;
    const char* scenario;
    int64_t random, seed, max;
    wend_algorithm algorithm;
    wend_refinement refinement;
} check_arguments;

#define AT(member) offsetof(check_arguments, member)
static const option options[] = {
    VIEW_WORLD,
    OPT_TEXT(0, "scen", "FILE", "a MovingAI scenario file", AT(scenario), USUAL),
    OPT_INTEGER("random", "N", "instead of --scen: N queries between random passable tiles", AT(random), 0,
                1e8),
    OPT_INTEGER("seed", "S", "seed of --random", AT(seed), 0, 1e15),
    OPT_INTEGER("max", "N", "use at most N problems, evenly spread; 0: all", AT(max), 0, 1e8),
    PROFILE_OPTION(AT(of.profile)),
    OPT_CHOICE("algorithm", "algorithm to check", AT(algorithm), plan_algorithm_names),
    REFINE_OPTION(AT(refinement)),
    COMMON_OPTIONS(view_options),
};

enum { LISTED_WRONG = 5 };

typedef struct check {
    const check_arguments* a;
    const wend_world* opened;
    const wend_world* world; ///< or the view of a profile
    const wend_grid* grid;
    problem_list problems;
    bool file_optimum; ///< compare with the scenario's costs, otherwise with Wend's flat A*
    trial trial;
    int64_t wrong_listed;
    double build_s;
    bool same_rebuild;
    progress bar;
} check;

static void note_wrong(const problem* p, const char* why, void* context) {
    check* c = context;
    if (c->wrong_listed++ >= LISTED_WRONG) return;
    progress_wipe(&c->bar);
    cli_fail(CLI_NEGATIVE, "wrong: %s: wend path %s --from %d,%d --to %d,%d --algorithm %s%s%s%s", why,
             c->a->of.world, p->start.x, p->start.y, p->goal.x, p->goal.y,
             plan_algorithm_names[c->a->algorithm],
             c->a->refinement == WEND_REFINE_ASTAR ? " --refine astar" : "",
             c->a->of.profile != NULL ? " --profile " : "", c->a->of.profile != NULL ? c->a->of.profile : "");
}

static bool report_progress(double fraction, void* context) {
    check* c = context;
    return progress_report(fraction, &c->bar);
}

static int run_problems(check* c) {
    const trial_def def = {.world = c->world,
                           .problems = c->problems,
                           .algorithm = c->a->algorithm,
                           .refinement = c->a->refinement,
                           .file_optimum = c->file_optimum,
                           .first_moves = true,
                           .clock_ns = clock_wall_ns,
                           .note_wrong = note_wrong,
                           .progress = report_progress,
                           .context = c};
    c->bar = progress_start("check", c->a->of.common.quiet);
    wend_result result = trial_run(&def, &c->trial);
    progress_end(&c->bar);
    return cli_result(result, "check: planning");
}

// Rebuilds the world with one thread, to time it and to compare the hash.
static int rebuild(check* c) {
    wend_world* world = NULL;
    build_times times = {0, 0};
    c->bar = progress_start("rebuild", c->a->of.common.quiet);
    wend_result result = rebuild_world(c->opened, NULL, &c->bar, &times, &world);
    progress_end(&c->bar);
    if (result != WEND_OK) return cli_result(result, "check: rebuilding the world");
    c->build_s = times.wall_s;
    c->same_rebuild = wend_world_hash(world) == wend_world_hash(c->opened);
    wend_world_destroy(world);
    if (!c->same_rebuild)
        cli_fail(CLI_NEGATIVE, "wrong: %s: a rebuild from its tiles has a different hash", c->a->of.world);
    return CLI_OK;
}

// ---- report

static int report(check* c) {
    const trial* t = &c->trial;
    summary excess, us, first;
    if (!trial_summarize(t, TRIAL_EXCESS_PCT, &excess) || !trial_summarize(t, TRIAL_US, &us) ||
        !trial_summarize(t, TRIAL_FIRST_US, &first))
        return cli_fail(CLI_RESOURCE, "out of memory");
    const wend_world_info info = wend_world_get_info(c->world);
    const double tiles = (double)wend_grid_width(c->grid) * (double)wend_grid_height(c->grid);
    const double bytes_per_tile = (double)info.bytes / tiles;
    const char* reference = c->file_optimum ? "scenario" : "astar";
    if (c->a->of.common.json) {
        cJSON* json = view_json(&c->a->of);
        json_integer(json, "problems", c->problems.count);
        json_integer(json, "answered", t->answered);
        json_integer(json, "unreachable", t->unreachable);
        json_integer(json, "wrong", t->wrong);
        json_text(json, "algorithm", plan_algorithm_names[c->a->algorithm]);
        json_text(json, "reference", reference);
        json_number(json, "subopt_mean_pct", excess.mean, 6);
        json_number(json, "subopt_p99_pct", excess.p99, 6);
        json_number(json, "subopt_max_pct", excess.max, 6);
        json_number(json, "us_mean", us.mean, 3);
        json_number(json, "us_median", us.median, 3);
        json_number(json, "us_p99", us.p99, 3);
        json_number(json, "us_max", us.max, 3);
        json_number(json, "first_move_us_mean", first.mean, 3);
        json_number(json, "build_s", c->build_s, 6);
        cJSON_AddBoolToObject(json, "rebuild_equal", c->same_rebuild);
        json_number(json, "bytes_per_tile", bytes_per_tile, 4);
        json_hash(json, "answers_hash", t->answers_hash);
        json_print(json);
        return CLI_OK;
    }
    printf("problems     %lld: %lld answered, %lld without a route, %lld wrong\n",
           (long long)c->problems.count, (long long)t->answered, (long long)t->unreachable,
           (long long)t->wrong);
    printf("compared     %s with %s\n", plan_algorithm_names[c->a->algorithm],
           c->file_optimum ? "the optimum in the scenario" : "our own flat A*, tile by tile");
    printf("%-12s %12s %12s %12s %12s\n", "", "mean", "median", "p99", "max");
    printf("%-12s %12.4f %12.4f %12.4f %12.4f\n", "excess, %", excess.mean, excess.median, excess.p99,
           excess.max);
    printf("%-12s %12.1f %12.1f %12.1f %12.1f\n", "time, us", us.mean, us.median, us.p99, us.max);
    printf("%-12s %12.1f %12.1f %12.1f %12.1f\n", "first, us", first.mean, first.median, first.p99,
           first.max);
    printf("build        %.3f s with one thread, %s hash\n", c->build_s,
           c->same_rebuild ? "the same" : "ANOTHER");
    printf("memory       %.2f bytes a tile\n", bytes_per_tile);
    printf("answers      %016llx\n", (unsigned long long)t->answers_hash);
    return CLI_OK;
}

static int check_arguments_fit(void* arguments) {
    const check_arguments* a = arguments;
    if ((a->scenario != NULL) == (a->random > 0))
        return command_fail(CLI_USAGE, "give either --scen FILE or --random N (see wend check --help)");
    return plan_check_refinement(a->algorithm, a->refinement);
}

static int prepare(check* c) {
    const check_arguments* a = c->a;
    c->grid = wend_world_grid(c->world);
    c->file_optimum = a->scenario != NULL && c->world == c->opened && judge_file_costs_apply(c->grid);
    wend_error error = {.text = ""};
    wend_result result =
        a->scenario != NULL
            ? problems_from_scenario(a->scenario, a->of.world, c->grid, a->max, &c->problems, &error)
            : problems_at_random(a->of.world, c->grid, a->max > 0 && a->max < a->random ? a->max : a->random,
                                 (uint64_t)a->seed, &c->problems, &error);
    if (result != WEND_OK) return cli_fail_error(&error, result, CLI_READING);
    if (a->scenario != NULL && !c->file_optimum)
        cli_warn("%s has other moves, costs, links or walls than the scenario: comparing with our own flat "
                 "A* instead",
                 a->of.world);
    return CLI_OK;
}

static int run_on_world(const void* arguments, const wend_world* world) {
    const check_arguments* a = arguments;
    check c = {.a = a, .opened = a->of.opened, .world = world};
    int code = prepare(&c);
    if (code == CLI_OK) code = run_problems(&c);
    if (code == CLI_OK) code = rebuild(&c);
    if (code == CLI_OK) code = report(&c);
    if (code == CLI_OK && (c.trial.wrong > 0 || !c.same_rebuild)) code = CLI_NEGATIVE;
    trial_free(&c.trial);
    problems_free(&c.problems);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    check_arguments a = {.seed = 1};
    return view_run(self, argc, argv, &a.of, check_arguments_fit, run_on_world);
}

const command command_check = {
    .name = "check",
    .summary = "plan many queries, verify every path tile by tile, and measure",
    .details = "Every path must lead from start to goal by legal steps and cost what it reports, and may not "
               "cost less than the\n"
               "optimum: that of the scenario on maps of connectivity 8 and cost 1, otherwise that of Wend's "
               "flat A*, which must\n"
               "also agree on which goals can be reached. Times cover whole paths in one thread; each "
               "problem runs once after an\n"
               "untimed query. Times and excess cover the answered problems. build is one rebuild in one "
               "thread. Exits with 1\n"
               "when any answer is wrong.",
    .example = "wend bake data/abbey.map -o abbey.wend && wend check abbey.wend --scen data/abbey.map.scen",
    .options = options,
    .bonds = OPTION_BONDS({"seed", "random", false}, {"max", "scen", false}),
    .run = run,
};
