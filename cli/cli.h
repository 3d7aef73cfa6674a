// cli.h: what do all commands share? Exit codes, error messages, the row of the command table, the clock.
#ifndef CLI_H
#define CLI_H
#include "wend/wend.h"

/// Exit codes; documented in the man page, so they never change.
enum {
    CLI_OK = 0,
    CLI_NEGATIVE = 1, ///< the answer is no: no route, a check failed
    CLI_USAGE = 2,
    CLI_BAD_INPUT = 3, ///< an input file is missing, unreadable or wrong
    CLI_RESOURCE = 4,  ///< output failed, or memory or another resource ran out
};

struct option;

/// A row of the command table, for help, dispatch and parsing.
typedef struct command {
    const char* name;
    const char* summary;          ///< one line
    const char* details;          ///< a paragraph for its help
    const char* example;          ///< a command line
    const struct option* options; ///< its operand, then its options; ends with a zero row
    int (*run)(const struct command* self, int argc, char** argv); ///< argv[0] is the command's name
    void (*print_more)(void);                                      ///< what its help adds; NULL: nothing
} command;

extern const command command_bake, command_legend, command_info, command_path, command_check, command_edit,
    command_render, command_export, command_hash, command_generate, command_bench, command_serve_bench,
    command_simulate, command_field, command_graph, command_explain;

/// Prints "wend: ..." as one line on stderr and returns code. Control characters become '?'.
int cli_fail(int code, const char* format, ...) __attribute__((format(printf, 2, 3)));
/// Prints a warning in the same form; the work continues.
void cli_warn(const char* format, ...) __attribute__((format(printf, 1, 2)));

typedef enum cli_doing { CLI_READING, CLI_WRITING, CLI_WORKING } cli_doing;
/// The exit code for a failed library call; action: what was being done with a file.
int cli_exit_code(wend_result result, cli_doing doing);
/// cli_fail with the error's text, or the result's own when the text is empty.
int cli_fail_error(const wend_error* error, wend_result result, cli_doing doing);

/// Seconds of clock_wall_ns since a start.
double cli_seconds_since(uint64_t start_ns);

/// "8.9 kB", "1.62 MB": for people.
const char* cli_bytes_text(int64_t bytes, char buffer[32]);

/// The name without its folders. Borrowed.
const char* cli_basename(const char* file);

#endif
