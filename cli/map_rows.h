// map_rows.h: generates maps row by row: terrain of many costs and the classic families of cost 1.
#ifndef MAP_ROWS_H
#define MAP_ROWS_H
#include "cli.h"
#include "progress.h"
#include "wend/import.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum map_rows_kind {
    MAP_ROWS_TERRAIN, ///< smooth land of many costs, with water
    MAP_ROWS_CAVES,
    MAP_ROWS_ROOMS,        ///< of 15 x 15 tiles, with doors of one tile
    MAP_ROWS_MAZE,         ///< corridors of one tile, exactly one path between any two tiles
    MAP_ROWS_RANDOM,       ///< each tile blocked by chance
    MAP_ROWS_OPEN,         ///< nothing is blocked
    MAP_ROWS_CHECKERBOARD, ///< every other tile is blocked
    MAP_ROWS_SPIRAL,       ///< one corridor from the corner to the middle
    MAP_ROWS_COMB,         ///< one corridor up and down through the whole map
    MAP_ROWS_KIND_COUNT
} map_rows_kind;

extern const char* const map_rows_kind_names[]; ///< in the order of map_rows_kind, ends with NULL
/// False: maps of this kind are the same for every seed.
bool map_rows_uses_seed(map_rows_kind kind);

typedef struct map_rows_def {
    map_rows_kind kind;
    int32_t width, height; ///< [Range: 1 .. WEND_MAX_SIDE, together at most WEND_MAX_TILES]
    uint64_t seed;
    int32_t blocked_percent; ///< of MAP_ROWS_RANDOM
} map_rows_def;

// ---- files, written row by row, so that a map need not fit into memory

typedef enum map_format { MAP_PGM, MAP_PNG, MAP_MOVINGAI, MAP_FORMAT_COUNT } map_format;

/// "pgm", "png", "movingai".
const char* map_format_name(map_format format);
/// The format by the ending of the name; PGM for "-".
map_format map_format_of(const char* file);

/// Replaces the file, or writes to standard output for "-". A signal ends the program between two rows and
/// leaves the old file. Returns CLI_OK or an exit code.
int map_write(const map_rows_def* def, const char* file, map_format format, progress* bar,
              int64_t* blocked_out, int64_t* bytes_out);
/// Terrain as a grid, made as that of a file would be.
wend_result map_terrain(int32_t width, int32_t height, uint64_t seed, const wend_import_def* def,
                        wend_grid** out);

#endif
