// orca.h: which velocity avoids collisions? Optimal reciprocal collision avoidance (van den Berg, Guy, Lin,
// Manocha 2011): each neighbour leaves a half-plane of velocities, chosen so that two agents that both stay
// in theirs do not collide; the result is the permitted velocity nearest to the preferred one.
#ifndef WENDI_ORCA_H
#define WENDI_ORCA_H
#include "core/vec.h"

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
