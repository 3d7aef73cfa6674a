// soak.c: does a process that never ends stay right, and does its memory stay flat? Worlds of every kind live
// through hundreds of rounds of edits, links, class costs, saves and patches. In each round queries, fields,
// a crowd and a service with a thread of its own work on them; answers are compared with a plain model and a
// textbook Dijkstra. A world that was refreshed equals a new build and takes as much memory; when a world
// ends, no block is left.
//     soak [--seconds N] [--first SEED] [--rounds N] [--most SIDE]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arguments.h"
#include "expected_answer.h"
#include "failing_malloc.h"
#include "files.h"
#include "verify.h"
#include "wend/wend.h"
#include "world_operation.h"

enum { AGENTS = 12, TICKS = 8, QUERIES = 4, CALLS = 6 };

typedef struct soak {
    world_model model;
    wend_world* world;
    oracle* truth; // of profile 0 as it is now; NULL: not known yet
    wend_search* search;
    wend_path *path, *kept;
    wend_field* field;
    wend_crowd* crowd; // NULL: there is none on this world yet
    rng random;
    int64_t rounds, changes, queries, ticks, arrived, services, builds;
    size_t greatest; // bytes of a world
} soak;

static const char* failed;

static bool fails(const char* what) {
    if (!failed) failed = what;
    return false;
}

static void forget_truth(soak* s) {
    oracle_destroy(s->truth);
    s->truth = NULL;
}

static oracle* truth_of(soak* s) {
    if (!s->truth) s->truth = oracle_of_grid(wend_world_grid(s->world));
    return s->truth;
}

static wend_tile random_tile(soak* s) {
    return (wend_tile){rng_below(&s->random, s->model.map.width), rng_below(&s->random, s->model.map.height)};
}

// ---- changes

static bool change(soak* s) {
    const world_operation operation = world_operation_draw(&s->model, &s->random);
    if (operation.kind >= OPERATION_OPEN) { // the world gives way to another
        wend_crowd_destroy(s->crowd);
        s->crowd = NULL;
    }
    const char* fault = world_operation_do(&operation, &s->model, &s->world);
    forget_truth(s);
    s->changes++;
    return !fault || fails(fault);
}

// ---- answers

static wend_query random_query(soak* s) {
    wend_query query = wend_default_query(random_tile(s), random_tile(s));
    query.algorithm =
        rng_chance(&s->random, 60) ? WEND_HPA : (wend_algorithm)rng_below(&s->random, WEND_ALGORITHM_COUNT);
    query.smooth = rng_chance(&s->random, 30);
    query.partial = rng_chance(&s->random, 30);
    query.snap = rng_chance(&s->random, 30) ? 4 : 0;
    return query;
}

static bool check_path(soak* s, const wend_query* query, const wend_path* path) {
    const wend_grid* grid = wend_world_grid(s->world);
    const wend_tile goal = expected_snap(grid, query->goal, (double)query->snap);
    const expected_answer e =
        expect_answer(truth_of(s), grid, query, &(query_goals){&query->goal, &goal, 1, true});
    const char* fault = check_answer(&e, grid, query, path);
    s->queries++;
    return !fault || fails(fault);
}

static bool ask(soak* s) {
    const wend_query query = random_query(s);
    if (wend_find_path(s->search, s->world, &query, s->path, NULL) != WEND_OK) return fails("a query fails");
    if (!check_path(s, &query, s->path)) return false;
    if (wend_path_outcome(s->path) != WEND_FOUND || !rng_chance(&s->random, 10)) return true;
    wend_path* path = s->kept; // for later rounds
    s->kept = s->path;
    s->path = path;
    return true;
}

// A path that is kept from world to world; one of a world of another size cannot be repaired.
static bool repair(soak* s) {
    char text[VERIFY_TEXT];
    const wend_grid* grid = wend_world_grid(s->world);
    const wend_result result = wend_path_repair(s->search, s->world, s->kept, NULL);
    if (result != WEND_OK) return result == WEND_ERROR_ARGUMENT || fails("a repair fails");
    if (wend_path_outcome(s->kept) != WEND_FOUND) return true;
    const char* fault =
        verify_path(grid, s->kept, wend_path_start_tile(s->kept), wend_path_goal_tile(s->kept), text);
    return !fault || fails(fault);
}

static bool fill(soak* s) {
    const wend_tile start = random_tile(s);
    const wend_grid* grid = wend_world_grid(s->world);
    if (!wend_grid_passable(grid, start)) return true;
    if (wend_world_verify(s->world, NULL) != WEND_OK ||
        wend_field_fill(s->field, grid, WEND_FIELD_FROM, &start, 1, INFINITY) != WEND_OK)
        return fails("a field fails");
    const double* units = oracle_distances(truth_of(s), ORACLE_UNITS, start, false);
    for (int32_t i = 0; i < 50; i++) {
        const wend_tile tile = random_tile(s);
        const double found = wend_field_cost(s->field, tile) * wend_grid_cost_units(grid);
        const double best = oracle_at(truth_of(s), units, tile);
        if (isfinite(found) != isfinite(best) || (isfinite(best) && fabs(found - best) > 1e-6 * (best + 1)))
            return fails("another cost in a field");
    }
    return true;
}

// ---- agents

static bool add_agents(soak* s) {
    const wend_grid* grid = wend_world_grid(s->world);
    wend_crowd_def def = wend_default_crowd_def();
    def.partial = true;
    if (wend_crowd_create(s->world, &def, &s->crowd) != WEND_OK) return fails("no crowd");
    for (int32_t i = 0; i < AGENTS; i++) {
        const wend_tile at = random_tile(s);
        const float size = wend_grid_tile_size(grid);
        const wend_agent agent = {.position = wend_grid_center(grid, at),
                                  .max_speed = 6 * size,
                                  .max_acceleration = 40 * size,
                                  .radius = 0.2f * size};
        wend_agent_id id;
        if (wend_grid_passable(grid, at) && wend_crowd_add(s->crowd, &agent, &id) != WEND_OK)
            return fails("an agent is refused");
    }
    return true;
}

static bool walk(soak* s) {
    int32_t count = 0;
    if (!s->crowd && !add_agents(s)) return false;
    const wend_agent_id* ids = wend_crowd_ids(s->crowd, &count);
    for (int32_t i = 0; i < count; i++) {
        const wend_agent_state state = wend_crowd_state(s->crowd, ids[i]);
        s->arrived += state == WEND_AGENT_ARRIVED;
        if (state != WEND_AGENT_WALKING && state != WEND_AGENT_ON_LINK && state != WEND_AGENT_WAITING &&
            wend_crowd_send(s->crowd, ids[i], random_tile(s)) != WEND_OK)
            return fails("an agent cannot be sent");
    }
    for (int32_t i = 0; i < TICKS; i++)
        if (wend_crowd_tick(s->crowd, 0.1f) != WEND_OK) return fails("a tick fails");
    s->ticks += TICKS;
    const wend_agent* agents = wend_crowd_agents(s->crowd, &count);
    ids = wend_crowd_ids(s->crowd, &count);
    for (int32_t i = 0; i < count; i++) {
        wend_tile tile;
        if (wend_crowd_state(s->crowd, ids[i]) == WEND_AGENT_ON_LINK) continue; // straight over anything
        if (wend_grid_tile_at(wend_world_grid(s->world), agents[i].position, &tile) != WEND_OK)
            return fails("an agent has left the map");
    }
    return true;
}

// ---- a service with one thread

static bool serve(soak* s) {
    wend_service_def def = wend_default_service_def();
    def.refresh_clusters = 0; // the model says what is pending
    wend_service* service = NULL;
    wend_query queries[CALLS];
    wend_ticket tickets[CALLS];
    bool good = wend_service_create(s->world, &def, &service) == WEND_OK || fails("no service");
    for (int32_t i = 0; i < CALLS && good; i++) {
        queries[i] = random_query(s);
        good = wend_service_submit(service, &queries[i], i % 3, 0, &tickets[i]) == WEND_OK ||
               fails("not submitted");
    }
    for (int32_t i = 0; i < CALLS && good; i++) {
        wend_answer answer;
        good = wend_service_wait(service, tickets[i], &answer) == WEND_OK || fails("no answer");
        if (!good) break;
        good = answer.result == WEND_OK ? check_path(s, &queries[i], answer.path)
                                        : fails("a query of a service fails");
        wend_path_destroy(answer.path);
    }
    wend_service_destroy(service);
    s->services++;
    return good;
}

// ---- rounds

static bool round_of(soak* s) {
    s->rounds++;
    for (int32_t i = rng_between(&s->random, 1, 3); i > 0; i--)
        if (!change(s)) return false;
    for (int32_t i = 0; i < QUERIES; i++)
        if (!ask(s)) return false;
    if (rng_chance(&s->random, 30) && !repair(s)) return false;
    if (rng_chance(&s->random, 30) && !fill(s)) return false;
    if (rng_chance(&s->random, 20) && !serve(s)) return false;
    return walk(s);
}

// Edits must not make a world grow.
static bool compare_with_build(soak* s) {
    if (wend_world_refresh(s->world, 0, NULL) != WEND_OK) return fails("a refresh fails");
    s->model.refreshed = true;
    if (!s->model.declares_range) return true; // its unit is that of its first costs
    wend_world* fresh = world_model_build(&s->model);
    const char* fault = map_compare(s->world, fresh);
    const size_t bytes = wend_world_get_info(s->world).bytes, least = wend_world_get_info(fresh).bytes;
    wend_world_destroy(fresh);
    s->builds++;
    if (bytes > s->greatest) s->greatest = bytes;
    if (fault) return fails(fault);
    if (s->model.mapped) return true; // its file and patches stay as large as they were made
    return bytes <= 3 * least + (1 << 18) || fails("a world has grown");
}

static void end_world(soak* s) {
    wend_crowd_destroy(s->crowd);
    s->crowd = NULL;
    forget_truth(s);
    wend_world_destroy(s->world);
    s->world = NULL;
    world_model_free(&s->model);
}

static void open_tools(soak* s) {
    const wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &s->search) != WEND_OK || wend_path_create(NULL, &s->path) != WEND_OK ||
        wend_path_create(NULL, &s->kept) != WEND_OK || wend_field_create(NULL, &s->field) != WEND_OK)
        abort();
}

static void close_tools(soak* s) {
    wend_search_destroy(s->search);
    wend_path_destroy(s->path);
    wend_path_destroy(s->kept);
    wend_field_destroy(s->field);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Pages of the process in memory; 0 where the system does not tell.
static long resident_pages(void) {
    long all = 0, resident = 0;
    FILE* in = fopen("/proc/self/statm", "r");
    if (in && fscanf(in, "%ld %ld", &all, &resident) != 2) resident = 0;
    if (in) fclose(in);
    return resident;
}

int main(int argc, char** argv) {
    const double seconds = (double)number_argument(argc, argv, "--seconds", 1);
    const int64_t first = number_argument(argc, argv, "--first", 1);
    const int64_t rounds = number_argument(argc, argv, "--rounds", 40);
    const int64_t most = number_argument(argc, argv, "--most", 100);
    static soak s;
    files_enter();
    const double begin = now();
    double told = begin;
    const int64_t live = failing_malloc_live();
    int64_t worlds = 0;
    long warm = 0; // pages after the first tenth
    do {
        const uint64_t seed = (uint64_t)(first + worlds++);
        open_tools(&s);
        s.random = rng_seeded(seed);
        s.world = world_model_make(&s.model, seed, (int32_t)most, false);
        for (int64_t i = 0; i < rounds && round_of(&s); i++) {
        }
        if (!failed) compare_with_build(&s);
        end_world(&s);
        close_tools(&s);
        if (failing_malloc_live() != live) fails("memory leaks");
        if (failed) fprintf(stderr, "soak: %s: --first %llu\n", failed, (unsigned long long)seed);
        if (warm == 0 && now() > begin + seconds / 10) warm = resident_pages();
        if (now() < told + 60) continue;
        told = now();
        printf("%.0f s: %lld worlds, %lld queries, %ld pages\n", told - begin, (long long)worlds,
               (long long)s.queries, resident_pages());
        fflush(stdout);
    } while (!failed && now() < begin + seconds);
    files_leave();
    const long end = resident_pages();
    printf("%lld worlds, %lld rounds, %lld changes, %lld queries, %lld ticks, %lld arrivals, %lld services, "
           "%lld builds "
           "compared; the largest world had %zu bytes; %ld pages, %ld after a tenth of the time\n",
           (long long)worlds, (long long)s.rounds, (long long)s.changes, (long long)s.queries,
           (long long)s.ticks, (long long)s.arrived, (long long)s.services, (long long)s.builds, s.greatest,
           end, warm);
    // Pages are flat in the long run; in seconds, the largest world may come late.
    if (seconds >= 300 && warm > 0 && end > warm + warm / 2 + 4096) failed = "the process has grown";
    if (failed) fprintf(stderr, "soak: %s\n", failed);
    return failed != NULL;
}
