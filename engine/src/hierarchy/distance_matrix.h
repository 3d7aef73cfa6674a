// distance_matrix.h: the table of a cell: its nodes, and the cost from each to each by ways inside the cell.
// Costs are stored in 16 bits with a shift common to the cell, rounded up, so a way of the stored cost
// exists.
#ifndef WENDI_DISTANCE_MATRIX_H
#define WENDI_DISTANCE_MATRIX_H
#include "kernel/cluster_distance.h"

typedef struct wendi_matrix { // no memory when there are no nodes
    uint32_t* nodes;          // ascending; the matrix follows them
    int32_t count;
    int16_t shift;
    bool own; // its memory is its own, not part of a larger block
} wendi_matrix;

enum { WENDI_NO_WAY = UINT16_MAX, WENDI_MAX_SHIFT = 16 }; // entry of the matrix; costs fit 32 bits

/// What the matrix holds from node i on to each node, before the shift.
static inline const uint16_t* wendi_matrix_row(const wendi_matrix* matrix, int32_t i) {
    WENDI_ASSERT(i >= 0 && i < matrix->count);
    return (const uint16_t*)(matrix->nodes + matrix->count) + (size_t)i * (size_t)matrix->count;
}
/// Cost from node i to node k; WENDI_UNREACHED: no way inside.
static inline uint32_t wendi_matrix_cost(const wendi_matrix* matrix, int32_t i, int32_t k) {
    WENDI_ASSERT(k >= 0 && k < matrix->count && matrix->shift >= 0 && matrix->shift <= WENDI_MAX_SHIFT);
    uint16_t entry = wendi_matrix_row(matrix, i)[k];
    return entry == WENDI_NO_WAY ? WENDI_UNREACHED : (uint32_t)entry << matrix->shift;
}
/// Place of a node among some ascending ones; -1: it is none of them.
int32_t wendi_slot_of(const uint32_t* nodes, int32_t count, uint32_t node);
static inline int32_t wendi_matrix_slot(const wendi_matrix* matrix, uint32_t node) {
    return wendi_slot_of(matrix->nodes, matrix->count, node);
}

/// Rows may be read so many bytes past their end.
enum { WENDI_ROW_OVERREAD = 16 };
size_t wendi_matrix_bytes(int32_t count);
/// Replaces a table by nodes and a matrix of count x count costs, WENDI_UNREACHED among them. *changed_opt
/// tells if any of it is new. Errors: MEMORY, and the table is as it was.
wend_result wendi_matrix_set(wendi_matrix* matrix, const wend_allocator* allocator, const uint32_t* nodes,
                             const uint32_t* costs, int32_t count, bool* changed_opt);
/// Takes on what another table of the same count holds.
void wendi_matrix_copy(wendi_matrix* matrix, const wendi_matrix* from);
bool wendi_matrix_equal(const wendi_matrix* a, const wendi_matrix* b);
void wendi_matrix_free(wendi_matrix* matrix, const wend_allocator* allocator);
#endif
