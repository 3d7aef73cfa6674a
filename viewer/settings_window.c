// settings_window.c: what can a script set of the window and of how it draws?
#include "settings.h"

static bool set_raster(app* a, const char* value, char* why) {
    return setting_switch(&a->raster, value, why);
}

const view_setting settings_window[] = {
    {"raster", set_raster},
    {NULL, NULL},
};
