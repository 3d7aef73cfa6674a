// connect.h: the links and walls that a definition adds to an imported map.
#ifndef WIMP_CONNECT_H
#define WIMP_CONNECT_H
#include "core/job.h"

/// Applies thin_walls, walls, links and jumps of the definition to the job's grid. On failure the grid
/// remains to be destroyed. Errors as of wend_import_file.
wend_result wimp_connect(wimp_job* job);
#endif
