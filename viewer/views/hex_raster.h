// hex_raster.h: how are the tiles of a hexagonal map drawn, each in one colour?
#ifndef WEND_VIEW_HEX_RASTER_H
#define WEND_VIEW_HEX_RASTER_H
#include "document/map_look.h"
#include "views/camera.h"

/// A picture of the whole window, painted again when the camera or the tiles have changed.
typedef struct hex_raster {
    SDL_Texture* texture; ///< NULL: not painted yet
    uint32_t* pixels;
    camera shown;
    int64_t version; ///< of the tiles, as the owner counts
} hex_raster;

/// 0xAARRGGBB of a tile.
typedef uint32_t hex_raster_color(const void* context, wend_tile tile);

/// How a tile shows its part of a drawing.
typedef enum drawing_use { DRAWING_HIDDEN, DRAWING_SHOWN, DRAWING_TINTED } drawing_use;
typedef drawing_use hex_raster_use(const void* context, wend_tile tile);

/// True when hexagons are large enough to be seen as such. Otherwise a picture with one texel for a tile
/// does, drawn between camera_column_x and camera_row_y.
bool hex_raster_suits(const camera* cam);
/// lines: between the hexagons, where these are large.
void hex_raster_draw(hex_raster* r, SDL_Renderer* renderer, const camera* cam, int64_t version, bool lines,
                     hex_raster_color* color, const void* context);
/// The same without lines, and with the pixels of a drawing where it has some and use allows it. dark_ground:
/// see look_tint.
void hex_raster_draw_map(hex_raster* r, SDL_Renderer* renderer, const camera* cam, int64_t version,
                         const map_drawing* drawing, bool dark_ground, hex_raster_color* color,
                         hex_raster_use* use, const void* context);
/// Destroys the texture, before its renderer is destroyed or with the owner.
void hex_raster_forget(hex_raster* r);

#endif
