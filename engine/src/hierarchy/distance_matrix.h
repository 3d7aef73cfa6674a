// distance_matrix.h: how are the costs between the nodes of a cluster stored?
//
// A matrix holds the cost from each node of a cluster to each other node, along paths inside the cluster.
// Costs have 16 bits and a shift that is common to the matrix. They are rounded up, so a path of at most the
// stored cost exists.
#ifndef WENDI_DISTANCE_MATRIX_H
#define WENDI_DISTANCE_MATRIX_H
#include "core/file_order.h"
#include "kernel/passability_bits.h"
#include "store/table.h"

typedef struct wendi_matrix { // without nodes it has no memory
    uint32_t* nodes;          // ascending; the costs follow them in memory
    int32_t count;
    int16_t shift;
    bool owns_memory; // one use of it (store/table.h); false: it is part of a larger block, or borrowed
    bool borrowed;    // its memory is that of an equal matrix of another profile (profiles.c)
} wendi_matrix;

enum { WENDI_NO_PATH = UINT16_MAX, WENDI_MAX_SHIFT = 16 }; // NO_PATH: none inside; costs fit 32 bits

/// Entries of row i: the costs from node i to each node, before the shift.
static inline const uint16_t* wendi_matrix_row(const wendi_matrix* matrix, int32_t i) {
    WENDI_ASSERT(i >= 0 && i < matrix->count);
    return (const uint16_t*)(matrix->nodes + matrix->count) + (size_t)i * (size_t)matrix->count;
}
static inline uint16_t* wendi_matrix_entries(wendi_matrix* matrix) {
    return (uint16_t*)(matrix->nodes + matrix->count);
}
/// Cost from node i to node k; WENDI_UNREACHED: no path inside the cluster.
static inline uint32_t wendi_matrix_cost(const wendi_matrix* matrix, int32_t i, int32_t k) {
    WENDI_ASSERT(k >= 0 && k < matrix->count && matrix->shift >= 0 && matrix->shift <= WENDI_MAX_SHIFT);
    uint16_t entry = wendi_matrix_row(matrix, i)[k];
    return entry == WENDI_NO_PATH ? WENDI_UNREACHED : (uint32_t)entry << matrix->shift;
}
/// True when a path leads from node i to node k; also while a thread stores the costs.
static inline bool wendi_has_path(const wendi_matrix* matrix, int32_t i, int32_t k) {
    return __atomic_load_n(&wendi_matrix_row(matrix, i)[k], __ATOMIC_RELAXED) != WENDI_NO_PATH;
}
/// Slot of a node in an ascending list; -1: not in the list.
int32_t wendi_slot_of(const uint32_t* nodes, int32_t count, uint32_t node);
/// The first slot of a node with this number or a higher one; the number of nodes: there is none.
int32_t wendi_matrix_slot_from(const wendi_matrix* matrix, uint32_t node);
static inline int32_t wendi_matrix_slot(const wendi_matrix* matrix, uint32_t node) {
    return wendi_slot_of(matrix->nodes, matrix->count, node);
}

/// Vector loads may read this many bytes past the end of a row.
enum { WENDI_ROW_OVERREAD = 16 };
/// Bytes of nodes and entries; with the gap that aligns what follows.
static inline size_t wendi_matrix_used_bytes(int32_t count) {
    return (size_t)count * (sizeof(uint32_t) + (size_t)count * sizeof(uint16_t));
}
size_t wendi_matrix_bytes(int32_t count);
/// Turns nodes and costs from the order of the machine into that of files, or back.
static inline void wendi_matrix_reorder(uint32_t* nodes, int32_t count) {
    wendi_reorder(nodes, (size_t)count, &wendi_u32);
    wendi_reorder(nodes + count, (size_t)count * (size_t)count, &wendi_u16);
}
/// Replaces nodes and costs of a matrix that is not borrowed; costs has count x count entries,
/// WENDI_UNREACHED where there is no path. *changed_opt: true when anything differs from before. Errors:
/// MEMORY; the matrix is then unchanged.
wend_result wendi_matrix_set(wendi_matrix* matrix, const wend_allocator* allocator, const uint32_t* nodes,
                             const uint32_t* costs, int32_t count, bool* changed_opt);
/// A matrix with these nodes in new memory. Its costs are undefined. Errors: MEMORY.
wend_result wendi_matrix_make(const wend_allocator* allocator, const uint32_t* nodes, int32_t count,
                              wendi_matrix* out);
/// Replaces the costs of a matrix that has nodes; returns true when any differs from before.
bool wendi_matrix_set_costs(wendi_matrix* matrix, const uint32_t* costs);
/// Replaces the costs from one node, without a look at the others, whose shift may differ. Returns the least
/// shift of the row.
int32_t wendi_matrix_set_row(wendi_matrix* matrix, int32_t slot, const uint32_t* costs);
/// Copies the contents of a matrix with the same count.
void wendi_matrix_copy(wendi_matrix* matrix, const wendi_matrix* from);
/// The checksum of nodes and costs, which follow each other, as files hold them.
uint64_t wendi_sum_of_matrix(const wendi_matrix* matrix, uint64_t seed);
bool wendi_matrix_equal(const wendi_matrix* a, const wendi_matrix* b);
/// Gives a matrix whose memory others use memory of its own, with the same costs. Errors: MEMORY.
wend_result wendi_matrix_separate(wendi_matrix* matrix, const wend_allocator* allocator);
void wendi_matrix_free(wendi_matrix* matrix, const wend_allocator* allocator);
/// What tables of matrices hold: copies use the same memory.
extern const wendi_item_kind wendi_matrix_items;
#endif
