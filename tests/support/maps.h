// maps.h: small maps of every shape. A recipe describes a map in one line of text, from which it can be made
// again.
#ifndef WEND_TEST_MAPS_H
#define WEND_TEST_MAPS_H
#include "rng.h"
#include "wend/search.h"

typedef enum map_kind {
    MAP_OPEN,
    MAP_BLOCKED,
    MAP_NOISE,        // each tile blocked by chance, density 0 .. 60 %
    MAP_ROOMS,        // walls with doors
    MAP_MAZE,         // perfect maze, corridors one tile wide
    MAP_SPIRAL,       // one corridor from the corner to the middle
    MAP_COMB,         // teeth from both sides: every path crosses each cluster many times
    MAP_CHECKERBOARD, // every other tile blocked
    MAP_ISLANDS,      // passable rectangles and closed rings in a blocked sea
    MAP_DOORS, // walls on or beside the border lines of clusters, with doors of one tile, some at crossings
    MAP_KIND_COUNT
} map_kind;

typedef enum map_costs {
    COSTS_UNIT,
    COSTS_WHOLE,      // up to 16 whole numbers
    COSTS_BRIGHTNESS, // 1 .. 1/0.85
    COSTS_BYTE,       // 255 classes of cost 1 .. 255
    COSTS_WIDE,       // 1/64 .. 64
    MAP_COSTS_COUNT
} map_costs;

typedef enum map_exits { // which steps between passable tiles are closed
    EXITS_OPEN,          // none
    EXITS_WALLS,         // thin walls by chance, from rare to many
    EXITS_HOUSES,        // rooms of thin walls with doors
    EXITS_MAZE,          // a thin wall on nearly every side of every tile
    EXITS_ONE_WAY,       // ledges and escalators: steps closed in one direction, by chance
    EXITS_MIXED,         // some of all
    MAP_EXITS_COUNT
} map_exits;

typedef enum map_relief { // what steps cost by their direction
    RELIEF_LEVEL,         // nothing
    RELIEF_HILLS,         // slopes
    RELIEF_CLIFFS,        // steep ones, some closed, some of more than 16 bits
    RELIEF_LANES,         // lanes, some compulsory
    RELIEF_ROWS,          // slopes on rows of other sizes, and lanes
    MAP_RELIEF_COUNT
} map_relief;

typedef struct map_recipe {
    map_kind kind;
    int32_t width, height;
    wend_connectivity connectivity;
    map_costs costs;
    map_exits exits;
    map_relief relief;
    int32_t cluster_size;
    int32_t levels; // 0: as many as suit the size
    uint64_t seed;
} map_recipe;

/// A recipe drawn at random, of squares without exits; sizes up to about most a side, often just at the edge
/// of a cluster.
map_recipe map_recipe_random(uint64_t seed, int32_t most);
/// The same with exits: walls and, if one_way, steps closed in one direction.
map_recipe map_recipe_random_exits(uint64_t seed, int32_t most, bool one_way);
/// A recipe of hexagons in any layout, some of them with exits.
map_recipe map_recipe_random_hex(uint64_t seed, int32_t most);
/// One in six of hexagons, one in six of squares with exits, the others without.
map_recipe map_recipe_random_any(uint64_t seed, int32_t most);
/// "rooms 63x47 8+maze whole 31/2 77": kind, size, connectivity and exits (8: none), costs, cluster size and
/// levels (31: as many as suit the size), seed. "8^hills": the relief of a map without exits.
enum { MAP_RECIPE_TEXT = 120 };
const char* map_recipe_print(const map_recipe* recipe, char out[MAP_RECIPE_TEXT]);
/// False when the text is not a recipe.
bool map_recipe_parse(const char* text, map_recipe* out);
/// The same for a text that is one.
map_recipe map_recipe_of(const char* text);

/// Prints what is wrong, with the seed and the text of the recipe. Returns false.
bool map_fails(const map_recipe* recipe, const char* what);

/// Gives a grid elevations, lanes and rows of other sizes, as map_make does. Errors: as wend_grid_set_relief.
wend_result map_give_relief(wend_grid* grid, map_relief kind, uint64_t seed);

/// The grid of a recipe; the program ends when there is no memory.
wend_grid* map_make(const map_recipe* recipe);
/// Gives an empty grid of the same size the tiles, links and closed steps of a map.
void map_copy_to(const wend_grid* from, wend_grid* to);
/// A new map of the same tiles, costs, links and closed steps, in the unit that these costs need.
wend_grid* map_copy(const wend_grid* grid, const wend_allocator* allocator_opt);
/// Closes steps of a grid; without effect for EXITS_OPEN.
void map_close_steps(wend_grid* grid, map_exits exits, uint64_t seed);
/// The definition of a world over that grid, with its cluster size and levels.
wend_world_def map_world_def(const map_recipe* recipe);
/// A world over that grid.
wend_world* map_make_world(const map_recipe* recipe);
/// The same with up to so many links, see map_add_links.
wend_world* map_make_linked_world(const map_recipe* recipe, int32_t links);
/// A world over a grid, which it takes; the program ends when it cannot be built.
wend_world* map_build_world(wend_grid* grid, const wend_world_def* def);
/// Edges and components; the program ends when there is no memory.
wend_world_counts map_count(const wend_world* world);
/// NULL: two worlds have the same hash and are saved as the same bytes, which open again. Otherwise what
/// differs.
const char* map_compare(const wend_world* edited, const wend_world* fresh);
/// The hash of a world. Aborts unless what the world keeps of it is right.
uint64_t map_hash(const wend_world* world);
/// A grid from rows of characters that end in '\n': '.' class 1, '#' class 0, a digit that class, whose cost
/// is that digit.
wend_grid* map_from_text(const char* rows, wend_connectivity connectivity);
/// A world over such a grid of connectivity 8.
wend_world* map_world_from_text(const char* rows);

/// Adds links between passable tiles: near and far ones, on and beside border lines and crossings of clusters
/// of this size, parallel ones, cycles, some that cost nothing, some disabled.
void map_add_links(wend_grid* grid, rng* random, int32_t cluster_size, int32_t count);

/// The definition of a map with costs so far apart that a cluster of a higher level may not fit 30 bits:
/// class 1 costs the least, class 2 64, and many odd costs next to the least ask for a fine unit, and that
/// for large numbers. With class 2 alone level 4 does not fit.
wend_grid_def map_costs_far_apart(int32_t width, int32_t height);

/// The last class of a grid whose classes from 1 on have costs, as the maps of recipes do.
int32_t map_last_class(const wend_grid* grid);
/// Any tile of the map, one in twenty times a corner.
wend_tile map_random_tile(const wend_grid* grid, rng* random);
/// A passable tile; false when there is none.
bool map_random_open_tile(const wend_grid* grid, rng* random, wend_tile* out);
/// A query between two passable tiles, answered by this algorithm; false when no tile is passable.
bool map_random_query(const wend_grid* grid, rng* random, wend_algorithm algorithm, wend_query* out);
#endif
