// versions.c: what do a fork, a snapshot, and edits beside them cost?
//     bench_versions [--side N] [--edits N] [--seed S]
// On generated ground: forks made and dropped; single edits alone, with a snapshot made before each, and in a
// fork; memory of a fork that changes; hashes after edits; then one thread edits while others ask, each on
// the newest snapshot, by a service: how long edits and queries take alone and together.
#define _XOPEN_SOURCE 700 // clock_gettime
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counting.h"
#include "measure.h"

static void report(const char* what, double* times, int32_t count) {
    qsort(times, (size_t)count, sizeof *times, ascending);
    printf("%-46s median %8.1f us, 99 %% %8.1f, worst %8.1f\n", what, times[count / 2],
           times[count * 99 / 100], times[count - 1]);
}

static wend_world* make_world(int32_t side, uint64_t* random, const wend_allocator* allocator) {
    wend_grid* grid = make_patches(side, 6, false, allocator, random);
    wend_world_def def = wend_default_world_def();
    def.allocator = allocator;
    wend_world* world = NULL;
    must(wend_world_build(&grid, &def, &world), "world");
    return world;
}

static wend_edit random_edit(int32_t side, uint64_t* random) {
    const wend_rect area = {below(random, side), below(random, side), 1, 1};
    return wend_edit_tiles(area, (uint8_t)below(random, 10));
}

static double time_edit(wend_world* world, int32_t side, uint64_t* random) {
    const wend_edit edit = random_edit(side, random);
    const double began = now_us();
    must(wend_world_edit(world, &edit, 1, NULL), "edit");
    return now_us() - began;
}

// ---- comparing versions: each edit is compared with the world as it was, by hashes

static void time_hashes(wend_world* world, int32_t side, int32_t edits, uint64_t* random, double* times) {
    const double began = now_us();
    uint64_t sum = wend_world_hash(world);
    printf("%-46s        %8.1f us\n", "hash of the world, the first", now_us() - began);
    for (int32_t i = 0; i < edits; i++) {
        time_edit(world, side, random);
        const double start = now_us();
        sum ^= wend_world_hash(world);
        times[i] = now_us() - start;
    }
    report("hash after an edit", times, edits);
    printf("%-46s %016llx\n", "exclusive or of all hashes", (unsigned long long)sum);
    int32_t different = 0;
    for (int32_t i = 0; i < edits; i++) {
        wend_world* other = NULL;
        must(wend_world_fork(world, &other), "fork");
        time_edit(other, side, random);
        const double start = now_us();
        different += wend_world_hash(world) != wend_world_hash(other);
        times[i] = now_us() - start;
        wend_world_destroy(other);
    }
    report("comparing a fork that an edit has changed", times, edits);
    printf("%-46s %d of %d differ\n", "", different, edits);
}

// ---- a service

enum { WORKERS = 4, ASKED = 64 };

static void serve(wend_world* world, int32_t side, int32_t edits, uint64_t* random, double* times) {
    wend_service_def def = wend_default_service_def();
    wend_service* service = NULL;
    def.worker_count = WORKERS;
    def.refresh_clusters = 0;
    must(wend_service_create(world, &def, &service), "service");
    int32_t applied = 0, answers = 0;
    double waited = 0;
    while (applied < edits) { // queries are always waiting
        wend_ticket ticket;
        wend_answer answer;
        bool ready = true;
        while (wend_service_get_stats(service).waiting < ASKED) {
            const wend_query query =
                wend_default_query((wend_tile){below(random, side), below(random, side)},
                                   (wend_tile){below(random, side), below(random, side)});
            must(wend_service_submit(service, &query, 0, 0, &ticket), "query");
        }
        const wend_edit edit = random_edit(side, random);
        const double began = now_us();
        must(wend_service_submit_edits(service, &edit, 1, 1, &ticket), "edit");
        must(wend_service_wait(service, ticket, &answer), "edit");
        times[applied++] = now_us() - began;
        for (;;) {
            must(wend_service_next(service, &ready, &answer), "answer");
            if (!ready) break;
            answers++;
            waited += (double)answer.stats.total_ns * 1e-3;
            wend_path_destroy(answer.path);
        }
    }
    wend_service_destroy(service);
    report("edit while 4 threads never stop asking", times, edits);
    printf("%-46s %d answers, mean %.1f us\n", "", answers, answers > 0 ? waited / answers : 0);
}

int main(int argc, char** argv) {
    int32_t side = 1024, edits = 400;
    int64_t seed = 1;
    const bench_option options[] = {
        {"--side", .number = &side}, {"--edits", .number = &edits}, {"--seed", .large = &seed}, {NULL}};
    read_options(argc, argv, 1, options);
    uint64_t random = (uint64_t)seed;
    if (side < 100 || edits < 10 || random == 0) {
        fprintf(stderr, "versions: expected --side >= 100, --edits >= 10, --seed >= 1\n");
        return 2;
    }
    wend_world *world = make_world(side, &random, &counting), *other = NULL;
    double* times = malloc((size_t)edits * sizeof *times);
    if (!times) return 1;
    printf("%d x %d tiles\n", side, side);
    for (int32_t i = 0; i < edits; i++) {
        const double began = now_us();
        must(wend_world_fork(world, &other), "fork");
        wend_world_destroy(other);
        times[i] = now_us() - began;
    }
    report("fork, made and dropped", times, edits);
    for (int32_t i = 0; i < edits; i++) times[i] = time_edit(world, side, &random);
    report("edit, nothing shared", times, edits);
    for (int32_t i = 0; i < edits; i++) {
        must(wend_world_snapshot(world, &other), "snapshot");
        times[i] = time_edit(world, side, &random);
        wend_world_destroy(other);
    }
    report("edit, the first after a snapshot", times, edits);
    const size_t before = counted_bytes;
    must(wend_world_fork(world, &other), "fork");
    const size_t made = counted_bytes;
    for (int32_t i = 0; i < edits; i++) times[i] = time_edit(other, side, &random);
    report("edit in a fork", times, edits);
    printf("a fork takes %zu KB, and %.1f KB more for each edit\n", (made - before) / 1024,
           (double)(counted_bytes - made) / 1024 / edits);
    wend_world_destroy(other);
    time_hashes(world, side, edits, &random, times);
    for (int32_t i = 0; i < edits; i++) times[i] = time_edit(world, side, &random);
    report("edit of a world that was hashed", times, edits);
    wend_world_destroy(world);
    world = make_world(side, &random, NULL); // threads do not share the counter
    serve(world, side, edits, &random, times);
    wend_world_destroy(world);
    free(times);
    return 0;
}
