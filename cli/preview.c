// preview.c: draws the costs of a map in colour, blocked tiles hatched, with a legend.
#include "classes.h"
#include "picture.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const color blocked_color = {62, 66, 76};
enum { BLOCKED = 0x3E424C }; // the same
static const color hatch_color = {104, 110, 124};
static const color panel_color = {250, 250, 248};
static const color frame_color = {150, 150, 150};
static const color ink_color = {30, 32, 38};
static const color faint_color = {110, 112, 118};
// From pale green over yellow and red to purple; no colour resembles that of blocked tiles.
static const uint32_t ramp[] = {0xEEF6E2, 0xB2D68C, 0xFAD85C, 0xEE8C34, 0xC23434, 0x681C5C};
enum { RAMP_COUNT = sizeof ramp / sizeof ramp[0] };

// In pixels of the font; each is a square as wide as the legend's scale.
enum { MARGIN = 8, ROW = 13, SWATCH = 15, SWATCH_HEIGHT = 9, GAP = 6 };
enum { HATCH = 8 }; // pixels from one line to the next

static bool is_hatch(int x, int y) {
    return (x + y) % HATCH < 2;
}

// Hatches only pixels without any passable tile; a thin wall stays a mixed colour.
static void hatch_blocked(const picture* p, int width, int height) {
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            uint8_t* pixel = picture_pixel(p, x, y);
            if (memcmp(pixel, &blocked_color, 3) == 0 && is_hatch(x, y)) memcpy(pixel, &hatch_color, 3);
        }
}

// ---- the legend

typedef struct legend_row {
    color low, high; ///< of the lowest and the highest cost
    bool blocked;
    char cost[32], share[16], label[sizeof((class_group*)0)->label];
} legend_row;

typedef struct legend {
    legend_row rows[CLASS_GROUPS_MAX];
    int count;
    int scale;                                ///< pixels a pixel of the font
    int cost_width, share_width, label_width; ///< pixels
    int width, height;                        ///< of the panel
} legend;

// The colour of a class of this cost.
static color color_of_cost(const wend_grid* grid, const palette* colors, float cost) {
    const float* costs = wend_grid_class_costs(grid);
    const int64_t* counts = wend_grid_class_counts(grid);
    for (int i = 0; i < WEND_CLASS_COUNT; i++)
        if (counts[i] > 0 && costs[i] == cost) return scene_color(colors->colors[i]);
    return blocked_color;
}

static void widen(int* width, int scale, const char* text) {
    const int needed = lettering_width(scale, text);
    if (needed > *width) *width = needed;
}

static legend make_legend(const class_table* table, const palette* colors, int map_side) {
    class_group groups[CLASS_GROUPS_MAX];
    legend l = {.count = classes_group(table, groups), .scale = map_side >= 1400 ? 3 : 2};
    const double all = (double)cli_tile_count(table->grid);
    widen(&l.cost_width, l.scale, "cost");
    widen(&l.label_width, l.scale, "of the tiles");
    for (int i = 0; i < l.count; i++) {
        legend_row* row = &l.rows[i];
        row->blocked = groups[i].blocked;
        row->low = row->blocked ? blocked_color : color_of_cost(table->grid, colors, groups[i].cheapest);
        row->high = row->blocked ? blocked_color : color_of_cost(table->grid, colors, groups[i].costliest);
        classes_cost_text(&groups[i], row->cost);
        snprintf(row->share, sizeof row->share, "%.1f %%", 100.0 * (double)groups[i].tiles / all);
        snprintf(row->label, sizeof row->label, "%s", groups[i].label);
        widen(&l.cost_width, l.scale, row->cost);
        widen(&l.share_width, l.scale, row->share);
        widen(&l.label_width, l.scale, row->label);
    }
    l.width = (2 * MARGIN + SWATCH + 5 * GAP) * l.scale + l.cost_width + l.share_width + l.label_width;
    l.height = (2 * MARGIN + ROW * (l.count + 1)) * l.scale;
    return l;
}

static void draw_swatch(picture* p, int left, int top, int scale, const legend_row* row) {
    const int width = SWATCH * scale, height = SWATCH_HEIGHT * scale;
    const float x0 = (float)left, y0 = (float)top, x1 = (float)(left + width), y1 = (float)(top + height);
    picture_rect(p, x0 - 1, y0 - 1, x1 + 1, y1 + 1, frame_color, 1);
    const int half = width / 2; // a whole pixel, so that nothing shines through
    const float middle = (float)(left + half);
    picture_rect(p, x0, y0, middle, y1, row->low, 1);
    picture_rect(p, middle, y0, x1, y1, row->high, 1);
    for (int y = top; row->blocked && y < top + height; y++)
        for (int x = left; x < left + width; x++)
            if (is_hatch(x, y)) memcpy(picture_pixel(p, x, y), &hatch_color, 3);
}

static void draw_legend(picture* p, int left, const legend* l) {
    const int s = l->scale, swatch = left + MARGIN * s, cost = swatch + (SWATCH + GAP) * s;
    const int share = cost + l->cost_width + 2 * GAP * s, label = share + l->share_width + 2 * GAP * s;
    const int down = (SWATCH_HEIGHT - LETTER_HEIGHT) / 2 * s; // from the top of a swatch to its letters
    int top = MARGIN * s;
    lettering_draw(p, cost, top + down, s, faint_color, "cost");
    lettering_draw(p, share, top + down, s, faint_color, "of the tiles");
    for (int i = 0; i < l->count; i++) {
        const legend_row* row = &l->rows[i];
        top += ROW * s;
        draw_swatch(p, swatch, top, s, row);
        lettering_draw(p, cost, top + down, s, ink_color, row->cost);
        lettering_draw(p, share + l->share_width - lettering_width(s, row->share), top + down, s, ink_color,
                       row->share);
        lettering_draw(p, label, top + down, s, ink_color, row->label);
    }
}

int preview_draw(const class_table* table, picture* out) {
    const palette colors = palette_by_cost(table->grid, ramp, RAMP_COUNT, BLOCKED);
    picture map;
    int code = scene_draw_classes(table->grid, scene_default_scale(table->grid), &colors, &map);
    if (code != CLI_OK) return code;
    hatch_blocked(&map, map.width, map.height);
    const legend l = make_legend(table, &colors, map.width > map.height ? map.width : map.height);
    const int height = map.height > l.height ? map.height : l.height;
    picture_create(map.width + l.width, height, out);
    picture_rect(out, 0, 0, (float)out->width, (float)out->height, panel_color, 1);
    for (int y = 0; y < map.height; y++)
        memcpy(picture_pixel(out, 0, y), picture_pixel(&map, 0, y), (size_t)map.width * 3);
    draw_legend(out, map.width, &l);
    picture_destroy(&map);
    return CLI_OK;
}
