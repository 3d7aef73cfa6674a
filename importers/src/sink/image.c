// image.c: how does a row of pixels become a row of terrain classes?

#include <stdio.h>
#include <string.h>

#include "rules/rule.h"
#include "sink/colors.h"
#include "sink/equal_pixels.h"
#include "sink/sinks.h"
#include "sink/threshold.h"
#include "sink/tiles.h"

enum { TOP_CLASS = WEND_CLASS_COUNT - 1 };
enum { MOST_VALUES = 1 << 20 }; // that a table is made for

enum { LANES = 4, MOST_MISSES = 8, LOOK_EVERY = 32 };

typedef struct image_sink {
    wimp_sink sink; // first, so that a sink can be cast to an image_sink
    wimp_tiles tiles;
    wimp_layout layout;
    wimp_rule rule;
    uint32_t* values;  // of one row; of all in reach where neighbours matter, row y in y % their number
    int32_t y;         // rows taken
    uint8_t* classes;  // by value; NULL where there are too many values for a table, or colours
    size_t table_size; // entries of classes
    uint32_t base;     // what alpha adds to every value where the image has none
    int64_t chosen[LANES][256]; // pixels of each palette index, counted in turns, since equal neighbours
                                // would stall on one counter
    uint32_t index_values[256];
    uint8_t index_classes[256];
    uint32_t darkest, brightest; // values found, before negate
    int64_t transparent;         // pixels that cannot be seen
    wimp_color_counts* colors;   // of a colour image under a rule based on brightness; else NULL
} image_sink;

// ---- the value of a pixel

static inline uint32_t value_of(wimp_measure measure, const uint32_t* weights, uint32_t max_value,
                                uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha_weighted) {
    uint32_t most = red > green ? red : green;
    switch (measure) {
    case WIMP_MEASURE_SUM:
        return weights[0] * red + weights[1] * green + weights[2] * blue + alpha_weighted;
    case WIMP_MEASURE_COLOR:
        return wimp_in_255ths(red, max_value) << 16 | wimp_in_255ths(green, max_value) << 8 |
               wimp_in_255ths(blue, max_value);
    default:
        return most > blue ? most : blue;
    }
}

static inline int32_t rows_in_reach(const image_sink* image) {
    return 2 * image->rule.reach + 1;
}

static inline uint32_t* row_values(const image_sink* image, int32_t y) {
    return image->values + (size_t)(y % rows_in_reach(image)) * (size_t)image->layout.width;
}

typedef struct pixel_range {
    uint32_t darkest, brightest; // values
    int64_t transparent;
} pixel_range;

// Measures count pixels. Inlined for each layout, so that the loop does not branch on it; what the loop reads
// of the image is copied first, since values might alias it. The transparent pixels of a noisy image are
// anywhere, so they are no branch either.
static inline void measure_pixels(const image_sink* image, const void* samples, uint32_t* values,
                                  int32_t count, int32_t bytes, int32_t channels, wimp_measure measure,
                                  pixel_range* range_io) {
    const uint32_t max_value = image->layout.max_value, alpha_below = image->rule.alpha_below;
    const uint32_t weights[4] = {image->rule.weights[0], image->rule.weights[1], image->rule.weights[2],
                                 image->rule.weights[3]};
    const uint32_t base = image->base;
    uint32_t darkest = range_io->darkest, brightest = range_io->brightest, transparent = 0;
    for (int32_t x = 0; x < count; x++) {
        const size_t i = (size_t)x * (size_t)channels;
        uint32_t alpha_weighted = base;
        bool is_hidden = false;
        if (channels == 2 || channels == 4) {
            const uint32_t alpha = wimp_sample_at(samples, i + (size_t)channels - 1, bytes);
            is_hidden = alpha < alpha_below;
            alpha_weighted = weights[3] * alpha;
        }
        const uint32_t red = wimp_sample_at(samples, i, bytes);
        const uint32_t green = channels >= 3 ? wimp_sample_at(samples, i + 1, bytes) : red;
        const uint32_t blue = channels >= 3 ? wimp_sample_at(samples, i + 2, bytes) : red;
        const uint32_t value = value_of(measure, weights, max_value, red, green, blue, alpha_weighted);
        const uint32_t low = is_hidden ? UINT32_MAX : value, high = is_hidden ? 0 : value;
        darkest = low < darkest ? low : darkest;
        brightest = high > brightest ? high : brightest;
        transparent += is_hidden;
        values[x] = is_hidden ? WIMP_NO_VALUE : value;
    }
    range_io->darkest = darkest;
    range_io->brightest = brightest;
    range_io->transparent += transparent;
}

// Pixels equal to the last measured one are copies of its value. In an image without such runs they are
// rarely looked for.
static inline void measure_row(image_sink* image, const void* samples, int32_t count, int32_t bytes,
                               int32_t channels, wimp_measure measure) {
    uint32_t* values = row_values(image, image->y);
    const uint8_t* narrow = samples;
    const size_t pixel_bytes = (size_t)channels * (size_t)bytes;
    pixel_range range = {image->darkest, image->brightest, 0};
    int32_t stretch = channels < 3 ? count : 1, misses = 0;
    for (int32_t x = 0; x < count;) {
        const int32_t part = stretch < count - x ? stretch : count - x;
        measure_pixels(image, narrow + (size_t)x * pixel_bytes, values + x, part, bytes, channels, measure,
                       &range);
        x += part;
        const uint8_t* last = narrow + (size_t)(x - 1) * pixel_bytes;
        if ((size_t)(count - x) * pixel_bytes < WIMP_RUN_BYTES + pixel_bytes) {
            stretch = count;
        } else if (wimp_run_begins(last, pixel_bytes)) {
            const int32_t run = (int32_t)wimp_equal_pixels(last, (size_t)(count - x + 1), pixel_bytes) - 1;
            const uint32_t value = values[x - 1];
            for (int32_t k = 0; k < run; k++) values[x + k] = value;
            if (value == WIMP_NO_VALUE) range.transparent += run;
            x += run;
            stretch = 1;
            misses = 0;
        } else if (++misses > MOST_MISSES) {
            stretch = LOOK_EVERY;
        }
    }
    image->darkest = range.darkest;
    image->brightest = range.brightest;
    image->transparent += range.transparent;
}

static inline void measure_channels(image_sink* image, const void* samples, int32_t count, int32_t bytes,
                                    wimp_measure measure) {
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

static inline void measure_bytes(image_sink* image, const void* samples, int32_t count,
                                 wimp_measure measure) {
    if (image->layout.sample_bytes == 2)
        measure_channels(image, samples, count, 2, measure);
    else
        measure_channels(image, samples, count, 1, measure);
}

static void find_values(image_sink* image, const void* samples, int32_t count) {
    if (image->layout.palette) {
        const uint8_t* indices = samples;
        uint32_t* values = row_values(image, image->y);
        for (int32_t x = 0; x < count; x++) {
            values[x] = image->index_values[indices[x]];
            image->chosen[x % LANES][indices[x]]++;
        }
        return;
    }
    switch (image->rule.measure) {
    case WIMP_MEASURE_MAX:
        measure_bytes(image, samples, count, WIMP_MEASURE_MAX);
        break;
    case WIMP_MEASURE_SUM:
        measure_bytes(image, samples, count, WIMP_MEASURE_SUM);
        break;
    case WIMP_MEASURE_COLOR:
        measure_bytes(image, samples, count, WIMP_MEASURE_COLOR);
        break;
    }
}

// ---- the class of a value

static uint8_t class_of(const image_sink* image, uint32_t value) {
    const wimp_rule* rule = &image->rule;
    return value == WIMP_NO_VALUE ? rule->hidden_class : rule->class_of(rule, value);
}

static void classify_palette(image_sink* image) {
    const uint8_t(*palette)[4] = image->layout.palette;
    for (int32_t i = 0; i < 256; i++) {
        bool seen = palette[i][3] >= image->rule.alpha_below;
        image->index_values[i] =
            seen ? value_of(image->rule.measure, image->rule.weights, image->layout.max_value, palette[i][0],
                            palette[i][1], palette[i][2], image->rule.weights[3] * palette[i][3])
                 : WIMP_NO_VALUE;
        if (image->rule.class_of) image->index_classes[i] = class_of(image, image->index_values[i]);
    }
}

// Makes a table of classes where it has fewer entries than the image has pixels.
static wend_result make_table(image_sink* image) {
    const wimp_layout* layout = &image->layout;
    size_t size = (size_t)image->rule.full + 2; // the last is for WIMP_NO_VALUE
    int64_t pixels = (int64_t)layout->width * layout->height;
    if (image->rule.measure == WIMP_MEASURE_COLOR || size > MOST_VALUES || (int64_t)size > pixels)
        return WEND_OK;
    image->classes = wimp_job_get(image->tiles.job, size);
    if (!image->classes) return WEND_ERROR_MEMORY;
    image->table_size = size;
    for (size_t value = 0; value < size - 1; value++)
        image->classes[value] = class_of(image, (uint32_t)value);
    image->classes[size - 1] = image->rule.hidden_class;
    return WEND_OK;
}

// No branch for pixels that are not visible: in noise they are anywhere.
static void find_classes(image_sink* image, int32_t count) {
    const uint32_t *values = image->values, last = (uint32_t)image->table_size - 1;
    const uint8_t* classes = image->classes;
    uint8_t* out = image->tiles.row;
    if (classes)
        for (int32_t x = 0; x < count; x++) out[x] = classes[values[x] < last ? values[x] : last];
    else
        for (int32_t x = 0; x < count; x++) out[x] = class_of(image, values[x]);
}

// ---- rows

static bool goes_by_brightness(const image_sink* image) {
    wend_image_rule rule = image->tiles.job->def->rule;
    return rule != WEND_RULE_ROS && rule != WEND_RULE_PALETTE && !image->rule.is_height;
}

static bool is_in_color(const wimp_layout* layout) {
    const uint8_t(*palette)[4] = layout->palette;
    if (!palette) return layout->channels >= 3;
    for (int32_t i = 0; i < 256; i++)
        if (palette[i][0] != palette[i][1] || palette[i][1] != palette[i][2]) return true;
    return false;
}

static wend_result make_buffers(image_sink* image) {
    wimp_job* job = image->tiles.job;
    image->values =
        wimp_job_get(job, (size_t)rows_in_reach(image) * (size_t)image->layout.width * sizeof *image->values);
    if (!image->values) return WEND_ERROR_MEMORY;
    if (is_in_color(&image->layout) && goes_by_brightness(image) && !job->is_layer) {
        image->colors = wimp_color_counts_create(job, &image->layout);
        if (!image->colors) return WEND_ERROR_MEMORY;
    }
    if (image->layout.palette) {
        classify_palette(image);
        return WEND_OK;
    }
    return image->rule.class_of ? make_table(image) : WEND_OK;
}

static wend_result prepare(image_sink* image, wimp_job* job, const wimp_layout* layout) {
    image->layout = *layout;
    image->darkest = UINT32_MAX;
    image->tiles.job = job;
    wend_result result = wimp_rule_begin(&image->rule, job, layout);
    if (result != WEND_OK) return result;
    bool opaque = !layout->palette && layout->channels % 2 != 0;
    if (opaque) image->base = image->rule.weights[3] * layout->max_value;
    result = make_buffers(image);
    if (result == WEND_OK)
        result = wimp_tiles_begin(&image->tiles, job, layout->width, layout->height, image->rule.costs);
    return result == WEND_OK ? WEND_OK : wimp_rule_end(&image->rule, result);
}

static wend_result begin(wimp_job* job, const wimp_layout* layout, wimp_sink** out) {
    image_sink* image = wimp_job_get(job, sizeof *image);
    if (!image) return WEND_ERROR_MEMORY;
    image->sink.kind = &wimp_image_sink;
    *out = &image->sink;
    return prepare(image, job, layout);
}

// Classifies row y, once the rows in reach below it have arrived or do not exist.
static wend_result take_neighbours(image_sink* image, int32_t y) {
    const uint32_t* rows[2 * WIMP_MAX_REACH + 1] = {NULL};
    int32_t reach = image->rule.reach;
    for (int32_t i = -reach; i <= reach; i++)
        if (y + i >= 0 && y + i < image->y) rows[reach + i] = row_values(image, y + i);
    if (image->rule.is_height)
        wimp_rule_slopes(&image->rule, rows[0], rows[1], rows[2], image->layout.width, image->tiles.row);
    else
        wimp_rule_edges(&image->rule, rows, image->layout.width, y, image->tiles.row);
    return wimp_tiles_next(&image->tiles);
}

// Classifies a run into the first entries of tiles.row, under rules that need no neighbours.
static void classify(image_sink* image, const void* samples, const wimp_run* run) {
    if (image->layout.palette && image->rule.class_of) { // one lookup per pixel
        const uint8_t* indices = samples;
        for (int32_t i = 0; i < run->count; i++) {
            image->tiles.row[i] = image->index_classes[indices[i]];
            image->chosen[i % LANES][indices[i]]++;
        }
        return;
    }
    find_values(image, samples, run->count);
    if (image->colors)
        wimp_color_counts_run(image->colors, &image->layout, run, samples, image->rule.alpha_below);
    if (image->rule.colors)
        wimp_rule_colors(&image->rule, image->values, run, image->tiles.row);
    else
        find_classes(image, run->count);
}

static wend_result take_row(wimp_sink* sink, const void* samples) {
    image_sink* image = (image_sink*)sink;
    wimp_run row = {.y = image->y, .step = 1, .count = image->layout.width};
    if (image->rule.reach > 0) {
        find_values(image, samples, row.count);
        if (image->rule.is_height) wimp_rule_heights(&image->rule, row_values(image, image->y), row.count);
        int32_t complete = image->y++ - image->rule.reach;
        return complete >= 0 ? take_neighbours(image, complete) : WEND_OK;
    }
    classify(image, samples, &row);
    image->y++;
    return wimp_tiles_next(&image->tiles);
}

static wend_result take_run(wimp_sink* sink, const wimp_run* run, const void* samples) {
    image_sink* image = (image_sink*)sink;
    classify(image, samples, run);
    return wimp_tiles_run(&image->tiles, run);
}

// ---- reports

// Lists the main colours with their costs. Warns when the colours differ in hue, as only their brightness
// counts.
static void report_colors(image_sink* image) {
    if (!image->colors) return;
    wimp_job* job = image->tiles.job;
    wend_image_colors* colors = &job->info->colors;
    const uint8_t(*palette)[4] = image->layout.palette;
    for (int32_t i = 0; palette && i < 256; i++) {
        int64_t pixels = 0;
        for (int32_t lane = 0; lane < LANES; lane++) pixels += image->chosen[lane][i];
        if (image->index_values[i] != WIMP_NO_VALUE)
            wimp_color_counts_add(image->colors, palette[i][0], palette[i][1], palette[i][2], pixels);
    }
    wimp_color_counts_finish(
        image->colors, (int64_t)image->layout.width * image->layout.height - image->transparent, colors);
    for (int32_t i = 0; i < colors->count; i++) {
        wend_image_color* color = &colors->list[i];
        const uint32_t samples[3] = {color->red, color->green, color->blue};
        uint32_t scaled[3];
        for (int32_t k = 0; k < 3; k++) scaled[k] = (samples[k] * image->layout.max_value + 127) / 255;
        uint32_t opaque = image->rule.weights[3] * image->layout.max_value;
        uint32_t value = value_of(image->rule.measure, image->rule.weights, image->layout.max_value,
                                  scaled[0], scaled[1], scaled[2], opaque);
        color->cost = image->rule.costs[class_of(image, value)];
    }
    wimp_colors_warn(job);
}

static wend_result check_passable(image_sink* image) {
    wimp_job* job = image->tiles.job;
    if (job->is_layer) return WEND_OK; // a mask may well have few bright pixels
    bool enough = wend_grid_passable_count(job->grid) >= wimp_tiles_enough_passable(job->grid);
    if (image->transparent == (int64_t)image->layout.width * image->layout.height) {
        if (!enough)
            wimp_job_warn(job, "nothing is passable: every pixel is transparent (alpha below one half)");
        return WEND_OK;
    }
    if (goes_by_brightness(image))
        return wimp_threshold_check(
            job, &(wimp_threshold){.transparent = image->transparent,
                                   .is_fine_grey =
                                       image->layout.max_value == UINT16_MAX && image->layout.channels <= 2,
                                   .lowest_class = image->rule.lowest_class,
                                   .passable_class_from = image->rule.passable_class_from});
    if (!enough) wimp_job_warn(job, "nearly nothing is passable");
    if (job->def->rule == WEND_RULE_ROS) wimp_rule_warn_of_occupancy(job);
    return WEND_OK;
}

// Derives darkest, brightest and transparent from the counts of a palette.
static void sum_up_chosen(image_sink* image) {
    for (int32_t i = 0; image->layout.palette && i < 256; i++) {
        uint32_t value = image->index_values[i];
        int64_t pixels = 0;
        for (int32_t lane = 0; lane < LANES; lane++) pixels += image->chosen[lane][i];
        if (pixels == 0) continue;
        if (value == WIMP_NO_VALUE) {
            image->transparent += pixels;
            continue;
        }
        if (value < image->darkest) image->darkest = value;
        if (value > image->brightest) image->brightest = value;
    }
}

static void report_range(image_sink* image) {
    wend_import_info* info = image->tiles.job->info;
    bool any = image->brightest >= image->darkest;
    if (!any || image->rule.measure == WIMP_MEASURE_COLOR) return;
    double darkest = (double)image->darkest / image->rule.full;
    double brightest = (double)image->brightest / image->rule.full;
    double unit = image->rule.is_height ? (double)image->tiles.job->def->height_scale : 1;
    info->darkest = (float)(unit * (info->negate ? 1 - brightest : darkest));
    info->brightest = (float)(unit * (info->negate ? 1 - darkest : brightest));
}

static wend_result end(wimp_sink* sink, wend_result result) {
    image_sink* image = (image_sink*)sink;
    int32_t left = image->y < image->rule.reach ? image->y : image->rule.reach;
    for (int32_t y = image->y - left; y < image->y && result == WEND_OK; y++)
        result = take_neighbours(image, y);
    result = wimp_rule_end(&image->rule, result);
    if (result == WEND_OK) {
        sum_up_chosen(image);
        report_range(image);
        report_colors(image);
        result = check_passable(image);
    }
    return result;
}

const wimp_sink_kind wimp_image_sink = {begin, take_row, take_run, end};
