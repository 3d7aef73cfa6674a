// cross_link.h: how does an agent take the links of its path? It walks from link to link; on a link it moves
// straight from one end to the other, whatever lies between.
#ifndef WENDI_CROSS_LINK_H
#define WENDI_CROSS_LINK_H
#include "grid/grid.h"
#include "wend/steer.h"

/// Waypoints that are walked, up to the next link or the end of the path.
typedef struct wendi_stretch {
    int32_t first, count; // waypoints
    int32_t link;         // index of the link at its end; -1: the path ends there
} wendi_stretch;
/// The stretch that a waypoint lies on. links: of the path, in order.
wendi_stretch wendi_stretch_at(const wend_path_link* links, int32_t link_count, int32_t waypoint,
                               int32_t waypoint_count);

typedef struct wendi_crossing {
    int32_t id; // of the link
    wend_vec2 from, to;
    double duration, elapsed; // seconds
} wendi_crossing;
/// The crossing of a link between two positions. False when no path may take the link now.
bool wendi_crossing_begin(const wend_grid* grid, const wend_agent* agent, int32_t id, wend_vec2 from,
                          wend_vec2 to, wendi_crossing* out);
/// Moves an agent on for dt seconds. True when it stands at the other end.
bool wendi_crossing_move(wendi_crossing* crossing, wend_agent* agent, double dt);
/// The cheapest usable link from one tile to another; NULL: none.
const wend_link* wendi_link_between(const wend_grid* grid, wend_tile from, wend_tile to);
#endif
