// fog.h: what does the agent know and fear of the map? With fog of war it knows what it has seen on its way;
// ground of danger costs it more. It plans on an overlay of the world, which the map beside it does not
// share.
#ifndef WEND_VIEW_FOG_H
#define WEND_VIEW_FOG_H
#include "document/document.h"
#include "views/tile_raster.h"
#include "views/view.h"

enum { FOG_MOST_DANGERS = 64 }; ///< one more, and the oldest goes

typedef struct fog_danger {
    wend_tile middle;
    int size; ///< across [Units: tiles]
    float cost;
} fog_danger;

typedef struct fog {
    document* document;
    view* view;
    bool on;               ///< ground that was not seen is unknown, and taken for free
    int range;             ///< how far the agent sees [Range: 1..1000] [Units: tiles]
    int size;              ///< of the next danger [Units: tiles]
    float cost;            ///< of the next danger: what its tiles cost more
    bool changed;          ///< since fog_take_change: the agent has to plan again
    wend_overlay* overlay; ///< NULL: none is needed, or there is no memory
    const wend_world *parent, *world;
    uint8_t* seen; ///< floor by floor, row by row
    tile_raster unknown;
    int64_t version; ///< of what was seen
    int64_t seen_count;
    wend_tile eye; ///< from where it has looked last; NO_TILE: not yet
    fog_danger dangers[FOG_MOST_DANGERS];
    int danger_count;
} fog;

/// Borrows both.
void fog_init(fog* f, document* d, view* v);
/// The world as the agent knows it; that of the scene where it knows and fears no less and no more.
const wend_world* fog_world(fog* f);
/// True once after a change for which the agent has to plan again.
bool fog_take_change(fog* f);
/// Forgets all that was seen: the agent begins again.
void fog_forget(fog* f);
/// Looks around from a tile, unless it was the last one. True: it has looked.
bool fog_look(fog* f, wend_tile eye);
/// Darkens what is unknown, and draws dangers.
void fog_draw(fog* f);

#endif
