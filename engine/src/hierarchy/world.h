// world.h: the inside of a world.
#ifndef WENDI_WORLD_H
#define WENDI_WORLD_H
#include "hierarchy/insert.h"
#include "wend/world.h"

struct wend_world {
    wend_allocator allocator;
    wend_grid* grid;
    wendi_graph graph;
    wendi_components components;
    int64_t edge_count;    // up to date when components.counted
    int32_t wanted_levels; // asked for; fewer are there where costs would be too large
    bool refreshed;        // all cells are
    char* metadata;        // zero-terminated, metadata_size bytes without the zero
    size_t metadata_size;
    uint8_t* original; // class of every tile, rows without gaps; NULL: not kept
};

/// An empty world that owns nothing yet; NULL: out of memory. Freed by wend_world_destroy at any stage.
wend_world* wendi_world_new(const wend_allocator* allocator, const char* metadata, size_t metadata_size);
/// Builds the wanted levels that are missing, as far as costs fit. Errors: MEMORY, and those that are missing
/// still are.
wend_result wendi_world_add_levels(wend_world* world);
bool wendi_valid_cluster_size(int32_t size);
/// One byte a tile.
size_t wendi_original_size(const wend_world* world);
#endif
