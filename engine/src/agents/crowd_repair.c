// crowd_repair.c: how does an agent keep its path when an edit breaks it, or when its goal moves a little?
//
// An edit concerns the agents whose path crosses a cluster that it has changed: 64 bits for each agent show
// most others at once. The path of a concerned agent is checked line by line; where it is blocked, the agent
// walks on while it waits for its turn to plan. Then only the part between the last good waypoint before and
// the first good one after the blocked lines is planned, or the whole path if that is not enough. Checks and
// plans are limited by counts, never by time, so the same calls give the same motion.
#include <string.h>

#include "agents/crowd.h"
#include "fleet/fleet.h"
#include "grid/links.h"
#include "hierarchy/world.h"
#include "search/search.h"
#include "search/smooth.h"

enum {
    CHECKS_PER_PLAN = 16, // a check takes microseconds, a plan hundreds
    WORK_OF_CHECK = 4,
    CHECKS_SHARE = 4,  // checks may take this part of the work
    MOST_DETOURS = 10, // as in repair.c
    SIDES_AROUND = 2,
    TAIL = 16,
    MOST_TAIL = 8,
};

// ---- which clusters a path crosses

static uint64_t bit_of(const wendi_partition* clusters, int32_t cluster) {
    return (uint64_t)1 << (cluster / clusters->columns % 8 * 8 + cluster % clusters->columns % 8);
}

typedef struct marking {
    const wendi_partition* clusters;
    uint64_t bits;
} marking;

static bool mark(void* context, int32_t cluster) {
    marking* m = context;
    m->bits |= bit_of(m->clusters, cluster);
    return false;
}

static const wend_world* world_of(const wend_crowd* c, int32_t i) {
    return wendi_crowd_view_of(c, &c->agents[i])->world;
}

static const wend_grid* grid_of(const wend_crowd* c, int32_t i) {
    return wendi_crowd_view_of(c, &c->agents[i])->grid;
}

// The tile of a waypoint or, before the first that is ahead, of the agent. Both lie on the map.
static wend_tile tile_at(const wend_crowd* c, wend_vec2 point) {
    wend_tile tile = {0, 0};
    wend_result result = wendi_sheet_tile_at(c->grid, point, &tile);
    WENDI_ASSERT(result == WEND_OK);
    (void)result;
    return tile;
}

// Adds the clusters of the lines from a tile to a waypoint and on.
static void add_clusters(wend_crowd* c, int32_t i, wend_tile from, int32_t first) {
    wendi_member* m = &c->members[i];
    marking marked = {&world_of(c, i)->graph.clusters, 0};
    for (int32_t k = first; k < m->count; k++) {
        const wend_tile to = tile_at(c, m->waypoints[k]);
        wendi_clusters_near_line(marked.clusters, from, to, mark, &marked);
        from = to;
    }
    m->clusters |= marked.bits;
}

static void note_clusters(wend_crowd* c, int32_t i) {
    c->members[i].clusters = 0;
    add_clusters(c, i, tile_at(c, c->agents[i].position), 0);
}

void wendi_crowd_note_lines(wend_crowd* c, int32_t i, int32_t first) {
    add_clusters(c, i, tile_at(c, c->members[i].waypoints[first]), first);
}

void wendi_crowd_note_plan(wend_crowd* c, int32_t i) {
    wendi_member* m = &c->members[i];
    note_clusters(c, i);
    m->planned = m->count;
    m->detours = 0;
    m->version = world_of(c, i)->version;
    m->check = false;
}

// ---- edits

static void notice_edits_of(wend_crowd* c, int32_t profile) {
    wendi_crowd_view* view = &c->views[profile];
    const wend_world* world = view->world;
    if (view->version == world->version) return;
    const wendi_partition* clusters = &world->graph.clusters;
    uint64_t changed = 0;
    for (int32_t k = 0; k < wendi_cluster_count(clusters); k++)
        if (*wendi_item(&world->graph.versions, k) > view->version) changed |= bit_of(clusters, k);
    view->version = world->version;
    for (int32_t i = 0; i < c->count; i++) {
        wendi_member* m = &c->members[i];
        const bool walks = m->state == WEND_AGENT_WALKING || m->state == WEND_AGENT_ON_LINK;
        if (m->field || c->agents[i].profile != profile) continue;
        m->check |= m->state == WEND_AGENT_NO_ROUTE || m->partial || (walks && (m->clusters & changed) != 0);
    }
}

// True when a position lies on its floor of the map, which has got other edges since.
static bool has_place(const wend_crowd* c, wend_vec2 position) {
    const int32_t floor = wendi_floor_at(&c->floors, position);
    wend_tile tile;
    return wend_grid_tile_at_floor(c->grid, wendi_position_from_sheet(&c->floors, position, floor), floor,
                                   &tile) == WEND_OK;
}

static bool crosses(const wend_crowd* c, int32_t i) {
    return c->members[i].state == WEND_AGENT_ON_LINK && has_place(c, c->members[i].crossing.to);
}

// An agent whose link ends outside of the map goes back to where the link begins.
static wend_vec2 stands_at(const wend_crowd* c, int32_t i) {
    return c->members[i].state == WEND_AGENT_ON_LINK ? c->members[i].crossing.from : c->agents[i].position;
}

// Moves what an agent knows by the sheet to where that lies now.
static void move_member(const wend_crowd* c, wend_agent* agent, wendi_member* m) {
    const wendi_floors* now = &c->grid->floors;
    wend_tile* const tiles[] = {&m->goal, &m->end, &m->stand_in, &m->claim.before};
    wend_vec2* const positions[] = {&agent->position, &m->home,     &m->forced_at, &m->crossing.from,
                                    &m->crossing.to,  &m->claim.to, &m->claim.from};
    for (size_t k = 0; k < sizeof tiles / sizeof *tiles; k++)
        *tiles[k] = wendi_tile_between(&c->floors, now, *tiles[k]);
    for (size_t k = 0; k < sizeof positions / sizeof *positions; k++)
        *positions[k] = wendi_position_between(&c->floors, now, *positions[k]);
    for (int32_t k = 0; k < m->count; k++)
        m->waypoints[k] = wendi_position_between(&c->floors, now, m->waypoints[k]);
}

// Agents plan again, as their paths may lie elsewhere on the sheet; one on a link when it has crossed it. One
// that stands outside of the map, or whose goal does, stays where it is.
static void notice_edges(wend_crowd* c, int32_t i) {
    wendi_member* m = &c->members[i];
    wend_agent* agent = &c->agents[i];
    const bool on_link = crosses(c, i);
    if (!on_link) agent->position = stands_at(c, i);
    m->off_map = !on_link && !has_place(c, agent->position);
    move_member(c, agent, m);
    m->field = NULL;
    if (m->rest) wendi_rest_clear(&m->rest->rest);
    if (!wendi_sheet_contains(c->grid, m->goal) || m->off_map)
        wendi_crowd_stand(c, agent, m, WEND_AGENT_IDLE);
    else if (on_link || (m->state != WEND_AGENT_IDLE && m->state != WEND_AGENT_ARRIVED))
        wendi_crowd_plan_again(c, agent, m);
}

wend_result wendi_crowd_follow_edges(wend_crowd* c) {
    if (c->layout == c->grid->layout) return WEND_OK;
    // Outside of its floor, a position of the sheet would be one of another floor.
    for (int32_t i = 0; i < c->count && wendi_has_floors(&c->floors); i++)
        if (!crosses(c, i) && !has_place(c, stands_at(c, i))) return WEND_ERROR_STALE;
    const wend_result result = c->fleet ? wendi_fleet_follow_edges(c->fleet) : WEND_OK;
    if (result != WEND_OK) return result;
    for (int32_t i = 0; i < c->count; i++) notice_edges(c, i);
    c->layout = c->grid->layout;
    c->floors = c->grid->floors;
    return WEND_OK;
}

void wendi_crowd_notice_edits(wend_crowd* c) {
    for (int32_t profile = 0; profile < c->view_count; profile++) notice_edits_of(c, profile);
}

static bool has_changed(void* context, int32_t cluster) {
    const wend_world* world = ((const wend_world* const*)context)[0];
    const wendi_member* m = ((const wendi_member* const*)context)[1];
    return *wendi_item(&world->graph.versions, cluster) > m->version;
}

// The link that begins at a waypoint; NULL: a line leads on.
static const wend_path_link* link_at(const wendi_member* m, int32_t waypoint) {
    for (int32_t k = 0; k < m->link_count; k++)
        if (m->links[k].waypoint == waypoint) return &m->links[k];
    return NULL;
}

// From where it walks along the leg that begins at a waypoint.
static wend_vec2 leg_start(const wend_crowd* c, int32_t i, int32_t leg) {
    const wend_agent* agent = &c->agents[i];
    const bool walks = c->members[i].state == WEND_AGENT_WALKING;
    return leg == agent->waypoint && walks ? agent->position : c->members[i].waypoints[leg];
}

static bool leg_is_free(const wend_crowd* c, int32_t i, int32_t leg) {
    const wendi_member* m = &c->members[i];
    const wend_path_link* link = link_at(m, leg);
    const wend_grid* grid = grid_of(c, i);
    if (link) return wend_grid_link_is_usable(grid, link->id);
    const wendi_frame frame = wendi_frame_of(grid);
    return wendi_line_is_clear(grid, wendi_to_tiles(&frame, leg_start(c, i, leg)),
                               wendi_to_tiles(&frame, m->waypoints[leg + 1]),
                               wendi_crowd_needs(c, &c->agents[i]));
}

// Checks the legs ahead. *crossed_out: some of them crosses a cluster that has changed.
static void check_legs(const wend_crowd* c, int32_t i, bool* crossed_out) {
    wendi_member* m = &c->members[i];
    const wend_world* world = world_of(c, i);
    const void* context[2] = {world, m};
    const bool on_link = m->state == WEND_AGENT_ON_LINK;
    *crossed_out = false;
    for (int32_t leg = c->agents[i].waypoint + on_link; leg + 1 < m->count; leg++) {
        if (!link_at(m, leg) &&
            !wendi_clusters_near_line(&world->graph.clusters, tile_at(c, leg_start(c, i, leg)),
                                      tile_at(c, m->waypoints[leg + 1]), has_changed, (void*)context))
            continue;
        *crossed_out = true;
        if (leg_is_free(c, i, leg)) continue;
        if (!m->broken) m->broken_first = leg;
        m->broken = true;
        m->broken_last = leg;
    }
}

static void check(wend_crowd* c, int32_t i) {
    wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    m->check = false;
    if (m->state == WEND_AGENT_NO_ROUTE || m->partial) {
        const wend_world* world = world_of(c, i);
        wendi_start start;
        const bool sees = wendi_crowd_find_start(c, agent, m, &start);
        if (sees && (wendi_world_connected(world, start.tile, m->goal) ||
                     wendi_world_connected(world, start.tile, m->stand_in))) {
            wendi_crowd_plan_again(c, agent, m);
            return;
        }
    }
    if (m->state != WEND_AGENT_WALKING && m->state != WEND_AGENT_ON_LINK) return;
    const bool was_broken = m->broken;
    bool crossed;
    m->broken = false;
    check_legs(c, i, &crossed);
    c->stats.checks += crossed;
    c->stats.broken += m->broken && !was_broken;
    m->version = world_of(c, i)->version;
}

void wendi_crowd_check_paths(wend_crowd* c) {
    int64_t left = (int64_t)c->def.plans_per_tick * CHECKS_PER_PLAN;
    for (int32_t k = 0; k < c->count && left > 0 && c->work <= c->def.work_per_tick / CHECKS_SHARE; k++) {
        const int32_t i = c->next_check;
        if (c->members[i].check) {
            check(c, i);
            c->work += WORK_OF_CHECK;
            left--;
        }
        c->next_check = i + 1 == c->count ? 0 : i + 1;
    }
}

// ---- new parts of paths

// Length of the path from a leg on.
static double length_from(const wend_crowd* c, int32_t i, int32_t leg) {
    const wendi_member* m = &c->members[i];
    double sum = 0;
    for (; leg + 1 < m->count; leg++)
        if (!link_at(m, leg)) sum += wendi_crowd_length(c, leg_start(c, i, leg), m->waypoints[leg + 1]);
    return sum;
}

// Cost of a tile of path, from those under the waypoints ahead.
static double mean_cost(const wend_crowd* c, int32_t i) {
    const wendi_member* m = &c->members[i];
    double sum = 0;
    int32_t count = 0;
    for (int32_t k = c->agents[i].waypoint; k < m->count; k++) {
        const double cost = (double)wendi_sheet_cost(grid_of(c, i), tile_at(c, m->waypoints[k]));
        sum += cost;
        count += cost > 0;
    }
    return count > 0 ? sum / count : 1;
}

// Finds a path between two tiles no longer than a limit, into the path of the crowd.
static wend_result find_part(wend_crowd* c, int32_t i, wend_tile from, wend_tile to, double longest,
                             bool* found_out) {
    const wend_cost below = (wend_cost)(longest * mean_cost(c, i) * wend_grid_cost_units(grid_of(c, i))) + 1;
    wend_query query = wend_default_query(from, to);
    wend_stats stats = {0};
    query.smooth = true;
    wend_result result = wendi_find_path_below(c->search, world_of(c, i), &query, below, c->path, &stats);
    if (result == WEND_OK) wendi_crowd_count_work(c, c->path, &stats);
    *found_out = result == WEND_OK && wend_path_outcome(c->path) == WEND_FOUND &&
                 wend_path_integer_cost(c->path) < below;
    return result;
}

// Plans between the last good waypoint before the broken legs, or where the agent is, and the first good one
// after them.
static wend_result repair(wend_crowd* c, int32_t i, bool* done_out) {
    wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    const int32_t next = m->broken_last + 1;
    if (m->broken_last < agent->waypoint) { // it has passed them: they are free again
        *done_out = true;
        return WEND_OK;
    }
    const bool from_here = m->broken_first <= agent->waypoint;
    if (next >= m->count || (from_here && m->state != WEND_AGENT_WALKING)) return WEND_OK;
    wendi_start start;
    if (!wendi_crowd_find_start(c, agent, m, &start) || (from_here && start.by_leg)) return WEND_OK;
    const wend_tile from = from_here ? start.tile : tile_at(c, m->waypoints[m->broken_first]);
    double replaced = 0;
    for (int32_t leg = wendi_max(m->broken_first, agent->waypoint); leg < next; leg++)
        replaced += wendi_crowd_length(c, leg_start(c, i, leg), m->waypoints[leg + 1]);
    const double left = length_from(c, i, agent->waypoint);
    const double detour =
        fmin(left / MOST_DETOURS - m->detours, SIDES_AROUND * (double)world_of(c, i)->graph.clusters.size);
    bool found = false;
    if (detour < 0) return WEND_OK;
    wend_result result = find_part(c, i, from, tile_at(c, m->waypoints[next]), replaced + detour, &found);
    if (result != WEND_OK || !found) return result;
    result = wendi_crowd_splice(c, m, from_here ? 0 : m->broken_first, c->path, next + 1);
    if (result != WEND_OK) return result;
    if (from_here) agent->waypoint = m->mark_waypoint = 0, agent->along = m->mark_along = 0;
    m->detours += fmax(length_from(c, i, agent->waypoint) - left, 0);
    m->planned = wendi_min(m->planned, from_here ? 0 : m->broken_first + 1);
    *done_out = true;
    return WEND_OK;
}

// Turns the last leg of the path to the goal that has moved, if it is then still free. False: it is not.
static bool turn_last_leg(wend_crowd* c, int32_t i) {
    wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    const int32_t leg = m->count - 2;
    const bool walks_it = leg == agent->waypoint && m->state == WEND_AGENT_WALKING;
    // A point that paths lead round corners may stand where it can see little.
    const wend_grid* grid = grid_of(c, i);
    if (walks_it && wend_grid_connectivity(grid) == WEND_CONNECTIVITY_8_CUT) return false;
    if (leg < agent->waypoint || link_at(m, leg) || !wendi_has_uniform_cost(grid)) return false;
    const wend_tile from = tile_at(c, leg_start(c, i, leg));
    if (wendi_open_line(&world_of(c, i)->graph, from, m->goal) != WEND_OK) return false;
    const wend_vec2 before = m->waypoints[leg + 1];
    m->waypoints[leg + 1] = wendi_sheet_center(grid, m->goal);
    if (!wendi_sheet_passable(grid, m->goal) || !leg_is_free(c, i, leg)) {
        m->waypoints[leg + 1] = before;
        return false;
    }
    m->planned = wendi_min(m->planned, leg + 1);
    if (walks_it) { // a new leg from where it is
        m->waypoints[leg] = agent->position;
        agent->along = m->mark_along = 0;
        m->mark_waypoint = leg;
    }
    return true;
}

// Plans to the goal that has moved from the last waypoint of a whole plan behind which enough is left.
static wend_result chase(wend_crowd* c, int32_t i, bool* done_out) {
    const wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    const double left = length_from(c, i, agent->waypoint);
    int32_t branch = wendi_min(m->planned, m->count) - 1;
    while (branch > agent->waypoint && length_from(c, i, branch) < left / TAIL) branch--;
    bool found = false;
    *done_out = turn_last_leg(c, i);
    if (*done_out || branch <= agent->waypoint) return WEND_OK;
    wend_result result = find_part(c, i, tile_at(c, m->waypoints[branch]), m->goal, left / MOST_TAIL, &found);
    if (result != WEND_OK || !found) return result;
    result = wendi_crowd_splice(c, m, branch, c->path, m->count);
    if (result != WEND_OK) return result;
    m->planned = branch + 1;
    *done_out = true;
    return WEND_OK;
}

// Cost of a line, as string pulling counts it. The body of the agent may fit along it only from where it is.
static double line_cost(const wend_grid* grid, wend_tile from, wend_tile to) {
    const double cost = wendi_straight_cost(grid, from, to, 0);
    if (cost < INFINITY) return cost;
    return wendi_gap(wendi_center(grid, from), wendi_center(grid, to)) * (double)wendi_sheet_cost(grid, to);
}

// Cost of the lines and links from a tile along waypoints, from one on.
static double cost_of_lines(const wend_crowd* c, int32_t i, wend_tile from, const wend_vec2* waypoints,
                            int32_t first, int32_t count, const wend_path_link* links, int32_t link_count) {
    const wend_grid* grid = grid_of(c, i);
    double sum = 0;
    for (int32_t k = first; k < count; k++) {
        const wend_tile to = tile_at(c, waypoints[k]);
        const wend_link* link = NULL;
        for (int32_t n = 0; n < link_count && !link; n++)
            if (links[n].waypoint == k - 1) link = wendi_sheet_find_link(grid, links[n].id);
        sum += link ? wendi_link_true_cost(grid, link) : line_cost(grid, from, to);
        from = to;
    }
    return sum;
}

// *done_out: no other path costs so much less that its own should give way.
static wend_result improve(wend_crowd* c, int32_t i, bool* done_out) {
    const wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    wendi_start start;
    *done_out = true;
    m->improves = false;
    if (!wendi_crowd_find_start(c, agent, m, &start) || start.by_leg) return WEND_OK;
    wend_query query = wend_default_query(start.tile, m->end);
    query.smooth = true;
    wend_stats stats = {0};
    wend_result result = wendi_find_path(c->search, world_of(c, i), &query, c->path, &stats);
    if (result != WEND_OK) return result;
    wendi_crowd_count_work(c, c->path, &stats);
    const int32_t count = (int32_t)c->path->waypoints.count;
    int32_t link_count;
    const wend_vec2* waypoints = c->path->waypoints.data;
    const wend_path_link* links = wend_path_links(c->path, &link_count);
    if (count == 0) return WEND_OK;
    const double own =
        cost_of_lines(c, i, start.tile, m->waypoints, agent->waypoint + 1, m->count, m->links, m->link_count);
    const double other = cost_of_lines(c, i, start.tile, waypoints, 1, count, links, link_count);
    *done_out = other >= own || other > own * m->share;
    m->improves = !*done_out;
    return WEND_OK;
}

bool wendi_crowd_wants_part(const wend_crowd* c, int32_t i) {
    const wendi_member* m = &c->members[i];
    return ((m->broken || m->chases) && (m->state == WEND_AGENT_WALKING || m->state == WEND_AGENT_ON_LINK)) ||
           (m->improves && m->state == WEND_AGENT_WALKING);
}

wend_result wendi_crowd_plan_part(wend_crowd* c, int32_t i, bool* done_out) {
    wendi_member* m = &c->members[i];
    const bool both = m->broken && m->chases;
    *done_out = false;
    if (!m->broken && !m->chases) return improve(c, i, done_out);
    wend_result result = WEND_OK;
    if (!both && m->count > 1) result = m->broken ? repair(c, i, done_out) : chase(c, i, done_out);
    if (result != WEND_OK || !*done_out) return result;
    m->broken = m->chases = false;
    m->mark_left = INFINITY;
    c->stats.repairs++;
    if (m->grows) wendi_crowd_note_rest(c, i);
    note_clusters(c, i); // edits since the last check may concern the parts that stay
    return WEND_OK;
}

bool wendi_crowd_follow_goal(wend_crowd* c, int32_t i, wend_tile goal) {
    wendi_member* m = &c->members[i];
    if (m->state != WEND_AGENT_WALKING || m->field || m->count < 2) return false;
    const wend_vec2 to = wendi_sheet_center(c->grid, goal);
    const double moved = wendi_crowd_length(c, to, wendi_sheet_center(c->grid, m->goal));
    if (m->grows) { // what is left of its path leads there
        if (moved > wendi_crowd_length(c, c->agents[i].position, to) / TAIL) return false;
        if (moved > 0) wendi_crowd_lead_rest(m, goal);
        return true;
    }
    if (moved > length_from(c, i, c->agents[i].waypoint) / TAIL) return false;
    m->chases |= moved > 0;
    return true;
}
