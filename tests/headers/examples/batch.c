// batch.c: the example of wend/batch.h, and what must come of it.
#include "example.h"

static wend_result note_cost(const wend_path* path, int32_t query, void* costs) {
    ((double*)costs)[query] = wend_path_cost(path);
    return WEND_OK;
}

int main(void) {
    wend_world* world = given_world();
    enum { count = 100 };
    wend_query queries[count];
    double costs[count] = {0};
    for (int32_t i = 0; i < count; i++)
        queries[i] = wend_default_query((wend_tile){5 + i, 5}, (wend_tile){600, 400});
#include EXAMPLE
    for (int32_t i = 0; i < count; i++) expect(costs[i] > 400);
    wend_threads_destroy(threads);
    wend_world_destroy(world);
    return 0;
}
