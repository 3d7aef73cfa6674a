// input.c: how is a file read that is no map: as a whole, or as a table?
#include "input.h"
#include "memory.h"
#include "options.h"
#include "output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

char* input_read(const char* file, int64_t* size_out, int* code_out) {
    FILE* stream = output_is_stream(file) ? stdin : fopen(file, "rb");
    char* text = NULL;
    int64_t size = 0, capacity = 0;
    *code_out = CLI_OK;
    for (size_t got = stream != NULL; got > 0; size += (int64_t)got) {
        text = memory_grow(text, size + 1, &capacity, 1, "bytes of a file");
        got = fread(text + size, 1, (size_t)(capacity - size - 1), stream);
    }
    if (stream == NULL || ferror(stream)) {
        *code_out = cli_fail(CLI_BAD_INPUT, "%s: %s", file, strerror(errno));
        free(text);
        text = NULL;
    }
    if (stream != NULL && stream != stdin) fclose(stream);
    if (text != NULL) text[size] = '\0';
    *size_out = size;
    return text;
}

int table_open(const char* file, table* out) {
    int64_t size;
    int code;
    *out = (table){.file = file};
    out->text = input_read(file, &size, &code);
    out->next = out->text;
    if (out->text != NULL && memchr(out->text, '\0', (size_t)size) != NULL)
        return cli_fail(CLI_BAD_INPUT, "%s: has zero bytes, expected a table of text lines", file);
    return code;
}

void table_close(table* t) {
    free(t->text);
}

int table_fail(const table* t, const char* format, ...) {
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return cli_fail(CLI_BAD_INPUT, "%s:%lld: %s", t->file, (long long)t->line, what);
}

// The end of a field in quotes, which become its letters: two quotes in a row are one.
static char* end_of_quotes(char* text) {
    char* out = text;
    for (char* at = text + 1; *at != '\0'; *out++ = *at++)
        if (*at == '"' && *++at != '"') {
            *out = '\0';
            return at;
        }
    *out = '\0';
    return out;
}

static void split(table* t) {
    const char* blanks = t->separator == '\t' ? " " : " \t";
    t->count = 0;
    for (char* text = t->row; text != NULL && t->count < TABLE_MOST_COLUMNS;) {
        text += strspn(text, blanks);
        char* end = *text == '"' ? end_of_quotes(text) : text;
        char* separator = strchr(end, t->separator);
        t->fields[t->count++] = text;
        if (separator != NULL) *separator = '\0';
        for (size_t length = strlen(text);
             end == text && length > 0 && strchr(blanks, text[length - 1]) != NULL;)
            text[--length] = '\0';
        text = separator != NULL ? separator + 1 : NULL;
    }
}

bool table_next(table* t, int* code_out) {
    size_t length;
    do {
        if (*t->next == '\0') return false;
        const char* line = t->next;
        length = strcspn(line, "\n");
        t->next += length + (line[length] == '\n');
        t->line++;
        while (length > 0 && line[length - 1] == '\r') length--;
        if (length >= sizeof t->row) {
            *code_out = table_fail(t, "the line is longer than 4 KB");
            return false;
        }
        memcpy(t->row, line, length);
        t->row[length] = '\0';
    } while (length == 0);
    split(t);
    return true;
}

static bool go_to_header(table* t, int* code_out) {
    t->next = strncmp(t->text, "\xef\xbb\xbf", 3) == 0 ? t->text + 3 : t->text;
    t->line = 0;
    const size_t at = strcspn(t->next, ",;\t\n");
    t->separator = t->next[at] == '\0' || t->next[at] == '\n' ? ',' : t->next[at];
    return table_next(t, code_out);
}

static int find_column(const table* t, const char* name) {
    for (int i = t->count - 1; i >= 0; i--)
        if (strcasecmp(t->fields[i], name) == 0) return i;
    return -1;
}

int table_find(table* t, const char* const* names, int count, int needed, int* columns_out) {
    char expected[128] = "";
    int code = CLI_OK;
    for (int i = 0; i < needed; i++) {
        const size_t used = strlen(expected);
        snprintf(expected + used, sizeof expected - used, "%s%s", i == 0 ? "" : ",", names[i]);
    }
    if (!go_to_header(t, &code))
        return code != CLI_OK
                   ? code
                   : cli_fail(CLI_BAD_INPUT, "%s: empty, expected the header %s and a line for each row",
                              t->file, expected);
    for (int i = 0; i < count; i++) {
        columns_out[i] = find_column(t, names[i]);
        if (i < needed && columns_out[i] < 0)
            return table_fail(t, "the header has no column %s, expected for example %s", names[i], expected);
    }
    return CLI_OK;
}

bool table_has(table* t, const char* name) {
    int code = CLI_OK;
    return go_to_header(t, &code) && find_column(t, name) >= 0;
}

int table_number(const table* t, int column, const char* name, double* out) {
    if (column >= t->count) return table_fail(t, "%s is missing, expected a number", name);
    return options_parse_number(t->fields[column], out)
               ? CLI_OK
               : table_fail(t, "%s is '%s', expected a number", name, t->fields[column]);
}
