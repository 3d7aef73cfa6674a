// ground.h: how long are steps between the tiles of a raster on the ground?
#ifndef WIMP_GROUND_H
#define WIMP_GROUND_H
#include "wend/geo.h"

enum { WIMP_GROUND_COLUMNS = 5 };

/// Lengths at points that lie evenly from the top-left to the bottom-right corner of a raster: [row][column].
/// NAN: a point has no place on the earth.
typedef struct wimp_ground_samples {
    wend_ground at[WEND_GEO_MAX_GROUND][WIMP_GROUND_COLUMNS];
} wimp_ground_samples;

/// What the samples of a raster say.
typedef enum wimp_ground_kind {
    WIMP_GROUND_PLAIN,   ///< lengths follow from the georeference
    WIMP_GROUND_LISTED,  ///< now the georeference lists them
    WIMP_GROUND_ASKEW,   ///< the same, but lengths in one row differ by more than WIMP_MOST_SKEW
    WIMP_GROUND_UNKNOWN, ///< no point has a place on the earth
} wimp_ground_kind;
#define WIMP_MOST_SKEW 0.01

/// Makes the georeference that of tiles of k x k of its tiles.
void wimp_geo_downscale(wend_georeference* geo, double k);
/// The samples of a raster in longitude and latitude.
void wimp_geo_sample_degrees(const wend_georeference* geo, int32_t width, int32_t height,
                             wimp_ground_samples* out);
/// Lists the lengths of a raster with so many rows, unless those that follow from the georeference are within
/// 0.2 % of all samples. The fewest entries between which interpolation is 0.05 % off. *skew_out: by how much
/// lengths in one row differ at most, against the shortest.
wimp_ground_kind wimp_geo_list_ground(wend_georeference* geo, int32_t height,
                                      const wimp_ground_samples* samples, double* skew_out);

/// Rows from one on with the same lengths, give or take a tolerance.
typedef struct wimp_ground_band {
    int32_t from;
    wend_ground steps;
} wimp_ground_band;
/// Divides the rows of a map into the fewest bands whose lengths are at most tolerance (0.003: 0.3 %) off.
/// Returns how many there are, of which at most capacity are stored.
int32_t wimp_geo_bands(const wend_georeference* geo, int32_t height, double tolerance, wimp_ground_band* out,
                       int32_t capacity);
#endif
