// merge_task.h: what are the bytes of tasks, and what does a task compute?
#ifndef WENDI_MERGE_TASK_H
#define WENDI_MERGE_TASK_H
#include "files/world_stream.h"
#include "hierarchy/component.h"
#include "wend/private.h"

enum {
    WENDI_BAKE_VERSION = WEND_FORMAT_VERSION * 1000 + 2, // grows with any change of blocks, nodes or costs
    WENDI_BLOCK_MAGIC = 8
};

#define WENDI_INPUT_MAGIC "WENDTASK"

#define WENDI_RESULT_MAGIC "WENDPART"

typedef struct wendi_block_header {
    char magic[WENDI_BLOCK_MAGIC];
    uint32_t byte_order, version;
    uint64_t identity; // of the bake
    uint64_t size;     // of the block
    uint64_t checksum;
    int64_t task;
    int32_t level, cluster; // of that level
    uint64_t zero;
} wendi_block_header;

_Static_assert(sizeof(wendi_block_header) == 64, "layout of blocks");

/// What the world will be, as far as tasks depend on it. The identity of a bake is a hash of it.
typedef struct wendi_bake_settings {
    int32_t width, height, connectivity, cluster_size, level_count, task_level, cost_unit;
    uint32_t range_declared;
    float least_cost, greatest_cost, tile_size;
    uint32_t zero;
    uint64_t tile_checksum; // of the section of the file
    float class_costs[WEND_CLASS_COUNT];
    int64_t class_counts[WEND_CLASS_COUNT];
    wendi_relief_head relief; // unit 0: there is none; the points of its slopes and its rows are in the input
    uint64_t plane_checksum;  // of elevations and lanes
} wendi_bake_settings;

_Static_assert(sizeof(wendi_bake_settings) == 56 + 12 * WEND_CLASS_COUNT + sizeof(wendi_relief_head) + 8,
               "layout of blocks");

/// Parts of the planes of a relief in an input, row by row, elevations in 16 bits. 0: there are none.
typedef struct wendi_plane_part {
    uint64_t elevations_at, lanes_at;
} wendi_plane_part;

/// The input of a task of the first tier: the tiles of a cluster of the task level and one tile around it,
/// row by row, and the planes of the same tiles.
typedef struct wendi_window_input {
    wendi_block_header header;
    wendi_bake_settings settings;
    uint64_t tiles_at, relief_at; // points and rows
    wendi_plane_part planes;
} wendi_window_input;

/// A distance matrix as it lies in a file, with the bytes that loads may read past its end.
typedef struct wendi_stored_matrix {
    uint64_t at;
    uint32_t count, shift;
} wendi_stored_matrix;

/// The lines around a cluster that it shares with others.
typedef enum wendi_line { WENDI_TOP, WENDI_LEFT, WENDI_BOTTOM, WENDI_RIGHT, WENDI_LINE_COUNT } wendi_line;

/// Which lines a cluster has: none at the edges of the map.
static inline void wendi_find_lines(const wendi_partition* clusters, int32_t cluster,
                                    bool has_out[WENDI_LINE_COUNT]) {
    const int32_t column = cluster % clusters->columns, row = cluster / clusters->columns;
    has_out[WENDI_TOP] = row > 0;
    has_out[WENDI_LEFT] = column > 0;
    has_out[WENDI_BOTTOM] = row + 1 < clusters->rows;
    has_out[WENDI_RIGHT] = column + 1 < clusters->columns;
}

static inline bool wendi_is_across(wendi_line line) {
    return line == WENDI_TOP || line == WENDI_BOTTOM;
}

/// The tiles of a line, and so many on both sides of it. area: of the cluster; size: from line to line.
static inline wend_rect wendi_line_area(wend_rect area, int32_t size, wendi_line line, int32_t around) {
    const int32_t x = area.x + (line == WENDI_RIGHT ? size : 0),
                  y = area.y + (line == WENDI_BOTTOM ? size : 0);
    return wendi_is_across(line) ? (wend_rect){x, y - around, area.width, 1 + 2 * around, 0}
                                 : (wend_rect){x - around, y, 1 + 2 * around, area.height, 0};
}

/// The input of a task of a higher tier: the matrices of the children, and the tiles of the lines, corners
/// included. The planes are those of a line and of the tiles on both sides of it.
typedef struct wendi_merge_input {
    wendi_block_header header;
    wendi_bake_settings settings;
    int32_t child_count;
    uint32_t zero;
    wendi_stored_matrix children[4];
    uint64_t lines_at[WENDI_LINE_COUNT]; // 0: the edge of the map
    uint64_t relief_at;
    wendi_plane_part planes[WENDI_LINE_COUNT];
} wendi_merge_input;

/// A cluster of a result. Its matrix follows that of the cluster before.
typedef struct wendi_part_cluster {
    uint32_t count; // nodes
    uint16_t shift;
    uint16_t parted; // level 1: 1 if it has a label for each of its nodes
} wendi_part_cluster;

/// A node on a line that the part of the map shares with others.
typedef struct wendi_border_node {
    uint32_t node;
    uint32_t label; // below open_count
} wendi_border_node;

WENDI_LIST(wendi_border_list, wendi_border_node);

/// The result of a task. Clusters of each level come row by row.
///
/// Labels are the connected components inside the part. Those below open_count have nodes on its border, so
/// that they may continue elsewhere. The others are complete. Enclosed components have no label.
typedef struct wendi_part {
    wendi_block_header header;
    int32_t fit_levels; // the costs of these levels fit
    int32_t columns,
        rows; // of clusters of level 1; 0 in higher tiers, whose only cluster is that of the task
    uint32_t label_count, open_count, border_count;
    uint32_t part_label_count; // labels of clusters that have several
    uint32_t zero;
    int64_t closed_count, closed_largest; // components without open labels, tiles in the largest of them
    int64_t node_count;                   // of level 1, without those that belong to the clusters beyond
    int64_t edge_count[WEND_MAX_LEVELS];  // by level - 1, as all below
    uint64_t clusters_at[WEND_MAX_LEVELS];
    uint64_t matrices_at[WEND_MAX_LEVELS], matrices_size[WEND_MAX_LEVELS];
    uint64_t nodes_at[WEND_MAX_LEVELS]; // node sets: 64 bits for each cluster of level 1
    uint64_t labels_at; // u32 for each cluster of level 1: its label, or the index of its first
    uint64_t part_labels_at, sizes_at,
        border_at; // u32; i64 tiles of open labels; wendi_border_node, ascending
} wendi_part;

static inline uint64_t wendi_aligned_8(uint64_t size) {
    return (size + 7) / 8 * 8;
}

/// Takes room for some items of a block whose size is counted, and returns where it lies.
static inline uint64_t wendi_block_take(uint64_t* size_io, uint64_t count, uint64_t item_size) {
    const uint64_t at = *size_io;
    *size_io += wendi_aligned_8(count * item_size);
    return at;
}

static inline const void* wendi_block_at(const void* block, uint64_t at) {
    return (const char*)block + at;
}

/// Fills the header of a block whose task, level, cluster and identity are set, as they are in that of its
/// input, and computes its checksum.
void wendi_block_seal(wendi_block_header* block, const char magic[WENDI_BLOCK_MAGIC], uint64_t size);

/// Checks a block that came from elsewhere. what: for messages. Errors: UNSUPPORTED, FORMAT.
wend_result wendi_block_check(const void* block, size_t size, const char magic[WENDI_BLOCK_MAGIC],
                              const char* what, wend_error* error_opt);

/// True when a range of items lies inside a block.
bool wendi_block_holds(const wendi_block_header* block, uint64_t at, uint64_t count, uint64_t size);

/// The partition of a level of the whole map.
static inline wendi_partition wendi_bake_partition(const wendi_bake_settings* settings, int32_t level) {
    return wendi_partition_of(settings->width, settings->height, settings->cluster_size << (level - 1));
}

/// Clusters of a level along one axis of a part, of so many of level 1.
static inline int32_t wendi_clusters_along(int32_t clusters, int32_t level) {
    return (clusters + (1 << (level - 1)) - 1) >> (level - 1);
}

/// Bytes of the points and rows of a relief.
static inline uint64_t wendi_bake_relief_bytes(const wendi_bake_settings* settings) {
    return wendi_relief_numbers_bytes(&settings->relief) - sizeof settings->relief;
}

/// A grid of these settings, but of any size, around tiles somewhere else. relief_opt: the points and rows of
/// its relief; NULL: it gets none. first_row: of the map, the first one of the grid. Errors: LIMIT, MEMORY,
/// ARGUMENT.
wend_result wendi_bake_grid(const wendi_bake_settings* settings, const void* relief_opt, int32_t first_row,
                            int32_t width, int32_t height, const wend_allocator* allocator, wend_grid** out);

/// Lets a grid of wendi_bake_grid find the tile x,y at `at`, and others around it in rows of stride bytes.
void wendi_bake_grid_aim(wend_grid* grid, const uint8_t* at, int32_t x, int32_t y, int64_t stride);
/// The same for its planes, which lie in rows of stride values in an input that was checked.
void wendi_bake_aim_planes(wend_grid* grid, const void* input, const wendi_plane_part* part, int32_t x,
                           int32_t y, int64_t stride);
/// True when an input has what its settings say of a relief, and of planes of so many tiles.
bool wendi_bake_holds_relief(const wendi_block_header* header, const wendi_bake_settings* settings,
                             uint64_t relief_at);
bool wendi_bake_holds_planes(const wendi_block_header* header, const wendi_bake_settings* settings,
                             const wendi_plane_part* part, uint64_t tiles);

/// Where a task of the first tier lies in the map.
typedef struct wendi_window {
    wendi_cluster_span span; // of clusters of level 1
    wend_rect area;          // of its tiles
    bool has_right, has_bottom;
} wendi_window;

wendi_window wendi_window_of(const wendi_bake_settings* settings, int32_t cluster);

/// Computes a task of the first tier whose input has passed wendi_block_check. Errors: FORMAT (impossible
/// input), MEMORY.
wend_result wendi_run_window(const wendi_window_input* input, const wend_allocator* allocator,
                             wendi_part** out);
#endif
