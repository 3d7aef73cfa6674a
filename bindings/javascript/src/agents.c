// agents.c: how does JavaScript use fields and crowds?
#include <string.h>

#include "wendjs.h"

// ---- fields

EXPORT wend_result wendjs_field_fill(wend_field* field, const wend_world* world, wend_field_sense sense,
                                     const wend_tile* tiles, int32_t count, double limit) {
    return wend_field_fill(field, wend_world_grid(world), sense, tiles, count, limit);
}
/// Cost of every tile, row by row, floor by floor.
EXPORT void wendjs_field_costs(const wend_field* field, const wend_world* world, double* out) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_rect map = wend_grid_area(grid);
    for (int32_t y = 0; y < map.height * wend_grid_floors(grid); y++)
        for (int32_t x = 0; x < map.width; x++) {
            const wend_tile tile = {map.x + x, map.y + y % map.height, (uint16_t)(y / map.height)};
            *out++ = wend_field_cost(field, tile);
        }
}
EXPORT double wendjs_field_cost(const wend_field* field, int32_t x, int32_t y, int32_t floor) {
    return wend_field_cost(field, (wend_tile){x, y, (uint16_t)floor});
}
EXPORT int32_t wendjs_field_next(const wend_field* field, int32_t x, int32_t y, int32_t floor) {
    wend_tile next;
    if (!wend_field_next_tile(field, (wend_tile){x, y, (uint16_t)floor}, &next)) return 0;
    wendjs_numbers[0] = next.x;
    wendjs_numbers[1] = next.y;
    wendjs_numbers[2] = next.floor;
    return 1;
}

/// The number of tiles with a cost; the first so many go to out.
EXPORT double wendjs_field_tiles(const wend_field* field, wend_tile* out, int32_t capacity) {
    return (double)wend_field_tiles(field, out, capacity);
}
EXPORT int32_t wendjs_field_end(const wend_field* field, int32_t x, int32_t y, int32_t floor) {
    return wend_field_end(field, (wend_tile){x, y, (uint16_t)floor});
}
EXPORT wend_result wendjs_field_regions(const wend_field* field, const wend_world* world, int32_t* out) {
    const wend_grid* grid = wend_world_grid(world);
    wend_result result = WEND_OK;
    wend_rect map = wend_grid_area(grid);
    for (; map.floor < wend_grid_floors(grid) && result == WEND_OK; map.floor++)
        result =
            wend_field_regions(field, map, out + (size_t)map.floor * (size_t)map.width * (size_t)map.height);
    return result;
}

// ---- crowds

EXPORT wend_result wendjs_crowd_create(const wend_world* world, int32_t plans_per_tick, int32_t work_per_tick,
                                       double snap, int32_t partial, int32_t pass_through, wend_crowd** out) {
    wend_crowd_def def = wend_default_crowd_def();
    if (plans_per_tick > 0) def.plans_per_tick = plans_per_tick;
    if (work_per_tick > 0) def.work_per_tick = work_per_tick;
    def.snap = (float)snap;
    def.partial = partial != 0;
    def.pass_through = pass_through != 0;
    return wend_crowd_create(world, &def, out);
}
/// The id: its upper and lower half are the first of wendjs_numbers.
EXPORT wend_result wendjs_crowd_add(wend_crowd* crowd, double x, double y, double radius, double max_speed,
                                    double max_acceleration) {
    const wend_agent agent = {.position = {(float)x, (float)y},
                              .max_speed = (float)max_speed,
                              .max_acceleration = (float)max_acceleration,
                              .radius = (float)radius};
    wend_agent_id id = {0};
    wend_result result = wend_crowd_add(crowd, &agent, &id);
    wendjs_numbers[0] = (double)(uint32_t)(id.value >> 32);
    wendjs_numbers[1] = (double)(uint32_t)id.value;
    return result;
}
static wend_agent_id id_of(uint32_t high, uint32_t low) {
    return (wend_agent_id){(uint64_t)high << 32 | low};
}
EXPORT wend_result wendjs_crowd_send(wend_crowd* crowd, uint32_t high, uint32_t low, int32_t x, int32_t y,
                                     int32_t floor) {
    return wend_crowd_send(crowd, id_of(high, low), (wend_tile){x, y, (uint16_t)floor});
}
EXPORT wend_result wendjs_crowd_remove(wend_crowd* crowd, uint32_t high, uint32_t low) {
    return wend_crowd_remove(crowd, id_of(high, low));
}
EXPORT wend_result wendjs_crowd_tick(wend_crowd* crowd, double dt, int32_t count) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) result = wend_crowd_tick(crowd, (float)dt);
    return result;
}
EXPORT int32_t wendjs_crowd_count(const wend_crowd* crowd) {
    int32_t count = 0;
    wend_crowd_ids(crowd, &count);
    return count;
}
/// Positions as x, y, velocities likewise, and states of all agents, in the order of their indices.
EXPORT void wendjs_crowd_read(const wend_crowd* crowd, float* positions, float* velocities, uint8_t* states) {
    int32_t count = 0;
    const wend_agent* agents = wend_crowd_agents(crowd, &count);
    const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
    for (int32_t i = 0; i < count; i++) {
        memcpy(positions + 2 * i, &agents[i].position, sizeof agents[i].position);
        memcpy(velocities + 2 * i, &agents[i].velocity, sizeof agents[i].velocity);
        states[i] = (uint8_t)wend_crowd_state(crowd, ids[i]);
    }
}
EXPORT int32_t wendjs_crowd_index(const wend_crowd* crowd, uint32_t high, uint32_t low) {
    return wend_crowd_index(crowd, id_of(high, low));
}
EXPORT void wendjs_crowd_numbers(const wend_crowd* crowd) {
    const wend_crowd_stats s = wend_crowd_get_stats(crowd);
    const uint64_t hash = wend_crowd_hash(crowd);
    const double numbers[] = {(double)s.ticks,
                              (double)s.plans,
                              (double)s.replans,
                              (double)s.forced_passes,
                              (double)s.collisions,
                              (double)s.blocked_ticks,
                              (double)(uint32_t)(hash >> 32),
                              (double)(uint32_t)hash};
    memcpy(wendjs_numbers, numbers, sizeof numbers);
}
