// Are Tiled maps in JSON (.tmj, .tsj) read as those in XML, whatever the order of their members, and does a
// damaged one give the position?
#include "files.h"
#include "read.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>
#include <zstd.h>

// as Tiled writes it: members by name, so layers come before tilesets and the size comes last
#define HEAD "{ \"compressionlevel\":-1,\n \"height\":2,\n \"infinite\":false,\n \"layers\":[\n"
#define TAIL(sets)                                                                                           \
    "],\n \"orientation\":\"orthogonal\",\n \"tilesets\":[" sets                                             \
    "],\n \"tileheight\":10, \"tilewidth\":16,\n \"type\":\"map\", \"version\":\"1.10\", \"width\":3\n}\n"
#define COST_SET                                                                                             \
    "{\"firstgid\":1, \"name\":\"s\", \"tilecount\":5, \"tiles\":[\n"                                        \
    "{\"id\":1, \"properties\":[{\"name\":\"cost\", \"type\":\"float\", \"value\":2.5}]},\n"                 \
    "{\"id\":2, \"properties\":[{\"name\":\"cost\", \"type\":\"string\", \"value\":\"blocked\"}]},\n"        \
    "{\"id\":3, \"properties\":[{\"name\":\"collision\", \"type\":\"bool\", \"value\":true}]},\n"            \
    "{\"id\":4, \"properties\":[{\"name\":\"speed\", \"type\":\"int\", \"value\":4}]}]}"
#define LAYER(name, inner, data)                                                                             \
    "{\"data\":" data ", \"height\":2, \"id\":1, \"name\":\"" name "\"," inner                               \
    " \"type\":\"tilelayer\", \"width\":3, \"x\":0, \"y\":0}"

static void check_costs(const char* text, const float costs[6], const char* warning) {
    reading r = read_text(text, NULL);
    if (r.result != WEND_OK) fail_msg("%s: %s", text, r.error.text);
    assert_string_equal(r.info.warning, warning);
    assert_string_equal(r.info.format, "tiled");
    assert_int_equal(wend_grid_width(r.grid), 3);
    assert_int_equal(wend_grid_height(r.grid), 2);
    for (int32_t t = 0; t < 6; t++) {
        float cost = wend_grid_cost(r.grid, (wend_tile){t % 3, t / 3});
        if (cost != costs[t]) fail_msg("%s: tile %d costs %g", text, t, (double)cost);
    }
    wend_grid_destroy(r.grid);
}

static void costs_of_tiles_and_layers(void** state) {
    (void)state;
    check_costs(HEAD LAYER("ground", "", "[0, 1, 2,\n 3, 4, 5]") TAIL(COST_SET),
                (const float[]){0, 1, 2.5f, 0, 0, 1}, "");
    // properties of a layer, groups, a collision layer, flipped tiles, escapes in a name
    check_costs(HEAD "{\"layers\":[" LAYER("mud", "\"properties\":[{\"name\":\"c\\u006fst\",\"value\":7}],",
                                           "[1,2,0,3,5,2147483649]") "], \"type\":\"group\"}, " //
                LAYER("Col\\u006cision", "", "[1,0,0,0,0,0]") TAIL(COST_SET),
                (const float[]){0, 2.5f, 0, 0, 7, 7}, "");
    // before Tiled 1.2: properties by name, those of tiles by id
    check_costs(HEAD LAYER("mud", "\"properties\":{\"cost\":7},", "[1,2,0,3,5,1]")
                    TAIL("{\"firstgid\":1,\"tileproperties\":{\"1\":{\"cost\":2.5},\"2\":{\"cost\":0}}}"),
                (const float[]){7, 2.5f, 0, 0, 7, 7}, "");
    // a byte order mark, blank lines before, members in another order
    check_costs("\xef\xbb\xbf\n\n {\"tilesets\":[" COST_SET
                "], \"width\":3, \"height\":2, \"layers\":[" LAYER("a", "", "[1,1,1,2,2,2]") "]}",
                (const float[]){1, 1, 1, 2.5f, 2.5f, 2.5f}, "");
    check_costs(HEAD LAYER("a", "", "[1,1,1,1,1,1]") TAIL("{\"firstgid\":1}"),
                (const float[]){1, 1, 1, 1, 1, 1},
                "no tile or layer has the property cost and no layer is named collision, so every tile "
                "costs 1");
}

// ---- the same map in XML and in JSON

static void put_base64(bytes* file, const uint8_t* data, size_t size, bool escaped) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t bits = (uint32_t)data[i] << 16 | (i + 1 < size ? (uint32_t)data[i + 1] << 8 : 0) |
                        (i + 2 < size ? data[i + 2] : 0u);
        for (int32_t k = 0; k < 4; k++) {
            const bool is_padding = (k == 2 && i + 1 >= size) || (k == 3 && i + 2 >= size);
            const char digit = is_padding ? '=' : digits[bits >> (18 - 6 * k) & 63];
            put_text(file, escaped && digit == '/' ? "\\/" : (const char[]){digit, 0});
        }
    }
}

enum { SIDE = 33, TILES = SIDE * SIDE, ARRAY = 0, BASE64, ESCAPED, ZLIB, ZSTD, ENCODING_COUNT };

static void make_map(bytes* file, int32_t encoding, const uint32_t* gids, int32_t count) {
    static uint8_t raw[TILES * 4 + 8], packed[TILES * 8];
    char text[200];
    file->size = 0;
    snprintf(text, sizeof text, "{\"height\":%d,\"layers\":[{\"compression\":\"%s\",\"data\":", SIDE,
             encoding == ZLIB   ? "zlib"
             : encoding == ZSTD ? "zstd"
                                : "");
    put_text(file, text);
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < 4; k++) raw[i * 4 + k] = (uint8_t)(gids[i] >> 8 * k);
    size_t size = (size_t)count * 4;
    if (encoding == ZLIB) {
        uLongf packed_size = sizeof packed;
        assert_int_equal(compress2(packed, &packed_size, raw, size, 9), Z_OK);
        size = packed_size;
    } else if (encoding == ZSTD) {
        size = ZSTD_compress(packed, sizeof packed, raw, size, 3);
    }
    put_text(file, encoding == ARRAY ? "[" : "\"");
    for (int32_t i = 0; i < count && encoding == ARRAY; i++) {
        snprintf(text, sizeof text, "%u%s", gids[i], i + 1 < count ? ", " : "");
        put_text(file, text);
    }
    if (encoding != ARRAY) put_base64(file, encoding >= ZLIB ? packed : raw, size, encoding == ESCAPED);
    static char tail[1200];
    snprintf(tail, sizeof tail,
             "%s,%s\"height\":%d,\"type\":\"tilelayer\",\"width\":%d}],\"tilesets\":[" COST_SET
             "],\"width\":%d}",
             encoding == ARRAY ? "]" : "\"", encoding == ARRAY ? "" : "\"encoding\":\"base64\",", SIDE, SIDE,
             SIDE);
    put_text(file, tail);
}

static void every_encoding(void** state) {
    (void)state;
    static bytes file;
    static uint32_t gids[TILES + 1];
    for (uint32_t i = 0; i <= TILES; i++) gids[i] = i * i % 7 % 6 | (i % 5 == 0 ? 0x80000000u : 0);
    static const float costs[] = {0, 1, 2.5f, 0, 0, 1};
    for (int32_t encoding = 0; encoding < ENCODING_COUNT; encoding++) {
        make_map(&file, encoding, gids, TILES);
        reading r = read_file(&file, NULL);
        if (r.result != WEND_OK) fail_msg("%d: %s", encoding, r.error.text);
        for (int32_t i = 0; i < TILES; i++)
            assert_true(wend_grid_cost(r.grid, (wend_tile){i % SIDE, i / SIDE}) ==
                        costs[gids[i] & 0xfffffff]);
        wend_grid_destroy(r.grid);
        for (int32_t more = -1; more <= 1; more += 2) {
            make_map(&file, encoding, gids, TILES + more);
            r = read_file(&file, NULL);
            assert_int_equal(r.result, WEND_ERROR_FORMAT);
            if (!strstr(r.error.text, more > 0 ? "has more tiles than" : "has fewer tiles than"))
                fail_msg("%d: %s", encoding, r.error.text);
        }
    }
}

// Members of another kind than expected are as good as none.
static void members_of_another_kind(void** state) {
    (void)state;
    check_costs(HEAD "5, null, " LAYER("ground",
                                       "\"properties\":\"none\", \"name\":\"collision\", \"visible\":null, "
                                       "\"opacity\":[1],",
                                       "[1,2,2,2,2,1]")
                    TAIL("{\"firstgid\":1, \"image\":7, \"tiles\":[3, {\"id\":1, "
                         "\"image\":null, \"properties\":[null, "
                         "{\"name\":\"cost\",\"value\":2.5}]}, \"four\"]}"),
                (const float[]){1, 2.5f, 2.5f, 2.5f, 2.5f, 1}, "");
    check_costs(HEAD LAYER("mud", "\"properties\":{\"a\":null,\"b\":[1],\"cost\":7},", "[1,2,0,2,2,1]")
                    TAIL("{\"firstgid\":1,\"tileproperties\":{\"0\":[1],\"1\":{\"x\":{},\"cost\":2.5}}}"),
                (const float[]){7, 2.5f, 0, 2.5f, 2.5f, 7}, "");
    check_costs(HEAD LAYER("mud", "\"properties\":[{\"name\":\"cost\",\"value\":7}],", "[1,1,1,1,1,1]")
                    TAIL("{\"firstgid\":1,\"tileproperties\":[1],\"tiles\":{\"1\":2}}"),
                (const float[]){7, 7, 7, 7, 7, 7}, "");
    // Numbers of tiles in base64 with an escaped letter; layers without data, or with chunks of no kind.
    check_costs(HEAD LAYER("a", "\"encoding\":\"base64\",", "\"AQAAAAEAAAABAAAAAQAAAAEAAAABA\\u0041AA\"")
                    TAIL(COST_SET),
                (const float[]){1, 1, 1, 1, 1, 1}, "");
    static const text_case cases[] = {
        {HEAD "{\"height\":2,\"width\":3,\"chunks\":7,\"type\":\"tilelayer\"}" TAIL(COST_SET),
         "the layer has fewer tiles", WEND_ERROR_FORMAT},
        {HEAD "{\"height\":2,\"width\":3,\"chunks\":[{\"x\":0,\"y\":0,\"width\":3,\"height\":2}],"
              "\"type\":\"tilelayer\"}" TAIL(COST_SET),
         "a chunk in a map of fixed size", WEND_ERROR_FORMAT},
    };
    check_texts(cases, sizeof cases / sizeof *cases);
}

// ---- objects

static void shapes_of_another_kind(void** state) {
    (void)state;
#define SHAPED(shape)                                                                                        \
    HEAD LAYER("ground", "",                                                                                 \
               "[1,1,1,1,1,1]") ",{\"name\":\"Walls\", \"objects\":[{\"id\":9, " shape ", "                  \
                                "\"x\":16, \"y\":0}], \"type\":\"objectgroup\"}" TAIL(COST_SET)
    static const text_case cases[] = {
        {SHAPED("\"polyline\":7"), "the points are \"\"", WEND_ERROR_FORMAT},
        {SHAPED("\"polyline\":[{\"x\":0}]"), "the points are \"0, \"", WEND_ERROR_FORMAT},
        {SHAPED("\"polyline\":[{\"x\":0,\"y\":\"0\"}]"), "the points are \"0, \"", WEND_ERROR_FORMAT},
        {SHAPED("\"polyline\":[{\"y\":1},{\"x\":\"\",\"y\":2}]"), "the points are \",1 ,2 \"",
         WEND_ERROR_FORMAT},
        {SHAPED("\"polyline\":[7]"), "the points are \"\"", WEND_ERROR_FORMAT},
        {SHAPED("\"ellipse\":true"), "the wall has the shape ellipse", WEND_ERROR_UNSUPPORTED},
    };
    check_texts(cases, sizeof cases / sizeof *cases);
    reading r =
        read_text(SHAPED("\"ellipse\":false, \"polyline\":[{\"x\":0,\"y\":0},{\"x\":0,\"y\":10}]"), NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_false(wend_grid_step_is_open(r.grid, (wend_tile){0, 0}, (wend_tile){1, 0}));
    wend_grid_destroy(r.grid);
}

static void objects(void** state) {
    (void)state;
    reading r = read_text(
        HEAD LAYER("ground", "",
                   "[1,1,1,1,0,1]") ",\n"
                                    "{\"name\":\"gates\", \"objects\":[\n"
                                    "{\"id\":4, \"name\":\"a\", \"point\":true, "
                                    "\"properties\":[{\"name\":\"to\",\"type\":\"object\","
                                    "\"value\":7},{\"name\":\"cost\",\"type\":\"float\",\"value\":2.5},"
                                    "{\"name\":\"two_way\",\"type\":\"bool\",\"value\":true}], \"x\":8, "
                                    "\"y\":5.0},\n"
                                    "{\"gid\":1, \"height\":10, \"id\":7, \"width\":16, \"x\":32, "
                                    "\"y\":20}], \"type\":\"objectgroup\"},\n"
                                    "{\"name\":\"Walls\", \"objects\":[{\"id\":9, "
                                    "\"polyline\":[{\"x\":0,\"y\":0},{\"x\":0, "
                                    "\"y\":1e1}], \"x\":16, \"y\":0}], \"type\":\"objectgroup\"}" TAIL(
                                        COST_SET),
        NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    int32_t count = 0;
    const wend_link* links = wend_grid_links(r.grid, &count);
    assert_int_equal(count, 2);
    assert_tile(links[0].from, 0, 0);
    assert_tile(links[0].to, 2, 1);
    assert_true(links[0].cost == 2.5f);
    assert_false(wend_grid_step_is_open(r.grid, (wend_tile){0, 0}, (wend_tile){1, 0}));
    assert_true(wend_grid_step_is_open(r.grid, (wend_tile){1, 0}, (wend_tile){2, 0}));
    wend_grid_destroy(r.grid);
}

// The properties of a group follow its layers in the file.
static void groups_as_floors(void** state) {
    (void)state;
    reading r = read_text(
        HEAD "{\"layers\":[" LAYER(
            "up", "",
            "[1,1,1,0,1,1]") "],\"name\":\"storey\",\"properties\":[{\"name\":"
                             "\"floor\",\"type\":\"int\",\"value\":1}],\"type\":\"group\"},\n" LAYER(
                                 "ground", "",
                                 "[1,1,1,1,0,1]") ",\n{\"name\":\"ways\", \"objects\":[{\"id\":4, "
                                                  "\"polyline\":[{\"x\":0,\"y\":0},{\"x\":16,\"y\":10}], "
                                                  "\"properties\":[{\"name\":\"to_floor\",\"type\":\"int\","
                                                  "\"value\":1},{\"name\":\"cost\",\"type\":"
                                                  "\"float\",\"value\":2.5}], \"x\":8, \"y\":5}], "
                                                  "\"type\":\"objectgroup\"}" TAIL(COST_SET),
        NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_int_equal(wend_grid_floors(r.grid), 2);
    assert_string_equal(r.info.floors, "ground\nstorey");
    assert_false(wend_grid_passable(r.grid, (wend_tile){1, 1, 0}));
    assert_true(wend_grid_passable(r.grid, (wend_tile){1, 1, 1}));
    assert_false(wend_grid_passable(r.grid, (wend_tile){0, 1, 1}));
    int32_t count = 0;
    const wend_link* links = wend_grid_links(r.grid, &count);
    assert_int_equal(count, 1);
    assert_tile(links[0].from, 0, 0);
    assert_tile(links[0].to, 1, 1);
    assert_int_equal(links[0].to.floor, 1);
    wend_grid_destroy(r.grid);
}

// ---- tilesets in separate files

static float cost_of(const char* map) {
    const wend_import_def def = wend_default_import_def();
    wend_grid* grid = NULL;
    wend_error error;
    files_put("import_tmj.d/m", map, strlen(map));
    if (wend_import_file("import_tmj.d/m", &def, &grid, NULL, &error) != WEND_OK) fail_msg("%s", error.text);
    const float cost = wend_grid_cost(grid, (wend_tile){0, 0});
    wend_grid_destroy(grid);
    return cost;
}

static void outer_tilesets(void** state) {
    (void)state;
    static const char tsj[] =
        "{ \"name\":\"s\", \"tilecount\":2, \"type\":\"tileset\", \"tiles\":[{\"id\":1, "
        "\"properties\":[{\"name\":\"cost\",\"value\":4}]}]}";
    static const char tsx[] = "<tileset><tile id=\"1\"><properties><property name=\"cost\" value=\"5\"/>"
                              "</properties></tile></tileset>";
    (void)mkdir("import_tmj.d", 0700);
    files_put("import_tmj.d/s.tsj", tsj, strlen(tsj));
    files_put("import_tmj.d/s.tsx", tsx, strlen(tsx));
    // both kinds of map take both kinds of tileset
    assert_true(cost_of(HEAD LAYER("a", "", "[2,1,1,1,1,1]") TAIL("{\"firstgid\":1,\"source\":\"s.tsj\"}")) ==
                4);
    assert_true(
        cost_of(HEAD LAYER("a", "", "[2,1,1,1,1,1]") TAIL("{\"firstgid\":1,\"source\":\".\\/s.tsx\"}")) == 5);
    assert_true(cost_of("<map width=\"1\" height=\"1\"><tileset firstgid=\"1\" source=\"s.tsj\"/>"
                        "<layer width=\"1\" height=\"1\"><data encoding=\"csv\">2</data></layer></map>") ==
                4);
    const wend_import_def def = wend_default_import_def();
    wend_grid* grid = NULL;
    wend_error error;
    static const char bad[] = "{\"type\":\"tileset\",\n \"tiles\":[{\"id\":\"x\"}]}";
    files_put("import_tmj.d/s.tsj", bad, strlen(bad));
    static const char map[] =
        HEAD LAYER("a", "", "[2,1,1,1,1,1]") TAIL("{\"firstgid\":1,\"source\":\"s.tsj\"}");
    files_put("import_tmj.d/m", map, strlen(map));
    assert_int_equal(wend_import_file("import_tmj.d/m", &def, &grid, NULL, &error), WEND_ERROR_FORMAT);
    if (!strstr(error.text, "import_tmj.d/m: s.tsj: line 2, column 11: the id is \"x\""))
        fail_msg("%s", error.text);
}

// ---- damage

static void errors(void** state) {
    (void)state;
    static const text_case cases[] = {
        {"{}", "JSON without \"layers\" or the type \"tileset\"", WEND_ERROR_FORMAT},
        {"{\"a\":1,\n}", "line 2, column 1: damaged JSON: expected the name of a member in \"",
         WEND_ERROR_FORMAT},
        {"{\"a\" 1}", "line 1, column 6: damaged JSON: expected a colon", WEND_ERROR_FORMAT},
        {"{\"a\":[1,\"b\" 2]}", "line 1, column 13: damaged JSON: expected a comma or ]", WEND_ERROR_FORMAT},
        {"{\"a\":1 \"b\":2}", "column 8: damaged JSON: expected a comma or }", WEND_ERROR_FORMAT},
        {"{\"a\":nul}", "column 6: damaged JSON: expected a value", WEND_ERROR_FORMAT},
        {"{\"a\":\"b\\\"", "truncated JSON: expected the \" at the end of a text", WEND_ERROR_FORMAT},
        {"{\"a\":[1,2", "truncated JSON: expected a comma or ]", WEND_ERROR_FORMAT},
        {"{\"layers\":[]} x", "column 15: damaged JSON: expected nothing more", WEND_ERROR_FORMAT},
        {"{\"layers\":[]}", "the width is missing", WEND_ERROR_FORMAT},
        {HEAD TAIL(""), "the Tiled map has no tile layer", WEND_ERROR_FORMAT},
        {"{\"type\":\"tileset\"}", "the document is a \"tileset\"; expected a Tiled map",
         WEND_ERROR_UNSUPPORTED},
        {HEAD LAYER("a", "", "[1,2,x,4,5,6]") TAIL(COST_SET), "line 5, column 14: damaged JSON",
         WEND_ERROR_FORMAT},
        {HEAD LAYER("a", "", "[1,2,-3,4,5,6]") TAIL(COST_SET),
         "line 5, column 14: the layer has a character other than digits", WEND_ERROR_FORMAT},
        {HEAD LAYER("a", "", "[1,2,\"3\",4,5,6]") TAIL(COST_SET),
         "line 5, column 14: the layer has a character other than digits", WEND_ERROR_FORMAT},
        {HEAD LAYER("a", "\"encoding\":\"base64\",", "\"AQAA*AA\"") TAIL(COST_SET),
         "line 5, column 14: the layer has a character outside base64", WEND_ERROR_FORMAT},
        {HEAD LAYER("a", "\"encoding\":\"base64\",\"compression\":\"lzma\",", "\"AQAA\"") TAIL(COST_SET),
         "data compressed as \"lzma\"", WEND_ERROR_UNSUPPORTED},
        {HEAD LAYER("a", "", "[1,2,9,4,5,6]") TAIL("{\"firstgid\":3}"), "tile 1 belongs to no tileset",
         WEND_ERROR_FORMAT},
        {HEAD LAYER("a", "", "[1,1,1,1,1,1]") TAIL(
             "{\"firstgid\":1,\"tiles\":[{\"id\":0,\"properties\":[{\"name\":\"cost\",\"value\":-1}]}]}"),
         "the property cost is \"-1\"; expected a cost in 1/64..1024, 0 or blocked", WEND_ERROR_FORMAT},
        {"{\"height\":100000,\"layers\":[],\"width\":100000}", "10000000000 tiles; the limit is 4294967296",
         WEND_ERROR_LIMIT},
        {"{\"height\":400,\"layers\":[{\"data\":[1,1],\"height\":400,\"type\":\"tilelayer\",\"width\":400}],"
         "\"width\":400}",
         "truncated: expected at least 319999 bytes", WEND_ERROR_FORMAT},
    };
    check_texts(cases, sizeof cases / sizeof *cases);
    static char deep[1000];
    snprintf(deep, sizeof deep, "{\"layers\":");
    for (int32_t i = 0; i < 70; i++) strcat(deep, "[{\"a\":");
    reading r = read_text(deep, NULL);
    assert_int_equal(r.result, WEND_ERROR_LIMIT);
    assert_non_null(strstr(r.error.text, "nested more than 64 deep"));
}

// Many lines and many objects: finding their positions may not take minutes.
static void many_objects(void** state) {
    (void)state;
    enum { COUNT = 20000 };
    char* text = malloc(COUNT * 64 + 1000);
    assert_non_null(text);
    size_t used = (size_t)sprintf(text, HEAD LAYER("a", "", "[1,1,1,1,1,1]") ",{\"objects\":[{\"id\":0}");
    for (int32_t i = 0; i < COUNT; i++) used += (size_t)sprintf(text + used, ",\n\n{\"id\":%d,\"x\":1}", i);
    sprintf(text + used, "],\"type\":\"objectgroup\"}" TAIL(COST_SET));
    reading r = read_text(text, NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    wend_grid_destroy(r.grid);
    free(text);
}

// A layer is found by its name whatever way its letters are written.
static void escapes_of_any_length(void** state) {
    (void)state;
    static const struct {
        const char *written, *name;
    } cases[] = {
        {"w\\u00e4nde", "w\xc3\xa4nde"},                // 2 bytes
        {"\\u20ac\\u20AC", "\xe2\x82\xac\xe2\x82\xac"}, // 3
        {"\\ud83e\\uddf1 x", "\xf0\x9f\xa7\xb1 x"},     // 4, as a pair
        {"\\ud83e x", "? x"},
        {"\\uddf1", "?"}, // halves of a pair
        {"\\ud83e\\u0041", "?A"},
        {"a\\u0000b", "a?b"}, // no second half; 0
        {"\\u12g4", "?12g4"},
        {"\\\"\\\\\\/\\n\\t", "\"\\/\n\t"}, // no number; others
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        snprintf(text, sizeof text,
                 HEAD LAYER("ground", "", "[1,1,1,1,1,1]") "," LAYER("%s", "", "[1,0,0,0,0,0]")
                     TAIL("{\"firstgid\":1}"),
                 cases[i].written);
        wend_import_def def = wend_default_import_def();
        def.collision = cases[i].name;
        reading r = read_text(text, &def);
        if (r.result != WEND_OK) fail_msg("%s: %s", cases[i].written, r.error.text);
        if (wend_grid_passable(r.grid, (wend_tile){0, 0}))
            fail_msg("%s is not %s", cases[i].written, cases[i].name);
        assert_true(wend_grid_passable(r.grid, (wend_tile){1, 0}));
        wend_grid_destroy(r.grid);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(costs_of_tiles_and_layers),
        cmocka_unit_test(every_encoding),
        cmocka_unit_test(members_of_another_kind),
        cmocka_unit_test(shapes_of_another_kind),
        cmocka_unit_test(objects),
        cmocka_unit_test(groups_as_floors),
        cmocka_unit_test(outer_tilesets),
        cmocka_unit_test(errors),
        cmocka_unit_test(escapes_of_any_length),
        cmocka_unit_test(many_objects),
    };
    return run_unit_tests(tests);
}
