// settings_edit.c: what can a script set of the editor?
#include "settings.h"
#include <stdio.h>
#include <string.h>

static bool set_tool(app* a, const char* value, char* why) {
    int tool = setting_word(value, "tool", editor_tool_name, why);
    if (tool < 0) return false;
    if (!a->editor.stroke) a->editor.tool = (edit_tool)tool;
    app_choose_boids(a, false);
    if (tool != TOOL_LOOK) a->open[SECTION_EDIT] = true;
    return true;
}

// What the brush leaves: "wall", "original", or a cost.
static bool set_brush(app* a, const char* value, char* why) {
    double cost = 0;
    if (strcmp(value, "wall") == 0) {
        a->editor.ink = INK_WALL;
    } else if (strcmp(value, "original") == 0) {
        a->editor.ink = INK_ORIGINAL;
    } else if (setting_range(value, (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST, &cost, why)) {
        a->editor.ink = INK_COST;
        a->editor.cost = (float)cost;
    } else {
        snprintf(why, SETTING_WHY, "unknown brush '%.40s', expected wall, original or a cost", value);
        return false;
    }
    app_choose_boids(a, false);
    if (a->editor.tool == TOOL_LOOK) a->editor.tool = TOOL_BRUSH;
    a->open[SECTION_EDIT] = true;
    return true;
}

static bool set_size(app* a, const char* value, char* why) {
    double size = 1;
    if (!setting_range(value, 1, BRUSH_MAX, &size, why)) return false;
    a->editor.size = (int)size;
    return true;
}

static bool set_new(app* a, const char* value, char* why) {
    int used = 0;
    if (sscanf(value, "%6dx%6d%n", &a->new_width, &a->new_height, &used) != 2 || value[used] != '\0' ||
        a->new_width < 1 || a->new_height < 1 || a->new_width > 32768 || a->new_height > 32768) {
        snprintf(why, SETTING_WHY, "'%.40s' is no map size, expected WxH with sides of 1 to 32768 tiles",
                 value);
        return false;
    }
    app_leave(a, LEAVE_NEW);
    return true;
}

static bool set_save(app* a, const char* value, char* why) {
    why[0] = '\0';
    app_save(a, value); // a failure is told in the window, as it is to a person
    return true;
}

const view_setting settings_edit[] = {
    {"tool", set_tool}, {"brush", set_brush}, {"size", set_size},
    {"new", set_new},   {"save", set_save},   {NULL, NULL},
};
