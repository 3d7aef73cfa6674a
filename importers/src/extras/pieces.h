// pieces.h: maps in pieces of equal size.
#ifndef WIMP_PIECES_H
#define WIMP_PIECES_H
#include "core/job.h"

/// As wend_import_pieces, into the grid and the info of the job.
wend_result wimp_read_pieces(wimp_job* job, const char* pattern);
#endif
