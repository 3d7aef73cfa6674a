// system.c: memory, and the texts of the system's errors, on POSIX.
#define _XOPEN_SOURCE 700 // strerror_l
#include "core/base.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

void* wendi_system_alloc(size_t size, size_t align) {
    if (align <= _Alignof(max_align_t)) return malloc(size);
    return aligned_alloc(align, (size + align - 1) / align * align);
}

const char* wendi_system_error(int number) {
    locale_t english = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!english) return "the system gave no reason";
    const char* text = strerror_l(number, english);
    freelocale(english);
    return text;
}
