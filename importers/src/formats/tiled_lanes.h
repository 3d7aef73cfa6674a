// tiled_lanes.h: which way do the lanes on the tiles of a Tiled map lead?
//
// The property "lane" of a tile, or of a layer for all its tiles, is a direction: right, down, left, up,
// down-right, down-left, up-left or up-right. A tile that is turned or mirrored has its lane turned or
// mirrored. Of two layers the higher one counts, where it has a lane.
#ifndef WIMP_TILED_LANES_H
#define WIMP_TILED_LANES_H
#include "formats/tiled_sets.h"

typedef struct wimp_tiled_lane {
    int32_t content;
    uint32_t id; ///< of a tile within its tileset
    uint8_t lane;
} wimp_tiled_lane;

typedef struct wimp_tiled_lanes {
    wimp_job* job;
    wimp_tiled_sets* sets;
    wimp_tiled_lane* list; ///< of tiles that have one
    int32_t count;
    size_t capacity;
    bool is_sorted;
    bool are_hexagons;
    uint8_t* tiles; ///< of floor 0, row by row, as wend_relief_def.lanes; NULL: no layer had a lane yet
    size_t size;
    uint8_t of_layer, of_tile; ///< of the current layer, and of the current tile of a tileset
} wimp_tiled_lanes;

void wimp_tiled_lanes_free(wimp_tiled_lanes* lanes);
/// The number of a direction; 0: none is called so.
uint8_t wimp_tiled_lane_called(const char* name);
/// Keeps the lane of the current tile, with this id, of the content added last. False: out of memory.
bool wimp_tiled_lanes_end_tile(wimp_tiled_lanes* lanes, uint32_t id);
/// Makes room for so many tiles where the layer that begins may have lanes. False: out of memory.
bool wimp_tiled_lanes_begin_layer(wimp_tiled_lanes* lanes, int32_t width, int32_t height);
/// A tile of the layer. turn: as in tiled_data.h.
void wimp_tiled_lanes_put(wimp_tiled_lanes* lanes, int64_t index, uint32_t gid, uint32_t turn);
#endif
