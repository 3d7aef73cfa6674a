// edit.c: what must be recomputed when tiles, steps or class costs change?
//
// An edit rebuilds the matrices of the touched clusters of level 1, repairs the components, and marks larger
// clusters as pending where something changed. A new class cost may touch very many clusters: their matrices
// become pending too (pending.h). Invariant: an edit applies completely or not at all. Every old value stays
// in an undo log until nothing can fail any more.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grid/exits.h"
#include "hierarchy/class_index.h"
#include "hierarchy/cluster_nodes.h"
#include "hierarchy/edit.h"
#include "hierarchy/pending.h"

typedef struct class_square { // the classes of a cluster's tiles
    uint8_t rows[WENDI_MAX_CLUSTER_SIDE][WENDI_MAX_CLUSTER_SIDE];
} class_square;

typedef struct old_step { // a step that an edit closed or opened
    wend_tile from, to;
    bool open; // before
} old_step;

// A new cost for a class.
typedef struct cost_change {
    uint8_t terrain_class;
    float before, after; // 0: blocked
} cost_change;

typedef struct edit_job {
    wend_world* world;
    const wend_edit* edits;
    int32_t count;
    bool links_changed;              // instead of tiles
    const cost_change* new_cost_opt; // instead of tiles
    wendi_cluster_list touched;      // clusters of level 1, ascending
    wendi_cluster_list relabelled;   // of these, those whose nodes or parts may have changed
    wendi_groups before, after;
    wendi_cluster_workspace* workspace;
    bool drop_levels; // costs are too large for any level above the first
    // The undo log:
    class_square* old_tiles;    // of the touched clusters
    wendi_matrix* old_matrices; // matrices of the touched clusters
    int32_t replaced;           // number of touched clusters with new matrices
    old_step* old_steps;        // closed or opened, in this order
    int32_t old_step_count;
    uint8_t* old_states; // for each touched cluster, the states of the clusters containing it, by level
} edit_job;

enum { STEPS_OF_WALL = 2 };
enum { KEPT = -1 }; // count of an old matrix that is still in use

// ---- touched clusters

static int compare_clusters(const void* a, const void* b) {
    int32_t x = *(const int32_t*)a, y = *(const int32_t*)b;
    return (x > y) - (x < y);
}

static void sort_and_deduplicate(wendi_cluster_list* list) {
    if (list->count < 2) return;
    qsort(list->data, (size_t)list->count, sizeof *list->data, compare_clusters);
    int32_t kept = 0;
    for (int32_t i = 0; i < list->count; i++)
        if (i == 0 || list->data[i] != list->data[i - 1]) list->data[kept++] = list->data[i];
    list->count = kept;
    for (int32_t i = 1; i < list->count; i++) WENDI_ASSERT(list->data[i - 1] < list->data[i]);
}

// The tiles of an edit.
static wend_rect area_of(const wend_edit* edit) {
    if (edit->kind == WEND_EDIT_TILES) return edit->area;
    const wend_tile a = edit->from, b = edit->to;
    return (wend_rect){wendi_min(a.x, b.x), wendi_min(a.y, b.y), wendi_abs(a.x - b.x) + 1,
                       wendi_abs(a.y - b.y) + 1};
}

// Lists the clusters of level 1 that contain an edited tile. A step counts with the clusters that contain
// both its tiles: all other steps that close with it lie in these clusters too.
static wend_result find_touched_clusters(edit_job* job) {
    const wendi_partition* clusters = &job->world->graph.clusters;
    for (int32_t i = 0; i < job->count; i++) {
        wend_rect area = area_of(&job->edits[i]);
        int32_t low[4], high[4];
        wend_tile first = {area.x, area.y}, last = {area.x + area.width - 1, area.y + area.height - 1};
        int32_t low_end = wendi_clusters_at(clusters, first, low) - 1;
        int32_t high_end = wendi_clusters_at(clusters, last, high) - 1;
        const bool step = job->edits[i].kind != WEND_EDIT_TILES;
        const int32_t begin = step ? high[0] : low[0], end = step ? low[low_end] : high[high_end];
        for (int32_t y = begin / clusters->columns; y <= end / clusters->columns; y++) {
            for (int32_t x = begin % clusters->columns; x <= end % clusters->columns; x++) {
                wend_result result =
                    wendi_cluster_list_add(&job->touched, &job->world->allocator, y * clusters->columns + x);
                if (result != WEND_OK) return result;
            }
        }
    }
    sort_and_deduplicate(&job->touched);
    return WEND_OK;
}

// True when one of the coordinates first .. first + length - 1 is a multiple of size.
static bool contains_multiple(int32_t first, int32_t length, int32_t size) {
    return (first + length - 1) / size * size >= first;
}

// True when an edited tile lies on a border line of the level. Only then can the nodes of the level change.
static bool edits_touch_border_line(const edit_job* job, int32_t level) {
    int32_t size = job->world->graph.level[level - 1].clusters.size;
    if (job->new_cost_opt) return true;
    for (int32_t i = 0; i < job->count; i++) {
        wend_rect area = area_of(&job->edits[i]);
        if (contains_multiple(area.x, area.width, size) || contains_multiple(area.y, area.height, size))
            return true;
    }
    return false;
}

// ---- the undo log

// Allocates the whole undo log in advance, so that writing to it cannot fail.
static wend_result reserve_undo_log(edit_job* job) {
    const wend_allocator* allocator = &job->world->allocator;
    size_t touched = (size_t)job->touched.count;
    if (!job->new_cost_opt) job->old_tiles = wendi_alloc(allocator, touched, sizeof *job->old_tiles);
    job->old_matrices = wendi_alloc_zeroed(allocator, touched, sizeof *job->old_matrices);
    job->old_states = wendi_alloc(allocator, touched, WEND_MAX_LEVELS);
    job->old_steps = wendi_alloc(allocator, (size_t)job->count, STEPS_OF_WALL * sizeof *job->old_steps);
    job->workspace = wendi_cluster_workspace_new(allocator);
    const bool steps = job->old_steps || job->count == 0; // links and costs have none
    const bool tiles = job->old_tiles || job->new_cost_opt;
    if (!tiles || !job->old_matrices || !job->old_states || !steps || !job->workspace)
        return WEND_ERROR_MEMORY;
    return job->new_cost_opt ? wendi_pending_reserve(&job->world->graph) : WEND_OK;
}

static void free_job(edit_job* job) {
    const wend_allocator* allocator = &job->world->allocator;
    size_t touched = (size_t)job->touched.count;
    if (job->old_tiles) wendi_free(allocator, job->old_tiles, touched, sizeof *job->old_tiles);
    wendi_free(allocator, job->old_matrices, touched, sizeof *job->old_matrices);
    wendi_free(allocator, job->old_states, touched, WEND_MAX_LEVELS);
    wendi_free(allocator, job->old_steps, (size_t)job->count, STEPS_OF_WALL * sizeof *job->old_steps);
    wendi_cluster_workspace_free(job->workspace, allocator);
    wendi_cluster_list_free(&job->touched, allocator);
    wendi_cluster_list_free(&job->relabelled, allocator);
    wendi_groups_free(&job->before, allocator);
    wendi_groups_free(&job->after, allocator);
}

static void copy_states(const edit_job* job, bool restore) {
    wendi_graph* graph = &job->world->graph;
    uint8_t* saved = job->old_states;
    for (int32_t i = 0; i < job->touched.count; i++, saved += WEND_MAX_LEVELS) {
        for (int32_t level = 1; level <= graph->level_count; level++) {
            uint8_t* state =
                &graph->level[level - 1].states[wendi_cluster_containing(graph, level, job->touched.data[i])];
            if (restore)
                *state = saved[level - 1];
            else
                saved[level - 1] = *state;
        }
    }
}

// ---- edit

// Neighbouring clusters share the tiles on their border line: these are saved with both.
static void save_tiles(const edit_job* job) {
    if (job->new_cost_opt) return;
    const wend_grid* grid = job->world->grid;
    for (int32_t i = 0; i < job->touched.count; i++) {
        wend_rect area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[i]);
        for (int32_t y = 0; y < area.height; y++)
            memcpy(job->old_tiles[i].rows[y], wendi_tile(grid, area.x, area.y + y), (size_t)area.width);
    }
}

static void restore_tiles(const edit_job* job) {
    const cost_change* cost = job->new_cost_opt;
    if (cost) {
        wend_result result = wendi_grid_set_class_cost(job->world->grid, cost->terrain_class, cost->before);
        WENDI_ASSERT(result == WEND_OK);
        (void)result;
        return;
    }
    for (int32_t i = 0; i < job->touched.count; i++) {
        wend_rect area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[i]);
        wend_grid_write(job->world->grid, area, job->old_tiles[i].rows[0], WENDI_MAX_CLUSTER_SIDE);
    }
}

static wend_result set_step(edit_job* job, wend_tile from, wend_tile to, bool open) {
    bool changed;
    wend_result result = wendi_exits_set(job->world->grid, from, to, open, &changed);
    if (result == WEND_OK && changed) job->old_steps[job->old_step_count++] = (old_step){from, to, !open};
    return result;
}

static wend_result write_edits(edit_job* job) {
    wend_result result = WEND_OK;
    const cost_change* cost = job->new_cost_opt;
    if (cost) return wendi_grid_set_class_cost(job->world->grid, cost->terrain_class, cost->after);
    for (int32_t i = 0; i < job->count && result == WEND_OK; i++) {
        const wend_edit* edit = &job->edits[i];
        if (edit->kind == WEND_EDIT_TILES)
            wend_grid_fill(job->world->grid, edit->area, edit->terrain_class);
        else
            result = set_step(job, edit->from, edit->to, !edit->closed);
        if (edit->kind == WEND_EDIT_WALL && result == WEND_OK)
            result = set_step(job, edit->to, edit->from, !edit->closed);
    }
    return result;
}

// No page of closed steps was freed meanwhile, so this needs no memory.
static void restore_steps(const edit_job* job) {
    bool changed;
    for (int32_t i = job->old_step_count - 1; i >= 0; i--) {
        const old_step* old = &job->old_steps[i];
        wend_result result = wendi_exits_set(job->world->grid, old->from, old->to, old->open, &changed);
        WENDI_ASSERT(result == WEND_OK && changed);
        (void)result;
    }
}

// Frees the pages that the edit, or undoing it, has emptied.
static void trim_exits(const edit_job* job) {
    for (int32_t i = 0; i < job->count; i++)
        if (job->edits[i].kind != WEND_EDIT_TILES) {
            wendi_exits_trim(job->world->grid, job->edits[i].from);
            wendi_exits_trim(job->world->grid, job->edits[i].to);
        }
}

// Chooses nodes again on every level whose border lines the edits touch. Many touched clusters have one
// parent in common: a mark on its state tells that its nodes are chosen.
static void choose_nodes(const edit_job* job) {
    enum { CHOSEN = 0x80 };
    wendi_graph* graph = &job->world->graph;
    for (int32_t level = 1; level <= graph->level_count; level++) {
        if (!edits_touch_border_line(job, level)) continue;
        uint8_t* states = graph->level[level - 1].states;
        for (int32_t i = 0; i < job->touched.count; i++) {
            int32_t cluster = wendi_cluster_containing(graph, level, job->touched.data[i]);
            if (states[cluster] & CHOSEN) continue;
            states[cluster] |= CHOSEN;
            wendi_choose_nodes(graph, job->world->grid, level, cluster);
        }
        for (int32_t i = 0; i < job->touched.count; i++) {
            states[wendi_cluster_containing(graph, level, job->touched.data[i])] &= (uint8_t)~CHOSEN;
            if (level > 1) wendi_mark_pending(graph, level, job->touched.data[i]);
        }
    }
}

// True when tiles become passable or blocked only by the new cost of their class, or not at all.
static bool keeps_passability(const edit_job* job) {
    const cost_change* cost = job->new_cost_opt;
    return cost && (cost->before > 0) == (cost->after > 0);
}

static void update_passability_bits(const edit_job* job) {
    if (keeps_passability(job)) return;
    for (int32_t i = 0; i < job->touched.count; i++)
        wendi_graph_read_passability(&job->world->graph, job->world->grid, job->touched.data[i]);
}

static wend_result rebuild_matrices(edit_job* job) {
    wendi_graph* graph = &job->world->graph;
    for (int32_t i = 0; i < job->touched.count; i++) {
        int32_t cluster = job->touched.data[i];
        wendi_matrix *matrix = &graph->level[0].matrices[cluster], *old = &job->old_matrices[i];
        *old = *matrix;
        *matrix = (wendi_matrix){0};
        job->replaced++;
        wend_result result = wendi_build_matrix(graph, job->world->grid, 1, cluster, job->workspace, NULL);
        if (result == WEND_ERROR_MEMORY) return result;
        job->drop_levels |= result == WEND_ERROR_LIMIT;
        if (!wendi_matrix_equal(matrix, old)) wendi_mark_pending(graph, 2, cluster);
    }
    return WEND_OK;
}

// True when a cluster still has the nodes that its matrix lists.
static bool has_same_nodes(const edit_job* job, int32_t cluster) {
    const wendi_matrix* matrix = wendi_matrix_of(&job->world->graph, 1, cluster);
    uint32_t* nodes = job->workspace->nodes;
    const int32_t count = wendi_cluster_nodes(&job->world->graph, job->world->grid, 1, cluster, nodes);
    return count == matrix->count &&
           (count == 0 || memcmp(nodes, matrix->nodes, (size_t)count * sizeof *nodes) == 0);
}

// Gives the touched clusters matrices whose costs are computed later. Where neither nodes nor passable tiles
// changed, the old matrix serves: it tells which nodes reach which.
static wend_result replace_by_pending(edit_job* job) {
    wendi_graph* graph = &job->world->graph;
    const wend_allocator* allocator = &job->world->allocator;
    for (int32_t i = 0; i < job->touched.count; i++, job->replaced++) {
        int32_t cluster = job->touched.data[i];
        wendi_matrix *matrix = &graph->level[0].matrices[cluster], *old = &job->old_matrices[i];
        if (keeps_passability(job) && has_same_nodes(job, cluster)) {
            *old = (wendi_matrix){.count = KEPT};
            continue;
        }
        wendi_matrix made;
        wend_result result = wendi_cluster_list_add(&job->relabelled, allocator, cluster);
        if (result == WEND_OK)
            result = wendi_build_reach_matrix(graph, job->world->grid, cluster, job->workspace, &made);
        if (result != WEND_OK) return result;
        *old = *matrix;
        *matrix = made;
    }
    return WEND_OK;
}

// True when the edit may disconnect tiles that reached each other.
static bool may_split(const edit_job* job) {
    return !job->new_cost_opt || (job->new_cost_opt->before > 0 && !(job->new_cost_opt->after > 0));
}

// For many clusters, finding all components from scratch is cheaper than a repair.
static bool is_large_edit(const edit_job* job) {
    const wendi_components* components = &job->world->components;
    return job->touched.count > 64 + components->cluster_count / (may_split(job) ? 16 : 4) ||
           components->label_count > UINT32_MAX / 2 ||
           (int64_t)components->label_count > 4 * (int64_t)components->cluster_count + 65536;
}

static wend_result find_components(wend_world* world) {
    wendi_components found;
    wend_result result = wendi_components_find(world->grid, &world->graph, &found);
    wendi_components_free(result == WEND_OK ? &world->components : &found);
    if (result == WEND_OK) world->components = found;
    return result;
}

static wend_result repair_components(edit_job* job, bool large) {
    wend_world* world = job->world;
    const wendi_cluster_list* clusters = job->new_cost_opt ? &job->relabelled : &job->touched;
    if (clusters->count == 0) return WEND_OK;
    if (large) return find_components(world);
    wend_result result = wendi_groups_find(&world->graph, clusters, &job->after);
    if (result == WEND_OK)
        result =
            wendi_components_repair(&world->components, world->grid, &world->graph, clusters,
                                    may_split(job) ? &job->before : NULL, &job->after, job->links_changed);
    return result == WEND_ERROR_LIMIT ? find_components(world) : result;
}

// Restores the world from the undo log. Cannot fail.
static void undo_edit(edit_job* job) {
    wend_world* world = job->world;
    wendi_matrix* matrices = world->graph.level[0].matrices;
    while (job->replaced > 0) {
        wendi_matrix* matrix = &matrices[job->touched.data[--job->replaced]];
        if (job->old_matrices[job->replaced].count == KEPT) continue;
        wendi_matrix_free(matrix, &world->allocator);
        *matrix = job->old_matrices[job->replaced];
    }
    restore_tiles(job);
    restore_steps(job);
    choose_nodes(job);
    update_passability_bits(job);
    copy_states(job, true);
}

// Where a matrix kept its size, its contents move into the old memory, so that repeated edits keep using the
// level's memory block.
static void commit_edit(edit_job* job) {
    WENDI_ASSERT(job->replaced == job->touched.count);
    wend_world* world = job->world;
    for (int32_t i = 0; i < job->touched.count; i++) {
        wendi_matrix *matrix = &world->graph.level[0].matrices[job->touched.data[i]],
                     *old = &job->old_matrices[i];
        if (old->count == KEPT) continue;
        if (matrix->count == old->count) {
            wendi_matrix_copy(old, matrix);
            wendi_matrix_free(matrix, &world->allocator);
            *matrix = *old;
        } else {
            wendi_matrix_free(old, &world->allocator);
        }
    }
    for (int32_t i = 0; i < job->touched.count; i++) {
        const int32_t cluster = job->touched.data[i];
        if (!job->new_cost_opt) {
            wendi_pending_remove(&world->graph, cluster);
            wendi_class_index_update(&world->graph, world->grid, cluster);
            continue;
        }
        wendi_pending_add(&world->graph, cluster);
        wendi_mark_pending(&world->graph, 2, cluster);
    }
    if (job->drop_levels) wendi_graph_drop_levels(&world->graph, 1);
    world->components.counted = false;
    world->refreshed = false;
    world->version++;
}

static wend_result apply_edits(edit_job* job) {
    bool large = is_large_edit(job);
    wend_result result = reserve_undo_log(job);
    if (result == WEND_OK && !large && may_split(job))
        result = wendi_groups_find(&job->world->graph, &job->touched, &job->before);
    if (result != WEND_OK) return result; // nothing has changed yet
    copy_states(job, false);
    save_tiles(job);
    result = write_edits(job);
    if (result == WEND_OK) {
        choose_nodes(job);
        update_passability_bits(job);
        result = job->new_cost_opt ? replace_by_pending(job) : rebuild_matrices(job);
    }
    if (result == WEND_OK) result = repair_components(job, large);
    if (result == WEND_OK)
        commit_edit(job);
    else
        undo_edit(job);
    trim_exits(job);
    wendi_pending_trim(&job->world->graph);
    return result;
}

// Finds again what components lead to. Cannot leave anything changed on error.
static wend_result find_reach(wend_world* world) {
    wendi_reach found;
    wend_result result = wendi_components_reach(&world->components, world->grid, &world->graph,
                                                &world->components.one_ways, &found);
    if (result != WEND_OK) return result;
    wendi_reach_free(&world->components.reach, &world->allocator);
    world->components.reach = found;
    return WEND_OK;
}

wend_result wendi_links_changed(wend_world* world, const int32_t* clusters, int32_t count) {
    edit_job job = {.world = world, .links_changed = true};
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        result = wendi_check_link_nodes_in(&world->graph, world->grid, clusters[i]);
        if (result == WEND_OK) result = wendi_cluster_list_add(&job.touched, &world->allocator, clusters[i]);
    }
    sort_and_deduplicate(&job.touched);
    if (result == WEND_OK && count > 0) {
        result = apply_edits(&job);
    } else if (result == WEND_OK) {
        result = find_reach(world);
        if (result == WEND_OK) commit_edit(&job);
    }
    free_job(&job);
    return result;
}

wend_result wendi_change_class_cost(wend_world* world, uint8_t terrain_class, float cost) {
    wend_grid* grid = world->grid;
    wend_result result = wendi_check_class_cost(&grid->cost_range, cost);
    if (result == WEND_OK && terrain_class == 0) result = WEND_ERROR_ARGUMENT;
    const cost_change change = {terrain_class, grid->class_costs[terrain_class], isinf(cost) ? 0 : cost};
    if (result != WEND_OK || change.before == change.after) return result;
    edit_job job = {.world = world, .new_cost_opt = &change};
    if (grid->class_counts[terrain_class] > 0) {
        const bool indexed = world->graph.class_bits;
        result = wendi_class_index_make(&world->graph, grid);
        if (result == WEND_OK)
            result = wendi_clusters_holding(&world->graph, grid, terrain_class, &job.touched);
        if (result == WEND_OK) result = apply_edits(&job);
        if (result != WEND_OK && !indexed) wendi_class_index_free(&world->graph);
    } else {
        result = write_edits(&job);
        world->version += result == WEND_OK;
    }
    free_job(&job);
    return result;
}

wend_edit wend_edit_tiles(wend_rect area, uint8_t terrain_class) {
    return (wend_edit){.kind = WEND_EDIT_TILES, .area = area, .terrain_class = terrain_class};
}
wend_edit wend_edit_step(wend_tile from, wend_tile to, bool closed) {
    return (wend_edit){.kind = WEND_EDIT_STEP, .from = from, .to = to, .closed = closed};
}
wend_edit wend_edit_wall(wend_tile a, wend_tile b, bool closed) {
    return (wend_edit){.kind = WEND_EDIT_WALL, .from = a, .to = b, .closed = closed};
}

static bool is_valid_edit(const wend_grid* grid, const wend_edit* edit) {
    if ((int)edit->kind < 0 || edit->kind >= WEND_EDIT_KIND_COUNT) return false;
    bool moves = edit->kind != WEND_EDIT_TILES;
    if (moves && (!wend_grid_contains(grid, edit->from) || !wend_grid_contains(grid, edit->to))) return false;
    wend_rect r = area_of(edit);
    if (moves) return r.width <= 2 && r.height <= 2 && r.width + r.height > 2;
    return r.x >= 0 && r.y >= 0 && r.width > 0 && r.height > 0 && r.x < grid->width && r.y < grid->height &&
           r.width <= grid->width - r.x && r.height <= grid->height - r.y;
}

wend_result wend_world_edit(wend_world* world, const wend_edit* edits, int32_t count,
                            int32_t* clusters_rebuilt_opt) {
    if (!world || count < 0 || (count > 0 && !edits)) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < count; i++)
        if (!is_valid_edit(world->grid, &edits[i])) return WEND_ERROR_ARGUMENT;
    edit_job job = {.world = world, .edits = edits, .count = count};
    wend_result result = find_touched_clusters(&job);
    if (result == WEND_OK && count > 0) result = apply_edits(&job);
    if (result == WEND_OK && clusters_rebuilt_opt) *clusters_rebuilt_opt = job.touched.count;
    free_job(&job);
    return result;
}
