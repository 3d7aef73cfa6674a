// crowd_field.c: how does an agent follow a field? It looks a few steps ahead, and again when it has walked
// half of them.
#include "agents/crowd.h"

enum { STEPS = 32, LEG_STEPS = 12 }; // steps to look ahead; at most so many on a straight leg

// The first of some tiles, from one on, that is followed by the other end of a link; count: none.
static int32_t next_entry(const wend_grid* grid, const wend_tile* tiles, int32_t from, int32_t count) {
    if (grid->links.count == 0) return count;
    for (int32_t i = from; i + 1 < count; i++)
        if (!wend_grid_can_step(grid, tiles[i], tiles[i + 1])) return i;
    return count;
}

bool wendi_crowd_look_ahead(wend_crowd* c, int32_t i, const wendi_start* start) {
    const wend_agent* agent = &c->agents[i];
    const wend_grid* grid = wendi_crowd_view_of(c, agent)->grid;
    wendi_member* m = &c->members[i];
    wend_tile tiles[STEPS + 1] = {start->tile};
    int32_t count = 1;
    for (bool on = true; on && count <= STEPS; count += on)
        on = wend_field_next_tile(m->field, tiles[count - 1], &tiles[count]) &&
             (tiles[count].x != tiles[count - 1].x || tiles[count].y != tiles[count - 1].y);
    bool ends = count <= STEPS;
    WENDI_ASSERT(count >= 1 && count <= STEPS + 1);
    if (!wendi_crowd_reserve_waypoints(c, m, count + 2)) return false;

    const wendi_frame frame = wendi_frame_of(grid);
    bool point = wend_grid_connectivity(grid) == WEND_CONNECTIVITY_8_CUT; // as in wendi_crowd_needs
    const double needed = wendi_crowd_needs(c, agent), hair = 1e-9;
    wendi_vec from = wendi_to_tiles(&frame, agent->position);
    // From its position, which may be nearer to a wall than the centre of a tile.
    double room = point ? needed : fmin(needed, wendi_clearance(grid, from, needed)) - hair;
    // A point may stand between two blocked corners: it starts at a tile's centre, as on a planned path.
    m->waypoints[0] = point ? wend_grid_center(grid, tiles[0]) : agent->position;
    m->count = 1;
    m->link_count = 0;
    m->renew = INT32_MAX;
    if (start->by_leg) {
        from = wendi_center(grid, tiles[0]);
        m->waypoints[0] = start->via;
        m->waypoints[m->count++] = wendi_to_world(&frame, from);
    }
    for (int32_t at = point || start->by_leg ? 0 : -1; at + 1 < count;) {
        const int32_t entry = next_entry(grid, tiles, wendi_max(at, 0), count);
        if (at == entry) { // the next waypoint is the other end of a link
            const wend_link* link = wendi_link_between(grid, tiles[at], tiles[at + 1]);
            if (!link || !wendi_crowd_reserve_links(c, m, STEPS)) return false;
            m->links[m->link_count++] = (wend_path_link){.id = link->id, .waypoint = m->count - 1};
            from = wendi_center(grid, tiles[++at]);
            m->waypoints[m->count++] = wendi_to_world(&frame, from);
            continue;
        }
        int32_t next = wendi_min(wendi_min(at + LEG_STEPS, count - 1), entry);
        while (next > at + 1 &&
               (point || !wendi_line_is_clear(grid, from, wendi_center(grid, tiles[next]), room)))
            next--;
        at = next;
        from = wendi_center(grid, tiles[at]);
        room = needed;
        if (!ends && at >= STEPS / 2) m->renew = wendi_min(m->renew, m->count);
        m->waypoints[m->count++] = wendi_to_world(&frame, from);
        WENDI_ASSERT((size_t)m->count <= m->capacity);
    }
    return true;
}
