// canvas.c: how do shapes become an SVG or a PNG file?
#include "canvas.h"
#include "clean_text.h"
#include "drawing.h"
#include "output.h"
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE_PIECES = 24, ARROW_PIECES = 16 };

// ---- text of an SVG

// Words as XML: marks as entities; bytes that are no UTF-8 as "?".
static void print_words(canvas* c, const char* words) {
    for (const char* at = words; *at != '\0';) {
        const int length = utf8_length(at);
        if (length == 0)
            file_text_add(&c->text, "?");
        else if (*at == '&' || *at == '<' || *at == '>')
            file_text_add(&c->text, *at == '&' ? "&amp;" : *at == '<' ? "&lt;" : "&gt;");
        else
            file_text_add(&c->text, "%.*s", length, at);
        at += length > 0 ? length : 1;
    }
}

static unsigned hex(color ink) {
    return (unsigned)ink.r << 16 | (unsigned)ink.g << 8 | ink.b;
}

// ---- shapes

void canvas_begin(canvas* c, bool is_svg, int width, int height) {
    *c = (canvas){.is_svg = is_svg, .width = width, .height = height};
    if (!is_svg) {
        picture_create(width, height, &c->pixels);
        return;
    }
    file_text_add(
        &c->text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
        "font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\">\n<rect width=\"%d\" height=\"%d\" "
        "fill=\"#ffffff\"/>\n",
        width, height, width, height, width, height);
}

void canvas_end(canvas* c) {
    free(c->text.bytes);
    if (!c->is_svg) picture_destroy(&c->pixels);
}

canvas_point canvas_on_curve(canvas_point a, canvas_point control, canvas_point b, double t) {
    const double u = 1 - t;
    return (canvas_point){u * u * a.x + 2 * u * t * control.x + t * t * b.x,
                          u * u * a.y + 2 * u * t * control.y + t * t * b.y};
}

static void piece(canvas* c, canvas_point a, canvas_point b, double width, color ink) {
    picture_line(&c->pixels, (float)a.x, (float)a.y, (float)b.x, (float)b.y, (float)width, ink, 1);
}

void canvas_line(canvas* c, canvas_point a, canvas_point b, double width, color ink) {
    if (c->is_svg)
        file_text_add(
            &c->text,
            "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#%06x\" stroke-width=\"%.1f\" "
            "stroke-linecap=\"round\"/>\n",
            a.x, a.y, b.x, b.y, hex(ink), width);
    else
        piece(c, a, b, width, ink);
}

void canvas_curve(canvas* c, canvas_point a, canvas_point control, canvas_point b, double width, color ink,
                  bool dashed) {
    if (c->is_svg) {
        file_text_add(&c->text,
                      "<path d=\"M%.1f %.1fQ%.1f %.1f %.1f %.1f\" fill=\"none\" stroke=\"#%06x\" "
                      "stroke-width=\"%.1f\"%s/>\n",
                      a.x, a.y, control.x, control.y, b.x, b.y, hex(ink), width,
                      dashed ? " stroke-dasharray=\"6 6\"" : "");
        return;
    }
    // A straight one in one piece: where pieces meet, their smooth edges are drawn twice.
    const double twice_area = (b.x - a.x) * (control.y - a.y) - (b.y - a.y) * (control.x - a.x);
    if (!dashed && fabs(twice_area) < hypot(b.x - a.x, b.y - a.y) * 0.5) {
        piece(c, a, b, width, ink);
        return;
    }
    canvas_point last = a;
    for (int i = 1; i <= CURVE_PIECES; i++) {
        const canvas_point next = canvas_on_curve(a, control, b, (double)i / CURVE_PIECES);
        if (!dashed || i % 2 == 1) piece(c, last, next, width, ink);
        last = next;
    }
}

void canvas_arrow(canvas* c, canvas_point tip, canvas_point from, double size, color ink) {
    const double length = hypot(tip.x - from.x, tip.y - from.y);
    if (!(length > 0)) return;
    const double dx = (tip.x - from.x) / length * size, dy = (tip.y - from.y) / length * size;
    const canvas_point left = {tip.x - dx - dy * 0.4, tip.y - dy + dx * 0.4};
    const canvas_point right = {tip.x - dx + dy * 0.4, tip.y - dy - dx * 0.4};
    if (c->is_svg) {
        file_text_add(&c->text, "<polygon points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f\" fill=\"#%06x\"/>\n", tip.x,
                      tip.y, left.x, left.y, right.x, right.y, hex(ink));
        return;
    }
    for (int i = 0; i <= ARROW_PIECES; i++) {
        const double t = (double)i / ARROW_PIECES;
        piece(c, tip, (canvas_point){left.x + (right.x - left.x) * t, left.y + (right.y - left.y) * t}, 1.2,
              ink);
    }
}

void canvas_disc(canvas* c, canvas_point at, double radius, double outline, color fill, color ink) {
    if (c->is_svg) {
        file_text_add(&c->text,
                      "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#%06x\" stroke=\"#%06x\" "
                      "stroke-width=\"%.1f\"/>\n",
                      at.x, at.y, radius - outline / 2, hex(fill), hex(ink), outline);
        return;
    }
    piece(c, at, at, 2 * radius, ink);
    if (radius > outline) piece(c, at, at, 2 * (radius - outline), fill);
}

void canvas_circle(canvas* c, canvas_point at, double radius, double width, color ink) {
    if (c->is_svg) {
        file_text_add(&c->text,
                      "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"none\" stroke=\"#%06x\" "
                      "stroke-width=\"%.1f\"/>\n",
                      at.x, at.y, radius, hex(ink), width);
        return;
    }
    canvas_point last = {at.x + radius, at.y};
    for (int i = 1; i <= CURVE_PIECES; i++) {
        const double angle = 2 * 3.14159265358979 * i / CURVE_PIECES;
        const canvas_point next = {at.x + radius * cos(angle), at.y + radius * sin(angle)};
        piece(c, last, next, width, ink);
        last = next;
    }
}

// ---- words

// The bitmap font has one size; a scale makes it larger by whole numbers.
static int scale_of(double height) {
    const int scale = (int)lround(height / LETTER_HEIGHT);
    return scale < 1 ? 1 : scale;
}

double canvas_words_width(double height, const char* words) {
    size_t letters = 0;
    for (; *words != '\0'; words++) letters += (*words & 0xc0) != 0x80;
    return (double)letters * height * 0.86;
}

// paint-order would do with one element, but not every program knows it.
static void print_text(canvas* c, canvas_point at, double height, color ink, const char* more,
                       const char* words) {
    file_text_add(&c->text,
                  "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" text-anchor=\"middle\" fill=\"#%06x\"%s>",
                  at.x, at.y + height / 2, height * 1.37, hex(ink), more);
    print_words(c, words);
    file_text_add(&c->text, "</text>\n");
}

void canvas_words(canvas* c, canvas_point at, double height, color ink, bool halo, const char* words) {
    if (c->is_svg) {
        if (halo)
            print_text(c, at, height, (color){255, 255, 255}, " stroke=\"#ffffff\" stroke-width=\"4\"",
                       words);
        print_text(c, at, height, ink, "", words);
        return;
    }
    const int scale = scale_of(height), width = lettering_width(scale, words), tall = LETTER_HEIGHT * scale;
    const int x = (int)lround(at.x - width / 2.0), y = (int)lround(at.y - tall / 2.0);
    if (halo)
        picture_rect(&c->pixels, (float)(x - 2), (float)(y - 2), (float)(x + width + 2),
                     (float)(y + tall + 3), (color){255, 255, 255}, 0.85f);
    lettering_draw(&c->pixels, x, y, scale, ink, words);
}

// ---- the file

int canvas_write(canvas* c, const char* file) {
    if (!c->is_svg) return png_write(&c->pixels, file);
    file_text_add(&c->text, "</svg>\n");
    return output_write_text(&c->text, file);
}
