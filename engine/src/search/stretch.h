// stretch.h: how much more than the heuristic do paths cost in the region between two tiles? On weighted
// terrain, hardly any path is as cheap as the cheapest tiles of the map promise. The distance matrices of
// large clusters know how cheap paths are: a sample of their costs, divided by the heuristics, gives a factor
// by which a search may raise its heuristic.
#ifndef WENDI_STRETCH_H
#define WENDI_STRETCH_H
#include "hierarchy/world.h"
#include "search/heuristic.h"

/// The factor between two tiles, in 1 / WENDI_WEIGHT_ONE and at least that. Few of the sampled costs are
/// lower than the raised heuristic, so a search still finds the cheapest path or one that costs hardly more.
/// WENDI_WEIGHT_ONE when the tiles are near each other, when the clusters between them are not up to date or
/// not loaded, and on maps of one cost, where many paths are straight. Errors: MEMORY.
wend_result wendi_stretch_between(const wend_world* world, const wendi_heuristic* heuristic, wend_tile a,
                                  wend_tile b, int32_t* factor_out);
#endif
