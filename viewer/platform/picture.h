// picture.h: how do parts of the window become one picture file?
#ifndef WEND_VIEW_PICTURE_H
#define WEND_VIEW_PICTURE_H
#include "wend/private.h"
#include <SDL.h>
#include <wend/base.h>

typedef struct picture {
    uint8_t* pixels; ///< red, green, blue; NULL: none
    int width, height;
} picture;

/// Reads a part of what was drawn since the last SDL_RenderPresent; it must lie in the window. Errors: IO,
/// MEMORY.
wend_result picture_read(SDL_Renderer* renderer, SDL_Rect area, picture* out);
void picture_clear(picture* p);
/// Saves a picture, like wend_file_write. Errors: IO, MEMORY, UNSUPPORTED (the name does not end in .png).
wend_result picture_save(const picture* p, const char* file, wend_error* error);
/// Saves one picture above the other, like wend_file_write; beside the narrower one is the colour of the
/// lower one's corner. Errors: IO, MEMORY.
wend_result picture_save_stacked(const picture* upper, const picture* lower, const char* file,
                                 wend_error* error);

#endif
