// scene.c: which colours, widths and drawing order does a picture have?
#include "scene.h"
#include "connection_shapes.h"
#include "png_out.h"
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
    {"costs", SCENE_COSTS},        {"clearance", SCENE_CLEARANCE}, {"walls", SCENE_WALLS},
    {"links", SCENE_LINKS},        {"clusters", SCENE_CLUSTERS},   {"entrances", SCENE_ENTRANCE},
    {"graph", SCENE_GRAPH},        {"route", SCENE_ROUTE},         {"path", SCENE_PATH},
    {"waypoints", SCENE_WAYPOINT},
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
            return cli_fail(
                CLI_USAGE,
                "%s: unknown layer '%.*s', expected costs, clearance, walls, links, clusters, entrances, "
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
                const uint8_t* row = wend_grid_row(grid, y); // NULL in the world of an overlay
                for (int32_t x = x0; x < x1; x++) {
                    uint32_t c =
                        colors->colors[row != NULL ? row[x] : wend_grid_class(grid, (wend_tile){x, y})];
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
    drawing* d;
    float scale;
    tile_plane plane;
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
    return b->plane.is_hex ? tile_plane_center(b->plane, (wend_tile){(int32_t)at.x, (int32_t)at.y}) : at;
}

static void draw_line(wend_draw_kind kind, wend_vec2 from, wend_vec2 to, void* context) {
    const brush* b = context;
    const float s = b->scale;
    stroke line = stroke_for(kind, s);
    if (b->path_color != NULL) line.c = *b->path_color;
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
            const wend_vec2 from = tile_plane_center(b->plane, (wend_tile){x, y});
            const wend_tile next[2] = {{x + 1, y}, {x, y + 1}};
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
        const wend_vec2 center = tile_plane_center(b->plane, (wend_tile){r.x, r.y});
        draw_node(b->d, center.x * s, center.y * s, s);
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

void scene_add_marker(const scene* s, wend_tile tile, color c, drawing* d) {
    draw_marker(d, tile_plane_of(wend_world_grid(s->world)), (float)s->scale, tile, c);
}

wend_result scene_add_path(const scene* s, const wend_grid* grid, const wend_path* path, color c,
                           drawing* d) {
    brush b = {.d = d, .scale = (float)s->scale, .plane = tile_plane_of(grid), .path_color = &c};
    const wend_debug_draw draw = {
        .line = draw_line, .context = &b, .view = {0, 0, wend_grid_width(grid), wend_grid_height(grid)}};
    b.outline = true;
    wend_result result = wend_path_draw(path, grid, SCENE_PATH, &draw);
    b.outline = false;
    if (result == WEND_OK) result = wend_path_draw(path, grid, SCENE_PATH, &draw);
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
    brush b = {.d = d, .scale = (float)s->scale, .plane = tile_plane_of(grid)};
    const wend_debug_draw draw = {.line = draw_line,
                                  .rect = draw_rect,
                                  .context = &b,
                                  .view = {0, 0, wend_grid_width(grid), wend_grid_height(grid)},
                                  .level = s->level};
    const connection_pen pen = {draw_connection_line, &b, b.scale, draw.view};
    if (s->layers & SCENE_WALLS) {
        drawing_layer(d, "walls");
        connection_draw_walls(grid, &pen);
    }
    wend_result result = WEND_OK;
    for (int i = 0; i < 4 && result == WEND_OK; i++) {
        if (!(s->layers & world_order[i].bit)) continue;
        drawing_layer(d, world_order[i].name);
        result = wend_world_draw(s->world, world_order[i].bit, &draw);
    }
    if (s->layers & SCENE_LINKS) {
        drawing_layer(d, "links");
        connection_draw_links(grid, &pen);
    }
    for (int i = 0; i < 6 && result == WEND_OK && s->path != NULL; i++) {
        b.outline = i % 2 == 0;
        if (!(s->layers & path_order[i / 2].bit)) continue;
        if (b.outline) drawing_layer(d, path_order[i / 2].name);
        result = wend_path_draw(s->path, grid, path_order[i / 2].bit, &draw);
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
    draw_marker(d, b.plane, b.scale, start, scene_color(PALETTE_START));
    for (int32_t i = 0; i < query->goal_count; i++)
        draw_marker(d, b.plane, b.scale, query->goals[i], scene_color(PALETTE_GOAL));
    if (query->goal_count == 0 && wend_grid_contains(grid, goal))
        draw_marker(d, b.plane, b.scale, goal, scene_color(PALETTE_GOAL));
    return result;
}

static int fail_drawing(wend_result result) {
    return cli_fail(cli_exit_code(result, CLI_WORKING), "drawing: %s", wend_result_string(result));
}

static void draw_background(const scene* s, picture* out) {
    if (s->clearance != NULL)
        draw_classes(s->clearance->grid, s->scale, &s->clearance->colors, out);
    else if (s->layers & SCENE_COSTS)
        draw_costs(wend_world_grid(s->world), s->scale, out);
    else
        picture_rect(out, 0, 0, (float)out->width, (float)out->height, paper_color, 1);
}

int scene_draw(const scene* s, picture* out) {
    int code = create(wend_world_grid(s->world), s->scale, out);
    if (code != CLI_OK) return code;
    draw_background(s, out);
    drawing d = drawing_on(out);
    const wend_result result = draw_layers(s, &d);
    if (result == WEND_OK) return CLI_OK;
    picture_destroy(out);
    return fail_drawing(result);
}

// The costs have as many pixels as in a PNG: not every program keeps the edges of enlarged pixels sharp.
static int write_svg(const scene* s, const char* file, int* width_out, int* height_out) {
    picture background;
    int code = create(wend_world_grid(s->world), s->scale, &background);
    if (code != CLI_OK) return code;
    draw_background(s, &background);
    *width_out = background.width;
    *height_out = background.height;
    drawing d;
    code = drawing_begin_svg(&d, &background);
    picture_destroy(&background);
    if (code == CLI_OK) {
        const wend_result result = draw_layers(s, &d);
        code = result == WEND_OK ? drawing_write_svg(&d, file) : fail_drawing(result);
    }
    drawing_end(&d);
    return code;
}

int scene_write(const scene* s, picture_format format, const char* file, int* width_out, int* height_out) {
    if (format == PICTURE_SVG) return write_svg(s, file, width_out, height_out);
    picture drawn;
    int code = scene_draw(s, &drawn);
    if (code != CLI_OK) return code;
    *width_out = drawn.width;
    *height_out = drawn.height;
    code = png_write(&drawn, file);
    picture_destroy(&drawn);
    return code;
}
