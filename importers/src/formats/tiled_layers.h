// tiled_layers.h: the tile layers of a Tiled map, on top of each other. The layers of an infinite map come in
// chunks, whose extent is measured in a first reading.
#ifndef WIMP_TILED_LAYERS_H
#define WIMP_TILED_LAYERS_H
#include "formats/document.h"
#include "formats/tiled_data.h"
#include "formats/tiled_lanes.h"
#include "formats/tiled_legend.h"
#include "formats/tiled_pictures.h"
#include "formats/tiled_sets.h"

/// Tiles of an infinite map, from the first one to behind the last one.
typedef struct wimp_tiled_extent {
    int64_t left, top, right, bottom; ///< left == right: no chunk yet
} wimp_tiled_extent;

typedef struct wimp_tiled_layers {
    wimp_job* job;
    wimp_tiled_sets* sets;
    int32_t width, height;
    uint8_t* floors[WIMP_MAX_FLOORS]; ///< a class for each tile of a floor; NULL: no layer yet
    int32_t floor;                    ///< of the current layer
    wimp_tiled_pictures* pictures;
    wimp_tiled_lanes lanes;
    int64_t* used;    ///< how often each gid from 1 to WIMP_TILED_MAX_USED is on the map; NULL: not counted
    uint8_t* painted; ///< for a picture: red, green, blue, alpha of each tile, of all layers; else NULL
    uint32_t* numbers_opt; ///< gets the number of each tile of the current layer; see tiled_drawing.h
    int64_t layer_tiles;
    bool is_infinite;
    wimp_tiled_extent extent; ///< of an infinite map

    // the current layer
    uint8_t terrain_class;
    bool is_collision;
    wimp_tiled_encoding encoding;
    wimp_tiled_compression compression;
    bool is_reading;
    wimp_tiled_data data;
    int64_t chunk_at; ///< index of the chunk's first tile
    int32_t chunk_width;

    uint32_t bad_gid;  ///< a tile of no tileset; 0: none
    uint32_t last_gid; ///< and its class, cached, since neighbours are often equal
    uint8_t last_class;
} wimp_tiled_layers;

/// Also after a failure.
void wimp_tiled_layers_free(wimp_tiled_layers* layers);

/// Reads the number of an attribute. False: it is missing or below least, which fails.
bool wimp_tiled_int(wimp_document* document, const char* const* attributes, const char* name, int32_t least,
                    int32_t* out);
/// Takes a chunk into the extent.
void wimp_tiled_measure_chunk(wimp_tiled_layers* layers, wimp_document* document,
                              const char* const* attributes);

/// terrain_class: of the layer's tiles that have none; is_collision: all of them block.
void wimp_tiled_start_data(wimp_tiled_layers* layers, wimp_document* document, const char* const* attributes,
                           uint8_t terrain_class, bool is_collision);
void wimp_tiled_start_chunk(wimp_tiled_layers* layers, wimp_document* document,
                            const char* const* attributes);
/// A tile given as an element.
void wimp_tiled_data_element(wimp_tiled_layers* layers, wimp_document* document,
                             const char* const* attributes);
void wimp_tiled_layer_text(wimp_tiled_layers* layers, wimp_document* document, const char* text, size_t size);
/// Ends the tiles of a layer or of a chunk.
void wimp_tiled_end_tiles(wimp_tiled_layers* layers, wimp_document* document);
#endif
