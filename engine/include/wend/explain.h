// wend/explain.h: why does no path lead from one tile to another, and what would have to be opened?
//
//     wend_explanation* why = NULL;
//     if (wend_explanation_create(NULL, &why) != WEND_OK) return 1;
//     if (wend_explain(search, world, (wend_tile){5, 5}, (wend_tile){600, 400}, why) != WEND_OK) return 1;
//     int32_t count = 0; // stays 0 when a path exists
//     const wend_opening* openings = wend_explanation_openings(why, &count);
//     for (int32_t i = 0; i < count; i++)
//         if (openings[i].kind == WEND_OPENING_TILE) printf("%d,%d\n", openings[i].from.x,
//         openings[i].from.y);
#ifndef WEND_EXPLAIN_H
#define WEND_EXPLAIN_H
#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wend_opening_kind {
    WEND_OPENING_TILE = 0, ///< a blocked tile that would have to be passable
    WEND_OPENING_STEP = 1, ///< a step that is closed in one direction
    WEND_OPENING_WALL = 2, ///< steps between two neighbours that are closed in both directions
    WEND_OPENING_LINK = 3, ///< a link that is disabled, or not for this profile
    WEND_OPENING_NARROW =
        4, ///< in the view of a profile: a tile that is too narrow for its body, passable otherwise
    WEND_OPENING_SLOPE = 5, ///< a step that its slope or a lane closes (wend/relief.h)
    WEND_OPENING_KIND_COUNT
} wend_opening_kind;
/// "tile", "step", "wall", "link", "narrow", "slope"; "unknown kind" for any other number.
WEND_API const char* wend_opening_kind_string(wend_opening_kind kind);

/// One thing that keeps a path from its goal.
typedef struct wend_opening {
    wend_opening_kind kind;
    wend_tile from, to;    ///< for TILE and NARROW both are the tile; for LINK its ends; otherwise two
                           ///< neighbours, in the order in which the path passes them
    uint8_t terrain_class; ///< for TILE and NARROW: of the tile, for a view that in its world; otherwise 0
    int32_t link;          ///< for LINK: its id; otherwise -1
    float clearance; ///< for NARROW: the largest radius that fits, see wend_world_clearance; 0 on hexagons;
                     ///< otherwise 0 [Units: tiles]
} wend_opening;

/// Reusable: each wend_explain overwrites it and reuses its memory.
typedef struct wend_explanation wend_explanation;

/// Creates an empty explanation. allocator_opt is copied; NULL: malloc and free. Errors: ARGUMENT, MEMORY.
WEND_API wend_result wend_explanation_create(const wend_allocator* allocator_opt, wend_explanation** out);
WEND_API void wend_explanation_destroy(wend_explanation* explanation);

/// Explains what lies between two tiles: the components that they are in, and the cheapest opening: the least
/// number of blocked tiles, closed steps, walls and disabled links that would have to be opened so that a
/// path leads from one tile to the other, and of as many those on the shortest path. Blocked ends count too.
/// The number is exact. Where a path exists, nothing is to be opened. Nor is anything where no link or seam
/// leads to the floor of the goal, whatever is opened: the outcome is then not FOUND. For a profile, give its
/// view, see wend_world_profile.
///
/// Takes a few nanoseconds for each tile of the map, to count components and, without a path, openings; then
/// a fraction of a microsecond for each tile on some path with the fewest openings that is not farther away
/// than the goal. Memory: a byte for each tile of the map, and 9 for each of these. On hexagons and on maps
/// with closed steps or links it is each tile from which the goal is not nearer in openings than from the
/// start: often most of them.
///
/// A mapped world is read as a whole, for the tiles of a component may be anywhere; what was counted is given
/// back to the system.
///
/// Errors: ARGUMENT (a tile off the map), MEMORY, CANCELLED (by should_cancel), LIMIT
/// (only on maps near WEND_MAX_TILES). The explanation is then unchanged.
WEND_API wend_result wend_explain(wend_search* search, const wend_world* world, wend_tile from, wend_tile to,
                                  wend_explanation* out);

/// Where one of the two tiles lies.
typedef struct wend_explained_end {
    wend_tile tile;
    bool passable;
    int64_t component;       ///< a number of its connected component, until the next edit; -1: an enclosed
                             ///< component, which has none, or a blocked tile
    int64_t component_tiles; ///< its size; 0 for a blocked tile [Units: tiles]
} wend_explained_end;

typedef struct wend_explanation_info {
    wend_outcome outcome; ///< of a query between the tiles: FOUND, NO_ROUTE, START_BLOCKED or GOAL_BLOCKED
    bool leads_back;      ///< a path leads from the second tile to the first
    wend_explained_end from, to;
} wend_explanation_info;
/// Before the first wend_explain: NO_ROUTE between blocked tiles. NULL: zeros.
WEND_API wend_explanation_info wend_explanation_get_info(const wend_explanation* explanation);
/// What would have to be opened, in the order in which the path passes it. Borrowed until the explanation is
/// overwritten.
WEND_API const wend_opening* wend_explanation_openings(const wend_explanation* explanation,
                                                       int32_t* count_out);
/// The tiles of the path that would then exist, both ends included; empty when a path exists as it is, or
/// when nothing can be opened. Borrowed likewise.
WEND_API const wend_tile* wend_explanation_tiles(const wend_explanation* explanation, int32_t* count_out);

#ifdef __cplusplus
}
#endif
#endif
