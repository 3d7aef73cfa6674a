// files.c: which files does GDAL see? It gets a file system in place of its own, which holds the raster under
// its name without a folder, GDAL's own tables, and what the importers hand over when they are asked.
#include <cpl_conv.h>
#include <cpl_string.h>
#include <cpl_vsi.h>
#include <errno.h>
#include <fcntl.h>
#include <ogr_srs_api.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gdal/program.h"

enum { AHEAD_BYTES = 1 << 16, TOLD_BYTES = 1 << 24 };

typedef struct file {
    int descriptor;
    vsi_l_offset at;    // of the next byte
    vsi_l_offset ahead; // of the first byte that was read ahead
    size_t ahead_size;
    bool is_at_end; // a read has met the end
    uint8_t bytes[AHEAD_BYTES];
} file;

static const char* raster_name;
static char here[WIMP_TALK_PATH];   // the working directory, which libraries may put before a name
static char tables[WIMP_TALK_PATH]; // the folder of GDAL's own files, such as the units of GRIB; empty: none

static bool is_table(const char* name) {
    const size_t length = strlen(tables);
    return length > 0 && strncmp(name, tables, length) == 0 && strchr(name + length, '/') == NULL;
}

static int receive_descriptor(void) {
    wimp_file_answer answer;
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {&answer, sizeof answer};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t got;
    do got = recvmsg(talk_descriptor, &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got != (ssize_t)sizeof answer) exit(1);
    errno = answer.error;
    const struct cmsghdr* header = CMSG_FIRSTHDR(&message);
    int descriptor = -1;
    if (answer.error == 0 && header != NULL) memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
    return descriptor;
}

static int open_by_name(const char* given) {
    static struct {
        uint32_t mark;
        char name[WIMP_TALK_PATH];
    } ask = {.mark = WIMP_ASKS_FOR_FILE};
    if (is_table(given)) return open(given, O_RDONLY | O_CLOEXEC);
    const size_t before = strlen(here);
    const bool is_below = strncmp(given, here, before) == 0;
    errno = ENAMETOOLONG;
    if (strlen(given) + 2 >= sizeof ask.name) return -1;
    memset(ask.name, 0, sizeof ask.name);
    snprintf(ask.name, sizeof ask.name, "%s%s", is_below ? "./" : "", given + is_below * before);
    if (strcmp(ask.name, raster_name) == 0) return WIMP_TALK_RASTER_DESCRIPTOR;
    talk_write(&ask, sizeof ask);
    return receive_descriptor();
}

static void close_descriptor(int descriptor) {
    if (descriptor != WIMP_TALK_RASTER_DESCRIPTOR) close(descriptor);
}

// ---- what GDAL calls

static int stat_file(void* context, const char* name, VSIStatBufL* out, int what) {
    (void)context, (void)what;
    const int descriptor = open_by_name(name);
    if (descriptor < 0) return -1;
    struct stat status;
    const int result = fstat(descriptor, &status);
    close_descriptor(descriptor);
    if (result != 0) return result;
    memset(out, 0, sizeof *out);
    out->st_mode = status.st_mode;
    out->st_size = status.st_size;
    out->st_mtime = status.st_mtime;
    return 0;
}

static void* open_file(void* context, const char* name, const char* access) {
    (void)context;
    errno = EROFS;
    if (strpbrk(access, "wa+") != NULL) return NULL;
    const int descriptor = open_by_name(name);
    if (descriptor < 0) return NULL;
    file* f = calloc(1, sizeof *f);
    if (f != NULL)
        f->descriptor = descriptor;
    else
        close_descriptor(descriptor);
    return f;
}

static int close_file(void* handle) {
    file* f = handle;
    close_descriptor(f->descriptor);
    free(f);
    return 0;
}

static vsi_l_offset tell(void* handle) {
    return ((const file*)handle)->at;
}

static int seek(void* handle, vsi_l_offset offset, int from) {
    file* f = handle;
    struct stat status;
    f->is_at_end = false;
    if (from == SEEK_END && fstat(f->descriptor, &status) != 0) return -1;
    f->at = from == SEEK_SET   ? offset
            : from == SEEK_CUR ? f->at + offset
                               : (vsi_l_offset)status.st_size + offset;
    return 0;
}

// Tells the importers now and then, as a slow disk may take minutes for what is not yet a row.
static size_t read_at(const file* f, void* out, size_t size) {
    static const uint32_t mark = WIMP_STILL_AT_WORK;
    static size_t untold;
    size_t done = 0;
    while (done < size) {
        const ssize_t got = pread(f->descriptor, (char*)out + done, size - done, (off_t)(f->at + done));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        done += (size_t)got;
    }
    untold += done;
    if (untold >= TOLD_BYTES) {
        talk_write(&mark, sizeof mark);
        untold = 0;
    }
    return done;
}

// The next bytes: those that were read ahead, or where many are wanted, from the file.
static size_t read_some(file* f, char* out, size_t size) {
    if (f->at < f->ahead || f->at >= f->ahead + f->ahead_size) {
        if (size >= AHEAD_BYTES) return read_at(f, out, size);
        f->ahead = f->at;
        f->ahead_size = read_at(f, f->bytes, AHEAD_BYTES);
    }
    const size_t from = (size_t)(f->at - f->ahead), left = f->ahead_size - from;
    memcpy(out, f->bytes + from, size < left ? size : left);
    return size < left ? size : left;
}

static size_t read_file(void* handle, void* out, size_t size, size_t count) {
    file* f = handle;
    if (size == 0 || count > SIZE_MAX / size) return 0;
    size_t done = 0, got = 1;
    while (done < size * count && got > 0) {
        got = read_some(f, (char*)out + done, size * count - done);
        done += got;
        f->at += got;
    }
    f->is_at_end = got == 0;
    return done / size;
}

static int is_at_end(void* handle) {
    return ((const file*)handle)->is_at_end;
}

// ---- the beginning

void files_begin(const char* name) {
    const char* found = CPLFindFile("gdal", "gdalvrt.xsd");
    if (found != NULL) snprintf(tables, sizeof tables, "%s/", CPLGetPath(found));
    if (getcwd(here, sizeof here - 1) != NULL && strcmp(here, "/") != 0) strcat(here, "/");
    raster_name = name;
    VSIFilesystemPluginCallbacksStruct* calls = VSIAllocFilesystemPluginCallbacksStruct();
    calls->stat = stat_file;
    calls->open = open_file;
    calls->tell = tell;
    calls->seek = seek;
    calls->read = read_file;
    calls->eof = is_at_end;
    calls->close = close_file;
    VSIInstallPluginHandler("", calls); // every name that is not of a file system of GDAL's own
    VSIFreeFilesystemPluginCallbacksStruct(calls);
}

char** files_folders(void) {
    char** folders = OSRGetPROJSearchPaths();
    return tables[0] != '\0' ? CSLAddString(folders, tables) : folders;
}
