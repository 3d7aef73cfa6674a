// world_stream.h: what do the parts of a .wend file look like, and how are its sections written and read,
// piece by piece?
#ifndef WENDI_WORLD_STREAM_H
#define WENDI_WORLD_STREAM_H
#include <stdio.h>
#include <string.h>

#include "core/file_order.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/component.h"

// ---- how are the sections of a .wend file written and read, piece by piece, with their
// checksums?

enum {
    WENDI_SECTION_MAP = 1,
    WENDI_SECTION_COSTS,
    WENDI_SECTION_TILES,
    WENDI_SECTION_METADATA,
    WENDI_SECTION_MATRICES,
    WENDI_SECTION_ORIGINAL,
    WENDI_SECTION_EXITS,
    WENDI_SECTION_LINKS,
    WENDI_SECTION_PROFILES,
    WENDI_SECTION_PROFILE_MATRICES,
    WENDI_SECTION_NODES,
    WENDI_SECTION_DIRECTORY,
    WENDI_SECTION_LABELS,
    WENDI_SECTION_ONE_WAYS,
    WENDI_SECTION_COUNT = WENDI_SECTION_ONE_WAYS,
    WENDI_SECTION_SUBGOALS, // only where the world has subgoals, or an edit has removed them; else empty
    WENDI_SECTION_RELIEF,   // only where the grid has one; else empty
    WENDI_SECTION_FLOORS,   // only where there are several; else empty
    WENDI_SECTION_GROUND,   // only where ground was added or removed; else empty
    WENDI_SECTION_SLOPES,   // only where profiles have slopes of their own
    WENDI_MOST_SECTIONS = WENDI_SECTION_SLOPES
};
enum { WENDI_FILE_ALIGNMENT = 64 };

typedef struct wendi_section {
    uint32_t kind;
    uint32_t zero;
    uint64_t offset;   // a multiple of the alignment; the gap before the next section holds zeros
    uint64_t size;     // bytes, without the gap
    uint64_t checksum; // of the section and its gap
} wendi_section;
_Static_assert(sizeof(wendi_section) == 32, "layout of the file");
static const wendi_layout wendi_section_layout = {32, {{2, 4}, {3, 8}}};

/// The size of a section with its gap.
static inline uint64_t wendi_file_aligned(uint64_t size) {
    return (size + WENDI_FILE_ALIGNMENT - 1) / WENDI_FILE_ALIGNMENT * WENDI_FILE_ALIGNMENT;
}

/// What the directory says about a cluster.
_Static_assert(sizeof(wendi_cluster_entry) == 32, "layout of the file");
static const wendi_layout wendi_cluster_entry_layout = {32, {{2, 8}, {2, 4}, {2, 2}, {1, 4}}};

// ---- writing

typedef struct wendi_writer {
    wend_write_fn* write; // NULL: only sizes and checksums are wanted
    void* context;
    XXH3_state_t* checksum_opt;
    uint64_t size;      // of the section so far
    wend_result result; // of the first write that failed
} wendi_writer;

/// checksum_opt: where that of the section is kept; NULL: none is wanted, and entries of the table have 0.
wendi_writer wendi_writer_of(wend_write_fn* write_opt, void* context, XXH3_state_t* checksum_opt);
void wendi_put(wendi_writer* writer, const void* bytes, size_t size);
/// The zeros behind so many bytes, up to the next section.
void wendi_put_gap(wendi_writer* writer, uint64_t size);
/// Puts the gap behind a section that began at an offset, and returns its entry in the table. The next one
/// may begin.
wendi_section wendi_put_end(wendi_writer* writer, uint32_t kind, uint64_t offset);
/// Numbers, in the order of files.
void wendi_put_records(wendi_writer* writer, const void* records, size_t count, const wendi_layout* layout);
/// A matrix as it lies in memory, with the gap that aligns the next one.
void wendi_put_matrix(wendi_writer* writer, const wendi_matrix* matrix);

// ---- header and table, of .wend files and of patches

/// What tells the two kinds of files apart.
typedef struct wendi_file_kind {
    const char *magic, *noun, *expected; // the last two: for messages, as those below
    const char *not_one, *version_of, *make_again;
    const char* const* sections; // names, by kind - 1
    uint32_t version, least_sections, most_sections;
} wendi_file_kind;
extern const wendi_file_kind wendi_world_files;

enum { WENDI_BYTE_ORDER_MARK = 0x01020304 };

typedef struct wendi_file_header {
    char magic[8];
    uint32_t byte_order;
    uint32_t version;
    uint64_t file_size;
    uint32_t section_count;
    uint32_t number;   // of a patch, among those of the world, from 1 on; of a .wend file 0, as the next two
    uint64_t world;    // checksum of the header of the .wend file
    uint64_t previous; // checksum of the header of the patch before it; 0: none
    uint64_t table_checksum;
    uint64_t checksum; // of the bytes before it
} wendi_file_header;
_Static_assert(sizeof(wendi_file_header) == 64, "layout of the file");
static const wendi_layout wendi_file_header_layout = {64, {{8, 1}, {2, 4}, {1, 8}, {2, 4}, {4, 8}}};

/// Completes the header of a file with these sections: all but what only patches have.
void wendi_complete_header(const wendi_file_kind* kind, const wendi_section* table, uint32_t section_count,
                           wendi_file_header* header);
/// The bytes before the first section, without the gap.
static inline size_t wendi_head_bytes(uint32_t section_count) {
    return sizeof(wendi_file_header) + section_count * sizeof(wendi_section);
}
enum {
    WENDI_MOST_HEAD_BYTES =
        sizeof(wendi_file_header) + WENDI_MOST_SECTIONS * sizeof(wendi_section) + WENDI_FILE_ALIGNMENT
};

// ---- reading

/// A file whose sections are read where they lie in memory.
typedef struct wendi_reader {
    const wendi_file_kind* kind;
    FILE* stream;           // NULL: the file is in memory
    const void* memory_opt; // where it is then
    char* bytes;            // where sections are read, aligned as they are
    uint64_t size;
    const char* name;
    wend_error* error;
    wendi_file_header header;
    wendi_section table[WENDI_MOST_SECTIONS];
    bool leaves_subgoals; // where they are
    const char* const* patches;
    int32_t patch_count;
} wendi_reader;

wend_result wendi_damaged(const wendi_reader* reader, const char* what);
/// Opens a file and reads its header and table. Whatever the result, stream is to be closed if there is one.
/// Errors: FORMAT, UNSUPPORTED, IO, MEMORY.
wend_result wendi_reader_open(wendi_reader* reader);
/// Reads header and table from the first bytes of a file. After this the sections follow each other and fill
/// the file, so no size in the table exceeds the file's. Errors: FORMAT, UNSUPPORTED.
wend_result wendi_read_head(wendi_reader* reader, const void* bytes, size_t size);
/// Reads the whole file. Errors: FORMAT, IO.
wend_result wendi_read_all(wendi_reader* reader, void* bytes);
/// Compares a section with its checksum. Errors: FORMAT.
wend_result wendi_verify_section(const wendi_reader* reader, uint32_t kind);
/// A section, and its size. 0: also without such a section.
static inline char* wendi_section_bytes(const wendi_reader* r, uint32_t kind) {
    return r->bytes + r->table[kind - 1].offset;
}
static inline uint64_t wendi_section_size(const wendi_reader* r, uint32_t kind) {
    return kind <= r->header.section_count ? r->table[kind - 1].size : 0;
}
/// The items of a section, in the order of the machine from now on: to be asked for once. NULL: its size is
/// that of no number of items.
void* wendi_section_items(const wendi_reader* reader, uint32_t kind, const wendi_layout* layout,
                          uint64_t* count_out);

// ---- what do the parts of a .wend file look like? docs/file-format.md describes them byte by
// byte.

typedef struct wendi_map_section {
    int32_t width, height, connectivity, cost_unit;
    float tile_size, origin_x, origin_y;
    int32_t cluster_size;
    uint16_t level_count, wanted_levels;
    uint32_t node_count; // of level 1
    int64_t component_count, largest_component, edge_count;
    float least_cost, greatest_cost; // range of class costs
    uint32_t range_declared;
    uint32_t label_count; // components that have nodes
    int64_t class_counts[WEND_CLASS_COUNT];
} wendi_map_section;
_Static_assert(sizeof(wendi_map_section) == 80 + 8 * WEND_CLASS_COUNT, "layout of the file");
static const wendi_layout wendi_map_section_layout = {
    80 + 8 * WEND_CLASS_COUNT, {{8, 4}, {2, 2}, {1, 4}, {3, 8}, {4, 4}, {WEND_CLASS_COUNT, 8}}};

typedef struct wendi_exits_entry { // of the section of exits
    uint32_t page;
    uint8_t declared[WENDI_EXIT_PAGE_TILES];
} wendi_exits_entry;
_Static_assert(sizeof(wendi_exits_entry) == 1028, "layout of the file");
static const wendi_layout wendi_exits_entry_layout = {1028, {{1, 4}, {1024, 1}}};

typedef struct wendi_link_record {
    int32_t from_x, from_y, to_x, to_y;
    float cost, duration;
    int32_t kind, id;
    uint32_t profiles, enabled;
    float profile_costs[WEND_MAX_PROFILES];
} wendi_link_record;
_Static_assert(sizeof(wendi_link_record) == 104, "layout of the file");
static const wendi_layout wendi_link_record_layout = {104, {{26, 4}}};
static inline wendi_link_record wendi_link_record_of(const wend_link* link) {
    wendi_link_record record = {.from_x = link->from.x,
                                .from_y = link->from.y,
                                .to_x = link->to.x,
                                .to_y = link->to.y,
                                .cost = link->cost,
                                .duration = link->duration,
                                .kind = (int32_t)link->kind,
                                .id = link->id,
                                .profiles = link->profiles,
                                .enabled = link->enabled};
    memcpy(record.profile_costs, link->profile_costs, sizeof record.profile_costs);
    return record;
}

/// The first record: column and row of the map of the first tile, and zeros. The others: a rectangle of
/// ground of floor 0; those of another floor lie as many rows below as its rows of the sheet do.
typedef struct wendi_ground_record {
    int32_t x, y, width, height;
} wendi_ground_record;
_Static_assert(sizeof(wendi_ground_record) == 16, "layout of the file");
static const wendi_layout wendi_ground_record_layout = {16, {{4, 4}}};

/// Before the tiles of the subgoals by rank, the first arc of each and one more, and the arcs.
typedef struct wendi_subgoals_head {
    uint32_t count;
    uint32_t removed; // 1: by an edit; then there is nothing else
    uint64_t arc_count;
} wendi_subgoals_head;
_Static_assert(sizeof(wendi_subgoals_head) == 16, "layout of the file");
static const wendi_layout wendi_subgoals_head_layout = {16, {{2, 4}, {1, 8}}};

/// Before the heights of the floors, if they were set.
typedef struct wendi_floors_head {
    uint32_t count, height; // of the rows of each
    uint32_t has_heights;   // 1: a float for each floor follows
    uint32_t zero;
} wendi_floors_head;
_Static_assert(sizeof(wendi_floors_head) == 16, "layout of the file");
static const wendi_layout wendi_floors_head_layout = {16, {{4, 4}}};

/// Before the points of its slopes, the sizes of its rows, the elevations of all tiles and their lanes.
typedef struct wendi_relief_head {
    uint32_t point_count, row_count;
    uint32_t planes;   // 1: elevations, 2: lanes, 3: both
    uint32_t steepest; // difference between neighbours
    float unit, base, max_climb, max_drop, unit_length, lane_factors[WEND_LANE_ANGLES];
    uint64_t checksum; // of all before the planes, itself as 0
} wendi_relief_head;
_Static_assert(sizeof(wendi_relief_head) == 64, "layout of the file");
static const wendi_layout wendi_relief_head_layout = {64, {{14, 4}, {1, 8}}};
static inline uint64_t wendi_relief_head_sum(const wendi_relief_head* head, const wend_slope_point* points,
                                             const wend_row_size* rows) {
    wendi_relief_head hashed = *head;
    hashed.checksum = 0;
    const uint64_t sum = wendi_sum(&hashed, 1, &wendi_relief_head_layout, 0),
                   of_points = wendi_sum(points, 2 * (size_t)head->point_count, &wendi_u32, sum);
    return wendi_sum(rows, 3 * (size_t)head->row_count, &wendi_u32, of_points);
}
/// The head of the relief of a grid. steepest: between neighbours on its map.
wendi_relief_head wendi_relief_head_of(const wend_grid* grid, int32_t steepest);
/// Gives a grid without a relief the one that a head describes, around planes that lie somewhere. Errors: as
/// wendi_relief_make_in_place.
wend_result wendi_relief_from_head(wend_grid* grid, const wendi_relief_head* head,
                                   const wend_slope_point* points, const wend_row_size* rows,
                                   int16_t* elevations, uint8_t* lanes);
/// Bytes of the head, its points and its rows; of all before the planes; of all for a map of so many tiles.
static inline uint64_t wendi_relief_numbers_bytes(const wendi_relief_head* head) {
    return sizeof *head + head->point_count * (uint64_t)sizeof(wend_slope_point) +
           head->row_count * (uint64_t)sizeof(wend_row_size);
}
static inline uint64_t wendi_relief_planes_at(const wendi_relief_head* head) {
    return wendi_file_aligned(wendi_relief_numbers_bytes(head));
}
static inline uint64_t wendi_relief_section_bytes(const wendi_relief_head* head, uint64_t tiles) {
    return wendi_relief_planes_at(head) + (head->planes & 1 ? tiles * sizeof(int16_t) : 0) +
           (head->planes & 2 ? tiles : 0);
}
/// The section of a relief of width x height tiles.
void wendi_put_relief(wendi_writer* writer, const wendi_relief_head* head, const wendi_relief* relief,
                      int32_t width, int32_t height);

_Static_assert(sizeof(wendi_one_way) == 8, "layout of the file");
static const wendi_layout wendi_one_way_layout = {8, {{1, 4}, {2, 2}}};

/// Where the tiles begin in a file with so many sections: those before them have the same size in every
/// world.
static inline uint64_t wendi_file_tiles_at(uint32_t section_count) {
    return sizeof(wendi_file_header) + section_count * sizeof(wendi_section) +
           wendi_file_aligned(sizeof(wendi_map_section)) +
           wendi_file_aligned(sizeof(float[WEND_CLASS_COUNT]));
}
/// Bytes of the tiles with the border around the map.
static inline uint64_t wendi_file_tile_bytes(int32_t width, int32_t height) {
    return (uint64_t)wendi_tile_stride(width) * ((uint64_t)height + 2);
}
/// Gives the matrices of clusters, which lie one after the other, the order of the machine. entries: what the
/// file says about the first of the clusters, step bytes before that of the next. Ends at one that does not
/// fit.
void wendi_reorder_matrices(char* matrices, uint64_t size, const wendi_cluster_entry* entries, size_t step,
                            size_t count);
struct wendi_stored_clusters;
/// What the checksum of a cluster of level 1 covers besides its entry and matrix.
typedef struct wendi_hashed_cluster {
    const uint64_t* nodes; // its node sets of all levels
    int32_t level_count;
    const uint32_t* labels; // when it is parted: entry->count of them
    const wend_grid* grid;
    wend_rect area; // of its tiles
} wendi_hashed_cluster;
/// The checksum of a cluster that belongs to no graph; NULL: above level 1.
uint64_t wendi_stored_checksum(const wendi_cluster_entry* entry, const wendi_matrix* matrix,
                               const wendi_hashed_cluster* level_1_opt);
/// The checksum of a cluster: of its entry, nodes and matrix; on level 1 also of its tiles, its node sets on
/// all levels of the graph, or with stored_opt of the file, and its labels (entry->count of them, when it is
/// parted).
uint64_t wendi_cluster_checksum(const wendi_graph* graph, const struct wendi_stored_clusters* stored_opt,
                                const wend_grid* grid, int32_t level, int32_t cluster,
                                const wendi_cluster_entry* entry, const wendi_matrix* matrix,
                                const uint32_t* labels);
#endif
