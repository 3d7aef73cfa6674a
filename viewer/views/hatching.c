// hatching.c: how does one see on a picture what cannot be walked?
//
// A line goes through the pixels where x + y, counted from the corner of the map, is a multiple of the
// distance of the lines. So lines are crisp, move with the map, and only their own pixels are looked at.
#include "views/hatching.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DISTANCE = 8, // from line to line [Units: pixels at scale 1]
    SMALL = 3,    // pixels a tile, below which only areas are hatched, not single tiles
    BLACK = 64,   // brightest channel of a wall, and how far the channels may differ
    GREY = 20,
    DARK = 110,      // luma up to which lines are light
    TINT = 0xB02A30, // red, as for "no entry"
    TINT_PERCENT = 12,
};
static const uint32_t LIGHT_LINE = 0x90E8A090, DARK_LINE = 0x90701820;

static int luma(uint32_t rgb) {
    return (int)((299 * (rgb >> 16 & 255) + 587 * (rgb >> 8 & 255) + 114 * (rgb & 255)) / 1000);
}

// Nearly black: what people take for a wall.
static bool is_wall(uint32_t rgb, bool dark_ground) {
    const int r = (int)(rgb >> 16 & 255), g = (int)(rgb >> 8 & 255), b = (int)(rgb & 255);
    const int most = SDL_max(SDL_max(r, g), b), least = SDL_min(SDL_min(r, g), b);
    return !dark_ground && most < BLACK && most - least < GREY;
}

uint32_t hatching_tint(uint32_t rgb, bool dark_ground) {
    if (is_wall(rgb, dark_ground)) return rgb;
    uint32_t out = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        const uint32_t a = rgb >> shift & 255, b = (uint32_t)TINT >> shift & 255;
        out |= ((100 - TINT_PERCENT) * a + TINT_PERCENT * b) / 100 << shift;
    }
    return out;
}

void hatching_forget(hatching* h) {
    if (h->texture != NULL) SDL_DestroyTexture(h->texture);
    free(h->pixels);
    *h = (hatching){.texture = NULL};
}

// ---- what is blocked

typedef struct ground {
    const scene* scene;
    const wend_grid* seen; // by the profile that plans
    const camera* cam;
    bool blocked[WEND_CLASS_COUNT]; // classes of seen
} ground;

static ground ground_of(const scene* s, const camera* cam) {
    ground g = {.scene = s, .seen = wend_world_grid(scene_view(s)), .cam = cam};
    const float* costs = wend_grid_class_costs(g.seen);
    for (int i = 0; i < WEND_CLASS_COUNT; i++) g.blocked[i] = costs[i] <= 0;
    return g;
}

static bool is_blocked(const ground* g, wend_tile tile) {
    return wend_grid_contains(g->seen, tile) && g->blocked[wend_grid_class(g->seen, tile)];
}

static wend_tile tile_at(const ground* g, int x, int y) {
    return camera_tile_at(g->cam, x + 0.5, y + 0.5);
}

// Where tiles are small a line needs blocked ground on both sides of it.
static bool is_area(const ground* g, int x, int y, int reach) {
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
        const uint32_t pixel =
            look->pixels[(size_t)tile.y * (size_t)wend_grid_width(g->scene->grid) + (size_t)tile.x];
        if (pixel >> 24 == 255) rgb = pixel & 0xFFFFFF, own = true;
    }
    // Blocked in the colours of costs is dark already; but a body may not fit where the ground is passable.
    if (!own && scene_class_cost(g->scene, terrain_class) <= 0) return 0;
    if (is_wall(rgb, look->dark_ground)) return 0;
    return luma(rgb) < DARK ? LIGHT_LINE : DARK_LINE;
}

// ---- the picture

static int rest(int64_t a, int64_t b) {
    return (int)((a % b + b) % b);
}

static void paint(hatching* h, const camera* cam, const scene* s, float scale) {
    const ground g = ground_of(s, cam);
    const int distance = (int)lroundf(fmaxf(DISTANCE * scale, DISTANCE)), width = SDL_max((int)scale, 1);
    const bool small = cam->zoom < (double)(SMALL * scale);
    const int reach = (int)lroundf(2 * scale);
    const int64_t left = (int64_t)floor(camera_screen_x(cam, 0)),
                  top = (int64_t)floor(camera_screen_y(cam, 0));
    memset(h->pixels, 0, (size_t)cam->width * (size_t)cam->height * sizeof *h->pixels);
    for (int y = 0; y < cam->height; y++) {
        uint32_t* row = h->pixels + (size_t)y * (size_t)cam->width;
        for (int first = -rest(y - top - left, distance); first < cam->width; first += distance) {
            for (int x = SDL_max(first, 0); x < SDL_min(first + width, cam->width); x++) {
                const wend_tile tile = tile_at(&g, x, y);
                if (is_blocked(&g, tile) && (!small || is_area(&g, x, y, reach)))
                    row[x] = line_color(&g, tile);
            }
        }
    }
    SDL_UpdateTexture(h->texture, NULL, h->pixels, cam->width * (int)sizeof *h->pixels);
}

static bool make(hatching* h, SDL_Renderer* renderer, const camera* cam) {
    if (h->texture != NULL && h->shown.width == cam->width && h->shown.height == cam->height) return true;
    hatching_forget(h);
    h->pixels = malloc((size_t)cam->width * (size_t)cam->height * sizeof *h->pixels);
    if (h->pixels != NULL)
        h->texture = SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC,
                                       cam->width, cam->height);
    if (h->texture == NULL) {
        hatching_forget(h);
        return false;
    }
    SDL_SetTextureBlendMode(h->texture, SDL_BLENDMODE_BLEND);
    h->version = UINT64_MAX;
    return true;
}

static bool same_view(const camera* a, const camera* b) {
    return a->x == b->x && a->y == b->y && a->zoom == b->zoom && a->map_width == b->map_width &&
           a->map_height == b->map_height && a->plane.shifts_columns == b->plane.shifts_columns &&
           a->plane.shifts_even == b->plane.shifts_even;
}

void hatching_draw(hatching* h, SDL_Renderer* renderer, const camera* cam, const scene* s, uint64_t version,
                   float scale) {
    if (!make(h, renderer, cam)) return;
    if (h->version != version || !same_view(&h->shown, cam)) paint(h, cam, s, scale);
    h->shown = *cam;
    h->version = version;
    SDL_RenderCopy(renderer, h->texture, NULL, NULL);
}
