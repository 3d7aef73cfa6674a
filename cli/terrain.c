// terrain.c: octaves of value noise with integers only, so that every machine makes the same land. Each
// octave keeps its lattice interpolated for the current row, so a tile needs one horizontal interpolation.
#include "terrain.h"
#include "random.h"

#include <stdbool.h>
#include <stdlib.h>

enum {
    OCTAVES = 7,
    LEAST_SPACING = 4, // tiles from one random value to the next, in the finest octave
    MOST_SPACING = LEAST_SPACING << (OCTAVES - 1),
    ONE = 1 << 12, // 1 in fixed point; the random values are below it
    DARKEST = 217, // the lowest passable grey of the default rule
    WATER = 1700,  // heights below it, in a range of 0 .. 4096 with the middle at 2048
    LAND_RANGE = 1100,
    ROUGH_SHARE = 3, // in 8 parts: the share of roughness in the cost; the rest is height
};

typedef struct octave {
    int32_t spacing; // a power of two
    int32_t shift;
    uint64_t seed;
    int32_t row;            // of the lattice, of `above`; -1: none yet
    int32_t *above, *below; // lattice values of both rows
    int32_t* now;           // interpolated between them
} octave;

// A sum of octaves, each half as large and half as strong as the one before.
typedef struct noise {
    int count;
    octave octaves[OCTAVES];
} noise;

struct terrain {
    int32_t width;
    noise height, rough;
    int32_t ease[OCTAVES][MOST_SPACING]; // smooth steps from 0 to ONE, by octave of spacings of 4, 8, 16 ...
    int32_t *heights, *roughs;           // of one row
};

static int32_t smooth_step(int32_t at, int32_t spacing) {
    int64_t f = (int64_t)at * ONE / spacing;
    return (int32_t)(f * f / ONE * (3 * ONE - 2 * f) / ONE);
}

static int32_t columns_of(int32_t width, int32_t spacing) {
    return (width - 1) / spacing + 2;
}

static bool noise_create(noise* n, int32_t width, int32_t most_spacing, uint64_t seed) {
    for (int32_t spacing = most_spacing; spacing >= LEAST_SPACING; spacing /= 2) {
        octave* o = &n->octaves[n->count];
        size_t size = (size_t)columns_of(width, spacing) * sizeof(int32_t);
        *o = (octave){.spacing = spacing, .seed = random_at(seed, n->count, 0), .row = -1};
        while (1 << o->shift < spacing) o->shift++;
        o->above = malloc(size);
        o->below = malloc(size);
        o->now = malloc(size);
        n->count++;
        if (o->above == NULL || o->below == NULL || o->now == NULL) return false;
    }
    return true;
}

static void noise_destroy(noise* n) {
    for (int i = 0; i < n->count; i++) {
        free(n->octaves[i].above);
        free(n->octaves[i].below);
        free(n->octaves[i].now);
    }
}

static void fill_lattice(const octave* o, int32_t columns, int32_t row, int32_t* values) {
    for (int32_t i = 0; i < columns; i++) values[i] = (int32_t)(random_at(o->seed, i, row) >> 52);
}

static void octave_go_to(octave* o, const int32_t* ease, int32_t columns, int32_t y) {
    const int32_t row = y >> o->shift;
    if (row != o->row) {
        fill_lattice(o, columns, row, o->above);
        fill_lattice(o, columns, row + 1, o->below);
        o->row = row;
    }
    const int32_t share = ease[y & (o->spacing - 1)];
    for (int32_t i = 0; i < columns; i++) o->now[i] = o->above[i] + (o->below[i] - o->above[i]) * share / ONE;
}

// Heights of 0 .. ONE in row y: each octave is half as strong as the one before, and the last as the last but
// one, so that they add up to 1.
static void noise_row(noise* n, int32_t (*ease)[MOST_SPACING], int32_t width, int32_t y, int32_t* sum) {
    for (int k = 0; k < n->count; k++) {
        octave* o = &n->octaves[k];
        const int32_t* steps = ease[o->shift - 2];
        const int weight_shift = k + 1 < n->count ? k + 1 : n->count - 1;
        octave_go_to(o, steps, columns_of(width, o->spacing), y);
        for (int32_t x0 = 0, i = 0; x0 < width; x0 += o->spacing, i++) {
            const int32_t left = o->now[i], rise = o->now[i + 1] - left;
            const int32_t end = width - x0 < o->spacing ? width - x0 : o->spacing;
            for (int32_t x = 0; x < end; x++) {
                const int32_t value = (left + rise * steps[x] / ONE) >> weight_shift;
                sum[x0 + x] = k == 0 ? value : sum[x0 + x] + value;
            }
        }
    }
}

// Hills of a quarter of the map, on large maps of 256 tiles; at least two octaves.
static int32_t hill_size(int32_t width, int32_t height) {
    const int32_t side = width < height ? width : height;
    int32_t spacing = 2 * LEAST_SPACING;
    while (spacing < MOST_SPACING && spacing * 4 <= side / 2) spacing *= 2;
    return spacing;
}

terrain* terrain_create(int32_t width, int32_t height, uint64_t seed) {
    terrain* t = calloc(1, sizeof *t);
    if (t == NULL) return NULL;
    t->width = width;
    for (int k = 0; k < OCTAVES; k++)
        for (int32_t i = 0; i < LEAST_SPACING << k; i++) t->ease[k][i] = smooth_step(i, LEAST_SPACING << k);
    const int32_t hill = hill_size(width, height);
    const int32_t patch = hill > 32 ? 32 : hill;
    t->heights = malloc((size_t)width * sizeof *t->heights);
    t->roughs = malloc((size_t)width * sizeof *t->roughs);
    if (t->heights != NULL && t->roughs != NULL &&
        noise_create(&t->height, width, hill, random_at(seed, 1, 0)) &&
        noise_create(&t->rough, width, patch, random_at(seed, 2, 0)))
        return t;
    terrain_destroy(t);
    return NULL;
}

void terrain_destroy(terrain* t) {
    if (t == NULL) return;
    noise_destroy(&t->height);
    noise_destroy(&t->rough);
    free(t->heights);
    free(t->roughs);
    free(t);
}

void terrain_row(terrain* t, int32_t y, uint8_t* greys) {
    noise_row(&t->height, t->ease, t->width, y, t->heights);
    noise_row(&t->rough, t->ease, t->width, y, t->roughs);
    for (int32_t x = 0; x < t->width; x++) {
        int32_t above_water = t->heights[x] - WATER;
        int32_t climb = above_water < LAND_RANGE ? above_water * ONE / LAND_RANGE : ONE;
        int32_t toil = ((8 - ROUGH_SHARE) * climb + ROUGH_SHARE * t->roughs[x]) / 8;
        int32_t grey = 255 - toil * (255 - DARKEST + 1) / ONE;
        greys[x] = above_water < 0 ? 0 : (uint8_t)(grey < DARKEST ? DARKEST : grey);
    }
}
