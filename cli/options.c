// options.c: how are command lines parsed and help texts printed?
#include "options.h"
#include "memory.h"
#include "output.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool option_is_operand(const option* o) {
    return o->kind == OPERAND || o->kind == OPERAND_LIST;
}

static void* destination(const option* o, void* arguments) {
    return (char*)arguments + o->offset;
}

// "-o" or "--rule": how messages name an option.
const char* option_text(const option* o, char buffer[64]) {
    if (option_is_operand(o))
        snprintf(buffer, 64, "%s", o->name);
    else if (o->letter != 0)
        snprintf(buffer, 64, "-%c", o->letter);
    else
        snprintf(buffer, 64, "--%s", o->name);
    return buffer;
}

// "8|4|8cut": the values of a choice, or of an operand that has some.
static const char* choices_text(const option* o, char buffer[96]) {
    buffer[0] = '\0';
    for (int i = 0; o->choices[i] != NULL; i++) {
        const size_t used = strlen(buffer);
        snprintf(buffer + used, 96 - used, "%s%s", i > 0 ? "|" : "", o->choices[i]);
    }
    return buffer;
}

// "X,Y", "8|4|8cut" or "[none|full]": how help names a value.
static const char* value_name(const option* o, char buffer[96]) {
    char choices[90];
    if (o->kind != OPTION_CHOICE) return o->value != NULL ? o->value : "";
    if (o->bare == 0) return choices_text(o, buffer);
    snprintf(choices, sizeof choices, "%s", choices_text(o, buffer));
    snprintf(buffer, 96, "[%s]", choices);
    return buffer;
}

bool option_repeats(const option* o) {
    return o->kind == OPERAND_LIST || o->kind == OPTION_LIST || o->kind == OPTION_POINTS;
}

// Values that are files have names such as FILE, OUT, PLAN, DIR or WORLD.wend.
bool option_names_file(const option* o) {
    const char* value = option_is_operand(o) ? o->name : o->value;
    if (value == NULL || o->choices != NULL || (option_is_operand(o) && strcmp(value, "COMMAND") == 0))
        return false;
    if (option_is_operand(o)) return true;
    if (o->kind != OPTION_TEXT && o->kind != OPTION_LIST) return false;
    const char* dot = strchr(value, '.');
    return strstr(value, "FILE") != NULL || strcmp(value, "PLAN") == 0 || strcmp(value, "DIR") == 0 ||
           strcmp(value, "PATTERN") == 0 || strncmp(value, "OUT", 3) == 0 ||
           (dot != NULL && dot[1] >= 'a' && dot[1] <= 'z');
}

// ---- help

static void print_usage(const command* self) {
    printf("usage: wend %s", self->name);
    for (const option* o = self->options; o->kind != OPTION_END; o++) {
        char name[64], value[96];
        if (option_is_operand(o))
            printf(o->need == OPTIONAL ? " [%s%s]" : " %s%s", o->name, o->kind == OPERAND_LIST ? "..." : "");
        else if (o->need != OPTIONAL)
            printf(" %s %s", option_text(o, name), value_name(o, value));
    }
    printf(" [options]\n");
}

static bool is_whole_number(const option* o) {
    return o->kind == OPTION_INTEGER || o->kind == OPTION_INT32;
}

static double default_of(const option* o, const void* value) {
    return o->kind == OPTION_INTEGER ? (double)*(const int64_t*)value
           : o->kind == OPTION_INT32 ? *(const int32_t*)value
           : o->kind == OPTION_FLOAT ? (double)*(const float*)value
                                     : *(const double*)value;
}

static void print_range_and_default(const option* o, void* arguments) {
    const void* value = destination(o, arguments);
    if (o->kind == OPTION_CHOICE && *(const int*)value >= 0)
        printf(" [default: %s]", o->choices[*(const int*)value]);
    if (!is_whole_number(o) && o->kind != OPTION_NUMBER && o->kind != OPTION_FLOAT) return;
    const double number = default_of(o, value);
    const bool has_default = number >= o->min && number <= o->max;
    printf(is_whole_number(o) ? " [range: %.0f..%.0f]" : " [range: %g..%g]", o->min, o->max);
    if (has_default) printf(is_whole_number(o) ? " [default: %.0f]" : " [default: %g]", number);
}

static void print_help(const command* self, void* arguments) {
    print_usage(self);
    printf("\n%s\n\n%s\n\n", self->summary, self->details);
    for (const option* o = self->options; o->kind != OPTION_END; o++) {
        char left[192], value[96];
        if (option_is_operand(o))
            snprintf(left, sizeof left, "%s", o->name);
        else if (o->letter != 0)
            snprintf(left, sizeof left, "-%c, --%s %s", o->letter, o->name, value_name(o, value));
        else
            snprintf(left, sizeof left, "    --%s %s", o->name, value_name(o, value));
        printf("  %-30s", left);
        if (strlen(left) > 29) printf("\n  %-30s", "");
        printf(" %s", o->help);
        print_range_and_default(o, arguments);
        printf("\n");
    }
    printf("  %-30s %s\n\nexample:\n  %s\n", "-h, --help", "print this help", self->example);
    if (self->print_more != NULL) self->print_more();
}

// ---- suggestions

// Edit distance (insert, delete, replace, swap of neighbours), for words of up to 31 characters.
static int distance(const char* a, const char* b) {
    int table[32][32];
    int m = (int)strlen(a), n = (int)strlen(b);
    if (m > 31 || n > 31) return 99;
    for (int i = 0; i <= m; i++) {
        for (int j = 0; j <= n; j++) {
            if (i == 0 || j == 0) {
                table[i][j] = i + j;
                continue;
            }
            int best = table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            if (table[i - 1][j] + 1 < best) best = table[i - 1][j] + 1;
            if (table[i][j - 1] + 1 < best) best = table[i][j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                table[i - 2][j - 2] + 1 < best)
                best = table[i - 2][j - 2] + 1;
            table[i][j] = best;
        }
    }
    return table[m][n];
}

const char* options_suggest(const char* word, const char* const* candidates, size_t count) {
    int best = 3; // more than two edits make a different word
    const char* found = NULL;
    for (size_t i = 0; i < count; i++) {
        int d = distance(word, candidates[i]);
        if (d < best && d < (int)strlen(candidates[i])) {
            best = d;
            found = candidates[i];
        }
    }
    return found;
}

static int64_t count_options(const command* self) {
    int64_t count = 0;
    while (self->options[count].kind != OPTION_END) count++;
    return count;
}

static int fail_unknown(const command* self, const char* word) {
    const char** names = memory_for(count_options(self) + 1, sizeof *names, "options");
    size_t count = 0;
    for (const option* o = self->options; o->kind != OPTION_END; o++)
        if (!option_is_operand(o)) names[count++] = o->name;
    names[count++] = "help";
    char bare[32];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(word + strspn(word, "-"), "="),
             word + strspn(word, "-"));
    const char* guess = word[1] == '-' ? options_suggest(bare, names, count) : NULL;
    free(names);
    if (guess != NULL)
        return command_fail(CLI_USAGE, "unknown option '%s', did you mean '--%s'?", word, guess);
    return command_fail(CLI_USAGE, "unknown option '%s' (see wend %s --help)", word, self->name);
}

// ---- values

static bool parse_double(const char* text, double* out, char** end) {
    if (!(*text == '-' || *text == '+' || *text == '.' || (*text >= '0' && *text <= '9'))) return false;
    *out = strtod(text, end);
    return *end != text && isfinite(*out);
}

bool options_parse_number(const char* text, double* out) {
    char* end = NULL;
    return parse_double(text, out, &end) && *end == '\0';
}

static bool parse_side(const char* text, int32_t* out, char** end) {
    if (*text < '0' || *text > '9') return false;
    errno = 0;
    long long value = strtoll(text, end, 10);
    *out = (int32_t)value;
    return errno == 0 && value >= 1 && value <= WEND_MAX_SIDE;
}

bool options_parse_size(const char* text, option_size* out) {
    option_size size;
    char* end = NULL;
    if (!parse_side(text, &size.width, &end)) return false;
    size.height = size.width;
    if (*end == 'x' && !parse_side(end + 1, &size.height, &end)) return false;
    if (*end == '\0') *out = size;
    return *end == '\0';
}

static void append(option_list* list, const char* text) {
    list->items = memory_grow(list->items, list->count, &list->capacity, sizeof *list->items, "arguments");
    list->items[list->count++] = text;
}

static void append_point(option_points* points, option_point point) {
    points->items =
        memory_grow(points->items, points->count, &points->capacity, sizeof *points->items, "points");
    points->items[points->count++] = point;
}

// The end of a point: nothing, or ",F" where it may have a floor.
static bool parse_floor(const option* o, const char* text, int32_t* out) {
    char* end = NULL;
    if (*text == '\0') return true;
    if (o->max <= 0 || text[0] != ',' || text[1] < '0' || text[1] > '9') return false;
    errno = 0;
    const long long floor = strtoll(text + 1, &end, 10);
    *out = (int32_t)floor;
    return errno == 0 && *end == '\0' && (double)floor <= o->max;
}

static bool is_choice(const option* o, const char* text) {
    for (int i = 0; o->choices[i] != NULL; i++)
        if (strcmp(text, o->choices[i]) == 0) return true;
    return false;
}

static int parse_value(const option* o, const char* text, void* arguments) {
    void* out = destination(o, arguments);
    char name[64], choices[96], *end = NULL;
    option_text(o, name);
    switch (o->kind) {
    case OPERAND:
    case OPTION_TEXT:
        if (*text == '\0') return command_fail(CLI_USAGE, "%s is empty", name);
        if (o->choices != NULL && !is_choice(o, text))
            return command_fail(CLI_USAGE, "%s expects %s, got '%s'", name, choices_text(o, choices), text);
        *(const char**)out = text;
        return OPTIONS_GO;
    case OPTION_INTEGER:
    case OPTION_INT32: {
        errno = 0;
        long long value = strtoll(text, &end, 10);
        if (end == text || *end != '\0' || errno != 0 || (double)value < o->min || (double)value > o->max)
            return command_fail(CLI_USAGE, "%s expects a whole number in %.0f..%.0f, got '%s'", name, o->min,
                                o->max, text);
        if (o->kind == OPTION_INT32)
            *(int32_t*)out = (int32_t)value;
        else
            *(int64_t*)out = value;
        return OPTIONS_GO;
    }
    case OPTION_NUMBER:
    case OPTION_FLOAT: {
        double value;
        if (!options_parse_number(text, &value) || value < o->min || value > o->max)
            return command_fail(CLI_USAGE, "%s expects a number in %g..%g, got '%s'", name, o->min, o->max,
                                text);
        if (o->kind == OPTION_FLOAT)
            *(float*)out = (float)value;
        else
            *(double*)out = value;
        return OPTIONS_GO;
    }
    case OPTION_CHOICE:
        for (int i = 0; o->choices[i] != NULL; i++) {
            if (strcmp(text, o->choices[i]) == 0) {
                *(int*)out = i;
                return OPTIONS_GO;
            }
        }
        return command_fail(CLI_USAGE, "%s expects %s, got '%s'", name, choices_text(o, choices), text);
    case OPTION_POINT:
    case OPTION_POINTS: {
        option_point point = {.given = true};
        if (!parse_double(text, &point.x, &end) || *end != ',' || !parse_double(end + 1, &point.y, &end) ||
            !parse_floor(o, end, &point.floor))
            return command_fail(CLI_USAGE, "%s expects %s, %s, got '%s'", name, o->value,
                                o->max > 0 ? "two numbers and the floor of a map with floors" : "two numbers",
                                text);
        if (o->kind == OPTION_POINTS)
            append_point(out, point);
        else
            *(option_point*)out = point;
        return OPTIONS_GO;
    }
    case OPTION_SIZE:
        if (options_parse_size(text, out)) return OPTIONS_GO;
        return command_fail(CLI_USAGE, "%s expects N or NxM, sides of 1..%d tiles, got '%s'", name,
                            WEND_MAX_SIDE, text);
    case OPERAND_LIST:
    case OPTION_LIST:
        if (*text == '\0') return command_fail(CLI_USAGE, "%s is empty", name);
        append(out, text);
        return OPTIONS_GO;
    default:
        return OPTIONS_GO;
    }
}

// ---- the command line

static const option* find_long(const command* self, const char* word, size_t length) {
    for (const option* o = self->options; o->kind != OPTION_END; o++)
        if (!option_is_operand(o) && strlen(o->name) == length && memcmp(o->name, word, length) == 0)
            return o;
    return NULL;
}

static const option* find_letter(const command* self, const char* word) {
    for (const option* o = self->options; o->kind != OPTION_END; o++)
        if (o->letter != 0 && word[0] == o->letter && word[1] == '\0') return o;
    return NULL;
}

static int parse_option(const command* self, int argc, char** argv, int* at, bool* given, void* arguments) {
    char* word = argv[*at];
    bool is_long = word[1] == '-';
    const char* equals = is_long ? strchr(word, '=') : NULL;
    size_t length = equals != NULL ? (size_t)(equals - word) - 2 : strlen(word) - 2;
    const option* o = is_long ? find_long(self, word + 2, length) : find_letter(self, word + 1);
    if (o == NULL) return fail_unknown(self, word);
    given[o - self->options] = true;
    if (o->kind == OPTION_FLAG) {
        if (equals != NULL) return command_fail(CLI_USAGE, "--%s takes no value", o->name);
        *(bool*)destination(o, arguments) = true;
        return OPTIONS_GO;
    }
    if (equals != NULL) return parse_value(o, equals + 1, arguments);
    if (o->bare > 0 && (*at + 1 >= argc || !is_choice(o, argv[*at + 1]))) {
        *(int*)destination(o, arguments) = o->bare - 1;
        return OPTIONS_GO;
    }
    // A value may start with one dash (-3,5 or the stream -), never with two.
    if (*at + 1 >= argc || strncmp(argv[*at + 1], "--", 2) == 0) {
        char value[96];
        return command_fail(CLI_USAGE, "%s needs a value: %s", word, value_name(o, value));
    }
    return parse_value(o, argv[++*at], arguments);
}

static bool wants_help(int argc, char** argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    return false;
}

static const option* find_name(const command* self, const char* name) {
    const option* o = self->options;
    while (strcmp(o->name, name) != 0) o++; // it is one of them
    return o;
}

// An option that would be ignored is refused.
static int check_bonds(const command* self, const bool* given) {
    for (const option_bond* b = self->bonds; b != NULL && b->name != NULL; b++) {
        const option *o = find_name(self, b->name), *other = find_name(self, b->other);
        char name[64], other_name[64];
        if (!given[o - self->options] || given[other - self->options] != b->excludes) continue;
        return command_fail(CLI_USAGE, "%s has no effect %s %s", option_text(o, name),
                            b->excludes ? "with" : "without", option_text(other, other_name));
    }
    return OPTIONS_GO;
}

// An argument that no operand takes; perhaps it was meant as the value of an option that needs none.
static int fail_too_many(const command* self, const char* before, const char* word) {
    const option* o = strncmp(before, "--", 2) == 0 ? find_long(self, before + 2, strlen(before + 2)) : NULL;
    char name[64], choices[96];
    if (o == NULL || o->bare == 0) return command_fail(CLI_USAGE, "one argument too many: '%s'", word);
    return command_fail(CLI_USAGE, "%s expects %s, got '%s'", option_text(o, name), choices_text(o, choices),
                        word);
}

// given: by option, whether it was; all false before.
static int parse_words(const command* self, int argc, char** argv, bool* given, void* arguments) {
    bool options_over = false;
    for (int i = 1; i < argc; i++) {
        const char* word = argv[i];
        if (!options_over && strcmp(word, "--") == 0) {
            options_over = true;
        } else if (!options_over && word[0] == '-' && word[1] != '\0') {
            int status = parse_option(self, argc, argv, &i, given, arguments);
            if (status != OPTIONS_GO) return status;
        } else {
            const option* o = self->options;
            while (o->kind == OPERAND && given[o - self->options]) o++;
            if (!option_is_operand(o)) return fail_too_many(self, i > 1 ? argv[i - 1] : "", word);
            given[o - self->options] = true;
            int status = parse_value(o, word, arguments);
            if (status != OPTIONS_GO) return status;
        }
    }
    for (const option* o = self->options; o->kind != OPTION_END; o++) {
        if (o->need != REQUIRED || given[o - self->options]) continue;
        char name[64], text[96];
        return command_fail(CLI_USAGE, "%s%s%s is missing (see wend %s --help)", option_text(o, name),
                            option_is_operand(o) ? "" : " ", option_is_operand(o) ? "" : value_name(o, text),
                            self->name);
    }
    return check_bonds(self, given);
}

int options_parse(const command* self, int argc, char** argv, void* arguments) {
    if (wants_help(argc, argv)) {
        print_help(self, arguments);
        return CLI_OK;
    }
    bool* given = memory_for(count_options(self) + 1, sizeof *given, "options");
    const int code = parse_words(self, argc, argv, given, arguments);
    free(given);
    return code == OPTIONS_GO ? option_files_check(self, arguments) : code;
}

void options_free(const command* self, void* arguments) {
    for (const option* o = self->options; o->kind != OPTION_END; o++) {
        if (o->kind == OPERAND_LIST || o->kind == OPTION_LIST)
            free(((option_list*)destination(o, arguments))->items);
        else if (o->kind == OPTION_POINTS)
            free(((option_points*)destination(o, arguments))->items);
    }
}

int options_run(const command* self, int argc, char** argv, void* arguments, int (*work)(void* arguments)) {
    int code = options_parse(self, argc, argv, arguments);
    if (code == OPTIONS_GO) code = work(arguments);
    options_free(self, arguments);
    return code;
}

// ---- can outputs be written? Under these names, and not over a file that is read, or another output

static bool is_output(const option* o) {
    return !option_is_operand(o) && option_names_file(o) &&
           (o->letter == 'o' || strncmp(o->value, "OUT", 3) == 0);
}

// The values of an option or operand that names files; returns how many.
static int values_of(const option* o, const void* arguments, const char* const** out) {
    const void* value = (const char*)arguments + o->offset;
    if (!option_names_file(o)) return 0;
    if (option_repeats(o)) {
        const option_list* list = value;
        *out = list->items;
        return list->count;
    }
    *out = value;
    return **out != NULL;
}

const char* option_output(const option* o, const void* arguments) {
    const char* const* values;
    return is_output(o) && values_of(o, arguments, &values) > 0 ? values[0] : NULL;
}

static const char* name_in(const char* file) {
    const char* slash = strrchr(file, '/');
    return slash != NULL ? slash + 1 : file;
}

static char* folder_of(const char* file) {
    const size_t length = (size_t)(name_in(file) - file);
    return length > 0 ? memory_text(file, length) : memory_text(".", 1);
}

static bool are_in_one_folder(const char* a, const char* b) {
    char *first = folder_of(a), *second = folder_of(b);
    const bool same = same_file(first, second);
    free(first);
    free(second);
    return same;
}

// One file, or one that does not exist yet.
static bool are_one(const char* a, const char* b) {
    struct stat found;
    if (output_is_stream(a) || output_is_stream(b)) return false;
    if (stat(a, &found) == 0 || stat(b, &found) == 0) return same_file(a, b);
    return strcmp(name_in(a), name_in(b)) == 0 && are_in_one_folder(a, b);
}

// Has a file the name of a temporary file of an output? Writing the output removes such files.
static bool is_temporary_of(const char* output, const char* file) {
    const char *name = name_in(file), *of = name_in(output);
    const size_t length = strlen(of),
                 digits = strspn(name + (strlen(name) > length ? length + 1 : 0), "0123456789");
    return strlen(name) > length && strncmp(name, of, length) == 0 && name[length] == '.' && digits > 0 &&
           strcmp(name + length + 1 + digits, ".wendtmp") == 0 && are_in_one_folder(output, file);
}

static int fail(const option* output, const char* file, const option* other) {
    char name[64], other_name[64];
    if (is_output(other))
        return command_fail(CLI_USAGE, "%s and %s are the same file", option_text(other, other_name),
                            option_text(output, name));
    if (option_is_operand(other)) return cli_fail(CLI_USAGE, "%s: would overwrite the input", file);
    return cli_fail(CLI_USAGE, "%s: would overwrite the file of %s", file, option_text(other, other_name));
}

// Compares an output with all other files; of two outputs, the later one fails.
static int check_output(const command* self, const void* arguments, const option* output, const char* file) {
    for (const option* o = self->options; o->kind != OPTION_END; o++) {
        const char* const* values;
        const int count = values_of(o, arguments, &values);
        for (int i = 0; i < count; i++)
            if (is_temporary_of(file, values[i]))
                return cli_fail(
                    CLI_USAGE,
                    "%s: has the name of a temporary file of %s, which would be removed; rename it",
                    values[i], file);
        if (o == output || (is_output(o) && o > output) || (o->kind == OPERAND && output->in_place)) continue;
        for (int i = 0; i < count; i++)
            if (are_one(file, values[i])) return fail(output, file, o);
    }
    return OPTIONS_GO;
}

// Only one output, or the JSON object, can go to standard output. other_io: the one that does so far.
static int check_stream(const command* self, const void* arguments, const option* output,
                        const option** other_io) {
    char name[64], other[64];
    option_text(output, name);
    if (strchr(output->endings, '-') == NULL)
        return command_fail(CLI_USAGE, "%s expects a file, not standard output", name);
    for (const option* o = self->options; o->kind != OPTION_END; o++)
        if (o->kind == OPTION_FLAG && strcmp(o->name, "json") == 0 &&
            *(const bool*)((const char*)arguments + o->offset))
            return command_fail(CLI_USAGE, "--json and %s - would both write to standard output", name);
    if (*other_io != NULL)
        return command_fail(CLI_USAGE, "%s - and %s - would both write to standard output",
                            option_text(*other_io, other), name);
    *other_io = output;
    return OPTIONS_GO;
}

// Has the name one of the endings that the row of the output lists?
static int check_ending(const option* output, const char* file) {
    char name[64], ending[16], list[96] = "";
    const char *last = NULL, *next = NULL;
    for (const char* at = strchr(output->endings, '.'); at != NULL; at = next) {
        next = strchr(at + 1, '.');
        snprintf(ending, sizeof ending, "%.*s", (int)strcspn(at, " "), at);
        if (file_ends_in(file, ending)) return OPTIONS_GO;
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s",
                 last == NULL   ? ""
                 : next != NULL ? ", "
                                : " or ",
                 ending);
        last = at;
    }
    if (last == NULL) return OPTIONS_GO;
    return command_fail(CLI_USAGE, "%s %s: the name does not end in %s", option_text(output, name), file,
                        list);
}

// Only one input can be standard input. other_io: the one that is so far.
static int check_input(const option* input, const char* file, const option** other_io) {
    char name[64], other[64];
    if (!output_is_stream(file)) return OPTIONS_GO;
    if (*other_io != NULL)
        return command_fail(CLI_USAGE, "only one of %s and %s can be standard input",
                            option_text(*other_io, other), option_text(input, name));
    *other_io = input;
    return OPTIONS_GO;
}

int option_files_check(const command* self, const void* arguments) {
    const option *to_stream = NULL, *from_stream = NULL;
    int code = OPTIONS_GO;
    for (const option* o = self->options; o->kind != OPTION_END && code == OPTIONS_GO; o++) {
        const char *const *values, *file = option_output(o, arguments);
        if (file == NULL && values_of(o, arguments, &values) > 0)
            code = check_input(o, values[0], &from_stream);
        if (file == NULL) continue;
        code = check_output(self, arguments, o, file);
        if (o->endings == NULL || code != OPTIONS_GO) continue;
        if (output_is_stream(file)) {
            code = check_stream(self, arguments, o, &to_stream);
            continue;
        }
        code = check_ending(o, file);
        if (code == OPTIONS_GO && output_check(file, NULL) != CLI_OK) code = CLI_RESOURCE;
    }
    return code;
}

int option_files_check_beside(const command* self, const void* arguments, const char* file) {
    for (const option* o = self->options; o->kind != OPTION_END; o++) {
        const char* const* values;
        const int count = values_of(o, arguments, &values);
        char name[64];
        for (int i = 0; i < count; i++)
            if (are_one(file, values[i]))
                return cli_fail(CLI_USAGE, "%s: would be written beside the output, but %s is the same file",
                                file, option_is_operand(o) ? "the input" : option_text(o, name));
    }
    return CLI_OK;
}

void option_files_note(void* watch, const char* file) {
    option_files_watch* w = watch;
    struct stat found;
    if (stat(file, &found) != 0) return;
    for (const option* o = w->self->options; o->kind != OPTION_END && w->overwritten == NULL; o++) {
        const char* output = option_output(o, w->arguments);
        if (output != NULL && (are_one(output, file) || is_temporary_of(output, file)))
            w->overwritten = output;
    }
}

int option_files_check_read(const option_files_watch* watch) {
    if (watch->overwritten == NULL) return CLI_OK;
    return cli_fail(CLI_USAGE, "%s: would overwrite a file that %s reads", watch->overwritten,
                    watch->self->name);
}
