// imgui_legend.h: the table in which a person edits the colours of a legend.
#ifndef WEND_VIEW_IMGUI_LEGEND_H
#define WEND_VIEW_IMGUI_LEGEND_H
#include <SDL.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LEGEND_NAME = 48, LEGEND_SWATCHES = 6 };

typedef struct gui_legend_row {
    int number; ///< from 1
    SDL_Color swatches[LEGEND_SWATCHES];
    int swatch_count;
    const char* hint; ///< tooltip of the swatches
    bool chosen;
    const char* share;
    char name[LEGEND_NAME];
    float cost; ///< 0: blocked
} gui_legend_row;

/// What the user changed in a row.
typedef enum gui_legend_change {
    GUI_LEGEND_NOTHING,
    GUI_LEGEND_CHOSEN,
    GUI_LEGEND_NAME,
    GUI_LEGEND_COST,
    GUI_LEGEND_BLOCKED ///< or no longer blocked
} gui_legend_change;

/// False: nothing of it is visible; do not end it then. It scrolls within the height.
bool gui_begin_legend(float height);
/// Changes the row as the user does.
gui_legend_change gui_legend_edit(gui_legend_row* row);
void gui_end_legend(void);

#ifdef __cplusplus
}
#endif
#endif
