// tiled_sets.h: what do the tiles of a Tiled map's tilesets cost? Each new cost becomes a terrain class.
// A map may name one tileset many times: its content is stored once, and each naming is a reference.
#ifndef WIMP_TILED_SETS_H
#define WIMP_TILED_SETS_H
#include "core/job.h"

/// Classes of every Tiled map, followed by one for each cost.
enum {
    WIMP_TILED_NOTHING = 0,    ///< no layer has a tile here: blocked
    WIMP_TILED_PLAIN_TILE = 1, ///< tiles without a cost: 1
    WIMP_TILED_BLOCKED = 2,    ///< by a property
    WIMP_TILED_COLLISION = 3,  ///< by the collision layer
    WIMP_TILED_FIRST_COST = 4,
    WIMP_TILED_NO_CLASS = 255, ///< not a class: the tile has no cost property
};

/// A tile of a tileset.
typedef struct wimp_tiled_key {
    int32_t content;
    uint32_t id, order;
} wimp_tiled_key;

/// What tiles have: records that begin with a key. item_size is set before the first is added.
typedef struct wimp_tiled_list {
    void* items;
    int32_t count;
    size_t capacity, item_size;
    bool is_unsorted;
} wimp_tiled_list;
/// A new record with a key, all else zero. NULL: out of memory, which is reported.
void* wimp_tiled_list_add(wimp_tiled_list* list, const wimp_job* job, int32_t content, uint32_t id,
                          uint32_t order);
/// The record of a tile, of several the one of the least order. NULL: there is none.
void* wimp_tiled_list_find(wimp_tiled_list* list, int32_t content, uint32_t id);

typedef struct wimp_tiled_cost {
    wimp_tiled_key key;
    uint8_t terrain_class;
} wimp_tiled_cost;

typedef struct wimp_tiled_set {
    uint32_t first_gid; ///< the tiles from here to the next set are its own
    int32_t order;      ///< of two sets with one first_gid the later one counts
    int32_t content;
} wimp_tiled_set;

/// A tileset file that the map has named before.
typedef struct wimp_tiled_file {
    uint64_t name; ///< its hash
    int32_t content;
} wimp_tiled_file;

enum { WIMP_TILED_MAX_FILES = 1024 }; ///< that one map may name

typedef struct wimp_tiled_sets {
    wimp_job* job;
    wimp_tiled_set* sets;
    int32_t set_count;
    size_t set_capacity;
    int32_t content_count;
    wimp_tiled_file* files;
    int32_t file_count;
    size_t file_capacity;
    bool is_unsorted;
    wimp_tiled_list costs;
    float class_costs[WEND_CLASS_COUNT];
    int32_t class_count;
} wimp_tiled_sets;

void wimp_tiled_sets_begin(wimp_tiled_sets* sets, wimp_job* job);
/// The number of a new content, which has no costs yet.
int32_t wimp_tiled_sets_new_content(wimp_tiled_sets* sets);
/// Adds a set with some content. False: out of memory.
bool wimp_tiled_sets_add(wimp_tiled_sets* sets, uint32_t first_gid, int32_t content);
/// The content of a file that was added with this name; -1: none was.
int32_t wimp_tiled_sets_of_file(const wimp_tiled_sets* sets, const char* name);
/// Remembers a new content as that of a file. False: out of memory.
bool wimp_tiled_sets_add_file(wimp_tiled_sets* sets, const char* name, int32_t content);
/// Adds the cost of a tile to the content added last. False: out of memory.
bool wimp_tiled_sets_add_cost(wimp_tiled_sets* sets, uint32_t id, uint8_t terrain_class);
/// The class of a cost; WIMP_TILED_NO_CLASS when there are too many different ones.
uint8_t wimp_tiled_class(wimp_tiled_sets* sets, float cost);
/// The content that a tile belongs to, and its number in it. False: no tileset has it.
bool wimp_tiled_sets_locate(wimp_tiled_sets* sets, uint32_t gid, int32_t* content_out, uint32_t* id_out);
/// The class of a tile, or WIMP_TILED_NO_CLASS. False: no tileset has it.
bool wimp_tiled_sets_find(wimp_tiled_sets* sets, uint32_t gid, uint8_t* class_out);

// ---- a legend: what tiles cost, and which names it can give costs
//
// A tile is named by its class, by its terrain (the colour of a Wang set that all its corners and edges
// have), or as TILESET:ID.

enum { WIMP_TILED_MAX_ROWS = 240, WIMP_TILED_MAX_TERRAINS = 254, WIMP_TILED_MAX_USED = 1 << 20 };

typedef struct wimp_tiled_row {
    char name[WEND_MEANING_BYTES];
    uint8_t terrain_class; ///< its own one, so that its cost can be changed later
    bool is_used;          ///< some tile has the name
} wimp_tiled_row;

typedef struct wimp_tiled_tile_name {
    wimp_tiled_key key; ///< in the order in which the names were found
    char name[WEND_MEANING_BYTES];
} wimp_tiled_tile_name;

typedef struct wimp_tiled_legend {
    wimp_job* job;
    wimp_tiled_sets* sets;
    wimp_tiled_row rows[WIMP_TILED_MAX_ROWS];
    int32_t row_count;
    char terrains[WIMP_TILED_MAX_TERRAINS][WEND_MEANING_BYTES]; ///< of the current Wang set
    int32_t terrain_count;

    // Only where the job lists names:
    wimp_tiled_list names; ///< of tiles, and with the id UINT32_MAX of tilesets
    int64_t* used;         ///< how often the tile of each gid is on the map, from gid 1
} wimp_tiled_legend;

/// Reads the legend of the definition, if there is one. Errors: as wend_legend_read.
wend_result wimp_tiled_legend_begin(wimp_tiled_legend* legend, wimp_job* job, wimp_tiled_sets* sets);
/// A tileset, after its content was made. False: out of memory.
bool wimp_tiled_legend_set(wimp_tiled_legend* legend, const char* const* attributes);
/// A tile with the class in its attributes. False: out of memory.
bool wimp_tiled_legend_tile(wimp_tiled_legend* legend, uint32_t id, const char* const* attributes);
/// A Wang set, one of its colours, and what its tiles have. False: out of memory.
void wimp_tiled_legend_wang_set(wimp_tiled_legend* legend);
void wimp_tiled_legend_wang_color(wimp_tiled_legend* legend, const char* const* attributes);
bool wimp_tiled_legend_wang_tile(wimp_tiled_legend* legend, const char* const* attributes);
/// Does a row of the legend stand for some tile? Warns of those that do not.
bool wimp_tiled_legend_end(wimp_tiled_legend* legend);
/// Writes the names of the tiles that are used, with the costs that they have, to the job's text.
wend_result wimp_tiled_legend_list(wimp_tiled_legend* legend, int64_t tiles);

#endif
