// map_rows.c: generates maps row by row with integers only: equal seeds give equal maps on every machine.
#include "map_rows.h"
#include "memory.h"
#include "path_file.h"
#include "random.h"
#include "raster_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- smooth land and water as rows of grey levels, made one row at a time

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

typedef struct terrain {
    int32_t width;
    noise height, rough;
    int32_t ease[OCTAVES][MOST_SPACING]; // smooth steps from 0 to ONE, by octave of spacings of 4, 8, 16 ...
    int32_t *heights, *roughs;           // of one row
} terrain;

static int32_t smooth_step(int32_t at, int32_t spacing) {
    int64_t f = (int64_t)at * ONE / spacing;
    return (int32_t)(f * f / ONE * (3 * ONE - 2 * f) / ONE);
}

static int32_t columns_of(int32_t width, int32_t spacing) {
    return (width - 1) / spacing + 2;
}

static void noise_create(noise* n, int32_t width, int32_t most_spacing, uint64_t seed) {
    for (int32_t spacing = most_spacing; spacing >= LEAST_SPACING; spacing /= 2) {
        octave* o = &n->octaves[n->count];
        const int32_t columns = columns_of(width, spacing);
        *o = (octave){.spacing = spacing, .seed = random_at(seed, n->count, 0), .row = -1};
        while (1 << o->shift < spacing) o->shift++;
        o->above = memory_for(columns, sizeof(int32_t), "columns");
        o->below = memory_for(columns, sizeof(int32_t), "columns");
        o->now = memory_for(columns, sizeof(int32_t), "columns");
        n->count++;
    }
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

static void terrain_destroy(terrain* t) {
    if (t == NULL) return;
    noise_destroy(&t->height);
    noise_destroy(&t->rough);
    free(t->heights);
    free(t->roughs);
    free(t);
}

static terrain* terrain_create(int32_t width, int32_t height, uint64_t seed) {
    terrain* t = memory_for(1, sizeof *t, "terrain");
    t->width = width;
    for (int k = 0; k < OCTAVES; k++)
        for (int32_t i = 0; i < LEAST_SPACING << k; i++) t->ease[k][i] = smooth_step(i, LEAST_SPACING << k);
    const int32_t hill = hill_size(width, height);
    const int32_t patch = hill > 32 ? 32 : hill;
    t->heights = memory_for(width, sizeof *t->heights, "columns");
    t->roughs = memory_for(width, sizeof *t->roughs, "columns");
    noise_create(&t->height, width, hill, random_at(seed, 1, 0));
    noise_create(&t->rough, width, patch, random_at(seed, 2, 0));
    return t;
}

// The greys of row y: 0 is water, 217 .. 255 (0.85 and more of white) land, darker costs more.
static void terrain_row(terrain* t, int32_t y, uint8_t* greys) {
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

const char* const map_rows_kind_names[] = {"terrain", "caves",        "rooms",  "maze", "random",
                                           "open",    "checkerboard", "spiral", "comb", NULL};
_Static_assert(sizeof map_rows_kind_names / sizeof map_rows_kind_names[0] == MAP_ROWS_KIND_COUNT + 1,
               "a name for each");

enum {
    BLOCKED = 0,
    OPEN = 255,
    ROOM = 16, // from one wall to the next
    CAVE_BAND = 64,
    CAVE_ROUNDS = 4,
    CAVE_ROWS = CAVE_BAND + 2 * CAVE_ROUNDS,
    CAVE_ROCK_PERCENT = 47,
};

typedef struct map_rows {
    map_rows_def def;
    int32_t y; // of the next row
    terrain* land;
    uint8_t *rock, *smoothed; // caves: CAVE_ROWS rows, 1: rock
    int32_t *group, *member;  // maze: see maze_row
    uint8_t* open_below;
} map_rows;

static bool chance(uint64_t random, int32_t percent) {
    return (int32_t)((random >> 32) * 100 >> 32) < percent;
}

static int32_t below(uint64_t random, int32_t count) {
    return (int32_t)((random >> 32) * (uint64_t)count >> 32);
}

// ---- kinds that need no memory: each tile by itself

typedef bool tile_fn(const map_rows_def* r, int32_t x, int32_t y); // true: passable

static bool open_tile(const map_rows_def* r, int32_t x, int32_t y) {
    (void)r, (void)x, (void)y;
    return true;
}

static bool random_tile(const map_rows_def* r, int32_t x, int32_t y) {
    return !chance(random_at(random_mix(r->seed), x, y), r->blocked_percent);
}

static bool checkerboard_tile(const map_rows_def* r, int32_t x, int32_t y) {
    (void)r;
    return (x + y) % 2 == 0;
}

// A wall between two rooms has a door of one tile; one wall in eight has none.
static bool has_door(uint64_t seed, int32_t along, int32_t column, int32_t row) {
    uint64_t random = random_at(seed, column, row);
    return (random & 7) != 0 && 1 + below(random, ROOM - 1) == along;
}

static bool room_tile(const map_rows_def* r, int32_t x, int32_t y) {
    const int32_t column = x / ROOM, row = y / ROOM, dx = x % ROOM, dy = y % ROOM;
    if (dx != 0 && dy != 0) return true;
    if (dx == 0 && dy == 0) return false;
    if (dx == 0) return x > 0 && has_door(random_at(r->seed, 1, 1), dy, column, row);
    return y > 0 && has_door(random_at(r->seed, 2, 2), dx, column, row);
}

// Alternating rings of corridor and wall. Each corridor is closed beside its corner, and the wall inside it
// is open there, so that a path follows every ring once.
static bool spiral_tile(const map_rows_def* r, int32_t x, int32_t y) {
    const int32_t right = r->width - 1 - x, bottom = r->height - 1 - y;
    const int32_t across = x < right ? x : right, down = y < bottom ? y : bottom;
    const int32_t ring = across < down ? across : down;
    const bool is_corridor = ring % 2 == 0, on_left = x == ring;
    const bool is_line = r->width - 2 * ring == 1 || r->height - 2 * ring == 1;
    if (is_corridor) return is_line || !(on_left && y == ring + 1);
    return on_left && y == ring + 1;
}

static bool comb_tile(const map_rows_def* r, int32_t x, int32_t y) {
    return x % 2 == 0 || y == (x % 4 == 1 ? r->height - 1 : 0);
}

static tile_fn* const tile_fns[MAP_ROWS_KIND_COUNT] = {
    [MAP_ROWS_ROOMS] = room_tile,    [MAP_ROWS_RANDOM] = random_tile,
    [MAP_ROWS_OPEN] = open_tile,     [MAP_ROWS_CHECKERBOARD] = checkerboard_tile,
    [MAP_ROWS_SPIRAL] = spiral_tile, [MAP_ROWS_COMB] = comb_tile,
};

bool map_rows_uses_seed(map_rows_kind kind) {
    return kind != MAP_ROWS_OPEN && kind != MAP_ROWS_CHECKERBOARD && kind != MAP_ROWS_SPIRAL &&
           kind != MAP_ROWS_COMB;
}

// ---- caves: random rock, smoothed in a few rounds by the majority of the 3 x 3 tiles around each tile

static void fill_rock(const map_rows* m, int32_t first_row) {
    const uint64_t seed = random_mix(m->def.seed);
    const size_t width = (size_t)m->def.width;
    for (int32_t i = 0; i < CAVE_ROWS; i++) {
        const int32_t y = first_row + i;
        uint8_t* row = m->rock + (size_t)i * width;
        if (y < 0 || y >= m->def.height) {
            memset(row, 1, width);
            continue;
        }
        for (int32_t x = 0; x < m->def.width; x++) row[x] = chance(random_at(seed, x, y), CAVE_ROCK_PERCENT);
    }
}

static void smooth_row(const uint8_t* rows[3], int32_t width, uint8_t* out) {
    int32_t left = 3, middle = rows[0][0] + rows[1][0] + rows[2][0]; // beyond the map is rock
    for (int32_t x = 0; x < width; x++) {
        int32_t right = x + 1 < width ? rows[0][x + 1] + rows[1][x + 1] + rows[2][x + 1] : 3;
        out[x] = left + middle + right >= 5;
        left = middle;
        middle = right;
    }
}

// Makes the rows from m->y on; each round reduces the valid rows by one at both ends.
static void make_cave_band(map_rows* m) {
    const size_t width = (size_t)m->def.width;
    const int32_t first_row = m->y - CAVE_ROUNDS;
    fill_rock(m, first_row);
    for (int32_t round = 1; round <= CAVE_ROUNDS; round++) {
        for (int32_t i = round; i < CAVE_ROWS - round; i++) {
            uint8_t* out = m->smoothed + (size_t)i * width;
            const uint8_t* above = m->rock + (size_t)(i - 1) * width;
            if (first_row + i < 0 || first_row + i >= m->def.height)
                memset(out, 1, width);
            else
                smooth_row((const uint8_t* [3]){above, above + width, above + 2 * width}, m->def.width, out);
        }
        uint8_t* swap = m->rock;
        m->rock = m->smoothed;
        m->smoothed = swap;
    }
}

static void cave_row(map_rows* m, uint8_t* greys) {
    const int32_t in_band = m->y % CAVE_BAND;
    if (in_band == 0) make_cave_band(m);
    const uint8_t* row = m->rock + (size_t)(CAVE_ROUNDS + in_band) * (size_t)m->def.width;
    for (int32_t x = 0; x < m->def.width; x++) greys[x] = row[x] ? BLOCKED : OPEN;
}

// ---- maze: Eller's algorithm, which stores one row of rooms. Rooms are even tiles, with walls and openings
// between them. group[i] leads to the representative of all rooms connected with room i so far.

static int32_t find_group(int32_t* group, int32_t i) {
    while (group[i] != i) i = group[i] = group[group[i]];
    return i;
}

static int32_t room_columns(const map_rows* m) {
    return (m->def.width + 1) / 2;
}

// A row of rooms: neighbours of different groups are joined at random, in the last row always.
static void maze_rooms(map_rows* m, uint8_t* greys) {
    const bool is_last = m->y + 2 >= m->def.height;
    const uint64_t seed = random_at(m->def.seed, 3, 3);
    for (int32_t i = 0; i < room_columns(m); i++) {
        greys[2 * i] = OPEN;
        if (2 * i + 1 >= m->def.width) break;
        greys[2 * i + 1] = BLOCKED;
        if (2 * i + 2 >= m->def.width) break;
        const int32_t here = find_group(m->group, i), next = find_group(m->group, i + 1);
        if (here == next || (!is_last && !chance(random_at(seed, i, m->y), 50))) continue;
        m->group[next] = here;
        greys[2 * i + 1] = OPEN;
    }
}

// The row of walls below: each group continues downwards in at least one room. Other rooms begin new groups.
static void maze_walls(map_rows* m, uint8_t* greys) {
    const int32_t count = room_columns(m);
    const uint64_t seed = random_at(m->def.seed, 4, 4);
    const bool is_last = m->y + 1 >= m->def.height;
    memset(greys, BLOCKED, (size_t)m->def.width);
    for (int32_t i = 0; i < count; i++)
        m->member[i] = -1; // by group: the room with the smallest random number
    for (int32_t i = 0; i < count; i++) {
        m->open_below[i] = chance(random_at(seed, i, m->y), 40);
        int32_t* best = &m->member[find_group(m->group, i)];
        if (*best < 0 || random_at(seed, i, m->y) < random_at(seed, *best, m->y)) *best = i;
    }
    for (int32_t i = 0; i < count; i++) {
        const int32_t root = find_group(m->group, i);
        if (m->member[root] == i) m->open_below[i] = 1;
    }
    if (is_last) return; // an even height ends with a wall
    for (int32_t i = 0; i < count; i++)
        if (m->open_below[i]) greys[2 * i] = OPEN;
    // New groups of the rooms that continue: the first room represents its group.
    for (int32_t i = 0; i < count; i++) m->member[i] = -1;
    for (int32_t i = 0; i < count; i++) {
        if (!m->open_below[i]) continue;
        int32_t* first = &m->member[find_group(m->group, i)];
        if (*first < 0) *first = i;
    }
    for (int32_t i = 0; i < count; i++) m->group[i] = find_group(m->group, i);
    for (int32_t i = 0; i < count; i++) m->group[i] = m->open_below[i] ? m->member[m->group[i]] : i;
}

static void maze_row(map_rows* m, uint8_t* greys) {
    if (m->y % 2 == 0)
        maze_rooms(m, greys);
    else
        maze_walls(m, greys);
}

// ----

// Needs memory for a few rows only.
static map_rows* map_rows_create(const map_rows_def* def) {
    map_rows* m = memory_for(1, sizeof *m, "map");
    const int32_t width = def->width;
    m->def = *def;
    if (def->kind == MAP_ROWS_TERRAIN) m->land = terrain_create(width, def->height, def->seed);
    if (def->kind == MAP_ROWS_CAVES) {
        m->rock = memory_for(width, CAVE_ROWS, "columns");
        m->smoothed = memory_for(width, CAVE_ROWS, "columns");
    }
    if (def->kind == MAP_ROWS_MAZE) {
        m->group = memory_for(width, sizeof *m->group, "columns");
        m->member = memory_for(width, sizeof *m->member, "columns");
        m->open_below = memory_for(width, sizeof *m->open_below, "columns");
        for (int32_t i = 0; i < width; i++) m->group[i] = i;
    }
    return m;
}

static void map_rows_destroy(map_rows* m) {
    terrain_destroy(m->land);
    free(m->rock);
    free(m->smoothed);
    free(m->group);
    free(m->member);
    free(m->open_below);
    free(m);
}

// Writes the next row. A grey for each tile: 0 is blocked, 217 .. 255 are passable at the cost 255 / grey.
// All kinds except terrain use only 0 and 255.
static void map_rows_next(map_rows* m, uint8_t* greys) {
    const map_rows_def* r = &m->def;
    switch (r->kind) {
    case MAP_ROWS_TERRAIN:
        terrain_row(m->land, m->y, greys);
        break;
    case MAP_ROWS_CAVES:
        cave_row(m, greys);
        break;
    case MAP_ROWS_MAZE:
        maze_row(m, greys);
        break;
    default:
        for (int32_t x = 0; x < r->width; x++) greys[x] = tile_fns[r->kind](r, x, m->y) ? OPEN : BLOCKED;
        break;
    }
    m->y++;
}

// ---- files: PGM, PNG (8-bit grey) or MovingAI map

const char* map_format_name(map_format format) {
    static const char* const names[MAP_FORMAT_COUNT] = {"pgm", "png", "movingai"};
    return names[format];
}

map_format map_format_of(const char* file) {
    return file_ends_in(file, ".png") ? MAP_PNG : file_ends_in(file, ".map") ? MAP_MOVINGAI : MAP_PGM;
}

typedef struct made_up {
    const map_rows_def* def;
    map_rows* rows;
    bool in_letters;
    int64_t blocked;
} made_up;

static void next_row(void* context, uint8_t* row) {
    made_up* m = context;
    const size_t width = (size_t)m->def->width;
    map_rows_next(m->rows, row);
    for (size_t x = 0; x < width; x++) m->blocked += row[x] == 0;
    if (!m->in_letters) return;
    for (size_t x = 0; x < width; x++) row[x] = row[x] == 0 ? '@' : '.';
}

int map_write(const map_rows_def* def, const char* file, map_format format, progress* bar,
              int64_t* blocked_out, int64_t* bytes_out) {
    static const raster_kind kinds[MAP_FORMAT_COUNT] = {
        [MAP_PGM] = RASTER_PGM, [MAP_PNG] = RASTER_PNG, [MAP_MOVINGAI] = RASTER_LINES};
    char header[96];
    snprintf(header, sizeof header, "type octile\nheight %d\nwidth %d\nmap\n", def->height, def->width);
    made_up m = {.def = def, .rows = map_rows_create(def), .in_letters = format == MAP_MOVINGAI};
    const raster r = {kinds[format], def->width, def->height, header, next_row, &m};
    int code = raster_write(&r, file, bar, bytes_out);
    *blocked_out = m.blocked;
    map_rows_destroy(m.rows);
    return code;
}

wend_result map_terrain(int32_t width, int32_t height, uint64_t seed, const wend_import_def* def,
                        wend_grid** out) {
    const map_rows_def recipe = {.kind = MAP_ROWS_TERRAIN, .width = width, .height = height, .seed = seed};
    char header[64];
    const size_t start = (size_t)snprintf(header, sizeof header, "P5\n%d %d\n255\n", width, height);
    const size_t size = start + (size_t)width * (size_t)height;
    map_rows* rows = map_rows_create(&recipe);
    uint8_t* pgm = memory_for((int64_t)size, 1, "bytes of a map");
    memcpy(pgm, header, start);
    for (int32_t y = 0; y < height; y++) map_rows_next(rows, pgm + start + (size_t)y * (size_t)width);
    map_rows_destroy(rows);
    const wend_result result = wend_import_memory(pgm, size, "terrain", def, out, NULL, NULL);
    free(pgm);
    return result;
}
