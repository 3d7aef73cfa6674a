// georeference.c: how does Wend describe the coordinate system and the geotransform that GDAL finds?
#include "gdal/georeference.h"

#include <cpl_conv.h>
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
