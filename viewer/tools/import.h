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
    bool changed; ///< the preview is out of date
    preview preview;
    bool logarithmic;  ///< the histogram shows the logarithm of the pixels
    int64_t room;      ///< memory that was free when the choice last changed [Units: bytes]
    char problem[600]; ///< why baking failed; "": no failure
    int fitting;       ///< a downscale that fits into memory when the chosen one does not; 0: none
    bool baking;       ///< the world being opened is baked from this image
    SDL_FPoint line;   ///< the upper end of the threshold in the histogram, in pixels; x < 0: there is none
} import;

/// Commands of the panel.
extern const command_def import_commands[]; // import_commands.c

/// Borrows both.
void import_init(import* p, document* d, commands* c);
/// Handles a dropped file: opens the panel for an image, and shows anything else.
void import_drop(import* p, const char* file);
/// Opens the panel for the shown file.
void import_open_shown(import* p);
void import_close(import* p);
/// Checks the free memory, asks about unsaved edits, then bakes. The panel stays open when that fails or is
/// stopped.
void import_bake(import* p);
/// Bakes without asking.
void import_bake_now(import* p);
/// Updates the preview; call it once in every frame.
void import_follow(import* p);
/// Approximate memory of baking with a downscale. [Units: bytes]
int64_t import_memory(const import* p, int32_t downscale);

#endif
