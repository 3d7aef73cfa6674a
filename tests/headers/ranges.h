// ranges.h: what do the tests of ranges share? Each file tests those of some headers and lists them.
#ifndef RANGES_H
#define RANGES_H
#include "wend/wend.h"

typedef struct range {
    const char *of, *text; ///< as the header states it
    bool (*holds)(void);
} range;

/// Each ends with an entry of zeros.
extern const range ranges_of_map[], ranges_of_query[], ranges_of_agents[], ranges_of_graph[],
    ranges_of_import[];

extern wend_grid* grid;   ///< 150 x 150 tiles, all passable
extern wend_world* world; ///< over another grid of that size, with the profile "tank"

wend_grid* new_grid(int32_t width, int32_t height);

/// Whether a definition with one field changed gets this answer of try_<definition>.
#define TRY(def, make, field, value, expected)                                                               \
    ((def) = (make), (def).field = (value), try_##def(&(def)) == (expected))
#endif
