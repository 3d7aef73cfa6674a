// raster_out.c: writes rows of bytes as a PGM, a PNG or lines of text, piece by piece.
#include "raster_out.h"
#include "output.h"

#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
    const raster* raster;
    int32_t y;      // rows written so far; -1: not even the header
    uint8_t* row;   // greys, or letters and a line end
    uint8_t* bytes; // PNG: the encoded bytes of the last row
    size_t size, capacity;
    spng_ctx* png;
    progress* bar;
    int64_t total_bytes;
} writer;

// ---- PNG: the library pushes bytes whenever it has some

static int take_png_bytes(spng_ctx* png, void* context, void* bytes, size_t size) {
    (void)png;
    writer* w = context;
    if (w->size + size > w->capacity) {
        size_t capacity = 2 * (w->size + size);
        uint8_t* larger = realloc(w->bytes, capacity);
        if (larger == NULL) return SPNG_IO_ERROR;
        w->bytes = larger;
        w->capacity = capacity;
    }
    memcpy(w->bytes + w->size, bytes, size);
    w->size += size;
    return 0;
}

static bool start_png(writer* w) {
    struct spng_ihdr header = {.width = (uint32_t)w->raster->width,
                               .height = (uint32_t)w->raster->height,
                               .bit_depth = 8,
                               .color_type = SPNG_COLOR_TYPE_GRAYSCALE};
    w->png = spng_ctx_new(SPNG_CTX_ENCODER);
    // One filter and fast compression: a picture of a billion pixels takes a minute instead of ten.
    return w->png != NULL && spng_set_png_stream(w->png, take_png_bytes, w) == 0 &&
           spng_set_ihdr(w->png, &header) == 0 &&
           spng_set_option(w->png, SPNG_IMG_COMPRESSION_LEVEL, 4) == 0 &&
           spng_set_option(w->png, SPNG_FILTER_CHOICE, SPNG_FILTER_CHOICE_SUB) == 0 &&
           spng_encode_image(w->png, NULL, 0, SPNG_FMT_PNG, SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE) ==
               0;
}

static bool encode_png_row(writer* w) {
    int result = spng_encode_row(w->png, w->row, (size_t)w->raster->width);
    return result == 0 || result == SPNG_EOI;
}

// ---- pieces

static wend_result give_header(writer* w, const void** bytes_out, size_t* size_out) {
    const raster* r = w->raster;
    w->y = 0;
    if (w->raster->kind == RASTER_PNG) {
        w->size = 0;
        if (!start_png(w)) return WEND_ERROR_MEMORY;
        *bytes_out = w->bytes;
        *size_out = w->size;
        return w->size > 0 ? WEND_OK : WEND_ERROR_MEMORY;
    }
    if (r->kind == RASTER_PGM)
        snprintf((char*)w->bytes, w->capacity, "P5\n%d %d\n255\n", r->width, r->height);
    *bytes_out = r->kind == RASTER_PGM ? (const char*)w->bytes : r->header;
    *size_out = strlen(*bytes_out);
    return WEND_OK;
}

static void make_row(writer* w) {
    w->raster->next_row(w->raster->context, w->row);
    w->row[w->raster->width] = '\n';
}

// A wend_file_piece_fn.
static wend_result give_piece(void* context, const void** bytes_out, size_t* size_out) {
    writer* w = context;
    if (output_end_is_asked()) return WEND_ERROR_CANCELLED;
    wend_result result = WEND_OK;
    *size_out = 0;
    if (w->y < 0) {
        result = give_header(w, bytes_out, size_out);
    } else if (w->raster->kind == RASTER_PNG) {
        // The library buffers rows until it has a block.
        for (w->size = 0; w->y < w->raster->height && w->size == 0; w->y++) {
            make_row(w);
            if (!encode_png_row(w)) return WEND_ERROR_MEMORY;
        }
        *bytes_out = w->bytes;
        *size_out = w->size;
    } else if (w->y < w->raster->height) {
        make_row(w);
        w->y++;
        *bytes_out = w->row;
        *size_out = (size_t)w->raster->width + (w->raster->kind == RASTER_LINES);
    }
    w->total_bytes += (int64_t)*size_out;
    progress_report((double)(w->y < 0 ? 0 : w->y) / w->raster->height, w->bar);
    return result;
}

static bool start_writer(writer* w) {
    w->y = -1;
    w->capacity = 128;
    w->row = malloc((size_t)w->raster->width + 1);
    w->bytes = malloc(w->capacity);
    return w->row != NULL && w->bytes != NULL;
}

int raster_write(const raster* r, const char* file, progress* bar, int64_t* bytes_out) {
    writer w = {.raster = r, .bar = bar};
    const int code = start_writer(&w) ? output_write_pieces(file, give_piece, &w)
                                      : cli_fail(CLI_RESOURCE, "%s: out of memory", file);
    *bytes_out = w.total_bytes;
    spng_ctx_free(w.png);
    free(w.row);
    free(w.bytes);
    return code;
}
