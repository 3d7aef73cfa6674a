// legend.c: which colours of an image cost what, as a person edits it?
#include "document/import_choice.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/private.h>

void legend_propose(legend* l, const wend_image_colors* colors) {
    memset(l, 0, sizeof *l);
    wend_legend_propose(colors, &l->table); // without colours it stays empty
}

// ---- files

static bool are_one(const wend_legend_row* a, const wend_legend_row* b) {
    return a->cost == b->cost && strcmp(a->name, b->name) == 0;
}

wend_result legend_open(legend* l, const char* file, wend_error* error) {
    wend_import_def def = wend_default_import_def();
    wend_result result = wend_legend_read(file, &def, &l->table, error);
    if (result != WEND_OK) return result;
    const wend_legend_row* rows = l->table.rows;
    for (int i = 0; i < WEND_MAX_LEGEND_ROWS; i++)
        l->joined[i] = i > 0 && i < l->table.count && are_one(&rows[i - 1], &rows[i]);
    return WEND_OK;
}

wend_result legend_save(const legend* l, const char* file, const char* map, const wend_image_colors* colors,
                        wend_error* error) {
    char* text = malloc(WEND_LEGEND_TEXT_BYTES);
    if (text == NULL) {
        error->result = WEND_ERROR_MEMORY;
        snprintf(error->text, sizeof error->text, "%.300s: out of memory", file);
        return WEND_ERROR_MEMORY;
    }
    wend_legend_write(&l->table, file_name_of(map), colors, text);
    wend_result result = wend_file_write(file, text, strlen(text), error);
    free(text);
    return result;
}

static void forget_text(void* text) {
    free(text);
}

bool legend_source(const legend* l, wend_source* out) {
    char* text = malloc(WEND_LEGEND_TEXT_BYTES);
    if (text == NULL) return false;
    wend_legend_write(&l->table, "", NULL, text);
    *out = (wend_source){.bytes = text, .size = strlen(text), .close = forget_text, .context = text};
    return true;
}

// ---- entries

int legend_entries(const legend* l) {
    int entries = 0;
    for (int i = 0; i < l->table.count; i++) entries += !l->joined[i];
    return entries;
}

int legend_first_row(const legend* l, int entry) {
    int row = 0;
    for (int before = -1; row < l->table.count; row++)
        if (!l->joined[row] && ++before == entry) break;
    return row;
}

void legend_set_name(legend* l, int entry, const char* name) {
    const int end = legend_first_row(l, entry + 1);
    for (int i = legend_first_row(l, entry); i < end; i++)
        snprintf(l->table.rows[i].name, sizeof l->table.rows[i].name, "%s", name);
}

void legend_set_cost(legend* l, int entry, float cost) {
    const int end = legend_first_row(l, entry + 1);
    for (int i = legend_first_row(l, entry); i < end; i++) l->table.rows[i].cost = cost;
}

// ---- merging

// Moves the rows of an entry behind those of one before it.
static void append(legend* l, int entry, int to) {
    wend_legend_row* rows = l->table.rows;
    const int from = legend_first_row(l, entry), end = legend_first_row(l, entry + 1);
    const int first = legend_first_row(l, to), at = legend_first_row(l, to + 1);
    for (int i = from; i < end; i++) { // one after the other
        wend_legend_row row = rows[i];
        const int place = at + i - from;
        memmove(&rows[place + 1], &rows[place], (size_t)(i - place) * sizeof *rows);
        memmove(&l->joined[place + 1], &l->joined[place], (size_t)(i - place) * sizeof *l->joined);
        memcpy(row.name, rows[first].name, sizeof row.name);
        row.cost = rows[first].cost;
        rows[place] = row;
        l->joined[place] = true;
    }
}

void legend_merge(legend* l, const bool* chosen) {
    const int entries = legend_entries(l);
    int to = 0, merged = 0;
    while (to < entries && !chosen[to]) to++;
    for (int i = to + 1; i < entries; i++)
        if (chosen[i]) append(l, i - merged++, to);
}

// Length of a name without a number at its end.
static size_t stem_of(const char* name) {
    size_t length = strlen(name), end = length;
    while (end > 0 && isdigit((unsigned char)name[end - 1])) end--;
    return end < length && end > 1 && name[end - 1] == ' ' ? end - 1 : length;
}

static bool are_similar(const wend_legend_row* a, const wend_legend_row* b) {
    const size_t length = stem_of(a->name);
    return length > 0 && a->cost == b->cost && length == stem_of(b->name) &&
           strncmp(a->name, b->name, length) == 0;
}

bool legend_merge_similar(legend* l) {
    bool merged = false;
    for (int to = 0; to < legend_entries(l); to++)
        for (int i = to + 1; i < legend_entries(l);)
            if (are_similar(&l->table.rows[legend_first_row(l, to)],
                            &l->table.rows[legend_first_row(l, i)])) {
                append(l, i, to);
                merged = true;
            } else {
                i++;
            }
    return merged;
}

void legend_split(legend* l, int entry) {
    const int first = legend_first_row(l, entry), end = legend_first_row(l, entry + 1);
    for (int i = first + 1; i < end; i++) {
        wend_legend_row* row = &l->table.rows[i];
        l->joined[i] = false; // with another name, or a file would join them again
        snprintf(row->name, sizeof row->name, "%.36s %d", l->table.rows[first].name, i - first + 1);
    }
}

uint32_t legend_color(const legend* l, int row) {
    const wend_legend_row* r = &l->table.rows[row];
    uint32_t color = 0;
    for (int i = 0; i < 3; i++) color = color << 8 | (uint32_t)(r->low[i] + r->high[i]) / 2;
    return color;
}
