// file_order.h: how do numbers in memory get the byte order of files, and back?
//
// Files are little-endian on every machine. Memory always holds numbers in the order of the machine. What is
// written, and what the checksums of files cover, is in the order of files. Where both orders are the same,
// all of this compiles to nothing.
#ifndef WENDI_FILE_ORDER_H
#define WENDI_FILE_ORDER_H
#include "core/hash.h"

typedef struct wendi_run { // numbers of one size that follow each other
    uint16_t count, size;  // size: bytes of each
} wendi_run;

/// The numbers of a record of a file. Runs end with the record.
typedef struct wendi_layout {
    uint16_t bytes;
    wendi_run runs[6];
} wendi_layout;

static const wendi_layout wendi_u8 = {1, {{1, 1}}}, wendi_u16 = {2, {{1, 2}}}, wendi_u32 = {4, {{1, 4}}},
                          wendi_u64 = {8, {{1, 8}}};

enum { WENDI_LARGEST_RECORD = 4096 }; // bytes

/// True where numbers in memory lie as in files.
static inline int wendi_has_file_order(void) {
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first;
}

/// Reverses the bytes of every number.
void wendi_reverse(void* records, size_t count, const wendi_layout* layout);
/// Turns records from one order into the other where they differ.
static inline void wendi_reorder(void* records, size_t count, const wendi_layout* layout) {
    if (!wendi_has_file_order()) wendi_reverse(records, count, layout);
}
/// Passes records to a function as files hold them, in pieces that do not end within a record.
typedef void wendi_take_fn(void* context, const void* bytes, size_t size);
void wendi_pass_reversed(const void* records, size_t count, const wendi_layout* layout, wendi_take_fn* take,
                         void* context);
static inline void wendi_pass_in_file_order(const void* records, size_t count, const wendi_layout* layout,
                                            wendi_take_fn* take, void* context) {
    if (wendi_has_file_order())
        take(context, records, count * layout->bytes);
    else
        wendi_pass_reversed(records, count, layout, take, context);
}

static inline void wendi_sum_take(void* sum, const void* bytes, size_t size) {
    XXH3_64bits_update(sum, bytes, size);
}
/// Adds records, as files hold them, to a checksum.
static inline void wendi_sum_add(XXH3_state_t* sum, const void* records, size_t count,
                                 const wendi_layout* layout) {
    if (count > 0) wendi_pass_in_file_order(records, count, layout, wendi_sum_take, sum);
}
/// The checksum of records as files hold them.
static inline uint64_t wendi_sum(const void* records, size_t count, const wendi_layout* layout,
                                 uint64_t seed) {
    if (wendi_has_file_order()) return XXH3_64bits_withSeed(records, count * layout->bytes, seed);
    XXH3_state_t sum = {.seed = 0};
    XXH3_64bits_reset_withSeed(&sum, seed);
    wendi_sum_add(&sum, records, count, layout);
    return XXH3_64bits_digest(&sum);
}
#endif
