// parse.c: how are the values of commands parsed?
#include "platform/parse.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    snprintf(why, COMMAND_WHY, "'%.40s' is no number from %g to %g", value, least, most);
    return false;
}

bool parse_tile(const char* text, int32_t width, int32_t height, wend_tile* out, char* why) {
    double x = 0, y = 0;
    if (!parse_pair(text, &x, &y) || x != floor(x) || y != floor(y)) {
        snprintf(why, COMMAND_WHY, "'%s' is no tile, expected X,Y in whole numbers", text);
        return false;
    }
    if (x < 0 || y < 0 || x >= width || y >= height) {
        snprintf(why, COMMAND_WHY, "tile %.0f,%.0f is outside the map of %d x %d", x, y, width, height);
        return false;
    }
    *out = (wend_tile){(int32_t)x, (int32_t)y};
    return true;
}

bool parse_tiles(const char* text, int32_t width, int32_t height, wend_tile out[2], char* why) {
    char first[40];
    const char* space = strchr(text, ' ');
    if (space == NULL || space - text >= (ptrdiff_t)sizeof first) {
        snprintf(why, COMMAND_WHY, "'%.40s' are no two tiles, expected \"X,Y X,Y\"", text);
        return false;
    }
    snprintf(first, sizeof first, "%.*s", (int)(space - text), text);
    return parse_tile(first, width, height, &out[0], why) &&
           parse_tile(space + 1, width, height, &out[1], why);
}

bool parse_switch(bool* flag_io, const char* value, char* why) {
    bool toggle = strcmp(value, "toggle") == 0;
    if (!toggle && strcmp(value, "0") != 0 && strcmp(value, "1") != 0) {
        snprintf(why, COMMAND_WHY, "'%s' is no switch, expected 0, 1 or toggle", value);
        return false;
    }
    *flag_io = toggle ? !*flag_io : value[0] == '1';
    return true;
}

int parse_word(const char* value, const char* what, const char* (*name)(int index), char* why) {
    int used = snprintf(why, COMMAND_WHY, "unknown %s '%.40s', expected", what, value);
    for (int i = 0; name(i) != NULL; i++) {
        if (strcmp(value, name(i)) == 0) return i;
        used += snprintf(why + used, (size_t)(COMMAND_WHY - used), " %s", name(i));
    }
    return -1;
}
