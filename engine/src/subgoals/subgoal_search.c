// subgoal_search.c: where can cheapest paths on a map of one cost bend, and which one leads from tile to
// tile? A bidirectional upward search in a contraction hierarchy.
#include <string.h>

#include "subgoals/subgoal_graph.h"

// ---- rows and columns of a map as bits

static wend_result make_lines(const wend_allocator* allocator, int32_t count, int32_t length,
                              wendi_bit_lines* out) {
    *out = (wendi_bit_lines){.count = count, .words = ((size_t)length + 2 + 63) / 64};
    out->bits = wendi_alloc_zeroed(allocator, ((size_t)count + 2) * out->words, sizeof *out->bits);
    return out->bits ? WEND_OK : WEND_ERROR_MEMORY;
}

static inline const uint64_t* line_of(const wendi_bit_lines* lines, int32_t line) {
    WENDI_ASSERT(line >= -1 && line <= lines->count);
    return lines->bits + (size_t)(line + 1) * lines->words;
}

// The word with the bit of a tile.
static inline size_t word_of(const wendi_bit_lines* lines, int32_t line, int32_t at) {
    return (size_t)(line + 1) * lines->words + (size_t)(at + 1) / 64;
}

static void add_tile(wendi_bit_lines* lines, int32_t line, int32_t at) {
    lines->bits[word_of(lines, line, at)] |= (uint64_t)1 << (at + 1) % 64;
}

// Whether a tile on the map or in the one-tile border around it is in a set.
static inline bool holds(const wendi_bit_lines* lines, int32_t line, int32_t at) {
    return line_of(lines, line)[(size_t)(at + 1) / 64] >> (at + 1) % 64 & 1;
}

wend_result wendi_passable_lines_make(const wend_grid* grid, const wend_allocator* allocator,
                                      wendi_passable_lines* out) {
    wend_result result = make_lines(allocator, grid->height, grid->width, &out->rows);
    if (result == WEND_OK) result = make_lines(allocator, grid->width, grid->height, &out->columns);
    for (int32_t y = 0; y < grid->height && result == WEND_OK; y++)
        for (int32_t x = 0; x < grid->width; x++) {
            if (!wendi_is_passable(grid, x, y)) continue;
            add_tile(&out->rows, y, x);
            add_tile(&out->columns, x, y);
        }
    return result;
}

// Set bits that follow a bit. The zero at the end of the line ends the loop.
static int32_t run_ahead(const uint64_t* line, uint32_t at, int32_t most) {
    int32_t count = 0;
    for (uint32_t bit = at + 1; count < most;) {
        const uint64_t clear = ~(line[bit / 64] >> bit % 64);
        const uint32_t left = 64 - bit % 64, run = clear ? (uint32_t)__builtin_ctzll(clear) : 64;
        count += (int32_t)run;
        bit += run;
        if (run < left) break;
    }
    return wendi_min(count, most);
}

// Set bits that precede a bit.
static int32_t run_behind(const uint64_t* line, uint32_t at, int32_t most) {
    int32_t count = 0;
    for (uint32_t bit = at - 1; count < most;) {
        const uint64_t clear = ~(line[bit / 64] << (63 - bit % 64));
        const uint32_t left = bit % 64 + 1, run = clear ? (uint32_t)__builtin_clzll(clear) : 64;
        count += (int32_t)run;
        bit -= run;
        if (run < left) break;
    }
    return wendi_min(count, most);
}

static inline bool is_passable(const wendi_passable_lines* lines, int32_t x, int32_t y) {
    return holds(&lines->rows, y, x);
}

// True when a diagonal step from a passable tile is legal where paths cut no corners.
static inline bool diagonal_is_free(const wendi_passable_lines* lines, wend_tile from, int32_t dx,
                                    int32_t dy) {
    return is_passable(lines, from.x + dx, from.y) && is_passable(lines, from.x, from.y + dy) &&
           is_passable(lines, from.x + dx, from.y + dy);
}

int32_t wendi_passable_run(const wendi_passable_lines* lines, wend_tile from, int32_t direction,
                           int32_t most) {
    WENDI_ASSERT(from.x >= 0 && from.y >= 0 && from.x < lines->columns.count && from.y < lines->rows.count);
    switch (direction) {
    case WENDI_EAST:
        return run_ahead(line_of(&lines->rows, from.y), (uint32_t)from.x + 1, most);
    case WENDI_SOUTH:
        return run_ahead(line_of(&lines->columns, from.x), (uint32_t)from.y + 1, most);
    case WENDI_WEST:
        return run_behind(line_of(&lines->rows, from.y), (uint32_t)from.x + 1, most);
    default:
        WENDI_ASSERT(direction == WENDI_NORTH);
        return run_behind(line_of(&lines->columns, from.x), (uint32_t)from.y + 1, most);
    }
}

wend_cost wendi_octile_cost(const wendi_subgoal_map* map, wend_tile a, wend_tile b) {
    const wend_cost x = wendi_abs(a.x - b.x), y = wendi_abs(a.y - b.y), both = x < y ? x : y;
    return both * map->diagonal + (x + y - 2 * both) * map->straight;
}

// Some diagonal steps and some in one straight direction, in either order.
typedef struct octile_run {
    int32_t dx, dy; // of a diagonal step
    int32_t diagonals, straights, direction;
} octile_run;

static octile_run run_between(wend_tile from, wend_tile to) {
    const int32_t x = to.x - from.x, y = to.y - from.y, ax = wendi_abs(x), ay = wendi_abs(y);
    const int32_t along = ax > ay ? (x > 0 ? WENDI_EAST : WENDI_WEST) : (y > 0 ? WENDI_SOUTH : WENDI_NORTH);
    return (octile_run){.dx = (x > 0) - (x < 0),
                        .dy = (y > 0) - (y < 0),
                        .diagonals = wendi_min(ax, ay),
                        .straights = wendi_abs(ax - ay),
                        .direction = along};
}

static bool diagonals_are_free(const wendi_passable_lines* lines, wend_tile from, const octile_run* run) {
    for (int32_t i = 0; i < run->diagonals; i++) {
        if (!diagonal_is_free(lines, from, run->dx, run->dy)) return false;
        from.x += run->dx;
        from.y += run->dy;
    }
    return true;
}

bool wendi_run_is_free(const wendi_passable_lines* lines, wend_tile from, wend_tile to,
                       bool diagonals_first) {
    const octile_run run = run_between(from, to);
    const wend_tile along = wendi_direction[run.direction];
    const wend_tile turn = {from.x + run.dx * run.diagonals, from.y + run.dy * run.diagonals},
                    late = {from.x + along.x * run.straights, from.y + along.y * run.straights};
    if (diagonals_first)
        return diagonals_are_free(lines, from, &run) &&
               wendi_passable_run(lines, turn, run.direction, run.straights) == run.straights;
    return wendi_passable_run(lines, from, run.direction, run.straights) == run.straights &&
           diagonals_are_free(lines, late, &run);
}

static wend_tile* add_steps(wend_tile* out, wend_tile* at, int32_t dx, int32_t dy, int32_t count) {
    wend_tile tile = *at;
    for (int32_t i = 0; i < count; i++) {
        tile.x += dx;
        tile.y += dy;
        *out++ = tile;
    }
    *at = tile;
    return out;
}

wend_result wendi_run_add(wend_tile from, wend_tile to, bool diagonals_first, wendi_tile_list* out) {
    const octile_run run = run_between(from, to);
    const wend_tile along = wendi_direction[run.direction];
    const wend_result result = wendi_tile_list_reserve(out, out->count + run.diagonals + run.straights + 1);
    if (result != WEND_OK) return result;
    wend_tile* end = out->data + out->count;
    if (diagonals_first) end = add_steps(end, &from, run.dx, run.dy, run.diagonals);
    end = add_steps(end, &from, along.x, along.y, run.straights);
    if (!diagonals_first) end = add_steps(end, &from, run.dx, run.dy, run.diagonals);
    out->count = end - out->data;
    return WEND_OK;
}

// ---- the subgoals of a map, and which of them are visible from a tile

WENDI_LIST_FUNCTIONS(wendi_visible_list, wendi_visible)

// ---- where they are

static uint32_t corners_at(const wendi_passable_lines* lines, int32_t x, int32_t y) {
    uint32_t corners = 0;
    for (int32_t i = 0; i < 4; i++) {
        const int32_t dx = i & 1 ? 1 : -1, dy = i & 2 ? 1 : -1;
        if (is_passable(lines, x + dx, y) && is_passable(lines, x, y + dy) &&
            !is_passable(lines, x + dx, y + dy))
            corners |= 1u << i;
    }
    return corners;
}

// The tiles of a word of a row that may be subgoals: passable ones above or below which a tile beside them is
// blocked. Bits of the words beside it are taken as blocked.
static uint64_t candidates(const wendi_passable_lines* lines, int32_t y, size_t word) {
    const uint64_t above = ~line_of(&lines->rows, y - 1)[word], below = ~line_of(&lines->rows, y + 1)[word];
    const uint64_t blocked = above | below, ends = (uint64_t)1 | (uint64_t)1 << 63;
    return line_of(&lines->rows, y)[word] & (blocked << 1 | blocked >> 1 | ends);
}

// Marks the subgoals in both sets of bits. Returns how many there are.
static int64_t mark(wendi_subgoal_map* map) {
    const wendi_passable_lines* lines = &map->lines;
    int64_t count = 0;
    for (int32_t y = 0; y < lines->rows.count; y++)
        for (size_t word = 0; word < lines->rows.words; word++)
            for (uint64_t left = candidates(lines, y, word); left; left &= left - 1) {
                const int32_t x = (int32_t)(word * 64) + __builtin_ctzll(left) - 1;
                if (!corners_at(lines, x, y)) continue;
                add_tile(&map->by_row.set, y, x);
                add_tile(&map->by_column.set, x, y);
                count++;
            }
    return count;
}

static void count_before(wendi_subgoal_lines* lines) {
    uint32_t count = 0;
    for (size_t i = 0; i < ((size_t)lines->set.count + 2) * lines->set.words; i++) {
        lines->before[i] = count;
        count += (uint32_t)__builtin_popcountll(lines->set.bits[i]);
    }
}

// The place of a subgoal among those of a word.
static size_t place_of(const wendi_subgoal_lines* lines, size_t word, uint32_t bit) {
    const uint64_t below = lines->set.bits[word] & (((uint64_t)1 << bit) - 1);
    return lines->before[word] + (size_t)__builtin_popcountll(below);
}

static wendi_subgoal* subgoal_at(wendi_subgoal_lines* lines, int32_t line, int32_t at) {
    const size_t word = word_of(&lines->set, line, at);
    return &lines->subgoals[place_of(lines, word, (uint32_t)(at + 1) % 64)];
}

static void number_all(wendi_subgoal_map* map) {
    const wendi_bit_lines* rows = &map->by_row.set;
    uint32_t number = 0;
    for (int32_t y = 0; y < rows->count; y++)
        for (size_t word = 0; word < rows->words; word++)
            for (uint64_t left = line_of(rows, y)[word]; left; left &= left - 1) {
                const int32_t x = (int32_t)(word * 64) + __builtin_ctzll(left) - 1;
                const wendi_subgoal subgoal = {.rank = number & WENDI_MAX_SUBGOALS,
                                               .corners = corners_at(&map->lines, x, y) & 15};
                map->by_row.subgoals[number++] = subgoal;
                *subgoal_at(&map->by_column, x, y) = subgoal;
            }
}

static wend_result make_subgoal_lines(wendi_subgoal_lines* lines, int32_t count, int32_t length,
                                      const wend_allocator* allocator) {
    const wend_result result = make_lines(allocator, count, length, &lines->set);
    if (result != WEND_OK) return result;
    lines->before = wendi_alloc(allocator, ((size_t)count + 2) * lines->set.words, sizeof *lines->before);
    return lines->before ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wendi_subgoal_map_make(const wend_grid* grid, int64_t most, const wend_allocator* allocator,
                                   wendi_subgoal_map* out) {
    wendi_subgoal_map map = {.straight = grid->cheapest_straight, .diagonal = grid->cheapest_diagonal};
    wend_result result = wendi_passable_lines_make(grid, allocator, &map.lines);
    if (result == WEND_OK) result = make_subgoal_lines(&map.by_row, grid->height, grid->width, allocator);
    if (result == WEND_OK) result = make_subgoal_lines(&map.by_column, grid->width, grid->height, allocator);
    if (result != WEND_OK) return result;
    const int64_t count = mark(&map);
    if (count > most || count > WENDI_MAX_SUBGOALS) return WEND_ERROR_LIMIT;
    map.count = (int32_t)count;
    map.by_row.subgoals = wendi_alloc(allocator, (size_t)map.count + 1, sizeof(wendi_subgoal));
    map.by_column.subgoals = wendi_alloc(allocator, (size_t)map.count + 1, sizeof(wendi_subgoal));
    if (!map.by_row.subgoals || !map.by_column.subgoals) return WEND_ERROR_MEMORY;
    count_before(&map.by_row);
    count_before(&map.by_column);
    number_all(&map);
    *out = map;
    return WEND_OK;
}

int32_t wendi_subgoal_rank(wendi_subgoal_map* map, wend_tile tile, uint32_t rank) {
    const wendi_passable_lines* lines = &map->lines;
    if (tile.x < 0 || tile.y < 0 || tile.x >= lines->columns.count || tile.y >= lines->rows.count ||
        !holds(&map->by_row.set, tile.y, tile.x))
        return -1;
    wendi_subgoal* subgoal = subgoal_at(&map->by_row, tile.y, tile.x);
    subgoal->rank = rank & WENDI_MAX_SUBGOALS;
    subgoal_at(&map->by_column, tile.x, tile.y)->rank = rank & WENDI_MAX_SUBGOALS;
    return (int32_t)(subgoal - map->by_row.subgoals);
}

wend_tile* wendi_subgoal_tiles(const wendi_subgoal_map* map, const wend_allocator* allocator) {
    wend_tile* tiles = wendi_alloc(allocator, (size_t)map->count + 1, sizeof *tiles);
    const wendi_bit_lines* rows = &map->by_row.set;
    const wendi_subgoal* next = map->by_row.subgoals;
    for (int32_t y = 0; tiles && y < rows->count; y++)
        for (size_t word = 0; word < rows->words; word++)
            for (uint64_t left = line_of(rows, y)[word]; left; left &= left - 1)
                tiles[next++->rank] = (wend_tile){(int32_t)(word * 64) + __builtin_ctzll(left) - 1, y};
    return tiles;
}

// ---- visibility

// A path bends around a corner from one side of it to the other.
bool wendi_can_bend(uint32_t corners, int32_t dx, int32_t dy) {
    enum { LEFT_UP = 1, RIGHT_UP = 2, LEFT_DOWN = 4, RIGHT_DOWN = 8 };
    uint32_t around = 0;
    if (dy > 0) around |= dx < 0 ? RIGHT_DOWN : dx > 0 ? LEFT_DOWN : LEFT_DOWN | RIGHT_DOWN;
    if (dy < 0) around |= dx < 0 ? RIGHT_UP : dx > 0 ? LEFT_UP : LEFT_UP | RIGHT_UP;
    if (dx > 0) around |= dy < 0 ? RIGHT_DOWN : dy > 0 ? RIGHT_UP : RIGHT_UP | RIGHT_DOWN;
    if (dx < 0) around |= dy < 0 ? LEFT_DOWN : dy > 0 ? LEFT_UP : LEFT_UP | LEFT_DOWN;
    return (corners & around) != 0;
}

// Adds the subgoals on a line from one place to another. cost: to the place at, from which the line is
// walked.
static wend_result add_between(wendi_visibility_scan* scan, const wendi_subgoal_map* map, bool along_row,
                               int32_t line, int32_t low, int32_t high, int32_t at, wend_cost cost) {
    const wendi_subgoal_lines* subgoals = along_row ? &map->by_row : &map->by_column;
    const size_t first = (size_t)(line + 1) * subgoals->set.words;
    // Bit i + 1 of the line stands for its tile i.
    for (uint32_t bit = (uint32_t)low + 1, end = (uint32_t)high + 1; bit <= end; bit = (bit / 64 + 1) * 64) {
        const size_t word = first + bit / 64;
        uint64_t here = subgoals->set.bits[word] >> bit % 64 << bit % 64;
        if (end / 64 == bit / 64) here &= UINT64_MAX >> (63 - end % 64);
        for (; here; here &= here - 1) {
            const uint32_t place = (uint32_t)__builtin_ctzll(here);
            const wendi_subgoal s = subgoals->subgoals[place_of(subgoals, word, place)];
            const int32_t there = (int32_t)(bit / 64 * 64 + place) - 1;
            const int32_t x = along_row ? there : line, y = along_row ? line : there;
            if (!wendi_can_bend(s.corners, scan->tile.x - x, scan->tile.y - y)) continue;
            const wendi_visible visible = {s.rank, cost + wendi_abs(there - at) * map->straight};
            const wend_result result = wendi_visible_list_push(&scan->visible, visible);
            if (result != WEND_OK) return result;
        }
    }
    return WEND_OK;
}

// Goes on in one diagonal direction, and from each of its tiles along its row and its column, no farther than
// from the tile before.
static wend_result scan_diagonally(wendi_visibility_scan* scan, const wendi_subgoal_map* map,
                                   wendi_scan_line* line, wend_tile goal, wend_cost most) {
    const wendi_passable_lines* lines = &map->lines;
    const int32_t dx = line->dx, dy = line->dy;
    const int32_t east = dx > 0 ? WENDI_EAST : WENDI_WEST, south = dy > 0 ? WENDI_SOUTH : WENDI_NORTH;
    wend_tile at = line->at;
    int32_t across = line->across, along = line->along;
    wend_cost cost = line->cost;
    wend_result result = WEND_OK;
    while (result == WEND_OK && !line->ends) {
        const wend_tile next = {at.x + dx, at.y + dy};
        if (cost + map->diagonal + wendi_octile_cost(map, next, goal) > most) break;
        line->ends = !diagonal_is_free(lines, at, dx, dy);
        if (line->ends) break;
        at = next;
        cost += map->diagonal;
        across = wendi_passable_run(lines, at, east, across);
        along = wendi_passable_run(lines, at, south, along);
        const int32_t left = dx > 0 ? at.x : at.x - across, top = dy > 0 ? at.y + 1 : at.y - along;
        result = add_between(scan, map, true, at.y, left, left + across, at.x, cost);
        if (result == WEND_OK && along > 0)
            result = add_between(scan, map, false, at.x, top, top + along - 1, at.y, cost);
    }
    line->at = at;
    line->across = across;
    line->along = along;
    line->cost = cost;
    return result;
}

wend_result wendi_scan_begin(wendi_visibility_scan* scan, const wendi_subgoal_map* map, wend_tile tile) {
    int32_t reach[4];
    for (int32_t d = 0; d < 4; d++) reach[d] = wendi_passable_run(&map->lines, tile, d, INT32_MAX);
    for (int32_t i = 0; i < 4; i++)
        scan->lines[i] = (wendi_scan_line){.dx = i & 1 ? 1 : -1,
                                           .dy = i & 2 ? 1 : -1,
                                           .at = tile,
                                           .across = reach[i & 1 ? WENDI_EAST : WENDI_WEST],
                                           .along = reach[i & 2 ? WENDI_SOUTH : WENDI_NORTH]};
    scan->tile = tile;
    scan->visible.count = 0;
    const int32_t left = tile.x - reach[WENDI_WEST], top = tile.y - reach[WENDI_NORTH];
    const wend_result result =
        add_between(scan, map, true, tile.y, left, tile.x + reach[WENDI_EAST], tile.x, 0);
    return result == WEND_OK
               ? add_between(scan, map, false, tile.x, top, tile.y + reach[WENDI_SOUTH], tile.y, 0)
               : result;
}

wend_result wendi_scan_on(wendi_visibility_scan* scan, const wendi_subgoal_map* map, wend_tile goal,
                          wend_cost most) {
    wend_result result = WEND_OK;
    scan->visible.count = 0;
    for (int32_t i = 0; i < 4 && result == WEND_OK; i++)
        result = scan_diagonally(scan, map, &scan->lines[i], goal, most);
    return result;
}

// ---- the search

void wendi_subgoal_search_init(wendi_subgoal_search* search, const wend_allocator* allocator) {
    *search = (wendi_subgoal_search){.allocator = *allocator};
    search->corners.allocator = *allocator;
    for (int32_t i = 0; i < 2; i++)
        search->upward[i].scan.visible.allocator = search->upward[i].deferred.allocator = *allocator;
}

static size_t words_of(size_t capacity) {
    return capacity / 64 + 1;
}

// Makes room for the subgoals of a graph, and forgets the query before.
static wend_result begin(wendi_subgoal_search* s, size_t count, wend_tile start, wend_tile goal) {
    const bool forgets = count >= s->room || ++s->now == 0; // for more subgoals, or the counter wrapped
    for (int32_t i = 0; i < 2 && forgets; i++) {
        wendi_upward_search* side = &s->upward[i];
        s->room = 0; // until there is some on both sides
        if (!WENDI_MAKE_ROOM(&s->allocator, side->at, side->capacity, 0, count + 1) ||
            !WENDI_MAKE_ROOM(&s->allocator, side->open, side->word_capacity, 0, words_of(count)))
            return WEND_ERROR_MEMORY;
        memset(side->at, 0, side->capacity * sizeof *side->at);
        memset(side->open, 0, side->word_capacity * sizeof *side->open);
    }
    if (forgets) s->room = count + 1, s->now = 1;
    s->upward[0].scan.tile = start;
    s->upward[1].scan.tile = goal;
    for (int32_t i = 0; i < 2; i++) s->upward[i].deferred.count = 0;
    return WEND_OK;
}

// ---- upward search

// An arc to a subgoal. Returns false when the path over that one back to where the arc begins is cheaper than
// the one known: then no cheapest path goes upward from there ("stall on demand").
static inline bool relax(wendi_upward_search* side, uint32_t now, uint32_t subgoal, wend_cost from_cost,
                         wend_cost arc_cost, uint32_t from) {
    wendi_upward_node* at = &side->at[subgoal];
    const wend_cost cost = from_cost + arc_cost;
    if (at->seen == now && at->cost <= cost) return at->cost + arc_cost >= from_cost;
    *at = (wendi_upward_node){cost, from, now};
    side->open[subgoal / 64] |= (uint64_t)1 << subgoal % 64;
    return true;
}

// The cheapest path known.
typedef struct meeting {
    wend_cost cost;
    uint32_t subgoal; // where both searches meet; WENDI_NO_SUBGOAL: no path is known
} meeting;

// Expands the subgoals of one side over which a path may cost no more than given. Arcs lead to higher ranks,
// so subgoals are expanded in the order of their ranks.
static wend_result search_upward(wendi_subgoal_search* s, const wendi_subgoal_graph* graph, int32_t end,
                                 wend_cost most, meeting* meet_io, wend_stats* stats) {
    wendi_upward_search* side = &s->upward[end];
    const wendi_upward_search* other = &s->upward[1 - end];
    const uint32_t now = s->now;
    const size_t words = words_of((size_t)graph->map.count);
    uint64_t* open = side->open;
    for (size_t word = 0; word < words; word++)
        while (open[word]) {
            const uint32_t at = (uint32_t)(word * 64) + (uint32_t)__builtin_ctzll(open[word]);
            const wend_cost cost = side->at[at].cost;
            open[word] &= open[word] - 1;
            if (cost + wendi_octile_cost(&graph->map, graph->tiles[at], other->scan.tile) >
                (most < meet_io->cost ? most : meet_io->cost)) {
                const wend_result result = wendi_index_list_push(&side->deferred, (int32_t)at);
                if (result != WEND_OK) return result;
                continue;
            }
            stats->abstract_expanded++;
            if (other->at[at].seen == now && cost + other->at[at].cost < meet_io->cost)
                *meet_io = (meeting){cost + other->at[at].cost, at};
            const wendi_arc *arcs = graph->arcs + graph->first_arc[at],
                            *arcs_end = graph->arcs + graph->first_arc[at + 1];
            while (arcs < arcs_end && relax(side, now, arcs->to, cost, arcs->cost, at)) arcs++;
        }
    return WEND_OK;
}

static void resume_deferred(wendi_upward_search* side) {
    for (int64_t i = 0; i < side->deferred.count; i++) {
        const uint32_t subgoal = (uint32_t)side->deferred.data[i];
        side->open[subgoal / 64] |= (uint64_t)1 << subgoal % 64;
    }
    side->deferred.count = 0;
}

static void relax_visible(wendi_upward_search* side, uint32_t now) {
    const wendi_visible_list* visible = &side->scan.visible;
    for (int64_t i = 0; i < visible->count; i++)
        relax(side, now, visible->data[i].rank, 0, visible->data[i].cost, WENDI_NO_SUBGOAL);
}

// Continues the scan from an end, as far as a path may cost no more than given, and resumes deferred
// subgoals.
static wend_result scan_on(wendi_subgoal_search* s, const wendi_subgoal_graph* graph, int32_t end,
                           wend_cost most) {
    wendi_upward_search* side = &s->upward[end];
    resume_deferred(side);
    const wend_result result = wendi_scan_on(&side->scan, &graph->map, s->upward[1 - end].scan.tile, most);
    if (result == WEND_OK) relax_visible(side, s->now);
    return result;
}

// Most paths cost little more than a straight line, and then few subgoals lie near enough to it. So those of
// a costlier path are deferred at first.
static wend_result search_both_ends(wendi_subgoal_search* s, const wendi_subgoal_graph* graph,
                                    meeting* meet_out, wend_stats* stats) {
    enum { FIRST_SHARE = 16, GROWTH = 4, LAST_FACTOR = 16 };
    const wend_cost least = wendi_octile_cost(&graph->map, s->upward[0].scan.tile, s->upward[1].scan.tile);
    wend_cost more = least / FIRST_SHARE;
    wend_result result = WEND_OK;
    bool done = false;
    *meet_out = (meeting){INT64_MAX, WENDI_NO_SUBGOAL};
    for (int32_t end = 0; end < 2 && result == WEND_OK; end++) {
        result = wendi_scan_begin(&s->upward[end].scan, &graph->map, s->upward[end].scan.tile);
        if (result == WEND_OK) relax_visible(&s->upward[end], s->now);
    }
    while (result == WEND_OK && !done) {
        wend_cost most = more < LAST_FACTOR * least ? least + more : WENDI_ANY_COST;
        if (meet_out->cost < INT64_MAX) most = meet_out->cost;
        for (int32_t end = 0; end < 2 && result == WEND_OK; end++) {
            result = scan_on(s, graph, end, most);
            if (result == WEND_OK) result = search_upward(s, graph, end, most, meet_out, stats);
        }
        done = meet_out->cost <= most || most == WENDI_ANY_COST;
        more *= GROWTH;
    }
    return result;
}

// ---- the path

const wendi_arc* wendi_subgoal_arc(const wendi_subgoal_graph* graph, uint32_t a, uint32_t b) {
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    for (uint32_t i = graph->first_arc[low]; i < graph->first_arc[low + 1]; i++)
        if (graph->arcs[i].to == high) return &graph->arcs[i];
    return NULL;
}

// Unpacks an arc into straight runs. The targets of the arcs still to be unpacked wait at the end of the
// corners, the next one last.
static wend_result add_arc(wendi_subgoal_search* s, const wendi_subgoal_graph* graph, uint32_t from,
                           uint32_t to, wendi_tile_list* out) {
    const int64_t kept = s->corners.count;
    wend_result result = wendi_index_list_push(&s->corners, (int32_t)to);
    while (result == WEND_OK && s->corners.count > kept) {
        const uint32_t next = (uint32_t)s->corners.data[s->corners.count - 1];
        const wendi_arc* arc = wendi_subgoal_arc(graph, from, next);
        WENDI_ASSERT(arc);
        if (arc->middle < WENDI_NO_MIDDLE) {
            result = wendi_index_list_push(&s->corners, (int32_t)arc->middle);
            continue;
        }
        const bool by_arc = from < next, first = arc->middle == WENDI_DIAGONALS_FIRST;
        result = wendi_run_add(graph->tiles[from], graph->tiles[next], by_arc == first, out);
        from = next;
        s->corners.count--;
    }
    return result;
}

static wend_result add_path(wendi_subgoal_search* s, const wendi_subgoal_graph* graph, wend_tile start,
                            wend_tile goal, uint32_t meet, wendi_tile_list* out) {
    wend_result result = WEND_OK;
    for (uint32_t at = meet; at != WENDI_NO_SUBGOAL && result == WEND_OK; at = s->upward[0].at[at].before)
        result = wendi_index_list_push(&s->corners, (int32_t)at);
    wendi_index_list_reverse_from(&s->corners, 0);
    for (uint32_t at = s->upward[1].at[meet].before; at != WENDI_NO_SUBGOAL && result == WEND_OK;
         at = s->upward[1].at[at].before)
        result = wendi_index_list_push(&s->corners, (int32_t)at);
    const int64_t count = s->corners.count;
    // A run from an end starts with its diagonal steps.
    if (result == WEND_OK) result = wendi_run_add(start, graph->tiles[s->corners.data[0]], true, out);
    for (int64_t i = 1; i < count && result == WEND_OK; i++)
        result = add_arc(s, graph, s->corners.data[i - 1], s->corners.data[i], out);
    return result == WEND_OK ? wendi_run_add(graph->tiles[s->corners.data[count - 1]], goal, false, out)
                             : result;
}

wend_result wendi_subgoal_search_run(wendi_subgoal_search* s, const wendi_subgoal_graph* graph,
                                     wend_tile start, wend_tile goal, bool* found_out, wend_cost* cost_out,
                                     wendi_tile_list* out, wend_stats* stats) {
    out->count = 0;
    *found_out = false;
    wend_result result = wendi_tile_list_push(out, start);
    const bool first = wendi_run_is_free(&graph->map.lines, start, goal, true);
    *found_out = first || wendi_run_is_free(&graph->map.lines, start, goal, false);
    *cost_out = wendi_octile_cost(&graph->map, start, goal);
    if (result == WEND_OK && *found_out) result = wendi_run_add(start, goal, first, out);
    if (result != WEND_OK || *found_out) return result;
    meeting meet;
    result = begin(s, (size_t)graph->map.count, start, goal);
    if (result == WEND_OK) result = search_both_ends(s, graph, &meet, stats);
    if (result != WEND_OK) {
        s->room = 0; // subgoals may be left open
        return result;
    }
    *found_out = meet.subgoal != WENDI_NO_SUBGOAL;
    *cost_out = meet.cost;
    s->corners.count = 0;
    return *found_out ? add_path(s, graph, start, goal, meet.subgoal, out) : WEND_OK;
}
