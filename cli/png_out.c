// png_out.c: a picture as a PNG file.
#include "png_out.h"
#include "output.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

typedef struct sink {
    FILE* stream;
    bool failed;
} sink;

static void write_bytes(void* context, void* bytes, int size) {
    sink* s = context;
    if (fwrite(bytes, 1, (size_t)size, s->stream) != (size_t)size) s->failed = true;
}

int png_write(const picture* p, const char* file) {
    output out;
    int code = output_open(file, &out);
    if (code != CLI_OK) return code;
    sink s = {.stream = out.stream};
    bool encoded = stbi_write_png_to_func(write_bytes, &s, p->width, p->height, 3, p->rgb, p->width * 3) != 0;
    code = output_close(&out, encoded); // says so itself when the stream has failed
    return encoded ? code : cli_fail(CLI_RESOURCE, "%s: out of memory while encoding PNG", file);
}
