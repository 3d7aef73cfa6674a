// Does the pool of the fuzzers give blocks that are aligned, counted and reused, and does AddressSanitizer,
// where there is one, forbid every byte beside them and all of them once they are free?
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pool.h"

#if defined(__SANITIZE_ADDRESS__)
#define HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_ASAN 1
#endif
#endif
#if defined(HAS_ASAN)
#include <sanitizer/asan_interface.h>
static bool is_forbidden(const char* byte) {
    return __asan_address_is_poisoned(byte);
}
#else
static bool is_forbidden(const char* byte) {
    (void)byte;
    return true;
}
#endif

static void must(bool condition, const char* what, size_t size) {
    if (condition) return;
    fprintf(stderr, "a block of %zu bytes: %s\n", size, what);
    exit(1);
}

static void check(size_t size, size_t align) {
    const wend_allocator* a = pool_allocator();
    char* first = a->alloc(size, align, a->context);
    must(first && (uintptr_t)first % align == 0, "not aligned", size);
    must((uint8_t)first[0] == 0xa5, "not filled", size);
    memset(first, 1, size);
    must(pool_live_blocks() == 1 && pool_peak_bytes() >= size, "not counted", size);
    must(is_forbidden(first - 1) && is_forbidden(first + size), "a byte beside it may be used", size);
    char* second = a->alloc(size, align, a->context);
    must(second && second != first && pool_live_blocks() == 2, "two of them are one", size);
    memset(second, 2, size);
    must(first[0] == 1 && first[size - 1] == 1, "overwritten by another", size);
    a->free(second, size, a->context);
    must(is_forbidden(second) && is_forbidden(second + size - 1), "may be used when it is free", size);
    const size_t less = size - size / 8;
    char* third = a->alloc(less, align, a->context);
    must(third && (less < 1 << 16 || third == second), "a large one is not reused", size);
    must(is_forbidden(third + less), "what is left of it may be used", size);
    memset(third, 3, less);
    a->free(third, less, a->context);
    a->free(first, size, a->context);
    must(pool_live_blocks() == 0, "still counted", size);
}

int main(void) {
    static const size_t sizes[] = {1, 7, 8, 24, 100, 65535, 65536, 70001, 1 << 20, (4 << 20) + 3};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t align = 1; align <= 64; align *= 2) {
            pool_begin();
            check(sizes[i], align);
        }
    return 0;
}
