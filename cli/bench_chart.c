// bench_chart.c: how does the picture of the benchmark's times look?
#include "bench_chart.h"
#include "lettering.h"
#include "png_out.h"

#include <math.h>
#include <stdio.h>

enum {
    WIDTH = 1400,
    MARGIN = 30,
    TITLE = 176, // height of the title and the legend
    FOOT = 60,
    BAR = 17,
    BAR_STEP = 20,
    MAP_STEP = BENCH_METHODS * BAR_STEP + 20,
    NAME_GAP = 20,
    VALUE_ROOM = 120, // for the number behind the longest bar
    SCALE = 2,
};

static const color paper = {255, 255, 255}, ink = {32, 36, 44}, faint = {216, 220, 226},
                   grey = {104, 110, 120};

static const struct {
    const char* name;
    color color;
} methods[BENCH_METHODS] = {
    [BENCH_FLAT] = {"flat A*", {170, 178, 190}},
    [BENCH_EXACT] = {"exact", {70, 130, 200}},
    [BENCH_HPA] = {"HPA*", {226, 116, 32}},
};

typedef struct chart {
    picture picture;
    const bench_result* results;
    int count;
    int left, right;  // of the bars
    double low, high; // log10 of the times at both ends, in us; low is a whole number
} chart;

static void find_range(chart* c) {
    double least = INFINITY, most = 0;
    for (int i = 0; i < c->count; i++) {
        for (int m = 0; m < BENCH_METHODS; m++) {
            const double us = c->results[i].us[m].mean;
            if (us > 0 && us < least) least = us;
            if (us > most) most = us;
        }
    }
    if (most <= 0) least = most = 1; // nothing was answered
    c->low = floor(log10(least));
    c->high = fmax(c->low + 1, log10(most));
}

static int column_of(const chart* c, double us) {
    return c->left + (int)lround((double)(c->right - c->left) * (log10(us) - c->low) / (c->high - c->low));
}

// Three digits and a unit.
static const char* duration_text(double us, char text[32]) {
    static const char* const units[] = {"us", "ms", "s"};
    int unit = 0;
    for (; us >= 999.5 && unit < 2; unit++) us /= 1000;
    snprintf(text, 32, "%.*f %s", us < 9.995 ? 2 : us < 99.95 ? 1 : 0, us, units[unit]);
    return text;
}

static void draw_title(chart* c, const bench_machine* machine) {
    char text[200];
    lettering_draw(&c->picture, MARGIN, MARGIN, 3, ink, "Mean time of a query, logarithmic");
    snprintf(text, sizeof text, "wend %s on one thread of %s", wend_version_string(), machine->processor);
    lettering_draw(&c->picture, MARGIN, MARGIN + 42, SCALE, grey, text);
    int x = MARGIN;
    for (int m = 0; m < BENCH_METHODS; m++) {
        const float y = MARGIN + 78;
        picture_rect(&c->picture, (float)x, y - 2, (float)x + BAR, y + BAR - 2, methods[m].color, 1);
        lettering_draw(&c->picture, x + BAR + 8, (int)y, SCALE, ink, methods[m].name);
        x += BAR + 8 + lettering_width(SCALE, methods[m].name) + 36;
    }
}

static void draw_axis(chart* c) {
    const int bottom = TITLE + c->count * MAP_STEP;
    for (double decade = c->low; decade <= c->high; decade++) {
        char text[32];
        const double us = pow(10, decade);
        const int x = column_of(c, us);
        const double shown = us >= 1e6 ? us / 1e6 : us >= 1e3 ? us / 1e3 : us;
        snprintf(text, sizeof text, "%g %s", shown, us >= 1e6 ? "s" : us >= 1e3 ? "ms" : "us");
        picture_rect(&c->picture, (float)x, TITLE - 6, (float)x + 1, (float)bottom + 6, faint, 1);
        const int left = x - lettering_width(SCALE, text) / 2;
        lettering_draw(&c->picture, left, TITLE - 26, SCALE, grey, text);
        lettering_draw(&c->picture, left, bottom + 16, SCALE, grey, text);
    }
}

static void draw_map(chart* c, int index) {
    const bench_result* r = &c->results[index];
    const int top = TITLE + index * MAP_STEP + (MAP_STEP - BENCH_METHODS * BAR_STEP) / 2;
    char text[64];
    lettering_draw(&c->picture, MARGIN, top + 8, SCALE, ink, r->form_name);
    snprintf(text, sizeof text, "%.0f x %.0f", r->width, r->height);
    lettering_draw(&c->picture, MARGIN, top + 34, SCALE, grey, text);
    for (int m = 0; m < BENCH_METHODS; m++) {
        if (r->us[m].mean <= 0) continue;
        const int y = top + m * BAR_STEP, end = column_of(c, r->us[m].mean);
        picture_rect(&c->picture, (float)c->left, (float)y, (float)end, (float)y + BAR, methods[m].color, 1);
        duration_text(r->us[m].mean, text);
        // Keeps grid lines out of the number.
        picture_rect(&c->picture, (float)end + 4, (float)y, (float)(end + 12 + lettering_width(SCALE, text)),
                     (float)y + BAR, paper, 1);
        lettering_draw(&c->picture, end + 8, y + (BAR - SCALE * LETTER_HEIGHT) / 2, SCALE, ink, text);
    }
}

int bench_write_chart(const bench_machine* machine, const bench_result* results, int count,
                      const char* file) {
    chart c = {.results = results, .count = count};
    if (!picture_create(WIDTH, TITLE + count * MAP_STEP + FOOT, &c.picture))
        return cli_fail(CLI_RESOURCE, "%s: out of memory for the picture", file);
    int name_width = lettering_width(SCALE, "1024 x 1024");
    for (int i = 0; i < count; i++) {
        const int width = lettering_width(SCALE, results[i].form_name);
        if (width > name_width) name_width = width;
    }
    if (name_width > WIDTH / 3) name_width = WIDTH / 3;
    c.left = MARGIN + name_width + NAME_GAP;
    c.right = WIDTH - MARGIN - VALUE_ROOM;
    find_range(&c);
    draw_title(&c, machine);
    draw_axis(&c);
    for (int i = 0; i < count; i++) draw_map(&c, i);
    int code = png_write(&c.picture, file);
    picture_destroy(&c.picture);
    return code;
}
