// image.c: how does a row of pixels become a row of terrain classes?
#include "image.h"

#include <stdio.h>
#include <string.h>

#include "survey.h"

enum { TOP_CLASS = WEND_CLASS_COUNT - 1, NEARLY_NOTHING = 1000 }; // fewer than 1 passable tile in 1000
enum { MOST_LEVELS = 1 << 20 };                                   // that a table is made for

// ---- the level of a pixel

static inline uint32_t sample_at(const void* samples, size_t i, int32_t bytes) {
    return bytes == 1 ? ((const uint8_t*)samples)[i] : ((const uint16_t*)samples)[i];
}

static inline uint32_t to_8_bits(uint32_t sample, uint32_t max_value) {
    return (sample * 255u + max_value / 2) / max_value;
}

static inline uint32_t level_of(const wendi_image* image, wendi_measure measure, uint32_t red, uint32_t green,
                                uint32_t blue, uint32_t alpha_weighted) {
    const uint32_t* weights = image->rule.weights;
    uint32_t max_value = image->layout.max_value, most = red > green ? red : green;
    switch (measure) {
    case WENDI_MEASURE_SUM:
        return weights[0] * red + weights[1] * green + weights[2] * blue + alpha_weighted;
    case WENDI_MEASURE_COLOR:
        return to_8_bits(red, max_value) << 16 | to_8_bits(green, max_value) << 8 |
               to_8_bits(blue, max_value);
    default:
        return most > blue ? most : blue;
    }
}

static inline uint32_t* row_levels(const wendi_image* image, int32_t y) {
    return image->levels + (!image->rule.is_height ? 0 : (size_t)(y % 3) * (size_t)image->layout.width);
}

// Inlined once for each layout, so that the inner loop has no branch on it.
static inline void measure_row(wendi_image* image, const void* samples, int32_t count, int32_t bytes,
                               int32_t channels, wendi_measure measure) {
    uint32_t* levels = row_levels(image, image->y);
    uint32_t darkest = image->darkest, brightest = image->brightest, base = image->base;
    for (int32_t x = 0; x < count; x++) {
        size_t i = (size_t)x * (size_t)channels;
        uint32_t alpha_weighted = base;
        if (channels == 2 || channels == 4) {
            uint32_t alpha = sample_at(samples, i + (size_t)channels - 1, bytes);
            if (alpha < image->rule.alpha_below) {
                levels[x] = WENDI_NO_LEVEL;
                image->transparent++;
                continue;
            }
            alpha_weighted = image->rule.weights[3] * alpha;
        }
        uint32_t red = sample_at(samples, i, bytes);
        uint32_t green = channels >= 3 ? sample_at(samples, i + 1, bytes) : red;
        uint32_t blue = channels >= 3 ? sample_at(samples, i + 2, bytes) : red;
        uint32_t level = level_of(image, measure, red, green, blue, alpha_weighted);
        darkest = level < darkest ? level : darkest;
        brightest = level > brightest ? level : brightest;
        levels[x] = level;
    }
    image->darkest = darkest;
    image->brightest = brightest;
}

static inline void measure_channels(wendi_image* image, const void* samples, int32_t count, int32_t bytes,
                                    wendi_measure measure) {
    switch (image->layout.channels) {
    case 1:
        measure_row(image, samples, count, bytes, 1, measure);
        break;
    case 2:
        measure_row(image, samples, count, bytes, 2, measure);
        break;
    case 3:
        measure_row(image, samples, count, bytes, 3, measure);
        break;
    default:
        measure_row(image, samples, count, bytes, 4, measure);
        break;
    }
}

static inline void measure_bytes(wendi_image* image, const void* samples, int32_t count,
                                 wendi_measure measure) {
    if (image->layout.sample_bytes == 2)
        measure_channels(image, samples, count, 2, measure);
    else
        measure_channels(image, samples, count, 1, measure);
}

static void find_levels(wendi_image* image, const void* samples, int32_t count) {
    if (image->layout.palette) {
        const uint8_t* indices = samples;
        uint32_t* levels = row_levels(image, image->y);
        for (int32_t x = 0; x < count; x++) {
            levels[x] = image->index_levels[indices[x]];
            image->chosen[x % WENDI_LANES][indices[x]]++;
        }
        return;
    }
    switch (image->rule.measure) {
    case WENDI_MEASURE_MAX:
        measure_bytes(image, samples, count, WENDI_MEASURE_MAX);
        break;
    case WENDI_MEASURE_SUM:
        measure_bytes(image, samples, count, WENDI_MEASURE_SUM);
        break;
    case WENDI_MEASURE_COLOR:
        measure_bytes(image, samples, count, WENDI_MEASURE_COLOR);
        break;
    }
}

// ---- the class of a level

static uint8_t class_of(const wendi_image* image, uint32_t level) {
    const wendi_rule* rule = &image->rule;
    return level == WENDI_NO_LEVEL ? rule->hidden_class : rule->class_of(rule, level);
}

static void classify_palette(wendi_image* image) {
    const uint8_t(*palette)[4] = image->layout.palette;
    for (int32_t i = 0; i < 256; i++) {
        bool seen = palette[i][3] >= image->rule.alpha_below;
        image->index_levels[i] = seen ? level_of(image, image->rule.measure, palette[i][0], palette[i][1],
                                                 palette[i][2], image->rule.weights[3] * palette[i][3])
                                      : WENDI_NO_LEVEL;
        if (image->rule.class_of) image->index_classes[i] = class_of(image, image->index_levels[i]);
    }
}

// A table where it is smaller than what it saves.
static wend_result make_table(wendi_image* image) {
    const wendi_layout* layout = &image->layout;
    size_t size = (size_t)image->rule.full + 1;
    int64_t pixels = (int64_t)layout->width * layout->height;
    if (image->rule.measure == WENDI_MEASURE_COLOR || size > MOST_LEVELS || (int64_t)size > pixels)
        return WEND_OK;
    image->classes = wendi_import_alloc(image->tiles.job->def->allocator, size);
    if (!image->classes) return wendi_job_out_of_memory(image->tiles.job, size);
    image->table_size = size;
    for (size_t level = 0; level < size; level++) image->classes[level] = class_of(image, (uint32_t)level);
    return WEND_OK;
}

static void find_classes(wendi_image* image, int32_t count) {
    const uint32_t* levels = image->levels;
    const uint8_t* classes = image->classes;
    uint8_t hidden = image->rule.hidden_class, *out = image->tiles.row;
    for (int32_t x = 0; x < count; x++) {
        if (classes)
            out[x] = levels[x] == WENDI_NO_LEVEL ? hidden : classes[levels[x]];
        else
            out[x] = class_of(image, levels[x]);
    }
}

// ---- rows

static size_t levels_bytes(const wendi_image* image) {
    size_t rows = image->rule.is_height ? 3 : 1;
    return rows * (size_t)image->layout.width * sizeof *image->levels;
}

static void free_buffers(wendi_image* image) {
    const wend_allocator* allocator = image->tiles.job->def->allocator;
    wendi_import_free(allocator, image->levels, levels_bytes(image));
    wendi_import_free(allocator, image->classes, image->table_size);
    image->levels = NULL;
    image->classes = NULL;
}

static wend_result make_buffers(wendi_image* image) {
    wendi_job* job = image->tiles.job;
    size_t size = levels_bytes(image);
    image->levels = wendi_import_alloc(job->def->allocator, size);
    if (!image->levels) return wendi_job_out_of_memory(job, size);
    if (image->layout.palette) {
        classify_palette(image);
        return WEND_OK;
    }
    return image->rule.class_of ? make_table(image) : WEND_OK;
}

static wend_result begin(wendi_image* image, wendi_job* job, const wendi_layout* layout) {
    image->layout = *layout;
    image->darkest = UINT32_MAX;
    image->tiles.job = job;
    job->info->is_image = true;
    job->info->width = layout->width;
    job->info->height = layout->height;
    if (job->survey) return wendi_survey_begin(job->survey, job, layout);
    wend_result result = wendi_rule_begin(&image->rule, job, layout);
    if (result != WEND_OK) return result;
    bool opaque = !layout->palette && layout->channels % 2 != 0;
    if (opaque) image->base = image->rule.weights[3] * layout->max_value;
    result = make_buffers(image);
    if (result == WEND_OK)
        result = wendi_tiles_begin(&image->tiles, job, layout->width, layout->height, image->rule.costs);
    if (result != WEND_OK) {
        free_buffers(image);
        wendi_rule_end(&image->rule, result);
    }
    return result;
}

static void free_image(wendi_image* image) {
    wendi_import_free(image->tiles.job->def->allocator, image, sizeof *image);
}

wend_result wendi_image_begin(wendi_image** out, wendi_job* job, const wendi_layout* layout) {
    wendi_image* image = wendi_import_zeroed(job->def->allocator, sizeof *image);
    if (!image) return wendi_job_out_of_memory(job, sizeof *image);
    wend_result result = begin(image, job, layout);
    if (result == WEND_OK)
        *out = image;
    else
        wendi_import_free(job->def->allocator, image, sizeof *image);
    return result;
}

// Row y, when the one below has come or there is none.
static wend_result take_slopes(wendi_image* image, int32_t y) {
    const uint32_t* above = y > 0 ? row_levels(image, y - 1) : NULL;
    const uint32_t* below = y + 1 < image->y ? row_levels(image, y + 1) : NULL;
    wendi_rule_slopes(&image->rule, above, row_levels(image, y), below, image->layout.width,
                      image->tiles.row);
    return wendi_tiles_next(&image->tiles);
}

// The classes of a run, under the rules that look at each pixel by itself, into the first of tiles.row.
static void classify(wendi_image* image, const void* samples, const wendi_run* run) {
    if (image->layout.palette && image->rule.class_of) { // one look-up a pixel
        const uint8_t* indices = samples;
        for (int32_t i = 0; i < run->count; i++) {
            image->tiles.row[i] = image->index_classes[indices[i]];
            image->chosen[i % WENDI_LANES][indices[i]]++;
        }
        return;
    }
    find_levels(image, samples, run->count);
    if (image->rule.colors)
        wendi_rule_colors(&image->rule, image->levels, run, image->tiles.row);
    else
        find_classes(image, run->count);
}

wend_result wendi_image_row(wendi_image* image, const void* samples) {
    wendi_run row = {.y = image->y, .step = 1, .count = image->layout.width};
    if (image->tiles.job->survey) {
        image->y++;
        return wendi_survey_take(image->tiles.job->survey, &row, samples);
    }
    if (image->rule.is_height) {
        find_levels(image, samples, row.count);
        wendi_rule_surface(&image->rule, row_levels(image, image->y++), row.count);
        return image->y > 1 ? take_slopes(image, image->y - 2) : WEND_OK;
    }
    classify(image, samples, &row);
    image->y++;
    return wendi_tiles_next(&image->tiles);
}

wend_result wendi_image_run(wendi_image* image, const wendi_run* run, const void* samples) {
    if (image->tiles.job->survey) return wendi_survey_take(image->tiles.job->survey, run, samples);
    classify(image, samples, run);
    return wendi_tiles_run(&image->tiles, run);
}

// ---- what is said at the end

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

static bool goes_by_brightness(const wendi_image* image) {
    wend_image_rule rule = image->tiles.job->def->rule;
    return rule != WEND_RULE_ROS && rule != WEND_RULE_PALETTE && rule != WEND_RULE_HEIGHT;
}

static void warn_if_nearly_nothing_is_passable(wendi_image* image) {
    wendi_job* job = image->tiles.job;
    const wend_grid* grid = job->grid;
    int64_t tiles = (int64_t)wend_grid_width(grid) * wend_grid_height(grid);
    int64_t enough = (tiles + NEARLY_NOTHING - 1) / NEARLY_NOTHING;
    if (wend_grid_passable_count(grid) >= enough || job->is_layer)
        return; // few bright places make a fine mask
    if (image->transparent == (int64_t)image->layout.width * image->layout.height) {
        wendi_job_warn(job, "nothing is passable: every pixel is transparent (alpha below one half)");
        return;
    }
    if (!goes_by_brightness(image)) {
        wendi_job_warn(job, "nearly nothing is passable");
        return;
    }
    float below = job->info->blocked_below;
    double darkest = job->info->darkest, brightest = job->info->brightest;
    wendi_job_warn(job, "nearly nothing is passable: brightness is %.3f to %.3f, below %.3g is blocked",
                   darkest, brightest, (double)below);

    // negated, the classes up to top would be open; transparent tiles stay blocked
    int32_t top = (int32_t)((1 - (double)below) * TOP_CLASS);
    bool negate_fits = count_between(grid, 0, top) - image->transparent >= enough;
    int32_t threshold = fitting_threshold(grid, darkest, brightest, enough);
    if (!negate_fits && threshold == 0) return;
    size_t used = strlen(job->info->warning);
    char* rest = job->info->warning + used;
    size_t room = sizeof job->info->warning - used;
    const char* negate = job->def->negate ? "leaving out --negate" : "--negate";
    if (negate_fits && threshold)
        wendi_import_print(rest, room, "; %s or --blocked-below %.2f would fit", negate, threshold / 100.0);
    else if (negate_fits)
        snprintf(rest, room, "; %s would fit", negate);
    else
        wendi_import_print(rest, room, "; --blocked-below %.2f would fit", threshold / 100.0);
}

// What a palette's pixels add up to.
static void sum_up_chosen(wendi_image* image) {
    for (int32_t i = 0; image->layout.palette && i < 256; i++) {
        uint32_t level = image->index_levels[i];
        int64_t pixels = 0;
        for (int32_t lane = 0; lane < WENDI_LANES; lane++) pixels += image->chosen[lane][i];
        if (pixels == 0) continue;
        if (level == WENDI_NO_LEVEL) {
            image->transparent += pixels;
            continue;
        }
        if (level < image->darkest) image->darkest = level;
        if (level > image->brightest) image->brightest = level;
    }
}

static void report_range(wendi_image* image) {
    wend_import_info* info = image->tiles.job->info;
    bool any = image->brightest >= image->darkest;
    if (!any || image->rule.measure == WENDI_MEASURE_COLOR) return;
    double darkest = (double)image->darkest / image->rule.full;
    double brightest = (double)image->brightest / image->rule.full;
    double unit = image->rule.is_height ? (double)image->tiles.job->def->height_scale : 1;
    info->darkest = (float)(unit * (info->negate ? 1 - brightest : darkest));
    info->brightest = (float)(unit * (info->negate ? 1 - darkest : brightest));
}

wend_result wendi_image_end(wendi_image* image, wend_result result) {
    if (image->tiles.job->survey) {
        free_image(image);
        return result;
    }
    if (result == WEND_OK && image->rule.is_height) result = take_slopes(image, image->y - 1);
    result = wendi_rule_end(&image->rule, result);
    if (result == WEND_OK) {
        sum_up_chosen(image);
        report_range(image);
        warn_if_nearly_nothing_is_passable(image);
    }
    free_buffers(image);
    wendi_tiles_end(&image->tiles);
    free_image(image);
    return result;
}
