// rng.h: what tests draw from a sequence of random numbers: xorshift64* (Vigna 2016), the same on every
// machine. The maps of tests/golden come from it, so the sequence of a seed never changes.
#ifndef WEND_TEST_RNG_H
#define WEND_TEST_RNG_H
#include "random.h"
#include <stdbool.h>

typedef struct rng {
    uint64_t state; // never 0
} rng;

/// Neighbouring seeds give unrelated sequences.
static inline rng rng_seeded(uint64_t seed) {
    uint64_t state = random_next(&seed);
    return (rng){state ? state : 1};
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
