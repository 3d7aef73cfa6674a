// refresh.c: how do pending clusters come up to date, a few at a time?
//
// A cluster is recomputed after its children, and the children of one before those of the next: the map comes
// up to date area by area, each at all levels, so that queries soon cross it by large clusters. Where a
// matrix comes out unchanged, its parent need not be recomputed. A refreshed world equals a new build of the
// changed map, byte for byte.
#include "core/system.h"
#include "hierarchy/matrix_build.h"
#include "hierarchy/open.h"
#include "hierarchy/world.h"

typedef struct refresh_job {
    wend_world* root; // that has the profiles
    int32_t profile;
    wend_world* world;         // of the profile: root or a view
    const wend_tile* near_opt; // clusters near this tile come first; NULL: in order
    int32_t clusters_left;
    uint64_t end_ns;                    // 0: no limit
    bool begun;                         // some cluster was recomputed
    bool stopped;                       // the budget is used up
    int32_t too_far_level;              // the level whose costs do not fit; 0: they all do
    wendi_cluster_workspace* workspace; // NULL until a cluster of level 1 needs it
} refresh_job;

// Takes one cluster from the budget; false: it is used up. At least one cluster is taken.
static bool take_one(refresh_job* job) {
    const bool late = job->begun && job->end_ns > 0 && wendi_system_ns() >= job->end_ns;
    job->stopped = job->clusters_left == 0 || late;
    if (job->stopped) return false;
    job->clusters_left--;
    job->begun = true;
    return true;
}

// Notes that a cluster may differ from what the world was opened from.
static void note_for_file(const refresh_job* job, int32_t level, int32_t cluster) {
    wendi_changes* changes = job->world->changes_opt;
    const wendi_partition* clusters = &job->world->graph.level[level - 1].clusters;
    if (changes)
        wendi_set_mark(changes, &changes->clusters[level - 1], cluster, wendi_cluster_count(clusters));
}

static wend_result refresh_lowest(refresh_job* job, int32_t cluster) {
    wendi_graph* graph = &job->world->graph;
    if (!take_one(job)) return WEND_OK;
    if (!job->workspace) job->workspace = wendi_cluster_workspace_new(&graph->allocator);
    if (!job->workspace) return WEND_ERROR_MEMORY;
    bool far = false;
    wend_result result = wendi_unshare_matrices_of(job->root, 1, cluster); // those of other profiles
    if (result == WEND_OK) result = wendi_own_cluster(graph, cluster, 0);
    if (result == WEND_OK) result = wendi_fill_matrix(graph, job->world->grid, cluster, job->workspace, &far);
    if (result != WEND_OK) return result;
    wendi_pending_remove(graph, cluster);
    note_for_file(job, 1, cluster);
    wendi_share_matrices_of(job->root, 1, cluster);
    if (!far || graph->level_count == 1) return WEND_OK;
    job->too_far_level = 1;
    return WEND_ERROR_LIMIT;
}

static wend_result open_family(const wendi_graph* graph, int32_t level, int32_t cluster) {
    int32_t children[4];
    wend_result result = wendi_open(graph, level, cluster);
    const int32_t count = graph->source ? wendi_children_of(graph, level, cluster, children) : 0;
    for (int32_t i = 0; i < count && result == WEND_OK; i++)
        result = wendi_open(graph, level - 1, children[i]);
    return result;
}

// The cluster of the level above.
static int32_t parent_of(const wendi_graph* graph, int32_t level, int32_t cluster) {
    const int32_t columns = graph->level[level - 1].clusters.columns;
    return (cluster / columns >> 1) * graph->level[level].clusters.columns + (cluster % columns >> 1);
}

// Rebuilds the matrix of a cluster whose children are up to date. If it changed, the parent becomes pending.
static wend_result refresh_parent(refresh_job* job, int32_t level, int32_t cluster) {
    wendi_graph* graph = &job->world->graph;
    bool changed = false;
    WENDI_ASSERT(level >= 2);
    if (!take_one(job)) return WEND_OK;
    wend_result result = open_family(graph, level, cluster);
    if (result == WEND_OK) result = wendi_unshare_matrices_of(job->root, level, cluster);
    if (result == WEND_OK) result = wendi_forget_hash(graph, level, cluster);
    if (result == WEND_OK) result = wendi_table_own(&graph->level[level - 1].states.table, cluster);
    if (result == WEND_OK && level < graph->level_count)
        result = wendi_table_own(&graph->level[level].states.table, parent_of(graph, level, cluster));
    if (result == WEND_OK)
        result = wendi_build_matrix(graph, job->world->grid, level, cluster, NULL, &changed);
    if (result == WEND_ERROR_LIMIT) job->too_far_level = level;
    if (result != WEND_OK) return result;
    wendi_share_matrices_of(job->root, level, cluster);
    *wendi_item(&graph->level[level - 1].states, cluster) = WENDI_UP_TO_DATE;
    if (changed) note_for_file(job, level, cluster);
    if (!changed || level == graph->level_count) return WEND_OK;
    *wendi_item(&graph->level[level].states, parent_of(graph, level, cluster)) = WENDI_PENDING;
    return WEND_OK;
}

// How far a cluster is from a tile: the longer side of the rectangle between them.
static int32_t distance_to(const wendi_partition* clusters, int32_t cluster, wend_tile tile) {
    const wend_rect r = wendi_cluster_rect(clusters, cluster);
    const int32_t dx = wendi_max(wendi_max(r.x - tile.x, tile.x - (r.x + r.width - 1)), 0),
                  dy = wendi_max(wendi_max(r.y - tile.y, tile.y - (r.y + r.height - 1)), 0);
    return wendi_max(dx, dy);
}

// Sorts up to four clusters of a level by distance, stably.
static void sort_by_distance(const refresh_job* job, int32_t level, int32_t* clusters, int32_t count) {
    const wendi_partition* level_clusters = &job->world->graph.level[level - 1].clusters;
    for (int32_t i = 1; i < count; i++) {
        const int32_t cluster = clusters[i], distance = distance_to(level_clusters, cluster, *job->near_opt);
        int32_t at = i;
        for (; at > 0 && distance_to(level_clusters, clusters[at - 1], *job->near_opt) > distance; at--)
            clusters[at] = clusters[at - 1];
        clusters[at] = cluster;
    }
}

// Refreshes a cluster after its children.
static wend_result refresh_cluster(refresh_job* job, int32_t level, int32_t cluster) {
    wendi_graph* graph = &job->world->graph;
    if (wendi_state_of(graph, level, cluster) == WENDI_UP_TO_DATE) return WEND_OK;
    if (level == 1) return refresh_lowest(job, cluster);
    int32_t children[4], count = wendi_children_of(graph, level, cluster, children);
    if (job->near_opt) sort_by_distance(job, level - 1, children, count);
    for (int32_t i = 0; i < count; i++) {
        wend_result result = refresh_cluster(job, level - 1, children[i]);
        if (result != WEND_OK || job->stopped) return result;
    }
    if (wendi_state_of(graph, level, cluster) == WENDI_PENDING) return refresh_parent(job, level, cluster);
    wend_result result = wendi_table_own(&graph->level[level - 1].states.table, cluster);
    if (result == WEND_OK) *wendi_item(&graph->level[level - 1].states, cluster) = WENDI_UP_TO_DATE;
    return result;
}

static wend_result refresh_at(refresh_job* job, int32_t x, int32_t y) {
    const int32_t level = job->world->graph.level_count;
    const wendi_partition* clusters = &job->world->graph.level[level - 1].clusters;
    if (x < 0 || y < 0 || x >= clusters->columns || y >= clusters->rows) return WEND_OK;
    return refresh_cluster(job, level, y * clusters->columns + x);
}

// Refreshes the clusters of the highest level, in rings round the nearest one.
static wend_result refresh_all(refresh_job* job) {
    const wendi_graph* graph = &job->world->graph;
    const wendi_partition* top = &graph->level[graph->level_count - 1].clusters;
    wend_result result = WEND_OK;
    if (!job->near_opt) {
        for (int32_t c = 0; c < wendi_cluster_count(top) && result == WEND_OK && !job->stopped; c++)
            result = refresh_cluster(job, graph->level_count, c);
        return result;
    }
    const int32_t x0 = wendi_min(job->near_opt->x / top->size, top->columns - 1),
                  y0 = wendi_min(job->near_opt->y / top->size, top->rows - 1);
    const int32_t rings = wendi_max(wendi_max(x0, top->columns - 1 - x0), wendi_max(y0, top->rows - 1 - y0));
    for (int32_t ring = 0; ring <= rings; ring++) {
        for (int32_t y = y0 - ring; y <= y0 + ring; y++) {
            const bool whole = y == y0 - ring || y == y0 + ring;
            for (int32_t x = x0 - ring; x <= x0 + ring; x += whole || ring == 0 ? 1 : 2 * ring) {
                result = refresh_at(job, x, y);
                if (result != WEND_OK || job->stopped) return result;
            }
        }
    }
    return WEND_OK;
}

// Sets *far_out when costs of level 1 do not fit any level above, as a build finds. Stored costs are rounded
// up: one that seems just too large is computed again.
static wend_result lowest_is_far(refresh_job* job, bool* far_out) {
    wendi_graph* graph = &job->world->graph;
    const int64_t most = WENDI_FAR / 2;
    for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters) && !*far_out; c++) {
        const wendi_matrix* matrix = wendi_matrix_of(graph, 1, c);
        int64_t largest = 0;
        for (int32_t i = 0; i < matrix->count; i++)
            for (int32_t k = 0; k < matrix->count; k++) {
                const uint16_t entry = wendi_matrix_row(matrix, i)[k];
                if (entry != WENDI_NO_PATH) largest = largest < entry ? entry : largest;
            }
        largest <<= matrix->shift;
        *far_out = largest - (INT64_C(1) << matrix->shift) >= most;
        if (*far_out || largest <= most) continue;
        if (!job->workspace) job->workspace = wendi_cluster_workspace_new(&graph->allocator);
        if (!job->workspace) return WEND_ERROR_MEMORY;
        wend_result result = wendi_unshare_matrices_of(job->root, 1, c);
        if (result == WEND_OK) result = wendi_hold_cluster(graph, &job->world->components, c);
        if (result == WEND_OK)
            result = wendi_fill_matrix(graph, job->world->grid, c, job->workspace, far_out);
        if (result != WEND_OK) return result;
        wendi_share_matrices_of(job->root, 1, c);
    }
    return WEND_OK;
}

static wend_result refresh(refresh_job* job) {
    wend_world* world = job->world;
    wendi_graph* graph = &world->graph;
    wend_result result = WEND_OK;
    if (world->refreshed) return WEND_OK;
    do {
        job->too_far_level = 0;
        result = refresh_all(job);
        if (job->too_far_level == 0) continue;
        wendi_profiles_drop_levels(job->root, job->profile,
                                   wendi_max(job->too_far_level - 1, 1)); // as in a build
        result = WEND_OK;
    } while (job->too_far_level > 0);
    wendi_pending_trim(graph);
    if (result != WEND_OK || job->stopped) return result;
    const int32_t before = graph->level_count;
    if (before == world->wanted_levels) {
        world->refreshed = true;
        return WEND_OK;
    }
    result = wendi_hold_all(world); // new levels are not those of the file
    bool far = false;
    if (result == WEND_OK && before == 1) result = lowest_is_far(job, &far);
    if (result == WEND_OK && !far) result = wendi_world_add_levels(world);
    if (graph->level_count > before) wendi_share_matrices(job->root, job->profile);
    if (graph->level_count > before && world->changes_opt) world->changes_opt->levels = true;
    if (result == WEND_OK) world->refreshed = true;
    return result;
}

bool wendi_is_refreshed(const wend_world* world) {
    bool refreshed = world->refreshed;
    for (int32_t i = 0; i < world->profiles.count; i++) refreshed &= world->profiles.data[i].view->refreshed;
    return refreshed;
}

static wend_result refresh_profiles(refresh_job* job, bool* refreshed_opt) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i <= job->root->profiles.count && result == WEND_OK && !job->stopped; i++) {
        job->profile = i;
        job->world = wendi_profile_world(job->root, i);
        result = refresh(job);
    }
    wendi_cluster_workspace_free(job->workspace, &job->root->allocator);
    if (refreshed_opt) *refreshed_opt = wendi_is_refreshed(job->root);
    return result;
}

wend_result wendi_world_refresh(wend_world* world, int32_t max_clusters, bool* refreshed_opt) {
    refresh_job job = {.root = world, .clusters_left = max_clusters > 0 ? max_clusters : INT32_MAX};
    return refresh_profiles(&job, refreshed_opt);
}

wend_result wend_world_refresh(wend_world* world, int32_t max_clusters, bool* refreshed_opt) {
    if (!world || max_clusters < 0) return WEND_ERROR_ARGUMENT;
    if (world->is_snapshot) return WEND_ERROR_UNSUPPORTED;
    return wendi_world_refresh(world, max_clusters, refreshed_opt);
}

wend_result wend_world_refresh_near(wend_world* world, wend_tile tile, int64_t budget_us,
                                    bool* refreshed_opt) {
    if (!world || budget_us < 0) return WEND_ERROR_ARGUMENT;
    tile = wendi_to_sheet(&world->grid->floors, tile);
    if (!wendi_sheet_contains(world->grid, tile)) return WEND_ERROR_ARGUMENT;
    if (world->is_snapshot) return WEND_ERROR_UNSUPPORTED;
    refresh_job job = {.root = world, .near_opt = &tile, .clusters_left = INT32_MAX};
    const uint64_t now_ns = wendi_system_ns(), budget = (uint64_t)budget_us;
    if (budget > 0) job.end_ns = budget < (UINT64_MAX - now_ns) / 1000 ? now_ns + budget * 1000 : UINT64_MAX;
    return refresh_profiles(&job, refreshed_opt);
}
