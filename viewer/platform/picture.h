// picture.h: how do parts of the window become one picture file, and a picture a texture of another size?
#ifndef WEND_VIEW_PICTURE_H
#define WEND_VIEW_PICTURE_H
#include "wend/private.h"
#include <SDL.h>
#include <wend/base.h>
#include <wend/import.h>

typedef struct picture {
    uint8_t* pixels; ///< red, green, blue; NULL: none
    int width, height;
} picture;

/// Reads a part of what was drawn since the last SDL_RenderPresent; it must lie in the window. Errors: IO,
/// MEMORY.
wend_result picture_read(SDL_Renderer* renderer, SDL_Rect area, picture* out);
void picture_clear(picture* p);
/// Saves the picture drawn since the last SDL_RenderPresent, like wend_file_write. Errors: IO, MEMORY.
wend_result picture_save_window(SDL_Renderer* renderer, const char* file, wend_error* error);
/// Saves a picture, like wend_file_write. Errors: IO, MEMORY, UNSUPPORTED (the name does not end in .png).
wend_result picture_save(const picture* p, const char* file, wend_error* error);
/// Saves one picture above the other, like wend_file_write; beside the narrower one is the colour of the
/// lower one's corner. Errors: IO, MEMORY.
wend_result picture_save_stacked(const picture* upper, const picture* lower, const char* file,
                                 wend_error* error);

// ---- textures

/// Destroys a texture, if there is one.
void texture_forget(SDL_Texture** texture_io);
/// The pixels of a survey's copy over a grey, 0xFFRRGGBB. NULL: no memory.
uint32_t* picture_of_survey(const wend_image_survey* survey, uint32_t behind);
/// Means over the pixels 0xAARRGGBB that each texel covers; a texel smaller than a pixel takes it whole. Both
/// pictures are opaque.
void shrink_pixels(const uint32_t* pixels, int from_width, int from_height, uint32_t* texels, int width,
                   int height);
/// The same as a texture. NULL: no memory.
SDL_Texture* shrink_to_texture(SDL_Renderer* renderer, const uint32_t* pixels, int from_width,
                               int from_height, int width, int height);
/// The largest size of this ratio within another size.
SDL_Point shrink_fit(int width, int height, int max_width, int max_height);

#endif
