// formats.h: the formats of single maps and images.
#ifndef WIMP_FORMATS_H
#define WIMP_FORMATS_H
#include <string.h>

#include "core/job.h"

/// What one map format is to the table of formats.
typedef struct wimp_format {
    const char* name;
    const char* description; ///< one line: which variants are read
    /// By the content alone; size may be 0. NULL: by its first bytes, the magic.
    bool (*recognise)(const uint8_t* bytes, size_t size);
    /// Leaves the grid and what it found in the job.
    wend_result (*read)(wimp_job* job);
    bool is_image;    ///< the rule of the definition turns its pixels into costs
    bool has_picture; ///< it names images that show the map
    const char* magic;
} wimp_format;

static inline bool wimp_format_recognises(const wimp_format* format, const uint8_t* bytes, size_t size) {
    if (format->recognise) return format->recognise(bytes, size);
    const size_t length = strlen(format->magic);
    return size >= length && memcmp(bytes, format->magic, length) == 0;
}

extern const wimp_format wimp_format_png, wimp_format_jpeg, wimp_format_gif, wimp_format_bmp, wimp_format_tga,
    wimp_format_pnm, wimp_format_movingai, wimp_format_textgrid, wimp_format_ros, wimp_format_tiled,
    wimp_format_wesnoth, wimp_format_csv, wimp_format_raster, wimp_format_recipe;

/// A band or a window was chosen, so that GDAL reads the map whatever its format.
bool wimp_raster_is_wanted(const wimp_job* job);

/// True when a file of these first bytes is a binary PNM that is worth to be read as a stream.
bool wimp_is_large_pnm(const uint8_t* bytes, size_t size, uint64_t file_size);
/// A PNG is decoded as it is read; else it is read whole before.
extern const bool wimp_png_is_read_by_rows;
/// Pixels of a JPEG in a byte: a block of 64 takes at least a bit; two of three channels may have a quarter
/// of the blocks.
enum { WIMP_JPEG_PER_BYTE = 64 * 8 * 2 };
enum { WIMP_LARGE_PNM = 1 << 22, WIMP_LARGE_PIPE = 1 << 22 }; ///< bytes
#endif
