// wend/repair.h: paths that outlive edits and goals that move: is a path still valid, and how is it kept with
// little work, or until a clearly better one is found?
//
//     wend_edit wall = wend_edit_tiles((wend_rect){100, 0, 1, 440}, 0);
//     if (wend_world_edit(world, &wall, 1, NULL) != WEND_OK) return 1;
//     if (!wend_path_is_valid(path, world, NULL) &&
//         wend_path_repair(search, world, path, NULL) != WEND_OK)
//         return 1;
//     if (wend_path_cut(search, world, path, 10) != WEND_OK) return 1; // ten steps have been walked
//     if (wend_path_chase(search, world, path, (wend_tile){600, 401}, NULL) != WEND_OK) return 1;
//     const wend_tile walker = wend_path_start_tile(path); // a path that is 5 % cheaper is worth a turn
//     if (wend_path_replan(search, world, path, walker, 5, NULL, NULL) != WEND_OK) return 1;
//
// A path belongs to the world on which it was found; one for a profile is checked on the profile's view, so
// each function takes the world or that view. On any other world it is checked step by step. Agents of a
// crowd keep their paths by the same rules: see wend_crowd_create.
#ifndef WEND_REPAIR_H
#define WEND_REPAIR_H
#include "wend/search.h"

#ifdef __cplusplus
extern "C" {
#endif

/// True when a path can be walked as it was found: all steps and links can be taken and together cost the
/// same, and the waypoints of a smoothed path lead past all walls and cost no more. Another path may have
/// become shorter: only a new query finds out. Looks at the clusters that the path crosses, and at tiles only
/// where one of them has changed: a few microseconds for 500 tiles. False for a path without tiles.
/// *broken_out_opt: index of a tile up to which every step can still be taken, -1 when the path is valid.
WEND_API bool wend_path_is_valid(const wend_path* path, const wend_world* world, int32_t* broken_out_opt);

/// Makes a path valid again after edits: replans only its broken legs, each from where the path enters the
/// first cluster with a step that has changed to where it leaves the last one, and keeps all other tiles.
/// Plans the whole path when that is not enough:
/// - a leg would cost more than its tiles and two cluster sides did, by the mean cost of the path, or
/// - all repairs since the whole path was planned would together add more than a tenth of its cost, or
/// - an end of the path is blocked, or it was found by WEND_BFS, WEND_GREEDY or over hexagon diagonals.
/// So a repaired path costs at most 1.1 times as much as before, or as much as a new one. It may be longer
/// than a new one where edits have opened a shorter way. A path that was found to the nearest of several
/// goals keeps leading to that one, whatever it costs, and is WEND_NO_ROUTE when that goal is cut off: ask a
/// new query for the others. A path to an area or a class is planned to its nearest tile again, also when
/// its last tile is no more of the class. A partial path that ends near its goal is planned again after any
/// edit, as it may then end nearer. New plans begin at the first tile of the path, where the walker is, also
/// when that once took the place of a blocked start. The outcome, the waypoints and the costs are then those
/// of the new path; its abstract path is empty unless all was planned. A smoothed path without links is
/// smoothed again around its new legs only: waypoints farther away stay. A path without tiles is planned
/// again, from the start of its query. The statistics are those of all searches together; zeros when the path
/// was valid.
///
/// Errors: ARGUMENT (no query has set the path; it has no tiles and its query had several goals; an end lies
/// off the map; the world has no such profile), UNSUPPORTED (the query does not suit the world), MEMORY,
/// CANCELLED (by should_cancel), LIMIT (as wend_find_path). The path is then unchanged.
WEND_API wend_result wend_path_repair(wend_search* search, const wend_world* world, wend_path* path,
                                      wend_stats* stats_opt);

/// Drops the first tiles of a path, which have been walked, and their waypoints; the path then begins at the
/// tile of that index. A smoothed path is smoothed again near that tile. Its costs become
/// those of the tiles that are left, as the world is now; its abstract path is empty. Steps that are blocked
/// stay for wend_path_is_valid to find. [Range of tiles_walked: 0 .. the number of tiles - 1] Errors:
/// ARGUMENT (also when the path leaves the map of the world), MEMORY. The path is then unchanged.
WEND_API wend_result wend_path_cut(wend_search* search, const wend_world* world, wend_path* path,
                                   int32_t tiles_walked);

/// Leads a path to a goal that has moved: keeps its first tiles and replans only the rest, from a tile where
/// a sixteenth of its cost is left. Plans the whole path when the rest would cost more than an eighth of it,
/// or when what it keeps is broken, from its first tile as in wend_path_repair. Only tiles of a whole plan
/// are kept, so calling this again and again adds up to nothing: where steps cost the same in both
/// directions and no edit has opened a shorter way, the path costs at most 1.31 times what a new one costs,
/// apart from what WEND_HPA itself may miss; mostly it is a few hundredths. Errors: ARGUMENT (no query has
/// set the path; a goal off the map; no such profile), UNSUPPORTED (the query does not suit the world),
/// MEMORY, CANCELLED (by should_cancel), LIMIT (as wend_find_path). The path is then unchanged.
WEND_API wend_result wend_path_chase(wend_search* search, const wend_world* world, wend_path* path,
                                     wend_tile new_goal, wend_stats* stats_opt);

/// Plans a path again from the tile where its walker is, and keeps what is left of the old one unless the new
/// one is better by keep percent. So an agent between two ways that cost about the same does not turn back
/// and forth when costs change a little, or when it learns more of the map. The old path is replaced when
/// - it cannot be walked from that tile to its goal any more, does not pass that tile, is partial or not
///   refined to its end, or
/// - the new one costs at least keep percent less than what is left of it, as the world is now.
/// Otherwise the tiles before the walker are dropped, as by wend_path_cut. The world may be another one than
/// that of the path, of the same size: what the agent believes by now. Queries of WEND_HPA and WEND_EXACT end
/// early when no better path is left to find. A path to the nearest of several goals keeps leading to that
/// one. *replaced_out_opt: the path is a new one, or there is none any more. [Range of keep: 0..100] [Units
/// of keep: percent] Errors: ARGUMENT (no query has set the path; start is off the map; the world has no such
/// profile), UNSUPPORTED (the query does not suit the world), MEMORY, CANCELLED (by should_cancel), LIMIT (as
/// wend_find_path). The path is then unchanged.
WEND_API wend_result wend_path_replan(wend_search* search, const wend_world* world, wend_path* path,
                                      wend_tile start, float keep, bool* replaced_out_opt,
                                      wend_stats* stats_opt);

#ifdef __cplusplus
}
#endif
#endif
