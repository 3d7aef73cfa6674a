// georeference.c: how does Wend describe the coordinate system and the geotransform that GDAL finds, and how
// long are steps in its plane on the ground?
#include "gdal/confine.h"
#include "gdal/program.h"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_string.h>
#include <math.h>
#include <ogr_srs_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_wgs84(OGRSpatialReferenceH system) {
    static const char* const criteria[] = {"IGNORE_DATA_AXIS_TO_SRS_AXIS_MAPPING=YES", "CRITERION=EQUIVALENT",
                                           NULL};
    OGRSpatialReferenceH world = OSRNewSpatialReference(NULL);
    const bool is = world != NULL && OSRImportFromEPSG(world, 4326) == OGRERR_NONE &&
                    OSRIsSameEx(system, world, criteria);
    OSRDestroySpatialReference(world);
    return is;
}

static void describe(OGRSpatialReferenceH system, wend_georeference* out) {
    static const char* const form[] = {"FORMAT=WKT2_2019", "MULTILINE=NO", NULL};
    char* wkt = NULL;
    const char* name = OSRGetName(system);
    snprintf(out->name, sizeof out->name, "%s", name != NULL ? name : "");
    if (OSRExportToWktEx(system, &wkt, form) == OGRERR_NONE && strlen(wkt) < sizeof out->wkt)
        snprintf(out->wkt, sizeof out->wkt, "%s", wkt);
    CPLFree(wkt);
    const char* authority = OSRGetAuthorityName(system, NULL);
    const char* code = OSRGetAuthorityCode(system, NULL);
    if (authority != NULL && code != NULL && strcmp(authority, "EPSG") == 0)
        out->epsg = (int32_t)strtol(code, NULL, 10);
    OGRErr failed = OGRERR_NONE;
    const double a = OSRGetSemiMajor(system, &failed), inverse = OSRGetInvFlattening(system, NULL);
    if (failed != OGRERR_NONE || !(a > 0)) return;
    out->semi_major = a;
    out->flattening = inverse > 0 && isfinite(inverse) ? 1 / inverse : 0;
    if (OSRIsGeographic(system) || OSRIsDerivedGeographic(system)) {
        out->kind = WEND_GEO_GEOGRAPHIC;
        out->unit = OSRGetAngularUnits(system, NULL);
        out->is_wgs84 = is_wgs84(system);
    } else if (OSRIsProjected(system)) {
        out->kind = WEND_GEO_PROJECTED;
        out->unit = OSRGetLinearUnits(system, NULL);
    }
    if (!(out->unit > 0) || !isfinite(out->unit)) out->kind = WEND_GEO_NONE;
}

void georeference_of(GDALDatasetH raster, int32_t x, int32_t y, wend_georeference* out) {
    double t[6];
    memset(out, 0, sizeof *out);
    if (GDALGetGeoTransform(raster, t) != CE_None) return;
    for (int i = 0; i < 6; i++)
        if (!isfinite(t[i])) return;
    out->has_transform = true;
    memcpy(out->transform, t, sizeof t);
    out->transform[0] = t[0] + x * t[1] + y * t[2];
    out->transform[3] = t[3] + x * t[4] + y * t[5];
    OGRSpatialReferenceH system = GDALGetSpatialRef(raster);
    if (system != NULL) describe(system, out);
}

// ---- lengths on the ground

// From a projection to the longitude and latitude of its own datum.
typedef struct inverse {
    OGRCoordinateTransformationH way;
    OGRSpatialReferenceH degrees;
    double radians;                    // a unit of longitude and latitude
    double semi_major, eccentricity_2; // of the ellipsoid
} inverse;

static bool begin_inverse(OGRSpatialReferenceH system, const wend_georeference* geo, inverse* out) {
    OGRSpatialReferenceH own = OSRClone(system);
    out->degrees = OSRCloneGeogCS(system);
    out->semi_major = geo->semi_major;
    out->eccentricity_2 = geo->flattening * (2 - geo->flattening);
    if (own != NULL && out->degrees != NULL) {
        OSRSetAxisMappingStrategy(own, OAMS_TRADITIONAL_GIS_ORDER);
        OSRSetAxisMappingStrategy(out->degrees, OAMS_TRADITIONAL_GIS_ORDER);
        out->radians = OSRGetAngularUnits(out->degrees, NULL);
        out->way = OCTNewCoordinateTransformation(own, out->degrees);
    }
    OSRDestroySpatialReference(own);
    return out->way != NULL;
}

static void end_inverse(inverse* v) {
    if (v->way != NULL) OCTDestroyCoordinateTransformation(v->way);
    OSRDestroySpatialReference(v->degrees);
}

// Longitude and latitude of a point of the raster, in radians.
static bool lonlat_at(const inverse* v, const double t[6], double column, double row, double out[2]) {
    double x = t[0] + t[1] * column + t[2] * row, y = t[3] + t[4] * column + t[5] * row;
    int done = FALSE;
    if (!OCTTransformEx(v->way, 1, &x, &y, NULL, &done) || !done) return false;
    out[0] = x * v->radians;
    out[1] = y * v->radians;
    return isfinite(out[0]) && isfinite(out[1]);
}

// On the ellipsoid, from the centre of the earth. Unlike longitudes, these have no poles and no date line.
static bool place_at(const inverse* v, const double t[6], double column, double row, double out[3]) {
    double at[2];
    if (!lonlat_at(v, t, column, row, at)) return false;
    const double sine = sin(at[1]), radius = v->semi_major / sqrt(1 - v->eccentricity_2 * sine * sine);
    out[0] = radius * cos(at[1]) * cos(at[0]);
    out[1] = radius * cos(at[1]) * sin(at[0]);
    out[2] = radius * (1 - v->eccentricity_2) * sine;
    return true;
}

// How far the ground moves by a step of so many columns and rows, taken over some 100 m on both sides.
static bool moves_by(const inverse* v, const wend_georeference* geo, double column, double row,
                     const int32_t step[2], double out[3]) {
    const double* t = geo->transform;
    const double x = t[1] * step[0] + t[2] * step[1], y = t[4] * step[0] + t[5] * step[1];
    const double half = fmax(0.5, 100 / (sqrt(x * x + y * y) * geo->unit));
    double from[3], to[3];
    if (!place_at(v, t, column - half * step[0], row - half * step[1], from) ||
        !place_at(v, t, column + half * step[0], row + half * step[1], to))
        return false;
    for (int i = 0; i < 3; i++) out[i] = (to[i] - from[i]) / (2 * half);
    return true;
}

// In single precision, which does not show by which mathematical library PROJ was built.
static double length_of(const double a[3], const double b[3], double sign) {
    double square = 0;
    for (int i = 0; i < 3; i++) square += (a[i] + sign * b[i]) * (a[i] + sign * b[i]);
    return (double)(float)sqrt(square);
}

static wend_ground ground_at(const inverse* v, const wend_georeference* geo, double column, double row) {
    double across[3], down[3];
    if (!moves_by(v, geo, column, row, (const int32_t[]){1, 0}, across) ||
        !moves_by(v, geo, column, row, (const int32_t[]){0, 1}, down))
        return (wend_ground){NAN, NAN, NAN, NAN};
    static const double nothing[3];
    return (wend_ground){length_of(across, nothing, 0), length_of(down, nothing, 0),
                         length_of(down, across, 1), length_of(down, across, -1)};
}

void georeference_sample(GDALDatasetH raster, wimp_raster_answer* io) {
    const wend_georeference* geo = &io->geo;
    const double degree = acos(-1) / 180;
    double middle[2], at[2];
    inverse v = {.way = NULL};
    const bool has = begin_inverse(GDALGetSpatialRef(raster), geo, &v);
    const bool has_middle = has && lonlat_at(&v, geo->transform, io->width * 0.5, io->height * 0.5, middle);
    io->longitude = has_middle ? middle[0] / degree : NAN;
    io->latitude = has_middle ? middle[1] / degree : NAN;
    for (int r = 0; r < WEND_GEO_MAX_GROUND; r++)
        for (int c = 0; c < WIMP_GROUND_COLUMNS; c++) {
            const double column = (double)io->width * c / (WIMP_GROUND_COLUMNS - 1);
            const double row = (double)io->height * r / (WEND_GEO_MAX_GROUND - 1);
            io->ground.at[r][c] = has ? ground_at(&v, geo, column, row) : (wend_ground){NAN, NAN, NAN, NAN};
            if (has_middle && lonlat_at(&v, geo->transform, column, row, at))
                io->reach = fmax(io->reach, fabs(remainder(at[0] - middle[0], 360 * degree)) / degree);
        }
    end_inverse(&v);
}

// ---- positions to WGS 84 and back

// A system as a text describes it, or WGS 84, with longitude before latitude. NULL: there is none.
static OGRSpatialReferenceH system_of(const char* wkt_opt) {
    OGRSpatialReferenceH made = OSRNewSpatialReference(NULL);
    char* at = (char*)(size_t)wkt_opt; // OSRImportFromWkt moves it and changes nothing
    if (made != NULL &&
        (wkt_opt != NULL ? OSRImportFromWkt(made, &at) : OSRImportFromEPSG(made, 4326)) == OGRERR_NONE) {
        OSRSetAxisMappingStrategy(made, OAMS_TRADITIONAL_GIS_ORDER);
        return made;
    }
    OSRDestroySpatialReference(made);
    return NULL;
}

// False: there is no way from one system to the other.
static bool transform(const wimp_talk_request* request, wend_geo_point* points) {
    OGRSpatialReferenceH own = system_of(request->geo.wkt), world = own != NULL ? system_of(NULL) : NULL;
    const bool to = request->task == WIMP_TALK_TO_WGS84;
    OGRCoordinateTransformationH way =
        world != NULL ? OCTNewCoordinateTransformation(to ? own : world, to ? world : own) : NULL;
    for (int32_t i = 0; i < request->point_count && way != NULL; i++) {
        int done = FALSE;
        wend_geo_point* p = &points[i];
        if (!OCTTransformEx(way, 1, &p->x, &p->y, NULL, &done) || !done) p->x = p->y = NAN;
    }
    if (way != NULL) OCTDestroyCoordinateTransformation(way);
    OSRDestroySpatialReference(own);
    OSRDestroySpatialReference(world);
    return way != NULL;
}

// A world comes from a stranger, and its coordinate system may name files. Grids of datums lie among the
// tables.
static bool confine_to_tables(void) {
    char** folders = files_folders();
    const bool is_confined = confine((const char* const*)folders);
    CSLDestroy(folders);
    return is_confined;
}

void answer_points(const wimp_talk_request* request) {
    wimp_points_answer answer = {.magic = WIMP_ANSWER_MAGIC, .layout = WIMP_TALK_LAYOUT};
    const size_t count = request->point_count > 0 ? (size_t)request->point_count : 0;
    wend_geo_point* points = calloc(count + 1, sizeof *points);
    if (points == NULL) exit(1);
    talk_read(points, count * sizeof *points);
    confine_limits((double)count * 100);
    if (!confine_to_tables()) {
        answer.result = WEND_ERROR_UNSUPPORTED;
        snprintf(answer.text, sizeof answer.text, "%s", not_confined);
    } else if (confine_allow((double)count * 100), !transform(request, points)) {
        answer.result = WEND_ERROR_FORMAT;
        last_error(answer.text, "the coordinate system cannot be transformed to WGS 84");
    }
    talk_write(&answer, sizeof answer);
    if (answer.result == WEND_OK) talk_write(points, count * sizeof *points);
    free(points);
}
