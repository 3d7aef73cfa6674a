// Which map do a base and its layers give, and does every mistake in a recipe get an error with its position?
#include "files.h"
#include "read.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A row of greys in a file.
static void put_greys(const char* name, int32_t count, const uint16_t* greys) {
    static bytes file;
    picture p = {.width = count, .height = 1, .channels = 1};
    memcpy(p.samples, greys, (size_t)count * sizeof *greys);
    make_pnm(&file, &p, '5', 255);
    files_put(name, file.data, file.size);
}

// Reads, compares the costs of the row, and gives it back.
static void check_costs(const char* lines, const float* expected, int32_t count) {
    reading r = read_recipe(lines, NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_int_equal(wend_grid_width(r.grid), count);
    for (int32_t x = 0; x < count; x++) {
        float cost = wend_grid_cost(r.grid, (wend_tile){x, 0});
        if (fabsf(cost - expected[x]) > 1e-5f)
            fail_msg("%s\ntile %d costs %g; expected %g", lines, x, (double)cost, (double)expected[x]);
    }
    wend_grid_destroy(r.grid);
}

static void masks(void** state) {
    (void)state;
    put_greys("base.pgm", 5, (uint16_t[]){255, 255, 0, 0, 255});
    put_greys("mask.pgm", 5, (uint16_t[]){0, 255, 0, 255, 128});
    check_costs("base base.pgm\n", (float[]){1, 1, 0, 0, 1}, 5);
    // max: what is blocked stays so
    check_costs("base base.pgm\nlayer mask.pgm mask cost=3\n", (float[]){1, 3, 0, 0, 3}, 5);
    check_costs("base base.pgm\nlayer mask.pgm mask cost=0.5 combine=max\n", (float[]){1, 1, 0, 0, 1}, 5);
    check_costs("base base.pgm\nlayer mask.pgm mask cost=3 combine=sum\n", (float[]){1, 4, 0, 0, 4}, 5);
    check_costs("base base.pgm\nlayer mask.pgm mask cost=3 combine=override\n", (float[]){1, 3, 0, 3, 3}, 5);
    check_costs("base base.pgm\nlayer mask.pgm mask cost=blocked\n", (float[]){1, 0, 0, 0, 0}, 5);
    check_costs("base base.pgm\nlayer mask.pgm mask cost=blocked combine=sum\n", (float[]){1, 0, 0, 0, 0}, 5);
    check_costs("base base.pgm\nlayer mask.pgm mask cost=3 above=0.6\n", (float[]){1, 3, 0, 0, 1}, 5);
    check_costs("base base.pgm\nlayer mask.pgm mask cost=3 negate\n", (float[]){3, 1, 0, 0, 1}, 5);
    // in the order of the lines
    check_costs(
        "base base.pgm\nlayer mask.pgm mask cost=blocked\nlayer mask.pgm mask cost=7 combine=override\n",
        (float[]){1, 7, 0, 7, 7}, 5);
    check_costs(
        "base base.pgm\nlayer mask.pgm mask cost=3 combine=sum\nlayer mask.pgm mask cost=2 combine=sum\n",
        (float[]){1, 6, 0, 0, 6}, 5);
}

static void meanings(void** state) {
    (void)state;
    put_greys("base.pgm", 2, (uint16_t[]){255, 255});
    put_greys("the forest.pgm", 2, (uint16_t[]){0, 255});
    reading r = read_recipe("  base\tbase.pgm // the land\n\nlayer \"the forest.pgm\" mask cost=3\n", NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_string_equal(r.info.meanings[tile_class(&r, 0, 0)], "brightness 1.0000");
    assert_string_equal(r.info.meanings[tile_class(&r, 1, 0)], "the forest.pgm");
    assert_string_equal(r.info.format, "recipe");
    assert_string_equal(r.info.rule, "recipe");
    assert_true(r.info.is_image);
    assert_int_equal(r.info.width, 2);
    assert_string_equal(r.info.warning, "");
    uint64_t hash = r.info.source_hash;
    wend_grid_destroy(r.grid);
    put_greys("the forest.pgm", 2, (uint16_t[]){0, 254}); // the hash is of all files
    r = read_recipe("  base\tbase.pgm // the land\n\nlayer \"the forest.pgm\" mask cost=3\n", NULL);
    assert_true(r.info.source_hash != hash);
    wend_grid_destroy(r.grid);
    r = read_recipe("base base.pgm\nlayer base.pgm combine=sum\n", NULL);
    assert_string_equal(r.info.meanings[tile_class(&r, 0, 0)], "brightness 1.0000 + brightness 1.0000");
    wend_grid_destroy(r.grid);
}

// A layer by a rule: black says "blocked", but transparent says nothing.
static void layers_by_rules(void** state) {
    (void)state;
    static bytes file;
    put_greys("base.pgm", 4, (uint16_t[]){255, 255, 255, 0});
    picture p = {.width = 4, .height = 1, .channels = 2, .samples = {0, 255, 0, 100, 128, 255, 255, 255}};
    make_png(&file, &p, &(png_kind){.color_type = 4, .bits = 8});
    files_put("over.png", file.data, file.size);
    check_costs("base base.pgm\nlayer over.png rule=inverse combine=override\n",
                (float[]){0, 1, 255.0f / 128, 1}, 4);
    check_costs("base base.pgm\nlayer over.png combine=override blocked-below=0.4\n",
                (float[]){0, 1, 255.0f / 128, 1}, 4);
    check_costs("base base.pgm\nlayer over.png rule=linear cost-range=2,256\n", (float[]){256, 1, 129, 0}, 4);
    check_costs("base base.pgm\nlayer over.png rule=linear cost-range=2,256 transparent-below=0\n",
                (float[]){256, 256, 129, 0}, 4);
    check_costs("base base.pgm\nlayer over.png rule=threshold blocked-below=0 combine=override\n",
                (float[]){0, 1, 1, 1}, 4);
    check_costs("base base.pgm\nlayer over.png rule=linear channel=alpha cost-range=1,11 combine=override\n",
                (float[]){1, 1 + 10 * 154 / 254.0f, 1, 1}, 4);
    const char legend[] = "#000000 blocked\n#808080 5 sand\n#ffffff 2 snow\n";
    files_put("legend.txt", legend, strlen(legend));
    check_costs("base base.pgm\nlayer over.png rule=palette palette=legend.txt combine=sum\n",
                (float[]){0, 1, 6, 0}, 4);
    // slopes, in pixels of the recipe's size: 0, 255 x 0.1 ... of the visible neighbours
    put_greys("height.pgm", 4, (uint16_t[]){0, 1, 1, 5});
    check_costs("base base.pgm\nresolution 2\nlayer height.pgm rule=height height-scale=255 max-climb=1 "
                "cost-range=1,2 combine=override\n",
                (float[]){1.5f, 1.5f, 0, 0}, 4);
}

static void maps_as_base_and_layer(void** state) {
    (void)state;
    const char map[] = "type octile\nheight 1\nwidth 3\nmap\n.S@\n";
    files_put("base.map", map, strlen(map));
    put_greys("mask.pgm", 3, (uint16_t[]){0, 255, 255});
    check_costs("base base.map swamp-cost=2.5\nlayer mask.pgm mask cost=1 combine=sum\n",
                (float[]){1, 3.5f, 0}, 3);
    check_costs("base mask.pgm rule=linear cost-range=1,3\nlayer base.map swamp-cost=4\n", (float[]){3, 4, 0},
                3);
    const char yaml[] =
        "image: mask.pgm\nresolution: 0.5\norigin: [1, 2, 0]\nnegate: 0\noccupied_thresh: 0.65\n"
        "free_thresh: 0.2\n";
    files_put("map.yaml", yaml, strlen(yaml));
    reading r = read_recipe("base map.yaml\n", NULL);
    assert_ok(r.result);
    assert_true(wend_grid_tile_size(r.grid) == 0.5f && wend_grid_origin(r.grid).y == -2.5f);
    assert_string_equal(r.info.meanings[tile_class(&r, 0, 0)], "occupied");
    wend_grid_destroy(r.grid);
    r = read_recipe("base map.yaml\norigin 7 -8\nresolution 3\n", NULL);
    assert_ok(r.result);
    assert_true(wend_grid_tile_size(r.grid) == 3 && wend_grid_origin(r.grid).x == 7 &&
                wend_grid_origin(r.grid).y == -8);
    wend_grid_destroy(r.grid);
}

static void downscaled_after_combining(void** state) {
    (void)state;
    put_greys("base.pgm", 4, (uint16_t[]){255, 0, 255, 255});
    put_greys("bridge.pgm", 4, (uint16_t[]){0, 255, 0, 0});
    wend_import_def def = wend_default_import_def();
    def.downscale = 1;
    reading r =
        read_recipe("base base.pgm\nlayer bridge.pgm mask cost=2 combine=override\nresolution 3\n", &def);
    assert_ok(r.result);
    assert_true(wend_grid_cost(r.grid, (wend_tile){1, 0}) == 2);
    wend_grid_destroy(r.grid);
    static bytes file;
    picture p = {.width = 4, .height = 2, .channels = 1, .samples = {255, 0, 255, 255, 255, 255, 255, 255}};
    make_pnm(&file, &p, '5', 255);
    files_put("base.pgm", file.data, file.size);
    memcpy(p.samples, (uint16_t[]){0, 255, 0, 0, 0, 0, 0, 0}, 8 * sizeof *p.samples);
    make_pnm(&file, &p, '5', 255);
    files_put("bridge.pgm", file.data, file.size);
    def.downscale = 2; // each alone, the wall would win
    r = read_recipe("base base.pgm\nlayer bridge.pgm mask cost=2 combine=override\nresolution 3\n", &def);
    assert_ok(r.result);
    assert_int_equal(wend_grid_width(r.grid), 2);
    assert_true(wend_grid_cost(r.grid, (wend_tile){0, 0}) == 2 &&
                wend_grid_cost(r.grid, (wend_tile){1, 0}) == 1);
    assert_true(wend_grid_tile_size(r.grid) == 6);
    wend_grid_destroy(r.grid);
}

// More costs than there are classes: near ones become one, never a cheaper one.
static void many_costs(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 64, .height = 64, .channels = 1}, q = p;
    for (int32_t i = 0; i < 64 * 64; i++) {
        p.samples[i] = (uint16_t)(i % 64 * 4);
        q.samples[i] = (uint16_t)(i / 64 * 4 + 1);
    }
    make_pnm(&file, &p, '5', 255);
    files_put("base.pgm", file.data, file.size);
    make_pnm(&file, &q, '5', 255);
    files_put("over.pgm", file.data, file.size);
    reading r = read_recipe("base base.pgm rule=linear cost-range=1,100\n"
                            "layer over.pgm rule=linear cost-range=0.5,700 combine=sum\n",
                            NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_non_null(
        strstr(r.info.warning, "more than 255 costs: similar costs were rounded up to one value"));
    for (int32_t i = 0; i < 64 * 64; i++) {
        double base_class = 1 + floor(p.samples[i] * 254 / 255.0 + 0.5),
               over_class = 1 + floor(q.samples[i] * 254 / 255.0 + 0.5);
        double exact = 100 - 99 * (base_class - 1) / 254 + 700 - 699.5 * (over_class - 1) / 254;
        double cost = (double)wend_grid_cost(r.grid, (wend_tile){i % 64, i / 64});
        assert_true(cost >= exact * (1 - 1e-5) && cost <= exact * 1.03);
    }
    wend_grid_destroy(r.grid);
    r = read_recipe("base base.pgm rule=linear cost-range=1,1000\nlayer over.pgm rule=linear "
                    "cost-range=1,1000 combine=sum\n",
                    NULL);
    assert_ok(r.result);
    assert_non_null(strstr(r.info.warning, "sums above 1024 were clamped to it"));
    wend_grid_destroy(r.grid);
}

static void errors_have_a_place(void** state) {
    (void)state;
    put_greys("base.pgm", 2, (uint16_t[]){255, 255});
    put_greys("wide.pgm", 3, (uint16_t[]){255, 255, 0});
    files_put("text.txt", "hello", 5);
    files_put("legend.txt", "#ffffff 1\nred 2\n", 16);
    static const struct {
        const char *lines, *expected;
    } cases[] = {
        {"", "line 1, column 1: the recipe has no base"},
        {"layer base.pgm\n", "line 2, column 1: a layer before the base"},
        {"base base.pgm\nbase base.pgm\n", "line 3, column 1: a second base"},
        {"base\n", "line 2, column 5: the line ends; expected a file"},
        {"ground base.pgm\n", "line 2, column 1: 'ground' is not a recipe keyword"},
        {"base nowhere.pgm\n", "line 2, column 6: nowhere.pgm: cannot be opened"},
        {"base text.txt\n", "line 2, column 6: text.txt: unrecognised map format"},
        {"base \"base.pgm\n", "line 2, column 6: missing closing quote"},
        {"base base.pgm mask cost=3\n", "line 2, column 15: 'mask' is not a setting of a base"},
        {"base base.pgm rule=foo\n", "line 2, column 20: 'foo' is not one of brightness, luma"},
        {"base base.pgm rule\n", "line 2, column 19: rule needs a value"},
        {"base base.pgm negate=1\n", "line 2, column 21: negate takes no value"},
        {"base base.pgm blocked-below=2\n",
         "line 2, column 29: blocked-below is '2'; expected a number in 0..1"},
        {"base base.pgm cost-range=1\n", "line 2, column 26: '1' is not a cost range"},
        {"base base.pgm cost-range=\n", "line 2, column 26: '' is not a cost range"},
        {"base base.pgm cost-range=few,1\n", "line 2, column 26: 'few,1' is not a cost range"},
        {"base base.pgm cost-range=1,many\n", "line 2, column 26: '1,many' is not a cost range"},
        {"base base.pgm cost-range=0.001,1\n", "line 2, column 26: '0.001,1' is not a cost range"},
        {"base base.pgm cost-range=2000,1\n", "line 2, column 26: '2000,1' is not a cost range"},
        {"base base.pgm cost-range=1,0.001\n", "line 2, column 26: '1,0.001' is not a cost range"},
        {"base base.pgm cost-range=1,2000\n", "line 2, column 26: '1,2000' is not a cost range"},
        {"base base.pgm ros-mode=raw\nlayer base.pgm ros-mode=bold\n",
         "line 3, column 25: 'bold' is not one of trinary, scale, raw"},
        {"base base.pgm channel=smell\n", "line 2, column 23: 'smell' is not one of"},
        {"base base.pgm palette=\n", "line 2, column 23: palette is empty; expected a file"},
        {"base base.pgm blocked-below=dark\n", "blocked-below is 'dark'; expected a number in 0..1"},
        {"base base.pgm max-climb=0\n", "max-climb is '0'; expected a number in 1e-06..1e+06"},
        {"base base.pgm cost-range=0.1,1024\n", "line 2, column 6: cheapest and costliest are more than"},
        {"base base.pgm rule=height\n", "line 2, column 6: base.pgm: the rule height needs a height_scale"},
        {"base base.pgm rule=palette\n", "line 2, column 6: the rule palette needs a legend"},
        {"base base.pgm palette=legend.txt\n", "line 2, column 23: palette needs rule=palette"},
        {"base base.pgm rule=palette palette=legend.txt\n",
         "line 2, column 6: legend.txt: line 2, column 1: 'red' is not a colour"},
        {"base base.pgm rule=palette palette=/etc/passwd\n",
         "line 2, column 6: /etc/passwd lies outside the folder"},
        {"base base.pgm free-thresh=0.9\n", "line 2, column 6: free_thresh is above"},
        {"base base.pgm colour=3\n", "line 2, column 15: 'colour' is not a setting"},
        {"base base.pgm\nlayer base.pgm mask\n", "line 3, column 1: a mask needs a cost"},
        {"base base.pgm\nlayer base.pgm cost=3\n", "line 3, column 1: cost and above need a mask"},
        {"base base.pgm\nlayer base.pgm mask cost=much\n", "line 3, column 26: 'much' is not a cost"},
        {"base base.pgm\nlayer base.pgm mask cost=0\n", "line 3, column 26: '0' is not a cost"},
        {"base base.pgm\nlayer base.pgm mask cost=3 above=7\n", "line 3, column 34: above is '7'"},
        {"base base.pgm\nlayer base.pgm mask cost=3 above=x\n", "line 3, column 34: above is 'x'"},
        {"base base.pgm\nlayer base.pgm above=0.5\n", "line 3, column 1: cost and above need a mask"},
        {"base base.pgm\nlayer base.pgm mask cost=3 blocked-below=0.4\n",
         "line 3, column 1: a mask takes neither rule"},
        {"base base.pgm\norigin 1 1\norigin 1 1\n", "line 4, column 1: a second origin"},
        {"base base.pgm\nresolution 2e6\n", "line 3, column 1: the resolution is 2e+06"},
        {"base base.pgm\nlinks\n", "line 3, column 6: the line ends; expected a file"},
        {"base base.pgm\nwalls \"a.csv\n", "line 3, column 7: missing closing quote"},
        {"base base.pgm\nprofile\n", "line 3, column 8: the line ends; expected a profile"},
        {"base base.pgm\nprofile \"tank\n", "line 3, column 9: missing closing quote"},
        {"base base.pgm\nprofile :radius=1\n", "line 3, column 9: ':radius=1' is not a profile"},
        {"base base.pgm\nprofile Tank:radius=1\n", "line 3, column 9: 'Tank:radius=1' is not a profile"},
        {"base base.pgm\nlayer base.pgm mask cost=3 rule=luma\n",
         "line 3, column 1: a mask takes neither rule"},
        {"base base.pgm\nlayer base.pgm combine=min\n",
         "line 3, column 24: 'min' is not one of max, sum, override"},
        {"base base.pgm\nlayer base.pgm fast\n", "line 3, column 16: 'fast' is not a setting of a layer"},
        {"base base.pgm\nlayer wide.pgm\n", "line 3, column 7: this layer has 3 x 1 pixels; expected 2 x 1"},
        {"base base.pgm\nresolution\n", "line 3, column 11: the line ends; expected the side of a pixel"},
        {"base base.pgm\nresolution x\n", "line 3, column 12: 'x' is not a number"},
        {"base base.pgm\nresolution 0\n", "line 3, column 1: the resolution is 0"},
        {"base base.pgm\nresolution 1 1\n",
         "line 3, column 14: '1' is unexpected; expected the end of the line"},
        {"base base.pgm\nresolution 1\nresolution 1\n", "line 4, column 1: a second resolution"},
        {"base base.pgm\norigin 1\n", "line 3, column 9: the line ends; expected y"},
        {"base base.pgm\norigin 1 1e300\n", "line 3, column 10: '1e300' is not a number"},
        {"base ../base.pgm\n", "line 2, column 6: ../base.pgm lies outside the folder of this file"},
        {"base sub/../../base.pgm\n", "lies outside the folder"},
        {"base recipe.txt\n", "is a recipe; expected an image or a map"},
        {"base -\n", "is standard input; expected a file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r = read_recipe(cases[i].lines, NULL);
        if (r.result == WEND_OK || !strstr(r.error.text, cases[i].expected))
            fail_msg("%s\n%s; expected: %s", cases[i].lines, r.result == WEND_OK ? "read" : r.error.text,
                     cases[i].expected);
    }
    reading r = read_bytes("wend recipe 2\nbase base.pgm\n", 28, NULL);
    assert_non_null(strstr(r.error.text, "line 1, column 13: unknown recipe version"));
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_LUMA;
    assert_int_equal(read_recipe("base base.pgm\n", &def).result, WEND_ERROR_ARGUMENT);
    def = wend_default_import_def();
    def.max_tiles = 1;
    assert_int_equal(read_recipe("base base.pgm\n", &def).result, WEND_ERROR_LIMIT);
}

static void limits(void** state) {
    (void)state;
    put_greys("base.pgm", 2, (uint16_t[]){255, 255});
    char* text = malloc(1 << 19);
    assert_non_null(text);
    int32_t used = sprintf(text, "wend recipe 1\nbase base.pgm\n");
    for (int32_t i = 0; i < 63; i++) used += sprintf(text + used, "layer base.pgm mask cost=%d\n", i + 1);
    reading r = read_bytes(text, (size_t)used, NULL);
    assert_ok(r.result);
    assert_true(wend_grid_cost(r.grid, (wend_tile){0, 0}) == 63);
    wend_grid_destroy(r.grid);
    used += sprintf(text + used, "layer base.pgm mask cost=1\n");
    r = read_bytes(text, (size_t)used, NULL);
    assert_non_null(strstr(r.error.text, "line 66, column 1: more than 63 layers"));
    int32_t other = sprintf(text + used, "wend recipe 1\nbase base.pgm\n");
    for (int32_t i = 0; i < 17; i++) other += sprintf(text + used + other, "walls w%d.csv\n", i);
    r = read_bytes(text + used, (size_t)other, NULL);
    assert_non_null(strstr(r.error.text, "line 19, column 1: more than 16 files of links and walls"));
    memset(text + used, '\n', (size_t)((1 << 19) - used));
    assert_int_equal(read_bytes(text, 1 << 19, NULL).result, WEND_ERROR_LIMIT);
    free(text);
}

// Every recipe that is cut short or has a bit changed is read or refused by one line.
static void damaged_recipes(void** state) {
    (void)state;
    put_greys("base.pgm", 2, (uint16_t[]){255, 255});
    static const char good[] =
        "wend recipe 1\nbase base.pgm rule=luma\nlayer \"base.pgm\" mask cost=3 // x\norigin 1 2\n";
    char copy[sizeof good];
    for (size_t i = 0; i < 9 * (sizeof good - 1); i++) {
        bool cut = i >= 8 * (sizeof good - 1);
        memcpy(copy, good, sizeof good);
        if (!cut) copy[i / 8] = (char)(copy[i / 8] ^ 1 << i % 8);
        wend_grid_destroy(read_bytes(copy, cut ? i - 8 * (sizeof good - 1) : sizeof good - 1, NULL).grid);
    }
}

static bool stop_at_once(double fraction, void* context) {
    (void)fraction;
    (void)context;
    return false;
}

static void cancelled(void** state) {
    (void)state;
    put_greys("base.pgm", 2, (uint16_t[]){255, 255});
    wend_import_def def = wend_default_import_def();
    def.progress = stop_at_once;
    assert_int_equal(read_recipe("base base.pgm\nlayer base.pgm\n", &def).result, WEND_ERROR_CANCELLED);
}

// A ROS map, a legend, heights, and a last copy.
static reading read_all_kinds(const wend_import_def* def, const void* context) {
    (void)context;
    return read_recipe("base map.yaml\nlayer base.pgm rule=palette palette=legend.txt\n"
                       "layer base.pgm rule=height height-scale=5\nresolution 3\n",
                       def);
}

static void out_of_memory(void** state) {
    (void)state;
    put_greys("base.pgm", 2, (uint16_t[]){255, 255});
    static const char yaml[] = "image: base.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\n"
                               "occupied_thresh: 0.65\nfree_thresh: 0.2\n";
    static const char legend[] = "#ffffff 2\n";
    files_put("map.yaml", yaml, strlen(yaml));
    files_put("legend.txt", legend, strlen(legend));
    assert_true(check_out_of_memory(wend_default_import_def(), read_all_kinds, NULL) > 15);
}

// ---- profiles

static void profiles_are_passed_on(void** state) {
    (void)state;
    put_greys("base.pgm", 2, (uint16_t[]){255, 0});
    reading r = read_recipe("profile tank:radius=1.5,3=blocked // the widest\n"
                            "base base.pgm\n"
                            "profile scout\n"
                            "profile \"boat:brightness 0.5=blocked\"\n",
                            NULL);
    assert_int_equal(r.result, WEND_OK);
    assert_string_equal(r.info.profiles, "tank:radius=1.5,3=blocked\nscout\nboat:brightness 0.5=blocked");
    wend_grid_destroy(r.grid);
    r = read_recipe("base base.pgm\n", NULL);
    assert_string_equal(r.info.profiles, "");
    wend_grid_destroy(r.grid);
    static const char* const wrong[][2] = {
        {"base base.pgm\nprofile\n", "recipe.txt: line 3, column 8: the line ends; expected a profile"},
        {"profile Tank:radius=1\nbase base.pgm\n",
         "recipe.txt: line 2, column 9: 'Tank:radius=1' is not a profile"},
        {"profile :radius=1\nbase base.pgm\n", "recipe.txt: line 2, column 9: ':radius=1' is not a profile"},
        {"profile tank radius=1\nbase base.pgm\n", "recipe.txt: line 2, column 14: 'radius=1' is unexpected"},
        {"profile \"tank:a=1\nbase base.pgm\n", "recipe.txt: line 2, column 9: missing closing quote"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        r = read_recipe(wrong[i][0], NULL);
        assert_int_equal(r.result, WEND_ERROR_FORMAT);
        if (!strstr(r.error.text, wrong[i][1])) fail_msg("%s; expected %s", r.error.text, wrong[i][1]);
    }
    // the limit of all together: with the end, as many bytes as there are
    char name[683], text[2200];
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = 0;
    for (int32_t more = 0; more < 2; more++) {
        snprintf(text, sizeof text, "wend recipe 1\nbase base.pgm\nprofile %s\nprofile %s\nprofile %s%s\n",
                 name, name, name + 1, more ? "a" : "");
        files_put("recipe.txt", text, strlen(text));
        wend_import_def def = wend_default_import_def();
        r = (reading){.grid = NULL};
        r.result = wend_import_file("recipe.txt", &def, &r.grid, &r.info, &r.error);
        assert_int_equal(r.result, more ? WEND_ERROR_FORMAT : WEND_OK);
        if (!more) assert_int_equal(strlen(r.info.profiles), WEND_PROFILES_BYTES - 1);
        if (more)
            assert_non_null(strstr(r.error.text, "line 5, column 9: the profiles have more than 2047 bytes"));
        wend_grid_destroy(r.grid);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks),
        cmocka_unit_test(meanings),
        cmocka_unit_test(layers_by_rules),
        cmocka_unit_test(maps_as_base_and_layer),
        cmocka_unit_test(downscaled_after_combining),
        cmocka_unit_test(many_costs),
        cmocka_unit_test(errors_have_a_place),
        cmocka_unit_test(limits),
        cmocka_unit_test(damaged_recipes),
        cmocka_unit_test(cancelled),
        cmocka_unit_test(out_of_memory),
        cmocka_unit_test(profiles_are_passed_on),
    };
    files_enter();
    int failed = run_unit_tests(tests);
    files_leave();
    return failed;
}
