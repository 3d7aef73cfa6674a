// plan.c: how do the options of a command become a planned query?
#include "plan.h"
#include "clock.h"

const char* const plan_algorithm_names[] = {"hpa", "exact", "astar", "dijkstra", "bfs", NULL};
_Static_assert(sizeof plan_algorithm_names / sizeof plan_algorithm_names[0] == WEND_ALGORITHM_COUNT + 1,
               "each named");
const char* const plan_heuristic_names[] = {"octile", "manhattan", "chebyshev", "euclidean", "none", NULL};
_Static_assert(sizeof plan_heuristic_names / sizeof plan_heuristic_names[0] == WEND_HEURISTIC_COUNT + 1,
               "each named");

enum { UNITS_TILES, UNITS_WORLD };
const char* const plan_unit_names[] = {"tiles", "world", NULL};

plan_options plan_default_options(void) {
    wend_query query = wend_default_query((wend_tile){0, 0}, (wend_tile){0, 0});
    return (plan_options){.units = UNITS_TILES,
                          .algorithm = (int)query.algorithm,
                          .heuristic = (int)query.heuristic,
                          .weight = (double)query.heuristic_weight,
                          .smooth = query.smooth};
}

static int tile_from_position(const char* command_name, const char* name, const wend_world* world,
                              option_point point, wend_tile* out) {
    const world_frame frame = world_frame_of(world);
    if (world_frame_tile_at(&frame, (world_point){point.x, point.y}, out)) return CLI_OK;
    world_point low, high;
    world_frame_bounds(&frame, &low, &high);
    return cli_fail(CLI_USAGE,
                    "%s: --%s %.9g,%.9g is outside the map, which has x in %.9g..%.9g and y in %.9g..%.9g",
                    command_name, name, point.x, point.y, low.x, high.x, low.y, high.y);
}

static int tile_from_tile(const char* command_name, const char* name, const wend_world* world,
                          option_point point, wend_tile* out) {
    const wend_grid* grid = wend_world_grid(world);
    int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    if (!(point.x >= 0 && point.x < width && point.y >= 0 && point.y < height))
        return cli_fail(CLI_USAGE,
                        "%s: --%s %.9g,%.9g is outside the map, which has x in 0..%d and y in 0..%d",
                        command_name, name, point.x, point.y, width - 1, height - 1);
    *out = (wend_tile){(int32_t)point.x, (int32_t)point.y};
    if (out->x != point.x || out->y != point.y)
        return cli_fail(CLI_USAGE, "%s: --%s %.9g,%.9g: tiles are whole numbers (or use --units world)",
                        command_name, name, point.x, point.y);
    return CLI_OK;
}

int plan_make(const char* command_name, const wend_world* world, const plan_options* options, plan* out) {
    wend_tile start, goal;
    int (*tile_from)(const char*, const char*, const wend_world*, option_point, wend_tile*) =
        options->units == UNITS_WORLD ? tile_from_position : tile_from_tile;
    int code = tile_from(command_name, "from", world, options->from, &start);
    if (code == CLI_OK) code = tile_from(command_name, "to", world, options->to, &goal);
    if (code != CLI_OK) return code;

    *out = (plan){.query = wend_default_query(start, goal)};
    out->query.algorithm = (wend_algorithm)options->algorithm;
    out->query.heuristic = (wend_heuristic)options->heuristic;
    out->query.heuristic_weight = (float)options->weight;
    out->query.smooth = options->smooth;
    wend_search_def def = wend_default_search_def();
    def.clock_ns = clock_wall_ns;
    wend_result result = wend_search_create(&def, &out->search);
    if (result == WEND_OK) result = wend_path_create(NULL, &out->path);
    if (result == WEND_OK) result = wend_find_path(out->search, world, &out->query, out->path, &out->stats);
    if (result == WEND_OK) return CLI_OK;
    plan_destroy(out);
    return cli_fail(cli_exit_code(result, CLI_WORKING), "%s: %s", command_name, wend_result_string(result));
}

void plan_destroy(plan* p) {
    wend_path_destroy(p->path);
    wend_search_destroy(p->search);
}

bool plan_in_world_units(const plan_options* options) {
    return options->units == UNITS_WORLD;
}

double plan_length(const plan* p) {
    int32_t count = 0;
    const wend_tile* tiles = wend_path_tiles(p->path, &count);
    int64_t straight = 0, diagonal = 0;
    for (int32_t i = 1; i < count; i++) {
        const bool is_diagonal = tiles[i].x != tiles[i - 1].x && tiles[i].y != tiles[i - 1].y;
        straight += !is_diagonal;
        diagonal += is_diagonal;
    }
    return (double)straight + (double)diagonal * 1.41421356237309504880;
}

int plan_exit_code(const plan* p) {
    return wend_path_outcome(p->path) == WEND_FOUND ? CLI_OK : CLI_NEGATIVE;
}
