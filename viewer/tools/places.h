// places.h: what do the paths between several places cost? A tour through start and goals, what lies within a
// cost of the pointer, and which place each tile is nearest to.
#ifndef WEND_VIEW_PLACES_H
#define WEND_VIEW_PLACES_H
#include "document/document.h"
#include "views/tile_raster.h"
#include "views/view.h"
#include <wend/many.h>

typedef enum places_kind {
    PLACES_OFF,
    PLACES_TOUR,
    PLACES_REACH,
    PLACES_TERRITORIES,
    PLACES_KINDS
} places_kind;

enum { PLACES_MOST = SCENE_GOALS + 1, PLACES_TEXT = 400, PLACES_BANDS = 16 };

typedef struct places_tool {
    document* document;
    view* view;
    int kind;               ///< a places_kind: what is shown
    bool closed;            ///< the tour returns to the start
    double within;          ///< of the bands around the pointer [Units: tile costs]
    int bands;              ///< their number
    bool failed;            ///< memory ran out, or the map is too large; the text says so
    char text[PLACES_TEXT]; ///< the answer in words

    wend_tile ends[PLACES_MOST]; ///< the start and the goals that were asked for
    int end_count;
    int known; ///< the kind that was found for these ends and the map of this revision
    uint64_t revision;
    const wend_grid* grid;
    int32_t profile;

    wend_matrix_search* matrices;
    wend_path* legs[PLACES_MOST]; ///< of the tour
    int leg_count;
    int32_t order[PLACES_MOST]; ///< of the ends
    double cost;                ///< of the tour; INFINITY: none visits all

    tile_raster areas;
    int64_t version; ///< of the areas

    wend_field* field; ///< of costs from the pointer, or from the ends
    wend_tile center;  ///< of the bands; NO_TILE: none
    double filled;     ///< the limit of that field
    int64_t reached;   ///< tiles within the bands

    int32_t* regions;           ///< of each tile, row by row: the end that is nearest; -1: none
    int64_t tiles[PLACES_MOST]; ///< that are nearest to each end
} places_tool;

/// "off", "tour", "reach", "territories"; NULL past the last.
const char* places_kind_name(int kind);
/// Borrows both.
void places_init(places_tool* p, document* d, view* v);
void places_destroy(places_tool* p);
/// Finds what is to be shown, once something has changed. held: something is being dragged, so what takes
/// long waits. pointer_free: the pointer is on the map.
void places_follow(places_tool* p, bool held, bool pointer_free);
/// Under the path and the markers, and over them.
void places_draw_areas(places_tool* p);
void places_draw_tour(const places_tool* p);

#endif
