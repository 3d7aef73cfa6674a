// texture_cache.h: which pieces of a picture of the whole map are kept as textures, and how are they drawn?
#ifndef WEND_VIEW_TEXTURE_CACHE_H
#define WEND_VIEW_TEXTURE_CACHE_H
#include "views/camera.h"

enum { CACHE_SIDE = 256 }; ///< texels a side of a texture: one is painted in about a millisecond

/// A texel of level k stands for 2^k x 2^k tiles.
typedef struct cached_texture {
    SDL_Texture* texture; ///< NULL: the slot is free
    int level, column, row;
    wend_rect texels; ///< that it covers, of its level
    int64_t used;     ///< frame in which it was seen last
    int version;      ///< the owner's: of what is painted on it; a new texture has -1
    bool empty;       ///< the owner's: nothing is seen on it
} cached_texture;

typedef struct texture_cache {
    SDL_Renderer* renderer;
    cached_texture* slots;
    int capacity;
    int32_t width, height; ///< of the map [Units: tiles]
    int64_t frame;         ///< the owner counts it up
    bool is_clear;         ///< what is below shows through
} texture_cache;

/// False: out of memory.
bool texture_cache_create(texture_cache* c, int capacity, int32_t width, int32_t height);
void texture_cache_destroy(texture_cache* c);
/// Destroys all textures, before their renderer is destroyed (NULL) or after another one was created.
void texture_cache_set_renderer(texture_cache* c, SDL_Renderer* renderer);
/// Another map size, which gives up all textures; nothing when it is the same.
void texture_cache_resize(texture_cache* c, int32_t width, int32_t height);
/// Gives up the textures of the levels below one.
void texture_cache_drop(texture_cache* c, int end_level);

/// The level whose texels are 0.7 to 1.4 pixels wide, so that they neither blur nor flicker.
int texture_level(const camera* cam, int coarsest);
/// The number of texels of a level that cover this many tiles.
int32_t texture_texels(int32_t tiles, int level);
/// A texture in the format that the renderer copies fastest; is_clear: what is below shows through. NULL: no
/// memory.
SDL_Texture* texture_create(SDL_Renderer* renderer, int width, int height, bool is_clear);
/// The texture; NULL: not in the cache.
cached_texture* texture_cache_find(texture_cache* c, int level, int column, int row);
/// Makes one in a free slot or in that of the one unseen for longest; it is not painted yet. NULL: every slot
/// is in use in this frame, or the renderer has no more memory.
cached_texture* texture_cache_make(texture_cache* c, int level, int column, int row);
void texture_cache_draw(texture_cache* c, cached_texture* t, const camera* cam, wend_rect tiles);

/// Draws the texels over some tiles and no others: a texture at high zoom covers far more than the window,
/// and whole texels at rounded borders keep neighbouring textures free of seams. tiles: as
/// camera_picture_view; texels: what the texture covers, of its level.
void texture_draw(SDL_Renderer* renderer, SDL_Texture* texture, int level, wend_rect texels,
                  const camera* cam, wend_rect tiles);

#endif
