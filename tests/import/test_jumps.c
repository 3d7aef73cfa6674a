// Where do jumps lead, what do they cost, and do the few that are added reach what all would reach?
#include "read.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/link.h"

// The jumps of a map as "x,y>x,y cost" one after another.
static const char* jumps_of(const reading* r) {
    static char text[4000];
    size_t used = 0;
    int32_t count = 0;
    if (r->result != WEND_OK) fail_msg("%s", r->error.text);
    const wend_link* links = wend_grid_links(r->grid, &count);
    text[0] = 0;
    for (int32_t i = 0; i < count; i++) {
        const wend_link* k = &links[i];
        assert_int_equal(k->kind, WEND_LINK_JUMP);
        assert_true(k->duration == 0 && k->enabled);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%d,%d>%d,%d %g", i ? " " : "", k->from.x,
                                 k->from.y, k->to.x, k->to.y, (double)k->cost);
    }
    return text;
}

static void over_gaps(void** state) {
    (void)state;
    static const struct {
        const char *rows, *jumps;
        int32_t across;
    } cases[] = {
        {".@.\n.@.\n.@.\n", "0,1>2,1 4 2,1>0,1 4", 1}, // the middle one of three, there and back
        {".@@.\n.@@.\n", "", 1},
        {".@@.\n.@@.\n", "0,1>3,1 6 3,1>0,1 6", 2},
        {".@@.\n.@@.\n", "0,1>3,1 6 3,1>0,1 6", 16},
        {"...\n.@.\n...\n", "", 1}, // a walk round costs as much
        {"....\n.@@.\n.@@.\n.@@.\n.@@.\n", "0,3>3,3 6 3,3>0,3 6", 2},
        {".@.\n@@.\n.@@\n", "0,0>2,0 4 0,0>0,2 4 2,0>0,0 4 0,2>0,0 4", 1},
        {".@.@.\n.@.@.\n", "0,1>2,1 4 2,1>4,1 4 2,1>0,1 4 4,1>2,1 4", 3}, // never over floor
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        wend_import_def def = wend_default_import_def();
        const int32_t width = (int32_t)strcspn(cases[i].rows, "\n");
        snprintf(text, sizeof text, "type octile\nheight %d\nwidth %d\nmap\n%s",
                 (int32_t)strlen(cases[i].rows) / (width + 1), width, cases[i].rows);
        def.jump_across = cases[i].across;
        reading r = read_text(text, &def);
        if (strcmp(jumps_of(&r), cases[i].jumps) != 0) fail_msg("%s: %s", cases[i].rows, jumps_of(&r));
        wend_grid_destroy(r.grid);
    }
}

// Heights in metres, one row; limits of steps: climb 1, drop 1.
static void on_heights(void** state) {
    (void)state;
    static const struct {
        const char *heights, *jumps;
        int32_t across;
        float down;
    } cases[] = {
        {"10 10 7 7", "1,0>2,0 2", 0, 3},
        {"10 10 7 7", "", 0, 2.5f},
        {"10 10 9 8", "", 0, 3},                      // steps
        {"10 10 2 10", "1,0>3,0 4 3,0>1,0 4", 1, 0},  // over a ditch
        {"10 10 2 2 9", "1,0>4,0 6 4,0>1,0 6", 2, 0}, // 1 m down and up
        {"10 10 2 2 8", "4,0>1,0 6", 2, 0},           // too low; and 2 m up is too high
        {"10 10 2 2 8", "1,0>4,0 6", 2, 2},
        {"10 10 2 4 6", "1,0>4,0 6 3,0>2,0 2 4,0>3,0 2", 2, 4},
        {"10 10 14 10", "", 2, 4}, // no jump over a ridge
        {"10 10 0 10", "1,0>3,0 4 3,0>1,0 4", 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        int32_t count = 1;
        for (const char* c = cases[i].heights; *c; c++) count += *c == ' ';
        snprintf(text, sizeof text, "P2 %d 1 255 %s\n", count, cases[i].heights);
        wend_import_def def = wend_default_import_def();
        def.rule = WEND_RULE_SLOPE;
        def.slope = "rwalk:1,6,2,-2"; // level ground costs 1
        def.height_scale = 255;
        def.max_step_climb = def.max_step_drop = 1.01f;
        def.jump_across = cases[i].across;
        def.jump_down = cases[i].down;
        if (i == 5) def.max_step_climb = 2.5f;
        reading r = read_text(text, &def);
        if (strcmp(jumps_of(&r), cases[i].jumps) != 0) fail_msg("%s: %s", cases[i].heights, jumps_of(&r));
        wend_grid_destroy(r.grid);
    }
}

// ---- all jumps and the few

enum { SIDE = 24 };

static int32_t find(int32_t* group, int32_t at) {
    while (group[at] != at) at = group[at] = group[group[at]];
    return at;
}

// Joins the tiles that walks connect; and those that all jumps over at most so many tiles would connect.
static void join(const wend_grid* grid, int32_t across, int32_t* group) {
    for (int32_t i = 0; i < SIDE * SIDE; i++) group[i] = i;
    for (int32_t i = 0; i < SIDE * SIDE; i++)
        for (int32_t down = 0; down < 2; down++)
            for (int32_t k = 1; k <= across + 1; k++) {
                const wend_tile a = {i % SIDE, i / SIDE}, b = {a.x + (down ? 0 : k), a.y + (down ? k : 0)};
                if (!wend_grid_passable(grid, a) || !wend_grid_contains(grid, b)) break;
                if (!wend_grid_passable(grid, b)) continue;
                group[find(group, i)] = find(group, b.y * SIDE + b.x);
                break;
            }
}

static void the_few_reach_as_far(void** state) {
    (void)state;
    uint32_t seed = 7;
    for (int32_t round = 0; round < 300; round++) {
        char text[SIDE * (SIDE + 1) + 80];
        int32_t all[SIDE * SIDE], few[SIDE * SIDE], count = 0;
        wend_import_def def = wend_default_import_def();
        int used = snprintf(text, sizeof text, "type octile\nheight %d\nwidth %d\nmap\n", SIDE, SIDE);
        for (int32_t i = 0; i < SIDE * SIDE; i++) {
            seed = seed * 1664525u + 1013904223u;
            const bool is_line = round % 2 == 0 && (i % SIDE % 7 == 3 || i / SIDE % 9 == 4); // long runs, too
            text[used++] = is_line || seed >> 24 < (uint32_t)round / 2 ? '@' : '.';
            if (i % SIDE == SIDE - 1) text[used++] = '\n';
        }
        text[used] = 0;
        def.jump_across = 1 + round % 4;
        reading r = read_text(text, &def);
        if (r.result != WEND_OK) fail_msg("%s", r.error.text);
        join(r.grid, def.jump_across, all);
        join(r.grid, 0, few);
        const wend_link* links = wend_grid_links(r.grid, &count);
        for (int32_t i = 0; i < count; i++) {
            const wend_tile a = links[i].from, b = links[i].to;
            const int32_t length = abs(a.x - b.x) + abs(a.y - b.y);
            assert_true(length >= 2 && length <= def.jump_across + 1 && (a.x == b.x || a.y == b.y));
            for (int32_t k = 1; k < length; k++)
                assert_false(wend_grid_passable(
                    r.grid, (wend_tile){a.x + (b.x - a.x) / length * k, a.y + (b.y - a.y) / length * k}));
            few[find(few, a.y * SIDE + a.x)] = find(few, b.y * SIDE + b.x);
        }
        for (int32_t i = 0; i < SIDE * SIDE; i++)
            for (int32_t k = 0; k < i; k += 13)
                assert_int_equal(find(all, i) == find(all, k), find(few, i) == find(few, k));
        wend_grid_destroy(r.grid);
    }
}

// Of a run of 17 jumps side by side, the middle ones of three parts.
static void runs_have_few(void** state) {
    (void)state;
    char text[400] = "type octile\nheight 17\nwidth 3\nmap\n";
    for (int32_t i = 0; i < 17; i++) strcat(text, ".@.\n");
    wend_import_def def = wend_default_import_def();
    def.jump_across = 1;
    reading r = read_text(text, &def);
    assert_string_equal(jumps_of(&r), "0,2>2,2 4 0,8>2,8 4 0,14>2,14 4 2,2>0,2 4 2,8>0,8 4 2,14>0,14 4");
    wend_grid_destroy(r.grid);
}

static void on_floors_and_hexagons(void** state) {
    (void)state;
    static const char floors[] =
        "<map width=\"3\" height=\"1\"><tileset firstgid=\"1\"/><layer width=\"3\" height=\"1\"><data "
        "encoding=\"csv\">1,1,1</data></layer><layer width=\"3\" height=\"1\"><properties><property "
        "name=\"floor\" "
        "value=\"1\"/></properties><data encoding=\"csv\">1,0,1</data></layer></map>";
    wend_import_def def = wend_default_import_def();
    def.jump_across = 1;
    reading r = read_text(floors, &def);
    assert_string_equal(jumps_of(&r), "0,0>2,0 4 2,0>0,0 4");
    int32_t count = 0;
    assert_int_equal(wend_grid_links(r.grid, &count)[0].from.floor, 1);
    assert_int_equal(wend_grid_links(r.grid, &count)[0].to.floor, 1);
    wend_grid_destroy(r.grid);
    def.connectivity = WEND_CONNECTIVITY_HEX_ODD_R;
    r = read_text("type octile\nheight 1\nwidth 3\nmap\n.@.\n", &def);
    assert_int_equal(r.result, WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(r.error.text, "jumps need square tiles"));
}

// A map with more jumps than a map may have links names the first for which there is no room.
static void too_many(void** state) {
    (void)state;
    enum { WIDE = 400 };
    static char text[WIDE * (WIDE + 1) + 80];
    int used = snprintf(text, sizeof text, "type octile\nheight %d\nwidth %d\nmap\n", WIDE, WIDE);
    for (int32_t i = 0; i < WIDE * WIDE; i++) {
        text[used++] = i % WIDE % 2 == 0 && i / WIDE % 2 == 0 ? '.' : '@';
        if (i % WIDE == WIDE - 1) text[used++] = '\n';
    }
    text[used] = 0;
    wend_import_def def = wend_default_import_def();
    def.jump_across = 1;
    reading r = read_text(text, &def);
    assert_int_equal(r.result, WEND_ERROR_LIMIT);
    assert_non_null(strstr(r.error.text, "the jump from "));
    assert_non_null(strstr(r.error.text, "a map has at most 65536 links; expected a smaller jump_across"));
}

static void wrong_definitions(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.jump_down = 3;
    reading r = read_text("P2 1 1 255 255\n", &def);
    assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(r.error.text, "jump_down is only for the rules slope and tobler"));
    def.rule = WEND_RULE_TOBLER;
    def.height_scale = 1;
    r = read_text("P2 1 1 255 255\n", &def);
    assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(r.error.text, "jump_down needs a max_step_drop below it"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(over_gaps),
        cmocka_unit_test(on_heights),
        cmocka_unit_test(the_few_reach_as_far),
        cmocka_unit_test(runs_have_few),
        cmocka_unit_test(on_floors_and_hexagons),
        cmocka_unit_test(too_many),
        cmocka_unit_test(wrong_definitions),
    };
    return run_unit_tests(tests);
}
