// field_layer.c: how do the costs to the goal and the ways there look on the map?
#include "field_layer.h"
#include "document/palette.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 256,          // texels
    CAPACITY = 160,      // textures
    PAINTED_A_FRAME = 4, // textures: a millisecond each
    LINE_ZOOM = 4, // from which lines are drawn between tiles rather than on them [Units: pixels a tile]
};

typedef struct chunk {
    SDL_Texture* texture; // NULL: a free slot
    int level, column, row;
    int version; // of the layer when it was painted
    int64_t used;
} chunk;

struct field_layer {
    SDL_Renderer* renderer;
    chunk chunks[CAPACITY];
    palette ground;
    int field_version;
    int version; // changes with the field, the ground and the ramp
    double most;
    float scale;
    bool lines; // on the tiles
    int64_t frame;
    uint32_t pixels[SIDE * SIDE];
};

field_layer* field_layer_create(SDL_Renderer* renderer) {
    field_layer* layer = calloc(1, sizeof *layer);
    if (layer == NULL) return NULL;
    layer->renderer = renderer;
    layer->most = 1;
    return layer;
}

void field_layer_destroy(field_layer* layer) {
    if (layer == NULL) return;
    for (int i = 0; i < CAPACITY; i++)
        if (layer->chunks[i].texture != NULL) SDL_DestroyTexture(layer->chunks[i].texture);
    free(layer);
}

// ---- numbers that people like

// The next of 1, 2, 5, 10, 20, 50, ...
static double round_up(double value) {
    double ten = pow(10, floor(log10(fmax(value, 1e-6))));
    return value <= ten ? ten : value <= 2 * ten ? 2 * ten : value <= 5 * ten ? 5 * ten : 10 * ten;
}

static int level_of(const camera* cam) {
    int level = cam->zoom >= 1 ? 0 : (int)lround(-log2(cam->zoom));
    return SDL_clamp(level, 0, 12);
}

static double level_interval(int level, float scale) {
    return round_up(60 * (double)scale * (double)(1 << level));
}

double field_layer_interval(const camera* cam, float scale) {
    return cam->zoom >= LINE_ZOOM ? round_up(60 * (double)scale / cam->zoom)
                                  : level_interval(level_of(cam), scale);
}

double field_layer_most(const field_layer* layer) {
    return layer->most;
}

uint32_t field_layer_ramp(float fraction) {
    // From light to dark in steps that eyes take for equal, after the map "viridis".
    static const uint32_t stops[PALETTE_STOPS] = {0xF4E61E, 0x86D549, 0x2DB27D, 0x25848E, 0x3B528B, 0x482173};
    return palette_between(stops, fraction);
}

// ---- textures

static uint32_t darker(uint32_t color) {
    return (color >> 1 & 0x7F7F7F) + (color >> 3 & 0x1F1F1F);
}

static void paint(field_layer* layer, const wend_field* field, const wend_grid* grid, chunk* c) {
    uint32_t ramp[1024];
    for (int i = 0; i < 1024; i++) ramp[i] = field_layer_ramp((float)i / 1023);
    double interval = level_interval(c->level, layer->scale);
    int64_t above[SIDE]; // bands of the row before; -1: none
    int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    for (int y = 0; y < SIDE; y++) {
        int64_t before = -1;
        for (int x = 0; x < SIDE; x++) {
            int64_t left = ((int64_t)c->column * SIDE + x) << c->level, top = ((int64_t)c->row * SIDE + y)
                                                                              << c->level;
            uint32_t* out = &layer->pixels[y * SIDE + x];
            int64_t band = -1;
            *out = 0xFF000000;
            if (left < width && top < height) {
                wend_tile tile = {(int32_t)left, (int32_t)top};
                double cost = wend_field_cost(field, tile);
                if (cost < (double)INFINITY) {
                    band = (int64_t)(cost / interval);
                    *out |= ramp[(int)fmin(cost / layer->most * 1023, 1023)];
                    bool line = layer->lines && ((before >= 0 && before != band) ||
                                                 (y > 0 && above[x] >= 0 && above[x] != band));
                    if (line) *out = 0xFF000000 | darker(*out);
                } else {
                    *out |= layer->ground.colors[wend_grid_class(grid, tile)];
                }
            }
            before = above[x] = band;
        }
    }
    SDL_UpdateTexture(c->texture, NULL, layer->pixels, SIDE * (int)sizeof(uint32_t));
    c->version = layer->version;
}

static chunk* find(field_layer* layer, int level, int column, int row) {
    for (int i = 0; i < CAPACITY; i++) {
        chunk* c = &layer->chunks[i];
        if (c->texture == NULL || c->level != level || c->column != column || c->row != row) continue;
        c->used = layer->frame;
        return c;
    }
    return NULL;
}

// A texture in a free slot, or in that of one unseen for longest; NULL: no memory.
static chunk* make(field_layer* layer, int level, int column, int row) {
    chunk* slot = &layer->chunks[0];
    for (int i = 0; i < CAPACITY && slot->texture != NULL; i++) {
        chunk* c = &layer->chunks[i];
        if (c->texture == NULL || c->used < slot->used) slot = c;
    }
    if (slot->texture == NULL)
        slot->texture = SDL_CreateTexture(layer->renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC,
                                          SIDE, SIDE);
    if (slot->texture == NULL) return NULL;
    SDL_SetTextureBlendMode(slot->texture, SDL_BLENDMODE_NONE);
    slot->level = level;
    slot->column = column;
    slot->row = row;
    slot->version = layer->version - 1;
    slot->used = layer->frame;
    return slot;
}

static void show(const field_layer* layer, const chunk* c, const wend_grid* grid, const camera* cam) {
    wend_rect view = camera_view(cam);
    int64_t span = 1 << c->level, left = (int64_t)c->column * SIDE, top = (int64_t)c->row * SIDE;
    int64_t x0 = SDL_max(view.x / span - left, 0), y0 = SDL_max(view.y / span - top, 0);
    int64_t x1 = SDL_min((view.x + view.width + span - 1) / span - left, SIDE);
    int64_t y1 = SDL_min((view.y + view.height + span - 1) / span - top, SIDE);
    if (x0 >= x1 || y0 >= y1) return;
    double map_x1 = SDL_min((double)((left + x1) * span), wend_grid_width(grid));
    double map_y1 = SDL_min((double)((top + y1) * span), wend_grid_height(grid));
    int screen_x0 = (int)lround(camera_screen_x(cam, (double)((left + x0) * span)));
    int screen_y0 = (int)lround(camera_screen_y(cam, (double)((top + y0) * span)));
    int screen_x1 = (int)lround(camera_screen_x(cam, map_x1)),
        screen_y1 = (int)lround(camera_screen_y(cam, map_y1));
    SDL_RenderCopy(layer->renderer, c->texture, &(SDL_Rect){(int)x0, (int)y0, (int)(x1 - x0), (int)(y1 - y0)},
                   &(SDL_Rect){screen_x0, screen_y0, screen_x1 - screen_x0, screen_y1 - screen_y0});
}

// The dearest of tiles all over the map.
static double survey(const wend_field* field, const wend_grid* grid) {
    enum { SAMPLES = 192 };
    double most = 0;
    int64_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    for (int64_t y = 0; y < SDL_min(height, SAMPLES); y++) {
        for (int64_t x = 0; x < SDL_min(width, SAMPLES); x++) {
            wend_tile tile = {(int32_t)(x * width / SDL_min(width, SAMPLES)),
                              (int32_t)(y * height / SDL_min(height, SAMPLES))};
            double cost = wend_field_cost(field, tile);
            if (cost < (double)INFINITY) most = fmax(most, cost);
        }
    }
    return most;
}

// Textures made before are wrong where something has changed that they show.
static void notice_changes(field_layer* layer, const goal_field* f, const wend_field* field,
                           const palette* ground, bool lines, float scale) {
    bool changed = layer->lines != lines || layer->field_version != f->version || layer->scale != scale ||
                   memcmp(&layer->ground, ground, sizeof *ground) != 0;
    if (!changed) return;
    layer->field_version = f->version;
    layer->scale = scale;
    layer->lines = lines;
    layer->ground = *ground;
    // Two figures, so that the ramp keeps still while a goal is dragged.
    double most = fmax(survey(field, f->grid), 1), step = pow(10, floor(log10(most))) / 2;
    layer->most = ceil(most / step) * step;
    layer->version++;
}

// ---- lines of equal cost between the middles of tiles, by marching squares

typedef struct corner {
    SDL_FPoint at;
    double cost;
} corner;

static void draw_cell_lines(const corner corners[4], double interval, draw_batch* batch, float width) {
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

static void draw_lines(const wend_field* field, const camera* cam, draw_batch* batch, float scale) {
    wend_rect view = camera_view(cam);
    double interval = field_layer_interval(cam, scale);
    for (int32_t y = view.y; y + 1 < view.y + view.height; y++) {
        corner left[2];
        for (int32_t x = view.x; x < view.x + view.width; x++) {
            corner right[2];
            for (int i = 0; i < 2; i++)
                right[i] =
                    (corner){{(float)camera_screen_x(cam, x + 0.5), (float)camera_screen_y(cam, y + i + 0.5)},
                             wend_field_cost(field, (wend_tile){x, y + i})};
            const corner corners[4] = {left[0], right[0], right[1], left[1]};
            if (x > view.x) draw_cell_lines(corners, interval, batch, 1.5f * scale);
            memcpy(left, right, sizeof left);
        }
    }
}

bool field_layer_draw(field_layer* layer, const goal_field* f, const palette* ground, const camera* cam,
                      draw_batch* batch, float scale, bool whole) {
    const wend_field* field = goal_field_now(f);
    wend_rect view = camera_view(cam);
    if (field == NULL || view.width == 0 || view.height == 0) return field != NULL;
    layer->frame++;
    notice_changes(layer, f, field, ground, cam->zoom < LINE_ZOOM, scale);
    int level = level_of(cam), budget = whole ? CAPACITY : PAINTED_A_FRAME;
    int64_t span = (int64_t)SIDE << level;
    bool complete = true;
    for (int64_t row = view.y / span; row <= (view.y + view.height - 1) / span; row++) {
        for (int64_t column = view.x / span; column <= (view.x + view.width - 1) / span; column++) {
            chunk* c = find(layer, level, (int)column, (int)row);
            if (c == NULL && budget > 0) c = make(layer, level, (int)column, (int)row);
            if (c != NULL && c->version != layer->version && budget-- > 0) paint(layer, field, f->grid, c);
            complete &= c != NULL && c->version == layer->version;
            if (c != NULL) show(layer, c, f->grid, cam);
        }
    }
    if (cam->zoom >= LINE_ZOOM) draw_lines(field, cam, batch, scale);
    return complete;
}

// ---- arrows

void field_layer_draw_flow(const goal_field* f, const camera* cam, draw_batch* batch, float scale) {
    static const SDL_Color casing_color = {20, 24, 32, 255}, arrow_color = {240, 255, 255, 255};
    const wend_field* field = goal_field_now(f);
    if (field == NULL) return;
    wend_rect view = camera_view(cam);
    int32_t stride = 1;
    while (stride * cam->zoom < 20 * (double)scale) stride *= 2;
    float size = fminf((float)(stride * cam->zoom) * 0.36f, 16 * scale);
    int steps = SDL_min(2 * stride, 8); // looked ahead, as one step knows eight directions only
    for (int32_t y = view.y / stride * stride; y < view.y + view.height; y += stride) {
        for (int32_t x = view.x / stride * stride; x < view.x + view.width; x += stride) {
            wend_tile from = {SDL_min(x + stride / 2, cam->map_width - 1),
                              SDL_min(y + stride / 2, cam->map_height - 1)};
            wend_tile to = from, next;
            for (int i = 0; i < steps && wend_field_step(field, to, &next); i++) to = next;
            float dx = (float)(to.x - from.x), dy = (float)(to.y - from.y), length = hypotf(dx, dy);
            if (length == 0) continue;
            dx /= length, dy /= length;
            float at_x = (float)camera_screen_x(cam, from.x + 0.5),
                  at_y = (float)camera_screen_y(cam, from.y + 0.5);
            for (int pass = 0; pass < 2; pass++) {
                float s = pass == 0 ? size + 1.5f * scale : size;
                SDL_FPoint corners[3] = {
                    {at_x + dx * s, at_y + dy * s},
                    {at_x - dx * s * 0.8f - dy * s * 0.45f, at_y - dy * s * 0.8f + dx * s * 0.45f},
                    {at_x - dx * s * 0.8f + dy * s * 0.45f, at_y - dy * s * 0.8f - dx * s * 0.45f}};
                draw_convex(batch, corners, 3, pass == 0 ? casing_color : arrow_color);
            }
        }
    }
}
