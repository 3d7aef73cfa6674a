// wend/crowd.h: many agents on one world, each on its own way, that keep clear of each other and of the
// walls.
//
//     wend_crowd_def def = wend_default_crowd_def();
//     wend_crowd* crowd = NULL;
//     if (wend_crowd_create(world, &def, &crowd) != WEND_OK) return 1;
//     wend_agent body = {.position = {5.5f, 5.5f}, .max_speed = 4, .max_acceleration = 32, .radius = 0.2f};
//     int32_t who = 0;
//     if (wend_crowd_add(crowd, &body, &who) != WEND_OK) return 1;
//     if (wend_crowd_send(crowd, who, (wend_tile){600, 400}) != WEND_OK) return 1;
//     wend_agent_state state = WEND_AGENT_WAITING;
//     while (state == WEND_AGENT_WAITING || state == WEND_AGENT_WALKING) {
//         if (wend_crowd_tick(crowd, 1.0f / 30) != WEND_OK) return 1;
//         state = wend_crowd_state(crowd, who);
//     }
//
// Every tick each agent asks its path for a velocity, then takes the nearest one that reciprocal avoidance
// (ORCA) leaves, and moves by it as far as walls let it: its body never touches a wall, and it never loses
// its path. Agents that meet head-on pass on the right. One that does not come on plans anew from where it
// is, and in the end squeezes past. One whose goal is taken settles beside those that stand there.
//
// Same calls, same motions, on every machine: wend_crowd_hash tells.
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

/// What else than its way an agent minds, as a velocity: asked for every walking agent at every tick, before
/// avoidance. wanted: what its way asks for; near: the others within neighbour_range, nearest first, at most
/// max_neighbours. It must be the same for the same arguments; it may look at the crowd and not change it.
typedef wend_vec2 wend_crowd_steer_fn(int32_t number, const wend_agent* agent, wend_vec2 wanted,
                                      const wend_agent* near, int32_t near_count, void* context);

typedef struct wend_crowd_def {
    int32_t max_neighbours; ///< that an agent minds, the nearest ones [Range: 0..24] [Default: 12]
    float neighbour_range; ///< how far it looks for them; 0: five times the largest body's diameter, at least
                           ///< a tile [Range: >= 0] [Default: 0] [Units: world units]
    float horizon;         ///< it keeps clear of others for this long [Range: > 0, at most 60] [Default: 1]
                           ///< [Units: seconds]
    int32_t
        plans_per_tick; ///< paths planned in one tick at most; the rest waits [Range: >= 1] [Default: 256]
    float replan_time;  ///< without coming on for this long it plans anew; 0: never [Range: >= 0]
                        ///< [Default: 2] [Units: seconds]
    float squeeze_time; ///< and after this long it takes itself and others for half their size until it
                        ///< comes on; 0: never [Range: >= 0] [Default: 5] [Units: seconds]
    float beside_goal_time; ///< after this long without progress beside one that stands at the same goal, it
                            ///< has arrived too; 0: never [Range: >= 0] [Default: 0.5] [Units: seconds]
    bool pass_through;      ///< agents take no notice of each other, but for what steer does [Default: false]
    wend_crowd_steer_fn* steer; ///< NULL: they want what their way asks for [Default: NULL]
    void* steer_context;
    const wend_allocator* allocator; ///< copied; NULL: malloc and free
    int32_t cookie;                  ///< set by wend_default_crowd_def
} wend_crowd_def;
WEND_API wend_crowd_def wend_default_crowd_def(void);

/// An empty crowd on a world, which must outlive it. After wend_world_edit agents whose way was blocked plan
/// anew by themselves. Errors: DEF, ARGUMENT, MEMORY.
WEND_API wend_result wend_crowd_create(const wend_world* world, const wend_crowd_def* def, wend_crowd** out);
WEND_API void wend_crowd_destroy(wend_crowd* crowd);

typedef enum wend_agent_state {
    WEND_AGENT_IDLE = 0,    ///< has no goal; makes way for others
    WEND_AGENT_WAITING = 1, ///< for its path, at the next tick or a later one
    WEND_AGENT_WALKING = 2,
    WEND_AGENT_ARRIVED = 3,  ///< at its goal, or beside those that are; makes way for others, and walks back
                             ///< when that took it far
    WEND_AGENT_NO_ROUTE = 4, ///< there is no way to its goal
    WEND_AGENT_STUCK = 5,    ///< its body does not fit where it is or must go; it stays
    WEND_AGENT_STATE_COUNT
} wend_agent_state;
/// "idle", "waiting", "walking", "arrived", "no_route", "stuck"; never NULL.
WEND_API const char* wend_agent_state_string(wend_agent_state state);

/// Adds an agent at rest, without a goal. Its number is the count so far. On grids where paths may cut
/// corners bodies keep clear of each other, but walls see their middles only. Errors: ARGUMENT (NaN or
/// infinite numbers, limits not > 0, a radius out of range, off the passable tiles), LIMIT (its body touches
/// a wall; the crowd is full), MEMORY.
WEND_API wend_result wend_crowd_add(wend_crowd* crowd, const wend_agent* agent, int32_t* number_out);
/// Gives an agent a goal, to be planned at a later tick. Errors: ARGUMENT (no such agent, a tile off the
/// map).
WEND_API wend_result wend_crowd_send(wend_crowd* crowd, int32_t number, wend_tile goal);
/// Likewise, by a field whose goal this is (wend_field_set_goals, on
/// the world of the crowd)
/// rather than by a path of its own: many agents share it, and each looks a few steps ahead. The crowd fills
/// the field where agents come, so nobody else may while it ticks, and it must outlive the errand. When the
/// map has changed, set its goals again. Errors: as above.
WEND_API wend_result wend_crowd_send_by_field(wend_crowd* crowd, int32_t number, wend_tile goal,
                                              wend_field* field);
/// Moves everyone. Nothing is allocated unless a longer path or a larger crowd than ever needs it. Errors:
/// ARGUMENT (dt not in (0, 1]), MEMORY; nobody has moved then.
WEND_API wend_result wend_crowd_tick(wend_crowd* crowd, float dt);

// ---- changes; each keeps what the others were about

/// Changes the limits and the radius of an agent, and, where its position is another, puts it there at rest;
/// it then plans anew. Errors: as wend_crowd_add; it stays as it was.
WEND_API wend_result wend_crowd_change(wend_crowd* crowd, int32_t number, const wend_agent* body);
/// Removes an agent; the last one takes its number. Errors: ARGUMENT (no such agent).
WEND_API wend_result wend_crowd_remove(wend_crowd* crowd, int32_t number);
/// Another definition from the next tick on; its allocator stands back. Errors: DEF, ARGUMENT.
WEND_API wend_result wend_crowd_set_def(wend_crowd* crowd, const wend_crowd_def* def);
/// After wend_world_edit: whoever would come by these tiles, or had no way to its goal, plans anew at the
/// next tick; without it agents walk on till they see that the way is blocked, and know of no new one.
/// Returns how many.
WEND_API int32_t wend_crowd_replan(wend_crowd* crowd, wend_rect tiles);

/// All agents. Borrowed until one is added or removed.
WEND_API const wend_agent* wend_crowd_agents(const wend_crowd* crowd, int32_t* count_out);
/// WEND_AGENT_IDLE for no such agent.
WEND_API wend_agent_state wend_crowd_state(const wend_crowd* crowd, int32_t number);
/// Waypoints of the path it walks, of a field's as far as it looks ahead. Borrowed until the next tick; empty
/// for no such agent or none.
WEND_API const wend_vec2* wend_crowd_path(const wend_crowd* crowd, int32_t number, int32_t* count_out);

/// Since the crowd was made.
typedef struct wend_crowd_stats {
    int64_t ticks;
    int64_t plans, replans; ///< paths planned; those of them because an agent did not come on, or its way was
                            ///< blocked
    int64_t squeezes;       ///< times that an agent began to squeeze past others
    int64_t collisions; ///< times that two bodies came to overlap by more than a tenth of their radii's sum
    int64_t blocked_ticks; ///< ticks that an agent ended on a blocked tile, summed over agents: 0, or the
                           ///< tile was blocked under it
} wend_crowd_stats;
WEND_API wend_crowd_stats wend_crowd_get_stats(const wend_crowd* crowd);
/// Hash of all positions, velocities and states. Equal on every machine for equal calls.
WEND_API uint64_t wend_crowd_hash(const wend_crowd* crowd);

/// Places for a group: count passable tiles that can be reached from a tile, itself first, then nearest first
/// by steps, spacing tiles apart along rows and columns. *count_out is less than count where there are no
/// more within reach. [Range of count: 1..WEND_MAX_CROWD; of spacing: 1..64] Errors: ARGUMENT (a tile that is
/// blocked, a range), MEMORY.
WEND_API wend_result wend_formation_tiles(const wend_grid* grid, wend_tile around, int32_t count,
                                          int32_t spacing, const wend_allocator* allocator_opt,
                                          wend_tile* out, int32_t* count_out);

#ifdef __cplusplus
}
#endif
#endif
