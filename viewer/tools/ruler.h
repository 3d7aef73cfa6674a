// ruler.h: how long is something on the map, and where is it? The scale bar, the line of the tool that
// measures, and positions for other programs.
#ifndef WEND_VIEW_RULER_H
#define WEND_VIEW_RULER_H
#include "document/document.h"
#include "document/place.h"
#include "views/view.h"

enum { RULER_TEXT = 4 * PLACE_TEXT };

typedef struct ruler {
    const scene* scene;
    view* view;
    notice* notice;
    bool hidden; ///< the scale bar is not shown; kept by ruler_init
    bool placed; ///< there is a line
    wend_tile from, to;
} ruler;

/// Borrows both.
void ruler_init(ruler* r, document* d, view* v);
/// Begins a line at the tile under the pointer, and moves its end there.
void ruler_press(ruler* r);
void ruler_move(ruler* r);
/// "4.32 m, 3.1 m across and 3 m down"; "": there is no line.
void ruler_text(const ruler* r, char out[RULER_TEXT]);
/// Draws the line on the map.
void ruler_draw_line(const ruler* r);
/// Shows the bar in the lower left corner of a part of the window and, while the tool is in hand, the length
/// of the line, in a frame of the widgets.
void ruler_show(const ruler* r, SDL_Rect room, bool in_hand);

#endif
