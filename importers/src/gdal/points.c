// points.c: positions to WGS 84 and back.
#include <cpl_error.h>
#include <cpl_string.h>
#include <math.h>
#include <ogr_srs_api.h>
#include <stdio.h>
#include <stdlib.h>

#include "gdal/confine.h"
#include "gdal/program.h"

static OGRSpatialReferenceH system_of(const char* wkt) {
    OGRSpatialReferenceH made = OSRNewSpatialReference(NULL);
    char* at = (char*)(size_t)wkt; // OSRImportFromWkt moves it and changes nothing
    if (made != NULL && OSRImportFromWkt(made, &at) == OGRERR_NONE) {
        OSRSetAxisMappingStrategy(made, OAMS_TRADITIONAL_GIS_ORDER);
        return made;
    }
    OSRDestroySpatialReference(made);
    return NULL;
}

static OGRSpatialReferenceH wgs84(void) {
    OGRSpatialReferenceH made = OSRNewSpatialReference(NULL);
    if (made != NULL && OSRImportFromEPSG(made, 4326) == OGRERR_NONE) {
        OSRSetAxisMappingStrategy(made, OAMS_TRADITIONAL_GIS_ORDER);
        return made;
    }
    OSRDestroySpatialReference(made);
    return NULL;
}

// False: there is no way from one system to the other.
static bool transform(const wimp_talk_request* request, wend_geo_point* points) {
    OGRSpatialReferenceH own = system_of(request->geo.wkt), world = own != NULL ? wgs84() : NULL;
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
