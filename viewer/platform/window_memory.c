// window_memory.c: what does the window remember from one run to the next?
#include "window.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_SIDE = 32768, PATH = 1000 };

typedef struct memory {
    int x, y, width, height; // of the window while it is not maximised, in units of the window system
    int maximized, panel, light, open[SECTION_COUNT];
} memory;

typedef struct item {
    const char* name;
    int* value;
    int least, most;
} item;
enum { ITEMS = 7 + SECTION_COUNT };

static void list_items(memory* m, item out[ITEMS]) {
    const item fixed[] = {
        {"width", &m->width, 64, MAX_SIDE}, {"height", &m->height, 64, MAX_SIDE},
        {"x", &m->x, -MAX_SIDE, MAX_SIDE},  {"y", &m->y, -MAX_SIDE, MAX_SIDE},
        {"maximized", &m->maximized, 0, 1}, {"panel", &m->panel, 0, 1},
        {"light", &m->light, 0, 1},
    };
    memcpy(out, fixed, sizeof fixed);
    for (int i = 0; i < SECTION_COUNT; i++)
        out[ITEMS - SECTION_COUNT + i] = (item){panel_section_names[i], &m->open[i], 0, 1};
}

static memory memory_of(const app* a) {
    memory m = {a->place.x, a->place.y, a->place.w, a->place.h, a->maximized, a->panel, a->light, {0}};
    for (int i = 0; i < SECTION_COUNT; i++) m.open[i] = a->open[i];
    return m;
}

// False: there is no such place, or nothing is to be remembered. make: also the folders on the way.
static bool file_name(const app* a, bool make, char out[PATH]) {
    if (a->options->headless || a->options->width > 0) return false;
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    bool given = config != NULL && config[0] == '/';
    if (!given && (home == NULL || home[0] != '/')) return false;
    int used = snprintf(out, PATH, "%s%s/wend/window.conf", given ? config : home, given ? "" : "/.config");
    if (used >= PATH) return false;
    for (char* c = out + 1; make && *c != '\0'; c++) {
        if (*c != '/') continue;
        *c = '\0';
        mkdir(out, 0777); // that it is there already is as good; where it fails writing the file tells
        *c = '/';
    }
    return true;
}

// Lines of a name and a number; false when one is neither.
static bool read_items(FILE* in, item items[ITEMS]) {
    char line[100], name[40];
    while (fgets(line, sizeof line, in) != NULL) {
        int value = 0, used = 0, i = 0;
        if (sscanf(line, "%39s %9d %n", name, &value, &used) != 2 || line[used] != '\0') return false;
        while (i < ITEMS && strcmp(items[i].name, name) != 0) i++;
        if (i == ITEMS || value < items[i].least || value > items[i].most) return false;
        *items[i].value = value;
    }
    return ferror(in) == 0;
}

void window_recall(app* a) {
    char file[PATH];
    FILE* in = file_name(a, false, file) ? fopen(file, "r") : NULL;
    if (in == NULL) return;
    memory m = memory_of(a);
    item items[ITEMS];
    list_items(&m, items);
    bool good = read_items(in, items);
    fclose(in);
    if (!good) {
        app_say(a, true, "%s is broken and was ignored", file);
        return;
    }
    a->place = (SDL_Rect){m.x, m.y, m.width, m.height};
    a->maximized = m.maximized;
    a->panel = m.panel;
    a->light = m.light;
    for (int i = 0; i < SECTION_COUNT; i++) a->open[i] = m.open[i];
}

void window_remember(const app* a) {
    char file[PATH], text[1000];
    if (a->window == NULL || !file_name(a, true, file)) return;
    memory m = memory_of(a);
    m.maximized = (SDL_GetWindowFlags(a->window) & (SDL_WINDOW_MAXIMIZED | SDL_WINDOW_FULLSCREEN)) != 0;
    if (!m.maximized) {
        SDL_GetWindowPosition(a->window, &m.x, &m.y);
        SDL_GetWindowSize(a->window, &m.width, &m.height);
    }
    item items[ITEMS];
    list_items(&m, items);
    int used = 0;
    for (int i = 0; i < ITEMS; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s %d\n", items[i].name, *items[i].value);
    wend_error error = {.text = ""};
    if (wend_file_write(file, text, (size_t)used, &error) != WEND_OK) app_complain(error.text);
}
