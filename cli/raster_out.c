// raster_out.c: writes rows of bytes as a PGM, a PNG or lines of text, piece by piece.
#include "raster_out.h"
#include "output.h"
#include "png_encoder.h"

#include "wend/private.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
    const raster* raster;
    int32_t y;       // rows written so far; -1: not even the header
    uint8_t* row;    // greys, or letters and a line end
    png_bytes bytes; // the header, or the encoded bytes of the last rows
    png_encoder* png;
    progress* bar;
    int64_t total_bytes;
} writer;

// ---- pieces

// The header of a PNG comes from the encoder, with its first rows or before them.
static wend_result begin(writer* w, const void** bytes_out, size_t* size_out) {
    const raster* r = w->raster;
    w->y = 0;
    if (r->kind == RASTER_PNG) {
        w->png = png_encoder_create(r->width, r->height, 1, &w->bytes);
        return w->png != NULL ? WEND_OK : WEND_ERROR_MEMORY;
    }
    if (r->kind == RASTER_PGM)
        snprintf((char*)w->bytes.bytes, w->bytes.capacity, "P5\n%d %d\n255\n", r->width, r->height);
    *bytes_out = r->kind == RASTER_PGM ? (const char*)w->bytes.bytes : r->header;
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
    *size_out = w->bytes.size = 0;
    const bool begins = w->y < 0;
    if (begins) result = begin(w, bytes_out, size_out);
    if (result == WEND_OK && w->raster->kind == RASTER_PNG) {
        // The encoder keeps rows until it has a block.
        for (; w->y < w->raster->height && w->bytes.size == 0; w->y++) {
            make_row(w);
            if (!png_encoder_row(w->png, w->row)) return WEND_ERROR_MEMORY;
        }
        *bytes_out = w->bytes.bytes;
        *size_out = w->bytes.size;
    } else if (!begins && w->y < w->raster->height) {
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
    w->bytes.capacity = 128;
    w->row = malloc((size_t)w->raster->width + 1);
    w->bytes.bytes = malloc(w->bytes.capacity);
    return w->row != NULL && w->bytes.bytes != NULL;
}

int raster_write(const raster* r, const char* file, progress* bar, int64_t* bytes_out) {
    writer w = {.raster = r, .bar = bar};
    const int code = start_writer(&w) ? output_write_pieces(file, give_piece, &w)
                                      : cli_fail(CLI_RESOURCE, "%s: out of memory", file);
    *bytes_out = w.total_bytes;
    png_encoder_destroy(w.png);
    free(w.row);
    free(w.bytes.bytes);
    return code;
}
