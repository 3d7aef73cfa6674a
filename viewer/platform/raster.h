// raster.h: how are triangles drawn in memory, where no graphics card does it?
//
// SDL's software renderer makes a surface for every blended triangle, which takes most of a frame. Where its
// pixels can be reached they are drawn to directly; everywhere else SDL draws.
#ifndef WEND_VIEW_RASTER_H
#define WEND_VIEW_RASTER_H
#include <SDL.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Laid out as ImGui's vertices are.
typedef struct raster_vertex {
    SDL_FPoint at; ///< [Units: pixels]
    SDL_FPoint uv; ///< of a texture [Range: 0..1]
    SDL_Color color;
} raster_vertex;

/// What is drawn to: pixels 0x..RRGGBB in memory, or what the renderer draws to.
typedef struct raster {
    SDL_Renderer* renderer;
    Uint32* pixels; ///< NULL: the renderer draws
    int stride;     ///< [Units: pixels]
    SDL_Rect clip;  ///< within the pixels
} raster;

/// One byte of opacity a texel.
typedef struct raster_texture {
    const Uint8* texels;
    int width, height;
} raster_texture;

/// The window as it is now; call it in every frame, and again after its size changed.
raster raster_open(SDL_Window* window, SDL_Renderer* renderer);

/// Triangles of which the alpha may run from corner to corner; their colour is that of the first. Edges that
/// two triangles share are drawn once. Only where raster.pixels are.
void raster_triangles(const raster* target, const raster_texture* texture_opt, const raster_vertex* vertices,
                      const Uint16* indices, int index_count);
/// One pixel wide. Only where raster.pixels are.
void raster_line(const raster* target, SDL_FPoint from, SDL_FPoint to, SDL_Color color);

#ifdef __cplusplus
}
#endif
#endif
