// ground.c: how long are steps between the tiles of a raster on the ground?
#include "core/ground.h"

#include <math.h>

#include "core/series.h"

// Of the steps by one column and by one row, in metres to the east and to the north.
static wend_ground ground_of(const double column[2], const double row[2]) {
    const double c0 = column[0], c1 = column[1], r0 = row[0], r1 = row[1];
    const double squares[] = {c0 * c0 + c1 * c1, r0 * r0 + r1 * r1,
                              (c0 + r0) * (c0 + r0) + (c1 + r1) * (c1 + r1),
                              (r0 - c0) * (r0 - c0) + (r1 - c1) * (r1 - c1)};
    double lengths[4];
    for (int32_t i = 0; i < 4; i++) lengths[i] = isfinite(squares[i]) ? sqrt(squares[i]) : 0;
    return (wend_ground){lengths[0], lengths[1], lengths[2], lengths[3]};
}

static wend_ground ground_at_latitude(const wend_georeference* geo, double latitude) {
    const double* t = geo->transform;
    if (!(fabs(latitude) < 2)) return (wend_ground){0, 0, 0, 0}; // no latitude, in radians
    const double sine = wimp_sin(latitude), cosine = fmax(wimp_cos(latitude), 0);
    const double e2 = geo->flattening * (2 - geo->flattening), w2 = 1 - e2 * sine * sine;
    // The radii of curvature of the ellipsoid: across the meridian, and of the meridian.
    const double x_unit = geo->unit * geo->semi_major / sqrt(w2) * cosine;
    const double y_unit = geo->unit * geo->semi_major * (1 - e2) / (w2 * sqrt(w2));
    return ground_of((double[]){t[1] * x_unit, t[4] * y_unit}, (double[]){t[2] * x_unit, t[5] * y_unit});
}

static wend_ground ground_in_plane(const wend_georeference* geo) {
    const double* t = geo->transform;
    const double unit = geo->kind == WEND_GEO_NONE ? 1 : geo->unit;
    return ground_of((double[]){t[1] * unit, t[4] * unit}, (double[]){t[2] * unit, t[5] * unit});
}

static double between(double a, double b, double share) {
    return a + share * (b - a);
}

static wend_ground ground_between(const wend_ground* a, const wend_ground* b, double share) {
    return (wend_ground){between(a->across, b->across, share), between(a->down, b->down, share),
                         between(a->falling, b->falling, share), between(a->rising, b->rising, share)};
}

wend_result wend_geo_ground(const wend_georeference* geo, double row, wend_ground* out) {
    if (geo == NULL || out == NULL || !geo->has_transform || !isfinite(row)) return WEND_ERROR_ARGUMENT;
    if (geo->ground_count > 1 && geo->ground_count <= WEND_GEO_MAX_GROUND && geo->ground_rows > 0) {
        const int32_t last = geo->ground_count - 1;
        const double at = fmin(fmax(row / geo->ground_rows * last, 0), last);
        const int32_t i = at < last ? (int32_t)at : last - 1;
        *out = ground_between(&geo->ground[i], &geo->ground[i + 1], at - i);
    } else if (geo->kind == WEND_GEO_GEOGRAPHIC) {
        *out = ground_at_latitude(geo, (geo->transform[3] + geo->transform[5] * row) * geo->unit);
    } else {
        *out = ground_in_plane(geo);
    }
    return WEND_OK;
}

void wimp_geo_downscale(wend_georeference* geo, double k) {
    for (int32_t i = 0; i < 6; i++)
        if (i % 3 != 0) geo->transform[i] *= k;
    for (int32_t i = 0; i < geo->ground_count; i++) {
        wend_ground* g = &geo->ground[i];
        *g = (wend_ground){g->across * k, g->down * k, g->falling * k, g->rising * k};
    }
    geo->ground_rows /= k;
}

void wimp_geo_sample_degrees(const wend_georeference* geo, int32_t width, int32_t height,
                             wimp_ground_samples* out) {
    const double* t = geo->transform;
    for (int32_t r = 0; r < WEND_GEO_MAX_GROUND; r++)
        for (int32_t c = 0; c < WIMP_GROUND_COLUMNS; c++) {
            const double column = (double)width * c / (WIMP_GROUND_COLUMNS - 1);
            const double row = (double)height * r / (WEND_GEO_MAX_GROUND - 1);
            out->at[r][c] = ground_at_latitude(geo, (t[3] + t[4] * column + t[5] * row) * geo->unit);
        }
}

// By how much a and b differ at most, against the shorter one.
static double difference(const wend_ground* a, const wend_ground* b) {
    const double x[] = {a->across, a->down, a->falling, a->rising};
    const double y[] = {b->across, b->down, b->falling, b->rising};
    double most = 0;
    for (int32_t i = 0; i < 4; i++) {
        const double low = fmin(x[i], y[i]), high = fmax(x[i], y[i]);
        most = fmax(most, low > 0 ? high / low - 1 : high > 0 ? INFINITY : 0);
    }
    return most;
}

static void extend(wend_ground* low, wend_ground* high, const wend_ground* g) {
    *low = (wend_ground){fmin(low->across, g->across), fmin(low->down, g->down),
                         fmin(low->falling, g->falling), fmin(low->rising, g->rising)};
    *high = (wend_ground){fmax(high->across, g->across), fmax(high->down, g->down),
                          fmax(high->falling, g->falling), fmax(high->rising, g->rising)};
}

static bool is_on_earth(const wend_ground* g) {
    return g->across > 0 && g->down > 0 && g->falling > 0 && g->rising > 0 &&
           isfinite(g->across + g->down + g->falling + g->rising);
}

// The middle of the lengths in a row, and by how much they differ; false: no point is on the earth.
static bool middle_of(const wend_ground row[WIMP_GROUND_COLUMNS], wend_ground* out, double* skew_io) {
    const wend_ground* first = NULL;
    wend_ground low = {0}, high = {0};
    for (int32_t c = 0; c < WIMP_GROUND_COLUMNS; c++) {
        const wend_ground* g = &row[c];
        if (!is_on_earth(g)) continue;
        if (first == NULL) low = high = *(first = g);
        extend(&low, &high, g);
    }
    if (first == NULL) return false;
    *out = ground_between(&low, &high, 0.5);
    *skew_io = fmax(*skew_io, difference(&low, &high));
    return true;
}

// Is every row near what lies between the entries that remain where only each step-th does?
static bool is_listed_by(const wend_ground rows[WEND_GEO_MAX_GROUND], int32_t step, double tolerance) {
    for (int32_t r = 0; r < WEND_GEO_MAX_GROUND; r++) {
        const int32_t from = r / step * step, to = r % step ? from + step : from;
        const wend_ground listed = ground_between(&rows[from], &rows[to], (double)(r % step) / step);
        if (difference(&listed, &rows[r]) > tolerance) return false;
    }
    return true;
}

wimp_ground_kind wimp_geo_list_ground(wend_georeference* geo, int32_t height,
                                      const wimp_ground_samples* samples, double* skew_out) {
    enum { LAST = WEND_GEO_MAX_GROUND - 1 };
    wend_ground rows[WEND_GEO_MAX_GROUND];
    int32_t known = -1; // the last row with a point on the earth
    double skew = 0, off = 0;
    geo->ground_count = 0;
    const wend_ground plain = ground_in_plane(geo);
    for (int32_t r = 0; r <= LAST; r++) {
        if (!middle_of(samples->at[r], &rows[r], &skew)) {
            if (known >= 0) rows[r] = rows[known];
            continue;
        }
        for (int32_t before = r - 1; known < 0 && before >= 0; before--) rows[before] = rows[r];
        known = r;
        off = fmax(off, difference(&plain, &rows[r]));
    }
    *skew_out = skew;
    if (known < 0) return WIMP_GROUND_UNKNOWN;
    if (geo->kind != WEND_GEO_GEOGRAPHIC && off <= 0.002) return WIMP_GROUND_PLAIN;
    int32_t step = LAST;
    while (step > 1 && !is_listed_by(rows, step, 0.0005)) step /= 2;
    for (int32_t r = 0; r <= LAST; r += step) geo->ground[geo->ground_count++] = rows[r];
    geo->ground_rows = height;
    return skew > WIMP_MOST_SKEW ? WIMP_GROUND_ASKEW : WIMP_GROUND_LISTED;
}

int32_t wimp_geo_bands(const wend_georeference* geo, int32_t height, double tolerance, wimp_ground_band* out,
                       int32_t capacity) {
    int32_t count = 0;
    wend_ground low = {0}, high = {0}, here = {0};
    for (int32_t y = 0; y < height; y++) {
        if (wend_geo_ground(geo, y + 0.5, &here) != WEND_OK) return 0;
        wend_ground lower = low, higher = high;
        extend(&lower, &higher, &here);
        const bool begins = count == 0 || difference(&lower, &higher) > 2 * tolerance;
        low = begins ? here : lower;
        high = begins ? here : higher;
        if (begins && count++ < capacity) out[count - 1].from = y;
        if (count <= capacity) out[count - 1].steps = ground_between(&low, &high, 0.5);
    }
    return count;
}
