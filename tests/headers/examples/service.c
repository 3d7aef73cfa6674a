// service.c: the example of wend/service.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_world* world = given_world();
#include EXAMPLE
    expect(cost > 600 && cost < 1300);
    wend_world_destroy(world);
    return 0;
}
