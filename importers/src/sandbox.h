// sandbox.h: work on hostile input in a child process that can do nothing but compute in memory it shares
// with its parent.
#ifndef WENDI_SANDBOX_H
#define WENDI_SANDBOX_H
#include <stdbool.h>
#include <stddef.h>

// The child gets its own stack, which grows downwards.
#if defined(__linux__) && !defined(__hppa__) && !defined(__ia64__) && !defined(WENDI_NO_SANDBOX)
#define WENDI_HAS_SANDBOX 1
#else
#define WENDI_HAS_SANDBOX 0
#endif

#if WENDI_HAS_SANDBOX
/// Runs in the child: may read context, write to memory, and return. It must not allocate, lock, or touch a
/// thread-local variable that its thread has not touched before.
typedef void wendi_sandbox_work(void* memory, size_t memory_size, void* context);

/// Runs work in a child, on a stack of 8 MB, and waits until the child has ended, whatever ended it. Returns
/// zeroed memory with what the child wrote to it; NULL: the system refused, see errno. *finished_out: work
/// returned. The host notices nothing: no SIGCHLD, no child that its own calls of wait could meet, no
/// descriptor, no zombie.
void* wendi_sandbox_run(size_t memory_size, wendi_sandbox_work* work, void* context, bool* finished_out);
void wendi_sandbox_free(void* memory, size_t memory_size);
#endif
#endif
