// map_layer.c: how does a map of any size get onto the screen?
#include "map_layer.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 512,      // texels a side of a texture
    CAPACITY = 160,  // textures kept: more than a 4K window shows, 160 MB at most
    DENSE_LEVEL = 3, // up to here every tile counts in its texel; above, 8 x 8 of them, evenly spread
};

typedef struct map_texture {
    SDL_Texture* texture; // NULL: the slot is free
    int level, column, row;
    int width, height; // texels
    uint64_t used;     // frame
} map_texture;

struct map_layer {
    SDL_Renderer* renderer;
    const wend_grid* grid;
    int32_t width, height; // tiles
    Uint32 format;
    uint32_t colors[WEND_CLASS_COUNT];
    uint64_t wide[WEND_CLASS_COUNT]; // the same, 21 bits a channel, so that all of a texel add up in one word
    int coarsest;                    // level at which the whole map is one texture
    map_texture textures[CAPACITY];
    uint64_t frame;
    uint64_t sums[SIDE];
    uint32_t pixels[SIDE * SIDE];
};

map_layer* map_layer_create(SDL_Renderer* renderer, const wend_grid* grid,
                            const uint32_t colors[WEND_CLASS_COUNT]) {
    map_layer* layer = calloc(1, sizeof *layer);
    if (layer == NULL) return NULL;
    layer->renderer = renderer;
    layer->grid = grid;
    layer->width = wend_grid_width(grid);
    layer->height = wend_grid_height(grid);
    // The software renderer scales fast only between equal formats; its window has no alpha.
    SDL_RendererInfo info;
    bool software = SDL_GetRendererInfo(renderer, &info) == 0 && (info.flags & SDL_RENDERER_SOFTWARE) != 0;
    layer->format = software ? SDL_PIXELFORMAT_RGB888 : SDL_PIXELFORMAT_ARGB8888;
    while (((int64_t)SIDE << layer->coarsest) < SDL_max(layer->width, layer->height)) layer->coarsest++;
    map_layer_set_colors(layer, colors);
    return layer;
}

static void drop_textures(map_layer* layer) {
    for (int i = 0; i < CAPACITY; i++) {
        if (layer->textures[i].texture != NULL) SDL_DestroyTexture(layer->textures[i].texture);
        layer->textures[i].texture = NULL;
    }
}

void map_layer_destroy(map_layer* layer) {
    if (layer == NULL) return;
    drop_textures(layer);
    free(layer);
}

void map_layer_set_colors(map_layer* layer, const uint32_t colors[WEND_CLASS_COUNT]) {
    drop_textures(layer);
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        uint64_t color = colors[i];
        layer->colors[i] = 0xFF000000u | colors[i];
        layer->wide[i] = (color >> 16 & 255) << 42 | (color >> 8 & 255) << 21 | (color & 255);
    }
}

// Each texel becomes the mean colour of its tiles.
static void paint(map_layer* layer, const map_texture* t) {
    int32_t span = 1 << t->level, stride = t->level > DENSE_LEVEL ? 1 << (t->level - DENSE_LEVEL) : 1;
    int32_t left = t->column * SIDE * span, top = t->row * SIDE * span;
    for (int y = 0; y < t->height; y++) {
        uint32_t* out = layer->pixels + y * SIDE;
        int32_t first_row = top + y * span, last_row = SDL_min(first_row + span, layer->height);
        if (t->level == 0) {
            const uint8_t* row = wend_grid_row(layer->grid, first_row) + left;
            for (int x = 0; x < t->width; x++) out[x] = layer->colors[row[x]];
            continue;
        }
        memset(layer->sums, 0, sizeof layer->sums);
        uint32_t rows = 0;
        for (int32_t map_y = first_row; map_y < last_row; map_y += stride, rows++) {
            const uint8_t* row = wend_grid_row(layer->grid, map_y);
            for (int x = 0; x < t->width; x++) {
                int32_t begin = left + x * span, end = SDL_min(begin + span, layer->width);
                uint64_t sum = layer->sums[x];
                for (int32_t map_x = begin; map_x < end; map_x += stride) sum += layer->wide[row[map_x]];
                layer->sums[x] = sum;
            }
        }
        for (int x = 0; x < t->width; x++) {
            int32_t columns = SDL_min(span, layer->width - left - x * span);
            uint32_t count = rows * (uint32_t)((columns + stride - 1) / stride);
            uint64_t sum = layer->sums[x];
            uint32_t red = (uint32_t)(sum >> 42) / count, green = (uint32_t)(sum >> 21 & 0x1FFFFF) / count;
            out[x] = 0xFF000000u | red << 16 | green << 8 | (uint32_t)(sum & 0x1FFFFF) / count;
        }
    }
}

static map_texture* find(map_layer* layer, int level, int column, int row) {
    for (int i = 0; i < CAPACITY; i++) {
        map_texture* t = &layer->textures[i];
        if (t->texture != NULL && t->level == level && t->column == column && t->row == row) return t;
    }
    return NULL;
}

// Makes a texture in a free slot or in that of the one unseen for longest; NULL when every slot is in use in
// this frame or the renderer has no more memory.
static map_texture* make(map_layer* layer, int level, int column, int row) {
    map_texture* slot = NULL;
    for (int i = 0; i < CAPACITY; i++) {
        map_texture* t = &layer->textures[i];
        if (t->texture == NULL) {
            slot = t;
            break;
        }
        if (t->used < layer->frame && (slot == NULL || t->used < slot->used)) slot = t;
    }
    if (slot == NULL) return NULL;
    if (slot->texture != NULL) SDL_DestroyTexture(slot->texture);
    int32_t span = 1 << level;
    slot->level = level;
    slot->column = column;
    slot->row = row;
    slot->width = SDL_min(SIDE, (layer->width - column * SIDE * span + span - 1) / span);
    slot->height = SDL_min(SIDE, (layer->height - row * SIDE * span + span - 1) / span);
    slot->texture = SDL_CreateTexture(layer->renderer, layer->format, SDL_TEXTUREACCESS_STATIC, slot->width,
                                      slot->height);
    if (slot->texture == NULL) return NULL;
    SDL_SetTextureBlendMode(slot->texture, SDL_BLENDMODE_NONE);
    paint(layer, slot);
    SDL_UpdateTexture(slot->texture, NULL, layer->pixels, SIDE * (int)sizeof(uint32_t));
    return slot;
}

// Draws the texels that are seen and no others: a texture at high zoom covers far more than the window, and
// whole texels at rounded borders keep neighbouring textures free of seams.
static void blit(map_layer* layer, const camera* cam, map_texture* t, wend_rect view) {
    t->used = layer->frame;
    int32_t span = 1 << t->level, left = t->column * SIDE, top = t->row * SIDE; // in texels of the level
    int32_t x0 = SDL_max(view.x / span - left, 0), y0 = SDL_max(view.y / span - top, 0);
    int32_t x1 = SDL_min((view.x + view.width + span - 1) / span - left, t->width);
    int32_t y1 = SDL_min((view.y + view.height + span - 1) / span - top, t->height);
    if (x0 >= x1 || y0 >= y1) return;
    // The last texel of a row may stand for fewer tiles than the others.
    double map_x1 = SDL_min((double)(left + x1) * span, layer->width);
    double map_y1 = SDL_min((double)(top + y1) * span, layer->height);
    int screen_x0 = (int)lround(camera_screen_x(cam, (double)(left + x0) * span));
    int screen_y0 = (int)lround(camera_screen_y(cam, (double)(top + y0) * span));
    int screen_x1 = (int)lround(camera_screen_x(cam, map_x1));
    int screen_y1 = (int)lround(camera_screen_y(cam, map_y1));
    SDL_SetTextureScaleMode(t->texture, cam->zoom < 1 ? SDL_ScaleModeLinear : SDL_ScaleModeNearest);
    SDL_RenderCopy(layer->renderer, t->texture, &(SDL_Rect){x0, y0, x1 - x0, y1 - y0},
                   &(SDL_Rect){screen_x0, screen_y0, screen_x1 - screen_x0, screen_y1 - screen_y0});
}

bool map_layer_draw(map_layer* layer, const camera* cam, int64_t tile_budget) {
    layer->frame++;
    wend_rect view = camera_view(cam);
    if (view.width == 0 || view.height == 0) return true;
    // A texel between 0.7 and 1.4 pixels is neither blurred nor does it flicker.
    int level = cam->zoom >= 1 ? 0 : (int)lround(-log2(cam->zoom));
    level = SDL_clamp(level, 0, layer->coarsest);

    map_texture* overview = find(layer, layer->coarsest, 0, 0);
    if (overview == NULL) overview = make(layer, layer->coarsest, 0, 0);
    if (overview != NULL) overview->used = layer->frame;

    int64_t span = (int64_t)SIDE << level;
    int first_column = (int)(view.x / span), last_column = (int)((view.x + view.width - 1) / span);
    int first_row = (int)(view.y / span), last_row = (int)((view.y + view.height - 1) / span);
    bool complete = true;
    for (int row = first_row; row <= last_row; row++) {
        for (int column = first_column; column <= last_column; column++) {
            map_texture* t = find(layer, level, column, row);
            if (t == NULL && tile_budget > 0) {
                t = make(layer, level, column, row);
                int shrink = SDL_max(level - DENSE_LEVEL, 0);
                tile_budget -= (span >> shrink) * (span >> shrink);
            }
            if (t == NULL) complete = false;
            if (t != NULL) t->used = layer->frame;
        }
    }
    if (!complete && overview != NULL) blit(layer, cam, overview, view);
    for (int row = first_row; row <= last_row; row++) {
        for (int column = first_column; column <= last_column; column++) {
            map_texture* t = find(layer, level, column, row);
            if (t != NULL) blit(layer, cam, t, view);
        }
    }
    return complete;
}
