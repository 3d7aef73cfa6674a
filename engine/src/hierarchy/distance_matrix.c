// distance_matrix.c: how are matrices packed, replaced and searched?
#include "hierarchy/distance_matrix.h"

#include <string.h>

int32_t wendi_slot_of(const uint32_t* nodes, int32_t count, uint32_t node) {
    const uint32_t* at = nodes;
    if (count == 0) return -1;
    for (uint32_t left = (uint32_t)count; left > 1; left -= left / 2) // without branches on data
        at += at[left / 2] <= node ? left / 2 : 0;
    return *at == node ? (int32_t)(at - nodes) : -1;
}

int32_t wendi_matrix_slot_from(const wendi_matrix* matrix, uint32_t node) {
    const uint32_t* at = matrix->nodes;
    if (matrix->count == 0) return 0;
    for (uint32_t left = (uint32_t)matrix->count; left > 1; left -= left / 2)
        at += at[left / 2 - 1] < node ? left / 2 : 0;
    return (int32_t)(at - matrix->nodes) + (*at < node);
}

size_t wendi_matrix_bytes(int32_t count) {
    return (wendi_matrix_used_bytes(count) + 3) / 4 *
           4; // keeps the nodes of the next matrix in a block aligned
}

// Gives a matrix with a count zeroed memory. Errors: MEMORY.
static wend_result give_memory(wendi_matrix* matrix, const wend_allocator* allocator) {
    matrix->nodes = wendi_counted_new(allocator, wendi_matrix_bytes(matrix->count) + WENDI_ROW_OVERREAD);
    if (!matrix->nodes) return WEND_ERROR_MEMORY;
    matrix->owns_memory = true;
    matrix->borrowed = false;
    return WEND_OK;
}

static void keep(const void* item) {
    const wendi_matrix* matrix = item;
    if (matrix->owns_memory) wendi_counted_keep(matrix->nodes);
}

static size_t own_bytes(const void* item) {
    const wendi_matrix* matrix = item;
    return matrix->owns_memory ? wendi_counted_bytes(matrix->nodes) : 0;
}

void wendi_matrix_free(wendi_matrix* matrix, const wend_allocator* allocator) {
    if (matrix->owns_memory) wendi_counted_drop(matrix->nodes, allocator);
    *matrix = (wendi_matrix){0};
}

static void drop(void* item, const wend_allocator* allocator) {
    wendi_matrix_free(item, allocator);
}

const wendi_item_kind wendi_matrix_items = {sizeof(wendi_matrix), keep, drop, own_bytes};

wend_result wendi_matrix_separate(wendi_matrix* matrix, const wend_allocator* allocator) {
    wendi_matrix own = *matrix;
    wend_result result = give_memory(&own, allocator);
    if (result != WEND_OK) return result;
    memcpy(own.nodes, matrix->nodes, wendi_matrix_bytes(own.count));
    wendi_matrix_free(matrix, allocator);
    *matrix = own;
    return WEND_OK;
}

void wendi_matrix_copy(wendi_matrix* matrix, const wendi_matrix* from) {
    WENDI_ASSERT(matrix->count == from->count && !matrix->borrowed);
    matrix->shift = from->shift;
    if (from->count > 0) memcpy(matrix->nodes, from->nodes, wendi_matrix_bytes(from->count));
}

bool wendi_matrix_equal(const wendi_matrix* a, const wendi_matrix* b) {
    size_t count = (size_t)a->count;
    return a->count == b->count && a->shift == b->shift &&
           (count == 0 ||
            memcmp(a->nodes, b->nodes, count * (sizeof *a->nodes + count * sizeof(uint16_t))) == 0);
}

// The smallest shift that brings all costs below WENDI_NO_PATH.
static int16_t shift_for(const uint32_t* costs, size_t count) {
    uint32_t most = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t cost = costs[i] == WENDI_UNREACHED ? 0 : costs[i];
        most = cost > most ? cost : most;
    }
    int16_t shift = 0;
    while (((uint64_t)most + ((uint64_t)1 << shift) - 1) >> shift >= WENDI_NO_PATH) shift++;
    return shift;
}

bool wendi_matrix_set_costs(wendi_matrix* matrix, const uint32_t* costs) {
    if (matrix->count == 0) return false;
    const size_t entries = (size_t)matrix->count * (size_t)matrix->count;
    const int16_t shift = shift_for(costs, entries);
    const uint64_t up = ((uint64_t)1 << shift) - 1;
    uint16_t* values = wendi_matrix_entries(matrix);
    uint32_t changed = matrix->shift != shift;
    matrix->shift = shift;
    for (size_t i = 0; i < entries; i++) {
        const uint16_t entry =
            costs[i] == WENDI_UNREACHED ? WENDI_NO_PATH : (uint16_t)((costs[i] + up) >> shift);
        changed |= values[i] ^ entry;
        values[i] = entry;
    }
    return changed;
}

int32_t wendi_matrix_set_row(wendi_matrix* matrix, int32_t slot, const uint32_t* costs) {
    const size_t count = (size_t)matrix->count;
    const int16_t shift = shift_for(costs, count);
    const uint64_t up = ((uint64_t)1 << shift) - 1;
    uint16_t* row = wendi_matrix_entries(matrix) + (size_t)slot * count;
    WENDI_ASSERT(slot >= 0 && slot < matrix->count);
    for (size_t i = 0; i < count; i++) // another version may look which nodes reach which
        __atomic_store_n(&row[i],
                         costs[i] == WENDI_UNREACHED ? WENDI_NO_PATH : (uint16_t)((costs[i] + up) >> shift),
                         __ATOMIC_RELAXED);
    return shift;
}

// Returns true when anything changed.
static bool fill(wendi_matrix* matrix, const uint32_t* nodes, const uint32_t* costs) {
    bool changed = wendi_matrix_set_costs(matrix, costs);
    for (int32_t i = 0; i < matrix->count; i++) {
        changed |= matrix->nodes[i] != nodes[i];
        matrix->nodes[i] = nodes[i];
    }
    return changed;
}

wend_result wendi_matrix_make(const wend_allocator* allocator, const uint32_t* nodes, int32_t count,
                              wendi_matrix* out) {
    wendi_matrix made = {.count = count};
    if (count > 0) {
        wend_result result = give_memory(&made, allocator);
        if (result != WEND_OK) return result;
        memcpy(made.nodes, nodes, (size_t)count * sizeof *nodes);
    }
    *out = made;
    return WEND_OK;
}

wend_result wendi_matrix_set(wendi_matrix* matrix, const wend_allocator* allocator, const uint32_t* nodes,
                             const uint32_t* costs, int32_t count, bool* changed_opt) {
    bool changed = matrix->count != count;
    WENDI_ASSERT(!matrix->borrowed);
    if (changed) {
        wendi_matrix made;
        wend_result result = wendi_matrix_make(allocator, nodes, count, &made);
        if (result != WEND_OK) return result;
        wendi_matrix_free(matrix, allocator);
        *matrix = made;
    }
    if (count > 0) changed |= fill(matrix, nodes, costs);
    if (changed_opt) *changed_opt = changed;
    return WEND_OK;
}

uint64_t wendi_sum_of_matrix(const wendi_matrix* matrix, uint64_t seed) {
    const size_t count = (size_t)matrix->count;
    if (wendi_has_file_order())
        return XXH3_64bits_withSeed(matrix->nodes, wendi_matrix_used_bytes(matrix->count), seed);
    XXH3_state_t sum = {.seed = 0};
    XXH3_64bits_reset_withSeed(&sum, seed);
    wendi_sum_add(&sum, matrix->nodes, count, &wendi_u32);
    if (count > 0) wendi_sum_add(&sum, matrix->nodes + count, count * count, &wendi_u16);
    return XXH3_64bits_digest(&sum);
}
