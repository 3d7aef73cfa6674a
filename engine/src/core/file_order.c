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

size_t wendi_copy_reversed(const void* records, size_t count, const wendi_layout* layout,
                           uint8_t out[WENDI_REORDERED_BYTES]) {
    const size_t room = WENDI_REORDERED_BYTES / layout->bytes, taken = count < room ? count : room;
    memcpy(out, records, taken * layout->bytes);
    wendi_reverse(out, taken, layout);
    return taken;
}
