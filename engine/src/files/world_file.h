// world_file.h: what does a world keep of the file that it was opened from?
#ifndef WENDI_WORLD_FILE_H
#define WENDI_WORLD_FILE_H
#include <stdatomic.h>

#include "files/cluster_check.h"
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
#endif
