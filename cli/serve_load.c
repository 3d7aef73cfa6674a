// serve_load.c: a service under load. One thread submits queries and edits and takes the answers, as the main
// loop of a program would: first as fast as they are answered, then at a rate.
#include "serve_load.h"
#include "clock.h"
#include "random.h"
#include "verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    OUTSTANDING = 64,   // queries that are submitted and not taken, when measuring the throughput
    CAPACITY = 1 << 15, // when measuring waiting
    EDITED_TILES = 64,
    TRIES_PER_PROBLEM = 1000,
};

// ---- problems

static wend_tile random_tile(const wend_grid* grid, uint64_t* seed) {
    const wend_rect map = wend_grid_area(grid);
    const uint64_t number = random_next(seed), width = (uint64_t)map.width;
    return (wend_tile){map.x + (int32_t)(number % width),
                       map.y + (int32_t)(number / width % (uint64_t)map.height)};
}

static bool find_problem(const wend_world* world, uint64_t* seed, wend_query* out) {
    const wend_grid* grid = wend_world_grid(world);
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid),
                  far = (width > height ? width : height) / 2;
    for (int i = 0; i < TRIES_PER_PROBLEM; i++) {
        const wend_tile a = random_tile(grid, seed), b = random_tile(grid, seed);
        if ((abs(a.x - b.x) < far && abs(a.y - b.y) < far) || !wend_world_connected(world, a, b)) continue;
        *out = wend_default_query(a, b);
        return true;
    }
    return false;
}

// Blocks passable tiles, one after the other, and opens each before the next.
static int find_edits(const wend_grid* grid, uint64_t* seed, serve_problems* p) {
    for (int i = 0; i < TRIES_PER_PROBLEM && p->edit_count < 2 * EDITED_TILES; i++) {
        const wend_tile t = random_tile(grid, seed);
        if (!wend_grid_passable(grid, t)) continue;
        const wend_rect area = {t.x, t.y, 1, 1};
        p->edits[p->edit_count++] = wend_edit_tiles(area, 0);
        p->edits[p->edit_count++] = wend_edit_tiles(area, wend_grid_class(grid, t));
    }
    return p->edit_count > 0 ? CLI_OK : cli_fail(CLI_BAD_INPUT, "serve-bench: the map has no passable tiles");
}

static int plan_all(const wend_world* world, serve_problems* p, int64_t* wrong_out) {
    wend_search* search = NULL;
    wend_path* path = NULL;
    wend_search_def def = wend_default_search_def();
    wend_result result = wend_search_create(&def, &search);
    if (result == WEND_OK) result = wend_path_create(NULL, &path);
    double tiles = 0;
    *wrong_out = 0;
    for (int i = 0; i < p->count && result == WEND_OK; i++) {
        char why[VERIFY_TEXT];
        int32_t count = 0;
        result = wend_find_path(search, world, &p->queries[i], path, NULL);
        if (result != WEND_OK) break;
        const char* fault = verify_answer(wend_world_grid(world), &p->queries[i], path, why);
        if (fault == NULL && wend_path_outcome(path) != WEND_FOUND) fault = "no path between connected tiles";
        if (fault != NULL) cli_warn("serve-bench: problem %d: %s", i, fault);
        *wrong_out += fault != NULL;
        wend_path_tiles(path, &count);
        tiles += count;
    }
    p->tiles_mean = tiles / p->count;
    wend_path_destroy(path);
    wend_search_destroy(search);
    return result == WEND_OK
               ? CLI_OK
               : cli_fail(cli_exit_code(result, CLI_WORKING), "serve-bench: %s", wend_result_string(result));
}

int serve_problems_make(const wend_world* world, int count, uint64_t seed, serve_problems* out,
                        int64_t* wrong_out) {
    *out = (serve_problems){.queries = malloc((size_t)count * sizeof *out->queries),
                            .edits = malloc(2 * EDITED_TILES * sizeof *out->edits)};
    if (out->queries == NULL || out->edits == NULL)
        return cli_fail(CLI_RESOURCE, "serve-bench: out of memory");
    for (; out->count < count; out->count++)
        if (!find_problem(world, &seed, &out->queries[out->count]))
            return cli_fail(CLI_BAD_INPUT, "serve-bench: the map has too few connected tiles at least half "
                                           "its longer side apart");
    int code = find_edits(wend_world_grid(world), &seed, out);
    return code == CLI_OK ? plan_all(world, out, wrong_out) : code;
}

void serve_problems_free(serve_problems* p) {
    free(p->queries);
    free(p->edits);
}

// ---- load

typedef struct driver {
    wend_service* service;
    const serve_problems* problems;
    const serve_load* load;
    uint64_t began_ns;
    int64_t submitted, taken, edits, failed;
    double *wait_us, *answer_us; // of the answers taken; NULL: not wanted
    int64_t room;
} driver;

// Submits the edits that are due. An edit that finds the queue full is submitted later.
static void submit_edits(driver* d) {
    const double due = cli_seconds_since(d->began_ns) * d->load->edits_per_s;
    while ((double)d->edits < due) {
        const wend_edit* edit = &d->problems->edits[d->edits % d->problems->edit_count];
        wend_result result = wend_service_submit_edits(d->service, edit, 1, 0, NULL);
        if (result == WEND_ERROR_LIMIT) return;
        d->failed += result != WEND_OK;
        d->edits++;
    }
}

static bool submit_query(driver* d, wend_ticket* ticket_out) {
    const wend_query* query = &d->problems->queries[d->submitted % d->problems->count];
    wend_result result = wend_service_submit(d->service, query, 0, 0, ticket_out);
    d->submitted += result == WEND_OK;
    d->failed += result != WEND_OK;
    return result == WEND_OK;
}

static void accept(driver* d, const wend_answer* answer) {
    if (d->wait_us != NULL && d->taken < d->room) {
        d->wait_us[d->taken] = (double)answer->waited_ns * 1e-3;
        d->answer_us[d->taken] = (double)(answer->waited_ns + answer->stats.total_ns) * 1e-3;
    }
    d->taken++;
    d->failed += answer->result != WEND_OK;
    wend_path_destroy(answer->path);
}

static void take_ready(driver* d) {
    wend_answer answer;
    for (bool ready = true; ready && wend_service_next(d->service, &ready, &answer) == WEND_OK;)
        if (ready) accept(d, &answer);
}

// As many as can be answered: some queries wait at any time.
static double saturate(driver* d) {
    d->began_ns = clock_wall_ns(NULL);
    wend_ticket tickets[OUTSTANDING];
    for (int i = 0; i < OUTSTANDING; i++)
        if (!submit_query(d, &tickets[i])) return 0;
    double seconds = 0;
    for (int at = 0; seconds < d->load->seconds; at = (at + 1) % OUTSTANDING) {
        wend_answer answer;
        submit_edits(d);
        if (wend_service_wait(d->service, tickets[at], &answer) != WEND_OK) return 0;
        accept(d, &answer);
        if (!submit_query(d, &tickets[at])) return 0;
        seconds = cli_seconds_since(d->began_ns);
    }
    return (double)d->taken / seconds;
}

static void sleep_seconds(double seconds) {
    struct timespec time = {(time_t)seconds, (long)((seconds - floor(seconds)) * 1e9)};
    nanosleep(&time, NULL);
}

// Queries come at random times (a Poisson process), so sometimes several at once.
static void keep_rate(driver* d, double per_s) {
    uint64_t seed = d->load->seed;
    double next = 0;
    d->began_ns = clock_wall_ns(NULL);
    for (double now = 0; now < d->load->seconds; now = cli_seconds_since(d->began_ns)) {
        wend_ticket ticket;
        submit_edits(d);
        for (; next <= now; next -= log1p(-(double)(random_next(&seed) >> 11) / 9007199254740992.0) / per_s)
            if (!submit_query(d, &ticket)) return;
        take_ready(d);
        if (next > now) sleep_seconds(next - now < 1e-3 ? next - now : 1e-3);
    }
}

// The answers and edits still under way. Afterwards every tile is as before.
static void finish(driver* d) {
    wend_result result = wend_service_drain(d->service);
    if (result == WEND_OK && d->edits % 2 != 0) {
        const wend_edit* edit = &d->problems->edits[d->edits % d->problems->edit_count];
        result = wend_service_submit_edits(d->service, edit, 1, 0, NULL);
        if (result == WEND_OK) result = wend_service_drain(d->service);
        d->edits++;
    }
    d->failed += result != WEND_OK;
    take_ready(d);
}

static wend_result open_service(wend_world* world, const serve_load* load, wend_service** out) {
    wend_service_def def = wend_default_service_def();
    def.worker_count = load->workers;
    def.capacity = CAPACITY;
    return wend_service_create(world, &def, out);
}

static wend_result measure(wend_world* world, const serve_problems* p, const serve_load* load, driver* d,
                           serve_result* out) {
    *d = (driver){.problems = p, .load = load};
    wend_result result = open_service(world, load, &d->service);
    if (result != WEND_OK) return result;
    const clock_t began = clock();
    out->paths_per_s = saturate(d);
    finish(d);
    out->cpu_us = (double)(clock() - began) * 1e6 / CLOCKS_PER_SEC / (double)(d->taken > 0 ? d->taken : 1);
    wend_service_stats stats = wend_service_get_stats(d->service);
    wend_service_destroy(d->service);
    int64_t applied = stats.applied, refreshes = (int64_t)stats.refreshes, failed = d->failed;

    out->load_per_s = out->paths_per_s * load->share;
    *d = (driver){
        .problems = p, .load = load, .room = (int64_t)(out->load_per_s * load->seconds * 1.5) + 1000};
    d->wait_us = malloc((size_t)d->room * sizeof(double));
    d->answer_us = malloc((size_t)d->room * sizeof(double));
    result = d->wait_us != NULL && d->answer_us != NULL ? open_service(world, load, &d->service)
                                                        : WEND_ERROR_MEMORY;
    if (result != WEND_OK) return result;
    if (out->load_per_s > 0) keep_rate(d, out->load_per_s);
    finish(d);
    stats = wend_service_get_stats(d->service);
    wend_service_destroy(d->service);
    const int64_t kept = d->taken < d->room ? d->taken : d->room;
    out->wait_us = summarize(d->wait_us, kept);
    out->answer_us = summarize(d->answer_us, kept);
    out->edits_per_s = (double)(applied + stats.applied) / (2 * load->seconds);
    out->refreshes_per_s = (double)(refreshes + (int64_t)stats.refreshes) / (2 * load->seconds);
    out->failed = failed + d->failed;
    return WEND_OK;
}

int serve_load_measure(wend_world* world, const serve_problems* problems, const serve_load* load,
                       serve_result* out) {
    driver d;
    *out = (serve_result){0};
    wend_result result = measure(world, problems, load, &d, out);
    free(d.wait_us);
    free(d.answer_us);
    return result == WEND_OK
               ? CLI_OK
               : cli_fail(cli_exit_code(result, CLI_WORKING), "serve-bench: %s", wend_result_string(result));
}
