// wend/overlay.h: what-if worlds that follow another world: danger that costs more, obstacles by handle,
// ground that one side has not seen.
//
//     wend_overlay* overlay = NULL;
//     if (wend_overlay_create(world, &overlay) != WEND_OK) return 1;
//     const wend_shape tower = wend_shape_disc((wend_vec2){60.5f, 40.5f}, 12, 8); // each tile costs 8 more
//     int32_t handle = 0;
//     if (wend_overlay_add(overlay, &tower, &handle) != WEND_OK) return 1;
//     const wend_world* scouts = NULL; // for queries, fields, crowds and whatever else takes a world
//     if (wend_overlay_world(overlay, &scouts) != WEND_OK) return 1;
//
// An overlay has the ground of its parent, the world that it was created for, but for what its layers change;
// what both have in common they share. The parent stays as it is. When the parent is edited later, the
// overlay follows.
//
// Layers come into force, and edits of the parent are followed, when wend_overlay_world is called: before the
// first query, and whenever something may have changed. The pointer that it gives stays the same for the life
// of the overlay, as do those of the world's grid and of the views of its profiles, so crowds and fields may
// keep it. The world of an overlay is changed by its overlay alone: wend_world_edit and what else would
// change it fail with UNSUPPORTED. It may be forked, and have overlays itself.
//
// Threads. wend_overlay_world reads the parent, so no thread may change or destroy that meanwhile; and it
// changes the overlay, so no thread may use that, or query its world, meanwhile. At all other times the
// parent may be edited on any thread while others query the world of the overlay, which does not see it.
// Several overlays of one parent may be used on several threads at once. The parent may be destroyed first:
// the overlay then keeps the ground that it has seen last.
//
// Maps that grow. Layers lie in columns and rows of the map, whatever its first ones are. When ground is
// added to the parent or removed (wend/ground.h), the world of the overlay gets the same edges, and the
// layers stay where they are; those off the map wait until there is ground again. What was seen of a hidden
// map is forgotten off the map.
//
// Added costs. The tiles of a world have one of 256 classes, and an overlay uses those that no tile of the
// parent has. While tiles with added costs have up to 64 different ones, they are exact. With more, they are
// rounded to levels: the cost of a tile is at most 3 % off. Where classes are too few, levels are farther
// apart, by up to a factor of 2 (wend_overlay_info says how far), and if that does not suffice, the call
// fails with LIMIT. Sums are limited by the greatest cost that the world can have, WEND_MAX_CLASS_COST in
// most. A tile with added costs is of a class of its own, so queries for a class (wend_query.goal_class) do
// not find it. Profiles pay what was added, too; ground that is blocked for a profile stays so.
#ifndef WEND_OVERLAY_H
#define WEND_OVERLAY_H
#include "wend/world.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_MAX_SHAPE_POINTS 4096

typedef enum wend_shape_kind {
    WEND_SHAPE_DISC = 0,    ///< within radius of from
    WEND_SHAPE_CAPSULE = 1, ///< within radius of the line between from and to
    WEND_SHAPE_RECT = 2,    ///< from is its top left corner, to its bottom right one
    WEND_SHAPE_POLYGON = 3, ///< inside of its points; where it crosses itself, what an odd number of edges
                            ///< surrounds
    WEND_SHAPE_KIND_COUNT
} wend_shape_kind;

/// An area of the map, and what its tiles cost more. A tile belongs to it when its centre does, borders
/// included. Points are given in tiles: the centre of tile (x,y) is (x + 0.5, y + 0.5), and on hexagons where
/// wend_grid_center has it for an origin of 0 and a tile size of 1. Shapes may lie off the map in part or as
/// a whole.
typedef struct wend_shape {
    wend_shape_kind kind;    ///< [Default: WEND_SHAPE_DISC]
    wend_vec2 from, to;      ///< see wend_shape_kind [Units: tiles]
    float radius;            ///< of a disc or capsule [Range: >= 0] [Units: tiles]
    const wend_vec2* points; ///< of a polygon; borrowed until the function returns [Units: tiles]
    int32_t point_count;     ///< [Range: 3..WEND_MAX_SHAPE_POINTS]
    float cost;              ///< added to the cost of each tile; INFINITY: the tiles are blocked
                             ///< [Range: 0..WEND_MAX_CLASS_COST, or INFINITY]
    float falloff; ///< around the shape the added cost falls to 0 over this distance, evenly; does not
                   ///< matter when the tiles are blocked [Range: >= 0] [Units: tiles]
    int32_t floor; ///< of the map [Default: 0]
    float decay;   ///< share of the cost that is lost at each tick (wend_overlay_tick). When less than
                   ///< 1/1024 is left, or the tick of a decay of 1 has passed, the shape is removed
                   ///< [Range: 0..1]
} wend_shape;

/// The shapes without falloff and decay.
WEND_API wend_shape wend_shape_disc(wend_vec2 center, float radius, float cost);
WEND_API wend_shape wend_shape_capsule(wend_vec2 from, wend_vec2 to, float radius, float cost);
/// All tiles of a rectangle.
WEND_API wend_shape wend_shape_rect(wend_rect area, float cost);
/// points is kept as a pointer. NULL: zeros.
WEND_API wend_shape wend_shape_polygon(const wend_vec2* points, int32_t point_count, float cost);

typedef struct wend_overlay wend_overlay;

/// Creates an overlay without layers. It does little more than remember the parent: the first call of
/// wend_overlay_world makes the world. Several threads may do this at once. Errors: ARGUMENT (also the view
/// of a profile), UNSUPPORTED (a streamed world; its forks may have one), MEMORY.
WEND_API wend_result wend_overlay_create(const wend_world* parent, wend_overlay** out);
/// The world of the overlay goes with it; its forks stay. The parent may be gone already.
WEND_API void wend_overlay_destroy(wend_overlay* overlay);
/// Follows the parent, applies all layers and gives the world. When nothing has changed it does nothing. On
/// failure the world stays as it was, and the next call tries again. Errors: ARGUMENT, LIMIT (no classes are
/// left for added costs, see above; costs exceed what the integer unit of the world allows), STALE (the
/// parent was destroyed before the first call), MEMORY.
WEND_API wend_result wend_overlay_world(wend_overlay* overlay, const wend_world** out);
/// The same, and recomputes up to max_clusters of the clusters that are pending, as wend_world_refresh; 0:
/// all of them. Queries are then as fast as on a world that was built so. Errors: ARGUMENT (max_clusters
/// below 0), LIMIT, STALE (both as wend_overlay_world), MEMORY.
WEND_API wend_result wend_overlay_refresh(wend_overlay* overlay, int32_t max_clusters, bool* refreshed_opt);

// ---- added costs and obstacles
//
// Each has a handle, which is never used again. Where several overlap, costs are added up, and a tile stays
// blocked until the last of its obstacles is gone.

/// Adds a shape. Errors: ARGUMENT (a field out of range or not finite; a rectangle whose to lies left of or
/// above its from; points are NULL), LIMIT (no handle is left), MEMORY.
WEND_API wend_result wend_overlay_add(wend_overlay* overlay, const wend_shape* shape, int32_t* handle_out);
/// Adds costs tile by tile: an influence map. costs: area.height rows of area.width numbers, stride numbers
/// apart (0: area.width); 0: nothing, INFINITY: blocked. Copied. Tiles off the map are left out. [Size of
/// costs: (area.height - 1) * stride + area.width] [Range of decay: 0..1] Errors: ARGUMENT (a
/// cost that is negative, NaN or above WEND_MAX_CLASS_COST; the rectangle is empty; a stride below its
/// width), LIMIT (more than WEND_MAX_SIDE tiles a side or WEND_MAX_TILES tiles; no handle is left), MEMORY.
WEND_API wend_result wend_overlay_add_costs(wend_overlay* overlay, wend_rect area, const float* costs,
                                            size_t stride, float decay, int32_t* handle_out);
/// Likewise from the bytes of an image: a tile costs scale times its byte more. decay: as there. [Size of
/// bytes: (area.height - 1) * stride + area.width] [Range of scale: >= 0, 255 * scale at most
/// WEND_MAX_CLASS_COST] Errors: ARGUMENT (scale or decay out of range; the rectangle is empty; a stride below
/// its width), LIMIT (as wend_overlay_add_costs), MEMORY.
WEND_API wend_result wend_overlay_add_image(wend_overlay* overlay, wend_rect area, const uint8_t* bytes,
                                            size_t stride, float scale, float decay, int32_t* handle_out);
/// Adds the danger around count enemies on floor 0 in one call: that of each is costs[i] at its position and
/// falls evenly to 0 at a distance of ranges[i]. handles_out_opt: count handles. Either all are added or
/// none. Errors: ARGUMENT (as wend_overlay_add; count below 0), LIMIT (no handles are left), MEMORY.
WEND_API wend_result wend_overlay_add_dangers(wend_overlay* overlay, const wend_vec2* positions,
                                              const float* ranges, const float* costs, int32_t count,
                                              int32_t* handles_out_opt);
/// Gives a handle another shape: what moves, or becomes more dangerous. Errors: ARGUMENT (as
/// wend_overlay_add), STALE (the handle was removed), MEMORY.
WEND_API wend_result wend_overlay_move(wend_overlay* overlay, int32_t handle, const wend_shape* shape);
/// Removes what a handle stands for. Errors: ARGUMENT (never a handle), STALE (it was removed already).
WEND_API wend_result wend_overlay_remove(wend_overlay* overlay, int32_t handle);
/// Lets added costs decay by as many ticks. [Range of ticks: >= 0] Errors: ARGUMENT.
WEND_API wend_result wend_overlay_tick(wend_overlay* overlay, int32_t ticks);

// ---- unknown ground

/// Hides the map: from now on all tiles are unknown but for those that are seen. unknown_cost: what unknown
/// tiles cost to enter, by every profile; 0 or INFINITY: they are blocked. Called again, it forgets all that
/// was seen. Walls, links and elevations are known. [Range of unknown_cost: 0, WEND_MIN_CLASS_COST ..
/// WEND_MAX_CLASS_COST, INFINITY] Errors: ARGUMENT, MEMORY.
WEND_API wend_result wend_overlay_hide(wend_overlay* overlay, float unknown_cost);
/// Ends that: all tiles are as the parent has them. Errors: ARGUMENT.
WEND_API wend_result wend_overlay_reveal(wend_overlay* overlay);
/// Sees tiles of an area, those where the mask is not 0; NULL: all. They are remembered as the parent has
/// them now until they are seen again, whatever becomes of them meanwhile. mask_opt: area.height rows of
/// area.width bytes, stride bytes apart (0: area.width). Tiles off the map are left out. No thread may change
/// the parent meanwhile. [Size of mask_opt: (area.height - 1) * stride + area.width] Errors: ARGUMENT (the
/// map is not hidden; the rectangle is empty; a stride below its width), STALE (the parent was destroyed),
/// MEMORY.
WEND_API wend_result wend_overlay_see(wend_overlay* overlay, wend_rect area, const uint8_t* mask_opt,
                                      size_t stride);
/// Makes tiles unknown again. [Size of mask_opt: (area.height - 1) * stride + area.width] Errors: ARGUMENT
/// (the map is not hidden; the rectangle is empty; a stride below its width).
WEND_API wend_result wend_overlay_forget(wend_overlay* overlay, wend_rect area, const uint8_t* mask_opt,
                                         size_t stride);
/// True when the tile was seen, or the map is not hidden. False off the map.
WEND_API bool wend_overlay_is_seen(const wend_overlay* overlay, wend_tile tile);

typedef struct wend_overlay_info {
    int32_t handle_count;  ///< that are in use
    int32_t class_count;   ///< of the world that the overlay uses for its costs
    double level_factor;   ///< from one level of cost to the next; 1: costs are exact
    int64_t private_tiles; ///< tiles that layers may change, in squares of 32 x 32
    size_t bytes;          ///< of the overlay, without its world: see wend_world_get_info for that
} wend_overlay_info;
WEND_API wend_overlay_info wend_overlay_get_info(const wend_overlay* overlay);

#ifdef __cplusplus
}
#endif
#endif
