// memory.h: is there enough memory for a map?
#ifndef WEND_VIEW_MEMORY_H
#define WEND_VIEW_MEMORY_H
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

#endif
