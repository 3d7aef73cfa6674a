// panel_import.c: which widgets show and change how an image is imported, and what its colours cost?
#include "panels/fields.h"
#include "panels/panel.h"
#include "platform/memory.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 1080, HEIGHT = 700, LEFT = 330, MARGIN = 12 }; // at a scale of 1

static const SDL_Color passable_bar = {86, 148, 220, 255}, blocked_bar = {120, 124, 134, 255};
static const SDL_Color curve_color = {255, 168, 40, 255}, line_color = {230, 50, 50, 255};

enum { TOLERANCE = 200 }; // the usual range of the slider; a file may have more

// ---- the legend as a whole

static const char* unknown_name(int index) {
    static const char* const names[] = {"error", "nearest", "blocked", "1", NULL};
    return names[index];
}

static void choose_unknown(const wend_legend* l, commands* c) {
    static const char* const names[] = {"are an error", "are the nearest", "are blocked", "have a cost"};
    const int chosen = l->unknown != WEND_UNKNOWN_COST ? (int)l->unknown : l->unknown_cost <= 0 ? 2 : 3;
    field_combo(c, "legend-unknown", "others", names, chosen, unknown_name);
    if (chosen == 3)
        field_decimal(c, "legend-unknown", "others cost", l->unknown_cost, WEND_MIN_CLASS_COST,
                      WEND_MAX_CLASS_COST);
}

static int chosen_count(const import* p) {
    int count = 0;
    for (int i = 0; i < WEND_MAX_LEGEND_ROWS; i++) count += p->chosen[i];
    return count;
}

// The only chosen entry, if several colours were merged into it; -1: none.
static int chosen_merged(const import* p) {
    const legend* l = &p->choice.legend;
    int entry = 0;
    if (chosen_count(p) != 1) return -1;
    while (!p->chosen[entry]) entry++;
    return legend_first_row(l, entry + 1) - legend_first_row(l, entry) > 1 ? entry : -1;
}

static void show_merging(const import* p, commands* c) {
    const int merged = chosen_merged(p);
    if (chosen_count(p) > 1) {
        field_button(c, "legend-merge", "Merge chosen", "chosen", false);
    } else if (merged >= 0) {
        if (gui_button("Split", false)) commands_pushf(c, "legend-split", "%d", merged + 1);
    } else {
        field_button(c, "legend-merge", "Merge similar", "similar", false);
    }
    field_button(c, "legend-propose", "Guess again", "", true);
}

// The map's name with another ending, as `wend bake` proposes it.
static void propose_file(const import* p, commands* c) {
    const char *name = file_name_of(p->file), *dot = strrchr(name, '.');
    const int stem = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
    commands_push(c, "browse", "save-legend");
    commands_pushf(c, "browse-name", "%.*s.legend", stem, name);
}

// What holds for the whole legend, and its files.
static void choose_legend(const import* p, commands* c) {
    const wend_legend* l = &p->choice.legend.table;
    field_slider_int(c, "legend-tolerance", "tolerance", l->tolerance, 0, SDL_max(TOLERANCE, l->tolerance));
    choose_unknown(l, c);
    show_merging(p, c);
    field_button(c, "browse", "Open legend...", "open-legend", false);
    if (gui_button("Save legend...", true)) propose_file(p, c);
}

// ---- its rows

static void describe(const import* p, int entry, gui_legend_row* row, char hint[200], char share[16]) {
    const legend* l = &p->choice.legend;
    const int first = legend_first_row(l, entry), end = legend_first_row(l, entry + 1);
    int64_t tiles = 0;
    int used = 0;
    *row = (gui_legend_row){.number = entry + 1, .hint = hint, .chosen = p->chosen[entry], .share = share};
    for (int i = first; i < end; i++) {
        const uint32_t color = legend_color(l, i);
        tiles += p->preview.class_tiles[1 + i];
        if (i - first < LEGEND_SWATCHES)
            row->swatches[row->swatch_count++] =
                (SDL_Color){(Uint8)(color >> 16), (Uint8)(color >> 8), (Uint8)color, 255};
        if (used < 150) used += snprintf(hint + used, 200 - (size_t)used, "#%06x ", color);
    }
    snprintf(hint + used, 200 - (size_t)used, "\nclick colours to choose those that are to be merged");
    if (p->preview.grid != NULL)
        snprintf(share, 16, "%.2f %%", 100.0 * (double)tiles / (double)p->preview.tiles);
    snprintf(row->name, sizeof row->name, "%s", l->table.rows[first].name);
    row->cost = l->table.rows[first].cost;
}

static void push_change(const gui_legend_row* row, gui_legend_change change, commands* c) {
    const bool is_cost = row->cost >= WEND_MIN_CLASS_COST && row->cost <= WEND_MAX_CLASS_COST;
    if (change == GUI_LEGEND_CHOSEN) commands_pushf(c, "legend-choose", "%d", row->number);
    if (change == GUI_LEGEND_NAME) commands_pushf(c, "legend-name", "%d=%s", row->number, row->name);
    if (change == GUI_LEGEND_COST && is_cost)
        commands_pushf(c, "legend-cost", "%d=%.9g", row->number, (double)row->cost);
    if (change == GUI_LEGEND_BLOCKED) commands_pushf(c, "legend-blocked", "%d=toggle", row->number);
}

// The colours of the image with their names and costs, in a space of this height.
static void show_legend(const import* p, float height, commands* c) {
    const int entries = legend_entries(&p->choice.legend);
    if (entries == 0) gui_paragraph(GUI_QUIET, "Every pixel of this image is transparent.");
    if (entries == 0 || !gui_begin_legend(height)) return;
    for (int i = 0; i < entries; i++) {
        gui_legend_row row;
        char hint[200] = "", share[16] = "";
        describe(p, i, &row, hint, share);
        push_change(&row, gui_legend_edit(&row), c);
    }
    gui_end_legend();
}

// ---- the choice

static void choose_ros(const wend_import_def* def, commands* c) {
    field_words(c, "import-ros-mode", "mode", import_choice_ros_mode_name, (int)def->ros_mode);
    field_slider(c, "import-occupied-thresh", "occupied over", (float)def->occupied_thresh, 0, 1, "%.3f");
    field_slider(c, "import-free-thresh", "free below", (float)def->free_thresh, 0, 1, "%.3f");
    field_decimal(c, "import-unknown-cost", "unknown costs", def->unknown_cost, 0, WEND_MAX_CLASS_COST);
}

// What a step costs by its slope, and which steps are closed.
static void choose_slope(const import_choice* choice, commands* c) {
    const wend_import_def* def = &choice->def;
    if (def->rule == WEND_RULE_TOBLER) {
        gui_text(GUI_QUIET, "steps cost seconds by their slope (Tobler)");
    } else {
        field_words(c, "import-slope", "function", import_choice_slope_name,
                    import_choice_slope_index(choice));
        field_text(c, "import-slope", "as typed", choice->slope, sizeof choice->slope);
        gui_hint("rwalk:A,B,C,D and wheelchair:SLOPE take numbers; a CSV file has slopes and factors");
    }
    bool climbs = isinf(def->max_step_climb) == 0, drops = isinf(def->max_step_drop) == 0;
    if (gui_checkbox("steps up are limited", &climbs))
        commands_push(c, "import-max-step-climb", climbs ? "1" : "inf");
    if (climbs) field_decimal(c, "import-max-step-climb", "climb at most", def->max_step_climb, 0, 1e6f);
    if (gui_checkbox("steps down are limited", &drops))
        commands_push(c, "import-max-step-drop", drops ? "1" : "inf");
    if (drops) field_decimal(c, "import-max-step-drop", "drop at most", def->max_step_drop, 0, 1e6f);
}

static void choose_height(const import_choice* choice, commands* c) {
    const wend_import_def* def = &choice->def;
    bool sea = def->sea_level >= 0;
    if (choice->is_raster) {
        field_decimal(c, "import-height-scale", "metres a unit", def->height_scale, 0, 1e6f);
        if (def->height_scale == 0) gui_text(GUI_QUIET, "0: as the raster says");
    } else {
        field_decimal(c, "import-height-scale", "white above", def->height_scale, 1e-3f, 1e6f);
    }
    if (def->rule == WEND_RULE_HEIGHT)
        field_decimal(c, "import-max-climb", "max climb", def->max_climb, 1e-3f, 1e6f);
    else
        choose_slope(choice, c);
    if (gui_checkbox("there is a sea", &sea)) commands_push(c, "import-sea-level", sea ? "0" : "-1");
    if (!sea) return;
    if (choice->is_raster)
        field_decimal(c, "import-sea-level", "sea level", def->sea_level, 0, 1e6f);
    else
        field_slider(c, "import-sea-level", "sea level", def->sea_level, 0, def->height_scale, "%.4g");
    field_decimal(c, "import-water-cost", "water costs", def->water_cost, 0, WEND_MAX_CLASS_COST);
}

static void choose_costs(const wend_import_def* def, commands* c) {
    bool height = def->rule == WEND_RULE_HEIGHT;
    float cheapest = def->cheapest, costliest = def->costliest;
    bool changed = gui_decimal(height ? "cost of flat" : "cost of white", &cheapest, WEND_MIN_CLASS_COST,
                               WEND_MAX_CLASS_COST, "%.4g");
    changed |= gui_decimal(height ? "of steepest" : "cost of black", &costliest, WEND_MIN_CLASS_COST,
                           WEND_MAX_CLASS_COST, "%.4g");
    if (changed) commands_pushf(c, "import-cost-range", "%.9g,%.9g", (double)cheapest, (double)costliest);
}

static void choose_threshold(const import_choice* choice, commands* c) {
    float threshold = import_choice_threshold(choice);
    bool changed = gui_slider("blocked below", &threshold, 0, 1, "%.3f");
    changed |= gui_decimal("exactly", &threshold, 0, 1, "%.4f");
    if (changed) commands_pushf(c, "import-threshold", "%.9g", (double)threshold);
}

// What only some of the rules have.
static void choose_by_rule(const import* p, commands* c) {
    const import_choice* choice = &p->choice;
    wend_image_rule rule = choice->def.rule;
    if (rule == WEND_RULE_ROS)
        choose_ros(&choice->def, c);
    else if (import_choice_has_heights(choice))
        choose_height(choice, c);
    else if (rule == WEND_RULE_PALETTE)
        choose_legend(p, c);
    else
        choose_threshold(choice, c);
    if (rule == WEND_RULE_HEIGHT || rule == WEND_RULE_LINEAR) choose_costs(&choice->def, c);
}

static void choose_tiles(const import* p, commands* c) {
    static const char* const takes[WEND_DOWNSCALE_COUNT] = {"costliest pixel", "cheapest pixel",
                                                            "usual pixel", "overview"};
    const wend_import_def* def = &p->choice.def;
    field_number(c, "import-downscale", "downscale", def->downscale, 1,
                 SDL_min(1024, SDL_min(p->info.width, p->info.height)));
    if (def->downscale > 1)
        field_combo(c, "import-downscale-by", "a tile is its", takes, (int)def->downscale_by,
                    import_choice_downscale_name);
    field_connectivity(c, "import-move", def->connectivity);
}

static void show_choice(const import* p, commands* c) {
    const import_choice* choice = &p->choice;
    wend_image_rule rule = choice->def.rule;
    field_words(c, "import-rule", "rule", import_choice_rule_name, import_choice_rule_index(rule));
    if (import_choice_has_channel(choice))
        field_words(c, "import-channel", "channel", import_choice_channel_name, (int)choice->def.channel);
    if (rule != WEND_RULE_PALETTE)
        field_checkbox(c, "import-negate", "negate: dark is passable", choice->def.negate);
    choose_by_rule(p, c);
    gui_separator();
    choose_tiles(p, c);
}

// ---- what comes of it

static void show_figures(const import* p) {
    const preview* v = &p->preview;
    int32_t k = p->choice.def.downscale;
    char need[32], have[32];
    int64_t needed = import_memory(p, k);
    row_show_toned(GUI_PLAIN, "map", "%d x %d tiles", (p->info.width + k - 1) / k,
                   (p->info.height + k - 1) / k);
    if (v->grid != NULL) {
        // Of a copy with fewer pixels the figures are those of a sample.
        const char* about = p->info.copy_step > 1 ? "about " : "";
        row_show_toned(GUI_PLAIN, "blocked", "%s%.1f %%", about,
                       100.0 * (double)(v->tiles - v->passable) / (double)v->tiles);
        row_show_toned(GUI_PLAIN, "components", "%s%" PRId64, about, v->components);
        if (v->passable > 0)
            row_show_toned(GUI_PLAIN, "largest", "%s%.1f %% of the passable", about,
                           100.0 * (double)v->largest / (double)v->passable);
    }
    row_show_toned(needed > p->room ? GUI_BAD : GUI_PLAIN, "memory", "about %s", memory_text(needed, need));
    if (needed > p->room) row_show_toned(GUI_BAD, "", "free: %s", memory_text(p->room, have));
}

// What the importer warns about, with the cure.
static void show_advice(const import* p, commands* c) {
    const preview* v = &p->preview;
    const wend_import_def* def = &p->choice.def;
    char text[60];
    if (v->color_warning[0] != '\0') {
        gui_paragraph(GUI_PLAIN, v->color_warning);
        field_button(c, "import-rule", "Costs by colour", "palette", false);
    }
    if (v->warning[0] != '\0')
        gui_paragraph(def->rule == WEND_RULE_PALETTE ? GUI_QUIET : GUI_PLAIN, v->warning);
    if (v->suggests_negate) field_button(c, "import-negate", "Negate", def->negate ? "0" : "1", false);
    snprintf(text, sizeof text, "Cut at the %s, %.3f", v->valley_name, (double)v->valley);
    if (v->valley > 0 && gui_button(text, false))
        commands_pushf(c, "import-threshold", "%.9g", (double)v->valley);
    if (v->suggests_free_thresh) field_button(c, "import-free-thresh", "Free below 0.196", "0.196", false);
}

static void show_buttons(const import* p, commands* c) {
    const notice* n = p->document->notice;
    char text[60];
    show_advice(p, c);
    if (p->preview.problem[0] != '\0') gui_paragraph(GUI_BAD, p->preview.problem);
    if (p->problem[0] != '\0') gui_paragraph(GUI_BAD, p->problem);
    if (n->frames_left > 0) gui_paragraph(n->is_error ? GUI_BAD : GUI_PLAIN, n->text);
    snprintf(text, sizeof text, "Downscale by %d", p->fitting);
    if (p->fitting > 0 && gui_button(text, false)) commands_pushf(c, "import-downscale", "%d", p->fitting);
    field_button(c, "import", "Bake (Return)", "bake", false);
    field_button(c, "import", "Cancel (Esc)", "close", true);
    field_button(c, "import", "Undo (Ctrl+Z)", "undo", false);
    field_button(c, "import", "Redo (Ctrl+Y)", "redo", true);
}

// ---- the histogram

static wend_channel counted_channel(const import_choice* c) {
    if (c->def.rule == WEND_RULE_LUMA) return WEND_CHANNEL_LUMA;
    if (c->def.rule == WEND_RULE_ROS) return WEND_CHANNEL_MEAN;
    return import_choice_has_channel(c) ? c->def.channel : WEND_CHANNEL_MAX;
}

static float bar_height(const import* p, int64_t count, int64_t most) {
    if (most == 0) return 0;
    return p->logarithmic ? (float)(log1p((double)count) / log1p((double)most))
                          : (float)((double)count / (double)most);
}

// Pixels of a brightness after negate, which is where thresholds are.
static int64_t pixels_of(const import* p, const int64_t* counts, int brightness) {
    return counts[p->choice.def.negate ? 255 - brightness : brightness];
}

static void draw_bars(const import* p, const gui_canvas* box, const int64_t* counts) {
    int64_t most = 0;
    float threshold = import_choice_threshold(&p->choice), bottom = box->y + box->height;
    float highest = box->height - 1.3f * gui_line_height(); // below the number beside the threshold
    for (int i = 0; i < 256; i++) most = SDL_max(most, counts[i]);
    for (int i = 0; i < 256; i++) {
        int64_t count = pixels_of(p, counts, i);
        if (count == 0) continue;
        float left = floorf(box->x + box->width * (float)i / 256);
        float right = floorf(box->x + box->width * (float)(i + 1) / 256);
        float height = fmaxf(bar_height(p, count, most) * highest, 1);
        bool blocked = p->preview.has_curve ? p->preview.curve[i] <= 0 : (float)i / 255 < threshold;
        gui_canvas_box(left, bottom - height, fmaxf(right, left + 1), bottom,
                       blocked ? blocked_bar : passable_bar);
    }
}

// From the least cost at the bottom to the greatest near the top; a gap where it is blocked.
static void draw_curve(const import* p, const gui_canvas* box, float scale, float* least, float* greatest) {
    const float* curve = p->preview.curve;
    *least = *greatest = 0;
    for (int i = 0; i < 256; i++) {
        if (curve[i] <= 0) continue;
        *least = *least > 0 ? fminf(*least, curve[i]) : curve[i];
        *greatest = fmaxf(*greatest, curve[i]);
    }
    SDL_FPoint last = {0, 0};
    for (int i = 0; i < 256; i++) {
        if (curve[i] <= 0) continue;
        float share = *greatest > *least ? (curve[i] - *least) / (*greatest - *least) : 0;
        SDL_FPoint at = {box->x + box->width * ((float)i + 0.5f) / 256,
                         box->y + box->height * (1 - 0.04f - 0.9f * share)};
        bool joined = i > 0 && curve[i - 1] > 0;
        if (joined) gui_canvas_line(last.x, last.y, at.x, at.y, curve_color, 2 * scale);
        last = at;
    }
}

static void draw_threshold(import* p, const gui_canvas* box, float scale) {
    float threshold = import_choice_threshold(&p->choice);
    p->line = (SDL_FPoint){-1, -1};
    if (threshold < 0) return;
    float x = box->x + box->width * threshold, knob = 5 * scale;
    p->line = (SDL_FPoint){x, box->y};
    gui_canvas_line(x, box->y, x, box->y + box->height, line_color, 2 * scale);
    gui_canvas_box(x - knob, box->y, x + knob, box->y + 2 * knob, line_color);
    char text[40];
    snprintf(text, sizeof text, "%.3f", (double)threshold);
    bool right = threshold < 0.5f;
    gui_canvas_text(x + (right ? 1.0f : -1.0f) * (knob + 4 * scale), box->y, right ? 0 : 1, 0, GUI_PLAIN,
                    text);
}

// Where the histogram suggests a cut.
static void draw_valley(const import* p, const gui_canvas* box, float scale) {
    if (p->preview.valley <= 0) return;
    SDL_Color color = gui_tone_color(GUI_GOOD, 255);
    float x = box->x + box->width * p->preview.valley, dash = 6 * scale, line = gui_line_height();
    for (float y = box->y + line; y < box->y + box->height; y += 2 * dash)
        gui_canvas_line(x, y, x, fminf(y + dash, box->y + box->height), color, 2 * scale);
    bool right = p->preview.valley < 0.5f;
    gui_canvas_text(x + (right ? dash : -dash), box->y + 1.2f * line, right ? 0 : 1, 0, GUI_GOOD,
                    p->preview.valley_name);
}

static void show_axis(const gui_canvas* box) {
    static const char* const labels[] = {"0", "0.25", "0.5", "0.75", "1"};
    gui_canvas below = gui_begin_canvas(gui_line_height());
    for (int i = 0; i < 5; i++)
        gui_canvas_text(box->x + box->width * (float)i / 4, below.y, (float)i / 4, 0, GUI_QUIET, labels[i]);
}

static void show_histogram(import* p, float scale, float height, commands* c) {
    const int64_t* counts = wend_image_survey_histogram(p->survey, counted_channel(&p->choice));
    const char* what = import_choice_has_heights(&p->choice) ? "height" : "brightness";
    char text[200];
    snprintf(text, sizeof text, "%s of %d x %d pixels%s", what, p->info.width, p->info.height,
             p->choice.def.negate ? ", negated" : "");
    field_checkbox(c, "import-logarithmic", "logarithmic", p->logarithmic);
    gui_same_line();
    gui_text(GUI_PLAIN, text);

    gui_canvas box = gui_begin_canvas(height);
    SDL_Color frame = gui_tone_color(GUI_QUIET, 255);
    gui_canvas_box(box.x, box.y, box.x + box.width, box.y + box.height, gui_tone_color(GUI_PLAIN, 16));
    draw_bars(p, &box, counts);
    gui_canvas_line(box.x, box.y + box.height, box.x + box.width, box.y + box.height, frame, scale);
    float least = 0, greatest = 0;
    if (p->preview.has_curve) draw_curve(p, &box, scale, &least, &greatest);
    float at = SDL_clamp((box.pointer_x - box.x) / box.width, 0.0f, 1.0f);
    float threshold = import_choice_threshold(&p->choice);
    if (gui_canvas_held("histogram", &box) && threshold >= 0 && at != threshold)
        commands_pushf(c, "import-threshold", "%.9g", (double)at);
    draw_valley(p, &box, scale);
    draw_threshold(p, &box, scale);
    show_axis(&box);

    int used = 0, under = SDL_min((int)(at * 256), 255);
    if (box.hovered) {
        used = snprintf(text, sizeof text, "%s %.3f: %" PRId64 " pixels", what, (double)under / 255,
                        pixels_of(p, counts, under));
        if (p->preview.has_curve && p->preview.curve[under] > 0)
            snprintf(text + used, sizeof text - (size_t)used, ", cost %.4g", (double)p->preview.curve[under]);
        else if (p->preview.has_curve)
            snprintf(text + used, sizeof text - (size_t)used, ", blocked");
    } else if (p->preview.has_curve) {
        snprintf(text, sizeof text, least < greatest ? "curve: cost %.4g to %.4g" : "curve: cost %.4g",
                 (double)least, (double)greatest);
    } else {
        snprintf(text, sizeof text, "this rule does not cost by brightness alone");
    }
    gui_text(GUI_QUIET, text);
}

// ---- the pictures

static void show_picture(const preview* v, const char* title, SDL_Texture* texture_opt) {
    gui_text(GUI_PLAIN, title);
    if (texture_opt != NULL) gui_picture(texture_opt, (float)v->width, (float)v->height);
}

// Side by side, or one below the other where that makes them larger.
static void show_pictures(import* p, const window* w) {
    float scale = w->scale;
    preview* v = &p->preview;
    gui_size room = gui_room();
    float gap = 8 * scale, title = gui_line_height() + gap,
          ratio = (float)v->image_width / (float)v->image_height;
    SDL_FPoint beside = {(room.width - gap) / 2, room.height - title};
    SDL_FPoint below = {room.width, (room.height - gap) / 2 - title};
    bool stacked = fminf(below.x, below.y * ratio) > fminf(beside.x, beside.y * ratio);
    SDL_FPoint place = stacked ? below : beside;
    if (place.x < 8 || place.y < 8) return;
    preview_fit(v, w->renderer, (int)place.x, (int)place.y);
    char text[100] = "costs";
    if (p->info.copy_step > 1)
        snprintf(text, sizeof text, "costs, by 1 pixel in %d x %d", p->info.copy_step, p->info.copy_step);
    if (!stacked) gui_begin_part("picture", place.x, room.height);
    show_picture(v, "picture", v->image_shown);
    if (!stacked) gui_end_part();
    if (!stacked) gui_same_line();
    if (!stacked) gui_begin_part("costs", 0, room.height);
    show_picture(v, text, v->costs_shown);
    if (!stacked) gui_end_part();
}

// What pictures of full width leave, within bounds.
static float histogram_height(const preview* v, float scale) {
    gui_size room = gui_room();
    float ratio = (float)v->image_width / (float)v->image_height;
    float pictures =
        ratio > 1.6f ? 2 * room.width / ratio : room.width / 2 / ratio; // stacked, or side by side
    float texts = (ratio > 1.6f ? 9.0f : 7.0f) * gui_line_height();
    return SDL_clamp(room.height - pictures - texts, 120 * scale, 0.45f * room.height);
}

// All rows where that leaves the pictures half of the room.
static float legend_height(const import* p, float scale) {
    float line = gui_line_height() + 10 * scale;
    return fminf((float)(legend_entries(&p->choice.legend) + 1) * line + 6 * scale,
                 0.55f * gui_room().height);
}

void panel_import_show(import* p, const view* v, commands* c) {
    const window* w = v->window;
    float s = w->scale, status = view_status_height(v);
    float width = fminf(WIDTH * s, (float)w->width - 2 * MARGIN * s);
    float height = fminf(HEIGHT * s, (float)w->height - status - 2 * MARGIN * s);
    gui_begin_window("import", (float)w->width / 2, ((float)w->height - status) / 2, 0.5f, 0.5f, width,
                     height, 1);
    gui_begin_part("choice", fminf(LEFT * s, width / 2), 0);
    gui_text(GUI_PLAIN, file_name_of(p->file));
    char text[100];
    gui_text(GUI_QUIET, import_describe(p, text));
    show_choice(p, c);
    gui_separator();
    show_figures(p);
    show_buttons(p, c);
    gui_end_part();
    gui_same_line();
    gui_begin_part("views", 0, 0);
    if (p->choice.def.rule == WEND_RULE_PALETTE)
        show_legend(p, legend_height(p, s), c);
    else
        show_histogram(p, s, histogram_height(&p->preview, s), c);
    show_pictures(p, w);
    gui_end_part();
    gui_end_window();
}
