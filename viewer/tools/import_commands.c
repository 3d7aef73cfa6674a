// import_commands.c: which commands does the import panel know? Names and values are those of wend bake's
// options.
#include "import.h"
#include "platform/parse.h"
#include <stdio.h>
#include <string.h>

// The choice to change; NULL, and told: no image is being imported.
static wend_import_def* chosen(import* p, char* why) {
    if (p->file == NULL) {
        snprintf(why, COMMAND_WHY, "no image is being imported (drop one first)");
        return NULL;
    }
    p->changed = true;
    return &p->choice.def;
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

static bool run_rule(void* owner, const char* value, char* why) {
    wend_import_def* def = chosen(owner, why);
    int rule = def != NULL ? parse_word(value, "rule", rule_name, why) : -1;
    if (rule < 0) return false;
    def->rule = (wend_image_rule)rule;
    def->blocked_below = -1;
    return true;
}

static bool run_channel(void* owner, const char* value, char* why) {
    wend_import_def* def = chosen(owner, why);
    int channel = def != NULL ? parse_word(value, "channel", channel_name, why) : -1;
    if (channel < 0) return false;
    def->channel = (wend_channel)channel;
    return true;
}

static bool run_ros_mode(void* owner, const char* value, char* why) {
    wend_import_def* def = chosen(owner, why);
    int mode = def != NULL ? parse_word(value, "ROS mode", ros_mode_name, why) : -1;
    if (mode < 0) return false;
    def->ros_mode = (wend_ros_mode)mode;
    return true;
}

static bool run_downscale_by(void* owner, const char* value, char* why) {
    wend_import_def* def = chosen(owner, why);
    int by = def != NULL ? parse_word(value, "pixel", downscale_name, why) : -1;
    if (by < 0) return false;
    def->downscale_by = (wend_downscale_by)by;
    return true;
}

static bool run_move(void* owner, const char* value, char* why) {
    wend_import_def* def = chosen(owner, why);
    int moves = def != NULL ? parse_word(value, "movement", document_moves_name, why) : -1;
    if (moves < 0) return false;
    def->moves = (wend_moves)moves;
    return true;
}

static bool run_negate(void* owner, const char* value, char* why) {
    wend_import_def* def = chosen(owner, why);
    return def != NULL && parse_switch(&def->negate, value, why);
}

static bool run_logarithmic(void* owner, const char* value, char* why) {
    bool logarithmic = true;
    import* p = owner;
    if (chosen(p, why) == NULL || !parse_switch(&logarithmic, value, why)) return false;
    p->linear_counts = !logarithmic;
    return true;
}

static bool run_downscale(void* owner, const char* value, char* why) {
    double downscale = 1;
    import* p = owner;
    int most = SDL_min(p->info.width, p->info.height);
    wend_import_def* def = chosen(p, why);
    if (def == NULL || !parse_range(value, 1, SDL_min(most, 1024), &downscale, why)) return false;
    def->downscale = (int32_t)downscale;
    return true;
}

static bool set_float(import* owner, const char* value, double least, double most, size_t member, char* why) {
    wend_import_def* def = chosen(owner, why);
    double number = 0;
    if (def == NULL || !parse_range(value, least, most, &number, why)) return false;
    *(float*)((char*)def + member) = (float)number;
    return true;
}

static bool run_blocked_below(void* owner, const char* value, char* why) {
    return set_float(owner, value, 0, 1, offsetof(wend_import_def, blocked_below), why);
}
static bool run_height_scale(void* owner, const char* value, char* why) {
    return set_float(owner, value, 1e-3, 1e6, offsetof(wend_import_def, height_scale), why);
}
static bool run_max_climb(void* owner, const char* value, char* why) {
    return set_float(owner, value, 1e-3, 1e6, offsetof(wend_import_def, max_climb), why);
}
static bool run_sea_level(void* owner, const char* value, char* why) {
    return set_float(owner, value, -1, 1e6, offsetof(wend_import_def, sea_level), why);
}

static bool run_water_cost(void* owner, const char* value, char* why) {
    return set_float(owner, value, 0, (double)WEND_MAX_CLASS_COST, offsetof(wend_import_def, water_cost),
                     why);
}
static bool run_unknown_cost(void* owner, const char* value, char* why) {
    return set_float(owner, value, 0, (double)WEND_MAX_CLASS_COST, offsetof(wend_import_def, unknown_cost),
                     why);
}

static bool run_occupied_thresh(void* owner, const char* value, char* why) {
    wend_import_def* def = chosen(owner, why);
    if (def == NULL || !parse_range(value, 0, 1, &def->occupied_thresh, why)) return false;
    def->free_thresh = SDL_min(def->free_thresh, def->occupied_thresh);
    return true;
}

static bool run_free_thresh(void* owner, const char* value, char* why) {
    wend_import_def* def = chosen(owner, why);
    if (def == NULL || !parse_range(value, 0, 1, &def->free_thresh, why)) return false;
    def->occupied_thresh = SDL_max(def->free_thresh, def->occupied_thresh);
    return true;
}

static bool run_cost_range(void* owner, const char* value, char* why) {
    wend_import_def* def = chosen(owner, why);
    double cheapest = 1, dearest = 1, least = (double)WEND_MIN_CLASS_COST, most = (double)WEND_MAX_CLASS_COST;
    if (def == NULL) return false;
    if (!parse_pair(value, &cheapest, &dearest) || cheapest < least || dearest < least || cheapest > most ||
        dearest > most) {
        snprintf(why, COMMAND_WHY, "'%.40s' is no range of costs, expected A,B from %g to %g", value, least,
                 most);
        return false;
    }
    def->cheapest = (float)cheapest;
    def->dearest = (float)dearest;
    return true;
}

static bool run_palette(void* owner, const char* value, char* why) {
    import* p = owner;
    if (chosen(p, why) == NULL) return false;
    snprintf(p->choice.legend, sizeof p->choice.legend, "%s", value);
    return true;
}

// "shown": opens the panel on the file that is shown. "bake" and "close": the buttons of the panel.
static bool run_import(void* owner, const char* value, char* why) {
    why[0] = '\0';
    if (strcmp(value, "shown") == 0)
        import_open_shown(owner);
    else if (strcmp(value, "bake") == 0)
        import_bake(owner);
    else
        import_close(owner);
    return true;
}

static bool run_bake_now(void* owner, const char* value, char* why) {
    (void)value, (void)why;
    import_bake_now(owner);
    return true;
}

// A file was dropped on the window: an image is asked how, anything else is shown.
static bool run_drop(void* owner, const char* value, char* why) {
    why[0] = '\0';
    import_drop(owner, value);
    return true;
}

const command_def import_commands[] = {
    {"import-rule", run_rule, COMMAND_SETTING},
    {"import-channel", run_channel, COMMAND_SETTING},
    {"import-negate", run_negate, COMMAND_SETTING},
    {"import-blocked-below", run_blocked_below, COMMAND_SETTING},
    {"import-cost-range", run_cost_range, COMMAND_SETTING},
    {"import-palette", run_palette, COMMAND_SETTING},
    {"import-ros-mode", run_ros_mode, COMMAND_SETTING},
    {"import-occupied-thresh", run_occupied_thresh, COMMAND_SETTING},
    {"import-free-thresh", run_free_thresh, COMMAND_SETTING},
    {"import-height-scale", run_height_scale, COMMAND_SETTING},
    {"import-max-climb", run_max_climb, COMMAND_SETTING},
    {"import-sea-level", run_sea_level, COMMAND_SETTING},
    {"import-water-cost", run_water_cost, COMMAND_SETTING},
    {"import-unknown-cost", run_unknown_cost, COMMAND_SETTING},
    {"import-downscale", run_downscale, COMMAND_SETTING},
    {"import-downscale-by", run_downscale_by, COMMAND_SETTING},
    {"import-move", run_move, COMMAND_SETTING},
    {"import-logarithmic", run_logarithmic, COMMAND_SETTING},
    {"import", run_import, COMMAND_ACTION},
    {"bake-now", run_bake_now, COMMAND_LEAVES},
    {"drop-file", run_drop, COMMAND_ACTION},
    {NULL, NULL, COMMAND_SETTING},
};
