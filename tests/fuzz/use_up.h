// use_up.h: what does a fuzzer do with a world that a file gave it?
#ifndef WEND_FUZZ_USE_UP_H
#define WEND_FUZZ_USE_UP_H
#include "use_world.h"

/// True: each input is tried in every way, which takes long. False: in one way, chosen by its bytes, so that
/// all ways are tried over many inputs. [Default: false]
extern bool thorough;

/// What chooses the ways for an input.
rng rng_of_input(const uint8_t* data, size_t size);
/// Asks the world, changes it, and destroys it; traps when an answer is wrong.
void use_up(wend_world* world, rng random);

#endif
