// texture_cache.c: which pieces of a picture of the whole map are kept as textures, and how are they drawn?
#include "views/texture_cache.h"
#include "platform/picture.h"
#include <math.h>
#include <stdlib.h>

enum { ALL_LEVELS = 64 };

bool texture_cache_create(texture_cache* c, int capacity, int32_t width, int32_t height) {
    *c = (texture_cache){.capacity = capacity, .width = width, .height = height};
    c->slots = calloc((size_t)capacity, sizeof *c->slots);
    return c->slots != NULL;
}

void texture_cache_drop(texture_cache* c, int end_level) {
    for (int i = 0; i < c->capacity && c->slots != NULL; i++) {
        cached_texture* t = &c->slots[i];
        if (t->level < end_level) texture_forget(&t->texture);
    }
}

void texture_cache_resize(texture_cache* c, int32_t width, int32_t height) {
    if (c->width == width && c->height == height) return;
    texture_cache_drop(c, ALL_LEVELS); // pieces at the edges have the size that the map leaves them
    c->width = width;
    c->height = height;
}

void texture_cache_destroy(texture_cache* c) {
    texture_cache_drop(c, ALL_LEVELS);
    free(c->slots);
}

void texture_cache_set_renderer(texture_cache* c, SDL_Renderer* renderer) {
    texture_cache_drop(c, ALL_LEVELS);
    c->renderer = renderer;
}

int texture_level(const camera* cam, int coarsest) {
    int level = cam->zoom >= 1 ? 0 : (int)lround(-log2(cam->zoom));
    return SDL_clamp(level, 0, coarsest);
}

int32_t texture_texels(int32_t tiles, int level) {
    return (int32_t)(((int64_t)tiles + (1 << level) - 1) >> level);
}

cached_texture* texture_cache_find(texture_cache* c, int level, int column, int row) {
    for (int i = 0; i < c->capacity; i++) {
        cached_texture* t = &c->slots[i];
        if (t->texture == NULL || t->level != level || t->column != column || t->row != row) continue;
        t->used = c->frame;
        return t;
    }
    return NULL;
}

// The software renderer scales fast only between equal formats; its window has no alpha.
static Uint32 best_format(SDL_Renderer* renderer) {
    SDL_RendererInfo info;
    bool software = SDL_GetRendererInfo(renderer, &info) == 0 && (info.flags & SDL_RENDERER_SOFTWARE) != 0;
    return software ? SDL_PIXELFORMAT_RGB888 : SDL_PIXELFORMAT_ARGB8888;
}

SDL_Texture* texture_create(SDL_Renderer* renderer, int width, int height, bool is_clear) {
    const Uint32 format = is_clear ? SDL_PIXELFORMAT_ARGB8888 : best_format(renderer);
    SDL_Texture* texture = SDL_CreateTexture(renderer, format, SDL_TEXTUREACCESS_STATIC, width, height);
    if (texture != NULL)
        SDL_SetTextureBlendMode(texture, is_clear ? SDL_BLENDMODE_BLEND : SDL_BLENDMODE_NONE);
    return texture;
}

cached_texture* texture_cache_make(texture_cache* c, int level, int column, int row) {
    cached_texture* slot = NULL;
    for (int i = 0; i < c->capacity && (slot == NULL || slot->texture != NULL); i++) {
        cached_texture* t = &c->slots[i];
        if (t->texture == NULL || (t->used < c->frame && (slot == NULL || t->used < slot->used))) slot = t;
    }
    if (slot == NULL) return NULL;
    texture_forget(&slot->texture);
    int32_t x = column * CACHE_SIDE, y = row * CACHE_SIDE;
    wend_rect texels = {x, y, SDL_min(CACHE_SIDE, texture_texels(c->width, level) - x),
                        SDL_min(CACHE_SIDE, texture_texels(c->height, level) - y)};
    *slot = (cached_texture){.level = level, .column = column, .row = row, .texels = texels, .version = -1};
    slot->used = c->frame;
    slot->texture = texture_create(c->renderer, texels.width, texels.height, c->is_clear);
    return slot->texture != NULL ? slot : NULL;
}

void texture_cache_draw(texture_cache* c, cached_texture* t, const camera* cam, wend_rect tiles) {
    t->used = c->frame;
    SDL_SetTextureScaleMode(t->texture, cam->zoom < 1 ? SDL_ScaleModeLinear : SDL_ScaleModeNearest);
    texture_draw(c->renderer, t->texture, t->level, t->texels, cam, tiles);
}

void texture_draw(SDL_Renderer* renderer, SDL_Texture* texture, int level, wend_rect texels,
                  const camera* cam, wend_rect tiles) {
    int32_t x0 = SDL_max(tiles.x >> level, texels.x), y0 = SDL_max(tiles.y >> level, texels.y);
    int32_t x1 = SDL_min(texture_texels(tiles.x + tiles.width, level), texels.x + texels.width);
    int32_t y1 = SDL_min(texture_texels(tiles.y + tiles.height, level), texels.y + texels.height);
    if (x0 >= x1 || y0 >= y1) return;
    // The last texel of a row may stand for fewer tiles than the others.
    double span = 1 << level, map_x1 = SDL_min(x1 * span, cam->map_width),
           map_y1 = SDL_min(y1 * span, cam->map_height);
    const int32_t left = cam->plane.left, top = cam->plane.top;
    int screen_x0 = (int)lround(camera_column_x(cam, left + x0 * span)),
        screen_x1 = (int)lround(camera_column_x(cam, left + map_x1));
    int screen_y0 = (int)lround(camera_row_y(cam, top + y0 * span)),
        screen_y1 = (int)lround(camera_row_y(cam, top + map_y1));
    // A thin map may be narrower than a pixel. Besides, SDL 2.26 binds the texture of a copy without pixels,
    // but does not notice, and draws the next shapes, such as letters, with this texture.
    int width = SDL_max(screen_x1 - screen_x0, 1), height = SDL_max(screen_y1 - screen_y0, 1);
    SDL_RenderCopy(renderer, texture, &(SDL_Rect){x0 - texels.x, y0 - texels.y, x1 - x0, y1 - y0},
                   &(SDL_Rect){screen_x0, screen_y0, width, height});
}
