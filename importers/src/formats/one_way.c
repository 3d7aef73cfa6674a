// one_way.c: which steps does a one-way tile close?
#include "formats/one_way.h"

#include <string.h>

static const struct {
    int32_t x, y;
} directions[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
enum { STRAIGHT = 4, ALL = 8 };

static const char* const names[] = {"", "right", "down", "left", "up"};

const char* wimp_arrow_name(wimp_arrow arrow) {
    return names[arrow];
}

wimp_arrow wimp_arrow_from_name(const char* text) {
    for (int32_t i = 1; i <= STRAIGHT; i++)
        if (strcmp(text, names[i]) == 0) return (wimp_arrow)i;
    return WIMP_ARROW_NONE;
}

wend_result wimp_one_way_tile(wend_grid* grid, wend_tile tile, wimp_arrow arrow) {
    if (arrow == WIMP_ARROW_NONE) return WEND_OK;
    wend_connectivity connectivity = wend_grid_connectivity(grid);
    if (connectivity > WEND_CONNECTIVITY_8_CUT) return WEND_ERROR_UNSUPPORTED;
    const int32_t along = (int32_t)arrow - 1;
    // Without corner cutting, a diagonal needs the straight steps around it, so closing those is enough.
    const int32_t count = connectivity == WEND_CONNECTIVITY_8_CUT ? ALL : STRAIGHT;
    wend_result result = WEND_OK;
    for (int32_t d = 0; d < count && result == WEND_OK; d++) {
        wend_tile next = {tile.x + directions[d].x, tile.y + directions[d].y};
        if (!wend_grid_contains(grid, next)) continue;
        bool is_ahead = directions[d].x * directions[along].x + directions[d].y * directions[along].y > 0;
        if (d != along) result = wend_grid_set_step(grid, tile, next, false);
        if (is_ahead && result == WEND_OK) result = wend_grid_set_step(grid, next, tile, false);
    }
    return result;
}
