// scene.c: which colours, widths and drawing order does a picture have?
#include "scene.h"
#include "cli.h"
#include "connection_shapes.h"
#include "drawing.h"
#include "memory.h"
#include "output.h"
#include "tile_plane.h"
#include "wend/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- clearance: how far is each tile from what blocks it? As a grid that is drawn like a map

enum { STEPS = 4, BAND = 256, MOST_CLASS = WEND_CLASS_COUNT - 1 }; // a tile; rows at once

static uint8_t class_of(float clearance) {
    const int steps = (int)fminf(clearance * STEPS, MOST_CLASS);
    return (uint8_t)(clearance > 0 && steps == 0 ? 1 : steps);
}

// On a logarithmic scale from half a tile, the least that a passable tile has: differences count where it is
// narrow.
static void choose_colors(clearance_map* map, int most) {
    map->most = (double)most / STEPS;
    map->colors = (palette){{PALETTE_BLOCKED}};
    for (int k = 1; k < WEND_CLASS_COUNT; k++)
        map->colors.colors[k] =
            palette_ramp(1 - palette_fraction((float)fmin(fmax(k, 2), most), 2, fmaxf((float)most, 2)));
}

static wend_result fill(const wend_world* world, int32_t profile, wend_grid* grid, int* most) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const wend_rect map = wend_grid_area(wend_world_grid(world)); // the grid begins at 0, 0
    const int32_t bands = (height + BAND - 1) / BAND;
    const int64_t count = (int64_t)width * (height < BAND ? height : BAND);
    float* clearances = memory_for(count, sizeof *clearances, "tiles");
    uint8_t* classes = memory_for(count, 1, "tiles");
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < bands * wend_grid_floors(grid) && result == WEND_OK; i++) {
        const int32_t y = i % bands * BAND;
        const wend_rect band = {0, y, width, height - y < BAND ? height - y : BAND, (uint16_t)(i / bands)};
        const wend_rect of_map = {map.x, map.y + y, width, band.height, band.floor};
        const size_t tiles = (size_t)width * (size_t)band.height;
        result = wend_world_clearance(world, profile, of_map, (float)MOST_CLASS / STEPS, clearances);
        if (result != WEND_OK) break;
        for (size_t k = 0; k < tiles; k++) {
            classes[k] = class_of(clearances[k]);
            if (classes[k] > *most) *most = classes[k];
        }
        result = wend_grid_write(grid, band, classes, 0);
    }
    free(classes);
    free(clearances);
    return result;
}

int clearance_map_make(const wend_world* world, int32_t profile, clearance_map* out) {
    const wend_grid* map = wend_world_grid(world);
    wend_grid_def def = wend_default_grid_def();
    def.width = wend_grid_width(map);
    def.height = wend_grid_height(map);
    def.floors = wend_grid_floors(map);
    *out = (clearance_map){.grid = NULL};
    if (wend_grid_connectivity(map) >= WEND_CONNECTIVITY_HEX_ODD_R)
        return command_fail(CLI_USAGE, "the layer clearance needs a map of squares, not of hexagons");
    int most = 0;
    wend_result result = wend_grid_create(&def, &out->grid);
    if (result == WEND_OK) result = fill(world, profile, out->grid, &most);
    if (result != WEND_OK) {
        clearance_map_free(out);
        return cli_result(result, "%s: the layer clearance", cli_command_name());
    }
    choose_colors(out, most);
    return CLI_OK;
}

void clearance_map_free(clearance_map* map) {
    wend_grid_destroy(map->grid);
    map->grid = NULL;
}

// ---- colours, widths and drawing order

static const color paper_color = {252, 251, 248};
static const color tile_line_color = {120, 120, 110};
static const color white = {255, 255, 255};

color scene_color(uint32_t rgb) {
    return (color){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb};
}

// ---- layers and scale

static const struct {
    const char* name;
    uint32_t bits;
} layer_names[] = {
    {"costs", SCENE_COSTS},        {"clearance", SCENE_CLEARANCE}, {"walls", SCENE_WALLS},
    {"links", SCENE_LINKS},        {"clusters", SCENE_CLUSTERS},   {"entrances", SCENE_ENTRANCE},
    {"graph", SCENE_GRAPH},        {"route", SCENE_ROUTE},         {"path", SCENE_PATH},
    {"waypoints", SCENE_WAYPOINT},
};
enum { LAYER_COUNT = sizeof layer_names / sizeof layer_names[0] };

int scene_parse_layers(const char* text, uint32_t* out) {
    uint32_t layers = 0;
    for (const char* word = text;; word++) {
        size_t length = strcspn(word, ",");
        int i = 0;
        while (i < LAYER_COUNT &&
               (strlen(layer_names[i].name) != length || memcmp(layer_names[i].name, word, length) != 0))
            i++;
        if (i == LAYER_COUNT)
            return command_fail(CLI_USAGE,
                                "unknown layer '%.*s', expected costs, clearance, walls, links, clusters, "
                                "entrances, graph, route, path, waypoints",
                                (int)length, word);
        layers |= layer_names[i].bits;
        word += length;
        if (*word == '\0') break;
    }
    *out = layers;
    return CLI_OK;
}

uint32_t scene_default_layers(const wend_world* world, double scale, bool with_path) {
    const wend_grid* grid = wend_world_grid(world);
    int32_t link_count = 0;
    wend_grid_links(grid, &link_count);
    uint32_t layers = SCENE_COSTS;
    if (wend_grid_closed_step_count(grid) > 0 && scale >= 2) layers |= SCENE_WALLS;
    if (link_count > 0) layers |= SCENE_LINKS;
    double cluster_pixels = wend_world_get_info(world).cluster_size * scale;
    if (cluster_pixels >= 24) layers |= SCENE_CLUSTERS;
    if (cluster_pixels >= 48) layers |= SCENE_ENTRANCE;
    if (with_path) return layers | SCENE_PATH | (cluster_pixels >= 24 ? SCENE_ROUTE : 0);
    return cluster_pixels >= 96 ? layers | SCENE_GRAPH : layers;
}

tile_plane scene_plane(const scene* s) {
    const wend_grid* grid = wend_world_grid(s->world);
    return s->only_floor > 0 ? tile_plane_of(grid) : tile_plane_of_floors(grid);
}

bool scene_shows(const scene* s, wend_tile tile) {
    return s->only_floor == 0 || tile.floor == s->only_floor - 1;
}

double scene_default_scale(const wend_grid* grid) {
    const float step = tile_plane_of_floors(grid).floor_step;
    int32_t width = wend_grid_width(grid) + (int32_t)step * (wend_grid_floors(grid) - 1);
    int32_t height = wend_grid_height(grid);
    int32_t side = width > height ? width : height;
    if (side <= 2048) return fmin(64, floor(2048.0 / side));
    double scale = 1;
    while (side * scale > 2048) scale /= 2;
    return scale;
}

// ---- costs

// The tiles [from, to) under one pixel, at least one.
static void tiles_under(int pixel, double scale, int32_t limit, int32_t* from, int32_t* to) {
    if (scale >= 1) {
        *from = (int32_t)((pixel + 0.5) / scale);
        *to = *from + 1;
    } else {
        *from = (int32_t)(pixel / scale);
        *to = (int32_t)ceil((pixel + 1) / scale);
    }
    if (*from >= limit) *from = limit - 1;
    if (*to > limit) *to = limit;
}

static void draw_tile_lines(const wend_grid* grid, double scale, picture* p) {
    for (int32_t x = 1; x < wend_grid_width(grid); x++) {
        float at = (float)(x * scale);
        picture_rect(p, at - 0.5f, 0, at + 0.5f, (float)p->height, tile_line_color, 0.16f);
    }
    for (int32_t y = 1; y < wend_grid_height(grid); y++) {
        float at = (float)(y * scale);
        picture_rect(p, 0, at - 0.5f, (float)p->width, at + 0.5f, tile_line_color, 0.16f);
    }
}

static int create(const wend_grid* grid, double scale, bool all_floors, picture* out) {
    const tile_plane plane = all_floors ? tile_plane_of_floors(grid) : tile_plane_of(grid);
    wend_vec2 size = tile_plane_size(plane, wend_grid_width(grid), wend_grid_height(grid));
    size.x += plane.floor_step * (float)(wend_grid_floors(grid) - 1);
    double width = fmax(1, round((double)size.x * scale));
    double height = fmax(1, round((double)size.y * scale));
    if (width > SCENE_MAX_SIDE || height > SCENE_MAX_SIDE)
        return command_fail(
            CLI_USAGE,
            "a picture of %.0f x %.0f pixels is too large, at most %d a side: use a smaller --scale", width,
            height, SCENE_MAX_SIDE);
    picture_create((int)width, (int)height, out);
    return CLI_OK;
}

// The colour of hexagons within a pixel, the mean of some points; the rest is paper.
static void draw_hexagons(const wend_grid* grid, int32_t floor, double scale, const palette* colors,
                          picture* p) {
    enum { SIDE = 3 }; // points a side
    const tile_plane plane = tile_plane_of(grid);
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const uint32_t paper = (uint32_t)paper_color.r << 16 | (uint32_t)paper_color.g << 8 | paper_color.b;
    for (int py = 0; py < p->height; py++) {
        for (int px = 0; px < p->width; px++) {
            uint32_t r = 0, g = 0, b = 0;
            for (int i = 0; i < SIDE * SIDE; i++) {
                const int column = i % SIDE, row = i / SIDE;
                const wend_vec2 at = {(float)((px + (column + 0.5) / SIDE) / scale),
                                      (float)((py + (row + 0.5) / SIDE) / scale)};
                wend_tile tile;
                const bool on_map = tile_plane_tile_at(plane, width, height, at, &tile);
                tile.floor = (uint16_t)floor;
                const uint32_t c = on_map ? colors->colors[wend_grid_class(grid, tile)] : paper;
                r += c >> 16, g += c >> 8 & 255, b += c & 255;
            }
            uint8_t* pixel = picture_pixel(p, px, py);
            pixel[0] = (uint8_t)(r / (SIDE * SIDE));
            pixel[1] = (uint8_t)(g / (SIDE * SIDE));
            pixel[2] = (uint8_t)(b / (SIDE * SIDE));
        }
    }
    for (int32_t y = 0; y < height && scale >= 12; y++) {
        for (int32_t x = 0; x < width; x++) {
            wend_vec2 corners[6];
            const int count = tile_plane_corners(plane, (wend_tile){plane.left + x, plane.top + y}, corners);
            for (int i = 0; i < count / 2; i++) // the other half are those of neighbours, or the border
                picture_line(p, corners[i].x * (float)scale, corners[i].y * (float)scale,
                             corners[i + 1].x * (float)scale, corners[i + 1].y * (float)scale, 1,
                             tile_line_color, 0.3f);
        }
    }
}

// The classes of rows of a floor, counted from the first one.
static bool read_rows(const wend_grid* grid, int32_t floor, int32_t y, int32_t count, uint8_t* out) {
    const wend_rect map = wend_grid_area(grid);
    return wend_grid_read(grid, (wend_rect){map.x, map.y + y, map.width, count, (uint16_t)floor}, out, 0) ==
           WEND_OK;
}

// Averages the tiles of large maps, so that no wall disappears; thin ones turn grey.
static void draw_floor(const wend_grid* grid, int32_t floor, double scale, const palette* colors,
                       picture* p) {
    if (tile_plane_of(grid).is_hex) {
        draw_hexagons(grid, floor, scale, colors, p);
        return;
    }
    const size_t width = (size_t)wend_grid_width(grid);
    const int32_t most_rows = (int32_t)ceil(1 / scale) + 1;
    uint8_t* rows = memory_for((int64_t)width * most_rows, 1, "tiles");
    for (int py = 0; py < p->height; py++) {
        int32_t y0, y1;
        tiles_under(py, scale, wend_grid_height(grid), &y0, &y1);
        if (!read_rows(grid, floor, y0, y1 - y0, rows)) break;
        for (int px = 0; px < p->width; px++) {
            int32_t x0, x1;
            tiles_under(px, scale, wend_grid_width(grid), &x0, &x1);
            uint64_t r = 0, g = 0, b = 0, count = (uint64_t)(x1 - x0) * (uint64_t)(y1 - y0);
            for (int32_t y = y0; y < y1; y++) {
                const uint8_t* row = rows + width * (size_t)(y - y0);
                for (int32_t x = x0; x < x1; x++) {
                    uint32_t c = colors->colors[row[x]];
                    r += c >> 16, g += c >> 8 & 255, b += c & 255;
                }
            }
            uint8_t* pixel = picture_pixel(p, px, py);
            pixel[0] = (uint8_t)(r / count);
            pixel[1] = (uint8_t)(g / count);
            pixel[2] = (uint8_t)(b / count);
        }
    }
    if (scale >= 12) draw_tile_lines(grid, scale, p);
    free(rows);
}

// All floors, or one. CLI_OK or an exit code.
static int draw_classes(const wend_grid* grid, int32_t only_floor, double scale, const palette* colors,
                        picture* p) {
    const int32_t floors = wend_grid_floors(grid);
    if (only_floor > 0 || floors == 1) {
        draw_floor(grid, only_floor > 0 ? only_floor - 1 : 0, scale, colors, p);
        return CLI_OK;
    }
    const tile_plane plane = tile_plane_of_floors(grid);
    picture_rect(p, 0, 0, (float)p->width, (float)p->height, paper_color, 1);
    for (int32_t floor = 0; floor < floors; floor++) {
        picture part;
        const int left = (int)lround((double)plane.floor_step * floor * scale);
        const int code = create(grid, scale, false, &part);
        if (code != CLI_OK) return code;
        draw_floor(grid, floor, scale, colors, &part);
        const int width = part.width < p->width - left ? part.width : p->width - left;
        for (int y = 0; y < part.height && width > 0; y++)
            memcpy(picture_pixel(p, left, y), picture_pixel(&part, 0, y), (size_t)width * 3);
        picture_destroy(&part);
    }
    return CLI_OK;
}

int scene_draw_classes(const wend_grid* grid, double scale, const palette* colors, picture* out) {
    const int code = create(grid, scale, true, out);
    return code == CLI_OK ? draw_classes(grid, 0, scale, colors, out) : code;
}

// ---- the world and the path

typedef struct brush {
    drawing* d;
    float scale;
    tile_plane plane;
    uint16_t floor;          ///< of the line or area
    const wend_grid* wraps;  ///< the map, if it wraps
    bool outline;            ///< draw the casings below the lines
    const color* path_color; ///< NULL: that of palette.h
} brush;

static float clamp(float value, float low, float high) {
    return fminf(high, fmaxf(low, value));
}

// The style of a line: wide enough to be seen where a tile is a pixel or less, slim where tiles are large.
typedef struct stroke {
    color c, rim_color;
    float width, opacity;
    float rim; ///< visible width of the casing, both sides together; 0: none
} stroke;

static stroke stroke_for(wend_draw_kind kind, float s) {
    const color dark = scene_color(PALETTE_CASING);
    switch (kind) {
    case WEND_DRAW_PATH:
        return (stroke){scene_color(PALETTE_PATH), dark, clamp(0.3f * s + 3.6f, 3.6f, 12), 1,
                        clamp(0.12f * s, 2, 4)};
    case WEND_DRAW_ROUTE:
        return (stroke){scene_color(PALETTE_ROUTE), white, clamp(0.1f * s, 1.8f, 3.4f), 0.95f,
                        clamp(0.08f * s - 0.4f, 0, 2)};
    case WEND_DRAW_WAYPOINT:
        return (stroke){scene_color(PALETTE_WAYPOINTS), dark, clamp(0.12f * s, 1.6f, 4), 0.95f,
                        clamp(0.08f * s, 1, 2)};
    default:
        return (stroke){scene_color(PALETTE_GRAPH), white, clamp(0.05f * s, 0.6f, 2),
                        clamp(0.06f + 0.03f * s, 0.1f, 0.5f), 0};
    }
}

static void draw_dot(drawing* d, float x, float y, float width, color c, float opacity) {
    drawing_line(d, x, y, x, y, width, c, opacity);
}

// Lines come from centres of tiles, counted as squares.
static wend_vec2 on_plane(const brush* b, wend_vec2 at) {
    if (b->plane.is_hex)
        return tile_plane_center(b->plane, (wend_tile){(int32_t)at.x, (int32_t)at.y, b->floor});
    return (wend_vec2){at.x - (float)b->plane.left + b->plane.floor_step * (float)b->floor,
                       at.y - (float)b->plane.top};
}

static wend_tile tile_under(const brush* b, wend_vec2 at) {
    return (wend_tile){(int32_t)floorf(at.x), (int32_t)floorf(at.y), b->floor};
}

static void draw_line(wend_draw_kind kind, wend_vec2 from, wend_vec2 to, void* context) {
    const brush* b = context;
    const float s = b->scale;
    stroke line = stroke_for(kind, s);
    if (b->path_color != NULL) line.c = *b->path_color;
    // A link is drawn by itself, since nobody walks along it.
    if (kind == WEND_DRAW_PATH && (fabsf(from.x - to.x) > 1.5f || fabsf(from.y - to.y) > 1.5f)) return;
    if (b->wraps != NULL && wend_grid_edges_between(b->wraps, tile_under(b, from), tile_under(b, to)) != 0)
        return;
    from = on_plane(b, from);
    to = on_plane(b, to);
    // Marks the corners, while they can be distinguished.
    bool has_corners = (kind == WEND_DRAW_ROUTE || kind == WEND_DRAW_WAYPOINT) && s >= 1.5f;
    float corner = line.width * 2.4f;
    if (b->outline) {
        if (line.rim <= 0) return;
        line.c = line.rim_color;
        line.width += line.rim;
        corner += line.rim;
    }
    drawing_line(b->d, from.x * s, from.y * s, to.x * s, to.y * s, line.width, line.c, line.opacity);
    if (!has_corners) return;
    draw_dot(b->d, from.x * s, from.y * s, corner, line.c, line.opacity);
    draw_dot(b->d, to.x * s, to.y * s, corner, line.c, line.opacity);
}

static void draw_node(drawing* d, float x, float y, float s) {
    const float half = clamp(0.22f * s, 1.5f, 9);
    drawing_rect(d, x - half - 1, y - half - 1, x + half + 1, y + half + 1, white, 0.8f);
    drawing_rect(d, x - half, y - half, x + half, y + half, scene_color(PALETTE_GRAPH), 1);
}

// Border lines of clusters and entrances go through the middle of hexagons.
static void draw_hex_rect(wend_draw_kind kind, wend_rect r, const brush* b) {
    const float s = b->scale;
    const int32_t right = r.x + r.width - 1, bottom = r.y + r.height - 1;
    const bool is_cluster = kind == WEND_DRAW_CLUSTER;
    const color c = scene_color(is_cluster ? PALETTE_CLUSTERS : PALETTE_ENTRANCES);
    const float width = is_cluster ? clamp(0.1f * s, 1, 2) : clamp(0.5f * s, 1, 8);
    for (int32_t y = r.y; y <= bottom; y++) {
        for (int32_t x = r.x; x <= right; x++) {
            if (is_cluster && x != r.x && y != r.y) continue;
            const wend_vec2 from = tile_plane_center(b->plane, (wend_tile){x, y, b->floor});
            const wend_tile next[2] = {{x + 1, y, b->floor}, {x, y + 1, b->floor}};
            const bool goes_on[2] = {x < right && (!is_cluster || y == r.y),
                                     y < bottom && (!is_cluster || x == r.x)};
            for (int i = 0; i < 2; i++) {
                if (!goes_on[i]) continue;
                const wend_vec2 to = tile_plane_center(b->plane, next[i]);
                drawing_line(b->d, from.x * s, from.y * s, to.x * s, to.y * s, width, c, 0.4f);
            }
            if (r.width == 1 && r.height == 1)
                drawing_line(b->d, from.x * s, from.y * s, from.x * s, from.y * s, width, c, 0.4f);
        }
    }
}

static void draw_rect(wend_draw_kind kind, wend_rect r, void* context) {
    const brush* b = context;
    const float s = b->scale;
    if (kind == WEND_DRAW_NODE) {
        const wend_vec2 center = tile_plane_center(b->plane, (wend_tile){r.x, r.y, b->floor});
        draw_node(b->d, center.x * s, center.y * s, s);
        return;
    }
    if (b->plane.is_hex) {
        draw_hex_rect(kind, r, b);
        return;
    }
    const float beside = b->plane.floor_step * (float)b->floor - (float)b->plane.left;
    const float top = (float)(r.y - b->plane.top);
    float x0 = ((float)r.x + beside) * s, y0 = top * s;
    float x1 = ((float)(r.x + r.width) + beside) * s, y1 = (top + (float)r.height) * s;
    if (kind == WEND_DRAW_ENTRANCE) {
        float inset = clamp(0.12f * s, 0, 3);
        drawing_rect(b->d, x0 + inset, y0 + inset, x1 - inset, y1 - inset, scene_color(PALETTE_ENTRANCES),
                     0.4f);
    } else if (kind == WEND_DRAW_CLUSTER) {
        // Neighbours share border lines, so the frame runs through the middle of those tiles.
        float w = clamp(0.1f * s, 1, 2) / 2, m = s / 2;
        drawing_rect(b->d, x0 + m - w, y0 + m - w, x1 - m + w, y0 + m + w, scene_color(PALETTE_CLUSTERS),
                     0.5f);
        drawing_rect(b->d, x0 + m - w, y0 + m + w, x0 + m + w, y1 - m + w, scene_color(PALETTE_CLUSTERS),
                     0.5f);
    }
}

static void draw_connection_line(wend_vec2 from, wend_vec2 to, float width, uint32_t rgb, float opacity,
                                 void* context) {
    const brush* b = context;
    const float s = b->scale;
    drawing_line(b->d, from.x * s, from.y * s, to.x * s, to.y * s, width, scene_color(rgb), opacity);
}

static void draw_marker(drawing* d, tile_plane plane, float scale, wend_tile tile, color c) {
    const wend_vec2 center = tile_plane_center(plane, tile);
    float x = center.x * scale, y = center.y * scale;
    float size = clamp(0.9f * scale, 15, 40), ring = clamp(0.06f * scale, 2.2f, 4);
    draw_dot(d, x, y, size + ring, scene_color(PALETTE_CASING), 1);
    draw_dot(d, x, y, size, white, 1);
    draw_dot(d, x, y, size - 2 * ring, c, 1);
}

void scene_draw_marker(picture* p, tile_plane plane, float scale, wend_tile tile, color c) {
    drawing d = drawing_on(p);
    draw_marker(&d, plane, scale, tile, c);
}

void scene_add_line(const scene* s, wend_vec2 from, wend_vec2 to, float width, uint32_t rgb, drawing* d) {
    const float scale = (float)s->scale;
    drawing_line(d, from.x * scale, from.y * scale, to.x * scale, to.y * scale, width, scene_color(rgb), 1);
}

void scene_add_marker(const scene* s, wend_tile tile, color c, drawing* d) {
    if (scene_shows(s, tile)) draw_marker(d, scene_plane(s), (float)s->scale, tile, c);
}

static wend_rect area_of_floor(const wend_grid* grid, uint16_t floor) {
    wend_rect area = wend_grid_area(grid);
    area.floor = floor;
    return area;
}

// Reports the shapes of one floor after the other.
static wend_result draw_on_floors(const scene* s, const wend_grid* grid, const wend_path* path_opt,
                                  uint32_t bit, brush* b) {
    wend_debug_draw draw = {
        .line = draw_line, .rect = draw_rect, .context = b, .level = path_opt != NULL ? 0 : s->level};
    wend_result result = WEND_OK;
    for (int32_t floor = 0; floor < wend_grid_floors(grid) && result == WEND_OK; floor++) {
        b->floor = (uint16_t)floor;
        draw.view = area_of_floor(grid, b->floor);
        if (!scene_shows(s, (wend_tile){0, 0, b->floor})) continue;
        result = path_opt != NULL ? wend_path_draw(path_opt, grid, bit, &draw)
                                  : wend_world_draw(s->world, bit, &draw);
    }
    return result;
}

wend_result scene_add_path(const scene* s, const wend_grid* grid, const wend_path* path, color c,
                           drawing* d) {
    brush b = {.d = d, .scale = (float)s->scale, .plane = scene_plane(s), .path_color = &c};
    b.outline = true;
    wend_result result = draw_on_floors(s, grid, path, SCENE_PATH, &b);
    b.outline = false;
    if (result == WEND_OK) result = draw_on_floors(s, grid, path, SCENE_PATH, &b);
    return result;
}

// Everything above the background.
static wend_result draw_layers(const scene* s, drawing* d) {
    // Areas first, then the graph, then the path, so that nothing hides what follows.
    static const struct {
        uint32_t bit;
        const char* name;
    } world_order[] = {{SCENE_ENTRANCE, "entrances"},
                       {SCENE_CLUSTERS, "clusters"},
                       {1u << WEND_DRAW_EDGE, "edges"},
                       {1u << WEND_DRAW_NODE, "nodes"}},
      path_order[] = {{SCENE_PATH, "path"}, {SCENE_ROUTE, "route"}, {SCENE_WAYPOINT, "waypoints"}};
    const wend_grid* grid = wend_world_grid(s->world);
    brush b = {.d = d, .scale = (float)s->scale, .plane = scene_plane(s)};
    b.wraps = wend_grid_wraps(grid) != 0 ? grid : NULL;
    const uint16_t floor = (uint16_t)(s->only_floor > 0 ? s->only_floor - 1 : 0);
    const wend_rect view = area_of_floor(grid, floor);
    const connection_pen pen = {draw_connection_line, &b, b.scale, view, b.plane.floor_step};
    if (s->layers & SCENE_WALLS) {
        drawing_layer(d, "walls");
        connection_draw_walls(grid, &pen);
    }
    wend_result result = WEND_OK;
    for (int i = 0; i < 4 && result == WEND_OK; i++) {
        if (!(s->layers & world_order[i].bit)) continue;
        drawing_layer(d, world_order[i].name);
        result = draw_on_floors(s, grid, NULL, world_order[i].bit, &b);
    }
    if (s->layers & SCENE_LINKS) {
        drawing_layer(d, "links");
        connection_draw_links(grid, &pen);
    }
    for (int i = 0; i < 6 && result == WEND_OK && s->path != NULL; i++) {
        b.outline = i % 2 == 0;
        if (!(s->layers & path_order[i / 2].bit)) continue;
        if (b.outline) drawing_layer(d, path_order[i / 2].name);
        result = draw_on_floors(s, grid, s->path, path_order[i / 2].bit, &b);
    }
    int32_t taken_count = 0;
    const wend_path_link* taken = s->path != NULL ? wend_path_links(s->path, &taken_count) : NULL;
    if (taken_count > 0 && s->layers & SCENE_PATH) drawing_layer(d, "path-links");
    for (int32_t i = 0; i < taken_count && (s->layers & SCENE_PATH); i++) {
        const wend_link* link = wend_grid_find_link(grid, taken[i].id);
        if (link != NULL) connection_draw_link(grid, link, &pen);
    }
    if (s->extra != NULL && result == WEND_OK) result = s->extra(s, d);
    const wend_query* query = s->query;
    if (query == NULL) return result;
    drawing_layer(d, "ends");
    const wend_tile start = s->path != NULL ? wend_path_start_tile(s->path) : query->start;
    const wend_tile goal = s->path != NULL ? wend_path_goal_tile(s->path) : query->goal;
    scene_add_marker(s, start, scene_color(PALETTE_START), d);
    for (int32_t i = 0; i < query->goal_count; i++)
        scene_add_marker(s, query->goals[i], scene_color(PALETTE_GOAL), d);
    if (query->goal_count == 0 && wend_grid_contains(grid, goal))
        scene_add_marker(s, goal, scene_color(PALETTE_GOAL), d);
    return result;
}

// CLI_OK or an exit code.
static int draw_background(const scene* s, picture* out) {
    const wend_grid* grid = s->clearance != NULL ? s->clearance->grid : wend_world_grid(s->world);
    const palette costs = palette_costs(grid);
    int code = create(grid, s->scale, s->only_floor == 0, out);
    if (code != CLI_OK) return code;
    if (s->clearance == NULL && !(s->layers & SCENE_COSTS)) {
        picture_rect(out, 0, 0, (float)out->width, (float)out->height, paper_color, 1);
        return CLI_OK;
    }
    const palette* colors = s->clearance != NULL ? &s->clearance->colors : &costs;
    return draw_classes(grid, s->only_floor, s->scale, colors, out);
}

// The costs of an SVG have as many pixels as a PNG: not every program keeps the edges of enlarged pixels
// sharp.
int scene_write(const scene* s, const char* file, int* width_out_opt, int* height_out_opt) {
    const bool is_svg = file_ends_in(file, ".svg");
    picture background;
    int code = draw_background(s, &background);
    if (code != CLI_OK) return code;
    if (width_out_opt != NULL) *width_out_opt = background.width;
    if (height_out_opt != NULL) *height_out_opt = background.height;
    drawing d = drawing_on(&background);
    if (is_svg) {
        code = drawing_begin_svg(&d, &background);
        picture_destroy(&background);
    }
    if (code == CLI_OK) code = cli_result(draw_layers(s, &d), "drawing");
    if (code == CLI_OK) code = is_svg ? drawing_write_svg(&d, file) : png_write(&background, file);
    drawing_end(&d);
    picture_destroy(&background);
    return code;
}

int scene_write_extra(const wend_world* world, uint32_t layers, scene_extra* extra, const void* context,
                      const char* file) {
    const scene s = {.world = world,
                     .layers = layers,
                     .level = 1,
                     .scale = scene_default_scale(wend_world_grid(world)),
                     .extra = extra,
                     .extra_context = context};
    return scene_write(&s, file, NULL, NULL);
}
