// assemble.h: how do the parts of a world come together?
#ifndef WENDI_ASSEMBLE_H
#define WENDI_ASSEMBLE_H
#include "bake/bake.h"

/// The components of the whole map. An open label of a part has the number bases[part] + label; components
/// are sets of them, and labels that are not open.
typedef struct wendi_joined {
    uint32_t* bases; // by part; one more entry for the end
    size_t part_count;
    uint32_t* parent;  // by number
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
/// The root of an open label.
uint32_t wendi_joined_root(wendi_joined* joined, uint32_t number);

/// A section that is written in order while others are written, too.
typedef struct wendi_section_out {
    const wend_bake* bake;
    wend_allocator allocator; // of the buffer
    wendi_writer writer;      // what it takes is written here
    uint64_t begin, at;       // in the file
    char* buffer;
    size_t used;
    int error; // of the system
} wendi_section_out;
enum { WENDI_SECTION_BUFFER = 1 << 19 };

/// It stays at its place. Errors: MEMORY.
wend_result wendi_section_begin(const wend_bake* bake, const wend_allocator* allocator, uint64_t at,
                                wendi_section_out* out);
/// Writes the gap behind the section. Errors: IO.
wend_result wendi_section_end(wendi_section_out* section, uint32_t kind, wendi_section* entry_out,
                              wend_error* error_opt);

/// The nodes of a level above those of the first tier, ascending, without those that clusters beyond the
/// right and the lower line also list.
typedef struct wendi_high_nodes {
    uint32_t* nodes;
    size_t capacity, count, next;
} wendi_high_nodes;
#endif
