// generate.c: `wend generate`: writes a generated map that bake reads.
#include "clean_text.h"
#include "clock.h"
#include "json.h"
#include "map_rows.h"
#include "options.h"
#include "output.h"

#include <stdio.h>

typedef struct generate_arguments {
    common_options common;
    option_size size;
    const char* output;
    int kind;
    int64_t seed, blocked; ///< -1: not given
} generate_arguments;

enum { SEED = 1, BLOCKED_PERCENT = 25 };

#define AT(member) offsetof(generate_arguments, member)
static const option options[] = {
    OPT_SIZE("size", "size in tiles; one number makes a square", AT(size), REQUIRED),
    OPT_OUTPUT('o', "output", "OUT", ".png .pgm .map -",
               "OUT.png, OUT.pgm or OUT.map; - is PGM to standard output", AT(output), REQUIRED),
    OPT_CHOICE("kind", "kind of map", AT(kind), map_rows_kind_names),
    OPT_INTEGER("seed", "S", "equal seeds make equal maps on every machine [default: 1]", AT(seed), 0, 1e15),
    OPT_INTEGER("blocked", "P", "percentage of blocked tiles, for --kind random [default: 25]", AT(blocked),
                0, 100),
    COMMON_OPTIONS(generate_arguments),
};

static int check_arguments(const generate_arguments* a) {
    const char* kind = map_rows_kind_names[a->kind];
    const int64_t tiles = (int64_t)a->size.width * a->size.height;
    if (tiles > WEND_MAX_TILES)
        return command_fail(CLI_USAGE, "--size %dx%d: %lld tiles are too many, at most %lld can be used",
                            a->size.width, a->size.height, (long long)tiles, (long long)WEND_MAX_TILES);
    if (map_format_of(a->output) == MAP_MOVINGAI && a->kind == MAP_ROWS_TERRAIN)
        return command_fail(CLI_USAGE, "%s: a .map file cannot hold the costs of %s; use .png or .pgm",
                            a->output, kind);
    if (a->blocked >= 0 && a->kind != MAP_ROWS_RANDOM)
        return command_fail(CLI_USAGE, "--blocked is for --kind random, not for %s", kind);
    if (a->seed >= 0 && !map_rows_uses_seed((map_rows_kind)a->kind))
        cli_warn("generate: maps of the kind %s are the same for every --seed", kind);
    return CLI_OK;
}

static uint64_t seed_of(const generate_arguments* a) {
    return a->seed >= 0 ? (uint64_t)a->seed : SEED;
}

static void report(const generate_arguments* a, map_format format, int64_t blocked, int64_t bytes, double s) {
    char text[32];
    const double tiles = (double)a->size.width * (double)a->size.height;
    if (a->common.json) {
        cJSON* json = cJSON_CreateObject();
        json_text(json, "output", a->output);
        json_text(json, "format", map_format_name(format));
        json_text(json, "kind", map_rows_kind_names[a->kind]);
        json_integer(json, "seed", (int64_t)seed_of(a));
        json_integer(json, "width", a->size.width);
        json_integer(json, "height", a->size.height);
        json_integer(json, "blocked", blocked);
        json_integer(json, "file_bytes", bytes);
        json_number(json, "generate_s", s, 6);
        json_print(json);
        return;
    }
    if (a->common.quiet || output_is_stream(a->output)) return;
    printf("map          %s, seed %lld, %d x %d tiles, %.2f %% blocked\n", map_rows_kind_names[a->kind],
           (long long)seed_of(a), a->size.width, a->size.height, 100 * (double)blocked / tiles);
    printf("file         %s, %s, %s\n", shown(a->output), map_format_name(format),
           cli_bytes_text(bytes, text));
    printf("time         %.3f s\n", s);
}

static int run(const command* self, int argc, char** argv) {
    generate_arguments a = {.kind = MAP_ROWS_TERRAIN, .seed = -1, .blocked = -1};
    int code = options_parse(self, argc, argv, &a);
    if (code != OPTIONS_GO) return code;
    const map_format format = map_format_of(a.output);
    code = check_arguments(&a);
    if (code != CLI_OK) return code;
    const map_rows_def def = {.kind = (map_rows_kind)a.kind,
                              .width = a.size.width,
                              .height = a.size.height,
                              .seed = seed_of(&a),
                              .blocked_percent = (int32_t)(a.blocked >= 0 ? a.blocked : BLOCKED_PERCENT)};
    int64_t blocked = 0, bytes = 0;
    progress bar = progress_start("generate", a.common.quiet);
    const uint64_t start = clock_wall_ns(NULL);
    code = map_write(&def, a.output, format, &bar, &blocked, &bytes);
    progress_end(&bar);
    if (code == CLI_OK) report(&a, format, blocked, bytes, cli_seconds_since(start));
    return code;
}

const command command_generate = {
    .name = "generate",
    .summary = "create a map of any size: terrain, caves, rooms, mazes",
    .details = "terrain has land of many costs, as grey levels for the default rule of bake, and blocked "
               "water. The other kinds\n"
               "cost 1 wherever they are passable. Rows are written as they are made, so a map may be larger "
               "than memory.",
    .example = "wend generate --size 2048 --seed 7 -o terrain.png",
    .options = options,
    .run = run,
};
