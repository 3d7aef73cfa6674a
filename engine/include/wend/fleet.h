// wend/fleet.h: many movers on the tiles of one world that never stand in each other: robots in a warehouse,
// units of a game.
//
//     wend_fleet_def def = wend_default_fleet_def();
//     wend_fleet* fleet = NULL;
//     if (wend_fleet_create(world, &def, &fleet) != WEND_OK) return 1;
//     int32_t first, second;
//     if (wend_fleet_add(fleet, (wend_tile){5, 5}, 0, 0, &first) != WEND_OK) return 1;
//     if (wend_fleet_add(fleet, (wend_tile){60, 5}, 0, 0, &second) != WEND_OK) return 1;
//     if (wend_fleet_send(fleet, first, (wend_tile){60, 5}) != WEND_OK) return 1;
//     if (wend_fleet_send(fleet, second, (wend_tile){5, 5}) != WEND_OK) return 1;
//     for (int32_t i = 0; i < 200 && wend_fleet_get_stats(fleet).moving > 0; i++)
//         if (wend_fleet_step(fleet) != WEND_OK) return 1;
//     wend_tile where = wend_fleet_mover(fleet, first)->tile;
//
// Time passes in steps. In each step every mover waits, steps to a neighbour, or takes a link. No two movers
// are ever on one tile, and no two pass through each other: while all move straight and evenly through a
// step, the centres of two movers stay at least .7 tiles apart (the root of 1/2). So bodies up to .35 tiles
// in radius never touch. On maps of four neighbours this forbids exactly what planning for many agents calls
// vertex and edge conflicts; on maps of eight it also forbids diagonal steps that cross, and a sharp turn
// into the tile that another mover is leaving. On hexagons, and along links, movers only never swap tiles.
// wend_check_moves is a checker that shares nothing with the planner.
//
// A mover whose profile has a radius above half a tile is wider: its body takes a square of whole tiles
// around the centre of its tile, 3 x 3 up to a radius of 1.5 (wend_mover.width). No two such squares ever
// overlap, and while they move, discs as wide as they are never touch. It makes all that stand in its way
// choose first, one after the other. (Two of one tile each keep to the rules above.) On maps whose paths may
// cut corners, profiles measure no bodies, and all movers take one tile.
//
// A step takes as long as any other, whatever it costs. A link takes as many steps as its duration needs, and
// a lift so many movers at a time, where the fleet has such rules (wend_link_rules): a mover is at the far
// end of its link from the step on in which it takes it, and stays there until its time is over. So the tile
// behind it is free at once, and that before it is not.
//
// Each mover has a path of the world to its goal, and around it the costs to the goal from all tiles of the
// next few clusters, which movers with the same goal share. In each step movers choose by these costs, the
// one that has waited longest first; whoever stands in its way makes way, in turn (PIBT: priority
// inheritance with backtracking; in passages one tile wide, movers that meet swap where there is room).
// Where many movers are, costs and paths go round where others want to go, and keep to lanes.
// Movers that turn choose in the same way what they do in the next four steps, or six with eight headings,
// first those that are nearest to their goals, where eight steps of waiting count as one less to go (EPIBT).
// Where that goes round in circles, all movers in a window around one are planned together (LaCAM), within a
// limit of some 50 ms, more when it failed before. All of this is integers with ordered ties: the same calls
// give the same moves on every machine with any number of threads.
//
// Memory: 300 bytes for a mover, 24 for each cluster that its path crosses, and 2.1 KB for each cluster
// around it whose costs it holds, five or six of them: some 12 KB in all. Nothing grows with the map.
// Where many movers are, or movers turn, 16 KB for each 32 x 32 tiles where they went lately, and 1.5 MB for
// each thread; with turns, 500 bytes more for a mover.
#ifndef WEND_FLEET_H
#define WEND_FLEET_H
#include "wend/profile.h"
#include "wend/threads.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_MAX_FLEET (1 << 20) ///< movers

typedef struct wend_fleet wend_fleet;

/// Links on which only so many movers may be at a time, such as the ways up and down of one lift.
typedef struct wend_lift {
    const int32_t* links; ///< their ids, in any order; of no account while the map has no such link
    int32_t count;        ///< of them [Range: 1..WEND_MAX_LINKS]
    int32_t capacity;     ///< movers [Range: >= 1]
} wend_lift;

/// How movers take links. Of several links from one tile to the same other tile, the cheapest
/// counts; where a step leads there too, none does. Zeros: each link takes a step, and any number of movers.
typedef struct wend_link_rules {
    float step_seconds;     ///< how long a step is: a link takes as many steps as its duration needs; 0: each
                            ///< link takes one [Range: >= 0] [Default: 0] [Units: seconds]
    const wend_lift* lifts; ///< NULL when there are none
    int32_t lift_count;     ///< [Range: 0..WEND_MAX_LINKS] [Default: 0]
} wend_link_rules;

typedef struct wend_fleet_def {
    int32_t cookie;      ///< set by wend_default_fleet_def
    int32_t look_ahead;  ///< for so many clusters along its path, a mover knows what leaving the path would
                         ///< cost [Range: 2..64] [Default: 3]
    int32_t patience;    ///< a mover that came no nearer to its goal for so many steps is stuck: see
                         ///< WEND_MOVER_STUCK [Range: >= 1] [Default: 200] [Units: steps]
    int32_t task_choice; ///< a free mover chooses the nearest among so many of the oldest waiting tasks
                         ///< [Range: >= 1] [Default: 64]
    int32_t plans_per_step; ///< at most so many paths are planned in a step, so that steps stay short; movers
                            ///< without one wait, and make way for others [Range: >= 1] [Default: 1000000]
    int32_t at_once; ///< at most so many movers are on their way at once, where more would only jam; the
                     ///< others wait, make way, and set out by priority and in the order in which they got
                     ///< their goals. Who is stuck, or waits before a crowded cluster, does not count; 0: all
                     ///< [Range: >= 0] [Default: 0]
    int32_t directions; ///< 4: no diagonal steps, also on maps that allow them; 8: all steps of the map
                        ///< [Range: 4 or 8] [Default: 8]
    bool turns; ///< movers have a heading, and first turn to where they step: by 90 degrees a step with 4
                ///< directions, else by 45. They keep to lanes, and wait before crowded clusters. Not on
                ///< hexagons [Default: false]
    wend_link_rules links; ///< copied; zeros: each link takes a step, and there are no lifts
    wend_tasks tasks; ///< threads for planning; zeros: all in the calling thread. Moves never depend on it
    const wend_allocator* allocator; ///< copied; NULL: malloc and free; also called by the tasks
} wend_fleet_def;
WEND_API wend_fleet_def wend_default_fleet_def(void);

/// Creates an empty fleet on a world, which must outlive it. The world may be edited between steps: paths
/// that are blocked, and those of movers without one, are planned again. Where the map gets wider, higher or
/// smaller (wend/ground.h), all plan again; as long as a mover, its goal or a stop of any task is outside of
/// the map, what would move the fleet fails with STALE. A mapped world is verified
/// as a whole first. Errors: DEF, ARGUMENT (a field out of range, one function of tasks without the other,
/// lifts or links missing), MEMORY.
WEND_API wend_result wend_fleet_create(const wend_world* world, const wend_fleet_def* def, wend_fleet** out);
WEND_API void wend_fleet_destroy(wend_fleet* fleet);
/// Bytes of memory that it uses.
WEND_API size_t wend_fleet_bytes(const wend_fleet* fleet);

// ---- movers

typedef enum wend_mover_state {
    WEND_MOVER_ABSENT = 0,   ///< was removed
    WEND_MOVER_IDLE = 1,     ///< has no goal; makes way for others
    WEND_MOVER_MOVING = 2,   ///< on its way
    WEND_MOVER_ARRIVED = 3,  ///< has been at its goal; makes way for others and returns, unless another mover
                             ///< has the same goal: then it stays near
    WEND_MOVER_NO_ROUTE = 4, ///< no path leads to its goal; makes way for others
    WEND_MOVER_STUCK = 5,    ///< has come no nearer to its goal for a while (wend_fleet_def.patience), though
                             ///< a path leads there: other movers are in the way. It goes on trying, and
                             ///< moves again when they let it
    WEND_MOVER_STATE_COUNT
} wend_mover_state;
/// "absent", "idle", "moving", "arrived", "no_route", "stuck"; "unknown state" for any other number.
WEND_API const char* wend_mover_state_string(wend_mover_state state);

typedef struct wend_mover {
    wend_tile tile;
    wend_tile goal;  ///< {-1, -1} on WEND_NO_FLOOR: none
    int32_t profile; ///< by whose map it moves
    int32_t priority;
    int32_t width;   ///< its body takes a square of so many tiles around the centre of its tile
    int32_t heading; ///< where it faces: 0 east, 2 south, 4 west, 6 north, and those between. Its last step
                     ///< led there, unless it has turned since
    wend_mover_state state;
    int32_t task;    ///< that it carries out; -1: none
    int64_t arrived; ///< the step after which it was first at its goal; -1: it was not yet
} wend_mover;

/// Adds a mover without a goal. Whoever has the higher priority goes first, whatever others have waited;
/// movers of equal priority go first in turn. *mover_out: its number; that of a mover that was removed may
/// come again. [Range of profile: 0..WEND_MAX_PROFILES - 1; of priority: -1000..1000] Errors: STALE (see
/// above), ARGUMENT (off the map; no such profile; a range), LIMIT (the tile is blocked, or some of those
/// that its body takes are taken; the fleet is full), MEMORY.
WEND_API wend_result wend_fleet_add(wend_fleet* fleet, wend_tile tile, int32_t profile, int32_t priority,
                                    int32_t* mover_out);
/// Errors: ARGUMENT (no such mover).
WEND_API wend_result wend_fleet_remove(wend_fleet* fleet, int32_t mover);
/// Gives a mover a goal in place of its last one; a task that it had begun waits again. Its path is planned
/// in the next step. Errors: STALE (see above), ARGUMENT (off the map; no such mover), MEMORY.
WEND_API wend_result wend_fleet_send(wend_fleet* fleet, int32_t mover, wend_tile goal);
/// Takes a mover's goal away; a task that it had begun waits again. Errors: ARGUMENT (no such mover).
WEND_API wend_result wend_fleet_stop(wend_fleet* fleet, int32_t mover);
/// Sends a group to the tiles around one (wend_formation_tiles), the nearest mover to the nearest tile.
/// Movers that find no tile keep their goals; *sent_out: how many were sent. [Range of count:
/// 1..WEND_MAX_FLEET; of spacing: 1..64] Errors: STALE (see above), ARGUMENT (the tile is blocked or off the
/// map; no such mover), MEMORY.
WEND_API wend_result wend_fleet_send_group(wend_fleet* fleet, const int32_t* movers, int32_t count,
                                           wend_tile around, int32_t spacing, int32_t* sent_out);

// ---- tasks

enum { WEND_MAX_TASK_STOPS = 64 };

/// Adds a task: tiles to visit in this order. Free movers, those without a goal, take waiting tasks; who has
/// done its task is free again. Tasks are numbered from 0 on in the order in which they are added.
/// *task_out: its number. [Range of count: 1..WEND_MAX_TASK_STOPS] Errors: STALE (see above), ARGUMENT (a
/// tile that is blocked or off the map; a range), MEMORY, LIMIT (2^31 - 1 tasks).
WEND_API wend_result wend_fleet_add_task(wend_fleet* fleet, const wend_tile* stops, int32_t count,
                                         int32_t* task_out);

// ---- time

/// Moves every mover by one step. Errors: STALE (see above), ARGUMENT, MEMORY, LIMIT (as in wend_find_path).
/// Nobody has moved then, but some tasks may have been given and paths planned.
WEND_API wend_result wend_fleet_step(wend_fleet* fleet);

// ---- reading

/// All movers by their numbers, those that were removed included. Borrowed until one is added,
/// or the map gets other edges.
WEND_API const wend_mover* wend_fleet_movers(const wend_fleet* fleet, int32_t* count_out);
/// One of them; NULL when there is none of this number. Also borrowed.
WEND_API const wend_mover* wend_fleet_mover(const wend_fleet* fleet, int32_t mover);
/// The number of the mover whose body is on a tile; -1: none.
WEND_API int32_t wend_fleet_at(const wend_fleet* fleet, wend_tile tile);
/// Which movers keep a stuck one from its goal: those that stand, one behind the other, on its way. The first
/// ones, up to capacity, go to out, which may be NULL when capacity is 0. Returns how many they are; 0 when
/// the mover is not stuck.
WEND_API int32_t wend_fleet_blockers(const wend_fleet* fleet, int32_t mover, int32_t* out, int32_t capacity);

typedef struct wend_fleet_stats {
    int64_t steps;      ///< since the fleet was created
    int32_t movers;     ///< now
    int32_t moving;     ///< how many of them are on their way to a goal, or back to it
    int32_t stuck;      ///< how many of these are STUCK
    int32_t no_route;   ///< movers that are NO_ROUTE
    int32_t arrived;    ///< movers that are ARRIVED and not on their way back
    int64_t tasks_done; ///< since the fleet was created
    int64_t plans;      ///< paths planned
    int64_t fills;      ///< times that costs around a path were computed
    int32_t fields;     ///< clusters whose costs are held, 2.1 KB each
    int32_t waiting_tasks;
} wend_fleet_stats;
WEND_API wend_fleet_stats wend_fleet_get_stats(const wend_fleet* fleet);
/// Hash of the step, and of all movers' tiles, goals and states. Equal on every machine for equal calls.
WEND_API uint64_t wend_fleet_hash(const wend_fleet* fleet);

// ---- checking any plan

typedef enum wend_conflict_kind {
    WEND_CONFLICT_TILE = 0,    ///< two movers are on one tile after the step, or their squares overlap
    WEND_CONFLICT_PASS = 1,    ///< two movers pass through each other
    WEND_CONFLICT_STEP = 2,    ///< the map does not let a mover step there
    WEND_CONFLICT_BLOCKED = 3, ///< a mover steps onto a blocked tile, or off the map
    WEND_CONFLICT_LINK = 4,    ///< a mover leaves the end of a link before its time there is over
    WEND_CONFLICT_LIFT = 5,    ///< a mover takes a link of a lift that has no room for it
    WEND_CONFLICT_KIND_COUNT
} wend_conflict_kind;
/// "tile", "pass", "step", "blocked", "link", "lift"; "unknown conflict" for any other number.
WEND_API const char* wend_conflict_kind_string(wend_conflict_kind kind);

typedef struct wend_conflict {
    wend_conflict_kind kind;
    int32_t first, second; ///< movers, by their index; second is -1 where only one is concerned
    wend_tile tile;        ///< where the first one ends
} wend_conflict;

/// Checks one step of any plan: where movers were and are, by index. All are as wide as bodies may be for
/// which the grid is a view; other grids have movers of one tile. Finds all conflicts, those of one mover
/// alone first, then by pairs; the first ones, up to capacity, go to out, which may be NULL when capacity is
/// 0. *count_out: how many there are. [Range of count: 1..WEND_MAX_FLEET] Errors: ARGUMENT (a tile of before
/// off the map), MEMORY.
WEND_API wend_result wend_check_moves(const wend_grid* grid, const wend_tile* before, const wend_tile* after,
                                      int32_t count, wend_conflict* out, int32_t capacity,
                                      int32_t* count_out);

/// The same for movers of several profiles, each by the map of its own. profiles: by mover. [Range of count:
/// 1..WEND_MAX_FLEET] Errors: ARGUMENT (a tile of before off the map; no such profile), MEMORY.
WEND_API wend_result wend_check_profile_moves(const wend_world* world, const int32_t* profiles,
                                              const wend_tile* before, const wend_tile* after, int32_t count,
                                              wend_conflict* out, int32_t capacity, int32_t* count_out);

/// The link on which a mover of a plan is.
typedef struct wend_link_use {
    int32_t link;  ///< its id
    int32_t steps; ///< for so many more the mover has to stay where it is; 0: it is on no link
} wend_link_use;

/// Checks that one step of any plan keeps to rules of links; the other checks do not look at them. uses_io:
/// by mover, for all steps of a plan one after the other; zeros before the first. profiles_opt: by mover;
/// NULL: all are of profile 0. Finds all LINK conflicts, then all LIFT conflicts, and returns them likewise.
/// [Range of count: 1..WEND_MAX_FLEET] Errors: ARGUMENT (a tile of before off the map; no such profile; a
/// rule out of range, lifts or links missing), MEMORY; uses_io is unchanged then.
WEND_API wend_result wend_check_links(const wend_world* world, const int32_t* profiles_opt,
                                      const wend_link_rules* rules, const wend_tile* before,
                                      const wend_tile* after, int32_t count, wend_link_use* uses_io,
                                      wend_conflict* out, int32_t capacity, int32_t* count_out);

#ifdef __cplusplus
}
#endif
#endif
