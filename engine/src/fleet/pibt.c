// pibt.c: where does each mover step next? PIBT: priority inheritance with backtracking (Okumura and others
// 2022), with the swaps of LaCAM (Okumura 2023).
//
// The movers choose one after the other. One that wants the tile of another that has not chosen yet makes it
// choose first, in its place; where that one finds no way out, it stays, and the first takes its next best
// tile. Invariant: a mover that has not chosen can stay where it is, unless the mover that claimed its tile
// waits for its choice. A mover that stays collides with nobody who does not end on its tile, so this holds
// on maps of eight neighbours too.
//
// A wide mover takes a square of tiles, and makes all whom it would meet choose, one after the other. Where
// one of them stays, what the others have chosen since is void: they chose for its sake.
#include <stdlib.h>

#include "fleet/fleet.h"
#include "fleet/lifts.h"
#include "grid/links.h"
#include "grid/steps.h"

enum { MOST_TURNS = 16 };      // steps without coming nearer, of one that is waited for
enum { SWAPS = 64 };           // steps with swaps, and as many without
enum { MOST_CORRIDOR = 1024 }; // tiles of a passage that are looked at for a place to swap

// ---- who gets in whose way

// Two squares meet when their centres are nearer than half of both widths, in columns and in rows.
static bool is_within(wend_tile a, wend_tile b, int32_t widths) {
    return 2 * wendi_steps_between(a, b) < widths;
}

int32_t wendi_fleet_next_in(const wend_fleet* f, const wendi_number_table* table, int32_t width, int32_t but,
                            wend_tile tile, int32_t* next_io) {
    const int32_t reach = (width + f->widest - 1) / 2, side = 2 * reach + 1;
    int32_t x = reach > 0 ? *next_io % side : 0, y = reach > 0 ? *next_io / side : *next_io;
    for (; y < side; y++, x = 0)
        for (; x < side; x++) {
            const wend_tile at = {tile.x + x - reach, tile.y + y - reach, 0};
            const int32_t there = wendi_number_table_at(table, wendi_tile_key(at));
            if (there < 0 || there == but || !is_within(at, tile, width + wendi_fleet_width(f, there)))
                continue;
            *next_io = y * side + x + 1;
            return there;
        }
    *next_io = side * side;
    return -1;
}

bool wendi_fleet_touches(const wend_fleet* f, int32_t mover, wend_tile tile, wend_rect area) {
    const int32_t reach = wendi_fleet_width(f, mover) / 2;
    return tile.x + reach >= area.x && tile.x - reach < area.x + area.width && tile.y + reach >= area.y &&
           tile.y - reach < area.y + area.height;
}

bool wendi_fleet_is_in(const wend_fleet* f, int32_t mover, wend_tile tile, wend_rect area) {
    const int32_t reach = wendi_fleet_width(f, mover) / 2;
    return tile.x - reach >= area.x && tile.x + reach < area.x + area.width && tile.y - reach >= area.y &&
           tile.y + reach < area.y + area.height;
}

bool wendi_moves_collide(wend_tile a, wend_tile a_to, wend_tile b, wend_tile b_to, int32_t distance) {
    // Where b is as seen from a, and how that changes in the step: a line, whose distance from a is the cross
    // product over the length. Both ends are whole tiles, so only what lies between them counts.
    const int32_t x = b.x - a.x, y = b.y - a.y;
    const int32_t dx = b_to.x - a_to.x - x, dy = b_to.y - a_to.y - y;
    const int64_t cross = x * dy - y * dx, towards = x * dx + y * dy;
    const int64_t length = dx * dx + dy * dy;
    return towards < 0 && -towards < length && 4 * cross * cross < distance * length;
}

static int32_t mover_at(const wend_fleet* f, wend_tile tile) {
    return wendi_number_table_at(&f->pibt.now, wendi_tile_key(tile));
}
static bool has_chosen(const wend_fleet* f, int32_t mover) {
    return f->pibt.to[mover].x >= 0;
}

// How near two movers may come to each other while they move, for wendi_moves_collide. Discs as wide as the
// squares never touch, but those of two movers of one tile, which may be .7 tiles wide.
static int32_t distance_of(const wend_fleet* f, int32_t widths) {
    return widths > 2 ? widths * widths : f->pibt.is_strict ? 4 : 2;
}

// Wide movers that step straight on from squares that do not meet never collide on the way with others but
// those with whom they swap; nor do those on hexagons and links. But a link may lead to a diagonal neighbour,
// where no step does.
static bool only_swaps(const wend_fleet* f, wend_tile from, wend_tile to) {
    const wend_grid* grid = f->world->grid;
    const bool straight = grid->connectivity == WEND_CONNECTIVITY_4 || f->def.directions == 4;
    return (straight && !f->pibt.is_strict && grid->links.count == 0) || wendi_is_hex(grid->connectivity) ||
           !wendi_are_near(from, to);
}

int32_t wendi_fleet_next_on_way(const wend_fleet* f, const wendi_number_table* before, int32_t mover,
                                wend_tile from, wend_tile to, int32_t* next_io) {
    const int32_t width = wendi_fleet_width(f, mover);
    if (only_swaps(f, from, to))
        return wendi_is_same(from, to) ? -1 : wendi_fleet_next_in(f, before, width, mover, to, next_io);
    // Only those collide whose squares touch: as a square of two tiles more meets them.
    return wendi_fleet_next_in(f, before, width + 2, mover, from, next_io);
}

bool wendi_fleet_pass_through(const wend_fleet* f, int32_t mover, int32_t other, wend_tile from, wend_tile to,
                              wend_tile other_from, wend_tile other_to) {
    const int32_t widths = wendi_fleet_width(f, mover) + wendi_fleet_width(f, other);
    if (!only_swaps(f, from, to) && wendi_are_near(other_from, other_to))
        return wendi_moves_collide(from, to, other_from, other_to, distance_of(f, widths));
    // One that leaves by a link is gone, unless the two swap.
    return is_within(other_to, from, widths) && is_within(to, other_from, widths);
}

// True when a mover would pass through one that has chosen.
static bool collides(const wend_fleet* f, int32_t mover, wend_tile from, wend_tile to) {
    int32_t next = 0, other;
    while ((other = wendi_fleet_next_on_way(f, &f->pibt.now, mover, from, to, &next)) >= 0)
        if (has_chosen(f, other) &&
            wendi_fleet_pass_through(f, mover, other, from, to, f->movers[other].tile, f->pibt.to[other]))
            return true;
    return false;
}

// ---- lifts

const wend_link* wendi_fleet_link_to(const wend_fleet* f, int32_t mover, wend_tile to) {
    return wendi_link_taken(wendi_fleet_grid(f, f->movers[mover].profile), f->movers[mover].tile, to);
}

// How many movers are on the links of a lift, or have chosen to take one.
static int32_t riders_of(const wend_fleet* f, const wend_lift* lift) {
    int32_t riders = 0;
    for (int32_t i = 0; i < lift->count; i++) {
        const wend_link* link = wendi_sheet_find_link(f->world->grid, lift->links[i]);
        if (!link) continue;
        const int32_t on = mover_at(f, link->to), off = mover_at(f, link->from);
        riders += on >= 0 && f->members[on].busy > 0 && f->members[on].link == link->id;
        if (off < 0 || f->pibt.to[off].x < 0 || !wendi_is_same(f->pibt.to[off], link->to)) continue;
        const wend_link* taken = wendi_fleet_link_to(f, off, link->to);
        riders += taken && taken->id == link->id;
    }
    return riders;
}

bool wendi_fleet_has_room(const wend_fleet* f, int32_t mover, wend_tile to) {
    const wend_link_rules* r = &f->def.links;
    if (r->lift_count == 0) return true;
    const wend_link* link = wendi_fleet_link_to(f, mover, to);
    for (int32_t i = 0; link && i < r->lift_count; i++)
        if (wendi_is_of_lift(&r->lifts[i], link->id) && riders_of(f, &r->lifts[i]) >= r->lifts[i].capacity)
            return false;
    return true;
}

// True when the link that leads to a tile, if it is one, takes longer than a step or is of a lift. How long
// the agents of a crowd are on a link the crowd knows.
static bool is_special(const wend_fleet* f, int32_t mover, wend_tile to) {
    const wend_link_rules* r = &f->def.links;
    if (f->pibt.is_crowd) return wendi_fleet_link_to(f, mover, to) != NULL;
    if (!wendi_has_link_rules(r)) return false;
    const wend_link* link = wendi_fleet_link_to(f, mover, to);
    if (!link) return false;
    for (int32_t i = 0; i < r->lift_count; i++)
        if (wendi_is_of_lift(&r->lifts[i], link->id)) return true;
    return wendi_link_steps(r, link) > 1;
}

// ---- what a mover would like

bool wendi_fleet_has_way(const wend_fleet* f, int32_t mover) {
    const wendi_fleet_member* m = &f->members[mover];
    return m->guide >= 0 && !m->rests && !m->needs_plan && m->waits == WENDI_NO_WAIT &&
           f->movers[mover].state != WEND_MOVER_NO_ROUTE;
}

static wend_cost known_or_far(const wend_fleet* f, int32_t mover, wend_tile tile, wend_cost left) {
    return left != WENDI_NOT_REACHED ? left : wendi_fleet_unknown_left(tile, f->movers[mover].goal);
}

wend_cost wendi_fleet_wish_from(const wend_fleet* f, int32_t mover, wend_tile tile) {
    if (!wendi_fleet_has_way(f, mover)) return !wendi_is_same(f->movers[mover].tile, tile);
    return known_or_far(f, mover, tile, wendi_fleet_left(f, f->members[mover].guide, tile));
}

bool wendi_fleet_is_barred(const wend_fleet* f, int32_t mover, wend_tile tile) {
    return f->pibt.has_window &&
           (f->members[mover].in_window ? !wendi_fleet_is_in(f, mover, tile, f->pibt.window)
                                        : wendi_fleet_touches(f, mover, tile, f->pibt.window));
}

uint32_t wendi_fleet_moves(const wend_fleet* f, int32_t mover, wend_tile tile) {
    const wend_grid* grid = wendi_fleet_grid(f, f->movers[mover].profile);
    const uint32_t allowed = f->def.directions == 4 ? (1 << WENDI_STRAIGHT) - 1 : UINT32_MAX;
    uint32_t moves = wendi_legal_moves(grid, tile.x, tile.y) & allowed;
    for (uint32_t left = f->pibt.has_window ? moves : 0; left; left &= left - 1) {
        if (wendi_fleet_is_barred(f, mover, wendi_beside(tile, __builtin_ctz(left))))
            moves &= ~(left & -left);
    }
    return moves;
}

int32_t wendi_fleet_neighbours(const wend_fleet* f, int32_t mover, wend_tile tile,
                               wend_tile out[WENDI_DIRECTIONS]) {
    int32_t count = 0;
    for (uint32_t moves = wendi_fleet_moves(f, mover, tile); moves; moves &= moves - 1)
        out[count++] = wendi_beside(tile, __builtin_ctz(moves));
    return count;
}

wend_tile wendi_fleet_best_step(const wend_fleet* f, int32_t mover) {
    const wend_tile here = f->movers[mover].tile;
    wend_tile tiles[WENDI_DIRECTIONS + 1];
    wend_cost left[WENDI_DIRECTIONS + 1];
    const int32_t count = wendi_fleet_neighbours(f, mover, here, tiles);
    tiles[count] = here;
    wendi_fleet_left_around(f, f->members[mover].guide, here, tiles, count + 1, left);
    int32_t best = count;
    for (int32_t i = 0; i < count; i++)
        if (left[i] < left[best]) best = i;
    return tiles[best];
}

static bool comes_before(const wendi_mover_choice* a, const wendi_mover_choice* b) {
    return a->left != b->left ? a->left < b->left : a->tie < b->tie;
}

// Of equal tiles a free one, else one by lot, so that movers side by side do not all choose the same.
static void add_choice(const wend_fleet* f, wendi_pibt_frame* frame, wend_tile tile, wend_cost left) {
    uint64_t lot = (uint64_t)frame->mover << 32 ^ f->pibt.turn << 4 ^ (uint64_t)frame->count;
    lot = (lot ^ lot >> 31) * 0x9e3779b97f4a7c15u;
    const uint32_t taken = wendi_fleet_meets(f, &f->pibt.now, frame->mover, tile);
    frame->others += (int32_t)taken;
    const wendi_mover_choice choice = {tile, left, taken << 31 | (uint32_t)(lot >> 33)};
    int32_t at = frame->count++;
    for (; at > 0 && comes_before(&choice, &frame->choices[at - 1]); at--)
        frame->choices[at] = frame->choices[at - 1];
    frame->choices[at] = choice;
}

// ---- swaps in passages one tile wide

// Neighbours of the tile of the one behind that a mover could be pulled to, other than the one before; *to:
// the last of them. Dead ends whose mover is at its goal there do not count.
static int32_t ways_on(const wend_fleet* f, int32_t mover, wend_tile before, wend_tile behind,
                       wend_tile* to) {
    wend_tile tiles[WENDI_DIRECTIONS], ends[WENDI_DIRECTIONS];
    int32_t ways = 0;
    const int32_t count = wendi_fleet_neighbours(f, mover, behind, tiles);
    for (int32_t i = 0; i < count; i++) {
        if (wendi_is_same(tiles[i], before)) continue;
        const int32_t there = mover_at(f, tiles[i]);
        if (there >= 0 && wendi_is_same(f->movers[there].goal, tiles[i]) &&
            wendi_fleet_neighbours(f, mover, tiles[i], ends) == 1)
            continue;
        ways++;
        *to = tiles[i];
    }
    return ways;
}

// Would the pusher, going on, push the puller along a passage all the way to where only one of them can be?
static bool needs_swap(const wend_fleet* f, int32_t pusher, int32_t puller, wend_tile push, wend_tile pull) {
    for (int32_t i = 0;
         i < MOST_CORRIDOR && wendi_fleet_wish_from(f, pusher, pull) < wendi_fleet_wish_from(f, pusher, push);
         i++) {
        wend_tile on = pull;
        const int32_t ways = ways_on(f, pusher, push, pull, &on);
        if (ways >= 2) return false;
        if (ways == 0) break;
        push = pull;
        pull = on;
    }
    return wendi_fleet_wish_from(f, puller, push) < wendi_fleet_wish_from(f, puller, pull) &&
           (wendi_fleet_wish_from(f, pusher, push) == 0 ||
            wendi_fleet_wish_from(f, pusher, pull) < wendi_fleet_wish_from(f, pusher, push));
}

// Is there a place, on the way back, where the two can change places?
static bool can_swap(const wend_fleet* f, int32_t mover, wend_tile push, wend_tile pull) {
    const wend_tile start = push;
    for (int32_t i = 0; i < MOST_CORRIDOR && !wendi_is_same(pull, start); i++) {
        wend_tile on = pull;
        const int32_t ways = ways_on(f, mover, push, pull, &on);
        if (ways >= 2) return true;
        if (ways == 0) return false;
        push = pull;
        pull = on;
    }
    return false;
}

// The mover that one has to pull back with it, so that the two can change places; -1: none. Of one that comes
// no nearer, swaps may be what sends it round in circles, so it does without them half of the time.
static int32_t find_partner(const wend_fleet* f, const wendi_pibt_frame* frame) {
    const int32_t mover = frame->mover;
    const wendi_fleet_member* m = &f->members[mover];
    if (!m->in_window && (m->waited - m->nearer) & SWAPS) return -1;
    const wend_tile here = f->movers[mover].tile, wanted = frame->choices[0].tile;
    if (wendi_is_same(wanted, here) || !wendi_fleet_has_way(f, mover) || wendi_fleet_width(f, mover) > 1)
        return -1;
    const int32_t there = mover_at(f, wanted);
    if (there >= 0 && !has_chosen(f, there) && needs_swap(f, mover, there, here, wanted) &&
        can_swap(f, mover, wanted, here))
        return there;
    wend_tile tiles[WENDI_DIRECTIONS];
    const int32_t count = wendi_fleet_neighbours(f, mover, here, tiles);
    for (int32_t i = 0; i < count; i++) {
        const int32_t beside = mover_at(f, tiles[i]);
        // One that has chosen too: pushed by it, this mover would else go on before it, into the passage.
        if (beside < 0 || wendi_is_same(wanted, tiles[i])) continue;
        if (needs_swap(f, beside, mover, here, wanted) && can_swap(f, mover, wanted, here)) return beside;
    }
    return -1;
}

// ---- choosing

static void open_frame(const wend_fleet* f, int32_t mover, wendi_pibt_frame* out) {
    *out = (wendi_pibt_frame){.mover = mover, .chosen = f->pibt.chosen_count, .partner = -1};
    const wend_tile here = f->movers[mover].tile;
    wend_tile tiles[WENDI_DIRECTIONS + 1];
    wend_cost left[WENDI_DIRECTIONS + 1];
    const bool way = wendi_fleet_has_way(f, mover);
    const int32_t count = wendi_fleet_neighbours(f, mover, here, tiles);
    tiles[count] = here;
    if (way) wendi_fleet_left_around(f, f->members[mover].guide, here, tiles, count + 1, left);
    for (int32_t i = 0; i <= count; i++)
        add_choice(f, out, tiles[i], way ? known_or_far(f, mover, tiles[i], left[i]) : i < count);
    const wend_grid* grid = wendi_fleet_grid(f, f->movers[mover].profile);
    if (way && grid->links.count > 0) {
        wendi_link_search search = wendi_links_at(&grid->links, WENDI_LINK_FROM, here);
        wendi_usable_link link;
        while (out->count < WENDI_MOST_CHOICES && wendi_next_usable_link(grid, &search, &link))
            // The plan of a window knows nothing of movers that are on a link for longer than a step.
            if (!wendi_fleet_is_barred(f, mover, link.there) &&
                !(f->members[mover].in_window && is_special(f, mover, link.there)))
                add_choice(f, out, link.there, wendi_fleet_wish_from(f, mover, link.there));
    }
    if (out->others > 0 && !f->pibt.is_crowd) out->partner = find_partner(f, out);
    if (out->partner < 0) return;
    // The farthest first, and of equal ones still those that are free: a mover that backs onto its partner
    // would only push it away, and both would come back.
    for (int32_t i = 1; i < out->count; i++) {
        const wendi_mover_choice choice = out->choices[i];
        int32_t to = i;
        for (; to > 0 && out->choices[to - 1].left < choice.left; to--)
            out->choices[to] = out->choices[to - 1];
        out->choices[to] = choice;
    }
}

// A mover first tries to go the same way as one that pushes it.
static void go_along(const wend_fleet* f, wendi_pibt_frame* frame, int32_t pusher) {
    const wend_tile here = f->movers[frame->mover].tile, from = f->movers[pusher].tile;
    const wend_tile to = f->pibt.to[pusher];
    frame->is_pushed = true;
    for (int32_t i = 1; i < frame->count; i++) {
        const wendi_mover_choice choice = frame->choices[i];
        if (choice.tile.x - here.x != to.x - from.x || choice.tile.y - here.y != to.y - from.y) continue;
        for (int32_t k = i; k > 0; k--) frame->choices[k] = frame->choices[k - 1];
        frame->choices[0] = choice;
        return;
    }
}

static void claim(wend_fleet* f, int32_t mover, wend_tile tile) {
    f->pibt.to[mover] = tile;
    f->members[mover].next_left = -1;
    wendi_number_table_set(&f->pibt.claimed, wendi_tile_key(tile), mover);
}
static bool is_claimed(const wend_fleet* f, int32_t mover, wend_tile tile) {
    return wendi_fleet_meets(f, &f->pibt.claimed, mover, tile);
}

// A mover may choose again.
static void unclaim(wend_fleet* f, int32_t mover) {
    const uint64_t key = wendi_tile_key(f->pibt.to[mover]); // of one that has not chosen, no tile has it
    if (wendi_number_table_at(&f->pibt.claimed, key) == mover)
        wendi_number_table_remove(&f->pibt.claimed, key);
    f->pibt.to[mover].x = -1;
}

// Lets the partner of a mover that backs out follow onto its tile.
static void pull_partner(wend_fleet* f, const wendi_pibt_frame* frame) {
    const int32_t partner = frame->partner;
    if (partner < 0 || frame->next != 1 || has_chosen(f, partner)) return;
    const wend_tile here = f->movers[frame->mover].tile, from = f->movers[partner].tile;
    if (is_claimed(f, partner, here) || !wendi_are_near(here, from)) return;
    const wend_grid* grid = wendi_fleet_grid(f, f->movers[partner].profile);
    const int32_t direction = wendi_direction_of(here.x - from.x, here.y - from.y);
    if (!(wendi_legal_moves(grid, from.x, from.y) >> direction & 1) || collides(f, partner, from, here))
        return;
    claim(f, partner, here);
    f->pibt.chosen[f->pibt.chosen_count++] = partner;
}

// Adds a mover to those that choose. Errors: MEMORY.
static wend_result push(wend_fleet* f, int32_t mover, int32_t* depth_io) {
    wendi_pibt* p = &f->pibt;
    if (!WENDI_ROOM_FOR_ONE(&f->allocator, p->frames, p->frame_capacity, *depth_io)) return WEND_ERROR_MEMORY;
    open_frame(f, mover, &p->frames[(*depth_io)++]);
    return WEND_OK;
}

// On maps of eight neighbours: would a mover leave its tile for one nearer to its goal, if only nobody came
// onto it from here? Pushed by the one here, it would go back instead, and so might both for ever. The one
// here waits for a step, but not for one that does not leave in many.
static bool would_turn_back(const wend_fleet* f, wend_tile here, int32_t mover) {
    const wendi_fleet_member* m = &f->members[mover];
    const wend_tile tile = f->movers[mover].tile;
    if (f->world->grid->connectivity != WEND_CONNECTIVITY_8 || !wendi_fleet_has_way(f, mover) ||
        !wendi_are_near(here, tile) || m->waited - m->nearer > MOST_TURNS)
        return false;
    const wend_tile to = wendi_fleet_best_step(f, mover);
    return !wendi_is_same(to, tile) && !wendi_is_same(to, here) && mover_at(f, to) < 0 &&
           !is_claimed(f, mover, to) && wendi_moves_collide(here, tile, tile, to, distance_of(f, 2));
}

// The mover on top of the stack takes its next choice that is free. False: there is none, and it stays.
static bool take_choice(wend_fleet* f, wendi_pibt_frame* frame) {
    const int32_t mover = frame->mover;
    const wend_tile here = f->movers[mover].tile;
    frame->before = f->pibt.chosen_count;
    frame->again = false;
    while (frame->next < frame->count) {
        const wendi_mover_choice choice = frame->choices[frame->next++];
        const wend_tile tile = choice.tile;
        if (is_claimed(f, mover, tile) || collides(f, mover, here, tile) ||
            !wendi_fleet_has_room(f, mover, tile))
            continue;
        if (frame->must_go && wendi_is_same(tile, here)) continue;
        const int32_t there = mover_at(f, tile);
        // A slow one has its tile for longer than this step, and an agent may be across a link in less: then
        // the mover there can only be waited for.
        const bool is_across = there >= 0 && f->pibt.is_crowd && !wendi_are_near(here, tile);
        const bool is_slow = is_across || (there >= 0 && there != mover && f->members[there].period > 1);
        if (is_slow && (has_chosen(f, there) || is_claimed(f, mover, here))) continue;
        frame->has_choice = true;
        frame->waits = is_slow;
        frame->other = there;
        if (is_slow || (there >= 0 && !has_chosen(f, there) && would_turn_back(f, here, there) &&
                        !is_claimed(f, mover, here))) {
            claim(f, mover, here);
            // Nobody else comes there meanwhile, or those on both sides of a link would wait for ever.
            if (is_across) wendi_number_table_set(&f->pibt.claimed, wendi_tile_key(tile), mover);
            return true;
        }
        claim(f, mover, tile);
        if (wendi_fleet_has_way(f, mover) && choice.left < WENDI_FLEET_FAR)
            f->members[mover].next_left = choice.left;
        return true;
    }
    return false;
}

// The next mover that has to choose before another one may have its choice; -1: no more. *stays_out: one of
// them has stayed in the way.
static int32_t next_other(const wend_fleet* f, const wendi_pibt_frame* frame, bool* stays_out) {
    const wend_tile to = f->pibt.to[frame->mover];
    const int32_t width = wendi_fleet_width(f, frame->mover);
    int32_t next = 0, other;
    *stays_out = false;
    if (frame->waits) return has_chosen(f, frame->other) ? -1 : frame->other;
    while ((other = wendi_fleet_next_in(f, &f->pibt.now, width, frame->mover, to, &next)) >= 0) {
        if (!has_chosen(f, other)) return other;
        if (is_within(f->pibt.to[other], to, width + wendi_fleet_width(f, other))) *stays_out = true;
    }
    return -1;
}

// The choice of a mover is void, and so is what others have chosen since, but for those that stay. A wide one
// that does not push others yet tries it once more, and does.
static void drop_choice(wend_fleet* f, wendi_pibt_frame* frame) {
    wendi_pibt* p = &f->pibt;
    const int32_t end = p->chosen_count;
    if (wendi_fleet_width(f, frame->mover) > 1 && !frame->again && !frame->is_pushed) {
        // Those before a wide mover may have gone into each other's way.
        const wend_tile to = p->to[frame->mover];
        while (p->chosen_count > frame->before) unclaim(f, p->chosen[--p->chosen_count]);
        claim(f, frame->mover, to);
        frame->again = true;
        return;
    }
    p->chosen_count = frame->before;
    for (int32_t i = frame->before; i < end; i++) {
        const int32_t mover = p->chosen[i];
        if (wendi_is_same(p->to[mover], f->movers[mover].tile))
            p->chosen[p->chosen_count++] = mover;
        else
            unclaim(f, mover);
    }
    unclaim(f, frame->mover);
    frame->has_choice = false;
}

// No way out was found for the mover on top of the stack. Errors: MEMORY.
static wend_result stay_where_it_is(wend_fleet* f, int32_t* depth_io) {
    wendi_pibt* p = &f->pibt;
    const int32_t mover = p->frames[--*depth_io].mover;
    const wend_tile here = f->movers[mover].tile;
    // The claim of the mover below, which wanted its tile, is void. The tile of the first one is only claimed
    // by constraints.
    p->failed |= *depth_io == 0 && is_claimed(f, mover, here);
    claim(f, mover, here);
    p->chosen[p->chosen_count++] = mover;
    if (*depth_io == 0) return WEND_OK;
    wendi_pibt_frame* below = &p->frames[*depth_io - 1];
    const wend_tile there = f->movers[below->mover].tile;
    if (p->is_strict && !below->waits && !is_claimed(f, below->mover, there)) {
        // Pushed round a corner, it would come too near: so the other one waits until it has gone.
        below->waits = true;
        below->other = mover;
        while (p->chosen_count > below->chosen) unclaim(f, p->chosen[--p->chosen_count]);
        claim(f, below->mover, there);
        const wend_result result = push(f, mover, depth_io);
        if (result == WEND_OK) p->frames[*depth_io - 1].must_go = true;
        return result;
    }
    if (below->waits)
        *depth_io = 0; // nobody else wants the tile of one that waits
    else
        drop_choice(f, below);
    return WEND_OK;
}

wend_result wendi_pibt_choose(wend_fleet* f, int32_t mover) {
    wendi_pibt* p = &f->pibt;
    int32_t depth = 0;
    p->chosen_count = 0;
    wend_result result = push(f, mover, &depth);
    while (result == WEND_OK && depth > 0) {
        wendi_pibt_frame* top = &p->frames[depth - 1];
        if (!top->has_choice && !take_choice(f, top)) {
            result = stay_where_it_is(f, &depth);
            continue;
        }
        bool stays;
        const int32_t other = next_other(f, top, &stays);
        if (stays) {
            drop_choice(f, top);
        } else if (other >= 0) {
            const bool must_go = top->waits;
            const bool pushes = top->again || top->is_pushed;
            result = push(f, other, &depth);
            if (result != WEND_OK) continue;
            p->frames[depth - 1].must_go = must_go;
            if (pushes) go_along(f, &p->frames[depth - 1], p->frames[depth - 2].mover);
        } else {
            p->chosen[p->chosen_count++] = top->mover;
            pull_partner(f, top);
            depth--;
        }
    }
    return result;
}

bool wendi_pibt_claim(wend_fleet* f, int32_t mover, wend_tile tile) {
    if (is_claimed(f, mover, tile) || collides(f, mover, f->movers[mover].tile, tile)) return false;
    claim(f, mover, tile);
    return true;
}

wend_result wendi_pibt_begin(wend_fleet* f) {
    wendi_pibt* p = &f->pibt;
    const size_t count = (size_t)f->count;
    if (!WENDI_MAKE_ROOM(&f->allocator, p->to, p->to_capacity, 0, count) ||
        !WENDI_MAKE_ROOM(&f->allocator, p->chosen, p->chosen_capacity, 0, count))
        return WEND_ERROR_MEMORY;
    // Each mover may claim two: where it goes and where it is, or where it is and what it leaves.
    wend_result result = wendi_number_table_reserve(&p->claimed, 2 * count);
    if (result != WEND_OK) return result;
    wendi_number_table_clear(&p->claimed);
    for (size_t i = 0; i < count; i++) p->to[i].x = -1;
    p->failed = false;
    return WEND_OK;
}

int wendi_fleet_compare_order(const void* a, const void* b) {
    const uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

enum { MOST_NUMBER = (1 << 24) - 1 };

// Among movers that turn, the nearest to its goal, where 8 steps of waiting count as one less to go: who is
// nearly there makes room soonest, and nobody waits for ever.
static uint64_t nearness_of(const wend_fleet* f, int32_t mover) {
    enum { PER_STEP = 8, MOST = (1 << 24) - 1 };
    const wendi_fleet_member* m = &f->members[mover];
    const wend_grid* grid = wendi_fleet_grid(f, f->movers[mover].profile);
    if (!wendi_fleet_has_way(f, mover) || m->left == WENDI_NOT_REACHED) return 0;
    const wend_cost eighths = m->left / wendi_max(grid->cheapest_straight / PER_STEP, 1);
    const wend_cost nearness = MOST / 2 - (eighths < MOST / 2 ? eighths : MOST / 2) + m->waited;
    return (uint64_t)(nearness < MOST ? nearness : MOST);
}

// The higher priority first; then who has waited longer, by 256 steps; then, among agents of a crowd, who has
// gone on through a passage for longer, so that a train of them comes out before others come in; then who has
// waited longer by less, then the lower number.
static uint64_t wait_of(const wend_fleet* f, int32_t mover) {
    const uint64_t waited = (uint64_t)wendi_min(f->members[mover].waited, (1 << 16) - 1);
    const uint64_t train = f->pibt.is_crowd ? (uint64_t)wendi_min(f->members[mover].train, 255) : 0;
    return (waited >> 8) << 16 | train << 8 | (waited & 255);
}

uint64_t wendi_fleet_order(const wend_fleet* f, int32_t mover) {
    const uint64_t way = wendi_fleet_has_way(f, mover);
    const uint64_t order = f->def.turns ? nearness_of(f, mover) : wait_of(f, mover);
    return (uint64_t)(f->movers[mover].priority + 1000) << 50 | way << 48 | order << 24 |
           (uint64_t)(MOST_NUMBER - mover);
}

int32_t wendi_fleet_mover_of(uint64_t order) {
    return MOST_NUMBER - (int32_t)(order & MOST_NUMBER);
}

wend_result wendi_fleet_order_all(wend_fleet* f, size_t* count_out) {
    wendi_pibt* p = &f->pibt;
    *count_out = 0;
    if (!WENDI_MAKE_ROOM(&f->allocator, p->order, p->order_capacity, 0, f->count)) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < f->count; i++)
        if (f->movers[i].state != WEND_MOVER_ABSENT) p->order[(*count_out)++] = wendi_fleet_order(f, i);
    if (*count_out > 1) qsort(p->order, *count_out, sizeof *p->order, wendi_fleet_compare_order);
    return WEND_OK;
}

// ---- movers that are not free to choose

void wendi_fleet_hold(wend_fleet* f, int32_t mover, int32_t steps) {
    f->members[mover].busy = steps;
    f->members[mover].link = -1;
    f->members[mover].behind = f->movers[mover].tile;
}

void wendi_fleet_put(wend_fleet* f, int32_t mover, wend_tile tile) {
    wend_mover* p = &f->movers[mover];
    if (wendi_is_same(p->tile, tile)) return;
    WENDI_ASSERT(mover_at(f, tile) < 0);
    wendi_number_table_remove(&f->pibt.now, wendi_tile_key(p->tile));
    wendi_number_table_set(&f->pibt.now, wendi_tile_key(tile), mover);
    p->tile = tile;
    f->members[mover].left = wendi_fleet_left(f, f->members[mover].guide, tile);
    f->members[mover].next_left = -1;
}

// Those that are busy keep their tiles.
static void claim_held(wend_fleet* f) {
    for (int32_t i = 0; i < f->count; i++) {
        const wendi_fleet_member* m = &f->members[i];
        if (m->busy == 0 || f->movers[i].state == WEND_MOVER_ABSENT) continue;
        claim(f, i, f->movers[i].tile);
        wendi_number_table_set(&f->pibt.claimed, wendi_tile_key(m->behind), i);
    }
}

wend_result wendi_fleet_choose(wend_fleet* f) {
    wendi_pibt* p = &f->pibt;
    size_t present;
    wend_result result = wendi_fleet_order_all(f, &present);
    if (result == WEND_OK) result = wendi_pibt_begin(f);
    if (result != WEND_OK) return result;
    p->turn = (uint64_t)f->steps;
    claim_held(f);
    if (p->has_window) wendi_fleet_follow_window(f);
    for (size_t i = 0; i < present && result == WEND_OK; i++) {
        const int32_t mover = wendi_fleet_mover_of(p->order[i]);
        if (!has_chosen(f, mover)) result = wendi_pibt_choose(f, mover);
    }
    return result;
}
