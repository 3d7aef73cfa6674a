// canvas.h: lines, discs and words that become an SVG or a PNG file.
#ifndef CANVAS_H
#define CANVAS_H
#include "cli.h"
#include "path_file.h"
#include "picture.h"

typedef struct canvas {
    bool is_svg;
    int width, height; ///< pixels
    picture pixels;    ///< of a PNG
    file_text text;    ///< of an SVG
} canvas;

typedef struct canvas_point {
    double x, y; ///< pixels, y down
} canvas_point;

/// White.
void canvas_begin(canvas* c, bool is_svg, int width, int height);
void canvas_end(canvas* c);
/// A curve from a to b with a control point (quadratic Bezier); dashed: broken up.
void canvas_curve(canvas* c, canvas_point a, canvas_point control, canvas_point b, double width, color ink,
                  bool dashed);
void canvas_line(canvas* c, canvas_point a, canvas_point b, double width, color ink);
/// An arrow head whose tip points away from the other point.
void canvas_arrow(canvas* c, canvas_point tip, canvas_point from, double size, color ink);
/// A disc with an outline inside its radius.
void canvas_disc(canvas* c, canvas_point at, double radius, double outline, color fill, color ink);
void canvas_circle(canvas* c, canvas_point at, double radius, double width, color ink);
/// Words around a point, on a white ground when halo. height: of a capital letter. PNG shows ASCII only.
void canvas_words(canvas* c, canvas_point at, double height, color ink, bool halo, const char* words);
/// About how wide words are.
double canvas_words_width(double height, const char* words);
/// Where a curve is at t in 0..1.
canvas_point canvas_on_curve(canvas_point a, canvas_point control, canvas_point b, double t);
/// Writes the file, whole or not at all. CLI_OK or an exit code.
int canvas_write(canvas* c, const char* file);

#endif
