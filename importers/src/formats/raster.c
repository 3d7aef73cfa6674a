// raster.c: rasters with coordinates: GeoTIFF, and all else that GDAL reads, by the program wend-gdal.
//
// What the program says is checked like the content of a file: it decodes what comes from strangers. It opens
// no files; the raster, and what belongs to it, is opened here.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "core/gdal_child.h"
#include "core/ground.h"
#include "core/hash.h"
#include "core/named_file.h"
#include "core/read_file.h"
#include "core/sink.h"
#include "formats/formats.h"
#include "rules/relief.h"
#include "rules/slope_functions.h"
#include "sink/tiles.h"

// ---- recognising

static bool begins_with(const uint8_t* bytes, size_t size, const char* magic, size_t length) {
    return size >= length && memcmp(bytes, magic, length) == 0;
}

static bool is_raster(const uint8_t* bytes, size_t size) {
    static const struct {
        const char* magic;
        size_t length;
    } kinds[] = {{"II*\0", 4},
                 {"MM\0*", 4},
                 {"II+\0", 4},
                 {"MM\0+", 4}, // TIFF
                 {"\0\0\0\x0cjP  ", 8},
                 {"\x89HDF\r\n", 6},
                 {"CDF\x01", 4},
                 {"CDF\x02", 4},
                 {"CDF\x05", 4},
                 {"GRIB", 4},
                 {"EHFA_HEADER_TAG", 15},
                 {"PCIDSK", 6},
                 {"DSAA", 4},
                 {"DSBB", 4},
                 {"DSRB", 4},
                 {"SQLite format 3", 15},
                 {"<VRTDataset", 11},
                 {"ncols ", 6},
                 {"NCOLS ", 6},
                 {"ncols\t", 6}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (begins_with(bytes, size, kinds[i].magic, kinds[i].length)) return true;
    return false;
}

// ---- the program

typedef struct reader {
    wimp_job* job;
    wend_import_def def; // of the job, for the pixels of an overview
    wimp_gdal_child child;
    wimp_talk_request request;
    wimp_raster_answer answer;
    wimp_slope slope;
    wimp_tiles tiles;
    float costs[WEND_CLASS_COUNT];
    double limits[WEND_CLASS_COUNT]; // of COSTS: the value up to which a class holds
    size_t row_bytes;
    uint8_t* rows; // of the sink: one; of slopes: three, row y in y % 3
    int64_t seen;  // pixels with data
    wimp_hash_state* hash;
    char asked[WIMP_TALK_PATH]; // the file that GDAL asks for
    char beside[64];            // a file beside the raster that was refused; empty: none
} reader;

static bool goes_by_step(const wimp_job* job) {
    return !job->survey && !job->picture && wimp_goes_by_step(job->def);
}

static bool goes_by_slope(const wimp_job* job) {
    return !job->survey && !job->picture &&
           (job->def->rule == WEND_RULE_HEIGHT || wimp_goes_by_step(job->def));
}

static bool goes_by_cost(const wimp_job* job) {
    return !job->survey && !job->picture && job->def->rule == WEND_RULE_COST;
}

static bool takes_overview(const wimp_job* job) {
    const wend_downscale_by by = job->def->downscale_by;
    return !job->survey && !job->picture &&
           (by == WEND_DOWNSCALE_OVERVIEW || (by == WEND_DOWNSCALE_AUTO && goes_by_slope(job)));
}

static wend_result make_request(reader* r) {
    const wimp_job* job = r->job;
    const wend_import_def* def = job->def;
    wimp_talk_request* q = &r->request;
    q->magic = WIMP_TALK_MAGIC; // in place: it is too large for the stack
    q->layout = WIMP_TALK_LAYOUT;
    q->task = WIMP_TALK_RASTER;
    q->samples = goes_by_slope(job)  ? WIMP_TALK_NUMBERS
                 : goes_by_cost(job) ? WIMP_TALK_COSTS
                                     : WIMP_TALK_COLORS;
    q->band = def->band;
    q->x = def->window.x;
    q->y = def->window.y;
    q->width = def->window.width;
    q->height = def->window.height;
    q->downscale = takes_overview(job) ? def->downscale : 1;
    q->may_name_files = def->outside;
    q->low = (double)def->darkest_value;
    q->high = (double)def->brightest_value;
    q->most_pixels = q->width > 0 ? (double)q->width * q->height
                                  : (double)def->max_tiles * def->downscale * def->downscale;
    // With "./", a name is none of those that have a meaning for GDAL.
    const char* slash = strrchr(job->file, '/');
    const int before = slash ? (int)(slash - job->file) + 1 : 0;
    const int name = snprintf(q->name, sizeof q->name, "./%s", job->file + before);
    const int folder = def->outside ? snprintf(q->folder, sizeof q->folder, "%.*s", before > 0 ? before : 2,
                                               before > 0 ? job->file : "./")
                                    : 0;
    if (name < (int)sizeof q->name && folder < (int)sizeof q->folder) return WEND_OK;
    return wimp_job_fail(job, WEND_ERROR_LIMIT, "the name is longer than %d bytes", WIMP_TALK_PATH - 3);
}

// ---- other files that GDAL asks for

// Is that a file which describes the raster and can name no others? Its name is that of the raster, with a
// new or another ending.
static bool describes_raster(const char* raster, const char* name) {
    static const char* const endings[] = {"aux.xml", "ige",   "msk",  "prj", "wld", "tfw", "tifw",
                                          "tiffw",   "pgw",   "pngw", "jgw", "jpw", "j2w", "jp2w",
                                          "jpgw",    "jpegw", "gfw",  "bpw", "asw", "blw"};
    const char* dot = strrchr(raster, '.');
    const size_t whole = strlen(raster), stem = dot && dot != raster ? (size_t)(dot - raster) : whole;
    if (strchr(name, '/')) return false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const size_t length = strlen(endings[i]), at = strlen(name) - length;
        if (strlen(name) <= length + 1 || name[at - 1] != '.' || strcasecmp(name + at, endings[i]) != 0)
            continue;
        if ((at - 1 == whole || at - 1 == stem) && strncmp(name, raster, at - 1) == 0) return true;
    }
    return false;
}

// The warning of a file outside stays once, and only where the file is there.
static void keep_warning(wimp_job* job, size_t before, bool is_open) {
    char* warning = job->info->warning;
    const char* added = warning + before + (before > 0 && warning[before] == ';' ? 2 : 0);
    if (!warning[before]) return;
    char last[sizeof job->info->warning];
    snprintf(last, sizeof last, "%s", added);
    warning[before] = '\0';
    if (is_open && !strstr(warning, last)) wimp_job_warn(job, "%s", last);
}

// Opens a file for the program: a regular one, in the folder of the raster unless the definition allows
// others.
static wend_result open_for_program(reader* r, const char* name, wimp_stream* out) {
    const wend_import_def* def = r->job->def;
    wimp_job by = *r->job;
    char* path = NULL;
    by.error_opt = NULL; // GDAL does without the file, or says what it lacks
    // From the folder of the raster; else, as GDAL reads it, from the working directory.
    const bool is_here = strncmp(name, "./", 2) == 0;
    if (!is_here) by.name = "";
    const bool is_allowed = def->outside || (is_here && describes_raster(r->request.name + 2, name + 2));
    if (!is_allowed && (!is_here || strchr(name + 2, '/'))) return WEND_ERROR_FORMAT;
    if (is_here) name += 2;
    const size_t before = strlen(by.info->warning);
    wend_result result = wimp_named_path(&by, (wimp_place){0, 0}, name, &path);
    if (result != WEND_OK) return result;
    result = wimp_stream_open(path, false, out, NULL);
    keep_warning(&by, before, result == WEND_OK);
    if (result == WEND_OK && !is_allowed) {
        wimp_stream_close(out);
        wimp_print(r->beside, sizeof r->beside, "%s", name);
        result = WEND_ERROR_FORMAT;
    } else if (result == WEND_OK) {
        wimp_note_file(def, path);
    }
    wimp_memory_drop(by.memory, path); // GDAL may ask for many
    return result;
}

// Reads a mark that is not about another file or the time.
static bool read_mark(reader* r, uint32_t* mark_out) {
    while (wimp_gdal_read(&r->child, mark_out, sizeof *mark_out)) {
        wimp_stream file = {.descriptor = -1};
        if (*mark_out == WIMP_STILL_AT_WORK) continue;
        if (*mark_out != WIMP_ASKS_FOR_FILE) return true;
        if (!wimp_gdal_read(&r->child, r->asked, sizeof r->asked)) return false;
        r->asked[sizeof r->asked - 1] = '\0';
        const bool is_open = open_for_program(r, r->asked, &file) == WEND_OK;
        const bool is_sent = wimp_gdal_send_file(&r->child, file.descriptor, is_open ? 0 : ENOENT);
        if (is_open) wimp_stream_close(&file);
        if (!is_sent) return false;
    }
    return false;
}

// ---- what the program says

static wend_result fail_as_told(reader* r) {
    const wimp_raster_answer* a = &r->answer;
    wend_result result = WEND_ERROR_FORMAT;
    static const wend_result known[] = {WEND_ERROR_ARGUMENT, WEND_ERROR_LIMIT, WEND_ERROR_UNSUPPORTED,
                                        WEND_ERROR_MEMORY};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (a->result == (int32_t)known[i]) result = known[i];
    r->job->is_unknown = a->is_unknown != 0 && !r->beside[0];
    if (a->is_unknown && r->beside[0])
        return wimp_job_fail(r->job, result, "%s; %s beside it is read only if outside is set", a->text,
                             r->beside);
    return wimp_job_fail(r->job, result, "%s", a->text);
}

static wend_result fail_other(const reader* r) {
    return wimp_job_fail(r->job, WEND_ERROR_IO, "%s belongs to another version of Wend", r->child.program);
}

static wend_result fail_strange(const reader* r, const char* what) {
    return wimp_job_fail(r->job, WEND_ERROR_FORMAT, "wend-gdal gives %s; the file is damaged", what);
}

static bool is_sound(const wend_georeference* geo) {
    for (int32_t i = 0; i < 6; i++)
        if (!isfinite(geo->transform[i])) return false;
    return (int)geo->kind >= 0 && geo->kind < WEND_GEO_KIND_COUNT && isfinite(geo->unit) && geo->unit >= 0 &&
           isfinite(geo->semi_major) && geo->semi_major >= 0 && geo->flattening >= 0 && geo->flattening < 1 &&
           geo->epsg >= 0;
}

// In the raster, whatever overview is read.
static wend_rect window_of(const reader* r) {
    const wimp_talk_request* q = &r->request;
    const wimp_raster_answer* a = &r->answer;
    if (a->overview == 1) return (wend_rect){a->x, a->y, a->width, a->height};
    return q->width > 0 ? (wend_rect){q->x, q->y, q->width, q->height}
                        : (wend_rect){0, 0, a->raster_width, a->raster_height};
}

static wend_result check_answer(reader* r) {
    wimp_raster_answer* a = &r->answer;
    a->text[sizeof a->text - 1] = a->driver[sizeof a->driver - 1] = '\0';
    a->geo.name[sizeof a->geo.name - 1] = a->geo.wkt[sizeof a->geo.wkt - 1] = '\0';
    if (a->layout != WIMP_TALK_LAYOUT) return fail_other(r);
    if (a->result != WEND_OK) return fail_as_told(r);
    if (a->overview < 1 || r->request.downscale % a->overview != 0)
        return fail_strange(r, "an overview of no use");
    if (a->overview > 1) { // what is left to downscale
        r->def = *r->job->def;
        r->def.downscale /= a->overview;
        r->job->def = &r->def;
        const wend_rect w = window_of(r);
        const int64_t k = a->overview, off_x = a->width * k - w.width, off_y = a->height * k - w.height;
        if (w.width < 1 || w.height < 1 || off_x <= -k || off_x >= k || off_y <= -k || off_y >= k)
            return fail_strange(r, "an overview of another size");
    }
    wend_result result = wimp_job_check_size(r->job, a->width, a->height);
    if (result != WEND_OK) return result;
    const bool is_color = r->request.samples == WIMP_TALK_COLORS;
    if (a->channels < 1 || a->channels > (is_color ? 4 : 1) ||
        (is_color ? a->sample_bytes != 1 && a->sample_bytes != 2 : a->sample_bytes != (int32_t)sizeof(float)))
        return fail_strange(r, "samples of no known size");
    if (is_color && (a->max_value < 1 || a->max_value > (a->sample_bytes == 1 ? 255 : 65535)))
        return fail_strange(r, "a brightness without limit");
    if (!is_sound(&a->geo)) return fail_strange(r, "no possible coordinates");
    a->geo.ground_count = 0;
    a->geo.ground_rows = 0;
    if (!(a->unit > 0) || !isfinite(a->unit) || !isfinite(a->low) || !isfinite(a->high))
        return fail_strange(r, "no possible values");
    r->row_bytes = (size_t)a->width * (size_t)(a->channels * a->sample_bytes);
    return WEND_OK;
}

// ---- coordinates

// The number of the zone of UTM around the raster with EPSG; 0: it is too wide for one, or near a pole.
static int32_t utm_of(const wimp_raster_answer* a) {
    if (!(a->reach <= 6 && a->latitude > -80 && a->latitude < 84 && fabs(a->longitude) <= 180)) return 0;
    return (a->latitude < 0 ? 32700 : 32600) + (int32_t)floor((a->longitude + 180) / 6) % 60 + 1;
}

#define WARP "gdalwarp -t_srs EPSG:%d in.tif out.tif"

static void find_middle(wimp_raster_answer* a) {
    const double* t = a->geo.transform;
    const double unit = a->geo.unit * 180 / acos(-1);
    a->longitude = remainder((t[0] + t[1] * a->width * 0.5 + t[2] * a->height * 0.5) * unit, 360);
    a->latitude = (t[3] + t[4] * a->width * 0.5 + t[5] * a->height * 0.5) * unit;
    a->reach = (fabs(t[1]) * a->width + fabs(t[2]) * a->height) * 0.5 * unit;
}

static wend_result fail_askew(const reader* r, double skew) {
    const wimp_raster_answer* a = &r->answer;
    const int32_t epsg = utm_of(a) > 0 ? utm_of(a) : 4326; // in degrees lengths depend on the row only
    if (goes_by_slope(r->job) || goes_by_cost(r->job))
        return wimp_job_fail(
            r->job, WEND_ERROR_UNSUPPORTED,
            "lengths on the ground differ by %.2g %% along a row, by its coordinate system, %s; "
            "expected at most %.2g %%: " WARP,
            skew * 100, a->geo.name, WIMP_MOST_SKEW * 100, epsg);
    wimp_job_warn(r->job, "lengths in metres are up to %.2g %% off, by its coordinate system, %s: " WARP,
                  skew * 50, a->geo.name, epsg);
    return WEND_OK;
}

// Finds how long steps are on the ground.
static wend_result find_ground(reader* r) {
    wimp_raster_answer* a = &r->answer;
    const double* t = a->geo.transform;
    const double area = fabs(t[1] * t[5] - t[2] * t[4]), box = hypot(t[1], t[4]) * hypot(t[2], t[5]);
    double skew = 0;
    if (!a->geo.has_transform) return WEND_OK;
    if (!(area > box * 1e-6))
        return wimp_job_fail(r->job, WEND_ERROR_UNSUPPORTED,
                             "its geotransform (%.9g, %.9g, %.9g, %.9g, %.9g, %.9g) gives pixels no area",
                             t[0], t[1], t[2], t[3], t[4], t[5]);
    if (a->geo.kind == WEND_GEO_NONE) return WEND_OK;
    if (a->geo.kind == WEND_GEO_GEOGRAPHIC) {
        find_middle(a);
        if (t[4] == 0) return WEND_OK; // a row has one latitude
        wimp_geo_sample_degrees(&a->geo, a->width, a->height, &a->ground);
    }
    const wimp_ground_kind kind = wimp_geo_list_ground(&a->geo, a->height, &a->ground, &skew);
    if (kind == WIMP_GROUND_UNKNOWN)
        return wimp_job_fail(r->job, WEND_ERROR_UNSUPPORTED,
                             "no pixel has a longitude and latitude by its coordinate system, %s",
                             a->geo.name);
    return kind == WIMP_GROUND_ASKEW ? fail_askew(r, skew) : WEND_OK;
}

static void describe(reader* r) {
    wimp_job* job = r->job;
    const wimp_raster_answer* a = &r->answer;
    wend_import_info* info = job->info;
    info->is_image = true;
    if (a->overview > 1)
        wimp_job_warn(job, "its overview of 1/%d was read in place of all pixels", a->overview);
    info->channels = a->channels;
    info->bits = a->bits;
    info->raster = (wend_raster_info){.width = a->raster_width,
                                      .height = a->raster_height,
                                      .band = a->band,
                                      .band_count = a->band_count,
                                      .window = window_of(r)};
    info->width = info->raster.window.width;
    info->height = info->raster.window.height;
    memcpy(info->raster.driver, a->driver, sizeof info->raster.driver);
    memcpy(&info->geo, &a->geo, sizeof info->geo);
    wimp_geo_downscale(&info->geo, job->def->downscale);
    wimp_clean_text(info->raster.driver);
    wimp_clean_text(info->geo.name);
    wimp_clean_text(info->geo.wkt);
}

// A tile has one size on the whole map, and it is as wide as it is high.
static wend_result find_tile_size(reader* r) {
    wimp_job* job = r->job;
    const wimp_raster_answer* a = &r->answer;
    const wend_import_def usual = wend_default_import_def(), *def = job->def;
    if (!a->geo.has_transform) {
        job->tile_size = def->resolution;
        return WEND_OK;
    }
    if (def->resolution != usual.resolution || def->origin.x != usual.origin.x ||
        def->origin.y != usual.origin.y)
        return wimp_job_fail(job, WEND_ERROR_ARGUMENT,
                             "has coordinates of its own; resolution and origin would have no effect on it");
    wend_ground ground = {0, 0, 0, 0};
    wend_geo_ground(&a->geo, a->height * 0.5, &ground);
    if (!(ground.across > 0 && ground.down > 0 && ground.falling > 0 && ground.rising > 0))
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED,
                             "its pixels have no size in the middle of the raster");
    job->tile_size = (float)sqrt(ground.across * ground.down);
    if (!(job->tile_size > 0) || !isfinite(job->tile_size))
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "its pixels are too small or too large");
    const double skew = ground.falling / ground.rising;
    if (skew < 0.98 || skew > 1.02)
        wimp_job_warn(job, "its pixels are no rectangles, but steps along both diagonals cost the same");
    return WEND_OK;
}

// ---- rows

// *more_out: a row was read; false after the last one.
static wend_result next_row(reader* r, void* out, bool* more_out) {
    uint32_t mark = 0;
    char text[WIMP_TALK_TEXT];
    *more_out = false;
    if (!read_mark(r, &mark)) return wimp_gdal_fail_early(&r->child, r->job->name, r->job->error_opt);
    if (mark == WIMP_ROWS_END) return WEND_OK;
    if (mark == WIMP_ROWS_FAILED && wimp_gdal_read(&r->child, text, sizeof text)) {
        text[sizeof text - 1] = '\0';
        return wimp_job_fail(r->job, WEND_ERROR_FORMAT, "truncated or damaged: %s", text);
    }
    if (mark != WIMP_ROW_FOLLOWS || !wimp_gdal_read(&r->child, out, r->row_bytes))
        return wimp_gdal_fail_early(&r->child, r->job->name, r->job->error_opt);
    wimp_hash_add(r->hash, out, r->row_bytes);
    *more_out = true;
    return WEND_OK;
}

static wend_result take_row(reader* r, void* out) {
    bool more = false;
    const wend_result result = next_row(r, out, &more);
    return result != WEND_OK || more ? result : fail_strange(r, "too few rows");
}

static void count_colors(reader* r, const uint8_t* row) {
    const wimp_raster_answer* a = &r->answer;
    if (a->channels % 2 != 0) {
        r->seen += a->width;
        return;
    }
    const size_t pixel = (size_t)(a->channels * a->sample_bytes), alpha = pixel - (size_t)a->sample_bytes;
    for (size_t i = 0; i < r->row_bytes; i += pixel)
        r->seen += row[i + alpha] != 0 || row[i + pixel - 1] != 0;
}

static wend_result read_colors(reader* r) {
    const wimp_raster_answer* a = &r->answer;
    const wimp_layout layout = {.width = a->width,
                                .height = a->height,
                                .channels = a->channels,
                                .sample_bytes = a->sample_bytes,
                                .max_value = a->max_value};
    if (a->is_scaled && r->request.low == r->request.high)
        wimp_job_warn(r->job, "values from %.6g to %.6g count as brightness 0 to 1", a->low, a->high);
    wimp_sink* sink = NULL;
    wend_result result = wimp_sink_begin(r->job, &layout, &sink);
    if (result != WEND_OK) return result;
    for (int32_t y = 0; y < a->height && result == WEND_OK; y++) {
        result = take_row(r, r->rows);
        if (result != WEND_OK) break;
        count_colors(r, r->rows);
        result = wimp_sink_row(sink, r->rows);
    }
    result = wimp_sink_end(sink, result);
    if (a->channels % 2 == 0 && r->job->info->meanings[0][0] != '\0')
        snprintf(r->job->info->meanings[0], WEND_MEANING_BYTES, "no data");
    return result;
}

static void take_heights(reader* r, float* row) {
    const wend_import_def* def = r->job->def;
    wend_import_info* info = r->job->info;
    double scale = def->height_scale > 0 ? (double)def->height_scale : r->answer.unit;
    if (def->negate) scale = -scale;
    for (int32_t x = 0; x < r->answer.width; x++) {
        row[x] = (float)((double)row[x] * scale);
        if (!isfinite(row[x])) {
            row[x] = NAN;
            continue;
        }
        if (r->seen == 0) info->darkest = info->brightest = row[x];
        if (row[x] < info->darkest) info->darkest = row[x];
        if (row[x] > info->brightest) info->brightest = row[x];
        r->seen++;
    }
}

static float* height_row(const reader* r, int32_t y) {
    return y < 0 || y >= r->answer.height ? NULL : (float*)(void*)(r->rows + (size_t)(y % 3) * r->row_bytes);
}

static wend_result read_steps(reader* r) {
    const wend_import_def* def = r->job->def;
    const int32_t height = r->answer.height;
    const float sea = def->sea_level >= 0 ? def->sea_level : -INFINITY;
    wend_result result = wimp_relief_begin(r->job, r->answer.width, height);
    if (result != WEND_OK) return result;
    r->job->info->negate = def->negate;
    r->costs[WIMP_LAND] = 1;
    if (def->sea_level >= 0) r->costs[WIMP_WATER] = def->water_cost;
    result = wimp_tiles_begin(&r->tiles, r->job, r->answer.width, height, r->costs);
    if (result != WEND_OK) return result;
    for (int32_t y = 0; y < height && result == WEND_OK; y++) {
        wend_ground ground = {1, 1, 1, 1};
        result = take_row(r, height_row(r, y));
        if (result != WEND_OK) break;
        take_heights(r, height_row(r, y));
        wend_geo_ground(&r->answer.geo, y + 0.5, &ground);
        const bool is_pole = ground.across == 0 || ground.down == 0;
        for (int32_t x = 0; x < r->answer.width && is_pole; x++) height_row(r, y)[x] = NAN;
        wimp_relief_row(r->job, y, height_row(r, y), sea, r->tiles.row);
        result = wimp_tiles_next(&r->tiles);
    }
    return result;
}

static wend_result classify_slopes(reader* r, int32_t y) {
    const double side = (double)r->job->def->resolution;
    wend_ground ground = {side, side, side * sqrt(2), side * sqrt(2)};
    wend_geo_ground(&r->answer.geo, y + 0.5, &ground); // leaves a raster without coordinates as it is
    if (ground.across == 0 || ground.down == 0) {      // a pole
        memset(r->tiles.row, 0, (size_t)r->answer.width);
        return wimp_tiles_next(&r->tiles);
    }
    wimp_slope_row(&r->slope, &ground, height_row(r, y - 1), height_row(r, y), height_row(r, y + 1),
                   r->answer.width, r->tiles.row);
    return wimp_tiles_next(&r->tiles);
}

static wend_result read_slopes(reader* r) {
    const int32_t height = r->answer.height;
    wimp_slope_begin(&r->slope, r->job);
    r->job->info->negate = r->job->def->negate;
    wend_result result = wimp_tiles_begin(&r->tiles, r->job, r->answer.width, height, r->slope.costs);
    if (result != WEND_OK) return result;
    for (int32_t y = 0; y < height && result == WEND_OK; y++) {
        result = take_row(r, height_row(r, y));
        if (result != WEND_OK) break;
        take_heights(r, height_row(r, y));
        if (y > 0) result = classify_slopes(r, y - 1);
    }
    if (result == WEND_OK) result = classify_slopes(r, height - 1);
    return result;
}

// ---- costs

static wend_result fail_costs(const reader* r) {
    const double scale = (double)r->job->def->cost_scale;
    return wimp_job_fail(r->job, WEND_ERROR_LIMIT,
                         "band %d holds costs from %.6g to %.6g%s; expected %g to %g, at most a factor of %g "
                         "apart",
                         r->answer.band, r->answer.low * scale, r->answer.high * scale,
                         scale != 1 ? ", scaled" : "", (double)WEND_MIN_CLASS_COST,
                         (double)WEND_MAX_CLASS_COST, (double)WEND_MAX_COST_RATIO);
}

// A class for each value, or steps of equal ratio.
static wend_result choose_costs(reader* r) {
    const wimp_raster_answer* a = &r->answer;
    const double scale = (double)r->job->def->cost_scale, low = a->low * scale, high = a->high * scale;
    if (a->value_count == 0) return WEND_OK; // all is blocked
    if (!(low >= (double)WEND_MIN_CLASS_COST) || !(high <= (double)WEND_MAX_CLASS_COST) || !(low <= high) ||
        high / low > (double)WEND_MAX_COST_RATIO)
        return fail_costs(r);
    const bool is_list = a->value_count <= WIMP_TALK_VALUES;
    const int32_t count = is_list ? a->value_count : WEND_CLASS_COUNT - 1;
    const double ratio = high / low;
    for (int32_t i = 0; i < count; i++) {
        r->costs[1 + i] = (float)(is_list ? (double)a->values[i] * scale
                                          : low * pow(ratio, (double)i / (WEND_CLASS_COUNT - 2)));
        if (!(r->costs[1 + i] >= WEND_MIN_CLASS_COST && r->costs[1 + i] <= WEND_MAX_CLASS_COST))
            return fail_costs(r);
        wimp_print(r->job->info->meanings[1 + i], WEND_MEANING_BYTES, scale == 1 ? "cost %.6g" : "value %.6g",
                   (double)r->costs[1 + i] / scale);
    }
    for (int32_t c = 1; c < WEND_CLASS_COUNT; c++)
        r->limits[c] = c < count ? sqrt((double)r->costs[c] * (double)r->costs[c + 1]) : INFINITY;
    if (!is_list)
        wimp_job_warn(r->job, "more than %d different costs: rounded to steps of %.2g %%", WIMP_TALK_VALUES,
                      100 * (pow(ratio, 1.0 / (WEND_CLASS_COUNT - 2)) - 1));
    return WEND_OK;
}

static void classify_costs(reader* r, const float* row) {
    const double scale = (double)r->job->def->cost_scale;
    for (int32_t x = 0; x < r->answer.width; x++) {
        const double cost = (double)row[x] * scale;
        int32_t low = 1, high = WEND_CLASS_COUNT - 1;
        r->seen += !isnan(row[x]);
        while (low < high) {
            const int32_t middle = (low + high) / 2;
            if (r->limits[middle] < cost)
                low = middle + 1;
            else
                high = middle;
        }
        r->tiles.row[x] = row[x] > 0 ? (uint8_t)low : 0; // also NAN
    }
}

static wend_result read_costs(reader* r) {
    wend_result result = choose_costs(r);
    if (result != WEND_OK) return result;
    result = wimp_tiles_begin(&r->tiles, r->job, r->answer.width, r->answer.height, r->costs);
    if (result != WEND_OK) return result;
    r->job->info->darkest = (float)r->answer.low;
    r->job->info->brightest = (float)r->answer.high;
    for (int32_t y = 0; y < r->answer.height && result == WEND_OK; y++) {
        result = take_row(r, r->rows);
        if (result != WEND_OK) break;
        classify_costs(r, (const float*)(const void*)r->rows);
        result = wimp_tiles_next(&r->tiles);
    }
    return result;
}

// ---- the whole

static wend_result read_rows(reader* r) {
    wimp_job* job = r->job;
    bool more = false;
    if (goes_by_slope(job) || goes_by_cost(job)) {
        snprintf(job->info->rule, sizeof job->info->rule, "%s", wend_image_rule_name(job->def->rule));
        snprintf(job->info->meanings[0], WEND_MEANING_BYTES,
                 goes_by_cost(job) ? "no data, or not above 0" : "no data");
    }
    wend_result result = goes_by_step(job)    ? read_steps(r)
                         : goes_by_slope(job) ? read_slopes(r)
                         : goes_by_cost(job)  ? read_costs(r)
                                              : read_colors(r);
    if (result == WEND_OK) result = next_row(r, r->rows, &more);
    if (result == WEND_OK && more) return fail_strange(r, "too many rows");
    if (result == WEND_OK && r->seen == 0)
        return wimp_job_fail(job, WEND_ERROR_FORMAT, "band %d has no data in any of its %d x %d pixels",
                             r->answer.band, r->answer.width, r->answer.height);
    if (result == WEND_OK && job->grid && !job->is_layer && (goes_by_slope(job) || goes_by_cost(job)) &&
        wend_grid_passable_count(job->grid) < wimp_tiles_enough_passable(job->grid))
        wimp_job_warn(job, "nearly nothing is passable");
    return result;
}

static wend_result read_answer(reader* r) {
    wimp_job* job = r->job;
    wimp_raster_answer* a = &r->answer;
    if (!read_mark(r, &a->magic)) return wimp_gdal_fail_early(&r->child, job->name, job->error_opt);
    if (a->magic != WIMP_ANSWER_MAGIC) return fail_other(r); // which may have nothing more to say
    if (!wimp_gdal_read(&r->child, (char*)a + sizeof a->magic, sizeof *a - sizeof a->magic))
        return wimp_gdal_fail_early(&r->child, job->name, job->error_opt);
    const bool makes_map = !job->survey && !job->picture;
    wend_result result = check_answer(r);
    if (result == WEND_OK && makes_map) result = find_ground(r);
    if (result == WEND_OK) describe(r);
    if (result == WEND_OK && makes_map) result = find_tile_size(r);
    if (result != WEND_OK) return result;
    r->rows = wimp_job_get(job, 3 * r->row_bytes);
    if (!r->rows) return WEND_ERROR_MEMORY;
    r->hash = wimp_hash_begin();
    if (!r->hash) return wimp_job_out_of_memory(job, 1);
    wimp_hash_add(r->hash, job->info->geo.transform, sizeof job->info->geo.transform);
    result = read_rows(r);
    job->info->source_hash = wimp_hash_end(r->hash);
    return result;
}

static wend_result read_raster(wimp_job* job) {
    if (!job->file)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED,
                             "is a raster for GDAL, which reads files only; expected the name of a file");
    const wend_import_def* def = job->def;
    reader* r = wimp_job_get(job, sizeof *r);
    if (!r) return WEND_ERROR_MEMORY;
    r->job = job;
    wimp_stream file;
    wend_result result = make_request(r);
    if (result == WEND_OK) result = wimp_stream_open(job->file, false, &file, job->error_opt);
    if (result == WEND_OK) {
        result = wimp_gdal_start(job->def->gdal, &r->request, file.descriptor, NULL, 0, job->name, &r->child,
                                 job->error_opt);
        wimp_stream_close(&file);
    }
    if (result == WEND_OK) {
        result = read_answer(r);
        wimp_gdal_end(&r->child);
    }
    job->def = def;
    return result;
}

bool wimp_raster_is_wanted(const wimp_job* job) {
    return job->depth == 0 && (job->def->band > 0 || job->def->window.width > 0);
}

const wimp_format wimp_format_raster = {
    "raster",  "GeoTIFF and other rasters that GDAL reads, with their coordinates",
    is_raster, read_raster,
    true,      false};
