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
    view* v;
    float scale;    // of line widths
    float more;     // pixels added to widths
    float width;    // instead of that of the shape; 0: that of the shape
    bool one_color; // color, instead of that of the shape
    SDL_Color color;
    bool dashed;
    int dash; // lines so far
} ink;

static void ink_line(wend_vec2 from, wend_vec2 to, float width, uint32_t color, float opacity,
                     void* context) {
    ink* k = context;
    SDL_FPoint a = camera_at(&k->v->camera, from), b = camera_at(&k->v->camera, to);
    SDL_Color c = k->one_color ? k->color : draw_rgb(color);
    if (k->dashed && (color == 0xFFFFFF || k->dash++ % 4 >= 2)) return; // the white rim is left out
    c.a = (Uint8)((float)c.a * opacity);
    float pixels = (k->width > 0 ? k->width : width * k->scale) + k->more;
    if (from.x == to.x && from.y == to.y)
        draw_disc(&k->v->batch, a, pixels / 2, c);
    else
        draw_line(&k->v->batch, a, b, pixels, c);
}

static connection_pen pen_of(ink* k) {
    const camera* cam = &k->v->camera;
    return (connection_pen){
        .line = ink_line, .context = k, .scale = (float)cam->zoom / k->scale, .view = camera_view(cam)};
}

// ---- drawing

bool connections_floor_end(const camera* cam, const wend_link* link, wend_tile* at_out, int32_t* floor_out) {
    const bool leaves = link->from.floor == cam->floor;
    if (link->from.floor == link->to.floor || (!leaves && link->to.floor != cam->floor)) return false;
    *at_out = leaves ? link->from : link->to;
    *floor_out = leaves ? link->to.floor : link->from.floor;
    return true;
}

void connections_draw_floor_mark(view* v, SDL_FPoint middle, bool up, float radius, SDL_Color color,
                                 SDL_Color triangle) {
    const float tip = up ? -0.62f * radius : 0.62f * radius, half = 0.62f * radius;
    const SDL_FPoint corners[3] = {{middle.x, middle.y + tip},
                                   {middle.x - half, middle.y - 0.6f * tip},
                                   {middle.x + half, middle.y - 0.6f * tip}};
    SDL_Color rim = draw_rgb(PALETTE_CASING);
    rim.a = color.a;
    draw_disc(&v->batch, middle, radius + 1.5f * v->scale, rim);
    draw_disc(&v->batch, middle, radius, color);
    draw_convex(&v->batch, corners, 3, triangle);
}

static SDL_Color color_of(const view* v, const wend_link* link) {
    SDL_Color color = draw_rgb(connection_color(link->kind));
    if (!wend_grid_link_is_usable(v->scene->grid, link->id)) color.a = 110;
    return color;
}

// Stairs and lifts: a mark on the shown floor beside the middle of the tile, to the left where the way leads
// up and to the right where it leads down, so that a lift between floors shows both. rim: round it, in white.
static void draw_floor_end(view* v, const wend_link* link, float rim) {
    static const SDL_Color white = {255, 255, 255, 255};
    const float radius = fminf(fmaxf((float)v->camera.zoom * 0.25f, 3 * v->scale), 12 * v->scale);
    int32_t floor = 0;
    wend_tile at;
    if (!connections_floor_end(&v->camera, link, &at, &floor)) return;
    const bool up = floor > v->camera.floor;
    camera beside = v->camera;
    beside.x += (double)radius / beside.zoom * (up ? 1 : -1);
    const SDL_FPoint middle = camera_tile_center(&beside, at);
    if (rim > 0) draw_disc(&v->batch, middle, radius + 1.5f * v->scale + rim, draw_rgb(PALETTE_CASING));
    if (rim > 0) draw_disc(&v->batch, middle, radius + rim, white);
    connections_draw_floor_mark(v, middle, up, radius, color_of(v, link), white);
}

static void draw_link(view* v, const wend_link* link, const connection_pen* pen) {
    if (link->from.floor != link->to.floor) {
        draw_floor_end(v, link, 0);
        return;
    }
    if (pen->scale >= LEAST_ARROWS) {
        connection_draw_link(v->scene->grid, link, pen);
        return;
    }
    if (!view_shows_floor(v, link->from.floor)) return;
    const SDL_FPoint from = view_tile_center(v, link->from), to = view_tile_center(v, link->to);
    draw_line(&v->batch, from, to, 1.5f * v->scale, color_of(v, link));
    draw_disc(&v->batch, to, 2.5f * v->scale, color_of(v, link));
}

void connections_draw(view* v) {
    ink k = {.v = v, .scale = v->scale};
    connection_pen pen = pen_of(&k);
    if (pen.view.width == 0 || pen.view.height == 0) return;
    if (pen.scale >= LEAST_WALLS) connection_draw_walls(v->scene->grid, &pen);
    int32_t count = 0;
    const wend_link* links = wend_grid_links(v->scene->grid, &count);
    for (int32_t i = 0; i < count; i++) draw_link(v, &links[i], &pen);
}

void connections_draw_marked(view* v, const wend_link* link) {
    static const struct {
        float more;
        bool one_color;
        SDL_Color color;
    } passes[] = {{7, true, {20, 24, 32, 255}}, {4, true, {255, 255, 255, 255}}, {0, false, {0, 0, 0, 0}}};
    const wend_tile ends[2] = {link->from, link->to};
    if (link->from.floor != link->to.floor) {
        draw_floor_end(v, link, 4 * v->scale);
        return;
    }
    for (int i = 0; i < 3; i++) {
        ink k = {.v = v, .scale = v->scale, .more = passes[i].more * v->scale};
        k.one_color = passes[i].one_color;
        k.color = passes[i].color;
        connection_pen pen = pen_of(&k);
        connection_draw_link(v->scene->grid, link, &pen);
        for (int end = 0; end < 2 && i < 2; end++) // handles, below the link itself
            if (view_shows_floor(v, ends[end].floor))
                draw_disc(&v->batch, view_tile_center(v, ends[end]), (i == 0 ? 7 : 5.5f) * v->scale,
                          passes[i].color);
    }
}

void connections_draw_hops(view* v, const wend_path* path, float width, SDL_Color color) {
    int32_t count = 0;
    const wend_path_link* hops = wend_path_links(path, &count);
    for (int32_t i = 0; i < count; i++) {
        const wend_link* link = wend_grid_find_link(v->scene->grid, hops[i].id);
        // It was removed since the path was found, or leads to another floor.
        if (link == NULL || link->from.floor != link->to.floor) continue;
        ink k = {.v = v, .scale = 1, .width = width, .one_color = true};
        k.color = color;
        k.dashed = wend_grid_link_is_usable(v->scene->grid, link->id); // otherwise the shape is dashed
        connection_pen pen = pen_of(&k);
        connection_draw_link(v->scene->grid, link, &pen);
    }
}

void connections_draw_edge(view* v, wend_tile a, wend_tile b, float width, SDL_Color color) {
    wend_vec2 edge[2];
    tile_plane_edge(v->camera.plane, a, b, edge);
    draw_line(&v->batch, camera_at(&v->camera, edge[0]), camera_at(&v->camera, edge[1]), width, color);
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
        fminf(p->nearest, distance_to(camera_at(p->cam, from), camera_at(p->cam, to), p->x, p->y, &along));
}

int32_t connections_link_at_pointer(const view* v) {
    const wend_grid* grid = v->scene->grid;
    const camera* cam = &v->camera;
    const float x = v->pointer_x, y = v->pointer_y, scale = v->scale;
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

bool connections_edge_at(const view* v, float x, float y, tile_edge* out) {
    const wend_grid* grid = v->scene->grid;
    const camera* cam = &v->camera;
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
            distance_to(camera_at(cam, edge[0]), camera_at(cam, edge[1]), x, y, &along) / (float)cam->zoom;
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
