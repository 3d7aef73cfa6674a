// service.c: agents ask for paths while doors open and close. Two threads plan; the main loop never waits for
// a path. Replans are urgent, so they have a higher priority than first plans.
#include <stdio.h>
#include <wend/wend.h>

enum { AGENTS = 200, FIRST_PLAN = 0, REPLAN = 7 };

static wend_world* make_world(void) {
    wend_grid_def grid_def = wend_default_grid_def();
    wend_world_def def = wend_default_world_def();
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    grid_def.width = grid_def.height = 400;
    if (wend_grid_create(&grid_def, &grid) != WEND_OK) return NULL;
    wend_grid_fill(grid, (wend_rect){200, 0, 2, 400}, 0); // a wall with two doors
    wend_grid_fill(grid, (wend_rect){200, 50, 2, 2}, 1);
    wend_grid_fill(grid, (wend_rect){200, 350, 2, 2}, 1);
    if (wend_world_build(&grid, &def, &world) != WEND_OK) wend_grid_destroy(grid);
    return world;
}

// From the left of the wall to the right; the tag names the agent.
static wend_result ask(wend_service* service, int32_t agent, int32_t priority) {
    wend_query query = wend_default_query((wend_tile){20, agent}, (wend_tile){380, 399 - agent});
    wend_ticket ticket; // not kept: wend_service_next takes any answer
    return wend_service_submit(service, &query, priority, (uint64_t)agent, &ticket);
}

int main(void) {
    wend_world* world = make_world();
    wend_service_def def = wend_default_service_def();
    wend_service* service = NULL;
    def.worker_count = 2;
    if (!world || wend_service_create(world, &def, &service) != WEND_OK) return 1;
    for (int32_t i = 0; i < AGENTS; i++)
        if (ask(service, i, FIRST_PLAN) != WEND_OK) return 1;
    const wend_edit close_door = wend_edit_tiles((wend_rect){200, 50, 2, 2}, 0); // before any waiting query
    if (wend_service_submit_edits(service, &close_door, 1, 0, NULL) != WEND_OK) return 1;

    int32_t planned = 0, failed = 0;
    while (planned + failed < AGENTS) { // the main loop: it draws, moves agents, and so on
        wend_answer answer;
        bool ready = false;
        wend_service_next(service, &ready, &answer);
        if (!ready) continue;
        if (answer.result != WEND_OK)
            failed++;
        else if (answer.version < 1) // planned before the door closed: plan again
            failed += ask(service, (int32_t)answer.tag, REPLAN) != WEND_OK;
        else
            planned += wend_path_outcome(answer.path) == WEND_FOUND;
        wend_path_destroy(answer.path); // a real program hands it to the agent
    }
    printf("%d agents have a path through the open door, %d failed\n", planned, failed);
    wend_service_destroy(service);
    wend_world_destroy(world);
    return failed > 0;
}
