// connect.h: the links and walls that a definition adds to an imported map.
#ifndef WIMP_CONNECT_H
#define WIMP_CONNECT_H
#include "core/job.h"

/// Applies thin_walls, walls and links of the definition to the job's grid. On failure the grid remains to be
/// destroyed. Errors as of wend_import_file.
wend_result wimp_connect(wimp_job* job);
/// Copies the links and closed steps of a grid to one of the same size. Errors: LIMIT, MEMORY.
wend_result wimp_copy_connections(const wend_grid* from, wend_grid* to);
#endif
