// settings.c: what can a script's "set NAME VALUE" change? Values of the map rather than of the window, so
// that a script can name tiles.
#include "settings.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool setting_number(const char* text, double* out, const char** end_out) {
    char* end = NULL;
    double value = strtod(text, &end);
    if (end == text || !isfinite(value)) return false;
    *out = value;
    *end_out = end;
    return true;
}

bool setting_pair(const char* text, double* x, double* y) {
    const char* end = NULL;
    return setting_number(text, x, &end) && *end == ',' && setting_number(end + 1, y, &end) && *end == '\0';
}

bool setting_tile(const app* a, const char* text, wend_tile* out, char* why) {
    double x = 0, y = 0;
    if (!setting_pair(text, &x, &y) || x != floor(x) || y != floor(y)) {
        snprintf(why, SETTING_WHY, "'%s' is no tile, expected X,Y in whole numbers", text);
        return false;
    }
    if (x < 0 || y < 0 || x >= a->camera.map_width || y >= a->camera.map_height) {
        snprintf(why, SETTING_WHY, "tile %.0f,%.0f is outside the map of %d x %d", x, y, a->camera.map_width,
                 a->camera.map_height);
        return false;
    }
    *out = (wend_tile){(int32_t)x, (int32_t)y};
    return true;
}

static bool set_start(app* a, const char* value, char* why) {
    wend_tile tile;
    if (!setting_tile(a, value, &tile, why)) return false;
    app_set_start(a, tile);
    return true;
}

static bool set_goal(app* a, const char* value, char* why) {
    wend_tile tile;
    if (!setting_tile(a, value, &tile, why)) return false;
    app_set_goal(a, tile);
    return true;
}

static bool set_center(app* a, const char* value, char* why) {
    double x = 0, y = 0;
    if (!setting_pair(value, &x, &y)) {
        snprintf(why, SETTING_WHY, "'%s' is no position on the map, expected X,Y", value);
        return false;
    }
    camera_look_at(&a->camera, x, y);
    a->fitted = false;
    return true;
}

static bool set_zoom(app* a, const char* value, char* why) {
    double zoom = 0;
    const char* end = NULL;
    if (!setting_number(value, &zoom, &end) || *end != '\0' || zoom <= 0) {
        snprintf(why, SETTING_WHY, "'%s' is no zoom, expected pixels a tile, above 0", value);
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
    snprintf(why, SETTING_WHY, "unknown algorithm '%s' (hpa, exact, astar, dijkstra or bfs)", value);
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
            int used = snprintf(why, SETTING_WHY, "unknown layer '%.*s' (none, or some of ",
                                (int)SDL_min(length, 20), word);
            for (int i = 0; i < LAYER_COUNT && used < SETTING_WHY; i++)
                used += snprintf(why + used, (size_t)(SETTING_WHY - used), "%s%s", layer_names[i],
                                 i + 1 < LAYER_COUNT ? "," : ")");
            return false;
        }
        layers |= 1u << layer;
        word += length + (word[length] == ',');
    }
    app_set_layers(a, layers);
    return true;
}

bool setting_switch(bool* flag, const char* value, char* why) {
    if (strcmp(value, "0") != 0 && strcmp(value, "1") != 0) {
        snprintf(why, SETTING_WHY, "'%s' is no switch, expected 0 or 1", value);
        return false;
    }
    *flag = value[0] == '1';
    return true;
}

static bool set_paused(app* a, const char* value, char* why) {
    return setting_switch(&a->paused, value, why);
}

static bool set_light(app* a, const char* value, char* why) {
    bool light = a->light;
    if (!setting_switch(&light, value, why)) return false;
    app_set_light(a, light);
    return true;
}

static bool set_smooth(app* a, const char* value, char* why) {
    a->replan = true;
    return setting_switch(&a->scene.query.smooth, value, why);
}

static bool set_clock(app* a, const char* value, char* why) {
    bool clocked = a->scene.clocked;
    if (!setting_switch(&clocked, value, why)) return false;
    a->replan = true;
    if (scene_set_clock(&a->scene, clocked) == WEND_OK) return true;
    snprintf(why, SETTING_WHY, "out of memory");
    return false;
}

// One of some words; -1, and told: none of them.
int setting_word(const char* value, const char* what, const char* (*name)(int index), char* why) {
    int used = snprintf(why, SETTING_WHY, "unknown %s '%.40s', expected", what, value);
    for (int i = 0; name(i) != NULL; i++) {
        if (strcmp(value, name(i)) == 0) return i;
        used += snprintf(why + used, (size_t)(SETTING_WHY - used), " %s", name(i));
    }
    return -1;
}

static const char* heuristic_name(int index) {
    static const char* const names[] = {"octile", "manhattan", "chebyshev", "euclidean", "none"};
    return index < WEND_HEURISTIC_COUNT ? names[index] : NULL;
}

const char* setting_moves_name(int index) {
    static const char* const names[] = {"8", "4", "8cut"};
    return index < WEND_MOVES_COUNT ? names[index] : NULL;
}

static const char* section_name(int index) {
    return index < SECTION_COUNT ? panel_section_names[index] : NULL;
}

static bool set_heuristic(app* a, const char* value, char* why) {
    int kind = setting_word(value, "heuristic", heuristic_name, why);
    if (kind < 0) return false;
    a->scene.query.heuristic = (wend_heuristic)kind;
    a->replan = true;
    return true;
}

bool setting_range(const char* value, double least, double most, double* out, char* why) {
    const char* end = NULL;
    if (setting_number(value, out, &end) && *end == '\0' && *out >= least && *out <= most) return true;
    snprintf(why, SETTING_WHY, "'%.40s' is no number from %g to %g", value, least, most);
    return false;
}

static bool set_weight(app* a, const char* value, char* why) {
    double weight = 1;
    if (!setting_range(value, 0, 16, &weight, why)) return false;
    a->scene.query.heuristic_weight = (float)weight;
    a->replan = true;
    return true;
}

static bool set_move(app* a, const char* value, char* why) {
    int moves = setting_word(value, "movement", setting_moves_name, why);
    if (moves >= 0) app_rebuild(a, (wend_moves)moves, a->scene.info.cluster_size, 0);
    return moves >= 0;
}

static bool set_cluster(app* a, const char* value, char* why) {
    bool small = strcmp(value, "15") == 0;
    if (!small && strcmp(value, "31") != 0) {
        snprintf(why, SETTING_WHY, "'%.40s' is no cluster size, expected 15 or 31", value);
        return false;
    }
    app_rebuild(a, wend_grid_moves(a->scene.grid), small ? 15 : 31, 0);
    return true;
}

static bool set_levels(app* a, const char* value, char* why) {
    double levels = 1;
    if (!setting_range(value, 1, WEND_MAX_LEVELS, &levels, why)) return false;
    app_rebuild(a, wend_grid_moves(a->scene.grid), a->scene.info.cluster_size, (int)levels);
    return true;
}

static bool set_open(app* a, const char* value, char* why) {
    int section = setting_word(value, "section", section_name, why);
    if (section >= 0) a->open[section] = true;
    return section >= 0;
}

static bool set_close(app* a, const char* value, char* why) {
    int section = setting_word(value, "section", section_name, why);
    if (section >= 0) a->open[section] = false;
    return section >= 0;
}

static const view_setting settings_view[] = {
    {"start", set_start},   {"goal", set_goal},           {"center", set_center},
    {"zoom", set_zoom},     {"layers", set_layers},       {"algorithm", set_algorithm},
    {"paused", set_paused}, {"heuristic", set_heuristic}, {"weight", set_weight},
    {"smooth", set_smooth}, {"move", set_move},           {"cluster", set_cluster},
    {"levels", set_levels}, {"light", set_light},         {"clock", set_clock},
    {"open", set_open},     {"close", set_close},         {NULL, NULL},
};

bool settings_apply(app* a, const char* name, const char* value, char why_out[SETTING_WHY]) {
    static const view_setting* const tables[] = {settings_view,   settings_window,      settings_edit,
                                                 settings_import, settings_performance, settings_playback,
                                                 settings_boids};
    int used = snprintf(why_out, SETTING_WHY, "unknown setting '%.20s' (", name);
    for (size_t table = 0; table < sizeof tables / sizeof tables[0]; table++) {
        for (const view_setting* s = tables[table]; s->name != NULL; s++) {
            if (strcmp(name, s->name) == 0) return s->set(a, value, why_out);
            if (used < SETTING_WHY - 20)
                used += snprintf(why_out + used, (size_t)(SETTING_WHY - used), "%s ", s->name);
        }
    }
    why_out[used - 1] = ')';
    return false;
}
