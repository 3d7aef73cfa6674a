// raster.c: how are triangles drawn in memory, where no graphics card does it?
#include "raster.h"
#include <math.h>

// ---- whose pixels

static bool is_rgb(const SDL_Surface* s) {
    return s != NULL && s->pixels != NULL && !SDL_MUSTLOCK(s) && s->format->BytesPerPixel == 4 &&
           s->format->Rmask == 0xFF0000 && s->format->Gmask == 0xFF00 && s->format->Bmask == 0xFF;
}

// SDL does not promise that its software renderer draws to the window's surface: so look.
static bool draws_there(SDL_Renderer* renderer, const SDL_Surface* surface) {
    const Uint32 colors[] = {0x5A3C96, 0xA5C369};
    const Uint32* pixel = surface->pixels;
    Uint32 before = *pixel;
    for (int i = 0; i < 2; i++) {
        Uint32 c = colors[i];
        SDL_SetRenderDrawColor(renderer, (Uint8)(c >> 16), (Uint8)(c >> 8), (Uint8)c, 255);
        SDL_RenderDrawPoint(renderer, 0, 0);
        SDL_RenderFlush(renderer);
        if ((*pixel & 0xFFFFFF) != c) return false;
    }
    SDL_SetRenderDrawColor(renderer, (Uint8)(before >> 16), (Uint8)(before >> 8), (Uint8)before, 255);
    SDL_RenderDrawPoint(renderer, 0, 0);
    SDL_RenderFlush(renderer);
    return true;
}

raster raster_open(SDL_Window* window, SDL_Renderer* renderer) {
    raster r = {.renderer = renderer};
    SDL_RendererInfo info;
    if (SDL_GetRendererInfo(renderer, &info) != 0 || (info.flags & SDL_RENDERER_SOFTWARE) == 0) return r;
    SDL_RenderFlush(renderer); // a window that changed its size gets its new surface
    SDL_Surface* surface = SDL_GetWindowSurface(window);
    int width = 0, height = 0;
    SDL_GetRendererOutputSize(renderer, &width, &height);
    if (!is_rgb(surface) || surface->w != width || surface->h != height || !draws_there(renderer, surface))
        return r;
    r.pixels = surface->pixels;
    r.stride = surface->pitch / 4;
    r.clip = (SDL_Rect){0, 0, width, height};
    return r;
}

// ---- pixels

// alpha: 0..255
static Uint32 blend(Uint32 below, Uint32 color, Uint32 alpha) {
    alpha += alpha >> 7; // 255 becomes 256, so that opaque is opaque
    Uint32 red_blue = below & 0xFF00FF, green = below & 0xFF00;
    red_blue += ((color & 0xFF00FF) - red_blue) * alpha >> 8;
    green += ((color & 0xFF00) - green) * alpha >> 8;
    return (red_blue & 0xFF00FF) | (green & 0xFF00);
}

static Uint32 pack(SDL_Color c) {
    return (Uint32)c.r << 16 | (Uint32)c.g << 8 | c.b;
}

// The first pixel whose centre is not before a position, within limits.
static int first_pixel(float position, int low, int high) {
    float pixel = ceilf(position - 0.5f);
    return pixel <= (float)low ? low : pixel >= (float)high ? high : (int)pixel;
}

static void fill_span(Uint32* out, int count, Uint32 color, Uint32 alpha) {
    if (alpha == 255)
        for (int i = 0; i < count; i++) out[i] = color;
    else
        for (int i = 0; i < count; i++) out[i] = blend(out[i], color, alpha);
}

// ---- rectangles: text, and most of what widgets are made of

static bool is_level(const raster_vertex* a, const raster_vertex* b) {
    return a->at.y == b->at.y && a->uv.y == b->uv.y;
}
static bool is_upright(const raster_vertex* a, const raster_vertex* b) {
    return a->at.x == b->at.x && a->uv.x == b->uv.x;
}
static bool same_color(const raster_vertex* a, const raster_vertex* b) {
    return pack(a->color) == pack(b->color) && a->color.a == b->color.a;
}

// The two triangles of corners 0 1 2, 0 2 3 as widgets and draw.c make them: one colour, upright.
static bool is_rectangle(const raster_vertex* v, const Uint16* i) {
    if (i[3] != i[0] || i[4] != i[2]) return false;
    const raster_vertex *a = &v[i[0]], *b = &v[i[1]], *c = &v[i[2]], *d = &v[i[5]];
    return is_level(a, b) && is_upright(b, c) && is_level(c, d) && is_upright(d, a) && same_color(a, b) &&
           same_color(b, c) && same_color(c, d);
}

static void fill_rectangle(const raster* r, const raster_texture* texture, const raster_vertex* a,
                           const raster_vertex* c) {
    int right = r->clip.x + r->clip.w, bottom = r->clip.y + r->clip.h;
    int x0 = first_pixel(fminf(a->at.x, c->at.x), r->clip.x, right);
    int x1 = first_pixel(fmaxf(a->at.x, c->at.x), r->clip.x, right);
    int y0 = first_pixel(fminf(a->at.y, c->at.y), r->clip.y, bottom);
    int y1 = first_pixel(fmaxf(a->at.y, c->at.y), r->clip.y, bottom);
    if (x0 >= x1 || y0 >= y1) return;
    Uint32 color = pack(a->color);
    bool plain = texture == NULL || (a->uv.x == c->uv.x && a->uv.y == c->uv.y);
    float du = plain ? 0 : (c->uv.x - a->uv.x) / (c->at.x - a->at.x) * (float)texture->width;
    float dv = plain ? 0 : (c->uv.y - a->uv.y) / (c->at.y - a->at.y) * (float)texture->height;
    for (int y = y0; y < y1; y++) {
        Uint32* out = r->pixels + (size_t)y * (size_t)r->stride;
        if (plain) {
            fill_span(out + x0, x1 - x0, color, a->color.a);
            continue;
        }
        int row = (int)(a->uv.y * (float)texture->height + ((float)y + 0.5f - a->at.y) * dv);
        row = SDL_clamp(row, 0, texture->height - 1);
        float u = a->uv.x * (float)texture->width + ((float)x0 + 0.5f - a->at.x) * du;
        const Uint8* texels = texture->texels + (size_t)row * (size_t)texture->width;
        for (int x = x0; x < x1; x++, u += du) {
            Uint32 alpha = texels[SDL_clamp((int)u, 0, texture->width - 1)];
            if (alpha > 0) out[x] = blend(out[x], color, alpha * a->color.a / 255);
        }
    }
}

// ---- other triangles

static float edge_x(const raster_vertex* top, const raster_vertex* low, float y) {
    return top->at.x + (y - top->at.y) * (low->at.x - top->at.x) / (low->at.y - top->at.y);
}

static void fill_triangle(const raster* r, const raster_vertex* a, const raster_vertex* b,
                          const raster_vertex* c) {
    Uint32 color = pack(a->color);
    float alpha_a = a->color.a, alpha_b = b->color.a, alpha_c = c->color.a;
    float area = (b->at.x - a->at.x) * (c->at.y - a->at.y) - (c->at.x - a->at.x) * (b->at.y - a->at.y);
    if (area == 0) return;
    float along_x =
        ((alpha_b - alpha_a) * (c->at.y - a->at.y) - (alpha_c - alpha_a) * (b->at.y - a->at.y)) / area;
    float along_y =
        ((alpha_c - alpha_a) * (b->at.x - a->at.x) - (alpha_b - alpha_a) * (c->at.x - a->at.x)) / area;
    float base = alpha_a - a->at.x * along_x - a->at.y * along_y;
    bool even = a->color.a == b->color.a && b->color.a == c->color.a;

    const raster_vertex *top = a, *middle = b, *low = c, *swap;
    if (middle->at.y < top->at.y) swap = top, top = middle, middle = swap;
    if (low->at.y < middle->at.y) swap = middle, middle = low, low = swap;
    if (middle->at.y < top->at.y) swap = top, top = middle, middle = swap;
    int right = r->clip.x + r->clip.w, bottom = r->clip.y + r->clip.h;
    int y0 = first_pixel(top->at.y, r->clip.y, bottom), y1 = first_pixel(low->at.y, r->clip.y, bottom);
    for (int y = y0; y < y1; y++) {
        float line = (float)y + 0.5f, one = edge_x(top, low, line);
        float other = line < middle->at.y ? edge_x(top, middle, line) : edge_x(middle, low, line);
        int x0 = first_pixel(fminf(one, other), r->clip.x, right);
        int x1 = first_pixel(fmaxf(one, other), r->clip.x, right);
        Uint32* out = r->pixels + (size_t)y * (size_t)r->stride;
        if (even) {
            fill_span(out + x0, x1 - x0, color, a->color.a);
            continue;
        }
        float alpha = base + ((float)x0 + 0.5f) * along_x + line * along_y;
        for (int x = x0; x < x1; x++, alpha += along_x)
            out[x] = blend(out[x], color, alpha <= 0 ? 0 : alpha >= 255 ? 255 : (Uint32)alpha);
    }
}

void raster_triangles(const raster* target, const raster_texture* texture_opt, const raster_vertex* vertices,
                      const Uint16* indices, int index_count) {
    for (int i = 0; i + 2 < index_count; i += 3) {
        if (i + 5 < index_count && is_rectangle(vertices, indices + i)) {
            fill_rectangle(target, texture_opt, &vertices[indices[i]], &vertices[indices[i + 2]]);
            i += 3;
        } else {
            fill_triangle(target, &vertices[indices[i]], &vertices[indices[i + 1]],
                          &vertices[indices[i + 2]]);
        }
    }
}

void raster_line(const raster* r, SDL_FPoint from, SDL_FPoint to, SDL_Color color) {
    float dx = to.x - from.x, dy = to.y - from.y;
    int steps = (int)fmaxf(fabsf(dx), fabsf(dy)) + 1;
    float x = from.x, y = from.y;
    for (int i = 0; i <= steps; i++, x += dx / (float)steps, y += dy / (float)steps) {
        int column = (int)floorf(x), row = (int)floorf(y);
        if (column < r->clip.x || row < r->clip.y || column >= r->clip.x + r->clip.w ||
            row >= r->clip.y + r->clip.h)
            continue;
        Uint32* out = r->pixels + (size_t)row * (size_t)r->stride + column;
        *out = blend(*out, pack(color), color.a);
    }
}
