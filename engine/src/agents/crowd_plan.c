// crowd_plan.c: from where, and along what, do the agents of a crowd plan?
#include "agents/crowd.h"
#include "fleet/fleet.h"
#include "grid/links.h"
#include "hierarchy/world.h"
#include "search/path.h"
#include "wend/repair.h"

// ---- where does a body fit, and from which tile does its agent plan?
//
// A body of up to half a tile fits at the centre of every passable tile, and sees that of its own. A
// wider one may stand, off the centres, in a tile that its profile calls too narrow. It then plans from
// the nearest tile whose centre it sees, or along the leg that it walks on, which leads to the centre of
// a tile.

enum { TILES_AROUND = 2 };

static bool leads_to_goal(const wend_world* world, wend_tile tile, const wendi_member* m) {
    return wendi_world_connected(world, tile, m->goal) || wendi_world_connected(world, tile, m->stand_in);
}

// The nearest tile, of several as near the first row by row, whose centre the body of a walk sees. world_opt:
// only tiles from which the goal of an agent can be reached.
static bool nearest_seen(const wendi_walk* w, const wend_world* world_opt, const wendi_member* m,
                         wend_tile* out) {
    double least = INFINITY;
    wend_tile at;
    if (wendi_sheet_tile_at(w->grid, wendi_to_world(&w->frame, w->position), &at) != WEND_OK) return false;
    for (int32_t y = at.y - TILES_AROUND; y <= at.y + TILES_AROUND; y++)
        for (int32_t x = at.x - TILES_AROUND; x <= at.x + TILES_AROUND; x++) {
            const wend_tile tile = {x, y};
            if (!wendi_sheet_passable(w->grid, tile)) continue;
            const wendi_vec center = wendi_center(w->grid, tile);
            const double gap = wendi_gap(w->position, center);
            if (gap >= least || !wendi_line_is_clear(w->grid, w->position, center, w->room)) continue;
            if (world_opt && !leads_to_goal(world_opt, tile, m)) continue;
            least = gap;
            *out = tile;
        }
    return least < INFINITY;
}

bool wendi_crowd_find_start(const wend_crowd* c, const wend_agent* agent, const wendi_member* m,
                            wendi_start* out) {
    const wendi_crowd_view* view = wendi_crowd_view_of(c, agent);
    wendi_walk w;
    *out = (wendi_start){.via = agent->position};
    if (wendi_sheet_tile_at(view->grid, agent->position, &out->tile) != WEND_OK) return false;
    if (!wendi_is_wide(view->grid)) return true;
    const wendi_stretch stretch = wendi_stretch_at(m->links, m->link_count, agent->waypoint, m->count);
    const wend_vec2* line = m->waypoints + stretch.first;
    wend_agent walker = *agent;
    walker.waypoint -= stretch.first;
    if (wendi_crowd_begin_walk(c, &w, &walker, line, stretch.count, 1) != WEND_OK) return false;
    // Beside its way it may see tiles that only a body that leaves the centres can get to.
    if (nearest_seen(&w, view->world, m, &out->tile)) return true;
    wend_tile end;
    const bool has_leg =
        stretch.count > 1 && wendi_walk_sees_line(&w) &&
        wendi_sheet_tile_at(view->grid, line[wendi_min(walker.waypoint + 1, stretch.count - 1)], &end) ==
            WEND_OK;
    const bool leads_on = has_leg && leads_to_goal(view->world, end, m);
    if (!leads_on && nearest_seen(&w, NULL, m, &out->tile)) return true;
    if (!has_leg) return false;
    *out = (wendi_start){end, wendi_walk_line_position(&w), true};
    return true;
}

wend_result wendi_crowd_check_body(const wend_crowd* c, const wend_agent* agent) {
    if (agent->profile < 0 || agent->profile >= c->view_count) return WEND_ERROR_ARGUMENT;
    const wend_grid* grid = wendi_crowd_view_of(c, agent)->grid;
    wend_agent at_rest = *agent;
    at_rest.waypoint = 0;
    at_rest.along = 0;
    const wend_result opened = wendi_crowd_open_around(c, agent, 0);
    if (opened != WEND_OK) return opened;
    wendi_walk walk;
    wend_result result = wendi_crowd_begin_walk(c, &walk, &at_rest, &at_rest.position, 1, 1);
    if (result != WEND_OK) return result;
    const double radius = (double)agent->radius / walk.frame.size;
    if (radius > WENDI_MAX_BODY) return WEND_ERROR_ARGUMENT;
    if (radius > wendi_widest_body(grid) * (1 + 1e-6)) return WEND_ERROR_LIMIT;
    if (c->fleet && !wendi_crowd_can_claim(c, agent)) return WEND_ERROR_LIMIT;
    wend_tile seen;
    return !wendi_is_wide(grid) || nearest_seen(&walk, NULL, NULL, &seen) ? WEND_OK : WEND_ERROR_LIMIT;
}

// A wide body keeps the centre of a tile in sight, or else its leg.
void wendi_crowd_stand(const wend_crowd* c, wend_agent* agent, wendi_member* m, wend_agent_state state) {
    WENDI_ASSERT(m->capacity >= 1 && state != WEND_AGENT_WALKING);
    wendi_start start;
    const bool wide =
        wendi_is_wide(wendi_crowd_view_of(c, agent)->grid) && wendi_crowd_find_start(c, agent, m, &start);
    if (wide && start.by_leg) {
        m->waypoints[0] = start.via;
        m->waypoints[1] = wendi_sheet_center(c->grid, start.tile);
        m->count = 2;
    } else {
        m->waypoints[0] = wide ? wendi_sheet_center(c->grid, start.tile) : agent->position;
        m->count = 1;
    }
    m->link_count = 0;
    m->state = state;
    m->forces_pass = m->check = m->broken = m->chases = m->grows = m->improves = false;
    agent->waypoint = agent->idle = 0;
    agent->along = 0;
}

void wendi_crowd_plan_again(const wend_crowd* c, wend_agent* agent, wendi_member* m) {
    if (m->state == WEND_AGENT_ON_LINK)
        m->plans_after = true;
    else
        wendi_crowd_stand(c, agent, m, WEND_AGENT_WAITING);
    m->mark_cost = m->mark_left = INFINITY;
    m->stalled = 0;
    m->next_replan = (double)c->def.replan_time;
}

// ---- how does an agent follow a field?
//
// It looks a few steps ahead, and again when it has walked half of them.

enum { STEPS = 32, LEG_STEPS = 12 }; // steps to look ahead; at most so many on a straight leg

// The first of some tiles, from one on, that is followed by the other end of a link; count: none.
static int32_t next_entry(const wend_grid* grid, const wend_tile* tiles, int32_t from, int32_t count) {
    if (grid->links.count == 0) return count;
    for (int32_t i = from; i + 1 < count; i++)
        if (!wendi_sheet_can_step(grid, tiles[i], tiles[i + 1])) return i;
    return count;
}

bool wendi_crowd_look_ahead(wend_crowd* c, int32_t i, const wendi_start* start) {
    const wend_agent* agent = &c->agents[i];
    const wend_grid* grid = wendi_crowd_view_of(c, agent)->grid;
    wendi_member* m = &c->members[i];
    wend_tile tiles[STEPS + 1] = {start->tile};
    int32_t count = 1;
    for (bool on = true; on && count <= STEPS; count += on)
        on = wendi_field_next_tile(m->field, tiles[count - 1], &tiles[count]) &&
             !wendi_is_same(tiles[count], tiles[count - 1]);
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
    m->waypoints[0] = point ? wendi_sheet_center(grid, tiles[0]) : agent->position;
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
            if (!link || !WENDI_MAKE_ROOM(&c->allocator, m->links, m->link_capacity, m->link_count, STEPS))
                return false;
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

// ---- how does an agent set out on the first tiles of a path, and get the others while it walks?
//
// Each agent keeps what is left of its path, from the end of its waypoints on. When it comes near this
// end, it waits for its turn to plan, and more tiles are refined; it walks on meanwhile. Edits and a goal
// that moves a little change what is left the next time that it is refined.

enum { LEAST_AHEAD = 16 }; // tiles

wend_result wendi_crowd_begin_path(wend_crowd* c, int32_t i, wend_query* query, wend_path** out) {
    wendi_member* m = &c->members[i];
    *out = c->path;
    // A path that does not reach the goal is planned as a whole.
    if (c->def.first_tiles == 0 ||
        !wendi_world_connected(wendi_crowd_view_of(c, &c->agents[i])->world, query->start, query->goal))
        return WEND_OK;
    if (!m->rest) {
        wend_result result = wend_path_create(&c->allocator, &m->rest);
        if (result != WEND_OK) return result;
    }
    query->first_tiles = c->def.first_tiles;
    *out = m->rest;
    return WEND_OK;
}

// How many tiles of its path an agent has ahead when it asks for more.
static double wanted_ahead(const wend_crowd* c) {
    return fmax(c->def.first_tiles / 2.0, LEAST_AHEAD);
}

void wendi_crowd_note_rest(wend_crowd* c, int32_t i) {
    wendi_member* m = &c->members[i];
    double length = 0;
    int32_t link = m->link_count - 1;
    m->renew = m->count - 1;
    m->beyond = 0;
    while (m->renew > 0 && length < wanted_ahead(c)) {
        const int32_t k = --m->renew;
        m->beyond = length;
        while (link >= 0 && m->links[link].waypoint > k) link--;
        if (link < 0 || m->links[link].waypoint != k)
            length += wendi_crowd_length(c, m->waypoints[k], m->waypoints[k + 1]);
    }
}

bool wendi_crowd_wants_tiles(const wend_crowd* c, int32_t i) {
    const wendi_member* m = &c->members[i];
    const wend_agent* agent = &c->agents[i];
    const bool walks = m->state == WEND_AGENT_WALKING || (m->state == WEND_AGENT_ON_LINK && !m->plans_after);
    if (!m->grows || !walks || m->field || agent->waypoint < m->renew) return false;
    const int32_t next = wendi_min(m->renew + 1, m->count - 1);
    return agent->waypoint > m->renew ||
           wendi_crowd_length(c, agent->position, m->waypoints[next]) + m->beyond < wanted_ahead(c);
}

wend_result wendi_crowd_add_tiles(wend_crowd* c, int32_t i) {
    wendi_member* m = &c->members[i];
    const wend_world* world = wendi_crowd_view_of(c, &c->agents[i])->world;
    wend_path* path = m->rest;
    wend_stats stats = {0};
    wend_result result = wend_path_cut(c->search, world, path, (int32_t)path->tiles.count - 1);
    if (result == WEND_OK) result = wend_path_refine(c->search, world, path, c->def.first_tiles, &stats);
    if (result != WEND_OK) return result;
    wendi_crowd_count_work(c, path, &stats);
    c->stats.pieces++;
    if (wend_path_get_rest(path) == WEND_REST_BROKEN) { // there may be a way from where it is
        wendi_crowd_plan_again(c, &c->agents[i], m);
        return WEND_OK;
    }
    const int32_t last = m->count - 1; // with which the rest begins
    result = wendi_crowd_splice(c, m, last, path, m->count);
    if (result != WEND_OK) { // what was refined is lost to it
        wendi_crowd_plan_again(c, &c->agents[i], m);
        return result;
    }
    m->planned = m->count;
    wendi_crowd_note_lines(c, i, last);
    m->grows = wend_path_get_rest(path) != WEND_REST_NONE;
    m->stand_in = path->goal_tile;
    m->end = m->grows ? path->rest.goal : path->tiles.data[path->tiles.count - 1];
    m->partial = m->grows ? path->rest.nearest : path->outcome == WEND_PARTIAL;
    if (m->grows) wendi_crowd_note_rest(c, i);
    return WEND_OK;
}

void wendi_crowd_lead_rest(wendi_member* m, wend_tile goal) {
    m->rest->goal_tile = m->rest->asked_goal = m->rest->rest.goal = m->rest->origin.query.goal = goal;
    m->rest->rest.version = UINT64_MAX; // of no world: it is planned again
    m->rest->rest.broken = false;
}

// ---- how does a crowd change while it walks?
//
// bodies, members, its definition, the map under it?

wend_result wend_crowd_change(wend_crowd* c, wend_agent_id id, const wend_agent* body) {
    if (!c || !body) return WEND_ERROR_ARGUMENT;
    int32_t i = wendi_crowd_index(c, id);
    if (i < 0) return WEND_ERROR_STALE;
    const wend_result followed = wendi_crowd_follow_edges(c);
    if (followed != WEND_OK) return followed;
    wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    wend_agent next = *agent;
    next.max_speed = body->max_speed;
    next.max_acceleration = body->max_acceleration;
    next.radius = body->radius;
    next.profile = body->profile;
    next.user_data = body->user_data;
    const wend_agent* shown = c->shown ? &c->shown[i] : agent;
    wend_vec2 position;
    if (!wendi_crowd_position(c, body, &position)) return WEND_ERROR_ARGUMENT;
    const bool moved = body->position.x != shown->position.x || body->position.y != shown->position.y ||
                       body->floor != shown->floor;
    if (moved) {
        next.position = position;
        next.velocity = (wend_vec2){0, 0};
    }
    wend_agent at_rest = next;
    if (!moved && m->state == WEND_AGENT_ON_LINK) at_rest.position = m->crossing.to;
    wend_result result = wendi_crowd_check_body(c, &at_rest);
    if (result != WEND_OK) return result;
    const bool other = next.profile != agent->profile;
    if (c->fleet && (moved || other)) {
        result = wendi_crowd_move_claim(c, &next, i);
        if (result != WEND_OK) return result;
    }
    *agent = next;
    if (other) m->field = NULL; // it leads the agents of the other profile
    if (moved)
        wendi_crowd_stand(c, agent, m, m->state == WEND_AGENT_IDLE ? m->state : WEND_AGENT_WAITING);
    else if (other && m->state != WEND_AGENT_IDLE)
        wendi_crowd_plan_again(c, agent, m);
    wendi_crowd_show(c, i);
    return WEND_OK;
}

// Removes the overlaps of an agent that was removed or gets another index.
static void forget_overlaps(wend_crowd* c, int32_t index) {
    wendi_pair_list* list = &c->overlaps_before;
    const int64_t count = list->count;
    list->count = 0;
    for (int64_t i = 0; i < count; i++) {
        const uint64_t pair = list->data[i];
        if ((int32_t)(pair >> 32) != index && (int32_t)(uint32_t)pair != index)
            list->data[list->count++] = pair;
    }
}

// Ids of a slot that ran out of generations could name a later agent, so such a slot is never used again.
static void free_slot(wend_crowd* c, int32_t slot) {
    wendi_agent_slot* s = &c->slots[slot];
    s->index = ~(c->free_slot + 1);
    WENDI_ASSERT(s->index < 0);
    if (++s->generation != 0) c->free_slot = slot;
}

wend_result wend_crowd_remove(wend_crowd* c, wend_agent_id id) {
    if (!c) return WEND_ERROR_ARGUMENT;
    int32_t gap = wendi_crowd_index(c, id);
    if (gap < 0) return WEND_ERROR_STALE;
    int32_t last = --c->count;
    wendi_member* m = &c->members[gap];
    if (c->fleet) wendi_crowd_unclaim(c, &m->claim);
    wendi_crowd_free_member(c, m);
    *m = c->members[last];
    if (c->fleet) c->fleet->members[m->claim.mover].user = gap;
    c->agents[gap] = c->agents[last];
    if (c->shown) c->shown[gap] = c->shown[last];
    c->ids[gap] = c->ids[last];
    c->slots[(uint32_t)c->ids[gap].value].index = gap;
    free_slot(c, (int32_t)(uint32_t)id.value);
    forget_overlaps(c, gap);
    forget_overlaps(c, last);
    if (c->next_plan >= c->count) c->next_plan = 0;
    if (c->next_check >= c->count) c->next_check = 0;
    return WEND_OK;
}

wend_result wend_crowd_set_def(wend_crowd* c, const wend_crowd_def* def) {
    if (!c || !def) return WEND_ERROR_ARGUMENT;
    wend_result result = wendi_crowd_def_check(def);
    if (result != WEND_OK) return result;
    c->def = *def;
    c->def.claims = c->fleet != NULL;
    return WEND_OK;
}

// True when the rest of its path, widened by its body, touches some tiles.
static bool path_touches(const wend_crowd* c, int32_t i, wend_rect tiles) {
    const wendi_member* m = &c->members[i];
    const wendi_frame frame = wendi_frame_of(c->grid);
    static const double hair = 1e-9; // a leg along an edge touches the tiles
    const double widest = wendi_widest_body(wendi_crowd_view_of(c, &c->agents[i])->grid);
    const double radius = (double)c->agents[i].radius / frame.size;
    const double wide = fmax(isfinite(widest) ? fmax(radius, widest) : radius, 0.5) + hair;
    double left = tiles.x - wide, right = tiles.x + (double)tiles.width + wide;
    double top = tiles.y - wide, bottom = tiles.y + (double)tiles.height + wide;
    wendi_vec from = wendi_to_tiles(&frame, c->agents[i].position);
    for (int32_t k = wendi_min(c->agents[i].waypoint + 1, m->count - 1); k < m->count; k++) {
        const wendi_vec to = wendi_to_tiles(&frame, m->waypoints[k]);
        if (wendi_crosses_box(from, to, left, top, right, bottom)) return true;
        from = to;
    }
    return false;
}

int32_t wend_crowd_replan(wend_crowd* c, wend_rect tiles) {
    if (!c || wendi_crowd_follow_edges(c) != WEND_OK) return 0;
    const wend_grid* grid = c->grid;
    tiles.x -= grid->floors.left;
    tiles.y -= grid->floors.top;
    if (wendi_has_floors(&grid->floors)) { // what of them is on their floor
        if (tiles.floor >= grid->floors.count) return 0;
        const wend_rect floor = wendi_floor_area(&grid->floors, tiles.floor);
        const int64_t bottom = (int64_t)tiles.y + tiles.height;
        const int32_t top = wendi_max(tiles.y, 0),
                      rows = (int32_t)(bottom < floor.height ? bottom : floor.height) - top;
        tiles = (wend_rect){tiles.x, floor.y + top, tiles.width, wendi_max(rows, 0), 0};
    }
    int32_t count = 0;
    for (int32_t i = 0; i < c->count; i++) {
        wendi_member* m = &c->members[i];
        bool hopeless = m->state == WEND_AGENT_NO_ROUTE || m->state == WEND_AGENT_STUCK || m->partial;
        bool walks = m->state == WEND_AGENT_WALKING || m->state == WEND_AGENT_ON_LINK;
        if (!hopeless && !(walks && path_touches(c, i, tiles))) continue;
        wendi_crowd_plan_again(c, &c->agents[i], m);
        count++;
    }
    return count;
}

int32_t wend_crowd_improve(wend_crowd* c, float keep) {
    if (!c || !(keep >= 0 && keep <= 100)) return 0;
    int32_t count = 0;
    for (int32_t i = 0; i < c->count; i++) {
        wendi_member* m = &c->members[i];
        if (m->state != WEND_AGENT_WALKING || m->field || m->grows) continue;
        m->improves = true;
        m->share = 1 - (double)keep / 100;
        count++;
    }
    return count;
}
