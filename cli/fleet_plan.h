// fleet_plan.h: where is each mover of a fleet after each step? Plans are kept, written, read,
// checked and drawn.
#ifndef FLEET_PLAN_H
#define FLEET_PLAN_H
#include "cli.h"

typedef struct fleet_plan {
    wend_tile* tiles; ///< of all movers, moment after moment, the first before any step
    int32_t movers;
    int64_t moments, capacity;
} fleet_plan;

/// Room for one more moment, which the caller fills.
wend_tile* fleet_plan_add(fleet_plan* p);
static inline wend_tile fleet_plan_at(const fleet_plan* p, int64_t moment, int32_t mover) {
    return p->tiles[moment * p->movers + mover];
}
void fleet_plan_free(fleet_plan* p);

/// {"paths": [[[x,y],...],...]}, a tile for each moment; or a table of mover, step, x and y. CLI_OK or an
/// exit code.
int fleet_plan_write(const fleet_plan* p, const char* file);
/// Reads either. A mover with a shorter path waits at its end. CLI_OK, or an exit code with the message
/// printed: what is wrong, and where.
int fleet_plan_read(const char* file, const wend_grid* grid, fleet_plan* out);

typedef struct fleet_conflict {
    wend_conflict conflict;
    int64_t step; ///< from 1 on
} fleet_conflict;
enum { FLEET_SHOWN = 20 };
typedef struct fleet_check {
    int64_t conflicts;
    fleet_conflict first[FLEET_SHOWN];
    int32_t shown;
    wend_link_rules rules;   ///< the caller's, set before the first step
    const int32_t* profiles; ///< by mover, the caller's; NULL: all move by the map
    wend_link_use* uses;     ///< by mover
} fleet_check;
/// Checks one step and adds its conflicts. The first one makes room, which the caller frees. Errors: as
/// wend_check_profile_moves and wend_check_links.
wend_result fleet_check_step(const wend_world* world, const wend_tile* before, const wend_tile* after,
                             int32_t movers, int64_t step, fleet_check* io);
void fleet_check_free(fleet_check* check);
/// Checks all of a plan by the rules of a check, and that no two movers begin on one tile. CLI_OK or an exit
/// code.
int fleet_plan_check(const fleet_plan* p, const wend_world* world, fleet_check* io);

// ---- pictures

/// OUT.svg: the map with movers that move, in any browser; OUT.png: the map with a dot on each tile that was
/// entered, the darker the more often. CLI_OK or an exit code.
/// profiles: by mover; NULL: all move by the map.
int fleet_picture_write(const fleet_plan* p, const wend_world* world, const int32_t* profiles,
                        const char* file);

#endif
