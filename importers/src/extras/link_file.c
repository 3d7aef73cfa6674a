// link_file.c: which links does a CSV file list? They are added by ascending id, and those without one last,
// so that no id is chosen that another link has.
#include "extras/link_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/read_file.h"
#include "extras/table.h"
#include "wend/link.h"

enum {
    X,
    Y,
    FLOOR,
    TO_X,
    TO_Y,
    TO_FLOOR,
    COST,
    KIND,
    TWO_WAY,
    ID,
    DURATION,
    ENABLED,
    PROFILE_COSTS,
    COLUMN_COUNT
};
static const wimp_column columns[COLUMN_COUNT] = {
    {"x", true},         {"y", true},        {"floor", false},        {"to_x", true},     {"to_y", true},
    {"to_floor", false}, {"cost", true},     {"kind", false},         {"two_way", false}, {"id", false},
    {"duration", false}, {"enabled", false}, {"profile_costs", false}};
#define MAX_DURATION 1e9

// A link and its row.
typedef struct entry {
    wend_link link;
    int32_t line, column; ///< of the id
    bool is_back;         ///< the other way of a row
} entry;

typedef struct reader {
    wimp_job* job;
    wimp_table table;
    entry* entries;
    int32_t count;
    size_t capacity;
    char floor_text[24]; ///< for messages
} reader;

// " on floor 2", on maps with floors.
static const char* on_floor(reader* r, wend_tile tile) {
    r->floor_text[0] = 0;
    if (wend_grid_floors(r->job->grid) > 1)
        snprintf(r->floor_text, sizeof r->floor_text, " on floor %d", tile.floor);
    return r->floor_text;
}

static wend_result fail_end(reader* r, wend_tile tile, int32_t column) {
    return wimp_table_fail(&r->table, r->table.cells[column],
                           "the link %s (%d, %d)%s, which is blocked; expected a passable tile",
                           column == X ? "starts at" : "leads to", tile.x, tile.y, on_floor(r, tile));
}

static wend_result read_kind(reader* r, wend_link_kind* out) {
    wimp_span cell = r->table.cells[KIND];
    char word[16], known[100] = "";
    if (cell.size == 0) return WEND_OK;
    snprintf(word, sizeof word, "%.*s", cell.size < sizeof word ? (int)cell.size : 0, cell.at);
    if (wend_link_kind_from_string(word, out) == WEND_OK) return WEND_OK;
    for (int32_t i = 0; i < WEND_LINK_KIND_COUNT; i++)
        wimp_append(known, sizeof known, "%s%s", i ? ", " : "", wend_link_kind_string((wend_link_kind)i));
    return wimp_table_fail(&r->table, cell, "kind is '%.*s'; expected one of %s", wimp_span_shown(cell),
                           cell.at, known);
}

// "1=5 3=7.5": costs for profiles by their numbers.
static wend_result read_profile_costs(reader* r, wend_link* link) {
    const wimp_span cell = r->table.cells[PROFILE_COSTS];
    wimp_span left = cell, word;
    while (wimp_span_word(&left, &word)) {
        const char* equals = memchr(word.at, '=', word.size);
        const size_t length = equals ? (size_t)(equals - word.at) : 0;
        int32_t profile = 0;
        double cost = 0;
        if (!equals || !wimp_span_int((wimp_span){word.at, length}, &profile) || profile < 1 ||
            profile >= WEND_MAX_PROFILES ||
            !wimp_span_double((wimp_span){equals + 1, word.size - length - 1}, &cost) ||
            cost > (double)WEND_MAX_LINK_COST)
            return wimp_table_fail(
                &r->table, cell,
                "profile_costs is '%.*s'; expected P=COST, separated by blanks, P in 1..%d, COST in 0..%g",
                wimp_span_shown(cell), cell.at, WEND_MAX_PROFILES - 1, (double)WEND_MAX_LINK_COST);
        link->profile_costs[profile] = (float)cost;
    }
    return WEND_OK;
}

static wend_result put(reader* r, const wend_link* link, bool is_back) {
    const wimp_table* t = &r->table;
    if (r->count == WEND_MAX_LINKS)
        return wimp_fail(t->csv.error_opt, WEND_ERROR_LIMIT, t->csv.name, "line %d: more than %d links",
                         t->csv.text.line, WEND_MAX_LINKS);
    if (!wimp_job_grow(r->job, &r->entries, &r->capacity, (size_t)r->count + 1, sizeof *r->entries))
        return WEND_ERROR_MEMORY;
    r->entries[r->count++] =
        (entry){*link, t->csv.text.line, wimp_csv_column(&t->csv, t->cells[ID].at), is_back};
    return WEND_OK;
}

static wend_result read_row(reader* r) {
    const wimp_table* t = &r->table;
    const wend_grid* grid = r->job->grid;
    wend_link link = wend_default_link((wend_tile){0, 0}, (wend_tile){0, 0}, 0);
    bool two_way = false;
    wend_result result = wimp_table_tile(t, X, grid, &link.from);
    if (result == WEND_OK) result = wimp_table_tile(t, TO_X, grid, &link.to);
    if (result == WEND_OK) result = wimp_table_float(t, COST, (double)WEND_MAX_LINK_COST, &link.cost);
    if (result == WEND_OK) result = read_kind(r, &link.kind);
    if (result == WEND_OK) result = wimp_table_bool(t, TWO_WAY, &two_way);
    if (result == WEND_OK) result = wimp_table_int(t, ID, 0, INT32_MAX, &link.id);
    if (result == WEND_OK) result = wimp_table_float(t, DURATION, MAX_DURATION, &link.duration);
    if (result == WEND_OK) result = wimp_table_bool(t, ENABLED, &link.enabled);
    if (result == WEND_OK) result = read_profile_costs(r, &link);
    if (result != WEND_OK) return result;
    if (!wend_grid_passable(grid, link.from)) return fail_end(r, link.from, X);
    if (!wend_grid_passable(grid, link.to)) return fail_end(r, link.to, TO_X);
    if (link.from.x == link.to.x && link.from.y == link.to.y && link.from.floor == link.to.floor)
        return wimp_table_fail(t, t->cells[X], "the link leads from (%d, %d) to the same tile", link.to.x,
                               link.to.y);
    result = put(r, &link, false);
    if (result != WEND_OK || !two_way) return result;
    wend_link back = link;
    back.from = link.to;
    back.to = link.from;
    back.id = -1;
    return put(r, &back, true);
}

static int compare(const void* a, const void* b) {
    const entry *x = a, *y = b;
    const bool x_has = x->link.id >= 0, y_has = y->link.id >= 0;
    if (x_has != y_has) return x_has ? -1 : 1;
    if (x->link.id != y->link.id) return x->link.id < y->link.id ? -1 : 1;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return x->is_back - y->is_back;
}

static wend_result add_links(const reader* r) {
    const wimp_table* t = &r->table;
    for (int32_t i = 0; i < r->count; i++) {
        const entry* e = &r->entries[i];
        if (i > 0 && e->link.id >= 0 && e->link.id == e[-1].link.id)
            return wimp_fail_at(t->csv.error_opt, t->csv.name, e->line, e->column,
                                "the id %d is also at line %d; expected a different one", e->link.id,
                                e[-1].line);
        wend_result result = wend_grid_add_link(r->job->grid, &e->link, NULL);
        if (result == WEND_OK) continue;
        const char* why = "out of memory";
        if (result == WEND_ERROR_LIMIT)
            why = "no id is left, or the cost is too large for the costs of the map";
        if (result == WEND_ERROR_ARGUMENT) why = "the map has a link with this id already";
        return wimp_fail(t->csv.error_opt, result == WEND_ERROR_ARGUMENT ? WEND_ERROR_FORMAT : result,
                         t->csv.name, "line %d: the link of cost %g cannot be added: %s", e->line,
                         (double)e->link.cost, why);
    }
    return WEND_OK;
}

static wend_result read_rows(reader* r, const wimp_file* content, const char* name) {
    bool more = true;
    wend_result result = wimp_table_begin(&r->table, content->bytes, content->size, name, r->job->error_opt,
                                          columns, COLUMN_COUNT);
    while (result == WEND_OK) {
        result = wimp_table_next(&r->table, &more);
        if (!more) break;
        if (result == WEND_OK) result = read_row(r);
    }
    if (result != WEND_OK) return result;
    if (r->count > 0) qsort(r->entries, (size_t)r->count, sizeof *r->entries, compare);
    return add_links(r);
}

wend_result wimp_link_file_read(wimp_job* job, const char* file) {
    wimp_file content;
    wend_result result = wimp_other_file_read(job->def, file, &content, NULL, job->error_opt);
    if (result != WEND_OK) return result;
    reader r = {.job = job};
    result = read_rows(&r, &content, wimp_file_name(file));
    job->named_hash = wimp_hash(content.bytes, content.size, job->named_hash);
    wimp_memory_drop(job->memory, r.entries);
    wimp_file_free(&content, job->def->allocator);
    return result;
}
