// window.c: how do movers get out of each other's way where PIBT goes round in circles? LaCAM (Okumura 2023)
// in a window of the map: a depth-first search over where all movers of the window are, which PIBT takes from
// one to the next.
//
// A node is where all of them are. Each visit of a node takes one more set of constraints, who has to go
// where, beginning with none and always by one mover more than a set before; PIBT moves all others. So every
// way from node to node is tried in the end, and the search finds a plan if there is one in the window, or
// reaches its limit.
#include <stdlib.h>
#include <string.h>

#include "fleet/fleet.h"

enum {
    FIRST_WAIT = 64, // steps without coming nearer after which a mover is looked at
    PUSHED = 5,
    FEW_AWAY = 12, // movers of a window that are not where they should be
    SIZES = 6,     // of windows, tried one after the other, when the one before failed
    SMALLEST = 6,  // tiles from a mover to the edge of the smallest; the next has GROWTH more
    GROWTH = 5,
    MOST_MOVERS = 800, // in a window
    MOST_WORK = 50000, // choices of single movers in a search: some 50 ms; twice as many after SIZES failures
    DOUBLINGS = 4,
    BUSY_PAUSE = 8,      // where many are on their way,
    MOST_BUSY = 8,       // so many times
    LONGEST_PAUSE = 512, // steps between two tries
};

typedef struct constraint { // and all that its parents ask for
    int32_t parent;         // -1: none
    int32_t next;           // in the queue of a node
    int32_t place;          // whose tile it is: a place in the order of the node; -1: nobody's
    wend_tile tile;
    int32_t depth;
} constraint;

typedef struct node {
    int64_t first;       // of its tiles and of the numbers that say how long each has waited
    int32_t parent;      // -1: the beginning
    int32_t queue, last; // constraints that are left; -1: none
} node;

WENDI_LIST(node_list, node);
WENDI_LIST(constraint_list, constraint);
WENDI_LIST_FUNCTIONS(node_list, node)
WENDI_LIST_FUNCTIONS(constraint_list, constraint)

typedef struct window_search {
    wend_fleet* fleet;
    const int32_t* movers;
    int32_t count;
    wend_tile* begin; // where the movers are, to put them back
    node_list nodes;
    constraint_list constraints;
    wendi_tile_list tiles;
    wendi_index_list waited;
    wendi_index_list stack;
    wendi_number_table node_of; // by a hash of its tiles
    wend_cost* most_left;       // by mover: what may be left at the end; the goal: 0; -1: anything
    int32_t* order;
    int64_t work, most_work;
} window_search;

// ---- configurations

static const wend_tile* tiles_of(const window_search* s, int32_t at) {
    return s->tiles.data + s->nodes.data[at].first;
}
static int32_t* waited_of(const window_search* s, int32_t at) {
    return s->waited.data + s->nodes.data[at].first;
}

// Puts all movers of the window on their tiles of a node.
static void place(window_search* s, const wend_tile* tiles) {
    wendi_number_table_clear(&s->fleet->pibt.now);
    for (int32_t i = 0; i < s->count; i++) {
        s->fleet->movers[s->movers[i]].tile = tiles[i];
        wendi_number_table_set(&s->fleet->pibt.now, wendi_tile_key(tiles[i]), s->movers[i]);
    }
}

static bool is_end(const window_search* s, int32_t at) {
    const wend_tile* tiles = tiles_of(s, at);
    for (int32_t i = 0; i < s->count; i++) {
        if (s->most_left[i] < 0) continue;
        const wend_cost left = wendi_fleet_left(s->fleet, s->fleet->members[s->movers[i]].guide, tiles[i]);
        if (left > s->most_left[i]) return false;
    }
    return true;
}

static uint64_t key_of(const wend_tile* tiles, int32_t count) {
    uint64_t key = 0x9e3779b97f4a7c15u;
    for (int32_t i = 0; i < count; i++) {
        key = (key ^ wendi_tile_key(tiles[i])) * 0xbf58476d1ce4e5b9u;
        key ^= key >> 31;
    }
    return key;
}

// Adds a node, whose tiles are the last of the list, and its first set of constraints: none. Errors: MEMORY.
static wend_result add_node(window_search* s, int32_t parent, uint64_t key) {
    const int32_t at = (int32_t)s->nodes.count;
    const node added = {s->tiles.count - s->count, parent, (int32_t)s->constraints.count,
                        (int32_t)s->constraints.count};
    wend_result result = constraint_list_push(&s->constraints, (constraint){-1, -1, -1, {0, 0}, 0});
    if (result == WEND_OK) result = wendi_index_list_reserve(&s->waited, s->tiles.count);
    if (result == WEND_OK) result = wendi_number_table_reserve(&s->node_of, s->node_of.count + 1);
    if (result == WEND_OK) result = node_list_push(&s->nodes, added);
    if (result == WEND_OK) result = wendi_index_list_push(&s->stack, at);
    if (result != WEND_OK) return result;
    wendi_number_table_set(&s->node_of, key, at);
    s->waited.count = s->tiles.count;
    for (int32_t i = 0; i < s->count; i++) {
        const int32_t mover = s->movers[i];
        const bool there = wendi_is_same(tiles_of(s, at)[i], s->fleet->movers[mover].goal);
        const int32_t before = parent < 0 ? s->fleet->members[mover].waited : waited_of(s, parent)[i];
        waited_of(s, at)[i] = there ? 0 : wendi_min(before, 1 << 20) + 1;
    }
    return WEND_OK;
}

// ---- the next configuration

// Who chooses when: those that have waited longest first.
static void order_movers(window_search* s, int32_t at) {
    const int32_t* waited = waited_of(s, at);
    for (int32_t i = 0; i < s->count; i++) {
        int32_t to = i;
        for (; to > 0 && waited[s->order[to - 1]] < waited[i]; to--) s->order[to] = s->order[to - 1];
        s->order[to] = i;
    }
}

// Takes the next constraints of a node, and queues those that ask for one mover more. Errors: MEMORY.
static wend_result take_constraint(window_search* s, int32_t at, int32_t* out) {
    node* n = &s->nodes.data[at];
    *out = n->queue;
    const constraint taken = s->constraints.data[*out];
    n->queue = taken.next;
    if (taken.depth >= s->count) return WEND_OK;
    const int32_t who = s->order[taken.depth];
    wend_tile tiles[WENDI_DIRECTIONS + 1];
    int32_t count = wendi_fleet_neighbours(s->fleet, s->movers[who], tiles_of(s, at)[who], tiles);
    tiles[count++] = tiles_of(s, at)[who];
    wend_result result = constraint_list_reserve(&s->constraints, s->constraints.count + count);
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        const int32_t added = (int32_t)s->constraints.count++;
        s->constraints.data[added] = (constraint){*out, -1, who, tiles[i], taken.depth + 1};
        if (n->queue < 0)
            n->queue = added;
        else
            s->constraints.data[n->last].next = added;
        n->last = added;
    }
    return result;
}

// Lets PIBT find where all go from a node. *found_out: they can. Errors: MEMORY.
static wend_result extend(window_search* s, int32_t at, int32_t constraints, bool* found_out) {
    wend_fleet* f = s->fleet;
    place(s, tiles_of(s, at));
    wend_result result = wendi_pibt_begin(f);
    if (result != WEND_OK) return result;
    f->pibt.turn = (uint64_t)s->work;
    *found_out = true;
    for (int32_t c = constraints; c >= 0 && *found_out; c = s->constraints.data[c].parent) {
        const constraint* asked = &s->constraints.data[c];
        if (asked->place >= 0) *found_out = wendi_pibt_claim(f, s->movers[asked->place], asked->tile);
    }
    for (int32_t i = 0; i < s->count && *found_out && result == WEND_OK; i++) {
        const int32_t mover = s->movers[s->order[i]];
        if (f->pibt.to[mover].x < 0) result = wendi_pibt_choose(f, mover);
        *found_out = !f->pibt.failed;
    }
    // Of a wide mover that is pushed, others may have been told to take some of the tiles.
    for (int32_t i = 0; i < s->count && *found_out && result == WEND_OK && f->widest > 1; i++)
        *found_out = !wendi_fleet_meets(f, &f->pibt.claimed, s->movers[i], f->pibt.to[s->movers[i]]);
    s->work += s->count;
    return result;
}

// Adds the node where all are now going, or goes back to it if it is known. Errors: MEMORY.
static wend_result arrive(window_search* s, int32_t from) {
    wend_result result = wendi_tile_list_reserve(&s->tiles, s->tiles.count + s->count);
    if (result != WEND_OK) return result;
    wend_tile* tiles = s->tiles.data + s->tiles.count;
    for (int32_t i = 0; i < s->count; i++) tiles[i] = s->fleet->pibt.to[s->movers[i]];
    const uint64_t key = key_of(tiles, s->count);
    const int32_t known = wendi_number_table_at(&s->node_of, key);
    if (known >= 0) return known == from ? WEND_OK : wendi_index_list_push(&s->stack, known);
    s->tiles.count += s->count;
    return add_node(s, from, key);
}

// *end_out: the node where the movers are out of each other's way; -1: none was found. Errors: MEMORY.
static wend_result search(window_search* s, int32_t* end_out) {
    *end_out = -1;
    wend_result result = wendi_tile_list_reserve(&s->tiles, s->count);
    if (result != WEND_OK) return result;
    memcpy(s->tiles.data, s->begin, (size_t)s->count * sizeof *s->begin);
    s->tiles.count = s->count;
    result = add_node(s, -1, key_of(s->begin, s->count));
    while (result == WEND_OK && s->stack.count > 0 && s->work < s->most_work) {
        const int32_t at = s->stack.data[s->stack.count - 1];
        if (is_end(s, at)) {
            *end_out = at;
            return WEND_OK;
        }
        if (s->nodes.data[at].queue < 0) { // all ways on were tried
            s->stack.count--;
            continue;
        }
        order_movers(s, at);
        int32_t constraints;
        bool found = false;
        result = take_constraint(s, at, &constraints);
        if (result == WEND_OK) result = extend(s, at, constraints, &found);
        if (result == WEND_OK && found) result = arrive(s, at);
    }
    return result;
}

// ---- the window

// The mover that has come no nearer for longest, or was pushed off its goal most often, which counts as so
// many steps each; -1: none has waited long enough.
static int32_t find_blocked(const wend_fleet* f) {
    int32_t longest = FIRST_WAIT, blocked = -1;
    for (int32_t i = 0; i < f->count; i++) {
        const wendi_fleet_member* m = &f->members[i];
        if (f->movers[i].state == WEND_MOVER_ABSENT || !wendi_fleet_has_way(f, i)) continue;
        const int32_t waited =
            m->waited - wendi_max(m->nearer, m->looked_at) + wendi_min(m->pushed, FIRST_WAIT) * PUSHED;
        if (waited > longest && !wendi_is_same(f->movers[i].tile, f->movers[i].goal))
            longest = waited, blocked = i;
    }
    return blocked;
}

// Lists the movers around one. False: they are too many, or one is busy. Wide ones that are
// partly outside can stay, or come in. Errors: MEMORY.
static wend_result gather(wend_fleet* f, int32_t around, bool* few_out) {
    wendi_fleet_window* w = &f->window;
    const wend_grid* grid = f->world->grid;
    const wend_tile at = f->movers[around].tile;
    const int32_t reach = SMALLEST + GROWTH * (w->failures % SIZES);
    f->pibt.window = wendi_area_around((wend_rect){at.x, at.y, 1, 1}, reach, grid->width, grid->height);
    if (!WENDI_MAKE_ROOM(&f->allocator, w->movers, w->mover_capacity, 0, MOST_MOVERS))
        return WEND_ERROR_MEMORY;
    w->count = 0;
    *few_out = true;
    for (int32_t i = 0; i < f->count && *few_out; i++) {
        const wend_tile tile = f->movers[i].tile;
        if (f->movers[i].state == WEND_MOVER_ABSENT || !wendi_fleet_touches(f, i, tile, f->pibt.window))
            continue;
        *few_out = w->count < MOST_MOVERS && f->members[i].busy == 0 && f->members[i].period <= 1;
        if (*few_out) w->movers[w->count++] = i;
    }
    return WEND_OK;
}

// What may be left to each mover at the end. Goals in the window are reached, and nobody is farther from
// another goal than before; the blocked mover has come half the way to where its costs lead out.
// Returns how many are not there yet.
static int32_t set_ends(window_search* s, int32_t blocked) {
    wend_fleet* f = s->fleet;
    const wend_rect window = f->pibt.window;
    int32_t away = 0;
    for (int32_t i = 0; i < s->count; i++) {
        const int32_t mover = s->movers[i], guide = f->members[mover].guide;
        s->most_left[i] = -1;
        if (!wendi_fleet_has_way(f, mover)) continue;
        if (wendi_fleet_is_in(f, mover, f->movers[mover].goal, window)) {
            s->most_left[i] = 0;
            away += !wendi_is_same(s->begin[i], f->movers[mover].goal);
            continue;
        }
        const wend_cost left = wendi_fleet_left(f, guide, s->begin[i]);
        s->most_left[i] = left == WENDI_NOT_REACHED ? -1 : left;
        if (mover != blocked || left == WENDI_NOT_REACHED) continue;
        wend_cost least = left;
        for (int32_t y = window.y; y < window.y + window.height; y++)
            for (int32_t x = window.x; x < window.x + window.width; x++) {
                const wend_cost there = wendi_fleet_left(f, guide, (wend_tile){x, y});
                if (there < least) least = there;
            }
        s->most_left[i] = (left + least) / 2;
        away++;
    }
    return away;
}

// Keeps the plan that leads to a node. Errors: MEMORY.
static wend_result keep_plan(window_search* s, int32_t end) {
    wendi_fleet_window* w = &s->fleet->window;
    int64_t steps = 0;
    for (int32_t n = end; s->nodes.data[n].parent >= 0; n = s->nodes.data[n].parent) steps++;
    const size_t count = (size_t)steps * (size_t)s->count;
    if (steps == 0) return WEND_OK;
    if (!WENDI_MAKE_ROOM(&s->fleet->allocator, w->tiles, w->tile_capacity, 0, count))
        return WEND_ERROR_MEMORY;
    w->steps = steps;
    w->done = 0;
    for (int32_t n = end; s->nodes.data[n].parent >= 0; n = s->nodes.data[n].parent)
        memcpy(w->tiles + --steps * s->count, tiles_of(s, n), (size_t)s->count * sizeof *w->tiles);
    return WEND_OK;
}

// Searches in the window that was gathered. *found_out: it has a plan. *busy_out: it needs none yet. Errors:
// MEMORY; all is as before then.
static wend_result plan_window(wend_fleet* f, int32_t blocked, bool* busy_out, bool* found_out) {
    wendi_owner owner;
    const wend_allocator a = wendi_owner_begin(&owner, &f->owner.from);
    const size_t count = (size_t)f->window.count;
    window_search s = {.fleet = f, .movers = f->window.movers, .count = f->window.count};
    s.most_work = MOST_WORK << wendi_min(f->window.failures / SIZES, DOUBLINGS);
    s.nodes.allocator = s.constraints.allocator = s.tiles.allocator = s.waited.allocator = a;
    s.stack.allocator = s.node_of.allocator = a;
    s.begin = wendi_alloc(&a, count, sizeof *s.begin);
    s.most_left = wendi_alloc(&a, count, sizeof *s.most_left);
    s.order = wendi_alloc(&a, count, sizeof *s.order);
    int32_t end = -1;
    wend_result result = s.begin && s.most_left && s.order ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        for (int32_t i = 0; i < s.count; i++) {
            s.begin[i] = f->movers[s.movers[i]].tile;
            f->members[s.movers[i]].in_window = true;
        }
        f->pibt.has_window = true;
        // Where many are still on their way, PIBT is at work, and the search would have to do all of it.
        *busy_out = set_ends(&s, blocked) > FEW_AWAY + s.count / FEW_AWAY && f->window.busy < MOST_BUSY;
        if (!*busy_out) result = search(&s, &end);
        place(&s, s.begin);
        // Of the others, place and search know nothing.
        for (int32_t i = 0; i < f->count; i++)
            if (f->movers[i].state != WEND_MOVER_ABSENT)
                wendi_number_table_set(&f->pibt.now, wendi_tile_key(f->movers[i].tile), i);
        f->window.steps = 0;
        if (result == WEND_OK && end >= 0) result = keep_plan(&s, end);
        if (result != WEND_OK || f->window.steps == 0) wendi_fleet_drop_window(f);
    }
    *found_out = result == WEND_OK && f->pibt.has_window;
    wendi_owner_end(&owner);
    return result;
}

wend_result wendi_fleet_look_for_window(wend_fleet* f) {
    wendi_fleet_window* w = &f->window;
    if (f->pibt.has_window || f->steps < w->next_try) return WEND_OK;
    const int32_t blocked = find_blocked(f);
    bool few = false, found = false, busy = false;
    if (blocked < 0) return WEND_OK;
    wend_result result = gather(f, blocked, &few);
    if (result == WEND_OK && few) result = plan_window(f, blocked, &busy, &found);
    if (result != WEND_OK) return result;
    w->busy = busy ? w->busy + 1 : 0;
    if (busy) {
        w->next_try = f->steps + BUSY_PAUSE;
        return WEND_OK;
    }
    w->failures = found ? 0 : w->failures + 1;
    // Another mover is looked at next: this one has had its turn.
    f->members[blocked].looked_at = f->members[blocked].waited;
    f->members[blocked].pushed = 0;
    w->next_try = f->steps + (found ? 0 : wendi_min(4 << wendi_min(w->failures / 2, 20), LONGEST_PAUSE));
    return WEND_OK;
}

void wendi_fleet_follow_window(wend_fleet* f) {
    wendi_fleet_window* w = &f->window;
    for (int32_t i = 0; i < w->count; i++) {
        const bool free = wendi_pibt_claim(f, w->movers[i], w->tiles[w->done * w->count + i]);
        WENDI_ASSERT(free);
        (void)free;
    }
    w->done++;
}

void wendi_fleet_drop_window(wend_fleet* f) {
    if (!f->pibt.has_window) return;
    f->pibt.has_window = false;
    for (int32_t i = 0; i < f->window.count; i++) f->members[f->window.movers[i]].in_window = false;
}
