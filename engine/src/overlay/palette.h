// palette.h: which classes stand for added costs in the world of an overlay?
//
// While few different costs occur, a class stands for each of them. Otherwise costs are rounded to levels,
// each by the same factor above the one before, and a class stands for a level; in a world with profiles, for
// a level above one class of the parent, because that may cost each profile something else. Only classes that
// no tile of the parent has are taken.
#ifndef WENDI_PALETTE_H
#define WENDI_PALETTE_H
#include "grid/grid.h"

enum { WENDI_COST_LEVELS = 200, WENDI_EXACT_COSTS = 64 };

typedef struct wendi_palette {
    const wend_grid* grid; // of the parent
    bool by_class;         // for profiles
    int32_t coarseness;    // which factor; 0: costs are exact
    int32_t level_count;
    double levels[WENDI_COST_LEVELS];
    double most; // that the map may cost
    uint8_t*
        classes[WEND_CLASS_COUNT]; // by class of the parent, then by level; 0: none yet. NULL: none at all
    bool taken[WEND_CLASS_COUNT];
    bool kept[WEND_CLASS_COUNT]; // of the parent's, though no tile has them
    uint8_t unknown_class;       // 0: blocked
    int32_t taken_count;
    float costs[WEND_CLASS_COUNT]; // of the world
    float added[WEND_CLASS_COUNT]; // what a class costs more than its base
    uint8_t bases[WEND_CLASS_COUNT];
} wendi_palette;

enum { WENDI_EXACT, WENDI_COARSEST = 5 };

/// Takes no class yet. kept: classes that are not to be taken. unknown_cost: 0: blocked. Errors: LIMIT.
wend_result wendi_palette_begin(wendi_palette* palette, const wend_grid* grid, bool by_class,
                                int32_t coarseness, const bool kept[WEND_CLASS_COUNT], float unknown_cost);
/// True when the palette may go on with another version of the parent.
bool wendi_palette_suits(const wendi_palette* palette, const wend_grid* grid,
                         const bool kept[WEND_CLASS_COUNT]);
/// The class for a tile of a class that costs more by a sum above 0. allocator: its owner frees the classes.
/// Errors: LIMIT, MEMORY.
wend_result wendi_palette_class(wendi_palette* palette, const wend_allocator* allocator, uint8_t base,
                                double sum, uint8_t* out);
double wendi_palette_factor(const wendi_palette* palette);
#endif
