// read_ahead.h: how does a query wait less for a file that is not in the memory of the system?
//
// A page that is missing when it is touched makes the query wait, and the system read far more around it than
// a query needs. So the tiles and the matrix of a cluster are asked for before.
#ifndef WENDI_READ_AHEAD_H
#define WENDI_READ_AHEAD_H
#include <stdatomic.h>

#include "hierarchy/world.h"

/// Asks the system for the matrix of a cluster of a mapped world that is not checked yet and, on level 1, for
/// its tiles, unless they are in memory. here_in_a_row_io: how many clusters in a row were, shared by all
/// threads.
void wendi_want_cluster(const wend_world* world, int32_t level, int32_t cluster,
                        _Atomic uint32_t* here_in_a_row_io);
#endif
