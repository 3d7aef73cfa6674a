// cluster.c: the geometry of clusters.
#include "hierarchy/cluster.h"

static int32_t cells_along(int32_t length, int32_t size) {
    return wendi_max(1, (length - 1 + size - 1) / size);
}

wendi_clusters wendi_clusters_of(int32_t width, int32_t height, int32_t size) {
    return (wendi_clusters){width, height, size, cells_along(width, size), cells_along(height, size)};
}

wend_rect wendi_cluster_rect(const wendi_clusters* clusters, int32_t cluster) {
    int32_t x = cluster % clusters->columns * clusters->size,
            y = cluster / clusters->columns * clusters->size;
    return (wend_rect){x, y, wendi_min(clusters->size + 1, clusters->width - x),
                       wendi_min(clusters->size + 1, clusters->height - y)};
}

wendi_cell_span wendi_cell_span_of(const wendi_clusters* clusters, const wendi_clusters* cells,
                                   int32_t cell) {
    int32_t scale = cells->size / clusters->size;
    int32_t left = cell % cells->columns * scale, top = cell / cells->columns * scale;
    return (wendi_cell_span){left, wendi_min(left + scale, clusters->columns), top,
                             wendi_min(top + scale, clusters->rows)};
}

// First and last cell along one axis that hold a coordinate.
static void cells_at(int32_t at, int32_t size, int32_t cells, int32_t* first, int32_t* last) {
    int32_t cell = at / size;
    *first = at % size == 0 && cell > 0 ? cell - 1 : cell;
    *last = wendi_min(cell, cells - 1);
}

int32_t wendi_clusters_at(const wendi_clusters* clusters, wend_tile tile, int32_t out[4]) {
    int32_t left, right, top, bottom, count = 0;
    cells_at(tile.x, clusters->size, clusters->columns, &left, &right);
    cells_at(tile.y, clusters->size, clusters->rows, &top, &bottom);
    for (int32_t y = top; y <= bottom; y++)
        for (int32_t x = left; x <= right; x++) out[count++] = y * clusters->columns + x;
    return count;
}

bool wendi_clusters_near(const wendi_clusters* clusters, wend_tile a, wend_tile b) {
    int32_t a0, a1, b0, b1;
    cells_at(a.x, clusters->size, clusters->columns, &a0, &a1);
    cells_at(b.x, clusters->size, clusters->columns, &b0, &b1);
    if (b0 > a1 + 1 || a0 > b1 + 1) return false;
    cells_at(a.y, clusters->size, clusters->rows, &a0, &a1);
    cells_at(b.y, clusters->size, clusters->rows, &b0, &b1);
    return b0 <= a1 + 1 && a0 <= b1 + 1;
}
