// painted_map.h: a map as a person paints it: an island with beaches, meadows, a forest, a lake and a road.
#ifndef WEND_TEST_PAINTED_MAP_H
#define WEND_TEST_PAINTED_MAP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum painted_ground {
    PAINTED_SEA,
    PAINTED_BEACH,
    PAINTED_MEADOW,
    PAINTED_FOREST,
    PAINTED_ROAD,
    PAINTED_GROUNDS
} painted_ground;

/// Red, green and blue of each ground.
extern const uint8_t painted_colors[PAINTED_GROUNDS][3];

/// The ground in the middle of a pixel of a picture of size x size.
painted_ground painted_ground_at(int32_t size, int32_t x, int32_t y);
/// size x size pixels of 3 bytes. smooth: edges are blended, as drawing programs do.
void painted_map_fill(int32_t size, bool smooth, uint8_t* rgb);
#endif
