// hash.h: XXH3 of a file's bytes, at once or as they come.
#ifndef WENDI_HASH_H
#define WENDI_HASH_H
#include <stddef.h>
#include <stdint.h>

/// before: the hash of what comes first; 0: nothing does.
uint64_t wendi_hash(const void* bytes, size_t size, uint64_t before);

typedef struct XXH3_state_s wendi_hash_state;
/// NULL: out of memory.
wendi_hash_state* wendi_hash_begin(void);
void wendi_hash_add(wendi_hash_state* state, const void* bytes, size_t size);
/// wendi_hash of all that was added; frees the state.
uint64_t wendi_hash_end(wendi_hash_state* state);
#endif
