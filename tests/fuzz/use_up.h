// use_up.h: what does a fuzzer do with a world that a file gave it?
#ifndef WEND_FUZZ_USE_UP_H
#define WEND_FUZZ_USE_UP_H
#include <stdio.h>

#include "use_world.h"

/// Asks the world every kind of question, changes it, and destroys it; traps when an answer is wrong.
static inline void use_up(world_user* user, wend_world* world, rng* random) {
    const char* fault = use_world(user, world, random);
    if (!fault) fault = change_world(user, world, random);
    if (fault) {
        fprintf(stderr, "%s\n", fault);
        __builtin_trap();
    }
    wend_world_destroy(world);
}

#endif
