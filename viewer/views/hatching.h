// hatching.h: how does one see on a picture what cannot be walked?
#ifndef WEND_VIEW_HATCHING_H
#define WEND_VIEW_HATCHING_H
#include "views/texture_cache.h"
#include "views/view.h"

/// Slanted lines over blocked ground, as wide at every zoom. They are kept in textures that stay on the map:
/// when it moves, only what comes into view is painted.
typedef struct hatching {
    texture_cache cache; ///< a pixel at this zoom, counted from the corner of the map, is its tile
    uint32_t* pixels;    ///< of one of its textures; NULL: not needed yet
    double zoom;
    uint64_t version; ///< as the owner counts
    int painted;      ///< version of textures for that zoom and that version
} hatching;

/// version: changes with the map and the profile that plans. whole: completely, however long it takes. True:
/// nothing is missing.
bool hatching_draw(hatching* h, const view* v, uint64_t version, bool whole);
/// Destroys the textures, before their renderer is destroyed or with the owner.
void hatching_forget(hatching* h);

#endif
