// service.c: many threads query, edit, cancel, hold, work and close at random; afterwards every answer is
// checked on the state of the world that it names. A second world takes the same edits and refresh steps in
// the same order. There each path must be legal and right by the independent verifier, and equal, with its
// statistics, to that of a lone search; edits must have been applied exactly once, none that was cancelled,
// and before any query that the same thread submitted later.
//     property_service [--maps N] [--first SEED] [--actions N]
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dijkstra.h"
#include "maps.h"
#include "verify.h"
#include "wend/wend.h"

enum { CLIENTS = 3, MOST_EDITS = 3 };

typedef enum fate { OPEN, TAKEN, CANCELLED } fate;

// One submission, from its ticket to its answer.
typedef struct entry {
    bool is_edit;
    wend_query query;
    wend_edit edits[MOST_EDITS];
    int32_t edit_count;
    wend_ticket ticket;
    wend_answer answer;
    fate fate;
    const struct entry* edit_before; // the last that the thread submitted earlier
} entry;

typedef struct client {
    const map_recipe* recipe;
    wend_service* service;
    const wend_grid* grid; // only for its size
    rng random;
    int32_t classes;
    bool may_close;
    entry* entries;
    int32_t count, capacity;
    int32_t limits; // submissions refused
    const char* fault;
} client;

static void must(bool condition) {
    if (!condition) abort();
}

static wend_query random_query(client* c) {
    rng* r = &c->random;
    wend_query query = wend_default_query(map_random_tile(c->grid, r), map_random_tile(c->grid, r));
    query.algorithm = rng_chance(r, 60) ? WEND_HPA : (wend_algorithm)rng_below(r, WEND_ALGORITHM_COUNT);
    query.refinement = (wend_refinement)rng_below(r, WEND_REFINEMENT_COUNT);
    query.smooth = rng_chance(r, 30);
    return query;
}

static wend_edit random_edit(client* c) {
    rng* r = &c->random;
    const int32_t width = c->recipe->width, height = c->recipe->height;
    wend_rect area = {rng_below(r, width), rng_below(r, height), 1, 1};
    if (rng_chance(r, 30)) area.width = rng_between(r, 1, width - area.x);
    if (rng_chance(r, 30)) area.height = rng_between(r, 1, (height - area.y + 3) / 4);
    return wend_edit_tiles(area, (uint8_t)(rng_chance(r, 40) ? 0 : rng_between(r, 1, c->classes)));
}

static void submit(client* c, bool is_edit) {
    if (c->count == c->capacity) return;
    entry* e = &c->entries[c->count];
    *e = (entry){.is_edit = is_edit};
    uint64_t tag = (uint64_t)c->count;
    wend_result result;
    if (is_edit) {
        e->edit_count = rng_between(&c->random, 1, MOST_EDITS);
        for (int32_t i = 0; i < e->edit_count; i++) e->edits[i] = random_edit(c);
        result = wend_service_submit_edits(c->service, e->edits, e->edit_count, tag, &e->ticket);
    } else {
        e->query = random_query(c);
        result = wend_service_submit(c->service, &e->query, rng_below(&c->random, WEND_SERVICE_PRIORITIES),
                                     tag, &e->ticket);
    }
    for (int32_t i = c->count - 1; i >= 0 && !e->edit_before; i--)
        if (c->entries[i].is_edit) e->edit_before = &c->entries[i];
    if (result == WEND_OK)
        c->count++;
    else if (result == WEND_ERROR_LIMIT)
        c->limits++;
    else if (result != WEND_ERROR_CANCELLED)
        c->fault = wend_result_string(result);
}

static void take(client* c, entry* e) {
    e->fate = TAKEN;
    if (e->answer.tag != (uint64_t)(e - c->entries)) c->fault = "an answer has the tag of another";
    if (e->answer.ticket.number != e->ticket.number) c->fault = "an answer has the ticket of another";
}

static void use_ticket(client* c, entry* e) {
    bool ready = false;
    wend_result result;
    switch (rng_below(&c->random, 4)) {
    case 0:
        result = wend_service_cancel(c->service, e->ticket);
        if (e->fate == OPEN && e->is_edit && result == WEND_ERROR_UNSUPPORTED) return; // too late
        if (result != (e->fate == OPEN ? WEND_OK : WEND_ERROR_STALE)) c->fault = "cancel";
        if (e->fate == OPEN) e->fate = CANCELLED;
        return;
    case 1:
        result = wend_service_wait(c->service, e->ticket, &e->answer);
        ready = result == WEND_OK;
        break;
    default:
        result = wend_service_poll(c->service, e->ticket, &ready, &e->answer);
        break;
    }
    if (result != (e->fate == OPEN ? WEND_OK : WEND_ERROR_STALE)) c->fault = "poll or wait";
    if (ready) take(c, e);
}

static void hold(client* c) {
    const wend_world* world = wend_service_hold(c->service);
    const uint64_t version = wend_world_version(world), hash = map_hash(world);
    for (int32_t i = rng_below(&c->random, 3); i >= 0; i--)
        if (wend_world_version(world) != version || map_hash(world) != hash)
            c->fault = "the world changed while it was held";
    wend_service_release(c->service);
}

static void* act(void* context) {
    client* c = context;
    for (int32_t i = 0; i < c->capacity; i++) {
        int32_t what = rng_below(&c->random, 100);
        if (what < 45)
            submit(c, false);
        else if (what < 60)
            submit(c, true);
        else if (what < 90 && c->count > 0)
            use_ticket(c, &c->entries[rng_below(&c->random, c->count)]);
        else if (what < 93)
            hold(c);
        else if (what < 95 && wend_service_drain(c->service) != WEND_OK)
            c->fault = "drain";
        else if (what < 99) {
            wend_result result = wend_service_run(c->service, rng_between(&c->random, 1, 300), NULL);
            if (result != WEND_OK && result != WEND_ERROR_LIMIT) c->fault = "run";
        } else if (c->may_close && i > c->capacity / 2)
            wend_service_close(c->service);
    }
    for (int32_t i = 0; i < c->count; i++) {
        if (c->entries[i].fate != OPEN) continue;
        if (wend_service_wait(c->service, c->entries[i].ticket, &c->entries[i].answer) == WEND_OK)
            take(c, &c->entries[i]);
        else
            c->fault = "an answer was lost";
    }
    return NULL;
}

// ---- the check

static int by_state(const void* a, const void* b) {
    const entry *x = *(const entry*const*)a, *y = *(const entry*const*)b;
    if (x->answer.version != y->answer.version) return x->answer.version < y->answer.version ? -1 : 1;
    return (x->answer.refreshes > y->answer.refreshes) - (x->answer.refreshes < y->answer.refreshes);
}

// The answered entries of all clients in the order of the world's states.
static const entry** collect(const client* clients, bool edits, int32_t* count_out) {
    int32_t count = 0;
    const entry** all = malloc(sizeof *all * (size_t)(CLIENTS * clients[0].capacity + 1));
    must(all);
    for (int32_t c = 0; c < CLIENTS; c++)
        for (int32_t i = 0; i < clients[c].count; i++) {
            const entry* e = &clients[c].entries[i];
            if (e->is_edit == edits && e->fate == TAKEN && e->answer.result == WEND_OK) all[count++] = e;
        }
    qsort(all, (size_t)count, sizeof *all, by_state);
    *count_out = count;
    return all;
}

// The second world, brought from state to state.
typedef struct replay {
    wend_world* world;
    const entry** edits;
    int32_t edit_count, refresh_clusters;
    uint64_t refreshes;
    wend_search* search;
    wend_path* path;
    int64_t checked, found;
} replay;

static void refresh_to(replay* p, uint64_t refreshes) {
    for (; p->refreshes < refreshes; p->refreshes++)
        must(wend_world_refresh(p->world, p->refresh_clusters, NULL) == WEND_OK);
}

static const char* advance_to(replay* p, uint64_t version, uint64_t refreshes) {
    for (uint64_t v; (v = wend_world_version(p->world)) < version;) {
        if (v >= (uint64_t)p->edit_count) return "an answer names a version that no edit made";
        const entry* e = p->edits[v];
        if (e->answer.version != v + 1) return "two edits made one version";
        refresh_to(p, e->answer.refreshes);
        must(wend_world_edit(p->world, e->edits, e->edit_count, NULL) == WEND_OK);
    }
    refresh_to(p, refreshes);
    return p->refreshes == refreshes ? NULL : "refresh steps out of order";
}

static uint64_t hash_of(const wend_path* path) {
    int32_t count;
    const wend_vec2* points = wend_path_waypoints(path, &count);
    uint64_t hash = wend_path_hash(path);
    for (int32_t i = 0; i < count; i++)
        hash = (hash ^ (uint64_t)lrintf(points[i].x * 64) ^ (uint64_t)lrintf(points[i].y * 64) << 32) *
               0x100000001b3u;
    return hash + (uint64_t)count;
}

static const char* check_query(replay* p, const entry* e) {
    static char why[VERIFY_TEXT];
    const wend_answer* a = &e->answer;
    const char* fault = advance_to(p, a->version, a->refreshes);
    if (fault) return fault;
    const wend_grid* grid = wend_world_grid(p->world);
    fault = verify_answer(grid, &e->query, a->path, why);
    if (fault) return fault;
    wend_stats s;
    must(wend_find_path(p->search, p->world, &e->query, p->path, &s) == WEND_OK);
    if (hash_of(p->path) != hash_of(a->path)) return "a lone search finds another path";
    if (s.expanded != a->stats.expanded || s.generated != a->stats.generated ||
        s.abstract_expanded != a->stats.abstract_expanded || s.clusters_refined != a->stats.clusters_refined)
        return "a lone search has other statistics";
    const bool found = wend_path_outcome(a->path) == WEND_FOUND;
    if (p->checked++ % 8 == 0 && wend_grid_passable(grid, e->query.start) &&
        wend_grid_passable(grid, e->query.goal)) {
        oracle* o = oracle_of_grid(grid);
        const double* costs = oracle_distances(o, ORACLE_UNITS, e->query.start, false);
        const double least = oracle_at(o, costs, e->query.goal),
                     cost = (double)wend_path_integer_cost(a->path);
        oracle_destroy(o);
        if (found != isfinite(least)) return "a path exists or not, but the answer says otherwise";
        if (found && cost < least) return "a path costs less than the optimum";
        bool optimal = e->query.algorithm != WEND_HPA && e->query.algorithm != WEND_BFS &&
                       e->query.algorithm != WEND_GREEDY;
        if (found && optimal && cost != least) return "a path that should be optimal is not";
    }
    p->found += found;
    return NULL;
}

static const char* check_all(const client* clients, const wend_world* world, const wend_service_stats* stats,
                             replay* p) {
    int32_t count;
    const char* fault = NULL;
    p->edits = collect(clients, true, &p->edit_count);
    const entry** queries = collect(clients, false, &count);
    if (wend_world_version(world) != (uint64_t)p->edit_count) fault = "edits were lost, or applied twice";
    for (int32_t i = 0; i < count && !fault; i++) fault = check_query(p, queries[i]);
    if (!fault) fault = advance_to(p, (uint64_t)p->edit_count, stats->refreshes);
    if (!fault && map_hash(world) != map_hash(p->world)) fault = "the worlds differ in the end";
    for (int32_t c = 0; c < CLIENTS && !fault; c++) {
        fault = clients[c].fault;
        for (int32_t i = 0; i < clients[c].count && !fault; i++) {
            const entry *e = &clients[c].entries[i], *before = e->edit_before;
            wend_result result = e->answer.result;
            if (e->fate == TAKEN && result != WEND_OK &&
                !(clients[c].may_close && result == WEND_ERROR_CANCELLED))
                fault = wend_result_string(result);
            if (e->fate == TAKEN && result == WEND_OK && before && before->fate == TAKEN &&
                before->answer.result == WEND_OK && e->answer.version < before->answer.version)
                fault = "an earlier edit was not applied";
        }
    }
    free(queries);
    free(p->edits);
    return fault;
}

typedef struct totals {
    int64_t checked, found, edits, refreshes, limits, cancelled;
} totals;

static bool check_map(uint64_t seed, int32_t actions, totals* sums) {
    map_recipe recipe = map_recipe_random(seed, 130);
    rng random = rng_seeded(seed);
    wend_world* world = map_make_world(&recipe);
    wend_service_def def = wend_default_service_def();
    def.worker_count = rng_below(&random, 4);
    def.runner_count = rng_between(&random, def.worker_count == 0, CLIENTS);
    def.capacity = rng_chance(&random, 40) ? rng_between(&random, 1, 6) : CLIENTS * actions;
    def.change_capacity = rng_chance(&random, 40) ? rng_between(&random, 1, 6) : CLIENTS * actions;
    def.refresh_clusters = rng_below(&random, 4);
    const bool may_close = rng_chance(&random, 25);
    wend_service* service = NULL;
    must(wend_service_create(world, &def, &service) == WEND_OK);

    const wend_grid* grid = wend_world_grid(world);
    const float* costs = wend_grid_class_costs(grid);
    int32_t classes = 1;
    while (classes < WEND_CLASS_COUNT - 1 && costs[classes + 1] > 0) classes++;
    client clients[CLIENTS];
    pthread_t threads[CLIENTS];
    for (int32_t c = 0; c < CLIENTS; c++) {
        clients[c] = (client){.recipe = &recipe,
                              .service = service,
                              .grid = grid,
                              .random = rng_seeded(seed * CLIENTS + (uint64_t)c),
                              .classes = classes,
                              .may_close = may_close,
                              .entries = malloc(sizeof(entry) * (size_t)actions),
                              .capacity = actions};
        must(clients[c].entries);
    }
    for (int32_t c = 0; c < CLIENTS; c++) must(pthread_create(&threads[c], NULL, act, &clients[c]) == 0);
    for (int32_t c = 0; c < CLIENTS; c++) pthread_join(threads[c], NULL);
    wend_service_close(service);
    wend_service_stats stats = wend_service_get_stats(service);
    must(stats.waiting == 0 && stats.running == 0 && stats.changes == 0 && stats.ready == 0);
    wend_service_destroy(service);

    replay p = {.world = map_make_world(&recipe), .refresh_clusters = def.refresh_clusters};
    wend_search_def search_def = wend_default_search_def();
    must(wend_search_create(&search_def, &p.search) == WEND_OK && wend_path_create(NULL, &p.path) == WEND_OK);
    const char* fault = check_all(clients, world, &stats, &p);
    char text[MAP_RECIPE_TEXT];
    if (fault)
        fprintf(stderr, "%s, seed %llu, %d workers, map \"%s\"\n", fault, (unsigned long long)seed,
                (int)def.worker_count, map_recipe_print(&recipe, text));
    sums->checked += p.checked;
    sums->found += p.found;
    sums->edits += (int64_t)wend_world_version(world);
    sums->refreshes += (int64_t)stats.refreshes;
    for (int32_t c = 0; c < CLIENTS; c++) {
        sums->limits += clients[c].limits;
        for (int32_t i = 0; i < clients[c].count; i++) {
            sums->cancelled += clients[c].entries[i].fate == CANCELLED;
            if (clients[c].entries[i].fate == TAKEN) wend_path_destroy(clients[c].entries[i].answer.path);
        }
        free(clients[c].entries);
    }
    wend_path_destroy(p.path);
    wend_search_destroy(p.search);
    wend_world_destroy(p.world);
    wend_world_destroy(world);
    return !fault;
}

int main(int argc, char** argv) {
    int32_t maps = 30, actions = 120;
    uint64_t first = 1;
    for (int32_t i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--maps") == 0)
            maps = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--first") == 0)
            first = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--actions") == 0)
            actions = atoi(argv[i + 1]);
        else
            return 2;
    }
    int32_t failures = 0;
    totals t = {0};
    for (int32_t i = 0; i < maps; i++) failures += !check_map(first + (uint64_t)i, actions, &t);
    printf("%d maps: %lld answers checked, %lld paths, %lld edits, %lld refresh steps, %lld cancelled, %lld "
           "refused, %d failures\n",
           maps, (long long)t.checked, (long long)t.found, (long long)t.edits, (long long)t.refreshes,
           (long long)t.cancelled, (long long)t.limits, failures);
    bool all =
        t.checked > maps && t.found > 0 && t.edits > 0 && t.refreshes > 0 && t.cancelled > 0 && t.limits > 0;
    return failures > 0 || !all;
}
