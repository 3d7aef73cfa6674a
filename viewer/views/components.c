// components.c: which tiles belong to which connected component?
#include "views/components.h"
#include "tile_plane.h"
#include <stdlib.h>
#include <string.h>
#include <wend/link.h>

struct components {
    const wend_grid* grid;
    int32_t width, height; // of all floors, one below the other
    int32_t floor_height;
    bool passable[WEND_CLASS_COUNT];
    int32_t reach; // 1: runs that touch by a corner are connected too
    tile_plane plane;
    bool has_exits; // some steps are closed

    int32_t*
        parent;     // by run: an earlier run of its component, or less than 0: the component's tiles, negated
    uint8_t* shade; // by run
    int64_t count, capacity;
    int64_t* first;     // by row: its first run; one more for the end
    int32_t* begins[2]; // of the runs of the row above and of this one
    int32_t* ends[2];
    int32_t linked, shaded; // rows
    int32_t shown;          // rows that have a shade, be it of before the last change
    int64_t component_count, largest;
    uint8_t* shades; // by tile
};

void components_destroy(components* c) {
    if (c == NULL) return;
    free(c->parent);
    free(c->shade);
    free(c->first);
    free(c->begins[0]);
    free(c->ends[0]);
    free(c->shades);
    free(c);
}

components* components_create(const wend_grid* grid) {
    components* c = calloc(1, sizeof *c);
    if (c == NULL) return NULL;
    c->grid = grid;
    c->width = wend_grid_width(grid);
    c->floor_height = wend_grid_height(grid);
    c->height = c->floor_height * wend_grid_floors(grid);
    size_t runs = (size_t)c->width + 1; // of a row, at most; walls divide them
    c->first = malloc(((size_t)c->height + 1) * sizeof *c->first);
    c->begins[0] = malloc(2 * runs * sizeof *c->begins[0]);
    c->ends[0] = malloc(2 * runs * sizeof *c->ends[0]);
    if (c->first == NULL || c->begins[0] == NULL || c->ends[0] == NULL) {
        components_destroy(c);
        return NULL;
    }
    c->begins[1] = c->begins[0] + runs;
    c->ends[1] = c->ends[0] + runs;
    components_restart(c);
    return c;
}

void components_restart(components* c) {
    const float* costs = wend_grid_class_costs(c->grid);
    for (int i = 0; i < WEND_CLASS_COUNT; i++) c->passable[i] = costs[i] > 0;
    c->reach = wend_grid_connectivity(c->grid) == WEND_CONNECTIVITY_8_CUT;
    c->plane = tile_plane_of(c->grid);
    c->has_exits = wend_grid_closed_step_count(c->grid) > 0;
    c->count = c->component_count = c->largest = 0;
    c->linked = c->shaded = 0;
    c->first[0] = 0;
}

// ---- runs

static bool reserve(components* c, int64_t more) {
    if (c->count + more <= c->capacity) return true;
    int64_t capacity = 2 * c->capacity + more + 1024;
    int32_t* parent = realloc(c->parent, (size_t)capacity * sizeof *parent);
    if (parent != NULL) c->parent = parent;
    uint8_t* shade = realloc(c->shade, (size_t)capacity);
    if (shade != NULL) c->shade = shade;
    if (parent == NULL || shade == NULL) return false;
    c->capacity = capacity;
    return true;
}

static int32_t find(const components* c, int32_t run) {
    while (c->parent[run] >= 0) {
        int32_t above = c->parent[run];
        if (c->parent[above] >= 0) c->parent[run] = c->parent[above];
        run = above;
    }
    return run;
}

static void join(components* c, int32_t a, int32_t b) {
    a = find(c, a);
    b = find(c, b);
    if (a == b) return;
    int32_t early = a < b ? a : b, late = a < b ? b : a;
    c->parent[early] += c->parent[late];
    c->parent[late] = early;
    c->component_count--;
}

// A component keeps its shade while its first tile stays.
static uint8_t shade_of(int32_t x, int32_t y) {
    uint32_t hash = ((uint32_t)x * 0x9E3779B1u ^ (uint32_t)y) * 0x85EBCA6Bu;
    return (uint8_t)(2 + (hash >> 16) % 254);
}

// The tile in a column and a row of all floors, which count from the first tile of the map.
static wend_tile tile_at(const components* c, int32_t x, int32_t y) {
    return (wend_tile){c->plane.left + x, c->plane.top + y % c->floor_height,
                       (uint16_t)(y / c->floor_height)};
}

static int32_t row_of(const components* c, wend_tile tile) {
    const int32_t row = tile.y - c->plane.top;
    return wend_grid_floors(c->grid) > 1 ? tile.floor * c->floor_height + row : row;
}

// True when steps lead from each of two neighbours to the other.
static bool is_mutual(const components* c, int32_t x, int32_t y, int32_t next_x, int32_t next_y) {
    const wend_tile a = tile_at(c, x, y), b = tile_at(c, next_x, next_y);
    return wend_grid_can_step(c->grid, a, b) && wend_grid_can_step(c->grid, b, a);
}

// The runs of a row; returns how many. A run ends where a step along it is closed.
static int32_t find_runs(const components* c, int32_t y, int32_t* begins, int32_t* ends) {
    const uint8_t* row = wend_grid_floor_row(c->grid, y / c->floor_height, tile_at(c, 0, y).y);
    int32_t count = 0;
    for (int32_t x = 0; x < c->width;) {
        while (x < c->width && !c->passable[row[x]]) x++;
        if (x == c->width) break;
        begins[count] = x;
        x++;
        while (x < c->width && c->passable[row[x]] && (!c->has_exits || is_mutual(c, x - 1, y, x, y))) x++;
        ends[count++] = x;
    }
    return count;
}

// How far a run reaches in the row above, beyond its first and its last tile.
static void find_reach(const components* c, int32_t y, int32_t begin, int32_t end, int32_t out[2]) {
    out[0] = out[1] = c->reach;
    if (!c->plane.is_hex) return;
    if (c->plane.shifts_columns) { // only columns that lie higher touch the next ones in the row above
        out[0] = (begin % 2 == 0) != c->plane.shifts_even;
        out[1] = ((end - 1) % 2 == 0) != c->plane.shifts_even;
        return;
    }
    out[1] = (y % c->floor_height % 2 == 0) == c->plane.shifts_even; // the row is half a tile to the right
    out[0] = !out[1];
}

// True when a run and one of the row above are connected, where steps may be closed.
static bool touch(const components* c, int32_t y, const int32_t run[2], const int32_t above[2]) {
    for (int32_t x = run[0]; x < run[1]; x++)
        for (int32_t up = x - 1; up <= x + 1; up++)
            if (up >= above[0] && up < above[1] && is_mutual(c, x, y, up, y - 1)) return true;
    return false;
}

static bool link_row(components* c, int32_t y) {
    int now = y & 1;
    int32_t *begins = c->begins[now], *ends = c->ends[now];
    int32_t count = find_runs(c, y, begins, ends);
    if (!reserve(c, count)) return false;
    int32_t base = (int32_t)c->count, above = y > 0 ? (int32_t)c->first[y - 1] : 0;
    int32_t above_count = y % c->floor_height > 0 ? base - above : 0, first = 0;
    for (int32_t i = 0; i < count; i++) {
        c->parent[base + i] = begins[i] - ends[i];
        c->shade[base + i] = shade_of(begins[i], y);
        c->component_count++;
        int32_t reach[2], run[2] = {begins[i], ends[i]};
        find_reach(c, y, begins[i], ends[i], reach);
        if (c->has_exits) reach[0] = reach[1] = 1; // touch decides
        while (first < above_count && c->ends[!now][first] < begins[i]) first++;
        for (int32_t k = first; k < above_count && c->begins[!now][k] < ends[i] + reach[1]; k++) {
            const int32_t over[2] = {c->begins[!now][k], c->ends[!now][k]};
            if (over[1] + reach[0] > begins[i] && (!c->has_exits || touch(c, y, run, over)))
                join(c, above + k, base + i);
        }
    }
    c->count += count;
    c->first[y + 1] = c->count;
    return true;
}

// The run of a passable tile. Overwrites c->begins and c->ends.
static int32_t run_at(const components* c, wend_tile tile) {
    const int32_t row = row_of(c, tile), count = find_runs(c, row, c->begins[0], c->ends[0]);
    int32_t i = 0;
    while (i < count - 1 && c->ends[0][i] <= tile.x - c->plane.left) i++;
    return (int32_t)c->first[row] + i;
}

// A link: the row of all floors << 32 | the column of both ends, and the run where it begins.
typedef struct hop {
    uint64_t from, to;
    int32_t run;
} hop;

static uint64_t place_of(const components* c, wend_tile tile) {
    return (uint64_t)row_of(c, tile) << 32 | (uint32_t)(tile.x - c->plane.left);
}

static int compare_hops(const void* a, const void* b) {
    const hop *one = a, *other = b;
    if (one->from != other->from) return one->from < other->from ? -1 : 1;
    return one->to < other->to ? -1 : one->to > other->to;
}

// Overwrites c->begins and c->ends.
static void find_hop_runs(const components* c, hop* hops, int32_t count) {
    int32_t row = -1, runs = 0, run = 0;
    for (int32_t i = 0; i < count; i++) {
        if (row != (int32_t)(hops[i].from >> 32)) {
            row = (int32_t)(hops[i].from >> 32);
            runs = find_runs(c, row, c->begins[0], c->ends[0]);
            run = 0;
        }
        while (run < runs - 1 && c->ends[0][run] <= (int32_t)(uint32_t)hops[i].from) run++;
        hops[i].run = (int32_t)c->first[row] + run;
    }
}

// Joins what links connect in both directions. False: out of memory.
static bool join_links(components* c) {
    int32_t link_count = 0, count = 0;
    const wend_link* links = wend_grid_links(c->grid, &link_count);
    if (link_count == 0) return true;
    hop* hops = malloc((size_t)link_count * sizeof *hops);
    if (hops == NULL) return false;
    for (int32_t i = 0; i < link_count; i++)
        if (wend_grid_link_is_usable(c->grid, links[i].id))
            hops[count++] = (hop){.from = place_of(c, links[i].from), .to = place_of(c, links[i].to)};
    qsort(hops, (size_t)count, sizeof *hops, compare_hops);
    find_hop_runs(c, hops, count);
    for (int32_t i = 0; i < count; i++) {
        const hop back = {.from = hops[i].to, .to = hops[i].from};
        const hop* found = bsearch(&back, hops, (size_t)count, sizeof *hops, compare_hops);
        if (found != NULL) join(c, hops[i].run, found->run);
    }
    free(hops);
    return true;
}

static void find_largest(components* c) {
    int32_t most = 0, largest = -1;
    for (int32_t i = 0; i < c->count; i++)
        if (c->parent[i] < most) most = c->parent[largest = i];
    c->largest = -(int64_t)most;
    if (largest >= 0) c->shade[largest] = COMPONENTS_LARGEST;
}

// ---- shades

// The runs of a row that is linked. True when any shade changed.
static bool shade_runs(components* c, int32_t y, const int32_t* begins, const int32_t* ends) {
    const int32_t count = (int32_t)(c->first[y + 1] - c->first[y]);
    int32_t x = 0;
    uint8_t *out = c->shades + (size_t)y * (size_t)c->width, changed = 0;
    for (int32_t i = 0; i <= count; i++) {
        int32_t begin = i < count ? begins[i] : c->width, end = i < count ? ends[i] : c->width;
        uint8_t shade = i < count ? c->shade[find(c, (int32_t)c->first[y] + i)] : 0;
        for (; x < begin; x++) {
            changed |= out[x] ^ COMPONENTS_BLOCKED;
            out[x] = COMPONENTS_BLOCKED;
        }
        for (; x < end; x++) {
            changed |= out[x] ^ shade;
            out[x] = shade;
        }
    }
    return changed != 0;
}

static void add_row(const components* c, int32_t y, wend_rect* changed_io) {
    if (changed_io->height == 0) *changed_io = (wend_rect){0, y, c->width, 0};
    changed_io->height = y + 1 - changed_io->y;
}

// The rows of a floor among those of all.
static wend_rect on_floor(const components* c, int32_t floor, wend_rect rows) {
    const int32_t top = floor * c->floor_height, end = top + c->floor_height;
    const int32_t first = rows.y > top ? rows.y : top;
    const int32_t last = rows.y + rows.height < end ? rows.y + rows.height : end;
    return (wend_rect){0, first - top, c->width, last > first ? last - first : 0, (uint16_t)floor};
}

// As components_work, with rows of all floors.
static bool work(components* c, bool shaded, int64_t tiles, wend_rect* changed_out) {
    *changed_out = (wend_rect){0, 0, 0, 0};
    if (shaded && c->shades == NULL) c->shades = calloc((size_t)c->width, (size_t)c->height);
    if (shaded && c->shades == NULL) return false;
    for (; c->linked < c->height && tiles > 0; tiles -= c->width) {
        const int32_t y = c->linked;
        if (!link_row(c, y)) return false;
        if (shaded && c->shown == y) { // at once, by what is known so far
            shade_runs(c, y, c->begins[y & 1], c->ends[y & 1]);
            add_row(c, c->shown++, changed_out);
        }
        if (++c->linked < c->height) continue;
        if (!join_links(c)) return false;
        find_largest(c);
    }
    if (!shaded || c->linked < c->height) return true;
    for (; c->shaded < c->height && tiles > 0; tiles -= c->width, c->shaded++) {
        find_runs(c, c->shaded, c->begins[0], c->ends[0]);
        if (shade_runs(c, c->shaded, c->begins[0], c->ends[0]) || c->shown == c->shaded)
            add_row(c, c->shaded, changed_out);
        if (c->shown == c->shaded) c->shown++;
    }
    return true;
}

bool components_work(components* c, bool shaded, int32_t floor, int64_t tiles, wend_rect* changed_out) {
    const bool works = work(c, shaded, tiles, changed_out);
    *changed_out = on_floor(c, floor, *changed_out);
    return works;
}

// ---- answers

float components_progress(const components* c, bool shaded) {
    float linked = (float)c->linked / (float)c->height;
    return shaded ? (linked + (float)c->shaded / (float)c->height) / 2 : linked;
}

int64_t components_count(const components* c) {
    return c->linked == c->height ? c->component_count : -1;
}

int64_t components_largest(const components* c) {
    return c->linked == c->height ? c->largest : -1;
}

int64_t components_size_at(const components* c, wend_tile tile) {
    if (c->linked < c->height) return -1;
    if (!wend_grid_passable(c->grid, tile)) return 0;
    return -(int64_t)c->parent[find(c, run_at(c, tile))];
}

int32_t components_shown_rows(const components* c, int32_t floor) {
    return on_floor(c, floor, (wend_rect){0, 0, c->width, c->shown}).height;
}

map_tiles components_shades(const components* c, int32_t floor, bool sampled) {
    const uint8_t* first = c->shades + (size_t)floor * (size_t)c->floor_height * (size_t)c->width;
    return (map_tiles){first, (size_t)c->width, c->width, c->floor_height, NULL, sampled};
}
