// confine.c: what may a decoder of GDAL do to the machine?
//
// It computes, allocates, reads what is open and writes to its socket. All other system calls are refused:
// with an error where a library goes on without, otherwise the kernel ends the program. Files are opened for
// it by the importers; only where folders are given it may open those in them itself, for reading, and where
// that is not the whole file system, the kernel must be able to tell one folder from another (Landlock).
//
// Nothing here is of GDAL, so that tests/unit/confine.c can try every call.
#include "gdal/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#if defined(__has_include)
#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#endif
#endif

#include "core/sanitized.h"

enum { FIRST_SECONDS = 30, SAMPLES_A_SECOND = 2000000, OPEN_FILES = 256 };
static const rlim_t most_memory = (rlim_t)3 << 30;

// ---- limits

static void limit(int what, rlim_t soft, rlim_t hard) {
    struct rlimit now;
    if (getrlimit(what, &now) != 0) return;
    if (hard < now.rlim_max) now.rlim_max = hard;
    now.rlim_cur = soft < now.rlim_max ? soft : now.rlim_max;
    setrlimit(what, &now);
}

static rlim_t seconds_of(double samples) {
    return FIRST_SECONDS + (rlim_t)(samples > 0 ? samples / SAMPLES_A_SECOND : 0);
}

void confine_limits(double most_samples) {
    limit(RLIMIT_CPU, FIRST_SECONDS, seconds_of(most_samples));
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_FSIZE, 0, 0);
    limit(RLIMIT_NOFILE, OPEN_FILES, OPEN_FILES);
    prctl(PR_SET_DUMPABLE, 0);
    if (WIMP_SANITIZED) return; // they reserve terabytes, and start a program
    limit(RLIMIT_NPROC, 0, 0);
    limit(RLIMIT_AS, most_memory, most_memory);
}

void confine_allow(double samples) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    limit(RLIMIT_CPU, (rlim_t)used.ru_utime.tv_sec + (rlim_t)used.ru_stime.tv_sec + seconds_of(samples),
          RLIM_INFINITY);
}

// ---- folders

#if defined(LANDLOCK_ACCESS_FS_READ_FILE) && defined(SYS_landlock_create_ruleset)
// Leaves nothing of the file system but to read in these folders, unless this kernel has no Landlock.
static void leave_folders(const char* const* folders) {
    static const uint64_t known[] = {13, 14, 15, 15, 16}; // rights to files in its versions, one bit each
    const long version =
        syscall(SYS_landlock_create_ruleset, NULL, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1) return;
    const size_t count = sizeof known / sizeof *known;
    const struct landlock_ruleset_attr rights = {
        .handled_access_fs =
            ((uint64_t)1 << known[(size_t)version < count ? (size_t)version - 1 : count - 1]) - 1};
    const int rules = (int)syscall(SYS_landlock_create_ruleset, &rights, sizeof rights.handled_access_fs, 0);
    if (rules < 0) return;
    for (; *folders != NULL; folders++) {
        const struct landlock_path_beneath_attr rule = {.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE |
                                                                          LANDLOCK_ACCESS_FS_READ_DIR,
                                                        .parent_fd = open(*folders, O_PATH | O_CLOEXEC)};
        if (rule.parent_fd < 0) continue; // not there
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        close(rule.parent_fd);
    }
    syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
}
#else
static void leave_folders(const char* const* folders) {
    (void)folders;
}
#endif

// The rights of root to files of others, to limits, and to all else.
static void drop_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    const struct __user_cap_data_struct none[2] = {{0, 0, 0}, {0, 0, 0}};
    syscall(SYS_capset, &header, none);
}

// ---- system calls

static const char* const allowed[] = {
    // memory
    "brk", "munmap", "mremap", "madvise",
    // what is open
    "read", "readv", "pread64", "preadv", "write", "writev", "lseek", "_llseek", "close", "fstat", "fstat64",
    "fadvise64", "fadvise64_64", "arm_fadvise64_64", "recvmsg",
    // which files there are
    "stat", "stat64", "lstat", "lstat64", "newfstatat", "fstatat64", "statx", "access", "faccessat",
    "faccessat2", "readlink", "readlinkat", "getcwd", "getdents", "getdents64",
    // the thread itself, and the time
    "futex", "futex_time64", "rseq", "set_robust_list", "sched_yield", "restart_syscall", "exit",
    "exit_group", "clock_gettime", "clock_gettime64", "clock_getres", "clock_getres_time64", "gettimeofday",
    "time", "getrandom", "getpid", "gettid", "getuid", "getuid32", "geteuid", "geteuid32", "getgid",
    "getgid32", "getegid", "getegid32", "getcpu", "sched_getaffinity", "getrusage", "getrlimit", "ugetrlimit",
    "sysinfo", "uname"};

// Libraries go on without these.
static const struct {
    const char* name;
    int error;
} refused[] = {{"clone3", ENOSYS},
               {"openat2", ENOSYS},
               {"membarrier", ENOSYS},
               {"memfd_create", ENOSYS},
               {"userfaultfd", ENOSYS},
               {"io_uring_setup", ENOSYS},
               {"clone", EAGAIN},
               {"fork", EAGAIN},
               {"vfork", EAGAIN},
               {"socket", EACCES},
               {"socketpair", EACCES},
               {"statfs", EACCES},
               {"statfs64", EACCES},
               {"fstatfs", EACCES},
               {"fstatfs64", EACCES},
               {"ioctl", ENOTTY},
               {"clock_nanosleep", EPERM},
               {"clock_nanosleep_time64", EPERM},
               {"mlock", EPERM},
               {"msync", EPERM},
               {"nanosleep", EPERM},
               {"poll", EPERM},
               {"prctl", EPERM},
               {"rt_sigaction", EPERM},
               {"rt_sigprocmask", EPERM},
               {"sched_getparam", EPERM},
               {"sched_getscheduler", EPERM},
               {"sched_setaffinity", EPERM},
               {"setrlimit", EPERM},
               {"sigaltstack", EPERM}};

static bool add(scmp_filter_ctx filter, uint32_t action, const char* name, unsigned count,
                const struct scmp_arg_cmp* conditions) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR || number < 0) return true; // this machine has no such call
    return seccomp_rule_add_array(filter, action, number, count, conditions) == 0;
}

static struct scmp_arg_cmp equal(unsigned argument, scmp_datum_t value) {
    return (struct scmp_arg_cmp){argument, SCMP_CMP_EQ, value, 0};
}

static struct scmp_arg_cmp bits(unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
    return (struct scmp_arg_cmp){argument, SCMP_CMP_MASKED_EQ, mask, value};
}

static bool add_if(scmp_filter_ctx filter, uint32_t action, const char* name, struct scmp_arg_cmp condition) {
    return add(filter, action, name, 1, &condition);
}

// Opening, but not to write.
static bool add_open(scmp_filter_ctx filter, const char* name, unsigned argument) {
    static const scmp_datum_t writes[] = {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC};
    const scmp_datum_t all = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    bool good = add_if(filter, SCMP_ACT_ALLOW, name, bits(argument, all, 0));
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++)
        good &= add_if(filter, SCMP_ACT_ERRNO(EACCES), name, bits(argument, writes[i], writes[i]));
    return good;
}

// The calls that are allowed with some arguments only.
static bool add_conditional(scmp_filter_ctx filter) {
    static const char* const maps[] = {"mmap", "mmap2", "mprotect"};
    static const char* const controls[] = {"fcntl", "fcntl64"};
    static const int commands[] = {F_GETFD, F_SETFD, F_GETFL, F_GETLK, F_SETLK, F_DUPFD_CLOEXEC};
    bool good = true;
    // No new code.
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        good = good && add_if(filter, SCMP_ACT_ALLOW, maps[i], bits(2, PROT_EXEC, 0)) &&
               add_if(filter, SCMP_ACT_ERRNO(EPERM), maps[i], bits(2, PROT_EXEC, PROT_EXEC));
    // No signals for what happens to a descriptor.
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
            good = good && add_if(filter, SCMP_ACT_ALLOW, controls[i], equal(1, (scmp_datum_t)commands[k]));
        good = good && add_if(filter, SCMP_ACT_ERRNO(EPERM), controls[i], equal(1, F_SETFL));
    }
    // Its own limits, to ask; and that of the processor, up to the hard one.
    const struct scmp_arg_cmp asks[] = {equal(0, 0), equal(2, 0)};
    const struct scmp_arg_cmp allows[] = {equal(0, 0), equal(1, RLIMIT_CPU)};
    return good && add(filter, SCMP_ACT_ALLOW, "prlimit64", 2, asks) &&
           add(filter, SCMP_ACT_ALLOW, "prlimit64", 2, allows) && add_open(filter, "open", 1) &&
           add_open(filter, "openat", 2);
}

// libseccomp itself refuses calls in the manner of other machines: int 0x80, x32.
static bool filter_calls(void) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (filter == NULL) return false;
    bool good = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0 &&
                seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0 && add_conditional(filter);
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        good &= add(filter, SCMP_ACT_ALLOW, allowed[i], 0, NULL);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        good &= add(filter, SCMP_ACT_ERRNO((uint32_t)refused[i].error), refused[i].name, 0, NULL);
    good = good && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return good;
}

bool confine(const char* const* folders) {
    if (WIMP_SANITIZED) return true; // they make system calls themselves
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    leave_folders(folders);
    drop_capabilities();
    return filter_calls();
}
