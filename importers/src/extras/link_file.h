// link_file.h: links of a map from a CSV file.
//
//     x,y,to_x,to_y,cost,kind,two_way
//     5,5,600,400,12,tunnel,true
//
// x, y, to_x, to_y and cost are required; kind, two_way, id, duration and enabled may be left out, as columns
// or as cells.
#ifndef WIMP_LINK_FILE_H
#define WIMP_LINK_FILE_H
#include "core/job.h"

/// Adds the links to the job's grid. Messages name the file; the job's hash covers it. Errors: IO, FORMAT
/// (with line and column), LIMIT, MEMORY.
wend_result wimp_link_file_read(wimp_job* job, const char* file);
#endif
