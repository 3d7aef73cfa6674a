// tiled_sets.c: what do the tiles of a Tiled map's tilesets cost?
#include "tiled_sets.h"

#include <stdlib.h>
#include <string.h>

void wendi_tiled_sets_begin(wendi_tiled_sets* sets, const wend_allocator* allocator_opt) {
    memset(sets, 0, sizeof *sets);
    sets->allocator = allocator_opt;
    sets->class_count = WENDI_TILED_FIRST_COST;
    sets->class_costs[WENDI_TILED_PLAIN_TILE] = 1;
}

void wendi_tiled_sets_free(wendi_tiled_sets* sets) {
    wendi_import_free(sets->allocator, sets->first_gids,
                      (size_t)sets->set_capacity * sizeof *sets->first_gids);
    wendi_import_free(sets->allocator, sets->costs, (size_t)sets->cost_capacity * sizeof *sets->costs);
    sets->first_gids = NULL;
    sets->costs = NULL;
    sets->set_count = sets->set_capacity = sets->cost_count = sets->cost_capacity = 0;
}

// Room for one more entry; NULL: out of memory, and all is as it was.
static void* grown(const wend_allocator* allocator, void* entries, int32_t count, int32_t* capacity,
                   size_t size) {
    if (count < *capacity) return entries;
    int32_t larger = *capacity ? *capacity * 2 : 16;
    void* moved = *capacity < INT32_MAX / 4 ? wendi_import_alloc(allocator, (size_t)larger * size) : NULL;
    if (!moved) return NULL;
    if (count) memcpy(moved, entries, (size_t)count * size);
    wendi_import_free(allocator, entries, (size_t)*capacity * size);
    *capacity = larger;
    return moved;
}

bool wendi_tiled_sets_add(wendi_tiled_sets* s, uint32_t first_gid) {
    void* room = grown(s->allocator, s->first_gids, s->set_count, &s->set_capacity, sizeof *s->first_gids);
    if (!room) return false;
    s->first_gids = room;
    s->first_gids[s->set_count++] = first_gid;
    s->first_gid = first_gid;
    s->is_sorted = false;
    return true;
}

bool wendi_tiled_sets_add_cost(wendi_tiled_sets* s, uint32_t gid, uint8_t terrain_class) {
    void* room = grown(s->allocator, s->costs, s->cost_count, &s->cost_capacity, sizeof *s->costs);
    if (!room) return false;
    s->costs = room;
    s->costs[s->cost_count++] = (wendi_tiled_cost){gid, s->first_gid, terrain_class};
    s->is_sorted = false;
    return true;
}

uint8_t wendi_tiled_class(wendi_tiled_sets* s, float cost) {
    if (cost == 0) return WENDI_TILED_BLOCKED;
    for (int32_t c = WENDI_TILED_FIRST_COST; c < s->class_count; c++)
        if (s->class_costs[c] == cost) return (uint8_t)c;
    if (s->class_count == WENDI_TILED_UNSAID) return WENDI_TILED_UNSAID;
    s->class_costs[s->class_count] = cost;
    return (uint8_t)s->class_count++;
}

static int by_number(const void* a, const void* b) {
    const uint32_t *left = a, *right = b;
    return *left < *right ? -1 : *left > *right;
}

static int by_gid(const void* a, const void* b) {
    const wendi_tiled_cost *left = a, *right = b;
    if (left->gid != right->gid) return left->gid < right->gid ? -1 : 1;
    return (int)left->terrain_class - (int)right->terrain_class;
}

// The first tile of the set that a tile is of: the last one that begins at or before it. False: there is
// none.
static bool find_set(const wendi_tiled_sets* s, uint32_t gid, uint32_t* first_out) {
    int32_t low = 0, high = s->set_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (s->first_gids[middle] <= gid)
            low = middle + 1;
        else
            high = middle;
    }
    if (low > 0) *first_out = s->first_gids[low - 1];
    return low > 0;
}

// A set may speak of tiles it does not have, whose numbers belong to the next one: those go.
static void sort(wendi_tiled_sets* s) {
    if (s->set_count) qsort(s->first_gids, (size_t)s->set_count, sizeof *s->first_gids, by_number);
    int32_t kept = 0;
    for (int32_t i = 0; i < s->cost_count; i++) {
        uint32_t first;
        if (find_set(s, s->costs[i].gid, &first) && first == s->costs[i].first_gid)
            s->costs[kept++] = s->costs[i];
    }
    s->cost_count = kept;
    if (kept) qsort(s->costs, (size_t)kept, sizeof *s->costs, by_gid);
    s->is_sorted = true;
}

bool wendi_tiled_sets_find(wendi_tiled_sets* s, uint32_t gid, uint8_t* class_out) {
    if (!s->is_sorted) sort(s);
    *class_out = WENDI_TILED_UNSAID;
    int32_t low = 0, high = s->cost_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (s->costs[middle].gid < gid)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < s->cost_count && s->costs[low].gid == gid) {
        *class_out = s->costs[low].terrain_class;
        return true;
    }
    uint32_t first;
    return find_set(s, gid, &first);
}
