// minimap.c: which part of the whole map does the window show?
#include "views/map_view.h"

enum { LONGER_SIDE = 160 };

SDL_Rect minimap_area(const view* v) {
    const camera* c = &v->camera;
    const SDL_Rect room = view_free_area(v);
    const wend_rect seen = camera_view(c);
    const wend_vec2 end = camera_map_end(c);
    const double ratio = (double)LONGER_SIDE * (double)v->scale / SDL_max((double)end.x, (double)end.y);
    const int width = SDL_max((int)((double)end.x * ratio), 8);
    const int height = SDL_max((int)((double)end.y * ratio), 8);
    const bool all = seen.width == c->map_width && seen.height == c->map_height;
    if (all || c->plane.is_diamond || room.w < 3 * width || room.h < 2 * height)
        return (SDL_Rect){0, 0, 0, 0};
    return (SDL_Rect){room.x + room.w - width, room.y + room.h - height, width, height};
}

static void draw_dot(view* v, SDL_Rect area, wend_tile tile, uint32_t rgb) {
    if (!view_shows_floor(v, tile.floor)) return;
    const wend_vec2 end = camera_map_end(&v->camera), center = tile_plane_center(v->camera.plane, tile);
    const SDL_FPoint at = {(float)area.x + center.x * (float)area.w / end.x,
                           (float)area.y + center.y * (float)area.h / end.y};
    draw_disc(&v->batch, at, 3 * v->scale, draw_rgb(rgb));
}

void minimap_draw(view* v, map_layer* layer) {
    static const SDL_Color looked_at = {255, 255, 255, 255};
    const SDL_Rect area = minimap_area(v);
    const SDL_Color frame = draw_rgb(PALETTE_CASING);
    const camera* c = &v->camera;
    const scene* s = v->scene;
    const float border = 2 * v->scale;
    if (area.w == 0) return;
    draw_rect(&v->batch,
              (SDL_FRect){(float)area.x - border, (float)area.y - border, (float)area.w + 2 * border,
                          (float)area.h + 2 * border},
              frame);
    draw_flush(&v->batch);
    map_layer_draw_whole(layer, area);
    draw_dot(v, area, s->query.start, PALETTE_START);
    for (int i = 0; i < s->goal_count; i++) draw_dot(v, area, s->goals[i], PALETTE_GOAL);
    const wend_rect seen = camera_view(c);
    const wend_vec2 end = camera_map_end(c);
    double step_x = (double)area.w / (double)end.x, step_y = (double)area.h / (double)end.y;
    double left = seen.x - c->plane.left, top = seen.y - c->plane.top, width = seen.width,
           height = seen.height;
    if (c->plane.is_hex) { // rows and columns have other distances than 1
        left = SDL_max(c->x - c->width / c->zoom / 2, 0);
        top = SDL_max(c->y - c->height / c->zoom / 2, 0);
        width = SDL_min(c->x + c->width / c->zoom / 2, (double)end.x) - left;
        height = SDL_min(c->y + c->height / c->zoom / 2, (double)end.y) - top;
    }
    float x0 = (float)(area.x + left * step_x), y0 = (float)(area.y + top * step_y);
    float x1 = SDL_max(x0 + (float)(width * step_x), x0 + 4 * v->scale);
    float y1 = SDL_max(y0 + (float)(height * step_y), y0 + 4 * v->scale);
    draw_frame(&v->batch, (SDL_FPoint){x0, y0}, (SDL_FPoint){x1, y1}, 4 * v->scale, frame);
    draw_frame(&v->batch, (SDL_FPoint){x0, y0}, (SDL_FPoint){x1, y1}, 1.5f * v->scale, looked_at);
}

void minimap_look(view* v) {
    const wend_vec2 end = camera_map_end(&v->camera);
    const SDL_Rect area = minimap_area(v);
    if (area.w == 0) return;
    camera_look_at(&v->camera, (double)(v->pointer_x - (float)area.x) * (double)end.x / area.w,
                   (double)(v->pointer_y - (float)area.y) * (double)end.y / area.h);
    v->fitted = v->follow = false;
}
