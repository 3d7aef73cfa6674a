// cli.c: how does a run begin, report and end?
#include "cli.h"
#include "clean_text.h"
#include "clock.h"
#include "import_remedy.h"
#include "json.h"
#include "output.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static struct {
    int argc;
    char** argv;
    bool is_quiet, is_verbose, is_json, is_silent, answered;
    uint64_t start_ns;
    cli_error error;
    char error_text[16384]; // three file names of the longest kind
} run = {.error = {.text = ""}};

// ---- begin and end

// True for a flag that every command has, before its value has been parsed. Values never begin with two
// dashes.
static bool has_flag(int argc, char** argv, const char* name, const char* letter) {
    for (int i = 2; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], name) == 0 || (letter != NULL && strcmp(argv[i], letter) == 0)) return true;
    return false;
}

void cli_begin(int argc, char** argv) {
    run.argc = argc;
    run.argv = argv;
    run.start_ns = clock_wall_ns(NULL);
    run.is_json = has_flag(argc, argv, "--json", NULL);
    run.is_quiet = has_flag(argc, argv, "--quiet", "-q");
    run.is_verbose = has_flag(argc, argv, "--verbose", "-v");
}

void cli_silence(void) {
    run.is_silent = true;
    run.is_verbose = run.is_json = false;
}

int64_t cli_peak_memory_bytes(void) {
    struct rusage self = {.ru_maxrss = 0}, children = {.ru_maxrss = 0};
    getrusage(RUSAGE_SELF, &self);
    getrusage(RUSAGE_CHILDREN, &children);
    return (int64_t)(self.ru_maxrss > children.ru_maxrss ? self.ru_maxrss : children.ru_maxrss) * 1024; // KiB
}

const char* cli_command_name(void) {
    return run.argc > 1 && run.argv[1][0] != '-' ? run.argv[1] : "";
}

void cli_answered(void) {
    run.answered = true;
}

int cli_end(int code) {
    char memory[32];
    if (code != CLI_OK && run.is_json && !run.answered) json_print_error(code);
    errno = 0;
    const bool is_written = fflush(stdout) == 0 && !ferror(stdout);
    if (!is_written) output_end_if_pipe_is_closed();
    if (!is_written && code != CLI_RESOURCE) // the command has printed the reason
        code =
            cli_fail(CLI_RESOURCE, "standard output: %s", errno != 0 ? strerror(errno) : "cannot be written");
    cli_note("done, with at most %s of memory; exit code %d", cli_bytes_text(cli_peak_memory_bytes(), memory),
             code);
    return code;
}

// ---- messages

enum { TEXT_MAX = sizeof run.error_text };

static void print_line(const char* prefix, const char* format, va_list arguments, char text[TEXT_MAX]) {
    vsnprintf(text, TEXT_MAX, format, arguments);
    clean_text(text); // a file name may hold anything
    if (!run.is_silent) fprintf(stderr, "wend: %s%s\n", prefix, text);
}

// The length of a word of the command line with which a message begins as "WORD: ..."; 0: none.
static size_t named_length(const char* text, const char* word) {
    const size_t length = strlen(word);
    if (length == 0 || strncmp(text, word, length) != 0) return 0;
    return text[length] == ':' && text[length + 1] == ' ' ? length : 0;
}

// Messages about a file begin with its name: a word of the command line, the end of --option=FILE, or a file
// that another one names.
static size_t file_length(const char* text) {
    size_t best = 0;
    for (int i = 2; i < run.argc; i++) {
        const char* equals = strchr(run.argv[i], '=');
        const size_t whole = named_length(text, run.argv[i]);
        const size_t end = equals != NULL ? named_length(text, equals + 1) : 0;
        if (whole > best) best = whole;
        if (end > best) best = end;
    }
    const char* colon = strstr(text, ": ");
    if (best > 0 || colon == NULL || colon - text >= (ptrdiff_t)sizeof run.error.file) return best;
    char name[sizeof run.error.file];
    memcpy(name, text, (size_t)(colon - text));
    name[colon - text] = '\0';
    return strcmp(name, cli_command_name()) != 0 && access(name, F_OK) == 0 ? (size_t)(colon - text) : 0;
}

// After "line 12".
static int64_t line_number(const char* text) {
    for (const char* at = text; (at = strstr(at, "line ")) != NULL; at += 5)
        if (at[5] >= '1' && at[5] <= '9') return strtoll(at + 5, NULL, 10);
    return 0;
}

static void keep_error(int code, const char* text) {
    const size_t length = file_length(text);
    run.error.code = code;
    run.error.text = text;
    run.error.file[0] = '\0';
    run.error.line = 0;
    if (length == 0 || length >= sizeof run.error.file) return;
    memcpy(run.error.file, text, length);
    run.error.file[length] = '\0';
    run.error.line = line_number(text + length);
}

const cli_error* cli_last_error(void) {
    return &run.error;
}

int cli_fail(int code, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_line("", format, arguments, run.error_text);
    va_end(arguments);
    keep_error(code, run.error_text);
    return code;
}

// A failure with something before or behind the text that the caller has.
static int fail_with(int code, const char* before, const char* format, va_list arguments,
                     const char* behind) {
    char text[TEXT_MAX];
    vsnprintf(text, sizeof text, format, arguments);
    return cli_fail(code, "%s: %s", before != NULL ? before : text, before != NULL ? text : behind);
}

int command_fail(int code, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fail_with(code, cli_command_name(), format, arguments, NULL);
    va_end(arguments);
    return code;
}

int cli_result(wend_result result, const char* format, ...) {
    const int code = cli_exit_code(result, CLI_WORKING);
    va_list arguments;
    if (code == CLI_OK) return CLI_OK;
    va_start(arguments, format);
    fail_with(code, NULL, format, arguments, wend_result_string(result));
    va_end(arguments);
    return code;
}

void cli_warn(const char* format, ...) {
    va_list arguments;
    char text[TEXT_MAX];
    if (run.is_quiet) return;
    va_start(arguments, format);
    print_line("warning: ", format, arguments, text);
    va_end(arguments);
}

void cli_note(const char* format, ...) {
    if (!run.is_verbose) return;
    char prefix[40];
    snprintf(prefix, sizeof prefix, "%.3f s: ", cli_seconds_since(run.start_ns));
    va_list arguments;
    char text[TEXT_MAX];
    va_start(arguments, format);
    print_line(prefix, format, arguments, text);
    va_end(arguments);
}

int cli_exit_code(wend_result result, cli_doing doing) {
    switch (result) {
    case WEND_OK:
        return CLI_OK;
    case WEND_ERROR_ARGUMENT:
    case WEND_ERROR_DEF:
        return CLI_USAGE;
    case WEND_ERROR_DAMAGED:
        return CLI_BAD_INPUT;
    case WEND_ERROR_FORMAT:
    case WEND_ERROR_UNSUPPORTED:
    case WEND_ERROR_LIMIT:
    case WEND_ERROR_IO:
        return doing == CLI_READING ? CLI_BAD_INPUT : CLI_RESOURCE;
    default:
        return CLI_RESOURCE;
    }
}

// Does a message say that a file cannot be read that is there and may be read? Then the system has failed,
// and nothing is wrong with the file.
static bool blames_system(const char* text) {
    char name[sizeof run.error.file];
    struct stat found;
    const size_t length = file_length(text);
    if (length == 0 || length >= sizeof name || strncmp(text + length, ": cannot be ", 12) != 0) return false;
    memcpy(name, text, length);
    name[length] = '\0';
    return stat(name, &found) == 0 && S_ISREG(found.st_mode) && access(name, R_OK) == 0;
}

int cli_fail_error(const wend_error* error, wend_result result, cli_doing doing) {
    int code = cli_exit_code(result, doing);
    if (doing == CLI_READING && result == WEND_ERROR_IO && blames_system(error->text)) code = CLI_RESOURCE;
    static const char* const options[] = {[REMEDY_NONE] = "",
                                          [REMEDY_OUTSIDE] = "; --outside allows it",
                                          [REMEDY_FILL_SHORT] = "; --fill-short blocks what is missing"};
    wend_error told = *error;
    const import_remedy remedy = import_remedy_take(&told);
    return cli_fail(code, "%s%s", told.text[0] != '\0' ? told.text : wend_result_string(result),
                    options[remedy]);
}

double cli_seconds_since(uint64_t start_ns) {
    return (double)(clock_wall_ns(NULL) - start_ns) * 1e-9;
}

const char* cli_bytes_text(int64_t bytes, char buffer[32]) {
    static const char* const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    int unit = 0;
    double value = (double)bytes;
    if (bytes < 0) return "unknown size";
    for (; value >= 1000 && unit < 4; unit++) value /= 1000;
    snprintf(buffer, 32, "%.*f %s", unit == 0 ? 0 : value < 10 ? 2 : 1, value, units[unit]);
    return buffer;
}

static bool shows_floors;

void cli_show_floors(const wend_grid* grid) {
    shows_floors = wend_grid_floors(grid) > 1;
}

bool cli_shows_floors(void) {
    return shows_floors;
}

int64_t cli_tile_count(const wend_grid* grid) {
    return (int64_t)wend_grid_width(grid) * wend_grid_height(grid) * wend_grid_floors(grid);
}

const char* cli_tile_text(wend_tile tile, char buffer[CLI_TILE_TEXT]) {
    const int length = snprintf(buffer, CLI_TILE_TEXT, "%d,%d", tile.x, tile.y);
    if (shows_floors) snprintf(buffer + length, CLI_TILE_TEXT - (size_t)length, ",%d", tile.floor);
    return buffer;
}

static const char* float_text(float value, int least_digits, char* buffer, size_t size) {
    for (int digits = least_digits; digits <= 9; digits++) {
        snprintf(buffer, size, "%.*g", digits, (double)value);
        if (strtof(buffer, NULL) == value) break;
    }
    return buffer;
}

const char* cli_float_text(float value, char buffer[16]) {
    return float_text(value, 6, buffer, 16);
}

const char* cli_shortest_text(float value, char buffer[32]) {
    return float_text(value, 1, buffer, 32);
}

const char* cli_basename(const char* file) {
    const char* slash = strrchr(file, '/');
    return slash == NULL || slash[1] == '\0' ? file : slash + 1;
}
