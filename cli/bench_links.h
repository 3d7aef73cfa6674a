// bench_links.h: which links does the benchmark add to a map?
#ifndef BENCH_LINKS_H
#define BENCH_LINKS_H
#include "progress.h"

typedef enum bench_link_kind {
    BENCH_LINKS_OF_MAP,    ///< none are added
    BENCH_LINKS_MIXED,     ///< jumps, ladders, tunnels and ferries, whose costs are near those of a walk
    BENCH_LINKS_TELEPORTS, ///< across the map, almost free
    BENCH_LINK_KIND_COUNT
} bench_link_kind;

extern const char* const bench_link_kind_names[]; ///< in the order of bench_link_kind, ends with NULL

/// Adds links between random passable tiles, and refreshes the world. The first links of a larger count are
/// those of a smaller one. Errors: as wend_world_add_link; LIMIT: there is no room for so many.
wend_result bench_links_add(wend_world* world, bench_link_kind kind, int32_t count, uint64_t seed,
                            progress* bar);

#endif
