// confine.c: what may a decoder of GDAL do to the machine?
//
// It has to open files of its own (a raster may lie in several), to allocate, and to load the tables of PROJ,
// so the strict mode of the other decoders is not possible (docs/decisions/0021-gdal-program.md). What it
// cannot do: write, make, remove or rename files, run programs, use the network, send signals, or compute and
// allocate without end.
#include <cpl_conv.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include "core/sanitized.h"
#include "gdal/program.h"

enum { FIRST_SECONDS = 30, SAMPLES_A_SECOND = 2000000, OPEN_FILES = 256 };
static const rlim_t most_memory = (rlim_t)3 << 30;

static void limit(int what, rlim_t soft) {
    struct rlimit now;
    if (getrlimit(what, &now) != 0) return;
    now.rlim_cur = now.rlim_max == RLIM_INFINITY || soft < now.rlim_max ? soft : now.rlim_max;
    setrlimit(what, &now);
}

void confine_early(void) {
    static const char* const settings[][2] = {
        {"GDAL_CACHEMAX", "64"},          {"GDAL_PAM_ENABLED", "YES"},
        {"GDAL_HTTP_TIMEOUT", "1"},       {"GDAL_MAX_DATASET_POOL_SIZE", "32"},
        {"PROJ_NETWORK", "OFF"},          {"CPL_VSIL_CURL_NON_CACHED", ""},
        {"GTIFF_REPORT_COMPD_CS", "YES"},
    };
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        CPLSetConfigOption(settings[i][0], settings[i][1]);
    limit(RLIMIT_CPU, FIRST_SECONDS);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NOFILE, OPEN_FILES);
    if (!WIMP_SANITIZED) limit(RLIMIT_AS, most_memory);
    prctl(PR_SET_DUMPABLE, 0);
}

void confine_allow(double samples) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    limit(RLIMIT_CPU, (rlim_t)used.ru_utime.tv_sec + (rlim_t)used.ru_stime.tv_sec + FIRST_SECONDS +
                          (rlim_t)(samples / SAMPLES_A_SECOND));
}

// A jump over the next instructions where the number of the call is another one.
#define REFUSE(call)                                                                                         \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
// Refuses to open a file but for reading; argument: the number of the flags.
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define LOW_HALF 4
#else
#define LOW_HALF 0
#endif
#define REFUSE_WRITING(call, argument)                                                                       \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4),                                                       \
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[argument]) + LOW_HALF),        \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1),                   \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

void confine_fully(void) {
    static const struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef SYS_open
        REFUSE_WRITING(SYS_open, 1),
#endif
        REFUSE_WRITING(SYS_openat, 2),
#ifdef SYS_openat2
        REFUSE(SYS_openat2),
#endif
#ifdef SYS_creat
        REFUSE(SYS_creat),
#endif
#ifdef SYS_unlink
        REFUSE(SYS_unlink),
        REFUSE(SYS_rmdir),
        REFUSE(SYS_mkdir),
        REFUSE(SYS_rename),
        REFUSE(SYS_link),
        REFUSE(SYS_symlink),
        REFUSE(SYS_chmod),
        REFUSE(SYS_chown),
        REFUSE(SYS_mknod),
#endif
#ifdef SYS_renameat
        REFUSE(SYS_renameat),
#endif
        REFUSE(SYS_unlinkat),
        REFUSE(SYS_mkdirat),
        REFUSE(SYS_renameat2),
        REFUSE(SYS_linkat),
        REFUSE(SYS_symlinkat),
        REFUSE(SYS_mknodat),
        REFUSE(SYS_fchmod),
        REFUSE(SYS_fchmodat),
        REFUSE(SYS_fchown),
        REFUSE(SYS_fchownat),
        REFUSE(SYS_truncate),
        REFUSE(SYS_ftruncate),
        REFUSE(SYS_utimensat),
        REFUSE(SYS_setxattr),
        REFUSE(SYS_socket),
        REFUSE(SYS_connect),
        REFUSE(SYS_bind),
        REFUSE(SYS_execve),
        REFUSE(SYS_execveat),
        REFUSE(SYS_ptrace),
        REFUSE(SYS_process_vm_writev),
        REFUSE(SYS_kill),
        REFUSE(SYS_tkill),
        REFUSE(SYS_mount),
        REFUSE(SYS_bpf),
        REFUSE(SYS_perf_event_open),
#ifdef SYS_io_uring_setup
        REFUSE(SYS_io_uring_setup),
#endif
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {(unsigned short)(sizeof filter / sizeof *filter),
                                       (struct sock_filter*)(uintptr_t)filter};
    // A container may refuse this; the limits and the settings of GDAL then remain.
    if (!WIMP_SANITIZED && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
