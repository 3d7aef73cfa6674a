// file_order.c: the bytes of numbers, reversed.
#include "core/file_order.h"

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
