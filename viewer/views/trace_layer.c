// trace_layer.c: how are the open and closed lists of a search, or of two, with millions of tiles, drawn?
#include "views/trace_layer.h"
#include "platform/picture.h"
#include "views/texture_cache.h"

enum { MAX_LEVEL = 6 }; // at which a block is 4 x 4 texels

const SDL_Color trace_open_color = {152, 251, 152, 255};
const SDL_Color trace_closed_color = {145, 205, 255, 255};
const SDL_Color trace_pair_colors[3] = {{240, 130, 0, 255}, {40, 90, 255, 255}, {150, 50, 190, 255}};

// Of tiles that are in the open or the closed list of one search, or that the first, the second or both of
// two have closed.
typedef struct paints {
    SDL_Color colors[3];
    uint32_t opacity;
    uint32_t faintest; // of a texel with few of them, so that a path one tile wide is seen from afar
} paints;

static paints paints_of(bool of_two) {
    if (!of_two) return (paints){{trace_open_color, trace_closed_color}, 170, 110};
    return (paints){{trace_pair_colors[0], trace_pair_colors[1], trace_pair_colors[2]}, 175, 120};
}

void trace_layer_reset(trace_layer* layer) {
    for (int i = 0; i < 2 * TRACE_MAX_BLOCKS; i++)
        texture_forget(&layer->textures[i / TRACE_MAX_BLOCKS][i % TRACE_MAX_BLOCKS]);
    tile_raster_forget(&layer->hexagons);
}

// The index of a colour, from 1; 0: none. Entries are those of a tile in both traces.
static uint32_t state_of(bool of_two, uint32_t first, uint32_t second) {
    return of_two ? ((first & 3) == TRACE_CLOSED) + 2u * ((second & 3) == TRACE_CLOSED) : first & 3;
}

static uint32_t blend(const paints* p, const uint32_t counts[4], uint32_t tiles) {
    uint32_t count = counts[1] + counts[2] + counts[3], red = 0, green = 0, blue = 0;
    if (count == 0) return 0;
    for (int i = 0; i < 3; i++) {
        red += counts[i + 1] * p->colors[i].r;
        green += counts[i + 1] * p->colors[i].g;
        blue += counts[i + 1] * p->colors[i].b;
    }
    uint32_t opacity = p->faintest + (p->opacity - p->faintest) * count / tiles;
    return opacity << 24 | red / count << 16 | green / count << 8 | blue / count;
}

// What lies at one place; a block may be missing.
typedef struct place {
    bool of_two;
    paints paints;
    trace_block* blocks[2];
} place;

// The texel of the tiles from (x, y) of the blocks on.
static uint32_t texel(const place* p, int x, int y, int span) {
    uint32_t counts[4] = {0};
    for (int row = y; row < y + span; row++) {
        for (int column = x; column < x + span; column++) {
            uint32_t entries[2] = {0, 0};
            for (int i = 0; i < 2; i++)
                if (p->blocks[i] != NULL) entries[i] = p->blocks[i]->tiles[row * TRACE_SIDE + column];
            counts[state_of(p->of_two, entries[0], entries[1])]++;
        }
    }
    return blend(&p->paints, counts, (uint32_t)(span * span));
}

static void paint_patch(SDL_Texture* texture, const place* p, int patch, int level) {
    uint32_t pixels[TRACE_PATCH * TRACE_PATCH];
    int span = 1 << level, x = patch % 8 * TRACE_PATCH, y = patch / 8 * TRACE_PATCH;
    int side = SDL_max(TRACE_PATCH >> level, 1); // a texel of the last level is as wide as two patches
    x = x / span * span;
    y = y / span * span;
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++)
            pixels[row * side + column] = texel(p, x + column * span, y + row * span, span);
    SDL_UpdateTexture(texture, &(SDL_Rect){x / span, y / span, side, side}, pixels,
                      side * (int)sizeof *pixels);
}

// The texture of the blocks at one place, up to date; NULL: the renderer has no memory.
static SDL_Texture* update(trace_layer* layer, SDL_Texture** texture, const place* p) {
    uint64_t dirty = 0;
    for (int i = 0; i < 2; i++) {
        if (p->blocks[i] == NULL) continue;
        dirty |= p->blocks[i]->dirty;
        p->blocks[i]->dirty = 0;
    }
    if (*texture == NULL) {
        int side = TRACE_SIDE >> layer->level;
        *texture = texture_create(layer->renderer, side, side, true);
        if (*texture == NULL) return NULL;
        SDL_SetTextureScaleMode(*texture, SDL_ScaleModeNearest);
        dirty = UINT64_MAX;
    }
    for (; dirty != 0; dirty &= dirty - 1) paint_patch(*texture, p, __builtin_ctzll(dirty), layer->level);
    return *texture;
}

static void draw_place(trace_layer* layer, SDL_Texture** texture_io, const place* p, const camera* cam) {
    const trace_block* at = p->blocks[0] != NULL ? p->blocks[0] : p->blocks[1];
    const wend_rect seen_tiles = camera_picture_view(cam);
    int left = at->column * TRACE_SIDE, top = at->row * TRACE_SIDE, side = TRACE_SIDE >> layer->level;
    bool seen = at->floor == seen_tiles.floor && left < seen_tiles.x + seen_tiles.width &&
                top < seen_tiles.y + seen_tiles.height && left + TRACE_SIDE > seen_tiles.x &&
                top + TRACE_SIDE > seen_tiles.y;
    SDL_Texture* texture = seen ? update(layer, texture_io, p) : NULL;
    wend_rect texels = {left >> layer->level, top >> layer->level, side, side};
    if (texture != NULL) texture_draw(layer->renderer, texture, layer->level, texels, cam, seen_tiles);
}

static uint32_t hex_color(const void* context, wend_tile tile) {
    const trace* const* traces = context;
    const bool of_two = traces[1] != NULL;
    const paints p = paints_of(of_two);
    uint32_t counts[4] = {0};
    counts[state_of(of_two, trace_entry_of(traces[0], tile), of_two ? trace_entry_of(traces[1], tile) : 0)]++;
    return blend(&p, counts, 1);
}

static void draw_hexagons(trace_layer* layer, const trace* first, const trace* second_opt,
                          const camera* cam) {
    const trace* const traces[2] = {first, second_opt};
    for (int i = 0; i < 2 && traces[i] != NULL; i++) {
        layer->version += layer->positions[i] != traces[i]->position;
        layer->positions[i] = traces[i]->position;
    }
    tile_raster_draw(&layer->hexagons, layer->renderer, cam, layer->version, LINES_NONE, hex_color, traces);
}

void trace_layer_draw(trace_layer* layer, const trace* first, const trace* second_opt, const camera* cam) {
    wend_rect seen_tiles = camera_picture_view(cam);
    if (seen_tiles.width == 0 || seen_tiles.height == 0) return;
    if (tile_raster_suits(cam)) {
        draw_hexagons(layer, first, second_opt, cam);
        return;
    }
    int level = texture_level(cam, MAX_LEVEL);
    if (level != layer->level) trace_layer_reset(layer);
    layer->level = level;
    place p = {.of_two = second_opt != NULL, .paints = paints_of(second_opt != NULL)};
    for (int32_t i = 0; i < first->block_count; i++) {
        p.blocks[0] = first->blocks[i];
        if (p.of_two)
            p.blocks[1] =
                trace_block_at(second_opt, p.blocks[0]->column, p.blocks[0]->row, p.blocks[0]->floor);
        draw_place(layer, &layer->textures[0][i], &p, cam);
    }
    p.blocks[0] = NULL;
    for (int32_t i = 0; p.of_two && i < second_opt->block_count; i++) {
        p.blocks[1] = second_opt->blocks[i];
        if (trace_block_at(first, p.blocks[1]->column, p.blocks[1]->row, p.blocks[1]->floor) == NULL)
            draw_place(layer, &layer->textures[1][i], &p, cam);
    }
}
