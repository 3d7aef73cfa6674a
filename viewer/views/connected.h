// connected.h: how are the connected areas of the map shown?
#ifndef WEND_VIEW_CONNECTED_H
#define WEND_VIEW_CONNECTED_H
#include "components.h"
#include "map_layer.h"

/// The areas of the map that is shown, and their picture. All zero: nothing yet.
typedef struct connected {
    components* areas;  ///< NULL: no memory, or no map
    map_layer* picture; ///< NULL: not asked for yet
} connected;

void connected_destroy(connected* c);
/// Another map; borrowed.
void connected_begin(connected* c, const wend_grid* grid);
/// The map was edited.
void connected_restart(connected* c);
/// Goes on a little, or to the end when whole; shown: the picture is wanted. True when there is nothing to
/// do.
bool connected_work(connected* c, SDL_Renderer* renderer, const wend_tasks* tasks_opt, bool shown,
                    bool whole);

#endif
