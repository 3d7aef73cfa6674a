// field.c: the example of wend/field.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_grid* grid = given_grid();
#include EXAMPLE
    expect(count > 100 && count <= 1000);
    int32_t units = 0;
    for (int64_t i = 0; i < count; i++) {
        double cost = wend_field_cost(field, tiles[i]);
        expect(cost >= 0 && cost <= 12);
        units += tiles[i].x == unit.x && tiles[i].y == unit.y && cost == 0;
    }
    expect(units == 1);
    expect(isinf(wend_field_cost(field, (wend_tile){53, 30}))); // 13 steps away
    wend_field_destroy(field);
    wend_grid_destroy(grid);
    return 0;
}
