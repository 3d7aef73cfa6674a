// hash.c: XXH3 of bytes, all at once or in parts.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/hash.h"

uint64_t wimp_hash(const void* bytes, size_t size, uint64_t before) {
    return XXH3_64bits_withSeed(bytes, size, before);
}

wimp_hash_state* wimp_hash_begin(void) {
    wimp_hash_state* state = XXH3_createState();
    if (state) XXH3_64bits_reset(state);
    return state;
}

void wimp_hash_add(wimp_hash_state* state, const void* bytes, size_t size) {
    XXH3_64bits_update(state, bytes, size);
}

uint64_t wimp_hash_end(wimp_hash_state* state) {
    uint64_t hash = XXH3_64bits_digest(state);
    XXH3_freeState(state);
    return hash;
}
