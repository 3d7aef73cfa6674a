// sample.c: what does the viewer show when no file is given?
#include "document/scene.h"
#include "random.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 640, HEIGHT = 400, SEED = 11 };

typedef enum terrain {
    DEEP,
    SHALLOW,
    SAND,
    MEADOW,
    WOOD,
    HILL,
    ROCK,
    PEAK,
    ROAD,
    FLOOR,
    WALL,
    TERRAIN_COUNT
} terrain;

static const struct {
    float cost;
    uint32_t color;
    const char* name;
} terrains[TERRAIN_COUNT] = {
    [DEEP] = {0, 0x2B4A6B, "deep water"}, [SHALLOW] = {6, 0x5B8FA8, "shallows"},
    [SAND] = {1.5f, 0xD9C9A0, "sand"},    [MEADOW] = {1, 0xA9BD7D, "meadow"},
    [WOOD] = {2, 0x648A5B, "wood"},       [HILL] = {3, 0xB0A27B, "hill"},
    [ROCK] = {5, 0x8C857C, "rock"},       [PEAK] = {0, 0xECEFF2, "peak"},
    [ROAD] = {1, 0xD8C7AE, "road"},       [FLOOR] = {1.25f, 0xBFA98C, "floor"},
    [WALL] = {0, 0x4A3B36, "wall"},
};

void sample_look(wend_import_info* out) {
    for (uint32_t i = 0; i < (uint32_t)TERRAIN_COUNT << 4; i++) {
        uint32_t base = terrains[i >> 4].color, shade = 144 + 14 * (i & 15);
        out->class_colors[i] = 0xFF000000u;
        for (int shift = 0; shift <= 16; shift += 8) {
            uint32_t channel = (base >> shift & 255) * shade / 256;
            out->class_colors[i] |= (channel > 255 ? 255 : channel) << shift;
        }
        snprintf(out->meanings[i], sizeof out->meanings[i], "%s", terrains[i >> 4].name);
    }
    snprintf(out->format, sizeof out->format, "sample");
}

// A random number in [0, 1) for each point of the integer lattice.
static float lattice(int x, int y, uint32_t seed) {
    return (float)(random_lattice((uint32_t)x, (uint32_t)y, seed) >> 8) / 16777216.0f;
}

// Value noise: smooth interpolation of the lattice.
static float noise(float x, float y, uint32_t seed) {
    int x0 = (int)floorf(x), y0 = (int)floorf(y);
    float u = x - (float)x0, v = y - (float)y0;
    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    float top = lattice(x0, y0, seed) * (1 - u) + lattice(x0 + 1, y0, seed) * u;
    float bottom = lattice(x0, y0 + 1, seed) * (1 - u) + lattice(x0 + 1, y0 + 1, seed) * u;
    return top * (1 - v) + bottom * v;
}

// Noise with a mean of 1/2, features of about scale tiles and finer details.
static float fractal(int x, int y, float scale, uint32_t seed) {
    float sum = 0, weight = 0.5f, frequency = 1 / scale;
    for (uint32_t octave = 0; octave < 6; octave++, weight *= 0.5f, frequency *= 2)
        sum += weight * noise((float)x * frequency, (float)y * frequency, seed + octave);
    return sum;
}

static float height_at(int x, int y) {
    float dx = 2.0f * (float)x / WIDTH - 1, dy = 2.0f * (float)y / HEIGHT - 1;
    float rim = dx * dx * dx * dx + dy * dy * dy * dy;
    return fractal(x, y, 110, SEED) + 0.15f - 0.5f * rim;
}

static terrain terrain_at(int x, int y, float height) {
    if (height < 0.43f) return DEEP;
    if (height < 0.46f) return SHALLOW;
    if (height < 0.475f) return SAND;
    if (height > 0.79f) return PEAK;
    if (height > 0.745f) return ROCK;
    if (fabsf(fractal(x, y, 160, SEED + 40) - 0.48f) < 0.006f) return SHALLOW; // rivers follow a contour
    if (height > 0.69f) return HILL;
    return fractal(x, y, 50, SEED + 80) > 0.52f ? WOOD : MEADOW;
}

// A ring of walls with a gate in each side, and houses of one room and one door along lanes inside.
static terrain town_at(int x, int y, int width, int height) {
    enum { LANE = 4, PITCH_X = 16, PITCH_Y = 14 };
    int edge_x = x < width - 1 - x ? x : width - 1 - x, edge_y = y < height - 1 - y ? y : height - 1 - y;
    bool street = abs(2 * x - width) < 9 || abs(2 * y - height) < 9;
    if (edge_x < 2 || edge_y < 2) return street ? ROAD : WALL;
    if (street || edge_x < 2 + LANE || edge_y < 2 + LANE) return ROAD;
    int plot_x = (x - 2 - LANE) / PITCH_X, plot_y = (y - 2 - LANE) / PITCH_Y;
    int in_x = (x - 2 - LANE) % PITCH_X, in_y = (y - 2 - LANE) % PITCH_Y;
    int right = PITCH_X - LANE - 1, bottom = PITCH_Y - LANE - 1;
    if (in_x > right || in_y > bottom) return ROAD;
    if (in_x > 0 && in_x < right && in_y > 0 && in_y < bottom) return FLOOR;
    int side = (int)(lattice(plot_x, plot_y, SEED + 120) * 4);
    bool door = (side == 0 && in_y == 0) || (side == 1 && in_y == bottom)  ? abs(2 * in_x - right) < 3
                : (side == 2 && in_x == 0) || (side == 3 && in_x == right) ? abs(2 * in_y - bottom) < 3
                                                                           : false;
    return door ? FLOOR : WALL;
}

wend_result sample_create(wend_grid** out) {
    enum { TOWN_X = 270, TOWN_Y = 150, TOWN_WIDTH = 106, TOWN_HEIGHT = 94 };
    uint8_t* classes = malloc((size_t)WIDTH * HEIGHT);
    if (classes == NULL) return WEND_ERROR_MEMORY;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            float height = height_at(x, y);
            terrain kind = terrain_at(x, y, height);
            int town_x = x - TOWN_X, town_y = y - TOWN_Y;
            bool town = town_x >= 0 && town_x < TOWN_WIDTH && town_y >= 0 && town_y < TOWN_HEIGHT;
            if (town) kind = town_at(town_x, town_y, TOWN_WIDTH, TOWN_HEIGHT);
            // Shades by light from the north-west; water by its depth.
            float light = 8 + (height_at(x + 1, y + 1) - height_at(x - 1, y - 1)) * -220;
            if (kind == DEEP) light = 15 + (height - 0.43f) * 40;
            if (kind == SHALLOW || town) light = 8;
            int shade = light < 0 ? 0 : light > 15 ? 15 : (int)light;
            classes[y * WIDTH + x] = (uint8_t)(kind << 4 | shade);
        }
    }
    wend_grid_def def = wend_default_grid_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    def.classes = classes;
    for (int i = 0; i < WEND_CLASS_COUNT; i++)
        def.class_costs[i] = i >> 4 < TERRAIN_COUNT ? terrains[i >> 4].cost : 0;
    wend_result result = wend_grid_create(&def, out);
    free(classes);
    return result;
}
