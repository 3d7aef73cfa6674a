// connections.h: how are walls, one-way steps and links drawn, and which of them is under the pointer?
#ifndef WEND_VIEW_CONNECTIONS_H
#define WEND_VIEW_CONNECTIONS_H
#include "views/view.h"

/// All that are in view. On small tiles links are plain lines, and walls are left out.
void connections_draw(view* v);
/// One link, made to stand out: the selected one, or one that is not on the map yet.
void connections_draw_marked(view* v, const wend_link* link);
/// The end of a link that leads to another floor, on the shown floor, and the other floor. False: it leads to
/// none, or neither end is shown.
bool connections_floor_end(const camera* cam, const wend_link* link, wend_tile* at_out, int32_t* floor_out);
/// A disc, and a triangle in it: the way leads up, or down, from here.
void connections_draw_floor_mark(view* v, SDL_FPoint middle, bool up, float radius, SDL_Color color,
                                 SDL_Color triangle);
/// The links of one floor that a path takes, as dashed lines in its colour.
void connections_draw_hops(view* v, const wend_path* path, float width, SDL_Color color);
/// The edge between two tiles that share one.
void connections_draw_edge(view* v, wend_tile a, wend_tile b, float width, SDL_Color color);

/// The id of the link that is drawn nearest to the pointer; -1: none is near.
int32_t connections_link_at_pointer(const view* v);

/// An edge of a tile.
typedef struct tile_edge {
    wend_tile inside;  ///< the tile at the pixel
    wend_tile outside; ///< its neighbour
    float distance;    ///< of the pixel from the edge [Units: widths of a tile]
    float along;       ///< of the pixel, from one end of the edge to the other [Range: 0..1]
} tile_edge;
/// The edge on the map that is nearest to a pixel. False: the pixel is off the map.
bool connections_edge_at(const view* v, float x, float y, tile_edge* out);

enum { CONNECTIONS_TEXT = 400 };
/// What is at a tile and, unless link is -1, what the link is: lines of text, "" for nothing.
void connections_describe(const wend_grid* grid, wend_tile tile, int32_t link, char out[CONNECTIONS_TEXT]);

#endif
