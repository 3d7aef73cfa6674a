// neighbours.h: who is near? Bodies hashed by the square of the map they are in, rebuilt in each tick.
#ifndef WENDI_NEIGHBOURS_H
#define WENDI_NEIGHBOURS_H
#include "core/vec.h"

typedef struct wendi_body {
    wendi_vec position, velocity;
    wendi_vec wanted; // velocity that it would take without others
    double radius;
    int32_t index; // of the agent in the crowd
    int32_t column, row;
} wendi_body;

enum { WENDI_RINGS = 3 }; // of squares round a body that reach as far as the range

typedef struct wendi_neighbours {
    wend_allocator allocator;
    wendi_body* bodies; // by bucket, then by index
    int32_t count;
    int32_t* starts; // of the buckets in bodies; bucket_count + 1
    int32_t bucket_count;
    size_t body_capacity, start_capacity;
    double range, side; // side of a square: a part of the range
} wendi_neighbours;

typedef struct wendi_near {
    double square; // of the distance
    const wendi_body* body;
} wendi_near;

void wendi_neighbours_free(wendi_neighbours* n);
/// Makes room. Errors: MEMORY.
wend_result wendi_neighbours_reserve(wendi_neighbours* n, int32_t count);
/// Copies bodies, whose columns and rows it sets, for searches up to range. There must be room.
void wendi_neighbours_build(wendi_neighbours* n, wendi_body* bodies, int32_t count, double range);
/// Finds the nearest bodies within range of a body, up to most of them, without itself: nearest first, then
/// by index. Returns how many.
int32_t wendi_neighbours_of(const wendi_neighbours* n, const wendi_body* body, int32_t most, wendi_near* out);
#endif
