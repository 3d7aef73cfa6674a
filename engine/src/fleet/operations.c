// operations.c: what does each mover do next, where movers have to turn? EPIBT: priority inheritance with
// backtracking over operations, sequences of a few actions (Yukhnevich and Andreychuk, "Enhancing PIBT via
// multi-action operations", 2025).
//
// At any time all movers have operations in which nobody meets anybody: at first what is left of those of the
// step before. One mover after the other takes the operation that leads it nearest to its goal. Where another
// one is in the way, that one takes another operation, which may push one more, and so on; where it finds
// none, all is as before, and the next best operation is tried. Who could not make way in time is not asked
// again in this step, so the work of a step is in proportion to the movers.
//
// Then whoever did not get its best operation tries once more, and may push those that came before it, too:
// what comes of that is kept where less is left to all goals together. This is the large neighbourhood search
// of Jiang, Zhang, Veerapaneni and Li ("Scaling lifelong multi-agent path finding to more realistic
// settings", 2024), which goes on until the time is over; here each mover has one try, so all machines plan
// the same.
#include <string.h>

#include "core/hash.h"
#include "fleet/fleet.h"
#include "grid/links.h"
#include "grid/steps.h"

enum {
    CHOSEN = 4,                    // steps of an operation in which a mover does what it likes
    STEPS = WENDI_OPERATION_STEPS, // of the longest operation
    REACH = STEPS + 1,             // tiles around a mover of which it may have to know what is left
    SEEN = (2 * REACH + 1) * (2 * REACH + 1),
    ACTION_BITS = 3,
};

WENDI_LIST_FUNCTIONS(wendi_given_up_list, wendi_given_up)

enum { WAIT, GO, RIGHT, LEFT, LINK }; // LINK + k: to take the k-th usable link

// ---- headings

// By direction of the map: the way that a mover faces after a step there, in turns of 45 degrees from east;
// and the direction of each way to face.
static const int32_t facing[WENDI_DIRECTIONS] = {0, 2, 4, 6, 1, 3, 5, 7};
static const int32_t direction_faced[8] = {0, 4, 1, 5, 2, 6, 3, 7};

// Turns of 45 degrees, to the right as from east to south, between two ways to face, at most 4 of them.
static int32_t turns_between(int32_t from, int32_t to) {
    const int32_t right = (to - from) & 7;
    return right > 4 ? right - 8 : right;
}

int32_t wendi_way_to_face(wend_tile from, wend_tile to) {
    const int32_t x = to.x - from.x, y = to.y - from.y;
    if (wendi_is_same(from, to) || !wendi_are_near(from, to)) return -1;
    return facing[wendi_direction_of(x, y)];
}

// By how many of them a mover can turn in a step.
static int32_t turn_of(const wend_fleet* f) {
    return f->def.directions == 4 ? 2 : 1;
}

// The steps of an operation: one turns back, and goes on for two tiles.
static int32_t steps_of(const wend_fleet* f) {
    return 4 / turn_of(f) + 2;
}

// ---- what a mover sees

typedef struct sight {
    const wend_fleet* fleet;
    int32_t mover, steps;
    bool has_way;
    wend_rect area;
    wend_cost left[SEEN]; // to the goal
    uint8_t moves[SEEN];  // legal ones, by direction
    bool has_moves[SEEN];
    uint8_t ways[SEEN]; // see ways_on
    bool has_ways[SEEN];
    wend_cost straight; // a step costs at least so much
    uint64_t lots;      // where those of its choices begin, which spread evenly from there
} sight;

static void look_around(const wend_fleet* f, int32_t mover, sight* out) {
    const wend_tile here = f->movers[mover].tile, goal = f->movers[mover].goal;
    out->fleet = f;
    out->mover = mover;
    out->steps = steps_of(f);
    const int32_t reach = out->steps + 1, side = 2 * reach + 1;
    uint64_t seed = (uint64_t)mover << 32 ^ f->pibt.turn;
    out->lots = wendi_next_random(&seed);
    out->has_way = wendi_fleet_has_way(f, mover);
    out->area = (wend_rect){here.x - reach, here.y - reach, side, side};
    out->straight = wendi_fleet_grid(f, f->movers[mover].profile)->cheapest_straight;
    memset(out->has_moves, 0, (size_t)(side * side) * sizeof *out->has_moves);
    memset(out->has_ways, 0, (size_t)(side * side) * sizeof *out->has_ways);
    if (out->has_way) wendi_fleet_left_in(f, f->members[mover].guide, out->area, out->left);
    for (int32_t i = 0; i < side * side; i++) {
        const wend_tile tile = {out->area.x + i % side, out->area.y + i / side, 0};
        if (!out->has_way) // it would like to stay
            out->left[i] = wendi_abs(tile.x - here.x) + wendi_abs(tile.y - here.y);
        else if (out->left[i] == WENDI_NOT_REACHED)
            out->left[i] = wendi_fleet_unknown_left(tile, goal);
    }
}

static int32_t index_of(const sight* s, wend_tile tile) {
    return (tile.y - s->area.y) * s->area.width + tile.x - s->area.x;
}

static uint32_t moves_from(sight* s, wend_tile tile) {
    const int32_t i = index_of(s, tile);
    if (s->has_moves[i]) return s->moves[i];
    s->has_moves[i] = true;
    s->moves[i] = (uint8_t)wendi_fleet_moves(s->fleet, s->mover, tile);
    return s->moves[i];
}

// The ways to face, one bit each, in which a mover comes nearer to its goal from a tile.
static uint32_t ways_on(sight* s, wend_tile tile) {
    const int32_t i = index_of(s, tile);
    if (s->has_ways[i]) return s->ways[i];
    uint32_t ways = 0;
    for (uint32_t moves = moves_from(s, tile); moves; moves &= moves - 1) {
        const int32_t d = __builtin_ctz(moves);
        const int32_t there = i + wendi_direction[d].y * s->area.width + wendi_direction[d].x;
        if (s->left[there] < s->left[i]) ways |= 1u << facing[d];
    }
    s->has_ways[i] = true;
    s->ways[i] = (uint8_t)ways;
    return ways;
}

// The fewest turns of 45 degrees to one of some ways to face, of which there is one.
static int32_t fewest_turns(int32_t heading, uint32_t ways) {
    const uint32_t ahead = (ways >> heading | ways << (8 - heading)) & 0xff;
    const uint32_t either = ahead | ahead << 8; // bit k: k turns to the right; bit 8 - k: to the left
    for (int32_t turns = 0; turns < 4; turns++)
        if ((either >> turns | either >> (8 - turns)) & 1) return turns;
    return 4;
}

// What is left to the goal from a tile to one that has to turn first.
static wend_cost left_from(sight* s, wendi_pose at) {
    const wend_cost here = s->left[index_of(s, at.tile)];
    const uint32_t ways = s->has_way ? ways_on(s, at.tile) : 0;
    if (ways == 0) return here;
    return here + fewest_turns(at.heading, ways) / turn_of(s->fleet) * s->straight;
}

// ---- operations

static uint32_t action_at(uint32_t actions, int32_t step) {
    return actions >> step * ACTION_BITS & ((1 << ACTION_BITS) - 1);
}

static wendi_pose after(const wend_fleet* f, const wendi_operation_frame* frame, wendi_pose from,
                        uint32_t action) {
    if (action >= LINK) from.tile = frame->links[action - LINK];
    if (action == GO) from.tile = wendi_beside(from.tile, direction_faced[from.heading]);
    if (action == RIGHT) from.heading = (from.heading + turn_of(f)) & 7;
    if (action == LEFT) from.heading = (from.heading - turn_of(f)) & 7;
    return from;
}

static wendi_pose pose_of(const wend_fleet* f, int32_t mover) {
    return (wendi_pose){f->movers[mover].tile, f->movers[mover].heading};
}

static void poses_of(const wend_fleet* f, const wendi_operation_frame* frame, uint32_t actions,
                     wendi_pose out[STEPS]) {
    const int32_t steps = steps_of(f);
    wendi_pose at = pose_of(f, frame->mover);
    for (int32_t t = 0; t < steps; t++) out[t] = at = after(f, frame, at, action_at(actions, t));
}

// Of operations that end equally near, that which is nearer on the way, else one by lot, so that movers side
// by side do not all choose the same.
static void add_choice(const sight* s, wendi_operation_frame* frame, uint32_t actions, wend_cost left,
                       wend_cost sum) {
    const uint32_t lot = (uint32_t)((s->lots + (uint64_t)frame->count * 0x9e3779b97f4a7c15u) >> 32);
    frame->choices[frame->count++] = (wendi_operation_choice){left, sum, actions, lot};
}

// May a mover at a pose take an action after the one before, where `turned` of the last were turns? Waiting
// comes after turning, and nobody turns back: what is left out takes as long to the same end. At the end of a
// long operation a mover only goes on, and then waits.
static bool may_follow(sight* s, wendi_pose at, int32_t step, uint32_t last, int32_t turned,
                       uint32_t action) {
    if (action == WAIT) return true;
    if (action == GO)
        return (step <= CHOSEN || last == GO) && moves_from(s, at.tile) >> direction_faced[at.heading] & 1;
    if (step >= CHOSEN || last == WAIT || (last >= RIGHT && last != action)) return false;
    return turned + (action == LEFT) < 4 / turn_of(s->fleet);
}

// Adds all operations that begin with some actions.
static void add_operations(sight* s, wendi_operation_frame* frame, wendi_pose at, uint32_t actions,
                           int32_t step, int32_t turned, wend_cost sum) {
    const uint32_t last = step > 0 ? action_at(actions, step - 1) : GO;
    if (step == s->steps) {
        WENDI_ASSERT(frame->count < WENDI_MOST_OPERATIONS);
        add_choice(s, frame, actions, left_from(s, at), sum);
        return;
    }
    for (uint32_t action = WAIT; action <= LEFT; action++) {
        if (!may_follow(s, at, step, last, turned, action)) continue;
        const wendi_pose to = after(s->fleet, frame, at, action);
        const wend_cost part = s->left[index_of(s, to.tile)] / CHOSEN; // no sum of them overflows
        add_operations(s, frame, to, actions | action << step * ACTION_BITS, step + 1,
                       action >= RIGHT ? turned + 1 : 0, sum + part);
    }
}

// To take a link and to wait at its end. That is always the first action: whether it has room is known for
// this step.
static void add_links(const sight* s, wendi_operation_frame* frame) {
    const wend_fleet* f = s->fleet;
    const wend_grid* grid = wendi_fleet_grid(f, f->movers[s->mover].profile);
    if (grid->links.count == 0) return;
    wendi_link_search search = wendi_links_at(&grid->links, WENDI_LINK_FROM, f->movers[s->mover].tile);
    wendi_usable_link link;
    for (uint32_t k = 0; k < WENDI_MOST_LINKS_CHOSEN && wendi_next_usable_link(grid, &search, &link);) {
        if (wendi_fleet_is_barred(f, s->mover, link.there)) continue;
        frame->links[k] = link.there;
        const wend_cost left = wendi_fleet_wish_from(f, s->mover, link.there);
        add_choice(s, frame, LINK + k++, left, left);
    }
}

// ---- reservations

static wendi_operation* operation_of(const wend_fleet* f, int32_t mover) {
    return &f->operations.of[mover];
}

static void reserve(wend_fleet* f, int32_t mover) {
    const wendi_operation* o = operation_of(f, mover);
    const int32_t steps = steps_of(f);
    for (int32_t t = 0; t < steps; t++)
        wendi_number_table_set(&f->operations.later[t], wendi_tile_key(o->pose[t].tile), mover);
    f->pibt.to[mover] = o->pose[0].tile;
}

static void release(wend_fleet* f, int32_t mover) {
    const wendi_operation* o = operation_of(f, mover);
    const int32_t steps = steps_of(f);
    for (int32_t t = 0; t < steps; t++)
        wendi_number_table_remove(&f->operations.later[t], wendi_tile_key(o->pose[t].tile));
    f->pibt.to[mover].x = -1;
}

typedef struct pushing {
    int32_t rank;     // movers of this one and of higher ones are not pushed
    bool has_to_gain; // less has to be left to the goals of all than before
} pushing;

// Adds a mover to those that are in the way of a choice from some step on. False: it may not be pushed, or
// they are too many.
static bool note_other(const wend_fleet* f, wendi_operation_frame* frame, int32_t rank, int32_t other,
                       int32_t step) {
    for (int32_t i = 0; i < frame->other_count; i++)
        if (frame->others[i] == other) return true;
    // One that takes one tile pushes only one, a wide one all that are before it.
    if (frame->other_count == (wendi_fleet_width(f, frame->mover) > 1 ? WENDI_MOST_PUSHED : 1)) return false;
    const wendi_operation* o = operation_of(f, other);
    if (o->is_choosing || o->is_fixed || o->rank >= rank || step < o->can_leave) return false;
    frame->others[frame->other_count] = other;
    frame->steps[frame->other_count++] = step;
    return true;
}

// Lists the movers that an operation would have to push, and when. Returns in which step it cannot go on
// because of one; -1: in none.
static int32_t list_others(const wend_fleet* f, wendi_operation_frame* frame, int32_t rank,
                           const wendi_pose pose[STEPS]) {
    const int32_t mover = frame->mover, width = wendi_fleet_width(f, mover), steps = steps_of(f);
    wend_tile from = f->movers[mover].tile;
    frame->other_count = 0;
    for (int32_t t = 0; t < steps; from = pose[t++].tile) {
        const wend_tile to = pose[t].tile;
        const wendi_number_table* before = t > 0 ? &f->operations.later[t - 1] : &f->pibt.now;
        int32_t next = 0, other;
        while ((other = wendi_fleet_next_in(f, &f->operations.later[t], width, mover, to, &next)) >= 0)
            if (!note_other(f, frame, rank, other, t)) return t;
        next = 0;
        while ((other = wendi_fleet_next_on_way(f, before, mover, from, to, &next)) >= 0) {
            if (f->pibt.to[other].x < 0) continue; // it is pushed, and has no operation yet
            const wendi_operation* o = operation_of(f, other);
            const wend_tile other_from = t > 0 ? o->pose[t - 1].tile : f->movers[other].tile;
            if (wendi_fleet_pass_through(f, mover, other, from, to, other_from, o->pose[t].tile) &&
                !note_other(f, frame, rank, other, t))
                return t;
        }
    }
    return -1;
}

// ---- choosing

// Gives up the operation of a mover, which can be taken back. Errors: MEMORY.
static wend_result give_up(wend_fleet* f, int32_t mover) {
    wendi_operation* o = operation_of(f, mover);
    wendi_given_up given = {.mover = mover};
    memcpy(given.pose, o->pose, sizeof given.pose);
    o->left_before = o->left;
    const wend_result result = wendi_given_up_list_push(&f->operations.given_up, given);
    if (result == WEND_OK) release(f, mover);
    return result;
}

// Takes back what was given up since there were so many.
static void take_back(wend_fleet* f, int64_t count) {
    wendi_given_up_list* list = &f->operations.given_up;
    // First all go, as one may now be where another one was.
    for (int64_t i = count; i < list->count; i++)
        if (f->pibt.to[list->data[i].mover].x >= 0) release(f, list->data[i].mover);
    for (; list->count > count; list->count--) {
        const wendi_given_up* given = &list->data[list->count - 1];
        wendi_operation* o = operation_of(f, given->mover);
        memcpy(o->pose, given->pose, sizeof given->pose);
        o->left = o->left_before;
        o->is_choosing = false;
        reserve(f, given->mover);
    }
}

// Lets a mover choose that has given up its operation. Errors: MEMORY.
static wend_result push(wend_fleet* f, int32_t mover, int32_t* depth_io) {
    wendi_operations* p = &f->operations;
    if (!WENDI_ROOM_FOR_ONE(&f->allocator, p->frames, p->frame_capacity, *depth_io)) return WEND_ERROR_MEMORY;
    wendi_operation_frame* frame = &p->frames[(*depth_io)++];
    frame->mover = mover;
    frame->count = frame->other_count = frame->next = 0;
    frame->given_up = p->given_up.count;
    frame->has_choice = false;
    sight s;
    look_around(f, mover, &s);
    add_operations(&s, frame, pose_of(f, mover), 0, 0, 0, 0);
    add_links(&s, frame);
    wendi_operation* o = operation_of(f, mover);
    const wendi_pose end = o->pose[s.steps - 1];
    const wend_tile here = f->movers[mover].tile;
    const bool is_near = wendi_steps_between(end.tile, here) <= s.steps;
    // After a link it may be out of sight.
    o->left_before = is_near ? left_from(&s, end) : wendi_fleet_wish_from(f, mover, end.tile);
    o->least = WENDI_NOT_REACHED;
    for (int32_t i = 0; i < frame->count; i++)
        if (frame->choices[i].left < o->least) o->least = frame->choices[i].left;
    o->is_choosing = true;
    return WEND_OK;
}

static bool comes_before(const wendi_operation_choice* a, const wendi_operation_choice* b) {
    if (a->left != b->left) return a->left < b->left;
    return a->sum != b->sum ? a->sum < b->sum : a->lot < b->lot;
}

// Takes the best choice out of those that are left.
static wendi_operation_choice next_choice(wendi_operation_frame* frame) {
    int32_t best = 0;
    for (int32_t i = 1; i < frame->count; i++)
        if (comes_before(&frame->choices[i], &frame->choices[best])) best = i;
    const wendi_operation_choice choice = frame->choices[best];
    frame->choices[best] = frame->choices[--frame->count];
    return choice;
}

// Drops all choices that begin as one that cannot go on in some step.
static void drop_choices(wendi_operation_frame* frame, uint32_t actions, int32_t step) {
    const uint32_t first = (1u << (step + 1) * ACTION_BITS) - 1;
    int32_t count = 0;
    for (int32_t i = 0; i < frame->count; i++)
        if ((frame->choices[i].actions ^ actions) & first) frame->choices[count++] = frame->choices[i];
    frame->count = count;
}

// How much less is left than before. Where that is not known much is left, but the sum of all movers does not
// overflow.
static wend_cost less_left(wend_cost before, wend_cost now) {
    const wend_cost most = WENDI_FLEET_FAR / WEND_MAX_FLEET;
    return (before < most ? before : most) - (now < most ? now : most);
}

// The same to the goals of all that have chosen since one began to.
static wend_cost gain_of(const wend_fleet* f) {
    wend_cost gain = 0;
    for (int64_t i = 0; i < f->operations.given_up.count; i++) {
        const int32_t mover = f->operations.given_up.data[i].mover;
        const wendi_operation* o = operation_of(f, mover);
        if (f->pibt.to[mover].x >= 0) gain += less_left(o->left_before, o->left);
    }
    return gain;
}

// The mover of a frame takes its next choice; those in its way give theirs up. Without has_choice then: none
// is left. Errors: MEMORY.
static wend_result take_choice(wend_fleet* f, wendi_operation_frame* frame, pushing by) {
    const int32_t mover = frame->mover;
    const wend_cost gain = by.has_to_gain ? gain_of(f) : 0;
    frame->next = 0;
    while (frame->count > 0 && !frame->has_choice) {
        const wendi_operation_choice choice = next_choice(frame);
        if (by.has_to_gain && gain + less_left(operation_of(f, mover)->left_before, choice.left) <= 0) {
            frame->count = 0; // all others leave as much
            break;
        }
        wendi_pose pose[STEPS];
        poses_of(f, frame, choice.actions, pose);
        const int32_t step = list_others(f, frame, by.rank, pose);
        if (step >= 0) {
            drop_choices(frame, choice.actions, step);
            continue;
        }
        if (action_at(choice.actions, 0) >= LINK && !wendi_fleet_has_room(f, mover, pose[0].tile)) continue;
        for (int32_t i = 0; i < frame->other_count; i++) {
            const wend_result result = give_up(f, frame->others[i]);
            if (result != WEND_OK) return result;
        }
        memcpy(operation_of(f, mover)->pose, pose, sizeof pose);
        operation_of(f, mover)->left = choice.left;
        reserve(f, mover);
        frame->has_choice = true;
    }
    return WEND_OK;
}

// No choice of the mover on top of the stack is left: that of the one that pushed it is void.
static void fail(wend_fleet* f, int32_t* depth_io) {
    const int32_t mover = f->operations.frames[--*depth_io].mover;
    if (*depth_io == 0) return;
    wendi_operation_frame* below = &f->operations.frames[*depth_io - 1];
    release(f, below->mover);
    take_back(f, below->given_up);
    below->has_choice = false;
    operation_of(f, mover)->can_leave = below->steps[below->next - 1] + 1;
}

// Lets a mover choose, and all that are in its way. Errors: MEMORY.
static wend_result choose(wend_fleet* f, int32_t first, pushing by) {
    wendi_operations* p = &f->operations;
    int32_t depth = 0;
    p->given_up.count = 0;
    wend_result result = give_up(f, first);
    if (result == WEND_OK) result = push(f, first, &depth);
    while (result == WEND_OK && depth > 0) {
        wendi_operation_frame* top = &p->frames[depth - 1];
        if (!top->has_choice) result = take_choice(f, top, by);
        if (result != WEND_OK) break;
        if (!top->has_choice)
            fail(f, &depth);
        else if (top->next < top->other_count)
            result = push(f, top->others[top->next++], &depth);
        else
            depth--;
    }
    if (result != WEND_OK) return result;
    if (f->pibt.to[first].x < 0 || (by.has_to_gain && gain_of(f) <= 0)) take_back(f, 0);
    for (int64_t i = 0; i < p->given_up.count; i++) {
        wendi_operation* o = operation_of(f, p->given_up.data[i].mover);
        o->is_choosing = false;
        o->has_chosen = true;
    }
    return WEND_OK;
}

// ---- a step

// The steps of the window that its movers take next. They turn until all of them face theirs.
static void follow_window(wend_fleet* f) {
    wendi_fleet_window* w = &f->window;
    const wend_tile* tiles = w->tiles + w->done * w->count;
    const int32_t most = turn_of(f), steps = steps_of(f);
    bool in_time = true;
    for (int32_t i = 0; i < w->count; i++) {
        const wend_mover* mover = &f->movers[w->movers[i]];
        const int32_t way = wendi_way_to_face(mover->tile, tiles[i]);
        const int32_t turns = way < 0 ? 0 : turns_between(mover->heading, way);
        wendi_operation* o = operation_of(f, w->movers[i]);
        for (int32_t t = 0; t < steps; t++)
            o->pose[t].heading = (mover->heading + wendi_max(wendi_min(turns, most), -most)) & 7;
        o->is_fixed = true;
        in_time &= turns == 0;
    }
    for (int32_t i = 0; i < w->count && in_time; i++)
        for (int32_t t = 0; t < steps; t++) operation_of(f, w->movers[i])->pose[t].tile = tiles[i];
    w->done += in_time;
}

// Begins a step with what is left of the operation of the last one, if that still fits those of others.
static void begin(wend_fleet* f, int32_t mover, bool goes_on) {
    wendi_operation* o = operation_of(f, mover);
    const int32_t steps = steps_of(f);
    for (int32_t t = 0; t < steps; t++)
        o->pose[t] = goes_on ? o->pose[wendi_min(t + 1, steps - 1)] : pose_of(f, mover);
    o->is_fixed = f->members[mover].busy > 0;
    o->is_choosing = o->has_chosen = false;
    o->can_leave = 0;
}

static wend_result make_room(wend_fleet* f) {
    wendi_operations* p = &f->operations;
    const size_t count = (size_t)f->count;
    if (!WENDI_MAKE_ROOM(&f->allocator, p->of, p->capacity, p->capacity, count)) return WEND_ERROR_MEMORY;
    wend_result result = wendi_pibt_begin(f);
    for (int32_t t = 0; t < steps_of(f) && result == WEND_OK; t++) {
        result = wendi_number_table_reserve(&p->later[t], count);
        wendi_number_table_clear(&p->later[t]);
    }
    return result;
}

// A mover that is at its goal, or would like to wait, does so as long as nobody pushes it.
static bool stays(const wend_fleet* f, int32_t mover) {
    if (!wendi_is_same(f->movers[mover].tile, f->movers[mover].goal) && wendi_fleet_has_way(f, mover))
        return false;
    wendi_operation* o = operation_of(f, mover);
    const int32_t steps = steps_of(f);
    for (int32_t t = 0; t < steps; t++)
        if (!wendi_is_same(o->pose[t].tile, f->movers[mover].tile)) return false;
    o->left = o->least = 0;
    return true;
}

// All choose, the first one first. Errors: MEMORY.
static wend_result choose_all(wend_fleet* f, size_t present) {
    wend_result result = WEND_OK;
    for (size_t i = 0; i < present && result == WEND_OK; i++) {
        const int32_t mover = wendi_fleet_mover_of(f->pibt.order[i]);
        const wendi_operation* o = operation_of(f, mover);
        if (!o->is_fixed && !o->has_chosen && !stays(f, mover))
            result = choose(f, mover, (pushing){.rank = o->rank});
    }
    return result;
}

// Whoever did not get its best operation tries to push also those of its own priority that came before it,
// other than the first of all, so that nobody waits for ever. Errors: MEMORY.
static wend_result improve_all(wend_fleet* f, size_t present) {
    const uint64_t* order = f->pibt.order;
    for (size_t i = 0; i < present; i++) operation_of(f, wendi_fleet_mover_of(order[i]))->can_leave = 0;
    wend_result result = WEND_OK;
    for (size_t i = 1, first = 1; i < present && result == WEND_OK; i++) {
        const int32_t mover = wendi_fleet_mover_of(order[i]);
        const wendi_operation* o = operation_of(f, mover);
        if (f->movers[mover].priority != f->movers[wendi_fleet_mover_of(order[first])].priority) first = i;
        const int32_t rank = operation_of(f, wendi_fleet_mover_of(order[first]))->rank + 1;
        if (!o->is_fixed && o->left > o->least) result = choose(f, mover, (pushing){rank, true});
    }
    return result;
}

wend_result wendi_fleet_choose_operations(wend_fleet* f) {
    wendi_pibt* p = &f->pibt;
    size_t present;
    if (f->count == 0) return WEND_OK;
    wend_result result = make_room(f);
    if (result == WEND_OK) result = wendi_fleet_order_all(f, &present);
    if (result != WEND_OK) return result;
    p->turn = (uint64_t)f->steps;
    const bool goes_on = f->operations.goes_on && !p->has_window;
    f->operations.goes_on = false; // until this step is complete
    for (size_t i = 0; i < present; i++) {
        const int32_t mover = wendi_fleet_mover_of(p->order[i]);
        operation_of(f, mover)->rank = (int32_t)(present - i);
        begin(f, mover, goes_on);
    }
    if (p->has_window) follow_window(f);
    for (size_t i = 0; i < present; i++) reserve(f, wendi_fleet_mover_of(p->order[i]));
    result = choose_all(f, present);
    if (result == WEND_OK) result = improve_all(f, present);
    if (result != WEND_OK) return result;
    for (int32_t i = 0; i < f->count; i++) f->members[i].next_left = -1;
    for (size_t i = 0; i < present; i++) {
        const int32_t mover = wendi_fleet_mover_of(p->order[i]);
        f->movers[mover].heading = operation_of(f, mover)->pose[0].heading;
    }
    f->operations.goes_on = true;
    return WEND_OK;
}
