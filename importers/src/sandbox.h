// sandbox.h: work on hostile input in a child process that can do nothing but compute and write an answer.
#ifndef WENDI_SANDBOX_H
#define WENDI_SANDBOX_H
#include <stdbool.h>
#include <stddef.h>

#if defined(__linux__) && !defined(WENDI_NO_SANDBOX)
#define WENDI_HAS_SANDBOX 1
#else
#define WENDI_HAS_SANDBOX 0
#endif

#if WENDI_HAS_SANDBOX
typedef struct wendi_sandbox {
    long child;
    int answer; ///< end of a pipe to read from
} wendi_sandbox;

/// Runs in the child: may use memory and context, call wendi_sandbox_write, and return. It cannot allocate.
typedef void wendi_sandbox_work(void* memory, size_t memory_size, void* context, int fd);

/// Starts the child with memory_size bytes of zeroed memory that is its own. False: the system refused, see
/// errno.
bool wendi_sandbox_start(wendi_sandbox* sandbox, size_t memory_size, wendi_sandbox_work* work, void* context);
/// In the child; ends it when nobody reads any more.
void wendi_sandbox_write(int fd, const void* bytes, size_t size);
/// In the parent: the next size bytes of the answer. False: the child has ended before.
bool wendi_sandbox_read(wendi_sandbox* sandbox, void* bytes, size_t size);
/// Ends the child, finished or not.
void wendi_sandbox_end(wendi_sandbox* sandbox);
#endif
#endif
