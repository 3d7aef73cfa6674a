// refine_parts.h: which legs of an abstract path need a search, and how wide may it roam?
//
// On maps of one cost, many legs cost what a straight line would cost, and so do several of them together. No
// path is cheaper there. Where most legs are like that, their tiles are written down, and only those around
// each bend are searched: the path may move a bend, so the search begins and ends a while before and after
// it.
//
// An abstract path of some clusters may miss a better way on another side of something, in rooms above all.
// If it costs much more than a straight line, the search may enter all clusters around it.
#ifndef WENDI_REFINE_PARTS_H
#define WENDI_REFINE_PARTS_H
#include "hierarchy/world.h"

/// An abstract path: its tiles from start to goal, and for each but the first the cluster of the leg to it,
/// or -1 for a link.
typedef struct wendi_legs {
    const wend_tile* tiles;
    const int32_t* clusters;
    int64_t count;
    wend_cost cost;
    const wend_cost* costs_opt; // of each leg; NULL: not known
} wendi_legs;

/// Legs from one of the tiles to a later one.
typedef struct wendi_path_part {
    int64_t first, last;
    bool searched; // false: together they cost what a straight line would cost
} wendi_path_part;

typedef struct wendi_path_parts {
    wend_allocator allocator;
    bool* searched; // for each leg, by the index of its last tile
    size_t capacity;
    bool wide;              // the legs are one part, and the search may enter
    wendi_cluster_span box; // all of these clusters
} wendi_path_parts;

void wendi_path_parts_init(wendi_path_parts* parts, const wend_allocator* allocator);
void wendi_path_parts_free(wendi_path_parts* parts);
size_t wendi_path_parts_bytes(const wendi_path_parts* parts);

/// Divides an abstract path. Errors: MEMORY.
wend_result wendi_path_parts_choose(wendi_path_parts* parts, const wend_world* world, const wendi_legs* legs);
/// Goes to the part after one, to the first after {0}. False: that was the last.
bool wendi_path_parts_next(const wendi_path_parts* parts, const wendi_legs* legs, wendi_path_part* part);
wendi_legs wendi_legs_of_part(const wendi_legs* legs, const wendi_path_part* part);
/// Adds the tiles of a part that needs no search; its first is the last one of the list, unless that is
/// empty. *found_out is set to false when the legs do not lie in their clusters, which only a corrupt file
/// may cause. Errors: MEMORY, DAMAGED.
wend_result wendi_path_part_add_tiles(const wend_world* world, const wendi_legs* legs,
                                      const wendi_path_part* part, bool* found_out, wendi_tile_list* out);
#endif
