// obstacles.c: distances of lines to boxes, without any shortcut of the engine.
#include "obstacles.h"

#include <math.h>
#include <stdlib.h>

#include "unit.h"

static bool is_wall(const wend_grid* grid, wend_tile a, wend_tile b) {
    return !wend_grid_step_is_open(grid, a, b) && !wend_grid_step_is_open(grid, b, a);
}

ground ground_of(const wend_grid* grid, const float* costs) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    ground g = {malloc((3 * (size_t)width * (size_t)height + 4) * sizeof *g.boxes), 0, grid, costs};
    assert_non_null(g.boxes);
    g.boxes[g.count++] = (box){-1, -1, 0, height + 1};
    g.boxes[g.count++] = (box){width, -1, width + 1, height + 1};
    g.boxes[g.count++] = (box){-1, -1, width + 1, 0};
    g.boxes[g.count++] = (box){-1, height, width + 1, height + 1};
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const wend_tile at = {x, y}, right = {x + 1, y}, below = {x, y + 1};
            if (costs[wend_grid_class(grid, at)] == 0) g.boxes[g.count++] = (box){x, y, x + 1, y + 1};
            if (x + 1 < width && is_wall(grid, at, right)) g.boxes[g.count++] = (box){x + 1, y, x + 1, y + 1};
            if (y + 1 < height && is_wall(grid, at, below))
                g.boxes[g.count++] = (box){x, y + 1, x + 1, y + 1};
        }
    return g;
}

static double point_to_box(const box* b, double x, double y) {
    return hypot(fmax(fmax(b->left - x, x - b->right), 0), fmax(fmax(b->top - y, y - b->bottom), 0));
}

static double point_to_line(double x, double y, wend_vec2 a, wend_vec2 b) {
    const double dx = (double)b.x - (double)a.x, dy = (double)b.y - (double)a.y, square = dx * dx + dy * dy;
    double share = square > 0 ? ((x - (double)a.x) * dx + (y - (double)a.y) * dy) / square : 0;
    share = fmin(fmax(share, 0), 1);
    return hypot((double)a.x + share * dx - x, (double)a.y + share * dy - y);
}

static double turn(wend_vec2 a, wend_vec2 b, double x, double y) {
    return ((double)b.x - (double)a.x) * (y - (double)a.y) - ((double)b.y - (double)a.y) * (x - (double)a.x);
}

// True when a line leads through a box: neither beside it by an axis, nor are all its corners on one side.
static bool leads_through(const box* b, wend_vec2 from, wend_vec2 to) {
    const double left = fmin((double)from.x, (double)to.x), right = fmax((double)from.x, (double)to.x);
    const double top = fmin((double)from.y, (double)to.y), bottom = fmax((double)from.y, (double)to.y);
    if (right < b->left || left > b->right || bottom < b->top || top > b->bottom) return false;
    double low = INFINITY, high = -INFINITY;
    for (int32_t corner = 0; corner < 4; corner++) {
        const double side = turn(from, to, corner & 1 ? b->right : b->left, corner & 2 ? b->bottom : b->top);
        low = fmin(low, side);
        high = fmax(high, side);
    }
    return low <= 0 && high >= 0;
}

static double line_to_box(const box* b, wend_vec2 from, wend_vec2 to) {
    if (leads_through(b, from, to)) return 0;
    double least =
        fmin(point_to_box(b, (double)from.x, (double)from.y), point_to_box(b, (double)to.x, (double)to.y));
    for (int32_t corner = 0; corner < 4; corner++)
        least = fmin(
            least, point_to_line(corner & 1 ? b->right : b->left, corner & 2 ? b->bottom : b->top, from, to));
    return least;
}

double line_gap(const ground* g, wend_vec2 from, wend_vec2 to) {
    double least = INFINITY;
    const double left = fmin((double)from.x, (double)to.x), right = fmax((double)from.x, (double)to.x);
    const double top = fmin((double)from.y, (double)to.y), bottom = fmax((double)from.y, (double)to.y);
    for (int32_t i = 0; i < g->count; i++) {
        const box* b = &g->boxes[i]; // most are too far away, beside the line or beyond its ends
        if (b->left - right < least && left - b->right < least && b->top - bottom < least &&
            top - b->bottom < least)
            least = fmin(least, line_to_box(b, from, to));
    }
    return least;
}
