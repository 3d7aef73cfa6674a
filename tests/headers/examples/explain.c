// explain.c: the example of wend/explain.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_world* world = given_world();
    const wend_edit wall = wend_edit_tiles((wend_rect){300, 0, 3, 480}, 0);
    expect(wend_world_edit(world, &wall, 1, NULL) == WEND_OK);
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    expect(wend_search_create(&def, &search) == WEND_OK);
#include EXAMPLE
    expect(count == 3);
    for (int32_t i = 0; i < count; i++)
        expect(openings[i].kind == WEND_OPENING_TILE && openings[i].from.x == 300 + i);
    expect(wend_explanation_get_info(why).outcome == WEND_NO_ROUTE);
    wend_explanation_destroy(why);
    wend_search_destroy(search);
    wend_world_destroy(world);
    return 0;
}
