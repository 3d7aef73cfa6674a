// test_picture.c: do shapes cover the right pixels by the right amount, and nothing outside the picture?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka wants the four above first
#include <cmocka.h>

#include "picture.h"

#include <math.h>

enum { WIDTH = 16, HEIGHT = 8 };
static const color black = {0, 0, 0};

static picture white_picture(void) {
    picture p;
    picture_create(WIDTH, HEIGHT, &p);
    return p;
}

// How dark the picture is in all, in pixels.
static double darkness(const picture* p) {
    double sum = 0;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) sum += (255 - picture_pixel(p, x, y)[1]) / 255.0;
    return sum;
}

static void close_to(double value, double expected, double tolerance) {
    assert_true(value > expected - tolerance && value < expected + tolerance);
}

static void rectangles_cover_by_area(void** state) {
    (void)state;
    picture p = white_picture();
    picture_rect(&p, 2, 1, 5, 3, black, 1);
    assert_int_equal(picture_pixel(&p, 2, 1)[0], 0);
    assert_int_equal(picture_pixel(&p, 4, 2)[2], 0);
    assert_int_equal(picture_pixel(&p, 5, 2)[0], 255);
    close_to(darkness(&p), 6, 1e-9);
    picture_rect(&p, 8.5f, 5.25f, 10.5f, 5.75f, black, 1);
    close_to(darkness(&p), 7, 0.01);
    picture_rect(&p, 12, 6, 14, 8, black, 0.5f);
    close_to(darkness(&p), 9, 0.02);
    picture_destroy(&p);
}

static void lines_cover_by_length_and_width(void** state) {
    (void)state;
    static const struct {
        float x0, y0, x1, y1;
    } lines[] = {{3, 4, 13, 4}, {8, 2, 8, 6}, {4, 2, 12, 6}, {12, 6, 4, 2}, {5, 4.5f, 5, 4.5f}};
    for (int i = 0; i < 5; i++) {
        picture p = white_picture();
        picture_line(&p, lines[i].x0, lines[i].y0, lines[i].x1, lines[i].y1, 2, black, 1);
        double dx = (double)(lines[i].x1 - lines[i].x0), dy = (double)(lines[i].y1 - lines[i].y0);
        double length = sqrt(dx * dx + dy * dy);
        close_to(darkness(&p), 2 * length + 3.14159, 0.4); // and its two round ends
        picture_destroy(&p);
    }
}

static void shapes_far_outside_are_clipped(void** state) {
    (void)state;
    picture p = white_picture();
    picture_rect(&p, -1e30f, -1e30f, 0, 1e30f, black, 1);
    picture_rect(&p, 16, 0, 1e30f, 8, black, 1);
    picture_line(&p, 1e9f, 1e9f, 2e9f, 1e9f, 3, black, 1);
    picture_line(&p, -500, -2, 500, -2, 2, black, 1);
    assert_true(darkness(&p) == 0);
    picture_rect(&p, -1e30f, -1e30f, 1e30f, 1e30f, black, 1);
    close_to(darkness(&p), WIDTH * HEIGHT, 1e-9);
    picture_destroy(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rectangles_cover_by_area),
        cmocka_unit_test(lines_cover_by_length_and_width),
        cmocka_unit_test(shapes_far_outside_are_clipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
