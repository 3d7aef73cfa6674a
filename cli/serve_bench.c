// serve_bench.c: `wend serve-bench`: what does a service answer, and how long do queries wait?
#include "bench_columns.h"
#include "json.h"
#include "map_out.h"
#include "options.h"
#include "serve_load.h"
#include "wend/import.h"
#include "world_file.h"

#include <stdio.h>
#include <stdlib.h>

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
    OPT_END,
};

// ---- the map

static int make_terrain(const serve_arguments* a, wend_world** out) {
    const map_rows_def recipe = {.kind = MAP_ROWS_TERRAIN,
                                 .width = (int32_t)a->terrain,
                                 .height = (int32_t)a->terrain,
                                 .seed = (uint64_t)a->seed};
    size_t size = 0;
    uint8_t* pgm = map_to_memory(&recipe, &size);
    wend_import_def def = wend_default_import_def();
    wend_world_def world_def = wend_default_world_def();
    wend_grid* grid = NULL;
    wend_result result =
        pgm != NULL ? wend_import_memory(pgm, size, "terrain", &def, &grid, NULL, NULL) : WEND_ERROR_MEMORY;
    free(pgm);
    if (result == WEND_OK) result = wend_world_build(&grid, &world_def, out);
    wend_grid_destroy(grid);
    return result == WEND_OK ? CLI_OK
                             : cli_fail(cli_exit_code(result, CLI_WORKING), "serve-bench: making terrain: %s",
                                        wend_result_string(result));
}

static int open_map(const serve_arguments* a, wend_world** out) {
    if (a->world == NULL && a->patches.count > 0)
        return cli_fail(CLI_USAGE, "serve-bench: --patch needs the world that it is of");
    if (a->world == NULL) return make_terrain(a, out);
    return world_open(a->world, &a->patches, out);
}

// ---- what to measure

static int parse_list(const option_list* list, const char* name, int most, const int defaults[2], int* out,
                      int* count_out) {
    *count_out = 0;
    if (list->count > 8) return cli_fail(CLI_USAGE, "serve-bench: --%s at most 8 times", name);
    for (int i = 0; i < list->count; i++) {
        double value;
        if (!options_parse_number(list->items[i], &value) || value != (int)value || value < 0 || value > most)
            return cli_fail(CLI_USAGE, "serve-bench: --%s wants a whole number up to %d, got '%s'", name,
                            most, list->items[i]);
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
        if (workers[w] == 0) return cli_fail(CLI_USAGE, "serve-bench: --workers wants at least 1");
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
    json_text(json, "version", wend_version_string());
    json_text(json, "compiler", machine.compiler);
    json_text(json, "processor", machine.processor);
    json_integer(json, "processors", machine.processors);
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
        cJSON* run = cJSON_CreateObject();
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
        cJSON_AddItemToArray(runs, run);
    }
    json_print(json);
}

// ---- the command

static int measure(const serve_arguments* a, wend_world* world, plan* p) {
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

static int run(const command* self, int argc, char** argv) {
    serve_arguments a = {.terrain = 512, .queries = 1000, .seconds = 2, .load = 0.5, .seed = 1};
    static plan p;
    wend_world* world = NULL;
    int code = options_parse(self, argc, argv, &a);
    if (code == OPTIONS_GO) {
        code = make_plan(&a, &p);
        if (code == CLI_OK) code = open_map(&a, &world);
        if (code == CLI_OK) code = measure(&a, world, &p);
    }
    wend_world_destroy(world);
    options_free(self, &a);
    return code;
}

static const option_bond bonds[] = {
    {"terrain", "WORLD", true},
    {NULL, NULL, false},
};

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
    .bonds = bonds,
    .run = run,
};
