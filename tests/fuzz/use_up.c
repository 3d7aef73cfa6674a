// use_up.c: what does a fuzzer do with a world that a file gave it?
#include "use_up.h"

#include <stdio.h>
#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

bool thorough;

rng rng_of_input(const uint8_t* data, size_t size) {
    return rng_seeded(XXH3_64bits(data, size));
}

void use_up(wend_world* world, rng random) {
    static world_user user;
    if (!user.search && !world_user_make(&user)) abort();
    const char* fault = do_one_thing(&user, world, &random); // first, so that a fault is found again
    if (!fault && thorough) fault = use_world(&user, world, &random);
    if (!fault && thorough) fault = change_world(&user, world, &random);
    if (fault) {
        fprintf(stderr, "%s\n", fault);
        __builtin_trap();
    }
    wend_world_destroy(world);
}
