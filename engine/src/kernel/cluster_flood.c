// cluster_flood.c: which nodes of a cluster reach each other?
#include "kernel/cluster_flood.h"

#include "grid/links.h"
#include "grid/steps.h"
#include "kernel/passability_bits.h"
#include "kernel/sweep.h"

// ---- reachability within one cluster by bit sets, a row of tiles at a time

wendi_tile_set wendi_passable_tiles(const wend_grid* grid, wend_rect area) {
    wendi_tile_set passable = {{0}};
    const wendi_tiles first = wendi_tiles_at(grid, area.x, area.y);
    if (area.width == WENDI_LANES) {
        wendi_sweep()->passable_rows(grid, first, area.height, passable.row + 1);
        return passable;
    }
    for (int32_t y = 0; y < area.height; y++)
        passable.row[y + 1] =
            wendi_passable_row(grid, first.at + (ptrdiff_t)y * (ptrdiff_t)first.stride, area.width);
    return passable;
}

// The tiles that some tiles of a row reach along that row.
static uint32_t along_row(uint32_t passable, uint32_t some) {
    uint32_t up = passable, down = passable; // ends of runs of at least 1, 2, 4, ... passable tiles
    for (int32_t step = 1; step < WENDI_MAX_CLUSTER_SIDE; step *= 2) {
        some |= (up & some << step) | (down & some >> step);
        up &= up << step;
        down &= down >> step;
    }
    return some;
}

// Extends the flood to a row from the rows above and below it. False when that adds no tile. Unless corners
// may be cut, two straight steps lead wherever a diagonal step does.
static bool grow(const wendi_tile_set* passable, bool cuts_corners, wendi_tile_set* reached, int32_t row) {
    uint32_t beside = reached->row[row - 1] | reached->row[row + 1];
    if (cuts_corners) beside |= beside << 1 | beside >> 1;
    uint32_t fresh = beside & passable->row[row] & ~reached->row[row];
    if (fresh) reached->row[row] = along_row(passable->row[row], reached->row[row] | fresh);
    return fresh;
}

// ---- clusters with closed steps

// The tiles of a row that paths may continue to, or with the other sense come from: those beside `some` in
// direction d. open: where a tile may be left in that direction.
static uint32_t step(uint32_t some, uint32_t open, int32_t d, wendi_sense sense) {
    const int32_t x = wendi_direction[d].x;
    if (sense == WENDI_FROM) some &= open;
    if (sense == WENDI_FROM ? x > 0 : x < 0) some <<= 1;
    if (sense == WENDI_FROM ? x < 0 : x > 0) some >>= 1;
    return sense == WENDI_FROM ? some : some & open;
}

// Extends a set of tiles to a row from that row and the rows around it. False when that adds no tile.
static bool extend(const wendi_tile_set* passable, const wendi_closed_bits* closed, wendi_sense sense,
                   uint32_t diagonals, int32_t row, wendi_tile_set* reached) {
    uint32_t tiles = reached->row[row], before;
    const uint32_t old = tiles;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        const int32_t y = wendi_direction[d].y, other = sense == WENDI_FROM ? row - y : row + y;
        if (y == 0 || (d >= WENDI_STRAIGHT && !diagonals) || other < 1 || other > WENDI_MAX_CLUSTER_SIDE)
            continue;
        const int32_t left = sense == WENDI_FROM ? other : row; // the row that the step leaves
        tiles |= step(reached->row[other], ~closed->rows[d][left - 1], d, sense);
    }
    tiles &= passable->row[row];
    do {
        before = tiles;
        tiles |= (step(tiles, ~closed->rows[WENDI_EAST][row - 1], WENDI_EAST, sense) |
                  step(tiles, ~closed->rows[WENDI_WEST][row - 1], WENDI_WEST, sense)) &
                 passable->row[row];
    } while (tiles != before);
    reached->row[row] = tiles;
    return tiles != old;
}

// Closes the diagonal steps that would cut a corner.
static void close_corners(const wendi_tile_set* passable, int32_t height, wendi_closed_bits* closed) {
    for (int32_t y = 0; y < height; y++)
        for (int32_t d = WENDI_STRAIGHT; d < WENDI_DIRECTIONS; d++) {
            const uint32_t here = passable->row[y + 1],
                           beside = wendi_direction[d].x > 0 ? here >> 1 : here << 1;
            closed->rows[d][y] |= ~(beside & passable->row[y + 1 + wendi_direction[d].y]);
        }
}

static void flood_within(const wend_grid* grid, wend_rect area, const wendi_tile_set* passable,
                         wendi_sense sense, wendi_tile_set* tiles) {
    wendi_closed_bits closed;
    wendi_closed_bits_read(grid, area, &closed);
    if (grid->connectivity == WEND_CONNECTIVITY_8) close_corners(passable, area.height, &closed);
    // Where corners may not be cut, two straight steps lead wherever a diagonal step does, unless slopes
    // close them.
    const bool diagonals = grid->connectivity == WEND_CONNECTIVITY_8_CUT ||
                           wendi_is_hex(grid->connectivity) ||
                           (grid->connectivity == WEND_CONNECTIVITY_8 && wendi_relief_closes(grid));
    for (bool grown = true; grown;) {
        grown = false;
        for (int32_t row = 1; row <= area.height; row++)
            grown |= extend(passable, &closed, sense, diagonals, row, tiles);
        for (int32_t row = area.height; row >= 1 && grown; row--)
            extend(passable, &closed, sense, diagonals, row, tiles);
    }
}

// Without closed steps every step leads both ways.
static void flood_both_ways(const wendi_tile_set* passable, bool cuts_corners, int32_t height,
                            wendi_tile_set* tiles) {
    for (int32_t row = 1; row <= height; row++)
        if (tiles->row[row]) tiles->row[row] = along_row(passable->row[row], tiles->row[row]);
    for (bool grown = true; grown;) {
        grown = false;
        for (int32_t row = 1; row <= height; row++) grown |= grow(passable, cuts_corners, tiles, row);
        for (int32_t row = height; row >= 1 && grown; row--) grow(passable, cuts_corners, tiles, row);
    }
}

void wendi_flood_over(const wend_grid* grid, wend_rect area, const wendi_tile_set* passable,
                      wendi_sense sense, wendi_tile_set* tiles) {
    if (wendi_area_has_closed_steps(grid, area))
        flood_within(grid, area, passable, sense, tiles);
    else
        flood_both_ways(passable, grid->connectivity == WEND_CONNECTIVITY_8_CUT, area.height, tiles);
}

// ---- floods

void wendi_flood_from(const wend_grid* grid, wend_rect area, const wendi_tile_set* passable, int32_t row,
                      uint32_t tiles, wendi_flood* out) {
    if (wendi_area_has_closed_steps(grid, area)) {
        *out = (wendi_flood){.first = 1, .last = area.height};
        out->tiles.row[row] = tiles;
        flood_within(grid, area, passable, WENDI_FROM, &out->tiles);
        return;
    }
    const bool cuts_corners = grid->connectivity == WEND_CONNECTIVITY_8_CUT;
    wendi_tile_set reached = {{0}};
    reached.row[row] = along_row(passable->row[row], tiles);
    int32_t first = row, last = row;
    for (bool grown = true; grown;) {
        grown = false;
        for (int32_t y = wendi_max(first - 1, 1); y <= wendi_min(last + 1, WENDI_MAX_CLUSTER_SIDE); y++) {
            if (!grow(passable, cuts_corners, &reached, y)) continue;
            grown = true;
            first = wendi_min(first, y);
            last = wendi_max(last, y);
        }
        for (int32_t y = last; y >= wendi_max(first - 1, 1); y--) {
            if (!grow(passable, cuts_corners, &reached, y)) continue;
            grown = true;
            first = wendi_min(first, y);
        }
    }
    *out = (wendi_flood){reached, first, last};
}

// Floods a cluster's rectangle from one of its passable tiles.
static void flood_cluster(const wend_grid* grid, wend_rect area, wend_tile tile, wendi_flood* out) {
    wendi_tile_set passable = wendi_passable_tiles(grid, area);
    wendi_flood_from(grid, area, &passable, tile.y - area.y + 1, 1u << (tile.x - area.x), out);
}

// ---- a search over single tiles, along steps and links as they are directed

// The steps from a tile that may be closed in one direction only: not those of hexagons.
static uint32_t steps_closed(const wend_grid* grid, int32_t x, int32_t y) {
    const uint32_t closed = wendi_exits_closed(&grid->exits, x, y);
    return wendi_relief_closes(grid) ? closed | wendi_steps_closed_by_relief(grid, x, y) : closed;
}

// True when a step within the rectangle is closed in one direction only.
static bool has_one_way_step(const wend_grid* grid, wend_rect area) {
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        for (int32_t x = area.x; x < area.x + area.width; x++) {
            for (uint32_t closed = steps_closed(grid, x, y); closed; closed &= closed - 1) {
                int32_t d = __builtin_ctz(closed);
                const wend_tile to = wendi_beside((wend_tile){x, y}, d);
                if (wendi_area_contains(area, to) &&
                    !(steps_closed(grid, to.x, to.y) >> wendi_opposite(d) & 1))
                    return true;
            }
        }
    }
    return false;
}

bool wendi_is_two_way(const wend_grid* grid, wend_rect area) {
    if ((grid->exits.pages || wendi_relief_closes(grid)) && has_one_way_step(grid, area)) return false;
    return !wendi_holds_link(grid, area);
}

typedef struct search {
    const wend_grid* grid;
    wend_rect area;
    wendi_tile_set* reached;
    uint16_t open[WENDI_MAX_CLUSTER_TILES]; // tiles whose neighbours are still to be reached
    int32_t count;
} search;

static void visit(search* s, wend_tile tile) {
    if (wendi_tile_set_holds(s->reached, s->area, tile)) return;
    wendi_tile_set_add(s->reached, s->area, tile);
    s->open[s->count++] = (uint16_t)((tile.y - s->area.y) * WENDI_MAX_CLUSTER_SIDE + tile.x - s->area.x);
}

// True when the step from a tile in a direction is legal.
static bool may_step(const wend_grid* grid, wend_tile from, int32_t direction) {
    return wendi_is_passable(grid, from.x, from.y) &&
           wendi_legal_moves(grid, from.x, from.y) >> direction & 1;
}

static void follow_steps(search* s, wend_tile at, wendi_sense sense) {
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        const wend_tile beside = wendi_beside(at, d);
        if (!wendi_area_contains(s->area, beside)) continue;
        if (sense == WENDI_FROM ? may_step(s->grid, at, d) : may_step(s->grid, beside, wendi_opposite(d)))
            visit(s, beside);
    }
}

static void follow_links(search* s, wend_tile at, wendi_sense sense) {
    const wend_grid* grid = s->grid;
    wendi_link_search links =
        wendi_links_at(&grid->links, sense == WENDI_FROM ? WENDI_LINK_FROM : WENDI_LINK_TO, at);
    wendi_usable_link link;
    while (wendi_next_usable_link(grid, &links, &link))
        if (wendi_area_contains(s->area, link.there)) visit(s, link.there);
}

void wendi_reach_within(const wend_grid* grid, wend_rect area, wendi_sense sense, wendi_tile_set* tiles) {
    search s = {.grid = grid, .area = area, .reached = tiles};
    for (int32_t y = 0; y < area.height; y++)
        for (uint32_t row = tiles->row[y + 1]; row; row &= row - 1)
            s.open[s.count++] = (uint16_t)(y * WENDI_MAX_CLUSTER_SIDE + __builtin_ctz(row));
    while (s.count > 0) {
        int32_t index = s.open[--s.count];
        wend_tile at = {area.x + index % WENDI_MAX_CLUSTER_SIDE, area.y + index / WENDI_MAX_CLUSTER_SIDE};
        follow_steps(&s, at, sense);
        follow_links(&s, at, sense);
    }
}

void wendi_reach_cluster(const wend_grid* grid, wend_rect area, wend_tile tile, wendi_sense sense,
                         wendi_tile_set* out) {
    if (wendi_is_two_way(grid, area)) {
        wendi_flood flood;
        flood_cluster(grid, area, tile, &flood);
        *out = flood.tiles;
        return;
    }
    *out = (wendi_tile_set){{0}};
    wendi_tile_set_add(out, area, tile);
    wendi_reach_within(grid, area, sense, out);
}
