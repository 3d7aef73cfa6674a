// import_choice.h: how shall an image become costs?
#ifndef WEND_VIEW_IMPORT_CHOICE_H
#define WEND_VIEW_IMPORT_CHOICE_H
#include <stdbool.h>
#include <wend/legend.h>

// ---- file_list.c

/// A path without its folders.
const char* file_name_of(const char* path);

// ---- legend.c

// Rows of one entry are colours that were merged: they have one name and one cost.
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

// ---- import_choice.c

typedef struct import_choice {
    wend_import_def def; ///< all but the legend
    legend legend;       ///< of PALETTE
    char slope[512];     ///< of SLOPE: a function, or a table of one; "": the usual one
    bool is_raster;      ///< heights are metres, height_scale of them for each unit of the values
    char collision[WEND_LAYER_NAME_BYTES];     ///< Tiled: the layer that blocks; "": the usual one
    char cost_property[WEND_LAYER_NAME_BYTES]; ///< Tiled: the property that is the cost; "": the usual one
    bool by_tiles; ///< Tiled: each name of its tiles is a terrain of its own, with the cost that it has
    char tile_legend[512]; ///< Tiled: a legend of its tiles; "": none
} import_choice;

/// The importer's usual settings; blocked_below: brightness [Range: 0..1]; below 0: the usual one.
import_choice import_choice_default(bool negate, float blocked_below);
/// The choice is for a raster: the first time, heights become those that the raster states.
void import_choice_take_raster(import_choice* choice);
/// The definition for the importer, which reads the legend from the choice.
wend_import_def import_choice_def(const import_choice* choice);
/// Brightness below which a rule blocks, in 0..1; below 0: the rule has no such threshold. It is that of p
/// for ROS, and in an image the sea level of heights where there is a sea.
float import_choice_threshold(const import_choice* choice);
/// Does nothing when the rule has no threshold.
void import_choice_set_threshold(import_choice* choice, float threshold);
/// True when the rule takes brightness for heights.
bool import_choice_has_heights(const import_choice* choice);
/// The rules that a person can choose: all but COST, whose values need no choice. NULL past the last.
const char* import_choice_rule_name(int index);
int import_choice_rule_index(wend_image_rule rule);
/// The channels, the modes of ROS and what a tile takes of its pixels, likewise.
const char* import_choice_channel_name(int index);
const char* import_choice_ros_mode_name(int index);
const char* import_choice_downscale_name(int index);
/// The functions of slope by their names; NULL past the last.
const char* import_choice_slope_name(int index);
/// Which of them is chosen; the last stands for a table in a file.
int import_choice_slope_index(const import_choice* choice);
/// True when the rule uses the brightness of a selectable channel.
bool import_choice_has_channel(const import_choice* choice);

#endif
