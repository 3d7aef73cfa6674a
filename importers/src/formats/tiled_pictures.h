// tiled_pictures.h: which colours do the tiles of a Tiled map have in the pictures of their tilesets?
#ifndef WIMP_TILED_PICTURES_H
#define WIMP_TILED_PICTURES_H
#include "formats/document.h"
#include "formats/tiled_layout.h"
#include "formats/tiled_sets.h"
#include "sink/picture.h"

typedef struct wimp_tiled_color {
    wimp_tiled_key key;
    uint8_t rgba[4];                  ///< the mean of its pixels
    int32_t width, height, offset[2]; ///< of its picture, and how it is moved [Units: pixels]
    size_t at;                        ///< of its first pixel, where they are kept
} wimp_tiled_color;

/// Only where the job makes a picture; otherwise nothing is read and all is empty.
typedef struct wimp_tiled_pictures {
    wimp_job* job;
    wimp_tiled_list colors; ///< of tiles
    bool keeps_pixels;
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

// ---- the map as its editor draws it: the pictures of its tiles where they stand, layer upon layer

/// The size of the drawing of a map whose layout has its place. False: the map does not say how large its
/// tiles are, or the drawing has more than 2^30 pixels.
bool wimp_tiled_drawing_size(const wimp_tiled_layout* layout, int32_t* width_out, int32_t* height_out);

/// Only where the job makes a picture of that size; otherwise nothing is drawn and all is empty.
typedef struct wimp_tiled_drawing {
    wimp_job* job;
    const wimp_tiled_layout* layout;
    wimp_tiled_sets* sets;
    wimp_tiled_pictures* pictures;
    uint32_t* numbers; ///< of the tiles of the current layer, with the bits that turn and mirror; 0: none
} wimp_tiled_drawing;

/// Begins where the size of the map is known, and keeps the pixels of the pictures that are read from here
/// on. Errors: MEMORY.
wend_result wimp_tiled_drawing_begin(wimp_tiled_drawing* drawing, int32_t width, int32_t height);
/// Draws the current layer over those before it, and forgets its tiles.
void wimp_tiled_drawing_layer(wimp_tiled_drawing* drawing);

#endif
