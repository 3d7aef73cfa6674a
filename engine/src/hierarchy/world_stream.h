// world_stream.h: how are the sections of a .wend file written and read, piece by piece, with their
// checksums?
#ifndef WENDI_WORLD_STREAM_H
#define WENDI_WORLD_STREAM_H
#include <stdio.h>

#include "core/file_order.h"
#include "hierarchy/abstract_graph.h"

enum {
    WENDI_SECTION_MAP = 1,
    WENDI_SECTION_COSTS,
    WENDI_SECTION_TILES,
    WENDI_SECTION_METADATA,
    WENDI_SECTION_MATRICES,
    WENDI_SECTION_ORIGINAL,
    WENDI_SECTION_EXITS,
    WENDI_SECTION_LINKS,
    WENDI_SECTION_PROFILES,
    WENDI_SECTION_PROFILE_MATRICES,
    WENDI_SECTION_NODES,
    WENDI_SECTION_DIRECTORY,
    WENDI_SECTION_LABELS,
    WENDI_SECTION_ONE_WAYS,
    WENDI_SECTION_COUNT = WENDI_SECTION_ONE_WAYS,
    WENDI_SECTION_SUBGOALS, // only where the world has subgoals, or an edit has removed them; else empty
    WENDI_SECTION_RELIEF,   // only where the grid has one
    WENDI_MOST_SECTIONS = WENDI_SECTION_RELIEF
};
enum { WENDI_FILE_ALIGNMENT = 64 };

typedef struct wendi_section {
    uint32_t kind;
    uint32_t zero;
    uint64_t offset;   // a multiple of the alignment; the gap before the next section holds zeros
    uint64_t size;     // bytes, without the gap
    uint64_t checksum; // of the section and its gap
} wendi_section;
_Static_assert(sizeof(wendi_section) == 32, "layout of the file");
static const wendi_layout wendi_section_layout = {32, {{2, 4}, {3, 8}}};

/// The size of a section with its gap.
static inline uint64_t wendi_file_aligned(uint64_t size) {
    return (size + WENDI_FILE_ALIGNMENT - 1) / WENDI_FILE_ALIGNMENT * WENDI_FILE_ALIGNMENT;
}

// ---- writing

typedef struct wendi_writer {
    wend_write_fn* write; // NULL: only the checksum is wanted
    void* context;
    XXH3_state_t checksum;
    wend_result result; // of the first write that failed
} wendi_writer;

void wendi_put(wendi_writer* writer, const void* bytes, size_t size);
/// Numbers, in the order of files.
void wendi_put_records(wendi_writer* writer, const void* records, size_t count, const wendi_layout* layout);
/// The nodes of a matrix, and its costs.
void wendi_put_nodes(wendi_writer* writer, const wendi_matrix* matrix);
void wendi_put_costs(wendi_writer* writer, const wendi_matrix* matrix);
/// The shift and the costs; nothing for a matrix without nodes.
void wendi_put_matrix(wendi_writer* writer, const wendi_matrix* matrix);
/// Bytes that wendi_put_matrix writes.
uint64_t wendi_file_matrix_bytes(const wendi_matrix* matrix);
/// Bytes of all distance matrices.
uint64_t wendi_file_graph_bytes(const wendi_graph* graph);

// ---- reading

/// Where the bytes come from: a stream, or memory.
typedef struct wendi_reader {
    FILE* stream;      // NULL: memory
    const char* bytes; // in memory
    uint64_t size;     // of the file
    uint64_t at;       // the next byte in memory
    const char* name;
    wend_error* error;
    wendi_section table[WENDI_MOST_SECTIONS];
    uint32_t section_count;
    bool leaves_subgoals; // where they are
    uint64_t id;          // checksum of the header
    const char* const* patches;
    int32_t patch_count;
    XXH3_state_t checksum;
} wendi_reader;

wend_result wendi_damaged(const wendi_reader* reader, const char* what);
wend_result wendi_system_failure(const wendi_reader* reader);
/// Reads up to size bytes, without a checksum, and returns how many there were.
size_t wendi_take(wendi_reader* reader, void* bytes, size_t size);
/// Errors: FORMAT (the file is too short), IO.
wend_result wendi_get(wendi_reader* reader, void* bytes, size_t size);
/// Numbers, in the order of the machine. Errors: FORMAT, IO.
wend_result wendi_get_records(wendi_reader* reader, void* records, size_t count, const wendi_layout* layout);
/// Reads what wendi_put_matrix wrote to a matrix with the same nodes. Errors: FORMAT, IO.
wend_result wendi_get_matrix(wendi_reader* reader, wendi_matrix* matrix);
/// Reads the whole file, from its first byte on. Errors: FORMAT, IO.
wend_result wendi_read_all(wendi_reader* reader, void* bytes);
/// Goes to a section. Errors: IO.
wend_result wendi_begin_section(wendi_reader* reader, uint32_t kind);
/// Reads the gap after a section and compares the checksum. Errors: FORMAT, IO.
wend_result wendi_end_section(wendi_reader* reader, uint32_t kind);
/// Reads a section that is a list of records. Errors: FORMAT, IO.
wend_result wendi_get_section(wendi_reader* reader, uint32_t kind, const wendi_layout* layout, void* records);
#endif
