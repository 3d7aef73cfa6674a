// rule_palette.c: which class does a legend give a colour, and which colours does it lack?
//
// Each row of the legend is a class. A hash table caches the lookups, so a photograph of a million colours is
// as fast as a drawing of ten.
//
// With a tolerance, a colour that is not clearly one of the legend may be a blend at a smoothed edge: it lies
// between two colours of the legend that are near in the image. Such a pixel belongs to the more similar of
// the two, never to a third colour that happens to look like the blend, as sea and sand blend to the grey of
// a road.
#include "rules/rule.h"

#include "core/hash.h"
#include "rules/legend.h"

enum { UNKNOWN = WEND_CLASS_COUNT - 1, SLOT_BITS = 14, SLOTS = 1 << SLOT_BITS };
enum {
    TALLY = 256,
    REPORTED = 4
}; // how many unknown colours are counted separately, and how many are listed

typedef struct slot {
    uint32_t color;  ///< WIMP_NO_VALUE: empty
    uint32_t pixels; ///< pixels of this unknown colour since it entered the slot
    uint8_t class;
    bool is_known;    ///< a row matches, or is within the tolerance
    int32_t distance; ///< from the nearest row, squared
} slot;

typedef struct unknown_color {
    uint32_t color;
    int64_t pixels;
} unknown_color;

struct wimp_colors {
    wend_legend legend;
    slot slots[SLOTS]; ///< each holds the last colour that hashed to it
    unknown_color unknown[TALLY];
    int32_t unknown_count, first_x, first_y; ///< entries of unknown; where the first such pixel is
    int64_t unknown_pixels;
};

static slot look_up(const struct wimp_colors* c, uint32_t color) {
    const uint8_t rgb[3] = {(uint8_t)(color >> 16), (uint8_t)(color >> 8), (uint8_t)color};
    int32_t best = 0, least = INT32_MAX;
    for (int32_t i = 0; i < c->legend.count && least > 0; i++) {
        int32_t distance = wimp_legend_distance(&c->legend.rows[i], rgb);
        if (distance < least) best = i, least = distance;
    }
    bool is_known = least <= c->legend.tolerance * c->legend.tolerance;
    bool takes_nearest = is_known || c->legend.unknown == WEND_UNKNOWN_NEAREST;
    return (slot){.color = color,
                  .class = takes_nearest ? (uint8_t)(1 + best) : UNKNOWN,
                  .is_known = is_known,
                  .distance = least};
}

static void tally(struct wimp_colors* c, const slot* s) {
    if (s->pixels == 0) return;
    int32_t i = 0;
    while (i < c->unknown_count && c->unknown[i].color != s->color) i++;
    if (i == TALLY) return;
    if (i == c->unknown_count) c->unknown[c->unknown_count++] = (unknown_color){.color = s->color};
    c->unknown[i].pixels += s->pixels;
}

static void count_unknown(struct wimp_colors* c, slot* s, int32_t x, int32_t y) {
    bool above = y < c->first_y || (y == c->first_y && x < c->first_x);
    if (c->unknown_pixels++ == 0 || above) c->first_x = x, c->first_y = y;
    if (++s->pixels < UINT32_MAX) return;
    tally(c, s);
    s->pixels = 0;
}

static slot* find_slot(struct wimp_colors* c, uint32_t color) {
    slot* s = &c->slots[(color * 2654435761u) >> (32 - SLOT_BITS)];
    if (s->color != color) {
        tally(c, s);
        *s = look_up(c, color);
    }
    return s;
}

void wimp_rule_colors(const wimp_rule* rule, const uint32_t* values, const wimp_run* run, uint8_t* classes) {
    struct wimp_colors* c = rule->colors;
    for (int32_t i = 0; i < run->count; i++) {
        uint32_t color = values[i];
        if (color == WIMP_NO_VALUE) {
            classes[i] = rule->hidden_class;
            continue;
        }
        slot* s = find_slot(c, color);
        if (!s->is_known) count_unknown(c, s, run->x + i * run->step, run->y);
        classes[i] = s->class;
    }
}

// ---- smoothed edges

enum { CLEAR = 24, AROUND = (2 * WIMP_MAX_REACH + 1) * (2 * WIMP_MAX_REACH + 1) };

// A colour that is clearly one of the legend, near a pixel.
typedef struct neighbour {
    uint32_t color;
    uint8_t class;
} neighbour;

static bool is_clear(const struct wimp_colors* c, const slot* s) {
    int32_t limit = c->legend.tolerance < CLEAR ? c->legend.tolerance : CLEAR;
    return s->distance <= limit * limit;
}

// The clear colours around a pixel, one of each class; how many.
static int32_t find_neighbours(struct wimp_colors* c, const uint32_t* const* rows, int32_t width, int32_t x,
                               neighbour out[AROUND]) {
    int32_t count = 0, reach = WIMP_MAX_REACH;
    for (int32_t i = 0; i <= 2 * reach; i++) {
        for (int32_t at = x < reach ? 0 : x - reach; rows[i] && at <= x + reach && at < width; at++) {
            if (rows[i][at] == WIMP_NO_VALUE) continue;
            slot* s = find_slot(c, rows[i][at]);
            int32_t same = 0;
            while (same < count && out[same].class != s->class) same++;
            if (same == count && is_clear(c, s)) out[count++] = (neighbour){rows[i][at], s->class};
        }
    }
    return count;
}

// Squared distance of a colour from the line between two others; *is_first_out: which one is more similar.
static int32_t distance_from_line(uint32_t color, uint32_t first, uint32_t second, bool* is_first_out) {
    int64_t length = 0, along = 0, off = 0;
    for (int32_t shift = 0; shift < 24; shift += 8) {
        int32_t start = (int32_t)(first >> shift & 255);
        int32_t side = (int32_t)(second >> shift & 255) - start,
                here = (int32_t)(color >> shift & 255) - start;
        length += side * side;
        along += side * here;
        off += here * here;
    }
    *is_first_out = along * 2 <= length;
    if (length == 0 || along <= 0 || along >= length) return INT32_MAX;
    return (int32_t)(off - along * along / length);
}

// The class of a pixel that is not clearly one of the legend.
static uint8_t class_at_edge(struct wimp_colors* c, uint32_t color, const neighbour* around, int32_t count,
                             bool* is_blend_out) {
    const slot* s = find_slot(c, color);
    int32_t least = s->distance, limit = c->legend.tolerance * c->legend.tolerance;
    uint8_t class = s->class;
    *is_blend_out = false;
    for (int32_t i = 0; i < count; i++) {
        for (int32_t j = 0; j < i; j++) {
            bool is_first;
            int32_t distance = distance_from_line(color, around[i].color, around[j].color, &is_first);
            if (distance >= least || distance > limit) continue;
            least = distance;
            class = around[is_first ? i : j].class;
            *is_blend_out = true;
        }
    }
    return class;
}

void wimp_rule_edges(const wimp_rule* rule, const uint32_t* const* rows, int32_t width, int32_t y,
                     uint8_t* classes) {
    struct wimp_colors* c = rule->colors;
    const uint32_t* row = rows[WIMP_MAX_REACH];
    for (int32_t x = 0; x < width; x++) {
        if (row[x] == WIMP_NO_VALUE) {
            classes[x] = rule->hidden_class;
            continue;
        }
        slot* s = find_slot(c, row[x]);
        classes[x] = s->class;
        if (is_clear(c, s)) continue;
        neighbour around[AROUND];
        bool is_blend;
        int32_t count = find_neighbours(c, rows, width, x, around);
        classes[x] = class_at_edge(c, row[x], around, count, &is_blend);
        s = find_slot(c, row[x]); // others may have taken its place
        if (!is_blend && !s->is_known) count_unknown(c, s, x, y);
    }
}

// 0xFFRRGGBB in the middle of the range of a row.
static uint32_t middle_of(const wend_legend_row* row) {
    uint32_t color = 0xFF;
    for (int32_t i = 0; i < 3; i++) color = color << 8 | ((uint32_t)row->low[i] + row->high[i]) / 2;
    return color;
}

wend_result wimp_rule_begin_palette(wimp_rule* rule) {
    wimp_job* job = rule->job;
    const wend_import_def* def = job->def;
    struct wimp_colors* c = wimp_job_get(job, sizeof *c);
    if (!c) return WEND_ERROR_MEMORY;
    uint64_t hash = 0;
    wend_result result = wimp_legend_read(def->legend, def, &c->legend, &hash, job->error_opt);
    if (result != WEND_OK) return result;
    for (int32_t i = 0; i < SLOTS; i++) c->slots[i].color = WIMP_NO_VALUE;
    rule->colors = c;
    rule->measure = WIMP_MEASURE_COLOR;
    rule->reach = c->legend.tolerance > 0 ? WIMP_MAX_REACH : 0;
    job->named_hash = wimp_hash(&hash, sizeof hash, job->named_hash);
    for (int32_t i = 0; i < c->legend.count; i++) {
        rule->costs[1 + i] = c->legend.rows[i].cost;
        wimp_rule_name_class(rule, 1 + i, "%s", c->legend.rows[i].name);
        job->info->class_colors[1 + i] = middle_of(&c->legend.rows[i]);
    }
    if (c->legend.unknown != WEND_UNKNOWN_COST) return WEND_OK;
    rule->costs[UNKNOWN] = c->legend.unknown_cost;
    wimp_rule_name_class(rule, UNKNOWN, "not in the legend");
    return WEND_OK;
}

static bool comes_before(const unknown_color* a, const unknown_color* b) {
    return a->pixels > b->pixels || (a->pixels == b->pixels && a->color < b->color);
}

// Writes "#0a0b0c (5 pixels), #ffffff (1 pixel) and 7 more", the most frequent first, independent of the
// order of runs.
static void list_unknown(struct wimp_colors* c, char* out, size_t size) {
    int32_t count = c->unknown_count;
    *out = '\0';
    for (int32_t i = 0; i < count && i < REPORTED; i++) {
        int32_t most = i;
        for (int32_t j = i + 1; j < count; j++)
            if (comes_before(&c->unknown[j], &c->unknown[most])) most = j;
        unknown_color s = c->unknown[most];
        c->unknown[most] = c->unknown[i];
        c->unknown[i] = s;
        wimp_append(out, size, "%s#%06x (%lld pixel%s)", i ? ", " : "", s.color, (long long)s.pixels,
                    s.pixels == 1 ? "" : "s");
    }
    if (count > REPORTED)
        wimp_append(out, size, " and %s%d more", count == TALLY ? "at least " : "", count - REPORTED);
}

wend_result wimp_rule_end_palette(wimp_rule* rule, wend_result result) {
    struct wimp_colors* c = rule->colors;
    wimp_job* job = rule->job;
    if (result == WEND_OK && c->unknown_pixels > 0) {
        char list[200];
        for (int32_t i = 0; i < SLOTS; i++) tally(c, &c->slots[i]);
        list_unknown(c, list, sizeof list);
        if (c->legend.unknown == WEND_UNKNOWN_ERROR)
            result = wimp_job_fail(job, WEND_ERROR_FORMAT,
                                   "%lld pixel%s not in the legend %s, the first at (%d, %d): %s; expected "
                                   "only its colours, or the line 'unknown nearest' in it",
                                   (long long)c->unknown_pixels,
                                   c->unknown_pixels == 1 ? " has a colour" : "s have colours",
                                   job->def->legend, c->first_x, c->first_y, list);
        else
            wimp_job_warn(job, "%lld pixel%s not in the legend, %s: %s", (long long)c->unknown_pixels,
                          c->unknown_pixels == 1 ? " has a colour" : "s have colours",
                          c->legend.unknown == WEND_UNKNOWN_NEAREST ? "replaced by the nearest"
                          : c->legend.unknown_cost > 0              ? "given the cost for unknown colours"
                                                                    : "blocked",
                          list);
    }
    return result;
}
