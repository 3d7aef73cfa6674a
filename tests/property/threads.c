// threads.c: many threads query one world at once, each with its own search, and get what one thread gets,
// with subgoals too where the map has the form for them; and pools of any size build the same world.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "maps.h"
#include "wend/wend.h"

enum { THREADS = 4, QUERIES = 60, MAPS = 40, MOST_BYTES = 1 << 20 };

typedef struct answers {
    const wend_world* world;
    uint64_t seed;
    bool failed;
    int32_t found;
    uint64_t hashes[QUERIES];
} answers;

static void* query_all(void* context) {
    answers* a = context;
    const wend_grid* grid = wend_world_grid(a->world);
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    a->failed = wend_search_create(&def, &search) != WEND_OK || wend_path_create(NULL, &path) != WEND_OK;
    rng random = rng_seeded(a->seed);
    for (int32_t i = 0; i < QUERIES && !a->failed; i++) {
        wend_tile start = map_random_tile(grid, &random), goal = map_random_tile(grid, &random);
        wend_query query = wend_default_query(start, goal);
        query.algorithm = (wend_algorithm)(i % 4 ? WEND_HPA : rng_below(&random, WEND_ALGORITHM_COUNT));
        a->failed = wend_find_path(search, a->world, &query, path, NULL) != WEND_OK;
        a->found += wend_path_outcome(path) == WEND_FOUND;
        a->hashes[i] = wend_path_hash(path) + wend_world_connected(a->world, start, goal);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    return NULL;
}

static bool check_queries(const wend_world* world, const char* recipe, int64_t* found_io) {
    answers alone = {.world = world, .seed = 5}, together[THREADS];
    query_all(&alone);
    pthread_t threads[THREADS];
    bool good = !alone.failed;
    *found_io += alone.found;
    for (int32_t t = 0; t < THREADS; t++) {
        together[t] = (answers){.world = world, .seed = 5};
        if (pthread_create(&threads[t], NULL, query_all, &together[t]) != 0) abort();
    }
    for (int32_t t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
        good = good && !together[t].failed;
        for (int32_t i = 0; i < QUERIES; i++) good = good && together[t].hashes[i] == alone.hashes[i];
    }
    if (!good) fprintf(stderr, "threads get other answers on map \"%s\"\n", recipe);
    return good;
}

static bool check_builds(const map_recipe* recipe, uint64_t hash, const char* text) {
    static const int32_t workers[] = {1, 2, 3, 8};
    bool good = true;
    for (int32_t i = 0; i < 4; i++) {
        wend_threads* threads = NULL;
        if (wend_threads_create(workers[i], &threads) != WEND_OK) abort();
        wend_world_def def = map_world_def(recipe);
        def.tasks = wend_threads_tasks(threads);
        wend_world* world = map_build_world(map_make(recipe), &def);
        if (wend_world_hash(world) != hash) {
            fprintf(stderr, "%d workers build another world from map \"%s\"\n", workers[i], text);
            good = false;
        }
        wend_world_destroy(world);
        wend_threads_destroy(threads);
    }
    return good;
}

int main(void) {
    int32_t failures = 0;
    int32_t indexed = 0;
    int64_t found = 0;
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        map_recipe recipe = map_recipe_random(seed, 150);
        if (seed % 4 == 0) { // the form for subgoals
            recipe.connectivity = WEND_CONNECTIVITY_8;
            recipe.costs = COSTS_UNIT;
        }
        char text[MAP_RECIPE_TEXT];
        map_recipe_print(&recipe, text);
        wend_world* world = map_make_world(&recipe);
        failures += !check_queries(world, text, &found);
        failures += !check_builds(&recipe, wend_world_hash(world), text);
        if (wend_world_add_subgoals(world, MOST_BYTES, NULL, NULL) == WEND_OK) {
            indexed++;
            failures += !check_queries(world, text, &found);
        }
        wend_world_destroy(world);
    }
    printf("%d maps, %d with subgoals, %lld paths, %d failures\n", MAPS, indexed, (long long)found, failures);
    return failures > 0 || found < MAPS || indexed < MAPS / 4;
}
