// option_files.c: can the outputs of a command be written? Under these names, and not over a file that it
// reads, or another output.
#include "option_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "output.h"

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

static const char* name_in(const char* file) {
    const char* slash = strrchr(file, '/');
    return slash != NULL ? slash + 1 : file;
}

static bool stat_folder(const char* file, struct stat* out) {
    const size_t length = (size_t)(name_in(file) - file);
    char* folder = length > 0 ? strndup(file, length) : strdup(".");
    const bool found = folder != NULL && stat(folder, out) == 0;
    free(folder);
    return found;
}

// One file, or one that does not exist yet.
static bool are_one(const char* a, const char* b) {
    struct stat first, second;
    if (output_is_stream(a) || output_is_stream(b)) return false;
    const bool has_first = stat(a, &first) == 0, has_second = stat(b, &second) == 0;
    if (has_first != has_second) return false;
    if (!has_first &&
        (strcmp(name_in(a), name_in(b)) != 0 || !stat_folder(a, &first) || !stat_folder(b, &second)))
        return false;
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

// Has a file the name of a temporary file of an output? Writing the output removes such files.
static bool is_temporary_of(const char* output, const char* file) {
    const char *name = name_in(file), *of = name_in(output);
    const size_t length = strlen(of),
                 digits = strspn(name + (strlen(name) > length ? length + 1 : 0), "0123456789");
    struct stat first, second;
    return strlen(name) > length && strncmp(name, of, length) == 0 && name[length] == '.' && digits > 0 &&
           strcmp(name + length + 1 + digits, ".wendtmp") == 0 && stat_folder(output, &first) &&
           stat_folder(file, &second) && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static int fail(const command* self, const option* output, const char* file, const option* other) {
    char name[64], other_name[64];
    if (is_output(other))
        return cli_fail(CLI_USAGE, "%s: %s and %s are the same file", self->name,
                        option_text(other, other_name), option_text(output, name));
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
            if (are_one(file, values[i])) return fail(self, output, file, o);
    }
    return OPTIONS_GO;
}

// Only one output, or the JSON object, can go to standard output. other_io: the one that does so far.
static int check_stream(const command* self, const void* arguments, const option* output,
                        const option** other_io) {
    char name[64], other[64];
    option_text(output, name);
    if (strchr(output->endings, '-') == NULL)
        return cli_fail(CLI_USAGE, "%s: %s expects a file, not standard output", self->name, name);
    for (const option* o = self->options; o->kind != OPTION_END; o++)
        if (o->kind == OPTION_FLAG && strcmp(o->name, "json") == 0 &&
            *(const bool*)((const char*)arguments + o->offset))
            return cli_fail(CLI_USAGE, "%s: --json and %s - would both write to standard output", self->name,
                            name);
    if (*other_io != NULL)
        return cli_fail(CLI_USAGE, "%s: %s - and %s - would both write to standard output", self->name,
                        option_text(*other_io, other), name);
    *other_io = output;
    return OPTIONS_GO;
}

// Has the name one of the endings that the row of the output lists?
static int check_ending(const command* self, const option* output, const char* file) {
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
    return cli_fail(CLI_USAGE, "%s: %s %s: the name does not end in %s", self->name,
                    option_text(output, name), file, list);
}

int option_files_check(const command* self, const void* arguments) {
    const option* to_stream = NULL;
    int code = OPTIONS_GO;
    for (const option* o = self->options; o->kind != OPTION_END && code == OPTIONS_GO; o++) {
        const char* const* values;
        if (!is_output(o) || values_of(o, arguments, &values) == 0) continue;
        code = check_output(self, arguments, o, values[0]);
        if (o->endings == NULL || code != OPTIONS_GO) continue;
        if (output_is_stream(values[0])) {
            code = check_stream(self, arguments, o, &to_stream);
            continue;
        }
        code = check_ending(self, o, values[0]);
        if (code == OPTIONS_GO && output_check(values[0], NULL) != CLI_OK) code = CLI_RESOURCE;
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
        const char* const* values;
        if (is_output(o) && values_of(o, w->arguments, &values) > 0 &&
            (are_one(values[0], file) || is_temporary_of(values[0], file)))
            w->overwritten = values[0];
    }
}

int option_files_check_read(const option_files_watch* watch) {
    if (watch->overwritten == NULL) return CLI_OK;
    return cli_fail(CLI_USAGE, "%s: would overwrite a file that %s reads", watch->overwritten,
                    watch->self->name);
}
