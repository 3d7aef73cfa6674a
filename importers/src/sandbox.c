// sandbox.c: what may a decoder of hostile input do? Compute, in memory that it is given, and end. The kernel
// kills it for anything else (seccomp strict), and for computing too long.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // syscall, MAP_ANONYMOUS, MAP_NORESERVE, __WALL
#endif
#include "sandbox.h"

#if WENDI_HAS_SANDBOX
#include <errno.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_CPU_SECONDS = 20, MAX_CLOSED_ONE_BY_ONE = 1 << 16 };
enum { STACK_BYTES = 1 << 23, GUARD_BYTES = 1 << 16 }; // the guard: pages of any size

// Sanitizers call the kernel on their own account.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

// What parent and child share: the memory of the work, and behind it, out of reach of whatever runs past the
// memory's beginning, this.
typedef struct outcome {
    volatile uint32_t finished; // FINISHED once work has returned
} outcome;

#define FINISHED UINT32_C(0x646f6e65)

static size_t outcome_at(size_t memory_size) {
    return (memory_size + 63) / 64 * 64;
}
static size_t mapped_size(size_t memory_size) {
    return outcome_at(memory_size) + sizeof(outcome);
}

// ---- the child

// Files, sockets and locks of the host must not stay open because a decoder computes.
static void close_all(void) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 0u, ~0u, 0u) == 0) return;
#endif
    struct rlimit files = {0, 0};
    getrlimit(RLIMIT_NOFILE, &files);
    int end = files.rlim_cur < MAX_CLOSED_ONE_BY_ONE ? (int)files.rlim_cur : MAX_CLOSED_ONE_BY_ONE;
    for (int descriptor = 0; descriptor < end; descriptor++) close(descriptor);
}

// Within a container that filters system calls already the strict mode is refused; then the limits, the
// memory and the closed descriptors have to do.
static void lock_up(void) {
    const struct rlimit cpu = {MAX_CPU_SECONDS, MAX_CPU_SECONDS};
    setrlimit(RLIMIT_CPU, &cpu);
    prctl(PR_SET_DUMPABLE, 0); // the host's memory goes to no core file
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close_all();
    if (!SANITIZED) prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
}

// What the child needs; it lies on the parent's stack, of which the child has a copy.
typedef struct order {
    wendi_sandbox_work* work;
    void* context;
    void* memory;
    size_t memory_size;
    outcome* end;
} order;

static int run_child(void* context) {
    const order* o = context;
    lock_up();
    o->work(o->memory, o->memory_size, o->context);
    o->end->finished = FINISHED;
    for (;;) syscall(SYS_exit, 0); // _exit is exit_group, which seccomp strict forbids
    return 0;
}

// ---- the parent

// A fork whose child sends no signal when it ends. So the host gets no SIGCHLD, its waitpid(-1) cannot take
// the child away from us, and SIGCHLD may be ignored. Past libc's fork no handler of pthread_atfork runs, and
// libc's locks may be held by threads that the child does not have: it must call nothing that locks. The
// child runs on its own stack, since that of the calling thread may be small; the parent's copy goes at once.
static pid_t start_child(order* o) {
    uint8_t* stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) return -1;
    pid_t child = -1;
    if (mprotect(stack, GUARD_BYTES, PROT_NONE) == 0) child = clone(run_child, stack + STACK_BYTES, 0, o);
    int error = errno;
    munmap(stack, STACK_BYTES);
    errno = error;
    return child;
}

void* wendi_sandbox_run(size_t memory_size, wendi_sandbox_work* work, void* context, bool* finished_out) {
    if (memory_size > SIZE_MAX / 2) {
        errno = ENOMEM;
        return NULL;
    }
    uint8_t* memory = mmap(NULL, mapped_size(memory_size), PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    outcome* end = (outcome*)(void*)(memory + outcome_at(memory_size));
    order o = {work, context, memory, memory_size, end};

    // In the child all signals stay blocked: a handler of the host must not run there.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t child = start_child(&o);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (child < 0) {
        munmap(memory, mapped_size(memory_size));
        errno = error;
        return NULL;
    }
    // ECHILD: a host that waits for children of every kind was first. How the child ended does not matter.
    while (waitpid(child, NULL, __WALL) < 0 && errno == EINTR) continue;
    *finished_out = end->finished == FINISHED;
    return memory;
}

void wendi_sandbox_free(void* memory, size_t memory_size) {
    if (memory) munmap(memory, mapped_size(memory_size));
}
#else
typedef int wendi_sandbox_is_for_linux; // a file needs a declaration
#endif
