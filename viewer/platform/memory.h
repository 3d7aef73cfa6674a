// memory.h: is there room for a map?
#ifndef WEND_VIEW_MEMORY_H
#define WEND_VIEW_MEMORY_H
#include <stdint.h>

/// What this process may still take without the system having to swap or to kill: by the machine's memory,
/// its control group's and its own limit; INT64_MAX where the system does not say. [Units: bytes]
int64_t memory_free(void);
/// What building the world of a map and showing it takes at its highest, about. [Units: bytes]
int64_t memory_of_map(int64_t tiles);
/// Tiles of the largest map for which that is enough; at least 1.
int64_t memory_tiles(int64_t bytes);
/// "3.2 GB"
const char* memory_text(int64_t bytes, char text_out[32]);

#endif
