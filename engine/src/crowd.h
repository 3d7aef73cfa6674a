// crowd.h: the inside of a crowd, for the two files that make it up.
#ifndef WENDI_CROWD_H
#define WENDI_CROWD_H
#include "follow.h"
#include "neighbours.h"
#include "wend/crowd.h"

enum { WENDI_MOST_NEIGHBOURS = 24 };
enum { WENDI_MOST_CLOSE = 6 };

typedef struct wendi_member { // what the crowd knows of an agent beside its body
    wend_vec2* waypoints;
    size_t capacity;
    int32_t count;
    wend_tile goal;
    wend_agent_state state;
    bool squeezing;
    wend_vec2 home;      // where it arrived
    bool settled;        // there beside others, not at its goal
    bool pressed;        // touched by one that is on its way
    bool beside_arrived; // touches one that stands at the same goal
    // Where it last came on, and since then:
    int32_t mark_waypoint;
    float mark_along;
    double stalled, next_replan;     // seconds
    int32_t close[WENDI_MOST_CLOSE]; // those it might touch within this tick
    int32_t close_count;
} wendi_member;

typedef struct wendi_standing {
    wend_tile goal;
    int32_t count; // 0: a free place
} wendi_standing;

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
    bool* moves; // its walk could begin
    size_t agent_capacity, member_capacity, walk_capacity, body_capacity, wanted_capacity, target_capacity,
        move_capacity;
    int32_t count;
    int32_t next_plan; // whose turn it is first
    double widest;     // body
    wendi_neighbours neighbours;
    wendi_standing* standing;
    size_t standing_capacity;
    int32_t place_count; // of the table, a power of two
    bool standing_known;
    uint64_t *overlaps, *overlaps_before; // pairs of numbers, ascending
    size_t overlap_capacity, before_capacity;
    int32_t overlap_count, before_count;
    wend_crowd_stats stats;
};

/// Changes what an agent wants into what the walls and the others leave of it, and notes who is near. Needs
/// the bodies of this tick.
void wendi_make_room(wend_crowd* crowd, int32_t i, double dt);
/// Where avoidance found no way out bodies would run into each other: takes away what of a velocity would
/// bring one deeper than a little into those that it touches, as they stand now, those before it moved
/// already.
wendi_vec wendi_held_off(const wend_crowd* crowd, int32_t i, wendi_vec velocity, double dt);
#endif
