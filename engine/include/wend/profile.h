// wend/profile.h: profiles, the kinds of agents of a world. Each has its own cost for each terrain class, a
// body that needs room, and a margin that it keeps from obstacles where that costs little.
//
//     wend_profile_def profiles[2] = {wend_default_profile_def(), wend_default_profile_def()};
//     profiles[0].name = "tank";
//     profiles[0].radius = 1.5f;       // needs gaps of 3 tiles
//     profiles[0].class_costs[2] = 0;  // class 2, water, is blocked
//     profiles[1].name = "boat";
//     profiles[1].class_costs[1] = 0;  // land is blocked
//     profiles[1].class_costs[2] = 1;
//     wend_world_def def = wend_default_world_def();
//     def.profiles = profiles;
//     def.profile_count = 2;
//     wend_world* world = NULL;
//     if (wend_world_build(&grid, &def, &world) != WEND_OK) return 1;
//     wend_query query = wend_default_query((wend_tile){5, 5}, (wend_tile){600, 400});
//     query.profile = wend_world_find_profile(world, "tank");
//     const wend_world* tanks = wend_world_profile(world, query.profile); // for fields, crowds, drawing
//
// Profile 0 is the world itself. Every other profile has a view: a world derived from it, which takes part in
// every edit. A view can be used wherever a function takes a const wend_world*.
#ifndef WEND_PROFILE_H
#define WEND_PROFILE_H
#include "wend/relief.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_MAX_PROFILES      16    ///< in a world, with the world itself
#define WEND_MAX_PROFILE_NAME  31    ///< bytes
#define WEND_MAX_PROFILE_REACH 64.0f ///< tiles, for radius and for margin
#define WEND_MAX_MARGIN_COST   64.0f
#define WEND_NAVFN_MARGIN_COST 4.032f ///< margin_cost of NavFn, whose tiles cost 50 + 0.8 c: 0.8 * 252 / 50
#define WEND_MARGIN_LEVELS     252    ///< most steps in which the extra cost of a margin falls off

typedef struct wend_world wend_world;

/// Extra cost near obstacles by the formula of nav2's inflation_layer, so that a profile sees a map as a
/// robot's costmap does. With d, the distance of a tile to the nearest obstacle from centre to centre, a tile
/// has the costmap value c: 254 for an obstacle; 253 up to inscribed_radius; up to inflation_radius, rounded
/// up to whole tiles, the integer part of 252 * exp(-cost_scaling_factor * (d - inscribed_radius)); 0 beyond.
/// Tiles of 253 and 254 are blocked, all others cost 1 + margin_cost * c / 252 times what their class costs.
/// Obstacles are the tiles that are blocked for the profile by their class; walls and the edge of the map are
/// none. Lengths are in world units: metres on a ROS map.
typedef struct wend_inflation {
    double inscribed_radius;    ///< of the robot's footprint [Range: 0..inflation_radius]
                                ///< [Units: world units]
    double inflation_radius;    ///< 0: no inflation [Range: 0..WEND_MAX_PROFILE_REACH tiles]
                                ///< [Units: world units]
    double cost_scaling_factor; ///< [Range: 0..1e6] [Units: 1 / world unit]
    uint8_t unknown_class; ///< tiles of this class are no obstacles, and get no extra cost, as the unknown
                           ///< cells of a costmap; 0: none
} wend_inflation;

typedef struct wend_profile_def {
    int32_t cookie;   ///< set by wend_default_profile_def
    const char* name; ///< 1 to WEND_MAX_PROFILE_NAME characters of a-z 0-9 _ -, copied; no two profiles of a
                      ///< world have the same, and none has that of profile 0
    float class_costs[WEND_CLASS_COUNT]; ///< cost of each class: below 0 as in the grid; 0 or INFINITY:
                                         ///< blocked; otherwise WEND_MIN_CLASS_COST .. WEND_MAX_CLASS_COST,
                                         ///< at most WEND_MAX_COST_RATIO apart. Class 0 is always blocked.
                                         ///< [Default: -1 for class 0, -1 for the others]
    float radius; ///< a tile is passable when a disc of this radius round its centre touches no tile that is
                  ///< blocked for the profile, no wall, and not the edge of the map, and when the disc does
                  ///< not hit the end of a wall where it crosses a side of the tile. So it touches nothing on
                  ///< any step between passable tiles. Above 0, diagonal steps do not cut corners. On
                  ///< hexagons at most half a side, 0.2886 [Range: 0..WEND_MAX_PROFILE_REACH] [Default: 0]
                  ///< [Units: tiles]
    float margin; ///< tiles that are less than this farther away than radius cost more; 0: none. Not on
                  ///< hexagons [Range: 0..WEND_MAX_PROFILE_REACH] [Default: 0] [Units: tiles]
    float margin_cost; ///< extra cost at a distance of radius, as a share of the tile's cost; with an
                       ///< inflation NavFn's costs follow from WEND_NAVFN_MARGIN_COST, those of Smac from 2
                       ///< [Range: 0..WEND_MAX_MARGIN_COST] [Default: 3]
    float margin_falloff; ///< from there the extra cost falls by this exponent for each tile: it is
                          ///< margin_cost * exp(-margin_falloff * (distance - radius)) [Range: 0..64]
                          ///< [Default: 1]
    wend_inflation
        inflation; ///< instead of radius and margin, which are 0 then; all 0: none. Not on hexagons
    // Where tiles have elevations, a profile may have a function of slope of its own: a cart and a walker.
    const wend_slope_point* slopes; ///< by ascending slope, copied, beside the unit_length of the map; NULL:
                                    ///< those of the map
    int32_t slope_count;            ///< 0: those of the map
    float max_climb, max_drop;      ///< steps that climb or drop more are closed; below 0: as on the map.
                                    ///< INFINITY: none is [Default: -1, -1] [Units: metres]
} wend_profile_def;

/// A profile like the world itself, without a name.
WEND_API wend_profile_def wend_default_profile_def(void);

/// Number of profiles, at least 1, with the world itself. A view has one.
WEND_API int32_t wend_world_profile_count(const wend_world* world);
/// "default" for profile 0. [Range of profile: 0 .. count - 1, "" otherwise]
WEND_API const char* wend_world_profile_name(const wend_world* world, int32_t profile);
/// Index of the profile with this name; -1: none.
WEND_API int32_t wend_world_find_profile(const wend_world* world, const char* name);
/// The view of a profile; for 0 the world itself. Its grid has the costs of the profile, and class 0 where
/// its body does not fit; with a margin its class numbers are its own. Links that the profile may not use are
/// disabled, the others have their cost for the profile. It follows every edit of the world, and lasts as
/// long as the world. [Range of profile: 0 .. count - 1, NULL otherwise]
WEND_API const wend_world* wend_world_profile(const wend_world* world, int32_t profile);
/// The definition of a profile; for 0 one that changes nothing. Its name is borrowed and lasts as long as the
/// world; its slopes last until an edit. Errors: ARGUMENT (no such profile).
WEND_API wend_result wend_world_get_profile(const wend_world* world, int32_t profile, wend_profile_def* out);

/// Radius of the widest body that fits along every path of a profile, and so of the widest agent that a crowd
/// takes for it: the radius of the profile, at least 0.5, and on hexagons 0.2886. INFINITY where paths may
/// cut corners, since bodies are not measured against walls there; 0 when there is no such profile. With
/// inflation the inscribed radius, though such a body is kept off walls only as a costmap does: its centre
/// stays on tiles that are not inscribed. [Units: tiles]
WEND_API float wend_world_widest_body(const wend_world* world, int32_t profile);

/// The clearance of each tile of a rectangle: the distance from its centre to the nearest tile that is
/// blocked for the profile by its class, to the nearest wall or to the edge of the map; 0 for blocked tiles.
/// Walls on the line of one of its sides count from the middle of that side, if that is nearer. A tile is
/// passable for a body of a radius up to its clearance. Writes area.height rows of area.width
/// numbers. limit: distances above it are written as it, which is faster; 0: none. Scratch memory comes from
/// the world's allocator. [Range of limit: >= 0] [Units of limit: tiles] Errors: ARGUMENT (no such profile;
/// the rectangle is empty or leaves the map; NaN), UNSUPPORTED (hexagons), MEMORY.
WEND_API wend_result wend_world_clearance(const wend_world* world, int32_t profile, wend_rect area,
                                          float limit, float* clearances_out);

#ifdef __cplusplus
}
#endif
#endif
