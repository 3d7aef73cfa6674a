// corridor.c: which tiles lie on ways between two areas that cost hardly more than the cheapest?
//
// The costs from the sources and to the goals, summed. The second field is filled first: as soon as it
// reaches a source, only costs of the corridor are of interest, and the first field needs none beyond.
#include <math.h>

#include "agents/field.h"
#include "grid/floors.h"
#include "wend/many.h"

enum { CLUSTERS_AT_ONCE = 64, SOURCES_PER_CLUSTER = 16 };

// The greatest cost of ways in a corridor.
static wend_cost most_of(wend_cost optimum, double above) {
    return (wend_cost)floor((double)optimum * (1 + above / 100) + 1e-6);
}

static wend_cost least_at(const wend_field* field, const wend_grid* grid, const wend_tile* tiles,
                          int32_t count) {
    wend_cost least = WENDI_NOT_REACHED;
    for (int32_t i = 0; i < count; i++) {
        const wend_cost cost = wendi_field_units_at(field, wendi_to_sheet(&grid->floors, tiles[i]));
        least = cost < least ? cost : least;
    }
    return least;
}

wend_result wend_corridor_fill(wend_field* from_sources, wend_field* to_goals, const wend_grid* grid,
                               const wend_tile* sources, int32_t source_count, const wend_tile* goals,
                               int32_t goal_count, double above, double* cost_out) {
    if (!from_sources || !to_goals || from_sources == to_goals || !grid || !sources || source_count < 1 ||
        !goals || goal_count < 1 || !(above >= 0 && above <= 1e6) || !cost_out)
        return WEND_ERROR_ARGUMENT;
    // Begun first, so that a tile off the map is found before anything is filled.
    wend_result result =
        wend_field_begin(from_sources, grid, WEND_FIELD_FROM, sources, source_count, INFINITY);
    if (result == WEND_OK)
        result = wend_field_begin(to_goals, grid, WEND_FIELD_TO, goals, goal_count, INFINITY);
    const int32_t clusters = wendi_max(CLUSTERS_AT_ONCE, source_count / SOURCES_PER_CLUSTER);
    wend_cost optimum = WENDI_NOT_REACHED;
    for (bool done = false; result == WEND_OK && !done;) {
        result = wend_field_step(to_goals, clusters, &done);
        if (result == WEND_OK) optimum = least_at(to_goals, grid, sources, source_count);
        if (optimum != WENDI_NOT_REACHED) wendi_field_lower_limit(to_goals, most_of(optimum, above));
    }
    if (result != WEND_OK) return result;
    wendi_field_lower_limit(from_sources, optimum == WENDI_NOT_REACHED ? -1 : most_of(optimum, above));
    bool done = false;
    result = wend_field_step(from_sources, 0, &done);
    if (result == WEND_OK)
        *cost_out = optimum == WENDI_NOT_REACHED ? INFINITY : (double)optimum / wend_grid_cost_units(grid);
    return result;
}

typedef struct corridor_tiles {
    const wend_field *from_sources, *to_goals;
    wend_cost optimum, most;
    wend_tile* tiles;
    double* percents;
    int64_t count, capacity;
} corridor_tiles;

static wend_cost sum_at(const corridor_tiles* l, wend_tile tile) {
    const wend_cost out = wendi_field_units_at(l->from_sources, tile),
                    back = wendi_field_units_at(l->to_goals, tile);
    return out == WENDI_NOT_REACHED || back == WENDI_NOT_REACHED ? WENDI_NOT_REACHED : out + back;
}

static void find_least(wend_tile tile, void* context) {
    corridor_tiles* l = context;
    const wend_cost sum = sum_at(l, tile);
    l->optimum = sum < l->optimum ? sum : l->optimum;
}

static void add_tile(wend_tile tile, void* context) {
    corridor_tiles* l = context;
    const wend_cost sum = sum_at(l, tile);
    if (sum > l->most) return;
    if (l->count < l->capacity) l->tiles[l->count] = tile;
    if (l->count < l->capacity && l->percents)
        l->percents[l->count] = l->optimum > 0 ? ((double)sum / (double)l->optimum - 1) * 100 : 0;
    l->count++;
}

int64_t wend_corridor_tiles(const wend_field* from_sources, const wend_field* to_goals, double above,
                            wend_tile* out, double* above_opt, int64_t capacity) {
    if (!from_sources || !to_goals || !(above >= 0) || (!out && capacity > 0)) return 0;
    corridor_tiles l = {.from_sources = from_sources,
                        .to_goals = to_goals,
                        .optimum = WENDI_NOT_REACHED,
                        .tiles = out,
                        .percents = above_opt,
                        .capacity = capacity};
    wendi_field_each_tile(from_sources, find_least, &l);
    if (l.optimum == WENDI_NOT_REACHED) return 0;
    l.most = most_of(l.optimum, above < 1e6 ? above : 1e6);
    wendi_field_each_tile(from_sources, add_tile, &l);
    wendi_tiles_from_sheet(&wendi_field_grid(from_sources)->floors, out,
                           l.count < capacity ? l.count : capacity);
    return l.count;
}
