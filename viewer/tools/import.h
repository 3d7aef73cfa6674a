// import.h: which image is being imported, and how?
#ifndef WEND_VIEW_IMPORT_H
#define WEND_VIEW_IMPORT_H
#include "document/document.h"
#include "document/import_choice.h"
#include "tools/preview.h"

/// The choices that a person made, to be undone and done again.
typedef struct import_steps {
    import_choice* list; ///< NULL: not begun
    int count, position; ///< of the list; the current choice
    uint32_t widget;     ///< that is held and made the current choice; 0: none
} import_steps;

typedef struct import {
    document* document;
    char* file; ///< NULL: the panel is closed
    wend_image_survey* survey;
    wend_survey_info info;
    import_choice choice;
    bool chosen[WEND_MAX_LEGEND_ROWS]; ///< entries of the legend, to be merged
    import_steps steps;
    bool changed;    ///< the choice changed in this frame
    int late_frames; ///< since the choice changed and the preview did not; 0: the preview shows the choice
    preview preview;
    bool logarithmic;  ///< the histogram shows the logarithm of the pixels
    int64_t room;      ///< memory that was free when the choice last changed [Units: bytes]
    char problem[600]; ///< why baking failed; "": no failure
    int fitting;       ///< a downscale that fits into memory when the chosen one does not; 0: none
    bool baking;       ///< the world being opened is baked from this image
    SDL_FPoint line;   ///< the upper end of the threshold in the histogram, in pixels; x < 0: there is none
} import;

/// Borrows it.
void import_init(import* p, document* d);
/// Updates the preview; call it once in every frame. Of a large image it waits until the choice rests.
void import_follow(import* p);
/// The format of the image: "png, 3 channels of 8 bits".
const char* import_describe(const import* p, char out[100]);
/// Approximate memory of baking with a downscale. [Units: bytes]
int64_t import_memory(const import* p, int32_t downscale);

#endif
