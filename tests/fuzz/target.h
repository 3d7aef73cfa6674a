// target.h: the function that a fuzzer calls, from libFuzzer or from replay.c.
#ifndef WEND_FUZZ_TARGET_H
#define WEND_FUZZ_TARGET_H
#include <stddef.h>
#include <stdint.h>

/// Reads the bytes as a file; ends the program when the answer is none. Returns 0.
int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#endif
