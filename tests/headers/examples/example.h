// example.h: what the examples of the public headers take as given. Each is compiled within main, where
// `return 1` says that it failed, and finds these declared when it mentions them:
//
//     grid    640 x 480 tiles, with a wall from top to bottom that has one door
//     world   over that grid
//
// What else an example needs stands before it, in the file of its header's name.
#ifndef WEND_TEST_EXAMPLE_H
#define WEND_TEST_EXAMPLE_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "wend/wend.h"

#define expect(condition)                                                                                    \
    do {                                                                                                     \
        if (condition) break;                                                                                \
        fprintf(stderr, "line %d: expected %s\n", __LINE__, #condition);                                     \
        exit(1);                                                                                             \
    } while (0)

static inline wend_grid* given_grid(void) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 640;
    def.height = 480;
    wend_grid* grid = NULL;
    expect(wend_grid_create(&def, &grid) == WEND_OK);
    expect(wend_grid_fill(grid, (wend_rect){300, 0, 3, 480}, 0) == WEND_OK);
    expect(wend_grid_fill(grid, (wend_rect){300, 450, 3, 2}, 1) == WEND_OK);
    return grid;
}

static inline wend_world* given_world(void) {
    wend_world_def def = wend_default_world_def();
    wend_grid* grid = given_grid();
    wend_world* world = NULL;
    expect(wend_world_build(&grid, &def, &world) == WEND_OK);
    return world;
}
#endif
