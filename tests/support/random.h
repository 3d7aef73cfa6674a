// random.h: seeded random numbers (xorshift64*, Vigna 2016): the same on every machine.
#ifndef WEND_TEST_RANDOM_H
#define WEND_TEST_RANDOM_H
#include <stdbool.h>
#include <stdint.h>

typedef struct rng {
    uint64_t state; // never 0
} rng;

/// Neighbouring seeds give unrelated sequences.
static inline rng rng_seeded(uint64_t seed) {
    uint64_t z = seed + 0x9e3779b97f4a7c15u; // splitmix64
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return (rng){z ? z : 1};
}

static inline uint64_t rng_next(rng* r) {
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return r->state * 0x2545f4914f6cdd1du;
}

/// 0 .. count - 1
static inline int32_t rng_below(rng* r, int32_t count) {
    return (int32_t)((rng_next(r) >> 32) * (uint64_t)count >> 32);
}
/// least .. most
static inline int32_t rng_between(rng* r, int32_t least, int32_t most) {
    return least + rng_below(r, most - least + 1);
}
static inline bool rng_chance(rng* r, int32_t percent) {
    return rng_below(r, 100) < percent;
}
/// [0, 1)
static inline double rng_unit(rng* r) {
    return (double)(rng_next(r) >> 11) / 9007199254740992.0;
}
#endif
