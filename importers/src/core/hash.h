// hash.h: XXH3 of bytes, all at once or in parts.
#ifndef WIMP_HASH_H
#define WIMP_HASH_H
#include <stddef.h>
#include <stdint.h>

/// before: the hash of the preceding data; 0: there is none.
uint64_t wimp_hash(const void* bytes, size_t size, uint64_t before);

typedef struct XXH3_state_s wimp_hash_state;
/// NULL: out of memory.
wimp_hash_state* wimp_hash_begin(void);
void wimp_hash_add(wimp_hash_state* state, const void* bytes, size_t size);
/// Returns wimp_hash of all bytes added and frees the state.
uint64_t wimp_hash_end(wimp_hash_state* state);
#endif
