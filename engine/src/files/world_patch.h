// world_patch.h: how do the changes of a world become a patch file, and how does a world that is opened get
// them?
#ifndef WENDI_WORLD_PATCH_H
#define WENDI_WORLD_PATCH_H
#include "files/patch.h"
#include "hierarchy/world.h"

// ---- how does a world that is being opened get the changes of its patches?
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
#endif
