// ground.h: which ground of a streamed world is loaded?
//
// Ground is what lies in regions, the clusters of one level: their tiles, passability bits, and the matrices
// of the levels below. All else of the file can be read at any time. Memory is counted by pages; a page is
// used as long as a loaded region has a part of it.
//
// Queries may run while regions are loaded and unloaded. A region that is to be unloaded is first closed to
// queries; its memory goes when all queries have ended that began before.
#ifndef WENDI_GROUND_H
#define WENDI_GROUND_H
#include <pthread.h>
#include <stdatomic.h>

#include "hierarchy/world.h"

enum { WENDI_GROUND_UNLOADED, WENDI_GROUND_LOADED }; // states of a region

typedef struct wendi_paged { // memory that is counted by pages
    char* base;              // at the beginning of a page
    uint32_t* users;         // by page: parts of loaded regions that it holds
    size_t count;
} wendi_paged;

struct wendi_ground {
    wend_world* world;
    wend_allocator allocator;
    int32_t level;           // regions are its clusters
    wendi_partition regions; // likewise
    const struct wendi_stored_clusters* stored;
    _Atomic uint8_t* states;  // by region
    _Atomic uint64_t* needed; // by region: at which time it was needed last
    _Atomic uint64_t time;    // calls of load
    _Atomic uint64_t unloads;
    _Atomic size_t bytes;  // of used pages
    _Atomic size_t budget; // 0: none
    _Atomic int32_t loaded;
    size_t page;
    wendi_paged file, bits;
    pthread_mutex_t lock;  // of loading and unloading
    _Atomic uint32_t turn; // queries that begin count in running[turn % 2]
    _Atomic int32_t running[2];
};

/// True when a cluster may be used. Notes that its region was needed.
bool wendi_ground_has(struct wendi_ground* ground, int32_t level, int32_t cluster);
/// The same for a cluster of level 1 of any world.
static inline bool wendi_has_ground(const wendi_graph* graph, int32_t cluster) {
    return !graph->ground || wendi_ground_has(graph->ground, 1, cluster);
}
/// Whether all clusters of a tile, or of the tiles of an area, are loaded.
bool wendi_ground_has_tile(const wendi_graph* graph, wend_tile tile);
bool wendi_ground_has_area(const wendi_graph* graph, wend_rect area);
/// The level whose clusters are the regions.
int32_t wendi_ground_level(const struct wendi_ground* ground);
/// The region that holds a cluster of that level or one below.
int32_t wendi_ground_region(const wendi_graph* graph, int32_t level, int32_t cluster);
/// The tiles of a region that no other has: without the lines between them.
wend_rect wendi_ground_area(const struct wendi_ground* ground, int32_t region);
int32_t wendi_ground_begin_now(struct wendi_ground* ground);
void wendi_ground_end_now(struct wendi_ground* ground, int32_t turn);
/// Keeps the ground that is loaded from being taken away until the matching end, which gets the result. They
/// may nest, on any number of threads.
static inline int32_t wendi_ground_begin(const wendi_graph* graph) {
    return graph->ground ? wendi_ground_begin_now(graph->ground) : 0;
}
static inline void wendi_ground_end(const wendi_graph* graph, int32_t turn) {
    if (graph->ground) wendi_ground_end_now(graph->ground, turn);
}
/// How often ground was unloaded.
uint64_t wendi_ground_unloads(const wendi_graph* graph);

/// Notes that a region was needed.
void wendi_ground_need(struct wendi_ground* ground, int32_t region);
bool wendi_ground_is_loaded(const struct wendi_ground* ground, int32_t region);
/// The next call of load begins: what queries need from now on was needed later.
void wendi_ground_tick(struct wendi_ground* ground);

size_t wendi_ground_bytes(const struct wendi_ground* ground);
size_t wendi_ground_budget(const struct wendi_ground* ground);
void wendi_ground_set_budget(struct wendi_ground* ground, size_t budget);
int32_t wendi_ground_loaded_count(const struct wendi_ground* ground);
#endif
