// sandbox.c: what may a decoder of hostile input do? Compute, in memory that it is given; write to one pipe;
// end. The kernel kills it for anything else (seccomp strict), and for computing too long.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // pipe2, syscall, MAP_NORESERVE
#endif
#include "sandbox.h"

#if WENDI_HAS_SANDBOX
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_CPU_SECONDS = 20, MAX_OLD_STYLE_FDS = 1024 };

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

_Noreturn static void leave(int code) {
    for (;;) syscall(SYS_exit, code); // _exit is exit_group, which seccomp strict forbids
}

// Leaves the child descriptor 0, the pipe, and nothing else to write to.
static void keep_only(int fd) {
    if (dup2(fd, 0) < 0) leave(1);
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 1u, ~0u, 0u) == 0) return;
#endif
    for (int other = 1; other < MAX_OLD_STYLE_FDS; other++) close(other);
}

// Within a container that filters system calls already the strict mode is refused; then the limits, the
// memory and the closed descriptors have to do.
static void lock_up(int fd) {
    const struct rlimit cpu = {MAX_CPU_SECONDS, MAX_CPU_SECONDS}, none = {0, 0};
    setrlimit(RLIMIT_CPU, &cpu);
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    keep_only(fd);
    if (!SANITIZED) prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
}

bool wendi_sandbox_start(wendi_sandbox* sandbox, size_t memory_size, wendi_sandbox_work* work,
                         void* context) {
    void* memory =
        mmap(NULL, memory_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return false;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        munmap(memory, memory_size);
        return false;
    }
    pid_t child = fork();
    if (child == 0) {
        lock_up(ends[1]);
        work(memory, memory_size, context, 0);
        leave(0);
    }
    int error = errno;
    munmap(memory, memory_size); // the child has its own
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        errno = error;
        return false;
    }
    *sandbox = (wendi_sandbox){child, ends[0]};
    return true;
}

void wendi_sandbox_write(int fd, const void* bytes, size_t size) {
    const uint8_t* at = bytes;
    while (size > 0) {
        ssize_t written = write(fd, at, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) leave(1);
        at += written;
        size -= (size_t)written;
    }
}

bool wendi_sandbox_read(wendi_sandbox* sandbox, void* bytes, size_t size) {
    uint8_t* at = bytes;
    while (size > 0) {
        ssize_t got = read(sandbox->answer, at, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}

void wendi_sandbox_end(wendi_sandbox* sandbox) {
    close(sandbox->answer);
    kill((pid_t)sandbox->child, SIGKILL);
    while (waitpid((pid_t)sandbox->child, NULL, 0) < 0 && errno == EINTR) continue;
}
#else
typedef int wendi_sandbox_is_for_linux; // a file needs a declaration
#endif
