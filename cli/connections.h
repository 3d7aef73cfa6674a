// connections.h: the links and closed steps of a map: counted, printed, and written as lists that bake reads.
#ifndef CONNECTIONS_H
#define CONNECTIONS_H
#include "json.h"

typedef struct connection_counts {
    int32_t links, disabled, sleeping; ///< sleeping: enabled, but an end is blocked
    int32_t with_profile_costs;        ///< links that cost something else for a profile
    int32_t of_kind[WEND_LINK_KIND_COUNT];
    int64_t closed_steps, walls, one_way_steps; ///< walls: pairs of neighbours with both steps closed
} connection_counts;

connection_counts connections_count(const wend_grid* grid);
/// Two lines of a report, those of what there is.
void connections_print(const connection_counts* counts);
void connections_json(cJSON* object, const connection_counts* counts);

/// A line of a report, or the object "relief": elevations, lanes, and the share of steps that they close.
/// Nothing where all directions cost the same.
void connections_print_relief(const wend_grid* grid);
void connections_json_relief(cJSON* object, const wend_grid* grid);

/// The links that a path takes: lines of a report, or the array "links".
void connections_print_path(const wend_grid* grid, const wend_path* path);
void connections_json_path(cJSON* object, const wend_grid* grid, const wend_path* path);

/// Writes the links as CSV. Those that end on blocked tiles are left out; *left_out counts them. CLI_OK or an
/// exit code, the reason printed.
int connections_write_links(const wend_grid* grid, const char* file, int32_t* left_out);
/// Writes walls and one-way steps as CSV.
int connections_write_walls(const wend_grid* grid, const char* file);

#endif
