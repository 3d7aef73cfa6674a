// raster_out.h: rows of bytes as a PGM, a PNG or lines of text, written row by row, so that they need not fit
// into memory.
#ifndef RASTER_OUT_H
#define RASTER_OUT_H
#include "cli.h"
#include "progress.h"

typedef enum raster_kind {
    RASTER_PGM,   ///< 8-bit grey, binary
    RASTER_PNG,   ///< 8-bit grey
    RASTER_LINES, ///< the bytes are letters; a line feed ends each row
} raster_kind;

typedef struct raster {
    raster_kind kind;
    int32_t width, height;
    const char* header; ///< of RASTER_LINES: what goes before them, not empty
    /// Fills the next of height rows with width bytes.
    void (*next_row)(void* context, uint8_t* bytes);
    void* context;
} raster;

/// Replaces the file whole, or writes to standard output for "-". A signal that asks the program to end is
/// obeyed between two rows, and the file is then as it was. CLI_OK or an exit code.
int raster_write(const raster* r, const char* file, progress* bar, int64_t* bytes_out);

#endif
