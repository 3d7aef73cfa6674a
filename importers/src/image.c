// image.c: which terrain class is a pixel, and what does a class cost?
#include "image.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TOP_CLASS = WEND_CLASS_COUNT - 1, NEARLY_NOTHING = 1000 }; // fewer than 1 passable tile in 1000

// In float, as the threshold is: 85 of 100 is not below 0.85f.
static bool is_open(const wendi_image* image, double brightness) {
    return (float)brightness >= image->tiles.job->def->blocked_below;
}

static uint8_t class_of(const wendi_image* image, uint32_t brightness) {
    if (image->tiles.job->def->negate) brightness = image->full - brightness;
    uint32_t class = (uint32_t)(((uint64_t)brightness * TOP_CLASS + image->full / 2) / image->full);
    uint32_t edge = image->open_class_from ? image->open_class_from : WEND_CLASS_COUNT;
    if (brightness >= image->open_from)
        class = class < edge ? edge : class;
    else
        class = class < edge ? class : edge - 1;
    return (uint8_t) class;
}

static void set_thresholds(wendi_image* image, float class_costs[WEND_CLASS_COUNT]) {
    for (int32_t c = TOP_CLASS; c > 0 && is_open(image, (double)c / TOP_CLASS); c--) {
        image->open_class_from = (uint8_t)c;
        class_costs[c] = (float)TOP_CLASS / (float)c;
    }
    double threshold = (double)image->tiles.job->def->blocked_below * image->full;
    uint32_t v = threshold > 2 ? (uint32_t)threshold - 1 : 1;
    while (v <= image->full && !is_open(image, (double)v / image->full)) v++;
    image->open_from = v;
}

static uint32_t brightness_of(const wendi_image* image, uint32_t red, uint32_t green, uint32_t blue) {
    if (image->weighted) return 299 * red + 587 * green + 114 * blue;
    uint32_t most = red > green ? red : green;
    return most > blue ? most : blue;
}

static bool is_transparent(const wendi_image* image, uint32_t alpha) {
    return alpha * 2 < image->layout.max_value;
}

static wend_result make_table(wendi_image* image, wendi_job* job) {
    const uint8_t(*palette)[4] = image->layout.palette;
    if (image->weighted && !palette) return WEND_OK;
    image->classes_count = palette ? 256 : (size_t)image->full + 1;
    image->classes = wendi_import_alloc(job->def->allocator, image->classes_count);
    if (!image->classes) return wendi_job_out_of_memory(job, image->classes_count);
    for (uint32_t i = 0; i < image->classes_count; i++) {
        if (!palette)
            image->classes[i] = class_of(image, i);
        else if (is_transparent(image, palette[i][3]))
            image->classes[i] = 0;
        else
            image->classes[i] =
                class_of(image, brightness_of(image, palette[i][0], palette[i][1], palette[i][2]));
    }
    return WEND_OK;
}

static void free_table(wendi_image* image) {
    wendi_import_free(image->tiles.job->def->allocator, image->classes, image->classes_count);
    image->classes = NULL;
}

wend_result wendi_image_begin(wendi_image* image, wendi_job* job, const wendi_layout* layout) {
    *image = (wendi_image){.layout = *layout, .full = layout->max_value, .darkest = UINT32_MAX};
    image->tiles.job = job;
    image->weighted = job->def->rule == WEND_RULE_LUMA && (layout->channels >= 3 || layout->palette);
    if (image->weighted) image->full *= 1000;
    job->info.is_image = true;
    job->info.width = layout->width;
    job->info.height = layout->height;
    snprintf(job->info.rule, sizeof job->info.rule, "%s", wend_image_rule_name(job->def->rule));

    float class_costs[WEND_CLASS_COUNT] = {0};
    set_thresholds(image, class_costs);
    wend_result result = make_table(image, job);
    if (result != WEND_OK) return result;
    result = wendi_tiles_begin(&image->tiles, job, layout->width, layout->height, class_costs);
    if (result != WEND_OK) free_table(image);
    return result;
}

static inline uint32_t sample_at(const void* samples, size_t i, int32_t bytes) {
    return bytes == 1 ? ((const uint8_t*)samples)[i] : ((const uint16_t*)samples)[i];
}

// Inlined once for each layout, so that the inner loop has no branch on it.
static inline void convert(wendi_image* image, const void* samples, int32_t bytes, int32_t channels,
                           bool weighted) {
    const uint8_t* classes = image->classes;
    uint8_t* out = image->tiles.row;
    uint32_t darkest = image->darkest, brightest = image->brightest;
    for (int32_t x = 0; x < image->layout.width; x++) {
        size_t i = (size_t)x * (size_t)channels;
        if (channels == 2 || channels == 4) {
            if (is_transparent(image, sample_at(samples, i + (size_t)channels - 1, bytes))) {
                out[x] = 0;
                image->transparent++;
                continue;
            }
        }
        uint32_t brightness = sample_at(samples, i, bytes);
        if (channels >= 3)
            brightness = brightness_of(image, brightness, sample_at(samples, i + 1, bytes),
                                       sample_at(samples, i + 2, bytes));
        darkest = brightness < darkest ? brightness : darkest;
        brightest = brightness > brightest ? brightness : brightest;
        out[x] = weighted ? class_of(image, brightness) : classes[brightness];
    }
    image->darkest = darkest;
    image->brightest = brightest;
}

static void convert_chosen(wendi_image* image, const uint8_t* samples) {
    for (int32_t x = 0; x < image->layout.width; x++) {
        image->tiles.row[x] = image->classes[samples[x]];
        image->chosen[samples[x]]++;
    }
}

wend_result wendi_image_row(wendi_image* image, const void* samples) {
    if (image->layout.palette) {
        convert_chosen(image, samples);
        return wendi_tiles_next(&image->tiles);
    }
    bool wide = image->layout.sample_bytes == 2;
    switch (image->layout.channels * 4 + wide * 2 + image->weighted) {
    case 4:
        convert(image, samples, 1, 1, false);
        break;
    case 6:
        convert(image, samples, 2, 1, false);
        break;
    case 8:
        convert(image, samples, 1, 2, false);
        break;
    case 10:
        convert(image, samples, 2, 2, false);
        break;
    case 12:
        convert(image, samples, 1, 3, false);
        break;
    case 13:
        convert(image, samples, 1, 3, true);
        break;
    case 14:
        convert(image, samples, 2, 3, false);
        break;
    case 15:
        convert(image, samples, 2, 3, true);
        break;
    case 16:
        convert(image, samples, 1, 4, false);
        break;
    case 17:
        convert(image, samples, 1, 4, true);
        break;
    case 18:
        convert(image, samples, 2, 4, false);
        break;
    case 19:
        convert(image, samples, 2, 4, true);
        break;
    }
    return wendi_tiles_next(&image->tiles);
}

// Tiles in the classes [first, last].
static int64_t count_between(const wend_grid* grid, int32_t first, int32_t last) {
    int64_t count = 0;
    for (int32_t c = first; c <= last; c++) count += wend_grid_class_counts(grid)[c];
    return count;
}

// The highest threshold in hundredths of those worth a try that opens a good part of the map; 0 if none does.
static int32_t fitting_threshold(const wend_grid* grid, double darkest, double brightest, int64_t enough) {
    int64_t lit = count_between(grid, 1, TOP_CLASS);
    int32_t median = TOP_CLASS;
    while (median > 1 && count_between(grid, median, TOP_CLASS) * 2 < lit) median--;
    const int32_t tries[] = {(int32_t)((darkest + brightest) * 50), median * 100 / TOP_CLASS};
    for (int32_t i = 0; i < 2; i++) {
        int32_t from = (tries[i] * TOP_CLASS + 99) / 100;
        if (tries[i] > 0 && count_between(grid, from, TOP_CLASS) >= enough) return tries[i];
    }
    return 0;
}

static void warn_if_nearly_nothing_is_passable(wendi_image* image) {
    wendi_job* job = image->tiles.job;
    const wend_grid* grid = job->grid;
    int64_t tiles = (int64_t)wend_grid_width(grid) * wend_grid_height(grid);
    int64_t enough = (tiles + NEARLY_NOTHING - 1) / NEARLY_NOTHING;
    if (wend_grid_passable_count(grid) >= enough) return;
    if (image->transparent == (int64_t)image->layout.width * image->layout.height) {
        wendi_job_warn(job, "nothing is passable: every pixel is transparent (alpha below one half)");
        return;
    }
    float below = job->def->blocked_below;
    double darkest = job->info.darkest, brightest = job->info.brightest;
    wendi_job_warn(job, "nearly nothing is passable: brightness is %.3f to %.3f, below %.3g is blocked",
                   darkest, brightest, (double)below);

    // negated, the classes up to top would be open; transparent tiles stay blocked
    int32_t top = (int32_t)((1 - (double)below) * TOP_CLASS);
    bool negate_fits = count_between(grid, 0, top) - image->transparent >= enough;
    int32_t threshold = fitting_threshold(grid, darkest, brightest, enough);
    if (!negate_fits && threshold == 0) return;
    size_t used = strlen(job->info.warning);
    char* rest = job->info.warning + used;
    size_t room = sizeof job->info.warning - used;
    const char* negate = job->def->negate ? "leaving out --negate" : "--negate";
    if (negate_fits && threshold)
        snprintf(rest, room, "; %s or --blocked-below %.2f would fit", negate, threshold / 100.0);
    else if (negate_fits)
        snprintf(rest, room, "; %s would fit", negate);
    else
        snprintf(rest, room, "; --blocked-below %.2f would fit", threshold / 100.0);
}

// What a palette's pixels add up to.
static void sum_up_chosen(wendi_image* image) {
    const uint8_t(*palette)[4] = image->layout.palette;
    for (int32_t i = 0; palette && i < 256; i++) {
        if (image->chosen[i] == 0) continue;
        if (is_transparent(image, palette[i][3])) {
            image->transparent += image->chosen[i];
            continue;
        }
        uint32_t brightness = brightness_of(image, palette[i][0], palette[i][1], palette[i][2]);
        if (brightness < image->darkest) image->darkest = brightness;
        if (brightness > image->brightest) image->brightest = brightness;
    }
}

wend_result wendi_image_end(wendi_image* image, wend_result result) {
    wend_import_info* info = &image->tiles.job->info;
    bool negate = image->tiles.job->def->negate;
    if (result == WEND_OK) {
        sum_up_chosen(image);
        if (image->brightest >= image->darkest) {
            double darkest = (double)image->darkest / image->full;
            double brightest = (double)image->brightest / image->full;
            info->darkest = (float)(negate ? 1 - brightest : darkest);
            info->brightest = (float)(negate ? 1 - darkest : brightest);
        }
        warn_if_nearly_nothing_is_passable(image);
    }
    free_table(image);
    wendi_tiles_end(&image->tiles);
    return result;
}
