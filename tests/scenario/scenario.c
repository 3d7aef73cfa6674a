// scenario.c: MovingAI scenarios: flat A* finds the optimum of the file, HPA* a legal path that is not
// cheaper. Prints a table of the excess by family.
//
//     scenario FOLDER [PROBLEMS]     every .map.scen below FOLDER, at most PROBLEMS of each [250]
//
// Each folder below FOLDER is a family. Exits 77 when FOLDER is not there.
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "verify.h"
#include "wend/import.h"
#include "wend/wend.h"

#define MOST_EXCESS .06 // of a path by WEND_HPA over the optimum
enum { MOST_FILES = 500, MOST_NAME = 1000 };
static char files[MOST_FILES][MOST_NAME];
static int32_t file_count;

typedef struct tally {
    char name[MOST_NAME]; // of the family
    int64_t maps, problems, wrong;
    double excess_sum, excess_worst;
    double astar_seconds, hpa_seconds;
} tally;

static int collect(const char* name, const struct stat* status, int kind, struct FTW* position) {
    (void)status, (void)position;
    static const char ending[] = ".map.scen";
    size_t length = strlen(name), tail = sizeof ending - 1;
    if (kind == FTW_F && length > tail && length < MOST_NAME && file_count < MOST_FILES &&
        strcmp(name + length - tail, ending) == 0)
        strcpy(files[file_count++], name);
    return 0;
}

static int by_name(const void* a, const void* b) {
    return strcmp(a, b);
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef struct desk {
    wend_search* search;
    wend_path *exact, *planned;
    const char* file;
    tally* t;
} desk;

static void wrong(desk* d, int32_t line, const char* format, double a, double b) {
    fprintf(stderr, "%s:%d: ", d->file, line);
    fprintf(stderr, format, a, b);
    fputc('\n', stderr);
    d->t->wrong++;
}

// Runs a query, verifies the answer and adds up the time.
static bool ask(desk* d, const wend_world* world, wend_query query, int32_t line, wend_path* path,
                double* time) {
    char why[VERIFY_TEXT];
    double began = seconds();
    wend_result result = wend_find_path(d->search, world, &query, path, NULL);
    *time += seconds() - began;
    const char* fault = result == WEND_OK ? verify_answer(wend_world_grid(world), &query, path, why)
                                          : wend_result_string(result);
    if (!fault) return true;
    fprintf(stderr, "%s:%d: %s\n", d->file, line, fault);
    d->t->wrong++;
    return false;
}

static void check_problem(desk* d, const wend_world* world, const wend_scenario_problem* p) {
    wend_query query = wend_default_query(p->start, p->goal);
    if (!ask(d, world, query, p->line, d->planned, &d->t->hpa_seconds)) return;
    query.algorithm = WEND_ASTAR;
    if (!ask(d, world, query, p->line, d->exact, &d->t->astar_seconds)) return;
    d->t->problems++;
    if (p->optimal_cost == 0 && (p->start.x != p->goal.x || p->start.y != p->goal.y)) {
        if (wend_path_outcome(d->exact) == WEND_FOUND || wend_path_outcome(d->planned) == WEND_FOUND)
            wrong(d, p->line, "A* finds cost %.6f, the file has none (%.6f)", wend_path_cost(d->exact), 0);
        return;
    }
    if (wend_path_outcome(d->exact) != WEND_FOUND || wend_path_outcome(d->planned) != WEND_FOUND) {
        wrong(d, p->line, "no route found; the file has one of cost %.6f", p->optimal_cost, 0);
        return;
    }
    // Files have two decimals, or six significant digits.
    double optimum = p->optimal_cost, cost = wend_path_cost(d->exact);
    if (fabs(cost - optimum) > fmax(0.006, 6e-6 * optimum))
        wrong(d, p->line, "A* finds cost %.6f, the file has %.6f", cost, optimum);
    if (wend_path_integer_cost(d->planned) < wend_path_integer_cost(d->exact))
        wrong(d, p->line, "HPA* finds cost %.6f, below the optimum %.6f", wend_path_cost(d->planned), cost);
    wend_cost exact = wend_path_integer_cost(d->exact);
    if (exact == 0) return;
    double excess = (double)wend_path_integer_cost(d->planned) / (double)exact - 1;
    d->t->excess_sum += excess;
    if (excess > MOST_EXCESS)
        wrong(d, p->line, "HPA* finds cost %.6f, far above the optimum %.6f", wend_path_cost(d->planned),
              cost);
    if (excess > d->t->excess_worst) d->t->excess_worst = excess;
}

static wend_world* open_map(const char* scenario_file) {
    char map[MOST_NAME];
    strcpy(map, scenario_file);
    map[strlen(map) - strlen(".scen")] = 0;
    wend_import_def def = wend_default_import_def();
    wend_world_def world_def = wend_default_world_def();
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    wend_error error;
    if (wend_import_file(map, &def, &grid, NULL, &error) != WEND_OK)
        fprintf(stderr, "%s\n", error.text);
    else if (wend_world_build(&grid, &world_def, &world) != WEND_OK)
        wend_grid_destroy(grid);
    return world;
}

static void check_file(desk* d, int32_t most) {
    wend_error error;
    wend_scenario* scenario = NULL;
    wend_world* world = open_map(d->file);
    if (!world || wend_scenario_load(d->file, &scenario, &error) != WEND_OK) {
        if (world) fprintf(stderr, "%s\n", error.text);
        d->t->wrong++;
        wend_world_destroy(world);
        return;
    }
    int32_t count, width = wend_grid_width(wend_world_grid(world)),
                   height = wend_grid_height(wend_world_grid(world));
    const wend_scenario_problem* problems = wend_scenario_problems(scenario, &count);
    if (count == 0) wrong(d, 1, "%.0f problems of %.0f asked for", 0, most);
    int32_t stride = count > most ? (count + most - 1) / most : 1;
    for (int32_t i = count - 1; i >= 0; i -= stride) { // from the end, as the longest problems come last
        if (problems[i].width == width && problems[i].height == height)
            check_problem(d, world, &problems[i]);
        else
            wrong(d, problems[i].line, "made for a map of %.0f x %.0f tiles", problems[i].width,
                  problems[i].height);
    }
    d->t->maps++;
    wend_scenario_destroy(scenario);
    wend_world_destroy(world);
}

// The folder between the root and the file.
static void family_of(const char* root, const char* file, char out[MOST_NAME]) {
    const char* below = file + strlen(root);
    while (*below == '/') below++;
    size_t length = strchr(below, '/') ? strcspn(below, "/") : 0;
    memcpy(out, below, length);
    out[length] = 0;
    if (length == 0) strcpy(out, "(here)");
}

static void print_row(const tally* t) {
    double n = t->problems ? (double)t->problems : 1;
    printf("%-14s %5lld %9lld %6lld %10.4f %9.3f %9.0f %9.0f\n", t->name, (long long)t->maps,
           (long long)t->problems, (long long)t->wrong, 100 * t->excess_sum / n, 100 * t->excess_worst,
           1e6 * t->hpa_seconds / n, 1e6 * t->astar_seconds / n);
}

int main(int argc, char** argv) {
    const char* root = argc > 1 ? argv[1] : "";
    int32_t most = argc > 2 ? (int32_t)strtol(argv[2], NULL, 10) : 250;
    struct stat status;
    if (stat(root, &status) != 0) {
        printf("skipped: no folder \"%s\" (set WEND_SHARED)\n", root);
        return 77;
    }
    if (nftw(root, collect, 20, FTW_PHYS) != 0 || file_count == 0 || most < 1) {
        fprintf(stderr, "%s: no scenario files\n", root);
        return 1;
    }
    qsort(files, (size_t)file_count, sizeof *files, by_name);
    static tally tallies[MOST_FILES + 1];
    tally* all = &tallies[MOST_FILES];
    strcpy(all->name, "all");
    int32_t families = 0;
    desk d = {0};
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &d.search) != WEND_OK || wend_path_create(NULL, &d.exact) != WEND_OK ||
        wend_path_create(NULL, &d.planned) != WEND_OK)
        return 1;
    printf("%-14s %5s %9s %6s %10s %9s %9s %9s\n", "family", "maps", "problems", "wrong", "mean +%",
           "worst +%", "HPA* us", "A* us");
    for (int32_t i = 0; i < file_count; i++) {
        char family[MOST_NAME];
        family_of(root, files[i], family);
        if (families == 0 || strcmp(family, tallies[families - 1].name) != 0)
            strcpy(tallies[families++].name, family);
        d.file = files[i];
        d.t = &tallies[families - 1];
        check_file(&d, most);
    }
    for (int32_t i = 0; i < families; i++) {
        const tally* t = &tallies[i];
        print_row(t);
        all->maps += t->maps;
        all->problems += t->problems;
        all->wrong += t->wrong;
        all->excess_sum += t->excess_sum;
        all->excess_worst = fmax(all->excess_worst, t->excess_worst);
        all->hpa_seconds += t->hpa_seconds;
        all->astar_seconds += t->astar_seconds;
    }
    print_row(all);
    wend_path_destroy(d.planned);
    wend_path_destroy(d.exact);
    wend_search_destroy(d.search);
    return all->wrong > 0 || all->problems == 0;
}
