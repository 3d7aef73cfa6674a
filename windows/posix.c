// posix.c: posix.h by the functions of Windows.
#define _WIN32_WINNT 0x0601
#include <windows.h>

#include <psapi.h>

#include "posix.h"

#include <errno.h>
#undef open
#undef stat
#undef fstat
#undef read
#undef write
#undef lseek
#undef fopen
#undef signal

// ---- names

// A name in UTF-16, for free(). NULL: see errno.
static wchar_t* wide(const char* name) {
    const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, name, -1, NULL, 0);
    errno = ENOENT;
    wchar_t* text = length > 0 ? malloc((size_t)length * sizeof *text) : NULL;
    if (text) MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, name, -1, text, length);
    return text;
}

static char* narrow(const wchar_t* name) {
    const int length = WideCharToMultiByte(CP_UTF8, 0, name, -1, NULL, 0, NULL, NULL);
    char* text = length > 0 ? malloc((size_t)length) : NULL;
    if (text) WideCharToMultiByte(CP_UTF8, 0, name, -1, text, length, NULL, NULL);
    return text;
}

static int fail(void) {
    const DWORD error = GetLastError();
    errno = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND || error == ERROR_INVALID_NAME
                ? ENOENT
            : error == ERROR_ACCESS_DENIED || error == ERROR_SHARING_VIOLATION ? EACCES
            : error == ERROR_FILE_EXISTS || error == ERROR_ALREADY_EXISTS      ? EEXIST
                                                                               : EIO;
    return -1;
}

static HANDLE handle_of(int descriptor) {
    return (HANDLE)_get_osfhandle(descriptor);
}

// ---- files

static const DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

static HANDLE open_handle(const char* file, DWORD access, DWORD creation) {
    wchar_t* name = wide(file);
    if (!name) return INVALID_HANDLE_VALUE;
    const HANDLE handle =
        CreateFileW(name, access, share_all, NULL, creation, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE) fail();
    free(name);
    return handle;
}

static int status_of(HANDLE handle, struct wendw_stat* out) {
    BY_HANDLE_FILE_INFORMATION info;
    const DWORD type = GetFileType(handle);
    *out = (struct wendw_stat){.st_mode = type == FILE_TYPE_PIPE ? _S_IFIFO : _S_IFCHR};
    if (type != FILE_TYPE_DISK) return 0;
    if (!GetFileInformationByHandle(handle, &info)) return fail();
    const uint64_t time =
        (uint64_t)info.ftLastWriteTime.dwHighDateTime << 32 | info.ftLastWriteTime.dwLowDateTime;
    out->st_dev = info.dwVolumeSerialNumber;
    out->st_ino = (uint64_t)info.nFileIndexHigh << 32 | info.nFileIndexLow;
    out->st_size = (int64_t)((uint64_t)info.nFileSizeHigh << 32 | info.nFileSizeLow);
    out->st_mtim = (struct timespec){(time_t)(time / 10000000), (long)(time % 10000000) * 100};
    out->st_mode = info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? _S_IFDIR | _S_IEXEC : _S_IFREG;
    out->st_mode |= _S_IREAD | (info.dwFileAttributes & FILE_ATTRIBUTE_READONLY ? 0 : _S_IWRITE);
    return 0;
}

int wendw_stat(const char* file, struct wendw_stat* out) {
    const HANDLE handle = open_handle(file, 0, OPEN_EXISTING);
    if (handle == INVALID_HANDLE_VALUE) return -1;
    const int result = status_of(handle, out);
    CloseHandle(handle);
    return result;
}

int wendw_fstat(int descriptor, struct wendw_stat* out) {
    return status_of(handle_of(descriptor), out);
}

int wendw_open(const char* file, int flags, ...) {
    const bool writes = (flags & (_O_WRONLY | _O_RDWR)) != 0;
    if (strcmp(file, "/dev/null") == 0) file = "NUL";
    const HANDLE handle = open_handle(file, GENERIC_READ | (writes ? GENERIC_WRITE : 0), OPEN_EXISTING);
    if (handle == INVALID_HANDLE_VALUE) return -1;
    const int descriptor = _open_osfhandle((intptr_t)handle, _O_BINARY | (flags & _O_NOINHERIT));
    if (descriptor < 0) CloseHandle(handle);
    return descriptor;
}

int wendw_access(const char* file, int mode) {
    wchar_t* name = wide(file);
    const int result = name ? _waccess(name, mode) : -1;
    free(name);
    return result;
}

int wendw_unlink(const char* file) {
    wchar_t* name = wide(file);
    const int result = name ? _wunlink(name) : -1;
    free(name);
    return result;
}

FILE* wendw_fopen(const char* file, const char* mode) {
    wchar_t *name = wide(file), *wide_mode = wide(mode);
    FILE* stream = name && wide_mode ? _wfopen(name, wide_mode) : NULL;
    free(name);
    free(wide_mode);
    return stream;
}

char* wendw_mkdtemp(char* name) {
    return _mktemp_s(name, strlen(name) + 1) == 0 && _mkdir(name) == 0 ? name : NULL;
}

// The real path, with slashes and without the prefix of long names.
char* wendw_realpath(const char* file, char* none) {
    (void)none;
    const HANDLE handle = open_handle(file, 0, OPEN_EXISTING);
    if (handle == INVALID_HANDLE_VALUE) return NULL;
    const DWORD room = GetFinalPathNameByHandleW(handle, NULL, 0, 0);
    wchar_t* name = room > 0 ? malloc(room * sizeof *name) : NULL;
    char* text = name && GetFinalPathNameByHandleW(handle, name, room, 0) < room ? narrow(name) : NULL;
    free(name);
    CloseHandle(handle);
    if (text && strncmp(text, "\\\\?\\", 4) == 0) memmove(text, text + 4, strlen(text + 4) + 1);
    for (char* c = text; c && *c; c++)
        if (*c == '\\') *c = '/';
    return text;
}

int wendw_fcntl(int descriptor, int command, ...) {
    const bool is_open = handle_of(descriptor) != INVALID_HANDLE_VALUE;
    return is_open || command == F_SETFL ? 0 : -1;
}

// Of a byte beyond any file, as Windows does not let others read what is locked.
int wendw_flock(int descriptor, int how) {
    OVERLAPPED place = {.OffsetHigh = 0x7fffffff};
    const DWORD flags =
        (how & LOCK_EX ? LOCKFILE_EXCLUSIVE_LOCK : 0) | (how & LOCK_NB ? LOCKFILE_FAIL_IMMEDIATELY : 0);
    if (LockFileEx(handle_of(descriptor), flags, 0, 1, 0, &place)) return 0;
    errno = how & LOCK_NB ? EWOULDBLOCK : EIO;
    return -1;
}

int64_t wendw_pread(int descriptor, void* bytes, size_t size, int64_t at) {
    const int64_t here = _lseeki64(descriptor, 0, SEEK_CUR);
    if (here < 0 || _lseeki64(descriptor, at, SEEK_SET) < 0) return -1;
    const int64_t got = wendw_read(descriptor, bytes, size);
    return _lseeki64(descriptor, here, SEEK_SET) < 0 ? -1 : got;
}

int64_t wendw_read(int descriptor, void* bytes, size_t size) {
    return _read(descriptor, bytes, size < INT32_MAX ? (unsigned)size : INT32_MAX);
}

int64_t wendw_write(int descriptor, const void* bytes, size_t size) {
    return _write(descriptor, bytes, size < INT32_MAX ? (unsigned)size : INT32_MAX);
}

int64_t wendw_lseek(int descriptor, int64_t at, int from) {
    return _lseeki64(descriptor, at, from);
}

// ---- folders

struct wendw_folder {
    HANDLE found;
    WIN32_FIND_DATAW next;
    bool has_next;
    struct wendw_entry entry;
};

wendw_folder* wendw_opendir(const char* folder) {
    char* pattern = malloc(strlen(folder) + 3);
    wendw_folder* out = calloc(1, sizeof *out);
    wchar_t* name = NULL;
    if (pattern && out) {
        strcpy(pattern, folder);
        strcat(pattern, "/*");
        name = wide(pattern);
    }
    if (name) out->found = FindFirstFileW(name, &out->next);
    const bool good = name && out->found != INVALID_HANDLE_VALUE;
    if (name && !good) fail();
    free(name);
    free(pattern);
    if (!good) {
        free(out);
        return NULL;
    }
    out->has_next = true;
    return out;
}

struct wendw_entry* wendw_readdir(wendw_folder* folder) {
    if (!folder->has_next) return NULL;
    char* name = narrow(folder->next.cFileName);
    snprintf(folder->entry.d_name, sizeof folder->entry.d_name, "%s", name ? name : "");
    free(name);
    folder->has_next = FindNextFileW(folder->found, &folder->next);
    return &folder->entry;
}

int wendw_closedir(wendw_folder* folder) {
    FindClose(folder->found);
    free(folder);
    return 0;
}

int wendw_scandir(const char* folder, struct wendw_entry*** out, int (*keep)(const struct wendw_entry* entry),
                  int (*compare)(const struct wendw_entry** a, const struct wendw_entry** b)) {
    wendw_folder* from = wendw_opendir(folder);
    struct wendw_entry **entries = NULL, *next;
    int count = 0;
    if (!from) return -1;
    while ((next = wendw_readdir(from)) != NULL) {
        if (!keep(next)) continue;
        struct wendw_entry** more = realloc(entries, ((size_t)count + 1) * sizeof *entries);
        struct wendw_entry* copy = malloc(sizeof *copy);
        if (more) entries = more;
        if (!more || !copy) {
            free(copy);
            break;
        }
        *copy = *next;
        entries[count++] = copy;
    }
    const bool failed = next != NULL;
    wendw_closedir(from);
    if (count > 0) qsort(entries, (size_t)count, sizeof *entries, (int (*)(const void*, const void*))compare);
    if (!failed) {
        *out = entries;
        return count;
    }
    while (count > 0) free(entries[--count]);
    free(entries);
    errno = ENOMEM;
    return -1;
}

int wendw_posix_memalign(void** out, size_t align, size_t size) {
    (void)align;
    *out = malloc(size);
    return *out ? 0 : ENOMEM;
}

void* wendw_aligned_alloc(size_t align, size_t size) {
    (void)align;
    return malloc(size);
}

// ---- texts

struct wendw_locale {
    int mode; // whether threads had locales of their own
    char name[200];
};

locale_t wendw_newlocale(int mask, const char* name, locale_t base) {
    static struct wendw_locale c = {0, "C"}; // never changed
    (void)mask, (void)name, (void)base;
    return &c;
}

locale_t wendw_uselocale(locale_t locale) {
    if (!locale) return NULL;
    if (locale != wendw_newlocale(0, "", NULL)) { // back to what was before
        setlocale(LC_ALL, locale->name);
        _configthreadlocale(locale->mode);
        free(locale);
        return NULL;
    }
    struct wendw_locale* before = calloc(1, sizeof *before);
    if (!before) return NULL;
    before->mode = _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    snprintf(before->name, sizeof before->name, "%s", setlocale(LC_ALL, NULL));
    setlocale(LC_ALL, "C");
    return before;
}

// ---- signals: those of the console come on a thread of their own

static volatile LONG is_held, is_asked;

static BOOL WINAPI on_console(DWORD event) {
    (void)event;
    if (!is_held) return FALSE; // the handler of SIGINT, or the end
    is_asked = 1;
    return TRUE;
}

int wendw_sigprocmask(int how, const wendw_signals* set, wendw_signals* before) {
    (void)set, (void)before;
    if (how == SIG_BLOCK) {
        is_held = 1;
        SetConsoleCtrlHandler(on_console, TRUE);
    } else {
        is_held = 0;
        SetConsoleCtrlHandler(on_console, FALSE);
        if (is_asked) raise(SIGINT);
    }
    return 0;
}

int wendw_sigpending(wendw_signals* out) {
    *out = is_asked ? 1u << SIGINT : 0;
    return 0;
}

int wendw_sigaction(int number, const struct wendw_sigaction* action, struct wendw_sigaction* before) {
    if (before) *before = (struct wendw_sigaction){.sa_handler = SIG_DFL};
    if (action && !(action->sa_flags & SA_SIGINFO)) wendw_signal(number, action->sa_handler);
    return 0;
}

void (*wendw_signal(int number, void (*handler)(int)))(int) {
    return number == SIGINT || number == SIGTERM ? signal(number, handler) : SIG_DFL;
}

// ---- the machine

long wendw_sysconf(int what) {
    SYSTEM_INFO info;
    MEMORYSTATUSEX memory = {.dwLength = sizeof memory};
    GetSystemInfo(&info);
    if (what == _SC_PAGESIZE) return (long)info.dwPageSize;
    if (what == _SC_NPROCESSORS_ONLN) return (long)GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return GlobalMemoryStatusEx(&memory) ? (long)(memory.ullTotalPhys / info.dwPageSize) : -1;
}

int wendw_gethostname(char* out, size_t size) {
    DWORD room = (DWORD)size;
    return GetComputerNameA(out, &room) ? 0 : fail();
}

int wendw_getrusage(int whose, struct rusage* out) {
    PROCESS_MEMORY_COUNTERS counters = {.cb = sizeof counters};
    *out = (struct rusage){0};
    if (whose != RUSAGE_SELF) return 0;
    if (!GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters)) return fail();
    out->ru_maxrss = (int64_t)(counters.PeakWorkingSetSize / 1024);
    return 0;
}

int wendw_uname(struct utsname* out) {
    SYSTEM_INFO info;
    GetNativeSystemInfo(&info);
    snprintf(out->machine, sizeof out->machine, "%s",
             info.wProcessorArchitecture == PROCESSOR_ARCHITECTURE_AMD64 ? "x86_64" : "unknown");
    return 0;
}

int wendw_poll(struct pollfd* descriptors, unsigned count, int timeout_ms) {
    (void)timeout_ms;
    for (unsigned i = 0; i < count; i++) descriptors[i].revents = descriptors[i].events;
    return (int)count;
}
