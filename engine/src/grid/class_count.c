// class_count.c: how many tiles of each class are there?
#include "grid/class_count.h"

#include <string.h>

enum { TURNS = WENDI_CLASS_TURNS, WORTH_TURNS = TURNS * WEND_CLASS_COUNT };

void wendi_class_count_begin(wendi_class_count* c, int64_t counts[WEND_CLASS_COUNT], int32_t by,
                             int64_t tiles) {
    WENDI_ASSERT(by == 1 || by == -1);
    c->counts = counts;
    c->by = by;
    c->takes_turns = tiles >= WORTH_TURNS;
    if (c->takes_turns) memset(c->turn, 0, sizeof c->turn);
}

void wendi_class_count_add(wendi_class_count* c, const uint8_t* classes, int32_t tiles) {
    int32_t i = 0;
    for (; c->takes_turns && i + TURNS <= tiles; i += TURNS)
        for (int32_t k = 0; k < TURNS; k++) c->turn[k][classes[i + k]]++;
    for (; i < tiles; i++) c->counts[classes[i]] += c->by;
}

void wendi_class_count_end(const wendi_class_count* c) {
    for (int32_t k = 0; k < WEND_CLASS_COUNT && c->takes_turns; k++)
        c->counts[k] += c->by * ((int64_t)c->turn[0][k] + c->turn[1][k] + c->turn[2][k] + c->turn[3][k]);
}
