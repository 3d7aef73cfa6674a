// link.c: around the example of wend/link.h: the link is there.
#include "example.h"

int main(void) {
    wend_grid* grid = given_grid();
#include EXAMPLE
    expect(wend_grid_find_link(grid, id)->kind == WEND_LINK_TUNNEL);
    expect(wend_grid_link_is_usable(grid, id) && wend_grid_link_cost(grid, id) > 0);
    wend_grid_destroy(grid);
    return 0;
}
