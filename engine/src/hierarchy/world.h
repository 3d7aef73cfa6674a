// world.h: what does a world consist of?
#ifndef WENDI_WORLD_H
#define WENDI_WORLD_H
#include <stdatomic.h>

#include "grid/derived_grid.h"
#include "hierarchy/changes.h"
#include "hierarchy/component.h"
#include "wend/search.h"
#include "wend/world.h"

// ---- what does a world keep of each of its profiles?

typedef struct wendi_profile {
    char name[WEND_MAX_PROFILE_NAME + 1];
    wend_profile_def def; // its name is the one above
    wendi_derivation derivation;
    wend_world* view; // a complete, separate world without profiles
} wendi_profile;

typedef struct wendi_profiles { // of a world; zeros: none
    wendi_profile* data;        // data[i] is profile i + 1
    int32_t count;              // without profile 0, the world itself
} wendi_profiles;

// ---- where does the map of a world have ground?

enum { WENDI_FAR_GROUND = 1 << 29 }; // the greatest column and row

/// Rectangles that do not meet, in columns and rows of the map; none: the whole grid is ground.
WENDI_LIST(wendi_ground_list, wend_rect);

// ---- what does a world consist of?

struct wendi_pass;
struct wendi_subgoal_graph;

struct wend_world {
    wend_allocator allocator;
    wend_grid* grid;
    wendi_ground_list ground;
    wendi_graph graph;
    wendi_components components;
    int64_t edge_count;     // valid while components.counted is true
    int32_t wanted_levels;  // requested; the graph has fewer where costs would overflow
    bool refreshed;         // no cluster is pending
    bool is_snapshot;       // it never changes
    uint64_t version;       // number of successful edits
    uint64_t other_version; // of the last one that changed more than tiles
    uint64_t id;            // differs from that of any other world, also of an earlier one in the same memory
    char* metadata;         // zero-terminated, metadata_size bytes without the zero
    size_t metadata_size;
    wendi_profiles profiles;
    const wend_world* base;     // of a view: the world that it is derived from; otherwise NULL
    int32_t base_profile;       // the profile there
    const uint8_t* original;    // original class of every tile; NULL: not kept
    wendi_shared* original_use; // whose memory they are; NULL: they lie in the file
    int64_t original_stride;    // from one row of them to the next
    wendi_shared* file; // what it was opened from, and what its clusters lie in; NULL: built, or a view
    size_t file_bytes;  // in memory, without the tiles
    struct wendi_subgoal_graph* subgoals; // NULL: none was made since the last edit
    bool subgoals_removed;                // by an edit
    wendi_changes* changes_opt;           // since then; NULL: there is no file, or there are profiles
    // Whether it is there still, for those who follow it. NULL: nobody does. A thread that begins may set it.
    _Atomic(wendi_shared*) life;
};

/// True when a world was destroyed.
typedef struct wendi_life {
    atomic_bool ended;
} wendi_life;
/// What outlives a world, to be given back by wendi_shared_drop. Any number of threads may call it at once.
/// NULL: out of memory.
wendi_shared* wendi_world_life(const wend_world* world);
/// Fills a new world, whose map is given where it is the view of a profile.
typedef wend_result wendi_version_fn(const wend_world* world, const wend_grid* map_opt, void* context,
                                     wend_world* out);
/// Makes another version of a world and of its views, which a function fills. Errors: MEMORY, those of the
/// function.
wend_result wendi_world_version(const wend_world* world, wendi_version_fn* fill, void* context,
                                wend_world** out);
/// Exchanges all that two versions of one world consist of. Each keeps its identity, also that of its grid
/// and of the views of its profiles, and its version becomes the given one, as does that of its views.
void wendi_world_exchange(wend_world* a, wend_world* b, uint64_t version);

/// Creates a world without grid and graph; NULL: out of memory. wend_world_destroy frees it at any stage.
wend_world* wendi_world_new(const wend_allocator* allocator, const char* metadata, size_t metadata_size);
/// Builds graph and components of a new world. Errors: LIMIT, MEMORY, CANCELLED.
wend_result wendi_world_construct(wend_world* world, const wend_grid* grid, const wend_world_def* def);
/// The same with views of its profiles. The grid has the unit of costs that suits all.
wend_result wendi_world_construct_all(wend_world* world, const wend_grid* grid, const wend_world_def* def);
int64_t wendi_count_all_edges(const wend_world* world, const wend_grid* grid,
                              const struct wendi_pass* pass_opt);
/// Builds the requested levels that are missing, as far as costs fit. Errors: MEMORY; levels built before the
/// error stay.
wend_result wendi_world_add_levels(wend_world* world);
/// The world or view of a profile. [Range of profile: 0 .. profiles.count]
static inline wend_world* wendi_profile_world(wend_world* world, int32_t profile) {
    WENDI_ASSERT(profile >= 0 && profile <= world->profiles.count);
    return profile == 0 ? world : world->profiles.data[profile - 1].view;
}
/// Notes that a step in a cluster of level 1 may have changed in the latest version of the world.
static inline void wendi_note_change(wend_world* world, int32_t cluster) {
    WENDI_ASSERT(cluster >= 0 && cluster < wendi_cluster_count(&world->graph.clusters));
    *wendi_item(&world->graph.versions, cluster) = world->version;
}
/// False when the kind of an edit is unknown, tiles lie off the map, or the two tiles of a step or wall are
/// no neighbours.
bool wendi_is_valid_edit(const wend_grid* grid, const wend_edit* edit);
/// Removes the subgoal graph of a world whose tiles are about to change.
void wendi_drop_subgoals(wend_world* world);
/// New tiles for squares of a map, with a new cost table.
typedef struct wendi_rewrite {
    const wend_edit* squares; // wend_edit_tiles, whose class does not matter
    int32_t count;
    const uint8_t* classes;   // of the tiles of each square, row by row, stride apart
    int32_t stride;           // from one row to the next
    int32_t square_bytes;     // from one square to the next
    const float* class_costs; // in the unit that the grid has
    bool opens, blocks;       // some tile becomes passable, blocked
    const float* added;       // by class: what it costs more than the class below
    const uint8_t* bases;     // for profiles: by class, the one that it stands for; itself: all others
} wendi_rewrite;
/// Writes the squares as wend_world_edit does, to snapshots too, but leaves the distance matrices of the
/// clusters pending on all levels: the first query that needs one computes it. Errors: LIMIT (a cost does not
/// fit the integer unit; too many different costs for the margin of a profile), DAMAGED, MEMORY. The world is
/// then unchanged.
wend_result wendi_world_rewrite(wend_world* world, const wendi_rewrite* rewrite);
/// As wend_world_refresh, also of a world that is a snapshot to all others.
wend_result wendi_world_refresh(wend_world* world, int32_t max_clusters, bool* refreshed_opt);
/// True when no cluster of any profile is pending.
bool wendi_is_refreshed(const wend_world* world);
/// Begins the hash of a world, which then takes for each level, from level 1 on, those of its groups of node
/// sets and of clusters.
void wendi_hash_begin(XXH3_state_t* state, const wend_grid* grid, int32_t cluster_size, bool refreshed);
/// Adds a group, by the hashes of its clusters or by its node sets. Returns its hash, which is not 0.
uint64_t wendi_hash_group(XXH3_state_t* state, const uint64_t* hashes, int32_t count);
/// The hash of a cluster: of its matrix, unless that is pending, and on level 1 of the costs of its tiles and
/// the closed steps between them. Not 0.
uint64_t wendi_hash_cluster(const wendi_matrix* matrix_opt, const wend_grid* level_1_opt, wend_rect area);
bool wendi_valid_cluster_size(int32_t size);

/// wend_world_connected for tiles of the sheet (grid/floors.h).
bool wendi_world_connected(const wend_world* world, wend_tile from, wend_tile to);

// ---- how does a kind of agents see the map? (profiles.c)

/// Ends the sharing of a cluster's matrices. Errors: MEMORY; some may still be shared.
wend_result wendi_unshare_matrices_of(wend_world* world, int32_t level, int32_t cluster);

/// The first profile before this one whose matrix for a cluster is equal to its; -1: none.
int32_t wendi_equal_matrix(const wend_world* world, int32_t profile, int32_t level, int32_t cluster);

/// Shares the equal matrices of a cluster.
void wendi_share_matrices_of(wend_world* world, int32_t level, int32_t cluster);

/// Shares the matrices of a profile, and frees what they no longer need. Without memory for that it does
/// less.
void wendi_share_matrices(wend_world* world, int32_t profile);

/// Drops all levels above the given number of a profile, and of those after it, which may borrow from it.
/// They are then no longer refreshed.
void wendi_profiles_drop_levels(wend_world* world, int32_t profile, int32_t kept);

/// False: the body of a profile is wider than a map.
bool wendi_profile_fits(const wend_profile_def* def, int32_t width, int32_t height);

/// Errors: DEF, ARGUMENT, LIMIT, as wend_world_build lists them for profiles.
wend_result wendi_profiles_check(const wend_grid* grid, const wend_profile_def* defs, int32_t count);

/// The integer unit for a map and all profiles, whose definitions are valid. Errors: LIMIT, MEMORY.
wend_result wendi_profiles_unit(const wend_grid* grid, const wend_profile_def* defs, int32_t count,
                                const wend_allocator* allocator, int32_t* out);

/// Gives a world profiles with valid definitions, and views with derived grids, without graphs. The grid of
/// the map has the common unit. On error the profiles may be incomplete; wend_world_destroy frees them.
/// Errors: LIMIT, MEMORY.
wend_result wendi_profiles_make(wend_world* world, const wend_grid* grid, const wend_profile_def* defs,
                                int32_t count);

/// The world or view that a query is for; NULL: it has no such profile. A query whose definition is not
/// filled is for the world, where it fails.
const wend_world* wendi_world_of_query(const wend_world* world, const wend_query* query);
/// wend_world_clearance of an area of the sheet (grid/floors.h).
wend_result wendi_world_clearance(const wend_world* world, int32_t profile, wend_rect area, float limit,
                                  float* clearances_out);
#endif
