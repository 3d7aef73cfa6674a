// color_table.c: the main colours of an image, for people and for programs, and the names of files in the
// commands that are shown for them.
#include "color_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double share_of(const wend_image_colors* colors, int64_t pixels) {
    return colors->pixels > 0 ? 100.0 * (double)pixels / (double)colors->pixels : 0;
}

static const char* cost_text(float cost, char out[16]) {
    if (cost > 0)
        snprintf(out, 16, "%.4g", (double)cost);
    else
        snprintf(out, 16, "blocked");
    return out;
}

void color_table_json(cJSON* object, const wend_image_colors* colors) {
    cJSON* array = cJSON_AddArrayToObject(object, "colors");
    for (int32_t i = 0; i < colors->count; i++) {
        const wend_image_color* c = &colors->list[i];
        char color[8];
        snprintf(color, sizeof color, "#%02x%02x%02x", c->red, c->green, c->blue);
        cJSON* row = cJSON_CreateObject();
        json_text(row, "color", color);
        json_text(row, "name", c->name);
        json_number(row, "cost", (double)c->cost, 6);
        json_integer(row, "pixels", c->pixels);
        json_number(row, "share_pct", share_of(colors, c->pixels), 4);
        cJSON_AddItemToArray(array, row);
    }
    json_integer(object, "distinct", colors->distinct);
    json_integer(object, "far_pixels", colors->far_pixels);
}

void color_table_print(const wend_image_colors* colors) {
    for (int32_t i = 0; i < colors->count; i++) {
        const wend_image_color* c = &colors->list[i];
        char cost[16];
        printf("%-12s #%02x%02x%02x %8s %6.2f %%  %s\n", i == 0 ? "colours" : "", c->red, c->green, c->blue,
               cost_text(c->cost, cost), share_of(colors, c->pixels), c->name);
    }
    if (colors->far_pixels > 0)
        printf("%-12s %-16s %6.2f %%  far from all of these\n", "", "others",
               share_of(colors, colors->far_pixels));
}

void color_table_name(const char* map, const char* ending, char out[COLOR_NAME_MAX]) {
    const char *name = strcmp(map, "-") == 0 ? "map" : cli_basename(map), *dot = strrchr(name, '.');
    const int stem = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
    snprintf(out, COLOR_NAME_MAX, "%.*s%s", stem, name, ending);
}

const char* color_table_quoted(const char* word, char* out) {
    const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+,:=@%";
    const size_t length = strlen(word);
    if (length > 0 && length < COLOR_NAME_MAX && strspn(word, plain) == length) return word;
    char* to = out;
    *to++ = '\'';
    for (const char* c = word; *c != '\0' && to < out + 4 * COLOR_NAME_MAX - 8; c++) {
        if (*c == '\'') {
            memcpy(to, "'\\''", 4);
            to += 4;
        } else {
            *to++ = *c;
        }
    }
    *to++ = '\'';
    *to = '\0';
    return out;
}
