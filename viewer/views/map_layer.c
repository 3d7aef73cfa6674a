// map_layer.c: how is a map of any size drawn?
#include "views/map_layer.h"
#include "platform/picture.h"
#include "views/texture_cache.h"
#include "views/tile_raster.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CAPACITY = 640, // textures kept: more than a 4K window shows, 160 MB at most
    CHAIN_LEVEL =
        3, // from here on the texels of the whole map are kept: 4 bytes for each 8 x 8 tiles and a third more
    MAX_LEVELS = 24,
    RECOLORED_PER_MADE = 2, // the chain reads this many tiles in the time that textures read one
};

struct map_layer {
    texture_cache cache;
    tile_raster hexagons;
    int64_t version; // of tiles and colours
    map_tiles tiles;
    wend_tasks tasks;
    int32_t recolored; // number of rows of tiles with the new colours in the chain
    uint32_t colors[WEND_CLASS_COUNT];
    bool tinted[WEND_CLASS_COUNT]; // pixels of a tile of this class are
    bool dark_ground;
    const map_drawing* drawing;      // NULL: none, or it is not shown
    uint64_t wide[WEND_CLASS_COUNT]; // the same, 21 bits a channel, so that all of a texel add up in one word
    int coarsest;                    // level at which the whole map is one texture
    uint32_t* chain[MAX_LEVELS];     // the texels of a level, row by row; NULL below CHAIN_LEVEL
    uint32_t pixels[CACHE_SIDE * CACHE_SIDE];
    cached_texture whole;  // of the small map: a texture has one scale mode, and draw calls are batched
    int64_t whole_version; // that is painted on it
};

static const uint8_t* row_of(const map_layer* layer, int32_t y) {
    return layer->tiles.first + (size_t)y * layer->tiles.stride;
}

static const uint32_t* pixels_of(const map_layer* layer, int32_t y) {
    return layer->tiles.pixels + (size_t)y * (size_t)layer->tiles.width;
}

// The colour of a tile of a map with pixels.
static uint32_t pixel_color(const map_layer* layer, uint32_t pixel, uint8_t terrain_class) {
    if (pixel >> 24 != 255) return layer->colors[terrain_class];
    return layer->tinted[terrain_class] ? 0xFF000000u | look_tint(pixel & 0xFFFFFF, layer->dark_ground)
                                        : pixel;
}

static uint64_t widen(uint32_t color) {
    return (uint64_t)(color >> 16 & 255) << 42 | (uint64_t)(color >> 8 & 255) << 21 | (color & 255);
}

static uint32_t mean(uint64_t sum, uint32_t count) {
    uint32_t red = (uint32_t)(sum >> 42) / count, green = (uint32_t)(sum >> 21 & 0x1FFFFF) / count;
    return 0xFF000000u | red << 16 | green << 8 | (uint32_t)(sum & 0x1FFFFF) / count;
}

// Some texels of a row of a low level, at most CACHE_SIDE: the mean colours of their tiles.
static void average_tiles(const map_layer* layer, int level, int32_t x, int32_t y, int32_t count,
                          uint32_t* out) {
    int32_t span = 1 << level, first = x << level, row_end = SDL_min((y + 1) << level, layer->tiles.height);
    // The last texel of a row may stand for fewer tiles than the others.
    int32_t whole = SDL_min(count, (layer->tiles.width - first) >> level), rows = row_end - (y << level);
    uint64_t sums[CACHE_SIDE] = {0};
    for (int32_t row = y << level; row < row_end; row++) {
        const uint8_t* tiles = row_of(layer, row) + first;
        if (layer->tiles.pixels != NULL) {
            const uint32_t* pixels = pixels_of(layer, row) + first;
            const int32_t end = SDL_min(count << level, layer->tiles.width - first);
            for (int32_t k = 0; k < end; k++)
                sums[k >> level] += widen(pixel_color(layer, pixels[k], tiles[k]));
            continue;
        }
        for (int32_t i = 0; i < whole; i++, tiles += span)
            for (int32_t k = 0; k < span; k++) sums[i] += layer->wide[tiles[k]];
        for (int32_t column = first + (whole << level); whole < count && column < layer->tiles.width;
             column++)
            sums[whole] += layer->wide[*tiles++];
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t columns = i < whole ? span : layer->tiles.width - first - (whole << level);
        out[i] = mean(sums[i], (uint32_t)(rows * columns));
    }
}

// A texel of a high level: the mean of up to 2 x 2 of the level below.
static uint32_t mean_of_texels(const map_layer* layer, int level, int32_t x, int32_t y) {
    int32_t width = texture_texels(layer->tiles.width, level - 1),
            height = texture_texels(layer->tiles.height, level - 1);
    const uint32_t* below = layer->chain[level - 1];
    uint64_t sum = 0;
    uint32_t count = 0;
    for (int32_t row = 2 * y; row < SDL_min(2 * y + 2, height); row++)
        for (int32_t column = 2 * x; column < SDL_min(2 * x + 2, width); column++, count++)
            sum += widen(below[(size_t)row * (size_t)width + (size_t)column]);
    return mean(sum, count);
}

// A texel of a high level of a sampled map: the mean of 2 x 2 of its tiles.
static uint32_t sample_tiles(const map_layer* layer, int level, int32_t x, int32_t y) {
    const int32_t quarter = 1 << (level - 2);
    uint64_t sum = 0;
    for (int k = 0; k < 4; k++) {
        const int32_t column = SDL_min((x << level) + (k % 2 * 2 + 1) * quarter, layer->tiles.width - 1);
        const int32_t row = SDL_min((y << level) + (k / 2 * 2 + 1) * quarter, layer->tiles.height - 1);
        sum += layer->wide[row_of(layer, row)[column]];
    }
    return mean(sum, 4);
}

// ---- the chain of scales, which makes textures of every level cheap

typedef struct chain_job {
    map_layer* layer;
    int level;
    wend_rect area; // texels of the level
} chain_job;

static void fill_chain_rows(void* context, int32_t begin, int32_t end) {
    const chain_job* job = context;
    map_layer* layer = job->layer;
    int32_t width = texture_texels(layer->tiles.width, job->level);
    for (int32_t y = job->area.y + begin; y < job->area.y + end; y++) {
        uint32_t* out = layer->chain[job->level] + (size_t)y * (size_t)width;
        int32_t row_end = job->area.x + job->area.width;
        for (int32_t x = job->area.x; x < row_end && job->level == CHAIN_LEVEL; x += CACHE_SIDE)
            average_tiles(layer, job->level, x, y, SDL_min(CACHE_SIDE, row_end - x), out + x);
        for (int32_t x = job->area.x; x < row_end && job->level > CHAIN_LEVEL; x++)
            out[x] = mean_of_texels(layer, job->level, x, y);
    }
}

static wend_rect texels_of(const map_layer* layer, int level, wend_rect tiles) {
    int32_t x0 = SDL_max(tiles.x, 0) >> level, y0 = SDL_max(tiles.y, 0) >> level;
    int32_t x1 = texture_texels(SDL_min(tiles.x + tiles.width, layer->tiles.width), level);
    int32_t y1 = texture_texels(SDL_min(tiles.y + tiles.height, layer->tiles.height), level);
    return (wend_rect){x0, y0, SDL_max(x1 - x0, 0), SDL_max(y1 - y0, 0)};
}

static void fill_chain(map_layer* layer, wend_rect tiles) {
    for (int level = CHAIN_LEVEL; level <= layer->coarsest; level++) {
        chain_job job = {layer, level, texels_of(layer, level, tiles)};
        // A few rows take less time than waking another thread.
        if (layer->tasks.enqueue != NULL && job.area.height >= 64)
            layer->tasks.finish(
                layer->tasks.enqueue(fill_chain_rows, &job, job.area.height, layer->tasks.user),
                layer->tasks.user);
        else
            fill_chain_rows(&job, 0, job.area.height);
    }
}

// ---- life

map_layer* map_layer_create(SDL_Renderer* renderer, map_tiles tiles, const uint32_t colors[WEND_CLASS_COUNT],
                            const wend_tasks* tasks_opt) {
    map_layer* layer = calloc(1, sizeof *layer);
    if (layer == NULL) return NULL;
    layer->tiles = tiles;
    if (tasks_opt != NULL) layer->tasks = *tasks_opt;
    if (!texture_cache_create(&layer->cache, CAPACITY, tiles.width, tiles.height)) {
        free(layer);
        return NULL;
    }
    map_layer_set_renderer(layer, renderer);
    while (((int64_t)CACHE_SIDE << layer->coarsest) < SDL_max(layer->tiles.width, layer->tiles.height))
        layer->coarsest++;
    for (int level = CHAIN_LEVEL; level <= layer->coarsest && !tiles.sampled; level++) {
        size_t count = (size_t)texture_texels(layer->tiles.width, level) *
                       (size_t)texture_texels(layer->tiles.height, level);
        layer->chain[level] = calloc(count, sizeof *layer->chain[level]);
        if (layer->chain[level] != NULL) continue;
        map_layer_destroy(layer);
        return NULL;
    }
    map_layer_set_colors(layer, colors);
    return layer;
}

void map_layer_destroy(map_layer* layer) {
    if (layer == NULL) return;
    texture_cache_destroy(&layer->cache);
    texture_forget(&layer->whole.texture);
    tile_raster_forget(&layer->hexagons);
    for (int level = 0; level < MAX_LEVELS; level++) free(layer->chain[level]);
    free(layer);
}

void map_layer_set_renderer(map_layer* layer, SDL_Renderer* renderer) {
    if (layer == NULL) return;
    texture_forget(&layer->whole.texture);
    texture_cache_set_renderer(&layer->cache, renderer);
    tile_raster_forget(&layer->hexagons);
}

void map_layer_set_colors(map_layer* layer, const uint32_t colors[WEND_CLASS_COUNT]) {
    // Those above are painted over when the chain has the new colours.
    texture_cache_drop(&layer->cache, layer->tiles.sampled ? MAX_LEVELS : CHAIN_LEVEL);
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        layer->colors[i] = 0xFF000000u | colors[i];
        layer->wide[i] = widen(colors[i]);
    }
    layer->recolored = layer->tiles.sampled ? layer->tiles.height : 0;
    layer->version++;
}

void map_layer_set_pixels(map_layer* layer, const uint32_t* pixels_opt, const map_drawing* drawing_opt,
                          const bool tinted[WEND_CLASS_COUNT], bool dark_ground) {
    layer->tiles.pixels = pixels_opt;
    layer->drawing = drawing_opt != NULL && drawing_opt->level_count > 0 ? drawing_opt : NULL;
    memcpy(layer->tinted, tinted, sizeof layer->tinted);
    layer->dark_ground = dark_ground;
}

static wend_rect common(wend_rect a, wend_rect b) {
    int32_t x0 = SDL_max(a.x, b.x), x1 = SDL_min(a.x + a.width, b.x + b.width);
    int32_t y0 = SDL_max(a.y, b.y), y1 = SDL_min(a.y + a.height, b.y + b.height);
    return (wend_rect){x0, y0, SDL_max(x1 - x0, 0), SDL_max(y1 - y0, 0)};
}

// Paints some texels of a texture, counted from its corner, and sends them to the renderer.
static void paint(map_layer* layer, const cached_texture* t, wend_rect area) {
    int32_t left = t->texels.x + area.x, level_width = texture_texels(layer->tiles.width, t->level);
    for (int y = 0; y < area.height; y++) {
        uint32_t* out = layer->pixels + y * CACHE_SIDE;
        int32_t row = t->texels.y + area.y + y;
        if (t->level == 0) {
            const uint8_t* tiles = row_of(layer, row) + left;
            const uint32_t* pixels = layer->tiles.pixels != NULL ? pixels_of(layer, row) + left : NULL;
            for (int x = 0; x < area.width; x++)
                out[x] = pixels != NULL ? pixel_color(layer, pixels[x], tiles[x]) : layer->colors[tiles[x]];
        } else if (t->level < CHAIN_LEVEL) {
            average_tiles(layer, t->level, left, row, area.width, out);
        } else if (layer->tiles.sampled) {
            for (int x = 0; x < area.width; x++) out[x] = sample_tiles(layer, t->level, left + x, row);
        } else {
            const uint32_t* from = layer->chain[t->level] + (size_t)row * (size_t)level_width + left;
            memcpy(out, from, (size_t)area.width * sizeof *out);
        }
    }
    SDL_UpdateTexture(t->texture, &(SDL_Rect){area.x, area.y, area.width, area.height}, layer->pixels,
                      CACHE_SIDE * (int)sizeof(uint32_t));
}

void map_layer_update(map_layer* layer, wend_rect tiles) {
    layer->version++;
    if (!layer->tiles.sampled) fill_chain(layer, tiles);
    for (int i = 0; i < CAPACITY; i++) {
        const cached_texture* t = &layer->cache.slots[i];
        if (t->texture == NULL) continue;
        wend_rect area = common(texels_of(layer, t->level, tiles), t->texels);
        area.x -= t->texels.x;
        area.y -= t->texels.y;
        if (area.width > 0 && area.height > 0) paint(layer, t, area);
    }
}

// Recolours some more of the map.
static void recolor(map_layer* layer, int64_t tile_budget) {
    int32_t step = 1 << CHAIN_LEVEL; // rows of tiles that are a row of texels
    int64_t rows = SDL_min(tile_budget / layer->tiles.width, layer->tiles.height - layer->recolored);
    wend_rect part = {0, layer->recolored, layer->tiles.width, (int32_t)(rows / step + 1) * step};
    part.height = SDL_min(part.height, layer->tiles.height - part.y);
    if (part.height > 0) map_layer_update(layer, part);
    layer->recolored += part.height;
}

// An existing or new texture; NULL: no room.
static cached_texture* get(map_layer* layer, int level, int column, int row) {
    cached_texture* t = texture_cache_find(&layer->cache, level, column, row);
    if (t != NULL) return t;
    t = texture_cache_make(&layer->cache, level, column, row);
    if (t != NULL) paint(layer, t, (wend_rect){0, 0, t->texels.width, t->texels.height});
    return t;
}

static uint32_t color_of(const void* context, wend_tile tile) {
    const map_layer* layer = context;
    const uint8_t terrain_class = row_of(layer, tile.y)[tile.x];
    return layer->tiles.pixels != NULL ? pixel_color(layer, pixels_of(layer, tile.y)[tile.x], terrain_class)
                                       : layer->colors[terrain_class];
}

// Tiles that were painted over show what they are now.
static drawing_use use_of(const void* context, wend_tile tile) {
    const map_layer* layer = context;
    if (layer->tiles.pixels == NULL) return DRAWING_HIDDEN;
    const uint32_t alpha = pixels_of(layer, tile.y)[tile.x] >> 24;
    if (alpha != 0 && alpha != 255) return DRAWING_HIDDEN;
    return layer->tinted[row_of(layer, tile.y)[tile.x]] ? DRAWING_TINTED : DRAWING_SHOWN;
}

bool map_layer_draw(map_layer* layer, const camera* cam, int64_t tile_budget) {
    layer->cache.frame++;
    recolor(layer,
            tile_budget > INT64_MAX / RECOLORED_PER_MADE ? INT64_MAX : RECOLORED_PER_MADE * tile_budget);
    wend_rect seen = camera_picture_view(cam);
    if (seen.width == 0 || seen.height == 0) return true;
    int level = texture_level(cam, layer->coarsest);
    cached_texture* overview = get(layer, layer->coarsest, 0, 0);
    if (tile_raster_suits(cam)) {
        if (layer->drawing != NULL)
            tile_raster_draw_map(&layer->hexagons, layer->cache.renderer, cam, layer->version, layer->drawing,
                                 layer->dark_ground, color_of, use_of, layer);
        else
            tile_raster_draw(&layer->hexagons, layer->cache.renderer, cam, layer->version, LINES_OF_TILES,
                             color_of, layer);
        return layer->recolored == layer->tiles.height;
    }
    int64_t span = (int64_t)CACHE_SIDE << level;
    int first_column = (int)(seen.x / span), last_column = (int)((seen.x + seen.width - 1) / span);
    int first_row = (int)(seen.y / span), last_row = (int)((seen.y + seen.height - 1) / span);
    bool complete = layer->recolored == layer->tiles.height;
    for (int row = first_row; row <= last_row; row++) {
        for (int column = first_column; column <= last_column; column++) {
            cached_texture* t = texture_cache_find(&layer->cache, level, column, row);
            if (t == NULL && (level >= CHAIN_LEVEL || tile_budget > 0)) {
                t = get(layer, level, column, row);
                if (level < CHAIN_LEVEL) tile_budget -= span * span;
            }
            if (t != NULL) continue;
            complete = false;
            // Textures from the chain are cheap.
            int up = SDL_min(CHAIN_LEVEL, layer->coarsest) - level;
            cached_texture* coarse = up > 0 ? get(layer, level + up, column >> up, row >> up) : overview;
            if (coarse == NULL) coarse = overview;
            wend_rect piece = {(int32_t)(column * span), (int32_t)(row * span), (int32_t)span, (int32_t)span};
            if (coarse != NULL) texture_cache_draw(&layer->cache, coarse, cam, common(seen, piece));
        }
    }
    for (int row = first_row; row <= last_row; row++) {
        for (int column = first_column; column <= last_column; column++) {
            cached_texture* t = texture_cache_find(&layer->cache, level, column, row);
            if (t != NULL) texture_cache_draw(&layer->cache, t, cam, seen);
        }
    }
    return complete;
}

void map_layer_draw_whole(map_layer* layer, SDL_Rect area) {
    cached_texture* t = &layer->whole;
    if (t->texture == NULL) {
        *t = (cached_texture){.level = layer->coarsest};
        t->texels = (wend_rect){0, 0, texture_texels(layer->tiles.width, t->level),
                                texture_texels(layer->tiles.height, t->level)};
        t->texture = texture_create(layer->cache.renderer, t->texels.width, t->texels.height, false);
        if (t->texture == NULL) return;
        SDL_SetTextureScaleMode(t->texture, SDL_ScaleModeLinear);
        layer->whole_version = -1;
    }
    if (layer->whole_version != layer->version)
        paint(layer, t, (wend_rect){0, 0, t->texels.width, t->texels.height});
    layer->whole_version = layer->version;
    SDL_RenderCopy(layer->cache.renderer, t->texture, NULL, &area);
}
