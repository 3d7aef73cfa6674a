// smooth.h: which waypoints does a tile path become?
#ifndef WENDI_SMOOTH_H
#define WENDI_SMOOTH_H
#include "grid/clearance.h"
#include "grid/grid.h"
#include "hierarchy/abstract_graph.h"
#include "search/path.h"

// ---- which waypoints does a tile path become? Its turning points or, with path smoothing, the corners
// of an any-angle path that never costs more.

/// Consecutive tiles of a path within one cluster. The tile at the end of a section begins the next one, so
/// each step lies in one section, unless a link leads on.
typedef struct wendi_path_section {
    int32_t cluster;
    int64_t first, last; // indices of tiles
} wendi_path_section;

/// The section that begins at a tile. end: no step leads from the tile before it to this one.
wendi_path_section wendi_path_section_at(const wendi_partition* clusters, const wend_tile* tiles,
                                         int64_t first, int64_t end);

/// Calls a function for each cluster that contains a tile within two tiles of the straight line between two
/// tiles; some others may be among them. Stops when it returns true, and returns that.
typedef bool wendi_cluster_fn(void* context, int32_t cluster);

bool wendi_clusters_near_line(const wendi_partition* clusters, wend_tile a, wend_tile b,
                              wendi_cluster_fn* each, void* context);

/// Opens those clusters. Errors: as wendi_open.
wend_result wendi_open_line(const wendi_graph* graph, wend_tile a, wend_tile b);

/// The tiles at which the path turns, and its two ends. Errors: MEMORY.
wend_result wendi_turning_points(const wend_grid* grid, const wendi_tile_list* tiles, wendi_tile_list* out);

typedef struct wendi_smoother { // scratch memory
    wend_allocator allocator;
    double* costs; // by corner
    size_t capacity;
} wendi_smoother;

/// String pulling. First drops corners: where the straight line past them keeps the body off blocked tiles
/// and costs no more than the path around. A line costs its length in each tile times the cost of the tile.
/// Then moves each remaining corner from tile to tile while that makes the path cheaper. Corners lie on the
/// centres of tiles, so half a tile off every wall. Pulling a pulled path again changes nothing. radius: of
/// the body, in tiles, at most 0.5; where paths may cut corners it counts as 0, on hexagons as no more than
/// half a side, and in the view of a profile with a wider body as the radius of that. Errors: MEMORY.
wend_result wendi_pull_string(wendi_smoother* smoother, const wend_grid* grid, const wendi_tile_list* tiles,
                              double radius, wendi_tile_list* out);

/// Cost of the straight line between two tiles; INFINITY when a body of this radius does not fit along it.
double wendi_straight_cost(const wend_grid* grid, wend_tile from, wend_tile to, double radius);

/// Pulls the string of a path again only around the tiles that differ from those of a path that was pulled,
/// and keeps its other waypoints. The result is as legal and costs as little as a string must, but may differ
/// from that of pulling all of it. part: scratch memory. *done_out false: all must be pulled. Errors: MEMORY.
wend_result wendi_pull_part(wendi_smoother* smoother, const wend_grid* grid, const wend_path* before,
                            const wendi_tile_list* tiles, double radius, wendi_tile_list* part,
                            wendi_tile_list* out, bool* done_out);
#endif
