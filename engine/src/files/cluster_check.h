// cluster_check.h: is a cluster of a .wend file what the map and its checksum say, so that a world can use it
// where it lies?
#ifndef WENDI_CLUSTER_CHECK_H
#define WENDI_CLUSTER_CHECK_H
#include "files/patch.h"
#include "files/world_stream.h"
#include "hierarchy/world.h"

/// The parts of a file that a world uses in place. Their sizes fit the map.
typedef struct wendi_stored_clusters {
    const wendi_cluster_entry* directory[WEND_MAX_LEVELS]; // by level - 1
    const uint64_t* nodes[WEND_MAX_LEVELS];                // likewise, by cluster of level 1
    int32_t level_count; // of the file: edits may drop levels of the world, and a refresh may add some
    const char* name;    // of the file, for messages
    char* matrices;
    uint64_t matrices_size;
    uint32_t* labels; // of clusters with several parts
    uint64_t label_count;
    const wendi_patch* patches; // in their order
    int32_t patch_count;
    bool has_compared_counts; // the tiles of each class are as many as the map says
} wendi_stored_clusters;

/// Where a cluster is stored: in the world's file, or in the last patch that holds it.
typedef struct wendi_cluster_source {
    const wendi_cluster_entry* entry;
    const char* name; // of the file
    char* matrices;
    uint64_t matrices_size;
    uint32_t* labels;
    uint64_t label_count;
} wendi_cluster_source;
/// patch_count: how many of the patches count.
wendi_cluster_source wendi_source_of(const wendi_stored_clusters* stored, int32_t patch_count, int32_t level,
                                     int32_t cluster);

/// The bytes of a matrix in the file, by an entry of the directory that nobody has checked. NULL: it has
/// none, or not within the file.
const char* wendi_stored_matrix(const wendi_stored_clusters* stored, int32_t level, int32_t cluster,
                                size_t* bytes_out);

/// A cluster that was checked, as it lies in its file.
typedef struct wendi_checked_cluster {
    wendi_cluster_source source;
    wendi_matrix matrix;
    wendi_parts parts; // on level 1
} wendi_checked_cluster;
/// Checks a cluster. Different clusters may be checked at the same time. Returns NULL, or what is wrong; only
/// then may the memory that a list of nodes needs be missing, which sets *memory_out.
const char* wendi_check_cluster(wend_world* world, const wendi_stored_clusters* stored, int32_t level,
                                int32_t cluster, bool* memory_out, wendi_checked_cluster* out);
/// True when a cluster that was checked has the checksum that is stored with it.
bool wendi_cluster_has_checksum(const wend_world* world, const wendi_stored_clusters* stored, int32_t level,
                                int32_t cluster, const wendi_checked_cluster* checked);
/// Gives the world the matrix and the components of a cluster in memory, without passability bits.
void wendi_keep_cluster(wend_world* world, int32_t level, int32_t cluster,
                        const wendi_checked_cluster* checked);
#endif
