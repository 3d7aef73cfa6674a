// preview.h: which costs would an import give an image? Computed by the importer on the copy of a survey.
#ifndef WEND_VIEW_PREVIEW_H
#define WEND_VIEW_PREVIEW_H
#include "document/import_choice.h"
#include <SDL.h>

typedef struct preview {
    char problem[500];                     ///< why the image cannot be imported with this choice; "": it can
    char warning[400], color_warning[200]; ///< of the importer; "": none
    float valley;                          ///< brightness at which the threshold would cut better; 0: none
    bool suggests_negate;                  ///< more would be passable with the opposite of negate
    bool suggests_free_thresh;             ///< as in wend_import_info
    wend_grid* grid;                       ///< of the copy; NULL: there is a problem
    const char* valley_name;               ///< "valley", or "middle" where the histogram has no valley
    int64_t passable, tiles;
    int64_t class_tiles[WEND_CLASS_COUNT];
    int64_t components, largest; ///< connected components, and tiles of the largest
    bool has_curve;
    float curve[256]; ///< cost by brightness in 255ths, after negate; 0: blocked

    // pictures, 0xAARRGGBB
    uint32_t *image, *costs; ///< of the size of the copy, and of the grid
    int image_width, image_height;
    SDL_Texture *image_shown, *costs_shown;
    int width, height; ///< of both [Units: pixels]
} preview;

/// A copy of the survey's picture. False: no memory.
bool preview_create(const wend_image_survey* survey, preview* out);
void preview_destroy(preview* p);
/// Forgets the textures, before their renderer goes.
void preview_forget(preview* p);
/// Computes the preview of a choice. The copy of a raster has no heights, so these come from the file;
/// without a grid when the raster is too large for that.
void preview_update(preview* p, const char* file, const wend_image_survey* survey,
                    const import_choice* choice);
/// Creates the textures for a space of this size, unless they exist.
void preview_fit(preview* p, SDL_Renderer* renderer, int max_width, int max_height);

#endif
