// drawing.c: how do lines and rectangles become pixels or an SVG?
#include "drawing.h"
#include "output.h"
#include "png.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

drawing drawing_on(const picture* p) {
    return (drawing){.pixels = *p, .width = p->width, .height = p->height};
}

// ---- the SVG

static void print_base64(drawing* d, const uint8_t* bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char part[64 * 4];
    size_t used = 0;
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const uint32_t bits = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                              (left > 2 ? bytes[i + 2] : 0);
        part[used++] = digits[bits >> 18];
        part[used++] = digits[bits >> 12 & 63];
        part[used++] = left > 1 ? digits[bits >> 6 & 63] : '=';
        part[used++] = left > 2 ? digits[bits & 63] : '=';
        if (used < sizeof part && left > 3) continue;
        file_text_add(&d->text, "%.*s", (int)used, part);
        used = 0;
    }
}

int drawing_begin_svg(drawing* d, const picture* background) {
    const int width = background->width, height = background->height;
    *d = (drawing){.is_svg = true, .width = width, .height = height};
    uint8_t* bytes = NULL;
    size_t size = 0;
    wend_error error = {.text = ""};
    const wend_result result = png_encode("the background", background->rgb, background->width,
                                          background->height, 3, &bytes, &size, &error);
    if (result != WEND_OK) return cli_fail_error(&error, result, CLI_WRITING);
    file_text_add(
        &d->text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%d\" "
        "height=\"%d\" viewBox=\"0 0 %d %d\">\n<image id=\"background\" width=\"%d\" height=\"%d\" "
        "style=\"image-rendering:optimizeSpeed;image-rendering:pixelated\" "
        "xlink:href=\"data:image/png;base64,",
        width, height, width, height, width, height);
    print_base64(d, bytes, size);
    file_text_add(&d->text, "\"/>\n");
    free(bytes);
    return d->text.failed ? cli_fail(CLI_RESOURCE, "out of memory for the picture") : CLI_OK;
}

void drawing_end(drawing* d) {
    free(d->text.bytes);
    d->text = (file_text){.size = 0};
}

static void end_style(drawing* d) {
    if (d->has_style) file_text_add(&d->text, "</g>\n");
    d->has_style = false;
}

void drawing_layer(drawing* d, const char* name) {
    if (!d->is_svg) return;
    end_style(d);
    if (d->has_layer) file_text_add(&d->text, "</g>\n");
    file_text_add(&d->text, "<g id=\"%s\">\n", name);
    d->has_layer = true;
}

static bool same_color(color a, color b) {
    return a.r == b.r && a.g == b.g && a.b == b.b;
}

// Most lines have the style of the one before: a group states it once.
static void begin_style(drawing* d, color c, float width, float opacity) {
    const bool is_open = d->has_style && same_color(d->style_color, c) && d->style_width == width &&
                         d->style_opacity == opacity;
    if (is_open) return;
    end_style(d);
    file_text_add(&d->text,
                  "<g stroke=\"#%02x%02x%02x\" stroke-width=\"%.2f\" stroke-opacity=\"%.2f\" "
                  "stroke-linecap=\"round\">\n",
                  c.r, c.g, c.b, (double)width, (double)opacity);
    d->has_style = true;
    d->style_color = c;
    d->style_width = width;
    d->style_opacity = opacity;
}

// ---- shapes

void drawing_line(drawing* d, float x0, float y0, float x1, float y1, float width, color c, float opacity) {
    if (!d->is_svg) {
        picture_line(&d->pixels, x0, y0, x1, y1, width, c, opacity);
        return;
    }
    if (x0 == x1 && y0 == y1) { // not every program draws the ends of a line without length
        end_style(d);
        file_text_add(
            &d->text,
            "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"#%02x%02x%02x\" fill-opacity=\"%.2f\" "
            "stroke=\"none\"/>\n",
            (double)x0, (double)y0, (double)width / 2, c.r, c.g, c.b, (double)opacity);
        return;
    }
    begin_style(d, c, width, opacity);
    file_text_add(&d->text, "<path d=\"M%.2f %.2fL%.2f %.2f\"/>\n", (double)x0, (double)y0, (double)x1,
                  (double)y1);
}

void drawing_rect(drawing* d, float x0, float y0, float x1, float y1, color c, float opacity) {
    if (!d->is_svg) {
        picture_rect(&d->pixels, x0, y0, x1, y1, c, opacity);
        return;
    }
    end_style(d);
    file_text_add(&d->text,
                  "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"#%02x%02x%02x\" "
                  "fill-opacity=\"%.2f\" stroke=\"none\"/>\n",
                  (double)x0, (double)y0, (double)(x1 - x0), (double)(y1 - y0), c.r, c.g, c.b,
                  (double)opacity);
}

// ---- files

int drawing_write_svg(drawing* d, const char* file) {
    end_style(d);
    file_text_add(&d->text, "%s</svg>\n", d->has_layer ? "</g>\n" : "");
    return output_write_text(&d->text, file);
}

// ---- a PNG file

int png_write(const picture* p, const char* file) {
    uint8_t* bytes = NULL;
    size_t size = 0;
    wend_error error = {.text = ""};
    wend_result result = png_encode(file, p->rgb, p->width, p->height, 3, &bytes, &size, &error);
    const int code =
        result == WEND_OK ? output_write(file, bytes, size) : cli_fail_error(&error, result, CLI_WRITING);
    free(bytes);
    return code;
}
