// fleet.c: how many movers does a fleet take, how long does a step take, and how much do they get done?
//     bench_fleet [--map FILE.map | --warehouse HEIGHT] [--side N] [--movers N] [--steps N] [--stream]
//                 [--threads N] [--look-ahead N] [--plans N] [--seed S] [--turns] [--every N]
//                 [--at-once N] [--directions 4|8]
// On a MovingAI map, of four neighbours as plans for many agents are compared, on a warehouse of so many rows
// and --side columns, likewise, both of eight with --directions 8, or on generated ground of eight
// neighbours. Movers with --turns go and face four ways, if not told otherwise. With --every, each so many
// steps a line says what was done in them. Each mover gets a random goal; with --stream it gets the next one
// as soon as it is there. Every step is checked for conflicts, and the exit code is 1 when there are some.
#define _XOPEN_SOURCE 700 // clock_gettime
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include <wend/extras.h>

static wend_grid* make_open(int32_t width, int32_t height, int32_t directions) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    def.connectivity = directions == 8 ? WEND_CONNECTIVITY_8 : WEND_CONNECTIVITY_4;
    return make_grid(&def);
}

// Shelves of 3 x 2 tiles with aisles of one tile between them, and room around all.
static wend_grid* make_warehouse(int32_t width, int32_t height, int32_t directions) {
    enum { ROOM = 8 };
    wend_grid* grid = make_open(width, height, directions);
    for (int32_t y = ROOM; y + 2 <= height - ROOM; y += 3)
        for (int32_t x = ROOM; x + 3 <= width - ROOM; x += 4)
            wend_grid_fill(grid, (wend_rect){x, y, 3, 2}, 0);
    return grid;
}

// Only '.' and 'G' are passable.
static wend_grid* read_map(const char* file, int32_t directions) {
    FILE* in = fopen(file, "r");
    char line[8192];
    int32_t width = 0, height = 0;
    while (in && fgets(line, sizeof line, in) && strncmp(line, "map", 3) != 0)
        if (sscanf(line, "height %d", &height) != 1) (void)sscanf(line, "width %d", &width);
    if (!in || width < 1 || height < 1 || width > 8000) {
        fprintf(stderr, "fleet: %s: not a MovingAI map\n", file);
        exit(3);
    }
    wend_grid* grid = make_open(width, height, directions);
    for (int32_t y = 0; y < height && fgets(line, sizeof line, in); y++)
        for (int32_t x = 0; x < width; x++)
            if (line[x] != '.' && line[x] != 'G') wend_grid_fill(grid, (wend_rect){x, y, 1, 1}, 0);
    fclose(in);
    return grid;
}

// A passable tile of the largest component.
static wend_tile random_tile(const wend_world* world, uint64_t* random, wend_tile main_tile) {
    for (;;) {
        const wend_tile tile = passable_tile(wend_world_grid(world), 0, random);
        if (main_tile.x < 0 || wend_world_connected(world, main_tile, tile)) return tile;
    }
}

// A tile that most others reach.
static wend_tile find_main(const wend_world* world, uint64_t* random) {
    wend_tile best = {-1, -1};
    int32_t most = -1;
    for (int32_t i = 0; i < 20; i++) {
        const wend_tile tile = random_tile(world, random, (wend_tile){-1, -1});
        int32_t reached = 0;
        for (int32_t k = 0; k < 50; k++)
            reached += wend_world_connected(world, tile, random_tile(world, random, (wend_tile){-1, -1}));
        if (reached > most) most = reached, best = tile;
    }
    return best;
}

int main(int argc, char** argv) {
    const char* map = NULL;
    int32_t side = 1024, count = 1000, steps = 500, threads_wanted = 1, look_ahead = 0, plans = 0;
    int32_t warehouse = 0, every = 0, at_once = 0, directions = 0;
    bool stream = false, turns = false;
    int64_t seed = 1;
    const bench_option options[] = {{"--stream", .flag = &stream},
                                    {"--turns", .flag = &turns},
                                    {"--map", .text = &map},
                                    {"--warehouse", .number = &warehouse},
                                    {"--at-once", .number = &at_once},
                                    {"--directions", .number = &directions},
                                    {"--every", .number = &every},
                                    {"--side", .number = &side},
                                    {"--movers", .number = &count},
                                    {"--steps", .number = &steps},
                                    {"--threads", .number = &threads_wanted},
                                    {"--plans", .number = &plans},
                                    {"--look-ahead", .number = &look_ahead},
                                    {"--seed", .large = &seed},
                                    {NULL}};
    read_options(argc, argv, 1, options);
    uint64_t random = (uint64_t)seed;
    if (side < 100 || count < 1 || steps < 1 || threads_wanted < 1 || random == 0) {
        fprintf(stderr, "fleet: expected --side >= 100, all other numbers >= 1\n");
        return 2;
    }
    wend_grid* grid = map             ? read_map(map, directions)
                      : warehouse > 0 ? make_warehouse(side, warehouse, directions)
                                      : make_patches(side, 6, false, NULL, &random);
    wend_world* world = build_world(grid, 1);
    wend_threads* threads = NULL;
    wend_fleet_def def = wend_default_fleet_def();
    if (plans > 0) def.plans_per_step = plans;
    if (look_ahead > 0) def.look_ahead = look_ahead;
    def.at_once = at_once;
    def.turns = turns;
    if (turns || directions > 0) def.directions = directions == 8 ? 8 : 4;
    if (threads_wanted > 1) {
        must(wend_threads_create(threads_wanted, &threads), "threads");
        def.tasks = wend_threads_tasks(threads);
    }
    wend_fleet* fleet = NULL;
    must(wend_fleet_create(world, &def, &fleet), "fleet");
    const wend_tile main_tile = find_main(world, &random);
    int32_t placed = 0;
    for (int64_t tries = 0; placed < count && tries < 100 * (int64_t)count; tries++) {
        int32_t mover;
        const wend_tile at = random_tile(world, &random, main_tile);
        if (wend_fleet_add(fleet, at, 0, 0, &mover) == WEND_OK) placed++;
    }
    // Different goals, so that all can be at theirs at once.
    for (int32_t i = 0; i < placed; i++) {
        wend_tile goal = random_tile(world, &random, main_tile);
        bool used = !stream;
        while (used) {
            used = false;
            for (int32_t k = 0; k < i && !used; k++) {
                const wend_tile other = wend_fleet_mover(fleet, k)->goal;
                used = other.x == goal.x && other.y == goal.y;
            }
            if (used) goal = random_tile(world, &random, main_tile);
        }
        must(wend_fleet_send(fleet, i, goal), "goal");
    }
    double* times = malloc((size_t)steps * sizeof *times);
    double* cpu_times = malloc((size_t)steps * sizeof *cpu_times);
    wend_tile* before = malloc((size_t)placed * sizeof *before);
    wend_tile* after = malloc((size_t)placed * sizeof *after);
    int64_t* last = calloc((size_t)placed, sizeof *last); // when it last was not at its goal
    if (!times || !cpu_times || !before || !after || !last) return 1;
    int64_t conflicts = 0, reached = 0, sum = 0, reached_before = 0, stood = 0;
    int32_t done = 0, most_at_goal = 0;
    size_t most_bytes = 0;
    for (; done < steps; done++) {
        int32_t total, found = 0, at_goal = 0;
        const wend_mover* movers = wend_fleet_movers(fleet, &total);
        for (int32_t i = 0; i < placed; i++) before[i] = movers[i].tile;
        const double began = now_us(), cpu_began = process_us();
        must(wend_fleet_step(fleet), "step");
        times[done] = now_us() - began;
        cpu_times[done] = process_us() - cpu_began;
        for (int32_t i = 0; i < placed; i++) {
            after[i] = movers[i].tile;
            const bool there = after[i].x == movers[i].goal.x && after[i].y == movers[i].goal.y;
            stood += after[i].x == before[i].x && after[i].y == before[i].y;
            if (!there) last[i] = done + 1;
            at_goal += there;
            if (!there || !stream) continue;
            reached++;
            must(wend_fleet_send(fleet, i, random_tile(world, &random, main_tile)), "goal");
        }
        must(wend_check_moves(wend_world_grid(world), before, after, placed, NULL, 0, &found), "check");
        conflicts += found;
        if (at_goal > most_at_goal) most_at_goal = at_goal;
        if (done % 16 == 0 && wend_fleet_bytes(fleet) > most_bytes) most_bytes = wend_fleet_bytes(fleet);
        if (every > 0 && (done + 1) % every == 0) {
            double cpu = 0;
            for (int32_t i = done + 1 - every; i <= done; i++) cpu += cpu_times[i];
            const wend_fleet_stats now = wend_fleet_get_stats(fleet);
            printf("step %d: %lld goals reached, %.1f %% of all steps stood, %d stuck, %.1f ms a step\n",
                   done + 1, (long long)(reached - reached_before), 100.0 * (double)stood / every / placed,
                   now.stuck, cpu / every / 1e3);
            fflush(stdout);
            reached_before = reached;
            stood = 0;
        }
        if (!stream && at_goal == placed) {
            done++;
            break;
        }
    }
    for (int32_t i = 0; i < placed; i++) sum += last[i] + 1;
    const double first = times[0], cpu_first = cpu_times[0];
    double all = 0, cpu_all = 0;
    for (int32_t i = 0; i < done; i++) {
        all += times[i];
        cpu_all += cpu_times[i];
    }
    qsort(times, (size_t)done, sizeof *times, ascending);
    qsort(cpu_times, (size_t)done, sizeof *cpu_times, ascending);
    const wend_fleet_stats stats = wend_fleet_get_stats(fleet);
    printf("%s: %d movers, %d steps, %lld conflicts, %.1f MB\n",
           map             ? map
           : warehouse > 0 ? "warehouse"
                           : "ground",
           placed, done, (long long)conflicts, (double)most_bytes / 1e6);
    printf("us a step: first %.0f, mean %.0f, median %.0f, 99 %% %.0f, worst %.0f; %lld plans, %lld fills\n",
           first, all / done, times[done / 2], times[(int64_t)done * 99 / 100], times[done - 1],
           (long long)stats.plans, (long long)stats.fills);
    printf("of computing time: first %.0f, mean of the others %.0f, median %.0f, 99 %% %.0f\n", cpu_first,
           (cpu_all - cpu_first) / (done > 1 ? done - 1 : 1), cpu_times[done / 2],
           cpu_times[(int64_t)done * 99 / 100]);
    if (stream)
        printf("%lld goals reached, %d stuck\n", (long long)reached, stats.stuck);
    else
        printf("%s, %d of %d at their goals, sum of costs %lld, %d stuck\n",
               most_at_goal == placed ? "solved" : "not solved", most_at_goal, placed, (long long)sum,
               stats.stuck);
    free(times);
    free(cpu_times);
    free(before);
    free(after);
    free(last);
    wend_fleet_destroy(fleet);
    wend_threads_destroy(threads);
    wend_world_destroy(world);
    return conflicts > 0;
}
