// tiled_layers.h: the tile layers of a Tiled map, on top of each other. The layers of an infinite map come in
// chunks, whose extent is measured in a first reading.
//
// The property "lane" of a tile, or of a layer for all its tiles, is a direction: right, down, left, up,
// down-right, down-left, up-left or up-right. A tile that is turned or mirrored has its lane turned or
// mirrored. Of two layers the higher one counts, where it has a lane.
#ifndef WIMP_TILED_LAYERS_H
#define WIMP_TILED_LAYERS_H
#include "formats/tiled_layout.h"
#include "formats/tiled_pictures.h"
#include "formats/tiled_sets.h"
#include "formats/unpack.h"

// ---- the text of a layer becomes the numbers of its tiles, at most as many as the layer has

typedef enum wimp_tiled_encoding { WIMP_TILED_XML, WIMP_TILED_CSV, WIMP_TILED_BASE64 } wimp_tiled_encoding;
typedef enum wimp_tiled_compression {
    WIMP_TILED_PLAIN,
    WIMP_TILED_DEFLATE, ///< zlib or gzip
    WIMP_TILED_ZSTD,
} wimp_tiled_compression;

/// Receives the number of the next tile without its flip bits; 0: no tile.
typedef void wimp_tiled_tile_fn(void* context, int64_t index, uint32_t gid);

typedef struct wimp_tiled_data {
    wimp_tiled_encoding encoding;
    const wimp_unpacker* unpacker; ///< NULL: the data is not compressed
    int64_t tile_count;            ///< tiles that the layer must have
    wimp_tiled_tile_fn* take;
    void* context;
    int64_t index; ///< of the next tile
    uint32_t turn; ///< the flip bits of the tile that is given, in the lowest bits

    uint64_t number; ///< CSV: the current number
    bool has_digits, is_over;
    uint32_t sextets; ///< base64: the current group, its size, and the padding seen
    int32_t sextet_count, padding;
    uint8_t* bytes; ///< decoded base64, then room for decompressed bytes
    size_t byte_count;
    uint8_t word[4]; ///< the current tile number
    int32_t word_size;
    void* stream; ///< of the decompressor
} wimp_tiled_data;

// ---- lanes

typedef struct wimp_tiled_lane {
    wimp_tiled_key key;
    uint8_t lane;
} wimp_tiled_lane;

typedef struct wimp_tiled_lanes {
    wimp_job* job;
    wimp_tiled_sets* sets;
    wimp_tiled_list list; ///< of tiles that have one
    bool are_hexagons;
    uint8_t* tiles; ///< of floor 0, row by row, as wend_relief_def.lanes; NULL: no layer had a lane yet
    size_t size;
    uint8_t of_layer, of_tile; ///< of the current layer, and of the current tile of a tileset
} wimp_tiled_lanes;

/// Keeps the lane of the current tile, with this id, of the content added last. False: out of memory.
bool wimp_tiled_lanes_end_tile(wimp_tiled_lanes* lanes, uint32_t id);

// ---- layers

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
    uint32_t* numbers_opt; ///< gets the number of each tile of the current layer; see tiled_pictures.h
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
