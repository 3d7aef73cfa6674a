// sandbox.c: can a decoder in the sandbox do anything but compute? Each case makes one system call there; the
// kernel must end the child before the next line, and nothing may have happened outside.
#define _GNU_SOURCE // clone flags, SYS_*
#include "formats/sandbox.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/sanitized.h"
#include "files.h"
#include "unit.h"

#if WIMP_HAS_SANDBOX

static volatile sig_atomic_t signals;
static void count_signal(int number) {
    (void)number;
    signals++;
}

// What is tried. Every case is a bare system call: the functions of libc may do without one.
typedef enum forbidden {
    NOTHING,
    OPEN_FOR_WRITING,
    OPEN_FOR_READING,
    REMOVE,
    RENAME,
    SOCKET,
    EXECUTE,
    FORK,
    THREAD,
    KILL,
    PTRACE,
    READ,
    WRITE,
    MAP,
    MAKE_EXECUTABLE,
    READ_OTHER_MEMORY,
    WRITE_OTHER_MEMORY,
    CHANGE_LIMITS,
    CHANGE_MODE,
    ASK_NUMBER,
    CASES
} forbidden;

static const char* const names[CASES] = {"nothing",
                                         "open for writing",
                                         "open for reading",
                                         "unlink",
                                         "rename",
                                         "socket",
                                         "execve",
                                         "fork",
                                         "clone",
                                         "kill",
                                         "ptrace",
                                         "read",
                                         "write",
                                         "mmap",
                                         "mprotect",
                                         "process_vm_readv",
                                         "process_vm_writev",
                                         "prlimit",
                                         "prctl",
                                         "getpid"};

typedef struct attempt {
    forbidden what;
    pid_t parent;
    int pipe;
} attempt;

static void make_call(const attempt* a, void* memory) {
    static char program[] = "/bin/sh", option[] = "-c", script[] = "echo >executed";
    char* const arguments[] = {program, option, script, NULL};
    long pointer[2] = {0, 0};
    switch (a->what) {
    case OPEN_FOR_WRITING:
        syscall(SYS_openat, AT_FDCWD, "made", O_WRONLY | O_CREAT, 0600);
        break;
    case OPEN_FOR_READING:
        syscall(SYS_openat, AT_FDCWD, "there", O_RDONLY, 0);
        break;
    case REMOVE:
        syscall(SYS_unlinkat, AT_FDCWD, "there", 0);
        break;
    case RENAME:
        syscall(SYS_renameat2, AT_FDCWD, "there", AT_FDCWD, "made", 0);
        break;
    case SOCKET:
        syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
        break;
    case EXECUTE:
        syscall(SYS_execve, program, arguments, NULL);
        break;
    case FORK:
        syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
        break;
    case THREAD:
        syscall(SYS_clone, CLONE_VM | CLONE_SIGHAND | CLONE_THREAD, 0, 0, 0, 0);
        break;
    case KILL:
        syscall(SYS_kill, a->parent, SIGUSR1);
        break;
    case PTRACE:
        syscall(SYS_ptrace, PTRACE_TRACEME, 0, 0, 0);
        break;
    case READ:
        syscall(SYS_read, 0, pointer, 1);
        break;
    case WRITE:
        syscall(SYS_write, a->pipe, "x", 1);
        break;
    case MAP:
        syscall(SYS_mmap, 0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        break;
    case MAKE_EXECUTABLE:
        syscall(SYS_mprotect, memory, 4096, PROT_READ | PROT_EXEC);
        break;
    case READ_OTHER_MEMORY:
        syscall(SYS_process_vm_readv, a->parent, pointer, 0, pointer, 0, 0);
        break;
    case WRITE_OTHER_MEMORY:
        syscall(SYS_process_vm_writev, a->parent, pointer, 0, pointer, 0, 0);
        break;
    case CHANGE_LIMITS:
        syscall(SYS_prlimit64, a->parent, 7, NULL, pointer);
        break;
    case CHANGE_MODE:
        syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0);
        break;
    case ASK_NUMBER:
        syscall(SYS_getpid);
        break;
    case NOTHING:
    case CASES:
        break;
    }
}

static void work(void* memory, size_t size, void* context) {
    char* bytes = memory;
    bytes[size - 1] = 'b';
    make_call(context, memory);
    bytes[0] = 'a';
}

// Text that says what was possible; NULL: nothing but to compute.
static const char* try(forbidden what, bool* finished_out) {
    enum { SIZE = 8192 };
    int ends[2];
    if (pipe(ends) != 0) return "no pipe";
    attempt a = {what, getpid(), ends[1]};
    char* memory = wimp_sandbox_run(SIZE, work, &a, finished_out);
    close(ends[1]);
    char byte;
    const bool is_written = read(ends[0], &byte, 1) != 0;
    close(ends[0]);
    if (!memory) return "no sandbox";
    const bool computed = memory[SIZE - 1] == 'b', went_on = memory[0] == 'a';
    wimp_sandbox_free(memory, SIZE);
    if (!computed) return "it did not run";
    if (is_written) return "it wrote to the pipe";
    if (access("made", F_OK) == 0 || access("there", F_OK) != 0) return "it changed files";
    if (access("executed", F_OK) == 0) return "it started a program";
    if (signals > 0) return "its signal arrived";
    return went_on == *finished_out ? went_on && what != NOTHING ? "it went on" : NULL : "another end";
}

static void try_all(void) {
    for (int what = 0; what < CASES; what++) {
        bool finished = false;
        const char* fault = try((forbidden)what, &finished);
        if (fault) fail_msg("%s: %s", names[what], fault);
        assert_true(finished == (what == NOTHING));
    }
}

static void enter(void) {
    files_enter();
    files_put("there", "x", 1);
    signals = 0;
    const struct sigaction count = {.sa_handler = count_signal};
    assert_int_equal(sigaction(SIGUSR1, &count, NULL), 0);
}

static bool kernel_filters(void) {
    return !WIMP_SANITIZED && prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
}

static void a_decoder_may_only_compute(void** state) {
    (void)state;
    if (!kernel_filters()) skip(); // sanitizers make system calls themselves
    enter();
    try_all();
    files_leave();
}

// As in a container, whose filter rules out the strict mode of seccomp.
static void a_host_may_have_a_filter_already(void** state) {
    (void)state;
    if (!kernel_filters()) skip();
    enter();
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        struct sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
        const struct sock_fprog program = {1, allow};
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
            prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
            _exit(77);
        for (int what = 0; what < CASES; what++) {
            bool finished = false;
            const char* fault = try((forbidden)what, &finished);
            if (fault) fprintf(stderr, "%s: %s\n", names[what], fault);
            if (fault || finished != (what == NOTHING)) _exit(1);
        }
        _exit(0);
    }
    int status = 1;
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_true(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77));
    files_leave();
}

static void spin(void* memory, size_t size, void* context) {
    (void)context;
    volatile char* at = memory;
    for (;;) at[size - 1]++;
}

static void crash(void* memory, size_t size, void* context) {
    (void)size;
    (void)context;
    *(volatile char*)memory = 1;
    volatile int* volatile nowhere = NULL;
    *nowhere = 1;
}

static void a_crash_stays_inside(void** state) {
    (void)state;
    if (WIMP_SANITIZED) skip(); // they report it
    bool finished = true;
    char* memory = wimp_sandbox_run(64, crash, NULL, &finished);
    assert_non_null(memory);
    assert_true(memory[0] == 1 && !finished);
    wimp_sandbox_free(memory, 64);
}

// After 20 seconds of the processor.
static void an_endless_loop_ends(void** state) {
    (void)state;
    bool finished = true;
    char* memory = wimp_sandbox_run(64, spin, NULL, &finished);
    assert_non_null(memory);
    assert_false(finished);
    wimp_sandbox_free(memory, 64);
}

int main(int count, char** arguments) {
    (void)arguments;
    const struct CMUnitTest endless[] = {cmocka_unit_test(an_endless_loop_ends)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_decoder_may_only_compute),
        cmocka_unit_test(a_host_may_have_a_filter_already),
        cmocka_unit_test(a_crash_stays_inside),
    };
    return count > 1 ? cmocka_run_group_tests(endless, NULL, NULL)
                     : cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void) {
    puts("skipped: this system has no sandbox");
    return 77;
}
#endif
