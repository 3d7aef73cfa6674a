// screenshot.c: how does what is on the screen become a PNG file?
#include "platform/screenshot.h"
#include "png.h"
#include <stdio.h>
#include <stdlib.h>

static wend_result fail(wend_error* error, wend_result result, const char* file, const char* why) {
    error->result = result;
    snprintf(error->text, sizeof error->text, "%s: cannot be written: %s", file, why);
    return result;
}

wend_result screenshot_save(SDL_Renderer* renderer, const char* file, wend_error* error) {
    int width = 0, height = 0;
    if (SDL_GetRendererOutputSize(renderer, &width, &height) != 0)
        return fail(error, WEND_ERROR_IO, file, SDL_GetError());
    uint8_t* pixels = malloc((size_t)width * (size_t)height * 3);
    if (pixels == NULL) return fail(error, WEND_ERROR_MEMORY, file, "out of memory");
    wend_result result;
    if (SDL_RenderReadPixels(renderer, NULL, SDL_PIXELFORMAT_RGB24, pixels, width * 3) != 0) {
        result = fail(error, WEND_ERROR_IO, file, SDL_GetError());
    } else {
        result = png_save(file, pixels, width, height, 3, error);
    }
    free(pixels);
    return result;
}
