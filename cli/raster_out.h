// raster_out.h: writes rows of bytes as a PGM, a PNG or lines of text, row by row, so that they need not fit
// into memory.
#ifndef RASTER_OUT_H
#define RASTER_OUT_H
#include "cli.h"
#include "progress.h"
#include "world_frame.h"

typedef enum raster_kind {
    RASTER_PGM,   ///< 8-bit grey, binary
    RASTER_PNG,   ///< 8-bit grey
    RASTER_LINES, ///< the bytes are letters; a line feed ends each row
} raster_kind;

typedef struct raster {
    raster_kind kind;
    int32_t width, height;
    const char* header; ///< of RASTER_LINES: the text before the rows, not empty
    /// Fills the next of height rows with width bytes.
    void (*next_row)(void* context, uint8_t* bytes);
    void* context;
} raster;

/// Replaces the file, or writes to standard output for "-". A signal ends the program between two rows and
/// leaves the old file. Returns CLI_OK or an exit code.
int raster_write(const raster* r, const char* file, progress* bar, int64_t* bytes_out);

// ---- numbers of tiles as a GeoTIFF

/// Writes one band of 32-bit floating-point numbers, without compression. frame: says where the map lies; a
/// map without coordinates gives a plain TIFF. area: the part of the map that the values are of, row by row.
/// NaN means no data. CLI_OK or an exit code.
int geotiff_write(const world_frame* frame, wend_rect area, const float* values, const char* file);

#endif
