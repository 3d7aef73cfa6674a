// wend/legend.h: legends: what the colours of an image cost. WEND_RULE_PALETTE reads one from a file; this
// header proposes one for an image and writes it, for programs that let a person edit it.
//
//     wend_import_def def = wend_default_import_def();
//     wend_image_survey* survey = NULL;
//     static wend_legend legend;
//     static char text[WEND_LEGEND_TEXT_BYTES];
//     if (wend_image_survey_create("island.png", &def, 1, &survey, NULL) != WEND_OK) return 1;
//     const wend_image_colors* colors = wend_image_survey_colors(survey);
//     if (wend_legend_propose(colors, &legend) == WEND_OK) {
//         legend.rows[0].cost = 0; // the most frequent colour is blocked
//         wend_legend_write(&legend, "island.png", colors, text);
//         fputs(text, stdout);
//     }
//     wend_image_survey_destroy(survey);
//
// The text of a legend is described in docs/import.md. A legend does not belong on a small stack.
#ifndef WEND_LEGEND_H
#define WEND_LEGEND_H
#include "wend/import.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_MAX_LEGEND_ROWS   254 ///< row i is class 1 + i of the grid; the last class is for unknown colours
#define WEND_MAX_TOLERANCE     441       ///< the distance from black to white
#define WEND_LEGEND_TEXT_BYTES (1 << 16) ///< bytes that hold the text of any legend, including its end

/// What the colours are that match no row.
typedef enum wend_unknown_colors {
    WEND_UNKNOWN_ERROR = 0,   ///< the import fails
    WEND_UNKNOWN_NEAREST = 1, ///< they belong to the nearest row
    WEND_UNKNOWN_COST = 2,    ///< they have unknown_cost
    WEND_UNKNOWN_COUNT
} wend_unknown_colors;

typedef struct wend_legend_row {
    uint8_t low[3], high[3]; ///< inclusive limits of red, green and blue; the same for a single colour
    float cost;              ///< 0: blocked
    char name[WEND_MEANING_BYTES];
} wend_legend_row;

/// The first row that a colour matches applies; without one, the nearest within the tolerance.
/// [Size: 15 KB]
typedef struct wend_legend {
    int32_t count; ///< of rows
    wend_unknown_colors unknown;
    float unknown_cost; ///< of WEND_UNKNOWN_COST; 0: blocked
    int32_t tolerance;  ///< distance up to which a colour belongs to the nearest row, or, between two rows
                        ///< that are near in the image, is taken for their smoothed edge; 0: neither
    wend_legend_row rows[WEND_MAX_LEGEND_ROWS];
} wend_legend;

/// A row for each main colour, with the guessed names and costs, the most frequent first. In an image with
/// other colours these are tolerated, else they are errors. Errors: ARGUMENT (no colours).
WEND_API wend_result wend_legend_propose(const wend_image_colors* colors, wend_legend* out);

/// Reads a legend file; "-" reads standard input. Of def only open, open_context and allocator matter.
/// Errors: DEF, ARGUMENT, IO, FORMAT (with line and column), LIMIT, MEMORY, and any result of def.open.
WEND_API wend_result wend_legend_read(const char* file, const wend_import_def* def, wend_legend* out,
                                      wend_error* error_opt);

/// Writes the text of a legend file for an image named map; WEND_LEGEND_TEXT_BYTES are enough for it. With
/// the colours of the image, comments give their shares. Characters that a name cannot have become '?', and
/// '-' where they would begin a comment. Reading the text gives the same legend.
WEND_API void wend_legend_write(const wend_legend* legend, const char* map,
                                const wend_image_colors* colors_opt, char* text);

/// Writes the text of a legend for a Tiled map: a line for each name of its tiles, which is their class,
/// their terrain or TILESET:ID, with the cost that they have now, the most frequent first. def.legend of an
/// import reads it; WEND_LEGEND_TEXT_BYTES are enough. Of def only cost_property, collision, outside, root,
/// open and allocator matter. Errors: DEF, ARGUMENT, IO, FORMAT (also without a tile), LIMIT, UNSUPPORTED
/// (another format), MEMORY.
WEND_API wend_result wend_legend_of_tiles(const char* file, const wend_import_def* def, char* text,
                                          wend_error* error_opt);

#ifdef __cplusplus
}
#endif
#endif
