// letters.h: what does a letter of a text grid cost?
#ifndef WIMP_LETTERS_H
#define WIMP_LETTERS_H
#include "core/text.h"
#include "wend/grid.h"

/// The cost of each byte; 0: blocked, negative: not a terrain.
typedef struct wimp_letters {
    float costs[WEND_CLASS_COUNT];
} wimp_letters;

/// The usual costs: . is 1, a digit its value (0: blocked), - is 1.5 and ^ is 2; x X w W # @ * and the blank
/// are blocked.
void wimp_letters_set_usual(wimp_letters* letters);
bool wimp_letters_is_usual(char letter);
/// Adds entries such as "^=3 *=blocked": a letter, '=', and a cost or "blocked", separated by blanks or
/// commas. False: *bad_out is the first malformed entry; the entries before it have been added.
bool wimp_letters_add(wimp_letters* letters, wimp_span text, wimp_span* bad_out);
#endif
