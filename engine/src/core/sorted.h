// sorted.h: how are lists of numbers sorted, and where is a number in them?
#ifndef WENDI_SORTED_H
#define WENDI_SORTED_H
#include "core/base.h"

/// A comparison for qsort.
typedef int wendi_compare_fn(const void* a, const void* b);
/// Sorts items and keeps one of those that compare equal. Returns how many are left.
size_t wendi_sort_once(void* items, size_t count, size_t size, wendi_compare_fn* compare);

/// Sorts numbers ascending.
void wendi_sort_numbers(uint32_t* numbers, size_t count);

/// Sorts indices ascending and drops repeats. Returns how many are left.
int64_t wendi_sort_indices(int32_t* indices, int64_t count);
static inline void wendi_tidy_indices(wendi_index_list* list) {
    list->count = wendi_sort_indices(list->data, list->count);
}

/// The first index from begin on whose number is not less than another; end: there is none. numbers: that at
/// index 0, and each lies `step` bytes behind the one before, so that they may be members of structs. They
/// ascend, and none is negative.
static inline int32_t wendi_first_from(const void* numbers, size_t step, int32_t begin, int32_t end,
                                       uint32_t number) {
    while (begin < end) {
        const int32_t middle = begin + (end - begin) / 2;
        if (*(const uint32_t*)(const void*)((const char*)numbers + (size_t)middle * step) < number)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/// The index from begin on of a number; -1: it is not there.
static inline int32_t wendi_find_number(const void* numbers, size_t step, int32_t begin, int32_t end,
                                        uint32_t number) {
    const int32_t at = wendi_first_from(numbers, step, begin, end, number);
    if (at == end) return -1;
    return *(const uint32_t*)(const void*)((const char*)numbers + (size_t)at * step) == number ? at : -1;
}
#endif
