// lonlat.h: longitude and latitude of WGS 84, and the files that hold paths in them.
#ifndef LONLAT_H
#define LONLAT_H
#include "world_frame.h"

/// Replaces positions of a map by longitude and latitude in degrees. Returns CLI_OK or an exit code, the
/// reason printed.
int lonlat_of_positions(const char* command_name, const world_frame* frame, world_point* points_io,
                        int32_t count);
/// The other way.
int lonlat_to_positions(const char* command_name, const world_frame* frame, world_point* points_io,
                        int32_t count);

/// What the files say of a path besides its points.
typedef struct lonlat_path {
    const char* world; ///< name of the file
    const char* outcome;
    double cost, metres;
    const world_point* points; ///< longitude and latitude
    const double* heights;     ///< of the points, in metres; NAN: unknown; NULL: of none
    int32_t count;             ///< at least 1
} lonlat_path;
/// Writes a Feature of GeoJSON (RFC 7946), with heights where all are known. Returns CLI_OK or an exit code.
int lonlat_write_geojson(const lonlat_path* path, const char* file);
/// Writes a track of GPX 1.1, with the heights that are known. Returns CLI_OK or an exit code.
int lonlat_write_gpx(const lonlat_path* path, const char* file);

#endif
