// output.c: how an output file comes into being: whole or not at all.
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool output_is_stream(const char* file) {
    return strcmp(file, "-") == 0;
}

// The folder that holds the file; the caller frees it.
static char* folder_of(const char* file) {
    const char* slash = strrchr(file, '/');
    if (slash == NULL) return strdup(".");
    return strndup(file, slash == file ? 1 : (size_t)(slash - file));
}

bool output_is_regular_or_new(const char* file) {
    struct stat target;
    return stat(file, &target) != 0 || S_ISREG(target.st_mode);
}

int output_check(const char* file, const char* input_opt) {
    if (output_is_stream(file)) return CLI_OK;
    struct stat target, source;
    if (stat(file, &target) == 0) {
        if (S_ISDIR(target.st_mode))
            return cli_fail(CLI_RESOURCE, "%s: is a directory, expected a file to write", file);
        if (input_opt != NULL && stat(input_opt, &source) == 0 && source.st_dev == target.st_dev &&
            source.st_ino == target.st_ino)
            return cli_fail(CLI_USAGE, "%s: would overwrite the input", file);
        if (!S_ISREG(target.st_mode)) return CLI_OK;
    }
    char* folder = folder_of(file);
    if (folder == NULL) return cli_fail(CLI_RESOURCE, "out of memory");
    int code = CLI_OK;
    if (stat(folder, &source) != 0)
        code = cli_fail(CLI_RESOURCE, "%s: cannot be written: %s: %s", file, folder, strerror(errno));
    else if (!S_ISDIR(source.st_mode))
        code = cli_fail(CLI_RESOURCE, "%s: cannot be written: %s is not a directory", file, folder);
    else if (access(folder, W_OK | X_OK) != 0)
        code = cli_fail(CLI_RESOURCE, "%s: cannot be written: %s: %s", file, folder, strerror(errno));
    free(folder);
    return code;
}

static int fail_write(const char* file, int error) {
    return cli_fail(CLI_RESOURCE, "%s: cannot be written: %s", file, strerror(error));
}

// mkstemp gives mode 0600; a new file has what the umask leaves, an old one keeps its own.
static mode_t mode_for(const char* file) {
    struct stat old;
    if (stat(file, &old) == 0) return old.st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

int output_open(const char* file, output* out) {
    *out = (output){.file = file};
    if (output_is_stream(file)) {
        out->stream = stdout;
        return CLI_OK;
    }
    int code = output_check(file, NULL);
    if (code != CLI_OK) return code;
    if (!output_is_regular_or_new(file)) { // a device or a pipe has no file to replace
        out->stream = fopen(file, "wb");
        return out->stream != NULL ? CLI_OK : fail_write(file, errno);
    }
    size_t size = strlen(file) + sizeof ".XXXXXX";
    out->temporary = malloc(size);
    if (out->temporary == NULL) return cli_fail(CLI_RESOURCE, "out of memory");
    snprintf(out->temporary, size, "%s.XXXXXX", file);
    int fd = mkstemp(out->temporary);
    if (fd >= 0 && fchmod(fd, mode_for(file)) == 0 && (out->stream = fdopen(fd, "wb")) != NULL) return CLI_OK;
    code = fail_write(file, errno);
    if (fd >= 0) {
        close(fd);
        unlink(out->temporary);
    }
    free(out->temporary);
    return code;
}

// Makes the rename itself durable. Not every file system lets a folder be synced, and the data already is.
static void sync_folder(const char* file) {
    char* folder = folder_of(file);
    int fd = folder != NULL ? open(folder, O_RDONLY) : -1;
    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }
    free(folder);
}

int output_close(output* out, bool publish) {
    int code = CLI_OK;
    errno = 0;
    bool good = fflush(out->stream) == 0 && !ferror(out->stream);
    if (publish && good && out->temporary != NULL) good = fsync(fileno(out->stream)) == 0;
    int error = errno != 0 ? errno : EIO;
    if (out->stream != stdout && fclose(out->stream) != 0 && good) {
        good = false;
        error = errno;
    }
    if (publish && good && out->temporary != NULL && rename(out->temporary, out->file) != 0) {
        good = false;
        error = errno;
    }
    if (publish && !good) code = fail_write(out->file, error);
    if (out->temporary != NULL) {
        if (publish && good)
            sync_folder(out->file);
        else
            unlink(out->temporary);
    }
    free(out->temporary);
    return code;
}
