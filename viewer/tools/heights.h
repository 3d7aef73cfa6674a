// heights.h: how does the path go up and down, and where on the map is a point of its profile of heights?
#ifndef WEND_VIEW_HEIGHTS_H
#define WEND_VIEW_HEIGHTS_H
#include "document/document.h"
#include "path_length.h"
#include "views/view.h"

typedef struct heights_tool {
    document* document;
    view* view;
    bool shown;
    int at; ///< index of the tile of the path that is marked on the map; -1: none

    int32_t count;   ///< tiles of the path; 0: there is no path, or the map has no heights
    double* heights; ///< of each tile [Units: m]
    double* along;   ///< from the start to each tile [Units: m]
    double lowest, highest;
    path_relief relief;
    uint64_t hash; ///< of the path that these are of
    bool known;
} heights_tool;

/// Borrows both.
void heights_init(heights_tool* h, document* d, view* v);
void heights_destroy(heights_tool* h);
/// Once a frame: finds the heights of the path that is shown, if they are not known.
void heights_follow(heights_tool* h);
/// The tile of the path that is nearest to a part of its length, 0..1.
int heights_index(const heights_tool* h, double part);
/// The marked tile in words; "": none is.
enum { HEIGHTS_TEXT = 160 };
void heights_text(const heights_tool* h, char out[HEIGHTS_TEXT]);
/// The mark on the map.
void heights_draw(const heights_tool* h);

#endif
