// field_layer.c: how are the costs to the goal and the directions towards it drawn?
#include "views/field_layer.h"
#include "palette.h"
#include "views/texture_cache.h"
#include "views/tile_raster.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CAPACITY = 160, // textures
    MAX_LEVEL = 12,
    PAINTED_A_FRAME = 4, // textures: a millisecond each
    LINE_ZOOM = 4, // from which lines are drawn between tiles rather than on them [Units: pixels a tile]
};

static const uint32_t FRONT_COLOR = 0xFFFF3CC8;

struct field_layer {
    texture_cache cache;
    tile_raster hexagons;
    palette ground;
    int field_version;
    uint16_t floor;
    int version; // changes with the field, the ground and the ramp
    double most;
    float scale;
    bool lines; // on the tiles
    uint32_t pixels[CACHE_SIDE * CACHE_SIDE];
};

field_layer* field_layer_create(SDL_Renderer* renderer) {
    field_layer* layer = calloc(1, sizeof *layer);
    if (layer == NULL) return NULL;
    layer->most = 1;
    if (!texture_cache_create(&layer->cache, CAPACITY, 0, 0)) {
        free(layer);
        return NULL;
    }
    texture_cache_set_renderer(&layer->cache, renderer);
    return layer;
}

void field_layer_destroy(field_layer* layer) {
    if (layer == NULL) return;
    texture_cache_destroy(&layer->cache);
    tile_raster_forget(&layer->hexagons);
    free(layer);
}

// ---- lines and colours

static double level_interval(int level, float scale) {
    return palette_round_up(60 * (double)scale * (double)(1 << level));
}

double field_layer_interval(const view* v) {
    const camera* cam = &v->camera;
    return cam->zoom >= LINE_ZOOM ? palette_round_up(60 * (double)v->scale / cam->zoom)
                                  : level_interval(texture_level(cam, MAX_LEVEL), v->scale);
}

double field_layer_most(const field_layer* layer) {
    return layer->most;
}

// ---- textures

static uint32_t darker(uint32_t color) {
    return (color >> 1 & 0x7F7F7F) + (color >> 3 & 0x1F1F1F);
}

// True on the wavefront: passable ground beside the tile has no cost yet.
static bool is_front(const wend_field* field, const wend_grid* grid, wend_tile tile, int32_t step) {
    static const wend_tile sides[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int i = 0; i < 4; i++) {
        wend_tile beside = {tile.x + step * sides[i].x, tile.y + step * sides[i].y, tile.floor};
        if (wend_grid_passable(grid, beside) && isinf(wend_field_cost(field, beside))) return true;
    }
    return false;
}

static void paint(field_layer* layer, const wend_field* field, const goal_field* f, cached_texture* t) {
    const wend_grid* grid = f->grid;
    const wend_rect map = wend_grid_area(grid);
    uint32_t ramp[1024];
    for (int i = 0; i < 1024; i++) ramp[i] = palette_distance((float)i / 1023);
    double interval = level_interval(t->level, layer->scale);
    int64_t above[CACHE_SIDE]; // bands of the row before; -1: none
    for (int y = 0; y < t->texels.height; y++) {
        int64_t before = -1;
        for (int x = 0; x < t->texels.width; x++) {
            const wend_tile tile = {map.x + ((t->texels.x + x) << t->level),
                                    map.y + ((t->texels.y + y) << t->level), layer->floor};
            uint32_t* out = &layer->pixels[y * CACHE_SIDE + x];
            int64_t band = -1;
            double cost = wend_field_cost(field, tile);
            if (cost < (double)INFINITY) {
                band = (int64_t)(cost / interval);
                *out = 0xFF000000 | ramp[(int)fmin(cost / layer->most * 1023, 1023)];
                bool line = layer->lines &&
                            ((before >= 0 && before != band) || (y > 0 && above[x] >= 0 && above[x] != band));
                if (line) *out = 0xFF000000 | darker(*out);
                if (f->stepping && is_front(field, grid, tile, 1 << t->level)) *out = FRONT_COLOR;
            } else {
                *out = 0xFF000000 | layer->ground.colors[wend_grid_class(grid, tile)];
            }
            before = above[x] = band;
        }
    }
    SDL_UpdateTexture(t->texture, NULL, layer->pixels, CACHE_SIDE * (int)sizeof(uint32_t));
    t->version = layer->version;
}

// The greatest cost among tiles all over the map, on all floors, so that colours mean the same on each.
static double survey(const wend_field* field, const wend_grid* grid) {
    enum { SAMPLES = 192 };
    double most = 0;
    const wend_rect map = wend_grid_area(grid);
    const int64_t width = map.width, rows = map.height;
    const int64_t height = rows * wend_grid_floors(grid);
    for (int64_t y = 0; y < SDL_min(height, SAMPLES); y++) {
        for (int64_t x = 0; x < SDL_min(width, SAMPLES); x++) {
            const int64_t row = y * height / SDL_min(height, SAMPLES);
            wend_tile tile = {map.x + (int32_t)(x * width / SDL_min(width, SAMPLES)),
                              map.y + (int32_t)(row % rows), (uint16_t)(row / rows)};
            double cost = wend_field_cost(field, tile);
            if (cost < (double)INFINITY) most = fmax(most, cost);
        }
    }
    return most;
}

// Existing textures are out of date where something has changed.
static void notice_changes(field_layer* layer, const goal_field* f, const wend_field* field,
                           const palette* ground, uint16_t shown_floor, bool lines, float scale) {
    bool changed = layer->lines != lines || layer->floor != shown_floor ||
                   layer->field_version != f->version || layer->scale != scale ||
                   memcmp(&layer->ground, ground, sizeof *ground) != 0;
    if (!changed) return;
    layer->field_version = f->version;
    layer->floor = shown_floor;
    layer->scale = scale;
    layer->lines = lines;
    layer->ground = *ground;
    // Two digits, so that the ramp stays constant while a goal is dragged.
    double most = fmax(survey(field, f->grid), 1), step = pow(10, floor(log10(most))) / 2;
    layer->most = ceil(most / step) * step;
    layer->version++;
}

// ---- lines of equal cost between the middles of tiles, by marching squares

typedef struct corner {
    SDL_FPoint at;
    double cost;
} corner;

static void draw_lines_between(const corner corners[4], double interval, draw_batch* batch, float width) {
    static const SDL_Color line_color = {16, 24, 40, 190};
    double least = (double)INFINITY, most = 0;
    for (int i = 0; i < 4; i++) {
        if (!(corners[i].cost < (double)INFINITY)) return;
        least = fmin(least, corners[i].cost);
        most = fmax(most, corners[i].cost);
    }
    for (double value = (floor(least / interval) + 1) * interval; value <= most; value += interval) {
        SDL_FPoint ends[4];
        int count = 0;
        for (int i = 0; i < 4; i++) {
            const corner *a = &corners[i], *b = &corners[(i + 1) % 4];
            if ((a->cost < value) == (b->cost < value)) continue;
            float t = (float)((value - a->cost) / (b->cost - a->cost));
            ends[count++] =
                (SDL_FPoint){a->at.x + t * (b->at.x - a->at.x), a->at.y + t * (b->at.y - a->at.y)};
        }
        for (int i = 0; i + 1 < count; i += 2) draw_line(batch, ends[i], ends[i + 1], width, line_color);
    }
}

static void draw_lines(const wend_field* field, view* v) {
    const wend_rect seen = camera_view(&v->camera);
    const double interval = field_layer_interval(v);
    for (int32_t y = seen.y; y + 1 < seen.y + seen.height; y++) {
        corner left[2];
        for (int32_t x = seen.x; x < seen.x + seen.width; x++) {
            corner right[2];
            for (int i = 0; i < 2; i++) {
                const wend_tile tile = {x, y + i, v->camera.floor};
                right[i] = (corner){view_tile_center(v, tile), wend_field_cost(field, tile)};
            }
            const corner corners[4] = {left[0], right[0], right[1], left[1]};
            if (x > seen.x) draw_lines_between(corners, interval, &v->batch, 1.5f * v->scale);
            memcpy(left, right, sizeof left);
        }
    }
}

typedef struct hex_colors {
    const field_layer* layer;
    const goal_field* goals;
    const wend_field* field;
} hex_colors;

static uint32_t hex_color(const void* context, wend_tile tile) {
    const hex_colors* c = context;
    double cost = wend_field_cost(c->field, tile);
    if (!(cost < (double)INFINITY))
        return 0xFF000000 | c->layer->ground.colors[wend_grid_class(c->goals->grid, tile)];
    return 0xFF000000 | palette_distance((float)fmin(cost / c->layer->most, 1));
}

bool field_layer_draw(field_layer* layer, const goal_field* f, const palette* ground, view* v, bool whole) {
    const wend_field* field = goal_field_now(f);
    const camera* cam = &v->camera;
    const wend_rect seen = camera_picture_view(cam);
    if (field == NULL || seen.width == 0 || seen.height == 0) return field != NULL;
    texture_cache* cache = &layer->cache;
    cache->frame++;
    texture_cache_resize(cache, cam->map_width, cam->map_height);
    notice_changes(layer, f, field, ground, cam->floor, cam->zoom < LINE_ZOOM, v->scale);
    if (tile_raster_suits(cam)) {
        hex_colors c = {layer, f, field};
        tile_raster_draw(&layer->hexagons, cache->renderer, cam, layer->version, LINES_OF_TILES, hex_color,
                         &c);
        if (cam->zoom >= LINE_ZOOM) draw_lines(field, v);
        return true;
    }
    int level = texture_level(cam, MAX_LEVEL), budget = whole ? CAPACITY : PAINTED_A_FRAME;
    int64_t span = (int64_t)CACHE_SIDE << level;
    bool complete = true;
    for (int64_t row = seen.y / span; row <= (seen.y + seen.height - 1) / span; row++) {
        for (int64_t column = seen.x / span; column <= (seen.x + seen.width - 1) / span; column++) {
            cached_texture* t = texture_cache_find(cache, level, (int)column, (int)row);
            if (t == NULL && budget > 0) t = texture_cache_make(cache, level, (int)column, (int)row);
            if (t != NULL && t->version != layer->version && budget-- > 0) paint(layer, field, f, t);
            complete &= t != NULL && t->version == layer->version;
            if (t != NULL) texture_cache_draw(cache, t, cam, seen);
        }
    }
    if (cam->zoom >= LINE_ZOOM) draw_lines(field, v);
    return complete;
}

// ---- arrows

void field_layer_draw_flow(const goal_field* f, view* v) {
    const camera* cam = &v->camera;
    const float scale = v->scale;
    static const SDL_Color casing_color = {20, 24, 32, 255}, arrow_color = {240, 255, 255, 255};
    const wend_field* field = goal_field_now(f);
    if (field == NULL) return;
    const wend_rect seen = camera_picture_view(cam);
    const int32_t left = cam->plane.left, top = cam->plane.top;
    int32_t stride = 1;
    while (stride * cam->zoom < 20 * (double)scale) stride *= 2;
    float size = fminf((float)(stride * cam->zoom) * 0.36f, 16 * scale);
    int steps =
        SDL_min(2 * stride, 8); // looks several steps ahead, because a single step has only eight directions
    for (int32_t y = seen.y / stride * stride; y < seen.y + seen.height; y += stride) {
        for (int32_t x = seen.x / stride * stride; x < seen.x + seen.width; x += stride) {
            wend_tile from = {left + SDL_min(x + stride / 2, cam->map_width - 1),
                              top + SDL_min(y + stride / 2, cam->map_height - 1), cam->floor};
            wend_tile to = from, next;
            for (int i = 0; i < steps && wend_field_next_tile(field, to, &next) && next.floor == cam->floor;
                 i++)
                to = next;
            SDL_FPoint at = camera_tile_center(cam, from), ahead = camera_tile_center(cam, to);
            float dx = ahead.x - at.x, dy = ahead.y - at.y, length = hypotf(dx, dy);
            if (length == 0) continue;
            for (int pass = 0; pass < 2; pass++) {
                const float s = pass == 0 ? size + 1.5f * scale : size;
                draw_wedge(&v->batch, at, dx / length, dy / length, s, s * 0.8f, s * 0.45f,
                           pass == 0 ? casing_color : arrow_color);
            }
        }
    }
}
