// posix.h: what POSIX has and Windows lacks, for the importers and the program. Names of files are UTF-8.
//
// A build for Windows includes this first in every file of those parts (cmake/WendWindows.cmake); they
// themselves are written for POSIX and do not ask which system it is. Only what they use is here.
#ifndef WEND_WINDOWS_POSIX_H
#define WEND_WINDOWS_POSIX_H
#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <locale.h>
#include <process.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

// ---- files

#define O_CLOEXEC     _O_NOINHERIT
#define O_NONBLOCK    0
#define F_GETFD       1
#define F_GETFL       3
#define F_SETFL       4
#define FD_CLOEXEC    1
#define S_ISLNK(mode) ((void)(mode), 0)
#undef S_IWGRP
#undef S_IWOTH
#define S_IWGRP 0
#define S_IWOTH 0
#undef S_ISSOCK
#define LOCK_EX 2
#define LOCK_NB 4
#undef R_OK
#undef W_OK
#undef X_OK
#undef F_OK
#define R_OK 4
#define W_OK 2
#define X_OK 0
#define F_OK 0

struct wendw_stat {
    uint64_t st_dev, st_ino;
    int st_mode;
    int64_t st_size;
    struct timespec st_mtim;
};
int wendw_stat(const char* file, struct wendw_stat* out);
int wendw_fstat(int descriptor, struct wendw_stat* out);
int wendw_open(const char* file, int flags, ...);
int wendw_access(const char* file, int mode);
int wendw_unlink(const char* file);
FILE* wendw_fopen(const char* file, const char* mode);
/// Makes a folder of a name that is free, in place of the X at the end.
char* wendw_mkdtemp(char* name);
char* wendw_realpath(const char* file, char* none);
int wendw_fcntl(int descriptor, int command, ...);
int wendw_flock(int descriptor, int how);
int64_t wendw_pread(int descriptor, void* bytes, size_t size, int64_t at);
int64_t wendw_read(int descriptor, void* bytes, size_t size);
int64_t wendw_write(int descriptor, const void* bytes, size_t size);
int64_t wendw_lseek(int descriptor, int64_t at, int from);
#undef stat
#undef fstat
#undef lseek
#undef off_t
#undef ssize_t
#define stat                      wendw_stat
#define lstat                     wendw_stat
#define fstat                     wendw_fstat
#define open                      wendw_open
#define access                    wendw_access
#define unlink                    wendw_unlink
#define fopen                     wendw_fopen
#define realpath                  wendw_realpath
#define mkdtemp                   wendw_mkdtemp
#define fcntl                     wendw_fcntl
#define flock                     wendw_flock
#define pread                     wendw_pread
#define read                      wendw_read
#define write                     wendw_write
#define lseek                     wendw_lseek
#define off_t                     int64_t
#define readlink(file, out, size) ((void)(file), (void)(out), (void)(size), -1)

typedef struct wendw_folder wendw_folder;
struct wendw_entry {
    char d_name[1024];
};
wendw_folder* wendw_opendir(const char* folder);
struct wendw_entry* wendw_readdir(wendw_folder* folder);
int wendw_closedir(wendw_folder* folder);
/// The entries that keep says, in order, for free().
int wendw_scandir(const char* folder, struct wendw_entry*** out, int (*keep)(const struct wendw_entry* entry),
                  int (*compare)(const struct wendw_entry** a, const struct wendw_entry** b));
#define DIR      wendw_folder
#define dirent   wendw_entry
#define opendir  wendw_opendir
#define readdir  wendw_readdir
#define closedir wendw_closedir
#define scandir  wendw_scandir

/// Memory for free(); of 16 bytes alignment, see cmake/WendCompile.cmake.
int wendw_posix_memalign(void** out, size_t align, size_t size);
#define posix_memalign wendw_posix_memalign
void* wendw_aligned_alloc(size_t align, size_t size);
#define aligned_alloc wendw_aligned_alloc

// ---- texts

typedef struct wendw_locale* locale_t;
#define LC_ALL_MASK 0
/// The locale "C", whatever the name.
locale_t wendw_newlocale(int mask, const char* name, locale_t base);
/// Sets the locale of this thread. Returns the one before, which must be set again.
locale_t wendw_uselocale(locale_t locale);
#define newlocale             wendw_newlocale
#define uselocale             wendw_uselocale
#define freelocale(locale)    ((void)(locale))
#define strerror_l(number, c) ((void)(c), strerror(number))
#define strdup                _strdup

// ---- the process

#define SIGHUP       1
#define SIGBUS       7
#define SIGKILL      9
#define SIGPIPE      13
#define SIGCONT      18
#define SIGXFSZ      25
#define SIG_BLOCK    0
#define SIG_UNBLOCK  1
#define SIG_SETMASK  2
#define SA_SIGINFO   4
#define SA_RESTART   8
#define SA_RESETHAND 16
typedef uint32_t wendw_signals;
typedef struct siginfo_t {
    int si_pid;
} siginfo_t;
struct wendw_sigaction {
    void (*sa_handler)(int number);
    void (*sa_sigaction)(int number, siginfo_t* info, void* context);
    int sa_flags;
};
/// Of SIGINT and SIGTERM; others never come.
int wendw_sigaction(int number, const struct wendw_sigaction* action, struct wendw_sigaction* before);
/// While signals are blocked, Ctrl-C and the end of the session wait.
int wendw_sigprocmask(int how, const wendw_signals* set, wendw_signals* before);
int wendw_sigpending(wendw_signals* out);
#define sigset_t                 wendw_signals
#define sigemptyset(set)         (*(set) = 0)
#define sigfillset(set)          (*(set) = UINT32_MAX)
#define sigaddset(set, number)   (*(set) |= 1u << (number))
#define sigismember(set, number) ((*(set) >> (number)) & 1)
#define sigaction                wendw_sigaction
#define sigprocmask              wendw_sigprocmask
#define sigpending               wendw_sigpending
#define signal                   wendw_signal
void (*wendw_signal(int number, void (*handler)(int)))(int);
#define kill(process, number) ((void)(process), (void)(number), 0)
#define getppid()             0

#define _SC_NPROCESSORS_ONLN 1
#define _SC_PHYS_PAGES       2
#define _SC_PAGESIZE         3
long wendw_sysconf(int what);
#define sysconf wendw_sysconf
int wendw_gethostname(char* out, size_t size);
#define gethostname wendw_gethostname
struct rusage {
    int64_t ru_maxrss; // KiB
};
#define RUSAGE_SELF     0
#define RUSAGE_CHILDREN (-1)
int wendw_getrusage(int whose, struct rusage* out);
#define getrusage wendw_getrusage
struct utsname {
    char machine[16];
};
int wendw_uname(struct utsname* out);
#define uname wendw_uname

// ---- pipes

struct pollfd {
    int fd;
    short events, revents;
};
#define POLLIN  1
#define POLLOUT 4
#define POLLERR 8
#define POLLHUP 16
/// Of one descriptor: says that it is ready, as reading then waits.
int wendw_poll(struct pollfd* descriptors, unsigned count, int timeout_ms);
#define poll wendw_poll

#endif
