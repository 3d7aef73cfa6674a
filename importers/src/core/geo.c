// geo.c: where do tiles lie on the earth, and how far are they apart?
#include "wend/geo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/gdal_child.h"
#include "wend/import.h"

// ---- positions

static bool is_finite(wend_geo_point p) {
    return isfinite(p.x) && isfinite(p.y);
}

wend_result wend_geo_position(const wend_georeference* geo, double column, double row, wend_geo_point* out) {
    if (geo == NULL || out == NULL || !geo->has_transform) return WEND_ERROR_ARGUMENT;
    const double* t = geo->transform;
    const wend_geo_point at = {t[0] + t[1] * column + t[2] * row, t[3] + t[4] * column + t[5] * row};
    if (!is_finite(at)) return WEND_ERROR_ARGUMENT;
    *out = at;
    return WEND_OK;
}

wend_result wend_geo_column_row(const wend_georeference* geo, wend_geo_point position, double* column_out,
                                double* row_out) {
    if (geo == NULL || column_out == NULL || row_out == NULL || !geo->has_transform)
        return WEND_ERROR_ARGUMENT;
    const double* t = geo->transform;
    const double dx = position.x - t[0], dy = position.y - t[3];
    double column, row;
    if (t[2] == 0 && t[4] == 0) { // exact where north is up
        column = dx / t[1];
        row = dy / t[5];
    } else {
        const double area = t[1] * t[5] - t[2] * t[4];
        column = (dx * t[5] - dy * t[2]) / area;
        row = (dy * t[1] - dx * t[4]) / area;
    }
    if (!isfinite(column) || !isfinite(row)) return WEND_ERROR_ARGUMENT;
    *column_out = column;
    *row_out = row;
    return WEND_OK;
}

wend_result wend_geo_tile_at(const wend_georeference* geo, wend_geo_point position, wend_tile* out) {
    double column, row;
    if (out == NULL || wend_geo_column_row(geo, position, &column, &row) != WEND_OK)
        return WEND_ERROR_ARGUMENT;
    column = floor(column);
    row = floor(row);
    if (!(column >= INT32_MIN && column <= INT32_MAX && row >= INT32_MIN && row <= INT32_MAX))
        return WEND_ERROR_ARGUMENT;
    *out = (wend_tile){(int32_t)column, (int32_t)row};
    return WEND_OK;
}

// ---- distances

// Vincenty's inverse formula, to less than a millimetre. It does not converge for points that are nearly
// opposite to each other, which are then half a circumference apart, give or take some kilometres.
static double geodesic(const wend_georeference* geo, wend_geo_point from, wend_geo_point to) {
    enum { MOST_ROUNDS = 200 };
    const double f = geo->flattening, a = geo->semi_major, b = a * (1 - f);
    const double l = remainder((to.x - from.x) * geo->unit, 2 * acos(-1));
    const double u1 = atan((1 - f) * tan(from.y * geo->unit)), u2 = atan((1 - f) * tan(to.y * geo->unit));
    const double sin1 = sin(u1), cos1 = cos(u1), sin2 = sin(u2), cos2 = cos(u2);
    double lambda = l, sine = 0, cosine = 1, sigma = 0, cos2_alpha = 1, middle = 0;
    for (int i = 0; i < MOST_ROUNDS; i++) {
        const double sl = sin(lambda), cl = cos(lambda);
        const double p = cos2 * sl, q = cos1 * sin2 - sin1 * cos2 * cl;
        sine = sqrt(p * p + q * q);
        if (sine == 0) return 0;
        cosine = sin1 * sin2 + cos1 * cos2 * cl;
        sigma = atan2(sine, cosine);
        const double sin_alpha = cos1 * cos2 * sl / sine;
        cos2_alpha = 1 - sin_alpha * sin_alpha;
        middle = cos2_alpha > 0 ? cosine - 2 * sin1 * sin2 / cos2_alpha : 0;
        const double c = f / 16 * cos2_alpha * (4 + f * (4 - 3 * cos2_alpha));
        const double before = lambda;
        lambda = l + (1 - c) * f * sin_alpha *
                         (sigma + c * sine * (middle + c * cosine * (2 * middle * middle - 1)));
        if (fabs(lambda - before) < 1e-13) break;
    }
    const double k = cos2_alpha * (a * a - b * b) / (b * b);
    const double big_a = 1 + k / 16384 * (4096 + k * (k * (320 - 175 * k) - 768));
    const double big_b = k / 1024 * (256 + k * (k * (74 - 47 * k) - 128));
    const double m2 = middle * middle;
    const double correction =
        big_b * sine *
        (middle +
         big_b / 4 * (cosine * (2 * m2 - 1) - big_b / 6 * middle * (4 * sine * sine - 3) * (4 * m2 - 3)));
    const double length = b * big_a * (sigma - correction);
    return isfinite(length) ? length : 0;
}

// Along the straight line on the map, by the lengths at the rows that it crosses.
static double distance_on_map(const wend_georeference* geo, wend_geo_point a, wend_geo_point b) {
    enum { MOST_PARTS = WEND_GEO_MAX_GROUND - 1 };
    double column[2], row[2], length = 0;
    if (wend_geo_column_row(geo, a, &column[0], &row[0]) != WEND_OK ||
        wend_geo_column_row(geo, b, &column[1], &row[1]) != WEND_OK)
        return 0;
    const double dx = column[1] - column[0], dy = row[1] - row[0];
    const double parts = fmin(ceil(fabs(dy) / geo->ground_rows * MOST_PARTS) + 1, MOST_PARTS);
    for (int32_t i = 0; i < (int32_t)parts; i++) {
        wend_ground g;
        if (wend_geo_ground(geo, row[0] + dy * (i + 0.5) / parts, &g) != WEND_OK) return 0;
        const double square = g.across * g.across * dx * dx + g.down * g.down * dy * dy +
                              (g.falling * g.falling - g.rising * g.rising) / 2 * dx * dy;
        length += sqrt(fmax(square, 0)) / parts;
    }
    return length;
}

double wend_geo_distance(const wend_georeference* geo, wend_geo_point a, wend_geo_point b) {
    if (geo == NULL || !is_finite(a) || !is_finite(b)) return 0;
    if (geo->kind == WEND_GEO_GEOGRAPHIC) return geodesic(geo, a, b);
    if (geo->kind != WEND_GEO_PROJECTED) return 0;
    return geo->ground_count > 0 ? distance_on_map(geo, a, b) : hypot(b.x - a.x, b.y - a.y) * geo->unit;
}

// ---- WGS 84

static wend_result run(wimp_gdal_child* child, wend_geo_point* points, size_t size, int32_t count,
                       wimp_points_answer* answer, const char* name, wend_error* error_opt) {
    if (!wimp_gdal_read(child, answer, sizeof *answer)) return wimp_gdal_fail_early(child, name, error_opt);
    answer->text[WIMP_TALK_TEXT - 1] = '\0';
    if (answer->magic != WIMP_ANSWER_MAGIC || answer->layout != WIMP_TALK_LAYOUT)
        return wimp_fail(error_opt, WEND_ERROR_IO, name, "%s belongs to another version of Wend",
                         child->program);
    if (answer->result != WEND_OK) return wimp_fail(error_opt, WEND_ERROR_FORMAT, name, "%s", answer->text);
    if (!wimp_gdal_read(child, points, size)) return wimp_gdal_fail_early(child, name, error_opt);
    for (int32_t i = 0; i < count; i++)
        if (!is_finite(points[i]))
            return wimp_fail(error_opt, WEND_ERROR_FORMAT, name, "a position has no place there");
    return WEND_OK;
}

static wend_result transform(const wimp_talk_request* request, const char* program, const char* name,
                             wend_geo_point* points_io, wend_error* error_opt) {
    const int32_t count = request->point_count;
    const size_t size = (size_t)count * sizeof *points_io;
    wend_geo_point* points = malloc(size);
    if (points == NULL) return wimp_fail(error_opt, WEND_ERROR_MEMORY, name, "out of memory");
    wimp_gdal_child child;
    wimp_points_answer answer;
    wend_result result = wimp_gdal_start(program, request, -1, points_io, size, name, &child, error_opt);
    if (result == WEND_OK) {
        result = run(&child, points, size, count, &answer, name, error_opt);
        wimp_gdal_end(&child);
    }
    if (result == WEND_OK) memcpy(points_io, points, size);
    free(points);
    return result;
}

wend_result wend_geo_transform(const wend_georeference* geo, const char* gdal_opt, bool to_wgs84,
                               wend_geo_point* points_io, int32_t count, wend_error* error_opt) {
    static const char name[] = "WGS 84";
    if (geo == NULL || count < 0 || (points_io == NULL && count > 0)) return WEND_ERROR_ARGUMENT;
    if (geo->is_wgs84 && geo->kind != WEND_GEO_NONE) return WEND_OK; // whether it is described or not
    if (geo->kind == WEND_GEO_NONE || geo->wkt[0] == '\0')
        return wimp_fail(error_opt, WEND_ERROR_UNSUPPORTED, name,
                         "there is no coordinate system from which to find longitude and latitude");
    if (count == 0) return WEND_OK;
    wimp_talk_request* request = calloc(1, sizeof *request);
    if (request == NULL) return wimp_fail(error_opt, WEND_ERROR_MEMORY, name, "out of memory");
    request->magic = WIMP_TALK_MAGIC; // in place: it is too large for the stack
    request->layout = WIMP_TALK_LAYOUT;
    request->task = to_wgs84 ? WIMP_TALK_TO_WGS84 : WIMP_TALK_FROM_WGS84;
    request->point_count = count;
    memcpy(&request->geo, geo, sizeof *geo);
    const wend_result result = transform(request, gdal_opt, name, points_io, error_opt);
    free(request);
    return result;
}

// ---- ROS

static bool is_placed(const wend_ros_map* map) {
    return map->resolution > 0 && isfinite(map->resolution) && map->rows > 0 && map->tile_pixels > 0;
}

// A grid that is not rotated keeps exact positions.
wend_result wend_ros_tile_at(const wend_ros_map* map, wend_geo_point position, wend_tile* out) {
    if (map == NULL || out == NULL || !is_placed(map)) return WEND_ERROR_ARGUMENT;
    const double dx = position.x - map->origin[0], dy = position.y - map->origin[1], yaw = map->origin[2];
    const double u = yaw == 0 ? dx : cos(yaw) * dx + sin(yaw) * dy;
    const double v = yaw == 0 ? dy : cos(yaw) * dy - sin(yaw) * dx;
    const double x = floor(floor(u / map->resolution) / map->tile_pixels);
    const double y = floor(((double)map->rows - 1 - floor(v / map->resolution)) / map->tile_pixels);
    if (!(x >= INT32_MIN && x <= INT32_MAX && y >= INT32_MIN && y <= INT32_MAX)) return WEND_ERROR_ARGUMENT;
    *out = (wend_tile){(int32_t)x, (int32_t)y};
    return WEND_OK;
}

wend_result wend_ros_position(const wend_ros_map* map, double column, double row, wend_geo_point* out) {
    if (map == NULL || out == NULL || !is_placed(map) || !isfinite(column) || !isfinite(row))
        return WEND_ERROR_ARGUMENT;
    const double u = column * map->tile_pixels * map->resolution, yaw = map->origin[2];
    const double v = ((double)map->rows - row * map->tile_pixels) * map->resolution;
    *out = yaw == 0 ? (wend_geo_point){map->origin[0] + u, map->origin[1] + v}
                    : (wend_geo_point){map->origin[0] + (cos(yaw) * u - sin(yaw) * v),
                                       map->origin[1] + (sin(yaw) * u + cos(yaw) * v)};
    return isfinite(out->x) && isfinite(out->y) ? WEND_OK : WEND_ERROR_ARGUMENT;
}
