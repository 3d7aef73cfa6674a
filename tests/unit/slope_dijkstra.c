// slope_dijkstra.c: what do the cheapest paths over heights cost where each step pays for its own slope? An
// oracle that shares nothing with the engine: Dijkstra's algorithm in doubles, over eight steps, four, or the
// six of hexagons, of whose rows the odd ones are shifted to the right.
//     slope_dijkstra [--move 4|8|hex] HEIGHTS WIDTH HEIGHT METRES[,METRES_DOWN] FUNCTION FROM [TO...]
//                    [--path FILE] [--costs FILE] [--to]
// HEIGHTS: raw floats of this machine, row by row from the top, in metres, NaN: blocked (gdal_translate -ot
// Float32 -of ENVI). METRES: the width of a tile, and its height where that differs. FUNCTION: as
// wimp_slope_function_parse takes it. FROM, TO: X,Y.
// Prints the cost to each TO, in the unit of the function, or inf. --path: prints the cost of the steps of a
// path instead, from its lines X,Y; other lines are skipped. --costs: writes the cost to every tile, as raw
// doubles. --to: costs lead to FROM, not away from it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/slope_functions.h"

typedef struct entry {
    double cost;
    int64_t tile;
} entry;

static struct {
    int32_t width, height;
    double across, down;
    float* heights;
    double* costs;
    entry* queue; // a binary heap
    int64_t queue_count, queue_capacity;
    wimp_slope_function function;
    int move; // 4, 8 or 6
    int backward;
} g;

static void must(int condition, const char* what) {
    if (condition) return;
    fprintf(stderr, "slope_dijkstra: %s\n", what);
    exit(1);
}

static int is_step(int64_t from, int64_t to) {
    const int64_t dx = to % g.width - from % g.width, dy = to / g.width - from / g.width;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || (dx == 0 && dy == 0)) return 0;
    if (g.move == 8 || dx == 0 || dy == 0) return 1;
    return g.move == 6 && dx == (from / g.width % 2 ? 1 : -1);
}

static double step_cost(int64_t from, int64_t to) {
    const double dx = (double)(to % g.width - from % g.width) * g.across;
    const double dy = (double)(to / g.width - from / g.width) * g.down;
    const double length = g.move == 6 ? g.across : sqrt(dx * dx + dy * dy);
    const double rise = (double)g.heights[to] - (double)g.heights[from];
    return isnan(rise) ? INFINITY : length * wimp_slope_factor(&g.function, rise / length);
}

static void push(entry e) {
    if (g.queue_count == g.queue_capacity) {
        g.queue_capacity = 2 * g.queue_capacity + 1024;
        g.queue = realloc(g.queue, (size_t)g.queue_capacity * sizeof *g.queue);
        must(g.queue != NULL, "out of memory");
    }
    int64_t at = g.queue_count++;
    for (; at > 0 && g.queue[(at - 1) / 2].cost > e.cost; at = (at - 1) / 2)
        g.queue[at] = g.queue[(at - 1) / 2];
    g.queue[at] = e;
}

static entry pop(void) {
    const entry first = g.queue[0], last = g.queue[--g.queue_count];
    int64_t at = 0;
    for (int64_t child; (child = 2 * at + 1) < g.queue_count; at = child) {
        child += child + 1 < g.queue_count && g.queue[child + 1].cost < g.queue[child].cost;
        if (!(g.queue[child].cost < last.cost)) break;
        g.queue[at] = g.queue[child];
    }
    g.queue[at] = last;
    return first;
}

static void search(int64_t from) {
    for (int64_t i = 0; i < (int64_t)g.width * g.height; i++) g.costs[i] = INFINITY;
    push((entry){g.costs[from] = 0, from});
    while (g.queue_count > 0) {
        const entry e = pop();
        if (e.cost > g.costs[e.tile]) continue;
        const int64_t x = e.tile % g.width, y = e.tile / g.width;
        for (int i = 0; i < 9; i++) {
            const int64_t nx = x + i % 3 - 1, ny = y + i / 3 - 1, to = ny * g.width + nx;
            if (nx < 0 || ny < 0 || nx >= g.width || ny >= g.height || !is_step(e.tile, to)) continue;
            const double cost = e.cost + (g.backward ? step_cost(to, e.tile) : step_cost(e.tile, to));
            if (cost < g.costs[to]) push((entry){g.costs[to] = cost, to});
        }
    }
}

static int64_t tile_of(const char* text) {
    int32_t x = -1, y = -1;
    char rest = 0;
    if (sscanf(text, "%d,%d%c", &x, &y, &rest) != 2 && rest != '\n') return -1;
    return x >= 0 && y >= 0 && x < g.width && y < g.height ? (int64_t)y * g.width + x : -1;
}

static double path_cost(const char* name) {
    FILE* file = strcmp(name, "-") == 0 ? stdin : fopen(name, "r");
    must(file != NULL, "the path cannot be read");
    char line[200];
    int64_t last = -1;
    double cost = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        const int64_t tile = tile_of(line);
        if (tile < 0) continue;
        if (last >= 0) {
            must(is_step(last, tile), "the path has a step that leads to no neighbour");
            cost += step_cost(last, tile);
        }
        last = tile;
    }
    return cost;
}

static void read_heights(const char* name) {
    const size_t count = (size_t)g.width * (size_t)g.height;
    FILE* file = fopen(name, "rb");
    must(file != NULL, "the heights cannot be read");
    g.heights = malloc(count * sizeof *g.heights);
    g.costs = malloc(count * sizeof *g.costs);
    must(g.heights != NULL && g.costs != NULL, "out of memory");
    must(fread(g.heights, sizeof *g.heights, count, file) == count && fgetc(file) == EOF,
         "the heights have another size");
    fclose(file);
}

int main(int argc, char** argv) {
    g.move = 8;
    if (argc > 2 && strcmp(argv[1], "--move") == 0) {
        g.move = strcmp(argv[2], "hex") == 0 ? 6 : atoi(argv[2]);
        must(g.move == 4 || g.move == 6 || g.move == 8, "--move takes 4, 8 or hex");
        argc -= 2, argv += 2;
    }
    if (argc > 0 && strcmp(argv[argc - 1], "--to") == 0) g.backward = 1, argc--;
    must(argc >= 7, "expected [--move 4|8|hex] HEIGHTS WIDTH HEIGHT METRES FUNCTION FROM [TO...] [--path "
                    "FILE] [--costs FILE] [--to]");
    g.width = atoi(argv[2]);
    g.height = atoi(argv[3]);
    must(g.width > 0 && g.height > 0, "the size is not above 0");
    if (sscanf(argv[4], "%lf,%lf", &g.across, &g.down) < 2) g.down = g.across;
    must(g.across > 0 && g.down > 0, "the size of a tile is not above 0");
    const wend_import_def def = wend_default_import_def();
    wend_error error = {WEND_OK, ""};
    must(wimp_slope_function_parse(argv[5], &def, &g.function, &error) == WEND_OK, error.text);
    read_heights(argv[1]);
    const int64_t from = tile_of(argv[6]);
    must(from >= 0, "FROM is no tile of the map");
    if (argc > 8 && strcmp(argv[7], "--path") == 0) {
        printf("%.6f\n", path_cost(argv[8]));
        return 0;
    }
    search(from);
    for (int i = 7; i < argc; i++) {
        if (strcmp(argv[i], "--costs") == 0 && i + 1 < argc) {
            FILE* file = fopen(argv[++i], "wb");
            const size_t count = (size_t)g.width * (size_t)g.height;
            must(file != NULL && fwrite(g.costs, sizeof *g.costs, count, file) == count && fclose(file) == 0,
                 "the costs cannot be written");
            continue;
        }
        const int64_t to = tile_of(argv[i]);
        must(to >= 0, "TO is no tile of the map");
        printf("%.6f\n", g.costs[to]);
    }
    return 0;
}
