// patch.h: what does a patch file hold? docs/file-format.md describes it byte by byte.
//
// A patch holds the clusters of a world that edits have changed, and what else they changed. It belongs to
// one .wend file, by the checksum of its header, and to the patches before it. It is read as a whole into
// memory, where the world uses its matrices and labels in place (world_patch.c).
#ifndef WENDI_PATCH_H
#define WENDI_PATCH_H
#include "files/world_stream.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/component.h"

enum {
    WENDI_PATCH_MAP = 1,
    WENDI_PATCH_COSTS,
    WENDI_PATCH_CLUSTERS,
    WENDI_PATCH_TILES,
    WENDI_PATCH_NODES,
    WENDI_PATCH_MATRICES,
    WENDI_PATCH_LABELS,
    WENDI_PATCH_JOINS,
    WENDI_PATCH_ONE_WAYS,
    WENDI_PATCH_LINKS,
    WENDI_PATCH_EXITS,
    WENDI_PATCH_ELEVATIONS,
    WENDI_PATCH_SECTIONS = WENDI_PATCH_ELEVATIONS
};

extern const wendi_file_kind wendi_patch_files;

enum {
    WENDI_PATCH_HAS_LINKS = 1,    // the links are those of the patch
    WENDI_PATCH_RELABELS = 2,     // earlier unions of components are void
    WENDI_PATCH_HAS_ORIGINAL = 4, // the original classes are the tiles of the .wend file
    WENDI_PATCH_CHANGES_TILES = 8
};

typedef struct wendi_patch_map {
    uint32_t label_count; // of components
    uint32_t flags;
    int64_t class_counts[WEND_CLASS_COUNT];
} wendi_patch_map;
_Static_assert(sizeof(wendi_patch_map) == 8 + 8 * WEND_CLASS_COUNT, "layout of the file");
static const wendi_layout wendi_patch_map_layout = {8 + 8 * WEND_CLASS_COUNT,
                                                    {{2, 4}, {WEND_CLASS_COUNT, 8}}};

typedef struct wendi_patch_cluster { // ascending by level and cluster
    uint32_t level, cluster;
    wendi_cluster_entry entry; // of the matrices and labels of the patch
} wendi_patch_cluster;
_Static_assert(sizeof(wendi_patch_cluster) == 40, "layout of the file");
static const wendi_layout wendi_patch_cluster_layout = {40, {{2, 4}, {2, 8}, {2, 4}, {2, 2}, {1, 4}}};

typedef struct wendi_patch_join { // two components that were united
    uint32_t label, root;         // root < label
} wendi_patch_join;
_Static_assert(sizeof(wendi_patch_join) == 8, "layout of the file");
static const wendi_layout wendi_patch_join_layout = {8, {{2, 4}}};

typedef struct wendi_patch_exits { // a page of closed steps
    uint32_t page;
    uint32_t present; // 0: no step on it is closed
    uint8_t declared[WENDI_EXIT_PAGE_TILES];
} wendi_patch_exits;
_Static_assert(sizeof(wendi_patch_exits) == 1032, "layout of the file");
static const wendi_layout wendi_patch_exits_layout = {1032, {{2, 4}, {1024, 1}}};

typedef struct wendi_patch {
    wend_allocator allocator;
    char *name, *bytes; // the whole file
    size_t name_bytes, size, capacity;
    wendi_file_header header;
    const wendi_patch_map* map;
    const float* costs_opt; // NULL: unchanged
    const wendi_patch_cluster* clusters;
    int32_t first[WEND_MAX_LEVELS + 1]; // by level - 1: index of its first cluster; one more for the end
    const uint8_t* tiles;               // of the clusters of level 1, row by row, one cluster after the other
    uint64_t tile_count;
    const int16_t* elevations_opt; // of the same tiles; NULL: unchanged
    const uint64_t* nodes;         // of the clusters of level 1: for each, its sets of all levels
    uint64_t node_set_count;
    char* matrices;
    uint64_t matrices_size;
    uint32_t* labels;
    uint64_t label_count;
    const wendi_patch_join* joins;
    int32_t join_count;
    const wendi_one_way* one_ways; // of the clusters of level 1
    int32_t one_way_count;
    const struct wendi_link_record* links;
    int32_t link_count;
    const wendi_patch_exits* exits;
    int32_t exits_count;
} wendi_patch;

/// Reads a patch and verifies all its checksums, the sizes of its sections and their order. Whether it fits
/// a world is not checked yet. Free *out by wendi_patch_free, also after an error. Errors: IO, FORMAT,
/// UNSUPPORTED, MEMORY.
wend_result wendi_patch_read(const char* file, const wend_allocator* allocator, wendi_patch* out,
                             wend_error* error_opt);
void wendi_patch_free(wendi_patch* patch);
/// The index of a cluster in a patch; -1: it does not hold the cluster.
int32_t wendi_patch_index(const wendi_patch* patch, int32_t level, int32_t cluster);
#endif
