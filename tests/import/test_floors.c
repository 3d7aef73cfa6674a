// Which map do the floors of a recipe give, and does every mistake get an error with its position?
#include "files.h"
#include "read.h"
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "wend/link.h"
#include "wend/relief.h"

static void write_map(const char* name, const char* text) {
    files_put(name, text, strlen(text));
}

// Two text grids of 4 x 3 letters.
static void put_grids(void) {
    write_map("low.txt", "....\n.##.\n....\n");
    write_map("high.txt", "// letters ~=3\n#..#\n#..#\n#~.#\n");
}

static reading expect_map(const char* lines, const wend_import_def* def_opt) {
    reading r = read_recipe(lines, def_opt);
    if (r.result != WEND_OK) fail_msg("%s\n%s", lines, r.error.text);
    return r;
}

static float cost_at(const reading* r, int32_t x, int32_t y, uint16_t floor) {
    return wend_grid_cost(r->grid, (wend_tile){x, y, floor});
}

static void tiles_and_heights(void** state) {
    (void)state;
    put_grids();
    reading r = expect_map(
        "floor ground low.txt\nfloor \"first floor\" high.txt height=2.5\nfloor top low.txt\n", NULL);
    assert_int_equal(wend_grid_floors(r.grid), 3);
    assert_int_equal(wend_grid_width(r.grid), 4);
    assert_int_equal(wend_grid_height(r.grid), 3);
    assert_true(wend_grid_floor_height(r.grid, 0) == 0 && wend_grid_floor_height(r.grid, 1) == 2.5f &&
                wend_grid_floor_height(r.grid, 2) == 3.5f);
    assert_true(cost_at(&r, 1, 1, 0) == 0 && cost_at(&r, 1, 1, 1) == 1 && cost_at(&r, 1, 2, 1) == 3);
    assert_true(cost_at(&r, 0, 0, 0) == 1 && cost_at(&r, 0, 0, 1) == 0 && cost_at(&r, 0, 0, 2) == 1);
    assert_int_equal(wend_grid_class(r.grid, (wend_tile){1, 2, 1}), '~'); // classes stay letters
    assert_string_equal(r.info.floors, "ground\nfirst floor\ntop");
    wend_grid_destroy(r.grid);
}

// Maps of other formats beside each other; their classes are joined in one table.
static void formats_together(void** state) {
    (void)state;
    static bytes file;
    put_grids();
    write_map("low.map", "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n..S.\n");
    picture p = {.width = 4,
                 .height = 3,
                 .channels = 1,
                 .samples = {255, 0, 128, 255, 255, 0, 255, 255, 255, 255, 255, 0}};
    make_pnm(&file, &p, '5', 255);
    files_put("high.pgm", file.data, file.size);
    files_put("ros.pgm", file.data, file.size);
    write_map("ros.yaml", "image: ros.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: "
                          "0.65\nfree_thresh: 0.2\n");
    reading r = expect_map(
        "resolution 1\norigin 0 0\nfloor a low.map swamp-cost=4\nfloor b high.pgm blocked-below=0.2\n"
        "floor c low.txt\nfloor d ros.yaml\n",
        NULL);
    assert_int_equal(wend_grid_floors(r.grid), 4);
    assert_true(cost_at(&r, 2, 2, 0) == 4 && cost_at(&r, 1, 1, 0) == 0);
    assert_true(cost_at(&r, 1, 0, 1) == 0 && cost_at(&r, 2, 0, 1) > 1.9f && cost_at(&r, 2, 0, 1) < 2.1f);
    assert_true(cost_at(&r, 1, 1, 2) == 0 && cost_at(&r, 0, 0, 2) == 1);
    assert_true(cost_at(&r, 1, 0, 3) == 0 && cost_at(&r, 0, 0, 3) == 1);
    wend_grid_destroy(r.grid);
}

// Layers lie over the floor before them; links and one-way tiles of a map stay on its floor.
static void parts_of_one_floor(void** state) {
    (void)state;
    static bytes file;
    put_grids();
    picture p = {.width = 4, .height = 3, .channels = 1, .samples = {0, 0, 255}};
    make_pnm(&file, &p, '5', 255);
    files_put("mask.pgm", file.data, file.size);
    write_map("arrow.txt", "..>.\n....\n....\n");
    reading r = expect_map(
        "floor a low.txt\nfloor b arrow.txt\nlayer mask.pgm mask cost=7 combine=override\nfloor c low.txt\n",
        NULL);
    assert_true(cost_at(&r, 2, 0, 0) == 1 && cost_at(&r, 2, 0, 1) == 7 && cost_at(&r, 2, 0, 2) == 1);
    assert_int_equal(wend_grid_closed_steps(r.grid, (wend_tile){2, 0, 0}), 0);
    assert_true(wend_grid_closed_steps(r.grid, (wend_tile){2, 0, 1}) != 0);
    assert_int_equal(wend_grid_closed_steps(r.grid, (wend_tile){2, 0, 2}), 0);
    wend_grid_destroy(r.grid);
}

static void stairs_links_and_seams(void** state) {
    (void)state;
    put_grids();
    reading r =
        expect_map("floor a low.txt\nfloor b high.txt\nstairs 0,0,0 1,0,1 cost=5\n"
                   "link 3,2,0 2,2,1 cost=2.5 kind=lift duration=9 id=7\nseam 1,0,0 2,0,0 to 1,1,1 2,1,1\n",
                   NULL);
    int32_t count = 0;
    const wend_link* links = wend_grid_links(r.grid, &count);
    assert_int_equal(count, 2 + 1 + 4);
    int32_t seams = 0, stairs = 0;
    for (int32_t i = 0; i < count; i++) {
        seams += links[i].kind == WEND_LINK_SEAM;
        stairs += links[i].cost == 5 && links[i].from.floor != links[i].to.floor;
    }
    assert_int_equal(seams, 4);
    assert_int_equal(stairs, 2);
    const wend_link* lift = wend_grid_find_link(r.grid, 7);
    assert_true(lift && lift->kind == WEND_LINK_LIFT && lift->duration == 9 && lift->from.floor == 0 &&
                lift->to.floor == 1);
    wend_grid_destroy(r.grid);
}

static void lists_of_links_and_walls(void** state) {
    (void)state;
    put_grids();
    write_map("links.csv", "x,y,floor,to_x,to_y,to_floor,cost,two_way\n0,0,0,1,0,1,5,true\n0,2,,3,2,,4,\n");
    write_map("walls.csv", "x,y,to_x,to_y,floor\n1,0,2,0,1\n0,0,0,1,\n");
    reading r = expect_map("floor a low.txt\nfloor b high.txt\nlinks links.csv\nwalls walls.csv\n", NULL);
    int32_t count = 0;
    const wend_link* links = wend_grid_links(r.grid, &count);
    assert_int_equal(count, 3);
    int32_t changes = 0;
    for (int32_t i = 0; i < count; i++) changes += links[i].from.floor != links[i].to.floor;
    assert_int_equal(changes, 2);
    assert_true(!wend_grid_step_is_open(r.grid, (wend_tile){1, 0, 1}, (wend_tile){2, 0, 1}));
    assert_true(wend_grid_step_is_open(r.grid, (wend_tile){1, 0, 0}, (wend_tile){2, 0, 0}));
    assert_true(!wend_grid_step_is_open(r.grid, (wend_tile){0, 0, 0}, (wend_tile){0, 1, 0}));
    wend_grid_destroy(r.grid);
}

// A map of one floor is what it was, and may have links by lines too.
static void one_floor(void** state) {
    (void)state;
    put_grids();
    reading r = expect_map("base low.txt\nlink 0,0,0 3,2,0 cost=1\n", NULL);
    assert_int_equal(wend_grid_floors(r.grid), 1);
    assert_string_equal(r.info.floors, "");
    int32_t count = 0;
    wend_grid_links(r.grid, &count);
    assert_int_equal(count, 1);
    wend_grid_destroy(r.grid);
    r = expect_map("floor a low.txt\n", NULL);
    assert_int_equal(wend_grid_floors(r.grid), 1);
    wend_grid_destroy(r.grid);
}

static void downscaled(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 4, .height = 2, .channels = 1, .samples = {255, 255, 255, 255, 255, 255, 255, 255}};
    make_pnm(&file, &p, '5', 255);
    files_put("a.pgm", file.data, file.size);
    p.samples[3] = 0;
    make_pnm(&file, &p, '5', 255);
    files_put("b.pgm", file.data, file.size);
    wend_import_def def = wend_default_import_def();
    def.downscale = 2;
    reading r = expect_map("floor a a.pgm\nfloor b b.pgm\nstairs 0,0,0 0,0,1 cost=1\n", &def);
    assert_int_equal(wend_grid_width(r.grid), 2);
    assert_int_equal(wend_grid_height(r.grid), 1);
    assert_true(cost_at(&r, 1, 0, 0) == 1 && cost_at(&r, 1, 0, 1) == 0);
    wend_grid_destroy(r.grid);
}

static void errors_have_a_place(void** state) {
    (void)state;
    put_grids();
    write_map("wide.txt", ".....\n.....\n.....\n");
    write_map("links.csv", "x,y,floor,to_x,to_y,to_floor,cost\n0,0,0,1,0,2,5\n");
    write_map("blocked.csv", "x,y,floor,to_x,to_y,to_floor,cost\n0,0,0,0,0,1,5\n");
    write_map("ros.yaml", "image: ros.pgm\nresolution: 0.5\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: "
                          "0.65\nfree_thresh: 0.2\n");
    static bytes file;
    picture p = {.width = 4, .height = 3, .channels = 1};
    make_pnm(&file, &p, '5', 255);
    files_put("ros.pgm", file.data, file.size);
#define TWO "floor a low.txt\nfloor b high.txt\n"
    static const struct {
        const char *lines, *expected;
    } cases[] = {
        {"floor\n", "line 2, column 6: the line ends; expected the name of a floor"},
        {"floor a\n", "line 2, column 8: the line ends; expected a file"},
        {"floor a low.txt\nfloor a high.txt\n",
         "line 3, column 7: the floor 'a' is also at line 2; expected a different name"},
        {"floor a low.txt height=3\nfloor b high.txt height=3\n",
         "line 3, column 1: the height is 3, but the floor below, 'a', has 3; expected floors from the "
         "lowest to"},
        {"floor a low.txt height=3\nfloor b high.txt height=1\n",
         "line 3, column 1: the height is 1, but the floor below"},
        {"floor a low.txt height=high\n", "line 2, column 24: height is 'high'; expected a number"},
        {"floor a low.txt roof\n", "line 2, column 17: 'roof' is not a setting of a floor"},
        {"floor a=b low.txt\n", "line 2, column 7: 'a=b' is not the name of a floor"},
        {"base low.txt\nfloor a high.txt\n", "line 3, column 1: a floor after a base"},
        {"floor a low.txt\nbase high.txt\n", "line 3, column 1: a base after a floor"},
        {"floor a low.txt\nfloor b wide.txt\n",
         "line 3, column 9: this floor has 5 x 3 tiles; expected 4 x 3 like the floor 'a'"},
        {"floor a low.txt\nfloor b ros.yaml\n",
         "line 3, column 9: this floor has tiles of side 0.5; expected 1 like the floor 'a'"},
        {"resolution 1\nfloor a low.txt\nfloor b ros.yaml\n",
         "line 4, column 9: the top-left corner of this floor is at"},
        {TWO "stairs 0,0,0 0,0,1 cost=1\n",
         "line 4, column 14: 0,0 on floor 1 is blocked; expected a passable tile"},
        {TWO "stairs 0,0,0 1,0,2 cost=1\n", "line 4, column 14: there is no floor 2; expected 0..1"},
        {TWO "stairs 0,0,0 4,0,1 cost=1\n",
         "line 4, column 14: 4,0 lies outside the floor; expected x in 0..3 and y in 0..2"},
        {TWO "stairs 0,0,0 1,0,1\n", "line 4, column 19: the line ends; expected cost=C"},
        {TWO "stairs 0,0 1,0,1 cost=1\n", "line 4, column 8: '0,0' is not a tile; expected X,Y,F"},
        {TWO "stairs 0,0,0,0 1,0,1 cost=1\n", "line 4, column 8: '0,0,0,0' is not a tile"},
        {TWO "stairs 0,0,-1 1,0,1 cost=1\n", "line 4, column 8: '0,0,-1' is not a tile"},
        {TWO "stairs 0,0,99999 1,0,1 cost=1\n",
         "line 4, column 8: '0,0,99999' is on floor 99999; expected 0..255"},
        {TWO "stairs 2147483647,2147483647,0 1,0,1 cost=1\n",
         "line 4, column 8: 2147483647,2147483647 lies outside the floor"},
        {TWO "stairs 9999999999,0,0 1,0,1 cost=1\n", "line 4, column 8: '9999999999,0,0' is not a tile"},
        {TWO "stairs 0,0,0\n", "line 4, column 13: the line ends; expected a tile"},
        {TWO "stairs 0,0,0 0,0,0 cost=1\n", "line 4, column 14: both ends are the same tile"},
        {TWO "stairs 0,0,0 1,0,1 cost=free\n",
         "line 4, column 25: cost is 'free'; expected a number in 0..65536"},
        {TWO "link 0,0,0 1,0,1 cost=1 kind=rope\n", "line 4, column 30: 'rope' is not one of other, tunnel"},
        {TWO "link 0,0,0 1,0,1 cost=1 id=x\n", "line 4, column 28: id is 'x'; expected a whole number"},
        {TWO "link 0,0,0 1,0,1 cost=1 up\n", "line 4, column 25: 'up' is not a setting of stairs and links"},
        {TWO "link 0,0,0 1,0,1 cost=1 id=3\nlink 0,0,0 2,0,1 cost=1 id=3\n",
         "line 5, column 6: the map has a link with the id 3 already"},
        {TWO "seam 0,0,0 2,0,0 to 1,0,1 2,0,1\n",
         "line 4, column 21: this side of the seam has 2 tiles, the other one 3; expected as many"},
        {TWO "seam 0,0,0 2,2,0 to 1,0,1 2,0,1\n",
         "line 4, column 6: this side of the seam is neither a row nor a column"},
        {TWO "seam 0,0,0 1,0,0 to 1,0,0 1,0,1\n",
         "line 4, column 21: this side of the seam is neither a row nor a column"},
        {TWO "seam 0,0,0 1,0,0 1,0,1 2,0,1\n",
         "line 4, column 18: '1,0,1' is unexpected; expected the word to"},
        {TWO "seam 1,1,0 2,1,0 to 1,0,1 2,0,1\n",
         "line 4, column 6: no pair of tiles of this seam is passable on both sides"},
        {TWO "seam 0,0,0 2,0,0 to 0,0,0 2,0,0\n", "line 4, column 21: a tile is on both sides of the seam"},
        {TWO "links links.csv\n",
         "line 4, column 7: links.csv: line 2, column 11: to_floor is '2'; expected a whole number in 0..1"},
        {TWO "links blocked.csv\n", "line 4, column 7: blocked.csv: line 2, column 7: the link leads to (0, "
                                    "0) on floor 1, which is blocked"},
        {"base low.txt\nstairs 0,0,0 0,1,1 cost=1\n",
         "line 3, column 14: there is no floor 1; expected 0..0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r = read_recipe(cases[i].lines, NULL);
        if (r.result == WEND_OK || !strstr(r.error.text, cases[i].expected))
            fail_msg("%s\n%s; expected: %s", cases[i].lines, r.result == WEND_OK ? "read" : r.error.text,
                     cases[i].expected);
    }
    wend_import_def def = wend_default_import_def();
    def.max_tiles = 20; // each floor has 12
    assert_int_equal(read_recipe(TWO, &def).result, WEND_ERROR_LIMIT);
}

static reading read_two(const wend_import_def* def, const void* context) {
    (void)context;
    return read_recipe(TWO "stairs 0,0,0 1,0,1 cost=5\nseam 1,0,0 2,0,0 to 1,1,1 2,1,1\n", def);
}

static void out_of_memory(void** state) {
    (void)state;
    put_grids();
    assert_true(check_out_of_memory(wend_default_import_def(), read_two, NULL) > 10);
}

// ---- a deck above the ground

#define GORGE "P2 7 3 255\n10 10 4 4 4 10 10\n10 10 4 4 4 10 10\n10 10 4 4 4 10 10\n"

static wend_import_def deck_def(float headroom) {
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_SLOPE;
    def.slope = "rwalk:1,6,2,-2";
    def.height_scale = 255;
    def.max_step_climb = def.max_step_drop = 1.01f;
    def.deck = "deck.pgm";
    def.headroom = headroom;
    return def;
}

static reading read_deck(const wend_import_def* def, const void* deck) {
    reading r = {.grid = NULL};
    write_map("deck.pgm", deck);
    r.result = wend_import_memory(GORGE, strlen(GORGE), "map", def, &r.grid, &r.info, &r.error);
    return r;
}

static void a_deck_above_the_ground(void** state) {
    (void)state;
    // a bridge in the middle; at the left edge of the gorge a terrace, too low to pass below
    static const char deck[] = "P2 7 3 255\n10 10 6 4 4 10 10\n10 10 10 10 10 10 10\n10 10 6 4 4 10 10\n";
    wend_import_def def = deck_def(3);
    reading r = read_deck(&def, deck);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_int_equal(wend_grid_floors(r.grid), 2);
    assert_string_equal(r.info.floors, "ground\ndeck");
    assert_true(wend_grid_floor_height(r.grid, 1) == 3);
    for (int32_t i = 0; i < 21; i++) {
        const wend_tile low = {i % 7, i / 7, 0}, high = {i % 7, i / 7, 1};
        const bool is_bridge = low.y == 1 && low.x >= 2 && low.x <= 4, is_gorge = low.x >= 2 && low.x <= 4;
        const bool is_terrace = low.x == 2 && !is_bridge;
        assert_true(wend_grid_passable(r.grid, low));
        assert_int_equal(wend_grid_passable(r.grid, high), is_bridge);
        assert_true(fabsf(wend_grid_elevation(r.grid, low) - (is_terrace ? 6 : is_gorge ? 4 : 10)) < 0.01f);
        if (is_bridge) assert_true(fabsf(wend_grid_elevation(r.grid, high) - 10) < 0.01f);
    }
    // Seams at both heads, there and back; none from the deck down to the gorge.
    int32_t count = 0;
    const wend_link* links = wend_grid_links(r.grid, &count);
    assert_int_equal(count, 4);
    static const int32_t ends[4][4] = {{4, 1, 5, 0}, {5, 0, 4, 1}, {2, 1, 1, 0}, {1, 0, 2, 1}};
    for (int32_t i = 0; i < 4; i++) {
        assert_int_equal(links[i].kind, WEND_LINK_SEAM);
        assert_tile(links[i].from, ends[i][0], 1);
        assert_int_equal(links[i].from.floor, ends[i][1]);
        assert_tile(links[i].to, ends[i][2], 1);
        assert_int_equal(links[i].to.floor, ends[i][3]);
    }
    wend_grid_destroy(r.grid);
    def = deck_def(1.5f); // now the terraces are high enough to pass below
    r = read_deck(&def, deck);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_true(wend_grid_passable(r.grid, (wend_tile){2, 0, 1}));
    assert_true(fabsf(wend_grid_elevation(r.grid, (wend_tile){2, 0, 0}) - 4) < 0.01f);
    wend_grid_destroy(r.grid);
    assert_true(check_out_of_memory(def, read_deck, deck) > 10);
}

static void wrong_decks(void** state) {
    (void)state;
    static const struct {
        const char *deck, *says;
        wend_result result;
    } cases[] = {
        {GORGE, "deck.pgm: lies nowhere more than 3 above the ground (headroom)", WEND_ERROR_FORMAT},
        {"P2 2 1 255\n10 10\n", "deck.pgm: has 2 x 1 tiles; expected 7 x 3 as the ground has",
         WEND_ERROR_FORMAT},
        {"...\n", "deck.pgm: is a map (textgrid); expected heights of a deck", WEND_ERROR_UNSUPPORTED},
        {"P2 7 3 255\n10", "deck.pgm: ", WEND_ERROR_FORMAT},
        {"wend recipe 1\nbase deck.pgm\n", "deck.pgm: is a recipe", WEND_ERROR_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_grid* grid = NULL;
        wend_error error = {.text = ""};
        const wend_import_def def = deck_def(3);
        write_map("deck.pgm", cases[i].deck);
        write_map("ground.pgm", GORGE);
        const wend_result result = wend_import_file("ground.pgm", &def, &grid, NULL, &error);
        if (result != cases[i].result || !strstr(error.text, cases[i].says))
            fail_msg("%s: %d %s", cases[i].deck, result, error.text);
        assert_null(grid);
    }
    wend_import_def def = deck_def(3);
    def.rule = WEND_RULE_BRIGHTNESS;
    def.slope = NULL;
    reading r = read_text(GORGE, &def);
    assert_int_equal(r.result, WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(r.error.text, "deck is only for the rules slope and tobler"));
    def = deck_def(3);
    r = read_text("...\n", &def);
    assert_int_equal(r.result, WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(r.error.text, "has no heights (textgrid); a deck needs those of the ground"));
    // A deck that no step reaches.
    static const char island[] = "P2 7 3 255\n10 10 4 4 4 10 10\n10 10 4 10 4 10 10\n10 10 4 4 4 10 10\n";
    r = read_deck(&def, island);
    if (r.result != WEND_OK) fail_msg("%s", r.error.text);
    assert_non_null(strstr(r.info.warning, "the deck meets the ground nowhere"));
    wend_grid_destroy(r.grid);
}

// A picture of lanes and thin walls tell of one floor.
static void what_needs_one_floor(void** state) {
    (void)state;
    put_grids();
    write_map("lanes.ppm", "P2 4 3 255\n1 1 1 1 1 1 1 1 1 1 1 1\n");
    wend_import_def def = wend_default_import_def();
    def.lanes = "lanes.ppm";
    reading r = read_recipe("floor a low.txt\nfloor b low.txt\n", &def);
    assert_int_equal(r.result, WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(r.error.text, "has 2 floors; lanes need a map of one"));
    def = wend_default_import_def();
    def.thin_walls = true;
    r = read_recipe("floor a low.txt\nfloor b low.txt\n", &def);
    assert_int_equal(r.result, WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(r.error.text, "has 2 floors; thin walls need a map of one"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_and_heights),
        cmocka_unit_test(formats_together),
        cmocka_unit_test(parts_of_one_floor),
        cmocka_unit_test(stairs_links_and_seams),
        cmocka_unit_test(lists_of_links_and_walls),
        cmocka_unit_test(one_floor),
        cmocka_unit_test(downscaled),
        cmocka_unit_test(errors_have_a_place),
        cmocka_unit_test(a_deck_above_the_ground),
        cmocka_unit_test(wrong_decks),
        cmocka_unit_test(what_needs_one_floor),
        cmocka_unit_test(out_of_memory),
    };
    files_enter();
    int failed = run_unit_tests(tests);
    files_leave();
    return failed;
}
