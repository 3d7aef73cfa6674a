// crowd.h: the inside of a crowd, for the files that make it up.
#ifndef WENDI_CROWD_H
#define WENDI_CROWD_H
#include "agents/follow.h"
#include "agents/neighbours.h"
#include "wend/crowd.h"

enum { WENDI_MOST_NEIGHBOURS = 24 };
enum { WENDI_MOST_CLOSE = 6 };

typedef struct wendi_member { // what the crowd knows of an agent beside its body
    wend_vec2* waypoints;
    size_t capacity;
    int32_t count;
    wend_tile goal;
    wend_field* field; // whose ways it goes; NULL: a path of its own
    int32_t renew;     // waypoint from which on it looks ahead in the field again
    wend_agent_state state;
    bool squeezing;
    wend_vec2 home;      // where it arrived
    bool beside_goal;    // there beside others, not at its goal
    bool pressed;        // touched by one that is on its way
    bool beside_arrived; // touches one that stands at the same goal
    // Where it last came on, and since then:
    int32_t mark_waypoint;
    float mark_along;
    double mark_cost;                // in its field; the way there is looked at piece by piece
    double stalled, next_replan;     // seconds
    int32_t close[WENDI_MOST_CLOSE]; // those it might touch within this tick
    int32_t close_count;
} wendi_member;

typedef struct wendi_goal_count {
    wend_tile goal;
    int32_t count; // 0: a free place
} wendi_goal_count;

struct wend_crowd {
    wend_allocator allocator;
    wend_crowd_def def;
    const wend_world* world;
    const wend_grid* grid;
    wend_search* search;
    wend_path* path;
    wend_agent* agents;
    wendi_member* members;
    wendi_walk* walks; // of this tick
    wendi_body* bodies;
    wendi_vec* wanted;
    wendi_mark* targets;
    bool* can_move; // its walk could begin
    size_t agent_capacity, member_capacity, walk_capacity, body_capacity, wanted_capacity, target_capacity,
        can_move_capacity;
    int32_t count;
    int32_t next_plan; // whose turn it is first
    double widest;     // body
    wendi_neighbours neighbours;
    wend_agent near[WENDI_MOST_NEIGHBOURS]; // for def.steer
    wendi_goal_count* goal_counts;
    size_t goal_count_capacity;
    int32_t goal_slot_count; // of the table, a power of two
    bool goal_counts_ready;
    uint64_t *overlaps, *overlaps_before; // pairs of numbers, ascending
    size_t overlap_capacity, before_capacity;
    int32_t overlap_count, before_count;
    wend_crowd_stats stats;
};

/// Room for so many waypoints of an agent. False: no memory.
bool wendi_crowd_reserve_waypoints(wend_crowd* crowd, wendi_member* m, int32_t count);
/// Begins a walk of an agent on this crowd's ground. Errors: as wendi_walk_begin.
wend_result wendi_crowd_begin_walk(const wend_crowd* crowd, wendi_walk* walk, const wend_agent* agent,
                                   const wend_vec2* waypoints, int32_t count, float dt);
/// Has no path: its only waypoint is where it stands.
void wendi_crowd_stand(wend_agent* agent, wendi_member* m, wend_agent_state state);
/// Checks a definition. Errors: DEF, ARGUMENT.
wend_result wendi_crowd_def_check(const wend_crowd_def* def);

/// Waypoints of an agent's way as far as it looks ahead in its field, which must have a cost where it
/// stands. False: no memory.
bool wendi_crowd_look_ahead(wend_crowd* crowd, int32_t i);

/// Changes what an agent wants into what the walls and the others leave of it, and notes who is near. Needs
/// the bodies of this tick.
void wendi_crowd_avoid(wend_crowd* crowd, int32_t i, double dt);
/// Where avoidance found no way out bodies would run into each other: takes away what of a velocity would
/// bring one deeper than a little into those that it touches, as they stand now, those before it moved
/// already.
wendi_vec wendi_crowd_keep_apart(const wend_crowd* crowd, int32_t i, wendi_vec velocity, double dt);
#endif
