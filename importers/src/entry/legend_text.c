// legend_text.c: which legend does an image suggest, and how is a legend written?
#include <string.h>

#include "core/def.h"
#include "core/message.h"
#include "core/read_file.h"
#include "core/text.h"
#include "entry/run.h"
#include "rules/legend.h"

enum { USUAL_TOLERANCE = 48, NAME_SHOWN = 256, WORD = 32 };

// ---- proposing

static bool has_other_colors(const wend_image_colors* colors) {
    return colors->distinct > colors->count;
}

wend_result wend_legend_propose(const wend_image_colors* colors, wend_legend* out) {
    if (!colors || !out || colors->count < 1) return WEND_ERROR_ARGUMENT;
    memset(out, 0, sizeof *out);
    out->count = colors->count;
    out->unknown = has_other_colors(colors) ? WEND_UNKNOWN_NEAREST : WEND_UNKNOWN_ERROR;
    out->tolerance = has_other_colors(colors) ? USUAL_TOLERANCE : 0;
    for (int32_t i = 0; i < colors->count; i++) {
        const wend_image_color* color = &colors->list[i];
        wend_legend_row* row = &out->rows[i];
        const uint8_t channels[3] = {color->red, color->green, color->blue};
        memcpy(row->low, channels, sizeof channels);
        memcpy(row->high, channels, sizeof channels);
        row->cost = color->cost;
        memcpy(row->name, color->name, sizeof color->name);
    }
    return WEND_OK;
}

// ---- reading

wend_result wend_legend_read(const char* file, const wend_import_def* def, wend_legend* out,
                             wend_error* error_opt) {
    if (!file || !def || !out) return WEND_ERROR_ARGUMENT;
    const char* name = wimp_file_name(file);
    wend_import_def plain = wend_default_import_def(); // the rule does not matter
    plain.cookie = def->cookie;
    plain.open = def->open;
    plain.open_context = def->open_context;
    plain.allocator = def->allocator;
    wend_result result = wimp_check_def(&plain, name, error_opt);
    if (result != WEND_OK) return result;
    wend_legend* legend = wimp_alloc(plain.allocator, sizeof *legend);
    if (!legend) return wimp_fail(error_opt, WEND_ERROR_MEMORY, name, "out of memory");
    uint64_t hash;
    result = wimp_legend_read(file, &plain, legend, &hash, error_opt);
    if (result == WEND_OK) *out = *legend;
    wimp_free(plain.allocator, legend, sizeof *legend);
    return result;
}

wend_result wend_legend_of_tiles(const char* file, const wend_import_def* def, char* text,
                                 wend_error* error_opt) {
    if (!file || !def || !text) return WEND_ERROR_ARGUMENT;
    wend_import_def plain = wend_default_import_def();
    plain.cookie = def->cookie;
    plain.cost_property = def->cost_property;
    plain.collision = def->collision;
    plain.outside = def->outside;
    plain.root = def->root;
    plain.open = def->open;
    plain.open_context = def->open_context;
    plain.allocator = def->allocator;
    wend_result result = wimp_check_def(&plain, wimp_file_name(file), error_opt);
    if (result != WEND_OK) return result;
    wimp_job job = {.name = wimp_file_name(file),
                    .def = &plain,
                    .error_opt = error_opt,
                    .tile_text = text,
                    .run_file = wimp_run_file};
    job.info = wimp_job_keep(&job, sizeof *job.info);
    result = job.info ? wimp_run_file(&job, file) : WEND_ERROR_MEMORY;
    wend_grid_destroy(job.grid);
    wimp_job_end(&job);
    return result;
}

// ---- writing

#define add(text, ...) wimp_append((text), WEND_LEGEND_TEXT_BYTES, __VA_ARGS__)

static bool is_single(const wend_legend_row* row) {
    return memcmp(row->low, row->high, sizeof row->low) == 0;
}

// The main colour that a row consists of; NULL: none.
static const wend_image_color* color_of(const wend_legend_row* row, const wend_image_colors* colors_opt) {
    for (int32_t i = 0; colors_opt && is_single(row) && i < colors_opt->count; i++) {
        const wend_image_color* color = &colors_opt->list[i];
        if (row->low[0] == color->red && row->low[1] == color->green && row->low[2] == color->blue)
            return color;
    }
    return NULL;
}

// Is the legend the one that the colours suggest? Then a person should look at it.
static bool is_proposal(const wend_legend* legend, const wend_image_colors* colors_opt) {
    if (!colors_opt || legend->count != colors_opt->count) return false;
    for (int32_t i = 0; i < legend->count; i++) {
        const wend_legend_row* row = &legend->rows[i];
        const wend_image_color* color = color_of(row, colors_opt);
        if (!color || row->cost != color->cost || strcmp(row->name, color->name) != 0) return false;
    }
    return true;
}

static bool has_all_colors(const wend_legend* legend, const wend_image_colors* colors_opt) {
    int32_t found = 0;
    for (int32_t i = 0; i < legend->count; i++) found += color_of(&legend->rows[i], colors_opt) != NULL;
    return colors_opt && found >= colors_opt->count;
}

// With as few digits as give the same cost when they are read.
static const char* cost_text(float cost, char out[WORD]) {
    float same = -1;
    if (cost <= 0) return "blocked";
    for (int32_t digits = 4; digits <= 9 && same != cost; digits++) {
        wimp_print(out, WORD, "%.*g", digits, (double)cost);
        if (!wimp_span_cost(wimp_span_of(out), false, &same)) same = -1;
    }
    return out;
}

static void clean_name(const char* name, char out[WEND_MEANING_BYTES]) {
    wimp_print(out, WEND_MEANING_BYTES, "%s", name);
    wimp_clean_text(out);
    for (size_t i = 0; out[i] != '\0'; i++)
        if (out[i] == '/' && out[i + 1] == '/' && (i == 0 || out[i - 1] == ' ')) out[i] = out[i + 1] = '-';
}

static double share_of(int64_t pixels, const wend_image_colors* colors) {
    return colors->pixels > 0 ? 100.0 * (double)pixels / (double)colors->pixels : 0;
}

static void add_row(char* text, const wend_legend_row* row, const wend_image_colors* colors_opt) {
    char color[WORD], cost[WORD], name[WEND_MEANING_BYTES];
    const wend_image_color* main = color_of(row, colors_opt);
    const uint8_t *low = row->low, *high = row->high;
    if (is_single(row))
        wimp_print(color, sizeof color, "#%02x%02x%02x", low[0], low[1], low[2]);
    else
        wimp_print(color, sizeof color, "#%02x%02x%02x..#%02x%02x%02x", low[0], low[1], low[2], high[0],
                   high[1], high[2]);
    clean_name(row->name, name);
    if (main)
        add(text, "%-12s %-8s %-12s // %.2f %%\n", color, cost_text(row->cost, cost), name,
            share_of(main->pixels, colors_opt));
    else
        add(text, "%-12s %-8s %s\n", color, cost_text(row->cost, cost), name);
}

static void add_unknown(char* text, const wend_legend* legend, const wend_image_colors* colors_opt) {
    char cost[WORD];
    const wend_unknown_colors unknown = legend->unknown;
    const bool blocks = unknown == WEND_UNKNOWN_COST && legend->unknown_cost <= 0;
    add(text, "unknown      %-8s // or ",
        unknown == WEND_UNKNOWN_ERROR     ? "error"
        : unknown == WEND_UNKNOWN_NEAREST ? "nearest"
                                          : cost_text(legend->unknown_cost, cost));
    static const char* const words[] = {"error", "nearest", "blocked", "a cost"};
    const int32_t chosen = unknown != WEND_UNKNOWN_COST ? (int32_t)unknown : blocks ? 2 : 3;
    for (int32_t i = 0, listed = 0; i < 4; i++)
        if (i != chosen) add(text, "%s%s", listed++ > 0 ? ", " : "", words[i]);
    if (has_all_colors(legend, colors_opt) && has_other_colors(colors_opt))
        add(text, ": what is not near any colour, %.2f %%", share_of(colors_opt->far_pixels, colors_opt));
    add(text, "\n");
}

void wend_legend_write(const wend_legend* legend, const char* map, const wend_image_colors* colors_opt,
                       char* text) {
    if (!legend || !map || !text) return;
    char name[NAME_SHOWN];
    wimp_print(name, sizeof name, "%s", map);
    wimp_clean_text(name);
    text[0] = '\0';
    add(text, "// The colours of %s.%s\n", name,
        is_proposal(legend, colors_opt) ? " Names and costs are guesses from the hue: change them." : "");
    add(text, "// A cost is that of a step, 1/64 to 1024, or blocked.\n");
    add(text, "// colour    cost     name%s\n", colors_opt ? "          share of the map" : "");
    for (int32_t i = 0; i < legend->count && i < WEND_MAX_LEGEND_ROWS; i++)
        add_row(text, &legend->rows[i], colors_opt);
    if (legend->tolerance > 0)
        add(text, "tolerance    %-8d // smoothed edges and the noise of a JPEG are not colours\n",
            legend->tolerance);
    add_unknown(text, legend, colors_opt);
}
