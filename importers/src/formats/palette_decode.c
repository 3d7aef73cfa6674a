// palette_decode.c: which pixels does a GIF have, or a BMP with a palette?
//
// There are libraries for both, but each of them allocates and longjmps or locks, which the child of
// sandbox.c may not.
#include "formats/palette_decode.h"

#include <stdbool.h>
#include <string.h>

typedef struct decoder {
    const uint8_t* bytes;
    size_t size, at;
    wimp_stb_answer* answer; // width 0: not decoded
    uint8_t* pixels;
    uint8_t colors[256][4];
    bool past_end;
} decoder;

static uint32_t get8(decoder* d) {
    if (d->at < d->size) return d->bytes[d->at++];
    d->past_end = true;
    return 0;
}
static uint32_t get16(decoder* d) {
    const uint32_t low = get8(d);
    return low | get8(d) << 8;
}
static void skip(decoder* d, size_t count) {
    d->at += count < d->size - d->at ? count : d->size - d->at;
}

// The reason of a failure, unless there is one.
static bool fail(decoder* d, const char* reason) {
    if (d->answer->reason[0] == '\0') strncpy(d->answer->reason, reason, sizeof d->answer->reason - 1);
    return false;
}

// ---- GIF

enum { MAX_CODES = 4096, NO_CODE = MAX_CODES };

// Each code stands for the string of its prefix and one more pixel.
typedef struct gif_codes {
    uint16_t prefix[MAX_CODES];
    uint8_t first[MAX_CODES], last[MAX_CODES];
    uint8_t string[MAX_CODES];
} gif_codes;

// The rectangle of the screen that is drawn; x and y count within it.
typedef struct gif_picture {
    uint8_t* pixels; // of its top-left corner
    size_t stride;
    uint32_t columns, rows, x, y;
    int32_t pass; // 0 to 3 of an interlaced picture; 4: of another
} gif_picture;

static void put_pixel(const decoder* d, gif_picture* p, uint8_t index) {
    static const uint8_t firsts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2, 1};
    if (p->columns == 0 || p->y >= p->rows) return; // more pixels than the picture has
    memcpy(p->pixels + p->y * p->stride + (size_t)p->x * 4, d->colors[index], 4);
    if (++p->x < p->columns) return;
    p->x = 0;
    p->y += steps[p->pass];
    while (p->y >= p->rows && p->pass < 3) p->y = firsts[++p->pass];
}

static void put_string(const decoder* d, gif_picture* p, gif_codes* codes, uint32_t code, uint32_t clear) {
    uint32_t at = MAX_CODES;
    for (; code > clear; code = codes->prefix[code]) codes->string[--at] = codes->last[code];
    codes->string[--at] = codes->last[code];
    while (at < MAX_CODES) put_pixel(d, p, codes->string[at++]);
}

// Once all codes are in use, a picture may go on with them: nothing makes an encoder clear them at once.
static bool read_codes(decoder* d, gif_picture* p, gif_codes* codes) {
    const uint32_t root_bits = get8(d), clear = 1u << (root_bits & 15), end = clear + 1;
    if (root_bits > 8) return fail(d, "codes of more than 8 bits");
    for (uint32_t i = 0; i < clear; i++) codes->first[i] = codes->last[i] = (uint8_t)i;
    uint32_t bits = root_bits + 1, count = end + 1, previous = NO_CODE;
    uint32_t waiting = 0, waiting_bits = 0, block = 0;
    for (;;) {
        while (waiting_bits < bits) {
            if (block == 0) block = get8(d);
            if (block == 0) return true; // without the code that ends it
            waiting |= get8(d) << waiting_bits;
            waiting_bits += 8;
            block--;
        }
        const uint32_t code = waiting & ((1u << bits) - 1);
        waiting >>= bits;
        waiting_bits -= bits;
        if (code == end) break;
        if (code == clear) {
            bits = root_bits + 1;
            count = end + 1;
            previous = NO_CODE;
            continue;
        }
        if (code > count || (code == count && previous == NO_CODE)) return fail(d, "illegal code in raster");
        if (previous != NO_CODE && count < MAX_CODES) {
            codes->prefix[count] = (uint16_t)previous;
            codes->first[count] = codes->first[previous];
            codes->last[count] = codes->first[code];
            if (++count == 1u << bits && bits < 12) bits++;
        }
        put_string(d, p, codes, code, clear);
        previous = code;
    }
    for (skip(d, block); (block = get8(d)) > 0;) skip(d, block);
    return true;
}

static void read_colors(decoder* d, uint32_t flags) {
    memset(d->colors, 0, sizeof d->colors); // a colour that the table has not is transparent
    for (uint32_t i = 0; i < 2u << (flags & 7); i++) {
        for (int32_t c = 0; c < 3; c++) d->colors[i][c] = (uint8_t)get8(d);
        d->colors[i][3] = 255;
    }
}

// The colour that is transparent in the next picture; -1: none.
static int32_t read_extension(decoder* d, int32_t transparent) {
    const bool is_control = get8(d) == 0xf9;
    uint32_t size = get8(d);
    if (is_control && size == 4) {
        const uint32_t flags = get8(d);
        skip(d, 2);
        const uint32_t color = get8(d);
        transparent = flags & 1 ? (int32_t)color : -1;
        size = get8(d);
    }
    for (; size > 0; size = get8(d)) skip(d, size);
    return transparent;
}

static bool read_gif_picture(decoder* d, uint32_t screen_flags, int32_t transparent, gif_codes* codes) {
    const uint32_t left = get16(d), top = get16(d), columns = get16(d), rows = get16(d), flags = get8(d);
    const uint32_t width = (uint32_t)d->answer->width, height = (uint32_t)d->answer->height;
    if (left + columns > width || top + rows > height) return fail(d, "bad Image Descriptor");
    if (flags & 0x80)
        read_colors(d, flags);
    else if (!(screen_flags & 0x80))
        return fail(d, "missing color table");
    if (transparent >= 0) memset(d->colors[transparent], 0, 4);
    gif_picture picture = {.pixels = d->pixels + ((size_t)top * width + left) * 4,
                           .stride = (size_t)width * 4,
                           .columns = columns,
                           .rows = rows,
                           .pass = flags & 0x40 ? 0 : 4};
    return read_codes(d, &picture, codes);
}

static bool read_gif(decoder* d, gif_codes* codes) {
    const uint32_t flags = d->bytes[10], background = d->bytes[11];
    int32_t transparent = -1;
    if ((d->bytes[4] != '7' && d->bytes[4] != '9') || d->bytes[5] != 'a') return fail(d, "not GIF");
    d->at = 13;
    if (flags & 0x80) read_colors(d, flags);
    // What the picture leaves out of the screen has the colour of the background; colour 0 means that there
    // is none.
    const size_t count = (size_t)d->answer->width * (size_t)d->answer->height;
    uint8_t around[4] = {0, 0, 0, 0};
    if (background > 0) memcpy(around, d->colors[background], 3), around[3] = 255;
    for (size_t i = 0; i < count; i++) memcpy(d->pixels + i * 4, around, 4);
    for (;;) {
        switch (get8(d)) {
        case 0x21:
            transparent = read_extension(d, transparent);
            break;
        case 0x2c:
            return read_gif_picture(d, flags, transparent, codes);
        case 0x3b:
            return fail(d, "it holds no picture");
        default:
            return fail(d, "unknown code");
        }
    }
}

// ---- BMP

enum { FILE_HEADER = 14, CORE_HEADER = 12 };

int64_t wimp_bmp_colors(const uint8_t* bytes) {
    const int64_t header = wimp_le32(bytes + FILE_HEADER), entry = header == CORE_HEADER ? 3 : 4;
    return (wimp_le32(bytes + 10) - FILE_HEADER - header) / entry;
}

// line counts from the first that is stored. False: the palette has no such colour, or the picture no such
// pixel.
static bool put_color(decoder* d, int32_t colors, bool top_down, int64_t x, int64_t line, int32_t color) {
    const int32_t width = d->answer->width, height = d->answer->height;
    if (x >= width || line >= height) return fail(d, "a run leaves the picture");
    const int32_t y = (int32_t)(top_down ? line : height - 1 - line);
    if (color >= colors) {
        d->answer->wrong_x = (int32_t)x;
        d->answer->wrong_y = y;
        d->answer->wrong_color = color;
        return false;
    }
    memcpy(d->pixels + ((size_t)y * (size_t)width + (size_t)x) * 3, d->colors[color], 3);
    return true;
}

static bool read_runs(decoder* d, int32_t bits, int32_t colors, bool top_down) {
    int64_t x = 0, line = 0;
    while (!d->past_end) {
        uint32_t count = get8(d), value = get8(d);
        const bool is_run = count > 0;
        if (!is_run && value == 1) break;
        if (!is_run && value == 0) {
            x = 0;
            line++;
        } else if (!is_run && value == 2) {
            x += get8(d);
            line += get8(d);
        } else {
            if (!is_run) count = value;
            for (uint32_t i = 0; i < count; i++) {
                if (!is_run && (bits == 8 || i % 2 == 0)) value = get8(d);
                const uint32_t color = bits == 8 ? value : i % 2 == 0 ? value >> 4 : value & 15;
                if (d->past_end || !put_color(d, colors, top_down, x++, line, (int32_t)color)) return false;
            }
            if (!is_run && (count * (uint32_t)bits + 7) / 8 % 2 != 0) skip(d, 1); // to whole words
        }
    }
    return !d->past_end;
}

static bool read_bmp(decoder* d) {
    const uint8_t* b = d->bytes;
    const uint32_t header_size = wimp_le32(b + FILE_HEADER);
    const bool core = header_size == CORE_HEADER, top_down = !core && (b[25] & 0x80);
    const int32_t bits = (int32_t)wimp_le16(b + (core ? 24 : 28));
    const uint32_t compression = core ? 0 : wimp_le32(b + 30);
    const int32_t width = d->answer->width, height = d->answer->height;
    int64_t colors = wimp_bmp_colors(b);
    if (colors > 1 << bits) colors = 1 << bits;
    d->at = FILE_HEADER;
    skip(d, header_size);
    for (int64_t i = 0; i < colors; i++) {
        for (int32_t c = 2; c >= 0; c--) d->colors[i][c] = (uint8_t)get8(d);
        if (!core) skip(d, 1);
    }
    d->at = 0;
    skip(d, wimp_le32(b + 10));
    if (compression != 0) { // what runs leave out has the first colour
        for (size_t i = 0; i < (size_t)width * (size_t)height; i++)
            memcpy(d->pixels + i * 3, d->colors[0], 3);
        return read_runs(d, bits, (int32_t)colors, top_down);
    }
    for (int64_t line = 0; line < height; line++) {
        const size_t row = d->at, row_bytes = ((size_t)width * (size_t)bits + 31) / 32 * 4;
        uint32_t value = 0;
        for (int32_t x = 0; x < width; x++) {
            const int32_t shift = 8 - bits - x * bits % 8;
            if (x * bits % 8 == 0) value = get8(d);
            const int32_t color = (int32_t)(value >> shift) & ((1 << bits) - 1);
            if (d->past_end || !put_color(d, (int32_t)colors, top_down, x, line, color)) return false;
        }
        skip(d, row + row_bytes - d->at);
    }
    return true;
}

void wimp_palette_decode(const uint8_t* bytes, size_t size, int32_t width, int32_t height, void* memory,
                         size_t memory_size) {
    // The tables of a GIF, then the pixels.
    const size_t codes_at = sizeof(wimp_stb_answer), pixels_at = codes_at + sizeof(gif_codes);
    const bool is_gif = bytes[0] == 'G';
    wimp_stb_answer* answer = memory;
    *answer = (wimp_stb_answer){.width = width,
                                .height = height,
                                .channels = is_gif ? 4 : 3,
                                .pixels_at = pixels_at,
                                .wrong_color = -1};
    decoder d = {.bytes = bytes, .size = size, .answer = answer, .pixels = (uint8_t*)memory + pixels_at};
    const uint64_t pixels = (uint64_t)answer->width * (uint64_t)answer->height;
    const bool fits = pixels <= (memory_size - pixels_at) / (size_t)answer->channels;
    if (!fits) fail(&d, "outofmem");
    const bool decoded =
        fits && (is_gif ? read_gif(&d, (gif_codes*)((uint8_t*)memory + codes_at)) : read_bmp(&d));
    answer->truncated = d.past_end;
    if (!decoded) answer->channels = 0;
}
