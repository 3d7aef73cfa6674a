// guide.c: what does it cost to get to a goal? A mover has a path of the world, kept by the clusters that it
// crosses, and holds the costs to the goal from all tiles of the next few of them: those of the best path
// that leaves these clusters where its own path does. Movers with the same goal share such costs, where each
// tile has the least of what they found.
//
// The costs lead to the goal: from each tile with a cost, except the last of the path in what a mover holds,
// some step leads to one with a lower cost, by at least what the step costs. So costs of several paths fit
// together.
#include <stdlib.h>
#include <string.h>

#include "fleet/fleet.h"
#include "grid/grid.h"
#include "hierarchy/world.h"
#include "search/search.h"

enum { TILES = WENDI_LANES * WENDI_LANES, LEGS_LEFT = 2 };

// ---- fields

static uint64_t field_key(int32_t guide, int32_t cluster) {
    return (uint64_t)(uint32_t)guide << 32 | (uint32_t)cluster;
}

// Takes a field that nobody uses; NULL: out of memory. Only one thread at a time may do so.
static wendi_fleet_field* take_field(wend_fleet* f) {
    int32_t number;
    wendi_fleet_field* field = wendi_pool_take(&f->fields, &number);
    if (!field) return NULL;
    field->number = number;
    field->low = NULL;
    f->field_count++;
    return field;
}

static void give_field(wend_fleet* f, const wendi_fleet_field* field) {
    wendi_pool_give(&f->fields, field->number);
    f->field_count--;
}

static void clear_field(wendi_fleet_field* field) {
    memset(field->cost, 0xff, sizeof field->cost);
    field->base = 0;
}

// One more mover holds a field. Errors: MEMORY.
static wend_result hold(wend_fleet* f, int32_t guide, int32_t cluster) {
    wendi_fleet_field* field = wendi_fleet_field_at(f, guide, cluster);
    if (field) {
        field->users++;
        return WEND_OK;
    }
    wend_result result = wendi_number_table_reserve(&f->field_of, f->field_of.count + 1);
    if (result != WEND_OK) return result;
    field = take_field(f);
    if (!field) return WEND_ERROR_MEMORY;
    clear_field(field);
    field->users = 1;
    wendi_number_table_set(&f->field_of, field_key(guide, cluster), field->number);
    return WEND_OK;
}

static void release(wend_fleet* f, int32_t guide, int32_t cluster) {
    wendi_fleet_field* field = wendi_fleet_field_at(f, guide, cluster);
    if (--field->users > 0) return;
    wendi_number_table_remove(&f->field_of, field_key(guide, cluster));
    if (field->low) give_field(f, field->low);
    give_field(f, field);
}

static void release_all(wend_fleet* f, wendi_fleet_member* m) {
    for (int32_t i = 0; i < m->held_count; i++) release(f, m->guide, m->held[i]);
    m->held_count = 0;
}

static bool holds(const wendi_fleet_member* m, int32_t cluster) {
    for (int32_t i = 0; i < m->held_count; i++)
        if (m->held[i] == cluster) return true;
    return false;
}

// Errors: MEMORY.
static wend_result hold_too(wend_fleet* f, wendi_fleet_member* m, int32_t cluster) {
    if (holds(m, cluster)) return WEND_OK;
    if (!WENDI_ROOM_FOR_ONE(&f->allocator, m->held, m->held_capacity, m->held_count))
        return WEND_ERROR_MEMORY;
    wend_result result = hold(f, m->guide, cluster);
    if (result == WEND_OK) m->held[m->held_count++] = cluster;
    return result;
}

static wend_cost cost_in(const wendi_fleet_field* field, int32_t index) {
    const uint16_t cost = field->cost[index];
    if (cost == UINT16_MAX) return WENDI_NOT_REACHED;
    return field->base + (field->low ? (wend_cost)cost << 16 | field->low->cost[index] : cost);
}

// A tile and each of its neighbours have a cluster in common, so the clusters of the tile hold them all.
void wendi_fleet_left_around(const wend_fleet* f, int32_t guide, wend_tile here, const wend_tile* tiles,
                             int32_t count, wend_cost* out) {
    int32_t clusters[4];
    const int32_t cluster_count = wendi_clusters_at(&f->clusters, here, clusters);
    for (int32_t i = 0; i < count; i++) out[i] = WENDI_NOT_REACHED;
    for (int32_t k = 0; k < cluster_count; k++) {
        const wendi_fleet_field* field = wendi_fleet_field_at(f, guide, clusters[k]);
        if (!field) continue;
        const wend_rect area = wendi_cluster_rect(&f->clusters, clusters[k]);
        for (int32_t i = 0; i < count; i++) {
            if (!wendi_area_contains(area, tiles[i])) continue;
            const wend_cost cost = cost_in(field, wendi_index_in(area, tiles[i]));
            if (cost < out[i]) out[i] = cost;
        }
    }
}

wend_cost wendi_fleet_left(const wend_fleet* f, int32_t guide, wend_tile tile) {
    wend_cost left;
    wendi_fleet_left_around(f, guide, tile, &tile, 1, &left);
    return left;
}

// Lowers what is left in an area to what a field of a cluster says.
static void lower_in(const wendi_fleet_field* field, wend_rect cluster, wend_rect area, wend_cost* out) {
    const int32_t right = wendi_min(cluster.x + cluster.width, area.x + area.width);
    const int32_t bottom = wendi_min(cluster.y + cluster.height, area.y + area.height);
    for (int32_t y = wendi_max(cluster.y, area.y); y < bottom; y++)
        for (int32_t x = wendi_max(cluster.x, area.x); x < right; x++) {
            const wend_cost cost = cost_in(field, wendi_index_in(cluster, (wend_tile){x, y, 0}));
            wend_cost* there = &out[(y - area.y) * area.width + x - area.x];
            if (cost < *there) *there = cost;
        }
}

void wendi_fleet_left_in(const wend_fleet* f, int32_t guide, wend_rect area, wend_cost* out) {
    for (int32_t i = 0; i < area.width * area.height; i++) out[i] = WENDI_NOT_REACHED;
    const wendi_cluster_span span = wendi_clusters_with(&f->clusters, area);
    for (int32_t row = span.top; row < span.bottom; row++)
        for (int32_t column = span.left; column < span.right; column++) {
            const int32_t cluster = row * f->clusters.columns + column;
            const wendi_fleet_field* field = wendi_fleet_field_at(f, guide, cluster);
            if (field) lower_in(field, wendi_cluster_rect(&f->clusters, cluster), area, out);
        }
}

// Lowers the costs of a field to those given, in rows as long as those of a full cluster. What a field has
// beside the area of a cluster at an edge of the map is undefined. Errors: MEMORY, LIMIT.
static wend_result merge(wend_fleet* f, wendi_fleet_field* field, wend_rect area, wend_cost* costs) {
    wend_cost least = WENDI_NOT_REACHED, most = 0;
    for (int32_t y = 0; y < area.height; y++)
        for (int32_t i = y * WENDI_LANES; i < y * WENDI_LANES + area.width; i++) {
            const wend_cost old = cost_in(field, i);
            if (old < costs[i]) costs[i] = old;
            if (costs[i] == WENDI_NOT_REACHED) continue;
            if (costs[i] < least) least = costs[i];
            if (costs[i] > most) most = costs[i];
        }
    if (least == WENDI_NOT_REACHED) return WEND_OK;
    if (most - least >= (wend_cost)UINT16_MAX << 16) return WEND_ERROR_LIMIT;
    if (most - least >= UINT16_MAX && !field->low) {
        pthread_mutex_lock(&f->mutex);
        field->low = take_field(f);
        pthread_mutex_unlock(&f->mutex);
        if (!field->low) return WEND_ERROR_MEMORY;
    }
    field->base = least;
    for (int32_t i = 0; i < TILES; i++) {
        const wend_cost above = costs[i] - least;
        const bool known = costs[i] != WENDI_NOT_REACHED;
        if (field->low) field->low->cost[i] = (uint16_t)(known ? above & UINT16_MAX : 0);
        field->cost[i] = (uint16_t)(known ? field->low ? above >> 16 : above : UINT16_MAX);
    }
    return WEND_OK;
}

// ---- guides

static uint64_t guide_key(wend_tile goal, int32_t profile) {
    return wendi_tile_key(goal) | (uint64_t)profile << 60; // rows have less than 28 bits
}

wend_result wendi_fleet_guide_to(wend_fleet* f, int32_t mover, wend_tile goal) {
    const int32_t profile = f->movers[mover].profile;
    int32_t at = wendi_number_table_at(&f->guide_of, guide_key(goal, profile));
    if (at < 0) {
        wend_result result = wendi_number_table_reserve(&f->guide_of, f->guide_of.count + 1);
        if (result != WEND_OK) return result;
        wendi_fleet_guide* guide = wendi_pool_take(&f->guides, &at);
        if (!guide) return WEND_ERROR_MEMORY;
        *guide = (wendi_fleet_guide){.goal = goal, .profile = profile};
        wendi_number_table_set(&f->guide_of, guide_key(goal, profile), at);
    }
    wendi_fleet_guide_at(f, at)->users++; // before the old one goes, which may be the same
    wendi_fleet_unguide(f, mover);
    wendi_fleet_member* m = &f->members[mover];
    m->guide = at;
    m->needs_plan = true;
    m->rests = false;
    m->admitted = -1;
    return WEND_OK;
}

void wendi_fleet_unguide(wend_fleet* f, int32_t mover) {
    wendi_fleet_member* m = &f->members[mover];
    if (m->guide < 0) return;
    release_all(f, m);
    wendi_fleet_guide* guide = wendi_fleet_guide_at(f, m->guide);
    if (--guide->users == 0) {
        wendi_number_table_remove(&f->guide_of, guide_key(guide->goal, guide->profile));
        wendi_pool_give(&f->guides, m->guide);
    }
    m->guide = -1;
    m->leg_count = m->leg = m->end = 0;
    m->needs_plan = m->needs_fill = false;
}

void wendi_fleet_forget_paths(wend_fleet* f) {
    for (int32_t i = 0; i < f->count; i++) {
        wendi_fleet_member* m = &f->members[i];
        m->left = m->least = WENDI_NOT_REACHED;
        m->next_left = -1;
        if (m->guide < 0) continue;
        release_all(f, m);
        m->leg_count = m->leg = m->end = 0;
        m->needs_plan = true;
        m->needs_fill = false;
    }
    wendi_number_table_clear(&f->guide_of);
    for (int32_t i = 0; i < f->guides.count; i++) {
        wendi_fleet_guide* guide = wendi_fleet_guide_at(f, i);
        if (guide->users == 0) continue;
        guide->goal = wendi_tile_between(&f->floors, &f->world->grid->floors, guide->goal);
        wendi_number_table_set(&f->guide_of, guide_key(guide->goal, guide->profile), i);
    }
}

// ---- threads

static wendi_fleet_worker* take_worker(wend_fleet* f) {
    pthread_mutex_lock(&f->mutex);
    wendi_fleet_worker* w = f->idle;
    if (w) f->idle = w->next;
    pthread_mutex_unlock(&f->mutex);
    if (w) return w;
    w = wendi_owner_create(&f->owner.from, sizeof *w);
    if (!w) return NULL;
    const wend_allocator allocator = wendi_owned_by(&w->owner);
    wendi_propagation_init(&w->propagation, &allocator);
    wend_search_def def = wend_default_search_def();
    def.allocator = &allocator;
    w->costs = wendi_alloc(&allocator, TILES, sizeof *w->costs);
    w->heap.allocator = w->way.allocator = w->legs.allocator = allocator;
    if (w->costs && wend_search_create(&def, &w->search) == WEND_OK &&
        wend_path_create(&allocator, &w->path) == WEND_OK)
        return w;
    wendi_owner_destroy(&w->owner);
    return NULL;
}

static void give_back(wend_fleet* f, wendi_fleet_worker* w) {
    pthread_mutex_lock(&f->mutex);
    w->next = f->idle;
    f->idle = w;
    pthread_mutex_unlock(&f->mutex);
}

static void note(wend_fleet* f, wend_result result) {
    pthread_mutex_lock(&f->mutex);
    if (f->failure == WEND_OK) f->failure = result;
    pthread_mutex_unlock(&f->mutex);
}

// ---- paths

static void plan_some(void* context, int32_t begin, int32_t end) {
    wend_fleet* f = context;
    wendi_fleet_worker* w = take_worker(f);
    if (!w) note(f, WEND_ERROR_MEMORY);
    for (int32_t i = begin; i < end && w; i++) {
        const wend_result result = wendi_fleet_plan(f, w, f->work.data[i]);
        if (result != WEND_OK) note(f, result);
    }
    if (w) give_back(f, w);
}

// ---- costs around them

// The clusters that a mover holds from now on: those of its next legs, one that it has just left, and those
// of its tile. Errors: MEMORY.
static wend_result move_on(wend_fleet* f, int32_t mover, bool keep) {
    wendi_fleet_member* m = &f->members[mover];
    wendi_fleet_member before = *m;
    if (!keep) {
        m->held = NULL;
        m->held_capacity = 0;
        m->held_count = 0;
    }
    int32_t at[4];
    const int32_t count = wendi_clusters_at(&f->clusters, f->movers[mover].tile, at);
    const int32_t end = wendi_min(m->leg_count, m->leg + f->def.look_ahead);
    wend_result result = WEND_OK;
    for (int32_t i = wendi_max(m->leg - 1, 0); i < end && result == WEND_OK; i++)
        result = hold_too(f, m, m->legs[i].cluster);
    for (int32_t i = 0; i < count && result == WEND_OK; i++) result = hold_too(f, m, at[i]);
    if (result != WEND_OK) {
        if (!keep) {
            release_all(f, m);
            wendi_free(&f->allocator, m->held, m->held_capacity, sizeof *m->held);
            *m = before;
        }
        return result;
    }
    if (!keep) {
        release_all(f, &before);
        wendi_free(&f->allocator, before.held, before.held_capacity, sizeof *before.held);
    }
    m->end = end;
    return WEND_OK;
}

// Takes the costs that a propagation found in a cluster. Errors: MEMORY, LIMIT.
static wend_result take_costs(wend_fleet* f, wendi_fleet_worker* w, int32_t cluster, wendi_fleet_field* out) {
    const wendi_distance_field* found = wendi_propagation_find(&w->propagation, cluster);
    if (found && !found->older && !found->wide && found->has_costs && out->users == 1 && !out->low) {
        memcpy(out->cost, found->cost, sizeof out->cost);
        out->base = found->base;
        return WEND_OK;
    }
    if (out->users == 1) clear_field(out); // what it held before may lie outside of what it holds now
    const wend_rect area = wendi_cluster_rect(&f->clusters, cluster);
    for (int32_t k = 0; k < TILES; k++) w->costs[k] = WENDI_NOT_REACHED;
    for (; found; found = found->older)
        for (int32_t y = 0; y < area.height; y++)
            for (int32_t x = 0; x < area.width; x++) {
                const int32_t at = y * WENDI_LANES + x;
                const wend_cost cost = wendi_distance_at(found, at);
                if (cost < w->costs[at]) w->costs[at] = cost;
            }
    return merge(f, out, area, w->costs);
}

// The same of those that depend on where others go. Errors: MEMORY, LIMIT.
static wend_result take_flow_costs(wend_fleet* f, wendi_fleet_worker* w, int32_t cluster,
                                   wendi_fleet_field* out) {
    if (out->users == 1) clear_field(out);
    for (int32_t i = 0; i < TILES; i++) w->costs[i] = WENDI_NOT_REACHED;
    wendi_fleet_flow_costs_of(f, w, cluster, w->costs);
    return merge(f, out, wendi_cluster_rect(&f->clusters, cluster), w->costs);
}

// Finds the costs around a mover. Errors: MEMORY, LIMIT.
static wend_result propagate(wend_fleet* f, wendi_propagation* p, int32_t mover) {
    const wendi_fleet_member* m = &f->members[mover];
    const wend_world* world = f->views[f->movers[mover].profile].world;
    const wendi_propagation_def def = {
        .grid = world->grid,
        .graph_opt = world->graph.clusters.size == WENDI_FLEET_CLUSTER ? &world->graph : NULL,
        .clusters = f->clusters,
        .sense = WENDI_TO,
        .confined = true,
        .limit = WENDI_NOT_REACHED};
    wendi_propagation_begin(p, &def);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < m->held_count && result == WEND_OK; i++)
        result = wendi_propagation_add_cluster(p, m->held[i]);
    const wendi_fleet_leg* last = &m->legs[m->end - 1];
    if (result == WEND_OK) result = wendi_propagation_set_cost(p, last->exit, last->left);
    bool done;
    return result == WEND_OK ? wendi_propagation_run(p, INT64_MAX, &done) : result;
}

static wend_result fill_one(wend_fleet* f, wendi_fleet_worker* w, int32_t mover) {
    const wendi_fleet_member* m = &f->members[mover];
    const bool pays = wendi_fleet_pays_for_flow(f, m);
    wend_result result =
        pays ? wendi_fleet_find_flow_costs(f, w, mover) : propagate(f, &w->propagation, mover);
    for (int32_t i = 0; i < m->held_count && result == WEND_OK; i++) {
        pthread_mutex_lock(&f->mutex); // another thread may add a field
        wendi_fleet_field* field = wendi_fleet_field_at(f, m->guide, m->held[i]);
        pthread_mutex_unlock(&f->mutex);
        result = pays ? take_flow_costs(f, w, m->held[i], field) : take_costs(f, w, m->held[i], field);
    }
    return result;
}

// The movers of one guide one after the other.
static void fill_some(void* context, int32_t begin, int32_t end) {
    wend_fleet* f = context;
    wendi_fleet_worker* w = take_worker(f);
    if (!w) note(f, WEND_ERROR_MEMORY);
    for (int32_t i = f->groups.data[begin]; i < f->groups.data[end] && w; i++) {
        const wend_result result = fill_one(f, w, f->work.data[i]);
        if (result != WEND_OK) note(f, result);
    }
    if (w) give_back(f, w);
}

// ---- all movers

// May another path help a mover that waits, as it goes round where others are? Each is asked now and then.
static bool may_go_round(const wend_fleet* f, int32_t mover) {
    enum { PATIENCE = 16, PERIOD = 128 };
    const wendi_fleet_member* m = &f->members[mover];
    const int32_t waited = m->waited - m->nearer;
    return (f->steps + mover) % PERIOD == 0 && waited >= PATIENCE && waited < PATIENCE + PERIOD &&
           m->leg + 1 < m->leg_count && wendi_fleet_meets_others(f, m);
}

// Notes how far a mover has come along its path, and what it needs.
static void look_at(wend_fleet* f, int32_t mover) {
    wendi_fleet_member* m = &f->members[mover];
    if (m->needs_plan || m->leg_count == 0) return;
    while (m->leg + 1 < m->end && m->left <= m->legs[m->leg].left) m->leg++;
    const bool comes_to_end = m->plan_end < m->leg_count && m->leg + f->def.look_ahead >= m->plan_end;
    if (comes_to_end || may_go_round(f, mover)) {
        m->needs_plan = true;
        return;
    }
    if (m->end < m->leg_count && m->end - m->leg < LEGS_LEFT) m->needs_fill = true;
    // Where the costs that a mover holds end, no step leads on; and one that was pushed to the edge of what
    // it holds would stay there, if only what lies beyond leads on.
    if (m->left == WENDI_NOT_REACHED || (m->end < m->leg_count && m->left <= m->legs[m->end - 1].left))
        m->needs_fill = true;
    int32_t at[4];
    const int32_t count = wendi_clusters_at(&f->clusters, f->movers[mover].tile, at);
    for (int32_t i = 0; i < count; i++) m->needs_fill |= !holds(m, at[i]);
}

// Plans for the movers of a list that need it. Errors: MEMORY, LIMIT.
static wend_result plan_all(wend_fleet* f) {
    f->failure = WEND_OK;
    if (f->work.count > 0) wendi_run_tasks(&f->def.tasks, plan_some, f, (int32_t)f->work.count);
    if (f->failure != WEND_OK) return f->failure;
    f->plans += f->work.count;
    for (int64_t i = 0; i < f->work.count; i++) {
        const int32_t mover = f->work.data[i];
        wendi_fleet_member* m = &f->members[mover];
        wend_mover* p = &f->movers[mover];
        m->needs_plan = false;
        m->needs_fill = m->leg_count > 0;
        if (m->leg_count == 0)
            p->state = WEND_MOVER_NO_ROUTE;
        else if (p->state == WEND_MOVER_NO_ROUTE)
            p->state = WEND_MOVER_MOVING;
        release_all(f, m);
    }
    return WEND_OK;
}

// By guide, then by number.
static wend_result group_by_guide(wend_fleet* f);

// Errors: MEMORY, LIMIT.
static wend_result fill_all(wend_fleet* f) {
    wend_result result = group_by_guide(f);
    if (result != WEND_OK || f->work.count == 0) return result;
    f->failure = WEND_OK;
    wendi_run_tasks(&f->def.tasks, fill_some, f, (int32_t)f->groups.count - 1);
    f->fills += f->work.count;
    return f->failure;
}

static int compare_keys(const void* a, const void* b) {
    const uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
    return x < y ? -1 : x > y;
}

static wend_result group_by_guide(wend_fleet* f) {
    const size_t count = (size_t)f->work.count;
    f->groups.count = 0;
    if (count == 0) return WEND_OK;
    if (!WENDI_MAKE_ROOM(&f->allocator, f->pibt.order, f->pibt.order_capacity, 0, count))
        return WEND_ERROR_MEMORY;
    uint64_t* keys = f->pibt.order;
    for (size_t i = 0; i < count; i++)
        keys[i] = field_key(f->members[f->work.data[i]].guide, f->work.data[i]);
    qsort(keys, count, sizeof *keys, compare_keys);
    wend_result result = wendi_index_list_reserve(&f->groups, (int64_t)count + 1);
    for (size_t i = 0; i < count && result == WEND_OK; i++) {
        f->work.data[i] = (int32_t)(uint32_t)keys[i];
        if (i == 0 || keys[i] >> 32 != keys[i - 1] >> 32) f->groups.data[f->groups.count++] = (int32_t)i;
    }
    if (result == WEND_OK) f->groups.data[f->groups.count++] = (int32_t)count;
    return result;
}

// Lists the movers that need costs. Errors: MEMORY.
static wend_result list_fills(wend_fleet* f) {
    f->work.count = 0;
    wend_result result = wendi_index_list_reserve(&f->work, f->count);
    for (int32_t i = 0; i < f->count && result == WEND_OK; i++)
        if (f->members[i].guide >= 0 && f->members[i].needs_fill && !f->members[i].needs_plan)
            f->work.data[f->work.count++] = i;
    return result;
}

// Lists movers that need a plan, not more than a step may have: those of the last step are followed by
// others. Errors: MEMORY.
static wend_result list_plans(wend_fleet* f) {
    f->work.count = 0;
    wend_result result = wendi_index_list_reserve(&f->work, f->count);
    const int32_t first = f->first_plan < f->count ? f->first_plan : 0;
    for (int32_t i = 0; i < f->count && f->work.count < f->def.plans_per_step && result == WEND_OK; i++) {
        const int32_t mover = first + i < f->count ? first + i : first + i - f->count;
        const wendi_fleet_member* m = &f->members[mover];
        if (m->guide < 0 || !m->needs_plan || m->waits == WENDI_PARKED) continue;
        f->work.data[f->work.count++] = mover;
        f->first_plan = mover + 1;
    }
    return result;
}

// Where others go has changed the costs around a mover: it is as near to its goal as before, and its legs end
// where the costs say.
static void follow_flow(const wend_fleet* f, wendi_fleet_member* m, wend_cost before) {
    const bool known = before != WENDI_NOT_REACHED && m->left != WENDI_NOT_REACHED;
    if (known && m->least != WENDI_NOT_REACHED) m->least += m->left - before;
    for (int32_t i = wendi_max(m->leg - 1, 0); i < m->end - 1; i++) {
        const wend_cost left = wendi_fleet_left(f, m->guide, m->legs[i].exit);
        if (left != WENDI_NOT_REACHED) m->legs[i].left = left;
    }
}

// Computes costs for the movers that need them. Errors: MEMORY, LIMIT.
static wend_result fill_around(wend_fleet* f) {
    wend_result result = list_fills(f);
    for (int64_t i = 0; i < f->work.count && result == WEND_OK; i++) {
        const int32_t mover = f->work.data[i];
        const wendi_fleet_member* m = &f->members[mover];
        // One that was pushed off holds what is around it too, as long as that does not get too much.
        const bool keep = m->held_count > 0 && m->held_count < f->def.look_ahead + 6 &&
                          m->end - m->leg >= wendi_min(LEGS_LEFT, m->leg_count - m->leg);
        result = move_on(f, mover, keep);
    }
    if (result == WEND_OK) result = fill_all(f);
    for (int64_t i = 0; i < f->work.count && result == WEND_OK; i++) {
        wendi_fleet_member* m = &f->members[f->work.data[i]];
        m->needs_fill = false;
        const wend_cost before = m->left;
        m->left = wendi_fleet_left(f, m->guide, f->movers[f->work.data[i]].tile);
        if (wendi_fleet_meets_others(f, m)) follow_flow(f, m, before);
    }
    return result;
}

wend_result wendi_fleet_guide_all(wend_fleet* f) {
    for (int32_t i = 0; i < f->count; i++)
        if (f->members[i].guide >= 0) look_at(f, i);
    wend_result result = list_plans(f);
    if (result == WEND_OK) result = plan_all(f);
    if (result == WEND_OK) result = fill_around(f);
    if (result != WEND_OK) return result;
    // Who is still off all costs cannot get back to its path within the clusters around: it needs another.
    bool off = false;
    for (int64_t i = 0; i < f->work.count; i++)
        if (f->members[f->work.data[i]].left == WENDI_NOT_REACHED)
            off = f->members[f->work.data[i]].needs_plan = true;
    if (!off) return WEND_OK;
    result = list_plans(f);
    if (result == WEND_OK) result = plan_all(f);
    return result == WEND_OK ? fill_around(f) : result;
}

// ---- edits

// True when a part of the path that is left lies in clusters that have changed, or all may have.
static bool has_changed(const wendi_fleet_member* m, const wendi_fleet_view* view) {
    const wendi_graph* graph = &view->world->graph;
    if (graph->clusters.size != WENDI_FLEET_CLUSTER || wendi_has_regions(graph) || m->leg_count == 0)
        return true;
    for (int32_t i = m->leg; i < m->leg_count; i++)
        if (*wendi_item(&graph->versions, m->legs[i].cluster) > view->version) return true;
    for (int32_t i = 0; i < m->held_count; i++)
        if (*wendi_item(&graph->versions, m->held[i]) > view->version) return true;
    return false;
}

void wendi_fleet_follow_edits(wend_fleet* f) {
    bool any = false;
    for (int32_t i = 0; i < f->view_count; i++)
        any |= wend_world_version(f->views[i].world) != f->views[i].version;
    if (!any) return;
    wendi_fleet_drop_window(f);
    f->operations.goes_on = false;
    for (int32_t i = 0; i < f->count; i++) {
        const wendi_fleet_member* m = &f->members[i];
        if (m->guide < 0) continue;
        const wendi_fleet_view* view = &f->views[f->movers[i].profile];
        if (wend_world_version(view->world) != view->version && has_changed(m, view))
            wendi_fleet_guide_at(f, m->guide)->stale = true;
    }
    for (int32_t i = 0; i < f->count; i++) {
        wendi_fleet_member* m = &f->members[i];
        if (m->guide < 0 || !wendi_fleet_guide_at(f, m->guide)->stale) continue;
        m->needs_plan = true;
        for (int32_t k = 0; k < m->held_count; k++)
            clear_field(wendi_fleet_field_at(f, m->guide, m->held[k]));
    }
    for (int32_t i = 0; i < f->guides.count; i++) wendi_fleet_guide_at(f, i)->stale = false;
    for (int32_t i = 0; i < f->view_count; i++) f->views[i].version = wend_world_version(f->views[i].world);
}
