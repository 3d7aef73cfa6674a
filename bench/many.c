// many.c: what does a cost matrix save over single queries and over fields, and how good are its entries?
//     bench_many WORLD.wend [--sources N] [--targets N] [--sample N] [--seed S] [--points FILE.csv]
// Costs between random tiles of the largest component, in one thread, assignments and tours by them: a first
// call, and one that finds the gates of the map known. A tour is compared with a bound that no tour is below.
// Of --sample pairs the optimum and the cost that wend_find_path answers are computed as well, and the time
// of a query and of a field is measured. --points: write the sources and targets for other programs.
#define _XOPEN_SOURCE 700 // clock_gettime
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "measure.h"

typedef struct arguments {
    const char *world, *points;
    int32_t sources, targets, sample;
    int64_t seed;
} arguments;

static double now(void) { // seconds of this process, whatever else runs
    return process_us() * 1e-6;
}

// Passable tiles, the first of them with a way to each of the others.
static wend_tile* random_tiles(const wend_world* world, int32_t count, wend_tile* hub, uint64_t* random) {
    wend_tile* tiles = malloc((size_t)count * sizeof *tiles);
    if (!tiles) must(WEND_ERROR_MEMORY, "tiles");
    for (int32_t i = 0; i < count;) {
        tiles[i] = passable_tile(wend_world_grid(world), 0, random);
        if (hub->x < 0) *hub = tiles[i];
        if (wend_world_connected(world, *hub, tiles[i])) i++;
    }
    return tiles;
}

typedef struct spread { // of costs above others, in percent
    double sum, most;
    int32_t above, below;
} spread;

static void compare(spread* s, double cost, double other) {
    const double percent = other > 0 ? (cost / other - 1) * 100 : 0;
    s->sum += percent;
    s->most = fmax(s->most, percent);
    s->above += percent > 1e-9;
    s->below += percent < -1e-9;
}

static double query(const wend_world* world, wend_search* search, wend_path* path, wend_tile from,
                    wend_tile to) {
    const wend_query q = wend_default_query(from, to);
    must(wend_find_path(search, world, &q, path, NULL), "a query");
    return (double)wend_path_integer_cost(path) / wend_grid_cost_units(wend_world_grid(world));
}

// Compares entries of a matrix with the optimum and with queries. Returns the number of those that are below
// the optimum.
static int judge(const arguments* a, const wend_world* world, wend_matrix_search* matrices,
                 const wend_tile* sources, const wend_tile* targets, const double* costs, double seconds) {
    const int32_t rows = a->sample / 32 > 0 ? a->sample / 32 : 1;
    uint64_t random = 7;
    spread above_optimum = {0}, query_above_optimum = {0}, above_query = {0};
    wend_search* search = NULL;
    wend_path* path = NULL;
    make_search(NULL, &search, &path);
    double* best = malloc((size_t)a->targets * sizeof *best);
    if (!best) must(WEND_ERROR_MEMORY, "a row");
    double in_queries = 0, in_fields = 0;
    int32_t asked = 0;
    wend_matrix_def exact = wend_default_matrix_def();
    exact.exact = true;
    for (int32_t r = 0; r < rows; r++) {
        const int32_t source = below(&random, a->sources);
        double began = now();
        must(wend_cost_matrix(matrices, world, &sources[source], 1, targets, a->targets, &exact, best),
             "a row of optima");
        in_fields += now() - began;
        for (int32_t i = 0; i < 32 && i < a->sample; i++, asked++) {
            const int32_t target = below(&random, a->targets);
            const double cost = costs[(size_t)source * (size_t)a->targets + (size_t)target];
            began = now();
            const double found = query(world, search, path, sources[source], targets[target]);
            in_queries += now() - began;
            compare(&above_optimum, cost, best[target]);
            compare(&query_above_optimum, found, best[target]);
            compare(&above_query, cost, found);
        }
    }
    printf("above the optimum  %8.4f %% on average, %.3f %% at most (a query: %.4f %%, %.3f %%)\n",
           above_optimum.sum / asked, above_optimum.most, query_above_optimum.sum / asked,
           query_above_optimum.most);
    printf("above a query      %8.4f %% on average, %.3f %% at most; %d of %d pairs above, %d below\n",
           above_query.sum / asked, above_query.most, above_query.above, asked, above_query.below);
    const double pairs = (double)a->sources * a->targets;
    printf("all by queries     %8.1f s (%.0f times the first call)\n", in_queries / asked * pairs,
           in_queries / asked * pairs / seconds);
    const double fields = in_fields / rows * (a->sources < a->targets ? a->sources : a->targets);
    printf("all by fields      %8.1f s (%.0f times)\n", fields, fields / seconds);
    free(best);
    wend_path_destroy(path);
    wend_search_destroy(search);
    return above_optimum.below;
}

// The cost of a tree over all stops but the first, and of two more edges to that, when each edge also costs
// what its ends do. Such trees cost no more than a tour. degree_out: edges at each stop.
static double tree_cost(const double* costs, int32_t count, const double* extra, double* nearest,
                        int32_t* from, int32_t* degree_out) {
    double sum = 0, least = INFINITY, second = INFINITY;
    int32_t ends[2] = {0};
    for (int32_t i = 0; i < count; i++) degree_out[i] = 0, nearest[i] = INFINITY;
    for (int32_t added = 1, edges = 1; edges < count - 1; edges++) {
        int32_t next = -1;
        nearest[added] = -INFINITY; // in the tree
        for (int32_t i = 1; i < count; i++) {
            const double cost = costs[added * count + i] + extra[added] + extra[i];
            if (cost < nearest[i]) nearest[i] = cost, from[i] = added;
            if (nearest[i] > -INFINITY && (next < 0 || nearest[i] < nearest[next])) next = i;
        }
        sum += nearest[next];
        degree_out[next]++, degree_out[from[next]]++;
        added = next;
    }
    for (int32_t i = 1; i < count; i++) {
        const double cost = costs[i] + extra[0] + extra[i];
        if (cost < least)
            second = least, ends[1] = ends[0], least = cost, ends[0] = i;
        else if (cost < second)
            second = cost, ends[1] = i;
    }
    degree_out[0] = 2, degree_out[ends[0]]++, degree_out[ends[1]]++;
    return sum + least + second;
}

// No closed tour costs less, by Held and Karp (1971): the best of many trees, where a stop costs more the
// more edges the trees before had there. What costs more there than back by the stops alone, costs a tour
// nothing.
static double tour_bound(const double* costs, int32_t count, double tour) {
    enum { TREES = 5000, PATIENCE = 30 };
    const size_t n = (size_t)count;
    double *less = malloc(n * n * sizeof *less), *numbers = calloc(3 * n, sizeof *numbers);
    int32_t* degrees = malloc(2 * n * sizeof *degrees);
    if (!less || !numbers || !degrees) must(WEND_ERROR_MEMORY, "a bound of tours");
    double *extra = numbers, *nearest = numbers + n, *uphill = numbers + 2 * n;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            uphill[i] += (costs[k * n + i] - costs[i * n + k]) / (2 * (double)count);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            less[i * n + k] =
                fmin(costs[i * n + k] + uphill[i] - uphill[k], costs[k * n + i] + uphill[k] - uphill[i]);
    double best = 0, step = 2;
    for (int32_t t = 0, since = 0; t < TREES; t++, since++) {
        double bound = tree_cost(less, count, extra, nearest, degrees + count, degrees), square = 0;
        for (int32_t i = 0; i < count; i++) {
            bound -= 2 * extra[i];
            square += (degrees[i] - 2) * (degrees[i] - 2);
        }
        if (bound > best) best = bound, since = 0;
        if (square == 0) break; // the tree is a tour
        if (since == PATIENCE) step /= 1.5, since = 0;
        for (int32_t i = 0; i < count; i++) extra[i] += step * (tour - bound) / square * (degrees[i] - 2);
    }
    free(less);
    free(numbers);
    free(degrees);
    return best;
}

// The first 500 sources and 2,000 targets as agents and jobs; the first 200 sources as stops.
static void assign_and_tour(const arguments* a, const wend_world* world, wend_matrix_search* matrices,
                            const wend_tile* sources, const double* costs) {
    enum { AGENTS = 500, JOBS = 2000, STOPS = 200 };
    const int32_t agents = a->sources < AGENTS ? a->sources : AGENTS,
                  jobs = a->targets < JOBS ? a->targets : JOBS;
    const int32_t stops = a->sources < STOPS ? a->sources : STOPS;
    double* part = malloc((size_t)agents * (size_t)jobs * sizeof *part);
    double* among = malloc((size_t)stops * (size_t)stops * sizeof *among);
    int32_t job_of[AGENTS], order[STOPS];
    if (!part || !among) must(WEND_ERROR_MEMORY, "parts of the costs");
    for (int32_t i = 0; i < agents; i++)
        memcpy(part + (size_t)i * (size_t)jobs, costs + (size_t)i * (size_t)a->targets,
               (size_t)jobs * sizeof *part);
    for (int goal = 0; goal < WEND_ASSIGN_GOAL_COUNT; goal++) {
        const double began = now();
        must(wend_assign(part, agents, jobs, (wend_assign_goal)goal, job_of), "an assignment");
        printf("%d agents, %d jobs by least %s: %.1f ms\n", agents, jobs,
               goal == WEND_ASSIGN_LEAST_SUM ? "sum" : "maximum", (now() - began) * 1e3);
    }
    const wend_matrix_def def = wend_default_matrix_def();
    must(wend_cost_matrix(matrices, world, sources, stops, sources, stops, &def, among), "costs of a tour");
    wend_tour_def tour = wend_default_tour_def();
    tour.closed = true;
    double cost = 0;
    const double began = now();
    must(wend_tour(among, stops, &tour, order, &cost), "a tour");
    const double seconds = now() - began;
    if (stops > 2)
        printf("tour of %d stops   %8.3f s, at most %.3f %% above the best\n", stops, seconds,
               (cost / tour_bound(among, stops, cost) - 1) * 100);
    free(part);
    free(among);
}

static void write_points(const char* file, const wend_tile* tiles, int32_t count, const char* mode) {
    FILE* out = fopen(file, mode);
    if (!out) must(WEND_ERROR_IO, file);
    for (int32_t i = 0; i < count; i++) fprintf(out, "%d,%d\n", tiles[i].x, tiles[i].y);
    if (fclose(out) != 0) must(WEND_ERROR_IO, file);
}

static bool read_arguments(int argc, char** argv, arguments* out) {
    *out = (arguments){.world = argv[1], .sources = 1000, .targets = 1000, .sample = 320, .seed = 1};
    const bench_option options[] = {
        {"--sources", .number = &out->sources}, {"--targets", .number = &out->targets},
        {"--sample", .number = &out->sample},   {"--seed", .large = &out->seed},
        {"--points", .text = &out->points},     {NULL}};
    read_options(argc, argv, 2, options);
    return out->world != NULL && out->sources > 0 && out->targets > 0 && out->sample >= 0;
}

int main(int argc, char** argv) {
    arguments a;
    if (!read_arguments(argc, argv, &a)) {
        fprintf(stderr, "usage: bench_many WORLD.wend [--sources N] [--targets N] [--sample N] [--seed S] "
                        "[--points FILE.csv]\n");
        return 2;
    }
    wend_world* world = NULL;
    wend_error error;
    if (wend_world_open(a.world, NULL, &world, &error) != WEND_OK) {
        fprintf(stderr, "many: %s\n", error.text);
        return 3;
    }
    uint64_t random = 88172645463325252u + (uint64_t)a.seed;
    wend_tile hub = {-1, -1};
    wend_tile* sources = random_tiles(world, a.sources, &hub, &random);
    wend_tile* targets = random_tiles(world, a.targets, &hub, &random);
    double* costs = malloc((size_t)a.sources * (size_t)a.targets * sizeof *costs);
    wend_matrix_search* matrices = NULL;
    if (!costs) must(WEND_ERROR_MEMORY, "costs");
    must(wend_matrix_search_create(NULL, &matrices), "creating a search");
    if (a.points) {
        write_points(a.points, sources, a.sources, "w");
        write_points(a.points, targets, a.targets, "a");
    }
    const wend_matrix_def def = wend_default_matrix_def();
    printf("%d x %d costs on %d x %d tiles\n", a.sources, a.targets, wend_grid_width(wend_world_grid(world)),
           wend_grid_height(wend_world_grid(world)));
    double seconds[2];
    for (int32_t i = 0; i < 2; i++) {
        const double began = now();
        must(wend_cost_matrix(matrices, world, sources, a.sources, targets, a.targets, &def, costs),
             "a matrix");
        seconds[i] = now() - began;
    }
    printf("first call         %8.3f s\nnext call          %8.3f s\nmemory             %8.1f MB\n",
           seconds[0], seconds[1], (double)wend_matrix_search_bytes(matrices) / 1e6);
    assign_and_tour(&a, world, matrices, sources, costs);
    int wrong = 0;
    if (a.sample > 0) wrong = judge(&a, world, matrices, sources, targets, costs, seconds[0]);
    printf("below the optimum  %8d\n", wrong);
    wend_matrix_search_destroy(matrices);
    wend_world_destroy(world);
    free(costs);
    free(sources);
    free(targets);
    return wrong > 0;
}
