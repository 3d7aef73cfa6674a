// connection_shapes.h: walls, one-way steps and links of a map as lines, for any picture that can draw lines.
#ifndef WEND_DRAW_CONNECTION_SHAPES_H
#define WEND_DRAW_CONNECTION_SHAPES_H
#include "tile_plane.h"
#include <wend/link.h>

/// Draws lines with round ends. Positions as in tile_plane.h, widths in pixels, colours 0xRRGGBB.
typedef struct connection_pen {
    void (*line)(wend_vec2 from, wend_vec2 to, float width, uint32_t color, float opacity, void* context);
    void* context;
    float scale;      ///< pixels a tile
    wend_rect view;   ///< only what may touch these tiles is drawn
    float floor_step; ///< of all floors side by side (tile_plane.h); 0: only the floor of the view is drawn
} connection_pen;

/// 0xRRGGBB of links of a kind.
uint32_t connection_color(wend_link_kind kind);

/// A step that is closed. Both ways are, where it is a wall.
typedef struct closed_step {
    wend_tile tile, next;
    bool is_wall;
} closed_step;
typedef void closed_step_fn(const closed_step* step, void* context);
/// Calls for every closed step from a tile of an area on some floors; for a wall once, from its upper or left
/// tile.
void connection_visit_closed(const wend_grid* grid, wend_rect area, int32_t first_floor, int32_t last_floor,
                             closed_step_fn* visit, void* context);

/// A wall is a dark line between two tiles; a step that is open one way only is an arrow across a thinner
/// one.
void connection_draw_walls(const wend_grid* grid, const connection_pen* pen);
/// A link is an arrow from tile to tile, bent a little so that both ways of a pair are seen; dashed when no
/// path may take it.
void connection_draw_links(const wend_grid* grid, const connection_pen* pen);
/// The same for one link.
void connection_draw_link(const wend_grid* grid, const wend_link* link, const connection_pen* pen);
#endif
