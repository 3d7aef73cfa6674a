// legend.h: which colours of an image cost what, as a person edits it? Rows of one entry are colours that
// were merged: they have one name and one cost.
#ifndef WEND_VIEW_LEGEND_H
#define WEND_VIEW_LEGEND_H
#include <stdbool.h>
#include <wend/legend.h>

typedef struct legend {
    wend_legend table;                 ///< count 0: there is none yet
    bool joined[WEND_MAX_LEGEND_ROWS]; ///< the row belongs to the entry of the row before it
} legend;

/// The guesses of the survey; no entries for an image without visible pixels.
void legend_propose(legend* l, const wend_image_colors* colors);
/// Reads a file; neighbouring rows of one name and one cost become one entry. Errors: as wend_legend_read.
wend_result legend_open(legend* l, const char* file, wend_error* error);
/// Writes a file completely or not at all, as `wend legend` does. map: the image's path. Errors: IO, MEMORY.
wend_result legend_save(const legend* l, const char* file, const char* map, const wend_image_colors* colors,
                        wend_error* error);

int legend_entries(const legend* l);
/// The first row of an entry, or of the end; [Range: 0..entries].
int legend_first_row(const legend* l, int entry);
void legend_set_name(legend* l, int entry, const char* name);
/// 0: blocked.
void legend_set_cost(legend* l, int entry, float cost);
/// Merges all chosen entries into the first of them.
void legend_merge(legend* l, const bool* chosen);
/// Merges entries whose names differ only in a number, such as "water" and "water 2", and whose costs are the
/// same. False: there are none.
bool legend_merge_similar(legend* l);
/// Makes each row of an entry an entry.
void legend_split(legend* l, int entry);
/// The colour (0xRRGGBB) of a row; in the middle of a range.
uint32_t legend_color(const legend* l, int row);

/// A source with the text of the table, for an importer. False: no memory.
bool legend_source(const legend* l, wend_source* out);

#endif
