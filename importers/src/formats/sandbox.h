// sandbox.h: runs work on untrusted input in a child process that can only compute in memory shared with its
// parent.
#ifndef WIMP_SANDBOX_H
#define WIMP_SANDBOX_H
#include <stdbool.h>
#include <stddef.h>

#include "core/child.h"

#define WIMP_HAS_SANDBOX WIMP_HAS_CHILDREN

#if WIMP_HAS_SANDBOX
/// Runs in the child: may read context, write to memory, and return. It must not allocate, lock, or touch a
/// thread-local variable that its thread has not touched before.
typedef void wimp_sandbox_work(void* memory, size_t memory_size, void* context);

/// Runs work in a child with a stack of 8 MB and waits until the child has ended for any reason. Returns
/// zeroed memory with what the child wrote; NULL: the system refused, see errno. *finished_out: work
/// returned. The host sees no SIGCHLD, no child in its own calls of wait, no descriptor and no zombie.
void* wimp_sandbox_run(size_t memory_size, wimp_sandbox_work* work, void* context, bool* finished_out);
void wimp_sandbox_free(void* memory, size_t memory_size);
#endif
#endif
