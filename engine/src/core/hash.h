// hash.h: hashes of content, and random numbers from a seed, the same on every machine.
#ifndef WENDI_HASH_H
#define WENDI_HASH_H
#define XXH_INLINE_ALL
// Read by memcpy. By default xxhash 0.8.1 reads through a pointer to a union, where gcc may take what was
// stored as floats for never written.
#define XXH_FORCE_MEMORY_ACCESS 0
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <xxhash.h>

// ---- XXH3 over numbers in one byte order, so that equal content hashes equally on every machine.

static inline uint32_t wendi_le32(uint32_t v) {
    const uint8_t bytes[4] = {(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24)};
    memcpy(&v, bytes, 4);
    return v;
}

static inline uint64_t wendi_le64(uint64_t v) {
    const uint32_t halves[2] = {wendi_le32((uint32_t)v), wendi_le32((uint32_t)(v >> 32))};
    memcpy(&v, halves, 8);
    return v;
}

static inline void wendi_hash_u64(XXH3_state_t* state, uint64_t v) {
    v = wendi_le64(v);
    XXH3_64bits_update(state, &v, sizeof v);
}

// ---- SplitMix64 (Steele, Lea, Flood 2014): the same numbers from a seed on every machine.

/// The next of the seed's 64-bit numbers; advances the seed.
static inline uint64_t wendi_next_random(uint64_t* seed_io) {
    uint64_t z = *seed_io += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
#endif
