// queue.c: who waits, so that others get through?
//
// Where more movers are on their way than a map lets pass, they stand in each other's way. A fleet may be
// told how many are to be on their way at once: the others are parked, make way, and set out one after the
// other.
//
// Where more movers come to a narrow place than get through, they would fill all ground before it, and nobody
// could come out any more. So a mover that turns, which makes way slowly, enters the next cluster of its path
// only where not too many go on from there as it does; until then it waits in the cluster before, and makes
// way. So jams stay thin, however long they get.
//
// Who comes first of all is never held back: as everybody does in the end (pibt.c), nobody waits for ever.
#include <stdlib.h>

#include "fleet/fleet.h"

// ---- who sets out?

static bool sets_out_before(const wend_fleet* f, int32_t a, int32_t b) {
    const int32_t x = f->movers[a].priority, y = f->movers[b].priority;
    return x != y ? x > y : f->members[a].turn < f->members[b].turn;
}

void wendi_fleet_set_out(wend_fleet* f) {
    int32_t on_their_way = 0, next = 0;
    for (int32_t i = 0; i < f->count; i++)
        on_their_way += f->movers[i].state == WEND_MOVER_MOVING && f->members[i].waits == WENDI_NO_WAIT;
    for (; on_their_way < f->def.at_once && next >= 0; on_their_way++) {
        next = -1;
        for (int32_t i = 0; i < f->count; i++)
            if (f->members[i].waits == WENDI_PARKED && f->movers[i].state == WEND_MOVER_MOVING &&
                (next < 0 || sets_out_before(f, i, next)))
                next = i;
        if (next >= 0) f->members[next].waits = WENDI_NO_WAIT;
    }
}

// ---- who waits before a cluster?

enum { LARGEST_PART = 33, FEW = 4 }; // percent of the passable tiles of a cluster; movers that always may

// Movers that leave a cluster for another one, each with all the tiles that it takes.
static uint64_t queue_key(int32_t cluster, int32_t next) {
    return (uint64_t)(uint32_t)cluster << 32 | (uint32_t)next;
}

static int32_t queued(const wend_fleet* f, uint64_t key) {
    return wendi_max(wendi_number_table_at(&f->queue_of, key), 0);
}

static void enqueue(wend_fleet* f, int32_t mover, uint64_t key) {
    const int32_t width = wendi_fleet_width(f, mover);
    wendi_number_table_set(&f->queue_of, key, queued(f, key) + width * width);
}

// The passable tiles of a cluster, counted once in a step.
static int32_t room_in(wend_fleet* f, int32_t mover, int32_t cluster) {
    const uint64_t key = queue_key(cluster, -1 - f->movers[mover].profile);
    int32_t room = wendi_number_table_at(&f->queue_of, key);
    if (room >= 0) return room;
    const wend_grid* grid = wendi_fleet_grid(f, f->movers[mover].profile);
    const wend_rect area = wendi_cluster_rect(&f->clusters, cluster);
    room = 0;
    for (int32_t y = area.y; y < area.y + area.height; y++)
        for (int32_t x = area.x; x < area.x + area.width; x++) room += wendi_is_passable(grid, x, y);
    wendi_number_table_set(&f->queue_of, key, room);
    return room;
}

static bool is_full(wend_fleet* f, int32_t mover, int32_t cluster, uint64_t key) {
    const int32_t count = queued(f, key);
    return count >= FEW && count * 100 >= room_in(f, mover, cluster) * LARGEST_PART;
}

// Counts who is where, and lists those that need to be let into their next cluster. Returns how many.
static int32_t list_entries(wend_fleet* f, uint64_t* order) {
    int32_t count = 0;
    for (int32_t i = 0; i < f->count; i++) {
        wendi_fleet_member* m = &f->members[i];
        if (m->waits == WENDI_HELD_BACK) m->waits = WENDI_NO_WAIT;
        if (f->movers[i].state == WEND_MOVER_ABSENT || !wendi_fleet_has_way(f, i)) continue;
        if (m->leg + 1 >= m->leg_count) continue;
        const wendi_fleet_leg* leg = &m->legs[m->leg];
        enqueue(f, i, queue_key(leg[0].cluster, leg[1].cluster));
        if (m->leg + 2 >= m->leg_count) continue; // who is nearly there comes in
        if (m->admitted == leg[1].cluster)
            enqueue(f, i, queue_key(leg[1].cluster, leg[2].cluster));
        else
            order[count++] = wendi_fleet_order(f, i);
    }
    if (count > 1) qsort(order, (size_t)count, sizeof *order, wendi_fleet_compare_order);
    return count;
}

wend_result wendi_fleet_hold_back(wend_fleet* f) {
    if (!f->def.turns) return WEND_OK;
    const size_t movers = (size_t)f->count;
    if (!WENDI_MAKE_ROOM(&f->allocator, f->pibt.order, f->pibt.order_capacity, 0, movers))
        return WEND_ERROR_MEMORY;
    uint64_t* order = f->pibt.order;
    // Each mover counts in two queues at most, and asks for the room of one cluster.
    const wend_result result = wendi_number_table_reserve(&f->queue_of, 3 * movers);
    if (result != WEND_OK) return result;
    wendi_number_table_clear(&f->queue_of);
    const int32_t count = list_entries(f, order);
    for (int32_t k = 0; k < count; k++) {
        const int32_t mover = wendi_fleet_mover_of(order[k]);
        wendi_fleet_member* m = &f->members[mover];
        const wendi_fleet_leg* leg = &m->legs[m->leg];
        const uint64_t key = queue_key(leg[1].cluster, leg[2].cluster);
        if (k > 0 && is_full(f, mover, leg[1].cluster, key)) {
            m->waits = WENDI_HELD_BACK;
            m->admitted = -1;
            m->nearer = m->waited; // is not stuck, and needs no window
        } else {
            m->admitted = leg[1].cluster;
            enqueue(f, mover, key);
        }
    }
    return WEND_OK;
}
