// neighbours.h: who is near, and which velocity avoids them?
#ifndef WENDI_NEIGHBOURS_H
#define WENDI_NEIGHBOURS_H
#include "core/vec.h"

// ---- who is near? Bodies hashed by the square of the map they are in, rebuilt in each tick.
//
// Bodies of different widths are in layers with squares of different sizes, so that one giant does not make
// everybody else look far around. Who is nearest is measured from body to body.

typedef struct wendi_body {
    wendi_vec position, velocity;
    wendi_vec wanted; // velocity that it would take without others
    double radius;
    int32_t index; // of the agent in the crowd
    int32_t floor; // bodies on other floors are no neighbours
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

/// Makes room. Errors: MEMORY.
wend_result wendi_neighbours_reserve(wendi_neighbours* n, int32_t count);
/// Copies bodies, whose layers, columns and rows it sets. range: how far all look, from centre to centre; 0:
/// five times both radii, at least one tile. There must be room.
void wendi_neighbours_build(wendi_neighbours* n, wendi_body* bodies, int32_t count, double range);
/// Finds the nearest bodies within range of a body, up to most of them, without itself: nearest first, then
/// by index. Returns how many.
int32_t wendi_neighbours_of(const wendi_neighbours* n, const wendi_body* body, int32_t most, wendi_near* out);

// ---- which velocity avoids collisions? Optimal reciprocal collision avoidance (van den Berg, Guy, Lin,
// Manocha 2011): each neighbour leaves a half-plane of velocities, chosen so that two agents that both stay
// in theirs do not collide; the result is the permitted velocity nearest to the preferred one.

typedef struct wendi_half { // velocities v with v . normal >= least
    wendi_vec normal;       // of length 1
    double least;
} wendi_half;

/// A body seen from another: its relative position, the closing velocity (own velocity minus its), and how
/// near the two centres may come.
typedef struct wendi_meeting {
    wendi_vec offset, closing;
    double reach;
} wendi_meeting;

/// The half-plane for a body with some velocity that takes its share of avoiding a meeting within the next
/// horizon seconds; when the bodies overlap already, of separating them within dt.
wendi_half wendi_orca_half(const wendi_meeting* meeting, wendi_vec velocity, double share, double horizon,
                           double dt);

enum { WENDI_MAX_HALVES = 32 };
/// The velocity nearest to the wanted one, at most max_speed, in all half-planes. When there is none: one in
/// the first hard_count of them, if they leave any, that violates the others as little as possible.
wendi_vec wendi_orca_solve(const wendi_half* halves, int32_t count, int32_t hard_count, wendi_vec wanted,
                           double max_speed);
#endif
