// panel.h: which sections has the panel on the left, and which of them are open?
#ifndef WEND_VIEW_PANEL_H
#define WEND_VIEW_PANEL_H
#include "views/view.h"

typedef enum panel_section {
    SECTION_MAP,
    SECTION_BUILD,
    SECTION_PLAN,
    SECTION_EDIT,
    SECTION_BOIDS,
    SECTION_LAYERS,
    SECTION_COUNT
} panel_section;

typedef struct panel {
    view* view;
    bool shown;
    bool help; ///< the window with the keys is shown
    bool open[SECTION_COUNT];
    int revealed; ///< a section that is scrolled to in the next frame; SECTION_COUNT: none
} panel;

/// Commands of the panel.
extern const command_def panel_commands[];

/// Borrows the view.
void panel_init(panel* p, view* v);
/// Shows or hides it: the map has the rest of the window.
void panel_set_shown(panel* p, bool shown);
/// The sections as scripts name them; NULL past the last.
const char* panel_section_name(int section);

/// The order of a frame: panel_begin, the sections one after the other, panel_end. Sections and what is
/// between them are shown by the files that own them.
void panel_begin(const panel* p);
/// The heading; true: the section is open.
bool panel_begin_section(panel* p, panel_section section);
void panel_end(void);

#endif
