// orca.h: which velocity keeps a body clear of others? Optimal reciprocal collision avoidance (van den Berg,
// Guy, Lin, Manocha 2011): each neighbour forbids one half of all velocities, such that two who both keep to
// their halves do not meet; of what is left the velocity nearest to the wanted one is taken.
#ifndef WENDI_ORCA_H
#define WENDI_ORCA_H
#include "core/vec.h"

typedef struct wendi_half { // velocities v with v . normal >= least
    wendi_vec normal;       // of length 1
    double least;
} wendi_half;

/// A body seen from another: where it is from there, how fast it comes nearer (own velocity less its), and
/// how near the two middles may come.
typedef struct wendi_meeting {
    wendi_vec offset, closing;
    double reach;
} wendi_meeting;

/// The half that is left to a body of some velocity by a meeting in the next horizon seconds, when it takes a
/// share of what must be done, or, where they overlap, so that they do not after dt.
wendi_half wendi_orca_half(const wendi_meeting* meeting, wendi_vec velocity, double share, double horizon,
                           double dt);

enum { WENDI_MAX_HALVES = 32 };
/// The velocity nearest to the wanted one, at most max_speed, in all halves. When there is none, one in the
/// first hard_count halves, if those leave any, that is as little as possible outside any of the others.
wendi_vec wendi_orca_solve(const wendi_half* halves, int32_t count, int32_t hard_count, wendi_vec wanted,
                           double max_speed);
#endif
