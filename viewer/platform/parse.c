// parse.c: how are the values of commands parsed?
#include "platform/commands.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool command_refuse(char* why, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, COMMAND_WHY, format, arguments);
    va_end(arguments);
    return false;
}

bool parse_number(const char* text, double* out, const char** end_out) {
    char* end = NULL;
    double value = strtod(text, &end);
    if (end == text || !isfinite(value)) return false;
    *out = value;
    *end_out = end;
    return true;
}

bool parse_pair(const char* text, double* x, double* y) {
    const char* end = NULL;
    return parse_number(text, x, &end) && *end == ',' && parse_number(end + 1, y, &end) && *end == '\0';
}

bool parse_range(const char* value, double least, double most, double* out, char* why) {
    const char* end = NULL;
    if (parse_number(value, out, &end) && *end == '\0' && *out >= least && *out <= most) return true;
    return command_refuse(why, "'%.40s' is no number from %g to %g", value, least, most);
}

bool parse_tile(const char* text, const wend_grid* grid, wend_tile* out, char* why) {
    const wend_rect map = wend_grid_area(grid);
    const int32_t floors = wend_grid_floors(grid);
    double at[3] = {0, 0, 0}; // column, row, floor
    const char* rest = text;
    int count = 0;
    while (count < 3 && parse_number(rest, &at[count], &rest) && at[count] == floor(at[count]) &&
           (++count < 2 || *rest != '\0') && *rest == ',')
        rest++;
    if (count < 2 || *rest != '\0' || rest[-1] == ',')
        return command_refuse(why, "'%.40s' is no tile, expected X,Y%s in whole numbers", text,
                              floors > 1 ? " or X,Y,F" : "");
    if (at[0] < map.x || at[1] < map.y || at[0] >= map.x + map.width || at[1] >= map.y + map.height) {
        const int used = snprintf(why, COMMAND_WHY, "tile %.0f,%.0f is outside the map of %d x %d", at[0],
                                  at[1], map.width, map.height);
        if (map.x != 0 || map.y != 0)
            snprintf(why + used, (size_t)(COMMAND_WHY - used), " from %d,%d on", map.x, map.y);
        return false;
    }
    if (at[2] < 0 || at[2] >= floors)
        return command_refuse(why, "tile %.40s: the map has floors 0 to %d", text, floors - 1);
    *out = (wend_tile){(int32_t)at[0], (int32_t)at[1], (uint16_t)at[2]};
    return true;
}

bool parse_tiles(const char* text, const wend_grid* grid, wend_tile out[2], char* why) {
    char first[40];
    const char* space = strchr(text, ' ');
    if (space == NULL || space - text >= (ptrdiff_t)sizeof first)
        return command_refuse(why, "'%.40s' are no two tiles, expected \"X,Y X,Y\"", text);
    snprintf(first, sizeof first, "%.*s", (int)(space - text), text);
    return parse_tile(first, grid, &out[0], why) && parse_tile(space + 1, grid, &out[1], why);
}

bool parse_switch(bool* flag_io, const char* value, char* why) {
    bool toggle = strcmp(value, "toggle") == 0;
    if (!toggle && strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
        return command_refuse(why, "'%s' is no switch, expected 0, 1 or toggle", value);
    *flag_io = toggle ? !*flag_io : value[0] == '1';
    return true;
}

int parse_word(const char* value, const char* what, const char* (*name)(int index), char* why) {
    int used = snprintf(why, COMMAND_WHY, "unknown %s '%.40s', expected", what, value);
    for (int i = 0; name(i) != NULL; i++) {
        if (strcmp(value, name(i)) == 0) return i;
        if (used < COMMAND_WHY)
            used += snprintf(why + used, (size_t)(COMMAND_WHY - used), " %s", name(i));
    }
    return -1;
}
