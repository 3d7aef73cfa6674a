// golden.c: does this build give the same answers as every build before? Each line of golden.txt holds the
// recipe of a map and the hashes of its world, of the answers to a list of queries, and of the motion of an
// agent along one of them. The hashes are the same with 1, 2 and 8 threads, and with any compiler and
// optimisation level.
//
//     golden FILE          compares; exits 1 and prints each line that differs as it is now
//     golden FILE --new    prints every line as it is now
//
// Lines change only on purpose, and then CHANGELOG.md says so.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "maps.h"
#include "wend/wend.h"

enum { QUERIES = 60, TICKS = 400 };
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__) // has one thread
enum { MOST_WORKERS = 1 };
#else
enum { MOST_WORKERS = 8 };
#endif

typedef struct hashes {
    uint64_t world, answers, walk;
} hashes;

// FNV-1a over the bytes of a number, the lowest first on every machine.
static uint64_t mix(uint64_t hash, uint64_t number, int32_t bytes) {
    for (int32_t i = 0; i < bytes; i++) hash = (hash ^ (number >> 8 * i & 0xff)) * 0x100000001b3u;
    return hash;
}

static uint64_t mix_float(uint64_t hash, float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return mix(hash, bits, 4);
}

static uint64_t mix_position(uint64_t hash, wend_vec2 position) {
    return mix_float(mix_float(hash, position.x), position.y);
}

static void must(wend_result result) {
    if (result == WEND_OK) return;
    fprintf(stderr, "golden: %s\n", wend_result_string(result));
    exit(4);
}

static wend_world* build(const map_recipe* recipe, int32_t workers) {
    wend_threads* threads = NULL;
    must(wend_threads_create(workers, &threads));
    wend_world_def def = map_world_def(recipe);
    def.tasks = wend_threads_tasks(threads);
    wend_world* world = map_build_world(map_make(recipe), &def);
    wend_threads_destroy(threads);
    return world;
}

// Every position of an agent that sets out along the path, bit by bit.
static uint64_t walk(const wend_grid* grid, const wend_path* path, uint64_t hash) {
    int32_t count;
    wend_agent agent = {.position = wend_grid_center(grid, wend_path_tiles(path, &count)[0]),
                        .max_speed = 3,
                        .max_acceleration = 9};
    bool arrived = false;
    for (int32_t i = 0; i < TICKS && !arrived; i++) {
        must(wend_steer_follow(&agent, grid, path, 1.0f / 30, &arrived));
        hash = mix_position(hash, agent.position);
    }
    return hash;
}

// A crowd between random tiles, after some ticks.
static uint64_t stroll(const wend_world* world, uint64_t seed, uint64_t hash) {
    enum { AGENTS = 30 };
    const wend_grid* grid = wend_world_grid(world);
    wend_crowd_def def = wend_default_crowd_def();
    def.work_per_tick = INT32_MAX; // all set out at once
    wend_crowd* crowd = NULL;
    must(wend_crowd_create(world, &def, &crowd));
    rng random = rng_seeded(seed);
    float size = wend_grid_tile_size(grid);
    for (int32_t i = 0; i < AGENTS; i++) {
        wend_tile start, goal = map_random_tile(grid, &random);
        if (!map_random_open_tile(grid, &random, &start)) break;
        wend_agent agent = {.position = wend_grid_center(grid, start),
                            .max_speed = 5 * size,
                            .max_acceleration = 30 * size,
                            .radius = 0.3f * size};
        wend_agent_id id;
        must(wend_crowd_add(crowd, &agent, &id));
        must(wend_crowd_send(crowd, id, goal));
    }
    for (int32_t i = 0; i < TICKS; i++) must(wend_crowd_tick(crowd, 1.0f / 30));
    uint64_t stood = wend_crowd_hash(crowd);
    wend_crowd_destroy(crowd);
    return mix(hash, stood, 8);
}

static hashes hashes_of(const wend_world* world, uint64_t seed) {
    const wend_grid* grid = wend_world_grid(world);
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    must(wend_search_create(&def, &search));
    must(wend_path_create(NULL, &path));
    hashes h = {.world = wend_world_hash(world)};
    rng random = rng_seeded(seed);
    for (int32_t i = 0; i < QUERIES; i++) {
        wend_tile start = map_random_tile(grid, &random), goal = map_random_tile(grid, &random);
        wend_query query = wend_default_query(start, goal);
        query.algorithm =
            (wend_algorithm)(i % 2 ? WEND_HPA : i / 2 % (WEND_BFS + 1)); // later ones change nothing
        query.heuristic = (wend_heuristic)(i % WEND_HEURISTIC_COUNT);
        query.smooth = i % 3 == 0;
        must(wend_find_path(search, world, &query, path, NULL));
        uint64_t answer = wend_path_hash(path);
        int32_t count;
        const wend_vec2* waypoints = wend_path_waypoints(path, &count);
        h.answers = mix(h.answers, answer, 8);
        for (int32_t k = 0; k < count; k++) h.answers = mix_position(h.answers, waypoints[k]);
        if (wend_path_outcome(path) == WEND_FOUND) h.walk = walk(grid, path, h.walk);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    h.walk = stroll(world, seed, h.walk);
    return h;
}

static void print_line(FILE* out, const char* recipe, hashes h) {
    fprintf(out, "%s | %016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n", recipe, h.world, h.answers, h.walk);
}

int main(int argc, char** argv) {
    bool renew = argc == 3 && strcmp(argv[2], "--new") == 0;
    FILE* in = argc == 2 || renew ? fopen(argv[1], "r") : NULL;
    if (!in) {
        fprintf(stderr, "usage: golden FILE [--new]\n");
        return 2;
    }
    int32_t lines = 0, failures = 0;
    char line[300];
    while (fgets(line, sizeof line, in)) {
        char* bar = strstr(line, " | ");
        map_recipe recipe;
        hashes expected = {0};
        if (bar) *bar = '\0';
        if (!bar || !map_recipe_parse(line, &recipe) ||
            (sscanf(bar + 3, "%" SCNx64 " %" SCNx64 " %" SCNx64, &expected.world, &expected.answers,
                    &expected.walk) != 3 &&
             !renew)) {
            fprintf(stderr, "golden: %s: line %d: expected a recipe, ' | ' and three hashes\n", argv[1],
                    lines + 1);
            return 3;
        }
        lines++;
        wend_world* world = build(&recipe, 1);
        hashes found = hashes_of(world, recipe.seed);
        wend_world_destroy(world);
        if (renew) {
            print_line(stdout, line, found);
            continue;
        }
        if (memcmp(&found, &expected, sizeof found) != 0) {
            fprintf(stderr, "changed: ");
            print_line(stderr, line, found);
            failures++;
        }
        for (int32_t workers = 2; workers <= MOST_WORKERS; workers *= 4) {
            world = build(&recipe, workers);
            if (wend_world_hash(world) != found.world) {
                fprintf(stderr, "%d workers build another world: %s\n", workers, line);
                failures++;
            }
            wend_world_destroy(world);
        }
    }
    fclose(in);
    if (!renew) printf("%d maps, %d failures\n", lines, failures);
    return failures > 0 || lines == 0;
}
