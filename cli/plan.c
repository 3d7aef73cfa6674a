// plan.c: how do the options of a command become a planned query?
#include "plan.h"
#include "clock.h"
#include "json.h"
#include "memory.h"
#include "places.h"
#include "tile_set.h"
#include "world_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char* const plan_algorithm_names[] = {"hpa", "exact", "astar", "dijkstra", "bfs", "greedy", NULL};
_Static_assert(sizeof plan_algorithm_names / sizeof plan_algorithm_names[0] == WEND_ALGORITHM_COUNT + 1,
               "each named");
const char* const plan_heuristic_names[] = {"octile", "manhattan", "chebyshev", "euclidean", "none", NULL};
_Static_assert(sizeof plan_heuristic_names / sizeof plan_heuristic_names[0] == WEND_HEURISTIC_COUNT + 1,
               "each named");

const char* const plan_refinement_names[] = {"sweep", "astar", NULL};
_Static_assert(sizeof plan_refinement_names / sizeof plan_refinement_names[0] == WEND_REFINEMENT_COUNT + 1,
               "each named");

const char* const plan_unit_names[] = {"tiles", "world", "lonlat", NULL};

plan_options plan_default_options(void) {
    const wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){0, 0});
    return (plan_options){.query = query, .units = UNITS_TILES, .snap = (double)query.snap};
}

bool plan_has_goal(const plan_options* options) {
    return options->to.count > 0 || options->to_area != NULL || options->query.goal_class >= 0;
}

int plan_check_goal(const plan_options* options) {
    const int kinds = (options->to.count > 0) + (options->to_area != NULL) + (options->query.goal_class >= 0);
    if (kinds == 0)
        return command_fail(CLI_USAGE, "--to X,Y is missing (or --to-area, --to-class; see wend %s --help)",
                            cli_command_name());
    return kinds == 1 ? CLI_OK : command_fail(CLI_USAGE, "--to, --to-area and --to-class exclude each other");
}

static int tile_from_position(const char* where, const wend_world* world, int units, option_point point,
                              wend_tile* out) {
    const world_frame frame = world_frame_of(world);
    if (units == UNITS_LONLAT) {
        world_point at = {point.x, point.y};
        const int code = lonlat_to_positions(&frame, &at, 1);
        if (code != CLI_OK) return code;
        if (world_frame_tile_at(&frame, at, out)) return CLI_OK;
        return cli_fail(CLI_USAGE, "%s %.9g,%.9g (longitude, latitude) is outside the map", where, point.x,
                        point.y);
    }
    if (world_frame_tile_at(&frame, (world_point){point.x, point.y}, out)) return CLI_OK;
    world_point low, high;
    world_frame_bounds(&frame, &low, &high);
    return cli_fail(CLI_USAGE,
                    "%s %.9g,%.9g is outside the map, which has x in %.9g..%.9g and y in %.9g..%.9g", where,
                    point.x, point.y, low.x, high.x, low.y, high.y);
}

static int tile_from_tile(const char* where, const wend_world* world, option_point point, wend_tile* out) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_rect map = wend_grid_area(grid);
    const int32_t right = map.x + map.width - 1, bottom = map.y + map.height - 1;
    if (!(point.x >= map.x && point.x <= right && point.y >= map.y && point.y <= bottom))
        return cli_fail(CLI_USAGE, "%s %.9g,%.9g is outside the map, which has x in %d..%d and y in %d..%d",
                        where, point.x, point.y, map.x, right, map.y, bottom);
    *out = (wend_tile){(int32_t)point.x, (int32_t)point.y};
    if (out->x != point.x || out->y != point.y)
        return cli_fail(CLI_USAGE, "%s %.9g,%.9g: tiles are whole numbers (or use --units world)", where,
                        point.x, point.y);
    return CLI_OK;
}

// CLI_OK when the map has this floor.
static int check_floor(const char* where, const wend_grid* grid, int32_t floor) {
    const int32_t count = wend_grid_floors(grid);
    if (floor >= 0 && floor < count) return CLI_OK;
    return count > 1 ? cli_fail(CLI_USAGE, "%s floor %d: the map has floors 0..%d", where, floor, count - 1)
                     : cli_fail(CLI_USAGE, "%s floor %d: the map has one floor, 0", where, floor);
}

int plan_tile_at(const char* where, const wend_world* world, int units, option_point point, wend_tile* out) {
    int code = units == UNITS_TILES ? tile_from_tile(where, world, point, out)
                                    : tile_from_position(where, world, units, point, out);
    if (code == CLI_OK) code = check_floor(where, wend_world_grid(world), point.floor);
    if (code == CLI_OK) out->floor = (uint16_t)point.floor;
    return code;
}

int plan_tile(const char* option_name, const wend_world* world, int units, option_point point,
              wend_tile* out) {
    char where[64];
    snprintf(where, sizeof where, "%s: --%s", cli_command_name(), option_name);
    return plan_tile_at(where, world, units, point, out);
}

int plan_tiles(const char* option_name, const wend_world* world, int units, const option_points* points,
               wend_tile** out) {
    const int count = points->count;
    wend_tile* tiles = memory_for(count, sizeof *tiles, "tiles");
    char at[CLI_TILE_TEXT];
    int code = CLI_OK, passable = 0;
    for (int i = 0; i < count && code == CLI_OK; i++) {
        code = plan_tile(option_name, world, units, points->items[i], &tiles[i]);
        if (code == CLI_OK) passable += wend_grid_passable(wend_world_grid(world), tiles[i]);
    }
    if (code == CLI_OK && passable == 0)
        code = count > 1 ? command_fail(CLI_NEGATIVE, "all %d tiles of --%s are blocked", count, option_name)
                         : command_fail(CLI_NEGATIVE, "--%s %s is blocked", option_name,
                                        cli_tile_text(tiles[0], at));
    if (code == CLI_OK && passable < count)
        cli_warn("left out are blocked tiles of --%s: %d of %d", option_name, count - passable, count);
    if (code == CLI_OK)
        *out = tiles;
    else
        free(tiles);
    return code;
}

void plan_place(const wend_world* world, int units, wend_tile tile, char out[PLAN_PLACE_BYTES]) {
    const world_frame frame = world_frame_of(world);
    world_point at = world_frame_center(&frame, tile);
    if (units == UNITS_TILES) {
        cli_tile_text(tile, out);
        return;
    }
    if (units == UNITS_LONLAT) (void)lonlat_of_positions(&frame, &at, 1);
    const bool has_degrees = units == UNITS_LONLAT || frame.geo.kind == WEND_GEO_GEOGRAPHIC;
    const int length = snprintf(out, PLAN_PLACE_BYTES, has_degrees ? "%.8f,%.8f" : "%.9g,%.9g", at.x, at.y);
    if (cli_shows_floors()) snprintf(out + length, PLAN_PLACE_BYTES - (size_t)length, ",%d", tile.floor);
}

void plan_distance(const wend_world* world, int units, double tiles, char out[PLAN_PLACE_BYTES]) {
    const world_frame frame = world_frame_of(world);
    const bool is_metric = frame.is_ros || frame.geo.kind != WEND_GEO_NONE;
    if (units == UNITS_TILES)
        snprintf(out, PLAN_PLACE_BYTES, "%.2f tiles", tiles);
    else
        snprintf(out, PLAN_PLACE_BYTES, is_metric ? "%.2f m" : "%.4g world units",
                 tiles * world_frame_tile_size(&frame));
}

int plan_area(const char* option_name, const wend_world* world, int units, const double area[5],
              const char* text, wend_rect* out) {
    const wend_grid* grid = wend_world_grid(world);
    const double x = area[0], y = area[1], w = area[2], h = area[3];
    char where[64];
    snprintf(where, sizeof where, "%s: --%s", cli_command_name(), option_name);
    const int code = check_floor(where, grid, (int32_t)area[4]);
    if (code != CLI_OK) return code;
    if (units == UNITS_TILES) return tile_area_check(option_name, grid, area, text, out);
    const world_frame frame = world_frame_of(world);
    const double* t = frame.geo.transform;
    if (units == UNITS_LONLAT || frame.hexagons != NULL || frame.ros.origin[2] != 0 ||
        (frame.geo.has_transform && (t[2] != 0 || t[4] != 0)))
        return command_fail(CLI_USAGE,
                            "--%s %s: a rectangle in longitude and latitude, on a rotated map or on hexagons "
                            "is none of tiles; expected --units tiles",
                            option_name, text);
    world_point low, high;
    world_frame_bounds(&frame, &low, &high);
    // A border of the rectangle on one between tiles touches only the tiles inside.
    const double inside = 1e-6 * fmin(fabs(high.x - low.x) / wend_grid_width(grid),
                                      fabs(high.y - low.y) / wend_grid_height(grid));
    wend_tile a, b;
    if (!world_frame_tile_at(&frame, (world_point){x + inside, y + inside}, &a) ||
        !world_frame_tile_at(&frame, (world_point){x + w - inside, y + h - inside}, &b))
        return tile_area_leaves(option_name, text, low.x, high.x, low.y, high.y);
    *out = (wend_rect){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, abs(a.x - b.x) + 1, abs(a.y - b.y) + 1,
                       (uint16_t)area[4]};
    return CLI_OK;
}

int plan_area_of(const char* option_name, const wend_world* world, int units, const char* text,
                 wend_rect* out) {
    double area[5];
    const bool whole = units == UNITS_TILES;
    if (!tile_area_numbers(text, whole, area))
        return command_fail(CLI_USAGE, "--%s expects X,Y,W,H[,F], %s, got '%s'", option_name,
                            whole ? "whole numbers, W and H at least 1" : "W and H above 0", text);
    return plan_area(option_name, world, units, area, text, out);
}

int plan_area_tiles(const char* option_name, const wend_world* world, wend_rect area, wend_tile** out,
                    int32_t* count_out) {
    const wend_grid* grid = wend_world_grid(world);
    const int64_t all = (int64_t)area.width * area.height;
    if (all > INT32_MAX) memory_fail(all, "tiles of an area");
    wend_tile* tiles = memory_for(all, sizeof *tiles, "tiles of an area");
    int32_t count = 0;
    for (int32_t y = area.y; y < area.y + area.height; y++)
        for (int32_t x = area.x; x < area.x + area.width; x++)
            if (wend_grid_passable(grid, (wend_tile){x, y, area.floor}))
                tiles[count++] = (wend_tile){x, y, area.floor};
    *out = tiles;
    *count_out = count;
    return count > 0 ? CLI_OK
                     : command_fail(CLI_NEGATIVE, "all %lld tiles of --%s are blocked", (long long)all,
                                    option_name);
}

static int read_class(const wend_grid* grid, int32_t terrain_class) {
    const int64_t* counts = wend_grid_class_counts(grid);
    char list[80];
    size_t length = 0;
    if (counts[terrain_class] > 0) return CLI_OK;
    for (int k = 0; k < WEND_CLASS_COUNT && length + 8 < sizeof list; k++)
        if (counts[k] > 0) length += (size_t)snprintf(list + length, sizeof list - length, " %d", k);
    return command_fail(CLI_USAGE, "--to-class %d: no tile is of this class, but some are of%s%s",
                        terrain_class, list, length + 8 < sizeof list ? "" : " ...");
}

// The ends of the query. CLI_OK or an exit code.
static int read_ends(const wend_world* world, const plan_options* options, plan* out) {
    const option_points* to = &options->to;
    const wend_grid* grid = wend_world_grid(world);
    wend_tile start;
    wend_rect area = {0};
    int code = plan_tile("from", world, options->units, options->from, &start);
    if (code == CLI_OK && options->to_area != NULL)
        code = plan_area_of("to-area", world, options->units, options->to_area, &area);
    if (code == CLI_OK && options->query.goal_class >= 0) code = read_class(grid, options->query.goal_class);
    if (code != CLI_OK) return code;
    wend_tile* goals = memory_for(to->count, sizeof *goals, "goals");
    for (int i = 0; i < to->count && code == CLI_OK; i++)
        code = plan_tile("to", world, options->units, to->items[i], &goals[i]);
    if (code != CLI_OK) {
        free(goals);
        return code;
    }
    *out = (plan){.query = options->query, .goals = goals, .goal_count = to->count};
    out->query.start = start;
    out->query.goal = to->count > 0 ? goals[0] : start;
    out->query.goal_area = area;
    if (to->count <= 1) return CLI_OK;
    out->query.goals = goals;
    out->query.goal_count = to->count;
    return CLI_OK;
}

static bool is_hex(const wend_grid* grid) {
    return wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R;
}

// The engine takes hex diagonals on hexagons, in searches over tiles alone.
static int check_hex_diagonals(const wend_world* world, wend_algorithm algorithm) {
    const wend_connectivity connectivity = wend_grid_connectivity(wend_world_grid(world));
    if (!is_hex(wend_world_grid(world)))
        return command_fail(CLI_USAGE,
                            "--hex-diagonals needs a world of hexagons (see wend bake --move hex), but this "
                            "one has the connectivity %s",
                            world_connectivity_names[connectivity]);
    if (algorithm == WEND_HPA || algorithm == WEND_EXACT)
        return command_fail(CLI_USAGE,
                            "--hex-diagonals needs --algorithm astar, dijkstra, bfs or greedy; %s takes only "
                            "the six steps to neighbours",
                            plan_algorithm_names[algorithm]);
    return CLI_OK;
}

// The engine takes both where a search over tiles is ordered by cost so far.
static int check_reopening(const wend_query* q) {
    if ((!q->reopen && !q->until_proven) || q->algorithm == WEND_ASTAR || q->algorithm == WEND_DIJKSTRA)
        return CLI_OK;
    return command_fail(CLI_USAGE, "--%s needs --algorithm astar or dijkstra, got %s",
                        q->until_proven ? "until-proven" : "reopen", plan_algorithm_names[q->algorithm]);
}

// What only A* goes by, and greedy search.
static int check_heuristic(const wend_query* q) {
    const wend_query usual = plan_default_options().query;
    const bool has_weight = q->heuristic_weight != usual.heuristic_weight;
    if (q->algorithm == WEND_ASTAR || (!has_weight && q->heuristic == usual.heuristic) ||
        (!has_weight && q->algorithm == WEND_GREEDY))
        return CLI_OK;
    return command_fail(CLI_USAGE, "--%s needs --algorithm astar%s, got %s",
                        has_weight ? "weight" : "heuristic", has_weight ? "" : " or greedy",
                        plan_algorithm_names[q->algorithm]);
}

int plan_check_refinement(wend_algorithm algorithm, wend_refinement refinement) {
    if (refinement == WEND_REFINE_SWEEP || algorithm == WEND_HPA || algorithm == WEND_EXACT) return CLI_OK;
    return command_fail(CLI_USAGE, "--refine %s needs --algorithm hpa or exact; %s refines nothing",
                        plan_refinement_names[refinement], plan_algorithm_names[algorithm]);
}

int plan_make(const wend_world* world, const plan_options* options, plan* out) {
    const wend_query* q = &options->query;
    int code = plan_check_refinement(q->algorithm, q->refinement);
    if (code == CLI_OK) code = check_heuristic(q);
    if (code == CLI_OK) code = check_reopening(q);
    if (code == CLI_OK && q->hex_diagonals) code = check_hex_diagonals(world, q->algorithm);
    if (code == CLI_OK) code = read_ends(world, options, out);
    if (code != CLI_OK) return code;
    const world_frame frame = world_frame_of(world);
    out->query.snap = (float)(options->units == UNITS_TILES ? options->snap
                                                            : options->snap / world_frame_tile_size(&frame));
    wend_search_def def = wend_default_search_def();
    def.clock_ns = clock_wall_ns;
    wend_result result = wend_search_create(&def, &out->search);
    if (result == WEND_OK) result = wend_path_create(NULL, &out->path);
    if (result == WEND_OK) result = wend_find_path(out->search, world, &out->query, out->path, &out->stats);
    if (result == WEND_OK) {
        cli_note("planned with %s: %s, %lld tiles and %lld abstract nodes expanded, %lld tiles scanned",
                 plan_algorithm_names[q->algorithm], wend_outcome_string(wend_path_outcome(out->path)),
                 (long long)out->stats.expanded, (long long)out->stats.abstract_expanded,
                 (long long)out->stats.scanned);
        return CLI_OK;
    }
    plan_destroy(out);
    return world_result(world, cli_command_name(), result);
}

void plan_destroy(plan* p) {
    wend_path_destroy(p->path);
    wend_search_destroy(p->search);
    free(p->goals);
}

double plan_cost_scale(const wend_world* world) {
    const wend_grid* grid = wend_world_grid(world);
    const world_frame frame = world_frame_of(world);
    const float length = wend_grid_unit_length(grid);
    return length == wend_grid_tile_size(grid) ? world_frame_tile_size(&frame) : (double)length;
}

void plan_cost_text(const wend_world* world, double cost, char out[COST_TEXT]) {
    const world_frame frame = world_frame_of(world);
    world_frame_cost_text(&frame, cost, 6, out);
}

void plan_json_cost_unit(cJSON* object, const wend_world* world) {
    const world_frame frame = world_frame_of(world);
    if (frame.cost_unit[0] != '\0') json_text(object, "cost_unit", frame.cost_unit);
}

void plan_json_ends(cJSON* object, const plan* p) {
    json_tile_as(object, "from", p->query.start);
    json_tiles(object, "to", p->goals, p->goal_count);
}

int plan_exit_code(const plan* p) {
    return wend_path_outcome(p->path) == WEND_FOUND ? CLI_OK : CLI_NEGATIVE;
}
