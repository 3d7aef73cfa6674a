// make_island: how does data/island.png come to be? Draws a land of our own making with nothing but integer
// noise and shortest paths, so that every machine draws the same pixels.
//
//     make_island OUT.png          writes the picture
//     make_island --check IN.png   exits 1 unless the picture is what this program draws
//
// The colours obey the default import rule: the brightest channel is the brightness; 217 of 255 (0.85) and
// above can be walked at cost 1/brightness. So streets, bridges and beaches are pale, water, peaks and walls
// are dark.
#include "random.h"

#include <spng.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 1024, HEIGHT = 768, TILES = WIDTH * HEIGHT };

// What covers a tile, and its colour in SHADES steps from the shadow to the light side of a slope.
enum { SHADES = 5 };
typedef enum ground {
    DEEP,
    SEA,
    SHALLOW,
    LAKE,
    RIVER,
    BEACH,
    MEADOW,
    GRASS,
    FOREST,
    HILL,
    ROCK,
    SNOW,
    ROAD,
    BRIDGE,
    WALL,
    HOUSE,
    SQUARE,
    GROUND_COUNT
} ground;

static const struct {
    uint8_t dark[3],
        light[3]; // both ends of the shades; the shades of walkable ground all lie at or above 217
} colours[GROUND_COUNT] = {
    [DEEP] = {{30, 66, 116}, {30, 66, 116}},       [SEA] = {{40, 84, 138}, {40, 84, 138}},
    [SHALLOW] = {{66, 122, 172}, {66, 122, 172}},  [LAKE] = {{58, 118, 176}, {58, 118, 176}},
    [RIVER] = {{70, 134, 190}, {70, 134, 190}},    [BEACH] = {{238, 222, 170}, {250, 236, 190}},
    [MEADOW] = {{182, 232, 128}, {212, 250, 158}}, [GRASS] = {{146, 224, 108}, {180, 240, 138}},
    [FOREST] = {{84, 217, 92}, {112, 224, 112}},   [HILL] = {{219, 196, 136}, {240, 222, 168}},
    [ROCK] = {{92, 80, 72}, {176, 158, 138}},      [SNOW] = {{168, 178, 190}, {208, 212, 214}},
    [ROAD] = {{255, 242, 206}, {255, 242, 206}},   [BRIDGE] = {{255, 226, 176}, {255, 226, 176}},
    [WALL] = {{74, 56, 48}, {74, 56, 48}},         [HOUSE] = {{178, 84, 60}, {200, 112, 76}},
    [SQUARE] = {{255, 248, 226}, {255, 248, 226}},
};

static int32_t height_map[TILES]; // above the sea, in units of which a mountain has some thousand
static uint8_t cover[TILES];      // ground
static uint8_t shade[TILES];

static int32_t at(int32_t x, int32_t y) {
    return y * WIDTH + x;
}
static int32_t clamp(int32_t v, int32_t low, int32_t high) {
    return v < low ? low : v > high ? high : v;
}

// ---- Noise

// Smooth noise in [-4096, 4096] with one random value every `cell` tiles.
static int32_t noise(int32_t x, int32_t y, int32_t cell, uint32_t seed) {
    int32_t column = x / cell, row = y / cell;
    int64_t fx = (int64_t)(x % cell) * 4096 / cell, fy = (int64_t)(y % cell) * 4096 / cell;
    fx = fx * fx / 4096 * (3 * 4096 - 2 * fx) / 4096;
    fy = fy * fy / 4096 * (3 * 4096 - 2 * fy) / 4096;
    int64_t corner[2][2];
    for (int32_t j = 0; j < 2; j++)
        for (int32_t i = 0; i < 2; i++)
            corner[j][i] =
                (int64_t)(random_lattice((uint32_t)(column + i), (uint32_t)(row + j), seed) & 8191) - 4096;
    int64_t top = corner[0][0] * (4096 - fx) + corner[0][1] * fx;
    int64_t bottom = corner[1][0] * (4096 - fx) + corner[1][1] * fx;
    return (int32_t)((top * (4096 - fy) + bottom * fy) / (4096 * 4096));
}

// Octaves of noise, each half as large and half as strong; about [-4096, 4096].
static int32_t fractal(int32_t x, int32_t y, int32_t cell, uint32_t seed) {
    int32_t sum = 0;
    for (int32_t octave = 0; cell >> octave >= 3; octave++)
        sum += noise(x + 977 * octave, y + 331 * octave, cell >> octave, seed + (uint32_t)octave) >>
               (octave + 1);
    return sum * 3 / 2;
}

// ---- Shortest paths: they carve the rivers and lay the roads

typedef struct entry {
    int64_t key; // cost, then tile: a total order
    int32_t tile;
} entry;

static entry heap[8 * TILES];
static int32_t heap_count;
static int64_t cost_to[TILES];
static int32_t came_from[TILES]; // -1: a source or not reached

static bool less(entry a, entry b) {
    return a.key != b.key ? a.key < b.key : a.tile < b.tile;
}

static void push(int64_t key, int32_t tile) {
    int32_t i = heap_count++;
    entry e = {key, tile};
    for (; i > 0 && less(e, heap[(i - 1) / 2]); i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = e;
}

static entry pop(void) {
    entry top = heap[0], last = heap[--heap_count];
    int32_t i = 0;
    for (int32_t child; (child = 2 * i + 1) < heap_count; i = child) {
        if (child + 1 < heap_count && less(heap[child + 1], heap[child])) child++;
        if (!less(heap[child], last)) break;
        heap[i] = heap[child];
    }
    heap[i] = last;
    return top;
}

static void forget_paths(void) {
    heap_count = 0;
    for (int32_t i = 0; i < TILES; i++) {
        cost_to[i] = INT64_MAX;
        came_from[i] = -1;
    }
}

static void add_source(int32_t tile) {
    cost_to[tile] = 0;
    push(0, tile);
}

// Dijkstra from the sources over 8 neighbours until the target (-1: none) is settled. A step costs its length
// times entering(from, to).
static void spread(int64_t (*entering)(int32_t from, int32_t to), int32_t target) {
    while (heap_count > 0) {
        entry e = pop();
        if (e.key != cost_to[e.tile]) continue;
        if (e.tile == target) return;
        int32_t x = e.tile % WIDTH, y = e.tile / WIDTH;
        for (int32_t d = 0; d < 9; d++) {
            int32_t dx = d % 3 - 1, dy = d / 3 - 1;
            if (d == 4 || x + dx < 0 || x + dx >= WIDTH || y + dy < 0 || y + dy >= HEIGHT) continue;
            int32_t next = at(x + dx, y + dy);
            int64_t cost = cost_to[e.tile] + (dx && dy ? 99 : 70) * entering(e.tile, next);
            if (cost < cost_to[next]) {
                cost_to[next] = cost;
                came_from[next] = e.tile;
                push(cost, next);
            }
        }
    }
}

// ---- The land

static bool is_water(int32_t tile) {
    return cover[tile] <= RIVER;
}

static void raise_land(void) {
    for (int32_t y = 0; y < HEIGHT; y++) {
        for (int32_t x = 0; x < WIDTH; x++) {
            // Coordinates bent by noise, so that no coast follows the shape below.
            int32_t bx = x + fractal(x, y, 160, 11) / 90, by = y + fractal(x, y, 160, 23) / 90;
            int64_t dx = (int64_t)(bx - WIDTH / 2) * 4096 / (WIDTH / 2),
                    dy = (int64_t)(by - HEIGHT / 2) * 4096 / (HEIGHT * 9 / 20);
            int32_t falloff =
                (int32_t)((dx * dx + dy * dy) / 4096); // 0 in the middle, 4096 at the middle of a side
            int32_t land = 2300 - falloff + fractal(x + 64, y, 256, 31) * 3 / 4;
            // Ranges: where a slow noise crosses zero runs a ridge; a slower one lets it rise and end.
            int32_t crossing = abs(fractal(bx, by, 300, 57));
            int32_t strength = clamp(noise(x, y, 210, 71) + 2600, 0, 4096);
            int32_t ridge = (int32_t)((int64_t)clamp(1150 - crossing, 0, 1150) * strength / 1150);
            int32_t inland = clamp(land, 0, 1024);
            int32_t basin = clamp(fractal(x + 333, y + 90, 110, 173) - 1250, 0, 900) * 3;
            height_map[at(x, y)] =
                land / 2 + (int32_t)((int64_t)ridge * inland / 1024) + fractal(x, y, 40, 91) / 14 - basin;
        }
    }
}

// The sea is all low ground that hangs together with the edge of the map; other low ground is lakes.
static void flood_sea(void) {
    for (int32_t i = 0; i < TILES; i++) cover[i] = height_map[i] < 0 ? LAKE : MEADOW;
    heap_count = 0;
    for (int32_t x = 0; x < WIDTH; x++) {
        push(0, at(x, 0));
        push(0, at(x, HEIGHT - 1));
    }
    while (heap_count > 0) {
        int32_t tile = pop().tile, x = tile % WIDTH, y = tile / WIDTH;
        if (cover[tile] != LAKE) continue;
        cover[tile] = SEA;
        if (x > 0) push(0, tile - 1);
        if (x < WIDTH - 1) push(0, tile + 1);
        if (y > 0) push(0, tile - WIDTH);
        if (y < HEIGHT - 1) push(0, tile + WIDTH);
    }
}

static void cover_land(void) {
    for (int32_t y = 0; y < HEIGHT; y++) {
        for (int32_t x = 0; x < WIDTH; x++) {
            int32_t i = at(x, y), h = height_map[i];
            int32_t wet = fractal(x + 500, y + 500, 120, 131), rough = fractal(x, y, 24, 151) / 8;
            if (cover[i] == SEA) {
                int32_t depth = -h + rough / 3;
                cover[i] = depth > 700 ? DEEP : depth > 140 ? SEA : SHALLOW;
            } else if (cover[i] != LAKE) {
                cover[i] = h + rough / 4 < 70     ? BEACH
                           : h + rough > 3100     ? SNOW
                           : h + rough / 2 > 1750 ? ROCK
                           : h + rough > 1350     ? HILL
                           : wet + rough > 900    ? FOREST
                           : wet + rough > -300   ? GRASS
                                                  : MEADOW;
            }
        }
    }
}

// Light from the upper left.
static void light(void) {
    for (int32_t y = 0; y < HEIGHT; y++) {
        for (int32_t x = 0; x < WIDTH; x++) {
            int32_t right = at(clamp(x + 2, 0, WIDTH - 1), y), left = at(clamp(x - 2, 0, WIDTH - 1), y);
            int32_t below = at(x, clamp(y + 2, 0, HEIGHT - 1)), above = at(x, clamp(y - 2, 0, HEIGHT - 1));
            int32_t slope = height_map[right] - height_map[left] + height_map[below] - height_map[above];
            shade[at(x, y)] = (uint8_t)clamp((slope + 375) / 150, 0, SHADES - 1);
        }
    }
}

static void dab(int32_t tile, int32_t radius2, ground with, bool (*on)(int32_t tile)) {
    int32_t r = 0;
    while (r * r < radius2) r++;
    for (int32_t dy = -r; dy <= r; dy++) {
        for (int32_t dx = -r; dx <= r; dx++) {
            int32_t x = tile % WIDTH + dx, y = tile / WIDTH + dy;
            if (dx * dx + dy * dy > radius2 || x < 0 || x >= WIDTH || y < 0 || y >= HEIGHT) continue;
            if (on(at(x, y))) cover[at(x, y)] = (uint8_t)with;
        }
    }
}

// ---- Rivers: each spring follows the cheapest way down to the water, so that rivers join

static int32_t bends[TILES]; // noise that makes rivers wind

static int64_t climbing(int32_t from, int32_t to) {
    return 4 + bends[to] + clamp(height_map[from] - height_map[to], 0, 4000) +
           clamp(height_map[to], 0, 4000) / 40;
}

static bool is_land(int32_t tile) {
    return !is_water(tile);
}

static void carve_rivers(void) {
    static const int32_t springs[][2] = {{300, 250}, {420, 330}, {520, 220}, {640, 420},
                                         {700, 250}, {380, 520}, {590, 560}, {250, 420}};
    static uint8_t size[TILES]; // springs upstream
    for (int32_t i = 0; i < TILES; i++)
        bends[i] = clamp(fractal(i % WIDTH, i / WIDTH, 36, 211) / 12 + 40, 0, 200);
    forget_paths();
    for (int32_t i = 0; i < TILES; i++)
        if (is_water(i)) add_source(i);
    spread(climbing, -1);
    for (size_t s = 0; s < sizeof springs / sizeof *springs; s++)
        for (int32_t i = at(springs[s][0], springs[s][1]); i >= 0 && is_land(i); i = came_from[i]) size[i]++;
    for (int32_t i = 0; i < TILES; i++)
        if (size[i] > 0) dab(i, size[i] == 1 ? 2 : size[i] == 2 ? 4 : 8, RIVER, is_land);
}

// ---- Towns: a wall with four gates round streets and houses

typedef struct town {
    int32_t x, y, radius;
} town;
static const town towns[] = {{150, 560, 15}, {330, 360, 13}, {520, 330, 17}, {700, 520, 14},
                             {830, 220, 15}, {400, 630, 12}, {600, 130, 12}};
enum { TOWN_COUNT = sizeof towns / sizeof *towns };

static void build_town(const town* t) {
    int32_t r = t->radius;
    for (int32_t dy = -r - 2; dy <= r + 2; dy++) {
        for (int32_t dx = -r - 2; dx <= r + 2; dx++) {
            int32_t i = at(t->x + dx, t->y + dy), d2 = dx * dx + dy * dy;
            bool street = abs(dx) <= 1 || abs(dy) <= 1;
            if (d2 > (r + 2) * (r + 2)) continue;
            if (d2 > r * r)
                cover[i] = MEADOW;
            else if (street || d2 <= 16)
                cover[i] = SQUARE;
            else if (d2 > (r - 2) * (r - 2))
                cover[i] = WALL;
            else if (d2 > (r - 4) * (r - 4) || abs(dx) % 5 == 1 || abs(dy) % 5 == 1)
                cover[i] = SQUARE;
            else
                cover[i] = HOUSE;
            shade[i] =
                (uint8_t)(random_lattice((uint32_t)(t->x + dx / 5 + 99), (uint32_t)(t->y + dy / 5 + 99), 3) %
                          SHADES);
        }
    }
}

// ---- Roads: the cheapest way from town to town; where one crosses water stands a bridge

static int64_t building(int32_t from, int32_t to) {
    int32_t climb = abs(height_map[from] - height_map[to]);
    switch ((ground)cover[to]) {
    case ROAD:
    case BRIDGE:
    case SQUARE:
        return 8;
    case WALL:
    case HOUSE:
        return 4000;
    case RIVER:
        return 160;
    case LAKE:
    case SHALLOW:
        return 900;
    case SEA:
    case DEEP:
        return 9000;
    case ROCK:
    case SNOW:
        return 90 + climb;
    default:
        return 20 + climb;
    }
}

static bool takes_road(int32_t tile) {
    return !is_water(tile) && cover[tile] != WALL && cover[tile] != HOUSE && cover[tile] != SQUARE &&
           cover[tile] != BRIDGE;
}
static bool takes_bridge(int32_t tile) {
    return is_water(tile);
}

static void lay_roads(void) {
    static const int32_t links[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 5}, {5, 3}, {2, 6}, {6, 4}};
    for (size_t n = 0; n < sizeof links / sizeof *links; n++) {
        const town *a = &towns[links[n][0]], *b = &towns[links[n][1]];
        forget_paths();
        add_source(at(a->x, a->y));
        spread(building, at(b->x, b->y));
        for (int32_t i = at(b->x, b->y); i >= 0; i = came_from[i]) {
            bool bridge = is_water(i);
            dab(i, 2, ROAD, takes_road);
            if (bridge || cover[i] == BRIDGE) dab(i, 2, BRIDGE, takes_bridge);
        }
    }
}

static void draw_island(void) {
    raise_land();
    flood_sea();
    cover_land();
    light();
    carve_rivers();
    for (int32_t i = 0; i < TOWN_COUNT; i++) build_town(&towns[i]);
    lay_roads();
}

// ---- The picture: 8 bits a pixel with a palette

static uint8_t picture[TILES];
static struct spng_plte palette = {.n_entries = GROUND_COUNT * SHADES};

static void paint(void) {
    for (int32_t g = 0; g < GROUND_COUNT; g++) {
        for (int32_t s = 0; s < SHADES; s++) {
            uint8_t rgb[3];
            for (int32_t c = 0; c < 3; c++)
                rgb[c] = (uint8_t)((colours[g].dark[c] * (SHADES - 1 - s) + colours[g].light[c] * s) /
                                   (SHADES - 1));
            palette.entries[g * SHADES + s] = (struct spng_plte_entry){rgb[0], rgb[1], rgb[2], 255};
        }
    }
    for (int32_t i = 0; i < TILES; i++) picture[i] = (uint8_t)(cover[i] * SHADES + shade[i]);
}

static int write_picture(const char* file) {
    spng_ctx* png = spng_ctx_new(SPNG_CTX_ENCODER);
    FILE* out = fopen(file, "wb");
    struct spng_ihdr header = {
        .width = WIDTH, .height = HEIGHT, .bit_depth = 8, .color_type = SPNG_COLOR_TYPE_INDEXED};
    int failed = !png || !out || spng_set_png_file(png, out) || spng_set_ihdr(png, &header) ||
                 spng_set_plte(png, &palette) || spng_set_option(png, SPNG_IMG_COMPRESSION_LEVEL, 9) ||
                 spng_set_option(png, SPNG_FILTER_CHOICE, SPNG_FILTER_CHOICE_NONE) ||
                 spng_encode_image(png, picture, sizeof picture, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
    if (out && fclose(out)) failed = 1;
    spng_ctx_free(png);
    if (failed) fprintf(stderr, "make_island: cannot write %s\n", file);
    return failed ? 4 : 0;
}

static int check_picture(const char* file) {
    static uint8_t found[TILES * 3];
    FILE* in = fopen(file, "rb");
    spng_ctx* png = spng_ctx_new(0);
    struct spng_ihdr header;
    int failed = !in || !png || spng_set_png_file(png, in) || spng_get_ihdr(png, &header) ||
                 header.width != WIDTH || header.height != HEIGHT ||
                 spng_decode_image(png, found, sizeof found, SPNG_FMT_RGB8, 0);
    spng_ctx_free(png);
    if (in) fclose(in);
    if (failed) {
        fprintf(stderr, "make_island: %s is no PNG of %d x %d\n", file, WIDTH, HEIGHT);
        return 1;
    }
    for (int32_t i = 0; i < TILES; i++) {
        const struct spng_plte_entry* e = &palette.entries[picture[i]];
        if (found[3 * i] == e->red && found[3 * i + 1] == e->green && found[3 * i + 2] == e->blue) continue;
        fprintf(stderr, "make_island: %s differs at pixel %d,%d\n", file, i % WIDTH, i / WIDTH);
        return 1;
    }
    return 0;
}

int main(int argc, char** argv) {
    bool check = argc == 3 && strcmp(argv[1], "--check") == 0;
    if (argc != 2 && !check) {
        fprintf(stderr, "usage: make_island OUT.png | make_island --check IN.png\n");
        return 2;
    }
    draw_island();
    paint();
    return check ? check_picture(argv[2]) : write_picture(argv[1]);
}
