// grid.h: how is a grid stored? For stages that read tiles in their inner loops.
#ifndef WENDI_GRID_H
#define WENDI_GRID_H
#include "core/base.h"
#include "core/hash.h"
#include "grid/cost.h"
#include "grid/exit_pages.h"
#include "grid/floors.h"
#include "grid/hex.h"
#include "grid/relief_table.h"
#include "grid/shortcuts.h"
#include "store/table.h"
#include "wend/grid.h"

// ---- where are the tiles of a grid? (tile_blocks.c)
//
// They lie row by row in one piece of memory, which versions of a world share. A version that changes tiles
// while others share them copies the blocks of tiles around them, and reads and writes these instead. A block
// has a margin of tiles that other blocks have too, so that whoever asks for a tile can read from there on as
// far as a cluster reaches; a change is written to each block that has the tile.

enum {
    WENDI_TILE_BLOCK = 64,  // tiles on a side, without the margin
    WENDI_TILES_BEFORE = 2, // margin to the left and above
    WENDI_TILES_AFTER = 34, // and to the right and below
};

typedef WENDI_TABLE(wendi_shared*) wendi_tile_block_table; // an item NULL: the tiles lie in the rows

/// A tile, and the bytes from its row to the next. Tiles up to WENDI_TILES_AFTER to the right or below, and 1
/// to the left or above, can be read from there.
typedef struct wendi_tiles {
    const uint8_t* at;
    int64_t stride;
} wendi_tiles;

// ---- the grid

/// What a body on a grid keeps its distance from. In the view of a profile, class 0 also marks tiles that are
/// too narrow for the body: these are no obstacles, the blocked tiles of the map are.
typedef struct wendi_body_rule {
    const wend_grid* map;   // whose tiles are the obstacles; NULL: the grid's own
    const bool* is_blocked; // by class of the map
    double widest;          // radius of a body that every path leaves room for; 0: of any grid [Units: tiles]
    bool by_center;         // paths keep the centre of the body off obstacles, as robot costmaps do
} wendi_body_rule;

/// The mapped bytes of a file around the tiles of a grid, whose memory is given back now and then.
typedef struct wendi_tile_pages {
    void* bytes; // NULL: the tiles are not mapped
    size_t size;
    size_t written; // since the memory was given back
} wendi_tile_pages;

struct wend_grid {
    wend_allocator allocator;
    int32_t width, height; // of the sheet
    wendi_floors floors;
    uint32_t layout; // grows when the map gets other edges (grid_move.c)
    int64_t stride;  // from one row of tiles to the next, at least width + 2: a border of class 0, one tile
                     // wide, surrounds the map, so that reading a neighbour needs no bounds check
    uint8_t* tiles;  // (height + 2) * stride; where a block of tiles was copied, older ones
    wendi_shared* tile_use;         // whose memory they are; NULL: they are never shared
    wendi_tile_block_table blocks;  // copied since they are shared; none: nowhere
    bool borrows_tiles;             // they are those of another grid
    const struct wend_world* world; // one with clusters that are opened when they are read; NULL: none
    bool tiles_in_file;             // they lie in the file of a world (world_open.c), which frees them
    wendi_tile_pages pages;         // of the temporary file of a bake
    uint8_t* origin_tile;           // tile (0,0) within tiles
    wend_connectivity connectivity;
    float tile_size;
    wend_vec2 origin, map_origin;           // of tile (0, 0) of the sheet, and of the map
    float class_costs[WEND_CLASS_COUNT];    // 0: blocked
    int64_t class_counts[WEND_CLASS_COUNT]; // of the tiles on floors
    wendi_cost_range cost_range;
    wendi_costs costs;
    wendi_exits exits;
    wendi_links links;
    wendi_shortcuts shortcuts; // among the links
    // Over the passable classes in use on the map:
    uint32_t passable_halves;                     // bit h: some class has h as its high half
    int32_t cheapest_straight, cheapest_diagonal; // least cost of a step; 0: no passable tile
    int32_t longest_step;                         // highest cost of a step, at least 1
    bool narrow;                                  // each step fits 16 bits, unless it costs by its direction
    bool uniform_cost;                            // they all have the same integer cost, in all directions
    bool uniform_class_cost;                      // they also have the same cost in the table
    uint64_t version;                             // grows with every change of tiles or costs
    wendi_body_rule body_rule;
    wendi_relief relief; // what else steps cost by their direction
};

/// Bytes from one row of tiles to the next. On wide maps they are an odd number of cache lines: rows a
/// multiple of a large power of two apart would compete for the same few places of each cache, and so would
/// those of all clusters.
enum { WENDI_MAX_TILE_ROOM = 128 }; // between the border of one row and that of the next
static inline int64_t wendi_tile_stride(int32_t width) {
    enum { LINE = WENDI_MAX_TILE_ROOM / 2, WIDE = 2048 };
    const int64_t least = (int64_t)width + 2;
    return least < WIDE ? least : ((least + LINE - 1) / LINE | 1) * LINE;
}

/// wendi_tiles_at of a grid that has blocks.
WENDI_COLD wendi_tiles wendi_tiles_in_blocks(const wend_grid* grid, int32_t x, int32_t y);
/// Makes an area of the map the grid's own, so that its tiles may be changed. Errors: MEMORY.
wend_result wendi_grid_own(wend_grid* grid, wend_rect area);
/// Changes tiles of a row that is the grid's own. classes_opt: NULL: all become of one class.
void wendi_put_tiles(wend_grid* grid, int32_t x, int32_t y, int32_t count, const uint8_t* classes_opt,
                     uint8_t terrain_class);
/// Adds the tiles of an area of the sheet to the counts of the classes, by 1, or subtracts them, by -1.
void wendi_count_area(int64_t counts[WEND_CLASS_COUNT], const wend_grid* grid, wend_rect area, int32_t by);
/// Adds the tiles of rows y .. end - 1 of the sheet; blocked rows between floors add none.
void wendi_count_rows(int64_t counts[WEND_CLASS_COUNT], const wend_grid* grid, int32_t y, int32_t end);
/// A tile on the map or in the one-tile border around it, and what lies around.
static inline wendi_tiles wendi_tiles_at(const wend_grid* grid, int32_t x, int32_t y) {
    WENDI_ASSERT(x >= -1 && x <= grid->width && y >= -1 && y <= grid->height);
    if (WENDI_SELDOM(grid->blocks.table.kind)) return wendi_tiles_in_blocks(grid, x, y);
    return (wendi_tiles){grid->origin_tile + (int64_t)y * grid->stride + x, grid->stride};
}
static inline const uint8_t* wendi_tile(const wend_grid* grid, int32_t x, int32_t y) {
    return wendi_tiles_at(grid, x, y).at;
}
/// What the functions wend_grid_* of the same names do, for a tile or an area of the sheet (floors.h).
static inline bool wendi_sheet_contains(const wend_grid* grid, wend_tile tile) {
    return grid && tile.x >= 0 && tile.y >= 0 && tile.x < grid->width && tile.y < grid->height;
}
uint8_t wendi_sheet_class(const wend_grid* grid, wend_tile tile);
float wendi_sheet_cost(const wend_grid* grid, wend_tile tile);
bool wendi_sheet_passable(const wend_grid* grid, wend_tile tile);
bool wendi_sheet_can_step(const wend_grid* grid, wend_tile from, wend_tile to);
wend_result wendi_sheet_read(const wend_grid* grid, wend_rect area, uint8_t* classes_out, size_t stride);
wend_result wendi_sheet_fill(wend_grid* grid, wend_rect area, uint8_t terrain_class);
wend_result wendi_sheet_write(wend_grid* grid, wend_rect area, const uint8_t* classes, size_t stride);
wend_result wendi_sheet_set_step(wend_grid* grid, wend_tile from, wend_tile to, bool open);
bool wendi_sheet_step_is_open(const wend_grid* grid, wend_tile from, wend_tile to);
wend_result wendi_sheet_tile_at(const wend_grid* grid, wend_vec2 position, wend_tile* out);
wend_vec2 wendi_sheet_center(const wend_grid* grid, wend_tile tile);
/// True when an area is not empty and lies on the map.
bool wendi_is_valid_area(const wend_grid* grid, wend_rect area);
/// Where a tile lies in the rows, which may be those of a mapped file, whether it was copied since or not.
static inline const uint8_t* wendi_tile_in_rows(const wend_grid* grid, int32_t x, int32_t y) {
    return grid->origin_tile + (int64_t)y * grid->stride + x;
}
/// How many tiles of a row, of so many from one on, follow each other in memory, at *out.
int32_t wendi_tile_run(const wend_grid* grid, int32_t x, int32_t y, int32_t count, const uint8_t** out);
/// Copies tiles of a row.
void wendi_get_tiles(const wend_grid* grid, int32_t x, int32_t y, int32_t count, uint8_t* out);
/// Gives a grid without closed steps and links those of another one of its size. Errors: MEMORY.
wend_result wendi_grid_copy_steps(const wend_grid* from, wend_grid* to);
/// True when tiles of a row have these classes.
bool wendi_tiles_equal(const wend_grid* grid, int32_t x, int32_t y, int32_t count, const uint8_t* classes);
/// A grid that shares its tiles with another one, and has closed steps and links of its own. map_opt: whose
/// tiles the new grid borrows, where the other one borrows them. Errors: MEMORY.
wend_result wendi_grid_share(const wend_grid* grid, const wend_grid* map_opt, wend_grid** out);
/// Sets column and row of the map of tile (0, 0) of a grid without links.
void wendi_grid_set_first(wend_grid* grid, int32_t left, int32_t top);
/// A grid of another size with the tiles, closed steps and links of another one, moved by so many columns
/// and rows, without a relief. What leaves the map is left out; no link does. map_opt: of a view, which
/// borrows its tiles from there, or measures bodies there. Errors: MEMORY.
wend_result wendi_grid_move(const wend_grid* grid, const wend_grid* map_opt, wend_tile by, int32_t width,
                            int32_t height, wend_grid** out);
static inline bool wendi_is_passable(const wend_grid* grid, int32_t x, int32_t y) {
    return grid->costs.straight[*wendi_tile(grid, x, y)] != 0;
}

/// True when a step may cost more or less by its direction.
static inline bool wendi_has_directions(const wend_grid* grid) {
    return grid->relief.table != NULL;
}

/// Factor of a step between two tiles on the map; 0: closed.
static inline float wendi_slope_factor(const wendi_relief* relief, int64_t from, int64_t to, int32_t row,
                                       int32_t direction) {
    const wendi_slope_table* t = relief->table;
    const int32_t band = t->bands ? t->bands[row] : 0;
    int32_t difference = relief->elevations ? relief->elevations[to] - relief->elevations[from] : 0;
    if (difference > t->reach) difference = t->reach;
    if (difference < -t->reach) difference = -t->reach;
    const float factor =
        t->factors[(int64_t)(WENDI_STEP_KINDS * band + t->kinds[direction]) * (2 * t->reach + 1) + t->reach +
                   difference];
    return relief->lanes ? factor * t->lanes[relief->lanes[to] & 15][direction] : factor;
}

/// Factor of the step from a tile to its neighbour on the map, where steps cost by their direction; 0:
/// closed.
static inline float wendi_step_factor(const wend_grid* grid, int32_t x, int32_t y, int32_t direction) {
    const int32_t to_x = x + wendi_direction[direction].x, to_y = y + wendi_direction[direction].y;
    const int64_t stride = grid->relief.stride;
    return wendi_slope_factor(&grid->relief, y * stride + x, to_y * stride + to_x, to_y, direction);
}

/// Integer cost of the step from a tile to its passable neighbour on the map; 0: its slope or lane closes it.
static inline int32_t wendi_step_cost(const wend_grid* grid, int32_t x, int32_t y, int32_t direction) {
    const int32_t to_x = x + wendi_direction[direction].x, to_y = y + wendi_direction[direction].y;
    const uint8_t k = *wendi_tile(grid, to_x, to_y);
    if (!wendi_has_directions(grid))
        return direction < WENDI_STRAIGHT ? grid->costs.straight[k] : grid->costs.diagonal[k];
    return wendi_times_factor(grid->costs.straight[k], wendi_step_factor(grid, x, y, direction));
}
/// Tells the grid that the factors of its steps have changed. Errors: LIMIT (a step would cost too much).
wend_result wendi_grid_follow_relief(wend_grid* grid);

/// Bytes beside the tiles that count who shares them.
size_t wendi_grid_use_bytes(const wend_grid* grid);
/// Bytes of the tiles with their border.
size_t wendi_grid_tile_bytes(const wend_grid* grid);
/// The grid whose tiles are obstacles for the bodies on a grid.
static inline const wend_grid* wendi_obstacle_map(const wend_grid* grid) {
    return grid->body_rule.map ? grid->body_rule.map : grid;
}
/// True when bodies on a grid keep their distance from a tile, on the map or in the border around it.
static inline bool wendi_is_obstacle(const wend_grid* grid, int32_t x, int32_t y) {
    const wendi_body_rule* rule = &grid->body_rule;
    return rule->map ? rule->is_blocked[*wendi_tile(rule->map, x, y)] : !wendi_is_passable(grid, x, y);
}
/// Radius of the widest body that fits along every path of a grid. Where paths may cut corners bodies are
/// not measured against walls, so that any fits. [Units: tiles]
double wendi_widest_body(const wend_grid* grid);
/// Side of the square, in whole tiles, that such a body takes around the centre of its tile; 1 where any
/// fits.
int32_t wendi_body_width(const wend_grid* grid);
/// The radius by which a body is measured against obstacles. [Units: tiles]
double wendi_wall_radius(const wend_grid* grid, double radius);

/// Gives a grid as high as the sheet of another one the floors of that.
void wendi_grid_share_floors(const wend_grid* from, wend_grid* to);
/// Creates a grid with the tiles of another one, which must outlive it; def gives all else, and its classes
/// do not matter. After each change of those tiles wendi_grid_follow must be called, and
/// wendi_grid_follow_blocks after wendi_grid_own; the new grid changes none. Errors: as wend_grid_create.
wend_result wendi_grid_create_borrowing(const wend_grid_def* def, const wend_grid* from, wend_grid** out);
/// Creates a grid around tiles that already lie in memory with their border, which must outlive it. counts:
/// of the tiles of each class. stride: from one row to the next, in bytes. def gives all else. Errors: as
/// wend_grid_create.
wend_result wendi_grid_create_in_place(const wend_grid_def* def, uint8_t* tiles, int64_t stride,
                                       const int64_t counts[WEND_CLASS_COUNT], wend_grid** out);
/// Counts the tiles that a grid borrows, after they have changed.
void wendi_grid_follow(wend_grid* grid, const wend_grid* from);
void wendi_grid_follow_blocks(wend_grid* grid, const wend_grid* from);
/// Replaces the costs of all classes, in a given unit. Errors: ARGUMENT (a cost out of range), LIMIT (a step,
/// or a link, would cost too much).
wend_result wendi_grid_set_costs(wend_grid* grid, const float class_costs[WEND_CLASS_COUNT], int32_t unit);
/// Integer cost of a step of length sqrt 3 between two neighbours of a hexagon.
int32_t wendi_hex_diagonal_cost(const wend_grid* grid, uint8_t terrain_class);
/// What a walk costs at least.
static inline wendi_walk_costs wendi_walk_costs_of(const wend_grid* grid) {
    return (wendi_walk_costs){grid->connectivity, grid->cheapest_straight, grid->cheapest_diagonal,
                              grid->costs.unit, &grid->floors};
}
/// Hashes what no tile has: size, connectivity, unit of costs, and links.
void wendi_grid_hash_frame(XXH3_state_t* state, const wend_grid* grid);
/// Finds the shortcuts among the links, after links were inserted in the list alone.
void wendi_grid_find_shortcuts(wend_grid* grid);
/// True when all passable tiles have the same cost.
bool wendi_has_uniform_cost(const wend_grid* grid);
/// Cost of a tile path: returned as the sum of true costs, stored as the sum of integer costs.
double wendi_path_cost(const wend_grid* grid, const wend_tile* tiles, int64_t count,
                       wend_cost* integer_cost_out);
#endif
