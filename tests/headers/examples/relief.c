// relief.c: the example of wend/relief.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_grid* grid = given_grid();
    float* metres = malloc((size_t)640 * 480 * sizeof *metres);
    if (!metres) return 1;
    for (int32_t i = 0; i < 640 * 480; i++) metres[i] = 0.5f * (float)(i % 640); // up to the right
#include EXAMPLE
    const wend_tile low = {10, 10}, high = {11, 10}, beside = {10, 11};
    const double level = wend_grid_step_cost(grid, low, beside);
    expect(wend_grid_has_relief(grid) && wend_grid_has_elevations(grid));
    expect(fabsf(wend_grid_elevation(grid, high) - 5.5f) < 0.01f);
    expect(fabs(wend_grid_step_cost(grid, low, high) / level - 5.8) < 0.02);
    expect(fabs(wend_grid_step_cost(grid, high, low) / level - 3.1) < 0.02);
    free(metres);
    wend_grid_destroy(grid);
    return 0;
}
