// cli.c: how do commands report errors and read the clock?
#include "cli.h"
#include "clock.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void print_line(const char* prefix, const char* format, va_list arguments) {
    char text[16384]; // three file names of the longest kind
    vsnprintf(text, sizeof text, format, arguments);
    for (char* c = text; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?'; // a file name may hold anything
    fprintf(stderr, "wend: %s%s\n", prefix, text);
}

int cli_fail(int code, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_line("", format, arguments);
    va_end(arguments);
    return code;
}

void cli_warn(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_line("warning: ", format, arguments);
    va_end(arguments);
}

int cli_exit_code(wend_result result, cli_doing doing) {
    switch (result) {
    case WEND_OK:
        return CLI_OK;
    case WEND_ERROR_ARGUMENT:
    case WEND_ERROR_DEF:
        return CLI_USAGE;
    case WEND_ERROR_FORMAT:
    case WEND_ERROR_UNSUPPORTED:
    case WEND_ERROR_LIMIT:
    case WEND_ERROR_IO:
        return doing == CLI_READING ? CLI_BAD_INPUT : CLI_RESOURCE;
    default:
        return CLI_RESOURCE;
    }
}

int cli_fail_error(const wend_error* error, wend_result result, cli_doing doing) {
    return cli_fail(cli_exit_code(result, doing), "%s",
                    error->text[0] != '\0' ? error->text : wend_result_string(result));
}

double cli_seconds_since(uint64_t start_ns) {
    return (double)(clock_wall_ns(NULL) - start_ns) * 1e-9;
}

const char* cli_bytes_text(int64_t bytes, char buffer[32]) {
    static const char* const units[] = {"bytes", "kB", "MB", "GB", "TB"};
    int unit = 0;
    double value = (double)bytes;
    for (; value >= 1000 && unit < 4; unit++) value /= 1000;
    snprintf(buffer, 32, "%.*f %s", unit == 0 ? 0 : value < 10 ? 2 : 1, value, units[unit]);
    return buffer;
}

const char* cli_basename(const char* file) {
    const char* slash = strrchr(file, '/');
    return slash == NULL || slash[1] == '\0' ? file : slash + 1;
}
