// edit.c: `wend edit`: changes tiles, links and walls of a world and rebuilds only the clusters that they
// touch.
#include "clean_text.h"
#include "clock.h"
#include "edit_connections.h"
#include "edit_costs.h"
#include "edit_ground.h"
#include "edit_lock.h"
#include "json.h"
#include "memory.h"
#include "options.h"
#include "output.h"
#include "plan.h"
#include "rebuild.h"
#include "tile_set.h"
#include "world_file.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct edit_arguments {
    common_options common;
    const char *input, *output_opt; ///< NULL: the last patch
    option_list patches;
    option_list sets, elevations, class_costs;
    connection_edits connections;
    ground_edits ground;
    int units; ///< one of plan_unit_names
} edit_arguments;

#define AT(member) offsetof(edit_arguments, member)
static const option options[] = {
    OPT_OPERAND("WORLD", "a baked world", AT(input)),
    OPT_LIST("patch", "FILE",
             "a patch of WORLD; may be repeated, in order; without -o the changes go to the last one, which "
             "need not exist yet",
             AT(patches)),
    {.kind = OPTION_LIST,
     .name = "set",
     .value = "X,Y,W,H=COST",
     .help = "W x H tiles from X,Y, in --units: COST, blocked or original; may be repeated, applied in order",
     .offset = AT(sets),
     .need = USUAL},
    OPT_LIST("elevation", "X,Y,W,H=METRES",
             "W x H tiles from X,Y, in --units, lie so high; of a map with heights", AT(elevations)),
    OPT_CHOICE("units",
               "unit of --set and --elevation: tiles, or the coordinates of the map, as of wend path",
               AT(units), plan_unit_names),
    OPT_LIST(
        "class-cost", "[PROFILE:]CLASS=COST",
        "a terrain class costs COST from now on, or is blocked; CLASS as in wend info, or a letter of a text "
        "grid; with PROFILE: for that profile alone",
        AT(class_costs)),
    GROUND_EDIT_OPTIONS(edit_arguments, ground),
    CONNECTION_EDIT_OPTIONS(edit_arguments, connections),
    OPT_OUTPUT_IN_PLACE('o', "output", "OUT.wend", "the edited world, with its patches; may be WORLD itself",
                        AT(output_opt), USUAL),
    COMMON_OPTIONS(edit_arguments),
};

/// The state of an edit.
typedef struct edit_job {
    const edit_arguments* a;
    const char* output; ///< the world or patch that is written
    bool is_patch;
    edit_lock lock;
    tile_set* sets; ///< a->sets.count of them
    wend_world* world;
    link_changes links;
    wend_world_counts counts; ///< after the edits
    wend_rect box;            ///< holds all areas, on the lowest of their floors
    int32_t floors;           ///< of the areas, from that one on
    uint8_t* classes_before;  ///< of the tiles in the box on these floors; behind them one row
    edit_list steps;          ///< of walls and one-way steps
    edit_list pending;        ///< edits that have not been applied yet
    int new_costs;            ///< that no class had
    int costs_changed;        ///< by --class-cost
    int64_t tiles_added;      ///< by --add-ground
    int64_t tiles_changed;    ///< tiles whose cost has changed
    int64_t clusters_rebuilt;
    double build_s, edit_us, refresh_us, save_s;
} edit_job;

// ---- what to do

static bool has_ground(const edit_job* j) {
    return j->a->ground.added.count + j->a->ground.removed.count > 0;
}

static int read_sets(edit_job* j) {
    const option_list* texts = &j->a->sets;
    if (texts->count == 0 && !has_ground(j) && j->a->elevations.count == 0 && j->a->class_costs.count == 0 &&
        connection_edits_link_count(&j->a->connections) == 0 &&
        connection_edits_step_count(&j->a->connections) == 0)
        return command_fail(CLI_USAGE, "--set X,Y,W,H=COST is missing, or --elevation, --class-cost, --link, "
                                       "--wall and so on (see wend edit --help)");
    if (texts->count == 0) return CLI_OK;
    j->sets = memory_for(texts->count, sizeof *j->sets, "sets");
    int code = CLI_OK;
    for (int i = 0; i < texts->count && code == CLI_OK; i++)
        code = tile_set_parse(texts->items[i], j->a->units == 0, &j->sets[i]);
    return code;
}

static int check_sets(edit_job* j) {
    int32_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN, lowest = INT32_MAX,
            highest = 0;
    for (int i = 0; i < j->a->sets.count; i++) {
        tile_set* set = &j->sets[i];
        const int code = plan_area("set", j->world, j->a->units, set->numbers, set->text, &set->area);
        if (code != CLI_OK) return code;
        const wend_rect r = set->area;
        if (r.x < left) left = r.x;
        if (r.y < top) top = r.y;
        if (r.x + r.width > right) right = r.x + r.width;
        if (r.y + r.height > bottom) bottom = r.y + r.height;
        if (r.floor < lowest) lowest = r.floor;
        if (r.floor > highest) highest = r.floor;
    }
    if (j->a->sets.count > 0) {
        j->box = (wend_rect){left, top, right - left, bottom - top, (uint16_t)lowest};
        j->floors = highest - lowest + 1;
    }
    return CLI_OK;
}

// ---- new costs

// Costs decide the integer cost unit of all matrices, so a new cost needs a rebuild.
static int build_again(edit_job* j, const float* class_costs) {
    const wend_rect map = wend_grid_area(wend_world_grid(j->world));
    if (map.x != 0 || map.y != 0)
        return command_fail(CLI_USAGE,
                            "a cost is new to %s, whose map begins at column %d and row %d; costs may be new "
                            "to such a map within the range that wend bake --class-cost-range gave it",
                            j->a->input, map.x, map.y);
    wend_threads* threads = NULL;
    wend_result result = wend_threads_create(0, &threads);
    if (result != WEND_OK) return cli_result(result, "edit: starting threads");
    progress bar = progress_start("build", j->a->common.quiet);
    build_times times = {0, 0};
    wend_world* again = NULL;
    result = rebuild_with_costs(j->world, class_costs, threads, &bar, &times, &again);
    progress_end(&bar);
    wend_threads_destroy(threads);
    if (result == WEND_ERROR_LIMIT)
        return command_fail(CLI_USAGE, "the costs of a world may be at most a factor of %g apart",
                            (double)WEND_MAX_COST_RATIO);
    if (result != WEND_OK) return cli_result(result, "edit: building the world");
    j->build_s = times.wall_s;
    wend_world_destroy(j->world);
    j->world = again;
    return CLI_OK;
}

static int find_classes(edit_job* j) {
    float class_costs[WEND_CLASS_COUNT];
    int code = tile_sets_find_classes(j->sets, j->a->sets.count, j->world, class_costs, &j->new_costs);
    if (code != CLI_OK || j->new_costs == 0) return code;
    float least, greatest; // in a declared range the integer unit suits every cost
    return wend_grid_cost_range(wend_world_grid(j->world), &least, &greatest)
               ? edit_costs_add(class_costs, j->world)
           : j->is_patch
               ? command_fail(CLI_USAGE, "a cost that the world does not have yet needs a new build, which a "
                                         "patch cannot hold; write the whole world with -o OUT.wend")
               : build_again(j, class_costs);
}

// ---- editing

// Visits the tiles of the box: saves their classes, or counts those whose cost has changed.
static void compare_tiles(edit_job* j, bool note) {
    const wend_grid* grid = wend_world_grid(j->world);
    const float* class_costs = wend_grid_class_costs(grid);
    uint8_t* before = j->classes_before;
    uint8_t* row = before + (size_t)j->box.width * (size_t)j->box.height * (size_t)j->floors;
    for (int32_t i = 0; i < j->box.height * j->floors; i++) {
        const int32_t floor = j->box.floor + i / j->box.height, y = j->box.y + i % j->box.height;
        const wend_rect area = {j->box.x, y, j->box.width, 1, (uint16_t)floor};
        wend_grid_read(grid, area, note ? before : row, 0);
        for (int32_t x = 0; x < j->box.width && !note; x++)
            j->tiles_changed += class_costs[before[x]] != class_costs[row[x]];
        before += j->box.width;
    }
}

static wend_result flush(edit_job* j) {
    int32_t rebuilt = 0;
    wend_result result = wend_world_edit(j->world, j->pending.items, j->pending.count, &rebuilt);
    j->pending.count = 0;
    j->clusters_rebuilt += rebuilt;
    return result;
}

static wend_result restore(edit_job* j, wend_rect area) {
    const wend_grid* grid = wend_world_grid(j->world);
    const wend_result result = flush(j); // so that only what differs is edited
    for (int32_t y = area.y; y < area.y + area.height && result == WEND_OK; y++) {
        for (int32_t x = area.x; x < area.x + area.width; x++) {
            const wend_tile tile = {x, y, area.floor};
            const uint8_t k = wend_world_original_class(j->world, tile);
            if (k != wend_grid_class(grid, tile)) edit_list_add_tile(&j->pending, tile, k);
        }
    }
    return result;
}

static wend_result edit_tiles(edit_job* j) {
    wend_result result = WEND_OK;
    for (int i = 0; i < j->a->sets.count && result == WEND_OK; i++) {
        const tile_set* set = &j->sets[i];
        if (set->kind == SET_ORIGINAL)
            result = restore(j, set->area);
        else
            edit_list_add(&j->pending, wend_edit_tiles(set->area, set->terrain_class));
    }
    return result == WEND_OK ? flush(j) : result;
}

static wend_result edit_steps(edit_job* j) {
    int32_t rebuilt = 0;
    const wend_result result = wend_world_edit(j->world, j->steps.items, j->steps.count, &rebuilt);
    j->clusters_rebuilt += rebuilt;
    return result;
}

// The counts of a patched world take a pass over all of it.
static wend_result count(edit_job* j) {
    return j->is_patch ? WEND_OK : wend_world_count(j->world, &j->counts);
}

static int add_elevation(edit_job* j, const char* text) {
    const char* value;
    double numbers[5], metres;
    wend_rect area;
    if (!tile_area_value(text, j->a->units == 0, numbers, &value) || !options_parse_number(value, &metres))
        return command_fail(CLI_USAGE, "--elevation expects X,Y,W,H[,F]=METRES, got '%s'", text);
    const int code = plan_area("elevation", j->world, j->a->units, numbers, text, &area);
    if (code != CLI_OK) return code;
    edit_list_add(&j->steps, wend_edit_elevation(area, (float)metres));
    return CLI_OK;
}

static int read_elevations(edit_job* j) {
    if (j->a->elevations.count > 0 && !wend_grid_has_elevations(wend_world_grid(j->world)))
        return command_fail(CLI_USAGE, "--elevation: %s has no heights; wend bake --rule slope keeps them",
                            j->a->input);
    int code = CLI_OK;
    for (int i = 0; i < j->a->elevations.count && code == CLI_OK; i++)
        code = add_elevation(j, j->a->elevations.items[i]);
    return code;
}

// After a change that began at a time.
static wend_result refresh(edit_job* j, uint64_t change_start) {
    const uint64_t start = clock_wall_ns(NULL);
    j->edit_us += (double)(start - change_start) * 1e-3;
    const wend_result result = wend_world_refresh(j->world, 0, NULL);
    j->refresh_us += cli_seconds_since(start) * 1e6;
    return result == WEND_OK ? count(j) : result;
}

static int change_ground(edit_job* j) {
    if (!has_ground(j)) return CLI_OK;
    if (j->is_patch)
        return command_fail(CLI_USAGE, "a patch cannot hold ground; write the whole world with -o OUT.wend");
    const uint64_t start = clock_wall_ns(NULL);
    const int code = ground_edits_apply(&j->a->ground, j->world, &j->tiles_added);
    return code == CLI_OK ? cli_result(refresh(j, start), "edit: changing the ground") : code;
}

static int change(edit_job* j) {
    const bool has_tiles = j->a->sets.count > 0;
    if (!has_tiles && connection_edits_step_count(&j->a->connections) == 0 && j->a->elevations.count == 0)
        return CLI_OK;
    int code = connection_edits_read_steps(&j->a->connections, wend_world_grid(j->world), &j->steps);
    if (code == CLI_OK) code = read_elevations(j);
    if (code != CLI_OK) return code;
    j->classes_before =
        memory_for((int64_t)j->box.width * ((int64_t)j->box.height * j->floors + 1), 1, "tiles");
    compare_tiles(j, true);
    wend_result result = has_tiles ? wend_world_keep_original(j->world) : WEND_OK;
    const uint64_t start = clock_wall_ns(NULL);
    if (result == WEND_OK && has_tiles) result = edit_tiles(j);
    if (result == WEND_OK) result = edit_steps(j);
    if (result == WEND_OK) result = refresh(j, start);
    if (result == WEND_ERROR_LIMIT && j->a->elevations.count > 0)
        return command_fail(CLI_USAGE, "a height of --elevation is too far from those of the map, or makes a "
                                       "step that is too steep; bake the map again with it");
    if (result != WEND_OK) return world_result(j->world, "edit: changing tiles and walls", result);
    compare_tiles(j, false);
    return CLI_OK;
}

static int change_links(edit_job* j) {
    if (connection_edits_link_count(&j->a->connections) == 0) return CLI_OK;
    const uint64_t start = clock_wall_ns(NULL);
    const int code = connection_edits_change_links(&j->a->connections, j->world, &j->links);
    return code == CLI_OK ? cli_result(refresh(j, start), "edit: changing links") : code;
}

static int change_costs(edit_job* j) {
    if (j->a->class_costs.count == 0) return CLI_OK;
    const uint64_t start = clock_wall_ns(NULL);
    const int code = edit_costs_apply(&j->a->class_costs, j->world, &j->costs_changed);
    return code == CLI_OK ? cli_result(refresh(j, start), "edit: changing class costs") : code;
}

static int save_patch(const edit_job* j) {
    wend_error error = {.text = ""};
    output_hold_signals();
    const wend_result result = wend_world_save_patch(j->world, j->a->patches.count - 1, j->output, &error);
    return output_end_file(j->output, result, &error);
}

static int save(edit_job* j) {
    const uint64_t start = clock_wall_ns(NULL);
    int code = edit_lock_check(&j->lock);
    if (code == CLI_OK) code = j->is_patch ? save_patch(j) : world_save(j->world, j->output);
    edit_lock_release(&j->lock);
    j->save_s = cli_seconds_since(start);
    return code;
}

// ---- report

static void report_json(const edit_job* j) {
    const wend_grid* grid = wend_world_grid(j->world);
    const int64_t tiles = cli_tile_count(grid);
    cJSON* json = cJSON_CreateObject();
    json_text(json, "world", j->a->input);
    json_text(json, "output", j->output);
    json_integer(json, "edits", j->a->sets.count);
    json_integer(json, "tiles_changed", j->tiles_changed);
    json_integer(json, "tiles_added", j->tiles_added);
    const wend_rect ground = wend_world_ground(j->world);
    cJSON_AddItemToObject(
        json, "ground",
        cJSON_CreateIntArray((const int[]){ground.x, ground.y, ground.width, ground.height}, 4));
    json_integer(json, "new_costs", j->new_costs);
    json_integer(json, "class_costs_changed", j->costs_changed);
    const link_changes* c = &j->links;
    cJSON* added = cJSON_AddArrayToObject(json, "links_added");
    for (int32_t i = 0; i < c->added; i++)
        cJSON_AddItemToArray(added, cJSON_CreateNumber((double)c->first_id + i));
    json_integer(json, "links_removed", c->removed);
    json_integer(json, "links_changed", c->changed);
    json_integer(json, "step_edits", connection_edits_step_count(&j->a->connections));
    json_integer(json, "elevation_edits", j->a->elevations.count);
    json_integer(json, "clusters_rebuilt", j->clusters_rebuilt);
    json_integer(json, "blocked", tiles - wend_grid_passable_count(grid));
    if (j->a->patches.count > 0) patches_json(json, &j->a->patches);
    if (!j->is_patch) {
        json_integer(json, "components", j->counts.component_count);
        json_integer(json, "bytes", (int64_t)wend_world_get_info(j->world).bytes);
    }
    json_integer(json, "file_bytes", world_file_bytes(j->output));
    json_number(json, "build_s", j->build_s, 6);
    json_number(json, "edit_us", j->edit_us, 3);
    json_number(json, "refresh_us", j->refresh_us, 3);
    json_number(json, "save_s", j->save_s, 6);
    if (!j->is_patch) json_hash(json, "hash", wend_world_hash(j->world));
    json_print(json);
}

static void report_text(const edit_job* j) {
    char bytes[32];
    if (j->build_s > 0)
        printf("rebuilt      in %.3f s, for %d new cost%s\n", j->build_s, j->new_costs,
               cli_plural(j->new_costs));
    printf("changed      %lld tile%s\n", (long long)j->tiles_changed, cli_plural(j->tiles_changed));
    if (has_ground(j)) {
        const wend_rect g = wend_world_ground(j->world);
        printf("ground       %lld tile%s added; now x in %d..%d and y in %d..%d\n", (long long)j->tiles_added,
               cli_plural(j->tiles_added), g.x, g.x + g.width - 1, g.y, g.y + g.height - 1);
    }
    if (j->costs_changed > 0) printf("class costs  %d changed\n", j->costs_changed);
    const link_changes* c = &j->links;
    if (c->added > 0)
        printf("links        %d added, ids %d to %d\n", c->added, c->first_id, c->first_id + c->added - 1);
    if (c->removed > 0 || c->changed > 0)
        printf("links        %d removed, %d changed\n", c->removed, c->changed);
    const int steps = connection_edits_step_count(&j->a->connections);
    if (j->a->elevations.count > 0)
        printf("elevations   %d edit%s\n", j->a->elevations.count, cli_plural(j->a->elevations.count));
    if (steps > 0) printf("steps        %d edit%s of walls and one-way steps\n", steps, cli_plural(steps));
    if (j->is_patch) {
        printf("clusters     %lld rebuilt\n", (long long)j->clusters_rebuilt);
    } else {
        const wend_world_info info = wend_world_get_info(j->world);
        printf("clusters     %lld rebuilt; the world has %lld\n", (long long)j->clusters_rebuilt,
               (long long)info.columns * info.rows);
    }
    printf("time         edit %.0f us, refresh %.0f us, save %.3f s\n", j->edit_us, j->refresh_us, j->save_s);
    printf("%s %s, %s\n", j->is_patch ? "patch       " : "world       ", shown(j->output),
           cli_bytes_text(world_file_bytes(j->output), bytes));
    if (j->is_patch) return;
    printf("hash         %016llx\n", (unsigned long long)wend_world_hash(j->world));
}

// ---- the command

// The file to write: OUT.wend, or the last patch, which then holds the changes of this edit, too.
static int choose_output(edit_job* j) {
    const edit_arguments* a = j->a;
    j->is_patch = a->output_opt == NULL;
    if (j->is_patch && a->patches.count == 0)
        return command_fail(
            CLI_USAGE,
            "-o OUT.wend is missing, or --patch FILE for a patch of the world (see wend edit --help)");
    j->output = j->is_patch ? a->patches.items[a->patches.count - 1] : a->output_opt;
    if (output_is_stream(j->output))
        return command_fail(CLI_USAGE, "a world is written to a file, not to standard output");
    int code = j->is_patch ? output_check(j->output, a->input) : world_output_check(j->output, NULL);
    for (int i = 0; i < a->patches.count && code == CLI_OK && !(j->is_patch && i == a->patches.count - 1);
         i++)
        code = output_check(j->output, a->patches.items[i]);
    return code;
}

// Takes the lock of a world that is replaced or gets a new patch, and opens it.
static int open_world(edit_job* j) {
    const edit_arguments* a = j->a;
    option_list patches = a->patches;
    int code = CLI_OK;
    if (j->is_patch || same_file(a->input, j->output))
        code = edit_lock_take(a->input, j->is_patch ? j->output : NULL, &j->lock);
    if (j->is_patch && j->lock.descriptor >= 0 && !j->lock.has_patch) patches.count--;
    if (code != CLI_OK) return code;
    return j->is_patch ? world_map(a->input, &patches, &j->world) : world_open(a->input, &patches, &j->world);
}

static int run_job(edit_job* j) {
    const edit_arguments* a = j->a;
    int code = read_sets(j);
    if (code == CLI_OK) code = choose_output(j);
    if (code == CLI_OK) code = open_world(j);
    if (code == CLI_OK) code = change_ground(j);
    if (code == CLI_OK) code = check_sets(j);
    if (code == CLI_OK) code = find_classes(j);
    if (code == CLI_OK) code = change(j);
    if (code == CLI_OK) code = change_links(j);
    if (code == CLI_OK) code = change_costs(j);
    if (code == CLI_OK) code = save(j);
    if (code == CLI_OK && a->common.json)
        report_json(j);
    else if (code == CLI_OK && !a->common.quiet)
        report_text(j);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    edit_arguments a = {.input = NULL};
    edit_job j = {.a = &a, .lock = EDIT_LOCK_NONE};
    int code = options_parse(self, argc, argv, &a);
    if (code == OPTIONS_GO) code = run_job(&j);
    edit_lock_release(&j.lock);
    free(j.pending.items);
    free(j.steps.items);
    free(j.classes_before);
    free(j.sets);
    wend_world_destroy(j.world);
    options_free(self, &a);
    return code;
}

const command command_edit = {
    .name = "edit",
    .summary = "change tiles, links and walls of a world",
    .details =
        "The result equals a bake of a map with these tiles and costs, hash included. original restores the "
        "terrain that\n"
        "the tiles had before the first edit; the world keeps it. A cost that the world does not have yet "
        "changes the\n"
        "integer unit of all costs: then the whole world is rebuilt, and the report says so. In a range that "
        "wend bake\n"
        "--class-cost-range declares, costs may change without a rebuild. Ground changes first, then tiles, "
        "then walls, then links, then\n"
        "class costs. With --patch and without -o, only what changed is written: kilobytes for a house, in "
        "milliseconds,\n"
        "however large the world is. Every command but bench takes its patches by --patch; wend merge makes "
        "one world of them.",
    .example = "wend edit island.wend --set 440,505,3,25=blocked --set 500,150,20,20=1.5 -o island.wend",
    .options = options,
    .bonds = OPTION_BONDS({"kind", "link", false}, {"two-way", "link", false}),
    .run = run,
};
