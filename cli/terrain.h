// terrain.h: smooth land and water as rows of grey levels, made one row at a time.
#ifndef TERRAIN_H
#define TERRAIN_H
#include <stdint.h>

typedef struct terrain terrain;

/// NULL when memory runs out.
terrain* terrain_create(int32_t width, int32_t height, uint64_t seed);
void terrain_destroy(terrain* t);
/// The greys of row y: 0 is water, 217 .. 255 (0.85 and more of white) land, darker costs more.
void terrain_row(terrain* t, int32_t y, uint8_t* greys);

#endif
