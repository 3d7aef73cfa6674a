// threshold.c: does the threshold of brightness cut the map where its histogram suggests?
//
// The valley is the lowest place between the two groups of brightness that differ most (Otsu's method). A map
// that is drawn in two tones has one, whatever the tones are.
#include "sink/threshold.h"

#include <math.h>
#include <string.h>

#include "sink/tiles.h"

enum { MANY_TONES = 32, NEARLY_BLACK = 4 };
enum { UNKNOWN_GREY = 205, FREE_GREY = 254 }; // as mapping programs for robots write them
enum { TOP_CLASS = WEND_CLASS_COUNT - 1, SMOOTH = 2, FAR_TONES = 32 };

typedef struct histogram {
    int64_t count[WEND_CLASS_COUNT];
    int64_t all;
} histogram;

static histogram histogram_of(const wend_grid* grid, const wimp_threshold* t) {
    histogram h = {.all = 0};
    memcpy(h.count, wend_grid_class_counts(grid), sizeof h.count);
    h.count[0] = t->lowest_class > 0 || h.count[0] < t->transparent ? 0 : h.count[0] - t->transparent;
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) h.all += h.count[c];
    return h;
}

static int64_t count_between(const histogram* h, int32_t first, int32_t last) {
    int64_t count = 0;
    for (int32_t c = first; c <= last; c++) count += h->count[c];
    return count;
}

// ---- the valley

// The mean classes of the two groups that differ most; false: there are no two classes.
static bool find_groups(const histogram* h, double* dark_out, double* bright_out) {
    double sum = 0, all = (double)h->all, below = 0, sum_below = 0, best = 0;
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) sum += c * (double)h->count[c];
    for (int32_t c = 0; c < TOP_CLASS; c++) {
        below += (double)h->count[c];
        sum_below += c * (double)h->count[c];
        double above = all - below;
        if (below == 0 || above == 0) continue;
        double dark = sum_below / below, bright = (sum - sum_below) / above;
        double variance = below * above * (bright - dark) * (bright - dark);
        if (variance <= best) continue;
        best = variance;
        *dark_out = dark;
        *bright_out = bright;
    }
    return best > 0;
}

static int64_t smoothed(const histogram* h, int32_t c) {
    int32_t first = c < SMOOTH ? 0 : c - SMOOTH, last = c > TOP_CLASS - SMOOTH ? TOP_CLASS : c + SMOOTH;
    return count_between(h, first, last);
}

// The class where the bright group starts, in the middle of the valley; 0: there is no valley.
static int32_t find_valley(const histogram* h) {
    double dark = 0, bright = 0;
    if (!find_groups(h, &dark, &bright)) return 0;
    int32_t first = (int32_t)dark + 1, last = (int32_t)ceil(bright);
    int64_t least = INT64_MAX, dark_peak = 0, bright_peak = 0;
    int32_t from = 0, widest = 0, run = 0;
    // an empty stretch is the best valley, and between near tones smoothing would hide it
    for (int32_t c = first; c <= last; c++) {
        bool is_empty = h->count[c] == 0;
        run = is_empty ? run + 1 : 0;
        if (run > widest) widest = run, from = c - run + 1;
    }
    if (widest > 0) return from + widest / 2;
    if (last - first < 2) return last;
    for (int32_t c = first; c < last; c++) {
        int64_t here = smoothed(h, c);
        if (here < least) least = here, from = c;
    }
    for (int32_t c = 0; c <= TOP_CLASS; c++) {
        int64_t here = smoothed(h, c);
        if (c < from && here > dark_peak) dark_peak = here;
        if (c > from && here > bright_peak) bright_peak = here;
    }
    int64_t lower_peak = dark_peak < bright_peak ? dark_peak : bright_peak;
    return least * 2 <= lower_peak ? from : 0;
}

// A short decimal that cuts between the classes c - 1 and c, and not at a tile of the histogram.
static float below_of(const histogram* h, const wimp_threshold* t, int32_t c) {
    int32_t darker = c - 1, brighter = c;
    while (darker > 0 && h->count[darker] == 0) darker--;
    while (brighter < TOP_CLASS && h->count[brighter] == 0) brighter++;
    double scale = TOP_CLASS - t->lowest_class;
    double low = (darker - t->lowest_class) / scale, high = (brighter - t->lowest_class) / scale;
    double middle = (c - t->lowest_class - 0.5) / scale;
    for (double digits = 100; digits <= 10000; digits *= 10) {
        double value = round(middle * digits) / digits;
        if ((float)value > (float)low && (float)value <= (float)high) return (float)value;
    }
    return (float)high;
}

// ---- the largest area

typedef struct area {
    int64_t tiles, blocked;
} area;

// Labels of the areas that reach the current row. Those of the row before have lower ones.
typedef struct sweep {
    int32_t width;
    int32_t *above, *here; ///< label of each tile; 0: none
    int32_t* parent;       ///< union-find
    area* areas;           ///< of roots
    int32_t* renamed;
    area largest;
} sweep;

static size_t labels_of(int32_t width) {
    return (size_t)width * 2 + 2;
}

static int32_t root_of(int32_t* parent, int32_t label) {
    while (parent[label] != label) label = parent[label] = parent[parent[label]];
    return label;
}

static int32_t join(sweep* s, int32_t a, int32_t b) {
    a = root_of(s->parent, a);
    b = root_of(s->parent, b);
    if (a == b) return a;
    s->parent[b] = a;
    s->areas[a].tiles += s->areas[b].tiles;
    s->areas[a].blocked += s->areas[b].blocked;
    return a;
}

static void keep_largest(sweep* s, const area* a) {
    if (a->tiles > s->largest.tiles) s->largest = *a;
}

// Labels a row, given how many labels the row above has; returns how many this one has.
static int32_t sweep_row(sweep* s, const uint8_t* classes, int32_t from, int32_t passable, int32_t labels) {
    int32_t next = labels + 1;
    for (int32_t i = 1; i <= labels; i++) s->parent[i] = i;
    for (int32_t x = 0; x < s->width; x++) {
        s->here[x] = 0;
        if (classes[x] < from) continue;
        int32_t left = x > 0 ? s->here[x - 1] : 0, up = s->above[x], label = left ? left : up;
        if (left && up) label = join(s, left, up);
        if (!label) {
            label = next++;
            s->parent[label] = label;
            s->areas[label] = (area){0, 0};
        }
        label = root_of(s->parent, label);
        s->areas[label].tiles++;
        s->areas[label].blocked += passable == 0 || classes[x] < passable;
        s->here[x] = label;
    }
    memset(s->renamed, 0, (size_t)next * sizeof *s->renamed);
    int32_t kept = 0;
    for (int32_t x = 0; x < s->width; x++) {
        if (!s->here[x]) continue;
        int32_t root = root_of(s->parent, s->here[x]);
        if (!s->renamed[root]) s->renamed[root] = ++kept;
        s->here[x] = root;
    }
    for (int32_t i = 1; i < next; i++)
        if (s->parent[i] == i) keep_largest(s, &s->areas[i]);
    // roots move down to their new labels, in the order in which the row meets them
    area* moved = s->areas + labels_of(s->width);
    for (int32_t i = 1; i < next; i++)
        if (s->parent[i] == i && s->renamed[i]) moved[s->renamed[i]] = s->areas[i];
    memcpy(s->areas, moved, ((size_t)kept + 1) * sizeof *moved);
    for (int32_t x = 0; x < s->width; x++) s->above[x] = s->here[x] ? s->renamed[s->here[x]] : 0;
    return kept;
}

// The largest area of tiles from a class on, and how many of its tiles are blocked now.
static wend_result find_largest_area(wimp_job* job, int32_t from, int32_t passable, area* out) {
    const int32_t width = wend_grid_width(job->grid);
    const size_t row = (size_t)width, all = labels_of(width);
    int32_t labels = 0;
    sweep s = {.width = width};
    s.above = wimp_job_get(job, (2 * row + 2 * all) * sizeof *s.above);
    s.areas = s.above ? wimp_job_get(job, 2 * all * sizeof *s.areas) : NULL;
    if (!s.areas) return WEND_ERROR_MEMORY;
    s.here = s.above + row;
    s.parent = s.here + row;
    s.renamed = s.parent + all;
    for (int32_t y = 0; y < wend_grid_height(job->grid); y++)
        labels = sweep_row(&s, wend_grid_row(job->grid, y), from, passable, labels);
    *out = s.largest;
    return WEND_OK;
}

// ---- the warnings

// Finds a class for a map of one tone, which has no valley: half-way between the extremes, or the median. 0:
// neither leaves enough passable.
static int32_t fitting_class(const histogram* h, int64_t enough) {
    int32_t darkest = 0, brightest = TOP_CLASS, median = TOP_CLASS;
    while (darkest < TOP_CLASS && h->count[darkest] == 0) darkest++;
    while (brightest > 0 && h->count[brightest] == 0) brightest--;
    while (median > 1 && count_between(h, median, TOP_CLASS) * 2 < h->all) median--;
    const int32_t tries[] = {(darkest + brightest) / 2, median};
    for (int32_t i = 0; i < 2; i++)
        if (tries[i] > 1 && count_between(h, tries[i], TOP_CLASS) >= enough) return tries[i];
    return 0;
}

static wend_result warn_of_nothing(wimp_job* job, const wimp_threshold* t, const histogram* h,
                                   int64_t enough) {
    wend_import_info* info = job->info;
    wimp_job_warn(job, "nearly nothing is passable: brightness is %.3f to %.3f, and below %.3g is blocked",
                  (double)info->darkest, (double)info->brightest, (double)info->blocked_below);
    // negated, the classes up to top would be passable
    int32_t top = (int32_t)((1 - (double)info->blocked_below) * TOP_CLASS);
    info->suggests_negate = count_between(h, 0, top) >= enough;
    int32_t from = find_valley(h);
    if (from == 0 || count_between(h, from, TOP_CLASS) < enough) from = fitting_class(h, enough);
    if (from > 0) info->suggested_below = below_of(h, t, from);
    return WEND_OK;
}

// The valley of the histogram, if the threshold lies elsewhere, and above it; else that of what the threshold
// blocks, if it has two tones far apart, such as walls and a floor that is dark, too. 0: neither.
static int32_t find_useful_valley(const histogram* h, int32_t now) {
    const int32_t valley = find_valley(h);
    if (valley > 0 && valley < now && count_between(h, valley, now - 1) * 100 >= h->all) return valley;
    if (valley == 0) return 0;
    histogram blocked = *h;
    memset(blocked.count + now, 0, (size_t)(WEND_CLASS_COUNT - now) * sizeof *blocked.count);
    blocked.all = count_between(h, 0, now - 1);
    double dark = 0, bright = 0;
    const int32_t inner = find_valley(&blocked);
    if (inner == 0 || !find_groups(&blocked, &dark, &bright) || bright - dark < FAR_TONES) return 0;
    const bool has_walls = count_between(h, 0, inner - 1) * 100 >= h->all;
    return has_walls && count_between(h, inner, now - 1) * 2 > blocked.all ? inner : 0;
}

// Does an image consist of the greys of a robot's map: much free ground, unknown ground, and little else?
// Unknown ground is to be blocked, so cutting below it would be wrong.
static bool has_unknown_ground(const histogram* h, int32_t now) {
    const int64_t unknown = h->count[UNKNOWN_GREY], free = count_between(h, FREE_GREY, TOP_CLASS);
    const int64_t beside = h->count[UNKNOWN_GREY - 1] + h->count[UNKNOWN_GREY + 1];
    return now > UNKNOWN_GREY && now <= FREE_GREY && unknown * 20 >= h->all && free * 20 >= h->all &&
           (unknown + free) * 10 >= h->all * 6 && beside * 20 <= unknown;
}

// Are many tones between black and white frequent? A drawing has them only at its smoothed edges.
static bool has_many_tones(const histogram* h) {
    int32_t tones = 0;
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) tones += h->count[c] > 0;
    return tones >= MANY_TONES && count_between(h, NEARLY_BLACK, TOP_CLASS - NEARLY_BLACK) * 20 >= h->all;
}

wend_result wimp_threshold_check(wimp_job* job, const wimp_threshold* t) {
    const wend_grid* grid = job->grid;
    histogram h = histogram_of(grid, t);
    job->info->suggests_height =
        t->is_fine_grey && job->def->rule == WEND_RULE_BRIGHTNESS && has_many_tones(&h);
    int64_t enough = wimp_tiles_enough_passable(grid), passable = wend_grid_passable_count(grid);
    if (passable < enough) return warn_of_nothing(job, t, &h, enough);

    const int32_t now = t->passable_class_from ? t->passable_class_from : WEND_CLASS_COUNT;
    const int64_t blocked = h.all - passable;
    if (h.all == 0 || (!job->info->negate && has_unknown_ground(&h, now))) return WEND_OK;
    bool is_valley = true;
    int32_t from = find_useful_valley(&h, now);
    if (from == 0) {
        // the valley cuts where the threshold does, or there is none and the map is of one tone
        if (find_valley(&h) > 0 || blocked * 2 <= h.all) return WEND_OK;
        from = fitting_class(&h, enough);
        is_valley = false;
        if (from == 0 || from >= now) return WEND_OK;
    }
    const char* what = "the map";
    double share = (double)blocked / (double)h.all;
    if (blocked * 2 <= h.all) {
        area largest;
        wend_result result = find_largest_area(job, from, t->passable_class_from, &largest);
        if (result != WEND_OK || largest.blocked * 2 <= largest.tiles) return result;
        what = "its largest area";
        share = (double)largest.blocked / (double)largest.tiles;
    }
    const double below = (double)(job->info->suggested_below = below_of(&h, t, from));
    wimp_job_warn(
        job, "%.0f %% of %s is darker than %.3g and thus blocked; the histogram of brightness has %s %.4g",
        100 * share, what, (double)job->info->blocked_below,
        is_valley ? "its valley at" : "no valley, and its middle at", below);
    return WEND_OK;
}
