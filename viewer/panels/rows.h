// rows.h: how do panels write lines of text with numbers in them?
#ifndef WEND_VIEW_ROWS_H
#define WEND_VIEW_ROWS_H
#include "platform/imgui_shim.h"
#include <wend/search.h>

/// A line "name value".
#define row_show(name, ...) row_show_toned(GUI_PLAIN, name, __VA_ARGS__)
void row_show_toned(gui_tone tone, const char* name, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
/// The two numbers of the work over tiles, which have the same names everywhere.
#define ROW_EXPANDED_HINT "tiles that were taken from the open list, one by one; a sweep takes none"
#define ROW_SCANNED_HINT  "tiles of the clusters that were swept: a sweep relaxes whole rows of tiles"

/// A text in as many lines as it needs.
void row_paragraph(gui_tone tone, const char* format, ...) __attribute__((format(printf, 2, 3)));
/// A band of the colours 0xRRGGBB of a ramp, from 0 to the fraction most.
void row_ramp(uint32_t (*ramp)(float fraction), float most);

/// An outcome in words.
const char* row_outcome(wend_outcome outcome);
/// The algorithms as people know them.
extern const char* const row_algorithms[WEND_ALGORITHM_COUNT];
/// Likewise the heuristics.
extern const char* const row_heuristics[WEND_HEURISTIC_COUNT];
/// Likewise the ways to refine.
extern const char* const row_refinements[WEND_REFINEMENT_COUNT];

#endif
