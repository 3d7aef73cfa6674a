// search.c: how is a search created and freed, and how do many of them answer many queries?
#include "search/search.h"

#include <pthread.h>
#include <stdlib.h>

#include "wend/batch.h"

wend_search_def wend_default_search_def(void) {
    return (wend_search_def){.cookie = WENDI_COOKIE};
}

// Observers see the floors of the map.
static void show_event(const wend_event* event, void* context) {
    const wend_search* search = context;
    const wend_search_observer* observer = &search->shown_observer;
    const wend_grid* grid = search->work.grid;
    if (!grid || wendi_is_sheet(&grid->floors)) {
        observer->event(event, observer->context);
        return;
    }
    wend_event shown = *event;
    shown.tile = wendi_from_sheet(&grid->floors, event->tile);
    shown.from = wendi_from_sheet(&grid->floors, event->from);
    if (event->area.height > 0) shown.area = wendi_area_from_sheet(&grid->floors, event->area);
    observer->event(&shown, observer->context);
}

wend_result wend_search_create(const wend_search_def* def, wend_search** out) {
    if (!def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    wend_search* search = wendi_owner_create(def->allocator, sizeof *search);
    if (!search) return WEND_ERROR_MEMORY;
    const wend_allocator allocator = search->allocator = wendi_owned_by(&search->owner);
    search->clock_ns = def->clock_ns;
    search->clock_context = def->clock_context;
    wendi_flat_init(&search->flat, &allocator);
    wendi_cluster_search_init(&search->cluster_search, &allocator);
    wendi_route_init(&search->route, &allocator);
    wendi_refine_init(&search->refine, &allocator);
    wendi_subgoal_search_init(&search->subgoal_search, &allocator);
    search->flat.cancel = search->cluster_search.cancel =
        (wendi_cancel){def->should_cancel, def->cancel_context};
    search->shown_observer = def->observer;
    if (def->observer.event) search->observer = (wend_search_observer){show_event, search};
    search->flat.observer = search->cluster_search.observer = search->route.search.observer =
        search->observer;
    search->tiles.allocator = search->corners.allocator = search->waypoints.allocator = allocator;
    search->part_corners.allocator = search->sheet_goals.allocator = allocator;
    search->smoother.allocator = search->links.allocator = allocator;
    wendi_goals_init(&search->goals, &allocator);
    wendi_link_bounds_init(&search->from_start, &allocator);
    for (int32_t i = 0; i < 2; i++) wendi_path_init(&search->candidates[i], &allocator);
    wendi_splice_init(&search->splice, &allocator);
    wendi_query_ends_init(&search->ends, &allocator);
    *out = search;
    return WEND_OK;
}

void wend_search_destroy(wend_search* search) {
    if (!search) return;
    wend_overlay_destroy(search->avoiding);
    wendi_owner_destroy(&search->owner);
}

size_t wend_search_bytes(const wend_search* search) {
    return search ? search->owner.bytes : 0;
}

// ---- how are many queries answered by many threads? In an order in which queries that follow each other
// read much the same: by the places of their goals, then of their starts. Runs of this order are the items of
// a task; a thread that works on some of them takes an idle searcher, or makes one.

enum { RUN = 32 }; // queries

// Where a query begins and ends: the bits of both coordinates in turn (a Z-order curve), so that places
// nearby are mostly numbers nearby.
typedef struct place {
    uint64_t goal, start;
    int32_t query;
} place;

typedef struct searcher {
    wend_search* search;
    wend_path* path;
    struct searcher* next;
} searcher;

typedef struct batch {
    const wend_world* world;
    const wend_query* queries;
    const wend_batch_def* def;
    wend_allocator allocator;
    place* order;
    int32_t count;
    pthread_mutex_t mutex; // of what follows
    searcher* idle;
    wend_result result; // the first error
    int32_t failed;
} batch;

wend_batch_def wend_default_batch_def(void) {
    return (wend_batch_def){.cookie = WENDI_COOKIE};
}

// Every other bit of the result is one of the number.
static uint64_t spread_bits(uint32_t number) {
    uint64_t n = number;
    n = (n | n << 16) & 0x0000ffff0000ffff;
    n = (n | n << 8) & 0x00ff00ff00ff00ff;
    n = (n | n << 4) & 0x0f0f0f0f0f0f0f0f;
    n = (n | n << 2) & 0x3333333333333333;
    return (n | n << 1) & 0x5555555555555555;
}

static uint64_t place_of(wend_tile tile) {
    return spread_bits((uint32_t)tile.x) | spread_bits((uint32_t)tile.y) << 1;
}

static int compare_places(const void* a, const void* b) {
    const place *x = a, *y = b;
    if (x->goal != y->goal) return x->goal < y->goal ? -1 : 1;
    if (x->start != y->start) return x->start < y->start ? -1 : 1;
    return (x->query > y->query) - (x->query < y->query);
}

static void order_queries(batch* b) {
    for (int32_t i = 0; i < b->count; i++)
        b->order[i] = (place){place_of(b->queries[i].goal), place_of(b->queries[i].start), i};
    if (b->count > 1) qsort(b->order, (size_t)b->count, sizeof *b->order, compare_places);
}

static bool has_ended(batch* b) {
    pthread_mutex_lock(&b->mutex);
    const bool ended = b->result != WEND_OK;
    pthread_mutex_unlock(&b->mutex);
    return ended || (b->def->should_cancel && b->def->should_cancel(b->def->cancel_context));
}

// Called by searches, too.
static bool should_cancel(void* context) {
    return has_ended(context);
}

static void end(batch* b, wend_result result, int32_t query) {
    pthread_mutex_lock(&b->mutex);
    if (b->result == WEND_OK) {
        b->result = result;
        b->failed = query;
    }
    pthread_mutex_unlock(&b->mutex);
}

// ---- searchers

static void free_searcher(batch* b, searcher* s) {
    wend_path_destroy(s->path);
    wend_search_destroy(s->search);
    wendi_free(&b->allocator, s, 1, sizeof *s);
}

static searcher* new_searcher(batch* b) {
    wend_search_def def = wend_default_search_def();
    def.should_cancel = should_cancel;
    def.cancel_context = b;
    def.allocator = &b->allocator;
    searcher* s = wendi_alloc_zeroed(&b->allocator, 1, sizeof *s);
    if (!s) return NULL;
    if (wend_search_create(&def, &s->search) == WEND_OK &&
        wend_path_create(&b->allocator, &s->path) == WEND_OK)
        return s;
    free_searcher(b, s);
    return NULL;
}

static searcher* take_searcher(batch* b) {
    pthread_mutex_lock(&b->mutex);
    searcher* s = b->idle;
    if (s) b->idle = s->next;
    pthread_mutex_unlock(&b->mutex);
    return s ? s : new_searcher(b);
}

static void give_back(batch* b, searcher* s) {
    pthread_mutex_lock(&b->mutex);
    s->next = b->idle;
    b->idle = s;
    pthread_mutex_unlock(&b->mutex);
}

// ---- answers

static wend_result answer(batch* b, searcher* s, int32_t query) {
    if (has_ended(b)) return WEND_ERROR_CANCELLED;
    const wend_result result = wend_find_path(s->search, b->world, &b->queries[query], s->path, NULL);
    if (result != WEND_OK || !b->def->answered) return result;
    return b->def->answered(s->path, query, b->def->context);
}

static void answer_runs(void* context, int32_t begin, int32_t end_run) {
    batch* b = context;
    searcher* s = take_searcher(b);
    if (!s) {
        end(b, WEND_ERROR_MEMORY, -1);
        return;
    }
    const int64_t last = (int64_t)end_run * RUN < b->count ? (int64_t)end_run * RUN : b->count;
    wend_result result = WEND_OK;
    for (int64_t i = (int64_t)begin * RUN; i < last && result == WEND_OK; i++) {
        result = answer(b, s, b->order[i].query);
        if (result != WEND_OK) end(b, result, result == WEND_ERROR_CANCELLED ? -1 : b->order[i].query);
    }
    give_back(b, s);
}

static void answer_all(batch* b) {
    pthread_mutex_init(&b->mutex, NULL);
    order_queries(b);
    wendi_run_tasks(&b->def->tasks, answer_runs, b, (b->count - 1) / RUN + 1);
    for (searcher *s = b->idle, *next; s; s = next) {
        next = s->next;
        free_searcher(b, s);
    }
    pthread_mutex_destroy(&b->mutex);
    wendi_free(&b->allocator, b->order, (size_t)b->count, sizeof *b->order);
}

wend_result wend_find_paths(const wend_world* world, const wend_query* queries, int32_t count,
                            const wend_batch_def* def, int32_t* failed_opt) {
    if (!world || !def || count < 0 || (!queries && count > 0)) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (!wendi_is_valid_tasks(&def->tasks)) return WEND_ERROR_ARGUMENT;
    if (count == 0) return WEND_OK;
    batch b = {.world = world, .queries = queries, .def = def, .count = count, .failed = -1};
    b.allocator = wendi_allocator(def->allocator);
    b.order = wendi_alloc(&b.allocator, (size_t)count, sizeof *b.order);
    if (!b.order) b.result = WEND_ERROR_MEMORY;
    if (b.order) answer_all(&b);
    if (b.result != WEND_OK && failed_opt) *failed_opt = b.failed;
    return b.result;
}
