// picture.c: how do parts of the window become one picture file?
#include "platform/picture.h"
#include "path_file.h"
#include "png.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 3, INSET = 3 }; // INSET: pixels from the corner to where no border is

wend_result picture_read(SDL_Renderer* renderer, SDL_Rect area, picture* out) {
    *out = (picture){malloc((size_t)area.w * (size_t)area.h * CHANNELS), area.w, area.h};
    if (out->pixels == NULL) return WEND_ERROR_MEMORY;
    if (SDL_RenderReadPixels(renderer, &area, SDL_PIXELFORMAT_RGB24, out->pixels, area.w * CHANNELS) == 0)
        return WEND_OK;
    picture_clear(out);
    return WEND_ERROR_IO;
}

void picture_clear(picture* p) {
    free(p->pixels);
    *p = (picture){.pixels = NULL};
}

wend_result picture_save(const picture* p, const char* file, wend_error* error) {
    if (file_ends_in(file, ".png")) return png_save(file, p->pixels, p->width, p->height, CHANNELS, error);
    error->result = WEND_ERROR_UNSUPPORTED;
    snprintf(error->text, sizeof error->text, "%.400s: unknown ending, expected .png", file);
    return error->result;
}

static void paste(uint8_t* pixels, int width, int top, const picture* from) {
    for (int y = 0; y < from->height; y++)
        memcpy(pixels + ((size_t)(top + y) * (size_t)width) * CHANNELS,
               from->pixels + (size_t)y * (size_t)from->width * CHANNELS, (size_t)from->width * CHANNELS);
}

wend_result picture_save_stacked(const picture* upper, const picture* lower, const char* file,
                                 wend_error* error) {
    int width = SDL_max(upper->width, lower->width), height = upper->height + lower->height;
    uint8_t* pixels = malloc((size_t)width * (size_t)height * CHANNELS);
    if (pixels == NULL) {
        error->result = WEND_ERROR_MEMORY;
        snprintf(error->text, sizeof error->text, "%s: cannot be written: out of memory", file);
        return WEND_ERROR_MEMORY;
    }
    const uint8_t* corner = lower->pixels + ((size_t)INSET * (size_t)lower->width + INSET) * CHANNELS;
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++)
        memcpy(pixels + i * CHANNELS, corner, CHANNELS);
    paste(pixels, width, 0, upper);
    paste(pixels, width, upper->height, lower);
    wend_result result = png_save(file, pixels, width, height, CHANNELS, error);
    free(pixels);
    return result;
}
