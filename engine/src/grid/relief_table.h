// relief_table.h: what does a step cost by its direction, its slope, and the lane that it enters?
//
// A relief has two parts: planes, which are elevations and lanes of tiles, and a table of factors, which says
// for each difference of elevation, each kind of step and each band of rows what a step costs beside one on
// level ground. Both are shared by the versions of a world and the views of its profiles.
#ifndef WENDI_RELIEF_TABLE_H
#define WENDI_RELIEF_TABLE_H
#include "core/hash.h"
#include "store/table.h"
#include "wend/relief.h"

struct wend_grid;

enum { WENDI_STEP_KINDS = 3 }; // along a row, along a column, across

/// Follows the head of its shared memory, and its arrays follow it.
typedef struct wendi_slope_table {
    float unit, base; // of elevations: they are base + unit * the value of a tile
    float max_climb, max_drop, unit_length;
    int32_t point_count, row_count, band_count, reach, steepest; // reach: greatest difference in the table;
                                                                 // steepest: on the map, since it was made
    const wend_slope_point* points;
    const wend_row_size* rows;
    const uint16_t* bands; // by row; NULL: there is one
    const float* factors;  // of the cost of a straight step, [band][kind][difference + reach]; 0: closed
    int8_t kinds[8];       // of step, by direction
    float lane_factors[WEND_LANE_ANGLES];
    float lanes[16][8];          // factor of a step, by lane and direction; only the first 9 are lanes
    bool closes;                 // some step may be closed
    float least[2], greatest[2]; // factors of straight and of diagonal steps on the map
    float least_defined;         // of any step, whatever the elevations
} wendi_slope_table;

typedef struct wendi_relief {
    wendi_shared* table_use; // NULL: there is no relief
    wendi_slope_table* table;
    wendi_shared* plane_use; // NULL: the planes lie in a file, or there are none
    int16_t* elevations;     // row by row, without a border; NULL: level
    uint8_t* lanes;          // NULL: none
    int64_t stride; // values from one row of the planes to the next: the width, but for parts of a bake
    // Steps between tiles of one class, for the kernel: costs there and back, in the lower and upper half of
    // a number, by [band][kind][difference + reach]. UINT16_MAX: closed, WENDI_LONG_STEP: it does not fit.
    wendi_shared* pair_use; // NULL: there are none
    const uint32_t* pairs;
    int32_t pair_cost; // of that class
} wendi_relief;
enum { WENDI_LONG_STEP = UINT16_MAX - 1 };

// ---- the table, slope_table.c

/// Gives a relief, whose planes are known, a table of its own with room for differences up to a reach, and
/// else with what is said by another one, which may be the relief's. Errors: MEMORY; nothing changed then.
wend_result wendi_slope_table_make(const struct wend_grid* grid, const wendi_slope_table* like, int32_t reach,
                                   wendi_relief* relief);
/// Are they points of a function of slope? Errors: ARGUMENT.
wend_result wendi_slopes_check(const wend_slope_point* slopes, int32_t count);
/// Finds the least and greatest factors up to the steepest difference. four: no step is diagonal.
void wendi_slope_table_bound(wendi_slope_table* table, bool lanes, bool four);
/// What a slope costs beside level ground, by the points of a table; INFINITY: it is closed.
double wendi_factor_of_slope(const wendi_slope_table* table, double slope);
/// The size of the tiles of a band of rows.
wend_row_size wendi_size_of_rows(const wendi_slope_table* table, int32_t band, float tile_size);
/// Finds the costs of pairs of steps for the class with the most passable tiles, if it has changed. Without
/// memory there are none.
void wendi_relief_pair_steps(struct wend_grid* grid);

// ---- the planes and the table together, relief.c

/// Another use of both parts.
wendi_relief wendi_relief_share(const wendi_relief* relief);
void wendi_relief_drop(wendi_relief* relief);
/// The planes of a map for a view of it, and its table, unless the view has one of its own: then another use
/// of that. view_opt: as it was before.
wendi_relief wendi_relief_borrow(const wendi_relief* map, const wendi_relief* view_opt);
/// True when a view does not have the table of its map.
static inline bool wendi_has_own_table(const wendi_relief* view) {
    return view->table_use != NULL;
}
/// The unit of costs that suits a table of a grid whose cheapest class costs this.
int32_t wendi_relief_unit(const wendi_slope_table* table, double least_cost);
/// Gives a grid without a relief that of another one of its size. Errors: LIMIT, MEMORY.
wend_result wendi_relief_copy(const struct wend_grid* from, struct wend_grid* to);
/// Bytes in memory.
size_t wendi_relief_bytes(const wendi_relief* relief);

/// The same around planes that lie in a file. unit, base: of its elevations. steepest: the greatest
/// difference between neighbours. Errors: as before.
wend_result wendi_relief_make_in_place(const struct wend_grid* grid, const wend_relief_def* def, float unit,
                                       float base, int32_t steepest, int16_t* elevations, uint8_t* lanes,
                                       wendi_relief* out);
/// Gives a grid without a relief one, and keeps its unit of costs. Errors: as wend_grid_set_relief.
wend_result wendi_relief_put(struct wend_grid* grid, const wend_relief_def* def);
/// The value that stands for an elevation. False: it does not fit.
bool wendi_elevation_value(const wendi_slope_table* table, float elevation, int16_t* out);
/// Raises *difference_io to the greatest one between neighbours after an area gets an elevation. Errors:
/// UNSUPPORTED (the map has none), LIMIT (it does not fit).
wend_result wendi_relief_difference(const struct wend_grid* grid, wend_rect area, float elevation,
                                    int32_t* difference_io);
/// How far apart the values of two elevations are that fit.
int32_t wendi_relief_gap(const struct wend_grid* grid, float a, float b);
/// Gives a grid with a table of its own one that reaches a difference and that nothing else uses. Steps cost
/// what they did. Errors: MEMORY.
wend_result wendi_relief_own_table(struct wend_grid* grid, int32_t difference);
/// The same, and makes the elevations the grid's own, so that they may be changed. Whatever borrows them, or
/// the table, follows then, also after an error. Errors: MEMORY.
wend_result wendi_relief_own(struct wend_grid* grid, int32_t difference);
/// The checksum of the elevations and lanes of an area.
uint64_t wendi_relief_sum(const struct wend_grid* grid, wend_rect area, uint64_t sum);
/// Adds what slopes and lanes cost to a hash.
void wendi_relief_hash(const struct wend_grid* grid, XXH3_state_t* state);
/// Finds the greatest difference between neighbours in an area and around it, and from it the least and
/// greatest factors, after elevations have changed there. whole: of the whole map, which the area is.
void wendi_relief_measure(struct wend_grid* grid, wend_rect area, bool whole);
/// Gives a view the planes and the slopes of the map as they are now. A table of its own is used by nothing
/// else, and is long enough.
void wendi_relief_follow(struct wend_grid* view, const struct wend_grid* map);
/// The greatest difference between neighbours on the map.
int32_t wendi_relief_steepest(const struct wend_grid* grid);

/// Factor of a step over level ground into a tile of a row; 0: closed.
static inline float wendi_level_factor(const wendi_slope_table* t, int32_t row, int32_t direction) {
    const int32_t band = t->bands ? t->bands[row] : 0;
    return t
        ->factors[(int64_t)(WENDI_STEP_KINDS * band + t->kinds[direction]) * (2 * t->reach + 1) + t->reach];
}

/// What a part of a straight line costs beside a straight step on level ground: a share of a way in tiles,
/// from the elevation of one tile to that of another; INFINITY: closed.
double wendi_relief_of_line(const struct wend_grid* grid, wend_tile from, wend_tile to, wend_tile way,
                            double share);

/// The cost of a straight step times a factor. 0 only if one of them is.
static inline int32_t wendi_times_factor(int32_t cost, float factor) {
    const float product = (float)cost * factor;
    const int32_t rounded = (int32_t)(product + 0.5f);
    return rounded == 0 && product > 0 ? 1 : rounded;
}
#endif
