// cluster.c: which tiles make up a cluster, and which clusters contain a tile?
#include "hierarchy/cluster.h"

static int32_t clusters_along(int32_t length, int32_t size) {
    return wendi_max(1, (length - 1 + size - 1) / size);
}

wendi_partition wendi_partition_of(int32_t width, int32_t height, int32_t size) {
    WENDI_ASSERT(width >= 1 && height >= 1 && size >= 1);
    return (wendi_partition){width, height, size, clusters_along(width, size), clusters_along(height, size)};
}

wend_rect wendi_cluster_rect(const wendi_partition* clusters, int32_t cluster) {
    WENDI_ASSERT(cluster >= 0 && cluster < wendi_cluster_count(clusters));
    int32_t x = cluster % clusters->columns * clusters->size,
            y = cluster / clusters->columns * clusters->size;
    return (wend_rect){x, y, wendi_min(clusters->size + 1, clusters->width - x),
                       wendi_min(clusters->size + 1, clusters->height - y)};
}

wendi_cluster_span wendi_cluster_span_of(const wendi_partition* clusters,
                                         const wendi_partition* level_clusters, int32_t cluster) {
    int32_t scale = level_clusters->size / clusters->size;
    WENDI_ASSERT(cluster >= 0 && cluster < wendi_cluster_count(level_clusters) && scale >= 1);
    int32_t left = cluster % level_clusters->columns * scale, top = cluster / level_clusters->columns * scale;
    return (wendi_cluster_span){left, wendi_min(left + scale, clusters->columns), top,
                                wendi_min(top + scale, clusters->rows)};
}

// First and last cluster along one axis that contain a coordinate.
static void clusters_on_axis(int32_t at, int32_t size, int32_t count, int32_t* first, int32_t* last) {
    int32_t index = at / size;
    *first = at % size == 0 && index > 0 ? index - 1 : index;
    *last = wendi_min(index, count - 1);
}

int32_t wendi_clusters_at(const wendi_partition* clusters, wend_tile tile, int32_t out[4]) {
    int32_t left, right, top, bottom, count = 0;
    clusters_on_axis(tile.x, clusters->size, clusters->columns, &left, &right);
    clusters_on_axis(tile.y, clusters->size, clusters->rows, &top, &bottom);
    WENDI_ASSERT(left >= 0 && left <= right && right <= left + 1 && right < clusters->columns);
    WENDI_ASSERT(top >= 0 && top <= bottom && bottom <= top + 1 && bottom < clusters->rows);
    for (int32_t y = top; y <= bottom; y++)
        for (int32_t x = left; x <= right; x++) out[count++] = y * clusters->columns + x;
    return count;
}

int32_t wendi_clusters_of(const wendi_partition* clusters, uint32_t node, int32_t out[4]) {
    if (node >= WENDI_FIRST_LINK_NODE)
        return wendi_clusters_at(clusters, wendi_node_tile(clusters, node), out);
    const int32_t cluster = (int32_t)(node / WENDI_BORDER_INDEX_COUNT), columns = clusters->columns;
    const uint32_t border_index = node % WENDI_BORDER_INDEX_COUNT;
    int32_t count = 0;
    if (border_index < WENDI_LEFT_BORDER_INDEX) { // beyond the top line
        const bool crossing = border_index == 0 && cluster % columns > 0;
        if (crossing) out[count++] = cluster - columns - 1;
        out[count++] = cluster - columns;
        if (crossing) out[count++] = cluster - 1;
    } else {
        out[count++] = cluster - 1;
    }
    out[count++] = cluster;
    WENDI_ASSERT(out[0] >= 0 && cluster < wendi_cluster_count(clusters));
    return count;
}

bool wendi_may_have_node(const wendi_partition* clusters, wend_tile tile) {
    const int32_t size = clusters->size;
    const bool on_line = (tile.y > 0 && tile.y % size == 0 && tile.y / size < clusters->rows) ||
                         (tile.x > 0 && tile.x % size == 0 && tile.x / size < clusters->columns);
    return on_line || (int64_t)tile.y * clusters->width + tile.x < INT64_C(1) << 31;
}

uint32_t wendi_node_at_tile(const wendi_partition* clusters, wend_tile tile) {
    WENDI_ASSERT(wendi_may_have_node(clusters, tile));
    int32_t column = wendi_min(tile.x / clusters->size, clusters->columns - 1);
    int32_t row = wendi_min(tile.y / clusters->size, clusters->rows - 1);
    int32_t x = tile.x - column * clusters->size, y = tile.y - row * clusters->size;
    int32_t cluster = row * clusters->columns + column;
    if (y == 0 && row > 0) return wendi_node_on(cluster, x);
    if (x == 0 && column > 0) return wendi_node_on(cluster, WENDI_LEFT_BORDER_INDEX + y);
    return WENDI_FIRST_LINK_NODE + (uint32_t)((int64_t)tile.y * clusters->width + tile.x);
}

// True when clusters `shift` levels above the first .. last ones of two tiles along an axis have one in
// common.
static bool meet(const int32_t a[2], const int32_t b[2], int32_t shift) {
    for (int32_t i = 0; i < 2; i++)
        for (int32_t k = 0; k < 2; k++)
            if (a[i] >> shift == b[k] >> shift) return true;
    return false;
}

int32_t wendi_levels_apart(const wendi_partition* clusters, wend_tile a, wend_tile b, int32_t level_count) {
    int32_t ax[2], ay[2], bx[2], by[2], level = 0;
    clusters_on_axis(a.x, clusters->size, clusters->columns, &ax[0], &ax[1]);
    clusters_on_axis(a.y, clusters->size, clusters->rows, &ay[0], &ay[1]);
    clusters_on_axis(b.x, clusters->size, clusters->columns, &bx[0], &bx[1]);
    clusters_on_axis(b.y, clusters->size, clusters->rows, &by[0], &by[1]);
    while (level < level_count && !(meet(ax, bx, level) && meet(ay, by, level))) level++;
    return level;
}

bool wendi_clusters_near(const wendi_partition* clusters, wend_tile a, wend_tile b) {
    int32_t a0, a1, b0, b1;
    clusters_on_axis(a.x, clusters->size, clusters->columns, &a0, &a1);
    clusters_on_axis(b.x, clusters->size, clusters->columns, &b0, &b1);
    if (b0 > a1 + 1 || a0 > b1 + 1) return false;
    clusters_on_axis(a.y, clusters->size, clusters->rows, &a0, &a1);
    clusters_on_axis(b.y, clusters->size, clusters->rows, &b0, &b1);
    return b0 <= a1 + 1 && a0 <= b1 + 1;
}
