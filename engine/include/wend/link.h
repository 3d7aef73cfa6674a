// wend/link.h: links, directed connections from any passable tile to any other: tunnels, lifts, ladders,
// jumps, ferries, teleports. A path may take a link instead of a step. A link that leads both ways is two.
//
//     wend_link tunnel = wend_default_link((wend_tile){5, 5}, (wend_tile){600, 400}, 12.0f);
//     tunnel.kind = WEND_LINK_TUNNEL;
//     int32_t id = 0;
//     if (wend_grid_add_link(grid, &tunnel, &id) != WEND_OK) return 1;
#ifndef WEND_LINK_H
#define WEND_LINK_H
#include "wend/profile.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_MAX_LINKS     (1 << 16)
#define WEND_MAX_LINK_COST 65536.0f

/// What a link looks like to people and agents; the planner ignores all but WEND_LINK_SEAM. The numbers never
/// change.
typedef enum wend_link_kind {
    WEND_LINK_OTHER = 0,
    WEND_LINK_TUNNEL = 1,
    WEND_LINK_LIFT = 2,
    WEND_LINK_LADDER = 3,
    WEND_LINK_JUMP = 4,
    WEND_LINK_FERRY = 5,
    WEND_LINK_TELEPORT = 6,
    WEND_LINK_SEAM = 7, ///< a step from floor to floor: it costs what a straight step into the tile where it
                        ///< ends costs on level ground, also after that has changed
    WEND_LINK_KIND_COUNT
} wend_link_kind;

/// "other", "tunnel", "lift", "ladder", "jump", "ferry", "teleport", "seam"; "unknown kind" for any other
/// number.
WEND_API const char* wend_link_kind_string(wend_link_kind kind);
/// The kind of such a text. Errors: ARGUMENT (no kind has this name).
WEND_API wend_result wend_link_kind_from_string(const char* text, wend_link_kind* out);

typedef struct wend_link {
    wend_tile from, to;  ///< different passable tiles
    float cost;          ///< of the whole link, rounded to integer units of the grid, at least one
                         ///< [Range: 0..WEND_MAX_LINK_COST] [Units: tile costs]; of no account for
                         ///< WEND_LINK_SEAM
    float duration;      ///< time that an agent needs for it; 0: as long as for a walk of this cost
                         ///< [Range: >= 0] [Default: 0] [Units: seconds]
    wend_link_kind kind; ///< [Default: WEND_LINK_OTHER]
    int32_t id; ///< names the link; no two links of a grid have the same; -1: wend_grid_add_link chooses one
                ///< [Range: >= -1] [Default: -1]
    uint32_t profiles; ///< bit p: agents of profile p may use it; 0 is the map itself [Default: UINT32_MAX]
    bool enabled;      ///< paths may take it [Default: true]
    float profile_costs[WEND_MAX_PROFILES]; ///< cost for agents of profile p, in the unit of cost; below 0:
                                            ///< as cost. For the map itself, profile 0, always below 0
                                            ///< [Range: <= WEND_MAX_LINK_COST] [Default: -1 for profile 0, -1
                                            ///< for the others] [Units: tile costs]
} wend_link;
/// An enabled link of kind WEND_LINK_OTHER for all profiles, at the same cost for each.
WEND_API wend_link wend_default_link(wend_tile from, wend_tile to, float cost);

/// Adds a link. Parallel links are allowed. *id_out_opt: its id. Errors: ARGUMENT (an end is blocked or off
/// the map, both ends are one tile, a field out of range, the id is in use), LIMIT (WEND_MAX_LINKS; no id is
/// left; the map has more than 2^31 tiles; a cost exceeds 2^28 of the grid's integer units), MEMORY.
WEND_API wend_result wend_grid_add_link(wend_grid* grid, const wend_link* link, int32_t* id_out_opt);
/// Where two floors meet along a run of tiles, such as the foot of a ramp or the edge of a deck: the two
/// sides of a seam, each a row or a column of as many tiles. The first tiles of both lie side by side, and so
/// on to the last.
typedef struct wend_seam {
    wend_tile a_first, a_last; ///< one side; the first tile may be the last
    wend_tile b_first, b_last; ///< the other side
    uint32_t profiles;         ///< bit p: agents of profile p may cross it; 0 is the map itself
                               ///< [Default: UINT32_MAX]
} wend_seam;

/// Joins two floors along a seam, or two areas of one: two links of kind WEND_LINK_SEAM for each pair of
/// tiles, there and back, with consecutive ids. Where a tile is blocked, paths cross once both tiles of the
/// pair are passable. *first_id_out_opt: the id of the first link. [Size: two links a pair] Errors: ARGUMENT
/// (a tile off the map, a side that is neither a row nor a column, sides of different lengths, a tile on both
/// sides), LIMIT (as wend_grid_add_link), MEMORY. No link is then added.
WEND_API wend_result wend_grid_add_seam(wend_grid* grid, const wend_seam* seam, int32_t* first_id_out_opt);
/// A seam for all profiles.
WEND_API wend_seam wend_default_seam(wend_tile a, wend_tile a_last, wend_tile b, wend_tile b_last);
/// Pairs of tiles of a seam; 0: its sides are not rows or columns of the same length.
WEND_API int32_t wend_seam_length(const wend_seam* seam);

/// The edges of a map that are joined, as bits.
typedef enum wend_wrap {
    WEND_WRAP_X = 1, ///< the left and the right edge, as of a globe
    WEND_WRAP_Y = 2  ///< the upper and the lower one; with the others: a torus
} wend_wrap;
/// Joins opposite edges of a map by seams, on each of its floors: bits of wend_wrap. The way round is then
/// searched like any other, by all that takes links. A step over an edge is straight and level, so a path
/// that would cross it diagonally costs up to .59 of a tile more. [Size: two links for each row, or column,
/// of a floor] Errors: ARGUMENT (no bit or an unknown one; fewer than 3 columns or rows between the edges),
/// UNSUPPORTED (hexagons), LIMIT (as wend_grid_add_link), MEMORY. No link is then added.
WEND_API wend_result wend_grid_wrap(wend_grid* grid, uint32_t edges);
/// The edges that are joined over their whole length, as bits of wend_wrap.
WEND_API uint32_t wend_grid_wraps(const wend_grid* grid);
/// Removes a link. Errors: ARGUMENT (no link has this id).
WEND_API wend_result wend_grid_remove_link(wend_grid* grid, int32_t id);
/// Changes cost and state of a link. A profile with a cost of its own keeps that. Errors: ARGUMENT (no link
/// has this id; cost out of range), LIMIT (the cost exceeds 2^28 of the grid's integer units).
WEND_API wend_result wend_grid_set_link(wend_grid* grid, int32_t id, float cost, bool enabled);
/// Changes the cost of a link for one profile; 0: for the map and all profiles without a cost of their own.
/// Below 0, for another profile: it has none. Errors: ARGUMENT (no link has this id; profile outside of 0 ..
/// WEND_MAX_PROFILES - 1; cost out of range), LIMIT (as wend_grid_set_link).
WEND_API wend_result wend_grid_set_link_cost(wend_grid* grid, int32_t id, int32_t profile, float cost);
/// All links by ascending id, *count_out of them. Borrowed until links change.
WEND_API const wend_link* wend_grid_links(const wend_grid* grid, int32_t* count_out);
/// The link with this id; NULL: none. Borrowed until links change.
WEND_API const wend_link* wend_grid_find_link(const wend_grid* grid, int32_t id);
/// True when paths can take a link: it is enabled, also for profile 0, and both its ends are passable.
WEND_API bool wend_grid_link_is_usable(const wend_grid* grid, int32_t id);
/// What a path pays for a link now; for WEND_LINK_SEAM what the step costs. 0: no link has this id. [Units:
/// tile costs]
WEND_API double wend_grid_link_cost(const wend_grid* grid, int32_t id);

/// Adds the links, walls and one-way steps of one map to another of the same size, and its relief
/// (wend/relief.h) where the other has none, for example to a copy that
/// has other costs. Links keep their ids. A link with a blocked end is added too: paths take it once both its
/// ends are passable. Errors: ARGUMENT (the sizes differ, both are the same grid, an id is in use), LIMIT
/// (WEND_MAX_LINKS; a cost exceeds 2^28 of the integer units of `to`), MEMORY.
WEND_API wend_result wend_grid_copy_connections(const wend_grid* from, wend_grid* to);

#ifdef __cplusplus
}
#endif
#endif
