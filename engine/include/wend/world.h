// wend/world.h: a grid with its clusters, entrances and abstract graph: built once, saved, queried and
// edited.
//
//     wend_world_def def = wend_default_world_def();
//     wend_world* world = NULL;
//     if (wend_world_build(&grid, &def, &world) != WEND_OK) return 1;
//
// The world now owns the grid, and the pointer grid is NULL. From then on tiles change only by
// wend_world_edit: a world gives out a const grid. A world is read-only while queries run: any number of
// threads may query it at the same time, each with its own wend_search.
#ifndef WEND_WORLD_H
#define WEND_WORLD_H
#include "wend/link.h"
#include "wend/profile.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_FORMAT_VERSION 8 ///< of .wend files
#define WEND_PATCH_VERSION  3 ///< of patch files
#define WEND_MAX_LEVELS     13
#define WEND_MAX_METADATA   (1 << 16) ///< bytes
#define WEND_MAX_CLUSTER_LINKS                                                                               \
    128 ///< tiles of one cluster of level 1 where links begin or end whose other end is in another cluster

typedef struct wend_world_def {
    int32_t cookie;       ///< set by wend_default_world_def
    int32_t cluster_size; ///< tiles from one border line to the next: 15 or 31. With 15, single edits take a
                          ///< quarter of the time, but paths cost several times the excess over the optimum,
                          ///< and the graph takes 1.3 to 1.6 times the memory [Default: 31]
    int32_t level_count;  ///< levels of clusters, each of 2 x 2 of the level below; 0: chosen by the map's
                          ///< size [Range: 0..WEND_MAX_LEVELS]
    const wend_profile_def* profiles; ///< those after profile 0, which is the grid as it is; copied
                                      ///< [Default: NULL]
    int32_t profile_count;            ///< of profiles [Range: 0..WEND_MAX_PROFILES - 1] [Default: 0]
    const char* metadata; ///< any text to keep with the world, such as the origin of the map; copied, not
                          ///< hashed; NULL: none
    wend_tasks tasks;     ///< for a parallel build; zeros: serial. The world is the same for any worker count
    wend_progress_fn* progress; ///< may be NULL
    void* progress_context;
    const wend_allocator* allocator; ///< copied; NULL: malloc and free; also called by the tasks
} wend_world_def;

WEND_API wend_world_def wend_default_world_def(void);

/// Builds the clusters and the abstract graph over a grid. On success the world owns the grid and *grid_io is
/// NULL, so that nobody can change tiles without the world; on failure the caller still owns it, unchanged.
/// All profiles share one integer unit of cost: that of the grid, or a finer one where their costs need it.
/// Errors: DEF (also of a profile), ARGUMENT (only one function of tasks, a name that is not allowed, two
/// equal names, a field of a profile out of range), UNSUPPORTED (hexagons with a radius above 0.5 or a
/// margin), LIMIT (cluster_size, level_count or the length of metadata; links beyond WEND_MAX_CLUSTER_LINKS,
/// or that lead out of a cluster and have an end inside one beyond the first 2^31 tiles of the map, row by
/// row; too many profiles; a body wider than the map; costs of profiles too far apart; with a margin, a cost
/// above WEND_MAX_CLASS_COST or more than 127 different ones), MEMORY, CANCELLED (by progress).
WEND_API wend_result wend_world_build(wend_grid** grid_io, const wend_world_def* def, wend_world** out);
WEND_API void wend_world_destroy(wend_world* world);
/// Why does a build fail with LIMIT for its links? True when more tiles of some cluster of this size would be
/// ends of links than WEND_MAX_CLUSTER_LINKS: *area_out the tiles of the first such cluster that lie on the
/// first of its floors, *ends_out how many. Clusters of 15 tiles a side hold fewer. False for other
/// sizes than 15 and 31.
WEND_API bool wend_grid_crowds_links(const wend_grid* grid, int32_t cluster_size, wend_rect* area_out,
                                     int32_t* ends_out);

/// Makes another world of the same map that shares all that it does not change: what-if worlds, the view of
/// one side, an undo step. Edits of one are not seen by the other; the first edit of an area after a fork
/// copies what both had there, some tens of KB. It takes some microseconds, and the time to copy links,
/// closed steps and labels of components. Forks may be forked, used by other threads and destroyed in any
/// order, but while a world is forked no other thread may change it. Paths planned on one are those of
/// another world to the other. A fork of a streamed world is no streamed world but a mapped one: it has the
/// whole map and reads what it touches, beside the budget, whatever is loaded (wend/stream.h). Errors:
/// ARGUMENT (also the view of a profile), DAMAGED (a mapped world, in a patch), MEMORY.
WEND_API wend_result wend_world_fork(const wend_world* world, wend_world** out);
/// Likewise, but the new world stays as it is: functions that would change it fail with UNSUPPORTED. Queries
/// on it need not wait while the world is edited, on any thread, and do not see the edits. Paths planned on
/// it are paths of the world, which may check, cut and repair them. While it lives, changes of the world cost
/// more memory: that of the clusters that differ. Errors: ARGUMENT, DAMAGED, MEMORY.
WEND_API wend_result wend_world_snapshot(const wend_world* world, wend_world** out);

/// Reads a .wend file. Every section is verified by its checksum, and all values are range-checked, so a
/// damaged or hostile file is refused or harmless. Errors: ARGUMENT, IO, FORMAT (not a .wend file, truncated,
/// damaged), UNSUPPORTED (another format version or byte order), MEMORY.
WEND_API wend_result wend_world_open(const char* file, const wend_allocator* allocator_opt, wend_world** out,
                                     wend_error* error_opt);
/// Opens a .wend file as wend_world_open does, but maps it instead of reading it: that takes milliseconds
/// at any size, memory holds only the pages that are touched, and processes share them. The header and
/// small parts are verified at once, a cluster by its checksum and its contents when a query first
/// touches it. Until all are verified, functions that read the world may return DAMAGED, and those that
/// return no wend_result their neutral value; the world stays as it is, and queries elsewhere are
/// answered. Edits of tiles, steps and links verify the clusters that they touch, drawing those that it
/// draws. Queries verify what they touch: one to an area all of its clusters, a partial path those around
/// the reachable tile, one to a class by WEND_HPA those around the start, as far as a nearer tile of the
/// class may lie. So do alternatives, fields, formation tiles, clearances and crowds, which verify what
/// lies around their agents. The whole file is verified first, 0.15 s of CPU time for 200 MB, once in the
/// life of the world, by what may need any of it: queries to a class by other algorithms or on a map with
/// links, queries on the grid alone, explanations, counts, hashes, information on a level, changes of
/// class costs, a service, and fields of a world whose clusters have 15 tiles a side. Changes stay in
/// memory. A world with profiles is read, as is any file where the system cannot map or the machine is
/// big-endian. The file must not be written or cut while the world lives: where it was cut, the system
/// sends SIGBUS (see wend_world_is_mapped_at; files are replaced safely by wend_world_save). Errors:
/// ARGUMENT, IO, FORMAT (not a .wend file, truncated, damaged), UNSUPPORTED (another format version or
/// byte order), MEMORY.
WEND_API wend_result wend_world_map(const char* file, const wend_allocator* allocator_opt, wend_world** out,
                                    wend_error* error_opt);
/// Opens a .wend file as wend_world_map does, with the changes of patch files that wend_world_save_patch
/// wrote: all of them, in the order in which they were made. Each patch names the world and the patch that it
/// follows by their checksums. Patches are read into memory and verified at once. Errors: ARGUMENT, IO,
/// FORMAT (not a .wend file or patch, truncated, damaged; a patch of another world; patches missing or in
/// another order), UNSUPPORTED (another format version or byte order; patches of a world with profiles),
/// MEMORY.
WEND_API wend_result wend_world_map_patched(const char* file, const char* const* patches, int32_t patch_count,
                                            const wend_allocator* allocator_opt, wend_world** out,
                                            wend_error* error_opt);
/// Verifies every cluster of a mapped world that is not verified yet, and the checksums of its whole
/// file; the text of the error says where the first damage is. Any other world is verified already. Like
/// all functions that read a whole mapped world once, or verify it first, it gives the pages back that it
/// has read, and holds a few MB of the file at a time. Errors: ARGUMENT, DAMAGED, MEMORY.
WEND_API wend_result wend_world_verify(const wend_world* world, wend_error* error_opt);
/// A cluster of a mapped world that is damaged.
typedef struct wend_damage {
    int32_t level;
    wend_rect tiles; ///< of the cluster
} wend_damage;
/// Verifies every cluster of a mapped world that is not verified yet, and lists the damaged ones, level by
/// level: *count_out is how many there are, and the first ones, up to capacity, go to out, which may be NULL
/// when capacity is 0. Errors: ARGUMENT, MEMORY.
WEND_API wend_result wend_world_find_damage(const wend_world* world, wend_damage* out, int32_t capacity,
                                            int32_t* count_out);
/// True when an address lies in the mapped file of a world; may be called by a signal handler. A host that
/// handles SIGBUS asks whether the address of the fault (si_addr) belongs to a world. Then the file was cut,
/// or its disk failed, while it was in use. The handler cannot return to the query: it ends the process or
/// the thread. A host that must survive this reads its worlds by wend_world_open.
WEND_API bool wend_world_is_mapped_at(const wend_world* world, const void* address);
/// Reads the bytes of a .wend file from memory, with the same checks; they are not needed afterwards.
/// Messages call it "memory". Errors: ARGUMENT, FORMAT (not a .wend file, truncated, damaged), UNSUPPORTED
/// (another format version or byte order), MEMORY.
WEND_API wend_result wend_world_open_memory(const void* bytes, size_t size,
                                            const wend_allocator* allocator_opt, wend_world** out,
                                            wend_error* error_opt);
/// Writes a .wend file, the same bytes on every machine, to a temporary file beside it, synced,
/// then renamed: the name always holds the old file or the new one. The new file has the mode of the old one
/// and, where the system allows that, its owner. Errors: ARGUMENT, IO, UNSUPPORTED (edited and not
/// refreshed), MEMORY.
WEND_API wend_result wend_world_save(const wend_world* world, const char* file, wend_error* error_opt);
/// Passes the bytes of the .wend file to a callback, piece by piece, for archives, sockets or compression.
/// Errors: ARGUMENT, UNSUPPORTED (edited and not refreshed), MEMORY, and any result of write.
WEND_API wend_result wend_world_save_pieces(const wend_world* world, wend_write_fn* write, void* context,
                                            wend_error* error_opt);
/// Writes what changed since the world's file was saved to a patch file, as wend_world_save does: kilobytes
/// for a house, in milliseconds. The world was opened with some patches: the first kept_patches of them stay,
/// and the new one follows them and holds the changes of all others, too. So the last patch can be replaced
/// by one with more changes, and several can become one. The world itself stays as it is. Where an edit went
/// through all of the world, it must be saved as a whole. Errors: ARGUMENT (kept_patches below 0 or above the
/// number of patches), IO, UNSUPPORTED (the world was built, or has profiles; edited and not refreshed; the
/// number of levels changed; wend_world_keep_original was called after tiles had been edited), MEMORY.
WEND_API wend_result wend_world_save_patch(const wend_world* world, int32_t kept_patches, const char* file,
                                           wend_error* error_opt);
/// Writes the bytes of the .wend file to new memory, *size_out of them. The caller gives *bytes_out back to
/// the allocator's free, or to free() if allocator_opt is NULL. Errors: ARGUMENT, UNSUPPORTED (edited and not
/// refreshed), MEMORY.
WEND_API wend_result wend_world_save_memory(const wend_world* world, const wend_allocator* allocator_opt,
                                            void** bytes_out, size_t* size_out, wend_error* error_opt);

typedef enum wend_edit_kind {
    WEND_EDIT_TILES = 0,     ///< a new terrain class for a rectangle of tiles
    WEND_EDIT_STEP = 1,      ///< closes or opens a step, as wend_grid_set_step
    WEND_EDIT_WALL = 2,      ///< makes or removes a wall between two neighbours, as wend_grid_set_wall
    WEND_EDIT_ELEVATION = 3, ///< a new elevation for a rectangle of tiles (wend/relief.h)
    WEND_EDIT_KIND_COUNT
} wend_edit_kind;

/// One change of the map.
typedef struct wend_edit {
    wend_rect area;        ///< for TILES and ELEVATION
    uint8_t terrain_class; ///< for TILES: one of the grid's classes; their costs stay as they are
    wend_edit_kind kind;   ///< [Default: WEND_EDIT_TILES]
    wend_tile from, to;    ///< for STEP and WALL: neighbours on the map
    bool closed;           ///< for STEP and WALL: true closes the step or makes the wall, false undoes it
    float elevation;       ///< for ELEVATION [Units: metres]
} wend_edit;
/// Sets every tile of a rectangle to a class.
WEND_API wend_edit wend_edit_tiles(wend_rect area, uint8_t terrain_class);
/// Closes or opens the step from a tile to a neighbour.
WEND_API wend_edit wend_edit_step(wend_tile from, wend_tile to, bool closed);
/// Makes or removes a wall between two neighbours.
WEND_API wend_edit wend_edit_wall(wend_tile a, wend_tile b, bool closed);
/// Gives every tile of a rectangle an elevation.
WEND_API wend_edit wend_edit_elevation(wend_rect area, float elevation);
/// Changes tiles, one edit after the other as one batch, and repairs the clusters of level 1 and the
/// connected components, also in the views of profiles that see a difference; queries use the new tiles from
/// then on. Larger clusters around the edits are pending until wend_world_refresh: queries cross them by
/// smaller ones, a little slower. The time depends on the size of the edits, not of the map. No query may run
/// meanwhile; paths found before stay as they are. *clusters_rebuilt_opt: how many clusters were recomputed,
/// over all profiles. edits may be NULL when count is 0. Errors: ARGUMENT (an area is empty or leaves the
/// map; tiles are not neighbours; an elevation that is not finite), LIMIT (an elevation does not fit those of
/// the map, or a step would cost too much), UNSUPPORTED (a snapshot; an elevation on a map without them),
/// MEMORY. The world, its tiles included, is then unchanged.
WEND_API wend_result wend_world_edit(wend_world* world, const wend_edit* edits, int32_t count,
                                     int32_t* clusters_rebuilt_opt);
/// Copies the classes of an area of the map, as wend_grid_read, and verifies the clusters of a mapped world
/// that have its tiles first. A view gives the classes of its profile. [Size of classes_out: (area.height -
/// 1) * stride + area.width] Errors: ARGUMENT (the rectangle is empty or leaves the map; a stride below its
/// width), MEMORY.
WEND_API wend_result wend_world_read_tiles(const wend_world* world, wend_rect area, uint8_t* classes_out,
                                           size_t stride);
/// How often the world was edited since it was built or opened: calls of wend_world_edit that succeeded with
/// at least one edit, of wend_world_set_class_cost with another cost, and of the functions for links. A path
/// found at one version fits the map as long as the version stays.
WEND_API uint64_t wend_world_version(const wend_world* world);
/// Adds a link, as wend_grid_add_link; queries use it from then on. The time depends on the clusters around
/// its two ends; larger clusters are pending, as after wend_world_edit. No query may run meanwhile. Errors:
/// ARGUMENT (an end is blocked or off the map, both ends are one tile, a field out of range, the id is in
/// use), LIMIT (WEND_MAX_LINKS; WEND_MAX_CLUSTER_LINKS; an end beyond the first 2^31 tiles, as in
/// wend_world_build; no id is left; the cost exceeds 2^28 of the grid's integer units), UNSUPPORTED (a
/// snapshot), MEMORY. The world is then unchanged.
WEND_API wend_result wend_world_add_link(wend_world* world, const wend_link* link, int32_t* id_out_opt);
/// Removes a link. No query may run meanwhile. Errors: ARGUMENT (no link has this id), UNSUPPORTED (a
/// snapshot), MEMORY. The world is then unchanged.
WEND_API wend_result wend_world_remove_link(wend_world* world, int32_t id);
/// Joins two floors, as wend_grid_add_seam; queries use it from then on. *first_id_out_opt: the id of the
/// first of its links. Errors: ARGUMENT (as wend_grid_add_seam), LIMIT (as wend_world_add_link), UNSUPPORTED
/// (a snapshot), MEMORY. The world is then unchanged.
WEND_API wend_result wend_world_add_seam(wend_world* world, const wend_seam* seam, int32_t* first_id_out_opt);
/// Changes cost and state of a link: a door, a lift that is out of order, a ferry that has left. No query may
/// run meanwhile. Errors: ARGUMENT (no link has this id; cost out of range), LIMIT (the cost exceeds 2^28 of
/// the grid's integer units), UNSUPPORTED (a snapshot), MEMORY. The world is then unchanged.
WEND_API wend_result wend_world_set_link(wend_world* world, int32_t id, float cost, bool enabled);
/// Changes the cost of a link for one profile, as wend_grid_set_link_cost: a ferry that costs carts more. No
/// query may run meanwhile. Errors: ARGUMENT (no link has this id; the world has no such profile; cost out of
/// range), LIMIT (as wend_world_set_link), UNSUPPORTED (a snapshot), MEMORY. The world is then unchanged.
WEND_API wend_result wend_world_set_link_cost(wend_world* world, int32_t id, int32_t profile, float cost);
/// Changes the cost of a terrain class on the whole map, also between blocked and passable: a lake freezes, a
/// road floods. 0 or INFINITY: blocked. profile 0: of the map, and so of all profiles that have the cost from
/// there; otherwise of that profile alone. The cost must lie in the range that the grid declares (least_cost
/// and greatest_cost in wend/grid.h), or else in that of the cost table that the world was built with; the
/// integer unit stays. Queries use the new cost from then on. Clusters that hold the class are pending until
/// wend_world_refresh: the first query that needs one computes it. The time depends on the number of these
/// clusters; for a profile with a radius, and more so with a margin, it takes longer. No query may run
/// meanwhile. [Range of profile: 0 .. wend_world_profile_count - 1] Errors: ARGUMENT (no such profile, class
/// 0, NaN or negative), LIMIT (outside of the range; with a margin, costs too high or too many), UNSUPPORTED
/// (a snapshot), MEMORY. The world is then unchanged.
WEND_API wend_result wend_world_set_class_cost(wend_world* world, int32_t profile, uint8_t terrain_class,
                                               float cost);
/// Recomputes up to max_clusters of the clusters that are pending after edits, each after those inside it; 0:
/// all of them. Once *refreshed_opt is true, the world equals, byte for byte, a build of the changed map.
/// Call it when there is time: each call continues the work, and many edits in one place need only one
/// refresh. No query may run meanwhile. Errors: ARGUMENT (max_clusters below 0), UNSUPPORTED (a snapshot),
/// MEMORY (nothing is lost: call it again).
WEND_API wend_result wend_world_refresh(wend_world* world, int32_t max_clusters, bool* refreshed_opt);
/// The same for budget_us microseconds of the system's clock, near a tile first; 0: until all are done. Every
/// call recomputes at least one pending cluster. [Range of budget_us: >= 0] [Units of budget_us:
/// microseconds] Errors: ARGUMENT (the tile is off the map; budget_us below 0), UNSUPPORTED (a snapshot),
/// MEMORY (nothing is lost: call it again).
WEND_API wend_result wend_world_refresh_near(wend_world* world, wend_tile tile, int64_t budget_us,
                                             bool* refreshed_opt);

/// Remembers the class of every tile as it is now, so that edits can be reverted later; does nothing when
/// they are already remembered. Takes one byte per tile, in memory and in the file; not hashed. Errors:
/// ARGUMENT, UNSUPPORTED (a snapshot), MEMORY.
WEND_API wend_result wend_world_keep_original(wend_world* world);
/// The class of a tile when wend_world_keep_original was called, or now if it never was; 0 off the map.
WEND_API uint8_t wend_world_original_class(const wend_world* world, wend_tile tile);

/// Makes the subgoals of a map where all passable tiles have one cost: an index by which WEND_HPA and
/// WEND_EXACT find the cheapest path several times as fast, without a search over clusters. Queries for a
/// whole path in profile 0 use it, unless they are observed; their paths have no route. With several goals,
/// WEND_EXACT does not use it. An edit removes it: from then on, queries are answered as without it until
/// this function is called again. Making it takes milliseconds on a map of few corners and up to seconds for
/// a city of 1024 x 1024 tiles; no query may run meanwhile. most_bytes: the memory that it may take; two
/// bytes a tile are enough for most maps, not for tiles blocked at random. The file of the world keeps it,
/// and a world from that file has it at once: opened or mapped, but not streamed, and neither with patches
/// nor with damaged clusters. Errors: ARGUMENT, UNSUPPORTED (costs differ; paths cut corners, or have four or
/// six directions; links, walls, one-way steps; a streamed world), LIMIT (it would take more memory),
/// DAMAGED, MEMORY, CANCELLED (by progress_opt). The world is then unchanged.
WEND_API wend_result wend_world_add_subgoals(wend_world* world, size_t most_bytes,
                                             wend_progress_fn* progress_opt, void* context);
typedef enum wend_subgoal_state {
    WEND_SUBGOALS_NONE = 0,
    WEND_SUBGOALS_KEPT = 1,
    WEND_SUBGOALS_REMOVED = 2, ///< an edit has removed them, also one before the world was saved, or a patch
    WEND_SUBGOAL_STATE_COUNT
} wend_subgoal_state;
WEND_API wend_subgoal_state wend_world_subgoal_state(const wend_world* world);
/// Bytes of the subgoals; 0 without them, or after an edit.
WEND_API size_t wend_world_subgoal_bytes(const wend_world* world);

/// The grid that the world owns.
WEND_API const wend_grid* wend_world_grid(const wend_world* world);
/// The text of the definition, "" if none and for NULL.
WEND_API const char* wend_world_metadata(const wend_world* world);

typedef struct wend_world_info {
    int32_t cluster_size;  ///< [Units: tiles]
    int32_t columns, rows; ///< clusters of level 1
    int32_t level_count;
    int64_t cluster_count; ///< over all levels
    int64_t node_count;    ///< over all levels
    size_t bytes;          ///< all memory of the world, its grid and the views of its profiles included; of
                           ///< a view, what it does not share with profiles before it
    size_t grid_bytes;     ///< of which the grid
} wend_world_info;
WEND_API wend_world_info wend_world_get_info(const wend_world* world);

/// Counts that an edit leaves out of date.
typedef struct wend_world_counts {
    int64_t edge_count;        ///< directed pairs of nodes that a cluster connects, over all levels
    int64_t component_count;   ///< connected components of passable tiles
    int64_t largest_component; ///< tiles in the largest of them
} wend_world_counts;
/// Immediate on a world that was built or opened; after an edit the time depends on the size of the map.
/// Errors: ARGUMENT, MEMORY.
WEND_API wend_result wend_world_count(const wend_world* world, wend_world_counts* out);

/// One level of a world.
typedef struct wend_level_info {
    int32_t cluster_size;  ///< from one border line to the next [Units: tiles]
    int32_t columns, rows; ///< clusters
    int64_t node_count;
    int64_t edge_count;
} wend_level_info;
/// [Range of level: 1 .. level_count; zeros otherwise]
WEND_API wend_level_info wend_world_get_level_info(const wend_world* world, int32_t level);

/// True when a path leads from one tile to the other: decided by connected components, without a search over
/// the map. In a streamed world, where the ground of a tile is not loaded, true when a path may lead there:
/// to some tile of its cluster. Also true when one-way steps make many thousands of components, and memory to
/// search them is missing.
WEND_API bool wend_world_connected(const wend_world* world, wend_tile from, wend_tile to);

/// Hash of what a query depends on: tiles, closed steps, links, the clusters and every distance matrix, and
/// the views of profiles. Equal on every machine for equal input. The first call reads the whole world. From
/// then on the world and its later forks keep a hash of each cluster, in about 11 bytes a cluster of level 1,
/// and a call reads what has changed: comparing two versions takes microseconds. 0: the world cannot be read.
WEND_API uint64_t wend_world_hash(const wend_world* world);

#ifdef __cplusplus
}
#endif
#endif
