// maps.c: what does the map of a recipe look like?
#include "maps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wend/private.h"
#include "wend/relief.h"

static const char* const kind_names[MAP_KIND_COUNT] = {
    "open", "blocked", "noise", "rooms", "maze", "spiral", "comb", "checkerboard", "islands", "doors"};
static const char* const cost_names[MAP_COSTS_COUNT] = {"unit", "whole", "brightness", "byte", "wide"};
static const char* const move_names[WEND_CONNECTIVITY_COUNT] = {
    "8", "4", "8cut", "hex_odd_r", "hex_even_r", "hex_odd_q", "hex_even_q"};
static const char* const exit_names[MAP_EXITS_COUNT] = {"open", "walls",   "houses",
                                                        "maze", "one_way", "mixed"};
static const char* const relief_names[MAP_RELIEF_COUNT] = {"level", "hills", "cliffs", "lanes", "rows"};
enum { SQUARE_CONNECTIVITIES = WEND_CONNECTIVITY_HEX_ODD_R };

// ---- recipes

// A random length, often short or near a multiple of the cluster size.
static int32_t random_length(rng* r, int32_t cluster_size, int32_t most) {
    switch (rng_below(r, 8)) {
    case 0:
        return 1;
    case 1:
    case 2:
        return rng_between(r, 1, 20);
    case 3:
    case 4: {
        int32_t length = rng_between(r, 1, most / cluster_size > 0 ? most / cluster_size : 1) * cluster_size;
        return length + rng_between(r, 0, 2);
    }
    default:
        return rng_between(r, 2, most);
    }
}

map_recipe map_recipe_random(uint64_t seed, int32_t most) {
    rng r = rng_seeded(seed);
    map_recipe recipe = {.seed = seed};
    // Irregular maps find more errors than plain ones, so they come more often.
    static const map_kind often[] = {MAP_NOISE, MAP_NOISE,   MAP_NOISE, MAP_ROOMS,
                                     MAP_MAZE,  MAP_ISLANDS, MAP_DOORS};
    recipe.kind = rng_chance(&r, 60) ? often[rng_below(&r, 7)] : (map_kind)rng_below(&r, MAP_KIND_COUNT);
    recipe.cluster_size = rng_chance(&r, 50) ? 15 : 31;
    recipe.width = random_length(&r, recipe.cluster_size, most);
    recipe.height = random_length(&r, recipe.cluster_size, most);
    recipe.connectivity = (wend_connectivity)rng_below(&r, SQUARE_CONNECTIVITIES);
    recipe.costs = (map_costs)rng_below(&r, MAP_COSTS_COUNT);
    recipe.levels = (int32_t)rng_below(&r, 5);
    return recipe;
}

map_recipe map_recipe_random_exits(uint64_t seed, int32_t most, bool one_way) {
    map_recipe recipe = map_recipe_random(seed, most);
    rng r = rng_seeded(seed ^ 0x6578697473);
    recipe.exits = (map_exits)rng_between(&r, EXITS_WALLS, one_way ? MAP_EXITS_COUNT - 1 : EXITS_MAZE);
    if (rng_chance(&r, 40)) recipe.kind = rng_chance(&r, 50) ? MAP_OPEN : MAP_NOISE;
    return recipe;
}

map_recipe map_recipe_random_hex(uint64_t seed, int32_t most) {
    map_recipe recipe = map_recipe_random_exits(seed, most, true);
    rng r = rng_seeded(seed ^ 0x686578);
    recipe.connectivity =
        (wend_connectivity)rng_between(&r, WEND_CONNECTIVITY_HEX_ODD_R, WEND_CONNECTIVITY_HEX_EVEN_Q);
    if (rng_chance(&r, 60)) recipe.exits = EXITS_OPEN;
    return recipe;
}

map_recipe map_recipe_random_any(uint64_t seed, int32_t most) {
    return seed % 6 == 3   ? map_recipe_random_hex(seed, most)
           : seed % 3 == 0 ? map_recipe_random_exits(seed, most, true)
                           : map_recipe_random(seed, most);
}

const char* map_recipe_print(const map_recipe* recipe, char out[MAP_RECIPE_TEXT]) {
    snprintf(out, MAP_RECIPE_TEXT, "%s %dx%d %s%s%s%s%s %s %d/%d %llu", kind_names[recipe->kind],
             recipe->width, recipe->height, move_names[recipe->connectivity], recipe->exits ? "+" : "",
             recipe->exits ? exit_names[recipe->exits] : "", recipe->relief ? "^" : "",
             recipe->relief ? relief_names[recipe->relief] : "", cost_names[recipe->costs],
             recipe->cluster_size, recipe->levels, (unsigned long long)recipe->seed);
    return out;
}

static int32_t index_of(const char* name, const char* const* names, int32_t count) {
    for (int32_t i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0) return i;
    return -1;
}

bool map_recipe_parse(const char* text, map_recipe* out) {
    char kind[20], connectivity[30], costs[20], clusters[20];
    unsigned long long seed;
    int end = 0;
    map_recipe recipe = {.levels = 0};
    if (sscanf(text, "%19s %dx%d %29s %19s %19s %llu%n", kind, &recipe.width, &recipe.height, connectivity,
               costs, clusters, &seed, &end) != 7 ||
        text[end] != 0 || sscanf(clusters, "%d/%d", &recipe.cluster_size, &recipe.levels) < 1)
        return false;
    char *exits = strchr(connectivity, '+'), *relief = strchr(connectivity, '^');
    if (exits) *exits++ = 0;
    if (relief) *relief++ = 0;
    int32_t k = index_of(kind, kind_names, MAP_KIND_COUNT),
            e = exits ? index_of(exits, exit_names, MAP_EXITS_COUNT) : EXITS_OPEN,
            m = index_of(connectivity, move_names, WEND_CONNECTIVITY_COUNT),
            c = index_of(costs, cost_names, MAP_COSTS_COUNT),
            slopes = relief ? index_of(relief, relief_names, MAP_RELIEF_COUNT) : RELIEF_LEVEL;
    if (k < 0 || m < 0 || c < 0 || e < 0 || slopes < 0) return false;
    recipe.relief = (map_relief)slopes;
    recipe.exits = (map_exits)e;
    recipe.kind = (map_kind)k;
    recipe.connectivity = (wend_connectivity)m;
    recipe.costs = (map_costs)c;
    recipe.seed = seed;
    *out = recipe;
    return true;
}

map_recipe map_recipe_of(const char* text) {
    map_recipe recipe;
    if (!map_recipe_parse(text, &recipe)) abort();
    return recipe;
}

bool map_fails(const map_recipe* recipe, const char* what) {
    char text[MAP_RECIPE_TEXT];
    fprintf(stderr, "%s, seed %llu, map \"%s\"\n", what, (unsigned long long)recipe->seed,
            map_recipe_print(recipe, text));
    return false;
}

// ---- walls: true where a tile is blocked

typedef struct canvas {
    int32_t width, height;
    bool* wall;
    rng* random;
} canvas;

static void set(canvas* c, int32_t x, int32_t y, bool wall) {
    if (x >= 0 && y >= 0 && x < c->width && y < c->height) c->wall[y * c->width + x] = wall;
}
static void box(canvas* c, int32_t x, int32_t y, int32_t width, int32_t height, bool wall) {
    for (int32_t j = y; j < y + height; j++)
        for (int32_t i = x; i < x + width; i++) set(c, i, j, wall);
}

static void draw_noise(canvas* c) {
    int32_t density = rng_between(c->random, 0, 60);
    for (int32_t i = 0; i < c->width * c->height; i++) c->wall[i] = rng_chance(c->random, density);
}

static void draw_rooms(canvas* c) {
    int32_t pitch = rng_between(c->random, 3, 12);
    for (int32_t x = pitch; x < c->width; x += pitch) box(c, x, 0, 1, c->height, true);
    for (int32_t y = pitch; y < c->height; y += pitch) box(c, 0, y, c->width, 1, true);
    for (int32_t y = 0; y < c->height; y += pitch) {
        for (int32_t x = 0; x < c->width; x += pitch) {
            if (rng_chance(c->random, 80)) set(c, x, y + rng_between(c->random, 1, pitch - 1), false);
            if (rng_chance(c->random, 80)) set(c, x + rng_between(c->random, 1, pitch - 1), y, false);
        }
    }
}

// Depth-first search over the tiles at even coordinates; it removes the walls that it passes.
static void draw_maze(canvas* c) {
    box(c, 0, 0, c->width, c->height, true);
    int32_t columns = (c->width + 1) / 2, rows = (c->height + 1) / 2, depth = 0;
    int32_t* stack = malloc((size_t)columns * (size_t)rows * sizeof *stack);
    if (!stack) abort();
    set(c, 0, 0, false);
    stack[depth++] = 0;
    while (depth > 0) {
        static const int32_t dx[4] = {1, 0, -1, 0}, dy[4] = {0, 1, 0, -1};
        int32_t x = stack[depth - 1] % columns, y = stack[depth - 1] / columns,
                first = rng_below(c->random, 4);
        bool dug = false;
        for (int32_t k = 0; k < 4 && !dug; k++) {
            int32_t d = (first + k) % 4, nx = x + dx[d], ny = y + dy[d];
            if (nx < 0 || ny < 0 || nx >= columns || ny >= rows || !c->wall[2 * ny * c->width + 2 * nx])
                continue;
            set(c, 2 * x + dx[d], 2 * y + dy[d], false);
            set(c, 2 * nx, 2 * ny, false);
            stack[depth++] = ny * columns + nx;
            dug = true;
        }
        if (!dug) depth--;
    }
    free(stack);
}

static void draw_spiral(canvas* c) {
    for (int32_t ring = 1; 2 * ring < c->width && 2 * ring < c->height; ring += 2) {
        int32_t left = ring, top = ring, width = c->width - 2 * ring, height = c->height - 2 * ring;
        box(c, left, top, width, 1, true);
        box(c, left, top + height - 1, width, 1, true);
        box(c, left, top, 1, height, true);
        box(c, left + width - 1, top, 1, height, true);
        set(c, left, top + 1, false); // the door ...
        set(c, left - 1, top, true);  // ... and a bar, so that the only path to it leads round the ring
    }
}

static void draw_comb(canvas* c) {
    int32_t pitch = rng_between(c->random, 2, 4);
    for (int32_t x = 1, tooth = 0; x < c->width; x += pitch, tooth++)
        box(c, x, tooth % 2, 1, c->height - 1, true);
}

static void draw_islands(canvas* c) {
    box(c, 0, 0, c->width, c->height, true);
    int32_t count = 2 + c->width * c->height / 150;
    for (int32_t i = 0; i < count; i++) {
        int32_t x = rng_below(c->random, c->width), y = rng_below(c->random, c->height);
        int32_t width = rng_between(c->random, 1, 14), height = rng_between(c->random, 1, 14);
        box(c, x, y, width, height, false);
        if (!rng_chance(c->random, 40)) continue; // a closed ring
        box(c, x + 1, y + 1, width - 2, height - 2, true);
        box(c, x + 2, y + 2, width - 4, height - 4, false);
    }
}

static void draw_doors(canvas* c, int32_t size) {
    for (int32_t k = 1; k * size <= c->width + c->height; k++) {
        int32_t at = k * size + rng_between(c->random, -1, 1);
        box(c, at, 0, 1, c->height, true);
        at = k * size + rng_between(c->random, -1, 1);
        box(c, 0, at, c->width, 1, true);
    }
    for (int32_t y = 0; y < c->height + size; y += size) {
        for (int32_t x = 0; x < c->width + size; x += size) {
            if (rng_chance(c->random, 50))
                box(c, x - 1, y - 1, 3, 3, !rng_chance(c->random, 80)); // at the crossing
            if (rng_chance(c->random, 60)) box(c, x - 1, y + rng_below(c->random, size), 3, 1, false);
            if (rng_chance(c->random, 60)) box(c, x + rng_below(c->random, size), y - 1, 1, 3, false);
            if (rng_chance(c->random, 20)) set(c, x, y, true);
        }
    }
}

static void draw(const map_recipe* recipe, canvas* c) {
    switch (recipe->kind) {
    case MAP_BLOCKED:
        box(c, 0, 0, c->width, c->height, true);
        break;
    case MAP_NOISE:
        draw_noise(c);
        break;
    case MAP_ROOMS:
        draw_rooms(c);
        break;
    case MAP_MAZE:
        draw_maze(c);
        break;
    case MAP_SPIRAL:
        draw_spiral(c);
        break;
    case MAP_COMB:
        draw_comb(c);
        break;
    case MAP_CHECKERBOARD:
        for (int32_t i = 0; i < c->width * c->height; i++) c->wall[i] = (i % c->width + i / c->width) % 2;
        break;
    case MAP_ISLANDS:
        draw_islands(c);
        break;
    case MAP_DOORS:
        draw_doors(c, recipe->cluster_size);
        break;
    default:
        break;
    }
}

// ---- classes

// Fills the table for classes 1 .. count; returns count.
static int32_t draw_costs(map_costs costs, rng* r, float table[WEND_CLASS_COUNT]) {
    int32_t count = costs == COSTS_UNIT ? 1 : costs == COSTS_BYTE ? 254 : rng_between(r, 1, 16);
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++) {
        switch (k <= count ? costs : MAP_COSTS_COUNT) {
        case COSTS_UNIT:
            table[k] = 1;
            break;
        case COSTS_WHOLE:
            table[k] = (float)rng_between(r, 1, 16);
            break;
        case COSTS_BRIGHTNESS:
            table[k] = 255.0f / (float)rng_between(r, 217, 255);
            break;
        case COSTS_BYTE:
            table[k] = (float)k;
            break;
        case COSTS_WIDE:
            table[k] = ldexpf((float)rng_between(r, 16, 31), -10 + k % 12); // 1/64 .. 62
            break;
        default:
            table[k] = rng_chance(r, 50) ? 0 : INFINITY; // both mean blocked
        }
    }
    return count;
}

// ---- costs by direction

// Sums of squares of noise, so that every machine has the same heights.
static void draw_heights(float* out, int32_t width, int32_t height, float range, rng* r) {
    for (int32_t side = 32; side >= 2; side /= 2, range /= 2) {
        const int32_t columns = width / side + 2, rows = height / side + 2;
        float* corners = malloc((size_t)columns * (size_t)rows * sizeof *corners);
        if (!corners) abort();
        for (int32_t i = 0; i < columns * rows; i++) corners[i] = (float)rng_below(r, 1024) / 1024 * range;
        for (int32_t i = 0; i < width * height; i++) {
            const int32_t x = i % width, y = i / width;
            const float* c = corners + y / side * columns + x / side;
            const float u = (float)(x % side) / (float)side, v = (float)(y % side) / (float)side;
            const float above = c[0] + (c[1] - c[0]) * u,
                        below = c[columns] + (c[columns + 1] - c[columns]) * u;
            out[i] += above + (below - above) * v;
        }
        free(corners);
    }
}

static void draw_lanes(uint8_t* out, int32_t width, int32_t height, rng* r) {
    for (int32_t i = 0; i < width * height / 12; i++) {
        const int32_t lane = 1 + rng_below(r, 8), length = 1 + rng_below(r, 30);
        static const int32_t dx[8] = {1, 0, -1, 0, 1, -1, -1, 1}, dy[8] = {0, 1, 0, -1, 1, 1, -1, -1};
        int32_t x = rng_below(r, width), y = rng_below(r, height);
        for (int32_t k = 0; k < length && x >= 0 && y >= 0 && x < width && y < height; k++) {
            out[y * width + x] = (uint8_t)lane;
            x += dx[lane - 1];
            y += dy[lane - 1];
        }
    }
}

wend_result map_give_relief(wend_grid* grid, map_relief kind, uint64_t seed) {
    if (kind == RELIEF_LEVEL) return WEND_OK;
    static const wend_slope_point gentle[] = {{-1, 6}, {-0.25f, 1.5f}, {-0.0625f, 0.75f},
                                              {0, 1},  {0.5f, 5},      {2, 90}},
                                  steep[] = {{-2, 30}, {-0.5f, 2}, {0, 1}, {0.5f, 8}, {1, 90}, {2, 700}};
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const wend_row_size rows[] = {{0, 1, 1}, {height / 3 + 1, 0.75f, 1}, {2 * height / 3 + 2, 0.5f, 1.25f}};
    float* elevations = calloc((size_t)width * (size_t)height, sizeof *elevations);
    uint8_t* lanes = calloc((size_t)width * (size_t)height, 1);
    rng r = rng_seeded(seed ^ 0x72656c696566);
    if (!elevations || !lanes) abort();
    wend_relief_def def = wend_default_relief_def();
    draw_heights(elevations, width, height, kind == RELIEF_CLIFFS ? 30 : 8, &r);
    draw_lanes(lanes, width, height, &r);
    if (kind != RELIEF_LANES) {
        def.elevations = elevations;
        def.slopes = kind == RELIEF_CLIFFS ? steep : gentle;
        def.slope_count = 6;
    }
    if (kind == RELIEF_CLIFFS) def.max_climb = 1.5f, def.max_drop = 2;
    if (kind >= RELIEF_LANES) {
        const float factors[WEND_LANE_ANGLES] = {0.5f, 0.75f, 1, 2, kind == RELIEF_LANES ? INFINITY : 3};
        memcpy(def.lane_factors, factors, sizeof factors);
        def.lanes = lanes;
    }
    if (kind == RELIEF_ROWS) {
        def.rows = rows;
        def.row_count = height > 9 ? 3 : 1;
    }
    const wend_result result = wend_grid_set_relief(grid, &def);
    free(elevations);
    free(lanes);
    return result;
}

static void set_relief(wend_grid* grid, map_relief kind, uint64_t seed) {
    const wend_result result = map_give_relief(grid, kind, seed);
    if (result == WEND_OK) return;
    fprintf(stderr, "map_make: the relief was refused: %s\n", wend_result_string(result));
    abort();
}

wend_grid* map_make(const map_recipe* recipe) {
    rng r = rng_seeded(recipe->seed ^ 0x6d617073);
    int32_t width = recipe->width, height = recipe->height, count = width * height;
    bool* wall = calloc((size_t)count, sizeof *wall);
    uint8_t* classes = calloc((size_t)count, 1);
    if (!wall || !classes) abort();
    canvas c = {width, height, wall, &r};
    draw(recipe, &c);

    wend_grid_def def = wend_default_grid_def();
    int32_t class_count = draw_costs(recipe->costs, &r, def.class_costs);
    int32_t patch = rng_chance(&r, 50) ? 1 : rng_between(&r, 2, 9); // terrain in squares of this side
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) {
            int32_t i = y * width + x;
            if (wall[i])
                classes[i] = rng_chance(&r, 90) ? 0 : 255;
            else if (x % patch == 0 && y % patch == 0)
                classes[i] = (uint8_t)rng_between(&r, 1, class_count);
            else
                classes[i] = classes[y / patch * patch * width + x / patch * patch];
            if (!wall[i] && (classes[i] == 0 || classes[i] == 255))
                classes[i] = 1; // its patch began on a blocked tile
        }
    }
    def.width = width;
    def.height = height;
    def.classes = classes;
    def.connectivity = recipe->connectivity;
    wend_grid* grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) {
        fprintf(stderr, "map_make: the grid was refused\n");
        abort();
    }
    free(classes);
    free(wall);
    map_close_steps(grid, recipe->exits, recipe->seed);
    set_relief(grid, recipe->relief, recipe->seed);
    return grid;
}

void map_copy_to(const wend_grid* from, wend_grid* to) {
    const int32_t width = wend_grid_width(from), height = wend_grid_height(from);
    uint8_t* row = malloc((size_t)width);
    if (!row) abort();
    for (int32_t y = 0; y < height; y++) {
        const wend_rect area = {0, y, width, 1};
        if (wend_grid_read(from, area, row, 0) != WEND_OK || wend_grid_write(to, area, row, 0) != WEND_OK)
            abort();
    }
    free(row);
    if (wend_grid_copy_connections(from, to) != WEND_OK) abort();
}

wend_grid* map_copy(const wend_grid* grid, const wend_allocator* allocator_opt) {
    wend_grid_def def = wend_default_grid_def();
    def.width = wend_grid_width(grid);
    def.height = wend_grid_height(grid);
    def.connectivity = wend_grid_connectivity(grid);
    memcpy(def.class_costs, wend_grid_class_costs(grid), sizeof def.class_costs);
    def.allocator = allocator_opt;
    wend_grid* copy = NULL;
    if (wend_grid_create(&def, &copy) != WEND_OK) abort();
    map_copy_to(grid, copy);
    return copy;
}

wend_world_def map_world_def(const map_recipe* recipe) {
    wend_world_def def = wend_default_world_def();
    def.cluster_size = recipe->cluster_size;
    def.level_count = recipe->levels;
    return def;
}

wend_world* map_make_world(const map_recipe* recipe) {
    const wend_world_def def = map_world_def(recipe);
    return map_build_world(map_make(recipe), &def);
}

wend_world* map_build_world(wend_grid* grid, const wend_world_def* def) {
    wend_world* world = NULL;
    wend_result result = wend_world_build(&grid, def, &world);
    if (result == WEND_OK) return world;
    fprintf(stderr, "map_build_world: %s\n", wend_result_string(result));
    abort();
}

wend_world_counts map_count(const wend_world* world) {
    wend_world_counts counts;
    if (wend_world_count(world, &counts) == WEND_OK) return counts;
    fprintf(stderr, "map_count: no memory\n");
    abort();
}

wend_grid* map_from_text(const char* rows, wend_connectivity connectivity) {
    wend_grid_def def = wend_default_grid_def();
    def.width = (int32_t)strcspn(rows, "\n");
    for (const char* c = rows; *c; c++) def.height += *c == '\n';
    for (int32_t k = 1; k < 10; k++) def.class_costs[k] = (float)k;
    def.connectivity = connectivity;
    uint8_t* classes = malloc((size_t)def.width * (size_t)def.height);
    if (!classes || strlen(rows) != (size_t)(def.width + 1) * (size_t)def.height) abort();
    uint8_t* out = classes;
    for (const char* c = rows; *c; c++)
        if (*c != '\n') *out++ = *c == '#' ? 0 : *c == '.' ? 1 : (uint8_t)(*c - '0');
    def.classes = classes;
    wend_grid* grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) abort();
    free(classes);
    return grid;
}

wend_world* map_world_from_text(const char* rows) {
    wend_world_def def = wend_default_world_def();
    return map_build_world(map_from_text(rows, WEND_CONNECTIVITY_8), &def);
}

// ---- tiles

wend_grid_def map_costs_far_apart(int32_t width, int32_t height) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    def.class_costs[1] = WEND_MIN_CLASS_COST;
    def.class_costs[2] = 64;
    for (int32_t k = 3; k < WEND_CLASS_COUNT; k++)
        def.class_costs[k] = WEND_MIN_CLASS_COST * (1 + 0.00713f * (float)k);
    return def;
}

int32_t map_last_class(const wend_grid* grid) {
    const float* costs = wend_grid_class_costs(grid);
    int32_t last = 1;
    while (last < WEND_CLASS_COUNT - 1 && costs[last + 1] > 0) last++;
    return last;
}

wend_tile map_random_tile(const wend_grid* grid, rng* random) {
    const wend_rect map = wend_grid_area(grid);
    bool corner =
        rng_chance(random, 5); // one draw per statement, because C leaves the order in an initialiser open
    int32_t x = corner ? rng_below(random, 2) * (map.width - 1) : rng_below(random, map.width);
    int32_t y = corner ? rng_below(random, 2) * (map.height - 1) : rng_below(random, map.height);
    return (wend_tile){map.x + x, map.y + y};
}

bool map_random_open_tile(const wend_grid* grid, rng* random, wend_tile* out) {
    int64_t count = wend_grid_passable_count(grid);
    if (count == 0) return false;
    for (int32_t i = 0; i < 50; i++) {
        *out = map_random_tile(grid, random);
        if (wend_grid_passable(grid, *out)) return true;
    }
    int32_t nth = rng_below(random, (int32_t)count);
    const wend_rect map = wend_grid_area(grid);
    for (int32_t y = 0; y < map.height; y++) {
        for (int32_t x = 0; x < map.width; x++) {
            *out = (wend_tile){map.x + x, map.y + y};
            if (wend_grid_passable(grid, *out) && nth-- == 0) return true;
        }
    }
    return false;
}

bool map_random_query(const wend_grid* grid, rng* random, wend_algorithm algorithm, wend_query* out) {
    wend_tile start, goal;
    if (!map_random_open_tile(grid, random, &start) || !map_random_open_tile(grid, random, &goal))
        return false;
    *out = wend_default_query(start, goal);
    out->algorithm = algorithm;
    return true;
}

// A random passable tile, often at a border line of clusters, where two of these cross, or near another tile.
// False when it finds none.
static bool random_end(const wend_grid* grid, rng* r, int32_t size, wend_tile near, wend_tile* out) {
    for (int32_t trial = 0; trial < 30; trial++) {
        wend_tile tile = {rng_below(r, wend_grid_width(grid)), rng_below(r, wend_grid_height(grid))};
        if (rng_chance(r, 25))
            tile = (wend_tile){near.x + rng_between(r, -4, 4), near.y + rng_between(r, -4, 4)};
        if (rng_chance(r, 30)) tile.x = tile.x / size * size + rng_between(r, -1, 1) * rng_chance(r, 50);
        if (rng_chance(r, 30)) tile.y = tile.y / size * size + rng_between(r, -1, 1) * rng_chance(r, 50);
        *out = tile;
        if (wend_grid_passable(grid, tile)) return true;
    }
    return false;
}

void map_add_links(wend_grid* grid, rng* r, int32_t size, int32_t count) {
    wend_link last = wend_default_link((wend_tile){0, 0}, (wend_tile){0, 0}, 0);
    for (int32_t i = 0; i < count; i++) {
        wend_tile from, to;
        if (!random_end(grid, r, size, last.from, &from) || !random_end(grid, r, size, from, &to)) continue;
        int32_t width = to.x > from.x ? to.x - from.x : from.x - to.x;
        int32_t height = to.y > from.y ? to.y - from.y : from.y - to.y;
        double length = width > height ? width : height, factor = rng_unit(r) * 2;
        wend_link link = wend_default_link(from, to, (float)(length * factor));
        switch (rng_below(r, 8)) {
        case 0:
            link.cost = 0;
            break;
        case 1: // back
            link.from = last.to, link.to = last.from;
            break;
        case 2: // continues the last one
            link.from = last.to;
            break;
        case 3: // parallel to the last one
            link.from = last.from, link.to = last.to;
            break;
        case 4:
            link.cost = (float)(rng_unit(r) * 50);
            break;
        default:
            break;
        }
        if (rng_chance(r, 10)) link.enabled = false;
        if (wend_grid_add_link(grid, &link, NULL) == WEND_OK)
            last = link; // the grid refuses a link from a tile to itself
    }
}

wend_world* map_make_linked_world(const map_recipe* recipe, int32_t links) {
    wend_grid* grid = map_make(recipe);
    rng random = rng_seeded(recipe->seed);
    map_add_links(grid, &random, recipe->cluster_size, links);
    const wend_world_def def = map_world_def(recipe);
    return map_build_world(grid, &def);
}

uint64_t map_hash(const wend_world* world) {
    const uint64_t hash = wend_world_hash(world);
    if (hash != wend_world_full_hash(world)) {
        fputs("a world keeps hashes of what it was\n", stderr);
        abort();
    }
    return hash;
}

const char* map_compare(const wend_world* edited, const wend_world* fresh) {
    void *a, *b;
    size_t a_size, b_size;
    if (wend_world_save_memory(edited, NULL, &a, &a_size, NULL) != WEND_OK ||
        wend_world_save_memory(fresh, NULL, &b, &b_size, NULL) != WEND_OK)
        abort();
    const char* fault = NULL;
    if (map_hash(edited) != map_hash(fresh))
        fault = "an edited world has another hash than a new one";
    else if (a_size != b_size || memcmp(a, b, a_size) != 0)
        fault = "an edited world differs from a new one";
    wend_world* opened = NULL;
    if (wend_world_open_memory(a, a_size, NULL, &opened, NULL) != WEND_OK ||
        wend_world_hash(opened) != wend_world_hash(edited))
        fault = "a saved world differs once it is opened";
    free(a);
    free(b);
    wend_world_destroy(opened);
    return fault;
}
