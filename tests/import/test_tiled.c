// Are Tiled maps read in all encodings, do properties and layers become costs, and do errors name the
// unsupported feature?
#include "files.h"
#include "read.h"
#include "tiled_text.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#define COST_SET                                                                                             \
    "<tileset firstgid=\"1\" name=\"s\">\n"                                                                  \
    "<tile id=\"1\"><properties><property name=\"cost\" type=\"float\" "                                     \
    "value=\"2.5\"/></properties></tile>\n"                                                                  \
    "<tile id=\"2\"><properties><property name=\"cost\" value=\"blocked\"/></properties></tile>\n"           \
    "<tile id=\"3\"><properties><property name=\"collision\" type=\"bool\" "                                 \
    "value=\"true\"/></properties></tile>\n"                                                                 \
    "<tile id=\"4\"><properties><property name=\"speed\" type=\"int\" value=\"4\"/></properties></tile>\n"   \
    "</tileset>\n"

static void check_costs(const char* text, const wend_import_def* def_opt, const float costs[6],
                        const char* warning) {
    reading r = read_text(text, def_opt);
    if (r.result != WEND_OK) fail_msg("%s: %s", text, r.error.text);
    assert_string_equal(r.info.warning, warning);
    assert_int_equal(wend_grid_width(r.grid), 3);
    assert_int_equal(wend_grid_height(r.grid), 2);
    for (int32_t t = 0; t < 6; t++) {
        float cost = wend_grid_cost(r.grid, (wend_tile){t % 3, t / 3});
        if (cost != costs[t]) fail_msg("%s: tile %d costs %g", text, t, (double)cost);
    }
    assert_string_equal(r.info.format, "tiled");
    assert_string_equal(r.info.rule, "properties");
    wend_grid_destroy(r.grid);
}

// ---- a legend of tiles

#define NAMED_SET                                                                                            \
    "<tileset firstgid=\"1\" name=\"out\"><tile id=\"1\" type=\"water\"/><tile id=\"2\" class=\"deep "       \
    "water\"/>"                                                                                              \
    "<wangsets><wangset name=\"t\"><wangcolor name=\"sand\"/><wangcolor name=\"rock\"/>"                     \
    "<wangtile tileid=\"3\" wangid=\"0,1,0,1,0,1,0,1\"/><wangtile tileid=\"4\" wangid=\"0,1,0,2,0,1,0,1\"/>" \
    "</wangset></wangsets></tileset>\n"
#define NAMED_MAP "<map width=\"3\" height=\"2\">\n" NAMED_SET LAYER("ground", "", "1,2,3,4,5,1") "</map>"

typedef struct legend_text {
    const char* text;
} legend_text;

static wend_result open_legend(void* context, const char* name, wend_source* out) {
    if (strcmp(name, "tiles.legend") != 0) return WEND_ERROR_IO;
    *out = (wend_source){.bytes = ((const legend_text*)context)->text,
                         .size = strlen(((const legend_text*)context)->text)};
    return WEND_OK;
}

static wend_import_def with_legend(legend_text* text) {
    wend_import_def def = wend_default_import_def();
    def.legend = "tiles.legend";
    def.open = open_legend;
    def.open_context = text;
    return def;
}

static void a_legend_gives_costs(void** state) {
    (void)state;
    legend_text text = {
        "// costs\n  deep water blocked // not swimmable\nwater 3\nsand 2.5\nout:0 1.5\nout:1 9\n"};
    wend_import_def def = with_legend(&text);
    check_costs(NAMED_MAP, &def, (const float[]){1.5f, 3, 0, 2.5f, 1, 1.5f}, "");
    reading r = read_text(NAMED_MAP, &def);
    assert_string_equal(r.info.meanings[wend_grid_class(r.grid, (wend_tile){1, 0})], "water");
    assert_string_equal(r.info.meanings[wend_grid_class(r.grid, (wend_tile){2, 0})], "deep water");
    wend_grid_destroy(r.grid);
    text.text = "water 2\nsand 2\nlava 9\nmud 3\n";
    r = read_text(NAMED_MAP, &def);
    assert_string_equal(r.info.warning, "no tile is called \"lava\", nor by other names of the legend");
    assert_int_not_equal(wend_grid_class(r.grid, (wend_tile){1, 0}),
                         wend_grid_class(r.grid, (wend_tile){0, 1}));
    wend_grid_destroy(r.grid);
}

static void layers_are_listed(void** state) {
    (void)state;
    static const char map[] =
        "<map width=\"1\" height=\"1\"><tileset firstgid=\"1\"/><layer name=\"ground\" width=\"1\" "
        "height=\"1\"><data encoding=\"csv\">1</data></layer><objectgroup name=\"marks\"/><group>"
        "<layer name=\"Collision\" width=\"1\" height=\"1\"><data encoding=\"csv\">0</data></layer>"
        "</group></map>";
    reading r = read_text(map, NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_string_equal(r.info.layers, "tiles ground\nobjects marks\nblocks Collision\n");
    wend_grid_destroy(r.grid);
}

static void an_isometric_map_has_its_ratio(void** state) {
    (void)state;
    static const struct {
        const char *orientation, *size;
        float ratio;
    } cases[] = {{"isometric", "tilewidth=\"64\" tileheight=\"32\"", 0.5f},
                 {"isometric", "tilewidth=\"64\" tileheight=\"48\"", 0.75f},
                 {"isometric", "tilewidth=\"1\" tileheight=\"900\"", 0},
                 {"isometric", "", 0},
                 {"orthogonal", "tilewidth=\"64\" tileheight=\"32\"", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "<map orientation=\"%s\" width=\"3\" height=\"2\" %s><tileset firstgid=\"1\"/>" LAYER(
                     "ground", "", "1,1,1,1,1,1") "</map>",
                 cases[i].orientation, cases[i].size);
        reading r = read_text(text, NULL);
        if (r.result != WEND_OK) fail_msg("%s", r.error.text);
        if (r.info.isometric != cases[i].ratio) fail_msg("%s: %g", text, (double)r.info.isometric);
        wend_grid_destroy(r.grid);
    }
}

static void a_bad_legend_is_named(void** state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"water 3\nsand x\n", "tiles.legend: line 2, column 6: 'x' is not a cost"},
        {"3\n", "tiles.legend: line 1, column 1: the line ends; expected a name and its cost or blocked"},
        {"// nothing\n", "tiles.legend: the legend has no tiles"},
        {"water 2000\n", "tiles.legend: line 1, column 7: '2000' is not a cost"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        legend_text text = {cases[i].text};
        wend_import_def def = with_legend(&text);
        wend_grid* grid = NULL;
        wend_error error;
        assert_int_equal(
            wend_import_memory(NAMED_MAP, sizeof NAMED_MAP - 1, "map.tmx", &def, &grid, NULL, &error),
            WEND_ERROR_FORMAT);
        if (strstr(error.text, cases[i].message) != error.text) fail_msg("%s", error.text);
    }
}

// A property that is called a cost, or the only one with numbers, is proposed.
static void a_property_is_proposed(void** state) {
    (void)state;
    static const struct {
        const char *first, *second, *proposed;
    } sets[] = {
        {"cover", "moveCost", "moveCost"}, {"COSTLY", "b", "COSTLY"}, {"a", "b", ""}, {"a", "a", "a"}};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        char text[1200];
        snprintf(text, sizeof text,
                 "<map width=\"3\" height=\"2\"><tileset firstgid=\"1\"><tile id=\"0\"><properties><property "
                 "name=\"%s\" type=\"int\" value=\"3\"/><property name=\"%s\" type=\"int\" value=\"3\"/>"
                 "</properties></tile></tileset>" LAYER("ground", "", "1,1,1,1,1,1") "</map>",
                 sets[i].first, sets[i].second);
        reading r = read_text(text, NULL);
        if (r.result != WEND_OK) fail_msg("%s: %s", text, r.error.text);
        assert_string_equal(r.info.number_property, sets[i].proposed);
        wend_grid_destroy(r.grid);
    }
}

static void costs_of_tiles_and_layers(void** state) {
    (void)state;
    // nothing, plain, cost, blocked, blocked by its flag, plain
    check_costs(MAP_HEAD COST_SET LAYER("ground", "", "0,1,2,\n3,4,5\n") "</map>", NULL,
                (const float[]){0, 1, 2.5f, 0, 0, 1}, "");
    // the highest layer that says something counts; the collision layer counts in any case
    check_costs(MAP_HEAD COST_SET LAYER("ground", "", "2,2,2,\n2,3,2\n") LAYER("above", "", "0,1,3,0,2,0")
                    LAYER("Collision", "", "1,0,0,0,0,0") LAYER("top", "", "2,0,0,0,0,0") "</map>",
                NULL, (const float[]){0, 2.5f, 0, 2.5f, 2.5f, 2.5f}, "");
    check_costs(MAP_HEAD COST_SET LAYER("ground", "", "2,2,2,2,2,2")
                    LAYER("Collisions", "", "1,0,0,0,0,0") "</map>",
                NULL, (const float[]){0, 2.5f, 2.5f, 2.5f, 2.5f, 2.5f}, "");
    // a layer's cost is that of its tiles which have none
    check_costs(MAP_HEAD COST_SET LAYER("mud",
                                        "<properties><property name=\"cost\" value=\"7\"/></properties>",
                                        "1,2,0,3,5,1") "</map>",
                NULL, (const float[]){7, 2.5f, 0, 0, 7, 7}, "");
    // groups, flipped tiles, objects and pictures
    check_costs(MAP_HEAD COST_SET
                "<group><group><layer width=\"3\" height=\"2\"><data "
                "encoding=\"csv\">2147483650,1073741826,536870914,"
                "4026531842, 1 ,0,</data></layer></group></group><imagelayer/><objectgroup/></map>",
                NULL, (const float[]){2.5f, 2.5f, 2.5f, 2.5f, 1, 0}, "1 object layer is ignored");
}

static void names_by_option(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.cost_property = "speed";
    def.collision = "walls";
    check_costs(MAP_HEAD COST_SET LAYER("collision", "", "1,2,3,4,5,0")
                    LAYER("WALLS", "", "9,0,0,0,0,0") "</map>",
                &def, (const float[]){0, 1, 1, 1, 4, 0}, "");
    check_costs(MAP_HEAD PLAIN_SET LAYER("ground", "", "1,1,1,0,0,0") "</map>", &def,
                (const float[]){1, 1, 1, 0, 0, 0},
                "no tile or layer has the property speed and no layer is named walls, so every tile costs 1");
    def.cost_property = "none";
    check_costs(MAP_HEAD COST_SET LAYER("ground", "", "1,1,1,0,0,0") "</map>", &def,
                (const float[]){1, 1, 1, 0, 0, 0},
                "no tile or layer has the property none and no layer is named walls, so every tile costs 1; "
                "properties with numbers: cost, speed");
}

static void tiles_of_several_sets(void** state) {
    (void)state;
    // the first set speaks of tile 4, whose number is that of the second set's first one
    check_costs(MAP_HEAD
                "<tileset firstgid=\"5\"><tile id=\"0\"><properties><property name=\"cost\" "
                "value=\"3\"/></properties>"
                "</tile></tileset><tileset firstgid=\"1\"><tile id=\"4\"><properties><property name=\"cost\" "
                "value=\"9\"/></properties></tile></tileset>" LAYER("a", "", "1,4,5,6,7,0") "</map>",
                NULL, (const float[]){1, 1, 3, 1, 1, 0}, "");
}

// ---- encodings

static void put_base64(bytes* file, const uint8_t* data, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t bits = (uint32_t)data[i] << 16 | (i + 1 < size ? (uint32_t)data[i + 1] << 8 : 0) |
                        (i + 2 < size ? data[i + 2] : 0u);
        char quad[5] = {0};
        for (int32_t k = 0; k < 4; k++) quad[k] = digits[bits >> (18 - 6 * k) & 63];
        if (i + 1 >= size) quad[2] = '=';
        if (i + 2 >= size) quad[3] = '=';
        put_text(file, quad);
        if (i % 48 == 45) put_text(file, "\n   ");
    }
}

// NOLINTNEXTLINE(readability-non-const-parameter): zlib writes and reads through its pointers
static size_t deflate_all(uint8_t* data, size_t size, bool gzip, uint8_t* out, size_t room) {
    z_stream z = {.next_in = data, .avail_in = (uInt)size, .next_out = out, .avail_out = (uInt)room};
    assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, gzip ? 31 : 15, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    size_t made = z.total_out;
    deflateEnd(&z);
    return made;
}

enum { XML_TILES, CSV, BASE64, ZLIB, GZIP, ZSTD, ENCODING_COUNT };

// A map of side x side tiles whose numbers are gids, in an encoding; the data have extra bytes more at their
// end.
static void make_map(bytes* file, int32_t encoding, int32_t side, const uint32_t* gids, int32_t tile_count) {
    static uint8_t raw[FILE_BYTES], packed[FILE_BYTES];
    static const char* const attributes[] = {"",
                                             " encoding=\"csv\"",
                                             " encoding=\"base64\"",
                                             " encoding=\"base64\" compression=\"zlib\"",
                                             " encoding=\"base64\" compression=\"gzip\"",
                                             " encoding=\"base64\" compression=\"zstd\""};
    char text[1200];
    size_t size = (size_t)tile_count * 4;
    for (int32_t i = 0; i < tile_count; i++)
        for (int32_t k = 0; k < 4; k++) raw[i * 4 + k] = (uint8_t)(gids[i] >> 8 * k);
    file->size = 0;
    snprintf(text, sizeof text,
             "<map width=\"%d\" height=\"%d\" infinite=\"0\">" COST_SET
             "<layer name=\"a\" width=\"%d\" height=\"%d\">\n <data%s>\n",
             side, side, side, side, attributes[encoding]);
    put_text(file, text);
    for (int32_t i = 0; i < tile_count && encoding <= CSV; i++) {
        if (encoding == CSV) snprintf(text, sizeof text, "%u%s", gids[i], i + 1 < tile_count ? "," : "");
        if (encoding == XML_TILES)
            snprintf(text, sizeof text, gids[i] ? "<tile gid=\"%u\"/>" : "<tile/>", gids[i]);
        put_text(file, text);
    }
    if (encoding == BASE64) put_base64(file, raw, size);
    if (encoding == ZLIB || encoding == GZIP)
        put_base64(file, packed, deflate_all(raw, size, encoding == GZIP, packed, sizeof packed));
    if (encoding == ZSTD) put_base64(file, packed, ZSTD_compress(packed, sizeof packed, raw, size, 3));
    put_text(file, "\n </data>\n</layer></map>\n");
}

enum { SIDE = 33 };

static void every_encoding(void** state) {
    (void)state;
    static bytes file;
    static uint32_t gids[SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE; i++) gids[i] = i * i % 7 % 6;
    for (int32_t encoding = 0; encoding < ENCODING_COUNT; encoding++) {
        make_map(&file, encoding, SIDE, gids, SIDE * SIDE);
        reading r = read_file(&file, NULL);
        if (r.result != WEND_OK) fail_msg("%d: %s", encoding, r.error.text);
        static const float costs[] = {0, 1, 2.5f, 0, 0, 1};
        for (int32_t i = 0; i < SIDE * SIDE; i++)
            assert_true(wend_grid_cost(r.grid, (wend_tile){i % SIDE, i / SIDE}) == costs[gids[i]]);
        wend_grid_destroy(r.grid);
    }
}

static void too_few_and_too_many(void** state) {
    (void)state;
    static bytes file;
    static uint32_t gids[SIDE * SIDE + 1];
    for (int32_t encoding = 0; encoding < ENCODING_COUNT; encoding++)
        for (int32_t more = -1; more <= 1; more += 2) {
            make_map(&file, encoding, SIDE, gids, SIDE * SIDE + more);
            reading r = read_file(&file, NULL);
            assert_int_equal(r.result, WEND_ERROR_FORMAT);
            const char* says = more > 0 ? "the layer has more tiles than" : "the layer has fewer tiles than";
            if (!strstr(r.error.text, says) && !strstr(r.error.text, "truncated"))
                fail_msg("%s", r.error.text);
        }
}

// 64 MB of zeros in a small file for a map of 33 x 33: it is stopped when the layer is full.
static void bombs(void** state) {
    (void)state;
    enum { BOMB = 1 << 26 };
    static uint8_t packed[FILE_BYTES * 2];
    uint8_t* zeros = calloc(1, BOMB);
    assert_non_null(zeros);
    for (int32_t zstd = 0; zstd < 2; zstd++) {
        size_t size = zstd ? ZSTD_compress(packed, sizeof packed, zeros, BOMB, 1)
                           : deflate_all(zeros, BOMB, false, packed, sizeof packed);
        static bytes file;
        file.size = 0;
        put_text(&file, "<map width=\"33\" height=\"33\">" PLAIN_SET
                        "<layer width=\"33\" height=\"33\"><data encoding=\"base64\" compression=\"");
        put_text(&file, zstd ? "zstd\">" : "zlib\">");
        put_base64(&file, packed, size < 40000 ? size : 40000); // enough of it
        put_text(&file, "</data></layer></map>");
        reading r = read_file(&file, NULL);
        assert_int_equal(r.result, WEND_ERROR_FORMAT);
        assert_non_null(
            strstr(r.error.text, "has more tiles than its width and height say (after 1089 of 1089"));
    }
    free(zeros);
}

static void layers_without_end(void** state) {
    (void)state;
    // each of 16000 x 16000 tiles, in a few bytes of zstd: together they may not take minutes
    static bytes file;
    file.size = 0;
    put_text(&file, "<map width=\"16000\" height=\"16000\">" PLAIN_SET);
    for (int32_t i = 0; i < 3; i++)
        put_text(
            &file,
            "<layer width=\"16000\" height=\"16000\"><data encoding=\"base64\" compression=\"zstd\"></data>"
            "</layer>");
    put_text(&file, "</map>");
    wend_import_def def = wend_default_import_def();
    reading r = read_file(&file, &def);
    assert_int_equal(r.result, WEND_ERROR_FORMAT);
    assert_non_null(strstr(r.error.text, "ends within its compressed data (after 0 of 256000000 tiles)"));
    def.max_tiles = 1000000;
    r = read_file(&file, &def);
    assert_int_equal(r.result, WEND_ERROR_LIMIT);
}

static void errors(void** state) {
    (void)state;
    static const text_case cases[] = {
        {"<map orientation=\"oblique\" width=\"3\" height=\"2\">",
         "line 1, column 1: a Tiled map that is oblique", WEND_ERROR_UNSUPPORTED},
        {"<map orientation=\"hexagonal\" width=\"3\" height=\"2\">",
         "the hexagonal map has the staggeraxis \"\"", WEND_ERROR_FORMAT},
        {"<map orientation=\"staggered\" width=\"3\" height=\"2\">",
         "the staggered map has the staggeraxis \"\"", WEND_ERROR_FORMAT},
        {MAP_HEAD "<layer width=\"3\" height=\"2\"><data encoding=\"csv\"><chunk/>",
         "line 3, column 50: a chunk in a map of fixed size", WEND_ERROR_FORMAT},
        {MAP_HEAD "<layer width=\"3\" height=\"2\"><data encoding=\"hex\">",
         "data encoded as \"hex\"; expected csv or base64", WEND_ERROR_UNSUPPORTED},
        {MAP_HEAD "<layer width=\"3\" height=\"2\"><data encoding=\"base64\" compression=\"lzma\">",
         "data compressed as \"lzma\"", WEND_ERROR_UNSUPPORTED},
        {MAP_HEAD "<layer width=\"3\" height=\"2\"><data encoding=\"csv\" compression=\"zlib\">",
         "expected base64 with zlib", WEND_ERROR_UNSUPPORTED},
        {"<tileset name=\"a\"/>", "the document is a \"tileset\"; expected a Tiled map",
         WEND_ERROR_UNSUPPORTED},
        {"<?xml version=\"1.0\"?><svg/>", "the document is a \"svg\"", WEND_ERROR_FORMAT},
        {"<map height=\"2\"/>", "line 1, column 1: the width is missing", WEND_ERROR_FORMAT},
        {"<map width=\"3x\" height=\"2\"/>", "the width is \"3x\"; expected a number", WEND_ERROR_FORMAT},
        {"<map width=\"0\" height=\"2\"/>", "0 x 2; expected at least 1 x 1", WEND_ERROR_FORMAT},
        {"<map width=\"100000\" height=\"100000\"/>", "10000000000 tiles; the limit is 4294967296",
         WEND_ERROR_LIMIT},
        {"<map width=\"20000\" height=\"20000\"/>", "the limit for this kind of image is 268435456",
         WEND_ERROR_LIMIT},
        {MAP_HEAD "</map>", "the Tiled map has no tile layer", WEND_ERROR_FORMAT},
        {MAP_HEAD "<layer width=\"2\" height=\"2\">", "a layer of 2 x 2 tiles; expected 3 x 2 as the map has",
         WEND_ERROR_FORMAT},
        {MAP_HEAD PLAIN_SET LAYER("a", "", "1,2,x,4,5,6"),
         "line 5, column 5: the layer has a character other than digits", WEND_ERROR_FORMAT},
        {MAP_HEAD PLAIN_SET LAYER("a", "", "1,2 3,4,5,6"), "two numbers without a comma", WEND_ERROR_FORMAT},
        {MAP_HEAD PLAIN_SET LAYER("a", "", "1,,2,3,4,5"),
         "line 5, column 3: the layer has a comma without a number", WEND_ERROR_FORMAT},
        {MAP_HEAD PLAIN_SET LAYER("a", "", "1,2,3,4,5,4294967296"), "a tile number beyond 32 bits",
         WEND_ERROR_FORMAT},
        {MAP_HEAD PLAIN_SET LAYER("a", "", "1,2,3,4,5"),
         "fewer tiles than its width and height say (after 5 of 6", WEND_ERROR_FORMAT},
        {MAP_HEAD "<tileset firstgid=\"3\"/>" LAYER("a", "", "3,4,0,2,0,0"), "tile 2 belongs to no tileset",
         WEND_ERROR_FORMAT},
        {MAP_HEAD "<tileset firstgid=\"0\"/>", "the firstgid is \"0\"; expected a number of at least 1",
         WEND_ERROR_FORMAT},
        {MAP_HEAD "<tileset firstgid=\"1\"><tile><properties>", "line 3, column 23: the id is missing",
         WEND_ERROR_FORMAT},
        {MAP_HEAD "<tileset firstgid=\"1\"><tile id=\"0\"><properties><property name=\"cost\" value=\"-1\"/>",
         "the property cost is \"-1\"; expected a cost in 1/64..1024, 0 or blocked", WEND_ERROR_FORMAT},
        {MAP_HEAD
         "<tileset firstgid=\"1\"><tile id=\"0\"><properties><property name=\"collision\" value=\"2\"/>",
         "the property collision is \"2\"; expected true or false", WEND_ERROR_FORMAT},
        {MAP_HEAD "<layer width=\"3\" height=\"2\"><data encoding=\"base64\">AQAA*AA",
         "line 3, column 57: the layer has a character outside base64", WEND_ERROR_FORMAT},
        {MAP_HEAD "<layer width=\"3\" height=\"2\"><data encoding=\"base64\">AQ==AQAA</data>",
         "text after the end of its base64", WEND_ERROR_FORMAT},
        {MAP_HEAD
         "<layer width=\"3\" height=\"2\"><data encoding=\"base64\" compression=\"zlib\">AAAAAAAA</data>",
         "damaged compressed data", WEND_ERROR_FORMAT},
        {MAP_HEAD
         "<layer width=\"3\" height=\"2\"><data encoding=\"base64\" compression=\"zstd\">AAAAAAAA</data>",
         "damaged compressed data", WEND_ERROR_FORMAT},
        {MAP_HEAD "<layer width=\"3\" height=\"2\"><data><tile gid=\"x\"/>", "unexpected tile \"x\"",
         WEND_ERROR_FORMAT},
        {MAP_HEAD "<layer", "line 3, column 1: truncated XML", WEND_ERROR_FORMAT},
        {MAP_HEAD "</mop>", "line 3, column 3: damaged XML: mismatched tag", WEND_ERROR_FORMAT},
        {"<map width=\"400\" height=\"400\"><layer width=\"400\" height=\"400\"><data "
         "encoding=\"csv\">1,1</data>",
         "truncated: expected at least 319999 bytes", WEND_ERROR_FORMAT},
    };
    check_texts(cases, sizeof cases / sizeof *cases);
}

static void entities_are_refused(void** state) {
    (void)state;
    static const char* const maps[] = {
        "<!DOCTYPE map [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><map width=\"&b;\"/>",
        "<!DOCTYPE map [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><map>&a;</map>",
        "<!DOCTYPE map [<!ENTITY % a SYSTEM \"http://127.0.0.1:9/x\"> %a;]><map/>",
        "<!DOCTYPE map SYSTEM \"map.dtd\"><map width=\"3\" height=\"2\">&a;</map>",
    };
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        reading r = read_text(maps[i], NULL);
        assert_int_equal(r.result, WEND_ERROR_UNSUPPORTED);
        if (!strstr(r.error.text, "an entity, \"a\"; expected XML without entities"))
            fail_msg("%s", r.error.text);
    }
    // a document type alone does no harm: it is not fetched
    check_costs(
        "<!DOCTYPE map SYSTEM \"http://127.0.0.1:9/map.dtd\"><map width=\"3\" height=\"2\">" COST_SET LAYER(
            "a", "", "1,1,1,2,2,2") "</map>",
        NULL, (const float[]){1, 1, 1, 2.5f, 2.5f, 2.5f}, "");
    static bytes file;
    file.size = 0;
    put_text(&file, MAP_HEAD);
    for (int32_t i = 0; i < 70; i++) put_text(&file, "<group>");
    reading r = read_file(&file, NULL);
    assert_int_equal(r.result, WEND_ERROR_LIMIT);
    assert_non_null(strstr(r.error.text, "nested more than 64 deep"));
}

static void too_many_costs(void** state) {
    (void)state;
    static bytes file;
    for (int32_t count = 251; count <= 252; count++) {
        file.size = 0;
        put_text(&file, MAP_HEAD "<tileset firstgid=\"1\">");
        for (int32_t i = 0; i < count; i++) {
            char text[120];
            snprintf(text, sizeof text,
                     "<tile id=\"%d\"><properties><property name=\"cost\" value=\"%d\"/></properties></tile>",
                     i, i + 2);
            put_text(&file, text);
        }
        put_text(&file, "</tileset>" LAYER("a", "", "1,251,0,0,0,0") "</map>");
        reading r = read_file(&file, NULL);
        assert_int_equal(r.result, count == 251 ? WEND_OK : WEND_ERROR_LIMIT);
        if (r.grid) assert_true(wend_grid_cost(r.grid, (wend_tile){1, 0}) == 252);
        wend_grid_destroy(r.grid);
    }
}

// ---- tilesets in separate files

static void write_file(const char* name, const char* text) {
    files_put(name, text, strlen(text));
}

static wend_result import_map(const wend_import_def* def, float* cost_out, wend_import_info* info,
                              wend_error* error) {
    static const char name[] = "import_tiled.d/maps/m.tmx";
    wend_grid* grid = NULL;
    wend_result result = wend_import_file(name, def, &grid, info, error);
    if (result != WEND_OK) check_error_line(error, result, name);
    if (result == WEND_OK) *cost_out = wend_grid_cost(grid, (wend_tile){0, 0});
    wend_grid_destroy(grid);
    return result;
}

static void write_map(const char* source) {
    char text[1000];
    snprintf(text, sizeof text,
             MAP_HEAD "<tileset firstgid=\"1\" source=\"%s\"/>" LAYER("a", "", "2,1,1,1,1,1") "</map>",
             source);
    write_file("import_tiled.d/maps/m.tmx", text);
}

static void outer_tilesets(void** state) {
    (void)state;
    static const char set[] =
        "<?xml version=\"1.0\"?>\n<tileset name=\"s\"><tile id=\"1\"><properties><property "
        "name=\"cost\" value=\"4\"/></properties></tile></tileset>";
    (void)mkdir("import_tiled.d", 0700);
    (void)mkdir("import_tiled.d/maps", 0700);
    (void)mkdir("import_tiled.d/maps/sets", 0700);
    write_file("import_tiled.d/maps/s.tsx", set);
    write_file("import_tiled.d/maps/sets/s.tsx", set);
    write_file("import_tiled.d/out.tsx", set);
    (void)unlink("import_tiled.d/maps/link.tsx");
    assert_int_equal(symlink("../out.tsx", "import_tiled.d/maps/link.tsx"), 0);
    wend_import_def def = wend_default_import_def();
    wend_import_info info, before;
    wend_error error;
    float cost = 0;
    static const char* const within[] = {"s.tsx", "sets/s.tsx", "sets/../s.tsx", "./s.tsx"};
    for (size_t i = 0; i < 4; i++) {
        write_map(within[i]);
        assert_ok(import_map(&def, &cost, &info, &error));
        assert_true(cost == 4);
    }
    // the hash covers the tileset
    before = info;
    write_file("import_tiled.d/maps/s.tsx", "<tileset><!-- another --></tileset>");
    assert_ok(import_map(&def, &cost, &info, &error));
    assert_true(info.source_hash != before.source_hash && cost == 1);
    // the parent of the map's folder is within reach; with a project, its folder is, and nothing above it
    static const char* const beside[] = {"../out.tsx", "sets/../../out.tsx", "link.tsx"};
    write_file("import_tiled.above.tsx", set);
    for (size_t i = 0; i < 3; i++) {
        write_map(beside[i]);
        assert_ok(import_map(&def, &cost, &info, &error));
        assert_true(cost == 4);
        write_file("import_tiled.d/maps/a.tiled-project", "{}");
        assert_int_equal(import_map(&def, &cost, &info, &error), WEND_ERROR_FORMAT);
        assert_non_null(strstr(error.text, "lies outside the project of this map and its parent folder"));
        def.root = "import_tiled.d"; // what is asked for counts, not what is found
        assert_ok(import_map(&def, &cost, &info, &error));
        assert_true(cost == 4);
        def.root = "import_tiled.d/maps/sets";
        assert_int_equal(import_map(&def, &cost, &info, &error), WEND_ERROR_FORMAT);
        assert_non_null(strstr(error.text, "lies outside the root"));
        def.root = NULL;
        def.outside = true;
        assert_ok(import_map(&def, &cost, &info, &error));
        assert_non_null(strstr(info.warning, "outside"));
        def.outside = false;
        assert_int_equal(unlink("import_tiled.d/maps/a.tiled-project"), 0);
    }
    write_file("import_tiled.d/maps/sets/link.tsx", "");
    (void)unlink("import_tiled.d/maps/sets/link.tsx");
    assert_int_equal(symlink("../../../import_tiled.above.tsx", "import_tiled.d/maps/sets/link.tsx"), 0);
    static const char* const above[] = {"../../import_tiled.above.tsx",
                                        "../../import_tiled.none.tsx",
                                        "sets/../../../import_tiled.above.tsx",
                                        "sets/link.tsx",
                                        "/etc/passwd",
                                        "../../../../../../../../../../../../etc/passwd"};
    for (size_t i = 0; i < sizeof above / sizeof *above; i++) {
        write_map(above[i]);
        assert_int_equal(import_map(&def, &cost, &info, &error), WEND_ERROR_FORMAT);
        assert_non_null(strstr(error.text, "lies outside"));
    }
    write_map("../../import_tiled.above.tsx");
    write_file("import_tiled.tiled-project", "{}"); // two folders up
    assert_ok(import_map(&def, &cost, &info, &error));
    assert_true(cost == 4);
    assert_int_equal(unlink("import_tiled.tiled-project"), 0);
    assert_int_equal(unlink("import_tiled.above.tsx"), 0);
    assert_int_equal(unlink("import_tiled.d/maps/sets/link.tsx"), 0);
    write_map("none.tsx");
    assert_ok(import_map(&def, &cost, &info, &error));
    assert_true(cost == 1);
    assert_non_null(
        strstr(info.warning, "the tileset \"none.tsx\" cannot be found; its tiles define no costs"));
    def.cost_property = "cost";
    assert_int_equal(import_map(&def, &cost, &info, &error), WEND_ERROR_IO);
    assert_non_null(strstr(error.text, "line 3, column 1: the tileset \"none.tsx\" cannot be found"));
    write_map("sets");
    assert_int_equal(import_map(&def, &cost, &info, &error), WEND_ERROR_IO);
    assert_non_null(strstr(error.text, "sets: is a directory"));
    write_file("import_tiled.d/maps/s.tsx", "<tileset>\n<tile id=\"x\"/></tileset>");
    write_map("s.tsx");
    assert_int_equal(import_map(&def, &cost, &info, &error), WEND_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "s.tsx: line 2, column 1: the id is \"x\""));
    write_map("m.tmx"); // itself
    assert_int_equal(import_map(&def, &cost, &info, &error), WEND_ERROR_FORMAT);
    assert_non_null(
        strstr(error.text, "m.tmx: line 2, column 1: the document is a \"map\"; expected a Tiled tileset"));
}

// One file that a map names thousands of times is read once.
static void one_tileset_many_times(void** state) {
    (void)state;
    enum { TIMES = 13000, COSTS = 2000 };
    static char text[TIMES * 64 + 1000], set[COSTS * 90 + 100];
    size_t used = (size_t)snprintf(set, sizeof set, "<tileset name=\"s\">");
    for (int32_t i = 0; i < COSTS; i++)
        used += (size_t)snprintf(set + used, sizeof set - used,
                                 "<tile id=\"%d\"><properties><property name=\"cost\" "
                                 "value=\"%d\"/></properties></tile>",
                                 i, 2 + i % 200);
    snprintf(set + used, sizeof set - used, "</tileset>");
    write_file("import_tiled.d/maps/many.tsx", set);
    used = (size_t)snprintf(text, sizeof text, MAP_HEAD);
    for (int32_t i = 0; i < TIMES; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "<tileset firstgid=\"%d\" source=\"many.tsx\"/>\n", 1 + i * COSTS);
    snprintf(text + used, sizeof text - used, LAYER("a", "", "1,2,2003,25998001,200,0") "</map>");
    write_file("import_tiled.d/maps/m.tmx", text);
    const wend_import_def def = wend_default_import_def();
    wend_grid* grid = NULL;
    wend_error error;
    const clock_t start = clock();
    if (wend_import_file("import_tiled.d/maps/m.tmx", &def, &grid, NULL, &error) != WEND_OK)
        fail_msg("%s", error.text);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 5); // 13000 readings take minutes
    static const float costs[] = {2, 3, 4, 2, 201, 0};
    for (int32_t t = 0; t < 6; t++) assert_true(wend_grid_cost(grid, (wend_tile){t % 3, t / 3}) == costs[t]);
    wend_grid_destroy(grid);
    // as many different names: refused
    used = (size_t)snprintf(text, sizeof text, MAP_HEAD);
    for (int32_t i = 0; i < 1025; i++)
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "<tileset firstgid=\"%d\" source=\"none%d.tsx\"/>\n", 1 + i, i);
    snprintf(text + used, sizeof text - used, LAYER("a", "", "1,1,1,1,1,1") "</map>");
    write_file("import_tiled.d/maps/m.tmx", text);
    assert_int_equal(wend_import_file("import_tiled.d/maps/m.tmx", &def, &grid, NULL, &error),
                     WEND_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "names more than 1024 tileset files"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_property_is_proposed),
        cmocka_unit_test(costs_of_tiles_and_layers),
        cmocka_unit_test(names_by_option),
        cmocka_unit_test(tiles_of_several_sets),
        cmocka_unit_test(every_encoding),
        cmocka_unit_test(too_few_and_too_many),
        cmocka_unit_test(bombs),
        cmocka_unit_test(layers_without_end),
        cmocka_unit_test(errors),
        cmocka_unit_test(entities_are_refused),
        cmocka_unit_test(too_many_costs),
        cmocka_unit_test(a_legend_gives_costs),
        cmocka_unit_test(a_bad_legend_is_named),
        cmocka_unit_test(layers_are_listed),
        cmocka_unit_test(an_isometric_map_has_its_ratio),
        cmocka_unit_test(outer_tilesets),
        cmocka_unit_test(one_tileset_many_times),
    };
    return run_unit_tests(tests);
}
