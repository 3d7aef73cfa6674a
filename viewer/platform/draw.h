// draw.h: how are lines, discs and triangles with soft edges drawn by an SDL renderer?
#ifndef WEND_VIEW_DRAW_H
#define WEND_VIEW_DRAW_H
#include <SDL.h>
#include <stdbool.h>
#include <wend/base.h>

enum { DRAW_VERTICES = 8192, DRAW_INDICES = 3 * DRAW_VERTICES };

/// A batch of shapes in window pixels; nothing shows before draw_flush. Shapes outside the window cost
/// nothing.
typedef struct draw_batch {
    SDL_Renderer* renderer;
    float width, height; ///< of the window [Units: pixels]
    bool unseen;         ///< nothing is drawn: nobody looks at this picture
    float nudge;         ///< added to coordinates: the software renderer cuts their fractions off
    int vertex_count, index_count;
    SDL_Vertex vertices[DRAW_VERTICES];
    int indices[DRAW_INDICES];
} draw_batch;

/// 0xRRGGBB, as palette.h has colours.
SDL_Color draw_rgb(uint32_t rgb);
void draw_set_renderer(draw_batch* batch, SDL_Renderer* renderer);
void draw_line(draw_batch* batch, SDL_FPoint from, SDL_FPoint to, float line_width, SDL_Color color);
/// The outline of a rectangle with two opposite corners.
void draw_frame(draw_batch* batch, SDL_FPoint a, SDL_FPoint b, float line_width, SDL_Color color);
/// The same in dashes of a length, with gaps as long.
void draw_dashes(draw_batch* batch, SDL_FPoint from, SDL_FPoint to, float line_width, float dash,
                 SDL_Color color);
/// A circle.
void draw_ring(draw_batch* batch, SDL_FPoint center, float radius, float line_width, SDL_Color color);
/// One pixel wide with hard edges: cheap, for lines by the thousand.
void draw_hairline(draw_batch* batch, SDL_FPoint from, SDL_FPoint to, SDL_Color color);
void draw_disc(draw_batch* batch, SDL_FPoint center, float radius, SDL_Color color);
/// A triangle that points along (dx, dy), of length 1: its tip so far ahead of a point, its two other corners
/// so far behind it and to the sides.
void draw_wedge(draw_batch* batch, SDL_FPoint at, float dx, float dy, float ahead, float behind, float aside,
                SDL_Color color);
/// A body that points in its direction, or to the right when it stands.
void draw_dart(draw_batch* batch, SDL_FPoint at, wend_vec2 heading, float size, SDL_Color color);
/// A convex polygon of at most 32 corners, in either direction round.
void draw_convex(draw_batch* batch, const SDL_FPoint* corners, int count, SDL_Color color);
/// Axis-parallel, at whole pixels.
void draw_rect(draw_batch* batch, SDL_FRect rect, SDL_Color color);
void draw_flush(draw_batch* batch);

#endif
