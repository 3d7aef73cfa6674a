// settings_window.c: what can a script set of the window and of how it draws?
#include "settings.h"
#include <stdio.h>
#include <string.h>

static bool set_level(app* a, const char* value, char* why) {
    double level = 0;
    if (strcmp(value, "all") != 0 && !setting_range(value, 1, WEND_MAX_LEVELS, &level, why)) return false;
    a->level = (int)level;
    return true;
}

// One of the list, by its number from 1.
static bool set_file(app* a, const char* value, char* why) {
    double number = 0;
    if (!setting_range(value, 1, a->files.count, &number, why)) return false;
    app_choose_file(a, (int)number - 1);
    return true;
}

// A folder, or "off".
static bool set_record(app* a, const char* value, char* why) {
    why[0] = '\0';
    if (strcmp(value, "off") == 0)
        app_end_sequence(a);
    else
        app_begin_sequence(a, value); // a failure is told in the window, as it is to a person
    return true;
}

// As the system does it when a graphics card is taken away.
static bool set_lose(app* a, const char* value, char* why) {
    (void)a;
    if (strcmp(value, "renderer") == 0 && SDL_PushEvent(&(SDL_Event){.type = SDL_RENDER_DEVICE_RESET}) == 1)
        return true;
    snprintf(why, SETTING_WHY, "'%.40s' cannot be lost, expected renderer", value);
    return false;
}

const view_setting settings_window[] = {
    {"level", set_level}, {"file", set_file},
    {"record", set_record}, {"lose", set_lose},   {NULL, NULL},
};
