// wall_file.h: walls between the tiles of a map, and steps open in one direction only, from a file.
//
// A CSV file lists pairs of neighbours:
//
//     x,y,to_x,to_y,one_way
//     3,4,4,4,              a wall
//     3,5,3,6,true          only from (3, 5) to (3, 6)
//
// A picture of 2 w + 1 x 2 h + 1 pixels shows the walls of w x h tiles: tile (x, y) is pixel (2 x + 1, 2 y +
// 1), and a dark pixel between those of two tiles is a wall. The other pixels have no meaning.
#ifndef WIMP_WALL_FILE_H
#define WIMP_WALL_FILE_H
#include "core/job.h"

/// Adds the walls to the job's grid. Messages name the file; the job's hash covers it. Errors: IO, FORMAT
/// (with line and column), LIMIT, UNSUPPORTED, MEMORY, CANCELLED.
wend_result wimp_wall_file_read(wimp_job* job, const char* file);
/// Replaces the job's grid, of 2 w + 1 x 2 h + 1 tiles, by one of w x h: those of the tiles' pixels, with a
/// wall where a blocked one lies between two of them. Errors: FORMAT (even sides), MEMORY.
wend_result wimp_thin_walls(wimp_job* job);
#endif
