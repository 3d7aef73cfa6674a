// growth.c: how does the time of a query grow with its path? Maps worlds of several sizes and asks each for
// the same number of long paths between random tiles, at least half the longer side of the map apart. Fits
// time = a x tiles^b to all queries on logarithmic scales and prints b.
//     bench_growth WORLD.wend... [--queries N] [--runs N] [--seed S] [--edits N] [--svg FILE] [--csv FILE]
//                  [--most-exponent B] [--hold]
// Times are CPU times of one thread, except "at once": that is the time on the clock which all queries take
// in one call of wend_find_paths, by as many threads as there are processors, for each query. The median of
// the runs counts, all of them after the first pass, which checks the clusters of a mapped world. First moves
// (32 tiles) are asked for one query after another, and once more right after the whole path of the same
// query, which leaves nothing else in the caches. --edits: also blocks and opens N tiles, which checks the
// whole world first. --most-exponent: fails when b is greater. --hold: keeps the last world mapped after the
// first pass until standard input ends, and measures nothing else (bench/shared_memory.sh).
#define _XOPEN_SOURCE 700 // clock_gettime
#include <math.h>
#include <string.h>

#include "measure.h"

static double median(double* values, int count) {
    qsort(values, (size_t)count, sizeof *values, ascending);
    return values[count / 2];
}

// ---- one world

typedef struct bench_settings {
    int32_t queries, runs, edits;
    bool hold;
    int64_t seed;
} bench_settings;

/// What one query showed.
typedef struct sample {
    double tiles, us, first_move_us;
} sample;

/// Means over the queries of a world, unless something else is said.
typedef struct result {
    int32_t width, height;
    double open_ms, first_ms, cold_us; // open; the first query of the process; all queries once
    double tiles, us, p99_us, insert_us, route_us, refine_us, first_move_us;
    double after_path_us;                   // a first move right after a whole path
    double at_once_us;                      // on the clock, all queries in one call by all processors
    double nodes, active, popped, clusters; // abstract nodes expanded; clusters of the abstract search, and
                                            // how often one was popped; clusters refined
    double search_kib;                      // scratch memory of the search after all queries
    double file_mib;                        // pages of the file in use by this process; less than 0: unknown
    double edit_us, refresh_us;             // medians; less than 0: not measured
} result;

typedef struct bench {
    const bench_settings* settings;
    wend_world* world;
    wend_search* search;
    wend_path* path;
    wend_query* queries;
    int count;
    int64_t popped, active; // in all queries of an observed search
    wend_rect* seen;        // clusters with a relaxed row in the query at work
    int seen_count, seen_capacity;
} bench;

static void count_event(const wend_event* event, void* context) {
    bench* b = context;
    b->popped += event->kind == WEND_EVENT_CLUSTER;
    if (event->kind != WEND_EVENT_ROW) return;
    for (int i = 0; i < b->seen_count; i++)
        if (memcmp(&b->seen[i], &event->area, sizeof event->area) == 0) return;
    if (b->seen_count == b->seen_capacity) {
        b->seen_capacity = 2 * b->seen_capacity + 64;
        b->seen = realloc(b->seen, (size_t)b->seen_capacity * sizeof *b->seen);
        MUST(b->seen != NULL);
    }
    b->seen[b->seen_count++] = event->area;
    b->active++;
}

static wend_tile random_tile(const wend_grid* grid, uint64_t* seed) {
    for (;;) {
        const uint64_t number = random_next(seed);
        const wend_tile tile = {(int32_t)((number & UINT32_MAX) % (uint32_t)wend_grid_width(grid)),
                                (int32_t)((number >> 32) % (uint32_t)wend_grid_height(grid))};
        if (wend_grid_passable(grid, tile)) return tile;
    }
}

// Draws queries until enough of them have a path. These are also the first answers of the process.
static void ask_first(bench* b, result* out) {
    enum { MOST_TRIES = 100 }; // a query
    const wend_grid* grid = wend_world_grid(b->world);
    const int32_t width = out->width, height = out->height, side = width > height ? width : height;
    uint64_t seed = (uint64_t)b->settings->seed;
    for (int tries = 0; b->count < b->settings->queries; tries++) {
        if (tries >= MOST_TRIES * b->settings->queries) fail("the map has too few long paths");
        const wend_tile start = random_tile(grid, &seed), goal = random_tile(grid, &seed);
        const int32_t dx = abs(start.x - goal.x), dy = abs(start.y - goal.y);
        if ((dx > dy ? dx : dy) < side / 2) continue;
        const wend_query query = wend_default_query(start, goal);
        const double begun = thread_us();
        MUST(wend_find_path(b->search, b->world, &query, b->path, NULL) == WEND_OK);
        const double us = thread_us() - begun;
        if (wend_path_outcome(b->path) != WEND_FOUND) continue;
        if (b->count == 0) out->first_ms = us * 1e-3;
        out->cold_us += us / b->settings->queries;
        b->queries[b->count++] = query;
    }
}

static double ask_first_move(bench* b, int query) { // us
    wend_query first_move = b->queries[query];
    first_move.first_tiles = 32;
    const double begun = thread_us();
    MUST(wend_find_path(b->search, b->world, &first_move, b->path, NULL) == WEND_OK);
    return thread_us() - begun;
}

static void ask_again(bench* b, sample* samples, result* out) {
    const int runs = b->settings->runs;
    double* us = malloc((size_t)(2 * runs + b->count) * sizeof *us);
    MUST(us != NULL);
    for (int i = 0; i < b->count; i++) {
        wend_stats stats;
        int32_t tiles;
        for (int run = 0; run < runs; run++) { // times of whole answers, then of first moves
            const double begun = thread_us();
            MUST(wend_find_path(b->search, b->world, &b->queries[i], b->path, &stats) == WEND_OK);
            us[run] = thread_us() - begun;
            wend_path_tiles(b->path, &tiles);
            us[runs + run] = ask_first_move(b, i);
        }
        samples[i].tiles = tiles;
        samples[i].us = median(us, runs);
        out->tiles += (double)tiles / b->count;
        out->us += samples[i].us / b->count;
        out->after_path_us += median(us + runs, runs) / b->count;
        out->insert_us += (double)stats.insert_ns * 1e-3 / b->count;
        out->route_us += (double)stats.route_ns * 1e-3 / b->count;
        out->refine_us += (double)stats.refine_ns * 1e-3 / b->count;
        out->nodes += (double)stats.abstract_expanded / b->count;
        out->clusters += (double)stats.clusters_refined / b->count;
    }
    for (int i = 0; i < b->count; i++) us[2 * runs + i] = samples[i].us;
    median(us + 2 * runs, b->count);
    out->p99_us = us[2 * runs + (b->count * 99) / 100];
    free(us);
}

static void ask_first_moves(bench* b, sample* samples, result* out) {
    const int runs = b->settings->runs;
    double* us = malloc((size_t)(runs * b->count) * sizeof *us); // by query
    MUST(us != NULL);
    for (int run = 0; run < runs; run++)
        for (int i = 0; i < b->count; i++) us[i * runs + run] = ask_first_move(b, i);
    for (int i = 0; i < b->count; i++) {
        samples[i].first_move_us = median(us + (size_t)(i * runs), runs);
        out->first_move_us += samples[i].first_move_us / b->count;
    }
    free(us);
}

static void ask_at_once(const bench* b, result* out) {
    const int runs = b->settings->runs;
    double* us = malloc((size_t)runs * sizeof *us);
    wend_threads* threads = NULL;
    MUST(us != NULL && wend_threads_create(0, &threads) == WEND_OK);
    wend_batch_def def = wend_default_batch_def();
    def.tasks = wend_threads_tasks(threads);
    for (int run = 0; run < runs; run++) {
        const double begun = now_us();
        MUST(wend_find_paths(b->world, b->queries, b->count, &def, NULL) == WEND_OK);
        us[run] = (now_us() - begun) / b->count;
    }
    out->at_once_us = median(us, runs);
    wend_threads_destroy(threads);
    free(us);
}

static void count_events(bench* b, result* out) {
    wend_search_def def = wend_default_search_def();
    def.observer = (wend_search_observer){count_event, b};
    wend_search* search;
    MUST(wend_search_create(&def, &search) == WEND_OK);
    for (int i = 0; i < b->count; i++) {
        b->seen_count = 0;
        MUST(wend_find_path(search, b->world, &b->queries[i], b->path, NULL) == WEND_OK);
    }
    wend_search_destroy(search);
    free(b->seen);
    out->popped = (double)b->popped / b->count;
    out->active = (double)b->active / b->count;
}

// Pages of mapped files that this process has in memory, in MiB; negative: not known.
static double mapped_mib(void) {
    FILE* status = fopen("/proc/self/status", "r");
    char line[256];
    double kib = -1024;
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, "RssFile:", 8) == 0) kib = strtod(line + 8, NULL);
    if (status != NULL) fclose(status);
    return kib / 1024;
}

static void measure_edits(bench* b, result* out) {
    const int count = b->settings->edits;
    double* us = malloc((size_t)(2 * count) * sizeof *us);
    MUST(us != NULL && wend_world_verify(b->world, NULL) == WEND_OK);
    uint64_t seed = (uint64_t)b->settings->seed;
    for (int i = 0; i < count; i++) {
        const wend_tile tile = random_tile(wend_world_grid(b->world), &seed);
        const wend_rect area = {tile.x, tile.y, 1, 1};
        const wend_edit block = wend_edit_tiles(area, 0),
                        restore = wend_edit_tiles(area, wend_grid_class(wend_world_grid(b->world), tile));
        double begun = thread_us();
        MUST(wend_world_edit(b->world, &block, 1, NULL) == WEND_OK);
        us[i] = thread_us() - begun;
        begun = thread_us();
        MUST(wend_world_refresh(b->world, 0, NULL) == WEND_OK);
        us[count + i] = thread_us() - begun;
        MUST(wend_world_edit(b->world, &restore, 1, NULL) == WEND_OK);
        MUST(wend_world_refresh(b->world, 0, NULL) == WEND_OK);
    }
    out->edit_us = median(us, count);
    out->refresh_us = median(us + count, count);
    free(us);
}

static result measure(const bench_settings* settings, const char* file, sample* samples) {
    bench b = {.settings = settings};
    result out = {.edit_us = -1, .refresh_us = -1};
    wend_error error = {.text = ""};
    const double begun = thread_us();
    const double file_mib = mapped_mib();
    if (wend_world_map(file, NULL, &b.world, &error) != WEND_OK) fail(error.text);
    out.open_ms = (thread_us() - begun) * 1e-3;
    out.width = wend_grid_width(wend_world_grid(b.world));
    out.height = wend_grid_height(wend_world_grid(b.world));
    make_search(thread_ns, &b.search, &b.path);
    b.queries = malloc((size_t)settings->queries * sizeof *b.queries);
    MUST(b.queries != NULL);
    ask_first(&b, &out);
    out.file_mib = file_mib < 0 ? -1 : mapped_mib() - file_mib;
    if (settings->hold) {
        printf("%d paths\n", b.count);
        fflush(stdout);
        while (getchar() != EOF) continue;
    } else {
        ask_again(&b, samples, &out);
        ask_first_moves(&b, samples, &out);
        ask_at_once(&b, &out);
        count_events(&b, &out);
    }
    out.search_kib = (double)wend_search_bytes(b.search) / 1024;
    if (settings->edits > 0 && !settings->hold) measure_edits(&b, &out);
    free(b.queries);
    wend_path_destroy(b.path);
    wend_search_destroy(b.search);
    wend_world_destroy(b.world);
    return out;
}

// ---- the fit

typedef struct fit {
    double exponent, factor;
} fit;

// Least squares on logarithms of the time of whole answers or of first moves.
static fit fit_of(const sample* samples, int count, bool first_move) {
    double x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < count; i++) {
        const double u = log(samples[i].tiles),
                     v = log(first_move ? samples[i].first_move_us : samples[i].us);
        x += u / count;
        y += v / count;
        xx += u * u / count;
        xy += u * v / count;
    }
    const double exponent = xx - x * x > 1e-9 ? (xy - x * y) / (xx - x * x) : 0;
    return (fit){exponent, exp(y - exponent * x)};
}

// ---- the plot

typedef struct plot {
    FILE* out;
    double left, right, low, high; // log10 of tiles and us
} plot;

enum { WIDTH = 900, HEIGHT = 600, MARGIN = 80 };

static double plot_x(const plot* p, double tiles) {
    return MARGIN + (WIDTH - 2 * MARGIN) * (log10(tiles) - p->left) / (p->right - p->left);
}
static double plot_y(const plot* p, double us) {
    return HEIGHT - MARGIN - (HEIGHT - 2 * MARGIN) * (log10(us) - p->low) / (p->high - p->low);
}

static void plot_axes(const plot* p) {
    for (double d = ceil(p->left); d <= p->right; d++)
        fprintf(p->out,
                "<line x1='%.1f' y1='%d' x2='%.1f' y2='%d' stroke='#d8dce2'/>"
                "<text x='%.1f' y='%d' text-anchor='middle'>%.0f</text>\n",
                plot_x(p, pow(10, d)), MARGIN, plot_x(p, pow(10, d)), HEIGHT - MARGIN, plot_x(p, pow(10, d)),
                HEIGHT - MARGIN + 22, pow(10, d));
    for (double d = ceil(p->low); d <= p->high; d++) {
        const double us = pow(10, d);
        fprintf(p->out,
                "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='#d8dce2'/>"
                "<text x='%d' y='%.1f' text-anchor='end'>%g %s</text>\n",
                MARGIN, plot_y(p, us), WIDTH - MARGIN, plot_y(p, us), MARGIN - 8, plot_y(p, us) + 5,
                us < 1e3 ? us : us / 1e3, us < 1e3 ? "us" : "ms");
    }
    fprintf(p->out, "<text x='%d' y='%d' text-anchor='middle'>tiles of the path</text>\n", WIDTH / 2,
            HEIGHT - MARGIN + 50);
}

static void plot_samples(const plot* p, const sample* samples, int count, bool first_move,
                         const char* color) {
    fprintf(p->out, "<g fill='%s' fill-opacity='0.35'>\n", color);
    for (int i = 0; i < count; i++)
        fprintf(p->out, "<circle cx='%.1f' cy='%.1f' r='2'/>\n", plot_x(p, samples[i].tiles),
                plot_y(p, first_move ? samples[i].first_move_us : samples[i].us));
    fprintf(p->out, "</g>\n");
}

static void plot_fit(const plot* p, fit f, const char* name, int row, const char* color) {
    const double from = pow(10, p->left), to = pow(10, p->right);
    fprintf(p->out,
            "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s' stroke-width='2'/>"
            "<circle cx='%d' cy='%d' r='5' fill='%s'/><text x='%d' y='%d'>%s: tiles to the power of "
            "%.2f</text>\n",
            plot_x(p, from), plot_y(p, f.factor * pow(from, f.exponent)), plot_x(p, to),
            plot_y(p, f.factor * pow(to, f.exponent)), color, MARGIN + 16, MARGIN - 45 + 22 * row, color,
            MARGIN + 30, MARGIN - 40 + 22 * row, name, f.exponent);
}

static void draw_plot(const char* file, const sample* samples, int count, fit answers, fit first_moves) {
    plot p = {
        .out = fopen(file, "w"), .left = INFINITY, .right = -INFINITY, .low = INFINITY, .high = -INFINITY};
    if (!p.out) fail("cannot write the plot");
    for (int i = 0; i < count; i++) {
        p.left = fmin(p.left, log10(samples[i].tiles));
        p.right = fmax(p.right, log10(samples[i].tiles));
        p.low = fmin(p.low, log10(fmin(samples[i].us, samples[i].first_move_us)));
        p.high = fmax(p.high, log10(fmax(samples[i].us, samples[i].first_move_us)));
    }
    p.low = floor(p.low);
    p.high = ceil(p.high);
    if (p.right - p.left < 0.1) p.right = p.left + 0.1;
    fprintf(p.out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-family='sans-serif' "
            "font-size='15' fill='#20242c'>\n<rect width='%d' height='%d' fill='white'/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    plot_axes(&p);
    plot_samples(&p, samples, count, true, "#4682c8");
    plot_samples(&p, samples, count, false, "#e27420");
    plot_fit(&p, answers, "whole answer", 0, "#e27420");
    plot_fit(&p, first_moves, "first 32 tiles", 1, "#4682c8");
    fprintf(p.out, "</svg>\n");
    MUST(fclose(p.out) == 0);
}

// ---- the report

// The same columns as text and CSV.
static void report(FILE* out, const result* results, int count, const char* between, const char* begin,
                   const char* end) {
    static const char* const names[] = {
        "map",        "open, ms",  "first query, ms", "first pass, us", "mean, us",       "p99, us",
        "insert, us", "route, us", "refine, us",      "at once, us",    "first move, us", "after a path, us",
        "tiles",      "nodes",     "active",          "popped",         "clusters",       "search, KiB",
        "file, MiB",  "edit, us",  "refresh, us"};
    enum { COLUMNS = sizeof names / sizeof names[0] };
    const bool table = begin[0] != '\0';
    for (int k = 0; k < COLUMNS; k++) {
        if (table)
            fprintf(out, "%s%s", k > 0 ? between : begin, names[k]);
        else // in CSV, without the comma before the unit
            fprintf(out, "%s%.*s%s", k > 0 ? between : "", (int)strcspn(names[k], ","), names[k],
                    names[k] + strcspn(names[k], ",") + (strchr(names[k], ',') != NULL));
    }
    fprintf(out, "%s\n", end);
    for (int k = 0; k < COLUMNS && table; k++) fprintf(out, "%s", k > 0 ? "---:|" : "|---|");
    if (table) fprintf(out, "\n");
    for (int i = 0; i < count; i++) {
        const result* r = &results[i];
        const double values[] = {r->open_ms,    r->first_ms,      r->cold_us,       r->us,
                                 r->p99_us,     r->insert_us,     r->route_us,      r->refine_us,
                                 r->at_once_us, r->first_move_us, r->after_path_us, r->tiles,
                                 r->nodes,      r->active,        r->popped,        r->clusters,
                                 r->search_kib, r->file_mib,      r->edit_us,       r->refresh_us};
        _Static_assert(sizeof values / sizeof values[0] == COLUMNS - 1, "a name for each");
        fprintf(out, "%s%d x %d", begin, r->width, r->height);
        for (int k = 0; k < COLUMNS - 1; k++)
            fprintf(out, values[k] < 0 ? "%s" : "%s%.*f", between, k < 2 ? 2 : 0, values[k]);
        fprintf(out, "%s\n", end);
    }
}

// ---- the program

typedef struct arguments {
    bench_settings settings;
    const char *svg, *csv; // NULL: not wanted
    double most_exponent;
    char** files;
    int count;
} arguments;

static void conclude(const arguments* a, const result* results, const sample* samples) {
    const int count = a->count * a->settings.queries;
    const fit answers = fit_of(samples, count, false), first_moves = fit_of(samples, count, true);
    report(stdout, results, a->count, " | ", "| ", " |");
    printf("\nexponent %.3f whole answer, %.3f first 32 tiles\n", answers.exponent, first_moves.exponent);
    if (a->csv != NULL) {
        FILE* out = fopen(a->csv, "w");
        if (!out) fail("cannot write the CSV file");
        report(out, results, a->count, ",", "", "");
        MUST(fclose(out) == 0);
    }
    if (a->svg != NULL) draw_plot(a->svg, samples, count, answers, first_moves);
    if (!(answers.exponent <= a->most_exponent))
        fail("the time of a query grows faster than --most-exponent allows");
}

int main(int argc, char** argv) {
    arguments a = {.settings = {.queries = 200, .runs = 3, .seed = 1}, .most_exponent = INFINITY};
    bench_settings* s = &a.settings;
    const bench_option options[] = {{"--queries", .number = &s->queries},
                                    {"--runs", .number = &s->runs},
                                    {"--edits", .number = &s->edits},
                                    {"--hold", .flag = &s->hold},
                                    {"--seed", .large = &s->seed},
                                    {"--svg", .text = &a.svg},
                                    {"--csv", .text = &a.csv},
                                    {"--most-exponent", .real = &a.most_exponent},
                                    {NULL}};
    a.files = argv + 1;
    while (a.count + 1 < argc && strncmp(a.files[a.count], "--", 2) != 0) a.count++;
    read_options(argc, argv, a.count + 1, options);
    if (a.count == 0 || s->queries <= 0 || s->runs <= 0 || s->edits < 0)
        fail("expects WORLD.wend... and positive numbers");
    sample* samples = malloc((size_t)a.count * (size_t)s->queries * sizeof *samples);
    result* results = malloc((size_t)a.count * sizeof *results);
    MUST(samples != NULL && results != NULL);
    for (int i = 0; i < a.count; i++) {
        results[i] = measure(s, a.files[i], samples + (size_t)i * (size_t)s->queries);
        fprintf(stderr, "growth: %s done\n", a.files[i]);
    }
    if (!s->hold) conclude(&a, results, samples);
    free(samples);
    free(results);
    return 0;
}
