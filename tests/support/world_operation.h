// world_operation.h: a random sequence of what a program may do to a world: edits, links, class costs,
// refreshes, files. Each operation is plain data, so that it can be printed and done again, and is done to
// the world and to a plain model of it.
#ifndef WEND_TEST_WORLD_OPERATION_H
#define WEND_TEST_WORLD_OPERATION_H
#include "maps.h"
#include "plain_map.h"

enum { MODEL_PROFILES = 4, OPERATION_EDITS = 4 };

/// What a world should be, as plain data.
typedef struct world_model {
    map_recipe recipe;
    plain_map map;
    wend_profile_def profiles[MODEL_PROFILES]; // those after profile 0
    int32_t profile_count;
    bool declares_range; // of costs
    float least, greatest;
    bool has_margin;        // of a profile: its costs may not fit
    int32_t classes;        // 1 .. classes had costs
    uint64_t changes;       // since the world was built or opened
    bool refreshed, mapped; // of the world as it is now
    int32_t patches;        // of the mapped file
    wend_world* kept;       // another version, which must stay as it is; NULL: none
    uint64_t kept_hash;     // 0: its file is checked when it is used
    bool by_file;           // it is mostly mapped, patched and streamed, and levels come and go
} world_model;

typedef enum operation_kind {
    OPERATION_EDIT,
    OPERATION_ADD_LINK,
    OPERATION_REMOVE_LINK,
    OPERATION_SET_LINK,
    OPERATION_CLASS_COST,
    OPERATION_REFRESH,       // so many clusters
    OPERATION_REFRESH_NEAR,  // within a budget
    OPERATION_OPEN,          // saved to memory and opened from there
    OPERATION_MAP,           // saved to a file and mapped from there
    OPERATION_PATCH,         // a mapped world: its changes saved as a patch, and mapped with it
    OPERATION_STREAM,        // saved to a file and streamed from there; by_file with some ground, else all
    OPERATION_LOAD,          // of a streamed world, an area
    OPERATION_UNLOAD,        // likewise
    OPERATION_SET_LINK_COST, // for a profile
    OPERATION_FORK,          // goes on with the fork or beside it, or beside a snapshot; keeps the other one
    OPERATION_KIND_COUNT
} operation_kind;

typedef struct world_operation {
    operation_kind kind;
    wend_edit edits[OPERATION_EDITS];
    int32_t edit_count;
    wend_link link; // for ADD_LINK; id, cost and enabled for the others
    int32_t profile;
    uint8_t terrain_class;
    float cost;
    int32_t clusters; // for REFRESH and FORK
    wend_tile tile;   // for REFRESH_NEAR
    int64_t budget_us;
    wend_rect area; // for STREAM, LOAD and UNLOAD
} world_operation;

/// A small random map with its world and the model of it, all by a seed.
wend_world* world_model_make(world_model* model, uint64_t seed, int32_t most_side, bool by_file);
void world_model_free(world_model* model);
/// A new world of the model as it is.
wend_world* world_model_build(const world_model* model);

world_operation world_operation_draw(const world_model* model, rng* random);
/// True when ground of a streamed world is not loaded.
bool world_has_gaps(const wend_world* world);
/// Loads all ground of a streamed world.
wend_result world_load_all(wend_world* world);

/// Does it to both. NULL: the world accepted or refused it as it should, or needs ground that is not loaded.
/// Otherwise what is wrong. May replace the world.
const char* world_operation_do(const world_operation* operation, world_model* model, wend_world** world_io);
#endif
