// shared_matrices.c: equal distance matrices of profiles are found, shared and separated.
#include "hierarchy/shared_matrices.h"

#include <string.h>

static wendi_matrix* matrix_of(wend_world* world, int32_t profile, int32_t level, int32_t cluster) {
    wendi_graph* graph = &wendi_profile_world(world, profile)->graph;
    return level <= graph->level_count ? &graph->level[level - 1].matrices[cluster] : NULL;
}

// The costs of a pending matrix of level 1 are stored later, and in its own memory.
static bool is_pending(const wendi_graph* graph, int32_t level, int32_t cluster) {
    return level == 1 && graph->level[0].states[cluster] != WENDI_UP_TO_DATE;
}

int32_t wendi_equal_matrix(const wend_world* world, int32_t profile, int32_t level, int32_t cluster) {
    const wendi_matrix* matrix = wendi_matrix_of(&wend_world_profile(world, profile)->graph, level, cluster);
    if (is_pending(&wend_world_profile(world, profile)->graph, level, cluster)) return -1;
    for (int32_t i = 0; i < profile && matrix->count > 0; i++) {
        const wendi_graph* graph = &wend_world_profile(world, i)->graph;
        if (level > graph->level_count || is_pending(graph, level, cluster)) continue;
        const wendi_matrix* other = wendi_matrix_of(graph, level, cluster);
        if (other->nodes == matrix->nodes || wendi_matrix_equal(other, matrix)) return i;
    }
    return -1;
}

// Gives a matrix its own memory.
static wend_result separate(wendi_matrix* matrix, const wend_allocator* allocator) {
    wendi_matrix own = {.count = matrix->count, .owns_memory = true};
    own.nodes = wendi_alloc_zeroed(allocator, 1, wendi_matrix_bytes(own.count) + WENDI_ROW_OVERREAD);
    if (!own.nodes) return WEND_ERROR_MEMORY;
    wendi_matrix_copy(&own, matrix);
    *matrix = own;
    return WEND_OK;
}

wend_result wendi_unshare_matrices_of(wend_world* world, int32_t level, int32_t cluster) {
    wend_result result = WEND_OK;
    for (int32_t i = 1; i <= world->profiles.count && result == WEND_OK; i++) {
        wendi_matrix* matrix = matrix_of(world, i, level, cluster);
        if (matrix && matrix->borrowed) result = separate(matrix, &world->allocator);
    }
    return result;
}

static void borrow(wendi_matrix* matrix, const wendi_matrix* from, const wend_allocator* allocator) {
    wendi_matrix_free(matrix, allocator);
    *matrix = *from;
    matrix->owns_memory = false;
    matrix->borrowed = true;
}

void wendi_share_matrices_of(wend_world* world, int32_t level, int32_t cluster) {
    for (int32_t i = 1; i <= world->profiles.count; i++) {
        wendi_matrix* matrix = matrix_of(world, i, level, cluster);
        if (!matrix || matrix->borrowed) continue;
        const int32_t equal = wendi_equal_matrix(world, i, level, cluster);
        if (equal >= 0) borrow(matrix, matrix_of(world, equal, level, cluster), &world->allocator);
    }
}

// The matrices that borrow from one of a profile follow it to new memory.
static void follow(wend_world* world, int32_t profile, int32_t level, int32_t cluster, const uint32_t* from,
                   uint32_t* to) {
    for (int32_t i = profile + 1; i <= world->profiles.count; i++) {
        wendi_matrix* matrix = matrix_of(world, i, level, cluster);
        if (matrix && matrix->borrowed && matrix->nodes == from) matrix->nodes = to;
    }
}

// Moves the matrices of a level that lie in its block and are not borrowed to a block without gaps.
static void compact(wend_world* world, int32_t profile, int32_t level_number) {
    wendi_level* level = &wendi_profile_world(world, profile)->graph.level[level_number - 1];
    const int32_t cluster_count = wendi_cluster_count(&level->clusters);
    size_t bytes = WENDI_ROW_OVERREAD;
    for (int32_t c = 0; c < cluster_count; c++) {
        const wendi_matrix* matrix = &level->matrices[c];
        if (!matrix->owns_memory && !matrix->borrowed) bytes += wendi_matrix_bytes(matrix->count);
    }
    if (bytes == level->block_bytes) return;
    char* block = wendi_alloc(&world->allocator, 1, bytes);
    if (!block) return;
    char* at = block;
    for (int32_t c = 0; c < cluster_count; c++) {
        wendi_matrix* matrix = &level->matrices[c];
        if (matrix->owns_memory || matrix->borrowed || matrix->count == 0) continue;
        uint32_t* nodes = (uint32_t*)(void*)at;
        memcpy(nodes, matrix->nodes, wendi_matrix_bytes(matrix->count));
        follow(world, profile, level_number, c, matrix->nodes, nodes);
        matrix->nodes = nodes;
        at += wendi_matrix_bytes(matrix->count);
    }
    wendi_free(&world->allocator, level->block, 1, level->block_bytes);
    level->block = block;
    level->block_bytes = bytes;
}

void wendi_share_matrices(wend_world* world, int32_t profile) {
    wendi_graph* graph = &wendi_profile_world(world, profile)->graph;
    for (int32_t level = 1; level <= graph->level_count; level++) {
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++)
            wendi_share_matrices_of(world, level, c);
        compact(world, profile, level);
    }
}

void wendi_profiles_drop_levels(wend_world* world, int32_t profile, int32_t kept) {
    for (int32_t i = world->profiles.count; i >= profile; i--) {
        wend_world* dropped = wendi_profile_world(world, i);
        if (dropped->graph.level_count <= kept) continue;
        wendi_graph_drop_levels(&dropped->graph, kept);
        if (dropped->changes_opt) dropped->changes_opt->levels = true;
        dropped->refreshed = false;
    }
}
