// output.c: can an output file be written, how is it written, and which signals wait until it is?
#include "output.h"

#include "memory.h"
#include "wend/private.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
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
    if (slash == NULL) return memory_text(".", 1);
    return memory_text(file, slash == file ? 1 : (size_t)(slash - file));
}

static int check_folder(const char* file) {
    char* folder = folder_of(file);
    struct stat found;
    int code = CLI_OK;
    if (stat(folder, &found) == 0 && !S_ISDIR(found.st_mode))
        code = cli_fail(CLI_RESOURCE, "%s: cannot be written: %s is not a folder", file, folder);
    else if (access(folder, W_OK | X_OK) != 0)
        code = cli_fail(CLI_RESOURCE, "%s: cannot be written: %s: %s", file, folder, strerror(errno));
    free(folder);
    return code;
}

bool same_file(const char* a, const char* b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

int output_check(const char* file, const char* input_opt) {
    if (output_is_stream(file)) return CLI_OK;
    struct stat target;
    if (stat(file, &target) != 0) return check_folder(file);
    if (!S_ISREG(target.st_mode))
        return cli_fail(CLI_RESOURCE, "%s: cannot be written: it is %s", file,
                        S_ISDIR(target.st_mode) ? "a folder" : "not a regular file");
    if (input_opt != NULL && same_file(file, input_opt))
        return cli_fail(CLI_USAGE, "%s: would overwrite the input", file);
    if ((target.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0) // root could write it, but should not
        return cli_fail(
            CLI_RESOURCE,
            "%s: cannot be written: it is read-only (mode %03o); make it writable with chmod u+w, "
            "or write another file",
            file, (unsigned)target.st_mode & 0777);
    if (access(file, W_OK) != 0)
        return cli_fail(CLI_RESOURCE, "%s: cannot be written: %s", file, strerror(errno));
    return CLI_OK;
}

static const int end_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { END_SIGNALS = sizeof end_signals / sizeof end_signals[0] };

static void mask_signals(int how) {
    sigset_t ends;
    sigemptyset(&ends);
    for (int i = 0; i < END_SIGNALS; i++) sigaddset(&ends, end_signals[i]);
    sigprocmask(how, &ends, NULL);
}

void output_hold_signals(void) {
    mask_signals(SIG_BLOCK);
}

// True when a signal has arrived since they wait.
static bool end_is_asked(void) {
    sigset_t pending;
    sigpending(&pending);
    for (int i = 0; i < END_SIGNALS; i++)
        if (sigismember(&pending, end_signals[i]) == 1) return true;
    return false;
}

void output_end_if_pipe_is_closed(void) {
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (poll(&out, 1, 0) != 1 || (out.revents & (POLLERR | POLLHUP)) == 0) return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

static int fail_stream(const char* why) {
    output_end_if_pipe_is_closed();
    return cli_fail(CLI_RESOURCE, "standard output: %s", why);
}

void output_note_written(const char* file) {
    struct stat found;
    char bytes[32];
    if (stat(file, &found) == 0)
        cli_note("wrote %s, %s", file, cli_bytes_text((int64_t)found.st_size, bytes));
}

int output_end_file(const char* file, wend_result result, const wend_error* error) {
    mask_signals(SIG_UNBLOCK); // a signal that arrived meanwhile ends the program here
    if (result == WEND_OK) {
        output_note_written(file);
        return CLI_OK;
    }
    if (error->text[0] != '\0') return cli_fail_error(error, result, CLI_WRITING);
    return cli_fail(cli_exit_code(result, CLI_WRITING), "%s: %s", file, wend_result_string(result));
}

int output_write(const char* file, const void* bytes, size_t size) {
    if (output_is_stream(file)) {
        const bool is_written = fwrite(bytes, 1, size, stdout) == size && fflush(stdout) == 0;
        return is_written ? CLI_OK : fail_stream(strerror(errno));
    }
    wend_error error = {.text = ""};
    output_hold_signals();
    return output_end_file(file, wend_file_write(file, bytes, size, &error), &error);
}

int output_write_text(file_text* text, const char* file) {
    const int code = text->failed ? cli_fail(CLI_RESOURCE, "%s: out of memory for its text", file)
                                  : output_write(file, text->bytes, text->size);
    free(text->bytes);
    *text = (file_text){.size = 0};
    return code;
}

// ---- files of rows

typedef struct row_writer {
    output_row_fn* add_row;
    void* context;
    int64_t row, rows; // the next one
    file_text text;    // of some rows
} row_writer;

// A wend_file_piece_fn.
static wend_result give_rows(void* context, const void** bytes_out, size_t* size_out) {
    enum { PIECE_BYTES = 1 << 16 };
    row_writer* w = context;
    w->text.size = 0;
    for (; w->row < w->rows && w->text.size < PIECE_BYTES && !w->text.failed; w->row++)
        w->add_row(w->context, w->row, &w->text);
    *bytes_out = w->text.bytes;
    *size_out = w->text.size;
    return w->text.failed ? WEND_ERROR_MEMORY : end_is_asked() ? WEND_ERROR_CANCELLED : WEND_OK;
}

static int write_stream(row_writer* w) {
    const void* bytes = NULL;
    size_t size = 0;
    wend_result result;
    while ((result = give_rows(w, &bytes, &size)) == WEND_OK && size > 0)
        if (fwrite(bytes, 1, size, stdout) != size) return fail_stream(strerror(errno));
    if (result != WEND_OK) return fail_stream(wend_result_string(result));
    return fflush(stdout) == 0 ? CLI_OK : fail_stream(strerror(errno));
}

static int write_file(row_writer* w, const char* file) {
    wend_error error = {.text = ""};
    output_hold_signals();
    return output_end_file(file, wend_file_write_pieces(file, give_rows, w, &error), &error);
}

int output_write_rows(const char* file, int64_t rows, output_row_fn* add_row, void* context) {
    row_writer w = {.add_row = add_row, .context = context, .rows = rows};
    const int code = output_is_stream(file) ? write_stream(&w) : write_file(&w, file);
    free(w.text.bytes);
    return code;
}
