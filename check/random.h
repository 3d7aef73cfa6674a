// random.h: seeded numbers, the same on every machine: SplitMix64 (Steele, Lea, Flood 2014); any seed gives a
// good sequence.
#ifndef RANDOM_H
#define RANDOM_H
#include <stdint.h>

static inline uint64_t random_mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline uint64_t random_next(uint64_t* state) {
    return random_mix(*state += 0x9e3779b97f4a7c15u);
}

/// The number of a tile, independent of the order of the calls.
static inline uint64_t random_at(uint64_t seed, int64_t x, int64_t y) {
    return random_mix(seed + (uint64_t)x * 0x9e3779b97f4a7c15u + (uint64_t)y * 0xd1b54a32d192ed03u);
}

/// 32 bits for a point of a lattice, independent of the order of the calls.
static inline uint32_t random_lattice(uint32_t x, uint32_t y, uint32_t seed) {
    uint32_t h = x * 0x9E3779B1u ^ y * 0x85EBCA77u ^ seed * 0xC2B2AE3Du;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return h ^ h >> 15;
}

#endif
