// child.c: how does a library start a process without the host noticing?
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // clone, syscall, MAP_ANONYMOUS, MAP_NORESERVE, __WALL
#endif
#include "core/child.h"

#if WIMP_HAS_CHILDREN
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_CLOSED_ONE_BY_ONE = 1 << 16 };
enum { STACK_BYTES = 1 << 23, GUARD_BYTES = 1 << 16 }; // the guard is a multiple of any page size

void wimp_child_close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, ~0u, 0u) == 0) return;
#endif
    struct rlimit files = {0, 0};
    getrlimit(RLIMIT_NOFILE, &files);
    int end = files.rlim_cur < MAX_CLOSED_ONE_BY_ONE ? (int)files.rlim_cur : MAX_CLOSED_ONE_BY_ONE;
    for (int descriptor = first; descriptor < end; descriptor++) close(descriptor);
}

// A child that sends no signal when it ends. So the host gets no SIGCHLD, its waitpid(-1) cannot reap the
// child first, and SIGCHLD may be ignored. This bypasses libc's fork: no pthread_atfork handler runs, and
// other threads may hold libc's locks, so the child must call nothing that locks. The child has its own
// stack, since the calling thread's may be small; the parent unmaps its copy at once.
static pid_t start_on_stack(int (*run)(void*), void* context) {
    uint8_t* stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) return -1;
    pid_t child = -1;
    if (mprotect(stack, GUARD_BYTES, PROT_NONE) == 0) child = clone(run, stack + STACK_BYTES, 0, context);
    int error = errno;
    munmap(stack, STACK_BYTES);
    errno = error;
    return child;
}

typedef struct beginning {
    int (*run)(void*);
    void* context;
    pid_t parent;
} beginning;

// The parent may have ended before the child asks to end with it. A parent of another namespace has number 0.
static int begin(void* context) {
    const beginning* b = context;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const pid_t parent = getppid();
    return parent == b->parent || parent == 0 ? b->run(b->context) : 1;
}

pid_t wimp_child_start(int (*run)(void*), void* context) {
    beginning b = {run, context, getpid()};
    // All signals stay blocked in the child, so that no handler of the host runs there.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = start_on_stack(begin, &b);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return child;
}

void wimp_child_wait(pid_t child) {
    // ECHILD: the host reaped the child with __WALL. The exit status does not matter.
    while (waitpid(child, NULL, __WALL) < 0 && errno == EINTR) continue;
}
#else
typedef int wimp_children_are_for_linux; // C forbids an empty file
#endif
