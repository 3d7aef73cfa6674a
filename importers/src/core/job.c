// job.c: how does a reader report, warn, and check sizes?
#include "core/job.h"

#include <string.h>

#include "wend/link.h"

wend_result wimp_job_out_of_memory(const wimp_job* job, uint64_t size) {
    return wimp_job_fail(job, WEND_ERROR_MEMORY, "out of memory: %llu bytes requested",
                         (unsigned long long)size);
}

void* wimp_job_get(const wimp_job* job, size_t size) {
    void* memory = wimp_memory_get(job->memory, size);
    if (!memory) wimp_job_out_of_memory(job, size);
    return memory;
}

void* wimp_job_keep(wimp_job* job, size_t size) {
    job->kept.allocator_opt = job->def->allocator;
    void* memory = wimp_memory_get(&job->kept, size);
    if (!memory) wimp_job_out_of_memory(job, size);
    return memory;
}

void wimp_job_end(wimp_job* job) {
    wimp_memory_end(&job->kept);
}

bool wimp_job_grow(const wimp_job* job, void* list_io, size_t* capacity_io, size_t count, size_t item_size) {
    enum { LEAST = 64 };
    if (count <= *capacity_io) return true;
    size_t wanted = *capacity_io + *capacity_io / 2;
    if (wanted < count) wanted = count;
    if (wanted < LEAST) wanted = LEAST;
    void *old, *grown = wimp_job_get(job, wanted <= SIZE_MAX / 2 / item_size ? wanted * item_size : SIZE_MAX);
    if (!grown) return false;
    memcpy(&old, list_io, sizeof old); // whatever it points to
    if (old) memcpy(grown, old, *capacity_io * item_size);
    memcpy(list_io, &grown, sizeof grown);
    wimp_memory_drop(job->memory, old);
    *capacity_io = wanted;
    return true;
}

void wimp_job_warn(wimp_job* job, const char* format, ...) {
    char* warning = job->info->warning;
    const size_t room = sizeof job->info->warning;
    if (warning[0]) wimp_append(warning, room, "; ");
    const size_t used = strlen(warning);
    va_list arguments;
    va_start(arguments, format);
    wimp_vprint(warning + used, room - used, format, arguments);
    va_end(arguments);
    wimp_clean_text(warning);
}

wend_result wimp_job_progress(const wimp_job* job, double fraction, const char* unit, int32_t at,
                              int32_t count) {
    const wend_import_def* def = job->def;
    if (!def->progress || def->progress(fraction, def->progress_context)) return WEND_OK;
    return wimp_job_fail(job, WEND_ERROR_CANCELLED, "cancelled at %s %d of %d", unit, at, count);
}

wend_result wimp_job_check_size(const wimp_job* job, int64_t width, int64_t height) {
    if (width <= 0 || height <= 0)
        return wimp_job_fail(job, WEND_ERROR_FORMAT, "the size is %lld x %lld; expected at least 1 x 1",
                             (long long)width, (long long)height);
    int64_t k = job->def->downscale;
    if (k > width || k > height)
        return wimp_job_fail(
            job, WEND_ERROR_ARGUMENT,
            "downscaling by %lld makes a tile larger than the map, which has %lld x %lld pixels",
            (long long)k, (long long)width, (long long)height);
    int64_t columns = (width + k - 1) / k, rows = (height + k - 1) / k;
    if (width > WIMP_MAX_IMAGE_SIDE || height > WIMP_MAX_IMAGE_SIDE)
        return wimp_job_fail(job, WEND_ERROR_LIMIT, "%lld x %lld is too large; the limit is %d per side",
                             (long long)width, (long long)height, WIMP_MAX_IMAGE_SIDE);
    if (columns > WEND_MAX_SIDE || rows > WEND_MAX_SIDE)
        return wimp_job_fail(job, WEND_ERROR_LIMIT,
                             "%lld x %lld tiles are too many; the limit is %d per side", (long long)columns,
                             (long long)rows, WEND_MAX_SIDE);
    if (columns * rows > job->def->max_tiles)
        return wimp_job_fail(job, WEND_ERROR_LIMIT, "%lld x %lld are %lld tiles; the limit is %lld%s",
                             (long long)columns, (long long)rows, (long long)(columns * rows),
                             (long long)job->def->max_tiles,
                             job->def->max_tiles < WEND_MAX_TILES ? " (max_tiles)" : "");
    return WEND_OK;
}

wend_result wimp_job_check_whole(const wimp_job* job, int64_t width, int64_t height, int64_t max_pixels) {
    if (max_pixels > job->def->max_decoded) max_pixels = job->def->max_decoded;
    if (width * height <= max_pixels) return WEND_OK;
    return wimp_job_fail(job, WEND_ERROR_LIMIT,
                         "%lld x %lld are %lld pixels; the limit for this kind of image is %lld%s; "
                         "non-interlaced PNG and PNM may be larger",
                         (long long)width, (long long)height, (long long)(width * height),
                         (long long)max_pixels, max_pixels == job->def->max_decoded ? " (max_decoded)" : "");
}

wend_result wimp_job_check_density(const wimp_job* job, int64_t width, int64_t height, int64_t per_byte) {
    enum { ALWAYS = 1 << 20 };
    if (width * height <= ALWAYS || width * height / per_byte <= (int64_t)job->size) return WEND_OK;
    return wimp_job_fail(job, WEND_ERROR_FORMAT,
                         "%llu bytes cannot hold %lld x %lld pixels in this format; the file is truncated or "
                         "damaged",
                         (unsigned long long)job->size, (long long)width, (long long)height);
}

wend_result wimp_job_check_scans(const wimp_job* job, int64_t width, int64_t height) {
    enum { MAX_SCANS_OF_LIMIT = 16 };
    int64_t scans = 0;
    for (size_t i = 0; i + 1 < job->size; i++) scans += job->bytes[i] == 0xff && job->bytes[i + 1] == 0xda;
    if (scans <= MAX_SCANS_OF_LIMIT * (job->def->max_decoded / (width * height))) return WEND_OK;
    return wimp_job_fail(job, WEND_ERROR_LIMIT,
                         "%lld scans over %lld x %lld pixels; the limit is %d scans over as many pixels as "
                         "max_decoded, %lld",
                         (long long)scans, (long long)width, (long long)height, MAX_SCANS_OF_LIMIT,
                         (long long)job->def->max_decoded);
}

wend_result wimp_job_check_data(const wimp_job* job, size_t offset, uint64_t needed) {
    size_t left = offset < job->size ? job->size - offset : 0;
    if (left >= needed) return WEND_OK;
    return wimp_job_fail(job, WEND_ERROR_FORMAT,
                         "truncated: expected at least %llu bytes of pixels, found %llu",
                         (unsigned long long)needed, (unsigned long long)left);
}

wend_grid_def wimp_job_grid_like(const wimp_job* job, const wend_grid* grid) {
    wend_grid_def def = wend_default_grid_def();
    def.width = wend_grid_width(grid);
    def.height = wend_grid_height(grid);
    memcpy(def.class_costs, wend_grid_class_costs(grid), sizeof def.class_costs);
    def.connectivity = wend_grid_connectivity(grid);
    def.tile_size = wend_grid_tile_size(grid);
    def.origin = wend_grid_origin(grid);
    def.allocator = job->def->allocator;
    return def;
}

wend_result wimp_job_set_hex(wimp_job* job, wend_connectivity layout) {
    if (job->def->downscale > 1)
        return wimp_job_fail(job, WEND_ERROR_ARGUMENT,
                             "has hexagons, which cannot be downscaled; expected downscale 1");
    job->hex = layout;
    return WEND_OK;
}

wend_result wimp_job_fail_link(const wimp_job* job, wimp_place place, wend_result result) {
    return wimp_place_fail(job, place, result == WEND_ERROR_ARGUMENT ? WEND_ERROR_FORMAT : result,
                           "cannot be added: %s",
                           result == WEND_ERROR_LIMIT ? "the map has too many links, or the cost is too large"
                                                      : wend_result_string(result));
}

// The pairs of a seam that a path can cross.
static int32_t count_open(const wend_grid* grid, const wend_seam* seam, int32_t length) {
    const wend_tile a = seam->a_first, b = seam->b_first;
    const int32_t steps = length > 1 ? length - 1 : 1;
    int32_t open = 0;
    for (int32_t i = 0; i < length; i++)
        open += wend_grid_passable(grid, (wend_tile){a.x + (seam->a_last.x - a.x) / steps * i,
                                                     a.y + (seam->a_last.y - a.y) / steps * i, a.floor}) &&
                wend_grid_passable(grid, (wend_tile){b.x + (seam->b_last.x - b.x) / steps * i,
                                                     b.y + (seam->b_last.y - b.y) / steps * i, b.floor});
    return open;
}

wend_result wimp_job_add_seam(const wimp_job* job, const wend_tile ends[4], const wimp_place places[2]) {
    const wend_seam seam = wend_default_seam(ends[0], ends[1], ends[2], ends[3]);
    int32_t lengths[2];
    for (int32_t i = 0; i < 2; i++) {
        const wend_tile first = ends[2 * i], last = ends[2 * i + 1];
        lengths[i] = wend_seam_length(&(wend_seam){first, last, first, last, 0});
        if (lengths[i] == 0)
            return wimp_place_fail(job, places[i], WEND_ERROR_FORMAT, "%s",
                                   "this side of the seam is neither a row nor a column of one floor");
    }
    if (lengths[0] != lengths[1])
        return wimp_place_fail(job, places[1], WEND_ERROR_FORMAT,
                               "this side of the seam has %d tiles, the other one %d; expected as many",
                               lengths[1], lengths[0]);
    if (count_open(job->grid, &seam, lengths[0]) == 0)
        return wimp_place_fail(job, places[0], WEND_ERROR_FORMAT, "%s",
                               "no pair of tiles of this seam is passable on both sides");
    const wend_result result = wend_grid_add_seam(job->grid, &seam, NULL);
    if (result == WEND_ERROR_ARGUMENT)
        return wimp_place_fail(job, places[1], WEND_ERROR_FORMAT, "%s",
                               "a tile is on both sides of the seam");
    return result == WEND_OK ? WEND_OK : wimp_job_fail_link(job, places[0], result);
}
