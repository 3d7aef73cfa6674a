// bake_options.c: what does `wend bake` take, and what does it refuse before it reads a map?
#include "bake_options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "classes.h"
#include "drawing.h"
#include "output.h"
#include "world_file.h"

static const char* const move_names[] = {"8", "4", "8cut", "hex", NULL};
static const wend_connectivity moves[] = {WEND_CONNECTIVITY_8, WEND_CONNECTIVITY_4, WEND_CONNECTIVITY_8_CUT};
enum { MOVE_HEX = 3 };
static const char* const hex_names[] = {"odd-r", "even-r", "odd-q", "even-q", NULL};
static const wend_connectivity hexes[] = {WEND_CONNECTIVITY_HEX_ODD_R, WEND_CONNECTIVITY_HEX_EVEN_R,
                                          WEND_CONNECTIVITY_HEX_ODD_Q, WEND_CONNECTIVITY_HEX_EVEN_Q};
const char* const bake_wrap_names[] = {"x", "y", "xy", NULL};
static const char* const cluster_names[] = {"15", "31", NULL};
static const int cluster_sizes[] = {15, 31};

#define AT(member) offsetof(bake_arguments, member)
const option bake_options[] = {
    OPT_OPERAND_OR("INPUT", "the map; - is standard input; omit it with --tiles", AT(input)),
    OPT_TEXT('o', "output", "WORLD.wend",
             "the world; default: beside INPUT, with its name and .wend; - is standard output", AT(output),
             OPTIONAL),
    OPT_TEXT(0, "tiles", "PATTERN", "a map in pieces, 'world_{x}_{y}.png' or a folder z/x/y", AT(tiles),
             OPTIONAL),
    IMPORT_OPTIONS(bake_arguments, map),
    OPT_CHOICE("move", "connectivity; 8cut: diagonal steps may cut corners; hex: six ways", AT(move),
               move_names),
    OPT_CHOICE("hex", "--move hex: rows (r) or columns (q) that are shifted, even or odd ones", AT(hex),
               hex_names),
    OPT_CHOICE("wrap",
               "the map goes on at its other side: from right to left (x), from the lower edge to the upper "
               "one (y), or both; steps over an edge are straight",
               AT(wrap), bake_wrap_names),
    OPT_PAIR("class-cost-range", "MIN,MAX",
             "declare the range of costs, so that wend edit --class-cost can change them later", AT(costs)),
    OPT_CHOICE("cluster",
               "tiles from one border line to the next; 15: faster edits, worse paths, more memory",
               AT(cluster), cluster_names),
    OPT_INTEGER("levels", "N", "levels of clusters; 0: chosen by size", AT(levels), 0, WEND_MAX_LEVELS),
    OPT_INTEGER("threads", "N", "number of threads; 0: one for each processor", AT(threads), 0, 256),
    OPT_TEXT(0, "memory", "BYTES",
             "what the bake may hold besides files read as a whole, such as 512M or 2G; a larger map goes "
             "through a work file; default: a quarter of the machine's memory",
             AT(memory), OPTIONAL),
    OPT_FLAG(0, "resume", "continue an interrupted bake of the same map, from WORLD.wend.baking", AT(resume)),
    OPT_FLAG(0, "mpi", "share the work among the processes that mpirun or srun has started", AT(mpi)),
    OPT_TEXT(0, "inflate", "inscribed=R,inflation=R,...",
             "the profile robot: costs as nav2's inflation layer gives them, in metres", AT(inflate),
             OPTIONAL),
    OPT_LIST("profile", "NAME:KEY=VALUE,...",
             "a kind of agents: radius, margin (in tiles), costs of classes; may be repeated", AT(profiles)),
    OPT_OUTPUT(0, "preview", "OUT.png", ".png", "also draw the costs", AT(preview), OPTIONAL),
    OPT_FLAG(
        0, "subgoals",
        "keep an index of up to two bytes a tile in the world, by which whole paths on a map of one cost are "
        "the cheapest and found faster; an edit removes it",
        AT(subgoals)),
    OPT_FLAG(0, "dry-run", "report sizes and times; write nothing", AT(dry_run)),
    COMMON_OPTIONS(bake_arguments),
};

bake_arguments bake_default_arguments(void) {
    const wend_world_def def = wend_default_world_def();
    return (bake_arguments){.map = import_default_options(),
                            .move = 0,
                            .wrap = -1,
                            .cluster = def.cluster_size == cluster_sizes[0] ? 0 : 1,
                            .levels = def.level_count};
}

wend_connectivity bake_connectivity(const bake_arguments* a) {
    return a->move == MOVE_HEX ? hexes[a->hex] : moves[a->move];
}

int32_t bake_cluster_size(const bake_arguments* a) {
    return cluster_sizes[a->cluster];
}

// Without -o. Nobody named this file, so no other kind of file may be replaced.
static int choose_output(bake_arguments* a) {
    static char file[COLOR_NAME_MAX];
    if (a->tiles != NULL || output_is_stream(a->input))
        return command_fail(CLI_USAGE, "-o WORLD.wend is missing: %s has no name to derive it from",
                            a->tiles != NULL ? "a map in pieces" : "standard input");
    const int folder = (int)(cli_basename(a->input) - a->input);
    char name[COLOR_NAME_MAX];
    color_table_name(a->input, ".wend", name);
    if (snprintf(file, sizeof file, "%.*s%s", folder, a->input, name) >= (int)sizeof file)
        return command_fail(CLI_USAGE, "the name of the map is too long; name the world with -o WORLD.wend");
    if (world_file_is_other(file))
        return cli_fail(
            CLI_USAGE,
            "%s: exists and is not a world, so it is not replaced; name the world with -o WORLD.wend", file);
    a->output = file;
    a->is_output_derived = true;
    return CLI_OK;
}

bool bake_writes_stream(const bake_arguments* a) {
    return !a->dry_run && a->output != NULL && output_is_stream(a->output);
}

// Slopes or lanes may close steps.
static bool may_close_steps(const import_options* map) {
    const char* lane_costs = map->def.lane_costs;
    return !isnan(map->max_climb) || !isinf(map->def.max_step_drop) ||
           (lane_costs != NULL &&
            (strcmp(lane_costs, "compulsory") == 0 || strstr(lane_costs, "closed") != NULL));
}

bool bake_only_in_memory(const bake_arguments* a) {
    const wend_import_def* map = &a->map.def;
    return a->subgoals || a->profiles.count > 0 || a->inflate != NULL || map->links != NULL ||
           map->walls != NULL || may_close_steps(&a->map) || map->thin_walls || map->jump_across > 0 ||
           map->deck != NULL || a->wrap >= 0;
}

int bake_check_arguments(bake_arguments* a) {
    int code = CLI_OK;
    if (a->input == NULL && a->tiles == NULL)
        return command_fail(CLI_USAGE, "INPUT is missing (see wend bake --help)");
    if (a->input != NULL && a->tiles != NULL)
        return command_fail(CLI_USAGE, "either INPUT or --tiles, not both");
    if (a->tiles != NULL) a->input = a->tiles;
    if (a->mpi && (a->dry_run || (a->output != NULL && output_is_stream(a->output))))
        return command_fail(CLI_USAGE, "--mpi writes a file, so it cannot be used with --dry-run and -o -");
    if (a->mpi && bake_only_in_memory(a))
        return command_fail(CLI_USAGE, "a map with links, walls, closed steps, profiles or subgoals, or that "
                                       "wraps, is baked in memory; leave out --mpi");
    if (a->dry_run && a->preview != NULL)
        return command_fail(CLI_USAGE, "--dry-run writes nothing, so --preview cannot be used with it");
    if (a->output == NULL && !a->dry_run && (code = choose_output(a)) != CLI_OK) return code;
    if (bake_writes_stream(a) && a->common.json)
        return command_fail(CLI_USAGE, "--json and -o - both write to standard output");
    if (bake_writes_stream(a) && isatty(STDOUT_FILENO))
        return command_fail(CLI_USAGE, "a world is binary; -o - expects a pipe or a file, not a terminal");
    if (a->hex > 0 && a->move != MOVE_HEX)
        return command_fail(CLI_USAGE, "--hex is for --move hex, not for %s", move_names[a->move]);
    if (a->move == MOVE_HEX && (a->map.def.downscale > 1 || a->map.def.thin_walls))
        return command_fail(CLI_USAGE, "--move hex cannot be used with --downscale and --thin-walls");
    code = import_options_check(&a->map);
    return code != CLI_OK || a->dry_run ? code : world_output_check(a->output, a->input);
}
