// edit_job.c: how does an edit change a map or a view: which clusters, which tiles, and how does it come
// back?
#include "hierarchy/edit_job.h"

#include <string.h>

#include "core/containers.h"
#include "grid/exit_pages.h"
#include "grid/links.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/matrix_build.h"
#include "hierarchy/open.h"
#include "hierarchy/tile_index.h"
#include "hierarchy/world.h"

// ---- which clusters does an edit touch?
//
// A view derives its tiles from those of the map: only clusters in which a derived tile differs are
// touched.

// The tiles whose steps an edit can change, if it is one of an area: those of its own, and the tiles around
// new elevations. Nodes are chosen by steps, so that an elevation beside a border line moves nodes on it.
static wend_rect stepped_area(const wendi_edit_job* job, const wend_edit* edit, wend_rect area) {
    if (edit->kind != WEND_EDIT_ELEVATION) return area;
    const wend_grid* grid = job->world->grid;
    const int32_t left = wendi_max(area.x - 1, 0), top = wendi_max(area.y - 1, 0);
    return (wend_rect){left, top, wendi_min(area.x + area.width + 1, grid->width) - left,
                       wendi_min(area.y + area.height + 1, grid->height) - top};
}

// Lists the clusters of level 1 that contain an edited tile. A step counts with the clusters that contain
// both its tiles: all other steps that close with it lie in these clusters too.
static wend_result add_edited_clusters(wendi_edit_job* job, const wend_edit* edit) {
    const wendi_partition* clusters = &job->world->graph.clusters;
    const wend_rect area = stepped_area(job, edit, wendi_edit_area(edit));
    wendi_cluster_span span = wendi_clusters_with(clusters, area);
    wend_result result = WEND_OK;
    if (!wendi_edits_area(edit)) {
        const wendi_cluster_span of_first = wendi_clusters_with(clusters, (wend_rect){area.x, area.y, 1, 1}),
                                 of_last = wendi_clusters_with(
                                     clusters,
                                     (wend_rect){area.x + area.width - 1, area.y + area.height - 1, 1, 1});
        span = (wendi_cluster_span){of_last.left, of_first.right, of_last.top, of_first.bottom};
    }
    for (int32_t y = span.top; y < span.bottom; y++)
        for (int32_t x = span.left; x < span.right && result == WEND_OK; x++)
            result = wendi_index_list_push(&job->touched, y * clusters->columns + x);
    return result;
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
    const wend_grid* grid = c->job->world->grid;
    if (wendi_tiles_equal(grid, c->area.x, y, c->area.width, classes)) return;
    const wendi_cluster_span span =
        wendi_clusters_with(clusters, (wend_rect){c->area.x, y, c->area.width, 1});
    for (int32_t row = span.top; row < span.bottom; row++)
        for (int32_t column = span.left; column < span.right; column++) {
            const int32_t cluster = row * clusters->columns + column;
            const wend_rect square = wendi_cluster_rect(clusters, cluster);
            const int32_t from = wendi_max(square.x, c->area.x) - c->area.x,
                          to = wendi_min(square.x + square.width, c->area.x + c->area.width) - c->area.x;
            if (c->result == WEND_OK &&
                !wendi_tiles_equal(grid, c->area.x + from, y, to - from, classes + from))
                c->result = wendi_index_list_push(&c->job->touched, cluster);
        }
}

wend_result wendi_edit_add_derived(wendi_edit_job* job, const wend_edit* edit) {
    comparison c = {.job = job, .area = changed_area(job, edit)};
    const bool derived_alone = edit->kind == WEND_EDIT_TILES && !job->laid_out;
    wend_result result = derived_alone ? WEND_OK : add_edited_clusters(job, edit);
    if (result == WEND_OK && (derived_alone || job->derivation->reach > 0))
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
    wendi_tidy_indices(&job->touched);
    return result;
}

// True when one of the coordinates first .. first + length - 1 is a multiple of size.
static bool contains_multiple(int32_t first, int32_t length, int32_t size) {
    return (first + length - 1) / size * size >= first;
}

// True when an edited tile lies on a border line of the level. Only then can the nodes of the level change.
static bool edit_on_border_line(const wendi_edit_job* job, int32_t level) {
    int32_t size = job->world->graph.level[level - 1].clusters.size;
    if (job->costs_opt && !job->costs_opt->rewrite_opt) return true;
    for (int32_t i = 0; i < job->count; i++) {
        const wend_rect area = stepped_area(job, &job->edits[i], changed_area(job, &job->edits[i]));
        if (contains_multiple(area.x, area.width, size) || contains_multiple(area.y, area.height, size))
            return true;
    }
    return false;
}

// ---- how does an edit change a map or a view, and how do its old tiles, steps and costs come back?

// True when the tiles are those of the map, and change with them.
static bool edit_follows_map(const wendi_edit_job* job) {
    return job->derivation && wendi_keeps_tiles(job->derivation);
}

// Neighbouring clusters share the tiles on their border line: these are saved with both.
// Saves the tiles of the touched clusters in the undo log.
static void edit_save_tiles(const wendi_edit_job* job) {
    if (edit_follows_map(job)) return;
    const wend_grid* grid = job->world->grid;
    for (int32_t i = 0; i < job->touched.count && job->old_tiles; i++) {
        wend_rect area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[i]);
        for (int32_t y = 0; y < area.height; y++)
            memcpy(job->old_tiles[i].rows[y], wendi_tile(grid, area.x, area.y + y), (size_t)area.width);
    }
}

static void edit_restore_tiles(const wendi_edit_job* job) {
    if (edit_follows_map(job)) {
        wendi_grid_follow(job->world->grid, job->root->grid); // which has its tiles back
        return;
    }
    for (int32_t i = 0; i < job->touched.count && job->old_tiles; i++) {
        wend_rect area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[i]);
        wendi_sheet_write(job->world->grid, area, job->old_tiles[i].rows[0], WENDI_MAX_CLUSTER_SIDE);
    }
}

static wend_result set_step(wendi_edit_job* job, wend_tile from, wend_tile to, bool open) {
    bool changed;
    wend_result result = wendi_exits_set(job->world->grid, from, to, open, &changed);
    if (result == WEND_OK && changed)
        job->old_steps[job->old_step_count++] = (wendi_old_step){from, to, !open};
    return result;
}

typedef struct derived_square {
    wend_rect area;
    wendi_class_square classes;
} derived_square;

static void keep_row(void* context, int32_t y, const uint8_t* classes) {
    derived_square* square = context;
    memcpy(square->classes.rows[y - square->area.y], classes, (size_t)square->area.width);
}

// Derives the tiles of the touched clusters of a view.
static wend_result write_derived_tiles(wendi_edit_job* job) {
    derived_square square;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < job->touched.count && result == WEND_OK; i++) {
        square.area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[i]);
        result = wendi_derive(job->derivation, job->root->grid, square.area, &job->world->allocator, keep_row,
                              &square);
        if (result == WEND_OK)
            wendi_sheet_write(job->world->grid, square.area, square.classes.rows[0], WENDI_MAX_CLUSTER_SIDE);
    }
    return result;
}

static wend_result write_costs(const wendi_edit_job* job, const float* class_costs) {
    return wendi_grid_set_costs(job->world->grid, class_costs, job->world->grid->costs.unit);
}

static void edit_restore_costs(const wendi_edit_job* job) {
    if (!job->costs_opt || !job->costs_opt->written) return;
    wend_result result = write_costs(job, job->costs_opt->before);
    WENDI_ASSERT(result == WEND_OK); // the grid had them before
    (void)result;
}

static void write_squares(const wendi_edit_job* job, const wendi_rewrite* rewrite) {
    for (int32_t i = 0; i < rewrite->count; i++)
        wendi_sheet_write(job->world->grid, rewrite->squares[i].area,
                          rewrite->classes + (size_t)i * (size_t)rewrite->square_bytes,
                          (size_t)rewrite->stride);
}

static wend_result change_costs(wendi_edit_job* job) {
    const wendi_rewrite* rewrite = job->costs_opt->rewrite_opt;
    wend_result result = write_costs(job, job->costs_opt->after);
    job->costs_opt->written = result == WEND_OK;
    if (result == WEND_OK && rewrite && !job->derivation) write_squares(job, rewrite);
    if (result == WEND_OK && rewrite && edit_follows_map(job))
        wendi_grid_follow(job->world->grid, job->root->grid);
    return result == WEND_OK && job->costs_opt->derives ? write_derived_tiles(job) : result;
}

wend_result wendi_edit_write(wendi_edit_job* job) {
    if (job->costs_opt) return change_costs(job);
    wend_result result = WEND_OK;
    if (edit_follows_map(job))
        wendi_grid_follow(job->world->grid, job->root->grid);
    else if (job->derivation && !job->links_changed)
        result = write_derived_tiles(job);
    for (int32_t i = 0; i < job->count && result == WEND_OK; i++) {
        const wend_edit* edit = &job->edits[i];
        if (edit->kind == WEND_EDIT_TILES && !job->derivation)
            wendi_sheet_fill(job->world->grid, edit->area, edit->terrain_class);
        else if ((int)edit->kind == WENDI_EDIT_CLASSES && !job->derivation)
            wendi_sheet_write(job->world->grid, edit->area, job->classes_opt, job->classes_stride);
        else if (edit->kind == WEND_EDIT_ELEVATION && !job->derivation)
            result = wendi_edit_write_elevation(job, edit);
        else if (!wendi_edits_area(edit))
            result = set_step(job, edit->from, edit->to, !edit->closed);
        if (edit->kind == WEND_EDIT_WALL && result == WEND_OK)
            result = set_step(job, edit->to, edit->from, !edit->closed);
    }
    return result;
}

// No page of closed steps was freed meanwhile, so this needs no memory.
static void edit_restore_steps(const wendi_edit_job* job) {
    bool changed;
    for (int32_t i = job->old_step_count - 1; i >= 0; i--) {
        const wendi_old_step* old = &job->old_steps[i];
        wend_result result = wendi_exits_set(job->world->grid, old->from, old->to, old->open, &changed);
        WENDI_ASSERT(result == WEND_OK && changed);
        (void)result;
    }
}

void wendi_edit_trim(const wendi_edit_job* job) {
    for (int32_t i = 0; i < job->count; i++)
        if (!wendi_edits_area(&job->edits[i])) {
            wendi_exits_trim(job->world->grid, job->edits[i].from);
            wendi_exits_trim(job->world->grid, job->edits[i].to);
        }
}

// ---- how does one world or view follow an edit, completely or not at all?
//
// The job rebuilds the matrices of the touched clusters of level 1, repairs the components, and marks
// larger clusters as pending where something changed. Every old value stays in the undo log until
// wendi_edit_commit or wendi_edit_undo.

enum { STEPS_OF_WALL = 2 };
enum { KEPT = -1 }; // count of an old matrix that is still in use

// ---- the undo log

// Allocates the whole undo log in advance, so that writing to it cannot fail.
static wend_result reserve_undo_log(wendi_edit_job* job) {
    const wend_allocator* allocator = &job->scratch;
    size_t touched = (size_t)job->touched.count;
    const bool writes = !job->costs_opt || job->costs_opt->derives || job->costs_opt->rewrite_opt;
    if (job->costs_opt) job->rows = wendi_alloc_zeroed(allocator, touched, sizeof *job->rows);
    if (writes) job->old_tiles = wendi_alloc(allocator, touched, sizeof *job->old_tiles);
    const bool elevations =
        !job->derivation && wendi_edit_has_elevations(job); // views borrow those of the map
    if (elevations) job->old_elevations = wendi_alloc(allocator, touched, sizeof *job->old_elevations);
    job->old_matrices = wendi_alloc_zeroed(allocator, touched, sizeof *job->old_matrices);
    job->old_states = wendi_alloc(allocator, touched, WEND_MAX_LEVELS);
    job->old_steps = wendi_alloc(allocator, (size_t)job->count, STEPS_OF_WALL * sizeof *job->old_steps);
    const bool steps = job->old_steps || job->count == 0; // links and costs have none
    if ((job->costs_opt && !job->rows) || (writes && !job->old_tiles) ||
        (elevations && !job->old_elevations) || !job->old_matrices || !job->old_states || !steps)
        return WEND_ERROR_MEMORY;
    return job->costs_opt ? wendi_pending_reserve(&job->world->graph) : WEND_OK;
}

static void copy_states(const wendi_edit_job* job, bool restore) {
    wendi_graph* graph = &job->world->graph;
    uint8_t* saved = job->old_states;
    for (int32_t i = 0; i < job->touched.count; i++, saved += WEND_MAX_LEVELS) {
        for (int32_t level = 1; level <= graph->level_count; level++) {
            uint8_t* state = wendi_item(&graph->level[level - 1].states,
                                        wendi_cluster_containing(graph, level, job->touched.data[i]));
            if (restore)
                *state = saved[level - 1];
            else
                saved[level - 1] = *state;
        }
    }
}

// ---- nodes, matrices and components

// Chooses nodes again on the border lines of every level that touched clusters lie at. Many of them lie at
// the same line: a mark on the state of its cluster says that its nodes are chosen.
static void choose_nodes(const wendi_edit_job* job) {
    enum { CHOSEN_TOP = 0x80, CHOSEN_LEFT = 0x40 };
    wendi_graph* graph = &job->world->graph;
    const int32_t columns = graph->clusters.columns;
    for (int32_t level = 1; level <= graph->level_count; level++) {
        if (!edit_on_border_line(job, level)) continue;
        const wendi_byte_table* states = &graph->level[level - 1].states;
        const int32_t inside = (1 << (level - 1)) - 1;
        for (int32_t i = 0; i < job->touched.count; i++) {
            const int32_t touched = job->touched.data[i];
            const bool at_top = (touched / columns & inside) == 0,
                       at_left = (touched % columns & inside) == 0;
            if (!at_top && !at_left) continue;
            const int32_t cluster = wendi_cluster_containing(graph, level, touched);
            uint8_t* state = wendi_item(states, cluster);
            const bool top = at_top && !(*state & CHOSEN_TOP), left = at_left && !(*state & CHOSEN_LEFT);
            if (top || left) wendi_choose_nodes_of(graph, job->world->grid, level, cluster, top, left);
            *state |= (uint8_t)((at_top ? CHOSEN_TOP : 0) | (at_left ? CHOSEN_LEFT : 0));
        }
        for (int32_t i = 0; i < job->touched.count; i++) {
            *wendi_item(states, wendi_cluster_containing(graph, level, job->touched.data[i])) &=
                (uint8_t) ~(CHOSEN_TOP | CHOSEN_LEFT);
            if (level > 1) wendi_mark_pending(graph, level, job->touched.data[i]);
        }
    }
}

// True when the same tiles are passable before and after.
static bool keeps_passability(const wendi_edit_job* job) {
    const wendi_cost_change* costs = job->costs_opt;
    return costs && !costs->derives && !costs->opens && !costs->blocks;
}

// True when tiles that reached each other may be disconnected.
static bool may_split(const wendi_edit_job* job) {
    const wendi_cost_change* costs = job->costs_opt;
    return !costs || costs->derives || costs->blocks;
}

static void update_passability_bits(const wendi_edit_job* job) {
    if (keeps_passability(job)) return;
    for (int32_t i = 0; i < job->touched.count; i++)
        wendi_graph_read_passability(&job->world->graph, job->world->grid, job->touched.data[i]);
}

static wend_result rebuild_matrices(wendi_edit_job* job) {
    wendi_graph* graph = &job->world->graph;
    for (int32_t i = 0; i < job->touched.count; i++) {
        int32_t cluster = job->touched.data[i];
        wendi_matrix *matrix = wendi_item(&graph->level[0].matrices, cluster), *old = &job->old_matrices[i];
        const bool pending = wendi_is_pending(graph, cluster);
        *old = *matrix;
        *matrix = (wendi_matrix){0};
        job->replaced++;
        wend_result result = wendi_build_matrix(graph, job->world->grid, 1, cluster, job->workspace, NULL);
        if (result == WEND_ERROR_MEMORY) return result;
        job->drop_levels |= result == WEND_ERROR_LIMIT;
        if (pending || !wendi_matrix_equal(matrix, old)) wendi_mark_pending(graph, 2, cluster);
    }
    return WEND_OK;
}

// True when a cluster still has the nodes that its matrix lists.
static bool has_same_nodes(const wendi_edit_job* job, int32_t cluster) {
    const wendi_matrix* matrix = wendi_matrix_of(&job->world->graph, 1, cluster);
    uint32_t* nodes = job->workspace->nodes;
    const int32_t count = wendi_cluster_nodes(&job->world->graph, job->world->grid, 1, cluster, nodes);
    return count == matrix->count &&
           (count == 0 || memcmp(nodes, matrix->nodes, (size_t)count * sizeof *nodes) == 0);
}

// Gives the touched clusters matrices whose costs are computed later. Where neither nodes nor passable tiles
// changed, the old matrix stays: it shows which nodes reach which.
static wend_result replace_by_pending(wendi_edit_job* job) {
    wendi_graph* graph = &job->world->graph;
    for (int32_t i = 0; i < job->touched.count; i++, job->replaced++) {
        int32_t cluster = job->touched.data[i];
        wendi_matrix *matrix = wendi_item(&graph->level[0].matrices, cluster), *old = &job->old_matrices[i],
                     made;
        const bool same = keeps_passability(job) && has_same_nodes(job, cluster),
                   kept = same && wendi_has_own_costs(graph, 1, matrix);
        wend_result result = same ? WEND_OK : wendi_index_list_push(&job->relabelled, cluster);
        if (result == WEND_OK && !kept)
            result = wendi_build_reach_matrix(graph, job->world->grid, cluster, job->workspace, &made);
        if (result != WEND_OK) return result;
        *old = kept ? (wendi_matrix){.count = KEPT} : *matrix;
        if (!kept) *matrix = made;
        result = wendi_pending_rows_new(&graph->allocator, matrix->count, &job->rows[i]);
        if (result != WEND_OK) {
            job->replaced++; // to be undone
            return result;
        }
    }
    return WEND_OK;
}

// For many clusters, finding all components from scratch is cheaper than a repair.
static bool is_large_edit(const wendi_edit_job* job) {
    const wendi_components* components = &job->world->components;
    return job->laid_out || job->touched.count > 64 + components->cluster_count / (may_split(job) ? 16 : 4) ||
           components->label_count > UINT32_MAX / 2 ||
           (int64_t)components->label_count > 4 * (int64_t)components->cluster_count + 65536;
}

static wend_result find_components(wendi_edit_job* job) {
    wend_world* world = job->world;
    wendi_components found;
    wend_result result = wendi_components_find(world->grid, &world->graph, &found);
    if (result != WEND_OK) {
        wendi_components_free(&found);
        return result;
    }
    job->old_components = world->components;
    job->found_again = true;
    world->components = found;
    return WEND_OK;
}

static wend_result repair_components(wendi_edit_job* job, bool large) {
    wend_world* world = job->world;
    const wendi_index_list* clusters = job->costs_opt ? &job->relabelled : &job->touched;
    if (clusters->count == 0) return WEND_OK;
    if (large) return find_components(job);
    wend_result result = wendi_groups_find(&world->graph, clusters, &job->after);
    if (result == WEND_OK)
        result = wendi_components_repair(&world->components, world->grid, &world->graph, clusters,
                                         may_split(job) ? &job->before : NULL, &job->after,
                                         job->links_changed, &job->repair);
    if (result != WEND_ERROR_LIMIT) return result;
    result = wendi_open_all(world);
    return result == WEND_OK ? find_components(job) : result;
}

// ---- the end

static void undo_components(wendi_edit_job* job) {
    wendi_components_end_repair(job->repair, false);
    if (!job->found_again) return;
    wendi_components_free(&job->world->components);
    job->world->components = job->old_components;
}

void wendi_edit_undo(wendi_edit_job* job) {
    wend_world* world = job->world;
    edit_restore_costs(job);
    wendi_reach_free(&job->reach, &world->allocator);
    if (!job->begun) return;
    undo_components(job);
    for (int32_t i = 0; i < job->touched.count && job->rows; i++)
        wendi_pending_rows_free(job->rows[i], &world->allocator);
    while (job->replaced > 0) {
        wendi_matrix* matrix =
            wendi_item(&world->graph.level[0].matrices, job->touched.data[--job->replaced]);
        if (job->old_matrices[job->replaced].count == KEPT) continue;
        wendi_matrix_free(matrix, &world->allocator);
        *matrix = job->old_matrices[job->replaced];
    }
    edit_restore_tiles(job);
    wendi_edit_restore_elevations(job);
    edit_restore_steps(job);
    choose_nodes(job);
    update_passability_bits(job);
    copy_states(job, true);
}

// Touched clusters are pending after a change of costs, and up to date after any other edit.
static void commit_states(const wendi_edit_job* job) {
    wendi_graph* graph = &job->world->graph;
    for (int32_t i = 0; i < job->touched.count; i++) {
        const int32_t cluster = job->touched.data[i];
        const bool tiles = !job->costs_opt || job->costs_opt->derives || job->costs_opt->rewrite_opt;
        if (tiles) wendi_class_index_update(graph, job->world->grid, cluster);
        if (!keeps_passability(job)) wendi_passable_index_update(graph, job->world->grid, cluster);
        if (job->costs_opt) {
            wendi_pending_add(graph, cluster, job->rows[i]);
            job->rows[i] = NULL;
            wendi_mark_pending(graph, 2, cluster);
        } else {
            wendi_pending_remove(graph, cluster);
        }
    }
}

static bool tiles_changed(const wendi_edit_job* job, int32_t touched) {
    const wend_rect area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[touched]);
    for (int32_t y = 0; y < area.height; y++)
        if (memcmp(job->old_tiles[touched].rows[y], wendi_tile(job->world->grid, area.x, area.y + y),
                   (size_t)area.width) != 0)
            return true;
    return false;
}

static bool steps_changed(const wendi_edit_job* job, int32_t touched) {
    const wend_rect area = wendi_cluster_rect(&job->world->graph.clusters, job->touched.data[touched]);
    for (int32_t i = 0; i < job->old_step_count; i++)
        if (wendi_area_contains(area, job->old_steps[i].from) &&
            wendi_area_contains(area, job->old_steps[i].to))
            return true;
    return false;
}

// Links are noted by those who change them. Where no old tiles are kept, every touched cluster has changed.
static void note_changes(const wendi_edit_job* job) {
    const bool all = job->costs_opt || edit_follows_map(job) || wendi_edit_has_elevations(job);
    for (int32_t i = 0; i < job->touched.count && !job->links_changed; i++)
        if (all || tiles_changed(job, i) || steps_changed(job, i))
            wendi_note_change(job->world, job->touched.data[i]);
}

// Notes what may differ from what the world was opened from.
static void note_for_file(const wendi_edit_job* job) {
    wendi_changes* changes = job->world->changes_opt;
    const wendi_graph* graph = &job->world->graph;
    if (!changes) return;
    for (int32_t i = 0; i < job->touched.count; i++)
        wendi_note_around(changes, &graph->clusters, job->touched.data[i]);
    for (int32_t level = 2; level <= graph->level_count; level++) {
        const wendi_partition* clusters = &graph->level[level - 1].clusters;
        for (int32_t i = 0; i < job->touched.count && edit_on_border_line(job, level); i++)
            wendi_set_mark(changes, &changes->lines[level - 1],
                           wendi_cluster_containing(graph, level, job->touched.data[i]),
                           wendi_cluster_count(clusters));
    }
    for (int32_t i = 0; i < job->old_step_count; i++)
        wendi_note_step(changes, job->world->grid, job->old_steps[i].from, job->old_steps[i].to);
    for (int32_t i = 0; i < job->count; i++)
        changes->tiles |=
            job->edits[i].kind == WEND_EDIT_TILES || (int)job->edits[i].kind == WENDI_EDIT_CLASSES;
    changes->elevations |= wendi_edit_has_elevations(job);
    changes->links |= job->links_changed;
    changes->costs |= job->costs_opt != NULL;
    if (job->found_again) wendi_changes_relabelled(changes);
    wendi_components_note_repair(job->repair, changes);
}

// False when steps, links, elevations or costs may have changed.
static bool changes_tiles_alone(const wendi_edit_job* job) {
    bool alone = job->count > 0 && !job->links_changed && (!job->costs_opt || job->costs_opt->rewrite_opt);
    for (int32_t i = 0; i < job->count; i++) alone &= job->edits[i].kind == WEND_EDIT_TILES;
    return alone;
}

// Where a matrix kept its size, its contents move into the old memory, so that repeated edits keep using the
// level's memory block.
void wendi_edit_commit(wendi_edit_job* job) {
    WENDI_ASSERT(job->replaced == job->touched.count);
    wend_world* world = job->world;
    world->version++;
    if (!changes_tiles_alone(job)) world->other_version = world->version;
    wendi_drop_subgoals(world);
    note_for_file(job);
    if (!job->begun && !job->links_changed) return; // nothing changed for this profile
    wendi_components_end_repair(job->repair, true);
    if (job->found_again) wendi_components_free(&job->old_components);
    for (int32_t i = 0; i < job->touched.count; i++) {
        wendi_matrix *matrix = wendi_item(&world->graph.level[0].matrices, job->touched.data[i]),
                     *old = &job->old_matrices[i];
        if (old->count == KEPT) continue;
        if (matrix->count == old->count && wendi_has_own_costs(&world->graph, 1, old)) {
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

// The levels whose nodes may change, as bits.
static uint32_t levels_of_nodes(const wendi_edit_job* job) {
    uint32_t levels = 0;
    for (int32_t level = 1; level <= job->world->graph.level_count; level++)
        levels |= (uint32_t)edit_on_border_line(job, level) << (level - 1);
    return levels;
}

// Makes a touched cluster the world's own, so that nothing that the edit writes is seen by other versions.
static wend_result own_touched(wendi_edit_job* job, int32_t cluster, uint32_t levels) {
    wend_world* world = job->world;
    wend_result result = wendi_unshare_matrices_of(job->root, 1, cluster);
    if (result == WEND_OK) result = wendi_own_cluster(&world->graph, cluster, levels);
    if (result == WEND_OK) result = wendi_own_passable_index(&world->graph, cluster);
    if (result == WEND_OK) result = wendi_hold_cluster(&world->graph, &world->components, cluster);
    if (result != WEND_OK || edit_follows_map(job) || job->links_changed) return result;
    return wendi_grid_own(world->grid, wendi_cluster_rect(&world->graph.clusters, cluster));
}

// The views that borrow the tiles of the map find them where they are now.
static void follow_blocks(const wendi_edit_job* job) {
    for (int32_t i = 1; job->profile == 0 && i <= job->root->profiles.count; i++) {
        wend_grid* grid = wendi_profile_world(job->root, i)->grid;
        if (grid->borrows_tiles) wendi_grid_follow_blocks(grid, job->root->grid);
    }
}

// ---- seams
//
// Which pairs of a seam are nodes depends on the tiles of both its sides. All pairs of a run begin in one
// cluster, and end in one.

// Adds the clusters at the other side of the seams that touched clusters have, whose nodes may change.
static wend_result add_beyond_seams(wendi_edit_job* job) {
    const wend_world* world = job->world;
    const wendi_partition* clusters = &world->graph.clusters;
    const wendi_links* links = &world->grid->links;
    const int32_t touched = (int32_t)job->touched.count;
    wend_result result = WEND_OK;
    for (int32_t n = 0; n < 2 * touched && links->count > 0; n++) {
        wendi_link_search search = wendi_links_in(links, n % 2 == 0 ? WENDI_LINK_FROM : WENDI_LINK_TO,
                                                  wendi_cluster_rect(clusters, job->touched.data[n / 2]));
        for (int32_t i; (i = wendi_next_link(&search)) >= 0;) {
            const wend_link* link = &links->data[i];
            int32_t at[8];
            if (link->kind != WEND_LINK_SEAM) continue;
            int32_t count = wendi_clusters_at(clusters, link->from, at);
            count += wendi_clusters_at(clusters, link->to, at + count);
            for (int32_t k = 0; k < count && result == WEND_OK; k++)
                result = wendi_index_list_push(&job->touched, at[k]);
        }
    }
    wendi_tidy_indices(&job->touched);
    return result;
}

static bool has_seam(const wend_grid* grid, wend_rect area) {
    for (wendi_link_side side = WENDI_LINK_FROM; side <= WENDI_LINK_TO; side++) {
        wendi_link_search search = wendi_links_in(&grid->links, side, area);
        for (int32_t i; (i = wendi_next_link(&search)) >= 0;)
            if (grid->links.data[i].kind == WEND_LINK_SEAM) return true;
    }
    return false;
}

// Their larger clusters have other nodes, even where no matrix of level 1 has changed.
static void mark_seams(const wendi_edit_job* job) {
    wendi_graph* graph = &job->world->graph;
    const wend_grid* grid = job->world->grid;
    for (int32_t i = 0; i < job->touched.count && grid->links.count > 0; i++) {
        const int32_t cluster = job->touched.data[i];
        if (!has_seam(grid, wendi_cluster_rect(&graph->clusters, cluster))) continue;
        for (int32_t level = 2; level <= graph->level_count; level++)
            wendi_mark_pending(graph, level, cluster);
    }
}

wend_result wendi_edit_apply(wendi_edit_job* job) {
    wend_result result = add_beyond_seams(job);
    if (result != WEND_OK) return result;
    const bool large = is_large_edit(job);
    const uint32_t levels = levels_of_nodes(job);
    result =
        large ? wendi_open_all(job->world) : wendi_open_for_edit(&job->world->graph, &job->touched, levels);
    if (result == WEND_OK) result = reserve_undo_log(job);
    for (int32_t i = 0; i < job->touched.count && result == WEND_OK; i++)
        result = own_touched(job, job->touched.data[i], levels);
    follow_blocks(job);
    if (result == WEND_OK && !large && may_split(job))
        result = wendi_groups_find(&job->world->graph, &job->touched, &job->before);
    if (result != WEND_OK) return result; // nothing has changed yet
    job->begun = true;
    copy_states(job, false);
    edit_save_tiles(job);
    wendi_edit_save_elevations(job);
    result = wendi_edit_write(job);
    if (job->old_elevations) {
        const wend_result followed = wendi_edit_follow_relief(job->root, 0);
        if (result == WEND_OK) result = followed;
    }
    if (result == WEND_OK) {
        choose_nodes(job);
        mark_seams(job);
        update_passability_bits(job);
        result = job->costs_opt ? replace_by_pending(job) : rebuild_matrices(job);
    }
    return result == WEND_OK ? repair_components(job, large) : result;
}
