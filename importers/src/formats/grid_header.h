// grid_header.h: the header of a text grid: side of a tile, width and height, as numbers alone, with units,
// or after their names.
//
//     10 // side          16 px          tile size: 16
//     4 2                 20 columns     width = 20
//                         15 rows        height: 15
#ifndef WIMP_GRID_HEADER_H
#define WIMP_GRID_HEADER_H
#include "core/text.h"

enum { WIMP_HEADER_NUMBERS = 3 }; ///< side of a tile, width, height; also the most numbers in a line

typedef enum wimp_header_name {
    WIMP_HEADER_SIDE = 0,
    WIMP_HEADER_WIDTH = 1,
    WIMP_HEADER_HEIGHT = 2,
    WIMP_HEADER_SIZE,    ///< of the map: width and height
    WIMP_HEADER_UNNAMED, ///< numbers alone
} wimp_header_name;

typedef struct wimp_header_line {
    wimp_header_name name;
    int32_t count; ///< of numbers
    double numbers[WIMP_HEADER_NUMBERS];
    bool has_unit;
} wimp_header_line;

/// False when the line, without its comment, is not of a header.
bool wimp_header_line_read(wimp_span line, wimp_header_line* out);
#endif
