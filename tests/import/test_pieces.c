// Does a map in pieces give the same map as the whole picture, and which errors do wrong pieces cause?
#include "files.h"
#include "read.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOT "import_pieces.d"
enum { SIDE = 8, COLUMNS = 3, ROWS = 2 };

static void write_text(const char* name, const char* text) {
    files_put(name, text, strlen(text));
}

static void make_folder(const char* format, int32_t a, int32_t b) {
    char name[200];
    snprintf(name, sizeof name, format, a, b);
    (void)mkdir(name, 0700);
}

static int new_folder(void** state) {
    (void)state;
    int code = system("rm -rf " ROOT); // NOLINT(cert-env33-c): a constant
    return code != 0 || mkdir(ROOT, 0700) != 0;
}

static uint16_t grey_at(int32_t x, int32_t y) {
    return (uint16_t)((x * 37 + y * 91 + x * y) % 256);
}

// The part of a picture of 24 x 16 greys from x, y on.
static picture part(int32_t x, int32_t y, int32_t width, int32_t height) {
    picture p = {.width = width, .height = height, .channels = 1};
    for (int32_t i = 0; i < width * height; i++) p.samples[i] = grey_at(x + i % width, y + i / width);
    return p;
}

// names: a format for column and row, from first_x and first_y on.
static void write_pieces(const char* names, int32_t first_x, int32_t first_y) {
    static bytes file;
    for (int32_t i = 0; i < COLUMNS * ROWS; i++) {
        char name[200];
        picture p = part(i % COLUMNS * SIDE, i / COLUMNS * SIDE, SIDE, SIDE);
        if (i % 2)
            make_png(&file, &p, &(png_kind){.bits = 8});
        else
            make_pnm(&file, &p, '5', 255); // the content counts, not the name
        snprintf(name, sizeof name, names, first_x + i % COLUMNS, first_y + i / COLUMNS);
        files_put(name, file.data, file.size);
    }
}

static wend_result import(const char* pattern, const wend_import_def* def_opt, wend_grid** grid,
                          wend_import_info* info, wend_error* error) {
    wend_import_def def = def_opt ? *def_opt : wend_default_import_def();
    return wend_import_pieces(pattern, &def, grid, info, error);
}

static void check_whole(const char* pattern) {
    static bytes file;
    wend_import_info info;
    wend_error error;
    wend_grid* grid = NULL;
    if (import(pattern, NULL, &grid, &info, &error) != WEND_OK) fail_msg("%s: %s", pattern, error.text);
    picture p = part(0, 0, COLUMNS * SIDE, ROWS * SIDE);
    make_png(&file, &p, &(png_kind){.bits = 8});
    reading whole = read_file(&file, NULL);
    assert_ok(whole.result);
    assert_int_equal(info.width, COLUMNS * SIDE);
    assert_int_equal(info.height, ROWS * SIDE);
    assert_true(info.darkest == whole.info.darkest && info.brightest == whole.info.brightest);
    assert_string_equal(info.warning, "");
    assert_string_equal(info.rule, "brightness");
    assert_true(wend_grid_hash(grid) == wend_grid_hash(whole.grid));
    assert_memory_equal(wend_grid_class_costs(grid), wend_grid_class_costs(whole.grid),
                        WEND_CLASS_COUNT * sizeof(float));
    for (int32_t y = 0; y < ROWS * SIDE; y++)
        assert_memory_equal(wend_grid_row(grid, y), wend_grid_row(whole.grid, y), COLUMNS * SIDE);
    wend_grid_destroy(grid);
    wend_grid_destroy(whole.grid);
}

static void patterns_of_names(void** state) {
    (void)state;
    static const struct {
        const char *names, *pattern;
        int32_t first_x, first_y;
    } cases[] = {
        {ROOT "/a_%d_%d.png", ROOT "/a_{x}_{y}.png", 0, 0},
        {ROOT "/b_%03d-%03d.png", ROOT "/b_{x}-{y}.png", 99, 7},
        {ROOT "/c_%d_%d.png", ROOT "/c_{x}_{y}.png", -1, -2},
        {ROOT "/%dx%d", ROOT "//{x}x{y}", 5, 1000},
        {ROOT "/d{%d}%d.png", "./" ROOT "/d{{x}}{y}.png", 0, 9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_pieces(cases[i].names, cases[i].first_x, cases[i].first_y);
        check_whole(cases[i].pattern);
    }
    char here[4096], absolute[5000];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(absolute, sizeof absolute, "%s/" ROOT "/a_{x}_{y}.png", here);
    check_whole(absolute);
}

static void folders(void** state) {
    (void)state;
    make_folder(ROOT "/xy", 0, 0);
    make_folder(ROOT "/zxy", 0, 0);
    make_folder(ROOT "/zxy/3", 0, 0);
    make_folder(ROOT "/zxy/12", 0, 0);
    for (int32_t x = 0; x < COLUMNS; x++) {
        make_folder(ROOT "/xy/%d", x, 0);
        make_folder(ROOT "/zxy/12/%d", 40 + x, 0);
        make_folder(ROOT "/zxy/3/%d", x, 0);
    }
    write_pieces(ROOT "/xy/%d/%d.pgm", 0, 0);
    check_whole(ROOT "/xy");
    check_whole(ROOT "/xy///");
    check_whole(ROOT "/xy/{x}/{y}.pgm");
    write_pieces(ROOT "/zxy/12/%d/%d.pgm", 40, 20);
    write_text(ROOT "/zxy/3/0/0.pgm", "P1 1 1 0");
    write_text(ROOT "/zxy/about.txt", "not a piece");
    check_whole(ROOT "/zxy/12/{x}/{y}.pgm");
    wend_import_info info;
    wend_error error;
    wend_grid* grid = NULL;
    assert_ok(import(ROOT "/zxy", NULL, &grid, &info, &error));
    assert_string_equal(info.warning, "found 2 zoom levels; using the finest, 12");
    assert_int_equal(info.width, COLUMNS * SIDE);
    wend_grid_destroy(grid);
}

static void missing_pieces_are_blocked(void** state) {
    (void)state;
    write_pieces(ROOT "/m_%d_%d.png", 0, 0);
    assert_int_equal(remove(ROOT "/m_1_0.png"), 0);
    assert_int_equal(remove(ROOT "/m_2_1.png"), 0);
    wend_import_info info, before;
    wend_error error;
    wend_grid* grid = NULL;
    assert_ok(import(ROOT "/m_{x}_{y}.png", NULL, &grid, &before, &error));
    assert_string_equal(before.warning, "2 of 6 pieces are missing; their tiles are blocked");
    for (int32_t y = 0; y < ROWS * SIDE; y++)
        for (int32_t x = 0; x < COLUMNS * SIDE; x++) {
            bool missing = (x / SIDE == 1 && y / SIDE == 0) || (x / SIDE == 2 && y / SIDE == 1);
            uint8_t class = wend_grid_class(grid, (wend_tile){x, y});
            assert_int_equal(class, missing ? 0 : grey_at(x, y));
        }
    wend_grid_destroy(grid);
    assert_int_equal(rename(ROOT "/m_0_0.png", ROOT "/m_1_0.png"), 0); // the same pieces at another place
    assert_ok(import(ROOT "/m_{x}_{y}.png", NULL, &grid, &info, &error));
    assert_true(info.source_hash != before.source_hash);
    wend_grid_destroy(grid);
}

static void other_formats_and_costs(void** state) {
    (void)state;
    // the letter a costs 3, then 4: it gets a new class
    write_text(ROOT "/t_0_0.txt", "// letters a=3\na.\n.9\n");
    write_text(ROOT "/t_1_0.txt", "// letters a=4 b=3\nab\n..\n");
    wend_import_info info;
    wend_error error;
    wend_grid* grid = NULL;
    assert_ok(import(ROOT "/t_{x}_{y}.txt", NULL, &grid, &info, &error));
    static const float costs[] = {3, 1, 4, 3, 1, 9, 1, 1};
    for (int32_t i = 0; i < 8; i++) assert_true(wend_grid_cost(grid, (wend_tile){i % 4, i / 4}) == costs[i]);
    wend_grid_destroy(grid);
    write_text(ROOT "/t_1_0.txt", "1\n2\n2\n..\n..\nmore\n");
    write_text(ROOT "/t_0_0.txt", "1\n2\n2\n..\n..\nmore\n");
    assert_ok(import(ROOT "/t_{x}_{y}.txt", NULL, &grid, &info, &error));
    assert_string_equal(
        info.warning,
        ROOT "/t_0_0.txt: ignored the text after the last row, from line 6; further pieces with warnings: 1");
    wend_grid_destroy(grid);
}

static void downscaled(void** state) {
    (void)state;
    write_pieces(ROOT "/k_%d_%d.png", 0, 0);
    wend_import_def def = wend_default_import_def();
    wend_import_info info;
    wend_error error;
    wend_grid* grid = NULL;
    def.downscale = 4;
    assert_ok(import(ROOT "/k_{x}_{y}.png", &def, &grid, &info, &error));
    assert_int_equal(wend_grid_width(grid), 6);
    assert_int_equal(wend_grid_height(grid), 4);
    assert_int_equal(info.width, COLUMNS * SIDE);
    static bytes file;
    picture p = part(0, 0, COLUMNS * SIDE, ROWS * SIDE);
    make_png(&file, &p, &(png_kind){.bits = 8});
    reading whole = read_file(&file, &def);
    assert_true(wend_grid_hash(grid) == wend_grid_hash(whole.grid));
    wend_grid_destroy(whole.grid);
    wend_grid_destroy(grid);
    def.downscale = 3;
    assert_int_equal(import(ROOT "/k_{x}_{y}.png", &def, &grid, &info, &error), WEND_ERROR_UNSUPPORTED);
    assert_non_null(
        strstr(error.text, "pieces of 8 x 8 cannot be downscaled by 3; expected a divisor of both"));
}

static void nothing_is_passable_but_in_pieces(void** state) {
    (void)state;
    write_text(ROOT "/s_0_0.pbm", "P1 2 2 11 11"); // a sea
    write_text(ROOT "/s_1_0.pbm", "P1 2 2 00 00");
    wend_import_info info;
    wend_error error;
    wend_grid* grid = NULL;
    assert_ok(import(ROOT "/s_{x}_{y}.pbm", NULL, &grid, &info, &error));
    assert_string_equal(info.warning, "");
    wend_grid_destroy(grid);
    write_text(ROOT "/s_1_0.pbm", "P1 2 2 11 11");
    assert_ok(import(ROOT "/s_{x}_{y}.pbm", NULL, &grid, &info, &error));
    assert_string_equal(info.warning, "nearly nothing is passable: brightness is 0.000 to 0.000");
    wend_grid_destroy(grid);
}

// What has the name of a piece is named when it cannot be read; it does not count as missing.
static void pieces_that_are_no_files(void** state) {
    (void)state;
    wend_import_info info;
    wend_error error;
    wend_grid* grid = NULL;
    write_pieces(ROOT "/n_%d_%d.png", 0, 0);
    assert_int_equal(remove(ROOT "/n_1_1.png"), 0);
    make_folder(ROOT "/n_1_1.png", 0, 0);
    assert_int_equal(import(ROOT "/n_{x}_{y}.png", NULL, &grid, &info, &error), WEND_ERROR_IO);
    assert_string_equal(error.text, ROOT "/n_1_1.png: is a directory; expected a file");
    assert_int_equal(rmdir(ROOT "/n_1_1.png"), 0);
    assert_int_equal(symlink("nowhere.png", ROOT "/n_1_1.png"), 0);
    assert_int_equal(import(ROOT "/n_{x}_{y}.png", NULL, &grid, &info, &error), WEND_ERROR_IO);
    assert_non_null(strstr(error.text, ROOT "/n_1_1.png: cannot be opened"));
    assert_int_equal(remove(ROOT "/n_1_1.png"), 0);
    make_folder(ROOT "/n_10", 0, 0); // no name of a piece
    assert_ok(import(ROOT "/n_{x}_{y}.png", NULL, &grid, &info, &error));
    assert_string_equal(info.warning, "1 of 6 pieces are missing; their tiles are blocked");
    wend_grid_destroy(grid);
}

static void note(void* context, const char* file) {
    snprintf(context, 200, "%s", file);
}

static void host_is_told_of_files(void** state) {
    (void)state;
    write_text(ROOT "/w_0_0.pbm", "P1 1 1 0");
    wend_import_def def = wend_default_import_def();
    char noted[200] = "";
    wend_grid* grid = NULL;
    def.note_file = note;
    def.note_file_context = noted;
    assert_ok(import(ROOT "/w_{x}_{y}.pbm", &def, &grid, NULL, NULL));
    assert_string_equal(noted, ROOT "/w_0_0.pbm");
    wend_grid_destroy(grid);
    def.walls = ROOT "/none.csv"; // noted before it is opened
    assert_int_equal(import(ROOT "/w_{x}_{y}.pbm", &def, &grid, NULL, NULL), WEND_ERROR_IO);
    assert_string_equal(noted, ROOT "/none.csv");
}

static void errors(void** state) {
    (void)state;
    write_text(ROOT "/e_0_0.pbm", "P1 2 2 00 00");
    write_text(ROOT "/e_1_0.pbm", "P1 2 1 00");
    write_text(ROOT "/f_0_0.pbm", "P1 2 2 00 00");
    write_text(ROOT "/f_0_1.pbm", "P1 2 2 00 0");
    write_text(ROOT "/g_1_1.pbm", "P1 1 1 0");
    write_text(ROOT "/g_01_1.pbm", "P1 1 1 0");
    write_text(ROOT "/h_0_0.pbm", "P1 2 2 00 00");
    write_text(ROOT "/h_268435456_0.pbm", "P1 2 2 00 00");
    make_folder(ROOT "/i_0_0.pbm", 0, 0);
    make_folder(ROOT "/empty", 0, 0);
    static const struct {
        const char *pattern, *says;
        wend_result result;
    } cases[] = {
        {ROOT "/e_{x}_{y}.pbm", ROOT "/e_1_0.pbm: is 2 x 1; expected 2 x 2 like " ROOT "/e_0_0.pbm",
         WEND_ERROR_FORMAT},
        {ROOT "/f_{x}_{y}.pbm", ROOT "/f_0_1.pbm: truncated", WEND_ERROR_FORMAT},
        {ROOT "/g_{x}_{y}.pbm", "is piece 1, 1, but so is " ROOT "/g_1_1.pbm; expected only one",
         WEND_ERROR_FORMAT},
        {ROOT "/h_{x}_{y}.pbm", "is too large", WEND_ERROR_LIMIT},
        {ROOT "/i_{x}_{y}.pbm", ROOT "/i_0_0.pbm: is a directory; expected a file", WEND_ERROR_IO},
        {ROOT "/empty", "no file matches; expected names with numbers", WEND_ERROR_IO},
        {ROOT "/none/{x}_{y}.pbm", "no file matches", WEND_ERROR_IO},
        {ROOT "/{y}.pbm", "names no pieces; expected a pattern with {x} and {y}, or a folder z/x/y or x/y",
         WEND_ERROR_ARGUMENT},
        {"", "names no pieces", WEND_ERROR_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_error error = {.text = ""};
        wend_grid* grid = NULL;
        wend_result result = import(cases[i].pattern, NULL, &grid, NULL, &error);
        if (result != cases[i].result || !strstr(error.text, cases[i].says))
            fail_msg("%s gives %d %s", cases[i].pattern, result, error.text);
        assert_null(grid);
        assert_int_equal(error.result, result);
    }
    wend_import_def def = wend_default_import_def();
    wend_grid* grid = NULL;
    wend_error error;
    write_pieces(ROOT "/j_%d_%d.png", 0, 0);
    def.max_tiles = COLUMNS * ROWS * SIDE * SIDE - 1;
    assert_int_equal(import(ROOT "/j_{x}_{y}.png", &def, &grid, NULL, &error), WEND_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "24 x 16 are 384 tiles; the limit is 383"));
    def.rule = WEND_RULE_HEIGHT;
    def.height_scale = 1;
    assert_int_equal(import(ROOT "/j_{x}_{y}.png", &def, &grid, NULL, &error), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "heights cannot be read in pieces"));
    def.cookie = 0;
    assert_int_equal(import(ROOT "/j_{x}_{y}.png", &def, &grid, NULL, &error), WEND_ERROR_DEF);
    assert_int_equal(wend_import_pieces(NULL, &def, &grid, NULL, NULL), WEND_ERROR_ARGUMENT);
}

static bool stop_at_piece(double fraction, void* context) {
    int32_t* calls = context;
    assert_true(fraction > 0 && fraction <= 1);
    return --*calls > 0;
}

static reading read_pieces(const wend_import_def* def, const void* pattern) {
    reading r = {.grid = NULL};
    r.result = import(pattern, def, &r.grid, NULL, NULL);
    return r;
}

static void memory_and_cancelling(void** state) {
    (void)state;
    write_pieces(ROOT "/l_%d_%d.png", 0, 0);
    check_out_of_memory(wend_default_import_def(), read_pieces, ROOT "/l_{x}_{y}.png");
    for (int32_t stop = 1; stop <= COLUMNS * ROWS; stop++) {
        int32_t calls = stop;
        wend_import_def def = wend_default_import_def();
        def.progress = stop_at_piece;
        def.progress_context = &calls;
        wend_grid* grid = NULL;
        wend_error error;
        assert_int_equal(import(ROOT "/l_{x}_{y}.png", &def, &grid, NULL, &error), WEND_ERROR_CANCELLED);
        assert_int_equal(calls, 0);
    }
}

// Lanes are of the tiles of one file; a map in pieces says that it has none.
static void lanes_are_left_out(void** state) {
    (void)state;
    static const char text[] =
        "<map orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"8\" tileheight=\"8\">"
        "<tileset firstgid=\"1\" name=\"t\" tilewidth=\"8\" tileheight=\"8\"/>"
        "<layer name=\"collision\" width=\"2\" height=\"2\">"
        "<properties><property name=\"lane\" value=\"right\"/></properties>"
        "<data encoding=\"csv\">0,1,0,0</data></layer></map>";
    write_text(ROOT "/m_0_0.tmx", text);
    write_text(ROOT "/m_1_0.tmx", text);
    wend_grid* grid = NULL;
    wend_import_info info;
    assert_int_equal(import(ROOT "/m_{x}_{y}.tmx", NULL, &grid, &info, NULL), WEND_OK);
    assert_non_null(strstr(info.warning, "the lanes of its tiles are left out, as it is read in pieces"));
    wend_grid_destroy(grid);
    check_out_of_memory(wend_default_import_def(), read_pieces, ROOT "/m_{x}_{y}.tmx");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(patterns_of_names, new_folder),
        cmocka_unit_test_setup(folders, new_folder),
        cmocka_unit_test_setup(missing_pieces_are_blocked, new_folder),
        cmocka_unit_test_setup(other_formats_and_costs, new_folder),
        cmocka_unit_test_setup(downscaled, new_folder),
        cmocka_unit_test_setup(nothing_is_passable_but_in_pieces, new_folder),
        cmocka_unit_test_setup(pieces_that_are_no_files, new_folder),
        cmocka_unit_test_setup(host_is_told_of_files, new_folder),
        cmocka_unit_test_setup(errors, new_folder),
        cmocka_unit_test_setup(memory_and_cancelling, new_folder),
        cmocka_unit_test_setup(lanes_are_left_out, new_folder),
    };
    return run_unit_tests(tests);
}
