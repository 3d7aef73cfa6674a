// features_move.c: do crowds and fleets keep their promises on any map, while it changes under them?
#include "place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- who moves

// Another floor is another place.
static const char* check_bodies(const wend_crowd* crowd, const wend_grid* grid) {
    int32_t count = 0;
    const wend_agent* a = wend_crowd_agents(crowd, &count);
    const wend_agent_id* ids = wend_crowd_ids(crowd, &count);
    for (int32_t i = 0; i < count; i++) {
        if (wend_crowd_state(crowd, ids[i]) == WEND_AGENT_ON_LINK) continue;
        if (a[i].floor >= wend_grid_floors(grid)) return "a body on no floor";
        if (!isfinite(a[i].position.x) || !isfinite(a[i].position.y)) return "a body nowhere";
        for (int32_t k = i + 1; k < count; k++) {
            const double x = (double)(a[i].position.x - a[k].position.x),
                         y = (double)(a[i].position.y - a[k].position.y);
            const double reach = (double)(a[i].radius + a[k].radius);
            if (a[i].floor != a[k].floor || x * x + y * y >= reach * reach * 0.998 ||
                wend_crowd_state(crowd, ids[k]) == WEND_AGENT_ON_LINK)
                continue;
            return "two bodies overlap";
        }
    }
    return NULL;
}

// A change of the map under those who walk. Ground goes only where nobody is: a body in a wall may be pushed.
static const char* change_under(place* p) {
    if (rng_chance(&p->r, 30)) return place_grow(p);
    return place_edit(p);
}

const char* place_crowd(place* p) {
    wend_crowd_def def = wend_default_crowd_def();
    wend_crowd* crowd = NULL;
    const wend_grid* grid = wend_world_grid(p->asked);
    def.claims = rng_chance(&p->r, 70);
    def.first_tiles = rng_chance(&p->r, 30) ? 16 : 0;
    def.partial = rng_chance(&p->r, 30);
    def.snap = rng_chance(&p->r, 30) ? 3 : 0;
    const wend_result result = wend_crowd_create(p->asked, &def, &crowd);
    if (def.claims && p->is_hex) return result == WEND_ERROR_ARGUMENT ? NULL : "claims on hexagons";
    if (result != WEND_OK) return "a crowd fails";
    const char* fault = NULL;
    const int32_t bodies = rng_between(&p->r, 2, MOST_MOVERS);
    int32_t count = 0;
    for (int32_t i = 0; i < bodies; i++) {
        const wend_tile at = place_tile(p, grid);
        const int32_t profile = rng_below(&p->r, wend_world_profile_count(p->asked));
        const wend_agent body = {.position = wend_grid_center(grid, at),
                                 .max_speed = 4,
                                 .max_acceleration = 32,
                                 .radius = (float)rng_between(&p->r, 1, p->is_hex ? 20 : 45) / 100,
                                 .profile = profile,
                                 .floor = at.floor};
        wend_agent_id id;
        if (wend_crowd_add(crowd, &body, &id) != WEND_OK) continue;
        count++;
        if (wend_crowd_send(crowd, id, place_tile(p, grid)) != WEND_OK) fault = "an agent is not sent";
    }
    const int32_t ticks = rng_between(&p->r, 20, 150);
    wend_rect frame = wend_grid_area(grid); // at the last tick
    for (int32_t t = 0; t < ticks && !fault && count > 0; t++) {
        const wend_result tick = wend_crowd_tick(crowd, 1.0f / 30);
        const wend_rect now = wend_grid_area(wend_world_grid(p->asked));
        const bool may_stop = def.claims || wend_grid_floors(grid) > 1;
        if (may_stop && tick == WEND_ERROR_STALE && memcmp(&now, &frame, sizeof now) != 0) break;
        if (tick != WEND_OK) {
            fprintf(stderr, "tick %d: %s\n", t, wend_result_string(tick));
            fault = "a tick fails";
            break;
        }
        frame = now;
        if (def.claims) fault = check_bodies(crowd, grid);
        if (fault || !rng_chance(&p->r, 8)) continue;
        if (p->overlay)
            fault = place_change_overlay(p, false);
        else
            fault = change_under(p);
        if (p->overlay && !fault) {
            const wend_world* world;
            const wend_result result_of = wend_overlay_world(p->overlay, &world);
            if (result_of != WEND_OK && result_of != WEND_ERROR_LIMIT) fault = "an overlay does not follow";
        }
        int32_t n;
        const wend_agent_id* ids = wend_crowd_ids(crowd, &n);
        const wend_result sent =
            fault ? WEND_OK : wend_crowd_send(crowd, ids[rng_below(&p->r, n)], place_tile(p, grid));
        if (sent != WEND_OK && sent != WEND_ERROR_STALE)
            fault = "an agent is not sent"; // a tick tells the rest
    }
    p->n.ticks += ticks;
    wend_crowd_destroy(crowd);
    return fault;
}

const char* place_fleet(place* p) {
    wend_fleet_def def = wend_default_fleet_def();
    wend_fleet* fleet = NULL;
    const wend_grid* grid = wend_world_grid(p->asked);
    def.directions = p->is_hex || rng_chance(&p->r, 50) ? 8 : 4;
    def.turns = !p->is_hex && rng_chance(&p->r, 30);
    const wend_result made = wend_fleet_create(p->asked, &def, &fleet);
    if (made != WEND_OK) {
        fprintf(stderr, "%s, directions %d: ", wend_result_string(made), def.directions);
        return "a fleet fails";
    }
    const char* fault = NULL;
    const int32_t movers = rng_between(&p->r, 2, MOST_MOVERS);
    int32_t mover = -1, count = 0;
    for (int32_t i = 0; i < movers; i++) {
        const int32_t profile = rng_below(&p->r, wend_world_profile_count(p->asked));
        if (wend_fleet_add(fleet, place_tile(p, grid), profile, 0, &mover) != WEND_OK) continue;
        count++;
        if (wend_fleet_send(fleet, mover, place_tile(p, grid)) != WEND_OK) fault = "a mover is not sent";
    }
    wend_rect frame = wend_grid_area(grid); // at the last step
    static wend_tile before[MOST_MOVERS], after[MOST_MOVERS];
    static int32_t profiles[MOST_MOVERS];
    const int32_t steps = count > 0 ? rng_between(&p->r, 10, 80) : 0;
    for (int32_t t = 0; t < steps && !fault; t++) {
        const wend_rect now = wend_grid_area(wend_world_grid(p->asked));
        const wend_mover* m = wend_fleet_movers(fleet, &count);
        for (int32_t i = 0; i < count; i++) before[i] = m[i].tile;
        const wend_result result = wend_fleet_step(fleet);
        if (result == WEND_ERROR_STALE && memcmp(&now, &frame, sizeof now) != 0) break;
        if (result != WEND_OK) {
            fprintf(stderr, "step %d: %s\n", t, wend_result_string(result));
            fault = "a step fails";
            break;
        }
        frame = now;
        m = wend_fleet_movers(fleet, &count);
        for (int32_t i = 0; i < count; i++) {
            after[i] = m[i].tile;
            profiles[i] = m[i].profile;
        }
        int32_t conflicts = 0;
        wend_conflict c = {0};
        if (wend_check_profile_moves(p->asked, profiles, before, after, count, &c, 1, &conflicts) != WEND_OK)
            fault = "moves are not checked";
        if (conflicts > 0) {
            fprintf(stderr, "step %d, %s of %d and %d at %d,%d,%d: ", t, wend_conflict_kind_string(c.kind),
                    c.first, c.second, c.tile.x, c.tile.y, c.tile.floor);
            fault = "a conflict";
        }
        if (fault || !rng_chance(&p->r, 15)) continue;
        if (p->overlay) {
            const wend_world* world;
            fault = place_change_overlay(p, false);
            const wend_result result_of = wend_overlay_world(p->overlay, &world);
            if (result_of != WEND_OK && result_of != WEND_ERROR_LIMIT) fault = "an overlay does not follow";
        } else {
            fault = change_under(p);
        }
    }
    wend_fleet_destroy(fleet);
    return fault;
}
