// edit.c: what must be recomputed when tiles, steps or class costs change?
//
// An edit rebuilds the matrices of the touched clusters of level 1, repairs the components, and marks larger
// clusters as pending where something changed. It is one job for the world and one for the view of each
// profile, which derives its tiles from those of the world and touches only clusters in which one differs.
// Invariant: an edit applies completely or not at all. Every old value stays in the undo logs until nothing
// can fail any more in any of the jobs.
//
// A new class cost may touch very many clusters: their matrices become pending too (pending.h).
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grid/exits.h"
#include "hierarchy/class_index.h"
#include "hierarchy/cluster_nodes.h"
#include "hierarchy/edit.h"
#include "hierarchy/first_check.h"
#include "hierarchy/pending.h"
#include "hierarchy/shared_matrices.h"

typedef struct class_square { // the classes of a cluster's tiles
    uint8_t rows[WENDI_MAX_CLUSTER_SIDE][WENDI_MAX_CLUSTER_SIDE];
} class_square;

typedef struct old_step { // a step that an edit closed or opened
    wend_tile from, to;
    bool open; // before
} old_step;

// The costs of all classes of a world or view, before and after one of them changes.
typedef struct cost_change {
    float before[WEND_CLASS_COUNT], after[WEND_CLASS_COUNT];
    wendi_derivation derivation; // of a view, after the change
    bool derives;                // tiles of the view may become others
    bool opens, blocks;          // some class becomes passable, blocked
    bool written;
} cost_change;

typedef struct edit_job {
    wend_world* root; // that has the profiles
    int32_t profile;
    wend_world* world;                  // of the profile: root or a view
    const wendi_derivation* derivation; // of the view's tiles; NULL: of root
    const wend_edit* edits;
    int32_t count;
    bool links_changed;            // instead of tiles
    cost_change* costs_opt;        // instead of tiles
    wendi_cluster_list touched;    // clusters of level 1, ascending
    wendi_cluster_list relabelled; // of a change of costs: those whose nodes or parts may be others
    wendi_groups before, after;
    wendi_cluster_workspace* workspace; // borrowed
    wendi_reach reach;                  // found again, when links changed outside all clusters
    bool drop_levels;                   // costs are too large for any level above the first
    bool begun;                         // something may have changed
    // The undo log:
    class_square* old_tiles;    // of the touched clusters
    wendi_matrix* old_matrices; // matrices of the touched clusters
    int32_t replaced;           // number of touched clusters with new matrices
    old_step* old_steps;        // closed or opened, in this order
    int32_t old_step_count;
    wendi_component_repair* repair;  // of the components; NULL: they are unchanged, or found anew
    wendi_components old_components; // before they were found anew
    bool found_anew;
    uint8_t* old_states; // for each touched cluster, the states of the clusters containing it, by level
} edit_job;

enum { STEPS_OF_WALL = 2 };
enum { KEPT = -1 }; // count of an old matrix that is still in use

// The jobs of one edit, by profile.
typedef struct edit_batch {
    wend_world* root;
    edit_job* jobs;
    int32_t count;
    edit_job first; // the only job of a world without profiles
    wendi_cluster_workspace* workspace;
    cost_change* costs; // by profile; NULL: costs do not change
} edit_batch;

// ---- touched clusters

static wend_result add_cluster(const wend_world* world, wendi_cluster_list* list, int32_t cluster) {
    return wendi_cluster_list_add(list, &world->allocator, cluster);
}

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
static wend_result add_edited_clusters(edit_job* job, const wend_edit* edit) {
    const wendi_partition* clusters = &job->world->graph.clusters;
    wend_rect area = area_of(edit);
    int32_t low[4], high[4];
    wend_tile first = {area.x, area.y}, last = {area.x + area.width - 1, area.y + area.height - 1};
    int32_t low_end = wendi_clusters_at(clusters, first, low) - 1;
    int32_t high_end = wendi_clusters_at(clusters, last, high) - 1;
    const bool step = edit->kind != WEND_EDIT_TILES;
    const int32_t begin = step ? high[0] : low[0], end = step ? low[low_end] : high[high_end];
    for (int32_t y = begin / clusters->columns; y <= end / clusters->columns; y++) {
        for (int32_t x = begin % clusters->columns; x <= end % clusters->columns; x++) {
            wend_result result = add_cluster(job->world, &job->touched, y * clusters->columns + x);
            if (result != WEND_OK) return result;
        }
    }
    return WEND_OK;
}

// The tiles of the view or world that an edit can change.
static wend_rect changed_area(const edit_job* job, const wend_edit* edit) {
    wend_rect area = area_of(edit);
    return job->derivation ? wendi_derived_area(job->derivation, job->root->grid, area) : area;
}

typedef struct comparison {
    edit_job* job;
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
                c->result = add_cluster(c->job->world, &c->job->touched, cluster);
        }
}

// The map has changed already; the view has not.
static wend_result add_derived_clusters(edit_job* job, const wend_edit* edit) {
    comparison c = {.job = job, .area = changed_area(job, edit)};
    wend_result result = edit->kind == WEND_EDIT_TILES ? WEND_OK : add_edited_clusters(job, edit);
    if (result == WEND_OK && (edit->kind == WEND_EDIT_TILES || job->derivation->reach > 0))
        result =
            wendi_derive(job->derivation, job->root->grid, c.area, &job->world->allocator, compare_row, &c);
    return result == WEND_OK ? c.result : result;
}

static wend_result find_touched_clusters(edit_job* job) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < job->count && result == WEND_OK; i++)
        result = job->derivation && !wendi_keeps_tiles(job->derivation)
                     ? add_derived_clusters(job, &job->edits[i])
                     : add_edited_clusters(job, &job->edits[i]);
    sort_and_deduplicate(&job->touched);
    return result;
}

// True when the tiles are those of the map, and change with them.
static bool follows_map(const edit_job* job) {
    return job->derivation && wendi_keeps_tiles(job->derivation);
}

// True when one of the coordinates first .. first + length - 1 is a multiple of size.
static bool contains_multiple(int32_t first, int32_t length, int32_t size) {
    return (first + length - 1) / size * size >= first;
}

// True when an edited tile lies on a border line of the level. Only then can the nodes of the level change.
static bool edits_touch_border_line(const edit_job* job, int32_t level) {
    int32_t size = job->world->graph.level[level - 1].clusters.size;
    if (job->costs_opt) return true;
    for (int32_t i = 0; i < job->count; i++) {
        wend_rect area = changed_area(job, &job->edits[i]);
        if (contains_multiple(area.x, area.width, size) || contains_multiple(area.y, area.height, size))
            return true;
    }
    return false;
}

void wendi_note_change(wend_world* world, int32_t cluster) {
    WENDI_ASSERT(cluster >= 0 && cluster < wendi_cluster_count(&world->graph.clusters));
    world->graph.versions[cluster] = world->version;
}

// ---- the undo log

// Allocates the whole undo log in advance, so that writing to it cannot fail.
static wend_result reserve_undo_log(edit_job* job) {
    const wend_allocator* allocator = &job->world->allocator;
    size_t touched = (size_t)job->touched.count;
    const bool writes = !job->costs_opt || job->costs_opt->derives;
    if (writes) job->old_tiles = wendi_alloc(allocator, touched, sizeof *job->old_tiles);
    job->old_matrices = wendi_alloc_zeroed(allocator, touched, sizeof *job->old_matrices);
    job->old_states = wendi_alloc(allocator, touched, WEND_MAX_LEVELS);
    job->old_steps = wendi_alloc(allocator, (size_t)job->count, STEPS_OF_WALL * sizeof *job->old_steps);
    const bool steps = job->old_steps || job->count == 0; // links and costs have none
    if ((writes && !job->old_tiles) || !job->old_matrices || !job->old_states || !steps)
        return WEND_ERROR_MEMORY;
    return job->costs_opt ? wendi_pending_reserve(&job->world->graph) : WEND_OK;
}

static void free_job(edit_job* job) {
    const wend_allocator* allocator = &job->world->allocator;
    size_t touched = (size_t)job->touched.count;
    wendi_free(allocator, job->old_tiles, touched, sizeof *job->old_tiles);
    wendi_free(allocator, job->old_matrices, touched, sizeof *job->old_matrices);
    wendi_free(allocator, job->old_states, touched, WEND_MAX_LEVELS);
    wendi_free(allocator, job->old_steps, (size_t)job->count, STEPS_OF_WALL * sizeof *job->old_steps);
    wendi_reach_free(&job->reach, allocator);
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
    if (follows_map(job)) return;
    const wend_grid* grid = job->world->grid;
    for (int32_t i = 0; i < job->touched.count && job->old_tiles; i++) {
        wend_rect area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[i]);
        for (int32_t y = 0; y < area.height; y++)
            memcpy(job->old_tiles[i].rows[y], wendi_tile(grid, area.x, area.y + y), (size_t)area.width);
    }
}

static void restore_tiles(const edit_job* job) {
    if (follows_map(job)) {
        wendi_grid_follow(job->world->grid, job->root->grid); // which has its tiles back
        return;
    }
    for (int32_t i = 0; i < job->touched.count && job->old_tiles; i++) {
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

typedef struct derived_square {
    wend_rect area;
    class_square classes;
} derived_square;

static void keep_row(void* context, int32_t y, const uint8_t* classes) {
    derived_square* square = context;
    memcpy(square->classes.rows[y - square->area.y], classes, (size_t)square->area.width);
}

// Derives the tiles of the touched clusters of a view.
static wend_result write_derived_tiles(edit_job* job) {
    derived_square square;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < job->touched.count && result == WEND_OK; i++) {
        square.area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[i]);
        result = wendi_derive(job->derivation, job->root->grid, square.area, &job->world->allocator, keep_row,
                              &square);
        if (result == WEND_OK)
            wend_grid_write(job->world->grid, square.area, square.classes.rows[0], WENDI_MAX_CLUSTER_SIDE);
    }
    return result;
}

static wend_result write_costs(const edit_job* job, const float* class_costs) {
    return wendi_grid_set_costs(job->world->grid, class_costs, job->world->grid->costs.unit);
}

static void restore_costs(const edit_job* job) {
    if (!job->costs_opt || !job->costs_opt->written) return;
    wend_result result = write_costs(job, job->costs_opt->before);
    WENDI_ASSERT(result == WEND_OK); // the grid had them before
    (void)result;
}

static wend_result change_costs(edit_job* job) {
    wend_result result = write_costs(job, job->costs_opt->after);
    job->costs_opt->written = result == WEND_OK;
    return result == WEND_OK && job->costs_opt->derives ? write_derived_tiles(job) : result;
}

static wend_result write_edits(edit_job* job) {
    if (job->costs_opt) return change_costs(job);
    wend_result result = WEND_OK;
    if (follows_map(job))
        wendi_grid_follow(job->world->grid, job->root->grid);
    else if (job->derivation && !job->links_changed)
        result = write_derived_tiles(job);
    for (int32_t i = 0; i < job->count && result == WEND_OK; i++) {
        const wend_edit* edit = &job->edits[i];
        if (edit->kind == WEND_EDIT_TILES && !job->derivation)
            wend_grid_fill(job->world->grid, edit->area, edit->terrain_class);
        else if (edit->kind != WEND_EDIT_TILES)
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

// True when the same tiles are passable before and after.
static bool keeps_passability(const edit_job* job) {
    const cost_change* costs = job->costs_opt;
    return costs && !costs->derives && !costs->opens && !costs->blocks;
}

// True when tiles that reached each other may be disconnected.
static bool may_split(const edit_job* job) {
    const cost_change* costs = job->costs_opt;
    return !costs || costs->derives || costs->blocks;
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
    for (int32_t i = 0; i < job->touched.count; i++, job->replaced++) {
        int32_t cluster = job->touched.data[i];
        wendi_matrix *matrix = &graph->level[0].matrices[cluster], *old = &job->old_matrices[i];
        if (keeps_passability(job) && has_same_nodes(job, cluster)) {
            *old = (wendi_matrix){.count = KEPT};
            continue;
        }
        wendi_matrix made;
        wend_result result = add_cluster(job->world, &job->relabelled, cluster);
        if (result == WEND_OK)
            result = wendi_build_reach_matrix(graph, job->world->grid, cluster, job->workspace, &made);
        if (result != WEND_OK) return result;
        *old = *matrix;
        *matrix = made;
    }
    return WEND_OK;
}

// For many clusters, finding all components from scratch is cheaper than a repair.
static bool is_large_edit(const edit_job* job) {
    const wendi_components* components = &job->world->components;
    return job->touched.count > 64 + components->cluster_count / (may_split(job) ? 16 : 4) ||
           components->label_count > UINT32_MAX / 2 ||
           (int64_t)components->label_count > 4 * (int64_t)components->cluster_count + 65536;
}

static wend_result find_components(edit_job* job) {
    wend_world* world = job->world;
    wendi_components found;
    wend_result result = wendi_components_find(world->grid, &world->graph, &found);
    if (result != WEND_OK) {
        wendi_components_free(&found);
        return result;
    }
    job->old_components = world->components;
    job->found_anew = true;
    world->components = found;
    return WEND_OK;
}

static wend_result repair_components(edit_job* job, bool large) {
    wend_world* world = job->world;
    const wendi_cluster_list* clusters = job->costs_opt ? &job->relabelled : &job->touched;
    if (clusters->count == 0) return WEND_OK;
    if (large) return find_components(job);
    wend_result result = wendi_groups_find(&world->graph, clusters, &job->after);
    if (result == WEND_OK)
        result = wendi_components_repair(&world->components, world->grid, &world->graph, clusters,
                                         may_split(job) ? &job->before : NULL, &job->after,
                                         job->links_changed, &job->repair);
    return result == WEND_ERROR_LIMIT ? find_components(job) : result;
}

static void undo_components(edit_job* job) {
    wendi_components_end_repair(job->repair, false);
    if (!job->found_anew) return;
    wendi_components_free(&job->world->components);
    job->world->components = job->old_components;
}

// Restores the world from the undo log. Cannot fail.
static void undo_edit(edit_job* job) {
    wend_world* world = job->world;
    restore_costs(job);
    if (!job->begun) return;
    undo_components(job);
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

// Touched clusters are pending after a change of costs, and up to date after any other edit.
static void commit_states(const edit_job* job) {
    wendi_graph* graph = &job->world->graph;
    for (int32_t i = 0; i < job->touched.count; i++) {
        const int32_t cluster = job->touched.data[i];
        const bool tiles = !job->costs_opt || job->costs_opt->derives;
        if (tiles) wendi_class_index_update(graph, job->world->grid, cluster);
        if (job->costs_opt) {
            wendi_pending_add(graph, cluster);
            wendi_mark_pending(graph, 2, cluster);
        } else {
            wendi_pending_remove(graph, cluster);
        }
    }
}

static bool tiles_changed(const edit_job* job, int32_t touched) {
    const wend_rect area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[touched]);
    for (int32_t y = 0; y < area.height; y++)
        if (memcmp(job->old_tiles[touched].rows[y], wendi_tile(job->world->grid, area.x, area.y + y),
                   (size_t)area.width) != 0)
            return true;
    return false;
}

static bool steps_changed(const edit_job* job, int32_t touched) {
    const wend_rect area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[touched]);
    for (int32_t i = 0; i < job->old_step_count; i++)
        if (wendi_area_contains(area, job->old_steps[i].from) &&
            wendi_area_contains(area, job->old_steps[i].to))
            return true;
    return false;
}

// Links are noted by those who change them. Where no old tiles are kept, every touched cluster has changed.
static void note_changes(const edit_job* job) {
    const bool all = job->costs_opt || follows_map(job);
    for (int32_t i = 0; i < job->touched.count && !job->links_changed; i++)
        if (all || tiles_changed(job, i) || steps_changed(job, i))
            wendi_note_change(job->world, job->touched.data[i]);
}

// Where a matrix kept its size, its contents move into the old memory, so that repeated edits keep using the
// level's memory block.
static void commit_edit(edit_job* job) {
    WENDI_ASSERT(job->replaced == job->touched.count);
    wend_world* world = job->world;
    world->version++;
    if (!job->begun && !job->links_changed) return; // nothing changed for this profile
    wendi_components_end_repair(job->repair, true);
    if (job->found_anew) wendi_components_free(&job->old_components);
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
    commit_states(job);
    if (job->drop_levels) wendi_profiles_drop_levels(job->root, job->profile, 1);
    if (job->links_changed && !job->begun) {
        wendi_reach_free(&world->components.reach, &world->allocator);
        world->components.reach = job->reach;
        job->reach = (wendi_reach){0};
    }
    world->components.counted = false;
    world->refreshed = false;
    note_changes(job);
}

// What may fail of one job. On error undo_edit restores everything.
static wend_result apply_edits(edit_job* job) {
    const bool large = is_large_edit(job);
    wend_result result = reserve_undo_log(job);
    for (int32_t i = 0; i < job->touched.count && result == WEND_OK; i++)
        result = wendi_unshare_matrices_of(job->root, 1, job->touched.data[i]);
    if (result == WEND_OK && !large && may_split(job))
        result = wendi_groups_find(&job->world->graph, &job->touched, &job->before);
    if (result != WEND_OK) return result; // nothing has changed yet
    job->begun = true;
    copy_states(job, false);
    save_tiles(job);
    result = write_edits(job);
    if (result == WEND_OK) {
        choose_nodes(job);
        update_passability_bits(job);
        result = job->costs_opt ? replace_by_pending(job) : rebuild_matrices(job);
    }
    return result == WEND_OK ? repair_components(job, large) : result;
}

// ---- batches

// Free the batch by free_batch, also after an error.
static wend_result make_batch(edit_batch* batch) {
    const wendi_profiles* profiles = &batch->root->profiles;
    batch->jobs = &batch->first;
    batch->count = 1;
    if (profiles->count > 0) {
        batch->jobs =
            wendi_alloc_zeroed(&batch->root->allocator, (size_t)profiles->count + 1, sizeof *batch->jobs);
        if (!batch->jobs) return WEND_ERROR_MEMORY;
        batch->count = profiles->count + 1;
    }
    batch->workspace = wendi_cluster_workspace_new(&batch->root->allocator);
    if (!batch->workspace) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < batch->count; i++) {
        edit_job* job = &batch->jobs[i];
        job->root = batch->root;
        job->profile = i;
        job->world = wendi_profile_world(batch->root, i);
        job->derivation = i > 0 ? &profiles->data[i - 1].derivation : NULL;
        job->workspace = batch->workspace;
    }
    return WEND_OK;
}

static void free_batch(edit_batch* batch) {
    const wend_allocator* allocator = &batch->root->allocator;
    for (int32_t i = 0; i < batch->count && batch->jobs && batch->jobs[i].world; i++)
        free_job(&batch->jobs[i]);
    wendi_cluster_workspace_free(batch->workspace, allocator);
    for (int32_t i = 0; i < batch->count && batch->costs; i++)
        wendi_derivation_free(&batch->costs[i].derivation, allocator);
    if (batch->costs) wendi_free(allocator, batch->costs, (size_t)batch->count, sizeof *batch->costs);
    if (batch->jobs != &batch->first)
        wendi_free(allocator, batch->jobs, (size_t)batch->count, sizeof *batch->jobs);
}

// Afterwards equal matrices are shared again, whether all jobs end well or none.
static void share_touched(const edit_batch* batch) {
    for (int32_t i = 0; i < batch->count && batch->count > 1; i++)
        for (int32_t k = 0; k < batch->jobs[i].touched.count; k++)
            wendi_share_matrices_of(batch->root, 1, batch->jobs[i].touched.data[k]);
}

// Ends a batch: commits all its jobs, or undoes them, those of the map first, because views may borrow its
// tiles.
static void end_batch(edit_batch* batch, wend_result result) {
    for (int32_t i = 0; i < batch->count; i++) {
        edit_job* job = &batch->jobs[i];
        if (result == WEND_OK)
            commit_edit(job);
        else
            undo_edit(job);
        if (job->begun) trim_exits(job);
        wendi_pending_trim(&job->world->graph);
    }
    share_touched(batch);
}

static wend_result run_edits(edit_batch* batch, const wend_edit* edits, int32_t count) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < batch->count && result == WEND_OK; i++) {
        edit_job* job = &batch->jobs[i];
        job->edits = edits;
        job->count = count;
        result = find_touched_clusters(job);
        if (result == WEND_OK && job->touched.count > 0) result = apply_edits(job);
    }
    end_batch(batch, result);
    return result;
}

// Finds again what components lead to.
static wend_result find_reach(edit_job* job) {
    const wend_world* world = job->world;
    return wendi_components_reach(&world->components, world->grid, &world->graph, &world->components.one_ways,
                                  &job->reach);
}

static wend_result change_links(edit_batch* batch, const int32_t* clusters, int32_t count) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++)
        result = wendi_check_link_nodes_in(&batch->root->graph, batch->root->grid, clusters[i]);
    for (int32_t i = 0; i < batch->count && result == WEND_OK; i++) {
        edit_job* job = &batch->jobs[i];
        job->links_changed = true;
        for (int32_t k = 0; k < count && result == WEND_OK; k++)
            result = add_cluster(job->world, &job->touched, clusters[k]);
        sort_and_deduplicate(&job->touched);
        if (result == WEND_OK) result = count > 0 ? apply_edits(job) : find_reach(job);
    }
    end_batch(batch, result);
    return result;
}

wend_result wendi_links_changed(wend_world* world, const int32_t* clusters, int32_t count) {
    edit_batch batch = {.root = world};
    wend_result result = make_batch(&batch);
    if (result == WEND_OK) result = change_links(&batch, clusters, count);
    free_batch(&batch);
    return result;
}

// ---- class costs

// Adds the clusters that hold a class whose cost changes.
static wend_result add_clusters_of_costs(edit_job* job) {
    cost_change* costs = job->costs_opt;
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        costs->opens |= costs->before[k] == 0 && costs->after[k] != 0;
        costs->blocks |= costs->before[k] != 0 && costs->after[k] == 0;
    }
    wend_result result = wendi_class_index_make(&job->world->graph, job->world->grid);
    for (int32_t k = 1; k < WEND_CLASS_COUNT && result == WEND_OK; k++)
        if (costs->before[k] != costs->after[k])
            result = wendi_clusters_holding(&job->world->graph, job->world->grid, (uint8_t)k, &job->touched);
    return result;
}

// Adds the clusters of a view in which a tile becomes another: around the clusters of the map that hold the
// class, or anywhere when the view numbers its classes differently now.
static wend_result add_renumbered_clusters(edit_job* job, const wendi_cluster_list* holders,
                                           bool renumbered) {
    const wend_grid* grid = job->root->grid;
    const wend_edit all = wend_edit_tiles((wend_rect){0, 0, grid->width, grid->height}, 0);
    wend_result result = renumbered ? add_derived_clusters(job, &all) : WEND_OK;
    for (int32_t i = 0; i < holders->count && result == WEND_OK && !renumbered; i++) {
        const wend_rect area = wendi_cluster_rect(&job->root->graph.clusters, holders->data[i]);
        const wend_edit edit = wend_edit_tiles(area, 0);
        result = add_derived_clusters(job, &edit);
    }
    return result;
}

// Finds the new costs of a view. The map has its new costs already.
static wend_result derive_costs(edit_job* job, const wend_profile_def* def, bool* renumbered_out) {
    cost_change* costs = job->costs_opt;
    const wendi_derivation* before = job->derivation;
    wend_result result =
        wendi_derivation_make(def, job->root->grid, &job->root->allocator, &costs->derivation);
    if (result != WEND_OK) return result;
    memcpy(costs->after, costs->derivation.class_costs, sizeof costs->after);
    costs->derives = costs->derivation.reach > 0;
    *renumbered_out =
        memcmp(before->first_class, costs->derivation.first_class, sizeof before->first_class) != 0 ||
        memcmp(before->class_costs, costs->derivation.class_costs, sizeof before->class_costs) != 0;
    job->derivation = &costs->derivation;
    return WEND_OK;
}

static wend_result run_costs(edit_job* job, const wend_profile_def* def_opt,
                             const wendi_cluster_list* holders) {
    bool renumbered = false;
    memcpy(job->costs_opt->before, job->world->grid->class_costs, sizeof job->costs_opt->before);
    wend_result result = def_opt ? derive_costs(job, def_opt, &renumbered) : WEND_OK;
    if (result == WEND_OK) result = add_clusters_of_costs(job);
    if (result == WEND_OK && job->costs_opt->derives)
        result = add_renumbered_clusters(job, holders, renumbered);
    if (result != WEND_OK) return result;
    sort_and_deduplicate(&job->touched);
    return job->touched.count > 0 ? apply_edits(job) : write_edits(job);
}

// The cost of a class as the definition of a profile has it after the change; NULL: it stays as it is.
static const wend_profile_def* changed_def(const edit_job* job, int32_t profile, uint8_t terrain_class,
                                           float cost, wend_profile_def* out) {
    *out = job->root->profiles.data[job->profile - 1].def;
    if (job->profile == profile)
        out->class_costs[terrain_class] = cost;
    else if (profile != 0 || out->class_costs[terrain_class] >= 0)
        return NULL;
    return out;
}

static void commit_derivation(edit_job* job, const wend_profile_def* def) {
    wendi_profile* profile = &job->root->profiles.data[job->profile - 1];
    const wendi_derivation old = profile->derivation;
    profile->derivation = job->costs_opt->derivation;
    profile->def = *def;
    job->costs_opt->derivation = old; // freed with the batch
}

static wend_result change_class_cost(edit_batch* batch, int32_t profile, uint8_t terrain_class, float cost) {
    wend_world* root = batch->root;
    wend_profile_def def;
    wendi_cluster_list holders = {0};
    batch->costs = wendi_alloc_zeroed(&root->allocator, (size_t)batch->count, sizeof *batch->costs);
    if (!batch->costs) return WEND_ERROR_MEMORY;
    const bool indexed = root->graph.class_bits;
    wend_result result = wendi_class_index_make(&root->graph, root->grid);
    if (result == WEND_OK) result = wendi_clusters_holding(&root->graph, root->grid, terrain_class, &holders);
    if (result == WEND_OK && profile == 0) {
        edit_job* job = &batch->jobs[0];
        job->costs_opt = &batch->costs[0];
        memcpy(job->costs_opt->after, root->grid->class_costs, sizeof job->costs_opt->after);
        job->costs_opt->after[terrain_class] = cost;
        result = run_costs(job, NULL, &holders);
    }
    for (int32_t i = 1; i < batch->count && result == WEND_OK; i++) {
        edit_job* job = &batch->jobs[i];
        if (!changed_def(job, profile, terrain_class, cost, &def)) continue;
        job->costs_opt = &batch->costs[i];
        result = run_costs(job, &def, &holders);
    }
    end_batch(batch, result);
    for (int32_t i = 1; i < batch->count && result == WEND_OK; i++)
        if (batch->jobs[i].costs_opt) {
            changed_def(&batch->jobs[i], profile, terrain_class, cost, &def);
            commit_derivation(&batch->jobs[i], &def);
        }
    if (result != WEND_OK && !indexed) wendi_class_index_free(&root->graph);
    wendi_cluster_list_free(&holders, &root->allocator);
    return result;
}

wend_result wendi_change_class_cost(wend_world* world, int32_t profile, uint8_t terrain_class, float cost) {
    const wend_grid* grid = world->grid;
    wend_result result = wendi_check_class_cost(&grid->cost_range, cost);
    if (result == WEND_OK && terrain_class == 0) result = WEND_ERROR_ARGUMENT;
    if (result != WEND_OK) return result;
    if (isinf(cost)) cost = 0;
    const float before = profile == 0 ? grid->class_costs[terrain_class]
                                      : world->profiles.data[profile - 1].def.class_costs[terrain_class];
    if (before == cost) return WEND_OK;
    result = wendi_check_before_change(world);
    if (result != WEND_OK) return result;
    edit_batch batch = {.root = world};
    result = make_batch(&batch);
    if (result == WEND_OK) result = change_class_cost(&batch, profile, terrain_class, cost);
    free_batch(&batch);
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

bool wendi_is_valid_edit(const wend_grid* grid, const wend_edit* edit) {
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
        if (!wendi_is_valid_edit(world->grid, &edits[i])) return WEND_ERROR_ARGUMENT;
    edit_batch batch = {.root = world};
    int32_t rebuilt = 0;
    wend_result result = wendi_check_before_change(world);
    if (result != WEND_OK) return result;
    if (count > 0) result = make_batch(&batch);
    if (result == WEND_OK && count > 0) result = run_edits(&batch, edits, count);
    for (int32_t i = 0; i < batch.count && result == WEND_OK; i++) rebuilt += batch.jobs[i].touched.count;
    if (result == WEND_OK && clusters_rebuilt_opt) *clusters_rebuilt_opt = rebuilt;
    free_batch(&batch);
    return result;
}
