// raster.c: how does a raster that GDAL reads become rows of samples?
#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_string.h>
#include <gdal.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gdal/confine.h"
#include "gdal/program.h"

enum { MOST_CHANNELS = 4, MOST_ASIDE = 64, STRIP_BYTES = 32 << 20, MOST_CACHE = 1 << 30 };

typedef struct raster {
    const wimp_talk_request* request;
    wimp_raster_answer answer;
    GDALDriverH aside[MOST_ASIDE]; // those that are not allowed
    int aside_count;
    GDALDatasetH data;
    GDALRasterBandH bands[MOST_CHANNELS]; // of the colours, or one
    int band_count;
    GDALRasterBandH mask; // 0 where there is no data; NULL: data everywhere
    GDALColorTableH palette;
    double scale, offset; // of a stored value
    int strip_rows;
    float* numbers; // of one strip: values of one band
    uint8_t* seen;  // of one strip: the mask
} raster;

// ---- answers

static int refuse(raster* r, wend_result result, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
static int refuse(raster* r, wend_result result, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    r->answer.result = result;
    vsnprintf(r->answer.text, sizeof r->answer.text, format, arguments);
    va_end(arguments);
    return false;
}

static int refuse_by_gdal(raster* r, wend_result result, const char* otherwise) {
    r->answer.result = result;
    last_error(r->answer.text, otherwise);
    return false;
}

static void send_mark(uint32_t mark) {
    talk_write(&mark, sizeof mark);
}

// ---- opening

// Drivers that read one file, which is handed to them, with what describes it (formats/raster.c).
static const char of_one_file[] = " GTiff AAIGrid BIGGIF BMP BSB BT BYN CTable2 DTED ELAS GIF GPKG "
                                  "GRASSASCIIGrid GRIB GS7BG GSAG GSBG GTX GXF HF2 HFA ISG JDEM JP2OpenJPEG "
                                  "JPEG KRO LAN LCP Leveller NGSGEOID NITF NTv2 NWT_GRC NWT_GRD PCIDSK PNG "
                                  "PNM RMF SGI SIGDEM SRTMHGT Terragen USGSDEM VICAR WEBP XPM XYZ ZMap ";
// Those that need others beside it, that name files, or whose libraries open files by themselves.
static const char of_several_files[] = " VRT ACE2 ADRG AIG AirSAR ARG BAG DIMAP EHdr EIR ENVI ERS FIT FITS "
                                       "GenBin GSC HDF4 HDF4Image HDF5 HDF5Image ILWIS ISCE ISIS2 ISIS3 "
                                       "MBTiles MFF2 MRF NDF netCDF PAux PCRaster PDS PDS4 Rasterlite "
                                       "ROI_PAC RRASTER RST SAGA SDTS SQLite SRP ";

static bool holds(const char* names, GDALDriverH driver) {
    char name[40];
    snprintf(name, sizeof name, " %s ", GDALGetDriverShortName(driver));
    return strstr(names, name) != NULL;
}

// Whatever GDAL opens, such as a mask, by these drivers only. Those of several files that are not allowed are
// put aside.
static void choose_drivers(raster* r) {
    for (int i = GDALGetDriverCount() - 1; i >= 0; i--) {
        GDALDriverH driver = GDALGetDriver(i);
        if (holds(of_one_file, driver)) continue;
        const bool is_other = holds(of_several_files, driver);
        if (is_other && r->request->may_name_files) continue;
        GDALDeregisterDriver(driver);
        if (is_other && r->aside_count < MOST_ASIDE) r->aside[r->aside_count++] = driver;
    }
}

// The driver that would know the file, if it were allowed to open more.
static GDALDriverH driver_aside(raster* r) {
    while (GDALGetDriverCount() > 0) GDALDeregisterDriver(GDALGetDriver(0));
    while (r->aside_count > 0) GDALRegisterDriver(r->aside[--r->aside_count]);
    return GDALIdentifyDriverEx(r->request->name, GDAL_OF_RASTER, NULL, NULL);
}

static int refuse_unopened(raster* r) {
    r->answer.is_unknown = CPLGetLastErrorNo() == CPLE_OpenFailed;
    refuse_by_gdal(r, WEND_ERROR_FORMAT, "GDAL cannot read it");
    GDALDriverH driver = r->answer.is_unknown ? driver_aside(r) : NULL;
    if (driver == NULL) return false;
    r->answer.is_unknown = false;
    return refuse(
        r, WEND_ERROR_UNSUPPORTED,
        "is %s, which may lie in several files; expected a raster in one file, unless outside is set",
        GDALGetDriverShortName(driver));
}

static bool open_raster(raster* r) {
    r->data = GDALOpenEx(r->request->name, GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR, NULL,
                         NULL, NULL);
    if (r->data == NULL) return refuse_unopened(r);
    snprintf(r->answer.driver, sizeof r->answer.driver, "%s",
             GDALGetDriverShortName(GDALGetDatasetDriver(r->data)));
    const int bands = GDALGetRasterCount(r->data);
    if (bands == 0) {
        char** parts = GDALGetMetadata(r->data, "SUBDATASETS");
        const int count = CSLCount(parts) / 2;
        if (count > 0)
            return refuse(r, WEND_ERROR_UNSUPPORTED,
                          "holds %d rasters; expected a file with one (gdal_translate takes one out)", count);
        return refuse(r, WEND_ERROR_UNSUPPORTED, "has no raster band");
    }
    r->answer.raster_width = GDALGetRasterXSize(r->data);
    r->answer.raster_height = GDALGetRasterYSize(r->data);
    r->answer.band_count = bands;
    return true;
}

static bool choose_window(raster* r) {
    const wimp_talk_request* q = r->request;
    wimp_raster_answer* a = &r->answer;
    a->x = q->x, a->y = q->y, a->width = q->width, a->height = q->height;
    if (q->width == 0) a->x = a->y = 0, a->width = a->raster_width, a->height = a->raster_height;
    if (a->x >= 0 && a->y >= 0 && a->width > 0 && a->height > 0 &&
        (int64_t)a->x + a->width <= a->raster_width && (int64_t)a->y + a->height <= a->raster_height)
        return true;
    return refuse(r, WEND_ERROR_ARGUMENT,
                  "the window of %d x %d pixels at %d,%d leaves the raster, which has %d x %d pixels",
                  a->width, a->height, a->x, a->y, a->raster_width, a->raster_height);
}

// ---- bands

static GDALRasterBandH band_of_color(const raster* r, GDALColorInterp color) {
    for (int i = 1; i <= r->answer.band_count; i++) {
        GDALRasterBandH band = GDALGetRasterBand(r->data, i);
        if (GDALGetRasterColorInterpretation(band) == color) return band;
    }
    return NULL;
}

// A picture in red, green and blue, of which no band was chosen.
static bool is_picture(raster* r) {
    if (r->request->band > 0 || r->request->samples != WIMP_TALK_COLORS) return false;
    static const GDALColorInterp colors[] = {GCI_RedBand, GCI_GreenBand, GCI_BlueBand};
    GDALDataType type = GDT_Unknown;
    for (int i = 0; i < 3; i++) {
        r->bands[i] = band_of_color(r, colors[i]);
        if (r->bands[i] == NULL) return false;
        const GDALDataType own = GDALGetRasterDataType(r->bands[i]);
        if ((own != GDT_Byte && own != GDT_UInt16) || (i > 0 && own != type)) return false;
        type = own;
    }
    return true;
}

static bool choose_bands(raster* r) {
    wimp_raster_answer* a = &r->answer;
    const int wanted = r->request->band;
    if (wanted < 0 || wanted > a->band_count)
        return refuse(r, WEND_ERROR_ARGUMENT, "has no band %d; it has %d band%s", wanted, a->band_count,
                      a->band_count == 1 ? "" : "s");
    a->band = wanted > 0 ? wanted : 1;
    r->band_count = is_picture(r) ? 3 : 1;
    if (r->band_count == 1) r->bands[0] = GDALGetRasterBand(r->data, a->band);
    if (GDALDataTypeIsComplex(GDALGetRasterDataType(r->bands[0])))
        return refuse(r, WEND_ERROR_UNSUPPORTED, "band %d holds complex numbers; expected real ones",
                      a->band);
    if (r->request->samples == WIMP_TALK_COLORS && wanted == 0 && r->band_count == 1 &&
        GDALGetRasterDataType(r->bands[0]) == GDT_Byte)
        r->palette = GDALGetRasterColorTable(r->bands[0]);
    if ((GDALGetMaskFlags(r->bands[0]) & GMF_ALL_VALID) == 0) r->mask = GDALGetMaskBand(r->bands[0]);
    return true;
}

static bool has_unit(const char* unit, const char* const* names) {
    for (; *names != NULL; names++)
        if (EQUAL(unit, *names)) return true;
    return false;
}

static double unit_in_metres(GDALRasterBandH band) {
    static const char* const feet[] = {"ft", "foot", "feet", "international foot", NULL};
    static const char* const survey[] = {"us-ft", "ftus", "us survey foot", "us_survey_foot", NULL};
    static const char* const kilometres[] = {"km", "kilometre", "kilometer", NULL};
    static const char* const decimetres[] = {"dm", "decimetre", "decimeter", NULL};
    static const char* const centimetres[] = {"cm", "centimetre", "centimeter", NULL};
    const char* unit = GDALGetRasterUnitType(band);
    if (unit == NULL) return 1;
    return has_unit(unit, feet)          ? 0.3048
           : has_unit(unit, survey)      ? 1200.0 / 3937
           : has_unit(unit, kilometres)  ? 1000
           : has_unit(unit, decimetres)  ? 0.1
           : has_unit(unit, centimetres) ? 0.01
                                         : 1;
}

static bool describe_samples(raster* r) {
    wimp_raster_answer* a = &r->answer;
    const GDALDataType type = GDALGetRasterDataType(r->bands[0]);
    int has = 0;
    r->scale = GDALGetRasterScale(r->bands[0], &has);
    if (!has || !isfinite(r->scale) || r->scale == 0) r->scale = 1;
    r->offset = GDALGetRasterOffset(r->bands[0], &has);
    if (!has || !isfinite(r->offset)) r->offset = 0;
    a->unit = unit_in_metres(r->bands[0]);
    a->bits = GDALGetDataTypeSizeBits(type);
    if (r->request->samples != WIMP_TALK_COLORS) {
        a->channels = 1;
        a->sample_bytes = (int32_t)sizeof(float);
        return true;
    }
    const bool has_alpha =
        r->mask != NULL || r->palette != NULL || type == GDT_Float32 || type == GDT_Float64;
    a->channels = (r->palette != NULL || r->band_count == 3 ? 3 : 1) + has_alpha;
    a->sample_bytes = type == GDT_Byte ? 1 : 2;
    a->max_value = type == GDT_Byte ? 255 : 65535;
    const char* bits = GDALGetMetadataItem(r->bands[0], "NBITS", "IMAGE_STRUCTURE");
    const long used = bits != NULL ? strtol(bits, NULL, 10) : 0;
    if (used >= 1 && used < a->bits && used <= 16) {
        a->bits = (int32_t)used;
        a->max_value = (1u << used) - 1;
    }
    const bool is_given = r->request->low != r->request->high;
    a->is_scaled =
        r->palette == NULL && r->band_count == 1 && (is_given || (type != GDT_Byte && type != GDT_UInt16));
    if (!a->is_scaled) return true;
    a->sample_bytes = 2;
    a->max_value = 65535;
    a->low = r->request->low;
    a->high = r->request->high;
    return true;
}

// ---- overviews

// The overview of a band with one pixel for factor x factor of them, give or take a part at the edges; NULL:
// none.
static GDALRasterBandH overview_of(GDALRasterBandH band, int factor) {
    const int width = GDALGetRasterBandXSize(band), height = GDALGetRasterBandYSize(band);
    for (int i = 0; i < GDALGetOverviewCount(band); i++) {
        GDALRasterBandH small = GDALGetOverview(band, i);
        if (small == NULL) continue;
        const int64_t off_x = (int64_t)GDALGetRasterBandXSize(small) * factor - width;
        const int64_t off_y = (int64_t)GDALGetRasterBandYSize(small) * factor - height;
        if (off_x > -factor && off_x < factor && off_y > -factor && off_y < factor) return small;
    }
    return NULL;
}

// Takes an overview of all bands; changes nothing where one of them has none.
static bool take_overview(raster* r, int factor) {
    wimp_raster_answer* a = &r->answer;
    GDALRasterBandH small[MOST_CHANNELS], mask = NULL;
    if (a->x % factor != 0 || a->y % factor != 0) return false;
    for (int i = 0; i < r->band_count; i++) {
        small[i] = overview_of(r->bands[i], factor);
        if (small[i] == NULL || GDALGetRasterDataType(small[i]) != GDALGetRasterDataType(r->bands[i]))
            return false;
    }
    const int width = GDALGetRasterBandXSize(small[0]), height = GDALGetRasterBandYSize(small[0]);
    if (r->mask != NULL) {
        mask = GDALGetMaskBand(small[0]);
        if (mask == NULL || GDALGetRasterBandXSize(mask) != width || GDALGetRasterBandYSize(mask) != height)
            return false;
    }
    const int32_t left = width - a->x / factor, below = height - a->y / factor;
    if (left < 1 || below < 1) return false;
    memcpy(r->bands, small, sizeof(GDALRasterBandH) * (size_t)r->band_count);
    r->mask = mask;
    a->overview = factor;
    a->x /= factor;
    a->y /= factor;
    a->width = (a->width + factor - 1) / factor;
    a->height = (a->height + factor - 1) / factor;
    a->width = a->width < left ? a->width : left;
    a->height = a->height < below ? a->height : below;
    return true;
}

static void choose_overview(raster* r) {
    r->answer.overview = 1;
    for (int factor = r->request->downscale; factor > 1; factor--)
        if (r->request->downscale % factor == 0 && take_overview(r, factor)) return;
}

// The pixels of an overview together cover what those of the raster cover.
static void widen_pixels(raster* r) {
    double* t = r->answer.geo.transform;
    if (r->answer.overview == 1) return;
    const double x = (double)r->answer.raster_width / GDALGetRasterBandXSize(r->bands[0]);
    const double y = (double)r->answer.raster_height / GDALGetRasterBandYSize(r->bands[0]);
    t[1] *= x, t[4] *= x;
    t[2] *= y, t[5] *= y;
}

// ---- strips

// Whole rows of blocks, so that no block is decoded twice, but not more than needed.
static bool prepare_strips(raster* r) {
    int block_width = 0, block_height = 0;
    GDALGetBlockSize(r->bands[0], &block_width, &block_height);
    if (block_width < 1 || block_height < 1) block_width = block_height = 1;
    const int bytes = GDALGetDataTypeSizeBytes(GDALGetRasterDataType(r->bands[0]));
    const double row_of_blocks = ((double)r->answer.width / block_width + 2) * block_width *
                                 (double)block_height * bytes * (r->band_count + (r->mask != NULL));
    if (row_of_blocks > MOST_CACHE)
        return refuse(
            r, WEND_ERROR_LIMIT,
            "is stored in blocks of %d x %d pixels, and a row of them takes %.0f MB; expected at most "
            "%d MB (gdal_translate -co TILED=YES makes smaller ones)",
            block_width, block_height, row_of_blocks / (1 << 20), MOST_CACHE >> 20);
    if (row_of_blocks > 48 << 20) GDALSetCacheMax64((GIntBig)row_of_blocks + (16 << 20));
    const int64_t fit = STRIP_BYTES / ((int64_t)r->answer.width * (int64_t)sizeof(float));
    r->strip_rows = fit < 1 ? 1 : fit < block_height ? (int)fit : block_height;
    if (r->strip_rows < 64 && fit >= 64) r->strip_rows = 64 / block_height * block_height;
    if (r->strip_rows < 1) r->strip_rows = 1;
    if (r->strip_rows > r->answer.height) r->strip_rows = r->answer.height;
    const size_t pixels = (size_t)r->answer.width * (size_t)r->strip_rows;
    r->numbers = malloc(pixels * sizeof *r->numbers);
    r->seen = malloc(pixels);
    if (r->numbers != NULL && r->seen != NULL) return true;
    return refuse(r, WEND_ERROR_MEMORY, "no memory for rows of %d pixels", r->answer.width);
}

// Rows of the strip that begins at row y of the window: up to the next border of the blocks of the raster.
static int rows_at(const raster* r, int32_t y) {
    const int into = (r->answer.y + y) % r->strip_rows, left = r->answer.height - y;
    const int rows = r->strip_rows - into;
    return rows < left ? rows : left;
}

static bool read_band(const raster* r, GDALRasterBandH band, int32_t y, int rows, void* out,
                      GDALDataType type, int pixel_bytes) {
    const wimp_raster_answer* a = &r->answer;
    return GDALRasterIO(band, GF_Read, a->x, a->y + y, a->width, rows, out, a->width, rows, type, pixel_bytes,
                        pixel_bytes * a->width) == CE_None;
}

static bool read_mask(const raster* r, int32_t y, int rows) {
    if (r->mask != NULL) return read_band(r, r->mask, y, rows, r->seen, GDT_Byte, 1);
    memset(r->seen, 255, (size_t)r->answer.width * (size_t)rows);
    return true;
}

// Values of a strip in floats, NaN where there is no data.
static bool read_numbers(const raster* r, int32_t y, int rows) {
    const size_t count = (size_t)r->answer.width * (size_t)rows;
    if (!read_band(r, r->bands[0], y, rows, r->numbers, GDT_Float32, sizeof(float)) || !read_mask(r, y, rows))
        return false;
    const bool is_plain = r->scale == 1 && r->offset == 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_plain) r->numbers[i] = (float)((double)r->numbers[i] * r->scale + r->offset);
        if (r->seen[i] == 0 || !isfinite(r->numbers[i])) r->numbers[i] = NAN;
    }
    return true;
}

// ---- the first pass, where the values decide how samples are made

static void list_value(wimp_raster_answer* a, float value) {
    int low = 0, high = a->value_count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (a->values[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < a->value_count && a->values[low] == value) return;
    if (a->value_count == WIMP_TALK_VALUES) {
        a->value_count++; // too many
        return;
    }
    memmove(&a->values[low + 1], &a->values[low], (size_t)(a->value_count - low) * sizeof value);
    a->values[low] = value;
    a->value_count++;
}

static bool survey(raster* r) {
    wimp_raster_answer* a = &r->answer;
    const bool lists = r->request->samples == WIMP_TALK_COSTS;
    double low = INFINITY, high = -INFINITY;
    float last = 0;
    for (int32_t y = 0; y < a->height;) {
        const int rows = rows_at(r, y);
        const size_t count = (size_t)a->width * (size_t)rows;
        if (!read_numbers(r, y, rows))
            return refuse_by_gdal(r, WEND_ERROR_FORMAT, "GDAL cannot read its rows");
        for (size_t i = 0; i < count; i++) {
            const float value = r->numbers[i];
            if (isnan(value) || (lists && !(value > 0))) continue;
            low = fmin(low, (double)value);
            high = fmax(high, (double)value);
            if (lists && value != last && a->value_count <= WIMP_TALK_VALUES) list_value(a, last = value);
        }
        y += rows;
        send_mark(WIMP_STILL_AT_WORK);
    }
    a->low = low <= high ? low : 0;
    a->high = low <= high ? high : 0;
    return true;
}

static bool needs_survey(const raster* r) {
    return r->request->samples == WIMP_TALK_COSTS || (r->answer.is_scaled && r->answer.low == r->answer.high);
}

// ---- rows

static void paint(const raster* r, const uint8_t* indices, uint8_t* out, size_t count) {
    const int colors = GDALGetColorEntryCount(r->palette);
    for (size_t i = 0; i < count; i++) {
        const GDALColorEntry* c = indices[i] < colors ? GDALGetColorEntry(r->palette, indices[i]) : NULL;
        out[4 * i] = c != NULL ? (uint8_t)c->c1 : 0;
        out[4 * i + 1] = c != NULL ? (uint8_t)c->c2 : 0;
        out[4 * i + 2] = c != NULL ? (uint8_t)c->c3 : 0;
        out[4 * i + 3] = c != NULL && r->seen[i] != 0 ? (uint8_t)c->c4 : 0;
    }
}

static void scale_values(const raster* r, uint16_t* out, size_t count) {
    const wimp_raster_answer* a = &r->answer;
    const double span = a->high - a->low;
    for (size_t i = 0; i < count; i++) {
        const double value = (double)r->numbers[i];
        double share = isnan(value) ? 0 : span != 0 ? (value - a->low) / span : 1;
        share = share < 0 ? 0 : share > 1 ? 1 : share;
        out[i * (size_t)a->channels] = (uint16_t)(share * 65535 + 0.5);
        if (isnan(value)) r->seen[i] = 0;
    }
}

static bool read_colors(const raster* r, int32_t y, int rows, uint8_t* out) {
    const wimp_raster_answer* a = &r->answer;
    const size_t count = (size_t)a->width * (size_t)rows;
    const int pixel = a->channels * a->sample_bytes;
    if (a->is_scaled) {
        if (!read_numbers(r, y, rows)) return false;
        scale_values(r, (uint16_t*)(void*)out, count);
    } else {
        if (!read_mask(r, y, rows)) return false;
        if (r->palette != NULL) {
            uint8_t* indices = (uint8_t*)r->numbers;
            if (!read_band(r, r->bands[0], y, rows, indices, GDT_Byte, 1)) return false;
            paint(r, indices, out, count);
            return true;
        }
        const GDALDataType type = a->sample_bytes == 1 ? GDT_Byte : GDT_UInt16;
        for (int i = 0; i < r->band_count; i++)
            if (!read_band(r, r->bands[i], y, rows, out + i * a->sample_bytes, type, pixel)) return false;
    }
    if (a->channels % 2 != 0) return true;
    for (size_t i = 0; i < count; i++) {
        uint8_t* alpha = out + i * (size_t)pixel + (a->channels - 1) * a->sample_bytes;
        const uint16_t full = (uint16_t)(r->seen[i] != 0 ? a->max_value : 0);
        if (a->sample_bytes == 2)
            memcpy(alpha, &full, sizeof full);
        else
            *alpha = (uint8_t)full;
    }
    return true;
}

static bool send_rows(raster* r, uint8_t* colors) {
    const wimp_raster_answer* a = &r->answer;
    const size_t row_bytes = (size_t)a->width * (size_t)(a->channels * a->sample_bytes);
    const bool is_color = r->request->samples == WIMP_TALK_COLORS;
    for (int32_t y = 0; y < a->height;) {
        const int rows = rows_at(r, y);
        if (is_color ? !read_colors(r, y, rows, colors) : !read_numbers(r, y, rows)) return false;
        const uint8_t* from = is_color ? colors : (const uint8_t*)r->numbers;
        for (int i = 0; i < rows; i++) {
            send_mark(WIMP_ROW_FOLLOWS);
            talk_write(from + (size_t)i * row_bytes, row_bytes);
        }
        y += rows;
    }
    return true;
}

static bool begin(raster* r) {
    if (!open_raster(r) || !choose_window(r) || !choose_bands(r) || !describe_samples(r)) return false;
    const int32_t x = r->answer.x, y = r->answer.y; // in the raster itself
    choose_overview(r);
    if (!prepare_strips(r)) return false;
    confine_allow((double)r->answer.width * r->answer.height * (r->band_count + 1) *
                  (1 + (int)needs_survey(r)));
    georeference_of(r->data, x, y, &r->answer.geo);
    widen_pixels(r);
    if (r->answer.geo.kind == WEND_GEO_PROJECTED) georeference_sample(r->data, &r->answer);
    return !needs_survey(r) || survey(r);
}

// A raster that may name files has its folder as the working directory, and may open all files, for libraries
// that do so by themselves.
static bool prepare(raster* r) {
    const wimp_talk_request* q = r->request;
    GDALAllRegister();
    choose_drivers(r);
    if (chdir(q->may_name_files ? q->folder : "/") != 0)
        return refuse(r, WEND_ERROR_FORMAT, "its folder cannot be entered");
    if (!q->may_name_files) CPLSetConfigOption("SQLITE_USE_OGR_VFS", "YES"); // instead of SQLite's own
    files_begin(q->name);
    confine_limits(q->most_pixels * (MOST_CHANNELS + 1) * 2);
    char** folders = q->may_name_files ? CSLAddString(NULL, "/") : files_folders();
    const bool is_confined = confine((const char* const*)folders);
    CSLDestroy(folders);
    return is_confined || refuse(r, WEND_ERROR_UNSUPPORTED, "%s", not_confined);
}

void answer_raster(const wimp_talk_request* request) {
    static raster r;
    r.request = request;
    r.answer.magic = WIMP_ANSWER_MAGIC;
    r.answer.layout = WIMP_TALK_LAYOUT;
    const bool begun = prepare(&r) && begin(&r);
    talk_write(&r.answer, sizeof r.answer);
    if (begun) {
        const size_t bytes = (size_t)r.answer.width * (size_t)r.strip_rows *
                             (size_t)(r.answer.channels * r.answer.sample_bytes);
        uint8_t* colors = malloc(bytes);
        CPLErrorReset();
        if (colors != NULL && send_rows(&r, colors)) {
            send_mark(WIMP_ROWS_END);
        } else {
            char text[WIMP_TALK_TEXT];
            last_error(text, "no memory for its rows");
            send_mark(WIMP_ROWS_FAILED);
            talk_write(text, sizeof text);
        }
        free(colors);
    }
    free(r.numbers);
    free(r.seen);
    if (r.data != NULL) GDALClose(r.data);
}
