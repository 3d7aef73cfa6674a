// map_rows.c: generates maps row by row with integers only: equal seeds give equal maps on every machine.
#include "map_rows.h"
#include "random.h"
#include "terrain.h"

#include <stdlib.h>
#include <string.h>

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

struct map_rows {
    map_rows_def def;
    int32_t y; // of the next row
    terrain* land;
    uint8_t *rock, *smoothed; // caves: CAVE_ROWS rows, 1: rock
    int32_t *group, *member;  // maze: see maze_row
    uint8_t* open_below;
};

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

static bool allocate(map_rows* m) {
    const size_t width = (size_t)m->def.width;
    switch (m->def.kind) {
    case MAP_ROWS_TERRAIN:
        m->land = terrain_create(m->def.width, m->def.height, m->def.seed);
        return m->land != NULL;
    case MAP_ROWS_CAVES:
        m->rock = malloc(width * CAVE_ROWS);
        m->smoothed = malloc(width * CAVE_ROWS);
        return m->rock != NULL && m->smoothed != NULL;
    case MAP_ROWS_MAZE:
        m->group = malloc(width * sizeof *m->group);
        m->member = malloc(width * sizeof *m->member);
        m->open_below = malloc(width);
        if (m->group == NULL || m->member == NULL || m->open_below == NULL) return false;
        for (int32_t i = 0; i < m->def.width; i++) m->group[i] = i;
        return true;
    default:
        return true;
    }
}

map_rows* map_rows_create(const map_rows_def* def) {
    map_rows* m = calloc(1, sizeof *m);
    if (m == NULL) return NULL;
    m->def = *def;
    if (allocate(m)) return m;
    map_rows_destroy(m);
    return NULL;
}

void map_rows_destroy(map_rows* m) {
    if (m == NULL) return;
    terrain_destroy(m->land);
    free(m->rock);
    free(m->smoothed);
    free(m->group);
    free(m->member);
    free(m->open_below);
    free(m);
}

void map_rows_next(map_rows* m, uint8_t* greys) {
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
