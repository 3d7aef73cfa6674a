// make_scenario: what is the cheapest way between tiles of a small MovingAI map? Answers with the plainest
// Dijkstra there is, on its own reading of the file, so that the engine can be compared with something that
// shares no code.
//
//     make_scenario MAP COUNT > MAP.scen
//
// Steps cost 1 or sqrt 2, a diagonal only when both orthogonal tiles are open; '.', 'G' and 'S' are open.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 256, MAX_TILES = MAX_SIDE * MAX_SIDE };

static int width, height;
static bool open_tile[MAX_TILES];
static double distance[MAX_TILES];

static bool is_open(int x, int y) {
    return x >= 0 && x < width && y >= 0 && y < height && open_tile[y * width + x];
}

static bool read_map(const char* file) {
    FILE* in = fopen(file, "r");
    if (!in) return false;
    bool good = fscanf(in, "type octile height %d width %d map", &height, &width) == 2 && width > 0 &&
                width <= MAX_SIDE && height > 0 && height <= MAX_SIDE;
    for (int i = 0; good && i < width * height; i++) {
        char tile;
        good = fscanf(in, " %c", &tile) == 1;
        open_tile[i] = good && strchr(".GS", tile) != NULL;
    }
    fclose(in);
    return good;
}

// Fills distance[] with the cost from the start: settle the nearest unsettled tile, relax its neighbours,
// repeat.
static void dijkstra(int start) {
    static bool settled[MAX_TILES];
    for (int i = 0; i < width * height; i++) {
        distance[i] = INFINITY;
        settled[i] = false;
    }
    distance[start] = 0;
    for (;;) {
        int nearest = -1;
        for (int i = 0; i < width * height; i++)
            if (!settled[i] && isfinite(distance[i]) && (nearest < 0 || distance[i] < distance[nearest]))
                nearest = i;
        if (nearest < 0) return;
        settled[nearest] = true;
        int x = nearest % width, y = nearest / width;
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                if (!is_open(x + dx, y + dy) || !is_open(x + dx, y) || !is_open(x, y + dy)) continue;
                double cost = distance[nearest] + sqrt(dx * dx + dy * dy);
                int next = (y + dy) * width + x + dx;
                if (cost < distance[next]) distance[next] = cost;
            }
        }
    }
}

int main(int argc, char** argv) {
    int count = argc == 3 ? atoi(argv[2]) : 0;
    if (count < 1) {
        fprintf(stderr, "usage: make_scenario MAP COUNT > MAP.scen\n");
        return 2;
    }
    if (!read_map(argv[1])) {
        fprintf(stderr, "make_scenario: %s: not a MovingAI map of at most %d x %d tiles\n", argv[1], MAX_SIDE,
                MAX_SIDE);
        return 3;
    }
    const char* slash = strrchr(argv[1], '/');
    printf("version 1\n");
    uint32_t random = 1;
    for (int problem = 0; problem < count;) {
        int ends[2];
        for (int i = 0; i < 2; i++) {
            random =
                random * 1664525u + 1013904223u; // Numerical Recipes' generator: the same list everywhere
            ends[i] = (int)((random >> 8) % (uint32_t)(width * height));
        }
        if (!open_tile[ends[0]] || !open_tile[ends[1]]) continue;
        dijkstra(ends[0]);
        double cost = distance[ends[1]];
        if (!isfinite(cost)) continue;
        printf("%d\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.8f\n", (int)(cost / 4), slash ? slash + 1 : argv[1], width,
               height, ends[0] % width, ends[0] / width, ends[1] % width, ends[1] / width, cost);
        problem++;
    }
    return 0;
}
