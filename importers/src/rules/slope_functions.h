// slope_functions.h: what does a step up or down a slope cost? Published functions, and tables of a file.
#ifndef WIMP_SLOPE_FUNCTIONS_H
#define WIMP_SLOPE_FUNCTIONS_H
#include "core/job.h"
#include "wend/geo.h"

typedef enum wimp_slope_kind {
    WIMP_SLOPE_TOBLER,
    WIMP_SLOPE_TOBLER_OFFPATH,
    WIMP_SLOPE_NAISMITH,
    WIMP_SLOPE_NAISMITH_LANGMUIR,
    WIMP_SLOPE_MINETTI,
    WIMP_SLOPE_IRMISCHER_CLARKE,
    WIMP_SLOPE_IRMISCHER_CLARKE_OFFPATH,
    WIMP_SLOPE_RWALK,
    WIMP_SLOPE_WHEELCHAIR,
    WIMP_SLOPE_TABLE, ///< of a file
    WIMP_SLOPE_KIND_COUNT
} wimp_slope_kind;

/// Of a factor.
typedef enum wimp_slope_unit {
    WIMP_SLOPE_SECONDS,  ///< s for each metre on the map
    WIMP_SLOPE_JOULES,   ///< J for each kilogram of the walker and each metre on the map
    WIMP_SLOPE_RELATIVE, ///< any: only the ratio to the factor of level ground means something
} wimp_slope_unit;

enum { WIMP_SLOPE_MAX_ROWS = 256 };

/// A row of a table. factor: INFINITY where the slope is closed.
typedef struct wimp_slope_entry {
    double slope, factor;
} wimp_slope_entry;

/// A function of slope. Plain data. [Size: 4 KB]
typedef struct wimp_slope_function {
    wimp_slope_kind kind;
    wimp_slope_unit unit;
    double walk[4];      ///< of RWALK: A, B, C, D
    double max_slope;    ///< of WHEELCHAIR, up and down
    int32_t entry_count; ///< of TABLE, by rising slope
    wimp_slope_entry entries[WIMP_SLOPE_MAX_ROWS];
} wimp_slope_function;

/// A function by its name: "tobler", "tobler-offpath", "naismith", "naismith-langmuir", "minetti",
/// "irmischer-clarke", "irmischer-clarke-offpath", "rwalk" or "rwalk:A,B,C,D" as the walk_coeff of r.walk,
/// "wheelchair" or "wheelchair:SLOPE", or the name of a file that ends in ".csv". The definition tells how
/// files are opened. Level ground is never closed. Errors: ARGUMENT (unknown name, bad parameters), FORMAT
/// (the file, with its line), those of reading a file.
wend_result wimp_slope_function_parse(const char* text, const wend_import_def* def, wimp_slope_function* out,
                                      wend_error* error_opt);
/// The cost of a metre on the map, in the unit of the function: always above 0; INFINITY: no step leads up or
/// down such a slope. slope: rise over run, above 0 uphill. The same bits on every machine.
double wimp_slope_factor(const wimp_slope_function* function, double slope);

// ---- HEIGHT in rasters, between pixels that are not square, with heights in metres; images have
// rule_height.c

/// The classes of HEIGHT, in images and in rasters.
enum {
    WIMP_SLOPE_FLAT = 1,
    WIMP_SLOPE_STEEPEST = 253, ///< that is passable
    WIMP_SLOPE_TOO_STEEP = 254,
    WIMP_SLOPE_WATER = 255,
};
/// Sets their costs, and their meanings in the job's info.
void wimp_slope_classes(const wimp_job* job, float costs[WEND_CLASS_COUNT]);

typedef struct wimp_slope {
    double max_climb;
    float sea;      ///< heights up to this are water; -INFINITY: there is none
    uint8_t hidden; ///< class of pixels without a height
    float costs[WEND_CLASS_COUNT];
} wimp_slope;

/// Sets up the classes.
void wimp_slope_begin(wimp_slope* slope, const wimp_job* job);
/// Classes of a row of heights, and of those above and below, NULL outside of the raster. NAN: no height.
void wimp_slope_row(const wimp_slope* slope, const wend_ground* ground, const float* above_opt,
                    const float* row, const float* below_opt, int32_t width, uint8_t* classes);

#endif
