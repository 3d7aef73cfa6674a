// field_map.c: a field, and what follows from it for each tile.
#include "field_map.h"
#include "memory.h"
#include "palette.h"
#include "picture.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int32_t field_map_rows(const field_map* map) {
    return wend_grid_height(map->grid) * wend_grid_floors(map->grid);
}

wend_tile field_map_tile(const field_map* map, int32_t x, int32_t row) {
    const int32_t height = wend_grid_height(map->grid);
    const wend_rect area = wend_grid_area(map->grid);
    return (wend_tile){area.x + x, area.y + row % height, (uint16_t)(row / height)};
}

static int32_t* label_of(const field_map* map, wend_tile tile) {
    const wend_rect area = wend_grid_area(map->grid);
    const int64_t row = (int64_t)tile.floor * area.height + tile.y - area.y;
    return &map->labels[row * area.width + tile.x - area.x];
}

// Walks from a tile to the first that has a label, or to the end; then labels what it came by. So no tile is
// walked over more than twice.
static void label_way(const field_map* map, wend_tile tile) {
    int32_t label = -1;
    wend_tile at = tile, next = tile;
    while (*label_of(map, at) < 0) {
        if (!wend_field_next_tile(map->field, at, &next)) return;
        if (cli_same_tile(next, at)) break;
        at = next;
    }
    label = *label_of(map, at) >= 0 ? *label_of(map, at) : wend_field_end(map->field, at);
    for (at = tile; *label_of(map, at) < 0; at = next) {
        *label_of(map, at) = label;
        if (!wend_field_next_tile(map->field, at, &next)) return;
    }
}

static void make_labels(field_map* map) {
    const int64_t width = wend_grid_width(map->grid), rows = field_map_rows(map);
    map->labels = memory_for(width * rows, sizeof *map->labels, "tiles");
    map->shares = memory_for(map->end_count, sizeof *map->shares, "ends");
    for (int64_t i = 0; i < width * rows; i++) map->labels[i] = -1;
    for (int32_t row = 0; row < rows; row++) {
        for (int32_t x = 0; x < width; x++) {
            const wend_tile tile = field_map_tile(map, x, row);
            if (isinf(wend_field_cost(map->field, tile))) continue;
            if (*label_of(map, tile) < 0) label_way(map, tile);
            if (*label_of(map, tile) >= 0) map->shares[*label_of(map, tile)]++;
        }
    }
}

static void survey(field_map* map) {
    map->farthest = map->ends[0];
    for (int32_t row = 0; row < field_map_rows(map); row++) {
        for (int32_t x = 0; x < wend_grid_width(map->grid); x++) {
            const wend_tile tile = field_map_tile(map, x, row);
            const double cost = wend_field_cost(map->field, tile);
            if (isinf(cost)) continue;
            map->reached++;
            if (cost <= map->most) continue;
            map->most = cost;
            map->farthest = tile;
        }
    }
}

int field_map_fill(const wend_grid* grid, wend_field_sense sense, wend_tile* ends, int32_t end_count,
                   double limit, bool with_labels, field_map* out) {
    *out = (field_map){.grid = grid, .sense = sense, .ends = ends, .end_count = end_count, .limit = limit};
    wend_result result = wend_field_create(NULL, &out->field);
    if (result == WEND_OK) result = wend_field_fill(out->field, grid, sense, ends, end_count, limit);
    if (result != WEND_OK) return cli_result(result, "%s", cli_command_name());
    if (with_labels) make_labels(out);
    survey(out);
    return CLI_OK;
}

void field_map_destroy(field_map* map) {
    wend_field_destroy(map->field);
    free(map->ends);
    free(map->labels);
    free(map->shares);
}

double field_map_cost(const field_map* map, wend_tile tile) {
    return wend_field_cost(map->field, tile);
}

int32_t field_map_nearest(const field_map* map, wend_tile tile) {
    return *label_of(map, tile);
}

int field_map_keypad(const field_map* map, wend_tile tile) {
    wend_tile next;
    if (!wend_field_next_tile(map->field, tile, &next)) return 0;
    if (next.floor != tile.floor) return FIELD_KEYPAD_FLOOR;
    return 5 + (next.x - tile.x) - 3 * (next.y - tile.y);
}

double field_map_direction(const field_map* map, const world_frame* frame, field_directions form,
                           wend_tile tile) {
    wend_tile next;
    if (!wend_field_next_tile(map->field, tile, &next)) return NAN;
    const int32_t dx = next.x - tile.x, dy = next.y - tile.y;
    if (dx == 0 && dy == 0) return 0;
    if (form == FIELD_D8) {
        static const uint8_t codes[3][3] = {{32, 64, 128}, {16, 0, 1}, {8, 4, 2}};
        return abs(dx) <= 1 && abs(dy) <= 1 ? codes[dy + 1][dx + 1] : 255;
    }
    const world_point from = world_frame_center(frame, tile), to = world_frame_center(frame, next);
    const bool up_is_north = frame->is_ros || frame->geo.has_transform; // elsewhere y counts downwards
    const double north = up_is_north ? to.y - from.y : from.y - to.y;
    const double degrees = atan2(to.x - from.x, north) * 180 / acos(-1);
    return degrees > 0 ? degrees : degrees + 360;
}

// ---- a picture: how do costs, ways and the nearest of several tiles look on the map?

enum {
    LINE_SCALE =
        4, // from which lines of equal cost run between the middles of tiles [Units: pixels per tile]
    LINE_APART = 60,   // pixels from one to the next where costs are 1
    STRIP = 38,        // pixels of the colour scale below the map, at letters of scale 1
    LEAST_STRIP = 240, // pixels that the map has to be wide for it
    REGIONS = 12,      // colours of nearest tiles before they repeat
};

static const color line_color = {16, 24, 40}, white = {255, 255, 255}, ink = {40, 44, 52};

typedef struct painter {
    const field_map* map;
    field_kind kind;
    double scale, most, interval;
    tile_plane plane; // floors side by side
    int letters;      // their scale
    picture* p;
} painter;

// Between floors there is none: a tile off the map.
static wend_tile tile_under(const painter* w, int x, int y) {
    int32_t column = (int32_t)((x + 0.5) / w->scale), row = (int32_t)((y + 0.5) / w->scale), floor = 0;
    const wend_rect map = wend_grid_area(w->map->grid);
    if (w->plane.floor_step > 0) {
        floor = column / (int32_t)w->plane.floor_step;
        column %= (int32_t)w->plane.floor_step;
        if (column >= map.width) return (wend_tile){map.x - 1, map.y - 1, 0};
    }
    return (wend_tile){map.x + (column < map.width ? column : map.width - 1),
                       map.y + (row < map.height ? row : map.height - 1), (uint16_t)floor};
}

// Where the middle of a tile is in the picture.
static wend_vec2 middle_of(const painter* w, wend_tile tile) {
    const float x = (float)(tile.x - w->plane.left) + 0.5f + w->plane.floor_step * (float)tile.floor;
    return (wend_vec2){x * (float)w->scale, ((float)(tile.y - w->plane.top) + 0.5f) * (float)w->scale};
}

static color mix(color a, color b, double share) {
    return (color){(uint8_t)lround(a.r + (b.r - a.r) * share), (uint8_t)lround(a.g + (b.g - a.g) * share),
                   (uint8_t)lround(a.b + (b.b - a.b) * share)};
}

color field_picture_region(int32_t index) {
    static const uint32_t colors[REGIONS] = {0x4E79A7, 0xF28E2B, 0x59A14F, 0xB07AA1, 0xE15759, 0x76B7B2,
                                             0xEDC948, 0x9C755F, 0xFF9DA7, 0x2F4B7C, 0x8CD17D, 0xD37295};
    return scene_color(colors[index % REGIONS]);
}

// Arrows are drawn on paler colours.
static color color_at(const painter* w, double fraction) {
    color c = scene_color(palette_distance((float)fraction));
    return w->kind == FIELD_FLOW ? mix(c, white, 0.45) : c;
}

static color color_of(const painter* w, wend_tile tile, double cost) {
    double fraction = w->most > 0 ? fmin(cost / w->most, 1) : 0;
    if (w->kind == FIELD_NEAREST)
        return mix(field_picture_region(field_map_nearest(w->map, tile)), white, 0.15 + 0.5 * fraction);
    return color_at(w, fraction);
}

// Tiles without a cost keep what the map looks like without its own colours.
int field_picture_ground(const wend_grid* grid, double scale, picture* out) {
    const float* costs = wend_grid_class_costs(grid);
    palette greys;
    for (int i = 0; i < WEND_CLASS_COUNT; i++) greys.colors[i] = costs[i] > 0 ? 0xD9DBDF : PALETTE_BLOCKED;
    return scene_draw_classes(grid, scale, &greys, out);
}

static void paint_costs(const painter* w) {
    for (int y = 0; y < w->p->height; y++) {
        for (int x = 0; x < w->p->width; x++) {
            wend_tile tile = tile_under(w, x, y);
            double cost = field_map_cost(w->map, tile);
            if (isinf(cost)) continue;
            color c = color_of(w, tile, cost);
            memcpy(picture_pixel(w->p, x, y), &c, 3);
        }
    }
}

// ---- lines of equal cost

// Where a tile is few pixels: on the pixels whose neighbour to the left or above has another number of lines
// behind it.
static void darken_lines(const painter* w) {
    for (int y = 1; y < w->p->height; y++) {
        for (int x = 1; x < w->p->width; x++) {
            double here = field_map_cost(w->map, tile_under(w, x, y));
            double left = field_map_cost(w->map, tile_under(w, x - 1, y));
            double above = field_map_cost(w->map, tile_under(w, x, y - 1));
            double band = floor(here / w->interval);
            bool line = (isfinite(left) && floor(left / w->interval) != band) ||
                        (isfinite(above) && floor(above / w->interval) != band);
            if (isfinite(here) && line)
                picture_rect(w->p, (float)x, (float)y, (float)x + 1, (float)y + 1, line_color, 0.55f);
        }
    }
}

typedef struct corner {
    float x, y;
    double cost;
} corner;

// Marching squares between the middles of four tiles.
static void draw_lines_between(const painter* w, const corner corners[4]) {
    double least = INFINITY, most = 0;
    for (int i = 0; i < 4; i++) {
        if (isinf(corners[i].cost)) return;
        least = fmin(least, corners[i].cost);
        most = fmax(most, corners[i].cost);
    }
    for (double value = (floor(least / w->interval) + 1) * w->interval; value <= most; value += w->interval) {
        float x[4], y[4];
        int count = 0;
        for (int i = 0; i < 4; i++) {
            const corner *a = &corners[i], *b = &corners[(i + 1) % 4];
            if ((a->cost < value) == (b->cost < value)) continue;
            float t = (float)((value - a->cost) / (b->cost - a->cost));
            x[count] = a->x + t * (b->x - a->x);
            y[count++] = a->y + t * (b->y - a->y);
        }
        for (int i = 0; i + 1 < count; i += 2)
            picture_line(w->p, x[i], y[i], x[i + 1], y[i + 1], 1.4f, line_color, 0.7f);
    }
}

static corner corner_at(const painter* w, wend_tile tile, int32_t right, int32_t down) {
    const wend_tile at = {tile.x + right, tile.y + down, tile.floor};
    const wend_vec2 middle = middle_of(w, at);
    return (corner){middle.x, middle.y, field_map_cost(w->map, at)};
}

static void draw_lines(const painter* w) {
    if (w->scale < LINE_SCALE) {
        darken_lines(w);
        return;
    }
    for (int32_t row = 0; row < field_map_rows(w->map); row++)
        for (int32_t x = 0; x + 1 < wend_grid_width(w->map->grid); x++) {
            const wend_tile tile = field_map_tile(w->map, x, row);
            if ((row + 1) % wend_grid_height(w->map->grid) != 0)
                draw_lines_between(w, (corner[]){corner_at(w, tile, 0, 0), corner_at(w, tile, 1, 0),
                                                 corner_at(w, tile, 1, 1), corner_at(w, tile, 0, 1)});
        }
}

// ---- arrows

static void draw_arrow(const painter* w, wend_tile from, wend_tile to, float size) {
    float dx = (float)(to.x - from.x), dy = (float)(to.y - from.y), length = hypotf(dx, dy);
    if (length == 0 || from.floor != to.floor) return;
    dx *= size / length;
    dy *= size / length;
    const float x = middle_of(w, from).x, y = middle_of(w, from).y;
    const float tip_x = x + dx, tip_y = y + dy, width = fmaxf(1.2f, size / 6);
    picture_line(w->p, x - dx, y - dy, tip_x, tip_y, width, ink, 1);
    for (float side = -1; side <= 1; side += 2)
        picture_line(w->p, tip_x, tip_y, tip_x - 0.75f * dx - side * 0.55f * dy,
                     tip_y - 0.75f * dy + side * 0.55f * dx, width, ink, 1);
}

// One for each tile where there is room; else one for several, along what the way does on the average.
static void draw_flow(const painter* w) {
    enum { ROOM = 14 };
    int32_t stride = 1;
    while (stride * w->scale < ROOM) stride *= 2;
    const int32_t steps = stride < 4 ? 2 * stride - 1 : 8;
    for (int32_t row = 0; row < field_map_rows(w->map); row++) {
        if (row % wend_grid_height(w->map->grid) % stride != stride / 2) continue;
        for (int32_t x = stride / 2; x < wend_grid_width(w->map->grid); x += stride) {
            wend_tile from = field_map_tile(w->map, x, row), to = from, next;
            for (int32_t i = 0; i < steps && wend_field_next_tile(w->map->field, to, &next); i++) {
                if (next.floor != from.floor) break;
                to = next;
            }
            draw_arrow(w, from, to, fminf((float)(stride * w->scale) * 0.34f, 15));
        }
    }
}

// ---- which is nearest

static void draw_region_borders(const painter* w) {
    const float s = (float)w->scale, width = fmaxf(1, fminf(0.12f * s, 3));
    for (int32_t row = 0; row < field_map_rows(w->map); row++) {
        for (int32_t x = 0; x < wend_grid_width(w->map->grid); x++) {
            const wend_tile t = field_map_tile(w->map, x, row);
            const wend_vec2 middle = middle_of(w, t);
            int32_t here = field_map_nearest(w->map, t);
            int32_t left = x > 0 ? field_map_nearest(w->map, (wend_tile){t.x - 1, t.y, t.floor}) : here;
            int32_t above =
                t.y > w->plane.top ? field_map_nearest(w->map, (wend_tile){t.x, t.y - 1, t.floor}) : here;
            float x0 = middle.x - s / 2, y0 = middle.y - s / 2;
            if (here >= 0 && left >= 0 && here != left)
                picture_rect(w->p, x0 - width / 2, y0, x0 + width / 2, y0 + s, line_color, 1);
            if (here >= 0 && above >= 0 && here != above)
                picture_rect(w->p, x0, y0 - width / 2, x0 + s, y0 + width / 2, line_color, 1);
        }
    }
}

// ---- the scale below

static void draw_scale(const painter* w, int top) {
    const int unit = w->letters, left = 12, right = w->p->width - 12, bar = top + 6 * unit;
    const int below = bar + 12 * unit;
    for (int x = left; x < right; x++)
        picture_rect(w->p, (float)x, (float)bar, (float)x + 1, (float)below,
                     color_at(w, (double)(x - left) / (right - left - 1)), 1);
    // As many marks as have room, at round costs.
    const double step = palette_round_up(fmax(w->most, 1e-3) * 80 * unit / (right - left));
    for (double value = 0; value <= w->most * 1.0001; value += step) {
        char text[32];
        snprintf(text, sizeof text, "%g", value);
        const int x = left + (int)(w->most > 0 ? value / w->most * (right - left - 1) : 0);
        const int width = lettering_width(unit, text);
        int at = x - width / 2;
        if (at < left) at = left;
        if (at + width > right) at = right - width;
        picture_rect(w->p, (float)x, (float)below, (float)(x + unit), (float)(below + 3 * unit), ink, 1);
        lettering_draw(w->p, at, below + 6 * unit, unit, ink, text);
    }
}

static void draw_region_names(const painter* w, int top) {
    const int unit = w->letters, y = top + 12 * unit;
    int x = 12;
    for (int32_t i = 0; i < w->map->end_count; i++) {
        char text[64], at[CLI_TILE_TEXT];
        snprintf(text, sizeof text, "%d: %s", i, cli_tile_text(w->map->ends[i], at));
        const int width = (20 + 16) * unit + lettering_width(unit, text);
        if (x + width > w->p->width) return; // those that have room
        picture_rect(w->p, (float)x, (float)y, (float)(x + 14 * unit), (float)(y + 12 * unit),
                     field_picture_region(i), 1);
        lettering_draw(w->p, x + 20 * unit, y + 3 * unit, unit, ink, text);
        x += width;
    }
}

// The picture with room below, in place of the one without.
static void add_strip(painter* w) {
    picture higher;
    picture_create(w->p->width, w->p->height + STRIP * w->letters, &higher);
    const int top = w->p->height;
    memcpy(higher.rgb, w->p->rgb, (size_t)w->p->width * (size_t)top * 3);
    picture_destroy(w->p);
    *w->p = higher;
    if (w->kind == FIELD_NEAREST)
        draw_region_names(w, top);
    else
        draw_scale(w, top);
}

int field_picture_draw(const field_map* map, field_kind kind, double scale, picture* out) {
    int code = field_picture_ground(map->grid, scale, out);
    if (code != CLI_OK) return code;
    painter w = {
        .map = map, .kind = kind, .scale = scale, .p = out, .plane = tile_plane_of_floors(map->grid)};
    w.letters = out->width >= 1000 ? 2 : 1;
    w.most = isfinite(map->limit) ? map->limit : map->most;
    // Lines lie apart on any map: by the map's own costs, on the average.
    const double pixels = fmax(out->width, out->height);
    w.interval = palette_round_up(fmax(w.most * LINE_APART / fmax(pixels, LINE_APART), 1e-3));
    paint_costs(&w);
    if (kind != FIELD_FLOW) draw_lines(&w);
    if (kind == FIELD_FLOW) draw_flow(&w);
    if (kind == FIELD_NEAREST) draw_region_borders(&w);
    color marker = scene_color(map->sense == WEND_FIELD_TO ? PALETTE_GOAL : PALETTE_START);
    for (int32_t i = 0; i < map->end_count; i++)
        scene_draw_marker(
            out, (tile_plane){.left = w.plane.left, .top = w.plane.top, .floor_step = w.plane.floor_step},
            (float)scale, map->ends[i], marker);
    if (out->width >= LEAST_STRIP) add_strip(&w);
    return CLI_OK;
}
