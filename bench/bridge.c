// bridge.c: how much is planned again when a bridge falls under a crowd? Agents walk between random tiles of
// data/bridges.txt, each of whose letters becomes a square of tiles. Then the lower bridge is blocked. Prints
// a table for several budgets of work in a tick: how many paths cross what has changed, how many are broken,
// how long it takes until all have a new one, and the longest tick.
//     bench_bridge FILE [--agents N] [--scale N] [--ticks N] [--most-ms MS]
// --most-ms: fails when a tick after the fall takes so much longer than usual, by the default budget or less.
#define _XOPEN_SOURCE 700 // clock_gettime
#include <string.h>

#include <wend/import.h>

#include "measure.h"

enum { UPPER_ROW = 47, LOWER_ROW = 49, LEFT = 35, RIGHT = 46 }; // letters of the bridge that falls

typedef struct scene {
    int32_t agents, scale, ticks;
    wend_grid* letters;
    wend_world* world;
    wend_crowd* crowd;
} scene;

static void build_bridges(scene* s) {
    wend_grid_def def = wend_default_grid_def();
    def.width = wend_grid_width(s->letters) * s->scale;
    def.height = wend_grid_height(s->letters) * s->scale;
    uint8_t* classes = malloc((size_t)def.width * (size_t)def.height);
    MUST(classes != NULL);
    for (int32_t y = 0; y < def.height; y++)
        for (int32_t x = 0; x < def.width; x++)
            classes[(size_t)y * (size_t)def.width + (size_t)x] =
                wend_grid_passable(s->letters, (wend_tile){x / s->scale, y / s->scale});
    def.classes = classes;
    s->world = build_world(make_grid(&def), 1);
    free(classes);
}

static wend_tile random_tile(const scene* s, uint64_t* random) {
    const wend_grid* grid = wend_world_grid(s->world);
    for (;;) {
        const wend_tile tile = {(int32_t)(random_next(random) % (uint64_t)wend_grid_width(grid)),
                                (int32_t)(random_next(random) % (uint64_t)wend_grid_height(grid))};
        if (wend_grid_passable(grid, tile)) return tile;
    }
}

static void add_agents(scene* s, int32_t work_per_tick) {
    wend_crowd_def def = wend_default_crowd_def();
    def.plans_per_tick = INT32_MAX;
    def.work_per_tick = INT32_MAX; // until all have set out
    MUST(wend_crowd_create(s->world, &def, &s->crowd) == WEND_OK);
    uint64_t random = 7;
    for (int32_t i = 0; i < s->agents; i++) {
        const wend_tile start = random_tile(s, &random), goal = random_tile(s, &random);
        wend_agent body = {.position = wend_grid_center(wend_world_grid(s->world), start),
                           .max_speed = 4,
                           .max_acceleration = 32,
                           .radius = 0.2f};
        wend_agent_id id;
        MUST(wend_crowd_add(s->crowd, &body, &id) == WEND_OK);
        MUST(wend_crowd_send(s->crowd, id, goal) == WEND_OK);
    }
    MUST(wend_crowd_tick(s->crowd, 1.0f / 30) == WEND_OK);
    def.work_per_tick = work_per_tick;
    if (work_per_tick < INT32_MAX) def.plans_per_tick = wend_default_crowd_def().plans_per_tick;
    MUST(wend_crowd_set_def(s->crowd, &def) == WEND_OK);
}

static double tick(const scene* s) {
    const double begun = thread_us() * 1e-3;
    MUST(wend_crowd_tick(s->crowd, 1.0f / 30) == WEND_OK);
    return thread_us() * 1e-3 - begun;
}

static wend_rect fallen(const scene* s) {
    return (wend_rect){LEFT * s->scale, UPPER_ROW * s->scale, (RIGHT - LEFT) * s->scale,
                       (LOWER_ROW - UPPER_ROW + 1) * s->scale};
}

// Whoever stands on the bridge falls with it.
static void drop_agents(const scene* s) {
    const wend_rect bridge = fallen(s);
    int32_t count;
    wend_crowd_agents(s->crowd, &count);
    for (int32_t i = count - 1; i >= 0; i--) {
        const wend_agent* agent = &wend_crowd_agents(s->crowd, &count)[i];
        const float x = agent->position.x, y = agent->position.y;
        if (x < (float)bridge.x - 1 || x > (float)(bridge.x + bridge.width) + 1 || y < (float)bridge.y ||
            y > (float)(bridge.y + bridge.height))
            continue;
        MUST(wend_crowd_remove(s->crowd, wend_crowd_ids(s->crowd, &count)[i]) == WEND_OK);
    }
}

static bool is_settled(wend_crowd_stats now, wend_crowd_stats before) {
    return now.plans == before.plans && now.repairs == before.repairs && now.checks == before.checks;
}

// One line of the table. Returns how much longer than usual the longest tick after the fall took.
static double measure(scene* s, int32_t work_per_tick) {
    build_bridges(s);
    add_agents(s, work_per_tick);
    double usual = 0, worst = 0;
    for (int32_t i = 0; i < s->ticks; i++) usual += tick(s) / s->ticks;
    drop_agents(s);
    const wend_edit edit = wend_edit_tiles(fallen(s), 0);
    const wend_crowd_stats begun = wend_crowd_get_stats(s->crowd);
    const double begun_ms = thread_us() * 1e-3;
    MUST(wend_world_edit(s->world, &edit, 1, NULL) == WEND_OK);
    const double edit_ms = thread_us() * 1e-3 - begun_ms;
    int32_t frames = 0, most = 0;
    for (wend_crowd_stats before = begun; frames < 2000; frames++) {
        const double ms = tick(s);
        worst = ms > worst ? ms : worst;
        const wend_crowd_stats now = wend_crowd_get_stats(s->crowd);
        const int32_t planned = (int32_t)(now.plans + now.repairs - before.plans - before.repairs);
        most = planned > most ? planned : most;
        if (is_settled(now, before)) break;
        before = now;
    }
    const wend_crowd_stats ended = wend_crowd_get_stats(s->crowd);
    int32_t count;
    wend_crowd_agents(s->crowd, &count);
    char work[16] = "no limit";
    if (work_per_tick < INT32_MAX) snprintf(work, sizeof work, "%d", work_per_tick);
    const int64_t planned = ended.plans - begun.plans + ended.repairs - begun.repairs;
    printf("| %s | %d | %lld | %lld | %lld | %lld | %.1f | %d | %d | %.2f | %.2f | %.2f |\n", work, count,
           (long long)(ended.checks - begun.checks), (long long)(ended.broken - begun.broken),
           (long long)(ended.repairs - begun.repairs), (long long)(ended.plans - begun.plans),
           (double)planned / (frames > 0 ? frames : 1), most, frames, edit_ms, usual, worst);
    fflush(stdout);
    wend_crowd_destroy(s->crowd);
    wend_world_destroy(s->world);
    return worst - usual;
}

int main(int argc, char** argv) {
    scene s = {.agents = 10000, .scale = 8, .ticks = 60};
    double most_ms = 1e9;
    MUST(argc > 1);
    const bench_option options[] = {{"--agents", .number = &s.agents},
                                    {"--scale", .number = &s.scale},
                                    {"--ticks", .number = &s.ticks},
                                    {"--most-ms", .real = &most_ms},
                                    {NULL}};
    read_options(argc, argv, 2, options);
    wend_import_def def = wend_default_import_def();
    wend_error error = {.text = ""};
    if (wend_import_file(argv[1], &def, &s.letters, NULL, &error) != WEND_OK) fail(error.text);
    printf("| work in a tick | agents | paths that cross a changed cluster | broken | repaired | planned "
           "whole | in a tick | most in a tick | ticks until all have a path | edit, ms | usual tick, ms | "
           "longest tick, ms |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    double worst = 0;
    const int32_t usual = wend_default_crowd_def().work_per_tick;
    const int32_t budgets[] = {usual, 4 * usual, 16 * usual, INT32_MAX};
    for (size_t i = 0; i < sizeof budgets / sizeof *budgets; i++) {
        const double ms = measure(&s, budgets[i]);
        if (budgets[i] <= usual && ms > worst) worst = ms;
    }
    wend_grid_destroy(s.letters);
    MUST(worst <= most_ms);
    return 0;
}
