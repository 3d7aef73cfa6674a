// fleet.c: which movers are in a fleet, what are they to do, and what comes of a step?
#include "fleet/fleet.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "fleet/lifts.h"
#include "hierarchy/open.h"
#include "hierarchy/world.h"
#include "wend/crowd.h"

enum { MOST_PRIORITY = 1000, FIELDS_PER_CHUNK = 64, GUIDES_PER_CHUNK = 64, MOST_PATIENCE = 1 << 30 };

WENDI_LIST_FUNCTIONS(wendi_fleet_task_list, wendi_fleet_task)

const char* wend_mover_state_string(wend_mover_state state) {
    static const char* const names[WEND_MOVER_STATE_COUNT] = {"absent",  "idle",     "moving",
                                                              "arrived", "no_route", "stuck"};
    return (int)state >= 0 && state < WEND_MOVER_STATE_COUNT ? names[state] : "unknown state";
}

// ---- creation

wend_fleet_def wend_default_fleet_def(void) {
    return (wend_fleet_def){.cookie = WENDI_COOKIE,
                            .look_ahead = 3,
                            .patience = 200,
                            .task_choice = 64,
                            .plans_per_step = 1000000,
                            .directions = 8};
}

wend_result wend_fleet_create(const wend_world* world, const wend_fleet_def* def, wend_fleet** out) {
    if (!world || !def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (def->look_ahead < 2 || def->look_ahead > 64 || def->patience < 1 || def->task_choice < 1 ||
        def->plans_per_step < 1 || def->at_once < 0 || (def->directions != 4 && def->directions != 8) ||
        (wendi_is_hex(world->grid->connectivity) && (def->turns || def->directions == 4)) ||
        !wendi_is_valid_tasks(&def->tasks) || !wendi_link_rules_are_valid(&def->links))
        return WEND_ERROR_ARGUMENT;
    const wend_result opened = wendi_open_all(world);
    if (opened != WEND_OK) return opened;
    wend_fleet* f = wendi_owner_create(def->allocator, sizeof *f);
    if (!f) return WEND_ERROR_MEMORY;
    const wend_allocator allocator = wendi_owned_by(&f->owner);
    f->allocator = f->free_movers.allocator = f->work.allocator = f->groups.allocator = allocator;
    f->stops.allocator = f->tasks.allocator = f->waiting.allocator = allocator;
    f->guide_of.allocator = f->field_of.allocator = f->queue_of.allocator = allocator;
    f->pibt.now.allocator = f->pibt.claimed.allocator = f->operations.given_up.allocator = allocator;
    for (int32_t t = 0; t < WENDI_OPERATION_STEPS; t++) f->operations.later[t].allocator = allocator;
    f->def = *def;
    f->def.allocator = NULL; // which may be gone
    const wend_result copied = wendi_link_rules_copy(&allocator, &def->links, &f->def.links);
    if (copied != WEND_OK) {
        wendi_owner_destroy(&f->owner);
        return copied;
    }
    f->world = world;
    f->view_count = wend_world_profile_count(world);
    for (int32_t i = 0; i < f->view_count; i++) {
        const wend_world* view = wend_world_profile(world, i);
        f->views[i] = (wendi_fleet_view){view, wend_world_version(view), wendi_body_width(view->grid)};
    }
    f->layout = world->grid->layout;
    f->floors = world->grid->floors;
    f->clusters = wendi_partition_of(world->grid->width, world->grid->height, WENDI_FLEET_CLUSTER);
    f->widest = 1;
    wendi_fleet_init_flow(f);
    wendi_pool_init(&f->guides, &allocator, sizeof(wendi_fleet_guide), GUIDES_PER_CHUNK);
    wendi_pool_init(&f->fields, &allocator, sizeof(wendi_fleet_field), FIELDS_PER_CHUNK);
    pthread_mutex_init(&f->mutex, NULL);
    *out = f;
    return WEND_OK;
}

void wend_fleet_destroy(wend_fleet* f) {
    if (!f) return;
    for (wendi_fleet_worker *w = f->idle, *next; w; w = next) {
        next = w->next;
        wendi_owner_destroy(&w->owner);
    }
    pthread_mutex_destroy(&f->mutex);
    wendi_owner_destroy(&f->owner);
}

size_t wend_fleet_bytes(const wend_fleet* f) {
    if (!f) return 0;
    size_t bytes = f->owner.bytes;
    for (const wendi_fleet_worker* w = f->idle; w; w = w->next) bytes += w->owner.bytes;
    return bytes;
}

// ---- movers

static bool is_mover(const wend_fleet* f, int32_t mover) {
    return f && mover >= 0 && mover < f->count && f->movers[mover].state != WEND_MOVER_ABSENT;
}

// Lets callers see a mover where it is now.
static void show(wend_fleet* f, int32_t mover) {
    if (!f->shown) return;
    const wendi_floors* floors = &f->world->grid->floors;
    f->shown[mover] = f->movers[mover];
    f->shown[mover].tile = wendi_from_sheet(floors, f->movers[mover].tile);
    f->shown[mover].goal = wendi_from_sheet(floors, f->movers[mover].goal);
}

// ---- maps that grow

static wend_tile moved(const wend_fleet* f, wend_tile tile) {
    return wendi_tile_between(&f->floors, &f->world->grid->floors, tile);
}

static bool is_on_map(const wend_fleet* f, wend_tile tile) {
    return wendi_sheet_contains(f->world->grid, moved(f, tile));
}

static bool are_on_map(const wend_fleet* f) {
    for (int32_t i = 0; i < f->count; i++) {
        const wend_mover* p = &f->movers[i];
        if (p->state == WEND_MOVER_ABSENT) continue;
        if (!is_on_map(f, p->tile) || (p->goal.x >= 0 && !is_on_map(f, p->goal))) return false;
    }
    for (int64_t i = 0; i < f->stops.count; i++)
        if (!is_on_map(f, f->stops.data[i])) return false;
    return true;
}

wend_result wendi_fleet_follow_edges(wend_fleet* f) {
    const wend_grid* grid = f->world->grid;
    if (f->layout == grid->layout) return WEND_OK;
    if (!are_on_map(f)) return WEND_ERROR_STALE;
    if (!f->shown && !wendi_is_sheet(&grid->floors) && f->mover_capacity > 0) {
        f->shown = wendi_alloc(&f->allocator, f->mover_capacity, sizeof *f->shown);
        if (!f->shown) return WEND_ERROR_MEMORY;
        f->shown_capacity = f->mover_capacity;
    }
    wendi_fleet_drop_window(f);
    f->operations.goes_on = false;
    wendi_fleet_forget_paths(f);
    wendi_fleet_forget_flow(f);
    f->layout = grid->layout;
    f->clusters = wendi_partition_of(grid->width, grid->height, WENDI_FLEET_CLUSTER);
    wendi_number_table_clear(&f->pibt.now);
    for (int32_t i = 0; i < f->count; i++) {
        wend_tile* const tiles[] = {&f->movers[i].tile, &f->movers[i].goal, &f->members[i].behind};
        for (int32_t k = 0; k < 3; k++) *tiles[k] = moved(f, *tiles[k]);
        if (f->movers[i].state != WEND_MOVER_ABSENT)
            wendi_number_table_set(&f->pibt.now, wendi_tile_key(f->movers[i].tile), i);
        show(f, i);
    }
    for (int64_t i = 0; i < f->stops.count; i++) f->stops.data[i] = moved(f, f->stops.data[i]);
    f->floors = grid->floors;
    return WEND_OK;
}

// Makes room for one more mover. Errors: MEMORY.
static wend_result reserve_mover(wend_fleet* f) {
    const size_t count = (size_t)f->count;
    if (!WENDI_ROOM_FOR_ONE(&f->allocator, f->movers, f->mover_capacity, count)) return WEND_ERROR_MEMORY;
    if (f->shown || !wendi_is_sheet(&f->world->grid->floors)) { // it may have grown and shrunk again
        if (!WENDI_ROOM_FOR_ONE(&f->allocator, f->shown, f->shown_capacity, count)) return WEND_ERROR_MEMORY;
    }
    if (!WENDI_ROOM_FOR_ONE(&f->allocator, f->members, f->member_capacity, count)) return WEND_ERROR_MEMORY;
    wend_result result = wendi_index_list_reserve(&f->free_movers, f->count + 1);
    if (result == WEND_OK) result = wendi_number_table_reserve(&f->pibt.now, count + 1);
    return result;
}

wend_result wend_fleet_add(wend_fleet* f, wend_tile tile, int32_t profile, int32_t priority,
                           int32_t* mover_out) {
    if (!f || !mover_out) return WEND_ERROR_ARGUMENT;
    const wend_result followed = wendi_fleet_follow_edges(f);
    if (followed != WEND_OK) return followed;
    tile = wendi_to_sheet(&f->world->grid->floors, tile);
    if (!wendi_sheet_contains(f->world->grid, tile) || profile < 0 || profile >= f->view_count ||
        priority < -MOST_PRIORITY || priority > MOST_PRIORITY)
        return WEND_ERROR_ARGUMENT;
    const int32_t width = f->views[profile].width;
    int32_t next = 0;
    if (!wendi_is_passable(wendi_fleet_grid(f, profile), tile.x, tile.y) || f->present >= WEND_MAX_FLEET ||
        wendi_fleet_next_in(f, &f->pibt.now, width, -1, tile, &next) >= 0)
        return WEND_ERROR_LIMIT;
    wend_result result = reserve_mover(f);
    if (result != WEND_OK) return result;
    int32_t mover = f->count;
    if (f->free_movers.count > 0)
        mover = f->free_movers.data[--f->free_movers.count];
    else
        f->members[f->count++] = (wendi_fleet_member){.guide = -1, .link = -1};
    f->present++;
    f->widest = wendi_max(f->widest, width);
    f->movers[mover] = (wend_mover){.tile = tile,
                                    .goal = WENDI_NO_TILE,
                                    .profile = profile,
                                    .priority = priority,
                                    .width = width,
                                    .state = WEND_MOVER_IDLE,
                                    .task = -1,
                                    .arrived = -1};
    wendi_number_table_set(&f->pibt.now, wendi_tile_key(tile), mover);
    wendi_fleet_drop_window(f);
    f->operations.goes_on = false;
    show(f, mover);
    *mover_out = mover;
    return WEND_OK;
}

// Puts the task of a mover back before all others that wait, where there is always room: it was there.
static void drop_task(wend_fleet* f, int32_t mover) {
    if (f->movers[mover].task < 0) return;
    WENDI_ASSERT(f->first_waiting > 0);
    f->waiting.data[--f->first_waiting] = f->movers[mover].task;
    f->movers[mover].task = -1;
}

static void make_idle(wend_fleet* f, int32_t mover) {
    wendi_fleet_unguide(f, mover);
    f->members[mover].waited = f->members[mover].train = 0;
    f->movers[mover].goal = WENDI_NO_TILE;
    f->movers[mover].state = WEND_MOVER_IDLE;
    show(f, mover);
}

wend_result wend_fleet_remove(wend_fleet* f, int32_t mover) {
    if (!is_mover(f, mover)) return WEND_ERROR_ARGUMENT;
    drop_task(f, mover);
    make_idle(f, mover);
    wendi_fleet_drop_window(f);
    wendi_number_table_remove(&f->pibt.now, wendi_tile_key(f->movers[mover].tile));
    f->movers[mover].tile = WENDI_NO_TILE;
    f->movers[mover].state = WEND_MOVER_ABSENT;
    f->members[mover].busy = 0; // whoever comes next has not
    show(f, mover);
    f->free_movers.data[f->free_movers.count++] = mover; // wend_fleet_add made room
    f->present--;
    return WEND_OK;
}

// Errors: MEMORY; nothing changed then.
static wend_result aim(wend_fleet* f, int32_t mover, wend_tile goal) {
    const wend_result result = wendi_fleet_guide_to(f, mover, goal);
    if (result != WEND_OK) return result;
    wendi_fleet_member* m = &f->members[mover];
    m->waited = m->nearer = m->looked_at = m->pushed = m->train = 0;
    m->left = m->least = WENDI_NOT_REACHED;
    m->waits = f->def.at_once > 0 ? WENDI_PARKED : WENDI_NO_WAIT;
    m->turn = f->goals_given++;
    f->movers[mover].goal = goal;
    f->movers[mover].state = WEND_MOVER_MOVING;
    f->movers[mover].arrived = -1;
    show(f, mover);
    return WEND_OK;
}

wend_result wend_fleet_send(wend_fleet* f, int32_t mover, wend_tile goal) {
    if (!is_mover(f, mover)) return WEND_ERROR_ARGUMENT;
    const wend_result followed = wendi_fleet_follow_edges(f);
    if (followed != WEND_OK) return followed;
    goal = wendi_to_sheet(&f->world->grid->floors, goal);
    if (!wendi_sheet_contains(f->world->grid, goal)) return WEND_ERROR_ARGUMENT;
    const wend_result result = aim(f, mover, goal);
    if (result == WEND_OK) drop_task(f, mover);
    if (result == WEND_OK) show(f, mover);
    return result;
}

wend_result wend_fleet_stop(wend_fleet* f, int32_t mover) {
    if (!is_mover(f, mover)) return WEND_ERROR_ARGUMENT;
    drop_task(f, mover);
    make_idle(f, mover);
    return WEND_OK;
}

// ---- groups

typedef struct far_mover {
    int64_t distance;
    int32_t mover, index;
} far_mover;

static int64_t square_between(wend_tile a, wend_tile b) {
    const int64_t dx = (int64_t)a.x - b.x, dy = (int64_t)a.y - b.y;
    return dx * dx + dy * dy;
}

static int compare_far(const void* a, const void* b) {
    const far_mover *x = a, *y = b;
    return x->distance != y->distance ? (x->distance < y->distance ? -1 : 1)
           : x->index < y->index      ? -1
                                      : x->index > y->index;
}

wend_result wend_fleet_send_group(wend_fleet* f, const int32_t* movers, int32_t count, wend_tile around,
                                  int32_t spacing, int32_t* sent_out) {
    if (!f || !movers || !sent_out || count < 1 || count > WEND_MAX_FLEET) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (!is_mover(f, movers[i])) return WEND_ERROR_ARGUMENT;
    const wend_result followed = wendi_fleet_follow_edges(f);
    if (followed != WEND_OK) return followed;
    wend_tile* tiles = wendi_alloc(&f->allocator, (size_t)count, sizeof *tiles);
    far_mover* order = wendi_alloc(&f->allocator, (size_t)count, sizeof *order);
    int32_t found = 0, sent = 0;
    wend_result result = tiles && order ? WEND_OK : WEND_ERROR_MEMORY;
    const wend_grid* grid = wendi_fleet_grid(f, f->movers[movers[0]].profile);
    if (result == WEND_OK)
        result = wend_formation_tiles(grid, around, count, spacing, &f->allocator, tiles, &found);
    if (result == WEND_OK) {
        const wend_tile middle = wendi_to_sheet(&f->world->grid->floors, around);
        for (int32_t i = 0; i < count; i++)
            order[i] = (far_mover){square_between(f->movers[movers[i]].tile, middle), movers[i], i};
        qsort(order, (size_t)count, sizeof *order, compare_far);
        for (; sent < found && result == WEND_OK; sent += result == WEND_OK)
            result = wend_fleet_send(f, order[sent].mover, tiles[sent]);
    }
    wendi_free(&f->allocator, tiles, (size_t)count, sizeof *tiles);
    wendi_free(&f->allocator, order, (size_t)count, sizeof *order);
    if (result == WEND_OK) *sent_out = sent;
    return result;
}

// ---- tasks

wend_result wend_fleet_add_task(wend_fleet* f, const wend_tile* stops, int32_t count, int32_t* task_out) {
    if (!f || !stops || !task_out || count < 1 || count > WEND_MAX_TASK_STOPS) return WEND_ERROR_ARGUMENT;
    const wend_result followed = wendi_fleet_follow_edges(f);
    if (followed != WEND_OK) return followed;
    for (int32_t i = 0; i < count; i++)
        if (!wend_grid_passable(f->world->grid, stops[i])) return WEND_ERROR_ARGUMENT;
    if (f->tasks.count >= INT32_MAX) return WEND_ERROR_LIMIT;
    wend_result result = wendi_tile_list_reserve(&f->stops, f->stops.count + count);
    if (result == WEND_OK) result = wendi_fleet_task_list_reserve(&f->tasks, f->tasks.count + 1);
    if (result == WEND_OK) result = wendi_index_list_reserve(&f->waiting, f->waiting.count + 1);
    if (result != WEND_OK) return result;
    *task_out = (int32_t)f->tasks.count;
    f->waiting.data[f->waiting.count++] = (int32_t)f->tasks.count;
    f->tasks.data[f->tasks.count++] = (wendi_fleet_task){f->stops.count, count};
    for (int32_t i = 0; i < count; i++)
        f->stops.data[f->stops.count++] = wendi_to_sheet(&f->world->grid->floors, stops[i]);
    return WEND_OK;
}

static wend_tile stop_of(const wend_fleet* f, int32_t task, int32_t stop) {
    return f->stops.data[f->tasks.data[task].first + stop];
}

// Gives a mover the task at a place among those that wait. Errors: MEMORY.
static wend_result give_task(wend_fleet* f, int32_t mover, int64_t at) {
    const int32_t task = f->waiting.data[at];
    const wend_result result = aim(f, mover, stop_of(f, task, 0));
    if (result != WEND_OK) return result;
    f->movers[mover].task = task;
    f->members[mover].stop = 0;
    for (; at > f->first_waiting; at--) f->waiting.data[at] = f->waiting.data[at - 1];
    f->first_waiting++;
    return WEND_OK;
}

static bool is_free(const wend_fleet* f, int32_t mover) {
    return f->movers[mover].state == WEND_MOVER_IDLE;
}

// The nearest free mover for the oldest task; -1: none.
static int32_t nearest_mover(const wend_fleet* f) {
    const wend_tile stop = stop_of(f, f->waiting.data[f->first_waiting], 0);
    int64_t least = INT64_MAX;
    int32_t nearest = -1;
    for (int32_t i = 0; i < f->count; i++) {
        const int64_t distance = is_free(f, i) ? square_between(f->movers[i].tile, stop) : INT64_MAX;
        if (distance < least) least = distance, nearest = i;
    }
    return nearest;
}

// The nearest of the oldest tasks for a mover.
static int64_t nearest_task(const wend_fleet* f, int32_t mover) {
    const int64_t end = f->first_waiting + f->def.task_choice;
    int64_t least = INT64_MAX, nearest = f->first_waiting;
    for (int64_t at = f->first_waiting; at < f->waiting.count && at < end; at++) {
        const int64_t distance = square_between(f->movers[mover].tile, stop_of(f, f->waiting.data[at], 0));
        if (distance < least) least = distance, nearest = at;
    }
    return nearest;
}

// Errors: MEMORY.
static wend_result give_tasks(wend_fleet* f) {
    wend_result result = WEND_OK;
    int64_t free = 0;
    if (f->first_waiting == f->waiting.count) return WEND_OK;
    for (int32_t i = 0; i < f->count; i++) free += is_free(f, i);
    if (free >= f->waiting.count - f->first_waiting) {
        while (f->first_waiting < f->waiting.count && result == WEND_OK)
            result = give_task(f, nearest_mover(f), f->first_waiting);
        return result;
    }
    for (int32_t i = 0; i < f->count && free > 0 && result == WEND_OK; i++) {
        if (!is_free(f, i)) continue;
        result = give_task(f, i, nearest_task(f, i));
        free--;
    }
    return result;
}

// ---- a step

// A tile with at most two ways to go, straight on or round a corner.
static bool is_passage(const wend_fleet* f, int32_t mover, wend_tile tile) {
    wend_tile tiles[WENDI_DIRECTIONS];
    const int32_t count = wendi_fleet_neighbours(f, mover, tile, tiles);
    int32_t straight = 0;
    for (int32_t i = 0; i < count; i++) straight += tiles[i].x == tile.x || tiles[i].y == tile.y;
    return straight <= 2;
}

enum { HALT = 2 }; // steps for which a train may come no nearer

// What follows for a mover from where it is now. Errors: MEMORY.
static wend_result look_where(wend_fleet* f, int32_t mover) {
    wend_mover* p = &f->movers[mover];
    wendi_fleet_member* m = &f->members[mover];
    if (m->guide < 0) return WEND_OK;
    m->left = m->next_left >= 0 ? m->next_left : wendi_fleet_left(f, m->guide, p->tile);
    if (m->link >= 0 && m->busy > 0) return WEND_OK; // has not come out of its link yet
    if (p->state == WEND_MOVER_NO_ROUTE || m->rests || m->waits == WENDI_PARKED) {
        m->waited = 0;
        return WEND_OK;
    }
    if (!wendi_is_same(p->tile, p->goal)) {
        const wend_cost left = m->left;
        m->pushed += m->waited == 0 && p->state == WEND_MOVER_ARRIVED && m->pushed < MOST_PATIENCE;
        if (m->waited < MOST_PATIENCE) m->waited++;
        if (left < m->least) {
            m->least = left;
            m->nearer = m->waited;
            if (p->state == WEND_MOVER_STUCK) p->state = WEND_MOVER_MOVING;
        } else if (m->waited - m->nearer >= f->def.patience && p->state == WEND_MOVER_MOVING) {
            p->state = WEND_MOVER_STUCK;
        }
        // Nobody else looks at trains, and the tiles around a mover are seldom at hand.
        const bool goes_on =
            f->pibt.is_crowd && p->state == WEND_MOVER_MOVING && m->waited - m->nearer <= HALT;
        m->train = goes_on && is_passage(f, mover, p->tile) ? wendi_min(m->train, MOST_PATIENCE) + 1 : 0;
        return WEND_OK;
    }
    m->train = 0;
    m->waited = m->nearer = m->looked_at = 0;
    m->least = 0;
    if (p->task < 0) {
        if (p->state != WEND_MOVER_ARRIVED) p->arrived = f->steps;
        p->state = WEND_MOVER_ARRIVED;
        m->rests = wendi_fleet_guide_at(f, m->guide)->users > 1;
        return WEND_OK;
    }
    if (++m->stop < f->tasks.data[p->task].count) return aim(f, mover, stop_of(f, p->task, m->stop));
    p->task = -1;
    f->tasks_done++;
    make_idle(f, mover);
    return WEND_OK;
}

// A mover that takes a link is on it for as many steps as that needs, and holds the tile where it ends.
static void begin_link(wend_fleet* f, int32_t mover) {
    wendi_fleet_member* m = &f->members[mover];
    m->link = -1;
    if (!wendi_has_link_rules(&f->def.links)) return;
    const wend_link* link = wendi_fleet_link_to(f, mover, f->pibt.to[mover]);
    if (!link) return;
    m->link = link->id;
    m->busy = wendi_link_steps(&f->def.links, link) - 1;
    m->behind = f->pibt.to[mover];
}

wend_result wend_fleet_step(wend_fleet* f) {
    if (!f) return WEND_ERROR_ARGUMENT;
    const wend_result followed = wendi_fleet_follow_edges(f);
    if (followed != WEND_OK) return followed;
    wendi_fleet_follow_edits(f);
    wend_result result = give_tasks(f);
    if (f->def.at_once > 0) wendi_fleet_set_out(f);
    if (result == WEND_OK) result = wendi_fleet_guide_all(f);
    if (result == WEND_OK) result = wendi_fleet_hold_back(f);
    if (result == WEND_OK) result = wendi_fleet_look_for_window(f);
    if (result == WEND_OK) result = f->def.turns ? wendi_fleet_choose_operations(f) : wendi_fleet_choose(f);
    if (result == WEND_OK) result = wendi_fleet_count_flow(f);
    if (result != WEND_OK) return result;
    f->steps++;
    if (f->pibt.has_window && f->window.done == f->window.steps) wendi_fleet_drop_window(f);
    wendi_number_table_clear(&f->pibt.now);
    for (int32_t i = 0; i < f->count; i++) {
        if (f->movers[i].state == WEND_MOVER_ABSENT) continue;
        wendi_fleet_member* m = &f->members[i];
        m->busy -= m->busy > 0;
        if (m->busy == 0) {
            m->behind = f->movers[i].tile;
            if (m->period > 1 && !wendi_is_same(m->behind, f->pibt.to[i])) m->busy = m->period - 1;
            begin_link(f, i);
        }
        const int32_t way = wendi_way_to_face(f->movers[i].tile, f->pibt.to[i]);
        if (way >= 0 && !f->def.turns) f->movers[i].heading = way;
        f->movers[i].tile = f->pibt.to[i];
        wendi_number_table_set(&f->pibt.now, wendi_tile_key(f->movers[i].tile), i);
    }
    // A failure here leaves a mover at a stop of its task, where the next step finds it.
    for (int32_t i = 0; i < f->count; i++) {
        const wend_result looked = f->movers[i].state == WEND_MOVER_ABSENT ? WEND_OK : look_where(f, i);
        if (looked != WEND_OK) f->members[i].stop--;
        show(f, i);
    }
    return WEND_OK;
}

// ---- reading

const wend_mover* wend_fleet_movers(const wend_fleet* f, int32_t* count_out) {
    if (count_out) *count_out = f ? f->count : 0;
    return f && count_out ? (f->shown ? f->shown : f->movers) : NULL;
}

const wend_mover* wend_fleet_mover(const wend_fleet* f, int32_t mover) {
    return f && mover >= 0 && mover < f->count ? (f->shown ? f->shown : f->movers) + mover : NULL;
}

int32_t wend_fleet_at(const wend_fleet* f, wend_tile tile) {
    if (!f) return -1;
    if (!wendi_sheet_contains(f->world->grid, wendi_to_sheet(&f->world->grid->floors, tile))) return -1;
    tile = wendi_to_sheet(&f->floors, tile); // the edges of the map may have changed since the last step
    if (tile.x < 0 || tile.y < 0) return -1;
    int32_t next = 0;
    return wendi_fleet_next_in(f, &f->pibt.now, 1, -1, tile, &next);
}

int32_t wend_fleet_blockers(const wend_fleet* f, int32_t mover, int32_t* out, int32_t capacity) {
    if (!is_mover(f, mover) || capacity < 0 || (!out && capacity > 0)) return 0;
    if (f->movers[mover].state != WEND_MOVER_STUCK) return 0;
    int32_t count = 0;
    wend_tile tile = f->movers[mover].tile;
    for (wend_cost left = wendi_fleet_left(f, f->members[mover].guide, tile); left > 0;) {
        wend_tile next = tile;
        for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
            const wend_tile to = wendi_beside(tile, d);
            if (!wendi_sheet_contains(f->world->grid, to)) continue;
            const wend_cost there = wendi_fleet_left(f, f->members[mover].guide, to);
            if (there < left) left = there, next = to;
        }
        int32_t first = 0;
        const int32_t other =
            wendi_fleet_next_in(f, &f->pibt.now, wendi_fleet_width(f, mover), mover, next, &first);
        if (wendi_is_same(next, tile) || other < 0) break;
        if (count < capacity) out[count] = other;
        count++;
        tile = next;
    }
    return count;
}

wend_fleet_stats wend_fleet_get_stats(const wend_fleet* f) {
    wend_fleet_stats stats = {0};
    if (!f) return stats;
    stats.steps = f->steps;
    stats.movers = f->present;
    for (int32_t i = 0; i < f->count; i++) {
        const wend_mover* p = &f->movers[i];
        const bool there = f->members[i].rests || wendi_is_same(p->tile, p->goal);
        stats.stuck += p->state == WEND_MOVER_STUCK;
        stats.no_route += p->state == WEND_MOVER_NO_ROUTE;
        stats.arrived += p->state == WEND_MOVER_ARRIVED && there;
        stats.moving += p->state == WEND_MOVER_MOVING || p->state == WEND_MOVER_STUCK ||
                        (p->state == WEND_MOVER_ARRIVED && !there);
    }
    stats.tasks_done = f->tasks_done;
    stats.plans = f->plans;
    stats.fills = f->fills;
    stats.fields = f->field_count;
    stats.waiting_tasks = (int32_t)(f->waiting.count - f->first_waiting);
    return stats;
}

uint64_t wend_fleet_hash(const wend_fleet* f) {
    if (!f) return 0;
    XXH3_state_t state;
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset(&state);
    wendi_hash_u64(&state, (uint64_t)f->steps);
    for (int32_t i = 0; i < f->count; i++) {
        const wend_mover* p = &f->movers[i];
        wendi_hash_u64(&state, wendi_tile_key(p->tile));
        wendi_hash_u64(&state, wendi_tile_key(p->goal));
        wendi_hash_u64(&state, (uint64_t)p->state);
    }
    return XXH3_64bits_digest(&state);
}
