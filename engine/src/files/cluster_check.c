// cluster_check.c: the checksum of a stored cluster, and whether its contents are possible.
//
// Invariant: what a search uses as an index is derived from the map and compared, or its range is checked. So
// a file made to do harm, whose checksums are right, can at worst contain wrong costs, worse nodes on the
// levels above the first, or wrong components.
#include "files/cluster_check.h"

#include <string.h>

#include "hierarchy/abstract_graph.h"

enum {
    MOST_SIDE = WENDI_MAX_CLUSTER_SIDE + 2, // with one tile around the cluster
    MOST_NODES = 1 << 20                    // more than any matrix has
};

// ---- checksum

// The tiles of a cluster and one tile around it, row by row. Returns how many.
static size_t tiles_around(const wend_grid* grid, wend_rect area, uint8_t out[MOST_SIDE * MOST_SIDE]) {
    const size_t width = (size_t)area.width + 2;
    for (int32_t y = -1; y <= area.height; y++, out += width)
        memcpy(out, wendi_tile(grid, area.x - 1, area.y + y), width);
    return width * ((size_t)area.height + 2);
}

uint64_t wendi_stored_checksum(const wendi_cluster_entry* entry, const wendi_matrix* matrix,
                               const wendi_hashed_cluster* level_1_opt) {
    wendi_cluster_entry hashed = *entry;
    hashed.checksum = 0;
    uint64_t sum = wendi_sum(&hashed, 1, &wendi_cluster_entry_layout, 0);
    sum = wendi_sum_of_matrix(matrix, sum);
    if (!level_1_opt) return sum;
    const wendi_hashed_cluster* c = level_1_opt;
    uint8_t tiles[MOST_SIDE * MOST_SIDE];
    sum = wendi_sum(c->nodes, (size_t)c->level_count, &wendi_u64, sum);
    if (entry->parted) sum = wendi_sum(c->labels, entry->count, &wendi_u32, sum);
    sum = XXH3_64bits_withSeed(tiles, tiles_around(c->grid, c->area, tiles), sum);
    return wendi_has_directions(c->grid) ? wendi_relief_sum(c->grid, c->area, sum) : sum;
}

uint64_t wendi_cluster_checksum(const wendi_graph* graph, const wendi_stored_clusters* stored_opt,
                                const wend_grid* grid, int32_t level, int32_t cluster,
                                const wendi_cluster_entry* entry, const wendi_matrix* matrix,
                                const uint32_t* labels) {
    if (level > 1) return wendi_stored_checksum(entry, matrix, NULL);
    uint64_t nodes[WEND_MAX_LEVELS] = {0};
    const int32_t levels = stored_opt ? stored_opt->level_count : graph->level_count;
    for (int32_t i = 0; i < levels; i++)
        nodes[i] = stored_opt ? stored_opt->nodes[i][cluster] : *wendi_item(&graph->level[i].nodes, cluster);
    const wendi_hashed_cluster hashed = {nodes, levels, labels, grid,
                                         wendi_cluster_rect(&graph->clusters, cluster)};
    return wendi_stored_checksum(entry, matrix, &hashed);
}

void wendi_reorder_matrices(char* matrices, uint64_t size, const wendi_cluster_entry* entries, size_t step,
                            size_t count) {
    uint64_t at = 0;
    for (const char* next = (const char*)entries; count > 0; count--, next += step) {
        const wendi_cluster_entry* entry = (const void*)next;
        if (entry->count > MOST_NODES || wendi_matrix_bytes((int32_t)entry->count) > size - at) return;
        if (entry->count > 0) wendi_matrix_reorder((uint32_t*)(void*)(matrices + at), (int32_t)entry->count);
        at += wendi_matrix_bytes((int32_t)entry->count);
    }
}

// ---- contents

wendi_cluster_source wendi_source_of(const wendi_stored_clusters* stored, int32_t patch_count, int32_t level,
                                     int32_t cluster) {
    for (int32_t i = patch_count - 1; i >= 0; i--) {
        const wendi_patch* p = &stored->patches[i];
        const int32_t index = wendi_patch_index(p, level, cluster);
        if (index >= 0)
            return (wendi_cluster_source){&p->clusters[index].entry, p->name,   p->matrices,
                                          p->matrices_size,          p->labels, p->label_count};
    }
    return (wendi_cluster_source){&stored->directory[level - 1][cluster],
                                  stored->name,
                                  stored->matrices,
                                  stored->matrices_size,
                                  stored->labels,
                                  stored->label_count};
}

const char* wendi_stored_matrix(const wendi_stored_clusters* stored, int32_t level, int32_t cluster,
                                size_t* bytes_out) {
    const wendi_cluster_entry* entry = &stored->directory[level - 1][cluster];
    const uint64_t size = stored->matrices_size;
    if (entry->count == 0 || entry->count > MOST_NODES || entry->matrix > size) return NULL;
    const uint64_t nodes = entry->count, bytes = nodes * (sizeof(uint32_t) + nodes * sizeof(uint16_t));
    if (bytes > size - entry->matrix) return NULL;
    *bytes_out = (size_t)bytes;
    return stored->matrices + entry->matrix;
}

typedef struct check {
    wend_world* world;
    const wendi_stored_clusters* stored;
    wendi_cluster_source source;
    const wendi_cluster_entry* entry;
    int32_t level, cluster;
    wend_rect area;
    wendi_matrix matrix;
} check;

// Every tile has a class that the map counts, and beyond the edge of the map all are of class 0. In a world
// that is read, the counts were compared with all tiles.
static bool has_possible_tiles(const check* c) {
    const wend_grid* grid = c->world->grid;
    const wend_rect a = c->area;
    bool possible = true;
    for (int32_t y = a.y; y < a.y + a.height; y++) {
        const uint8_t* row = wendi_tile(grid, a.x, y);
        const bool on_floor = wendi_is_floor_row(&grid->floors, y); // otherwise blocked, and not counted
        for (int32_t x = 0; x < a.width && !(on_floor && c->stored->has_compared_counts); x++)
            possible &= on_floor ? grid->class_counts[row[x]] > 0 : row[x] == 0;
        if (a.x == 0) possible &= row[-1] == 0;
        if (a.x + a.width == grid->width) possible &= row[a.width] == 0;
    }
    for (int32_t x = a.x - 1; x <= a.x + a.width; x++) {
        if (a.y == 0) possible &= *wendi_tile(grid, x, -1) == 0;
        if (a.y + a.height == grid->height) possible &= *wendi_tile(grid, x, grid->height) == 0;
    }
    return possible;
}

// The border indices of a cluster of level 1 that lie on border lines of a level.
static uint64_t line_mask(const wendi_graph* graph, int32_t level, int32_t cluster) {
    const int32_t within = (1 << (level - 1)) - 1, columns = graph->clusters.columns;
    const bool top = (cluster / columns & within) == 0, left = (cluster % columns & within) == 0;
    return (top ? WENDI_TOP_LINE : 0) | (left ? WENDI_LEFT_LINE | WENDI_CROSSING : 0);
}

// On level 1 a cluster has the nodes that follow from its tiles, and on each level above some of those below,
// on its border lines.
static bool has_possible_node_sets(const check* c) {
    const wendi_graph* graph = &c->world->graph;
    uint64_t below = *wendi_item(&graph->level[0].nodes, c->cluster);
    if (below != wendi_nodes_by_tiles(&graph->clusters, c->world->grid, c->cluster)) return false;
    for (int32_t level = 2; level <= graph->level_count; level++) {
        const uint64_t nodes = *wendi_item(&graph->level[level - 1].nodes, c->cluster);
        if (nodes & ~(below & line_mask(graph, level, c->cluster))) return false;
        below = nodes;
    }
    return true;
}

// True when each node has the number of the tile where it lies. That could be otherwise as long as the node
// sets of neighbours are not checked.
static bool has_possible_nodes(const check* c) {
    const wendi_graph* graph = &c->world->graph;
    for (int32_t i = 0; i < c->matrix.count; i++) {
        const uint32_t node = c->matrix.nodes[i];
        if (node >= WENDI_FIRST_LINK_NODE) continue; // its number follows from a link
        const wend_tile tile = wendi_node_tile(&graph->clusters, node);
        if (!wendi_sheet_contains(c->world->grid, tile) || wendi_node_at_tile(&graph->clusters, tile) != node)
            return false;
    }
    return true;
}

// The matrix lists the nodes that the cluster has.
static bool lists_its_nodes(const check* c, bool* memory_out) {
    const wend_world* world = c->world;
    uint32_t few[WENDI_MAX_CLUSTER_NODES], *nodes = few;
    const size_t count = (size_t)c->matrix.count;
    if (wendi_cluster_nodes(&world->graph, world->grid, c->level, c->cluster, NULL) != c->matrix.count)
        return false;
    if (count == 0) return true;
    if (count > WENDI_MAX_CLUSTER_NODES) nodes = wendi_alloc(&world->allocator, count, sizeof *nodes);
    *memory_out = !nodes;
    if (!nodes) return false;
    wendi_cluster_nodes(&world->graph, world->grid, c->level, c->cluster, nodes);
    const bool same = memcmp(nodes, c->matrix.nodes, count * sizeof *nodes) == 0;
    if (nodes != few) wendi_free(&world->allocator, nodes, count, sizeof *nodes);
    return same && has_possible_nodes(c);
}

static bool find_matrix(check* c) {
    const uint64_t size = c->source.matrices_size, at = c->entry->matrix;
    if (c->entry->count > MOST_NODES || at % sizeof(uint32_t) != 0 || at > size ||
        wendi_matrix_bytes((int32_t)c->entry->count) > size - at || c->entry->shift > WENDI_MAX_SHIFT ||
        c->entry->zero != 0 || c->entry->parted > 1 ||
        (c->level > 1 && (c->entry->label || c->entry->parted)))
        return false;
    c->matrix = (wendi_matrix){.count = (int32_t)c->entry->count, .shift = (int16_t)c->entry->shift};
    if (c->matrix.count > 0) c->matrix.nodes = (uint32_t*)(void*)(c->source.matrices + at);
    return true;
}

// Finds the components of the nodes. Those of one part have one label.
static bool find_parts(const check* c, wendi_parts* out) {
    uint8_t first[WENDI_MAX_CLUSTER_NODES];
    const int32_t count = c->matrix.count;
    const uint64_t most = c->world->components.label_count;
    const bool whole = wendi_parts_of(&c->matrix, first);
    *out = (wendi_parts){.label = c->entry->label};
    if (count == 0) return c->entry->label == 0 && c->entry->parted == 0;
    if (whole == (c->entry->parted == 1)) return false;
    if (whole) return c->entry->label < most;
    if (c->entry->label > c->source.label_count || (uint64_t)count > c->source.label_count - c->entry->label)
        return false;
    out->labels = c->source.labels + c->entry->label;
    out->label = out->labels[0];
    out->count = (int16_t)count;
    for (int32_t i = 0; i < count; i++)
        if (out->labels[i] >= most || out->labels[i] != out->labels[first[i]]) return false;
    return true;
}

const char* wendi_check_cluster(wend_world* world, const wendi_stored_clusters* stored, int32_t level,
                                int32_t cluster, bool* memory_out, wendi_checked_cluster* out) {
    const wendi_graph* graph = &world->graph;
    const wendi_cluster_source source = wendi_source_of(stored, stored->patch_count, level, cluster);
    check c = {.world = world,
               .stored = stored,
               .source = source,
               .entry = source.entry,
               .level = level,
               .cluster = cluster,
               .area = wendi_cluster_rect(&graph->level[level - 1].clusters, cluster)};
    wendi_parts parts = {0};
    if (level == 1 && !has_possible_tiles(&c)) return "tiles";
    if (level == 1 && !has_possible_node_sets(&c)) return "nodes";
    if (!find_matrix(&c)) return "costs out of range";
    if (level == 1 && c.matrix.count > WENDI_MAX_CLUSTER_NODES) return "list of nodes";
    if (!lists_its_nodes(&c, memory_out)) return "list of nodes";
    if (level == 1 && !find_parts(&c, &parts)) return "components";
    *out = (wendi_checked_cluster){source, c.matrix, parts};
    return NULL;
}

bool wendi_cluster_has_checksum(const wend_world* world, const wendi_stored_clusters* stored, int32_t level,
                                int32_t cluster, const wendi_checked_cluster* checked) {
    const wendi_cluster_entry* entry = checked->source.entry;
    return entry->checksum == wendi_cluster_checksum(&world->graph, stored, world->grid, level, cluster,
                                                     entry, &checked->matrix, checked->parts.labels);
}

void wendi_keep_cluster(wend_world* world, int32_t level, int32_t cluster,
                        const wendi_checked_cluster* checked) {
    const wendi_level* l = &world->graph.level[level - 1];
    *wendi_item(&l->matrices, cluster) = checked->matrix;
    if (level == 1) *wendi_item(&world->components.parts, cluster) = checked->parts;
}
