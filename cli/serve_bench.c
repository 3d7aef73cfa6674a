// serve_bench.c: `wend serve-bench`: what does a service answer, and how long do queries wait?
#include "bench_columns.h"
#include "cli.h"
#include "clock.h"
#include "json.h"
#include "map_rows.h"
#include "memory.h"
#include "options.h"
#include "random.h"
#include "summary.h"
#include "verify.h"
#include "wend/import.h"
#include "world_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// One thread submits queries and edits and takes the answers, as the main loop of a program would: first as
// fast as they are answered, then at a rate.

/// Random problems that are answered again and again, and tiles that are blocked and opened again and again.
typedef struct serve_problems {
    wend_query* queries;
    int count;
    double tiles_mean; ///< of their paths
    wend_edit* edits;  ///< an even number: each blocks a tile, and the next opens it again
    int edit_count;
} serve_problems;

typedef struct serve_load {
    int32_t workers;
    double edits_per_s;
    double seconds; ///< of each of the two measurements
    double share;   ///< of the highest throughput, at which waiting is measured
    uint64_t seed;
} serve_load;

typedef struct serve_result {
    double cpu_us;      ///< of all threads, for each path
    double paths_per_s; ///< with queries always waiting
    double load_per_s;  ///< queries a second while waiting was measured
    summary wait_us;    ///< from submitting to the start
    summary answer_us;  ///< from submitting to the answer
    double edits_per_s; ///< applied, in both measurements
    double refreshes_per_s;
    int64_t failed; ///< queries or edits whose result was not WEND_OK
} serve_result;

enum {
    OUTSTANDING = 64,   // queries that are submitted and not taken, when measuring the throughput
    CAPACITY = 1 << 15, // when measuring waiting
    EDITED_TILES = 64,
    TRIES_PER_PROBLEM = 1000,
};

// ---- problems

static wend_tile random_tile(const wend_grid* grid, uint64_t* seed) {
    const wend_rect map = wend_grid_area(grid);
    const uint64_t number = random_next(seed), width = (uint64_t)map.width;
    return (wend_tile){map.x + (int32_t)(number % width),
                       map.y + (int32_t)(number / width % (uint64_t)map.height)};
}

static bool find_problem(const wend_world* world, uint64_t* seed, wend_query* out) {
    const wend_grid* grid = wend_world_grid(world);
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid),
                  far = (width > height ? width : height) / 2;
    for (int i = 0; i < TRIES_PER_PROBLEM; i++) {
        const wend_tile a = random_tile(grid, seed), b = random_tile(grid, seed);
        if ((abs(a.x - b.x) < far && abs(a.y - b.y) < far) || !wend_world_connected(world, a, b)) continue;
        *out = wend_default_query(a, b);
        return true;
    }
    return false;
}

// Blocks passable tiles, one after the other, and opens each before the next.
static int find_edits(const wend_grid* grid, uint64_t* seed, serve_problems* p) {
    for (int i = 0; i < TRIES_PER_PROBLEM && p->edit_count < 2 * EDITED_TILES; i++) {
        const wend_tile t = random_tile(grid, seed);
        if (!wend_grid_passable(grid, t)) continue;
        const wend_rect area = {t.x, t.y, 1, 1};
        p->edits[p->edit_count++] = wend_edit_tiles(area, 0);
        p->edits[p->edit_count++] = wend_edit_tiles(area, wend_grid_class(grid, t));
    }
    return p->edit_count > 0 ? CLI_OK : command_fail(CLI_BAD_INPUT, "the map has no passable tiles");
}

static int plan_all(const wend_world* world, serve_problems* p, int64_t* wrong_out) {
    wend_search* search = NULL;
    wend_path* path = NULL;
    wend_search_def def = wend_default_search_def();
    wend_result result = wend_search_create(&def, &search);
    if (result == WEND_OK) result = wend_path_create(NULL, &path);
    double tiles = 0;
    *wrong_out = 0;
    for (int i = 0; i < p->count && result == WEND_OK; i++) {
        char why[VERIFY_TEXT];
        int32_t count = 0;
        result = wend_find_path(search, world, &p->queries[i], path, NULL);
        if (result != WEND_OK) break;
        const char* fault = verify_answer(wend_world_grid(world), &p->queries[i], path, why);
        if (fault == NULL && wend_path_outcome(path) != WEND_FOUND) fault = "no path between connected tiles";
        if (fault != NULL) cli_warn("serve-bench: problem %d: %s", i, fault);
        *wrong_out += fault != NULL;
        wend_path_tiles(path, &count);
        tiles += count;
    }
    p->tiles_mean = tiles / p->count;
    wend_path_destroy(path);
    wend_search_destroy(search);
    return cli_result(result, "serve-bench");
}

// Pairs of connected tiles at least half the map's longer side apart, planned once each. The world is not
// changed. wrong_out: how many answers the verifier refuses. CLI_OK or an exit code.
static int serve_problems_make(const wend_world* world, int count, uint64_t seed, serve_problems* out,
                               int64_t* wrong_out) {
    *out = (serve_problems){.queries = memory_for(count, sizeof *out->queries, "queries"),
                            .edits = memory_for(2 * EDITED_TILES, sizeof *out->edits, "edits")};
    for (; out->count < count; out->count++)
        if (!find_problem(world, &seed, &out->queries[out->count]))
            return command_fail(CLI_BAD_INPUT,
                                "the map has too few connected tiles at least half its longer side apart");
    int code = find_edits(wend_world_grid(world), &seed, out);
    return code == CLI_OK ? plan_all(world, out, wrong_out) : code;
}

static void serve_problems_free(serve_problems* p) {
    free(p->queries);
    free(p->edits);
}

// ---- load

typedef struct driver {
    wend_service* service;
    const serve_problems* problems;
    const serve_load* load;
    uint64_t began_ns;
    int64_t submitted, taken, edits, failed;
    double *wait_us, *answer_us; // of the answers taken; NULL: not wanted
    int64_t room;
} driver;

// Submits the edits that are due. An edit that finds the queue full is submitted later.
static void submit_edits(driver* d) {
    const double due = cli_seconds_since(d->began_ns) * d->load->edits_per_s;
    while ((double)d->edits < due) {
        const wend_edit* edit = &d->problems->edits[d->edits % d->problems->edit_count];
        wend_result result = wend_service_submit_edits(d->service, edit, 1, 0, NULL);
        if (result == WEND_ERROR_LIMIT) return;
        d->failed += result != WEND_OK;
        d->edits++;
    }
}

static bool submit_query(driver* d, wend_ticket* ticket_out) {
    const wend_query* query = &d->problems->queries[d->submitted % d->problems->count];
    wend_result result = wend_service_submit(d->service, query, 0, 0, ticket_out);
    d->submitted += result == WEND_OK;
    d->failed += result != WEND_OK;
    return result == WEND_OK;
}

static void accept(driver* d, const wend_answer* answer) {
    if (d->wait_us != NULL && d->taken < d->room) {
        d->wait_us[d->taken] = (double)answer->waited_ns * 1e-3;
        d->answer_us[d->taken] = (double)(answer->waited_ns + answer->stats.total_ns) * 1e-3;
    }
    d->taken++;
    d->failed += answer->result != WEND_OK;
    wend_path_destroy(answer->path);
}

static void take_ready(driver* d) {
    wend_answer answer;
    for (bool ready = true; ready && wend_service_next(d->service, &ready, &answer) == WEND_OK;)
        if (ready) accept(d, &answer);
}

// As many as can be answered: some queries wait at any time.
static double saturate(driver* d) {
    d->began_ns = clock_wall_ns(NULL);
    wend_ticket tickets[OUTSTANDING];
    for (int i = 0; i < OUTSTANDING; i++)
        if (!submit_query(d, &tickets[i])) return 0;
    double seconds = 0;
    for (int at = 0; seconds < d->load->seconds; at = (at + 1) % OUTSTANDING) {
        wend_answer answer;
        submit_edits(d);
        if (wend_service_wait(d->service, tickets[at], &answer) != WEND_OK) return 0;
        accept(d, &answer);
        if (!submit_query(d, &tickets[at])) return 0;
        seconds = cli_seconds_since(d->began_ns);
    }
    return (double)d->taken / seconds;
}

static void sleep_seconds(double seconds) {
    struct timespec time = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
    nanosleep(&time, NULL);
}

// Queries come at random times (a Poisson process), so sometimes several at once.
static void keep_rate(driver* d, double per_s) {
    uint64_t seed = d->load->seed;
    double next = 0;
    d->began_ns = clock_wall_ns(NULL);
    for (double now = 0; now < d->load->seconds; now = cli_seconds_since(d->began_ns)) {
        wend_ticket ticket;
        submit_edits(d);
        for (; next <= now; next -= log1p(-(double)(random_next(&seed) >> 11) / 9007199254740992.0) / per_s)
            if (!submit_query(d, &ticket)) return;
        take_ready(d);
        if (next > now) sleep_seconds(next - now < 1e-3 ? next - now : 1e-3);
    }
}

// The answers and edits still under way. Afterwards every tile is as before.
static void finish(driver* d) {
    wend_result result = wend_service_drain(d->service);
    if (result == WEND_OK && d->edits % 2 != 0) {
        const wend_edit* edit = &d->problems->edits[d->edits % d->problems->edit_count];
        result = wend_service_submit_edits(d->service, edit, 1, 0, NULL);
        if (result == WEND_OK) result = wend_service_drain(d->service);
        d->edits++;
    }
    d->failed += result != WEND_OK;
    take_ready(d);
}

static wend_result open_service(wend_world* world, const serve_load* load, wend_service** out) {
    wend_service_def def = wend_default_service_def();
    def.worker_count = load->workers;
    def.capacity = CAPACITY;
    return wend_service_create(world, &def, out);
}

static wend_result measure(wend_world* world, const serve_problems* p, const serve_load* load, driver* d,
                           serve_result* out) {
    *d = (driver){.problems = p, .load = load};
    wend_result result = open_service(world, load, &d->service);
    if (result != WEND_OK) return result;
    const clock_t began = clock();
    out->paths_per_s = saturate(d);
    finish(d);
    out->cpu_us = (double)(clock() - began) * 1e6 / CLOCKS_PER_SEC / (double)(d->taken > 0 ? d->taken : 1);
    wend_service_stats stats = wend_service_get_stats(d->service);
    wend_service_destroy(d->service);
    int64_t applied = stats.applied, refreshes = (int64_t)stats.refreshes, failed = d->failed;

    out->load_per_s = out->paths_per_s * load->share;
    *d = (driver){
        .problems = p, .load = load, .room = (int64_t)(out->load_per_s * load->seconds * 1.5) + 1000};
    d->wait_us = memory_for(d->room, sizeof(double), "times");
    d->answer_us = memory_for(d->room, sizeof(double), "times");
    result = open_service(world, load, &d->service);
    if (result != WEND_OK) return result;
    if (out->load_per_s > 0) keep_rate(d, out->load_per_s);
    finish(d);
    stats = wend_service_get_stats(d->service);
    wend_service_destroy(d->service);
    const int64_t kept = d->taken < d->room ? d->taken : d->room;
    out->wait_us = summarize(d->wait_us, kept);
    out->answer_us = summarize(d->answer_us, kept);
    out->edits_per_s = (double)(applied + stats.applied) / (2 * load->seconds);
    out->refreshes_per_s = (double)(refreshes + (int64_t)stats.refreshes) / (2 * load->seconds);
    out->failed = failed + d->failed;
    return WEND_OK;
}

// Measures with a service of so many workers; this thread submits. Afterwards the world is as before. CLI_OK
// or an exit code.
static int serve_load_measure(wend_world* world, const serve_problems* problems, const serve_load* load,
                              serve_result* out) {
    driver d;
    *out = (serve_result){0};
    wend_result result = measure(world, problems, load, &d, out);
    free(d.wait_us);
    free(d.answer_us);
    return cli_result(result, "serve-bench");
}

// ---- arguments

typedef struct serve_arguments {
    common_options common;
    option_list workers, edits, patches;
    const char* world;
    int64_t terrain, queries, seed;
    double seconds, load;
} serve_arguments;

enum { MOST_WORKERS = 256, MOST_EDITS = 100000, MOST_RUNS = 64 };

#define AT(member) offsetof(serve_arguments, member)
static const option options[] = {
    OPT_OPERAND_OPTIONAL("WORLD", "a baked world; without it: made-up terrain", AT(world)),
    PATCH_OPTION(serve_arguments),
    OPT_INTEGER("terrain", "N", "side of the made-up terrain", AT(terrain), 64, 8192),
    OPT_LIST("workers", "N", "threads that answer; again for more (default: 1 and 2)", AT(workers)),
    OPT_LIST("edits", "N", "edits a second; again for more (default: 0 and 1000)", AT(edits)),
    OPT_INTEGER("queries", "N", "different problems, asked again and again", AT(queries), 1, 100000),
    OPT_NUMBER("seconds", "S", "length of each measurement", AT(seconds), 0.05, 600),
    OPT_NUMBER("load", "F", "share of the highest throughput at which waiting is measured", AT(load), 0.01,
               1),
    OPT_INTEGER("seed", "S", "of terrain, problems and edits", AT(seed), 0, 1e15),
    COMMON_OPTIONS(serve_arguments),
};

// ---- the map

static int make_terrain(const serve_arguments* a, wend_world** out) {
    const int32_t side = (int32_t)a->terrain;
    const wend_import_def def = wend_default_import_def();
    const wend_world_def world_def = wend_default_world_def();
    wend_grid* grid = NULL;
    wend_result result = map_terrain(side, side, (uint64_t)a->seed, &def, &grid);
    if (result == WEND_OK) result = wend_world_build(&grid, &world_def, out);
    wend_grid_destroy(grid);
    return cli_result(result, "serve-bench: making terrain");
}

static int open_map(const serve_arguments* a, wend_world** out) {
    if (a->world == NULL && a->patches.count > 0)
        return command_fail(CLI_USAGE, "--patch needs the world that it is of");
    if (a->world == NULL) return make_terrain(a, out);
    return world_open(a->world, &a->patches, out);
}

// ---- what to measure

static int parse_list(const option_list* list, const char* name, int most, const int defaults[2], int* out,
                      int* count_out) {
    *count_out = 0;
    if (list->count > 8) return command_fail(CLI_USAGE, "--%s at most 8 times", name);
    for (int i = 0; i < list->count; i++) {
        double value;
        if (!options_parse_number(list->items[i], &value) || value != (int)value || value < 0 || value > most)
            return command_fail(CLI_USAGE, "--%s expects a whole number up to %d, got '%s'", name, most,
                                list->items[i]);
        out[(*count_out)++] = (int)value;
    }
    for (int i = 0; i < 2 && list->count == 0; i++) out[(*count_out)++] = defaults[i];
    return CLI_OK;
}

typedef struct plan {
    serve_load loads[MOST_RUNS];
    serve_result results[MOST_RUNS];
    int count;
} plan;

static int make_plan(const serve_arguments* a, plan* p) {
    int workers[8], edits[8], worker_count, edit_count;
    int code = parse_list(&a->workers, "workers", MOST_WORKERS, (const int[]){1, 2}, workers, &worker_count);
    if (code == CLI_OK)
        code = parse_list(&a->edits, "edits", MOST_EDITS, (const int[]){0, 1000}, edits, &edit_count);
    if (code != CLI_OK) return code;
    for (int w = 0; w < worker_count; w++) {
        if (workers[w] == 0) return command_fail(CLI_USAGE, "--workers expects at least 1");
        for (int e = 0; e < edit_count; e++)
            p->loads[p->count++] = (serve_load){.workers = workers[w],
                                                .edits_per_s = edits[e],
                                                .seconds = a->seconds,
                                                .share = a->load,
                                                .seed = (uint64_t)a->seed};
    }
    return CLI_OK;
}

// ---- the report

static void print_text(const serve_arguments* a, const wend_grid* grid, const serve_problems* problems,
                       const plan* p) {
    const bench_machine machine = bench_this_machine();
    printf("%s, %d processors, %s\n", machine.processor, machine.processors, machine.compiler);
    printf("%d x %d tiles, %d problems of %.0f tiles on average\n", wend_grid_width(grid),
           wend_grid_height(grid), problems->count, problems->tiles_mean);
    printf("%.2f s each; waiting is measured at %.0f %% of the highest throughput\n\n", a->seconds,
           100 * a->load);
    printf("%-8s %8s %9s %7s | %9s %17s %17s\n", "", "edits", "paths", "CPU us", "queries", "wait, us",
           "answer, us");
    printf("%-8s %8s %9s %7s | %9s %8s %8s %8s %8s\n", "workers", "a second", "a second", "a path",
           "a second", "median", "p99", "median", "p99");
    for (int i = 0; i < p->count; i++) {
        const serve_result* r = &p->results[i];
        printf("%-8d %8.0f %9.0f %7.0f | %9.0f %8.0f %8.0f %8.0f %8.0f\n", p->loads[i].workers,
               r->edits_per_s, r->paths_per_s, r->cpu_us, r->load_per_s, r->wait_us.median, r->wait_us.p99,
               r->answer_us.median, r->answer_us.p99);
    }
}

static void print_json(const serve_arguments* a, const wend_grid* grid, const serve_problems* problems,
                       const plan* p, int64_t wrong, int64_t failed) {
    const bench_machine machine = bench_this_machine();
    cJSON* json = cJSON_CreateObject();
    bench_machine_json(json, &machine);
    if (a->world != NULL) json_text(json, "world", a->world);
    if (a->patches.count > 0) patches_json(json, &a->patches);
    json_integer(json, "width", wend_grid_width(grid));
    json_integer(json, "height", wend_grid_height(grid));
    json_integer(json, "problems", problems->count);
    json_number(json, "tiles_mean", problems->tiles_mean, 1);
    json_number(json, "measured_s", a->seconds, 3);
    json_number(json, "load", a->load, 3);
    json_integer(json, "wrong", wrong);
    json_integer(json, "failed", failed);
    cJSON* runs = cJSON_AddArrayToObject(json, "runs");
    for (int i = 0; i < p->count; i++) {
        const serve_result* r = &p->results[i];
        cJSON* run = json_row(runs);
        json_integer(run, "workers", p->loads[i].workers);
        json_number(run, "edits_asked_per_s", p->loads[i].edits_per_s, 0);
        json_number(run, "edits_per_s", r->edits_per_s, 1);
        json_number(run, "refreshes_per_s", r->refreshes_per_s, 1);
        json_number(run, "paths_per_s", r->paths_per_s, 1);
        json_number(run, "cpu_us_per_path", r->cpu_us, 1);
        json_number(run, "load_per_s", r->load_per_s, 1);
        json_number(run, "wait_us_mean", r->wait_us.mean, 1);
        json_number(run, "wait_us_median", r->wait_us.median, 1);
        json_number(run, "wait_us_p99", r->wait_us.p99, 1);
        json_number(run, "answer_us_mean", r->answer_us.mean, 1);
        json_number(run, "answer_us_median", r->answer_us.median, 1);
        json_number(run, "answer_us_p99", r->answer_us.p99, 1);
    }
    json_print(json);
}

// ---- the command

static int measure_all(const serve_arguments* a, wend_world* world, plan* p) {
    serve_problems problems;
    int64_t wrong = 0, failed = 0;
    const uint64_t hash = wend_grid_hash(wend_world_grid(world));
    int code = serve_problems_make(world, (int)a->queries, (uint64_t)a->seed, &problems, &wrong);
    for (int i = 0; i < p->count && code == CLI_OK; i++) {
        code = serve_load_measure(world, &problems, &p->loads[i], &p->results[i]);
        failed += p->results[i].failed;
    }
    if (code == CLI_OK) {
        wrong += wend_grid_hash(wend_world_grid(world)) != hash; // all edits were applied, each once
        if (a->common.json)
            print_json(a, wend_world_grid(world), &problems, p, wrong, failed);
        else
            print_text(a, wend_world_grid(world), &problems, p);
        if (wrong > 0 || failed > 0) code = CLI_NEGATIVE;
    }
    serve_problems_free(&problems);
    return code;
}

static int work(void* arguments) {
    const serve_arguments* a = arguments;
    static plan p;
    wend_world* world = NULL;
    int code = make_plan(a, &p);
    if (code == CLI_OK) code = open_map(a, &world);
    if (code == CLI_OK) code = measure_all(a, world, &p);
    wend_world_destroy(world);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    serve_arguments a = {.terrain = 512, .queries = 1000, .seconds = 2, .load = 0.5, .seed = 1};
    return options_run(self, argc, argv, &a, work);
}

const command command_serve_bench = {
    .name = "serve-bench",
    .summary = "measure a service: paths a second and waiting, with edits",
    .details =
        "A service answers long queries, from tile to tile at least half the map apart, while single "
        "tiles are blocked\n"
        "and opened. First queries always wait: that gives the highest throughput. Then they come at a "
        "share of that\n"
        "rate, at random times: that gives the waiting times. One more thread submits and takes the "
        "answers. Exits with 1\n"
        "when an answer is wrong.",
    .example = "wend serve-bench --seconds 0.1",
    .options = options,
    .bonds = OPTION_BONDS({"terrain", "WORLD", true}),
    .run = run,
};
