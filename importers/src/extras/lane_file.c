// lane_file.c: which way do the lanes of a picture lead, and what do steps into them cost?
#include "extras/lane_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/def.h"
#include "core/hash.h"
#include "core/memory.h"
#include "core/read_file.h"
#include "core/text.h"
#include "core/ways.h"
#include "sink/picture.h"
#include "sink/sinks.h"
#include "wend/relief.h"

enum { LEAST_ALPHA = 128, WHITE = 255 };

static bool parse_costs(const char* text_opt, float out[5]) {
    static const float preferred[5] = {0.5f, 0.75f, 1, 1.5f, 2},
                       compulsory[5] = {1, 1, 1, INFINITY, INFINITY};
    if (!text_opt || strcmp(text_opt, "preferred") == 0) return memcpy(out, preferred, sizeof preferred);
    if (strcmp(text_opt, "compulsory") == 0) return memcpy(out, compulsory, sizeof compulsory);
    const char* at = text_opt;
    for (int32_t i = 0; i < 5; i++) {
        const size_t size = strcspn(at, ",");
        const wimp_span word = {at, size};
        double factor = INFINITY;
        if (at[size] != (i < 4 ? ',' : '\0') ||
            (!wimp_span_equals(word, "closed") && (!wimp_span_double(word, &factor) || !((float)factor > 0))))
            return false;
        out[i] = (float)factor;
        at += size + 1;
    }
    return true;
}

// The lane of a colour; 0: it is nearly grey.
static uint8_t lane_of_color(const uint8_t* rgb) {
    static const uint8_t lanes[8] = {1, 8, 4, 7, 3, 6, 2, 5}; // against the clock from the right
    const int32_t r = rgb[0], g = rgb[1], b = rgb[2], most = r > g ? (r > b ? r : b) : (g > b ? g : b),
                  least = r < g ? (r < b ? r : b) : (g < b ? g : b), range = most - least;
    if (4 * range < most || range == 0) return 0;
    // In 60ths of a degree times range, so that there is no rounding.
    const int32_t hue = most == r   ? g - b + (g < b ? 6 * range : 0)
                        : most == g ? b - r + 2 * range
                                    : r - g + 4 * range;
    return lanes[(8 * hue + 3 * range) / (6 * range) % 8];
}

static bool has_colors(const wimp_picture* p) {
    const uint8_t* rgba = p->rgba;
    for (size_t i = 0; i < (size_t)p->width * (size_t)p->height; i++, rgba += 4)
        if (rgba[3] >= LEAST_ALPHA && lane_of_color(rgba) != 0) return true;
    return false;
}

static wend_result read_lanes(wimp_job* picture, const wimp_picture* p, uint8_t* out) {
    const bool colors = has_colors(p);
    const uint8_t* rgba = p->rgba;
    for (int32_t y = 0; y < p->height; y++)
        for (int32_t x = 0; x < p->width; x++, rgba += 4, out++) {
            const uint8_t value = rgba[0];
            *out = 0;
            if (rgba[3] < LEAST_ALPHA) continue;
            if (colors) {
                *out = lane_of_color(rgba);
            } else if (value <= 8) {
                *out = value;
            } else if (value != WHITE) {
                return wimp_job_fail(
                    picture, WEND_ERROR_FORMAT,
                    "the pixel %d,%d is a grey of %d; expected colours, whose hues are directions, "
                    "or the numbers 0 to 8 as greys",
                    x, y, value);
            }
        }
    return WEND_OK;
}

// Lanes that nothing may enter, such as those that begin at a wall, where only steps along them are open.
static void warn_of_closed(wimp_job* job, const wimp_lanes* lanes) {
    static const int32_t eighths[8] = {0, 2, 4, 6, 1, 3, 5, 7};
    const int32_t width = wend_grid_width(job->grid), height = wend_grid_height(job->grid);
    int64_t count = 0;
    wend_tile first = {0, 0};
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const uint8_t lane = lanes->tiles[(size_t)y * (size_t)width + (size_t)x];
            bool open = lane == 0 || !wend_grid_passable(job->grid, (wend_tile){x, y});
            for (int32_t d = 0; d < 8 && !open; d++) {
                const int32_t apart = abs(eighths[d] - eighths[lane - 1]);
                open = isfinite(lanes->factors[apart > 4 ? 8 - apart : apart]) &&
                       wend_grid_can_step(job->grid, wimp_moved((wend_tile){x, y}, d, -1), (wend_tile){x, y});
            }
            if (!open && count++ == 0) first = (wend_tile){x, y};
        }
    if (count > 0)
        wimp_job_warn(job, "no step may enter the lane at the tile %d,%d%s", first.x, first.y,
                      count > 1 ? " and others" : "");
}

static wend_result read_into(wimp_job* job, wimp_job* picture, wimp_lanes* out) {
    const wimp_picture* p = picture->picture;
    const int32_t width = wend_grid_width(job->grid), height = wend_grid_height(job->grid);
    if (!picture->info->is_image || !p->rgba)
        return wimp_job_fail(picture, WEND_ERROR_FORMAT, "is a map (%s); expected a picture of lanes",
                             picture->info->format);
    if (p->width != width || p->height != height)
        return wimp_job_fail(picture, WEND_ERROR_FORMAT,
                             "has %d x %d pixels; expected %d x %d, one for each tile of the map", p->width,
                             p->height, width, height);
    out->tiles = wimp_job_get(job, (size_t)width * (size_t)height);
    if (!out->tiles) return WEND_ERROR_MEMORY;
    const uint64_t hash = picture->info->source_hash;
    job->info->source_hash = wimp_hash(&hash, sizeof hash, job->info->source_hash);
    return read_lanes(picture, p, out->tiles);
}

// Those of the tiles themselves.
static wend_result take_own(wimp_job* job, wimp_lanes* out) {
    out->tiles = job->lanes;
    const int64_t tiles = (int64_t)wend_grid_width(job->grid) * wend_grid_height(job->grid);
    return (int64_t)job->lane_count == tiles
               ? WEND_OK
               : wimp_job_fail(job, WEND_ERROR_UNSUPPORTED,
                               "has lanes of its tiles; expected a downscale of 1");
}

static wend_result read_picture(wimp_job* job, wimp_lanes* out) {
    wimp_beside* beside = wimp_beside_begin(job, job->def->lanes);
    if (!beside) return WEND_ERROR_MEMORY;
    wimp_picture p = {.rgba = NULL};
    beside->job.sink_kind = &wimp_picture_sink;
    beside->job.picture = &p;
    wend_result result = job->run_file(&beside->job, job->def->lanes);
    if (result == WEND_OK) result = read_into(job, &beside->job, out);
    wimp_picture_free(&p, job->def->allocator);
    wimp_beside_end(beside);
    return result;
}

static wend_result fail_costs(const wimp_job* job) {
    static const char expected[] =
        "preferred, compulsory, or five factors above 0 or closed, for steps 0, 45, 90, 135 and "
        "180 degrees off a lane";
    if (job->def->lanes)
        return wimp_job_fail(job, WEND_ERROR_ARGUMENT, "lane_costs expects %s, got '%.60s'", expected,
                             job->def->lane_costs);
    return wimp_place_fail(job, job->lane_costs_place, WEND_ERROR_FORMAT,
                           "the property lane_costs expects %s, got '%.60s'", expected, job->lane_costs);
}

wend_result wimp_lane_file_read(wimp_job* job, wimp_lanes* out) {
    const wend_import_def* def = job->def;
    *out = (wimp_lanes){.tiles = NULL};
    if (!def->lanes && !job->lanes) return WEND_OK;
    if (def->thin_walls)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "a map with thin walls cannot have lanes");
    if (wend_grid_floors(job->grid) > 1) // there is a lane for each tile of one floor
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "has %d floors; lanes need a map of one",
                             wend_grid_floors(job->grid));
    if (!parse_costs(def->lanes                       ? def->lane_costs
                     : job->lane_costs_place.line > 0 ? job->lane_costs
                                                      : NULL,
                     out->factors))
        return fail_costs(job);
    const wend_result result = def->lanes ? read_picture(job, out) : take_own(job, out);
    if (result == WEND_OK) warn_of_closed(job, out);
    return result;
}
