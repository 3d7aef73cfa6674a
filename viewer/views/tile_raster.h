// tile_raster.h: how are tiles of any shape drawn, each in one colour?
#ifndef WEND_VIEW_TILE_RASTER_H
#define WEND_VIEW_TILE_RASTER_H
#include "document/map_look.h"
#include "views/camera.h"

/// A picture of the whole window, painted again when the camera or the tiles have changed.
typedef struct tile_raster {
    SDL_Texture* texture; ///< NULL: not painted yet
    uint32_t* pixels;
    camera shown;
    int64_t version; ///< of the tiles, as the owner counts
} tile_raster;

/// 0xAARRGGBB of a tile.
typedef uint32_t tile_raster_color(const void* context, wend_tile tile);

/// How a tile shows its part of a drawing.
typedef enum drawing_use { DRAWING_HIDDEN, DRAWING_SHOWN, DRAWING_TINTED } drawing_use;
typedef drawing_use tile_raster_use(const void* context, wend_tile tile);

/// True when hexagons are large enough to be seen as such. Otherwise a picture with one texel for a tile
/// does, drawn between camera_column_x and camera_row_y.
bool tile_raster_suits(const camera* cam);
/// Where lines are drawn; a positive number: between different colours, so wide [Units: pixels].
enum { LINES_NONE = 0, LINES_OF_TILES = -1 }; ///< -1: between the tiles, where these are large
void tile_raster_draw(tile_raster* r, SDL_Renderer* renderer, const camera* cam, int64_t version, int lines,
                      tile_raster_color* color, const void* context);
/// The same without lines, and with the pixels of a drawing where it has some and use allows it. dark_ground:
/// see look_tint.
void tile_raster_draw_map(tile_raster* r, SDL_Renderer* renderer, const camera* cam, int64_t version,
                          const map_drawing* drawing, bool dark_ground, tile_raster_color* color,
                          tile_raster_use* use, const void* context);
/// Destroys the texture, before its renderer is destroyed or with the owner.
void tile_raster_forget(tile_raster* r);

#endif
