// raster_out.c: writes rows of bytes as a PGM, a PNG or lines of text, and numbers as a GeoTIFF, piece by
// piece.
#include "raster_out.h"
#include "memory.h"
#include "output.h"
#include "png_encoder.h"

#include "cli.h"
#include "wend/private.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct writer {
    const raster* raster;
    uint8_t* row;    // greys, or letters and a line end
    png_bytes bytes; // the encoded bytes of the last rows
    png_encoder* png;
    progress* bar;
    int64_t total_bytes;
} writer;

static void begin(writer* w, file_text* out) {
    const raster* r = w->raster;
    if (r->kind == RASTER_PNG) {
        w->png = png_encoder_create(r->width, r->height, 1, &w->bytes);
        out->failed |= w->png == NULL;
    } else if (r->kind == RASTER_PGM) {
        file_text_add(out, "P5\n%d %d\n255\n", r->width, r->height);
    } else {
        file_text_add(out, "%s", r->header);
    }
}

// An output_row_fn. The encoder of PNG keeps rows until it has a block.
static void add_row(void* context, int64_t row, file_text* out) {
    writer* w = context;
    const raster* r = w->raster;
    const size_t before = out->size;
    if (row == 0) begin(w, out);
    if (out->failed) return;
    r->next_row(r->context, w->row);
    w->row[r->width] = '\n';
    if (r->kind == RASTER_PNG) {
        out->failed |= !png_encoder_row(w->png, w->row);
        file_text_append(out, w->bytes.bytes, w->bytes.size);
        w->bytes.size = 0;
    } else {
        file_text_append(out, w->row, (size_t)r->width + (r->kind == RASTER_LINES));
    }
    w->total_bytes += (int64_t)(out->size - before);
    progress_report((double)(row + 1) / r->height, w->bar);
}

int raster_write(const raster* r, const char* file, progress* bar, int64_t* bytes_out) {
    writer w = {.raster = r, .bar = bar, .row = memory_for((int64_t)r->width + 1, 1, "pixels")};
    const int code = output_write_rows(file, r->height, add_row, &w);
    *bytes_out = w.total_bytes;
    png_encoder_destroy(w.png);
    free(w.row);
    free(w.bytes.bytes);
    return code;
}

// ---- numbers of tiles as a GeoTIFF: a header, the tags, what they refer to, then row by row

enum { HEAD_BYTES = 1024, MOST_TAGS = 20, STRIP_ROWS = 16 };
enum { SHORT = 3, LONG = 4, DOUBLE = 12, ASCII = 2 };

typedef struct tag {
    uint16_t number, type;
    uint32_t count;
    const void* values; // little-endian
} tag;

typedef struct tiff {
    uint8_t* head; // all before the numbers
    size_t head_size;
    const float* values;
    int32_t width;
} tiff;

static void put(uint8_t* out, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) out[i] = (uint8_t)(value >> 8 * i);
}

static void put_double(uint8_t* out, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(out, bits, 8);
}

static int size_of(int type) {
    return type == SHORT ? 2 : type == LONG ? 4 : type == DOUBLE ? 8 : 1;
}

// Lays out the directory and its values behind the header. Returns the number of bytes.
static size_t lay_out(const tag* tags, int count, uint8_t* head) {
    size_t at = 8, values = 8 + 2 + 12 * (size_t)count + 4;
    memcpy(head, "II\x2a\0\x08\0\0\0", 8);
    put(head + at, (uint64_t)count, 2);
    at += 2;
    for (int i = 0; i < count; i++, at += 12) {
        const size_t bytes = (size_t)size_of(tags[i].type) * tags[i].count;
        put(head + at, tags[i].number, 2);
        put(head + at + 2, tags[i].type, 2);
        put(head + at + 4, tags[i].count, 4);
        if (bytes <= 4) {
            memset(head + at + 8, 0, 4);
            memcpy(head + at + 8, tags[i].values, bytes);
            continue;
        }
        put(head + at + 8, values, 4);
        memcpy(head + values, tags[i].values, bytes);
        values += (bytes + 1) / 2 * 2;
    }
    put(head + at, 0, 4);
    return values;
}

// An output_row_fn: the head, then row by row.
static void add_numbers(void* context, int64_t row, file_text* out) {
    const tiff* t = context;
    if (row == 0) file_text_append(out, t->head, t->head_size);
    for (int32_t x = 0; x < t->width; x++) {
        uint32_t bits;
        uint8_t bytes[4];
        memcpy(&bits, &t->values[row * t->width + x], sizeof bits);
        put(bytes, bits, 4);
        file_text_append(out, bytes, 4);
    }
}

int geotiff_write(const world_frame* frame, wend_rect area, const float* values, const char* file) {
    const uint32_t strips = (uint32_t)((area.height + STRIP_ROWS - 1) / STRIP_ROWS);
    const uint64_t row_bytes = 4 * (uint64_t)area.width, all = row_bytes * (uint64_t)area.height;
    if (all > UINT32_MAX - 8 * (uint64_t)strips - HEAD_BYTES)
        return cli_fail(CLI_RESOURCE, "%s: %d x %d tiles do not fit into a TIFF of 4 GB", file, area.width,
                        area.height);
    tiff w = {.values = values, .width = area.width};
    uint8_t *offsets = memory_for(strips, 4, "strips"), *sizes = memory_for(strips, 4, "strips");
    w.head = memory_for(HEAD_BYTES / 8 + (int64_t)strips, 8, "strips");
    uint8_t numbers[8][4] = {{0}}, transform[128] = {0}, keys[32] = {0};
    put(numbers[0], (uint64_t)area.width, 4);
    put(numbers[1], (uint64_t)area.height, 4);
    put(numbers[2], 32, 2);
    put(numbers[3], 1, 2);
    put(numbers[4], STRIP_ROWS, 4);
    put(numbers[5], 3, 2); // floating point
    tag tags[MOST_TAGS] = {{256, LONG, 1, numbers[0]},  {257, LONG, 1, numbers[1]},
                           {258, SHORT, 1, numbers[2]}, {259, SHORT, 1, numbers[3]},
                           {262, SHORT, 1, numbers[3]}, {273, LONG, strips, offsets},
                           {277, SHORT, 1, numbers[3]}, {278, LONG, 1, numbers[4]},
                           {279, LONG, strips, sizes},  {339, SHORT, 1, numbers[5]}};
    int count = 10;
    if (frame->geo.has_transform) { // of the corner of the area, as a matrix of 4 x 4
        const double* t = frame->geo.transform;
        const double matrix[16] = {t[1], t[2], 0, t[0] + t[1] * area.x + t[2] * area.y,
                                   t[4], t[5], 0, t[3] + t[4] * area.x + t[5] * area.y,
                                   0,    0,    0, 0,
                                   0,    0,    0, 1};
        for (int i = 0; i < 16; i++) put_double(transform + 8 * i, matrix[i]);
        tags[count++] = (tag){34264, DOUBLE, 16, transform};
        // The version; the kind of coordinate system; pixels are areas; the number with EPSG, where known.
        const bool is_projected = frame->geo.kind == WEND_GEO_PROJECTED;
        const bool is_known = frame->geo.epsg > 0 && frame->geo.epsg <= UINT16_MAX;
        const uint16_t list[16] = {1,
                                   1,
                                   0,
                                   is_known ? 3 : 1, // these keys follow, in their order:
                                   is_known ? 1024 : 1025,
                                   0,
                                   1,
                                   is_known ? (is_projected ? 1 : 2) : 1,
                                   1025,
                                   0,
                                   1,
                                   1,
                                   is_projected ? 3072 : 2048,
                                   0,
                                   1,
                                   is_known ? (uint16_t)frame->geo.epsg : 0};
        for (int i = 0; i < 16; i++) put(keys + 2 * i, list[i], 2);
        tags[count++] = (tag){34735, SHORT, is_known ? 16 : 8, keys};
    }
    tags[count++] = (tag){42113, ASCII, 4, "nan"}; // GDAL's tag for no data
    for (int pass = 0; pass < 2; pass++) {         // the offsets need the size of the head
        for (uint32_t i = 0; i < strips; i++) {
            const uint64_t rows =
                i + 1 < strips ? STRIP_ROWS : (uint64_t)area.height - (uint64_t)i * STRIP_ROWS;
            put(offsets + 4 * (size_t)i, w.head_size + i * STRIP_ROWS * row_bytes, 4);
            put(sizes + 4 * (size_t)i, rows * row_bytes, 4);
        }
        w.head_size = lay_out(tags, count, w.head);
    }
    const int code = output_write_rows(file, area.height, add_numbers, &w);
    free(offsets);
    free(sizes);
    free(w.head);
    return code;
}
