// connections.c: how are walls, one-way steps and links drawn, and which of them is under the pointer?
#include "views/connections.h"
#include "connection_shapes.h"
#include "palette.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    LEAST_WALLS = 2,  // pixels a tile from which walls can be told apart
    LEAST_ARROWS = 4, // and from which links are bent arrows
    REACH = 7,        // pixels from a link at which the pointer is on it
};

// ---- what a connection_pen needs

typedef struct ink {
    const camera* cam;
    draw_batch* batch;
    float scale;    // of line widths
    float more;     // pixels added to widths
    float width;    // instead of that of the shape; 0: that of the shape
    bool one_color; // color, instead of that of the shape
    SDL_Color color;
    bool dashed;
    int dash; // lines so far
} ink;

static SDL_Color to_color(uint32_t rgb) {
    return (SDL_Color){(Uint8)(rgb >> 16), (Uint8)(rgb >> 8), (Uint8)rgb, 255};
}

static SDL_FPoint to_screen(const camera* cam, wend_vec2 at) {
    return (SDL_FPoint){(float)camera_screen_x(cam, (double)at.x), (float)camera_screen_y(cam, (double)at.y)};
}

static void ink_line(wend_vec2 from, wend_vec2 to, float width, uint32_t color, float opacity,
                     void* context) {
    ink* k = context;
    SDL_FPoint a = to_screen(k->cam, from), b = to_screen(k->cam, to);
    SDL_Color c = k->one_color ? k->color : to_color(color);
    if (k->dashed && (color == 0xFFFFFF || k->dash++ % 4 >= 2)) return; // the white rim is left out
    c.a = (Uint8)((float)c.a * opacity);
    float pixels = (k->width > 0 ? k->width : width * k->scale) + k->more;
    if (from.x == to.x && from.y == to.y)
        draw_disc(k->batch, a, pixels / 2, c);
    else
        draw_line(k->batch, a, b, pixels, c);
}

static connection_pen pen_of(ink* k, double zoom) {
    return (connection_pen){
        .line = ink_line, .context = k, .scale = (float)zoom / k->scale, .view = camera_view(k->cam)};
}

// ---- drawing

bool connections_floor_end(const camera* cam, const wend_link* link, wend_tile* at_out, int32_t* floor_out) {
    const bool leaves = link->from.floor == cam->floor;
    if (link->from.floor == link->to.floor || (!leaves && link->to.floor != cam->floor)) return false;
    *at_out = leaves ? link->from : link->to;
    *floor_out = leaves ? link->to.floor : link->from.floor;
    return true;
}

void connections_draw_floor_mark(const camera* cam, wend_tile at, bool up, float radius, SDL_Color color,
                                 SDL_Color triangle, draw_batch* batch, float scale) {
    const SDL_FPoint middle = camera_tile_center(cam, at);
    const float tip = up ? -0.62f * radius : 0.62f * radius, half = 0.62f * radius;
    const SDL_FPoint corners[3] = {{middle.x, middle.y + tip},
                                   {middle.x - half, middle.y - 0.6f * tip},
                                   {middle.x + half, middle.y - 0.6f * tip}};
    SDL_Color rim = to_color(PALETTE_CASING);
    rim.a = color.a;
    draw_disc(batch, middle, radius + 1.5f * scale, rim);
    draw_disc(batch, middle, radius, color);
    draw_convex(batch, corners, 3, triangle);
}

// Stairs and lifts: a mark on the shown floor beside the middle of the tile, to the left where the way leads
// up and to the right where it leads down, so that a lift between floors shows both.
static void draw_floor_end(const wend_grid* grid, const wend_link* link, const camera* cam, draw_batch* batch,
                           float scale) {
    const float radius = fminf(fmaxf((float)cam->zoom * 0.25f, 3 * scale), 12 * scale);
    int32_t floor = 0;
    wend_tile at;
    if (!connections_floor_end(cam, link, &at, &floor)) return;
    const bool up = floor > cam->floor;
    SDL_Color color = to_color(connection_color(link->kind));
    if (!wend_grid_link_is_usable(grid, link->id)) color.a = 110;
    camera beside = *cam;
    beside.x += (double)radius / cam->zoom * (up ? 1 : -1);
    connections_draw_floor_mark(&beside, at, up, radius, color, (SDL_Color){255, 255, 255, 255}, batch,
                                scale);
}

static void draw_link(const wend_grid* grid, const wend_link* link, const connection_pen* pen,
                      const camera* cam, draw_batch* batch, float scale) {
    if (link->from.floor != link->to.floor) {
        draw_floor_end(grid, link, cam, batch, scale);
        return;
    }
    if (pen->scale >= LEAST_ARROWS) {
        connection_draw_link(grid, link, pen);
        return;
    }
    if (link->from.floor != cam->floor) return;
    const SDL_FPoint from = camera_tile_center(cam, link->from), to = camera_tile_center(cam, link->to);
    SDL_Color color = to_color(connection_color(link->kind));
    if (!wend_grid_link_is_usable(grid, link->id)) color.a = 110;
    draw_line(batch, from, to, 1.5f * scale, color);
    draw_disc(batch, to, 2.5f * scale, color);
}

void connections_draw(const wend_grid* grid, const camera* cam, draw_batch* batch, float scale) {
    ink k = {.cam = cam, .batch = batch, .scale = scale};
    connection_pen pen = pen_of(&k, cam->zoom);
    if (pen.view.width == 0 || pen.view.height == 0) return;
    if (pen.scale >= LEAST_WALLS) connection_draw_walls(grid, &pen);
    int32_t count = 0;
    const wend_link* links = wend_grid_links(grid, &count);
    for (int32_t i = 0; i < count; i++) draw_link(grid, &links[i], &pen, cam, batch, scale);
}

void connections_draw_marked(const wend_grid* grid, const wend_link* link, const camera* cam,
                             draw_batch* batch, float scale) {
    static const struct {
        float more;
        bool one_color;
        SDL_Color color;
    } passes[] = {{7, true, {20, 24, 32, 255}}, {4, true, {255, 255, 255, 255}}, {0, false, {0, 0, 0, 0}}};
    const wend_tile ends[2] = {link->from, link->to};
    for (int i = 0; i < 3; i++) {
        ink k = {.cam = cam, .batch = batch, .scale = scale, .more = passes[i].more * scale};
        k.one_color = passes[i].one_color;
        k.color = passes[i].color;
        connection_pen pen = pen_of(&k, cam->zoom);
        if (link->from.floor == link->to.floor) connection_draw_link(grid, link, &pen);
        for (int end = 0; end < 2 && i < 2; end++) // handles, below the link itself
            if (ends[end].floor == cam->floor)
                draw_disc(batch, camera_tile_center(cam, ends[end]), (i == 0 ? 7 : 5.5f) * scale,
                          passes[i].color);
    }
}

void connections_draw_hops(const wend_grid* grid, const wend_path* path, const camera* cam, draw_batch* batch,
                           float width, SDL_Color color) {
    int32_t count = 0;
    const wend_path_link* hops = wend_path_links(path, &count);
    for (int32_t i = 0; i < count; i++) {
        const wend_link* link = wend_grid_find_link(grid, hops[i].id);
        // It was removed since the path was found, or leads to another floor.
        if (link == NULL || link->from.floor != link->to.floor) continue;
        ink k = {.cam = cam, .batch = batch, .scale = 1, .width = width, .one_color = true};
        k.color = color;
        k.dashed = wend_grid_link_is_usable(grid, link->id); // otherwise the shape is dashed
        connection_pen pen = pen_of(&k, cam->zoom);
        connection_draw_link(grid, link, &pen);
    }
}

void connections_draw_edge(const camera* cam, wend_tile a, wend_tile b, draw_batch* batch, float width,
                           SDL_Color color) {
    wend_vec2 edge[2];
    tile_plane_edge(cam->plane, a, b, edge);
    draw_line(batch, to_screen(cam, edge[0]), to_screen(cam, edge[1]), width, color);
}

// ---- under the pointer

// Where a point lies along a line, and how far from it.
static float distance_to(SDL_FPoint a, SDL_FPoint b, float x, float y, float* along_out) {
    float dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    float t = length > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / length : 0;
    t = fminf(fmaxf(t, 0), 1);
    *along_out = t;
    return hypotf(a.x + t * dx - x, a.y + t * dy - y);
}

typedef struct probe {
    const camera* cam;
    float x, y, nearest;
} probe;

static void probe_line(wend_vec2 from, wend_vec2 to, float width, uint32_t color, float opacity,
                       void* context) {
    probe* p = context;
    float along;
    (void)width, (void)color, (void)opacity;
    p->nearest =
        fminf(p->nearest, distance_to(to_screen(p->cam, from), to_screen(p->cam, to), p->x, p->y, &along));
}

int32_t connections_link_at(const wend_grid* grid, const camera* cam, float x, float y, float scale) {
    int32_t count = 0, found = -1;
    const wend_link* links = wend_grid_links(grid, &count);
    float least = REACH * scale;
    for (int32_t i = 0; i < count; i++) {
        wend_tile end;
        int32_t floor;
        if (links[i].from.floor != cam->floor && links[i].to.floor != cam->floor) continue;
        SDL_FPoint a = camera_tile_center(cam, links[i].from), b = camera_tile_center(cam, links[i].to);
        if (connections_floor_end(cam, &links[i], &end, &floor)) a = b = camera_tile_center(cam, end);
        // A link is bent by less than half of its length.
        float margin = least + hypotf(b.x - a.x, b.y - a.y) / 2 + (float)cam->zoom;
        if (x < fminf(a.x, b.x) - margin || x > fmaxf(a.x, b.x) + margin || y < fminf(a.y, b.y) - margin ||
            y > fmaxf(a.y, b.y) + margin)
            continue;
        probe p = {.cam = cam, .x = x, .y = y, .nearest = INFINITY};
        connection_pen pen = {.line = probe_line, .context = &p, .scale = (float)cam->zoom / scale};
        pen.view = camera_view(cam);
        if (pen.scale >= LEAST_ARROWS && links[i].from.floor == links[i].to.floor)
            connection_draw_link(grid, &links[i], &pen);
        else
            p.nearest = distance_to(a, b, x, y, &margin);
        if (p.nearest >= least) continue;
        least = p.nearest;
        found = links[i].id;
    }
    return found;
}

bool connections_edge_at(const wend_grid* grid, const camera* cam, float x, float y, tile_edge* out) {
    wend_tile tile = camera_tile_at(cam, (double)x, (double)y);
    if (!wend_grid_contains(grid, tile)) return false;
    out->distance = INFINITY;
    wend_vec2 center = tile_plane_center(cam->plane, tile);
    for (int i = 0; i < 9; i++) {
        wend_tile next = {tile.x + i % 3 - 1, tile.y + i / 3 - 1, tile.floor};
        wend_vec2 at = tile_plane_center(cam->plane, next), edge[2];
        if (i == 4 || !wend_grid_contains(grid, next) || hypotf(at.x - center.x, at.y - center.y) > 1.1f)
            continue;
        tile_plane_edge(cam->plane, tile, next, edge);
        float along;
        float distance =
            distance_to(to_screen(cam, edge[0]), to_screen(cam, edge[1]), x, y, &along) / (float)cam->zoom;
        if (distance >= out->distance) continue;
        *out = (tile_edge){tile, next, distance, along};
    }
    return out->distance < INFINITY;
}

// ---- in words

static void add(char* text, const char* format, ...) __attribute__((format(printf, 2, 3)));
static void add(char* text, const char* format, ...) {
    size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, CONNECTIONS_TEXT - used, format, arguments);
    va_end(arguments);
}

static void describe_link(const wend_grid* grid, const wend_link* link, char* out) {
    const char* state = !link->enabled                             ? "disabled"
                        : wend_grid_link_is_usable(grid, link->id) ? "enabled"
                                                                   : "enabled, an end is blocked";
    add(out, "link %d: %s, cost %.4g, %s\n%d, %d", link->id, wend_link_kind_string(link->kind),
        (double)link->cost, state, link->from.x, link->from.y);
    if (link->from.floor != link->to.floor) add(out, ", floor %d", link->from.floor);
    add(out, " to %d, %d", link->to.x, link->to.y);
    if (link->from.floor != link->to.floor) add(out, ", floor %d", link->to.floor);
}

// The compass direction from a tile to its neighbour as the map is drawn; NULL: they are no neighbours.
static const char* compass(const wend_grid* grid, wend_tile from, wend_tile to) {
    static const char* const names[3][3] = {{"NW", "N", "NE"}, {"W", NULL, "E"}, {"SW", "S", "SE"}};
    const tile_plane plane = tile_plane_of(grid);
    const wend_vec2 a = tile_plane_center(plane, from), b = tile_plane_center(plane, to);
    const float dx = b.x - a.x, dy = b.y - a.y;
    if (plane.is_hex && hypotf(dx, dy) > 1.1f) return NULL;
    const int column = dx < -0.25f ? 0 : dx > 0.25f ? 2 : 1, row = dy < -0.25f ? 0 : dy > 0.25f ? 2 : 1;
    return names[row][column];
}

static void describe_steps(const wend_grid* grid, wend_tile tile, char* out) {
    const char* before = out[0] != '\0' ? "\n" : "";
    for (int both = 0; both < 2; both++) {
        int count = 0;
        for (int i = 0; i < 9; i++) {
            wend_tile next = {tile.x + i % 3 - 1, tile.y + i / 3 - 1, tile.floor};
            const char* name = compass(grid, tile, next);
            if (name == NULL || !wend_grid_contains(grid, next) || wend_grid_step_is_open(grid, tile, next))
                continue;
            if (wend_grid_step_is_open(grid, next, tile) == (both == 0)) continue;
            if (count++ == 0) add(out, "%s%s", before, both == 0 ? "wall:" : "closed from here only:");
            add(out, " %s", name);
        }
        if (count > 0) before = "\n";
    }
}

void connections_describe(const wend_grid* grid, wend_tile tile, int32_t link, char out[CONNECTIONS_TEXT]) {
    const wend_link* found = link >= 0 ? wend_grid_find_link(grid, link) : NULL;
    out[0] = '\0';
    if (found != NULL) describe_link(grid, found, out);
    if (wend_grid_closed_steps(grid, tile) != 0) describe_steps(grid, tile, out);
}
