// faulty_calls.c: the system calls of a traced program, one stop before and one after each of them. A call
// that is to fail becomes one of number -1, which does nothing, and gets its error afterwards.
#define _GNU_SOURCE // process_vm_readv
#include "faulty_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <elf.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>

typedef enum argument {
    NAME_FIRST,       // the name of a file is the first argument
    NAME_SECOND,      // the second one, after a folder
    DESCRIPTOR,       // the first one is a descriptor
    DESCRIPTOR_FIFTH, // mmap
} argument;

typedef struct call_kind {
    long number;
    const char* name;
    argument argument;
} call_kind;

static const call_kind calls[] = {
#ifdef SYS_open
    {SYS_open, "open", NAME_FIRST},           {SYS_stat, "stat", NAME_FIRST},
    {SYS_lstat, "stat", NAME_FIRST},          {SYS_access, "access", NAME_FIRST},
    {SYS_unlink, "unlink", NAME_FIRST},       {SYS_rename, "rename", NAME_FIRST},
    {SYS_readlink, "readlink", NAME_FIRST},
#endif
    {SYS_openat, "open", NAME_SECOND},        {SYS_newfstatat, "stat", NAME_SECOND},
    {SYS_faccessat, "access", NAME_SECOND},   {SYS_unlinkat, "unlink", NAME_SECOND},
#ifdef SYS_renameat
    {SYS_renameat, "rename", NAME_SECOND},
#endif
    {SYS_renameat2, "rename", NAME_SECOND},   {SYS_readlinkat, "readlink", NAME_SECOND},
    {SYS_fstat, "stat", DESCRIPTOR},          {SYS_read, "read", DESCRIPTOR},
    {SYS_pread64, "read", DESCRIPTOR},        {SYS_write, "write", DESCRIPTOR},
    {SYS_pwrite64, "write", DESCRIPTOR},      {SYS_fsync, "fsync", DESCRIPTOR},
    {SYS_fdatasync, "fsync", DESCRIPTOR},     {SYS_ftruncate, "truncate", DESCRIPTOR},
    {SYS_fallocate, "fallocate", DESCRIPTOR}, {SYS_flock, "flock", DESCRIPTOR},
    {SYS_fchmod, "chmod", DESCRIPTOR},        {SYS_fchown, "chown", DESCRIPTOR},
    {SYS_fcntl, "fcntl", DESCRIPTOR},         {SYS_close, "close", DESCRIPTOR},
    {SYS_mmap, "mmap", DESCRIPTOR_FIFTH},
};

enum { CALLS = sizeof calls / sizeof *calls, MAX_DESCRIPTORS = 256, MAX_THREADS = 64 };

// What a thread is in the midst of.
typedef struct thread {
    pid_t id;
    const call_kind* call; // NULL: nothing of interest
    int64_t descriptor;
    int gives; // errno after the call; 0: what the call gives
    bool makes_descriptor;
} thread;

typedef struct tracer {
    const fault* fault;
    fault_report report;
    const char** names; // NULL: not wanted
    int64_t capacity;
    char folder[PATH_MAX];
    bool is_ours[MAX_DESCRIPTORS];
    thread threads[MAX_THREADS];
    pid_t main;
} tracer;

static void must(bool good, const char* what) {
    if (good) return;
    perror(what);
    exit(1);
}

// ---- registers

#if defined(__x86_64__)
typedef struct user_regs_struct registers;
#define ARGUMENT_2 rdx
#define RESULT     rax
#else
typedef struct user_regs_struct registers;
#define ARGUMENT_2 regs[2]
#define RESULT     regs[0]
#endif

static registers get(pid_t id) {
    registers r;
    struct iovec place = {&r, sizeof r};
    must(ptrace(PTRACE_GETREGSET, id, (void*)(uintptr_t)NT_PRSTATUS, &place) == 0, "reading registers");
    return r;
}
static void set(pid_t id, registers* r) {
    struct iovec place = {r, sizeof *r};
    must(ptrace(PTRACE_SETREGSET, id, (void*)(uintptr_t)NT_PRSTATUS, &place) == 0, "writing registers");
}

// The call of this number is the one before which the thread stands.
static void replace_number(pid_t id, int number) {
#if defined(__x86_64__)
    registers r = get(id);
    r.orig_rax = (unsigned long long)(long long)number;
    set(id, &r);
#else
    struct iovec place = {&number, sizeof number};
    must(ptrace(PTRACE_SETREGSET, id, (void*)(uintptr_t)NT_ARM_SYSTEM_CALL, &place) == 0, "replacing a call");
#endif
}

// ---- which calls count

static bool is_in_folder(const tracer* t, pid_t id, uint64_t address) {
    char name[PATH_MAX];
    size_t size = 0;
    while (size < sizeof name - 1) { // never beyond the page in which the text ends
        const size_t page = 4096 - (address + size) % 4096, room = sizeof name - 1 - size;
        struct iovec to = {name + size, page < room ? page : room},
                     from = {(void*)(uintptr_t)(address + size), to.iov_len};
        const ssize_t got = process_vm_readv(id, &to, 1, &from, 1, 0);
        if (got <= 0) break;
        if (memchr(name + size, 0, (size_t)got) != NULL) {
            size = strlen(name);
            break;
        }
        size += (size_t)got;
    }
    name[size] = '\0';
    if (size == 0) return false; // fstat by an empty name is of no interest
    return name[0] != '/' || strncmp(name, t->folder, strlen(t->folder)) == 0;
}

static bool is_ours(const tracer* t, uint64_t descriptor) {
    return descriptor < MAX_DESCRIPTORS && t->is_ours[descriptor];
}

static const call_kind* find_call(const tracer* t, pid_t id, const struct __ptrace_syscall_info* info) {
    for (int i = 0; i < CALLS; i++) {
        const call_kind* c = &calls[i];
        if (c->number != (long)info->entry.nr) continue;
        const uint64_t* a = info->entry.args;
        const bool counts =
            c->argument == NAME_FIRST ? is_in_folder(t, id, a[0])
            : c->argument == NAME_SECOND
                ? is_in_folder(t, id, a[1]) || (strcmp(c->name, "stat") == 0 && is_ours(t, a[0]))
            : c->argument == DESCRIPTOR ? is_ours(t, a[0])
                                        : is_ours(t, a[4]);
        return counts ? c : NULL;
    }
    return NULL;
}

// ---- what happens to a call

static thread* thread_of(tracer* t, pid_t id) {
    for (int i = 0; i < MAX_THREADS; i++)
        if (t->threads[i].id == id) return &t->threads[i];
    for (int i = 0; i < MAX_THREADS; i++)
        if (t->threads[i].id == 0) {
            t->threads[i] = (thread){.id = id};
            return &t->threads[i];
        }
    fprintf(stderr, "too many threads\n");
    exit(1);
}

static bool is_write(const call_kind* c) {
    return strcmp(c->name, "write") == 0;
}

static void strike(tracer* t, const thread* now) {
    t->report.struck = true;
    snprintf(t->report.call, sizeof t->report.call, "%s", now->call->name);
}

static void shorten(pid_t id, uint64_t size) {
    registers r = get(id);
    r.ARGUMENT_2 = size;
    set(id, &r);
}

static void give_error(tracer* t, thread* now, int error) {
    strike(t, now);
    now->gives = error;
    if (strcmp(now->call->name, "close") != 0) replace_number(now->id, -1); // a close that fails has closed
}

static void fill_disk(tracer* t, thread* now, const uint64_t* arguments) {
    const int64_t left = t->fault->room - t->report.written;
    if (is_write(now->call)) {
        if ((int64_t)arguments[2] <= left) return;
        if (left <= 0) {
            give_error(t, now, ENOSPC);
        } else {
            strike(t, now);
            shorten(now->id, (uint64_t)left);
        }
    } else if (strcmp(now->call->name, "fallocate") == 0) {
        if ((int64_t)(arguments[2] + arguments[3]) > t->fault->room) give_error(t, now, ENOSPC);
    }
}

static void before_call(tracer* t, thread* now, const struct __ptrace_syscall_info* info) {
    *now = (thread){.id = now->id, .call = find_call(t, now->id, info)};
    if (now->call == NULL) return;
    const uint64_t* a = info->entry.args;
    const bool dup = strcmp(now->call->name, "fcntl") == 0;
    if (dup && a[1] != F_DUPFD_CLOEXEC && a[1] != F_DUPFD) {
        now->call = NULL;
        return;
    }
    now->makes_descriptor = dup || strcmp(now->call->name, "open") == 0;
    if (strcmp(now->call->name, "close") == 0) t->is_ours[a[0]] = false;
    const int64_t number = t->report.calls++;
    if (t->names != NULL && number < t->capacity) t->names[number] = now->call->name;
    const fault* f = t->fault;
    if (f->kind == FAULT_FULL) fill_disk(t, now, a);
    if (f->kind == FAULT_FULL || number + 1 != f->at) return;
    switch (f->kind) {
    case FAULT_ERROR:
        give_error(t, now, f->error);
        break;
    case FAULT_SHORT:
        if (a[2] > 1) shorten(now->id, a[2] / 2), strike(t, now);
        break;
    case FAULT_KILL:
        strike(t, now);
        kill(t->main, SIGKILL);
        break;
    case FAULT_NONE:
    case FAULT_FULL:
        break;
    }
}

static void after_call(tracer* t, thread* now, int64_t result) {
    if (now->call == NULL) return;
    if (now->gives != 0) {
        registers r = get(now->id);
        r.RESULT = (unsigned long)-(long)now->gives;
        set(now->id, &r);
    } else if (now->makes_descriptor && result >= 0 && result < MAX_DESCRIPTORS) {
        t->is_ours[result] = true;
    } else if (is_write(now->call) && result > 0) {
        t->report.written += result;
    }
    now->call = NULL;
}

static int at_stop(tracer* t, pid_t id, int status) {
    const int signal = WSTOPSIG(status);
    if (signal != (SIGTRAP | 0x80)) // an event; the first stop of a thread; or a true signal
        return status >> 16 != 0 || signal == SIGSTOP || signal == SIGTRAP ? 0 : signal;
    struct __ptrace_syscall_info info;
    const long size = ptrace(PTRACE_GET_SYSCALL_INFO, id, (void*)sizeof info, &info);
    if (size < 0 && errno == ESRCH) return 0; // killed meanwhile
    must(size > 0, "asking for a call");
    if (info.op == PTRACE_SYSCALL_INFO_ENTRY) before_call(t, thread_of(t, id), &info);
    if (info.op == PTRACE_SYSCALL_INFO_EXIT) after_call(t, thread_of(t, id), info.exit.rval);
    return 0;
}

static void start(char* const* argv, const char* out) {
    const int file = open(out, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || dup2(file, 1) < 0 || dup2(file, 2) < 0) _exit(126);
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(125);
    raise(SIGSTOP);
    execv(argv[0], argv);
    _exit(127);
}

static fault_report trace(tracer* t, char* const* argv) {
    const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                         PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    must(getcwd(t->folder, sizeof t->folder) != NULL, "the folder");
    t->main = fork();
    if (t->main == 0) start(argv, t->fault->out);
    int status = 0;
    must(t->main > 0 && waitpid(t->main, &status, 0) == t->main, "starting");
    if (!WIFSTOPPED(status)) {
        t->report.status = status;
        return t->report;
    }
    must(ptrace(PTRACE_SETOPTIONS, t->main, NULL, (void*)options) == 0, "tracing");
    must(ptrace(PTRACE_SYSCALL, t->main, NULL, NULL) == 0, "tracing");
    for (pid_t id; (id = waitpid(-1, &status, __WALL)) > 0 || (id < 0 && errno == EINTR);) {
        if (id < 0) continue;
        if (!WIFSTOPPED(status)) {
            if (id == t->main) t->report.status = status;
            thread_of(t, id)->id = 0;
            continue;
        }
        const int deliver = at_stop(t, id, status);
        must(ptrace(PTRACE_SYSCALL, id, NULL, (void*)(intptr_t)deliver) == 0 || errno == ESRCH, "tracing");
    }
    return t->report;
}

fault_report run_with_fault(char* const* argv, const fault* f) {
    tracer t = {.fault = f};
    return trace(&t, argv);
}

int64_t list_calls(char* const* argv, const char* out, const char** names, int64_t capacity) {
    const fault none = {.kind = FAULT_NONE, .out = out};
    tracer t = {.fault = &none, .names = names, .capacity = capacity};
    trace(&t, argv);
    return t.report.calls < capacity ? t.report.calls : capacity;
}

// Other kernels and sandboxes know no ptrace, or not all of it.
bool faulty_calls_work(void) {
    const pid_t child = fork();
    if (child == 0) {
        if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) _exit(1);
        raise(SIGSTOP);
        (void)getppid();
        _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return false;
    struct __ptrace_syscall_info info;
    const bool works = ptrace(PTRACE_SETOPTIONS, child, NULL, (void*)(long)PTRACE_O_TRACESYSGOOD) == 0 &&
                       ptrace(PTRACE_SYSCALL, child, NULL, NULL) == 0 &&
                       waitpid(child, &status, 0) == child &&
                       ptrace(PTRACE_GET_SYSCALL_INFO, child, (void*)sizeof info, &info) > 0;
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return works;
}
#else
bool faulty_calls_work(void) {
    return false;
}
fault_report run_with_fault(char* const* argv, const fault* f) {
    (void)argv;
    (void)f;
    abort();
}
int64_t list_calls(char* const* argv, const char* out, const char** names, int64_t capacity) {
    (void)argv;
    (void)out;
    (void)names;
    (void)capacity;
    abort();
}
#endif

static bool is_one_of(const char* call, const char* list) {
    const char* at = strstr(list, call);
    const size_t size = strlen(call);
    return at != NULL && (at == list || at[-1] == ' ') && (at[size] == ' ' || at[size] == '\0');
}

bool call_can_fail_with(const char* call, int error) {
    switch (error) {
    case EINTR:
        return is_one_of(call, "open read write truncate fallocate flock fsync close");
    case ENOSPC:
        return is_one_of(call, "open write fsync fallocate rename close");
    case ENOMEM:
        return is_one_of(call, "open mmap stat");
    case EMFILE:
        return is_one_of(call, "open fcntl");
    case EACCES:
        return is_one_of(call, "open rename unlink access");
    case EPERM:
        return is_one_of(call, "chmod chown rename unlink");
    case ENOLCK:
        return is_one_of(call, "flock");
    case EOPNOTSUPP:
        return is_one_of(call, "fallocate flock");
    case EIO:
        return !is_one_of(call, "fcntl flock mmap");
    default:
        return false;
    }
}
