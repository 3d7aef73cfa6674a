// overlay.c: how are the clusters, the abstract graph and the plan drawn on the map?
#include "views/overlay.h"
#include "document/place.h"
#include "views/connections.h"
#include <math.h>
#include <wend/debug_draw.h>

SDL_Color overlay_color(view_layer layer) {
    static const uint32_t colors[LAYER_COUNT] = {
        [LAYER_CLUSTERS] = PALETTE_CLUSTERS,
        [LAYER_ENTRANCES] = PALETTE_ENTRANCES,
        [LAYER_GRAPH] = PALETTE_GRAPH,
        [LAYER_ROUTE] = PALETTE_ROUTE,
        [LAYER_PATH] = PALETTE_PATH,
        [LAYER_WAYPOINTS] = PALETTE_WAYPOINTS,
        [LAYER_AGENT] = 0xFF7828,
        [LAYER_LISTS] = 0x98FB98,
        [LAYER_FLOW] = 0xF0FFFF,
        [LAYER_CONNECTIONS] = PALETTE_ONE_WAY,
        [LAYER_BLOCKED] = 0xB02A30,
        [LAYER_GRID] = 0x788090,
    };
    return draw_rgb(colors[layer]);
}

SDL_FPoint overlay_aside(SDL_FPoint from, SDL_FPoint to, float distance) {
    const float dx = to.x - from.x, dy = to.y - from.y, length = hypotf(dx, dy);
    if (length <= 0) return (SDL_FPoint){0, 0};
    return (SDL_FPoint){-dy / length * distance, dx / length * distance};
}

float overlay_path_width(const view* v, uint32_t layers) {
    if ((layers >> LAYER_NUMBERS & 1) != 0) return 3 * v->scale; // which stand on it
    return fminf(fmaxf(3 * v->scale, (float)v->camera.zoom * 0.22f), 12 * v->scale);
}

float overlay_beside_path(float path_width, float scale) {
    return path_width * 0.65f + 3 * scale;
}

enum {
    EDGES_LEVEL = 3, // a cluster of a higher level has hundreds of thousands
    HEX_LINES = 3,   // from here on border lines follow the hexagons [Units: pixels a tile]
};

enum { ENTRANCES_FROM = 36, NODES_FROM = 48, BORDERS_FROM = 7, GRID_FROM = 10 }; // pixels where they appear

static SDL_Color faded(SDL_Color color, float opacity) {
    color.a = (Uint8)lroundf(fminf(fmaxf(opacity, 0), 1) * 255);
    return color;
}

// 0 below the size at which something begins to be legible, 1 from the one at which it is.
static float fade(double size, double begin, double full) {
    return (float)fmin(fmax((size - begin) / (full - begin), 0), 1);
}

// ---- what a wend_debug_draw callback needs

typedef struct pen {
    view* v;
    const wend_path* path;
    SDL_Color colors[WEND_DRAW_KIND_COUNT]; // with the opacity for this zoom
    float widths[WEND_DRAW_KIND_COUNT];     // 0: a hairline
    bool dots;                              // waypoints: points rather than lines
    SDL_FPoint dot;                         // the last of them, when open
    float spacing;                          // at least, between them [Units: pixels]
    float aside;                            // lines lie so far to the right of their way [Units: pixels]
    bool open; // a line is pending: steps in one direction, or too short to see, become one
    wend_draw_kind kind;
    wend_vec2 from, to, direction;
} pen;

static void finish_line(pen* p) {
    if (!p->open) return;
    p->open = false;
    SDL_FPoint from = camera_at(&p->v->camera, p->from), to = camera_at(&p->v->camera, p->to);
    float width = p->widths[p->kind];
    if (p->aside != 0) {
        const SDL_FPoint shift = overlay_aside(from, to, p->aside);
        from = (SDL_FPoint){from.x + shift.x, from.y + shift.y};
        to = (SDL_FPoint){to.x + shift.x, to.y + shift.y};
    }
    if (width == 0) {
        draw_hairline(&p->v->batch, from, to, p->colors[p->kind]);
        return;
    }
    // Extends both ends a little, so that lines meet without a notch.
    float length = hypotf(to.x - from.x, to.y - from.y), more = length > 0 ? 0.25f * width / length : 0;
    SDL_FPoint ahead = {(to.x - from.x) * more, (to.y - from.y) * more};
    from = (SDL_FPoint){from.x - ahead.x, from.y - ahead.y};
    to = (SDL_FPoint){to.x + ahead.x, to.y + ahead.y};
    draw_line(&p->v->batch, from, to, width, p->colors[p->kind]);
}

static bool same_direction(wend_vec2 a, wend_vec2 b) {
    return fabsf(a.x - b.x) < 1e-3f && fabsf(a.y - b.y) < 1e-3f;
}

// True for a line between tiles that are no neighbours: a path takes a link there.
static bool is_hop(const camera* cam, wend_vec2 direction) {
    return hypotf(direction.x, direction.y) > (cam->plane.is_hex ? 1.8f : 1.5f); // the longest step
}

// Shapes are counted in tiles, also where the tiles are hexagons.
static wend_vec2 place_of(const camera* cam, wend_vec2 at) {
    if (!cam->plane.is_hex) return (wend_vec2){at.x - (float)cam->plane.left, at.y - (float)cam->plane.top};
    if (cam->plane.is_diamond) return tile_plane_of_tiles(cam->plane, at);
    return tile_plane_center(cam->plane, (wend_tile){(int32_t)floorf(at.x), (int32_t)floorf(at.y)});
}

static void pen_line(wend_draw_kind kind, wend_vec2 from, wend_vec2 to, void* context) {
    pen* p = context;
    from = place_of(&p->v->camera, from);
    to = place_of(&p->v->camera, to);
    if (p->dots) {
        SDL_FPoint at = camera_at(&p->v->camera, to);
        float dx = at.x - p->dot.x, dy = at.y - p->dot.y;
        if (p->open && dx * dx + dy * dy < p->spacing * p->spacing) return; // thousands may share a pixel
        p->open = true;
        p->dot = at;
        draw_disc(&p->v->batch, at, p->widths[kind], p->colors[kind]);
        return;
    }
    wend_vec2 direction = {to.x - from.x, to.y - from.y};
    if (kind == WEND_DRAW_PATH && is_hop(&p->v->camera, direction)) return;
    bool chained = p->open && p->kind == kind && from.x == p->to.x && from.y == p->to.y;
    if (chained) {
        float dx = p->to.x - p->from.x, dy = p->to.y - p->from.y;
        bool tiny = (double)(dx * dx + dy * dy) * p->v->camera.zoom * p->v->camera.zoom < 1.5 * 1.5;
        if (tiny || same_direction(direction, p->direction)) {
            p->to = to;
            p->direction = direction;
            return;
        }
    }
    finish_line(p);
    p->open = true;
    p->kind = kind;
    p->from = from;
    p->to = to;
    p->direction = direction;
}

// least: a smaller one would not be seen
static void draw_hexagon(const pen* p, wend_tile tile, float least, SDL_Color color) {
    SDL_FPoint corners[6];
    int count = camera_tile_corners(&p->v->camera, tile, corners);
    if (p->v->camera.zoom < (double)least)
        draw_disc(&p->v->batch, camera_tile_center(&p->v->camera, tile), least / 2, color);
    else
        draw_convex(&p->v->batch, corners, count, color);
}

static void pen_rect(wend_draw_kind kind, wend_rect tiles, void* context) {
    pen* p = context;
    if (p->v->camera.plane.is_hex) {
        for (int32_t i = 0; i < tiles.width * tiles.height; i++) {
            const wend_tile tile = {tiles.x + i % tiles.width, tiles.y + i / tiles.width};
            draw_hexagon(p, tile, p->widths[kind], p->colors[kind]);
        }
        return;
    }
    const camera* cam = &p->v->camera;
    SDL_FPoint first = {(float)camera_column_x(cam, tiles.x), (float)camera_row_y(cam, tiles.y)};
    SDL_FPoint last = {(float)camera_column_x(cam, tiles.x + tiles.width),
                       (float)camera_row_y(cam, tiles.y + tiles.height)};
    SDL_FRect r = {first.x, first.y, last.x - first.x, last.y - first.y};
    float least = p->widths[kind]; // a tile smaller than this would not be seen
    if (r.w < least) r = (SDL_FRect){r.x + (r.w - least) / 2, r.y, least, r.h};
    if (r.h < least) r = (SDL_FRect){r.x, r.y + (r.h - least) / 2, r.w, least};
    draw_rect(&p->v->batch, r, p->colors[kind]);
}

// ---- layers

static bool has(uint32_t layers, view_layer layer) {
    return (layers >> layer & 1) != 0;
}

// From centre to centre.
static void tile_line(const pen* p, wend_tile from, wend_tile to, float width, SDL_Color color) {
    draw_line(&p->v->batch, view_tile_center(p->v, from), view_tile_center(p->v, to), width, color);
}

// The same over hexagons: from centre to centre.
static void draw_hex_lines(const pen* p, int pitch, float width, SDL_Color color) {
    const scene* s = p->v->scene;
    wend_rect seen = camera_view(&p->v->camera);
    int32_t x_end = seen.x + seen.width, y_end = seen.y + seen.height;
    for (int32_t y = seen.y; y < y_end; y++) {
        for (int32_t x = seen.x; x < x_end; x++) {
            bool along = y % pitch == 0 && x + 1 < wend_grid_width(s->grid);
            bool down = x % pitch == 0 && y + 1 < wend_grid_height(s->grid);
            if (!along && !down) {
                if (y % pitch != 0) x += pitch - 1 - x % pitch; // to the next border line
                continue;
            }
            const wend_tile tile = {x, y};
            if (along) tile_line(p, tile, (wend_tile){x + 1, y}, width, color);
            if (down) tile_line(p, tile, (wend_tile){x, y + 1}, width, color);
        }
    }
}

// Lines at a distance of this many tiles over the whole map; at: where in a tile, 0.5 is its middle.
static void draw_lines(const pen* p, int pitch, double at, float width, SDL_Color color) {
    const scene* s = p->v->scene;
    if (p->v->camera.plane.is_diamond) {
        const int32_t right = wend_grid_width(s->grid) - 1, bottom = wend_grid_height(s->grid) - 1;
        for (int32_t x = 0; x <= right; x += pitch)
            tile_line(p, (wend_tile){x, 0}, (wend_tile){x, bottom}, width, color);
        for (int32_t y = 0; y <= bottom; y += pitch)
            tile_line(p, (wend_tile){0, y}, (wend_tile){right, y}, width, color);
        return;
    }
    if (p->v->camera.plane.is_hex && p->v->camera.zoom >= HEX_LINES) {
        draw_hex_lines(p, pitch, width, color);
        return;
    }
    const wend_rect map = wend_grid_area(s->grid);
    SDL_FPoint first = {(float)camera_column_x(&p->v->camera, map.x + at),
                        (float)camera_row_y(&p->v->camera, map.y + at)};
    SDL_FPoint last = {(float)camera_column_x(&p->v->camera, map.x + map.width - at),
                       (float)camera_row_y(&p->v->camera, map.y + map.height - at)};
    SDL_FPoint step = {(float)(camera_column_x(&p->v->camera, pitch) - camera_column_x(&p->v->camera, 0)),
                       (float)(camera_row_y(&p->v->camera, pitch) - camera_row_y(&p->v->camera, 0))};
    float side = width / 2;
    SDL_FPoint from = {fmaxf(first.x, 0) - side, fmaxf(first.y, 0) - side};
    SDL_FPoint to = {fminf(last.x, (float)p->v->camera.width) + side,
                     fminf(last.y, (float)p->v->camera.height) + side};
    for (int i = (int)fmaxf(0, ceilf((from.x - first.x) / step.x)); first.x + (float)i * step.x < to.x; i++)
        draw_rect(&p->v->batch, (SDL_FRect){first.x + (float)i * step.x - side, from.y, width, to.y - from.y},
                  color);
    for (int i = (int)fmaxf(0, ceilf((from.y - first.y) / step.y)); first.y + (float)i * step.y < to.y; i++)
        draw_rect(&p->v->batch, (SDL_FRect){from.x, first.y + (float)i * step.y - side, to.x - from.x, width},
                  color);
}

// The upper and the left border of a cluster: the others are those of its neighbours.
typedef struct border_pen {
    const pen* pen;
    float width;
    SDL_Color color;
} border_pen;

static void pen_border(wend_draw_kind kind, wend_rect tiles, void* context) {
    const border_pen* b = context;
    (void)kind;
    const wend_tile corner = {tiles.x, tiles.y}, right = {tiles.x + tiles.width - 1, tiles.y};
    const wend_tile below = {tiles.x, tiles.y + tiles.height - 1};
    tile_line(b->pen, corner, right, b->width, b->color);
    tile_line(b->pen, corner, below, b->width, b->color);
}

// On maps with floors, clusters begin at other rows on each.
static void draw_floor_borders(const pen* p, int level, float width, SDL_Color color) {
    const scene* s = p->v->scene;
    border_pen b = {p, width, color};
    const wend_debug_draw draw = {
        .rect = pen_border, .context = &b, .view = camera_view(&p->v->camera), .level = level};
    wend_world_draw(scene_view(s), 1u << WEND_DRAW_CLUSTER, &draw);
}

// The borders of the clusters of one level, or of all: the larger the clusters, the wider the line. On small
// tiles they are fine lines that leave the map to be seen.
static void draw_borders(const pen* p, int level) {
    const scene* s = p->v->scene;
    const float scale = p->v->scale;
    const float near = fade(p->v->camera.zoom / (double)scale, 0.5f, 6);
    const int widest = near > 0.5f ? 2 : 0;
    int wider = 0; // than the smallest clusters that are seen
    for (int k = SDL_max(level, 1); k <= (level > 0 ? level : s->info.level_count); k++) {
        int side = s->info.cluster_size << (k - 1);
        float strength = fade(side * p->v->camera.zoom / scale, BORDERS_FROM, 24);
        if (strength == 0) continue;
        const float width = fmaxf(1, floorf((1 + (float)wider) * scale));
        const SDL_Color color = faded(overlay_color(LAYER_CLUSTERS),
                                      (level > 0 ? 0.55f : 0.4f) * strength * (0.2f + 0.8f * near));
        if (wend_grid_floors(s->grid) > 1)
            draw_floor_borders(p, k, width, color);
        else
            draw_lines(p, side, 0.5, width, color);
        wider = SDL_min(wider + 1, widest);
    }
}

bool overlay_is_legible(const view* v, view_layer layer) {
    const camera* cam = &v->camera;
    const scene* s = v->scene;
    const int level = v->level;
    double tile = cam->zoom / (double)v->scale, pitch = s->info.cluster_size * tile;
    int widest = level > 0 ? level : s->info.level_count;
    if (layer == LAYER_CLUSTERS) return pitch * (double)(1 << (widest - 1)) > BORDERS_FROM;
    if (layer == LAYER_ENTRANCES) return pitch > ENTRANCES_FROM;
    if (layer == LAYER_GRAPH) return pitch > NODES_FROM;
    if (layer == LAYER_GRID) return tile > GRID_FROM && !cam->plane.is_hex;
    return true;
}

static void draw_world(pen* p, wend_debug_draw* draw, uint32_t layers, int level, wend_tile pointer) {
    const scene* s = p->v->scene;
    const float scale = p->v->scale;
    if (has(layers, LAYER_CLUSTERS)) draw_borders(p, level);
    draw->level = level;
    // Pixels from one border line of the lowest level to the next decide what can be read.
    double pitch = s->info.cluster_size * p->v->camera.zoom / scale;
    float entrances = fade(pitch, ENTRANCES_FROM, 64), nodes = fade(pitch, NODES_FROM, 90),
          edges = fade(pitch, 340, 520);
    p->colors[WEND_DRAW_ENTRANCE] = faded(overlay_color(LAYER_ENTRANCES), 0.6f * entrances);
    p->colors[WEND_DRAW_NODE] = faded(overlay_color(LAYER_GRAPH), nodes);
    p->colors[WEND_DRAW_EDGE] = faded(overlay_color(LAYER_GRAPH), 0.3f * edges);
    p->widths[WEND_DRAW_ENTRANCE] = 2 * scale;
    p->widths[WEND_DRAW_NODE] = 4 * scale;
    p->widths[WEND_DRAW_EDGE] = 0;
    uint32_t kinds = 0;
    if (has(layers, LAYER_ENTRANCES) && entrances > 0) kinds |= 1u << WEND_DRAW_ENTRANCE;
    if (has(layers, LAYER_GRAPH) && edges > 0 && level <= EDGES_LEVEL) kinds |= 1u << WEND_DRAW_EDGE;
    if (kinds != 0) wend_world_draw(scene_view(s), kinds, draw);
    finish_line(p);
    if (!has(layers, LAYER_GRAPH) || nodes == 0) return;
    wend_world_draw(scene_view(s), 1u << WEND_DRAW_NODE, draw);
    p->colors[WEND_DRAW_EDGE] = overlay_color(LAYER_GRAPH);
    p->widths[WEND_DRAW_EDGE] = 2 * scale;
    // On small tiles a node is drawn larger than its tile, so the pointer may be near it.
    int reach = (int)(p->widths[WEND_DRAW_NODE] / 2 / (float)p->v->camera.zoom);
    for (int dy = -reach; dy <= reach; dy++) {
        for (int dx = -reach; dx <= reach; dx++) {
            wend_tile tile = {pointer.x + dx, pointer.y + dy, pointer.floor};
            if (wend_grid_contains(s->grid, tile)) wend_world_draw_node(scene_view(s), tile, draw);
        }
    }
    finish_line(p);
}

// ---- where the path changes floors

// Where a link of the path leads to another floor, or comes from it, on the shown one.
static bool floor_mark_of(const view* v, int32_t link_id, wend_tile* at_out, int32_t* floor_out) {
    const wend_link* link = wend_grid_find_link(v->scene->grid, link_id);
    return link != NULL && connections_floor_end(&v->camera, link, at_out, floor_out);
}

static float floor_mark_radius(const view* v) {
    return fminf(fmaxf(7 * v->scale, (float)v->camera.zoom * 0.38f), 16 * v->scale);
}

// Marks there: a triangle up or down.
static void draw_floor_marks(view* v, const wend_path* path) {
    int32_t count = 0, floor = 0;
    wend_tile tile;
    const wend_path_link* hops = wend_path_links(path, &count);
    for (int32_t i = 0; i < count; i++)
        if (floor_mark_of(v, hops[i].id, &tile, &floor))
            connections_draw_floor_mark(v, view_tile_center(v, tile), floor > v->camera.floor,
                                        floor_mark_radius(v), overlay_color(LAYER_PATH),
                                        draw_rgb(PALETTE_CASING));
}

// ---- the plan

static void draw_path_once(pen* p, const wend_debug_draw* draw, wend_draw_kind kind, float width,
                           SDL_Color color) {
    p->colors[kind] = color;
    p->widths[kind] = width;
    p->open = false;
    wend_path_draw(p->path, p->v->scene->grid, 1u << kind, draw);
    if (!p->dots) finish_line(p);
    if (kind == WEND_DRAW_PATH) connections_draw_hops(p->v, p->path, width, color);
}

static void draw_path_layer(pen* p, const wend_debug_draw* draw, wend_draw_kind kind, float width,
                            SDL_Color color) {
    p->spacing = width;
    // First wider and dark, so that it stands out on any map.
    draw_path_once(p, draw, kind, width * 1.3f + 1.5f, draw_rgb(PALETTE_CASING));
    draw_path_once(p, draw, kind, width, color);
}

void overlay_draw(view* v, const wend_path* path, uint32_t layers, wend_tile pointer) {
    const float scale = v->scale, width = overlay_path_width(v, layers);
    pen p = {.v = v, .path = path};
    wend_debug_draw draw = {
        .line = pen_line, .rect = pen_rect, .context = &p, .view = camera_view(&v->camera)};
    if (draw.view.width == 0 || draw.view.height == 0) return;
    float grid = v->camera.plane.is_hex ? 0 : fade(v->camera.zoom / (double)scale, GRID_FROM, 20);
    if (has(layers, LAYER_GRID) && grid > 0)
        draw_lines(&p, 1, 0, fmaxf(1, floorf(scale)), faded(overlay_color(LAYER_GRID), 0.35f * grid));
    draw_world(&p, &draw, layers, SDL_min(v->level, v->scene->info.level_count), pointer);
    if (has(layers, LAYER_CONNECTIONS)) connections_draw(v);
    // The trail of the agent lies on the left of the path, and the abstract path on its right.
    if (has(layers, LAYER_PATH)) p.aside = overlay_beside_path(width, scale);
    if (has(layers, LAYER_ROUTE))
        draw_path_layer(&p, &draw, WEND_DRAW_ROUTE, 2 * scale, overlay_color(LAYER_ROUTE));
    p.aside = 0;
    if (has(layers, LAYER_PATH)) draw_path_layer(&p, &draw, WEND_DRAW_PATH, width, overlay_color(LAYER_PATH));
    p.dots = has(layers, LAYER_WAYPOINTS);
    if (p.dots)
        draw_path_layer(&p, &draw, WEND_DRAW_WAYPOINT, fmaxf(2.5f * scale, width * 0.6f),
                        overlay_color(LAYER_WAYPOINTS));
    if (has(layers, LAYER_PATH)) draw_floor_marks(v, path);
}

void overlay_draw_path(view* v, const wend_path* path, float width, SDL_Color color) {
    pen p = {.v = v, .path = path};
    wend_debug_draw draw = {
        .line = pen_line, .rect = pen_rect, .context = &p, .view = camera_view(&v->camera)};
    if (draw.view.width > 0 && draw.view.height > 0) draw_path_once(&p, &draw, WEND_DRAW_PATH, width, color);
}

// ---- markers

static float marker_radius(const view* v) {
    return fminf(fmaxf(8 * v->scale, (float)v->camera.zoom * 0.4f), 26 * v->scale); // the tile is to be seen
}

static void draw_marker(view* v, wend_tile tile, uint32_t rgb, bool held) {
    if (!view_shows_floor(v, tile.floor)) return;
    const SDL_FPoint center = view_tile_center(v, tile);
    const float radius = marker_radius(v) * (held ? 1.3f : 1);
    draw_disc(&v->batch, center, radius + 3 * v->scale, draw_rgb(PALETTE_CASING));
    draw_disc(&v->batch, center, radius + 1.5f * v->scale, (SDL_Color){255, 255, 255, 255});
    draw_disc(&v->batch, center, radius, draw_rgb(rgb));
}

// A ring where the path begins or ends, and a dashed line from the tile that was asked.
static void draw_moved_end(view* v, answer_end end, uint32_t rgb) {
    if (!end.moved || !view_shows_floor(v, end.answered.floor)) return;
    const SDL_FPoint from = view_tile_center(v, end.asked), to = view_tile_center(v, end.answered);
    const float radius = marker_radius(v) * 0.8f, length = hypotf(to.x - from.x, to.y - from.y);
    const float reach = fmaxf(length - radius, 0) / fmaxf(length, 1e-3f); // the line ends at the ring
    const SDL_FPoint edge = {from.x + (to.x - from.x) * reach, from.y + (to.y - from.y) * reach};
    const float width = 1.5f * v->scale;
    if (view_shows_floor(v, end.asked.floor)) {
        draw_line(&v->batch, from, edge, width + 2 * v->scale, faded(draw_rgb(PALETTE_CASING), 0.6f));
        draw_dashes(&v->batch, from, edge, width, 5 * v->scale, (SDL_Color){255, 255, 255, 255});
    }
    draw_ring(&v->batch, to, radius, 5 * v->scale, draw_rgb(PALETTE_CASING));
    draw_ring(&v->batch, to, radius, 2.5f * v->scale, draw_rgb(rgb));
}

void overlay_draw_markers(view* v, int held) {
    const scene* s = v->scene;
    draw_moved_end(v, answer_start(s), PALETTE_START);
    draw_moved_end(v, answer_goal(s), PALETTE_GOAL);
    draw_marker(v, s->query.start, PALETTE_START, held == MARKER_START);
    for (int i = s->goal_count - 1; i >= 0; i--)
        draw_marker(v, s->goals[i], PALETTE_GOAL, held == MARKER_GOAL + i);
}

static float distance_to_pointer(const view* v, wend_tile marker) {
    const SDL_FPoint at = view_tile_center(v, marker);
    return view_shows_floor(v, marker.floor) ? hypotf(at.x - v->pointer_x, at.y - v->pointer_y) : INFINITY;
}

int overlay_marker_at_pointer(const view* v) {
    const scene* s = v->scene;
    float nearest = distance_to_pointer(v, s->query.start);
    int marker = MARKER_START;
    for (int i = s->goal_count - 1; i >= 0; i--) { // goals are drawn above the start, the first above all
        const float distance = distance_to_pointer(v, s->goals[i]);
        if (distance > nearest) continue;
        nearest = distance;
        marker = MARKER_GOAL + i;
    }
    return nearest > marker_radius(v) + 5 * v->scale ? MARKER_NONE : marker;
}

int32_t overlay_floor_mark_at_pointer(const view* v) {
    int32_t count = 0, floor = 0;
    wend_tile tile;
    const wend_path_link* hops = wend_path_links(v->scene->path, &count);
    for (int32_t i = 0; i < count; i++)
        if (floor_mark_of(v, hops[i].id, &tile, &floor) &&
            distance_to_pointer(v, tile) <= floor_mark_radius(v) + 2 * v->scale)
            return floor;
    return -1;
}
