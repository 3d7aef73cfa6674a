// shared_matrices.h: how do profiles share equal distance matrices?
//
// A view borrows the memory of a matrix from the first profile before it that has an equal one for the same
// cluster. Invariant: a matrix that is borrowed from never borrows itself, and is neither changed nor freed
// while it is borrowed from. So whoever changes the matrix of a cluster, of any profile, first ends the
// sharing for this cluster.
#ifndef WENDI_SHARED_MATRICES_H
#define WENDI_SHARED_MATRICES_H
#include "hierarchy/world.h"

/// The first profile before this one whose matrix for a cluster is equal to its; -1: none.
int32_t wendi_equal_matrix(const wend_world* world, int32_t profile, int32_t level, int32_t cluster);
/// Ends the sharing of a cluster's matrices. Errors: MEMORY; some may still be shared.
wend_result wendi_unshare_matrices_of(wend_world* world, int32_t level, int32_t cluster);
/// Shares the equal matrices of a cluster.
void wendi_share_matrices_of(wend_world* world, int32_t level, int32_t cluster);
/// Shares the matrices of a profile, and frees what they no longer need. Without memory for that it does
/// less.
void wendi_share_matrices(wend_world* world, int32_t profile);
/// Drops all levels above the given number of a profile, and of those after it, which may borrow from it.
/// They are then no longer refreshed.
void wendi_profiles_drop_levels(wend_world* world, int32_t profile, int32_t kept);
#endif
