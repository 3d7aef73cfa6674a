// import_commands.c: which commands does the import panel know? Names and values are those of wend bake's
// options.
#include "platform/parse.h"
#include "tools/import.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool is_open(const void* owner, char* why) {
    const import* p = owner;
    if (p->file == NULL) snprintf(why, COMMAND_WHY, "no image is being imported (drop one first)");
    return p->file != NULL;
}

static void show_change(void* owner) {
    ((import*)owner)->changed = true;
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

// Each rule has its own threshold, and palette a legend.
static void forget_threshold(void* owner) {
    import* p = owner;
    p->choice.def.blocked_below = -1;
    if (p->choice.def.rule == WEND_RULE_PALETTE) import_use_legend(p);
    p->changed = true;
}

static void lower_free(void* owner) {
    import* p = owner;
    p->choice.def.free_thresh = SDL_min(p->choice.def.free_thresh, p->choice.def.occupied_thresh);
    p->changed = true;
}

static void raise_occupied(void* owner) {
    import* p = owner;
    p->choice.def.occupied_thresh = SDL_max(p->choice.def.free_thresh, p->choice.def.occupied_thresh);
    p->changed = true;
}

static bool run_rule(void* owner, const char* value, char* why) {
    import* p = owner;
    int used = snprintf(why, COMMAND_WHY, "unknown rule '%.40s', expected", value);
    for (int i = 0; import_choice_rule_name(i) != NULL; i++) {
        const char* name = import_choice_rule_name(i);
        used += snprintf(why + used, (size_t)(COMMAND_WHY - used), " %s", name);
        if (strcmp(value, name) != 0) continue;
        p->choice.def.rule = (wend_image_rule)(i < WEND_RULE_COST ? i : i + 1);
        return true;
    }
    return false;
}

static bool run_slope(void* owner, const char* value, char* why) {
    import* p = owner;
    if (strlen(value) >= sizeof p->choice.slope) {
        snprintf(why, COMMAND_WHY, "the name of a function of slope is too long");
        return false;
    }
    snprintf(p->choice.slope, sizeof p->choice.slope, "%s", value);
    return true;
}

// Metres that a step may climb, or drop; "inf": as many as there are.
static bool take_limit(float* out, const char* value, char* why) {
    double limit = INFINITY;
    if (strcmp(value, "inf") != 0 && !parse_range(value, 0, 1e6, &limit, why)) return false;
    *out = (float)limit;
    return true;
}
static bool run_step_climb(void* owner, const char* value, char* why) {
    return take_limit(&((import*)owner)->choice.def.max_step_climb, value, why);
}
static bool run_step_drop(void* owner, const char* value, char* why) {
    return take_limit(&((import*)owner)->choice.def.max_step_drop, value, why);
}

static bool run_downscale(void* owner, const char* value, char* why) {
    import* p = owner;
    double downscale = 1;
    int most = SDL_min(SDL_min(p->info.width, p->info.height), 1024);
    if (!parse_range(value, 1, most, &downscale, why)) return false;
    p->choice.def.downscale = (int32_t)downscale;
    return true;
}

// Sets what the threshold is under the current rule.
static bool run_threshold(void* owner, const char* value, char* why) {
    import* p = owner;
    double threshold = 0;
    if (!parse_range(value, 0, 1, &threshold, why)) return false;
    import_choice_set_threshold(&p->choice, (float)threshold);
    return true;
}

static bool run_cost_range(void* owner, const char* value, char* why) {
    wend_import_def* def = &((import*)owner)->choice.def;
    double cheapest = 1, costliest = 1, least = (double)WEND_MIN_CLASS_COST,
           most = (double)WEND_MAX_CLASS_COST;
    if (!parse_pair(value, &cheapest, &costliest) || cheapest < least || costliest < least ||
        cheapest > most || costliest > most) {
        snprintf(why, COMMAND_WHY, "'%.40s' is no range of costs, expected A,B from %g to %g", value, least,
                 most);
        return false;
    }
    def->cheapest = (float)cheapest;
    def->costliest = (float)costliest;
    return true;
}

// "shown", "colors", "heights": opens the panel on the file that is shown, or there with a rule. The others
// are the buttons of the panel.
static void take_import(void* owner, const char* value) {
    if (strcmp(value, "shown") == 0)
        import_open_shown(owner);
    else if (strcmp(value, "colors") == 0)
        import_open_colors(owner);
    else if (strcmp(value, "heights") == 0)
        import_open_heights(owner);
    else if (strcmp(value, "undo") == 0)
        import_undo(owner);
    else if (strcmp(value, "redo") == 0)
        import_redo(owner);
    else if (strcmp(value, "bake") == 0)
        import_bake(owner);
    else
        import_close(owner);
}

static void act_bake_now(void* owner) {
    import_bake_now(owner);
}

// A file was dropped on the window: an image is asked how, anything else is shown.
static void take_drop(void* owner, const char* value) {
    import_drop(owner, value);
}

// Commands of the choice need an open panel, and change the preview.
#define ALLOWED .allowed = is_open, .then = show_change
#define CHOICE_WORD(name_, member, word_, what_)                                                             \
    COMMAND_WORD(name_, import, choice.def.member, word_, what_, ALLOWED)
#define CHOICE_FLOAT(name_, member, least_, most_)                                                           \
    COMMAND_NUMBER(name_, import, choice.def.member, VALUE_FLOAT, least_, most_, ALLOWED)
#define CHOICE_RUN(name_, run_)                                                                              \
    { .name = (name_), .run = (run_), ALLOWED }

const command_def import_commands[] = {
    {.name = "import-rule", .run = run_rule, .allowed = is_open, .then = forget_threshold},
    CHOICE_RUN("import-slope", run_slope),
    CHOICE_RUN("import-max-step-climb", run_step_climb),
    CHOICE_RUN("import-max-step-drop", run_step_drop),
    CHOICE_WORD("import-channel", channel, channel_name, "channel"),
    COMMAND_SWITCH("import-negate", import, choice.def.negate, ALLOWED),
    CHOICE_FLOAT("import-blocked-below", blocked_below, 0, 1),
    CHOICE_RUN("import-cost-range", run_cost_range),
    CHOICE_WORD("import-ros-mode", ros_mode, ros_mode_name, "ROS mode"),
    COMMAND_NUMBER("import-occupied-thresh", import, choice.def.occupied_thresh, VALUE_DOUBLE, 0, 1,
                   .allowed = is_open, .then = lower_free),
    COMMAND_NUMBER("import-free-thresh", import, choice.def.free_thresh, VALUE_DOUBLE, 0, 1,
                   .allowed = is_open, .then = raise_occupied),
    CHOICE_FLOAT("import-height-scale", height_scale, 0, 1e6),
    CHOICE_FLOAT("import-max-climb", max_climb, 1e-3, 1e6),
    CHOICE_FLOAT("import-sea-level", sea_level, -1, 1e6),
    CHOICE_FLOAT("import-water-cost", water_cost, 0, (double)WEND_MAX_CLASS_COST),
    CHOICE_FLOAT("import-unknown-cost", unknown_cost, 0, (double)WEND_MAX_CLASS_COST),
    CHOICE_RUN("import-downscale", run_downscale),
    CHOICE_WORD("import-downscale-by", downscale_by, downscale_name, "pixel"),
    CHOICE_WORD("import-move", connectivity, document_moves_name, "movement"),
    COMMAND_SWITCH("import-logarithmic", import, logarithmic, .allowed = is_open),
    {.name = "import-threshold", .run = run_threshold, .kind = COMMAND_ACTION, ALLOWED},
    COMMAND_TAKE("import", take_import, COMMAND_ACTION),
    COMMAND_ACT("bake-now", act_bake_now, COMMAND_LEAVES),
    COMMAND_TAKE("drop-file", take_drop, COMMAND_ACTION),
    COMMANDS_END,
};
