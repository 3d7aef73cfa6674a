// child.h: child processes that the host does not meet: no SIGCHLD, nothing for its waitpid(-1), no
// pthread_atfork handlers.
#ifndef WIMP_CHILD_H
#define WIMP_CHILD_H

// The child's stack must grow downwards.
#if defined(__linux__) && !defined(__hppa__) && !defined(__ia64__) && !defined(WIMP_NO_SANDBOX)
#define WIMP_HAS_CHILDREN 1
#else
#define WIMP_HAS_CHILDREN 0
#endif

#if WIMP_HAS_CHILDREN
#include <sys/types.h>

/// Starts a copy of this process, as fork does, that calls run on a stack of 8 MB with all signals blocked.
/// It may neither allocate nor lock, and ends when run returns, or when the calling thread ends. Returns its
/// number; -1: the system refused, see errno.
pid_t wimp_child_start(int (*run)(void* context), void* context);
/// Waits until a child has ended for any reason.
void wimp_child_wait(pid_t child);
/// In a child: closes all descriptors from first on.
void wimp_child_close_from(int first);
#endif
#endif
