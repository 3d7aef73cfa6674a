// bench_links.h: in which forms is each map measured? With which steps, and with which links that are added.
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

// ---- forms

/// Links to add to a map.
typedef struct bench_addition {
    bench_link_kind kind;
    int32_t count;
} bench_addition;

enum { BENCH_MOST_FORMS = 16, BENCH_MOVE_OF_MAP = -1 };

/// Every one of the moves is combined with every addition.
typedef struct bench_forms {
    int moves[BENCH_MOST_FORMS]; ///< wend_connectivity, or BENCH_MOVE_OF_MAP
    int move_count;
    bench_addition additions[BENCH_MOST_FORMS]; ///< the first: none
    int addition_count;
} bench_forms;

/// Reads the lists of the command line, which are separated by commas; NULL: not given. CLI_OK or an exit
/// code.
int bench_forms_read(const char* moves_opt, const char* links_opt, const char* teleports_opt,
                     bench_forms* out);

/// Writes the name of a map in one of its forms: "arena", "arena, hex-odd-r, 10 links".
void bench_form_name(const char* map, int move, bench_addition addition, char* out, size_t size);

#endif
