// path.c: `wend path`: plans one query.
#include "alternatives.h"
#include "clean_text.h"
#include "connections.h"
#include "json.h"
#include "memory.h"
#include "options.h"
#include "output.h"
#include "overlay_options.h"
#include "path_file.h"
#include "path_length.h"
#include "places.h"
#include "plan.h"
#include "scene.h"
#include "world_file.h"
#include "world_source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct path_arguments {
    view_options of;
    plan_options plan;
    int tiles;
    const char *render, *geojson, *gpx;
    int64_t alternatives;
} path_arguments;

enum { TILES_NOT_GIVEN = -1, TILES_NONE, TILES_RLE, TILES_FULL }; // JSON: full by default, text: none
static const char* const tiles_names[] = {"none", "rle", "full", NULL};

#define AT(member) offsetof(path_arguments, member)
static const option options[] = {
    VIEW_WORLD,
    PLAN_OPTIONS(path_arguments, plan, USUAL),
    OVERLAY_OPTIONS(view_options, overlay),
    OPT_INTEGER("alternatives", "K", "also find up to K other paths that differ from it and each other",
                AT(alternatives), 0, WEND_MAX_ALTERNATIVES - 1),
    OPT_CHOICE_BARE("tiles", "the tiles: none, runs of equal steps, or all, one X,Y per line in --units",
                    AT(tiles), tiles_names, TILES_FULL),
    OPT_OUTPUT(0, "render", "OUT.png|svg", ".png .svg", "draw the path on the map", AT(render), OPTIONAL),
    OPT_OUTPUT(0, "geojson", "OUT.geojson", "-",
               "write the path as GeoJSON, in degrees of WGS 84; - is standard output", AT(geojson),
               OPTIONAL),
    OPT_OUTPUT(0, "gpx", "OUT.gpx", "-", "the same as a GPX track", AT(gpx), OPTIONAL),
    COMMON_OPTIONS(view_options),
};

static double microseconds(int64_t nanoseconds) {
    return (double)nanoseconds * 1e-3;
}

// Of which unit the answer is, and how many tiles make one.
typedef struct answer_frame {
    world_frame world;
    bool in_world_units, in_lonlat;
    double scale;           ///< world units per tile, or 1
    double cost_scale;      ///< in world units: what a cost of 1 is; or 1
    double* heights;        ///< of the tiles; NULL: the map has none
    path_relief relief;     ///< where it has
    double metres;          ///< length of the path; 0 without a coordinate system
    world_point* tiles;     ///< centres of the tiles of the path, as positions are printed
    world_point* waypoints; ///< likewise
    int32_t tile_count, waypoint_count;
} answer_frame;

static world_point position_of(const answer_frame* f, const wend_world* world, wend_vec2 waypoint) {
    wend_tile tile;
    if (wend_grid_tile_at(wend_world_grid(world), waypoint, &tile) != WEND_OK)
        return (world_point){(double)waypoint.x, (double)waypoint.y};
    return world_frame_center(&f->world, tile); // waypoints are centres of tiles
}

// The positions of the path, in world units or in longitude and latitude. CLI_OK or an exit code.
static int find_positions(answer_frame* f, const wend_world* world, const wend_path* path, bool in_lonlat) {
    const wend_tile* tiles = wend_path_tiles(path, &f->tile_count);
    const wend_vec2* waypoints = wend_path_waypoints(path, &f->waypoint_count);
    const int32_t count = f->tile_count + f->waypoint_count;
    f->tiles = memory_for(count, sizeof *f->tiles, "tiles");
    f->waypoints = f->tiles + f->tile_count;
    for (int32_t i = 0; i < f->tile_count; i++) f->tiles[i] = world_frame_center(&f->world, tiles[i]);
    for (int32_t i = 0; i < f->waypoint_count; i++) f->waypoints[i] = position_of(f, world, waypoints[i]);
    return in_lonlat ? lonlat_of_positions(&f->world, f->tiles, count) : CLI_OK;
}

// Climb, descent and steepest steps, where the map has heights.
static void find_relief(answer_frame* f, const wend_world* world, const wend_path* path) {
    const wend_grid* grid = wend_world_grid(world);
    int32_t count = 0;
    wend_path_tiles(path, &count);
    if (!wend_grid_has_elevations(grid) || count == 0) return;
    f->heights = memory_for(2 * (int64_t)count, sizeof *f->heights, "heights");
    double* lengths = f->heights + count;
    path_heights(path, world, f->heights, lengths);
    f->relief = path_relief_of(f->heights, lengths, count);
}

static void print_cost(const answer_frame* f, double cost, const char* unit) {
    char text[COST_TEXT];
    world_frame_cost_text(&f->world, cost, 6, text);
    printf("cost         %s%s\n", text, f->world.cost_unit[0] != '\0' ? "" : unit);
}

static void print_steepest(const char* way, double slope, int32_t step, const wend_world* world,
                           const wend_tile* tiles, int units) {
    if (step < 0) return;
    char at[PLAN_PLACE_BYTES];
    plan_place(world, units, tiles[step], at);
    printf("; steepest %s %.3g %% at %s", way, slope * 100, at);
}

static void print_relief(const answer_frame* f, const wend_world* world, const wend_tile* tiles, int units) {
    const path_relief* r = &f->relief;
    printf("climb        %.1f m up, %.1f m down", r->climb, r->descent);
    print_steepest("up", r->steepest_up, r->up_step, world, tiles, units);
    print_steepest("down", r->steepest_down, r->down_step, world, tiles, units);
    printf("\nground       %.1f m along the slopes, %.1f m on the map\n", r->ground, r->map);
}

static void add_relief(cJSON* json, const answer_frame* f) {
    const path_relief* r = &f->relief;
    if (f->heights == NULL) return;
    cJSON* relief = cJSON_AddObjectToObject(json, "relief");
    json_number(relief, "map_m", r->map, 3);
    json_number(relief, "ground_m", r->ground, 3);
    json_number(relief, "climb_m", r->climb, 3);
    json_number(relief, "descent_m", r->descent, 3);
    json_number(relief, "steepest_up", r->steepest_up, 6);
    json_number(relief, "steepest_down", r->steepest_down, 6);
}

// Equal steps one after another. A link is a run of one step.
typedef struct step_run {
    int32_t dx, dy, floors, count; ///< floors: how many floors up
} step_run;

// The run that begins at tiles[*at], which moves to its end.
static step_run next_run(const wend_tile* tiles, int32_t count, int32_t* at) {
    step_run run = {tiles[*at + 1].x - tiles[*at].x, tiles[*at + 1].y - tiles[*at].y,
                    tiles[*at + 1].floor - tiles[*at].floor, 0};
    for (; *at + 1 < count && tiles[*at + 1].x - tiles[*at].x == run.dx &&
           tiles[*at + 1].y - tiles[*at].y == run.dy && tiles[*at + 1].floor - tiles[*at].floor == run.floors;
         ++*at)
        run.count++;
    return run;
}

static void add_runs(cJSON* json, const wend_tile* tiles, int32_t count) {
    cJSON* array = cJSON_AddArrayToObject(json, "tile_runs");
    for (int32_t at = 0; at + 1 < count;) {
        const step_run run = next_run(tiles, count, &at);
        char text[64];
        if (cli_shows_floors())
            snprintf(text, sizeof text, "[%d,%d,%d,%d]", run.dx, run.dy, run.floors, run.count);
        else
            snprintf(text, sizeof text, "[%d,%d,%d]", run.dx, run.dy, run.count);
        cJSON_AddItemToArray(array, cJSON_CreateRaw(text));
    }
}

static void print_runs(const wend_tile* tiles, int32_t count) {
    char text[CLI_TILE_TEXT];
    if (count > 0) printf("%s\n", cli_tile_text(tiles[0], text));
    for (int32_t at = 0; at + 1 < count;) {
        const step_run run = next_run(tiles, count, &at);
        printf("%+d,%+d", run.dx, run.dy);
        if (cli_shows_floors()) printf(",%+d", run.floors);
        printf(" x %d\n", run.count);
    }
}

static void add_snapped(cJSON* json, const char* key, bool is_snapped, wend_tile tile) {
    if (is_snapped)
        json_tile_as(json, key, tile);
    else
        cJSON_AddNullToObject(json, key);
}

// A degree is long: 8 decimals of it are a millimetre.
static bool has_degrees(const answer_frame* f) {
    return f->in_lonlat || f->world.geo.kind == WEND_GEO_GEOGRAPHIC;
}

// floor_opt: on a map with floors.
static void add_position(cJSON* array, const answer_frame* f, world_point at, const uint16_t* floor_opt) {
    char text[128], third[16] = "";
    if (!has_degrees(f) && floor_opt == NULL) {
        json_point(array, at.x, at.y);
        return;
    }
    if (floor_opt != NULL) snprintf(third, sizeof third, ",%d", *floor_opt);
    const int decimals = has_degrees(f) ? 8 : 6;
    snprintf(text, sizeof text, "[%.*f,%.*f%s]", decimals, at.x, decimals, at.y, third);
    cJSON_AddItemToArray(array, cJSON_CreateRaw(text));
}

// In tiles, or in metres where the positions of the map are on the ground.
static double length_of(const plan* p, const answer_frame* f, const wend_grid* grid) {
    return f->in_world_units && f->metres > 0 ? f->metres : path_length(p->path, grid) * f->scale;
}

static void print_json(const path_arguments* a, const plan* p, const answer_frame* f, const wend_world* world,
                       const alternatives* others_opt) {
    const bool is_full = a->tiles == TILES_FULL || a->tiles == TILES_NOT_GIVEN;
    const wend_path* path = p->path;
    const wend_stats* s = &p->stats;
    int32_t tile_count = 0;
    const wend_tile* tiles = wend_path_tiles(path, &tile_count);
    cJSON* json = view_json(&a->of);
    plan_json_ends(json, p);
    json_text(json, "outcome", wend_outcome_string(wend_path_outcome(path)));
    json_number(json, "cost", wend_path_cost(path) * f->cost_scale, 6);
    if (f->world.cost_unit[0] != '\0') json_text(json, "cost_unit", f->world.cost_unit);
    const int32_t goal = wend_path_goal(path);
    json_integer(json, "goal_index", goal);
    if (goal >= 0)
        json_tile_as(json, "goal", wend_path_goal_tile(path));
    else
        cJSON_AddNullToObject(json, "goal");
    wend_tile from, to;
    const wend_snapped snapped = wend_path_snapped(path, &from, &to);
    add_snapped(json, "snapped_from", snapped.start, wend_path_start_tile(path));
    add_snapped(json, "snapped_to", snapped.goal, wend_path_goal_tile(path));
    json_number(json, "length", length_of(p, f, wend_world_grid(world)), 6);
    if (f->world.geo.kind != WEND_GEO_NONE) json_number(json, "length_m", f->metres, 3);
    add_relief(json, f);
    json_text(json, "units", plan_unit_names[a->plan.units]);
    json_integer(json, "tile_count", tile_count);
    if (is_full) json_tiles(json, "tiles", tiles, tile_count);
    if (a->tiles == TILES_RLE) add_runs(json, tiles, tile_count);
    cJSON* array = cJSON_AddArrayToObject(json, "waypoints");
    int32_t floor_count = 0;
    const uint16_t* floors = wend_path_waypoint_floors(path, &floor_count); // NULL: there is one
    for (int32_t i = 0; i < f->waypoint_count; i++)
        add_position(array, f, f->waypoints[i], floors != NULL ? &floors[i] : NULL);
    connections_json_path(json, wend_world_grid(world), path);
    if (f->in_world_units && is_full) {
        array = cJSON_AddArrayToObject(json, "positions");
        for (int32_t i = 0; i < tile_count; i++)
            add_position(array, f, f->tiles[i], floors != NULL ? &tiles[i].floor : NULL);
    }
    if (others_opt != NULL) alternatives_json(json, others_opt, wend_world_grid(world), f->scale);
    cJSON* stats = cJSON_AddObjectToObject(json, "stats");
    json_integer(stats, "expanded", s->expanded);
    json_integer(stats, "generated", s->generated);
    json_integer(stats, "reopened", s->reopened);
    json_integer(stats, "abstract_expanded", s->abstract_expanded);
    json_integer(stats, "clusters_refined", s->clusters_refined);
    cJSON_AddBoolToObject(stats, "subgoals", s->used_subgoals);
    json_integer(stats, "scanned", s->scanned);
    json_number(stats, "us_insert", microseconds(s->insert_ns), 3);
    json_number(stats, "us_route", microseconds(s->route_ns), 3);
    json_number(stats, "us_refine", microseconds(s->refine_ns), 3);
    json_number(stats, "us_smooth", microseconds(s->smooth_ns), 3);
    json_number(stats, "us_total", microseconds(s->total_ns), 3);
    json_hash(json, "hash", wend_path_hash(path));
    json_print(json);
}

// Which ends the path has in place of those that were asked for.
static void print_ends(const plan* p, const wend_world* world, int units) {
    const wend_path* path = p->path;
    const wend_grid* grid = wend_world_grid(world);
    char at[PLAN_PLACE_BYTES], instead_of[PLAN_PLACE_BYTES], distance[PLAN_PLACE_BYTES];
    wend_tile from, to;
    const wend_snapped snapped = wend_path_snapped(path, &from, &to);
    const wend_tile start = wend_path_start_tile(path), goal = wend_path_goal_tile(path);
    if (snapped.start) {
        plan_place(world, units, start, at);
        plan_place(world, units, from, instead_of);
        printf("start        %s, the passable tile nearest to %s\n", at, instead_of);
    }
    if (wend_grid_contains(grid, goal)) plan_place(world, units, goal, at);
    if (snapped.goal) {
        plan_place(world, units, to, instead_of);
        printf("goal         %s, the passable tile nearest to %s\n", at, instead_of);
    }
    if (p->query.goal_count > 0 && wend_path_goal(path) >= 0)
        printf("goal         %s, the nearest of %d\n", at, p->query.goal_count);
    else if (!snapped.goal && wend_grid_contains(grid, goal) &&
             (p->query.goal_area.width > 0 || p->query.goal_class >= 0))
        printf("goal         %s, the nearest tile of %s\n", at,
               p->query.goal_class >= 0 ? "the class" : "the area");
    if (wend_path_outcome(path) != WEND_PARTIAL) return;
    int32_t count = 0;
    const wend_tile last = wend_path_tiles(path, &count)[count - 1];
    const wend_vec2 a = wend_grid_center(grid, last), b = wend_grid_center(grid, goal);
    plan_place(world, units, last, instead_of);
    plan_distance(world, units,
                  hypot((double)a.x - (double)b.x, (double)a.y - (double)b.y) /
                      (double)wend_grid_tile_size(grid),
                  distance);
    printf("ends at      %s, %s from %s, which no path reaches\n", instead_of, distance, at);
}

// Why an end is blocked, and how far the nearest tile is that is not. map: the world itself, without a
// profile and an overlay.
static void print_blocked(const path_arguments* a, const plan* p, const wend_world* map,
                          const wend_world* world) {
    const wend_outcome outcome = wend_path_outcome(p->path);
    const bool is_start = outcome == WEND_START_BLOCKED;
    if (!is_start && outcome != WEND_GOAL_BLOCKED) return;
    const bool has_goal = p->goal_count == 1; // of several, all are blocked
    if (!is_start && !has_goal) return;
    const wend_tile tile = is_start ? p->query.start : p->goals[0];
    const uint8_t k = wend_grid_class(wend_world_grid(map), tile);
    const world_source source = world_source_read(wend_world_metadata(map));
    const bool by_class = wend_grid_class_costs(wend_world_grid(map))[k] == 0;
    wend_profile_def profile = wend_default_profile_def();
    char at[PLAN_PLACE_BYTES], free_at[PLAN_PLACE_BYTES], distance[PLAN_PLACE_BYTES];
    plan_place(world, a->plan.units, tile, at);
    printf("blocked      %s %s: ", is_start ? "start" : "goal", at);
    const int32_t index = a->plan.profile != NULL ? wend_world_find_profile(map, a->plan.profile) : 0;
    wend_world_get_profile(map, index, &profile);
    if (wend_grid_passable(wend_world_grid(wend_world_profile(map, index)), tile))
        printf("to be avoided, or unknown");
    else if (by_class || (a->plan.profile != NULL && profile.class_costs[k] == 0))
        printf("class %d%s%s%s is blocked%s%s", k, source.meanings[k][0] != '\0' ? " (" : "",
               source.meanings[k], source.meanings[k][0] != '\0' ? ")" : "",
               by_class ? "" : " for the profile ", by_class ? "" : a->plan.profile);
    else
        printf("nearer to an obstacle or the edge of the map than the profile %s may be", a->plan.profile);
    // A query from the tile to itself, whose ends may lie anywhere.
    wend_query query = wend_default_query(tile, tile);
    query.snap = (float)(wend_grid_width(wend_world_grid(world)) + wend_grid_height(wend_world_grid(world)));
    wend_path* path = NULL;
    if (wend_path_create(NULL, &path) == WEND_OK &&
        wend_find_path(p->search, world, &query, path, NULL) == WEND_OK && wend_path_goal(path) >= 0) {
        const wend_tile nearest = wend_path_start_tile(path);
        const wend_vec2 from = wend_grid_center(wend_world_grid(world), tile);
        const wend_vec2 to = wend_grid_center(wend_world_grid(world), nearest);
        plan_place(world, a->plan.units, nearest, free_at);
        plan_distance(world, a->plan.units,
                      hypot((double)to.x - (double)from.x, (double)to.y - (double)from.y) /
                          (double)wend_grid_tile_size(wend_world_grid(world)),
                      distance);
        printf("; the nearest free tile, %s, is %s away (--snap)", free_at, distance);
    }
    printf("\n");
    wend_path_destroy(path);
}

static void print_position(const answer_frame* f, world_point at, wend_tile tile) {
    printf(has_degrees(f) ? "%.8f,%.8f" : "%.6f,%.6f", at.x, at.y);
    printf(cli_shows_floors() ? ",%d\n" : "\n", tile.floor);
}

static void print_text(const path_arguments* a, const plan* p, const answer_frame* f, const wend_world* map,
                       const wend_world* world, const alternatives* others_opt) {
    const wend_grid* grid = wend_world_grid(world);
    const int with_tiles = a->tiles;
    const wend_path* path = p->path;
    const wend_stats* s = &p->stats;
    char text[CLI_TILE_TEXT];
    int32_t tile_count = 0, waypoint_count = 0, route_count = 0;
    const wend_tile* tiles = wend_path_tiles(path, &tile_count);
    wend_path_waypoints(path, &waypoint_count);
    wend_path_route(path, &route_count);
    printf("outcome      %s\n", wend_outcome_string(wend_path_outcome(path)));
    if (tile_count > 0) {
        const bool is_metric = f->world.is_ros || f->world.geo.kind != WEND_GEO_NONE;
        const char* unit = f->in_world_units && is_metric ? " m" : "";
        print_cost(f, wend_path_cost(path) * f->cost_scale, unit);
        if (f->in_world_units)
            printf("distance     %.6f%s\n", length_of(p, f, grid), unit);
        else if (f->metres > 0)
            printf("distance     %.6f m\n", f->metres);
        if (f->heights != NULL) print_relief(f, world, tiles, a->plan.units);
        printf("length       %d tile%s, %d waypoint%s, %d point%s of the abstract path\n", tile_count,
               cli_plural(tile_count), waypoint_count, cli_plural(waypoint_count), route_count,
               cli_plural(route_count));
        connections_print_path(grid, path);
    }
    print_ends(p, world, a->plan.units);
    print_blocked(a, p, map, world);
    if (others_opt != NULL) alternatives_print(others_opt, f->scale);
    if (s->used_subgoals)
        printf("expanded     %lld subgoal%s of the index (wend bake --subgoals)",
               (long long)s->abstract_expanded, cli_plural(s->abstract_expanded));
    else
        printf("expanded     %lld tile%s, %lld abstract node%s", (long long)s->expanded,
               cli_plural(s->expanded), (long long)s->abstract_expanded, cli_plural(s->abstract_expanded));
    if (s->scanned > 0)
        printf("; scanned %lld tile%s in %lld sweep%s of clusters", (long long)s->scanned,
               cli_plural(s->scanned), (long long)s->clusters_refined, cli_plural(s->clusters_refined));
    else if (s->clusters_refined > 0)
        printf(", in %lld cluster%s", (long long)s->clusters_refined, cli_plural(s->clusters_refined));
    if (s->generated > 0)
        printf("; %lld put on the open list, %lld reopened", (long long)s->generated, (long long)s->reopened);
    printf("\n");
    printf("time         %.0f us: insert %.0f, route %.0f, refine %.0f, smooth %.0f\n",
           microseconds(s->total_ns), microseconds(s->insert_ns), microseconds(s->route_ns),
           microseconds(s->refine_ns), microseconds(s->smooth_ns));
    printf("hash         %016llx\n", (unsigned long long)wend_path_hash(path));
    if (with_tiles == TILES_RLE) print_runs(tiles, tile_count);
    for (int32_t i = 0; with_tiles == TILES_FULL && i < tile_count; i++) {
        if (f->in_world_units)
            print_position(f, f->tiles[i], tiles[i]);
        else
            printf("%s\n", cli_tile_text(tiles[i], text));
    }
}

static int render(const wend_world* world, const plan* p, const alternatives* others_opt, const char* file) {
    double scale = scene_default_scale(wend_world_grid(world));
    scene s = {.world = world,
               .query = &p->query,
               .path = p->path,
               .layers = scene_default_layers(world, scale, true),
               .level = 1,
               .scale = scale};
    if (others_opt != NULL) s.extra = alternatives_draw, s.extra_context = others_opt;
    return scene_write(&s, file, NULL, NULL);
}

static bool writes_stream(const path_arguments* a) {
    return (a->geojson != NULL && output_is_stream(a->geojson)) ||
           (a->gpx != NULL && output_is_stream(a->gpx));
}

// The path as GeoJSON and GPX: the waypoints where they are smoothed, else the tiles.
static int write_files(const path_arguments* a, const plan* p, const answer_frame* f,
                       const wend_world* world) {
    const char* const files[] = {a->geojson, a->gpx};
    int code = CLI_OK;
    for (int i = 0; i < 2 && code == CLI_OK; i++)
        if (files[i] != NULL && f->tile_count > 0)
            code = lonlat_write_way(a->of.world, world, (wend_path*[]){p->path}, 1, a->plan.query.smooth,
                                    f->cost_scale, i == 0 ? PATH_GEOJSON : PATH_GPX, files[i]);
    return code;
}

static int report(const path_arguments* a, const wend_world* map, const wend_world* world, const plan* p) {
    alternatives found = {0};
    const alternatives* others_opt = a->alternatives > 0 ? &found : NULL;
    int code = CLI_OK;
    if (others_opt != NULL) code = alternatives_find(world, p, (int32_t)a->alternatives, &found);
    if (code == CLI_OK && a->render != NULL) code = render(world, p, others_opt, a->render);
    if (code == CLI_OK) {
        answer_frame f = {.world = world_frame_of(world),
                          .in_world_units = a->plan.units != UNITS_TILES,
                          .in_lonlat = a->plan.units == UNITS_LONLAT,
                          .scale = 1,
                          .cost_scale = 1};
        if (f.in_world_units) f.scale = world_frame_tile_size(&f.world);
        if (f.in_world_units) f.cost_scale = plan_cost_scale(world);
        f.metres = path_metres(p->path, &f.world);
        code = find_positions(&f, world, p->path, f.in_lonlat);
        find_relief(&f, world, p->path);
        if (code == CLI_OK) code = write_files(a, p, &f, world);
        if (code == CLI_OK) {
            if (a->of.common.json)
                print_json(a, p, &f, world, others_opt);
            else if (!writes_stream(a))
                print_text(a, p, &f, map, world, others_opt);
            code = plan_exit_code(p);
        }
        free(f.tiles);
        free(f.heights);
    }
    alternatives_destroy(&found);
    return code;
}

static int check_arguments(void* arguments) {
    path_arguments* a = arguments;
    a->of.units = a->plan.units;
    a->of.profile = a->plan.profile;
    return a->plan.from.given ? plan_check_goal(&a->plan)
                              : command_fail(CLI_USAGE, "--from X,Y is missing (see wend path --help)");
}

static int run_on_world(const void* arguments, const wend_world* world) {
    const path_arguments* a = arguments;
    plan p;
    int code = plan_make(world, &a->plan, &p);
    if (code != CLI_OK) return code;
    code = report(a, a->of.opened, world, &p);
    plan_destroy(&p);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    path_arguments a = {.of.opener = world_map, .plan = plan_default_options(), .tiles = TILES_NOT_GIVEN};
    return view_run(self, argc, argv, &a.of, check_arguments, run_on_world);
}

const command command_path = {
    .name = "path",
    .summary = "plan a path between two tiles",
    .details =
        "Prints the outcome (found, partial, no_route, start_blocked, goal_blocked), the cost and how the "
        "path was found.\n"
        "Costs are in tile units: a straight step into a tile of cost 1 is 1. Exits with 1 when no path "
        "reaches the goal,\n"
        "also when it prints a partial path.\n"
        "With several --to the path leads to the nearest of these goals, with --to-area and --to-class to "
        "the nearest tile\n"
        "of the area or class.\n"
        "--units world takes and gives world units; in a ROS map these are metres with y upwards, as its "
        "YAML defines them,\n"
        "in a GeoTIFF the coordinates of its coordinate system. Then lengths are metres on the ground.",
    .example = "wend path island.wend --from 150,200 --to 830,220 --render path.png",
    .options = options,
    .run = run,
};
