// tiled_lanes.c: which way do the lanes on the tiles of a Tiled map lead?
#include "formats/tiled_lanes.h"

#include <stdlib.h>
#include <string.h>

enum { HORIZONTAL = 8, VERTICAL = 4, DIAGONAL = 2 }; // bits of a turn

static const struct {
    const char* name;
    int32_t x, y;
} directions[] = {{"right", 1, 0},      {"down", 0, 1},       {"left", -1, 0},     {"up", 0, -1},
                  {"down-right", 1, 1}, {"down-left", -1, 1}, {"up-left", -1, -1}, {"up-right", 1, -1}};
enum { DIRECTIONS = sizeof directions / sizeof *directions };

void wimp_tiled_lanes_free(wimp_tiled_lanes* l) {
    wimp_free(l->job->def->allocator, l->list, l->capacity * sizeof *l->list);
    wimp_free(l->job->def->allocator, l->tiles, l->size);
    l->list = NULL;
    l->tiles = NULL;
}

uint8_t wimp_tiled_lane_called(const char* name) {
    for (uint8_t d = 0; d < DIRECTIONS; d++)
        if (strcmp(directions[d].name, name) == 0) return (uint8_t)(d + 1);
    return 0;
}

bool wimp_tiled_lanes_end_tile(wimp_tiled_lanes* l, uint32_t id) {
    const uint8_t lane = l->of_tile;
    l->of_tile = 0;
    if (lane == 0) return true;
    wimp_tiled_lane* list =
        wimp_grow_one(l->job->def->allocator, l->list, &l->capacity, l->count, sizeof *list);
    if (!list) return false;
    l->list = list;
    list[l->count++] = (wimp_tiled_lane){l->sets->content_count - 1, id, lane};
    l->is_sorted = false;
    return true;
}

bool wimp_tiled_lanes_begin_layer(wimp_tiled_lanes* l, int32_t width, int32_t height) {
    if (l->tiles || (l->count == 0 && l->of_layer == 0) || l->job->picture || l->job->tile_text) return true;
    l->size = (size_t)width * (size_t)height;
    l->tiles = wimp_zeroed(l->job->def->allocator, l->size);
    return l->tiles != NULL;
}

static int by_tile(const void* a, const void* b) {
    const wimp_tiled_lane *left = a, *right = b;
    if (left->content != right->content) return left->content < right->content ? -1 : 1;
    return (left->id > right->id) - (left->id < right->id);
}

// 0: the tile has none of its own.
static uint8_t own_lane(wimp_tiled_lanes* l, uint32_t gid) {
    wimp_tiled_lane key = {0, 0, 0};
    if (l->count == 0 || !wimp_tiled_sets_locate(l->sets, gid, &key.content, &key.id)) return 0;
    if (!l->is_sorted) qsort(l->list, (size_t)l->count, sizeof *l->list, by_tile);
    l->is_sorted = true;
    const wimp_tiled_lane* found = bsearch(&key, l->list, (size_t)l->count, sizeof *l->list, by_tile);
    return found ? found->lane : 0;
}

// Exchanged along the diagonal first, then mirrored. Turns of hexagons have other bits, and are left out.
static uint8_t turned(uint8_t lane, uint32_t turn) {
    const int32_t dx = directions[lane - 1].x, dy = directions[lane - 1].y;
    const bool exchanged = turn & DIAGONAL;
    const int32_t x = (exchanged ? dy : dx) * (turn & HORIZONTAL ? -1 : 1),
                  y = (exchanged ? dx : dy) * (turn & VERTICAL ? -1 : 1);
    uint8_t d = 0;
    while (directions[d].x != x || directions[d].y != y) d++;
    return (uint8_t)(d + 1);
}

void wimp_tiled_lanes_put(wimp_tiled_lanes* l, int64_t index, uint32_t gid, uint32_t turn) {
    if (!l->tiles) return;
    const uint8_t own = own_lane(l, gid);
    if (own != 0)
        l->tiles[index] = l->are_hexagons ? own : turned(own, turn);
    else if (l->of_layer != 0)
        l->tiles[index] = l->of_layer;
}
