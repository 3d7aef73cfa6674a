// world.c: how does JavaScript make, save, ask, change and draw a world?
//
// Functions take and return only numbers and addresses. Those that can fail return a wend_result; what else
// they return goes to wendjs_numbers or to an address that JavaScript gives.
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/import.h>
#include <wend/relief.h>

#include "wendjs.h"

wend_error wendjs_error;
double wendjs_numbers[18];

int32_t* wendjs_list_add(wendjs_list* list, int32_t words) {
    if (words > list->capacity - list->count) {
        int32_t capacity = list->capacity < 4096 ? 4096 : list->capacity;
        while (capacity - list->count < words) {
            if (capacity > INT32_MAX / 8) return NULL;
            capacity *= 2;
        }
        int32_t* grown = realloc(list->words, (size_t)capacity * sizeof *grown);
        if (!grown) return NULL;
        list->words = grown;
        list->capacity = capacity;
    }
    int32_t* added = list->words + list->count;
    list->count += words;
    return added;
}

EXPORT const char* wendjs_error_text(void) {
    return wendjs_error.text;
}
EXPORT double* wendjs_get_numbers(void) {
    return wendjs_numbers;
}
/// Bytes in use, of all that was ever allocated.
EXPORT double wendjs_used_bytes(void) {
    return (double)(uint32_t)mallinfo().uordblks;
}

static void split(uint64_t hash) {
    wendjs_numbers[0] = (double)(uint32_t)(hash >> 32);
    wendjs_numbers[1] = (double)(uint32_t)hash;
}

// ---- making

EXPORT wend_result wendjs_grid_create(int32_t width, int32_t height, int32_t floors, const uint8_t* classes,
                                      const float* class_costs, wend_connectivity connectivity,
                                      double least_cost, double greatest_cost, double tile_size, double x,
                                      double y, wend_grid** out) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    def.floors = floors;
    def.classes = classes;
    memcpy(def.class_costs, class_costs, sizeof def.class_costs);
    def.connectivity = connectivity;
    def.least_cost = (float)least_cost;
    def.greatest_cost = (float)greatest_cost;
    def.tile_size = (float)tile_size;
    def.origin = (wend_vec2){(float)x, (float)y};
    return wend_grid_create(&def, out);
}

/// points: pairs of slope and factor, where function_opt is NULL. limits:
/// max_climb, max_drop, unit_length, and the five factors of lanes.
EXPORT wend_result wendjs_grid_set_relief(wend_grid* grid, const float* elevations_opt, const float* points,
                                          int32_t point_count, const char* function_opt, const double* limits,
                                          const uint8_t* lanes_opt) {
    static wend_slope_point slopes[WEND_MAX_SLOPE_POINTS];
    wend_relief_def def = wend_default_relief_def();
    char unit[8];
    wend_result result = WEND_OK;
    if (function_opt) result = wend_slope_points(function_opt, slopes, &point_count, unit, &wendjs_error);
    for (int32_t i = 0; i < point_count && !function_opt; i++)
        slopes[i] = (wend_slope_point){points[2 * i], points[2 * i + 1]};
    def.elevations = elevations_opt;
    def.slopes = slopes;
    def.slope_count = point_count;
    def.max_climb = (float)limits[0];
    def.max_drop = (float)limits[1];
    def.unit_length = (float)limits[2];
    for (int32_t i = 0; i < WEND_LANE_ANGLES; i++) def.lane_factors[i] = (float)limits[3 + i];
    def.lanes = lanes_opt;
    return result == WEND_OK ? wend_grid_set_relief(grid, &def) : result;
}

/// Takes the grid, also when it fails.
EXPORT wend_result wendjs_world_build(wend_grid* grid, int32_t cluster_size, int32_t level_count,
                                      wend_world** out) {
    wend_world_def def = wend_default_world_def();
    def.cluster_size = cluster_size;
    def.level_count = level_count;
    wend_result result = wend_world_build(&grid, &def, out);
    wend_grid_destroy(grid);
    return result;
}

EXPORT wend_result wendjs_world_open(const void* bytes, size_t size, wend_world** out) {
    return wend_world_open_memory(bytes, size, NULL, out, &wendjs_error);
}

/// The bytes are for free(); their number is the first of wendjs_numbers.
EXPORT wend_result wendjs_world_save(const wend_world* world, void** out) {
    size_t size = 0;
    wend_result result = wend_world_save_memory(world, NULL, out, &size, &wendjs_error);
    wendjs_numbers[0] = (double)size;
    return result;
}

EXPORT wend_result wendjs_world_fork(const wend_world* world, int32_t snapshot, wend_world** out) {
    return snapshot ? wend_world_snapshot(world, out) : wend_world_fork(world, out);
}

// ---- importing map files

typedef struct legend {
    const char* text;
} legend;

// The only file that a map may name is its legend.
static wend_result open_legend(void* context, const char* name, wend_source* out) {
    const legend* l = context;
    if (!l->text || strcmp(name, "legend") != 0) return WEND_ERROR_IO;
    *out = (wend_source){.bytes = l->text, .size = strlen(l->text)};
    return WEND_OK;
}

static wend_import_info info;

/// values: blocked_below, cheapest, costliest, height_scale, max_climb, sea_level, water_cost, swamp_cost,
/// transparent_below, max_tiles.
EXPORT wend_result wendjs_import(const void* bytes, size_t size, const char* name, wend_image_rule rule,
                                 wend_channel channel, int32_t negate, const double* values,
                                 int32_t downscale, wend_downscale_by downscale_by,
                                 wend_connectivity connectivity, const char* letters, const char* legend_text,
                                 wend_grid** out) {
    legend l = {legend_text};
    wend_import_def def = wend_default_import_def();
    def.rule = rule;
    def.channel = channel;
    def.negate = negate != 0;
    def.blocked_below = (float)values[0];
    def.cheapest = (float)values[1];
    def.costliest = (float)values[2];
    def.height_scale = (float)values[3];
    def.max_climb = (float)values[4];
    def.sea_level = (float)values[5];
    def.water_cost = (float)values[6];
    def.swamp_cost = (float)values[7];
    def.transparent_below = (float)values[8];
    def.max_tiles = (int64_t)values[9];
    def.max_decoded = def.max_tiles;
    def.downscale = downscale;
    def.downscale_by = downscale_by;
    def.connectivity = connectivity;
    def.letters = letters;
    def.legend = legend_text ? "legend" : NULL;
    def.open = open_legend;
    def.open_context = &l;
    def.decode_in_process = true; // there is no other process
    const wend_source source = {.bytes = bytes, .size = size};
    memset(&info, 0, sizeof info);
    return wend_import_source(&source, name, &def, out, &info, &wendjs_error);
}

/// What the last import found: numbers.
EXPORT void wendjs_import_numbers(void) {
    const double numbers[] = {
        info.width,    info.height,          info.channels,        info.bits,
        info.darkest,  info.brightest,       info.blocked_below,   info.negate,
        info.is_image, info.suggested_below, info.suggests_height, info.suggests_negate};
    memcpy(wendjs_numbers, numbers, sizeof numbers);
}
/// And texts: 0 format, 1 rule, 2 warning, 3 warning about colours; 16 + i: meaning of class i.
EXPORT const char* wendjs_import_text(int32_t which) {
    switch (which) {
    case 0:
        return info.format;
    case 1:
        return info.rule;
    case 2:
        return info.warning;
    case 3:
        return info.color_warning;
    default:
        return which >= 16 && which < 16 + WEND_CLASS_COUNT ? info.meanings[which - 16] : "";
    }
}
EXPORT const uint32_t* wendjs_import_colors(void) {
    return info.class_colors;
}

// ---- reading

EXPORT void wendjs_world_numbers(const wend_world* world) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_world_info i = wend_world_get_info(world);
    const wend_vec2 origin = wend_grid_origin(grid);
    float least = 0, greatest = 0;
    wend_grid_cost_range(grid, &least, &greatest);
    const wend_rect map = wend_grid_area(grid);
    const double numbers[] = {map.width,
                              map.height,
                              wend_grid_connectivity(grid),
                              wend_grid_tile_size(grid),
                              origin.x,
                              origin.y,
                              (double)wend_grid_passable_count(grid),
                              i.cluster_size,
                              i.columns,
                              i.rows,
                              i.level_count,
                              (double)i.cluster_count,
                              (double)i.node_count,
                              (double)i.bytes,
                              least,
                              greatest,
                              map.x,
                              map.y};
    memcpy(wendjs_numbers, numbers, sizeof numbers);
}
EXPORT int32_t wendjs_floors(const wend_world* world) {
    return wend_grid_floors(wend_world_grid(world));
}
EXPORT wend_result wendjs_world_count(const wend_world* world) {
    wend_world_counts counts;
    wend_result result = wend_world_count(world, &counts);
    if (result != WEND_OK) return result;
    wendjs_numbers[0] = (double)counts.edge_count;
    wendjs_numbers[1] = (double)counts.component_count;
    wendjs_numbers[2] = (double)counts.largest_component;
    return WEND_OK;
}
EXPORT void wendjs_world_hash(const wend_world* world) {
    split(wend_world_hash(world));
}
EXPORT double wendjs_world_version(const wend_world* world) {
    return (double)wend_world_version(world);
}
EXPORT const float* wendjs_class_costs(const wend_world* world) {
    return wend_grid_class_costs(wend_world_grid(world));
}
EXPORT void wendjs_class_counts(const wend_world* world, double* out) {
    const int64_t* counts = wend_grid_class_counts(wend_world_grid(world));
    for (int32_t i = 0; i < WEND_CLASS_COUNT; i++) out[i] = (double)counts[i];
}
EXPORT void wendjs_classes(const wend_world* world, uint8_t* out) {
    const wend_grid* grid = wend_world_grid(world);
    wend_rect all = wend_grid_area(grid);
    for (; all.floor < wend_grid_floors(grid); all.floor++, out += (size_t)all.width * (size_t)all.height)
        wend_grid_read(grid, all, out, 0);
}
EXPORT double wendjs_cost_at(const wend_world* world, int32_t x, int32_t y, int32_t floor) {
    return wend_grid_cost(wend_world_grid(world), (wend_tile){x, y, (uint16_t)floor});
}
EXPORT int32_t wendjs_connected(const wend_world* world, int32_t x, int32_t y, int32_t floor, int32_t to_x,
                                int32_t to_y, int32_t to_floor) {
    return wend_world_connected(world, (wend_tile){x, y, (uint16_t)floor},
                                (wend_tile){to_x, to_y, (uint16_t)to_floor});
}

// ---- changing

/// Eight words for each edit: kind; x, y, width, height, or the two tiles of a step or wall; closed; class;
/// floor.
EXPORT wend_result wendjs_edit(wend_world* world, const int32_t* words, int32_t count) {
    wend_edit* edits = malloc(((size_t)count + 1) * sizeof *edits);
    if (!edits) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < count; i++, words += 8) {
        const uint16_t floor = (uint16_t)words[7];
        const wend_tile a = {words[1], words[2], floor}, b = {words[3], words[4], floor};
        edits[i] = words[0] == WEND_EDIT_TILES
                       ? wend_edit_tiles((wend_rect){a.x, a.y, b.x, b.y, floor}, (uint8_t)words[6])
                   : words[0] == WEND_EDIT_STEP ? wend_edit_step(a, b, words[5] != 0)
                                                : wend_edit_wall(a, b, words[5] != 0);
    }
    int32_t rebuilt = 0;
    wend_result result = wend_world_edit(world, edits, count, &rebuilt);
    free(edits);
    wendjs_numbers[0] = rebuilt;
    return result;
}
EXPORT wend_result wendjs_add_ground(wend_world* world, int32_t x, int32_t y, int32_t width, int32_t height,
                                     int32_t floor, const uint8_t* classes) {
    return wend_world_add_ground(world, (wend_rect){x, y, width, height, (uint16_t)floor}, classes, 0);
}
EXPORT wend_result wendjs_remove_ground(wend_world* world, int32_t x, int32_t y, int32_t width,
                                        int32_t height, int32_t floor) {
    return wend_world_remove_ground(world, (wend_rect){x, y, width, height, (uint16_t)floor});
}
EXPORT wend_result wendjs_refresh(wend_world* world, int32_t max_clusters) {
    bool refreshed = false;
    wend_result result = wend_world_refresh(world, max_clusters, &refreshed);
    wendjs_numbers[0] = refreshed;
    return result;
}
EXPORT wend_result wendjs_add_link(wend_world* world, int32_t x, int32_t y, int32_t floor, int32_t to_x,
                                   int32_t to_y, int32_t to_floor, double cost, double duration,
                                   wend_link_kind kind) {
    wend_link link = wend_default_link((wend_tile){x, y, (uint16_t)floor},
                                       (wend_tile){to_x, to_y, (uint16_t)to_floor}, (float)cost);
    link.duration = (float)duration;
    link.kind = kind;
    int32_t id = -1;
    wend_result result = wend_world_add_link(world, &link, &id);
    wendjs_numbers[0] = id;
    return result;
}
/// Cost of a link and whether it is enabled; false: there is none.
EXPORT int32_t wendjs_link(const wend_world* world, int32_t id) {
    const wend_link* link = wend_grid_find_link(wend_world_grid(world), id);
    if (!link) return 0;
    wendjs_numbers[0] = link->cost;
    wendjs_numbers[1] = link->enabled;
    return 1;
}

// ---- drawing

enum { SHAPE_WORDS = 5 }; // its kind, and as floats a rectangle or the two ends of a line

static void add_shape(wendjs_list* list, wend_draw_kind kind, float a, float b, float c, float d) {
    int32_t* words = wendjs_list_add(list, SHAPE_WORDS);
    if (!words) return;
    const float corners[4] = {a, b, c, d};
    words[0] = (int32_t)kind;
    memcpy(words + 1, corners, sizeof corners);
}
static void add_line(wend_draw_kind kind, wend_vec2 from, wend_vec2 to, void* context) {
    add_shape(context, kind, from.x, from.y, to.x, to.y);
}
static void add_rect(wend_draw_kind kind, wend_rect tiles, void* context) {
    add_shape(context, kind, (float)tiles.x, (float)tiles.y, (float)tiles.width, (float)tiles.height);
}

static wendjs_list shapes;

EXPORT const int32_t* wendjs_shapes(void) {
    return shapes.words;
}
EXPORT void wendjs_free_shapes(void) {
    free(shapes.words);
    shapes = (wendjs_list){0};
}
EXPORT wend_result wendjs_draw(const wend_world* world, uint32_t layers, int32_t x, int32_t y, int32_t width,
                               int32_t height, int32_t floor, int32_t level) {
    shapes.count = 0;
    const wend_debug_draw draw = {add_line, add_rect, &shapes, {x, y, width, height, (uint16_t)floor}, level};
    wend_result result = wend_world_draw(world, layers, &draw);
    const int32_t count = shapes.count / SHAPE_WORDS;
    wendjs_numbers[0] = count;
    return result;
}
