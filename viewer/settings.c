// settings.c: what can a script's "set NAME VALUE" change? Values of the map rather than of the window, so
// that a script can name tiles.
#include "app.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 200 };

static bool parse_number(const char* text, double* out, const char** end_out) {
    char* end = NULL;
    double value = strtod(text, &end);
    if (end == text || !isfinite(value)) return false;
    *out = value;
    *end_out = end;
    return true;
}

static bool parse_pair(const char* text, double* x, double* y) {
    const char* end = NULL;
    return parse_number(text, x, &end) && *end == ',' && parse_number(end + 1, y, &end) && *end == '\0';
}

static bool parse_tile(const app* a, const char* text, wend_tile* out, char* why) {
    double x = 0, y = 0;
    if (!parse_pair(text, &x, &y) || x != floor(x) || y != floor(y)) {
        snprintf(why, WHY, "'%s' is no tile, expected X,Y in whole numbers", text);
        return false;
    }
    if (x < 0 || y < 0 || x >= a->camera.map_width || y >= a->camera.map_height) {
        snprintf(why, WHY, "tile %.0f,%.0f is outside the map of %d x %d", x, y, a->camera.map_width,
                 a->camera.map_height);
        return false;
    }
    *out = (wend_tile){(int32_t)x, (int32_t)y};
    return true;
}

static bool set_start(app* a, const char* value, char* why) {
    wend_tile tile;
    if (!parse_tile(a, value, &tile, why)) return false;
    app_set_start(a, tile);
    return true;
}

static bool set_goal(app* a, const char* value, char* why) {
    wend_tile tile;
    if (!parse_tile(a, value, &tile, why)) return false;
    app_set_goal(a, tile);
    return true;
}

static bool set_center(app* a, const char* value, char* why) {
    double x = 0, y = 0;
    if (!parse_pair(value, &x, &y)) {
        snprintf(why, WHY, "'%s' is no position on the map, expected X,Y", value);
        return false;
    }
    camera_look_at(&a->camera, x, y);
    a->fitted = false;
    return true;
}

static bool set_zoom(app* a, const char* value, char* why) {
    double zoom = 0;
    const char* end = NULL;
    if (!parse_number(value, &zoom, &end) || *end != '\0' || zoom <= 0) {
        snprintf(why, WHY, "'%s' is no zoom, expected pixels a tile, above 0", value);
        return false;
    }
    camera_zoom_at(&a->camera, a->camera.width / 2.0, a->camera.height / 2.0, zoom);
    a->fitted = false;
    return true;
}

static bool set_algorithm(app* a, const char* value, char* why) {
    for (int i = 0; i < WEND_ALGORITHM_COUNT; i++) {
        if (strcmp(value, scene_algorithm_name(i)) != 0) continue;
        a->scene.query.algorithm = (wend_algorithm)i;
        a->replan = true;
        return true;
    }
    snprintf(why, WHY, "unknown algorithm '%s' (hpa, exact, astar, dijkstra or bfs)", value);
    return false;
}

static bool set_layers(app* a, const char* value, char* why) {
    uint32_t layers = 0;
    for (const char* word = value; *word != '\0' && strcmp(value, "none") != 0;) {
        size_t length = strcspn(word, ",");
        int layer = 0;
        while (layer < LAYER_COUNT &&
               (strlen(layer_names[layer]) != length || strncmp(layer_names[layer], word, length) != 0))
            layer++;
        if (layer == LAYER_COUNT) {
            snprintf(why, WHY,
                     "unknown layer '%.*s' (none, or some of costs,clusters,entrances,graph,route,path,"
                     "waypoints,agent)",
                     (int)length, word);
            return false;
        }
        layers |= 1u << layer;
        word += length + (word[length] == ',');
    }
    app_set_layers(a, layers);
    return true;
}

static bool set_switch(bool* flag, const char* value, char* why) {
    if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0) {
        snprintf(why, WHY, "'%s' is no switch, expected 0 or 1", value);
        return false;
    }
    *flag = value[0] == '1';
    return true;
}

static bool set_paused(app* a, const char* value, char* why) {
    return set_switch(&a->paused, value, why);
}

bool settings_apply(app* a, const char* name, const char* value, char why_out[WHY]) {
    static const struct {
        const char* name;
        bool (*set)(app* a, const char* value, char* why);
    } settings[] = {
        {"start", set_start},   {"goal", set_goal},           {"center", set_center}, {"zoom", set_zoom},
        {"layers", set_layers}, {"algorithm", set_algorithm}, {"paused", set_paused},
    };
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (strcmp(name, settings[i].name) == 0) return settings[i].set(a, value, why_out);
    snprintf(why_out, WHY, "unknown setting '%.40s' (start, goal, center, zoom, layers, algorithm or paused)",
             name);
    return false;
}
