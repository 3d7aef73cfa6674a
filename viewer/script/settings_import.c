// settings_import.c: what can a script set in the import panel? The names and values are those of wend bake's
// options.
#include "settings.h"
#include <stdio.h>
#include <string.h>

// The choice to change; NULL, and told: no image is being imported.
static wend_import_def* chosen(app* a, char* why) {
    if (a->import.file == NULL) {
        snprintf(why, SETTING_WHY, "no image is being imported (drop one first)");
        return NULL;
    }
    a->import.changed = true;
    return &a->import.choice.def;
}

static const char* rule_name(int index) {
    return index < WEND_RULE_COUNT ? wend_image_rule_name((wend_image_rule)index) : NULL;
}
static const char* channel_name(int index) {
    return index < WEND_CHANNEL_COUNT ? wend_channel_name((wend_channel)index) : NULL;
}
static const char* ros_mode_name(int index) {
    return index < WEND_ROS_MODE_COUNT ? wend_ros_mode_name((wend_ros_mode)index) : NULL;
}
static const char* downscale_name(int index) {
    return index < WEND_DOWNSCALE_COUNT ? wend_downscale_name((wend_downscale_by)index) : NULL;
}

static bool set_rule(app* a, const char* value, char* why) {
    wend_import_def* def = chosen(a, why);
    int rule = def != NULL ? setting_word(value, "rule", rule_name, why) : -1;
    if (rule < 0) return false;
    def->rule = (wend_image_rule)rule;
    def->blocked_below = -1;
    return true;
}

static bool set_channel(app* a, const char* value, char* why) {
    wend_import_def* def = chosen(a, why);
    int channel = def != NULL ? setting_word(value, "channel", channel_name, why) : -1;
    if (channel < 0) return false;
    def->channel = (wend_channel)channel;
    return true;
}

static bool set_ros_mode(app* a, const char* value, char* why) {
    wend_import_def* def = chosen(a, why);
    int mode = def != NULL ? setting_word(value, "ROS mode", ros_mode_name, why) : -1;
    if (mode < 0) return false;
    def->ros_mode = (wend_ros_mode)mode;
    return true;
}

static bool set_downscale_by(app* a, const char* value, char* why) {
    wend_import_def* def = chosen(a, why);
    int by = def != NULL ? setting_word(value, "pixel", downscale_name, why) : -1;
    if (by < 0) return false;
    def->downscale_by = (wend_downscale_by)by;
    return true;
}

static bool set_move(app* a, const char* value, char* why) {
    wend_import_def* def = chosen(a, why);
    int moves = def != NULL ? setting_word(value, "movement", setting_moves_name, why) : -1;
    if (moves < 0) return false;
    def->moves = (wend_moves)moves;
    return true;
}

static bool set_negate(app* a, const char* value, char* why) {
    wend_import_def* def = chosen(a, why);
    return def != NULL && setting_switch(&def->negate, value, why);
}

static bool set_logarithmic(app* a, const char* value, char* why) {
    bool logarithmic = true;
    if (chosen(a, why) == NULL || !setting_switch(&logarithmic, value, why)) return false;
    a->import.linear_counts = !logarithmic;
    return true;
}

static bool set_downscale(app* a, const char* value, char* why) {
    double downscale = 1;
    int most = SDL_min(a->import.info.width, a->import.info.height);
    wend_import_def* def = chosen(a, why);
    if (def == NULL || !setting_range(value, 1, SDL_min(most, 1024), &downscale, why)) return false;
    def->downscale = (int32_t)downscale;
    return true;
}

static bool set_float(app* a, const char* value, double least, double most, size_t member, char* why) {
    wend_import_def* def = chosen(a, why);
    double number = 0;
    if (def == NULL || !setting_range(value, least, most, &number, why)) return false;
    *(float*)((char*)def + member) = (float)number;
    return true;
}

static bool set_blocked_below(app* a, const char* value, char* why) {
    return set_float(a, value, 0, 1, offsetof(wend_import_def, blocked_below), why);
}
static bool set_height_scale(app* a, const char* value, char* why) {
    return set_float(a, value, 1e-3, 1e6, offsetof(wend_import_def, height_scale), why);
}
static bool set_max_climb(app* a, const char* value, char* why) {
    return set_float(a, value, 1e-3, 1e6, offsetof(wend_import_def, max_climb), why);
}
static bool set_sea_level(app* a, const char* value, char* why) {
    return set_float(a, value, -1, 1e6, offsetof(wend_import_def, sea_level), why);
}

static bool set_water_cost(app* a, const char* value, char* why) {
    return set_float(a, value, 0, (double)WEND_MAX_CLASS_COST, offsetof(wend_import_def, water_cost), why);
}
static bool set_unknown_cost(app* a, const char* value, char* why) {
    return set_float(a, value, 0, (double)WEND_MAX_CLASS_COST, offsetof(wend_import_def, unknown_cost), why);
}

static bool set_occupied_thresh(app* a, const char* value, char* why) {
    wend_import_def* def = chosen(a, why);
    if (def == NULL || !setting_range(value, 0, 1, &def->occupied_thresh, why)) return false;
    def->free_thresh = SDL_min(def->free_thresh, def->occupied_thresh);
    return true;
}

static bool set_free_thresh(app* a, const char* value, char* why) {
    wend_import_def* def = chosen(a, why);
    if (def == NULL || !setting_range(value, 0, 1, &def->free_thresh, why)) return false;
    def->occupied_thresh = SDL_max(def->free_thresh, def->occupied_thresh);
    return true;
}

static bool set_cost_range(app* a, const char* value, char* why) {
    wend_import_def* def = chosen(a, why);
    double cheapest = 1, dearest = 1, least = (double)WEND_MIN_CLASS_COST, most = (double)WEND_MAX_CLASS_COST;
    if (def == NULL) return false;
    if (!setting_pair(value, &cheapest, &dearest) || cheapest < least || dearest < least || cheapest > most ||
        dearest > most) {
        snprintf(why, SETTING_WHY, "'%.40s' is no range of costs, expected A,B from %g to %g", value, least,
                 most);
        return false;
    }
    def->cheapest = (float)cheapest;
    def->dearest = (float)dearest;
    return true;
}

static bool set_palette(app* a, const char* value, char* why) {
    if (chosen(a, why) == NULL) return false;
    snprintf(a->import.choice.legend, sizeof a->import.choice.legend, "%s", value);
    return true;
}

const view_setting settings_import[] = {
    {"import-rule", set_rule},
    {"import-channel", set_channel},
    {"import-negate", set_negate},
    {"import-blocked-below", set_blocked_below},
    {"import-cost-range", set_cost_range},
    {"import-palette", set_palette},
    {"import-ros-mode", set_ros_mode},
    {"import-occupied-thresh", set_occupied_thresh},
    {"import-free-thresh", set_free_thresh},
    {"import-height-scale", set_height_scale},
    {"import-max-climb", set_max_climb},
    {"import-sea-level", set_sea_level},
    {"import-water-cost", set_water_cost},
    {"import-unknown-cost", set_unknown_cost},
    {"import-downscale", set_downscale},
    {"import-downscale-by", set_downscale_by},
    {"import-move", set_move},
    {"import-logarithmic", set_logarithmic},
    {NULL, NULL},
};
