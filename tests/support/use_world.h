// use_world.h: does a world whose file was damaged stay harmless in whatever a program does with it?
#ifndef WEND_TEST_USE_WORLD_H
#define WEND_TEST_USE_WORLD_H
#include "rng.h"
#include "wend/wend.h"

/// Reusable objects that all worlds share: they must not take harm either.
typedef struct world_user {
    wend_search* search;
    wend_path* path;
    wend_path* paths[2];
    wend_field* field;
    wend_explanation* explanation;
} world_user;

/// False: no memory.
bool world_user_make(world_user* out);
void world_user_free(world_user* user);

/// Asks the world and its profiles every kind of question. NULL: every answer is DAMAGED, or a path whose
/// steps are legal on the map as it was read; numbers are in range. Otherwise what is wrong.
const char* use_world(world_user* user, const wend_world* world, rng* random);
/// Edits, refreshes, saves and opens it again. NULL: that works, or is refused by a fitting result.
const char* change_world(world_user* user, wend_world* world, rng* random);
/// One question of use_world, after one change of change_world or none: enough where each of very many worlds
/// needs to be tried only a little. NULL as above.
const char* do_one_thing(world_user* user, wend_world* world, rng* random);
#endif
