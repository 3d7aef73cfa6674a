// How does the fuzzer change a .wend file or a patch so that it stays one? It changes values within a
// section, moves them, or changes the size of a section and with it the places of those after it. The target
// corrects checksums.
#include <stdlib.h>
#include <string.h>

#include "section_file.h"

// Of libFuzzer.
size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

enum { COUNT_AT = 24, MOST_SECTIONS = 19, ALIGNMENT = 64 };

typedef struct place {
    size_t offset, size;
} place;

// Sections as far as they lie within the file, one after the other.
static int32_t find_sections(uint8_t* data, size_t size, place sections[MOST_SECTIONS]) {
    if (size < FILE_TABLE_AT || memcmp(data, "\x89WEN", 4) != 0) return 0;
    const uint32_t count = get32(data + COUNT_AT);
    if (count < 1 || count > MOST_SECTIONS || size < FILE_TABLE_AT + count * FILE_ENTRY) return 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t* entry = file_entry(data, (int32_t)i);
        const uint64_t offset = get64(entry + ENTRY_OFFSET_AT), length = get64(entry + ENTRY_SIZE_AT);
        if (offset > size || length > size - offset || (i > 0 && offset < sections[i - 1].offset)) return 0;
        sections[i] = (place){(size_t)offset, (size_t)length};
    }
    return (int32_t)count;
}

static void change_values(uint8_t* at, size_t size, rng* r) {
    const int32_t widths[] = {1, 2, 4, 8}, width = widths[rng_below(r, 4)];
    const int32_t count = (int32_t)size / width;
    if (count < 1) return;
    uint8_t* value = at + (size_t)rng_below(r, count) * (size_t)width;
    const uint64_t word = (uint64_t)nasty_word(r) | (rng_chance(r, 30) ? (uint64_t)nasty_word(r) << 32 : 0);
    switch (rng_below(r, 4)) {
    case 0:
        memcpy(value, &word, (size_t)width);
        break;
    case 1:
        *value ^= (uint8_t)(1u << rng_below(r, 8));
        break;
    case 2:
        *value = (uint8_t)(*value + rng_between(r, -3, 3));
        break;
    default:
        memcpy(value, at + (size_t)rng_below(r, count) * (size_t)width, (size_t)width);
        break;
    }
}

// Copies one record over another, of the sizes that records have.
static void move_records(uint8_t* at, size_t size, rng* r) {
    const int32_t sizes[] = {4, 8, 32, 40}, record = sizes[rng_below(r, 4)];
    const int32_t count = (int32_t)size / record;
    if (count < 2) return;
    memmove(at + (size_t)rng_below(r, count) * (size_t)record,
            at + (size_t)rng_below(r, count) * (size_t)record, (size_t)record);
}

static size_t aligned(size_t size) {
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

// Some records more or fewer at the end of a section.
static size_t resize(uint8_t* data, size_t size, size_t max_size, place* sections, int32_t count,
                     int32_t which, rng* r) {
    const int32_t sizes[] = {1, 4, 8, 32, 40, 1104};
    const int64_t by = (int64_t)sizes[rng_below(r, 6)] * rng_between(r, -2, 2);
    const place s = sections[which];
    if ((int64_t)s.size + by < 0) return size;
    const size_t end = s.offset + aligned(s.size), length = (size_t)((int64_t)s.size + by);
    const size_t new_end = s.offset + aligned(length);
    if (end > size || new_end + (size - end) > max_size) return size;
    memmove(data + new_end, data + end, size - end);
    if (length > s.size) memset(data + s.offset + s.size, 0, new_end - s.offset - s.size);
    if (length < s.size) memset(data + s.offset + length, 0, new_end - s.offset - length);
    put64(file_entry(data, which) + ENTRY_SIZE_AT, length);
    for (int32_t i = which + 1; i < count; i++)
        put64(file_entry(data, i) + ENTRY_OFFSET_AT, sections[i].offset + new_end - end);
    const size_t total = new_end + (size - end);
    put64(data + FILE_SIZE_AT, total);
    return total;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
    rng r = rng_seeded(seed);
    place sections[MOST_SECTIONS];
    const int32_t count = find_sections(data, size, sections);
    if (count == 0 || rng_chance(&r, 1)) return LLVMFuzzerMutate(data, size, max_size);
    for (int32_t i = rng_chance(&r, 70) ? 1 : rng_between(&r, 2, 4); i > 0; i--) {
        const int32_t which = rng_below(&r, count);
        uint8_t* at = data + sections[which].offset;
        const size_t length = sections[which].size;
        const int32_t kind = rng_below(&r, 10);
        if (kind == 0) return resize(data, size, max_size, sections, count, which, &r);
        if (kind == 1) move_records(at, length, &r);
        if (kind == 2 && length > 0) LLVMFuzzerMutate(at, length, length);
        if (kind > 2) change_values(at, length, &r);
    }
    return size;
}
