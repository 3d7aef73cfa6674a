// picture.c: how do the rows of an image become a picture with one pixel a tile?
//
// A pixel is the mean of the k x k pixels of its tile. A transparent pixel counts by its alpha, so that the
// colour that nobody sees does not bleed into its neighbours.
#include "sink/picture.h"

#include <string.h>

#include "sink/sinks.h"

typedef struct sums {
    uint64_t color[3]; // times alpha
    uint64_t alpha;
    uint64_t pixels;
} sums;

typedef struct picture_sink {
    wimp_sink sink; // first, so that a sink can be cast to a picture_sink
    wimp_job* job;
    wimp_layout layout;
    int32_t y;   // the next row
    sums* row;   // of one row of tiles
    size_t size; // bytes of row
} picture_sink;

wend_result wimp_picture_make(wimp_job* job, int32_t width, int32_t height) {
    wimp_picture* p = job->picture;
    p->width = width;
    p->height = height;
    const size_t size = (size_t)p->width * (size_t)p->height * 4;
    p->rgba = wimp_zeroed(job->def->allocator, size);
    return p->rgba ? WEND_OK : wimp_job_out_of_memory(job, size);
}

void wimp_picture_free(wimp_picture* p, const wend_allocator* allocator_opt) {
    wimp_free(allocator_opt, p->rgba, (size_t)p->width * (size_t)p->height * 4);
    p->rgba = NULL;
}

static wend_result begin(wimp_job* job, const wimp_layout* layout, wimp_sink** out) {
    picture_sink* s = wimp_job_get(job, sizeof *s);
    if (!s) return WEND_ERROR_MEMORY;
    s->sink.kind = &wimp_picture_sink;
    s->job = job;
    s->layout = *layout;
    const int64_t k = job->def->downscale;
    const wend_result result = wimp_picture_make(job, (int32_t)((layout->width + k - 1) / k),
                                                 (int32_t)((layout->height + k - 1) / k));
    s->size = (size_t)job->picture->width * sizeof *s->row;
    if (result == WEND_OK) s->row = wimp_job_get(job, s->size);
    *out = &s->sink;
    return result == WEND_OK && !s->row ? WEND_ERROR_MEMORY : result;
}

static void add_row(const picture_sink* s, const void* samples) {
    const int32_t k = s->job->def->downscale;
    sums* to = s->row;
    for (int32_t x = 0, left = k; x < s->layout.width; x++) {
        uint8_t rgba[4];
        wimp_pixel_rgba(&s->layout, samples, (size_t)x, rgba);
        for (int32_t c = 0; c < 3; c++) to->color[c] += (uint64_t)rgba[c] * rgba[3];
        to->alpha += rgba[3];
        to->pixels++;
        if (--left > 0) continue;
        to++;
        left = k;
    }
}

// The means of a row of tiles.
static void write_row(const picture_sink* s, int32_t row) {
    const wimp_picture* p = s->job->picture;
    uint8_t* out = p->rgba + (size_t)row * (size_t)p->width * 4;
    for (int32_t x = 0; x < p->width; x++, out += 4) {
        const sums* from = &s->row[x];
        for (int32_t c = 0; c < 3 && from->alpha > 0; c++)
            out[c] = (uint8_t)((from->color[c] + from->alpha / 2) / from->alpha);
        if (from->pixels > 0) out[3] = (uint8_t)((from->alpha + from->pixels / 2) / from->pixels);
    }
    memset(s->row, 0, s->size);
}

static wend_result take_row(wimp_sink* sink, const void* samples) {
    picture_sink* s = (picture_sink*)sink;
    const int32_t k = s->job->def->downscale, y = s->y++;
    add_row(s, samples);
    if (s->y % k == 0 || s->y == s->layout.height) write_row(s, y / k);
    return wimp_job_progress(s->job, (double)s->y / s->layout.height, "row", s->y, s->layout.height);
}

// Pictures need whole rows (wimp_sink_may_need_rows), so there are no runs.
const wimp_sink_kind wimp_picture_sink = {.begin = begin, .row = take_row};
