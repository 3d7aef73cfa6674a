// panel_legend.c: which widgets show and change what the colours of an image cost?
#include "panels/fields.h"
#include "panels/panel.h"
#include "platform/imgui_shim.h"
#include <stdio.h>
#include <string.h>

enum { TOLERANCE = 200 }; // the usual range of the slider; a file may have more

// ---- the whole

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

void panel_legend_show_choice(const import* p, commands* c) {
    const wend_legend* l = &p->choice.legend.table;
    field_slider_int(c, "legend-tolerance", "tolerance", l->tolerance, 0, SDL_max(TOLERANCE, l->tolerance));
    choose_unknown(l, c);
    show_merging(p, c);
    field_button(c, "browse", "Open legend...", "open-legend", false);
    if (gui_button("Save legend...", true)) propose_file(p, c);
}

// ---- the rows

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

void panel_legend_show(const import* p, float height, commands* c) {
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
