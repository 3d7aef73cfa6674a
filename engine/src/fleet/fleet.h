// fleet.h: what does a fleet consist of?
#ifndef WENDI_FLEET_H
#define WENDI_FLEET_H
#include <pthread.h>

#include "core/containers.h"
#include "grid/grid.h"
#include "hierarchy/entrance.h"
#include "search/propagate.h"
#include "search/search.h"
#include "wend/fleet.h"

enum {
    WENDI_FLEET_CLUSTER = WENDI_LANES - 1, // tiles from one border line to the next, as in public fields
};

// What is left where that is not known is more than this.
#define WENDI_FLEET_FAR (INT64_MAX / 2)

/// A path of the world, by the clusters that it crosses: where it leaves each, and what is left from there.
typedef struct wendi_fleet_leg {
    int32_t cluster;
    wend_tile exit; // the last tile in the cluster; of the last leg, the goal
    wend_cost left;
} wendi_fleet_leg;
WENDI_LIST(wendi_fleet_leg_list, wendi_fleet_leg);

/// The costs to a goal from the tiles of one cluster, above the least of them. Where 16 bits are not enough,
/// they are the high ones, and another field has the low ones.
typedef struct wendi_fleet_field {
    uint16_t cost[WENDI_LANES * WENDI_LANES]; // UINT16_MAX: unknown
    wend_cost base;
    struct wendi_fleet_field* low; // NULL: 16 bits are enough
    int32_t users;                 // movers that hold it
    int32_t number;                // in the pool
} wendi_fleet_field;

/// What movers with one goal and one profile share.
typedef struct wendi_fleet_guide {
    wend_tile goal;
    int32_t profile;
    int32_t users; // movers; 0: unused
    bool stale;    // while edits are looked at: some path or cost is out of date
} wendi_fleet_guide;

typedef enum wendi_fleet_wait { // for what a mover with a goal waits, see queue.c
    WENDI_NO_WAIT,
    WENDI_HELD_BACK, // to enter the next cluster of its path
    WENDI_PARKED,    // to set out (wend_fleet_def.at_once)
} wendi_fleet_wait;

typedef struct wendi_fleet_member {
    wendi_fleet_leg* legs;
    size_t leg_capacity;
    int32_t leg_count, leg; // leg: the first that the mover has not passed
    int32_t end;            // legs before it lie in the costs that it holds
    int32_t plan_end;       // legs before it go round where others are; leg_count: all do, or have no need to
    int32_t guide;          // -1: none
    int32_t* held;          // clusters whose costs it holds
    size_t held_capacity;
    int32_t held_count;
    int32_t stop;        // of its task, to which it moves
    int32_t train;       // steps in a row that it came nearer to its goal through a passage (pibt.c)
    int32_t user;        // whatever a crowd knows it by
    int32_t period;      // steps that it takes to go to the next tile; 0: 1
    int32_t busy;        // of them, or for which it is held: until then it keeps its tile
    int32_t link;        // on which it is while it is busy, by its id; -1: none
    wend_tile behind;    // and this one, from which it came in its last step
    int32_t waited;      // steps since it was last at its goal
    int32_t pushed;      // times that it was pushed off its goal, until somebody looked after it (window.c)
    int32_t nearer;      // value of `waited` when it last came nearer to its goal than ever before
    int32_t looked_at;   // likewise when a window was last planned around it
    wend_cost left;      // to its goal from where it is; WENDI_NOT_REACHED: unknown
    wend_cost next_left; // the same from where it chose to go, if that is known; -1: it is to be looked up
    wend_cost least;
    bool needs_plan, needs_fill;
    int32_t admitted; // the next cluster of its path, if it may enter that; -1: none (queue.c)
    wendi_fleet_wait waits;
    int64_t turn;   // when it got that goal: the number of goals given before
    bool in_window; // one of the movers of the window
    bool rests;     // has been at a goal that others have too
} wendi_fleet_member;

typedef struct wendi_fleet_task {
    int64_t first; // of its stops in the list
    int32_t count;
} wendi_fleet_task;

WENDI_LIST(wendi_fleet_task_list, wendi_fleet_task);

/// A tile that a mover may choose.
typedef struct wendi_mover_choice {
    wend_tile tile;
    wend_cost left; // what is left to the goal from there
    uint32_t tie;   // decides between equal costs
} wendi_mover_choice;
enum { WENDI_MOST_CHOICES = WENDI_DIRECTIONS + 1 + 4 }; // neighbours, to stay, and up to 4 links

/// A mover that chooses, see pibt.c.
typedef struct wendi_pibt_frame {
    int32_t mover, count, next; // next: of its choices
    int32_t others;             // tiles that it may choose on which its body would meet other movers
    int32_t chosen;             // so many had chosen before it
    int32_t before;             // and before it took the choice that it has
    bool has_choice;            // which is void as soon as one of those in its way stays
    bool again;                 // it is tried again: those in its way first try to go the same way
    bool waits;                 // stays, and makes another one go
    int32_t other;              // that one
    bool is_pushed;             // by one that tries again, or others that it pushes
    bool must_go;               // another one waits for it
    int32_t partner;            // that swaps with it; -1: none
    wendi_mover_choice choices[WENDI_MOST_CHOICES];
} wendi_pibt_frame;

enum {
    WENDI_OPERATION_STEPS = 6,   // of the longest operation: with eight headings; with four it has four
    WENDI_MOST_OPERATIONS = 384, // that a mover chooses from; 321 with eight headings
    WENDI_MOST_LINKS_CHOSEN = 4,
    WENDI_MOST_PUSHED = 32, // by one wide mover
};

typedef struct wendi_pose {
    wend_tile tile;
    int32_t heading;
} wendi_pose;

/// What a mover that turns does in the next steps, see operations.c.
typedef struct wendi_operation {
    wendi_pose pose[WENDI_OPERATION_STEPS]; // after each of them
    wend_cost left;                         // to the goal, at the end
    wend_cost least;                        // of all that it could choose
    wend_cost left_before;                  // of the operation that it gave up last
    int32_t rank;                           // who has a higher one may push it
    int32_t can_leave;                      // it may be able to make way from this step on, but not before
    bool is_fixed, has_chosen, is_choosing;
} wendi_operation;

typedef struct wendi_operation_choice {
    wend_cost left; // to the goal, at the end
    wend_cost sum;  // of what is left on the way
    uint32_t actions, lot;
} wendi_operation_choice;

/// A mover that chooses an operation.
typedef struct wendi_operation_frame {
    int32_t mover, count; // count: of choices that are left
    int32_t other_count, next;
    int32_t others[WENDI_MOST_PUSHED],
        steps[WENDI_MOST_PUSHED]; // in the way of its choice, and in which step
    int64_t given_up;             // so many had before it chose
    bool has_choice;
    wend_tile links[WENDI_MOST_LINKS_CHOSEN]; // where they end
    wendi_operation_choice choices[WENDI_MOST_OPERATIONS + WENDI_MOST_LINKS_CHOSEN];
} wendi_operation_frame;

/// An operation that a mover gave up because another one pushes it.
typedef struct wendi_given_up {
    int32_t mover;
    wendi_pose pose[WENDI_OPERATION_STEPS];
} wendi_given_up;
WENDI_LIST(wendi_given_up_list, wendi_given_up);

typedef struct wendi_operations {
    wendi_operation* of; // by mover
    size_t capacity;
    wendi_operation_frame* frames;
    size_t frame_capacity;
    wendi_given_up_list given_up;                    // since one began to choose
    wendi_number_table later[WENDI_OPERATION_STEPS]; // who will be where, step by step
    bool goes_on;                                    // what is left of all operations still fits together
} wendi_operations;

typedef struct wendi_pibt {
    wendi_number_table now;     // who is where
    wendi_number_table claimed; // who will be where
    wend_tile* to;              // by mover: where it will be; x is -1 until it has chosen
    size_t to_capacity;
    wendi_pibt_frame* frames;
    size_t frame_capacity;
    int32_t* chosen; // scratch: the movers that have chosen since the last one began to
    size_t chosen_capacity;
    int32_t chosen_count;
    uint64_t* order; // scratch: the movers, the first one last
    size_t order_capacity;
    uint64_t turn;   // decides between equal choices
    bool has_window; // the movers of the window stay in it, and all others out of it
    wend_rect window;
    bool
        is_strict; // movers are wider than .7 tiles: none enters a tile from the side while another leaves it
    bool is_crowd; // the movers are agents, who do not swap in passages (agents/crowd_claims.c)
    bool failed;   // a mover can neither go nor stay, because constraints come first (window.c)
} wendi_pibt;

/// A plan for all movers in a window of the map, see window.c; it is carried out while pibt.has_window.
typedef struct wendi_fleet_window {
    int32_t* movers;  // of the window
    wend_tile* tiles; // of all of them, step after step
    size_t mover_capacity, tile_capacity;
    int32_t count;
    int64_t steps, done;
    int32_t busy;     // times in a row that many were on their way
    int64_t next_try; // at this step of the fleet
    int32_t failures; // in a row
} wendi_fleet_window;

/// What one thread needs to plan.
typedef struct wendi_fleet_worker {
    wendi_owner owner;
    wend_search* search;
    wend_path* path;
    wendi_propagation propagation;
    wend_cost* costs; // of one cluster
    wendi_heap heap;
    wend_rect flow_area;   // see flow.c
    wend_cost* flow_costs; // of all its tiles; NULL: they were never looked for
    uint32_t* flow_next;   // likewise: the tile that follows on the way
    wendi_tile_list way;
    wendi_fleet_leg_list legs; // of its path, then of the way
    struct wendi_fleet_worker* next;
} wendi_fleet_worker;

typedef struct wendi_fleet_view { // of a profile
    const wend_world* world;
    uint64_t version; // that its paths and costs are of
    int32_t width;    // in tiles, of the squares that its movers take
} wendi_fleet_view;

struct wend_fleet {
    wendi_owner owner;        // of all but the workers
    wend_allocator allocator; // of what it owns, for one thread at a time
    wend_fleet_def def;
    const wend_world* world;
    wendi_fleet_view views[WEND_MAX_PROFILES];
    int32_t view_count;
    wendi_partition clusters;
    uint32_t layout;     // of the grid, when the movers last looked
    wendi_floors floors; // then, by which tiles of the sheet are named
    wend_mover* movers;
    wend_mover* shown; // the same for callers, with the floors of the map; NULL: it has one
    wendi_fleet_member* members;
    size_t mover_capacity, shown_capacity, member_capacity;
    int32_t count; // those that were removed included
    int32_t present;
    int32_t widest; // of all movers that were ever in it
    wendi_index_list free_movers;
    wendi_pibt pibt; // knows who is where
    wendi_operations operations;

    wendi_pool guides;
    wendi_number_table guide_of; // by goal and profile
    wendi_pool fields;
    int32_t field_count;
    wendi_number_table field_of; // by guide and cluster

    wendi_pool blocks; // of flow, see flow.c
    wendi_number_table block_of;
    wendi_number_table crowd_of; // how many are in a cluster
    bool has_crowd;              // some cluster has so many that they get in each other's way

    wendi_number_table queue_of; // how many leave a cluster for the next, see queue.c
    int32_t first_plan;          // the mover with which the next plans begin
    wendi_index_list work;       // movers that need a plan, or costs
    wendi_index_list groups;     // where in it a guide begins
    wendi_fleet_worker* idle;
    pthread_mutex_t mutex; // of idle and failure
    wend_result failure;

    wendi_fleet_window window;
    wendi_tile_list stops;
    wendi_fleet_task_list tasks;
    wendi_index_list waiting; // tasks
    int64_t first_waiting;    // in the list
    int64_t steps, tasks_done, plans, fills, goals_given;
};

static inline const wend_grid* wendi_fleet_grid(const wend_fleet* fleet, int32_t profile) {
    return fleet->views[profile].world->grid;
}
static inline int32_t wendi_fleet_width(const wend_fleet* fleet, int32_t mover) {
    return fleet->views[fleet->movers[mover].profile].width;
}
/// What stands for what is left from a tile where it is unknown: more than all that is known, and the less
/// the nearer the goal is.
static inline wend_cost wendi_fleet_unknown_left(wend_tile tile, wend_tile goal) {
    return WENDI_FLEET_FAR + wendi_steps_between(tile, goal);
}
static inline wendi_fleet_guide* wendi_fleet_guide_at(const wend_fleet* fleet, int32_t guide) {
    return wendi_pool_item(&fleet->guides, guide);
}
static inline wendi_fleet_field* wendi_fleet_field_at(const wend_fleet* f, int32_t guide, int32_t cluster) {
    const uint64_t key = (uint64_t)(uint32_t)guide << 32 | (uint32_t)cluster;
    const int32_t at = wendi_number_table_at(&f->field_of, key);
    return at < 0 ? NULL : wendi_pool_item(&f->fields, at);
}

// ---- guides

/// Gives a mover the guide to a goal. Errors: MEMORY; nothing changed then.
wend_result wendi_fleet_guide_to(wend_fleet* fleet, int32_t mover, wend_tile goal);
/// Takes a mover's guide away.
void wendi_fleet_unguide(wend_fleet* fleet, int32_t mover);
/// Plans paths for all movers that need one, and computes costs for all that are about to need them. Errors:
/// MEMORY, LIMIT.
wend_result wendi_fleet_guide_all(wend_fleet* fleet);
/// Plans the legs of a mover; none: there is no path. Errors: MEMORY, LIMIT.
wend_result wendi_fleet_plan(wend_fleet* fleet, wendi_fleet_worker* worker, int32_t mover);
/// Notes what edits have made out of date.
void wendi_fleet_follow_edits(wend_fleet* fleet);
/// What is left from a tile to the goal of a guide; WENDI_NOT_REACHED: unknown.
wend_cost wendi_fleet_left(const wend_fleet* fleet, int32_t guide, wend_tile tile);
/// The same for tiles beside a tile, or the tile itself.
void wendi_fleet_left_around(const wend_fleet* fleet, int32_t guide, wend_tile here, const wend_tile* tiles,
                             int32_t count, wend_cost* out);
/// The same for all tiles of an area, row by row; it may reach beyond the map.
void wendi_fleet_left_in(const wend_fleet* fleet, int32_t guide, wend_rect area, wend_cost* out);
/// Forgets all paths and costs, as the map has other edges; all movers plan again.
void wendi_fleet_forget_paths(wend_fleet* fleet);

/// Follows the edges of the map, where they have changed: then everybody plans again. Errors: STALE (a mover,
/// a goal or a stop is off the map), MEMORY; nothing changed then.
wend_result wendi_fleet_follow_edges(wend_fleet* fleet);

// ---- where movers get in each other's way

void wendi_fleet_init_flow(wend_fleet* fleet);
/// Forgets where movers went.
void wendi_fleet_forget_flow(wend_fleet* fleet);
/// Counts where movers would like to go in this step. Errors: MEMORY.
wend_result wendi_fleet_count_flow(wend_fleet* fleet);
/// True when there are many movers around one.
bool wendi_fleet_meets_others(const wend_fleet* fleet, const wendi_fleet_member* member);
/// True when the costs around a mover depend on where others go.
bool wendi_fleet_pays_for_flow(const wend_fleet* fleet, const wendi_fleet_member* member);
/// Finds the costs of all tiles of the clusters that a mover holds. Errors: MEMORY.
wend_result wendi_fleet_find_flow_costs(const wend_fleet* fleet, wendi_fleet_worker* worker, int32_t mover);
/// Finds a way through an area for a mover with a path of the world, to where the path leaves it, which goes
/// round where others go. worker->way has its tiles; none: the path is as good. *last_out: the leg that ends
/// there. Errors: MEMORY.
wend_result wendi_fleet_find_way_round(const wend_fleet* fleet, wendi_fleet_worker* worker, int32_t mover,
                                       int32_t* last_out);
/// What is left from a tile of the way.
wend_cost wendi_fleet_left_on_way(const wendi_fleet_worker* worker, wend_tile tile);
/// Those of one of these clusters, in rows of WENDI_LANES.
void wendi_fleet_flow_costs_of(const wend_fleet* fleet, const wendi_fleet_worker* worker, int32_t cluster,
                               wend_cost* out);

// ---- who meets whom

/// The next mover of a table, other than a given one or -1, that meets a square of so many tiles around the
/// centre of a tile: 0 in *next_io begins. -1: no more.
int32_t wendi_fleet_next_in(const wend_fleet* fleet, const wendi_number_table* table, int32_t width,
                            int32_t but, wend_tile tile, int32_t* next_io);
/// True when a mover with its square around a tile meets another one of a table.
static inline bool wendi_fleet_meets(const wend_fleet* fleet, const wendi_number_table* table, int32_t mover,
                                     wend_tile tile) {
    int32_t next = 0;
    return wendi_fleet_next_in(fleet, table, wendi_fleet_width(fleet, mover), mover, tile, &next) >= 0;
}
/// True when some of the tiles that a mover takes are in an area; all are.
bool wendi_fleet_touches(const wend_fleet* fleet, int32_t mover, wend_tile tile, wend_rect area);
bool wendi_fleet_is_in(const wend_fleet* fleet, int32_t mover, wend_tile tile, wend_rect area);

// ---- a step

/// Chooses where every mover will be; pibt.to has the answer. Errors: MEMORY.
wend_result wendi_fleet_choose(wend_fleet* fleet);
/// The same where movers have to turn before they step; they have then turned.
wend_result wendi_fleet_choose_operations(wend_fleet* fleet);
/// The way to face for a step, in turns of 45 degrees from east; -1: any, it is no step.
int32_t wendi_way_to_face(wend_tile from, wend_tile to);
/// Begins a step: nobody has chosen. Errors: MEMORY.
wend_result wendi_pibt_begin(wend_fleet* fleet);
/// Lets one mover choose that has not, and all that it makes choose. Errors: MEMORY.
wend_result wendi_pibt_choose(wend_fleet* fleet, int32_t mover);
/// Chooses for a mover, if it may go there. False: another one is in the way.
bool wendi_pibt_claim(wend_fleet* fleet, int32_t mover, wend_tile tile);
/// The next mover of a table of where all are before a step that might be in the way of one that goes from
/// one tile to another: 0 in *next_io begins. -1: no more.
int32_t wendi_fleet_next_on_way(const wend_fleet* fleet, const wendi_number_table* before, int32_t mover,
                                wend_tile from, wend_tile to, int32_t* next_io);
/// True when it is.
bool wendi_fleet_pass_through(const wend_fleet* fleet, int32_t mover, int32_t other, wend_tile from,
                              wend_tile to, wend_tile other_from, wend_tile other_to);
/// The legal steps of a mover from a tile, by direction.
uint32_t wendi_fleet_moves(const wend_fleet* fleet, int32_t mover, wend_tile tile);
/// The tiles to which a mover may step from one. Returns how many.
int32_t wendi_fleet_neighbours(const wend_fleet* fleet, int32_t mover, wend_tile tile,
                               wend_tile out[WENDI_DIRECTIONS]);
/// The link that a mover takes to a tile; NULL: it makes a step, or stays.
const wend_link* wendi_fleet_link_to(const wend_fleet* fleet, int32_t mover, wend_tile to);
/// The neighbour of a mover's tile that is nearest to its goal; its tile, when none is nearer.
wend_tile wendi_fleet_best_step(const wend_fleet* fleet, int32_t mover);
/// True when rules of links let a mover go to a tile in this step. It has not chosen yet.
bool wendi_fleet_has_room(const wend_fleet* fleet, int32_t mover, wend_tile to);
/// Movers of the window stay in it, and all others out of it, until its plan is done.
bool wendi_fleet_is_barred(const wend_fleet* fleet, int32_t mover, wend_tile tile);
/// What is left to a mover's goal from a tile. A mover that has no way to go would like to stay.
wend_cost wendi_fleet_wish_from(const wend_fleet* fleet, int32_t mover, wend_tile tile);
/// Who chooses first has the highest number; the number of the mover in it.
uint64_t wendi_fleet_order(const wend_fleet* fleet, int32_t mover);
int32_t wendi_fleet_mover_of(uint64_t order);
/// Lists the movers by that in pibt.order. *count_out: how many. Errors: MEMORY.
wend_result wendi_fleet_order_all(wend_fleet* fleet, size_t* count_out);
/// For qsort, the first one first.
int wendi_fleet_compare_order(const void* a, const void* b);
/// True when a mover has a goal to which it wants to go, or go back, and does not wait to.
bool wendi_fleet_has_way(const wend_fleet* fleet, int32_t mover);

/// Lets movers set out to their goals, as many as may be on their way.
void wendi_fleet_set_out(wend_fleet* fleet);
/// Holds movers back that would enter crowded clusters in this step. Errors: MEMORY.
wend_result wendi_fleet_hold_back(wend_fleet* fleet);

// ---- for a crowd whose agents move by the steps of a fleet

/// A mover keeps its tile for so many steps from now on.
void wendi_fleet_hold(wend_fleet* fleet, int32_t mover, int32_t steps);
/// Puts a mover on another tile, which must be free.
void wendi_fleet_put(wend_fleet* fleet, int32_t mover, wend_tile tile);

// ---- windows

/// Where movers have come no nearer for long, plans for all movers around one of them, if there is a way out.
/// Errors: MEMORY.
wend_result wendi_fleet_look_for_window(wend_fleet* fleet);
/// Lets the movers of the window take the next step of its plan.
void wendi_fleet_follow_window(wend_fleet* fleet);
/// Drops the plan: something else has changed, or it is done.
void wendi_fleet_drop_window(wend_fleet* fleet);

/// True when two movers that go from tiles a and b to others, where they do not meet either, come nearer to
/// each other than a distance while both move straight and evenly. It is given as four times its square.
bool wendi_moves_collide(wend_tile a, wend_tile a_to, wend_tile b, wend_tile b_to, int32_t distance);
#endif
