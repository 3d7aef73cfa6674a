// world_subgoals.c: when does a world have a subgoal graph?
#include "hierarchy/first_check.h"
#include "hierarchy/world.h"
#include "subgoals/subgoal_graph.h"

void wendi_drop_subgoals(wend_world* world) {
    wendi_subgoal_graph_free(world->subgoals);
    world->subgoals = NULL;
}

wend_result wend_world_add_subgoals(wend_world* world, size_t most_bytes, wend_progress_fn* progress_opt,
                                    void* context) {
    if (!world) return WEND_ERROR_ARGUMENT;
    if (world->graph.ground || !wendi_subgoals_fit(world->grid)) return WEND_ERROR_UNSUPPORTED;
    wendi_subgoal_graph* graph = NULL;
    wend_result result = wendi_check_all(world);
    if (result == WEND_OK)
        result = wendi_subgoal_graph_make(world->grid, most_bytes, &world->allocator, progress_opt, context,
                                          &graph);
    if (result != WEND_OK) return result;
    wendi_drop_subgoals(world);
    world->subgoals = graph;
    return WEND_OK;
}

size_t wend_world_subgoal_bytes(const wend_world* world) {
    return world ? wendi_subgoal_graph_bytes(world->subgoals) : 0;
}
