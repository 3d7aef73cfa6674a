// world_profiles.h: how are the profiles of a world stored in its file?
#ifndef WENDI_WORLD_PROFILES_H
#define WENDI_WORLD_PROFILES_H
#include "files/world_stream.h"
#include "hierarchy/world.h"

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
