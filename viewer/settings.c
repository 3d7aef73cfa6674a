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

static bool set_light(app* a, const char* value, char* why) {
    bool light = a->light;
    if (!set_switch(&light, value, why)) return false;
    app_set_light(a, light);
    return true;
}

static bool set_smooth(app* a, const char* value, char* why) {
    a->replan = true;
    return set_switch(&a->scene.query.smooth, value, why);
}

static bool set_clock(app* a, const char* value, char* why) {
    bool clocked = a->scene.clocked;
    if (!set_switch(&clocked, value, why)) return false;
    a->replan = true;
    if (scene_set_clock(&a->scene, clocked) == WEND_OK) return true;
    snprintf(why, WHY, "out of memory");
    return false;
}

// One of some words; -1, and told: none of them.
static int parse_word(const char* value, const char* what, const char* (*name)(int index), char* why) {
    int used = snprintf(why, WHY, "unknown %s '%.40s', expected", what, value);
    for (int i = 0; name(i) != NULL; i++) {
        if (strcmp(value, name(i)) == 0) return i;
        used += snprintf(why + used, (size_t)(WHY - used), " %s", name(i));
    }
    return -1;
}

static const char* heuristic_name(int index) {
    static const char* const names[] = {"octile", "manhattan", "chebyshev", "euclidean", "none"};
    return index < WEND_HEURISTIC_COUNT ? names[index] : NULL;
}

static const char* moves_name(int index) {
    static const char* const names[] = {"8", "4", "8cut"};
    return index < WEND_MOVES_COUNT ? names[index] : NULL;
}

static const char* section_name(int index) {
    return index < SECTION_COUNT ? panel_section_names[index] : NULL;
}

static bool set_heuristic(app* a, const char* value, char* why) {
    int kind = parse_word(value, "heuristic", heuristic_name, why);
    if (kind < 0) return false;
    a->scene.query.heuristic = (wend_heuristic)kind;
    a->replan = true;
    return true;
}

static bool parse_range(const char* value, double least, double most, double* out, char* why) {
    const char* end = NULL;
    if (parse_number(value, out, &end) && *end == '\0' && *out >= least && *out <= most) return true;
    snprintf(why, WHY, "'%.40s' is no number from %g to %g", value, least, most);
    return false;
}

static bool set_weight(app* a, const char* value, char* why) {
    double weight = 1;
    if (!parse_range(value, 0, 16, &weight, why)) return false;
    a->scene.query.heuristic_weight = (float)weight;
    a->replan = true;
    return true;
}

static bool set_move(app* a, const char* value, char* why) {
    int moves = parse_word(value, "movement", moves_name, why);
    if (moves >= 0) app_rebuild(a, (wend_moves)moves, a->scene.info.cluster_size, 0);
    return moves >= 0;
}

static bool set_cluster(app* a, const char* value, char* why) {
    bool small = strcmp(value, "15") == 0;
    if (!small && strcmp(value, "31") != 0) {
        snprintf(why, WHY, "'%.40s' is no cluster size, expected 15 or 31", value);
        return false;
    }
    app_rebuild(a, wend_grid_moves(a->scene.grid), small ? 15 : 31, 0);
    return true;
}

static bool set_levels(app* a, const char* value, char* why) {
    double levels = 1;
    if (!parse_range(value, 1, WEND_MAX_LEVELS, &levels, why)) return false;
    app_rebuild(a, wend_grid_moves(a->scene.grid), a->scene.info.cluster_size, (int)levels);
    return true;
}

static bool set_open(app* a, const char* value, char* why) {
    int section = parse_word(value, "section", section_name, why);
    if (section >= 0) a->open[section] = true;
    return section >= 0;
}

static bool set_close(app* a, const char* value, char* why) {
    int section = parse_word(value, "section", section_name, why);
    if (section >= 0) a->open[section] = false;
    return section >= 0;
}

static bool set_tool(app* a, const char* value, char* why) {
    int tool = parse_word(value, "tool", editor_tool_name, why);
    if (tool < 0) return false;
    if (!a->editor.stroke) a->editor.tool = (edit_tool)tool;
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
    } else if (parse_range(value, (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST, &cost, why)) {
        a->editor.ink = INK_COST;
        a->editor.cost = (float)cost;
    } else {
        snprintf(why, WHY, "unknown brush '%.40s', expected wall, original or a cost", value);
        return false;
    }
    if (a->editor.tool == TOOL_LOOK) a->editor.tool = TOOL_BRUSH;
    a->open[SECTION_EDIT] = true;
    return true;
}

static bool set_size(app* a, const char* value, char* why) {
    double size = 1;
    if (!parse_range(value, 1, BRUSH_MAX, &size, why)) return false;
    a->editor.size = (int)size;
    return true;
}

static bool set_new(app* a, const char* value, char* why) {
    int used = 0;
    if (sscanf(value, "%6dx%6d%n", &a->new_width, &a->new_height, &used) != 2 || value[used] != '\0' ||
        a->new_width < 1 || a->new_height < 1 || a->new_width > 32768 || a->new_height > 32768) {
        snprintf(why, WHY, "'%.40s' is no map size, expected WxH with sides of 1 to 32768 tiles", value);
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

bool settings_apply(app* a, const char* name, const char* value, char why_out[WHY]) {
    static const struct {
        const char* name;
        bool (*set)(app* a, const char* value, char* why);
    } settings[] = {
        {"start", set_start},   {"goal", set_goal},
        {"center", set_center}, {"zoom", set_zoom},
        {"layers", set_layers}, {"algorithm", set_algorithm},
        {"paused", set_paused}, {"heuristic", set_heuristic},
        {"weight", set_weight}, {"smooth", set_smooth},
        {"move", set_move},     {"cluster", set_cluster},
        {"levels", set_levels}, {"tool", set_tool},
        {"brush", set_brush},   {"size", set_size},
        {"new", set_new},       {"save", set_save},
        {"light", set_light},   {"clock", set_clock},
        {"open", set_open},     {"close", set_close},
    };
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++)
        if (strcmp(name, settings[i].name) == 0) return settings[i].set(a, value, why_out);
    int used = snprintf(why_out, WHY, "unknown setting '%.20s' (", name);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0] && used < WHY - 20; i++)
        used += snprintf(why_out + used, (size_t)(WHY - used), "%s%s", i > 0 ? " " : "", settings[i].name);
    snprintf(why_out + used, (size_t)(WHY - used), ")");
    return false;
}
