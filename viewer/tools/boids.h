// boids.h: who walks the map beside the agent of the plan, where to, and where has each been? Knows no
// window.
#ifndef WEND_VIEW_BOIDS_H
#define WEND_VIEW_BOIDS_H
#include <wend/wend.h>

enum { BOIDS_MAX = 20000, BOIDS_A_CLICK = 1000, BOID_TRAIL = 48, BOID_FLOWS = 4 };

/// What a boid may wish; each can be switched off and weighs more or less.
typedef enum boid_wish {
    WISH_FOLLOW,   ///< its path, or the field that it shares
    WISH_SEEK,     ///< straight at the next waypoint
    WISH_ARRIVE,   ///< slow down near the goal
    WISH_AVOID,    ///< keep clear of the others; its weight: for so many seconds ahead
    WISH_SEPARATE, ///< away from those that are near
    WISH_ALIGN,    ///< in their direction
    WISH_COHERE,   ///< towards their middle
    WISH_COUNT
} boid_wish;
/// As scripts write them: "follow", "seek", ...
extern const char* const boid_wish_names[WISH_COUNT];

typedef struct boid_rules {
    float speed;         ///< at most [Range: 0.5..50] [Units: tiles a second]
    float acceleration;  ///< at most [Range: 1..400] [Units: tiles a second squared]
    float radius;        ///< of a body [Range: 0.05..0.5] [Units: tiles]
    float arrive_radius; ///< in which WISH_ARRIVE slows down [Range: 0.5..20] [Units: tiles]
    float neighbours;    ///< how far a boid minds others [Range: 1..16] [Units: tiles]
    bool on[WISH_COUNT];
    float weight[WISH_COUNT]; ///< [Range: 0..5]; of WISH_AVOID above 0
    bool share;               ///< those sent together go to one tile, by a flow field
} boid_rules;

typedef struct boid {
    wend_tile goal;  ///< that it was sent to together with others
    wend_tile place; ///< its own, near that
    bool sent, selected;
    bool alone;                  ///< was sent by itself: it has nobody to share a field with
    int trail_count, trail_next; ///< a ring: the oldest point is at trail_next when it is full
    wend_vec2 trail[BOID_TRAIL];
} boid;

/// A field that those who share a goal steer by.
typedef struct boid_flow {
    wend_field* field; ///< NULL: never used
    wend_tile goal;
    int64_t used; ///< when, counted in errands; 0: free
} boid_flow;

typedef struct boids {
    const wend_world* world;
    wend_crowd* crowd; ///< NULL: nobody was ever placed
    boid_rules rules;
    boid* items; ///< in the order of the crowd's dense arrays: boid i is agent i there
    int count, capacity;
    boid_flow flows[BOID_FLOWS];
    int64_t errands;
    uint64_t dice;
    int64_t ticks;         ///< since the crowd was made
    int64_t boid_ticks;    ///< of each boid, summed
    int64_t tick_ns;       ///< that those took, filled in by the owner of a clock
    int32_t replans_asked; ///< paths that edits lay on
} boids;

void boids_init(boids* b);
void boids_destroy(boids* b);
/// Another map, which must outlive this: nobody is on it. The same map with another graph, keep: all stay
/// where they are and replan. Errors: MEMORY; nobody is there then.
wend_result boids_set_world(boids* b, const wend_world* world, bool keep);

/// Places boids on free tiles round one, nearest first; *placed_out may be less than count. Errors: ARGUMENT
/// (a blocked tile), LIMIT (there are BOIDS_MAX), MEMORY.
wend_result boids_place(boids* b, wend_tile tile, int count, int* placed_out);
/// Places boids on random tiles and sends each to a random tile that it can reach. Errors: LIMIT, MEMORY.
wend_result boids_place_random(boids* b, int count, int* placed_out);
void boids_remove(boids* b, int number);
void boids_remove_selected(boids* b);
void boids_clear(boids* b);

/// Sends those that are selected to places round a tile, or all to it when they share a goal. Errors:
/// ARGUMENT (a blocked tile), MEMORY.
wend_result boids_send_selected(boids* b, wend_tile goal);
/// The boid whose body, or what is within reach of its middle, holds a place; -1: none.
int boids_at(const boids* b, wend_vec2 place, float reach);
/// The first that is selected; -1: none.
int boids_selected(const boids* b);
void boids_select_only(boids* b, int number);
/// Selects those within a rectangle of the world, and nobody else.
void boids_select_within(boids* b, wend_vec2 low, wend_vec2 high);
/// The rectangle round the middles of those selected; false: fewer than two are.
bool boids_selection_box(const boids* b, wend_vec2* low_out, wend_vec2* high_out);

/// Makes everyone keep to the rules as they stand now. Errors: MEMORY.
wend_result boids_apply_rules(boids* b);
/// Sends everyone who was sent again, after rules.share has changed. Errors: MEMORY.
wend_result boids_send_again(boids* b);
/// Tiles were edited: who stands in a wall now steps beside it, and who would come by replans. Errors:
/// MEMORY.
wend_result boids_follow_edit(boids* b, wend_rect tiles);

/// One tick for everyone. Errors: MEMORY.
wend_result boids_tick(boids* b, float seconds);

const wend_agent* boids_body(const boids* b, int number);
/// The crowd's id of a boid.
wend_agent_id boids_id(const boids* b, int number);
wend_agent_state boids_state(const boids* b, int number);
/// How many are in a state.
int boids_in_state(const boids* b, wend_agent_state state);
/// How many walk or wait for their path.
int boids_on_the_way(const boids* b);
/// True when any boid walks, waits or makes way.
bool boids_move(const boids* b);
/// The waypoint that one heads for, counted from 1, and how many there are; false: it has none.
bool boids_target(const boids* b, int number, wend_vec2* target_out, int* index_out, int* count_out);

// ---- boids_steer.c

/// What a boid would like: the wend_crowd_steer_fn; the context is the boids.
wend_vec2 boids_steer(wend_agent_id id, const wend_agent* agent, wend_vec2 wanted, const wend_agent* near,
                      int32_t near_count, void* context);

#endif
