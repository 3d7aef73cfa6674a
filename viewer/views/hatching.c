// hatching.c: how does one see on a picture what cannot be walked?
//
// A line goes through the pixels where x + y, counted from the corner of the map, is a multiple of the
// distance of the lines. So lines are crisp, move with the map by whole pixels, and only their own pixels are
// looked at.
#include "views/hatching.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CAPACITY = 320, // textures: more than a 4K window shows
    SIDE = CACHE_SIDE,
    PAINTED = 48, // textures in a frame: a few milliseconds
    DISTANCE = 8, // from line to line [Units: pixels at scale 1]
    SMALL = 3,    // pixels a tile, below which the tint alone tells blocked ground
    DARK = 110,   // luma up to which lines are light
};
static const uint32_t LIGHT_LINE = 0x90E8A090, DARK_LINE = 0x90701820;

void hatching_forget(hatching* h) {
    texture_cache_destroy(&h->cache);
    free(h->pixels);
    *h = (hatching){.pixels = NULL};
}

// ---- what is blocked

typedef struct ground {
    const scene* scene;
    const wend_grid* seen; // by the profile that plans
    const camera* cam;
    double pixel;                   // its side in tiles
    bool blocked[WEND_CLASS_COUNT]; // classes of seen
    bool tinted[WEND_CLASS_COUNT];  // classes of the map
} ground;

static ground ground_of(const scene* s, const camera* cam) {
    ground g = {.scene = s, .seen = wend_world_grid(scene_view(s)), .cam = cam, .pixel = 1 / cam->zoom};
    const float* costs = wend_grid_class_costs(g.seen);
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        g.blocked[i] = costs[i] <= 0;
        g.tinted[i] = scene_class_cost(s, i) <= 0;
    }
    return g;
}

static bool is_blocked(const ground* g, wend_tile tile) {
    return wend_grid_contains(g->seen, tile) && g->blocked[wend_grid_class(g->seen, tile)];
}

// The tile at a pixel counted from the corner of the map.
static wend_tile tile_at(const ground* g, int64_t x, int64_t y) {
    const camera* cam = g->cam;
    const double map_x = ((double)x + 0.5) * g->pixel, map_y = ((double)y + 0.5) * g->pixel;
    wend_tile tile = {-1, -1};
    if (!cam->plane.is_hex)
        return (wend_tile){(int32_t)floor(map_x) + cam->plane.left, (int32_t)floor(map_y) + cam->plane.top,
                           cam->floor};
    if (!tile_plane_tile_at(cam->plane, cam->map_width, cam->map_height,
                            (wend_vec2){(float)map_x, (float)map_y}, &tile))
        tile = (wend_tile){-1, -1};
    tile.floor = cam->floor;
    return tile;
}

// Where tiles are small a line needs blocked ground on both sides of it, and only where the ground itself is
// passable, so that it has no tint: the body is too wide.
static bool is_area(const ground* g, int64_t x, int64_t y, int reach) {
    return is_blocked(g, tile_at(g, x - reach, y)) && is_blocked(g, tile_at(g, x + reach, y)) &&
           is_blocked(g, tile_at(g, x, y - reach)) && is_blocked(g, tile_at(g, x, y + reach));
}

// 0: no line here, as it would not be seen or is not wanted.
static uint32_t line_color(const ground* g, wend_tile tile) {
    const map_look* look = &g->scene->look;
    const int terrain_class = wend_grid_class(g->scene->grid, tile);
    uint32_t rgb = look->colors.colors[terrain_class];
    bool own = look->own[terrain_class];
    if (look->pixels != NULL) {
        const uint32_t pixel = look->pixels[(size_t)(tile.y - g->cam->plane.top) * (size_t)g->cam->map_width +
                                            (size_t)(tile.x - g->cam->plane.left)];
        if (pixel >> 24 == 255) rgb = pixel & 0xFFFFFF, own = true;
    }
    // Blocked in the colours of costs is dark already; but a body may not fit where the ground is passable.
    if (!own && scene_class_cost(g->scene, terrain_class) <= 0) return 0;
    if (look_is_wall(rgb, look->dark_ground)) return 0;
    return look_luma(rgb) < DARK ? LIGHT_LINE : DARK_LINE;
}

// ---- the textures

static int rest(int64_t a, int64_t b) {
    return (int)((a % b + b) % b);
}

static void paint(hatching* h, cached_texture* cell, const ground* g, float scale) {
    const int distance = (int)lroundf(fmaxf(DISTANCE * scale, DISTANCE)), width = SDL_max((int)scale, 1);
    const bool small = g->cam->zoom < (double)(SMALL * scale);
    const int reach = (int)lroundf(2 * scale);
    const int64_t left = (int64_t)cell->column * SIDE, top = (int64_t)cell->row * SIDE;
    cell->empty = true;
    memset(h->pixels, 0, SIDE * SIDE * sizeof *h->pixels);
    for (int y = 0; y < SIDE; y++) {
        uint32_t* row = h->pixels + y * SIDE;
        for (int first = -rest(left + top + y, distance); first < SIDE; first += distance) {
            for (int x = SDL_max(first, 0); x < SDL_min(first + width, SIDE); x++) {
                const wend_tile tile = tile_at(g, left + x, top + y);
                if (!is_blocked(g, tile)) continue;
                if (small && (g->tinted[wend_grid_class(g->scene->grid, tile)] ||
                              !is_area(g, left + x, top + y, reach)))
                    continue;
                row[x] = line_color(g, tile);
                cell->empty = cell->empty && row[x] == 0;
            }
        }
    }
    cell->version = h->painted;
    if (!cell->empty) SDL_UpdateTexture(cell->texture, NULL, h->pixels, SIDE * (int)sizeof *h->pixels);
}

static bool make(hatching* h) {
    if (h->pixels != NULL) return true;
    h->pixels = malloc(SIDE * SIDE * sizeof *h->pixels);
    if (h->pixels != NULL && texture_cache_create(&h->cache, CAPACITY, INT32_MAX, INT32_MAX)) return true;
    hatching_forget(h);
    return false;
}

bool hatching_draw(hatching* h, const view* v, uint64_t version, bool whole) {
    const camera* cam = &v->camera;
    SDL_Renderer* renderer = v->window->renderer;
    if (!make(h)) return true;
    texture_cache* cache = &h->cache;
    cache->renderer = renderer;
    cache->is_clear = true;
    cache->frame++;
    h->painted += h->version != version || h->zoom != cam->zoom;
    h->version = version;
    h->zoom = cam->zoom;
    const ground g = ground_of(v->scene, cam);
    const wend_vec2 end = camera_map_end(cam);
    // Pixels of the map that are seen, counted from its corner.
    const int64_t left = (int64_t)floor(camera_screen_x(cam, 0)),
                  top = (int64_t)floor(camera_screen_y(cam, 0));
    const int64_t x0 = SDL_max(-left, 0), x1 = SDL_min(cam->width - left, (int64_t)(end.x * cam->zoom) + 1);
    const int64_t y0 = SDL_max(-top, 0), y1 = SDL_min(cam->height - top, (int64_t)(end.y * cam->zoom) + 1);
    int budget = whole ? CAPACITY : PAINTED;
    bool complete = true;
    for (int64_t row = y0 / SIDE; row * SIDE < y1; row++) {
        for (int64_t column = x0 / SIDE; column * SIDE < x1; column++) {
            cached_texture* cell = texture_cache_find(cache, 0, (int)column, (int)row);
            if (cell == NULL) cell = texture_cache_make(cache, 0, (int)column, (int)row);
            if (cell == NULL) continue;
            if (cell->version != h->painted && budget-- > 0) paint(h, cell, &g, v->scale);
            complete &= cell->version == h->painted;
            const SDL_Rect place = {(int)(left + column * SIDE), (int)(top + row * SIDE), SIDE, SIDE};
            if (cell->version == h->painted && !cell->empty)
                SDL_RenderCopy(renderer, cell->texture, NULL, &place);
        }
    }
    return complete;
}
