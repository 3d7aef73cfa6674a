// draw.c: how are lines, discs and triangles with soft edges drawn by an SDL renderer?
//
// Edges are softened by a rim one pixel wide over which the alpha falls to zero, so that no renderer needs
// multisampling.
#include "platform/draw.h"
#include <math.h>

enum { MAX_CORNERS = 32, PIECE = 32, SMALL_DISC = 12 }; // the last two in pixels

SDL_Color draw_rgb(uint32_t rgb) {
    return (SDL_Color){(Uint8)(rgb >> 16), (Uint8)(rgb >> 8), (Uint8)rgb, 255};
}

void draw_set_renderer(draw_batch* b, SDL_Renderer* renderer) {
    SDL_RendererInfo info;
    bool software = SDL_GetRendererInfo(renderer, &info) == 0 && (info.flags & SDL_RENDERER_SOFTWARE) != 0;
    b->renderer = renderer;
    b->nudge = software ? 0.5f : 0;
}

void draw_flush(draw_batch* b) {
    if (b->index_count > 0 && !b->unseen)
        SDL_RenderGeometry(b->renderer, NULL, b->vertices, b->vertex_count, b->indices, b->index_count);
    b->vertex_count = b->index_count = 0;
}

static void reserve(draw_batch* b, int vertices, int indices) {
    if (b->vertex_count + vertices > DRAW_VERTICES || b->index_count + indices > DRAW_INDICES) draw_flush(b);
}

static int add_vertex(draw_batch* b, float x, float y, SDL_Color color) {
    b->vertices[b->vertex_count] = (SDL_Vertex){{x + b->nudge, y + b->nudge}, color, {0, 0}};
    return b->vertex_count++;
}

static void add_triangle(draw_batch* b, int i, int j, int k) {
    b->indices[b->index_count++] = i;
    b->indices[b->index_count++] = j;
    b->indices[b->index_count++] = k;
}

static SDL_Color clear(SDL_Color color) {
    color.a = 0;
    return color;
}

// Clips a line to a box around the window (Liang and Barsky 1984): rasterisers lose precision far outside.
static bool clip_line(const draw_batch* b, float margin, SDL_FPoint* from, SDL_FPoint* to) {
    float t0 = 0, t1 = 1, dx = to->x - from->x, dy = to->y - from->y;
    const float p[4] = {-dx, dx, -dy, dy};
    const float q[4] = {from->x + margin, b->width + margin - from->x, from->y + margin,
                        b->height + margin - from->y};
    for (int i = 0; i < 4; i++) {
        if (p[i] == 0) {
            if (q[i] < 0) return false;
            continue;
        }
        float t = q[i] / p[i];
        if (p[i] < 0) t0 = fmaxf(t0, t);
        if (p[i] > 0) t1 = fminf(t1, t);
    }
    if (t0 > t1) return false;
    *to = (SDL_FPoint){from->x + t1 * dx, from->y + t1 * dy};
    *from = (SDL_FPoint){from->x + t0 * dx, from->y + t0 * dy};
    return true;
}

void draw_line(draw_batch* b, SDL_FPoint from, SDL_FPoint to, float line_width, SDL_Color color) {
    if (!clip_line(b, line_width + 16, &from, &to)) return;
    float dx = to.x - from.x, dy = to.y - from.y, length = sqrtf(dx * dx + dy * dy);
    if (length < 1e-3f) return;
    float nx = -dy / length, ny = dx / length;
    float inner = fmaxf((line_width - 1) / 2, 0), outer = inner + 1;
    const float offsets[4] = {outer, inner, -inner, -outer};
    // SDL's own rasteriser takes time by the area of the box round a triangle, which of a long slanted line
    // is nearly all empty: pieces have small boxes.
    int pieces = 1 + (int)(fminf(fabsf(dx), fabsf(dy)) / PIECE);
    for (int k = 0; k < pieces; k++) {
        float t0 = (float)k / (float)pieces, t1 = (float)(k + 1) / (float)pieces;
        reserve(b, 8, 18);
        int first = b->vertex_count;
        for (int i = 0; i < 8; i++) {
            float t = i < 4 ? t0 : t1, offset = offsets[i % 4];
            add_vertex(b, from.x + dx * t + nx * offset, from.y + dy * t + ny * offset,
                       i % 4 == 0 || i % 4 == 3 ? clear(color) : color);
        }
        for (int i = first; i < first + 3; i++) {
            if (i == first + 1 && inner == 0) continue;
            add_triangle(b, i, i + 4, i + 5);
            add_triangle(b, i, i + 5, i + 1);
        }
    }
}

void draw_dashes(draw_batch* b, SDL_FPoint from, SDL_FPoint to, float line_width, float dash,
                 SDL_Color color) {
    SDL_FPoint first = from, last = to;
    const float length = hypotf(to.x - from.x, to.y - from.y);
    if (!clip_line(b, line_width, &first, &last) || length < 1e-3f) return;
    // Dashes count from the whole line's beginning, so they do not wander when the map moves.
    const float dx = (to.x - from.x) / length, dy = (to.y - from.y) / length;
    const float end = hypotf(last.x - from.x, last.y - from.y);
    float at = floorf(hypotf(first.x - from.x, first.y - from.y) / (2 * dash)) * 2 * dash;
    for (; at < end; at += 2 * dash) {
        const float stop = fminf(at + dash, end);
        draw_line(b, (SDL_FPoint){from.x + dx * at, from.y + dy * at},
                  (SDL_FPoint){from.x + dx * stop, from.y + dy * stop}, line_width, color);
    }
}

void draw_frame(draw_batch* b, SDL_FPoint first, SDL_FPoint last, float line_width, SDL_Color color) {
    const SDL_FPoint corners[5] = {first, {last.x, first.y}, last, {first.x, last.y}, first};
    for (int i = 0; i < 4; i++) draw_line(b, corners[i], corners[i + 1], line_width, color);
}

void draw_hairline(draw_batch* b, SDL_FPoint from, SDL_FPoint to, SDL_Color color) {
    if (b->unseen || !clip_line(b, 1, &from, &to)) return;
    draw_flush(b);
    SDL_SetRenderDrawColor(b->renderer, color.r, color.g, color.b, color.a);
    SDL_RenderDrawLineF(b->renderer, from.x, from.y, to.x, to.y);
}

void draw_convex(draw_batch* b, const SDL_FPoint* corners, int count, SDL_Color color) {
    if (count < 3 || count > MAX_CORNERS) return;
    SDL_FPoint middle = {0, 0};
    for (int i = 0; i < count; i++) {
        middle.x += corners[i].x / (float)count;
        middle.y += corners[i].y / (float)count;
    }
    if (middle.x < -64 || middle.y < -64 || middle.x > b->width + 64 || middle.y > b->height + 64) return;
    reserve(b, 2 * count, 9 * count);
    int first = b->vertex_count;
    for (int i = 0; i < count; i++) {
        float dx = corners[i].x - middle.x, dy = corners[i].y - middle.y;
        float length = fmaxf(sqrtf(dx * dx + dy * dy), 1e-3f), in = fminf(0.5f, length) / length;
        add_vertex(b, corners[i].x - dx * in, corners[i].y - dy * in, color);
        add_vertex(b, corners[i].x + dx / length * 0.5f, corners[i].y + dy / length * 0.5f, clear(color));
    }
    for (int i = 0; i < count; i++) {
        int here = first + 2 * i, next = first + 2 * ((i + 1) % count);
        if (i >= 2) add_triangle(b, first, here - 2, here);
        add_triangle(b, here, here + 1, next + 1);
        add_triangle(b, here, next + 1, next);
    }
}

static void add_rect(draw_batch* b, float x0, float y0, float x1, float y1, SDL_Color color) {
    reserve(b, 4, 6);
    int a = add_vertex(b, x0, y0, color);
    add_vertex(b, x1, y0, color);
    add_vertex(b, x1, y1, color);
    add_vertex(b, x0, y1, color);
    add_triangle(b, a, a + 1, a + 2);
    add_triangle(b, a, a + 2, a + 3);
}

void draw_ring(draw_batch* b, SDL_FPoint center, float radius, float line_width, SDL_Color color) {
    const float reach = radius + line_width / 2 + 1;
    if (center.x < -reach || center.y < -reach || center.x > b->width + reach || center.y > b->height + reach)
        return;
    const int pieces = radius < 8 ? 16 : 32;
    const float inner = fmaxf((line_width - 1) / 2, 0), outer = inner + 1;
    const float offsets[4] = {outer, inner, -inner, -outer}; // the outer two fade out
    reserve(b, 4 * pieces, 18 * pieces);
    int first = 0;
    for (int i = 0; i < pieces; i++) {
        const float angle = 6.2831853f * (float)i / (float)pieces;
        for (int k = 0; k < 4; k++) {
            const float at = fmaxf(radius + offsets[k], 0);
            const int added = add_vertex(b, center.x + at * cosf(angle), center.y + at * sinf(angle),
                                         k == 0 || k == 3 ? clear(color) : color);
            if (i == 0 && k == 0) first = added;
        }
    }
    for (int i = 0; i < pieces; i++) {
        const int here = first + 4 * i, next = first + 4 * ((i + 1) % pieces);
        for (int k = 0; k < 3; k++) {
            add_triangle(b, here + k, next + k, next + k + 1);
            add_triangle(b, here + k, next + k + 1, here + k + 1);
        }
    }
}

// Draws rows of rectangles, which SDL's rasteriser fills faster than triangles: fully covered pixels, and
// those on the edge.
static void draw_small_disc(draw_batch* b, SDL_FPoint center, float radius, SDL_Color color) {
    float reach = radius + 0.5f;
    for (float y = floorf(center.y - reach); y < center.y + reach; y++) {
        float dy = y + 0.5f - center.y, outer = reach * reach - dy * dy, r = radius - 0.5f;
        if (outer <= 0) continue;
        float inner = r > 0 && r * r > dy * dy ? sqrtf(r * r - dy * dy) : 0;
        float from = ceilf(center.x - inner - 0.5f), to = floorf(center.x + inner + 0.5f);
        if (inner == 0) from = to = roundf(center.x);
        if (to > from) add_rect(b, from, y, to, y + 1, color);
        for (float x = floorf(center.x - sqrtf(outer)); x < center.x + sqrtf(outer); x++) {
            if (x >= from && x < to) continue;
            float dx = x + 0.5f - center.x, share = reach - sqrtf(dx * dx + dy * dy);
            SDL_Color edge = color;
            edge.a = (Uint8)((float)color.a * fminf(fmaxf(share, 0), 1));
            if (edge.a > 0) add_rect(b, x, y, x + 1, y + 1, edge);
        }
    }
}

void draw_disc(draw_batch* b, SDL_FPoint center, float radius, SDL_Color color) {
    if (center.x < -64 || center.y < -64 || center.x > b->width + 64 || center.y > b->height + 64) return;
    if (radius <= SMALL_DISC) {
        draw_small_disc(b, center, radius, color);
        return;
    }
    SDL_FPoint corners[MAX_CORNERS];
    for (int i = 0; i < MAX_CORNERS; i++) {
        float angle = 6.2831853f * (float)i / (float)MAX_CORNERS;
        corners[i] = (SDL_FPoint){center.x + radius * cosf(angle), center.y + radius * sinf(angle)};
    }
    draw_convex(b, corners, MAX_CORNERS, color);
}

void draw_wedge(draw_batch* b, SDL_FPoint at, float dx, float dy, float ahead, float behind, float aside,
                SDL_Color color) {
    const SDL_FPoint back = {at.x - dx * behind, at.y - dy * behind};
    const SDL_FPoint corners[3] = {{at.x + dx * ahead, at.y + dy * ahead},
                                   {back.x - dy * aside, back.y + dx * aside},
                                   {back.x + dy * aside, back.y - dx * aside}};
    draw_convex(b, corners, 3, color);
}

void draw_dart(draw_batch* b, SDL_FPoint at, wend_vec2 heading, float size, SDL_Color color) {
    const float speed = hypotf(heading.x, heading.y);
    const float dx = speed > 1e-6f ? heading.x / speed : 1, dy = speed > 1e-6f ? heading.y / speed : 0;
    draw_wedge(b, at, dx, dy, size * 1.4f, size * 0.7f, size * 0.8f, color);
}

void draw_rect(draw_batch* b, SDL_FRect r, SDL_Color color) {
    float x0 = fmaxf(roundf(r.x), -16), x1 = fminf(roundf(r.x + r.w), b->width + 16);
    float y0 = fmaxf(roundf(r.y), -16), y1 = fminf(roundf(r.y + r.h), b->height + 16);
    if (x0 >= x1 || y0 >= y1) return;
    add_rect(b, x0, y0, x1, y1, color);
}
