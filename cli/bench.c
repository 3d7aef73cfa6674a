// bench.c: `wend bench`: measures generated and given maps, and reports.
#include "bench_columns.h"
#include "bench_links.h"
#include "bench_measure.h"
#include "clean_text.h"
#include "map_rows.h"
#include "memory.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "rebuild.h"
#include "wend/import.h"
#include "world_file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct bench_arguments {
    common_options common;
    option_list maps, folders, terrain;
    bool large, subgoals;
    int64_t queries, runs, seed;
    const char *moves, *links, *teleports, *csv, *picture;
} bench_arguments;

#define AT(member) offsetof(bench_arguments, member)
static const option options[] = {
    OPT_OPERANDS("MAP", "a map or a world; without any, generated terrain of 512, 1024 and 2048 tiles a side",
                 AT(maps)),
    OPT_LIST("maps", "DIR", "also the .map files of a folder, by name; may be repeated", AT(folders)),
    OPT_LIST("terrain", "N[xM]", "generated terrain of this size; may be repeated", AT(terrain)),
    OPT_FLAG(0, "large", "also terrain of 4096 and 8192 tiles a side", AT(large)),
    OPT_FLAG(0, "subgoals",
             "with an index of up to two bytes a tile on maps of one cost, see wend_world_add_subgoals",
             AT(subgoals)),
    OPT_TEXT(
        0, "move", "LIST",
        "measure each map with all of these: 8, 4, 8cut, hex, hex-odd-r, hex-even-r, hex-odd-q, hex-even-q",
        AT(moves), OPTIONAL),
    OPT_TEXT(0, "links", "N[,N...]", "also measure each map with so many jumps, ladders, tunnels and ferries",
             AT(links), OPTIONAL),
    OPT_TEXT(0, "teleports", "N[,N...]", "also measure each map with so many teleports", AT(teleports),
             OPTIONAL),
    OPT_INTEGER("queries", "N",
                "problems per map: random, or an even sample of its scenario; 0: the whole scenario",
                AT(queries), 0, 1e6),
    OPT_INTEGER("runs", "N", "how often each query is timed; the median counts", AT(runs), 1, 99),
    OPT_INTEGER("seed", "S", "seed of terrain, links, random queries and edits", AT(seed), 0, 1e15),
    OPT_OUTPUT(0, "csv", "OUT.csv", "", "also write all results, one line per map", AT(csv), OPTIONAL),
    OPT_OUTPUT(0, "picture", "OUT.png", ".png", "also draw the mean times as bars", AT(picture), OPTIONAL),
    COMMON_OPTIONS(bench_arguments),
};

enum { MAX_NAME = 4096 };

/// One map to measure.
typedef struct source {
    char* file;       ///< owned; NULL: terrain of this size
    option_size size; ///< of terrain
} source;

typedef struct suite {
    const bench_arguments* a;
    bench_settings settings;
    option_files_watch watch;
    bench_forms forms;
    source* sources;
    int source_count;
    int64_t source_capacity;
    bench_result* results;
    int count; ///< of results
    int begun; ///< of all forms of all maps
} suite;

// ---- which maps

static void add_source(suite* s, char* file_opt, option_size size) {
    s->sources =
        memory_grow(s->sources, s->source_count, &s->source_capacity, sizeof *s->sources, "names of maps");
    s->sources[s->source_count++] = (source){file_opt, size};
}

static int add_terrains(suite* s) {
    const bench_arguments* a = s->a;
    for (int i = 0; i < a->terrain.count; i++) {
        option_size size;
        if (!options_parse_size(a->terrain.items[i], &size) ||
            (int64_t)size.width * size.height > WEND_MAX_TILES)
            return command_fail(CLI_USAGE, "--terrain expects N or NxM, at most %lld tiles, got '%s'",
                                (long long)WEND_MAX_TILES, a->terrain.items[i]);
        add_source(s, NULL, size);
    }
    const bool by_default = a->terrain.count == 0 && a->maps.count == 0;
    for (int32_t side = 512; side <= 2048 && by_default; side *= 2)
        add_source(s, NULL, (option_size){side, side});
    for (int32_t side = 4096; side <= 8192 && a->large; side *= 2)
        add_source(s, NULL, (option_size){side, side});
    return CLI_OK;
}

// The name of the scenario of a map; false: it has none.
static bool find_scenario(const char* file, char out[MAX_NAME]) {
    const bool fits = snprintf(out, MAX_NAME, "%s.scen", file) < MAX_NAME;
    return fits && access(out, F_OK) == 0;
}

static void note_files(option_files_watch* watch, const char* file) {
    char scenario[MAX_NAME];
    option_files_note(watch, file);
    if (find_scenario(file, scenario)) option_files_note(watch, scenario);
}

static int add_file(suite* s, const char* file) {
    if (output_is_stream(file))
        return command_fail(CLI_USAGE, "a map is read from a file, not from standard input");
    note_files(&s->watch, file);
    add_source(s, memory_text(file, strlen(file)), (option_size){0, 0});
    return CLI_OK;
}

static int is_map_name(const struct dirent* entry) {
    return file_ends_in(entry->d_name, ".map");
}

// Compares the bytes of the names, independent of the locale.
static int compare_names(const struct dirent** a, const struct dirent** b) {
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int add_folder(suite* s, const char* folder) {
    struct dirent** entries = NULL;
    const int count = scandir(folder, &entries, is_map_name, compare_names);
    if (count < 0) return cli_fail(CLI_BAD_INPUT, "%s: %s", folder, strerror(errno));
    int code = count > 0 ? CLI_OK : cli_fail(CLI_BAD_INPUT, "%s: has no .map files", folder);
    for (int i = 0; i < count; i++) {
        char file[MAX_NAME];
        snprintf(file, sizeof file, "%s/%s", folder, entries[i]->d_name);
        if (code == CLI_OK) code = add_file(s, file);
        free(entries[i]);
    }
    free(entries);
    return code;
}

static bool is_world_name(const char* file) {
    const char* dot = strrchr(file, '.');
    return dot != NULL && strcmp(dot, ".wend") == 0;
}

static int form_total(const suite* s) {
    return s->source_count * s->forms.move_count * s->forms.addition_count;
}

static int collect(suite* s) {
    const bench_arguments* a = s->a;
    int code = add_terrains(s);
    for (int i = 0; i < a->maps.count && code == CLI_OK; i++) code = add_file(s, a->maps.items[i]);
    for (int i = 0; i < a->folders.count && code == CLI_OK; i++) code = add_folder(s, a->folders.items[i]);
    if (code == CLI_OK) code = option_files_check_read(&s->watch);
    if (code == CLI_OK) code = bench_forms_read(a->moves, a->links, a->teleports, &s->forms);
    for (int i = 0; i < s->source_count && code == CLI_OK && a->moves != NULL; i++)
        if (s->sources[i].file != NULL && is_world_name(s->sources[i].file))
            code = command_fail(CLI_USAGE, "%s: --move is for maps; a baked world has its connectivity",
                                s->sources[i].file);
    if (code != CLI_OK) return code;
    s->results = memory_for(form_total(s), sizeof *s->results, "results");
    return CLI_OK;
}

// ---- one map

static int build(const suite* s, wend_grid* grid, const char* name, wend_world** out) {
    wend_threads* threads = NULL;
    wend_result result = wend_threads_create(0, &threads);
    if (result != WEND_OK) return cli_result(result, "bench: starting threads");
    char label[BENCH_LABEL];
    progress bar = bench_progress(&s->settings, "build", label);
    build_times times;
    result = build_timed(&grid, wend_default_world_def(), threads, &bar, &times, out);
    progress_end(&bar);
    wend_threads_destroy(threads);
    if (result == WEND_OK) return CLI_OK;
    wend_grid_destroy(grid);
    return cli_result(result, "%s: building the world", name);
}

static int import(suite* s, const source* from, const char* name, int move, wend_grid** out) {
    char label[BENCH_LABEL];
    progress bar = bench_progress(&s->settings, "import", label);
    wend_import_def def = wend_default_import_def();
    if (move != BENCH_MOVE_OF_MAP) def.connectivity = (wend_connectivity)move;
    def.progress = progress_report;
    def.progress_context = &bar;
    def.note_file = option_files_note;
    def.note_file_context = &s->watch;
    wend_error error = {.text = ""};
    const wend_result result =
        from->file != NULL ? wend_import_file(from->file, &def, out, NULL, &error)
                           : map_terrain(from->size.width, from->size.height, s->settings.seed, &def, out);
    progress_end(&bar);
    const int code = option_files_check_read(&s->watch);
    if (code != CLI_OK && result == WEND_OK) wend_grid_destroy(*out);
    if (code != CLI_OK || result == WEND_OK) return code;
    if (error.text[0] == '\0')
        return cli_fail(cli_exit_code(result, CLI_READING), "%s: %s", name, wend_result_string(result));
    return cli_fail_error(&error, result, CLI_READING);
}

static int open_map(suite* s, const source* from, const char* name, int move, wend_world** out) {
    if (from->file != NULL && is_world_name(from->file)) return world_open(from->file, NULL, out);
    wend_grid* grid = NULL;
    int code = import(s, from, name, move, &grid);
    return code == CLI_OK ? build(s, grid, name, out) : code;
}

// "terrain-512", or the file's name without ".map".
static void name_map(const source* from, char* out, size_t size) {
    if (from->file == NULL && from->size.width == from->size.height) {
        snprintf(out, size, "terrain-%d", from->size.width);
    } else if (from->file == NULL) {
        snprintf(out, size, "terrain-%dx%d", from->size.width, from->size.height);
    } else {
        const char* name = cli_basename(from->file);
        const size_t length = strlen(name);
        const bool is_map = length > 4 && strcmp(name + length - 4, ".map") == 0;
        snprintf(out, size, "%.*s", (int)(is_map ? length - 4 : length), name);
    }
    clean_text(out); // a file name may hold anything
}

// A copy of the world with more links.
static int add_links(const suite* s, const wend_world* world, const char* name, bench_addition addition,
                     wend_world** out) {
    char label[BENCH_LABEL];
    progress bar = bench_progress(&s->settings, "links", label);
    build_times times;
    wend_world* copy = NULL;
    wend_result result = rebuild_world(world, NULL, &bar, &times, &copy);
    if (result == WEND_OK)
        result = bench_links_add(copy, addition.kind, addition.count, s->settings.seed, &bar);
    progress_end(&bar);
    if (result == WEND_OK) {
        *out = copy;
        return CLI_OK;
    }
    wend_world_destroy(copy);
    return cli_result(result, "%s: adding %d %s links", name, addition.count,
                      bench_link_kind_names[addition.kind]);
}

static void begin_form(suite* s) {
    snprintf(s->settings.place, sizeof s->settings.place, "%d of %d", ++s->begun, form_total(s));
}

// Maps of several costs and those of too many corners are measured without.
static int add_subgoals(const suite* s, wend_world* world, const char* name) {
    char label[BENCH_LABEL];
    progress bar = bench_progress(&s->settings, "subgoals", label);
    const wend_result result =
        wend_world_add_subgoals(world, world_subgoal_limit(world), progress_report, &bar);
    progress_end(&bar);
    if (result == WEND_OK) return CLI_OK;
    if (result != WEND_ERROR_UNSUPPORTED && result != WEND_ERROR_LIMIT)
        return cli_result(result, "%s: adding subgoals", name);
    cli_warn("%s: measured without subgoals: %s", name, world_subgoal_refusal(result));
    return CLI_OK;
}

// Measures the world, with the links of the form.
static int measure_form(suite* s, wend_world* world, const char* name, const char* scenario_opt, int move,
                        bench_addition addition) {
    wend_world* linked = NULL;
    int code = addition.count > 0 ? add_links(s, world, name, addition, &linked) : CLI_OK;
    if (code != CLI_OK) return code;
    if (s->a->subgoals) code = add_subgoals(s, linked != NULL ? linked : world, name);
    if (code != CLI_OK) {
        wend_world_destroy(linked);
        return code;
    }
    bench_result* result = &s->results[s->count];
    code = bench_measure(&s->settings, linked != NULL ? linked : world, name, scenario_opt, result);
    result->link_kind = bench_link_kind_names[addition.kind];
    bench_form_name(name, move, addition, result->form_name, sizeof result->form_name);
    wend_world_destroy(linked);
    s->count += code == CLI_OK;
    return code;
}

// Measures a map with one kind of steps.
static int measure(suite* s, const source* from, int move) {
    char name[64], scenario[MAX_NAME];
    name_map(from, name, sizeof name);
    const char* scenario_opt = from->file != NULL && find_scenario(from->file, scenario) ? scenario : NULL;
    wend_world* world = NULL;
    begin_form(s);
    int code = open_map(s, from, name, move, &world);
    for (int i = 0; i < s->forms.addition_count && code == CLI_OK; i++) {
        if (i > 0) begin_form(s);
        code = measure_form(s, world, name, scenario_opt, move, s->forms.additions[i]);
    }
    wend_world_destroy(world);
    return code;
}

// ---- the command

// When a map cannot be read, the results of the others are still reported.
static int measure_all(suite* s) {
    const int forms_of_map = s->forms.move_count * s->forms.addition_count;
    int worst = CLI_OK;
    for (int i = 0; i < s->source_count; i++) {
        int code = CLI_OK;
        s->begun = i * forms_of_map;
        for (int k = 0; k < s->forms.move_count && code == CLI_OK; k++)
            code = measure(s, &s->sources[i], s->forms.moves[k]);
        if (code != CLI_OK && code != CLI_BAD_INPUT) return code;
        if (code != CLI_OK) worst = code;
    }
    return worst;
}

static int report(const suite* s) {
    const bench_arguments* a = s->a;
    const bench_machine machine = bench_this_machine();
    int code = CLI_OK;
    if (a->csv != NULL) code = bench_write_csv(s->results, s->count, a->csv);
    if (code == CLI_OK && a->picture != NULL)
        code = bench_write_chart(&machine, s->results, s->count, a->picture);
    if (a->common.json) {
        cJSON* json = bench_json(&machine, &s->settings, s->results, s->count);
        if (cli_last_error()->code != CLI_OK) json_error(json); // a map could not be measured
        json_print(json);
    } else
        bench_print(&machine, &s->settings, s->results, s->count);
    for (int i = 0; i < s->count && code == CLI_OK; i++)
        if (s->results[i].wrong > 0) code = CLI_NEGATIVE;
    return code;
}

static void destroy(suite* s) {
    for (int i = 0; i < s->source_count; i++) free(s->sources[i].file);
    free(s->sources);
    free(s->results);
}

static int run_suite(void* arguments) {
    const bench_arguments* a = arguments;
    suite s = {
        .a = a,
        .watch = {.self = &command_bench, .arguments = a},
        .settings = {
            .runs = a->runs, .queries = a->queries, .seed = (uint64_t)a->seed, .quiet = a->common.quiet}};
    int code = collect(&s);
    if (code == CLI_OK) {
        code = measure_all(&s);
        if ((code == CLI_OK || code == CLI_BAD_INPUT) && s.count > 0) {
            int reported = report(&s);
            if (code == CLI_OK || reported == CLI_RESOURCE) code = reported;
        }
    }
    destroy(&s);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    bench_arguments a = {.queries = 200, .runs = 5, .seed = 1};
    return options_run(self, argc, argv, &a, run_suite);
}

const command command_bench = {
    .name = "bench",
    .summary = "measure building, planning and editing on generated or given maps",
    .details = "Each map is built in one thread and in all threads. Then flat A*, the exact mode and HPA* "
               "answer the same\n"
               "problems, and single tiles are edited. Every path is verified as by wend check. The problems "
               "come from MAP.scen\n"
               "where there is one, otherwise they are random. Problems that take longer than 10 s together "
               "are timed once.\n"
               "Exits with 1 when any answer is wrong.",
    .example = "wend bench data/island.png --csv bench.csv --picture bench.png",
    .options = options,
    .run = run,
};
