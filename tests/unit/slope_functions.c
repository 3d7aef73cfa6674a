// slope_functions.c: do the functions of slope give the values that their authors published, and which
// parameters and tables are refused?
#include "rules/slope_functions.h"
#include "files.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static wimp_slope_function parsed(const char* text) {
    const wend_import_def def = wend_default_import_def();
    wimp_slope_function f;
    wend_error error;
    if (wimp_slope_function_parse(text, &def, &f, &error) != WEND_OK) fail_msg("%s", error.text);
    return f;
}

#define assert_near(value, expected, tolerance)                                                              \
    do {                                                                                                     \
        const double near_value = (value);                                                                   \
        if (!(fabs(near_value - (expected)) <= (tolerance)))                                                 \
            fail_msg("%s is %.9g, expected %.9g", #value, near_value, (double)(expected));                   \
    } while (0)

// km/h on the map.
static double speed(const wimp_slope_function* f, double slope) {
    return 3.6 / wimp_slope_factor(f, slope);
}

static void tobler(void** state) {
    (void)state;
    const wimp_slope_function on = parsed("tobler"), off = parsed("tobler-offpath");
    assert_int_equal(on.unit, WIMP_SLOPE_SECONDS);
    assert_near(speed(&on, -0.05), 6, 1e-12); // the fastest
    assert_near(speed(&on, 0), 5.0367, 5e-5);
    // A plane of 30 % against level ground, up and down.
    assert_near(wimp_slope_factor(&on, 0.3) / wimp_slope_factor(&on, 0), exp(3.5 * 0.3), 1e-12);
    assert_near(wimp_slope_factor(&on, -0.3) / wimp_slope_factor(&on, 0), exp(3.5 * 0.2), 1e-12);
    for (double s = -1.5; s < 1.5; s += 0.01) {
        assert_near(speed(&on, s) / (6 * exp(-3.5 * fabs(s + 0.05))), 1, 1e-12);
        assert_near(speed(&off, s) / speed(&on, s), 0.6, 1e-12);
    }
}

// What a walk of so many metres on the map takes that climbs or descends so far.
static double hours(const wimp_slope_function* f, double metres, double climb) {
    return metres * wimp_slope_factor(f, climb / metres) / 3600;
}

static void naismith(void** state) {
    (void)state;
    const wimp_slope_function plain = parsed("naismith"), langmuir = parsed("naismith-langmuir");
    const wimp_slope_function* const both[] = {&plain, &langmuir};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(both[i]->unit, WIMP_SLOPE_SECONDS);
        assert_near(hours(both[i], 5000, 0), 1, 1e-12);
        assert_near(hours(both[i], 5000, 600), 2, 1e-12);
        assert_near(hours(both[i], 5000, -300), 1, 1e-12); // 3.4 degrees
    }
    assert_near(hours(&plain, 1500, -300), 0.3, 1e-12);
    assert_near(hours(&langmuir, 2000, -300), 0.4 - 10 / 60.0, 1e-12); // 8.5 degrees
    assert_near(hours(&langmuir, 1000, -300), 0.2 + 10 / 60.0, 1e-12); // 16.7 degrees
    const double degree = acos(-1) / 180;
    assert_near(wimp_slope_factor(&langmuir, -tan(5.01 * degree)), 0.72 - 2 * tan(5.01 * degree), 1e-12);
    assert_near(wimp_slope_factor(&langmuir, -tan(4.99 * degree)), 0.72, 1e-12);
    assert_near(wimp_slope_factor(&langmuir, -tan(11.99 * degree)), 0.72 - 2 * tan(11.99 * degree), 1e-12);
    assert_near(wimp_slope_factor(&langmuir, -tan(12.01 * degree)), 0.72 + 2 * tan(12.01 * degree), 1e-12);
}

// For each metre of the ground, as it was measured.
static double ground_cost(const wimp_slope_function* f, double slope) {
    return wimp_slope_factor(f, slope) / sqrt(1 + slope * slope);
}

static void minetti(void** state) {
    (void)state;
    const wimp_slope_function f = parsed("minetti");
    assert_int_equal(f.unit, WIMP_SLOPE_JOULES);
    assert_near(ground_cost(&f, 0), 2.5, 1e-12);
    assert_near(ground_cost(&f, 0.45), 17.33, 1.11); // what was measured, and its deviation
    assert_near(ground_cost(&f, -0.20), 0.81, 0.37);
    assert_near(ground_cost(&f, -0.45), 3.46, 0.95);
    // A metre of height costs as much on all steeper slopes, without a step at the end.
    for (double s = 0.45; s < 3; s += 0.25) {
        assert_near(wimp_slope_factor(&f, s) / s, wimp_slope_factor(&f, 0.45) / 0.45, 1e-9);
        assert_near(wimp_slope_factor(&f, -s) / s, wimp_slope_factor(&f, -0.45) / 0.45, 1e-9);
    }
}

static void irmischer_clarke(void** state) {
    (void)state;
    const wimp_slope_function on = parsed("irmischer-clarke"), off = parsed("irmischer-clarke-offpath");
    assert_near(1 / wimp_slope_factor(&on, -0.05), 1.11, 1e-12); // m/s, the fastest
    assert_near(1 / wimp_slope_factor(&off, -0.02), 0.78, 1e-12);
    assert_near(1 / wimp_slope_factor(&on, 0), 0.11 + exp(-25 / 1800.0), 1e-12);
    assert_near(1 / wimp_slope_factor(&on, 0.25), 0.11 + exp(-0.5), 1e-12);
    assert_near(1 / wimp_slope_factor(&off, 0.28), 0.11 + 0.67 * exp(-0.5), 1e-12);
    assert_near(1 / wimp_slope_factor(&on, 100), 0.11, 1e-9); // never closed
}

static void rwalk(void** state) {
    (void)state;
    const wimp_slope_function grass = parsed("rwalk"), own = parsed("rwalk:1, 2,-0.5,-3");
    assert_int_equal(grass.unit, WIMP_SLOPE_SECONDS);
    assert_near(wimp_slope_factor(&grass, 0), 0.72, 1e-12);
    assert_near(wimp_slope_factor(&grass, 0.5), 3.72, 1e-12);
    assert_near(wimp_slope_factor(&grass, -0.2125), 0.72 - 1.9998 * 0.2125, 1e-12);
    assert_near(wimp_slope_factor(&grass, -0.2126), 0.72 + 1.9998 * 0.2126, 1e-12);
    assert_near(wimp_slope_factor(&own, 0.5), 2, 1e-12);
    assert_near(wimp_slope_factor(&own, -0.2), 1.1, 1e-12);
    assert_near(wimp_slope_factor(&own, -1), 4, 1e-12);
}

static void wheelchair(void** state) {
    (void)state;
    const wimp_slope_function ada = parsed("wheelchair"), steep = parsed("wheelchair:0.2");
    assert_int_equal(ada.unit, WIMP_SLOPE_JOULES);
    assert_near(wimp_slope_factor(&ada, 0), 0.015 * 9.80665, 1e-12);
    assert_near(wimp_slope_factor(&ada, 1.0 / 12) / wimp_slope_factor(&ada, 0), 1 + 1 / (12 * 0.015), 1e-12);
    assert_true(isinf(wimp_slope_factor(&ada, 0.0834)) && isinf(wimp_slope_factor(&ada, -0.0834)));
    assert_near(wimp_slope_factor(&steep, -0.1), 0.085 * 9.80665, 1e-12); // braking
    assert_near(wimp_slope_factor(&steep, -0.02), wimp_slope_factor(&steep, 0), 1e-12);
    assert_true(isinf(wimp_slope_factor(&steep, 0.21)) && !isinf(wimp_slope_factor(&steep, 0.2)));
}

static const char* table(const char* text) {
    files_put("own.csv", text, strlen(text));
    return "own.csv";
}

static void tables(void** state) {
    (void)state;
    const wimp_slope_function f = parsed(table("# uphill is above 0\nslope;factor\n-0.5;closed\n-0.25;2\n\n"
                                               "0;1\n+0.25;3\n0.5;closed\n"));
    assert_int_equal(f.unit, WIMP_SLOPE_RELATIVE);
    static const double expected[][2] = {
        {-0.5, INFINITY}, {-0.26, INFINITY},  {-0.25, 2},      {-0.125, 1.5}, {0, 1},        {0.125, 2},
        {0.25, 3},        {0.2501, INFINITY}, {0.5, INFINITY}, {7, INFINITY}, {-7, INFINITY}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const double factor = wimp_slope_factor(&f, expected[i][0]);
        assert_true(factor == expected[i][1]);
    }
    assert_int_equal(parsed(table("slope,seconds\n-1,2\n1,2\n")).unit, WIMP_SLOPE_SECONDS);
    assert_int_equal(parsed(table("slope,factor\n-1,2\n1,2")).entry_count, 2);
}

static void always_above_zero(void** state) {
    (void)state;
    static const char* const all[] = {
        "tobler", "tobler-offpath",           "naismith",  "naismith-langmuir", "irmischer-clarke", "minetti",
        "rwalk",  "irmischer-clarke-offpath", "wheelchair"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const wimp_slope_function f = parsed(all[i]);
        assert_true(isfinite(wimp_slope_factor(&f, 0)));
        for (double s = -20; s < 20; s += 0.001) assert_true(wimp_slope_factor(&f, s) > 0);
        assert_true(isinf(wimp_slope_factor(&f, NAN)) && isinf(wimp_slope_factor(&f, INFINITY)));
    }
}

static void what_is_refused(void** state) {
    (void)state;
    static const struct {
        const char *text, *csv_opt, *message;
    } cases[] = {
        {"hiking", NULL,
         "function of slope: 'hiking' is unknown; expected tobler, tobler-offpath, naismith, "
         "naismith-langmuir, "
         "minetti, irmischer-clarke, irmischer-clarke-offpath, rwalk, wheelchair, or FILE.csv"},
        {"tobler:3", NULL, "function of slope: tobler takes no parameters, got '3'"},
        {"", NULL, "function of slope: '' is unknown"},
        {"rwalk:1,2,3", NULL, "rwalk:1,2,3 has no four numbers; expected rwalk:A,B,C,D"},
        {"rwalk:1,2,3,4,5", NULL, "rwalk:1,2,3,4,5 has no four numbers"},
        {"rwalk:1,2,x,-4", NULL, "rwalk:1,2,x,-4 has no four numbers"},
        {"rwalk:", NULL, "rwalk: has no four numbers"},
        {"rwalk:0,6,0,0", NULL, "slopes that cost nothing or less; expected A above 0"},
        {"rwalk:1,-6,0,0", NULL, "slopes that cost nothing or less"},
        {"rwalk:1,6,5,0", NULL, "C below 4.70588, D at most 0"},
        {"rwalk:1,6,0,1", NULL, "slopes that cost nothing or less"},
        {"wheelchair:", NULL, "wheelchair: has no steepest slope"},
        {"wheelchair:0", NULL, "wheelchair:0 has no steepest slope; expected a number above 0"},
        {"missing.csv", NULL, "missing.csv"},
        {"own.csv", "", "own.csv: is empty; expected the header slope,factor or slope,seconds"},
        {"own.csv", "angle,factor\n", "own.csv: line 1, column 1: the header is 'angle,factor'; expected"},
        {"own.csv", "slope\n", "the header is 'slope'"},
        {"own.csv", "slope,factor,more\n", "the header is 'slope,factor,more'"},
        {"own.csv", "slope,factor\n-1,2\n0,\n1,2\n",
         "own.csv: line 3, column 1: the row is '0,'; expected a slope"},
        {"own.csv", "slope,factor\n-1,2\n0\n", "line 3, column 1: the row is '0'"},
        {"own.csv", "slope,factor\n-1,2,3\n", "line 2, column 1: the row is '-1,2,3'"},
        {"own.csv", "slope,factor\nsteep,2\n", "line 2, column 1: slope is 'steep'; expected rise over run"},
        {"own.csv", "slope,factor\n-1,2\n1,0\n",
         "line 3, column 3: factor is '0'; expected a number above 0"},
        {"own.csv", "slope,factor\n-1,-2\n", "line 2, column 4: factor is '-2'"},
        {"own.csv", "slope,factor\n-1,nan\n", "factor is 'nan'"},
        {"own.csv", "slope,factor\n-1,2\n0,1\n0,2\n",
         "line 4, column 1: slope 0 follows 0; expected rising slopes"},
        {"own.csv", "slope,factor\n1,2\n-1,1\n",
         "line 3, column 1: slope -1 follows 1; expected rising slopes"},
        {"own.csv", "slope,factor\n", "own.csv: line 1: level ground, slope 0, has no factor"},
        {"own.csv", "slope,factor\n0,1\n", "level ground, slope 0, has no factor"},
        {"own.csv", "slope,factor\n0.1,1\n1,2\n", "own.csv: line 3: level ground, slope 0, has no factor"},
        {"own.csv", "slope,factor\n-1,closed\n1,2\n", "level ground, slope 0, has no factor"},
        {"own.csv", "slope,factor\n-1,\"2\n", "missing closing quote"},
    };
    const wend_import_def def = wend_default_import_def();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error = {WEND_OK, ""};
        wimp_slope_function f = {.kind = WIMP_SLOPE_KIND_COUNT};
        if (cases[i].csv_opt) table(cases[i].csv_opt);
        const wend_result result = wimp_slope_function_parse(cases[i].text, &def, &f, &error);
        const wend_result expected = cases[i].csv_opt                       ? WEND_ERROR_FORMAT
                                     : strcmp(cases[i].text, "missing.csv") ? WEND_ERROR_ARGUMENT
                                                                            : WEND_ERROR_IO;
        if (result != expected || !strstr(error.text, cases[i].message) || f.kind != WIMP_SLOPE_KIND_COUNT)
            fail_msg("%s, '%s': %d, %s", cases[i].text, cases[i].csv_opt ? cases[i].csv_opt : "", (int)result,
                     error.text);
    }
    // A byte that no text has, and more rows than there may be.
    wend_error error = {WEND_OK, ""};
    wimp_slope_function f;
    files_put("own.csv", "slope,factor\n\0", 14);
    assert_int_equal(wimp_slope_function_parse("own.csv", &def, &f, &error), WEND_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "is not a text"));
    FILE* file = fopen("own.csv", "w");
    assert_non_null(file);
    fputs("slope,factor\n", file);
    for (int i = 0; i <= WIMP_SLOPE_MAX_ROWS; i++) fprintf(file, "%d,1\n", i - 100);
    fclose(file);
    assert_int_equal(wimp_slope_function_parse("own.csv", &def, &f, &error), WEND_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "line 258, column 1: more than 256 rows"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tobler), cmocka_unit_test(naismith),          cmocka_unit_test(minetti),
        cmocka_unit_test(rwalk),  cmocka_unit_test(irmischer_clarke),  cmocka_unit_test(wheelchair),
        cmocka_unit_test(tables), cmocka_unit_test(always_above_zero), cmocka_unit_test(what_is_refused),
    };
    files_enter();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    files_leave();
    return failed;
}
