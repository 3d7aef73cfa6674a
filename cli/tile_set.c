// tile_set.c: which tiles does `wend edit --set` change, and to which terrain class?
#include "tile_set.h"
#include "memory.h"
#include "options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- reading

// Parses "X,Y,W,H", perhaps ",F", and the character that ends it; *end points behind that.
static bool parse_area(const char* text, char last, bool whole, double out[5], const char** end) {
    out[4] = 0;
    for (int i = 0; i < 5; i++) {
        char* behind = NULL;
        if (i == 4) whole = true; // a floor
        if (strspn(text, whole ? "-0123456789" : "-.0123456789") == 0) return false;
        out[i] = strtod(text, &behind);
        const bool is_last = i == 4 || (i == 3 && *behind == last);
        if (!isfinite(out[i]) || *behind != (is_last ? last : ',')) return false;
        if (whole && (fabs(out[i]) > WEND_MAX_SIDE || out[i] != floor(out[i]) ||
                      strspn(text, "-0123456789") != (size_t)(behind - text)))
            return false;
        text = behind + 1;
        if (is_last) break;
    }
    *end = text;
    return out[2] > 0 && out[3] > 0 && out[4] >= 0;
}

bool tile_area_numbers(const char* text, bool whole, double out[5]) {
    const char* end;
    return parse_area(text, '\0', whole, out, &end);
}

bool tile_area_value(const char* text, bool whole, double out[5], const char** value_out) {
    return parse_area(text, '=', whole, out, value_out);
}

bool tile_area_parse(const char* text, wend_rect* out) {
    double n[5];
    if (!tile_area_numbers(text, true, n) || n[4] > 0) return false;
    *out = (wend_rect){(int32_t)n[0], (int32_t)n[1], (int32_t)n[2], (int32_t)n[3]};
    return true;
}

int tile_area_leaves(const char* option_name, const char* text, double left, double right, double low,
                     double high) {
    return command_fail(CLI_USAGE, "--%s %s leaves the map, which has x in %.9g..%.9g and y in %.9g..%.9g",
                        option_name, text, left, right, low, high);
}

int tile_area_check(const char* option_name, const wend_grid* grid, const double area[5], const char* text,
                    wend_rect* out) {
    const wend_rect map = wend_grid_area(grid);
    const int32_t right = map.x + map.width, bottom = map.y + map.height;
    if (!(area[0] >= map.x && area[1] >= map.y && area[0] + area[2] <= right && area[1] + area[3] <= bottom))
        return tile_area_leaves(option_name, text, map.x, right - 1, map.y, bottom - 1);
    *out = (wend_rect){(int32_t)area[0], (int32_t)area[1], (int32_t)area[2], (int32_t)area[3],
                       (uint16_t)area[4]};
    return CLI_OK;
}

int tile_set_parse(const char* text, bool whole, tile_set* out) {
    const char* value = NULL;
    double cost = 0;
    *out = (tile_set){.text = text};
    if (!tile_area_value(text, whole, out->numbers, &value))
        return command_fail(CLI_USAGE, "--set expects X,Y,W,H[,F]=COST, %s, got '%s'",
                            whole ? "whole numbers, W and H at least 1" : "W and H above 0", text);
    if (strcmp(value, "blocked") == 0) {
        out->kind = SET_BLOCKED;
    } else if (strcmp(value, "original") == 0) {
        out->kind = SET_ORIGINAL;
    } else {
        if (!options_parse_number(value, &cost))
            return command_fail(CLI_USAGE, "--set %s: expects a cost, 'blocked' or 'original', got '%s'",
                                text, value);
        if (cost < (double)WEND_MIN_CLASS_COST || cost > (double)WEND_MAX_CLASS_COST)
            return command_fail(CLI_USAGE, "--set %s: expects a cost in %g..%g, or 'blocked'", text,
                                (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST);
        out->cost = (float)cost;
    }
    return CLI_OK;
}

// ---- classes

// Returns 0 when there is none; class 0 is always blocked.
static int find_cost(const float* class_costs, float cost) {
    for (int k = 1; k < WEND_CLASS_COUNT; k++)
        if (class_costs[k] == cost) return k;
    return 0;
}

// Prefers blocked classes, so that costs stay available for later edits. 0: none.
static int find_unused(const float* class_costs, const bool* used) {
    int found = 0;
    for (int k = WEND_CLASS_COUNT - 1; k > 0; k--)
        if (!used[k] && (found == 0 || class_costs[k] == 0 || class_costs[found] > 0)) found = k;
    return found;
}

static void mark_used(const wend_world* world, bool* used) {
    const wend_grid* grid = wend_world_grid(world);
    const int64_t* counts = wend_grid_class_counts(grid);
    for (int k = 0; k < WEND_CLASS_COUNT; k++) used[k] |= counts[k] > 0;
    const wend_rect map = wend_grid_area(grid);
    for (int32_t floor = 0; floor < wend_grid_floors(grid); floor++)
        for (int32_t y = map.y; y < map.y + map.height; y++)
            for (int32_t x = map.x; x < map.x + map.width; x++)
                used[wend_world_original_class(world, (wend_tile){x, y, (uint16_t)floor})] = true;
}

int tile_sets_find_classes(tile_set* sets, int count, const wend_world* world,
                           float class_costs_out[WEND_CLASS_COUNT], int* new_costs_out) {
    bool used[WEND_CLASS_COUNT] = {false};
    int missing = 0;
    *new_costs_out = 0;
    memcpy(class_costs_out, wend_grid_class_costs(wend_world_grid(world)),
           WEND_CLASS_COUNT * sizeof *class_costs_out);
    for (int i = 0; i < count; i++) {
        if (sets[i].kind != SET_COST) continue;
        sets[i].terrain_class = (uint8_t)find_cost(class_costs_out, sets[i].cost);
        used[sets[i].terrain_class] = true;
        missing += sets[i].terrain_class == 0;
    }
    if (missing > 0) mark_used(world, used);
    for (int i = 0; i < count && missing > 0; i++) {
        if (sets[i].kind != SET_COST || sets[i].terrain_class != 0) continue;
        int k = find_cost(class_costs_out, sets[i].cost); // an earlier edit may have added it
        if (k == 0) {
            k = find_unused(class_costs_out, used);
            if (k == 0)
                return command_fail(
                    CLI_USAGE,
                    "--set %s: this cost is new to the world, and all of its %d terrain classes are in use",
                    sets[i].text, WEND_CLASS_COUNT);
            ++*new_costs_out;
        }
        class_costs_out[k] = sets[i].cost;
        used[k] = true;
        sets[i].terrain_class = (uint8_t)k;
    }
    return CLI_OK;
}

bool tile_class_is_letter(const wend_grid* grid, uint8_t terrain_class) {
    const int64_t* counts = wend_grid_class_counts(grid);
    return terrain_class <= 9 && counts[terrain_class] == 0 && counts['0' + terrain_class] > 0;
}

// ---- a growing list of edits

void edit_list_add(edit_list* list, wend_edit edit) {
    if (list->count == INT32_MAX) memory_fail(list->count, "edits");
    list->items = memory_grow(list->items, list->count, &list->capacity, sizeof *list->items, "edits");
    list->items[list->count++] = edit;
}

void edit_list_add_tile(edit_list* list, wend_tile tile, uint8_t terrain_class) {
    wend_edit* last = list->count > 0 ? &list->items[list->count - 1] : NULL;
    if (last != NULL && last->terrain_class == terrain_class && last->area.y == tile.y &&
        last->area.height == 1 && last->area.x + last->area.width == tile.x) {
        last->area.width++;
        return;
    }
    edit_list_add(list, wend_edit_tiles((wend_rect){tile.x, tile.y, 1, 1}, terrain_class));
}
