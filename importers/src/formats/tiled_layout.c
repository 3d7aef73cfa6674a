// tiled_layout.c: which tile of a Tiled map is at a position in pixels?
#include "formats/tiled_layout.h"

#include <math.h>
#include <stdlib.h>
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

// ---- shapes
//
// On a map of squares, a shape covers a tile if it reaches into it by more than INSET from every side: if an
// edge crosses that inner square, or the middle of the tile is inside. A thin line thus blocks all tiles it
// passes through, and a rectangle that is off its tiles by less than a pixel blocks no others.

#define INSET 0.02 ///< tiles
/// Edges and tiles that are looked at; more take seconds.
#define MAX_WORK ((int64_t)1 << 29)
#define FAR      1e7 ///< tiles; farther points count as this far
#define PI       3.14159265358979323846

enum { QUARTER_POINTS = 16 };

bool wimp_tiled_shapes_add(wimp_tiled_shapes* s, const wimp_job* job, wimp_place place, int32_t layer,
                           int32_t floor, bool is_closed) {
    if (!wimp_job_grow(job, &s->shapes, &s->shape_capacity, (size_t)s->shape_count + 1, sizeof *s->shapes))
        return false;
    s->shapes[s->shape_count++] = (wimp_tiled_shape){s->point_count, 0, place, layer, floor, is_closed};
    return true;
}

bool wimp_tiled_shapes_add_point(wimp_tiled_shapes* s, const wimp_job* job, double x, double y) {
    if (!wimp_job_grow(job, &s->points, &s->point_capacity, s->point_count + 1, sizeof *s->points))
        return false;
    s->points[s->point_count++] = (wimp_tiled_point){x, y};
    s->shapes[s->shape_count - 1].count++;
    return true;
}

// Points of a unit circle by (1 - t t, 2 t) / (1 + t t), and not by sines, whose last bits differ between
// machines.
bool wimp_tiled_shapes_add_round(wimp_tiled_shapes* s, const wimp_job* job, double left, double top,
                                 double width, double height, bool is_capsule) {
    // the ends of a capsule are half circles, with the straight sides between them
    const double least = width < height ? width : height;
    const double across = is_capsule ? least / 2 : width / 2, down = is_capsule ? least / 2 : height / 2;
    const double apart_x = width / 2 - across, apart_y = height / 2 - down;
    for (int32_t i = 0; i < 4 * QUARTER_POINTS; i++) {
        const int32_t turn = i / QUARTER_POINTS;
        const double t = (i % QUARTER_POINTS + 0.5) / QUARTER_POINTS;
        const double along = (1 - t * t) / (1 + t * t), aside = 2 * t / (1 + t * t);
        const double quarter[2] = {turn == 1 || turn == 2 ? -1 : 1, turn >= 2 ? -1 : 1}; // signs
        const double x = quarter[0] * (turn % 2 ? aside : along), y = quarter[1] * (turn % 2 ? along : aside);
        if (!wimp_tiled_shapes_add_point(s, job, left + width / 2 + x * across + quarter[0] * apart_x,
                                         top + height / 2 + y * down + quarter[1] * apart_y))
            return false;
    }
    return true;
}

// Sine and cosine with the same bits on every machine.
static void turn_of(double degrees, double* sine, double* cosine) {
    const double quarters = floor(degrees / 90 + 0.5), x = (degrees - quarters * 90) * (PI / 180);
    double s = 0, c = 0, term = 1;
    for (int32_t i = 0; i < 20; i += 2) { // 45 degrees at most, so that 20 terms are exact
        c += i % 4 == 0 ? term : -term;
        term *= x / (i + 1);
        s += i % 4 == 0 ? term : -term;
        term *= x / (i + 2);
    }
    const int32_t turn = (int32_t)(quarters - floor(quarters / 4) * 4);
    *sine = turn == 0 ? s : turn == 1 ? c : turn == 2 ? -s : -c;
    *cosine = turn == 0 ? c : turn == 1 ? -s : turn == 2 ? -c : s;
}

void wimp_tiled_shapes_turn(wimp_tiled_shapes* s, double x, double y, double degrees) {
    double across, along;
    turn_of(fmod(degrees, 360), &across, &along);
    const wimp_tiled_shape* shape = &s->shapes[s->shape_count - 1];
    for (size_t i = shape->first; i < shape->first + shape->count; i++) {
        const double from_x = s->points[i].x - x, from_y = s->points[i].y - y;
        s->points[i] =
            (wimp_tiled_point){x + from_x * along - from_y * across, y + from_x * across + from_y * along};
    }
}

// ---- marking

typedef struct marker {
    const wimp_tiled_layout* layout;
    uint8_t* tiles;
    uint8_t terrain_class;
    int64_t work;
    // the current shape, in tiles on a map of squares, else in pixels
    const wimp_tiled_point* points;
    size_t count;
    double scale_x, scale_y;
    double* crossings; // of a row
} marker;

static double within(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

static wimp_tiled_point point_at(const marker* m, size_t i) {
    const wimp_tiled_point* p = &m->points[i % m->count];
    return (wimp_tiled_point){within(p->x / m->scale_x, -FAR, FAR), within(p->y / m->scale_y, -FAR, FAR)};
}

// Marks the tiles of a row from first to last, which may lie outside the map.
static void mark_row(marker* m, int32_t row, double first, double last) {
    const int32_t from = (int32_t)within(first, 0, m->layout->width);
    const int32_t to = (int32_t)within(last, -1, m->layout->width - 1);
    m->work++;
    if (to < from) return;
    memset(m->tiles + (size_t)row * (size_t)m->layout->width + from, m->terrain_class,
           (size_t)(to - from + 1));
    m->work += (to - from) / 16;
}

static void mark_edge(marker* m, wimp_tiled_point a, wimp_tiled_point b) {
    const double top = fmin(a.y, b.y), bottom = fmax(a.y, b.y);
    const int32_t first = (int32_t)within(floor(top), 0, m->layout->height);
    const int32_t last = (int32_t)within(floor(bottom), -1, m->layout->height - 1);
    for (int32_t row = first; row <= last && m->work <= MAX_WORK; row++) {
        // the part of the edge within the inner squares of this row
        const double from_y = fmax(top, row + INSET), to_y = fmin(bottom, row + 1 - INSET);
        m->work++;
        if (from_y > to_y) continue;
        double from = a.x, to = b.x;
        if (bottom > top) {
            from = a.x + (b.x - a.x) * (from_y - a.y) / (b.y - a.y);
            to = a.x + (b.x - a.x) * (to_y - a.y) / (b.y - a.y);
        }
        mark_row(m, row, ceil(fmin(from, to) - (1 - INSET)), floor(fmax(from, to) - INSET));
    }
}

static int by_value(const void* a, const void* b) {
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

// Where a horizontal line at y crosses the outline; returns how often.
static size_t find_crossings(marker* m, double y) {
    size_t count = 0;
    for (size_t i = 0; i < m->count; i++) {
        const wimp_tiled_point a = point_at(m, i), b = point_at(m, i + 1);
        if ((a.y <= y) == (b.y <= y)) continue;
        m->crossings[count++] = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y);
    }
    m->work += (int64_t)m->count;
    qsort(m->crossings, count, sizeof *m->crossings, by_value);
    return count;
}

static void mark_square_tiles(marker* m, const wimp_tiled_shape* shape) {
    double top = FAR, bottom = -FAR;
    for (size_t i = 0; i + !shape->is_closed < m->count && m->work <= MAX_WORK; i++)
        mark_edge(m, point_at(m, i), point_at(m, i + 1));
    if (!shape->is_closed) return;
    for (size_t i = 0; i < m->count; i++) {
        top = fmin(top, point_at(m, i).y);
        bottom = fmax(bottom, point_at(m, i).y);
    }
    const int32_t first = (int32_t)within(floor(top), 0, m->layout->height);
    const int32_t last = (int32_t)within(floor(bottom), -1, m->layout->height - 1);
    for (int32_t row = first; row <= last && m->work <= MAX_WORK; row++) {
        const size_t count = find_crossings(m, row + 0.5);
        for (size_t i = 0; i + 1 < count; i += 2)
            mark_row(m, row, ceil(m->crossings[i] - 0.5), ceil(m->crossings[i + 1] - 0.5) - 1);
    }
}

static void mark_tile_at(marker* m, double x, double y) {
    wend_tile tile;
    m->work += 9; // tiles that are compared
    if (wimp_tiled_tile_at(m->layout, x, y, &tile))
        m->tiles[(size_t)tile.y * (size_t)m->layout->width + (size_t)tile.x] = m->terrain_class;
}

static void mark_shifted_tiles(marker* m, const wimp_tiled_shape* shape) {
    const wimp_tiled_layout* l = m->layout;
    const double step = fmin(l->tile_width, l->tile_height) / 4;
    double column_step, row_step;
    wimp_tiled_steps(l, &column_step, &row_step);
    for (size_t i = 0; i + !shape->is_closed < m->count; i++) {
        const wimp_tiled_point a = point_at(m, i), b = point_at(m, i + 1);
        const double across = b.x - a.x, down = b.y - a.y;
        const double steps = ceil(sqrt(across * across + down * down) / step);
        if (!(steps < (double)MAX_WORK)) m->work = MAX_WORK + 1;
        for (double k = 0; k <= steps && m->work <= MAX_WORK; k++)
            mark_tile_at(m, a.x + across * k / fmax(steps, 1), a.y + down * k / fmax(steps, 1));
    }
    if (!shape->is_closed) return;
    // the middles of a row lie on one or, where columns are shifted, on two lines
    for (int32_t row = 0; row < l->height; row++) {
        for (int32_t odd = 0; odd < (l->shifts_columns ? 2 : 1) && m->work <= MAX_WORK; odd++) {
            double middle[2];
            wimp_tiled_middle_of(l, odd, row, middle);
            const size_t count = find_crossings(m, middle[1]);
            const int32_t every = l->shifts_columns ? 2 : 1;
            for (size_t i = 0; i + 1 < count && m->work <= MAX_WORK; i += 2) {
                const double first = (m->crossings[i] - middle[0]) / column_step / every;
                const double last = (m->crossings[i + 1] - middle[0]) / column_step / every;
                const int32_t to = (int32_t)within(floor(last) * every + odd, -1, l->width - 1);
                int32_t c = (int32_t)within(ceil(first) * every + odd, odd, l->width);
                for (; c <= to; c += every, m->work++)
                    m->tiles[(size_t)row * (size_t)l->width + (size_t)c] = m->terrain_class;
            }
        }
    }
}

static wend_result mark_shape(marker* m, const wimp_job* job, const wimp_tiled_shape* shape) {
    const bool is_shifted = wimp_tiled_is_shifted(m->layout);
    if (shape->count == 1) {
        mark_tile_at(m, m->points[0].x, m->points[0].y);
        return WEND_OK;
    }
    m->scale_x = is_shifted ? 1 : m->layout->tile_width;
    m->scale_y = is_shifted ? 1 : m->layout->tile_height;
    m->crossings = wimp_job_get(job, m->count * sizeof *m->crossings);
    if (!m->crossings) return WEND_ERROR_MEMORY;
    (is_shifted ? mark_shifted_tiles : mark_square_tiles)(m, shape);
    wimp_memory_drop(job->memory, m->crossings);
    if (m->work <= MAX_WORK) return WEND_OK;
    return wimp_place_fail(job, shape->place, WEND_ERROR_LIMIT, "%s",
                           "the shapes up to here that block tiles cover too many tiles or have too many "
                           "edges");
}

wend_result wimp_tiled_shapes_mark(const wimp_tiled_shapes* s, const wimp_job* job,
                                   const wimp_tiled_layout* layout, uint8_t terrain_class,
                                   uint8_t* const floors[WIMP_MAX_FLOORS]) {
    marker m = {.layout = layout, .terrain_class = terrain_class};
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < s->shape_count && result == WEND_OK; i++) {
        m.points = s->points + s->shapes[i].first;
        m.count = s->shapes[i].count;
        m.tiles = floors[s->shapes[i].floor];
        if (m.count > 0) result = mark_shape(&m, job, &s->shapes[i]);
    }
    return result;
}
