// memory.h: is there enough memory for a map, or for one item more?
#ifndef WEND_VIEW_MEMORY_H
#define WEND_VIEW_MEMORY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Memory that this process can still use before the system swaps or kills: limited by the machine, the
/// control group and the process itself; INT64_MAX where unknown. [Units: bytes]
int64_t memory_free(void);
/// Approximate peak memory of building and showing the world of a map. [Units: bytes]
int64_t memory_of_map(int64_t tiles);
/// Tiles of the largest map that this memory suffices for; at least 1.
int64_t memory_tiles(int64_t bytes);
/// "3.2 GB"
const char* memory_text(int64_t bytes, char text_out[32]);

/// Makes room for one item more in a list of so many, which may move. list_io: of any type, the address of
/// the pointer to its items, each of this size. False: out of memory; the list stays.
bool memory_grow(void* list_io, int count, int* capacity_io, size_t size);

#endif
