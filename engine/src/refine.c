// refine.c: corridor refinement. One search over the whole corridor, rather than one a leg, lets the path
// leave the nodes of the abstract path where that is cheaper.
#include "refine.h"

enum { RECENT = 8 };

typedef struct corridor {
    wendi_flat* flat;
    const wendi_clusters* clusters;
    int32_t recent[RECENT]; // clusters allowed last: neighbouring legs ask for the same ones
    int32_t count;
} corridor;

static wend_result allow(corridor* c, int32_t cluster) {
    for (int32_t i = 0; i < RECENT && i < c->count; i++)
        if (c->recent[i] == cluster) return WEND_OK;
    c->recent[c->count++ % RECENT] = cluster;
    return wendi_flat_allow(c->flat, wendi_cluster_rect(c->clusters, cluster));
}

// The clusters round a node: besides the two of its legs, those across a crossing that is one tile away.
static wend_result allow_round(corridor* c, wend_tile node) {
    const wendi_clusters* clusters = c->clusters;
    int32_t at[4];
    for (int32_t dy = -1; dy <= 1; dy++) {
        for (int32_t dx = -1; dx <= 1; dx++) {
            wend_tile tile = {node.x + dx, node.y + dy};
            if (tile.x < 0 || tile.y < 0 || tile.x >= clusters->width || tile.y >= clusters->height) continue;
            int32_t count = wendi_clusters_at(clusters, tile, at);
            for (int32_t i = 0; i < count; i++) {
                wend_result result = allow(c, at[i]);
                if (result != WEND_OK) return result;
            }
        }
    }
    return WEND_OK;
}

wend_result wendi_refine(wendi_flat* flat, const wend_world* world, const wendi_legs* legs, bool* found_out,
                         wendi_tile_list* out, wend_stats* stats) {
    corridor c = {.flat = flat, .clusters = &world->abstract.clusters};
    wend_result result = wendi_flat_reset(flat, world->grid);
    for (int64_t i = 0; i + 1 < legs->tile_count && result == WEND_OK; i++) {
        result = allow(&c, legs->clusters[i]);
        if (i > 0 && result == WEND_OK) result = allow_round(&c, legs->tiles[i]);
    }
    if (result != WEND_OK) return result;
    stats->clusters_refined += c.count;
    wendi_flat_query query = {.start = legs->tiles[0],
                              .goal = legs->tiles[legs->tile_count - 1],
                              .heuristic = wendi_heuristic_for(world->grid, WEND_OCTILE, WENDI_WEIGHT_ONE)};
    result = wendi_flat_search(flat, world->grid, &query, true, found_out, stats);
    if (result != WEND_OK || !*found_out) return result;
    return wendi_flat_walk_back(flat, query.start, query.goal, out);
}
