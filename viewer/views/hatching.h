// hatching.h: how does one see on a picture what cannot be walked?
#ifndef WEND_VIEW_HATCHING_H
#define WEND_VIEW_HATCHING_H
#include "views/view.h"

enum { HATCHING_CELLS = 320 }; ///< more than a 4K window shows

/// Slanted lines over blocked ground, as wide at every zoom. They are kept in textures that stay on the map:
/// when it moves, only what comes into view is painted.
typedef struct hatching {
    struct hatching_cell {
        SDL_Texture* texture; ///< NULL: not made yet
        int32_t column, row;  ///< counted from the corner of the map
        bool painted, empty;  ///< for the zoom and version below; nothing is hatched there
        int64_t frame;        ///< that drew it last
    } cells[HATCHING_CELLS];
    uint32_t* pixels; ///< of one of them; NULL: not needed yet
    double zoom;      ///< of all that are painted
    uint64_t version; ///< as the owner counts
    int64_t frame;
} hatching;

/// version: changes with the map and the profile that plans. whole: completely, however long it takes. True:
/// nothing is missing.
bool hatching_draw(hatching* h, const view* v, uint64_t version, bool whole);
/// Destroys the textures, before their renderer is destroyed or with the owner.
void hatching_forget(hatching* h);

#endif
