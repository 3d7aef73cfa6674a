// crowd.c: how do many agents share a map, and what can the host ask about them?
#include "agents/crowd.h"

#include <math.h>
#include <string.h>

#include "core/hash.h"
#include "hierarchy/open.h"
#include "search/path.h"
#include "search/search.h"

WENDI_LIST_FUNCTIONS(wendi_pair_list, uint64_t)

// ---- a tick of a crowd
//
// plan for waiting agents, derive a velocity from each path, avoid each other, move, and track who
// arrives.

// ---- creation

wend_crowd_def wend_default_crowd_def(void) {
    return (wend_crowd_def){.max_neighbours = 12,
                            .horizon = 1,
                            .plans_per_tick = 256,
                            .work_per_tick = 8000,
                            .replan_time = 2,
                            .forced_pass_time = 5,
                            .beside_goal_time = 0.5f,
                            .cookie = WENDI_COOKIE};
}

static bool not_negative(float value) {
    return value >= 0 && isfinite(value);
}

wend_result wendi_crowd_def_check(const wend_crowd_def* def) {
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    bool good = def->max_neighbours >= 0 && def->max_neighbours <= WENDI_MOST_NEIGHBOURS &&
                not_negative(def->neighbour_range) && def->horizon > 0 && def->horizon <= 60 &&
                def->plans_per_tick >= 1 && def->work_per_tick >= 1 && def->first_tiles >= 0 &&
                not_negative(def->replan_time) && not_negative(def->forced_pass_time) &&
                not_negative(def->beside_goal_time) && def->snap >= 0;
    return good ? WEND_OK : WEND_ERROR_ARGUMENT;
}

wend_result wend_crowd_create(const wend_world* world, const wend_crowd_def* def, wend_crowd** out) {
    if (!world || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result checked = wendi_crowd_def_check(def);
    if (checked == WEND_OK) checked = wendi_open_regions(world);
    if (checked != WEND_OK) return checked;
    wend_crowd* crowd = wendi_owner_create(def->allocator, sizeof *crowd);
    if (!crowd) return WEND_ERROR_MEMORY;
    const wend_allocator allocator = wendi_owned_by(&crowd->owner);
    crowd->allocator = crowd->neighbours.allocator = crowd->goal_of.allocator = allocator;
    crowd->overlaps.allocator = crowd->overlaps_before.allocator = allocator;
    crowd->def = *def;
    crowd->view_count = wend_world_profile_count(world);
    for (int32_t i = 0; i < crowd->view_count; i++) {
        const wend_world* view = wend_world_profile(world, i);
        crowd->views[i] = (wendi_crowd_view){view, wend_world_grid(view), wend_world_version(view)};
    }
    crowd->grid = crowd->views[0].grid;
    crowd->layout = crowd->grid->layout;
    crowd->floors = crowd->grid->floors;
    crowd->free_slot = -1;
    wend_search_def search_def = wend_default_search_def();
    search_def.allocator = &allocator;
    wend_result result = wend_search_create(&search_def, &crowd->search);
    if (result == WEND_OK) result = wend_path_create(&allocator, &crowd->path);
    if (result == WEND_OK && def->claims) result = wendi_crowd_begin_claims(crowd);
    if (result != WEND_OK) {
        wend_crowd_destroy(crowd);
        return result;
    }
    *out = crowd;
    return WEND_OK;
}

void wend_crowd_destroy(wend_crowd* c) {
    if (!c) return;
    wend_fleet_destroy(c->fleet);
    wendi_owner_destroy(&c->owner);
}

// Makes room in one of the arrays. False: no memory.
#define RESERVE(array, capacity, kept, count)                                                                \
    WENDI_MAKE_ROOM(&c->allocator, c->array, c->capacity, kept, count)

// ---- ids

static int32_t slot_of(wend_agent_id id) {
    return (int32_t)(uint32_t)id.value;
}

int32_t wendi_crowd_index(const wend_crowd* c, wend_agent_id id) {
    int32_t slot = slot_of(id);
    if (!c || slot < 0 || slot >= c->slot_count) return -1;
    const wendi_agent_slot* s = &c->slots[slot];
    if (s->generation != (uint32_t)(id.value >> 32) || s->index < 0) return -1;
    WENDI_ASSERT(s->index < c->count && c->ids[s->index].value == id.value);
    return s->index;
}

// The id of an agent that is about to be added, in a new slot. There must be room.
static wend_agent_id claim_slot(wend_crowd* c, int32_t index) {
    int32_t slot = c->free_slot;
    if (slot >= 0) {
        WENDI_ASSERT(slot < c->slot_count && c->slots[slot].index < 0);
        c->free_slot = ~c->slots[slot].index - 1;
    } else {
        slot = c->slot_count++;
        c->slots[slot].generation = 1;
    }
    c->slots[slot].index = index;
    return (wend_agent_id){(uint64_t)c->slots[slot].generation << 32 | (uint32_t)slot};
}

bool wendi_crowd_reserve_waypoints(wend_crowd* c, wendi_member* m, int32_t count) {
    return WENDI_MAKE_ROOM(&c->allocator, m->waypoints, m->capacity, 0, count);
}

wend_result wendi_crowd_splice(wend_crowd* c, wendi_member* m, int32_t front, const wend_path* path,
                               int32_t back) {
    const int32_t count = (int32_t)path->waypoints.count, tail = m->count - back, moved = front + count;
    const int32_t link_count = (int32_t)path->links.count;
    int32_t front_links = 0, back_link = 0; // links before the part; the first one after it
    while (front_links < m->link_count && m->links[front_links].waypoint < front) front_links++;
    while (back_link < m->link_count && m->links[back_link].waypoint < back - 1) back_link++;
    const int32_t tail_links = m->link_count - back_link, moved_link = front_links + link_count;
    WENDI_ASSERT(count >= 1 && front <= back && back <= m->count);
    if (!WENDI_MAKE_ROOM(&c->allocator, m->waypoints, m->capacity, m->count, moved + tail) ||
        !WENDI_MAKE_ROOM(&c->allocator, m->links, m->link_capacity, m->link_count, moved_link + tail_links))
        return WEND_ERROR_MEMORY;
    memmove(m->waypoints + moved, m->waypoints + back, (size_t)tail * sizeof *m->waypoints);
    memcpy(m->waypoints + front, path->waypoints.data, (size_t)count * sizeof *m->waypoints);
    if (tail_links)
        memmove(m->links + moved_link, m->links + back_link, (size_t)tail_links * sizeof *m->links);
    for (int32_t k = 0; k < tail_links; k++) m->links[moved_link + k].waypoint += moved - back;
    for (int32_t k = 0; k < link_count; k++) {
        m->links[front_links + k] = path->links.data[k];
        m->links[front_links + k].waypoint += front;
    }
    m->count = moved + tail;
    m->link_count = moved_link + tail_links;
    return WEND_OK;
}

void wendi_crowd_free_member(wend_crowd* c, wendi_member* m) {
    wendi_free(&c->allocator, m->waypoints, m->capacity, sizeof *m->waypoints);
    wendi_free(&c->allocator, m->links, m->link_capacity, sizeof *m->links);
    wendi_point_list_free(&m->shown);
    wendi_floor_list_free(&m->shown_floors);
    wend_path_destroy(m->rest);
}

// ---- members

// An agent as walls see it. Where paths may cut corners, only a point can follow them: there bodies avoid
// only each other.
static wend_agent among_walls(const wend_grid* grid, const wend_agent* agent) {
    wend_agent body = *agent;
    if (wend_grid_connectivity(grid) == WEND_CONNECTIVITY_8_CUT) body.radius = 0;
    return body;
}

wend_result wendi_crowd_begin_walk(const wend_crowd* c, wendi_walk* walk, const wend_agent* agent,
                                   const wend_vec2* waypoints, int32_t count, float dt) {
    const wend_grid* grid = wendi_crowd_view_of(c, agent)->grid;
    const wend_agent body = among_walls(grid, agent);
    return wendi_walk_begin(walk, &body, grid, waypoints, count, dt);
}

double wendi_crowd_needs(const wend_crowd* c, const wend_agent* agent) {
    const wend_grid* grid = wendi_crowd_view_of(c, agent)->grid;
    const wend_agent body = among_walls(grid, agent);
    return wendi_walk_needs(grid, &body);
}

bool wendi_crowd_position(const wend_crowd* c, const wend_agent* agent, wend_vec2* out) {
    wend_tile tile;
    *out = agent->position;
    if (!wendi_has_floors(&c->grid->floors)) return agent->floor == 0;
    if (wend_grid_tile_at_floor(c->grid, agent->position, agent->floor, &tile) != WEND_OK) return false;
    *out = wendi_position_to_sheet(&c->grid->floors, agent->position, agent->floor);
    return true;
}

// On a link, an agent is on the floor that it leaves until it has come to the other.
static void show_on_link(const wendi_floors* floors, const wendi_crossing* crossing, wend_agent* shown) {
    const int32_t floor = wendi_floor_at(floors, crossing->from), next = wendi_floor_at(floors, crossing->to);
    const wend_vec2 from = wendi_position_from_sheet(floors, crossing->from, floor),
                    to = wendi_position_from_sheet(floors, crossing->to, next);
    const double x = (double)to.x - (double)from.x, y = (double)to.y - (double)from.y,
                 time = fmax(crossing->duration, 1e-6), share = fmin(crossing->elapsed / time, 1);
    shown->floor = (uint16_t)floor;
    shown->position =
        (wend_vec2){wendi_to_float((double)from.x + x * share), wendi_to_float((double)from.y + y * share)};
    shown->velocity = (wend_vec2){wendi_to_float(x / time), wendi_to_float(y / time)};
}

// Without memory, callers see no waypoints.
static void show_waypoints(const wendi_floors* floors, wendi_member* m) {
    m->shown.count = m->shown_floors.count = 0;
    if (wendi_point_list_reserve(&m->shown, m->count) != WEND_OK ||
        wendi_floor_list_reserve(&m->shown_floors, m->count) != WEND_OK)
        return;
    for (int32_t i = 0; i < m->count; i++) {
        const int32_t floor = wendi_floor_at(floors, m->waypoints[i]);
        m->shown.data[i] = wendi_position_from_sheet(floors, m->waypoints[i], floor);
        m->shown_floors.data[i] = (uint16_t)floor;
    }
    m->shown.count = m->shown_floors.count = m->count;
}

void wendi_crowd_show(wend_crowd* c, int32_t i) {
    const wendi_floors* floors = &c->grid->floors;
    if (!c->shown) return;
    wend_agent* shown = &c->shown[i];
    *shown = c->agents[i];
    show_waypoints(floors, &c->members[i]);
    if (c->members[i].state == WEND_AGENT_ON_LINK) {
        show_on_link(floors, &c->members[i].crossing, shown);
        return;
    }
    const int32_t floor = wendi_floor_at(floors, shown->position);
    shown->floor = (uint16_t)floor;
    shown->position = wendi_position_from_sheet(floors, shown->position, floor);
}

wend_result wend_crowd_add(wend_crowd* c, const wend_agent* agent, wend_agent_id* id_out) {
    if (!c || !agent || !id_out) return WEND_ERROR_ARGUMENT;
    const wend_result followed = wendi_crowd_follow_edges(c);
    if (followed != WEND_OK) return followed;
    if (c->count == WEND_MAX_CROWD) return WEND_ERROR_LIMIT;
    wend_agent body = *agent;
    body.velocity = (wend_vec2){0, 0};
    body.waypoint = body.idle = body.link = 0;
    body.along = body.link_elapsed = 0;
    if (!wendi_crowd_position(c, agent, &body.position)) return WEND_ERROR_ARGUMENT;
    body.floor = 0;
    wend_result result = wendi_crowd_check_body(c, &body);
    if (result != WEND_OK) return result;
    const int32_t count = c->count + 1;
    // Everything a tick needs, so that it need not allocate.
    const bool floors = wendi_has_floors(&c->grid->floors);
    if (!RESERVE(agents, agent_capacity, c->count, count) ||
        (floors && !RESERVE(shown, shown_capacity, c->count, count)) ||
        !RESERVE(members, member_capacity, c->count, count) || !RESERVE(ids, id_capacity, c->count, count) ||
        !RESERVE(slots, slot_capacity, c->slot_count, c->slot_count + 1) ||
        !RESERVE(walks, walk_capacity, 0, count) || !RESERVE(bodies, body_capacity, 0, count) ||
        !RESERVE(wanted, wanted_capacity, 0, count) || !RESERVE(targets, target_capacity, 0, count) ||
        !RESERVE(can_move, can_move_capacity, 0, count) ||
        !RESERVE(goal_counts, goal_count_capacity, 0, count) ||
        wendi_number_table_reserve(&c->goal_of, (size_t)count) != WEND_OK ||
        wendi_pair_list_reserve(&c->overlaps, (int64_t)count * WENDI_MOST_NEIGHBOURS) != WEND_OK ||
        wendi_pair_list_reserve(&c->overlaps_before, (int64_t)count * WENDI_MOST_NEIGHBOURS) != WEND_OK ||
        wendi_neighbours_reserve(&c->neighbours, count) != WEND_OK)
        return WEND_ERROR_MEMORY;
    wendi_member m = {.shown = {.allocator = c->allocator}, .shown_floors = {.allocator = c->allocator}};
    if (!wendi_crowd_reserve_waypoints(c, &m, 1)) return WEND_ERROR_MEMORY;
    if (c->fleet) result = wendi_crowd_claim(c, &body, c->count, &m.claim);
    if (result != WEND_OK) {
        wendi_crowd_free_member(c, &m);
        return result;
    }
    m.waypoints[0] = body.position;
    m.count = 1;
    wendi_crowd_stand(c, &body, &m, WEND_AGENT_IDLE);
    c->agents[c->count] = body;
    c->members[c->count] = m;
    c->ids[c->count] = claim_slot(c, c->count);
    *id_out = c->ids[c->count++];
    wendi_crowd_show(c, c->count - 1);
    return WEND_OK;
}

// A field shows the way to the agents of one profile. An empty one leads nowhere.
static bool leads_in_view(const wend_crowd* c, int32_t i, const wend_field* field) {
    const wend_world* world = wendi_field_world(field);
    return !world || world == wendi_crowd_view_of(c, &c->agents[i])->world;
}

static wend_result send(wend_crowd* c, wend_agent_id id, wend_tile goal, wend_field* field_opt) {
    if (!c) return WEND_ERROR_ARGUMENT;
    goal = wendi_to_sheet(&c->grid->floors, goal);
    if (!wendi_sheet_contains(c->grid, goal)) return WEND_ERROR_ARGUMENT;
    int32_t i = wendi_crowd_index(c, id);
    if (i < 0) return WEND_ERROR_STALE;
    wendi_member* m = &c->members[i];
    const wend_result followed = wendi_crowd_follow_edges(c);
    if (followed != WEND_OK) return followed;
    if (field_opt && !leads_in_view(c, i, field_opt)) return WEND_ERROR_ARGUMENT;
    const bool kept = !field_opt && wendi_crowd_follow_goal(c, i, goal);
    if (!kept) wendi_crowd_plan_again(c, &c->agents[i], m);
    if (!kept || !wendi_is_same(goal, m->goal)) {
        m->end = m->stand_in = goal;
        m->partial = false;
    }
    m->goal = goal;
    m->field = field_opt;
    return WEND_OK;
}

wend_result wend_crowd_send(wend_crowd* c, wend_agent_id id, wend_tile goal) {
    return send(c, id, goal, NULL);
}

wend_result wend_crowd_send_by_field(wend_crowd* c, wend_agent_id id, wend_tile goal, wend_field* field) {
    return field ? send(c, id, goal, field) : WEND_ERROR_ARGUMENT;
}

// ---- planning

// Starts to walk along its waypoints.
static void set_out(wend_agent* agent, wendi_member* m) {
    WENDI_ASSERT(m->count >= 1 && (size_t)m->count <= m->capacity);
    m->state = WEND_AGENT_WALKING;
    agent->waypoint = agent->idle = 0;
    agent->along = 0;
    m->mark_waypoint = 0;
    m->mark_along = 0;
    if (m->broken || m->chases || m->improves) m->mark_left = INFINITY;
    m->broken = m->chases = m->improves = false;
}

static wend_result plan_along(wend_crowd* c, int32_t i, const wendi_start* start) {
    wendi_member* m = &c->members[i];
    bool found = false;
    wend_result result = leads_in_view(c, i, m->field)
                             ? wendi_field_expand_to(m->field, c->search, start->tile, &found)
                             : WEND_ERROR_ARGUMENT;
    if (result == WEND_ERROR_MEMORY || result == WEND_ERROR_DAMAGED) return result;
    if (result != WEND_OK || !found) { // a field without goals leads nowhere
        wendi_crowd_stand(c, &c->agents[i], m, WEND_AGENT_NO_ROUTE);
        return WEND_OK;
    }
    if (!wendi_crowd_look_ahead(c, i, start)) return WEND_ERROR_MEMORY;
    set_out(&c->agents[i], m);
    return WEND_OK;
}

static wend_result plan(wend_crowd* c, int32_t i) {
    WENDI_ASSERT(i >= 0 && i < c->count);
    wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    if (wendi_crowd_wants_part(c, i)) {
        bool done;
        wend_result part = wendi_crowd_plan_part(c, i, &done);
        if (part != WEND_OK || done) return part;
        if (m->state == WEND_AGENT_ON_LINK) {
            m->plans_after = true;
            m->broken = m->chases = false;
            return WEND_OK;
        }
    } else if (wendi_crowd_wants_tiles(c, i)) {
        return wendi_crowd_add_tiles(c, i);
    }
    const wendi_crowd_view* view = wendi_crowd_view_of(c, agent);
    wendi_start start;
    if (!wendi_crowd_find_start(c, agent, m, &start)) {
        wendi_crowd_stand(c, agent, m, WEND_AGENT_STUCK);
        return WEND_OK;
    }
    if (m->field) return plan_along(c, i, &start);
    wend_query query = wend_default_query(start.tile, m->goal);
    query.smooth = true;
    // It has to walk from where it is.
    if (wendi_sheet_passable(view->grid, start.tile)) query.snap = c->def.snap;
    query.partial = c->def.partial;
    wend_stats stats = {0};
    wend_path* path;
    wend_result result = wendi_crowd_begin_path(c, i, &query, &path);
    if (result == WEND_OK) result = wendi_find_path(c->search, view->world, &query, path, &stats);
    if (result != WEND_OK) return result;
    wendi_crowd_count_work(c, path, &stats);
    c->stats.plans++;
    if (m->stalled > 0) c->stats.replans++;
    const bool grows = wend_path_get_rest(path) != WEND_REST_NONE;
    m->end = m->goal;
    m->stand_in = path->goal_tile;
    m->partial = wend_path_outcome(path) == WEND_PARTIAL && !grows;
    if (path->waypoints.count == 0) {
        wendi_crowd_stand(c, agent, m, WEND_AGENT_NO_ROUTE);
        return WEND_OK;
    }
    m->end = grows ? m->stand_in : path->tiles.data[path->tiles.count - 1];
    const int32_t links_before = m->link_count;
    m->link_count = 0; // none of them stays
    result = wendi_crowd_splice(c, m, start.by_leg, path, m->count);
    if (result != WEND_OK) {
        m->link_count = links_before;
        return result;
    }
    if (start.by_leg) m->waypoints[0] = start.via;
    set_out(agent, m);
    wendi_crowd_note_plan(c, i);
    m->grows = grows;
    if (grows) wendi_crowd_note_rest(c, i);
    return WEND_OK;
}

void wendi_crowd_count_work(wend_crowd* c, const wend_path* path, const wend_stats* stats) {
    enum { WORK_OF_CLUSTER = 10 };
    int32_t tiles;
    wend_path_tiles(path, &tiles);
    c->work += stats->expanded + stats->abstract_expanded + WORK_OF_CLUSTER * stats->clusters_refined + tiles;
}

static bool wants_plan(const wend_crowd* c, int32_t i) {
    const wendi_member* m = &c->members[i];
    bool renews = m->field && m->state == WEND_AGENT_WALKING && c->agents[i].waypoint >= m->renew;
    bool late = m->chases && m->state == WEND_AGENT_ARRIVED; // at a goal that has moved since
    return m->state == WEND_AGENT_WAITING || renews || late || wendi_crowd_wants_part(c, i) ||
           wendi_crowd_wants_tiles(c, i);
}

// At least one, even if checks have used up the work.
static wend_result plan_waiting(wend_crowd* c) {
    const int32_t most = c->def.plans_per_tick;
    int32_t left = most;
    for (int32_t k = 0; k < c->count && left > 0 && (left == most || c->work < c->def.work_per_tick); k++) {
        int32_t i = c->next_plan;
        if (wants_plan(c, i)) {
            wend_result result = plan(c, i);
            if (result == WEND_ERROR_DAMAGED) wendi_crowd_meet_damage(c, i);
            if (result != WEND_OK) return result;
            left--;
        }
        c->next_plan = i + 1 == c->count ? 0 : i + 1;
    }
    return WEND_OK;
}

// Replans in the next tick, or gives up for now when that has not helped.
static void lose_path(wend_crowd* c, int32_t i) {
    wendi_member* m = &c->members[i];
    bool helpless = m->stalled > 0 && m->mark_waypoint == 0 && m->mark_along == 0;
    wendi_crowd_stand(c, &c->agents[i], m, helpless ? WEND_AGENT_STUCK : WEND_AGENT_WAITING);
    m->stalled += 1e-6;
    m->mark_waypoint = 0;
    m->mark_along = 0;
}

// ---- preferred velocities

// Begins its walk to the next link or the end of its path. An agent that does not walk need not see its path:
// wherever others push it, it can plan from there. Only a wide body must keep a place in sight.
static bool begin_stretch(wend_crowd* c, int32_t i, float dt) {
    const wendi_member* m = &c->members[i];
    const wendi_stretch stretch = wendi_stretch_at(m->links, m->link_count, c->agents[i].waypoint, m->count);
    wendi_walk* w = &c->walks[i];
    wend_agent walker = c->agents[i];
    walker.waypoint -= stretch.first;
    const wend_vec2* line = m->waypoints + stretch.first;
    const wend_result result = wendi_crowd_begin_walk(c, w, &walker, line, stretch.count, dt);
    w->stands = m->state != WEND_AGENT_WALKING && !wendi_is_wide(wendi_crowd_view_of(c, &walker)->grid);
    if (result != WEND_ERROR_LIMIT || m->state != WEND_AGENT_WALKING || !(w->room > 0))
        return result == WEND_OK;
    // An edit has made its place too narrow: it walks out with a body as wide as that. No step of a walk
    // leads to less room, so the body becomes whole again.
    walker.radius = wendi_to_float(w->room * w->frame.size);
    return wendi_crowd_begin_walk(c, w, &walker, line, stretch.count, dt) == WEND_OK;
}

static void end_stretch(wend_crowd* c, int32_t i, const wendi_stretch* stretch) {
    wend_agent walker = c->agents[i];
    walker.waypoint -= stretch->first;
    wendi_walk_end(&c->walks[i], &walker);
    walker.waypoint += stretch->first;
    c->agents[i] = walker;
}

static void want(wend_crowd* c, int32_t i, float dt) {
    wendi_walk* w = &c->walks[i];
    wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    WENDI_ASSERT(m->count >= 1 && agent->waypoint >= 0 && agent->waypoint < m->count);
    c->wanted[i] = (wendi_vec){0, 0};
    const bool claims = c->fleet && !m->claim.is_free; // it is moved from tile to tile
    c->can_move[i] =
        m->state != WEND_AGENT_ON_LINK && !m->is_blind && !m->off_map && !claims && begin_stretch(c, i, dt);
    if (!c->can_move[i] && !claims && m->state == WEND_AGENT_WALKING)
        wendi_crowd_stand(c, agent, m, WEND_AGENT_STUCK); // until the map changes
    if (c->can_move[i] && m->state == WEND_AGENT_WALKING &&
        wendi_walk_want(w, &c->wanted[i], &c->targets[i]) != WEND_OK) {
        c->wanted[i] = (wendi_vec){0, 0};
        lose_path(c, i);
        c->can_move[i] = begin_stretch(c, i, dt);
    }
    const wendi_frame frame = wendi_frame_of(c->grid);
    if (m->state == WEND_AGENT_ON_LINK || m->is_blind || m->off_map || claims)
        *w = (wendi_walk){.position = wendi_to_tiles(&frame, agent->position)};
    if (m->state != WEND_AGENT_WALKING) c->targets[i] = w->mark;
    if (!c->can_move[i] && !claims && m->state != WEND_AGENT_ON_LINK) agent->velocity = (wend_vec2){0, 0};
    c->bodies[i] = (wendi_body){.position = w->position,
                                .velocity = c->can_move[i] ? w->velocity : (wendi_vec){0, 0},
                                .wanted = c->wanted[i],
                                .radius = (double)agent->radius / frame.size,
                                .index = i,
                                .floor = wendi_floor_at(&c->grid->floors, agent->position)};
}

// ---- after the motion

// Moves an agent on over its link. At the other end it walks on, or plans.
static void cross(wend_crowd* c, int32_t i, double dt) {
    wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    if (!wendi_crossing_move(&m->crossing, agent, dt)) return;
    m->state = WEND_AGENT_WALKING;
    agent->waypoint++;
    agent->along = 0;
    agent->idle = 0;
    m->mark_waypoint = agent->waypoint;
    m->mark_along = 0;
    if (m->plans_after) wendi_crowd_stand(c, agent, m, WEND_AGENT_WAITING);
}

// Enters the link at the end of a stretch, or replans when that cannot be taken any more.
static void enter_link(wend_crowd* c, int32_t i, const wendi_stretch* stretch) {
    wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    const wend_path_link* link = &m->links[stretch->link];
    if (!wendi_crossing_begin(wendi_crowd_view_of(c, agent)->grid, agent, link->id, agent->position,
                              m->waypoints[link->waypoint + 1], &m->crossing)) {
        lose_path(c, i);
        return;
    }
    agent->waypoint = link->waypoint;
    m->state = WEND_AGENT_ON_LINK;
    m->plans_after = m->forces_pass = false;
    m->stalled = 0;
    m->next_replan = (double)c->def.replan_time;
    m->mark_left = INFINITY;
}

static void finish(wend_crowd* c, int32_t i, double dt) {
    wendi_member* m = &c->members[i];
    if (m->state == WEND_AGENT_ON_LINK) {
        cross(c, i, dt);
        return;
    }
    if (c->fleet && !m->claim.is_free) return; // wendi_crowd_move_by_claims
    if (c->can_move[i]) {
        // Velocities between two that keep apart do so too.
        c->walks[i].velocity = wendi_crowd_keep_apart(c, i, c->walks[i].velocity, dt);
        c->wanted[i] = wendi_crowd_keep_apart(c, i, c->wanted[i], dt);
        const wendi_stretch stretch =
            wendi_stretch_at(m->links, m->link_count, c->agents[i].waypoint, m->count);
        bool arrived = wendi_walk_move(&c->walks[i], c->wanted[i], c->targets[i]);
        end_stretch(c, i, &stretch);
        c->bodies[i].position = c->walks[i].position;
        // Only the end of what it has looked ahead, or of what is refined.
        bool looks_on = m->grows || (m->field && m->renew < m->count);
        if (arrived && m->state == WEND_AGENT_WALKING && stretch.link >= 0)
            enter_link(c, i, &stretch);
        else if (arrived && m->state == WEND_AGENT_WALKING && !looks_on)
            wendi_crowd_arrive(&c->agents[i], m, false);
    }
    if (!m->is_blind && !m->off_map &&
        !wendi_is_on_passable(wendi_crowd_view_of(c, &c->agents[i])->grid, c->walks[i].position))
        c->stats.blocked_ticks++;
    if (m->state == WEND_AGENT_ARRIVED) wendi_crowd_return_home(c, i);
    if (m->state == WEND_AGENT_WALKING) wendi_crowd_track_progress(c, i, dt);
    if (m->state == WEND_AGENT_STUCK && (m->stalled += dt) >= m->next_replan && m->next_replan > 0) {
        m->stalled = 0; // the map may have changed
        m->state = WEND_AGENT_WAITING;
    }
}

// Counts the overlaps that were not there in the last tick; both lists ascend.
static void count_collisions(wend_crowd* c) {
    const wendi_pair_list now = c->overlaps, before = c->overlaps_before;
    for (int64_t a = 1; a < now.count; a++) WENDI_ASSERT(now.data[a - 1] < now.data[a]);
    for (int64_t a = 0, b = 0; a < now.count; a++) {
        while (b < before.count && before.data[b] < now.data[a]) b++;
        if (b == before.count || before.data[b] != now.data[a]) c->stats.collisions++;
    }
    c->overlaps_before = now;
    c->overlaps = before;
    c->overlaps.count = 0;
}

wend_result wend_crowd_tick(wend_crowd* c, float dt) {
    if (!c || !(dt > 0 && dt <= 1)) return WEND_ERROR_ARGUMENT;
    wend_result result = wendi_crowd_follow_edges(c);
    if (result != WEND_OK) return result;
    if (c->count == 0) {
        c->stats.ticks++;
        return WEND_OK;
    }
    c->work = 0;
    result = wendi_crowd_open_ground(c, dt);
    if (result != WEND_OK) return result;
    wendi_crowd_notice_edits(c);
    wendi_crowd_check_paths(c);
    result = plan_waiting(c);
    if (result != WEND_OK) return result;
    WENDI_ASSERT(c->next_plan >= 0 && c->next_plan < c->count);
    for (int32_t i = 0; i < c->count; i++) want(c, i, dt);
    const double range = (double)c->def.neighbour_range / (double)wend_grid_tile_size(c->grid);
    wendi_neighbours_build(&c->neighbours, c->bodies, c->count, range);
    for (int32_t i = 0; i < c->count; i++) wendi_crowd_avoid(c, i, (double)dt);
    c->goal_counts_ready = false;
    for (int32_t i = 0; i < c->count; i++) finish(c, i, (double)dt);
    result = c->fleet ? wendi_crowd_move_by_claims(c, (double)dt) : WEND_OK;
    if (result != WEND_OK) return result;
    for (int32_t i = 0; i < c->count && c->shown; i++) wendi_crowd_show(c, i);
    count_collisions(c);
    c->stats.ticks++;
    return WEND_OK;
}

// ---- what can the host ask about a crowd and its agents?

const char* wend_agent_state_string(wend_agent_state state) {
    static const char* const texts[WEND_AGENT_STATE_COUNT] = {
        "idle", "waiting", "walking", "arrived", "no_route", "stuck", "on_link", "near_goal", "blocked"};
    bool known = (int)state >= 0 && state < WEND_AGENT_STATE_COUNT;
    return known ? texts[state] : "unknown state";
}

const wend_agent* wend_crowd_agents(const wend_crowd* c, int32_t* count_out) {
    if (!count_out) return NULL;
    *count_out = c ? c->count : 0;
    return !c ? NULL : c->shown ? c->shown : c->agents;
}

const wend_agent_id* wend_crowd_ids(const wend_crowd* c, int32_t* count_out) {
    if (!count_out) return NULL;
    *count_out = c ? c->count : 0;
    return c ? c->ids : NULL;
}

int32_t wend_crowd_index(const wend_crowd* c, wend_agent_id id) {
    return wendi_crowd_index(c, id);
}

const wend_agent* wend_crowd_agent(const wend_crowd* c, wend_agent_id id) {
    int32_t i = wendi_crowd_index(c, id);
    return i < 0 ? NULL : c->shown ? &c->shown[i] : &c->agents[i];
}

wend_agent_state wend_crowd_state(const wend_crowd* c, wend_agent_id id) {
    int32_t i = wendi_crowd_index(c, id);
    if (i < 0) return WEND_AGENT_IDLE;
    const wendi_member* m = &c->members[i];
    if (wendi_crowd_is_blocked(c, i)) return WEND_AGENT_BLOCKED;
    return m->state == WEND_AGENT_ARRIVED && m->partial ? WEND_AGENT_NEAR_GOAL : m->state;
}

// NULL: it has no path.
static const wendi_member* member_with_path(const wend_crowd* c, wend_agent_id id) {
    const int32_t i = wendi_crowd_index(c, id);
    const bool has = i >= 0 && c->members[i].state != WEND_AGENT_IDLE && c->members[i].count > 1;
    return has ? &c->members[i] : NULL;
}

const wend_vec2* wend_crowd_path(const wend_crowd* c, wend_agent_id id, int32_t* count_out) {
    if (!count_out) return NULL;
    const wendi_member* m = member_with_path(c, id);
    *count_out = !m ? 0 : c->shown ? (int32_t)m->shown.count : m->count;
    return *count_out == 0 ? NULL : c->shown ? m->shown.data : m->waypoints;
}

const uint16_t* wend_crowd_path_floors(const wend_crowd* c, wend_agent_id id, int32_t* count_out) {
    if (!count_out) return NULL;
    const wendi_member* m = member_with_path(c, id);
    *count_out = m && c->shown ? (int32_t)m->shown_floors.count : 0;
    return *count_out > 0 ? m->shown_floors.data : NULL;
}

int32_t wend_crowd_link(const wend_crowd* c, wend_agent_id id, float* progress_out) {
    int32_t i = wendi_crowd_index(c, id);
    if (i < 0 || !progress_out || c->members[i].state != WEND_AGENT_ON_LINK) return -1;
    const wendi_crossing* crossing = &c->members[i].crossing;
    *progress_out = crossing->duration > 0 ? wendi_to_float(crossing->elapsed / crossing->duration) : 0;
    return crossing->id;
}

wend_crowd_stats wend_crowd_get_stats(const wend_crowd* c) {
    return c ? c->stats : (wend_crowd_stats){0};
}

static uint64_t bits_of(wend_vec2 v) {
    uint32_t x, y;
    memcpy(&x, &v.x, sizeof x);
    memcpy(&y, &v.y, sizeof y);
    return (uint64_t)x << 32 | y;
}

uint64_t wend_crowd_hash(const wend_crowd* c) {
    if (!c) return 0;
    XXH3_state_t state;
    XXH3_64bits_reset(&state);
    for (int32_t i = 0; i < c->count; i++) {
        wendi_hash_u64(&state, bits_of(c->agents[i].position));
        wendi_hash_u64(&state, bits_of(c->agents[i].velocity));
        wendi_hash_u64(&state, (uint64_t)c->members[i].state);
    }
    return XXH3_64bits_digest(&state);
}
