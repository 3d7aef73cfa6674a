// assemble.h: how do the parts of a world come together?
#ifndef WENDI_ASSEMBLE_H
#define WENDI_ASSEMBLE_H
#include "bake/bake.h"

/// The components of the whole map. An open label of a part has the number bases[part] + label; components
/// are sets of them, and labels that are not open.
typedef struct wendi_joined {
    uint32_t* bases; // by part; one more entry for the end
    size_t part_count;
    uint32_t* parent;  // by number: the sets (core/containers.h)
    uint32_t* numbers; // by root: the label in the file; UINT32_MAX: not met yet
    size_t open_count;
    int64_t component_count, largest;
    uint32_t label_count; // labels in the file that were given so far
} wendi_joined;

/// What the parts say together, by level - 1.
typedef struct wendi_totals {
    int32_t level_count;
    int64_t node_count, edge_count;
    int64_t closed_count, closed_largest;
    uint64_t matrices_size, part_label_count, open_count;
} wendi_totals;

/// Reads the beginning of all parts. Errors: IO, FORMAT.
wend_result wendi_find_totals(const wend_bake* bake, wendi_totals* out, wend_error* error_opt);
/// Joins the components of all parts, in memory that the allocator's owner frees. Errors: IO, MEMORY, LIMIT.
wend_result wendi_join_parts(const wend_bake* bake, const wendi_totals* totals,
                             const wend_allocator* allocator, wendi_joined* out, wend_error* error_opt);
#endif
