// colors.c: which colours is an image painted in?
//
// Two counts. A hash table counts each colour until there are more than WEND_MAX_DISTINCT. A cube of 32 x 32
// x 32 bins, each with its count and its mean, serves images of more colours; of a large image it takes some
// rows, one out of each block of row_step rows. Neither depends on the order of the pixels, so an interlaced
// image has the same main colours.
//
// A main colour is a local maximum of these counts that is not a blend. Smoothed edges between two painted
// areas consist of blends: colours on the straight line between the two, several of them about equally
// frequent.
#include "sink/colors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sink/equal_pixels.h"

// ---- what a colour usually means on a painted map

enum { GREYISH = 26, DARK = 56, BRIGHT = 224 };

typedef struct hsv {
    int32_t hue; ///< degrees
    uint32_t value, chroma;
} hsv;

static hsv hsv_of(uint32_t red, uint32_t green, uint32_t blue) {
    int32_t r = (int32_t)red, g = (int32_t)green, b = (int32_t)blue;
    int32_t most = r > g ? r : g, least = r < g ? r : g;
    if (b > most) most = b;
    if (b < least) least = b;
    int32_t chroma = most - least, hue = 0;
    if (chroma > 0 && most == r)
        hue = (60 * (g - b) / chroma + 360) % 360;
    else if (chroma > 0 && most == g)
        hue = 60 * (b - r) / chroma + 120;
    else if (chroma > 0)
        hue = 60 * (r - g) / chroma + 240;
    return (hsv){hue, (uint32_t)most, (uint32_t)chroma};
}

const char* wimp_color_guess(uint32_t red, uint32_t green, uint32_t blue, float* cost_out) {
    hsv c = hsv_of(red, green, blue);
    bool is_pale = c.chroma * 2 < c.value;
    *cost_out = 1;
    if (c.chroma < GREYISH) {
        if (c.value >= BRIGHT) return "white";
        if (c.value >= DARK) return "grey";
        *cost_out = 0;
        return "black";
    }
    if (c.hue < 18 || c.hue >= 345) return is_pale ? "pink" : "red";
    if (c.hue < 42) {
        *cost_out = 2;
        return c.value < 176 ? "earth" : is_pale ? "sand" : "orange";
    }
    if (c.hue < 68) {
        *cost_out = 2;
        return c.value < 128 ? "mud" : "sand";
    }
    if (c.hue < 165) {
        *cost_out = c.value < 136 ? 3 : 1.5f;
        return c.value < 136 ? "forest" : "grass";
    }
    if (c.hue < 262) {
        *cost_out = 0;
        return "water";
    }
    return is_pale ? "pink" : "purple";
}

// ---- counts

#define SAMPLED ((int64_t)1 << 18) ///< pixels that the bins take at least, of a larger image
enum { LEAST_ROWS = 64 };          ///< the same
enum { BINS = 32 * 32 * 32, SLOT_BITS = 13, SLOTS = 1 << SLOT_BITS }; // SLOTS: twice WEND_MAX_DISTINCT
enum {
    BLENDS_SOUGHT = 2048, // entries among which the other blends are sought
    MOST_FEW = 12         // main colours of an image of blends that is painted rather than shaded
};
enum {
    PEAK = 20,       // colours this near to a more frequent one are its noise
    NEAR = 48,       // pixels this near to a main colour count as it
    LINE = 16,       // distance of a blend from the line between the blended colours
    WIDE = 45,       // the same for a rare colour that may be the noise of a JPEG
    HUE = 28,        // difference of channels above which a colour is not grey
    PART_HUES = 200, // 1 / this share of pixels makes an image coloured
    PART_MAIN = 500, // 1 / this share of pixels makes a main colour
    PART_RARE = 100, // less than 1 / this share is rare
    PART_TINY = 5000 // 1 / this share ends the search for them
};

typedef struct slot {
    uint32_t color; ///< EMPTY: unused
    int64_t pixels;
} slot;

typedef struct bin {
    int64_t pixels, sum[3]; ///< of the channels
} bin;

typedef struct entry {
    int32_t channel[3];
    bool is_taken; ///< belongs to a main colour or is a blend
    int64_t pixels;
} entry;

#define EMPTY UINT32_MAX

struct wimp_color_counts {
    slot slots[SLOTS];
    int32_t distinct; ///< colours in slots; above WEND_MAX_DISTINCT: too many
    int32_t row_step; ///< rows of which the bins take one
    bin bins[BINS];
    int32_t entry_count;
    entry entries[BINS]; ///< written before they are read; those of small images take no memory
};

wimp_color_counts* wimp_color_counts_create(const wimp_job* job, const wimp_layout* layout) {
    wimp_color_counts* c = wimp_job_get(job, sizeof *c);
    if (!c) return NULL;
    for (int32_t i = 0; i < SLOTS; i++) c->slots[i].color = EMPTY;
    c->row_step = 1;
    while ((int64_t)layout->width * layout->height / c->row_step / 2 >= SAMPLED &&
           layout->height / c->row_step / 2 >= LEAST_ROWS)
        c->row_step *= 2;
    return c;
}

// ---- counting

static void count_exactly(wimp_color_counts* c, uint32_t color, int64_t pixels) {
    if (c->distinct > WEND_MAX_DISTINCT) return;
    uint32_t at = (color * 2654435761u) >> (32 - SLOT_BITS);
    while (c->slots[at].color != color && c->slots[at].color != EMPTY) at = (at + 1) % SLOTS;
    if (c->slots[at].color == EMPTY && ++c->distinct > WEND_MAX_DISTINCT) return;
    c->slots[at].color = color;
    c->slots[at].pixels += pixels;
}

static void add_to_bin(wimp_color_counts* c, uint32_t red, uint32_t green, uint32_t blue, int64_t pixels) {
    bin* b = &c->bins[red >> 3 << 10 | green >> 3 << 5 | blue >> 3];
    b->pixels += pixels;
    b->sum[0] += pixels * red;
    b->sum[1] += pixels * green;
    b->sum[2] += pixels * blue;
}

void wimp_color_counts_add(wimp_color_counts* c, uint32_t red, uint32_t green, uint32_t blue,
                           int64_t pixels) {
    if (pixels == 0) return;
    count_exactly(c, red << 16 | green << 8 | blue, pixels);
    add_to_bin(c, red, green, blue, pixels);
}

// Which row of a block the bins take is different in each, or else they might see just the lines of a grid.
static bool takes_row(const wimp_color_counts* c, int32_t y) {
    const uint32_t step = (uint32_t)c->row_step, row = (uint32_t)y;
    return row % step == (row / step * 2654435761u >> 8) % step;
}

// Inlined for each layout.
static inline void count_samples(wimp_color_counts* c, const void* samples, int32_t count, int32_t channels,
                                 int32_t bytes, uint32_t max_value, uint32_t alpha_below, bool in_bins) {
    const size_t pixel_bytes = (size_t)channels * (size_t)bytes, end = (size_t)count;
    const uint8_t* narrow = samples;
    for (size_t i = 0, run; i < end; i += run) {
        uint32_t sample[4];
        const uint8_t* here = narrow + i * pixel_bytes;
        const bool is_alone = i + 1 == end || memcmp(here, here + pixel_bytes, pixel_bytes) != 0;
        run = is_alone ? 1 : wimp_equal_pixels(here, end - i, pixel_bytes);
        for (size_t k = 0; k < (size_t)channels; k++)
            sample[k] = wimp_sample_at(samples, i * (size_t)channels + k, bytes);
        if (channels == 4 && sample[3] < alpha_below) continue;
        for (size_t k = 0; k < 3; k++) sample[k] = wimp_in_255ths(sample[k], max_value);
        count_exactly(c, sample[0] << 16 | sample[1] << 8 | sample[2], (int64_t)run);
        if (in_bins) add_to_bin(c, sample[0], sample[1], sample[2], (int64_t)run);
    }
}

// A grey pixel, or one with alpha.
static void count_greys(wimp_color_counts* c, const wimp_layout* layout, const void* samples, int32_t count,
                        uint32_t alpha_below) {
    size_t channels = (size_t)layout->channels;
    for (size_t i = 0; i < (size_t)count * channels; i += channels) {
        uint32_t grey = wimp_sample_at(samples, i, layout->sample_bytes);
        uint32_t alpha = channels == 2 ? wimp_sample_at(samples, i + 1, layout->sample_bytes) : UINT32_MAX;
        uint32_t value = wimp_in_255ths(grey, layout->max_value);
        if (alpha >= alpha_below) wimp_color_counts_add(c, value, value, value, 1);
    }
}

void wimp_color_counts_run(wimp_color_counts* c, const wimp_layout* layout, const wimp_run* run,
                           const void* samples, uint32_t alpha_below) {
    const uint32_t max_value = layout->max_value;
    const int32_t count = run->count;
    const bool in_bins = takes_row(c, run->y);
    if (layout->channels < 3)
        count_greys(c, layout, samples, count, alpha_below);
    else if (!in_bins && c->distinct > WEND_MAX_DISTINCT)
        return;
    else if (layout->sample_bytes == 1 && layout->channels == 3)
        count_samples(c, samples, count, 3, 1, max_value, alpha_below, in_bins);
    else if (layout->sample_bytes == 1)
        count_samples(c, samples, count, 4, 1, max_value, alpha_below, in_bins);
    else if (layout->channels == 3)
        count_samples(c, samples, count, 3, 2, max_value, alpha_below, in_bins);
    else
        count_samples(c, samples, count, 4, 2, max_value, alpha_below, in_bins);
}

// ---- entries: what the main colours are found among

static int by_frequency(const void* a, const void* b) {
    const entry *p = a, *q = b;
    if (p->pixels != q->pixels) return p->pixels > q->pixels ? -1 : 1;
    for (int32_t i = 0; i < 3; i++)
        if (p->channel[i] != q->channel[i]) return p->channel[i] < q->channel[i] ? -1 : 1;
    return 0;
}

static void gather(wimp_color_counts* c, int64_t pixels) {
    c->entry_count = 0;
    if (c->distinct <= WEND_MAX_DISTINCT) {
        for (int32_t i = 0; i < SLOTS; i++) {
            const slot* s = &c->slots[i];
            if (s->color == EMPTY) continue;
            c->entries[c->entry_count++] =
                (entry){.channel = {(int32_t)(s->color >> 16), (int32_t)(s->color >> 8 & 255),
                                    (int32_t)(s->color & 255)},
                        .pixels = s->pixels};
        }
    } else {
        int64_t sampled = 0;
        for (int32_t i = 0; i < BINS; i++) sampled += c->bins[i].pixels;
        for (int32_t i = 0; i < BINS; i++) {
            const bin* b = &c->bins[i];
            if (b->pixels == 0) continue;
            entry* e = &c->entries[c->entry_count++];
            *e = (entry){.pixels = pixels / sampled * b->pixels + pixels % sampled * b->pixels / sampled};
            for (int32_t k = 0; k < 3; k++)
                e->channel[k] = (int32_t)((b->sum[k] + b->pixels / 2) / b->pixels);
        }
    }
}

// False: every entry is too rare for a main colour, as in noise, and their order does not matter.
static bool has_candidates(const wimp_color_counts* c, int64_t pixels) {
    if (c->distinct <= WEND_MAX_COLORS) return true;
    for (int32_t i = 0; i < c->entry_count; i++)
        if (c->entries[i].pixels * PART_TINY >= pixels) return true;
    return false;
}

static int32_t squared(const int32_t a[3], const int32_t b[3]) {
    int32_t sum = 0;
    for (int32_t i = 0; i < 3; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sum;
}

static void channels_of(const wend_image_color* color, int32_t out[3]) {
    out[0] = color->red;
    out[1] = color->green;
    out[2] = color->blue;
}

// ---- blends

// Lies a colour between two others, not farther than off from the line between them?
static bool is_between(const int32_t a[3], const int32_t b[3], const int32_t color[3], int64_t off) {
    int64_t length = squared(a, b), along = 0;
    for (int32_t i = 0; i < 3; i++) along += (int64_t)(b[i] - a[i]) * (color[i] - a[i]);
    if (along <= 0 || along >= length) return false;
    return squared(a, color) - along * along / length <= off * off;
}

// Rare, not in one tone, and near a much more frequent colour: the noise of a JPEG.
static bool is_noise(const wend_image_colors* out, const entry* candidate, int64_t pixels) {
    for (int32_t i = 0; i < out->count; i++) {
        int32_t color[3];
        channels_of(&out->list[i], color);
        if (squared(color, candidate->channel) <= NEAR * NEAR && pixels * 8 < out->list[i].pixels)
            return candidate->pixels * 2 < pixels;
    }
    return false;
}

// A candidate between two more frequent colours, with other colours between them that are not much rarer.
static bool is_blend(const wimp_color_counts* c, const wend_image_colors* out, const entry* candidate,
                     int64_t pixels) {
    bool may_be_noise = candidate->pixels * 2 < pixels && pixels * PART_RARE < out->pixels;
    int64_t off = may_be_noise ? WIDE : LINE;
    for (int32_t i = 0; i < out->count; i++) {
        for (int32_t j = 0; j < i; j++) {
            int32_t a[3], b[3];
            channels_of(&out->list[i], a);
            channels_of(&out->list[j], b);
            if (pixels * 2 > out->list[i].pixels || pixels * 2 > out->list[j].pixels) continue;
            if (!is_between(a, b, candidate->channel, off)) continue;
            int64_t others = 0;
            for (int32_t k = 0; k < c->entry_count && k < BLENDS_SOUGHT; k++) {
                const entry* e = &c->entries[k];
                if (squared(e->channel, candidate->channel) <= PEAK * PEAK ||
                    squared(e->channel, a) <= PEAK * PEAK || squared(e->channel, b) <= PEAK * PEAK)
                    continue;
                if (is_between(a, b, e->channel, off)) others += e->pixels;
            }
            if (others * 2 >= pixels) return true;
        }
    }
    return false;
}

// ---- main colours

// Takes a candidate and its noise; the noise of a JPEG moves its mean.
static void take(wimp_color_counts* c, int32_t at, wend_image_colors* out) {
    const entry candidate = c->entries[at];
    int64_t pixels = 0, sum[3] = {0, 0, 0};
    for (int32_t i = at; i < c->entry_count; i++) {
        entry* e = &c->entries[i];
        if (e->is_taken || squared(e->channel, candidate.channel) > PEAK * PEAK) continue;
        e->is_taken = true;
        pixels += e->pixels;
        for (int32_t k = 0; k < 3; k++) sum[k] += e->pixels * e->channel[k];
    }
    if (pixels * PART_MAIN < out->pixels || is_noise(out, &candidate, pixels) ||
        is_blend(c, out, &candidate, pixels))
        return;
    bool is_exact = c->distinct <= WEND_MAX_DISTINCT && candidate.pixels * 2 > pixels;
    int32_t mean[3];
    for (int32_t k = 0; k < 3; k++)
        mean[k] = is_exact ? candidate.channel[k] : (int32_t)((sum[k] + pixels / 2) / pixels);
    out->list[out->count++] = (wend_image_color){
        .red = (uint8_t)mean[0], .green = (uint8_t)mean[1], .blue = (uint8_t)mean[2], .pixels = pixels};
}

static void find_main_colors(wimp_color_counts* c, wend_image_colors* out) {
    if (c->distinct <= WEND_MAX_COLORS) { // however rare: a bridge may be one pixel
        for (int32_t i = 0; i < c->entry_count; i++) {
            const entry* e = &c->entries[i];
            out->list[out->count++] = (wend_image_color){.red = (uint8_t)e->channel[0],
                                                         .green = (uint8_t)e->channel[1],
                                                         .blue = (uint8_t)e->channel[2],
                                                         .pixels = e->pixels};
        }
        return;
    }
    for (int32_t i = 0; i < c->entry_count && out->count < WEND_MAX_COLORS; i++) {
        if (c->entries[i].is_taken) continue;
        if (c->entries[i].pixels * PART_TINY < out->pixels) break;
        take(c, i, out);
    }
}

// Counts each pixel for the main colour that it is near; returns how many are a main colour or its noise.
static int64_t share_out(const wimp_color_counts* c, wend_image_colors* out) {
    int64_t within = 0;
    for (int32_t i = 0; i < out->count; i++) out->list[i].pixels = 0;
    for (int32_t i = 0; i < c->entry_count; i++) {
        const entry* e = &c->entries[i];
        int32_t best = 0, least = INT32_MAX;
        for (int32_t k = 0; k < out->count; k++) {
            int32_t color[3];
            channels_of(&out->list[k], color);
            int32_t distance = squared(color, e->channel);
            if (distance < least) best = k, least = distance;
        }
        if (least <= PEAK * PEAK) within += e->pixels;
        if (least <= NEAR * NEAR)
            out->list[best].pixels += e->pixels;
        else
            out->far_pixels += e->pixels;
    }
    return within;
}

static int by_pixels(const void* a, const void* b) {
    const wend_image_color *p = a, *q = b;
    if (p->pixels != q->pixels) return p->pixels > q->pixels ? -1 : 1;
    uint32_t left = (uint32_t)p->red << 16 | (uint32_t)p->green << 8 | p->blue;
    uint32_t right = (uint32_t)q->red << 16 | (uint32_t)q->green << 8 | q->blue;
    return left < right ? -1 : left > right;
}

static void name_colors(wend_image_colors* out) {
    for (int32_t i = 0; i < out->count; i++) {
        wend_image_color* color = &out->list[i];
        const char* name = wimp_color_guess(color->red, color->green, color->blue, &color->cost);
        int32_t before = 0;
        for (int32_t k = 0; k < i; k++) {
            float unused;
            const wend_image_color* other = &out->list[k];
            before += strcmp(wimp_color_guess(other->red, other->green, other->blue, &unused), name) == 0;
        }
        if (before == 0)
            snprintf(color->name, sizeof color->name, "%s", name);
        else
            snprintf(color->name, sizeof color->name, "%.10s %d", name, before % 100 + 1);
    }
}

static bool is_hue(const entry* e) {
    int32_t least = 255, most = 0;
    for (int32_t i = 0; i < 3; i++) {
        if (e->channel[i] < least) least = e->channel[i];
        if (e->channel[i] > most) most = e->channel[i];
    }
    return most - least > HUE;
}

void wimp_color_counts_finish(wimp_color_counts* c, int64_t pixels, wend_image_colors* out) {
    int64_t hues = 0;
    *out = (wend_image_colors){.distinct = c->distinct};
    gather(c, pixels);
    for (int32_t i = 0; i < c->entry_count; i++) {
        out->pixels += c->entries[i].pixels;
        if (is_hue(&c->entries[i])) hues += c->entries[i].pixels;
    }
    if (out->pixels == 0) return;
    if (c->distinct > WEND_MAX_DISTINCT) out->pixels = pixels;
    out->has_hues = hues * PART_HUES > out->pixels;
    if (has_candidates(c, out->pixels)) {
        qsort(c->entries, (size_t)c->entry_count, sizeof *c->entries, by_frequency);
        find_main_colors(c, out);
    }
    int64_t within = share_out(c, out);
    out->is_few = within * 5 >= out->pixels * 4 && (out->count <= MOST_FEW || c->distinct <= WEND_MAX_COLORS);
    qsort(out->list, (size_t)out->count, sizeof *out->list, by_pixels);
    name_colors(out);
}

// ---- what a rule based on brightness ignores in a colour image

enum { LISTED = 2 }; // colours of one cost

enum { WARNING = 200 }; // bytes

#define add(text, ...) wimp_append((text), WARNING, __VA_ARGS__)

static bool is_first_of_cost(const wend_image_colors* c, int32_t at) {
    for (int32_t i = 0; i < at; i++)
        if (c->list[i].cost == c->list[at].cost) return false;
    return true;
}

// "grass (30.0 %), forest (9.1 %) and 2 more are blocked"; nothing when no other colour has the same cost.
static void add_group(char text[WARNING], const wend_image_colors* c, int32_t first, bool is_first_group) {
    int32_t count = 0;
    float cost = c->list[first].cost;
    for (int32_t i = first; i < c->count; i++) count += c->list[i].cost == cost;
    if (count < 2) return;
    add(text, "%s", is_first_group ? ": " : "; ");
    for (int32_t i = first, listed = 0; i < c->count && listed < LISTED; i++) {
        const wend_image_color* color = &c->list[i];
        if (color->cost != cost) continue;
        add(text, "%s%s (%.1f %%)",
            listed == 0           ? ""
            : listed + 1 == count ? " and "
                                  : ", ",
            color->name, 100 * (double)color->pixels / (double)c->pixels);
        listed++;
    }
    if (count > LISTED) add(text, " and %d more", count - LISTED);
    if (cost > 0)
        add(text, " cost %.4g", (double)cost);
    else
        add(text, " are blocked");
}

void wimp_colors_warn(wimp_job* job) {
    const wend_image_colors* c = &job->info->colors;
    const wend_import_def* def = job->def;
    if (!c->has_hues || def->rule != WEND_RULE_BRIGHTNESS || def->channel != WEND_CHANNEL_MAX) return;
    static const char more[] = "; and more";
    char text[WARNING] = "";
    if (c->is_few || c->distinct <= WEND_MAX_DISTINCT)
        add(text, "%d colours, of which only the brightness counts", c->is_few ? c->count : c->distinct);
    else
        add(text, "over %d colours, of which only the brightness counts", WEND_MAX_DISTINCT);
    const size_t head = strlen(text);
    for (int32_t i = 0; c->is_few && i < c->count; i++) {
        const size_t before = strlen(text);
        if (is_first_of_cost(c, i)) add_group(text, c, i, before == head);
        if (strlen(text) + sizeof more <= WARNING) continue;
        text[before] = '\0'; // no room for this group
        add(text, "%s", more);
        break;
    }
    snprintf(job->info->color_warning, sizeof job->info->color_warning, "%s", text);
}
