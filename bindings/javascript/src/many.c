// many.c: how does JavaScript use cost matrices, assignments, tours and corridors?
#include <math.h>
#include <stdlib.h>

#include "wendjs.h"

/// A row for each source. The search stays, with what it has computed of the map.
EXPORT wend_result wendjs_matrix(const wend_world* world, const wend_tile* sources, int32_t source_count,
                                 const wend_tile* targets, int32_t target_count, double limit,
                                 int32_t nearest, int32_t exact, double* out) {
    static wend_matrix_search* search;
    wend_result result = search ? WEND_OK : wend_matrix_search_create(NULL, &search);
    if (result != WEND_OK) return result;
    wend_matrix_def def = wend_default_matrix_def();
    def.limit = limit;
    def.nearest = nearest;
    def.exact = exact != 0;
    result = wend_cost_matrix(search, world, sources, source_count, targets, target_count, &def, out);
    if (result != WEND_OK) { // what it holds may be what memory lacks
        wend_matrix_search_destroy(search);
        search = NULL;
    }
    return result;
}

/// The cost of the tour is the first of wendjs_numbers.
EXPORT wend_result wendjs_tour(const double* costs, int32_t stop_count, int32_t closed, int32_t first,
                               int32_t last, int32_t effort, int32_t* out) {
    wend_tour_def def = wend_default_tour_def();
    def.closed = closed != 0;
    def.first = first;
    def.last = last;
    def.effort = effort;
    return wend_tour(costs, stop_count, &def, out, &wendjs_numbers[0]);
}

// ---- corridors

static wend_field* corridor[2];

/// Frees what wendjs_corridor found.
EXPORT void wendjs_free_corridor(void) {
    for (int32_t i = 0; i < 2; i++) {
        wend_field_destroy(corridor[i]);
        corridor[i] = NULL;
    }
}
/// The cost of the cheapest way and the number of tiles are the first of wendjs_numbers.
EXPORT wend_result wendjs_corridor(const wend_world* world, const wend_tile* from, int32_t from_count,
                                   const wend_tile* to, int32_t to_count, double above) {
    wend_result result = wend_field_create(NULL, &corridor[0]);
    if (result == WEND_OK) result = wend_field_create(NULL, &corridor[1]);
    if (result == WEND_OK)
        result = wend_corridor_fill(corridor[0], corridor[1], wend_world_grid(world), from, from_count, to,
                                    to_count, above, &wendjs_numbers[0]);
    if (result == WEND_OK)
        wendjs_numbers[1] = (double)wend_corridor_tiles(corridor[0], corridor[1], above, NULL, NULL, 0);
    return result;
}
EXPORT void wendjs_corridor_tiles(double above, wend_tile* tiles, double* percents, int32_t count) {
    wend_corridor_tiles(corridor[0], corridor[1], above, tiles, percents, count);
}
