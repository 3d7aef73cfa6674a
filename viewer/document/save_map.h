// save_map.h: how does the map that is shown become a file again?
#ifndef WEND_VIEW_SAVE_MAP_H
#define WEND_VIEW_SAVE_MAP_H
#include "document/scene.h"

/// Writes the map whole or not at all, in the format of the name's ending: .wend (a world, refreshed first),
/// .png (grey: 255 / cost, which the rule "inverse" reads back, and the default rule where no cost
/// exceeds 1.17) or .map (MovingAI: passable or blocked). note_out: what the file does not hold, "" if it
/// holds all. Errors: UNSUPPORTED (another ending), LIMIT (too large for the format), IO, MEMORY.
wend_result save_map(scene* s, const char* file, char note_out[160], wend_error* error);

#endif
