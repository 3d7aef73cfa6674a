// scene.c: which colours, widths and drawing order does a picture have?
#include "scene.h"
#include "connection_shapes.h"
#include "tile_plane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    {"costs", SCENE_COSTS},       {"walls", SCENE_WALLS},        {"links", SCENE_LINKS},
    {"clusters", SCENE_CLUSTERS}, {"entrances", SCENE_ENTRANCE}, {"graph", SCENE_GRAPH},
    {"route", SCENE_ROUTE},       {"path", SCENE_PATH},          {"waypoints", SCENE_WAYPOINT},
};
enum { LAYER_COUNT = sizeof layer_names / sizeof layer_names[0] };

int scene_parse_layers(const char* command_name, const char* text, uint32_t* out) {
    uint32_t layers = 0;
    for (const char* word = text;; word++) {
        size_t length = strcspn(word, ",");
        int i = 0;
        while (i < LAYER_COUNT &&
               (strlen(layer_names[i].name) != length || memcmp(layer_names[i].name, word, length) != 0))
            i++;
        if (i == LAYER_COUNT)
            return cli_fail(CLI_USAGE,
                            "%s: unknown layer '%.*s', expected costs, walls, links, clusters, entrances, "
                            "graph, route, path, waypoints",
                            command_name, (int)length, word);
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

double scene_default_scale(const wend_grid* grid) {
    int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
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

static int create(const wend_grid* grid, double scale, picture* out) {
    const wend_vec2 size =
        tile_plane_size(tile_plane_of(grid), wend_grid_width(grid), wend_grid_height(grid));
    double width = fmax(1, round((double)size.x * scale));
    double height = fmax(1, round((double)size.y * scale));
    if (width > SCENE_MAX_SIDE || height > SCENE_MAX_SIDE)
        return cli_fail(
            CLI_USAGE,
            "a picture of %.0f x %.0f pixels is too large, at most %d a side: use a smaller --scale", width,
            height, SCENE_MAX_SIDE);
    if (!picture_create((int)width, (int)height, out))
        return cli_fail(CLI_RESOURCE, "out of memory for the picture");
    return CLI_OK;
}

// The colour of hexagons within a pixel, the mean of some points; the rest is paper.
static void draw_hexagons(const wend_grid* grid, double scale, const palette* colors, picture* p) {
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
            const int count = tile_plane_corners(plane, (wend_tile){x, y}, corners);
            for (int i = 0; i < count / 2; i++) // the other half are those of neighbours, or the border
                picture_line(p, corners[i].x * (float)scale, corners[i].y * (float)scale,
                             corners[i + 1].x * (float)scale, corners[i + 1].y * (float)scale, 1,
                             tile_line_color, 0.3f);
        }
    }
}

// Averages the tiles of large maps, so that no wall disappears; thin ones turn grey.
static void draw_classes(const wend_grid* grid, double scale, const palette* colors, picture* p) {
    if (tile_plane_of(grid).is_hex) {
        draw_hexagons(grid, scale, colors, p);
        return;
    }
    for (int py = 0; py < p->height; py++) {
        int32_t y0, y1;
        tiles_under(py, scale, wend_grid_height(grid), &y0, &y1);
        for (int px = 0; px < p->width; px++) {
            int32_t x0, x1;
            tiles_under(px, scale, wend_grid_width(grid), &x0, &x1);
            uint64_t r = 0, g = 0, b = 0, count = (uint64_t)(x1 - x0) * (uint64_t)(y1 - y0);
            for (int32_t y = y0; y < y1; y++) {
                const uint8_t* row = wend_grid_row(grid, y);
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
}

int scene_draw_classes(const wend_grid* grid, double scale, const palette* colors, picture* out) {
    int code = create(grid, scale, out);
    if (code == CLI_OK) draw_classes(grid, scale, colors, out);
    return code;
}

static void draw_costs(const wend_grid* grid, double scale, picture* p) {
    palette colors = palette_costs(grid);
    draw_classes(grid, scale, &colors, p);
}

// ---- the world and the path

typedef struct brush {
    picture* p;
    float scale;
    tile_plane plane;
    bool outline; ///< draw the casings below the lines
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

static void draw_dot(picture* p, float x, float y, float width, color c, float opacity) {
    picture_line(p, x, y, x, y, width, c, opacity);
}

// Lines come from centres of tiles, counted as squares.
static wend_vec2 on_plane(const brush* b, wend_vec2 at) {
    return b->plane.is_hex ? tile_plane_center(b->plane, (wend_tile){(int32_t)at.x, (int32_t)at.y}) : at;
}

static void draw_line(wend_draw_kind kind, wend_vec2 from, wend_vec2 to, void* context) {
    const brush* b = context;
    const float s = b->scale;
    stroke line = stroke_for(kind, s);
    // A link is drawn by itself, since nobody walks along it.
    if (kind == WEND_DRAW_PATH && (fabsf(from.x - to.x) > 1.5f || fabsf(from.y - to.y) > 1.5f)) return;
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
    picture_line(b->p, from.x * s, from.y * s, to.x * s, to.y * s, line.width, line.c, line.opacity);
    if (!has_corners) return;
    draw_dot(b->p, from.x * s, from.y * s, corner, line.c, line.opacity);
    draw_dot(b->p, to.x * s, to.y * s, corner, line.c, line.opacity);
}

static void draw_node(picture* p, float x, float y, float s) {
    const float half = clamp(0.22f * s, 1.5f, 9);
    picture_rect(p, x - half - 1, y - half - 1, x + half + 1, y + half + 1, white, 0.8f);
    picture_rect(p, x - half, y - half, x + half, y + half, scene_color(PALETTE_GRAPH), 1);
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
            const wend_vec2 from = tile_plane_center(b->plane, (wend_tile){x, y});
            const wend_tile next[2] = {{x + 1, y}, {x, y + 1}};
            const bool goes_on[2] = {x < right && (!is_cluster || y == r.y),
                                     y < bottom && (!is_cluster || x == r.x)};
            for (int i = 0; i < 2; i++) {
                if (!goes_on[i]) continue;
                const wend_vec2 to = tile_plane_center(b->plane, next[i]);
                picture_line(b->p, from.x * s, from.y * s, to.x * s, to.y * s, width, c, 0.4f);
            }
            if (r.width == 1 && r.height == 1)
                picture_line(b->p, from.x * s, from.y * s, from.x * s, from.y * s, width, c, 0.4f);
        }
    }
}

static void draw_rect(wend_draw_kind kind, wend_rect r, void* context) {
    const brush* b = context;
    const float s = b->scale;
    if (kind == WEND_DRAW_NODE) {
        const wend_vec2 center = tile_plane_center(b->plane, (wend_tile){r.x, r.y});
        draw_node(b->p, center.x * s, center.y * s, s);
        return;
    }
    if (b->plane.is_hex) {
        draw_hex_rect(kind, r, b);
        return;
    }
    float x0 = (float)r.x * s, y0 = (float)r.y * s;
    float x1 = (float)(r.x + r.width) * s, y1 = (float)(r.y + r.height) * s;
    if (kind == WEND_DRAW_ENTRANCE) {
        float inset = clamp(0.12f * s, 0, 3);
        picture_rect(b->p, x0 + inset, y0 + inset, x1 - inset, y1 - inset, scene_color(PALETTE_ENTRANCES),
                     0.4f);
    } else if (kind == WEND_DRAW_CLUSTER) {
        // Neighbours share border lines, so the frame runs through the middle of those tiles.
        float w = clamp(0.1f * s, 1, 2) / 2, m = s / 2;
        picture_rect(b->p, x0 + m - w, y0 + m - w, x1 - m + w, y0 + m + w, scene_color(PALETTE_CLUSTERS),
                     0.5f);
        picture_rect(b->p, x0 + m - w, y0 + m + w, x0 + m + w, y1 - m + w, scene_color(PALETTE_CLUSTERS),
                     0.5f);
    }
}

static void draw_connection_line(wend_vec2 from, wend_vec2 to, float width, uint32_t rgb, float opacity,
                                 void* context) {
    const brush* b = context;
    const float s = b->scale;
    picture_line(b->p, from.x * s, from.y * s, to.x * s, to.y * s, width, scene_color(rgb), opacity);
}

void scene_draw_marker(picture* p, tile_plane plane, float scale, wend_tile tile, color c) {
    const wend_vec2 center = tile_plane_center(plane, tile);
    float x = center.x * scale, y = center.y * scale;
    float size = clamp(0.9f * scale, 15, 40), ring = clamp(0.06f * scale, 2.2f, 4);
    draw_dot(p, x, y, size + ring, scene_color(PALETTE_CASING), 1);
    draw_dot(p, x, y, size, white, 1);
    draw_dot(p, x, y, size - 2 * ring, c, 1);
}

int scene_draw(const wend_world* world, const wend_query* query, const wend_path* path, uint32_t layers,
               int32_t level, double scale, picture* out) {
    const wend_grid* grid = wend_world_grid(world);
    int code = create(grid, scale, out);
    if (code != CLI_OK) return code;
    if (layers & SCENE_COSTS)
        draw_costs(grid, scale, out);
    else
        picture_rect(out, 0, 0, (float)out->width, (float)out->height, paper_color, 1);

    // Areas first, then the graph, then the path, so that nothing hides what follows.
    static const uint32_t world_order[] = {SCENE_ENTRANCE, SCENE_CLUSTERS, 1u << WEND_DRAW_EDGE,
                                           1u << WEND_DRAW_NODE};
    static const uint32_t path_order[] = {SCENE_PATH, SCENE_ROUTE, SCENE_WAYPOINT};
    brush b = {.p = out, .scale = (float)scale, .plane = tile_plane_of(grid)};
    const wend_debug_draw draw = {.line = draw_line,
                                  .rect = draw_rect,
                                  .context = &b,
                                  .view = {0, 0, wend_grid_width(grid), wend_grid_height(grid)},
                                  .level = level};
    const connection_pen pen = {draw_connection_line, &b, (float)scale, draw.view};
    if (layers & SCENE_WALLS) connection_draw_walls(grid, &pen);
    wend_result result = WEND_OK;
    for (int i = 0; i < 4 && result == WEND_OK; i++)
        if (layers & world_order[i]) result = wend_world_draw(world, layers & world_order[i], &draw);
    if (layers & SCENE_LINKS) connection_draw_links(grid, &pen);
    for (int i = 0; i < 6 && result == WEND_OK && path != NULL; i++) {
        b.outline = i % 2 == 0;
        if (layers & path_order[i / 2]) result = wend_path_draw(path, grid, path_order[i / 2], &draw);
    }
    if (result != WEND_OK) {
        picture_destroy(out);
        return cli_fail(cli_exit_code(result, CLI_WORKING), "drawing: %s", wend_result_string(result));
    }
    int32_t taken_count = 0;
    const wend_path_link* taken = path != NULL ? wend_path_links(path, &taken_count) : NULL;
    for (int32_t i = 0; i < taken_count && (layers & SCENE_PATH); i++) {
        const wend_link* link = wend_grid_find_link(grid, taken[i].id);
        if (link != NULL) connection_draw_link(grid, link, &pen);
    }
    if (query != NULL) {
        const wend_tile start = path != NULL ? wend_path_start_tile(path) : query->start;
        const wend_tile goal = path != NULL ? wend_path_goal_tile(path) : query->goal;
        scene_draw_marker(out, b.plane, b.scale, start, scene_color(PALETTE_START));
        for (int32_t i = 0; i < query->goal_count; i++)
            scene_draw_marker(out, b.plane, b.scale, query->goals[i], scene_color(PALETTE_GOAL));
        if (query->goal_count == 0 && wend_grid_contains(grid, goal))
            scene_draw_marker(out, b.plane, b.scale, goal, scene_color(PALETTE_GOAL));
    }
    return CLI_OK;
}
