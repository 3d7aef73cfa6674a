// seeds.c: which small files do the fuzzers start from? usage: fuzz_seeds FOLDER, which gets one subfolder
// for each target
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L // mkdir
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "make.h"
#include "patched_world.h"
#include "wend/wend.h"

static const char* root;
static bytes file;

static void path_of(const char* target, const char* name, char out[1000]) {
    snprintf(out, 1000, "%s/%s", root, target);
    (void)mkdir(out, 0777);
    snprintf(out, 1000, "%s/%s/%s", root, target, name);
}

static void save(const char* target, const char* name) {
    char path[1000];
    path_of(target, name, path);
    FILE* out = fopen(path, "wb");
    if (!out || fwrite(file.data, 1, file.size, out) != file.size || fclose(out) != 0) {
        perror(path);
        exit(1);
    }
}

static void save_text(const char* target, const char* name, const char* text) {
    file.size = 0;
    put_text(&file, text);
    save(target, name);
}

static picture noise(int32_t channels, uint32_t top) {
    picture p = {.width = 5, .height = 4, .channels = channels};
    for (int32_t i = 0; i < 20 * channels; i++) p.samples[i] = (uint16_t)((uint32_t)i * 40503u % (top + 1));
    return p;
}

static void images(void) {
    static const struct {
        const char* name;
        png_kind kind;
        int32_t channels;
        uint32_t top;
    } pngs[] = {
        {"grey", {.bits = 8}, 1, 255},
        {"grey1", {.bits = 1}, 1, 1},
        {"key", {.bits = 4, .has_key = true, .key = {3}}, 1, 15},
        {"rgb16key", {.color_type = 2, .bits = 16, .has_key = true}, 3, 65535},
        {"palette",
         {.color_type = 3, .bits = 2, .interlaced = true, .palette_size = 4, .palette = {{255, 9, 9, 40}}},
         1,
         3},
        {"rgba", {.color_type = 6, .bits = 8, .interlaced = true}, 4, 255},
        {"greya16", {.color_type = 4, .bits = 16}, 2, 65535},
    };
    for (size_t i = 0; i < sizeof pngs / sizeof *pngs; i++) {
        picture p = noise(pngs[i].channels, pngs[i].top);
        make_png(&file, &p, &pngs[i].kind);
        save("png", pngs[i].name);
    }
    picture grey = noise(1, 255), color = noise(3, 255), rgba = noise(4, 255), index = noise(1, 3);
    make_jpeg(&file, &grey, false), save("jpeg", "grey");
    make_jpeg(&file, &color, true), save("jpeg", "progressive");
    static const char* const kinds = "123456";
    for (const char* k = kinds; *k; k++) {
        picture p = noise(*k == '3' || *k == '6' ? 3 : 1, *k == '1' || *k == '4' ? 1 : 300);
        make_pnm(&file, &p, *k, 300);
        save("pnm", (char[]){'p', *k, 0});
    }
    static const uint8_t colors[4][4] = {{255, 0, 0}, {0, 0, 0}, {9, 9, 240}, {240, 240, 240}};
    static const uint8_t gif_colors[4][3] = {{255, 0, 0}, {0, 0, 0}, {9, 9, 240}, {240, 240, 240}};
    make_bmp(&file, &color, true, NULL, 0), save("stb", "bmp");
    make_bmp(&file, &index, false, colors, 4), save("stb", "bmp_palette");
    make_tga(&file, &color, &(tga_kind){.top_down = true}), save("stb", "tga");
    make_tga(&file, &rgba, &(tga_kind){.rle = true, .alpha_bits = 8}), save("stb", "tga_rle");
    make_gif(&file, &index, gif_colors, 2), save("stb", "gif");
    make_bmp_runs(&file, &index, 8, colors, 4), save("stb", "bmp_runs_8");
    make_bmp_runs(&file, &index, 4, colors, 4), save("stb", "bmp_runs_4");
    make_bmp_core(&file, &index, 2, colors, 4), save("stb", "bmp_core");
    make_tga(&file, &color, &(tga_kind){.unused_palette = true}), save("stb", "tga_unused_palette");
}

static void maps(void) {
    save_text("movingai", "map", "type octile\nheight 2\nwidth 3\nmap\n..@\nSWT\n");
    save_text("scen", "scen",
              "version 1\n0\ta.map\t5\t4\t0\t0\t4\t3\t6.5\n3\tb c.map\t49\t48\t1\t11\t2\t12\t1.41421\n");
    save_text("textgrid", "header", "10\n4\n2\n..x9\n.x..\n");
    save_text(
        "textgrid", "comments",
        "10 10 // side\r\n4 // across\r\n2\r\n0 0 0\r\n// letters a=3.5 b=blocked\r\n. . x a\r\n. x b .\r\n");
    save_text("textgrid", "table", "# costs\n1,2.5,0\nnan,inf,blocked\n");
    save_text("textgrid", "bare", "..^^-\n*..12\n");
    save_text("textgrid", "names", "tile size: 16 px\nwidth = 4\nheight: 2 // rows\nx  x // a row\n x>^\n");
    save_text("textgrid", "wesnoth",
              "border_size=1\nusage=map\n\nWo, Wo, Wo, Wo\nWo, 1 Ke, Gg^Fp, Wo\n"
              "Wo, Ww^Bw|, Ur^Pr/o, Wo\nWo, Wo, Wo, Wo\n");
    save_text(
        "tiled", "hexagons",
        "<map orientation=\"hexagonal\" width=\"2\" height=\"2\" tilewidth=\"28\" tileheight=\"32\" "
        "hexsidelength=\"16\" staggeraxis=\"y\" staggerindex=\"odd\"><tileset firstgid=\"1\"/><layer "
        "width=\"2\" height=\"2\"><data encoding=\"csv\">1,1,1,1</data></layer><objectgroup><object id=\"1\" "
        "x=\"14\" y=\"16\"><properties><property name=\"to\" type=\"object\" value=\"2\"/><property "
        "name=\"cost\" value=\"1\"/></properties></object><object id=\"2\" x=\"42\" y=\"40\"/>"
        "</objectgroup></map>");
    save_text("textgrid", "arrows", "// letters u=up ^=2\n.<.>\n.uv^\n");
    save_text("ros", "trinary",
              "image: fuzz.pgm\nresolution: 0.05\norigin: [-1.5, 2, 0]\nnegate: 0\noccupied_thresh: "
              "0.65\nfree_thresh: 0.196\n");
    save_text("ros", "raw",
              "# a map\nimage: \"fuzz.pgm\"\nmode: raw\nresolution: 1e-1\norigin:\n  - 0\n  - -2.5\n  - "
              "0.1\nnegate: 1\n"
              "occupied_thresh: 0.65\nfree_thresh: 0.25\n");
    save_text("recipe", "layers",
              "wend recipe 1\nbase fuzz.pgm rule=luma blocked-below=0.3\nlayer fuzz.pgm mask cost=3\nlayer "
              "\"fuzz.pgm\" mask "
              "cost=blocked above=0.25 combine=max // a comment\nlayer fuzz.pgm rule=height height-scale=300 "
              "combine=sum\n"
              "resolution 0.5\norigin 100 -20\n");
    save_text("recipe", "connections",
              "wend recipe 1\nbase fuzz.pgm\nlinks \"fuzz.pgm\"\nwalls fuzz.pgm // a comment\n");
    save_text(
        "connections", "links",
        "# links\nx,y,to_x,to_y,cost,kind,two_way,id,duration,enabled\r\n0,0,7,2,1.5e1,tunnel,true,3,2,yes\n"
        "\"1\", 0 ,0,2,0,,,,,\n3,0,3,1,2,jump,false,,,false\n");
    save_text("connections", "walls", "x;y;to_x;to_y;one_way\n0;0;1;0;true\n3;1;3;2;\n4;0;5;1;no\n");
    save_text("connections", "picture",
              "P1 17 7 00000000000000000 00100000000000100 00000100000000000 "
              "00000000000000000 00000000010000000 00000000000000000 00000000000000000");
    save_text("legend", "legend",
              "// terrain\n#ff0000 1 road\n  0,255,0\t2.5  deep  forest // with a "
              "comment\r\n#000080..#4080ff blocked water\n"
              "unknown nearest\n");
    save_text("legend", "unknown", "255,0,0 7\nunknown 3\n");
    static const char head[] =
        "<?xml version=\"1.0\"?>\n<map orientation=\"orthogonal\" width=\"3\" height=\"2\" "
        "tilewidth=\"16\" tileheight=\"10\" infinite=\"0\">"
        "<tileset firstgid=\"1\"><tile id=\"1\"><properties><property name=\"cost\" value=\"2.5\"/>"
        "<property name=\"moveCost\" value=\"blocked\"/><property name=\"collision\" value=\"true\"/>"
        "</properties></tile></tileset><group><layer name=\"a\" width=\"3\" height=\"2\">"
        "<properties><property name=\"cost\" value=\"3\"/></properties>";
    static const char* const data[][2] = {
        {"csv", "<data encoding=\"csv\">1,2,0,\n2147483650,1,1</data>"},
        {"xml", "<data><tile gid=\"1\"/><tile/><tile gid=\"2\"/><tile/><tile/><tile/></data>"},
        {"base64", "<data encoding=\"base64\">AQAAAAIAAAABAAAAAAAAAAEAAAACAAAA</data>"},
        {"zlib", "<data encoding=\"base64\" compression=\"zlib\">eNpjZGBgYAJiRgYIYITyAQB4AAg=</data>"},
        {"gzip", "<data encoding=\"base64\" "
                 "compression=\"gzip\">H4sIAAAAAAAC/2NkYGBgAmJGBghghPIBD4DhIBgAAAA=</data>"},
        {"zstd", "<data encoding=\"base64\" compression=\"zstd\">KLUv/QBoVQAAgoEBgSHv/HknAA==</data>"},
    };
    for (size_t i = 0; i < sizeof data / sizeof *data; i++) {
        file.size = 0;
        put_text(&file, head);
        put_text(&file, data[i][1]);
        put_text(&file, "</layer></group><objectgroup name=\"o\"/>");
        if (i == 0)
            put_text(
                &file,
                "<objectgroup name=\"Walls\"><object id=\"1\" name=\"a\" x=\"8\" y=\"5\"><properties>"
                "<property name=\"to\" type=\"object\" value=\"2\"/><property name=\"cost\" value=\"2\"/>"
                "<property name=\"two_way\" value=\"true\"/></properties><point/></object>"
                "<object id=\"2\" x=\"40\" y=\"12\"/><object id=\"3\" x=\"16\" y=\"0\"><polyline "
                "points=\"0,0 0,10 -16,10\"/></object></objectgroup>");
        put_text(&file, "</map>\n");
        save("tiled", data[i][0]);
    }
    save_text(
        "tiled", "json",
        "{\"height\":2,\"infinite\":false,\"layers\":[{\"layers\":[{\"data\":[1,2,0,\n2147483650,1,1],"
        "\"height\":2,\"name\":\"a\",\"properties\":[{\"name\":\"cost\",\"type\":\"float\",\"value\":3}],"
        "\"type\":\"tilelayer\",\"width\":3}],\"type\":\"group\"},{\"name\":\"W\\u0061lls\",\"objects\":[{"
        "\"id\":1,\"point\":true,\"properties\":[{\"name\":\"to\",\"type\":\"object\",\"value\":2},{"
        "\"name\":\"cost\",\"value\":2}],\"x\":8,\"y\":5},{\"id\":2,\"x\":40,\"y\":12},{\"id\":3,"
        "\"polyline\":[{\"x\":0,\"y\":0},{\"x\":0,\"y\":10}],\"x\":16,\"y\":0}],\"type\":\"objectgroup\"}],"
        "\"tilesets\":[{\"firstgid\":1,\"tiles\":[{\"id\":1,\"properties\":[{\"name\":\"cost\",\"value\":"
        "2.5}]}],\"tileproperties\":{\"2\":{\"cost\":0}}}],\"tilewidth\":16,\"tileheight\":10,\"width\":3}");
    save_text(
        "tiled", "infinite",
        "<map infinite=\"1\" orientation=\"staggered\" staggeraxis=\"y\" staggerindex=\"odd\" "
        "tilewidth=\"20\" "
        "tileheight=\"10\"><tileset firstgid=\"1\"/><layer name=\"a\"><data encoding=\"csv\"><chunk x=\"-2\" "
        "y=\"-3\" width=\"2\" height=\"2\">1,1,1,1</chunk><chunk x=\"0\" y=\"0\" width=\"1\" height=\"2\">1,0"
        "</chunk></data></layer><objectgroup name=\"collision\"><object id=\"1\" x=\"-20\" y=\"-10\" "
        "width=\"9\" height=\"4\" rotation=\"30\"><ellipse/></object></objectgroup></map>");
    save_text(
        "tiled", "shapes",
        "<map orientation=\"isometric\" width=\"3\" height=\"2\" tilewidth=\"20\" tileheight=\"10\"><tileset "
        "firstgid=\"1\"/><layer name=\"Walls\" width=\"3\" height=\"2\"><data "
        "encoding=\"csv\">1,1,1,1,1,1</data>"
        "</layer><objectgroup name=\"collision\"><object x=\"1\" y=\"2\"><polygon points=\"0,0 9,3 -2,8\"/>"
        "</object><object x=\"15\" y=\"2\"><polyline points=\"0,0 9,3\"/></object><object x=\"3\" y=\"4\" "
        "width=\"9\" height=\"3\"><capsule/></object><object x=\"25\" y=\"5\"><point/></object>"
        "<object x=\"5\" y=\"12\" width=\"12\" height=\"3\"/></objectgroup></map>");
    save_text("tiled", "json-infinite",
              "{\"infinite\":true,\"layers\":[{\"chunks\":[{\"data\":[1,2],\"height\":1,\"width\":2,\"x\":7,"
              "\"y\":-3},{"
              "\"data\":[1],\"height\":1,\"width\":1,\"x\":-1,\"y\":0}],\"type\":\"tilelayer\"},{\"name\":"
              "\"collision\","
              "\"objects\":[{\"x\":70,\"y\":-30,\"width\":5,\"height\":4,\"rotation\":45},{\"x\":0,\"y\":0,"
              "\"polygon\":[{"
              "\"x\":0,\"y\":0},{\"x\":5,\"y\":0},{\"x\":0,\"y\":-9.5}]}],\"type\":\"objectgroup\"}],"
              "\"tilesets\":[{"
              "\"firstgid\":1}],\"tilewidth\":10,\"tileheight\":10}");
    save_text(
        "tiled", "floors",
        "<map width=\"3\" height=\"2\" tilewidth=\"16\" tileheight=\"10\"><tileset firstgid=\"1\"/><group "
        "name=\"low\"><properties><property name=\"floor\" type=\"int\" value=\"0\"/></properties><layer "
        "width=\"3\" height=\"2\"><data encoding=\"csv\">1,1,1,1,1,1</data></layer><objectgroup name=\"o\">"
        "<object id=\"1\" x=\"8\" y=\"5\"><properties><property name=\"to_floor\" value=\"1\"/><property "
        "name=\"cost\" value=\"2\"/></properties><polyline points=\"0,0 16,0\"/></object><object id=\"2\" "
        "class=\"seam\" x=\"0\" y=\"10\" width=\"48\" height=\"10\"><properties><property name=\"to\" "
        "type=\"object\" value=\"3\"/></properties></object></objectgroup></group><layer name=\"up\" "
        "width=\"3\" height=\"2\"><properties><property name=\"floor\" value=\"1\"/></properties><data "
        "encoding=\"csv\">1,1,1,1,1,1</data></layer><objectgroup name=\"walls\"><properties><property "
        "name=\"floor\" value=\"1\"/></properties><object id=\"3\" class=\"seam\" x=\"8\" "
        "y=\"5\"><properties>"
        "<property name=\"wall\" value=\"false\"/></properties><polyline points=\"0,0 "
        "32,0\"/></object><object "
        "id=\"4\" x=\"16\" y=\"0\"><polyline points=\"0,0 0,10\"/></object></objectgroup></map>");
    save_text(
        "tiled", "json-floors",
        "{\"height\":2,\"layers\":[{\"layers\":[{\"data\":[1,1,1,1,1,1],\"height\":2,\"type\":\"tilelayer\","
        "\"width\":3},{\"objects\":[{\"class\":\"collision\",\"id\":1,\"x\":1,\"y\":1}],\"type\":"
        "\"objectgroup\"}],\"properties\":[{\"name\":\"floor\",\"type\":\"int\",\"value\":1}],\"type\":"
        "\"group\"},{\"data\":[1,1,1,1,1,1],\"height\":2,\"type\":\"tilelayer\",\"width\":3},{\"objects\":[{"
        "\"id\":2,\"polyline\":[{\"x\":0,\"y\":0},{\"x\":20,\"y\":0}],\"properties\":[{\"name\":"
        "\"to_floor\",\"type\":\"int\",\"value\":1},{\"name\":\"cost\",\"value\":1}],\"x\":25,\"y\":15}],"
        "\"type\":\"objectgroup\"}],\"tilesets\":[{\"firstgid\":1}],\"tilewidth\":16,\"tileheight\":10,"
        "\"width\":3}");
    save_text("tiled", "json-zlib",
              "{\"height\":2,\"layers\":[{\"compression\":\"zlib\",\"data\":\"eNpjZGBgYAJiRgYIYITyAQB4AAg=\","
              "\"encoding\":\"base64\",\"height\":2,\"type\":\"tilelayer\",\"width\":3}],\"orientation\":"
              "\"orthogonal\",\"tilesets\":[{\"firstgid\":1}],\"width\":3}");
}

static void graphs(void) {
    save_text("graph", "edges", "from,to,cost,id\nA,B,2,e1\n\"B\",\"C\"\"\",0.5,e2\n# none\nA;x,C,1e3,\n");
    save_text("graph", "semicolons", "id;Cost;TO;From\r\n e1 ; 2; B;A \r\n");
    save_text("graph", "nodes", "node,x,y,h\nA,0,1,2\nB,,,1.5\nC,-1.5,2e3,0\n");
    save_text("graph", "roads", "c roads\np sp 3 2\na 1 2 10\na 2 3 7.5\n");
    save_text("graph", "places", "c places\np aux sp co 2\nv 3 -73530767 41085396\nv 1 0 5\n");
    save_text(
        "graph", "graphml",
        "<?xml version=\"1.0\"?>\n<graphml><key id=\"d0\" for=\"node\" attr.name=\"x\"/>"
        "<key id=\"d1\" for=\"node\" attr.name=\"y\"/><key id=\"d2\" for=\"edge\" attr.name=\"weight\">"
        "<default>3</default></key><graph edgedefault=\"undirected\"><node id=\"a\"><data key=\"d0\">1</data>"
        "<data key=\"d1\">-2</data></node><edge id=\"e\" source=\"a\" target=\"b\" directed=\"true\">"
        "<data key=\"d2\">2.5</data></edge><node id=\"b\"/></graph></graphml>\n");
}

// Two clusters, with a wall and a swamp, and what was there before. One file has profiles.
static void world_of(const char* name, int32_t profile_count) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 40;
    def.height = 20;
    def.class_costs[2] = 3;
    def.class_costs[3] = 0;
    wend_grid* grid = NULL;
    wend_world* built = NULL;
    wend_error error;
    wend_world_def world_def = wend_default_world_def();
    world_def.metadata = "{\"source\":\"seed\"}";
    world_def.cluster_size = 15;
    char path[1000];
    wend_profile_def profiles[2] = {wend_default_profile_def(), wend_default_profile_def()};
    profiles[0].name = "tank";
    profiles[0].radius = 1;
    profiles[0].margin = 2;
    profiles[1].name = "boat";
    profiles[1].class_costs[1] = 0;
    world_def.profiles = profiles;
    world_def.profile_count = profile_count;
    path_of("world", name, path);
    bool good = wend_grid_create(&def, &grid) == WEND_OK &&
                wend_grid_fill(grid, (wend_rect){10, 3, 2, 17}, 3) == WEND_OK &&
                wend_grid_fill(grid, (wend_rect){20, 0, 9, 9}, 2) == WEND_OK &&
                wend_world_build(&grid, &world_def, &built) == WEND_OK &&
                wend_world_keep_original(built) == WEND_OK && wend_world_save(built, path, &error) == WEND_OK;
    wend_world_destroy(built);
    if (!good) {
        fprintf(stderr, "the world cannot be made\n");
        exit(1);
    }
}

static void texts(void) {
    save_text(
        "profile", "profiles",
        "tank:radius=1.5,water=blocked,3=2\nguard:margin=2,margin-cost=3,margin-falloff=1,road=.5\nsame:\n");
    save_text("profile", "wrong", "tank:radius=-1\n:radius=1\nx:y=z\nx:radius=1e99,255=1024\n");
    save_text(
        "script", "gestures",
        "# a walk\nset SEED 3\nmove 10 20\nclick 100 200\ndrag 5 5 90 90\nwheel -2\nkey ctrl+z\nwait 3\n"
        "hover-widget Plan\nclick-widget Plan right\ndrag-widget Zoom 0.1 0.9\nhover-tile 3,4\n"
        "click-tile start shift\ndrag-tile start 7,8\ndrop map.png\n");
}

static void command_line(void) {
    save_text(
        "edits", "edits",
        "set 1,1,2,2=3\nset 3,3,1,4=blocked\nset 0,0,1,1=original\nset 5,5,1,1=7.5\nclass-cost 2=2.5\n"
        "class-cost tank:2=blocked\nlink 0,0:17,8=1.5\nunlink 1\ndisable 0\nwall 6,6:7,6\none-way 7,7:8,8\n"
        "no-wall 6,6:7,6\n");
    save_text("edits", "wrong", "set 1,1,0,2=3\nset 17,8,2,2=1\nlink 4,4:1,1=1\nunlink -1\nwall 1,1:9,9\n");
    save_text(
        "metadata", "source",
        "{\"source\":\"a.png\",\"format\":\"png\",\"rule\":\"ros\",\"ros_mode\":\"raw\",\"blocked_below\":0."
        "5,"
        "\"negate\":true,\"downscale\":2,\"source_hash\":\"00ff00ff00ff00ff\",\"meanings\":{\"1\":\"road\"},"
        "\"colors\":{\"1\":\"#8090a0\"},\"ros\":{\"resolution\":0.05,\"origin\":[-1.5,2,0],\"negate\":0,"
        "\"occupied_thresh\":0.65,\"free_thresh\":0.196,\"mode\":\"raw\",\"rows\":7}}");
    save_text(
        "metadata", "geo",
        "{\"raster\":{\"driver\":\"GTiff\",\"width\":9,\"height\":8,\"band\":1,\"bands\":3,\"window\":[0,1,2,"
        "3]},"
        "\"geo\":{\"transform\":[1,2,0,4,0,-2],\"kind\":\"projected\",\"crs\":\"UTM 32\",\"epsg\":32632,"
        "\"wgs84\":true,\"unit\":1,\"semi_major\":6378137,\"flattening\":0.0033,\"wkt\":\"PROJCS[]\"}}");
}

// A map of one cost with its index.
static void world_with_subgoals(void) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 40;
    def.height = 30;
    wend_grid* grid = NULL;
    wend_world* built = NULL;
    const wend_world_def world_def = wend_default_world_def();
    char path[1000];
    path_of("world", "subgoals", path);
    const bool good = wend_grid_create(&def, &grid) == WEND_OK &&
                      wend_grid_fill(grid, (wend_rect){10, 3, 2, 27}, 0) == WEND_OK &&
                      wend_grid_fill(grid, (wend_rect){20, 9, 9, 9}, 0) == WEND_OK &&
                      wend_world_build(&grid, &world_def, &built) == WEND_OK &&
                      wend_world_add_subgoals(built, 1 << 16, NULL, NULL) == WEND_OK &&
                      wend_world_save(built, path, NULL) == WEND_OK;
    wend_world_destroy(built);
    if (good) return;
    fprintf(stderr, "the world with subgoals cannot be made\n");
    exit(1);
}

static void world(void) {
    world_of("world", 0);
    world_of("profiles", 2);
    world_with_subgoals();
}

// What a patch holds: tiles, nodes and components, a wall and links.
static void patch(void) {
    char path[1000];
    wend_world* opened = patched_world();
    const wend_edit edits[] = {wend_edit_tiles((wend_rect){24, 20, 3, 2}, 0),
                               wend_edit_wall((wend_tile){24, 18}, (wend_tile){25, 18}, true)};
    const wend_link link = wend_default_link((wend_tile){23, 16}, (wend_tile){27, 22}, 2);
    wend_error error;
    path_of("patch", "patch", path);
    const bool good = opened && wend_world_keep_original(opened) == WEND_OK &&
                      wend_world_edit(opened, edits, 2, NULL) == WEND_OK &&
                      wend_world_add_link(opened, &link, NULL) == WEND_OK &&
                      wend_world_refresh(opened, 0, NULL) == WEND_OK &&
                      wend_world_save_patch(opened, 0, path, &error) == WEND_OK;
    wend_world_destroy(opened);
    if (!good) {
        fprintf(stderr, "the patch cannot be made\n");
        exit(1);
    }
}

int main(int count, char** arguments) {
    if (count != 2) return 2;
    root = arguments[1];
    images();
    maps();
    graphs();
    texts();
    command_line();
    world();
    patch();
    return 0;
}
