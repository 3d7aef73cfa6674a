// crowd_walk.c: how does an agent of a crowd move in a tick: who is near, is the map around it there, has it
// arrived?
#include <string.h>

#include "agents/crowd.h"
#include "agents/neighbours.h"
#include "hierarchy/open.h"

// ---- what agents see of the map
//
// Paths are opened when they are planned. An agent may leave its path a little, for others or along a wall:
// so each tick opens the clusters that lie as near as it looks ahead.

enum { MARGIN = 2 }; // tiles: a body beside the centre of a tile, and the tile that it is pushed to

// How far an agent sees, in tiles: its body, and what it heads for on its path.
static int32_t sight_of(const wend_crowd* c, const wend_agent* agent, float dt) {
    const double size = (double)wend_grid_tile_size(c->grid);
    const double body = fmin((double)agent->radius / size, WENDI_MAX_BODY);
    const double ahead = wendi_look_ahead((double)agent->max_speed / size, (double)dt);
    return (int32_t)ceil(fmax(body, 0) + fmax(ahead, 0)) + MARGIN;
}

wend_result wendi_crowd_open_around(const wend_crowd* c, const wend_agent* agent, float dt) {
    const wend_grid* grid = wendi_crowd_view_of(c, agent)->grid;
    wend_tile at;
    if (!grid->world || wendi_sheet_tile_at(grid, agent->position, &at) != WEND_OK) return WEND_OK;
    return wendi_open_area(&grid->world->graph, (wend_rect){at.x, at.y, 1, 1}, sight_of(c, agent, dt));
}

void wendi_crowd_meet_damage(const wend_crowd* c, int32_t i) {
    wendi_member* m = &c->members[i];
    if (m->state == WEND_AGENT_ON_LINK) {
        m->plans_after = true;
        m->broken = m->chases = false;
        return;
    }
    wendi_crowd_stand(c, &c->agents[i], m, WEND_AGENT_STUCK);
    m->stalled = 0;
    m->next_replan = (double)c->def.replan_time;
}

wend_result wendi_crowd_open_ground(wend_crowd* c, float dt) {
    const wend_world* world = c->grid->world;
    if (!world) return WEND_OK;
    wend_result first = wendi_open_regions(world);
    if (first != WEND_OK) return first;
    for (int32_t i = 0; i < c->count; i++) {
        wendi_member* m = &c->members[i];
        const bool on_link = m->state == WEND_AGENT_ON_LINK;
        const wend_result result = on_link ? WEND_OK : wendi_crowd_open_around(c, &c->agents[i], dt);
        m->is_blind = result != WEND_OK;
        if (result == WEND_OK || m->state == WEND_AGENT_STUCK) continue;
        if (result != WEND_ERROR_DAMAGED) return result;
        wendi_crowd_meet_damage(c, i);
        first = result;
    }
    return first;
}

// ---- has an agent arrived, alone or beside others, or does it make no progress?

// The radius of what an agent takes up at its goal: one with claims a tile.
static double room_of(const wend_crowd* c, int32_t i) {
    return c->fleet ? 0.5 : c->bodies[i].radius;
}

static void count_arrived(wend_crowd* c) {
    wendi_number_table_clear(&c->goal_of);
    c->goal_count = 0;
    for (int32_t k = 0; k < c->count; k++) {
        if (c->members[k].state != WEND_AGENT_ARRIVED) continue;
        const uint64_t goal = wendi_tile_key(c->members[k].end);
        const double radius = room_of(c, k);
        int32_t at = wendi_number_table_at(&c->goal_of, goal);
        if (at < 0) {
            at = c->goal_count++;
            wendi_number_table_set(&c->goal_of, goal, at);
            c->goal_counts[at] = (wendi_goal_count){.radius = radius};
        }
        wendi_goal_count* there = &c->goal_counts[at];
        there->count++;
        if (there->radius != radius) there->radius = -1;
        there->area += radius * radius;
    }
    c->goal_counts_ready = true;
}

// Radius of the disc that an agent and all at its goal need, and of twice its body round that.
static double crowded_radius(const wend_crowd* c, int32_t i) {
    static const double filled = 0.5; // of the disc by bodies
    const int32_t at = wendi_number_table_at(&c->goal_of, wendi_tile_key(c->members[i].end));
    const double radius = room_of(c, i);
    const wendi_goal_count there = at < 0 ? (wendi_goal_count){.radius = radius} : c->goal_counts[at];
    if (there.radius == radius) return radius * (sqrt((there.count + 1) / filled) + 2);
    return sqrt((there.area + radius * radius) / filled) + 2 * radius;
}

bool wendi_crowd_may_arrive_beside(wend_crowd* c, int32_t i) {
    const wendi_member* m = &c->members[i];
    double patience = (double)c->def.beside_goal_time;
    if (patience == 0 || m->stalled < patience || !m->beside_arrived) return false;
    if (m->stalled >= 6 * patience) return true;
    if (!c->goal_counts_ready) count_arrived(c);
    return wendi_gap(c->walks[i].position, wendi_center(c->grid, m->end)) <= crowded_radius(c, i);
}

void wendi_crowd_arrive(const wend_agent* agent, wendi_member* m, bool beside_goal) {
    m->beside_goal = beside_goal;
    m->state = WEND_AGENT_ARRIVED;
    m->forces_pass = false;
    m->home = agent->position;
}

// An agent that was pushed away from its place walks back once nobody presses it; one that had only arrived
// beside others walks on when they are gone.
void wendi_crowd_return_home(wend_crowd* c, int32_t i) {
    wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    float far = wend_grid_tile_size(c->grid) + 2 * agent->radius;
    float dx = agent->position.x - m->home.x, dy = agent->position.y - m->home.y;
    bool away = dx * dx + dy * dy >= far * far && !m->pressed, alone = m->beside_goal && !m->beside_arrived;
    if (!away && !alone) return;
    wendi_crowd_plan_again(c, agent, m);
}

// Length of its path from a point on one of its legs.
static double length_left(const wendi_member* m, int32_t leg, float along) {
    double sum = -(double)along;
    for (; leg + 1 < m->count; leg++) {
        const double dx = (double)(m->waypoints[leg + 1].x - m->waypoints[leg].x),
                     dy = (double)(m->waypoints[leg + 1].y - m->waypoints[leg].y);
        sum += sqrt(dx * dx + dy * dy);
    }
    return fmax(sum, 0);
}

// True when it is nearer to its goal than ever, by a real step.
static bool makes_progress(wend_crowd* c, int32_t i) {
    const wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    bool replanned = m->next_replan > (double)c->def.replan_time; // only a real step counts
    wend_tile tile;
    if (m->field && wendi_sheet_tile_at(c->grid, agent->position, &tile) == WEND_OK) {
        double cost = wendi_field_cost(m->field, tile);
        if (cost >= m->mark_cost - (replanned ? 1 : 0)) return false;
        m->mark_cost = cost;
        return true;
    }
    float step = (replanned ? 1 : 0.25f) * wend_grid_tile_size(c->grid);
    // A step along the new path may lead round the same obstacle, and be none along the old one.
    if (replanned && !m->grows && length_left(m, agent->waypoint, agent->along) > m->mark_left - (double)step)
        return false;
    if (agent->waypoint <= m->mark_waypoint && agent->along < m->mark_along + step) return false;
    m->mark_waypoint = agent->waypoint;
    m->mark_along = agent->along;
    return true;
}

// Radius of the widest body.
static inline double widest_of(const wendi_neighbours* n) {
    double widest = 0;
    for (int32_t i = 0; i < WENDI_LAYERS; i++) widest = fmax(widest, n->layers[i].widest);
    return widest;
}

// True when it forces its way past bodies that may be wide: a short way into one is no progress yet.
static bool is_still_passing(const wend_crowd* c, int32_t i) {
    const wendi_member* m = &c->members[i];
    if (!m->forces_pass || !c->neighbours.is_mixed) return false;
    const double size = (double)wend_grid_tile_size(c->grid), widest = widest_of(&c->neighbours);
    const double dx = (double)(c->agents[i].position.x - m->forced_at.x),
                 dy = (double)(c->agents[i].position.y - m->forced_at.y);
    return sqrt(dx * dx + dy * dy) < 2 * (c->bodies[i].radius + widest) * size;
}

void wendi_crowd_track_progress(wend_crowd* c, int32_t i, double dt) {
    const wend_agent* agent = &c->agents[i];
    wendi_member* m = &c->members[i];
    if (!is_still_passing(c, i) && makes_progress(c, i)) {
        m->stalled = 0;
        m->next_replan = (double)c->def.replan_time;
        m->mark_left = INFINITY;
        m->forces_pass = false;
        return;
    }
    m->stalled += dt;
    double patience = (double)c->def.forced_pass_time;
    if (wendi_crowd_may_arrive_beside(c, i)) {
        wendi_crowd_arrive(agent, m, true);
    } else if (m->next_replan > 0 && m->stalled >= m->next_replan) {
        if (m->next_replan <= (double)c->def.replan_time)
            m->mark_left = m->grows ? INFINITY : length_left(m, m->mark_waypoint, m->mark_along);
        m->next_replan *= 2;
        bool forced = m->forces_pass;
        wendi_crowd_stand(c, &c->agents[i], m, WEND_AGENT_WAITING);
        m->forces_pass = forced;
    }
    if (patience > 0 && m->stalled >= patience && m->state != WEND_AGENT_ARRIVED && !m->forces_pass) {
        m->forces_pass = true;
        m->forced_at = agent->position;
        c->stats.forced_passes++;
    }
}

// ---- which velocity do other agents and walls permit?

enum { MOST_WALLS = WENDI_MAX_HALVES - WENDI_MOST_NEIGHBOURS };
static const double WALL_TIME = 0.25; // seconds in which a body keeps off walls

// The factor by which an agent that makes no progress shrinks itself and others, in the end to 0; for those
// with the same goal, who queue with it, much later.
static double size_share(const wend_crowd* c, const wendi_member* m, const wendi_member* other) {
    if (!m->forces_pass) return 1;
    bool queue = wendi_is_same(m->end, other->end);
    double time = m->stalled / (double)c->def.forced_pass_time / (queue ? 4 : 1);
    return time < 1 ? 1 : time < 2 ? 0.5 : 0;
}

// The half-planes of the nearest walls.
typedef struct near_walls {
    const wendi_walk* walk;
    wendi_half* halves;
    double distances[MOST_WALLS];
    int32_t count;
} near_walls;

// Adds the half-plane of a wall whose nearest point is at an offset: a face forbids coming closer than the
// body within a short time, an outer corner acts as a body of no size that does not give way.
static void add_wall(near_walls* walls, wendi_vec offset, bool is_corner) {
    const wendi_walk* w = walls->walk;
    const double distance = wendi_length(offset);
    int32_t at = walls->count;
    if (at == MOST_WALLS) {
        at = 0;
        for (int32_t i = 1; i < MOST_WALLS; i++)
            if (walls->distances[i] > walls->distances[at]) at = i;
        if (distance >= walls->distances[at]) return;
    } else {
        walls->count++;
    }
    walls->distances[at] = distance;
    if (is_corner) {
        wendi_meeting corner = {offset, w->velocity, w->body};
        walls->halves[at] = wendi_orca_half(&corner, w->velocity, 1, WALL_TIME, WALL_TIME);
    } else {
        walls->halves[at] =
            (wendi_half){wendi_scale(offset, -1 / distance), (w->body - distance) / WALL_TIME};
    }
}

// Walls between tiles: a face where the body is abreast of it, beyond its ends a corner.
static void add_sides(near_walls* walls, int32_t x, int32_t y, double reach) {
    const wendi_walk* w = walls->walk;
    wendi_vec a, b;
    for (int32_t below = 0; below < 2; below++) {
        if (!wendi_wall_of(w->grid, x, y, below, &a, &b)) continue;
        const double share = wendi_share(a, b, w->position);
        const wendi_vec offset = wendi_sub(wendi_along(a, wendi_sub(b, a), share), w->position);
        const double distance = wendi_length(offset);
        if (distance < reach && distance > 0) add_wall(walls, offset, share <= 0 || share >= 1);
    }
}

static int32_t wall_halves(const wendi_walk* w, wendi_half* out) {
    if (w->body <= 0) return 0;
    const wend_grid* grid = w->grid;
    const wendi_vec p = w->position;
    double reach = w->body + fmin(w->max_speed * WALL_TIME, 1);
    near_walls walls = {.walk = w, .halves = out};
    const bool hex = wendi_is_hex(grid->connectivity);
    const wend_rect near = wendi_tiles_around(grid, p, reach);
    const int32_t right = wendi_min(near.x + near.width - 1, grid->width),
                  bottom = wendi_min(near.y + near.height - 1, grid->height);
    for (int32_t y = wendi_max(near.y, -1); y <= bottom; y++)
        for (int32_t x = wendi_max(near.x, -1); x <= right; x++) {
            if (!hex && grid->exits.pages) add_sides(&walls, x, y, reach);
            if (!wendi_is_obstacle(grid, x, y)) continue;
            // Skip faces and corners that another blocked tile hides.
            int32_t sx = p.x < x ? -1 : p.x > x + 1 ? 1 : 0, sy = p.y < y ? -1 : p.y > y + 1 ? 1 : 0;
            if (hex) sx = sy = 0; // hexagons have blunt corners: all count as faces
            bool inside = x >= 0 && y >= 0 && x < grid->width && y < grid->height;
            if (!inside && (sx == 0 ? 0 : 1) + (sy == 0 ? 0 : 1) == 2) continue;
            if (inside &&
                ((sx && wendi_is_obstacle(grid, x + sx, y)) || (sy && wendi_is_obstacle(grid, x, y + sy))))
                continue;
            wendi_vec nearest = wendi_nearest_on_tile(grid, (wend_tile){x, y}, p);
            wendi_vec offset = wendi_sub(nearest, p);
            double distance = wendi_length(offset);
            if (distance < reach && distance > 0) add_wall(&walls, offset, sx && sy);
        }
    return walls.count;
}

static bool stands_at_goal_of(const wend_crowd* c, int32_t i, int32_t other) {
    const wendi_member *m = &c->members[i], *them = &c->members[other];
    return them->state == WEND_AGENT_ARRIVED && wendi_is_same(them->end, m->end);
}

// Agents whose path is blocked by others that stand at the same goal walk round them.
static wendi_vec gone_round(const wend_crowd* c, int32_t i, const wendi_near* near, int32_t count,
                            wendi_vec wanted) {
    const wendi_body* body = &c->bodies[i];
    for (int32_t k = 0; k < count; k++) {
        const wendi_body* other = near[k].body;
        wendi_vec offset = wendi_sub(other->position, body->position);
        double distance = wendi_length(offset);
        if (!stands_at_goal_of(c, i, other->index) || distance > 1.5 * (body->radius + other->radius))
            continue;
        if (wendi_dot(offset, wanted) < 0.5 * distance * wendi_length(wanted)) continue;
        double side = wendi_cross(wanted, offset) > 0 ? -1 : 1;
        return wendi_along(wanted, (wendi_vec){-wanted.y, wanted.x}, side);
    }
    return wanted;
}

// Agents that meet oncoming ones keep to their right.
static wendi_vec kept_right(const wendi_body* body, const wendi_near* near, int32_t count, wendi_vec wanted) {
    static const double share = 0.75;
    for (int32_t k = 0; k < count; k++) {
        wendi_vec offset = wendi_sub(near[k].body->position, body->position), other = near[k].body->wanted;
        bool ahead = wendi_dot(offset, wanted) > 0;
        bool oncoming = wendi_dot(other, wanted) < -0.5 * wendi_length(other) * wendi_length(wanted);
        if (ahead && oncoming && wendi_dot(other, other) > 0)
            return wendi_along(wanted, (wendi_vec){-wanted.y, wanted.x}, share);
    }
    return wanted;
}

static void note_overlap(wend_crowd* c, int32_t a, int32_t b) {
    const uint64_t pair = (uint64_t)(uint32_t)a << 32 | (uint32_t)b;
    uint64_t* pairs = c->overlaps.data;
    WENDI_ASSERT(a < b && b < c->count && (size_t)c->overlaps.count < c->overlaps.capacity);
    int64_t at = c->overlaps.count++;
    for (; at > 0 && pairs[at - 1] > pair; at--) pairs[at] = pairs[at - 1];
    pairs[at] = pair;
}

// The preferred velocity after the host's extra steering.
static wendi_vec steered(wend_crowd* c, int32_t i, const wendi_near* near, int32_t count) {
    const wendi_frame frame = wendi_frame_of(c->grid);
    wend_vec2 wanted = {wendi_to_float(c->wanted[i].x * frame.size),
                        wendi_to_float(c->wanted[i].y * frame.size)};
    // As at the start of the tick: nobody has moved yet.
    const wend_agent* agents = c->shown ? c->shown : c->agents;
    for (int32_t k = 0; k < count; k++) c->near[k] = agents[near[k].body->index];
    wend_vec2 v = c->def.steer(c->ids[i], &agents[i], wanted, c->near, count, c->def.steer_context);
    if (!isfinite(v.x) || !isfinite(v.y)) return c->wanted[i];
    return wendi_limited((wendi_vec){(double)v.x / frame.size, (double)v.y / frame.size},
                         c->walks[i].max_speed);
}

// Agents on links collide with no other agent.
static int32_t without_those_on_links(const wend_crowd* c, wendi_near* near, int32_t count) {
    int32_t kept = 0;
    for (int32_t k = 0; k < count; k++)
        if (c->members[near[k].body->index].state != WEND_AGENT_ON_LINK) near[kept++] = near[k];
    return kept;
}

void wendi_crowd_avoid(wend_crowd* c, int32_t i, double dt) {
    wendi_walk* w = &c->walks[i];
    wendi_member* m = &c->members[i];
    const wendi_body* body = &c->bodies[i];
    wendi_near near[WENDI_MOST_NEIGHBOURS];
    if (m->state == WEND_AGENT_ON_LINK) {
        m->close_count = 0;
        return;
    }
    int32_t near_count = wendi_neighbours_of(&c->neighbours, body, c->def.max_neighbours, near);
    WENDI_ASSERT(body->index == i && near_count >= 0 && near_count <= c->def.max_neighbours);
    near_count = without_those_on_links(c, near, near_count);
    m->beside_arrived = m->pressed = false;
    m->close_count = 0;
    for (int32_t k = 0; k < near_count; k++) {
        const wendi_body* other = near[k].body;
        double touch = body->radius + other->radius, distance = sqrt(near[k].square);
        if (distance < 0.9 * touch && i < other->index) note_overlap(c, i, other->index);
        double approach = (w->max_speed + wendi_length(other->velocity)) * dt;
        if (m->close_count < WENDI_MOST_CLOSE && distance < touch + approach)
            m->close[m->close_count++] = other->index;
        m->pressed |= distance < 1.1 * touch && c->members[other->index].state == WEND_AGENT_WALKING;
        m->beside_arrived |= stands_at_goal_of(c, i, other->index) && distance < 1.5 * touch + 0.25;
    }
    bool walks = m->state == WEND_AGENT_WALKING, steers = walks && c->def.steer && c->can_move[i];
    const wendi_vec way = c->wanted[i];
    if (steers) c->wanted[i] = steered(c, i, near, near_count);
    bool along = fabs(wendi_cross(way, c->wanted[i])) <= 1e-6 && wendi_dot(way, c->wanted[i]) >= 0;
    w->strict = near_count == 0 && walks && along;
    if (c->def.pass_through) m->close_count = 0;
    if (near_count == 0 || !c->can_move[i] || c->def.pass_through) return;
    wendi_half halves[WENDI_MAX_HALVES];
    int32_t walls = wall_halves(w, halves), count = walls;
    WENDI_ASSERT(walls <= MOST_WALLS);
    double horizon = (double)c->def.horizon, give = fmax(dt, 0.1);
    for (int32_t k = 0; k < near_count; k++) {
        const wendi_body* other = near[k].body;
        const wendi_member* them = &c->members[other->index];
        double size = fmin(size_share(c, m, them), size_share(c, them, m));
        wendi_meeting meeting = {wendi_sub(other->position, body->position),
                                 wendi_sub(body->velocity, other->velocity),
                                 (body->radius + other->radius) * size};
        bool gives_way = c->can_move[other->index];
        if (meeting.reach > 0)
            halves[count++] = wendi_orca_half(&meeting, body->velocity, gives_way ? 0.5 : 1, horizon, give);
    }
    wendi_vec wanted = kept_right(body, near, near_count, gone_round(c, i, near, near_count, c->wanted[i]));
    WENDI_ASSERT(count <= WENDI_MAX_HALVES);
    c->wanted[i] = wendi_orca_solve(halves, count, walls, wanted, w->max_speed);
}

wendi_vec wendi_crowd_keep_apart(const wend_crowd* c, int32_t i, wendi_vec velocity, double dt) {
    static const double least = 0.95; // of the sum of their radii
    const wendi_member* m = &c->members[i];
    const wendi_body* body = &c->bodies[i];
    for (int32_t round = 0; round < 3; round++) {
        bool clear = true;
        for (int32_t k = 0; k < m->close_count; k++) {
            WENDI_ASSERT(m->close[k] >= 0 && m->close[k] < c->count && m->close[k] != i);
            const wendi_body* other = &c->bodies[m->close[k]];
            const wendi_member* them = &c->members[m->close[k]];
            double reach =
                (body->radius + other->radius) * least * fmin(size_share(c, m, them), size_share(c, them, m));
            wendi_vec offset = wendi_sub(other->position, body->position), way = wendi_unit(offset);
            double approach = wendi_dot(velocity, way) - fmax(wendi_length(offset) - reach, 0) / dt;
            if (approach <= 1e-9) continue;
            velocity = wendi_along(velocity, way, -approach);
            clear = false;
        }
        if (clear) return velocity;
    }
    return (wendi_vec){0, 0};
}
