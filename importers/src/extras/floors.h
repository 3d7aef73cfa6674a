// floors.h: how are the floors of a recipe joined?
#ifndef WIMP_FLOORS_H
#define WIMP_FLOORS_H
#include "extras/recipe.h"

/// Adds the stairs, links and seams of a recipe to the job's grid, and lists its floors in the job's info.
/// Errors: FORMAT, with line and column; LIMIT, MEMORY.
wend_result wimp_floors_join(wimp_job* job, const wimp_recipe* recipe);
#endif
