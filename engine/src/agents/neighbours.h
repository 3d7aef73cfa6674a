// neighbours.h: who is near? Bodies hashed by the square of the map they are in, rebuilt in each tick.
//
// Bodies of different widths are in layers with squares of different sizes, so that one giant does not make
// everybody else look far around. Who is nearest is measured from body to body.
#ifndef WENDI_NEIGHBOURS_H
#define WENDI_NEIGHBOURS_H
#include "core/vec.h"

typedef struct wendi_body {
    wendi_vec position, velocity;
    wendi_vec wanted; // velocity that it would take without others
    double radius;
    int32_t index; // of the agent in the crowd
    int32_t layer;
    int32_t column, row; // in its layer
} wendi_body;

enum {
    WENDI_RINGS = 3, // of squares round a body that reach as far as those of its own width look
    WENDI_LAYERS = 4,
};

typedef struct wendi_layer { // bodies more than half as wide as the widest, or as the widest of the last
                             // layer
    int32_t first, count;    // in bodies
    int32_t* starts;         // of the buckets in bodies; bucket_count + 1
    double widest;           // radius of the bodies, at most
    double side;             // of a square
} wendi_layer;

typedef struct wendi_neighbours {
    wend_allocator allocator;
    wendi_body* bodies; // by layer, by bucket, then by index
    wendi_layer layers[WENDI_LAYERS];
    int32_t* starts; // of all layers
    int32_t bucket_count;
    size_t body_capacity, start_capacity;
    double range;  // how far all look; 0: by their widths
    bool is_mixed; // there are bodies of different widths
} wendi_neighbours;

typedef struct wendi_near {
    double square; // of the distance of the centres
    double gap;    // what is left of the distance beside the other body, or its square where all are as wide
    const wendi_body* body;
} wendi_near;

void wendi_neighbours_free(wendi_neighbours* n);
/// Makes room. Errors: MEMORY.
wend_result wendi_neighbours_reserve(wendi_neighbours* n, int32_t count);
/// Copies bodies, whose layers, columns and rows it sets. range: how far all look, from centre to centre; 0:
/// five times both radii, at least one tile. There must be room.
void wendi_neighbours_build(wendi_neighbours* n, wendi_body* bodies, int32_t count, double range);
/// Radius of the widest body.
static inline double wendi_widest_of(const wendi_neighbours* n) {
    double widest = 0;
    for (int32_t i = 0; i < WENDI_LAYERS; i++) widest = fmax(widest, n->layers[i].widest);
    return widest;
}
/// Finds the nearest bodies within range of a body, up to most of them, without itself: nearest first, then
/// by index. Returns how many.
int32_t wendi_neighbours_of(const wendi_neighbours* n, const wendi_body* body, int32_t most, wendi_near* out);
#endif
