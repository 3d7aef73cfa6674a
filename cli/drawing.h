// drawing.h: lines and rectangles that become pixels or an SVG over a background of pixels.
#ifndef DRAWING_H
#define DRAWING_H
#include "cli.h"
#include "path_file.h"
#include "picture.h"

typedef struct drawing {
    picture pixels; ///< not of an SVG
    bool is_svg;
    int width, height; ///< pixels
    file_text text;    ///< of an SVG
    bool has_layer;    ///< an element of a layer is open
    bool has_style;    ///< likewise of lines of equal style
    color style_color;
    float style_width, style_opacity;
} drawing;

/// Draws on a picture, which the drawing borrows.
drawing drawing_on(const picture* p);
/// An SVG above a picture of the same size. CLI_OK or an exit code.
int drawing_begin_svg(drawing* d, const picture* background);
/// Frees an SVG.
void drawing_end(drawing* d);

/// What follows belongs to a layer of this name, a group with this id in an SVG.
void drawing_layer(drawing* d, const char* name);
/// As picture_line and picture_rect.
void drawing_line(drawing* d, float x0, float y0, float x1, float y1, float width, color c, float opacity);
void drawing_rect(drawing* d, float x0, float y0, float x1, float y1, color c, float opacity);

/// Writes an SVG, whole or not at all. CLI_OK or an exit code.
int drawing_write_svg(drawing* d, const char* file);

// ---- a PNG file

/// Replaces the file, or writes to standard output for "-". Returns CLI_OK or an exit code.
int png_write(const picture* p, const char* file);

#endif
