// Do links and walls come from lists, pictures and recipes, and does an error name file and position?
#include "files.h"
#include "read.h"
#include "unit.h"
#include "wend/relief.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAP "....\n.#..\n....\n" // 4 x 3, blocked at (1, 1)

static reading read_map(const char* map, const char* links, const char* walls) {
    wend_import_def def = wend_default_import_def();
    if (links) files_put("l.csv", links, strlen(links)), def.links = "l.csv";
    if (walls) files_put("w.csv", walls, strlen(walls)), def.walls = "w.csv";
    return read_bytes(map, strlen(map), &def);
}

static const wend_link* link_at(const reading* r, int32_t index) {
    int32_t count = 0;
    const wend_link* links = wend_grid_links(r->grid, &count);
    assert_in_range(index, 0, count - 1);
    return &links[index];
}

static int32_t link_count(const reading* r) {
    int32_t count = 0;
    wend_grid_links(r->grid, &count);
    return count;
}

static bool is_open(const reading* r, int32_t x, int32_t y, int32_t to_x, int32_t to_y) {
    return wend_grid_step_is_open(r->grid, (wend_tile){x, y}, (wend_tile){to_x, to_y});
}

// ---- links

static void every_column(void** state) {
    (void)state;
    reading r = read_map(MAP,
                         "x,y,to_x,to_y,cost,kind,two_way,id,duration,enabled\n"
                         "0,0,3,2,12.5,tunnel,true,7,3.5,true\n"
                         "3,0,0,2,0,,,,,\n"
                         "0,1,2,1,4,lift,false,3,,false\n",
                         NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_int_equal(link_count(&r), 4);
    const wend_link *lift = link_at(&r, 0), *tunnel = link_at(&r, 1), *back = link_at(&r, 2),
                    *plain = link_at(&r, 3);
    assert_int_equal(lift->id, 3);
    assert_int_equal(lift->kind, WEND_LINK_LIFT);
    assert_false(lift->enabled);
    assert_int_equal(tunnel->id, 7);
    assert_tile(tunnel->from, 0, 0);
    assert_tile(tunnel->to, 3, 2);
    assert_true(tunnel->cost == 12.5f && tunnel->duration == 3.5f && tunnel->enabled);
    assert_int_equal(tunnel->kind, WEND_LINK_TUNNEL);
    assert_int_equal(back->id, 8); // of the same row, the other way
    assert_tile(back->from, 3, 2);
    assert_tile(back->to, 0, 0);
    assert_int_equal(back->kind, WEND_LINK_TUNNEL);
    assert_int_equal(plain->id, 9);
    assert_true(plain->cost == 0 && plain->duration == 0 && plain->enabled);
    assert_int_equal(plain->kind, WEND_LINK_OTHER);
    wend_grid_destroy(r.grid);
}

static void dialects(void** state) {
    (void)state;
    static const char* const texts[] = {
        "x,y,to_x,to_y,cost\n0,0,3,2,5\n",
        "x,y,to_x,to_y,cost\n0,0,3,2,5",
        "x,y,to_x,to_y,cost\r\n0,0,3,2,5\r\n\r\n",
        "\xef\xbb\xbfx;y;to_x;to_y;cost\n0;0;3;2;5.0\n",
        "x\ty\tto_x\tto_y\tcost\n0\t0\t3\t2\t5\n",
        "# tunnels\n\n// of the map\ncost, to_y, to_x, y, x\n5, 2, 3, 0, 0\n",
        "\"x\",\"y\",\"to_x\",\"to_y\",\"cost\",\"kind\"\n\"0\",\"0\",\"3\",\"2\",\"5\",\"other\"\n",
        "x,y,to_x,to_y,cost,kind\n0,0,3,2,5\n", // cells at the end may be left out
        "x,y,to_x,to_y,cost,\n0,0,3,2,5,\n",    // and a row may end in a separator
        "  // indented\nx , y,to_x,to_y,cost\n\" 0 \" ,0,\t3,\"2 \",5\r\r\n",
    };
    uint64_t hash = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        reading r = read_map(MAP, texts[i], NULL);
        if (r.result != WEND_OK) fail_msg("%s: %s", texts[i], r.error.text);
        assert_int_equal(link_count(&r), 1);
        assert_tile(link_at(&r, 0)->from, 0, 0);
        assert_tile(link_at(&r, 0)->to, 3, 2);
        assert_true(link_at(&r, 0)->cost == 5);
        assert_int_equal(link_at(&r, 0)->id, 0);
        assert_true(r.info.source_hash != hash); // covers the bytes of the list
        hash = r.info.source_hash;
        wend_grid_destroy(r.grid);
    }
}

#define HEAD "x,y,to_x,to_y,cost,kind,two_way,id,duration\n"

static void wrong_links(void** state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"", "l.csv: is empty; expected a header with x, y, ..."},
        {"# nothing\n", "l.csv: is empty"},
        {"x,y,to_x,to_y\n", "l.csv: line 1, column 1: the header lacks the column cost"},
        {"x,y,to_x,to_y,cost,colour\n",
         "line 1, column 20: 'colour' is not a column; expected x, y, floor, to_x"},
        {"x,y,to_x,to_y,cost,x\n", "line 1, column 20: a second column x"},
        {HEAD "1,1,3,2,5\n",
         "line 2, column 1: the link starts at (1, 1), which is blocked; expected a pass"},
        {HEAD "0,0,1,1,5\n", "line 2, column 5: the link leads to (1, 1), which is blocked"},
        {HEAD "0,0,4,1,5\n", "line 2, column 5: to_x is '4'; expected a whole number in 0..3"},
        {HEAD "0,3,2,1,5\n", "line 2, column 3: y is '3'; expected a whole number in 0..2"},
        {HEAD "0,0,-1,1,5\n", "to_x is '-1'; expected a whole number"},
        {HEAD "0.5,0,1,1,5\n", "x is '0.5'; expected a whole number"},
        {HEAD "99999999999,0,1,1,5\n", "x is '99999999999'"},
        {HEAD "0,0,0,0,5\n", "line 2, column 1: the link leads from (0, 0) to the same tile"},
        {HEAD "\n0,0,3,2,-1\n", "line 3, column 9: cost is '-1'; expected a number in 0..65536"},
        {HEAD "0,0,3,2,nan\n", "cost is 'nan'"},
        {HEAD "0,0,3,2,inf\n", "cost is 'inf'"},
        {HEAD "0,0,3,2,1e99\n", "cost is '1e99'; expected a number in 0..65536"},
        {HEAD "0,0,3,2,65537\n", "cost is '65537'"},
        {HEAD "0,0,3,2,\n", "line 2, column 9: cost is missing"},
        {HEAD "0,0,3\n", "line 2, column 6: to_y is missing"},
        {HEAD "0,0,3,2,5,wormhole\n",
         "line 2, column 11: kind is 'wormhole'; expected one of other, tunnel, lift, ladder, jump, ferry"},
        {HEAD "0,0,3,2,5,,maybe\n", "two_way is 'maybe'; expected true or false"},
        {HEAD "0,0,3,2,5,,,-2\n", "id is '-2'; expected a whole number in 0..2147483647"},
        {HEAD "0,0,3,2,5,,,,-1\n", "duration is '-1'"},
        {HEAD "0,0,3,2,5,,,4\n0,0,3,1,5,,,9\n0,0,3,1,5,,,4\n",
         "line 4, column 13: the id 4 is also at line 2; expected a different one"},
        {HEAD "0,0,3,2,5,,,2147483647\n0,0,3,2,5\n",
         "line 3: the link of cost 5 cannot be added: no id is left"},
        {HEAD "0,0,3,2,5,,,,,extra\n", "line 2, column 15: 'extra' is in no column; the header has 9"},
        {HEAD "0,0,3,2,5,\"tunnel\n", "line 2, column 11: missing closing quote"},
        {HEAD "0,0,3,2,\"5\"5\n", "line 2, column 12: \"5\" after a closing quote; expected a separator"},
        {HEAD "0,0,3,2,5,\"a\"\"b\"\n", "line 2, column 12: kind is 'a\"\"b'; expected one of other"},
        {"x,\"y\n", "l.csv: line 1, column 3: missing closing quote"},
        {HEAD "0,0,3,2,5,,,,a\x01\n", "duration is 'a?'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        files_put("l.csv", cases[i].text, strlen(cases[i].text));
        wend_import_def def = wend_default_import_def();
        def.links = "l.csv";
        wend_grid* grid = NULL;
        wend_error error = {.text = ""};
        wend_result result = wend_import_memory(MAP, strlen(MAP), "map", &def, &grid, NULL, &error);
        if (result == WEND_OK || grid != NULL || !strstr(error.text, cases[i].says))
            fail_msg("\"%s\" gives %d %s", cases[i].text, result, error.text);
        check_error_line(&error, result, "l.csv");
    }
}

static void files_that_are_no_lists(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    wend_grid* grid = NULL;
    wend_error error;
    def.links = "missing.csv";
    assert_int_equal(wend_import_memory(MAP, strlen(MAP), "map", &def, &grid, NULL, &error), WEND_ERROR_IO);
    check_error_line(&error, WEND_ERROR_IO, "missing.csv");
    files_put("l.csv", "x,y\0z", 5);
    def.links = "l.csv";
    assert_int_equal(wend_import_memory(MAP, strlen(MAP), "map", &def, &grid, NULL, &error),
                     WEND_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "l.csv: is not a text"));
}

// As many as a grid takes, by descending id; one more is refused.
static void the_most_links(void** state) {
    (void)state;
    const size_t room = (size_t)(WEND_MAX_LINKS + 2) * 32;
    char* text = malloc(room);
    assert_non_null(text);
    size_t size = (size_t)snprintf(text, room, "x,y,to_x,to_y,cost,id\n");
    for (int32_t i = WEND_MAX_LINKS; i > 0; i--)
        size += (size_t)snprintf(text + size, room - size, "0,0,3,2,5,%d\n", i);
    files_put("l.csv", text, size);
    wend_import_def def = wend_default_import_def();
    def.links = "l.csv";
    reading r = read_bytes(MAP, strlen(MAP), &def);
    assert_ok(r.result);
    assert_int_equal(link_count(&r), WEND_MAX_LINKS);
    wend_grid_destroy(r.grid);
    size += (size_t)snprintf(text + size, room - size, "0,0,3,2,5,0\n");
    files_put("l.csv", text, size);
    wend_grid* grid = NULL;
    wend_error error;
    assert_int_equal(wend_import_memory(MAP, strlen(MAP), "map", &def, &grid, NULL, &error),
                     WEND_ERROR_LIMIT);
    assert_string_equal(error.text, "l.csv: line 65538: more than 65536 links");
    free(text);
}

// ---- walls

static void walls_from_a_list(void** state) {
    (void)state;
    reading r = read_map(MAP, NULL, "x,y,to_x,to_y,one_way\n2,0,3,0,\n2,1,2,2,true\n3,1,3,2,false\n");
    assert_ok(r.result);
    assert_false(is_open(&r, 2, 0, 3, 0));
    assert_false(is_open(&r, 3, 0, 2, 0));
    assert_true(is_open(&r, 2, 1, 2, 2)); // only from the first tile to the second
    assert_false(is_open(&r, 2, 2, 2, 1));
    assert_false(is_open(&r, 3, 1, 3, 2));
    assert_int_equal(wend_grid_closed_step_count(r.grid), 5);
    wend_grid_destroy(r.grid);
}

static void wrong_walls(void** state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"x,y,to_x,to_y\n0,0,2,0\n",
         "w.csv: line 2, column 1: (0, 0) and (2, 0) are not neighbours; expected two"},
        {"x,y,to_x,to_y\n0,0,0,0\n", "(0, 0) and (0, 0) are not neighbours"},
        {"x,y,to_x,to_y\n3,0,4,0\n", "line 2, column 5: to_x is '4'; expected a whole number in 0..3"},
        {"x,y,to_x,to_y,one_way\n2,0,3,0,perhaps\n", "one_way is 'perhaps'; expected true or false"},
        {"x,y,to_x\n", "the header lacks the column to_y"},
        {"", "the file is empty"},
        {"x,y,x2,y2\n1,2,1,1\n",
         "w.csv: line 1, column 5: 'x2' is not a column; expected x, y, floor, to_x, to_y"},
        {"....\n....\n", "is a map (textgrid); expected a picture of walls, or a list with the columns x, y"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        files_put("w.csv", cases[i].text, strlen(cases[i].text));
        wend_import_def def = wend_default_import_def();
        def.walls = "w.csv";
        wend_grid* grid = NULL;
        wend_error error = {.text = ""};
        wend_result result = wend_import_memory(MAP, strlen(MAP), "map", &def, &grid, NULL, &error);
        if (result == WEND_OK || grid != NULL || !strstr(error.text, cases[i].says))
            fail_msg("\"%s\" gives %d %s", cases[i].text, result, error.text);
        check_error_line(&error, result, "w.csv");
    }
}

// A room of 2 x 1 tiles left of one of 1 x 2, with a wall below the first tile; 5 x 5 pixels for 2 x 2 tiles.
static const char wall_picture[] = "P2\n5 5\n255\n"
                                   "0 0 0 0 0\n"
                                   "0 255 255 255 0\n"
                                   "0 0 0 90 0\n"
                                   "0 255 0 255 0\n"
                                   "0 0 0 0 0\n";

static void walls_from_a_picture(void** state) {
    (void)state;
    reading r = read_map("..\n..\n", NULL, wall_picture);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_true(is_open(&r, 0, 0, 1, 0));
    assert_false(is_open(&r, 0, 0, 0, 1));
    assert_false(is_open(&r, 0, 1, 0, 0));
    assert_false(is_open(&r, 1, 0, 1, 1)); // a grey of 90 is dark
    assert_false(is_open(&r, 0, 1, 1, 1));
    assert_int_equal(wend_grid_closed_step_count(r.grid), 6);
    wend_grid_destroy(r.grid);
    wend_import_def def = wend_default_import_def();
    def.walls = "w.csv";
    wend_grid* grid = NULL;
    wend_error error;
    assert_int_equal(wend_import_memory(MAP, strlen(MAP), "map", &def, &grid, NULL, &error),
                     WEND_ERROR_FORMAT);
    assert_string_equal(error.text, "w.csv: has 5 x 5 pixels; expected 9 x 7, twice the 4 x 3 tiles of the "
                                    "map plus 1");
}

// What is transparent is no wall, however dark.
static void transparent_pictures(void** state) {
    (void)state;
    static bytes file;
    static picture p;
    p = (picture){.width = 5, .height = 3, .channels = 2};
    for (int32_t i = 0; i < 15; i++) p.samples[2 * i + 1] = 0;
    p.samples[2 * (5 + 2) + 1] = 255; // black between tiles 0 and 1
    make_png(&file, &p, &(png_kind){.color_type = 4, .bits = 8});
    files_put("w.png", file.data, file.size);
    wend_import_def def = wend_default_import_def();
    def.walls = "w.png";
    reading r = read_bytes("..\n", 3, &def);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_int_equal(wend_grid_closed_step_count(r.grid), 2);
    assert_false(is_open(&r, 0, 0, 1, 0));
    wend_grid_destroy(r.grid);
}

// ---- lanes

// A step costs this many times a step into a tile without a lane.
static double lane_cost(const reading* r, wend_tile from, wend_tile to) {
    const double straight = from.x == to.x || from.y == to.y ? 1 : 1.41421356;
    return wend_grid_step_cost(r->grid, from, to) / straight / wend_grid_cost_units(r->grid);
}

static reading read_lanes(const char* map, const char* lanes, const char* costs_opt) {
    wend_import_def def = wend_default_import_def();
    files_put("lanes.ppm", lanes, strlen(lanes));
    def.lanes = "lanes.ppm";
    def.lane_costs = costs_opt;
    return read_bytes(map, strlen(map), &def);
}

// All eight hues around a tile, dark and pale ones too, in a ring; grey in the middle.
static const char hues[] = "P3 3 3 255\n"
                           "0 255 64   64 127 0   255 191 0\n"
                           "0 255 255  90 90 100  255 99 99\n"
                           "0 64 255   128 0 255  255 0 191\n";

static void lanes_from_hues(void** state) {
    (void)state;
    static const uint8_t expected[9] = {7, 4, 8, 3, 0, 1, 6, 2, 5};
    reading r = read_lanes("...\n...\n...\n", hues, NULL);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    const wend_tile middle = {1, 1};
    for (int32_t i = 0; i < 9; i++) {
        const wend_tile tile = {i % 3, i / 3};
        assert_int_equal(wend_grid_lane(r.grid, tile), expected[i]);
        if (i == 4) continue;
        const double along = lane_cost(&r, middle, tile); // every lane leads away from the middle
        assert_true(along > 0.498 && along < 0.502);
    }
    const double against = lane_cost(&r, (wend_tile){2, 0}, (wend_tile){1, 0}), // left, into the lane up
        beside = lane_cost(&r, (wend_tile){1, 1}, (wend_tile){1, 0});
    assert_true(against > 0.99 && against < 1.01 && beside < 0.51);
    wend_grid_destroy(r.grid);
}

static void lanes_by_number_and_their_costs(void** state) {
    (void)state;
    const char numbers[] = "P2 4 1 255\n0 1 1 255\n";
    reading r = read_lanes("....\n", numbers, "compulsory");
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_int_equal(wend_grid_lane(r.grid, (wend_tile){2, 0}), 1);
    assert_int_equal(wend_grid_lane(r.grid, (wend_tile){3, 0}), 0);
    assert_true(lane_cost(&r, (wend_tile){1, 0}, (wend_tile){2, 0}) > 0.99);
    assert_true(lane_cost(&r, (wend_tile){2, 0}, (wend_tile){1, 0}) == 0);
    wend_grid_destroy(r.grid);
    r = read_lanes("....\n", numbers, "2,3,closed,4,5.5");
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    const double back = lane_cost(&r, (wend_tile){2, 0}, (wend_tile){1, 0});
    assert_true(back > 5.48 && back < 5.52);
    assert_string_equal(r.info.warning, "");
    wend_grid_destroy(r.grid);
    r = read_lanes("#...\n", numbers, "1,closed,closed,closed,closed"); // nothing is behind the first lane
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_string_equal(r.info.warning, "no step may enter the lane at the tile 1,0");
    wend_grid_destroy(r.grid);
}

static void bad_lanes(void** state) {
    (void)state;
    static const struct {
        const char *lanes, *costs, *says;
    } cases[] = {
        {"P2 3 1 255\n0 1 1\n", NULL,
         "lanes.ppm: has 3 x 1 pixels; expected 4 x 1, one for each tile of the map"},
        {"P2 4 1 255\n0 1 1 100\n", NULL, "lanes.ppm: the pixel 3,0 is a grey of 100; expected colours"},
        {"..\n", NULL, "lanes.ppm: is a map (textgrid), which has no picture"},
        {"P2 4 1 255\n0 1 1 1\n", "1,2,3", "lane_costs expects preferred"},
        {"P2 4 1 255\n0 1 1 1\n", "1,2,3,4,5,6", "lane_costs expects preferred"},
        {"P2 4 1 255\n0 1 1 1\n", "1,2,0,4,5", "lane_costs expects preferred"},
        {"P2 4 1 255\n0 1 1 1\n", "1,2,,4,5", "lane_costs expects preferred"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_import_def def = wend_default_import_def();
        files_put("lanes.ppm", cases[i].lanes, strlen(cases[i].lanes));
        def.lanes = "lanes.ppm";
        def.lane_costs = cases[i].costs;
        wend_grid* grid = NULL;
        wend_error error = {.text = ""};
        const wend_result result = wend_import_memory("....\n", 5, "map", &def, &grid, NULL, &error);
        if (result == WEND_OK || grid || !strstr(error.text, cases[i].says))
            fail_msg("%d gives %d %s", (int)i, result, error.text);
        check_error_line(&error, result, cases[i].costs ? "map" : "lanes.ppm");
    }
}

static void thin_walls(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    def.thin_walls = true;
    def.resolution = 3;
    reading r = read_bytes(wall_picture, strlen(wall_picture), &def);
    assert_ok(r.result);
    assert_int_equal(wend_grid_width(r.grid), 2);
    assert_int_equal(wend_grid_height(r.grid), 2);
    assert_int_equal(wend_grid_passable_count(r.grid), 4);
    assert_true(wend_grid_tile_size(r.grid) == 3);
    assert_int_equal(wend_grid_closed_step_count(r.grid), 6);
    assert_true(is_open(&r, 0, 0, 1, 0));
    wend_grid_destroy(r.grid);
    static const char maze[] = "#########\n#   #9  #\n# ### # #\n#      ##\n#########\n"; // also letters
    def.resolution = 1;
    r = read_bytes(maze, strlen(maze), &def);
    assert_ok(r.result);
    assert_int_equal(wend_grid_width(r.grid), 4);
    assert_int_equal(wend_grid_height(r.grid), 2);
    assert_true(wend_grid_cost(r.grid, (wend_tile){2, 0}) == 9);
    wend_grid_destroy(r.grid);
    static const struct {
        const char *map, *says;
    } wrong[] = {{"....\n....\n", "has 4 x 2 pixels; expected odd sides of at least 3"},
                 {".\n.\n.\n", "has 1 x 3 pixels"},
                 {"...\n.>.\n...\n", "has links or one-way tiles"}};
    for (size_t i = 0; i < 3; i++) {
        r = read_bytes(wrong[i].map, strlen(wrong[i].map), &def);
        assert_int_equal(r.result, WEND_ERROR_FORMAT);
        assert_non_null(strstr(r.error.text, wrong[i].says));
    }
    def.downscale = 2;
    r = read_bytes(maze, strlen(maze), &def);
    assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
}

// ---- recipes

static void recipes(void** state) {
    (void)state;
    files_put("base.txt", "..>.\n.#..\n....\n", 15);
    files_put("links.csv", "x,y,to_x,to_y,cost\n0,0,3,2,5\n", 29);
    files_put("more.csv", "x,y,to_x,to_y,cost\n0,2,3,0,5\n", 29);
    files_put("walls.csv", "x,y,to_x,to_y\n0,0,0,1\n", 22);
    static const char text[] =
        "wend recipe 1\nbase base.txt\nlinks links.csv // tunnels\nlinks \"more.csv\"\n"
        "walls walls.csv\n";
    for (int32_t moved = 0; moved < 2; moved++) { // the grid of the base, or another one
        char recipe[300];
        snprintf(recipe, sizeof recipe, "%s%s", text, moved ? "origin 5 5\nresolution 2\n" : "");
        reading r = read_bytes(recipe, strlen(recipe), NULL);
        if (r.result != WEND_OK) fail_msg("%s", r.error.text);
        assert_int_equal(link_count(&r), 2);
        assert_tile(link_at(&r, 1)->from, 0, 2);
        assert_false(is_open(&r, 0, 0, 0, 1));
        assert_false(is_open(&r, 2, 0, 1, 0)); // the one-way tile of the base
        assert_true(is_open(&r, 2, 0, 3, 0));
        assert_true(wend_grid_tile_size(r.grid) == (moved ? 2.0f : 1.0f));
        wend_grid_destroy(r.grid);
    }
    static const struct {
        const char *line, *says;
        wend_result result;
    } wrong[] = {
        {"links missing.csv\n", "line 3, column 7: missing.csv: ", WEND_ERROR_IO},
        {"links\n", "line 3, column 6: the line ends; expected a file", WEND_ERROR_FORMAT},
        {"links links.csv more\n", "line 3, column 17: 'more' is unexpected", WEND_ERROR_FORMAT},
        {"links walls.csv\n",
         "line 3, column 7: walls.csv: line 1, column 1: the header lacks the column cost",
         WEND_ERROR_FORMAT},
        {"walls base.txt\n", "line 3, column 7: base.txt: is a map (textgrid)", WEND_ERROR_FORMAT},
        {"links ../links.csv\n", "outside the folder", WEND_ERROR_FORMAT},
        {"bridges walls.csv\n",
         "expected base, floor, layer, resolution, origin, links, walls, stairs, link, seam or profile",
         WEND_ERROR_FORMAT},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char recipe[300];
        snprintf(recipe, sizeof recipe, "wend recipe 1\nbase base.txt\n%s", wrong[i].line);
        reading r = read_bytes(recipe, strlen(recipe), NULL);
        if (r.result != wrong[i].result || !strstr(r.error.text, wrong[i].says))
            fail_msg("%s gives %d %s", wrong[i].line, r.result, r.error.text);
    }
    reading r = read_bytes("wend recipe 1\nbase base.txt\nlayer base.txt\n", 43, NULL);
    assert_ok(r.result);
    assert_string_equal(r.info.warning, "ignored the links, walls and one-way tiles of the layer at line 3");
    wend_grid_destroy(r.grid);
    wend_import_def def = wend_default_import_def();
    def.downscale = 2;
    r = read_bytes("wend recipe 1\nbase base.txt\n", 28, &def);
    assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(r.error.text, "which downscaling would lose"));
}

// A layer may block the end of a link of the base: the link stays and waits for an edit.
static void sleeping_links(void** state) {
    (void)state;
    files_put("base.txt", "....\n....\n", 10);
    files_put("rocks.txt", ".x..\n....\n", 10);
    files_put("links.csv", "x,y,to_x,to_y,cost\n1,0,3,1,5\n", 29);
    files_put("inner.csv", "x,y,to_x,to_y,cost\n", 19);
    reading r = read_bytes("wend recipe 1\nbase base.txt\nlayer rocks.txt\nlinks links.csv\n", 60, NULL);
    assert_int_equal(r.result, WEND_ERROR_FORMAT); // a list is checked against the finished map
    assert_non_null(strstr(r.error.text, "the link starts at (1, 0), which is blocked"));
}

static int enter(void** state) {
    (void)state;
    files_enter();
    return 0;
}

static int leave(void** state) {
    (void)state;
    files_leave();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_column),
        cmocka_unit_test(dialects),
        cmocka_unit_test(wrong_links),
        cmocka_unit_test(files_that_are_no_lists),
        cmocka_unit_test(the_most_links),
        cmocka_unit_test(walls_from_a_list),
        cmocka_unit_test(wrong_walls),
        cmocka_unit_test(walls_from_a_picture),
        cmocka_unit_test(transparent_pictures),
        cmocka_unit_test(lanes_from_hues),
        cmocka_unit_test(lanes_by_number_and_their_costs),
        cmocka_unit_test(bad_lanes),
        cmocka_unit_test(thin_walls),
        cmocka_unit_test(recipes),
        cmocka_unit_test(sleeping_links),
    };
    return cmocka_run_group_tests_name(__FILE__, tests, enter, leave);
}
