// options.h: options as tables, from which both the parsing and the help come, so that they never differ.
#ifndef OPTIONS_H
#define OPTIONS_H
#include "cli.h"

typedef enum option_kind {
    OPTION_END = 0,
    OPERAND,        ///< const char*
    OPTION_FLAG,    ///< bool
    OPTION_TEXT,    ///< const char*
    OPTION_INTEGER, ///< int64_t in [min, max]
    OPTION_NUMBER,  ///< double in [min, max]
    OPTION_CHOICE,  ///< int, index into choices
    OPTION_POINT,   ///< option_point
    OPTION_SIZE,    ///< option_size
    OPERAND_LIST,   ///< option_list of what operands are left; any number, none too
    OPTION_LIST,    ///< option_list: may be given again and again
    OPTION_POINTS,  ///< option_points: may be given again and again
} option_kind;

typedef struct option_point {
    bool given;
    double x, y; ///< finite
} option_point;

/// The command frees items.
typedef struct option_points {
    option_point* items;
    int count;
} option_points;

/// "N" or "NxM": sides of 1 .. WEND_MAX_SIDE tiles.
typedef struct option_size {
    int32_t width, height; ///< 0: not given
} option_size;

/// The texts are those of the command line; the command frees items.
typedef struct option_list {
    const char** items;
    int count;
} option_list;

typedef enum option_need {
    OPTIONAL = 0,
    USUAL, ///< shown in the usage line; the command itself says when it is missing
    REQUIRED,
} option_need;

typedef struct option {
    option_kind kind;
    char letter;       ///< 'o' for -o; 0: none
    const char* name;  ///< "output" for --output; an operand's name as in the usage line
    const char* value; ///< what help calls the value; NULL for flags and choices
    const char* help;
    size_t offset;              ///< of the destination in the command's arguments, which hold the default
    double min, max;            ///< of numbers; a number's default may be NAN: none
    const char* const* choices; ///< ends with NULL
    option_need need;
} option;

/// Returned by options_parse when the command should go on; any other value is an exit code.
#define OPTIONS_GO (-1)

/// Fills the arguments, whose present content is the defaults, from the command line; or prints help or one
/// line on what is wrong.
int options_parse(const command* self, int argc, char** argv, void* arguments);

/// A finite number and nothing else; false otherwise.
bool options_parse_number(const char* text, double* out);

/// "N" or "NxM"; false for anything else.
bool options_parse_size(const char* text, option_size* out);

/// The candidate that a mistyped word most likely stands for, or NULL.
const char* options_suggest(const char* word, const char* const* candidates, size_t count);

// Rows of a table. `at` is offsetof the destination.
#define OPT_OPERAND(name_, help_, at)                                                                        \
    { .kind = OPERAND, .name = (name_), .help = (help_), .offset = (at), .need = REQUIRED }
/// An operand that something else may stand for; the command itself says when it is missing.
#define OPT_OPERAND_OR(name_, help_, at)                                                                     \
    { .kind = OPERAND, .name = (name_), .help = (help_), .offset = (at), .need = USUAL }
#define OPT_FLAG(letter_, name_, help_, at)                                                                  \
    { .kind = OPTION_FLAG, .letter = (letter_), .name = (name_), .help = (help_), .offset = (at) }
#define OPT_TEXT(letter_, name_, value_, help_, at, need_)                                                   \
    {                                                                                                        \
        .kind = OPTION_TEXT, .letter = (letter_), .name = (name_), .value = (value_), .help = (help_),       \
        .offset = (at), .need = (need_)                                                                      \
    }
#define OPT_INTEGER(name_, value_, help_, at, min_, max_)                                                    \
    {                                                                                                        \
        .kind = OPTION_INTEGER, .name = (name_), .value = (value_), .help = (help_), .offset = (at),         \
        .min = (min_), .max = (max_)                                                                         \
    }
#define OPT_NUMBER(name_, value_, help_, at, min_, max_)                                                     \
    {                                                                                                        \
        .kind = OPTION_NUMBER, .name = (name_), .value = (value_), .help = (help_), .offset = (at),          \
        .min = (min_), .max = (max_)                                                                         \
    }
#define OPT_CHOICE(name_, help_, at, choices_)                                                               \
    { .kind = OPTION_CHOICE, .name = (name_), .help = (help_), .offset = (at), .choices = (choices_) }
#define OPT_POINT(name_, help_, at, need_)                                                                   \
    {                                                                                                        \
        .kind = OPTION_POINT, .name = (name_), .value = "X,Y", .help = (help_), .offset = (at),              \
        .need = (need_)                                                                                      \
    }
/// A point that may be given more than once.
#define OPT_POINTS(name_, help_, at, need_)                                                                  \
    {                                                                                                        \
        .kind = OPTION_POINTS, .name = (name_), .value = "X,Y", .help = (help_), .offset = (at),             \
        .need = (need_)                                                                                      \
    }
/// A point whose halves are not the sides of a place.
#define OPT_PAIR(name_, value_, help_, at)                                                                   \
    { .kind = OPTION_POINT, .name = (name_), .value = (value_), .help = (help_), .offset = (at) }
#define OPT_SIZE(name_, help_, at, need_)                                                                    \
    {                                                                                                        \
        .kind = OPTION_SIZE, .name = (name_), .value = "N[xM]", .help = (help_), .offset = (at),             \
        .need = (need_)                                                                                      \
    }
#define OPT_OPERANDS(name_, help_, at)                                                                       \
    { .kind = OPERAND_LIST, .name = (name_), .help = (help_), .offset = (at) }
#define OPT_LIST(name_, value_, help_, at)                                                                   \
    { .kind = OPTION_LIST, .name = (name_), .value = (value_), .help = (help_), .offset = (at) }
#define OPT_END                                                                                              \
    { .kind = OPTION_END }

/// What every command takes.
typedef struct common_options {
    bool json, quiet;
} common_options;
#define COMMON_OPTIONS(type)                                                                                 \
    OPT_FLAG(0, "json", "print one JSON object instead of text", offsetof(type, common.json)),               \
        OPT_FLAG('q', "quiet", "no progress bar, no warnings, no report of what was written",                \
                 offsetof(type, common.quiet))

#endif
