// raster_answers.c: what does an importer make of each answer that a damaged wend-gdal could give? The
// program decodes files of strangers, so every number that it says is checked. Here it is a script that
// repeats bytes.
#include "core/gdal_talk.h"
#include "files.h"
#include "unit.h"
#include "wend/import.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WIDTH = 3, HEIGHT = 2, MAX_BYTES = 1 << 17 };

// What the program says.
static struct {
    uint8_t bytes[MAX_BYTES];
    size_t size;
} said;

static void say(const void* bytes, size_t size) {
    assert_true(size <= MAX_BYTES - said.size);
    memcpy(said.bytes + said.size, bytes, size);
    said.size += size;
}

static void say_mark(uint32_t mark) {
    say(&mark, sizeof mark);
}

static void say_row(const void* samples, size_t size) {
    say_mark(WIMP_ROW_FOLLOWS);
    say(samples, size);
}

// Steps of one length, which grows from one column of the samples to the next.
static void say_lengths_of(wimp_raster_answer* a, double across, double more_a_column) {
    for (int32_t r = 0; r < WEND_GEO_MAX_GROUND; r++)
        for (int32_t c = 0; c < WIMP_GROUND_COLUMNS; c++) {
            const double side = across * (1 + more_a_column * c);
            a->ground.at[r][c] = (wend_ground){side, side, side * sqrt(2), side * sqrt(2)};
        }
}

// Three by two pixels of grey in UTM.
static wimp_raster_answer grey(void) {
    wimp_raster_answer a = {.magic = WIMP_ANSWER_MAGIC,
                            .layout = WIMP_TALK_LAYOUT,
                            .driver = "GTiff",
                            .raster_width = WIDTH,
                            .raster_height = HEIGHT,
                            .band_count = 1,
                            .overview = 1,
                            .width = WIDTH,
                            .height = HEIGHT,
                            .band = 1,
                            .channels = 1,
                            .sample_bytes = 1,
                            .bits = 8,
                            .max_value = 255,
                            .high = 255,
                            .unit = 1,
                            .geo = {.has_transform = true,
                                    .transform = {400000, 30, 0, 5200000, 0, -30},
                                    .kind = WEND_GEO_PROJECTED,
                                    .unit = 1,
                                    .semi_major = 6378137,
                                    .flattening = 1 / 298.257223563},
                            .longitude = 13.7,
                            .latitude = 46.9,
                            .reach = 0.01};
    say_lengths_of(&a, 30, 0);
    return a;
}

// The same as numbers: heights or costs.
static wimp_raster_answer numbers(void) {
    wimp_raster_answer a = grey();
    a.sample_bytes = sizeof(float);
    a.value_count = 2;
    a.values[0] = 1, a.values[1] = 2;
    a.low = 1, a.high = 2;
    return a;
}

typedef struct outcome {
    wend_result result;
    wend_grid* grid; // to be destroyed
    wend_import_info info;
    wend_error error;
} outcome;

static outcome hear(const wend_import_def* def_opt) {
    static outcome o;
    memset(&o, 0, sizeof o);
    wend_import_def def = def_opt ? *def_opt : wend_default_import_def();
    def.gdal = "./program";
    files_put("answer", said.bytes, said.size);
    o.result = wend_import_file("map.tif", &def, &o.grid, &o.info, &o.error);
    assert_true((o.result == WEND_OK) == (o.grid != NULL));
    return o;
}

static void refused(const wend_import_def* def_opt, wend_result result, const char* says) {
    const outcome o = hear(def_opt);
    if (o.result != result || !strstr(o.error.text, says))
        fail_msg("%s: \"%s\"; expected \"%s\"", wend_result_string(o.result), o.error.text, says);
    assert_int_equal(strncmp(o.error.text, "map.tif: ", 9), 0);
}

static const uint8_t greys[] = {0, 100, 255};

static void say_greys(const wimp_raster_answer* a, int32_t rows) {
    said.size = 0;
    say(a, sizeof *a);
    for (int32_t y = 0; y < rows; y++) say_row(greys, sizeof greys);
}

static void say_numbers(const wimp_raster_answer* a, const float* values) {
    said.size = 0;
    say(a, sizeof *a);
    for (int32_t y = 0; y < a->height; y++) say_row(values + y * WIDTH, WIDTH * sizeof *values);
    say_mark(WIMP_ROWS_END);
}

static void a_sound_answer(void** state) {
    (void)state;
    wimp_raster_answer a = grey();
    say_greys(&a, HEIGHT);
    say_mark(WIMP_ROWS_END);
    outcome o = hear(NULL);
    assert_ok(o.result);
    assert_int_equal(wend_grid_width(o.grid), WIDTH);
    assert_int_equal(wend_grid_height(o.grid), HEIGHT);
    assert_false(wend_grid_passable(o.grid, (wend_tile){0, 1}));
    assert_true(wend_grid_passable(o.grid, (wend_tile){2, 1}));
    assert_true(wend_grid_tile_size(o.grid) == 30);
    assert_string_equal(o.info.raster.driver, "GTiff");
    wend_grid_destroy(o.grid);
    // A raster without coordinates has the tiles that the definition says.
    a.geo.has_transform = false;
    say_greys(&a, HEIGHT);
    say_mark(WIMP_ROWS_END);
    wend_import_def def = wend_default_import_def();
    def.resolution = 7;
    o = hear(&def);
    assert_ok(o.result);
    assert_true(wend_grid_tile_size(o.grid) == 7);
    wend_grid_destroy(o.grid);
}

// With transparency: pixels of which nothing is to be seen are no data.
static void a_transparent_answer(void** state) {
    (void)state;
    wimp_raster_answer a = grey();
    a.channels = 2;
    static const uint8_t seen[] = {255, 255, 9, 0, 9, 255}, unseen[] = {255, 0, 9, 0, 9, 0};
    for (int32_t i = 0; i < 2; i++) {
        said.size = 0;
        say(&a, sizeof a);
        for (int32_t y = 0; y < HEIGHT; y++) say_row(i == 0 ? seen : unseen, sizeof seen);
        say_mark(WIMP_ROWS_END);
        if (i == 1) {
            refused(NULL, WEND_ERROR_FORMAT, "has no data in any of its 3 x 2 pixels");
            continue;
        }
        const outcome o = hear(NULL);
        assert_ok(o.result);
        assert_true(wend_grid_passable(o.grid, (wend_tile){0, 0}));
        assert_false(wend_grid_passable(o.grid, (wend_tile){1, 0}));
        wend_grid_destroy(o.grid);
    }
}

static void other_sizes(void** state) {
    (void)state;
    static const struct {
        int32_t channels, sample_bytes;
        uint32_t max_value;
        const char* says;
    } cases[] = {
        {0, 1, 255, "samples of no known size"},         {5, 1, 255, "samples of no known size"},
        {1, 3, 255, "samples of no known size"},         {1, 1, 0, "a brightness without limit"},
        {1, 1, 256, "a brightness without limit"},       {4, 2, 65536, "a brightness without limit"},
        {-1, 2, UINT32_MAX, "samples of no known size"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wimp_raster_answer a = grey();
        a.channels = cases[i].channels;
        a.sample_bytes = cases[i].sample_bytes;
        a.max_value = cases[i].max_value;
        say_greys(&a, HEIGHT);
        refused(NULL, WEND_ERROR_FORMAT, cases[i].says);
    }
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_HEIGHT;
    wimp_raster_answer a = numbers();
    a.channels = 2;
    say_greys(&a, HEIGHT);
    refused(&def, WEND_ERROR_FORMAT, "samples of no known size");
    a = grey();
    say_greys(&a, HEIGHT);
    refused(&def, WEND_ERROR_FORMAT, "samples of no known size");
    a.width = 0;
    say_greys(&a, HEIGHT);
    refused(NULL, WEND_ERROR_FORMAT, "0 x 2");
    a.width = a.height = INT32_MAX;
    say_greys(&a, HEIGHT);
    refused(NULL, WEND_ERROR_LIMIT, "2147483647 x 2147483647");
}

static void impossible_numbers(void** state) {
    (void)state;
#define AT(member) offsetof(wimp_raster_answer, member)
    static const struct {
        size_t at;
        double value;
        bool is_value; // or a coordinate
    } doubles[] = {
        {AT(geo.transform[0]), (double)INFINITY, false},
        {AT(geo.transform[5]), (double)NAN, false},
        {AT(geo.unit), (double)NAN, false},
        {AT(geo.unit), -1, false},
        {AT(geo.semi_major), (double)INFINITY, false},
        {AT(geo.semi_major), -1, false},
        {AT(geo.flattening), -0.1, false},
        {AT(geo.flattening), 1, false},
        {AT(unit), 0, true},
        {AT(unit), (double)INFINITY, true},
        {AT(low), (double)NAN, true},
        {AT(high), (double)INFINITY, true},
    };
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
        wimp_raster_answer a = grey();
        memcpy((char*)&a + doubles[i].at, &doubles[i].value, sizeof(double));
        say_greys(&a, HEIGHT);
        refused(NULL, WEND_ERROR_FORMAT,
                doubles[i].is_value ? "no possible values" : "no possible coordinates");
    }
    static const struct {
        size_t at;
        int32_t value;
    } integers[] = {{AT(geo.kind), -1}, {AT(geo.kind), WEND_GEO_KIND_COUNT}, {AT(geo.epsg), -1}};
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        wimp_raster_answer a = grey();
        memcpy((char*)&a + integers[i].at, &integers[i].value, sizeof(int32_t));
        say_greys(&a, HEIGHT);
        refused(NULL, WEND_ERROR_FORMAT, "no possible coordinates");
    }
}

// Coordinates are possible, but tiles of them are not.
static void pixels_without_size(void** state) {
    (void)state;
    static const struct {
        double transform[6];
        const char* says;
    } cases[] = {
        {{0, 0, 0, 0, 0, -30}, "gives pixels no area"},
        {{0, 30, 0, 0, 0, 0}, "gives pixels no area"},
        {{0, 1, 1, 0, 1, 1}, "gives pixels no area"},
        {{0, 1e-60, 0, 0, 0, -1e-60}, "too small or too large"},
        {{0, 1e60, 0, 0, 0, -1e60}, "too small or too large"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wimp_raster_answer a = grey();
        memcpy(a.geo.transform, cases[i].transform, sizeof a.geo.transform);
        say_lengths_of(&a, cases[i].transform[1], 0);
        say_greys(&a, HEIGHT);
        refused(NULL, WEND_ERROR_UNSUPPORTED, cases[i].says);
    }
    wimp_raster_answer far = grey(); // beyond the pole
    far.geo.kind = WEND_GEO_GEOGRAPHIC;
    far.geo.unit = 1;
    say_greys(&far, HEIGHT);
    refused(NULL, WEND_ERROR_UNSUPPORTED, "its pixels have no size in the middle of the raster");
    // What would have no effect is refused, what differs is said.
    const wimp_raster_answer a = grey();
    say_greys(&a, HEIGHT);
    for (int32_t i = 0; i < 3; i++) {
        wend_import_def def = wend_default_import_def();
        if (i == 0) def.resolution = 2;
        if (i == 1) def.origin.x = 1;
        if (i == 2) def.origin.y = 1;
        refused(&def, WEND_ERROR_ARGUMENT, "has coordinates of its own");
    }
    static const double skewed[][6] = {{0, 1, 0.3, 0, 0, -1}, {0, 1, -0.3, 0, 0, -1}};
    for (size_t i = 0; i < 2; i++) {
        wimp_raster_answer skew = grey();
        memcpy(skew.geo.transform, skewed[i], sizeof skew.geo.transform);
        skew.geo.kind = WEND_GEO_NONE;
        say_greys(&skew, HEIGHT);
        say_mark(WIMP_ROWS_END);
        const outcome o = hear(NULL);
        assert_ok(o.result);
        assert_non_null(strstr(o.info.warning, "its pixels are no rectangles"));
        wend_grid_destroy(o.grid);
    }
}

static void errors_as_told(void** state) {
    (void)state;
    static const struct {
        wend_result told, result;
    } cases[] = {{WEND_ERROR_ARGUMENT, WEND_ERROR_ARGUMENT},
                 {WEND_ERROR_LIMIT, WEND_ERROR_LIMIT},
                 {WEND_ERROR_UNSUPPORTED, WEND_ERROR_UNSUPPORTED},
                 {WEND_ERROR_MEMORY, WEND_ERROR_MEMORY},
                 {WEND_ERROR_IO, WEND_ERROR_FORMAT},
                 {(wend_result)12345, WEND_ERROR_FORMAT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wimp_raster_answer a = grey();
        a.result = (int32_t)cases[i].told;
        memset(a.text, 'x', sizeof a.text); // without an end
        say_greys(&a, 0);
        refused(NULL, cases[i].result, "xxxx");
    }
    for (int32_t i = 0; i < 2; i++) {
        wimp_raster_answer a = grey();
        *(i == 0 ? &a.magic : &a.layout) = 99;
        say_greys(&a, HEIGHT);
        refused(NULL, WEND_ERROR_IO, "belongs to another version of Wend");
    }
}

static void rows_that_lack(void** state) {
    (void)state;
    const wimp_raster_answer a = grey();
    char text[WIMP_TALK_TEXT];
    memset(text, 'y', sizeof text);
    say_greys(&a, 1);
    say_mark(WIMP_ROWS_END);
    refused(NULL, WEND_ERROR_FORMAT, "too few rows");
    say_greys(&a, HEIGHT + 1);
    refused(NULL, WEND_ERROR_FORMAT, "too many rows");
    say_greys(&a, 1);
    say_mark(WIMP_ROWS_FAILED);
    say(text, sizeof text);
    refused(NULL, WEND_ERROR_FORMAT, "truncated or damaged: yyyy");
    say_greys(&a, 1);
    say_mark(77);
    refused(NULL, WEND_ERROR_FORMAT, "ended");
    // Nothing more, a part of a mark, a part of a row.
    for (size_t cut = 1; cut < sizeof(uint32_t) + sizeof greys; cut++) {
        say_greys(&a, HEIGHT);
        said.size -= cut;
        refused(NULL, WEND_ERROR_FORMAT, "ended");
    }
    say_greys(&a, 1); // the text of the failure is cut, too
    say_mark(WIMP_ROWS_FAILED);
    say(text, 5);
    assert_int_equal(hear(NULL).result, WEND_ERROR_FORMAT);
    // Also where the rows are numbers.
    static const float flat[WIDTH * HEIGHT] = {1, 1, 1, 1, 1, 1};
    const wimp_raster_answer n = numbers();
    for (int32_t rule = 0; rule < 2; rule++) {
        wend_import_def def = wend_default_import_def();
        def.rule = rule == 0 ? WEND_RULE_HEIGHT : WEND_RULE_COST;
        say_numbers(&n, flat);
        said.size -= sizeof(uint32_t) + sizeof(float);
        assert_int_equal(hear(&def).result, WEND_ERROR_FORMAT);
        say_numbers(&n, flat);
        said.size -= sizeof(uint32_t);
        say_row(flat, WIDTH * sizeof *flat);
        refused(&def, WEND_ERROR_FORMAT, "too many rows");
    }
}

static void heights(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_HEIGHT;
    def.negate = true;
    static const float values[WIDTH * HEIGHT] = {-1, -2, NAN, -2, INFINITY, 3};
    const wimp_raster_answer a = numbers();
    say_numbers(&a, values);
    outcome o = hear(&def);
    assert_ok(o.result);
    assert_true(o.info.negate && o.info.darkest == -3 && o.info.brightest == 2);
    assert_false(wend_grid_passable(o.grid, (wend_tile){2, 0}));
    assert_false(wend_grid_passable(o.grid, (wend_tile){1, 1}));
    wend_grid_destroy(o.grid);
    // Beyond the pole nothing is passable.
    static const float flat[WIDTH * HEIGHT] = {1, 1, 1, 1, 1, 1};
    def.negate = false;
    wimp_raster_answer polar = numbers();
    static const double degrees[6] = {13, 1, 0, 92, 0, -3};
    memcpy(polar.geo.transform, degrees, sizeof degrees);
    polar.geo.kind = WEND_GEO_GEOGRAPHIC;
    polar.geo.unit = 0.017453292519943295;
    say_numbers(&polar, flat);
    o = hear(&def);
    assert_ok(o.result);
    for (int32_t x = 0; x < WIDTH; x++) {
        assert_false(wend_grid_passable(o.grid, (wend_tile){x, 0}));
        assert_true(wend_grid_passable(o.grid, (wend_tile){x, 1}));
    }
    wend_grid_destroy(o.grid);
}

static void costs(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_COST;
    static const float values[WIDTH * HEIGHT] = {1, 2, 0, NAN, 2, 1};
    wimp_raster_answer a = numbers();
    say_numbers(&a, values);
    outcome o = hear(&def);
    assert_ok(o.result);
    assert_true(wend_grid_cost(o.grid, (wend_tile){1, 0}) == 2);
    assert_false(wend_grid_passable(o.grid, (wend_tile){0, 1}));
    wend_grid_destroy(o.grid);
    a.value_count = 0; // all is blocked, whatever the rows say
    static const float none[WIDTH * HEIGHT] = {0, 0, 0, -1, 0, 0};
    say_numbers(&a, none);
    o = hear(&def);
    assert_ok(o.result);
    assert_int_equal(wend_grid_passable_count(o.grid), 0);
    assert_non_null(strstr(o.info.warning, "nearly nothing is passable"));
    wend_grid_destroy(o.grid);
    static const struct {
        double low, high;
        float first, second;
    } cases[] = {{0.001, 2, 1, 2}, {1, 5000, 1, 2}, {3, 2, 1, 2},  {1.0 / 64, 1024, 1, 2},
                 {1, 2, 0, 2},     {1, 2, 1, 1e9f}, {1, 2, 1, NAN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        a = numbers();
        a.low = cases[i].low;
        a.high = cases[i].high;
        a.values[0] = cases[i].first;
        a.values[1] = cases[i].second;
        say_numbers(&a, values);
        refused(&def, WEND_ERROR_LIMIT, "expected 0.015625 to 1024");
    }
    def.cost_scale = 2;
    say_numbers(&a, values);
    refused(&def, WEND_ERROR_LIMIT, "expected 0.015625 to 1024");
}

static void lengths_on_the_ground(void** state) {
    (void)state;
    static const float values[WIDTH * HEIGHT] = {0, 10, 20, 0, 10, 20};
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_HEIGHT;
    def.max_climb = 0.4f;
    // 10 m on 30 m is not too steep, on 20 m it is.
    for (int32_t i = 0; i < 2; i++) {
        wimp_raster_answer a = numbers();
        if (i == 1) say_lengths_of(&a, 20, 0.002);
        say_numbers(&a, values);
        const outcome o = hear(&def);
        assert_ok(o.result);
        assert_int_equal(wend_grid_passable_count(o.grid), i == 0 ? WIDTH * HEIGHT : 0);
        assert_int_equal(o.info.geo.ground_count, 2 * i);
        assert_true(fabsf(wend_grid_tile_size(o.grid) - (i == 0 ? 30 : 20.08f)) < 1e-4f);
        wend_grid_destroy(o.grid);
    }
    // 1.2 % along a row: refused where metres make costs, else a warning; in a zone of UTM where it lies in
    // one.
    wimp_raster_answer a = numbers();
    say_lengths_of(&a, 20, 0.003);
    say_numbers(&a, values);
    refused(&def, WEND_ERROR_UNSUPPORTED,
            "differ by 1.2 % along a row, by its coordinate system, ; expected at most 1 %: "
            "gdalwarp -t_srs EPSG:32633 in.tif out.tif");
    def.rule = WEND_RULE_COST;
    refused(&def, WEND_ERROR_UNSUPPORTED, "EPSG:32633");
    static const struct {
        double longitude, latitude, reach;
        const char* epsg;
    } places[] = {{-179.9, -10, 1, "EPSG:32701 "}, {179.9, 10, 1, "EPSG:32660 "},
                  {-0.1, 50, 6, "EPSG:32630 "},    {0, 50, 6, "EPSG:32631 "},
                  {0, 50, 6.1, "EPSG:4326 "},      {0, 85, 1, "EPSG:4326 "},
                  {NAN, NAN, 0, "EPSG:4326 "},     {1e300, 50, 0, "EPSG:4326 "}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        a.longitude = places[i].longitude, a.latitude = places[i].latitude, a.reach = places[i].reach;
        say_numbers(&a, values);
        refused(&def, WEND_ERROR_UNSUPPORTED, places[i].epsg);
    }
    wimp_raster_answer picture = grey();
    say_lengths_of(&picture, 20, 0.003);
    say_greys(&picture, HEIGHT);
    say_mark(WIMP_ROWS_END);
    outcome o = hear(NULL);
    assert_ok(o.result);
    assert_non_null(strstr(o.info.warning, "lengths in metres are up to 0.6 % off"));
    wend_grid_destroy(o.grid);
    // Nothing has a place on the earth, or a length there.
    static const double strange[] = {NAN, INFINITY, 0, -1};
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        say_lengths_of(&picture, strange[i], 0);
        say_greys(&picture, HEIGHT);
        refused(NULL, WEND_ERROR_UNSUPPORTED,
                "no pixel has a longitude and latitude by its coordinate system");
    }
}

static void overviews(void** state) {
    (void)state;
    static const float values[WIDTH * HEIGHT] = {0, 0, 0, 0, 0, 0};
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_HEIGHT;
    def.downscale = 4;
    // 3 x 2 pixels of an overview of a half: 2 x 1 tiles.
    wimp_raster_answer a = numbers();
    a.overview = 2;
    a.raster_width = 5;
    a.raster_height = 4;
    say_numbers(&a, values);
    outcome o = hear(&def);
    assert_ok(o.result);
    assert_int_equal(wend_grid_width(o.grid), 2);
    assert_int_equal(wend_grid_height(o.grid), 1);
    assert_true(o.info.width == 5 && o.info.height == 4 && o.info.raster.window.width == 5);
    assert_true(o.info.geo.transform[1] == 60);
    assert_non_null(strstr(o.info.warning, "its overview of 1/2 was read in place of all pixels"));
    wend_grid_destroy(o.grid);
    // Of a window.
    def.window = (wend_rect){8, 4, 5, 3};
    say_numbers(&a, values);
    o = hear(&def);
    assert_ok(o.result);
    assert_true(o.info.raster.window.x == 8 && o.info.raster.window.height == 3 && o.info.height == 3);
    wend_grid_destroy(o.grid);
    // One that nobody asked for, or that is of another size.
    def.window = (wend_rect){0, 0, 0, 0};
    static const int32_t strange[] = {0, -1, 3, 8, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        a.overview = strange[i];
        say_numbers(&a, values);
        refused(&def, WEND_ERROR_FORMAT, "an overview of no use");
    }
    a.overview = 2;
    def.downscale_by = WEND_DOWNSCALE_COSTLIEST;
    say_numbers(&a, values);
    refused(&def, WEND_ERROR_FORMAT, "an overview of no use");
    def.downscale_by = WEND_DOWNSCALE_AUTO;
    static const int32_t sizes[][2] = {{9, 4}, {4, 4}, {5, 6}, {5, 2}, {-5, 4}, {INT32_MAX, INT32_MAX}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        a.raster_width = sizes[i][0];
        a.raster_height = sizes[i][1];
        say_numbers(&a, values);
        refused(&def, WEND_ERROR_FORMAT, "an overview of another size");
    }
}

static void points(void** state) {
    (void)state;
    wend_geo_point at = {400000, 5200000};
    const wend_geo_point there = {13.5, 47.25}, nowhere = {(double)NAN, 47}, too = {13, (double)INFINITY};
    const wend_georeference utm = {.kind = WEND_GEO_PROJECTED, .unit = 1, .wkt = "PROJCRS[]"};
    wend_error error;
    for (int32_t i = 0; i < 7; i++) {
        wimp_points_answer a = {.magic = WIMP_ANSWER_MAGIC, .layout = WIMP_TALK_LAYOUT};
        if (i == 1) a.magic = 1;
        if (i == 2) a.layout = 9;
        if (i == 3) a.result = (int32_t)WEND_ERROR_UNSUPPORTED, memset(a.text, 'z', sizeof a.text);
        said.size = 0;
        say(&a, sizeof a);
        say(i == 5 ? &nowhere : i == 6 ? &too : &there, i == 4 ? 9 : sizeof there);
        files_put("answer", said.bytes, said.size);
        const wend_result result = wend_geo_transform(&utm, "./points_program", i != 0, &at, 1, &error);
        if (i == 0) {
            assert_ok(result);
            assert_true(at.x == 13.5 && at.y == 47.25);
            continue;
        }
        assert_int_equal(result, i < 3 ? WEND_ERROR_IO : WEND_ERROR_FORMAT);
        if (i == 3) assert_non_null(strstr(error.text, "zzzz"));
        if (i > 4) assert_non_null(strstr(error.text, "has no place there"));
        assert_true(at.x == 13.5 && at.y == 47.25); // untouched
    }
}

// Listens first: a socket that is closed with unread bytes loses what was said.
static void make_program(const char* name, size_t request) {
    char text[80];
    snprintf(text, sizeof text, "#!/bin/sh\nhead -c %zu >/dev/null\nexec cat answer\n", request);
    files_put(name, text, strlen(text));
    assert_int_equal(chmod(name, 0700), 0);
}

static int prepare(void** state) {
    (void)state;
    files_enter();
    files_put("map.tif", "II*\0\10\0\0\0\0\0\0\0\0\0", 14);
    make_program("program", sizeof(wimp_talk_request));
    make_program("points_program", sizeof(wimp_talk_request) + sizeof(wend_geo_point));
    return 0;
}

static int clear(void** state) {
    (void)state;
    files_leave();
    return 0;
}

// ---- files that it asks for

static void say_request(const char* name) {
    char text[WIMP_TALK_PATH] = {0};
    snprintf(text, sizeof text, "%s", name);
    say_mark(WIMP_ASKS_FOR_FILE);
    say(text, sizeof text);
}

static void note(void* context, const char* file) {
    strcat(strcat((char*)context, file), " ");
}

// Before the answer, before a row, and after the rows. Only what is given is noted.
static void asks(const char* const* names, size_t count, bool outside, const char* given,
                 const char* warning) {
    char noted[1000] = "";
    wend_import_def def = wend_default_import_def();
    def.outside = outside;
    def.note_file = note;
    def.note_file_context = noted;
    const wimp_raster_answer a = grey();
    said.size = 0;
    say_mark(WIMP_STILL_AT_WORK);
    for (size_t i = 0; i < count; i++) say_request(names[i]);
    say(&a, sizeof a);
    for (int32_t y = 0; y < HEIGHT; y++) {
        say_mark(WIMP_STILL_AT_WORK);
        say_request("./map.tif.none");
        say_row(greys, sizeof greys);
    }
    say_request("./map.tif.none");
    say_mark(WIMP_ROWS_END);
    const outcome o = hear(&def);
    assert_ok(o.result);
    wend_grid_destroy(o.grid);
    assert_string_equal(noted, given);
    assert_string_equal(o.info.warning, warning);
}

static void files_that_it_asks_for(void** state) {
    (void)state;
    static const char* const there[] = {"map.tif.msk", "map.tfw",   "map.prj",
                                        "map.tif.ovr", "other.prj", "map.tif.MSK"};
    static const char* const describing[] = {"./map.tif.msk", "./map.tfw", "./map.prj", "./map.tif.MSK"};
    static const char* const others[] = {"./map.tif.ovr",
                                         "./other.prj",
                                         "map.tif.msk", // from the working directory
                                         "./map.tif",
                                         "./map.tif.msk/../other.prj",
                                         "./../map.tif.msk",
                                         "./folder/map.prj",
                                         "./map.wld",     // a link that leads outside
                                         "./map.aux.xml", // a pipe
                                         "./map.ige",     // a folder
                                         "/etc/passwd",
                                         "/dev/zero",
                                         "/vsimem/map.prj",
                                         "./.prj",
                                         ".",
                                         "./",
                                         ""};
    static const char* const outside[] = {"./map.tif.ovr", "./folder/map.prj", "./missing",
                                          "./map.aux.xml", "/etc/passwd",      "/etc/passwd",
                                          "/dev/zero",     "/missing",         "other.prj"};
    static const char listens[] = "#!/bin/sh\ncat answer\nexec cat >heard\n";
    files_put("program", listens, sizeof listens - 1); // it hears what it is given
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) files_put(there[i], "x", 1);
    assert_true(mkdir("folder", 0700) == 0 && mkdir("map.ige", 0700) == 0);
    files_put("folder/map.prj", "x", 1);
    assert_true(symlink("/etc/passwd", "map.wld") == 0 && mkfifo("map.aux.xml", 0600) == 0);
    asks(describing, 4, false, "map.tif map.tif.msk map.tfw map.prj map.tif.MSK ", "");
    asks(others, sizeof others / sizeof *others, false, "map.tif ", "");
    asks(outside, sizeof outside / sizeof *outside, true,
         "map.tif map.tif.ovr folder/map.prj /etc/passwd /etc/passwd other.prj ",
         "reads /etc/passwd, outside the folder of this file");
    assert_true(unlink("folder/map.prj") == 0 && rmdir("folder") == 0 && rmdir("map.ige") == 0);
    // What lies beside a file that nothing can read without it.
    wimp_raster_answer a = grey();
    a.result = WEND_ERROR_FORMAT;
    a.is_unknown = 1;
    snprintf(a.text, sizeof a.text, "not known");
    said.size = 0;
    say_request("./map.tif.ovr");
    say(&a, sizeof a);
    refused(NULL, WEND_ERROR_FORMAT, "not known; map.tif.ovr beside it is read only if outside is set");
}

int main(void) {
#if !defined(__linux__) || defined(WIMP_NO_SANDBOX)
    printf("wend-gdal is run on Linux only; skipped\n");
    return 77;
#endif
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_answer),
        cmocka_unit_test(a_transparent_answer),
        cmocka_unit_test(other_sizes),
        cmocka_unit_test(impossible_numbers),
        cmocka_unit_test(pixels_without_size),
        cmocka_unit_test(errors_as_told),
        cmocka_unit_test(rows_that_lack),
        cmocka_unit_test(heights),
        cmocka_unit_test(costs),
        cmocka_unit_test(overviews),
        cmocka_unit_test(points),
        cmocka_unit_test(lengths_on_the_ground),
        cmocka_unit_test(files_that_it_asks_for),
    };
    return cmocka_run_group_tests_name(__FILE__, tests, prepare, clear);
}
