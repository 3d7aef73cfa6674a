// overlay_options.c: which shapes, dangers and unknown ground does a query avoid, this time?
#include "overlay_options.h"
#include "clean_text.h"
#include "memory.h"
#include "output.h"
#include "places.h"
#include "plan.h"
#include "tile_set.h"
#include "world_file.h"

#include "wend/import.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- texts

// Splits "BODY=COST" at its last '=', if a number follows. *cost_out stays when there is none.
static char* split_cost(const char* text, double* cost_out, bool* has_cost_out) {
    const char* equals = strrchr(text, '=');
    *has_cost_out = equals != NULL && options_parse_number(equals + 1, cost_out);
    const size_t length = *has_cost_out ? (size_t)(equals - text) : strlen(text);
    return memory_text(text, length);
}

// Takes "@FLOOR" off the end of a text. False: the map has no such floor.
static bool split_floor(char* body, const wend_world* world, int32_t* floor_out) {
    char* at = strrchr(body, '@');
    double floor = 0;
    *floor_out = 0;
    if (at == NULL || strspn(at + 1, "0123456789") != strlen(at + 1) || !options_parse_number(at + 1, &floor))
        return true;
    *at = '\0';
    *floor_out = floor < WEND_MAX_FLOORS ? (int32_t)floor : WEND_MAX_FLOORS;
    return *floor_out < wend_grid_floors(wend_world_grid(world));
}

static int no_floor(const char* option_text, const char* text, const wend_world* world) {
    return command_fail(CLI_USAGE, "%s %s names no floor of the map, which has 0..%d", option_text, text,
                        wend_grid_floors(wend_world_grid(world)) - 1);
}

// Reads numbers with commas between. False for anything else.
static bool read_numbers(const char* text, int count, double* out) {
    for (int i = 0; i < count; i++) {
        char* end;
        if (strspn(text, "-.0123456789") == 0) return false;
        out[i] = strtod(text, &end);
        if (end == text || !isfinite(out[i]) || *end != (i + 1 < count ? ',' : '\0')) return false;
        text = end + 1;
    }
    return true;
}

// ---- shapes

typedef struct shape_reader {
    const char* text; // the argument
    const wend_world* world;
    int units;
    int32_t floor;
    float cost;
} shape_reader;

static int expects(const shape_reader* r, const char* what) {
    return command_fail(CLI_USAGE, "--avoid expects %s, got '%s'", what, r->text);
}

// Points in the unit of the command as points in tiles. A tile stands for its centre.
static int to_tiles(const shape_reader* r, world_point* points, int32_t count, wend_vec2* out) {
    const world_frame frame = world_frame_of(r->world);
    const wend_grid* grid = wend_world_grid(r->world);
    int code = CLI_OK;
    if (r->units == UNITS_LONLAT) code = lonlat_to_positions(&frame, points, count);
    for (int32_t i = 0; i < count && code == CLI_OK; i++) {
        world_point at = {points[i].x + 0.5, points[i].y + 0.5};
        const bool is_whole = points[i].x == floor(points[i].x) && points[i].y == floor(points[i].y);
        if (r->units != UNITS_TILES)
            at = world_frame_column_row(&frame, points[i]);
        else if (frame.hexagons != NULL &&
                 !(is_whole && fabs(points[i].x) <= WEND_MAX_SIDE && fabs(points[i].y) <= WEND_MAX_SIDE))
            code = expects(r, "whole numbers on hexagons (or --units world)");
        else if (frame.hexagons != NULL) {
            const wend_vec2 center =
                wend_grid_center(grid, (wend_tile){(int32_t)points[i].x, (int32_t)points[i].y});
            at = world_frame_column_row(&frame, (world_point){(double)center.x, (double)center.y});
        }
        out[i] = (wend_vec2){(float)at.x, (float)at.y};
        if (code == CLI_OK && !(isfinite(out[i].x) && isfinite(out[i].y)))
            code = expects(r, "positions that the map can have");
    }
    return code;
}

static int add(const shape_reader* r, wend_overlay* overlay, wend_shape shape, const wend_vec2* points,
               int32_t count, double around) {
    const wend_rect map = wend_grid_area(wend_world_grid(r->world));
    const double map_right = (double)map.x + map.width, map_bottom = (double)map.y + map.height;
    double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
    for (int32_t i = 0; i < count; i++) {
        left = fmin(left, (double)points[i].x - around);
        right = fmax(right, (double)points[i].x + around);
        top = fmin(top, (double)points[i].y - around);
        bottom = fmax(bottom, (double)points[i].y + around);
    }
    if (right < map.x || bottom < map.y || left > map_right || top > map_bottom)
        return command_fail(CLI_USAGE,
                            "--avoid %s lies outside the map, which has x in %d..%d and y in %d..%d", r->text,
                            map.x, map.x + map.width - 1, map.y, map.y + map.height - 1);
    int32_t handle;
    shape.floor = r->floor;
    const wend_result result = wend_overlay_add(overlay, &shape, &handle);
    return world_result(r->world, cli_command_name(), result);
}

static int add_disc(const shape_reader* r, wend_overlay* overlay, const char* numbers) {
    double n[3];
    const world_frame frame = world_frame_of(r->world);
    if (!read_numbers(numbers, 3, n) || n[2] < 0)
        return expects(r, "disc:X,Y,R or disc:X,Y,R=COST, R at least 0");
    wend_vec2 center;
    world_point at = {n[0], n[1]};
    const int code = to_tiles(r, &at, 1, &center);
    const double radius = r->units == UNITS_TILES ? n[2] : n[2] / world_frame_tile_size(&frame);
    const wend_shape shape = wend_shape_disc(center, (float)radius, r->cost);
    return code == CLI_OK ? add(r, overlay, shape, &center, 1, radius) : code;
}

static int add_rect(const shape_reader* r, wend_overlay* overlay, const char* numbers) {
    double n[4];
    wend_rect area;
    if (r->units == UNITS_TILES) {
        if (!tile_area_parse(numbers, &area))
            return expects(r, "rect:X,Y,W,H or rect:X,Y,W,H=COST, whole numbers, W and H at least 1");
        const wend_shape shape = wend_shape_rect(area, r->cost);
        const wend_vec2 ends[] = {
            {(float)area.x + 0.5f, (float)area.y + 0.5f},
            {(float)area.x + (float)area.width - 0.5f, (float)area.y + (float)area.height - 0.5f}};
        return add(r, overlay, shape, ends, 2, 0);
    }
    if (!read_numbers(numbers, 4, n) || !(n[2] > 0 && n[3] > 0))
        return expects(r, "rect:X,Y,W,H or rect:X,Y,W,H=COST, W and H above 0");
    const double right = n[0] + n[2], bottom = n[1] + n[3]; // the map may be rotated: a polygon of its tiles
    world_point corners[] = {{n[0], n[1]}, {right, n[1]}, {right, bottom}, {n[0], bottom}};
    wend_vec2 points[4];
    const int code = to_tiles(r, corners, 4, points);
    const wend_shape shape = wend_shape_polygon(points, 4, r->cost);
    return code == CLI_OK ? add(r, overlay, shape, points, 4, 0) : code;
}

static int add_polygon(const shape_reader* r, wend_overlay* overlay, const char* file) {
    world_point* listed = NULL;
    int32_t count = 0;
    int code = places_read_points(file, &listed, &count);
    if (code == CLI_OK && (count < 3 || count > WEND_MAX_SHAPE_POINTS))
        code = cli_fail(CLI_BAD_INPUT, "%s: lists %d points, expected a polygon of 3 to %d", file, count,
                        WEND_MAX_SHAPE_POINTS);
    wend_vec2* points = memory_for(count, sizeof *points, "points");
    if (code == CLI_OK) code = to_tiles(r, listed, count, points);
    const wend_shape shape = wend_shape_polygon(points, count, r->cost);
    if (code == CLI_OK) code = add(r, overlay, shape, points, count, 0);
    free(points);
    free(listed);
    return code;
}

static int add_shape(const wend_world* world, int units, const char* text, wend_overlay* overlay) {
    static const struct {
        const char* name;
        int (*add)(const shape_reader* r, wend_overlay* overlay, const char* body);
    } kinds[] = {{"disc:", add_disc}, {"rect:", add_rect}, {"polygon:", add_polygon}};
    shape_reader r = {text, world, units, 0, INFINITY};
    double cost = 0;
    bool has_cost;
    char* body = split_cost(text, &cost, &has_cost);
    int code = -1;
    if (has_cost) r.cost = (float)cost;
    if (has_cost && !(cost >= 0 && cost <= (double)WEND_MAX_CLASS_COST))
        code = command_fail(CLI_USAGE, "--avoid %s: expected a cost in 0..%g, or none for blocked", text,
                            (double)WEND_MAX_CLASS_COST);
    if (code < 0 && !split_floor(body, world, &r.floor)) code = no_floor("--avoid", text, world);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && code < 0; i++) {
        const size_t length = strlen(kinds[i].name);
        if (strncmp(body, kinds[i].name, length) == 0) code = kinds[i].add(&r, overlay, body + length);
    }
    if (code < 0)
        code = expects(&r,
                       "disc:X,Y,R, rect:X,Y,W,H or polygon:FILE.csv, each with @FLOOR and =COST or without");
    free(body);
    return code;
}

// ---- images

// The brightness of an image with a pixel for each tile, as bytes row by row.
static int read_image(const char* option_text, const char* file, const wend_grid* map, uint8_t** out) {
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_LINEAR;
    def.cheapest = 2; // so that the cost is the brightness and 1
    def.costliest = 1;
    wend_grid* grid = NULL;
    wend_import_info* info = memory_for(1, sizeof *info, "image");
    wend_error error = {0};
    const wend_result result = wend_import_file(file, &def, &grid, info, &error);
    const bool is_image = result == WEND_OK && info->is_image && strcmp(info->rule, "linear") == 0;
    free(info);
    const bool takes_no_rule = result == WEND_ERROR_ARGUMENT; // such as a ROS map
    if (result != WEND_OK && !takes_no_rule) return cli_fail_error(&error, result, CLI_READING);
    const int32_t width = wend_grid_width(map), height = wend_grid_height(map);
    int code = CLI_OK;
    if (!is_image)
        code = cli_fail(CLI_BAD_INPUT, "%s: is no image, as %s expects", file, option_text);
    else if (wend_grid_width(grid) != width || wend_grid_height(grid) != height)
        code = cli_fail(CLI_BAD_INPUT,
                        "%s: has %d x %d pixels, but the map %d x %d tiles; %s expects one for each", file,
                        wend_grid_width(grid), wend_grid_height(grid), width, height, option_text);
    uint8_t* bytes = code == CLI_OK ? memory_for((int64_t)width * height, 1, "pixels") : NULL;
    const float* costs = wend_grid_class_costs(grid);
    for (int32_t y = 0; y < height && code == CLI_OK; y++) {
        uint8_t* row = bytes + (int64_t)y * width;
        wend_grid_read(grid, (wend_rect){0, y, width, 1}, row, 0);
        for (int32_t x = 0; x < width; x++) // a blocked pixel is transparent
            row[x] = costs[row[x]] > 1 ? (uint8_t)lround(((double)costs[row[x]] - 1) * 255) : 0;
    }
    wend_grid_destroy(grid);
    *out = bytes;
    return code;
}

// What --fog or --danger names: IMAGE[@FLOOR][=NUMBER].
typedef struct image_argument {
    char* file;
    int32_t floor;
    double number;
    bool has_number;
} image_argument;

// CLI_OK or an exit code. The file is freed by the caller, whatever the result.
static int read_argument(const char* option_text, const char* text, const wend_world* world,
                         image_argument* out) {
    *out = (image_argument){.file = NULL};
    out->file = split_cost(text, &out->number, &out->has_number);
    return split_floor(out->file, world, &out->floor) ? CLI_OK : no_floor(option_text, text, world);
}

static wend_rect floor_area(const wend_grid* grid, int32_t floor) {
    wend_rect area = wend_grid_area(grid);
    area.floor = (uint16_t)floor;
    return area;
}

static int add_fog(const wend_world* world, const char* text, wend_overlay* overlay) {
    const wend_grid* grid = wend_world_grid(world);
    const int64_t tiles = (int64_t)wend_grid_width(grid) * wend_grid_height(grid);
    image_argument a;
    uint8_t* bytes = NULL;
    int code = read_argument("--fog", text, world, &a);
    if (code == CLI_OK && !a.has_number && strchr(text, '=') != NULL && access(a.file, F_OK) != 0)
        code = command_fail(CLI_USAGE, "--fog expects IMAGE, IMAGE@FLOOR or IMAGE=COST, got '%s'", text);
    if (code == CLI_OK && a.has_number &&
        !(a.number >= (double)WEND_MIN_CLASS_COST && a.number <= (double)WEND_MAX_CLASS_COST))
        code = command_fail(CLI_USAGE, "--fog %s: expected a cost in %g..%g, or none for blocked", text,
                            (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST);
    if (code == CLI_OK) code = read_image("--fog", a.file, grid, &bytes);
    for (int64_t i = 0; i < tiles && code == CLI_OK; i++) bytes[i] = bytes[i] >= 128;
    wend_result result = code == CLI_OK ? wend_overlay_hide(overlay, (float)a.number) : WEND_OK;
    for (int32_t i = 0; i < wend_grid_floors(grid) && code == CLI_OK && result == WEND_OK; i++)
        result =
            wend_overlay_see(overlay, floor_area(grid, i), i == a.floor ? bytes : NULL, 0); // others: all
    if (result != WEND_OK) code = world_result(world, cli_command_name(), result);
    free(bytes);
    free(a.file);
    return code;
}

static int add_danger(const wend_world* world, const char* text, wend_overlay* overlay) {
    const wend_grid* grid = wend_world_grid(world);
    image_argument a;
    int32_t handle;
    uint8_t* bytes = NULL;
    int code = read_argument("--danger", text, world, &a);
    if (code == CLI_OK && (!a.has_number || !(a.number >= 0 && a.number <= (double)WEND_MAX_CLASS_COST)))
        code = command_fail(CLI_USAGE, "--danger expects IMAGE=SCALE with a scale in 0..%g, got '%s'",
                            (double)WEND_MAX_CLASS_COST, text);
    if (code == CLI_OK) code = read_image("--danger", a.file, grid, &bytes);
    if (code == CLI_OK) {
        const wend_result result = wend_overlay_add_image(overlay, floor_area(grid, a.floor), bytes, 0,
                                                          (float)(a.number / 255), 0, &handle);
        if (result != WEND_OK) code = world_result(world, cli_command_name(), result);
    }
    free(bytes);
    free(a.file);
    return code;
}

// ---- overlays

// Makes the world that the options describe, over another one, which must outlive it; without any that
// world itself. The caller destroys *overlay_out, which may be NULL, when it no longer needs *out. CLI_OK or
// an exit code, the reason printed.
static int overlay_open(const wend_world* world, int units, const overlay_options* o,
                        wend_overlay** overlay_out, const wend_world** out) {
    *overlay_out = NULL;
    *out = world;
    if (o->avoid.count == 0 && o->danger.count == 0 && o->fog == NULL) return CLI_OK;
    wend_overlay* overlay = NULL;
    wend_result result = wend_overlay_create(world, &overlay);
    int code = world_result(world, cli_command_name(), result);
    if (code == CLI_OK && o->fog != NULL) code = add_fog(world, o->fog, overlay);
    for (int i = 0; i < o->danger.count && code == CLI_OK; i++)
        code = add_danger(world, o->danger.items[i], overlay);
    for (int i = 0; i < o->avoid.count && code == CLI_OK; i++)
        code = add_shape(world, units, o->avoid.items[i], overlay);
    if (code == CLI_OK) result = wend_overlay_world(overlay, out);
    if (code == CLI_OK && result == WEND_ERROR_LIMIT)
        code = command_fail(CLI_USAGE,
                            "--avoid, --danger and --fog: their costs with those of the map are more than "
                            "the %d classes of a world can hold, or too far apart (%g times at most)",
                            WEND_CLASS_COUNT, (double)WEND_MAX_COST_RATIO);
    else if (code == CLI_OK && result != WEND_OK)
        code = world_result(world, cli_command_name(), result);
    if (code == CLI_OK)
        *overlay_out = overlay;
    else
        wend_overlay_destroy(overlay);
    return code;
}

static int work_on_view(view_options* a, view_work* work) {
    wend_world* opened = NULL;
    wend_overlay* overlay = NULL;
    const wend_world *world = NULL, *view = NULL;
    int code = (a->opener != NULL ? a->opener : world_open)(a->world, &a->patches, &opened);
    if (code == CLI_OK) code = overlay_open(opened, a->units, &a->overlay, &overlay, &world);
    if (code == CLI_OK) code = profile_view(world, a->profile, &view);
    a->opened = opened;
    a->map = world;
    if (code == CLI_OK) code = work(a, view);
    wend_overlay_destroy(overlay);
    wend_world_destroy(opened);
    return code;
}

int view_run(const command* self, int argc, char** argv, view_options* a, int (*check_opt)(void* arguments),
             view_work* work) {
    int code = options_parse(self, argc, argv, a);
    a->self = self;
    if (code == OPTIONS_GO) {
        code = check_opt != NULL ? check_opt(a) : CLI_OK;
        if (code == CLI_OK) code = work_on_view(a, work);
    }
    options_free(self, a);
    return code;
}

cJSON* view_json(const view_options* a) {
    cJSON* json = cJSON_CreateObject();
    json_text(json, "world", a->world);
    if (a->profile != NULL) json_text(json, "profile", a->profile);
    return json;
}

void view_json_print(const view_options* a, cJSON* json) {
    for (const option* o = a->self->options; o->kind != OPTION_END; o++)
        if (option_output(o, a) != NULL) json_text(json, o->name, option_output(o, a));
    json_print(json);
}

bool view_speaks(const view_options* a, bool has_list) {
    bool has_file = false, has_stream = false;
    for (const option* o = a->self->options; o->kind != OPTION_END; o++) {
        const char* file = option_output(o, a);
        has_file |= file != NULL;
        has_stream |= file != NULL && output_is_stream(file);
    }
    return !has_stream && (!a->common.quiet || !has_file || has_list);
}

void view_print_written(const view_options* a) {
    for (const option* o = a->self->options; o->kind != OPTION_END; o++)
        if (option_output(o, a) != NULL) printf("written      %s\n", shown(option_output(o, a)));
}
