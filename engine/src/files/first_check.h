// first_check.h: may a cluster of a world in a file be read: is its ground loaded, and is it checked?
#ifndef WENDI_FIRST_CHECK_H
#define WENDI_FIRST_CHECK_H
#include <pthread.h>
#include <stdatomic.h>

#include "hierarchy/open.h"
#include "hierarchy/world.h"

// ---- when is a cluster of a mapped world checked?
//
// When it is opened first (open.h), on whichever thread. This is the source of the clusters of a mapped
// world, streamed or not.

struct wendi_stored_clusters;

/// Notes that no cluster of a world is checked yet; freed with the graph. stored: of its file. Errors:
/// MEMORY.
wend_result wendi_first_checks_make(wend_world* world, const struct wendi_stored_clusters* stored);

/// Checks a cluster of ground that is being loaded. Errors: DAMAGED, MEMORY.
wend_result wendi_check_now(wend_world* world, int32_t level, int32_t cluster);
/// The cluster is to be checked again. No query may use it.
void wendi_forget_check(wend_world* world, int32_t level, int32_t cluster);
/// Fails with DAMAGED and names a cluster.
wend_result wendi_fail_damaged(const wend_world* world, int32_t level, int32_t cluster,
                               wend_error* error_opt);

// ---- how is a mapped file read with little memory and few waits?

/// Begins a pass over a world (open.h) without opening anything. Without memory, or where the file is not
/// mapped, it gives nothing back.
void wendi_read_pass_begin(const wend_world* world, wendi_pass* out);
/// Opens a cluster. The system sees by itself that a pass reads in order. Errors: as wendi_open.
wend_result wendi_open_in_pass(const wend_world* world, int32_t level, int32_t cluster);
/// Bytes that follow each other are read from here on, up to the next place.
void wendi_read_pass_from(const wendi_pass* pass, const void* first);
void wendi_read_pass_to(const wendi_pass* pass, const void* end);
/// Bytes of the unchanging mapping of the file were read.
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
    wendi_owner owner; // of what it is made of
    void (*free)(struct wendi_ground* ground);
    wend_world* world;
    int32_t level;           // regions are its clusters
    wendi_partition regions; // likewise
    const struct wendi_stored_clusters* stored;
    _Atomic uint8_t* states;  // by region
    _Atomic uint64_t* needed; // by region: at which time it was needed last
    _Atomic uint64_t time;    // calls of load
    _Atomic size_t bytes;     // of used pages
    _Atomic size_t budget;    // 0: none
    _Atomic int32_t loaded;
    size_t page;
    wendi_paged file, bits;
    pthread_mutex_t lock;  // of loading and unloading
    _Atomic uint32_t turn; // queries that begin count in running[turn % 2]
    _Atomic int32_t running[2];
};

/// The ground of a streamed world; NULL: it is no such world.
struct wendi_ground* wendi_ground_of(const wendi_graph* graph);
/// The world becomes a streamed one. Its ground is freed with the graph.
void wendi_set_ground(wend_world* world, struct wendi_ground* ground);
/// Notes that a region was needed.
void wendi_ground_need(struct wendi_ground* ground, int32_t region);
bool wendi_ground_is_loaded(const struct wendi_ground* ground, int32_t region);
/// For tests: how many parts of loaded regions each page of the mapped file has (stream.c).
const uint32_t* wendi_ground_users(const struct wendi_ground* ground, size_t* page_size_out);
#endif
