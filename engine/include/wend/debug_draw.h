// wend/debug_draw.h: the world and a path as lines and rectangles, for any host that can draw those. The
// engine itself never draws.
#ifndef WEND_DEBUG_DRAW_H
#define WEND_DEBUG_DRAW_H
#include "wend/path.h"
#include "wend/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a shape means; the host chooses its colour. Also bits of the layer masks below: 1u << kind.
typedef enum wend_draw_kind {
    WEND_DRAW_CLUSTER = 0,  ///< rectangle: a cluster with its border lines, which its neighbours share
    WEND_DRAW_ENTRANCE = 1, ///< rectangle: a maximal run of passable tiles on one side of a cluster
    WEND_DRAW_NODE = 2,     ///< rectangle of one tile: an abstract node
    WEND_DRAW_EDGE = 3,     ///< line: an abstract edge within a cluster, between the centres of two nodes
    WEND_DRAW_ROUTE = 4,    ///< line: a leg of the abstract path
    WEND_DRAW_PATH = 5,     ///< line: a step of the tile path
    WEND_DRAW_WAYPOINT = 6, ///< line: a leg between waypoints
    WEND_DRAW_KIND_COUNT
} wend_draw_kind;

/// Callbacks in tile coordinates, either may be NULL: tile (x,y) covers [x,x+1) x [y,y+1), its centre is at
/// (x + 0.5, y + 0.5).
typedef struct wend_debug_draw {
    void (*line)(wend_draw_kind kind, wend_vec2 from, wend_vec2 to, void* context);
    void (*rect)(wend_draw_kind kind, wend_rect tiles, void* context);
    void* context;
    wend_rect view; ///< only shapes of its floor that touch it are reported, so the cost depends on what is
                    ///< visible
                    ///< [Units: tiles]
    int32_t level;  ///< of the graph to draw: 1 has the smallest clusters; 0 means 1 [Range: 0..level_count]
                    ///< [Default: 0]
} wend_debug_draw;

/// Reports the shapes of a world for the kinds set in layers (bit 1u << kind). Errors: ARGUMENT (a level that
/// the world does not have).
WEND_API wend_result wend_world_draw(const wend_world* world, uint32_t layers, const wend_debug_draw* draw);
/// Reports the edges of the node on a tile at draw->level, if there is one. Errors: ARGUMENT (a tile off the
/// map, a level that the world does not have).
WEND_API wend_result wend_world_draw_node(const wend_world* world, wend_tile tile,
                                          const wend_debug_draw* draw);
/// Reports the shapes of a path; grid is the one it was planned on. Errors: ARGUMENT (a waypoint off
/// the map: another grid).
WEND_API wend_result wend_path_draw(const wend_path* path, const wend_grid* grid, uint32_t layers,
                                    const wend_debug_draw* draw);

#ifdef __cplusplus
}
#endif
#endif
