// explain_picture.c: draws an explanation: the map, the path in yellow, what is to be opened in orange.
#include "explain_picture.h"
#include "palette.h"
#include "png_out.h"
#include "scene.h"
#include "tile_plane.h"

typedef struct sheet {
    picture drawn;
    tile_plane plane;
    float scale; // pixels a tile
} sheet;

static float at_least(float value, float least) {
    return value > least ? value : least;
}

static void draw_line(sheet* s, wend_vec2 from, wend_vec2 to, float width, uint32_t rgb) {
    picture_line(&s->drawn, from.x * s->scale, from.y * s->scale, to.x * s->scale, to.y * s->scale, width,
                 scene_color(rgb), 1);
}

static void draw_path(sheet* s, const wend_explanation* why) {
    int32_t count = 0;
    const wend_tile* tiles = wend_explanation_tiles(why, &count);
    const float width = at_least(s->scale * 0.3f, 2);
    for (int32_t pass = 0; pass < 2; pass++)
        for (int32_t i = 1; i < count; i++)
            draw_line(s, tile_plane_center(s->plane, tiles[i - 1]), tile_plane_center(s->plane, tiles[i]),
                      pass == 0 ? width + 2 : width, pass == 0 ? PALETTE_CASING : PALETTE_PATH);
}

static void draw_opening(sheet* s, const wend_opening* opening) {
    const wend_vec2 a = tile_plane_center(s->plane, opening->from);
    const wend_vec2 b = tile_plane_center(s->plane, opening->to);
    wend_vec2 edge[2];
    switch (opening->kind) {
    case WEND_OPENING_TILE:
    case WEND_OPENING_NARROW:
        draw_line(s, a, a, at_least(s->scale * 0.8f, 4), PALETTE_ENTRANCES);
        break;
    case WEND_OPENING_LINK:
        draw_line(s, a, b, at_least(s->scale * 0.4f, 3), PALETTE_ENTRANCES);
        break;
    default:
        tile_plane_edge(s->plane, opening->from, opening->to, edge);
        draw_line(s, edge[0], edge[1], at_least(s->scale * 0.3f, 3), PALETTE_ENTRANCES);
        break;
    }
}

int explain_picture_write(const wend_world* world, const wend_explanation* why, const char* file) {
    const wend_grid* grid = wend_world_grid(world);
    const double scale = scene_default_scale(grid);
    const wend_explanation_info info = wend_explanation_get_info(why);
    sheet s = {.plane = tile_plane_of(grid), .scale = (float)scale};
    int32_t count = 0;
    const wend_opening* openings = wend_explanation_openings(why, &count);
    const scene map = {
        .world = world, .layers = scene_default_layers(world, scale, false), .level = 1, .scale = scale};
    int code = scene_draw(&map, &s.drawn);
    if (code != CLI_OK) return code;
    draw_path(&s, why);
    for (int32_t i = 0; i < count; i++) draw_opening(&s, &openings[i]);
    scene_draw_marker(&s.drawn, s.plane, s.scale, info.from.tile, scene_color(PALETTE_START));
    scene_draw_marker(&s.drawn, s.plane, s.scale, info.to.tile, scene_color(PALETTE_GOAL));
    code = png_write(&s.drawn, file);
    picture_destroy(&s.drawn);
    return code;
}
