// letters.h: what does a tile cost whose terrain is a letter?
#ifndef WENDI_LETTERS_H
#define WENDI_LETTERS_H
#include "text.h"
#include "wend/grid.h"

/// By byte: the cost, 0 for blocked, negative for no terrain.
typedef struct wendi_letters {
    float costs[WEND_CLASS_COUNT];
} wendi_letters;

/// . is 1, a digit its value (0: blocked), - 1.5 and ^ 2; x X w W # @ * and the blank are blocked.
void wendi_letters_set_usual(wendi_letters* letters);
bool wendi_letters_is_usual(char letter);
/// "^=3 *=blocked": entries of one letter, '=' and a cost or "blocked", between them blanks or commas. False:
/// *bad_out is the first entry that is none; what stands before it has been taken.
bool wendi_letters_add(wendi_letters* letters, wendi_span text, wendi_span* bad_out);
#endif
