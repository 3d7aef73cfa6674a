// picture.h: the picture of a map in its own colours, one pixel a tile.
#ifndef WIMP_PICTURE_H
#define WIMP_PICTURE_H
#include "core/sink.h"

/// Where the pixels of a picture go: red, green, blue, alpha. Made by a definition's allocator.
struct wimp_picture {
    int32_t width, height;
    uint8_t* rgba;                       ///< NULL: nothing was read yet
    int32_t wanted_width, wanted_height; ///< by the caller
};

/// Makes the pixels, all transparent. Errors: MEMORY.
wend_result wimp_picture_make(wimp_job* job, int32_t width, int32_t height);
/// Also after a failure.
void wimp_picture_free(wimp_picture* picture, const wend_allocator* allocator_opt);
#endif
