// cost.h: how do fractional costs become integers, so that every machine breaks ties the same way?
//
// A grid has one factor, unit: a straight step into a tile of cost c costs round(unit c), a diagonal one
// round(unit sqrt2 c). It is large enough that every step is within 0.1 % of its true cost, and small enough
// that most distances inside a cluster fit 16 bits. Where a range of costs is declared, the unit depends on
// the range alone, so that costs may change later and keep it. Otherwise it depends on the cost table alone.
#ifndef WENDI_COST_H
#define WENDI_COST_H
#include "wend/grid.h"

typedef struct wendi_costs {
    int32_t unit;                       // integer units in a cost of 1
    int32_t straight[WEND_CLASS_COUNT]; // 0: blocked
    int32_t diagonal[WEND_CLASS_COUNT]; // 0: blocked
    // The same in 16 bits; UINT16_MAX: blocked. Valid only when narrow is true: then every step fits.
    uint16_t straight16[WEND_CLASS_COUNT];
    uint16_t diagonal16[WEND_CLASS_COUNT]; // also UINT16_MAX when there are no diagonal moves
    bool narrow;
    // The 16-bit costs arranged for lookups by byte shuffle: [high half of the class][byte][low half of the
    // class]. The four bytes are low and high byte of the straight cost, then of the diagonal cost.
    uint8_t shuffles[16][4][16];
} wendi_costs;

/// Which costs a grid may hold without a new unit.
typedef struct wendi_cost_range {
    float least, greatest;
    bool declared; // false: those of the cost table that the grid began with
    int32_t unit;
} wendi_cost_range;

/// The range of a grid that begins with a cost table. least, greatest: as declared; 0: as in the table.
/// Errors: ARGUMENT (NaN, negative, out of range, least above greatest), LIMIT (costs more than
/// WEND_MAX_COST_RATIO apart; a cost of the table is outside of the declared range).
wend_result wendi_cost_range_of(const float class_costs[WEND_CLASS_COUNT], float least, float greatest,
                                wendi_cost_range* out);
/// True when steps of all costs in a range, as read from a file, fit the bounds of this header. any_unit: a
/// declared range may have another unit than its own.
bool wendi_cost_range_is_valid(const wendi_cost_range* range, bool any_unit);
/// Errors: ARGUMENT (NaN or negative), LIMIT (outside of the range).
wend_result wendi_check_class_cost(const wendi_cost_range* range, float cost);
/// The same for a cost table.
wend_result wendi_check_class_costs(const wendi_cost_range* range, const float class_costs[WEND_CLASS_COUNT]);

/// The costs of a table in a given unit. Errors: ARGUMENT (a cost out of range), LIMIT (a step would exceed
/// WENDI_MAX_STEP).
wend_result wendi_costs_with_unit(const float class_costs[WEND_CLASS_COUNT], wend_connectivity connectivity,
                                  int32_t unit, wendi_costs* out);
/// A unit for several cost tables at once: the given one, if it is precise enough for all, or else one for
/// all their costs together. costs: all costs of the tables, any number of 0 among them; reordered. Errors:
/// LIMIT (costs more than WEND_MAX_COST_RATIO apart).
wend_result wendi_common_unit(double* costs, int32_t count, int32_t unit, int32_t* out);

/// Bound on the cost of a diagonal step for every cost table: 1024 such steps fit 32 bits, so distances
/// inside a cluster never overflow.
enum { WENDI_MAX_STEP = 1 << 22 };
#endif
