// wend/crowd.h: many agents on one world that follow their own paths and avoid each other and the walls.
//
//     wend_crowd_def def = wend_default_crowd_def();
//     wend_crowd* crowd = NULL;
//     if (wend_crowd_create(world, &def, &crowd) != WEND_OK) return 1;
//     wend_agent body = {.position = {5.5f, 5.5f}, .max_speed = 4, .max_acceleration = 32, .radius = 0.2f};
//     wend_agent_id id;
//     if (wend_crowd_add(crowd, &body, &id) != WEND_OK) return 1;
//     if (wend_crowd_send(crowd, id, (wend_tile){600, 400}) != WEND_OK) return 1;
//     wend_agent_state state = WEND_AGENT_WAITING;
//     while (state == WEND_AGENT_WAITING || state == WEND_AGENT_WALKING) {
//         if (wend_crowd_tick(crowd, 1.0f / 30) != WEND_OK) return 1;
//         state = wend_crowd_state(crowd, id);
//     }
//
// Agents of one crowd may differ: each names the profile of the world by which it plans, and has a radius
// that fits along the paths of that profile (wend_world_widest_body). Scouts, tanks and boats avoid each
// other.
//
// In every tick each agent derives a preferred velocity from its path, takes the nearest velocity that
// reciprocal avoidance (ORCA) permits, and moves by it as far as walls allow: its body never touches a wall,
// and it never loses its path. Agents that meet head-on pass on the right. An agent that makes no progress
// replans from where it is, and in the end forces its way past. When its goal is occupied, it stops next
// to the agents there.
//
// With claims, each agent owns the tile that it is on and, while it steps, the one that it comes from, and
// steps only to a tile that nobody else owns, or whose owner leaves it in the same moment. Who comes first is
// decided as in a fleet (wend/fleet.h), by who has waited longer: others make way, back out of passages, and
// wait in order where they cannot all pass. An agent with nobody near walks freely, as without claims. One
// that comes no nearer to its goal for 200 steps, since others are in the way for good, is BLOCKED; it goes
// on trying. The bodies have radii of at most half a tile; those of two that pass beside each other overlap
// by no more than the rounding of their positions. Claims suit bodies that cannot pass each other in one
// tile, and whatever must not touch; small bodies in the open stand closer together without.
//
// Where the map gets wider, higher or smaller (wend/ground.h), agents plan again. While an agent with claims,
// or its goal, or on several floors any agent, is outside of the map, what would move the agents fails with
// STALE.
//
// Ids. An agent keeps its id as long as it is in the crowd, whichever agents are added or removed. After its
// removal the id is stale: it never names another agent of the crowd. To visit all agents, loop over the
// dense arrays of wend_crowd_agents and wend_crowd_ids.
//
// The same calls give the same motion on every machine: compare wend_crowd_hash.
#ifndef WEND_CROWD_H
#define WEND_CROWD_H
#include "wend/field.h"
#include "wend/search.h"
#include "wend/steer.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_MAX_CROWD (1 << 20) ///< agents

typedef struct wend_crowd wend_crowd;

/// Names one agent of a crowd. Compare and store the value freely; do not compute with it.
typedef struct wend_agent_id {
    uint64_t value; ///< 0: no agent
} wend_agent_id;

/// Extra steering that is applied before avoidance: called for every walking agent in every tick, returns the
/// velocity that it should prefer. wanted: what its path asks for; near: copies of the others within
/// neighbour_range, nearest first, at most max_neighbours. Both carry their user_data. It must return the
/// same for the same arguments, and it may read the crowd but not change it.
typedef wend_vec2 wend_crowd_steer_fn(wend_agent_id id, const wend_agent* agent, wend_vec2 wanted,
                                      const wend_agent* near, int32_t near_count, void* context);

typedef struct wend_crowd_def {
    int32_t cookie;         ///< set by wend_default_crowd_def
    int32_t max_neighbours; ///< the nearest others that an agent avoids [Range: 0..24] [Default: 12]
    float neighbour_range;  ///< how far it looks for them, from centre to centre; 0: for bodies of about one
                            ///< width five times their radius and its own, but at least one tile
                            ///< [Range: >= 0] [Default: 0] [Units: world units]
    float horizon; ///< it avoids collisions that are this near in time [Range: > 0, at most 60] [Default: 1]
                   ///< [Units: seconds]
    int32_t plans_per_tick; ///< paths, or parts of them, planned in one tick; the other agents wait, or walk
                            ///< on as far as their path is good [Range: >= 1] [Default: 256]
    int32_t work_per_tick;  ///< likewise as work, so that long paths do not make a tick long: expanded tiles
                            ///< and abstract nodes, ten for each refined cluster, tiles of the paths. The
                            ///< plan that reaches it is the last of its tick. 8000 take 5 to 10 ms on
                            ///< a processor of 2 GHz; raise it where many agents set out at once
                            ///< [Range: >= 1] [Default: 8000]
    int32_t first_tiles;    ///< above 0: of a long path an agent plans only so many tiles before it sets out,
                            ///< and more as it walks, so that many set out soon; 64 suit most; 0: the whole
                            ///< path. Not for goals by a field, nor where no path reaches the goal
                            ///< [Range: >= 0] [Default: 0]
    float replan_time;      ///< replans after this long without progress; 0: never [Range: >= 0] [Default: 2]
                            ///< [Units: seconds]
    float
        forced_pass_time; ///< after this long without progress it treats itself and others as half their size
                          ///< until it makes progress; 0: never [Range: >= 0] [Default: 5] [Units: seconds]
    float beside_goal_time; ///< after this long without progress next to an agent that stands at the same
                            ///< goal, it has arrived too; 0: never [Range: >= 0] [Default: 0.5] [Units:
                            ///< seconds]
    float snap; ///< a goal that is blocked is replaced by the nearest passable tile within this radius, as by
                ///< snap in wend_query; not for goals by a field [Range: >= 0] [Default: 0] [Units: tiles]
    bool partial; ///< an agent whose goal no path reaches walks to the reachable tile nearest to it, as by
                  ///< partial in wend_query, and is then in the state WEND_AGENT_NEAR_GOAL; not for goals by
                  ///< a field [Default: false]
    bool pass_through; ///< agents ignore each other, except in what steer does [Default: false]
    bool claims; ///< no two bodies ever overlap, and nobody forces its way: where others are near, an agent
                 ///< walks from tile to tile, one agent to a tile (see below). wend_crowd_set_def does not
                 ///< change it [Default: false]
    wend_crowd_steer_fn* steer; ///< NULL: each prefers what its path asks for [Default: NULL]
    void* steer_context;
    const wend_allocator* allocator; ///< copied; NULL: malloc and free
} wend_crowd_def;
WEND_API wend_crowd_def wend_default_crowd_def(void);

/// Creates an empty crowd on a world, which must outlive it. On the view of a profile, all agents have that
/// profile, by the number 0. After edits, the next ticks check the paths that cross a changed cluster, up to
/// 16 times plans_per_tick of them in each, and no more than a quarter of work_per_tick. Agents whose path is
/// blocked replan, only a part of it where that adds little (see wend/repair.h); those that had no route
/// replan when the edits have opened one. Errors: DEF, ARGUMENT, MEMORY.
WEND_API wend_result wend_crowd_create(const wend_world* world, const wend_crowd_def* def, wend_crowd** out);
WEND_API void wend_crowd_destroy(wend_crowd* crowd);

typedef enum wend_agent_state {
    WEND_AGENT_IDLE = 0,    ///< has no goal; makes way for others
    WEND_AGENT_WAITING = 1, ///< its path will be planned in the next tick or a later one
    WEND_AGENT_WALKING = 2,
    WEND_AGENT_ARRIVED = 3, ///< at its goal, or beside the agents there; makes way for others, and walks back
                            ///< when that has pushed it far away
    WEND_AGENT_NO_ROUTE = 4, ///< no path leads to its goal
    WEND_AGENT_STUCK = 5,    ///< its body does not fit where it is or where its path leads, or the map is
                             ///< damaged there; it stays
    WEND_AGENT_ON_LINK = 6,  ///< moves straight from one end of a link to the other, over whatever is between
                             ///< (on hexagons also beside the map); collides with no other agent there
    WEND_AGENT_NEAR_GOAL = 7, ///< as ARRIVED, but on the reachable tile nearest to its goal, which no path
                              ///< reaches
    WEND_AGENT_BLOCKED = 8,   ///< with claims: it walks, but others have been in its way for long
    WEND_AGENT_STATE_COUNT
} wend_agent_state;
/// "idle", "waiting", "walking", "arrived", "no_route", "stuck", "on_link", "near_goal", "blocked"; "unknown
/// state" for any other number.
WEND_API const char* wend_agent_state_string(wend_agent_state state);

/// Adds an agent at rest, without a goal, behind all others in the dense arrays. On grids where paths may cut
/// corners, bodies avoid each other, but only their centres avoid walls. Errors: ARGUMENT (NaN or infinite
/// numbers, limits not > 0, a radius out of range, no such profile, a position on a tile that is blocked for
/// it), STALE (see above), LIMIT (its body touches a wall, or is wider than wend_world_widest_body,
/// so that it might fit here and not along its path; the crowd is full), MEMORY.
WEND_API wend_result wend_crowd_add(wend_crowd* crowd, const wend_agent* agent, wend_agent_id* id_out);
/// Gives an agent a goal; its path is planned in a later tick, after the link that it may be on. When the new
/// goal is near the one that it walks to, up to a sixteenth of the distance left, it keeps walking, and only
/// the end of its path is planned. Errors: ARGUMENT (a tile off the map), STALE (the id names no agent; see
/// above), MEMORY.
WEND_API wend_result wend_crowd_send(wend_crowd* crowd, wend_agent_id id, wend_tile goal);
/// Gives an agent a goal that it reaches by a field instead of its own path. The field must have this
/// goal (wend_field_set_goals on the world of the crowd, or on the view of the agent's profile: one field for
/// each profile). Many agents can share it; each looks a few steps ahead in it. The crowd expands the field
/// where agents need it, so nobody else may use it during a tick, and it must stay valid until the agent gets
/// another goal or is removed. When the map changes, set its goals again. Errors: ARGUMENT (a tile off the
/// map; a field with goals in another view), STALE (the id names no agent; see above), MEMORY.
WEND_API wend_result wend_crowd_send_by_field(wend_crowd* crowd, wend_agent_id id, wend_tile goal,
                                              wend_field* field);
/// Moves all agents by dt seconds. Allocates only for a longer path or a larger crowd than ever before.
/// Errors: ARGUMENT (dt not in (0, 1]), STALE (see above), MEMORY, LIMIT (as in wend_find_path).
/// Nobody has moved then, but some paths may have been planned. In a mapped world also DAMAGED, when an agent
/// comes to damage or plans its way through it: this agent is stuck from then on and plans again after
/// replan_time, and the next tick moves the others. In a streamed world NOT_LOADED, as long as any ground is
/// missing.
WEND_API wend_result wend_crowd_tick(wend_crowd* crowd, float dt);

// ---- changes; goals and paths of all other agents stay

/// Changes the limits, the radius, the profile and the user data of an agent. When its position differs, it
/// is put there at rest and replans. With another profile it also replans, and follows no field any more.
/// Errors: ARGUMENT, LIMIT (both as wend_crowd_add), STALE (the id names no agent; see above).
WEND_API wend_result wend_crowd_change(wend_crowd* crowd, wend_agent_id id, const wend_agent* body);
/// Removes an agent. The last agent moves to its index in the dense arrays. Errors: ARGUMENT, STALE (the id
/// names no agent).
WEND_API wend_result wend_crowd_remove(wend_crowd* crowd, wend_agent_id id);
/// Replaces the definition from the next tick on; its allocator is ignored. Errors: DEF, ARGUMENT.
WEND_API wend_result wend_crowd_set_def(wend_crowd* crowd, const wend_crowd_def* def);
/// Agents whose path touches these tiles, or who had no path to their goal, replan all of it in the next
/// ticks. Blocked paths need no such call: it is for tiles whose cost has changed, or that have opened a
/// shorter path. Returns how many replan.
WEND_API int32_t wend_crowd_replan(wend_crowd* crowd, wend_rect tiles);
/// Agents that walk along a path look for a better one in the next ticks, while they walk on. Each keeps its
/// path unless another one costs at least keep percent less, so that agents between two ways of about the
/// same cost do not turn back and forth. Agents that follow a field, or that have not planned their path to
/// its end (first_tiles), do not look. Returns how many do. [Range of keep: 0..100, nobody looks otherwise]
/// [Units of keep: percent]
WEND_API int32_t wend_crowd_improve(wend_crowd* crowd, float keep);

// ---- reading

/// All agents, without gaps. Borrowed until an agent is added or removed.
WEND_API const wend_agent* wend_crowd_agents(const wend_crowd* crowd, int32_t* count_out);
/// Their ids, in the same order. Also borrowed.
WEND_API const wend_agent_id* wend_crowd_ids(const wend_crowd* crowd, int32_t* count_out);
/// One agent; NULL when the id names none. Also borrowed.
WEND_API const wend_agent* wend_crowd_agent(const wend_crowd* crowd, wend_agent_id id);
/// Its index in the dense arrays; -1 when the id names no agent.
WEND_API int32_t wend_crowd_index(const wend_crowd* crowd, wend_agent_id id);
/// WEND_AGENT_IDLE when the id names no agent.
WEND_API wend_agent_state wend_crowd_state(const wend_crowd* crowd, wend_agent_id id);
/// Waypoints of the path that it walks, as far as that is planned (first_tiles); by a field, those that it
/// has looked ahead. NULL and a count of 0 when it has none or the id names no agent. Borrowed until the next
/// tick.
WEND_API const wend_vec2* wend_crowd_path(const wend_crowd* crowd, wend_agent_id id, int32_t* count_out);

/// The floor of each of these waypoints; NULL on a map of one floor. Borrowed likewise.
WEND_API const uint16_t* wend_crowd_path_floors(const wend_crowd* crowd, wend_agent_id id,
                                                int32_t* count_out);

/// The link that an agent is on, and *progress_out, the share of it that is done [0..1]; -1 when it is on
/// none or the id names no agent; *progress_out is then unchanged.
WEND_API int32_t wend_crowd_link(const wend_crowd* crowd, wend_agent_id id, float* progress_out);

/// Counters since the crowd was created.
typedef struct wend_crowd_stats {
    int64_t ticks;
    int64_t plans;         ///< paths planned
    int64_t replans;       ///< how many of them because an agent made no progress or its path was blocked
    int64_t forced_passes; ///< times that an agent began to force its way past others
    int64_t collisions; ///< times that two bodies began to overlap by more than a tenth of their radii's sum
    int64_t checks;     ///< paths that cross a cluster which an edit has changed
    int64_t broken;     ///< how many of them were blocked
    int64_t repairs;    ///< paths of which only a part was planned, after an edit or as the goal moved
    int64_t pieces;     ///< times that an agent got more of its path while it walked (first_tiles)
    int64_t blocked_ticks; ///< ticks that an agent ended on a blocked tile, summed over agents; above 0 only
                           ///< when an edit blocked the tile under it
} wend_crowd_stats;
WEND_API wend_crowd_stats wend_crowd_get_stats(const wend_crowd* crowd);
/// Hash of all positions, velocities and states, in the order of the dense arrays; not of ids or user data.
/// Equal on every machine for equal calls.
WEND_API uint64_t wend_crowd_hash(const wend_crowd* crowd);

/// Formation tiles for a group: up to count passable tiles that can be reached from a tile, itself first,
/// then nearest first by steps, spacing tiles apart along rows and columns. On the grid of a view they are
/// tiles where the body of the profile fits. *count_out is less than count
/// when no more can be reached. [Range of count: 1..WEND_MAX_CROWD; of spacing: 1..64] Errors: ARGUMENT (a
/// tile that is blocked or off the map, a range), MEMORY.
WEND_API wend_result wend_formation_tiles(const wend_grid* grid, wend_tile around, int32_t count,
                                          int32_t spacing, const wend_allocator* allocator_opt,
                                          wend_tile* out, int32_t* count_out);

#ifdef __cplusplus
}
#endif
#endif
