// wendjs.h: what the files of this folder share, and how they reach JavaScript.
#ifndef WENDJS_H
#define WENDJS_H
#include <stddef.h>
#include <stdint.h>
#include <wend/wend.h>

#pragma clang diagnostic ignored "-Wmissing-prototypes" // of what only JavaScript calls
/// JavaScript calls the function by its own name.
#define EXPORT __attribute__((used, visibility("default")))

/// Why a call failed: its text, or "" where only the result says it. lib/native.js empties it once it was
/// read.
extern wend_error wendjs_error;
/// Numbers that a call returns besides its result.
extern double wendjs_numbers[18];

/// An array of 32-bit words that grows, for what a callback reports.
typedef struct wendjs_list {
    int32_t* words;
    int32_t count, capacity; ///< of words
} wendjs_list;
/// Makes shapes of what lib/overlay.js has written: see overlay.c.
void wendjs_place_shapes(const wend_grid* grid, wend_shape* shapes, int32_t count);
/// Room for so many more words; NULL: out of memory.
int32_t* wendjs_list_add(wendjs_list* list, int32_t words);

#endif
