// hash.c: XXH3 of a file's bytes, at once or as they come.
#if defined(__GNUC__) // xxHash is made for other warnings than ours
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
#define XXH_INLINE_ALL
#include <xxhash.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include "hash.h"

uint64_t wendi_hash(const void* bytes, size_t size, uint64_t before) {
    return XXH3_64bits_withSeed(bytes, size, before);
}

wendi_hash_state* wendi_hash_begin(void) {
    wendi_hash_state* state = XXH3_createState();
    if (state) XXH3_64bits_reset(state);
    return state;
}

void wendi_hash_add(wendi_hash_state* state, const void* bytes, size_t size) {
    XXH3_64bits_update(state, bytes, size);
}

uint64_t wendi_hash_end(wendi_hash_state* state) {
    uint64_t hash = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return hash;
}
