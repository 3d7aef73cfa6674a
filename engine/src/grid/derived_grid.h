// derived_grid.h: what does a map look like to a profile? Its tiles, costs, steps and links, and how far
// obstacles are.
#ifndef WENDI_DERIVED_GRID_H
#define WENDI_DERIVED_GRID_H
#include "grid/grid.h"
#include "wend/profile.h"

// ---- what does a map look like to a profile? Which class a tile gets in the grid of the
// profile's view, and what that class costs.
//
// A tile of the map becomes a tile of the view by two things: its terrain class, and how far it is from what
// blocks the profile. Without a margin the view keeps the class numbers, but for tiles in which the body does
// not fit, which become class 0. With a margin the view numbers its classes itself: classes of one cost make
// a group, and each group has one class for each level of extra cost that occurs.

enum { WENDI_TOO_NARROW = UINT8_MAX };

typedef struct wendi_derivation {
    wend_connectivity connectivity;        // of the view
    bool is_blocked[WEND_CLASS_COUNT];     // by class of the map
    uint8_t first_class[WEND_CLASS_COUNT]; // by class of the map: its class in the view without extra cost
    float class_costs[WEND_CLASS_COUNT];   // of the view
    bool is_obstacle[WEND_CLASS_COUNT];    // by class of the map: blocked, and near it things matter
    double radius;                         // of the body [Units: tiles]
    bool to_centers;       // how distances to obstacles are measured: to their centres, or to their edges
    uint8_t unknown_class; // of the map: without extra cost; 0: none
    int32_t reach;   // distance from which on obstacles do not matter; 0: they never do [Units: half tiles]
    uint8_t* levels; // by squared distance below reach * reach: level of extra cost, or WENDI_TOO_NARROW
} wendi_derivation;

/// The cost of each class of the map for a profile; 0: blocked. Errors: ARGUMENT (a cost out of range).
wend_result wendi_profile_costs(const wend_profile_def* def, const float map_costs[WEND_CLASS_COUNT],
                                float out[WEND_CLASS_COUNT]);
/// Free *out by wendi_derivation_free, also after an error. Errors: ARGUMENT (a cost out of range), LIMIT
/// (too many different costs for a margin; costs too far apart or too high), MEMORY.
wend_result wendi_derivation_make(const wend_profile_def* def, const wend_grid* grid,
                                  const wend_allocator* allocator, wendi_derivation* out);
/// Errors: MEMORY.
wend_result wendi_derivation_copy(const wendi_derivation* derivation, const wend_allocator* allocator,
                                  wendi_derivation* out);
void wendi_derivation_free(wendi_derivation* derivation, const wend_allocator* allocator);
size_t wendi_derivation_bytes(const wendi_derivation* derivation);

/// Receives the classes of one row of an area, in the view.
typedef void wendi_derived_row_fn(void* context, int32_t y, const uint8_t* classes);
/// Derives an area from the map as it is, row by row from top to bottom. Errors: MEMORY; some rows may have
/// been passed.
wend_result wendi_derive(const wendi_derivation* derivation, const wend_grid* grid, wend_rect area,
                         const wend_allocator* allocator, wendi_derived_row_fn* row, void* context);
/// The tiles of a view that can change when those of an area of the map, or steps between them, change.
wend_rect wendi_derived_area(const wendi_derivation* derivation, const wend_grid* grid, wend_rect area);
/// True when the view has the tiles of the map, and its grid borrows them.
static inline bool wendi_keeps_tiles(const wendi_derivation* derivation) {
    return derivation->reach == 0;
}
/// True when a profile has a function of slope or limits that differ from those of the map.
static inline bool wendi_has_own_slopes(const wend_profile_def* def) {
    return def->slope_count > 0 || def->max_climb >= 0 || def->max_drop >= 0;
}
/// Gives a relief the table of such a profile for differences of elevation up to a reach, as
/// wendi_slope_table_make does. Errors: MEMORY.
wend_result wendi_slopes_of_profile(const wend_profile_def* def, const wend_grid* grid, int32_t reach,
                                    wendi_relief* relief);
/// Creates the grid of a view, with closed steps and links. profile: its index, for the mask of links. The
/// derivation must stay where it is as long as the view, though its contents may change, and so must the map.
/// Errors: ARGUMENT, LIMIT, MEMORY.
wend_result wendi_derived_grid(const wend_profile_def* profile_def, const wendi_derivation* derivation,
                               const wend_grid* grid, int32_t profile, const wend_allocator* allocator,
                               wend_grid** out);
/// A link as the view of a profile has it: at its cost for the profile, and disabled unless that may use it.
wend_link wendi_derived_link(const wend_link* link, int32_t profile);

// ---- how far is each tile from obstacles, and what does that add to its cost?

enum { WENDI_LETHAL = 254, WENDI_INSCRIBED = 253, WENDI_MOST_INFLATED = 252 };

/// The tiles from one centre to the other within which an obstacle matters: the inflation radius in tiles,
/// rounded up.
int32_t wendi_inflation_tiles(const wend_inflation* inflation, double tile_size);

/// The costmap value of a tile whose centre is sqrt(square) tiles away from the nearest obstacle's. The same
/// on every machine.
uint8_t wendi_inflation_value(const wend_inflation* inflation, double tile_size, int64_t square);

/// No tile is farther from the edge of a map than this. [Units: half tiles]
enum { WENDI_MAX_DISTANCE = 46341 };

/// Receives the squared distances of one row of the area.
typedef void wendi_distance_row_fn(void* context, int32_t y, const uint32_t* squares);

/// Passes the rows of an area from top to bottom. is_blocked: by terrain class. reach: squares above reach *
/// reach are passed as that; the time and the memory grow with it, by what surrounds the area. to_centers:
/// the distances are those to the centres of blocked tiles; walls and the edge of the map do not count.
/// Squares only, no hexagons. [Range of reach: 1..WENDI_MAX_DISTANCE] [Units of reach: half tiles] Errors:
/// MEMORY; some rows may have been passed.
wend_result wendi_distance_transform(const wend_grid* grid, const bool is_blocked[WEND_CLASS_COUNT],
                                     wend_rect area, int32_t reach, bool to_centers,
                                     const wend_allocator* allocator, wendi_distance_row_fn* row,
                                     void* context);

#endif
