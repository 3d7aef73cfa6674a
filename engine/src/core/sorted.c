// sorted.c: sorting lists of numbers.
#include "core/sorted.h"

#include <stdlib.h>
#include <string.h>

static int compare_numbers(const void* a, const void* b) {
    const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
    return (x > y) - (x < y);
}

static int compare_indices(const void* a, const void* b) {
    const int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
    return (x > y) - (x < y);
}

size_t wendi_sort_once(void* items, size_t count, size_t size, wendi_compare_fn* compare) {
    char* kept = items; // behind the last that is kept
    if (count < 2) return count;
    qsort(items, count, size, compare);
    for (const char* item = items; count > 0; count--, item += size)
        if (kept == items || compare(kept - size, item) != 0) {
            if (kept != item) memcpy(kept, item, size);
            kept += size;
        }
    return (size_t)(kept - (char*)items) / size;
}

void wendi_sort_numbers(uint32_t* numbers, size_t count) {
    if (count > 1) qsort(numbers, count, sizeof *numbers, compare_numbers);
}

int64_t wendi_sort_indices(int32_t* indices, int64_t count) {
    return (int64_t)wendi_sort_once(indices, (size_t)count, sizeof *indices, compare_indices);
}
