// versions.c: forks and snapshots beside a world.
#include "versions.h"

#include <stdlib.h>

#include "maps.h"

static const char* drop(versions* v, int32_t index) {
    wend_world* world = v->kept[index];
    const bool same = map_hash(world) == v->hashes[index];
    wend_world_destroy(world);
    v->kept[index] = v->kept[--v->count];
    v->hashes[index] = v->hashes[v->count];
    v->compared++;
    return same ? NULL : "an edit of one version is seen by another";
}

const char* versions_step(versions* v, wend_world** world, rng* random) {
    if (!rng_chance(random, (int32_t)v->percent)) return NULL;
    if (v->count == VERSIONS_MOST || (v->count > 0 && rng_chance(random, 30)))
        return drop(v, rng_below(random, v->count));
    const bool snapshot = rng_chance(random, 40);
    wend_world* made = NULL;
    const wend_result result = snapshot ? wend_world_snapshot(*world, &made) : wend_world_fork(*world, &made);
    if (result != WEND_OK) return result == WEND_ERROR_UNSUPPORTED ? NULL : wend_result_string(result);
    const uint64_t hash = map_hash(*world);
    if (map_hash(made) != hash) return "a fork has another hash";
    if (!snapshot && rng_chance(random, 50)) {
        wend_world* before = *world;
        *world = made;
        made = before;
    }
    if (snapshot && wend_world_refresh(made, 1, NULL) != WEND_ERROR_UNSUPPORTED) return "a snapshot changes";
    v->kept[v->count] = made;
    v->hashes[v->count++] = hash;
    v->made++;
    return NULL;
}

const char* versions_end(versions* v) {
    const char* fault = NULL;
    while (v->count > 0) {
        const char* found = drop(v, v->count - 1);
        if (found) fault = found;
    }
    return fault;
}
