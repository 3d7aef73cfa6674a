// grid.c: the example of wend/grid.h, and what must come of it.
#include "example.h"

int main(void) {
#include EXAMPLE
    expect(wend_grid_width(grid) == 640 && wend_grid_height(grid) == 480);
    expect(wend_grid_cost(grid, (wend_tile){10, 10}) == 10 &&
           wend_grid_cost(grid, (wend_tile){59, 29}) == 10);
    expect(wend_grid_cost(grid, (wend_tile){9, 10}) == 1 && wend_grid_cost(grid, (wend_tile){60, 29}) == 1);
    expect(wend_grid_class_counts(grid)[2] == 50 * 20);
    wend_grid_destroy(grid);
    return 0;
}
