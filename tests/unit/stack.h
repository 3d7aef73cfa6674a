// stack.h: what the parts of the stack test share: calls that are measured, and those to make.
#ifndef WEND_TEST_STACK_H
#define WEND_TEST_STACK_H
#include "maps.h"
#include "painted_stack.h"
#include "wend/wend.h"

/// Notes how deep a call of a function went.
void note(const char* name, size_t bytes);
/// Ends the test when a condition does not hold.
void must(bool condition, const char* what);
#define MUST(condition) must(condition, #condition)

/// Calls a function of this name and notes how deep it went. Its result is dropped, or stored in out.
#define MEASURE(name, ...)                                                                                   \
    do {                                                                                                     \
        size_t measured_bytes;                                                                               \
        PAINTED_STACK_CALL(measured_bytes, name, __VA_ARGS__);                                               \
        note(#name, measured_bytes);                                                                         \
    } while (0)
#define MEASURE_TO(out, name, ...)                                                                           \
    do {                                                                                                     \
        size_t measured_bytes;                                                                               \
        PAINTED_STACK_CALL_TO(measured_bytes, out, name, __VA_ARGS__);                                       \
        note(#name, measured_bytes);                                                                         \
    } while (0)

typedef struct stage {
    wend_grid* grid; // taken by the build
    char file[64];
} stage;

// Calls of the functions of each part of the library: stack_worlds.c and stack_agents.c.
void call_world(wend_world* world, const stage* s);
void call_profiles(void);
void call_bake(const stage* s);
void call_field(const wend_world* world, wend_search* search, rng* random);
void call_many(const wend_world* world, rng* random);
void call_fleet(const wend_world* world, rng* random);
void call_steering(const wend_grid* grid, const wend_path* path);
void call_crowd(const wend_world* world, rng* random);
void call_service(wend_world* world, rng* random);
#endif
