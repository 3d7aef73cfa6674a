// places.h: which places does a table list, and what are their longitude and latitude?
#ifndef PLACES_H
#define PLACES_H
#include "input.h"
#include "path_file.h"

typedef struct places {
    wend_tile* tiles;
    int32_t count, blocked;
} places;

/// Reads a table of places: a header with the columns x, y, and perhaps floor, among others, then a line for
/// each place. `-` is standard input. units: that of the coordinates (plan.h). The caller destroys *out after
/// success. CLI_OK, or an exit code with the message printed: the file, the line and what is wrong with it,
/// also when it lists no place.
int places_read(const wend_world* world, int units, const char* file, places* out);
/// The same from an open table, by columns of three other names.
int places_read_columns(const wend_world* world, int units, table* t, const char* const* names, places* out);
/// The coordinates of a table, as they stand there. The caller frees them. CLI_OK or an exit code, likewise.
int places_read_points(const char* file, world_point** out, int32_t* count_out);
/// The texts of a column, one for each place, as many as places_read_columns found: pointers, and behind them
/// the texts, in one block that the caller frees, also after an error. CLI_OK or an exit code, likewise.
int places_read_texts(table* t, const char* name, int32_t count, char*** out);
void places_destroy(places* p);

/// What paths from some places to others cost, computed by so many threads (0: one for each processor); a row
/// of costs_out for each of sources. *ns_out: how long it took. CLI_OK or an exit code, likewise.
int places_costs(const wend_world* world, const places* sources, const places* targets,
                 const wend_matrix_def* def, int64_t threads, double* costs_out, uint64_t* ns_out);

// ---- longitude and latitude

/// Replaces positions of a map by longitude and latitude in degrees. Returns CLI_OK or an exit code, the
/// reason printed.
int lonlat_of_positions(const world_frame* frame, world_point* points_io, int32_t count);
/// The other way.
int lonlat_to_positions(const world_frame* frame, world_point* points_io, int32_t count);
/// Writes paths that follow each other as one way, as path_file_of. CLI_OK or an exit code.
int lonlat_write_way(const char* world_file, const wend_world* world, wend_path* const* paths, int32_t count,
                     bool by_waypoints, double cost_scale, path_format format, const char* file);

#endif
