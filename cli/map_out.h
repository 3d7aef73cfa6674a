// map_out.h: writes a generated map row by row, so that it need not fit into memory.
#ifndef MAP_OUT_H
#define MAP_OUT_H
#include "cli.h"
#include "map_rows.h"
#include "progress.h"

typedef enum map_format { MAP_PGM, MAP_PNG, MAP_MOVINGAI, MAP_FORMAT_COUNT } map_format;

/// "pgm", "png", "movingai".
const char* map_format_name(map_format format);
/// The format by the ending of the name; PGM for "-".
map_format map_format_of(const char* file);

/// Replaces the file, or writes to standard output for "-". A signal ends the program between two rows and
/// leaves the old file. Returns CLI_OK or an exit code.
int map_write(const map_rows_def* def, const char* file, map_format format, progress* bar,
              int64_t* blocked_out, int64_t* bytes_out);
/// A PGM in memory, for the importers; the caller frees it. NULL: out of memory.
uint8_t* map_to_memory(const map_rows_def* def, size_t* size_out);

#endif
