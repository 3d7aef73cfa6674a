// follow.c: how does an agent follow its path, over links too, and never touch a wall?
#include "agents/follow.h"

#include "core/vec.h"
#include "grid/links.h"
#include "search/path.h"

// ---- stretches between links, and the time on a link

wendi_stretch wendi_stretch_at(const wend_path_link* links, int32_t link_count, int32_t waypoint,
                               int32_t waypoint_count) {
    int32_t next = 0; // the first link that is still ahead
    while (next < link_count && links[next].waypoint < waypoint) next++;
    int32_t first = next > 0 ? links[next - 1].waypoint + 1 : 0;
    int32_t last = next < link_count ? links[next].waypoint : waypoint_count - 1;
    WENDI_ASSERT(first <= waypoint && waypoint <= last && last < waypoint_count);
    return (wendi_stretch){first, last - first + 1, next < link_count ? next : -1};
}

bool wendi_crossing_begin(const wend_grid* grid, const wend_agent* agent, int32_t id, wend_vec2 from,
                          wend_vec2 to, wendi_crossing* out) {
    const wend_link* link = wendi_sheet_find_link(grid, id);
    if (!link || !wendi_link_is_usable(grid, link)) return false;
    double walk = wendi_link_true_cost(grid, link) * (double)grid->tile_size / (double)agent->max_speed;
    *out = (wendi_crossing){
        .id = id, .from = from, .to = to, .duration = link->duration > 0 ? (double)link->duration : walk};
    return true;
}

bool wendi_crossing_move(wendi_crossing* c, wend_agent* agent, double dt) {
    const wend_vec2 before = agent->position;
    c->elapsed += dt;
    bool done = c->elapsed >= c->duration;
    double share = done ? 1 : c->elapsed / c->duration;
    if (done) {
        agent->position = c->to;
        agent->velocity = (wend_vec2){0, 0};
        return true;
    }
    agent->position =
        (wend_vec2){wendi_to_float((double)c->from.x + ((double)c->to.x - (double)c->from.x) * share),
                    wendi_to_float((double)c->from.y + ((double)c->to.y - (double)c->from.y) * share)};
    agent->velocity = (wend_vec2){wendi_to_float(((double)agent->position.x - (double)before.x) / dt),
                                  wendi_to_float(((double)agent->position.y - (double)before.y) / dt)};
    return false;
}

// ---- how does an agent follow a line of waypoints without touching walls?

// ---- the line

static wendi_vec point(const wendi_walk* w, int32_t i) {
    WENDI_ASSERT(i >= 0 && i < w->count);
    return wendi_to_tiles(&w->frame, w->waypoints[i]);
}

static int32_t last_leg(const wendi_walk* w) {
    return wendi_max(w->count - 2, 0);
}

// End of a leg; a line of one point has one leg of length 0.
static wendi_vec leg_end(const wendi_walk* w, int32_t leg) {
    return point(w, wendi_min(leg + 1, w->count - 1));
}

static wendi_vec point_at(const wendi_walk* w, wendi_mark m) {
    wendi_vec from = point(w, m.leg);
    return wendi_along(from, wendi_unit(wendi_sub(leg_end(w, m.leg), from)), m.along);
}

// A mark rounded as the agent stores it, so that what is in sight now is in sight in the next tick.
static wendi_mark mark_at(const wendi_walk* w, int32_t leg, double along, double length) {
    double kept = (double)wendi_to_float(along * w->frame.size) / w->frame.size;
    return (wendi_mark){leg, fmin(kept, length)};
}

static wendi_mark ahead(const wendi_walk* w, wendi_mark m, double by) {
    for (;;) {
        double length = wendi_gap(point(w, m.leg), leg_end(w, m.leg));
        if (m.along + by <= length || m.leg == last_leg(w))
            return mark_at(w, m.leg, fmin(m.along + by, length), length);
        by -= length - m.along;
        m = (wendi_mark){m.leg + 1, 0};
    }
}

// ---- sight

// How much of the body's radius is free at a position, a little less, so that rounding cannot make it too
// narrow for the segment that led there. A point that slips through between two corners keeps its sight even
// where it dips into them further than it should.
static double room_at(const wendi_walk* w, wendi_vec p) {
    static const double hair = 1e-9;
    return w->body < 0 ? 8 * w->body : fmin(w->body, wendi_clearance(w->grid, p, w->body)) - hair;
}

static bool sees(const wendi_walk* w, wendi_vec from, double room, wendi_vec to) {
    return wendi_line_is_clear(w->grid, from, to, room);
}

// Advances the mark to where the agent at p has come: past every waypoint whose plane it has crossed, and
// along the next leg to the point abreast of it. The plane goes through the waypoint and bisects the turn
// there. Never moves back, and never to a mark out of sight; false: not even the old one is in sight.
static bool advance_mark(const wendi_walk* w, wendi_vec p, double room, wendi_mark* mark_io) {
    wendi_mark best = *mark_io;
    bool seen = false;
    for (wendi_mark m = best;; m = (wendi_mark){m.leg + 1, 0}) {
        wendi_vec from = point(w, m.leg), to = leg_end(w, m.leg);
        double length = wendi_gap(from, to);
        wendi_vec way = wendi_unit(wendi_sub(to, from));
        double abreast = wendi_clamp(wendi_dot(wendi_sub(p, from), way), 0, length);
        m = mark_at(w, m.leg, fmax(m.along, abreast), length);
        bool in_sight = sees(w, p, room, point_at(w, m));
        if (in_sight) best = m, seen = true;
        if (!in_sight || m.leg == last_leg(w)) break;
        wendi_vec next = wendi_unit(wendi_sub(leg_end(w, m.leg + 1), to)), plane = wendi_add(way, next);
        if (wendi_dot(plane, plane) < 0.01) plane = way; // straight back
        if (wendi_dot(wendi_sub(p, to), plane) < 0) break;
    }
    if (!seen) return sees(w, p, room, point_at(w, best));
    *mark_io = best;
    WENDI_ASSERT(best.leg >= 0 && best.leg <= last_leg(w));
    return true;
}

// True when the straight segment to a mark skips no waypoint that lies far from it.
static bool keeps_to_line(const wendi_walk* w, wendi_mark target, wendi_vec to) {
    static const double corridor = 0.5;
    double most = fmax(corridor, wendi_gap(w->position, point_at(w, w->mark)));
    for (int32_t i = w->mark.leg + 1; i <= target.leg; i++)
        if (wendi_gap_to_segment(w->position, to, point(w, i)) > most) return false;
    return true;
}

// The error that explains why the line cannot be followed from here.
static wend_result diagnose(const wendi_walk* w) {
    wendi_vec on_line = point_at(w, w->mark), next = point_at(w, ahead(w, w->mark, 1));
    const double thin = -2 * w->rough;
    if (!wendi_line_is_clear(w->grid, on_line, next, thin)) return WEND_ERROR_STALE;
    if (wendi_line_is_clear(w->grid, w->position, on_line, thin)) return WEND_ERROR_LIMIT;
    return WEND_ERROR_ARGUMENT;
}

// The farthest position on the line, up to a distance along it, that is in sight.
static bool farthest_in_sight(const wendi_walk* w, double distance, double room, wendi_mark* out) {
    for (int32_t halvings = 0; halvings < 6; halvings++, distance /= 2) {
        wendi_mark target = ahead(w, w->mark, distance);
        wendi_vec to = point_at(w, target);
        if (!keeps_to_line(w, target, to) || !sees(w, w->position, room, to)) continue;
        *out = target;
        return true;
    }
    return false;
}

double wendi_look_ahead(double speed, double dt) {
    static const double look_time = 0.35; // seconds
    return fmin(speed * fmax(look_time, 1.5 * dt), 64);
}

// Chooses the position on the line to head for.
static wend_result look_ahead(const wendi_walk* w, wendi_mark* target_out) {
    double reach = 0.5 + wendi_look_ahead(wendi_length(w->velocity), w->dt);
    if (farthest_in_sight(w, reach, w->body < 0 ? w->room / 2 : w->room, target_out)) return WEND_OK;
    // Between two corners the point abreast may be blocked: look beyond them.
    if (w->body < 0 && farthest_in_sight(w, reach, w->room, target_out)) return WEND_OK;
    *target_out = w->mark; // onto the line, then along it
    wendi_vec on_line = point_at(w, w->mark);
    if (!sees(w, w->position, w->room, on_line)) return diagnose(w);
    if (wendi_gap(w->position, on_line) > w->rough / 2) return WEND_OK;
    return farthest_in_sight(w, reach, w->room - w->rough, target_out) ? WEND_OK : diagnose(w);
}

// ---- speed

// Distance that braking from a speed takes, in steps of dt.
static double braking_distance(const wendi_walk* w, double speed) {
    return speed * speed / (2 * w->max_acceleration) + speed * w->dt / 2;
}
// The speed from which that distance suffices.
static double braking_speed(const wendi_walk* w, double way) {
    double step = w->max_acceleration * w->dt;
    return step * (sqrt(0.25 + 2 * way / (step * w->dt)) - 0.5);
}

// The speed at which the turn at the end of a leg can be taken: on an arc that cuts a quarter tile off the
// corner and is no longer than half of either leg, or within a tick.
static double corner_speed(const wendi_walk* w, int32_t leg) {
    static const double cut = 0.25;
    wendi_vec in = wendi_sub(leg_end(w, leg), point(w, leg)),
              out = wendi_sub(leg_end(w, leg + 1), leg_end(w, leg));
    double cosine = wendi_clamp(wendi_dot(wendi_unit(in), wendi_unit(out)), -1, 1);
    double half_cosine = sqrt((1 + cosine) / 2), half_sine = sqrt((1 - cosine) / 2);
    if (half_sine < 1e-6) return w->max_speed;
    double arc = cut * half_cosine / (1 - half_cosine);
    WENDI_ASSERT(arc >= 0);
    arc = fmin(arc, fmin(wendi_length(in), wendi_length(out)) / 2 * half_cosine / half_sine);
    return fmax(sqrt(w->max_acceleration * arc), w->max_acceleration * w->dt / (2 * half_sine));
}

// The speed from which it can still brake for every corner beyond the target, and stop at the goal.
static double speed_for_corners(const wendi_walk* w, wendi_mark target, double way) {
    enum { MOST_CORNERS = 32 };
    double limit = w->max_speed, far = braking_distance(w, w->max_speed);
    int32_t end = wendi_min(last_leg(w), target.leg + MOST_CORNERS);
    way += wendi_gap(point_at(w, target), leg_end(w, target.leg));
    for (int32_t leg = target.leg; way < far; leg++) {
        double corner = leg == last_leg(w) ? 0 : corner_speed(w, leg);
        limit = fmin(limit, braking_speed(w, way + braking_distance(w, corner)));
        if (leg == end) break;
        way += wendi_gap(leg_end(w, leg), leg_end(w, leg + 1));
    }
    return limit;
}

// The speed for the circle that starts along the present motion and passes the target, or at which the turn
// takes one tick.
static double speed_for_turn(const wendi_walk* w, wendi_vec way) {
    wendi_vec from = wendi_unit(w->velocity), to = wendi_unit(way);
    double cosine = wendi_dot(from, to), sine = fabs(wendi_cross(from, to));
    if (wendi_dot(from, from) == 0 || (cosine > 0 && sine < 1e-3)) return w->max_speed;
    if (cosine < 0) sine = 1;
    double half_sine = sqrt((1 - wendi_clamp(cosine, -1, 1)) / 2);
    return fmax(sqrt(w->max_acceleration * wendi_length(way) / (2 * sine)),
                w->max_acceleration * w->dt / (2 * half_sine));
}

wend_result wendi_walk_want(const wendi_walk* w, wendi_vec* velocity_out, wendi_mark* target_out) {
    wendi_mark goal = ahead(w, (wendi_mark){last_leg(w), 0}, INFINITY);
    if (wendi_gap(w->position, point_at(w, goal)) < 4 * w->rough &&
        sees(w, w->position, w->room, point_at(w, goal))) {
        *target_out = goal; // it is there: nothing lies ahead
        *velocity_out = (wendi_vec){0, 0};
        return WEND_OK;
    }
    wend_result result = look_ahead(w, target_out);
    if (result != WEND_OK) return result;
    wendi_vec way = wendi_sub(point_at(w, *target_out), w->position);
    double distance = wendi_length(way), speed = w->max_speed;
    speed = fmin(speed, speed_for_corners(w, *target_out, distance));
    speed = fmin(speed, speed_for_turn(w, way));
    speed = fmin(speed, distance / w->dt);
    *velocity_out = wendi_scale(wendi_unit(way), speed);
    return WEND_OK;
}

// ---- motion

// A position rounded as the agent stores it.
static wendi_vec stored(const wendi_walk* w, wendi_vec p) {
    return wendi_to_tiles(&w->frame, wendi_to_world(&w->frame, p));
}

// Moves to a position unless that would touch a wall or lose the line. On a segment that is known to be free,
// only the rounding of its end can prevent it.
static bool try_position(wendi_walk* w, wendi_vec p, bool known_free, wendi_mark target) {
    static const double corridor = 1;
    double room = w->body > 0 ? w->room - w->rough / 4 : known_free ? w->room : w->body;
    if (!wendi_is_on_passable(w->grid, p) || !wendi_line_is_clear(w->grid, w->position, p, room))
        return false;
    wendi_mark mark = w->mark;
    room = room_at(w, p);
    if (!known_free && w->body > 0 && room < w->body - 2 * w->rough) return false;
    if (!w->stands && !advance_mark(w, p, room, &mark)) {
        if (!sees(w, p, room, point_at(w, target))) return false;
        mark = target;
    }
    if (w->strict) {
        double off = wendi_gap(p, point_at(w, mark));
        if (off > corridor && off > wendi_gap(w->position, point_at(w, w->mark))) return false;
    }
    bool on = mark.leg > w->mark.leg || mark.along > w->mark.along + w->rough;
    w->idle = on ? 0 : wendi_min(w->idle + 1, INT32_MAX / 2);
    w->mark = mark;
    w->position = p;
    w->room = room;
    return true;
}

// Moves straight towards the target, as fast as the last motion plus one acceleration permit.
static bool go_straight(wendi_walk* w, double most_speed, wendi_mark target) {
    wendi_vec way = wendi_sub(point_at(w, target), w->position), ahead_of = wendi_unit(way);
    double speed = fmax(wendi_dot(w->velocity, ahead_of), 0) + w->max_acceleration * w->dt;
    speed = fmin(fmin(speed, w->max_speed), fmin(most_speed, wendi_length(way) / w->dt));
    for (double share = 1; share > 0.05; share -= 0.125) { // rounding may put one of them on a wall
        wendi_vec velocity = wendi_scale(ahead_of, speed * share);
        if (!try_position(w, stored(w, wendi_along(w->position, velocity, w->dt)), true, target)) continue;
        w->velocity = velocity;
        return true;
    }
    // A short step may not end between two corners, where a point would be inside one: cross in one step.
    for (double hop = 2 * w->rough; w->body < 0 && hop <= 64 * w->rough; hop *= 2)
        if (try_position(w, stored(w, wendi_along(w->position, ahead_of, hop)), true, target)) return true;
    return false;
}

// Slides along an axis-parallel wall.
static bool slide(wendi_walk* w, wendi_vec velocity, wendi_mark target) {
    wendi_vec parts[2] = {{velocity.x, 0}, {0, velocity.y}};
    for (int32_t k = 0; k < 2; k++) {
        wendi_vec part = parts[(fabs(velocity.y) > fabs(velocity.x)) ^ k];
        if (!try_position(w, stored(w, wendi_along(w->position, part, w->dt)), false, target)) continue;
        w->velocity = part;
        return true;
    }
    return false;
}

// Ticks without progress that turning round may take.
static int32_t patience(const wendi_walk* w) {
    double turn = 2 * w->max_speed / (w->max_acceleration * w->dt);
    return 8 + (int32_t)fmin(turn, 200);
}

bool wendi_walk_move(wendi_walk* w, wendi_vec wanted, wendi_mark target) {
    WENDI_ASSERT(target.leg >= w->mark.leg && target.leg <= last_leg(w));
    wendi_vec change = wendi_sub(wanted, w->velocity);
    wendi_vec velocity = wendi_add(w->velocity, wendi_limited(change, w->max_acceleration * w->dt));
    velocity = wendi_limited(velocity, w->max_speed);
    bool moved = false, lost = w->strict && w->idle > patience(w);
    for (double share = 1; share >= 0.5 && !moved && !lost; share /= 2) {
        wendi_vec part = wendi_scale(velocity, share);
        moved = try_position(w, stored(w, wendi_along(w->position, part, w->dt)), false, target);
        if (moved) w->velocity = part;
    }
    if (!moved && !w->strict) moved = slide(w, velocity, target);
    if (!moved) {
        wendi_vec way = wendi_unit(wendi_sub(point_at(w, target), w->position));
        double wish = fmax(wendi_dot(wanted, way), 0);
        moved = (w->strict || wish > 0.99 * wendi_length(wanted)) && go_straight(w, wish, target);
        // A point at the edge of a wall sees past it but cannot move there: return to the line first, or
        // slide.
        if (!moved && w->body < 0)
            moved = go_straight(w, wendi_length(wanted), w->mark) || slide(w, wanted, target);
    }
    if (!moved) {
        w->velocity = (wendi_vec){0, 0};
        w->idle = wendi_min(w->idle + 1, INT32_MAX / 2);
    }
    if (w->stands) return false;
    static const double near = 0.1;
    wendi_mark goal = ahead(w, (wendi_mark){last_leg(w), 0}, INFINITY);
    wendi_vec end = point_at(w, goal);
    bool arrived = wendi_gap(w->position, end) < near && wendi_length(w->velocity) * w->dt < near &&
                   sees(w, w->position, w->room, end);
    if (arrived) w->mark = goal, w->velocity = (wendi_vec){0, 0}, w->idle = 0, w->at_end = true;
    return arrived;
}

// ---- the agent

static double roughness(const wendi_frame* frame, wend_vec2 position) {
    double far = fmax(fabs((double)position.x), fabs((double)position.y));
    far = fmax(far, fmax(fabs(frame->origin.x), fabs(frame->origin.y)));
    return fmax(1.0 / 1024, far / frame->size / (1 << 21));
}

// The radius that must be free around an agent; below 0: how far it may dip into corners.
static double body_of(const wend_grid* grid, const wend_agent* agent, double rough) {
    if (grid->connectivity == WEND_CONNECTIVITY_8_CUT && agent->radius == 0) return -rough;
    double radius = (double)agent->radius / wendi_frame_of(grid).size;
    if (grid->body_rule.by_center) radius = wendi_wall_radius(grid, radius);
    return fmax(radius - rough, rough);
}

double wendi_walk_needs(const wend_grid* grid, const wend_agent* agent) {
    const wendi_frame frame = wendi_frame_of(grid);
    const double rough = roughness(&frame, agent->position), body = body_of(grid, agent, rough);
    return body < 0 ? body : body - rough / 4;
}

wend_result wendi_walk_begin(wendi_walk* w, const wend_agent* agent, const wend_grid* grid,
                             const wend_vec2* waypoints, int32_t count, float dt) {
    if (!(dt > 0 && dt <= 1) || count < 1 || !wendi_is_finite(agent->position) ||
        !wendi_is_finite(agent->velocity) || !(agent->max_speed > 0) || !(agent->max_acceleration > 0) ||
        !isfinite(agent->max_speed) || !isfinite(agent->max_acceleration) || !(agent->radius >= 0) ||
        agent->waypoint < 0 || agent->waypoint >= count || !(agent->along >= 0) || !isfinite(agent->along) ||
        agent->idle < 0)
        return WEND_ERROR_ARGUMENT;
    wendi_frame frame = wendi_frame_of(grid);
    if ((double)agent->radius / frame.size > WENDI_MAX_BODY) return WEND_ERROR_ARGUMENT;
    *w = (wendi_walk){
        .grid = grid,
        .frame = frame,
        .waypoints = waypoints,
        .count = count,
        .dt = (double)dt,
        .position = wendi_to_tiles(&frame, agent->position),
        .velocity = {(double)agent->velocity.x / frame.size, (double)agent->velocity.y / frame.size},
        .max_speed = (double)agent->max_speed / frame.size,
        .max_acceleration = (double)agent->max_acceleration / frame.size,
        .rough = roughness(&frame, agent->position),
        .strict = true,
        .mark = {wendi_min(agent->waypoint, wendi_max(count - 2, 0)), (double)agent->along / frame.size},
        .idle = agent->idle,
    };
    w->body = body_of(grid, agent, w->rough);
    if (!wendi_is_on_passable(grid, w->position)) return WEND_ERROR_ARGUMENT;
    if (agent->waypoint > w->mark.leg) w->mark.along = INFINITY; // at the end
    w->mark.along = fmin(w->mark.along, wendi_gap(point(w, w->mark.leg), leg_end(w, w->mark.leg)));
    w->mark = mark_at(w, w->mark.leg, w->mark.along, w->mark.along);
    w->room = room_at(w, w->position);
    // A small lack of room is the rounding of earlier ticks; a larger one means that the body does not fit.
    bool fits = w->body < 0 || (w->room > 0 && w->room >= w->body - 4 * w->rough);
    return fits ? WEND_OK : WEND_ERROR_LIMIT;
}

bool wendi_walk_sees_line(const wendi_walk* w) {
    return sees(w, w->position, w->room, point_at(w, w->mark));
}

wend_vec2 wendi_walk_line_position(const wendi_walk* w) {
    return wendi_to_world(&w->frame, point_at(w, w->mark));
}

void wendi_walk_end(const wendi_walk* w, wend_agent* agent) {
    WENDI_ASSERT(w->mark.leg >= 0 && w->mark.leg < w->count && w->idle >= 0);
    agent->position = wendi_to_world(&w->frame, w->position);
    agent->velocity = (wend_vec2){wendi_to_float(w->velocity.x * w->frame.size),
                                  wendi_to_float(w->velocity.y * w->frame.size)};
    agent->idle = w->idle;
    if (agent->waypoint == w->count - 1) return; // it was already at the end
    agent->waypoint = w->at_end ? w->count - 1 : w->mark.leg;
    agent->along = w->at_end ? 0 : wendi_to_float(w->mark.along * w->frame.size);
}

// ---- the public halves

// The grid as positions on a floor see it. copy: used for floors above 0. NULL: the agent is on no floor.
static const wend_grid* grid_on_floor(const wend_grid* grid, const wend_agent* agent, wend_grid* copy) {
    wend_tile tile;
    if (!wendi_has_floors(&grid->floors)) return agent->floor == 0 ? grid : NULL;
    if (wend_grid_tile_at_floor(grid, agent->position, agent->floor, &tile) != WEND_OK) return NULL;
    if (agent->floor == 0) return grid;
    *copy = *grid;
    copy->origin.y = wendi_to_float((double)grid->origin.y - wendi_floor_offset(&grid->floors, agent->floor));
    copy->floors.origin = copy->origin;
    return copy;
}

wend_result wend_follow_velocity(const wend_agent* agent, const wend_grid* grid, const wend_vec2* waypoints,
                                 int32_t count, float dt, wend_vec2* out) {
    if (!agent || !grid || !waypoints || !out) return WEND_ERROR_ARGUMENT;
    wend_grid copy;
    grid = grid_on_floor(grid, agent, &copy);
    if (!grid) return WEND_ERROR_ARGUMENT;
    wendi_walk walk;
    wendi_mark target;
    wendi_vec velocity;
    wend_result result = wendi_walk_begin(&walk, agent, grid, waypoints, count, dt);
    if (result == WEND_OK) result = wendi_walk_want(&walk, &velocity, &target);
    if (result != WEND_OK) return result;
    *out = (wend_vec2){(float)(velocity.x * walk.frame.size), (float)(velocity.y * walk.frame.size)};
    return WEND_OK;
}

// wanted_opt NULL: the velocity of following itself, staying near the line.
static wend_result follow(wend_agent* agent, const wend_grid* grid, const wend_vec2* waypoints, int32_t count,
                          const wend_vec2* wanted_opt, float dt, bool* arrived_out) {
    wendi_walk walk;
    wendi_mark target;
    wendi_vec velocity;
    wend_result result = wendi_walk_begin(&walk, agent, grid, waypoints, count, dt);
    if (result == WEND_OK) result = wendi_walk_want(&walk, &velocity, &target);
    if (result != WEND_OK) return result;
    walk.strict = !wanted_opt;
    if (wanted_opt)
        velocity =
            (wendi_vec){(double)wanted_opt->x / walk.frame.size, (double)wanted_opt->y / walk.frame.size};
    *arrived_out = wendi_walk_move(&walk, velocity, target);
    wendi_walk_end(&walk, agent);
    return WEND_OK;
}

wend_result wend_follow_move(wend_agent* agent, const wend_grid* grid, const wend_vec2* waypoints,
                             int32_t count, wend_vec2 velocity, float dt, bool* arrived_out) {
    if (!agent || !grid || !waypoints || !arrived_out || !wendi_is_finite(velocity))
        return WEND_ERROR_ARGUMENT;
    wend_grid copy;
    grid = grid_on_floor(grid, agent, &copy);
    if (!grid) return WEND_ERROR_ARGUMENT;
    return follow(agent, grid, waypoints, count, &velocity, dt, arrived_out);
}

// Moves an agent on over the link that it is on.
static wend_result cross(wend_agent* agent, const wend_grid* grid, const wend_path* path, float dt) {
    int32_t index = agent->link - 1;
    if (!(dt > 0 && dt <= 1) || index < 0 || index >= path->links.count || !(agent->max_speed > 0) ||
        !(agent->link_elapsed >= 0))
        return WEND_ERROR_ARGUMENT;
    const wend_path_link* link = &path->links.data[index];
    const wend_vec2* ends = &path->waypoints.data[link->waypoint];
    const int32_t floor = wendi_floor_at(&grid->floors, ends[0]),
                  next = wendi_floor_at(&grid->floors, ends[1]);
    wendi_crossing crossing;
    if (!wendi_crossing_begin(grid, agent, link->id, wendi_position_from_sheet(&grid->floors, ends[0], floor),
                              wendi_position_from_sheet(&grid->floors, ends[1], next), &crossing))
        return WEND_ERROR_STALE;
    crossing.elapsed = (double)agent->link_elapsed;
    bool done = wendi_crossing_move(&crossing, agent, (double)dt);
    agent->link_elapsed = done ? 0 : wendi_to_float(crossing.elapsed);
    if (!done) return WEND_OK;
    agent->link = agent->idle = 0;
    agent->floor = (uint16_t)next;
    agent->waypoint = link->waypoint + 1;
    agent->along = 0;
    return WEND_OK;
}

wend_result wend_steer_follow(wend_agent* agent, const wend_grid* grid, const wend_path* path, float dt,
                              bool* arrived_out) {
    if (!agent || !grid || !path || !arrived_out || path->waypoints.count == 0) return WEND_ERROR_ARGUMENT;
    const int32_t count = (int32_t)path->waypoints.count;
    if (agent->waypoint < 0 || agent->waypoint >= count) return WEND_ERROR_ARGUMENT;
    if (agent->link != 0) {
        wend_result result = cross(agent, grid, path, dt);
        if (result == WEND_OK) *arrived_out = false;
        return result;
    }
    const wendi_stretch stretch =
        wendi_stretch_at(path->links.data, (int32_t)path->links.count, agent->waypoint, count);
    const wend_link* link =
        stretch.link < 0 ? NULL : wendi_sheet_find_link(grid, path->links.data[stretch.link].id);
    if (stretch.link >= 0 && (!link || !wendi_link_is_usable(grid, link))) return WEND_ERROR_STALE;
    wend_agent walker = *agent;
    wend_grid copy; // only asks whether the agent is on its floor
    if (!grid_on_floor(grid, agent, &copy)) return WEND_ERROR_ARGUMENT;
    walker.position = wendi_position_to_sheet(&grid->floors, agent->position, agent->floor);
    walker.waypoint -= stretch.first;
    bool at_end = false;
    wend_result result =
        follow(&walker, grid, path->waypoints.data + stretch.first, stretch.count, NULL, dt, &at_end);
    if (result != WEND_OK) return result;
    walker.waypoint += stretch.first;
    walker.position = wendi_position_from_sheet(&grid->floors, walker.position, agent->floor);
    *agent = walker;
    *arrived_out = at_end && !link;
    if (at_end && link) {
        agent->link = stretch.link + 1;
        agent->link_elapsed = 0;
    }
    return WEND_OK;
}
