// pair_layer.c: how are two searches drawn over each other?
#include "views/pair_layer.h"
#include "views/overlay.h"
#include "views/texture_cache.h"
#include <math.h>

enum {
    MAX_LEVEL = 6,  // at which a block is 4 x 4 texels
    OPACITY = 175,  // of tiles that were expanded
    FAINTEST = 120, // of a texel with few of them
};

const SDL_Color pair_layer_colors[3] = {{240, 130, 0, 255}, {40, 90, 255, 255}, {150, 50, 190, 255}};
// Brighter, as they lie over tiles of the same colour.
static const SDL_Color path_colors[2] = {{255, 190, 70, 255}, {110, 200, 255, 255}};

void pair_layer_reset(pair_layer* layer) {
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < TRACE_MAX_BLOCKS; i++) {
            if (layer->textures[side][i] != NULL) SDL_DestroyTexture(layer->textures[side][i]);
            layer->textures[side][i] = NULL;
        }
    }
    hex_raster_forget(&layer->hexagons);
}

// counts: of tiles expanded by none, the first, the second, and both.
static uint32_t blend(const uint32_t counts[4], uint32_t tiles) {
    uint32_t count = counts[1] + counts[2] + counts[3], red = 0, green = 0, blue = 0;
    if (count == 0) return 0;
    for (int i = 0; i < 3; i++) {
        red += counts[i + 1] * pair_layer_colors[i].r;
        green += counts[i + 1] * pair_layer_colors[i].g;
        blue += counts[i + 1] * pair_layer_colors[i].b;
    }
    uint32_t opacity = FAINTEST + (OPACITY - FAINTEST) * count / tiles;
    return opacity << 24 | red / count << 16 | green / count << 8 | blue / count;
}

static bool is_closed(uint32_t entry) {
    return (entry & 3) == TRACE_CLOSED;
}

// The texel of the tiles from (x, y) of a block on; a block may be missing.
static uint32_t texel(const trace_block* const blocks[2], int x, int y, int span) {
    uint32_t counts[4] = {0};
    for (int row = y; row < y + span; row++) {
        for (int column = x; column < x + span; column++) {
            int index = row * TRACE_SIDE + column;
            counts[(blocks[0] != NULL && is_closed(blocks[0]->tiles[index])) +
                   2 * (blocks[1] != NULL && is_closed(blocks[1]->tiles[index]))]++;
        }
    }
    return blend(counts, (uint32_t)(span * span));
}

static void paint_patch(SDL_Texture* texture, const trace_block* const blocks[2], int patch, int level) {
    uint32_t pixels[TRACE_PATCH * TRACE_PATCH];
    int span = 1 << level, x = patch % 8 * TRACE_PATCH, y = patch / 8 * TRACE_PATCH;
    int side = SDL_max(TRACE_PATCH >> level, 1); // a texel of the last level is as wide as two patches
    x = x / span * span;
    y = y / span * span;
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++)
            pixels[row * side + column] = texel(blocks, x + column * span, y + row * span, span);
    SDL_UpdateTexture(texture, &(SDL_Rect){x / span, y / span, side, side}, pixels,
                      side * (int)sizeof *pixels);
}

// The texture of the blocks at one place, up to date; NULL: the renderer has no memory.
static SDL_Texture* update(pair_layer* layer, SDL_Texture** texture, trace_block* const blocks[2]) {
    uint64_t dirty = 0;
    for (int i = 0; i < 2; i++) {
        if (blocks[i] == NULL) continue;
        dirty |= blocks[i]->dirty;
        blocks[i]->dirty = 0;
    }
    if (*texture == NULL) {
        int side = TRACE_SIDE >> layer->level;
        *texture = SDL_CreateTexture(layer->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC,
                                     side, side);
        if (*texture == NULL) return NULL;
        SDL_SetTextureBlendMode(*texture, SDL_BLENDMODE_BLEND);
        SDL_SetTextureScaleMode(*texture, SDL_ScaleModeNearest);
        dirty = UINT64_MAX;
    }
    const trace_block* const both[2] = {blocks[0], blocks[1]};
    for (; dirty != 0; dirty &= dirty - 1) paint_patch(*texture, both, __builtin_ctzll(dirty), layer->level);
    return *texture;
}

static void draw_blocks(pair_layer* layer, SDL_Texture** texture_io, trace_block* const blocks[2],
                        wend_rect seen_tiles, const camera* cam) {
    const trace_block* at = blocks[0] != NULL ? blocks[0] : blocks[1];
    int left = at->column * TRACE_SIDE, top = at->row * TRACE_SIDE, side = TRACE_SIDE >> layer->level;
    bool seen = at->floor == seen_tiles.floor && left < seen_tiles.x + seen_tiles.width &&
                top < seen_tiles.y + seen_tiles.height && left + TRACE_SIDE > seen_tiles.x &&
                top + TRACE_SIDE > seen_tiles.y;
    SDL_Texture* texture = seen ? update(layer, texture_io, blocks) : NULL;
    wend_rect texels = {left >> layer->level, top >> layer->level, side, side};
    if (texture != NULL) texture_draw(layer->renderer, texture, layer->level, texels, cam, seen_tiles);
}

static uint32_t hex_color(const void* context, wend_tile tile) {
    const trace* const* traces = context;
    uint32_t counts[4] = {0};
    counts[is_closed(trace_entry_of(traces[0], tile)) + 2 * is_closed(trace_entry_of(traces[1], tile))]++;
    return blend(counts, 1);
}

static void draw_hexagons(pair_layer* layer, const trace* first, const trace* second, const camera* cam) {
    const trace* const traces[2] = {first, second};
    for (int i = 0; i < 2; i++) {
        layer->version += layer->positions[i] != traces[i]->position;
        layer->positions[i] = traces[i]->position;
    }
    hex_raster_draw(&layer->hexagons, layer->renderer, cam, layer->version, false, hex_color, traces);
}

void pair_layer_draw(pair_layer* layer, trace* first, trace* second, const camera* cam) {
    wend_rect seen_tiles = camera_picture_view(cam);
    if (seen_tiles.width == 0 || seen_tiles.height == 0) return;
    if (hex_raster_suits(cam)) {
        draw_hexagons(layer, first, second, cam);
        return;
    }
    int level = texture_level(cam, MAX_LEVEL);
    if (level != layer->level) pair_layer_reset(layer);
    layer->level = level;
    for (int32_t i = 0; i < first->block_count; i++) {
        trace_block* block = first->blocks[i];
        trace_block* const blocks[2] = {block,
                                        trace_block_at(second, block->column, block->row, block->floor)};
        draw_blocks(layer, &layer->textures[0][i], blocks, seen_tiles, cam);
    }
    for (int32_t i = 0; i < second->block_count; i++) {
        trace_block* block = second->blocks[i];
        trace_block* const blocks[2] = {NULL, block};
        if (trace_block_at(first, block->column, block->row, block->floor) == NULL)
            draw_blocks(layer, &layer->textures[1][i], blocks, seen_tiles, cam);
    }
}

void pair_layer_draw_nodes(view* v, const trace* t, int side) {
    static const SDL_Color dark = {20, 24, 32, 255};
    float radius = fmaxf(2 * v->scale, (float)v->camera.zoom * 0.3f);
    for (size_t i = 0; i < t->node_count; i++) {
        SDL_FPoint at = view_tile_center(v, t->nodes[i].tile);
        bool seen = view_shows_floor(v, t->nodes[i].tile.floor) && at.x > -20 && at.y > -20 &&
                    at.x < (float)v->camera.width + 20 && at.y < (float)v->camera.height + 20;
        if (!seen || !is_closed(t->nodes[i].entry)) continue;
        draw_disc(&v->batch, at, radius + v->scale, dark);
        draw_disc(&v->batch, at, radius, path_colors[side]);
    }
}

void pair_layer_draw_paths(view* v, const wend_path* first_opt, const wend_path* second_opt) {
    const wend_path* const paths[2] = {first_opt, second_opt};
    float width = fminf(fmaxf(5.5f * v->scale, (float)v->camera.zoom * 0.36f), 16 * v->scale);
    const float widths[2] = {width, width * 0.4f};
    for (int pass = 0; pass < 2; pass++) { // first both casings, so that none hides the other path
        for (int side = 0; side < 2; side++) {
            float wide = pass == 0 ? widths[side] * 1.2f + 2 * v->scale : widths[side];
            SDL_Color color = pass == 0 ? overlay_rgb(PALETTE_CASING) : path_colors[side];
            if (paths[side] != NULL)
                overlay_draw_path(v->scene->grid, paths[side], &v->camera, wide, color, &v->batch);
        }
    }
}
