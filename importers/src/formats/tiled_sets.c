// tiled_sets.c: what do the tiles of a Tiled map's tilesets cost?
#include "formats/tiled_sets.h"

#include <stdlib.h>
#include <string.h>

void wimp_tiled_sets_begin(wimp_tiled_sets* sets, const wend_allocator* allocator_opt) {
    memset(sets, 0, sizeof *sets);
    sets->allocator = allocator_opt;
    sets->class_count = WIMP_TILED_FIRST_COST;
    sets->class_costs[WIMP_TILED_PLAIN_TILE] = 1;
}

void wimp_tiled_sets_free(wimp_tiled_sets* sets) {
    wimp_free(sets->allocator, sets->first_gids, sets->set_capacity * sizeof *sets->first_gids);
    wimp_free(sets->allocator, sets->costs, sets->cost_capacity * sizeof *sets->costs);
    sets->first_gids = NULL;
    sets->costs = NULL;
    sets->set_count = sets->cost_count = 0;
    sets->set_capacity = sets->cost_capacity = 0;
}

bool wimp_tiled_sets_add(wimp_tiled_sets* s, uint32_t first_gid) {
    void* room =
        wimp_grow_one(s->allocator, s->first_gids, &s->set_capacity, s->set_count, sizeof *s->first_gids);
    if (!room) return false;
    s->first_gids = room;
    s->first_gids[s->set_count++] = first_gid;
    s->first_gid = first_gid;
    s->is_sorted = false;
    return true;
}

bool wimp_tiled_sets_add_cost(wimp_tiled_sets* s, uint32_t gid, uint8_t terrain_class) {
    void* room = wimp_grow_one(s->allocator, s->costs, &s->cost_capacity, s->cost_count, sizeof *s->costs);
    if (!room) return false;
    s->costs = room;
    s->costs[s->cost_count++] = (wimp_tiled_cost){gid, s->first_gid, terrain_class};
    s->is_sorted = false;
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

static int by_number(const void* a, const void* b) {
    const uint32_t *left = a, *right = b;
    return *left < *right ? -1 : *left > *right;
}

static int by_gid(const void* a, const void* b) {
    const wimp_tiled_cost *left = a, *right = b;
    if (left->gid != right->gid) return left->gid < right->gid ? -1 : 1;
    return (int)left->terrain_class - (int)right->terrain_class;
}

// Finds the first gid of the set that contains a tile: the last set that starts at or before it. False: there
// is none.
static bool find_set(const wimp_tiled_sets* s, uint32_t gid, uint32_t* first_out) {
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

// A set may list tiles beyond its range, whose numbers belong to the next set; these are dropped.
static void sort(wimp_tiled_sets* s) {
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

bool wimp_tiled_sets_find(wimp_tiled_sets* s, uint32_t gid, uint8_t* class_out) {
    if (!s->is_sorted) sort(s);
    *class_out = WIMP_TILED_NO_CLASS;
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
