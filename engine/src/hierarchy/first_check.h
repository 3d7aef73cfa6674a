// first_check.h: may a cluster of a world in a file be read: is its ground loaded, and is it checked?
#ifndef WENDI_FIRST_CHECK_H
#define WENDI_FIRST_CHECK_H
#include <pthread.h>
#include <stdatomic.h>

#include "hierarchy/abstract_graph.h"
#include "hierarchy/component_repair.h"
#include "hierarchy/world.h"

// ---- when is a cluster of a mapped world checked?
//
// When a query touches it first, on whichever thread. Whatever reads the matrix, components or passability
// bits of a cluster, or searches over its tiles, calls wendi_touch before. What may read any cluster calls
// wendi_check_all once.

struct wendi_first_checks;
struct wendi_stored_clusters;

/// Notes that no cluster of a world is checked yet; freed with the graph. Errors: MEMORY.
wend_result wendi_first_checks_make(wend_world* world, const struct wendi_stored_clusters* stored);

/// From now on the checks are those of this world.
void wendi_first_checks_belong(struct wendi_first_checks* checks, wend_world* world);
/// Likewise for another version of a mapped world: what that has in memory counts as checked. Errors: MEMORY.
wend_result wendi_first_checks_share(const wend_world* world, wend_world* to);
/// The same for ground that is being loaded. Errors: DAMAGED, MEMORY.
wend_result wendi_check_now(struct wendi_first_checks* checks, int32_t level, int32_t cluster);
/// The cluster is to be checked again. No query may use it.
void wendi_forget_check(struct wendi_first_checks* checks, int32_t level, int32_t cluster);
const struct wendi_stored_clusters* wendi_stored_of(const struct wendi_first_checks* checks);
/// Fails with DAMAGED and names a cluster.
wend_result wendi_fail_damaged(const wend_world* world, int32_t level, int32_t cluster,
                               wend_error* error_opt);
/// As wendi_touch, for passes over all clusters: the system sees by itself that they read in order.
wend_result wendi_touch_in_pass(const wendi_graph* graph, int32_t level, int32_t cluster);
/// Checks the clusters of level 1 that contain a tile. Errors: DAMAGED, MEMORY.
wend_result wendi_touch_tile(const wendi_graph* graph, wend_tile tile);
/// The same for tiles anywhere, after the system was asked for all of them.
wend_result wendi_touch_ends(const wendi_graph* graph, const wend_tile* tiles, int32_t count);
/// Checks the clusters of level 1 that contain tiles, which follow each other by steps or links; of a tile on
/// a border line, those that are loaded. Errors: DAMAGED, MEMORY.
wend_result wendi_touch_tiles(const wendi_graph* graph, const wend_tile* tiles, int64_t count);
/// Checks the clusters of level 1 that have tiles of an area of the map. Errors: DAMAGED, MEMORY, NOT_LOADED.
wend_result wendi_touch_area(const wendi_graph* graph, wend_rect area);
/// The same, with so many tiles on each side of the area.
wend_result wendi_touch_around(const wendi_graph* graph, wend_rect area, int32_t tiles);
/// True when no cluster of a world is left to be checked, so that what is made of all of them is there.
bool wendi_all_are_checked(const wendi_graph* graph);
/// Checks all clusters, in a pass of its own. Errors: DAMAGED, MEMORY.
wend_result wendi_check_all(const wend_world* world);
/// Likewise, in a pass over the world that goes on, which gives back what was checked.
wend_result wendi_check_all_in_pass(const wend_world* world, const struct wendi_read_pass* pass_opt);
/// Likewise, of the world that a grid belongs to, if any.
wend_result wendi_check_all_of_grid(const wend_grid* grid);
/// Checks all clusters of a world that is about to change; from then on it is like a world that was built.
/// Errors: DAMAGED, MEMORY.
wend_result wendi_check_before_change(wend_world* world);

// ---- how is a mapped file read with little memory and few waits?

/// Asks the system for the matrix of a cluster of a mapped world that is not checked yet and, on level 1, for
/// its tiles, unless they are in memory. here_in_a_row_io: how many clusters in a row were, shared by all
/// threads.
void wendi_want_cluster(const wend_world* world, int32_t level, int32_t cluster,
                        _Atomic uint32_t* here_in_a_row_io);

typedef struct wendi_read_pass {
    const wend_world* world;
    uint64_t* unchanged; // by page of the file: a bit that is set once it was found to hold what the file
                         // holds; NULL: the pass gives nothing back
    size_t words, page;
    const char* from; // read, but not yet given back
} wendi_read_pass;

/// Begins a pass over a world. Without memory, or where the file is not mapped, it gives nothing back.
void wendi_read_pass_begin(const wend_world* world, wendi_read_pass* out);

void wendi_read_pass_end(wendi_read_pass* pass);

/// Everything about the clusters of one row of a level was read.
void wendi_read_pass_row(const wendi_read_pass* pass, int32_t level, int32_t row);

/// The same once the last cluster of a row was read. Without a pass nothing happens.
void wendi_read_pass_cluster(const wendi_read_pass* pass_opt, int32_t level, int32_t cluster);

/// As wendi_read_pass_row for level 1, as a callback.
void wendi_read_pass_ground(const void* pass, int32_t row);

/// Bytes that follow each other are read from here on, up to the next place.
void wendi_read_pass_from(wendi_read_pass* pass, const void* first);

void wendi_read_pass_to(wendi_read_pass* pass, const void* end);

/// Bytes of the unchanging view of the file were read.
void wendi_read_pass_view(const wend_world* world, const char* first, const char* end);

// ---- which ground of a streamed world is loaded?
//
// Ground is what lies in regions, the clusters of one level: their tiles, passability bits, and the matrices
// of the levels below. All else of the file can be read at any time. Memory is counted by pages; a page is
// used as long as a loaded region has a part of it.
//
// Queries may run while regions are loaded and unloaded. A region that is to be unloaded is first closed to
// queries; its memory goes when all queries have ended that began before.

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

// ---- which clusters of a mapped world does an edit check before it changes anything?

/// Checks the clusters that an edit of tiles, steps or costs may change or read around the touched ones. What
/// the repair of components reads further away, it checks itself. levels: bit n is set when nodes of level
/// n + 1 may change. Errors: DAMAGED, MEMORY.
wend_result wendi_check_before_edit(const wendi_graph* graph, const wendi_cluster_list* touched,
                                    uint32_t levels);
/// Checks the clusters that may change when a link comes, goes or changes. Errors: DAMAGED, MEMORY.
wend_result wendi_check_before_link_edit(const wend_world* world, const wend_link* link);
#endif
