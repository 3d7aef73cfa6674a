// crowd.h: the inside of a crowd, shared by the files that implement it.
//
// agents, members and ids are dense arrays in the same order. An id holds an index into slots and the slot's
// generation; the slot holds the agent's index in the dense arrays. Removal moves the last agent into the gap
// and advances the generation of its slot, so ids that were given out for it name nobody.
#ifndef WENDI_CROWD_H
#define WENDI_CROWD_H
#include "agents/field.h"
#include "agents/follow.h"
#include "agents/neighbours.h"
#include "search/path.h"
#include "wend/crowd.h"
#include "wend/fleet.h"

enum { WENDI_MOST_NEIGHBOURS = 24 };

enum { WENDI_MOST_CLOSE = 6 };

typedef struct wendi_claim { // of an agent on a tile (crowd_claims.c)
    int32_t mover;           // of the fleet, which has the tile
    bool is_free;            // nobody is near: it walks by itself
    bool left_path;          // it has gone from tile to tile since its path was planned
    wend_tile before;        // that it leaves in this beat
    wend_vec2 from, to;      // of its step
    double time, elapsed;    // of its step [Units: seconds]
} wendi_claim;

typedef struct wendi_member { // what the crowd knows of an agent besides its body
    wend_vec2* waypoints;
    size_t capacity;
    int32_t count;
    wend_path_link* links; // between the waypoints
    size_t link_capacity;
    int32_t link_count;
    wendi_crossing crossing; // in state ON_LINK
    bool is_blind;           // what lies around it could not be opened, so it does not move
    bool off_map;            // the ground under it was removed with the edge of the map: likewise
    bool plans_after;        // plans at the other end of the link
    wend_tile goal;
    wend_tile end;          // of its path: the goal, unless that was blocked or no path reaches it
    wend_tile stand_in;     // the goal, or the passable tile in its place
    bool partial;           // no path reaches the goal
    wendi_point_list shown; // its waypoints for callers, on a map with floors, and the floor of each
    wendi_floor_list shown_floors;
    wend_field* field; // that it follows; NULL: its own path
    int32_t renew;     // from this waypoint on it looks ahead in the field again, or gets more of its path
    double beyond;     // tiles of its path after the line that begins there, when it grows
    bool grows;        // its waypoints do not reach the end of its path yet (crowd_plan.c)
    wend_path* rest;   // that path from the last waypoint on; NULL: it never had one
    wend_agent_state state;
    bool forces_pass;
    wend_vec2 forced_at; // where it began to
    wend_vec2 home;      // where it arrived
    bool beside_goal;    // arrived beside others, not at its goal
    bool pressed;        // touched by an agent that walks
    bool beside_arrived; // touches an agent that stands at the same goal
    // Where it last made progress, and since then:
    int32_t mark_waypoint;
    float mark_along;
    double mark_cost;            // in its field, whose path is only known piece by piece
    double mark_left;            // length of its path from there, once it has replanned; INFINITY: unknown
    double stalled, next_replan; // seconds
    // How its path outlives edits (crowd_repair.c); nothing of this when it follows a field:
    uint64_t clusters; // crossed by the path: a bit for each, by column and row modulo 8
    uint64_t version;  // of the world when the path was good
    bool check;        // an edit has changed something in these clusters
    bool broken;       // the legs broken_first .. broken_last have to be replaced
    bool chases;       // its goal has moved beyond the end of its path
    bool improves;     // looks for a path that costs at most this share of its own
    double share;
    int32_t broken_first, broken_last; // legs by the waypoint that they begin at
    int32_t planned;                   // so many waypoints come from one plan of a whole path
    double detours;                    // what repairs have added since that plan [Units: tiles]
    int32_t close[WENDI_MOST_CLOSE];   // indices of those it might touch in this tick
    int32_t close_count;
    wendi_claim claim; // where the crowd has claims
} wendi_member;

WENDI_LIST(wendi_pair_list, uint64_t); // of indices of two agents

typedef struct wendi_goal_count { // of the agents that stand at one goal
    int32_t count;
    double radius; // of all of them; -1: they differ
    double area;   // sum of the squares of their radii
} wendi_goal_count;

typedef struct wendi_agent_slot {
    uint32_t generation; // of the ids that name its agent; never 0
    int32_t index;       // in the dense arrays; of a free slot ~(the next free slot + 1), below 0
} wendi_agent_slot;

typedef struct wendi_crowd_view { // the world as agents of one profile see it
    const wend_world* world;
    const wend_grid* grid;
    uint64_t version; // of the world whose edits the crowd has noticed
} wendi_crowd_view;

struct wend_crowd {
    wendi_owner owner;
    wend_allocator allocator; // of what it owns
    wend_crowd_def def;
    wendi_crowd_view views[WEND_MAX_PROFILES]; // by profile
    int32_t view_count;
    const wend_grid* grid; // of profile 0: all views have its tiles and positions
    uint32_t layout;       // of the grid, and its floors, when the agents last looked
    wendi_floors floors;
    wend_search* search;
    wend_path* path;
    wend_agent* agents;
    wend_agent* shown; // the same for callers, with the floors of the map; NULL: it has one
    wendi_member* members;
    wend_agent_id* ids;
    wendi_agent_slot* slots;
    wendi_walk* walks; // of this tick
    wendi_body* bodies;
    wendi_vec* wanted;
    wendi_mark* targets;
    bool* can_move; // its walk could begin
    size_t agent_capacity, shown_capacity, member_capacity, id_capacity, slot_capacity, walk_capacity,
        body_capacity, wanted_capacity, target_capacity, can_move_capacity;
    int32_t count;
    int32_t slot_count, free_slot; // first of the free slots; -1: none
    int32_t next_plan;             // index whose turn to plan it is first
    int32_t next_check;            // likewise to check its path
    int64_t work;                  // of planning in this tick
    wendi_neighbours neighbours;
    wend_agent near[WENDI_MOST_NEIGHBOURS]; // for def.steer
    wendi_goal_count* goal_counts;          // found on first use in a tick
    size_t goal_count_capacity;
    int32_t goal_count;
    wendi_number_table goal_of; // a count by tile
    bool goal_counts_ready;
    wendi_pair_list overlaps, overlaps_before; // ascending
    wend_crowd_stats stats;
    wend_fleet* fleet;      // of the agents, for their claims; NULL: no claims
    int32_t reach;          // tiles within which others are near in the present beat
    double beat, beat_left; // in which the fastest agent goes one tile [Units: seconds]
};

/// The world as an agent sees it.
static inline const wendi_crowd_view* wendi_crowd_view_of(const wend_crowd* crowd, const wend_agent* agent) {
    WENDI_ASSERT(agent->profile >= 0 && agent->profile < crowd->view_count);
    return &crowd->views[agent->profile];
}

/// True when a body is measured against obstacles that are not the blocked tiles of its view.
static inline bool wendi_is_wide(const wend_grid* grid) {
    return grid->body_rule.map != NULL;
}

/// From where an agent plans.
typedef struct wendi_start {
    wend_tile tile;
    wend_vec2 via; // by_leg: the agent walks there first, then straight to the centre of the tile
    bool by_leg;   // otherwise straight to the centre
} wendi_start;

/// Finds it. False: the agent sees no place to go.
bool wendi_crowd_find_start(const wend_crowd* crowd, const wend_agent* agent, const wendi_member* m,
                            wendi_start* out);

/// Lets callers see an agent and its waypoints where they are now.
void wendi_crowd_show(wend_crowd* crowd, int32_t i);

/// Where an agent of a caller is on the sheet (grid/floors.h). False: it is not on a floor of the map.
bool wendi_crowd_position(const wend_crowd* crowd, const wend_agent* agent, wend_vec2* out);

/// Checks that an agent fits where it is, and on all paths of its profile. Errors: ARGUMENT, LIMIT, as
/// wend_crowd_add.
wend_result wendi_crowd_check_body(const wend_crowd* crowd, const wend_agent* agent);

/// Opens what an agent sees of the map in a tick of dt seconds. Errors: as wendi_open.
wend_result wendi_crowd_open_around(const wend_crowd* crowd, const wend_agent* agent, float dt);

/// Opens it for all agents. Those around which it is damaged stop. Errors: DAMAGED, if one of them was not
/// stuck before; NOT_LOADED, if some region is not here; MEMORY.
wend_result wendi_crowd_open_ground(wend_crowd* crowd, float dt);

/// An agent meets damage where it is or on its way: it stays where it is, and plans again after replan_time.
void wendi_crowd_meet_damage(const wend_crowd* crowd, int32_t i);

/// Index of an agent in the dense arrays; -1 when the id names none. NULL is no crowd.
int32_t wendi_crowd_index(const wend_crowd* crowd, wend_agent_id id);

/// Room for count waypoints of an agent. False: no memory.
bool wendi_crowd_reserve_waypoints(wend_crowd* crowd, wendi_member* m, int32_t count);

/// Puts the waypoints and links of a path behind the first waypoints of an agent, of which front stay; and
/// behind them those from `back` on, to which the last one of the path leads if there are any. Errors:
/// MEMORY.
wend_result wendi_crowd_splice(wend_crowd* crowd, wendi_member* m, int32_t front, const wend_path* path,
                               int32_t back);

/// Frees the lists of an agent that leaves.
void wendi_crowd_free_member(wend_crowd* crowd, wendi_member* m);

/// Begins a walk of an agent on the grid of its profile. Errors: as wendi_walk_begin.
wend_result wendi_crowd_begin_walk(const wend_crowd* crowd, wendi_walk* walk, const wend_agent* agent,
                                   const wend_vec2* waypoints, int32_t count, float dt);

/// How much room an agent needs beside the legs of its path: wendi_walk_needs on the grid of its profile.
double wendi_crowd_needs(const wend_crowd* crowd, const wend_agent* agent);

/// Distance between two positions. [Units: tiles]
static inline double wendi_crowd_length(const wend_crowd* crowd, wend_vec2 from, wend_vec2 to) {
    const wendi_frame frame = wendi_frame_of(crowd->grid);
    return wendi_gap(wendi_to_tiles(&frame, from), wendi_to_tiles(&frame, to));
}

/// Lets an agent replan: at once where it is or, when it is on a link, at the other end.
void wendi_crowd_plan_again(const wend_crowd* crowd, wend_agent* agent, wendi_member* m);

/// Takes away its path: what is left is its position or, of a wide body, a place in sight.
void wendi_crowd_stand(const wend_crowd* crowd, wend_agent* agent, wendi_member* m, wend_agent_state state);

/// Counts the work of a query.
void wendi_crowd_count_work(wend_crowd* crowd, const wend_path* path, const wend_stats* stats);

/// The path that is to answer the query of an agent, and how many tiles of it are wanted first. Errors:
/// MEMORY.
wend_result wendi_crowd_begin_path(wend_crowd* crowd, int32_t i, wend_query* query, wend_path** out);

/// Notes from where on an agent whose path grows wants more of it.
void wendi_crowd_note_rest(wend_crowd* crowd, int32_t i);

/// True when an agent comes to the end of what it has of its path.
bool wendi_crowd_wants_tiles(const wend_crowd* crowd, int32_t i);

/// Refines more of its path. Errors: MEMORY, LIMIT.
wend_result wendi_crowd_add_tiles(wend_crowd* crowd, int32_t i);

/// Lets what is left of the path of an agent lead to another goal.
void wendi_crowd_lead_rest(wendi_member* m, wend_tile goal);

/// Notes which clusters the path of an agent crosses, once it was planned as a whole.
void wendi_crowd_note_plan(wend_crowd* crowd, int32_t i);

/// Notes the clusters that its path crosses from a waypoint on, besides those that are noted.
void wendi_crowd_note_lines(wend_crowd* crowd, int32_t i, int32_t first);

/// Follows the edges of the map (wend/ground.h), as does the fleet, if there is one. Errors: STALE (see
/// wend/crowd.h; nothing changed then), MEMORY.
wend_result wendi_crowd_follow_edges(wend_crowd* crowd);
/// Marks the agents whose path edits since the last tick may concern.
void wendi_crowd_notice_edits(wend_crowd* crowd);

/// Checks the paths of some of them.
void wendi_crowd_check_paths(wend_crowd* crowd);

/// True when a part of its path has to be planned while it walks.
bool wendi_crowd_wants_part(const wend_crowd* crowd, int32_t i);

/// Plans that part. *done_out false: the whole path must be planned. Errors: MEMORY, LIMIT.
wend_result wendi_crowd_plan_part(wend_crowd* crowd, int32_t i, bool* done_out);

/// True when an agent keeps its path to a goal that is near its present one: it replans the end of it.
bool wendi_crowd_follow_goal(wend_crowd* crowd, int32_t i, wend_tile goal);

/// Checks a definition. Errors: DEF, ARGUMENT.
wend_result wendi_crowd_def_check(const wend_crowd_def* def);

/// Lets an agent arrive where it is. beside_goal: others fill the goal.
void wendi_crowd_arrive(const wend_agent* agent, wendi_member* m, bool beside_goal);

/// Sends an agent that has arrived back when it was pushed away, or on when those at its goal are gone.
void wendi_crowd_return_home(wend_crowd* crowd, int32_t i);

/// Notes how far a walking agent has come. One without progress arrives beside others, replans or forces its
/// way.
void wendi_crowd_track_progress(wend_crowd* crowd, int32_t i, double dt);

/// Sets the waypoints of an agent as far as it looks ahead in its field, which must have a cost at its start.
/// False: no memory.
bool wendi_crowd_look_ahead(wend_crowd* crowd, int32_t i, const wendi_start* start);

/// Limits the velocity that an agent wants to what walls and other agents permit, and records who is near.
/// Needs the bodies of this tick.
void wendi_crowd_avoid(wend_crowd* crowd, int32_t i, double dt);

// ---- claims (crowd_claims.c)

/// Creates the fleet of a crowd whose agents claim tiles. Errors: ARGUMENT (hexagons), MEMORY.
wend_result wendi_crowd_begin_claims(wend_crowd* crowd);
/// True when a body fits into one tile.
bool wendi_crowd_can_claim(const wend_crowd* crowd, const wend_agent* body);
/// Claims the tile of a new agent. Errors: LIMIT (another one has it, or is partly there), MEMORY.
wend_result wendi_crowd_claim(wend_crowd* crowd, const wend_agent* body, int32_t index, wendi_claim* claim);
void wendi_crowd_unclaim(wend_crowd* crowd, const wendi_claim* claim);
/// Claims another tile in place of its own, or the same by another profile. Errors: LIMIT, MEMORY.
wend_result wendi_crowd_move_claim(wend_crowd* crowd, const wend_agent* body, int32_t index);
/// True when others stand in the way of an agent that walks, for long.
bool wendi_crowd_is_blocked(const wend_crowd* crowd, int32_t i);
/// Moves all agents that are not free. Errors: MEMORY, LIMIT.
wend_result wendi_crowd_move_by_claims(wend_crowd* crowd, double dt);

/// True when an agent is within the disc that all agents at its goal would fill, beside one of them, so that
/// going on is useless, or has tried for long.
bool wendi_crowd_may_arrive_beside(wend_crowd* crowd, int32_t i);

/// The last resort where avoidance found no solution: removes from a velocity what would bring a body more
/// than a little into those that it touches, at their present positions; those with a lower index have
/// already moved.
wendi_vec wendi_crowd_keep_apart(const wend_crowd* crowd, int32_t i, wendi_vec velocity, double dt);
#endif
