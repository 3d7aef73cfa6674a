// world_file.h: what does a world keep of the file that it was opened from, and how do the sections of the
// file become its parts?
#ifndef WENDI_WORLD_FILE_H
#define WENDI_WORLD_FILE_H
#include <stdatomic.h>

#include "files/cluster_check.h"
#include "files/world_stream.h"
#include "hierarchy/world.h"

/// The file of a world and of all its versions, and the patches that it was opened with.
typedef struct wendi_world_file {
    wend_allocator allocator;
    char* bytes; // where tiles, node sets, matrices and labels lie
    size_t size;
    bool is_mapped;
    char* view;              // the same bytes as they are in a mapped file; NULL: the file is not mapped
    atomic_bool is_verified; // so are all sections of the mapped file
    uint64_t id;             // checksum of the header
    wendi_stored_clusters* stored; // where its clusters are stored
    size_t stored_bytes;
    wendi_patch* patches; // in their order
    int32_t patch_count;
} wendi_world_file;

/// Zeros for a world that was not opened from a file.
wendi_world_file* wendi_file_of(const wend_world* world);
/// Gives a world that is being opened its file, yet empty. Errors: MEMORY.
wend_result wendi_world_file_begin(wend_world* world);
/// From now on versions of the world share its file, which is open.
void wendi_world_file_complete(wend_world* world);
/// Maps a world without its subgoals, and so without reading all of it. Errors: as wend_world_map.
wend_result wendi_world_map_for_stream(const char* file, const wend_allocator* allocator_opt,
                                       wend_world** out, wend_error* error_opt);

// ---- original classes (world_verify.c)

/// Makes the tiles of a mapped file the original classes: without a copy.
void wendi_original_is_file(wend_world* world);
/// Copies the present tiles as the original classes. Errors: MEMORY.
wend_result wendi_copy_original(wend_world* world);
/// Bytes of the original classes in a file.
size_t wendi_original_size(const wend_world* world);

// ---- how does a world that is being opened get the changes of its patches? (world_patch.c)
//
// Every function handles all patches of the world, in their order; without patches it changes nothing. What
// comes from a patch is checked where the same from the world's file would be: clusters when they are first
// touched, all else at once. Errors name the patch.

/// Reads the patches of a world whose file_id is set. name: of its file, for messages. Errors: IO, FORMAT
/// (also a patch of another world, or in the wrong order), UNSUPPORTED, MEMORY.
wend_result wendi_patches_read(wend_world* world, const char* name, const char* const* files, int32_t count,
                               wend_error* error_opt);
/// Number of tiles of each class, and the costs of the classes. opened: those of the world's file.
const int64_t* wendi_patched_class_counts(const wend_world* world, const int64_t* opened);
const float* wendi_patched_costs(const wend_world* world, const float* opened);
/// The number of labels of components.
uint32_t wendi_patched_label_count(const wend_world* world, uint32_t opened);
/// True when the original classes are the tiles of the world's file.
bool wendi_patches_have_original(const wend_world* world);
/// True when a patch changes tiles.
bool wendi_patches_change_tiles(const wend_world* world);
/// Writes tiles. The grid has the size of the map. Errors: FORMAT.
wend_result wendi_patches_put_tiles(const wend_world* world, wend_grid* grid, int32_t cluster_size,
                                    int32_t level_count, wend_error* error_opt);
/// Writes elevations, where patches change them, into memory of the grid, which has its relief. Errors:
/// FORMAT, MEMORY.
wend_result wendi_patches_put_elevations(const wend_world* world, wend_grid* grid, int32_t cluster_size,
                                         wend_error* error_opt);
/// The patch whose links take the place of those of the world's file; NULL: none.
const wendi_patch* wendi_patch_of_links(const wend_world* world);
/// True when a patch replaces a page of closed steps.
bool wendi_patches_hold_page(const wend_world* world, uint32_t page);
/// Adds the closed steps of these pages. wendi_exits_derive must follow. Errors: FORMAT, MEMORY.
wend_result wendi_patches_put_exits(const wend_world* world, wend_grid* grid, wend_error* error_opt);
/// Writes node sets.
void wendi_patches_put_nodes(wend_world* world);
/// Notes which labels lie in files, and unites components. Errors: FORMAT, MEMORY.
wend_result wendi_patches_put_components(wend_world* world, wend_error* error_opt);
/// Replaces the one-way connections of changed clusters. Errors: MEMORY, LIMIT.
wend_result wendi_patches_put_one_ways(wend_world* world);

// ---- how do the sections of a file become the parts of a world?

/// Reads the map with what lies on it into a world without a grid. Errors: FORMAT, IO, MEMORY.
wend_result wendi_read_grid(const wendi_reader* r, const wendi_map_section* map, wend_world* world);
/// Gives a world with a grid its abstract graph and components. Errors: FORMAT, IO, MEMORY.
wend_result wendi_read_graph(const wendi_reader* r, const wendi_map_section* map, wend_world* world);

// ---- profiles (world_profiles.c)

/// counts: of each view, by profile - 1.
void wendi_put_profiles(wendi_writer* writer, const wend_world* world, const wend_world_counts* counts);

void wendi_put_profile_matrices(wendi_writer* writer, const wend_world* world);

void wendi_put_profile_slopes(wendi_writer* writer, const wend_world* world);

/// Reads these sections into a world that is complete but for its profiles. Errors: FORMAT, IO, MEMORY; the
/// profiles may then be incomplete.
wend_result wendi_get_profiles(const wendi_reader* reader, wend_world* world);

// ---- what worlds and views share (open_graph.c)

/// Sets the counts that a file states of a world that has its matrices, with not more edges than a number.
/// Errors: FORMAT.
wend_result wendi_set_counts(const wendi_reader* reader, const wend_world_counts* counts, uint64_t most_edges,
                             wend_world* world);
#endif
