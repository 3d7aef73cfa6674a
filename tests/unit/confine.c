// confine.c: what can wend-gdal still do to the machine once it has given up its rights? Each case makes one
// system call in a child; the kernel must refuse it or end the child, and nothing may have happened outside.
// The calls are tried by all entries of the kernel.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // SYS_*, clone flags, MAP_32BIT
#endif
#include "gdal/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/sanitized.h"
#include "files.h"
#include "unit.h"

enum { NO_FILE = -100 }; // AT_FDCWD
#define TEXT(text)   ((long)(uintptr_t)(text))
#define ADDRESS(of)  ((long)(uintptr_t)(of))
#define THREAD_FLAGS (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD)

static char program[] = "/bin/sh", option[] = "-c", script[] = "echo >executed";
static char* const words[] = {program, option, script, NULL};
static struct rlimit no_limit = {RLIM_INFINITY, RLIM_INFINITY};
static long numbers[16], how[3] = {O_WRONLY | O_CREAT, 0600, 0}, clone_how[11] = {0, 0, 0, 0, SIGCHLD};
static siginfo_t signal_info = {.si_code = SI_QUEUE};

typedef struct attempt {
    const char* name;
    long number;
    long arguments[6];
} attempt;

// Arguments below -1000 stand for: the parent, the descriptor of a file, memory.
enum { PARENT = -1001, DESCRIPTOR = -1002, MEMORY = -1003 };

static const attempt attempts[] = {
    {"open to make", SYS_openat, {NO_FILE, TEXT("made"), O_WRONLY | O_CREAT, 0600}},
    {"open to write", SYS_openat, {NO_FILE, TEXT("there"), O_WRONLY}},
    {"open to read and write", SYS_openat, {NO_FILE, TEXT("there"), O_RDWR}},
    {"open to cut", SYS_openat, {NO_FILE, TEXT("there"), O_RDONLY | O_TRUNC}},
    {"unlinkat", SYS_unlinkat, {NO_FILE, TEXT("there")}},
    {"renameat2", SYS_renameat2, {NO_FILE, TEXT("there"), NO_FILE, TEXT("made")}},
    {"mkdirat", SYS_mkdirat, {NO_FILE, TEXT("made"), 0700}},
    {"linkat", SYS_linkat, {NO_FILE, TEXT("there"), NO_FILE, TEXT("made")}},
    {"symlinkat", SYS_symlinkat, {TEXT("there"), NO_FILE, TEXT("made")}},
    {"mknodat", SYS_mknodat, {NO_FILE, TEXT("made"), S_IFIFO | 0600}},
    {"fchmodat", SYS_fchmodat, {NO_FILE, TEXT("there"), 0777}},
    {"fchmod", SYS_fchmod, {DESCRIPTOR, 0777}},
    {"fchownat", SYS_fchownat, {NO_FILE, TEXT("there"), -1, -1}},
    {"fchown", SYS_fchown, {DESCRIPTOR, -1, -1}},
    {"truncate", SYS_truncate, {TEXT("there"), 0}},
    {"ftruncate", SYS_ftruncate, {DESCRIPTOR, 0}},
    {"fallocate", SYS_fallocate, {DESCRIPTOR, 0, 0, 100}},
    {"utimensat", SYS_utimensat, {NO_FILE, TEXT("there"), ADDRESS(numbers)}},
    {"setxattr", SYS_setxattr, {TEXT("there"), TEXT("user.a"), TEXT("b"), 1}},
    {"lsetxattr", SYS_lsetxattr, {TEXT("there"), TEXT("user.a"), TEXT("b"), 1}},
    {"fsetxattr", SYS_fsetxattr, {DESCRIPTOR, TEXT("user.a"), TEXT("b"), 1}},
    {"chdir", SYS_chdir, {TEXT("/")}},
    {"chroot", SYS_chroot, {TEXT(".")}},
    {"mount", SYS_mount, {TEXT("none"), TEXT("."), TEXT("tmpfs")}},
    {"sendfile", SYS_sendfile, {DESCRIPTOR, DESCRIPTOR, 0, 1}},
    {"copy_file_range", SYS_copy_file_range, {DESCRIPTOR, 0, DESCRIPTOR, 0, 1}},
    {"socket", SYS_socket, {AF_INET, SOCK_STREAM}},
    {"socketpair", SYS_socketpair, {AF_UNIX, SOCK_STREAM, 0, ADDRESS(numbers)}},
    {"bind", SYS_bind, {DESCRIPTOR, ADDRESS(numbers), 16}},
    {"connect", SYS_connect, {DESCRIPTOR, ADDRESS(numbers), 16}},
    {"sendmsg", SYS_sendmsg, {DESCRIPTOR, ADDRESS(numbers)}},
    {"execve", SYS_execve, {TEXT(program), ADDRESS(words)}},
    {"execveat", SYS_execveat, {NO_FILE, TEXT(program), ADDRESS(words)}},
    {"clone of a process", SYS_clone, {SIGCHLD}},
    {"clone of a thread", SYS_clone, {THREAD_FLAGS, MEMORY}},
    {"kill", SYS_kill, {PARENT, SIGUSR1}},
    {"tkill", SYS_tkill, {PARENT, SIGUSR1}},
    {"tgkill", SYS_tgkill, {PARENT, PARENT, SIGUSR1}},
    {"rt_sigqueueinfo", SYS_rt_sigqueueinfo, {PARENT, SIGUSR1, ADDRESS(&signal_info)}},
    {"rt_tgsigqueueinfo", SYS_rt_tgsigqueueinfo, {PARENT, PARENT, SIGUSR1, ADDRESS(&signal_info)}},
    {"fcntl to get signals", SYS_fcntl, {DESCRIPTOR, F_SETOWN, PARENT}},
    {"fcntl to send signals", SYS_fcntl, {DESCRIPTOR, F_SETFL, O_ASYNC}},
    {"fcntl for a lease", SYS_fcntl, {DESCRIPTOR, F_SETLEASE, F_RDLCK}},
    {"ptrace", SYS_ptrace, {PTRACE_ATTACH, PARENT}},
    {"process_vm_readv", SYS_process_vm_readv, {PARENT, ADDRESS(numbers), 1, ADDRESS(numbers), 1}},
    {"process_vm_writev", SYS_process_vm_writev, {PARENT, ADDRESS(numbers), 1, ADDRESS(numbers), 1}},
    {"prlimit of the parent", SYS_prlimit64, {PARENT, RLIMIT_CORE, ADDRESS(&no_limit)}},
    {"prlimit of files", SYS_prlimit64, {0, RLIMIT_FSIZE, ADDRESS(&no_limit)}},
    {"prlimit of time", SYS_prlimit64, {0, RLIMIT_CPU, ADDRESS(&no_limit)}},
    {"setpriority", SYS_setpriority, {PRIO_PROCESS, PARENT, 5}},
    {"sched_setscheduler", SYS_sched_setscheduler, {PARENT, SCHED_BATCH, ADDRESS(numbers)}},
    {"mmap of code", SYS_mmap, {0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1}},
    {"mprotect to code", SYS_mprotect, {MEMORY, 4096, PROT_READ | PROT_EXEC}},
    {"shmget", SYS_shmget, {0, 4096, 01600}},
    {"semget", SYS_semget, {0, 1, 01600}},
    {"msgget", SYS_msgget, {0, 01600}},
    {"mq_open", SYS_mq_open, {TEXT("wend"), O_RDWR | O_CREAT, 0600}},
    {"memfd_create", SYS_memfd_create, {TEXT("wend")}},
    {"inotify_init1", SYS_inotify_init1, {0}},
    {"timer_create", SYS_timer_create, {CLOCK_MONOTONIC, 0, ADDRESS(numbers)}},
    {"setitimer", SYS_setitimer, {0, ADDRESS(numbers)}},
    {"prctl", SYS_prctl, {PR_SET_DUMPABLE, 1}},
    {"unshare", SYS_unshare, {CLONE_NEWUSER}},
    {"setuid", SYS_setuid, {1}},
    {"capset", SYS_capset, {ADDRESS(numbers), ADDRESS(numbers)}},
    {"bpf", SYS_bpf, {0, ADDRESS(numbers), 16}},
    {"perf_event_open", SYS_perf_event_open, {ADDRESS(numbers), 0, -1, -1}},
    {"add_key", SYS_add_key, {TEXT("user"), TEXT("a"), TEXT("b"), 1, -3}},
    {"rt_sigaction", SYS_rt_sigaction, {SIGXCPU, ADDRESS(numbers), 0, 8}},
#ifdef SYS_creat // the older calls, which new machines lack
    {"open", SYS_open, {TEXT("made"), O_WRONLY | O_CREAT, 0600}},
    {"creat", SYS_creat, {TEXT("made"), 0600}},
    {"unlink", SYS_unlink, {TEXT("there")}},
    {"rename", SYS_rename, {TEXT("there"), TEXT("made")}},
    {"mkdir", SYS_mkdir, {TEXT("made"), 0700}},
    {"link", SYS_link, {TEXT("there"), TEXT("made")}},
    {"symlink", SYS_symlink, {TEXT("there"), TEXT("made")}},
    {"mknod", SYS_mknod, {TEXT("made"), S_IFIFO | 0600}},
    {"chmod", SYS_chmod, {TEXT("there"), 0777}},
    {"chown", SYS_chown, {TEXT("there"), -1, -1}},
    {"lchown", SYS_lchown, {TEXT("there"), -1, -1}},
    {"utime", SYS_utime, {TEXT("there"), ADDRESS(numbers)}},
    {"fork", SYS_fork, {0}},
    {"alarm", SYS_alarm, {1}},
#endif
#ifdef SYS_openat2
    {"openat2", SYS_openat2, {NO_FILE, TEXT("made"), ADDRESS(how), sizeof how}},
#endif
#ifdef SYS_clone3
    {"clone3", SYS_clone3, {ADDRESS(clone_how), sizeof clone_how}},
#endif
#ifdef SYS_io_uring_setup
    {"io_uring_setup", SYS_io_uring_setup, {8, ADDRESS(numbers)}},
#endif
};
enum { ATTEMPTS = sizeof attempts / sizeof *attempts };

static volatile sig_atomic_t signals;
static void count_signal(int number) {
    (void)number;
    signals++;
}

static const char* folders[] = {"tables", NULL};
static const double few_samples = 1e6;

// What the child says after the call. Without a word, the kernel has ended it.
typedef struct outcome {
    int status;
    bool has_spoken;
    long result;
    int error;
} outcome;

typedef long entry(long number, const long* arguments);

static long by_syscall(long number, const long* a) {
    const long result = syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
    return result == -1 ? -errno : result;
}

#if defined(__x86_64__)
// The entry of 32 bits, which sees the low halves of registers.
static long by_int80(long number, const long* a) {
    long result;
    __asm__ volatile("int $0x80"
                     : "=a"(result)
                     : "a"(number), "b"(a[0]), "c"(a[1]), "d"(a[2]), "S"(a[3]), "D"(a[4])
                     : "memory", "r8", "r9", "r10", "r11");
    return (int)result;
}
static long by_x32(long number, const long* a) {
    return by_syscall(number | 0x40000000, a);
}
#endif

static outcome run(entry* enter, long number, const long* arguments) {
    int ends[2];
    outcome o = {0};
    assert_int_equal(pipe(ends), 0);
    const pid_t parent = getpid();
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const int file = open("there", O_RDONLY);
        void* memory = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        long a[6];
        for (int i = 0; i < 6; i++)
            a[i] = arguments[i] == PARENT       ? parent
                   : arguments[i] == DESCRIPTOR ? file
                   : arguments[i] == MEMORY     ? ADDRESS(memory)
                                                : arguments[i];
        if (number == SYS_clone && a[1] != 0) a[1] += 65536; // the end of a stack
        confine_limits(few_samples);
        if (!confine(folders)) _exit(77);
        const long result = enter(number, a);
        (void)!write(ends[1], &result, sizeof result);
        syscall(SYS_exit_group, 0);
    }
    close(ends[1]);
    long result = 0;
    o.has_spoken = read(ends[0], &result, sizeof result) == (ssize_t)sizeof result;
    o.result = result;
    close(ends[0]);
    assert_true(waitpid(child, &o.status, 0) == child);
    if (WIFEXITED(o.status) && WEXITSTATUS(o.status) == 77) fail_msg("it cannot be confined");
    return o;
}

static void nothing_happened(const char* name, const struct stat* before) {
    struct stat now;
    if (access("made", F_OK) == 0) fail_msg("%s: a file was made", name);
    if (access("executed", F_OK) == 0) fail_msg("%s: a program was started", name);
    if (stat("there", &now) != 0) fail_msg("%s: the file has gone", name);
    if (now.st_mode != before->st_mode || now.st_uid != before->st_uid || now.st_size != before->st_size ||
        now.st_mtime != before->st_mtime || now.st_nlink != before->st_nlink ||
        now.st_ctim.tv_nsec != before->st_ctim.tv_nsec)
        fail_msg("%s: the file has changed", name);
    if (signals > 0) fail_msg("%s: its signal arrived", name);
}

static void refused(const char* name, entry* enter, long number, const long* arguments) {
    struct stat before;
    assert_int_equal(stat("there", &before), 0);
    const outcome o = run(enter, number, arguments);
    nothing_happened(name, &before);
    if (o.has_spoken && o.result >= 0) fail_msg("%s: gives %ld", name, o.result);
    // Not for want of an argument: what is refused gives one of these.
    if (o.has_spoken && o.result != -EPERM && o.result != -EACCES && o.result != -ENOSYS &&
        o.result != -EAGAIN && o.result != -ENOTTY)
        fail_msg("%s: the kernel has made it, and says %s", name, strerror((int)-o.result));
}

static void every_call_is_refused(void** state) {
    (void)state;
    for (int i = 0; i < ATTEMPTS; i++)
        refused(attempts[i].name, by_syscall, attempts[i].number, attempts[i].arguments);
}

static void other_entries_are_closed(void** state) {
    (void)state;
#if defined(__x86_64__)
    // Numbers of 32 bits, and where their texts lie, below 4 GB.
    enum { FORK = 2, OPEN = 5, CREAT = 8, EXECVE = 11, GETPID = 20, KILL = 37, SOCKET = 359 };
    char* low = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    assert_true(low != MAP_FAILED);
    strcpy(low, "made");
    const attempt by_32_bits[] = {{"int 0x80: getpid", GETPID, {0}},
                                  {"int 0x80: open", OPEN, {ADDRESS(low), O_WRONLY | O_CREAT, 0600}},
                                  {"int 0x80: creat", CREAT, {ADDRESS(low), 0600}},
                                  {"int 0x80: fork", FORK, {0}},
                                  {"int 0x80: execve", EXECVE, {ADDRESS(low)}},
                                  {"int 0x80: kill", KILL, {PARENT, SIGUSR1}},
                                  {"int 0x80: socket", SOCKET, {AF_INET, SOCK_STREAM}}};
    for (size_t i = 0; i < sizeof by_32_bits / sizeof *by_32_bits; i++)
        refused(by_32_bits[i].name, by_int80, by_32_bits[i].number, by_32_bits[i].arguments);
    for (int i = 0; i < ATTEMPTS; i++)
        refused(attempts[i].name, by_x32, attempts[i].number, attempts[i].arguments);
    munmap(low, 4096);
#else
    skip();
#endif
}

static bool kernel_knows_folders(void) {
#ifdef SYS_landlock_create_ruleset
    return syscall(SYS_landlock_create_ruleset, NULL, 0, 1) >= 1;
#else
    return false;
#endif
}

static outcome open_file(const char* path) {
    const long arguments[6] = {NO_FILE, TEXT(path), O_RDONLY};
    return run(by_syscall, SYS_openat, arguments);
}

static void files_of_its_folders_only(void** state) {
    (void)state;
    if (!kernel_knows_folders()) skip();
    assert_true(open_file("tables/table").result >= 0);
    static const char* const others[] = {"there", "tables/../there", "tables/link",       "/etc/passwd", "/",
                                         "pipe",  "/dev/zero",       "/proc/self/environ"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const outcome o = open_file(others[i]);
        if (!o.has_spoken || o.result != -EACCES) fail_msg("%s can be opened: %ld", others[i], o.result);
    }
}

static long work(long unused, const long* a) {
    (void)unused, (void)a;
    char* large = malloc(50 << 20);
    struct stat status;
    const int file = open("tables/table", O_RDONLY);
    char byte = 0;
    const struct rlimit more = {1 << 20, 1 << 20};
    struct rlimit time = {0, 0}, size = {1, 1}, files = {1 << 20, 1 << 20};
    if (large == NULL) return -1;
    memset(large, 7, 50 << 20);
    free(large);
    if (file < 0) return -1;
    if (fstat(file, &status) != 0 || pread(file, &byte, 1, 0) != 1 || close(file) != 0) return -2;
    // As much time as the samples take, and no more than was said at first.
    confine_allow(few_samples);
    if (getrlimit(RLIMIT_CPU, &time) != 0 || time.rlim_cur > 32) return -3;
    confine_allow(1e12);
    if (getrlimit(RLIMIT_CPU, &time) != 0 || time.rlim_max > 31 || time.rlim_cur > 31) return -4;
    if (setrlimit(RLIMIT_CPU, &more) == 0) return -8;
    if (getrlimit(RLIMIT_FSIZE, &size) != 0 || size.rlim_cur != 0 || size.rlim_max != 0) return -5;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_max > 256) return -6;
    return byte == 't' ? 42 : -7;
}

static void what_a_decoder_needs(void** state) {
    (void)state;
    static const long none[6];
    assert_int_equal(run(work, 0, none).result, 42);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_decoder_needs),
        cmocka_unit_test(every_call_is_refused),
        cmocka_unit_test(other_entries_are_closed),
        cmocka_unit_test(files_of_its_folders_only),
    };
    if (WIMP_SANITIZED || prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0) {
        puts("skipped: sanitizers make system calls themselves, or this kernel filters none");
        return 77;
    }
    files_enter();
    files_put("there", "x", 1);
    assert_true(mkdir("tables", 0700) == 0 && mkfifo("pipe", 0600) == 0);
    files_put("tables/table", "t", 1);
    assert_int_equal(symlink("../there", "tables/link"), 0);
    const struct sigaction count = {.sa_handler = count_signal};
    assert_int_equal(sigaction(SIGUSR1, &count, NULL), 0);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    (void)!(unlink("tables/table") + unlink("tables/link") + rmdir("tables"));
    files_leave();
    return failed;
}
