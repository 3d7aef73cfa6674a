// copy.c: how do the contents of objects come into arrays, and arrays into objects?
#include "native.h"

#include <wend/private.h>

#include <math.h>
#include <string.h>

bool wendpy_copy_classes(const wend_grid* grid, wend_rect area, uint8_t* out) {
    return wend_grid_read(grid, area, out, 0) == WEND_OK;
}

void wendpy_copy_originals(const wend_world* world, wend_rect area, uint8_t* out) {
    for (int32_t y = 0; y < area.height; y++)
        for (int32_t x = 0; x < area.width; x++)
            *out++ = wend_world_original_class(world, (wend_tile){area.x + x, area.y + y, area.floor});
}

void wendpy_copy_closed_steps(const wend_grid* grid, wend_rect area, uint8_t* out) {
    for (int32_t y = 0; y < area.height; y++)
        for (int32_t x = 0; x < area.width; x++)
            *out++ = wend_grid_closed_steps(grid, (wend_tile){area.x + x, area.y + y, area.floor});
}

void wendpy_used_classes(const wend_world* world, bool* used_out) {
    const wend_grid* grid = wend_world_grid(world);
    const int64_t* counts = wend_grid_class_counts(grid);
    for (int k = 0; k < WEND_CLASS_COUNT; k++) used_out[k] = counts[k] > 0;
    const wend_rect map = wend_grid_area(grid);
    for (int32_t row = 0; row < map.height * wend_grid_floors(grid); row++)
        for (int32_t x = 0; x < map.width; x++) {
            const wend_tile tile = {map.x + x, map.y + row % map.height, (uint16_t)(row / map.height)};
            used_out[wend_world_original_class(world, tile)] = true;
        }
}

// ---- fields

void wendpy_field_costs(const wend_field* field, wend_rect area, double* out) {
    for (int32_t y = 0; y < area.height; y++)
        for (int32_t x = 0; x < area.width; x++)
            *out++ = wend_field_cost(field, (wend_tile){area.x + x, area.y + y, area.floor});
}

void wendpy_field_steps(const wend_field* field, wend_rect area, int8_t* out) {
    for (int32_t y = 0; y < area.height; y++) {
        for (int32_t x = 0; x < area.width; x++) {
            const wend_tile tile = {area.x + x, area.y + y, area.floor};
            wend_tile next = tile;
            int32_t dx = 0, dy = 0;
            if (wend_field_next_tile(field, tile, &next)) {
                dx = next.x - tile.x;
                dy = next.y - tile.y;
            }
            if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || next.floor != tile.floor) dx = dy = 0; // a link
            *out++ = (int8_t)dx;
            *out++ = (int8_t)dy;
        }
    }
}

int64_t wendpy_field_path(const wend_field* field, wend_tile tile, wend_tile* out, int64_t capacity) {
    if (!isfinite(wend_field_cost(field, tile))) return 0;
    for (int64_t count = 0;; count++) {
        if (count < capacity) out[count] = tile;
        wend_tile next = tile;
        if (!wend_field_next_tile(field, tile, &next) ||
            (next.x == tile.x && next.y == tile.y && next.floor == tile.floor))
            return count + 1;
        tile = next;
    }
}

// ---- crowds

wend_result wendpy_crowd_add(wend_crowd* crowd, const wend_agent* agents, int64_t count, uint64_t* ids_out,
                             int64_t* done_out) {
    for (*done_out = 0; *done_out < count; ++*done_out) {
        wend_agent_id id;
        const wend_result result = wend_crowd_add(crowd, &agents[*done_out], &id);
        if (result != WEND_OK) return result;
        ids_out[*done_out] = id.value;
    }
    return WEND_OK;
}

wend_result wendpy_crowd_send(wend_crowd* crowd, const uint64_t* ids, const wend_tile* goals, int64_t count,
                              int64_t* done_out) {
    for (*done_out = 0; *done_out < count; ++*done_out) {
        const wend_tile goal = goals[*done_out];
        const wend_result result = wend_crowd_send(crowd, (wend_agent_id){ids[*done_out]}, goal);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

wend_result wendpy_crowd_remove(wend_crowd* crowd, const uint64_t* ids, int64_t count, int64_t* done_out) {
    for (*done_out = 0; *done_out < count; ++*done_out) {
        const wend_result result = wend_crowd_remove(crowd, (wend_agent_id){ids[*done_out]});
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

wend_result wendpy_crowd_tick(wend_crowd* crowd, float dt, int32_t count, int32_t* done_out) {
    for (*done_out = 0; *done_out < count; ++*done_out) {
        const wend_result result = wend_crowd_tick(crowd, dt);
        if (result != WEND_OK) return result;
        if (wendpy_should_cancel(NULL)) {
            ++*done_out;
            return WEND_ERROR_CANCELLED;
        }
    }
    return WEND_OK;
}

void wendpy_crowd_states(const wend_crowd* crowd, uint8_t* out) {
    int32_t count = 0;
    const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
    for (int32_t i = 0; i < count; i++) out[i] = (uint8_t)wend_crowd_state(crowd, ids[i]);
}

wend_result wendpy_file_write(const char* file, const void* bytes, size_t size, wend_error* error) {
    return wend_file_write(file, bytes, size, error);
}
