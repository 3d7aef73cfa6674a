// path.c: `wend path`: plans one query.
#include "connections.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "plan.h"
#include "png_out.h"
#include "scene.h"
#include "world_file.h"

#include <stdio.h>

typedef struct path_arguments {
    common_options common;
    const char* world;
    plan_options plan;
    bool tiles;
    const char* render;
} path_arguments;

#define AT(member) offsetof(path_arguments, member)
static const option options[] = {
    OPT_OPERAND("WORLD", "a baked world", AT(world)),
    PLAN_OPTIONS(path_arguments, plan, REQUIRED),
    OPT_FLAG(0, "tiles", "list the tiles of the path, one X,Y per line, in --units", AT(tiles)),
    OPT_TEXT(0, "render", "OUT.png", "draw the path on the map", AT(render), OPTIONAL),
    COMMON_OPTIONS(path_arguments),
    OPT_END,
};

static double microseconds(int64_t nanoseconds) {
    return (double)nanoseconds * 1e-3;
}

// Of which unit the answer is, and how many tiles make one.
typedef struct answer_frame {
    world_frame world;
    bool in_world_units;
    double scale; ///< world units per tile, or 1
} answer_frame;

static world_point position_of(const answer_frame* f, const wend_world* world, wend_vec2 waypoint) {
    wend_tile tile;
    if (wend_grid_tile_at(wend_world_grid(world), waypoint, &tile) != WEND_OK)
        return (world_point){(double)waypoint.x, (double)waypoint.y};
    return world_frame_center(&f->world, tile); // waypoints are centres of tiles
}

static void print_json(const plan* p, const answer_frame* f, const wend_world* world) {
    const wend_path* path = p->path;
    const wend_stats* s = &p->stats;
    int32_t tile_count = 0, waypoint_count = 0;
    const wend_tile* tiles = wend_path_tiles(path, &tile_count);
    const wend_vec2* waypoints = wend_path_waypoints(path, &waypoint_count);
    cJSON* json = cJSON_CreateObject();
    json_text(json, "outcome", wend_outcome_string(wend_path_outcome(path)));
    json_number(json, "cost", wend_path_cost(path) * f->scale, 6);
    const int32_t goal = wend_path_goal(path);
    json_integer(json, "goal_index", goal);
    if (goal >= 0)
        json_tile_as(json, "goal", p->goals[goal]);
    else
        cJSON_AddNullToObject(json, "goal");
    json_number(json, "length", plan_length(p, wend_world_grid(world)) * f->scale, 6);
    json_text(json, "units", f->in_world_units ? "world" : "tiles");
    cJSON* array = cJSON_AddArrayToObject(json, "tiles");
    for (int32_t i = 0; i < tile_count; i++) json_tile(array, tiles[i]);
    array = cJSON_AddArrayToObject(json, "waypoints");
    for (int32_t i = 0; i < waypoint_count; i++) {
        const world_point at = position_of(f, world, waypoints[i]);
        json_point(array, at.x, at.y);
    }
    connections_json_path(json, wend_world_grid(world), path);
    if (f->in_world_units) {
        array = cJSON_AddArrayToObject(json, "positions");
        for (int32_t i = 0; i < tile_count; i++) {
            const world_point at = world_frame_center(&f->world, tiles[i]);
            json_point(array, at.x, at.y);
        }
    }
    cJSON* stats = cJSON_AddObjectToObject(json, "stats");
    json_integer(stats, "expanded", s->expanded);
    json_integer(stats, "generated", s->generated);
    json_integer(stats, "reopened", s->reopened);
    json_integer(stats, "abstract_expanded", s->abstract_expanded);
    json_integer(stats, "clusters_refined", s->clusters_refined);
    json_number(stats, "us_insert", microseconds(s->insert_ns), 3);
    json_number(stats, "us_route", microseconds(s->route_ns), 3);
    json_number(stats, "us_refine", microseconds(s->refine_ns), 3);
    json_number(stats, "us_smooth", microseconds(s->smooth_ns), 3);
    json_number(stats, "us_total", microseconds(s->total_ns), 3);
    json_hash(json, "hash", wend_path_hash(path));
    json_print(json);
}

static void print_text(const plan* p, const answer_frame* f, const wend_grid* grid, bool with_tiles) {
    const wend_path* path = p->path;
    const wend_stats* s = &p->stats;
    int32_t tile_count = 0, waypoint_count = 0, route_count = 0;
    const wend_tile* tiles = wend_path_tiles(path, &tile_count);
    wend_path_waypoints(path, &waypoint_count);
    wend_path_route(path, &route_count);
    printf("outcome      %s\n", wend_outcome_string(wend_path_outcome(path)));
    if (wend_path_outcome(path) == WEND_FOUND) {
        const char* unit = f->in_world_units && f->world.is_ros ? " m" : "";
        printf("cost         %.6f%s\n", wend_path_cost(path) * f->scale, unit);
        if (f->in_world_units) printf("distance     %.6f%s\n", plan_length(p, grid) * f->scale, unit);
        printf("length       %d tiles, %d waypoints, %d points of the abstract path\n", tile_count,
               waypoint_count, route_count);
        connections_print_path(grid, path);
    }
    if (p->query.goal_count > 0 && wend_path_goal(path) >= 0) {
        const wend_tile goal = p->goals[wend_path_goal(path)];
        printf("goal         %d,%d, the nearest of %d\n", goal.x, goal.y, p->query.goal_count);
    }
    printf("expanded     %lld tiles, %lld abstract nodes, in %lld clusters\n", (long long)s->expanded,
           (long long)s->abstract_expanded, (long long)s->clusters_refined);
    printf("time         %.0f us: insert %.0f, route %.0f, refine %.0f, smooth %.0f\n",
           microseconds(s->total_ns), microseconds(s->insert_ns), microseconds(s->route_ns),
           microseconds(s->refine_ns), microseconds(s->smooth_ns));
    printf("hash         %016llx\n", (unsigned long long)wend_path_hash(path));
    for (int32_t i = 0; with_tiles && i < tile_count; i++) {
        const world_point at = world_frame_center(&f->world, tiles[i]);
        if (f->in_world_units)
            printf("%.6f,%.6f\n", at.x, at.y);
        else
            printf("%d,%d\n", tiles[i].x, tiles[i].y);
    }
}

static int render(const wend_world* world, const plan* p, const char* file) {
    double scale = scene_default_scale(wend_world_grid(world));
    picture drawn;
    int code =
        scene_draw(world, &p->query, p->path, scene_default_layers(world, scale, true), 1, scale, &drawn);
    if (code != CLI_OK) return code;
    code = png_write(&drawn, file);
    picture_destroy(&drawn);
    return code;
}

static int plan_and_report(const command* self, const path_arguments* a) {
    int code = CLI_OK;
    if (a->render != NULL && output_is_stream(a->render))
        return cli_fail(CLI_USAGE,
                        "path: --render expects a file: standard output is for the path (see wend render)");
    if (a->render != NULL && (code = output_check(a->render, a->world)) != CLI_OK) return code;
    wend_world* world = NULL;
    code = world_open(a->world, &world);
    if (code != CLI_OK) return code;
    plan p;
    code = plan_make(self->name, world, &a->plan, &p);
    if (code == CLI_OK) {
        if (a->render != NULL) code = render(world, &p, a->render);
        if (code == CLI_OK) {
            answer_frame f = {world_frame_of(world), plan_in_world_units(&a->plan), 1};
            if (f.in_world_units) f.scale = world_frame_tile_size(&f.world);
            if (a->common.json)
                print_json(&p, &f, world);
            else
                print_text(&p, &f, wend_world_grid(world), a->tiles);
            code = plan_exit_code(&p);
        }
        plan_destroy(&p);
    }
    wend_world_destroy(world);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    path_arguments a = {.plan = plan_default_options()};
    int code = options_parse(self, argc, argv, &a);
    if (code == OPTIONS_GO) code = plan_and_report(self, &a);
    plan_options_free(&a.plan);
    return code;
}

const command command_path = {
    .name = "path",
    .summary = "plan a path between two tiles",
    .details =
        "Prints the outcome (found, no_route, start_blocked, goal_blocked), the cost and how the path was "
        "found. Costs are\n"
        "in tile units: a straight step into a tile of cost 1 is 1. Exits with 1 when there is no path.\n"
        "With several --to the path leads to the nearest of these goals.\n"
        "--units world takes and gives world units; in a ROS map these are metres with y upwards, as its "
        "YAML "
        "defines them.",
    .example = "wend path island.wend --from 150,200 --to 830,220 --render path.png",
    .options = options,
    .run = run,
};
