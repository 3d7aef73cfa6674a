// floor_pictures.c: what does each floor look like in the list of floors?
#include "platform/picture.h"
#include "views/map_view.h"
#include <stdlib.h>
#include <string.h>
#include <wend/private.h>

enum { WIDTH = 60, HEIGHT = 40, SAMPLES = 4 }; // pixels at scale 1; samples a pixel, each way

void floor_pictures_forget(floor_pictures* f) {
    for (int i = 0; i < FLOOR_PICTURES; i++) {
        texture_forget(&f->textures[i]);
        f->stale[i] = false;
    }
}

static void listen(void* context, scene_event event) {
    floor_pictures* f = context;
    const scene* s = f->view->scene;
    if (event == SCENE_OPENED || event == SCENE_RECOSTED) floor_pictures_forget(f);
    for (int i = 0; i < FLOOR_PICTURES; i++)
        if (f->textures[i] != NULL && event == SCENE_EDITED && i == s->changed.floor) f->stale[i] = true;
}

void floor_pictures_init(floor_pictures* f, view* v, scene* s) {
    *f = (floor_pictures){.view = v};
    scene_listen(s, listen, f);
}

static SDL_Texture* make(const floor_pictures* f, int32_t floor) {
    const wend_grid* grid = f->view->scene->grid;
    const wend_rect map = wend_grid_area(grid);
    const int columns = map.width, rows = map.height;
    const int width = SDL_min(columns, SAMPLES * f->size.x), height = SDL_min(rows, SAMPLES * f->size.y);
    uint32_t* pixels = malloc((size_t)width * (size_t)height * sizeof *pixels);
    if (pixels == NULL) return NULL;
    for (int y = 0; y < height; y++) {
        const uint8_t* row = wend_grid_floor_row(grid, floor, map.y + (int32_t)((int64_t)y * rows / height));
        for (int x = 0; x < width; x++)
            pixels[y * width + x] = 0xFF000000u | f->colors.colors[row[(int64_t)x * columns / width]];
    }
    SDL_Texture* texture =
        shrink_to_texture(f->view->window->renderer, pixels, width, height, f->size.x, f->size.y);
    free(pixels);
    return texture;
}

SDL_Texture* floor_pictures_get(floor_pictures* f, int32_t floor, SDL_Point* size_out) {
    const view* v = f->view;
    const wend_grid* grid = v->scene->grid;
    const palette colors = view_palette(v);
    const SDL_Point size = shrink_fit(wend_grid_width(grid), wend_grid_height(grid), (int)(WIDTH * v->scale),
                                      (int)(HEIGHT * v->scale));
    if (wend_grid_floors(grid) > FLOOR_PICTURES) return NULL;
    if (memcmp(&colors, &f->colors, sizeof colors) != 0 || size.x != f->size.x || size.y != f->size.y)
        floor_pictures_forget(f);
    f->colors = colors;
    *size_out = f->size = size;
    if (f->stale[floor]) texture_forget(&f->textures[floor]);
    f->stale[floor] = false;
    if (f->textures[floor] == NULL) f->textures[floor] = make(f, floor);
    return f->textures[floor];
}
