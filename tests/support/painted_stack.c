// painted_stack.c: how much stack does a call need?
#define _DEFAULT_SOURCE
#include "painted_stack.h"

#include <pthread.h>
#include <stdlib.h>

enum { PAINT = 0xa5 };

static _Thread_local uint8_t* stack_base;

typedef struct job {
    void* (*work)(void*);
    void* context;
    void* memory;
} job;

static void* run(void* context) {
    const job* j = context;
    stack_base = j->memory;
    return j->work(j->context);
}

bool painted_stack_run(size_t stack_bytes, void* (*work)(void*), void* context) {
    job j = {work, context, NULL};
    pthread_attr_t attributes;
    pthread_t thread;
    if (posix_memalign(&j.memory, 4096, stack_bytes) != 0) return false;
    bool done = pthread_attr_init(&attributes) == 0 &&
                pthread_attr_setstack(&attributes, j.memory, stack_bytes) == 0 &&
                pthread_create(&thread, &attributes, run, &j) == 0 && pthread_join(thread, NULL) == 0;
    pthread_attr_destroy(&attributes);
    free(j.memory);
    return done;
}

// Everything below this frame, but for a little room.
__attribute__((noinline)) uint8_t* painted_stack_paint(void) {
    uint8_t* top = __builtin_frame_address(0);
    for (volatile uint8_t* at = stack_base; at < top - 64; at++) *at = PAINT;
    return top;
}

__attribute__((noinline)) size_t painted_stack_depth(const uint8_t* top) {
    const volatile uint8_t* at = stack_base;
    while (at < top && *at == PAINT) at++;
    return (size_t)(top - at);
}
