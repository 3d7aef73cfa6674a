// random.h: SplitMix64 (Steele, Lea, Flood 2014): the same numbers from a seed on every machine.
#ifndef WENDI_RANDOM_H
#define WENDI_RANDOM_H
#include <stdint.h>

/// The next of the seed's 64-bit numbers; advances the seed.
static inline uint64_t wendi_next_random(uint64_t* seed_io) {
    uint64_t z = *seed_io += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
#endif
