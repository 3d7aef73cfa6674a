// letters.h: what does a letter of a text grid cost, and which letters are one-way tiles?
#ifndef WIMP_LETTERS_H
#define WIMP_LETTERS_H
#include "core/text.h"
#include "formats/one_way.h"
#include "wend/grid.h"

typedef struct wimp_letters {
    float costs[WEND_CLASS_COUNT];       ///< of each byte; 0: blocked, negative: not a terrain
    wimp_arrow arrows[WEND_CLASS_COUNT]; ///< of each byte
    bool is_given[WEND_CLASS_COUNT];     ///< by an entry, not by the usual meaning
} wimp_letters;

/// The usual meanings: . costs 1, a digit its value (0: blocked), - is 1.5 and ^ is 2; x X w W # @ * and the
/// blank are blocked; < > v are one-way tiles of cost 1.
void wimp_letters_set_usual(wimp_letters* letters);
bool wimp_letters_is_usual(char letter);
/// Adds entries such as "^=3 *=blocked u=up": a letter, '=', and a cost, "blocked" or the direction of a
/// one-way tile (left, right, up, down), separated by blanks or commas. False: *bad_out is the first
/// malformed entry; the entries before it have been added.
bool wimp_letters_add(wimp_letters* letters, wimp_span text, wimp_span* bad_out);
#endif
