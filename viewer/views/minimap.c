// minimap.c: which part of the whole map does the window show?
#include "views/minimap.h"
#include "views/overlay.h"

enum { LONGER_SIDE = 160 };

SDL_Rect minimap_area(const camera* c, SDL_Rect free_area, float scale) {
    wend_rect view = camera_view(c);
    bool all = view.width == c->map_width && view.height == c->map_height;
    wend_vec2 end = camera_map_end(c);
    double ratio = (double)LONGER_SIDE * (double)scale / SDL_max((double)end.x, (double)end.y);
    int width = SDL_max((int)((double)end.x * ratio), 8), height = SDL_max((int)((double)end.y * ratio), 8);
    if (all || c->plane.is_diamond || free_area.w < 3 * width || free_area.h < 2 * height)
        return (SDL_Rect){0, 0, 0, 0};
    return (SDL_Rect){free_area.x + free_area.w - width, free_area.y + free_area.h - height, width, height};
}

static void draw_dot(const camera* c, SDL_Rect area, wend_tile tile, SDL_Color color, draw_batch* batch,
                     float scale) {
    if (tile.floor != c->floor) return;
    wend_vec2 end = camera_map_end(c), center = tile_plane_center(c->plane, tile);
    SDL_FPoint at = {(float)area.x + center.x * (float)area.w / end.x,
                     (float)area.y + center.y * (float)area.h / end.y};
    draw_disc(batch, at, 3 * scale, color);
}

void minimap_draw(map_layer* layer, const scene* s, const camera* c, SDL_Rect area, draw_batch* batch,
                  float scale) {
    static const SDL_Color frame = {20, 24, 32, 255}, looked_at = {255, 255, 255, 255};
    float border = 2 * scale;
    draw_rect(batch,
              (SDL_FRect){(float)area.x - border, (float)area.y - border, (float)area.w + 2 * border,
                          (float)area.h + 2 * border},
              frame);
    draw_flush(batch);
    map_layer_draw_whole(layer, area);
    draw_dot(c, area, s->query.start, overlay_rgb(PALETTE_START), batch, scale);
    for (int i = 0; i < s->goal_count; i++)
        draw_dot(c, area, s->goals[i], overlay_rgb(PALETTE_GOAL), batch, scale);
    wend_rect view = camera_view(c);
    wend_vec2 end = camera_map_end(c);
    double step_x = (double)area.w / (double)end.x, step_y = (double)area.h / (double)end.y;
    double left = view.x - c->plane.left, top = view.y - c->plane.top, width = view.width,
           height = view.height;
    if (c->plane.is_hex) { // rows and columns have other distances than 1
        left = SDL_max(c->x - c->width / c->zoom / 2, 0);
        top = SDL_max(c->y - c->height / c->zoom / 2, 0);
        width = SDL_min(c->x + c->width / c->zoom / 2, (double)end.x) - left;
        height = SDL_min(c->y + c->height / c->zoom / 2, (double)end.y) - top;
    }
    float x0 = (float)(area.x + left * step_x), y0 = (float)(area.y + top * step_y);
    float x1 = SDL_max(x0 + (float)(width * step_x), x0 + 4 * scale);
    float y1 = SDL_max(y0 + (float)(height * step_y), y0 + 4 * scale);
    draw_frame(batch, (SDL_FPoint){x0, y0}, (SDL_FPoint){x1, y1}, 4 * scale, frame);
    draw_frame(batch, (SDL_FPoint){x0, y0}, (SDL_FPoint){x1, y1}, 1.5f * scale, looked_at);
}

void minimap_look(camera* c, SDL_Rect area, float x, float y) {
    wend_vec2 end = camera_map_end(c);
    camera_look_at(c, (double)(x - (float)area.x) * (double)end.x / area.w,
                   (double)(y - (float)area.y) * (double)end.y / area.h);
}
