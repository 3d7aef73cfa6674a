// sandbox.c: how is a decoder confined? It runs in a child process that may only compute in shared memory and
// exit. The kernel kills it for any other system call (seccomp) and for computing too long.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // syscall, MAP_ANONYMOUS, MAP_NORESERVE
#endif
#include "formats/sandbox.h"

#include "core/child.h"
#include "core/sanitized.h"

#if WIMP_HAS_SANDBOX
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX_CPU_SECONDS = 20 };

// Parent and child share the memory of the work, and this behind it.
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

// How the kernel names the calls of this program; 0: not known here.
#if defined(__x86_64__)
#define CALLS_OF AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define CALLS_OF AUDIT_ARCH_I386
#elif defined(__aarch64__) && defined(__AARCH64EL__)
#define CALLS_OF AUDIT_ARCH_AARCH64
#elif defined(__arm__) && defined(__ARMEL__)
#define CALLS_OF AUDIT_ARCH_ARM
#elif defined(__riscv) && __riscv_xlen == 64
#define CALLS_OF AUDIT_ARCH_RISCV64
#elif defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)
#define CALLS_OF AUDIT_ARCH_PPC64LE
#elif defined(__s390x__)
#define CALLS_OF AUDIT_ARCH_S390X
#else
#define CALLS_OF 0
#endif

#ifndef SECCOMP_RET_KILL_PROCESS // Linux 4.14
#define SECCOMP_RET_KILL_PROCESS SECCOMP_RET_KILL
#endif

// Leaves the system call exit and no other. Unlike the strict mode, a filter works where a container has
// filters already, and it forbids to read and write, too.
static bool forbid_calls(void) {
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CALLS_OF, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    const struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    return CALLS_OF != 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void limit(int resource, rlim_t most) {
    const struct rlimit both = {most, most};
    setrlimit(resource, &both);
}

// Where the kernel refuses both kinds of seccomp, the limits and the closed descriptors remain.
static void lock_up(void) {
    limit(RLIMIT_CPU, MAX_CPU_SECONDS);
    limit(RLIMIT_CORE, 0);
    prctl(PR_SET_DUMPABLE, 0);  // no core file of the host's memory
    wimp_child_close_from(0);   // a running decoder must not keep files, sockets and locks of the host open
    if (WIMP_SANITIZED) return; // they open files, and start programs
    limit(RLIMIT_NOFILE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NPROC, 0);
    if (!forbid_calls()) prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
}

// The child's input. It lies on the parent's stack, of which the child has a copy.
typedef struct order {
    wimp_sandbox_work* work;
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
    for (;;) syscall(SYS_exit, 0); // _exit is exit_group, which seccomp forbids
    return 0;
}

// ---- the parent

void* wimp_sandbox_run(size_t memory_size, wimp_sandbox_work* work, void* context, bool* finished_out) {
    if (memory_size > SIZE_MAX / 2) {
        errno = ENOMEM;
        return NULL;
    }
    uint8_t* memory = mmap(NULL, mapped_size(memory_size), PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    outcome* end = (outcome*)(void*)(memory + outcome_at(memory_size));
    order o = {work, context, memory, memory_size, end};

    const pid_t child = wimp_child_start(run_child, &o);
    const int error = errno;
    if (child < 0) {
        munmap(memory, mapped_size(memory_size));
        errno = error;
        return NULL;
    }
    wimp_child_wait(child);
    *finished_out = end->finished == FINISHED;
    return memory;
}

void wimp_sandbox_free(void* memory, size_t memory_size) {
    if (memory) munmap(memory, mapped_size(memory_size));
}
#else
typedef int wimp_sandbox_is_for_linux; // C forbids an empty file
#endif
