// tiled_pictures.h: which colours do the tiles of a Tiled map have in the pictures of their tilesets?
#ifndef WIMP_TILED_PICTURES_H
#define WIMP_TILED_PICTURES_H
#include "formats/document.h"
#include "formats/tiled_sets.h"
#include "sink/picture.h"

typedef struct wimp_tiled_color {
    int32_t content;                  ///< of the tileset, as in tiled_sets.h
    uint32_t id;                      ///< of the tile within it
    uint8_t rgba[4];                  ///< the mean of its pixels
    int32_t width, height, offset[2]; ///< of its picture, and how it is moved [Units: pixels]
    size_t at;                        ///< of its first pixel, where they are kept
} wimp_tiled_color;

/// Only where the job makes a picture; otherwise nothing is read and all is empty.
typedef struct wimp_tiled_pictures {
    wimp_job* job;
    wimp_tiled_color* colors;
    int32_t count;
    size_t capacity;
    bool is_sorted, keeps_pixels;
    uint8_t* pixels; ///< red, green, blue, alpha of all pictures, where they are kept
    size_t pixel_bytes, pixel_capacity;
    uint64_t shape_pixels;      ///< that a tile of the map fills; 0: all of its picture
    char folder[WIMP_MAX_PATH]; ///< of the tileset file, with a slash at its end; "": the map itself

    // the current tileset
    int32_t tile_width, tile_height, spacing, margin, offset[2];

    // the current layer
    uint32_t opacity; ///< 0: it is not seen [Range: 0..255]
} wimp_tiled_pictures;

void wimp_tiled_pictures_begin(wimp_tiled_pictures* pictures, wimp_job* job);
void wimp_tiled_pictures_free(wimp_tiled_pictures* pictures);

/// Reads the size of the tiles of a set, for the pictures that follow.
void wimp_tiled_pictures_set(wimp_tiled_pictures* pictures, const char* const* attributes);
/// Reads how the pictures of the current set are moved when they are drawn.
void wimp_tiled_pictures_offset(wimp_tiled_pictures* pictures, const char* const* attributes);
/// The folder of a tileset file that is read from here on; NULL: the map itself again.
void wimp_tiled_pictures_folder(wimp_tiled_pictures* pictures, const char* source_opt);
/// A picture of all tiles of a set (id -1), or of one of them. What cannot be read has no colours. Errors:
/// MEMORY, CANCELLED.
wend_result wimp_tiled_pictures_read(wimp_tiled_pictures* pictures, wimp_place place, const char* source,
                                     int32_t content, int64_t id);
/// How visible the tiles of a layer are.
void wimp_tiled_pictures_layer(wimp_tiled_pictures* pictures, const char* const* attributes);
/// The picture of a tile; NULL: none.
const wimp_tiled_color* wimp_tiled_pictures_find(wimp_tiled_pictures* pictures, int32_t content, uint32_t id);
/// Puts a pixel over another, as visible as the current layer is.
void wimp_tiled_pictures_blend(const wimp_tiled_pictures* pictures, const uint8_t over[4], uint8_t rgba[4]);
/// Paints a tile over those below it.
void wimp_tiled_pictures_paint(wimp_tiled_pictures* pictures, int32_t content, uint32_t id, uint8_t rgba[4]);
#endif
