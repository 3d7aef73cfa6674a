// bench_measure.c: what does the benchmark measure on one map?
//
// A first pass answers every problem with each algorithm, verifies the answers and warms up the caches. Then
// the algorithms take turns over all problems, several times: a disturbance of the machine hits all of them,
// and the medians ignore it.
#include "bench_measure.h"
#include "cli.h"
#include "clock.h"
#include "judge.h"
#include "memory.h"
#include "problems.h"
#include "progress.h"
#include "random.h"
#include "rebuild.h"
#include "summary.h"
#include "world_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- an allocator that counts its allocations

static void* allocate(size_t size, size_t align, void* context) {
    ++*(int64_t*)context;
    void* memory = NULL;
    return posix_memalign(&memory, align < sizeof(void*) ? sizeof(void*) : align, size) == 0 ? memory : NULL;
}

static void release(void* memory, size_t size, void* context) {
    (void)size, (void)context;
    free(memory);
}

// Calls malloc and free, and counts. The counter must outlive the allocator's users.
static wend_allocator counting_allocator(int64_t* count) {
    return (wend_allocator){allocate, release, count};
}

enum {
    LISTED_WRONG = 5,
    PHASES = 4,
    FIRST_TILES = 32,      // enough for an agent to set off
    DEFAULT_QUERIES = 200, // when --queries 0 asks for a whole scenario and there is none
};
// Longer passes, builds and runs of edits are not repeated.
static const double SLOW_PASS_S = 10, SLOW_BUILD_S = 2, SLOW_RUN_US = 2e6;

static const struct {
    const char* name;
    wend_algorithm algorithm;
} methods[BENCH_METHODS] = {[BENCH_FLAT] = {"astar", WEND_ASTAR},
                            [BENCH_EXACT] = {"exact", WEND_EXACT},
                            [BENCH_HPA] = {"hpa", WEND_HPA}};

typedef struct bench {
    const bench_settings* settings;
    wend_world* world;
    const wend_grid* grid;
    bench_result* out;
    problem_list problems;
    bool file_optimum;
    int64_t allocations;                               // made by the searches and paths of this map
    wend_search *search[BENCH_METHODS], *phase_search; // phase_search reads a clock, which costs time
    wend_path* path[BENCH_METHODS];
    bool* found;               // of each problem
    double* us[BENCH_METHODS]; // [problem][run]
    double* phase_us[PHASES];  // [problem][run]
    double* move_us;           // [problem][run], of the first tiles
    double* scratch;           // one for each problem
    double* excess_pct;
    progress bar;
    double steps_done, steps_all; // queries
} bench;

static int fail_result(const bench* b, const char* what, wend_result result) {
    return cli_result(result, "bench: %s: %s", b->out->name, what);
}

static void step(bench* b) {
    b->steps_done++;
    progress_report(b->steps_done < b->steps_all ? b->steps_done / b->steps_all : 1, &b->bar);
}

progress bench_progress(const bench_settings* settings, const char* part, char label[BENCH_LABEL]) {
    snprintf(label, BENCH_LABEL, "%s: %s", settings->place, part);
    return progress_start(label, settings->quiet);
}

// ---- building

// Returns the median CPU time of the builds and the wall-clock time of the first.
static int measure_builds(bench* b, wend_threads* threads_opt, double* ns_out, double* wall_s_out) {
    int64_t count = 0;
    double seconds = 0;
    for (bool again = true; again; again = count < b->settings->runs && seconds < SLOW_BUILD_S) {
        wend_world* copy = NULL;
        build_times times = {0, 0};
        wend_result result = rebuild_world(b->world, threads_opt, &b->bar, &times, &copy);
        if (result != WEND_OK) return fail_result(b, "building", result);
        if (count == 0) *wall_s_out = times.wall_s;
        b->scratch[count++] = times.cpu_s;
        seconds += times.wall_s;
        if (wend_world_hash(copy) != wend_world_hash(b->world)) {
            b->out->wrong++;
            progress_wipe(&b->bar);
            cli_fail(CLI_NEGATIVE, "wrong: %s: a rebuild has a different hash", b->out->name);
        }
        wend_world_destroy(copy);
    }
    *ns_out = summarize(b->scratch, count).median * 1e9 / (b->out->width * b->out->height);
    return CLI_OK;
}

static int measure_building(bench* b) {
    const wend_world_info info = wend_world_get_info(b->world);
    b->out->bytes_per_tile = (double)(info.bytes - info.grid_bytes) / (b->out->width * b->out->height);
    int code = measure_builds(b, NULL, &b->out->build_one_ns, &b->out->build_one_s);
    if (code != CLI_OK) return code;
    wend_threads* threads = NULL;
    wend_result result = wend_threads_create(0, &threads);
    if (result != WEND_OK) return fail_result(b, "starting threads", result);
    code = measure_builds(b, threads, &b->out->build_all_ns, &b->out->build_all_s);
    wend_threads_destroy(threads);
    return code;
}

// ---- the first pass

// first_tiles: 0 for the whole path.
static wend_result ask(bench* b, bench_method method, int64_t i, int32_t first_tiles, double* us_out,
                       wend_stats* stats_out) {
    wend_query query = problem_query(&b->problems.items[i], b->grid, methods[method].algorithm);
    query.first_tiles = first_tiles;
    const uint64_t start = clock_thread_ns(NULL);
    wend_result result = wend_find_path(b->search[method], b->world, &query, b->path[method], stats_out);
    *us_out = clock_thread_us_since(start);
    step(b);
    return result;
}

static void judge(bench* b, bench_method method, const problem* p, double* excess_out) {
    char text[160];
    const bool by_file = method == BENCH_FLAT && b->file_optimum;
    const judge_case answer = {.grid = b->grid,
                               .problem = p,
                               .path = b->path[method],
                               .reference_opt = by_file ? NULL : b->path[BENCH_FLAT],
                               .is_optimal = judge_is_optimal(methods[method].algorithm)};
    const char* fault = judge_answer(&answer, excess_out, text);
    if (fault == NULL || b->out->wrong++ >= LISTED_WRONG) return;
    progress_wipe(&b->bar);
    cli_fail(CLI_NEGATIVE, "wrong: %s: from %d,%d to %d,%d, %s: %s", b->out->name, p->start.x, p->start.y,
             p->goal.x, p->goal.y, methods[method].name, fault);
}

static wend_result first_pass(bench* b, double seconds_out[BENCH_METHODS]) {
    bench_result* r = b->out;
    for (int64_t i = 0; i < b->problems.count; i++) {
        wend_stats stats[BENCH_METHODS];
        double excess[BENCH_METHODS] = {0};
        for (int m = 0; m < BENCH_METHODS; m++) {
            double* us = &b->us[m][i * b->settings->runs];
            wend_result result = ask(b, (bench_method)m, i, 0, us, &stats[m]);
            if (result != WEND_OK) return result;
            seconds_out[m] += *us * 1e-6;
            judge(b, (bench_method)m, &b->problems.items[i], &excess[m]);
        }
        b->found[i] = wend_path_outcome(b->path[BENCH_FLAT]) == WEND_FOUND &&
                      wend_path_outcome(b->path[BENCH_HPA]) == WEND_FOUND;
        if (!b->found[i]) {
            r->unreachable += wend_path_outcome(b->path[BENCH_FLAT]) != WEND_FOUND;
            continue;
        }
        b->excess_pct[(int64_t)r->answered++] = 100 * excess[BENCH_HPA];
        int32_t link_count = 0;
        wend_path_links(b->path[BENCH_HPA], &link_count);
        r->path_links += link_count;
        r->flat_expanded += (double)stats[BENCH_FLAT].expanded;
        r->exact_clusters += (double)stats[BENCH_EXACT].clusters_refined;
        r->abstract_expanded += (double)stats[BENCH_HPA].abstract_expanded;
        r->clusters_refined += (double)stats[BENCH_HPA].clusters_refined;
    }
    return WEND_OK;
}

// ---- the timed passes

static wend_result timed_pass(bench* b, bench_method method, int32_t first_tiles, double* us, int64_t run) {
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < b->problems.count && result == WEND_OK; i++)
        result = ask(b, method, i, first_tiles, &us[i * b->settings->runs + run], NULL);
    return result;
}

static wend_result phase_pass(bench* b, int64_t run) {
    for (int64_t i = 0; i < b->problems.count; i++) {
        wend_query query = problem_query(&b->problems.items[i], b->grid, WEND_HPA);
        wend_stats s;
        wend_result result = wend_find_path(b->phase_search, b->world, &query, b->path[BENCH_HPA], &s);
        if (result != WEND_OK) return result;
        const int64_t ns[PHASES] = {s.insert_ns, s.route_ns, s.refine_ns, s.smooth_ns};
        for (int k = 0; k < PHASES; k++) b->phase_us[k][i * b->settings->runs + run] = (double)ns[k] * 1e-3;
        step(b);
    }
    return WEND_OK;
}

static wend_result timed_passes(bench* b, const double first_s[BENCH_METHODS]) {
    const int64_t runs = b->settings->runs;
    const double queries = (double)b->problems.count;
    for (int m = 0; m < BENCH_METHODS; m++) {
        bool is_repeated = m == BENCH_HPA || first_s[m] < SLOW_PASS_S;
        b->out->runs[m] = is_repeated ? (double)runs : 1;
        if (!is_repeated) b->steps_all -= queries * (double)runs;
    }
    int64_t allocations = 0;
    wend_result result = WEND_OK;
    for (int64_t run = 0; run < runs && result == WEND_OK; run++) {
        for (int m = 0; m < BENCH_METHODS && result == WEND_OK; m++) {
            if (m != BENCH_HPA && first_s[m] >= SLOW_PASS_S) continue;
            const int64_t before = b->allocations;
            result = timed_pass(b, (bench_method)m, 0, b->us[m], run);
            if (m == BENCH_HPA) allocations += b->allocations - before;
        }
        if (result == WEND_OK) result = timed_pass(b, BENCH_HPA, FIRST_TILES, b->move_us, run);
        if (result == WEND_OK) result = phase_pass(b, run);
    }
    b->out->allocations = (double)allocations / (queries * (double)runs);
    return result;
}

// ---- the results

// Summarises the answered problems by the median of their runs. Sorts the runs of each problem.
static summary summarize_queries(bench* b, double* values, int64_t used_runs) {
    int64_t count = 0;
    for (int64_t i = 0; i < b->problems.count; i++)
        if (b->found[i]) b->scratch[count++] = summarize(values + i * b->settings->runs, used_runs).median;
    return summarize(b->scratch, count);
}

static void conclude(bench* b) {
    bench_result* r = b->out;
    for (int m = 0; m < BENCH_METHODS; m++) r->us[m] = summarize_queries(b, b->us[m], (int64_t)r->runs[m]);
    r->move_us = summarize_queries(b, b->move_us, b->settings->runs).mean;
    double* const phases[PHASES] = {&r->insert_us, &r->route_us, &r->refine_us, &r->smooth_us};
    for (int k = 0; k < PHASES; k++)
        *phases[k] = summarize_queries(b, b->phase_us[k], b->settings->runs).mean;
    r->excess_pct = summarize(b->excess_pct, (int64_t)r->answered);
    if (r->flat_expanded > 0)
        r->flat_expansion_ns = r->us[BENCH_FLAT].mean * r->answered * 1e3 / r->flat_expanded;
    if (r->us[BENCH_HPA].mean > 0) r->speedup = r->us[BENCH_FLAT].mean / r->us[BENCH_HPA].mean;
    if (r->us[BENCH_HPA].median > 0) r->median_speedup = r->us[BENCH_FLAT].median / r->us[BENCH_HPA].median;
    double* const a_query[] = {&r->flat_expanded, &r->exact_clusters, &r->abstract_expanded,
                               &r->clusters_refined, &r->path_links};
    for (size_t k = 0; k < sizeof a_query / sizeof a_query[0] && r->answered > 0; k++)
        *a_query[k] /= r->answered;
}

// ---- edits

enum { EDITS = 200 };

typedef struct edit_bench {
    wend_world* world;
    uint8_t open_class;           // given to blocked tiles
    wend_edit undo[EDITS];        // in reverse order of the edits
    double *edit_us, *refresh_us; // [edit][run]
} edit_bench;

// The most frequent passable class.
static uint8_t commonest_class(const wend_grid* grid) {
    const int64_t* counts = wend_grid_class_counts(grid);
    int found = 0;
    for (int k = 1; k < WEND_CLASS_COUNT; k++)
        if (wend_grid_straight_cost(grid, (uint8_t)k) > 0 && (found == 0 || counts[k] > counts[found]))
            found = k;
    return (uint8_t)found;
}

static wend_result toggle(edit_bench* b, wend_tile tile, double* edit_us, double* refresh_us) {
    const wend_grid* grid = wend_world_grid(b->world);
    const uint8_t to = wend_grid_passable(grid, tile) ? 0 : b->open_class;
    const wend_edit edit = {.area = {tile.x, tile.y, 1, 1}, .terrain_class = to};
    uint64_t start = clock_thread_ns(NULL);
    wend_result result = wend_world_edit(b->world, &edit, 1, NULL);
    *edit_us = clock_thread_us_since(start);
    start = clock_thread_ns(NULL);
    if (result == WEND_OK) result = wend_world_refresh(b->world, 0, NULL);
    *refresh_us = clock_thread_us_since(start);
    return result;
}

// Every run edits the same tiles, because it begins with the same world.
static wend_result run_once(bench* b, edit_bench* e, int64_t run, double* us_out) {
    const wend_grid* grid = b->grid;
    uint64_t seed = b->settings->seed;
    const wend_rect map = wend_grid_area(grid);
    const uint64_t width = (uint64_t)map.width, height = (uint64_t)map.height;
    wend_result result = WEND_OK;
    *us_out = 0;
    for (int i = 0; i < EDITS && result == WEND_OK; i++) {
        const uint64_t number = random_next(&seed) % (width * height);
        const wend_tile tile = {map.x + (int32_t)(number % width), map.y + (int32_t)(number / width)};
        const int64_t at = i * b->settings->runs + run;
        e->undo[EDITS - 1 - i] =
            wend_edit_tiles((wend_rect){tile.x, tile.y, 1, 1}, wend_grid_class(grid, tile));
        result = toggle(e, tile, &e->edit_us[at], &e->refresh_us[at]);
        *us_out += e->edit_us[at] + e->refresh_us[at];
        progress_report(((double)run + (double)i / EDITS) / (double)b->settings->runs, &b->bar);
    }
    if (result == WEND_OK) result = wend_world_edit(b->world, e->undo, EDITS, NULL);
    return result == WEND_OK ? wend_world_refresh(b->world, 0, NULL) : result;
}

static double mean_of_medians(const bench* b, double* us, int64_t used_runs) {
    double sum = 0;
    for (int i = 0; i < EDITS; i++) sum += summarize(us + i * b->settings->runs, used_runs).median;
    return sum / EDITS;
}

// Blocks or opens random tiles one by one, refreshes the world after each edit, and undoes all edits. The
// median of the runs counts for each tile. The world must have its old hash at the end.
static int measure_edits(bench* b) {
    const int64_t runs = b->settings->runs;
    const uint64_t hash = wend_world_hash(b->world);
    edit_bench e = {.world = b->world,
                    .open_class = commonest_class(b->grid),
                    .edit_us = memory_for(runs * EDITS, sizeof(double), "times of edits"),
                    .refresh_us = memory_for(runs * EDITS, sizeof(double), "times of edits")};
    wend_result result = WEND_OK;
    double us = 0;
    int64_t used = 0;
    while (result == WEND_OK && used < runs && us < SLOW_RUN_US) result = run_once(b, &e, used++, &us);
    b->out->edit_us = mean_of_medians(b, e.edit_us, used);
    b->out->refresh_us = mean_of_medians(b, e.refresh_us, used);
    free(e.edit_us);
    free(e.refresh_us);
    if (result != WEND_OK) return fail_result(b, "editing", result);
    if (wend_world_hash(b->world) == hash) return CLI_OK;
    b->out->wrong++;
    progress_wipe(&b->bar);
    cli_fail(CLI_NEGATIVE, "wrong: %s: after edits and their reversal the hash differs", b->out->name);
    return CLI_OK;
}

// ---- one map

static int load_problems(bench* b, const char* scenario_opt) {
    const bench_settings* s = b->settings;
    wend_error error = {.text = ""};
    b->file_optimum = scenario_opt != NULL && judge_file_costs_apply(b->grid);
    wend_result result =
        scenario_opt != NULL
            ? problems_from_scenario(scenario_opt, b->out->name, b->grid, s->queries, &b->problems, &error)
            : problems_at_random(b->out->name, b->grid, s->queries > 0 ? s->queries : DEFAULT_QUERIES,
                                 s->seed, &b->problems, &error);
    return result == WEND_OK ? CLI_OK : cli_fail_error(&error, result, CLI_READING);
}

static void allocate_values(bench* b) {
    static const char what[] = "times of queries";
    const int64_t count = b->problems.count, runs = b->settings->runs;
    for (int m = 0; m < BENCH_METHODS; m++) b->us[m] = memory_for(count * runs, sizeof(double), what);
    for (int k = 0; k < PHASES; k++) b->phase_us[k] = memory_for(count * runs, sizeof(double), what);
    b->move_us = memory_for(count * runs, sizeof(double), what);
    b->found = memory_for(count, sizeof *b->found, "queries");
    b->scratch = memory_for(count > runs ? count : runs, sizeof(double), what);
    b->excess_pct = memory_for(count, sizeof(double), "queries");
}

static wend_result start_searches(bench* b) {
    const wend_allocator counting = counting_allocator(&b->allocations);
    wend_search_def def = wend_default_search_def();
    def.allocator = &counting;
    wend_result result = WEND_OK;
    for (int m = 0; m < BENCH_METHODS && result == WEND_OK; m++) {
        result = wend_search_create(&def, &b->search[m]);
        if (result == WEND_OK) result = wend_path_create(&counting, &b->path[m]);
    }
    def.clock_ns = clock_thread_ns;
    return result == WEND_OK ? wend_search_create(&def, &b->phase_search) : result;
}

static void destroy(bench* b) {
    for (int m = 0; m < BENCH_METHODS; m++) {
        wend_search_destroy(b->search[m]);
        wend_path_destroy(b->path[m]);
        free(b->us[m]);
    }
    for (int k = 0; k < PHASES; k++) free(b->phase_us[k]);
    wend_search_destroy(b->phase_search);
    free(b->move_us);
    free(b->found);
    free(b->scratch);
    free(b->excess_pct);
    problems_free(&b->problems);
}

static int measure_queries(bench* b) {
    double first_s[BENCH_METHODS] = {0};
    b->steps_all =
        (double)b->problems.count * (BENCH_METHODS + (BENCH_METHODS + 2) * (double)b->settings->runs);
    wend_result result = start_searches(b);
    if (result == WEND_OK) result = first_pass(b, first_s);
    if (result == WEND_OK) result = timed_passes(b, first_s);
    if (result != WEND_OK) return fail_result(b, "planning", result);
    conclude(b);
    return CLI_OK;
}

int bench_measure(const bench_settings* settings, wend_world* world, const char* name,
                  const char* scenario_opt, bench_result* out) {
    static const struct {
        const char* name;
        int (*measure)(bench* b);
    } parts[] = {{"build", measure_building},
                 {"queries", measure_queries},
                 {"edits", measure_edits}}; // last, because they may move the world's matrices in memory
    const wend_grid* grid = wend_world_grid(world);
    *out = (bench_result){.width = wend_grid_width(grid), .height = wend_grid_height(grid)};
    snprintf(out->name, sizeof out->name, "%s", name);
    out->move = world_connectivity_names[wend_grid_connectivity(grid)];
    int32_t link_count = 0;
    wend_grid_links(grid, &link_count);
    out->links = link_count;
    out->blocked_pct = 100 - 100 * (double)wend_grid_passable_count(grid) / (out->width * out->height);
    bench b = {.settings = settings, .world = world, .grid = grid, .out = out};
    char label[BENCH_LABEL];
    int code = load_problems(&b, scenario_opt);
    if (code == CLI_OK) {
        out->problems = (double)b.problems.count;
        allocate_values(&b);
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && code == CLI_OK; i++) {
        b.bar = bench_progress(settings, parts[i].name, label);
        code = parts[i].measure(&b);
        progress_end(&b.bar);
    }
    destroy(&b);
    return code;
}
