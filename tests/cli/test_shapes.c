// Do squares and hexagons lie where they should, and do walls and links become the right lines?
#include "connection_shapes.h"
#include "palette.h"
#include "unit.h"

#include <math.h>

static const tile_plane planes[] = {
    {.is_hex = false},
    {.is_hex = true},
    {.is_hex = true, .shifts_even = true},
    {.is_hex = true, .shifts_columns = true},
    {.is_hex = true, .shifts_columns = true, .shifts_even = true},
};
enum { PLANES = sizeof planes / sizeof planes[0], SIDE = 5 };

static float distance(wend_vec2 a, wend_vec2 b) {
    return hypotf(a.x - b.x, a.y - b.y);
}

static void check_positions(tile_plane plane) {
    const wend_vec2 size = tile_plane_size(plane, SIDE, SIDE);
    for (int32_t t = 0; t < SIDE * SIDE; t++) {
        const wend_tile tile = {plane.left + t % SIDE, plane.top + t / SIDE};
        const wend_vec2 center = tile_plane_center(plane, tile);
        wend_vec2 corners[6];
        wend_tile found;
        assert_true(tile_plane_tile_at(plane, SIDE, SIDE, center, &found));
        assert_tile(found, tile.x, tile.y);
        const int count = tile_plane_corners(plane, tile, corners);
        assert_int_equal(count, plane.is_hex ? 6 : 4);
        for (int i = 0; i < count; i++) { // just within each corner it is still this tile
            assert_in_range((int)(corners[i].x * 1000 + 1), 0, (int)(size.x * 1000) + 2);
            assert_in_range((int)(corners[i].y * 1000 + 1), 0, (int)(size.y * 1000) + 2);
            const wend_vec2 inside = {center.x + 0.98f * (corners[i].x - center.x),
                                      center.y + 0.98f * (corners[i].y - center.y)};
            assert_true(tile_plane_tile_at(plane, SIDE, SIDE, inside, &found));
            assert_tile(found, tile.x, tile.y);
        }
    }
    wend_tile off;
    assert_false(tile_plane_tile_at(plane, SIDE, SIDE, (wend_vec2){-0.3f, -0.3f}, &off));
    assert_false(tile_plane_tile_at(plane, SIDE, SIDE, (wend_vec2){size.x + 1, 2}, &off));
}

// Also of maps that have grown to the left and above.
static void positions(void** state) {
    (void)state;
    static const char* const names[] = {"squares", "odd-r", "even-r", "odd-q", "even-q"};
    for (int p = 0; p < PLANES; p++) {
        assert_string_equal(tile_plane_layout(planes[p]), names[p]);
        for (int32_t first = 0; first < 3; first++) {
            tile_plane plane = planes[p];
            plane.left = -62 * first;
            plane.top = -15 * first;
            check_positions(plane);
        }
    }
}

// Six neighbours at distance 1, with a common edge of the length of a side; squares have four.
static void edges(void** state) {
    (void)state;
    for (int p = 0; p < PLANES; p++) {
        for (int32_t t = 0; t < 4; t++) {
            const wend_tile tile = {2 + t % 2, 2 + t / 2};
            int neighbours = 0;
            for (int32_t d = 0; d < 9; d++) {
                const wend_tile next = {tile.x + d % 3 - 1, tile.y + d / 3 - 1};
                const wend_vec2 a = tile_plane_center(planes[p], tile),
                                b = tile_plane_center(planes[p], next);
                if (fabsf(distance(a, b) - 1) > 1e-4f) continue;
                neighbours++;
                wend_vec2 edge[2];
                tile_plane_edge(planes[p], tile, next, edge);
                assert_true(fabsf(distance(edge[0], edge[1]) - (p == 0 ? 1.0f : 0.57735f)) < 1e-4f);
                for (int i = 0; i < 2; i++)
                    assert_true(fabsf(distance(edge[i], a) - distance(edge[i], b)) < 1e-4f);
            }
            assert_int_equal(neighbours, p == 0 ? 4 : 6);
        }
    }
}

// ---- what is drawn

typedef struct tally {
    int lines, of_color;
    uint32_t color;
    wend_vec2 low, high;
} tally;

static void count_line(wend_vec2 from, wend_vec2 to, float width, uint32_t color, float opacity,
                       void* context) {
    tally* t = context;
    assert_true(width > 0 && opacity > 0 && opacity <= 1);
    t->lines++;
    if (color != t->color) return;
    t->of_color++;
    t->low.x = fminf(t->low.x, fminf(from.x, to.x));
    t->low.y = fminf(t->low.y, fminf(from.y, to.y));
    t->high.x = fmaxf(t->high.x, fmaxf(from.x, to.x));
    t->high.y = fmaxf(t->high.y, fmaxf(from.y, to.y));
}

static wend_grid* plain(void) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 20;
    def.height = 10;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    return grid;
}

static tally draw(const wend_grid* grid, bool links, uint32_t color, wend_rect view) {
    tally t = {.color = color, .low = {1e9f, 1e9f}, .high = {-1e9f, -1e9f}};
    const connection_pen pen = {count_line, &t, 16, view};
    if (links)
        connection_draw_links(grid, &pen);
    else
        connection_draw_walls(grid, &pen);
    return t;
}

static void walls(void** state) {
    (void)state;
    wend_grid* grid = plain();
    const wend_rect all = {0, 0, 20, 10};
    assert_int_equal(draw(grid, false, PALETTE_BLOCKED, all).lines, 0);
    assert_ok(wend_grid_set_wall(grid, (wend_tile){3, 4}, (wend_tile){4, 4}, true));
    tally t = draw(grid, false, PALETTE_BLOCKED, all);
    assert_int_equal(t.of_color, 1); // once for both directions
    assert_true(t.low.x == 4 && t.high.x == 4 && t.low.y == 4 && t.high.y == 5);
    assert_int_equal(draw(grid, false, PALETTE_BLOCKED, (wend_rect){10, 0, 5, 10}).lines, 0);
    assert_ok(wend_grid_set_step(grid, (wend_tile){8, 4}, (wend_tile){8, 3}, false)); // open downwards only
    t = draw(grid, false, PALETTE_ONE_WAY, all);
    assert_int_equal(t.of_color, 4); // the edge and an arrow of three lines
    assert_true(t.low.x >= 8 && t.high.x <= 9 && t.low.y > 3 && t.high.y < 5);
    wend_grid_destroy(grid);
}

static void links(void** state) {
    (void)state;
    wend_grid* grid = plain();
    const wend_rect all = {0, 0, 20, 10};
    wend_link link = wend_default_link((wend_tile){2, 2}, (wend_tile){12, 2}, 5);
    link.kind = WEND_LINK_TUNNEL;
    assert_ok(wend_grid_add_link(grid, &link, NULL));
    const uint32_t color = connection_color(WEND_LINK_TUNNEL);
    tally t = draw(grid, true, color, all);
    assert_true(t.low.x == 2.5f && t.high.x == 12.5f);
    assert_int_equal(draw(grid, true, color, (wend_rect){0, 8, 20, 2}).lines, 0);
    const int whole = t.of_color;
    assert_ok(wend_grid_set_link(grid, 0, 5, false));
    t = draw(grid, true, color, all);
    assert_in_range(t.of_color, whole / 3, 2 * whole / 3); // dashed
    assert_int_equal(draw(grid, true, connection_color(WEND_LINK_FERRY), all).of_color, 0);
    for (int a = 0; a < WEND_LINK_KIND_COUNT; a++)
        for (int b = 0; b < a; b++)
            assert_int_not_equal(connection_color((wend_link_kind)a), connection_color((wend_link_kind)b));
    wend_grid_destroy(grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(positions), cmocka_unit_test(edges),
                                       cmocka_unit_test(walls), cmocka_unit_test(links)};
    return run_unit_tests(tests);
}
