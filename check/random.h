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

/// The number of a tile: the same in whatever order tiles are asked for.
static inline uint64_t random_at(uint64_t seed, int64_t x, int64_t y) {
    return random_mix(seed + (uint64_t)x * 0x9e3779b97f4a7c15u + (uint64_t)y * 0xd1b54a32d192ed03u);
}

#endif
