// bake.c: `wend bake`: a map becomes a world.
#include "classes.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "png_out.h"
#include "progress.h"
#include "scene.h"
#include "wend/import.h"
#include "world_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

typedef struct bake_arguments {
    common_options common;
    const char *input, *output, *preview, *letters, *cost_property, *collision, *tiles;
    int rule, moves, cluster;
    double blocked_below, swamp_cost, water_cost;
    int64_t downscale, levels, threads, max_tiles;
    bool negate, dry_run, fill_short, outside;
} bake_arguments;

static const char* const rule_names[] = {"brightness", "luma", NULL};
_Static_assert(sizeof rule_names / sizeof rule_names[0] == WEND_RULE_COUNT + 1, "each rule named");
static const char* const cluster_names[] = {"15", "31", NULL};
static const int cluster_sizes[] = {15, 31};

#define AT(member) offsetof(bake_arguments, member)
static const option options[] = {
    OPT_OPERAND_OR("INPUT", "the map; - is standard input; none with --tiles", AT(input)),
    OPT_TEXT('o', "output", "WORLD.wend", "the world; not needed with --dry-run", AT(output), USUAL),
    OPT_TEXT(0, "tiles", "PATTERN", "a map in pieces, 'world_{x}_{y}.png' or a folder z/x/y", AT(tiles),
             OPTIONAL),
    OPT_CHOICE("rule", "how brightness becomes cost", AT(rule), rule_names),
    OPT_NUMBER("blocked-below", "F", "darker than this is blocked", AT(blocked_below), 0, 1),
    OPT_FLAG(0, "negate", "dark is passable", AT(negate)),
    OPT_CHOICE("move", "neighbours; 8cut: diagonals may cut corners", AT(moves), world_moves_names),
    OPT_CHOICE("cluster", "tiles from one border line to the next", AT(cluster), cluster_names),
    OPT_INTEGER("levels", "N", "levels of clusters, 0: chosen by size", AT(levels), 0, WEND_MAX_LEVELS),
    OPT_INTEGER("downscale", "K", "K x K pixels become a tile, the darkest wins", AT(downscale), 1, 1024),
    OPT_NUMBER("swamp-cost", "C", "of S in MovingAI maps, 0: blocked", AT(swamp_cost), 0, 1024),
    OPT_NUMBER("water-cost", "C", "of W in MovingAI maps, 0: blocked", AT(water_cost), 0, 1024),
    OPT_TEXT(0, "letters", "LIST", "costs of letters in text grids, as '^=3 ~=blocked'", AT(letters),
             OPTIONAL),
    OPT_FLAG(0, "fill-short", "text grids: what rows lack is blocked", AT(fill_short)),
    OPT_TEXT(0, "cost-property", "NAME", "of tiles and layers in Tiled maps [default: cost]",
             AT(cost_property), OPTIONAL),
    OPT_TEXT(0, "collision", "NAME",
             "layer, or true-or-false property of tiles, that blocks [default: collision]", AT(collision),
             OPTIONAL),
    OPT_FLAG(0, "outside", "a map may name files outside its folder", AT(outside)),
    OPT_INTEGER("threads", "N", "0: one for each processor", AT(threads), 0, 256),
    OPT_INTEGER("max-tiles", "N", "refuse larger maps", AT(max_tiles), 1, (double)WEND_MAX_TILES),
    OPT_TEXT(0, "preview", "OUT.png", "also draw the costs", AT(preview), OPTIONAL),
    OPT_FLAG(0, "dry-run", "say sizes and times, write nothing", AT(dry_run)),
    COMMON_OPTIONS(bake_arguments),
    OPT_END,
};

/// What a bake has made and found out so far.
typedef struct bake {
    const bake_arguments* a;
    wend_import_info source;
    wend_grid* grid; ///< until the world owns it
    wend_world* world;
    double import_s, build_s, save_s;
} bake;

static int check_arguments(bake_arguments* a) {
    if (a->input == NULL && a->tiles == NULL)
        return cli_fail(CLI_USAGE, "bake: INPUT is missing (see wend bake --help)");
    if (a->input != NULL && a->tiles != NULL)
        return cli_fail(CLI_USAGE, "bake: either INPUT or --tiles, not both");
    if (a->tiles != NULL) a->input = a->tiles;
    if (a->dry_run && a->preview != NULL)
        return cli_fail(CLI_USAGE, "bake: --dry-run writes nothing, so --preview cannot be used with it");
    if (a->output == NULL && !a->dry_run)
        return cli_fail(CLI_USAGE, "bake: -o WORLD.wend is missing (see wend bake --help)");
    if (a->output != NULL && output_is_stream(a->output))
        return cli_fail(CLI_USAGE, "bake: a world is written to a file, not to standard output");
    if (a->preview != NULL && output_is_stream(a->preview))
        return cli_fail(CLI_USAGE, "bake: --preview wants a file: standard output is for the report");
    if (a->output != NULL && a->preview != NULL && strcmp(a->output, a->preview) == 0)
        return cli_fail(CLI_USAGE, "bake: -o and --preview are the same file");
    if (a->dry_run) return CLI_OK;
    int code = output_check(a->output, a->input);
    if (code == CLI_OK && a->preview != NULL) code = output_check(a->preview, a->input);
    return code;
}

static int import(bake* b) {
    const bake_arguments* a = b->a;
    progress bar = progress_start("import", a->common.quiet);
    wend_import_def def = wend_default_import_def();
    def.rule = (wend_image_rule)a->rule;
    def.blocked_below = (float)a->blocked_below;
    def.negate = a->negate;
    def.downscale = (int32_t)a->downscale;
    def.moves = (wend_moves)a->moves;
    def.swamp_cost = (float)a->swamp_cost;
    def.water_cost = (float)a->water_cost;
    def.letters = a->letters;
    def.fill_short = a->fill_short;
    def.cost_property = a->cost_property;
    def.collision = a->collision;
    def.outside = a->outside;
    def.max_tiles = a->max_tiles;
    def.progress = progress_report;
    def.progress_context = &bar;
    wend_error error = {.text = ""};
    uint64_t start = cli_clock_ns(NULL);
    wend_result result = a->tiles != NULL ? wend_import_pieces(a->tiles, &def, &b->grid, &b->source, &error)
                                          : wend_import_file(a->input, &def, &b->grid, &b->source, &error);
    progress_end(&bar);
    b->import_s = cli_seconds_since(start);
    if (result == WEND_OK) {
        if (b->source.warning[0] != '\0' && !a->common.quiet) cli_warn("%s: %s", a->input, b->source.warning);
        return CLI_OK;
    }
    if (result == WEND_ERROR_FORMAT && a->tiles == NULL &&
        wend_world_open(a->input, NULL, &b->world, NULL) == WEND_OK)
        return cli_fail(CLI_USAGE, "%s: is a baked world already; wend info, path and render read it",
                        a->input);
    return cli_fail_error(&error, result, CLI_READING);
}

static char* describe_source(const bake* b) {
    world_source s = {.is_image = b->source.is_image,
                      .blocked_below = b->a->blocked_below,
                      .negate = b->a->negate,
                      .downscale = b->a->downscale,
                      .hash = b->source.source_hash};
    snprintf(s.name, sizeof s.name, "%s",
             output_is_stream(b->a->input) ? "standard input" : cli_basename(b->a->input));
    snprintf(s.format, sizeof s.format, "%s", b->source.format);
    snprintf(s.rule, sizeof s.rule, "%s", b->source.rule);
    return world_source_write(&s);
}

static int build(bake* b) {
    const bake_arguments* a = b->a;
    wend_threads* threads = NULL;
    wend_result result = a->threads != 1 ? wend_threads_create((int32_t)a->threads, &threads) : WEND_OK;
    if (result != WEND_OK)
        return cli_fail(cli_exit_code(result, CLI_WORKING), "bake: starting threads: %s",
                        wend_result_string(result));
    progress bar = progress_start("build", a->common.quiet);
    char* metadata = describe_source(b);
    wend_world_def def = wend_default_world_def();
    def.cluster_size = cluster_sizes[a->cluster];
    def.level_count = (int32_t)a->levels;
    def.metadata = metadata;
    if (threads != NULL) def.tasks = wend_threads_tasks(threads);
    def.progress = progress_report;
    def.progress_context = &bar;
    uint64_t start = cli_clock_ns(NULL);
    result = wend_world_build(b->grid, &def, &b->world);
    b->build_s = cli_seconds_since(start);
    progress_end(&bar);
    free(metadata);
    wend_threads_destroy(threads);
    if (result != WEND_OK)
        return cli_fail(cli_exit_code(result, CLI_WORKING), "%s: building the world: %s", a->input,
                        wend_result_string(result));
    b->grid = NULL;
    return CLI_OK;
}

static int save(bake* b) {
    const bake_arguments* a = b->a;
    if (a->dry_run) return CLI_OK;
    if (a->preview != NULL) {
        const wend_grid* grid = wend_world_grid(b->world);
        picture drawn;
        int code = scene_draw_costs(grid, scene_default_scale(grid), &drawn);
        if (code == CLI_OK) {
            code = png_write(&drawn, a->preview);
            picture_destroy(&drawn);
        }
        if (code != CLI_OK) return code;
    }
    uint64_t start = cli_clock_ns(NULL);
    int code = world_save(b->world, a->output);
    b->save_s = cli_seconds_since(start);
    return code;
}

// Of this process or of a decoder that ran in a child, whichever was larger.
static int64_t peak_memory_bytes(void) {
    struct rusage self = {.ru_maxrss = 0}, children = {.ru_maxrss = 0};
    getrusage(RUSAGE_SELF, &self);
    getrusage(RUSAGE_CHILDREN, &children);
    return (int64_t)(self.ru_maxrss > children.ru_maxrss ? self.ru_maxrss : children.ru_maxrss) * 1024; // KiB
}

static void report_json(const bake* b) {
    const bake_arguments* a = b->a;
    const wend_grid* grid = wend_world_grid(b->world);
    const wend_world_info info = wend_world_get_info(b->world);
    const int64_t tiles = (int64_t)wend_grid_width(grid) * wend_grid_height(grid);
    cJSON* json = cJSON_CreateObject();
    json_text(json, "input", a->input);
    if (!a->dry_run) json_text(json, "output", a->output);
    json_text(json, "format", b->source.format);
    json_text(json, "rule", b->source.rule);
    if (b->source.is_image) {
        json_number(json, "blocked_below", a->blocked_below, 6);
        cJSON_AddBoolToObject(json, "negate", a->negate);
        json_number(json, "darkest", (double)b->source.darkest, 6);
        json_number(json, "brightest", (double)b->source.brightest, 6);
    }
    json_integer(json, "downscale", a->downscale);
    json_integer(json, "width", wend_grid_width(grid));
    json_integer(json, "height", wend_grid_height(grid));
    json_integer(json, "tiles", tiles);
    json_integer(json, "blocked", tiles - wend_grid_passable_count(grid));
    json_text(json, "move", world_moves_names[a->moves]);
    json_integer(json, "components", info.component_count);
    json_integer(json, "largest_component", info.largest_component);
    json_integer(json, "cluster_size", info.cluster_size);
    json_integer(json, "levels", info.level_count);
    json_integer(json, "clusters", info.cluster_count);
    json_integer(json, "nodes", info.node_count);
    json_integer(json, "edges", info.edge_count);
    json_integer(json, "bytes", (int64_t)info.bytes);
    json_number(json, "bytes_per_tile", (double)info.bytes / (double)tiles, 4);
    if (!a->dry_run) json_integer(json, "file_bytes", world_file_bytes(a->output));
    json_number(json, "import_s", b->import_s, 6);
    json_number(json, "build_s", b->build_s, 6);
    json_number(json, "save_s", b->save_s, 6);
    json_integer(json, "peak_memory_bytes", peak_memory_bytes());
    classes_json(json, grid, b->source.is_image, true);
    json_text(json, "warning", b->source.warning);
    json_hash(json, "source_hash", b->source.source_hash);
    json_hash(json, "hash", wend_world_hash(b->world));
    json_print(json);
}

static void report_text(const bake* b) {
    char bytes[32], peak[32];
    const bake_arguments* a = b->a;
    const wend_grid* grid = wend_world_grid(b->world);
    const wend_world_info info = wend_world_get_info(b->world);
    const int64_t tiles = (int64_t)wend_grid_width(grid) * wend_grid_height(grid);
    printf("map          %s, %s, rule %s\n", output_is_stream(a->input) ? "standard input" : a->input,
           b->source.format, b->source.rule);
    printf("size         %d x %d tiles, %.2f %% blocked, %lld component%s\n", wend_grid_width(grid),
           wend_grid_height(grid), 100.0 * (double)(tiles - wend_grid_passable_count(grid)) / (double)tiles,
           (long long)info.component_count, info.component_count == 1 ? "" : "s");
    printf("clusters     %lld of %d x %d tiles, %d level%s, %lld nodes, %lld edges\n",
           (long long)info.columns * info.rows, info.cluster_size, info.cluster_size, info.level_count,
           info.level_count == 1 ? "" : "s", (long long)info.node_count, (long long)info.edge_count);
    printf("memory       %s, %.2f bytes a tile; at most %s while baking\n",
           cli_bytes_text((int64_t)info.bytes, bytes), (double)info.bytes / (double)tiles,
           cli_bytes_text(peak_memory_bytes(), peak));
    printf("time         import %.3f s, build %.3f s, save %.3f s\n", b->import_s, b->build_s, b->save_s);
    if (!a->dry_run)
        printf("world        %s, %s\n", a->output, cli_bytes_text(world_file_bytes(a->output), bytes));
    printf("hash         %016llx\n", (unsigned long long)wend_world_hash(b->world));
}

static void print_formats(void) {
    printf("\nformats:\n");
    for (int i = 0; wend_import_format_name(i) != NULL; i++)
        printf("  %-10s %s\n", wend_import_format_name(i), wend_import_format_description(i));
}

static int run(const command* self, int argc, char** argv) {
    const wend_import_def import_def = wend_default_import_def();
    const wend_world_def world_def = wend_default_world_def();
    bake_arguments a = {.rule = (int)import_def.rule,
                        .moves = (int)import_def.moves,
                        .cluster = world_def.cluster_size == cluster_sizes[0] ? 0 : 1,
                        .blocked_below = (double)import_def.blocked_below,
                        .swamp_cost = (double)import_def.swamp_cost,
                        .water_cost = (double)import_def.water_cost,
                        .downscale = import_def.downscale,
                        .levels = world_def.level_count,
                        .max_tiles = import_def.max_tiles};
    int code = options_parse(self, argc, argv, &a);
    if (code != OPTIONS_GO) return code;
    code = check_arguments(&a);
    if (code != CLI_OK) return code;
    bake b = {.a = &a};
    code = import(&b);
    if (code == CLI_OK) code = build(&b);
    if (code == CLI_OK) code = save(&b);
    if (code == CLI_OK && a.common.json)
        report_json(&b);
    else if (code == CLI_OK && !a.common.quiet)
        report_text(&b);
    wend_world_destroy(b.world);
    wend_grid_destroy(b.grid);
    return code;
}

const command command_bake = {
    .name = "bake",
    .summary = "turn a map, an image or a grid, into a world",
    .details =
        "The format is recognised by content. In an image brightness 1 costs 1, less costs 1 / brightness, "
        "and what\n"
        "is darker than --blocked-below or mostly transparent is blocked; --json prints the whole table.",
    .example = "wend bake island.png -o island.wend --preview costs.png",
    .options = options,
    .run = run,
    .print_more = print_formats,
};
