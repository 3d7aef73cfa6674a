// patched_world.h: the world that patches of the fuzzer belong to.
#ifndef WEND_FUZZ_PATCHED_WORLD_H
#define WEND_FUZZ_PATCHED_WORLD_H
#include "wend/wend.h"

/// The file of the world, the same at each call; NULL: it cannot be made.
const char* patched_world_file(void);
/// The world, mapped; NULL: it cannot be opened.
wend_world* patched_world(void);

#endif
