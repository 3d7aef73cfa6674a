// world_file.h: how are .wend files opened and saved, and what do they store about their source?
#ifndef WORLD_FILE_H
#define WORLD_FILE_H
#include "cli.h"
#include "json.h"
#include "options.h"
#include "world_source.h"

/// The row of --patch, for arguments with an option_list patches.
#define PATCH_OPTION(type)                                                                                   \
    OPT_LIST(                                                                                                \
        "patch", "FILE",                                                                                     \
        "edits of WORLD that wend edit --patch wrote; may be repeated, in the order in which they were "     \
        "made",                                                                                              \
        offsetof(type, patches))

/// Opens a world with its patches, and verifies it. A large one, and one with patches, is mapped; without
/// patches_opt it is always read. Returns CLI_OK or an exit code, the reason
/// printed; for a map, the message suggests bake.
int world_open(const char* file, const option_list* patches_opt, wend_world** out);

/// Likewise, but maps the file (wend_world_map): for commands that read a small part of the world. When the
/// file is cut meanwhile, the program ends with a message and CLI_RESOURCE.
int world_map(const char* file, const option_list* patches_opt, wend_world** out);
/// CLI_OK, or the exit code of a call that has failed on a world, the reason printed: the part of its file
/// that is damaged, or what was being done and why that failed.
int world_result(const wend_world* world, const char* what, wend_result result);

/// Saves a world; the old file stays until the new one is complete. Returns CLI_OK or an exit code, the
/// reason printed.
int world_save(const wend_world* world, const char* file);

/// The most that an index of subgoals may take: two bytes a tile, and 64 KB on small maps.
size_t world_subgoal_limit(const wend_world* world);
/// Why a world has no such index: "they would take more than two bytes a tile", or the maps they are for.
const char* world_subgoal_refusal(wend_result result);
/// "none", "kept", "removed by an edit", in the order of wend_subgoal_state.
extern const char* const world_subgoal_names[];

/// "8", "4", "8cut", "hex-odd-r" and so on: NULL past the last. In the order of wend_connectivity.
extern const char* const world_connectivity_names[];

/// The options with which bake makes a map of this connectivity: "" or " --move 4" and so on.
const char* world_move_options(wend_connectivity connectivity);

/// output_check for a world: does not overwrite another kind of file either, such as an image that the map
/// names, unless its name ends in .wend.
int world_output_check(const char* file, const char* input_opt);

/// True when something exists under this name that is not a world: its first bytes are others.
bool world_file_is_other(const char* file);
/// CLI_OK, or an exit code with the message printed: a file that should be a map is a world.
int world_check_map(const char* file);
/// Adds `patches`: the names of patch files.
void patches_json(cJSON* object, const option_list* patches);
/// Size of a file; -1: the system cannot say.
int64_t world_file_bytes(const char* file);

#endif
