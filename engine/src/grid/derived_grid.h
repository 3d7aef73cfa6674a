// derived_grid.h: what does a map look like to a profile? Which class a tile gets in the grid of the
// profile's view, and what that class costs.
//
// A tile of the map becomes a tile of the view by two things: its terrain class, and how far it is from what
// blocks the profile. Without a margin the view keeps the class numbers, but for tiles in which the body does
// not fit, which become class 0. With a margin the view numbers its classes itself: classes of one cost make
// a group, and each group has one class for each level of extra cost that occurs.
#ifndef WENDI_DERIVED_GRID_H
#define WENDI_DERIVED_GRID_H
#include "grid/grid.h"
#include "wend/profile.h"

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
/// Creates the grid of a view, with closed steps and links. profile: its index, for the mask of links. The
/// derivation must stay where it is as long as the view, though its contents may change, and so must the map.
/// Errors: ARGUMENT, LIMIT, MEMORY.
wend_result wendi_derived_grid(const wendi_derivation* derivation, const wend_grid* grid, int32_t profile,
                               const wend_allocator* allocator, wend_grid** out);
/// A link as the view of a profile has it: at its cost for the profile, and disabled unless that may use it.
wend_link wendi_derived_link(const wend_link* link, int32_t profile);
#endif
