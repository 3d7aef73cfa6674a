// flat_steps.c: what does a step into a tile of each class cost?
#include "search/flat_steps.h"

static wendi_node step_of(int32_t cost, bool count_steps) {
    return cost ? wendi_node_make(count_steps ? 1 : cost, 0, 0) : WENDI_STEP_BLOCKED;
}

void wendi_step_table_init(wendi_step_table* table, const wend_grid* grid, bool count_steps) {
    const wendi_node one = wendi_node_make(1, 0, 0);
    const wendi_costs* costs = &grid->costs;
    WENDI_ASSERT(costs->straight[0] == 0); // what lies beyond the map is of class 0
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        table->straight[k] = step_of(costs->straight[k], count_steps);
        table->turn[k] = table->straight[k] + one;
        table->diagonal[k] = grid->connectivity == WEND_CONNECTIVITY_4
                                 ? WENDI_STEP_BLOCKED
                                 : step_of(costs->diagonal[k], count_steps);
        WENDI_ASSERT((costs->straight[k] == 0) == (costs->diagonal[k] == 0));
    }
    table->corner = grid->connectivity == WEND_CONNECTIVITY_8_CUT || wendi_is_hex(grid->connectivity)
                        ? 0
                        : WENDI_STEP_BLOCKED;
}
