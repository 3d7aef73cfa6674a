// bake.c: `wend bake`: imports a map and builds its world.
#include "bake_options.h"
#include "classes.h"
#include "clean_text.h"
#include "clock.h"
#include "connections.h"
#include "drawing.h"
#include "import_options.h"
#include "json.h"
#include "large_bake.h"
#include "mpi/ranks.h"
#include "options.h"
#include "output.h"
#include "profile_options.h"
#include "progress.h"
#include "world_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WORTH_A_WARNING_PERCENT = 1 };

/// The state of a bake.
typedef struct bake {
    const bake_arguments* a;
    wend_import_info source;
    wend_grid* grid; ///< until the world owns it
    wend_world* world;
    wend_world_counts counts; ///< of the world
    large_bake large;
    uint64_t hash; ///< of the world
    double import_s, build_s, save_s;
} bake;

// Nobody named the derived output, so an edited world of that name, or one with other options, must not be
// lost.
static int fail_derived(const bake* b, const char* why) {
    static char output[4 * COLOR_NAME_MAX];
    return cli_fail(CLI_USAGE, "%s: exists and %s; to replace it, add -o %s", b->a->output, why,
                    color_table_quoted(b->a->output, output));
}

static wend_result compare_bytes(void* context, const void* bytes, size_t size) {
    const unsigned char* expected = bytes;
    unsigned char found[1 << 12];
    while (size > 0) {
        const size_t part = size < sizeof found ? size : sizeof found;
        if (fread(found, 1, part, context) != part || memcmp(found, expected, part) != 0)
            return WEND_ERROR_FORMAT;
        expected += part;
        size -= part;
    }
    return WEND_OK;
}

// A derived output that exists may only be replaced by the same bytes.
static int check_derived(const bake* b) {
    const char* why = "is not the world that this bake makes: it was edited, or its map or options differ";
    FILE* old = fopen(b->a->output, "rb");
    if (old == NULL) return errno == ENOENT ? CLI_OK : fail_derived(b, why);
    const wend_result result = wend_world_save_pieces(b->world, compare_bytes, old, NULL);
    const bool is_same = result == WEND_OK && fgetc(old) == EOF;
    fclose(old);
    if (is_same || result == WEND_OK || result == WEND_ERROR_FORMAT)
        return is_same ? CLI_OK : fail_derived(b, why);
    return cli_result(result, "%s", b->a->output);
}

// Why the map does not fit the declared range.
static int fail_range(const bake* b) {
    const option_point* range = &b->a->costs;
    const float* costs = wend_grid_class_costs(b->grid);
    char text[16];
    for (int k = 1; k < WEND_CLASS_COUNT; k++) {
        if (costs[k] > 0 && wend_grid_class_counts(b->grid)[k] > 0 &&
            (costs[k] < (float)range->x || costs[k] > (float)range->y))
            return cli_fail(CLI_USAGE, "%s: class %d costs %s, outside of --class-cost-range %.12g,%.12g",
                            b->a->input, k, cli_float_text(costs[k], text), range->x, range->y);
    }
    return command_fail(CLI_USAGE,
                        "--class-cost-range %g,%g: the ends may be at most a factor of %g apart, and no link "
                        "may cost too much in this range",
                        range->x, range->y, (double)WEND_MAX_COST_RATIO);
}

// The integer unit depends on the range.
static int declare_costs(const bake* b) {
    const option_point* range = &b->a->costs;
    if (!range->given) return CLI_OK;
    switch (wend_grid_set_cost_range(b->grid, (float)range->x, (float)range->y)) {
    case WEND_OK:
        return CLI_OK;
    case WEND_ERROR_LIMIT:
        return fail_range(b);
    default:
        return command_fail(CLI_USAGE,
                            "--class-cost-range expects MIN,MAX in %g..%g with MIN at most MAX, got %g,%g",
                            (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST, range->x, range->y);
    }
}

static int32_t thread_count(const bake_arguments* a) {
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const int64_t threads = a->threads > 0 ? a->threads : processors;
    return (int32_t)(threads < 1 ? 1 : threads > 256 ? 256 : threads);
}

// Whether the map fits the memory is decided when its size is known.
static int prepare_large(bake* b) {
    const bake_arguments* a = b->a;
    b->large.output = a->dry_run || bake_writes_stream(a) ? NULL : a->output;
    b->large.input = a->input;
    b->large.thread_count = thread_count(a);
    b->large.resume = a->resume;
    b->large.in_memory = bake_only_in_memory(a);
    if (a->mpi) bake_ranks_guard(b->large.ranks, a->output);
    return large_bake_parse_memory(a->memory, &b->large.memory_bytes);
}

static bool report_progress(double fraction, void* bar) {
    return progress_report(fraction, bar) && !large_bake_is_interrupted();
}

static int import(bake* b) {
    const bake_arguments* a = b->a;
    progress bar = progress_start("import", a->common.quiet);
    wend_import_def def = import_options_def(&a->map);
    def.connectivity = bake_connectivity(a);
    def.progress = report_progress;
    def.progress_context = &bar;
    def.create_grid = large_bake_create_grid;
    def.create_grid_context = &b->large;
    wend_error error = {.text = ""};
    option_files_watch watch = {.self = &command_bake, .arguments = a};
    if (!a->dry_run) def.note_file = option_files_note, def.note_file_context = &watch;
    uint64_t start = clock_wall_ns(NULL);
    wend_result result = a->tiles != NULL ? wend_import_pieces(a->tiles, &def, &b->grid, &b->source, &error)
                                          : wend_import_file(a->input, &def, &b->grid, &b->source, &error);
    progress_end(&bar);
    b->import_s = cli_seconds_since(start);
    int code = option_files_check_read(&watch);
    if (code != CLI_OK) return code;
    if (result == WEND_OK) {
        code = import_options_check_source(&a->map, a->input, &b->source);
        if (code == CLI_OK) code = declare_costs(b);
        cli_note("imported %s as %s, rule %s", a->input, b->source.format, b->source.rule);
        if (code == CLI_OK) import_options_warn(&a->map, a->input, &b->source);
        if (code == CLI_OK && a->mpi && b->large.bake == NULL)
            return cli_fail(CLI_USAGE, "%s: a map of this kind is baked in memory; leave out --mpi",
                            a->input);
        return code == CLI_OK ? large_bake_check_memory(&b->large, b->grid) : code;
    }
    if (result == WEND_ERROR_ARGUMENT && import_options_lack_scale(&a->map, &error))
        return command_fail(CLI_USAGE,
                            "--rule %s needs --height-scale H for %s, an image: how far white is above "
                            "black, in sides of a pixel or in the unit of --resolution",
                            import_rule_names[a->map.rule], a->input);
    if (result == WEND_ERROR_FORMAT && a->tiles == NULL) code = world_check_map(a->input);
    return code != CLI_OK ? code
                          : cli_fail_error(&error, result, b->large.has_failed ? CLI_WRITING : CLI_READING);
}

static char* describe_source(const bake* b) {
    const char* name = output_is_stream(b->a->input) ? "standard input" : cli_basename(b->a->input);
    world_source s = world_source_of_import(&b->source, name, b->a->map.def.downscale);
    for (int i = 0; i < WEND_CLASS_COUNT; i++) { // unused classes need no meaning in the world
        if (wend_grid_class_counts(b->grid)[i] > 0) continue;
        s.meanings[i][0] = '\0';
        s.class_colors[i] = 0;
    }
    return world_source_write(&s);
}

// Those of the recipe, then those of the command line.
static int read_profiles(const bake* b, profile_definitions* out) {
    const bake_arguments* a = b->a;
    const char(*meanings)[WEND_MEANING_BYTES] = (const char(*)[WEND_MEANING_BYTES])b->source.meanings;
    char label[COLOR_NAME_MAX + 16], line[sizeof b->source.profiles];
    int code = CLI_OK;
    out->count = out->slope_count = 0;
    snprintf(label, sizeof label, "%s: profile", a->input);
    const char* unit = b->source.cost_unit;
    const profile_source recipe = {label, CLI_BAD_INPUT, meanings, unit},
                         given = {"bake: --profile", CLI_USAGE, meanings, unit},
                         inflate = {"bake: --inflate", CLI_USAGE, meanings, unit};
    for (const char* at = b->source.profiles; *at != '\0' && code == CLI_OK;) {
        const size_t length = strcspn(at, "\n");
        memcpy(line, at, length);
        line[length] = '\0';
        code = profile_definitions_add(&recipe, line, out);
        at += length + (at[length] == '\n');
    }
    for (int i = 0; i < a->profiles.count && code == CLI_OK; i++)
        code = profile_definitions_add(&given, a->profiles.items[i], out);
    if (a->inflate != NULL && code == CLI_OK) code = profile_definitions_inflate(&inflate, a->inflate, out);
    return code == CLI_OK ? profile_definitions_check(out, b->grid) : code;
}

static int add_subgoals(const bake* b) {
    if (!b->a->subgoals) return CLI_OK;
    progress bar = progress_start("subgoals", b->a->common.quiet);
    const wend_result result =
        wend_world_add_subgoals(b->world, world_subgoal_limit(b->world), report_progress, &bar);
    progress_end(&bar);
    if (result == WEND_ERROR_UNSUPPORTED || result == WEND_ERROR_LIMIT)
        return cli_fail(CLI_USAGE, "%s: cannot have subgoals: %s; leave out --subgoals", b->a->input,
                        world_subgoal_refusal(result));
    return result == WEND_OK
               ? CLI_OK
               : cli_fail(cli_exit_code(result, CLI_WORKING), "%s: adding subgoals: %s", b->a->input,
                          large_bake_is_interrupted() ? "interrupted" : wend_result_string(result));
}

static int wrap(bake* b) {
    if (b->a->wrap < 0) return CLI_OK;
    const wend_rect map = wend_grid_area(b->grid);
    switch (wend_grid_wrap(b->grid, (uint32_t)b->a->wrap + 1)) {
    case WEND_OK:
        return CLI_OK;
    case WEND_ERROR_UNSUPPORTED:
        return cli_fail(CLI_USAGE, "%s: --wrap needs a map of squares, not of hexagons", b->a->input);
    case WEND_ERROR_ARGUMENT:
        return cli_fail(CLI_USAGE,
                        "%s: --wrap %s: the map has %d x %d tiles, expected at least 3 from edge to edge",
                        b->a->input, bake_wrap_names[b->a->wrap], map.width, map.height);
    case WEND_ERROR_LIMIT:
        return cli_fail(
            CLI_USAGE,
            "%s: --wrap %s: too many tiles lie along these edges of %d x %d tiles: each pair takes "
            "two links, and a map has at most %d",
            b->a->input, bake_wrap_names[b->a->wrap], map.width, map.height, WEND_MAX_LINKS);
    default:
        return cli_fail(CLI_RESOURCE, "%s: out of memory", b->a->input);
    }
}

// The profiles with slopes of their own, whose costs may be too far apart for one unit.
static int fail_slopes(const bake* b, const profile_definitions* profiles) {
    char names[WEND_MAX_PROFILES * (WEND_MAX_PROFILE_NAME + 3)] = "";
    size_t used = 0;
    for (int i = 0; i < profiles->count; i++)
        if (profiles->items[i].slope_count > 0)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "",
                                     profiles->names[i]);
    return cli_fail(
        cli_exit_code(WEND_ERROR_LIMIT, CLI_WORKING),
        "%s: steps of the map and of the profiles with slopes of their own (%s) cost too far apart: expected "
        "at most about 16000 times as much as the cheapest; close steeper steps, as by max-climb",
        b->a->input, names);
}

static int build(bake* b) {
    const bake_arguments* a = b->a;
    profile_definitions profiles;
    int code = read_profiles(b, &profiles);
    if (code != CLI_OK) return code;
    if (a->is_output_derived && b->large.bake != NULL && world_file_bytes(a->output) >= 0)
        return fail_derived(b, "would be replaced, as a bake through a work file does not compare it");
    wend_threads* threads = NULL;
    wend_result result = a->threads != 1 ? wend_threads_create((int32_t)a->threads, &threads) : WEND_OK;
    if (result != WEND_OK) return cli_result(result, "bake: starting threads");
    progress bar = progress_start("build", a->common.quiet);
    char* metadata = describe_source(b);
    wend_world_def def = wend_default_world_def();
    def.cluster_size = bake_cluster_size(a);
    def.level_count = (int32_t)a->levels;
    def.metadata = metadata;
    def.profiles = profiles.items;
    def.profile_count = profiles.count;
    if (threads != NULL) def.tasks = wend_threads_tasks(threads);
    def.progress = report_progress;
    def.progress_context = &bar;
    uint64_t start = clock_wall_ns(NULL);
    if (b->large.bake != NULL)
        code = large_bake_run(&b->large, &b->grid, &def);
    else
        result = wend_world_build(&b->grid, &def, &b->world);
    b->build_s = cli_seconds_since(start);
    progress_end(&bar);
    free(metadata);
    wend_threads_destroy(threads);
    wend_rect area;
    int32_t ends = 0;
    if (result == WEND_ERROR_LIMIT && wend_grid_crowds_links(b->grid, def.cluster_size, &area, &ends))
        return cli_fail(
            cli_exit_code(result, CLI_WORKING),
            "%s: links and seams end on %d tiles of one cluster, tiles %d,%d to %d,%d of floor %d; "
            "expected at most %d: leave some out%s",
            a->input, (int)ends, (int)area.x, (int)area.y, (int)(area.x + area.width - 1),
            (int)(area.y + area.height - 1), (int)area.floor, WEND_MAX_CLUSTER_LINKS,
            def.cluster_size > 15 ? ", or use --cluster 15" : "");
    if (result == WEND_ERROR_LIMIT && profiles.slope_count > 0) return fail_slopes(b, &profiles);
    if (result != WEND_OK)
        return cli_fail(cli_exit_code(result, CLI_WORKING), "%s: building the world: %s", a->input,
                        large_bake_is_interrupted() ? "interrupted" : wend_result_string(result));
    if (code == CLI_OK && b->large.bake != NULL) code = world_map(a->output, NULL, &b->world);
    if (code == CLI_OK) code = add_subgoals(b);
    if (code != CLI_OK) return code;
    if (a->is_output_derived && b->large.bake == NULL && (code = check_derived(b)) != CLI_OK) return code;
    b->hash = b->large.bake != NULL ? b->large.info.world_hash : wend_world_hash(b->world);
    result = wend_world_count(b->world, &b->counts);
    return result == WEND_OK ? CLI_OK
                             : cli_fail(CLI_RESOURCE, "%s: %s", a->input, wend_result_string(result));
}

static class_table table_of(const bake* b) {
    return (class_table){wend_world_grid(b->world), b->source.rule, b->source.meanings};
}

// The share of passable tiles outside the largest component.
static double unconnected_percent(const bake* b) {
    const int64_t passable = wend_grid_passable_count(wend_world_grid(b->world));
    const int64_t largest = b->counts.largest_component;
    return passable > 0 ? 100.0 * (double)(passable - largest) / (double)passable : 0;
}

static void warn_of_islands(const bake* b) {
    const double percent = unconnected_percent(b);
    if (percent >= WORTH_A_WARNING_PERCENT)
        cli_warn("%s: %.0f %% of the passable tiles are not connected to the largest component", b->a->input,
                 percent);
}

static int save(bake* b) {
    const bake_arguments* a = b->a;
    if (a->dry_run) return CLI_OK;
    if (a->preview != NULL) {
        const class_table table = table_of(b);
        picture drawn;
        int code = preview_draw(&table, &drawn);
        if (code == CLI_OK) {
            code = png_write(&drawn, a->preview);
            picture_destroy(&drawn);
        }
        if (code != CLI_OK) return code;
    }
    if (b->large.bake != NULL) return CLI_OK; // it is written
    uint64_t start = clock_wall_ns(NULL);
    int code = world_save(b->world, a->output);
    b->save_s = cli_seconds_since(start);
    return code;
}

// "wend legend MAP -o NAME.legend", then "wend bake MAP --palette NAME.legend -o WORLD".
typedef struct legend_commands {
    char make[9 * COLOR_NAME_MAX], use[13 * COLOR_NAME_MAX];
} legend_commands;

static void write_commands(const bake* b, legend_commands* out) {
    char legend[COLOR_NAME_MAX], world[COLOR_NAME_MAX];
    static char map_word[4 * COLOR_NAME_MAX], legend_word[4 * COLOR_NAME_MAX], world_word[4 * COLOR_NAME_MAX];
    color_table_name(b->a->input, ".legend", legend);
    color_table_name(b->a->input, ".wend", world);
    const char* map = color_table_quoted(b->a->input, map_word);
    const char* made = color_table_quoted(legend, legend_word);
    snprintf(out->make, sizeof out->make, "wend legend %s -o %s", map, made);
    snprintf(out->use, sizeof out->use, "wend bake %s --palette %s -o %s", map, made,
             color_table_quoted(b->a->output != NULL ? b->a->output : world, world_word));
}

static bool proposes_legend(const bake* b) {
    return b->a->tiles == NULL && !output_is_stream(b->a->input) &&
           import_options_wants_legend(&b->a->map, &b->source);
}

// Of the world once it is opened, as `wend info` gives it: that keeps the file. Without one, of the world
// that was built.
static size_t bytes_of(const bake* b) {
    size_t bytes = wend_world_get_info(b->world).bytes;
    wend_world* opened = NULL;
    if (b->a->dry_run || bake_writes_stream(b->a)) return bytes;
    if (wend_world_map(b->a->output, NULL, &opened, NULL) == WEND_OK)
        bytes = wend_world_get_info(opened).bytes;
    wend_world_destroy(opened);
    return bytes;
}

static void report_json(const bake* b) {
    const bake_arguments* a = b->a;
    const wend_grid* grid = wend_world_grid(b->world);
    const wend_world_info info = wend_world_get_info(b->world);
    const int64_t tiles = cli_tile_count(grid);
    cJSON* json = cJSON_CreateObject();
    json_text(json, "map", a->input);
    if (!a->dry_run) json_text(json, "output", a->output);
    json_text(json, "format", b->source.format);
    json_text(json, "rule", b->source.rule);
    const char* ros_mode = world_source_ros_mode(&b->source);
    if (ros_mode[0] != '\0') json_text(json, "ros_mode", ros_mode);
    if (b->source.is_image) {
        json_number(json, "blocked_below", (double)b->source.blocked_below, 6);
        cJSON_AddBoolToObject(json, "negate", b->source.negate);
        json_number(json, "darkest", (double)b->source.darkest, 6);
        json_number(json, "brightest", (double)b->source.brightest, 6);
    }
    json_integer(json, "downscale", a->map.def.downscale);
    json_integer(json, "width", wend_grid_width(grid));
    json_integer(json, "height", wend_grid_height(grid));
    if (wend_grid_floors(grid) > 1) json_integer(json, "floors", wend_grid_floors(grid));
    json_integer(json, "tile_count", tiles);
    json_integer(json, "blocked", tiles - wend_grid_passable_count(grid));
    json_text(json, "move", world_connectivity_names[wend_grid_connectivity(grid)]);
    json_integer(json, "components", b->counts.component_count);
    json_integer(json, "largest_component", b->counts.largest_component);
    json_number(json, "unconnected_pct", unconnected_percent(b), 4);
    json_number(json, "tile_size", (double)wend_grid_tile_size(grid), 6);
    const wend_vec2 origin = wend_grid_origin(grid);
    cJSON_AddItemToObject(json, "origin", cJSON_CreateFloatArray((const float[]){origin.x, origin.y}, 2));
    if (b->source.ros.resolution > 0) ros_map_json(json, &b->source.ros);
    geo_json(json, &b->source.raster, &b->source.geo);
    connections_json_relief(json, grid);
    json_integer(json, "cluster_size", info.cluster_size);
    json_integer(json, "levels", info.level_count);
    json_integer(json, "clusters", info.cluster_count);
    json_integer(json, "nodes", info.node_count);
    json_integer(json, "edges", b->counts.edge_count);
    profiles_json(json, b->world);
    json_text(json, "subgoals", world_subgoal_names[wend_world_subgoal_state(b->world)]);
    const size_t world_bytes = bytes_of(b);
    json_integer(json, "bytes", (int64_t)world_bytes);
    json_number(json, "bytes_per_tile", (double)world_bytes / (double)tiles, 4);
    if (!a->dry_run) json_integer(json, "file_bytes", world_file_bytes(a->output));
    json_number(json, "import_s", b->import_s, 6);
    json_number(json, "build_s", b->build_s, 6);
    json_number(json, "save_s", b->save_s, 6);
    if (b->large.bake != NULL) {
        json_integer(json, "memory_limit_bytes", b->large.memory_bytes);
        json_integer(json, "tasks", b->large.info.task_count);
        json_integer(json, "resumed_tasks", b->large.info.resumed_count);
    }
    if (a->mpi) {
        const bake_ranks_info shared = bake_ranks_get_info(b->large.ranks);
        json_integer(json, "ranks", shared.ranks);
        json_integer(json, "rank_threads", shared.threads);
        json_integer(json, "sent_tasks", shared.sent_tasks);
        json_integer(json, "sent_bytes", shared.sent_bytes);
        json_integer(json, "received_bytes", shared.received_bytes);
    }
    json_integer(json, "peak_memory_bytes", cli_peak_memory_bytes());
    const class_table table = table_of(b);
    classes_json(json, &table, true);
    if (b->source.colors.count > 0) color_table_json(json, &b->source.colors);
    if (proposes_legend(b)) {
        static legend_commands commands;
        write_commands(b, &commands);
        cJSON* array = cJSON_AddArrayToObject(json, "legend_commands");
        json_append_text(array, commands.make);
        json_append_text(array, commands.use);
    }
    if (b->source.suggested_below > 0)
        json_number(json, "suggested_blocked_below", (double)b->source.suggested_below, 4);
    json_text(json, "warning", b->source.warning);
    if (b->source.color_warning[0] != '\0') json_text(json, "color_warning", b->source.color_warning);
    json_hash(json, "source_hash", b->source.source_hash);
    json_hash(json, "hash", b->hash);
    json_print(json);
}

static void report_ranks(const bake* b) {
    const bake_ranks_info shared = bake_ranks_get_info(b->large.ranks);
    char sent[32], received[32];
    printf("ranks        %d with %d thread%s, %lld tasks sent to others, %s there and %s back\n",
           shared.ranks, shared.threads, cli_plural(shared.threads), (long long)shared.sent_tasks,
           cli_bytes_text(shared.sent_bytes, sent), cli_bytes_text(shared.received_bytes, received));
}

static void report_text(const bake* b) {
    char bytes[32], peak[32];
    const bake_arguments* a = b->a;
    const wend_grid* grid = wend_world_grid(b->world);
    const wend_world_info info = wend_world_get_info(b->world);
    const int64_t tiles = cli_tile_count(grid);
    const char* ros_mode = world_source_ros_mode(&b->source);
    printf("map          %s, %s, rule %s%s%s\n",
           output_is_stream(a->input) ? "standard input" : shown(a->input), b->source.format, b->source.rule,
           ros_mode[0] != '\0' ? " " : "", ros_mode);
    char floors[32] = "";
    if (wend_grid_floors(grid) > 1) snprintf(floors, sizeof floors, " on %d floors", wend_grid_floors(grid));
    printf("size         %d x %d tiles%s, %.2f %% blocked, %lld component%s\n", wend_grid_width(grid),
           wend_grid_height(grid), floors,
           100.0 * (double)(tiles - wend_grid_passable_count(grid)) / (double)tiles,
           (long long)b->counts.component_count, cli_plural(b->counts.component_count));
    const class_table table = table_of(b);
    classes_print_histogram(&table);
    connections_print_relief(grid);
    if (proposes_legend(b)) {
        static legend_commands commands;
        write_commands(b, &commands);
        color_table_print(&b->source.colors);
        printf("legend       %s\n             %s\n", shown(commands.make), shown(commands.use));
    }
    printf("clusters     %lld of %d x %d tiles", (long long)info.columns * info.rows, info.cluster_size,
           info.cluster_size);
    if (info.level_count > 1)
        printf("; %lld on %d levels", (long long)info.cluster_count, info.level_count);
    else
        printf(", 1 level");
    printf(", %lld node%s, %lld edge%s\n", (long long)info.node_count, cli_plural(info.node_count),
           (long long)b->counts.edge_count, cli_plural(b->counts.edge_count));
    profiles_print(b->world);
    if (a->subgoals)
        printf("subgoals     %s\n", cli_bytes_text((int64_t)wend_world_subgoal_bytes(b->world), bytes));
    const size_t world_bytes = bytes_of(b);
    printf("memory       %s, %.2f bytes a tile; at most %s while baking\n",
           cli_bytes_text((int64_t)world_bytes, bytes), (double)world_bytes / (double)tiles,
           cli_bytes_text(cli_peak_memory_bytes(), peak));
    if (b->large.bake != NULL)
        printf("time         import %.3f s, build and save %.3f s in %lld tasks, %lld of them resumed\n",
               b->import_s, b->build_s, (long long)b->large.info.task_count,
               (long long)b->large.info.resumed_count);
    else
        printf("time         import %.3f s, build %.3f s, save %.3f s\n", b->import_s, b->build_s, b->save_s);
    if (a->mpi) report_ranks(b);
    if (!a->dry_run)
        printf("world        %s, %s\n", shown(a->output), cli_bytes_text(world_file_bytes(a->output), bytes));
    printf("hash         %016llx\n", (unsigned long long)b->hash);
}

static void print_formats(void) {
    printf("\nformats:\n");
    for (int i = 0; wend_import_format_name(i) != NULL; i++)
        printf("  %-10s %s\n", wend_import_format_name(i), wend_import_format_description(i));
}

static int bake_map(bake* b) {
    int code = prepare_large(b);
    if (code == CLI_OK) code = import(b);
    if (code == CLI_OK) code = wrap(b);
    if (code == CLI_OK) code = build(b);
    if (code == CLI_OK) warn_of_islands(b);
    if (code == CLI_OK) code = save(b);
    if (code == CLI_OK && b->a->common.json)
        report_json(b);
    else if (code == CLI_OK && !b->a->common.quiet && !bake_writes_stream(b->a))
        report_text(b);
    return code;
}

// Of the processes that a launcher has started, all find the same mistakes, and the first one prints them.
static void silence_other_ranks(int argc, char** argv) {
    int32_t count, rank;
    ranks_of_launcher(&count, &rank);
    for (int i = 1; i < argc && rank > 0; i++)
        if (strcmp(argv[i], "--mpi") == 0) cli_silence();
}

static void warn_of_launcher(const bake_arguments* a) {
    int32_t count, rank;
    ranks_of_launcher(&count, &rank);
    if (rank == 0 && count > 1 && !a->mpi)
        cli_warn("bake: %d processes were started, and each bakes the whole map; --mpi shares the work",
                 count);
}

// Returns CLI_OK with ranks on the first rank, and without ranks on the others, whose work is then done.
static int start_ranks(int argc, char** argv, bake* b) {
    const bake_arguments* a = b->a;
    bake_ranks_share share = {.threads = (int32_t)a->threads, .is_for_machine = a->memory == NULL};
    const int code = large_bake_parse_memory(a->memory, &share.memory_bytes);
    return code == CLI_OK ? bake_ranks_start(argc, argv, &share, &b->large.ranks) : code;
}

static int run(const command* self, int argc, char** argv) {
    bake_arguments a = bake_default_arguments();
    silence_other_ranks(argc, argv);
    int code = options_parse(self, argc, argv, &a);
    bake b = {.a = &a};
    if (code == OPTIONS_GO) {
        warn_of_launcher(&a);
        code = a.mpi ? start_ranks(argc, argv, &b) : CLI_OK;
        const bool is_first = !a.mpi || b.large.ranks != NULL;
        if (code == CLI_OK && is_first) code = bake_check_arguments(&a);
        if (code == CLI_OK && is_first) code = bake_map(&b);
        wend_world_destroy(b.world);
        wend_grid_destroy(b.grid);
        large_bake_end(&b.large, code == CLI_OK && is_first && !a.dry_run);
        bake_ranks_end(b.large.ranks, code);
    }
    options_free(self, &a);
    return code;
}

const command command_bake = {
    .name = "bake",
    .summary = "turn a map, an image or a text grid into a world",
    .details = "The format is recognised by content. In an image, brightness 1 costs 1 and less costs 1 / "
               "brightness. What is\n"
               "darker than --blocked-below or mostly transparent is blocked. --json prints the whole table "
               "of costs.\n"
               "Without -o the world is written beside the map; a file of that name is replaced only if it "
               "is a world.\n"
               "--profile tank:radius=1.5,water=blocked,3=2 adds agents that need gaps of 3 tiles, cannot "
               "enter water and pay\n"
               "2 for class 3. Keys: radius, margin, margin-cost, margin-falloff, and classes by number or "
               "by what they stand for;\n"
               "with --rule slope also slope, as --slope takes it, max-climb and max-drop.",
    .example = "wend bake data/island.png -o island.wend --preview costs.png",
    .options = bake_options,
    .bonds = OPTION_BONDS({"downscale-by", "downscale", false}),
    .run = run,
    .print_more = print_formats,
};
