// ground.c: which regions are loaded, and which of them does a query use?
#include "hierarchy/ground.h"

int32_t wendi_ground_level(const struct wendi_ground* g) {
    return g->level;
}

static int32_t region_of(const struct wendi_ground* g, int32_t level, int32_t cluster) {
    const int32_t columns = g->world->graph.level[level - 1].clusters.columns, up = g->level - level;
    const int32_t row = cluster / columns, column = cluster - row * columns;
    return (row >> up) * g->regions.columns + (column >> up);
}

int32_t wendi_ground_region(const wendi_graph* graph, int32_t level, int32_t cluster) {
    WENDI_ASSERT(graph->ground && level <= graph->ground->level);
    return region_of(graph->ground, level, cluster);
}

wend_rect wendi_ground_area(const struct wendi_ground* g, int32_t region) {
    const int32_t row = region / g->regions.columns, column = region % g->regions.columns;
    wend_rect area = wendi_cluster_rect(&g->regions, region);
    if (column > 0) area.x++, area.width--;
    if (row > 0) area.y++, area.height--;
    if (column + 1 < g->regions.columns) area.width--;
    if (row + 1 < g->regions.rows) area.height--;
    return area;
}

void wendi_ground_need(struct wendi_ground* g, int32_t region) {
    const uint64_t now = atomic_load_explicit(&g->time, memory_order_relaxed);
    if (atomic_load_explicit(&g->needed[region], memory_order_relaxed) != now)
        atomic_store_explicit(&g->needed[region], now, memory_order_relaxed);
}

bool wendi_ground_has(struct wendi_ground* g, int32_t level, int32_t cluster) {
    if (level >= g->level) return true;
    const int32_t region = region_of(g, level, cluster);
    if (atomic_load_explicit(&g->states[region], memory_order_acquire) != WENDI_GROUND_LOADED) return false;
    wendi_ground_need(g, region);
    return true;
}

bool wendi_ground_has_tile(const wendi_graph* graph, wend_tile tile) {
    int32_t clusters[4];
    bool has = true;
    if (!graph->ground) return true;
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, clusters);
    for (int32_t i = 0; i < count; i++) has &= wendi_ground_has(graph->ground, 1, clusters[i]);
    return has;
}

bool wendi_ground_has_area(const wendi_graph* graph, wend_rect area) {
    const struct wendi_ground* g = graph->ground;
    if (!g) return true;
    const int32_t side = g->regions.size;
    const int32_t left = wendi_max(area.x - 1, 0) / side, top = wendi_max(area.y - 1, 0) / side;
    const int32_t right = wendi_min((area.x + area.width) / side, g->regions.columns - 1);
    const int32_t bottom = wendi_min((area.y + area.height) / side, g->regions.rows - 1);
    for (int32_t y = top; y <= bottom; y++)
        for (int32_t x = left; x <= right; x++)
            if (atomic_load_explicit(&g->states[y * g->regions.columns + x], memory_order_acquire) !=
                WENDI_GROUND_LOADED)
                return false;
    return true;
}

int32_t wendi_ground_begin_now(struct wendi_ground* g) {
    const int32_t turn = (int32_t)(atomic_load(&g->turn) % 2);
    atomic_fetch_add(&g->running[turn], 1);
    return turn;
}

void wendi_ground_end_now(struct wendi_ground* g, int32_t turn) {
    atomic_fetch_sub(&g->running[turn], 1);
}

uint64_t wendi_ground_unloads(const wendi_graph* graph) {
    return graph->ground ? atomic_load(&graph->ground->unloads) : 0;
}

bool wendi_ground_is_loaded(const struct wendi_ground* g, int32_t region) {
    return atomic_load_explicit(&g->states[region], memory_order_acquire) == WENDI_GROUND_LOADED;
}

void wendi_ground_tick(struct wendi_ground* g) {
    atomic_fetch_add(&g->time, 1);
}

size_t wendi_ground_bytes(const struct wendi_ground* g) {
    return atomic_load(&g->bytes);
}
size_t wendi_ground_budget(const struct wendi_ground* g) {
    return atomic_load(&g->budget);
}
void wendi_ground_set_budget(struct wendi_ground* g, size_t budget) {
    atomic_store(&g->budget, budget);
}
int32_t wendi_ground_loaded_count(const struct wendi_ground* g) {
    return atomic_load(&g->loaded);
}
