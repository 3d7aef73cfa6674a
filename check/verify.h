// verify.h: is this path a right answer? Checks it by its own rule of movement and sums, over the public
// headers alone, so that a mistake in the engine's rule cannot hide itself.
#ifndef VERIFY_H
#define VERIFY_H
#include <wend/wend.h>

enum { VERIFY_TEXT = 160 };

/// NULL when a found path leads from start to goal by legal steps and by the links that it names, both its
/// costs are the sums over those, and waypoints and abstract path begin and end where the tiles do. Otherwise
/// what is wrong: a constant, or written to text.
const char* verify_path(const wend_grid* grid, const wend_path* path, wend_tile start, wend_tile goal,
                        char text[VERIFY_TEXT]);

/// The same for an answer of any outcome: a partial path was asked for and reaches its part of the abstract
/// path, a blocked start or goal is named as such, and without a path there are neither tiles nor a cost.
/// Whether there is a path at all takes a reference search to say (judge.h).
const char* verify_answer(const wend_grid* grid, const wend_query* query, const wend_path* path,
                          char text[VERIFY_TEXT]);

#endif
