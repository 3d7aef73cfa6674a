// robot.c: from a robot's map (ROS, nav2) to a path in metres: robot MAP.yaml X Y X Y
// The robot is a disc, keeps away from walls as nav2's inflation layer does, and drives straight lines:
// wend bake MAP.yaml --inflate inscribed=0.22,inflation=0.60,scaling=3 and wend path --units world do the
// same.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <wend/import.h>
#include <wend/wend.h>

static void check(wend_result result, const char* text) {
    if (result == WEND_OK) return;
    fprintf(stderr, "robot: %s\n", text && text[0] ? text : wend_result_string(result));
    exit(1);
}

// ROS counts y upwards, in a map that may be rotated; a grid knows only tiles.
static wend_tile tile_at(const wend_ros_map* ros, const wend_grid* grid, const char* x, const char* y,
                         const char* which) {
    wend_tile tile;
    check(wend_ros_tile_at(ros, (wend_geo_point){atof(x), atof(y)}, &tile), which);
    if (!wend_grid_contains(grid, tile)) check(WEND_ERROR_ARGUMENT, which);
    return tile;
}

// Waypoints are centres of tiles in the units of the grid, which are metres, but neither rotated nor upwards.
static wend_geo_point to_ros(const wend_ros_map* ros, const wend_grid* grid, wend_vec2 waypoint) {
    const wend_vec2 origin = wend_grid_origin(grid);
    const double side = wend_grid_tile_size(grid);
    wend_geo_point out;
    check(wend_ros_position(ros, (waypoint.x - origin.x) / side, (waypoint.y - origin.y) / side, &out), NULL);
    return out;
}

int main(int count, char** given) {
    if (count != 6) return fputs("usage: robot MAP.yaml X Y X Y\n", stderr), 2;

    // 1. The map: the YAML names the image, its resolution and its origin.
    wend_import_def import_def = wend_default_import_def();
    static wend_import_info info; // 27 KB
    wend_grid* grid;
    wend_error error = {0};
    check(wend_import_file(given[1], &import_def, &grid, &info, &error), error.text);
    if (info.ros.resolution == 0) check(WEND_ERROR_UNSUPPORTED, "expected a ROS map");
    printf("%s: %.1f x %.1f m, a tile is %.2f m\n", info.format, wend_grid_width(grid) * info.ros.resolution,
           wend_grid_height(grid) * info.ros.resolution, info.ros.resolution);

    // 2. The world, with the robot as a profile. Lengths of the inflation are metres.
    wend_profile_def robot = wend_default_profile_def();
    robot.name = "robot";
    robot.inflation.inscribed_radius = 0.22;
    robot.inflation.inflation_radius = 0.60;
    robot.inflation.cost_scaling_factor = 3;
    robot.margin_cost = WEND_NAVFN_MARGIN_COST;
    wend_world_def world_def = wend_default_world_def();
    world_def.profiles = &robot;
    world_def.profile_count = 1;
    wend_world* world;
    check(wend_world_build(&grid, &world_def, &world), NULL);
    const wend_grid* map = wend_world_grid(world);

    // 3. The query: start and goal are positions in metres. The sensors are not perfect: an end that is not
    // free is replaced by the nearest free tile within half a metre.
    const wend_tile start = tile_at(&info.ros, map, given[2], given[3], "the start is off the map");
    const wend_tile goal = tile_at(&info.ros, map, given[4], given[5], "the goal is off the map");
    wend_query query = wend_default_query(start, goal);
    query.profile = wend_world_find_profile(world, "robot");
    query.smooth = true;
    query.snap = 0.5f / wend_grid_tile_size(map);
    wend_search_def search_def = wend_default_search_def();
    wend_search* search;
    wend_path* path;
    check(wend_search_create(&search_def, &search), NULL);
    check(wend_path_create(NULL, &path), NULL);
    check(wend_find_path(search, world, &query, path, NULL), NULL);
    printf("%s, cost %.1f\n", wend_outcome_string(wend_path_outcome(path)), wend_path_cost(path));
    wend_tile from, to;
    const wend_snapped snapped = wend_path_snapped(path, &from, &to);
    if (snapped.start) puts("the robot stands too near to a wall, so the path begins beside it");
    if (snapped.goal) puts("the goal is too near to a wall, so the path ends beside it");

    // 4. The waypoints in metres: straight lines that keep the body off the walls.
    int32_t waypoint_count;
    const wend_vec2* waypoints = wend_path_waypoints(path, &waypoint_count);
    double length = 0;
    puts("      x       y  heading");
    for (int32_t i = 0; i < waypoint_count; i++) {
        const wend_geo_point here = to_ros(&info.ros, map, waypoints[i]);
        const wend_geo_point next = to_ros(&info.ros, map, waypoints[i + 1 < waypoint_count ? i + 1 : i]);
        const double dx = next.x - here.x, dy = next.y - here.y;
        printf("%7.2f %7.2f", here.x, here.y);
        if (i + 1 < waypoint_count) printf("  %5.0f deg", atan2(dy, dx) * 180 / 3.14159265358979);
        puts("");
        length += hypot(dx, dy);
    }
    printf("%.1f m to drive\n", length);

    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    return waypoint_count > 0 ? 0 : 1; // no waypoints: no way
}
