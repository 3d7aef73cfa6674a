// formats.h: the formats of single maps and images.
#ifndef WIMP_FORMATS_H
#define WIMP_FORMATS_H
#include "core/format.h"

extern const wimp_format wimp_format_png, wimp_format_jpeg, wimp_format_gif, wimp_format_bmp, wimp_format_tga,
    wimp_format_pnm, wimp_format_movingai, wimp_format_textgrid, wimp_format_ros, wimp_format_tiled,
    wimp_format_wesnoth, wimp_format_csv;

/// True when a file of these first bytes is a binary PNM that is worth to be read as a stream.
bool wimp_is_large_pnm(const uint8_t* bytes, size_t size, uint64_t file_size);
/// A PNG is decoded as it is read; else it is read whole before.
extern const bool wimp_png_is_read_by_rows;
/// Pixels of a JPEG in a byte: a block of 64 takes at least a bit; two of three channels may have a quarter
/// of the blocks.
enum { WIMP_JPEG_PER_BYTE = 64 * 8 * 2 };
enum { WIMP_LARGE_PNM = 1 << 22, WIMP_LARGE_PIPE = 1 << 22 }; ///< bytes
#endif
