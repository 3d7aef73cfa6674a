// tiled_legend.h: what do the tiles of a Tiled map cost by a legend, and which names can a legend give costs?
// A tile is named by its class, by its terrain (the colour of a Wang set that all its corners and edges
// have), or as TILESET:ID.
#ifndef WIMP_TILED_LEGEND_H
#define WIMP_TILED_LEGEND_H
#include "formats/tiled_sets.h"

enum { WIMP_TILED_MAX_ROWS = 240, WIMP_TILED_MAX_TERRAINS = 254, WIMP_TILED_MAX_USED = 1 << 20 };

typedef struct wimp_tiled_row {
    char name[WEND_MEANING_BYTES];
    uint8_t terrain_class; ///< its own one, so that its cost can be changed later
    bool is_used;          ///< some tile has the name
} wimp_tiled_row;

typedef struct wimp_tiled_tile_name {
    int32_t content;
    uint32_t id;
    int32_t order; ///< in which the names were found
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
    wimp_tiled_tile_name* names; ///< of tiles, and with the id UINT32_MAX of tilesets
    int32_t name_count;
    size_t name_capacity;
    int64_t* used; ///< how often the tile of each gid is on the map, from gid 1
} wimp_tiled_legend;

/// Reads the legend of the definition, if there is one. Errors: as wend_legend_read.
wend_result wimp_tiled_legend_begin(wimp_tiled_legend* legend, wimp_job* job, wimp_tiled_sets* sets);
void wimp_tiled_legend_free(wimp_tiled_legend* legend);
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
