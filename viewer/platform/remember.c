// remember.c: which numbers does the program store for its next run?
#include "platform/remember.h"
#include "platform/notice.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <wend/base.h>

enum { MOST_ITEMS = 32 };

// The path of the file; false: none. make: creates its folders.
static bool file_name(bool make, char out[REMEMBER_PATH]) {
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    bool given = config != NULL && config[0] == '/';
    if (!given && (home == NULL || home[0] != '/')) return false;
    int used =
        snprintf(out, REMEMBER_PATH, "%s%s/wend/window.conf", given ? config : home, given ? "" : "/.config");
    if (used >= REMEMBER_PATH) return false;
    for (char* c = out + 1; make && *c != '\0'; c++) {
        if (*c != '/') continue;
        *c = '\0';
        mkdir(out, 0777); // an existing folder is fine; after other failures writing the file fails, too
        *c = '/';
    }
    return true;
}

// Parses lines of a name and a number; false when a line is anything else.
static bool read_items(FILE* in, const remembered* items, int count, int* values) {
    char line[100], name[40];
    while (fgets(line, sizeof line, in) != NULL) {
        int value = 0, used = 0, i = 0;
        if (sscanf(line, "%39s %9d %n", name, &value, &used) != 2 || line[used] != '\0') return false;
        while (i < count && strcmp(items[i].name, name) != 0) i++;
        if (i == count || value < items[i].least || value > items[i].most) return false;
        values[i] = value;
    }
    return ferror(in) == 0;
}

bool remember_read(const remembered* items, int count, char file_out[REMEMBER_PATH]) {
    FILE* in = count <= MOST_ITEMS && file_name(false, file_out) ? fopen(file_out, "r") : NULL;
    if (in == NULL) return true;
    int values[MOST_ITEMS];
    for (int i = 0; i < count; i++) values[i] = *items[i].value;
    bool good = read_items(in, items, count, values);
    fclose(in);
    for (int i = 0; good && i < count; i++) *items[i].value = values[i];
    return good;
}

void remember_write(const remembered* items, int count) {
    char file[REMEMBER_PATH], text[MOST_ITEMS * 52];
    if (count > MOST_ITEMS || !file_name(true, file)) return;
    int used = 0;
    for (int i = 0; i < count; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s %d\n", items[i].name, *items[i].value);
    wend_error error = {.text = ""};
    if (wend_file_write(file, text, (size_t)used, &error) != WEND_OK) complain(error.text);
}
