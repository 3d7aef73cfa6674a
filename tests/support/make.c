// make.c: how are the files of these tests written?
#include "make.h"

#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turbojpeg.h>

static void must(bool condition, const char* what) {
    if (condition) return;
    fprintf(stderr, "the test cannot make its file: %s\n", what);
    abort();
}

void put(bytes* file, const void* data, size_t size) {
    must(size <= FILE_BYTES - file->size, "it is too large");
    if (size) memcpy(file->data + file->size, data, size);
    file->size += size;
}
void put_text(bytes* file, const char* text) {
    put(file, text, strlen(text));
}
void put_u8(bytes* file, uint32_t value) {
    put(file, &(uint8_t){(uint8_t)value}, 1);
}
void put_le16(bytes* file, uint32_t value) {
    put_u8(file, value & 255);
    put_u8(file, value >> 8 & 255);
}
void put_le32(bytes* file, uint32_t value) {
    put_le16(file, value & 65535);
    put_le16(file, value >> 16);
}

void put_be32_at(bytes* file, size_t at, uint32_t value) {
    for (int32_t i = 0; i < 4; i++) file->data[at + (size_t)i] = (uint8_t)(value >> (24 - 8 * i));
}

uint32_t crc32_of(const uint8_t* data, size_t size) {
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (int32_t bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static int32_t sample_count(const picture* p) {
    return p->width * p->height * p->channels;
}

void make_png(bytes* file, const picture* p, const png_kind* kind) {
    // rows as spng wants them: packed below 8 bits, of the machine's byte order at 16
    static uint8_t packed[MAX_SAMPLES * 2];
    memset(packed, 0, sizeof packed);
    size_t row_bits = (size_t)(p->width * p->channels) * kind->bits, row_bytes = (row_bits + 7) / 8;
    for (int32_t y = 0, i = 0; y < p->height; y++) {
        uint8_t* row = packed + (size_t)y * row_bytes;
        for (size_t bit = 0; bit < row_bits; bit += kind->bits, i++) {
            if (kind->bits == 16)
                memcpy(row + bit / 8, &p->samples[i], 2);
            else
                row[bit / 8] |= (uint8_t)(p->samples[i] << (8 - kind->bits - bit % 8));
        }
    }
    spng_ctx* context = spng_ctx_new(SPNG_CTX_ENCODER);
    spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1);
    struct spng_ihdr head = {.width = (uint32_t)p->width,
                             .height = (uint32_t)p->height,
                             .bit_depth = kind->bits,
                             .color_type = kind->color_type,
                             .interlace_method = kind->interlaced};
    must(spng_set_ihdr(context, &head) == 0, "IHDR");
    struct spng_trns trns = {0};
    if (kind->color_type == 3) {
        struct spng_plte plte = {.n_entries = (uint32_t)kind->palette_size};
        for (int32_t i = 0; i < kind->palette_size; i++) {
            plte.entries[i].red = kind->palette[i][0];
            plte.entries[i].green = kind->palette[i][1];
            plte.entries[i].blue = kind->palette[i][2];
            trns.type3_alpha[i] = kind->palette[i][3];
            if (kind->palette[i][3] < 255) trns.n_type3_entries = (uint32_t)i + 1;
        }
        must(spng_set_plte(context, &plte) == 0, "PLTE");
    }
    if (kind->has_key) {
        trns.gray = trns.red = kind->key[0];
        trns.green = kind->key[1];
        trns.blue = kind->key[2];
    }
    if (kind->has_key || trns.n_type3_entries) must(spng_set_trns(context, &trns) == 0, "tRNS");
    must(spng_encode_image(context, packed, row_bytes * (size_t)p->height, SPNG_FMT_PNG,
                           SPNG_ENCODE_FINALIZE) == 0,
         "pixels");
    size_t size;
    int error;
    void* png = spng_get_png_buffer(context, &size, &error);
    must(png != NULL, "buffer");
    file->size = 0;
    put(file, png, size);
    free(png);
    spng_ctx_free(context);
}

void make_jpeg(bytes* file, const picture* p, bool progressive) {
    static uint8_t pixels[MAX_SAMPLES];
    for (int32_t i = 0; i < sample_count(p); i++) pixels[i] = (uint8_t)p->samples[i];
    tjhandle encoder = tjInitCompress();
    unsigned char* jpeg = NULL;
    unsigned long size = 0;
    bool grey = p->channels == 1;
    must(tjCompress2(encoder, pixels, p->width, 0, p->height, grey ? TJPF_GRAY : TJPF_RGB, &jpeg, &size,
                     grey ? TJSAMP_GRAY : TJSAMP_444, 100, progressive ? TJFLAG_PROGRESSIVE : 0) == 0,
         "JPEG");
    file->size = 0;
    put(file, jpeg, size);
    tjFree(jpeg);
    tjDestroy(encoder);
}

void make_bmp(bytes* file, const picture* p, bool top_down, const uint8_t palette_opt[][4],
              int32_t palette_size) {
    uint32_t offset = 54 + (uint32_t)palette_size * 4;
    uint32_t row_bytes = (uint32_t)(p->width * p->channels), pad = (4 - row_bytes % 4) % 4;
    file->size = 0;
    put_text(file, "BM");
    put_le32(file, offset + (row_bytes + pad) * (uint32_t)p->height);
    put_le32(file, 0);
    put_le32(file, offset);
    put_le32(file, 40);
    put_le32(file, (uint32_t)p->width);
    put_le32(file, (uint32_t)(top_down ? -p->height : p->height));
    put_le16(file, 1);
    put_le16(file, (uint32_t)(p->channels * 8));
    for (int32_t i = 0; i < 6; i++) put_le32(file, 0);
    for (int32_t i = 0; i < palette_size; i++) {
        const uint8_t* color = palette_opt[i];
        put(file, (uint8_t[]){color[2], color[1], color[0], 0}, 4);
    }
    for (int32_t y = 0; y < p->height; y++) {
        const uint16_t* row = p->samples + (size_t)(top_down ? y : p->height - 1 - y) * row_bytes;
        for (int32_t x = 0; x < p->width; x++)
            for (int32_t c = p->channels - 1; c >= 0; c--) put_u8(file, row[x * p->channels + c]);
        put(file, (uint8_t[3]){0}, pad);
    }
}

static void put_run(bytes* file, const uint16_t* from, int32_t count, int32_t bits) {
    bool equal = true;
    for (int32_t i = 1; i < count; i++) equal &= from[i] == from[0];
    if (equal || count < 3) { // a literal has at least 3
        for (int32_t i = 0; i < count; i += equal ? count : 1)
            put(file, (uint8_t[]){(uint8_t)(equal ? count : 1), (uint8_t)(from[i] * (bits == 4 ? 17 : 1))},
                2);
        return;
    }
    put(file, (uint8_t[]){0, (uint8_t)count}, 2);
    const int32_t per_byte = 8 / bits, size = (count + per_byte - 1) / per_byte;
    for (int32_t i = 0; i < count; i += per_byte)
        put_u8(file, bits == 8 ? from[i] : (uint32_t)from[i] << 4 | (i + 1 < count ? from[i + 1] : 0u));
    if (size % 2) put_u8(file, 0);
}

void make_bmp_runs(bytes* file, const picture* p, int32_t bits, const uint8_t palette[][4],
                   int32_t palette_size) {
    static bytes plain;
    make_bmp(&plain, p, false, palette, palette_size);
    file->size = 0;
    put(file, plain.data, 54 + (size_t)palette_size * 4);
    file->data[28] = (uint8_t)bits;
    file->data[30] = bits == 8 ? 1 : 2;
    for (int32_t y = p->height - 1; y >= 0; y--) {
        const uint16_t* row = p->samples + y * p->width;
        int32_t end = p->width;
        while (end > 0 && row[end - 1] == 0) end--;
        for (int32_t x = 0, next; x < end; x = next) {
            next = x + 1;
            const bool equal = next < end && row[next] == row[x];
            while (next < end && next - x < 255 && (row[next] == row[x]) == equal &&
                   (equal || row[next] != row[next - 1]))
                next++;
            put_run(file, row + x, next - x, bits);
        }
        put(file, (uint8_t[]){0, 0}, 2);
    }
    put(file, (uint8_t[]){0, 1}, 2);
}

void make_bmp_core(bytes* file, const picture* p, int32_t bits, const uint8_t palette[][4],
                   int32_t palette_size) {
    const uint32_t offset = 26 + (uint32_t)palette_size * 3;
    file->size = 0;
    put_text(file, "BM");
    put(file, (uint8_t[8]){0}, 8);
    put_le32(file, offset);
    put_le32(file, 12);
    put_le16(file, (uint32_t)p->width);
    put_le16(file, (uint32_t)p->height);
    put_le16(file, 1);
    put_le16(file, (uint32_t)bits);
    for (int32_t i = 0; i < palette_size; i++)
        put(file, (uint8_t[]){palette[i][2], palette[i][1], palette[i][0]}, 3);
    for (int32_t y = p->height - 1; y >= 0; y--) {
        uint8_t row[MAX_SAMPLES] = {0};
        for (int32_t x = 0; x < p->width; x++)
            row[x * bits / 8] |= (uint8_t)(p->samples[y * p->width + x] << (8 - bits - x * bits % 8));
        put(file, row, (size_t)(p->width * bits + 31) / 32 * 4);
    }
}

static void put_tga_pixel(bytes* file, const uint16_t* samples, int32_t channels) {
    static const int32_t order[] = {2, 1, 0, 3};
    for (int32_t c = 0; c < channels; c++) put_u8(file, samples[channels >= 3 ? order[c] : c]);
}

void make_tga(bytes* file, const picture* p, const tga_kind* kind) {
    file->size = 0;
    put_le16(file, kind->unused_palette ? 0x103 : 0); // and a name of 3 bytes
    put_u8(file, (p->channels == 1 ? 3u : 2u) + (kind->rle ? 8u : 0u));
    put(file, kind->unused_palette ? (uint8_t[9]){7, 0, 5, 0, 24} : (uint8_t[9]){0}, 9);
    put_le16(file, (uint32_t)p->width);
    put_le16(file, (uint32_t)p->height);
    put_u8(file, (uint32_t)p->channels * 8);
    put_u8(file, kind->alpha_bits | (kind->top_down ? 0x20u : 0) | (kind->right_to_left ? 0x10u : 0));
    if (kind->unused_palette) put_text(file, "map123456789abcdef");
    for (int32_t y = 0; y < p->height; y++) {
        int32_t row = kind->top_down ? y : p->height - 1 - y;
        for (int32_t x = 0; x < p->width;) {
            int32_t column = kind->right_to_left ? p->width - 1 - x : x;
            const uint16_t* pixel = p->samples + (row * p->width + column) * p->channels;
            int32_t step = kind->right_to_left ? -p->channels : p->channels;
            int32_t run = 1;
            while (x + run < p->width && run < 128 &&
                   memcmp(pixel, pixel + run * step, (size_t)p->channels * 2) == 0)
                run++;
            if (!kind->rle) run = 1;
            if (kind->rle) put_u8(file, run > 1 ? 127u + (uint32_t)run : 0); // a run, or one pixel as it is
            put_tga_pixel(file, pixel, p->channels);
            x += run;
        }
    }
}

typedef struct bit_writer {
    uint8_t data[MAX_SAMPLES * 2];
    size_t count;
} bit_writer;

static void put_bits(bit_writer* w, uint32_t value, int32_t bits) {
    for (int32_t i = 0; i < bits; i++, w->count++)
        w->data[w->count / 8] |= (uint8_t)((value >> i & 1) << w->count % 8);
}

void make_gif(bytes* file, const picture* p, const uint8_t palette[4][3], int32_t transparent) {
    file->size = 0;
    put_text(file, "GIF89a");
    put_le16(file, (uint32_t)p->width);
    put_le16(file, (uint32_t)p->height);
    put(file, (uint8_t[]){0x81, 0, 0}, 3); // a palette of 4
    put(file, palette, 12);
    if (transparent >= 0) put(file, (uint8_t[]){0x21, 0xf9, 4, 1, 0, 0, (uint8_t)transparent, 0}, 8);
    put_u8(file, 0x2c);
    put_le32(file, 0);
    put_le16(file, (uint32_t)p->width);
    put_le16(file, (uint32_t)p->height);
    put(file, (uint8_t[]){0, 2}, 2);
    // a clear code before every second pixel keeps all codes at 3 bits
    static bit_writer w;
    memset(&w, 0, sizeof w);
    for (int32_t i = 0; i < sample_count(p); i++) {
        if (i % 2 == 0) put_bits(&w, 4, 3);
        put_bits(&w, p->samples[i], 3);
    }
    put_bits(&w, 5, 3);
    size_t size = (w.count + 7) / 8;
    for (size_t at = 0; at < size; at += 255) {
        size_t block = size - at < 255 ? size - at : 255;
        put_u8(file, (uint32_t)block);
        put(file, w.data + at, block);
    }
    put(file, (uint8_t[]){0, 0x3b}, 2);
}

void make_pnm(bytes* file, const picture* p, char kind, uint32_t max_value) {
    bool bitmap = kind == '1' || kind == '4';
    char text[64];
    file->size = 0;
    snprintf(text, sizeof text, "P%c\n# made by a test\n%d %d\n", kind, p->width, p->height);
    put_text(file, text);
    if (!bitmap) {
        snprintf(text, sizeof text, "%u\n", max_value);
        put_text(file, text);
    }
    int32_t row = p->width * p->channels;
    for (int32_t y = 0; y < p->height; y++) {
        static bit_writer w;
        memset(&w, 0, sizeof w);
        for (int32_t i = 0; i < row; i++) {
            uint16_t sample = p->samples[y * row + i];
            if (kind == '4') {
                w.data[w.count / 8] |= (uint8_t)((sample ? 0 : 0x80) >> w.count % 8);
                w.count++;
            } else if (kind >= '5') {
                if (max_value > 255) put_u8(file, (uint32_t)sample >> 8);
                put_u8(file, sample & 255u);
            } else {
                snprintf(text, sizeof text, "%u ", bitmap ? !sample : (unsigned)sample);
                put_text(file, text);
            }
        }
        put(file, w.data, (w.count + 7) / 8);
        if (kind <= '3') put_u8(file, '\n');
    }
}
