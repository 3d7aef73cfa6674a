// edit_touched.c: which clusters does an edit touch?
//
// A view derives its tiles from those of the map: only clusters in which a derived tile differs are touched.
#include <string.h>

#include "hierarchy/edit_job.h"

wend_rect wendi_edit_area(const wend_edit* edit) {
    if (edit->kind == WEND_EDIT_TILES) return edit->area;
    const wend_tile a = edit->from, b = edit->to;
    return (wend_rect){wendi_min(a.x, b.x), wendi_min(a.y, b.y), wendi_abs(a.x - b.x) + 1,
                       wendi_abs(a.y - b.y) + 1};
}

// Lists the clusters of level 1 that contain an edited tile. A step counts with the clusters that contain
// both its tiles: all other steps that close with it lie in these clusters too.
static wend_result add_edited_clusters(wendi_edit_job* job, const wend_edit* edit) {
    const wendi_partition* clusters = &job->world->graph.clusters;
    wend_rect area = wendi_edit_area(edit);
    int32_t low[4], high[4];
    wend_tile first = {area.x, area.y}, last = {area.x + area.width - 1, area.y + area.height - 1};
    int32_t low_end = wendi_clusters_at(clusters, first, low) - 1;
    int32_t high_end = wendi_clusters_at(clusters, last, high) - 1;
    const bool step = edit->kind != WEND_EDIT_TILES;
    const int32_t begin = step ? high[0] : low[0], end = step ? low[low_end] : high[high_end];
    for (int32_t y = begin / clusters->columns; y <= end / clusters->columns; y++) {
        for (int32_t x = begin % clusters->columns; x <= end % clusters->columns; x++) {
            wend_result result =
                wendi_cluster_list_add(&job->touched, &job->world->allocator, y * clusters->columns + x);
            if (result != WEND_OK) return result;
        }
    }
    return WEND_OK;
}

// The tiles of the view or world that an edit can change.
static wend_rect changed_area(const wendi_edit_job* job, const wend_edit* edit) {
    wend_rect area = wendi_edit_area(edit);
    return job->derivation ? wendi_derived_area(job->derivation, job->root->grid, area) : area;
}

typedef struct comparison {
    wendi_edit_job* job;
    wend_rect area;
    wend_result result;
} comparison;

// Adds the clusters in which a derived row differs from the tiles of the view.
static void compare_row(void* context, int32_t y, const uint8_t* classes) {
    comparison* c = context;
    const wendi_partition* clusters = &c->job->world->graph.clusters;
    const uint8_t* tiles = wendi_tile(c->job->world->grid, c->area.x, y);
    if (memcmp(tiles, classes, (size_t)c->area.width) == 0) return;
    int32_t low[4], high[4];
    wendi_clusters_at(clusters, (wend_tile){c->area.x, y}, low);
    const int32_t last = wendi_clusters_at(clusters, (wend_tile){c->area.x + c->area.width - 1, y}, high) - 1;
    for (int32_t row = low[0] / clusters->columns; row <= high[last] / clusters->columns; row++)
        for (int32_t column = low[0] % clusters->columns; column <= high[last] % clusters->columns;
             column++) {
            const int32_t cluster = row * clusters->columns + column;
            const wend_rect square = wendi_cluster_rect(clusters, cluster);
            const int32_t from = wendi_max(square.x, c->area.x) - c->area.x,
                          to = wendi_min(square.x + square.width, c->area.x + c->area.width) - c->area.x;
            if (c->result == WEND_OK && memcmp(tiles + from, classes + from, (size_t)(to - from)) != 0)
                c->result = wendi_cluster_list_add(&c->job->touched, &c->job->world->allocator, cluster);
        }
}

wend_result wendi_edit_add_derived(wendi_edit_job* job, const wend_edit* edit) {
    comparison c = {.job = job, .area = changed_area(job, edit)};
    wend_result result = edit->kind == WEND_EDIT_TILES ? WEND_OK : add_edited_clusters(job, edit);
    if (result == WEND_OK && (edit->kind == WEND_EDIT_TILES || job->derivation->reach > 0))
        result =
            wendi_derive(job->derivation, job->root->grid, c.area, &job->world->allocator, compare_row, &c);
    return result == WEND_OK ? c.result : result;
}

wend_result wendi_edit_find_touched(wendi_edit_job* job) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < job->count && result == WEND_OK; i++)
        result = job->derivation && !wendi_keeps_tiles(job->derivation)
                     ? wendi_edit_add_derived(job, &job->edits[i])
                     : add_edited_clusters(job, &job->edits[i]);
    wendi_sort_clusters(&job->touched);
    return result;
}

// True when one of the coordinates first .. first + length - 1 is a multiple of size.
static bool contains_multiple(int32_t first, int32_t length, int32_t size) {
    return (first + length - 1) / size * size >= first;
}

bool wendi_edit_on_border_line(const wendi_edit_job* job, int32_t level) {
    int32_t size = job->world->graph.level[level - 1].clusters.size;
    if (job->costs_opt) return true;
    for (int32_t i = 0; i < job->count; i++) {
        wend_rect area = changed_area(job, &job->edits[i]);
        if (contains_multiple(area.x, area.width, size) || contains_multiple(area.y, area.height, size))
            return true;
    }
    return false;
}
