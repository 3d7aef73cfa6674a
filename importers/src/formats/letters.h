// letters.h: what does a tile cost whose terrain is a letter?
#ifndef WIMP_LETTERS_H
#define WIMP_LETTERS_H
#include "core/text.h"
#include "wend/grid.h"

/// By byte: the cost, 0 for blocked, negative for no terrain.
typedef struct wimp_letters {
    float costs[WEND_CLASS_COUNT];
} wimp_letters;

/// . is 1, a digit its value (0: blocked), - 1.5 and ^ 2; x X w W # @ * and the blank are blocked.
void wimp_letters_set_usual(wimp_letters* letters);
bool wimp_letters_is_usual(char letter);
/// "^=3 *=blocked": entries of one letter, '=' and a cost or "blocked", between them blanks or commas. False:
/// *bad_out is the first entry that is none; what stands before it has been taken.
bool wimp_letters_add(wimp_letters* letters, wimp_span text, wimp_span* bad_out);
#endif
