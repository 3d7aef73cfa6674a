// map_layer.h: how is a map of any size drawn?
#ifndef WEND_VIEW_MAP_LAYER_H
#define WEND_VIEW_MAP_LAYER_H
#include "document/map_look.h"
#include "views/camera.h"
#include <wend/private.h>

typedef struct map_tiles {
    const uint8_t* first;
    size_t stride; ///< from one row to the next [Units: bytes]
    int32_t width, height;
    const uint32_t*
        pixels;   ///< 0xAARRGGBB of each tile, of those with an alpha of 255; NULL: all by their byte
    bool sampled; ///< pictures of small scale show some tiles instead of the mean of all
} map_tiles;

/// The classes of a floor, borrowed from its grid.
static inline map_tiles map_tiles_of(const wend_grid* grid, int32_t floor) {
    const wend_rect map = wend_grid_area(grid);
    const uint8_t* first = wend_grid_floor_row(grid, floor, map.y);
    const uint8_t* second = wend_grid_floor_row(grid, floor, map.y + 1);
    return (map_tiles){first, second != NULL ? (size_t)(second - first) : 0, map.width, map.height, NULL,
                       false};
}

/// The picture of a grid as textures of 256 x 256 texels in a chain of scales (a texel of level k stands for
/// 2^k x 2^k tiles); only what is seen is made and kept. The texels of the coarser scales are all kept in
/// memory, 1/12 byte a tile, so that zooming out over a map of any size reads few of them.
typedef struct map_layer map_layer;

/// Borrows the tiles; colors: 0xRRGGBB of each byte, copied; the tasks, copied too, make the coarse scales.
/// NULL when out of memory.
map_layer* map_layer_create(SDL_Renderer* renderer, map_tiles tiles, const uint32_t colors[WEND_CLASS_COUNT],
                            const wend_tasks* tasks_opt);
void map_layer_destroy(map_layer* layer);
/// Forgets all textures, before their renderer goes (NULL) or because another one came. layer may be NULL.
void map_layer_set_renderer(map_layer* layer, SDL_Renderer* renderer);
/// Sets which tiles show pixels of their own, borrowed, rather than the colours of their bytes, and of which
/// bytes they are tinted as blocked; drawing_opt: shown by tiles with pixels, where they are no squares;
/// map_layer_set_colors must follow.
void map_layer_set_pixels(map_layer* layer, const uint32_t* pixels_opt, const map_drawing* drawing_opt,
                          const bool tinted[WEND_CLASS_COUNT], bool dark_ground);
/// Sets the colours; on a large map this takes several frames.
void map_layer_set_colors(map_layer* layer, const uint32_t colors[WEND_CLASS_COUNT]);

/// Repaints the textures of changed tiles, counted from the first one of the map.
void map_layer_update(map_layer* layer, wend_rect tiles);

/// Draws what the camera sees. Reads at most about tile_budget tiles to make textures, some more to take
/// other colours, and shows a coarser picture where that is not enough; returns true when nothing coarser is
/// left.
bool map_layer_draw(map_layer* layer, const camera* cam, int64_t tile_budget);

/// Draws the whole map, small, into a rectangle of the window. Call it after map_layer_draw.
void map_layer_draw_whole(map_layer* layer, SDL_Rect area);

#endif
