// import.c: the example of wend/import.h, in a folder with data/island.png, and what must come of it.
#include "wend/import.h"
#include "example.h"

int main(void) {
#include EXAMPLE
    expect(wend_grid_width(grid) == 1024 && wend_grid_height(grid) == 768);
    expect(wend_grid_passable_count(grid) > 0);
    wend_grid_destroy(grid);
    return 0;
}
