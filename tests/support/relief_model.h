// relief_model.h: a random relief, and what its steps cost, computed without the engine.
#ifndef WEND_TEST_RELIEF_MODEL_H
#define WEND_TEST_RELIEF_MODEL_H
#include "rng.h"
#include "wend/profile.h"

/// The definition of the relief that grids of this program have, without planes: of the last one that was
/// drawn.
extern wend_relief_def relief_model;

/// Draws elevations of multiples of half a metre, lanes, and a definition for a map. The arrays have a value
/// for each tile and are freed by the caller; NULL: the relief has none.
void relief_model_draw(rng* random, int32_t width, int32_t height, float** elevations_out,
                       uint8_t** lanes_out);
/// A random elevation that fits.
float relief_model_elevation(rng* random);

/// Gives a profile, by its number from 1 on, slopes and limits of its own, or some of them, or none.
void relief_model_draw_profile(rng* random, int32_t profile, wend_profile_def* def);
/// The relief as a profile has it.
wend_relief_def relief_model_of(const wend_profile_def* profile);

/// Factor of a step between two tiles; 0: closed. elevations in metres; lane: of the tile that is entered.
float relief_model_factor(const wend_relief_def* def, float from, float to, uint8_t lane, int32_t entered_row,
                          int32_t dx, int32_t dy, bool hex);
/// Integer cost of a step into a tile, of what a straight step costs without a relief.
double relief_model_cost(double level, float factor);
#endif
