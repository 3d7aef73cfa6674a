// overlay.c: how are the clusters, the abstract graph and the plan drawn on the map?
#include "views/overlay.h"
#include <math.h>
#include <wend/debug_draw.h>

SDL_Color overlay_rgb(uint32_t rgb) {
    return (SDL_Color){(Uint8)(rgb >> 16), (Uint8)(rgb >> 8), (Uint8)rgb, 255};
}

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
    };
    return overlay_rgb(colors[layer]);
}

enum { EDGES_LEVEL = 3 }; // a cluster of a higher level has hundreds of thousands

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
    const camera* cam;
    draw_batch* batch;
    SDL_Color colors[WEND_DRAW_KIND_COUNT]; // with the opacity for this zoom
    float widths[WEND_DRAW_KIND_COUNT];     // 0: a hairline
    bool dots;                              // waypoints: points rather than lines
    SDL_FPoint dot;                         // the last of them, when open
    float spacing;                          // at least, between them [Units: pixels]
    bool open; // a line is pending: steps in one direction, or too short to see, become one
    wend_draw_kind kind;
    wend_vec2 from, to, direction;
} pen;

static SDL_FPoint to_screen(const camera* cam, wend_vec2 at) {
    return (SDL_FPoint){(float)camera_screen_x(cam, at.x), (float)camera_screen_y(cam, at.y)};
}

static void finish_line(pen* p) {
    if (!p->open) return;
    p->open = false;
    SDL_FPoint from = to_screen(p->cam, p->from), to = to_screen(p->cam, p->to);
    float width = p->widths[p->kind];
    if (width == 0) {
        draw_hairline(p->batch, from, to, p->colors[p->kind]);
        return;
    }
    // Extends both ends a little, so that lines meet without a notch.
    float length = hypotf(to.x - from.x, to.y - from.y), more = length > 0 ? 0.25f * width / length : 0;
    SDL_FPoint ahead = {(to.x - from.x) * more, (to.y - from.y) * more};
    from = (SDL_FPoint){from.x - ahead.x, from.y - ahead.y};
    to = (SDL_FPoint){to.x + ahead.x, to.y + ahead.y};
    draw_line(p->batch, from, to, width, p->colors[p->kind]);
}

static void pen_line(wend_draw_kind kind, wend_vec2 from, wend_vec2 to, void* context) {
    pen* p = context;
    if (p->dots) {
        SDL_FPoint at = to_screen(p->cam, to);
        float dx = at.x - p->dot.x, dy = at.y - p->dot.y;
        if (p->open && dx * dx + dy * dy < p->spacing * p->spacing) return; // thousands may share a pixel
        p->open = true;
        p->dot = at;
        draw_disc(p->batch, at, p->widths[kind], p->colors[kind]);
        return;
    }
    wend_vec2 direction = {to.x - from.x, to.y - from.y};
    bool chained = p->open && p->kind == kind && from.x == p->to.x && from.y == p->to.y;
    if (chained) {
        float dx = p->to.x - p->from.x, dy = p->to.y - p->from.y;
        bool tiny = (double)(dx * dx + dy * dy) * p->cam->zoom * p->cam->zoom < 1.5 * 1.5;
        if (tiny || (direction.x == p->direction.x && direction.y == p->direction.y)) {
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

static void pen_rect(wend_draw_kind kind, wend_rect tiles, void* context) {
    pen* p = context;
    SDL_FPoint first = to_screen(p->cam, (wend_vec2){(float)tiles.x, (float)tiles.y});
    SDL_FPoint last =
        to_screen(p->cam, (wend_vec2){(float)(tiles.x + tiles.width), (float)(tiles.y + tiles.height)});
    SDL_FRect r = {first.x, first.y, last.x - first.x, last.y - first.y};
    float least = p->widths[kind]; // a tile smaller than this would not be seen
    if (r.w < least) r = (SDL_FRect){r.x + (r.w - least) / 2, r.y, least, r.h};
    if (r.h < least) r = (SDL_FRect){r.x, r.y + (r.h - least) / 2, r.w, least};
    draw_rect(p->batch, r, p->colors[kind]);
}

// ---- layers

static bool has(uint32_t layers, view_layer layer) {
    return (layers >> layer & 1) != 0;
}

// Border lines at a distance of this many tiles, along the middle of the tiles, over the whole map.
static void draw_lines(const scene* s, const pen* p, int pitch, float width, SDL_Color color) {
    const float columns = (float)wend_grid_width(s->grid), rows = (float)wend_grid_height(s->grid);
    SDL_FPoint first = to_screen(p->cam, (wend_vec2){0.5f, 0.5f});
    SDL_FPoint last = to_screen(p->cam, (wend_vec2){columns - 0.5f, rows - 0.5f});
    float step = (float)(pitch * p->cam->zoom), side = width / 2;
    SDL_FPoint from = {fmaxf(first.x, 0) - side, fmaxf(first.y, 0) - side};
    SDL_FPoint to = {fminf(last.x, (float)p->cam->width) + side, fminf(last.y, (float)p->cam->height) + side};
    for (int i = (int)fmaxf(0, ceilf((from.x - first.x) / step)); first.x + (float)i * step < to.x; i++)
        draw_rect(p->batch, (SDL_FRect){first.x + (float)i * step - side, from.y, width, to.y - from.y},
                  color);
    for (int i = (int)fmaxf(0, ceilf((from.y - first.y) / step)); first.y + (float)i * step < to.y; i++)
        draw_rect(p->batch, (SDL_FRect){from.x, first.y + (float)i * step - side, to.x - from.x, width},
                  color);
}

// The borders of the clusters of one level, or of all: the larger the clusters, the wider the line.
static void draw_borders(const scene* s, const pen* p, int level, float scale) {
    int wider = 0; // than the smallest clusters that are seen
    for (int k = SDL_max(level, 1); k <= (level > 0 ? level : s->info.level_count); k++) {
        int side = s->info.cluster_size << (k - 1);
        float strength = fade(side * p->cam->zoom / scale, 7, 24);
        if (strength == 0) continue;
        draw_lines(s, p, side, fmaxf(1, floorf((1 + (float)wider) * scale)),
                   faded(overlay_color(LAYER_CLUSTERS), (level > 0 ? 0.55f : 0.4f) * strength));
        wider = SDL_min(wider + 1, 2);
    }
}

static void draw_world(const scene* s, pen* p, wend_debug_draw* draw, uint32_t layers, int level,
                       wend_tile pointer, float scale) {
    if (has(layers, LAYER_CLUSTERS)) draw_borders(s, p, level, scale);
    draw->level = level;
    // Pixels from one border line of the lowest level to the next decide what can be read.
    double pitch = s->info.cluster_size * p->cam->zoom / scale;
    float entrances = fade(pitch, 36, 64), nodes = fade(pitch, 48, 90), edges = fade(pitch, 340, 520);
    p->colors[WEND_DRAW_ENTRANCE] = faded(overlay_color(LAYER_ENTRANCES), 0.6f * entrances);
    p->colors[WEND_DRAW_NODE] = faded(overlay_color(LAYER_GRAPH), nodes);
    p->colors[WEND_DRAW_EDGE] = faded(overlay_color(LAYER_GRAPH), 0.3f * edges);
    p->widths[WEND_DRAW_ENTRANCE] = 2 * scale;
    p->widths[WEND_DRAW_NODE] = 4 * scale;
    p->widths[WEND_DRAW_EDGE] = 0;
    uint32_t kinds = 0;
    if (has(layers, LAYER_ENTRANCES) && entrances > 0) kinds |= 1u << WEND_DRAW_ENTRANCE;
    if (has(layers, LAYER_GRAPH) && edges > 0 && level <= EDGES_LEVEL) kinds |= 1u << WEND_DRAW_EDGE;
    if (kinds != 0) wend_world_draw(s->world, kinds, draw);
    finish_line(p);
    if (!has(layers, LAYER_GRAPH) || nodes == 0) return;
    wend_world_draw(s->world, 1u << WEND_DRAW_NODE, draw);
    p->colors[WEND_DRAW_EDGE] = overlay_color(LAYER_GRAPH);
    p->widths[WEND_DRAW_EDGE] = 2 * scale;
    // On small tiles a node is drawn larger than its tile, so the pointer may be near it.
    int reach = (int)(p->widths[WEND_DRAW_NODE] / 2 / (float)p->cam->zoom);
    for (int dy = -reach; dy <= reach; dy++) {
        for (int dx = -reach; dx <= reach; dx++) {
            wend_tile tile = {pointer.x + dx, pointer.y + dy};
            if (wend_grid_contains(s->grid, tile)) wend_world_draw_node(s->world, tile, draw);
        }
    }
    finish_line(p);
}

static void draw_path_layer(const scene* s, pen* p, const wend_debug_draw* draw, wend_draw_kind kind,
                            float width, SDL_Color color) {
    // First wider and dark, so that it stands out on any map.
    for (int pass = 0; pass < 2; pass++) {
        p->colors[kind] = pass == 0 ? overlay_rgb(PALETTE_CASING) : color;
        p->widths[kind] = pass == 0 ? width * 1.3f + 1.5f : width;
        p->spacing = width;
        p->open = false;
        wend_path_draw(s->path, s->grid, 1u << kind, draw);
        if (!p->dots) finish_line(p);
    }
}

void overlay_draw(const scene* s, const camera* cam, uint32_t layers, int level, wend_tile pointer,
                  draw_batch* batch, float scale) {
    pen p = {.cam = cam, .batch = batch};
    wend_debug_draw draw = {.line = pen_line, .rect = pen_rect, .context = &p, .view = camera_view(cam)};
    if (draw.view.width == 0 || draw.view.height == 0) return;
    draw_world(s, &p, &draw, layers, level, pointer, scale);
    if (has(layers, LAYER_ROUTE))
        draw_path_layer(s, &p, &draw, WEND_DRAW_ROUTE, 2 * scale, overlay_color(LAYER_ROUTE));
    float width = fminf(fmaxf(3 * scale, (float)cam->zoom * 0.22f), 12 * scale);
    if (has(layers, LAYER_PATH))
        draw_path_layer(s, &p, &draw, WEND_DRAW_PATH, width, overlay_color(LAYER_PATH));
    if (has(layers, LAYER_WAYPOINTS)) {
        p.dots = true;
        draw_path_layer(s, &p, &draw, WEND_DRAW_WAYPOINT, fmaxf(2.5f * scale, width * 0.6f),
                        overlay_color(LAYER_WAYPOINTS));
    }
}

// ---- markers

static SDL_FPoint marker_center(const camera* cam, wend_tile tile) {
    return to_screen(cam, (wend_vec2){(float)tile.x + 0.5f, (float)tile.y + 0.5f});
}

static float marker_radius(const camera* cam, float scale) {
    return fmaxf(8 * scale, (float)cam->zoom * 0.4f);
}

static void draw_marker(const camera* cam, wend_tile tile, SDL_Color color, bool held, draw_batch* batch,
                        float scale) {
    SDL_FPoint center = marker_center(cam, tile);
    float radius = marker_radius(cam, scale) * (held ? 1.3f : 1);
    draw_disc(batch, center, radius + 3 * scale, overlay_rgb(PALETTE_CASING));
    draw_disc(batch, center, radius + 1.5f * scale, (SDL_Color){255, 255, 255, 255});
    draw_disc(batch, center, radius, color);
}

void overlay_draw_markers(const scene* s, const camera* cam, int held, draw_batch* batch, float scale) {
    draw_marker(cam, s->query.start, overlay_rgb(PALETTE_START), held == MARKER_START, batch, scale);
    draw_marker(cam, s->query.goal, overlay_rgb(PALETTE_GOAL), held == MARKER_GOAL, batch, scale);
}

int overlay_marker_at(const scene* s, const camera* cam, float x, float y, float scale) {
    SDL_FPoint start = marker_center(cam, s->query.start), goal = marker_center(cam, s->query.goal);
    float to_start = hypotf(start.x - x, start.y - y), to_goal = hypotf(goal.x - x, goal.y - y);
    float reach = marker_radius(cam, scale) + 5 * scale;
    if (fminf(to_start, to_goal) > reach) return MARKER_NONE;
    return to_goal <= to_start ? MARKER_GOAL : MARKER_START; // the goal is drawn above the start
}
