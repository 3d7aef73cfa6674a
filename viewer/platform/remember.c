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
#include <wend/private.h>

enum { LINE = REMEMBER_PATH + 50 };

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

// Takes a line of a name and a number or a text; false, and nothing changes, when it is anything else.
static bool take_line(char* line, size_t length, const remembered* items, int count) {
    size_t name = strcspn(line, " ");
    if (line[length - 1] != '\n' || strlen(line) != length || line[name] != ' ') return false;
    line[length - 1] = line[name] = '\0';
    const char* rest = line + name + 1;
    int i = 0, used = 0, value = 0;
    while (i < count && strcmp(items[i].name, line) != 0) i++;
    if (i == count) return false;
    const remembered* item = &items[i];
    if (item->kind == REMEMBER_TEXT) {
        for (const char* c = rest; *c != '\0'; c++)
            if (iscntrl((unsigned char)*c)) return false;
        if (rest[0] == '\0' || strlen(rest) >= REMEMBER_PATH) return false;
        snprintf(item->value, REMEMBER_PATH, "%s", rest);
        return true;
    }
    if (sscanf(rest, "%9d%n", &value, &used) != 1 || rest[used] != '\0' || value < item->least ||
        value > item->most)
        return false;
    if (item->kind == REMEMBER_SWITCH)
        *(bool*)item->value = value != 0;
    else if (item->kind == REMEMBER_FLOAT)
        *(float*)item->value = (float)value;
    else
        *(int*)item->value = value;
    return true;
}

bool remember_read(const remembered* items, int count, char file_out[REMEMBER_PATH]) {
    FILE* in = file_name(false, file_out) ? fopen(file_out, "r") : NULL;
    if (in == NULL) return true;
    char* line = NULL;
    size_t room = 0;
    bool good = true;
    for (ssize_t length; (length = getline(&line, &room, in)) > 0;)
        good &= take_line(line, (size_t)length, items, count);
    free(line);
    good &= ferror(in) == 0;
    fclose(in);
    return good;
}

void remember_write(const remembered* items, int count) {
    char file[REMEMBER_PATH];
    size_t room = (size_t)count * LINE, used = 0;
    char* text = file_name(true, file) ? malloc(room) : NULL;
    if (text == NULL) return;
    for (int i = 0; i < count; i++) {
        const void* value = items[i].value;
        const int number = items[i].kind == REMEMBER_SWITCH  ? *(const bool*)value
                           : items[i].kind == REMEMBER_FLOAT ? (int)*(const float*)value
                           : items[i].kind == REMEMBER_INT   ? *(const int*)value
                                                             : 0;
        if (items[i].kind != REMEMBER_TEXT)
            used += (size_t)snprintf(text + used, room - used, "%s %d\n", items[i].name, number);
        else if (*(const char*)value != '\0')
            used += (size_t)snprintf(text + used, room - used, "%s %s\n", items[i].name, (const char*)value);
    }
    wend_error error = {.text = ""};
    if (wend_file_write(file, text, used, &error) != WEND_OK) complain(error.text);
    free(text);
}
