// import.h: which image is being imported, and how?
#ifndef WEND_VIEW_IMPORT_H
#define WEND_VIEW_IMPORT_H
#include "document/document.h"
#include "tools/preview.h"

typedef struct import {
    document* document;
    commands* commands;
    char* file; ///< NULL: the panel is closed
    wend_image_survey* survey;
    wend_survey_info info;
    import_choice choice;
    bool changed; ///< the preview is behind the choice
    preview preview;
    bool logarithmic;  ///< the histogram shows the logarithm of the pixels
    int64_t room;      ///< memory that was free when the choice last changed [Units: bytes]
    char problem[600]; ///< why it was not baked; ""
    int fitting;       ///< downscale for which there is memory, where there is none now; 0: none is known
    bool baking;       ///< the world that comes is made of this
    SDL_FPoint line;   ///< the upper end of the threshold in the histogram, in pixels; x < 0: there is none
} import;

/// Commands of the panel.
extern const command_def import_commands[]; // import_commands.c

/// Borrows both.
void import_init(import* p, document* d, commands* c);
/// A file was dropped: opens the panel on an image; anything else is shown.
void import_drop(import* p, const char* file);
/// Opens the panel on the file that is shown.
void import_open_shown(import* p);
void import_close(import* p);
/// Looks whether there is enough memory, asks about unsaved edits, then bakes. The panel stays open when that
/// fails or is stopped.
void import_bake(import* p);
/// The same after the question.
void import_bake_now(import* p);
/// Brings the preview up to date. Call it once a frame.
void import_follow(import* p);
/// The memory that baking takes with a downscale, about. [Units: bytes]
int64_t import_memory(const import* p, int32_t downscale);

#endif
