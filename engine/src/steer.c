// steer.c: seek, arrive and path following. All lengths inside are in tiles, so that behaviour does not
// depend on the tile's size.
#include <math.h>

#include "grid.h"
#include "path.h"
#include "wend/steer.h"

// ---- small vectors

static wend_vec2 sub(wend_vec2 a, wend_vec2 b) {
    return (wend_vec2){a.x - b.x, a.y - b.y};
}
static wend_vec2 add_scaled(wend_vec2 a, wend_vec2 b, float k) {
    return (wend_vec2){a.x + b.x * k, a.y + b.y * k};
}
static float dot(wend_vec2 a, wend_vec2 b) {
    return a.x * b.x + a.y * b.y;
}
static float length(wend_vec2 a) {
    return sqrtf(dot(a, a));
}
static bool finite_vec(wend_vec2 a) {
    return isfinite(a.x) && isfinite(a.y);
}

static wend_vec2 limited(wend_vec2 a, float most) {
    float l = length(a);
    return l > most ? add_scaled((wend_vec2){0, 0}, a, most / l) : a;
}

// ---- behaviours

// Acceleration that brings the velocity nearest to a wanted one within dt.
static wend_vec2 towards_velocity(const wend_agent* agent, wend_vec2 wanted, float dt) {
    wend_vec2 change = sub(wanted, agent->velocity);
    return limited((wend_vec2){change.x / dt, change.y / dt}, agent->max_acceleration);
}

static wend_vec2 velocity_towards(wend_vec2 offset, float speed) {
    float distance = length(offset);
    return distance > 0 ? add_scaled((wend_vec2){0, 0}, offset, speed / distance) : (wend_vec2){0, 0};
}

// The pure forms have no time step: they take up the whole change of velocity in this time.
static const float REACTION_TIME = 0.1f;

wend_vec2 wend_steer_seek(const wend_agent* agent, wend_vec2 target) {
    wend_vec2 wanted = velocity_towards(sub(target, agent->position), agent->max_speed);
    return towards_velocity(agent, wanted, REACTION_TIME);
}

wend_vec2 wend_steer_arrive(const wend_agent* agent, wend_vec2 target, float slow_radius) {
    wend_vec2 offset = sub(target, agent->position);
    float distance = length(offset), speed = agent->max_speed;
    if (slow_radius > 0 && distance < slow_radius) speed *= distance / slow_radius;
    return towards_velocity(agent, velocity_towards(offset, speed), REACTION_TIME);
}

// ---- path following

enum { LOOK_AHEAD = 12 }; // tiles of the path

static wend_vec2 center(wend_tile tile) {
    return (wend_vec2){(float)tile.x + 0.5f, (float)tile.y + 0.5f};
}
static wend_tile tile_of(wend_vec2 p) {
    return (wend_tile){(int32_t)floorf(p.x), (int32_t)floorf(p.y)};
}

static bool on_open_tile(const wend_grid* grid, wend_vec2 p) {
    bool on_map = p.x >= 0 && p.y >= 0 && p.x < (float)grid->width && p.y < (float)grid->height;
    return on_map && wend_grid_passable(grid, tile_of(p)); // off the map a float may not fit a tile
}

// True when the straight way meets passable tiles only and passes no corner that movement may not cut
// (Amanatides, Woo 1987). Corners nearer than a thousandth of a tile count as met.
static bool clear_way(const wend_grid* grid, wend_vec2 from, wend_vec2 to) {
    static const float near = 1e-3f;
    if (!on_open_tile(grid, from) || !on_open_tile(grid, to)) return false;
    wend_tile at = tile_of(from), end = tile_of(to);
    wend_vec2 way = sub(to, from);
    int32_t sx = way.x > 0 ? 1 : -1, sy = way.y > 0 ? 1 : -1;
    int32_t left = wendi_abs(end.x - at.x) + wendi_abs(end.y - at.y);
    float whole = length(way);
    while (left > 0) {
        float edge_x = (float)(sx > 0 ? at.x + 1 : at.x), edge_y = (float)(sy > 0 ? at.y + 1 : at.y);
        float tx = at.x != end.x ? (edge_x - from.x) / way.x : INFINITY;
        float ty = at.y != end.y ? (edge_y - from.y) / way.y : INFINITY;
        bool corner = fabsf(tx - ty) * whole < near;
        if (corner && grid->moves != WEND_MOVES_8_CORNERS &&
            !(wendi_open(grid, at.x + sx, at.y) && wendi_open(grid, at.x, at.y + sy)))
            return false;
        if (corner || tx < ty) at.x += sx, left--;
        if (corner || ty <= tx) at.y += sy, left--;
        if (!wendi_open(grid, at.x, at.y)) return false;
    }
    return true;
}

// The farthest tile of the path, from one on, that can be walked to straight; -1: none within sight.
static int32_t farthest_in_sight(const wend_grid* grid, const wendi_tile_list* tiles, int32_t from,
                                 wend_vec2 position) {
    int32_t last = (int32_t)(from + LOOK_AHEAD < tiles->count ? from + LOOK_AHEAD : tiles->count - 1);
    while (last >= from && !clear_way(grid, position, center(tiles->data[last]))) last--;
    return last >= from ? last : -1;
}

// The last tile that the agent has reached: it stands on it, or has crossed the plane through its centre. Not
// beyond a tile in sight.
static int32_t progress_of(const wendi_tile_list* tiles, int32_t progress, int32_t in_sight,
                           wend_vec2 position) {
    wend_tile at = tile_of(position);
    for (int32_t i = in_sight; i > progress; i--)
        if (tiles->data[i].x == at.x && tiles->data[i].y == at.y) return i;
    for (; progress < in_sight; progress++) {
        wend_vec2 here = center(tiles->data[progress]), next = center(tiles->data[progress + 1]);
        if (dot(sub(position, next), sub(next, here)) < 0 || length(sub(position, next)) > 2) break;
    }
    return progress;
}

// The speed from which an agent can stop within a distance when it brakes once every dt.
static float braking_speed(float distance, float acceleration, float dt) {
    float step = acceleration * dt;
    return step * (sqrtf(0.25f + 2 * distance / (step * dt)) - 0.5f);
}

// Moves an agent, in tile units, towards a tile that is in sight, to a place from which the path is in sight
// again.
static void step(wend_agent* agent, const wend_grid* grid, const wendi_tile_list* tiles, int32_t in_sight,
                 float dt) {
    wend_vec2 offset = sub(center(tiles->data[in_sight]), agent->position);
    float distance = length(offset);
    // What lies beyond the tile reached must stay in sight, or the agent might go to and fro before a narrow
    // gap.
    int32_t least = wendi_min(agent->progress + 1, in_sight);
    float speed =
        fminf(agent->max_speed, fminf(braking_speed(distance, agent->max_acceleration, dt), distance / dt));
    wend_vec2 acceleration = towards_velocity(agent, velocity_towards(offset, speed), dt);
    wend_vec2 velocity = limited(add_scaled(agent->velocity, acceleration, dt), agent->max_speed);
    wend_vec2 position = add_scaled(agent->position, velocity, dt);
    if (clear_way(grid, agent->position, position) &&
        farthest_in_sight(grid, tiles, agent->progress, position) >= least) {
        agent->velocity = velocity;
        agent->position = position;
        return;
    }
    // The motion would end off the passable tiles or out of sight of the path: straight to the tile instead.
    // On that line it stays in sight.
    float reach =
        fminf(length(agent->velocity) + agent->max_acceleration * dt, fminf(agent->max_speed, distance / dt));
    agent->velocity = (wend_vec2){0, 0};
    for (float share = 1; share > 0.05f; share -= 0.125f) { // some place on the line may lie on an edge
        velocity = velocity_towards(offset, reach * share);
        position = add_scaled(agent->position, velocity, dt);
        if (!clear_way(grid, agent->position, position) ||
            farthest_in_sight(grid, tiles, agent->progress, position) < least)
            continue;
        agent->velocity = velocity;
        agent->position = position;
        return;
    }
}

wend_result wend_steer_follow(wend_agent* agent, const wend_grid* grid, const wend_path* path, float dt,
                              bool* arrived_out) {
    if (!agent || !grid || !path || !arrived_out || path->tiles.count == 0 || !(dt > 0 && dt <= 1) ||
        !finite_vec(agent->position) || !finite_vec(agent->velocity) || !(agent->max_speed > 0) ||
        !(agent->max_acceleration > 0) || !isfinite(agent->max_speed) || !isfinite(agent->max_acceleration) ||
        agent->progress < 0 || agent->progress >= path->tiles.count)
        return WEND_ERROR_ARGUMENT;
    float size = grid->tile_size;
    wend_agent a = *agent; // in tiles
    a.position =
        (wend_vec2){(agent->position.x - grid->origin.x) / size, (agent->position.y - grid->origin.y) / size};
    a.velocity = (wend_vec2){agent->velocity.x / size, agent->velocity.y / size};
    a.max_speed /= size;
    a.max_acceleration /= size;

    const wendi_tile_list* tiles = &path->tiles;
    int32_t in_sight = farthest_in_sight(grid, tiles, a.progress, a.position);
    if (in_sight < 0) return WEND_ERROR_ARGUMENT;
    step(&a, grid, tiles, in_sight, dt);
    in_sight = farthest_in_sight(grid, tiles, a.progress, a.position);
    a.progress = progress_of(tiles, a.progress, in_sight, a.position);

    wend_vec2 goal = center(tiles->data[tiles->count - 1]);
    bool arrived = length(sub(a.position, goal)) < 0.1f && length(a.velocity) * dt < 0.1f;
    if (arrived) a.velocity = (wend_vec2){0, 0}, a.progress = (int32_t)tiles->count - 1;
    agent->position = (wend_vec2){grid->origin.x + a.position.x * size, grid->origin.y + a.position.y * size};
    agent->velocity = (wend_vec2){a.velocity.x * size, a.velocity.y * size};
    agent->progress = a.progress;
    *arrived_out = arrived;
    return WEND_OK;
}
