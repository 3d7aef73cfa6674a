// one_way.c: which steps does a one-way tile close?
#include "formats/one_way.h"

const char* wimp_arrow_name(wimp_arrow arrow) {
    return arrow == WIMP_ARROW_NONE ? "" : wimp_ways[arrow - 1].name;
}

wimp_arrow wimp_arrow_from_name(wimp_span name) {
    const int32_t found = wimp_way_called(name);
    return found <= WIMP_STRAIGHT_WAYS ? (wimp_arrow)found : WIMP_ARROW_NONE;
}

wend_result wimp_one_way_tile(wend_grid* grid, wend_tile tile, wimp_arrow arrow) {
    if (arrow == WIMP_ARROW_NONE) return WEND_OK;
    wend_connectivity connectivity = wend_grid_connectivity(grid);
    if (connectivity > WEND_CONNECTIVITY_8_CUT) return WEND_ERROR_UNSUPPORTED;
    const wimp_way* along = &wimp_ways[arrow - 1];
    // Without corner cutting, a diagonal needs the straight steps around it, so closing those is enough.
    const int32_t count = connectivity == WEND_CONNECTIVITY_8_CUT ? WIMP_WAYS : WIMP_STRAIGHT_WAYS;
    wend_result result = WEND_OK;
    for (int32_t d = 0; d < count && result == WEND_OK; d++) {
        const wimp_way* way = &wimp_ways[d];
        const wend_tile next = wimp_moved(tile, d, 1);
        if (!wend_grid_contains(grid, next)) continue;
        const bool is_ahead = way->x * along->x + way->y * along->y > 0;
        if (way != along) result = wend_grid_set_step(grid, tile, next, false);
        if (is_ahead && result == WEND_OK) result = wend_grid_set_step(grid, next, tile, false);
    }
    return result;
}
