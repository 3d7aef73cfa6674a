// trace.c: which events did a search report, and what was its state after any number of them?
#include "document/trace.h"
#include <stdlib.h>
#include <string.h>

enum { KIND_SHIFT = 24, PLACE_MASK = (1 << KIND_SHIFT) - 1, STATE_BITS = 2, STATE_MASK = 3, NO_NODE = -1 };

// A stored event.
typedef struct trace_record {
    uint32_t column; // | kind << KIND_SHIFT
    uint32_t row; // of whole blocks of all floors | of an event of a tile: step back to where it was reached
                  // from << KIND_SHIFT
    uint32_t before; // entry of the tile or node before it
    union {
        float cost;        // of an event of a tile
        uint32_t jump;     // of one that was reached over a link: index of the rest
        uint32_t abstract; // else: likewise
    } rest;
    float heuristic; // of an event of a tile
} record;

enum { OVER_LINK = 14, OF_ABSTRACT = 15 }; // in place of a step back

// The rest of an event of a tile that was reached over a link.
typedef struct trace_jump {
    wend_tile from;
    float cost;
} jump;

typedef struct trace_rest {
    wend_tile from;
    wend_rect area;
    double cost, heuristic;
    int32_t level;
    int32_t node; // NO_NODE: the event changes no node
    trace_state state;
} abstract_rest;

trace* trace_create(const wend_grid* grid, int64_t limit) {
    trace* t = calloc(1, sizeof *t);
    if (t == NULL) return NULL;
    t->map = wend_grid_area(grid);
    t->floors = wend_grid_floors(grid);
    t->limit = limit;
    t->columns = (t->map.width + TRACE_SIDE - 1) / TRACE_SIDE;
    t->rows = (t->map.height + TRACE_SIDE - 1) / TRACE_SIDE;
    t->directory = calloc((size_t)t->columns * (size_t)t->rows * (size_t)t->floors, sizeof *t->directory);
    t->blocks = calloc(TRACE_MAX_BLOCKS, sizeof(trace_block*));
    if (t->directory != NULL && t->blocks != NULL) return t;
    trace_destroy(t);
    return NULL;
}

void trace_destroy(trace* t) {
    if (t == NULL) return;
    for (int32_t i = 0; i < t->block_count; i++) free(t->blocks[i]);
    free(t->blocks);
    free(t->directory);
    free(t->records);
    free(t->abstracts);
    free(t->jumps);
    free(t->nodes);
    free(t->node_table);
    free(t);
}

// ---- recording

static void* grow(void* items, size_t count, size_t* capacity, size_t most, size_t size) {
    if (count < *capacity) return items;
    size_t wanted = *capacity > 0 ? 2 * *capacity : 1024;
    if (wanted > most) wanted = most;
    void* grown = realloc(items, wanted * size);
    if (grown != NULL) *capacity = wanted;
    return grown;
}

static int32_t* directory_entry(const trace* t, int32_t column, int32_t row, uint16_t floor) {
    return &t->directory[((size_t)floor * (size_t)t->rows + (size_t)row) * (size_t)t->columns +
                         (size_t)column];
}

// Columns and rows of blocks and records count from the first tile of the map.
static wend_tile from_first(const trace* t, wend_tile tile) {
    return (wend_tile){tile.x - t->map.x, tile.y - t->map.y, tile.floor};
}

// The block of such a tile; NULL: out of memory.
static trace_block* claim_block(trace* t, wend_tile tile) {
    int32_t column = tile.x / TRACE_SIDE, row = tile.y / TRACE_SIDE;
    int32_t* entry = directory_entry(t, column, row, tile.floor);
    if (*entry > 0) return t->blocks[*entry - 1];
    if (t->block_count == TRACE_MAX_BLOCKS) {
        t->full = true;
        return NULL;
    }
    trace_block* block = calloc(1, sizeof *block);
    t->failed |= block == NULL;
    if (block == NULL) return NULL;
    block->column = column;
    block->row = row;
    block->floor = tile.floor;
    t->blocks[t->block_count++] = block;
    *entry = t->block_count;
    return block;
}

static uint64_t key_of(wend_tile tile) {
    return (uint64_t)tile.floor << 52 | (uint64_t)(uint32_t)tile.y << 32 | (uint32_t)tile.x;
}

static size_t slot_of(const trace* t, wend_tile tile) {
    size_t slot = (size_t)(key_of(tile) * 0x9E3779B97F4A7C15u >> 20) & (t->node_table_size - 1);
    while (t->node_table[slot] > 0 && key_of(t->nodes[t->node_table[slot] - 1].tile) != key_of(tile))
        slot = (slot + 1) & (t->node_table_size - 1);
    return slot;
}

static bool grow_node_table(trace* t) {
    if (2 * t->node_count < t->node_table_size) return true;
    size_t size = t->node_table_size > 0 ? 2 * t->node_table_size : 4096;
    int32_t* table = calloc(size, sizeof *table);
    if (table == NULL) return false;
    free(t->node_table);
    t->node_table = table;
    t->node_table_size = size;
    for (size_t i = 0; i < t->node_count; i++) table[slot_of(t, t->nodes[i].tile)] = (int32_t)i + 1;
    return true;
}

// The index of the node on a tile; NO_NODE: out of memory.
static int32_t claim_node(trace* t, wend_tile tile) {
    if (!grow_node_table(t)) return NO_NODE;
    size_t slot = slot_of(t, tile);
    if (t->node_table[slot] > 0) return t->node_table[slot] - 1;
    trace_node* nodes = grow(t->nodes, t->node_count, &t->node_capacity, SIZE_MAX, sizeof *nodes);
    if (nodes == NULL) return NO_NODE;
    t->nodes = nodes;
    nodes[t->node_count++] = (trace_node){.tile = tile, .least = 0};
    t->node_table[slot] = (int32_t)t->node_count;
    return t->node_table[slot] - 1;
}

static bool is_push(wend_event_kind kind) {
    return kind == WEND_EVENT_OPENED || kind == WEND_EVENT_IMPROVED || kind == WEND_EVENT_REOPENED;
}

static bool add_abstract(trace* t, const wend_event* e, double units, record* out) {
    const double cost = (double)e->cost / units, heuristic = (double)e->heuristic / units;
    abstract_rest rest = {e->from, e->area, cost, heuristic, e->level, NO_NODE, TRACE_UNSEEN};
    if (is_push(e->kind) || e->kind == WEND_EVENT_CLOSED) {
        rest.node = claim_node(t, e->tile);
        if (rest.node == NO_NODE) return false;
        trace_node* node = &t->nodes[rest.node];
        if (is_push(e->kind)) node->least = cost;
        rest.state = is_push(e->kind) || cost > node->least ? TRACE_OPEN : TRACE_CLOSED;
        out->before = node->entry;
    }
    abstract_rest* rests =
        grow(t->abstracts, t->abstract_count, &t->abstract_capacity, UINT32_MAX, sizeof *rests);
    if (rests == NULL) return false;
    t->abstracts = rests;
    out->rest.abstract = (uint32_t)t->abstract_count;
    rests[t->abstract_count++] = rest;
    return true;
}

// Moves the rest of an event of a tile out of the record.
static bool add_jump(trace* t, const wend_event* e, record* out) {
    jump* jumps = grow(t->jumps, t->jump_count, &t->jump_capacity, UINT32_MAX, sizeof *jumps);
    if (jumps == NULL) return false;
    t->jumps = jumps;
    jumps[t->jump_count] = (jump){e->from, out->rest.cost};
    out->rest.jump = (uint32_t)t->jump_count++;
    return true;
}

static uint32_t* tile_entry(const trace* t, wend_tile tile, trace_block** block_out) {
    const int32_t index = *directory_entry(t, tile.x / TRACE_SIDE, tile.y / TRACE_SIDE, tile.floor);
    if (index == 0) return NULL;
    *block_out = t->blocks[index - 1];
    return &(*block_out)->tiles[tile.y % TRACE_SIDE * TRACE_SIDE + tile.x % TRACE_SIDE];
}

static void move_by_one(trace* t, int64_t index, int32_t direction);

// The floors of a record lie one below the other.
static int32_t record_row(const trace* t, wend_tile tile) {
    return tile.floor * t->rows * TRACE_SIDE + tile.y;
}

static wend_tile record_tile(const trace* t, const record* r) {
    const int32_t row = (int32_t)(r->row & PLACE_MASK), pitch = t->rows * TRACE_SIDE;
    return (wend_tile){(int32_t)(r->column & PLACE_MASK), row % pitch, (uint16_t)(row / pitch)};
}

bool trace_add(trace* t, const wend_event* e, double units) {
    t->total++;
    if (t->failed || t->full) return !t->failed;
    t->full = t->count == t->limit;
    bool of_tile = e->level == 0 && (is_push(e->kind) || e->kind == WEND_EVENT_CLOSED);
    const wend_tile tile = from_first(t, e->tile);
    trace_block* block = of_tile && !t->full ? claim_block(t, tile) : NULL;
    if (t->full || t->failed) return !t->failed;
    size_t capacity = (size_t)t->capacity;
    record* records = grow(t->records, (size_t)t->count, &capacity, (size_t)t->limit, sizeof *records);
    t->failed = records == NULL;
    if (t->failed) return false;
    t->records = records;
    t->capacity = (int64_t)capacity;
    int32_t dx = e->from.x - e->tile.x, dy = e->from.y - e->tile.y;
    bool beside = e->from.floor == e->tile.floor && dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1;
    uint32_t back = !of_tile ? OF_ABSTRACT : beside ? (uint32_t)(3 * (dy + 1) + dx + 1) : OVER_LINK;
    record r = {(uint32_t)tile.x | (uint32_t)e->kind << KIND_SHIFT,
                (uint32_t)record_row(t, tile) | back << KIND_SHIFT,
                0,
                {.cost = (float)((double)e->cost / units)},
                (float)((double)e->heuristic / units)};
    if (of_tile) r.before = block->tiles[tile.y % TRACE_SIDE * TRACE_SIDE + tile.x % TRACE_SIDE];
    if (back == OVER_LINK) t->failed = !add_jump(t, e, &r);
    if (back == OF_ABSTRACT) t->failed = !add_abstract(t, e, units, &r);
    if (t->failed) return false;
    bool begins_tiles = of_tile || e->kind == WEND_EVENT_CORRIDOR || e->kind == WEND_EVENT_PROPAGATED;
    if (begins_tiles && !t->tiles_began) t->refinement = t->count;
    t->tiles_began |= begins_tiles;
    records[t->count] = r;
    move_by_one(t, t->count++, 1);
    t->position = t->count;
    return true;
}

// ---- moving

// Applies an event, or reverts it.
static void move_by_one(trace* t, int64_t index, int32_t direction) {
    const record* r = &t->records[index];
    wend_event_kind kind = (wend_event_kind)(r->column >> KIND_SHIFT);
    bool abstract = r->row >> KIND_SHIFT == OF_ABSTRACT;
    t->now.kinds[abstract][kind] += direction;
    trace_state after = is_push(kind) ? TRACE_OPEN : TRACE_CLOSED;
    uint32_t* entry;
    if (abstract) {
        const abstract_rest* rest = &t->abstracts[r->rest.abstract];
        if (rest->node == NO_NODE) return;
        entry = &t->nodes[rest->node].entry;
        after = rest->state;
    } else {
        const wend_tile tile = record_tile(t, r);
        trace_block* block = NULL;
        entry = tile_entry(t, tile, &block);
        block->dirty |= 1ull << (tile.y % TRACE_SIDE / TRACE_PATCH * 8 + tile.x % TRACE_SIDE / TRACE_PATCH);
    }
    int32_t opened = (after == TRACE_OPEN) - ((r->before & STATE_MASK) == TRACE_OPEN);
    t->now.open[abstract] += direction * opened;
    *entry = direction > 0 ? (uint32_t)(index + 1) << STATE_BITS | after : r->before;
}

static void forget_all(trace* t) {
    for (int32_t i = 0; i < t->block_count; i++) {
        memset(t->blocks[i]->tiles, 0, sizeof t->blocks[i]->tiles);
        t->blocks[i]->dirty = UINT64_MAX;
    }
    for (size_t i = 0; i < t->node_count; i++) t->nodes[i].entry = 0;
    t->now = (trace_counters){.open = {0, 0}};
    t->position = 0;
}

void trace_seek(trace* t, int64_t position) {
    int64_t forget_cost = (int64_t)t->block_count * TRACE_SIDE * TRACE_SIDE / 16;
    if (position + forget_cost < t->position - position) forget_all(t);
    while (t->position < position) move_by_one(t, t->position++, 1);
    while (t->position > position) move_by_one(t, --t->position, -1);
}

// ---- looking

trace_event trace_get(const trace* t, int64_t index) {
    const record* r = &t->records[index];
    trace_event e = {.kind = (wend_event_kind)(r->column >> KIND_SHIFT), .tile = record_tile(t, r)};
    e.tile.x += t->map.x;
    e.tile.y += t->map.y;
    int32_t back = (int32_t)(r->row >> KIND_SHIFT);
    if (back == OF_ABSTRACT) {
        const abstract_rest* rest = &t->abstracts[r->rest.abstract];
        e.level = rest->level;
        e.from = rest->from;
        e.area = rest->area;
        e.cost = rest->cost;
        e.heuristic = rest->heuristic;
    } else {
        const jump* over = back == OVER_LINK ? &t->jumps[r->rest.jump] : NULL;
        e.from = e.tile;
        e.from.x += back % 3 - 1;
        e.from.y += back / 3 - 1;
        if (over) e.from = over->from;
        e.cost = (double)(over ? over->cost : r->rest.cost);
        e.heuristic = (double)r->heuristic;
    }
    return e;
}

uint32_t trace_entry_of(const trace* t, wend_tile tile) {
    trace_block* block = NULL;
    tile = from_first(t, tile);
    if (tile.x < 0 || tile.y < 0 || tile.x >= t->map.width || tile.y >= t->map.height ||
        tile.floor >= t->floors)
        return 0;
    const uint32_t* entry = tile_entry(t, tile, &block);
    return entry != NULL ? *entry : 0;
}

trace_block* trace_block_at(const trace* t, int32_t column, int32_t row, uint16_t floor) {
    const int32_t index = *directory_entry(t, column, row, floor);
    return index > 0 ? t->blocks[index - 1] : NULL;
}

// The event by which a tile or node with this entry got its cost; false: there is none.
static bool last_push(const trace* t, uint32_t entry, trace_event* out) {
    for (; entry > 0; entry = t->records[(entry >> STATE_BITS) - 1].before) {
        *out = trace_get(t, (int64_t)(entry >> STATE_BITS) - 1);
        if (is_push(out->kind)) return true;
    }
    return false;
}

bool trace_parent(const trace* t, uint32_t entry, wend_tile* out) {
    trace_event e;
    if (!last_push(t, entry, &e)) return false;
    *out = e.from;
    return e.from.x != e.tile.x || e.from.y != e.tile.y || e.from.floor != e.tile.floor;
}

static bool values_of(const trace* t, uint32_t entry, trace_values* out) {
    trace_event e;
    if (!last_push(t, entry, &e)) return false;
    *out = (trace_values){(trace_state)(entry & STATE_MASK), e.tile, e.from, e.level, e.cost, e.heuristic};
    return true;
}

bool trace_values_at(const trace* t, wend_tile tile, trace_values* out) {
    return values_of(t, trace_entry_of(t, tile), out);
}

bool trace_node_values_at(const trace* t, wend_tile tile, trace_values* out) {
    if (t->node_table_size == 0) return false;
    int32_t node = t->node_table[slot_of(t, tile)] - 1;
    return node >= 0 && values_of(t, t->nodes[node].entry, out);
}

double trace_estimate(const trace_values* values, bool greedy) {
    return (greedy ? 0 : values->cost) + values->heuristic;
}
