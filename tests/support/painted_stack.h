// painted_stack.h: how much stack does a call need? The call runs on a thread whose stack was painted before;
// what is no longer paint afterwards was used.
#ifndef WEND_TEST_PAINTED_STACK_H
#define WEND_TEST_PAINTED_STACK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define PAINTED_STACK_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define PAINTED_STACK_SANITIZED 1
#endif
#endif
#ifndef PAINTED_STACK_SANITIZED
#define PAINTED_STACK_SANITIZED 0 ///< sanitizers make frames larger: there is nothing to measure
#endif

/// Runs work on a new thread with a stack of so many bytes; false: the system refused.
bool painted_stack_run(size_t stack_bytes, void* (*work)(void*), void* context);

/// Within such a thread: paints what lies below the caller's frame, and says how much of it was used since.
uint8_t* painted_stack_paint(void);
size_t painted_stack_depth(const uint8_t* top);

/// Calls a function and stores how deep it went. Its result is dropped, or stored in out.
#define PAINTED_STACK_CALL(bytes, name, ...)                                                                 \
    do {                                                                                                     \
        const uint8_t* painted_top = painted_stack_paint();                                                  \
        (void)name(__VA_ARGS__);                                                                             \
        (bytes) = painted_stack_depth(painted_top);                                                          \
    } while (0)
#define PAINTED_STACK_CALL_TO(bytes, out, name, ...)                                                         \
    do {                                                                                                     \
        const uint8_t* painted_top = painted_stack_paint();                                                  \
        (out) = name(__VA_ARGS__);                                                                           \
        (bytes) = painted_stack_depth(painted_top);                                                          \
    } while (0)
#endif
