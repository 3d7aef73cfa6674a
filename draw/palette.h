// palette.h: which colours have the classes of a map, and what is drawn on it?
#ifndef WEND_DRAW_PALETTE_H
#define WEND_DRAW_PALETTE_H
#include <wend/grid.h>

/// What is drawn on a map, 0xRRGGBB: the same in every picture, so that a person knows it again.
enum {
    PALETTE_CLUSTERS = 0x5A96FF,
    PALETTE_ENTRANCES = 0xFF8C3C,
    PALETTE_GRAPH = 0xE146BE, ///< abstract nodes and edges
    PALETTE_ROUTE = 0x00AFEB, ///< the abstract path
    PALETTE_PATH = 0xFFD800,
    PALETTE_WAYPOINTS = 0xFFFFFF,
    PALETTE_ONE_WAY = 0xD9480F, ///< steps that are open in one direction only
    PALETTE_START = 0x28C850,
    PALETTE_GOAL = 0xE63232,
    PALETTE_OPEN = 0x98FB98,   ///< the open list
    PALETTE_CLOSED = 0x91CDFF, ///< the closed list
    PALETTE_CASING = 0x141820, ///< round what has to stand out on any map
    PALETTE_BLOCKED = 0x24272E,
};

/// 0xRRGGBB of each class.
typedef struct palette {
    uint32_t colors[WEND_CLASS_COUNT];
} palette;

/// Grey levels when the classes are the brightness of an image (their cost is 1 / brightness), so that the
/// map looks like the file it came from; otherwise as palette_costs.
palette palette_picture(const wend_grid* grid);
/// Blocked dark; passable from pale to violet on a logarithmic scale between the costs found on the map.
palette palette_costs(const wend_grid* grid);
/// The same for other costs of the classes, of which counts tell how many tiles each has.
palette palette_of_costs(const float costs[WEND_CLASS_COUNT], const int64_t counts[WEND_CLASS_COUNT]);
/// The scale of distance maps, from light to dark in steps that eyes take for equal: a fraction of the
/// greatest cost.
uint32_t palette_distance(float fraction);
/// The next of 1, 2, 5, 10, 20, 50, ...: how far lines of equal cost are apart.
double palette_round_up(double value);
/// Where a cost lies on a logarithmic scale from the least to the most, or to twice the least where that is
/// more, so that slight differences stay slight. [Range: 0..1]
float palette_fraction(float cost, float least, float most);
/// The classes that occur by their costs, along a ramp of colours.
palette palette_by_cost(const wend_grid* grid, const uint32_t* stops, int count, uint32_t blocked);
/// The scale of palette_costs: a fraction of 0 is the cheapest, 1 costs the most.
uint32_t palette_ramp(float fraction);
/// Lowest and highest cost of the classes that occur; false when nothing is passable.
bool palette_cost_range(const wend_grid* grid, float* least_out, float* most_out);

/// Of the shades of components.h: the largest area pale, the others in colours that are easily told apart.
palette palette_shades(void);

#endif
