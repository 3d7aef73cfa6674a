// abstract_state.h: the memory of the abstract search: its active clusters, their nodes, and where both are;
// and what the search finds
#ifndef WENDI_ABSTRACT_STATE_H
#define WENDI_ABSTRACT_STATE_H
#include "core/base.h"
#include "core/containers.h"
#include "hierarchy/matrix_build.h"
#include "hierarchy/world.h"
#include "search/link_bounds.h"

enum {
    WENDI_PAGE_BITS = 4, // a page has 16 x 16 entries
    WENDI_PAGE_ENTRIES = 1 << 2 * WENDI_PAGE_BITS
};

typedef struct wendi_cluster_directory {
    wend_allocator allocator;
    // One page after the other, the root first. An entry is 0: nothing lies there; 2n + 1: the number n lies
    // everywhere in the square of the entry; 2n: page n divides the square.
    uint32_t* entries;
    size_t capacity; // of entries
    uint32_t page_count;
    int32_t root_shift; // an entry of the root is a square of 1 << root_shift clusters a side
} wendi_cluster_directory;

void wendi_cluster_directory_init(wendi_cluster_directory* directory, const wend_allocator* allocator);

/// Empties the directory, for a map of this many columns and rows of clusters. Errors: MEMORY.
wend_result wendi_cluster_directory_begin(wendi_cluster_directory* directory, int32_t columns, int32_t rows);

/// Notes that a number below INT32_MAX lies in the square of 1 << shift clusters a side around this column
/// and row, where nothing lies yet. Squares begin at multiples of their side. Errors: MEMORY.
wend_result wendi_cluster_directory_set(wendi_cluster_directory* directory, int32_t x, int32_t y,
                                        int32_t shift, int32_t number);

static inline uint32_t wendi_page_index(int32_t x, int32_t y, int32_t shift) {
    const uint32_t mask = (1 << WENDI_PAGE_BITS) - 1;
    return (((uint32_t)y >> shift) & mask) << WENDI_PAGE_BITS | (((uint32_t)x >> shift) & mask);
}

/// The number that lies at a column and row; -1: none.
static inline int32_t wendi_cluster_directory_at(const wendi_cluster_directory* directory, int32_t x,
                                                 int32_t y) {
    int32_t shift = directory->root_shift;
    uint32_t entry = directory->entries[wendi_page_index(x, y, shift)];
    while (entry && !(entry & 1)) {
        shift -= WENDI_PAGE_BITS;
        entry = directory->entries[(size_t)(entry >> 1) * WENDI_PAGE_ENTRIES + wendi_page_index(x, y, shift)];
    }
    return (int32_t)(entry >> 1) - (entry == 0);
}

enum { WENDI_COST_LIMIT = INT32_MAX }; // g, h and f stay below

enum { WENDI_FINE_LEVEL = 2 };

/// Which clusters a search works on.
typedef struct wendi_scope {
    int32_t level;         // of the clusters; 0: everywhere the largest that holds neither start nor goal
    int32_t parent;        // with a level: only the children of this cluster
    const wend_tile* ends; // level 0: columns and rows of the clusters of level 1 that hold start or goal
    int32_t end_count;
    int32_t divided_count;   // so many of the ends; the clusters that hold others are divided only down to a
    int32_t kept_level;      // level
    wendi_cluster_span fine; // level 0: clusters of level 1; the larger ones that touch them are divided
                             // down to WENDI_FINE_LEVEL
} wendi_scope;

typedef struct wendi_active_cluster {
    wendi_matrix matrix[1]; // used as a pointer
    int32_t level, cluster;
    int32_t column, row; // of its first cluster of level 1
    int32_t lanes;       // its nodes, rounded up to a multiple of WENDI_ROW_LANES
    size_t first;        // index of its first value
    int32_t least;       // smallest f of its improved nodes; INT32_MAX: it has none
    int64_t longest;     // no cost in its matrix is greater
    bool pending;        // its rows are computed when they are relaxed
    bool holds_goal;     // of a search that does not end at a node
    const uint32_t*
        to_goal; // by slot: then the cost to the goal inside the cluster; NULL: the heuristic counts
} wendi_active_cluster;

/// What an active cluster stores of its nodes: an array of each, by slot. A node of two clusters may have a
/// smaller g in one of them until it is closed, which happens in all its clusters at once.
typedef enum wendi_node_value {
    WENDI_VALUE_G,         // cost so far, as far as this cluster has it; INT32_MAX: not reached
    WENDI_VALUE_H,         // heuristic: least cost to the target
    WENDI_VALUE_F,         // estimate, g + h, of a node that this cluster improved; INT32_MAX: not improved
    WENDI_VALUE_CLOSED_G,  // g when it was closed last, the same in all its clusters; INT32_MAX: never closed
    WENDI_VALUE_CAME_FROM, // active cluster that closed it then; -1: none, it is where the search began;
                           // below that -2 less the index of a link
    WENDI_VALUE_OTHER,     // the only other active cluster that has it; -1: not known, or more than one
    WENDI_VALUE_OTHER_SLOT, // its slot there
    WENDI_VALUE_COUNT
} wendi_node_value;

enum { WENDI_KEY_BLOCK = 32 };

typedef struct wendi_abstract_search {
    wend_allocator allocator;
    const wend_world* world;
    wend_result failure; // why a cluster could not be activated
    const wendi_sweep_kernel* kernel;
    wend_stats* stats; // of the query; borrowed while a search runs
    wendi_heuristic heuristic;
    wendi_scope scope;
    wend_tile target;                  // of the heuristic
    wend_tile start;                   // what the first nodes were reached from
    uint32_t target_node;              // the goal, when it is a node; otherwise WENDI_NO_NODE
    wendi_cluster_directory directory; // of the active clusters
    int32_t columns;                   // of clusters of level 1
    double per_column;                 // 1 / columns
    wendi_active_cluster* active;
    size_t active_capacity;
    int32_t active_count;
    int32_t* values; // of the nodes of all active clusters, one cluster after the other
    size_t value_count, value_capacity;
    int32_t* taken_slots; // slots of the nodes that the popped cluster closes
    size_t taken_capacity;
    int32_t* keys; // the queue: by active cluster; INT32_MAX: it is not queued
    size_t key_capacity;
    int32_t* least_keys; // least of each WENDI_KEY_BLOCK keys
    size_t least_key_capacity;
    wend_cost farthest; // no heuristic is greater
    int32_t best;       // cost of the cheapest path found, or else the limit, which no path reaches
    int32_t last_active, last_slot; // the last node on that path: active cluster and slot; -1: no path yet
    wend_search_observer observer;  // of wendi_search_graph alone
    bool linked;                    // the scope has links
    wendi_link_bounds bounds;
    int32_t *x, *y; // of the nodes of the cluster at work, where links matter
    size_t x_capacity, y_capacity;
    wendi_heap arrival_queue;           // links that leave closed nodes, by estimate
    wendi_cluster_workspace* workspace; // for pending matrices; NULL until a query needs it
} wendi_abstract_search;

/// A node in one of its clusters.
typedef struct wendi_node_slot {
    int32_t active, slot;
} wendi_node_slot;

/// One of the values of all nodes of an active cluster, by slot.
static inline int32_t* wendi_active_values(const wendi_abstract_search* s, const wendi_active_cluster* v,
                                           wendi_node_value value) {
    return s->values + v->first + (size_t)value * (size_t)v->lanes;
}

void wendi_abstract_search_init(wendi_abstract_search* search, const wend_allocator* allocator);

// ---- what is left of the cost of an abstract path, at least? The octile distance to the
// target, or on hexagons the number of steps, and never more than a path over links.

/// Chooses the heuristic for the world, the scope and the target of a search. Errors: MEMORY.
wend_result wendi_abstract_heuristic_begin(wendi_abstract_search* search, wend_tile start);

// ---- how much more than the heuristic do paths cost between two tiles? On weighted
// terrain, hardly any path is as cheap as the cheapest tiles of the map promise. The distance matrices of
// large clusters know how cheap paths are: a sample of their costs, divided by the heuristics, gives a factor
// by which a search may raise its heuristic.

/// The factor between two tiles, in 1 / WENDI_WEIGHT_ONE and at least that. Few of the sampled costs are
/// lower than the raised heuristic, so a search still finds the cheapest path or one that costs hardly more.
/// WENDI_WEIGHT_ONE when the tiles are near each other, when the clusters between them are not up to date or
/// not here, and on maps of one cost, where many paths are straight. Errors: MEMORY.
wend_result wendi_stretch_between(const wend_world* world, const wendi_heuristic* heuristic, wend_tile a,
                                  wend_tile b, int32_t* factor_out);

// ---- which clusters does an abstract search work on, and which of them have a node? A cluster
// becomes active when the search first reaches one of its nodes.

/// Forgets the active clusters of the last search and prepares for the world of this one. Errors: MEMORY.
wend_result wendi_active_reset(wendi_abstract_search* search);
/// The active cluster at the column and row of a cluster of level 1, activated if need be; -1: none in the
/// scope; -2: out of memory.
int32_t wendi_activate_at(wendi_abstract_search* search, int32_t x, int32_t y);
/// Lists the clusters of the scope that have a node, except the active cluster that it was reached in
/// (through; -1: none). Those that are not active are activated or, unless activates, left out. Returns how
/// many; -1: out of memory.
int32_t wendi_other_clusters(wendi_abstract_search* search, uint32_t node, int32_t through, bool activates,
                             wendi_node_slot out[4]);
/// Notes for the nodes on the line between two active clusters that these are the only ones that have them.
void wendi_join_active(const wendi_abstract_search* search, int32_t a, int32_t b);
/// The shift of a row of an active cluster's matrix. Computes the row first when the cluster is pending.
int32_t wendi_active_row_shift(const wendi_abstract_search* search, const wendi_active_cluster* v,
                               int32_t slot);
/// The cost of an edge of an active cluster, likewise; WENDI_UNREACHED: there is none.
uint32_t wendi_active_cost(const wendi_abstract_search* search, const wendi_active_cluster* v, int32_t from,
                           int32_t to);

// ---- which nodes of the abstract graph does the cheapest path pass? (abstract_search.c)

typedef struct wendi_edge { // an abstract edge: two nodes of one cluster, or of a link
    uint32_t from, to;
    int32_t cost;
    int32_t level;   // 0: a link
    int32_t cluster; // index of the link
} wendi_edge;

WENDI_LIST(wendi_edge_list, wendi_edge);

/// How far the start or goal of a query is from the nodes of its clusters.
typedef struct wendi_insertion {
    wend_tile tile;
    int32_t clusters[4], cluster_count;            // that contain the tile
    wend_rect areas[4];                            // of these clusters
    uint32_t distance[4][WENDI_MAX_CLUSTER_NODES]; // by cluster and slot; WENDI_UNREACHED: no path
    bool linked;           // some node is reached; else the tile lies in an enclosed component
    int32_t cluster, slot; // the first node that is reached
} wendi_insertion;

/// Finds a cheapest abstract path from an inserted start to an inserted goal by the largest clusters that
/// hold neither; over long ways on maps of many costs, one that costs hardly more (see below). *last_out is
/// its last node, and edges_out holds its edges from the last to the first. *found_out is false when no path
/// costs less than below, or when costs exceed 31 bits. whole: the search takes more time for short paths,
/// where large clusters may lead the wrong way round; for the first tiles of a path that does not pay.
/// to_opt NULL: the goal is not here, and the path leads to its region, or to a child of that if it holds the
/// start: to the node from which the goal may be nearest. Errors: MEMORY.
wend_result wendi_search_graph(wendi_abstract_search* search, const wend_world* world,
                               const wendi_insertion* from, wend_tile goal, const wendi_insertion* to_opt,
                               wend_cost below, bool whole, bool* found_out, uint32_t* last_out,
                               wendi_edge_list* edges_out, wend_stats* stats);

/// Finds a cheapest path between two nodes of a cluster by its children, clusters of the level below, at a
/// cost of up to limit. Appends its edges from the last to the first. *found_out is false when there is no
/// such path. Errors: MEMORY.
wend_result wendi_search_children(wendi_abstract_search* search, const wend_world* world, int32_t level,
                                  int32_t cluster, uint32_t from, uint32_t to, int32_t limit, bool* found_out,
                                  wendi_edge_list* edges_out);

// ---- which edges of the level below does an abstract edge stand for? (expand_edge.c)

/// Replaces an edge of level 2 or above: appends a path of the same cost by edges of the level below, from
/// the last to the first. *found_out is false when there is no such path, which only a corrupt file may
/// cause. Errors: MEMORY.
wend_result wendi_expand_edge(wendi_abstract_search* search, const wend_world* world, const wendi_edge* edge,
                              bool* found_out, wendi_edge_list* edges_out);

// ---- which abstract path answers a query? By large clusters where it is far from start and goal,
// expanded level by level into edges of level 1.

WENDI_LIST(wendi_cost_list, wend_cost);

typedef struct wendi_route {
    wendi_abstract_search search;
    wendi_edge_list edges;     // still to be listed, from the last to the first
    wendi_edge_list spare;     // scratch
    wendi_tile_list tiles;     // answer: start, nodes, goal
    wendi_index_list clusters; // answer: for each tile but the first the cluster of the leg to it; -1: a link
    wendi_cost_list costs;     // answer: of the leg to each tile but the first
    int64_t ready;  // answer: legs between so many of the first tiles are of level 1, later ones of any level
    wend_cost cost; // answer: of the abstract path
    wend_cost ready_cost; // answer: up to the last of the ready legs, unless that leads to the goal
    int64_t
        rest_count; // answer: so many of the edges, from the first in memory on, are not in the ready legs
    int32_t goal_cluster; // answer: of the leg from the last node to the goal
    wend_cost goal_cost;  // answer: of that leg
    bool waits;           // answer: the legs end where a region is not here
} wendi_route;

void wendi_route_init(wendi_route* route, const wend_allocator* allocator);

/// Finds a cheapest abstract path, by the largest clusters that hold neither start nor goal, between two
/// inserted tiles that are connected and linked to nodes. Expands its edges until the expanded legs make up
/// so many steps; a leg counts as its longer side. *found_out is false when costs exceed 31 bits, or when the
/// world's matrices contradict its components, which only a corrupt file may cause. to_opt NULL: the goal is
/// not here; the path ends at a node of its region, and goes on to the goal by a leg that is no edge. Errors:
/// MEMORY.
wend_result wendi_route_search(wendi_route* route, const wend_world* world, const wendi_insertion* from,
                               wend_tile goal, const wendi_insertion* to_opt, int64_t steps, wend_cost below,
                               bool* found_out, wend_stats* stats);
/// Expands more of the answer, so that the ready legs get longer by so many steps or end at the goal. Not for
/// one that waits, or is ready as a whole. Errors: MEMORY.
wend_result wendi_route_extend(wendi_route* route, const wend_world* world, int64_t steps, bool* found_out);
#endif
