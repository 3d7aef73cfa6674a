// remember.c: which numbers and texts does the program store for its next run?
#define _POSIX_C_SOURCE 200809L
#include "platform/remember.h"
#include "platform/notice.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <wend/base.h>

enum { MOST_ITEMS = 64, LINE = REMEMBER_PATH + 50 };

bool remember_path(const char* name, bool make, char out[REMEMBER_PATH]) {
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    bool given = config != NULL && config[0] == '/';
    if (!given && (home == NULL || home[0] != '/')) return false;
    int used =
        snprintf(out, REMEMBER_PATH, "%s%s/wend/%s", given ? config : home, given ? "" : "/.config", name);
    if (used >= REMEMBER_PATH) return false;
    for (char* c = out + 1; make && *c != '\0'; c++) {
        if (*c != '/') continue;
        *c = '\0';
        mkdir(out, 0777); // an existing folder is fine; after other failures writing the file fails, too
        *c = '/';
    }
    return true;
}

static bool file_name(bool make, char out[REMEMBER_PATH]) {
    return remember_path("window.conf", make, out);
}

// The values of a file, before any of them is taken.
typedef struct values {
    int numbers[MOST_ITEMS];
    char* texts[MOST_ITEMS]; // NULL: not in the file
} values;

// Takes a line of a name and a number or a text; false when it is anything else.
static bool read_line(char* line, const remembered* items, int count, values* out) {
    size_t length = strlen(line), name = strcspn(line, " ");
    if (length == 0 || line[length - 1] != '\n' || line[name] != ' ') return false;
    line[length - 1] = line[name] = '\0';
    const char* rest = line + name + 1;
    int i = 0, used = 0, value = 0;
    while (i < count && strcmp(items[i].name, line) != 0) i++;
    if (i == count) return false;
    if (items[i].value == NULL) {
        for (const char* c = rest; *c != '\0'; c++)
            if (iscntrl((unsigned char)*c)) return false;
        if (rest[0] == '\0' || strlen(rest) >= REMEMBER_PATH || out->texts[i] != NULL) return false;
        out->texts[i] = strdup(rest);
        return out->texts[i] != NULL;
    }
    if (sscanf(rest, "%9d%n", &value, &used) != 1 || rest[used] != '\0') return false;
    out->numbers[i] = value;
    return value >= items[i].least && value <= items[i].most;
}

bool remember_read(const remembered* items, int count, char file_out[REMEMBER_PATH]) {
    FILE* in = count <= MOST_ITEMS && file_name(false, file_out) ? fopen(file_out, "r") : NULL;
    if (in == NULL) return true;
    values v = {{0}, {NULL}};
    char line[LINE];
    bool good = true;
    for (int i = 0; i < count; i++) v.numbers[i] = items[i].value != NULL ? *items[i].value : 0;
    while (good && fgets(line, sizeof line, in) != NULL) good = read_line(line, items, count, &v);
    good = good && ferror(in) == 0;
    fclose(in);
    for (int i = 0; i < count; i++) {
        if (good && items[i].value != NULL) *items[i].value = v.numbers[i];
        if (good && items[i].value == NULL)
            snprintf(items[i].text, REMEMBER_PATH, "%s", v.texts[i] != NULL ? v.texts[i] : "");
        free(v.texts[i]);
    }
    return good;
}

void remember_write(const remembered* items, int count) {
    char file[REMEMBER_PATH];
    size_t room = (size_t)count * LINE, used = 0;
    char* text = count <= MOST_ITEMS && file_name(true, file) ? malloc(room) : NULL;
    if (text == NULL) return;
    for (int i = 0; i < count; i++) {
        if (items[i].value != NULL)
            used += (size_t)snprintf(text + used, room - used, "%s %d\n", items[i].name, *items[i].value);
        else if (items[i].text[0] != '\0')
            used += (size_t)snprintf(text + used, room - used, "%s %s\n", items[i].name, items[i].text);
    }
    wend_error error = {.text = ""};
    if (wend_file_write(file, text, used, &error) != WEND_OK) complain(error.text);
    free(text);
}
