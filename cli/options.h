// options.h: tables of options, from which both parsing and help are derived, so that they never differ.
#ifndef OPTIONS_H
#define OPTIONS_H
#include "cli.h"

typedef enum option_kind {
    OPTION_END = 0,
    OPERAND,        ///< const char*
    OPTION_FLAG,    ///< bool
    OPTION_TEXT,    ///< const char*
    OPTION_INTEGER, ///< int64_t in [min, max]
    OPTION_INT32,   ///< likewise int32_t
    OPTION_NUMBER,  ///< double in [min, max]
    OPTION_FLOAT,   ///< likewise float
    OPTION_CHOICE,  ///< int or an enum, index into choices; -1 as default: not given
    OPTION_POINT,   ///< option_point
    OPTION_SIZE,    ///< option_size
    OPERAND_LIST,   ///< option_list of the remaining operands, if any
    OPTION_LIST,    ///< option_list: may be repeated
    OPTION_POINTS,  ///< option_points: may be repeated
} option_kind;

typedef struct option_point {
    bool given;
    double x, y;   ///< finite
    int32_t floor; ///< 0: of a map without floors, too
} option_point;

typedef struct option_points {
    option_point* items;
    int count;
    int64_t capacity;
} option_points;

/// "N" or "NxM": sides of 1 .. WEND_MAX_SIDE tiles.
typedef struct option_size {
    int32_t width, height; ///< 0: not given
} option_size;

/// The texts are those of the command line.
typedef struct option_list {
    const char** items;
    int count;
    int64_t capacity;
} option_list;

typedef enum option_need {
    OPTIONAL = 0,
    USUAL, ///< shown in the usage line; the command checks that it is given
    REQUIRED,
} option_need;

typedef struct option {
    option_kind kind;
    char letter;       ///< 'o' for -o; 0: none
    const char* name;  ///< "output" for --output; an operand's name as in the usage line
    const char* value; ///< what help calls the value; NULL for flags and choices
    const char* help;
    size_t offset;              ///< of the destination in the command's arguments, which hold the default
    double min, max;            ///< of numbers; a default that is NAN or outside of them: none;
                                ///< of points: max is the highest floor, 0: a pair without floor
    const char* const* choices; ///< ends with NULL; NULL for an operand: anything
    option_need need;
    bool in_place;       ///< of an output: it may be the operand, not one of an OPERAND_LIST
    const char* endings; ///< of an output: ".png .svg -", what its name may end in (nothing: anything), and -
                         ///< where it may be standard output; NULL: the command checks the name
    int bare;            ///< of a choice: what it means without a value, as index + 1; 0: a value is needed
} option;

/// Returned by options_parse when the command should continue; any other value is an exit code.
#define OPTIONS_GO (-1)

/// Parses the command line into the arguments, which hold the defaults; or prints help or a one-line error.
int options_parse(const command* self, int argc, char** argv, void* arguments);
/// Frees the lists in the arguments, also after an error.
void options_free(const command* self, void* arguments);
/// Parses, works with the arguments and frees their lists.
int options_run(const command* self, int argc, char** argv, void* arguments, int (*work)(void* arguments));

/// The value is the name of a file or a folder, as far as completion is concerned.
bool option_names_file(const option* o);
bool option_is_operand(const option* o);
/// "-o" or "--rule": how messages name an option.
const char* option_text(const option* o, char buffer[64]);
bool option_repeats(const option* o);
/// The file that an option makes the command write. NULL: none.
const char* option_output(const option* o, const void* arguments);

/// Parses a finite number; false for anything else.
bool options_parse_number(const char* text, double* out);

/// Parses "N" or "NxM"; false for anything else.
bool options_parse_size(const char* text, option_size* out);

/// The candidate closest to a mistyped word, or NULL.
const char* options_suggest(const char* word, const char* const* candidates, size_t count);

// Rows of a table. `at` is offsetof the destination.
#define OPT_OPERAND(name_, help_, at)                                                                        \
    { .kind = OPERAND, .name = (name_), .help = (help_), .offset = (at), .need = REQUIRED }
/// An operand that an option can replace; the command checks that one of them is given.
#define OPT_OPERAND_OR(name_, help_, at)                                                                     \
    { .kind = OPERAND, .name = (name_), .help = (help_), .offset = (at), .need = USUAL }
/// An operand that may be left out.
#define OPT_OPERAND_OPTIONAL(name_, help_, at)                                                               \
    { .kind = OPERAND, .name = (name_), .help = (help_), .offset = (at), .need = OPTIONAL }
/// An operand that is one of a few words. The destination is a const char*.
#define OPT_OPERAND_CHOICE(name_, help_, at, choices_)                                                       \
    {                                                                                                        \
        .kind = OPERAND, .name = (name_), .help = (help_), .offset = (at), .choices = (choices_),            \
        .need = REQUIRED                                                                                     \
    }
#define OPT_FLAG(letter_, name_, help_, at)                                                                  \
    { .kind = OPTION_FLAG, .letter = (letter_), .name = (name_), .help = (help_), .offset = (at) }
#define OPT_TEXT(letter_, name_, value_, help_, at, need_)                                                   \
    {                                                                                                        \
        .kind = OPTION_TEXT, .letter = (letter_), .name = (name_), .value = (value_), .help = (help_),       \
        .offset = (at), .need = (need_)                                                                      \
    }
/// A file that the command writes. Its name is checked, and that it can be written, before the command runs.
#define OPT_OUTPUT(letter_, name_, value_, endings_, help_, at, need_)                                       \
    {                                                                                                        \
        .kind = OPTION_TEXT, .letter = (letter_), .name = (name_), .value = (value_), .help = (help_),       \
        .offset = (at), .need = (need_), .endings = (endings_)                                               \
    }
/// An output that may be the input.
#define OPT_OUTPUT_IN_PLACE(letter_, name_, value_, help_, at, need_)                                        \
    {                                                                                                        \
        .kind = OPTION_TEXT, .letter = (letter_), .name = (name_), .value = (value_), .help = (help_),       \
        .offset = (at), .need = (need_), .in_place = true                                                    \
    }
#define OPT_IN_RANGE(kind_, name_, value_, help_, at, min_, max_)                                            \
    {                                                                                                        \
        .kind = (kind_), .name = (name_), .value = (value_), .help = (help_), .offset = (at), .min = (min_), \
        .max = (max_)                                                                                        \
    }
#define OPT_INTEGER(name_, value_, help_, at, min_, max_)                                                    \
    OPT_IN_RANGE(OPTION_INTEGER, name_, value_, help_, at, min_, max_)
#define OPT_INT32(name_, value_, help_, at, min_, max_)                                                      \
    OPT_IN_RANGE(OPTION_INT32, name_, value_, help_, at, min_, max_)
#define OPT_NUMBER(name_, value_, help_, at, min_, max_)                                                     \
    OPT_IN_RANGE(OPTION_NUMBER, name_, value_, help_, at, min_, max_)
#define OPT_FLOAT(name_, value_, help_, at, min_, max_)                                                      \
    OPT_IN_RANGE(OPTION_FLOAT, name_, value_, help_, at, min_, max_)
#define OPT_CHOICE(name_, help_, at, choices_)                                                               \
    { .kind = OPTION_CHOICE, .name = (name_), .help = (help_), .offset = (at), .choices = (choices_) }
/// A choice whose value may be left out; it then means choices[bare_].
#define OPT_CHOICE_BARE(name_, help_, at, choices_, bare_)                                                   \
    {                                                                                                        \
        .kind = OPTION_CHOICE, .name = (name_), .help = (help_), .offset = (at), .choices = (choices_),      \
        .bare = (bare_) + 1                                                                                  \
    }
#define OPT_POINT(name_, help_, at, need_)                                                                   \
    {                                                                                                        \
        .kind = OPTION_POINT, .name = (name_), .value = "X,Y[,F]", .help = (help_), .offset = (at),          \
        .max = WEND_MAX_FLOORS - 1, .need = (need_)                                                          \
    }
/// A point that may be given more than once.
#define OPT_POINTS(name_, help_, at, need_)                                                                  \
    {                                                                                                        \
        .kind = OPTION_POINTS, .name = (name_), .value = "X,Y[,F]", .help = (help_), .offset = (at),         \
        .max = WEND_MAX_FLOORS - 1, .need = (need_)                                                          \
    }
/// A pair of numbers that is not a position.
#define OPT_PAIR(name_, value_, help_, at)                                                                   \
    { .kind = OPTION_POINT, .name = (name_), .value = (value_), .help = (help_), .offset = (at) }
#define OPT_SIZE(name_, help_, at, need_)                                                                    \
    {                                                                                                        \
        .kind = OPTION_SIZE, .name = (name_), .value = "N[xM]", .help = (help_), .offset = (at),             \
        .need = (need_)                                                                                      \
    }
#define OPT_OPERANDS(name_, help_, at)                                                                       \
    { .kind = OPERAND_LIST, .name = (name_), .help = (help_), .offset = (at) }
/// The same; at least one must be given.
#define OPT_OPERANDS_REQUIRED(name_, help_, at)                                                              \
    { .kind = OPERAND_LIST, .name = (name_), .help = (help_), .offset = (at), .need = REQUIRED }
#define OPT_LIST(name_, value_, help_, at)                                                                   \
    { .kind = OPTION_LIST, .name = (name_), .value = (value_), .help = (help_), .offset = (at) }

/// The options of every command, and the end of its table.
typedef struct common_options {
    bool json, quiet, verbose;
} common_options;
#define COMMON_OPTIONS(type)                                                                                 \
    OPT_FLAG(0, "json", "print one JSON object instead of text", offsetof(type, common.json)),               \
        OPT_FLAG('q', "quiet", "no progress bar, no warnings, no report of what was written",                \
                 offsetof(type, common.quiet)),                                                              \
        OPT_FLAG('v', "verbose", "say on stderr what is read, done and written, and how long it takes",      \
                 offsetof(type, common.verbose)),                                                            \
    {                                                                                                        \
        .kind = OPTION_END                                                                                   \
    }

// ---- can outputs be written? Under these names, and not over a file that is read, or another output

/// Returns OPTIONS_GO, or an exit code with the message printed: two outputs go to one file or to standard
/// output, or one goes to an input, by whatever name or link; or the name of one has another ending than its
/// row states, or it cannot be written.
int option_files_check(const command* self, const void* arguments);
/// The same for a file that the command writes beside a named output.
int option_files_check_beside(const command* self, const void* arguments, const char* file);

/// Looks out for outputs among the files that a command finds by name, such as the image of a ROS map.
typedef struct option_files_watch {
    const command* self;
    const void* arguments;
    const char* overwritten; ///< the first such output; NULL: none yet
} option_files_watch;

/// Notes each file that the command reads; note_file of an import, with the watch as context.
void option_files_note(void* watch, const char* file);
/// Returns CLI_OK, or an exit code with the message printed.
int option_files_check_read(const option_files_watch* watch);

#endif
