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

typedef struct wimp_tiled_cost {
    int32_t content;
    uint32_t id; ///< of a tile within its tileset
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
    const wend_allocator* allocator;
    wimp_tiled_set* sets;
    int32_t set_count;
    size_t set_capacity;
    int32_t content_count;
    wimp_tiled_file* files;
    int32_t file_count;
    size_t file_capacity;
    wimp_tiled_cost* costs;
    int32_t cost_count;
    size_t cost_capacity;
    bool is_sorted;
    float class_costs[WEND_CLASS_COUNT];
    int32_t class_count;
} wimp_tiled_sets;

void wimp_tiled_sets_begin(wimp_tiled_sets* sets, const wend_allocator* allocator_opt);
void wimp_tiled_sets_free(wimp_tiled_sets* sets);
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
#endif
