// file_order.c: the bytes of numbers, reversed; and files that are written whole.
#include "core/file_order.h"

#include <errno.h>

#include "core/file.h"
#include "wend/private.h"

// ---- the bytes of numbers, reversed.

static void reverse_number(uint8_t* bytes, size_t size) {
    for (size_t i = 0; i < size / 2; i++) {
        const uint8_t first = bytes[i];
        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = first;
    }
}

void wendi_reverse(void* records, size_t count, const wendi_layout* layout) {
    uint8_t* at = records;
    for (const uint8_t* end = at + count * layout->bytes; at < end;)
        for (const wendi_run* run = layout->runs; run < layout->runs + 6; run++)
            for (size_t i = 0; i < run->count; i++, at += run->size) reverse_number(at, run->size);
}

void wendi_pass_reversed(const void* records, size_t count, const wendi_layout* layout, wendi_take_fn* take,
                         void* context) {
    uint8_t piece[WENDI_LARGEST_RECORD];
    const size_t room = sizeof piece / layout->bytes;
    for (const uint8_t* at = records; count > 0;) {
        const size_t taken = count < room ? count : room;
        memcpy(piece, at, taken * layout->bytes);
        wendi_reverse(piece, taken, layout);
        take(context, piece, taken * layout->bytes);
        at += taken * layout->bytes;
        count -= taken;
    }
}

// ---- files that are written whole.

wend_result wend_file_write_pieces(const char* file, wend_file_piece_fn* next, void* context,
                                   wend_error* error_opt) {
    if (!file || !next) return WEND_ERROR_ARGUMENT;
    wendi_output output;
    wend_result result = wendi_output_open(file, &output, error_opt);
    if (result != WEND_OK) return result;
    const void* bytes = NULL;
    size_t size = 0;
    while ((result = next(context, &bytes, &size)) == WEND_OK && size > 0) {
        if (fwrite(bytes, 1, size, output.stream) == size) continue;
        result =
            wendi_fail(error_opt, WEND_ERROR_IO, "%s: write failed: %s", file, wendi_system_error(errno));
        break;
    }
    wend_result closed = wendi_output_close(&output, result == WEND_OK, error_opt);
    return result == WEND_OK ? closed : result;
}

typedef struct whole {
    const void* bytes;
    size_t size; // 0 after it was supplied
} whole;

static wend_result give_whole(void* context, const void** bytes_out, size_t* size_out) {
    whole* w = context;
    *bytes_out = w->bytes;
    *size_out = w->size;
    w->size = 0;
    return WEND_OK;
}

wend_result wend_file_write(const char* file, const void* bytes, size_t size, wend_error* error_opt) {
    if (!bytes && size > 0) return WEND_ERROR_ARGUMENT;
    return wend_file_write_pieces(file, give_whole, &(whole){bytes, size}, error_opt);
}
