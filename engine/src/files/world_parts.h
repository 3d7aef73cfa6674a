// world_parts.h: how do the sections of a .wend file become the parts of a world?
#ifndef WENDI_WORLD_PARTS_H
#define WENDI_WORLD_PARTS_H
#include "files/world_stream.h"
#include "hierarchy/world.h"

/// A section that the world uses in place.
static inline char* wendi_section_bytes(const wendi_reader* r, uint32_t kind) {
    return (char*)r->bytes + r->table[kind - 1].offset; // the caller's own memory
}
/// 0: also without such a section.
static inline uint64_t wendi_section_size(const wendi_reader* r, uint32_t kind) {
    return kind <= r->section_count ? r->table[kind - 1].size : 0;
}
/// Compares a section with its checksum. Errors: FORMAT, IO.
wend_result wendi_verify_section(wendi_reader* r, uint32_t kind);

/// Reads the map with what lies on it into a world without a grid. Errors: FORMAT, IO, MEMORY.
wend_result wendi_read_grid(wendi_reader* r, const wendi_map_section* map, wend_world* world);
/// Gives a world with a grid its abstract graph and components. Errors: FORMAT, IO, MEMORY.
wend_result wendi_read_graph(wendi_reader* r, const wendi_map_section* map, wend_world* world);

// ---- profiles (world_profiles.c)

/// Sizes of the two sections; 0 for a world without profiles.
uint64_t wendi_file_profiles_size(const wend_world* world);

uint64_t wendi_file_profile_matrices_size(const wend_world* world);

/// 0: no profile has slopes of its own.
uint64_t wendi_file_profile_slopes_size(const wend_world* world);

/// counts: of each view, by profile - 1.
void wendi_put_profiles(wendi_writer* writer, const wend_world* world, const wend_world_counts* counts);

void wendi_put_profile_matrices(wendi_writer* writer, const wend_world* world);

void wendi_put_profile_slopes(wendi_writer* writer, const wend_world* world);

/// Reads these sections into a world that is complete but for its profiles. Errors: FORMAT, IO, MEMORY; the
/// profiles may then be incomplete.
wend_result wendi_get_profiles(wendi_reader* reader, wend_world* world);

// ---- what worlds and views share (open_graph.c)

/// What a file states about a graph.
typedef struct wendi_graph_record {
    int32_t wanted_levels;
    wend_world_counts counts;
} wendi_graph_record;

/// Sets the counts of a world that has its matrices. Errors: FORMAT.
wend_result wendi_set_counts(wendi_reader* reader, const wendi_graph_record* record, uint64_t matrices_size,
                             wend_world* world);
#endif
