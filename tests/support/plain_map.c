// plain_map.c: a map as plain arrays, and what edits do to it.
#include "plain_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void* memory(size_t count, size_t size) {
    void* m = calloc(count + 1, size);
    if (!m) abort();
    return m;
}

plain_map plain_map_of(const wend_grid* grid) {
    plain_map map = {.width = wend_grid_width(grid), .height = wend_grid_height(grid)};
    const size_t width = (size_t)map.width, count = width * (size_t)map.height;
    map.connectivity = wend_grid_connectivity(grid);
    memcpy(map.class_costs, wend_grid_class_costs(grid), sizeof map.class_costs);
    map.classes = memory(count, 1);
    map.closed = memory(count, 1);
    const bool steps = wend_grid_closed_step_count(grid) > 0;
    for (int32_t y = 0; y < map.height; y++) {
        wend_grid_read(grid, (wend_rect){0, y, map.width, 1}, map.classes + (size_t)y * width, 0);
        for (int32_t x = 0; x < map.width && steps; x++)
            map.closed[(size_t)y * width + (size_t)x] = wend_grid_closed_steps(grid, (wend_tile){x, y});
    }
    const wend_link* links = wend_grid_links(grid, &map.link_count);
    map.links = memory((size_t)map.link_count, sizeof *map.links);
    if (map.link_count > 0) memcpy(map.links, links, (size_t)map.link_count * sizeof *links);
    return map;
}

void plain_map_free(plain_map* map) {
    free(map->classes);
    free(map->closed);
    free(map->links);
    free(map->elevations);
    free(map->lanes);
    *map = (plain_map){0};
}

bool plain_map_contains(const plain_map* map, wend_tile tile) {
    return tile.x >= 0 && tile.y >= 0 && tile.x < map->width && tile.y < map->height;
}

float plain_map_cost(const plain_map* map, wend_tile tile) {
    return plain_map_contains(map, tile) ? map->class_costs[map->classes[tile.y * map->width + tile.x]] : 0;
}

// ---- steps

static bool are_neighbours(const plain_map* map, wend_tile a, wend_tile b) {
    const int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    return plain_map_contains(map, a) && plain_map_contains(map, b) && dx * dx <= 1 && dy * dy <= 1 &&
           (dx != 0 || dy != 0);
}

static uint8_t bit_of(wend_tile from, wend_tile to) {
    static const int32_t bits[3][3] = {{6, 3, 7}, {2, -1, 0}, {5, 1, 4}}; // by dy and dx
    return (uint8_t)(1 << bits[to.y - from.y + 1][to.x - from.x + 1]);
}

static bool is_closed(const plain_map* map, wend_tile from, wend_tile to) {
    return map->closed[from.y * map->width + from.x] & bit_of(from, to);
}

bool plain_map_has_wall(const plain_map* map, wend_tile a, wend_tile b) {
    return are_neighbours(map, a, b) && is_closed(map, a, b) && is_closed(map, b, a);
}

static void set_step(plain_map* map, wend_tile from, wend_tile to, bool closed) {
    uint8_t* steps = &map->closed[from.y * map->width + from.x];
    *steps = (uint8_t)(closed ? *steps | bit_of(from, to) : *steps & ~bit_of(from, to));
}

// ---- edits

static bool is_allowed(const plain_map* map, const wend_edit* edit) {
    const wend_rect r = edit->area;
    if (edit->kind == WEND_EDIT_ELEVATION && !map->elevations) return false;
    if (edit->kind == WEND_EDIT_STEP || edit->kind == WEND_EDIT_WALL)
        return are_neighbours(map, edit->from, edit->to);
    return r.width > 0 && r.height > 0 && r.x >= 0 && r.y >= 0 && r.x <= map->width - r.width &&
           r.y <= map->height - r.height;
}

bool plain_map_edit(plain_map* map, const wend_edit* edits, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (!is_allowed(map, &edits[i])) return false;
    for (int32_t i = 0; i < count; i++) {
        const wend_edit* edit = &edits[i];
        if (edit->kind == WEND_EDIT_TILES) {
            for (int32_t y = edit->area.y; y < edit->area.y + edit->area.height; y++)
                memset(map->classes + y * map->width + edit->area.x, edit->terrain_class,
                       (size_t)edit->area.width);
            continue;
        }
        if (edit->kind == WEND_EDIT_ELEVATION) {
            for (int32_t y = edit->area.y; y < edit->area.y + edit->area.height; y++)
                for (int32_t x = 0; x < edit->area.width; x++)
                    map->elevations[y * map->width + edit->area.x + x] = edit->elevation;
            continue;
        }
        set_step(map, edit->from, edit->to, edit->closed);
        if (edit->kind == WEND_EDIT_WALL) set_step(map, edit->to, edit->from, edit->closed);
    }
    return true;
}

// ---- links

static wend_link* find_link(const plain_map* map, int32_t id) {
    for (int32_t i = 0; i < map->link_count; i++)
        if (map->links[i].id == id) return &map->links[i];
    return NULL;
}

const wend_link* plain_map_find_link(const plain_map* map, int32_t id) {
    return find_link(map, id);
}

static bool is_link_cost(float cost) {
    return cost >= 0 && cost <= WEND_MAX_LINK_COST;
}

bool plain_map_add_link(plain_map* map, const wend_link* link) {
    if (!(plain_map_cost(map, link->from) > 0) || !(plain_map_cost(map, link->to) > 0) ||
        (link->from.x == link->to.x && link->from.y == link->to.y) || !is_link_cost(link->cost) ||
        find_link(map, link->id))
        return false;
    map->links = realloc(map->links, ((size_t)map->link_count + 2) * sizeof *map->links);
    if (!map->links) abort();
    int32_t at = map->link_count++;
    for (; at > 0 && map->links[at - 1].id > link->id; at--) map->links[at] = map->links[at - 1];
    map->links[at] = *link;
    return true;
}

bool plain_map_remove_link(plain_map* map, int32_t id) {
    wend_link* link = find_link(map, id);
    if (!link) return false;
    map->link_count--;
    for (; link < map->links + map->link_count; link++) *link = link[1];
    return true;
}

bool plain_map_set_link(plain_map* map, int32_t id, float cost, bool enabled) {
    wend_link* link = find_link(map, id);
    if (!link || !is_link_cost(cost)) return false;
    link->cost = cost;
    link->enabled = enabled;
    return true;
}

bool plain_map_set_link_cost(plain_map* map, int32_t id, int32_t profile, float cost) {
    wend_link* link = find_link(map, id);
    if (!link || !(is_link_cost(cost) || (profile > 0 && cost < 0))) return false;
    *(profile > 0 ? &link->profile_costs[profile] : &link->cost) = cost;
    return true;
}
