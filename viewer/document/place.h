// place.h: where is a tile, and how long is something, in the units of the map's own file? As wend path
// --units world.
#ifndef WEND_VIEW_PLACE_H
#define WEND_VIEW_PLACE_H
#include "document/scene.h"

enum { PLACE_TEXT = 80 };

/// Has the map units of its own, other than tiles?
bool place_has_units(const scene* s);
/// " m", or " units" where it is unknown.
const char* place_unit(const scene* s);
/// The side of a tile in units of the map; 1 where it has none.
double place_tile_side(const scene* s);
/// The unit of lengths: that of the map, or " tiles".
const char* place_length_unit(const scene* s);
/// "0.25 m", "5 tiles", "1 tile": an amount and its unit.
void place_amount_text(double amount, const char* unit, char out[PLACE_TEXT]);
/// The same of a length in tiles.
void place_length_text(const scene* s, double tiles, char out[PLACE_TEXT]);
/// So many decimals tell the centres of neighbouring tiles apart. [Range: 0..9]
int place_digits(const scene* s);
/// "3.125, -1.425 m"; of a raster its coordinates, without a unit.
void place_text(const scene* s, world_point at, char out[PLACE_TEXT]);
/// "3, 4"; on a map with floors "3, 4, floor 1".
typedef struct tile_text {
    char text[48];
} tile_text;
tile_text place_tile(const scene* s, wend_tile tile);
tile_text place_tile_text(wend_tile tile, bool has_floors);
/// "0.25 m", "5 tiles": between the centres of two tiles, as if they were on one floor.
void place_distance_text(const scene* s, wend_tile a, wend_tile b, char out[PLACE_TEXT]);

// ---- where does the path begin and end when it was asked to blocked or unreachable tiles?

enum { ANSWER_TEXT = 240 };

/// An end of the query, and the end of the path in its place.
typedef struct answer_end {
    bool moved; ///< the path begins or ends at another tile than was asked
    wend_tile asked, answered;
} answer_end;

answer_end answer_start(const scene* s);
answer_end answer_goal(const scene* s);
/// A sentence on each end that moved; "" for one that did not.
void answer_start_text(const scene* s, char out[ANSWER_TEXT]);
void answer_goal_text(const scene* s, char out[ANSWER_TEXT]);
/// The sentence on the goal, or else on the start; and that in a few words.
void answer_text(const scene* s, char out[ANSWER_TEXT]);
void answer_short_text(const scene* s, char out[ANSWER_TEXT]);

#endif
