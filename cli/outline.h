// outline.h: along which lines does a set of tiles end?
#ifndef OUTLINE_H
#define OUTLINE_H
#include "cli.h"

/// A closed line along the edges of tiles. Its points are outline.points[first .. first + count - 1], without
/// the first again at the end. Corners of tiles count from the top-left corner of the array.
typedef struct outline_ring {
    int64_t first, count;
    int32_t part; ///< connected tiles, counted from 0
    bool is_hole;
} outline_ring;

typedef struct outline {
    wend_tile* points;
    outline_ring* rings; ///< by part; of each the outer ring, then its holes
    int64_t point_count, ring_count;
    int32_t part_count;
    int64_t point_capacity, ring_capacity;
} outline;

/// Finds the rings around the tiles of a class in an array of rows. Tiles are connected along their edges. An
/// outer ring has its tiles on the right. tolerance: points may go as long as no line moves farther from the
/// one that it replaces [Units: tiles]; 0: none goes. The caller destroys *out.
void outline_trace(const int32_t* classes, int32_t width, int32_t height, int32_t wanted, double tolerance,
                   outline* out);
void outline_destroy(outline* o);

#endif
