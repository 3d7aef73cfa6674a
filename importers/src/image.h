// image.h: pixels -> terrain classes by the rule of the definition. What a reader of an image hands over row
// by row.
#ifndef WENDI_IMAGE_H
#define WENDI_IMAGE_H
#include "rule.h"
#include "tiles.h"

enum { WENDI_LANES = 4 };

typedef struct wendi_image {
    wendi_tiles tiles;
    wendi_layout layout;
    wendi_rule rule;
    uint32_t* levels;  ///< of one row; of 3 where neighbours matter, row y in y % 3
    int32_t y;         ///< rows taken
    uint8_t* classes;  ///< by level; NULL where there are too many levels for a table, or colours
    size_t table_size; ///< entries of classes
    uint32_t base;     ///< what alpha adds to every level where the image has none
    int64_t chosen[WENDI_LANES][256]; ///< pixels of each palette index, in turns: neighbours are often equal,
                                      ///< and a count that was just written cannot be read again at once
    uint32_t index_levels[256];
    uint8_t index_classes[256];
    uint32_t darkest, brightest; ///< levels found, before negate
    int64_t transparent;         ///< pixels that cannot be seen
} wendi_image;

/// Makes *out, which the end frees. Fills info.is_image, rule and size; the size must have been checked. On
/// failure nothing is left to free but the job's grid.
wend_result wendi_image_begin(wendi_image** out, wendi_job* job, const wendi_layout* layout);
/// The next row: width x channels samples. Errors: CANCELLED.
wend_result wendi_image_row(wendi_image* image, const void* samples);
/// A run: count x channels samples. Runs come in any order, all pixels that way or none; not under HEIGHT,
/// where neighbours matter. Errors: CANCELLED.
wend_result wendi_image_run(wendi_image* image, const wendi_run* run, const void* samples);
/// To be called after a begin that succeeded; result is what became of the rows and is passed on. When it is
/// WEND_OK, the brightness found and a warning go to info.
wend_result wendi_image_end(wendi_image* image, wend_result result);
#endif
