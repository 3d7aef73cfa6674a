// tile_raster.c: how are tiles of any shape drawn, each in one colour?
//
// For each pixel of hexagons the nearest centre of a hexagon is found: of the two rows (or columns) beside
// it, the two nearest tiles each. Where the second nearest is almost as near, the pixel is on a line between
// hexagons.
#include "views/tile_raster.h"
#include "platform/picture.h"
#include "views/texture_cache.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROW_STEP 0.86602540378443865
#define RADIUS   0.57735026918962576

enum {
    LEAST_ZOOM = 2, // pixels a tile, from which hexagons can be told from squares
    LINE_ZOOM = 9,  // from which there are lines between them
};

bool tile_raster_suits(const camera* cam) {
    return cam->plane.is_diamond || (cam->plane.is_hex && cam->zoom >= LEAST_ZOOM);
}

void tile_raster_forget(tile_raster* r) {
    texture_forget(&r->texture);
    free(r->pixels);
    *r = (tile_raster){.texture = NULL};
}

// ---- one pixel

typedef struct nearest {
    wend_tile tile;
    double first, second; // squared distances
    double dx, dy;        // of the pixel from the centre, along and across
} nearest;

static void offer(nearest* n, tile_plane plane, double along, double across, int32_t row, int32_t index) {
    double shift = (row % 2 == 0) == plane.shifts_even ? 0.5 : 0;
    double dx = along - (index + 0.5 + shift), dy = across - (ROW_STEP * row + RADIUS);
    double distance = dx * dx + dy * dy;
    if (distance >= n->first) {
        n->second = fmin(n->second, distance);
        return;
    }
    n->second = n->first;
    n->first = distance;
    n->dx = fabs(dx);
    n->dy = fabs(dy);
    n->tile = plane.shifts_columns ? (wend_tile){row, index} : (wend_tile){index, row};
}

// along: in the direction of rows that are shifted, or of columns.
static nearest find(tile_plane plane, double along, double across) {
    nearest n = {.first = INFINITY, .second = INFINITY};
    int32_t row = (int32_t)floor((across - RADIUS) / ROW_STEP);
    for (int32_t i = row; i <= row + 1; i++) {
        double shift = (i % 2 == 0) == plane.shifts_even ? 0.5 : 0, place = along - shift;
        int32_t index = (int32_t)floor(place);
        offer(&n, plane, along, across, i, index);
        offer(&n, plane, along, across, i, place - index >= 0.5 ? index + 1 : index - 1);
    }
    return n;
}

// The same for a diamond: where it is almost in the next one, it is on a line.
static nearest find_diamond(tile_plane plane, double map_x, double map_y) {
    const wend_vec2 at = tile_plane_to_tiles(plane, (wend_vec2){(float)map_x, (float)map_y});
    nearest n = {.tile = {(int32_t)floorf(at.x), (int32_t)floorf(at.y)}};
    const double x = (double)(at.x - (float)n.tile.x), y = (double)(at.y - (float)n.tile.y);
    n.second = 2 * fmin(fmin(x, 1 - x), fmin(y, 1 - y));
    return n;
}

// The same in shifted rows or columns.
static nearest find_staggered(tile_plane plane, double map_x, double map_y) {
    nearest n = {.tile = {-1, -1}};
    tile_plane_tile_at(plane, INT32_MAX, INT32_MAX, (wend_vec2){(float)map_x, (float)map_y}, &n.tile);
    const wend_vec2 center = tile_plane_center(plane, n.tile);
    n.second =
        1 - 2 * (fabs(map_x - (double)center.x) + fabs(map_y - (double)center.y) / (double)plane.ratio);
    return n;
}

static nearest find_any(tile_plane plane, double map_x, double map_y) {
    if (!plane.is_hex)
        return (nearest){.tile = {(int32_t)floor(map_x) + plane.left, (int32_t)floor(map_y) + plane.top},
                         .second = 1};
    if (plane.is_staggered) return find_staggered(plane, map_x, map_y);
    if (plane.is_diamond) return find_diamond(plane, map_x, map_y);
    return find(plane, plane.shifts_columns ? map_y : map_x, plane.shifts_columns ? map_x : map_y);
}

// Is a position so far within a tile that nothing else is to be found, not even a line of this width between
// tiles?
static bool is_well_within(tile_plane plane, wend_vec2 center, double map_x, double map_y, double half_line) {
    const double dx = fabs(map_x - (double)center.x), dy = fabs(map_y - (double)center.y);
    if (plane.is_diamond) return 2 * (dx + dy / (double)plane.ratio) < 1 - 2 * half_line;
    return dx * dx + dy * dy < (0.5 - half_line) * (0.5 - half_line);
}

static uint32_t shade(uint32_t color) {
    uint32_t red = (color >> 16 & 255) * 3 / 4, green = (color >> 8 & 255) * 3 / 4;
    return (color & 0xFF000000u) | red << 16 | green << 8 | (color & 255) * 3 / 4;
}

// ---- the picture

typedef struct paints {
    int lines;
    bool dark_ground;
    const map_drawing* drawing; // NULL: none
    tile_raster_color* color;
    tile_raster_use* use;
    const void* context;
} paints;

// The level of a drawing whose pixels are about as large as those of the window, and the way there from the
// plane.
typedef struct sampler {
    const uint32_t* pixels;
    int32_t width, height;
    double scale_x, scale_y;
} sampler;

static sampler sampler_of(const map_drawing* d, const camera* cam) {
    const wend_vec2 end = camera_map_end(cam);
    const double pixels = d->height / (double)end.y / cam->zoom; // of level 0, in one of the window
    const int level = SDL_clamp((int)floor(log2(pixels) + 0.5), 0, d->level_count - 1);
    sampler s = {.pixels = d->levels[level],
                 .width = SDL_max(d->width >> level, 1),
                 .height = SDL_max(d->height >> level, 1)};
    s.scale_x = s.width / (double)end.x;
    s.scale_y = s.height / (double)end.y;
    return s;
}

static uint32_t sample(const sampler* s, double map_x, double map_y) {
    const int32_t x = (int32_t)(map_x * s->scale_x), y = (int32_t)(map_y * s->scale_y);
    if (x < 0 || y < 0 || x >= s->width || y >= s->height) return 0;
    return s->pixels[(size_t)y * (size_t)s->width + (size_t)x];
}

static uint32_t mix(uint32_t over, uint32_t below) {
    const uint32_t alpha = over >> 24;
    uint32_t out = 0;
    for (int shift = 0; shift <= 16; shift += 8)
        out |= ((over >> shift & 255) * alpha + (below >> shift & 255) * (255 - alpha) + 127) / 255 << shift;
    return 0xFF000000u | out;
}

// Lines where a colour meets another one, on its right or below.
static void draw_borders(uint32_t* pixels, const camera* cam, int line) {
    for (int y = 0; y < cam->height; y++) {
        uint32_t* row = pixels + (size_t)y * (size_t)cam->width;
        const uint32_t* below = y + line < cam->height ? row + (size_t)line * (size_t)cam->width : row;
        for (int x = 0; x < cam->width; x++) {
            const uint32_t right = x + line < cam->width ? row[x + line] : row[x];
            if (row[x] != 0 && ((right != 0 && right != row[x]) || (below[x] != 0 && below[x] != row[x])))
                row[x] = 0xFF000000u | PALETTE_CASING;
        }
    }
}

static void paint(tile_raster* r, const camera* cam, const paints* with) {
    tile_plane plane = cam->plane;
    double half_line = with->lines == LINES_OF_TILES && cam->zoom >= LINE_ZOOM ? 0.6 / cam->zoom : -1;
    wend_tile last = {-1, -1};
    wend_vec2 center = {0, 0}; // of the last tile
    uint32_t last_color = 0;
    drawing_use use = DRAWING_HIDDEN;
    bool off_map = true;
    sampler drawn = {.pixels = NULL};
    if (with->drawing != NULL) drawn = sampler_of(with->drawing, cam);
    for (int y = 0; y < cam->height; y++) {
        double map_y = cam->y + (y + 0.5 - cam->height / 2.0) / cam->zoom;
        uint32_t* row = r->pixels + (size_t)y * (size_t)cam->width;
        if (!plane.is_hex && y > 0 && floor(map_y) == floor(map_y - 1 / cam->zoom)) { // the same tiles again
            memcpy(row, row - cam->width, (size_t)cam->width * sizeof *row);
            continue;
        }
        for (int x = 0; x < cam->width; x++) {
            double map_x = cam->x + (x + 0.5 - cam->width / 2.0) / cam->zoom;
            const bool well_within = plane.is_hex && last.x >= 0 &&
                                     is_well_within(plane, center, map_x, map_y, fmax(half_line, 0));
            nearest n = {.tile = last, .second = 1};
            if (!well_within) n = find_any(plane, map_x, map_y);
            n.tile.floor = cam->floor;
            if (n.tile.x != last.x || n.tile.y != last.y) {
                const int32_t column = n.tile.x - plane.left, line = n.tile.y - plane.top;
                bool on_map = column >= 0 && line >= 0 && column < cam->map_width && line < cam->map_height;
                last = n.tile;
                center = tile_plane_center(plane, n.tile);
                last_color = on_map ? with->color(with->context, n.tile) : 0;
                off_map = !on_map;
                if (drawn.pixels != NULL) use = on_map ? with->use(with->context, n.tile) : DRAWING_SHOWN;
            }
            bool inside = n.dx <= 0.5 && n.dx / 2 + n.dy * ROW_STEP <= 0.5; // at the edge of the map
            bool on_line = (n.second - n.first) / 2 < half_line;
            uint32_t shown = !inside ? 0 : on_line ? shade(last_color) : last_color;
            if (use != DRAWING_HIDDEN && (inside || off_map)) {
                const uint32_t pixel = sample(&drawn, map_x, map_y);
                if (off_map) // a high tile reaches beyond the map
                    shown = pixel >> 24 >= 128 ? 0xFF000000u | pixel : 0;
                else if (pixel >> 24 != 0)
                    shown = mix(pixel, last_color);
                if (pixel >> 24 != 0 && use == DRAWING_TINTED)
                    shown = 0xFF000000u | look_tint(shown & 0xFFFFFF, with->dark_ground);
            }
            row[x] = shown;
        }
    }
    if (with->lines > 0) draw_borders(r->pixels, cam, with->lines);
    SDL_UpdateTexture(r->texture, NULL, r->pixels, cam->width * (int)sizeof *r->pixels);
}

static bool make(tile_raster* r, SDL_Renderer* renderer, const camera* cam) {
    if (r->texture != NULL && r->shown.width == cam->width && r->shown.height == cam->height) return true;
    tile_raster_forget(r);
    r->pixels = malloc((size_t)cam->width * (size_t)cam->height * sizeof *r->pixels);
    if (r->pixels != NULL) r->texture = texture_create(renderer, cam->width, cam->height, true);
    if (r->texture == NULL) {
        tile_raster_forget(r);
        return false;
    }
    r->version = INT64_MIN;
    return true;
}

static bool same_view(const camera* a, const camera* b) {
    return a->x == b->x && a->y == b->y && a->floor == b->floor && a->zoom == b->zoom &&
           a->map_width == b->map_width && a->map_height == b->map_height &&
           a->plane.is_hex == b->plane.is_hex && a->plane.left == b->plane.left &&
           a->plane.top == b->plane.top && a->plane.shifts_columns == b->plane.shifts_columns &&
           a->plane.shifts_even == b->plane.shifts_even && a->plane.is_diamond == b->plane.is_diamond &&
           a->plane.is_staggered == b->plane.is_staggered && a->plane.ratio == b->plane.ratio;
}

static void draw(tile_raster* r, SDL_Renderer* renderer, const camera* cam, int64_t version,
                 const paints* with) {
    if (!make(r, renderer, cam)) return;
    if (r->version != version || !same_view(&r->shown, cam)) paint(r, cam, with);
    r->shown = *cam;
    r->version = version;
    SDL_RenderCopy(renderer, r->texture, NULL, NULL);
}

void tile_raster_draw(tile_raster* r, SDL_Renderer* renderer, const camera* cam, int64_t version, int lines,
                      tile_raster_color* color, const void* context) {
    const paints with = {.lines = lines, .color = color, .context = context};
    draw(r, renderer, cam, version, &with);
}

void tile_raster_draw_map(tile_raster* r, SDL_Renderer* renderer, const camera* cam, int64_t version,
                          const map_drawing* drawing, bool dark_ground, tile_raster_color* color,
                          tile_raster_use* use, const void* context) {
    const paints with = {
        .dark_ground = dark_ground, .drawing = drawing, .color = color, .use = use, .context = context};
    draw(r, renderer, cam, version, &with);
}
