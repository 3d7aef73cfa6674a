// png_out.c: a picture as a PNG file.
#include "png_out.h"
#include "output.h"
#include "png.h"

#include <stdlib.h>

int png_write(const picture* p, const char* file) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    wend_error error = {.text = ""};
    wend_result result = png_encode(file, p->rgb, p->width, p->height, 3, &bytes, &size, &error);
    const int code =
        result == WEND_OK ? output_write(file, bytes, size) : cli_fail_error(&error, result, CLI_WRITING);
    free(bytes);
    return code;
}
