// trace_layer.c: how are the open and closed lists of a search, with millions of tiles, drawn?
#include "views/trace_layer.h"
#include "views/texture_cache.h"

enum {
    MAX_LEVEL = 6,  // at which a block is 4 x 4 texels
    OPACITY = 170,  // of tiles that are in a list
    FAINTEST = 110, // of a texel with few of them, so that a path one tile wide is seen from afar
};

const SDL_Color trace_open_color = {152, 251, 152, 255};
const SDL_Color trace_closed_color = {145, 205, 255, 255};

void trace_layer_reset(trace_layer* layer) {
    for (int i = 0; i < TRACE_MAX_BLOCKS; i++) {
        if (layer->textures[i] != NULL) SDL_DestroyTexture(layer->textures[i]);
        layer->textures[i] = NULL;
    }
    hex_raster_forget(&layer->hexagons);
}

static uint32_t blend(uint32_t open, uint32_t closed, uint32_t tiles) {
    uint32_t count = open + closed;
    if (count == 0) return 0;
    const SDL_Color *o = &trace_open_color, *c = &trace_closed_color;
    uint32_t opacity = FAINTEST + (OPACITY - FAINTEST) * count / tiles;
    uint32_t red = (open * o->r + closed * c->r) / count, green = (open * o->g + closed * c->g) / count;
    return opacity << 24 | red << 16 | green << 8 | (open * o->b + closed * c->b) / count;
}

// The texel of the tiles from (x, y) of a block on.
static uint32_t texel(const trace_block* block, int x, int y, int span) {
    uint32_t counts[4] = {0};
    for (int row = y; row < y + span; row++)
        for (int column = x; column < x + span; column++)
            counts[block->tiles[row * TRACE_SIDE + column] & 3]++;
    return blend(counts[TRACE_OPEN], counts[TRACE_CLOSED], (uint32_t)(span * span));
}

static void paint_patch(SDL_Texture* texture, const trace_block* block, int patch, int level) {
    uint32_t pixels[TRACE_PATCH * TRACE_PATCH];
    int span = 1 << level, x = patch % 8 * TRACE_PATCH, y = patch / 8 * TRACE_PATCH;
    int side = SDL_max(TRACE_PATCH >> level, 1); // a texel of the last level is as wide as two patches
    x = x / span * span;
    y = y / span * span;
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++)
            pixels[row * side + column] = texel(block, x + column * span, y + row * span, span);
    SDL_UpdateTexture(texture, &(SDL_Rect){x / span, y / span, side, side}, pixels,
                      side * (int)sizeof *pixels);
}

// The texture of a block, up to date; NULL: the renderer has no memory.
static SDL_Texture* update(trace_layer* layer, int32_t index, trace_block* block) {
    SDL_Texture** texture = &layer->textures[index];
    if (*texture == NULL) {
        int side = TRACE_SIDE >> layer->level;
        *texture = SDL_CreateTexture(layer->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC,
                                     side, side);
        if (*texture == NULL) return NULL;
        SDL_SetTextureBlendMode(*texture, SDL_BLENDMODE_BLEND);
        SDL_SetTextureScaleMode(*texture, SDL_ScaleModeNearest);
        block->dirty = UINT64_MAX;
    }
    for (; block->dirty != 0; block->dirty &= block->dirty - 1)
        paint_patch(*texture, block, __builtin_ctzll(block->dirty), layer->level);
    return *texture;
}

static void draw_block(trace_layer* layer, int32_t index, trace_block* block, wend_rect seen_tiles,
                       const camera* cam) {
    int left = block->column * TRACE_SIDE, top = block->row * TRACE_SIDE, side = TRACE_SIDE >> layer->level;
    bool seen = block->floor == seen_tiles.floor && left < seen_tiles.x + seen_tiles.width &&
                top < seen_tiles.y + seen_tiles.height && left + TRACE_SIDE > seen_tiles.x &&
                top + TRACE_SIDE > seen_tiles.y;
    SDL_Texture* texture = seen ? update(layer, index, block) : NULL;
    wend_rect texels = {left >> layer->level, top >> layer->level, side, side};
    if (texture != NULL) texture_draw(layer->renderer, texture, layer->level, texels, cam, seen_tiles);
}

static uint32_t hex_color(const void* context, wend_tile tile) {
    uint32_t state = trace_entry_of(context, tile) & 3;
    return blend(state == TRACE_OPEN, state == TRACE_CLOSED, 1);
}

void trace_layer_draw(trace_layer* layer, trace* t, const camera* cam) {
    wend_rect seen_tiles = camera_picture_view(cam);
    if (seen_tiles.width == 0 || seen_tiles.height == 0) return;
    if (hex_raster_suits(cam)) {
        layer->version += layer->position != t->position;
        layer->position = t->position;
        hex_raster_draw(&layer->hexagons, layer->renderer, cam, layer->version, false, hex_color, t);
        return;
    }
    int level = texture_level(cam, MAX_LEVEL);
    if (level != layer->level) trace_layer_reset(layer);
    layer->level = level;
    for (int32_t i = 0; i < t->block_count; i++) draw_block(layer, i, t->blocks[i], seen_tiles, cam);
}
