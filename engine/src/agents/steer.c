// steer.c: which velocity does an agent prefer, and which tiles does a group take?
#include <string.h>

#include "core/hash.h"
#include "grid/clearance.h"
#include "grid/steps.h"
#include "hierarchy/open.h"
#include "wend/crowd.h"
#include "wend/steer.h"

// ---- behaviours: which velocity does an agent prefer? Each is a few lines; only one looks at walls.

static wendi_vec wide(wend_vec2 a) {
    return (wendi_vec){(double)a.x, (double)a.y};
}
static wend_vec2 narrow(wendi_vec a) {
    return (wend_vec2){(float)a.x, (float)a.y};
}
// What a behaviour answers: zero where NaN, infinity or numbers too large went in, so that they never reach a
// body.
static wend_vec2 preferred(wendi_vec a) {
    const wend_vec2 out = narrow(a);
    return wendi_is_finite(out) ? out : (wend_vec2){0, 0};
}
static wendi_vec position_of(const wend_agent* agent) {
    return wide(agent->position);
}
static wendi_vec motion(const wend_agent* agent) {
    return wide(agent->velocity);
}

// ---- one target

static wend_vec2 full_speed(const wend_agent* agent, wendi_vec way) {
    return preferred(wendi_scale(wendi_unit(way), (double)agent->max_speed));
}

wend_vec2 wend_steer_seek(const wend_agent* agent, wend_vec2 target) {
    if (!agent) return (wend_vec2){0, 0};
    return full_speed(agent, wendi_sub(wide(target), position_of(agent)));
}

wend_vec2 wend_steer_flee(const wend_agent* agent, wend_vec2 threat) {
    if (!agent) return (wend_vec2){0, 0};
    return full_speed(agent, wendi_sub(position_of(agent), wide(threat)));
}

wend_vec2 wend_steer_arrive(const wend_agent* agent, wend_vec2 target, float slow_radius) {
    if (!agent) return (wend_vec2){0, 0};
    wendi_vec way = wendi_sub(wide(target), position_of(agent));
    double distance = wendi_length(way), slow = (double)slow_radius;
    double share = slow > 0 && distance < slow ? distance / slow : 1;
    return preferred(wendi_scale(wendi_unit(way), (double)agent->max_speed * share));
}

// Where the other agent will be after the time that this one needs to its present position.
static wend_vec2 meeting_point(const wend_agent* agent, const wend_agent* other, float horizon) {
    double time = wendi_gap(position_of(agent), position_of(other)) / (double)agent->max_speed;
    return narrow(wendi_along(position_of(other), motion(other), wendi_clamp(time, 0, (double)horizon)));
}

wend_vec2 wend_steer_pursue(const wend_agent* agent, const wend_agent* quarry, float horizon) {
    if (!agent || !quarry) return (wend_vec2){0, 0};
    return wend_steer_seek(agent, meeting_point(agent, quarry, horizon));
}

wend_vec2 wend_steer_evade(const wend_agent* agent, const wend_agent* pursuer, float horizon) {
    if (!agent || !pursuer) return (wend_vec2){0, 0};
    return wend_steer_flee(agent, meeting_point(agent, pursuer, horizon));
}

// ---- headings

// The range that the header states; 0 for NaN.
static double turn_within(float max_turn) {
    return max_turn >= 0 ? fmin((double)max_turn, 2) : 0;
}

// Turns by an angle without sine or cosine: (1 - t^2, 2 t) / (1 + t^2) is the turn by 2 atan t, which for t =
// angle / 2 is the angle or a little less.
static wendi_vec turned(wendi_vec heading, double angle) {
    double t = angle / 2, c = (1 - t * t) / (1 + t * t), s = 2 * t / (1 + t * t);
    return wendi_unit((wendi_vec){heading.x * c - heading.y * s, heading.x * s + heading.y * c});
}

wend_vec2 wend_steer_turn(wend_vec2 heading, wend_vec2 direction, float max_turn) {
    if (!wendi_is_finite(heading) || !wendi_is_finite(direction)) return (wend_vec2){0, 0};
    wendi_vec from = wendi_unit(wide(heading)), to = wendi_unit(wide(direction));
    if (wendi_dot(to, to) == 0) return preferred(from);
    if (wendi_dot(from, from) == 0) return preferred(to);
    double side = wendi_cross(from, to);
    wendi_vec most = turned(from, side < 0 ? -turn_within(max_turn) : turn_within(max_turn));
    WENDI_ASSERT(fabs(wendi_length(most) - 1) < 1e-6);
    // Reached or passed when the direction is no longer on the same side.
    bool reached = wendi_dot(from, to) >= wendi_dot(from, most);
    return preferred(reached ? to : most);
}

wend_vec2 wend_steer_wander(const wend_agent* agent, wend_wander* wander, float max_turn) {
    if (!agent || !wander) return (wend_vec2){0, 0};
    double share = (double)(wendi_next_random(&wander->seed) >> 11) / 9007199254740992.0; // [0, 1)
    wendi_vec heading = wendi_unit(wide(wander->heading));
    if (wendi_dot(heading, heading) == 0) heading.x = 1;
    heading = turned(heading, (2 * share - 1) * turn_within(max_turn));
    wander->heading = preferred(heading);
    return preferred(wendi_scale(heading, 0.5 * (double)agent->max_speed));
}

// ---- others

static bool is_near(const wend_agent* agent, const wend_agent* other, float radius) {
    return other != agent && wendi_gap(position_of(agent), position_of(other)) < (double)radius;
}

wend_vec2 wend_steer_separate(const wend_agent* agent, const wend_agent* others, int32_t count,
                              float radius) {
    if (!agent || (!others && count > 0)) return (wend_vec2){0, 0};
    wendi_vec sum = {0, 0};
    for (int32_t i = 0; i < count; i++) {
        if (!is_near(agent, &others[i], radius)) continue;
        wendi_vec away = wendi_sub(position_of(agent), position_of(&others[i]));
        double weight = 1 - wendi_length(away) / (double)radius;
        sum = wendi_along(sum, wendi_unit(away), weight * (double)agent->max_speed);
    }
    return preferred(wendi_limited(sum, (double)agent->max_speed));
}

// The mean of what a function gives for the others within the radius; false when there are none.
static bool mean_of(const wend_agent* agent, const wend_agent* others, int32_t count, float radius,
                    wendi_vec (*value)(const wend_agent* other), wendi_vec* out) {
    wendi_vec sum = {0, 0};
    int32_t near = 0;
    for (int32_t i = 0; i < count; i++) {
        if (!is_near(agent, &others[i], radius)) continue;
        sum = wendi_add(sum, value(&others[i]));
        near++;
    }
    if (near > 0) *out = wendi_scale(sum, 1.0 / near);
    return near > 0;
}

wend_vec2 wend_steer_cohere(const wend_agent* agent, const wend_agent* others, int32_t count, float radius) {
    if (!agent || (!others && count > 0)) return (wend_vec2){0, 0};
    wendi_vec mean;
    if (!mean_of(agent, others, count, radius, position_of, &mean)) return (wend_vec2){0, 0};
    return wend_steer_arrive(agent, narrow(mean), radius);
}

wend_vec2 wend_steer_align(const wend_agent* agent, const wend_agent* others, int32_t count, float radius) {
    if (!agent || (!others && count > 0)) return (wend_vec2){0, 0};
    wendi_vec mean;
    if (!mean_of(agent, others, count, radius, motion, &mean)) return (wend_vec2){0, 0};
    return preferred(wendi_limited(mean, (double)agent->max_speed));
}

wend_vec2 wend_steer_avoid(const wend_agent* agent, const wend_agent* obstacles, int32_t count,
                           float horizon) {
    if (!agent || (!obstacles && count > 0)) return (wend_vec2){0, 0};
    wendi_vec forward = wendi_unit(motion(agent));
    double soonest = wendi_length(motion(agent)) * (double)horizon, side = 0;
    for (int32_t i = 0; i < count; i++) {
        if (&obstacles[i] == agent) continue;
        wendi_vec offset = wendi_sub(position_of(&obstacles[i]), position_of(agent));
        double ahead = wendi_dot(offset, forward), beside = wendi_cross(forward, offset);
        double touch = (double)agent->radius + (double)obstacles[i].radius;
        if (ahead <= 0 || fabs(beside) >= touch || ahead - touch >= soonest) continue;
        soonest = ahead - touch;
        side = beside > 0 ? -1 : 1; // the shorter way round; dead ahead: to the right
    }
    wendi_vec sideways = {-forward.y * side, forward.x * side};
    return preferred(wendi_scale(sideways, (double)agent->max_speed));
}

wend_vec2 wend_steer_avoid_walls(const wend_agent* agent, const wend_grid* grid, float margin) {
    if (!agent || !grid || agent->floor >= grid->floors.count) return (wend_vec2){0, 0};
    wendi_frame frame = wendi_frame_of(grid);
    const wend_vec2 position = wendi_position_to_sheet(&grid->floors, agent->position, agent->floor);
    wendi_vec p = wendi_to_tiles(&frame, position), sum = {0, 0};
    double radius = (double)agent->radius / frame.size;
    double reach = fmin(radius + (double)margin / frame.size, WENDI_MAX_BODY);
    if (!(reach > radius) || !wendi_is_on_passable(grid, p)) return (wend_vec2){0, 0};
    const wend_rect near = wendi_tiles_around(grid, p, reach);
    for (int32_t y = near.y; y < near.y + near.height; y++)
        for (int32_t x = near.x; x < near.x + near.width; x++) {
            wend_tile tile = {x, y};
            if (wendi_sheet_contains(grid, tile) && !wendi_is_obstacle(grid, x, y)) continue;
            wendi_vec nearest = wendi_nearest_on_tile(grid, tile, p);
            double gap = fmax(wendi_gap(p, nearest) - radius, 0);
            if (radius + gap >= reach) continue;
            double weight = 1 - gap / (reach - radius);
            sum = wendi_along(sum, wendi_unit(wendi_sub(p, nearest)), weight * (double)agent->max_speed);
        }
    return preferred(wendi_limited(sum, (double)agent->max_speed));
}

// ---- combination

wend_vec2 wend_steer_blend(const wend_weighted* items, int32_t count, float max_speed) {
    if (!items && count > 0) return (wend_vec2){0, 0};
    wendi_vec sum = {0, 0};
    for (int32_t i = 0; i < count; i++)
        sum = wendi_along(sum, wide(items[i].velocity), (double)items[i].weight);
    return preferred(wendi_limited(sum, (double)max_speed));
}

wend_vec2 wend_steer_prioritise(const wend_weighted* items, int32_t count, float max_speed) {
    if (!items && count > 0) return (wend_vec2){0, 0};
    wendi_vec sum = {0, 0};
    double room = (double)max_speed;
    for (int32_t i = 0; i < count && room > 0; i++) {
        wendi_vec item = wendi_limited(wendi_scale(wide(items[i].velocity), (double)items[i].weight), room);
        sum = wendi_add(sum, item);
        room -= wendi_length(item);
    }
    return preferred(sum);
}

// ---- moving

wend_vec2 wend_steer_towards(const wend_agent* agent, wend_vec2 velocity, float reaction_time) {
    if (!agent || !(reaction_time > 0)) return (wend_vec2){0, 0};
    wendi_vec change = wendi_sub(wide(velocity), motion(agent));
    return preferred(
        wendi_limited(wendi_scale(change, 1 / (double)reaction_time), (double)agent->max_acceleration));
}

static wend_result move(wend_agent* agent, wend_vec2 by, float dt, bool at_once) {
    if (!agent || !(dt > 0 && dt <= 1) || !wendi_is_finite(agent->position) ||
        !wendi_is_finite(agent->velocity) || !wendi_is_finite(by) || !(agent->max_speed > 0) ||
        !isfinite(agent->max_speed) || !(agent->max_acceleration > 0) || !isfinite(agent->max_acceleration))
        return WEND_ERROR_ARGUMENT;
    wendi_vec velocity = wide(by);
    if (!at_once)
        velocity =
            wendi_along(motion(agent), wendi_limited(velocity, (double)agent->max_acceleration), (double)dt);
    velocity = wendi_limited(velocity, (double)agent->max_speed);
    wend_vec2 position = narrow(wendi_along(position_of(agent), velocity, (double)dt));
    if (!wendi_is_finite(position)) return WEND_ERROR_ARGUMENT;
    agent->velocity = narrow(velocity);
    agent->position = position;
    return WEND_OK;
}

wend_result wend_agent_push(wend_agent* agent, wend_vec2 acceleration, float dt) {
    return move(agent, acceleration, dt, false);
}

wend_result wend_agent_glide(wend_agent* agent, wend_vec2 velocity, float dt) {
    return move(agent, velocity, dt, true);
}

// ---- formation tiles for a group, by breadth-first search in a window that grows as needed.

typedef struct window {
    wend_rect area;
    uint8_t* seen;   // by tile
    wend_tile* line; // the queue of the search
} window;

// Tiles are opened before the search goes on from them; a step reads no farther than what is opened with a
// cluster.
static wend_result open_tile(const wend_grid* grid, wend_tile tile) {
    return grid->world ? wendi_open_tiles(&grid->world->graph, &tile, 1) : WEND_OK;
}

static wend_result search(const wend_grid* grid, window* w, wend_tile around, int32_t count, int32_t spacing,
                          wend_tile* out, int32_t* count_out) {
    int64_t last = 0;
    int32_t found = 0;
    w->line[last++] = around;
    w->seen[(around.y - w->area.y) * (int64_t)w->area.width + around.x - w->area.x] = 1;
    for (int64_t next = 0; next < last && found < count; next++) {
        wend_tile at = w->line[next];
        const wend_result opened = open_tile(grid, at);
        if (opened != WEND_OK) return opened;
        if ((at.x - around.x) % spacing == 0 && (at.y - around.y) % spacing == 0) out[found++] = at;
        uint32_t moves = wendi_legal_moves(grid, at.x, at.y);
        for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
            const wend_tile to = wendi_beside(at, d);
            if (!(moves >> d & 1) || !wendi_area_contains(w->area, to)) continue;
            uint8_t* seen = &w->seen[(to.y - w->area.y) * (int64_t)w->area.width + to.x - w->area.x];
            if (*seen) continue;
            *seen = 1;
            w->line[last++] = to;
            WENDI_ASSERT(last <= (int64_t)w->area.width * w->area.height);
        }
    }
    WENDI_ASSERT(found >= 1 && found <= count);
    *count_out = found;
    return WEND_OK;
}

wend_result wend_formation_tiles(const wend_grid* grid, wend_tile around, int32_t count, int32_t spacing,
                                 const wend_allocator* allocator_opt, wend_tile* out, int32_t* count_out) {
    if (!grid || !out || !count_out || count < 1 || count > WEND_MAX_CROWD || spacing < 1 || spacing > 64)
        return WEND_ERROR_ARGUMENT;
    around = wendi_to_sheet(&grid->floors, around);
    if (!wendi_sheet_contains(grid, around)) return WEND_ERROR_ARGUMENT;
    const bool partial = grid->world && wendi_has_regions(&grid->world->graph);
    wend_result result = partial ? wendi_open_all(grid->world) : open_tile(grid, around);
    if (result != WEND_OK) return result;
    if (!wendi_sheet_passable(grid, around)) return WEND_ERROR_ARGUMENT;
    wend_allocator allocator = wendi_allocator(allocator_opt);
    int32_t reach = 4 * spacing;
    while ((int64_t)reach * reach < 4 * (int64_t)count * spacing * spacing) reach *= 2;
    for (;; reach *= 4) {
        const wend_rect area =
            wendi_area_around((wend_rect){around.x, around.y, 1, 1}, reach, grid->width, grid->height);
        bool whole = area.width == grid->width && area.height == grid->height;
        size_t tiles = (size_t)area.width * (size_t)area.height;
        window w = {area, wendi_alloc_zeroed(&allocator, tiles, 1),
                    wendi_alloc(&allocator, tiles, sizeof(wend_tile))};
        int32_t found = 0;
        result = w.seen && w.line ? search(grid, &w, around, count, spacing, out, &found) : WEND_ERROR_MEMORY;
        wendi_free(&allocator, w.seen, tiles, 1);
        wendi_free(&allocator, w.line, tiles, sizeof(wend_tile));
        if (result != WEND_OK) return result;
        *count_out = found;
        if (found < count && !whole) continue;
        wendi_tiles_from_sheet(&grid->floors, out, found);
        return WEND_OK;
    }
}
