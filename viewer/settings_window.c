// settings_window.c: what can a script set of the window and of how it draws?
#include "settings.h"
#include <string.h>

static bool set_raster(app* a, const char* value, char* why) {
    return setting_switch(&a->raster, value, why);
}

static bool set_level(app* a, const char* value, char* why) {
    double level = 0;
    if (strcmp(value, "all") != 0 && !setting_range(value, 1, WEND_MAX_LEVELS, &level, why)) return false;
    a->level = (int)level;
    return true;
}

const view_setting settings_window[] = {
    {"raster", set_raster},
    {"level", set_level},
    {NULL, NULL},
};
