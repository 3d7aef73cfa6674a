// scenarios_import.c: maps, pictures, graphs and legends read without memory.
#include <stdio.h>
#include <string.h>

#include "files.h"
#include "make.h"
#include "scene.h"

// A map in each format; a NULL ends each list of files, the first of which is the map.
static const struct {
    const char *file, *text;
} texts[] = {
    {"a.map", "type octile\nheight 2\nwidth 3\nmap\n..@\nSWT\n"},
    {"header.txt", "10\n4\n2\n..x9\n.x..\n"},
    {"letters.txt",
     "10 10 // side\r\n4 // across\r\n2\r\n0 0 0\r\n// letters a=3.5 b=blocked\r\n. . x a\r\n. x b .\r\n"},
    {"table.csv", "# costs\n1,2.5,0\nnan,inf,blocked\n"},
    {"wesnoth.txt",
     "border_size=1\nusage=map\n\nWo, Wo, Wo, Wo\nWo, 1 Ke, Gg^Fp, Wo\nWo, Ww^Bw|, Ur^Pr/o, Wo\n"
     "Wo, Wo, Wo, Wo\n"},
    {"arrows.txt", "// letters u=up ^=2\n.<.>\n.uv^\n"},
    {"map.yaml",
     "image: image.pgm\nresolution: 0.05\norigin: [-1.5, 2, 0]\nnegate: 0\noccupied_thresh: 0.65\n"
     "free_thresh: 0.196\n"},
    {"map.recipe", "wend recipe 1\nbase image.pgm rule=luma blocked-below=0.3\nlayer image.pgm mask cost=3\n"
                   "layer image.pgm rule=linear combine=sum\nlinks links.csv\nwalls walls.csv\n"
                   "profile tank:radius=0.5\nresolution 0.5\norigin 100 -20\n"},
    {"map.tmx",
     "<?xml version=\"1.0\"?>\n<map orientation=\"orthogonal\" width=\"3\" height=\"2\" tilewidth=\"16\" "
     "tileheight=\"10\"><tileset firstgid=\"1\" source=\"set.tsx\"/><group><layer name=\"a\" width=\"3\" "
     "height=\"2\"><properties><property name=\"cost\" value=\"3\"/></properties><data encoding=\"base64\" "
     "compression=\"zlib\">eNpjZGBgYAJiRgYIYITyAQB4AAg=</data></layer></group><objectgroup><object id=\"1\" "
     "x=\"0\" y=\"0\" width=\"9\" height=\"9\" class=\"collision\"/></objectgroup></map>"},
    {"map.tmj",
     "{\"orientation\":\"orthogonal\",\"width\":2,\"height\":2,\"tilewidth\":8,\"tileheight\":8,"
     "\"tilesets\":[{\"firstgid\":1,\"tiles\":[{\"id\":1,\"properties\":[{\"name\":\"cost\",\"type\":"
     "\"float\",\"value\":2.5}]}]}],\"layers\":[{\"type\":\"tilelayer\",\"name\":\"a\",\"width\":2,"
     "\"height\":2,\"data\":[1,2,2,1]}]}"},
    // What the others name:
    {"set.tsx", "<?xml version=\"1.0\"?>\n<tileset name=\"s\"><tile id=\"1\" "
                "type=\"wood\"><properties><property name=\"cost\" "
                "value=\"2.5\"/></properties></tile></tileset>"},
    {"links.csv", "x,y,to_x,to_y,cost,kind,two_way\n1,0,3,2,1.5,tunnel,true\n"},
    {"walls.csv", "x,y,to_x,to_y,one_way\n0,0,1,0,true\n1,1,1,2,\n"},
    {"a.legend", "// terrain\n#ff0000 1 road\n  0,255,0\t2.5  deep forest\r\n#000080..#4080ff blocked water\n"
                 "unknown nearest\n"},
    {"tiles.legend", "wood 3\ns:0 2\n"},
    {"a.scen", "version 1\n0\ta.map\t5\t4\t0\t0\t4\t3\t6.5\n3\tb.map\t49\t48\t1\t11\t2\t12\t1.41421\n"},
    {"a.csv", "from,to,cost,id\na,b,1,e1\nb,c,2,e2\nc,a,3,e3\n"},
    {"a.graphml",
     "<?xml version=\"1.0\"?><graphml><key id=\"d0\" for=\"node\" attr.name=\"x\"/><key id=\"d1\" "
     "for=\"node\" attr.name=\"y\"/><key id=\"c\" for=\"edge\" attr.name=\"cost\"/><graph "
     "edgedefault=\"directed\"><node id=\"a\"><data key=\"d0\">1</data><data key=\"d1\">2</data></node>"
     "<node id=\"b\"/><edge id=\"e\" source=\"a\" target=\"b\"><data key=\"c\">2.5</data></edge>"
     "</graph></graphml>"},
    {"a.gr", "c a comment\np sp 3 2\na 1 2 7\na 2 3 4\n"},
    {"nodes.csv", "node,x,y\na,0,0\nb,1,0\nc,0,1\n"},
    {"table.h", "node,h\na,3\nb,2\nc,0\n"},
};
static const char* const maps[] = {"a.map",      "header.txt", "letters.txt", "table.csv", "wesnoth.txt",
                                   "arrows.txt", "map.yaml",   "map.recipe",  "map.tmx",   "map.tmj",
                                   "grey.png",   "laced.png",  "color.png",   "grey.jpg",  "color.jpg",
                                   "image.pgm",  "color.bmp",  "color.tga",   "color.gif"};
static const char* const graphs[] = {"a.csv", "a.graphml", "a.gr"};
enum {
    TEXT_COUNT = sizeof texts / sizeof *texts,
    MAP_COUNT = sizeof maps / sizeof *maps,
    FIRST_IMAGE = 10,
    IMAGE_COUNT = MAP_COUNT - FIRST_IMAGE,
    GRAPH_COUNT = sizeof graphs / sizeof *graphs
};

static void put_bytes(const char* name, const bytes* file) {
    files_put(name, file->data, file->size);
}

static void write_images(void) {
    static bytes file;
    static picture grey = {.width = 8, .height = 6, .channels = 1},
                   color = {.width = 8, .height = 6, .channels = 3};
    static const uint8_t palette[4][3] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}};
    for (int32_t i = 0; i < 48; i++) {
        grey.samples[i] = (uint16_t)(i % 5 == 0 ? 0 : 255 - i);
        for (int32_t k = 0; k < 3; k++)
            color.samples[3 * i + k] = (uint16_t)(i * (k + 1) % 7 == 0 ? 20 : 255 - i);
    }
    make_png(&file, &grey, &(png_kind){.bits = 8}), put_bytes("grey.png", &file);
    make_png(&file, &grey, &(png_kind){.bits = 8, .interlaced = true}), put_bytes("laced.png", &file);
    make_png(&file, &color, &(png_kind){.color_type = 2, .bits = 8}), put_bytes("color.png", &file);
    make_jpeg(&file, &grey, false), put_bytes("grey.jpg", &file);
    make_jpeg(&file, &color, true), put_bytes("color.jpg", &file);
    make_pnm(&file, &grey, '5', 255), put_bytes("image.pgm", &file);
    make_bmp(&file, &color, true, NULL, 0), put_bytes("color.bmp", &file);
    make_tga(&file, &color, &(tga_kind){.rle = true}), put_bytes("color.tga", &file);
    for (int32_t i = 0; i < 48; i++) grey.samples[i] %= 4;
    make_gif(&file, &grey, palette, -1), put_bytes("color.gif", &file);
}

static void begin_files(scene* s, int32_t variant) {
    static bool written;
    s->stock = (stock)variant;
    if (written) return;
    written = true;
    for (int32_t i = 0; i < TEXT_COUNT; i++) files_put(texts[i].file, texts[i].text, strlen(texts[i].text));
    write_images();
    static bytes file;
    static picture piece = {.width = 2, .height = 2, .channels = 1, .samples = {255, 255, 0, 255}};
    make_pnm(&file, &piece, '5', 255);
    put_bytes("piece_0_0.pgm", &file);
    put_bytes("piece_1_0.pgm", &file);
}

static void tell_info(scene* s, wend_result result, const wend_import_info* info) {
    if (result != WEND_OK) return;
    s->told = mix(1, info->format, strlen(info->format));
    MIX(s->told, info->width);
    for (int32_t i = 0; i < WEND_CLASS_COUNT; i++)
        s->told = mix(s->told, info->meanings[i], strlen(info->meanings[i]));
}

static wend_import_info info; // 20 KB

static wend_result import_file(scene* s, int32_t variant) {
    const wend_import_def def = wend_default_import_def();
    const wend_result result = wend_import_file(maps[variant], &def, &s->grid, &info, &s->error);
    tell_info(s, result, &info);
    return result;
}

static wend_result import_by_legend(scene* s, int32_t variant) {
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_PALETTE;
    def.legend = "a.legend";
    const wend_result result =
        wend_import_file(maps[FIRST_IMAGE + variant], &def, &s->grid, &info, &s->error);
    tell_info(s, result, &info);
    return result;
}

static wend_result import_heights(scene* s, int32_t variant) {
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_HEIGHT;
    def.height_scale = 3;
    def.decode_in_process = true;
    const wend_result result =
        wend_import_file(maps[FIRST_IMAGE + variant], &def, &s->grid, &info, &s->error);
    tell_info(s, result, &info);
    return result;
}

static wend_result import_downscaled(scene* s, int32_t variant) {
    wend_import_def def = wend_default_import_def();
    def.downscale = 2;
    def.walls = "walls.csv";
    return wend_import_file(maps[FIRST_IMAGE + variant], &def, &s->grid, &info, &s->error);
}

static wend_result import_memory(scene* s, int32_t variant) {
    const wend_import_def def = wend_default_import_def();
    return wend_import_memory(texts[variant].text, strlen(texts[variant].text), texts[variant].file, &def,
                              &s->grid, NULL, &s->error);
}

static wend_result import_source(scene* s, int32_t variant) {
    const wend_import_def def = wend_default_import_def();
    const wend_source source = {.bytes = texts[variant].text, .size = strlen(texts[variant].text)};
    return wend_import_source(&source, texts[variant].file, &def, &s->grid, NULL, &s->error);
}

static wend_result import_stream(scene* s, int32_t variant) {
    const wend_import_def def = wend_default_import_def();
    FILE* stream = fopen(texts[variant].file, "rb");
    if (!stream) scene_fails("a file does not open");
    const wend_result result =
        wend_import_stream(stream, texts[variant].file, &def, &s->grid, NULL, &s->error);
    fclose(stream);
    return result;
}

static wend_result import_pieces(scene* s, int32_t variant) {
    (void)variant;
    const wend_import_def def = wend_default_import_def();
    return wend_import_pieces("piece_{x}_{y}.pgm", &def, &s->grid, NULL, &s->error);
}

static wend_result import_picture(scene* s, int32_t variant) {
    static uint8_t rgba[8 * 6 * 4];
    const wend_import_def def = wend_default_import_def();
    const wend_result result = wend_import_picture(maps[FIRST_IMAGE + variant], &def, 8, 6, rgba, &s->error);
    if (result == WEND_OK) s->told = mix(1, rgba, sizeof rgba);
    return result;
}

static wend_result survey_image(scene* s, int32_t variant) {
    const wend_import_def def = wend_default_import_def();
    return wend_image_survey_create(maps[FIRST_IMAGE + variant], &def, 4096, &s->survey, &s->error);
}

static void begin_survey(scene* s, int32_t variant) {
    begin_files(s, variant);
    scene_must(survey_image(s, variant));
}

static wend_result import_survey(scene* s, int32_t variant) {
    (void)variant;
    const wend_import_def def = wend_default_import_def();
    return wend_image_survey_import(s->survey, &def, &s->grid, NULL, &s->error);
}

static wend_result load_scenario(scene* s, int32_t variant) {
    (void)variant;
    return wend_scenario_load("a.scen", &s->scenario, &s->error);
}

static wend_result list_tiles(scene* s, int32_t variant) {
    static char text[WEND_LEGEND_TEXT_BYTES];
    const wend_import_def def = wend_default_import_def();
    const wend_result result =
        wend_legend_of_tiles(variant == 0 ? "map.tmx" : "map.tmj", &def, text, &s->error);
    if (result == WEND_OK) s->told = (uint64_t)strlen(text);
    return result;
}

static wend_result import_by_tiles(scene* s, int32_t variant) {
    (void)variant;
    wend_import_def def = wend_default_import_def();
    def.legend = "tiles.legend";
    return wend_import_file("map.tmx", &def, &s->grid, NULL, &s->error);
}

static wend_result read_legend(scene* s, int32_t variant) {
    (void)variant;
    static wend_legend legend;
    const wend_import_def def = wend_default_import_def();
    const wend_result result = wend_legend_read("a.legend", &def, &legend, &s->error);
    if (result == WEND_OK) s->told = (uint64_t)legend.count;
    return result;
}

// ---- graphs

static wend_result import_graph(scene* s, int32_t variant) {
    wend_graph_import_def def = wend_default_graph_import_def();
    if (variant == 0) def.node_table = "nodes.csv";
    return wend_import_graph(graphs[variant], &def, &s->graph, &s->names, NULL, &s->error);
}

static wend_result import_graph_memory(scene* s, int32_t variant) {
    const wend_graph_import_def def = wend_default_graph_import_def();
    size_t i = 0;
    while (strcmp(texts[i].file, graphs[variant]) != 0) i++;
    return wend_import_graph_memory(texts[i].text, strlen(texts[i].text), graphs[variant], &def, &s->graph,
                                    &s->names, NULL, &s->error);
}

static void begin_names(scene* s, int32_t variant) {
    begin_files(s, variant);
    scene_must(import_graph(s, 0));
}

static wend_result import_heuristic(scene* s, int32_t variant) {
    (void)variant;
    double table[3] = {0};
    const wend_result result = wend_import_heuristic("table.h", s->names, table, &s->error);
    if (result == WEND_OK) s->told = mix(1, table, sizeof table);
    return result;
}

static wend_result transform_positions(scene* s, int32_t variant) {
    (void)variant;
    static const wend_georeference geo = {.has_transform = true,
                                          .transform = {10, 0.1, 0, 50, 0, -0.1},
                                          .is_wgs84 = true,
                                          .kind = WEND_GEO_GEOGRAPHIC,
                                          .unit = 0.0174532925,
                                          .wkt = "WGS 84"};
    wend_geo_point points[2] = {{10, 50}, {11.5, 49}};
    const wend_result result = wend_geo_transform(&geo, NULL, true, points, 2, &s->error);
    if (result == WEND_OK) s->told = mix(1, points, sizeof points);
    return result;
}

static void begin_slopes(scene* s, int32_t variant) {
    (void)s, (void)variant;
    FILE* table = fopen("slopes.csv", "wb");
    scene_must(table && fputs("slope,factor\n-1,2\n0,1\n1,5\n", table) >= 0 && fclose(table) == 0
                   ? WEND_OK
                   : WEND_ERROR_IO);
}

static wend_result list_slopes(scene* s, int32_t variant) {
    (void)variant;
    static wend_slope_point points[WEND_MAX_SLOPE_POINTS];
    int32_t count = 0;
    char unit[8];
    const wend_result result = wend_slope_points("slopes.csv", points, &count, unit, &s->error);
    if (result == WEND_OK) s->told = mix(1, points, (size_t)count * sizeof *points);
    return result;
}

enum { SELF_CONTAINED = 6 };

const scenario import_scenarios[] = {
    {"import a file", MAP_COUNT, KEEPS, begin_files, import_file},
    {"import by a legend", 6, KEEPS, begin_files, import_by_legend},
    {"import heights", IMAGE_COUNT, KEEPS, begin_files, import_heights},
    {"import downscaled", IMAGE_COUNT, KEEPS, begin_files, import_downscaled},
    {"import from memory", SELF_CONTAINED, KEEPS, begin_files, import_memory},
    {"import from a source", SELF_CONTAINED, KEEPS, begin_files, import_source},
    {"import from a stream", SELF_CONTAINED, KEEPS, begin_files, import_stream},
    {"import pieces", 1, KEEPS, begin_files, import_pieces},
    {"import a picture", IMAGE_COUNT, KEEPS, begin_files, import_picture},
    {"survey an image", IMAGE_COUNT, KEEPS, begin_files, survey_image},
    {"import a survey", IMAGE_COUNT, KEEPS, begin_survey, import_survey},
    {"load a scenario file", 1, KEEPS, begin_files, load_scenario},
    {"read a legend", 1, KEEPS, begin_files, read_legend},
    {"list the tiles of a map", 2, KEEPS, begin_files, list_tiles},
    {"import by a legend of tiles", 1, KEEPS, begin_files, import_by_tiles},
    {"import a graph", GRAPH_COUNT, KEEPS, begin_files, import_graph},
    {"import a graph from memory", GRAPH_COUNT, KEEPS, begin_files, import_graph_memory},
    {"import a table of heuristics", 1, KEEPS, begin_names, import_heuristic},
    {"transform positions", 1, KEEPS, begin_files, transform_positions},
    {"list a function of slope", 1, KEEPS, begin_slopes, list_slopes},
    {NULL, 0, KEEPS, NULL, NULL},
};
