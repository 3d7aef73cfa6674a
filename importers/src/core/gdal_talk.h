// gdal_talk.h: what do the importers and the program wend-gdal say to each other? Both are parts of one build
// on one machine, so structs travel as they are; the layout number refuses any other build.
//
// The importers send a request. For a raster the program has the file open, as a descriptor, and answers with
// a raster_answer and then, for each row from the top, a row_mark and the samples; after the last one comes a
// mark that says so. For points the coordinates follow the request, and the answer is a points_answer and the
// transformed ones.
//
// The program cannot open files. Where GDAL wants another one than the raster, the program asks for it before
// an answer or a row, and gets a file_answer, with an open descriptor where that is 0.
//
// The program reads files of strangers, so the importers check all that it says.
#ifndef WIMP_GDAL_TALK_H
#define WIMP_GDAL_TALK_H
#include <stdint.h>

#include "core/ground.h"

enum { WIMP_TALK_LAYOUT = 3, WIMP_TALK_PATH = 4096, WIMP_TALK_TEXT = 400, WIMP_TALK_VALUES = 255 };
enum { WIMP_TALK_RASTER_DESCRIPTOR = 3 }; ///< of the raster in the program

#define WIMP_TALK_MAGIC   UINT32_C(0x4c414457) ///< of a request
#define WIMP_ANSWER_MAGIC UINT32_C(0x41445741) ///< of an answer

typedef enum wimp_talk_task {
    WIMP_TALK_RASTER = 1,
    WIMP_TALK_TO_WGS84 = 2,
    WIMP_TALK_FROM_WGS84 = 3,
} wimp_talk_task;

/// What a sample of a raster is.
typedef enum wimp_talk_samples {
    WIMP_TALK_COLORS = 1,  ///< 8 or 16 bits, 1 to 4 channels, for the rules of images
    WIMP_TALK_NUMBERS = 2, ///< floats, NaN where there is no data
    WIMP_TALK_COSTS = 3,   ///< the same, after a first pass that lists the values
} wimp_talk_samples;

typedef struct wimp_talk_request {
    uint32_t magic, layout;
    int32_t task;
    int32_t samples;
    int32_t band;                ///< 0: not chosen
    int32_t x, y, width, height; ///< window in pixels; width 0: the whole raster
    int32_t downscale; ///< the pixels may be those of an overview of this factor, or of a divisor; 1: of none
    int32_t may_name_files;      ///< formats that name other files are allowed
    double low, high;            ///< values of brightness 0 and 1; equal: found by a pass
    double most_pixels;          ///< the importers take no raster with more; bounds the time
    char name[WIMP_TALK_PATH];   ///< of the raster, without its folder
    char folder[WIMP_TALK_PATH]; ///< its folder, where it may name files; else empty
    int32_t point_count;
    wend_georeference geo; ///< of the points
} wimp_talk_request;

typedef struct wimp_raster_answer {
    uint32_t magic, layout;
    int32_t result;            ///< a wend_result; all that follows text holds for WEND_OK only
    int32_t is_unknown;        ///< no driver knows the file
    char text[WIMP_TALK_TEXT]; ///< why not
    char driver[32];           ///< short name, such as "GTiff"
    int32_t raster_width, raster_height, band_count;
    int32_t overview;            ///< the factor of the overview that is read; 1: none is
    int32_t x, y, width, height; ///< the window, in pixels of the overview
    int32_t band;                ///< the first band that is read
    int32_t channels, sample_bytes, bits;
    uint32_t max_value;
    int32_t is_scaled;   ///< samples are values scaled from low..high
    double low, high;    ///< of values: the range that is scaled, or that of the costs
    double unit;         ///< of the values of NUMBERS, in metres, where the raster says so; else 1
    int32_t value_count; ///< of COSTS; 0: none is above 0; more than WIMP_TALK_VALUES: too many to list
    float values[WIMP_TALK_VALUES]; ///< in rising order
    wend_georeference geo;          ///< of these pixels; lists no lengths
    wimp_ground_samples ground;     ///< lengths of steps in a projection; in all else they mean nothing
    double longitude, latitude;     ///< of the middle, in degrees; NaN: it has no place on the earth
    double reach; ///< how far in longitude the points of the samples lie from it [Units: degrees]
} wimp_raster_answer;

/// Before each row, and after the last.
typedef enum wimp_row_mark {
    WIMP_ROW_FOLLOWS = 0x524f5701,
    WIMP_ROWS_END = 0x454e4401,
    WIMP_ROWS_FAILED = 0x4641494c, ///< WIMP_TALK_TEXT bytes of text follow
} wimp_row_mark;

/// Before a row or an answer.
typedef enum wimp_other_mark {
    WIMP_STILL_AT_WORK = 0x574f524b, ///< part of a pass is done
    WIMP_ASKS_FOR_FILE = 0x46494c45, ///< WIMP_TALK_PATH bytes of name follow; relative to the raster's folder
} wimp_other_mark;

typedef struct wimp_file_answer {
    int32_t error; ///< errno; 0: a descriptor comes with it
} wimp_file_answer;

typedef struct wimp_points_answer {
    uint32_t magic, layout;
    int32_t result;
    char text[WIMP_TALK_TEXT];
} wimp_points_answer;

#endif
