// picture.c: how do parts of the window become one picture file, and a picture a texture of another size?
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

static wend_result fail_write(wend_error* error, wend_result result, const char* file, const char* why) {
    error->result = result;
    snprintf(error->text, sizeof error->text, "%s: cannot be written: %s", file, why);
    return result;
}

wend_result picture_save_window(SDL_Renderer* renderer, const char* file, wend_error* error) {
    picture p = {.pixels = NULL};
    SDL_Rect all = {0, 0, 0, 0};
    const bool sized = SDL_GetRendererOutputSize(renderer, &all.w, &all.h) == 0;
    wend_result result = sized ? picture_read(renderer, all, &p) : WEND_ERROR_IO;
    if (result != WEND_OK)
        return fail_write(error, result, file,
                          result == WEND_ERROR_MEMORY ? "out of memory" : SDL_GetError());
    result = png_save(file, p.pixels, p.width, p.height, CHANNELS, error);
    picture_clear(&p);
    return result;
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
    if (pixels == NULL) return fail_write(error, WEND_ERROR_MEMORY, file, "out of memory");
    const uint8_t* corner = lower->pixels + ((size_t)INSET * (size_t)lower->width + INSET) * CHANNELS;
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++)
        memcpy(pixels + i * CHANNELS, corner, CHANNELS);
    paste(pixels, width, 0, upper);
    paste(pixels, width, upper->height, lower);
    wend_result result = png_save(file, pixels, width, height, CHANNELS, error);
    free(pixels);
    return result;
}

// ---- a picture as a texture of another size

void texture_forget(SDL_Texture** texture) {
    if (*texture != NULL) SDL_DestroyTexture(*texture);
    *texture = NULL;
}

uint32_t* picture_of_survey(const wend_image_survey* survey, uint32_t behind) {
    const wend_survey_info info = wend_image_survey_get_info(survey);
    const size_t count = (size_t)info.copy_width * (size_t)info.copy_height;
    uint32_t* pixels = malloc(count * sizeof *pixels);
    if (pixels == NULL) return NULL;
    wend_image_survey_copy(survey, (uint8_t*)pixels);
    for (size_t i = 0; i < count; i++) { // in place: a pixel takes as many bytes before and after
        const uint8_t* p = (const uint8_t*)&pixels[i];
        uint32_t color = 0xFF;
        for (int c = 0; c < 3; c++) color = color << 8 | (p[c] * p[3] + behind * (255u - p[3])) / 255;
        pixels[i] = color;
    }
    return pixels;
}

void shrink_pixels(const uint32_t* pixels, int from_width, int from_height, uint32_t* texels, int width,
                   int height) {
    for (int y = 0; y < height; y++) {
        int top = (int)((int64_t)y * from_height / height);
        int bottom = SDL_max((int)((int64_t)(y + 1) * from_height / height), top + 1);
        for (int x = 0; x < width; x++) {
            int left = (int)((int64_t)x * from_width / width);
            int right = SDL_max((int)((int64_t)(x + 1) * from_width / width), left + 1);
            uint32_t red = 0, green = 0, blue = 0, count = (uint32_t)((bottom - top) * (right - left));
            for (int v = top; v < bottom; v++)
                for (int u = left; u < right; u++) {
                    uint32_t pixel = pixels[(size_t)v * (size_t)from_width + (size_t)u];
                    red += pixel >> 16 & 255;
                    green += pixel >> 8 & 255;
                    blue += pixel & 255;
                }
            texels[(size_t)y * (size_t)width + (size_t)x] =
                0xFF000000 | red / count << 16 | green / count << 8 | blue / count;
        }
    }
}

SDL_Texture* shrink_to_texture(SDL_Renderer* renderer, const uint32_t* pixels, int from_width,
                               int from_height, int width, int height) {
    uint32_t* texels = malloc((size_t)width * (size_t)height * sizeof *texels);
    SDL_Texture* texture =
        SDL_CreateTexture(renderer, SDL_PIXELFORMAT_ARGB8888, SDL_TEXTUREACCESS_STATIC, width, height);
    if (texels != NULL && texture != NULL) {
        shrink_pixels(pixels, from_width, from_height, texels, width, height);
        SDL_UpdateTexture(texture, NULL, texels, width * (int)sizeof *texels);
    }
    free(texels);
    return texture;
}

SDL_Point shrink_fit(int width, int height, int max_width, int max_height) {
    double ratio = SDL_min((double)max_width / width, (double)max_height / height);
    return (SDL_Point){SDL_max((int)(width * ratio), 1), SDL_max((int)(height * ratio), 1)};
}
