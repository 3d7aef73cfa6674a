// path_file.c: how is a path written to a file that other programs read?
#include "path_file.h"
#include "gdal_program.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

path_format path_file_format(const char* file) {
    static const char* const endings[PATH_FORMATS] = {".csv", ".geojson", ".gpx"};
    const size_t length = strlen(file);
    int format = 0;
    for (; format < PATH_FORMATS; format++) {
        const size_t ending = strlen(endings[format]);
        if (length > ending && strcasecmp(file + length - ending, endings[format]) == 0) break;
    }
    return (path_format)format;
}

// ---- files

enum { POINT_BYTES = 128, FRAME_BYTES = 4096 }; // of a point, and of all else

typedef struct text {
    char* bytes;
    size_t size, capacity;
} text;

static bool begin(text* t, const path_record* path) {
    t->size = 0;
    t->capacity = (size_t)path->count * POINT_BYTES + FRAME_BYTES;
    t->bytes = malloc(t->capacity);
    return t->bytes != NULL;
}

static void add(text* t, const char* format, ...) __attribute__((format(printf, 2, 3)));
static void add(text* t, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(t->bytes + t->size, t->capacity - t->size, format, arguments);
    va_end(arguments);
    if (length > 0) t->size += (size_t)length < t->capacity - t->size ? (size_t)length : 0;
}

// The name of a file may have any characters; those with a meaning are escaped.
static void add_name(text* t, const char* name, bool is_xml) {
    for (const char* c = name; *c != '\0'; c++) {
        if ((unsigned char)*c < 0x20)
            add(t, "?");
        else if (is_xml && (*c == '<' || *c == '>' || *c == '&'))
            add(t, "&#%d;", *c);
        else if (!is_xml && (*c == '"' || *c == '\\'))
            add(t, "\\%c", *c);
        else
            add(t, "%c", *c);
    }
}

static void add_geojson(text* t, const path_record* path) {
    add(t, "{\"type\":\"Feature\",\"properties\":{\"world\":\"");
    add_name(t, path->world, false);
    add(t,
        "\",\"outcome\":\"%s\",\"cost\":%.6f,\"length_m\":%.3f},\n\"geometry\":{\"type\":\"%s\","
        "\"coordinates\":",
        path->outcome, path->cost, path->metres, path->count > 1 ? "LineString" : "Point");
    bool has_heights = path->heights != NULL; // of all points or of none, as a position is not half known
    for (int32_t i = 0; i < path->count && has_heights; i++) has_heights = !isnan(path->heights[i]);
    for (int32_t i = 0; i < path->count; i++) {
        add(t, "%s[%.8f,%.8f",
            i > 0             ? ",\n"
            : path->count > 1 ? "[\n"
                              : "",
            path->points[i].x, path->points[i].y);
        if (has_heights) add(t, ",%.2f", path->heights[i]);
        add(t, "]");
    }
    add(t, "%s}}\n", path->count > 1 ? "]" : "");
}

static void add_gpx(text* t, const path_record* path) {
    add(t, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<gpx version=\"1.1\" creator=\"wend\" xmlns=\"http://www.topografix.com/GPX/1/1\">\n<trk><name>");
    add_name(t, path->world, true);
    add(t, "</name><desc>%s, cost %.6f, %.0f m</desc><trkseg>\n", path->outcome, path->cost, path->metres);
    for (int32_t i = 0; i < path->count; i++) {
        const double height = path->heights != NULL ? path->heights[i] : NAN;
        add(t, "<trkpt lat=\"%.8f\" lon=\"%.8f\"", path->points[i].y, path->points[i].x);
        if (isnan(height))
            add(t, "/>\n");
        else
            add(t, "><ele>%.2f</ele></trkpt>\n", height);
    }
    add(t, "</trkseg></trk></gpx>\n");
}

static void add_csv(text* t, const path_record* path) {
    add(t, "x,y,tile_x,tile_y\n");
    for (int32_t i = 0; i < path->count; i++)
        add(t, "%.9g,%.9g,%d,%d\n", path->points[i].x, path->points[i].y, path->tiles[i].x, path->tiles[i].y);
}

char* path_file_text(const path_record* path, path_format format, size_t* size_out) {
    text t;
    if (!begin(&t, path)) return NULL;
    if (format == PATH_GEOJSON)
        add_geojson(&t, path);
    else if (format == PATH_GPX)
        add_gpx(&t, path);
    else
        add_csv(&t, path);
    *size_out = t.size;
    return t.bytes;
}
