// deck.h: how do the heights of the ground and of a deck above it become two floors?
#ifndef WIMP_DECK_H
#define WIMP_DECK_H
#include "core/job.h"

/// Replaces the job's grid by one of two floors, and adds the elevations of the second, if the definition
/// names a deck. Must come before the relief is applied. Messages name the file; the hash of the source
/// covers it. Errors: those of an import; FORMAT (another size or place; nowhere above the ground), LIMIT.
wend_result wimp_deck_add(wimp_job* job);
#endif
