// trace.h: which events did a search report, and what was its state after any number of them?
//
// Every kept event stores the previous state of its tile. So any state can be reached from the shown one in
// either direction, at a few nanoseconds for each event.
#ifndef WEND_VIEW_TRACE_H
#define WEND_VIEW_TRACE_H
#include <stdbool.h>
#include <wend/search.h>

enum {
    TRACE_SIDE = 256,               // tiles a side of a block
    TRACE_PATCH = 32,               // and of a patch of it, 8 x 8 of which have a bit in dirty
    TRACE_MAX_BLOCKS = 1024,        // 256 MB
    TRACE_LIMIT = 10 * 1000 * 1000, // events kept by default: 200 MB
};

typedef enum trace_state { TRACE_UNSEEN, TRACE_OPEN, TRACE_CLOSED } trace_state;

/// The tiles of a square of the map. An entry is state | (event + 1) << 2 with the last event of the tile.
typedef struct trace_block {
    int32_t column, row; ///< of its floor, in blocks
    uint16_t floor;
    uint64_t dirty; ///< a bit for each changed patch; the drawing code clears them
    uint32_t tiles[TRACE_SIDE * TRACE_SIDE];
} trace_block;

/// An abstract node that the search opened.
typedef struct trace_node {
    wend_tile tile;
    uint32_t entry; ///< as of a tile
    double least;   ///< cost reported for it so far, while recording
} trace_node;

/// An event for readers. Costs are path costs: 1 is a straight step into a tile of cost 1.
typedef struct trace_event {
    wend_event_kind kind;
    int32_t level;
    wend_tile tile, from;
    wend_rect area;
    double cost, heuristic;
} trace_event;

/// What the search knows of a tile or an abstract node.
typedef struct trace_values {
    trace_state state;
    wend_tile tile, parent; ///< the parent of the start is the start
    int32_t level;          ///< of the cluster in which a node was reached; 0: a tile
    double cost, heuristic; ///< g and h
} trace_values;

/// Counters of the events so far, separately for tiles [0] and for abstract nodes and clusters [1].
typedef struct trace_counters {
    int64_t kinds[2][WEND_EVENT_COUNT];
    int64_t open[2]; ///< on the open list
} trace_counters;

/// The first part is public and read-only.
typedef struct trace {
    int64_t total, count; ///< events of the search, and those that are kept
    int64_t refinement;   ///< the first event of the search over tiles that follows an abstract one; 0: none
    int64_t position;     ///< number of events applied in the current state
    trace_counters now;
    trace_block** blocks;
    int32_t block_count;
    trace_node* nodes;
    size_t node_count;

    // ---- for trace.c
    wend_rect map;                 // of a floor [Units: tiles]
    int32_t floors, columns, rows; // blocks of a floor, from the first tile of the map
    int64_t limit, capacity;
    struct trace_record* records;
    struct trace_rest* abstracts;
    struct trace_jump* jumps;
    size_t abstract_count, abstract_capacity, jump_count, jump_capacity, node_capacity;
    int32_t* directory;  // by column, row and floor: index of a block plus one; 0: none
    int32_t* node_table; // open addressing: index of a node plus one; 0: none
    size_t node_table_size;
    bool tiles_began, full, failed;
} trace;

/// Creates a trace for a map that keeps the first limit events [Range: 0..2^29]. NULL: out of memory.
trace* trace_create(const wend_grid* grid, int64_t limit);
void trace_destroy(trace* t);

/// Appends an event; its cost is in cost units. False: out of memory, and for all further events.
bool trace_add(trace* t, const wend_event* event, double units);

/// Goes to the state after the first position events. [Range: 0..count]
void trace_seek(trace* t, int64_t position);
trace_event trace_get(const trace* t, int64_t index);
/// The state of a tile; 0: not reached, or outside the map.
uint32_t trace_entry_of(const trace* t, wend_tile tile);
/// The block in this place; NULL: none of its tiles was reached.
trace_block* trace_block_at(const trace* t, int32_t column, int32_t row, uint16_t floor);
/// What it knows now of a tile, or of the abstract node on one; false: nothing.
bool trace_values_at(const trace* t, wend_tile tile, trace_values* out);
bool trace_node_values_at(const trace* t, wend_tile tile, trace_values* out);
/// f: what orders the open list, g + h; greedy: h alone.
double trace_estimate(const trace_values* values, bool greedy);
/// The tile from which a tile or node with this entry was reached; false: none.
bool trace_parent(const trace* t, uint32_t entry, wend_tile* out);

#endif
