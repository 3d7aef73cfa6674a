// crowd_claims.c: how does an agent move where others are near, when no two bodies may ever overlap?
//
// The agents are the movers of a fleet, and time passes in beats, in which the fastest goes one tile. In each
// beat the fleet says which tile each of them claims next, and it walks there, from centre to centre,
// straight and evenly: so what the fleet guarantees of its movers holds for the bodies. An agent with nobody
// near is free: it follows its path as in any crowd, and its mover keeps the tile that it is on. Invariant:
// at the beginning of a beat no other agent is as near to a free one as the two come in a beat and a tick.
#include "agents/crowd.h"
#include "fleet/fleet.h"
#include "grid/links.h"

static const double LONGEST_BODY = 0.5; // tiles: the radius of a body that covers no other tile
static const double STRICT_BODY = 0.35; // a wider one may not follow another round a corner at once
enum { MOST_BEATS = 16, MOST_PERIOD = 64, TO_BE_FREE = 2 };

static wend_tile tile_of(const wend_crowd* c, int32_t i) {
    wend_tile tile = c->fleet->movers[c->members[i].claim.mover].tile;
    (void)wendi_sheet_tile_at(c->grid, c->agents[i].position, &tile);
    return tile;
}

// ---- who is in the fleet

wend_result wendi_crowd_begin_claims(wend_crowd* c) {
    if (wendi_is_hex(c->grid->connectivity)) return WEND_ERROR_ARGUMENT;
    wend_fleet_def def = wend_default_fleet_def();
    def.directions = 4;
    def.plans_per_step = c->def.plans_per_tick;
    def.allocator = &c->allocator;
    const wend_result result = wend_fleet_create(c->views[0].world, &def, &c->fleet);
    // In aisles full of agents that have arrived, swaps go on for ever; windows find those that are needed.
    c->reach = 1;
    if (result != WEND_OK) return result;
    c->fleet->pibt.is_crowd = true;
    for (int32_t i = 0; i < c->fleet->view_count; i++)
        c->fleet->views[i].width = 1; // agents say it themselves
    return WEND_OK;
}

bool wendi_crowd_can_claim(const wend_crowd* c, const wend_agent* body) {
    return (double)body->radius / (double)wend_grid_tile_size(c->grid) <= LONGEST_BODY;
}

static int32_t mover_at(const wend_crowd* c, wend_tile tile) {
    return wendi_number_table_at(&c->fleet->pibt.now, wendi_tile_key(tile));
}

// The agent with a claim on a tile; -1: none.
static int32_t agent_at(const wend_crowd* c, wend_tile tile) {
    const int32_t mover = mover_at(c, tile);
    return mover < 0 ? -1 : c->fleet->members[mover].user;
}

// The next agent with a claim within so many tiles of a tile, but that of a mover or -1: 0 in *next_io
// begins. -1: no more.
static int32_t next_near(const wend_crowd* c, wend_tile tile, int32_t reach, int32_t but, int32_t* next_io) {
    const int32_t mover = wendi_fleet_next_in(c->fleet, &c->fleet->pibt.now, 2 * reach, but, tile, next_io);
    return mover < 0 ? -1 : c->fleet->members[mover].user;
}

// From now on an agent is free no more.
static void take_back(wend_crowd* c, int32_t i) {
    wendi_claim* claim = &c->members[i].claim;
    if (!claim->is_free) return;
    wendi_fleet_put(c->fleet, claim->mover, tile_of(c, i));
    claim->is_free = false;
    claim->left_path = true;
}

// True when the body of an agent that comes to a tile would overlap another one, or will before the next
// beat. Those that are free and near are so no more.
static bool is_taken(wend_crowd* c, const wend_agent* body, wend_tile tile, int32_t mover) {
    bool taken = false;
    for (int32_t next = 0, other; (other = next_near(c, tile, c->reach, mover, &next)) >= 0;) {
        take_back(c, other);
        const double dx = (double)(c->agents[other].position.x - body->position.x),
                     dy = (double)(c->agents[other].position.y - body->position.y),
                     least = (double)(c->agents[other].radius + body->radius);
        taken |= dx * dx + dy * dy < least * least * (1 - 1e-6) ||
                 wendi_is_same(c->fleet->members[c->members[other].claim.mover].behind, tile);
    }
    return taken || (mover_at(c, tile) >= 0 && mover_at(c, tile) != mover);
}

wend_result wendi_crowd_claim(wend_crowd* c, const wend_agent* body, int32_t index, wendi_claim* claim) {
    wend_tile tile;
    if (wendi_sheet_tile_at(c->grid, body->position, &tile) != WEND_OK) return WEND_ERROR_ARGUMENT;
    if (is_taken(c, body, tile, -1)) return WEND_ERROR_LIMIT;
    int32_t mover;
    const wend_result result =
        wend_fleet_add(c->fleet, wendi_from_sheet(&c->grid->floors, tile), body->profile, 0, &mover);
    if (result != WEND_OK) return result;
    *claim = (wendi_claim){.mover = mover};
    c->fleet->members[mover].user = index;
    c->fleet->members[mover].behind = tile;
    c->fleet->members[mover].busy = 0;
    return WEND_OK;
}

wend_result wendi_crowd_move_claim(wend_crowd* c, const wend_agent* body, int32_t index) {
    wendi_claim* claim = &c->members[index].claim;
    wend_tile tile;
    if (wendi_sheet_tile_at(c->grid, body->position, &tile) != WEND_OK) return WEND_ERROR_ARGUMENT;
    if (is_taken(c, body, tile, claim->mover)) return WEND_ERROR_LIMIT;
    wendi_crowd_unclaim(c, claim); // which leaves room for one that is added
    return wendi_crowd_claim(c, body, index, claim);
}

void wendi_crowd_unclaim(wend_crowd* c, const wendi_claim* claim) {
    (void)wend_fleet_remove(c->fleet, claim->mover);
}

bool wendi_crowd_is_blocked(const wend_crowd* c, int32_t i) {
    const wendi_claim* claim = &c->members[i].claim;
    return c->fleet && c->members[i].state == WEND_AGENT_WALKING && !claim->is_free &&
           c->fleet->movers[claim->mover].state == WEND_MOVER_STUCK;
}

// ---- a beat

// True when no other agent has a claim within so many tiles.
static bool is_alone(const wend_crowd* c, int32_t i, int32_t reach) {
    const int32_t mover = c->members[i].claim.mover;
    const wend_tile at = c->fleet->movers[mover].tile;
    for (int32_t y = at.y - reach; y <= at.y + reach; y++) // so many tiles that next_near would take longer
        for (int32_t x = at.x - reach; x <= at.x + reach; x++) {
            const int32_t other = mover_at(c, (wend_tile){x, y});
            if (other >= 0 && other != mover) return false;
        }
    return true;
}

static void look_around(wend_crowd* c, int32_t i) {
    wendi_member* m = &c->members[i];
    const wend_tile at = c->fleet->movers[m->claim.mover].tile;
    m->beside_arrived = m->pressed = false;
    for (int32_t next = 0, other; (other = next_near(c, at, 2, m->claim.mover, &next)) >= 0;) {
        const wendi_member* them = &c->members[other];
        m->pressed |= them->state == WEND_AGENT_WALKING;
        m->beside_arrived |= them->state == WEND_AGENT_ARRIVED && wendi_is_same(them->end, m->end) &&
                             wendi_are_near(c->fleet->movers[them->claim.mover].tile, at);
    }
}

// What follows from where an agent is at the end of a beat.
static void look_where(wend_crowd* c, int32_t i) {
    wendi_member* m = &c->members[i];
    const wend_mover* mover = &c->fleet->movers[m->claim.mover];
    const wendi_fleet_member* of_fleet = &c->fleet->members[m->claim.mover];
    if (of_fleet->busy > 0) return;
    look_around(c, i);
    if (m->state == WEND_AGENT_WALKING && wendi_is_same(mover->tile, m->end)) {
        wendi_crowd_arrive(&c->agents[i], m, false);
    } else if (m->state == WEND_AGENT_WALKING) {
        m->stalled = (of_fleet->waited - of_fleet->nearer) * c->beat;
        if (wendi_crowd_may_arrive_beside(c, i)) wendi_crowd_arrive(&c->agents[i], m, true);
    } else if (m->state == WEND_AGENT_ARRIVED) {
        // Of those with one goal, who has made room for another one stays where it is.
        const int32_t other = agent_at(c, m->end);
        if (other >= 0 && other != i && c->members[other].state == WEND_AGENT_ARRIVED &&
            wendi_is_same(c->members[other].end, m->end))
            m->home = c->agents[i].position;
        wendi_crowd_return_home(c, i);
    }
}

// Gives the mover of an agent the goal that the agent has now. Errors: MEMORY.
static wend_result set_goal(wend_crowd* c, int32_t i) {
    const wendi_member* m = &c->members[i];
    const wend_mover* mover = &c->fleet->movers[m->claim.mover];
    // A mover that takes a link to its goal is there at once, and may be pushed away before its agent comes.
    const bool was_pushed = c->fleet->members[m->claim.mover].rests && !wendi_is_same(mover->tile, m->end);
    if (m->state == WEND_AGENT_WALKING)
        return wendi_is_same(mover->goal, m->end) && !was_pushed
                   ? WEND_OK
                   : wend_fleet_send(c->fleet, m->claim.mover, wendi_from_sheet(&c->grid->floors, m->end));
    if (m->state != WEND_AGENT_WAITING && m->state != WEND_AGENT_ON_LINK && mover->goal.x >= 0)
        return wend_fleet_stop(c->fleet, m->claim.mover);
    return WEND_OK;
}

// Lets an agent follow its path by itself, or takes it back.
static void set_free(wend_crowd* c, int32_t i) {
    wendi_member* m = &c->members[i];
    const wendi_fleet_member* of_fleet = &c->fleet->members[m->claim.mover];
    const bool walks = m->state == WEND_AGENT_WALKING || (m->state == WEND_AGENT_WAITING && m->claim.is_free);
    const bool was_free = m->claim.is_free;
    m->claim.is_free = walks && m->link_count == 0 && of_fleet->busy == 0 && !of_fleet->in_window &&
                       is_alone(c, i, c->reach + (was_free ? 0 : TO_BE_FREE));
    if (!m->claim.is_free) {
        m->claim.left_path |= m->state == WEND_AGENT_WALKING;
        return;
    }
    if (m->claim.left_path) wendi_crowd_plan_again(c, &c->agents[i], m);
    m->claim.left_path = false;
}

// What an agent does in this beat, once its mover has chosen.
static void begin_step(wend_crowd* c, int32_t i, wend_tile before) {
    wendi_member* m = &c->members[i];
    wendi_claim* claim = &m->claim;
    const wendi_fleet_member* of_fleet = &c->fleet->members[claim->mover];
    const wend_tile tile = c->fleet->movers[claim->mover].tile;
    const bool goes = !wendi_is_same(before, tile);
    if (!goes && of_fleet->busy > 0 && claim->elapsed < claim->time) return; // still on its way
    claim->from = c->agents[i].position;
    claim->to = wendi_sheet_center(c->grid, tile);
    claim->elapsed = 0;
    claim->time = c->beat * (goes ? wendi_max(of_fleet->period, 1) : 1);
    if (!goes || wendi_are_near(before, tile)) return;
    const wend_grid* grid = wendi_crowd_view_of(c, &c->agents[i])->grid;
    const wend_link* link = wendi_link_between(grid, before, tile);
    if (!link || !wendi_crossing_begin(grid, &c->agents[i], link->id, claim->from, claim->to, &m->crossing))
        return;
    m->state = WEND_AGENT_ON_LINK;
    m->plans_after = true;
    claim->time = 0;
}

// Who has taken a link comes out where nobody expected it: those around are free no more.
static void take_back_at_links(wend_crowd* c) {
    for (int32_t i = 0; i < c->count; i++) {
        const wendi_claim* claim = &c->members[i].claim;
        const wend_tile from = claim->before, to = c->fleet->movers[claim->mover].tile;
        if (wendi_are_near(from, to)) continue;
        for (int32_t next = 0, other; (other = next_near(c, to, c->reach, -1, &next)) >= 0;)
            take_back(c, other);
    }
}

static wend_result begin_beat(wend_crowd* c, double dt) {
    wend_fleet* f = c->fleet;
    const double size = (double)wend_grid_tile_size(c->grid);
    double fastest = 0, widest = 0;
    for (int32_t i = 0; i < c->count; i++) {
        fastest = fmax(fastest, (double)c->agents[i].max_speed / size);
        widest = fmax(widest, (double)c->agents[i].radius / size);
    }
    c->beat = fmax(1 / fastest, dt / MOST_BEATS);
    f->pibt.is_strict = widest > STRICT_BODY;
    c->reach = 1 + (int32_t)ceil(2 * fmin(fastest, 1000) * (c->beat + dt));
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < c->count && result == WEND_OK; i++) {
        wendi_member* m = &c->members[i];
        if (!m->claim.is_free) continue;
        const wend_tile tile = tile_of(c, i);
        if (f->pibt.has_window && wendi_area_contains(f->pibt.window, tile)) wendi_fleet_drop_window(f);
        wendi_fleet_put(f, m->claim.mover, tile);
    }
    for (int32_t i = 0; i < c->count && result == WEND_OK; i++) {
        wendi_member* m = &c->members[i];
        const double share = fastest / ((double)c->agents[i].max_speed / size);
        f->members[m->claim.mover].period = (int32_t)fmin(ceil(share - 1e-6), MOST_PERIOD);
        if (!m->claim.is_free) look_where(c, i);
        result = set_goal(c, i);
        set_free(c, i);
        const wend_vec2 center = wendi_sheet_center(c->grid, f->movers[m->claim.mover].tile);
        const double x = (double)(c->agents[i].position.x - center.x) / size,
                     y = (double)(c->agents[i].position.y - center.y) / size;
        // Who is free, on a link or beside the centre of its tile, keeps that.
        const bool is_off = x * x + y * y > 1e-4 && f->members[m->claim.mover].busy == 0;
        if (m->claim.is_free || m->state == WEND_AGENT_ON_LINK || is_off)
            wendi_fleet_hold(f, m->claim.mover, 1);
        m->claim.before = f->movers[m->claim.mover].tile;
    }
    if (result == WEND_OK) result = wend_fleet_step(f);
    if (result != WEND_OK) return result;
    take_back_at_links(c);
    for (int32_t i = 0; i < c->count; i++) {
        const wendi_member* m = &c->members[i];
        if (!m->claim.is_free && m->state != WEND_AGENT_ON_LINK) begin_step(c, i, m->claim.before);
    }
    c->beat_left = c->beat;
    return WEND_OK;
}

// Moves an agent towards the tile that it has claimed.
static void walk(const wend_crowd* c, int32_t i, double time) {
    wend_agent* agent = &c->agents[i];
    wendi_claim* claim = &c->members[i].claim;
    if (claim->is_free || c->members[i].state == WEND_AGENT_ON_LINK) return;
    agent->velocity = (wend_vec2){0, 0};
    if (claim->elapsed >= claim->time) return;
    claim->elapsed += time;
    const double share = fmin(claim->elapsed / claim->time, 1);
    if (share >= 1 - 1e-9) {
        claim->elapsed = claim->time;
        agent->position = claim->to;
        return;
    }
    const double x = (double)(claim->to.x - claim->from.x), y = (double)(claim->to.y - claim->from.y);
    agent->position.x = wendi_to_float((double)claim->from.x + x * share);
    agent->position.y = wendi_to_float((double)claim->from.y + y * share);
    agent->velocity.x = wendi_to_float(x / claim->time);
    agent->velocity.y = wendi_to_float(y / claim->time);
}

wend_result wendi_crowd_move_by_claims(wend_crowd* c, double dt) {
    for (double left = dt; left > 1e-9;) {
        const wend_result result = c->beat_left <= 1e-9 ? begin_beat(c, dt) : WEND_OK;
        if (result != WEND_OK) return result;
        const double time = fmin(left, c->beat_left);
        for (int32_t i = 0; i < c->count; i++) walk(c, i, time);
        c->beat_left -= time;
        left -= time;
    }
    return WEND_OK;
}
