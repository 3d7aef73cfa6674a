// wend/geo.h: where the tiles of a raster lie on the earth: its coordinate system and geotransform, positions
// to tiles and back, distances in metres.
//
//     static const wend_georeference geo = {.has_transform = true, // or wend_import_info.geo of a GeoTIFF
//                                           .transform = {400000, 30, 0, 5200000, 0, -30},
//                                           .kind = WEND_GEO_PROJECTED,
//                                           .unit = 1};
//     wend_tile tile;
//     const wend_geo_point hut = {403215, 5198730}, pass = {403815, 5197930};
//     if (wend_geo_tile_at(&geo, hut, &tile) != WEND_OK) return 1;
//     printf("tile %d,%d, %.0f m from the pass\n", tile.x, tile.y, wend_geo_distance(&geo, hut, pass));
//
// Coordinates are those of the coordinate system of the raster, x (easting or longitude) first, as GDAL's
// programs print them. A georeference is plain data: copy it, store it, fill it by hand.
#ifndef WEND_GEO_H
#define WEND_GEO_H
#include "wend/base.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_GEO_NAME_BYTES 128  ///< bytes of the name of a coordinate system, including its end
#define WEND_GEO_WKT_BYTES  8192 ///< bytes of its description, including its end
#define WEND_GEO_MAX_GROUND 65   ///< rows for which a georeference can list lengths

typedef struct wend_geo_point {
    double x, y;
} wend_geo_point;

typedef enum wend_geo_kind {
    WEND_GEO_NONE = 0,       ///< no coordinate system: the raster has none, or one without a unit of length
    WEND_GEO_PROJECTED = 1,  ///< a plane; unit is that of x and y in metres
    WEND_GEO_GEOGRAPHIC = 2, ///< longitude and latitude; unit is that of x and y in radians
    WEND_GEO_KIND_COUNT
} wend_geo_kind;

/// Lengths of the steps from a tile to its neighbours. [Units: m]
typedef struct wend_ground {
    double across;  ///< to the right
    double down;    ///< down
    double falling; ///< down and to the right
    double rising;  ///< down and to the left
} wend_ground;

/// Where a raster lies on the earth. [Size: 11 KB]
typedef struct wend_georeference {
    bool has_transform;  ///< the raster says where it lies; else all that follows is zero
    double transform[6]; ///< the corner between tiles that is c columns right and r rows below the top-left
                         ///< corner of tile (0, 0) lies at x = t[0] + t[1] c + t[2] r, y = t[3] + t[4] c +
                         ///< t[5] r
    wend_geo_kind kind;  ///< of the coordinate system
    double unit;         ///< see wend_geo_kind
    double semi_major;   ///< of the ellipsoid [Units: m]
    double flattening;   ///< of the ellipsoid; 0: a sphere
    bool is_wgs84;       ///< longitude and latitude as in EPSG:4326, GPS, GeoJSON and GPX
    int32_t epsg;        ///< number of the coordinate system with EPSG; 0: unknown
    char name[WEND_GEO_NAME_BYTES]; ///< of the coordinate system, such as "WGS 84 / UTM zone 33N"
    char wkt[WEND_GEO_WKT_BYTES];   ///< the coordinate system in WKT 2 (ISO 19162:2019); "": none
    int32_t ground_count; ///< entries of ground; 0: lengths follow from the rest. An import lists them where
                          ///< the plane of a projection is more than 0.2 % off, and where latitudes run
                          ///< askew
    double ground_rows;   ///< the map has so many; the entries lie evenly from its upper to its lower edge
    wend_ground ground[WEND_GEO_MAX_GROUND]; ///< on the ground; between two entries lengths are interpolated
} wend_georeference;

/// Position of a point of the map in columns and rows, which count from the top-left corner of tile (0, 0)
/// and may be fractions: the centre of a tile is at x + 0.5, y + 0.5. Errors: ARGUMENT (no transform, not
/// finite).
WEND_API wend_result wend_geo_position(const wend_georeference* geo, double column, double row,
                                       wend_geo_point* out);
/// The column and row of a position, the inverse of wend_geo_position; also outside of the map. Errors:
/// ARGUMENT (no transform, one that has no inverse, not finite).
WEND_API wend_result wend_geo_column_row(const wend_georeference* geo, wend_geo_point position,
                                         double* column_out, double* row_out);
/// The tile at a position, which may lie off the map. Errors: ARGUMENT (no transform, one that has no
/// inverse, not finite, no number of a tile).
WEND_API wend_result wend_geo_tile_at(const wend_georeference* geo, wend_geo_point position, wend_tile* out);
/// How long the steps at a row are on the ground; row counts from the upper edge of the map, so the middle of
/// the tiles of row y is at y + 0.5. Without a coordinate system its units count as metres. At a pole, and
/// where there is no such latitude, lengths are 0. Errors: ARGUMENT (no transform, not finite).
WEND_API wend_result wend_geo_ground(const wend_georeference* geo, double row, wend_ground* out);
/// Distance of two positions: along the ellipsoid where the coordinate system is geographic, else along the
/// straight line on the map, in lengths of the ground where the georeference lists them, or of the plane of
/// the projection. 0 without a coordinate system, for positions that are not finite, and for NULL. [Units: m]
WEND_API double wend_geo_distance(const wend_georeference* geo, wend_geo_point a, wend_geo_point b);

/// Replaces count positions by their WGS 84 longitude and latitude in degrees, or, with to_wgs84 false, those
/// by positions. gdal_opt: the program of wend_import_def.gdal, which transforms them in a child process;
/// not needed where the positions are WGS 84 already. points_io may be NULL when count is 0. On failure the
/// points are unchanged. Errors: ARGUMENT (count is negative), UNSUPPORTED (no coordinate system; no
/// gdal_opt), FORMAT (the coordinate system is damaged, or a position has no place in the other one), IO
/// (the program cannot be run, or has failed), MEMORY.
WEND_API wend_result wend_geo_transform(const wend_georeference* geo, const char* gdal_opt, bool to_wgs84,
                                        wend_geo_point* points_io, int32_t count, wend_error* error_opt);

#ifdef __cplusplus
}
#endif
#endif
