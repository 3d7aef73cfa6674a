// verify.h: is this path one? An independent judgement on the grid's costs alone, so that a mistake in the
// engine's own rule of movement cannot hide itself.
#ifndef VERIFY_H
#define VERIFY_H
#include <wend/wend.h>

/// NULL when the path leads from start to goal by legal steps and costs what it says; otherwise what is
/// wrong, written to text. Only for found paths.
const char* verify_path(const wend_grid* grid, const wend_path* path, wend_tile start, wend_tile goal,
                        char text[160]);

#endif
