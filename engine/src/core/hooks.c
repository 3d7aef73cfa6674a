// hooks.c: what does the engine report to its host? The only variable that all threads share: one pointer.
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base.h"

static const wend_hooks* _Atomic installed; // NULL: the defaults

void wend_set_hooks(const wend_hooks* hooks_opt) {
    atomic_store_explicit(&installed, hooks_opt, memory_order_release);
}

static const wend_hooks* hooks(void) {
    return atomic_load_explicit(&installed, memory_order_acquire);
}

void wendi_log(wend_log_level level, const char* format, ...) {
    const wend_hooks* h = hooks();
    if (!h || !h->log) return;
    char text[sizeof((wend_error*)0)->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    h->log(level, text, h->context);
}

void wendi_assert_failed(const char* condition, const char* file, int32_t line) {
    const wend_hooks* h = hooks();
    if (h && h->assert_failed) {
        h->assert_failed(condition, file, line, h->context);
        return;
    }
    char text[400];
    int length = snprintf(text, sizeof text, "%s:%d: Wend's check failed: %s\n", file, (int)line, condition);
    size_t shown = length < 0 ? 0 : (size_t)length < sizeof text ? (size_t)length : sizeof text - 1;
    if (write(STDERR_FILENO, text, (unsigned)shown) < 0) abort(); // nobody left to tell
    abort();
}
