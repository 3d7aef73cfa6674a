// tiled_sets.c: what do the tiles of a Tiled map's tilesets cost?
#include "formats/tiled_sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/text.h"
#include "formats/document.h"
#include "rules/legend.h"

// ---- what tiles have

static int by_key(const void* a, const void* b) {
    const wimp_tiled_key *left = a, *right = b;
    if (left->content != right->content) return left->content < right->content ? -1 : 1;
    if (left->id != right->id) return left->id < right->id ? -1 : 1;
    return (left->order > right->order) - (left->order < right->order);
}

static void* item_at(const wimp_tiled_list* l, int32_t index) {
    return (char*)l->items + (size_t)index * l->item_size;
}

void* wimp_tiled_list_add(wimp_tiled_list* l, const wimp_job* job, int32_t content, uint32_t id,
                          uint32_t order) {
    if (!wimp_job_grow(job, &l->items, &l->capacity, (size_t)l->count + 1, l->item_size)) return NULL;
    wimp_tiled_key* added = item_at(l, l->count++);
    *added = (wimp_tiled_key){content, id, order};
    if (l->count > 1 && by_key(item_at(l, l->count - 2), added) > 0) l->is_unsorted = true;
    return added;
}

void* wimp_tiled_list_find(wimp_tiled_list* l, int32_t content, uint32_t id) {
    const wimp_tiled_key wanted = {content, id, 0};
    if (l->is_unsorted) qsort(l->items, (size_t)l->count, l->item_size, by_key);
    l->is_unsorted = false;
    int32_t low = 0, high = l->count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (by_key(item_at(l, middle), &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    wimp_tiled_key* found = low < l->count ? item_at(l, low) : NULL;
    return found && found->content == content && found->id == id ? found : NULL;
}

// ---- tilesets

void wimp_tiled_sets_begin(wimp_tiled_sets* sets, wimp_job* job) {
    memset(sets, 0, sizeof *sets);
    sets->job = job;
    sets->class_count = WIMP_TILED_FIRST_COST;
    sets->class_costs[WIMP_TILED_PLAIN_TILE] = 1;
    sets->costs.item_size = sizeof(wimp_tiled_cost);
}

int32_t wimp_tiled_sets_new_content(wimp_tiled_sets* s) {
    return s->content_count++;
}

static int by_first_gid(const void* a, const void* b) {
    const wimp_tiled_set *left = a, *right = b;
    if (left->first_gid != right->first_gid) return left->first_gid < right->first_gid ? -1 : 1;
    return (left->order > right->order) - (left->order < right->order);
}

bool wimp_tiled_sets_add(wimp_tiled_sets* s, uint32_t first_gid, int32_t content) {
    if (!wimp_job_grow(s->job, &s->sets, &s->set_capacity, (size_t)s->set_count + 1, sizeof *s->sets))
        return false;
    if (s->set_count > 0 && s->sets[s->set_count - 1].first_gid >= first_gid) s->is_unsorted = true;
    s->sets[s->set_count] = (wimp_tiled_set){first_gid, s->set_count, content};
    s->set_count++;
    return true;
}

int32_t wimp_tiled_sets_of_file(const wimp_tiled_sets* s, const char* name) {
    const uint64_t hash = wimp_hash(name, strlen(name), 0);
    for (int32_t i = 0; i < s->file_count; i++)
        if (s->files[i].name == hash) return s->files[i].content;
    return -1;
}

bool wimp_tiled_sets_add_file(wimp_tiled_sets* s, const char* name, int32_t content) {
    if (!wimp_job_grow(s->job, &s->files, &s->file_capacity, (size_t)s->file_count + 1, sizeof *s->files))
        return false;
    s->files[s->file_count++] = (wimp_tiled_file){wimp_hash(name, strlen(name), 0), content};
    return true;
}

bool wimp_tiled_sets_add_cost(wimp_tiled_sets* s, uint32_t id, uint8_t terrain_class) {
    wimp_tiled_cost* added = wimp_tiled_list_add(&s->costs, s->job, s->content_count - 1, id, terrain_class);
    if (added) added->terrain_class = terrain_class;
    return added != NULL;
}

uint8_t wimp_tiled_class(wimp_tiled_sets* s, float cost) {
    if (cost == 0) return WIMP_TILED_BLOCKED;
    for (int32_t c = WIMP_TILED_FIRST_COST; c < s->class_count; c++)
        if (s->class_costs[c] == cost) return (uint8_t)c;
    if (s->class_count == WIMP_TILED_NO_CLASS) return WIMP_TILED_NO_CLASS;
    s->class_costs[s->class_count] = cost;
    return (uint8_t)s->class_count++;
}

bool wimp_tiled_sets_locate(wimp_tiled_sets* s, uint32_t gid, int32_t* content_out, uint32_t* id_out) {
    if (s->is_unsorted) qsort(s->sets, (size_t)s->set_count, sizeof *s->sets, by_first_gid);
    s->is_unsorted = false;
    int32_t low = 0, high = s->set_count; // the last set that starts at or before the tile
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (s->sets[middle].first_gid <= gid)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return false;
    *content_out = s->sets[low - 1].content;
    *id_out = gid - s->sets[low - 1].first_gid;
    return true;
}

bool wimp_tiled_sets_find(wimp_tiled_sets* s, uint32_t gid, uint8_t* class_out) {
    int32_t content;
    uint32_t id;
    const bool is_known = wimp_tiled_sets_locate(s, gid, &content, &id);
    const wimp_tiled_cost* cost = is_known ? wimp_tiled_list_find(&s->costs, content, id) : NULL;
    *class_out = cost ? cost->terrain_class : WIMP_TILED_NO_CLASS;
    return is_known;
}

// ---- a legend

enum { WORD = 32 };
#define OF_SET UINT32_MAX // in place of the id of a tile: the name is that of the set

// ---- reading

static wend_result read_row(wimp_tiled_legend* l, const char* file, int32_t number, wimp_span line) {
    wend_error* error = l->job->error_opt;
    const char* begin = line.at;
    wimp_span rest = wimp_span_stripped(wimp_span_uncommented(line)), cost_word;
    if (!wimp_span_last_word(&rest, &cost_word)) return WEND_OK;
    const int32_t column = (int32_t)(cost_word.at - begin) + 1;
    float cost = 0;
    rest = wimp_span_trimmed(rest);
    if (rest.size == 0)
        return wimp_fail_at(error, file, number, column, "%s",
                            "the line ends; expected a name and its cost or blocked");
    if (!wimp_span_cost(cost_word, true, &cost))
        return wimp_fail_at(error, file, number, column,
                            "'%.*s' is not a cost; expected %g to %g, or blocked", wimp_span_shown(cost_word),
                            cost_word.at, (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST);
    if (l->row_count == WIMP_TILED_MAX_ROWS)
        return wimp_fail_at(error, file, number, 1, "more than %d names", WIMP_TILED_MAX_ROWS);
    wimp_tiled_row* row = &l->rows[l->row_count++];
    snprintf(row->name, sizeof row->name, "%.*s",
             (int)(rest.size < sizeof row->name ? rest.size : sizeof row->name - 1), rest.at);
    row->terrain_class = (uint8_t)l->sets->class_count;
    l->sets->class_costs[l->sets->class_count++] = cost;
    return WEND_OK;
}

wend_result wimp_tiled_legend_begin(wimp_tiled_legend* l, wimp_job* job, wimp_tiled_sets* sets) {
    memset(l, 0, sizeof *l);
    l->job = job;
    l->sets = sets;
    l->names.item_size = sizeof(wimp_tiled_tile_name);
    if (job->tile_text) {
        l->used = wimp_job_get(job, WIMP_TILED_MAX_USED * sizeof *l->used);
        if (!l->used) return WEND_ERROR_MEMORY;
    }
    if (!job->def->legend || job->tile_text) return WEND_OK;
    const char* file = wimp_file_name(job->def->legend);
    wimp_file content;
    wend_result result = wimp_legend_open(job->def->legend, job->def, &content, job->error_opt);
    if (result != WEND_OK) return result;
    wimp_span line = {NULL, 0};
    wimp_text text = wimp_text_of(content.bytes, content.size);
    while (result == WEND_OK && wimp_text_line(&text, &line)) result = read_row(l, file, text.line, line);
    if (result == WEND_OK && l->row_count == 0)
        result = wimp_fail(job->error_opt, WEND_ERROR_FORMAT, file, "the legend has no tiles");
    job->named_hash = wimp_hash(content.bytes, content.size, job->named_hash);
    wimp_file_free(&content, job->def->allocator);
    return result;
}

// ---- names

// Remembers a name for the list; the first one of a tile counts.
static bool keep(wimp_tiled_legend* l, uint32_t id, const char* name) {
    if (!l->used || !name[0]) return true;
    wimp_tiled_tile_name* it =
        wimp_tiled_list_add(&l->names, l->job, l->sets->content_count - 1, id, (uint32_t)l->names.count);
    if (!it) return false;
    snprintf(it->name, sizeof it->name, "%s", name);
    wimp_clean_text(it->name);
    return true;
}

// The tile costs what the rows of its name say; of several rows the first one.
static bool give_cost(wimp_tiled_legend* l, uint32_t id, const char* name) {
    for (int32_t i = 0; i < l->row_count; i++) {
        if (strcmp(l->rows[i].name, name) != 0) continue;
        l->rows[i].is_used = true;
        if (!wimp_tiled_sets_add_cost(l->sets, id, l->rows[i].terrain_class)) return false;
    }
    return true;
}

bool wimp_tiled_legend_set(wimp_tiled_legend* l, const char* const* attributes) {
    const char* name = wimp_attribute(attributes, "name");
    if (!name || !keep(l, OF_SET, name)) return !name;
    const size_t length = strlen(name);
    for (int32_t i = 0; i < l->row_count; i++) {
        wimp_tiled_row* row = &l->rows[i];
        int32_t id = 0;
        if (strncmp(row->name, name, length) != 0 || row->name[length] != ':' ||
            !wimp_span_int(wimp_span_of(row->name + length + 1), &id))
            continue;
        row->is_used = true;
        if (!wimp_tiled_sets_add_cost(l->sets, (uint32_t)id, row->terrain_class)) return false;
    }
    return true;
}

bool wimp_tiled_legend_tile(wimp_tiled_legend* l, uint32_t id, const char* const* attributes) {
    const char* name = wimp_attribute(attributes, "class");
    if (!name || !name[0]) name = wimp_attribute(attributes, "type");
    return !name || !name[0] || (give_cost(l, id, name) && keep(l, id, name));
}

void wimp_tiled_legend_wang_set(wimp_tiled_legend* l) {
    l->terrain_count = 0;
}

void wimp_tiled_legend_wang_color(wimp_tiled_legend* l, const char* const* attributes) {
    const char* name = wimp_attribute(attributes, "name");
    if (l->terrain_count == WIMP_TILED_MAX_TERRAINS) return;
    snprintf(l->terrains[l->terrain_count++], WEND_MEANING_BYTES, "%s", name ? name : "");
}

bool wimp_tiled_legend_wang_tile(wimp_tiled_legend* l, const char* const* attributes) {
    const char *text = wimp_attribute(attributes, "wangid"), *tile = wimp_attribute(attributes, "tileid");
    int32_t id = 0, color = 0;
    if (!text || !tile || !wimp_span_int(wimp_span_of(tile), &id)) return true;
    for (const char* at = text; *at;) { // colours of edges and corners, 0 where there is none
        const size_t length = strcspn(at, ",");
        int32_t number = 0;
        if (!wimp_span_int((wimp_span){at, length}, &number) || (number > 0 && color > 0 && number != color))
            return true; // between two terrains
        if (number > 0) color = number;
        at += length + (at[length] == ',');
    }
    if (color < 1 || color > l->terrain_count || !l->terrains[color - 1][0]) return true;
    return give_cost(l, (uint32_t)id, l->terrains[color - 1]) &&
           keep(l, (uint32_t)id, l->terrains[color - 1]);
}

bool wimp_tiled_legend_end(wimp_tiled_legend* l) {
    const char* missing = NULL;
    int32_t count = 0;
    for (int32_t i = 0; i < l->row_count; i++) {
        snprintf(l->job->info->meanings[l->rows[i].terrain_class], WEND_MEANING_BYTES, "%s", l->rows[i].name);
        if (l->rows[i].is_used) continue;
        if (!missing) missing = l->rows[i].name;
        count++;
    }
    if (count > 0)
        wimp_job_warn(l->job, "no tile is called \"%s\"%s of the legend", missing,
                      count > 1 ? ", nor by other names" : ", a name");
    return count < l->row_count;
}

// ---- the list

typedef struct entry {
    char name[WEND_MEANING_BYTES + WORD];
    int64_t tiles;
    float cost;
} entry;

static int by_tiles(const void* a, const void* b) {
    const entry *left = a, *right = b;
    if (left->tiles != right->tiles) return left->tiles > right->tiles ? -1 : 1;
    return strcmp(left->name, right->name);
}

static const char* name_of(wimp_tiled_legend* l, int32_t content, uint32_t id) {
    const wimp_tiled_tile_name* found = wimp_tiled_list_find(&l->names, content, id);
    return found ? found->name : NULL;
}

// Adds the tile of a gid to the entries. Returns how many there are now.
static int32_t count_tile(wimp_tiled_legend* l, uint32_t gid, entry* entries, int32_t count) {
    int32_t content = 0;
    uint32_t id = 0;
    uint8_t terrain_class = WIMP_TILED_NO_CLASS;
    char name[sizeof entries->name];
    if (!wimp_tiled_sets_locate(l->sets, gid, &content, &id)) return count;
    const char *own = name_of(l, content, id), *set = name_of(l, content, OF_SET);
    if (own)
        snprintf(name, sizeof name, "%s", own);
    else
        snprintf(name, sizeof name, "%s:%u", set ? set : "", (unsigned)id);
    wimp_tiled_sets_find(l->sets, gid, &terrain_class);
    int32_t at = 0;
    while (at < count && strcmp(entries[at].name, name) != 0) at++;
    if (at == WIMP_TILED_MAX_ROWS) return count;
    if (at == count) {
        entries[count] = (entry){.tiles = 0};
        memcpy(entries[count].name, name, sizeof name);
        entries[count++].cost =
            terrain_class == WIMP_TILED_NO_CLASS ? 1 : l->sets->class_costs[terrain_class];
    }
    entries[at].tiles += l->used[gid - 1];
    return count;
}

wend_result wimp_tiled_legend_list(wimp_tiled_legend* l, int64_t tiles) {
    wimp_job* job = l->job;
    entry* entries = wimp_job_get(job, (size_t)WIMP_TILED_MAX_ROWS * sizeof *entries);
    if (!entries) return WEND_ERROR_MEMORY;
    int32_t count = 0;
    for (uint32_t gid = 1; gid <= WIMP_TILED_MAX_USED; gid++)
        if (l->used[gid - 1] > 0) count = count_tile(l, gid, entries, count);
    if (count == 0) return wimp_job_fail(job, WEND_ERROR_FORMAT, "no layer has a tile");
    qsort(entries, (size_t)count, sizeof *entries, by_tiles);
    wimp_print(
        job->tile_text, WEND_LEGEND_TEXT_BYTES,
        "// What the tiles cost: by class, terrain, or as TILESET:ID. The first line that names a tile "
        "applies.\n");
    for (int32_t i = 0; i < count; i++) {
        char cost[WORD] = "blocked";
        if (entries[i].cost > 0) wimp_print(cost, sizeof cost, "%.9g", (double)entries[i].cost);
        wimp_append(job->tile_text, WEND_LEGEND_TEXT_BYTES, "%-24s %-8s // %.3g %%\n", entries[i].name, cost,
                    100 * (double)entries[i].tiles / (double)tiles);
    }
    return WEND_OK;
}
