// import.c: how is an image loaded into the import panel and baked into a world, and which commands does the
// panel know? Their names and values are those of wend bake's options.
#include "tools/import.h"
#include "platform/imgui_shim.h"
#include "platform/job.h"
#include "platform/memory.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Size of the copy for the preview: at least as large as most maps, and small enough to follow a drag.
enum { COPY_PIXELS = 1 << 20 };
// A larger copy is not computed in every frame of a drag.
enum { LARGE_COPY = 1 << 18, LATE_FRAMES = 8 };

// ---- the choices so far

enum { MOST_STEPS = 100 }; // older ones are forgotten

static bool steps_begin(import_steps* s, const import_choice* first) {
    *s = (import_steps){.list = malloc(MOST_STEPS * sizeof *s->list), .count = 1};
    if (s->list != NULL) s->list[0] = *first;
    return s->list != NULL;
}

static void steps_end(import_steps* s) {
    free(s->list);
    *s = (import_steps){.list = NULL};
}

// Notes a choice unless it is the current one. widget: that is held; while it is the same one, as in a drag,
// the choice replaces the current one.
static void steps_take(import_steps* s, const import_choice* c, uint32_t widget) {
    if (memcmp(&s->list[s->position], c, sizeof *c) == 0) return;
    const bool goes_on = widget != 0 && widget == s->widget;
    if (!goes_on && s->position == MOST_STEPS - 1)
        memmove(s->list, s->list + 1, (MOST_STEPS - 1) * sizeof *s->list);
    else if (!goes_on)
        s->position++;
    s->list[s->position] = *c;
    s->count = s->position + 1;
    s->widget = widget;
}

// False: there is nothing to undo (-1), or to do again (1).
static bool steps_go(import_steps* s, int step, import_choice* out) {
    const int to = s->position + step;
    if (to < 0 || to >= s->count) return false;
    s->position = to;
    s->widget = 0;
    *out = s->list[to];
    return true;
}

// ---- the preview

static void note_change(import* p) {
    const Uint32 held = gui_held_widget();
    if (held == 0) p->steps.widget = 0; // the next drag is another step
    if (p->changed) {
        steps_take(&p->steps, &p->choice, held);
        p->late_frames = 1;
    }
    p->changed = false;
}

static void follow_now(import* p) {
    note_change(p);
    p->late_frames = 0;
    p->problem[0] = '\0';
    p->fitting = 0;
    p->room = memory_free();
    preview_update(&p->preview, p->file, p->survey, &p->choice);
}

void import_follow(import* p) {
    if (p->file == NULL) return;
    note_change(p);
    if (p->late_frames == 0) return;
    const int64_t pixels = (int64_t)p->info.copy_width * p->info.copy_height;
    const int rest = pixels > LARGE_COPY ? LATE_FRAMES : 1;
    if (p->late_frames++ >= rest) follow_now(p);
}

// Undoes the last change of the choice (-1), or does the next one again (1).
static void take_step(import* p, int step, const char* nothing) {
    if (p->file == NULL) return;
    if (!steps_go(&p->steps, step, &p->choice)) notice_show(p->document->notice, false, "%s", nothing);
    memset(p->chosen, 0, sizeof p->chosen);
    gui_let_go(); // or a text field would write its text again
    p->late_frames = 1;
}

// ---- the image

typedef struct reading {
    const char* file;
    import_choice choice;
    wend_image_survey* survey;
    preview preview;
    wend_error* error;
} reading;

static wend_result read_image(job* j, void* context) {
    reading* r = context;
    wend_import_def def = import_choice_def(&r->choice);
    def.progress = job_report;
    def.progress_context = j;
    wend_result result = wend_image_survey_create(r->file, &def, COPY_PIXELS, &r->survey, r->error);
    if (result != WEND_OK) return result;
    if (preview_create(r->survey, &r->preview)) return WEND_OK;
    wend_image_survey_destroy(r->survey);
    return WEND_ERROR_MEMORY;
}

static void close_panel(import* p) {
    SDL_free(p->file);
    wend_image_survey_destroy(p->survey);
    preview_destroy(&p->preview);
    steps_end(&p->steps);
    *p = (import){.document = p->document, .logarithmic = p->logarithmic};
}

static void listen(void* context, scene_event event) {
    import* p = context;
    if ((event == SCENE_OPENED && !p->baking) || event == SCENE_ENDING) close_panel(p);
}

// Errors: UNSUPPORTED (no supported image), and others.
static wend_result open_image(import* p, const char* file, wend_error* error) {
    document* d = p->document;
    reading r = {.file = file, .choice = document_choice(d, file), .error = error};
    wend_result result = work_run(d->window, file, "reading the image", read_image, &r);
    if (result != WEND_OK) return result;
    wend_survey_info info = wend_image_survey_get_info(r.survey);
    if (strcmp(info.format, "raster") == 0) import_choice_take_raster(&r.choice);
    char* copy = SDL_strdup(file);
    import_steps steps = {.list = NULL};
    if (copy == NULL || !steps_begin(&steps, &r.choice)) {
        SDL_free(copy);
        wend_image_survey_destroy(r.survey);
        preview_destroy(&r.preview);
        return WEND_ERROR_MEMORY;
    }
    close_panel(p);
    p->file = copy;
    p->survey = r.survey;
    p->steps = steps;
    p->info = info;
    p->choice = r.choice;
    p->changed = true;
    p->preview = r.preview;
    p->line = (SDL_FPoint){-1, -1};
    follow_now(p);
    d->notice->frames_left = 0;
    return WEND_OK;
}

// A file was dropped on the window: an image is asked how, anything else is shown.
static void take_drop(void* owner, const char* file) {
    import* p = owner;
    wend_error error = {.text = ""};
    wend_result result = scene_is_world(file) ? WEND_ERROR_UNSUPPORTED : open_image(p, file, &error);
    if (result == WEND_ERROR_UNSUPPORTED)
        commands_push(p->document->commands, "open-file", file);
    else
        notice_check(p->document->notice, result, &error);
}

// Opens the panel for the file that is shown.
static void open_shown(import* p) {
    const char* file = file_list_current(&p->document->files);
    notice* n = p->document->notice;
    wend_error error = {.text = ""};
    if (file == NULL) {
        notice_show(n, false, "this map is of no file: drop an image on the window");
        return;
    }
    wend_result result = open_image(p, file, &error);
    if (result == WEND_ERROR_UNSUPPORTED)
        notice_show(n, false, "%s is no image that could be baked in another way", p->document->scene.name);
    else
        notice_check(p->document->notice, result, &error);
}

const char* import_describe(const import* p, char out[100]) {
    const wend_survey_info* info = &p->info;
    // The last of two or four channels of a raster says where there is data.
    int count = info->channels - (p->choice.is_raster && info->channels % 2 == 0);
    snprintf(out, 100, "%s, %d %s%s of %d bits", info->format, count,
             p->choice.is_raster ? "band" : "channel", count > 1 ? "s" : "", info->bits);
    return out;
}

// ---- baking

// Memory of the decoder beside the grid: the whole image, except for PNG, which is decoded row by row.
static int64_t decoded_bytes(const wend_survey_info* info) {
    int64_t pixels = (int64_t)info->width * info->height;
    return strcmp(info->format, "png") == 0 ? 0 : pixels * info->channels * (info->bits > 8 ? 2 : 1);
}

int64_t import_memory(const import* p, int32_t downscale) {
    int64_t columns = (p->info.width + downscale - 1) / downscale;
    int64_t rows = (p->info.height + downscale - 1) / downscale;
    return decoded_bytes(&p->info) + memory_of_map(columns * rows);
}

// The first downscale above the chosen one that fits into room; 0: none.
static int32_t fitting_downscale(const import* p, int64_t room) {
    int32_t most = SDL_min(p->info.width, p->info.height);
    for (int32_t k = p->choice.def.downscale + 1; k <= most; k++)
        if (import_memory(p, k) <= room) return k;
    return 0;
}

// ran_out: memory ran out although it seemed sufficient. The need depends on the contents of the map.
static void tell_memory(import* p, bool ran_out) {
    char need[32], have[32], fits[60] = "No downscale fits.";
    p->room = memory_free();
    p->fitting = fitting_downscale(p, ran_out ? p->room / 2 : p->room);
    if (p->fitting > 0) snprintf(fits, sizeof fits, "A downscale of %d fits.", p->fitting);
    memory_text(import_memory(p, p->choice.def.downscale), need);
    memory_text(p->room, have);
    if (ran_out)
        snprintf(p->problem, sizeof p->problem,
                 "Memory ran out: this map takes more than the usual %s, and %s are free. %s", need, have,
                 fits);
    else
        snprintf(p->problem, sizeof p->problem, "Baking takes about %s of memory, and %s are free. %s", need,
                 have, fits);
}

// Bakes without asking.
static void act_bake_now(void* owner) {
    import* p = owner;
    document* d = p->document;
    int count = d->files.count, index = file_list_add(&d->files, p->file);
    if (index < 0) {
        snprintf(p->problem, sizeof p->problem, "out of memory");
        return;
    }
    wend_error error = {.text = ""};
    p->baking = true;
    wend_result result = document_open(d, index, &p->choice, &error);
    p->baking = false;
    if (result == WEND_OK) {
        file_list_choose(&d->files, index, &p->choice);
        if (!scene_has_warning(&d->scene))
            notice_show(d->notice, false, "baked; Ctrl+S saves it as %s", d->save_name);
        close_panel(p);
        return;
    }
    if (d->files.count > count) file_list_remove(&d->files, index);
    if (result == WEND_ERROR_CANCELLED)
        snprintf(p->problem, sizeof p->problem, "stopped; the map is as it was");
    else if (result == WEND_ERROR_MEMORY)
        tell_memory(p, true);
    else
        snprintf(p->problem, sizeof p->problem, "%s",
                 error.text[0] != '\0' ? error.text : wend_result_string(result));
}

// Checks the free memory, asks about unsaved edits, then bakes. The panel stays open when that fails or is
// stopped.
static void bake(import* p) {
    if (p->changed || p->late_frames > 0) follow_now(p);
    if (p->preview.problem[0] != '\0') return; // it is shown
    if (import_memory(p, p->choice.def.downscale) > memory_free())
        tell_memory(p, false);
    else
        commands_push(p->document->commands, "bake-now", "");
}

// ---- commands

static bool is_open(const void* owner, char* why) {
    return ((const import*)owner)->file != NULL ||
           command_refuse(why, "no image is being imported (drop one first)");
}

static void show_change(void* owner) {
    ((import*)owner)->changed = true;
}

// The entries are others than before.
static void show_entries(void* owner) {
    import* p = owner;
    memset(p->chosen, 0, sizeof p->chosen);
    p->changed = true;
}

// Chooses the rule PALETTE, with the guessed legend where there is none yet.
static void use_legend(import* p) {
    p->choice.def.rule = WEND_RULE_PALETTE;
    if (p->choice.legend.table.count == 0)
        legend_propose(&p->choice.legend, wend_image_survey_colors(p->survey));
    show_entries(p);
}

// Each rule has its own threshold, and palette a legend.
static void forget_threshold(void* owner) {
    import* p = owner;
    p->choice.def.blocked_below = -1;
    if (p->choice.def.rule == WEND_RULE_PALETTE) use_legend(p);
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
    import* p = owner;
    const bool colors = strcmp(value, "colors") == 0, heights = strcmp(value, "heights") == 0;
    if (colors || heights || strcmp(value, "shown") == 0) {
        open_shown(p);
        if (p->file == NULL) return;
        if (colors) use_legend(p);
        if (heights) p->choice.def.rule = p->choice.is_raster ? WEND_RULE_TOBLER : WEND_RULE_HEIGHT;
        p->changed |= heights;
    } else if (strcmp(value, "undo") == 0) {
        take_step(p, -1, "there is nothing to undo in this panel");
    } else if (strcmp(value, "redo") == 0) {
        take_step(p, 1, "there is nothing to do again");
    } else if (strcmp(value, "bake") == 0) {
        bake(p);
    } else {
        close_panel(p);
    }
}

// ---- the legend

static bool has_legend(const void* owner, char* why) {
    const import* p = owner;
    if (!is_open(owner, why)) return false;
    return (p->choice.def.rule == WEND_RULE_PALETTE && p->choice.legend.table.count > 0) ||
           command_refuse(why, "there is no legend (choose the rule palette first)");
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
        use_legend(p);
    return result == WEND_OK;
}

static void take_save(void* owner, const char* value) {
    import* p = owner;
    notice* n = p->document->notice;
    wend_error error = {.text = ""};
    const wend_result result =
        legend_save(&p->choice.legend, value, p->file, wend_image_survey_colors(p->survey), &error);
    const bool saved = notice_check(n, result, &error);
    commands_push(p->document->commands, "browse", saved ? "legend-saved" : "legend-failed");
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

static const command_def import_commands[] = {
    COMMAND_CHOOSE("import-rule", import_choice_rule_name, "rule", set_rule, .allowed = is_open,
                   .then = forget_threshold),
    COMMAND_TEXT("import-slope", import, choice.slope, ALLOWED),
    CHOICE_FLOAT("import-max-step-climb", max_step_climb, 0, 1e6, .also = "inf", .also_value = INFINITY),
    CHOICE_FLOAT("import-max-step-drop", max_step_drop, 0, 1e6, .also = "inf", .also_value = INFINITY),
    CHOICE_WORD("import-channel", channel, import_choice_channel_name, "channel"),
    COMMAND_SWITCH("import-negate", import, choice.def.negate, ALLOWED),
    CHOICE_FLOAT("import-blocked-below", blocked_below, 0, 1),
    CHOICE_RUN("import-cost-range", run_cost_range),
    CHOICE_WORD("import-ros-mode", ros_mode, import_choice_ros_mode_name, "ROS mode"),
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
    CHOICE_WORD("import-downscale-by", downscale_by, import_choice_downscale_name, "pixel"),
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

void import_init(import* p, document* d) {
    *p = (import){.document = d, .logarithmic = true};
    scene_listen(&d->scene, listen, p);
    commands_add(d->commands, import_commands, p);
}
