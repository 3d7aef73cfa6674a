// cost_matrix.c: what do the cheapest paths from many tiles to many others cost?
//
// Few sources or targets have a propagation each, which finds the optimum. Many share gates (gates.h): each
// source and each target is connected to the gates of its blocks once, and one search over the gates for each
// source finds its row.
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "hierarchy/open.h"
#include "many/gates.h"
#include "wend/many.h"

enum {
    MOST_FIELDS = 64,    // so many propagations over the whole map take as long as filling the gates
    NEAR_TILES = 64,     // to a target so near, gates would lead the long way round
    NEAR_CLUSTERS = 128, // that are searched around a source for near targets
    GOALS_PER_CLUSTER = 16,
};

typedef struct target_entry { // a target and one of its blocks
    int32_t target, block;
    int64_t costs; // of which index on its costs lie
} target_entry;

// One thread's work on the rows.
typedef struct row_worker {
    wendi_owner owner;
    wendi_gate_worker gate;
    wendi_gate_search search;
    wend_cost* row; // by target or source
    size_t row_capacity;
    wendi_heap nearest; // of a row, the costliest on top
    struct row_worker* next;
} row_worker;

struct wend_matrix_search {
    wendi_owner owner;
    wend_allocator allocator; // of what it owns
    wendi_gates gates;
    target_entry* entries; // ascending by block
    size_t entry_capacity;
    int32_t* first_entry; // by block; one more for the end
    size_t first_entry_capacity;
    int32_t* target_costs; // from the gates of a block to a target
    size_t target_cost_capacity;
    row_worker* idle;
    pthread_mutex_t mutex; // of idle, and of a job's result
};

// A call at work.
struct job;
typedef wend_result item_fn(struct job* j, row_worker* w, int32_t item);

typedef struct job {
    wend_matrix_search* search;
    const wend_world* world;
    const wend_matrix_def* def;
    const wend_tile *sources, *targets;
    int32_t source_count, target_count;
    wend_cost limit; // exclusive
    bool backward;   // propagations lead to the targets
    int64_t entry_count;
    double* out;
    item_fn* item; // what is done with each
    wend_result result;
} job;

wend_matrix_def wend_default_matrix_def(void) {
    return (wend_matrix_def){.cookie = WENDI_COOKIE, .limit = INFINITY};
}

// ---- memory

wend_result wend_matrix_search_create(const wend_allocator* allocator_opt, wend_matrix_search** out) {
    if (!out) return WEND_ERROR_ARGUMENT;
    wend_matrix_search* s = wendi_owner_create(allocator_opt, sizeof *s);
    if (!s) return WEND_ERROR_MEMORY;
    s->allocator = wendi_owned_by(&s->owner);
    s->gates.allocator = s->allocator;
    pthread_mutex_init(&s->mutex, NULL);
    *out = s;
    return WEND_OK;
}

void wend_matrix_search_destroy(wend_matrix_search* s) {
    if (!s) return;
    for (row_worker *w = s->idle, *next; w; w = next) {
        next = w->next;
        wendi_owner_destroy(&w->owner);
    }
    pthread_mutex_destroy(&s->mutex);
    wendi_owner_destroy(&s->owner);
}

size_t wend_matrix_search_bytes(const wend_matrix_search* s) {
    if (!s) return 0;
    size_t bytes = s->owner.bytes;
    for (const row_worker* w = s->idle; w; w = w->next) bytes += w->owner.bytes;
    return bytes;
}

static row_worker* take_worker(wend_matrix_search* s) {
    pthread_mutex_lock(&s->mutex);
    row_worker* w = s->idle;
    if (w) s->idle = w->next;
    pthread_mutex_unlock(&s->mutex);
    if (w) return w;
    w = wendi_owner_create(&s->owner.from, sizeof *w);
    if (!w) return NULL;
    const wend_allocator allocator = wendi_owned_by(&w->owner);
    w->gate.allocator = allocator;
    wendi_propagation_init(&w->gate.propagation, &allocator);
    w->search.allocator = w->search.queue.allocator = w->nearest.allocator = allocator;
    return w;
}

static void give_back(wend_matrix_search* s, row_worker* w) {
    pthread_mutex_lock(&s->mutex);
    w->next = s->idle;
    s->idle = w;
    pthread_mutex_unlock(&s->mutex);
}

// ---- work shared out to threads

// True when the job goes on. Notes that it is to be cancelled.
static bool goes_on(job* j) {
    const bool cancelled = j->def->should_cancel && j->def->should_cancel(j->def->cancel_context);
    pthread_mutex_lock(&j->search->mutex);
    if (cancelled && j->result == WEND_OK) j->result = WEND_ERROR_CANCELLED;
    const bool good = j->result == WEND_OK;
    pthread_mutex_unlock(&j->search->mutex);
    return good;
}

static void note(job* j, wend_result result) {
    pthread_mutex_lock(&j->search->mutex);
    if (j->result == WEND_OK) j->result = result;
    pthread_mutex_unlock(&j->search->mutex);
}

// Does one item after the other, until one fails.
static void do_items(void* context, int32_t begin, int32_t end) {
    job* j = context;
    row_worker* w = take_worker(j->search);
    if (!w) note(j, WEND_ERROR_MEMORY);
    for (int32_t i = begin; i < end && w && goes_on(j); i++) note(j, j->item(j, w, i));
    if (w) give_back(j->search, w);
}

static wend_result in_parallel(job* j, item_fn* item, int64_t count) {
    j->item = item;
    if (count > 0) wendi_run_tasks(&j->def->tasks, do_items, j, (int32_t)count);
    return j->result;
}

// ---- rows

// The k-th least cost below the limit among those of a row; the limit: there are not so many. Errors: MEMORY.
static wend_result least_but(row_worker* w, int32_t count, int32_t k, wend_cost limit, wend_cost* out) {
    wendi_heap* heap = &w->nearest; // the k least so far, by their negative
    heap->count = 0;
    for (int32_t i = 0; i < count; i++) {
        if (w->row[i] >= limit || (heap->count == k && w->row[i] >= -heap->entries[0].key)) continue;
        if (heap->count == k) wendi_heap_pop(heap);
        const wend_result result = wendi_heap_push(heap, -w->row[i], (uint32_t)i);
        if (result != WEND_OK) return result;
    }
    *out = heap->count < k ? limit : -heap->entries[0].key;
    return WEND_OK;
}

// Writes a finished row, of which only the nearest may be wanted. Errors: MEMORY.
static wend_result write_row(const job* j, row_worker* w, int32_t source) {
    const double unit = j->world->grid->costs.unit;
    const int32_t count = j->target_count, nearest = j->def->nearest;
    double* out = j->out + (size_t)source * (size_t)count;
    wend_cost most = j->limit;
    int32_t left = count;
    if (nearest > 0 && nearest < count) {
        const wend_result result = least_but(w, count, nearest, j->limit, &most);
        if (result != WEND_OK) return result;
        left = nearest;
        for (int32_t i = 0; i < count; i++) left -= w->row[i] < most && w->row[i] < j->limit;
        if (most == j->limit) left = 0;
    }
    // left: how many of the greatest cost are wanted.
    for (int32_t i = 0; i < count; i++) {
        const bool wanted = w->row[i] < most || (w->row[i] == most && most < j->limit && left-- > 0);
        out[i] = wanted ? (double)w->row[i] / unit : INFINITY;
    }
    return WEND_OK;
}

// Begins a row in which nothing is reached yet. Errors: MEMORY.
static wend_result begin_row(row_worker* w, int32_t count) {
    const wend_allocator* allocator = &w->gate.allocator;
    if (!WENDI_MAKE_ROOM(allocator, w->row, w->row_capacity, 0, count)) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < count; i++) w->row[i] = WENDI_NOT_REACHED;
    return WEND_OK;
}

// ---- few sources or targets: a propagation for each

// Reads the costs of the far ends, and lowers the limit of the propagation to what is still of interest.
// Errors: MEMORY.
static wend_result read_ends(const job* j, row_worker* w, const wend_tile* ends, int32_t count) {
    wendi_propagation* p = &w->gate.propagation;
    const int32_t wanted = j->def->nearest > 0 && !j->backward ? j->def->nearest : count;
    int32_t reached = 0, blocked = 0;
    wend_cost most = 0;
    for (int32_t i = 0; i < count; i++) {
        w->row[i] = wendi_propagation_cost_at(p, ends[i]);
        reached += w->row[i] != WENDI_NOT_REACHED;
        blocked += !wendi_is_passable(j->world->grid, ends[i].x, ends[i].y);
        if (w->row[i] != WENDI_NOT_REACHED && w->row[i] > most) most = w->row[i];
    }
    wend_result result = WEND_OK;
    if (wanted < count && reached >= wanted)
        result = least_but(w, count, wanted, WENDI_NOT_REACHED, &most);
    else if (reached + blocked < count)
        return WEND_OK;
    if (most + 1 < p->def.limit) p->def.limit = most + 1;
    return result;
}

static wend_result compute_field(job* j, row_worker* w, int32_t item) {
    const wend_tile from = j->backward ? j->targets[item] : j->sources[item];
    const wend_tile* ends = j->backward ? j->sources : j->targets;
    const int32_t count = j->backward ? j->source_count : j->target_count;
    wendi_propagation* p = &w->gate.propagation;
    wend_result result = begin_row(w, count);
    if (result == WEND_OK && wendi_is_passable(j->world->grid, from.x, from.y)) {
        wendi_gates_propagate(j->world, &j->search->gates.clusters, j->backward ? WENDI_TO : WENDI_FROM,
                              j->limit, p);
        result = wendi_propagation_set_cost(p, from, 0);
        const int32_t clusters = wendi_max(16, count / GOALS_PER_CLUSTER);
        for (bool done = false; result == WEND_OK && !done;) {
            if (!goes_on(j)) return WEND_OK;
            result = wendi_propagation_run(p, clusters, &done);
            if (result == WEND_OK) result = read_ends(j, w, ends, count);
        }
    }
    if (result != WEND_OK) return result;
    if (!j->backward) return write_row(j, w, item);
    const double unit = j->world->grid->costs.unit;
    for (int32_t i = 0; i < count; i++)
        j->out[(size_t)i * (size_t)j->target_count + (size_t)item] =
            w->row[i] < j->limit ? (double)w->row[i] / unit : INFINITY;
    return WEND_OK;
}

// Rows that were computed column by column: of each, only the nearest are wanted.
static wend_result keep_nearest(job* j, row_worker* w, int32_t source) {
    const double unit = j->world->grid->costs.unit;
    const wend_result result = begin_row(w, j->target_count);
    if (result != WEND_OK) return result;
    const double* row = j->out + (size_t)source * (size_t)j->target_count;
    for (int32_t i = 0; i < j->target_count; i++)
        if (!isinf(row[i])) w->row[i] = (wend_cost)llround(row[i] * unit);
    return write_row(j, w, source);
}

static wend_result by_fields(job* j) {
    j->backward = j->target_count < j->source_count;
    wend_result result = in_parallel(j, compute_field, j->backward ? j->target_count : j->source_count);
    if (result == WEND_OK && j->backward && j->def->nearest > 0)
        result = in_parallel(j, keep_nearest, j->source_count);
    return result;
}

// ---- many: over gates

static wend_result fill_block(job* j, row_worker* w, int32_t block) {
    return wendi_gates_fill(&j->search->gates, j->world, block, &w->gate);
}

// The gates of the map and the costs between them, unless they are known.
static wend_result prepare_gates(job* j) {
    wend_matrix_search* s = j->search;
    const wend_world* world = j->world;
    if (s->gates.world == world->id && s->gates.version == world->version) return WEND_OK;
    wend_result result = wendi_gates_choose(&s->gates, world);
    if (result == WEND_OK) result = in_parallel(j, fill_block, wendi_cluster_count(&s->gates.blocks));
    if (result == WEND_OK) result = wendi_gates_lay_out(&s->gates);
    if (result != WEND_OK) return result;
    s->gates.world = world->id;
    s->gates.version = world->version;
    return WEND_OK;
}

// Lists the targets by block.
static wend_result list_targets(job* j) {
    wend_matrix_search* s = j->search;
    const wend_grid* grid = j->world->grid;
    const int32_t blocks = wendi_cluster_count(&s->gates.blocks);
    if (!WENDI_MAKE_ROOM(&s->allocator, s->first_entry, s->first_entry_capacity, 0, (size_t)blocks + 2))
        return WEND_ERROR_MEMORY;
    int32_t* first = s->first_entry;
    memset(first, 0, ((size_t)blocks + 2) * sizeof *first);
    int32_t at[4];
    for (int32_t i = 0; i < j->target_count; i++) {
        if (!wendi_is_passable(grid, j->targets[i].x, j->targets[i].y)) continue;
        const int32_t count = wendi_clusters_at(&s->gates.blocks, j->targets[i], at);
        for (int32_t k = 0; k < count; k++) {
            if (j->entry_count == INT32_MAX) return WEND_ERROR_LIMIT;
            first[at[k] + 2]++;
            j->entry_count++;
        }
    }
    for (int32_t b = 0; b < blocks; b++) first[b + 2] += first[b + 1];
    if (!WENDI_MAKE_ROOM(&s->allocator, s->entries, s->entry_capacity, 0, (size_t)j->entry_count + 1))
        return WEND_ERROR_MEMORY;
    target_entry* entries = s->entries;
    for (int32_t i = 0; i < j->target_count; i++) {
        if (!wendi_is_passable(grid, j->targets[i].x, j->targets[i].y)) continue;
        const int32_t count = wendi_clusters_at(&s->gates.blocks, j->targets[i], at);
        for (int32_t k = 0; k < count; k++) entries[first[at[k] + 1]++] = (target_entry){i, at[k], 0};
    }
    int64_t costs = 0;
    for (int64_t i = 0; i < j->entry_count; i++) {
        entries[i].costs = costs;
        costs += wendi_lanes_of_block(&s->gates, entries[i].block);
    }
    if (!WENDI_MAKE_ROOM(&s->allocator, s->target_costs, s->target_cost_capacity, 0, (size_t)costs + 1))
        return WEND_ERROR_MEMORY;
    return WEND_OK;
}

static wend_result insert_target(job* j, row_worker* w, int32_t item) {
    wend_matrix_search* s = j->search;
    const target_entry* entry = &s->entries[item];
    wendi_propagation* p = &w->gate.propagation;
    wend_result result =
        wendi_gates_insert(&s->gates, j->world, entry->block, j->targets[entry->target], WENDI_TO, &w->gate);
    if (result != WEND_OK) return result;
    return wendi_gates_read(&s->gates, entry->block, p, s->target_costs + entry->costs);
}

// Connects a source to the gates of a block, and finds its costs to the targets there by paths inside.
static wend_result insert_source(const job* j, row_worker* w, int32_t block, wend_tile source) {
    const wend_matrix_search* s = j->search;
    wendi_propagation* p = &w->gate.propagation;
    wend_result result = wendi_gates_insert(&s->gates, j->world, block, source, WENDI_FROM, &w->gate);
    if (result == WEND_OK) result = wendi_gate_search_insert(&w->search, &s->gates, block, p);
    for (int32_t i = s->first_entry[block]; i < s->first_entry[block + 1] && result == WEND_OK; i++) {
        const int32_t target = s->entries[i].target;
        const wend_cost cost = wendi_propagation_cost_at(p, j->targets[target]);
        if (cost < w->row[target]) w->row[target] = cost;
    }
    return result;
}

// True for a target so near by tiles, or by a cheap link, that a gate beside the way would matter.
static bool is_near(const job* j, const row_worker* w, wend_tile source, int32_t target) {
    const wend_tile tile = j->targets[target];
    const wend_cost cost = w->row[target];
    return cost != WENDI_NOT_REACHED &&
           ((wendi_abs(source.x - tile.x) <= NEAR_TILES && wendi_abs(source.y - tile.y) <= NEAR_TILES) ||
            cost <= (wend_cost)NEAR_TILES * j->world->grid->cheapest_straight);
}

// Finds better paths to the targets near a source, by a propagation from it that goes as far as they need.
static wend_result improve_near(const job* j, row_worker* w, wend_tile source) {
    wendi_propagation* p = &w->gate.propagation;
    wend_cost most = -1;
    for (int32_t i = 0; i < j->target_count; i++)
        if (is_near(j, w, source, i) && w->row[i] > most) most = w->row[i];
    if (most <= 0) return WEND_OK;
    bool done;
    wendi_gates_propagate(j->world, &j->search->gates.clusters, WENDI_FROM, most, p);
    wend_result result = wendi_propagation_set_cost(p, source, 0);
    if (result == WEND_OK) result = wendi_propagation_run(p, NEAR_CLUSTERS, &done);
    for (int32_t i = 0; i < j->target_count && result == WEND_OK; i++) {
        if (!is_near(j, w, source, i)) continue;
        const wend_cost cost = wendi_propagation_cost_at(p, j->targets[i]);
        if (cost < w->row[i]) w->row[i] = cost;
    }
    return result;
}

static wend_result compute_row(job* j, row_worker* w, int32_t source) {
    const wend_matrix_search* s = j->search;
    const wend_tile from = j->sources[source];
    wend_result result = begin_row(w, j->target_count);
    if (result == WEND_OK && wendi_is_passable(j->world->grid, from.x, from.y)) {
        int32_t blocks[4];
        const int32_t count = wendi_clusters_at(&s->gates.blocks, from, blocks);
        result = wendi_gate_search_begin(&w->search, &s->gates);
        for (int32_t i = 0; i < count && result == WEND_OK; i++)
            result = insert_source(j, w, blocks[i], from);
        if (result == WEND_OK) result = wendi_gate_search_run(&w->search, &s->gates, j->limit);
        for (int64_t i = 0; i < j->entry_count && result == WEND_OK; i++) {
            const target_entry* entry = &s->entries[i];
            const int32_t cost =
                wendi_gate_search_cost(&w->search, &s->gates, entry->block, s->target_costs + entry->costs);
            if (cost < WENDI_FAR && cost < w->row[entry->target]) w->row[entry->target] = cost;
        }
        if (result == WEND_OK && wendi_cluster_count(&s->gates.blocks) > 1) result = improve_near(j, w, from);
    }
    return result == WEND_OK ? write_row(j, w, source) : result;
}

static wend_result by_gates(job* j) {
    wend_result result = prepare_gates(j);
    if (result == WEND_OK) result = list_targets(j);
    if (result == WEND_OK) result = in_parallel(j, insert_target, j->entry_count);
    if (result == WEND_OK) result = in_parallel(j, compute_row, j->source_count);
    return result;
}

// ---- the call

// True when propagations from the fewer ends take no longer than gates would. One with a limit enters so many
// tiles at most.
static bool takes_fields(const job* j) {
    const wend_grid* grid = j->world->grid;
    const double all = (double)grid->width * grid->height;
    double tiles = all;
    if (j->def->exact) return true;
    if (grid->links.count == 0 && j->limit < WENDI_NOT_REACHED) {
        const double radius = (double)j->limit / wendi_max(grid->cheapest_straight, 1) + WENDI_LANES;
        tiles = fmin(all, 4 * radius * radius);
    }
    return tiles * wendi_min(j->source_count, j->target_count) <= all * MOST_FIELDS;
}

static wend_result compute(job* j) {
    const wend_world* world = j->world;
    wendi_gates* gates = &j->search->gates;
    // Clusters of another size than those of propagations are not checked one by one.
    wend_result result = wendi_is_propagated(world) ? WEND_OK : wendi_open_all_of(world->grid);
    if (result == WEND_OK) result = wendi_open_tiles(&world->graph, j->sources, j->source_count);
    if (result == WEND_OK) result = wendi_open_tiles(&world->graph, j->targets, j->target_count);
    if (result != WEND_OK) return result;
    if (!takes_fields(j)) {
        result = by_gates(j);
        if (result != WEND_ERROR_LIMIT) return result;
        j->result = WEND_OK; // propagations have room for greater costs
        j->entry_count = 0;
    }
    if (gates->world != world->id || gates->version != world->version) {
        gates->world = 0;
        gates->clusters = wendi_gate_clusters(world);
    }
    return by_fields(j);
}

wend_result wend_cost_matrix(wend_matrix_search* search, const wend_world* world, const wend_tile* sources,
                             int32_t source_count, const wend_tile* targets, int32_t target_count,
                             const wend_matrix_def* def, double* costs_out) {
    if (!search || !world || !sources || !targets || !def || !costs_out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (source_count < 1 || target_count < 1 || !(def->limit >= 0) || def->nearest < 0 ||
        !wendi_is_valid_tasks(&def->tasks))
        return WEND_ERROR_ARGUMENT;
    const wend_world* view = wend_world_profile(world, def->profile);
    if (!view) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < source_count; i++)
        if (!wend_grid_contains(view->grid, sources[i])) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < target_count; i++)
        if (!wend_grid_contains(view->grid, targets[i])) return WEND_ERROR_ARGUMENT;
    const size_t ends = (size_t)source_count + (size_t)target_count;
    wend_tile* on_sheet =
        !wendi_is_sheet(&view->grid->floors) ? wendi_alloc(&search->allocator, ends, sizeof *on_sheet) : NULL;
    if (!wendi_is_sheet(&view->grid->floors) && !on_sheet) return WEND_ERROR_MEMORY;
    for (size_t i = 0; on_sheet && i < ends; i++)
        on_sheet[i] = wendi_to_sheet(
            &view->grid->floors, i < (size_t)source_count ? sources[i] : targets[i - (size_t)source_count]);
    const double units = def->limit * view->grid->costs.unit;
    job j = {.search = search,
             .world = view,
             .def = def,
             .sources = on_sheet ? on_sheet : sources,
             .targets = on_sheet ? on_sheet + source_count : targets,
             .source_count = source_count,
             .target_count = target_count,
             .limit = units < (double)(INT64_MAX / 2) ? (wend_cost)units + 1 : WENDI_NOT_REACHED,
             .out = costs_out};
    const int32_t turn = wendi_begin_reading(&view->graph);
    const wend_result result = compute(&j);
    if (on_sheet) wendi_free(&search->allocator, on_sheet, ends, sizeof *on_sheet);
    wendi_end_reading(&view->graph, turn);
    return result;
}
