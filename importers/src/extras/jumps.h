// jumps.h: where can a body leap, over a gap or down a cliff?
#ifndef WIMP_JUMPS_H
#define WIMP_JUMPS_H
#include "core/job.h"

/// Adds links of kind WEND_LINK_JUMP to the job's grid, as jump_across and jump_down of the definition say.
/// Errors: UNSUPPORTED (hexagons), LIMIT (too many links, or one costs too much), CANCELLED.
wend_result wimp_jumps_add(wimp_job* job);
#endif
