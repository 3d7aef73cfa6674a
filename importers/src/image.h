// image.h: pixels -> terrain classes by the rule of the definition. What a reader of an image hands over row
// by row.
//
// The class of a tile is its brightness scaled to 0..255, so the picture can be read back from the classes.
// Class v costs 255 / v where v / 255 is at least blocked_below, and is blocked otherwise. Whether a pixel is
// blocked is decided on its true brightness: with 16 bits a pixel just above the threshold whose class would
// round to a blocked one gets the lowest open class instead, and the other way round. The brightness
// that a cost stands for is thus within 1/255 of the pixel's. Class 0 (brightness 0, or alpha below one half)
// is blocked whatever the threshold, for 1/b has no value there.
#ifndef WENDI_IMAGE_H
#define WENDI_IMAGE_H
#include "tiles.h"

/// How the samples of a row lie in memory.
typedef struct wendi_layout {
    int32_t width, height;
    int32_t channels;            ///< 1 grey, 2 grey + alpha, 3 RGB, 4 RGBA
    int32_t sample_bytes;        ///< 1, or 2 in the machine's byte order
    uint32_t max_value;          ///< sample of full brightness [Range: 1..65535]
    const uint8_t (*palette)[4]; ///< 256 colours, RGBA, which samples of 1 channel and 1 byte choose from;
                                 ///< max_value is theirs, 255. NULL: none
} wendi_layout;

typedef struct wendi_image {
    wendi_tiles tiles;
    wendi_layout layout;
    bool weighted;           ///< luma of a colour image: brightness is then in thousandths of a sample
    uint32_t full;           ///< brightness 1
    uint32_t open_from;      ///< lowest open brightness, after negate; above full: nothing is open
    uint8_t open_class_from; ///< lowest open class; 0: none is
    uint8_t* classes;        ///< by palette index, or by brightness before negate; NULL when weighted
    size_t classes_count;
    int64_t chosen[256];         ///< pixels of each palette index
    uint32_t darkest, brightest; ///< found in opaque pixels, before negate
    int64_t transparent;         ///< pixels
} wendi_image;

/// Fills info.is_image, rule and size; the size must have been checked. On failure nothing is left to free
/// but the job's grid.
wend_result wendi_image_begin(wendi_image* image, wendi_job* job, const wendi_layout* layout);
/// The next row: width x channels samples. Errors: CANCELLED.
wend_result wendi_image_row(wendi_image* image, const void* samples);
/// To be called after a begin that succeeded; result is what became of the rows and is passed on. When it is
/// WEND_OK, the brightness found and a warning go to info.
wend_result wendi_image_end(wendi_image* image, wend_result result);
#endif
