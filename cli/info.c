// info.c: `wend info`: describes a world.
#include "classes.h"
#include "clean_text.h"
#include "connections.h"
#include "json.h"
#include "options.h"
#include "profile_options.h"
#include "world_file.h"
#include "world_frame.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct info_arguments {
    common_options common;
    option_list patches;
    const char* world;
    bool quick, full, left_out; ///< left_out: quick because the world is large
    size_t bytes, grid_bytes;   ///< of the world in memory, as a program that maps it has it
} info_arguments;

// Without --full, a larger world is described as with --quick. A pass over one of this size takes a quarter
// of a second.
enum { MOST_TILES = 1 << 26 };

#define AT(member) offsetof(info_arguments, member)
static const option options[] = {
    OPT_OPERAND("WORLD", "a baked world", AT(world)),
    PATCH_OPTION(info_arguments),
    OPT_FLAG(0, "quick",
             "only what needs no pass over the world: no hash, no counts for each level; milliseconds for "
             "gigabytes",
             AT(quick)),
    OPT_FLAG(0, "full",
             "all of it also of a world of more than 2^26 tiles, which is described as with --quick",
             AT(full)),
    COMMON_OPTIONS(info_arguments),
};

// The corners of the map, in the names and the order of gdalinfo.
enum { CORNERS = 5 };
static const char* const corner_names[CORNERS] = {"upper_left", "lower_left", "upper_right", "lower_right",
                                                  "center"};

static wend_geo_point corner_of(const wend_world* world, const wend_georeference* geo, int which) {
    static const double shares[CORNERS][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {0.5, 0.5}};
    const wend_grid* grid = wend_world_grid(world);
    wend_geo_point at = {NAN, NAN};
    wend_geo_position(geo, shares[which][0] * wend_grid_width(grid),
                      shares[which][1] * wend_grid_height(grid), &at);
    return at;
}

static void corners_json(cJSON* geo_json, const wend_world* world) {
    const world_frame frame = world_frame_of(world);
    cJSON* json = cJSON_AddObjectToObject(geo_json, "corners");
    for (int i = 0; i < CORNERS; i++) {
        const wend_geo_point at = corner_of(world, &frame.geo, i);
        cJSON* pair = cJSON_AddArrayToObject(json, corner_names[i]);
        char text[40];
        const double both[2] = {at.x, at.y};
        for (int k = 0; k < 2; k++) {
            snprintf(text, sizeof text, "%.*f", frame.geo.kind == WEND_GEO_PROJECTED ? 6 : 10, both[k]);
            cJSON_AddItemToArray(pair, cJSON_CreateRaw(text));
        }
    }
}

static void print_geo(const wend_world* world, const world_source* source) {
    const wend_raster_info* raster = &source->raster;
    const wend_georeference* geo = &source->geo;
    const double* t = geo->transform;
    if (raster->width > 0)
        printf("raster       %s, %d x %d pixels, band %d of %d, read %d x %d at %d,%d\n", raster->driver,
               raster->width, raster->height, raster->band, raster->band_count, raster->window.width,
               raster->window.height, raster->window.x, raster->window.y);
    if (!geo->has_transform) return;
    char epsg[24] = "";
    if (geo->epsg > 0) snprintf(epsg, sizeof epsg, " (EPSG:%d)", geo->epsg);
    if (geo->name[0] != '\0') printf("coordinates  %s%s\n", geo->name, epsg);
    if (t[2] == 0 && t[4] == 0)
        printf("tiles        from %.15g,%.15g, each %.15g,%.15g\n", t[0], t[3], t[1], t[5]);
    else
        printf("tiles        x = %.15g %+.15g c %+.15g r, y = %.15g %+.15g c %+.15g r\n", t[0], t[1], t[2],
               t[3], t[4], t[5]);
    const wend_geo_point a = corner_of(world, geo, 0), b = corner_of(world, geo, 3);
    const int digits = geo->kind == WEND_GEO_GEOGRAPHIC ? 8 : 3;
    printf("corners      %.*f,%.*f to %.*f,%.*f\n", digits, a.x, digits, a.y, digits, b.x, digits, b.y);
}

// The name of a floor; "": it has none. Names are the lines of a list.
static const char* floor_name(const world_source* source, int32_t floor, char out[WEND_LAYER_NAME_BYTES]) {
    const char* at = source->floors;
    for (; floor > 0 && at != NULL; floor--) {
        at = strchr(at, '\n');
        if (at != NULL) at++;
    }
    const size_t length = at != NULL ? strcspn(at, "\n") : 0;
    snprintf(out, WEND_LAYER_NAME_BYTES, "%.*s", (int)length, at != NULL ? at : "");
    return out;
}

static void floors_json(cJSON* json, const wend_grid* grid, const world_source* source) {
    char name[WEND_LAYER_NAME_BYTES];
    cJSON* floors = cJSON_AddArrayToObject(json, "floors");
    for (int32_t f = 0; f < wend_grid_floors(grid); f++) {
        cJSON* floor = json_row(floors);
        json_text(floor, "name", floor_name(source, f, name));
        json_number(floor, "height", (double)wend_grid_floor_height(grid, f), 6);
    }
}

static void print_floors(const wend_grid* grid, const world_source* source) {
    char name[WEND_LAYER_NAME_BYTES];
    for (int32_t f = 0; f < wend_grid_floors(grid); f++) {
        floor_name(source, f, name);
        printf("floor %-6d %s%sheight %g\n", f, shown(name), name[0] != '\0' ? ", " : "",
               (double)wend_grid_floor_height(grid, f));
    }
}

static const char* const wrap_names[] = {"", "x", "y", "xy"}; // by bits of wend_wrap

static void print_json(const info_arguments* a, const wend_world* world,
                       const wend_world_counts* counts_opt) {
    const char* file = a->world;
    const wend_grid* grid = wend_world_grid(world);
    const wend_world_info info = wend_world_get_info(world);
    const world_source source = world_source_read(wend_world_metadata(world));
    const int64_t tiles = cli_tile_count(grid);
    const int64_t blocked = tiles - wend_grid_passable_count(grid);
    cJSON* json = cJSON_CreateObject();
    json_text(json, "world", file);
    json_integer(json, "width", wend_grid_width(grid));
    json_integer(json, "height", wend_grid_height(grid));
    if (wend_grid_floors(grid) > 1) floors_json(json, grid, &source);
    json_integer(json, "tile_count", tiles);
    json_integer(json, "blocked", blocked);
    json_number(json, "blocked_pct", 100.0 * (double)blocked / (double)tiles, 4);
    if (counts_opt != NULL) {
        json_integer(json, "components", counts_opt->component_count);
        json_integer(json, "largest_component", counts_opt->largest_component);
    }
    json_text(json, "move", world_connectivity_names[wend_grid_connectivity(grid)]);
    const uint32_t wraps = wend_grid_wraps(grid);
    if (wraps != 0) json_text(json, "wraps", wrap_names[wraps]);
    float least, greatest;
    const bool is_declared = wend_grid_cost_range(grid, &least, &greatest);
    json_number(json, "least_cost", (double)least, 6);
    json_number(json, "greatest_cost", (double)greatest, 6);
    cJSON_AddBoolToObject(json, "cost_range_declared", is_declared);
    const connection_counts connections = connections_count(grid);
    connections_json(json, &connections);
    if (!a->quick) connections_json_relief(json, grid);
    json_number(json, "tile_size", (double)wend_grid_tile_size(grid), 6);
    const wend_vec2 origin = wend_grid_origin(grid);
    cJSON_AddItemToObject(json, "origin", cJSON_CreateFloatArray((const float[]){origin.x, origin.y}, 2));
    if (source.ros.resolution > 0) ros_map_json(json, &source.ros);
    geo_json(json, &source.raster, &source.geo);
    if (source.geo.has_transform) corners_json(cJSON_GetObjectItemCaseSensitive(json, "geo"), world);
    json_integer(json, "cluster_size", info.cluster_size);
    json_integer(json, "cluster_columns", info.columns);
    json_integer(json, "cluster_rows", info.rows);
    json_integer(json, "levels", info.level_count);
    json_integer(json, "clusters", info.cluster_count);
    json_integer(json, "nodes", info.node_count);
    if (counts_opt != NULL) json_integer(json, "edges", counts_opt->edge_count);
    cJSON* levels = a->quick ? NULL : cJSON_AddArrayToObject(json, "per_level");
    for (int32_t i = 1; i <= info.level_count && levels != NULL; i++) {
        const wend_level_info level = wend_world_get_level_info(world, i);
        cJSON* entry = json_row(levels);
        json_integer(entry, "cluster_size", level.cluster_size);
        json_integer(entry, "clusters", (int64_t)level.columns * level.rows);
        json_integer(entry, "nodes", level.node_count);
        json_integer(entry, "edges", level.edge_count);
    }
    profiles_json(json, world);
    json_text(json, "subgoals", world_subgoal_names[wend_world_subgoal_state(world)]);
    json_integer(json, "subgoal_bytes", (int64_t)wend_world_subgoal_bytes(world));
    json_integer(json, "bytes", (int64_t)a->bytes);
    json_integer(json, "grid_bytes", (int64_t)a->grid_bytes);
    json_number(json, "bytes_per_tile", (double)a->bytes / (double)tiles, 4);
    json_integer(json, "file_bytes", world_file_bytes(file));
    const class_table table = {grid, source.rule, source.meanings};
    classes_json(json, &table, false);
    json_text(json, "source", source.name);
    json_text(json, "format", source.format);
    json_text(json, "rule", source.rule);
    if (source.slope[0] != '\0') json_text(json, "slope", source.slope);
    if (source.cost_unit[0] != '\0') json_text(json, "cost_unit", source.cost_unit);
    if (source.ros_mode[0] != '\0') json_text(json, "ros_mode", source.ros_mode);
    if (source.is_image) {
        json_number(json, "blocked_below", source.blocked_below, 6);
        cJSON_AddBoolToObject(json, "negate", source.negate);
    }
    json_integer(json, "downscale", source.downscale);
    json_hash(json, "source_hash", source.hash);
    json_integer(json, "format_version", WEND_FORMAT_VERSION);
    if (a->patches.count > 0) patches_json(json, &a->patches);
    if (!a->quick) json_hash(json, "hash", wend_world_hash(world));
    json_print(json);
}

static void print_text(const info_arguments* a, const wend_world* world,
                       const wend_world_counts* counts_opt) {
    const char* file = a->world;
    char bytes[32], grid_bytes[32];
    const wend_grid* grid = wend_world_grid(world);
    const wend_world_info info = wend_world_get_info(world);
    const world_source source = world_source_read(wend_world_metadata(world));
    const int64_t tiles = cli_tile_count(grid);
    const int64_t passable = wend_grid_passable_count(grid);
    printf("world        %s, %s, format version %d\n", shown(file),
           cli_bytes_text(world_file_bytes(file), bytes), WEND_FORMAT_VERSION);
    for (int i = 0; i < a->patches.count; i++)
        printf("patch        %s, %s\n", shown(a->patches.items[i]),
               cli_bytes_text(world_file_bytes(a->patches.items[i]), bytes));
    if (source.name[0] != '\0')
        printf("source       %s, %s, %016llx\n", source.name, source.format, (unsigned long long)source.hash);
    printf("rule         %s%s%s", source.rule, source.ros_mode[0] != '\0' ? ", " : "", source.ros_mode);
    if (source.is_image && source.blocked_below > 0) printf(", blocked below %g", source.blocked_below);
    if (source.negate) printf(", negated");
    if (source.slope[0] != '\0') printf(", %s", source.slope);
    if (source.cost_unit[0] != '\0') printf(", costs in %s", source.cost_unit);
    if (source.downscale > 1)
        printf(", %lld x %lld pixels a tile", (long long)source.downscale, (long long)source.downscale);
    char floors[32] = "";
    if (wend_grid_floors(grid) > 1) snprintf(floors, sizeof floors, " on %d floors", wend_grid_floors(grid));
    const wend_rect map = wend_grid_area(grid), ground = wend_world_ground(world);
    printf("\nsize         %d x %d tiles%s, tile size %g, origin %g,%g\n", ground.width, ground.height,
           floors, (double)wend_grid_tile_size(grid), (double)wend_grid_origin(grid).x,
           (double)wend_grid_origin(grid).y);
    if (source.ros.resolution > 0)
        printf("ROS map      lower left corner at %.9g,%.9g, y upwards, yaw %.9g, %.9g m a pixel\n",
               source.ros.origin[0], source.ros.origin[1], source.ros.origin[2], source.ros.resolution);
    if (map.x != 0 || map.y != 0)
        printf("ground       x in %d..%d and y in %d..%d, on a map of %d x %d tiles from %d,%d on\n",
               ground.x, ground.x + ground.width - 1, ground.y, ground.y + ground.height - 1, map.width,
               map.height, map.x, map.y);
    if (wend_grid_floors(grid) > 1) print_floors(grid, &source);
    print_geo(world, &source);
    const uint32_t wraps = wend_grid_wraps(grid);
    printf("move         %s%s%s\n", world_connectivity_names[wend_grid_connectivity(grid)],
           wraps != 0 ? ", wraps in " : "", wrap_names[wraps]);
    float least, greatest;
    if (wend_grid_cost_range(grid, &least, &greatest))
        printf("costs        %g to %g, declared\n", (double)least, (double)greatest);
    printf("blocked      %lld tile%s, %.2f %%\n", (long long)(tiles - passable), cli_plural(tiles - passable),
           100.0 * (double)(tiles - passable) / (double)tiles);
    if (counts_opt != NULL)
        printf("components   %lld, the largest has %lld tile%s, %.2f %% of the passable ones\n",
               (long long)counts_opt->component_count, (long long)counts_opt->largest_component,
               cli_plural(counts_opt->largest_component),
               passable > 0 ? 100.0 * (double)counts_opt->largest_component / (double)passable : 0.0);
    const connection_counts connections = connections_count(grid);
    connections_print(&connections);
    if (!a->quick) connections_print_relief(grid);
    if (a->quick)
        printf("clusters     %lld on %d level%s, %lld node%s\n", (long long)info.cluster_count,
               info.level_count, cli_plural(info.level_count), (long long)info.node_count,
               cli_plural(info.node_count));
    for (int32_t i = 1; i <= info.level_count && !a->quick; i++) {
        const wend_level_info level = wend_world_get_level_info(world, i);
        printf("level %-6d %lld cluster%s of %d x %d, %lld node%s, %lld edge%s\n", i,
               (long long)level.columns * level.rows, cli_plural((int64_t)level.columns * level.rows),
               level.cluster_size, level.cluster_size, (long long)level.node_count,
               cli_plural(level.node_count), (long long)level.edge_count, cli_plural(level.edge_count));
    }
    profiles_print(world);
    printf("subgoals     %s", world_subgoal_names[wend_world_subgoal_state(world)]);
    if (wend_world_subgoal_bytes(world) > 0)
        printf(", %s", cli_bytes_text((int64_t)wend_world_subgoal_bytes(world), bytes));
    printf("\n");
    printf("memory       %s, %.2f bytes a tile; the grid is %s of it\n",
           cli_bytes_text((int64_t)a->bytes, bytes), (double)a->bytes / (double)tiles,
           cli_bytes_text((int64_t)a->grid_bytes, grid_bytes));
    if (!a->quick) printf("hash         %016llx\n", (unsigned long long)wend_world_hash(world));
    if (a->left_out)
        printf("left out     the hash, the counts of each level and of closed steps, which take a pass over "
               "the world (--full)\n");
    const class_table table = {grid, source.rule, source.meanings};
    classes_print(&table);
}

// Counts that edits left out of date, as those of patches are, take a pass over the whole world.
static int describe(void* arguments) {
    info_arguments* a = arguments;
    wend_world* world = NULL;
    if (a->quick && a->full) return command_fail(CLI_USAGE, "--quick and --full exclude each other");
    int code = world_map(a->world, &a->patches, &world);
    if (code != CLI_OK) return code;
    const wend_grid* grid = wend_world_grid(world);
    const wend_world_info info = wend_world_get_info(world);
    a->bytes = info.bytes;
    a->grid_bytes = info.grid_bytes;
    a->left_out = !a->quick && !a->full && cli_tile_count(grid) > MOST_TILES;
    a->quick |= a->left_out;
    if (!a->quick) { // all of it is read and checked
        wend_world_destroy(world);
        code = world_open(a->world, &a->patches, &world);
        if (code != CLI_OK) return code;
    }
    wend_world_counts counts;
    const bool counted = !a->quick || a->patches.count == 0;
    wend_result result = counted ? wend_world_count(world, &counts) : WEND_OK;
    if (result != WEND_OK)
        code = world_result(world, a->world, result);
    else if (a->common.json)
        print_json(a, world, counted ? &counts : NULL);
    else
        print_text(a, world, counted ? &counts : NULL);
    wend_world_destroy(world);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    info_arguments a = {.world = NULL};
    return options_run(self, argc, argv, &a, describe);
}

const command command_info = {
    .name = "info",
    .summary = "describe a world: size, costs, clusters, memory, source",
    .details = "Blocked tiles are all tiles that no path can enter. Components are sets of passable tiles "
               "that reach each other.\n"
               "Bytes are those of the world in memory once it is opened, its grid and profiles included; "
               "those of a profile are what it does not\n"
               "share with the profiles before it.",
    .example = "wend info island.wend --json",
    .options = options,
    .run = run,
};
