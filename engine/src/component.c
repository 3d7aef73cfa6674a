// component.c: union-find over the parts of clusters (Tarjan 1975).
#include "component.h"

#include <string.h>

static uint32_t root_of(const wendi_components* c, uint32_t label) {
    while (c->parent[label] != label) label = c->parent[label];
    return label;
}

static uint32_t label_at(const wendi_components* c, int32_t cluster, int32_t place) {
    const wendi_parts* parts = &c->parts[cluster];
    return parts->count > 0 ? parts->labels[place] : parts->label;
}

uint32_t wendi_component_of(const wendi_components* c, int32_t cluster, int32_t place) {
    return root_of(c, label_at(c, cluster, place));
}

// As root_of; halves the path to it for those who come after.
static uint32_t find_root(wendi_components* c, uint32_t label) {
    while (c->parent[label] != label) label = c->parent[label] = c->parent[c->parent[label]];
    return label;
}

// The smaller label becomes the root, so that roots come in the order of the map.
void wendi_component_join(wendi_components* c, uint32_t a, uint32_t b) {
    a = find_root(c, a);
    b = find_root(c, b);
    if (a < b) c->parent[b] = a;
    if (b < a) c->parent[a] = b;
}

wend_result wendi_component_new(wendi_components* c, uint32_t* out) {
    if (c->label_count == UINT32_MAX) return WEND_ERROR_LIMIT;
    uint32_t* parent = wendi_grow(&c->allocator, c->parent, &c->label_capacity, c->label_count,
                                  (size_t)c->label_count + 1, sizeof *parent);
    if (!parent) return WEND_ERROR_MEMORY;
    c->parent = parent;
    *out = parent[c->label_count] = c->label_count;
    c->label_count++;
    return WEND_OK;
}

bool wendi_parts_of(const wendi_table* table, uint8_t first[WENDI_MAX_CLUSTER_NODES]) {
    bool whole = true;
    for (int32_t i = 0; i < table->count; i++) {
        int32_t k = 0;
        while (k < i && (first[k] != k || wendi_table_row(table, k)[i] == WENDI_NO_WAY)) k++;
        first[i] = (uint8_t)k;
        whole &= k == 0;
    }
    return whole;
}

static void free_labels(wendi_components* c, wendi_parts* parts) {
    wendi_free(&c->allocator, parts->labels, (size_t)parts->count, sizeof *parts->labels);
    *parts = (wendi_parts){0};
}

wend_result wendi_component_set(wendi_components* c, int32_t cluster, const uint32_t* labels, int32_t count,
                                bool whole) {
    wendi_parts* parts = &c->parts[cluster];
    wendi_parts made = {.label = count > 0 ? labels[0] : 0};
    if (!whole) {
        made.labels = wendi_alloc(&c->allocator, (size_t)count, sizeof *made.labels);
        if (!made.labels) return WEND_ERROR_MEMORY;
        memcpy(made.labels, labels, (size_t)count * sizeof *labels);
        made.count = count;
    }
    free_labels(c, parts);
    *parts = made;
    return WEND_OK;
}

// Gives each part of a cluster a label of its own.
static wend_result label_parts(wendi_components* c, const wendi_table* table, int32_t cluster) {
    uint8_t first[WENDI_MAX_CLUSTER_NODES];
    uint32_t labels[WENDI_MAX_CLUSTER_NODES];
    bool whole = wendi_parts_of(table, first);
    for (int32_t i = 0; i < table->count; i++) {
        wend_result result = WEND_OK;
        if (first[i] == i)
            result = wendi_component_new(c, &labels[i]);
        else
            labels[i] = labels[first[i]];
        if (result != WEND_OK) return result;
    }
    return wendi_component_set(c, cluster, labels, table->count, whole);
}

// Joins what the nodes on the cluster's own lines, which it shares with clusters before it, connect.
static void join_parts(wendi_components* c, const wendi_abstract* a, int32_t cluster) {
    const wendi_table* table = wendi_table_of(a, 1, cluster);
    for (int32_t i = 0; i < table->count && table->nodes[i] / WENDI_PLACES == (uint32_t)cluster; i++) {
        int32_t at[4], count = wendi_clusters_of_node(a, table->nodes[i], at);
        for (int32_t k = 0; k < count && at[k] != cluster; k++) {
            int32_t place = wendi_table_place(wendi_table_of(a, 1, at[k]), table->nodes[i]);
            wendi_component_join(c, label_at(c, cluster, i), label_at(c, at[k], place));
        }
    }
}

// Every label becomes its root's, and roots are numbered without gaps.
static void flatten(wendi_components* c, const wendi_abstract* a) {
    uint32_t roots = 0;
    for (uint32_t label = 0; label < c->label_count; label++) // a root comes before its labels
        c->parent[label] = c->parent[label] == label ? roots++ : c->parent[c->parent[label]];
    for (int32_t i = 0; i < c->cluster_count; i++) {
        wendi_parts* parts = &c->parts[i];
        if (wendi_table_of(a, 1, i)->count > 0) parts->label = c->parent[parts->label];
        for (int32_t k = 0; k < parts->count; k++) parts->labels[k] = c->parent[parts->labels[k]];
    }
    for (uint32_t label = 0; label < roots; label++) c->parent[label] = label;
    c->label_count = roots;
}

wend_result wendi_components_find(const wendi_abstract* a, wendi_components* out) {
    *out = (wendi_components){.allocator = a->allocator, .cluster_count = wendi_cluster_count(&a->clusters)};
    out->parts = wendi_alloc_zeroed(&a->allocator, (size_t)out->cluster_count, sizeof *out->parts);
    if (!out->parts) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < out->cluster_count; i++) {
        wend_result result = label_parts(out, wendi_table_of(a, 1, i), i);
        if (result != WEND_OK) return result;
        join_parts(out, a, i);
    }
    flatten(out, a);
    return WEND_OK;
}

void wendi_components_free(wendi_components* c) {
    for (int32_t i = 0; i < c->cluster_count && c->parts; i++) free_labels(c, &c->parts[i]);
    wendi_free(&c->allocator, c->parts, (size_t)c->cluster_count, sizeof *c->parts);
    wendi_free(&c->allocator, c->parent, c->label_capacity, sizeof *c->parent);
    *c = (wendi_components){.allocator = c->allocator};
}

size_t wendi_components_bytes(const wendi_components* c) {
    size_t bytes = (size_t)c->cluster_count * sizeof *c->parts + c->label_capacity * sizeof *c->parent;
    for (int32_t i = 0; i < c->cluster_count; i++) bytes += (size_t)c->parts[i].count * sizeof(uint32_t);
    return bytes;
}

// ---- counting

// Some tiles of a cluster, a bit each, between two empty rows.
typedef struct tile_set {
    uint32_t row[WENDI_MAX_CLUSTER_SIDE + 2];
} tile_set;

static tile_set open_tiles(const wend_grid* grid, wend_rect area) {
    tile_set open = {{0}};
    for (int32_t y = 0; y < area.height; y++) {
        const uint8_t* tile = wendi_tile(grid, area.x, area.y + y);
        for (int32_t x = 0; x < area.width; x++)
            open.row[y + 1] |= (uint32_t)(grid->costs.straight[tile[x]] != 0) << x;
    }
    return open;
}

// Those of a row that some of them reach along the open ones.
static uint32_t along_row(uint32_t open, uint32_t some) {
    uint32_t up = open, down = open; // ends of 1, 2, 4 .. open tiles on end
    for (int32_t step = 1; step < WENDI_MAX_CLUSTER_SIDE; step *= 2) {
        some |= (up & some << step) | (down & some >> step);
        up &= up << step;
        down &= down >> step;
    }
    return some;
}

// A cluster whose parts are found one by one.
typedef struct flood {
    tile_set open, left; // all its open tiles; those not found yet
    bool past_corners;   // elsewhere a diagonal step has a way round of two straight ones
} flood;

// Goes on to a row from those beside it. False: nothing new.
static bool grow(const flood* f, tile_set* reached, int32_t row) {
    uint32_t beside = reached->row[row - 1] | reached->row[row + 1];
    if (f->past_corners) beside |= beside << 1 | beside >> 1;
    uint32_t fresh = beside & f->open.row[row] & ~reached->row[row];
    if (fresh) reached->row[row] = along_row(f->open.row[row], reached->row[row] | fresh);
    return fresh;
}

// Takes the tiles that one of them reaches. Returns how many of them lie in these columns and rows.
static int64_t take_part(flood* f, int32_t row, uint32_t tile, uint32_t columns, int32_t rows) {
    tile_set reached = {{0}};
    reached.row[row] = along_row(f->open.row[row], tile);
    int32_t top = row, bottom = row;
    for (bool grown = true; grown;) {
        grown = false;
        for (int32_t y = wendi_max(top - 1, 1); y <= wendi_min(bottom + 1, WENDI_MAX_CLUSTER_SIDE); y++) {
            if (!grow(f, &reached, y)) continue;
            grown = true;
            top = wendi_min(top, y);
            bottom = wendi_max(bottom, y);
        }
        for (int32_t y = bottom; y >= wendi_max(top - 1, 1); y--) {
            if (!grow(f, &reached, y)) continue;
            grown = true;
            top = wendi_min(top, y);
        }
    }
    int64_t count = 0;
    for (int32_t y = top; y <= bottom; y++) {
        f->left.row[y] &= ~reached.row[y];
        if (y <= rows) count += __builtin_popcount(reached.row[y] & columns);
    }
    return count;
}

// Adds the tiles of a cluster to those of their components; pockets are counted at once. Tiles on its right
// and lower line count for the cluster beyond, where there is one.
static void count_cluster(const wend_grid* grid, const wendi_abstract* a, wendi_components* c,
                          int32_t cluster, int64_t* tiles) {
    const wendi_clusters* clusters = &a->clusters;
    wend_rect area = wendi_cluster_rect(clusters, cluster);
    int32_t width = area.width - (cluster % clusters->columns + 1 < clusters->columns);
    int32_t height = area.height - (cluster / clusters->columns + 1 < clusters->rows);
    uint32_t columns = UINT32_MAX >> (WENDI_MAX_CLUSTER_SIDE - width);
    flood f = {.open = open_tiles(grid, area), .past_corners = grid->moves == WEND_MOVES_8_CORNERS};
    f.left = f.open;
    const wendi_table* table = wendi_table_of(a, 1, cluster);
    for (int32_t i = 0; i < table->count; i++) {
        wend_tile at = wendi_node_tile(clusters, table->nodes[i]);
        int32_t row = at.y - area.y + 1;
        uint32_t tile = f.left.row[row] & 1u << (at.x - area.x);
        if (tile) tiles[wendi_component_of(c, cluster, i)] += take_part(&f, row, tile, columns, height);
    }
    for (int32_t row = 1; row <= area.height; row++) {
        while (f.left.row[row]) {
            uint32_t tile = f.left.row[row] & ~(f.left.row[row] - 1);
            int64_t pocket = take_part(&f, row, tile, columns, height);
            c->count++;
            if (pocket > c->largest) c->largest = pocket;
        }
    }
}

wend_result wendi_components_count(const wend_grid* grid, const wendi_abstract* a, wendi_components* c) {
    int64_t* tiles = wendi_alloc_zeroed(&c->allocator, (size_t)c->label_count + 1, sizeof *tiles);
    if (!tiles) return WEND_ERROR_MEMORY;
    c->count = c->largest = 0;
    for (int32_t i = 0; i < c->cluster_count; i++) count_cluster(grid, a, c, i, tiles);
    for (uint32_t label = 0; label < c->label_count; label++) {
        c->count += tiles[label] > 0;
        if (tiles[label] > c->largest) c->largest = tiles[label];
    }
    wendi_free(&c->allocator, tiles, (size_t)c->label_count + 1, sizeof *tiles);
    c->counted = true;
    return WEND_OK;
}
