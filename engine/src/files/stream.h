// stream.h: how does a world become a streamed one, how are its regions loaded and unloaded, and can a path
// lead to those that are not loaded?
#ifndef WENDI_STREAM_H
#define WENDI_STREAM_H
#include "files/first_check.h"
#include "hierarchy/world.h"

// ---- how does a world become a streamed one, and how are its regions loaded and unloaded?

/// Makes a mapped world a streamed one, of which no ground is loaded. Freed with the graph. Errors: MEMORY.
wend_result wendi_ground_make(wend_world* world, int32_t region_level, size_t budget);

// ---- one thread at a time

/// True when edits have changed a region in memory: it cannot be unloaded.
bool wendi_ground_is_changed(const struct wendi_ground* ground, int32_t region);
/// Spans of regions that are not unloaded to make room.
typedef struct wendi_kept_regions {
    const wendi_cluster_span* spans;
    int32_t count;
} wendi_kept_regions;
/// Loads a region that is not loaded. make_room: regions that are not kept may be unloaded, those first that
/// no query has needed for longest. Errors: LIMIT, MEMORY, DAMAGED; nothing is loaded then.
wend_result wendi_ground_load(struct wendi_ground* ground, int32_t region, bool make_room,
                              wendi_kept_regions kept, wend_error* error_opt);
/// Unloads a region that is loaded and not changed.
void wendi_ground_unload(struct wendi_ground* ground, int32_t region);
/// For tests: how many parts of loaded regions each page of the mapped file has.
const uint32_t* wendi_ground_users(const struct wendi_ground* ground, size_t* page_size_out);
#endif
