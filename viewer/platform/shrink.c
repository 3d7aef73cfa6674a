// shrink.c: how does a picture become a texture of another size?
#include "platform/picture.h"
#include <stdlib.h>

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
