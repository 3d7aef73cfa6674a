// search.c: how does a long query notice Ctrl+C?
#include "native.h"

#include <stdlib.h>
#include <time.h>

#define ASK_EVERY_NS 100000000u

/// Runs Python code, and with it the handlers of signals; true: one of them raised an exception. It stands in
/// the source that cffi writes.
bool wendpy_interrupted(void);

uint64_t wendpy_clock_ns(void* context) {
    (void)context;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

bool wendpy_should_cancel(void* context) {
    (void)context;
    static _Thread_local uint64_t asked_ns;
    const uint64_t now = wendpy_clock_ns(NULL);
    if (now - asked_ns < ASK_EVERY_NS) return false;
    asked_ns = now;
    return wendpy_interrupted();
}

bool wendpy_progress(double fraction, void* context) {
    (void)fraction;
    return !wendpy_should_cancel(context);
}

wend_result wendpy_search_create(wend_search** out) {
    wend_search_def def = wend_default_search_def();
    def.clock_ns = wendpy_clock_ns;
    def.should_cancel = wendpy_should_cancel;
    return wend_search_create(&def, out);
}

void wendpy_free(void* memory) {
    free(memory);
}

bool wendpy_has_sanitizer(void) {
#if defined(__SANITIZE_ADDRESS__)
    return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    return true;
#else
    return false;
#endif
#else
    return false;
#endif
}
