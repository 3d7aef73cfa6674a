// smooth_part.h: which waypoints does a path get when only a part of its tiles is new?
#ifndef WENDI_SMOOTH_PART_H
#define WENDI_SMOOTH_PART_H
#include "search/smooth.h"

/// Pulls the string of a path again only around the tiles that differ from those of a path that was pulled,
/// and keeps its other waypoints. The result is as legal and costs as little as a string must, but may differ
/// from that of pulling all of it. part: scratch memory. *done_out false: all must be pulled. Errors: MEMORY.
wend_result wendi_pull_part(wendi_smoother* smoother, const wend_grid* grid, const wend_path* before,
                            const wendi_tile_list* tiles, double radius, wendi_tile_list* part,
                            wendi_tile_list* out, bool* done_out);
#endif
