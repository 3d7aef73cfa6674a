// first_check.c: the clusters of a mapped world that are checked, and those that are not.
#include "hierarchy/first_check.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "hierarchy/cluster_check.h"
#include "hierarchy/ground.h"
#include "hierarchy/passable_index.h"

struct wendi_first_checks { // the states and the name of the file follow it in memory
    wend_world* world;
    wendi_stored_clusters stored;
    _Atomic uint8_t* states[WEND_MAX_LEVELS]; // by level - 1 and cluster
    _Atomic uint8_t all;                      // of the whole world, with what is computed from all clusters
};

enum { UNCHECKED, CHECKING, CHECKED, DAMAGED }; // UNCHECKED is 0: untouched states take no memory

wend_result wendi_first_checks_make(wend_world* world, const struct wendi_stored_clusters* stored) {
    wendi_graph* graph = &world->graph;
    const size_t name_bytes = strlen(stored->name) + 1;
    size_t clusters = 0;
    for (int32_t i = 0; i < graph->level_count; i++)
        clusters += (size_t)wendi_cluster_count(&graph->level[i].clusters);
    const size_t bytes = sizeof(struct wendi_first_checks) + clusters + name_bytes;
    struct wendi_first_checks* checks = wendi_alloc_zeroed(&world->allocator, bytes, 1);
    if (!checks) return WEND_ERROR_MEMORY;
    graph->first_checks = checks;
    graph->first_checks_bytes = bytes;
    checks->world = world;
    checks->stored = *stored;
    _Atomic uint8_t* states = (_Atomic uint8_t*)(checks + 1);
    for (int32_t i = 0; i < graph->level_count; i++) {
        checks->states[i] = states;
        states += wendi_cluster_count(&graph->level[i].clusters);
    }
    checks->stored.name = memcpy((char*)(checks + 1) + clusters, stored->name, name_bytes);
    world->grid->world = world;
    return WEND_OK;
}

// Waits until a state is neither UNCHECKED nor CHECKING. True: the caller is to check, and to set the state.
static bool begin_check(_Atomic uint8_t* state, uint8_t* seen_out) {
    for (;;) {
        uint8_t seen = *seen_out = atomic_load_explicit(state, memory_order_acquire);
        if (seen == CHECKED || seen == DAMAGED) return false;
        if (seen == CHECKING)
            sched_yield();
        else if (atomic_compare_exchange_weak_explicit(state, &seen, CHECKING, memory_order_acquire,
                                                       memory_order_relaxed))
            return true;
    }
}

// What the check of a cluster stores is the same for every thread, and seen by those that find it CHECKED.
wend_result wendi_touch_now(struct wendi_first_checks* checks, int32_t level, int32_t cluster) {
    struct wendi_ground* ground = checks->world->graph.ground;
    if (ground && !wendi_ground_has(ground, level, cluster)) return WEND_ERROR_NOT_LOADED;
    return wendi_check_now(checks, level, cluster);
}

wend_result wendi_check_now(struct wendi_first_checks* checks, int32_t level, int32_t cluster) {
    WENDI_ASSERT(level >= 1 && checks->states[level - 1]);
    _Atomic uint8_t* state = &checks->states[level - 1][cluster];
    uint8_t seen;
    if (!begin_check(state, &seen)) return seen == CHECKED ? WEND_OK : WEND_ERROR_DAMAGED;
    bool memory = false;
    const bool good = !wendi_check_cluster(checks->world, &checks->stored, level, cluster, &memory) &&
                      wendi_cluster_has_checksum(checks->world, &checks->stored, level, cluster);
    atomic_store_explicit(state,
                          (uint8_t)(good     ? CHECKED
                                    : memory ? UNCHECKED
                                             : DAMAGED),
                          memory_order_release);
    return good ? WEND_OK : memory ? WEND_ERROR_MEMORY : WEND_ERROR_DAMAGED;
}

void wendi_forget_check(struct wendi_first_checks* checks, int32_t level, int32_t cluster) {
    atomic_store_explicit(&checks->states[level - 1][cluster], UNCHECKED, memory_order_release);
    atomic_store_explicit(&checks->all, UNCHECKED, memory_order_release);
}

const struct wendi_stored_clusters* wendi_stored_of(const struct wendi_first_checks* checks) {
    return &checks->stored;
}

bool wendi_is_touched(const struct wendi_first_checks* checks, int32_t level, int32_t cluster) {
    return atomic_load_explicit(&checks->states[level - 1][cluster], memory_order_relaxed) != UNCHECKED;
}

wend_result wendi_touch_tile(const wendi_graph* graph, wend_tile tile) {
    int32_t clusters[4];
    wend_result result = WEND_OK;
    if (!graph->first_checks) return WEND_OK;
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, clusters);
    for (int32_t i = 0; i < count && result == WEND_OK; i++) result = wendi_touch(graph, 1, clusters[i]);
    return result;
}

// True when a tile lies inside the cluster of another one, off its border lines.
static bool is_inside(const wendi_partition* clusters, wend_tile a, wend_tile b) {
    const int32_t size = clusters->size;
    return a.x / size == b.x / size && a.y / size == b.y / size && a.x % size > 0 && a.y % size > 0;
}

// A tile on a border line is there when one of its clusters is.
static wend_result touch_some(const wendi_graph* graph, wend_tile tile) {
    int32_t clusters[4], missing = 0;
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, clusters);
    for (int32_t i = 0; i < count; i++) {
        const wend_result result = wendi_touch(graph, 1, clusters[i]);
        missing += result == WEND_ERROR_NOT_LOADED;
        if (result != WEND_OK && result != WEND_ERROR_NOT_LOADED) return result;
    }
    return missing < count ? WEND_OK : WEND_ERROR_NOT_LOADED;
}

wend_result wendi_touch_tiles(const wendi_graph* graph, const wend_tile* tiles, int64_t count) {
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < count && graph->first_checks && result == WEND_OK; i++)
        if (i == 0 || !is_inside(&graph->clusters, tiles[i], tiles[i - 1]))
            result = touch_some(graph, tiles[i]);
    return result;
}

wend_result wendi_check_all(const wend_world* world) {
    struct wendi_first_checks* checks = world->graph.first_checks;
    uint8_t seen;
    if (!checks) return WEND_OK;
    if (!begin_check(&checks->all, &seen)) return seen == CHECKED ? WEND_OK : WEND_ERROR_DAMAGED;
    wendi_graph* graph = &checks->world->graph;
    wend_result result = WEND_OK;
    for (int32_t level = 1; level <= graph->level_count && result == WEND_OK; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters) && result == WEND_OK;
             c++)
            result = wendi_touch(graph, level, c);
    if (result == WEND_OK && !graph->holds_passable) result = wendi_passable_index_make(graph, world->grid);
    const int state = result == WEND_OK ? CHECKED : result == WEND_ERROR_DAMAGED ? DAMAGED : UNCHECKED;
    atomic_store_explicit(&checks->all, (uint8_t)state, memory_order_release);
    return result;
}

bool wendi_all_are_checked(const wendi_graph* graph) {
    const struct wendi_first_checks* checks = graph->first_checks;
    return !checks || atomic_load_explicit(&checks->all, memory_order_acquire) == CHECKED;
}

wend_result wendi_check_all_of_grid(const wend_grid* grid) {
    return grid->world ? wendi_check_all(grid->world) : WEND_OK;
}

wend_result wendi_check_before_change(wend_world* world) {
    wendi_graph* graph = &world->graph;
    wend_result result = wendi_check_all(world);
    if (result != WEND_OK || !graph->first_checks || graph->ground) return result;
    wendi_free(&graph->allocator, graph->first_checks, graph->first_checks_bytes, 1);
    graph->first_checks = NULL;
    graph->first_checks_bytes = 0;
    world->grid->world = NULL;
    return WEND_OK;
}
