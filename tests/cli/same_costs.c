// same_costs.c: do two worlds have the same costs, tile by tile, and the same connectivity? usage: same_costs
// A.wend B.wend
#include <stdio.h>

#include "wend/wend.h"

static wend_world* open_world(const char* file) {
    wend_world* world = NULL;
    wend_error error;
    if (wend_world_open(file, NULL, &world, &error) != WEND_OK) printf("%s\n", error.text);
    return world;
}

static int compare(const wend_grid* a, const wend_grid* b) {
    if (wend_grid_width(a) != wend_grid_width(b) || wend_grid_height(a) != wend_grid_height(b)) {
        printf("other sizes\n");
        return 1;
    }
    if (wend_grid_connectivity(a) != wend_grid_connectivity(b)) printf("another movement\n");
    for (int32_t y = 0; y < wend_grid_height(a); y++)
        for (int32_t x = 0; x < wend_grid_width(a); x++) {
            const float p = wend_grid_cost(a, (wend_tile){x, y}), q = wend_grid_cost(b, (wend_tile){x, y});
            if (p == q) continue;
            printf("tile %d,%d costs %.9g and %.9g\n", x, y, (double)p, (double)q);
            return 1;
        }
    return wend_grid_connectivity(a) != wend_grid_connectivity(b);
}

int main(int count, char** arguments) {
    if (count != 3) return 2;
    wend_world *a = open_world(arguments[1]), *b = open_world(arguments[2]);
    const int code = a && b ? compare(wend_world_grid(a), wend_world_grid(b)) : 2;
    wend_world_destroy(a);
    wend_world_destroy(b);
    return code;
}
