// versions.h: forks and snapshots of a world that changes. Kept beside it, they must stay as they were.
#ifndef WEND_TEST_VERSIONS_H
#define WEND_TEST_VERSIONS_H
#include "rng.h"
#include "wend/world.h"

enum { VERSIONS_MOST = 4 };

typedef struct versions {
    int64_t percent; // of calls that fork or drop; 0: none
    wend_world* kept[VERSIONS_MOST];
    uint64_t hashes[VERSIONS_MOST];
    int32_t count;
    int64_t made, compared;
} versions;

/// Sometimes forks the world, and goes on with the fork or with what it was made of; the other one, or a
/// snapshot, is kept. Sometimes drops one. Returns what is wrong; NULL: nothing.
const char* versions_step(versions* v, wend_world** world_io, rng* random);
/// Compares and drops all that are kept.
const char* versions_end(versions* v);
#endif
