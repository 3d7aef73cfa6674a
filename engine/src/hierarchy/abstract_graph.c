// abstract_graph.c: the nodes and matrices of all levels.
#include "hierarchy/abstract_graph.h"

#include <string.h>

#include "core/containers.h"
#include "grid/links.h"

// ---- how is the map divided into levels, and which nodes does each level have?

const wendi_item_kind wendi_bits_items = {.size = sizeof(wendi_passability_bits)};

int32_t wendi_level_count_for(int32_t width, int32_t height, int32_t cluster_size) {
    int64_t quarter = wendi_max(width, height) / 4;
    int32_t count = 1;
    while (count < WEND_MAX_LEVELS && (int64_t)cluster_size << count <= quarter + quarter / 4) count++;
    return count;
}

void wendi_graph_read_passability(wendi_graph* graph, const wend_grid* grid, int32_t cluster) {
    if (!graph->passability_bits.table.kind) return;
    wendi_passability_bits bits, *kept = wendi_item(&graph->passability_bits, cluster);
    wendi_passability_bits_read(grid, wendi_cluster_rect(&graph->clusters, cluster), &bits);
    if (memcmp(kept, &bits, sizeof bits) != 0) *kept = bits; // pages of blocked clusters are never written
}

void wendi_graph_read_all_passability(wendi_graph* graph, const wend_grid* grid) {
    for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters); c++)
        wendi_graph_read_passability(graph, grid, c);
}

// A graph without levels.
static wend_result begin(const wend_grid* grid, int32_t cluster_size, const wend_allocator* allocator,
                         wendi_graph* out) {
    *out = (wendi_graph){.allocator = *allocator,
                         .clusters = wendi_partition_of(grid->width, grid->height, cluster_size)};
    const int32_t clusters = wendi_cluster_count(&out->clusters);
    if (clusters > WENDI_MAX_CLUSTERS) return WEND_ERROR_LIMIT;
    wend_result result = wendi_table_make(&wendi_word_items, clusters, allocator, &out->versions.table);
    if (result != WEND_OK || !wendi_has_uniform_cost(grid)) return result;
    return wendi_table_make(&wendi_bits_items, clusters, allocator, &out->passability_bits.table);
}

// Hashes that are kept are those of all levels.
static void free_hashes(wendi_graph* graph) {
    wendi_kept_hashes* kept = graph->kept_hashes;
    if (!kept) return;
    for (int32_t i = 0; i < WEND_MAX_LEVELS; i++) {
        wendi_table_free(&kept->clusters[i].table);
        wendi_table_free(&kept->nodes[i].table);
    }
    wendi_free(&graph->allocator, kept, 1, sizeof *kept);
    graph->kept_hashes = NULL;
}

wend_result wendi_graph_add_level(wendi_graph* graph, uint64_t* nodes_opt) {
    WENDI_ASSERT(graph->level_count < WEND_MAX_LEVELS);
    free_hashes(graph);
    wendi_level* level = &graph->level[graph->level_count];
    level->clusters = wendi_partition_of(graph->clusters.width, graph->clusters.height,
                                         graph->clusters.size << graph->level_count);
    graph->level_count++;
    const wend_allocator* allocator = &graph->allocator;
    const int32_t lowest = wendi_cluster_count(&graph->clusters),
                  count = wendi_cluster_count(&level->clusters);
    wend_result result = nodes_opt
                             ? wendi_table_of(&wendi_word_items, lowest, nodes_opt,
                                              wendi_shared_new(allocator, 0), &level->nodes.table)
                             : wendi_table_make(&wendi_word_items, lowest, allocator, &level->nodes.table);
    if (result == WEND_OK)
        result = wendi_table_make(&wendi_matrix_items, count, allocator, &level->matrices.table);
    if (result == WEND_OK)
        result = wendi_table_make(&wendi_byte_items, count, allocator, &level->states.table);
    return result;
}

wend_result wendi_graph_divide(const wend_grid* grid, int32_t cluster_size, int32_t level_count,
                               uint64_t* nodes_opt, const wend_allocator* allocator, wendi_graph* out) {
    wend_result result = begin(grid, cluster_size, allocator, out);
    while (out->level_count < level_count && result == WEND_OK) {
        result = wendi_graph_add_level(out, nodes_opt);
        if (nodes_opt) nodes_opt += wendi_cluster_count(&out->clusters);
    }
    return result;
}

void wendi_graph_drop_levels(wendi_graph* graph, int32_t kept) {
    WENDI_ASSERT(kept >= 0);
    free_hashes(graph);
    while (graph->level_count > kept) {
        wendi_level* level = &graph->level[--graph->level_count];
        wendi_table_free(&level->nodes.table);
        wendi_table_free(&level->matrices.table);
        wendi_table_free(&level->states.table);
        wendi_shared_drop(level->block);
        *level = (wendi_level){0};
    }
}

void wendi_graph_free(wendi_graph* graph) {
    wendi_graph_drop_levels(graph, 0);
    if (graph->source) graph->source->kind->free(graph->source);
    wendi_table_free(&graph->holds_passable.table);
    wendi_table_free(&graph->passability_bits.table);
    wendi_table_free(&graph->versions.table);
    wendi_table_free(&graph->class_bits.table);
    wendi_table_free(&graph->pending_rows.table);
}

size_t wendi_graph_bytes(const wendi_graph* graph) {
    size_t bytes =
        (graph->source ? graph->source->bytes : 0) + wendi_table_bytes(&graph->versions.table) +
        wendi_table_bytes(&graph->holds_passable.table) + wendi_table_bytes(&graph->passability_bits.table) +
        wendi_table_bytes(&graph->class_bits.table) + wendi_table_bytes(&graph->pending_rows.table);
    for (int32_t i = 0; i < graph->level_count; i++) {
        const wendi_level* level = &graph->level[i];
        bytes += wendi_table_bytes(&level->nodes.table) + wendi_table_bytes(&level->matrices.table) +
                 wendi_table_bytes(&level->states.table) + wendi_shared_bytes(level->block);
    }
    const wendi_kept_hashes* kept = atomic_load_explicit(&graph->kept_hashes, memory_order_acquire);
    if (kept) bytes += sizeof *kept;
    for (int32_t i = 0; i < graph->level_count && kept; i++)
        bytes += wendi_table_bytes(&kept->clusters[i].table) + wendi_table_bytes(&kept->nodes[i].table);
    return bytes;
}

// ---- clusters that are in place

void wendi_set_open_state(_Atomic uint32_t* opened, int32_t cluster, wendi_open_state state) {
    const uint32_t change = (uint32_t)wendi_open_state_of(opened, cluster) ^ (uint32_t)state;
    atomic_fetch_xor_explicit(&opened[cluster / 16], change << cluster % 16 * 2, memory_order_acq_rel);
}

wend_result wendi_hold_matrix(wendi_graph* graph, int32_t level, int32_t cluster) {
    wendi_level* l = &graph->level[level - 1];
    wend_result result = wendi_table_own(&l->matrices.table, cluster);
    if (result != WEND_OK || wendi_is_in_memory(graph, level, cluster)) return result;
    WENDI_ASSERT(wendi_open_state_of(l->opened, cluster) == WENDI_IN_PLACE);
    *wendi_item(&l->matrices, cluster) = wendi_matrix_at(graph, level, cluster);
    wendi_set_open_state(l->opened, cluster, WENDI_IN_MEMORY);
    return WEND_OK;
}

// ---- hashes that are kept

static wend_result make_hashes(const wendi_graph* graph, wendi_kept_hashes* out) {
    const int32_t sets = wendi_cluster_count(&graph->clusters);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < graph->level_count && result == WEND_OK; i++) {
        const int32_t clusters = wendi_cluster_count(&graph->level[i].clusters);
        const int32_t groups = (clusters + WENDI_CLUSTERS_HASHED - 1) / WENDI_CLUSTERS_HASHED;
        result = wendi_table_make(&wendi_noted_items, groups * WENDI_CHUNK_ITEMS, &graph->allocator,
                                  &out->clusters[i].table);
        if (result == WEND_OK)
            result = wendi_table_make(&wendi_noted_items,
                                      (sets + WENDI_NODE_SETS_HASHED - 1) / WENDI_NODE_SETS_HASHED,
                                      &graph->allocator, &out->nodes[i].table);
    }
    return result;
}

wendi_kept_hashes* wendi_kept_hashes_of(const wendi_graph* graph) {
    wendi_graph* keeper = (wendi_graph*)graph; // what it keeps does not count as a change
    wendi_graph made = {.allocator = graph->allocator};
    wendi_kept_hashes* kept = atomic_load_explicit(&graph->kept_hashes, memory_order_acquire);
    if (kept) return kept;
    made.kept_hashes = wendi_alloc_zeroed(&graph->allocator, 1, sizeof *kept);
    if (made.kept_hashes && make_hashes(graph, made.kept_hashes) == WEND_OK &&
        atomic_compare_exchange_strong(&keeper->kept_hashes, &kept, made.kept_hashes))
        return made.kept_hashes;
    free_hashes(&made); // another thread was faster, or there is no memory
    return kept;
}

wend_result wendi_kept_hashes_share(const wendi_graph* graph, wendi_graph* to) {
    const wendi_kept_hashes* kept = atomic_load_explicit(&graph->kept_hashes, memory_order_acquire);
    if (!kept) return WEND_OK;
    wendi_kept_hashes* made = wendi_alloc_zeroed(&graph->allocator, 1, sizeof *kept);
    to->kept_hashes = made;
    for (int32_t i = 0; i < graph->level_count && made; i++) {
        made->clusters[i].table = wendi_table_share(&kept->clusters[i].table);
        made->nodes[i].table = wendi_table_share(&kept->nodes[i].table);
    }
    return made ? WEND_OK : WEND_ERROR_MEMORY;
}

// Also of one that is not known: what is noted in its place must not be seen by other versions.
static wend_result forget(wendi_noted_table* table, int32_t index) {
    const wend_result result = wendi_table_own(&table->table, index);
    if (result == WEND_OK) atomic_store_explicit(wendi_item(table, index), 0, memory_order_relaxed);
    return result;
}

// Where the hash of a cluster is not known, that of its group is not either.
wend_result wendi_forget_hash(wendi_graph* graph, int32_t level, int32_t cluster) {
    if (!graph->kept_hashes) return WEND_OK;
    wendi_noted_table* table = &graph->kept_hashes->clusters[level - 1];
    const int32_t first = cluster / WENDI_CLUSTERS_HASHED * WENDI_CHUNK_ITEMS;
    const wend_result result = forget(table, first + cluster % WENDI_CLUSTERS_HASHED);
    return result == WEND_OK ? forget(table, first + WENDI_CLUSTERS_HASHED) : result;
}

// ---- what versions of a world share

bool wendi_has_own_costs(const wendi_graph* graph, int32_t level, const wendi_matrix* matrix) {
    const wendi_shared *block = graph->level[level - 1].block, *shared = block ? block : graph->stored;
    if (matrix->owns_memory) return wendi_counted_is_only_use(matrix->nodes);
    return !matrix->borrowed && (!shared || wendi_is_only_use(shared));
}

wend_result wendi_own_costs(wendi_graph* graph, int32_t level, int32_t cluster) {
    wend_result result = wendi_hold_matrix(graph, level, cluster);
    if (result != WEND_OK) return result;
    wendi_matrix* matrix = wendi_item(&graph->level[level - 1].matrices, cluster);
    if (matrix->count == 0 || wendi_has_own_costs(graph, level, matrix)) return WEND_OK;
    return wendi_matrix_separate(matrix, &graph->allocator);
}

// The nodes of a cluster of level 1 may be chosen again.
static wend_result own_nodes(wendi_graph* graph, int32_t level, int32_t cluster) {
    const wend_result result = wendi_table_own(&graph->level[level - 1].nodes.table, cluster);
    if (result != WEND_OK || !graph->kept_hashes) return result;
    return forget(&graph->kept_hashes->nodes[level - 1], cluster / WENDI_NODE_SETS_HASHED);
}

// So may those of all clusters of level 1 along the top and left line of a cluster.
static wend_result own_lines(wendi_graph* graph, int32_t level, int32_t cluster) {
    const int32_t columns = graph->clusters.columns;
    const wendi_cluster_span span =
        wendi_cluster_span_of(&graph->clusters, &graph->level[level - 1].clusters, cluster);
    wend_result result = WEND_OK;
    for (int32_t x = span.left; x < span.right && result == WEND_OK; x++)
        result = own_nodes(graph, level, span.top * columns + x);
    for (int32_t y = span.top; y < span.bottom && result == WEND_OK; y++)
        result = own_nodes(graph, level, y * columns + span.left);
    return result;
}

static wend_result own_if_there(wendi_table* table, int32_t cluster) {
    return table->kind ? wendi_table_own(table, cluster) : WEND_OK;
}

wend_result wendi_own_cluster(wendi_graph* graph, int32_t cluster, uint32_t levels) {
    wend_result result = wendi_table_own(&graph->versions.table, cluster);
    if (result == WEND_OK) result = wendi_forget_hash(graph, 1, cluster);
    if (result == WEND_OK) result = own_if_there(&graph->class_bits.table, cluster);
    if (result == WEND_OK) result = own_if_there(&graph->passability_bits.table, cluster);
    if (result == WEND_OK) result = own_if_there(&graph->pending_rows.table, cluster);
    for (int32_t level = 1; level <= graph->level_count && result == WEND_OK; level++) {
        wendi_level* l = &graph->level[level - 1];
        const int32_t at = wendi_cluster_containing(graph, level, cluster);
        result = wendi_table_own(&l->states.table, at);
        const bool alone = wendi_table_is_own(&l->nodes.table) && !graph->kept_hashes;
        if (result == WEND_OK && levels >> (level - 1) & 1 && !alone) result = own_lines(graph, level, at);
    }
    return result;
}

// ---- the nodes of a side

// A side of a cluster of any level, divided among the clusters of level 1 along it.
typedef struct cluster_line {
    wendi_side side;
    int32_t first, step, count; // clusters
    bool top;
    bool at_edge; // it begins at the edge of the map, not at a crossing
} cluster_line;

static cluster_line line_of(const wendi_graph* graph, int32_t level, int32_t cluster, wendi_side_kind kind) {
    const wendi_partition* level_clusters = &graph->level[level - 1].clusters;
    wendi_cluster_span span = wendi_cluster_span_of(&graph->clusters, level_clusters, cluster);
    bool top = kind == WENDI_SIDE_TOP;
    return (cluster_line){.side = wendi_side_of(level_clusters, cluster, kind),
                          .first = span.top * graph->clusters.columns + span.left,
                          .step = top ? 1 : graph->clusters.columns,
                          .count = top ? span.right - span.left : span.bottom - span.top,
                          .top = top,
                          .at_edge = (top ? span.left : span.top) == 0};
}

// The border indices of the i-th cluster that lie on the line. Crossings inside the line belong to it; the
// crossing before it does not.
static uint64_t line_mask(const cluster_line* line, int32_t i) {
    if (line->top) return i == 0 && !line->at_edge ? WENDI_TOP_LINE & ~WENDI_CROSSING : WENDI_TOP_LINE;
    return i == 0 ? WENDI_LEFT_LINE : WENDI_LEFT_LINE | WENDI_CROSSING;
}

// The best node of a level in the segment [begin, end) of a line; -1: there is none.
static int32_t best_node(const wendi_graph* graph, const wend_grid* grid, int32_t level,
                         const cluster_line* line, int32_t begin, int32_t end) {
    int32_t size = graph->clusters.size,
            before = !line->at_edge; // number of tiles of the line before the side
    wendi_choice best = {-1, 0, 0};
    for (int32_t i = wendi_min((begin + before) / size, line->count - 1);
         i < line->count && i * size - before < end; i++) {
        uint64_t nodes =
            *wendi_item(&graph->level[level - 1].nodes, line->first + i * line->step) & line_mask(line, i);
        for (; nodes; nodes &= nodes - 1) {
            int32_t index = i * size + __builtin_ctzll(nodes) % WENDI_LEFT_BORDER_INDEX - before;
            if (index >= begin && index < end)
                wendi_consider_tile(grid, &line->side, index, begin, end, &best);
        }
    }
    return best.index;
}

// Makes a tile of a line a node.
static void set_node(const wendi_graph* graph, const wendi_word_table* nodes, const cluster_line* line,
                     int32_t index) {
    int32_t along = index + !line->at_edge, size = graph->clusters.size;
    int32_t i = wendi_min(along / size, line->count - 1), offset = along - i * size;
    int32_t bit = line->top || (offset == 0 && i > 0) ? offset : WENDI_LEFT_BORDER_INDEX + offset;
    WENDI_ASSERT(index >= 0 && offset >= 0 && offset <= size && bit < WENDI_BORDER_INDEX_COUNT);
    *wendi_item(nodes, line->first + i * line->step) |= (uint64_t)1 << bit;
}

// A line of a graph whose nodes of a level are chosen.
typedef struct graph_line {
    const wendi_graph* graph;
    const wend_grid* grid;
    const cluster_line* line;
    int32_t level;
} graph_line;

static int32_t best_on_line(void* context, int32_t begin, int32_t end) {
    const graph_line* on = context;
    return best_node(on->graph, on->grid, on->level - 1, on->line, begin, end);
}

static void choose_on_line(void* context, int32_t index) {
    const graph_line* on = context;
    set_node(on->graph, &on->graph->level[on->level - 1].nodes, on->line, index);
}

// The nodes of a side of level 1.
static uint64_t nodes_by_tiles(const wendi_partition* clusters, const wend_grid* grid, int32_t cluster,
                               wendi_side_kind kind) {
    const wendi_side side = wendi_side_of(clusters, cluster, kind);
    const bool top = kind == WENDI_SIDE_TOP,
               at_edge = (top ? cluster % clusters->columns : cluster / clusters->columns) == 0;
    if (side.length == 0) return 0;
    return (uint64_t)wendi_side_nodes(grid, clusters, &side)
           << ((top ? 0 : WENDI_LEFT_BORDER_INDEX) + !at_edge);
}

static uint64_t crossing_by_tile(const wendi_partition* clusters, const wend_grid* grid, int32_t cluster) {
    wend_tile crossing;
    const bool passable =
        wendi_crossing_of(clusters, cluster, &crossing) && wendi_is_passable(grid, crossing.x, crossing.y);
    return passable ? WENDI_CROSSING : 0;
}

uint64_t wendi_nodes_by_tiles(const wendi_partition* clusters, const wend_grid* grid, int32_t cluster) {
    return crossing_by_tile(clusters, grid, cluster) |
           nodes_by_tiles(clusters, grid, cluster, WENDI_SIDE_TOP) |
           nodes_by_tiles(clusters, grid, cluster, WENDI_SIDE_LEFT);
}

// Leaves the other side as it is.
static void choose_side(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                        wendi_side_kind kind) {
    wendi_level* l = &graph->level[level - 1];
    const cluster_line line = line_of(graph, level, cluster, kind);
    for (int32_t i = 0; i < line.count; i++) {
        uint64_t* nodes = wendi_item(&l->nodes, line.first + i * line.step);
        if (*nodes) *nodes &= ~line_mask(&line, i); // pages without nodes are never written
    }
    if (line.side.length == 0) return;
    if (level == 1) {
        const uint64_t nodes = nodes_by_tiles(&graph->clusters, grid, cluster, kind);
        if (nodes) *wendi_item(&l->nodes, cluster) |= nodes;
        return;
    }
    graph_line on = {graph, grid, &line, level};
    const wendi_side_choice nodes = {best_on_line, choose_on_line, &on};
    wendi_choose_on_side(grid, &l->clusters, &line.side, level, &nodes);
}

// At the edge of the map there is no crossing, and its bit is that of a tile of the top side.
static void choose_crossing(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster) {
    const wendi_level* l = &graph->level[level - 1];
    uint64_t* corner = wendi_item(&l->nodes, line_of(graph, level, cluster, WENDI_SIDE_TOP).first);
    wend_tile crossing;
    if (!wendi_crossing_of(&l->clusters, cluster, &crossing)) return;
    const uint64_t node = crossing_by_tile(&l->clusters, grid, cluster);
    if ((*corner & WENDI_CROSSING) != node) *corner ^= WENDI_CROSSING;
}

void wendi_choose_nodes_of(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                           bool top, bool left) {
    WENDI_ASSERT(level >= 1 && level <= graph->level_count);
    choose_crossing(graph, grid, level, cluster);
    if (top) choose_side(graph, grid, level, cluster, WENDI_SIDE_TOP);
    if (left) choose_side(graph, grid, level, cluster, WENDI_SIDE_LEFT);
}

void wendi_choose_nodes(wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster) {
    wendi_choose_nodes_of(graph, grid, level, cluster, true, true);
}

// ---- pending clusters

int32_t wendi_cluster_containing(const wendi_graph* graph, int32_t level, int32_t cluster) {
    WENDI_ASSERT(level >= 1 && level <= graph->level_count &&
                 cluster < wendi_cluster_count(&graph->clusters));
    int32_t x = cluster % graph->clusters.columns, y = cluster / graph->clusters.columns, shift = level - 1;
    return (y >> shift) * graph->level[shift].clusters.columns + (x >> shift);
}

void wendi_mark_pending(wendi_graph* graph, int32_t level, int32_t cluster) {
    wendi_cluster_state state = WENDI_PENDING;
    for (; level <= graph->level_count; level++, state = WENDI_PENDING_BELOW) {
        uint8_t* at =
            wendi_item(&graph->level[level - 1].states, wendi_cluster_containing(graph, level, cluster));
        if (*at < state) *at = (uint8_t)state;
    }
}

// ---- children and edges

int32_t wendi_children_of(const wendi_graph* graph, int32_t level, int32_t cluster, int32_t out[4]) {
    const wendi_partition *level_clusters = &graph->level[level - 1].clusters,
                          *below = &graph->level[level - 2].clusters;
    WENDI_ASSERT(level >= 2 && below->size * 2 == level_clusters->size);
    int32_t x0 = cluster % level_clusters->columns * 2, y0 = cluster / level_clusters->columns * 2, count = 0;
    for (int32_t y = y0; y < y0 + 2 && y < below->rows; y++)
        for (int32_t x = x0; x < x0 + 2 && x < below->columns; x++) out[count++] = y * below->columns + x;
    return count;
}

int64_t wendi_count_edges(const wendi_matrix* matrix) {
    int64_t edges = 0;
    for (int32_t i = 0; i < matrix->count; i++) {
        const uint16_t* row = wendi_matrix_row(matrix, i);
        for (int32_t k = 0; k < matrix->count; k++) edges += k != i && row[k] != WENDI_NO_PATH;
    }
    return edges;
}

// ---- the nodes on the border lines of clusters and at the ends of links.

// ---- ends of links

int32_t wendi_link_levels(const wendi_graph* graph, const wend_link* link) {
    return wendi_levels_apart(&graph->clusters, link->from, link->to, graph->level_count);
}

// How the ends of links are listed.
typedef struct node_ends {
    const wendi_graph* graph;
    const wend_grid* grid;
    int32_t level;
    bool every; // also of pairs of seams that are no nodes
    wendi_seam_reader seams;
} node_ends;

// True when the ends of a link are nodes of the level.
static bool is_node_link(node_ends* ends, int32_t index) {
    const wend_link* link = &ends->grid->links.data[index];
    if (wendi_link_levels(ends->graph, link) < ends->level) return false;
    return ends->every || link->kind != WEND_LINK_SEAM ||
           wendi_is_seam_node(ends->grid, &ends->graph->clusters, index, ends->level, &ends->seams);
}

// True when such a link begins at the tile.
static bool leads_out(node_ends* ends, wend_tile tile) {
    wendi_link_search search = wendi_links_at(&ends->grid->links, WENDI_LINK_FROM, tile);
    for (int32_t i; (i = wendi_next_link(&search)) >= 0;)
        if (is_node_link(ends, i)) return true;
    return false;
}

static bool is_chosen(const wendi_graph* graph, uint32_t node, int32_t level) {
    return node < WENDI_FIRST_LINK_NODE && wendi_node_reaches(graph, node, level);
}

// every: as many as there may be when tiles change; else without the nodes that the level has anyway.
static int32_t list_ends(const wendi_graph* graph, const wend_grid* grid, int32_t level, wend_rect area,
                         bool every, uint32_t* out) {
    node_ends ends = {.graph = graph, .grid = grid, .level = level, .every = every};
    int32_t count = 0;
    if (grid->links.count == 0) return 0;
    for (wendi_link_side side = WENDI_LINK_FROM; side <= WENDI_LINK_TO; side++) {
        wendi_link_search search = wendi_links_in(&grid->links, side, area);
        uint32_t last = WENDI_NO_NODE; // the ends at one tile come one after the other
        for (int32_t i; (i = wendi_next_link(&search)) >= 0;) {
            const wend_link* link = &grid->links.data[i];
            wend_tile tile = side == WENDI_LINK_FROM ? link->from : link->to;
            if (!is_node_link(&ends, i)) continue;
            uint32_t node = wendi_node_at_tile(&graph->clusters, tile);
            if (node == last || (!every && is_chosen(graph, node, level))) continue;
            last = node;
            if (side == WENDI_LINK_TO && leads_out(&ends, tile)) continue;
            if (out) out[count] = node;
            count++;
        }
    }
    if (out) wendi_sort_numbers(out, (size_t)count);
    return count;
}

// The nodes of a level at the ends of links in an area, except those that the level has anyway: ascending.
// Returns how many; out may be NULL.
static int32_t link_nodes_in(const wendi_graph* graph, const wend_grid* grid, int32_t level, wend_rect area,
                             uint32_t* out) {
    return list_ends(graph, grid, level, area, false, out);
}

// Beyond the first 2^31 tiles, only tiles on border lines have numbers.
static bool ends_have_numbers(const wendi_graph* graph, const wend_grid* grid) {
    if ((int64_t)grid->width * grid->height <= INT64_C(1) << 31) return true;
    for (int32_t i = 0; i < grid->links.count; i++) {
        const wend_link* link = &grid->links.data[i];
        if (wendi_link_levels(graph, link) > 0 && !(wendi_may_have_node(&graph->clusters, link->from) &&
                                                    wendi_may_have_node(&graph->clusters, link->to)))
            return false;
    }
    return true;
}

wend_result wendi_check_link_nodes_in(const wendi_graph* graph, const wend_grid* grid, int32_t cluster) {
    wend_rect area = wendi_cluster_rect(&graph->clusters, cluster);
    if (!ends_have_numbers(graph, grid)) return WEND_ERROR_LIMIT;
    return list_ends(graph, grid, 1, area, true, NULL) > WEND_MAX_CLUSTER_LINKS ? WEND_ERROR_LIMIT : WEND_OK;
}

wend_result wendi_check_link_nodes(const wendi_graph* graph, const wend_grid* grid) {
    wend_result result = ends_have_numbers(graph, grid) ? WEND_OK : WEND_ERROR_LIMIT;
    if (grid->links.count <= WEND_MAX_CLUSTER_LINKS / 2) return result;
    for (int32_t i = 0; i < wendi_cluster_count(&graph->clusters) && result == WEND_OK; i++)
        result = wendi_check_link_nodes_in(graph, grid, i);
    return result;
}

bool wend_grid_crowds_links(const wend_grid* grid, int32_t cluster_size, wend_rect* area_out,
                            int32_t* ends_out) {
    if (!grid || !area_out || !ends_out || (cluster_size != 15 && cluster_size != 31)) return false;
    const wendi_graph graph = {.clusters = wendi_partition_of(grid->width, grid->height, cluster_size),
                               .level_count = 1};
    for (int32_t c = 0; c < wendi_cluster_count(&graph.clusters) && grid->links.count > 0; c++) {
        const wend_rect area = wendi_cluster_rect(&graph.clusters, c);
        const int32_t ends = list_ends(&graph, grid, 1, area, true, NULL);
        if (ends <= WEND_MAX_CLUSTER_LINKS) continue;
        *area_out = wendi_area_from_sheet(&grid->floors, area);
        *ends_out = ends;
        return true;
    }
    return false;
}

// ---- all nodes

// Appends the nodes of a cluster of level 1 whose border indices are in a mask.
static int32_t add_nodes(const wendi_level* level, int32_t cluster, uint64_t mask, int32_t count,
                         uint32_t* out) {
    uint64_t nodes = *wendi_item(&level->nodes, cluster) & mask;
    if (!out) return count + __builtin_popcountll(nodes);
    for (; nodes; nodes &= nodes - 1) out[count++] = wendi_node_on(cluster, __builtin_ctzll(nodes));
    return count;
}

// The border of a cluster of any level consists of the top lines of the clusters in its first row and below
// its last row, and of the left lines of those in its first column and right of its last column.
static int32_t border_nodes(const wendi_graph* graph, int32_t level, int32_t cluster, uint32_t* out) {
    const wendi_level* l = &graph->level[level - 1];
    const wendi_partition* clusters = &graph->clusters;
    wendi_cluster_span span = wendi_cluster_span_of(clusters, &l->clusters, cluster);
    bool has_left = span.left > 0, has_right = span.right < clusters->columns;
    int32_t count = 0;
    for (int32_t y = span.top; y < span.bottom; y++) {
        int32_t row = y * clusters->columns;
        uint64_t left = has_left ? WENDI_LEFT_LINE | WENDI_CROSSING : 0;
        if (y == span.top) {
            count = add_nodes(l, row + span.left, left | WENDI_TOP_LINE, count, out);
            for (int32_t x = span.left + 1; x < span.right; x++)
                count = add_nodes(l, row + x, WENDI_TOP_LINE, count, out);
        } else {
            count = add_nodes(l, row + span.left, left, count, out);
        }
        if (has_right) count = add_nodes(l, row + span.right, WENDI_LEFT_LINE | WENDI_CROSSING, count, out);
    }
    if (span.bottom == clusters->rows) return count;
    int32_t row = span.bottom * clusters->columns;
    for (int32_t x = span.left; x < span.right; x++)
        count = add_nodes(l, row + x, WENDI_TOP_LINE, count, out);
    return has_right ? add_nodes(l, row + span.right, WENDI_CROSSING, count, out) : count;
}

// Merges two ascending lists of different nodes: the second one follows the first in memory.
static void merge(uint32_t* nodes, int32_t first_count, int32_t count) {
    for (int32_t i = first_count; i < count; i++) {
        const uint32_t node = nodes[i];
        int32_t at = i;
        for (; at > 0 && nodes[at - 1] > node; at--) nodes[at] = nodes[at - 1];
        nodes[at] = node;
    }
}

int32_t wendi_cluster_nodes(const wendi_graph* graph, const wend_grid* grid, int32_t level, int32_t cluster,
                            uint32_t* out) {
    int32_t count = border_nodes(graph, level, cluster, out);
    if (grid->links.count == 0) return count;
    wend_rect area = wendi_cluster_rect(&graph->level[level - 1].clusters, cluster);
    int32_t links = link_nodes_in(graph, grid, level, area, out ? out + count : NULL);
    if (out) merge(out, count, count + links);
    return count + links;
}

wend_result wendi_graph_alloc_matrices(wendi_graph* graph, const wend_grid* grid, int32_t level,
                                       const wendi_cluster_span* only_opt) {
    wendi_level* l = &graph->level[level - 1];
    int32_t cluster_count = wendi_cluster_count(&l->clusters);
    size_t bytes = WENDI_ROW_OVERREAD;
    for (int32_t c = 0; c < cluster_count; c++) {
        const int32_t x = c % l->clusters.columns, y = c / l->clusters.columns;
        if (only_opt &&
            (x < only_opt->left || x >= only_opt->right || y < only_opt->top || y >= only_opt->bottom))
            continue;
        const int32_t count = wendi_cluster_nodes(graph, grid, level, c, NULL);
        if (count == 0) continue; // the item is zero, in a page that may never be written
        *wendi_item(&l->matrices, c) = (wendi_matrix){.count = count};
        bytes += wendi_matrix_bytes(count);
    }
    l->block = wendi_shared_new(&graph->allocator, bytes);
    if (!l->block) return WEND_ERROR_MEMORY;
    char* at = wendi_shared_memory(l->block);
    for (int32_t c = 0; c < cluster_count; c++) {
        wendi_matrix* matrix = wendi_item(&l->matrices, c);
        if (matrix->count == 0) continue;
        matrix->nodes = (uint32_t*)(void*)at;
        wendi_cluster_nodes(graph, grid, level, c, matrix->nodes);
        at += wendi_matrix_bytes(matrix->count);
        for (int32_t i = 1; i < matrix->count; i++) WENDI_ASSERT(matrix->nodes[i - 1] < matrix->nodes[i]);
    }
    return WEND_OK;
}

int64_t wendi_count_nodes(const wendi_graph* graph, const wend_grid* grid, int32_t level) {
    int64_t count = link_nodes_in(graph, grid, level, (wend_rect){0, 0, grid->width, grid->height}, NULL);
    for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters); c++)
        count += __builtin_popcountll(*wendi_item(&graph->level[level - 1].nodes, c));
    return count;
}
