// stretch.c: which costs does the sample hold, and which factor follows from them?
#include "search/stretch.h"

#include "hierarchy/first_check.h"

enum {
    LEAST_LEVEL = 3,   // of the sampled clusters: smaller ones say little about longer paths
    MOST_CLUSTERS = 4, // sampled between two tiles
    SIDE = 8,          // costs from so many nodes of a cluster to as many others are sampled
    LEAST_SAMPLE = 16, // fewer costs give no factor
    STEP = 4,          // factors are counted in steps of 4 / WENDI_WEIGHT_ONE
    STEPS = 20,        // up to 1.08: where few costs are low, as beside roads, the sample may miss them
    LOWER_SHARE = 32,  // one in so many sampled costs may be lower than the raised heuristic
    WHOLE_LEVEL = 6    // below, paths are short enough to differ from the sample: half of the excess counts
};

typedef struct sample {
    int32_t count;
    uint16_t steps[STEPS]; // how many costs exceed the heuristic by so many steps
} sample;

// The largest level whose clusters are no larger than the distance between two tiles.
static int32_t level_for(const wendi_graph* graph, wend_tile a, wend_tile b) {
    const int32_t distance = wendi_max(wendi_abs(a.x - b.x), wendi_abs(a.y - b.y));
    int32_t level = graph->level_count;
    while (level > 0 && graph->level[level - 1].clusters.size > distance) level--;
    return level;
}

static void add(sample* s, int64_t cost, int64_t h) {
    const int64_t step = (cost - h) * (WENDI_WEIGHT_ONE / STEP) / h;
    s->steps[step < 0 ? 0 : step < STEPS ? step : STEPS - 1]++;
    s->count++;
}

// Adds costs between nodes of a cluster that are at least its side apart. A cluster that cannot be read adds
// none: the search does not need it. Errors: MEMORY.
static wend_result add_cluster(const wend_world* world, const wendi_heuristic* heuristic, int32_t level,
                               int32_t cluster, sample* s) {
    const wendi_graph* graph = &world->graph;
    const wendi_level* of = &graph->level[level - 1];
    if (*wendi_item(&of->states, cluster) != WENDI_UP_TO_DATE) return WEND_OK;
    const wend_result touched = wendi_touch(graph, level, cluster);
    if (touched != WEND_OK) return touched == WEND_ERROR_MEMORY ? touched : WEND_OK;
    const wendi_matrix* matrix = wendi_matrix_of(graph, level, cluster);
    if (matrix->count < 2 * SIDE) return WEND_OK;
    int32_t to[SIDE];
    wend_tile tiles[SIDE];
    for (int32_t k = 0; k < SIDE; k++) {
        to[k] = (2 * k + 1) * matrix->count / (2 * SIDE);
        tiles[k] = wendi_node_tile(&graph->clusters, matrix->nodes[to[k]]);
    }
    const int64_t least = heuristic->straight * of->clusters.size;
    for (int32_t i = 0; i < SIDE; i++) {
        const int32_t from = i * matrix->count / SIDE;
        const wend_tile tile = wendi_node_tile(&graph->clusters, matrix->nodes[from]);
        for (int32_t k = 0; k < SIDE; k++) {
            const int64_t h = wendi_heuristic_between(heuristic, tile, tiles[k]);
            if (h < least) continue;
            const uint32_t cost = wendi_matrix_cost(matrix, from, to[k]);
            if (cost != WENDI_UNREACHED) add(s, cost, h);
        }
    }
    return WEND_OK;
}

// The least number of steps that enough of the sampled costs reach.
static int32_t low_step(const sample* s) {
    int32_t step = 0;
    for (int32_t lower = s->steps[0]; lower * LOWER_SHARE <= s->count && step < STEPS - 1;
         lower += s->steps[step])
        step++;
    return step;
}

wend_result wendi_stretch_between(const wend_world* world, const wendi_heuristic* heuristic, wend_tile a,
                                  wend_tile b, int32_t* factor_out) {
    const int32_t level = level_for(&world->graph, a, b);
    *factor_out = WENDI_WEIGHT_ONE;
    if (level < LEAST_LEVEL || wendi_has_uniform_cost(world->grid)) return WEND_OK;
    const wendi_partition* clusters = &world->graph.level[level - 1].clusters;
    sample s = {0};
    for (int32_t i = 0, last = -1; i < MOST_CLUSTERS; i++) {
        const int64_t part = 2 * i + 1, parts = 2 * MOST_CLUSTERS;
        const int32_t x = a.x + (int32_t)((b.x - a.x) * part / parts),
                      y = a.y + (int32_t)((b.y - a.y) * part / parts);
        const int32_t column = wendi_min(x / clusters->size, clusters->columns - 1),
                      row = wendi_min(y / clusters->size, clusters->rows - 1);
        const int32_t cluster = row * clusters->columns + column;
        const wend_result result =
            cluster != last ? add_cluster(world, heuristic, level, cluster, &s) : WEND_OK;
        if (result != WEND_OK) return result;
        last = cluster;
    }
    if (s.count < LEAST_SAMPLE) return WEND_OK;
    *factor_out += low_step(&s) * STEP / (level < WHOLE_LEVEL ? 2 : 1);
    return WEND_OK;
}
