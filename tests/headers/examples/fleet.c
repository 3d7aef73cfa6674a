// fleet.c: the example of wend/fleet.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_world* world = given_world();
#include EXAMPLE
    expect(where.x == 60 && where.y == 5);
    expect(wend_fleet_mover(fleet, second)->state == WEND_MOVER_ARRIVED);
    expect(wend_fleet_get_stats(fleet).steps < 60);
    wend_fleet_destroy(fleet);
    wend_world_destroy(world);
    return 0;
}
