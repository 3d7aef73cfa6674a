// import_panel.h: which image is being imported, and how? The window that shows it: import_window.c.
#ifndef WEND_VIEW_IMPORT_PANEL_H
#define WEND_VIEW_IMPORT_PANEL_H
#include "document/import_choice.h"
#include "preview.h"

typedef struct import_panel {
    char* file; ///< NULL: the panel is closed
    wend_image_survey* survey;
    wend_survey_info info;
    import_choice choice;
    bool changed; ///< the preview is behind the choice
    preview preview;
    bool linear_counts; ///< the histogram shows pixels rather than their logarithm
    int64_t room;       ///< memory that was free when the choice last changed [Units: bytes]
    char problem[600];  ///< why it was not baked; ""
    int fitting;        ///< downscale for which there is memory, where there is none now; 0: none is known
    SDL_FPoint line;    ///< the upper end of the threshold in the histogram, in pixels; x < 0: there is none
} import_panel;

struct app;
/// Reads an image and opens the panel on it; what was open before is closed. Errors: UNSUPPORTED (it is no
/// image, or not one that is read), and others: the caller tells.
wend_result import_open(struct app* app, const char* file, wend_error* error);
/// The same for the file that is shown.
void import_open_shown(struct app* app);
void import_close(import_panel* panel);
/// Asks about unsaved edits, then bakes. The panel stays open when that fails or is stopped.
void import_bake(struct app* app);
/// The same after the question.
void import_bake_now(struct app* app);
/// Brings the preview up to date. Call it once a frame.
void import_follow(import_panel* panel);
/// The memory that baking takes with a downscale, about. [Units: bytes]
int64_t import_memory(const import_panel* panel, int32_t downscale);
/// The window with all of it.
void import_show(struct app* app);

#endif
