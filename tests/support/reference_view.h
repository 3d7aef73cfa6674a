// reference_view.h: what a profile makes of a map, by the definitions in wend/profile.h and nothing else:
// every tile against every obstacle. Slow, and shares no code with the engine.
#ifndef WEND_TEST_REFERENCE_VIEW_H
#define WEND_TEST_REFERENCE_VIEW_H
#include "plain_map.h"
#include "rng.h"

/// The squared distance from the centre of a tile to the nearest tile whose class costs 0, wall or edge of
/// the map, in half tiles; 0 for such a tile. costs: by class.
int64_t reference_distance(const plain_map* map, const float* costs, wend_tile tile);
/// NULL: the grid of a view is what the definition says of the map, its links those that the profile may use.
/// Otherwise what differs, and where. Profile 0 with the default definition: the map itself.
const char* reference_check(const plain_map* map, const wend_profile_def* def, int32_t profile,
                            const wend_grid* view, wend_tile* where_out);
/// Definitions of profiles with names, drawn at random for a map.
void reference_random_profiles(const wend_grid* map, rng* random, wend_profile_def* defs, int32_t count);
#endif
