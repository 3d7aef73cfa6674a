// file_windows.c: file.h on Windows. Names are UTF-8 there as everywhere, and reach the system as UTF-16.
//
// A temporary file belongs to nobody when it can be opened without sharing it: then its writer is gone.
#define _WIN32_WINNT 0x0601
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "core/file.h"

static const DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

// ---- errors and names

static int number_of(DWORD error) {
    switch (error) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_BAD_PATHNAME:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
        return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_WRITE_PROTECT:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_USER_MAPPED_FILE:
        return EACCES;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        return EEXIST;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        return ENOSPC;
    case ERROR_FILENAME_EXCED_RANGE:
        return ENAMETOOLONG;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT:
        return ENOMEM;
    case ERROR_TOO_MANY_OPEN_FILES:
        return EMFILE;
    default:
        return EIO;
    }
}

static void note_error(void) {
    errno = number_of(GetLastError());
}

static wend_result fail(const char* file, const char* what, wend_error* error_opt) {
    return wendi_fail(error_opt, WEND_ERROR_IO, "%s: %s: %s", file, what, wendi_system_error(errno));
}

// A name in UTF-16, for free(). NULL: see errno.
static wchar_t* wide(const char* name) {
    const int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, name, -1, NULL, 0);
    if (length <= 0) {
        errno = ENOENT;
        return NULL;
    }
    wchar_t* text = malloc((size_t)length * sizeof *text);
    if (text) MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, name, -1, text, length);
    return text;
}

static char* narrow(const wchar_t* name) {
    const int length = WideCharToMultiByte(CP_UTF8, 0, name, -1, NULL, 0, NULL, NULL);
    char* text = length > 0 ? malloc((size_t)length) : NULL;
    if (text) WideCharToMultiByte(CP_UTF8, 0, name, -1, text, length, NULL, NULL);
    return text;
}

static HANDLE handle_of(int descriptor) {
    return (HANDLE)_get_osfhandle(descriptor);
}

// Opens a file that programs which the host starts do not inherit. -1: see errno.
static int open_file(const char* name, DWORD access, DWORD share, DWORD creation) {
    wchar_t* text = wide(name);
    if (!text) return -1;
    const HANDLE handle = CreateFileW(text, access, share, NULL, creation, FILE_ATTRIBUTE_NORMAL, NULL);
    note_error();
    free(text);
    if (handle == INVALID_HANDLE_VALUE) return -1;
    const int descriptor = _open_osfhandle((intptr_t)handle, _O_BINARY | _O_NOINHERIT |
                                                                 (access & GENERIC_WRITE ? 0 : _O_RDONLY));
    if (descriptor < 0) CloseHandle(handle);
    return descriptor;
}

static void remove_file(const char* name) {
    wchar_t* text = wide(name);
    if (text) DeleteFileW(text);
    free(text);
}

static DWORD attributes_of(const char* name) {
    wchar_t* text = wide(name);
    const DWORD attributes = text ? GetFileAttributesW(text) : INVALID_FILE_ATTRIBUTES;
    free(text);
    return attributes;
}

// ---- temporary files: NAME.0.wendtmp, NAME.1.wendtmp, ...

static void remove_abandoned(const char* name) {
    wchar_t* text = wide(name);
    const HANDLE handle = text ? CreateFileW(text, DELETE, 0, NULL, OPEN_EXISTING,
                                             FILE_ATTRIBUTE_NORMAL | FILE_FLAG_DELETE_ON_CLOSE, NULL)
                               : INVALID_HANDLE_VALUE;
    if (handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
    free(text);
}

static int create_temporary(const wendi_output* out) {
    for (int32_t number = 0; number < NUMBERS; number++) {
        name_temporary(out->name, number, out->temporary);
        if (number < CLEANED) remove_abandoned(out->temporary);
        const int descriptor =
            open_file(out->temporary, GENERIC_READ | GENERIC_WRITE | DELETE, share_all, CREATE_NEW);
        if (descriptor < 0 && errno != EEXIST && errno != EACCES) return -1;
        if (descriptor < 0) continue;
        for (int32_t later = number + 1; later < CLEANED; later++) {
            name_temporary(out->name, later, out->temporary);
            remove_abandoned(out->temporary);
        }
        name_temporary(out->name, number, out->temporary);
        return descriptor;
    }
    return -1;
}

// ---- output

static void free_names(wendi_output* output) {
    free(output->name);
    free(output->temporary);
    *output = (wendi_output){0};
}

// A second descriptor of the same open file.
static int second_descriptor(int descriptor) {
    HANDLE copy;
    const HANDLE process = GetCurrentProcess();
    if (!DuplicateHandle(process, handle_of(descriptor), process, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS)) {
        note_error();
        return -1;
    }
    const int second = _open_osfhandle((intptr_t)copy, _O_BINARY | _O_NOINHERIT);
    if (second < 0) CloseHandle(copy);
    return second;
}

// The name that links lead to; NULL: as it stands.
static char* resolved(const char* file) {
    const int descriptor = open_file(file, 0, share_all, OPEN_EXISTING);
    if (descriptor < 0) return NULL;
    const DWORD room = GetFinalPathNameByHandleW(handle_of(descriptor), NULL, 0, 0);
    wchar_t* text = room > 0 ? malloc(room * sizeof *text) : NULL;
    char* name =
        text && GetFinalPathNameByHandleW(handle_of(descriptor), text, room, 0) < room ? narrow(text) : NULL;
    free(text);
    _close(descriptor);
    return name;
}

static wend_result open_output(const char* file, wendi_output* out, wend_error* error_opt) {
    const DWORD attributes = attributes_of(file);
    if (attributes != INVALID_FILE_ATTRIBUTES) {
        if (attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE))
            return wendi_fail(error_opt, WEND_ERROR_IO, "%s: cannot write: not a regular file", file);
        errno = EACCES;
        if (attributes & FILE_ATTRIBUTE_READONLY) return fail(file, "cannot write", error_opt);
        if (attributes & FILE_ATTRIBUTE_REPARSE_POINT) out->name = resolved(file); // a link stays a link
    }
    if (!out->name) out->name = _strdup(file);
    if (out->name) out->temporary = malloc(strlen(out->name) + TEMPORARY_EXTRA);
    if (!out->temporary) return wendi_fail(error_opt, WEND_ERROR_MEMORY, "%s: out of memory", file);
    const int descriptor = create_temporary(out);
    if (descriptor < 0) return fail(file, "cannot write", error_opt);
    out->lock = second_descriptor(descriptor);
    out->stream = out->lock >= 0 ? _fdopen(descriptor, "wb") : NULL;
    if (out->stream) return WEND_OK;
    wend_result result = fail(file, "cannot write", error_opt);
    if (out->lock >= 0) _close(out->lock);
    _close(descriptor);
    remove_file(out->temporary);
    return result;
}

wend_result wendi_output_open(const char* file, wendi_output* out, wend_error* error_opt) {
    WENDI_ASSERT(file && out);
    *out = (wendi_output){0};
    wend_result result = open_output(file, out, error_opt);
    if (result != WEND_OK) free_names(out);
    return result;
}

static bool set_size(int descriptor, uint64_t size) {
    FILE_END_OF_FILE_INFO end = {.EndOfFile.QuadPart = (LONGLONG)size};
    const bool good = SetFileInformationByHandle(handle_of(descriptor), FileEndOfFileInfo, &end, sizeof end);
    if (!good) note_error();
    return good;
}

wend_result wendi_output_reserve(wendi_output* output, const char* file, uint64_t size,
                                 wend_error* error_opt) {
    if (set_size(_fileno(output->stream), size)) return WEND_OK;
    return wendi_fail(error_opt, WEND_ERROR_IO, "%s: no room for %llu bytes: %s", file,
                      (unsigned long long)size, wendi_system_error(errno));
}

int wendi_output_descriptor(const wendi_output* output) {
    return _fileno(output->stream);
}

// Gives a file its final name. A file that is mapped or open cannot be replaced; then it steps aside first,
// and its bytes stay there for those that use them.
static bool replace(const wendi_output* output) {
    wchar_t *from = wide(output->temporary), *to = wide(output->name);
    const DWORD flags = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
    bool good = from && to && MoveFileExW(from, to, flags);
    if (!good && from && to) {
        note_error();
        char* aside = malloc(strlen(output->name) + TEMPORARY_EXTRA);
        for (int32_t number = 0; number < NUMBERS && aside && errno == EACCES && !good; number++) {
            name_temporary(output->name, number, aside);
            wchar_t* away = strcmp(aside, output->temporary) != 0 ? wide(aside) : NULL;
            const bool moved = away && MoveFileExW(to, away, MOVEFILE_WRITE_THROUGH);
            good = moved && MoveFileExW(from, to, flags);
            if (good)
                remove_file(aside); // at once, or by the next writer of this name
            else if (moved)
                MoveFileExW(away, to, MOVEFILE_WRITE_THROUGH);
            free(away);
            if (moved) break;
        }
        free(aside);
        if (!good) errno = EACCES;
    }
    free(from);
    free(to);
    return good;
}

wend_result wendi_output_close(wendi_output* output, bool keep, wend_error* error_opt) {
    WENDI_ASSERT(output->stream && output->name && output->temporary);
    wend_result result = WEND_OK;
    if (keep && (fflush(output->stream) != 0 || ferror(output->stream) ||
                 !FlushFileBuffers(handle_of(_fileno(output->stream)))))
        result = fail(output->name, "write failed", error_opt);
    if (fclose(output->stream) != 0 && keep && result == WEND_OK)
        result = fail(output->name, "write failed", error_opt);
    if (keep && result == WEND_OK && !replace(output))
        result = fail(output->name, "cannot replace", error_opt);
    if (!keep || result != WEND_OK) remove_file(output->temporary);
    _close(output->lock);
    free_names(output);
    return result;
}

// ---- bytes at a place

wend_result wendi_read_at(int descriptor, void* bytes, size_t size, uint64_t at) {
    for (char* to = bytes; size > 0;) {
        OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
        const DWORD wanted = size < 1 << 30 ? (DWORD)size : 1 << 30;
        DWORD got = 0;
        if (!ReadFile(handle_of(descriptor), to, wanted, &got, &place) || got == 0) {
            note_error();
            if (got == 0 && (GetLastError() == ERROR_HANDLE_EOF || GetLastError() == ERROR_SUCCESS))
                errno = 0;
            return WEND_ERROR_IO;
        }
        to += got;
        at += got;
        size -= got;
    }
    return WEND_OK;
}

wend_result wendi_write_at(int descriptor, const void* bytes, size_t size, uint64_t at) {
    for (const char* from = bytes; size > 0;) {
        OVERLAPPED place = {.Offset = (DWORD)at, .OffsetHigh = (DWORD)(at >> 32)};
        const DWORD wanted = size < 1 << 30 ? (DWORD)size : 1 << 30;
        DWORD put = 0;
        if (!WriteFile(handle_of(descriptor), from, wanted, &put, &place) || put == 0) {
            note_error();
            return WEND_ERROR_IO;
        }
        from += put;
        at += put;
        size -= put;
    }
    return WEND_OK;
}

// ---- work files

int wendi_work_open(const char* name) {
    const DWORD attributes = attributes_of(name);
    if (attributes != INVALID_FILE_ATTRIBUTES &&
        attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE | FILE_ATTRIBUTE_REPARSE_POINT)) {
        errno = EEXIST;
        return -1;
    }
    const int descriptor = open_file(name, GENERIC_READ | GENERIC_WRITE, 0, OPEN_ALWAYS);
    if (descriptor < 0 && errno == EACCES && attributes != INVALID_FILE_ATTRIBUTES &&
        !(attributes & FILE_ATTRIBUTE_READONLY))
        errno = EWOULDBLOCK;
    return descriptor;
}

wend_result wendi_work_cut(int descriptor, uint64_t size) {
    return set_size(descriptor, size) ? WEND_OK : WEND_ERROR_IO;
}

int64_t wendi_work_size(int descriptor) {
    LARGE_INTEGER size;
    if (GetFileSizeEx(handle_of(descriptor), &size)) return size.QuadPart;
    note_error();
    return -1;
}

void wendi_work_close(int descriptor, const char* name, bool keep) {
    _close(descriptor);
    if (!keep) remove_file(name);
}

// ---- input

FILE* wendi_input_open(const char* file) {
    const int descriptor = open_file(file, GENERIC_READ, share_all, OPEN_EXISTING);
    if (descriptor < 0) return NULL;
    const bool good = GetFileType(handle_of(descriptor)) == FILE_TYPE_DISK;
    FILE* stream = good ? _fdopen(descriptor, "rb") : NULL;
    if (!stream) {
        const int error = good ? errno : ESPIPE;
        _close(descriptor);
        errno = error;
    }
    return stream;
}

int64_t wendi_input_size(FILE* stream) {
    return wendi_work_size(_fileno(stream));
}

size_t wendi_input_read(FILE* stream, void* bytes, size_t size) {
    return fread(bytes, 1, size, stream);
}

// A view lives on after the mapping it is made of.
static void* map(int descriptor, DWORD protection, DWORD access, size_t size) {
    const HANDLE mapping = CreateFileMappingW(handle_of(descriptor), NULL, protection, 0, 0, NULL);
    void* bytes = mapping ? MapViewOfFile(mapping, access, 0, 0, size) : NULL;
    if (!bytes) note_error();
    if (mapping) CloseHandle(mapping);
    return bytes;
}

void* wendi_output_map(wendi_output* output, size_t size) {
    return map(_fileno(output->stream), PAGE_READWRITE, FILE_MAP_WRITE, size);
}

void* wendi_input_map(FILE* stream, size_t size) {
    return size > 0 ? map(_fileno(stream), PAGE_WRITECOPY, FILE_MAP_COPY, size) : NULL;
}

void* wendi_input_view(FILE* stream, size_t size) {
    return size > 0 ? map(_fileno(stream), PAGE_READONLY, FILE_MAP_READ, size) : NULL;
}

void wendi_input_unmap(void* bytes, size_t size) {
    (void)size;
    UnmapViewOfFile(bytes);
}
