// tiled_drawing.h: a Tiled map as its editor draws it: the pictures of its tiles where they stand, layer upon
// layer.
#ifndef WIMP_TILED_DRAWING_H
#define WIMP_TILED_DRAWING_H
#include "formats/tiled_layout.h"
#include "formats/tiled_pictures.h"

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
void wimp_tiled_drawing_free(wimp_tiled_drawing* drawing);
/// Draws the current layer over those before it, and forgets its tiles.
void wimp_tiled_drawing_layer(wimp_tiled_drawing* drawing);
#endif
