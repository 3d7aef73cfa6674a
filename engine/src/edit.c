// edit.c: changing tiles of a world. An edit measures the clusters that hold them again and repairs the
// components; the cells above become stale where something has changed. It is whole or not at all: what it
// replaces is kept until nothing can fail any more. Settling measures the stale cells, level by level, and
// stops where a cell turns out as it was. The result is what a build of the changed map gives, byte for byte.
#include <stdlib.h>
#include <string.h>

#include "component_repair.h"
#include "measure.h"
#include "world.h"

typedef struct edit_job {
    wend_world* world;
    const wend_edit* edits;
    int32_t count;
    wendi_cells touched; // clusters
    wendi_groups before, after;
    wendi_cluster_workspace* workspace;
    bool drop_levels; // costs are too large for the levels above the first
    // What was there before, for taking the edit back:
    uint8_t* old_tiles; // of each edit's area, row by row, as that edit found it
    size_t old_tile_count;
    int32_t applied;         // so many of the edits are on the map
    wendi_table* old_tables; // of the touched clusters
    int32_t replaced;        // so many of them have new tables
    uint8_t* old_states;     // of the cells over each touched cluster, level by level
} edit_job;

// ---- which cells

static wend_result add_cell(const wend_world* world, wendi_cells* cells, int32_t cell) {
    int32_t* data = wendi_grow(&world->allocator, cells->data, &cells->capacity, (size_t)cells->count,
                               (size_t)cells->count + 1, sizeof *data);
    if (!data) return WEND_ERROR_MEMORY;
    cells->data = data;
    data[cells->count++] = cell;
    return WEND_OK;
}

static int compare_cells(const void* a, const void* b) {
    int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
    return (x > y) - (x < y);
}

static void sort_cells(wendi_cells* cells) {
    if (cells->count < 2) return;
    qsort(cells->data, (size_t)cells->count, sizeof *cells->data, compare_cells);
    int32_t kept = 0;
    for (int32_t i = 0; i < cells->count; i++)
        if (i == 0 || cells->data[i] != cells->data[i - 1]) cells->data[kept++] = cells->data[i];
    cells->count = kept;
}

// The clusters that hold a tile of the edits.
static wend_result find_touched(edit_job* job) {
    const wendi_clusters* clusters = &job->world->abstract.clusters;
    for (int32_t i = 0; i < job->count; i++) {
        wend_rect area = job->edits[i].area;
        int32_t first[4], last[4];
        wend_tile low = {area.x, area.y}, high = {area.x + area.width - 1, area.y + area.height - 1};
        wendi_clusters_at(clusters, low, first);
        int32_t end = wendi_clusters_at(clusters, high, last) - 1;
        for (int32_t y = first[0] / clusters->columns; y <= last[end] / clusters->columns; y++) {
            for (int32_t x = first[0] % clusters->columns; x <= last[end] % clusters->columns; x++) {
                wend_result result = add_cell(job->world, &job->touched, y * clusters->columns + x);
                if (result != WEND_OK) return result;
            }
        }
    }
    sort_cells(&job->touched);
    return WEND_OK;
}

// True when a stretch of tiles holds a multiple of a size.
static bool crosses(int32_t first, int32_t length, int32_t size) {
    return (first + length - 1) / size * size >= first;
}

// True when some tile of the edits lies on a line of a level, whose nodes may then be others.
static bool on_line(const edit_job* job, int32_t level) {
    int32_t size = job->world->abstract.level[level - 1].cells.size;
    for (int32_t i = 0; i < job->count; i++) {
        wend_rect area = job->edits[i].area;
        if (crosses(area.x, area.width, size) || crosses(area.y, area.height, size)) return true;
    }
    return false;
}

// ---- states

// The cell of a level that a cluster belongs to.
static int32_t cell_over(const wendi_abstract* a, int32_t level, int32_t cluster) {
    int32_t x = cluster % a->clusters.columns, y = cluster / a->clusters.columns, shift = level - 1;
    return (y >> shift) * a->level[shift].cells.columns + (x >> shift);
}

// The cell of a level over a cluster becomes stale, and those above it doubtful.
static void unsettle(wendi_abstract* a, int32_t level, int32_t cluster) {
    wendi_cell_state state = WENDI_STALE;
    for (; level <= a->level_count; level++, state = WENDI_DOUBTFUL) {
        uint8_t* at = &a->level[level - 1].states[cell_over(a, level, cluster)];
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
    job->old_tables = wendi_alloc_zeroed(allocator, touched, sizeof *job->old_tables);
    job->old_states = wendi_alloc(allocator, touched, WEND_MAX_LEVELS);
    job->workspace = wendi_cluster_workspace_new(allocator);
    return job->old_tiles && job->old_tables && job->old_states && job->workspace ? WEND_OK
                                                                                  : WEND_ERROR_MEMORY;
}

static void free_room(edit_job* job) {
    const wend_allocator* allocator = &job->world->allocator;
    size_t touched = (size_t)job->touched.count;
    wendi_free(allocator, job->old_tiles, job->old_tile_count, 1);
    wendi_free(allocator, job->old_tables, touched, sizeof *job->old_tables);
    wendi_free(allocator, job->old_states, touched, WEND_MAX_LEVELS);
    wendi_cluster_workspace_free(job->workspace, allocator);
    wendi_free(allocator, job->touched.data, job->touched.capacity, sizeof(int32_t));
    wendi_groups_free(&job->before, allocator);
    wendi_groups_free(&job->after, allocator);
}

static void copy_states(const edit_job* job, bool back) {
    wendi_abstract* a = &job->world->abstract;
    uint8_t* kept = job->old_states;
    for (int32_t i = 0; i < job->touched.count; i++, kept += WEND_MAX_LEVELS) {
        for (int32_t level = 1; level <= a->level_count; level++) {
            uint8_t* state = &a->level[level - 1].states[cell_over(a, level, job->touched.data[i])];
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
        wend_grid_fill(job->world->grid, edit->area, edit->terrain_class);
    }
}

// Chooses the nodes of all levels where the edits may have changed them.
static void choose_nodes(const edit_job* job) {
    wendi_abstract* a = &job->world->abstract;
    for (int32_t level = 1; level <= a->level_count; level++) {
        if (!on_line(job, level)) continue;
        int32_t last = -1;
        for (int32_t i = 0; i < job->touched.count; i++) {
            int32_t cell = cell_over(a, level, job->touched.data[i]);
            if (cell != last) wendi_choose_nodes(a, job->world->grid, level, cell);
            if (level > 1) unsettle(a, level, job->touched.data[i]);
            last = cell;
        }
    }
}

static void read_tiles(const edit_job* job) {
    for (int32_t i = 0; i < job->touched.count; i++)
        wendi_abstract_read_tiles(&job->world->abstract, job->world->grid, job->touched.data[i]);
}

static wend_result measure_clusters(edit_job* job) {
    wendi_abstract* a = &job->world->abstract;
    for (int32_t i = 0; i < job->touched.count; i++) {
        int32_t cluster = job->touched.data[i];
        wendi_table *table = &a->level[0].tables[cluster], *old = &job->old_tables[i];
        *old = *table;
        *table = (wendi_table){0};
        job->replaced++;
        wend_result result = wendi_measure(a, job->world->grid, 1, cluster, job->workspace, NULL);
        if (result == WEND_ERROR_MEMORY) return result;
        job->drop_levels |= result == WEND_ERROR_LIMIT;
        if (!wendi_tables_equal(table, old)) unsettle(a, 2, cluster);
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
    wend_result result = wendi_components_find(&world->abstract, &found);
    wendi_components_free(result == WEND_OK ? &world->components : &found);
    if (result == WEND_OK) world->components = found;
    return result;
}

static wend_result repair_components(edit_job* job, bool large) {
    wend_world* world = job->world;
    if (large) return find_components(world);
    wend_result result = wendi_groups_find(&world->abstract, &job->touched, &job->after);
    if (result == WEND_OK)
        result = wendi_components_repair(&world->components, &world->abstract, &job->touched, &job->before,
                                         &job->after);
    return result == WEND_ERROR_LIMIT ? find_components(world) : result;
}

// Nothing in it can fail.
static void take_back(edit_job* job) {
    wend_world* world = job->world;
    wendi_table* tables = world->abstract.level[0].tables;
    while (job->replaced > 0) {
        wendi_table* table = &tables[job->touched.data[--job->replaced]];
        wendi_table_free(table, &world->allocator);
        *table = job->old_tables[job->replaced];
    }
    const uint8_t* kept = job->old_tiles + job->old_tile_count;
    while (job->applied > 0) {
        wend_rect area = job->edits[--job->applied].area;
        kept -= (size_t)area.width * (size_t)area.height;
        wend_grid_write(world->grid, area, kept, 0);
    }
    choose_nodes(job);
    read_tiles(job);
    copy_states(job, true);
}

// Old tables that a block holds are used again, so that edits do not wear it out.
static void keep(edit_job* job) {
    wend_world* world = job->world;
    for (int32_t i = 0; i < job->touched.count; i++) {
        wendi_table *table = &world->abstract.level[0].tables[job->touched.data[i]],
                    *old = &job->old_tables[i];
        if (table->count == old->count) {
            wendi_table_copy(old, table);
            wendi_table_free(table, &world->allocator);
            *table = *old;
        } else {
            wendi_table_free(old, &world->allocator);
        }
    }
    if (job->drop_levels) wendi_abstract_drop_levels(&world->abstract, 1);
    world->components.counted = false;
    world->settled = false;
}

static wend_result apply(edit_job* job) {
    bool large = is_large(job);
    wend_result result = make_room(job);
    if (result == WEND_OK && !large)
        result = wendi_groups_find(&job->world->abstract, &job->touched, &job->before);
    if (result != WEND_OK) return result; // nothing is changed yet
    copy_states(job, false);
    fill_tiles(job);
    choose_nodes(job);
    read_tiles(job);
    result = measure_clusters(job);
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
    if (clusters_rebuilt_opt) *clusters_rebuilt_opt = 0;
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
static wend_result settle_cell(wend_world* world, int32_t level, int32_t cell) {
    wendi_abstract* a = &world->abstract;
    bool changed = false;
    wend_result result = wendi_measure(a, world->grid, level, cell, NULL, &changed);
    if (result != WEND_OK) return result;
    a->level[level - 1].states[cell] = WENDI_SETTLED;
    if (!changed || level == a->level_count) return WEND_OK;
    int32_t columns = a->level[level - 1].cells.columns;
    int32_t parent = (cell / columns >> 1) * a->level[level].cells.columns + (cell % columns >> 1);
    a->level[level].states[parent] = WENDI_STALE;
    return WEND_OK;
}

// Settles the cells of a level, all below being settled, while *left_io allows. True in *all_out: no more are
// left.
static wend_result settle_level(wend_world* world, int32_t level, int32_t* left_io, bool* all_out) {
    wendi_level* l = &world->abstract.level[level - 1];
    int32_t cells = wendi_cluster_count(&l->cells);
    for (int32_t cell = 0; cell < cells; cell++) {
        if (l->states[cell] == WENDI_SETTLED) continue;
        if (l->states[cell] == WENDI_STALE) {
            if (*left_io == 0) {
                *all_out = false;
                return WEND_OK;
            }
            --*left_io;
            wend_result result = settle_cell(world, level, cell);
            if (result != WEND_OK) return result;
        }
        l->states[cell] = WENDI_SETTLED;
    }
    return WEND_OK;
}

wend_result wend_world_settle(wend_world* world, int32_t max_clusters, bool* settled_opt) {
    if (!world || max_clusters < 0) return WEND_ERROR_ARGUMENT;
    wendi_abstract* a = &world->abstract;
    int32_t left = max_clusters > 0 ? max_clusters : INT32_MAX;
    bool all = true;
    wend_result result = WEND_OK;
    for (int32_t level = 2; level <= a->level_count && result == WEND_OK && all && !world->settled; level++) {
        result = settle_level(world, level, &left, &all);
        if (result != WEND_ERROR_LIMIT) continue;
        wendi_abstract_drop_levels(a, level - 1); // as a build does
        result = WEND_OK;
    }
    if (result == WEND_OK && all && !world->settled) result = wendi_world_add_levels(world);
    if (result == WEND_OK && all) world->settled = true;
    if (settled_opt) *settled_opt = world->settled;
    return result;
}
