// png_out.c: a picture as a PNG file.
#include "png_out.h"
#include "output.h"
#include "png.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int png_write(const picture* p, const char* file) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    wend_error error = {.text = ""};
    wend_result result = png_encode(file, p->rgb, p->width, p->height, 3, &bytes, &size, &error);
    int code = CLI_OK;
    if (result == WEND_OK && output_is_stream(file)) {
        if (fwrite(bytes, 1, size, stdout) != size || fflush(stdout) != 0)
            code = cli_fail(CLI_RESOURCE, "standard output: %s", strerror(errno));
    } else if (result == WEND_OK) {
        output_hold_signals();
        result = wend_file_write(file, bytes, size, &error);
        output_release_signals();
    }
    free(bytes);
    return result == WEND_OK ? code : cli_fail_error(&error, result, CLI_WRITING);
}
