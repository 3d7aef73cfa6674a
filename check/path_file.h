// path_file.h: how is a path written to a file that other programs read?
#ifndef WEND_CHECK_PATH_FILE_H
#define WEND_CHECK_PATH_FILE_H
#include "world_frame.h"
#include <wend/path.h>

/// Turns positions of a map into longitude and latitude of WGS 84 in degrees, or the other way. Errors:
/// ARGUMENT (the world has no coordinates, or those of no known system), and those of wend_geo_transform.
wend_result path_file_transform(const world_frame* frame, bool to_wgs84, world_point* points_io,
                                int32_t count, wend_error* error);

/// A text that grows. When memory runs out it stays as it is, and has failed. All zero: empty. The owner
/// frees its bytes.
typedef struct file_text {
    char* bytes;
    size_t size, capacity;
    bool failed;
} file_text;
void file_text_add(file_text* text, const char* format, ...) __attribute__((format(printf, 2, 3)));
/// The same with bytes of any kind.
void file_text_append(file_text* text, const void* bytes, size_t size);

typedef enum path_format {
    PATH_CSV,     ///< x and y of each point in the units of the map, and its tile
    PATH_GEOJSON, ///< a Feature of GeoJSON (RFC 7946); on a map with floors a FeatureCollection of lines, one
                  ///< for each stretch on a floor
    PATH_GPX,     ///< a track of GPX 1.1; on a map with floors one for each stretch
    PATH_FORMATS  ///< none
} path_format;
/// Has the name of a file this ending, such as ".png", in capitals or not? What kind of file a name stands
/// for is decided by this function alone.
bool file_ends_in(const char* file, const char* ending);
/// By the ending of a file's name; PATH_FORMATS: another one.
path_format path_file_format(const char* file);

typedef struct path_record {
    const char* world; ///< name of the file
    const char* outcome;
    double cost, metres;
    const world_point* points; ///< of CSV: in the units of the map; else longitude and latitude
    const wend_tile* tiles;    ///< of each point
    const double* heights;     ///< of the points, in metres; NAN: unknown; NULL: of none
    int32_t count;             ///< at least 1
    bool has_floors;           ///< the map has several
} path_record;
/// Adds all of the file to a text.
void path_file_add(const path_record* path, path_format format, file_text* text);

/// The same of paths that were found, each of which begins where the one before it ends, such as those of a
/// tour: as one path, with all of their tiles or, where by_waypoints and a path has some, its waypoints.
/// name: of the world's file. cost_scale: what a cost of 1 is called. *out is to be freed in every case.
/// Errors: ARGUMENT (no path has a tile), MEMORY, and those of path_file_transform.
wend_result path_file_of(const char* name, const wend_world* world, wend_path* const* paths, int32_t count,
                         bool by_waypoints, double cost_scale, path_format format, file_text* out,
                         wend_error* error);

#endif
