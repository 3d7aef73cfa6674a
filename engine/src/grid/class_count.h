// class_count.h: how many tiles of each class are there?
#ifndef WENDI_CLASS_COUNT_H
#define WENDI_CLASS_COUNT_H
#include "core/base.h"
#include "wend/grid.h"

/// Neighbouring tiles are often equal, and incrementing one counter twice in a row stalls on the first store,
/// so where there are many tiles, tables take turns.
enum { WENDI_CLASS_TURNS = 4 };
typedef struct wendi_class_count {
    int64_t* counts;
    int32_t by;
    bool takes_turns;
    uint32_t turn[WENDI_CLASS_TURNS][WEND_CLASS_COUNT]; // where they do
} wendi_class_count;
_Static_assert(WEND_MAX_TILES / WENDI_CLASS_TURNS < UINT32_MAX, "a table counts its share of a map");

/// Begins to add so many tiles to counts, by 1, or to subtract them, by -1. The counts are right once it has
/// ended.
void wendi_class_count_begin(wendi_class_count* count, int64_t counts[WEND_CLASS_COUNT], int32_t by,
                             int64_t tiles);
void wendi_class_count_add(wendi_class_count* count, const uint8_t* classes, int32_t tiles);
void wendi_class_count_end(const wendi_class_count* count);
#endif
