// sight.c: the example of wend/sight.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_grid* grid = given_grid();
    expect(wend_grid_fill(grid, (wend_rect){10, 0, 1, 8}, 0) == WEND_OK);
#include EXAMPLE
    expect(!sees); // the line passes through the last tile of the wall
    expect(seen[5 * 50 + 5] && seen[5 * 50 + 10] && !seen[5 * 50 + 11] && seen[12 * 50 + 12]);
    wend_grid_destroy(grid);
    return 0;
}
