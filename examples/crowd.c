// crowd.c: two hundred agents leave a hall through two doors, and one of the doors closes on the way.
#include <stdio.h>
#include <stdlib.h>
#include <wend/wend.h>

enum { AGENTS = 200, TICKS_A_SECOND = 30 };

static void check(wend_result result) {
    if (result == WEND_OK) return;
    fprintf(stderr, "crowd: %s\n", wend_result_string(result));
    exit(1);
}

// A hall of 60 x 60 tiles and a yard, with a wall between them that has two doors.
static wend_world* make_building(void) {
    wend_grid_def grid_def = wend_default_grid_def();
    wend_world_def def = wend_default_world_def();
    wend_grid* grid;
    wend_world* world;
    grid_def.width = 120;
    grid_def.height = 60;
    check(wend_grid_create(&grid_def, &grid));
    check(wend_grid_fill(grid, (wend_rect){60, 0, 1, 60}, 0));
    check(wend_grid_fill(grid, (wend_rect){60, 10, 1, 4}, 1));
    check(wend_grid_fill(grid, (wend_rect){60, 44, 1, 6}, 1));
    check(wend_world_build(&grid, &def, &world));
    return world;
}

static int32_t count_in(const wend_crowd* crowd, wend_agent_state state) {
    int32_t count, found = 0;
    const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
    for (int32_t i = 0; i < count; i++) found += wend_crowd_state(crowd, ids[i]) == state;
    return found;
}

int main(void) {
    wend_world* world = make_building();
    const wend_grid* grid = wend_world_grid(world);
    wend_crowd_def def = wend_default_crowd_def();
    wend_crowd* crowd;
    check(wend_crowd_create(world, &def, &crowd));

    // A tile for each agent, in the hall and in the yard: rows of a formation, two tiles apart.
    static wend_tile starts[AGENTS], goals[AGENTS];
    int32_t start_count, goal_count;
    check(wend_formation_tiles(grid, (wend_tile){20, 25}, AGENTS, 2, NULL, starts, &start_count));
    check(wend_formation_tiles(grid, (wend_tile){95, 25}, AGENTS, 2, NULL, goals, &goal_count));
    for (int32_t i = 0; i < AGENTS; i++) {
        wend_agent body = {.position = wend_grid_center(grid, starts[i]), // in world units, like all lengths
                           .max_speed = 4,                                // a second
                           .max_acceleration = 16,
                           .radius = 0.3f};
        wend_agent_id id; // stays the same as long as the agent is in the crowd
        check(wend_crowd_add(crowd, &body, &id));
        check(wend_crowd_send(crowd, id, goals[i]));
    }

    puts("seconds  walking  arrived  replans");
    for (int32_t tick = 0; count_in(crowd, WEND_AGENT_ARRIVED) < AGENTS; tick++) {
        if (tick == 5 * TICKS_A_SECOND) {
            // No notification is needed: agents whose path led through the door replan.
            const wend_edit close = wend_edit_tiles((wend_rect){60, 10, 1, 4}, 0);
            check(wend_world_edit(world, &close, 1, NULL));
            puts("         the northern door closes");
        }
        if (tick % (5 * TICKS_A_SECOND) == 0)
            printf("%7d  %7d  %7d  %7d\n", tick / TICKS_A_SECOND, count_in(crowd, WEND_AGENT_WALKING),
                   count_in(crowd, WEND_AGENT_ARRIVED), (int)wend_crowd_get_stats(crowd).replans);
        if (tick > 120 * TICKS_A_SECOND) return 1;
        check(wend_crowd_tick(crowd, 1.0f / TICKS_A_SECOND)); // a game then draws wend_crowd_agents
    }
    const wend_crowd_stats stats = wend_crowd_get_stats(crowd);
    printf("all %d have left after %d seconds, with %d collisions\n", AGENTS,
           (int)(stats.ticks / TICKS_A_SECOND), (int)stats.collisions);

    wend_crowd_destroy(crowd);
    wend_world_destroy(world);
    return 0;
}
