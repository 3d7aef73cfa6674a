// png_out.c: a picture as a PNG file.
#include "png_out.h"
#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

int png_write(const picture* p, const char* file) {
    int size = 0;
    unsigned char* bytes = stbi_write_png_to_mem(p->rgb, p->width * 3, p->width, p->height, 3, &size);
    if (bytes == NULL) return cli_fail(CLI_RESOURCE, "%s: out of memory for the picture", file);
    int code = CLI_OK;
    if (output_is_stream(file)) {
        if (fwrite(bytes, 1, (size_t)size, stdout) != (size_t)size || fflush(stdout) != 0)
            code = cli_fail(CLI_RESOURCE, "standard output: %s", strerror(errno));
    } else {
        wend_error error = {.text = ""};
        output_hold_signals();
        wend_result result = wend_file_write(file, bytes, (size_t)size, &error);
        output_release_signals();
        if (result != WEND_OK) code = cli_fail_error(&error, result, CLI_WRITING);
    }
    free(bytes);
    return code;
}
