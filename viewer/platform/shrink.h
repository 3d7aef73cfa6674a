// shrink.h: how does a picture become a texture of another size?
#ifndef WEND_VIEW_SHRINK_H
#define WEND_VIEW_SHRINK_H
#include <SDL.h>

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
