// profile_file.h: how are profiles stored in a .wend file? docs/file-format.md describes it byte by byte.
#ifndef WENDI_PROFILE_FILE_H
#define WENDI_PROFILE_FILE_H
#include "hierarchy/world.h"
#include "hierarchy/world_stream.h"

/// Sizes of the two sections; 0 for a world without profiles.
uint64_t wendi_file_profiles_size(const wend_world* world);
uint64_t wendi_file_profile_matrices_size(const wend_world* world);
/// counts: of each view, by profile - 1.
void wendi_put_profiles(wendi_writer* writer, const wend_world* world, const wend_world_counts* counts);
void wendi_put_profile_matrices(wendi_writer* writer, const wend_world* world);
/// Reads both sections into a world that is complete but for its profiles. Errors: FORMAT, IO, MEMORY; the
/// profiles may then be incomplete.
wend_result wendi_get_profiles(wendi_reader* reader, wend_world* world);

// ---- what worlds and views share (world_open.c)

/// What a file states about a graph.
typedef struct wendi_graph_record {
    int32_t wanted_levels;
    wend_world_counts counts;
} wendi_graph_record;

/// Sets the counts of a world that has its matrices. Errors: FORMAT.
wend_result wendi_set_counts(wendi_reader* reader, const wendi_graph_record* record, uint64_t matrices_size,
                             wend_world* world);
#endif
