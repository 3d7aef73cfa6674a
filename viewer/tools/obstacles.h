// obstacles.h: which obstacles were thrown on the map for a while, and when do they go? Each is an edit, and
// so is its end.
#ifndef WEND_VIEW_OBSTACLES_H
#define WEND_VIEW_OBSTACLES_H
#include "document/document.h"
#include "views/view.h"

enum { OBSTACLES_MAX = 64 }; ///< one more, and the oldest goes

typedef struct thrown {
    wend_tile middle;
    int size;         ///< [Units: tiles]
    double left;      ///< time until it goes, below 0: it stays [Units: seconds]
    int position;     ///< of the edits, after it was thrown: it is there while they are not undone
    tile_change* was; ///< what it covers
    int32_t was_count;
} thrown;

typedef struct obstacles {
    document* document;
    view* view;
    int size;      ///< of the next ones [Range: 1..BRUSH_MAX] [Units: tiles]
    float seconds; ///< that the next ones stay; 0: until they are removed
    thrown items[OBSTACLES_MAX];
    int count;
} obstacles;

/// Borrows both.
void obstacles_init(obstacles* o, document* d, view* v);
/// Throws one with its middle on a tile. Errors: MEMORY.
wend_result obstacles_throw(obstacles* o, wend_tile tile);
/// Removes the one on a tile; false: there is none.
bool obstacles_remove_at(obstacles* o, wend_tile tile);
/// Called in every frame: time passes, and those that were undone are forgotten.
void obstacles_follow(obstacles* o, double seconds);
/// Draws a ring round each, the less of it the less time it has left.
void obstacles_draw(const obstacles* o);

#endif
