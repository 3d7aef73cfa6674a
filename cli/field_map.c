// field_map.c: a field, and what follows from it for each tile.
#include "field_map.h"

#include <math.h>
#include <stdlib.h>

static bool same(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

int32_t field_map_rows(const field_map* map) {
    return wend_grid_height(map->grid) * wend_grid_floors(map->grid);
}

wend_tile field_map_tile(const field_map* map, int32_t x, int32_t row) {
    const int32_t height = wend_grid_height(map->grid);
    const wend_rect area = wend_grid_area(map->grid);
    return (wend_tile){area.x + x, area.y + row % height, (uint16_t)(row / height)};
}

static int32_t* label_of(const field_map* map, wend_tile tile) {
    const wend_rect area = wend_grid_area(map->grid);
    const int64_t row = (int64_t)tile.floor * area.height + tile.y - area.y;
    return &map->labels[row * area.width + tile.x - area.x];
}

// Walks from a tile to the first that has a label, or to the end; then labels what it came by. So no tile is
// walked over more than twice.
static void label_way(const field_map* map, wend_tile tile) {
    int32_t label = -1;
    wend_tile at = tile, next = tile;
    while (*label_of(map, at) < 0) {
        if (!wend_field_next_tile(map->field, at, &next)) return;
        if (same(next, at)) break;
        at = next;
    }
    label = *label_of(map, at) >= 0 ? *label_of(map, at) : wend_field_end(map->field, at);
    for (at = tile; *label_of(map, at) < 0; at = next) {
        *label_of(map, at) = label;
        if (!wend_field_next_tile(map->field, at, &next)) return;
    }
}

static bool make_labels(field_map* map) {
    const int64_t width = wend_grid_width(map->grid), rows = field_map_rows(map);
    map->labels = malloc((size_t)(width * rows) * sizeof *map->labels);
    map->shares = calloc((size_t)map->end_count, sizeof *map->shares);
    if (map->labels == NULL || map->shares == NULL) return false;
    for (int64_t i = 0; i < width * rows; i++) map->labels[i] = -1;
    for (int32_t row = 0; row < rows; row++) {
        for (int32_t x = 0; x < width; x++) {
            const wend_tile tile = field_map_tile(map, x, row);
            if (isinf(wend_field_cost(map->field, tile))) continue;
            if (*label_of(map, tile) < 0) label_way(map, tile);
            if (*label_of(map, tile) >= 0) map->shares[*label_of(map, tile)]++;
        }
    }
    return true;
}

static void survey(field_map* map) {
    map->farthest = map->ends[0];
    for (int32_t row = 0; row < field_map_rows(map); row++) {
        for (int32_t x = 0; x < wend_grid_width(map->grid); x++) {
            const wend_tile tile = field_map_tile(map, x, row);
            const double cost = wend_field_cost(map->field, tile);
            if (isinf(cost)) continue;
            map->reached++;
            if (cost <= map->most) continue;
            map->most = cost;
            map->farthest = tile;
        }
    }
}

int field_map_fill(const char* command_name, const wend_grid* grid, wend_field_sense sense, wend_tile* ends,
                   int32_t end_count, double limit, bool with_labels, field_map* out) {
    *out = (field_map){.grid = grid, .sense = sense, .ends = ends, .end_count = end_count, .limit = limit};
    wend_result result = wend_field_create(NULL, &out->field);
    if (result == WEND_OK) result = wend_field_fill(out->field, grid, sense, ends, end_count, limit);
    if (result == WEND_OK && with_labels && !make_labels(out)) result = WEND_ERROR_MEMORY;
    if (result != WEND_OK)
        return cli_fail(cli_exit_code(result, CLI_WORKING), "%s: %s", command_name,
                        wend_result_string(result));
    survey(out);
    return CLI_OK;
}

void field_map_destroy(field_map* map) {
    wend_field_destroy(map->field);
    free(map->ends);
    free(map->labels);
    free(map->shares);
}

double field_map_cost(const field_map* map, wend_tile tile) {
    return wend_field_cost(map->field, tile);
}

int32_t field_map_nearest(const field_map* map, wend_tile tile) {
    return *label_of(map, tile);
}

int field_map_keypad(const field_map* map, wend_tile tile) {
    wend_tile next;
    if (!wend_field_next_tile(map->field, tile, &next)) return 0;
    if (next.floor != tile.floor) return FIELD_KEYPAD_FLOOR;
    return 5 + (next.x - tile.x) - 3 * (next.y - tile.y);
}

double field_map_direction(const field_map* map, const world_frame* frame, field_directions form,
                           wend_tile tile) {
    wend_tile next;
    if (!wend_field_next_tile(map->field, tile, &next)) return NAN;
    const int32_t dx = next.x - tile.x, dy = next.y - tile.y;
    if (dx == 0 && dy == 0) return 0;
    if (form == FIELD_D8) {
        static const uint8_t codes[3][3] = {{32, 64, 128}, {16, 0, 1}, {8, 4, 2}};
        return abs(dx) <= 1 && abs(dy) <= 1 ? codes[dy + 1][dx + 1] : 255;
    }
    const world_point from = world_frame_center(frame, tile), to = world_frame_center(frame, next);
    const bool up_is_north = frame->is_ros || frame->geo.has_transform; // elsewhere y counts downwards
    const double north = up_is_north ? to.y - from.y : from.y - to.y;
    const double degrees = atan2(to.x - from.x, north) * 180 / acos(-1);
    return degrees > 0 ? degrees : degrees + 360;
}
