// alternatives.c: the example of wend/alternatives.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_world* world = given_world();
    wend_search_def search_def = wend_default_search_def();
    wend_search* search = NULL;
    expect(wend_search_create(&search_def, &search) == WEND_OK);
    wend_query query = wend_default_query((wend_tile){5, 5}, (wend_tile){600, 400});
#include EXAMPLE
    expect(count >= 1 && count <= 3);
    for (int32_t i = 0; i < 3; i++) {
        expect(i >= count || wend_path_outcome(paths[i]) == WEND_FOUND);
        wend_path_destroy(paths[i]);
    }
    wend_search_destroy(search);
    wend_world_destroy(world);
    return 0;
}
