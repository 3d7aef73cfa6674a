// cluster_reach.c: a search over single tiles, along steps and links as they are directed.
#include "kernel/cluster_reach.h"

#include "grid/links.h"
#include "grid/steps.h"

// True when a step within the rectangle is closed in one direction only.
static bool has_one_way_step(const wend_grid* grid, wend_rect area) {
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        for (int32_t x = area.x; x < area.x + area.width; x++) {
            for (uint32_t closed = wendi_exits_closed(&grid->exits, x, y); closed; closed &= closed - 1) {
                int32_t d = __builtin_ctz(closed);
                wend_tile to = {x + wendi_direction[d].x, y + wendi_direction[d].y};

                if (wendi_area_contains(area, to) &&
                    !(wendi_exits_closed(&grid->exits, to.x, to.y) >> wendi_opposite(d) & 1))
                    return true;
            }
        }
    }
    return false;
}

bool wendi_is_two_way(const wend_grid* grid, wend_rect area) {
    if (grid->exits.pages && has_one_way_step(grid, area)) return false;
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
        wend_tile beside = {at.x + wendi_direction[d].x, at.y + wendi_direction[d].y};
        if (!wendi_area_contains(s->area, beside)) continue;
        if (sense == WENDI_FROM ? may_step(s->grid, at, d) : may_step(s->grid, beside, wendi_opposite(d)))
            visit(s, beside);
    }
}

static void follow_links(search* s, wend_tile at, wendi_sense sense) {
    const wend_grid* grid = s->grid;
    wendi_link_search links =
        wendi_links_at(&grid->links, sense == WENDI_FROM ? WENDI_LINK_FROM : WENDI_LINK_TO, at);
    for (int32_t i; (i = wendi_next_link(&links)) >= 0;) {
        const wend_link* link = &grid->links.data[i];
        wend_tile to = sense == WENDI_FROM ? link->to : link->from;
        if (wendi_area_contains(s->area, to) && wendi_link_is_usable(grid, link)) visit(s, to);
    }
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
        wendi_flood_cluster(grid, area, tile, &flood);
        *out = flood.tiles;
        return;
    }
    *out = (wendi_tile_set){{0}};
    wendi_tile_set_add(out, area, tile);
    wendi_reach_within(grid, area, sense, out);
}
