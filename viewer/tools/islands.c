// islands.c: how many connected areas has a grid?
//
// Runs of passable tiles in a row are joined with those of the row above that they touch. Without corner
// cutting a diagonal step needs both tiles beside it, so only straight neighbours touch; with it, diagonal
// ones do too.
#include "islands.h"
#include <stdlib.h>

typedef struct run {
    int32_t begin, end; // tiles of its row
    int64_t parent;     // a run of the same island, itself for one of them
    int64_t tiles;      // of the island, in that one
} run;

typedef struct run_list {
    run* items;
    int64_t count, capacity;
} run_list;

static int64_t root_of(run* runs, int64_t i) {
    while (runs[i].parent != i) i = runs[i].parent = runs[runs[i].parent].parent;
    return i;
}

static void join(run* runs, int64_t a, int64_t b) {
    a = root_of(runs, a);
    b = root_of(runs, b);
    if (a == b) return;
    runs[b].parent = a;
    runs[a].tiles += runs[b].tiles;
}

static bool add_run(run_list* list, int32_t begin, int32_t end) {
    if (list->count == list->capacity) {
        int64_t capacity = list->capacity > 0 ? 2 * list->capacity : 1024;
        run* items = realloc(list->items, (size_t)capacity * sizeof *items);
        if (items == NULL) return false;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count] = (run){begin, end, list->count, end - begin};
    list->count++;
    return true;
}

static bool add_row(run_list* list, const uint8_t* row, int32_t width, const bool* passable) {
    for (int32_t x = 0; x < width;) {
        while (x < width && !passable[row[x]]) x++;
        int32_t begin = x;
        while (x < width && passable[row[x]]) x++;
        if (x > begin && !add_run(list, begin, x)) return false;
    }
    return true;
}

// Runs [above, here) with runs [here, end); both are in the order of their tiles.
static void join_rows(run* runs, int64_t above, int64_t here, int64_t end, int32_t reach) {
    for (int64_t i = above, j = here; i < here && j < end;) {
        bool touch = runs[i].begin < runs[j].end + reach && runs[j].begin < runs[i].end + reach;
        if (touch) join(runs, i, j);
        if (runs[i].end < runs[j].end)
            i++;
        else
            j++;
    }
}

bool islands_count(const wend_grid* grid, int64_t* count_out, int64_t* largest_out) {
    int32_t reach = wend_grid_moves(grid) == WEND_MOVES_8_CORNERS ? 1 : 0;
    bool passable[WEND_CLASS_COUNT];
    for (int c = 0; c < WEND_CLASS_COUNT; c++) passable[c] = wend_grid_class_costs(grid)[c] > 0;
    run_list list = {.items = NULL};
    bool ok = true;
    int64_t above = 0;
    for (int32_t y = 0; ok && y < wend_grid_height(grid); y++) {
        int64_t here = list.count;
        ok = add_row(&list, wend_grid_row(grid, y), wend_grid_width(grid), passable);
        if (ok) join_rows(list.items, above, here, list.count, reach);
        above = here;
    }
    int64_t count = 0, largest = 0;
    for (int64_t i = 0; i < list.count; i++) {
        if (list.items[i].parent != i) continue;
        count++;
        if (list.items[i].tiles > largest) largest = list.items[i].tiles;
    }
    free(list.items);
    if (!ok) return false;
    *count_out = count;
    *largest_out = largest;
    return true;
}
