// crossed.c: which clusters of level 1 does a path cross?
#include "search/crossed.h"

#include <math.h>

wendi_section wendi_section_at(const wendi_partition* clusters, const wend_tile* tiles, int64_t first,
                               int64_t end) {
    WENDI_ASSERT(first >= 0 && first < end);
    const int32_t size = clusters->size;
    const wend_tile a = tiles[first], b = tiles[first + 1 < end ? first + 1 : first];
    const int32_t column = wendi_min(wendi_min(a.x, b.x) / size, clusters->columns - 1);
    const int32_t row = wendi_min(wendi_min(a.y, b.y) / size, clusters->rows - 1);
    wendi_section section = {.cluster = row * clusters->columns + column, .first = first, .last = end - 1};
    for (int64_t i = first; i < end;) {
        const int32_t x = tiles[i].x - column * size, y = tiles[i].y - row * size;
        const int32_t away = wendi_min(wendi_min(x, size - x), wendi_min(y, size - y));
        if (away < 0) { // the tile before lies on a border line
            section.last = i - 1;
            break;
        }
        i += wendi_max(away, 1);
    }
    WENDI_ASSERT(section.last > first || first + 1 == end);
    return section;
}

bool wendi_clusters_near_line(const wendi_partition* clusters, wend_tile a, wend_tile b,
                              wendi_cluster_fn* each, void* context) {
    enum { NEAR = 3 }; // on hexagons, a line lies up to one tile beside this one
    const int32_t size = clusters->size;
    const wend_tile upper = a.y <= b.y ? a : b, lower = a.y <= b.y ? b : a;
    const int32_t first = wendi_max(upper.y - NEAR, 0) / size;
    const int32_t last = wendi_min((lower.y + NEAR) / size, clusters->rows - 1);
    const double slope = lower.y > upper.y ? (double)(lower.x - upper.x) / (lower.y - upper.y) : 0;
    for (int32_t row = first; row <= last; row++) {
        // Where the line enters and leaves the row of clusters, widened.
        const double from = upper.x + slope * wendi_max(row * size - NEAR - upper.y, 0);
        const double to = lower.x - slope * wendi_max(lower.y - (row * size + size + NEAR), 0);
        const int32_t left = (int32_t)fmax(fmin(from, to) - NEAR, 0) / size;
        const int32_t right = wendi_min((int32_t)(fmax(from, to) + NEAR) / size, clusters->columns - 1);
        for (int32_t column = left; column <= right; column++)
            if (each(context, row * clusters->columns + column)) return true;
    }
    return false;
}

typedef struct touch_job {
    const wendi_graph* graph;
    wend_result result;
} touch_job;

static bool touch_fails(void* context, int32_t cluster) {
    touch_job* job = context;
    job->result = wendi_touch(job->graph, 1, cluster);
    return job->result != WEND_OK;
}

wend_result wendi_touch_near_line(const wendi_graph* graph, wend_tile a, wend_tile b) {
    touch_job job = {.graph = graph, .result = WEND_OK};
    if (graph->first_checks) wendi_clusters_near_line(&graph->clusters, a, b, touch_fails, &job);
    return job.result;
}
