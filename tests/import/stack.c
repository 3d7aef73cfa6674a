// stack.c: how much stack does each public function of the importers need? Every format is imported whole and
// cut short, and the budget is that of wend/import.h: 16 KB. The child process that decodes BMP, TGA and GIF
// has its own stack, so these run on a thread of 32 KB, too. A GIF that is decoded in the process may need
// more, up to the figure of wend/import.h.
//     stack            prints the bytes of each function and case; fails where one is over the budget
// tests/unit/stack_all.sh compares the names with those of the header.
#define _DEFAULT_SOURCE
#include "painted_stack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "files.h"
#include "make.h"
#include "wend/import.h"
#include "wend/import_graph.h"
#include "wend/legend.h"

enum {
    ROOM = 1 << 18,   // stack of the thread on which is measured: more than the budget, to say how much
    SMALL = 1 << 15,  // a thread on which all must work
    BUDGET = 1 << 14, // of every function
    SKIPPED = 77,
};

static bool is_quiet; // nothing is noted: the run on the small stack
static int32_t over_budget;
static const char* under_way; // what the function is called with

static void must(bool condition, const char* what) {
    if (condition) return;
    fprintf(stderr, "stack: %s: %s\n", under_way ? under_way : "", what);
    exit(1);
}
#define MUST(condition) must(condition, #condition)

static void note(const char* name, size_t used) {
    if (is_quiet) return;
    printf("%6zu %s %s\n", used, name, under_way ? under_way : "");
    if (used <= BUDGET) return;
    fprintf(stderr, "stack: %s %s needs %zu bytes of stack; the budget is %d\n", name,
            under_way ? under_way : "", used, BUDGET);
    over_budget++;
}

// Calls a function and notes how deep it went.
#define MEASURE(name, ...)                                                                                   \
    do {                                                                                                     \
        size_t measured;                                                                                     \
        PAINTED_STACK_CALL(measured, name, __VA_ARGS__);                                                     \
        note(#name, measured);                                                                               \
    } while (0)
#define MEASURE_TO(out, name, ...)                                                                           \
    do {                                                                                                     \
        size_t measured;                                                                                     \
        PAINTED_STACK_CALL_TO(measured, out, name, __VA_ARGS__);                                             \
        note(#name, measured);                                                                               \
    } while (0)

// ---- files, made before anything is measured; all in static memory, since the frames here count

enum { MOST_FILES = 64 };

typedef struct entry {
    const char* name;
    uint8_t* bytes;
    size_t size;
    bool fails; // also when it is whole
    bool is_image;
    bool is_long;                      // not cut short: decoding it takes a while
    void (*set)(wend_import_def* def); // NULL: the default definition
} entry;

static entry entries[MOST_FILES];
static int32_t entry_count;
static picture image;

static entry* keep(const char* name, const void* data, size_t size) {
    uint8_t* copy = malloc(size);
    MUST(copy && entry_count < MOST_FILES);
    memcpy(copy, data, size);
    entries[entry_count] = (entry){.name = name, .bytes = copy, .size = size};
    files_put(name, data, size);
    return &entries[entry_count++];
}

static entry* keep_text(const char* name, const char* text) {
    return keep(name, text, strlen(text));
}

static void fill(int32_t side, int32_t channels, uint32_t max_value) {
    image.width = image.height = side;
    image.channels = channels;
    for (int32_t i = 0; i < side * side * channels; i++)
        image.samples[i] = (uint16_t)((uint32_t)i * 7919u % (max_value + 1));
}

static entry* keep_png(const char* name, int32_t channels, const png_kind* kind) {
    static bytes file;
    fill(24, channels, kind->color_type == 3 ? 3 : (1u << kind->bits) - 1);
    make_png(&file, &image, kind);
    entry* e = keep(name, file.data, file.size);
    e->is_image = true;
    return e;
}

static void by_height(wend_import_def* def) {
    def->rule = WEND_RULE_HEIGHT;
    def->height_scale = 30;
    def->sea_level = 3;
}
static void by_palette(wend_import_def* def) {
    def->rule = WEND_RULE_PALETTE;
    def->legend = "stack-legend.txt";
}
static void by_bad_palette(wend_import_def* def) {
    def->rule = WEND_RULE_PALETTE;
    def->legend = "stack-bad-legend.txt";
}
static void on_foot(wend_import_def* def) {
    by_height(def);
    def->rule = WEND_RULE_TOBLER;
}
static void downscaled(wend_import_def* def) {
    def->downscale = 3;
}
static void connected(wend_import_def* def) {
    def->links = "stack-links.csv";
    def->walls = "stack-walls.csv";
}
static void walled(wend_import_def* def) {
    def->walls = "stack-walls.pgm";
}
static void thin(wend_import_def* def) {
    def->thin_walls = true;
}
static void by_letters(wend_import_def* def) {
    def->letters = "q=2.5 z=blocked";
    def->fill_short = true;
}

static void make_pngs(void) {
    static const png_kind grey8 = {.bits = 8}, wide = {.color_type = 6, .bits = 16};
    static const png_kind packed = {.color_type = 3,
                                    .bits = 2,
                                    .palette_size = 4,
                                    .palette = {{255, 255, 255, 255}, {9, 9, 9, 9}, {99, 9, 9, 255}}};
    static const png_kind woven = {.color_type = 2, .bits = 8, .interlaced = true};
    static const png_kind keyed = {.bits = 16, .has_key = true, .key = {7}};
    static const png_kind woven_heights = {.bits = 16, .interlaced = true};
    keep_png("stack-grey.png", 1, &grey8);
    keep_png("stack-wide.png", 4, &wide);
    keep_png("stack-packed.png", 1, &packed);
    keep_png("stack-woven.png", 3, &woven);
    keep_png("stack-keyed.png", 1, &keyed);
    keep_png("stack-heights.png", 1, &woven_heights)->set = by_height;
    keep_png("stack-slopes.png", 1, &grey8)->set = by_height;
    keep_png("stack-walk.png", 1, &grey8)->set = on_foot;
    keep_png("stack-colors.png", 3, &woven)->set = by_palette;
    entry* strange = keep_png("stack-strange.png", 3, &woven);
    strange->set = by_bad_palette;
    strange->fails = true;
    keep_png("stack-less.png", 4, &wide)->set = downscaled;
}

static void make_images(void) {
    static const uint8_t palette[4][3] = {{255, 255, 255}, {200, 0, 0}, {0, 200, 0}, {0, 0, 200}};
    static const uint8_t bmp_palette[4][4] = {{255, 255, 255, 255}, {9, 9, 9, 255}, {99, 9, 9, 255}};
    static const tga_kind runs = {.rle = true, .right_to_left = true};
    static bytes file;
    fill(24, 3, 255);
    make_jpeg(&file, &image, false);
    keep("stack.jpeg", file.data, file.size)->is_image = true;
    make_jpeg(&file, &image, true);
    keep("stack-progressive.jpeg", file.data, file.size)->is_image = true;
    make_bmp(&file, &image, false, NULL, 0);
    keep("stack.bmp", file.data, file.size)->is_image = true;
    make_tga(&file, &image, &runs);
    keep("stack.tga", file.data, file.size)->is_image = true;
    make_pnm(&file, &image, '6', 255);
    keep("stack.ppm", file.data, file.size)->is_image = true;
    fill(24, 1, 3);
    make_bmp(&file, &image, true, bmp_palette, 4);
    keep("stack-packed.bmp", file.data, file.size)->is_image = true;
    make_gif(&file, &image, palette, 1);
    keep("stack.gif", file.data, file.size)->is_image = true;
    make_bmp_runs(&file, &image, 8, bmp_palette, 4);
    keep("stack-runs.bmp", file.data, file.size)->is_image = true;
    fill(24, 1, 1);
    make_pnm(&file, &image, '4', 1);
    keep("stack.pbm", file.data, file.size)->is_image = true;
    fill(24, 1, 999);
    make_pnm(&file, &image, '2', 999);
    keep("stack.pgm", file.data, file.size)->is_image = true;
}

// Of one colour, so that its codes stand for 1, 2, 3, ... pixels and each is the one before and a pixel: the
// longest strings that a GIF can have.
static void make_long_gif(void) {
    enum { CODES = 1 << 12, WIDTH = 4096, HEIGHT = 2040 };
    static uint8_t codes[2 * CODES];
    static bytes file;
    uint32_t available = 6, width = 3;
    size_t bits = 0;
    const uint32_t first[] = {4, 0}; // clear, and one pixel
    for (uint32_t i = 0; i < CODES - 4; i++) {
        uint32_t code = i < 2 ? first[i] : i == CODES - 5 ? 5 : available;
        for (uint32_t bit = 0; bit < width; bit++, bits++)
            codes[bits / 8] |= (uint8_t)((code >> bit & 1) << bits % 8);
        if (i < 2) continue;
        available++;
        if ((available & ((1u << width) - 1)) == 0 && available < CODES) width++;
    }
    file.size = 0;
    put_text(&file, "GIF89a");
    put_le16(&file, WIDTH);
    put_le16(&file, HEIGHT);
    put(&file, (uint8_t[]){0x81, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0}, 20);
    put_le16(&file, WIDTH);
    put_le16(&file, HEIGHT);
    put(&file, (uint8_t[]){0, 2}, 2);
    for (size_t at = 0, size = (bits + 7) / 8; at < size; at += 255) {
        size_t block = size - at < 255 ? size - at : 255;
        put_u8(&file, (uint32_t)block);
        put(&file, codes + at, block);
    }
    put(&file, (uint8_t[]){0, 0x3b}, 2);
    entry* gif = keep("stack-long.gif", file.data, file.size);
    gif->is_image = gif->is_long = true;
}

// 24 x 24 tiles of number 1, as base64 of what a compressor makes of them.
static void put_layer(bytes* file, const char* compression) {
    enum { TILES = 24 * 24 };
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static uint8_t tiles[4 * TILES], packed[8 * TILES + 1024];
    size_t size = 0;
    for (size_t i = 0; i < TILES; i++) tiles[4 * i] = (uint8_t)(1 + i * i % 3);
    if (strcmp(compression, "zlib") == 0) {
        uLongf packed_size = sizeof packed;
        MUST(compress2(packed, &packed_size, tiles, sizeof tiles, 9) == Z_OK);
        size = packed_size;
    } else {
        size = ZSTD_compress(packed, sizeof packed, tiles, sizeof tiles, 19);
        MUST(!ZSTD_isError(size));
    }
    memset(packed + size, 0, 2);
    for (size_t i = 0; i < size; i += 3) {
        uint32_t word = (uint32_t)packed[i] << 16 | (uint32_t)packed[i + 1] << 8 | packed[i + 2];
        for (size_t k = 0; k < 4; k++)
            put_u8(file, (uint8_t)(i + k > size ? '=' : digits[word >> (18 - 6 * k) & 63]));
    }
}

static void make_tiled(const char* name, const char* compression_opt, const char* tileset) {
    static bytes file;
    file.size = 0;
    put_text(&file, "<?xml version=\"1.0\"?>\n<map orientation=\"orthogonal\" width=\"24\" height=\"24\">\n");
    put_text(&file, tileset);
    put_text(&file, "<group><layer name=\"ground\" width=\"24\" height=\"24\">\n<properties>"
                    "<property name=\"cost\" value=\"2.5\"/></properties><data encoding=\"");
    if (compression_opt) {
        put_text(&file, "base64\" compression=\"");
        put_text(&file, compression_opt);
        put_text(&file, "\">");
        put_layer(&file, compression_opt);
    } else {
        put_text(&file, "csv\">");
        for (int32_t i = 0; i < 24 * 24; i++) put_text(&file, i ? ",1" : "1");
    }
    put_text(&file, "</data></layer></group></map>\n");
    keep(name, file.data, file.size);
}

static void make_maps(void) {
    static const char tiles[] = "<tile id=\"0\"><properties><property name=\"cost\" value=\"3\"/>"
                                "</properties></tile>";
    static char set[400];
    keep_text("stack.map", "type octile\nheight 2\nwidth 4\nmap\n..T@\nsWG.\n");
    keep_text("stack.txt", "10 // side\n4\n2\n// letters ~=3.5\nx..x\nx.~9\n");
    keep_text("stack-short.txt", "10\n4\n3\nx.qx\nx.\n")->set = by_letters;
    keep_text("stack-bare.txt", "x..x\nx.-x\n");
    snprintf(set, sizeof set, "<tileset firstgid=\"1\">%s</tileset>\n", tiles);
    make_tiled("stack-csv.tmx", NULL, set);
    make_tiled("stack-zlib.tmx", "zlib", set);
    make_tiled("stack-zstd.tmx", "zstd", set);
    make_tiled("stack-outer.tmx", "zlib", "<tileset firstgid=\"1\" source=\"stack-set.tsx\"/>\n");
    keep_text(
        "stack-infinite.tmx",
        "<map infinite=\"1\" tilewidth=\"10\" tileheight=\"10\"><tileset firstgid=\"1\"/><layer><data "
        "encoding=\"csv\"><chunk x=\"-2\" y=\"1\" width=\"2\" height=\"1\">1,1</chunk></data></layer>"
        "<objectgroup name=\"collision\"><object x=\"-20\" y=\"10\" width=\"9\" height=\"4\" rotation=\"30\">"
        "<ellipse/></object></objectgroup></map>");
    static char deep[2000]; // groups as deep as they may be
    strcpy(deep, "{\"layers\":[");
    for (int32_t i = 0; i < 28; i++) strcat(deep, "{\"type\":\"group\",\"layers\":[");
    strcat(
        deep,
        "{\"type\":\"tilelayer\",\"encoding\":\"base64\",\"data\":\"AQAAAAIAAAA=\",\"width\":2,\"height\":1,"
        "\"properties\":[{\"name\":\"cost\",\"value\":3}]}");
    for (int32_t i = 0; i < 28; i++) strcat(deep, "]}");
    strcat(deep, "],\"tilesets\":[{\"firstgid\":1,\"source\":\"stack-set.tsx\"}],\"width\":2,\"height\":1}");
    keep_text("stack.tmj", deep);
    make_tiled("stack-missing.tmx", NULL, "<tileset firstgid=\"1\" source=\"stack-none.tsx\"/>\n");
    snprintf(set, sizeof set, "<?xml version=\"1.0\"?>\n<tileset name=\"a\">%s</tileset>\n", tiles);
    keep_text("stack-set.tsx", set)->fails = true; // on its own it is no map
    keep_text("stack.yaml", "image: stack.pgm\nresolution: 0.05\norigin: [-1.5, 2, 0.25]\nnegate: 0\n"
                            "occupied_thresh: 0.65\nfree_thresh: 0.196\nmode: scale\n");
    keep_text("stack-bad.yaml", "image: stack-none.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\n"
                                "occupied_thresh: 0.65\nfree_thresh: 0.196\n")
        ->fails = true;
    keep_text("stack-table.csv", "1,2.5,0\nnan,blocked,7\n");
    keep_text("stack.recipe", "wend recipe 1\nbase stack-grey.png rule=linear\n"
                              "layer stack.gif mask cost=3.5\n"
                              "layer stack-slopes.png rule=height height-scale=30 combine=sum\n"
                              "layer stack-packed.png rule=palette palette=stack-legend.txt\n"
                              "layer stack.yaml combine=override\norigin 1.5 -2\n");
    keep_text("stack-connected.txt", "..>.\n....\n")->set = connected;
    keep_text("stack-walled.txt", "....\n....\n")->set = walled;
    keep_text("stack-thin.txt", "#####\n#.#.#\n#####\n")->set = thin;
    keep_text("stack-connected.recipe", "wend recipe 1\nbase stack-connected.txt\nlinks stack-links.csv\n"
                                        "walls stack-walls.pgm\norigin 1 2\n");
    keep_text("stack-over.recipe", "wend recipe 1\nbase stack.yaml\nlayer stack-zstd.tmx\n");
    keep_text("stack-bad.recipe",
              "wend recipe 1\nbase stack-grey.png\nlayer stack-grey.png blocked-below=7\n")
        ->fails = true;
    keep_text("stack-outside.recipe", "wend recipe 1\nbase ../stack-grey.png\n")->fails = true;
    keep_text("stack-nothing.bin", "\1\2\3")->fails = true;
}

static void make_others(void) {
    keep_text("stack-links.csv", "x,y,to_x,to_y,cost,kind,two_way\n0,0,3,1,5,tunnel,true\n");
    keep_text("stack-walls.csv", "x,y,to_x,to_y,one_way\n0,0,1,0,true\n");
    keep_text("stack-walls.pgm", "P1 9 5 000000000 000100000 000000000 000000000 000000000");
    entry_count -= 3; // no maps
    keep_text("stack-legend.txt", "#ffffff 1 road\n0,0,255 blocked\ntolerance 40\nunknown nearest\n")->fails =
        true;
    keep_text("stack-bad-legend.txt", "#ffffff 1 road\n")->fails = true;
    entry_count -= 2; // no maps
    keep_text("stack.scen", "version 1.0\n0 a map.map 4 4 0 0 1 1 1.41421356\n");
    keep_text("stack-bad.scen", "version 1.0\n0 a map.map 4 4 0 0 9 1 1.41421356\n");
    entry_count -= 2;
    const char* const folders[] = {"stack-pieces", "stack-pieces/3", "stack-pieces/3/0", "stack-pieces/3/1"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) (void)mkdir(folders[i], 0777);
    static const png_kind grey8 = {.bits = 8};
    keep_png("stack-pieces/3/0/0.png", 1, &grey8);
    keep_png("stack-pieces/3/1/0.png", 1, &grey8);
    keep_text("stack-pieces/3/1/1.png", "no piece")->fails = true;
    entry_count -= 3;
}

// ---- what is called

static wend_import_def def;
static wend_import_info info;
static wend_error error;
static char label[100];

static void say(const char* what, const entry* e, const char* how) {
    snprintf(label, sizeof label, "%s%s%s", e ? e->name : "", what, how);
    under_way = label;
}

static wend_result read_file(void* context, void* out, size_t size, size_t* got_out) {
    *got_out = fread(out, 1, size, context);
    return WEND_OK;
}

static void close_file(void* context) {
    MUST(fclose(context) == 0);
}

static wend_result open_file(void* context, const char* name, wend_source* out) {
    FILE* file = fopen(name, "rb");
    (void)context;
    if (!file) return WEND_ERROR_IO;
    *out = (wend_source){.read = read_file, .close = close_file, .context = file};
    return WEND_OK;
}

static void call_import(const entry* e, bool in_process) {
    wend_grid* grid = NULL;
    wend_result result;
    const char* how = in_process ? " in the process" : "";
    def = wend_default_import_def();
    if (e->set) e->set(&def);
    def.decode_in_process = in_process;
    say("", e, how);
    MEASURE_TO(result, wend_import_file, e->name, &def, &grid, &info, &error);
    if ((result != WEND_OK) != e->fails) must(false, e->fails ? "is read" : error.text);
    wend_grid_destroy(grid);
    grid = NULL;
    FILE* stream = fopen(e->name, "rb");
    MUST(stream);
    say(" from a stream", e, how);
    def.open = open_file;
    MEASURE(wend_import_stream, stream, e->name, &def, &grid, &info, &error);
    def.open = NULL;
    MUST(fclose(stream) == 0);
    wend_grid_destroy(grid);
    for (size_t size = e->is_long ? 0 : e->size;; size = size * 2 / 3) {
        grid = NULL;
        say(size == e->size ? " from memory" : " cut short", e, how);
        MEASURE(wend_import_memory, e->bytes, size, e->name, &def, &grid, &info, &error);
        wend_grid_destroy(grid);
        grid = NULL;
        const wend_source source = {.bytes = e->bytes, .size = size};
        MEASURE(wend_import_source, &source, e->name, &def, &grid, &info, &error);
        wend_grid_destroy(grid);
        if (size == 0) break;
    }
    static uint8_t rgba[4];
    say("", e, how);
    MEASURE(wend_import_picture, e->name, &def, 1, 1, rgba, &error);
}

static void call_survey(const entry* e, bool in_process) {
    static uint8_t rgba[4 * 600];
    wend_image_survey* survey = NULL;
    wend_grid* grid = NULL;
    def = wend_default_import_def();
    def.decode_in_process = in_process;
    say("", e, in_process ? " in the process" : "");
    MEASURE(wend_image_survey_create, e->name, &def, 600, &survey, &error);
    if (!survey) must(false, error.text);
    MEASURE(wend_image_survey_get_info, survey);
    MEASURE(wend_image_survey_histogram, survey, WEND_CHANNEL_LUMA);
    MEASURE(wend_image_survey_colors, survey);
    MEASURE(wend_image_survey_copy, survey, rgba);
    static wend_legend legend;
    static char text[WEND_LEGEND_TEXT_BYTES];
    const wend_image_colors* colors = wend_image_survey_colors(survey);
    MEASURE(wend_legend_propose, colors, &legend);
    MEASURE(wend_legend_write, &legend, e->name, colors, text);
    if (e->set) e->set(&def);
    MEASURE(wend_image_survey_import, survey, &def, &grid, &info, &error);
    wend_grid_destroy(grid);
    MEASURE(wend_image_survey_destroy, survey);
}

static void call_pieces(const char* pattern, bool fails) {
    wend_grid* grid = NULL;
    wend_result result;
    def = wend_default_import_def();
    under_way = pattern;
    MEASURE_TO(result, wend_import_pieces, pattern, &def, &grid, &info, &error);
    if ((result != WEND_OK) != fails) must(false, fails ? "is read" : error.text);
    wend_grid_destroy(grid);
}

static void call_scenario(const char* file) {
    wend_scenario* scenario = NULL;
    int32_t count;
    under_way = file;
    MEASURE(wend_scenario_load, file, &scenario, &error);
    if (!scenario) return;
    MEASURE(wend_scenario_problems, scenario, &count);
    MEASURE(wend_scenario_destroy, scenario);
}

// Also of a raster, by a program that says nothing.
static void call_slopes(void) {
    static wend_slope_point points[WEND_MAX_SLOPE_POINTS];
    int32_t count;
    char unit[8];
    MEASURE(wend_slope_points, "tobler", points, &count, unit, &error);
    MEASURE(wend_slope_points, "stack-none.csv", points, &count, unit, &error);
}

static void call_geo(void) {
    static wend_georeference geo = {.has_transform = true,
                                    .transform = {13, 0.001, 0, 47, 0, -0.001},
                                    .kind = WEND_GEO_GEOGRAPHIC,
                                    .unit = 0.0174532925199433,
                                    .semi_major = 6378137,
                                    .flattening = 0.00335281,
                                    .wkt = "GEOGCRS[]"};
    wend_geo_point at = {13.5, 46.5};
    wend_grid* grid = NULL;
    wend_tile tile;
    double column, row;
    under_way = "coordinates";
    MEASURE(wend_geo_position, &geo, 1, 2, &at);
    MEASURE(wend_geo_column_row, &geo, at, &column, &row);
    MEASURE(wend_geo_tile_at, &geo, at, &tile);
    wend_ground ground;
    MEASURE(wend_geo_ground, &geo, 1, &ground);
    MEASURE(wend_geo_distance, &geo, at, (wend_geo_point){14, 47});
    const wend_ros_map ros = {.resolution = .05, .origin = {1, 2, .5}, .rows = 10, .tile_pixels = 1};
    MEASURE(wend_ros_position, &ros, 1, 2, &at);
    MEASURE(wend_ros_tile_at, &ros, at, &tile);
    MEASURE(wend_geo_transform, &geo, "/bin/true", true, &at, 1, &error);
    def = wend_default_import_def();
    def.gdal = "/bin/true";
    def.rule = WEND_RULE_TOBLER;
    files_put("stack.tif", "II*", 4);
    MEASURE(wend_import_file, "stack.tif", &def, &grid, &info, &error);
}

static void call_legend(void) {
    static wend_legend legend;
    under_way = "a legend";
    static const char text[] = "#ff0000 1 red\ntolerance 48\nunknown nearest\n";
    files_put("colors.legend", text, sizeof text - 1);
    def = wend_default_import_def();
    MEASURE(wend_legend_read, "colors.legend", &def, &legend, &error);
    must(legend.count == 1, error.text);
    static char tiles[WEND_LEGEND_TEXT_BYTES];
    MEASURE(wend_legend_of_tiles, "stack-csv.tmx", &def, tiles, &error);
    must(tiles[0] == '/', error.text);
}

static double no_estimate(int32_t node, void* context) {
    (void)node, (void)context;
    return 0;
}

static void call_searches(void) {
    enum { SIDE = 60, NODES = SIDE * SIDE };
    static wend_graph_connection connections[2 * NODES];
    static wend_graph_position positions[NODES];
    static double table[NODES];
    static wend_graph_def graph_def;
    static wend_graph_search_def search_def;
    wend_graph* graph = NULL;
    wend_graph_search* search = NULL;
    wend_graph_query query;
    int32_t count, out[4];
    for (int32_t i = 0; i < NODES; i++) {
        positions[i] = (wend_graph_position){i % SIDE, i / SIDE};
        connections[2 * i] = (wend_graph_connection){i, (i + 1) % NODES, 1 + i % 3};
        connections[2 * i + 1] = (wend_graph_connection){i, (i + SIDE) % NODES, 1 + i % 5};
    }
    MEASURE_TO(graph_def, wend_default_graph_def, );
    graph_def.node_count = NODES;
    graph_def.connections = connections;
    graph_def.connection_count = 2 * NODES;
    graph_def.positions = positions;
    MEASURE(wend_graph_create, &graph_def, &graph);
    MEASURE_TO(search_def, wend_default_graph_search_def, );
    MEASURE(wend_graph_search_create, &search_def, &search);
    MUST(graph && search);
    MEASURE(wend_graph_node_count, graph);
    MEASURE(wend_graph_connection_count, graph);
    MEASURE(wend_graph_get_connection, graph, 3);
    MEASURE(wend_graph_outgoing, graph, 3, out, 4);
    MEASURE(wend_graph_get_position, graph, 3, &positions[0]);
    MEASURE(wend_graph_bytes, graph);
    MEASURE(wend_graph_set_cost, graph, 3, 7);
    MEASURE(wend_graph_set_enabled, graph, 3, false);
    MEASURE(wend_graph_is_enabled, graph, 3);
    MEASURE(wend_graph_euclidean_factor, graph);
    for (int32_t i = 0; i < WEND_GRAPH_ALGORITHM_COUNT * WEND_GRAPH_HEURISTIC_COUNT; i++) {
        MEASURE_TO(query, wend_default_graph_query, 0, i % 3 ? NODES - 1 : -1);
        query.algorithm = (wend_graph_algorithm)(i % WEND_GRAPH_ALGORITHM_COUNT);
        query.heuristic = (wend_graph_heuristic)(i / WEND_GRAPH_ALGORITHM_COUNT);
        query.heuristic_table = table;
        query.heuristic_fn = no_estimate;
        MEASURE(wend_graph_find_path, search, graph, &query, NULL);
    }
    MEASURE(wend_graph_search_outcome, search);
    MEASURE(wend_graph_search_cost, search);
    MEASURE(wend_graph_search_connections, search, &count);
    MEASURE(wend_graph_search_nodes, search, &count);
    MEASURE(wend_graph_search_node, search, 3);
    MEASURE(wend_graph_search_bytes, search);
    MEASURE(wend_graph_search_destroy, search);
    MEASURE(wend_graph_destroy, graph);
}

// A graph file, whole and cut short.
static void call_graph_file(const char* file, const char* text, const char* table_opt) {
    static wend_graph_import_def graph_def;
    static wend_graph_import_info graph_info;
    static double h[16];
    static char name[WEND_GRAPH_NAME_BYTES];
    wend_graph* graph = NULL;
    wend_graph_names* names = NULL;
    under_way = file;
    FILE* out = fopen(file, "wb");
    MUST(out && fputs(text, out) >= 0 && fclose(out) == 0);
    MEASURE_TO(graph_def, wend_default_graph_import_def, );
    graph_def.node_table = table_opt;
    graph_def.two_way = true;
    MEASURE(wend_import_graph, file, &graph_def, &graph, &names, &graph_info, &error);
    if (!graph) must(false, error.text);
    MUST(wend_graph_node_count(graph) <= 16);
    MEASURE(wend_graph_node_name, names, 1, name);
    MEASURE(wend_graph_find_node, names, name);
    MEASURE(wend_graph_edge_of, names, 2);
    MEASURE(wend_graph_edge_label, names, 0);
    MEASURE(wend_graph_find_edge, names, "e1");
    MEASURE(wend_import_heuristic, "stack-h.csv", names, h, &error);
    MEASURE(wend_import_heuristic, "stack-none.csv", names, h, &error);
    MEASURE(wend_graph_names_destroy, names);
    wend_graph_destroy(graph);
    for (size_t size = strlen(text); size-- > 0;) {
        graph = NULL;
        names = NULL;
        MEASURE(wend_import_graph_memory, text, size, file, &graph_def, &graph, &names, &graph_info, &error);
        wend_graph_names_destroy(names);
        wend_graph_destroy(graph);
    }
}

static void call_graphs(void) {
    FILE* table = fopen("stack-h.csv", "wb");
    MUST(table && fputs("node,x,y,h\n1,0,0,5\n2,3,4,3\n3,6,8,0\n", table) >= 0 && fclose(table) == 0);
    call_graph_file("stack-graph.csv", "from,to,cost,id\n1,2,2.5,e1\n\"2\",3,1e3,\"e\"\"2\"\n",
                    "stack-h.csv");
    call_graph_file("stack-graph.gr", "c roads\np sp 3 2\na 1 2 10\na 2 3 7\n", "stack-h.csv");
    call_graph_file(
        "stack-graph.graphml",
        "<?xml version=\"1.0\"?><graphml><key id=\"c\" for=\"edge\" attr.name=\"cost\"/>"
        "<graph edgedefault=\"undirected\"><node id=\"1\"/><node id=\"2\"/><node id=\"3\"/>"
        "<edge id=\"e1\" source=\"1\" target=\"2\"><data key=\"c\">2.5</data></edge></graph></graphml>",
        "stack-h.csv");
}

static void* call_all(void* context) {
    (void)context;
    under_way = "";
    MEASURE(wend_image_rule_name, WEND_RULE_ROS);
    MEASURE(wend_channel_name, WEND_CHANNEL_LUMA);
    MEASURE(wend_ros_mode_name, WEND_ROS_RAW);
    MEASURE(wend_downscale_name, WEND_DOWNSCALE_CHEAPEST);
    MEASURE(wend_import_format_name, 0);
    MEASURE(wend_import_format_description, 0);
    MEASURE_TO(def, wend_default_import_def, );
    for (int32_t i = 0; i < entry_count; i++) {
        const entry* e = &entries[i];
        call_import(e, false);
        call_import(e, true);
        if (e->is_image) call_survey(e, false);
        if (e->is_image) call_survey(e, true);
    }
    static char deep[3900] = "./";
    while (strlen(deep) + 40 < sizeof deep) strcat(deep, "./");
    strcat(deep, "stack-pieces/3/{x}/{y}.png");
    call_pieces("stack-pieces/3/{x}/0.png/{y}", true);
    call_pieces("stack-pieces/{y}/{x}/0.png", false);
    call_pieces("stack-pieces", true); // one of them is no piece
    call_pieces("stack-none/{x}/{y}", true);
    call_pieces(deep, true);
    call_scenario("stack.scen");
    call_scenario("stack-bad.scen");
    call_scenario("stack-none.scen");
    call_searches();
    call_graphs();
    call_geo();
    call_slopes();
    call_legend();
    return NULL;
}

int main(void) {
    if (PAINTED_STACK_SANITIZED) {
        fprintf(stderr, "stack: sanitizers make frames larger; skipped\n");
        return SKIPPED;
    }
    char folder[] = "stack-XXXXXX";
    MUST(mkdtemp(folder) && chdir(folder) == 0);
    make_pngs();
    make_images();
    make_long_gif();
    make_maps();
    make_others();
    MUST(painted_stack_run(ROOM, call_all, NULL));
    is_quiet = true;
    if (over_budget == 0) MUST(painted_stack_run(SMALL, call_all, NULL));
    return over_budget > 0;
}
