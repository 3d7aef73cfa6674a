// sorted.c: sorting lists of numbers.
#include "core/sorted.h"

#include <stdlib.h>

static int compare_numbers(const void* a, const void* b) {
    const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

static int compare_indices(const void* a, const void* b) {
    const int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
    return (x > y) - (x < y);
}

void wendi_sort_numbers(uint32_t* numbers, size_t count) {
    if (count > 1) qsort(numbers, count, sizeof *numbers, compare_numbers);
}

int64_t wendi_sort_indices(int32_t* indices, int64_t count) {
    int64_t kept = 0;
    if (count > 1) qsort(indices, (size_t)count, sizeof *indices, compare_indices);
    for (int64_t i = 0; i < count; i++)
        if (kept == 0 || indices[i] != indices[kept - 1]) indices[kept++] = indices[i];
    return kept;
}
