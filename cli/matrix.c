// matrix.c: `wend matrix`: what do paths between many places cost, and who takes which job?
#include "clean_text.h"
#include "json.h"
#include "legs.h"
#include "memory.h"
#include "options.h"
#include "output.h"
#include "overlay_options.h"
#include "places.h"
#include "plan.h"
#include "world_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct matrix_arguments {
    view_options of;
    const char *sources, *targets, *output, *render;
    int assign;
    double scale;
    int64_t threads, memory_mb;
    wend_matrix_def def;
} matrix_arguments;

static const char* const assign_names[] = {"sum", "max", NULL}; // in the order of wend_assign_goal

#define AT(member) offsetof(matrix_arguments, member)
static const option options[] = {
    VIEW_WORLD,
    OPT_TEXT(0, "sources", "FILE.csv", "where paths begin: a table with the header x,y; - is standard input",
             AT(sources), REQUIRED),
    OPT_TEXT(0, "targets", "FILE.csv", "where they end, likewise; the same file for costs among its places",
             AT(targets), REQUIRED),
    OPT_OUTPUT('o', "output", "OUT", ".csv .npy -",
               "the costs, a row for each source: OUT.csv or OUT.npy; - is standard output", AT(output),
               OPTIONAL),
    OPT_CHOICE_BARE("assign", "give each source at most one target: at the least sum, or the least maximum",
                    AT(assign), assign_names, 0),
    LEGS_OPTIONS(matrix_arguments),
    OPT_NUMBER("within", "COST", "paths that cost more count as none", AT(def.limit), 0, 1e12),
    OPT_INT32("nearest", "K", "keep the K least costs of each source; 0: all", AT(def.nearest), 0, INT32_MAX),
    OPT_FLAG(0, "exact", "the optimum also where both lists are longer than 64", AT(def.exact)),
    VIEW_QUERY,
    OPT_INTEGER("threads", "N", "number of threads; 0: one for each processor", AT(threads), 0, 256),
    OPT_INTEGER("memory", "MB", "refuse a matrix that takes more megabytes", AT(memory_mb), 1, 1 << 24),
    COMMON_OPTIONS(view_options),
};

// ---- how is a matrix of costs written?

typedef struct cost_table {
    const double* costs;
    int32_t rows, columns;
    bool is_numpy;
} cost_table;

// Version 1.0 of the format: the numbers begin at 128, a multiple of 64, behind a header of 118 bytes.
static void add_header(const cost_table* t, file_text* out) {
    char text[100];
    snprintf(text, sizeof text, "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", t->rows,
             t->columns);
    file_text_append(out, "\x93NUMPY\x01\0\x76\0", 10);
    file_text_add(out, "%-117s\n", text);
}

static void add_numpy(double cost, file_text* out) {
    uint64_t bits;
    uint8_t bytes[8];
    memcpy(&bits, &cost, sizeof bits);
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(bits >> 8 * i);
    file_text_append(out, bytes, 8);
}

// An output_row_fn.
static void add_row(void* context, int64_t row, file_text* out) {
    const cost_table* t = context;
    if (t->is_numpy && row == 0) add_header(t, out);
    for (int32_t k = 0; k < t->columns; k++) {
        const double cost = t->costs[row * t->columns + k];
        if (t->is_numpy)
            add_numpy(cost, out);
        else
            file_text_add(out, isinf(cost) ? "%sinf" : "%s%.6f", k > 0 ? "," : "", cost);
    }
    if (!t->is_numpy) file_text_add(out, "\n");
}

// Writes rows of costs: as lines of numbers with 6 decimals and "inf", or as float64 of NumPy. CLI_OK or an
// exit code.
static int matrix_out_write(const double* costs, int32_t rows, int32_t columns, const char* file) {
    cost_table t = {costs, rows, columns, file_ends_in(file, ".npy")};
    return output_write_rows(file, rows, add_row, &t);
}

typedef struct answer {
    places sources, targets;
    double* costs;
    int32_t* jobs; // by source: its target; NULL: not asked for
    uint64_t total_ns;
    int64_t connected, assigned;
    double least, most, mean, sum, greatest; // of the costs; of those assigned
} answer;

static void destroy(answer* r) {
    places_destroy(&r->sources);
    places_destroy(&r->targets);
    free(r->costs);
    free(r->jobs);
}

static void warn_of_blocked(const char* option_name, const places* p) {
    if (p->blocked > 0) cli_warn("blocked places of --%s: %d of %d", option_name, p->blocked, p->count);
}

enum { LARGE_BYTES = 64 * 1000 * 1000 };

// Says how much memory a matrix takes before it is taken.
static int reserve(const matrix_arguments* a, answer* r) {
    const double bytes = (double)r->sources.count * r->targets.count * (double)sizeof(double);
    char text[32];
    cli_bytes_text((int64_t)fmin(bytes, 9e18), text);
    if (bytes > (double)a->memory_mb * 1e6)
        return command_fail(CLI_RESOURCE,
                            "%d x %d costs take %s of memory, more than --memory %lld MB allows: raise it, "
                            "or ask for fewer places at once",
                            r->sources.count, r->targets.count, text, (long long)a->memory_mb);
    (bytes >= LARGE_BYTES ? cli_warn : cli_note)("%d x %d costs take %s of memory", r->sources.count,
                                                 r->targets.count, text);
    r->costs = memory_for((int64_t)r->sources.count * r->targets.count, sizeof *r->costs, "costs");
    return CLI_OK;
}

static int assign(const matrix_arguments* a, answer* r) {
    r->jobs = memory_for(r->sources.count, sizeof *r->jobs, "sources");
    const wend_result result =
        wend_assign(r->costs, r->sources.count, r->targets.count, (wend_assign_goal)a->assign, r->jobs);
    if (result != WEND_OK) return cli_result(result, "matrix: --assign");
    for (int32_t i = 0; i < r->sources.count; i++) {
        if (r->jobs[i] < 0) continue;
        const double cost = r->costs[(int64_t)i * r->targets.count + r->jobs[i]];
        r->assigned++;
        r->sum += cost;
        r->greatest = fmax(r->greatest, cost);
    }
    return CLI_OK;
}

static void survey(answer* r) {
    double sum = 0;
    r->least = INFINITY;
    for (int64_t i = 0; i < (int64_t)r->sources.count * r->targets.count; i++) {
        if (isinf(r->costs[i])) continue;
        r->connected++;
        sum += r->costs[i];
        r->least = fmin(r->least, r->costs[i]);
        r->most = fmax(r->most, r->costs[i]);
    }
    r->mean = r->connected > 0 ? sum / (double)r->connected : 0;
}

// The paths of those who got a job.
static int render(const matrix_arguments* a, const wend_world* world, const answer* r) {
    leg* items = memory_for(r->sources.count, sizeof *items, "paths");
    legs all = {.items = items,
                .starts = r->sources.tiles,
                .start_count = r->sources.count,
                .goals = r->targets.tiles,
                .scale = a->scale,
                .goal_count = r->targets.count};
    for (int32_t i = 0; i < r->sources.count; i++)
        if (r->jobs[i] >= 0) items[all.count++] = (leg){r->sources.tiles[i], r->targets.tiles[r->jobs[i]]};
    const int code = legs_write(world, &all, a->render);
    free(items);
    return code;
}

// ---- the report

static void print_json(const matrix_arguments* a, const wend_world* world, const answer* r) {
    cJSON* json = view_json(&a->of);
    json_integer(json, "sources", r->sources.count);
    json_integer(json, "targets", r->targets.count);
    json_integer(json, "pairs", (int64_t)r->sources.count * r->targets.count);
    json_integer(json, "connected", r->connected);
    json_number(json, "cost_min", r->connected > 0 ? r->least : NAN, 6);
    json_number(json, "cost_mean", r->connected > 0 ? r->mean : NAN, 6);
    json_number(json, "cost_max", r->connected > 0 ? r->most : NAN, 6);
    plan_json_cost_unit(json, world);
    json_number(json, "us_total", (double)r->total_ns / 1e3, 1);
    if (r->jobs != NULL) {
        cJSON* pairs = cJSON_AddArrayToObject(json, "assigned");
        for (int32_t i = 0; i < r->sources.count; i++) {
            if (r->jobs[i] < 0) continue;
            cJSON* pair = json_row(pairs);
            json_integer(pair, "source", i);
            json_integer(pair, "target", r->jobs[i]);
            json_number(pair, "cost", r->costs[(int64_t)i * r->targets.count + r->jobs[i]], 6);
        }
        json_number(json, "assigned_sum", r->sum, 6);
        json_number(json, "assigned_max", r->greatest, 6);
    }
    if (a->output == NULL) { // the costs themselves
        cJSON* rows = cJSON_AddArrayToObject(json, "costs");
        for (int32_t i = 0; i < r->sources.count; i++) {
            cJSON* row = cJSON_CreateArray();
            for (int32_t k = 0; k < r->targets.count; k++) {
                const double cost = r->costs[(int64_t)i * r->targets.count + k];
                char text[48];
                snprintf(text, sizeof text, "%.6f", cost);
                cJSON_AddItemToArray(row, isinf(cost) ? cJSON_CreateNull() : cJSON_CreateRaw(text));
            }
            cJSON_AddItemToArray(rows, row);
        }
    }
    view_json_print(&a->of, json);
}

static void print_text(const matrix_arguments* a, const wend_world* world, const answer* r) {
    char least[COST_TEXT], most[COST_TEXT], mean[COST_TEXT];
    plan_cost_text(world, r->least, least);
    plan_cost_text(world, r->most, most);
    plan_cost_text(world, r->mean, mean);
    const int64_t pairs = (int64_t)r->sources.count * r->targets.count;
    printf("costs        from %d place%s to %d\n", r->sources.count, cli_plural(r->sources.count),
           r->targets.count);
    printf("paths        %lld of %lld pair%s\n", (long long)r->connected, (long long)pairs,
           cli_plural(pairs));
    if (r->connected > 0) printf("cost         %s to %s; on average %s\n", least, most, mean);
    printf("time         %.3f s\n", (double)r->total_ns / 1e9);
    plan_cost_text(world, r->sum, mean);
    plan_cost_text(world, r->greatest, most);
    if (r->jobs != NULL)
        printf("assigned     %lld of %d place%s at cost %s, at most %s each\n", (long long)r->assigned,
               r->sources.count, cli_plural(r->sources.count), mean, most);
    for (int32_t i = 0; r->jobs != NULL && i < r->sources.count; i++)
        if (r->jobs[i] >= 0)
            printf("%d,%d,%.6f\n", i, r->jobs[i], r->costs[(int64_t)i * r->targets.count + r->jobs[i]]);
    view_print_written(&a->of);
}

// ---- the command

static int run_on_world(const void* arguments, const wend_world* world) {
    const matrix_arguments* a = arguments;
    answer r = {.jobs = NULL};
    int code = places_read(world, a->of.units, a->sources, &r.sources);
    if (code == CLI_OK) code = places_read(world, a->of.units, a->targets, &r.targets);
    if (code == CLI_OK) warn_of_blocked("sources", &r.sources);
    if (code == CLI_OK) warn_of_blocked("targets", &r.targets);
    if (code == CLI_OK) code = reserve(a, &r);
    if (code == CLI_OK)
        code = places_costs(world, &r.sources, &r.targets, &a->def, a->threads, r.costs, &r.total_ns);
    if (code == CLI_OK && a->assign >= 0) code = assign(a, &r);
    if (code == CLI_OK && a->output != NULL)
        code = matrix_out_write(r.costs, r.sources.count, r.targets.count, a->output);
    if (code == CLI_OK && a->render != NULL) code = render(a, world, &r);
    if (code == CLI_OK) survey(&r);
    if (code == CLI_OK && a->of.common.json)
        print_json(a, world, &r);
    else if (code == CLI_OK && view_speaks(&a->of, r.jobs != NULL))
        print_text(a, world, &r);
    if (code == CLI_OK && r.connected == 0) code = CLI_NEGATIVE;
    destroy(&r);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    matrix_arguments a = {.def = wend_default_matrix_def(), .assign = -1, .memory_mb = 4000};
    return view_run(self, argc, argv, &a.of, NULL, run_on_world);
}

const command command_matrix = {
    .name = "matrix",
    .summary = "costs from many places to many others; who takes which job",
    .details =
        "Computes the cost of the path from each place of --sources to each of --targets: a row for each "
        "source, inf where\n"
        "there is no path. If one of the lists has up to 64 places, every cost is the optimum. Otherwise it "
        "is that of a path\n"
        "which is on average .1 % above the optimum on terrain; --exact computes the optimum there too. "
        "--assign lists which\n"
        "source takes which target, as SOURCE,TARGET,COST, counted from 0.",
    .example = "wend matrix island.wend --sources data/island_places.csv --targets data/island_places.csv -o "
               "costs.npy",
    .options = options,
    .bonds = OPTION_BONDS({"render", "assign", false}, {"scale", "render", false}),
    .run = run,
};
