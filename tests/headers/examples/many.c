// many.c: the example of wend/many.h, and what must come of it.
#include "example.h"

int main(void) {
    wend_world* world = given_world();
    wend_tile agents[5], jobs[8];
    for (int32_t i = 0; i < 5; i++) agents[i] = (wend_tile){5 + 20 * i, 5};
    for (int32_t k = 0; k < 8; k++) jobs[k] = (wend_tile){5 + 20 * k, 45};
#include EXAMPLE
    double sum = 0;
    for (int32_t i = 0; i < 5; i++) {
        expect(job_of[i] >= 0 && job_of[i] < 8);
        sum += costs[i * 8 + job_of[i]];
    }
    expect(sum >= 5 * 40 && sum < 5 * 41);
    wend_matrix_search_destroy(matrices);
    wend_world_destroy(world);
    return 0;
}
