// tiled_sets.c: what do the tiles of a Tiled map's tilesets cost?
#include "formats/tiled_sets.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"

void wimp_tiled_sets_begin(wimp_tiled_sets* sets, const wend_allocator* allocator_opt) {
    memset(sets, 0, sizeof *sets);
    sets->allocator = allocator_opt;
    sets->class_count = WIMP_TILED_FIRST_COST;
    sets->is_sorted = true;
    sets->class_costs[WIMP_TILED_PLAIN_TILE] = 1;
}

void wimp_tiled_sets_free(wimp_tiled_sets* sets) {
    wimp_free(sets->allocator, sets->sets, sets->set_capacity * sizeof *sets->sets);
    wimp_free(sets->allocator, sets->costs, sets->cost_capacity * sizeof *sets->costs);
    wimp_free(sets->allocator, sets->files, sets->file_capacity * sizeof *sets->files);
    sets->sets = NULL;
    sets->files = NULL;
    sets->costs = NULL;
    sets->set_count = sets->cost_count = sets->file_count = 0;
    sets->set_capacity = sets->cost_capacity = sets->file_capacity = 0;
}

int32_t wimp_tiled_sets_new_content(wimp_tiled_sets* s) {
    return s->content_count++;
}

static int by_first_gid(const void* a, const void* b) {
    const wimp_tiled_set *left = a, *right = b;
    if (left->first_gid != right->first_gid) return left->first_gid < right->first_gid ? -1 : 1;
    return (left->order > right->order) - (left->order < right->order);
}

static int by_tile(const void* a, const void* b) {
    const wimp_tiled_cost *left = a, *right = b;
    if (left->content != right->content) return left->content < right->content ? -1 : 1;
    if (left->id != right->id) return left->id < right->id ? -1 : 1;
    return (int)left->terrain_class - (int)right->terrain_class;
}

bool wimp_tiled_sets_add(wimp_tiled_sets* s, uint32_t first_gid, int32_t content) {
    void* room = wimp_grow_one(s->allocator, s->sets, &s->set_capacity, s->set_count, sizeof *s->sets);
    if (!room) return false;
    s->sets = room;
    if (s->set_count > 0 && s->sets[s->set_count - 1].first_gid >= first_gid) s->is_sorted = false;
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
    void* room = wimp_grow_one(s->allocator, s->files, &s->file_capacity, s->file_count, sizeof *s->files);
    if (!room) return false;
    s->files = room;
    s->files[s->file_count++] = (wimp_tiled_file){wimp_hash(name, strlen(name), 0), content};
    return true;
}

bool wimp_tiled_sets_add_cost(wimp_tiled_sets* s, uint32_t id, uint8_t terrain_class) {
    void* room = wimp_grow_one(s->allocator, s->costs, &s->cost_capacity, s->cost_count, sizeof *s->costs);
    if (!room) return false;
    s->costs = room;
    s->costs[s->cost_count] = (wimp_tiled_cost){s->content_count - 1, id, terrain_class};
    if (s->cost_count > 0 && by_tile(&s->costs[s->cost_count - 1], &s->costs[s->cost_count]) > 0)
        s->is_sorted = false;
    s->cost_count++;
    return true;
}

uint8_t wimp_tiled_class(wimp_tiled_sets* s, float cost) {
    if (cost == 0) return WIMP_TILED_BLOCKED;
    for (int32_t c = WIMP_TILED_FIRST_COST; c < s->class_count; c++)
        if (s->class_costs[c] == cost) return (uint8_t)c;
    if (s->class_count == WIMP_TILED_NO_CLASS) return WIMP_TILED_NO_CLASS;
    s->class_costs[s->class_count] = cost;
    return (uint8_t)s->class_count++;
}

// The set that contains a tile: the last one that starts at or before it. NULL: there is none.
static const wimp_tiled_set* find_set(const wimp_tiled_sets* s, uint32_t gid) {
    int32_t low = 0, high = s->set_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (s->sets[middle].first_gid <= gid)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? &s->sets[low - 1] : NULL;
}

static void sort(wimp_tiled_sets* s) {
    if (s->set_count) qsort(s->sets, (size_t)s->set_count, sizeof *s->sets, by_first_gid);
    if (s->cost_count) qsort(s->costs, (size_t)s->cost_count, sizeof *s->costs, by_tile);
    s->is_sorted = true;
}

bool wimp_tiled_sets_locate(wimp_tiled_sets* s, uint32_t gid, int32_t* content_out, uint32_t* id_out) {
    if (!s->is_sorted) sort(s);
    const wimp_tiled_set* set = find_set(s, gid);
    if (!set) return false;
    *content_out = set->content;
    *id_out = gid - set->first_gid;
    return true;
}

bool wimp_tiled_sets_find(wimp_tiled_sets* s, uint32_t gid, uint8_t* class_out) {
    if (!s->is_sorted) sort(s);
    *class_out = WIMP_TILED_NO_CLASS;
    const wimp_tiled_set* set = find_set(s, gid);
    if (!set) return false;
    const wimp_tiled_cost tile = {set->content, gid - set->first_gid, 0};
    int32_t low = 0, high = s->cost_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (by_tile(&s->costs[middle], &tile) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < s->cost_count && s->costs[low].content == tile.content && s->costs[low].id == tile.id)
        *class_out = s->costs[low].terrain_class;
    return true;
}
