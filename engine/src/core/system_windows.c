// system_windows.c: memory, and the texts of errors, on Windows.
#include "core/base.h"

#include <stdlib.h>
#include <string.h>

// Windows has no aligned memory for free(). That of malloc is aligned to 16 bytes; cmake/WendCompile.cmake
// sees to it that nothing needs more.
void* wendi_system_alloc(size_t size, size_t align) {
    (void)align;
    return malloc(size);
}

// English whatever the locale, in memory of the thread.
const char* wendi_system_error(int number) {
    return strerror(number);
}
