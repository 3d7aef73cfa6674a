// edit.c: changing tiles of a world. An edit measures the clusters that hold them again and repairs the
// components; the cells above become stale where something has changed. It is whole or not at all: what it
// replaces is kept until nothing can fail any more. Settling measures the stale cells, level by level, and
// stops where a cell turns out as it was. The result is what a build of the changed map gives, byte for byte.
#include <stdlib.h>
#include <string.h>

#include "hierarchy/component_repair.h"
#include "hierarchy/matrix_build.h"
#include "hierarchy/world.h"

typedef struct edit_job {
    wend_world* world;
    const wend_edit* edits;
    int32_t count;
    wendi_cluster_list touched; // clusters
    wendi_groups before, after;
    wendi_cluster_workspace* workspace;
    bool drop_levels; // costs are too large for the levels above the first
    // What was there before, for taking the edit back:
    uint8_t* old_tiles; // of each edit's area, row by row, as that edit found it
    size_t old_tile_count;
    int32_t applied;            // so many of the edits are on the map
    wendi_matrix* old_matrices; // of the touched clusters
    int32_t replaced;           // so many of them have new matrices
    uint8_t* old_states;        // of the cells over each touched cluster, level by level
} edit_job;

// ---- which cells

static wend_result add_cluster(const wend_world* world, wendi_cluster_list* list, int32_t cluster) {
    int32_t* data = wendi_grow(&world->allocator, list->data, &list->capacity, (size_t)list->count,
                               (size_t)list->count + 1, sizeof *data);
    if (!data) return WEND_ERROR_MEMORY;
    list->data = data;
    data[list->count++] = cluster;
    return WEND_OK;
}

static int compare_clusters(const void* a, const void* b) {
    int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
    return (x > y) - (x < y);
}

static void sort_clusters(wendi_cluster_list* list) {
    if (list->count < 2) return;
    qsort(list->data, (size_t)list->count, sizeof *list->data, compare_clusters);
    int32_t kept = 0;
    for (int32_t i = 0; i < list->count; i++)
        if (i == 0 || list->data[i] != list->data[i - 1]) list->data[kept++] = list->data[i];
    list->count = kept;
    for (int32_t i = 1; i < list->count; i++) WENDI_ASSERT(list->data[i - 1] < list->data[i]);
}

// The clusters that hold a tile of the edits.
static wend_result find_touched(edit_job* job) {
    const wendi_clusters* clusters = &job->world->graph.clusters;
    for (int32_t i = 0; i < job->count; i++) {
        wend_rect area = job->edits[i].area;
        int32_t first[4], last[4];
        wend_tile low = {area.x, area.y}, high = {area.x + area.width - 1, area.y + area.height - 1};
        wendi_clusters_at(clusters, low, first);
        int32_t end = wendi_clusters_at(clusters, high, last) - 1;
        for (int32_t y = first[0] / clusters->columns; y <= last[end] / clusters->columns; y++) {
            for (int32_t x = first[0] % clusters->columns; x <= last[end] % clusters->columns; x++) {
                wend_result result = add_cluster(job->world, &job->touched, y * clusters->columns + x);
                if (result != WEND_OK) return result;
            }
        }
    }
    sort_clusters(&job->touched);
    return WEND_OK;
}

// True when a stretch of tiles holds a multiple of a size.
static bool crosses(int32_t first, int32_t length, int32_t size) {
    return (first + length - 1) / size * size >= first;
}

// True when some tile of the edits lies on a line of a level, whose nodes may then be others.
static bool on_line(const edit_job* job, int32_t level) {
    int32_t size = job->world->graph.level[level - 1].clusters.size;
    for (int32_t i = 0; i < job->count; i++) {
        wend_rect area = job->edits[i].area;
        if (crosses(area.x, area.width, size) || crosses(area.y, area.height, size)) return true;
    }
    return false;
}

// ---- states

// The cell of a level that a cluster belongs to.
static int32_t cluster_over(const wendi_graph* a, int32_t level, int32_t cluster) {
    WENDI_ASSERT(level >= 1 && level <= a->level_count && cluster < wendi_cluster_count(&a->clusters));
    int32_t x = cluster % a->clusters.columns, y = cluster / a->clusters.columns, shift = level - 1;
    return (y >> shift) * a->level[shift].clusters.columns + (x >> shift);
}

// The cell of a level over a cluster becomes stale, and those above it doubtful.
static void mark_pending(wendi_graph* a, int32_t level, int32_t cluster) {
    wendi_cluster_state state = WENDI_PENDING;
    for (; level <= a->level_count; level++, state = WENDI_PENDING_BELOW) {
        uint8_t* at = &a->level[level - 1].states[cluster_over(a, level, cluster)];
        if (*at < state) *at = (uint8_t)state;
    }
}

// ---- what was there before

// Makes room for all that has to be kept, so that keeping it cannot fail.
static wend_result make_room(edit_job* job) {
    const wend_allocator* allocator = &job->world->allocator;
    size_t touched = (size_t)job->touched.count;
    for (int32_t i = 0; i < job->count; i++)
        job->old_tile_count += (size_t)job->edits[i].area.width * (size_t)job->edits[i].area.height;
    job->old_tiles = wendi_alloc(allocator, job->old_tile_count, 1);
    job->old_matrices = wendi_alloc_zeroed(allocator, touched, sizeof *job->old_matrices);
    job->old_states = wendi_alloc(allocator, touched, WEND_MAX_LEVELS);
    job->workspace = wendi_cluster_workspace_new(allocator);
    return job->old_tiles && job->old_matrices && job->old_states && job->workspace ? WEND_OK
                                                                                    : WEND_ERROR_MEMORY;
}

static void free_room(edit_job* job) {
    const wend_allocator* allocator = &job->world->allocator;
    size_t touched = (size_t)job->touched.count;
    wendi_free(allocator, job->old_tiles, job->old_tile_count, 1);
    wendi_free(allocator, job->old_matrices, touched, sizeof *job->old_matrices);
    wendi_free(allocator, job->old_states, touched, WEND_MAX_LEVELS);
    wendi_cluster_workspace_free(job->workspace, allocator);
    wendi_free(allocator, job->touched.data, job->touched.capacity, sizeof(int32_t));
    wendi_groups_free(&job->before, allocator);
    wendi_groups_free(&job->after, allocator);
}

static void copy_states(const edit_job* job, bool back) {
    wendi_graph* a = &job->world->graph;
    uint8_t* kept = job->old_states;
    for (int32_t i = 0; i < job->touched.count; i++, kept += WEND_MAX_LEVELS) {
        for (int32_t level = 1; level <= a->level_count; level++) {
            uint8_t* state = &a->level[level - 1].states[cluster_over(a, level, job->touched.data[i])];
            if (back)
                *state = kept[level - 1];
            else
                kept[level - 1] = *state;
        }
    }
}

// ---- editing

static void fill_tiles(edit_job* job) {
    const wend_grid* grid = job->world->grid;
    uint8_t* kept = job->old_tiles;
    for (; job->applied < job->count; job->applied++) {
        const wend_edit* edit = &job->edits[job->applied];
        size_t width = (size_t)edit->area.width;
        for (int32_t y = 0; y < edit->area.height; y++, kept += width)
            memcpy(kept, wendi_tile(grid, edit->area.x, edit->area.y + y), width);
        WENDI_ASSERT((size_t)(kept - job->old_tiles) <= job->old_tile_count);
        wend_grid_fill(job->world->grid, edit->area, edit->terrain_class);
    }
}

// Chooses the nodes of all levels where the edits may have changed them.
static void choose_nodes(const edit_job* job) {
    wendi_graph* a = &job->world->graph;
    for (int32_t level = 1; level <= a->level_count; level++) {
        if (!on_line(job, level)) continue;
        int32_t last = -1;
        for (int32_t i = 0; i < job->touched.count; i++) {
            int32_t cluster = cluster_over(a, level, job->touched.data[i]);
            if (cluster != last) wendi_choose_nodes(a, job->world->grid, level, cluster);
            if (level > 1) mark_pending(a, level, job->touched.data[i]);
            last = cluster;
        }
    }
}

static void read_tiles(const edit_job* job) {
    for (int32_t i = 0; i < job->touched.count; i++)
        wendi_graph_read_passability(&job->world->graph, job->world->grid, job->touched.data[i]);
}

static wend_result rebuild_matrices(edit_job* job) {
    wendi_graph* a = &job->world->graph;
    for (int32_t i = 0; i < job->touched.count; i++) {
        int32_t cluster = job->touched.data[i];
        wendi_matrix *matrix = &a->level[0].matrices[cluster], *old = &job->old_matrices[i];
        *old = *matrix;
        *matrix = (wendi_matrix){0};
        job->replaced++;
        wend_result result = wendi_build_matrix(a, job->world->grid, 1, cluster, job->workspace, NULL);
        if (result == WEND_ERROR_MEMORY) return result;
        job->drop_levels |= result == WEND_ERROR_LIMIT;
        if (!wendi_matrix_equal(matrix, old)) mark_pending(a, 2, cluster);
    }
    return WEND_OK;
}

// Few clusters are repaired, many are found anew with all others.
static bool is_large(const edit_job* job) {
    const wendi_components* c = &job->world->components;
    return job->touched.count > 64 + c->cluster_count / 16 || c->label_count > UINT32_MAX / 2 ||
           (int64_t)c->label_count > 4 * (int64_t)c->cluster_count + 65536;
}

static wend_result find_components(wend_world* world) {
    wendi_components found;
    wend_result result = wendi_components_find(&world->graph, &found);
    wendi_components_free(result == WEND_OK ? &world->components : &found);
    if (result == WEND_OK) world->components = found;
    return result;
}

static wend_result repair_components(edit_job* job, bool large) {
    wend_world* world = job->world;
    if (large) return find_components(world);
    wend_result result = wendi_groups_find(&world->graph, &job->touched, &job->after);
    if (result == WEND_OK)
        result = wendi_components_repair(&world->components, &world->graph, &job->touched, &job->before,
                                         &job->after);
    return result == WEND_ERROR_LIMIT ? find_components(world) : result;
}

// Nothing in it can fail.
static void take_back(edit_job* job) {
    wend_world* world = job->world;
    wendi_matrix* matrices = world->graph.level[0].matrices;
    while (job->replaced > 0) {
        wendi_matrix* matrix = &matrices[job->touched.data[--job->replaced]];
        wendi_matrix_free(matrix, &world->allocator);
        *matrix = job->old_matrices[job->replaced];
    }
    const uint8_t* kept = job->old_tiles + job->old_tile_count;
    while (job->applied > 0) {
        wend_rect area = job->edits[--job->applied].area;
        kept -= (size_t)area.width * (size_t)area.height;
        WENDI_ASSERT(kept >= job->old_tiles);
        wend_grid_write(world->grid, area, kept, 0);
    }
    choose_nodes(job);
    read_tiles(job);
    copy_states(job, true);
}

// Old matrices that a block holds are used again, so that edits do not wear it out.
static void keep(edit_job* job) {
    WENDI_ASSERT(job->applied == job->count && job->replaced == job->touched.count);
    wend_world* world = job->world;
    for (int32_t i = 0; i < job->touched.count; i++) {
        wendi_matrix *matrix = &world->graph.level[0].matrices[job->touched.data[i]],
                     *old = &job->old_matrices[i];
        if (matrix->count == old->count) {
            wendi_matrix_copy(old, matrix);
            wendi_matrix_free(matrix, &world->allocator);
            *matrix = *old;
        } else {
            wendi_matrix_free(old, &world->allocator);
        }
    }
    if (job->drop_levels) wendi_graph_drop_levels(&world->graph, 1);
    world->components.counted = false;
    world->refreshed = false;
}

static wend_result apply(edit_job* job) {
    bool large = is_large(job);
    wend_result result = make_room(job);
    if (result == WEND_OK && !large)
        result = wendi_groups_find(&job->world->graph, &job->touched, &job->before);
    if (result != WEND_OK) return result; // nothing is changed yet
    copy_states(job, false);
    fill_tiles(job);
    choose_nodes(job);
    read_tiles(job);
    result = rebuild_matrices(job);
    if (result == WEND_OK) result = repair_components(job, large);
    if (result == WEND_OK)
        keep(job);
    else
        take_back(job);
    return result;
}

static bool valid(const wend_grid* grid, const wend_edit* edit) {
    wend_rect r = edit->area;
    return r.x >= 0 && r.y >= 0 && r.width > 0 && r.height > 0 && r.x < grid->width && r.y < grid->height &&
           r.width <= grid->width - r.x && r.height <= grid->height - r.y;
}

wend_result wend_world_edit(wend_world* world, const wend_edit* edits, int32_t count,
                            int32_t* clusters_rebuilt_opt) {
    if (!world || count < 0 || (count > 0 && !edits)) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (!valid(world->grid, &edits[i])) return WEND_ERROR_ARGUMENT;
    edit_job job = {.world = world, .edits = edits, .count = count};
    wend_result result = find_touched(&job);
    if (result == WEND_OK && count > 0) result = apply(&job);
    if (result == WEND_OK && clusters_rebuilt_opt) *clusters_rebuilt_opt = job.touched.count;
    free_room(&job);
    return result;
}

// ---- settling

// Measures a stale cell anew. Its parent becomes stale where it has changed.
static wend_result refresh_cluster(wend_world* world, int32_t level, int32_t cluster) {
    wendi_graph* a = &world->graph;
    bool changed = false;
    wend_result result = wendi_build_matrix(a, world->grid, level, cluster, NULL, &changed);
    if (result != WEND_OK) return result;
    a->level[level - 1].states[cluster] = WENDI_UP_TO_DATE;
    WENDI_ASSERT(level >= 2);
    if (!changed || level == a->level_count) return WEND_OK;
    int32_t columns = a->level[level - 1].clusters.columns;
    int32_t parent = (cluster / columns >> 1) * a->level[level].clusters.columns + (cluster % columns >> 1);
    a->level[level].states[parent] = WENDI_PENDING;
    return WEND_OK;
}

// Settles the cells of a level, all below being settled, while *left_io allows. True in *all_out: no more are
// left.
static wend_result refresh_level(wend_world* world, int32_t level, int32_t* left_io, bool* all_out) {
    wendi_level* l = &world->graph.level[level - 1];
    int32_t cluster_count = wendi_cluster_count(&l->clusters);
    for (int32_t cluster = 0; cluster < cluster_count; cluster++) {
        if (l->states[cluster] == WENDI_UP_TO_DATE) continue;
        if (l->states[cluster] == WENDI_PENDING) {
            if (*left_io == 0) {
                *all_out = false;
                return WEND_OK;
            }
            --*left_io;
            wend_result result = refresh_cluster(world, level, cluster);
            if (result != WEND_OK) return result;
        }
        l->states[cluster] = WENDI_UP_TO_DATE;
    }
    return WEND_OK;
}

wend_result wend_world_refresh(wend_world* world, int32_t max_clusters, bool* refreshed_opt) {
    if (!world || max_clusters < 0) return WEND_ERROR_ARGUMENT;
    wendi_graph* a = &world->graph;
    int32_t left = max_clusters > 0 ? max_clusters : INT32_MAX;
    bool all = true;
    wend_result result = WEND_OK;
    for (int32_t level = 2; level <= a->level_count && result == WEND_OK && all && !world->refreshed;
         level++) {
        result = refresh_level(world, level, &left, &all);
        if (result != WEND_ERROR_LIMIT) continue;
        wendi_graph_drop_levels(a, level - 1); // as a build does
        result = WEND_OK;
    }
    if (result == WEND_OK && all && !world->refreshed) result = wendi_world_add_levels(world);
    if (result == WEND_OK && all) world->refreshed = true;
    if (refreshed_opt) *refreshed_opt = world->refreshed;
    return result;
}
