// path_file.c: how is a path written to a file that other programs read?
#include "path_file.h"
#include "gdal_program.h"
#include "path_length.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wend/relief.h>

_Static_assert(sizeof(world_point) == sizeof(wend_geo_point), "both are x and y");

wend_result path_file_transform(const world_frame* f, bool to_wgs84, world_point* points_io, int32_t count,
                                wend_error* error) {
    const char* why =
        !f->geo.has_transform
            ? "this world has no coordinates, so no longitude and latitude; those of GeoTIFF and "
              "other rasters have (see wend info)"
        : f->geo.kind == WEND_GEO_NONE ? "the coordinates of this world belong to no known coordinate "
                                         "system, so they have no longitude and "
                                         "latitude (gdal_edit.py -a_srs gives a raster one)"
                                       : NULL;
    if (why != NULL) {
        error->result = WEND_ERROR_ARGUMENT;
        snprintf(error->text, sizeof error->text, "%s", why);
        return error->result;
    }
    wend_geo_point* points = malloc((size_t)(count > 0 ? count : 1) * sizeof *points);
    if (points == NULL) {
        error->result = WEND_ERROR_MEMORY;
        snprintf(error->text, sizeof error->text, "out of memory");
        return error->result;
    }
    for (int32_t i = 0; i < count; i++) points[i] = (wend_geo_point){points_io[i].x, points_io[i].y};
    const wend_result result = wend_geo_transform(&f->geo, gdal_program(), to_wgs84, points, count, error);
    for (int32_t i = 0; i < count && result == WEND_OK; i++)
        points_io[i] = (world_point){points[i].x, points[i].y};
    free(points);
    return result;
}

bool file_ends_in(const char* file, const char* ending) {
    const size_t length = strlen(file), size = strlen(ending);
    return length > size && strcasecmp(file + length - size, ending) == 0;
}

path_format path_file_format(const char* file) {
    static const char* const endings[PATH_FORMATS] = {".csv", ".geojson", ".gpx"};
    int format = 0;
    while (format < PATH_FORMATS && !file_ends_in(file, endings[format])) format++;
    return (path_format)format;
}

// ---- files

// Makes room for so many more bytes. False: it has failed.
static bool reserve(file_text* t, size_t more) {
    enum { ROOM = 4096 };
    if (t->failed || more <= t->capacity - t->size) return !t->failed;
    const size_t capacity = 2 * t->capacity + more + ROOM;
    char* bytes = realloc(t->bytes, capacity);
    t->failed = bytes == NULL;
    if (t->failed) return false;
    t->bytes = bytes;
    t->capacity = capacity;
    return true;
}

void file_text_add(file_text* t, const char* format, ...) {
    for (size_t more = 1; reserve(t, more);) {
        va_list arguments;
        const size_t room = t->capacity - t->size;
        va_start(arguments, format);
        const int length = vsnprintf(t->bytes + t->size, room, format, arguments);
        va_end(arguments);
        t->failed = length < 0;
        more = (size_t)length + 1;
        if (t->failed || more > room) continue;
        t->size += (size_t)length;
        return;
    }
}

void file_text_append(file_text* t, const void* bytes, size_t size) {
    if (!reserve(t, size)) return;
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
}

// The points that follow the first one on its floor: at least one, on a map of one floor all.
static int32_t stretch(const path_record* path, int32_t first) {
    int32_t end = first + 1;
    while (end < path->count && (!path->has_floors || path->tiles[end].floor == path->tiles[first].floor))
        end++;
    return end - first;
}

// The name of a file may have any characters; those with a meaning are escaped.
static void add_name(file_text* t, const char* name, bool is_xml) {
    for (const char* c = name; *c != '\0'; c++) {
        if ((unsigned char)*c < 0x20)
            file_text_add(t, "?");
        else if (is_xml && (*c == '<' || *c == '>' || *c == '&'))
            file_text_add(t, "&#%d;", *c);
        else if (!is_xml && (*c == '"' || *c == '\\'))
            file_text_add(t, "\\%c", *c);
        else
            file_text_add(t, "%c", *c);
    }
}

static void add_position(file_text* t, const path_record* path, int32_t i, bool has_height) {
    file_text_add(t, "[%.8f,%.8f", path->points[i].x, path->points[i].y);
    if (has_height) file_text_add(t, ",%.2f", path->heights[i]);
    file_text_add(t, "]");
}

// A line, or a point. is_part: of a path over floors; a stretch of one point then has it twice, so that all
// are lines.
static void add_feature(file_text* t, const path_record* path, int32_t first, int32_t count, bool is_part,
                        int32_t part) {
    bool has_heights = path->heights != NULL; // of all points or of none, as a position is not half known
    for (int32_t i = 0; i < path->count && has_heights; i++) has_heights = !isnan(path->heights[i]);
    file_text_add(t, "{\"type\":\"Feature\",\"properties\":{\"world\":\"");
    add_name(t, path->world, false);
    file_text_add(t, "\",\"outcome\":\"%s\",\"cost\":%.6f,\"length_m\":%.3f", path->outcome, path->cost,
                  path->metres);
    if (is_part) file_text_add(t, ",\"floor\":%d,\"part\":%d", path->tiles[first].floor, part);
    const bool is_line = count > 1 || is_part;
    file_text_add(t, "},\n\"geometry\":{\"type\":\"%s\",\"coordinates\":", is_line ? "LineString" : "Point");
    for (int32_t i = 0; i < count; i++) {
        file_text_add(t, "%s", i > 0 ? ",\n" : is_line ? "[\n" : "");
        add_position(t, path, first + i, has_heights);
    }
    if (is_line && count == 1) {
        file_text_add(t, ",\n");
        add_position(t, path, first, has_heights);
    }
    file_text_add(t, "%s}}", is_line ? "]" : "");
}

static void add_geojson(file_text* t, const path_record* path) {
    if (path->has_floors) file_text_add(t, "{\"type\":\"FeatureCollection\",\"features\":[\n");
    for (int32_t at = 0, part = 0, count; at < path->count; at += count, part++) {
        count = stretch(path, at);
        if (at > 0) file_text_add(t, ",\n");
        add_feature(t, path, at, count, path->has_floors, part);
    }
    file_text_add(t, path->has_floors ? "]}\n" : "\n");
}

static void add_gpx(file_text* t, const path_record* path) {
    file_text_add(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<gpx version=\"1.1\" creator=\"wend\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n");
    for (int32_t at = 0, count; at < path->count; at += count) {
        count = stretch(path, at);
        file_text_add(t, "<trk><name>");
        add_name(t, path->world, true);
        if (path->has_floors) file_text_add(t, ", floor %d", path->tiles[at].floor);
        file_text_add(t, "</name><desc>%s, cost %.6f, %.0f m</desc><trkseg>\n", path->outcome, path->cost,
                      path->metres);
        for (int32_t i = at; i < at + count; i++) {
            const double height = path->heights != NULL ? path->heights[i] : NAN;
            file_text_add(t, "<trkpt lat=\"%.8f\" lon=\"%.8f\"", path->points[i].y, path->points[i].x);
            if (isnan(height))
                file_text_add(t, "/>\n");
            else
                file_text_add(t, "><ele>%.2f</ele></trkpt>\n", height);
        }
        file_text_add(t, "</trkseg></trk>%s", at + count < path->count ? "\n" : "");
    }
    file_text_add(t, "</gpx>\n");
}

static void add_csv(file_text* t, const path_record* path) {
    file_text_add(t, "x,y,tile_x,tile_y%s\n", path->has_floors ? ",floor" : "");
    for (int32_t i = 0; i < path->count; i++) {
        file_text_add(t, "%.9g,%.9g,%d,%d", path->points[i].x, path->points[i].y, path->tiles[i].x,
                      path->tiles[i].y);
        if (path->has_floors) file_text_add(t, ",%d", path->tiles[i].floor);
        file_text_add(t, "\n");
    }
}

// {-1, -1} off the map.
static wend_tile waypoint_tile(const wend_path* path, const wend_grid* grid, int32_t i) {
    int32_t count = 0;
    wend_tile tile = {-1, -1};
    const wend_vec2* waypoints = wend_path_waypoints(path, &count);
    const uint16_t* floors = wend_path_waypoint_floors(path, &count); // NULL: there is one
    wend_grid_tile_at_floor(grid, waypoints[i], floors != NULL ? floors[i] : 0, &tile);
    return tile;
}

void path_file_add(const path_record* path, path_format format, file_text* t) {
    if (format == PATH_GEOJSON)
        add_geojson(t, path);
    else if (format == PATH_GPX)
        add_gpx(t, path);
    else
        add_csv(t, path);
}

// ---- paths that were found

typedef struct line {
    world_point* points;
    wend_tile* tiles;
    double* heights;
    int32_t count;
} line;

// Appends a path, whose first point may be the last one so far.
static void append(line* l, const world_frame* frame, const wend_grid* grid, const wend_path* path,
                   bool by_waypoints) {
    int32_t count = 0, waypoint_count = 0;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const wend_vec2* waypoints = wend_path_waypoints(path, &waypoint_count);
    by_waypoints = by_waypoints && waypoint_count > 0;
    for (int32_t i = 0; i < (by_waypoints ? waypoint_count : count); i++) {
        const wend_tile tile = by_waypoints ? waypoint_tile(path, grid, i) : tiles[i];
        if (i == 0 && l->count > 0 && memcmp(&l->tiles[l->count - 1], &tile, sizeof tile) == 0) continue;
        l->tiles[l->count] = tile;
        // A waypoint is the centre of a tile, in numbers of less precision.
        l->points[l->count] = wend_grid_contains(grid, tile) ? world_frame_center(frame, tile)
                                                             : world_frame_position(frame, waypoints[i]);
        l->heights[l->count++] = (double)wend_grid_elevation(grid, tile);
    }
}

wend_result path_file_of(const char* name, const wend_world* world, wend_path* const* paths, int32_t count,
                         bool by_waypoints, double cost_scale, path_format format, file_text* out,
                         wend_error* error) {
    const wend_grid* grid = wend_world_grid(world);
    const world_frame frame = world_frame_of(world);
    path_record record = {.world = name, .outcome = wend_outcome_string(WEND_FOUND)};
    size_t most = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t tiles = 0, waypoints = 0;
        wend_path_tiles(paths[i], &tiles);
        wend_path_waypoints(paths[i], &waypoints);
        most += (size_t)(tiles > waypoints ? tiles : waypoints);
        record.cost += wend_path_cost(paths[i]) * cost_scale;
        record.metres += path_metres(paths[i], &frame);
        if (wend_path_outcome(paths[i]) != WEND_FOUND)
            record.outcome = wend_outcome_string(wend_path_outcome(paths[i]));
    }
    *error = (wend_error){.result = most == 0 ? WEND_ERROR_ARGUMENT : WEND_OK, .text = "there is no path"};
    if (most == 0) return error->result;
    line l = {.points = malloc(most * sizeof *l.points),
              .tiles = malloc(most * sizeof *l.tiles),
              .heights = malloc(most * sizeof *l.heights)};
    out->failed |= l.points == NULL || l.tiles == NULL || l.heights == NULL;
    if (!out->failed) {
        for (int32_t i = 0; i < count; i++) append(&l, &frame, grid, paths[i], by_waypoints);
        if (format != PATH_CSV) path_file_transform(&frame, true, l.points, l.count, error);
        record.points = l.points;
        record.tiles = l.tiles;
        if (wend_grid_has_elevations(grid)) record.heights = l.heights;
        record.count = l.count;
        record.has_floors = wend_grid_floors(grid) > 1;
        if (error->result == WEND_OK) path_file_add(&record, format, out);
    }
    if (error->result == WEND_OK && out->failed)
        *error = (wend_error){.result = WEND_ERROR_MEMORY, .text = "out of memory"};
    free(l.points);
    free(l.tiles);
    free(l.heights);
    return error->result;
}
