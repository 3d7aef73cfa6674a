// plan_check.c: is a step of a plan free of conflicts? Shares nothing with the planner but how long a link
// takes: pairs of movers come from sorting their tiles, and how near they come from their positions at the
// nearest moment.
#include <stdlib.h>

#include "core/base.h"
#include "fleet/lifts.h"
#include "grid/grid.h"
#include "grid/links.h"
#include "grid/steps.h"
#include "wend/fleet.h"
#include "wend/world.h"

typedef struct placed { // a mover by a tile
    wend_tile tile;
    int32_t mover, width;
} placed;

typedef struct plan_check {
    const wend_grid* grid;
    const wend_world* world; // with profiles
    const int32_t* profiles; // by mover; NULL: all move by the grid
    const wend_tile *before, *after;
    int32_t widest; // of the movers
    wend_conflict* out;
    int32_t capacity;
    int64_t count;
} plan_check;

const char* wend_conflict_kind_string(wend_conflict_kind kind) {
    static const char* const names[WEND_CONFLICT_KIND_COUNT] = {"tile",    "pass", "step",
                                                                "blocked", "link", "lift"};
    return (int)kind >= 0 && kind < WEND_CONFLICT_KIND_COUNT ? names[kind] : "unknown conflict";
}

static void report(plan_check* c, wend_conflict_kind kind, int32_t first, int32_t second) {
    if (c->count < c->capacity)
        c->out[c->count] =
            (wend_conflict){kind, first, second, wendi_from_sheet(&c->grid->floors, c->after[first])};
    c->count++;
}

// ---- a mover alone

static bool is_legal(const wend_grid* grid, wend_tile from, wend_tile to) {
    if (wendi_are_near(from, to)) {
        const int32_t direction = wendi_direction_of(to.x - from.x, to.y - from.y);
        if (wendi_legal_moves(grid, from.x, from.y) >> direction & 1) return true;
    }
    wendi_link_search search = wendi_links_at(&grid->links, WENDI_LINK_FROM, from);
    wendi_usable_link link;
    while (wendi_next_usable_link(grid, &search, &link))
        if (wendi_is_same(link.there, to)) return true;
    return false;
}

// The map by which a mover moves.
static const wend_grid* grid_of(const plan_check* c, int32_t mover) {
    return c->profiles ? wend_world_grid(wend_world_profile(c->world, c->profiles[mover])) : c->grid;
}

static void check_mover(plan_check* c, int32_t mover) {
    const wend_grid* grid = grid_of(c, mover);
    const wend_tile from = c->before[mover], to = c->after[mover];
    if (wendi_is_same(from, to)) return;
    if (!wendi_sheet_contains(grid, to) || !wendi_is_passable(grid, to.x, to.y))
        report(c, WEND_CONFLICT_BLOCKED, mover, -1);
    else if (!is_legal(grid, from, to))
        report(c, WEND_CONFLICT_STEP, mover, -1);
}

// ---- pairs

static int compare_placed(const void* a, const void* b) {
    const placed *p = a, *q = b;
    if (p->tile.y != q->tile.y) return p->tile.y < q->tile.y ? -1 : 1;
    if (p->tile.x != q->tile.x) return p->tile.x < q->tile.x ? -1 : 1;
    return p->mover < q->mover ? -1 : p->mover > q->mover;
}

// The first of the movers in a sorted list that comes at a tile or after it.
static int32_t first_at(const placed* list, int32_t count, wend_tile tile) {
    const placed wanted = {tile, -1, 1};
    int32_t low = 0;
    for (int32_t high = count; low < high;) {
        const int32_t middle = low + (high - low) / 2;
        if (compare_placed(&list[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Half of the sum of the sides of two squares: their centres are so far apart, in columns or in rows.
static double room_of(const placed* a, const placed* b) {
    return (a->width + b->width) / 2.0;
}
static bool overlap(wend_tile a, wend_tile b, double room) {
    return wendi_abs(a.x - b.x) < room && wendi_abs(a.y - b.y) < room;
}

// Their squared distance, at the moment of the step when it is least, below a limit? Both move evenly.
static bool too_near(wend_tile a, wend_tile a_to, wend_tile b, wend_tile b_to, double limit) {
    const double x = b.x - a.x, y = b.y - a.y;
    const double dx = (b_to.x - b.x) - (a_to.x - a.x), dy = (b_to.y - b.y) - (a_to.y - a.y);
    const double speed = dx * dx + dy * dy;
    if (speed == 0) return false;
    double when = -(x * dx + y * dy) / speed;
    when = when < 0 ? 0 : when > 1 ? 1 : when;
    const double there_x = x + when * dx, there_y = y + when * dy;
    return there_x * there_x + there_y * there_y < limit - 1e-9;
}

static void check_pair(plan_check* c, const placed* p, const placed* q) {
    const int32_t a = p->mover, b = q->mover;
    const wend_tile a_from = c->before[a], a_to = c->after[a], b_from = c->before[b], b_to = c->after[b];
    const double room = room_of(p, q);
    if (overlap(a_to, b_to, room)) return; // reported as such
    const bool flat =
        !wendi_is_hex(c->grid->connectivity) && wendi_are_near(a_from, a_to) && wendi_are_near(b_from, b_to);
    const double limit = room > 1 ? room * room : 0.5;
    if (flat ? too_near(a_from, a_to, b_from, b_to, limit)
             : overlap(a_to, b_from, room) && overlap(b_to, a_from, room))
        report(c, WEND_CONFLICT_PASS, a, b);
}

static placed placed_at(const plan_check* c, const wend_tile* tiles, int32_t mover) {
    return (placed){tiles[mover], mover, wendi_body_width(grid_of(c, mover))};
}

// Sorts the movers by tile.
static void place_all(plan_check* c, placed* list, const wend_tile* tiles, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        list[i] = placed_at(c, tiles, i);
        c->widest = wendi_max(c->widest, list[i].width);
    }
    qsort(list, (size_t)count, sizeof *list, compare_placed);
}

// Looks at all pairs of a mover and one of a higher number within reach of a tile.
typedef void look_at_pair(plan_check* c, const placed* p, const placed* q);
static void look_around(plan_check* c, const placed* list, int32_t count, const placed* p, wend_tile tile,
                        int32_t reach, look_at_pair* look) {
    for (int32_t y = tile.y - reach; y <= tile.y + reach; y++) {
        int32_t k = first_at(list, count, (wend_tile){tile.x - reach, y});
        for (; k < count && list[k].tile.y == y && list[k].tile.x <= tile.x + reach; k++)
            if (list[k].mover > p->mover) look(c, p, &list[k]);
    }
}

// Of those where a link leads, others have been looked at.
static void check_far_pair(plan_check* c, const placed* p, const placed* q) {
    if (!overlap(p->tile, q->tile, c->widest + 2)) check_pair(c, p, q);
}

static void check_overlap(plan_check* c, const placed* p, const placed* q) {
    if (overlap(p->tile, q->tile, room_of(p, q))) report(c, WEND_CONFLICT_TILE, p->mover, q->mover);
}

// list: scratch for all movers.
static void check(plan_check* c, placed* list, int32_t count) {
    const wend_tile *before = c->before, *after = c->after;
    for (int32_t i = 0; i < count; i++) check_mover(c, i);
    place_all(c, list, after, count);
    for (int32_t i = 0; i < count; i++)
        look_around(c, list, count, &list[i], list[i].tile, c->widest - 1, check_overlap);
    place_all(c, list, before, count);
    for (int32_t i = 0; i < count; i++) {
        const placed p = placed_at(c, before, i);
        look_around(c, list, count, &p, p.tile, c->widest + 1, check_pair);
        if (!wendi_are_near(p.tile, after[i]))
            look_around(c, list, count, &p, after[i], c->widest - 1, check_far_pair);
    }
}

static int32_t conflicts_of(const plan_check* c) {
    return c->count < INT32_MAX ? (int32_t)c->count : INT32_MAX;
}

static bool is_checkable(const wend_grid* grid, const wend_tile* before, const wend_tile* after,
                         int32_t count, const wend_conflict* out, int32_t capacity) {
    if (!grid || !before || !after || count < 1 || count > WEND_MAX_FLEET || capacity < 0 ||
        (!out && capacity > 0))
        return false;
    for (int32_t i = 0; i < count; i++)
        if (!wend_grid_contains(grid, before[i])) return false;
    return true;
}

static bool are_profiles(const wend_world* world, const int32_t* profiles, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (profiles[i] < 0 || profiles[i] >= wend_world_profile_count(world)) return false;
    return true;
}

// A tile on the sheet, or off the map, where distances from it still fit 32 bits.
static wend_tile on_sheet_or_off(const wendi_floors* floors, wend_tile tile) {
    enum { FAR = 1 << 28 };
    const wend_tile at = wendi_to_sheet(floors, tile);
    return (wend_tile){wendi_max(-FAR, wendi_min(at.x, FAR)), wendi_max(-FAR, wendi_min(at.y, FAR))};
}

// Checks the moves of a plan between tiles of the caller. Errors: MEMORY.
static wend_result check_moves(plan_check* c, const wend_tile* before, const wend_tile* after, int32_t count,
                               int32_t* count_out) {
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wend_tile* on_sheet = wendi_alloc(&allocator, 2 * (size_t)count, sizeof *on_sheet);
    placed* list = wendi_alloc(&allocator, (size_t)count, sizeof *list);
    const bool fits = on_sheet && list;
    for (int32_t i = 0; i < count && fits; i++) {
        on_sheet[i] = wendi_to_sheet(&c->grid->floors, before[i]);
        on_sheet[count + i] = on_sheet_or_off(&c->grid->floors, after[i]);
    }
    c->before = on_sheet;
    if (fits) {
        c->after = on_sheet + count;
        check(c, list, count);
        *count_out = conflicts_of(c);
    }
    wendi_owner_end(&owner);
    return fits ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_check_moves(const wend_grid* grid, const wend_tile* before, const wend_tile* after,
                             int32_t count, wend_conflict* out, int32_t capacity, int32_t* count_out) {
    if (!count_out || !is_checkable(grid, before, after, count, out, capacity)) return WEND_ERROR_ARGUMENT;
    plan_check c = {.grid = grid, .out = out, .capacity = capacity};
    return check_moves(&c, before, after, count, count_out);
}

wend_result wend_check_profile_moves(const wend_world* world, const int32_t* profiles,
                                     const wend_tile* before, const wend_tile* after, int32_t count,
                                     wend_conflict* out, int32_t capacity, int32_t* count_out) {
    const wend_grid* grid = wend_world_grid(world);
    if (!profiles || !count_out || !is_checkable(grid, before, after, count, out, capacity) ||
        !are_profiles(world, profiles, count))
        return WEND_ERROR_ARGUMENT;
    plan_check c = {.grid = grid, .world = world, .profiles = profiles, .out = out, .capacity = capacity};
    return check_moves(&c, before, after, count, count_out);
}

// ---- links that take time, and lifts

// Where a mover is in a step: the link that it takes or is still on; -1: none.
static int32_t link_of(const wend_grid* grid, const wend_link_rules* rules, wend_tile before, wend_tile after,
                       wend_link_use* use_io) {
    if (use_io->steps > 0) {
        use_io->steps--;
        return use_io->link;
    }
    const wend_link* link = wendi_link_taken(grid, before, after);
    if (!link) return -1;
    *use_io = (wend_link_use){link->id, wendi_link_steps(rules, link) - 1};
    return link->id;
}

// Everybody who was on the lift before has room; those who come now, by their index, as long as there is any.
static void check_lift(plan_check* c, const wend_lift* lift, const wend_link_use* uses, const bool* entered,
                       int32_t count) {
    int32_t riders = 0;
    for (int32_t k = 0; k < 2; k++)
        for (int32_t i = 0; i < count; i++)
            if (uses[i].link >= 0 && entered[i] == (k == 1) && wendi_is_of_lift(lift, uses[i].link) &&
                ++riders > lift->capacity && k == 1)
                report(c, WEND_CONFLICT_LIFT, i, -1);
}

wend_result wend_check_links(const wend_world* world, const int32_t* profiles_opt,
                             const wend_link_rules* rules, const wend_tile* before, const wend_tile* after,
                             int32_t count, wend_link_use* uses_io, wend_conflict* out, int32_t capacity,
                             int32_t* count_out) {
    const wend_grid* grid = wend_world_grid(world);
    if (!rules || !uses_io || !count_out || !is_checkable(grid, before, after, count, out, capacity) ||
        !wendi_link_rules_are_valid(rules) || (profiles_opt && !are_profiles(world, profiles_opt, count)))
        return WEND_ERROR_ARGUMENT;
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    const size_t room = (size_t)count;
    wend_tile* to = wendi_alloc(&allocator, room, sizeof *to);
    wend_link_use* now = wendi_alloc(&allocator, room, sizeof *now); // in this step; link -1: on none
    bool* entered = wendi_alloc_zeroed(&allocator, room, sizeof *entered);
    const bool fits = to && now && entered;
    plan_check c = {.grid = grid,
                    .world = world,
                    .profiles = profiles_opt,
                    .after = to,
                    .out = out,
                    .capacity = capacity};
    for (int32_t i = 0; i < count && fits; i++) {
        const wend_tile from = wendi_to_sheet(&grid->floors, before[i]);
        to[i] = wendi_to_sheet(&grid->floors, after[i]);
        entered[i] = uses_io[i].steps <= 0;
        if (!entered[i] && !wendi_is_same(from, to[i])) report(&c, WEND_CONFLICT_LINK, i, -1);
        now[i].link = link_of(grid_of(&c, i), rules, from, to[i], &uses_io[i]);
    }
    for (int32_t i = 0; i < rules->lift_count && fits; i++)
        check_lift(&c, &rules->lifts[i], now, entered, count);
    wendi_owner_end(&owner);
    if (!fits) return WEND_ERROR_MEMORY;
    *count_out = conflicts_of(&c);
    return WEND_OK;
}
