// abstract_state.c: the memory of the abstract search: its directory, its active clusters, and the heuristic
// of their nodes.
#include "search/abstract_state.h"

#include <string.h>

#include "grid/links.h"
#include "hierarchy/open.h"

// ---- how do clusters enter the directory of a search?

void wendi_cluster_directory_init(wendi_cluster_directory* d, const wend_allocator* allocator) {
    *d = (wendi_cluster_directory){.allocator = *allocator};
}

// Adds a page without entries. Returns its number; 0, which is the root: out of memory.
static uint32_t add_page(wendi_cluster_directory* d) {
    const size_t used = (size_t)d->page_count * WENDI_PAGE_ENTRIES;
    if (!WENDI_MAKE_ROOM(&d->allocator, d->entries, d->capacity, used, used + WENDI_PAGE_ENTRIES)) return 0;
    memset(d->entries + used, 0, WENDI_PAGE_ENTRIES * sizeof *d->entries);
    return d->page_count++;
}

wend_result wendi_cluster_directory_begin(wendi_cluster_directory* d, int32_t columns, int32_t rows) {
    const int32_t side = wendi_max(columns, rows);
    d->root_shift = 0;
    while ((side - 1) >> d->root_shift >> WENDI_PAGE_BITS) d->root_shift += WENDI_PAGE_BITS;
    d->page_count = 0;
    add_page(d);
    return d->page_count > 0 ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_cluster_directory_set(wendi_cluster_directory* d, int32_t x, int32_t y, int32_t shift,
                                        int32_t number) {
    uint32_t page = 0;
    int32_t page_shift = d->root_shift;
    while (page_shift > shift) {
        const size_t at = (size_t)page * WENDI_PAGE_ENTRIES + wendi_page_index(x, y, page_shift);
        WENDI_ASSERT(!(d->entries[at] & 1));
        if (!d->entries[at]) {
            const uint32_t added = add_page(d);
            if (!added) return WEND_ERROR_MEMORY;
            d->entries[at] = added << 1;
        }
        page = d->entries[at] >> 1;
        page_shift -= WENDI_PAGE_BITS;
    }
    const int32_t bits = wendi_min(shift - page_shift, WENDI_PAGE_BITS), side = 1 << bits;
    const uint32_t first = wendi_page_index(x >> shift << shift, y >> shift << shift, page_shift);
    uint32_t* entries = d->entries + (size_t)page * WENDI_PAGE_ENTRIES + first;
    for (int32_t row = 0; row < side; row++)
        for (int32_t column = 0; column < side; column++)
            entries[(row << WENDI_PAGE_BITS) + column] = (uint32_t)number << 1 | 1;
    return WEND_OK;
}

// ---- which memory does an abstract search own?

void wendi_abstract_search_init(wendi_abstract_search* s, const wend_allocator* allocator) {
    *s = (wendi_abstract_search){.allocator = *allocator, .arrival_queue.allocator = *allocator};
    wendi_cluster_directory_init(&s->directory, allocator);
    wendi_link_bounds_init(&s->bounds, allocator);
}

// ---- how is the heuristic of an abstract search computed?

// Prepares the heuristic for links. Among the children of a cluster with links, the search uses none.
static wend_result begin_links(wendi_abstract_search* s, wend_tile start) {
    const wend_grid* grid = s->world->grid;
    s->bounds.count = 0;
    s->bounds.cap = INT32_MAX;
    if (s->scope.level > 0) {
        s->heuristic.most = s->heuristic.least = 0;
        return WEND_OK;
    }
    wend_result result =
        wendi_link_bounds_begin(&s->bounds, grid, &s->heuristic, start, s->target, NULL, NULL, 0);
    if (result == WEND_OK && s->bounds.unknown) s->heuristic.most = s->heuristic.least = 0;
    return result;
}

enum { MANY_SHORTCUTS = 512 }; // bounds over so many take longer than what they save

wend_result wendi_abstract_heuristic_begin(wendi_abstract_search* s, wend_tile start) {
    const wend_grid* grid = s->world->grid;
    const wendi_partition* clusters = &s->world->graph.clusters;
    s->heuristic = wendi_heuristic_of_walks(grid);
    if (grid->shortcuts.counts[0] >= MANY_SHORTCUTS) wendi_heuristic_flatten(&s->heuristic, grid);
    wendi_heuristic sheet = s->heuristic;
    sheet.pitch = 0;
    s->farthest =
        wendi_heuristic_between(&sheet, (wend_tile){0, 0}, (wend_tile){clusters->width, clusters->height});
    return s->linked ? begin_links(s, start) : WEND_OK;
}

static void set_any_heuristics(const wendi_abstract_search* s, const uint32_t* nodes, int32_t count,
                               int32_t* h) {
    wendi_node_reader reader = {.cluster = WENDI_NO_NODE};
    for (int32_t i = 0; i < count; i++) {
        wend_tile tile = wendi_next_node_tile(&s->world->graph.clusters, &reader, nodes[i]);
        h[i] = (int32_t)wendi_heuristic_between(&s->heuristic, tile, s->target);
    }
}

// Where a node on a border line lies. Without branches, so that compilers vectorise the loops over nodes.
static inline wend_tile border_tile(uint32_t node, int32_t columns, double per_column, int32_t size) {
    const int32_t cluster = (int32_t)(node / WENDI_BORDER_INDEX_COUNT);
    const int32_t row = (int32_t)((cluster + 0.5) * per_column), column = cluster - row * columns;
    const int32_t along = (int32_t)(node % WENDI_LEFT_BORDER_INDEX);
    const int32_t left = -(int32_t)(node / WENDI_LEFT_BORDER_INDEX % 2); // on the left line: all bits set
    return (wend_tile){column * size + (along & ~left), row * size + (along & left)};
}

// Sets the heuristics of nodes on border lines to a target on their floor, not on hexagons.
static void set_border_heuristics(const wendi_abstract_search* s, wend_tile target,
                                  const uint32_t* restrict nodes, int32_t count, int32_t* restrict h) {
    const int32_t columns = s->columns, size = s->world->graph.clusters.size;
    const int32_t most = (int32_t)s->heuristic.most, least = (int32_t)s->heuristic.least;
    const int32_t target_x = target.x, target_y = target.y;
    const double per_column = s->per_column;
    for (int32_t i = 0; i < count; i++) {
        const wend_tile tile = border_tile(nodes[i], columns, per_column, size);
        int32_t dx = tile.x - target_x, dy = tile.y - target_y;
        dx = dx < 0 ? -dx : dx;
        dy = dy < 0 ? -dy : dy;
        h[i] = most * (dx > dy ? dx : dy) + least * (dx > dy ? dy : dx);
    }
}

// Lowers heuristics to those by some links.
static void lower_by(wendi_abstract_search* s, wendi_link_points links, const uint32_t* restrict nodes,
                     int32_t border, int32_t count, int32_t* h) {
    const wendi_partition* clusters = &s->world->graph.clusters;
    const int32_t columns = s->columns, size = clusters->size;
    const double per_column = s->per_column;
    const int32_t pitch = s->heuristic.pitch;
    int32_t* restrict x = s->x, * restrict y = s->y;
    for (int32_t i = 0; i < border; i++) {
        const wend_tile tile = wendi_on_plane(pitch, border_tile(nodes[i], columns, per_column, size));
        x[i] = tile.x;
        y[i] = tile.y;
    }
    for (int32_t i = border; i < count; i++) {
        const wend_tile tile = wendi_on_plane(pitch, wendi_node_tile(clusters, nodes[i]));
        x[i] = tile.x;
        y[i] = tile.y;
    }
    // Up to whole lanes: what lies behind the last node does not matter.
    const int32_t lanes = wendi_row_lanes(count);
    for (int32_t i = count; i < lanes; i++) x[i] = y[i] = h[i] = 0;
    wendi_link_bounds_lower(&s->bounds, links, x, y, lanes, h);
}

static wend_rect area_of(const wendi_abstract_search* s, const wendi_active_cluster* v) {
    return wendi_cluster_rect(&s->world->graph.level[v->level - 1].clusters, v->cluster);
}

// Moves the target to the floor of a cluster, if all nodes of that lie on one.
static bool move_target(int32_t pitch, wend_rect area, wend_tile* target_io) {
    const int32_t first = area.y / pitch, last = (area.y + area.height) / pitch; // the line below is of it
    target_io->y += (first - target_io->y / pitch) * pitch;
    return first == last;
}

// Sets the heuristics of the nodes of a cluster, by links too. False: out of memory.
static bool set_heuristics(wendi_abstract_search* s, const wendi_active_cluster* v, int32_t* h) {
    const uint32_t* nodes = v->matrix->nodes;
    int32_t count = v->matrix->count, border = count;
    while (border > 0 && nodes[border - 1] >= WENDI_FIRST_LINK_NODE) border--;
    const int32_t pitch = s->heuristic.pitch;
    wend_tile target = s->target;
    if (wendi_is_hex(s->heuristic.connectivity) ||
        (pitch > 0 && !move_target(pitch, area_of(s, v), &target))) {
        set_any_heuristics(s, nodes, count, h);
    } else {
        set_border_heuristics(s, target, nodes, border, h);
        set_any_heuristics(s, nodes + border, count - border, h + border);
    }
    if (!s->linked || !wendi_link_bounds_matter(&s->bounds)) return true;
    wendi_link_points near;
    if (!wendi_link_bounds_near(&s->bounds, area_of(s, v), &near)) return false;
    if (near.count == 0 && s->bounds.cap == INT32_MAX) return true;
    lower_by(s, near, nodes, border, count, h);
    return true;
}

// ---- which costs does the sample hold, and which factor follows from them?

enum {
    LEAST_LEVEL = 3,   // of the sampled clusters: smaller ones say little about longer paths
    MOST_CLUSTERS = 4, // sampled between two tiles
    SIDE = 8,          // costs from so many nodes of a cluster to as many others are sampled
    LEAST_SAMPLE = 16, // fewer costs give no factor
    STEP = 4,          // factors are counted in steps of 4 / WENDI_WEIGHT_ONE
    STEPS = 20,        // up to 1.08: where few costs are low, as beside roads, the sample may miss them
    LOWER_SHARE = 32,  // one in so many sampled costs may be lower than the raised heuristic
    WHOLE_LEVEL = 6    // below, paths are short enough to differ from the sample: half of the excess counts
};

typedef struct sample {
    int32_t count;
    uint16_t steps[STEPS]; // how many costs exceed the heuristic by so many steps
} sample;

// The largest level whose clusters are no larger than the distance between two tiles.
static int32_t level_for(const wendi_graph* graph, wend_tile a, wend_tile b) {
    const int32_t distance = wendi_max(wendi_abs(a.x - b.x), wendi_abs(a.y - b.y));
    int32_t level = graph->level_count;
    while (level > 0 && graph->level[level - 1].clusters.size > distance) level--;
    return level;
}

static void add(sample* s, int64_t cost, int64_t h) {
    const int64_t step = (cost - h) * (WENDI_WEIGHT_ONE / STEP) / h;
    s->steps[step < 0 ? 0 : step < STEPS ? step : STEPS - 1]++;
    s->count++;
}

// Adds costs between nodes of a cluster that are at least its side apart. A cluster that cannot be read adds
// none: the search does not need it. Errors: MEMORY.
static wend_result add_cluster(const wend_world* world, const wendi_heuristic* heuristic, int32_t level,
                               int32_t cluster, sample* s) {
    const wendi_graph* graph = &world->graph;
    const wendi_level* of = &graph->level[level - 1];
    if (*wendi_item(&of->states, cluster) != WENDI_UP_TO_DATE) return WEND_OK;
    const wend_result opened = wendi_open(graph, level, cluster);
    if (opened != WEND_OK) return opened == WEND_ERROR_MEMORY ? opened : WEND_OK;
    const wendi_matrix* matrix = wendi_matrix_of(graph, level, cluster);
    if (matrix->count < 2 * SIDE) return WEND_OK;
    int32_t to[SIDE];
    wend_tile tiles[SIDE];
    for (int32_t k = 0; k < SIDE; k++) {
        to[k] = (2 * k + 1) * matrix->count / (2 * SIDE);
        tiles[k] = wendi_node_tile(&graph->clusters, matrix->nodes[to[k]]);
    }
    const int64_t least = heuristic->straight * of->clusters.size;
    for (int32_t i = 0; i < SIDE; i++) {
        const int32_t from = i * matrix->count / SIDE;
        const wend_tile tile = wendi_node_tile(&graph->clusters, matrix->nodes[from]);
        for (int32_t k = 0; k < SIDE; k++) {
            const int64_t h = wendi_heuristic_between(heuristic, tile, tiles[k]);
            if (h < least) continue;
            const uint32_t cost = wendi_matrix_cost(matrix, from, to[k]);
            if (cost != WENDI_UNREACHED) add(s, cost, h);
        }
    }
    return WEND_OK;
}

// The least number of steps that enough of the sampled costs reach.
static int32_t low_step(const sample* s) {
    int32_t step = 0;
    for (int32_t lower = s->steps[0]; lower * LOWER_SHARE <= s->count && step < STEPS - 1;
         lower += s->steps[step])
        step++;
    return step;
}

wend_result wendi_stretch_between(const wend_world* world, const wendi_heuristic* heuristic, wend_tile a,
                                  wend_tile b, int32_t* factor_out) {
    if (heuristic->pitch > 0) b.y += (a.y / heuristic->pitch - b.y / heuristic->pitch) * heuristic->pitch;
    const int32_t level = level_for(&world->graph, a, b);
    *factor_out = WENDI_WEIGHT_ONE;
    if (level < LEAST_LEVEL || wendi_has_uniform_cost(world->grid)) return WEND_OK;
    const wendi_partition* clusters = &world->graph.level[level - 1].clusters;
    sample s = {0};
    for (int32_t i = 0, last = -1; i < MOST_CLUSTERS; i++) {
        const int64_t part = 2 * i + 1, parts = 2 * MOST_CLUSTERS;
        const int32_t x = a.x + (int32_t)((b.x - a.x) * part / parts),
                      y = a.y + (int32_t)((b.y - a.y) * part / parts);
        const int32_t column = wendi_min(x / clusters->size, clusters->columns - 1),
                      row = wendi_min(y / clusters->size, clusters->rows - 1);
        const int32_t cluster = row * clusters->columns + column;
        const wend_result result =
            cluster != last ? add_cluster(world, heuristic, level, cluster, &s) : WEND_OK;
        if (result != WEND_OK) return result;
        last = cluster;
    }
    if (s.count < LEAST_SAMPLE) return WEND_OK;
    *factor_out += low_step(&s) * STEP / (level < WHOLE_LEVEL ? 2 : 1);
    return WEND_OK;
}

// ---- how are the clusters of an abstract search activated and found?

wend_result wendi_active_reset(wendi_abstract_search* s) {
    const wendi_partition* clusters = &s->world->graph.clusters;
    s->active_count = 0;
    s->value_count = 0;
    if (s->workspace) wendi_cluster_workspace_forget(s->workspace); // of another world or version
    s->columns = clusters->columns;
    s->per_column = 1.0 / s->columns;
    return wendi_cluster_directory_begin(&s->directory, clusters->columns, clusters->rows);
}

static bool grow(const wendi_abstract_search* s, int32_t** items, size_t* capacity, size_t kept,
                 size_t count) {
    return wendi_make_room(&s->allocator, items, capacity, kept, count, sizeof **items);
}

// Makes room for one more active cluster with this many lanes.
static bool grow_active(wendi_abstract_search* s, size_t lanes) {
    size_t count = (size_t)s->active_count, block = count / WENDI_KEY_BLOCK;
    bool grown =
        WENDI_ROOM_FOR_ONE(&s->allocator, s->active, s->active_capacity, count) &&
        grow(s, &s->values, &s->value_capacity, s->value_count, s->value_count + WENDI_VALUE_COUNT * lanes) &&
        grow(s, &s->taken_slots, &s->taken_capacity, s->taken_capacity, lanes) &&
        (!s->linked ||
         (grow(s, &s->x, &s->x_capacity, 0, lanes) && grow(s, &s->y, &s->y_capacity, 0, lanes))) &&
        grow(s, &s->keys, &s->key_capacity, count, (block + 1) * WENDI_KEY_BLOCK) &&
        grow(s, &s->least_keys, &s->least_key_capacity, block, block + 1);
    if (!grown || count % WENDI_KEY_BLOCK > 0) return grown;
    for (int32_t i = 0; i < WENDI_KEY_BLOCK; i++) s->keys[count + (size_t)i] = WENDI_COST_LIMIT;
    s->least_keys[block] = WENDI_COST_LIMIT;
    return true;
}

// Slots past the last node get a g that no path improves. False: out of memory.
static bool reset_values(wendi_abstract_search* s, const wendi_active_cluster* v) {
    const int32_t lanes = v->lanes, count = v->matrix->count;
    int32_t* restrict g = wendi_active_values(s, v, WENDI_VALUE_G);
    int32_t* restrict h = wendi_active_values(s, v, WENDI_VALUE_H);
    int32_t* restrict f = wendi_active_values(s, v, WENDI_VALUE_F);
    int32_t* restrict closed_g = wendi_active_values(s, v, WENDI_VALUE_CLOSED_G);
    int32_t* restrict other = wendi_active_values(s, v, WENDI_VALUE_OTHER);
    for (int32_t i = 0; i < lanes; i++) {
        g[i] = f[i] = closed_g[i] = WENDI_COST_LIMIT;
        other[i] = -1;
    }
    const bool done = set_heuristics(s, v, h);
    for (int32_t i = count; i < lanes; i++) {
        g[i] = -1;
        h[i] = 0;
    }
    return done;
}

int32_t wendi_active_row_shift(const wendi_abstract_search* s, const wendi_active_cluster* v, int32_t slot) {
    if (!v->pending) return v->matrix->shift;
    return wendi_fill_row(&s->world->graph, s->world->grid, v->cluster, slot, s->workspace);
}

uint32_t wendi_active_cost(const wendi_abstract_search* s, const wendi_active_cluster* v, int32_t from,
                           int32_t to) {
    const int32_t shift = wendi_active_row_shift(s, v, from);
    const uint16_t entry = wendi_matrix_row(v->matrix, from)[to];
    return entry == WENDI_NO_PATH ? WENDI_UNREACHED : (uint32_t)entry << shift;
}

// Returns the index of the new active cluster; -1: s->failure says why there is none.
static int32_t activate(wendi_abstract_search* s, int32_t level, int32_t cluster) {
    const wend_result opened = wendi_open(&s->world->graph, level, cluster);
    s->failure = opened == WEND_OK ? WEND_ERROR_MEMORY : opened;
    if (opened != WEND_OK) return -1;
    const bool pending = level == 1 && wendi_is_pending(&s->world->graph, cluster);
    if (pending && !s->workspace) s->workspace = wendi_cluster_workspace_new(&s->allocator);
    if (pending && !s->workspace) return -1;
    const wendi_matrix* matrix = wendi_matrix_of(&s->world->graph, level, cluster);
    int32_t lanes = (matrix->count + WENDI_ROW_LANES - 1) / WENDI_ROW_LANES * WENDI_ROW_LANES;
    if (!grow_active(s, (size_t)wendi_max(lanes, 1))) return -1;
    wendi_active_cluster* v = &s->active[s->active_count];
    const wendi_graph* a = &s->world->graph;
    WENDI_ASSERT(level == 1 || wendi_state_of(a, level, cluster) == WENDI_UP_TO_DATE);
    const int32_t columns = a->level[level - 1].clusters.columns, shift = level - 1;
    const int32_t row = cluster / columns, column = cluster - row * columns;
    *v = (wendi_active_cluster){.matrix = {*matrix},
                                .level = level,
                                .cluster = cluster,
                                .column = column << shift,
                                .row = row << shift,
                                .longest = (int64_t)WENDI_NO_PATH << matrix->shift,
                                .lanes = lanes,
                                .first = s->value_count,
                                .pending = pending,
                                .least = WENDI_COST_LIMIT};
    if (!reset_values(s, v)) return -1;
    if (wendi_cluster_directory_set(&s->directory, v->column, v->row, shift, s->active_count) != WEND_OK)
        return -1;
    s->value_count += WENDI_VALUE_COUNT * (size_t)lanes;
    WENDI_ASSERT(s->value_count <= s->value_capacity);
    return s->active_count++;
}

// ---- the clusters of a node

typedef struct cluster_id {
    int32_t level, cluster;
} cluster_id;

static bool touches(wendi_cluster_span span, int32_t x, int32_t y, int32_t shift) {
    x >>= shift;
    y >>= shift;
    return span.left < span.right && x >= span.left >> shift && x <= (span.right - 1) >> shift &&
           y >= span.top >> shift && y <= (span.bottom - 1) >> shift;
}

// The largest up-to-date cluster that holds neither start nor goal, at the column and row of a cluster of
// level 1; if there is none, that cluster itself. A cluster that touches the fine ones is not above
// WENDI_FINE_LEVEL.
static cluster_id largest_cluster_at(const wendi_abstract_search* s, int32_t x, int32_t y) {
    const wendi_graph* a = &s->world->graph;
    int32_t shift = a->level_count - 1;
    for (int32_t i = 0; i < s->scope.end_count; i++) {
        uint32_t apart = (uint32_t)(x ^ s->scope.ends[i].x) | (uint32_t)(y ^ s->scope.ends[i].y);
        int32_t most = 31 - __builtin_clz(apart | 1); // 0 where it holds the end
        if (i >= s->scope.divided_count) most = wendi_max(most, s->scope.kept_level - 1);
        shift = wendi_min(shift, most);
    }
    while (shift >= WENDI_FINE_LEVEL && touches(s->scope.fine, x, y, shift)) shift--;
    for (;; shift--) {
        const wendi_level* level = &a->level[shift];
        int32_t cluster = (y >> shift) * level->clusters.columns + (x >> shift);
        if (shift == 0 || *wendi_item(&level->states, cluster) == WENDI_UP_TO_DATE)
            return (cluster_id){shift + 1, cluster};
    }
}

// The cluster of the scope at the column and row of a cluster of level 1; level 0: there is none.
static cluster_id scope_cluster_at(const wendi_abstract_search* s, int32_t x, int32_t y) {
    if (s->scope.level == 0) return largest_cluster_at(s, x, y);
    const wendi_level* level = &s->world->graph.level[s->scope.level - 1];
    x >>= s->scope.level - 1;
    y >>= s->scope.level - 1;
    if ((y >> 1) * level[1].clusters.columns + (x >> 1) != s->scope.parent) return (cluster_id){0, 0};
    return (cluster_id){s->scope.level, y * level->clusters.columns + x};
}

int32_t wendi_activate_at(wendi_abstract_search* s, int32_t x, int32_t y) {
    int32_t found = wendi_cluster_directory_at(&s->directory, x, y);
    if (found >= 0) return found;
    cluster_id id = scope_cluster_at(s, x, y);
    if (id.level == 0) return -1;
    int32_t index = activate(s, id.level, id.cluster);
    return index < 0 ? -2 : index;
}

// Adds the cluster of the scope at a column and row to a list, if it has the node and is not through. Returns
// the new count; -1: it could not be activated.
static int32_t add_cluster_at(wendi_abstract_search* s, uint32_t node, int32_t through, bool activates,
                              int32_t x, int32_t y, wendi_node_slot out[4], int32_t count) {
    int32_t index = wendi_cluster_directory_at(&s->directory, x, y);
    if (index < 0 && !activates) return count;
    if (index < 0) index = wendi_activate_at(s, x, y);
    if (index == -2) return -1;
    bool seen = index < 0 || index == through;
    for (int32_t i = 0; i < count && !seen; i++) seen = index == out[i].active;
    if (seen) return count;
    const int32_t slot = wendi_matrix_slot(s->active[index].matrix, node);
    WENDI_ASSERT(count < 4);
    if (slot >= 0) out[count++] = (wendi_node_slot){index, slot};
    return count;
}

// True when a cluster of level 1 lies in an active cluster.
static inline bool active_holds(const wendi_active_cluster* v, int32_t column, int32_t row) {
    return ((column ^ v->column) | (row ^ v->row)) >> (v->level - 1) == 0;
}

// A node on a border line lies on the top line of its cluster, on the left one, or on the crossing of both
// (border index 0). The clusters on the other sides of these lines have it too.
int32_t wendi_other_clusters(wendi_abstract_search* s, uint32_t node, int32_t through, bool activates,
                             wendi_node_slot out[4]) {
    if (node >= WENDI_FIRST_LINK_NODE) { // the link that leads there may lie inside the cluster
        const wendi_partition* clusters = &s->world->graph.clusters;
        const wend_tile tile = wendi_node_tile(clusters, node);
        return add_cluster_at(s, node, through, activates,
                              wendi_min(tile.x / clusters->size, clusters->columns - 1),
                              wendi_min(tile.y / clusters->size, clusters->rows - 1), out, 0);
    }
    const int32_t cluster = (int32_t)(node / WENDI_BORDER_INDEX_COUNT),
                  border_index = (int32_t)(node % WENDI_BORDER_INDEX_COUNT);
    const int32_t bottom = (int32_t)((cluster + 0.5) * s->per_column), right = cluster - bottom * s->columns;
    const int32_t on_top = border_index < WENDI_LEFT_BORDER_INDEX;
    if (border_index != 0 && through >= 0) { // only the cluster on the other side of the line
        const int32_t back = active_holds(&s->active[through], right, bottom);
        return add_cluster_at(s, node, through, activates, right - (back & !on_top), bottom - (back & on_top),
                              out, 0);
    }
    int32_t count = 0;
    const int32_t left = right - (!on_top || (border_index == 0 && right > 0));
    for (int32_t y = bottom - on_top; y <= bottom && count >= 0; y++)
        for (int32_t x = left; x <= right && count >= 0; x++)
            count = add_cluster_at(s, node, through, activates, x, y, out, count);
    return count;
}

// The two lists of nodes are ascending, and have the same nodes on the line, or one has some of the other's.
void wendi_join_active(const wendi_abstract_search* s, int32_t a, int32_t b) {
    const wendi_active_cluster *v = &s->active[a], *w = &s->active[b];
    const int32_t v_span = 1 << (v->level - 1), w_span = 1 << (w->level - 1);
    const bool below = v->row + v_span == w->row, above = w->row + w_span == v->row;
    const int32_t left = wendi_max(v->column, w->column), top = wendi_max(v->row, w->row);
    const int32_t right = below || above ? wendi_min(v->column + v_span, w->column + w_span) : left;
    const int32_t bottom = below || above ? top : wendi_min(v->row + v_span, w->row + w_span);
    // Without the crossings at both ends, which further clusters have.
    const uint32_t first = wendi_node_on(top * s->columns + left, 1),
                   end = (uint32_t)(bottom * s->columns + right) * WENDI_BORDER_INDEX_COUNT;
    int32_t *v_other = wendi_active_values(s, v, WENDI_VALUE_OTHER),
            *w_other = wendi_active_values(s, w, WENDI_VALUE_OTHER);
    const int32_t v_lanes = v->lanes, w_lanes = w->lanes; // the slots follow
    for (int32_t i = wendi_matrix_slot_from(v->matrix, first), k = wendi_matrix_slot_from(w->matrix, first);
         i < v->matrix->count && k < w->matrix->count;) {
        const uint32_t node = v->matrix->nodes[i], same = w->matrix->nodes[k];
        if (node >= end || same >= end) break;
        if (node == same) {
            v_other[i] = b;
            v_other[v_lanes + i] = k;
            w_other[k] = a;
            w_other[w_lanes + k] = i;
        }
        i += node <= same;
        k += same <= node;
    }
}
