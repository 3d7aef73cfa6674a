// cli.h: what do all commands share? Exit codes, messages, the row of the command table, the clock.
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

/// An option that has an effect only with another one, or only without it.
typedef struct option_bond {
    const char *name, *other; ///< without dashes; of operands as in the usage line
    bool excludes;            ///< only without it
} option_bond;

/// A list of bonds, of any length, which ends with a zero row.
#define OPTION_BONDS(...)                                                                                    \
    (const option_bond[]) {                                                                                  \
        __VA_ARGS__, {                                                                                       \
            .name = NULL                                                                                     \
        }                                                                                                    \
    }

/// A row of the command table, for help, dispatch and parsing.
typedef struct command {
    const char* name;
    const char* summary;          ///< one line
    const char* details;          ///< a paragraph for its help
    const char* example;          ///< a command line
    const struct option* options; ///< its operand, then its options; ends with a zero row
    const option_bond* bonds;     ///< OPTION_BONDS; NULL: none
    int (*run)(const struct command* self, int argc, char** argv); ///< argv[0] is the command's name
    void (*print_more)(void);                                      ///< what its help adds; NULL: nothing
} command;

extern const command command_bake, command_legend, command_info, command_path, command_check, command_edit,
    command_render, command_export, command_hash, command_generate, command_bench, command_serve_bench,
    command_simulate, command_field, command_graph, command_explain, command_help, command_completion,
    command_merge, command_verify, command_matrix, command_tour, command_reach, command_corridor,
    command_fleet, command_sight;

/// The command table, in the order of the help; ends with NULL.
extern const command* const command_table[];
/// The row of a command, or NULL.
const command* command_find(const char* name);
/// Reports an unknown command with the nearest name. Returns CLI_USAGE.
int command_fail_unknown(const char* word);

/// Begins a run: looks for --json and --verbose, which count from the first message on. argv must stay.
void cli_begin(int argc, char** argv);
/// From now on this process prints neither messages nor an error in JSON: another one does.
void cli_silence(void);
/// Ends it: with --json prints the error if nothing else was printed, and writes what stdout still buffers.
/// Returns the exit code. Where the reader of a pipe has gone, ends the program without a word.
int cli_end(int code);

/// Prints "wend: ..." as one line on stderr and returns code. Control characters become '?'.
int cli_fail(int code, const char* format, ...) __attribute__((format(printf, 2, 3)));
/// The same with the name of the command before the text, for all that is not about a file.
int command_fail(int code, const char* format, ...) __attribute__((format(printf, 2, 3)));
/// CLI_OK; or if a library call has failed that worked on no file, prints the text and why.
int cli_result(wend_result result, const char* format, ...) __attribute__((format(printf, 2, 3)));
/// The last cli_fail, for JSON.
typedef struct cli_error {
    int code;         ///< CLI_OK: none
    const char* text; ///< "" when there was none
    char file[4096];  ///< which file it is about; "" when that is unknown
    int64_t line;     ///< of the file; 0: unknown
} cli_error;
const cli_error* cli_last_error(void);
/// The word of the command line that names the command; "" without one.
const char* cli_command_name(void);
/// Lets cli_end know that the JSON object has been printed.
void cli_answered(void);
/// Prints a warning in the same form, unless --quiet is given; the work continues.
void cli_warn(const char* format, ...) __attribute__((format(printf, 1, 2)));
/// With --verbose, prints what was done and after how many seconds, in the same form.
void cli_note(const char* format, ...) __attribute__((format(printf, 1, 2)));

typedef enum cli_doing { CLI_READING, CLI_WRITING, CLI_WORKING } cli_doing;
/// The exit code for a failed library call; action: what was being done with a file.
int cli_exit_code(wend_result result, cli_doing doing);
/// cli_fail with the error's text, or the result's own when the text is empty.
int cli_fail_error(const wend_error* error, wend_result result, cli_doing doing);

/// Seconds of clock_wall_ns since a start.
double cli_seconds_since(uint64_t start_ns);

/// The larger peak of this process and of a decoder in a child process.
int64_t cli_peak_memory_bytes(void);

/// "8.9 kB", "1.62 MB", "unknown size" below 0: for people.
const char* cli_bytes_text(int64_t bytes, char buffer[32]);

/// The shortest decimal that reads back as this number, so that it can be typed as a limit.
const char* cli_float_text(float value, char buffer[16]);

/// The ending of a noun after a count: "" after 1, otherwise "s".
static inline const char* cli_plural(int64_t count) {
    return count == 1 ? "" : "s";
}

enum { CLI_TILE_TEXT = 40 };
/// From now on tiles are printed with their floors if the map has several.
void cli_show_floors(const wend_grid* grid);
bool cli_shows_floors(void);
/// Tiles of all floors.
int64_t cli_tile_count(const wend_grid* grid);
/// "3,4", or "3,4,1" on a map with floors.
const char* cli_tile_text(wend_tile tile, char buffer[CLI_TILE_TEXT]);

static inline bool cli_same_tile(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

/// The shortest decimal that reads back as this number, 1e+05 for 100000, for files.
const char* cli_shortest_text(float value, char buffer[32]);

/// The name without its folders. Borrowed.
const char* cli_basename(const char* file);

#endif
