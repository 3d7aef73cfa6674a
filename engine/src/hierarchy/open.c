// open.c: how does what is about to be read come into memory?
#include "hierarchy/open.h"

// ---- tiles

// here_out_opt: which tiles are here; NULL: all must be. The source is told of all clusters before it brings
// the first.
static wend_result open_each(const wendi_graph* graph, const wend_tile* tiles, int64_t count,
                             bool* here_out_opt) {
    enum { EXPECT, OPEN, PASSES };
    int32_t clusters[4];
    for (int64_t i = 0; i < PASSES * count && graph->source; i++) {
        const int32_t containing = wendi_clusters_at(&graph->clusters, tiles[i % count], clusters);
        wend_result result = WEND_OK;
        for (int32_t k = 0; k < containing && result == WEND_OK; k++)
            if (i / count == EXPECT)
                wendi_expect(graph, 1, clusters[k]);
            else
                result = wendi_open(graph, 1, clusters[k]);
        if (here_out_opt) here_out_opt[i % count] = result != WEND_ERROR_NOT_LOADED;
        if (result != WEND_OK && !(here_out_opt && result == WEND_ERROR_NOT_LOADED)) return result;
    }
    return WEND_OK;
}

wend_result wendi_open_tiles(const wendi_graph* graph, const wend_tile* tiles, int64_t count) {
    return open_each(graph, tiles, count, NULL);
}

wend_result wendi_open_both(const wendi_graph* graph, const wend_tile ends[2], bool here_out[2]) {
    here_out[0] = here_out[1] = true;
    return open_each(graph, ends, 2, here_out);
}

// True when a tile lies inside the cluster of another one, off its border lines.
static bool is_inside(const wendi_partition* clusters, wend_tile a, wend_tile b) {
    const int32_t size = clusters->size;
    return a.x / size == b.x / size && a.y / size == b.y / size && a.x % size > 0 && a.y % size > 0;
}

// A tile on a border line is here when one of its clusters is.
static wend_result open_some(const wendi_graph* graph, wend_tile tile) {
    int32_t clusters[4], missing = 0;
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, clusters);
    for (int32_t i = 0; i < count; i++) {
        const wend_result result = wendi_open(graph, 1, clusters[i]);
        missing += result == WEND_ERROR_NOT_LOADED;
        if (result != WEND_OK && result != WEND_ERROR_NOT_LOADED) return result;
    }
    return missing < count ? WEND_OK : WEND_ERROR_NOT_LOADED;
}

wend_result wendi_open_steps(const wendi_graph* graph, const wend_tile* tiles, int64_t count) {
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < count && graph->source && result == WEND_OK; i++)
        if (i == 0 || !is_inside(&graph->clusters, tiles[i], tiles[i - 1]))
            result = open_some(graph, tiles[i]);
    return result;
}

static wend_result open_span(const wendi_graph* graph, wendi_cluster_span s) {
    wend_result result = WEND_OK;
    for (int32_t y = s.top; y < s.bottom && result == WEND_OK; y++)
        for (int32_t x = s.left; x < s.right && result == WEND_OK; x++)
            result = wendi_open(graph, 1, y * graph->clusters.columns + x);
    return result;
}

wend_result wendi_open_area(const wendi_graph* graph, wend_rect area, int32_t around) {
    if (!graph->source) return WEND_OK;
    const wend_rect wide = {area.x - around, area.y - around, area.width + 2 * around,
                            area.height + 2 * around, 0};
    return open_span(graph, wendi_clusters_with(&graph->clusters, wide));
}

// ---- everything

wend_result wendi_open_all(const wend_world* world) {
    wendi_source* source = world->graph.source;
    return source ? source->kind->open_all(source, NULL) : WEND_OK;
}

wend_result wendi_open_all_of(const wend_grid* grid) {
    return grid->world ? wendi_open_all(grid->world) : WEND_OK;
}

wend_result wendi_open_regions(const wend_world* world) {
    return wendi_has_regions(&world->graph) ? wendi_open_all(world) : WEND_OK;
}

wend_result wendi_hold_all(wend_world* world) {
    wendi_source* source = world->graph.source;
    return source ? source->kind->hold_all(source) : WEND_OK;
}

// ---- passes

wend_result wendi_pass_begin(const wend_world* world, wendi_pass* out) {
    wendi_source* source = world->graph.source;
    *out = (wendi_pass){.world = world, .read = source ? source->kind->pass_begin(source) : NULL};
    return source ? source->kind->open_all(source, out) : WEND_OK;
}

void wendi_pass_end(wendi_pass* pass) {
    if (pass->read) pass->world->graph.source->kind->pass_end(pass->read);
    pass->read = NULL;
}

void wendi_pass_row(const wendi_pass* pass, int32_t level, int32_t row) {
    if (pass->read) pass->world->graph.source->kind->pass_row(pass->read, level, row);
}

void wendi_pass_cluster(const wendi_pass* pass_opt, int32_t level, int32_t cluster) {
    if (!pass_opt || !pass_opt->read) return;
    const int32_t columns = pass_opt->world->graph.level[level - 1].clusters.columns;
    if (cluster % columns == columns - 1) wendi_pass_row(pass_opt, level, cluster / columns);
}

// ---- before a change
//
// An edit opens the clusters that it touches and those around them; and on each level whose nodes it may
// change, the clusters that contain these and all those on the lines where nodes are chosen again.

// The clusters of level 1 on the top and left line of a cluster.
static wend_result open_lines(const wendi_graph* graph, int32_t level, int32_t cluster) {
    const wendi_cluster_span span =
        wendi_cluster_span_of(&graph->clusters, &graph->level[level - 1].clusters, cluster);
    const wend_result result =
        open_span(graph, (wendi_cluster_span){span.left, span.right, span.top, span.top + 1});
    return result == WEND_OK
               ? open_span(graph, (wendi_cluster_span){span.left, span.left + 1, span.top, span.bottom})
               : result;
}

wend_result wendi_open_for_edit(const wendi_graph* graph, const wendi_index_list* touched, uint32_t levels) {
    wend_result result = WEND_OK;
    if (!graph->source) return WEND_OK;
    for (int32_t i = 0; i < touched->count && result == WEND_OK; i++)
        result = open_span(graph, wendi_clusters_around(&graph->clusters, touched->data[i]));
    for (int32_t level = 2; level <= graph->level_count; level++) {
        int32_t last = -1; // touched clusters beside each other mostly have one parent
        if (!(levels >> (level - 1) & 1)) continue;
        for (int32_t i = 0; i < touched->count && result == WEND_OK; i++) {
            const int32_t cluster = wendi_cluster_containing(graph, level, touched->data[i]);
            if (cluster == last) continue;
            last = cluster;
            result = wendi_open(graph, level, cluster);
            if (result == WEND_OK) result = open_lines(graph, level, cluster);
        }
    }
    return result;
}

// Whoever changes a link refuses one that ends off the map.
wend_result wendi_open_for_link(const wend_world* world, const wend_link* link) {
    const wendi_graph* graph = &world->graph;
    const wend_tile ends[2] = {link->from, link->to};
    wend_result result = WEND_OK;
    for (int32_t k = 0; k < 2 && graph->source && result == WEND_OK; k++) {
        int32_t clusters[4];
        if (!wendi_sheet_contains(world->grid, ends[k])) return WEND_OK;
        const wendi_index_list around = {.data = clusters,
                                         .count = wendi_clusters_at(&graph->clusters, ends[k], clusters)};
        result = wendi_open_for_edit(graph, &around, UINT32_MAX);
    }
    return result;
}

// ---- regions
//
// A world may have lost the level of its regions.

bool wendi_area_is_here(const wendi_graph* graph, wend_rect area) {
    if (!wendi_has_regions(graph)) return true;
    const wendi_cluster_span span = wendi_clusters_with(&graph->clusters, area);
    const int32_t up = graph->region_level - 1;
    bool here = true;
    for (int32_t y = span.top >> up; y <= (span.bottom - 1) >> up; y++)
        for (int32_t x = span.left >> up; x <= (span.right - 1) >> up; x++)
            here &= wendi_is_here(graph, 1, (y << up) * graph->clusters.columns + (x << up));
    return here;
}

bool wendi_tile_is_here(const wendi_graph* graph, wend_tile tile) {
    return wendi_area_is_here(graph, (wend_rect){tile.x, tile.y, 1, 1, 0});
}

int32_t wendi_region_of(const wendi_graph* graph, int32_t level, int32_t cluster) {
    const int32_t columns = graph->level[level - 1].clusters.columns, up = graph->region_level - level,
                  region_columns = ((graph->clusters.columns - 1) >> (graph->region_level - 1)) + 1;
    const int32_t row = cluster / columns, column = cluster - row * columns;
    WENDI_ASSERT(wendi_has_regions(graph) && up >= 0);
    return (row >> up) * region_columns + (column >> up);
}

wend_rect wendi_region_area(const wendi_graph* graph, int32_t region) {
    const wendi_partition* lowest = &graph->clusters;
    const wendi_partition regions =
        wendi_partition_of(lowest->width, lowest->height, lowest->size << (graph->region_level - 1));
    const int32_t row = region / regions.columns, column = region % regions.columns;
    wend_rect area = wendi_cluster_rect(&regions, region);
    if (column > 0) area.x++, area.width--;
    if (row > 0) area.y++, area.height--;
    if (column + 1 < regions.columns) area.width--;
    if (row + 1 < regions.rows) area.height--;
    return area;
}
