// import_commands.c: which commands does the import panel know? Names and values are those of wend bake's
// options.
#include "platform/commands.h"
#include "tools/import.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_open(const void* owner, char* why) {
    return ((const import*)owner)->file != NULL ||
           command_refuse(why, "no image is being imported (drop one first)");
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

static void set_rule(void* owner, double index) {
    ((import*)owner)->choice.def.rule = (wend_image_rule)(index < WEND_RULE_COST ? index : index + 1);
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
static void set_threshold(void* owner, double threshold) {
    import_choice_set_threshold(&((import*)owner)->choice, (float)threshold);
}

static bool run_cost_range(void* owner, const char* value, char* why) {
    wend_import_def* def = &((import*)owner)->choice.def;
    double cheapest = 1, costliest = 1, least = (double)WEND_MIN_CLASS_COST,
           most = (double)WEND_MAX_CLASS_COST;
    if (!parse_pair(value, &cheapest, &costliest) || cheapest < least || costliest < least ||
        cheapest > most || costliest > most)
        return command_refuse(why, "'%.40s' is no range of costs, expected A,B from %g to %g", value, least,
                              most);
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

// ---- the legend

static bool has_legend(const void* owner, char* why) {
    const import* p = owner;
    if (!is_open(owner, why)) return false;
    return (p->choice.def.rule == WEND_RULE_PALETTE && p->choice.legend.table.count > 0) ||
           command_refuse(why, "there is no legend (choose the rule palette first)");
}

// The entries are others than before.
static void show_entries(void* owner) {
    import* p = owner;
    memset(p->chosen, 0, sizeof p->chosen);
    p->changed = true;
}

void import_use_legend(import* p) {
    p->choice.def.rule = WEND_RULE_PALETTE;
    if (p->choice.legend.table.count == 0)
        legend_propose(&p->choice.legend, wend_image_survey_colors(p->survey));
    show_entries(p);
}

// An entry's number, from 1; *entry_out counts from 0.
static bool parse_entry(const import* p, const char* text, const char** end_out, int* entry_out, char* why) {
    char* end = NULL;
    const long number = strtol(text, &end, 10);
    const int entries = legend_entries(&p->choice.legend);
    if (end == text || number < 1 || number > entries)
        return command_refuse(why, "'%.40s' is no row of the legend, expected 1 to %d", text, entries);
    *entry_out = (int)number - 1;
    *end_out = end;
    return true;
}

// "N=VALUE"
static bool parse_member(const import* p, const char* text, int* entry_out, const char** value_out,
                         char* why) {
    const char* end = NULL;
    if (!parse_entry(p, text, &end, entry_out, why)) return false;
    *value_out = end + 1;
    return *end == '=' || command_refuse(why, "'%.40s' has no value, expected N=VALUE", text);
}

static bool parse_cost(const char* text, float* out, char* why) {
    double cost = 0;
    if (strcmp(text, "blocked") != 0 &&
        !parse_range(text, (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST, &cost, why))
        return false;
    *out = (float)cost;
    return true;
}

static bool run_cost(void* owner, const char* value, char* why) {
    import* p = owner;
    int entry = 0;
    float cost = 0;
    if (!parse_member(p, value, &entry, &value, why) || !parse_cost(value, &cost, why)) return false;
    legend_set_cost(&p->choice.legend, entry, cost);
    return true;
}

// The cost that a passable row would have: the guess, or 1.
static float usual_cost(const import* p, int entry) {
    const uint8_t* color = p->choice.legend.table.rows[legend_first_row(&p->choice.legend, entry)].low;
    const wend_image_colors* colors = wend_image_survey_colors(p->survey);
    for (int i = 0; i < colors->count; i++) {
        const wend_image_color* c = &colors->list[i];
        if (c->red == color[0] && c->green == color[1] && c->blue == color[2] && c->cost > 0) return c->cost;
    }
    return 1;
}

static bool run_blocked(void* owner, const char* value, char* why) {
    import* p = owner;
    int entry = 0;
    if (!parse_member(p, value, &entry, &value, why)) return false;
    bool blocked = p->choice.legend.table.rows[legend_first_row(&p->choice.legend, entry)].cost <= 0;
    if (!parse_switch(&blocked, value, why)) return false;
    legend_set_cost(&p->choice.legend, entry, blocked ? 0 : usual_cost(p, entry));
    return true;
}

static bool run_name(void* owner, const char* value, char* why) {
    import* p = owner;
    int entry = 0;
    if (!parse_member(p, value, &entry, &value, why)) return false;
    legend_set_name(&p->choice.legend, entry, value);
    return true;
}

static bool run_choose(void* owner, const char* value, char* why) {
    import* p = owner;
    int entry = 0;
    if (!parse_entry(p, value, &value, &entry, why)) return false;
    p->chosen[entry] = !p->chosen[entry];
    return true;
}

// "chosen", "similar", or the numbers of rows: "1,3".
static bool run_merge(void* owner, const char* value, char* why) {
    import* p = owner;
    bool chosen[WEND_MAX_LEGEND_ROWS] = {false};
    if (strcmp(value, "similar") == 0)
        return legend_merge_similar(&p->choice.legend) ||
               command_refuse(why, "no rows of one cost have names that differ only in a number");
    if (strcmp(value, "chosen") == 0) {
        memcpy(chosen, p->chosen, sizeof chosen);
    } else {
        for (const char* word = value;; word++) {
            int entry = 0;
            if (!parse_entry(p, word, &word, &entry, why)) return false;
            chosen[entry] = true;
            if (*word != ',') break;
        }
    }
    legend_merge(&p->choice.legend, chosen);
    return true;
}

static bool run_split(void* owner, const char* value, char* why) {
    import* p = owner;
    int entry = 0;
    if (!parse_entry(p, value, &value, &entry, why)) return false;
    legend_split(&p->choice.legend, entry);
    return true;
}

static bool run_unknown(void* owner, const char* value, char* why) {
    wend_legend* l = &((import*)owner)->choice.legend.table;
    const bool is_error = strcmp(value, "error") == 0, is_nearest = strcmp(value, "nearest") == 0;
    float cost = 0;
    if (!is_error && !is_nearest && !parse_cost(value, &cost, why)) return false;
    l->unknown = is_error ? WEND_UNKNOWN_ERROR : is_nearest ? WEND_UNKNOWN_NEAREST : WEND_UNKNOWN_COST;
    l->unknown_cost = cost;
    return true;
}

static void act_propose(void* owner) {
    import* p = owner;
    legend_propose(&p->choice.legend, wend_image_survey_colors(p->survey));
    show_entries(p);
}

static bool run_open(void* owner, const char* value, char* why) {
    import* p = owner;
    wend_error error = {.text = ""};
    wend_result result = legend_open(&p->choice.legend, value, &error);
    if (result != WEND_OK)
        snprintf(why, COMMAND_WHY, "%.190s", error.text[0] != '\0' ? error.text : wend_result_string(result));
    else
        import_use_legend(p);
    return result == WEND_OK;
}

static void take_save(void* owner, const char* value) {
    import* p = owner;
    notice* n = p->document->notice;
    wend_error error = {.text = ""};
    const wend_result result =
        legend_save(&p->choice.legend, value, p->file, wend_image_survey_colors(p->survey), &error);
    const bool saved = notice_check(n, result, &error);
    commands_push(p->commands, "browse", saved ? "legend-saved" : "legend-failed");
    if (!saved) return;
    replacing_note(&p->document->replacing, value);
    notice_show(n, false, "saved %s", value);
}

// ---- the table

// Commands of the choice need an open panel, and change the preview.
#define ALLOWED .allowed = is_open, .then = show_change
#define CHOICE_WORD(name_, member, word_, what_)                                                             \
    COMMAND_WORD(name_, import, choice.def.member, word_, what_, ALLOWED)
#define CHOICE_FLOAT(name_, member, least_, ...)                                                             \
    COMMAND_NUMBER(name_, import, choice.def.member, VALUE_FLOAT, least_, __VA_ARGS__, ALLOWED)
#define CHOICE_RUN(name_, run_)                                                                              \
    { .name = (name_), .run = (run_), ALLOWED }
// Of the legend.
#define EDIT(name_, run_, then_)                                                                             \
    { .name = (name_), .run = (run_), .allowed = has_legend, .then = (then_) }

const command_def import_commands[] = {
    COMMAND_CHOOSE("import-rule", import_choice_rule_name, "rule", set_rule, .allowed = is_open,
                   .then = forget_threshold),
    COMMAND_TEXT("import-slope", import, choice.slope, ALLOWED),
    CHOICE_FLOAT("import-max-step-climb", max_step_climb, 0, 1e6, .also = "inf", .also_value = INFINITY),
    CHOICE_FLOAT("import-max-step-drop", max_step_drop, 0, 1e6, .also = "inf", .also_value = INFINITY),
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
    COMMAND_SET("import-threshold", 0, 1, set_threshold, .kind = COMMAND_ACTION, ALLOWED),
    COMMAND_TAKE("import", take_import, COMMAND_ACTION),
    COMMAND_ACT("bake-now", act_bake_now, COMMAND_LEAVES),
    COMMAND_TAKE("drop-file", take_drop, COMMAND_ACTION),
    EDIT("legend-cost", run_cost, show_change),
    EDIT("legend-blocked", run_blocked, show_change),
    EDIT("legend-name", run_name, show_change),
    {.name = "legend-choose", .run = run_choose, .allowed = has_legend},
    EDIT("legend-merge", run_merge, show_entries),
    EDIT("legend-split", run_split, show_entries),
    COMMAND_NUMBER("legend-tolerance", import, choice.legend.table.tolerance, VALUE_INT, 0,
                   WEND_MAX_TOLERANCE, .allowed = has_legend, .then = show_change),
    EDIT("legend-unknown", run_unknown, show_change),
    {.name = "legend-propose", .then = act_propose, .allowed = has_legend},
    {.name = "legend-save", .take = take_save, .allowed = has_legend},
    {.name = "import-palette", .run = run_open, .allowed = is_open},
    COMMANDS_END,
};
