// area_map.c: tiles with a value each, in classes such as bands of cost.
#include "area_map.h"
#include "drawing.h"
#include "field_map.h"
#include "memory.h"
#include "outline.h"
#include "output.h"
#include "places.h"
#include "raster_out.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

wend_rect area_map_around(const wend_tile* tiles, int64_t count, int32_t* floors_out) {
    wend_tile low = {INT32_MAX, INT32_MAX, UINT16_MAX}, high = {-1, -1, 0};
    for (int64_t i = 0; i < count; i++) {
        low.x = tiles[i].x < low.x ? tiles[i].x : low.x;
        low.y = tiles[i].y < low.y ? tiles[i].y : low.y;
        high.x = tiles[i].x > high.x ? tiles[i].x : high.x;
        high.y = tiles[i].y > high.y ? tiles[i].y : high.y;
        low.floor = tiles[i].floor < low.floor ? tiles[i].floor : low.floor;
        high.floor = tiles[i].floor > high.floor ? tiles[i].floor : high.floor;
    }
    *floors_out = count > 0 ? high.floor - low.floor + 1 : 1;
    return count > 0 ? (wend_rect){low.x, low.y, high.x - low.x + 1, high.y - low.y + 1, low.floor}
                     : (wend_rect){0};
}

void area_map_begin(const wend_world* world, const wend_tile* tiles, int64_t count, int32_t class_count,
                    area_map* out) {
    *out = (area_map){.world = world, .class_count = class_count};
    out->area = area_map_around(tiles, count, &out->floors);
    const int64_t all = (int64_t)out->area.width * out->area.height * out->floors;
    out->values = memory_for(all, sizeof *out->values, "tiles");
    out->classes = memory_for(all, sizeof *out->classes, "tiles");
    out->list = memory_for(class_count, sizeof *out->list, "classes");
    for (int64_t i = 0; i < all; i++) {
        out->values[i] = NAN;
        out->classes[i] = -1;
    }
}

static int64_t index_of(const area_map* map, wend_tile tile) {
    const int64_t row = (int64_t)(tile.floor - map->area.floor) * map->area.height + tile.y - map->area.y;
    return row * map->area.width + tile.x - map->area.x;
}

void area_map_set(area_map* map, wend_tile tile, double value, int32_t class_index) {
    const int64_t at = index_of(map, tile);
    map->values[at] = (float)value;
    map->classes[at] = class_index;
    map->list[class_index].tiles++;
    map->tiles++;
    map->most = fmax(map->most, value);
}

void area_map_divide(area_map* map, double most) {
    const int32_t count = map->class_count;
    for (int32_t i = 0; i < count; i++)
        map->list[i] = (area_class){.from = most * i / count, .to = most * (i + 1) / count};
}

void area_map_set_band(area_map* map, wend_tile tile, double value) {
    const int32_t last = map->class_count - 1;
    const double most = map->list[last].to;
    const double band = most > 0 ? ceil(value * map->class_count / most) - 1 : 0;
    area_map_set(map, tile, value, (int32_t)fmin(fmax(band, 0), last));
}

void area_map_json(const area_map* map, const char* name, cJSON* json) {
    cJSON* list = cJSON_AddArrayToObject(json, name);
    for (int32_t i = 0; i < map->class_count; i++) {
        const area_class* c = &map->list[i];
        cJSON* object = json_row(list);
        if (isnan(c->to)) {
            json_tile_as(object, "tile", c->tile);
        } else {
            json_number(object, "above", c->from, 6);
            json_number(object, "most", c->to, 6);
        }
        json_integer(object, "tile_count", c->tiles);
    }
}

// -1: it has none, or lies elsewhere.
static int32_t class_of(const area_map* map, wend_tile tile) {
    const wend_rect a = map->area;
    const bool inside = tile.x >= a.x && tile.y >= a.y && tile.x < a.x + a.width && tile.y < a.y + a.height &&
                        tile.floor >= a.floor && tile.floor < a.floor + map->floors;
    return inside ? map->classes[index_of(map, tile)] : -1;
}

void area_map_destroy(area_map* map) {
    free(map->values);
    free(map->classes);
    free(map->list);
    *map = (area_map){0};
}

// ---- a table

typedef struct value_table {
    const area_map* map;
    const char* value_name;
} value_table;

// An output_row_fn: the header, then the tiles of a row of the area.
static void add_tiles(void* context, int64_t row, file_text* out) {
    const value_table* t = context;
    const wend_rect a = t->map->area;
    if (row == 0) file_text_add(out, "x,y,%s%s\n", cli_shows_floors() ? "floor," : "", t->value_name);
    for (int32_t x = 0; x < a.width && row > 0; x++) {
        const float value = t->map->values[(row - 1) * a.width + x];
        const wend_tile tile = {a.x + x, a.y + (int32_t)(row - 1) % a.height,
                                (uint16_t)(a.floor + (row - 1) / a.height)};
        char at[CLI_TILE_TEXT];
        if (!isnan(value)) file_text_add(out, "%s,%.3f\n", cli_tile_text(tile, at), (double)value);
    }
}

static int write_table(const area_map* map, const char* value_name, const char* file) {
    value_table t = {map, value_name};
    return output_write_rows(file, (int64_t)map->area.height * map->floors + 1, add_tiles, &t);
}

// ---- polygons

// Corners of tiles as longitude and latitude where the map has them, else in the coordinates of the map.
static int find_positions(const area_map* map, const outline* o, world_point** out) {
    const world_frame frame = world_frame_of(map->world);
    world_point* points = *out = memory_for(o->point_count, sizeof *points, "corners of polygons");
    for (int64_t i = 0; i < o->point_count; i++)
        points[i] = world_frame_grid_corner(
            &frame, (wend_tile){o->points[i].x + map->area.x, o->points[i].y + map->area.y});
    if (frame.geo.kind == WEND_GEO_NONE) return CLI_OK;
    return o->point_count > INT32_MAX ? command_fail(CLI_RESOURCE, "more than 2^31 points of polygons")
                                      : lonlat_of_positions(&frame, points, (int32_t)o->point_count);
}

// GeoJSON wants outer rings to go counter-clockwise, with y upwards, and holes the other way.
static bool goes_backwards(const world_point* points, int64_t count, bool is_hole) {
    double area = 0;
    for (int64_t i = 0; i < count; i++) {
        const world_point a = points[i], b = points[(i + 1) % count];
        area += (a.x - points[0].x) * (b.y - points[0].y) - (b.x - points[0].x) * (a.y - points[0].y);
    }
    return is_hole ? area > 0 : area < 0;
}

static void add_ring(file_text* t, const world_point* points, int64_t count, bool is_hole) {
    const bool backwards = goes_backwards(points, count, is_hole);
    for (int64_t i = 0; i <= count; i++) {
        const world_point p = points[(backwards ? 2 * count - i : i) % count];
        file_text_add(t, "%s[%.10g,%.10g]", i > 0 ? "," : "[", p.x, p.y);
    }
    file_text_add(t, "]");
}

static void add_feature(file_text* t, const area_class* c, int32_t index, int32_t floor, int64_t tiles,
                        const outline* o, const world_point* points) {
    if (t->failed) return;
    file_text_add(t, "%s{\"type\":\"Feature\",\"properties\":{", t->bytes[t->size - 1] == '[' ? "\n" : ",\n");
    if (cli_shows_floors()) file_text_add(t, "\"floor\":%d,", floor);
    if (isnan(c->to))
        file_text_add(t, "\"nearest\":%d,\"x\":%d,\"y\":%d", index, c->tile.x, c->tile.y);
    else
        file_text_add(t, "\"from\":%.10g,\"to\":%.10g", c->from, c->to);
    file_text_add(t, ",\"tiles\":%lld},\"geometry\":{\"type\":\"MultiPolygon\",\"coordinates\":[",
                  (long long)tiles);
    for (int64_t r = 0; r < o->ring_count; r++) {
        const outline_ring* ring = &o->rings[r];
        file_text_add(t, "%s", r == 0 ? "[" : ring->is_hole ? "," : "],\n[");
        add_ring(t, points + ring->first, ring->count, ring->is_hole);
    }
    file_text_add(t, "]]}}");
}

// A feature for each floor on which the class has tiles.
static int add_class(const area_map* map, int32_t index, int32_t floor, double tolerance, file_text* t) {
    const int64_t all = (int64_t)map->area.width * map->area.height;
    const int32_t* classes = map->classes + all * floor;
    int64_t tiles = 0;
    for (int64_t i = 0; i < all; i++) tiles += classes[i] == index;
    if (tiles == 0) return CLI_OK;
    outline o;
    world_point* points = NULL;
    outline_trace(classes, map->area.width, map->area.height, index, tolerance, &o);
    const int code = find_positions(map, &o, &points);
    if (code == CLI_OK) add_feature(t, &map->list[index], index, map->area.floor + floor, tiles, &o, points);
    free(points);
    outline_destroy(&o);
    return code;
}

static int write_polygons(const area_map* map, double tolerance, const char* file) {
    if (wend_grid_connectivity(wend_world_grid(map->world)) >= WEND_CONNECTIVITY_HEX_ODD_R)
        return command_fail(CLI_USAGE, "-o %s: hexagons have no polygons; write .csv, .tif or .png", file);
    file_text t = {.size = 0};
    int code = CLI_OK;
    file_text_add(&t, "{\"type\":\"FeatureCollection\",\"features\":[");
    for (int32_t i = 0; i < map->class_count * map->floors && code == CLI_OK; i++)
        if (map->list[i / map->floors].tiles > 0)
            code = add_class(map, i / map->floors, i % map->floors, tolerance, &t);
    file_text_add(&t, "]}\n");
    if (code == CLI_OK) return output_write_text(&t, file);
    free(t.bytes);
    return code;
}

// ---- a picture

static void draw_markers(picture* p, double scale, tile_plane plane, const wend_tile* tiles, int32_t count,
                         uint32_t rgb) {
    for (int32_t i = 0; i < count; i++) scene_draw_marker(p, plane, (float)scale, tiles[i], scene_color(rgb));
}

static void draw_frame(picture* p, double scale, tile_plane plane, wend_rect area, uint32_t rgb) {
    const double x = area.x - plane.left + (double)plane.floor_step * area.floor, y = area.y - plane.top;
    const float left = (float)(x * scale), top = (float)(y * scale),
                right = (float)((x + area.width) * scale), bottom = (float)((y + area.height) * scale);
    const float sides[4][4] = {{left, top, right, top},
                               {right, top, right, bottom},
                               {right, bottom, left, bottom},
                               {left, bottom, left, top}};
    for (int pass = 0; pass < 2 && area.width > 0; pass++)
        for (int i = 0; i < 4; i++)
            picture_line(p, sides[i][0], sides[i][1], sides[i][2], sides[i][3], pass == 0 ? 5 : 3,
                         scene_color(pass == 0 ? PALETTE_CASING : rgb), 1);
}

static int write_picture(const area_map* map, double scale, const char* file) {
    const wend_grid* grid = wend_world_grid(map->world);
    if (scale <= 0) scale = scene_default_scale(grid);
    // Hexagons are drawn as squares.
    const tile_plane all = tile_plane_of_floors(grid),
                     plane = {.left = all.left, .top = all.top, .floor_step = all.floor_step};
    const float step = plane.floor_step;
    picture p;
    int code = field_picture_ground(grid, scale, &p);
    if (code != CLI_OK) return code;
    for (int y = 0; y < p.height; y++)
        for (int x = 0; x < p.width; x++) {
            wend_tile tile = {(int32_t)((x + 0.5) / scale), (int32_t)((y + 0.5) / scale), 0};
            if (step > 0) {
                tile.floor = (uint16_t)(tile.x / (int32_t)step);
                tile.x %= (int32_t)step;
            }
            tile.x += plane.left;
            tile.y += plane.top;
            const int32_t at = class_of(map, tile);
            if (at < 0) continue;
            const bool is_band = !isnan(map->list[at].to);
            const double last = map->list[map->class_count - 1].to;
            const double fraction = map->class_count > 1 ? map->list[at].to / last
                                    : last > 0           ? (double)map->values[index_of(map, tile)] / last
                                                         : 0;
            const color c =
                is_band ? scene_color(palette_distance((float)fraction)) : field_picture_region(at);
            memcpy(picture_pixel(&p, x, y), &c, 3);
        }
    draw_frame(&p, scale, plane, map->start_area, PALETTE_START);
    draw_frame(&p, scale, plane, map->goal_area, PALETTE_GOAL);
    draw_markers(&p, scale, plane, map->starts, map->start_count, PALETTE_START);
    draw_markers(&p, scale, plane, map->goals, map->goal_count, PALETTE_GOAL);
    code = png_write(&p, file);
    picture_destroy(&p);
    return code;
}

// ---- which of them

int area_map_write(const area_map* map, const char* value_name, double scale, double tolerance,
                   const char* file) {
    if (file_ends_in(file, ".png")) return write_picture(map, scale, file);
    if (file_ends_in(file, ".csv")) return write_table(map, value_name, file);
    if (file_ends_in(file, ".geojson")) return write_polygons(map, tolerance, file);
    const world_frame frame = world_frame_of(map->world);
    if (wend_grid_floors(wend_world_grid(map->world)) > 1)
        return command_fail(CLI_USAGE, "-o %s: a GeoTIFF has no floors; write .csv, .geojson or .png", file);
    return geotiff_write(&frame, map->area, map->values, file);
}
