// section_file.h: the bytes of a .wend file or a patch, as docs/file-format.md describes them, for tests that
// damage a file and make its checksums right again. Nothing here knows the engine.
#ifndef WEND_TEST_SECTION_FILE_H
#define WEND_TEST_SECTION_FILE_H
#include <stdint.h>
#include <string.h>

#include "rng.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
    FILE_VERSION_AT = 12,
    FILE_SIZE_AT = 16,
    FILE_TABLE_SUM_AT = 48,
    FILE_SUM_AT = 56,
    FILE_TABLE_AT = 64,
    FILE_ENTRY = 32, // bytes of an entry of the table
    ENTRY_OFFSET_AT = 8,
    ENTRY_SIZE_AT = 16,
    ENTRY_SUM_AT = 24
};

static inline uint16_t get16(const uint8_t* at) {
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return value;
}
static inline uint32_t get32(const uint8_t* at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}
static inline uint64_t get64(const uint8_t* at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}
static inline void put32(uint8_t* at, uint32_t value) {
    memcpy(at, &value, sizeof value);
}
static inline void put64(uint8_t* at, uint64_t value) {
    memcpy(at, &value, sizeof value);
}

/// The entry of a section in the table.
static inline uint8_t* file_entry(uint8_t* file, int32_t section) {
    return file + FILE_TABLE_AT + section * FILE_ENTRY;
}
/// Makes every checksum right, of sections as far as they lie within the file.
static inline void file_seal(uint8_t* file, size_t size, int32_t sections) {
    for (int32_t i = 0; i < sections; i++) {
        uint8_t* entry = file_entry(file, i);
        const uint64_t offset = get64(entry + ENTRY_OFFSET_AT), length = get64(entry + ENTRY_SIZE_AT);
        const uint64_t padded = length > size ? UINT64_MAX : (length + 63) / 64 * 64;
        if (offset <= size && padded <= size - offset)
            put64(entry + ENTRY_SUM_AT, XXH3_64bits(file + offset, (size_t)padded));
    }
    put64(file + FILE_TABLE_SUM_AT, XXH3_64bits(file_entry(file, 0), (size_t)sections * FILE_ENTRY));
    put64(file + FILE_SUM_AT, XXH3_64bits(file, FILE_SUM_AT));
}
/// A number that a careless reader might trust.
static inline uint32_t nasty_word(rng* r) {
    static const uint32_t words[] = {0,          1,          2,          0x7fffffff, 0x80000000, 0xfffffffe,
                                     0xffffffff, 0x00010000, 0x00000101, 0xffff0000, 0x7f800000, 0x7fc00000};
    const int32_t count = (int32_t)(sizeof words / sizeof *words);
    return rng_chance(r, 60) ? words[rng_below(r, count)] : (uint32_t)rng_next(r) >> rng_below(r, 32);
}
#endif
