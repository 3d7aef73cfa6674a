// boids.h: which boids walk on the map, where to, and where have they been? Independent of the window.
#ifndef WEND_VIEW_BOIDS_H
#define WEND_VIEW_BOIDS_H
#include <wend/wend.h>

enum { BOIDS_MAX = 20000, BOIDS_A_CLICK = 1000, BOID_TRAIL = 48, BOID_FLOWS = 4 };

/// The wishes of a boid; each has a weight and can be switched off.
typedef enum boid_wish {
    WISH_FOLLOW,   ///< its path, or the field that it shares
    WISH_SEEK,     ///< straight at the next waypoint
    WISH_ARRIVE,   ///< slow down near the goal
    WISH_AVOID,    ///< avoid collisions; the weight is the horizon in seconds
    WISH_SEPARATE, ///< away from neighbours
    WISH_ALIGN,    ///< in the direction of neighbours
    WISH_COHERE,   ///< towards the middle of neighbours
    WISH_COUNT
} boid_wish;
/// Their names in scripts: "follow", "seek", ...
extern const char* const boid_wish_names[WISH_COUNT];

typedef struct boid_rules {
    float speed;         ///< at most [Range: 0.5..50] [Units: tiles a second]
    float acceleration;  ///< at most [Range: 1..400] [Units: tiles a second squared]
    int profile;         ///< of the world, for new boids [Range: 0 .. the number of profiles - 1]
    float radius;        ///< of a body, unless its profile has a wider one [Range: 0.05..0.5] [Units: tiles]
    float arrive_radius; ///< in which WISH_ARRIVE slows down [Range: 0.5..20] [Units: tiles]
    float neighbours;    ///< radius of its neighbourhood [Range: 1..16] [Units: tiles]
    bool on[WISH_COUNT];
    float weight[WISH_COUNT]; ///< [Range: 0..5]; of WISH_AVOID above 0
    bool share;               ///< boids sent together go to one tile, by a flow field
} boid_rules;

typedef struct boid {
    wend_tile goal;  ///< of the group that it was sent with
    wend_tile place; ///< its own tile near the goal
    bool sent, selected;
    bool alone;                  ///< was sent alone, so it shares no field
    int trail_count, trail_next; ///< a ring: the oldest point is at trail_next when it is full
    wend_vec2 trail[BOID_TRAIL];
    uint16_t trail_floors[BOID_TRAIL];
} boid;

/// A field that boids with the same goal follow.
typedef struct boid_flow {
    wend_field* field; ///< NULL: never used
    wend_tile goal;
    int profile;  ///< of the boids that it leads
    int64_t used; ///< number of its last errand; 0: free
} boid_flow;

typedef struct boids {
    const wend_world* world;
    wend_crowd* crowd; ///< NULL: no boid has been placed yet
    boid_rules rules;
    boid* items; ///< in the order of the crowd's dense arrays: boid i is agent i there
    int count, capacity;
    boid_flow flows[BOID_FLOWS];
    int64_t errands;
    uint64_t random;       ///< state of random_next
    int64_t ticks;         ///< since the crowd was made
    int64_t boid_ticks;    ///< of each boid, summed
    int64_t tick_ns;       ///< their total time, measured by the owner of a clock
    int32_t replans_asked; ///< replans after edits on a path
} boids;

void boids_init(boids* b);
void boids_destroy(boids* b);
/// Sets the world, which must outlive this, without boids. keep: the same map with another graph, so all
/// boids stay and replan. Errors: MEMORY; all boids are then removed.
wend_result boids_set_world(boids* b, const wend_world* world, bool keep);

/// Places boids on free tiles around one, nearest first; *placed_out may be less than count. Errors: ARGUMENT
/// (a blocked tile), LIMIT (there are BOIDS_MAX), MEMORY.
wend_result boids_place(boids* b, wend_tile tile, int count, int* placed_out);
/// Places boids on random tiles and sends each to a random tile that it can reach. Errors: LIMIT, MEMORY.
wend_result boids_place_random(boids* b, int count, int* placed_out);
void boids_remove(boids* b, int number);
void boids_remove_selected(boids* b);
void boids_clear(boids* b);

/// Sends the selected boids to tiles around a goal, or all to it when they share goals. Errors:
/// ARGUMENT (a blocked tile), MEMORY.
wend_result boids_send_selected(boids* b, wend_tile goal);
/// The boid whose body covers a position on a floor, or whose centre is within reach of it; -1: none.
int boids_at(const boids* b, wend_vec2 place, int32_t floor, float reach);
/// The first selected boid; -1: none.
int boids_selected(const boids* b);
void boids_select_only(boids* b, int number);
/// Selects exactly the boids within a rectangle of a floor.
void boids_select_within(boids* b, wend_vec2 low, wend_vec2 high, int32_t floor);
/// The rectangle around the centres of the selected boids on a floor; false: fewer than two are selected
/// there.
bool boids_selection_box(const boids* b, int32_t floor, wend_vec2* low_out, wend_vec2* high_out);

/// Applies the current rules to all boids. Errors: MEMORY.
wend_result boids_apply_rules(boids* b);
/// Sends all boids to their goals again, after rules.share has changed. Errors: MEMORY.
wend_result boids_send_again(boids* b);
/// Reacts to edited tiles: boids inside a new wall move beside it, and those with a path there replan.
/// Errors: MEMORY.
wend_result boids_follow_edit(boids* b, wend_rect tiles);

/// Moves all boids by one tick. Errors: MEMORY.
wend_result boids_tick(boids* b, float seconds);

const wend_agent* boids_body(const boids* b, int number);
/// The world as a boid sees it.
const wend_world* boids_view(const boids* b, int number);
/// The crowd's id of a boid.
wend_agent_id boids_id(const boids* b, int number);
wend_agent_state boids_state(const boids* b, int number);
/// Number of boids in a state.
int boids_in_state(const boids* b, wend_agent_state state);
/// Number of boids that walk or wait for their path.
int boids_on_the_way(const boids* b);
/// True when any boid walks, waits or makes way.
bool boids_move(const boids* b);
/// The next waypoint of a boid with its index from 1, and the number of waypoints; false: it has none.
bool boids_target(const boids* b, int number, wend_vec2* target_out, int* index_out, int* count_out);

#endif
