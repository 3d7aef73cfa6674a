// subgoal_graph.h: how are the cheapest paths on a map of one cost found almost without a search? Which tiles
// they may bend at, which arcs join these, and which query leads over them.
#ifndef WENDI_SUBGOAL_GRAPH_H
#define WENDI_SUBGOAL_GRAPH_H
#include "core/containers.h"
#include "grid/grid.h"
#include "wend/search.h"

// ---- where can paths bend?

/// A set of tiles as lines of bits: rows or columns. Of line y, bit x + 1 is set where tile (x, y) is in the
/// set; of column x, bit y + 1. The lines at both sides of the map, and the bits at both ends of each, are
/// zero.
typedef struct wendi_bit_lines {
    int32_t count; // of the map
    size_t words;  // of a line, 64 bits each
    uint64_t* bits;
} wendi_bit_lines;

typedef struct wendi_passable_lines {
    wendi_bit_lines rows, columns;
} wendi_passable_lines;

/// Errors: MEMORY.
wend_result wendi_passable_lines_make(const wend_grid* grid, const wend_allocator* allocator,
                                      wendi_passable_lines* out);

/// How many steps in one of the four straight directions lead over passable tiles, at most `most`.
int32_t wendi_passable_run(const wendi_passable_lines* lines, wend_tile from, int32_t direction,
                           int32_t most);

/// A run: some diagonal steps, and some in one straight direction, in either order. Whether the tiles after
/// one tile, up to another, are passable, and no step cuts a corner.
bool wendi_run_is_free(const wendi_passable_lines* lines, wend_tile from, wend_tile to, bool diagonals_first);
/// Adds these tiles to a list. Errors: MEMORY.
wend_result wendi_run_add(wend_tile from, wend_tile to, bool diagonals_first, wendi_tile_list* out);

/// A subgoal, in the order of a row or column.
typedef struct wendi_subgoal {
    uint32_t rank : 28; // in the contraction hierarchy; before that, the number of the subgoal
    uint32_t
        corners : 4; // bit (y > 0) * 2 + (x > 0): the tile at diagonal (x, y) is the corner of an obstacle
} wendi_subgoal;

typedef struct wendi_subgoal_lines {
    wendi_bit_lines set;
    uint32_t* before;        // for each word: how many subgoals lie in those before it
    wendi_subgoal* subgoals; // line by line
} wendi_subgoal_lines;

typedef struct wendi_subgoal_map {
    wendi_passable_lines lines;
    wend_cost straight, diagonal; // costs of a step
    int32_t count;
    wendi_subgoal_lines by_row, by_column;
} wendi_subgoal_map;

typedef struct wendi_visible {
    uint32_t rank;
    wend_cost cost;
} wendi_visible;

WENDI_LIST(wendi_visible_list, wendi_visible);

enum { WENDI_MAX_SUBGOALS = (1 << 28) - 1 };

/// Numbers the subgoals row by row, in the place of ranks, in memory that the allocator's owner frees.
/// Errors: MEMORY, LIMIT (more than `most`).
wend_result wendi_subgoal_map_make(const wend_grid* grid, int64_t most, const wend_allocator* allocator,
                                   wendi_subgoal_map* out);

/// Gives the subgoal on a tile a rank in place of its number. Returns the number; -1: there is no subgoal.
int32_t wendi_subgoal_rank(wendi_subgoal_map* map, wend_tile tile, uint32_t rank);

/// The tiles of the subgoals by number or rank, in new memory for the caller; NULL: there is none.
wend_tile* wendi_subgoal_tiles(const wendi_subgoal_map* map, const wend_allocator* allocator);

/// What a path between two tiles costs at least.
wend_cost wendi_octile_cost(const wendi_subgoal_map* map, wend_tile a, wend_tile b);

#define WENDI_ANY_COST (INT64_MAX / 2)

/// How far a scan has come in one diagonal direction.
typedef struct wendi_scan_line {
    int32_t dx, dy;
    wend_tile at;          // the last tile scanned
    int32_t across, along; // how far its row and its column lead on from there
    wend_cost cost;        // of the steps to it
    bool ends;             // the next step is not free
} wendi_scan_line;

/// The subgoals visible from a passable tile, found step by step.
typedef struct wendi_visibility_scan {
    wend_tile tile;
    wendi_scan_line lines[4];
    wendi_visible_list visible; // what was found last; its allocator must be set
} wendi_visibility_scan;

/// Begins with the row and the column of the tile, and replaces what was found before. Errors: MEMORY.
wend_result wendi_scan_begin(wendi_visibility_scan* scan, const wendi_subgoal_map* map, wend_tile tile);

/// Replaces what was found last by at least those subgoals not found yet that a path of at most `most` to a
/// goal may lead over. One may be found twice. Errors: MEMORY.
wend_result wendi_scan_on(wendi_visibility_scan* scan, const wendi_subgoal_map* map, wend_tile goal,
                          wend_cost most);

/// True when a path from another tile, dx and dy away, can bend around one of the corners.
bool wendi_can_bend(uint32_t corners, int32_t dx, int32_t dy);

// ---- which arcs join subgoals, and in which order are subgoals contracted?

typedef struct wendi_arc {
    uint32_t to;
    uint32_t cost;
    uint32_t middle; // of a shortcut arc: the contracted node it leads over; from WENDI_NO_MIDDLE on: none,
                     // and the value given when the arc was added
} wendi_arc;

#define WENDI_NO_MIDDLE (UINT32_MAX - 1)

typedef struct wendi_arcs {
    wendi_arc* data;
    size_t capacity;
    int32_t count;
} wendi_arcs;

typedef struct wendi_contraction {
    wend_allocator allocator;
    int32_t count;            // nodes
    int64_t arc_count;        // ends of arcs
    wendi_arcs* arcs;         // by node
    uint32_t* order;          // the node of each rank
    uint32_t* depth;          // how long a chain of contracted nodes leads to each
    wendi_heap queue, search; // of nodes to contract; of the witness search
    wend_cost* cost;          // of that search, valid where seen is that of now
    uint32_t* seen;
    uint32_t now;
} wendi_contraction;

/// Begins with nodes and no arcs, in memory that the allocator's owner frees. Errors: MEMORY.
wend_result wendi_contraction_begin(wendi_contraction* c, int32_t count, const wend_allocator* allocator);

/// Adds an arc between two nodes that have none. there, back: values from WENDI_NO_MIDDLE on to keep with it,
/// as it leaves a and b. Errors: MEMORY.
wend_result wendi_contraction_add_arc(wendi_contraction* c, uint32_t a, uint32_t b, uint32_t cost,
                                      uint32_t there, uint32_t back);

/// Contracts all nodes. Afterwards the arcs of a node lead to nodes of higher rank, sorted by rank. The host
/// may cancel. Errors: MEMORY, LIMIT (more than `most` arcs, or a cost beyond 32 bits), CANCELLED.
wend_result wendi_contraction_run(wendi_contraction* c, int64_t most, wend_progress_fn* progress_opt,
                                  void* context);

typedef struct wendi_subgoal_graph {
    wendi_owner owner;
    wend_allocator allocator; // of what it owns
    _Atomic int32_t uses;     // by versions of a world
    wendi_subgoal_map map;    // its subgoals are numbered by rank
    int32_t count;            // of them
    wend_tile* tiles;         // by rank
    uint32_t* first_arc;      // by rank, one more at the end
    size_t arc_count;
    wendi_arc* arcs; // to higher ranks, sorted by these
} wendi_subgoal_graph;

/// Arcs without a middle are straight runs. Which steps come first, as they leave their lower subgoal?
#define WENDI_DIAGONALS_FIRST UINT32_MAX

/// True when a map has the form that subgoals are for: one cost, eight neighbours, no cut corners, no links
/// and no closed steps.
bool wendi_subgoals_fit(const wend_grid* grid);

/// Free by wendi_subgoal_graph_free. Errors: MEMORY, LIMIT (it would take more than most_bytes), CANCELLED.
wend_result wendi_subgoal_graph_make(const wend_grid* grid, size_t most_bytes,
                                     const wend_allocator* allocator, wend_progress_fn* progress_opt,
                                     void* context, wendi_subgoal_graph** out);

/// Begins another use, and returns the graph.
wendi_subgoal_graph* wendi_subgoal_graph_keep(wendi_subgoal_graph* graph_opt);
/// Ends a use; the last one frees the graph.
void wendi_subgoal_graph_free(wendi_subgoal_graph* graph_opt);
/// Memory for what a file holds of a graph: tiles, first_arc and arcs, not yet filled. NULL: there is none.
wendi_subgoal_graph* wendi_subgoal_graph_new(const wend_allocator* allocator, int32_t count,
                                             size_t arc_count);
/// Completes such a graph by what follows from the map, once its three arrays are filled, and checks all of
/// it: paths over it then are paths of the map. Errors: MEMORY, FORMAT (it cannot be that of this map).
wend_result wendi_subgoal_graph_complete(wendi_subgoal_graph* graph, const wend_grid* grid);

/// The arc between two ranks; NULL: there is none.
const wendi_arc* wendi_subgoal_arc(const wendi_subgoal_graph* graph, uint32_t a, uint32_t b);

// ---- which is the cheapest path?
//
// From the subgoals visible from each end, an upward search expands subgoals of ever higher rank. Where the
// two searches meet at the least cost, the arcs of the path are unpacked into straight runs.

/// The cheapest path known from one end to a subgoal.
typedef struct wendi_upward_node {
    wend_cost cost;  // valid where seen is that of now
    uint32_t before; // the parent; WENDI_NO_SUBGOAL: the end
    uint32_t seen;
} wendi_upward_node;
#define WENDI_NO_SUBGOAL UINT32_MAX

/// The search from one end.
typedef struct wendi_upward_search {
    wendi_visibility_scan scan; // from the end
    wendi_upward_node* at;      // by rank
    uint64_t* open;             // bit set of the subgoals to expand
    size_t capacity, word_capacity;
    wendi_index_list deferred; // subgoals over which a path would cost more than allowed so far
} wendi_upward_search;

typedef struct wendi_subgoal_search {
    wend_allocator allocator;
    wendi_upward_search upward[2]; // from the start, from the goal
    size_t room; // for fewer subgoals than this on both sides, of which none is open; 0: there is none
    uint32_t now;
    wendi_index_list corners; // subgoals of the path
} wendi_subgoal_search;

void wendi_subgoal_search_init(wendi_subgoal_search* search, const wend_allocator* allocator);
/// Finds the cheapest path between two passable tiles: its cost, and its tiles from start to goal. *found_out
/// is false when there is none. Counts subgoals in stats->abstract_expanded. Errors: MEMORY.
wend_result wendi_subgoal_search_run(wendi_subgoal_search* search, const wendi_subgoal_graph* graph,
                                     wend_tile start, wend_tile goal, bool* found_out, wend_cost* cost_out,
                                     wendi_tile_list* out, wend_stats* stats);
#endif
