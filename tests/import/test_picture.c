// Does a map look as in its own file, one pixel a tile?
#include "files.h"
#include "make.h"
#include "unit.h"
#include "wend/import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_file(const char* name, const char* text) {
    files_put(name, text, strlen(text));
}

static wend_result read_to(const char* file, int32_t downscale, int32_t width, int32_t height, uint8_t* rgba,
                           wend_error* error) {
    wend_import_def def = wend_default_import_def();
    def.downscale = downscale;
    return wend_import_picture(file, &def, width, height, rgba, error);
}

// Compares the pixels, each 0xRRGGBBAA.
static void check(const char* file, int32_t downscale, int32_t width, int32_t height,
                  const uint32_t* expected) {
    uint8_t rgba[64 * 4];
    wend_error error = {.text = ""};
    if (read_to(file, downscale, width, height, rgba, &error) != WEND_OK) fail_msg("%s", error.text);
    for (int32_t i = 0; i < width * height; i++) {
        const uint8_t* p = rgba + 4 * i;
        const uint32_t found = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
        if (found != expected[i]) fail_msg("%s: pixel %d is %08x, not %08x", file, i, found, expected[i]);
    }
}

static void images(void** state) {
    (void)state;
    put_file("color.ppm", "P3\n3 2\n255\n255 0 0  0 255 0  0 0 255\n10 20 30  40 50 60  70 80 90\n");
    check("color.ppm", 1, 3, 2,
          (uint32_t[]){0xFF0000FF, 0x00FF00FF, 0x0000FFFF, 0x0A141EFF, 0x28323CFF, 0x46505AFF});
    // the mean of 2 x 2 pixels, of fewer at the right end
    check("color.ppm", 2, 2, 1, (uint32_t[]){0x4C5117FF, 0x2328ADFF});
    put_file("grey.pgm", "P2\n2 1\n65535\n0 65535\n"); // 16 bits
    check("grey.pgm", 1, 2, 1, (uint32_t[]){0x000000FF, 0xFFFFFFFF});
}

static void transparent_pixels_do_not_bleed(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 2, .height = 2, .channels = 4};
    const uint16_t samples[] = {200, 100, 50, 255, 0, 255, 0, 0, 200, 100, 50, 255, 0, 255, 0, 0};
    memcpy(p.samples, samples, sizeof samples);
    make_png(&file, &p, &(png_kind){.color_type = 6, .bits = 8});
    files_put("alpha.png", file.data, file.size);
    check("alpha.png", 1, 2, 2, (uint32_t[]){0xC86432FF, 0, 0xC86432FF, 0});
    check("alpha.png", 2, 1, 1, (uint32_t[]){0xC8643280});
}

static void files_that_name_images(void** state) {
    (void)state;
    put_file("color.ppm", "P3\n2 2\n255\n255 0 0  0 0 9\n255 0 0  0 0 9\n");
    put_file("map.yaml", "image: color.ppm\nresolution: 0.1\norigin: [0, 0, 0]\nnegate: 0\n"
                         "occupied_thresh: 0.65\nfree_thresh: 0.25\n");
    check("map.yaml", 1, 2, 2, (uint32_t[]){0xFF0000FF, 0x000009FF, 0xFF0000FF, 0x000009FF});
    put_file("recipe.txt", "wend recipe 1\nbase color.ppm rule=inverse\nlayer mask.pgm mask cost=3\n");
    put_file("mask.pgm", "P2\n2 2\n255\n255 0\n255 0\n");
    check("recipe.txt", 1, 2, 2, (uint32_t[]){0xFF0000FF, 0x000009FF, 0xFF0000FF, 0x000009FF});
    check("recipe.txt", 2, 1, 1, (uint32_t[]){0x800005FF});
}

// Two tiles of 2 x 1 pixels with a margin of 1, between them a pixel; and one with a picture of its own.
static void tiled_maps(void** state) {
    (void)state;
    put_file("tiles.ppm", "P3\n7 3\n255\n"
                          "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n"
                          "1 1 1 200 0 0 100 0 0 1 1 1 0 60 0 0 80 0 1 1 1\n"
                          "1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\n");
    put_file("own.ppm", "P3\n1 1\n255\n7 8 9\n");
    const char* layers = "<layer name=\"ground\" width=\"4\" height=\"1\"><data encoding=\"csv\">1,2,10,0"
                         "</data></layer>\n"
                         "<layer name=\"hidden\" width=\"4\" height=\"1\" visible=\"0\"><data "
                         "encoding=\"csv\">2,1,1,1</data></layer>\n"
                         "<layer name=\"half\" width=\"4\" height=\"1\" opacity=\"0.5\"><data "
                         "encoding=\"csv\">0,1,0,0</data></layer>\n</map>\n";
    char text[2000];
    snprintf(text, sizeof text,
             "<map orientation=\"orthogonal\" width=\"4\" height=\"1\" tilewidth=\"2\" tileheight=\"1\">\n"
             "<tileset firstgid=\"1\" name=\"a\" tilewidth=\"2\" tileheight=\"1\" spacing=\"1\" "
             "margin=\"1\"><image source=\"tiles.ppm\"/></tileset>\n"
             "<tileset firstgid=\"10\" name=\"b\"><tile id=\"0\"><image source=\"own.ppm\"/></tile>"
             "</tileset>\n%s",
             layers);
    put_file("map.tmx", text);
    const uint32_t expected[] = {0x960000FF, 0x4B2300FF, 0x070809FF, 0x00000000};
    check("map.tmx", 1, 4, 1, expected);
    put_file("map.tmj",
             "{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":4,\"height\":1,\"tilewidth\":2,"
             "\"tileheight\":1,\"infinite\":false,\"tilesets\":[{\"firstgid\":1,\"name\":\"a\","
             "\"tilewidth\":2,\"tileheight\":1,\"spacing\":1,\"margin\":1,\"image\":\"tiles.ppm\"},"
             "{\"firstgid\":10,\"name\":\"b\",\"tiles\":[{\"id\":0,\"image\":\"own.ppm\"}]}],"
             "\"layers\":[{\"type\":\"tilelayer\",\"name\":\"ground\",\"width\":4,\"height\":1,"
             "\"data\":[1,2,10,0]},{\"type\":\"tilelayer\",\"name\":\"hidden\",\"visible\":false,"
             "\"width\":4,\"height\":1,\"data\":[2,1,1,1]},{\"type\":\"tilelayer\",\"name\":\"half\","
             "\"opacity\":0.5,\"width\":4,\"height\":1,\"data\":[0,1,0,0]}]}");
    check("map.tmj", 1, 4, 1, expected);
}

// A map of two tiles, red and blue, each 4 x 2 pixels; and a tile of 4 x 3 that is white above and grey
// below.
#define DRAWN(orientation, size, numbers)                                                                    \
    "<map orientation=\"" orientation "\" " size " tilewidth=\"4\" tileheight=\"2\">\n"                      \
    "<tileset firstgid=\"1\" name=\"a\" tilewidth=\"4\" tileheight=\"2\"><image source=\"two.ppm\"/>"        \
    "</tileset>\n<tileset firstgid=\"10\" name=\"b\"><tileoffset x=\"1\" y=\"-1\"/><tile id=\"0\"><image "   \
    "source=\"high.ppm\"/></tile></tileset>\n<layer name=\"g\" " size "><data encoding=\"csv\">" numbers     \
    "</data></layer></map>\n"

// Compares a drawing with letters: R, B, W, G, or a point where nothing is drawn.
static void check_bytes(const char* file, int32_t width, int32_t height, const char* expected) {
    uint8_t rgba[64 * 4];
    wend_error error = {.text = ""};
    if (read_to(file, 1, width, height, rgba, &error) != WEND_OK) fail_msg("%s", error.text);
    for (int32_t i = 0; i < width * height; i++) {
        const uint8_t* p = rgba + 4 * i;
        const char found = p[3] == 0                    ? '.'
                           : p[0] == 255 && p[2] == 255 ? 'W'
                           : p[0] == 255                ? 'R'
                           : p[2] == 255                ? 'B'
                                                        : 'G';
        if (found != expected[i]) fail_msg("pixel %d is %c, not %c of %s", i, found, expected[i], expected);
    }
}

static void check_drawing(const char* text, int32_t width, int32_t height, const char* expected) {
    wend_grid* grid = NULL;
    wend_import_info* info = calloc(1, sizeof *info);
    wend_import_def def = wend_default_import_def();
    wend_error error = {.text = ""};
    put_file("drawn.tmx", text);
    if (wend_import_file("drawn.tmx", &def, &grid, info, &error) != WEND_OK) fail_msg("%s", error.text);
    assert_int_equal(info->drawing_width, width);
    assert_int_equal(info->drawing_height, height);
    check_bytes("drawn.tmx", width, height, expected);
    wend_grid_destroy(grid);
    free(info);
}

static void tiled_maps_as_they_are_drawn(void** state) {
    (void)state;
    put_file("two.ppm", "P3\n8 2\n255\n255 0 0 255 0 0 255 0 0 255 0 0  0 0 255 0 0 255 0 0 255 0 0 255\n"
                        "255 0 0 255 0 0 255 0 0 255 0 0  0 0 255 0 0 255 0 0 255 0 0 255\n");
    put_file("high.ppm", "P3\n4 3\n255\n255 255 255 255 255 255 255 255 255 255 255 255\n"
                         "9 9 9 9 9 9 9 9 9 9 9 9\n9 9 9 9 9 9 9 9 9 9 9 9\n");
    check_drawing(DRAWN("orthogonal", "width=\"2\" height=\"1\"", "1,2"), 8, 2, "RRRRBBBBRRRRBBBB");
    // diamonds overlap: what lies in front is drawn last
    check_drawing(DRAWN("isometric", "width=\"2\" height=\"1\"", "1,2"), 6, 3, "RRRR..RRBBBB..BBBB");
    check_drawing(DRAWN("isometric", "width=\"1\" height=\"2\"", "1,2"), 6, 3, "..RRRRBBBBRRBBBB..");
    check_drawing(
        DRAWN("staggered\" staggeraxis=\"y\" staggerindex=\"odd", "width=\"1\" height=\"2\"", "1,2"), 6, 3,
        "RRRR..RRBBBB..BBBB");
    check_drawing(
        DRAWN("staggered\" staggeraxis=\"x\" staggerindex=\"even", "width=\"2\" height=\"1\"", "1,2"), 6, 3,
        "..BBBBRRRRBBRRRR..");
    check_drawing(DRAWN("hexagonal\" hexsidelength=\"2\" staggeraxis=\"x\" staggerindex=\"odd",
                        "width=\"2\" height=\"1\"", "1,2"),
                  7, 3, "RRRR...RRRBBBB...BBBB");
    // a high picture stands on its tile and is moved by the offset of its set; it reaches over the tile
    // behind
    check_drawing(DRAWN("orthogonal", "width=\"1\" height=\"3\"", "1,0,10"), 4, 6,
                  "RRRRRRRR.WWW.GGG.GGG....");
    // mirrored across and down, 0xC000000A; exchanged, 0x2000000A: 3 wide and 4 high
    check_drawing(DRAWN("orthogonal", "width=\"1\" height=\"3\"", "1,0,3221225482"), 4, 6,
                  "RRRRRRRR.GGG.GGG.WWW....");
    check_drawing(DRAWN("orthogonal", "width=\"1\" height=\"3\"", "1,0,536870922"), 4, 6,
                  "RRRRRWGG.WGG.WGG.WGG....");
    uint8_t rgba[64 * 4];
    wend_error error;
    assert_int_equal(read_to("drawn.tmx", 1, 4, 5, rgba, &error), WEND_ERROR_ARGUMENT);
    assert_int_equal(read_to("drawn.tmx", 1, 1, 3, rgba, &error), WEND_OK); // a pixel a tile
    put_file("drawn.tmj",
             "{\"type\":\"map\",\"orientation\":\"isometric\",\"width\":2,\"height\":1,\"tilewidth\":4,"
             "\"tileheight\":2,\"tilesets\":[{\"firstgid\":1,\"name\":\"a\",\"tilewidth\":4,"
             "\"tileheight\":2,\"tileoffset\":{\"x\":-1,\"y\":0},\"image\":\"two.ppm\"}],\"layers\":[{"
             "\"type\":\"tilelayer\",\"name\":\"g\",\"width\":2,\"height\":1,\"data\":[1,2]}]}");
    check_bytes("drawn.tmj", 6, 3, "RRR...RBBBB..BBBB.");
}

static void what_has_no_picture(void** state) {
    (void)state;
    uint8_t rgba[16];
    wend_error error;
    put_file("two.map", "type octile\nheight 1\nwidth 2\nmap\n..\n");
    assert_int_equal(read_to("two.map", 1, 2, 1, rgba, &error), WEND_ERROR_UNSUPPORTED);
    put_file("lost.tmx",
             "<map orientation=\"orthogonal\" width=\"2\" height=\"1\">\n<tileset firstgid=\"1\" "
             "name=\"a\" tilewidth=\"1\" tileheight=\"1\"><image source=\"lost.png\"/></tileset>\n"
             "<layer name=\"g\" width=\"2\" height=\"1\"><data encoding=\"csv\">1,1</data></layer>"
             "</map>\n");
    assert_int_equal(read_to("lost.tmx", 1, 2, 1, rgba, &error), WEND_ERROR_UNSUPPORTED);
    // a map that names itself as the picture of its tiles is not read for ever
    put_file("own.tmx", "<map orientation=\"orthogonal\" width=\"2\" height=\"1\">\n<tileset firstgid=\"1\" "
                        "name=\"a\" tilewidth=\"1\" tileheight=\"1\"><image source=\"own.tmx\"/></tileset>\n"
                        "<layer name=\"g\" width=\"2\" height=\"1\"><data encoding=\"csv\">1,1</data></layer>"
                        "</map>\n");
    assert_int_equal(read_to("own.tmx", 1, 2, 1, rgba, &error), WEND_ERROR_UNSUPPORTED);
    put_file("color.ppm", "P3\n2 1\n255\n255 0 0  0 0 9\n");
    assert_int_equal(read_to("color.ppm", 1, 3, 1, rgba, &error), WEND_ERROR_ARGUMENT);
    put_file("short.ppm", "P6\n2 1\n255\nabc");
    assert_int_equal(read_to("short.ppm", 1, 2, 1, rgba, &error), WEND_ERROR_FORMAT);
    assert_int_equal(read_to("none.ppm", 1, 2, 1, rgba, &error), WEND_ERROR_IO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images),
        cmocka_unit_test(transparent_pixels_do_not_bleed),
        cmocka_unit_test(files_that_name_images),
        cmocka_unit_test(tiled_maps),
        cmocka_unit_test(tiled_maps_as_they_are_drawn),
        cmocka_unit_test(what_has_no_picture),
    };
    files_enter();
    int failed = run_unit_tests(tests);
    files_leave();
    return failed;
}
