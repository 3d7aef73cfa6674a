// tiled_layout.c: which tile of a Tiled map is at a position in pixels?
#include "formats/tiled_layout.h"

#include <math.h>
#include <string.h>

#include "core/text.h"

// 0: missing or no number; only objects need these.
static double pixels(const char* const* attributes, const char* name) {
    const char* text = wimp_attribute(attributes, name);
    double value = 0;
    return text && wimp_span_double(wimp_span_of(text), &value) && value <= 1e6 ? value : 0;
}

static bool read_shift(wimp_tiled_layout* layout, wimp_document* document, const char* const* attributes,
                       const char* orientation) {
    const char* axis = wimp_attribute(attributes, "staggeraxis");
    const char* index = wimp_attribute(attributes, "staggerindex");
    const bool by_rows = axis && strcmp(axis, "y") == 0, is_even = index && strcmp(index, "even") == 0;
    if (!axis || !index || (!by_rows && strcmp(axis, "x") != 0) || (!is_even && strcmp(index, "odd") != 0)) {
        wimp_document_fail(
            document, WEND_ERROR_FORMAT,
            "the %s map has the staggeraxis \"%.20s\" and the staggerindex \"%.20s\"; expected x or y, and "
            "odd or even",
            orientation, axis ? axis : "", index ? index : "");
        return false;
    }
    layout->shifts_columns = !by_rows;
    layout->shifts_even = is_even;
    if (layout->orientation == WIMP_TILED_HEXAGONAL) layout->side = pixels(attributes, "hexsidelength");
    return true;
}

bool wimp_tiled_layout_read(wimp_tiled_layout* layout, wimp_document* document,
                            const char* const* attributes) {
    static const char* const names[] = {"orthogonal", "isometric", "staggered", "hexagonal"};
    const char* orientation = wimp_attribute(attributes, "orientation");
    int32_t found = 0;
    while (orientation && found < 4 && strcmp(orientation, names[found]) != 0) found++;
    if (found == 4) {
        wimp_document_fail(
            document, WEND_ERROR_UNSUPPORTED,
            "a Tiled map that is %.40s is not supported; expected an orthogonal, isometric, staggered or "
            "hexagonal one",
            orientation);
        return false;
    }
    layout->orientation = (wimp_tiled_orientation)found;
    layout->tile_width = pixels(attributes, "tilewidth");
    layout->tile_height = pixels(attributes, "tileheight");
    layout->cell_width = layout->tile_width;
    if (found == WIMP_TILED_ISOMETRIC || found == WIMP_TILED_STAGGERED) {
        const double ratio = layout->tile_width > 0 ? layout->tile_height / layout->tile_width : 0;
        layout->ratio = ratio >= 0.1 && ratio <= 2 ? ratio : 0; // others cannot be drawn
        if (found == WIMP_TILED_ISOMETRIC) layout->tile_width = layout->tile_height;
    }
    return !wimp_tiled_is_shifted(layout) || read_shift(layout, document, attributes, names[found]);
}

void wimp_tiled_layout_align(const wimp_tiled_layout* layout, wimp_tiled_extent* extent) {
    if (!wimp_tiled_is_shifted(layout)) return;
    int64_t* first = layout->shifts_columns ? &extent->left : &extent->top;
    *first -= *first % 2 != 0;
}

void wimp_tiled_steps(const wimp_tiled_layout* l, double* column_out, double* row_out) {
    *column_out = l->shifts_columns ? (l->tile_width + l->side) / 2 : l->tile_width;
    *row_out = l->shifts_columns ? l->tile_height : (l->tile_height + l->side) / 2;
}

void wimp_tiled_layout_place(wimp_tiled_layout* layout, int32_t width, int32_t height,
                             const wimp_tiled_extent* extent_opt) {
    double column = layout->tile_width, row = layout->tile_height;
    if (wimp_tiled_is_shifted(layout)) wimp_tiled_steps(layout, &column, &row);
    layout->width = width;
    layout->height = height;
    layout->left = extent_opt ? (double)extent_opt->left * column : 0;
    layout->top = extent_opt ? (double)extent_opt->top * row : 0;
}

void wimp_tiled_middle_of(const wimp_tiled_layout* l, int32_t column, int32_t row, double out[2]) {
    const bool is_shifted = ((l->shifts_columns ? column : row) % 2 == 0) == l->shifts_even;
    double column_step, row_step;
    wimp_tiled_steps(l, &column_step, &row_step);
    out[0] = column * column_step + l->tile_width / 2;
    out[1] = row * row_step + l->tile_height / 2;
    if (is_shifted && l->shifts_columns) out[1] += l->tile_height / 2;
    if (is_shifted && !l->shifts_columns) out[0] += l->tile_width / 2;
}

// How far a position is from the middle of a tile: diamonds are nearest by the sum of both distances.
static double distance(const wimp_tiled_layout* l, double x, double y) {
    if (l->orientation == WIMP_TILED_HEXAGONAL) return sqrt(x * x + y * y);
    return fabs(x) / l->tile_width + fabs(y) / l->tile_height;
}

bool wimp_tiled_tile_at(const wimp_tiled_layout* l, double x, double y, wend_tile* out) {
    const double most = 2 * (double)WEND_MAX_SIDE; // so that no coordinate overflows
    if (!(fabs(x) < most * l->tile_width && fabs(y) < most * l->tile_height)) return false;
    if (!wimp_tiled_is_shifted(l)) {
        *out = (wend_tile){(int32_t)floor(x / l->tile_width), (int32_t)floor(y / l->tile_height)};
        return out->x >= 0 && out->y >= 0 && out->x < l->width && out->y < l->height;
    }
    // the nearest middle among the tiles around
    double column_step, row_step, least = INFINITY;
    wimp_tiled_steps(l, &column_step, &row_step);
    const int32_t column = (int32_t)floor(x / column_step), row = (int32_t)floor(y / row_step);
    const int32_t rows = l->orientation == WIMP_TILED_STAGGERED ? 2 : 1; // diamonds reach over two steps
    for (int32_t r = row - rows; r <= row + 1; r++) {
        for (int32_t c = column - rows; c <= column + 1; c++) {
            double middle[2];
            wimp_tiled_middle_of(l, c, r, middle);
            const double here = distance(l, x - middle[0], y - middle[1]);
            if (here >= least) continue;
            least = here;
            *out = (wend_tile){c, r};
        }
    }
    const bool on_map = out->x >= 0 && out->y >= 0 && out->x < l->width && out->y < l->height;
    const double reach =
        l->orientation == WIMP_TILED_STAGGERED ? 0.5 : fmax(l->tile_width, l->tile_height) / 2;
    return on_map && least <= reach;
}

double wimp_tiled_shape_pixels(const wimp_tiled_layout* l) {
    const double width = l->tile_width, height = l->tile_height;
    if (l->orientation == WIMP_TILED_ORTHOGONAL) return 0;
    if (l->orientation != WIMP_TILED_HEXAGONAL) return width * height / 2;
    return l->shifts_columns ? height * (width + l->side) / 2 : width * (height + l->side) / 2;
}
