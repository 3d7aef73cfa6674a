// first_check.c: the clusters of a mapped world that are checked, and those that are not.
#include "hierarchy/first_check.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "hierarchy/cluster_check.h"

struct wendi_first_checks {
    wend_world* world;
    wendi_stored_clusters stored;
    _Atomic uint8_t* states[WEND_MAX_LEVELS]; // by level - 1 and cluster
    void* block;                              // memory of all states
    size_t block_bytes, name_bytes;
    _Atomic bool complete; // every cluster is checked and as it should be
};

enum { UNCHECKED, CHECKING, CHECKED, DAMAGED }; // UNCHECKED is 0: untouched states take no memory

wend_result wendi_first_checks_make(wend_world* world, const struct wendi_stored_clusters* stored) {
    struct wendi_first_checks* checks = wendi_alloc_zeroed(&world->allocator, 1, sizeof *checks);
    if (!checks) return WEND_ERROR_MEMORY;
    wendi_graph* graph = &world->graph;
    graph->first_checks = checks;
    checks->world = world;
    checks->stored = *stored;
    checks->name_bytes = strlen(stored->name) + 1;
    char* name = wendi_alloc(&world->allocator, checks->name_bytes, 1);
    checks->stored.name = name;
    if (!name) return WEND_ERROR_MEMORY;
    memcpy(name, stored->name, checks->name_bytes);
    for (int32_t i = 0; i < graph->level_count; i++)
        checks->block_bytes += (size_t)wendi_cluster_count(&graph->level[i].clusters);
    checks->block = wendi_alloc_zeroed(&world->allocator, checks->block_bytes, 1);
    if (!checks->block) return WEND_ERROR_MEMORY;
    _Atomic uint8_t* states = checks->block;
    for (int32_t i = 0; i < graph->level_count; i++) {
        checks->states[i] = states;
        states += wendi_cluster_count(&graph->level[i].clusters);
    }
    world->grid->world = world;
    return WEND_OK;
}

void wendi_first_checks_free(wend_world* world) {
    struct wendi_first_checks* checks = world->graph.first_checks;
    if (!checks) return;
    if (world->grid) world->grid->world = NULL;
    world->graph.first_checks = NULL;
    wendi_free(&world->allocator, (char*)checks->stored.name, checks->name_bytes, 1); // its own copy
    wendi_free(&world->allocator, checks->block, checks->block_bytes, 1);
    wendi_free(&world->allocator, checks, 1, sizeof *checks);
}

// What the check of a cluster stores is the same for every thread, and seen by those that find it CHECKED.
wend_result wendi_touch_now(struct wendi_first_checks* checks, int32_t level, int32_t cluster) {
    WENDI_ASSERT(level >= 1 && checks->states[level - 1]);
    _Atomic uint8_t* state = &checks->states[level - 1][cluster];
    for (;;) {
        uint8_t seen = atomic_load_explicit(state, memory_order_acquire);
        if (seen == CHECKED) return WEND_OK;
        if (seen == DAMAGED) return WEND_ERROR_DAMAGED;
        if (seen == CHECKING)
            sched_yield();
        else if (atomic_compare_exchange_weak_explicit(state, &seen, CHECKING, memory_order_acquire,
                                                       memory_order_relaxed))
            break;
    }
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

wend_result wendi_touch_tile(const wendi_graph* graph, wend_tile tile) {
    int32_t clusters[4];
    wend_result result = WEND_OK;
    if (!graph->first_checks) return WEND_OK;
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, clusters);
    for (int32_t i = 0; i < count && result == WEND_OK; i++) result = wendi_touch(graph, 1, clusters[i]);
    return result;
}

wend_result wendi_check_all(const wend_world* world) {
    const wendi_graph* graph = &world->graph;
    struct wendi_first_checks* checks = graph->first_checks;
    if (!checks || atomic_load_explicit(&checks->complete, memory_order_acquire)) return WEND_OK;
    wend_result result = WEND_OK;
    for (int32_t level = 1; level <= graph->level_count && result == WEND_OK; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters) && result == WEND_OK;
             c++)
            result = wendi_touch(graph, level, c);
    if (result == WEND_OK) atomic_store_explicit(&checks->complete, true, memory_order_release);
    return result;
}

wend_result wendi_check_all_of_grid(const wend_grid* grid) {
    return grid->world ? wendi_check_all(grid->world) : WEND_OK;
}

wend_result wendi_check_before_change(wend_world* world) {
    wend_result result = wendi_check_all(world);
    if (result == WEND_OK) wendi_first_checks_free(world);
    return result;
}

// ---- information

static wend_result tell_damage(const wend_world* world, wend_error* error_opt) {
    const wendi_graph* graph = &world->graph;
    for (int32_t level = 1; level <= graph->level_count; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++) {
            if (wendi_touch(graph, level, c) != WEND_ERROR_DAMAGED) continue;
            const wend_rect area = wendi_cluster_rect(&graph->level[level - 1].clusters, c);
            return wendi_fail(error_opt, WEND_ERROR_DAMAGED,
                              "%s: damaged .wend file: cluster of level %d with the tiles %d,%d to %d,%d",
                              graph->first_checks->stored.name, (int)level, (int)area.x, (int)area.y,
                              (int)(area.x + area.width - 1), (int)(area.y + area.height - 1));
        }
    return WEND_ERROR_DAMAGED;
}

wend_result wend_world_verify(const wend_world* world, wend_error* error_opt) {
    if (!world) return WEND_ERROR_ARGUMENT;
    const wend_result result = wendi_check_all(world);
    if (result == WEND_ERROR_MEMORY)
        return wendi_fail(error_opt, result, "%s: not enough memory to verify",
                          world->graph.first_checks->stored.name);
    return result == WEND_ERROR_DAMAGED ? tell_damage(world, error_opt) : result;
}
