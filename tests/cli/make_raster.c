// make_raster.c: makes the rasters of gis.sh by GDAL itself. usage: make_raster NAME.tif... makes each by its
// name.
#include <cpl_conv.h>
#include <cpl_string.h>
#include <gdal.h>
#include <math.h>
#include <ogr_srs_api.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct kind {
    const char* name;
    int width, height, bands;
    GDALDataType type;
    double transform[6]; // zeros: none
    int epsg;            // 0: none
    bool has_nodata;
    double (*value)(int x, int y, int band);
    const char* options[4];
} kind;

enum { NODATA = -9999 };

static double hills(int x, int y, int band) {
    (void)band;
    if (x >= 60 && x < 70 && y >= 20 && y < 30) return NODATA;
    return 800 + 300 * sin(x / 40.0) + 200 * cos(y / 50.0);
}
// East of the middle it rises by 0.3 to the east, so that every neighbour's slope is known.
static double ramp(int x, int y, int band) {
    (void)y, (void)band;
    return x < 32 ? 100 : 100 + (x - 32) * 9.0;
}
static double feet(int x, int y, int band) {
    return ramp(x, y, band) / 0.3048;
}
static double below_sea(int x, int y, int band) {
    (void)y, (void)band;
    return x - 10;
}
static double empty(int x, int y, int band) {
    (void)x, (void)y, (void)band;
    return NODATA;
}
static double costs(int x, int y, int band) {
    (void)band;
    return y == 5 && x == 5 ? -1 : (x % 4) * 0.75; // 0, 0.75, 1.5, 2.25
}
static double many_costs(int x, int y, int band) {
    (void)band;
    return 0.001 * (1 + x + 64 * y);
}
static double bands(int x, int y, int band) {
    return band == 1 ? x * 4 : band == 2 ? y * 4 : 255 - x - y;
}
static double wide(int x, int y, int band) {
    (void)band;
    return x * 1000 + y;
}
static double flat(int x, int y, int band) {
    (void)x, (void)y, (void)band;
    return 7;
}

// Smooth enough that a copy of an eighth of the size has the same slopes, with a lake of no data.
static double wide_hills(int x, int y, int band) {
    (void)band;
    if (x >= 400 && x < 480 && y >= 200 && y < 360) return NODATA;
    return 2000 + 900 * sin(x / 160.0) + 600 * cos(y / 200.0);
}
// Hills on maps of whole countries.
static double waves(int x, int y, int band) {
    (void)band;
    return 100 + 30 * sin(x / 9.0) + 20 * cos(y / 7.0);
}

#define UTM                                                                                                  \
    { 400000, 30, 0, 5200000, 0, -30 }
#define DEGREES                                                                                              \
    { 13, 1.0 / 1200, 0, 47.5, 0, -1.0 / 1200 }
static const kind kinds[] = {
    {"utm.tif", 200, 150, 1, GDT_Float32, UTM, 32633, true, hills, {NULL}},
    {"tiled.tif",
     200,
     150,
     1,
     GDT_Float32,
     UTM,
     32633,
     true,
     hills,
     {"TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=32", NULL}},
    {"packed.tif", 200, 150, 1, GDT_Float32, UTM, 32633, true, hills, {"COMPRESS=DEFLATE", NULL}},
    {"degrees.tif", 200, 150, 1, GDT_Float32, DEGREES, 4326, true, hills, {NULL}},
    {"rotated.tif", 200, 150, 1, GDT_Float32, {400000, 20, 10, 5200000, 10, -20}, 32633, true, hills, {NULL}},
    {"flattened.tif", 20, 15, 1, GDT_Float32, {400000, 20, 40, 5200000, 10, 20}, 32633, true, flat, {NULL}},
    {"local.tif", 64, 32, 1, GDT_Float32, {1000, 2, 0, 2000, 0, -2}, 0, false, flat, {NULL}},
    {"none.tif", 64, 32, 1, GDT_Float32, {0}, 0, false, ramp, {NULL}},
    {"ramp.tif", 64, 32, 1, GDT_Float32, UTM, 32633, false, ramp, {NULL}},
    {"feet.tif", 64, 32, 1, GDT_Float64, UTM, 32633, false, feet, {NULL}},
    {"sea.tif", 64, 32, 1, GDT_Int16, UTM, 32633, false, below_sea, {NULL}},
    {"empty.tif", 64, 32, 1, GDT_Float32, UTM, 32633, true, empty, {NULL}},
    {"costs.tif", 64, 32, 1, GDT_Float32, UTM, 32633, true, costs, {NULL}},
    {"many.tif", 64, 32, 1, GDT_Float32, UTM, 32633, true, many_costs, {NULL}},
    {"bands.tif", 64, 32, 3, GDT_Byte, UTM, 32633, false, bands, {"PHOTOMETRIC=RGB", NULL}},
    {"wide.tif", 64, 32, 1, GDT_UInt16, UTM, 32633, false, wide, {NULL}},
    // What has other lengths on the ground than in its plane, or in both directions; Mercator at 47 N.
    {"mercator.tif", 300, 200, 1, GDT_Float32, {1500000, 30, 0, 5942000, 0, -30}, 3857, false, waves, {NULL}},
    {"mercator_ramp.tif",
     64,
     32,
     1,
     GDT_Float32,
     {1500000, 30, 0, 5942000, 0, -30},
     3857,
     false,
     ramp,
     {NULL}},
    {"mercator_south_up.tif",
     300,
     200,
     1,
     GDT_Float32,
     {1500000, 30, 0, 5942000, 0, 30},
     3857,
     false,
     waves,
     {NULL}},
    {"mercator_world.tif",
     400,
     400,
     1,
     GDT_Float32,
     {-20037508, 100187.5, 0, 20037508, 0, -100187.5},
     3857,
     false,
     waves,
     {NULL}},
    {"south_up.tif", 200, 150, 1, GDT_Float32, {400000, 30, 0, 5190000, 0, 30}, 32633, false, waves, {NULL}},
    {"degrees_0.tif",
     200,
     150,
     1,
     GDT_Float32,
     {13, 1.0 / 1200, 0, 0.05, 0, -1.0 / 1200},
     4326,
     false,
     waves,
     {NULL}},
    {"degrees_69.tif",
     200,
     150,
     1,
     GDT_Float32,
     {13, 1.0 / 1200, 0, 69, 0, -1.0 / 1200},
     4326,
     false,
     waves,
     {NULL}},
    {"degrees_85.tif",
     200,
     150,
     1,
     GDT_Float32,
     {13, 1.0 / 1200, 0, 85, 0, -1.0 / 1200},
     4326,
     false,
     waves,
     {NULL}},
    {"degrees_rotated.tif",
     200,
     150,
     1,
     GDT_Float32,
     {13, 1.0 / 1200, 1.0 / 1200, 69, 1.0 / 1200, -1.0 / 1200},
     4326,
     false,
     waves,
     {NULL}},
    {"us_feet.tif", 200, 150, 1, GDT_Float32, {900000, 100, 0, 200000, 0, -100}, 2263, false, waves, {NULL}},
    {"far_from_its_zone.tif",
     200,
     150,
     1,
     GDT_Float32,
     {-1500000, 30, 0, 5200000, 0, -30},
     32633,
     false,
     waves,
     {NULL}},
    {"europe.tif",
     200,
     150,
     1,
     GDT_Float32,
     {2500000, 25000, 0, 5500000, 0, -25000},
     3035,
     false,
     waves,
     {NULL}},
    {"elsewhere.tif", 200, 150, 1, GDT_Float32, {9e9, 30, 0, 9e9, 0, -30}, 3035, false, waves, {NULL}},
    {"wide_hills.tif", 1026, 751, 1, GDT_Float32, UTM, 32633, true, wide_hills, {NULL}},
    {"large.tif", 1600, 1000, 1, GDT_Int16, UTM, 32633, true, hills, {"TILED=YES", "COMPRESS=DEFLATE", NULL}},
};

static bool write_band(const kind* k, GDALDatasetH raster, int band) {
    GDALRasterBandH out = GDALGetRasterBand(raster, band);
    double* row = malloc((size_t)k->width * sizeof *row);
    bool done = row != NULL;
    if (k->has_nodata) GDALSetRasterNoDataValue(out, NODATA);
    if (strcmp(k->name, "feet.tif") == 0) GDALSetRasterUnitType(out, "ft");
    for (int y = 0; y < k->height && done; y++) {
        for (int x = 0; x < k->width; x++) row[x] = k->value(x, y, band);
        done = GDALRasterIO(out, GF_Write, 0, y, k->width, 1, row, k->width, 1, GDT_Float64, 0, 0) == CE_None;
    }
    free(row);
    return done;
}

static bool make(const kind* k) {
    char** options = NULL;
    for (int i = 0; k->options[i] != NULL; i++) options = CSLAddString(options, k->options[i]);
    double transform[6];
    memcpy(transform, k->transform, sizeof transform);
    GDALDatasetH raster =
        GDALCreate(GDALGetDriverByName("GTiff"), k->name, k->width, k->height, k->bands, k->type, options);
    CSLDestroy(options);
    if (raster == NULL) return false;
    bool done = transform[1] == 0 || GDALSetGeoTransform(raster, transform) == CE_None;
    if (k->epsg > 0) {
        OGRSpatialReferenceH system = OSRNewSpatialReference(NULL);
        done = done && OSRImportFromEPSG(system, k->epsg) == OGRERR_NONE &&
               GDALSetSpatialRef(raster, system) == CE_None;
        OSRDestroySpatialReference(system);
    }
    for (int band = 1; band <= k->bands && done; band++) done = write_band(k, raster, band);
    GDALClose(raster);
    return done;
}

int main(int argc, char** argv) {
    GDALAllRegister();
    for (int i = 1; i < argc; i++) {
        const kind* found = NULL;
        for (size_t n = 0; n < sizeof kinds / sizeof *kinds; n++)
            if (strcmp(kinds[n].name, argv[i]) == 0) found = &kinds[n];
        if (found == NULL || !make(found)) {
            fprintf(stderr, "make_raster: cannot make %s\n", argv[i]);
            return 1;
        }
    }
    return 0;
}
